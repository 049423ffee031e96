/* SPDX-License-Identifier: MIT */
/* shape.c - built-in functions that make, measure or reduce arrays. */
#include "check/stage.h"

static const struct type *say_needs(struct check *c, const struct ast_expr *e, int32_t k,
                                    const char *what)
{
    error_at(c->m, e->args[k]->at, "'%s' needs %s, not %s", e->symbol->name, what,
             type_text(c->arena, e->args[k]->type));
    return type_scalar(TYPE_ERROR);
}

/* zeros(n, m), fill(x, n, m): sizes from argument `first` on. */
static const struct type *filled(struct check *c, struct ast_expr *e, const struct type *element,
                                 int32_t first)
{
    int32_t size[CHECK_RANK], rank = 0;
    bool bad = false;
    const char *what = arena_format(c->arena, "a size in '%s'", e->symbol->name);
    if (element->base == TYPE_NONE) return say_needs(c, e, 0, "a value");
    if (element->rank + e->n_args - first > CHECK_RANK) {
        error_at(c->m, e->at, "arrays have at most %d dimensions", CHECK_RANK);
        return type_scalar(TYPE_ERROR);
    }
    for (int32_t k = first; k < e->n_args; k++)
        size[rank++] = check_size(c, e->args[k], what, &bad);
    return bad ? type_scalar(TYPE_ERROR) : type_array(c->arena, element, rank, size);
}

static const struct type *dimension_of(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    struct value_reason why;
    int64_t k;
    if (e->args[1]->type->base != TYPE_INTEGER || e->args[1]->type->rank > 0)
        return say_needs(c, e, 1, "an Integer");
    if (value_integer(c->m, c, e->args[1], &k, &why) == VALUE_OK && (k < 1 || k > t->rank)) {
        error_at(c->m, e->args[1]->at, "%s has no dimension %lld", type_text(c->arena, t),
                 (long long)k);
        return type_scalar(TYPE_ERROR);
    }
    return type_scalar(TYPE_INTEGER);
}

static const struct type *size_type(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    if (t->rank == 0 && e->n_args == 2) return say_needs(c, e, 0, "an array");
    if (e->n_args == 2) return dimension_of(c, e);
    return type_array(c->arena, type_scalar(TYPE_INTEGER), 1, &t->rank);
}

/* min(a, b) of scalars, min(A) of an array. */
static const struct type *extremum(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    if (t->base == TYPE_STRING || t->base == TYPE_NONE) return say_needs(c, e, 0, "numbers");
    if (e->n_args == 1 && t->rank > 0) return type_element(c->arena, t, t->rank);
    if (e->n_args == 1) return say_needs(c, e, 0, "an array, or two scalars");
    for (int32_t k = 0; k < 2; k++)
        if (e->args[k]->type->rank > 0) return say_needs(c, e, k, "two scalars, or one array");
    return check_join(c, t, e->args[1]->type, e->at, "the arguments");
}

static const struct type *reduced(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    if (t->rank == 0 || !type_numeric(t)) return say_needs(c, e, 0, "an array of numbers");
    return type_scalar(t->base);
}

static const struct type *linspaced(struct check *c, struct ast_expr *e)
{
    bool bad = false;
    int32_t n;
    for (int32_t k = 0; k < 2; k++)
        if (!type_numeric(e->args[k]->type) || e->args[k]->type->rank > 0)
            return say_needs(c, e, k, "a number");
    n = check_size(c, e->args[2], "the number of points", &bad);
    if (!bad && n >= 0 && n < 2) {
        error_at(c->m, e->args[2]->at, "linspace makes at least 2 points");
        bad = true;
    }
    return bad ? type_scalar(TYPE_ERROR) : type_array(c->arena, type_scalar(TYPE_REAL), 1, &n);
}

/* identity(n), diagonal(v) */
static const struct type *square(struct check *c, struct ast_expr *e)
{
    bool bad = false;
    int32_t size[2];
    if (e->builtin == BUILTIN_DIAGONAL) {
        if (e->args[0]->type->rank != 1 || !type_numeric(e->args[0]->type))
            return say_needs(c, e, 0, "a vector of numbers");
        size[0] = e->args[0]->type->size[0];
    } else {
        size[0] = check_size(c, e->args[0], "the size of 'identity'", &bad);
    }
    size[1] = size[0];
    if (bad) return type_scalar(TYPE_ERROR);
    return type_array(
        c->arena,
        type_scalar(e->builtin == BUILTIN_DIAGONAL ? e->args[0]->type->base : TYPE_INTEGER), 2,
        size);
}

static const struct type *transposed(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    int32_t size[2] = {t->size[1], t->size[0]};
    if (t->rank != 2) return say_needs(c, e, 0, "a matrix");
    if (e->builtin == BUILTIN_SYMMETRIC && size[0] != size[1] && size[0] >= 0 && size[1] >= 0)
        return say_needs(c, e, 0, "a square matrix");
    return type_array(c->arena, type_element(c->arena, t, 2), 2, size);
}

/* $same(x, n), made by inst/: what x[1, ..., 1] of n dimensions is in all of them. */
static const struct type *same(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    if (e->args[1]->kind != EXPR_INTEGER || e->args[1]->integer < 1)
        return say_needs(c, e, 1, "a number of dimensions");
    if (t->rank < e->args[1]->integer) return say_needs(c, e, 0, "an array");
    return type_element(c->arena, t, (int32_t)e->args[1]->integer);
}

/* scalar, vector, matrix: dimensions of size 1 are taken away or added. */
static const struct type *reshaped(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    int32_t rank = e->builtin == BUILTIN_SCALAR ? 0 : e->builtin == BUILTIN_VECTOR ? 1 : 2;
    int32_t size[2] = {1, 1}, kept = 0;
    for (int32_t k = 0; k < t->rank; k++) {
        bool leading = rank == 2 && k < 2;
        if (leading || (t->size[k] != 1 && rank == 1 && kept == 0)) {
            size[leading ? k : 0] = t->size[k];
            kept++;
        } else if (t->size[k] != 1 && t->size[k] >= 0) {
            return say_needs(c, e, 0,
                             rank == 0   ? "an array of one element"
                             : rank == 1 ? "an array with one dimension larger than 1"
                                         : "an array that is 1 beyond two dimensions");
        }
    }
    return type_array(c->arena, type_element(c->arena, t, t->rank), rank, size);
}

static const struct type *concatenated(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[1]->type, *base = type_element(c->arena, t, t->rank);
    int32_t size[CHECK_RANK], k, dim;
    bool bad = false;
    dim = check_size(c, e->args[0], "the dimension of 'cat'", &bad) - 1;
    if (bad || dim < -1) return type_scalar(TYPE_ERROR);
    if (dim < 0 || dim >= t->rank) return say_needs(c, e, 1, "arrays that have this dimension");
    for (k = 0; k < t->rank; k++) size[k] = t->size[k];
    for (k = 2; k < e->n_args; k++) {
        const struct type *one = e->args[k]->type;
        base = check_join(c, base, type_element(c->arena, one, one->rank), e->args[k]->at,
                          "the arrays");
        if (one->rank != t->rank) return say_needs(c, e, k, "arrays of equal dimensions");
        for (int32_t i = 0; i < t->rank; i++)
            if (i != dim && one->size[i] != size[i] && one->size[i] >= 0 && size[i] >= 0)
                return say_needs(c, e, k, "arrays that agree in all other sizes");
        if (one->size[dim] < 0 || size[dim] < 0 || one->size[dim] > INT32_MAX - size[dim])
            size[dim] = -1;
        else
            size[dim] += one->size[dim];
    }
    return type_is_error(base) ? base : type_array(c->arena, base, t->rank, size);
}

static bool vector_at(const struct ast_expr *e, int32_t k, int32_t size)
{
    const struct type *t = e->args[k]->type;
    return t->rank == 1 && type_numeric(t) && (size < 0 || t->size[0] == size || t->size[0] < 0);
}

/* cross, outerProduct, skew */
static const struct type *vector_product(struct check *c, struct ast_expr *e)
{
    int32_t want = e->builtin == BUILTIN_OUTER_PRODUCT ? -1 : 3, size[2] = {3, 3};
    bool real = false;
    for (int32_t k = 0; k < e->n_args; k++) {
        if (!vector_at(e, k, want))
            return say_needs(c, e, k, want == 3 ? "a vector of 3" : "a vector");
        real |= e->args[k]->type->base == TYPE_REAL;
        if (want < 0) size[k] = e->args[k]->type->size[0];
    }
    return type_array(c->arena, type_scalar(real ? TYPE_REAL : TYPE_INTEGER),
                      e->builtin == BUILTIN_CROSS ? 1 : 2, size);
}

static const struct type *to_integer(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0]->type;
    if (t->rank == 0 &&
        (t->base == TYPE_ENUM || t->base == TYPE_BOOLEAN || t->base == TYPE_INTEGER))
        return type_scalar(TYPE_INTEGER);
    say_needs(c, e, 0, "an enumeration");
    if (type_numeric(t)) hint_last(c->m, "integer(...) rounds a Real down");
    return type_scalar(TYPE_ERROR);
}

static const struct type *to_string(struct check *c, struct ast_expr *e)
{
    const struct type *t = e->args[0] ? e->args[0]->type : NULL;
    if (t && t->rank == 0 && t->base != TYPE_STRING && t->base != TYPE_NONE)
        return type_scalar(TYPE_STRING);
    if (t) return say_needs(c, e, 0, "a scalar");
    error_at(c->m, e->at, "'String' needs a value");
    return type_scalar(TYPE_ERROR);
}

/* $substring(text, first, last), made by inst/. */
static const struct type *substring(struct check *c, struct ast_expr *e)
{
    for (int32_t k = 0; k < 3; k++) {
        const struct type *t = e->args[k]->type;
        if (t->rank > 0 || t->base != (k == 0 ? TYPE_STRING : TYPE_INTEGER))
            return say_needs(c, e, k, k == 0 ? "a String" : "an Integer");
    }
    return type_scalar(TYPE_STRING);
}

const struct type *check_array_builtin(struct check *c, struct ast_expr *e)
{
    switch (e->builtin) {
    case BUILTIN_SIZE: return size_type(c, e);
    case BUILTIN_NDIMS: return type_scalar(TYPE_INTEGER);
    case BUILTIN_ZEROS:
    case BUILTIN_ONES: return filled(c, e, type_scalar(TYPE_INTEGER), 0);
    case BUILTIN_FILL: return filled(c, e, e->args[0]->type, 1);
    case BUILTIN_LINSPACE: return linspaced(c, e);
    case BUILTIN_IDENTITY:
    case BUILTIN_DIAGONAL: return square(c, e);
    case BUILTIN_TRANSPOSE:
    case BUILTIN_SYMMETRIC: return transposed(c, e);
    case BUILTIN_SUM:
    case BUILTIN_PRODUCT: return reduced(c, e);
    case BUILTIN_MIN:
    case BUILTIN_MAX: return extremum(c, e);
    case BUILTIN_SAME: return same(c, e);
    case BUILTIN_SUBSTRING: return substring(c, e);
    case BUILTIN_SCALAR:
    case BUILTIN_VECTOR:
    case BUILTIN_MATRIX: return reshaped(c, e);
    case BUILTIN_CAT: return concatenated(c, e);
    case BUILTIN_ARRAY: e->kind = EXPR_ARRAY; return check_array(c, e);
    case BUILTIN_CROSS:
    case BUILTIN_OUTER_PRODUCT:
    case BUILTIN_SKEW: return vector_product(c, e);
    case BUILTIN_TO_INTEGER: return to_integer(c, e);
    default: return to_string(c, e);
    }
}
