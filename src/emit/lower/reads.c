/* SPDX-License-Identifier: MIT */
/* reads.c - what an expression may ever read, and what kind of expression it is.
 *
 * Conditions on iterators and parameters are decided when the list is made, so that boundary cells
 * list just their neighbours; of all other conditions both branches count. An element whose index
 * changes between events may be any element of its array. Indices out of range are left out: the
 * evaluation will complain. */
#include "emit/lower/newton.h"

struct reads {
    struct taylor *t;
    struct node_map *seen; /* already in the code at this place or around it                  */
    struct reads *up;
};

static void list(struct reads *r, struct code_body *to, struct ir *e);

static struct code_expr *value(struct reads *r, struct code_body *to, struct ir *e)
{
    return taylor_value(r->t, to, e);
}

static void read_at(struct reads *r, struct code_body *to, saltus_kind kind, struct code_expr *at)
{
    struct code_stmt *s = code_add(r->t->code, to, CODE_READ);
    s->integer = kind;
    s->a = at;
}

/* Known when the model is loaded: depends on iterators, constants and parameters only. */
static int is_not_fixed(void *user, struct ir *e)
{
    (void)user;
    switch (e->op) {
    case IR_VAR: return e->var->kind != VAR_PARAMETER && e->var->kind != VAR_CONSTANT;
    case IR_TIME:
    case IR_PRE:
    case IR_SUM_OF:
    case IR_DELAYED:
    case IR_SOLVED:
    case IR_INITIAL:
    case IR_TERMINAL:
    case IR_SAMPLE:
    case IR_RANDOM: return 1;
    default: return 0;
    }
}

static bool fixed(struct reads *r, struct ir *e)
{
    return !ir_visit(r->t->l->m, e, is_not_fixed, NULL);
}

static void read_any(struct reads *r, struct code_body *to, saltus_kind kind, int32_t first,
                     int32_t count)
{
    struct taylor *t = r->t;
    struct code_body part = {0};
    int32_t k = code_slot_new(t->code, t->f, "k", CODE_I, 0);
    read_at(r, &part, kind, code_local(t->code, t->f, k));
    taylor_loop(t, to, k, first, first + count - 1, 1, &part);
}

static void read_element(struct reads *r, struct code_body *to, saltus_kind kind, struct ir *index,
                         int32_t first, int32_t count)
{
    struct code_model *m = r->t->code;
    struct code_expr *at, *inside;
    struct code_body part = {0};
    if (!fixed(r, index)) {
        list(r, to, index);
        read_any(r, to, kind, first, count);
        return;
    }
    at = value(r, to, index);
    if (!taylor_in_range(index, count) && at->op != CODE_LOCAL) {
        int32_t slot = code_slot_new(m, r->t->f, "at", CODE_I, 0);
        code_set(m, to, slot, at);
        at = code_local(m, r->t->f, slot);
    }
    inside = taylor_in_range(index, count) ? code_int(m, 1)
                                           : code_unary(m, CODE_NOT, taylor_outside(m, at, count));
    read_at(r, &part, kind, code_binary(m, CODE_ADD, at, code_int(m, first)));
    taylor_if(r->t, to, inside, &part, NULL);
}

static void read_box(struct reads *r, struct code_body *to, saltus_kind kind, struct ir *index,
                     int32_t first, struct ir_iter **iters, int32_t n)
{
    read_element(r, to, kind, index, first, (int32_t)lower_points(iters, n));
}

/* ---- Code inside code ------------------------------------------------------------------------ */

static bool seen(const struct reads *r, const struct ir *e)
{
    for (; r; r = r->up)
        if (node_map_get(r->seen, e)) return true;
    return false;
}

static void list_inside(struct reads *r, struct code_body *to, struct ir *e)
{
    struct node_map map = {0};
    struct reads inner = {r->t, &map, r};
    list(&inner, to, e);
}

static int reads_anything(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_TIME || e->op == IR_SUM_OF || e->op == IR_DELAYED || e->op == IR_SOLVED ||
           ((e->op == IR_VAR || e->op == IR_PRE) &&
            (e->var->kind == VAR_STATE || e->var->kind == VAR_DISCRETE));
}

/* What e reads for all values of iters. What is around may use the same iterators, hence a list
 * of its own for what has been seen. */
static void list_loops(struct reads *r, struct code_body *to, struct ir *e, struct ir_iter **iters,
                       int32_t n)
{
    struct taylor *t = r->t;
    struct node_map map = {0};
    struct reads inner = {t, &map, NULL};
    struct code_body part = {0};
    int32_t i;
    if (n == 0) {
        list(&inner, to, e);
        return;
    }
    if (!ir_visit(t->l->m, e, reads_anything, NULL)) return;
    if (!ir_has_iter(t->l->m, e, iters[0])) {
        list_loops(r, to, e, iters + 1, n - 1);
        return;
    }
    i = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, iters[0]->name, -1), CODE_I, 0);
    taylor_bind(t, iters[0], code_local(t->code, t->f, i), iters[0]->lo, iters[0]->step);
    list_loops(r, &part, e, iters + 1, n - 1);
    taylor_unbind(t);
    taylor_loop(t, to, i, 0, iters[0]->count - 1, 1, &part);
}

static void list_if(struct reads *r, struct code_body *to, struct ir *e)
{
    struct code_body yes = {0}, no = {0};
    if (!fixed(r, e->arg[0])) {
        for (int k = 0; k < 3; k++) list(r, to, e->arg[k]);
        return;
    }
    list_inside(r, &yes, e->arg[1]);
    list_inside(r, &no, e->arg[2]);
    if (yes.first || no.first) taylor_if(r->t, to, value(r, to, e->arg[0]), &yes, &no);
}

static void list_solved(struct reads *r, struct code_body *to, struct ir *e)
{
    struct lower *l = r->t->l;
    struct lower_loop *loop = lower_loop(l, e->loop);
    struct ir *any = ir_solved(l->m, e->loop, newton_tied(l, loop) ? -1 : e->integer, e->arg[0]);
    struct code_expr **args = ARENA_ARRAY(l->arena, struct code_expr *, 1);
    if (any != e && seen(r, any)) return;
    node_map_put(l->scratch, r->seen, any)->value = any;
    if (fixed(r, e->arg[0])) {
        args[0] = value(r, to, e->arg[0]);
        code_add(l->code, to, CODE_DO)->a =
            code_call(l->code, newton_reads(l, loop, e->integer), args);
        return;
    }
    list(r, to, e->arg[0]);
    for (int32_t k = 0; k < loop->of->n; k++)
        for (int32_t j = 0; j < loop->rows[k].reads.n; j++)
            list(r, to, taylor_input(l->m, loop->rows[k].reads.at[j], e));
}

/* ---- Any node -------------------------------------------------------------------------------- */

static void list_math(struct reads *r, struct code_body *to, struct ir *e)
{
    const struct lower_angle *a = lower_angle(r->t->l, e);
    if (a)
        read_box(r, to, SALTUS_ANGLE, ir_position(r->t->l->m, a->of->free, a->of->n_free), a->first,
                 a->of->free, a->of->n_free);
    for (int32_t k = 0; k < e->n; k++) list(r, to, e->arg[k]);
}

static void list_variable(struct reads *r, struct code_body *to, struct ir *e)
{
    const struct ir_var *v = e->var;
    if (v->kind == VAR_STATE || v->kind == VAR_DISCRETE)
        read_element(r, to, v->kind == VAR_STATE ? SALTUS_STATE : SALTUS_DISCRETE, e->arg[0],
                     v->first, v->count);
    else
        list(r, to, e->arg[0]);
}

static void list(struct reads *r, struct code_body *to, struct ir *e)
{
    const struct ir_model *m = r->t->l->m;
    if (seen(r, e)) return;
    node_map_put(r->t->l->scratch, r->seen, e)->value = e;
    switch (e->op) {
    case IR_TIME: read_at(r, to, SALTUS_TIME, code_int(r->t->code, 0)); return;
    case IR_VAR:
    case IR_PRE: list_variable(r, to, e); return;
    case IR_SUM_OF: {
        const struct ir_sum *s = &m->sums.at[e->integer];
        read_box(r, to, SALTUS_SUM, e->arg[0], s->first, s->iters, s->n_iters);
        return;
    }
    case IR_DELAYED: {
        const struct ir_delay *d = &m->delays.at[e->integer];
        read_box(r, to, SALTUS_DELAY, e->arg[0], d->first, d->iters, d->n_iters);
        return;
    }
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: list_loops(r, to, e->arg[0], &e->iter, 1); return;
    case IR_BUILD: list_loops(r, to, e->arg[0], e->iters, e->n_iters); return;
    case IR_IF: list_if(r, to, e); return;
    case IR_SOLVED: list_solved(r, to, e); return;
    case IR_MATH: list_math(r, to, e); return;
    default:
        for (int32_t k = 0; k < e->n; k++) list(r, to, e->arg[k]);
    }
}

void lower_reads(struct taylor *t, struct code_body *to, struct ir *e)
{
    struct node_map map = {0};
    struct reads r = {t, &map, NULL};
    list(&r, to, e);
}

/* ---- Affine ---------------------------------------------------------------------------------- */

/* Of an expression: constant between events; otherwise what it is affine in, or OTHER. A wave is
 * the sine or cosine of what is affine in the time alone. */
enum shape { STILL = 0, IN_STATES = 1, IN_TIME = 2, IN_WAVES = 4, OTHER = 8 };

struct shapes {
    struct lower *l;
    struct node_map map;
};

static enum shape known(struct shapes *s, const struct ir *e)
{
    return (enum shape)(node_map_put(s->l->scratch, &s->map, e)->number - 1);
}

static enum shape of_all(struct shapes *s, const struct ir *e)
{
    enum shape shape = STILL;
    for (int32_t k = 0; k < e->n; k++) shape |= known(s, e->arg[k]);
    return shape;
}

static enum shape body_shape(struct lower *l, struct ir *e);

/* A y + b = 0 with an A that stands still: y is what b is. */
static enum shape solved_shape(struct lower *l, struct ir_loop *of)
{
    struct lower_loop *loop = lower_loop(l, of);
    if (!loop->shape) {
        enum shape all = loop->still ? STILL : OTHER;
        for (int32_t k = 0; k < loop->inputs.n && !(all & OTHER); k++)
            all |= body_shape(l, loop->inputs.at[k]);
        loop->shape = (int)all + 1;
    }
    return (enum shape)(loop->shape - 1);
}

/* A loop at a point that is known when the model is loaded: then its waves are. */
static enum shape unknown_shape(struct lower *l, const struct ir *e)
{
    enum shape all = solved_shape(l, e->loop);
    return all & IN_WAVES && ir_visit(l->m, e->arg[0], is_not_fixed, NULL) ? OTHER : all;
}

/* One whose lag changes is a polynomial of a polynomial. Delays may read themselves, by way of others
 * or not, as the two ends of a line do: such ones are OTHER. */
static enum shape delay_shape(struct lower *l, const struct ir *e)
{
    const struct ir_delay *d = &l->m->delays.at[e->integer];
    int8_t *known = &l->delay_shape[e->integer];
    if (!*known) {
        enum shape shape;
        *known = OTHER + 1; /* while it is asked */
        shape = d->by >= 0 ? OTHER : body_shape(l, d->value);
        *known = (int8_t)((shape & IN_WAVES ? OTHER : shape) + 1);
    }
    return (enum shape)(*known - 1);
}

static enum shape shape_of(struct shapes *s, struct ir *e)
{
    enum shape all = of_all(s, e);
    switch (e->op) {
    case IR_TIME: return IN_TIME;
    case IR_VAR: return e->var->kind == VAR_STATE ? IN_STATES : all ? OTHER : STILL;
    case IR_SUM_OF: return body_shape(s->l, s->l->m->sums.at[e->integer].body);
    case IR_DELAYED: return delay_shape(s->l, e);
    case IR_SOLVED: return all ? OTHER : unknown_shape(s->l, e);
    case IR_ADD:
    case IR_SUB:
    case IR_NEG:
    case IR_SUM: return all;
    case IR_MUL: return known(s, e->arg[0]) && known(s, e->arg[1]) ? OTHER : all;
    case IR_DIV: return known(s, e->arg[1]) ? OTHER : all;
    case IR_IF: return known(s, e->arg[0]) ? OTHER : all;
    case IR_MATH:
        if (lower_may_wave(e) && all == IN_TIME) return IN_WAVES;
        return all ? OTHER : STILL;
    default: return all ? OTHER : STILL;
    }
}

static int learn(void *user, struct ir *e)
{
    struct shapes *s = user;
    int64_t shape = shape_of(s, e);
    node_map_put(s->l->scratch, &s->map, e)->number = shape + 1;
    return 0;
}

static enum shape body_shape(struct lower *l, struct ir *e)
{
    struct shapes s = {.l = l};
    ir_visit(l->m, e, learn, &s);
    return known(&s, e);
}

int lower_affine(struct lower *l, struct ir *e)
{
    enum shape shape = body_shape(l, e);
    return shape & (OTHER | IN_WAVES) ? 0 : shape & IN_TIME ? 2 : 1;
}

int lower_waves(struct lower *l, struct ir *e)
{
    enum shape shape = body_shape(l, e);
    return shape & OTHER || !(shape & IN_WAVES) ? 0 : shape & IN_TIME ? 2 : 1;
}

bool lower_is_angle(struct lower *l, struct ir *e)
{
    return body_shape(l, e) == IN_TIME;
}

/* ---- Degree ---------------------------------------------------------------------------------- */

/* Of a polynomial in the states; above MOST_DEGREE, or where time or anything else comes in:
 * NO_DEGREE. */
enum { MOST_DEGREE = 4, NO_DEGREE = 5 };

static int64_t degree_known(struct shapes *s, const struct ir *e)
{
    return node_map_put(s->l->scratch, &s->map, e)->number - 1;
}

static int64_t degree_largest(struct shapes *s, const struct ir *e)
{
    int64_t degree = 0;
    for (int32_t k = 0; k < e->n; k++)
        if (degree_known(s, e->arg[k]) > degree) degree = degree_known(s, e->arg[k]);
    return degree;
}

/* a^b for a whole number b >= 1 that is written down. */
static int64_t degree_of_power(struct shapes *s, const struct ir *e)
{
    const struct ir *b = e->arg[1];
    double power = b->op == IR_REAL ? b->number : b->op == IR_INT ? (double)b->integer : 0;
    bool whole = power >= 1 && power <= MOST_DEGREE && power == (double)(int)power;
    return degree_known(s, b) == 0 && whole ? degree_known(s, e->arg[0]) * (int)power : NO_DEGREE;
}

static int64_t degree_at(struct shapes *s, struct ir *e)
{
    int64_t all = degree_largest(s, e);
    switch (e->op) {
    case IR_TIME: return NO_DEGREE;
    case IR_SOLVED:
        return all || (solved_shape(s->l, e->loop) | IN_STATES) != IN_STATES ? NO_DEGREE : 1;
    case IR_VAR: return e->var->kind == VAR_STATE ? 1 : all ? NO_DEGREE : 0;
    case IR_SUM_OF:
        return lower_affine(s->l, s->l->m->sums.at[e->integer].body) == 1 ? 1 : NO_DEGREE;
    case IR_DELAYED:
        return s->l->m->delays.at[e->integer].by < 0 &&
                       lower_affine(s->l, s->l->m->delays.at[e->integer].value) == 1
                   ? 1
                   : NO_DEGREE;
    case IR_ADD:
    case IR_SUB:
    case IR_NEG:
    case IR_SUM: return all;
    case IR_MUL: return degree_known(s, e->arg[0]) + degree_known(s, e->arg[1]);
    case IR_POW: return all ? degree_of_power(s, e) : 0;
    case IR_DIV: return degree_known(s, e->arg[1]) ? NO_DEGREE : all;
    case IR_IF: return degree_known(s, e->arg[0]) ? NO_DEGREE : all;
    default: return all ? NO_DEGREE : 0;
    }
}

static int learn_degree(void *user, struct ir *e)
{
    struct shapes *s = user;
    int64_t degree = degree_at(s, e);
    node_map_put(s->l->scratch, &s->map, e)->number = (degree < NO_DEGREE ? degree : NO_DEGREE) + 1;
    return 0;
}

int lower_degree(struct lower *l, struct ir *e)
{
    struct shapes s = {.l = l};
    int64_t degree;
    ir_visit(l->m, e, learn_degree, &s);
    degree = degree_known(&s, e);
    return degree <= MOST_DEGREE ? (int)degree : 0;
}
