/* SPDX-License-Identifier: MIT */
/* value_run.c - statements of functions while a constant is evaluated. */
#include "check/value/value.h"

#include <string.h>

enum flow { NEXT, BREAK, RETURN, FAIL };

static enum flow run_body(struct evaluator *v, struct ast_body *body);

/* ---- Assignments ----------------------------------------------------------------------------- */

/* The n cells at `from` go into the whole variable. */
static bool store_all(struct evaluator *v, struct ast_expr *target, struct value_local *l,
                      int64_t from, const struct shape *shape)
{
    int64_t n = value_elements(shape);
    if (l->open && n > 0 && value_elements(&l->shape) != n) {
        return value_none(v, target->at, "a size changes while the function runs");
    }
    if (shape->rank != l->shape.rank ||
        memcmp(shape->size, l->shape.size, sizeof *shape->size * (size_t)shape->rank) != 0)
        return value_wrong(v, target->at, "'%s' and its value have different sizes",
                           target->symbol->name);
    memmove(v->stack + l->pos, v->stack + from, sizeof *v->stack * (size_t)n);
    l->set = true;
    return true;
}

static bool store_some(struct evaluator *v, struct ast_expr *target, struct value_local *l,
                       int64_t from, const struct shape *shape)
{
    struct value_select s;
    struct shape whole = l->shape;
    int64_t n = value_elements(shape), pos = l->pos;
    memset(&s, 0, sizeof s);
    if (!value_select(v, &target->path[target->n_path - 1], &whole, &s)) return false;
    if (value_elements(&s.result) != n)
        return value_wrong(v, target->at, "'%s' and its value have different sizes",
                           target->symbol->name);
    for (int64_t k = 0; k < n; k++) v->stack[pos + value_selected(v, &s, k)] = v->stack[from + k];
    return true;
}

static bool store(struct evaluator *v, struct ast_expr *target, int64_t from,
                  const struct shape *shape)
{
    struct value_local *l = target->kind == EXPR_NAME ? value_local_of(v, target->symbol) : NULL;
    if (!l) return value_none(v, target->at, "it is not a variable of the function");
    if (target->path[target->n_path - 1].n_sub == 0) return store_all(v, target, l, from, shape);
    return store_some(v, target, l, from, shape);
}

static bool assign(struct evaluator *v, struct ast_stmt *s)
{
    struct shape shape;
    int64_t base = v->n;
    if (!value_eval(v, s->exprs[1], &shape) || !store(v, s->exprs[0], base, &shape)) return false;
    v->n = base;
    return true;
}

static bool assign_tuple(struct evaluator *v, struct ast_stmt *s)
{
    struct ast_expr *left = s->exprs[0], *call = s->exprs[1];
    struct value_frame f, *old = v->frame;
    int64_t base = v->n;
    if (call->kind != EXPR_CALL || call->builtin || !value_enter(v, call, &f)) return false;
    v->frame = old;
    for (int32_t k = 0; k < left->n_args && k < call->symbol->n_outputs; k++) {
        struct value_local *l = &v->locals.at[f.first + call->symbol->outputs[k]->number];
        struct shape shape = l->shape;
        if (!left->args[k]) continue;
        if (!l->set)
            return value_wrong(v, call->at, "output '%s' has no value",
                               call->symbol->outputs[k]->name);
        if (!store(v, left->args[k], l->pos, &shape)) return false;
    }
    value_leave(v, &f, base);
    return true;
}

/* ---- Control --------------------------------------------------------------------------------- */

static enum flow run_if(struct evaluator *v, struct ast_stmt *s)
{
    for (int32_t k = 0; k < s->n_bodies; k++) {
        double condition = 1;
        if (k < s->n_exprs && !value_scalar(v, s->exprs[k], &condition)) return FAIL;
        if (condition != 0) return run_body(v, &s->bodies[k]);
    }
    return NEXT;
}

static enum flow run_while(struct evaluator *v, struct ast_stmt *s)
{
    for (;;) {
        double condition;
        enum flow flow;
        if (!value_scalar(v, s->exprs[0], &condition)) return FAIL;
        if (condition == 0) return NEXT;
        flow = run_body(v, &s->bodies[0]);
        if (flow == BREAK) return NEXT;
        if (flow != NEXT) return flow;
    }
}

/* A loop over iterator k and those after it. */
struct loop {
    struct ast_stmt *s;
    int32_t k;
    enum flow flow;
};

static bool turn(struct evaluator *v, void *user)
{
    struct loop *l = user, inner = {l->s, l->k + 1, NEXT};
    if (inner.k < l->s->n_iterators)
        value_iterate(v, &l->s->iterators[inner.k], 1, turn, &inner);
    else
        inner.flow = run_body(v, &l->s->bodies[0]);
    if (v->result != VALUE_OK) inner.flow = FAIL;
    l->flow = inner.flow;
    return inner.flow == NEXT;
}

static enum flow run_for(struct evaluator *v, struct ast_stmt *s)
{
    struct loop l = {s, 0, NEXT};
    int64_t base = v->n;
    if (!value_iterate(v, &s->iterators[0], 1, turn, &l) && l.flow == NEXT) return FAIL;
    v->n = base;
    return l.flow == BREAK ? NEXT : l.flow;
}

static enum flow run_assert(struct evaluator *v, struct ast_stmt *s)
{
    struct ast_expr *e = s->exprs[0];
    struct shape shape;
    double holds;
    if (e->builtin != BUILTIN_ASSERT) return NEXT; /* a call whose result nothing wants */
    if (!value_scalar(v, e->args[0], &holds)) return FAIL;
    if (holds != 0) return NEXT;
    if (!value_eval(v, e->args[1], &shape)) return FAIL;
    value_wrong(v, e->at, "assertion failed: %s", v->stack[--v->n].text);
    return FAIL;
}

static enum flow run(struct evaluator *v, struct ast_stmt *s)
{
    if (!value_step(v, s->at)) return FAIL;
    if (v->depth > CHECK_DEEPEST)
        return value_wrong(v, s->at, "the evaluation goes too deep"), FAIL;
    switch (s->kind) {
    case STMT_ASSIGN:
        return (s->exprs[0]->kind == EXPR_TUPLE ? assign_tuple(v, s) : assign(v, s)) ? NEXT : FAIL;
    case STMT_IF: return run_if(v, s);
    case STMT_FOR: return run_for(v, s);
    case STMT_WHILE: return run_while(v, s);
    case STMT_CALL: return run_assert(v, s);
    case STMT_BREAK: return BREAK;
    case STMT_RETURN: return RETURN;
    default: value_none(v, s->at, "the function has errors"); return FAIL;
    }
}

static enum flow run_body(struct evaluator *v, struct ast_body *body)
{
    enum flow flow = NEXT;
    v->depth += 3;
    for (int32_t k = 0; k < body->n && flow == NEXT; k++) flow = run(v, &body->stmts[k]);
    v->depth -= 3;
    return flow;
}

bool value_run(struct evaluator *v, struct symbol *function)
{
    for (int32_t k = 0; k < function->class_->n_sections; k++) {
        enum flow flow = run_body(v, &function->class_->sections[k].body);
        if (flow == FAIL) {
            if (v->result == VALUE_OK) value_none(v, function->at, "it has no value");
            return false;
        }
        if (flow == RETURN) break;
    }
    return true;
}
