/* SPDX-License-Identifier: MIT */
/* iterator.c - for i in 1:N, j in 1:M: what the iterators run over.
 *
 * The range of an equation's loop is evaluated, which makes its parameters structural; a loop in
 * an algorithm may also run between numbers that are known later. A range may use the iterators
 * before it. `for i loop` takes the range from the arrays that i indexes: they must all have the
 * same size there. */
#include "check/stage.h"

#include <string.h>

/* ---- Ranges that are left out ---------------------------------------------------------------- */

struct inference {
    struct check *c;
    const struct ast_iterator *it;
    int32_t size;      /* -1: no index found yet */
    const char *array; /* the one it was found in */
    bool clash;
};

static void infer_expr(struct inference *f, const struct ast_expr *e);

static bool is_iterator(const struct inference *f, const struct ast_expr *e)
{
    return e && e->kind == EXPR_NAME && e->n_path == 1 && e->path[0].name == f->it->name &&
           e->path[0].n_sub == 0;
}

static void infer_name(struct inference *f, const struct ast_expr *e)
{
    const struct ast_part *part = &e->path[e->n_path - 1];
    struct symbol *s = NULL;
    for (int32_t k = 0; k < part->n_sub; k++) {
        infer_expr(f, part->sub[k]);
        if (!is_iterator(f, part->sub[k])) continue;
        if (!s) s = scope_find(f->c, e->path, e->n_path, true);
        if (!s || s->kind != SYMBOL_VARIABLE) return;
        check_typed(f->c, s);
        if (!s->type || k >= s->type->rank || s->type->size[k] < 0) continue;
        if (f->size >= 0 && f->size != s->type->size[k] && !f->clash) {
            error_at(f->c->m, f->it->at,
                     "the range of '%s' is ambiguous: 1:%d from '%s', 1:%d from '%s'", f->it->name,
                     f->size, f->array, s->type->size[k], s->name);
            f->clash = true;
        }
        f->size = s->type->size[k];
        f->array = s->name;
    }
}

static void infer_expr(struct inference *f, const struct ast_expr *e)
{
    if (!e) return;
    if (e->kind == EXPR_NAME && e->n_path > 0) infer_name(f, e);
    for (int32_t k = 0; k < e->n_args; k++) infer_expr(f, e->args[k]);
    for (int32_t k = 0; k < e->n_iterators; k++) infer_expr(f, e->iterators[k].range);
}

static void infer_body(struct inference *f, const struct ast_body *body)
{
    for (int32_t k = 0; k < body->n; k++) {
        const struct ast_stmt *s = &body->stmts[k];
        for (int32_t i = 0; i < s->n_exprs; i++) infer_expr(f, s->exprs[i]);
        for (int32_t i = 0; i < s->n_iterators; i++) infer_expr(f, s->iterators[i].range);
        for (int32_t i = 0; i < s->n_bodies; i++) infer_body(f, &s->bodies[i]);
    }
}

static struct ast_expr *literal(struct check *c, int64_t value, struct place at)
{
    struct ast_expr *e = ARENA_NEW(c->arena, struct ast_expr);
    e->kind = EXPR_INTEGER;
    e->integer = value;
    e->number = (double)value;
    e->text = arena_format(c->arena, "%lld", (long long)value);
    e->at = at;
    e->height = 1;
    return e;
}

static void infer_range(struct check *c, struct ast_iterator *it, struct ast_expr **inside,
                        int32_t n_inside, const struct ast_body *body)
{
    struct inference f = {.c = c, .it = it, .size = -1};
    for (int32_t k = 0; k < n_inside; k++) infer_expr(&f, inside[k]);
    if (body) infer_body(&f, body);
    if (f.clash) return;
    if (f.size < 0) {
        error_at(c->m, it->at, "the range of '%s' is not known: it indexes no array", it->name);
        hint_last(c->m, "write: for %s in 1:n", it->name);
        return;
    }
    it->range = ARENA_NEW(c->arena, struct ast_expr);
    it->range->kind = EXPR_RANGE;
    it->range->at = it->at;
    it->range->n_args = 2;
    it->range->height = 2;
    it->range->args = ARENA_ARRAY(c->arena, struct ast_expr *, 2);
    it->range->args[0] = literal(c, 1, it->at);
    it->range->args[1] = literal(c, f.size, it->at);
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static void set_bounds(struct check *c, struct symbol *s, const struct ast_expr *range)
{
    struct value_reason why;
    int64_t v[3] = {0, 1, 0};
    int32_t n = range->type->size[0];
    for (int32_t k = 0; k < range->n_args; k++) {
        int at = k + 1 == range->n_args ? 2 : k;
        if (value_integer(c->m, c, range->args[k], &v[at], &why) != VALUE_OK) return;
    }
    s->bounded = true;
    s->low = v[0];
    s->step = v[1];
    s->high = v[0] + v[1] * (n - 1);
}

/* May the range remain open until the loop runs? */
static bool may_be_open(struct check *c, const struct ast_expr *range)
{
    if (c->in.function) return true;
    for (int32_t k = 0; k < range->n_args; k++)
        if (check_uses_iterator(range->args[k])) return true;
    if (c->in.section != IN_ALGORITHM) return false;
    for (int32_t k = 0; k < range->n_args; k++)
        if (check_vary(range->args[k]) > VARY_PARAMETER) return true;
    return false;
}

static const struct type *open_range(struct check *c, struct ast_expr *range)
{
    int32_t open = -1;
    for (int32_t k = 0; k < range->n_args; k++) {
        const struct type *t = range->args[k]->type;
        if (type_is_error(t)) return t;
        if (t->base == TYPE_INTEGER && t->rank == 0) continue;
        error_at(c->m, range->args[k]->at, "a loop goes between Integers here, not %s",
                 type_text(c->arena, t));
        return type_scalar(TYPE_ERROR);
    }
    return type_array(c->arena, type_scalar(TYPE_INTEGER), 1, &open);
}

static const struct type *range_type(struct check *c, struct ast_expr *range)
{
    struct value_reason why;
    int64_t ignored;
    bool open;
    if (range->kind != EXPR_RANGE) return check_integer_expr(c, range);
    for (int32_t k = 0; k < range->n_args; k++) check_integer_expr(c, range->args[k]);
    open = may_be_open(c, range);
    for (int32_t k = 0; open && k < range->n_args; k++) /* constant all the same? */
        if (type_is_error(range->args[k]->type) || range->args[k]->type->base != TYPE_INTEGER ||
            value_integer(c->m, c, range->args[k], &ignored, &why) != VALUE_OK)
            return range->type = open_range(c, range);
    return check_integer_expr(c, range);
}

/* for e in E */
static struct symbol *enumeration_of(struct check *c, const struct ast_expr *range)
{
    struct symbol *s;
    if (range->kind != EXPR_NAME || range->path[range->n_path - 1].n_sub > 0) return NULL;
    s = scope_find(c, range->path, range->n_path, true);
    if (!s || s->kind != SYMBOL_TYPE || !s->class_ || !s->class_->is_enumeration) return NULL;
    return s;
}

static void run_over_enumeration(struct check *c, struct ast_iterator *it, struct symbol *e)
{
    it->range->type = type_array(c->arena, e->type, 1, &e->class_->n_literals);
    it->range->symbol = e;
    it->symbol->type = e->type;
    it->symbol->bounded = e->class_->n_literals > 0;
    it->symbol->low = it->symbol->step = 1;
    it->symbol->high = e->class_->n_literals;
}

static void run_over(struct check *c, struct ast_iterator *it)
{
    struct symbol *s = it->symbol, *e = enumeration_of(c, it->range);
    const struct type *t;
    if (e) {
        run_over_enumeration(c, it, e);
        return;
    }
    t = range_type(c, it->range);
    if (type_is_error(t)) return;
    if (t->rank != 1) {
        error_at(c->m, it->range->at, "'%s' must run over a range or a vector, not %s", it->name,
                 type_text(c->arena, t));
        hint_last(c->m, "write: %s in 1:n", it->name);
        it->range->type = type_scalar(TYPE_ERROR);
        return;
    }
    s->type = type_element(c->arena, t, 1);
    if (it->range->kind == EXPR_RANGE && s->type->base == TYPE_INTEGER && t->size[0] > 0)
        set_bounds(c, s, it->range);
}

void check_iterators(struct check *c, struct ast_iterator *it, int32_t n, struct binder *binders,
                     struct ast_expr **inside, int32_t n_inside, struct ast_body *body)
{
    for (int32_t k = 0; k < n; k++) {
        struct symbol *s = symbol_new(c->arena, SYMBOL_ITERATOR, it[k].name, it[k].at);
        s->iterator = &it[k];
        s->type = type_scalar(TYPE_ERROR);
        it[k].symbol = s;
        if (!it[k].range) infer_range(c, &it[k], inside, n_inside, body);
        if (it[k].range) run_over(c, &it[k]);
        binders[k] = (struct binder){s, c->in.binders};
        c->in.binders = &binders[k];
    }
}
