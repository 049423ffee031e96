/* SPDX-License-Identifier: MIT */
/* events_make.c - guards and clocks, and the modes that stand for their relations.
 *
 * A relation is made into a function z whose sign decides it:
 *     a < b:   z = b - a,   true   <=>  z > 0                                               (1)
 *     a <= b:  z = a - b,   true   <=>  not z > 0                                           (2)
 * so that x > 1 and x <= 1 share one guard, exactly. (x >= 1 has another, -z: at z = 0 it differs
 * from both.) Guards are found again by z, which is interned; one guard serves all points of the
 * box of z's free iterators.
 *
 * If time is the only continuous quantity and z = p + q time with a number q, the instant is known
 * in advance: due = -p/q, and the relation is a clock's. Strict and not strict relations differ at
 * that instant only; since an event lies between before and after, that matters at the start of a
 * run alone: time > 0 is false there and becomes true at once, time >= 0 is true.
 *
 * floor(a) is watched by z = (a - n)(a - n - 1), n the current floor: negative inside, with a
 * simple root at each edge. The lower edge belongs to the inside, the upper one does not: if a has
 * jumped exactly there, z is a little more than 0. Not so if a is a line in time that falls: it
 * leaves each edge downwards at once. */
#include "flat/events.h"
#include "saltus_model.h"

#include <string.h>

enum { LONGEST_NAME = 80, DEPTH = 64 };

static struct ir *op2(struct events *v, enum ir_op op, struct ir *a, struct ir *b)
{
    return ir_binary(v->m, op, a, b);
}

/* ---- Finding again --------------------------------------------------------------------------- */

int32_t *events_made(struct events *v, enum event_kind kind, const struct ir *e)
{
    while ((uint32_t)v->made[kind].n <= e->id) VEC_ADD(v->m->arena, &v->made[kind], 0);
    return &v->made[kind].at[e->id];
}

static const char *unique_name(struct events *v, const char *text)
{
    const char *name = text;
    if (strlen(text) > LONGEST_NAME)
        text = name = arena_format(v->m->arena, "%.*s...", LONGEST_NAME, text);
    for (int n = 2; dict_find(&v->names, name, strlen(name)); n++)
        name = arena_format(v->m->arena, "%s (%d)", text, n);
    return dict_add(v->m->arena, &v->names, name, strlen(name), 0)->key;
}

/* ---- Modes ----------------------------------------------------------------------------------- */

static struct ir_iter **box_of(struct events *v, struct ir *e)
{
    struct ir_iter **iters = ARENA_ARRAY(v->m->arena, struct ir_iter *, e->n_free);
    ir_free_iters(v->m, e, iters, e->n_free);
    return iters;
}

static int32_t box_count(struct events *v, const struct ir *e)
{
    int64_t count = 1;
    for (int32_t k = 0; k < e->n_free; k++) {
        count *= e->free[k]->count;
        if (count <= INT32_MAX) continue;
        error_at(v->m->messages, v->at, "more than %d relations in one loop", INT32_MAX);
        return 1;
    }
    return (int32_t)count;
}

/* A hidden discrete with one element per point of the box of e. */
static struct ir_var *new_mode(struct events *v, enum ir_type type, const struct ir *e,
                               const char *text)
{
    struct ir_var *mode = ARENA_NEW(v->m->arena, struct ir_var);
    mode->name = unique_name(v, text);
    mode->type = type;
    mode->kind = VAR_DISCRETE;
    mode->hidden = true;
    mode->at = v->at;
    mode->count = box_count(v, e);
    mode->rank = e->n_free <= CHECK_RANK ? e->n_free : 1;
    for (int32_t k = 0; k < mode->rank; k++) {
        mode->size[k] = e->n_free <= CHECK_RANK ? e->free[k]->count : mode->count;
        mode->iters[k] = ir_iter_new(v->m, k, 1, 1, mode->size[k], NULL);
    }
    mode->number = v->m->vars.n;
    VEC_ADD(v->m->arena, &v->m->vars, mode);
    return mode;
}

static struct ir *mode_value(struct events *v, struct ir_var *mode, struct ir_iter **iters,
                             int32_t n)
{
    return ir_var_at(v->m, IR_VAR, mode, ir_position(v->m, iters, n));
}

/* ---- Guards ---------------------------------------------------------------------------------- */

struct ir_guard *events_guard(struct events *v, struct ir *e, const char *text, const char *name,
                              enum ir_type type)
{
    struct ir_guard g = {.iters = box_of(v, e), .n_iters = e->n_free};
    g.at = v->at;
    g.text = text;
    if (name) g.mode = new_mode(v, type, e, name);
    return VEC_ADD(v->m->arena, &v->m->guards, g);
}

struct ir *events_mode(struct events *v, const struct ir_guard *g)
{
    return mode_value(v, g->mode, g->iters, g->n_iters);
}

/* Mode of the guard z > 0; above is a relation that says so, to name it. */
static struct ir *guard_mode(struct events *v, struct ir *z, struct ir *e, struct ir *above)
{
    int32_t *number = events_made(v, EVENT_GUARD, z);
    struct ir_guard *g;
    if (!*number) {
        struct arena *a = v->m->arena;
        events_guard(v, z, ir_text(a, e), ir_text(a, above), IR_B)->z = z;
        *number = v->m->guards.n;
    }
    g = &v->m->guards.at[*number - 1];
    return events_mode(v, g);
}

/* when a > b ... elsewhen a < b: in the dialect of existing models one crossing with two
 * directions. */
static bool is_opposite(struct events *v, struct ir *z, struct ir *other)
{
    return v->m->checked && v->m->checked->mu && !*events_made(v, EVENT_GUARD, z) &&
           *events_made(v, EVENT_GUARD, other);
}

/* (1) and (2) */
static struct ir *guard_relation(struct events *v, struct ir *e)
{
    struct ir *a = e->arg[0], *b = e->arg[1], *z, *mode;
    bool strict = e->op == IR_LT;
    if (strict && is_opposite(v, op2(v, IR_SUB, b, a), op2(v, IR_SUB, a, b))) strict = false;
    z = strict ? op2(v, IR_SUB, b, a) : op2(v, IR_SUB, a, b);
    if (z->op == IR_REAL) return ir_bool(v->m, (z->number > 0) == strict);
    mode = guard_mode(v, z, e, strict ? e : ir_relation(v->m, IR_LT, b, a, true));
    return strict ? mode : ir_unary(v->m, IR_NOT, mode);
}

/* a < b of whole numbers: b - a > 1/2, so that z is never 0. */
static struct ir *whole_below(struct events *v, struct ir *a, struct ir *b)
{
    struct ir *e = ir_relation(v->m, IR_LT, a, b, true);
    struct ir *apart = op2(v, IR_SUB, ir_unary(v->m, IR_TO_REAL, b), ir_unary(v->m, IR_TO_REAL, a));
    struct ir *z = op2(v, IR_SUB, apart, ir_real(v->m, 0.5));
    return guard_mode(v, z, e, e);
}

struct ir *events_whole(struct events *v, struct ir *e)
{
    struct ir *a = e->arg[0], *b = e->arg[1], *either;
    if (e->op == IR_LT) return whole_below(v, a, b);
    if (e->op == IR_LE) return ir_unary(v->m, IR_NOT, whole_below(v, b, a));
    either = op2(v, IR_OR, whole_below(v, a, b), whole_below(v, b, a));
    return e->op == IR_NE ? either : ir_unary(v->m, IR_NOT, either);
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

struct line { /* p + q time */
    struct ir *p, *q;
};

static bool line_of(struct events *v, struct ir *e, struct line *l, int depth);

static bool line_product(struct events *v, struct ir *e, struct line *l, int depth)
{
    bool left = ir_has_op(v->m, e->arg[0], IR_TIME);
    struct ir *c = e->arg[left];
    if (ir_has_op(v->m, c, IR_TIME) || (!left && e->op == IR_DIV)) return false;
    if (!line_of(v, e->arg[!left], l, depth)) return false;
    l->p = left ? op2(v, e->op, l->p, c) : op2(v, e->op, c, l->p);
    l->q = op2(v, e->op, l->q, c);
    return true;
}

/* e = p + q time, with p and q that do not contain time? */
static bool line_of(struct events *v, struct ir *e, struct line *l, int depth)
{
    struct line right;
    *l = (struct line){e, ir_real(v->m, 0)};
    if (!ir_has_op(v->m, e, IR_TIME)) return true;
    *l = (struct line){ir_real(v->m, 0), ir_real(v->m, 1)};
    if (e->op == IR_TIME) return true;
    if (depth > DEPTH) return false;
    switch (e->op) {
    case IR_ADD:
    case IR_SUB:
        if (!line_of(v, e->arg[0], l, depth + 1) || !line_of(v, e->arg[1], &right, depth + 1))
            return false;
        *l = (struct line){op2(v, e->op, l->p, right.p), op2(v, e->op, l->q, right.q)};
        return true;
    case IR_NEG:
        if (!line_of(v, e->arg[0], l, depth + 1)) return false;
        *l = (struct line){ir_unary(v->m, IR_NEG, l->p), ir_unary(v->m, IR_NEG, l->q)};
        return true;
    case IR_MUL:
    case IR_DIV: return line_product(v, e, l, depth + 1);
    default: return false;
    }
}

/* The number q of b - a = p + q time if the relation is a clock's, and when it is due; else 0. */
static double clock_slope(struct events *v, struct ir *a, struct ir *b, struct ir **due)
{
    struct line la, lb;
    struct ir *q;
    if (!line_of(v, a, &la, 0) || !line_of(v, b, &lb, 0)) return 0;
    q = op2(v, IR_SUB, lb.q, la.q);
    if (q->op != IR_REAL || q->number == 0) return 0;
    *due = op2(v, IR_DIV, op2(v, IR_SUB, la.p, lb.p), q);
    if (a->op == IR_TIME && !ir_has_op(v->m, b, IR_TIME)) *due = b;
    if (b->op == IR_TIME && !ir_has_op(v->m, a, IR_TIME)) *due = a;
    return ir_continuous(v->m, *due) ? 0 : q->number;
}

static struct ir *clock_mode(struct events *v, struct ir *due, bool strict, struct ir *e)
{
    int32_t *number = events_made(v, strict ? EVENT_CLOCK_STRICT : EVENT_CLOCK, due);
    struct ir *time = ir_other(v->m, IR_TIME, IR_R, 0, NULL, 0), *above;
    struct ir_clock *c;
    if (!*number) {
        struct ir_clock new = {.iters = box_of(v, due), .n_iters = due->n_free, .due = due};
        above = ir_relation(v->m, strict ? IR_LT : IR_LE, due, time, true);
        new.strict = strict;
        new.at = v->at;
        new.text = ir_text(v->m->arena, e);
        new.mode = new_mode(v, IR_B, due, ir_text(v->m->arena, above));
        VEC_ADD(v->m->arena, &v->m->clocks, new);
        *number = v->m->clocks.n;
    }
    c = &v->m->clocks.at[*number - 1];
    return mode_value(v, c->mode, c->iters, c->n_iters);
}

/* With q > 0 it becomes true when due, with q < 0 false: time < due is not time >= due. */
struct ir *events_relation(struct events *v, struct ir *e)
{
    struct ir *due;
    double q = clock_slope(v, e->arg[0], e->arg[1], &due);
    if (q == 0) return guard_relation(v, e);
    if (q > 0) return clock_mode(v, due, e->op == IR_LT, e);
    return ir_unary(v->m, IR_NOT, clock_mode(v, due, e->op == IR_LE, e));
}

struct ir *events_sample(struct events *v, struct ir *e)
{
    int32_t *number;
    double interval;
    if (e->integer) return e;
    if (ir_constant(e->arg[1], &interval) && !(interval > 0)) {
        error_at(v->m->messages, v->at, "the interval of sample must be positive");
        return ir_bool(v->m, 0);
    }
    if (ir_continuous(v->m, e->arg[0]) || ir_continuous(v->m, e->arg[1])) {
        error_at(v->m->messages, v->at, "the arguments of sample change continuously");
        hint_last(v->m->messages, "sample(start, interval) takes constants and parameters");
        return ir_bool(v->m, 0);
    }
    number = events_made(v, EVENT_CLOCK, e);
    if (!*number) {
        struct ir_clock c = {.iters = box_of(v, e), .n_iters = e->n_free, .sample = true};
        c.sample_start = e->arg[0];
        c.sample_interval = e->arg[1];
        c.at = v->at;
        c.text = ir_text(v->m->arena, e);
        c.mode = new_mode(v, IR_I, e, c.text);
        c.due = op2(v, IR_MUL, mode_value(v, c.mode, c.iters, c.n_iters), e->arg[1]);
        c.due = op2(v, IR_ADD, e->arg[0], c.due);
        VEC_ADD(v->m->arena, &v->m->clocks, c);
        *number = v->m->clocks.n;
    }
    return ir_other(v->m, IR_SAMPLE, IR_B, *number, e->arg, 2);
}

/* ---- Known ones ------------------------------------------------------------------------------ */

/* now, but as the mode says (negated: as its opposite does) in the event that changes it. */
static struct ir *or_changed(struct events *v, struct ir *mode, bool negated, struct ir *now)
{
    struct ir *before = ir_var_at(v->m, IR_PRE, mode->var, mode->arg[0]);
    struct ir *changed = ir_relation(v->m, IR_NE, mode, before, false);
    return ir_if(v->m, changed, negated ? ir_unary(v->m, IR_NOT, mode) : mode, now);
}

static struct ir *or_clock(struct events *v, struct ir *due, bool strict, bool negated,
                           struct ir *now)
{
    int32_t number = *events_made(v, strict ? EVENT_CLOCK_STRICT : EVENT_CLOCK, due);
    const struct ir_clock *c = &v->m->clocks.at[number - 1];
    if (!number) return now;
    return or_changed(v, mode_value(v, c->mode, c->iters, c->n_iters), negated, now);
}

static struct ir *or_guard(struct events *v, enum event_kind kind, struct ir *z, bool negated,
                           struct ir *now)
{
    int32_t number = *events_made(v, kind, z);
    return number ? or_changed(v, events_mode(v, &v->m->guards.at[number - 1]), negated, now) : now;
}

/* Where it, or its opposite, is a condition with a side. */
static struct ir *or_sided(struct events *v, struct ir *a, struct ir *b, struct ir *now)
{
    for (int kind = EVENT_UNILATERAL; kind <= EVENT_MUST_CROSS; kind++)
        for (int op = IR_LT; op <= IR_LE; op++) {
            struct ir *same = ir_relation(v->m, (enum ir_op)op, a, b, true);
            struct ir *opposite = ir_relation(v->m, (enum ir_op)op, b, a, true);
            now = or_guard(v, (enum event_kind)kind, same, false, now);
            now = or_guard(v, (enum event_kind)kind, opposite, true, now);
        }
    return now;
}

struct ir *events_known(struct events *v, struct ir *e, struct ir *now)
{
    struct ir *a = e->arg[0], *b = e->arg[1], *due, *above, *below;
    bool strict = e->op == IR_LT;
    double q;
    if (e->op == IR_FLOOR) return or_guard(v, EVENT_FLOOR, a, false, now);
    if (!events_continuous(v, e)) return now;
    q = clock_slope(v, a, b, &due);
    if (q != 0) return or_clock(v, due, strict == (q > 0), q < 0, now);
    now = or_sided(v, a, b, now);
    above = op2(v, IR_SUB, b, a);
    below = op2(v, IR_SUB, a, b);
    if (*events_made(v, EVENT_GUARD, strict ? above : below))
        return or_guard(v, EVENT_GUARD, strict ? above : below, !strict, now);
    return or_guard(v, EVENT_GUARD, strict ? below : above, strict, now);
}

/* ---- Floors ---------------------------------------------------------------------------------- */

/* Beyond the edge that is nearest to a, or, after a jump, where a is. */
static struct ir *next_floor(struct events *v, struct ir *a, struct ir *n)
{
    struct ir_model *m = v->m;
    struct ir *r = op2(v, IR_SUB, a, n), *one = ir_real(m, 1), *half = ir_real(m, 0.5);
    struct ir *below = ir_relation(m, IR_LT, r, ir_real(m, -0.5), false);
    struct ir *above = ir_relation(m, IR_LT, ir_real(m, 1.5), r, false);
    struct ir *left = ir_relation(m, IR_LT, r, half, false);
    struct ir *near = ir_if(m, left, op2(v, IR_SUB, n, one), op2(v, IR_ADD, n, one));
    return ir_if(m, op2(v, IR_OR, below, above), ir_floor(m, a, false), near);
}

/* (a - n)(a - n - 1), r = a - n; falls: a falls all the time. */
static struct ir *outside_floor(struct events *v, struct ir *r, bool falls)
{
    struct ir_model *m = v->m;
    struct ir *one = ir_real(m, 1), *z = op2(v, IR_MUL, r, op2(v, IR_SUB, r, one)), *there;
    if (falls) return z;
    there = ir_relation(m, IR_EQ, r, one, false);
    return op2(v, IR_ADD, z, ir_if(m, there, ir_real(m, SALTUS_AT_EDGE), ir_real(m, 0)));
}

struct ir *events_floor(struct events *v, struct ir *e)
{
    struct ir *a = e->arg[0], *n, *r, *due;
    int32_t *number = events_made(v, EVENT_FLOOR, a);
    struct ir_guard *g;
    if (!*number) {
        const char *text = ir_text(v->m->arena, e);
        g = events_guard(v, a, text, text, IR_R);
        *number = v->m->guards.n;
        g->floor_of = a;
        n = mode_value(v, g->mode, g->iters, g->n_iters);
        r = op2(v, IR_SUB, a, n);
        g->z = outside_floor(v, r, clock_slope(v, ir_real(v->m, 0), a, &due) < 0);
        g->next = next_floor(v, a, n);
    }
    g = &v->m->guards.at[*number - 1];
    return mode_value(v, g->mode, g->iters, g->n_iters);
}
