/* SPDX-License-Identifier: MIT */
/* partial.c - d f / d q_j, symbolically where that is possible.
 *
 * The leaves of f are states x[index], sums and reductions; with D the derivative of f by a leaf,
 *     d = 0;  for each state x[index]:      if (j == first + index) d += D
 *             for each sum S_k:             d += D * dS_k/dq_j           (a function of its own)
 *             for each sum over i of g:     d += D * sum_i dg/dq_j
 * In the last line, a leaf of g whose index is affine in i is touched at most once: i follows from
 * j. Leaves of g that do not depend on i are leaves of f: its derivative by them knows about sums.
 * Where the derivative is not known as an expression (calls, loops, products, extrema), the Taylor
 * code itself is used with seeds: q_j has slope 1, everything else has slope 0, and the coefficient
 * of order 1 is the derivative. */
#include "emit/taylor/taylor.h"

enum { SLOT_J = 1 };

struct around { /* sums that a leaf is in                                          */
    const struct ir_iter *iter;
    const struct around *up;
};

struct leaves {
    struct ir_model *m;
    VEC(struct ir *) list;
    bool seeds; /* there is something that asks for them                           */
};

static int is_state(void *user, struct ir *e)
{
    (void)user;
    return (e->op == IR_VAR && e->var->kind == VAR_STATE) || e->op == IR_SUM_OF ||
           e->op == IR_SOLVED;
}

static bool depends(struct ir_model *m, struct ir *e)
{
    return ir_visit(m, e, is_state, NULL) != 0;
}

static void add_leaf(struct leaves *l, struct ir *e)
{
    for (int32_t k = 0; k < l->list.n; k++)
        if (l->list.at[k] == e) return;
    VEC_ADD(arena_scratch(l->m->arena), &l->list, e);
}

/* Leaves inside of sums that do not depend on their iterators. */
static void collect_inside(struct leaves *l, struct node_map *seen, struct ir *e,
                           const struct around *around)
{
    struct around inner = {e->iter, around};
    struct node_map fresh = {0};
    if (node_map_get(seen, e)) return;
    node_map_put(arena_scratch(l->m->arena), seen, e)->value = e;
    if (e->op == IR_VAR || e->op == IR_SUM_OF) {
        if (!is_state(NULL, e)) return;
        for (; around; around = around->up)
            if (ir_has_iter(l->m, e, around->iter)) return;
        add_leaf(l, e);
        return;
    }
    for (int32_t k = 0; k < e->n; k++)
        collect_inside(l, e->op == IR_SUM ? &fresh : seen, e->arg[k],
                       e->op == IR_SUM ? &inner : around);
}

/* Leaves of e: states and sums outside of reductions, the sums over iterators, and what does not
 * change inside of these. */
static void collect(struct leaves *l, struct node_map *seen, struct ir *e)
{
    struct node_map inside = {0};
    if (node_map_get(seen, e)) return;
    node_map_put(arena_scratch(l->m->arena), seen, e)->value = e;
    switch (e->op) {
    case IR_CALL:
    case IR_CALL_AT:
    case IR_SOLVED:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: l->seeds |= depends(l->m, e); return;
    case IR_SUM:
        if (!depends(l->m, e)) return;
        add_leaf(l, e);
        collect_inside(l, &inside, e, NULL);
        return;
    case IR_VAR:
    case IR_SUM_OF:
        if (is_state(NULL, e)) add_leaf(l, e);
        return;
    default:
        for (int32_t k = 0; k < e->n; k++) collect(l, seen, e->arg[k]);
    }
}

static struct leaves leaves_of(struct ir_model *m, struct ir *e)
{
    struct leaves l = {.m = m};
    struct node_map seen = {0};
    collect(&l, &seen, e);
    return l;
}

/* Is there a symbolic way for e and all sums in it? */
static bool symbolic(struct ir_model *m, struct ir *e)
{
    struct leaves l = leaves_of(m, e);
    if (l.seeds) return false;
    for (int32_t k = 0; k < l.list.n; k++) {
        struct ir *leaf = l.list.at[k];
        if (!ir_diff(m, e, leaf)) return false;
        if (leaf->op == IR_SUM && !symbolic(m, leaf->arg[0])) return false;
    }
    return true;
}

/* ---- Code ------------------------------------------------------------------------------------ */

struct sum_to { /* d += factor * ...                                               */
    struct taylor *t;
    int32_t d;
    struct ir *factor;       /* NULL: 1                                                         */
    struct code_expr *scale; /* another factor, evaluated already; NULL: 1                       */
};

static struct code_expr *local(struct taylor *t, int32_t slot)
{
    return code_local(t->code, t->f, slot);
}

static void add(struct sum_to *s, struct code_body *to, struct code_expr *x)
{
    code_set(s->t->code, to, s->d, code_binary(s->t->code, CODE_ADD, local(s->t, s->d), x));
}

static struct code_expr *is_j(struct taylor *t, struct code_body *to, const struct ir *leaf)
{
    struct code_expr *j = local(t, SLOT_J), *x = taylor_value(t, to, leaf->arg[0]), *same;
    same = code_binary(t->code, CODE_EQ, j,
                       code_binary(t->code, CODE_ADD, x, code_int(t->code, leaf->var->first)));
    if (taylor_in_range(leaf->arg[0], leaf->var->count)) return same;
    return code_binary(t->code, CODE_AND, same,
                       code_unary(t->code, CODE_NOT, taylor_outside(t->code, x, leaf->var->count)));
}

static void derive(struct sum_to *s, struct code_body *to, struct ir *e);

/* leaf is an IR_SUM_OF */
static void by_sum(struct sum_to *s, struct code_body *to, struct ir *leaf)
{
    struct taylor *t = s->t;
    const struct ir_sum *sum = &t->l->m->sums.at[leaf->integer];
    int64_t count = lower_points(sum->iters, sum->n_iters);
    struct code_expr **args = ARENA_ARRAY(t->l->arena, struct code_expr *, 2), *k, *x = NULL;
    struct code_body part = {0};
    k = taylor_value(t, to, leaf->arg[0]);
    args[0] = k;
    args[1] = local(t, SLOT_J);
    if (s->factor) x = taylor_value(t, &part, s->factor);
    if (s->scale) x = taylor_fold(t, x ? CODE_MUL : CODE_ADD, s->scale, x);
    add(s, &part,
        taylor_fold(t, x ? CODE_MUL : CODE_ADD, x,
                    code_call(t->code, lower_sum_partial(t->l, leaf->integer), args)));
    taylor_if(t, to,
              taylor_in_range(leaf->arg[0], (int32_t)count)
                  ? code_int(t->code, 1)
                  : code_unary(t->code, CODE_NOT, taylor_outside(t->code, k, (int32_t)count)),
              &part, NULL);
}

/* ---- Sums over an iterator ------------------------------------------------------------------- */

/* j = first + index with index = rest + c*it: the digit of it; *divides: no remainder, in range. */
static struct code_expr *solve_digit(struct taylor *t, struct code_body *to, const struct ir *leaf,
                                     const struct ir_iter *it, struct code_expr **divides)
{
    struct ir_model *m = t->l->m;
    struct ir *index = leaf->arg[0], *rest, *first = ir_int(m, it->lo);
    struct ir_iter *iter = (struct ir_iter *)(uintptr_t)it;
    struct code_expr *far, *digit;
    int64_t c0, c[2 * CHECK_RANK];
    int32_t at = -1;
    int32_t slot;
    if (index->n_free > 2 * CHECK_RANK || !ir_affine(index, index->free, index->n_free, &c0, c))
        return NULL;
    for (int32_t k = 0; k < index->n_free; k++)
        if (index->free[k] == it) at = k;
    if (at < 0 || c[at] * it->step == 0) return NULL;
    rest = ir_replace(m, index, &iter, &first, 1);
    c0 = c[at] * it->step;
    far = code_binary(t->code, CODE_SUB, local(t, SLOT_J), code_int(t->code, leaf->var->first));
    slot = code_slot_new(t->code, t->f, "far", CODE_I, 0);
    code_set(t->code, to, slot, code_binary(t->code, CODE_SUB, far, taylor_value(t, to, rest)));
    digit = code_binary(t->code, CODE_IDIV, local(t, slot), code_int(t->code, c0));
    *divides = code_binary(t->code, CODE_EQ,
                           code_binary(t->code, CODE_IMOD, local(t, slot), code_int(t->code, c0)),
                           code_int(t->code, 0));
    slot = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, it->name, -1), CODE_I, 0);
    code_set(t->code, to, slot, digit);
    digit = local(t, slot);
    *divides =
        code_binary(t->code, CODE_AND, *divides,
                    code_unary(t->code, CODE_NOT, taylor_outside(t->code, digit, it->count)));
    return digit;
}

static void add_term(struct sum_to *s, struct code_body *to, struct ir *body, struct ir *leaf)
{
    struct ir_model *m = s->t->l->m;
    struct ir *d = ir_diff(m, body, leaf);
    if (s->factor) d = ir_binary(m, IR_MUL, s->factor, d);
    if (d->op == IR_REAL && d->number == 0) return;
    add(s, to,
        taylor_fold(s->t, s->scale ? CODE_MUL : CODE_ADD, s->scale, taylor_value(s->t, to, d)));
}

/* The factor may use the iterator of a loop around; inside the sum it would be taken for its
 * own. */
static struct sum_to before_loop(const struct sum_to *s, struct code_body *to,
                                 const struct ir_iter *it)
{
    struct sum_to inner = *s;
    struct taylor *t = s->t;
    int32_t slot;
    if (!s->factor || !ir_has_iter(t->l->m, s->factor, it)) return inner;
    slot = code_slot_new(t->code, t->f, "factor", CODE_R, 0);
    code_set(
        t->code, to, slot,
        taylor_fold(t, s->scale ? CODE_MUL : CODE_ADD, s->scale, taylor_value(t, to, s->factor)));
    inner.scale = local(t, slot);
    inner.factor = NULL;
    return inner;
}

static void in_loop(struct sum_to *s, struct code_body *to, const struct ir *sum, struct ir *leaf)
{
    struct taylor *t = s->t;
    const struct ir_iter *it = sum->iter;
    struct code_body part = {0}, hit = {0};
    int32_t i =
        code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, it->name, -1), CODE_I, 0);
    taylor_bind(t, it, local(t, i), it->lo, it->step);
    if (leaf->op == IR_VAR) {
        struct code_expr *cond = is_j(t, &part, leaf);
        add_term(s, &hit, sum->arg[0], leaf);
        taylor_if(t, &part, cond, &hit, NULL);
    } else {
        struct sum_to inner = *s;
        struct ir *d = ir_diff(t->l->m, sum->arg[0], leaf);
        inner.factor = s->factor ? ir_binary(t->l->m, IR_MUL, s->factor, d) : d;
        derive(&inner, &part, leaf);
    }
    taylor_unbind(t);
    taylor_loop(t, to, i, 0, it->count - 1, 1, &part);
}

/* One leaf of the body of a sum over an iterator. */
static void in_sum(struct sum_to *s, struct code_body *to, const struct ir *sum, struct ir *leaf)
{
    struct taylor *t = s->t;
    struct code_body part = {0};
    struct code_expr *divides, *digit = NULL;
    if (leaf->op == IR_VAR) digit = solve_digit(t, to, leaf, sum->iter, &divides);
    if (!digit) {
        in_loop(s, to, sum, leaf);
        return;
    }
    taylor_bind(t, sum->iter, digit, sum->iter->lo, sum->iter->step);
    add_term(s, &part, sum->arg[0], leaf);
    taylor_unbind(t);
    taylor_if(t, to, divides, &part, NULL);
}

static void derive_plain(struct sum_to *s, struct code_body *to, struct ir *e)
{
    struct leaves l = leaves_of(s->t->l->m, e);
    for (int32_t k = 0; k < l.list.n; k++) {
        struct ir *leaf = l.list.at[k];
        struct sum_to inner = *s;
        struct code_body part = {0};
        if (leaf->op == IR_VAR) {
            struct code_expr *cond = is_j(s->t, to, leaf);
            add_term(s, &part, e, leaf);
            taylor_if(s->t, to, cond, &part, NULL);
            continue;
        }
        inner.factor = ir_diff(s->t->l->m, e, leaf);
        if (s->factor) inner.factor = ir_binary(s->t->l->m, IR_MUL, s->factor, inner.factor);
        derive(&inner, to, leaf);
    }
}

/* d += factor * d e / d q_j where e is a sum over an iterator or an IR_SUM_OF */
static void derive(struct sum_to *s, struct code_body *to, struct ir *e)
{
    struct leaves l;
    struct sum_to inner;
    if (e->op == IR_SUM_OF) {
        by_sum(s, to, e);
        return;
    }
    l = leaves_of(s->t->l->m, e->arg[0]);
    inner = before_loop(s, to, e->iter);
    for (int32_t k = 0; k < l.list.n; k++) {
        struct ir *leaf = l.list.at[k];
        if (leaf->op == IR_SUM || ir_has_iter(s->t->l->m, leaf, e->iter))
            in_sum(&inner, to, e, leaf);
    }
}

/* ---- Functions ------------------------------------------------------------------------------- */

static void with_seeds(struct taylor *t, struct code_body *to, struct ir *e)
{
    struct plan *p;
    struct code_expr *slope;
    t->seed = SLOT_J;
    t->levels = 2;
    t->spans = (struct node_map){0};
    p = taylor_plan(t, NULL, NULL, 2, e);
    p->top->body = to;
    slope = taylor_number(p->top, e, 1);
    code_add(t->code, to, CODE_RETURN)->a = slope;
    t->seed = -1;
    t->levels = SERIES;
    t->spans = (struct node_map){0};
}

void lower_by_wave(struct taylor *t, struct code_body *to, struct ir *e)
{
    t->by_wave = true;
    with_seeds(t, to, e);
}

void lower_partial(struct taylor *t, struct code_body *to, struct ir *e)
{
    struct sum_to s = {.t = t};
    struct leaves l = leaves_of(t->l->m, e);
    if (!symbolic(t->l->m, e)) {
        with_seeds(t, to, e);
        return;
    }
    if (l.list.n) {
        s.d = code_slot_new(t->code, t->f, "d", CODE_R, 0);
        code_set(t->code, to, s.d, code_real(t->code, 0));
    }
    derive_plain(&s, to, e);
    code_add(t->code, to, CODE_RETURN)->a = l.list.n ? local(t, s.d) : code_real(t->code, 0);
}

/* d S_k / d q_j for sum number `sum`; (k, j) */
struct code_fn *lower_sum_partial(struct lower *l, int64_t sum)
{
    const struct ir_sum *s = &l->m->sums.at[sum];
    struct code_fn *f = l->sum_partial[sum];
    struct ir *e;
    struct taylor t;
    if (f) return f;
    f = l->sum_partial[sum] = code_fn_new(
        l->code, CODE_USER, arena_format(l->arena, "sum_%lld_partial", (long long)sum + 1));
    code_slot_new(l->code, f, "k", CODE_I, 0);
    code_slot_new(l->code, f, "j", CODE_I, 0);
    f->n_params = 2;
    f->type = CODE_R;
    f->at = s->at;
    t = taylor_new(l, f, AT_EVAL);
    t.at = s->at;
    taylor_bind_box(&t, &f->body, s->iters, s->n_iters, code_local(l->code, f, 0));
    e = ir_reduce(l->m, IR_SUM, s->iter, s->body);
    lower_partial(&t, &f->body, e);
    return f;
}
