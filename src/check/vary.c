/* SPDX-License-Identifier: MIT */
/* vary.c - how often an expression changes: never, between runs, at events, all the time.
 *
 * An expression varies as much as the names in it. Relations, floor, integer, ... of continuous
 * numbers change at events only, except under noEvent; pre, edge, change, initial and sample are
 * discrete as such. Iterators count as constants. */
#include "check/stage.h"

static enum variability larger(enum variability a, enum variability b)
{
    return a > b ? a : b;
}

static enum variability lesser(enum variability a, enum variability b)
{
    return a < b ? a : b;
}

static enum variability of(const struct ast_expr *e, bool events, enum variability most,
                           const struct ast_expr **culprit);

static enum variability of_name(const struct ast_expr *e, bool events, enum variability most,
                                const struct ast_expr **culprit)
{
    const struct symbol *s = e->symbol;
    enum variability v = VARY_CONSTANT;
    if (s && (s->kind == SYMBOL_VARIABLE || s->kind == SYMBOL_BUILTIN)) v = s->variability;
    if (v > most && !*culprit) *culprit = e;
    for (int32_t k = 0; k < e->n_path; k++)
        for (int32_t i = 0; i < e->path[k].n_sub; i++)
            v = larger(v, of(e->path[k].sub[i], events, most, culprit));
    return v;
}

/* Is e an operation whose result jumps at events and is constant between them? */
static bool jumps(const struct ast_expr *e)
{
    if (e->kind == EXPR_BINARY) return e->op >= OP_LT && e->op <= OP_NE;
    switch (e->builtin) {
    case BUILTIN_FLOOR:
    case BUILTIN_CEIL:
    case BUILTIN_INTEGER:
    case BUILTIN_DIV:
    case BUILTIN_SIGN:
    case BUILTIN_PRE:
    case BUILTIN_EDGE:
    case BUILTIN_CHANGE: return true;
    default: return false;
    }
}

static bool size_only(const struct ast_expr *e)
{
    return e->builtin == BUILTIN_SIZE || e->builtin == BUILTIN_NDIMS;
}

static bool never_constant(const struct ast_expr *e)
{
    switch (e->builtin) {
    case BUILTIN_INITIAL:
    case BUILTIN_TERMINAL:
    case BUILTIN_SAMPLE: return true;
    default: return false;
    }
}

/* A draw. It may be a start value or a parameter, which are drawn once; in equations it is an error
 * elsewhere (intrinsic.c). */
static bool draws(const struct ast_expr *e)
{
    switch (e->builtin) {
    case BUILTIN_MU_RAND:
    case BUILTIN_MU_RANDOM:
    case BUILTIN_MU_RAND_INT:
    case BUILTIN_MU_UNIFORM:
    case BUILTIN_MU_NORMAL:
    case BUILTIN_MU_EXPONENTIAL:
    case BUILTIN_MU_POISSON: return true;
    default: return false;
    }
}

static enum variability of_parts(const struct ast_expr *e, bool events, enum variability most,
                                 const struct ast_expr **culprit)
{
    enum variability v = VARY_CONSTANT;
    for (int32_t k = size_only(e) ? 1 : 0; k < e->n_args; k++)
        if (e->args[k]) v = larger(v, of(e->args[k], events, most, culprit));
    for (int32_t k = 0; k < e->n_iterators; k++)
        if (e->iterators[k].range) v = larger(v, of(e->iterators[k].range, events, most, culprit));
    return v;
}

/* With events, what is inside a relation may be continuous although `most` is discrete. */
static enum variability of(const struct ast_expr *e, bool events, enum variability most,
                           const struct ast_expr **culprit)
{
    enum variability v, inside = most;
    bool cuts = events && jumps(e);
    if (!e->type || e->type->base == TYPE_ERROR) return VARY_CONSTANT;
    if (e->kind == EXPR_NAME) return of_name(e, events, most, culprit);
    if (e->builtin == BUILTIN_NOEVENT) events = false;
    if (cuts && most == VARY_DISCRETE) inside = VARY_CONTINUOUS;
    v = of_parts(e, events, inside, culprit);
    if (cuts) v = lesser(v, VARY_DISCRETE);
    if (e->builtin == BUILTIN_DER) v = VARY_CONTINUOUS;
    if (never_constant(e)) v = larger(v, VARY_DISCRETE);
    if (draws(e)) v = larger(v, VARY_PARAMETER);
    if (v > most && !*culprit) *culprit = e;
    return v;
}

enum variability check_vary(const struct ast_expr *e)
{
    const struct ast_expr *culprit = NULL;
    return of(e, true, VARY_CONTINUOUS, &culprit);
}

const struct ast_expr *check_varying(const struct ast_expr *e, enum variability most)
{
    const struct ast_expr *culprit = NULL;
    of(e, true, most, &culprit);
    return culprit;
}

bool check_uses_iterator(const struct ast_expr *e)
{
    if (!e) return false;
    if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_ITERATOR) return true;
    for (int32_t k = 0; k < e->n_path; k++)
        for (int32_t i = 0; i < e->path[k].n_sub; i++)
            if (check_uses_iterator(e->path[k].sub[i])) return true;
    for (int32_t k = 0; k < e->n_args; k++)
        if (check_uses_iterator(e->args[k])) return true;
    for (int32_t k = 0; k < e->n_iterators; k++)
        if (check_uses_iterator(e->iterators[k].range)) return true;
    return false;
}
