/* SPDX-License-Identifier: MIT */
/* expand_build.c - arrays written out: {a, b, c}, [a, b; c, d], cat, {e for i in r}.
 *
 * At a literal position the element is picked. At others (an iterator, an Integer variable) an
 * array of numbers becomes a table, a hidden constant; any other becomes a choice by bisection,
 *     if k < 2 then (if k < 1 then a else b) else c,
 * whose depth is the logarithm of the length. A comprehension is a function of its positions: the
 * iterators are bound to the values there. */
#include "flat/expand/expand.h"

/* ---- Choice ---------------------------------------------------------------------------------- */

/* Which of the blocks lo .. hi-1 holds position k? Block b begins at first[b]. */
static struct ir *bisect(const struct site *w, const int64_t *first, int32_t lo, int32_t hi,
                         struct ir *k, expand_block_fn *fn, void *user)
{
    struct ir_model *m = w->x->m;
    int32_t mid = lo + (hi - lo) / 2;
    struct ir *c;
    if (hi - lo == 1) return fn(user, w, lo, ir_binary(m, IR_SUB, k, ir_int(m, first[lo])));
    c = ir_relation(m, IR_LT, k, ir_int(m, first[mid]), false);
    if (c->op == IR_INT)
        return c->integer ? bisect(w, first, lo, mid, k, fn, user)
                          : bisect(w, first, mid, hi, k, fn, user);
    struct site in = *w;
    in.conditional = true;
    struct ir *below = bisect(&in, first, lo, mid, k, fn, user);
    return ir_if(m, c, below, bisect(&in, first, mid, hi, k, fn, user));
}

struct ir *expand_choose(const struct site *w, const int64_t *first, int32_t n, struct ir *k,
                         expand_block_fn *fn, void *user)
{
    return bisect(w, first, 0, n, k, fn, user);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The numbers of e, if it consists of numbers. */
static double *numbers(const struct site *w, struct ast_expr *e, const struct shape *shape)
{
    int64_t n = expand_count(shape), at[CHECK_RANK];
    double *data = n <= EXPAND_SCALARS ? ARENA_ARRAY(w->x->arena, double, n) : NULL;
    for (int64_t k = 0; data && k < n; k++) {
        int64_t rest = k;
        for (int32_t d = shape->rank - 1; d >= 0; rest /= shape->size[d--])
            at[d] = rest % shape->size[d];
        struct ir *v = expand_at(w, e, shape->rank, at);
        if (!expand_literal(v)) return NULL;
        data[k] = v->op == IR_REAL ? v->number : (double)v->integer;
    }
    return data;
}

static bool all_literal(struct ir **idx, int32_t n)
{
    for (int32_t d = 0; d < n; d++)
        if (idx[d]->op != IR_INT) return false;
    return true;
}

static bool written_as_numbers(const struct ast_expr *e)
{
    if (e->kind == EXPR_REAL || e->kind == EXPR_INTEGER || e->kind == EXPR_BOOLEAN) return true;
    if (e->kind == EXPR_NAME)
        return e->symbol && (e->symbol->kind == SYMBOL_LITERAL || expand_is_constant(e->symbol));
    if (e->kind != EXPR_UNARY && e->kind != EXPR_BINARY && e->kind != EXPR_ARRAY &&
        e->kind != EXPR_MATRIX)
        return false;
    for (int32_t k = 0; k < e->n_args; k++)
        if (!written_as_numbers(e->args[k])) return false;
    return true;
}

/* Element idx of e out of a table; NULL: e does not consist of numbers. */
static struct ir *from_table(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    struct shape shape = {.rank = 0};
    struct ir *index = ir_int(m, 0);
    double *data = NULL;
    if (written_as_numbers(e)) {
        shape = expand_shape(w, e);
        data = numbers(w, e, &shape);
    }
    if (!data || expand_count(&shape) == 0) return NULL;
    for (int32_t d = 0; d < shape.rank; d++)
        index = ir_binary(m, IR_ADD, ir_binary(m, IR_MUL, index, ir_int(m, shape.size[d])), idx[d]);
    return ir_var_at(m, IR_VAR, expand_table(w->x, expand_type(e->type), &shape, data), index);
}

/* ---- {a, b, c} ------------------------------------------------------------------------------- */

struct parts {
    struct ast_expr *e;
    struct ir **idx;
    enum ir_type type;
};

static struct ir *part(void *user, const struct site *w, int32_t block, struct ir *k)
{
    struct parts *p = user;
    (void)k;
    return expand_convert(w->x, expand_element(w, p->e->args[block], p->idx + 1), p->type);
}

static int64_t *counting(struct expand *x, int32_t n)
{
    int64_t *first = ARENA_ARRAY(x->arena, int64_t, n);
    for (int32_t k = 0; k < n; k++) first[k] = k;
    return first;
}

struct ir *expand_constructor(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct parts p = {e, idx, expand_type(e->type)};
    struct ir *value;
    if (e->n_args == 0) return expand_zero(w->x, p.type);
    if (idx[0]->op == IR_INT) {
        if (idx[0]->integer < 0 || idx[0]->integer >= e->n_args) return expand_zero(w->x, p.type);
        return part(&p, w, (int32_t)idx[0]->integer, idx[0]);
    }
    if ((value = from_table(w, e, idx)) != NULL) return value;
    return expand_choose(w, counting(w->x, e->n_args), e->n_args, idx[0], part, &p);
}

/* ---- Blocks one beside the other: cat and [a, b; c, d] --------------------------------------- */

struct blocks {
    struct ast_expr **e;
    struct ir **idx;
    /* of the whole; which position is replaced */
    int32_t rank, along;
    enum ir_type type;
};

/* The element of a block, which may have fewer dimensions: trailing ones of size 1. */
static struct ir *block(void *user, const struct site *w, int32_t b, struct ir *k)
{
    struct blocks *p = user;
    struct ir *idx[CHECK_RANK];
    for (int32_t d = 0; d < p->rank; d++) idx[d] = d == p->along ? k : p->idx[d];
    return expand_convert(w->x, expand_element(w, p->e[b], idx), p->type);
}

static struct ir *beside(const struct site *w, struct blocks *p, int32_t n)
{
    int64_t *first = ARENA_ARRAY(w->x->arena, int64_t, n), end = 0;
    int32_t used = 0;
    struct ast_expr **kept = ARENA_ARRAY(w->x->arena, struct ast_expr *, n);
    for (int32_t b = 0; b < n; b++) {
        struct shape s = expand_shape(w, p->e[b]);
        int32_t size = p->along < s.rank ? s.size[p->along] : 1;
        if (size == 0) continue;
        first[used] = end;
        kept[used++] = p->e[b];
        end += size;
    }
    p->e = kept;
    if (used == 0) return expand_zero(w->x, p->type);
    return expand_choose(w, first, used, p->idx[p->along], block, p);
}

struct ir *expand_cat(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    int32_t rank = e->type->rank;
    int64_t along = 1;
    struct blocks p = {e->args + 1, idx, rank, 0, expand_type(e->type)};
    if (!expand_integer(w, e->args[0], &along) || along < 1 || along > rank) {
        error_at(w->x->messages, e->args[0]->at, "cat needs a dimension from 1 to %d", (int)rank);
        return expand_zero(w->x, p.type);
    }
    p.along = (int32_t)along - 1;
    return beside(w, &p, e->n_args - 1);
}

struct rows {
    struct ast_expr *e;
    struct ir **idx;
};

static struct ir *row(void *user, const struct site *w, int32_t r, struct ir *k)
{
    struct rows *p = user;
    struct ir *idx[2] = {k, p->idx[1]};
    struct blocks b = {p->e->args[r]->args, idx, 2, 1, expand_type(p->e->type)};
    return beside(w, &b, p->e->args[r]->n_args);
}

struct ir *expand_matrix(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct rows p = {e, idx};
    int64_t *first = ARENA_ARRAY(w->x->arena, int64_t, e->n_args + 1), end = 0;
    struct ir *value = all_literal(idx, 2) ? NULL : from_table(w, e, idx);
    if (value) return value;
    for (int32_t r = 0; r < e->n_args; r++) {
        struct ast_expr *left = e->args[r]->n_args > 0 ? e->args[r]->args[0] : NULL;
        struct shape s = {.rank = 0};
        if (left) s = expand_shape(w, left);
        first[r] = end;
        end += s.rank > 0 ? s.size[0] : 1;
    }
    if (e->n_args == 0) return expand_zero(w->x, expand_type(e->type));
    return expand_choose(w, first, e->n_args, idx[0], row, &p);
}

/* ---- {e for i in r, j in s} ------------------------------------------------------------------ */

struct ir *expand_comprehension(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *old[CHECK_RANK], *value;
    int32_t n = e->n_iterators < CHECK_RANK ? e->n_iterators : CHECK_RANK;
    for (int32_t k = n - 1, d = 0; k >= 0; k--, d++) {
        value = expand_iterator_value(w, &e->iterators[k], idx[d]);
        old[k] = expand_bind(w->x, e->iterators[k].symbol, value);
    }
    value = expand_element(w, e->args[0], idx + n);
    for (int32_t k = 0; k < n; k++) expand_bind(w->x, e->iterators[k].symbol, old[k]);
    return expand_convert(w->x, value, expand_type(e->type));
}

/* Is it better to write e out than to ask for it at an iterator? Yes if neighbouring elements have
 * nothing in common. Blocks of equal elements need not be: loops are cut between them
 * (expand_cut.c). */
bool expand_prefers_literal(const struct ast_expr *e)
{
    if ((e->kind == EXPR_ARRAY || e->builtin == BUILTIN_ARRAY) && e->type && e->type->rank == 1)
        return !written_as_numbers(e);
    if (e->kind == EXPR_CALL && !e->builtin) return false;
    if (e->kind == EXPR_REDUCE || e->kind == EXPR_NAME) return false;
    switch (e->builtin) {
    case BUILTIN_CROSS:
    case BUILTIN_SKEW: return true;
    case BUILTIN_SUM:
    case BUILTIN_PRODUCT: return false;
    default: break;
    }
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k] && expand_prefers_literal(e->args[k])) return true;
    return false;
}
