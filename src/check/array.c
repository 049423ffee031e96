/* SPDX-License-Identifier: MIT */
/* array.c - types of {a, b}, a:b, [a, b; c, d], {e for i in r}, sum(e for i in r).
 *
 * Sizes are numbers as soon as they are checked: check_size evaluates, and the parameters it
 * meets become structural. Inside a function a size may remain open, -1.
 *
 * {e for i in r, j in s} is {{e for i in r} for j in s}: the last iterator is the first
 * dimension. */
#include "check/stage.h"

#include <string.h>

static void say_not_constant(struct check *c, const struct ast_expr *e, const char *what,
                             const struct value_reason *why)
{
    if (why->text)
        error_at(c->m, why->at.file ? why->at : e->at, "%s must be known at compile time, but %s",
                 what, why->text);
    else
        error_at(c->m, e->at, "%s must be known at compile time", what);
}

/* An Integer scalar for its value. False: not known in a function, or an error (*bad). */
static bool integer_now(struct check *c, struct ast_expr *e, const char *what, int64_t *out,
                        bool *bad)
{
    struct value_reason why = {{0, 0, 0}, NULL};
    const struct type *t = check_integer_expr(c, e);
    enum value_result r;
    if (!type_is_error(t) && check_whole(c, e)) t = e->type;
    if (type_is_error(t)) return *bad = true, false;
    if (t->rank > 0 || t->base != TYPE_INTEGER) {
        error_at(c->m, e->at, "%s must be an Integer, not %s", what, type_text(c->arena, t));
        if (t->base == TYPE_REAL && t->rank == 0)
            hint_last(c->m, "integer(...) or div(a, b) make an Integer");
        return *bad = true, false;
    }
    r = value_integer(c->m, c, e, out, &why);
    if (r == VALUE_OK) return true;
    if (r == VALUE_NONE && c->in.function) return false;
    if (r == VALUE_NONE) say_not_constant(c, e, what, &why);
    return *bad = true, false;
}

int32_t check_size(struct check *c, struct ast_expr *e, const char *what, bool *bad)
{
    int64_t n;
    if (!integer_now(c, e, what, &n, bad)) return -1;
    if (n >= 0 && n <= INT32_MAX) return (int32_t)n;
    error_at(c->m, e->at, n < 0 ? "%s is negative: %lld" : "%s is too large: %lld", what,
             (long long)n);
    *bad = true;
    return -1;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static bool real_value(struct check *c, struct ast_expr *e, double *out, bool *bad)
{
    struct value_reason why = {{0, 0, 0}, NULL};
    struct value *v = NULL;
    enum value_result r = value_of(c->m, c, e, &v, &why);
    if (r == VALUE_OK) return *out = v->number[0], true;
    if (r == VALUE_NONE && c->in.function) return false;
    if (r == VALUE_NONE) say_not_constant(c, e, "the size of a range", &why);
    return *bad = true, false;
}

static int32_t count_between(struct check *c, const struct ast_expr *e, double lo, double step,
                             double hi, bool *bad)
{
    double n = (hi - lo) / step;
    if (step == 0) {
        error_at(c->m, e->at, "the step of a range is 0");
        return *bad = true, -1;
    }
    if (e->type->base == TYPE_REAL) n += 1e-12 * (n > 0 ? n : 0); /* 0:0.1:1 has 11 elements */
    if (!(n < INT32_MAX)) {
        error_at(c->m, e->at, "this range has too many elements");
        return *bad = true, -1;
    }
    return n < 0 ? 0 : (int32_t)n + 1;
}

int32_t check_range_count(struct check *c, struct ast_expr *e, bool *bad)
{
    double lo, hi, step = 1;
    bool known = real_value(c, e->args[0], &lo, bad);
    if (e->n_args == 3) known &= real_value(c, e->args[1], &step, bad);
    known &= real_value(c, e->args[e->n_args - 1], &hi, bad);
    return known ? count_between(c, e, lo, step, hi, bad) : -1;
}

/* The type of the elements of a range: Integer, Real, or an enumeration. */
static const struct type *range_base(struct check *c, struct ast_expr *e)
{
    const struct type *t = NULL;
    for (int32_t k = 0; k < e->n_args; k++) {
        const struct type *one = check_integer_expr(c, e->args[k]);
        if (type_is_error(one)) return one;
        if (one->rank > 0 || one->base == TYPE_STRING || one->base == TYPE_NONE) {
            error_at(c->m, e->args[k]->at, "a range goes between numbers, not %s",
                     type_text(c->arena, one));
            return type_scalar(TYPE_ERROR);
        }
        t = t ? check_join(c, t, one, e->at, "the ends of a range") : one;
    }
    if (t->base == TYPE_REAL && check_whole_range(c, e)) t = type_scalar(TYPE_INTEGER);
    return t;
}

const struct type *check_range(struct check *c, struct ast_expr *e)
{
    const struct type *t = range_base(c, e);
    bool bad = false;
    int32_t n;
    if (type_is_error(t)) return t;
    e->type = t; /* for count_between */
    n = check_range_count(c, e, &bad);
    return bad ? type_scalar(TYPE_ERROR) : type_array(c->arena, t, 1, &n);
}

/* ---- Constructors ---------------------------------------------------------------------------- */

const struct type *check_array(struct check *c, struct ast_expr *e)
{
    const struct type *t = NULL;
    if (e->n_args == 0) {
        error_at(c->m, e->at, "an empty array has no type");
        hint_last(c->m, "write zeros(0) or fill(..., 0)");
        return type_scalar(TYPE_ERROR);
    }
    for (int32_t k = 0; k < e->n_args; k++) {
        const struct type *one = check_expr(c, e->args[k]);
        t = t ? check_join(c, t, one, e->args[k]->at, "the elements of an array") : one;
    }
    if (type_is_error(t)) return t;
    if (t->rank == CHECK_RANK || t->base == TYPE_NONE || t->base == TYPE_TUPLE) {
        error_at(c->m, e->at, "arrays of %s are not possible", type_text(c->arena, t));
        return type_scalar(TYPE_ERROR);
    }
    return type_array(c->arena, t, 1, &e->n_args);
}

/* Rows and columns of an element of [a, b; c]. */
static bool block_size(struct check *c, const struct ast_expr *e, int32_t *rows, int32_t *cols)
{
    const struct type *t = e->type;
    if (type_is_error(t)) return false;
    if (t->rank > 2) {
        error_at(c->m, e->at, "only matrices, vectors and scalars can be joined in [...], not %s",
                 type_text(c->arena, t));
        return false;
    }
    *rows = t->rank > 0 ? t->size[0] : 1;
    *cols = t->rank > 1 ? t->size[1] : 1;
    return true;
}

static int32_t plus(int32_t a, int32_t b)
{
    return a < 0 || b < 0 ? -1 : a > INT32_MAX - b ? INT32_MAX : a + b;
}

/* One row of blocks: equal heights, widths add up. */
static const struct type *matrix_row(struct check *c, struct ast_expr *row)
{
    const struct type *base = NULL;
    int32_t size[2] = {-1, 0}, rows, cols;
    for (int32_t k = 0; k < row->n_args; k++) {
        struct ast_expr *e = row->args[k];
        const struct type *t = check_expr(c, e);
        if (!block_size(c, e, &rows, &cols)) return type_scalar(TYPE_ERROR);
        t = type_element(c->arena, t, t->rank);
        base = base ? check_join(c, base, t, e->at, "the elements of a matrix") : t;
        if (type_is_error(base)) return base;
        if (size[0] >= 0 && rows >= 0 && rows != size[0]) {
            error_at(c->m, e->at, "this has %d rows, what is left of it has %d", rows, size[0]);
            return type_scalar(TYPE_ERROR);
        }
        size[0] = rows >= 0 ? rows : size[0];
        size[1] = plus(size[1], cols);
    }
    return base ? type_array(c->arena, base, 2, size) : type_scalar(TYPE_ERROR);
}

/* [A; B] of arrays with more than two dimensions is cat(1, A, B). */
static bool is_stack(struct check *c, const struct ast_expr *e)
{
    bool deep = false;
    for (int32_t k = 0; k < e->n_args; k++) {
        if (e->args[k]->n_args != 1) return false;
        deep |= check_expr(c, e->args[k]->args[0])->rank > 2;
    }
    return deep;
}

static void make_cat(struct check *c, struct ast_expr *e)
{
    struct ast_expr **rows = e->args;
    e->kind = EXPR_CALL;
    e->path = ARENA_NEW(c->arena, struct ast_part);
    *e->path = (struct ast_part){.name = names_intern(c->names, "cat", 3), .at = e->at};
    e->n_path = 1;
    e->args = ARENA_ARRAY(c->arena, struct ast_expr *, e->n_args + 1);
    e->args[0] = ARENA_NEW(c->arena, struct ast_expr);
    *e->args[0] = (struct ast_expr){
        .kind = EXPR_INTEGER, .integer = 1, .number = 1, .text = "1", .at = e->at, .height = 1};
    for (int32_t k = 0; k < e->n_args; k++) e->args[k + 1] = rows[k]->args[0];
    e->n_args++;
}

const struct type *check_matrix(struct check *c, struct ast_expr *e)
{
    if (is_stack(c, e)) {
        make_cat(c, e);
        return check_call(c, e, false);
    }
    const struct type *base = NULL;
    int32_t size[2] = {0, -1};
    for (int32_t k = 0; k < e->n_args; k++) {
        struct ast_expr *row = e->args[k];
        const struct type *t = row->type = matrix_row(c, row);
        if (type_is_error(t)) return t;
        if (size[1] >= 0 && t->size[1] >= 0 && t->size[1] != size[1]) {
            error_at(c->m, row->at, "this row has %d columns, the one before has %d", t->size[1],
                     size[1]);
            return type_scalar(TYPE_ERROR);
        }
        size[0] = plus(size[0], t->size[0]);
        size[1] = t->size[1] >= 0 ? t->size[1] : size[1];
        t = type_element(c->arena, t, 2);
        base = base ? check_join(c, base, t, row->at, "the rows of a matrix") : t;
        if (type_is_error(base)) return base;
    }
    return base ? type_array(c->arena, base, 2, size) : type_scalar(TYPE_ERROR);
}

/* ---- With iterators -------------------------------------------------------------------------- */

static int32_t iterator_count(struct check *c, const struct ast_iterator *it, bool *bad)
{
    const struct type *t = it->range ? it->range->type : NULL;
    if (!t || type_is_error(t)) return *bad = true, -1;
    if (t->size[0] < 0 && !c->in.function) {
        error_at(c->m, it->range->at, "the size of this array must be known at compile time");
        *bad = true;
    }
    return t->size[0];
}

const struct type *check_comprehension(struct check *c, struct ast_expr *e)
{
    struct where old = c->in;
    struct binder *binders = ARENA_ARRAY(c->arena, struct binder, e->n_iterators);
    int32_t size[CHECK_RANK] = {0};
    const struct type *t;
    bool bad = false;
    check_iterators(c, e->iterators, e->n_iterators, binders, e->args, 1, NULL);
    t = check_expr(c, e->args[0]);
    c->in = old;
    if (type_is_error(t)) return t;
    if (e->n_iterators + t->rank > CHECK_RANK || t->base == TYPE_NONE) {
        error_at(c->m, e->at, "arrays have at most %d dimensions", CHECK_RANK);
        return type_scalar(TYPE_ERROR);
    }
    for (int32_t k = 0; k < e->n_iterators; k++)
        size[e->n_iterators - 1 - k] = iterator_count(c, &e->iterators[k], &bad);
    return bad ? type_scalar(TYPE_ERROR) : type_array(c->arena, t, e->n_iterators, size);
}

static int reduction_named(struct check *c, const struct ast_expr *e)
{
    struct symbol *s = scope_find(c, e->path, e->n_path, true);
    switch (s && s->kind == SYMBOL_BUILTIN ? s->builtin : 0) {
    case BUILTIN_SUM:
    case BUILTIN_PRODUCT:
    case BUILTIN_MIN:
    case BUILTIN_MAX:
    case BUILTIN_ARRAY: return s->builtin;
    default: return 0;
    }
}

const struct type *check_reduce(struct check *c, struct ast_expr *e)
{
    struct where old = c->in;
    struct binder *binders = ARENA_ARRAY(c->arena, struct binder, e->n_iterators);
    const struct type *t;
    int builtin = reduction_named(c, e);
    if (builtin == BUILTIN_ARRAY) {
        e->kind = EXPR_COMPREHENSION;
        return check_comprehension(c, e);
    }
    if (!builtin) {
        error_at(c->m, e->at, "'%s' cannot be used with iterators",
                 path_text(c->arena, e->path, e->n_path));
        hint_last(c->m, "sum, product, min, max and array can");
        return type_scalar(TYPE_ERROR);
    }
    e->builtin = builtin;
    e->symbol = scope_find(c, e->path, e->n_path, true);
    check_iterators(c, e->iterators, e->n_iterators, binders, e->args, 1, NULL);
    c->in.integral = false;
    t = check_expr(c, e->args[0]);
    c->in = old;
    for (int32_t k = 0; k < e->n_iterators; k++)
        if (!e->iterators[k].range || type_is_error(e->iterators[k].range->type))
            return type_scalar(TYPE_ERROR);
    if (type_is_error(t) || (t->rank == 0 && type_numeric(t))) return t;
    error_at(c->m, e->args[0]->at, "'%s' reduces numbers, not %s", e->path[e->n_path - 1].name,
             type_text(c->arena, t));
    return type_scalar(TYPE_ERROR);
}
