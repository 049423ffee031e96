/* SPDX-License-Identifier: MIT */
/* expand_array.c - built-in functions that make arrays or take them as a whole.
 *
 * Each gives its element at positions i, j (from 0) in terms of elements of its arguments. With m
 * = mod 3,
 *     cross(a, b)[i] = a[i+1 m]*b[i+2 m] - a[i+2 m]*b[i+1 m]
 *     skew(v)[i, j] = 0 if i = j,  -v[i+2 m] if j = i+1 m,  v[i+1 m] else  (1) */
#include "flat/expand/expand.h"

static struct ir *real_at(const struct site *w, struct ast_expr *e, struct ir *i)
{
    return expand_convert(w->x, expand_element(w, e, &i), IR_R);
}

static struct ir *mod3(struct ir_model *m, struct ir *i, int64_t plus)
{
    return ir_binary(m, IR_IMOD, ir_binary(m, IR_ADD, i, ir_int(m, plus)), ir_int(m, 3));
}

static struct ir *same(const struct site *w, struct ir *i, struct ir *j)
{
    return ir_relation(w->x->m, IR_EQ, i, j, false);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

struct sizes {
    struct shape shape;
};

static struct ir *size_at(void *user, const struct site *w, int32_t d, struct ir *k)
{
    (void)k;
    return ir_int(w->x->m, ((struct sizes *)user)->shape.size[d]);
}

static struct ir *size(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    static const int64_t first[CHECK_RANK] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct sizes s = {expand_shape(w, e->args[0])};
    struct ir *d;
    if (e->n_args < 2)
        d = idx[0];
    else
        d = ir_binary(w->x->m, IR_SUB, expand_convert(w->x, expand_scalar(w, e->args[1]), IR_I),
                      ir_int(w->x->m, 1));
    if (d->op == IR_INT && (d->integer < 0 || d->integer >= s.shape.rank)) {
        error_at(w->x->messages, e->at, "there is no dimension %lld here",
                 (long long)d->integer + 1);
        return ir_int(w->x->m, 0);
    }
    if (s.shape.rank == 0) return ir_int(w->x->m, 0);
    return expand_choose(w, first, s.shape.rank, d, size_at, &s);
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* a + (b - a)*i/(n - 1) */
static struct ir *linspace(const struct site *w, struct ast_expr *e, struct ir *i)
{
    struct ir_model *m = w->x->m;
    struct ir *a = expand_real(w, e->args[0]), *b = expand_real(w, e->args[1]), *part;
    int32_t n = expand_size(w, e->args[2]);
    if (n < 2) return a;
    part = ir_binary(m, IR_DIV, expand_convert(w->x, i, IR_R), ir_real(m, n - 1));
    return ir_binary(m, IR_ADD, a, ir_binary(m, IR_MUL, ir_binary(m, IR_SUB, b, a), part));
}

static struct ir *diagonal(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    enum ir_type type = expand_type(e->type);
    struct ir *on = same(w, idx[0], idx[1]), *zero = expand_zero(w->x, type), *value;
    if (on->op == IR_INT && !on->integer) return zero;
    if (e->builtin == BUILTIN_IDENTITY)
        value = ir_int(w->x->m, 1);
    else
        value = expand_element(w, e->args[0], idx);
    return ir_if(w->x->m, on, expand_convert(w->x, value, type), zero);
}

static struct ir *cross(const struct site *w, struct ast_expr *e, struct ir *i)
{
    struct ir_model *m = w->x->m;
    struct ir *k1 = mod3(m, i, 1), *k2 = mod3(m, i, 2);
    struct ir *plus = ir_binary(m, IR_MUL, real_at(w, e->args[0], k1), real_at(w, e->args[1], k2));
    return ir_binary(m, IR_SUB, plus,
                     ir_binary(m, IR_MUL, real_at(w, e->args[0], k2), real_at(w, e->args[1], k1)));
}

static struct ir *skew(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    struct ir *on = same(w, idx[0], idx[1]), *right = same(w, idx[1], mod3(m, idx[0], 1));
    struct ir *minus = ir_unary(m, IR_NEG, real_at(w, e->args[0], mod3(m, idx[0], 2)));
    struct ir *off = ir_if(m, right, minus, real_at(w, e->args[0], mod3(m, idx[0], 1)));
    return ir_if(m, on, ir_real(m, 0), off);
}

/* The upper triangle, mirrored. */
static struct ir *symmetric(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *below = ir_relation(w->x->m, IR_LT, idx[1], idx[0], false),
              *upper[2] = {idx[1], idx[0]};
    if (below->op == IR_INT) return expand_element(w, e->args[0], below->integer ? upper : idx);
    return ir_if(w->x->m, below, expand_element(w, e->args[0], upper),
                 expand_element(w, e->args[0], idx));
}

/* scalar, vector, matrix: the positions asked for go to the dimensions that are not of size 1. */
static struct ir *reshaped(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct shape s = expand_shape(w, e->args[0]);
    struct ir *at[CHECK_RANK];
    bool taken = false;
    for (int32_t d = 0; d < s.rank; d++) {
        at[d] = ir_int(w->x->m, 0);
        if (e->builtin == BUILTIN_MATRIX && d < 2) at[d] = idx[d];
        if (e->builtin == BUILTIN_VECTOR && !taken && (s.size[d] != 1 || d == s.rank - 1)) {
            at[d] = idx[0];
            taken = true;
        }
    }
    return expand_element(w, e->args[0], at);
}

static struct ir *outer(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    return expand_arith(w->x, IR_MUL, expand_element(w, e->args[0], idx),
                        expand_element(w, e->args[1], idx + 1));
}

static struct ir *transposed(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *at[CHECK_RANK] = {idx[1], idx[0]};
    for (int32_t d = 2; d < e->type->rank; d++) at[d] = idx[d];
    return expand_element(w, e->args[0], at);
}

/* $same(x, n): one number for all parts; else the first of them. */
static struct ir *first_part(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct shape s = expand_shape(w, e->args[0]);
    struct value *v = e->type->rank == 0 ? check_value(w->x->messages, e) : NULL;
    struct ir *at[CHECK_RANK];
    if (v && v->number)
        return expand_convert(w->x, ir_real(w->x->m, v->number[0]), expand_type(e->type));
    if (expand_count(&s) == 0) return expand_zero(w->x, expand_type(e->type));
    for (int32_t d = 0; d < s.rank; d++)
        at[d] = d < e->args[1]->integer ? ir_int(w->x->m, 0) : idx[d - e->args[1]->integer];
    return expand_element(w, e->args[0], at);
}

struct ir *expand_array(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    enum ir_type type = expand_type(e->type);
    switch (e->builtin) {
    case BUILTIN_SIZE: return size(w, e, idx);
    case BUILTIN_NDIMS: return ir_int(m, expand_shape(w, e->args[0]).rank);
    case BUILTIN_ZEROS: return expand_zero(w->x, type);
    case BUILTIN_ONES: return expand_convert(w->x, ir_int(m, 1), type);
    case BUILTIN_FILL: return expand_scalar(w, e->args[0]);
    case BUILTIN_LINSPACE: return linspace(w, e, idx[0]);
    case BUILTIN_IDENTITY:
    case BUILTIN_DIAGONAL: return diagonal(w, e, idx);
    case BUILTIN_TRANSPOSE: return transposed(w, e, idx);
    case BUILTIN_SAME: return first_part(w, e, idx);
    case BUILTIN_SCALAR:
    case BUILTIN_VECTOR:
    case BUILTIN_MATRIX: return reshaped(w, e, idx);
    case BUILTIN_CAT: return expand_cat(w, e, idx);
    case BUILTIN_ARRAY: return expand_constructor(w, e, idx);
    case BUILTIN_CROSS: return cross(w, e, idx[0]);
    case BUILTIN_OUTER_PRODUCT: return outer(w, e, idx);
    case BUILTIN_SYMMETRIC: return symmetric(w, e, idx);
    case BUILTIN_SKEW: return skew(w, e, idx);
    default: return expand_zero(w->x, type);
    }
}
