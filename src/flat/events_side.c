/* SPDX-License-Identifier: MIT */
/* events_side.c - conditions with a side: edges that are never crossed, or surely crossed.
 *
 * Such a condition is one guard as a whole, of its own: home is z < 0, and z > 0 is where the
 * condition holds. For a relation, strict or not,
 *     a < b, a <= b:  z = b - a,                                                            (1)
 * `and` is the smallest of what it joins, `or` the largest, `not` the negative; it is pushed down
 * to the relations, where it swaps a and b. If there are several relations, each is a guard too, a
 * part, that makes no event, and the guard has a formula of them. A Boolean that changes at events
 * only is a part with z = 1 or -1.
 *
 * An assertion is the guard of its violation. What z = 0 means matters at the start alone, where
 * the condition itself is asked (`holds`). Equal conditions with equal sides share a guard;
 * relations elsewhere, though equal, have another. */
#include "flat/events.h"
#include "saltus_model.h"

enum { MOST_PARTS = SALTUS_FORMULA / 2 }; /* n parts need n - 1 operations                      */

struct part {
    struct ir *z;
    const char *text;
};

struct formula {
    struct events *v;
    const char *side; /* for messages                                                    */
    VEC(struct part) parts;
    VEC(int32_t) code; /* numbers of parts, SALTUS_AND, SALTUS_OR                                */
    int32_t n;         /* numbers among them                                                    */
    bool relation, failed;
};

static void fail(struct formula *f, const char *text, const char *hint)
{
    if (!f->failed) {
        error_at(f->v->m->messages, f->v->at, "%s", text);
        hint_last(f->v->m->messages, "%s", hint);
    }
    f->failed = true;
}

#define SAY(...) arena_format(f->v->m->arena, __VA_ARGS__)

/* ---- Parts ----------------------------------------------------------------------------------- */

static struct ir *add_part(struct formula *f, struct ir *z, struct ir *says)
{
    struct arena *a = f->v->m->arena;
    int32_t k = 0;
    while (k < f->parts.n && f->parts.at[k].z != z) k++;
    if (k == f->parts.n) VEC_ADD(a, &f->parts, ((struct part){z, ir_text(a, says)}));
    VEC_ADD(a, &f->code, k);
    if (++f->n > MOST_PARTS)
        fail(f, SAY("a %s condition has at most %d relations", f->side, MOST_PARTS),
             "several whens, each with a part of it, may do as well");
    return z;
}

/* (1) */
static struct ir *relation(struct formula *f, struct ir *e, bool negated)
{
    struct ir_model *m = f->v->m;
    struct ir *a = events_watch(f->v, e->arg[negated]), *b = events_watch(f->v, e->arg[!negated]);
    enum ir_op op = (e->op == IR_LT) == !negated ? IR_LT : IR_LE;
    f->relation = true;
    return add_part(f, ir_binary(m, IR_SUB, b, a),
                    ir_relation(m, op, e->arg[negated], e->arg[!negated], true));
}

static bool makes_guard(struct events *v, const struct ir *e)
{
    return (e->op == IR_LT || e->op == IR_LE) && e->integer && events_continuous(v, e);
}

static int has_guard(void *user, struct ir *e)
{
    return makes_guard(user, e);
}

static int is_momentary(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_SAMPLE || e->op == IR_INITIAL || e->op == IR_TERMINAL;
}

static bool can_be_held(struct formula *f, struct ir *e)
{
    struct ir_model *m = f->v->m;
    const char *text = ir_text(m->arena, e);
    if (e->op >= IR_EQ && e->op <= IR_NE && e->integer && events_continuous(f->v, e)) {
        events_watch(f->v, e); /* says so */
        f->failed = true;
    } else if (ir_visit(m, e, is_momentary, NULL)) {
        fail(f, SAY("'%s' cannot be used in a %s condition", text, f->side),
             "it holds at an instant only: put it into a when of its own");
    } else if (ir_visit(m, e, has_guard, f->v)) {
        fail(f, SAY("in a %s condition, only and, or, not and if can join relations", f->side),
             SAY("'%s' does something else with them", text));
    } else if (ir_continuous(m, e)) {
        fail(f,
             SAY("'%s' changes without an event: it cannot be used in a %s condition", text,
                 f->side),
             "write the relation without noEvent");
    }
    return !f->failed;
}

/* What changes at events only. */
static struct ir *held(struct formula *f, struct ir *e, bool negated)
{
    struct ir_model *m = f->v->m;
    struct ir *one = ir_real(m, 1), *minus = ir_real(m, -1), *b;
    if (!can_be_held(f, e)) return one;
    b = events_watch(f->v, e);
    return add_part(f, negated ? ir_if(m, b, minus, one) : ir_if(m, b, one, minus),
                    negated ? ir_unary(m, IR_NOT, e) : e);
}

/* ---- Formulas -------------------------------------------------------------------------------- */

static struct ir *condition(struct formula *f, struct ir *e, bool negated);

static struct ir *joined(struct formula *f, struct ir *e, bool negated)
{
    struct ir_model *m = f->v->m;
    bool both = (e->op == IR_AND) == !negated;
    struct ir *a = condition(f, e->arg[0], negated), *b = condition(f, e->arg[1], negated);
    VEC_ADD(m->arena, &f->code, both ? SALTUS_AND : SALTUS_OR);
    return both ? ir_if(m, ir_relation(m, IR_LT, b, a, false), b, a)
                : ir_if(m, ir_relation(m, IR_LT, a, b, false), b, a);
}

/* if c then a else b  =  c and a or not c and b */
static struct ir *chosen(struct formula *f, struct ir *e, bool negated)
{
    struct ir_model *m = f->v->m;
    struct ir *c = e->arg[0], *yes = ir_binary(m, IR_AND, c, e->arg[1]);
    struct ir *no = ir_binary(m, IR_AND, ir_unary(m, IR_NOT, c), e->arg[2]);
    return condition(f, ir_binary(m, IR_OR, yes, no), negated);
}

/* Adds the code of e, or of not e, and gives its z. */
static struct ir *condition(struct formula *f, struct ir *e, bool negated)
{
    if (f->failed) return ir_real(f->v->m, 1);
    switch (e->op) {
    case IR_NOT: return condition(f, e->arg[0], !negated);
    case IR_AND:
    case IR_OR: return joined(f, e, negated);
    case IR_IF: return chosen(f, e, negated);
    default: return makes_guard(f->v, e) ? relation(f, e, negated) : held(f, e, negated);
    }
}

/* ---- Guards ---------------------------------------------------------------------------------- */

/* The guards of the parts have the box of the condition. */
static int32_t *add_parts(struct formula *f, struct ir *cond)
{
    struct ir_model *m = f->v->m;
    int32_t first = m->guards.n, *code = ARENA_ARRAY(m->arena, int32_t, f->code.n);
    for (int32_t k = 0; k < f->parts.n; k++) {
        struct ir_guard *g = events_guard(f->v, cond, f->parts.at[k].text, NULL, IR_B);
        g->z = f->parts.at[k].z;
        g->side = SALTUS_PART;
    }
    for (int32_t k = 0; k < f->code.n; k++)
        code[k] = f->code.at[k] < 0 ? f->code.at[k] : first + f->code.at[k];
    return code;
}

/* The guard z > 0 of cond; text: what was written. */
static int32_t add_guard(struct formula *f, struct ir *cond, struct ir *z, const char *text,
                         saltus_side side)
{
    struct ir_model *m = f->v->m;
    const char *name = f->code.n == 1 ? f->parts.at[0].text : ir_text(m->arena, cond);
    struct ir_guard *g = events_guard(f->v, cond, text, name, IR_B);
    int32_t number = m->guards.n - 1, *code;
    g->z = z;
    g->side = side;
    g->holds = events_plain(f->v, cond);
    if (f->code.n == 1) return number;
    code = add_parts(f, cond);
    m->guards.at[number].formula = code;
    m->guards.at[number].n_formula = f->code.n;
    return number;
}

struct sight {
    struct ir_model *m;
    struct ir *whole;
    const struct ir *now;
};

static int is_node(void *user, struct ir *e)
{
    return e == user;
}

/* pre(b) where b is, too: edge(b), change(b) */
static int has_both(void *user, struct ir *e)
{
    struct sight *s = user;
    struct ir *now;
    if (e->op != IR_PRE) return 0;
    now = ir_var_at(s->m, IR_VAR, e->var, e->arg[0]);
    if (!ir_visit(s->m, s->whole, is_node, now)) return 0;
    s->now = now;
    return 1;
}

static void check_edges(struct formula *f, struct ir *cond)
{
    struct sight s = {f->v->m, cond, NULL};
    if (!ir_visit(s.m, cond, has_both, &s)) return;
    fail(f,
         SAY("a %s condition cannot contain both '%s' and its pre", f->side,
             ir_text(s.m->arena, s.now)),
         "edge and change hold at an instant only: put them into a when of their own");
}

static int32_t make(struct events *v, struct ir *cond, const char *text, saltus_side side)
{
    struct formula here = {.v = v, .side = side == SALTUS_UNILATERAL ? "unilateral" : "must-cross"};
    struct formula *f = &here;
    struct ir *z;
    check_edges(f, cond);
    z = condition(f, cond, false);
    if (!f->relation)
        fail(f,
             SAY("there is nothing to approach: '%s' has no relation that changes continuously",
                 text),
             "write a relation of Reals, such as h <= 0");
    return f->failed ? -1 : add_guard(f, cond, z, text, side);
}

struct ir *events_sided(struct events *v, struct ir *cond, saltus_side side, bool assertion)
{
    struct ir_model *m = v->m;
    struct ir *event = assertion ? ir_unary(m, IR_NOT, cond) : cond, *mode;
    enum event_kind kind = side == SALTUS_UNILATERAL ? EVENT_UNILATERAL : EVENT_MUST_CROSS;
    if (event->op == IR_INT) return cond;
    if (!*events_made(v, kind, event)) {
        int32_t number = make(v, event, ir_text(m->arena, cond), side);
        if (number < 0) return ir_bool(m, 0);
        *events_made(v, kind, event) = number + 1;
    }
    mode = events_mode(v, &m->guards.at[*events_made(v, kind, event) - 1]);
    return assertion ? ir_unary(m, IR_NOT, mode) : mode;
}
