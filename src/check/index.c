/* SPDX-License-Identifier: MIT */
/* index.c - x[i, 2:3, :]: types of indexed arrays, and indices outside them.
 *
 * An index that is affine in the iterators around, c0 + c1*i + c2*j, takes its extremes at the
 * ends of their ranges, so that x[i+1] is found to be wrong for i = N at once. In a branch that
 * parameters or iterators decide (if i > 1 then x[i-1] else 0) nothing is said: the index may
 * never be used. */
#include "check/stage.h"

#include <string.h>

enum { MOST_TERMS = 16 };

struct affine {
    int64_t c0;
    int32_t n;
    struct symbol *iter[MOST_TERMS];
    int64_t c[MOST_TERMS];
};

static bool affine_of(struct check *c, struct ast_expr *e, int64_t factor, struct affine *out);

static bool add_term(struct affine *out, struct symbol *iter, int64_t c)
{
    int32_t k = 0;
    while (k < out->n && out->iter[k] != iter) k++;
    if (k == MOST_TERMS) return false;
    if (k == out->n) out->c[out->n++] = 0;
    out->iter[k] = iter;
    out->c[k] += c;
    return true;
}

static bool small_value(struct check *c, struct ast_expr *e, int64_t *v)
{
    struct value_reason why;
    if (value_integer(c->m, c, e, v, &why) != VALUE_OK) return false;
    return *v > INT32_MIN && *v < INT32_MAX;
}

static bool affine_product(struct check *c, struct ast_expr *e, int64_t factor, struct affine *out)
{
    int swap = check_uses_iterator(e->args[1]);
    int64_t v;
    if (check_uses_iterator(e->args[0]) && swap) return false;
    if (!small_value(c, e->args[swap ? 0 : 1], &v)) return false;
    if (factor > INT32_MAX || factor < INT32_MIN) return false;
    return affine_of(c, e->args[swap ? 1 : 0], factor * v, out);
}

/* out += factor * e; false: e is not affine. */
static bool affine_of(struct check *c, struct ast_expr *e, int64_t factor, struct affine *out)
{
    int64_t v;
    if (e->height > 100) return false; /* this walks through e at every level */
    if (factor > (int64_t)1 << 40 || factor < -((int64_t)1 << 40)) return false;
    if (!check_uses_iterator(e)) {
        if (!small_value(c, e, &v) || factor > INT32_MAX || factor < INT32_MIN) return false;
        out->c0 += factor * v;
        return out->c0 < (int64_t)1 << 60 && out->c0 > -((int64_t)1 << 60);
    }
    if (e->kind == EXPR_NAME)
        return e->symbol->kind == SYMBOL_ITERATOR && e->symbol->bounded &&
               add_term(out, e->symbol, factor);
    if (e->kind == EXPR_UNARY && e->op != OP_NOT)
        return affine_of(c, e->args[0], e->op == OP_SUB ? -factor : factor, out);
    if (e->kind != EXPR_BINARY) return false;
    if (e->op == OP_MUL) return affine_product(c, e, factor, out);
    if (e->op != OP_ADD && e->op != OP_SUB) return false;
    return affine_of(c, e->args[0], factor, out) &&
           affine_of(c, e->args[1], e->op == OP_SUB ? -factor : factor, out);
}

/* The smallest (sign -1) or largest (1) value; *who: the iterators there, as text. */
static int64_t extreme(struct check *c, const struct affine *a, int sign, const char **who)
{
    int64_t v = a->c0;
    *who = NULL;
    for (int32_t k = 0; k < a->n; k++) {
        const struct symbol *s = a->iter[k];
        bool high = (a->c[k] > 0) == (sign > 0) ? s->high > s->low : s->high < s->low;
        int64_t at = high ? s->high : s->low;
        v += a->c[k] * at;
        *who = arena_format(c->arena, "%s%s%s = %lld", *who ? *who : "", *who ? ", " : "", s->name,
                            (long long)at);
    }
    return v;
}

static void say_outside(struct check *c, const struct ast_expr *sub, int64_t v, const char *who,
                        int32_t size, const char *name)
{
    if (size == 0)
        error_at(c->m, sub->at, "'%s' has no elements here", name);
    else
        error_at(c->m, sub->at, "index %lld is outside 1:%d of '%s'%s%s", (long long)v, size, name,
                 who ? " for " : "", who ? who : "");
}

static void check_inside(struct check *c, struct ast_expr *sub, int32_t size, const char *name)
{
    struct affine a = {0};
    const char *who;
    int64_t v;
    if (size < 0 || c->in.guarded || check_vary(sub) > VARY_PARAMETER) return;
    if (c->in.function && check_vary(sub) > VARY_CONSTANT) return;
    if (!affine_of(c, sub, 1, &a)) return;
    v = extreme(c, &a, -1, &who);
    if (v >= 1) v = extreme(c, &a, 1, &who);
    if (v < 1 || v > size) say_outside(c, sub, v, who, size, name);
}

/* x[a:s:b]: both ends, unless the range is empty. */
static void check_slice(struct check *c, struct ast_expr *sub, int32_t size, const char *name)
{
    if (sub->kind == EXPR_ARRAY) {
        for (int32_t k = 0; k < sub->n_args; k++) check_inside(c, sub->args[k], size, name);
        return;
    }
    if (sub->kind != EXPR_RANGE || sub->type->size[0] == 0) return;
    check_inside(c, sub->args[0], size, name);
    if (sub->n_args == 2) check_inside(c, sub->args[1], size, name);
}

static bool index_type(struct check *c, struct ast_expr *sub, const char *name)
{
    const struct type *t = sub->type;
    if (!type_is_error(t) && check_whole(c, sub)) t = sub->type;
    if (type_is_error(t)) return false;
    if ((t->base == TYPE_INTEGER || t->base == TYPE_ENUM) && t->rank <= 1) return true;
    error_at(c->m, sub->at, "an index of '%s' must be an Integer, not %s", name,
             type_text(c->arena, t));
    if (t->base == TYPE_REAL && t->rank == 0)
        hint_last(c->m, "integer(...) or div(a, b) make an Integer");
    return false;
}

/* One subscript of dimension k; appends what remains of it to size. */
static bool check_subscript(struct check *c, struct ast_expr *sub, const struct type *t, int32_t k,
                            int32_t *size, int32_t *rank)
{
    const char *name = c->in.end_symbol->name;
    c->in.end_dim = k;
    if (sub->kind == EXPR_COLON) {
        sub->type = type_scalar(TYPE_INTEGER);
        size[(*rank)++] = t->size[k];
        return true;
    }
    check_integer_expr(c, sub);
    if (!index_type(c, sub, name)) return false;
    if (sub->type->rank == 1) {
        size[(*rank)++] = sub->type->size[0];
        check_slice(c, sub, t->size[k], name);
    } else {
        check_inside(c, sub, t->size[k], name);
    }
    return true;
}

static const struct type *say_too_many(struct check *c, const struct ast_expr *e,
                                       const struct type *t)
{
    const struct ast_part *part = &e->path[e->n_path - 1];
    if (t->rank == 0)
        error_at(c->m, e->at, "'%s' is not an array", part->name);
    else
        error_at(c->m, e->at, "'%s' has %d dimension%s, but %d indices are given", part->name,
                 t->rank, t->rank == 1 ? "" : "s", part->n_sub);
    return type_scalar(TYPE_ERROR);
}

const struct type *check_subscripts(struct check *c, struct ast_expr *e, const struct type *t)
{
    struct ast_part *part = &e->path[e->n_path - 1];
    struct where old = c->in;
    int32_t size[CHECK_RANK], rank = 0;
    bool good = true;
    if (part->n_sub > t->rank) return say_too_many(c, e, t);
    c->in.end_type = t;
    c->in.end_symbol = e->symbol;
    for (int32_t k = 0; k < part->n_sub; k++)
        good &= check_subscript(c, part->sub[k], t, k, size, &rank);
    c->in = old;
    if (!good) return type_scalar(TYPE_ERROR);
    return type_array(c->arena, type_element(c->arena, t, part->n_sub), rank, size);
}
