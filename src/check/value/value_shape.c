/* SPDX-License-Identifier: MIT */
/* value_shape.c - values of functions that make, measure or reduce arrays; of [a, b; c, d]. */
#include "check/value/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool scalar_result(struct evaluator *v, struct ast_expr *e, double x, struct shape *out)
{
    *out = (struct shape){.base = e->type->base};
    return value_push(v, x);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static bool shape_of(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n;
    struct value_local *local = e->kind == EXPR_NAME ? value_local_of(v, e->symbol) : NULL;
    if (e->type->base != TYPE_ERROR && type_count(e->type) >= 0) {
        out->rank = e->type->rank;
        memcpy(out->size, e->type->size, sizeof out->size);
        return true;
    }
    if (local && local->later && e->path[e->n_path - 1].n_sub == 0)
        return value_later_shape(v, e->symbol, out);
    if (local && !local->later && e->path[e->n_path - 1].n_sub == 0)
        return *out = local->shape, true;
    if (!value_eval(v, e, out)) return false;
    v->n = base;
    return true;
}

static bool size(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct shape shape;
    double k;
    if (!shape_of(v, e->args[0], &shape)) return false;
    if (e->n_args == 1) {
        for (int32_t i = 0; i < shape.rank; i++)
            if (!value_push(v, shape.size[i])) return false;
        *out = (struct shape){TYPE_INTEGER, 1, {shape.rank}};
        return true;
    }
    if (!value_scalar(v, e->args[1], &k)) return false;
    if (!(k >= 1 && k <= shape.rank))
        return value_wrong(v, e->args[1]->at, "there is no such dimension");
    if (shape.size[(int)k - 1] < 0) return value_none(v, e->at, "this size is not known");
    return scalar_result(v, e, shape.size[(int)k - 1], out);
}

static bool size_at(struct evaluator *v, struct ast_expr *e, int32_t k, int32_t *n)
{
    double x;
    if (!value_scalar(v, e->args[k], &x)) return false;
    if (!(x >= 0 && x <= VALUE_CELLS))
        return value_wrong(v, e->args[k]->at,
                           x < 0 ? "a size is negative: %.0f" : "a size is too large: %.0f", x);
    *n = (int32_t)x;
    return true;
}

/* ---- Makers ---------------------------------------------------------------------------------- */

static bool sizes_from(struct evaluator *v, struct ast_expr *e, int32_t first, struct shape *out)
{
    out->rank = e->n_args - first;
    if (out->rank > CHECK_RANK) return value_wrong(v, e->at, "too many dimensions");
    for (int32_t k = 0; k < out->rank; k++)
        if (!size_at(v, e, first + k, &out->size[k])) return false;
    return true;
}

static bool filled(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n, one, n;
    struct shape inner = {.base = TYPE_INTEGER};
    bool fill = e->builtin == BUILTIN_FILL;
    if (fill ? !value_eval(v, e->args[0], &inner) : !value_push(v, e->builtin == BUILTIN_ONES))
        return false;
    one = v->n - base;
    if (!sizes_from(v, e, fill, out)) return false;
    n = one ? value_elements(out) : 0;
    if (out->rank + inner.rank > CHECK_RANK) return value_wrong(v, e->at, "too many dimensions");
    memcpy(out->size + out->rank, inner.size, sizeof *inner.size * (size_t)inner.rank);
    out->rank += inner.rank;
    out->base = e->type->base;
    if (n > VALUE_CELLS || !value_reserve(v, n * one, e->at))
        return value_wrong(v, e->at, "this is too large to be computed at compile time");
    for (int64_t k = 0; k < n; k++, v->n += one)
        memmove(v->stack + v->n, v->stack + base, sizeof *v->stack * (size_t)one);
    value_settle(v, base, n * one);
    return true;
}

static bool linspaced(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    double lo, hi;
    int32_t n;
    if (!value_scalar(v, e->args[0], &lo) || !value_scalar(v, e->args[1], &hi) ||
        !size_at(v, e, 2, &n))
        return false;
    if (n < 2) return value_wrong(v, e->at, "linspace makes at least 2 points");
    if (!value_reserve(v, n, e->at)) return false;
    for (int32_t k = 0; k < n; k++)
        v->stack[v->n++].number = lo + (hi - lo) * (double)k / (double)(n - 1);
    *out = (struct shape){TYPE_REAL, 1, {n}};
    return true;
}

/* A square matrix with the n cells at base (or ones) on its diagonal. */
static bool diagonal(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n;
    struct shape shape;
    int32_t n;
    bool ones = e->builtin == BUILTIN_IDENTITY;
    if (ones && !size_at(v, e, 0, &n)) return false;
    if (!ones) {
        if (!value_eval(v, e->args[0], &shape)) return false;
        n = (int32_t)(v->n - base);
    }
    if (!value_reserve(v, (int64_t)n * n, e->at)) return false;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            v->stack[v->n++].number = i != j ? 0 : ones ? 1 : v->stack[base + i].number;
    value_settle(v, base, (int64_t)n * n);
    *out = (struct shape){e->type->base, 2, {n, n}};
    return true;
}

/* ---- Of one array ---------------------------------------------------------------------------- */

static bool transposed(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n, rows, cols;
    if (!value_eval(v, e->args[0], out)) return false;
    if (out->rank != 2) return value_wrong(v, e->at, "this is not a matrix");
    rows = out->size[0];
    cols = out->size[1];
    if (!value_reserve(v, rows * cols, e->at)) return false;
    for (int64_t j = 0; j < cols && rows > 0; j++)
        for (int64_t i = 0; i < rows; i++) {
            bool mirrored = e->builtin == BUILTIN_SYMMETRIC && i > j;
            if (e->builtin == BUILTIN_SYMMETRIC && rows != cols)
                return value_wrong(v, e->at, "this is not a square matrix");
            v->stack[v->n] = v->stack[base + (mirrored ? j * cols + i : i * cols + j)];
            v->n++;
        }
    value_settle(v, base, rows * cols);
    out->size[0] = (int32_t)cols;
    out->size[1] = (int32_t)rows;
    return true;
}

static bool reduced(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n;
    double x = e->builtin == BUILTIN_PRODUCT ? 1 : 0;
    if (!value_eval(v, e->args[0], out)) return false;
    if (e->builtin == BUILTIN_MIN) x = 1e60;
    if (e->builtin == BUILTIN_MAX) x = -1e60;
    for (int64_t k = base; k < v->n; k++) {
        double one = v->stack[k].number;
        switch (e->builtin) {
        case BUILTIN_SUM: x += one; break;
        case BUILTIN_PRODUCT: x *= one; break;
        case BUILTIN_MIN: x = fmin(x, one); break;
        default: x = fmax(x, one); break;
        }
    }
    v->n = base;
    return scalar_result(v, e, x, out) && value_finite(v, e, base, 1);
}

/* scalar, vector, matrix: the cells stay, the sizes change. */
static bool reshaped(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n, n;
    struct shape from;
    if (!value_eval(v, e->args[0], &from)) return false;
    n = v->n - base;
    *out = (struct shape){.base = from.base};
    out->rank = e->builtin == BUILTIN_SCALAR ? 0 : e->builtin == BUILTIN_VECTOR ? 1 : 2;
    out->size[0] = out->rank == 1 ? (int32_t)n : from.rank > 0 ? from.size[0] : 1;
    out->size[1] = from.rank > 1 ? from.size[1] : 1;
    if (value_elements(out) == n) return true;
    return value_wrong(v, e->at, "the sizes do not fit");
}

/* ---- The same in all parts ------------------------------------------------------------------- */

static bool equal_cells(const struct evaluator *v, int64_t a, int64_t b, enum base_type base)
{
    const union value_cell *x = &v->stack[a], *y = &v->stack[b];
    return base == TYPE_STRING ? strcmp(x->text, y->text) == 0 : x->number == y->number;
}

static const char *cell_text(const struct evaluator *v, int64_t at, enum base_type base)
{
    if (base == TYPE_STRING) return arena_format(v->arena, "\"%.40s\"", v->stack[at].text);
    if (base == TYPE_BOOLEAN) return v->stack[at].number != 0 ? "true" : "false";
    return arena_format(v->arena, "%.9g", v->stack[at].number);
}

/* $same(x, n): of no parts at all it is 0. */
static bool same(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n, n, drop = e->args[1]->integer;
    struct shape from;
    if (!value_eval(v, e->args[0], &from)) return false;
    *out = (struct shape){.base = from.base, .rank = from.rank - (int32_t)drop};
    for (int32_t k = 0; k < out->rank; k++) out->size[k] = from.size[k + drop];
    n = value_elements(out);
    for (int64_t k = n; n > 0 && base + k < v->n; k++)
        if (!equal_cells(v, base + k % n, base + k, from.base))
            return value_wrong(v, e->at,
                               "'%s' decides a size or a condition and must be the same in all "
                               "components of the array: it is %s and %s",
                               e->args[0]->n_path ? e->args[0]->path[0].name : "this",
                               cell_text(v, base + k % n, from.base),
                               cell_text(v, base + k, from.base));
    while (v->n < base + n && from.base != TYPE_STRING)
        if (!value_push(v, 0)) return false;
    if (v->n < base + n) return value_none(v, e->at, "it has no elements");
    v->n = base + n;
    return true;
}

/* ---- Of several arrays ----------------------------------------------------------------------- */

/* Joins n arrays, which lie on the stack from base on, along dimension dim. */
static bool join(struct evaluator *v, const struct ast_expr *e, const struct shape *part, int32_t n,
                 int32_t dim, int64_t base, struct shape *out)
{
    int64_t outer = 1, total = v->n - base, from;
    *out = part[0];
    for (int32_t k = 1; k < n; k++) {
        for (int32_t d = 0; d < out->rank; d++)
            if (part[k].rank != out->rank || (d != dim && part[k].size[d] != out->size[d]))
                return value_wrong(v, e->at, "the sizes do not fit");
        out->size[dim] += part[k].size[dim];
    }
    for (int32_t d = 0; d < dim; d++) outer *= out->size[d];
    if (!value_reserve(v, total, e->at)) return false;
    for (int64_t i = 0; i < outer && total > 0; i++) {
        from = base;
        for (int32_t k = 0; k < n; k++) {
            int64_t all = value_elements(&part[k]), chunk = all / outer;
            memcpy(v->stack + v->n, v->stack + from + i * chunk, sizeof *v->stack * (size_t)chunk);
            v->n += chunk;
            from += all;
        }
    }
    value_settle(v, base, total);
    out->base = e->type->base;
    return true;
}

static bool concatenated(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct shape *parts = ARENA_ARRAY(v->arena, struct shape, e->n_args);
    int64_t base;
    double dim;
    if (!value_scalar(v, e->args[0], &dim)) return false;
    base = v->n;
    for (int32_t k = 1; k < e->n_args; k++)
        if (!value_eval(v, e->args[k], &parts[k - 1])) return false;
    if (!(dim >= 1 && dim <= parts[0].rank))
        return value_wrong(v, e->at, "there is no such dimension");
    return join(v, e, parts, e->n_args - 1, (int32_t)dim - 1, base, out);
}

static bool as_matrix(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    if (!value_eval(v, e, out)) return false;
    if (out->rank > 2) return value_wrong(v, e->at, "too many dimensions");
    if (out->rank < 2) out->size[1] = 1;
    if (out->rank < 1) out->size[0] = 1;
    out->rank = 2;
    return true;
}

bool value_matrix(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct shape *rows = ARENA_ARRAY(v->arena, struct shape, e->n_args + 1), *cells;
    int64_t base = v->n, start;
    for (int32_t r = 0; r < e->n_args; r++) {
        struct ast_expr *row = e->args[r];
        cells = ARENA_ARRAY(v->arena, struct shape, row->n_args + 1);
        start = v->n;
        for (int32_t k = 0; k < row->n_args; k++)
            if (!as_matrix(v, row->args[k], &cells[k])) return false;
        if (!join(v, row, cells, row->n_args, 1, start, &rows[r])) return false;
    }
    return join(v, e, rows, e->n_args, 0, base, out);
}

static bool vectors(struct evaluator *v, struct ast_expr *e, int64_t n[2], int64_t *base)
{
    struct shape shape;
    *base = v->n;
    for (int32_t k = 0; k < e->n_args && k < 2; k++) {
        int64_t at = v->n;
        if (!value_eval(v, e->args[k], &shape)) return false;
        n[k] = v->n - at;
        if (e->builtin != BUILTIN_OUTER_PRODUCT && n[k] != 3)
            return value_wrong(v, e->at, "'%s' needs vectors of 3", e->symbol->name);
    }
    return true;
}

static bool vector_product(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t n[2] = {0, 0}, base, count;
    if (!vectors(v, e, n, &base)) return false;
    count = e->builtin == BUILTIN_CROSS ? 3 : e->builtin == BUILTIN_SKEW ? 9 : n[0] * n[1];
    if (!value_reserve(v, count, e->at)) return false;
    for (int64_t k = 0; k < count; k++) {
        const union value_cell *a = v->stack + base, *b = a + n[0];
        int64_t i = (k + 1) % 3, j = (k + 2) % 3, row = k / 3, col = k % 3;
        double x;
        if (e->builtin == BUILTIN_CROSS)
            x = a[i].number * b[j].number - a[j].number * b[i].number;
        else if (e->builtin == BUILTIN_OUTER_PRODUCT)
            x = a[k / n[1]].number * b[k % n[1]].number;
        else
            x = row == col ? 0 : ((col - row + 3) % 3 == 1 ? -1 : 1) * a[3 - row - col].number;
        v->stack[v->n++].number = x;
    }
    value_settle(v, base, count);
    *out = (struct shape){e->type->base, e->builtin == BUILTIN_CROSS ? 1 : 2, {3, 3}};
    if (e->builtin == BUILTIN_OUTER_PRODUCT) {
        out->size[0] = (int32_t)n[0];
        out->size[1] = (int32_t)n[1];
    }
    return value_finite(v, e, base, count);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static const char *text_of(struct evaluator *v, const struct type *t, double x, int digits)
{
    if (t->base == TYPE_BOOLEAN) return x != 0 ? "true" : "false";
    if (t->base == TYPE_INTEGER) return arena_format(v->arena, "%.0f", x);
    if (t->base == TYPE_ENUM && x >= 1 && x <= t->enumeration->class_->n_literals)
        return t->enumeration->class_->literals[(int)x - 1].name;
    return arena_format(v->arena, "%.*g", digits, x);
}

static bool string(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    double x, digits = 6;
    if (!value_scalar(v, e->args[0], &x)) return false;
    if (e->n_args > 1 && e->args[1] && !value_scalar(v, e->args[1], &digits)) return false;
    if (!scalar_result(v, e, 0, out)) return false;
    digits = digits < 1 ? 1 : digits > 17 ? 17 : digits;
    v->stack[v->n - 1].text = text_of(v, e->args[0]->type, x, (int)digits);
    return true;
}

/* Characters first to last, counted from 1. */
static bool substring(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    const char *text;
    double first, last;
    if (!value_eval(v, e->args[0], out)) return false;
    text = v->stack[--v->n].text;
    if (!value_scalar(v, e->args[1], &first) || !value_scalar(v, e->args[2], &last)) return false;
    for (const char *s = text; *s; s++)
        if (*s & 0x80)
            return value_wrong(v, e->at,
                               "parts of a String with other characters than "
                               "ASCII are not supported");
    if (!(first >= 1 && first <= last && last <= (double)strlen(text)))
        return value_wrong(v, e->at, "the String has no characters %.0f to %.0f: it has %d", first,
                           last, (int)strlen(text));
    if (!scalar_result(v, e, 0, out)) return false;
    text += (int)first - 1;
    v->stack[v->n - 1].text = arena_text(v->arena, text, (size_t)(last - first) + 1);
    return true;
}

bool value_shape_builtin(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    switch (e->builtin) {
    case BUILTIN_SIZE: return size(v, e, out);
    case BUILTIN_NDIMS: return scalar_result(v, e, e->args[0]->type->rank, out);
    case BUILTIN_ZEROS:
    case BUILTIN_ONES:
    case BUILTIN_FILL: return filled(v, e, out);
    case BUILTIN_LINSPACE: return linspaced(v, e, out);
    case BUILTIN_IDENTITY:
    case BUILTIN_DIAGONAL: return diagonal(v, e, out);
    case BUILTIN_TRANSPOSE:
    case BUILTIN_SYMMETRIC: return transposed(v, e, out);
    case BUILTIN_SUM:
    case BUILTIN_PRODUCT:
    case BUILTIN_MIN:
    case BUILTIN_MAX: return reduced(v, e, out);
    case BUILTIN_SAME: return same(v, e, out);
    case BUILTIN_SCALAR:
    case BUILTIN_VECTOR:
    case BUILTIN_MATRIX: return reshaped(v, e, out);
    case BUILTIN_CAT: return concatenated(v, e, out);
    case BUILTIN_CROSS:
    case BUILTIN_OUTER_PRODUCT:
    case BUILTIN_SKEW: return vector_product(v, e, out);
    case BUILTIN_STRING: return string(v, e, out);
    case BUILTIN_SUBSTRING: return substring(v, e, out);
    default: return value_none(v, e->at, "it has no value");
    }
}
