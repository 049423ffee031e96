/* SPDX-License-Identifier: MIT */
/* stmt.c - equations and statements.
 *
 * Both have one shape in the tree; where.section says which of them is being checked. An
 * equation relates two expressions of equal type; a statement stores in a variable (target.c). */
#include "check/stage.h"

#include <string.h>

/* ---- Equations ------------------------------------------------------------------------------- */

static bool is_variable(const struct ast_expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VARIABLE;
}

/* n = 2.5: an Integer variable and a Real. */
static bool mixes(const struct ast_expr *a, const struct ast_expr *b)
{
    return is_variable(a) && a->type->base == TYPE_INTEGER && b->type->base == TYPE_REAL &&
           a->symbol->variability > VARY_PARAMETER;
}

/* der(x) = n, r = n: the Real is what the equation gives. */
static bool is_unknown(const struct ast_expr *e)
{
    return is_variable(e) || check_varying(e, VARY_DISCRETE);
}

static void say_mixed(struct check *c, const struct ast_expr *real, const struct ast_expr *variable)
{
    error_at(c->m, real->at, "Integer '%s' cannot be equal to a Real", variable->symbol->name);
    hint_last(c->m, "integer(...) rounds down, div(a, b) divides Integers");
}

static bool check_sides(struct check *c, const struct ast_stmt *s)
{
    const struct ast_expr *a = s->exprs[0], *b = s->exprs[1];
    if (mixes(a, b))
        say_mixed(c, b, a);
    else if (mixes(b, a) && !is_unknown(a))
        say_mixed(c, a, b);
    else if (type_fits(a->type, b->type) || type_fits(b->type, a->type))
        return true;
    else
        error_at(c->m, s->at, "the two sides have different types: %s and %s",
                 type_text(c->arena, a->type), type_text(c->arena, b->type));
    return false;
}

/* A Boolean or Integer changes at events only; so must its value. */
static void check_held(struct check *c, const struct ast_expr *a, const struct ast_expr *b)
{
    const struct ast_expr *culprit;
    if (!is_variable(a) || a->type->base == TYPE_REAL || c->in.when || c->in.initial ||
        c->in.function)
        return;
    culprit = check_varying(b, VARY_DISCRETE);
    if (culprit)
        error_at(c->m, culprit->at, "'%s' is %s, but this changes continuously", a->symbol->name,
                 type_text(c->arena, type_scalar(a->type->base)));
}

static void check_discrete_side(struct check *c, const struct ast_expr *a, const struct ast_expr *b)
{
    if (!is_variable(a) || a->symbol->variability != VARY_DISCRETE || c->in.when || c->in.initial)
        return;
    if (a->symbol->type->base == TYPE_REAL) {
        error_at(c->m, a->at, "discrete Real '%s' is given a value outside `when`",
                 a->symbol->name);
        hint_last(c->m, "leave `discrete` out, or put the equation into a when");
        return;
    }
    check_held(c, a, b);
}

/* (n, x) = f(y): what goes for n = f(y) */
static void check_discrete_targets(struct check *c, const struct ast_expr *left,
                                   const struct ast_expr *right)
{
    for (int32_t k = 0; k < left->n_args; k++)
        if (left->args[k] && !type_is_error(left->args[k]->type)) {
            if (c->in.section == IN_EQUATION)
                check_discrete_side(c, left->args[k], right);
            else
                check_held(c, left->args[k], right);
        }
}

static void check_tuple(struct check *c, struct ast_stmt *s)
{
    struct ast_expr *left = s->exprs[0], *right = s->exprs[1];
    const struct type *t =
        right->kind == EXPR_CALL ? check_call(c, right, true) : check_expr(c, right);
    for (int32_t k = 0; k < left->n_args; k++)
        if (left->args[k]) check_expr(c, left->args[k]);
    left->type = t;
    if (type_is_error(t)) return;
    if (t->base != TYPE_TUPLE) {
        error_at(c->m, right->at, "only the call of a function gives several values");
        return;
    }
    if (left->n_args > t->n_parts) {
        error_at(c->m, left->at, "'%s' has %d output%s, but %d are taken", right->symbol->name,
                 t->n_parts, t->n_parts == 1 ? "" : "s", left->n_args);
        return;
    }
    for (int32_t k = 0; k < left->n_args; k++) {
        struct ast_expr *e = left->args[k];
        if (!e || type_is_error(e->type)) continue;
        check_target(c, e);
        if (!type_fits(e->type, t->parts[k]))
            error_at(c->m, e->at, "this is %s, but output '%s' is %s", type_text(c->arena, e->type),
                     right->symbol->outputs[k]->name, type_text(c->arena, t->parts[k]));
    }
    check_discrete_targets(c, left, right);
}

/* p = other: with an unknown on the other side it is an equation like any other. */
static void check_not_constant(struct check *c, const struct ast_expr *e,
                               const struct ast_expr *other)
{
    if (!is_variable(e) || e->symbol->variability > VARY_PARAMETER) return;
    if (check_vary(other) > VARY_PARAMETER && !c->in.initial) return;
    if (check_may_set(c, e->symbol))
        e->symbol->assigned = true;
    else if (!c->in.initial || e->symbol->variability == VARY_CONSTANT)
        error_at(c->m, e->at, "an equation cannot determine %s '%s'", symbol_word(e->symbol),
                 e->symbol->name);
}

/* Parameters in e get their values now. */
static void settle(struct check *c, const struct ast_expr *e)
{
    struct value_reason why;
    const struct ast_part *last = e->kind == EXPR_NAME ? &e->path[e->n_path - 1] : NULL;
    if (is_variable(e) && e->symbol->variability == VARY_PARAMETER)
        value_of_symbol(c->m, c, e->symbol, e->at, &why);
    for (int32_t k = 0; last && k < last->n_sub; k++) settle(c, last->sub[k]);
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k]) settle(c, e->args[k]);
}

/* x[p[i]] = ..., der(x[p[i]]) = ...: which elements these are must be known to solve for them.
 * False: e has no such form. */
bool check_settle(struct check *c, const struct ast_expr *e)
{
    if (e->kind == EXPR_CALL && e->builtin == BUILTIN_DER && e->n_args == 1) e = e->args[0];
    if (!is_variable(e) || e->symbol->variability <= VARY_PARAMETER) return false;
    for (int32_t k = 0; k < e->path[e->n_path - 1].n_sub; k++)
        settle(c, e->path[e->n_path - 1].sub[k]);
    return true;
}

/* Both sides of a = b or a := b. False: a is a list, and all has been checked. */
static bool check_two(struct check *c, struct ast_stmt *s)
{
    if (s->exprs[0]->kind == EXPR_TUPLE) {
        check_tuple(c, s);
        return false;
    }
    check_expr(c, s->exprs[0]);
    check_expr(c, s->exprs[1]);
    return true;
}

static void check_equation(struct check *c, struct ast_stmt *s)
{
    struct ast_expr *a = s->exprs[0], *b = s->exprs[1];
    if (!check_two(c, s)) return;
    if (type_is_error(a->type) || type_is_error(b->type)) return;
    if (!check_sides(c, s)) return;
    if (c->in.when) {
        check_target(c, a);
        return;
    }
    check_not_constant(c, a, b);
    check_discrete_side(c, a, b);
    if (!check_settle(c, a)) check_settle(c, b);
}

static void check_assign(struct check *c, struct ast_stmt *s)
{
    struct ast_expr *a = s->exprs[0], *b = s->exprs[1];
    if (!check_two(c, s) || type_is_error(a->type)) return;
    check_target(c, a);
    if (a->kind != EXPR_NAME || type_is_error(b->type)) return;
    check_stores(c, a->type, b, a->symbol->name, b->at);
    if (type_fits(a->type, b->type)) check_held(c, a, b);
}

/* ---- Control --------------------------------------------------------------------------------- */

static void check_for(struct check *c, struct ast_stmt *s)
{
    struct where old = c->in;
    struct binder *binders = ARENA_ARRAY(c->arena, struct binder, s->n_iterators);
    check_iterators(c, s->iterators, s->n_iterators, binders, NULL, 0, &s->bodies[0]);
    c->in.loops++;
    check_body(c, &s->bodies[0]);
    c->in = old;
}

static void check_while(struct check *c, struct ast_stmt *s)
{
    struct where old = c->in;
    check_condition(c, s->exprs[0], "the condition of a while");
    c->in.loops++;
    c->in.guarded = true;
    check_body(c, &s->bodies[0]);
    c->in = old;
}

/* A branch with errors that, by what parameters say, is not chosen does not matter: it may have been
 * written for other sizes. */
static void check_branch(struct check *c, struct ast_stmt *s, int32_t k)
{
    struct said before = check_said(c);
    int32_t n = k < s->n_exprs ? k + 1 : s->n_exprs, chosen;
    check_body(c, &s->bodies[k]);
    if (c->m->errors == before.errors || c->in.section != IN_EQUATION) return;
    for (int32_t i = 0; i < n; i++)
        if (!s->exprs[i]->type || type_is_error(s->exprs[i]->type)) return;
    chosen = check_chosen(c, s->exprs, 1, n);
    if (chosen < 0 || chosen == k) return;
    check_unsay(c, before);
    s->bodies[k].n = 0;
}

/* Branches that have as many equations can be chosen from at the start; else the parameters of the
 * condition, in arrays of components all of their elements, get their values now. */
static void settle_conditions(struct check *c, const struct ast_stmt *s)
{
    bool even = s->n_bodies > s->n_exprs;
    if (c->in.section != IN_EQUATION || c->in.function) return;
    for (int32_t k = 1; k < s->n_bodies; k++) even &= s->bodies[k].n == s->bodies[0].n;
    for (int32_t k = 0; k < s->n_exprs && !even; k++)
        if (s->exprs[k]->type && !type_is_error(s->exprs[k]->type) &&
            check_vary(s->exprs[k]) <= VARY_PARAMETER)
            settle(c, s->exprs[k]);
}

static void check_if(struct check *c, struct ast_stmt *s)
{
    struct where old = c->in;
    for (int32_t k = 0; k < s->n_bodies; k++) {
        if (k < s->n_exprs && check_condition(c, s->exprs[k], "the condition of an if")) {
            if (check_vary(s->exprs[k]) <= VARY_PARAMETER || c->in.function)
                c->in.guarded = true;
            else
                c->in.branches++;
        }
        check_branch(c, s, k);
    }
    settle_conditions(c, s);
    c->in = old;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void check_message(struct check *c, struct ast_expr *e, const char *of)
{
    const struct type *t = check_expr(c, e);
    if (type_is_error(t) || (t->base == TYPE_STRING && t->rank == 0)) return;
    error_at(c->m, e->at, "the message of %s must be a String, not %s", of, type_text(c->arena, t));
    if (type_numeric(t)) hint_last(c->m, "String(...) makes text of a number");
}

/* assert(cond, "text", AssertionLevel.warning) */
static void check_assert(struct check *c, struct ast_expr *e)
{
    if (e->n_args < 2 || e->n_args > 3) {
        error_at(c->m, e->at, "assert takes a condition and a message");
        hint_last(c->m, "write: assert(x > 0, \"x must be positive\")");
        return;
    }
    check_condition(c, e->args[0], "the condition of an assert");
    check_message(c, e->args[1], "an assert");
    if (e->n_args < 3) return;
    const struct ast_expr *level = e->args[2];
    e->args[2]->type = type_scalar(TYPE_NONE);
    if (level->kind != EXPR_NAME || level->n_path != 2 ||
        strcmp(level->path[0].name, "AssertionLevel") != 0 ||
        (strcmp(level->path[1].name, "warning") != 0 && strcmp(level->path[1].name, "error") != 0))
        error_at(c->m, level->at, "the level is AssertionLevel.error or AssertionLevel.warning");
}

static void check_reinit(struct check *c, struct ast_expr *e)
{
    const struct type *t;
    if (e->n_args != 2) {
        error_at(c->m, e->at, "reinit takes a state and its new value");
        return;
    }
    t = check_expr(c, e->args[0]);
    check_expr(c, e->args[1]);
    if (!c->in.when) error_at(c->m, e->at, "reinit may be used inside `when` only");
    if (type_is_error(t)) return;
    if (e->args[0]->kind != EXPR_NAME || e->args[0]->symbol->kind != SYMBOL_VARIABLE ||
        t->base != TYPE_REAL) {
        error_at(c->m, e->args[0]->at, "reinit needs a state variable");
        return;
    }
    VEC_ADD(c->arena, &c->reinits, e->args[0]);
    check_stores(c, t, e->args[1], e->args[0]->symbol->name, e->args[1]->at);
}

static void check_terminate(struct check *c, struct ast_expr *e)
{
    if (e->n_args == 0 && c->out->mu) {
        e->args = ARENA_NEW(c->arena, struct ast_expr *);
        e->args[e->n_args++] = ARENA_NEW(c->arena, struct ast_expr);
        *e->args[0] = (struct ast_expr){.kind = EXPR_STRING, .at = e->at, .height = 1};
        e->args[0]->text = "terminate()";
    }
    if (e->n_args == 1)
        check_message(c, e->args[0], "terminate");
    else
        error_at(c->m, e->at, "terminate takes a message");
}

/* A function without outputs has one that inst has given it: it is called for its assertions. */
static bool is_assertion(struct symbol *f)
{
    return f->n_outputs == 1 && strcmp(f->outputs[0]->name, "$asserted") == 0;
}

static void check_statement_call(struct check *c, struct ast_stmt *s)
{
    struct ast_expr *e = s->exprs[0];
    struct symbol *f = e->kind == EXPR_CALL ? scope_find(c, e->path, e->n_path, true) : NULL;
    int builtin = f && f->kind == SYMBOL_BUILTIN ? f->builtin : 0;
    if (builtin == BUILTIN_ASSERT || builtin == BUILTIN_REINIT || builtin == BUILTIN_TERMINATE) {
        e->symbol = f;
        e->builtin = builtin;
        e->type = type_scalar(TYPE_NONE);
        if (!check_order_names(c, e)) return;
    }
    if (c->in.function && (builtin == BUILTIN_REINIT || builtin == BUILTIN_TERMINATE)) {
        error_at(c->m, e->at, "'%s' cannot be used in a function", f->name);
        return;
    }
    if (builtin == BUILTIN_ASSERT)
        check_assert(c, e);
    else if (builtin == BUILTIN_REINIT)
        check_reinit(c, e);
    else if (builtin == BUILTIN_TERMINATE)
        check_terminate(c, e);
    else if (f && f->kind == SYMBOL_FUNCTION && !type_is_error(check_expr(c, e)) &&
             is_assertion(f) && !c->in.initial && !c->in.when && !c->in.function)
        error_at(c->m, e->at,
                 "'%s' has no outputs: it can be called when something happens, in an initial "
                 "algorithm, or in a function",
                 f->name);
    else if (!type_is_error(check_expr(c, e)) &&
             (e->kind != EXPR_CALL || e->builtin || c->in.section == IN_EQUATION))
        error_at(c->m, e->at, "this %s does nothing",
                 c->in.section == IN_EQUATION ? "call" : "statement");
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static void check_leave(struct check *c, const struct ast_stmt *s)
{
    if (s->kind == STMT_BREAK && !c->in.loops)
        error_at(c->m, s->at, "`break` is not inside a loop");
    if (s->kind == STMT_RETURN && !c->in.function)
        error_at(c->m, s->at, "`return` may be used in functions only");
}

static bool fits_section(struct check *c, const struct ast_stmt *s)
{
    bool equation = c->in.section == IN_EQUATION;
    if (s->kind == STMT_EQUATION && !equation) {
        error_at(c->m, s->at, "an algorithm assigns with `:=`, not with `=`");
        return false;
    }
    if (equation && (s->kind == STMT_ASSIGN || s->kind == STMT_WHILE || s->kind == STMT_BREAK ||
                     s->kind == STMT_RETURN)) {
        error_at(c->m, s->at, "this is a statement and belongs into an algorithm");
        if (s->kind == STMT_ASSIGN) hint_last(c->m, "equations are written with `=`");
        return false;
    }
    return true;
}

static void check_stmt(struct check *c, struct ast_stmt *s)
{
    if (!fits_section(c, s)) return;
    switch (s->kind) {
    case STMT_EQUATION: check_equation(c, s); break;
    case STMT_ASSIGN: check_assign(c, s); break;
    case STMT_CALL: check_statement_call(c, s); break;
    case STMT_FOR: check_for(c, s); break;
    case STMT_WHILE: check_while(c, s); break;
    case STMT_IF: check_if(c, s); break;
    case STMT_WHEN: check_when(c, s); break;
    case STMT_CONNECT: check_connect(c, s); break;
    case STMT_BREAK:
    case STMT_RETURN: check_leave(c, s); break;
    }
    check_stmt_annotation(c, s);
}

/* u := u of a discrete, as some models of the dialect have it. */
static bool is_idle(struct check *c, const struct ast_stmt *s)
{
    const struct ast_expr *a, *b;
    struct symbol *u;
    if (!c->out->mu || s->kind != STMT_ASSIGN || c->in.section != IN_ALGORITHM) return false;
    a = s->exprs[0];
    b = s->exprs[1];
    if (a->kind != EXPR_NAME || b->kind != EXPR_NAME || a->n_path != 1 || b->n_path != 1 ||
        a->path->name != b->path->name || a->path->n_sub + b->path->n_sub > 0)
        return false;
    u = scope_find(c, a->path, 1, true);
    if (!u || u->kind != SYMBOL_VARIABLE || !u->discrete_prefix) return false;
    warning_at(c->m, s->at, "'%s' keeps its value anyway: this has no effect", u->name);
    return true;
}

void check_body(struct check *c, struct ast_body *body)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < body->n; k++) {
        if (is_idle(c, &body->stmts[k])) continue;
        check_stmt(c, &body->stmts[k]);
        body->stmts[kept++] = body->stmts[k];
    }
    body->n = kept;
}

void check_sections(struct check *c, struct ast_class *class_)
{
    for (int32_t k = 0; k < class_->n_sections; k++) {
        struct ast_section *s = &class_->sections[k];
        c->in.section = s->kind == SECTION_EQUATION ? IN_EQUATION : IN_ALGORITHM;
        c->in.initial = s->initial;
        check_body(c, &s->body);
    }
    c->in.section = IN_DECLARATION;
    c->in.initial = false;
}
