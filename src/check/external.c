/* SPDX-License-Identifier: MIT */
/* external.c - functions in C.
 *
 *     external "C" y = f(x, size(x, 1));       what is said is what is called
 *     external "C";                            f is the function's own name; its arguments are the
 *                                              inputs and outputs as declared, each array followed
 *                                              by its sizes; a single scalar output is the result
 *
 * An argument is a variable of the function, a literal, or a size. */
#include "check/stage.h"

#include <string.h>

static struct ast_expr *new_expr(struct check *c, enum expr_kind kind, struct place at, int32_t n)
{
    struct ast_expr *e = ARENA_NEW(c->arena, struct ast_expr);
    *e = (struct ast_expr){.kind = kind, .at = at, .height = 1, .n_args = n};
    if (n) e->args = ARENA_ARRAY(c->arena, struct ast_expr *, n);
    return e;
}

static struct ast_expr *named(struct check *c, enum expr_kind kind, const char *name,
                              struct place at, int32_t n)
{
    struct ast_expr *e = new_expr(c, kind, at, n);
    e->path = ARENA_NEW(c->arena, struct ast_part);
    *e->path = (struct ast_part){.name = names_intern(c->names, name, strlen(name)), .at = at};
    e->n_path = 1;
    return e;
}

static struct ast_expr *size_of(struct check *c, const struct symbol *s, int32_t d, struct place at)
{
    struct ast_expr *e = named(c, EXPR_CALL, "size", at, 2);
    e->args[0] = named(c, EXPR_NAME, s->name, at, 0);
    e->args[1] = new_expr(c, EXPR_INTEGER, at, 0);
    e->args[1]->integer = d + 1;
    e->args[1]->text = arena_format(c->arena, "%d", (int)d + 1);
    e->height = 2;
    return e;
}

/* The call that `external "C";` means. */
static void usual_call(struct check *c, const struct symbol *f, struct ast_external *x)
{
    struct place at = f->class_->external_at;
    bool result = f->n_outputs == 1 && f->outputs[0]->type->rank == 0;
    const char *dot = strrchr(f->name, '.');
    VEC(struct ast_expr *) args = {0};
    for (int32_t k = 0; k < f->scope->members.n; k++) {
        const struct symbol *s = f->scope->members.at[k];
        if (s->kind != SYMBOL_VARIABLE || s->causality == CAUSE_NONE) continue;
        if (result && s == f->outputs[0]) continue;
        VEC_ADD(c->arena, &args, named(c, EXPR_NAME, s->name, at, 0));
        for (int32_t d = 0; d < s->type->rank; d++) VEC_ADD(c->arena, &args, size_of(c, s, d, at));
    }
    if (result) x->result = named(c, EXPR_NAME, f->outputs[0]->name, at, 0);
    x->call = named(c, EXPR_CALL, dot ? dot + 1 : f->name, at, 0);
    x->call->args = args.at;
    x->call->n_args = args.n;
}

static bool is_literal(const struct ast_expr *e)
{
    if (e->kind == EXPR_UNARY && (e->op == OP_SUB || e->op == OP_ADD)) e = e->args[0];
    return e->kind == EXPR_INTEGER || e->kind == EXPR_REAL || e->kind == EXPR_BOOLEAN ||
           e->kind == EXPR_STRING;
}

static void check_argument(struct check *c, const struct symbol *f, struct ast_expr *e)
{
    const struct symbol *s;
    if (type_is_error(check_expr(c, e)) || is_literal(e)) return;
    if (e->kind == EXPR_CALL && e->builtin == BUILTIN_SIZE && e->n_args == 2) return;
    s = e->kind == EXPR_NAME ? e->symbol : NULL;
    if (!s || s->kind != SYMBOL_VARIABLE || s->parent != f || e->path[e->n_path - 1].n_sub)
        error_at(c->m, e->at,
                 "an argument of an external function is a variable of '%s', a literal or a size",
                 f->name);
    else if (s->type->base == TYPE_STRING)
        error_at(c->m, e->at, "Strings are passed to external functions as literals only");
}

static void check_result(struct check *c, const struct symbol *f, struct ast_expr *e)
{
    const struct symbol *s;
    if (type_is_error(check_expr(c, e))) return;
    s = e->kind == EXPR_NAME ? e->symbol : NULL;
    if (!s || s->parent != f || s->causality != CAUSE_OUTPUT || s->type->rank > 0)
        error_at(c->m, e->at, "the result of a C function is a scalar output of '%s'", f->name);
}

static bool is_given(const struct ast_external *x, const struct symbol *output)
{
    if (x->result && x->result->symbol == output) return true;
    for (int32_t k = 0; k < x->call->n_args; k++)
        if (x->call->args[k]->kind == EXPR_NAME && x->call->args[k]->symbol == output) return true;
    return false;
}

/* g of annotation(derivative = g) has the inputs of f, then derivatives of the Real ones. */
static void check_derivative(struct check *c, const struct symbol *f, struct ast_external *x)
{
    struct symbol *g;
    int32_t reals = 0;
    if (!x->derivative) return;
    g = scope_get(c->out->model->scope, x->derivative);
    if (!g || g->kind != SYMBOL_FUNCTION) return;
    x->derived = g;
    check_function(c, g);
    for (int32_t k = 0; k < f->n_inputs; k++) reals += f->inputs[k]->type->base == TYPE_REAL;
    if (g->n_inputs == f->n_inputs + reals && g->n_outputs == f->n_outputs) return;
    error_at(c->m, g->at,
             "derivative '%s' of '%s' must have %d inputs (those of '%s', then the derivatives of "
             "its Reals) and %d output%s",
             g->name, f->name, f->n_inputs + reals, f->name, f->n_outputs,
             f->n_outputs == 1 ? "" : "s");
}

void check_external(struct check *c, struct symbol *f)
{
    struct ast_external *x = f->class_->external;
    struct place at = f->class_->external_at;
    int errors = c->m->errors;
    c->in.section = IN_ALGORITHM;
    if (f->class_->n_sections > 0)
        error_at(c->m, f->class_->sections[0].at, "external function '%s' has an algorithm, too",
                 f->name);
    if (x->language && strcmp(x->language, "C") != 0) {
        error_at(c->m, at, "external functions are in \"C\", not in \"%s\"", x->language);
        return;
    }
    if (!x->call) usual_call(c, f, x);
    if (x->call->n_path != 1 || x->call->arg_names || x->call->n_iterators) {
        error_at(c->m, at, "this is not a call of a C function");
        return;
    }
    if (x->result) check_result(c, f, x->result);
    for (int32_t k = 0; k < x->call->n_args; k++) check_argument(c, f, x->call->args[k]);
    check_derivative(c, f, x);
    c->in.section = IN_DECLARATION;
    for (int32_t k = 0; k < f->n_outputs && c->m->errors == errors; k++)
        if (!is_given(x, f->outputs[k]))
            error_at(c->m, f->outputs[k]->at, "output '%s' of '%s' is not passed to its C function",
                     f->outputs[k]->name, f->name);
}
