/* SPDX-License-Identifier: MIT */
/* value_expr.c - evaluation of expressions: literals, if, arrays, iterators. */
#include "check/value/value.h"

#include <math.h>
#include <string.h>

bool value_scalar(struct evaluator *v, struct ast_expr *e, double *out)
{
    struct shape shape;
    if (!value_eval(v, e, &shape)) return false;
    if (shape.rank > 0 || shape.base == TYPE_STRING)
        return value_wrong(v, e->at, "this is not a number");
    *out = v->stack[--v->n].number;
    return true;
}

static bool literal(struct evaluator *v, double x, enum base_type base, struct shape *out)
{
    out->base = base;
    out->rank = 0;
    return value_push(v, x);
}

static bool string(struct evaluator *v, const struct ast_expr *e, struct shape *out)
{
    if (!literal(v, 0, TYPE_STRING, out)) return false;
    v->stack[v->n - 1].text = e->text;
    return true;
}

static bool choose(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    for (int32_t k = 0; k + 1 < e->n_args; k += 2) {
        double condition;
        if (!value_scalar(v, e->args[k], &condition)) return false;
        if (condition != 0) return value_eval(v, e->args[k + 1], out);
    }
    return value_eval(v, e->args[e->n_args - 1], out);
}

static bool end(struct evaluator *v, const struct ast_expr *e, struct shape *out)
{
    int64_t n = e->integer;
    if (n < 0 && v->end_dim < v->end_shape.rank) n = v->end_shape.size[v->end_dim];
    if (n < 0) return value_none(v, e->at, "this size is not known");
    return literal(v, (double)n, TYPE_INTEGER, out);
}

/* ---- Arrays ---------------------------------------------------------------------------------- */

static bool same(const struct shape *a, const struct shape *b)
{
    return a->rank == b->rank && memcmp(a->size, b->size, sizeof *a->size * (size_t)a->rank) == 0;
}

/* n things of shape `one` in a row. */
static bool stacked(struct evaluator *v, const struct ast_expr *e, const struct shape *one,
                    int32_t n, struct shape *out)
{
    struct shape inner = *one;
    if (inner.rank >= CHECK_RANK) return value_wrong(v, e->at, "too many dimensions");
    out->base = e->type->base;
    out->rank = inner.rank + 1;
    memcpy(out->size + 1, inner.size, sizeof *inner.size * (size_t)inner.rank);
    out->size[0] = n;
    return true;
}

static bool array(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct shape first, next;
    for (int32_t k = 0; k < e->n_args; k++) {
        if (!value_eval(v, e->args[k], k ? &next : &first)) return false;
        if (k && !same(&first, &next))
            return value_wrong(v, e->args[k]->at, "the elements of an array have different sizes");
    }
    return stacked(v, e, &first, e->n_args, out);
}

/* Ends and step of a range, and how many elements it has. */
static bool range_ends(struct evaluator *v, struct ast_expr *e, double *lo, double *step,
                       int64_t *n)
{
    double hi, count;
    *step = 1;
    if (!value_scalar(v, e->args[0], lo)) return false;
    if (e->n_args == 3 && !value_scalar(v, e->args[1], step)) return false;
    if (!value_scalar(v, e->args[e->n_args - 1], &hi)) return false;
    if (*step == 0) return value_wrong(v, e->at, "the step of a range is 0");
    count = (hi - *lo) / *step;
    if (e->type->base == TYPE_REAL) count += 1e-12 * (count > 0 ? count : 0);
    if (!(count < INT32_MAX)) return value_wrong(v, e->at, "this range has too many elements");
    *n = count < 0 ? 0 : (int64_t)count + 1;
    return true;
}

static bool range(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    double lo, step;
    int64_t n;
    if (!range_ends(v, e, &lo, &step, &n) || !value_reserve(v, n, e->at)) return false;
    for (int64_t k = 0; k < n; k++) v->stack[v->n++].number = lo + (double)k * step;
    *out = (struct shape){e->type->base, 1, {(int32_t)n}};
    return true;
}

/* ---- Iterators ------------------------------------------------------------------------------- */

/* The last of n iterators has the value x; the others run. */
static bool visit(struct evaluator *v, struct ast_iterator *all, int32_t n, double x,
                  value_visit *fn, void *user)
{
    struct symbol *s = all[n - 1].symbol;
    struct value bound = {s->type, &x, NULL, 1}, *old = s->value;
    bool good;
    s->value = &bound;
    good = value_step(v, all->at) && value_iterate(v, all, n - 1, fn, user);
    s->value = old;
    return good;
}

static bool iterate_list(struct evaluator *v, struct ast_iterator *all, int32_t n, value_visit *fn,
                         void *user)
{
    struct ast_iterator *it = &all[n - 1];
    struct shape shape;
    int64_t base = v->n, count = it->symbol->bounded ? it->symbol->high : 0, kept;
    struct symbol *e = it->range->symbol;
    if (e && e->kind == SYMBOL_TYPE) { /* an enumeration */
        for (int64_t k = 1; k <= count; k++)
            if (!visit(v, all, n, (double)k, fn, user)) return false;
        return true;
    }
    if (!value_eval(v, it->range, &shape)) return false;
    count = v->n - base;
    for (int64_t k = 0; k < count; k++)
        if (!visit(v, all, n, v->stack[base + k].number, fn, user)) return false;
    kept = v->n - base - count; /* what fn left goes to where the list was */
    value_settle(v, base, kept);
    return true;
}

bool value_iterate(struct evaluator *v, struct ast_iterator *all, int32_t n, value_visit *fn,
                   void *user)
{
    struct ast_iterator *it = &all[n > 0 ? n - 1 : 0];
    double lo, step;
    int64_t count;
    if (n == 0) return fn(v, user);
    if (!it->range || !it->symbol) return value_none(v, it->at, "its range is not known");
    if (it->range->kind != EXPR_RANGE) return iterate_list(v, all, n, fn, user);
    if (!range_ends(v, it->range, &lo, &step, &count)) return false;
    for (int64_t k = 0; k < count; k++)
        if (!visit(v, all, n, lo + (double)k * step, fn, user)) return false;
    return true;
}

struct collected {
    struct ast_expr *e;
    struct shape one;
    int64_t n;
    double total;
};

static bool collect(struct evaluator *v, void *user)
{
    struct collected *all = user;
    struct shape shape;
    if (!value_eval(v, all->e->args[0], &shape)) return false;
    if (all->n > 0 && !same(&shape, &all->one))
        return value_wrong(v, all->e->at, "the elements of an array have different sizes");
    all->one = shape;
    all->n++;
    return true;
}

static bool list_count(struct evaluator *v, struct ast_iterator *it, int32_t *out)
{
    const struct type *t = it->range ? it->range->type : NULL;
    double lo, step;
    int64_t n;
    if (t && t->rank == 1 && t->size[0] >= 0) return *out = t->size[0], true;
    if (!t || it->range->kind != EXPR_RANGE) return value_none(v, it->at, "its size is not known");
    if (!range_ends(v, it->range, &lo, &step, &n)) return false;
    *out = (int32_t)n;
    return true;
}

static bool comprehension(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct collected all = {.e = e, .one = {.rank = e->args[0]->type->rank}};
    struct shape shape;
    int32_t n = e->n_iterators, size = 0;
    if (!value_iterate(v, e->iterators, n, collect, &all)) return false;
    if (all.n == 0) memcpy(all.one.size, e->args[0]->type->size, sizeof all.one.size);
    shape = all.one;
    for (int32_t k = 0; k < n; k++) {
        if (!list_count(v, &e->iterators[k], &size)) return false;
        if (!stacked(v, e, &shape, size, out)) return false;
        shape = *out;
    }
    return true;
}

static bool reduce_one(struct evaluator *v, void *user)
{
    struct collected *all = user;
    double x;
    if (!value_scalar(v, all->e->args[0], &x)) return false;
    switch (all->e->builtin) {
    case BUILTIN_SUM: all->total += x; break;
    case BUILTIN_PRODUCT: all->total *= x; break;
    case BUILTIN_MIN: all->total = fmin(all->total, x); break;
    default: all->total = fmax(all->total, x); break;
    }
    return true;
}

static bool reduce(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct collected all = {.e = e};
    int64_t base = v->n;
    all.total = e->builtin == BUILTIN_PRODUCT ? 1
                : e->builtin == BUILTIN_MIN   ? 1e60
                : e->builtin == BUILTIN_MAX   ? -1e60
                                              : 0;
    if (!value_iterate(v, e->iterators, e->n_iterators, reduce_one, &all)) return false;
    v->n = base;
    return literal(v, all.total, e->type->base, out) && value_finite(v, e, base, 1);
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static bool find(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    switch (e->kind) {
    case EXPR_REAL: return literal(v, e->number, TYPE_REAL, out);
    case EXPR_INTEGER: return literal(v, (double)e->integer, TYPE_INTEGER, out);
    case EXPR_BOOLEAN: return literal(v, (double)e->integer, TYPE_BOOLEAN, out);
    case EXPR_STRING: return string(v, e, out);
    case EXPR_NAME: return value_name(v, e, out);
    case EXPR_CALL: return e->builtin ? value_builtin(v, e, out) : value_call(v, e, out);
    case EXPR_REDUCE: return reduce(v, e, out);
    case EXPR_UNARY: return value_unary(v, e, out);
    case EXPR_BINARY: return value_binary(v, e, out);
    case EXPR_IF: return choose(v, e, out);
    case EXPR_RANGE: return range(v, e, out);
    case EXPR_ARRAY: return array(v, e, out);
    case EXPR_COMPREHENSION: return comprehension(v, e, out);
    case EXPR_MATRIX: return value_matrix(v, e, out);
    case EXPR_END: return end(v, e, out);
    case EXPR_TUPLE:
    case EXPR_COLON:
    case EXPR_ERROR: break;
    }
    return value_none(v, e->at, "it has no value");
}

bool value_eval(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    bool good;
    if (!value_step(v, e->at)) return false;
    if (!e->type) return value_none(v, e->at, "it is not checked yet");
    if (e->type->base == TYPE_ERROR) return v->result = VALUE_WRONG, false;
    if (v->depth > CHECK_DEEPEST) return value_wrong(v, e->at, "the evaluation goes too deep");
    v->depth++;
    good = find(v, e, out);
    v->depth--;
    return good;
}
