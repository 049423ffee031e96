/* SPDX-License-Identifier: MIT */
/* value_math.c - values of the built-in mathematics. */
#include "check/value/value.h"

#include <math.h>
#include <string.h>

static double truncated(double a, double b)
{
    return trunc(a / b);
}

static double call1(int f, double a)
{
    switch (f) {
    case BUILTIN_MU_FABS: return fabs(a);
    case BUILTIN_FLOOR:
    case BUILTIN_INTEGER: return floor(a);
    case BUILTIN_CEIL: return ceil(a);
    default: return NAN;
    }
}

static double call2(int f, double a, double b)
{
    switch (f) {
    case BUILTIN_MOD: return a - floor(a / b) * b;
    case BUILTIN_REM: return a - truncated(a, b) * b;
    case BUILTIN_DIV: return truncated(a, b);
    case BUILTIN_MU_POW: return pow(a, b);
    case BUILTIN_MU_FMOD: return fmod(a, b);
    case BUILTIN_MIN: return fmin(a, b);
    case BUILTIN_MAX: return fmax(a, b);
    default: return NAN;
    }
}

static double call(const struct ast_expr *e, const double x[3])
{
    int f = builtin_elementary(e->builtin);
    if (f >= 0) return elementary_value((enum elementary)f, x[0], x[1]);
    if (e->builtin == BUILTIN_SEMILINEAR) return x[0] >= 0 ? x[0] * x[1] : x[0] * x[2];
    return e->n_args == 1 ? call1(e->builtin, x[0]) : call2(e->builtin, x[0], x[1]);
}

static bool divides(int f)
{
    return f == BUILTIN_MOD || f == BUILTIN_REM || f == BUILTIN_DIV || f == BUILTIN_MU_FMOD;
}

/* Were the arguments of an elementary function in its domain? */
static bool inside(struct evaluator *v, const struct ast_expr *e, int64_t base, int64_t n)
{
    int f = builtin_elementary(e->builtin);
    const char *must = f >= 0 ? elementary_row((enum elementary)f)->must : NULL;
    for (int64_t k = 0; must && k < n; k++)
        if (!isfinite(v->stack[base + k].number))
            return value_wrong(v, e->at, "the argument of '%s' must %s", e->symbol->name, must);
    return true;
}

static bool mathematics(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n, at[3], count[3], n = 1;
    struct shape shape;
    *out = (struct shape){.base = e->type->base};
    for (int32_t k = 0; k < e->n_args && k < 3; k++) {
        at[k] = v->n;
        if (!value_eval(v, e->args[k], &shape)) return false;
        count[k] = v->n - at[k];
        if (shape.rank > 0 && out->rank > 0 && count[k] != n)
            return value_wrong(v, e->at, "the sizes do not fit");
        if (shape.rank == 0) continue;
        *out = shape;
        out->base = e->type->base;
        n = count[k];
    }
    if (!value_reserve(v, n, e->at)) return false;
    for (int64_t i = 0; i < n; i++) {
        double x[3] = {0, 0, 0};
        for (int32_t k = 0; k < e->n_args && k < 3; k++)
            x[k] = v->stack[at[k] + (count[k] == 1 ? 0 : i)].number;
        if (divides(e->builtin) && x[1] == 0) return value_wrong(v, e->at, "division by zero");
        v->stack[v->n++].number = call(e, x);
    }
    value_settle(v, base, n);
    return inside(v, e, base, n) && value_finite(v, e, base, n);
}

/* Passes one of its arguments on. */
static bool pass(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    return value_eval(v, e->args[e->builtin == BUILTIN_SMOOTH ? 1 : 0], out);
}

bool value_builtin(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    switch (e->builtin) {
    case BUILTIN_NOEVENT:
    case BUILTIN_SMOOTH:
    case BUILTIN_TO_INTEGER:
        if (!pass(v, e, out)) return false;
        out->base = e->type->base;
        return true;
    case BUILTIN_DER:
    case BUILTIN_PRE:
    case BUILTIN_EDGE:
    case BUILTIN_CHANGE:
    case BUILTIN_INITIAL:
    case BUILTIN_TERMINAL:
    case BUILTIN_SAMPLE:
    case BUILTIN_DELAY:
    case BUILTIN_REINIT:
    case BUILTIN_ASSERT:
    case BUILTIN_TERMINATE:
    case BUILTIN_MU_RAND:
    case BUILTIN_MU_RANDOM:
    case BUILTIN_MU_RAND_INT:
    case BUILTIN_MU_UNIFORM:
    case BUILTIN_MU_NORMAL:
    case BUILTIN_MU_EXPONENTIAL:
    case BUILTIN_MU_POISSON:
        return value_none(v, e->at,
                          arena_format(v->arena, "'%s' changes during a run", e->symbol->name));
    case BUILTIN_MIN:
    case BUILTIN_MAX:
        return e->n_args == 2 ? mathematics(v, e, out) : value_shape_builtin(v, e, out);
    case BUILTIN_SEMILINEAR:
    case BUILTIN_MOD:
    case BUILTIN_REM:
    case BUILTIN_DIV:
    case BUILTIN_FLOOR:
    case BUILTIN_CEIL:
    case BUILTIN_INTEGER:
    case BUILTIN_MU_POW:
    case BUILTIN_MU_FABS:
    case BUILTIN_MU_FMOD: return mathematics(v, e, out);
    default:
        if (builtin_elementary(e->builtin) >= 0) return mathematics(v, e, out);
        return value_shape_builtin(v, e, out);
    }
}
