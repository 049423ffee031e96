/* SPDX-License-Identifier: MIT */
/* expand_eq.c - equations, in the loops in which they are.
 *
 * A frame carries the box of iterators around. `for` adds its iterators to it, an array equation
 * one per dimension; the equation itself is one ir_eq. Unrolled are: loops inside which a range or
 * a size depends on the iterator, loops over values that are no progression ({1, 2, 4}), and
 * arrays of expressions ({a, b} = f). Iterators with one value are left out of the box. */
#include "flat/expand/expand.h"

#include <string.h>

/* ---- The box --------------------------------------------------------------------------------- */

void expand_enter(struct frame *f, struct ir_iter *it, struct ast_iterator *named)
{
    if (f->n_box == EXPAND_BOX) {
        expand_stop(f->w.x, f->w.x->m->at, "too many loops within each other");
        return;
    }
    f->box[f->n_box] = it;
    f->named[f->n_box++] = named;
    f->w.depth = it->depth + 1;
}

struct ir_iter **expand_box(struct frame *f, int32_t *n)
{
    struct ir_iter **box = ARENA_ARRAY(f->w.x->arena, struct ir_iter *, f->n_box + 1);
    *n = 0;
    for (int32_t k = 0; k < f->n_box; k++)
        if (f->box[k]->count != 1) box[(*n)++] = f->box[k];
    return box;
}

/* ---- for ------------------------------------------------------------------------------------- */

static void with_value(struct frame *f, const struct ast_stmt *stmt, int32_t k, struct ir *value,
                       expand_loop_fn *body)
{
    struct symbol *s = stmt->iterators[k].symbol;
    struct ir *old = expand_bind(f->w.x, s, value);
    expand_for(f, stmt, k + 1, body);
    expand_bind(f->w.x, s, old);
}

static bool must_unroll(const struct ast_stmt *stmt, int32_t k)
{
    const struct symbol *s = stmt->iterators[k].symbol;
    for (int32_t j = k + 1; j < stmt->n_iterators; j++)
        if (stmt->iterators[j].range && expand_mentions(stmt->iterators[j].range, s)) return true;
    for (int32_t j = 0; j < stmt->bodies[0].n; j++)
        if (expand_loops_depend(&stmt->bodies[0].stmts[j], s, true)) return true;
    return false;
}

static void unroll(struct frame *f, const struct ast_stmt *stmt, int32_t k, int32_t count,
                   expand_loop_fn *body)
{
    struct frame in = *f;
    in.unrolled = true;
    if (count > EXPAND_SCALARS)
        expand_stop(f->w.x, stmt->iterators[k].at, "this loop is too long to be unrolled");
    for (int32_t j = 0; j < count && !f->w.x->stopped; j++) {
        struct ir *position = ir_int(f->w.x->m, j);
        with_value(&in, stmt, k, expand_iterator_value(&f->w, &stmt->iterators[k], position), body);
    }
}

/* Iterators from k on, then the body. */
void expand_for(struct frame *f, const struct ast_stmt *stmt, int32_t k, expand_loop_fn *body)
{
    struct ast_iterator *i = stmt->iterators + k;
    struct frame in = *f;
    struct ir_iter *it;
    struct span r;
    if (k == stmt->n_iterators) {
        body(f, stmt);
        return;
    }
    r = expand_iterator_range(&f->w, i);
    if (!r.constant && (r.from || !i->range)) {
        error_at(f->w.x->messages, i->range ? i->range->at : i->at,
                 "the range of '%s' is not known at compile time", i->name);
        return;
    }
    if (r.count <= 0) return;
    if (!r.constant || r.from || must_unroll(stmt, k)) {
        unroll(f, stmt, k, r.count, body);
        return;
    }
    it = ir_iter_new(f->w.x->m, f->w.depth, r.lo, r.step, r.count, i->name);
    expand_enter(&in, it, i);
    with_value(&in, stmt, k, ir_iter_value(f->w.x->m, it), body);
}

/* ---- lhs = rhs ------------------------------------------------------------------------------- */

/* The part in whose class the expression was written: of 'r.p.v', written p.v, it is r. NULL: of
 * none, or not known. */
static const char *part_of(struct expand *x, const struct ast_expr *e, int depth)
{
    const char *part = NULL;
    if (e->kind == EXPR_NAME && e->n_path == 1 && e->symbol && e->symbol->kind == SYMBOL_VARIABLE) {
        const char *name = e->path[0].name, *written = expand_quote(x, e->at, 80);
        size_t n = strlen(name), m = strlen(written);
        if (m + 1 < n && name[n - m - 1] == '.' && strcmp(name + n - m, written) == 0)
            return arena_text(x->arena, name, n - m - 1);
    }
    for (int32_t k = 0; k < e->n_args && !part && depth < 100; k++)
        if (e->args[k]) part = part_of(x, e->args[k], depth + 1);
    return part;
}

const char *expand_eq_text(struct expand *x, const struct ast_stmt *s)
{
    const char *part;
    if (x->text_of == s) return x->text;
    x->text_of = s;
    x->text = expand_quote(x, place_join(s->exprs[0]->at, s->exprs[1]->at), 120);
    part = part_of(x, s->exprs[0], 0);
    if (!part) part = part_of(x, s->exprs[1], 0);
    if (part) x->text = arena_format(x->arena, "%s (in %s)", x->text, part);
    return x->text;
}

static bool is_discrete(const struct ir *e)
{
    return (e->op == IR_VAR || e->op == IR_PRE) && e->var->kind == VAR_DISCRETE;
}

/* Integers and Booleans: the variable goes to the left. */
static bool turn(struct frame *f, struct ir **lhs, struct ir **rhs, struct place at)
{
    struct ir *left = *lhs;
    if (is_discrete(*lhs)) return *rhs = expand_convert(f->w.x, *rhs, left->type), true;
    if (is_discrete(*rhs)) {
        *lhs = *rhs;
        *rhs = expand_convert(f->w.x, left, (*lhs)->type);
        return true;
    }
    if (f->initial && (*lhs)->op == IR_VAR) return true;
    error_at(f->w.x->messages, at,
             "an equation of Integers or Booleans needs a variable alone on one side");
    return false;
}

void expand_add_eq(struct frame *f, struct ir *lhs, struct ir *rhs, struct place at,
                   const char *text)
{
    struct ir_eq eq = {.at = at, .text = text};
    if (lhs->type == IR_R || rhs->type == IR_R) {
        lhs = expand_convert(f->w.x, lhs, IR_R);
        rhs = expand_convert(f->w.x, rhs, IR_R);
    } else if (!turn(f, &lhs, &rhs, at))
        return;
    if (f->unrolled && ++f->w.x->scalars > EXPAND_SCALARS) {
        expand_stop(f->w.x, at, "unrolled loops make more than 100000 equations");
        return;
    }
    eq.lhs = lhs;
    eq.rhs = rhs;
    eq.iters = expand_box(f, &eq.n_iters);
    VEC_ADD(f->w.x->arena, f->eqs, eq);
}

/* One side of an equation: an expression, or an output of a call. */
struct side {
    struct ast_expr *e;
    int32_t output; /* -1: none */
};

static struct ir *side_at(const struct site *w, const struct side *s, struct ir **idx)
{
    if (s->output >= 0) return expand_call(w, s->e, s->output, idx);
    return expand_element(w, s->e, s->e->type && s->e->type->rank ? idx : NULL);
}

static void written_out(struct frame *f, struct ast_expr *lhs, const struct side *rhs,
                        const struct shape *shape, struct place at, const char *text)
{
    int64_t n = expand_count(shape);
    struct ir *idx[CHECK_RANK];
    for (int64_t k = 0; k < n && !f->w.x->stopped; k++) {
        int64_t rest = k;
        for (int32_t d = shape->rank - 1; d >= 0; rest /= shape->size[d--])
            idx[d] = ir_int(f->w.x->m, rest % shape->size[d]);
        struct ir *left = expand_element(&f->w, lhs, idx);
        expand_add_eq(f, left, side_at(&f->w, rhs, idx), at, text);
    }
}

static void one_side(struct frame *f, struct ast_expr *lhs, const struct side *rhs, struct place at,
                     const char *text)
{
    struct shape shape = {.rank = lhs->type ? lhs->type->rank : 0};
    struct frame in = *f;
    struct ir *idx[CHECK_RANK], *left;
    if (shape.rank > 0) shape = expand_shape(&f->w, lhs);
    if (expand_count(&shape) == 0) return;
    if (shape.rank > 0 && expand_count(&shape) <= EXPAND_LITERAL &&
        (expand_prefers_literal(lhs) || expand_prefers_literal(rhs->e))) {
        written_out(f, lhs, rhs, &shape, at, text);
        return;
    }
    for (int32_t d = 0; d < shape.rank; d++) {
        struct ir_iter *it = ir_iter_new(f->w.x->m, in.w.depth, 1, 1, shape.size[d], "i");
        expand_enter(&in, it, NULL);
        idx[d] = ir_binary(f->w.x->m, IR_SUB, ir_iter_value(f->w.x->m, it), ir_int(f->w.x->m, 1));
    }
    left = expand_element(&in.w, lhs, idx);
    expand_add_eq(&in, left, side_at(&in.w, rhs, idx), at, text);
}

void expand_equation(struct frame *f, struct ast_expr *lhs, struct ast_expr *rhs, struct place at,
                     const char *text)
{
    if (lhs->kind != EXPR_TUPLE) {
        one_side(f, lhs, &(struct side){rhs, -1}, at, text);
        return;
    }
    if (rhs->kind != EXPR_CALL || rhs->builtin) {
        error_at(f->w.x->messages, at, "only a call has several results");
        return;
    }
    for (int32_t k = 0; k < lhs->n_args; k++)
        if (lhs->args[k]) one_side(f, lhs->args[k], &(struct side){rhs, k}, at, text);
}

/* ---- Other equations ------------------------------------------------------------------------- */

static bool is_set(struct expand *x, const struct ast_modifier *m, const char *name)
{
    struct value *v;
    if (m->n_path != 1 || strcmp(m->path[0].name, name) != 0) return false;
    v = m->value ? check_value(x->messages, m->value) : NULL;
    return !m->value || (v && v->number && v->count == 1 && v->number[0] != 0);
}

saltus_side expand_side(struct expand *x, const struct ast_stmt *s)
{
    for (int32_t k = 0; k < s->n_annotation; k++) {
        if (is_set(x, &s->annotation[k], "__Saltus_unilateral")) return SALTUS_UNILATERAL;
        if (is_set(x, &s->annotation[k], "__Saltus_mustCross")) return SALTUS_MUST_CROSS;
    }
    return SALTUS_BILATERAL;
}

static void assertion(struct frame *f, const struct ast_stmt *stmt)
{
    struct ast_expr *call = stmt->exprs[0];
    struct ir_model *m = f->w.x->m;
    struct ir_assert a = {.at = stmt->at};
    a.cond = expand_convert(f->w.x, expand_scalar(&f->w, call->args[0]), IR_B);
    if (f->guard) a.cond = ir_binary(m, IR_OR, ir_unary(m, IR_NOT, f->guard), a.cond);
    if (a.cond->op == IR_INT && a.cond->integer) return;
    a.text = expand_message(f->w.x, call->n_args > 1 ? call->args[1] : NULL);
    a.warning = expand_is_warning(call);
    a.side = expand_side(f->w.x, stmt);
    a.iters = expand_box(f, &a.n_iters);
    VEC_ADD(f->w.x->arena, &m->asserts, a);
}

static void call_equation(struct frame *f, const struct ast_stmt *stmt)
{
    struct ast_expr *call = stmt->exprs[0];
    if (call->builtin == BUILTIN_ASSERT)
        assertion(f, stmt);
    else if (call->builtin == BUILTIN_REINIT || call->builtin == BUILTIN_TERMINATE)
        error_at(f->w.x->messages, stmt->at, "%s can be used only in a when",
                 call->builtin == BUILTIN_REINIT ? "reinit" : "terminate");
}

static void loop_body(struct frame *f, const struct ast_stmt *stmt)
{
    expand_equations(f, &stmt->bodies[0]);
}

void expand_equations(struct frame *f, const struct ast_body *body)
{
    for (int32_t k = 0; k < body->n && !f->w.x->stopped; k++) {
        const struct ast_stmt *s = &body->stmts[k];
        f->w.x->m->at = s->at;
        switch (s->kind) {
        case STMT_EQUATION:
            expand_equation(f, s->exprs[0], s->exprs[1], s->at, expand_eq_text(f->w.x, s));
            break;
        case STMT_FOR: expand_for(f, s, 0, loop_body); break;
        case STMT_IF: expand_if(f, s, expand_equations); break;
        case STMT_WHEN: expand_when(f, s, true); break;
        case STMT_CALL: call_equation(f, s); break;
        case STMT_CONNECT: expand_connect(f, s); break;
        default: break;
        }
    }
}
