/* SPDX-License-Identifier: MIT */
/* expand_shape.c - how large an expression is.
 *
 * The checker knows that of every expression of a model. Inside a function, and where a size
 * depends on an iterator, it says -1, and the answer is worked out here from the operands: there
 * the sizes of variables are those of the instance, and an Integer is known if it becomes a
 * literal. */
#include "flat/expand/expand.h"

#include <string.h>

enum ir_type expand_type(const struct type *t)
{
    if (!t) return IR_R;
    if (t->base == TYPE_BOOLEAN) return IR_B;
    return t->base == TYPE_INTEGER || t->base == TYPE_ENUM ? IR_I : IR_R;
}

int64_t expand_count(const struct shape *s)
{
    int64_t n = 1;
    for (int32_t d = 0; d < s->rank; d++) n = n > INT32_MAX ? n : n * s->size[d];
    for (int32_t d = 0; d < s->rank; d++) n = s->size[d] == 0 ? 0 : n;
    return n;
}

struct shape expand_var_shape(const struct ir_var *v)
{
    struct shape s = {.rank = v->rank};
    memcpy(s.size, v->size, sizeof s.size);
    return s;
}

static struct shape one(int32_t size)
{
    return (struct shape){.rank = 1, .size = {size}};
}

static struct shape two(int32_t rows, int32_t columns)
{
    return (struct shape){.rank = 2, .size = {rows, columns}};
}

/* ---- Numbers --------------------------------------------------------------------------------- */

bool expand_whole(double number, int64_t *v)
{
    if (!(number >= -0x1p62 && number <= 0x1p62)) return false;
    *v = (int64_t)number;
    return (double)*v == number;
}

/* Is e a whole number that is known now? */
bool expand_integer(const struct site *w, struct ast_expr *e, int64_t *v)
{
    struct site in = *w;
    struct ir *node;
    double number;
    in.sizing = true;
    in.events = false;
    in.before = NULL;
    if (e->kind == EXPR_INTEGER) return *v = e->integer, true;
    node = expand_scalar(&in, e);
    if (node->op == IR_INT) return *v = node->integer, true;
    return ir_constant(node, &number) && expand_whole(number, v);
}

int32_t expand_size(const struct site *w, struct ast_expr *e)
{
    int64_t v;
    if (!expand_integer(w, e, &v)) {
        error_at(w->x->messages, e->at, "this size is not known at compile time");
        return 0;
    }
    if (v >= 0 && v <= INT32_MAX) return (int32_t)v;
    error_at(w->x->messages, e->at, v < 0 ? "a size of %lld" : "a size of %lld is too large",
             (long long)v);
    return 0;
}

/* ---- By kind --------------------------------------------------------------------------------- */

static struct shape first_array(const struct site *w, struct ast_expr *e)
{
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k] && e->args[k]->type && e->args[k]->type->rank > 0)
            return expand_shape(w, e->args[k]);
    return (struct shape){.rank = 0};
}

static struct shape sizes(const struct site *w, struct ast_expr *e, int32_t from)
{
    struct shape s = {.rank = 0};
    for (int32_t k = from; k < e->n_args && s.rank < CHECK_RANK; k++)
        s.size[s.rank++] = expand_size(w, e->args[k]);
    return s;
}

static struct shape as_matrix(struct shape s)
{
    if (s.rank == 0) return two(1, 1);
    return two(s.size[0], s.rank == 1 ? 1 : s.size[1]);
}

static struct shape cat_shape(const struct site *w, struct ast_expr *e)
{
    struct shape s = expand_shape(w, e->args[1]);
    int64_t along = 1;
    expand_integer(w, e->args[0], &along);
    if (along < 1 || along > s.rank) return s;
    for (int32_t k = 2; k < e->n_args; k++)
        s.size[along - 1] += expand_shape(w, e->args[k]).size[along - 1];
    return s;
}

static struct shape matrix_shape(const struct site *w, struct ast_expr *e)
{
    int32_t rows = 0, columns = 0;
    for (int32_t r = 0; r < e->n_args; r++) {
        struct ast_expr *row = e->args[r];
        for (int32_t k = 0; k < row->n_args; k++) {
            struct shape s = as_matrix(expand_shape(w, row->args[k]));
            if (k == 0) rows += s.size[0];
            if (r == 0) columns += s.size[1];
        }
    }
    return two(rows, columns);
}

static struct shape constructor_shape(const struct site *w, struct ast_expr *e)
{
    struct shape inner = {.rank = 0}, s;
    if (e->n_args > 0) inner = expand_shape(w, e->args[0]);
    s = one(e->n_args);
    for (int32_t d = 0; d < inner.rank && s.rank < CHECK_RANK; d++)
        s.size[s.rank++] = inner.size[d];
    return s;
}

/* {e for i in a, j in b}: j runs over the first dimension. */
static struct shape comprehension_shape(const struct site *w, struct ast_expr *e)
{
    struct shape inner, s = {.rank = 0};
    for (int32_t k = e->n_iterators - 1; k >= 0 && s.rank < CHECK_RANK; k--)
        s.size[s.rank++] = expand_iterator_count(w, &e->iterators[k]);
    inner = expand_shape(w, e->args[0]);
    for (int32_t d = 0; d < inner.rank && s.rank < CHECK_RANK; d++)
        s.size[s.rank++] = inner.size[d];
    return s;
}

static struct shape range_shape(const struct site *w, struct ast_expr *e)
{
    struct span r = expand_range(w, e);
    if (!r.constant)
        error_at(w->x->messages, e->at, "the size of this range is not known at compile time");
    return one(r.constant ? r.count : 0);
}

static struct shape binary_shape(const struct site *w, struct ast_expr *e)
{
    int32_t ra = e->args[0]->type->rank, rb = e->args[1]->type->rank;
    struct shape a, b;
    if (e->op != OP_MUL || ra == 0 || rb == 0) return expand_shape(w, e->args[ra == 0]);
    a = expand_shape(w, e->args[0]);
    b = expand_shape(w, e->args[1]);
    if (ra == 1 && rb == 1) return (struct shape){.rank = 0};
    if (ra == 1) return one(b.size[1]);
    return rb == 1 ? one(a.size[0]) : two(a.size[0], b.size[1]);
}

/* Without the first n dimensions. */
static struct shape without(struct shape s, int32_t n)
{
    struct shape out = {.rank = s.rank - n};
    for (int32_t d = 0; d < out.rank; d++) out.size[d] = s.size[d + n];
    return out;
}

static struct shape builtin_shape(const struct site *w, struct ast_expr *e)
{
    struct shape a;
    switch (e->builtin) {
    case BUILTIN_SIZE: return one(expand_shape(w, e->args[0]).rank);
    case BUILTIN_ZEROS:
    case BUILTIN_ONES: return sizes(w, e, 0);
    case BUILTIN_FILL: return sizes(w, e, 1);
    case BUILTIN_LINSPACE: return one(expand_size(w, e->args[2]));
    case BUILTIN_IDENTITY: return two(expand_size(w, e->args[0]), expand_size(w, e->args[0]));
    case BUILTIN_DIAGONAL: a = expand_shape(w, e->args[0]); return two(a.size[0], a.size[0]);
    case BUILTIN_TRANSPOSE: a = expand_shape(w, e->args[0]); return two(a.size[1], a.size[0]);
    case BUILTIN_VECTOR: a = expand_shape(w, e->args[0]); return one((int32_t)expand_count(&a));
    case BUILTIN_MATRIX: return as_matrix(expand_shape(w, e->args[0]));
    case BUILTIN_SAME: return without(expand_shape(w, e->args[0]), (int32_t)e->args[1]->integer);
    case BUILTIN_CAT: return cat_shape(w, e);
    case BUILTIN_ARRAY: return constructor_shape(w, e);
    case BUILTIN_CROSS: return one(3);
    case BUILTIN_SKEW: return two(3, 3);
    case BUILTIN_OUTER_PRODUCT:
        return two(expand_shape(w, e->args[0]).size[0], expand_shape(w, e->args[1]).size[0]);
    default: return first_array(w, e);
    }
}

static struct shape by_kind(const struct site *w, struct ast_expr *e)
{
    switch (e->kind) {
    case EXPR_NAME: return expand_ref_shape(w, e);
    case EXPR_CALL: return e->builtin ? builtin_shape(w, e) : expand_call_shape(w, e, 0);
    case EXPR_UNARY: return expand_shape(w, e->args[0]);
    case EXPR_BINARY: return binary_shape(w, e);
    case EXPR_IF: return expand_shape(w, e->args[1]);
    case EXPR_RANGE: return range_shape(w, e);
    case EXPR_ARRAY: return constructor_shape(w, e);
    case EXPR_REDUCE: /* array(e for i in r) */
    case EXPR_COMPREHENSION: return comprehension_shape(w, e);
    case EXPR_MATRIX: return matrix_shape(w, e);
    default: return (struct shape){.rank = 0};
    }
}

struct shape expand_shape(const struct site *w, struct ast_expr *e)
{
    struct shape s = {.rank = e->type ? e->type->rank : 0};
    bool known = true;
    for (int32_t d = 0; d < s.rank; d++) known = known && (s.size[d] = e->type->size[d]) >= 0;
    if (known || expand_busy(w->x, e->at)) return s;
    struct site in = *w;
    in.sizing = true;
    return by_kind(&in, e);
}
