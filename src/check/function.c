/* SPDX-License-Identifier: MIT */
/* function.c - functions: their inputs, outputs and locals, and their bodies.
 *
 * The variables are found when a function is first called; the body is checked once, with the
 * sizes of x[:] left open, after the model, so that recursion needs no care. */
#include "check/stage.h"

#include <string.h>

enum { NEW, DONE, BODY };

/* ---- Variables ------------------------------------------------------------------------------- */

static void check_member(struct check *c, struct symbol *f, struct symbol *s)
{
    if (s->causality == CAUSE_NONE && !s->is_protected && s->variability > VARY_CONSTANT) {
        error_at(c->m, s->at, "'%s' must be an input, an output or protected", s->name);
        hint_last(c->m, "write `protected` before the local variables of a function");
    }
    if (s->causality != CAUSE_NONE && s->is_protected)
        error_at(c->m, s->at, "'%s' cannot be protected: it is an %s of '%s'", s->name,
                 symbol_word(s), f->name);
    if (s->causality == CAUSE_INPUT)
        f->inputs[f->n_inputs++] = s;
    else if (s->causality == CAUSE_OUTPUT)
        f->outputs[f->n_outputs++] = s;
    else
        f->locals[f->n_locals++] = s;
}

static void collect(struct check *c, struct symbol *f)
{
    struct scope *scope = f->scope;
    f->inputs = ARENA_ARRAY(c->arena, struct symbol *, scope->members.n + 1);
    f->outputs = ARENA_ARRAY(c->arena, struct symbol *, scope->members.n + 1);
    f->locals = ARENA_ARRAY(c->arena, struct symbol *, scope->members.n + 1);
    for (int32_t k = 0; k < scope->members.n; k++) {
        struct symbol *s = scope->members.at[k];
        s->number = k;
        if (s->kind == SYMBOL_VARIABLE && s->element) check_member(c, f, s);
    }
}

void check_function(struct check *c, struct symbol *f)
{
    if (f->phase >= DONE) return;
    f->phase = DONE;
    f->type = type_scalar(TYPE_NONE);
    collect(c, f);
    for (int32_t k = 0; k < f->n_inputs; k++) check_typed(c, f->inputs[k]);
    for (int32_t k = 0; k < f->n_outputs; k++) check_typed(c, f->outputs[k]);
    for (int32_t k = 0; k < f->n_locals; k++) check_typed(c, f->locals[k]);
    VEC_ADD(c->arena, &c->functions, f);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static const struct ast_expr *target_name(const struct ast_expr *e, const struct symbol *s)
{
    if (!e) return NULL;
    if (e->kind == EXPR_NAME) return e->symbol == s ? e : NULL;
    for (int32_t k = 0; e->kind == EXPR_TUPLE && k < e->n_args; k++)
        if (target_name(e->args[k], s)) return e;
    return NULL;
}

static bool assigned_in(const struct ast_body *body, const struct symbol *s)
{
    for (int32_t k = 0; k < body->n; k++) {
        const struct ast_stmt *stmt = &body->stmts[k];
        if (stmt->kind == STMT_ASSIGN && target_name(stmt->exprs[0], s)) return true;
        for (int32_t i = 0; i < stmt->n_bodies; i++)
            if (assigned_in(&stmt->bodies[i], s)) return true;
    }
    return false;
}

static void check_assigned(struct check *c, const struct symbol *f, const struct symbol *s)
{
    for (int32_t k = 0; k < f->class_->n_sections; k++)
        if (assigned_in(&f->class_->sections[k].body, s)) return;
    if (!s->binding && !type_is_error(s->type))
        warning_at(c->m, s->at, "output '%s' of '%s' is never assigned", s->name, f->name);
}

static bool check_shape(struct check *c, const struct symbol *f)
{
    if (f->class_->n_sections < 2) return true;
    error_at(c->m, f->class_->sections[1].at, "function '%s' has two algorithm sections", f->name);
    return false;
}

void check_function_body(struct check *c, struct symbol *f)
{
    struct where old;
    bool good;
    if (f->phase == BODY) return;
    f->phase = BODY;
    old = check_surroundings(c, f->scope);
    for (int32_t k = 0; k < f->scope->members.n; k++) check_bound(c, f->scope->members.at[k]);
    good = check_shape(c, f);
    if (f->class_->external)
        check_external(c, f);
    else
        check_sections(c, f->class_);
    if (good && c->m->errors == 0 && !f->class_->external)
        for (int32_t k = 0; k < f->n_outputs; k++) check_assigned(c, f, f->outputs[k]);
    c->in = old;
}
