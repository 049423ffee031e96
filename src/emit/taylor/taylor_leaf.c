/* SPDX-License-Identifier: MIT */
/* taylor_leaf.c - variables, iterators and time, read as the place of the code demands.
 *
 *     place        states                discretes        before the event
 *     AT_EVAL      series of the signal  e->d             e->d
 *     AT_HANDLE    ev->state             e->d             ev->pre
 *     AT_START     x[]                   e->d             e->d
 *
 * An index that is affine in the iterators becomes affine in the digits of the point, whatever the
 * ranges of the loops are: x[i - 1] in for i in 2:N is e->q[(first + i) * stride] of point i. An
 * index that is not certain to be in range is checked; the fault names the variable, and element 0
 * is read. */
#include "emit/taylor/taylor.h"

/* ---- Iterators ------------------------------------------------------------------------------- */

void taylor_bind(struct taylor *t, const struct ir_iter *it, struct code_expr *digit, int64_t lo,
                 int64_t step)
{
    struct bound *b = ARENA_NEW(t->l->scratch, struct bound);
    *b = (struct bound){it, digit, lo, step, t->bounds};
    t->bounds = b;
}

void taylor_unbind(struct taylor *t)
{
    t->bounds = t->bounds->up;
}

static struct code_expr *keep_at(struct taylor *t, struct code_body *to, const char *name,
                                 struct code_expr *x)
{
    int32_t slot;
    if (x->op == CODE_LOCAL || x->op == CODE_INT || x->op == CODE_REAL) return x;
    slot = code_slot_new(t->code, t->f, name, x->type, 0);
    code_set(t->code, to, slot, x);
    return code_local(t->code, t->f, slot);
}

void taylor_bind_box(struct taylor *t, struct code_body *to, struct ir_iter **iters, int32_t n,
                     struct code_expr *point)
{
    struct code_model *m = t->code;
    if (n > 1) point = keep_at(t, to, "point", point);
    for (int32_t k = n - 1; k >= 0; k--) {
        struct code_expr *count = code_int(m, iters[k]->count), *digit = point;
        if (k > 0) {
            const char *name = taylor_identifier(t->l->arena, iters[k]->name, -1);
            digit = keep_at(t, to, name, code_binary(m, CODE_IMOD, point, count));
            point = keep_at(t, to, "point", code_binary(m, CODE_IDIV, point, count));
        }
        taylor_bind(t, iters[k], digit, iters[k]->lo, iters[k]->step);
    }
}

static const struct bound *bound_of(const struct taylor *t, const struct ir_iter *it)
{
    const struct bound *b = t->bounds;
    while (b && b->iter != it) b = b->up;
    return b;
}

static struct code_expr *scaled(struct code_model *m, int64_t factor, struct code_expr *x)
{
    return code_binary(m, CODE_MUL, x, code_int(m, factor));
}

static int64_t wrap(int64_t a, int64_t b, int64_t factor)
{
    return (int64_t)((uint64_t)a + (uint64_t)b * (uint64_t)factor);
}

enum { ITERS = 2 * CHECK_RANK };

/* c0 + sum c[k]*value(iters[k]), in the digits; NULL: an iterator is not bound. */
static struct code_expr *affine_sum(struct taylor *t, struct ir_iter **iters, int32_t n, int64_t c0,
                                    const int64_t *c)
{
    struct code_expr *sum = NULL;
    for (int32_t k = 0; k < n; k++) {
        const struct bound *b = bound_of(t, iters[k]);
        if (!b) return NULL;
        c0 = wrap(c0, c[k], b->lo);
        sum = taylor_fold(t, CODE_ADD, sum, scaled(t->code, wrap(0, c[k], b->step), b->digit));
    }
    if (!sum) return code_int(t->code, c0);
    if (c0 < 0 && c0 > INT64_MIN)
        return code_binary(t->code, CODE_SUB, sum, code_int(t->code, -c0));
    return code_binary(t->code, CODE_ADD, sum, code_int(t->code, c0));
}

static struct code_expr *index_plus(struct region *r, struct ir *index, int64_t first)
{
    struct taylor *t = r->plan->t;
    struct code_expr *x = NULL;
    int64_t c0, c[ITERS];
    if (index->op == IR_INT) return code_int(t->code, index->integer + first);
    if (index->n_free <= ITERS && ir_affine(index, index->free, index->n_free, &c0, c))
        x = affine_sum(t, index->free, index->n_free, wrap(c0, first, 1), c);
    if (x) return x;
    return code_binary(t->code, CODE_ADD, taylor_coef(r, index, 0), code_int(t->code, first));
}

struct code_expr *taylor_index(struct region *r, struct ir *index)
{
    return index_plus(r, index, 0);
}

bool taylor_in_range(const struct ir *index, int32_t count)
{
    int64_t lo, hi;
    return ir_bounds(index, &lo, &hi) && lo >= 0 && hi < count;
}

struct code_expr *taylor_outside(struct code_model *m, struct code_expr *x, int32_t count)
{
    return code_binary(m, CODE_OR, code_binary(m, CODE_LT, x, code_int(m, 0)),
                       code_binary(m, CODE_LE, code_int(m, count), x));
}

struct code_expr *taylor_element(struct region *r, struct ir *index, int32_t first, int32_t count,
                                 const char *name)
{
    struct taylor *t = r->plan->t;
    struct code_body bad = {0};
    struct code_expr *x;
    int32_t slot;
    if (taylor_in_range(index, count)) return index_plus(r, index, first);
    slot = code_slot_new(t->code, t->f, "at", CODE_I, 0);
    code_set(t->code, r->body, slot, taylor_index(r, index));
    x = code_local(t->code, t->f, slot);
    taylor_fault(t, &bad,
                 arena_format(t->l->arena, "an index%s%s is outside its range (%d element%s)",
                              name[0] == '$' ? "" : " of ", name[0] == '$' ? "" : name, count,
                              count == 1 ? "" : "s"));
    code_set(t->code, &bad, slot, code_int(t->code, 0));
    taylor_if(t, r->body, taylor_outside(t->code, x, count), &bad, NULL);
    return code_binary(t->code, CODE_ADD, x, code_int(t->code, first));
}

/* ---- Signals --------------------------------------------------------------------------------- */

static struct code_expr *shifted(struct taylor *t, struct code_expr *at, struct code_expr *h, int k)
{
    struct code_model *m = t->code;
#define Q(j)      code_leaf(m, CODE_SIGNAL, j, at)
#define ADD(a, b) code_binary(m, CODE_ADD, a, b)
#define MUL(a, b) code_binary(m, CODE_MUL, a, b)
    if (k + 1 == t->width) return Q(k + 1);
    if (t->width <= 2) return ADD(Q(1), MUL(h, Q(2)));
    switch (k) {
    case 0: return ADD(Q(1), MUL(h, ADD(Q(2), MUL(h, ADD(Q(3), MUL(h, Q(4)))))));
    case 1:
        return ADD(Q(2),
                   MUL(h, ADD(MUL(code_real(m, 2), Q(3)), MUL(MUL(code_real(m, 3), h), Q(4)))));
    default: return ADD(Q(3), MUL(MUL(code_real(m, 3), h), Q(4)));
    }
#undef Q
#undef ADD
#undef MUL
}

/* 1 if it is what is differentiated by, else 0. */
static struct code_expr *seed_is(struct taylor *t, struct code_expr *number)
{
    struct code_model *m = t->code;
    return code_cond(m, code_binary(m, CODE_EQ, number, code_local(m, t->f, t->seed)),
                     code_real(m, 1), code_real(m, 0));
}

struct code_expr *taylor_wave(struct series *s, int k)
{
    struct taylor *t = s->region->plan->t;
    if (k == 0) return code_real(t->code, 0);
    return seed_is(t, taylor_index(s->region, lower_wave_number(t->l, s->node)));
}

/* Level k of the signal at `at`; the seed is 1 for one state and 0 for all others. */
static struct code_expr *signal(struct series *s, struct code_expr *at, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_model *m = t->code;
    if (!s->aux[0]) s->aux[0] = taylor_keep(r, "at", at);
    if (k > 0 && t->seed >= 0) return seed_is(t, s->aux[0]);
    if (!s->aux[1] && k + 1 < t->width)
        s->aux[1] = taylor_keep(r, "h",
                                code_binary(m, CODE_SUB, code_leaf(m, CODE_TIME, 0, NULL),
                                            code_leaf(m, CODE_SIGNAL, 0, s->aux[0])));
    return shifted(t, s->aux[0], s->aux[1], k);
}

/* ---- Variables ------------------------------------------------------------------------------- */

/* A double as the variable's type has it. */
static struct code_expr *typed(struct code_model *m, enum ir_type type, struct code_expr *x)
{
    if (type == IR_I) return code_unary(m, CODE_TO_INT, x);
    if (type == IR_B) return code_binary(m, CODE_NE, x, code_real(m, 0));
    return x;
}

static struct code_expr *constant(struct region *r, const struct ir *e)
{
    struct taylor *t = r->plan->t;
    struct code_expr *at = taylor_element(r, e->arg[0], 0, e->var->count, e->var->name);
    if (at->op == CODE_INT) return code_real(t->code, e->var->data[at->integer]);
    return code_leaf(t->code, CODE_TABLE, lower_table(t->l, e->var), at);
}

static struct code_expr *state(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    const struct ir_var *v = s->node->var;
    struct code_expr *at = s->aux[0];
    if (!at) at = taylor_element(r, s->node->arg[0], v->first, v->count, v->name);
    if (t->place == AT_HANDLE) return code_leaf(t->code, CODE_X, 0, at);
    if (t->place == AT_START) return code_item(t->code, 2, at);
    return signal(s, at, k);
}

static const struct past *past_of(const struct taylor *t, const struct ir *e)
{
    for (int32_t k = 0; e->op == IR_PRE && k < t->past.n; k++)
        if (t->past.at[k].var == e->var) return &t->past.at[k];
    return NULL;
}

static struct code_expr *variable(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    const struct ir *e = s->node;
    const struct ir_var *v = e->var;
    const struct past *past = past_of(t, e);
    bool pre = t->place == AT_HANDLE && (e->op == IR_PRE || t->before);
    if (past)
        return typed(
            t->code, v->type,
            code_item(t->code, past->slot, taylor_element(r, e->arg[0], 0, v->count, v->name)));
    if (v->kind == VAR_STATE) return state(s, k);
    if (v->data && (v->kind == VAR_CONSTANT || v->structural))
        return typed(t->code, v->type, constant(r, e));
    return typed(t->code, v->type,
                 code_leaf(t->code,
                           v->kind != VAR_DISCRETE ? CODE_P
                           : pre                   ? CODE_PRE
                                                   : CODE_D,
                           0, taylor_element(r, e->arg[0], v->first, v->count, v->name)));
}

/* ---- Sums and delays ------------------------------------------------------------------------- */

/* e with the iterators of a box as they are at point number `index`. */
struct ir *taylor_at_point(struct ir_model *m, struct ir *e, struct ir_iter **iters, int32_t n,
                           struct ir *index)
{
    struct ir **to = ARENA_ARRAY(m->arena, struct ir *, n + 1);
    for (int32_t k = n - 1; k >= 0; k--) {
        struct ir *count = ir_int(m, iters[k]->count);
        struct ir *digit = k > 0 ? ir_binary(m, IR_IMOD, index, count) : index;
        if (k > 0) index = ir_binary(m, IR_IDIV, index, count);
        digit = ir_binary(m, IR_MUL, ir_int(m, iters[k]->step), digit);
        to[k] = ir_binary(m, IR_ADD, digit, ir_int(m, iters[k]->lo));
    }
    return n ? ir_replace(m, e, iters, to, n) : e;
}

struct ir *taylor_sum_expression(struct ir_model *m, const struct ir *e)
{
    const struct ir_sum *sum = &m->sums.at[e->integer];
    struct ir *all = ir_reduce(m, IR_SUM, sum->iter, sum->body);
    return taylor_at_point(m, all, sum->iters, sum->n_iters, e->arg[0]);
}

static struct code_expr *sum(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir_model *m = t->l->m;
    const struct ir_sum *of = &m->sums.at[s->node->integer];
    int32_t count = (int32_t)lower_points(of->iters, of->n_iters);
    if (t->place != AT_EVAL) return taylor_coef(r, taylor_sum_expression(m, s->node), k);
    if (k > 0 && t->seed >= 0) {
        struct code_expr **args = ARENA_ARRAY(t->l->arena, struct code_expr *, 2);
        args[0] = taylor_element(r, s->node->arg[0], 0, count, "a sum");
        args[1] = code_local(t->code, t->f, t->seed);
        return code_call(t->code, lower_sum_partial(t->l, s->node->integer), args);
    }
    if (s->aux[0]) return signal(s, NULL, k);
    return signal(s, taylor_element(r, s->node->arg[0], m->n_states + of->first, count, "a sum"),
                  k);
}

static struct code_expr *delayed(struct series *s, int k)
{
    struct region *r = s->region;
    struct ir_model *m = r->plan->t->l->m;
    const struct ir_delay *of = &m->delays.at[s->node->integer];
    int32_t count = (int32_t)lower_points(of->iters, of->n_iters);
    int32_t first = m->n_states + m->n_sums + of->first;
    struct ir *index = s->node->arg[0];
    if (r->plan->t->place == AT_START)
        return taylor_coef(r, taylor_at_point(m, of->value, of->iters, of->n_iters, index), k);
    if (s->aux[0]) return signal(s, NULL, k);
    return signal(s, taylor_element(r, index, first, count, "a delay"), k);
}

/* ---- The rest -------------------------------------------------------------------------------- */

const struct stand_in *taylor_stand_in(const struct taylor *t, const struct ir *e)
{
    int64_t at = node_map_number(&t->standing, e);
    if (at) return &t->stand_ins.at[at - 1];
    for (int32_t k = 0; e->op == IR_LOCAL && k < t->stand_ins.n; k++) {
        const struct stand_in *s = &t->stand_ins.at[k];
        if (!s->node && s->var == e->var) return s;
    }
    return NULL;
}

void taylor_stand(struct taylor *t, struct stand_in in)
{
    if (in.node && node_map_number(&t->standing, in.node)) return;
    VEC_ADD(t->l->scratch, &t->stand_ins, in);
    if (in.node) node_map_put(t->l->scratch, &t->standing, in.node)->number = t->stand_ins.n;
}

static struct code_expr *stand_in(struct series *s, const struct stand_in *in, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_model *m = t->code;
    struct code_expr *at = code_int(m, in->offset);
    if (!t->f->slots.at[in->slot].size) return code_local(m, t->f, in->slot);
    if (in->var && !s->aux[0])
        s->aux[0] = taylor_keep(
            r, "at", taylor_element(r, s->node->arg[0], 0, in->var->count, in->var->name));
    if (in->var) at = s->aux[0];
    if (in->plain || s->node->type != IR_R)
        return typed(m, s->node->type, code_item(m, in->slot, at));
    if (in->var) at = scaled(m, SERIES, at);
    return code_item(m, in->slot, code_binary(m, CODE_ADD, at, code_int(m, k)));
}

static struct code_expr *iterator(struct series *s)
{
    struct taylor *t = s->region->plan->t;
    int64_t one = 1;
    struct code_expr *x = affine_sum(t, &s->node->iter, 1, 0, &one);
    return x ? x : code_int(t->code, s->node->iter->lo);
}

/* True while this very element of its clock fires. */
static struct code_expr *sample(struct series *s)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    const struct ir_clock *c = t->clock, *own = &t->l->m->clocks.at[s->node->integer - 1];
    struct code_expr *now = NULL;
    if (!c || t->before) return code_int(t->code, 0);
    if (c == own)
        now = code_binary(t->code, CODE_EQ,
                          taylor_index(r, ir_position(t->l->m, c->iters, c->n_iters)), t->point);
    for (int32_t k = 0; k < t->companions.n; k++)
        if (t->companions.at[k].clock == own)
            now = code_local(t->code, t->f, t->companions.at[k].slot);
    if (!now) return code_int(t->code, 0);
    return t->firing ? code_binary(t->code, CODE_AND, t->firing, now) : now;
}

struct code_expr *taylor_leaf(struct series *s, int k)
{
    struct taylor *t = s->region->plan->t;
    const struct ir *e = s->node;
    const struct stand_in *in = taylor_stand_in(t, e);
    if (in) return stand_in(s, in, k);
    switch (e->op) {
    case IR_REAL: return code_real(t->code, e->number);
    case IR_INT: return code_int(t->code, e->integer);
    case IR_ITER: return iterator(s);
    case IR_TIME:
        if (k) return t->by_wave ? seed_is(t, code_int(t->code, -1)) : code_real(t->code, 1);
        return code_leaf(t->code, CODE_TIME, 0, NULL);
    case IR_VAR:
    case IR_PRE: return variable(s, k);
    case IR_SUM_OF: return sum(s, k);
    case IR_DELAYED: return delayed(s, k);
    case IR_INITIAL: return code_int(t->code, t->initial);
    case IR_TERMINAL: return code_int(t->code, t->terminal);
    case IR_SAMPLE: return sample(s);
    default: return code_int(t->code, 0);
    }
}
