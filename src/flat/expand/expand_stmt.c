/* SPDX-License-Identifier: MIT */
/* expand_stmt.c - statements: of functions, whens, initial algorithms, and of algorithm sections
 * before expand_alg.c makes equations of them.
 *
 * Loops stay loops: over an iterator where the range is numbers, in functions over a local
 * variable. A loop is unrolled only if the size of something inside depends on its variable.
 * Expressions may need statements of their own first (w->before): these are put before the
 * statement, and in a while into the loop. */
#include "flat/expand/expand.h"

#include <string.h>

struct ir_stmt *expand_add(struct stmt_list *out, struct expand *x, enum ir_do op, struct place at)
{
    struct ir_stmt *s = ARENA_NEW(x->arena, struct ir_stmt);
    s->op = op;
    s->at = at;
    expand_join(out, &(struct stmt_list){s, s});
    return s;
}

void expand_join(struct stmt_list *out, struct stmt_list *more)
{
    if (!more->first) return;
    if (out->last)
        out->last->next = more->first;
    else
        out->first = more->first;
    out->last = more->last;
}

static struct ir *condition(const struct site *w, struct ast_expr *e)
{
    return expand_convert(w->x, expand_scalar(w, e), IR_B);
}

/* ---- if -------------------------------------------------------------------------------------- */

static void if_statement(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt)
{
    struct stmt_list *rest = ARENA_ARRAY(w->x->arena, struct stmt_list, stmt->n_exprs + 1);
    struct ir_stmt **made = ARENA_ARRAY(w->x->arena, struct ir_stmt *, stmt->n_exprs + 1);
    struct site in = *w;
    int32_t k = 0, n = 0; /* rest[n]: what the else of made[n-1] holds                            */
    for (; k < stmt->n_exprs; k++) {
        struct stmt_list body = {NULL, NULL};
        in.before = &rest[n];
        struct ir *c = condition(&in, stmt->exprs[k]);
        if (c->op == IR_INT && !c->integer) continue;
        if (c->op == IR_INT) break;
        in.conditional = true;
        made[n] = expand_add(&rest[n], w->x, DO_IF, stmt->at);
        made[n]->cond = c;
        expand_stmts(&body, &in, &stmt->bodies[k]);
        made[n]->body = body.first;
        n++;
    }
    if (k < stmt->n_bodies) expand_stmts(&rest[n], &in, &stmt->bodies[k]);
    for (int32_t j = n - 1; j >= 0; j--) made[j]->other = rest[j + 1].first;
    expand_join(out, &rest[0]);
}

/* ---- for ------------------------------------------------------------------------------------- */

static void for_statement(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt,
                          int32_t k);

static void for_body(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt,
                     int32_t k, struct ir *value)
{
    struct symbol *s = stmt->iterators[k].symbol;
    struct ir *old = expand_bind(w->x, s, value);
    for_statement(out, w, stmt, k + 1);
    expand_bind(w->x, s, old);
}

static void for_unrolled(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt,
                         int32_t k, int32_t count)
{
    if (count > EXPAND_STATEMENTS) {
        expand_stop(w->x, stmt->at,
                    "this loop is too long to be unrolled, which sizes inside make necessary");
        return;
    }
    for (int32_t j = 0; j < count && !w->x->stopped; j++)
        for_body(out, w, stmt, k,
                 expand_iterator_value(w, &stmt->iterators[k], ir_int(w->x->m, j)));
}

/* for local in from:by:to; it: its range if that is numbers. */
static void for_local(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt,
                      int32_t k, const struct span *r, struct ir_iter *it)
{
    struct ir_model *m = w->x->m;
    struct shape scalar = {.rank = 0};
    struct stmt_list body = {NULL, NULL};
    struct ir_var *v = expand_temporary(w, it ? IR_I : r->from->type, &scalar);
    struct counter counter = {v, it, w->counters};
    struct ir *value = ir_var_at(m, IR_LOCAL, v, ir_int(m, 0));
    struct site in = *w;
    struct ir_stmt *s = expand_add(out, w->x, DO_FOR_RANGE, stmt->at);
    v->name = arena_format(w->x->arena, "%s_%d", stmt->iterators[k].name, (int)++w->x->serial);
    if (it) in.counters = &counter;
    s->target = value;
    s->range[0] = it ? ir_int(m, r->lo) : r->from;
    s->range[1] = it ? ir_int(m, r->step) : r->by;
    s->range[2] = it ? ir_int(m, r->lo + r->step * (r->count - 1)) : r->to;
    for_body(&body, &in, stmt, k, value);
    s->body = body.first;
}

/* Over an iterator: the range itself, or the positions of its values. */
static void for_iterator(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt,
                         int32_t k, const struct span *r, bool positions)
{
    struct ir_model *m = w->x->m;
    struct ast_iterator *i = &stmt->iterators[k];
    struct ir_iter *it =
        ir_iter_new(m, w->depth, positions ? 1 : r->lo, positions ? 1 : r->step, r->count, i->name);
    struct ir *value = ir_iter_value(m, it);
    struct stmt_list body = {NULL, NULL};
    struct site in = *w;
    struct ir_stmt *s;
    in.depth++;
    in.before = NULL;
    if (positions) value = expand_iterator_value(&in, i, ir_binary(m, IR_SUB, value, ir_int(m, 1)));
    for_body(&body, &in, stmt, k, value);
    if (!body.first) return;
    if (it->count == 1) {
        expand_join(out, &body);
        return;
    }
    s = expand_add(out, w->x, DO_FOR, stmt->at);
    s->iter = it;
    s->body = body.first;
}

static void for_statement(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt,
                          int32_t k)
{
    struct ast_iterator *it = &stmt->iterators[k];
    struct span r;
    if (k == stmt->n_iterators) {
        expand_stmts(out, w, &stmt->bodies[0]);
        return;
    }
    r = expand_iterator_range(w, it);
    if ((r.constant || !r.from) && r.count <= 0) return;
    if ((r.constant || !r.from) && expand_loops_depend(stmt, it->symbol, false))
        for_unrolled(out, w, stmt, k, r.count);
    else if (!r.constant && r.from)
        for_local(out, w, stmt, k, &r, NULL);
    else if (r.from || !r.constant)
        for_iterator(out, w, stmt, k, &r, true);
    else if (w->fn)
        for_local(out, w, stmt, k, &r,
                  ir_iter_new(w->x->m, w->depth, r.lo, r.step, r.count, it->name));
    else
        for_iterator(out, w, stmt, k, &r, false);
}

/* ---- while ----------------------------------------------------------------------------------- */

/* What c needs first must run every time: while true loop ..; if not c then break; .. */
static void while_statement(struct stmt_list *out, const struct site *w,
                            const struct ast_stmt *stmt)
{
    struct stmt_list body = {NULL, NULL}, stop = {NULL, NULL};
    struct site in = *w;
    struct ir_stmt *s;
    struct ir *c;
    in.before = &body;
    in.conditional = true;
    c = condition(&in, stmt->exprs[0]);
    if (c->op == IR_INT && !c->integer) return;
    if (body.first) {
        s = expand_add(&body, w->x, DO_IF, stmt->at);
        s->cond = ir_unary(w->x->m, IR_NOT, c);
        expand_add(&stop, w->x, DO_BREAK, stmt->at);
        s->body = stop.first;
        c = ir_bool(w->x->m, 1);
    }
    expand_stmts(&body, &in, &stmt->bodies[0]);
    s = expand_add(out, w->x, DO_WHILE, stmt->at);
    s->cond = c;
    s->body = body.first;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* A message as far as it is known: of String(x) only that it is there. */
const char *expand_message(struct expand *x, struct ast_expr *e)
{
    struct value *v;
    if (!e) return "";
    if (e->kind == EXPR_STRING) return e->text;
    v = check_value(x->messages, e);
    return v && v->text && v->count > 0 ? v->text[0] : expand_quote(x, e->at, 200);
}

/* assert(.., .., AssertionLevel.warning)? */
bool expand_is_warning(const struct ast_expr *call)
{
    const struct ast_expr *level = call->n_args > 2 ? call->args[2] : NULL;
    return level && level->n_path > 0 &&
           strcmp(level->path[level->n_path - 1].name, "warning") == 0;
}

static void call_statement(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt)
{
    struct ast_expr *call = stmt->exprs[0];
    struct ast_expr none = {.kind = EXPR_TUPLE};
    struct ir_stmt *s;
    switch (call->builtin) {
    case BUILTIN_ASSERT: {
        struct ir *c = condition(w, call->args[0]);
        if (c->op == IR_INT && c->integer) return;
        s = expand_add(out, w->x, DO_ASSERT, stmt->at);
        s->cond = c;
        s->text = expand_message(w->x, call->n_args > 1 ? call->args[1] : NULL);
        s->integer = expand_is_warning(call);
        s->side = expand_side(w->x, stmt);
        return;
    }
    case BUILTIN_REINIT:
        expand_store(out, w, DO_REINIT, call->args[0], call->args[1], stmt->at);
        return;
    case BUILTIN_TERMINATE:
        s = expand_add(out, w->x, DO_TERMINATE, stmt->at);
        s->text = expand_message(w->x, call->n_args > 0 ? call->args[0] : NULL);
        return;
    case BUILTIN_NONE: expand_assign(out, w, &none, call, stmt->at); return;
    default: return;
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static void statement(struct stmt_list *out, const struct site *w, const struct ast_stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_EQUATION:
    case STMT_ASSIGN: expand_assign(out, w, stmt->exprs[0], stmt->exprs[1], stmt->at); return;
    case STMT_CALL: call_statement(out, w, stmt); return;
    case STMT_FOR: for_statement(out, w, stmt, 0); return;
    case STMT_WHILE: while_statement(out, w, stmt); return;
    case STMT_IF: if_statement(out, w, stmt); return;
    case STMT_BREAK: expand_add(out, w->x, DO_BREAK, stmt->at); return;
    case STMT_RETURN: expand_add(out, w->x, DO_RETURN, stmt->at); return;
    case STMT_WHEN: /* expand_when.c */
    case STMT_CONNECT: return;
    }
}

/* Assignments of models keep their text: they may become equations. */
static void label(struct ir_stmt *s, const char *text)
{
    for (; s; s = s->next) {
        if (!s->text) s->text = text;
        if (s->op == DO_FOR) label(s->body, text);
    }
}

void expand_stmts(struct stmt_list *out, const struct site *w, const struct ast_body *body)
{
    for (int32_t k = 0; k < body->n && !w->x->stopped; k++) {
        struct stmt_list first = {NULL, NULL}, then = {NULL, NULL};
        struct site in = *w;
        in.before = &first;
        statement(&then, &in, &body->stmts[k]);
        if (!w->fn && body->stmts[k].kind == STMT_ASSIGN)
            label(then.first, expand_eq_text(w->x, &body->stmts[k]));
        expand_join(out, &first);
        expand_join(out, &then);
    }
}
