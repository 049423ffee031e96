/* SPDX-License-Identifier: MIT */
/* value_index.c - values of names and of chosen elements: a, a[2], a[1:3, :]. */
#include "check/value/value.h"

#include <string.h>

static void shape_of_type(const struct type *t, struct shape *out)
{
    out->base = t->base;
    out->rank = t->rank;
    memcpy(out->size, t->size, sizeof out->size);
}

/* ---- Selections ------------------------------------------------------------------------------ */

static bool inside(struct evaluator *v, const struct ast_expr *sub, double i, int32_t size,
                   const char *name)
{
    if (i >= 1 && i <= size) return true;
    return value_wrong(v, sub->at, "index %lld is outside 1:%d of '%s'", (long long)i, size, name);
}

static bool select_dim(struct evaluator *v, struct ast_part *part, int32_t k,
                       struct value_select *s)
{
    struct ast_expr *sub = part->sub[k];
    struct shape shape;
    s->list[k] = -1;
    s->count[k] = s->shape.size[k];
    if (sub->kind == EXPR_COLON) return true;
    s->list[k] = v->n;
    v->end_dim = k;
    if (!value_eval(v, sub, &shape)) return false;
    s->count[k] = value_elements(&shape);
    for (int64_t i = 0; i < s->count[k]; i++)
        if (!inside(v, sub, v->stack[s->list[k] + i].number, s->shape.size[k], part->name))
            return false;
    if (shape.rank > 0) return true;
    s->list[k] = -2;
    s->one[k] = (int64_t)v->stack[--v->n].number - 1;
    return true;
}

bool value_select(struct evaluator *v, struct ast_part *part, const struct shape *shape,
                  struct value_select *s)
{
    struct shape old = v->end_shape;
    int32_t old_dim = v->end_dim;
    s->shape = *shape;
    s->result.base = shape->base;
    s->result.rank = 0;
    if (part->n_sub > shape->rank)
        return value_wrong(v, part->at, "'%s' has too many indices", part->name);
    for (int32_t k = 0; k < shape->rank; k++) {
        s->list[k] = -1;
        s->count[k] = shape->size[k];
        v->end_shape = *shape;
        if (k < part->n_sub && !select_dim(v, part, k, s)) return false;
        if (s->list[k] != -2) s->result.size[s->result.rank++] = (int32_t)s->count[k];
    }
    v->end_shape = old;
    v->end_dim = old_dim;
    return true;
}

int64_t value_selected(const struct evaluator *v, const struct value_select *s, int64_t k)
{
    int64_t flat = 0, stride = 1;
    for (int32_t d = s->shape.rank - 1; d >= 0; d--) {
        int64_t i = s->one[d];
        if (s->list[d] != -2) {
            i = k % s->count[d];
            k /= s->count[d];
            if (s->list[d] >= 0) i = (int64_t)v->stack[s->list[d] + i].number - 1;
        }
        flat += i * stride;
        stride *= s->shape.size[d];
    }
    return flat;
}

/* ---- Names ----------------------------------------------------------------------------------- */

struct source_cells {          /* where the elements of a variable are */
    const struct value *value; /* or, NULL: on the stack at */
    int64_t pos;
};

static union value_cell cell(const struct evaluator *v, const struct source_cells *from, int64_t k)
{
    union value_cell out;
    if (!from->value) return v->stack[from->pos + k];
    if (from->value->text)
        out.text = from->value->text[k];
    else
        out.number = from->value->number[k];
    return out;
}

static bool push_selected(struct evaluator *v, struct ast_part *part, const struct shape *shape,
                          const struct source_cells *from, struct shape *out)
{
    struct value_select s;
    int64_t base = v->n, n;
    memset(&s, 0, sizeof s);
    if (!value_select(v, part, shape, &s)) return false;
    n = value_elements(&s.result);
    if (n < 0 || !value_reserve(v, n, part->at))
        return n < 0 ? value_none(v, part->at, "its size is not known") : false;
    for (int64_t k = 0; k < n; k++) {
        union value_cell x = cell(v, from, value_selected(v, &s, k));
        v->stack[v->n++] = x;
    }
    value_settle(v, base, n);
    *out = s.result;
    return true;
}

/* Variables of a function that runs. False with result OK: it is none. */
static bool from_frame(struct evaluator *v, struct ast_expr *e, struct shape *out, bool *found)
{
    struct ast_part *part = &e->path[e->n_path - 1];
    struct value_local *local = value_local_of(v, e->symbol);
    struct source_cells from = {NULL, 0};
    struct shape shape;
    int64_t base = v->n;
    *found = local != NULL;
    if (!local) return false;
    if (local->later) {
        if (!value_later(v, e->symbol, &shape)) return false;
        from.pos = base;
        if (part->n_sub == 0) return *out = shape, true;
        if (!push_selected(v, part, &shape, &from, out)) return false;
        value_settle(v, base, value_elements(out));
        return true;
    }
    if (!local->set)
        return value_wrong(v, e->at, "'%s' is used before it has a value", e->symbol->name);
    shape = local->shape;
    from.pos = local->pos;
    return push_selected(v, part, &shape, &from, out);
}

bool value_name(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct symbol *s = e->symbol;
    struct source_cells from = {NULL, 0};
    struct shape shape;
    bool found, good;
    if (!s) return value_none(v, e->at, "it has no value");
    if (s->kind == SYMBOL_ITERATOR && !s->value)
        return value_none(v, e->at, arena_format(v->arena, "'%s' is an iterator", s->name));
    good = from_frame(v, e, out, &found);
    if (found) return good;
    if (s->parent && s->parent->kind == SYMBOL_FUNCTION && s->variability > VARY_CONSTANT)
        return value_none(v, e->at,
                          arena_format(v->arena, "'%s' is a variable of a function", s->name));
    if (!value_symbol(v, s, e->at)) return false;
    if (s->kind == SYMBOL_ITERATOR && e->path[e->n_path - 1].n_sub == 0) {
        out->base = s->type->base;
        out->rank = 0;
        return value_push(v, s->value->number[0]);
    }
    shape_of_type(s->value->type, &shape);
    from.value = s->value;
    return push_selected(v, &e->path[e->n_path - 1], &shape, &from, out);
}
