/* SPDX-License-Identifier: MIT */
/* intrinsic.c - calls of built-in functions and operators.
 *
 * Each has a rule in a table: how many arguments, and what becomes of their types. Mathematics
 * of scalars is applied to the elements of arrays; all arrays of one call have equal sizes.
 * Functions that make or measure arrays are in shape.c. der, pre, sample and the like stand in
 * models only. */
#include "check/stage.h"

#include <string.h>

enum rule {
    SHAPE,      /* see shape.c */
    MATH,       /* Real, ... -> Real                                        element by element */
    SAME,       /* numbers -> a number of their common type                                    */
    TO_INTEGER, /* a number -> Integer                                                         */
    RANDOM,     /* Real, ... -> Real, scalar; statements only                                  */
    STATEMENT,  /* no value                                                                    */
    OPERATOR    /* der, pre, ... each in its own way; models only                              */
};

struct builtin_rule {
    enum rule rule;
    int8_t least, most;
    const char *names; /* of the arguments, where they may be used */
};

static struct builtin_rule rule_of(int builtin)
{
    static const enum rule elementary[] = {
        [ELEMENTARY_REAL] = MATH, [ELEMENTARY_SAME] = SAME, [ELEMENTARY_INTEGER] = TO_INTEGER};
    static const struct builtin_rule rules[] = {
        [BUILTIN_DER] = {OPERATOR, 1, 1, ""},
        [BUILTIN_PRE] = {OPERATOR, 1, 1, ""},
        [BUILTIN_EDGE] = {OPERATOR, 1, 1, ""},
        [BUILTIN_CHANGE] = {OPERATOR, 1, 1, ""},
        [BUILTIN_INITIAL] = {OPERATOR, 0, 0, ""},
        [BUILTIN_TERMINAL] = {OPERATOR, 0, 0, ""},
        [BUILTIN_SAMPLE] = {OPERATOR, 2, 2, "start,interval"},
        [BUILTIN_NOEVENT] = {OPERATOR, 1, 1, ""},
        [BUILTIN_SMOOTH] = {OPERATOR, 2, 2, ""},
        [BUILTIN_SEMILINEAR] = {MATH, 3, 3, ""},
        [BUILTIN_DELAY] = {OPERATOR, 2, 3, "expr,delayTime,delayMax"},
        [BUILTIN_REINIT] = {STATEMENT, 2, 2, ""},
        [BUILTIN_ASSERT] = {STATEMENT, 2, 3, "condition,message,level"},
        [BUILTIN_TERMINATE] = {STATEMENT, 1, 1, "message"},
        [BUILTIN_MIN] = {SHAPE, 1, 2, ""},
        [BUILTIN_MAX] = {SHAPE, 1, 2, ""},
        [BUILTIN_MOD] = {SAME, 2, 2, ""},
        [BUILTIN_REM] = {SAME, 2, 2, ""},
        [BUILTIN_DIV] = {SAME, 2, 2, ""},
        [BUILTIN_FLOOR] = {MATH, 1, 1, ""},
        [BUILTIN_CEIL] = {MATH, 1, 1, ""},
        [BUILTIN_INTEGER] = {TO_INTEGER, 1, 1, ""},
        [BUILTIN_SIZE] = {SHAPE, 1, 2, ""},
        [BUILTIN_NDIMS] = {SHAPE, 1, 1, ""},
        [BUILTIN_ZEROS] = {SHAPE, 1, CHECK_RANK, ""},
        [BUILTIN_ONES] = {SHAPE, 1, CHECK_RANK, ""},
        [BUILTIN_FILL] = {SHAPE, 2, CHECK_RANK + 1, ""},
        [BUILTIN_LINSPACE] = {SHAPE, 3, 3, ""},
        [BUILTIN_IDENTITY] = {SHAPE, 1, 1, ""},
        [BUILTIN_DIAGONAL] = {SHAPE, 1, 1, ""},
        [BUILTIN_TRANSPOSE] = {SHAPE, 1, 1, ""},
        [BUILTIN_SUM] = {SHAPE, 1, 1, ""},
        [BUILTIN_PRODUCT] = {SHAPE, 1, 1, ""},
        [BUILTIN_SCALAR] = {SHAPE, 1, 1, ""},
        [BUILTIN_SAME] = {SHAPE, 2, 2, ""},
        [BUILTIN_SUBSTRING] = {SHAPE, 3, 3, ""},
        [BUILTIN_VECTOR] = {SHAPE, 1, 1, ""},
        [BUILTIN_MATRIX] = {SHAPE, 1, 1, ""},
        [BUILTIN_CAT] = {SHAPE, 2, 127, ""},
        [BUILTIN_ARRAY] = {SHAPE, 1, 127, ""},
        [BUILTIN_CROSS] = {SHAPE, 2, 2, ""},
        [BUILTIN_OUTER_PRODUCT] = {SHAPE, 2, 2, ""},
        [BUILTIN_SYMMETRIC] = {SHAPE, 1, 1, ""},
        [BUILTIN_SKEW] = {SHAPE, 1, 1, ""},
        [BUILTIN_STRING] = {SHAPE, 1, 4, ",significantDigits,minimumLength,leftJustified,format"},
        [BUILTIN_TO_INTEGER] = {SHAPE, 1, 1, ""},
        [BUILTIN_MU_RAND] = {RANDOM, 0, 1, ""},
        [BUILTIN_MU_RANDOM] = {RANDOM, 0, 1, ""},
        [BUILTIN_MU_RAND_INT] = {RANDOM, 1, 2, ""},
        [BUILTIN_MU_UNIFORM] = {RANDOM, 2, 2, ""},
        [BUILTIN_MU_NORMAL] = {RANDOM, 1, 2, ""},
        [BUILTIN_MU_EXPONENTIAL] = {RANDOM, 1, 1, ""},
        [BUILTIN_MU_POISSON] = {RANDOM, 1, 1, ""},
        [BUILTIN_MU_POW] = {MATH, 2, 2, ""},
        [BUILTIN_MU_FABS] = {MATH, 1, 1, ""},
        [BUILTIN_MU_FMOD] = {MATH, 2, 2, ""},
    };
    int f = builtin_elementary(builtin);
    const struct elementary_row *row = f >= 0 ? elementary_row((enum elementary)f) : NULL;
    if (!row) return rules[builtin];
    return (struct builtin_rule){elementary[row->result], (int8_t)row->arity, (int8_t)row->arity,
                                 ""};
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* Position of a name in "a,b,c"; -1: not there. */
static int32_t position(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (int32_t k = 0; list; k++, list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL)
        if (strncmp(list, name, n) == 0 && (list[n] == ',' || list[n] == '\0')) return k;
    return -1;
}

bool check_order_names(struct check *c, struct ast_expr *e)
{
    const char *names = rule_of(e->builtin).names;
    struct ast_expr **args;
    int32_t most = 0;
    bool good = true;
    if (!e->arg_names) return true;
    args = ARENA_ARRAY(c->arena, struct ast_expr *, e->n_args + 5);
    for (int32_t k = 0; k < e->n_args; k++) {
        int32_t at = e->arg_names[k] ? position(names, e->arg_names[k]) : k;
        if (at < 0 || at >= e->n_args + 5 || args[at]) {
            error_at(c->m, e->args[k]->at, "'%s' has no argument '%s' here", e->symbol->name,
                     e->arg_names[k] ? e->arg_names[k] : "?");
            good = false;
            continue;
        }
        args[at] = e->args[k];
        if (at >= most) most = at + 1;
    }
    e->args = args;
    e->n_args = most;
    e->arg_names = NULL;
    return good;
}

static bool count_fits(struct check *c, const struct ast_expr *e, const struct builtin_rule *r)
{
    if (e->n_args >= r->least && (e->n_args <= r->most || r->most == 127)) return true;
    const char *to = r->most == 127       ? " or more"
                     : r->most > r->least ? arena_format(c->arena, " to %d", r->most)
                                          : "";
    error_at(c->m, e->at, "'%s' takes %d%s argument%s, but %d %s given", e->symbol->name, r->least,
             to, r->most == 1 ? "" : "s", e->n_args, e->n_args == 1 ? "is" : "are");
    return false;
}

static bool check_args(struct check *c, struct ast_expr *e)
{
    bool good = true;
    for (int32_t k = 0; k < e->n_args; k++) {
        if (!e->args[k] && e->builtin == BUILTIN_STRING) continue;
        if (!e->args[k]) {
            error_at(c->m, e->at, "an argument of '%s' is missing", e->symbol->name);
            good = false;
            continue;
        }
        c->in.integral = builtin_takes_size(e->builtin, k);
        good &= !type_is_error(check_expr(c, e->args[k]));
    }
    c->in.integral = false;
    return good;
}

/* ---- Mathematics ----------------------------------------------------------------------------- */

/* The common sizes of the arguments, NULL after an error. *real: is any of them Real? */
static const struct type *common_shape(struct check *c, const struct ast_expr *e, bool *real)
{
    const struct type *shape = type_scalar(TYPE_REAL);
    for (int32_t k = 0; k < e->n_args; k++) {
        const struct type *t = e->args[k]->type;
        if (!type_numeric(t)) {
            error_at(c->m, e->args[k]->at, "'%s' needs a number, not %s", e->symbol->name,
                     type_text(c->arena, t));
            return NULL;
        }
        if (t->rank > 0 && shape->rank > 0 && !type_same_shape(t, shape)) {
            error_at(c->m, e->at, "the arguments of '%s' have different sizes: %s and %s",
                     e->symbol->name, type_text(c->arena, shape), type_text(c->arena, t));
            return NULL;
        }
        if (t->rank > 0) shape = t;
        if (t->base == TYPE_REAL) *real = true;
    }
    return shape;
}

static const struct type *mathematics(struct check *c, struct ast_expr *e, enum rule rule)
{
    bool real = false;
    const struct type *shape = common_shape(c, e, &real);
    if (!shape) return type_scalar(TYPE_ERROR);
    if (rule == MATH) real = true;
    if (rule == TO_INTEGER) real = false;
    return type_like(c->arena, real ? TYPE_REAL : TYPE_INTEGER, shape);
}

static const struct type *random_number(struct check *c, struct ast_expr *e)
{
    bool real = false;
    const struct type *shape = common_shape(c, e, &real);
    if (!shape) return type_scalar(TYPE_ERROR);
    if (shape->rank > 0) {
        error_at(c->m, e->at, "'%s' takes scalars", e->symbol->name);
        return type_scalar(TYPE_ERROR);
    }
    if (c->in.section != IN_ALGORITHM && !c->in.when && !c->in.initial && !c->in.once) {
        error_at(c->m, e->at, "random numbers are drawn at the start and at events only");
        hint_last(
            c->m,
            "draw it in `initial algorithm`, or in a when that keeps it in a discrete variable");
        return type_scalar(TYPE_ERROR);
    }
    return type_scalar(e->builtin == BUILTIN_MU_RAND_INT ? TYPE_INTEGER : TYPE_REAL);
}

/* ---- Operators ------------------------------------------------------------------------------- */

static bool is_reference(const struct ast_expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VARIABLE;
}

static const struct type *derivative(struct check *c, struct ast_expr *e)
{
    struct ast_expr *arg = e->args[0];
    const struct type *t = arg->type;
    if (t->base != TYPE_REAL) {
        error_at(c->m, arg->at, "der needs a Real, not %s", type_text(c->arena, t));
    } else if (check_vary(arg) <= VARY_PARAMETER) {
        warning_at(c->m, arg->at, "this does not change: its derivative is 0");
        return t;
    } else if (is_reference(arg) && arg->symbol->variability == VARY_DISCRETE) {
        error_at(c->m, arg->at, "'%s' is discrete and has no derivative", arg->symbol->name);
    } else {
        if (is_reference(arg)) arg->symbol->state = true;
        return t;
    }
    return type_scalar(TYPE_ERROR);
}

/* pre, edge, change: of a variable that changes at events. */
static const struct type *before(struct check *c, struct ast_expr *e)
{
    struct ast_expr *arg = e->args[0];
    if (!is_reference(arg)) {
        error_at(c->m, arg->at, "'%s' needs a variable", e->symbol->name);
        return type_scalar(TYPE_ERROR);
    }
    if (e->builtin == BUILTIN_EDGE && arg->type->base != TYPE_BOOLEAN) {
        error_at(c->m, arg->at, "edge needs a Boolean, not %s", type_text(c->arena, arg->type));
        return type_scalar(TYPE_ERROR);
    }
    if (arg->symbol->variability == VARY_CONTINUOUS && !c->in.when) {
        error_at(c->m, arg->at, "'%s' of continuous '%s' may be used inside `when` only",
                 e->symbol->name, arg->symbol->name);
        return type_scalar(TYPE_ERROR);
    }
    return e->builtin == BUILTIN_PRE ? arg->type : type_like(c->arena, TYPE_BOOLEAN, arg->type);
}

static bool number_at(struct check *c, const struct ast_expr *e, int32_t k, enum variability most)
{
    const struct type *t = e->args[k]->type;
    const struct ast_expr *culprit;
    if (!type_numeric(t) || t->rank > 0) {
        error_at(c->m, e->args[k]->at, "'%s' needs a number here, not %s", e->symbol->name,
                 type_text(c->arena, t));
        return false;
    }
    culprit = check_varying(e->args[k], most);
    if (culprit)
        error_at(c->m, culprit->at, "this argument of '%s' must not change during a run",
                 e->symbol->name);
    return !culprit;
}

static const struct type *sampler(struct check *c, struct ast_expr *e)
{
    enum variability most = c->out->mu ? VARY_DISCRETE : VARY_PARAMETER;
    bool good = number_at(c, e, 0, most);
    good &= number_at(c, e, 1, most);
    return type_scalar(good ? TYPE_BOOLEAN : TYPE_ERROR);
}

static const struct type *delayed(struct check *c, struct ast_expr *e)
{
    bool good = number_at(c, e, 1, e->n_args == 3 ? VARY_CONTINUOUS : VARY_PARAMETER);
    if (!good && e->n_args == 2 && check_varying(e->args[1], VARY_PARAMETER))
        hint_last(c->m, "a lag that changes needs the largest it may be: delay(u, lag, largest)");
    if (e->n_args == 3) good &= number_at(c, e, 2, VARY_PARAMETER);
    if (!type_numeric(e->args[0]->type) || e->args[0]->type->rank > 0) good = number_at(c, e, 0, 3);
    return type_scalar(good ? TYPE_REAL : TYPE_ERROR);
}

static const struct type *smoothed(struct check *c, struct ast_expr *e)
{
    if (e->args[0]->type->base != TYPE_INTEGER || !number_at(c, e, 0, VARY_PARAMETER)) {
        error_at(c->m, e->args[0]->at, "smooth needs an Integer and an expression");
        return type_scalar(TYPE_ERROR);
    }
    if (type_numeric(e->args[1]->type)) return type_like(c->arena, TYPE_REAL, e->args[1]->type);
    error_at(c->m, e->args[1]->at, "smooth needs a Real, not %s",
             type_text(c->arena, e->args[1]->type));
    return type_scalar(TYPE_ERROR);
}

static const struct type *operator(struct check *c, struct ast_expr *e)
{
    if (c->in.function && e->builtin != BUILTIN_NOEVENT && e->builtin != BUILTIN_SMOOTH) {
        error_at(c->m, e->at, "'%s' cannot be used in a function", e->symbol->name);
        return type_scalar(TYPE_ERROR);
    }
    switch (e->builtin) {
    case BUILTIN_DER: return derivative(c, e);
    case BUILTIN_PRE:
    case BUILTIN_EDGE:
    case BUILTIN_CHANGE: return before(c, e);
    case BUILTIN_INITIAL:
    case BUILTIN_TERMINAL: return type_scalar(TYPE_BOOLEAN);
    case BUILTIN_SAMPLE: return sampler(c, e);
    case BUILTIN_SMOOTH: return smoothed(c, e);
    case BUILTIN_DELAY: return delayed(c, e);
    default: return e->args[0]->type; /* noEvent */
    }
}

const struct type *check_builtin(struct check *c, struct ast_expr *e)
{
    struct builtin_rule r = rule_of(e->builtin);
    if (!check_order_names(c, e)) return type_scalar(TYPE_ERROR);
    if (e->builtin == BUILTIN_NOEVENT) c->in.no_event = true;
    if (!check_args(c, e) || !count_fits(c, e, &r)) return type_scalar(TYPE_ERROR);
    switch (r.rule) {
    case SHAPE: return check_array_builtin(c, e);
    case MATH:
    case SAME:
    case TO_INTEGER: return mathematics(c, e, r.rule);
    case RANDOM: return random_number(c, e);
    case OPERATOR: return operator(c, e);
    case STATEMENT: break;
    }
    error_at(c->m, e->at, "'%s' is a statement and has no value", e->symbol->name);
    return type_scalar(TYPE_ERROR);
}
