/* SPDX-License-Identifier: MIT */
/* expr.c - the type of an expression, from the types of its parts.
 *
 * check_expr writes e->type once; a second call gives it back. In the dialect of existing QSS
 * models a/b of Integers in an index, a size or a range is div(a, b): where.integral says that
 * the expression is there, and the tree is changed to the call. */
#include "check/stage.h"

#include <string.h>

const struct type *check_error_type(struct ast_expr *e)
{
    return e->type = type_scalar(TYPE_ERROR);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const struct type *variable_type(struct check *c, struct symbol *s)
{
    check_typed(c, s);
    s->used++;
    if (s->variability == VARY_CONSTANT && !s->value && s->used == 1)
        VEC_ADD(c->arena, &c->constants, s);
    return s->type ? s->type : type_scalar(TYPE_ERROR);
}

static const struct type *symbol_type(struct check *c, struct symbol *s, struct place at)
{
    switch (s->kind) {
    case SYMBOL_VARIABLE: return variable_type(c, s);
    case SYMBOL_ITERATOR:
    case SYMBOL_LITERAL: return s->type;
    case SYMBOL_BUILTIN:
        if (!s->type) break;
        if (!c->in.function) return s->type;
        error_at(c->m, at, "function '%s' cannot see %s '%s'", c->in.function->name, symbol_word(s),
                 s->name);
        hint_last(c->m, "make it an input of the function");
        return type_scalar(TYPE_ERROR);
    default: break;
    }
    error_at(c->m, at, "'%s' is a %s and has no value", s->name, symbol_word(s));
    if (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_BUILTIN)
        hint_last(c->m, "to call it, write %s(...)", s->name);
    return type_scalar(TYPE_ERROR);
}

const struct type *check_name(struct check *c, struct ast_expr *e)
{
    const struct type *t;
    struct symbol *s = scope_find(c, e->path, e->n_path, false);
    for (int32_t k = 0; k + 1 < e->n_path; k++) {
        if (e->path[k].n_sub == 0) continue;
        error_at(c->m, e->path[k].at, "'%s' cannot have an index here", e->path[k].name);
        return type_scalar(TYPE_ERROR);
    }
    if (!s) return type_scalar(TYPE_ERROR);
    e->symbol = s;
    t = symbol_type(c, s, path_place(e->path, e->n_path));
    if (type_is_error(t) || e->path[e->n_path - 1].n_sub == 0) return t;
    return check_subscripts(c, e, t);
}

static const struct type *check_end(struct check *c, struct ast_expr *e)
{
    e->integer = -1;
    if (!c->in.end_type) {
        error_at(c->m, e->at, "`end` may be used in the index of an array only");
        return type_scalar(TYPE_ERROR);
    }
    e->integer = c->in.end_type->size[c->in.end_dim];
    e->number = c->in.end_dim + 1;
    e->symbol = c->in.end_symbol;
    return type_scalar(TYPE_INTEGER);
}

/* ---- If -------------------------------------------------------------------------------------- */

bool check_condition(struct check *c, struct ast_expr *e, const char *what)
{
    const struct type *t = check_expr(c, e);
    if (type_is_error(t)) return false;
    if (t->base == TYPE_BOOLEAN && t->rank == 0) return true;
    error_at(c->m, e->at, "%s must be a Boolean, not %s", what, type_text(c->arena, t));
    if (type_numeric(t) && t->rank == 0) hint_last(c->m, "compare it: ... > 0");
    return false;
}

const struct type *check_join(struct check *c, const struct type *a, const struct type *b,
                              struct place at, const char *what)
{
    if (type_is_error(a) || type_is_error(b)) return type_scalar(TYPE_ERROR);
    if (type_fits(b, a) && !type_same_base(a, b)) return b;
    if (type_fits(a, b)) {
        if (type_count(a) < 0 && type_count(b) >= 0 && type_same_base(a, b)) return b;
        return a;
    }
    error_at(c->m, at, "%s have different types: %s and %s", what, type_text(c->arena, a),
             type_text(c->arena, b));
    return type_scalar(TYPE_ERROR);
}

struct said check_said(const struct check *c)
{
    return (struct said){c->m->list.n, c->m->errors, c->m->warnings};
}

void check_unsay(struct check *c, struct said s)
{
    c->m->list.n = s.n;
    c->m->errors = s.errors;
    c->m->warnings = s.warnings;
}

int32_t check_chosen(struct check *c, struct ast_expr *const *conditions, int32_t step, int32_t n)
{
    struct value_reason why;
    struct value *v;
    if (c->in.function) return -1;
    for (int32_t k = 0; k < n; k++) {
        struct ast_expr *e = conditions[k * step];
        v = NULL;
        if (check_vary(e) > VARY_PARAMETER) return -1;
        if (value_of(c->m, c, e, &v, &why) != VALUE_OK || v->count != 1) return -1;
        if (v->number[0] != 0) return k;
    }
    return n;
}

/* Branches that do not fit, or one with errors: does what the parameters say of the conditions
 * choose another one? Then that is the expression. NULL: it does not. */
static const struct type *choose(struct check *c, struct ast_expr *e, struct said before)
{
    int32_t n = e->n_args / 2, k = check_chosen(c, e->args, 2, n);
    struct ast_expr *one = k < 0 ? NULL : e->args[k < n ? 2 * k + 1 : e->n_args - 1];
    if (!one || type_is_error(one->type)) return NULL;
    check_unsay(c, before);
    *e = *one;
    return e->type;
}

const struct type *check_if_expr(struct check *c, struct ast_expr *e)
{
    const struct type *t = NULL, *chosen;
    struct where old = c->in;
    struct said before = check_said(c);
    bool good = true;
    for (int32_t k = 0; k < e->n_args; k++) {
        bool branch = k % 2 == 1 || k + 1 == e->n_args;
        if (!branch) {
            good &= check_condition(c, e->args[k], "the condition of an if");
            if (good && check_vary(e->args[k]) <= VARY_PARAMETER) c->in.guarded = true;
            continue;
        }
        const struct type *one = check_expr(c, e->args[k]);
        t = t ? check_join(c, t, one, e->args[k]->at, "the branches of an if") : one;
    }
    c->in = old;
    if (good && t && type_is_error(t) && (chosen = choose(c, e, before))) return chosen;
    return good && t ? t : type_scalar(TYPE_ERROR);
}

/* ---- All kinds ------------------------------------------------------------------------------- */

/* and, or: what is right is not evaluated if the left decides. */
static const struct type *binary(struct check *c, struct ast_expr *e)
{
    struct where old = c->in;
    check_expr(c, e->args[0]);
    if ((e->op == OP_AND || e->op == OP_OR) &&
        (e->args[0]->height > 100 || check_vary(e->args[0]) <= VARY_PARAMETER))
        c->in.guarded = true;
    check_expr(c, e->args[1]);
    c->in = old;
    return check_binary(c, e);
}

static const struct type *find(struct check *c, struct ast_expr *e)
{
    switch (e->kind) {
    case EXPR_REAL: return type_scalar(TYPE_REAL);
    case EXPR_INTEGER: return type_scalar(TYPE_INTEGER);
    case EXPR_STRING: return type_scalar(TYPE_STRING);
    case EXPR_BOOLEAN: return type_scalar(TYPE_BOOLEAN);
    case EXPR_NAME: return check_name(c, e);
    case EXPR_CALL: return check_call(c, e, false);
    case EXPR_REDUCE: return check_reduce(c, e);
    case EXPR_UNARY: check_expr(c, e->args[0]); return check_unary(c, e);
    case EXPR_BINARY: return binary(c, e);
    case EXPR_IF: return check_if_expr(c, e);
    case EXPR_RANGE: return check_range(c, e);
    case EXPR_ARRAY: return check_array(c, e);
    case EXPR_COMPREHENSION: return check_comprehension(c, e);
    case EXPR_MATRIX: return check_matrix(c, e);
    case EXPR_END: return check_end(c, e);
    case EXPR_ERROR: break;
    case EXPR_TUPLE:
        error_at(c->m, e->at, "a list in parentheses is the left side of a function call only");
        hint_last(c->m, "an array is written in braces: {a, b}");
        return type_scalar(TYPE_ERROR);
    case EXPR_COLON:
        error_at(c->m, e->at, "`:` may be used as an index of an array only");
        return type_scalar(TYPE_ERROR);
    }
    return type_scalar(TYPE_ERROR);
}

const struct type *check_expr(struct check *c, struct ast_expr *e)
{
    if (e->type) return e->type;
    if (c->depth > CHECK_DEEPEST) {
        error_at(c->m, e->at, "this expression is nested too deeply");
        return check_error_type(e);
    }
    c->depth++;
    const struct type *t = find(c, e);
    c->depth--;
    return e->type = t;
}

const struct type *check_integer_expr(struct check *c, struct ast_expr *e)
{
    bool old = c->in.integral;
    const struct type *t;
    c->in.integral = true;
    t = check_expr(c, e);
    c->in.integral = old;
    return t;
}
