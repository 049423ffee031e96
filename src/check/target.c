/* SPDX-License-Identifier: MIT */
/* target.c - what may be assigned where, and whens.
 *
 * Constants, parameters, inputs and iterators are not assigned. Exceptions are parameters in an
 * initial section, in the dialect or with fixed = false. A Real that is assigned inside whens
 * only is discrete even without the word: check_mark_discrete finds these before anything else
 * looks at the sections. */
#include "check/stage.h"

#include <math.h>
#include <string.h>

/* A Real that is known now? */
static bool known_real(struct check *c, struct ast_expr *e, double *x)
{
    struct value_reason why = {e->at, NULL};
    struct value *v = NULL;
    if (e->type->base != TYPE_REAL || e->type->rank > 0) return false;
    if (value_of(c->m, c, e, &v, &why) != VALUE_OK || !v->number) return false;
    *x = v->number[0];
    return true;
}

static bool is_whole(double x)
{
    return x == floor(x) && fabs(x) <= 0x1p53;
}

static void make_integer(struct check *c, struct ast_expr *e, double x)
{
    *e = (struct ast_expr){.kind = EXPR_INTEGER, .at = e->at, .height = 1, .integer = (int64_t)x};
    e->text = arena_format(c->arena, "%.0f", x);
    e->type = type_scalar(TYPE_INTEGER);
}

bool check_whole(struct check *c, struct ast_expr *e)
{
    double x;
    if (!c->out->mu || !known_real(c, e, &x)) return false;
    if (is_whole(x)) {
        make_integer(c, e, x);
        return true;
    }
    error_at(c->m, e->at, "this is %.15g, not an Integer", x);
    hint_last(c->m, "integer(...) rounds down, div(a, b) divides Integers");
    e->type = type_scalar(TYPE_ERROR);
    return true;
}

bool check_whole_range(struct check *c, struct ast_expr *e)
{
    double x[3];
    if (!c->out->mu) return false;
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k]->type->base != TYPE_INTEGER &&
            (!known_real(c, e->args[k], &x[k]) || !is_whole(x[k])))
            return false;
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k]->type->base == TYPE_REAL) make_integer(c, e->args[k], x[k]);
    return true;
}

/* ---- Into an Integer ------------------------------------------------------------------------- */

/* e := name(e), name(e, other) */
static void wrap(struct check *c, struct ast_expr *e, int builtin, struct ast_expr *other)
{
    struct ast_expr *inner = ARENA_NEW(c->arena, struct ast_expr);
    const char *name = builtin_text(builtin);
    *inner = *e;
    *e = (struct ast_expr){.kind = EXPR_CALL, .at = inner->at, .height = inner->height + 1};
    e->builtin = builtin;
    e->path = ARENA_NEW(c->arena, struct ast_part);
    e->path->name = names_intern(c->names, name, strlen(name));
    e->path->at = e->at;
    e->n_path = 1;
    e->symbol = scope_get(c->library, e->path->name);
    e->n_args = other ? 2 : 1;
    e->args = ARENA_ARRAY(c->arena, struct ast_expr *, 2);
    e->args[0] = inner;
    e->args[1] = other;
    e->type = type_scalar(builtin == BUILTIN_INTEGER ? TYPE_INTEGER : TYPE_REAL);
}

/* In the dialect an Integer keeps the whole part of a Real, as in C: integer(div(e, 1)). */
static bool becomes_whole(struct check *c, const struct type *to, struct ast_expr *e,
                          const char *name, struct place at)
{
    struct ast_expr *one = ARENA_NEW(c->arena, struct ast_expr);
    double x;
    if (!c->out->mu || to->base != TYPE_INTEGER || to->rank > 0 || e->type->base != TYPE_REAL ||
        e->type->rank > 0)
        return false;
    /* a statement fixes no parameter */
    if ((c->in.section != IN_ALGORITHM || check_vary(e) == VARY_CONSTANT) && known_real(c, e, &x) &&
        fabs(x) < 0x1p53) {
        if (x != trunc(x))
            warning_at(c->m, at, "Integer '%s' keeps the whole part of %.15g: %.0f", name, x,
                       trunc(x));
        make_integer(c, e, trunc(x));
        return true;
    }
    if (!c->mu_whole_said) {
        warning_at(c->m, at,
                   "Integer '%s' keeps the whole part of a Real, as in existing QSS models", name);
        hint_last(c->m, "in Modelica write integer(...), which rounds down");
    }
    c->mu_whole_said = true;
    make_integer(c, one, 1);
    wrap(c, e, BUILTIN_DIV, one);
    wrap(c, e, BUILTIN_INTEGER, NULL);
    return true;
}

void check_stores(struct check *c, const struct type *to, struct ast_expr *value, const char *name,
                  struct place at)
{
    const struct type *from = value->type;
    if (type_fits(to, from)) return;
    if (becomes_whole(c, to, value, name, at)) return;
    if (to->base == TYPE_INTEGER && from->base == TYPE_REAL && type_same_shape(to, from)) {
        error_at(c->m, at, "Integer '%s' cannot hold a Real", name);
        hint_last(c->m, "integer(...) rounds down, div(a, b) divides Integers");
        return;
    }
    error_at(c->m, at, "'%s' is %s, but its value is %s", name, type_text(c->arena, to),
             type_text(c->arena, from));
    if (to->rank > 0 && from->rank == 0 && to->size[0] >= 0 && type_numeric(from))
        hint_last(c->m, "fill(...) gives all elements the same value");
}

bool check_may_set(struct check *c, const struct symbol *s)
{
    const struct ast_expr *fixed = s->attr[ATTR_FIXED].value;
    return c->in.initial && s->variability == VARY_PARAMETER &&
           (c->out->mu || (fixed && fixed->kind == EXPR_BOOLEAN && !fixed->integer));
}

static void check_constant_target(struct check *c, struct symbol *s, struct place at)
{
    if (!check_may_set(c, s)) {
        error_at(c->m, at, "%s '%s' cannot be assigned", symbol_word(s), s->name);
        if (s->variability == VARY_PARAMETER && c->in.initial)
            hint_last(c->m, "a parameter declared with (fixed = false) can");
    } else if (s->structural) {
        error_at(c->m, at, "'%s' decides a size or a range and cannot be assigned", s->name);
    } else {
        s->assigned = true;
    }
}

static void check_variable_target(struct check *c, struct symbol *s, struct place at)
{
    if (c->in.initial && s->variability > VARY_PARAMETER) s->assigned = true;
    if (c->in.function && s->causality == CAUSE_INPUT)
        error_at(c->m, at, "input '%s' cannot be assigned", s->name);
    else if (c->in.function && s->parent != c->in.function)
        error_at(c->m, at, "'%s' cannot be assigned in a function", s->name);
    else if (s->variability <= VARY_PARAMETER)
        check_constant_target(c, s, at);
    else if (s->causality == CAUSE_INPUT)
        error_at(c->m, at, "input '%s' cannot be assigned", s->name);
    else if (s->discrete_prefix && s->type->base == TYPE_REAL && !c->in.when && !c->in.initial &&
             !c->in.function) {
        error_at(c->m, at, "discrete Real '%s' is assigned outside `when`", s->name);
        hint_last(c->m, "leave `discrete` out, or assign it in a when");
    }
}

void check_target(struct check *c, struct ast_expr *e)
{
    if (e->kind != EXPR_NAME) {
        error_at(c->m, e->at,
                 c->in.section == IN_ALGORITHM ? "only a variable can be assigned"
                 : c->in.when                  ? "the left side must be a variable inside `when`"
                                               : "only a variable can take the result of a call");
        return;
    }
    if (e->symbol->kind == SYMBOL_VARIABLE)
        check_variable_target(c, e->symbol, e->at);
    else
        error_at(c->m, e->at, "%s '%s' cannot be assigned", symbol_word(e->symbol),
                 e->symbol->name);
}

/* ---- Whens ----------------------------------------------------------------------------------- */

static void check_when_condition(struct check *c, struct ast_expr *e)
{
    const struct type *t = check_expr(c, e);
    const struct ast_expr *culprit;
    if (type_is_error(t)) return;
    if (t->base != TYPE_BOOLEAN || t->rank > 1) {
        error_at(c->m, e->at, "the condition of a when must be a Boolean, not %s",
                 type_text(c->arena, t));
        return;
    }
    culprit = check_varying(e, VARY_DISCRETE);
    if (!culprit) return;
    error_at(c->m, culprit->at, "the condition of a when must change at events only");
    hint_last(c->m, "noEvent(...) makes no events");
}

static bool when_stands_right(struct check *c, const struct ast_stmt *s)
{
    const char *where = c->in.when       ? "in another when"
                        : c->in.function ? "in a function"
                        : c->in.initial  ? "in an initial section"
                        : c->in.branches ? "in an if whose condition changes during a run"
                                         : NULL;
    if (!where) return true;
    error_at(c->m, s->at, "a when cannot be used %s", where);
    if (c->in.when && c->in.section == IN_ALGORITHM)
        hint_last(c->m, "use elsewhen, or an if inside");
    return false;
}

void check_when(struct check *c, struct ast_stmt *s)
{
    struct where old = c->in;
    if (!when_stands_right(c, s)) return;
    for (int32_t k = 0; k < s->n_exprs; k++) check_when_condition(c, s->exprs[k]);
    c->in.when = true;
    for (int32_t k = 0; k < s->n_bodies; k++) check_body(c, &s->bodies[k]);
    c->in = old;
}

/* ---- Discrete without the word --------------------------------------------------------------- */

enum { IN_WHEN = 1, ELSEWHERE = 2 };

static void mark(struct symbol *model, const struct ast_expr *e, int where)
{
    struct symbol *s;
    if (!e) return;
    for (int32_t k = 0; e->kind == EXPR_TUPLE && k < e->n_args; k++) mark(model, e->args[k], where);
    if (e->kind != EXPR_NAME || e->n_path != 1) return;
    s = scope_get(model->scope, e->path[0].name);
    if (s && s->kind == SYMBOL_VARIABLE) s->phase |= where << 8;
}

/* der(x) makes x a state. */
static void mark_der(struct symbol *model, const struct ast_expr *e)
{
    if (!e) return;
    if (e->kind == EXPR_CALL && e->n_path == 1 && e->n_args == 1 &&
        strcmp(e->path[0].name, "der") == 0)
        mark(model, e->args[0], ELSEWHERE);
    for (int32_t k = 0; k < e->n_args; k++) mark_der(model, e->args[k]);
}

static void mark_body(struct symbol *model, const struct ast_body *body, int where)
{
    for (int32_t k = 0; k < body->n; k++) {
        const struct ast_stmt *s = &body->stmts[k];
        int inside = s->kind == STMT_WHEN ? IN_WHEN : where;
        if (s->kind == STMT_ASSIGN || (s->kind == STMT_EQUATION && where == IN_WHEN))
            mark(model, s->exprs[0], where);
        for (int32_t i = 0; i < s->n_exprs; i++) mark_der(model, s->exprs[i]);
        for (int32_t i = 0; i < s->n_bodies; i++) mark_body(model, &s->bodies[i], inside);
    }
}

void check_mark_discrete(struct symbol *model)
{
    struct scope *scope = model->scope;
    for (int32_t k = 0; k < model->class_->n_sections; k++)
        if (!model->class_->sections[k].initial)
            mark_body(model, &model->class_->sections[k].body, ELSEWHERE);
    for (int32_t k = 0; k < scope->members.n; k++) {
        struct symbol *s = scope->members.at[k];
        int where = s->phase >> 8;
        s->phase &= 255;
        if (where == IN_WHEN && s->variability == VARY_CONTINUOUS && !s->binding)
            s->variability = VARY_DISCRETE;
    }
}
