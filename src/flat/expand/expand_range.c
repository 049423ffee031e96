/* SPDX-License-Identifier: MIT */
/* expand_range.c - over what an iterator runs, and what depends on an iterator.
 *
 * A loop stays a loop if its range is lo, lo + step, ... with numbers. A loop whose body contains
 * a range or a size that depends on its iterator (for i .. for j in 1:i) is unrolled, so that
 * inside its iterator is a number; expand_loops_depend finds that out from the tree, before
 * anything is expanded. */
#include "flat/expand/expand.h"

/* ---- Ranges ---------------------------------------------------------------------------------- */

static int64_t steps(int64_t lo, int64_t step, int64_t hi)
{
    if (step == 0 || (step > 0 ? lo > hi : lo < hi)) return 0;
    uint64_t distance = step > 0 ? (uint64_t)hi - (uint64_t)lo : (uint64_t)lo - (uint64_t)hi;
    uint64_t by = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
    return distance / by >= INT32_MAX ? INT32_MAX : (int64_t)(distance / by) + 1;
}

static void constant_range(const struct site *w, struct ast_expr *e, struct span *r)
{
    int64_t hi;
    r->step = 1;
    if (e->type && e->type->base == TYPE_REAL) return;
    if (!expand_integer(w, e->args[0], &r->lo)) return;
    if (e->n_args == 3 && !expand_integer(w, e->args[1], &r->step)) return;
    if (!expand_integer(w, e->args[e->n_args - 1], &hi)) return;
    if (r->step == 0) error_at(w->x->messages, e->at, "a range with a step of 0");
    r->count = (int32_t)steps(r->lo, r->step, hi);
    if (r->count == INT32_MAX) expand_stop(w->x, e->at, "this range has too many values");
    r->constant = !w->x->stopped;
}

/* Counts of Real ranges come from the checker, or from numbers. */
static void real_range(const struct ast_expr *e, struct span *r)
{
    double lo, by = 1, hi, n;
    if (e->type && e->type->rank == 1 && e->type->size[0] >= 0)
        r->count = e->type->size[0];
    else if (ir_constant(r->from, &lo) && ir_constant(r->by, &by) && ir_constant(r->to, &hi) &&
             by != 0) {
        n = (hi - lo) / by * (1 + 1e-15) + 1e-12;
        r->count = n < 0 ? 0 : n > 1e9 ? INT32_MAX : (int32_t)n + 1;
    } else
        return;
    r->constant = r->count < INT32_MAX;
}

/* e: an EXPR_RANGE. */
struct span expand_range(const struct site *w, struct ast_expr *e)
{
    struct span r = {.constant = false};
    enum ir_type type = expand_type(e->type);
    constant_range(w, e, &r);
    if (r.constant || w->x->stopped) return r;
    r.from = expand_convert(w->x, expand_scalar(w, e->args[0]), type);
    r.to = expand_convert(w->x, expand_scalar(w, e->args[e->n_args - 1]), type);
    if (e->n_args == 3)
        r.by = expand_convert(w->x, expand_scalar(w, e->args[1]), type);
    else
        r.by = type == IR_R ? ir_real(w->x->m, 1) : ir_int(w->x->m, 1);
    if (type == IR_R) real_range(e, &r);
    return r;
}

/* ---- Iterators ------------------------------------------------------------------------------- */

/* From now on s is `value`; the checker's functions see it, too, if it is a number. */
struct ir *expand_bind(struct expand *x, struct symbol *s, struct ir *value)
{
    struct ir *old = s->flat;
    s->flat = value;
    s->value = NULL;
    if (!value || !expand_literal(value)) return old;
    s->value = ARENA_NEW(x->arena, struct value);
    s->value->type = s->type;
    s->value->count = 1;
    s->value->number = ARENA_NEW(x->arena, double);
    s->value->number[0] = value->op == IR_REAL ? value->number : (double)value->integer;
    return old;
}

/* `for i loop`, `for i in E`: the checker has found the range. */
static bool found(const struct ast_iterator *it, struct span *r)
{
    const struct ast_expr *e = it->range;
    bool type = e && e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_TYPE;
    *r = (struct span){.constant = true, .lo = 1, .step = 1};
    if ((e && !type) || !it->symbol || !it->symbol->bounded) return false;
    r->lo = it->symbol->low;
    r->step = it->symbol->step ? it->symbol->step : 1;
    r->count = (int32_t)steps(r->lo, r->step, it->symbol->high);
    return true;
}

struct span expand_iterator_range(const struct site *w, struct ast_iterator *it)
{
    struct span r;
    if (found(it, &r)) return r;
    if (!it->range) return (struct span){.constant = false};
    if (it->range->kind == EXPR_RANGE) return expand_range(w, it->range);
    r.constant = false;
    r.from = NULL;
    r.count = expand_shape(w, it->range).size[0];
    return r;
}

int32_t expand_iterator_count(const struct site *w, struct ast_iterator *it)
{
    struct span r = expand_iterator_range(w, it);
    if (!r.constant && r.from)
        error_at(w->x->messages, it->at, "the range of '%s' is not known at compile time",
                 it->name);
    return r.constant || !r.from ? r.count : 0;
}

/* Its k-th value, k from 0. */
struct ir *expand_iterator_value(const struct site *w, struct ast_iterator *it, struct ir *k)
{
    struct ir_model *m = w->x->m;
    struct span r;
    if (found(it, &r))
        return ir_binary(m, IR_ADD, ir_int(m, r.lo), ir_binary(m, IR_MUL, ir_int(m, r.step), k));
    if (!it->range) return ir_int(m, 1);
    return expand_element(w, it->range, &k);
}

/* ---- Dependence ------------------------------------------------------------------------------ */

typedef bool expr_test(const struct ast_expr *e, const struct symbol *s);

/* Does the test hold for an operand of e, a range in it, or a subscript? */
static bool any_arg(const struct ast_expr *e, const struct symbol *s, expr_test *test)
{
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k] && test(e->args[k], s)) return true;
    for (int32_t k = 0; k < e->n_iterators; k++)
        if (e->iterators[k].range && test(e->iterators[k].range, s)) return true;
    for (int32_t p = 0; e->kind == EXPR_NAME && p < e->n_path; p++)
        for (int32_t k = 0; k < e->path[p].n_sub; k++)
            if (test(e->path[p].sub[k], s)) return true;
    return false;
}

bool expand_mentions(const struct ast_expr *e, const struct symbol *s)
{
    if (e->kind == EXPR_NAME && e->symbol == s) return true;
    return any_arg(e, s, expand_mentions);
}

static bool decides_size(const struct ast_expr *e, int32_t k)
{
    return builtin_takes_size(e->builtin, k) || e->kind == EXPR_RANGE ||
           (e->builtin == BUILTIN_CAT && k == 0);
}

static bool own_shape_depends(const struct ast_expr *e, const struct symbol *s)
{
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k] && decides_size(e, k) && expand_mentions(e->args[k], s)) return true;
    for (int32_t k = 0; k < e->n_iterators; k++)
        if (e->iterators[k].range && expand_mentions(e->iterators[k].range, s)) return true;
    return false;
}

static bool shapes_depend(const struct ast_expr *e, const struct symbol *s);

/* sum(e for i in a:b): how long the range is does not matter, only what is inside its bounds. */
static bool reduction_depends(const struct ast_expr *e, const struct symbol *s)
{
    for (int32_t k = 0; k < e->n_iterators; k++) {
        const struct ast_expr *r = e->iterators[k].range;
        if (r && (r->kind == EXPR_RANGE ? any_arg(r, s, shapes_depend) : shapes_depend(r, s)))
            return true;
    }
    return e->n_args > 0 && shapes_depend(e->args[0], s);
}

static bool shapes_depend(const struct ast_expr *e, const struct symbol *s)
{
    if (e->kind == EXPR_REDUCE && e->builtin != BUILTIN_ARRAY) return reduction_depends(e, s);
    return own_shape_depends(e, s) || any_arg(e, s, shapes_depend);
}

static bool counts_depend(const struct ast_expr *e, const struct symbol *s)
{
    return own_shape_depends(e, s) || any_arg(e, s, counts_depend);
}

/* Does the size of something in e depend on s? With reductions: or the length of a sum? */
bool expand_shapes_depend(const struct ast_expr *e, const struct symbol *s, bool reductions)
{
    return reductions ? counts_depend(e, s) : shapes_depend(e, s);
}

/* The same for a statement; with loops, the ranges of loops and reductions inside count, too. */
bool expand_loops_depend(const struct ast_stmt *stmt, const struct symbol *s, bool loops)
{
    for (int32_t k = 0; k < stmt->n_exprs; k++)
        if (stmt->exprs[k] && expand_shapes_depend(stmt->exprs[k], s, loops)) return true;
    for (int32_t k = 0; loops && k < stmt->n_iterators; k++)
        if (stmt->iterators[k].range && expand_mentions(stmt->iterators[k].range, s)) return true;
    for (int32_t b = 0; b < stmt->n_bodies; b++)
        for (int32_t k = 0; k < stmt->bodies[b].n; k++)
            if (expand_loops_depend(&stmt->bodies[b].stmts[k], s, loops)) return true;
    return false;
}
