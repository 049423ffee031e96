/* SPDX-License-Identifier: MIT */
/* expand_math.c - built-in functions and operators with scalar arguments; arrays go through
 * element by element.
 *
 * Functions with a corner are choices, so that the corner becomes an event:
 *     abs(x) = if x < 0 then -x else x          max(a, b) = if a < b then b else a
 *     sign(x) = if 0 < x then 1 else if x < 0 then -1 else 0
 *     semiLinear(x, p, n) = if x < 0 then n*x else p*x  (1)
 * and functions with jumps come from floor (which may make events):
 *     ceil(x) = -floor(-x)  div(x, y) = trunc(q), trunc(q) = if q < 0 then -floor(-q) else floor(q)
 *     mod(x, y) = x - y*floor(q)   rem(x, y) = x - y*trunc(q)       with q = x/y  (2)
 * Where nothing is continuous, or no events are wanted, the same formulas stand without events. */
#include "flat/expand/expand.h"

/* Argument k: its element if it is an array (sin of an array), else itself. */
static struct ir *arg(const struct site *w, struct ast_expr *e, int32_t k, struct ir **idx)
{
    struct ast_expr *a = e->args[k];
    return expand_element(w, a, a->type && a->type->rank ? idx : NULL);
}

static struct ir *real_arg(const struct site *w, struct ast_expr *e, int32_t k, struct ir **idx)
{
    return expand_convert(w->x, arg(w, e, k, idx), IR_R);
}

/* a < b that makes events if it can and may. */
static struct ir *less(const struct site *w, struct ir *a, struct ir *b)
{
    bool events = w->events && (a->type == IR_R || b->type == IR_R);
    events = events && (ir_continuous(w->x->m, a) || ir_continuous(w->x->m, b));
    return ir_relation(w->x->m, IR_LT, a, b, events);
}

/* ---- (1) ------------------------------------------------------------------------------------- */

static struct ir *absolute(const struct site *w, struct ir *a)
{
    struct ir_model *m = w->x->m;
    if (a->type == IR_B) a = expand_convert(w->x, a, IR_I);
    if (a->type == IR_R && !(w->events && ir_continuous(m, a)))
        return ir_math(m, ELEMENTARY_ABS, a, NULL);
    return ir_if(m, less(w, a, expand_zero(w->x, a->type)), ir_unary(m, IR_NEG, a), a);
}

static struct ir *sign(const struct site *w, struct ir *a, enum ir_type type)
{
    struct ir_model *m = w->x->m;
    struct ir *zero, *negative;
    if (a->type == IR_B) a = expand_convert(w->x, a, IR_I);
    if (a->type == IR_R && type == IR_R && !(w->events && ir_continuous(m, a)))
        return ir_math(m, ELEMENTARY_SIGN, a, NULL);
    zero = expand_zero(w->x, a->type);
    negative = ir_if(m, less(w, a, zero), ir_int(m, -1), ir_int(m, 0));
    return ir_if(m, less(w, zero, a), ir_int(m, 1), negative);
}

/* op: IR_MIN or IR_MAX of two. */
struct ir *expand_extreme(const struct site *w, enum ir_op op, struct ir *a, struct ir *b)
{
    struct ir_model *m = w->x->m;
    enum ir_type type = a->type == IR_R || b->type == IR_R ? IR_R : a->type;
    a = expand_convert(w->x, a, type);
    b = expand_convert(w->x, b, type);
    if (type == IR_B) return ir_binary(m, op == IR_MAX ? IR_OR : IR_AND, a, b);
    return op == IR_MAX ? ir_if(m, less(w, a, b), b, a) : ir_if(m, less(w, b, a), b, a);
}

static struct ir *extreme(const struct site *w, struct ast_expr *e, struct ir **idx, enum ir_op op)
{
    if (e->n_args == 1) return expand_reduce_array(w, e->args[0], op);
    return expand_extreme(w, op, arg(w, e, 0, idx), arg(w, e, 1, idx));
}

static struct ir *semi_linear(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    struct ir *x = real_arg(w, e, 0, idx), *p = real_arg(w, e, 1, idx), *n = real_arg(w, e, 2, idx);
    return ir_if(m, less(w, x, ir_real(m, 0)), ir_binary(m, IR_MUL, n, x),
                 ir_binary(m, IR_MUL, p, x));
}

/* ---- (2) ------------------------------------------------------------------------------------- */

static struct ir *floor_of(const struct site *w, struct ir *a)
{
    a = expand_convert(w->x, a, IR_R);
    return ir_floor(w->x->m, a, w->events && ir_continuous(w->x->m, a));
}

static struct ir *ceiling(const struct site *w, struct ir *a)
{
    a = expand_convert(w->x, a, IR_R);
    return ir_unary(w->x->m, IR_NEG, floor_of(w, ir_unary(w->x->m, IR_NEG, a)));
}

static struct ir *truncated(const struct site *w, struct ir *q)
{
    return ir_if(w->x->m, less(w, q, ir_real(w->x->m, 0)), ceiling(w, q), floor_of(w, q));
}

static struct ir *integer_division(const struct site *w, int builtin, struct ir *a, struct ir *b)
{
    struct ir_model *m = w->x->m;
    if (builtin == BUILTIN_DIV) return ir_binary(m, IR_IDIV, a, b);
    if (builtin == BUILTIN_MOD) return ir_binary(m, IR_IMOD, a, b);
    return ir_binary(m, IR_SUB, a, ir_binary(m, IR_MUL, ir_binary(m, IR_IDIV, a, b), b));
}

static struct ir *division(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    struct ir *a = arg(w, e, 0, idx), *b = arg(w, e, 1, idx), *q, *whole;
    if (a->type == IR_I && b->type == IR_I && e->builtin != BUILTIN_MU_FMOD)
        return integer_division(w, e->builtin, a, b);
    q = expand_arith(w->x, IR_DIV, a, b);
    whole = e->builtin == BUILTIN_MOD ? floor_of(w, q) : truncated(w, q);
    if (e->builtin == BUILTIN_DIV) return whole;
    return ir_binary(m, IR_SUB, expand_convert(w->x, a, IR_R),
                     ir_binary(m, IR_MUL, expand_convert(w->x, b, IR_R), whole));
}

static struct ir *rounded(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *a = arg(w, e, 0, idx);
    if (a->type != IR_R)
        return expand_convert(w->x, expand_convert(w->x, a, IR_I), expand_type(e->type));
    if (e->builtin == BUILTIN_CEIL) return ceiling(w, a);
    a = floor_of(w, a);
    return e->builtin == BUILTIN_INTEGER ? ir_unary(w->x->m, IR_TO_INT, a) : a;
}

/* ---- Derivatives and values before ----------------------------------------------------------- */

static int not_a_state(void *user, struct ir *e)
{
    const struct ir_var **culprit = user;
    if (e->op != IR_DER || e->var->kind == VAR_STATE) return 0;
    *culprit = e->var;
    return 1;
}

static struct ir *derivative(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ast_expr *of = e->args[0];
    const struct ir_var *culprit = NULL;
    struct ir **at = of->type && of->type->rank ? idx : NULL, *d;
    if (of->kind == EXPR_NAME && of->symbol && of->symbol->kind == SYMBOL_VARIABLE)
        d = expand_ref(w, of, at, IR_DER);
    else
        d = ir_time_derivative(w->x->m, expand_convert(w->x, expand_element(w, of, at), IR_R));
    if (!d)
        error_at(w->x->messages, of->at, "cannot differentiate this expression");
    else if (d->op == IR_LOCAL)
        error_at(w->x->messages, of->at, "cannot differentiate '%s'", d->var->name);
    else if (ir_visit(w->x->m, d, not_a_state, &culprit)) {
        error_at(w->x->messages, of->at, "cannot differentiate '%s'", culprit->name);
        hint_last(
            w->x->messages,
            of->kind == EXPR_NAME
                ? "only variables whose der() is written out are states"
                : "give the expression a name, Real u = %s, and write der(u): that is a state",
            print_short(w->x->arena, of, 40));
    } else
        return d;
    return ir_real(w->x->m, 0);
}

static struct ir *before(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ast_expr *of = e->args[0];
    if (of->kind == EXPR_NAME)
        return expand_ref(w, of, of->type && of->type->rank ? idx : NULL, IR_PRE);
    return arg(w, e, 0, idx);
}

static struct ir *edge(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *now = arg(w, e, 0, idx), *old = before(w, e, idx);
    if (e->builtin == BUILTIN_CHANGE) return ir_relation(w->x->m, IR_NE, now, old, false);
    return ir_binary(w->x->m, IR_AND, now, ir_unary(w->x->m, IR_NOT, old));
}

/* ---- The rest -------------------------------------------------------------------------------- */

static struct ir *random(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *args[4];
    int32_t n = e->n_args < 4 ? e->n_args : 4;
    for (int32_t k = 0; k < n; k++) args[k] = real_arg(w, e, k, idx);
    if (w->random) return ir_other(w->x->m, IR_RANDOM, expand_type(e->type), e->builtin, args, n);
    error_at(w->x->messages, e->at,
             "random numbers can be drawn only in a when or an initial algorithm");
    return expand_zero(w->x, expand_type(e->type));
}

static struct ir *two_reals(const struct site *w, struct ast_expr *e, struct ir **idx,
                            enum ir_op op)
{
    struct ir *args[2] = {real_arg(w, e, 0, idx), real_arg(w, e, 1, idx)};
    if (op == IR_POW) return ir_binary(w->x->m, IR_POW, args[0], args[1]);
    return ir_other(w->x->m, op, op == IR_SAMPLE ? IR_B : IR_R, 0, args, 2);
}

/* delay(u, lag), or delay(u, lag, most). */
static struct ir *delayed(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *args[3] = {real_arg(w, e, 0, idx), real_arg(w, e, 1, idx), NULL};
    if (e->n_args == 3) args[2] = real_arg(w, e, 2, idx);
    return ir_other(w->x->m, IR_DELAY, IR_R, 0, args, e->n_args);
}

static struct ir *elementary(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    int f = builtin_elementary(e->builtin);
    if (f < 0) return expand_zero(w->x, expand_type(e->type));
    return ir_math(w->x->m, (enum elementary)f, real_arg(w, e, 0, idx),
                   e->n_args > 1 ? real_arg(w, e, 1, idx) : NULL);
}

static struct ir *quiet(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct site in = *w;
    in.events = false;
    return arg(&in, e, 0, idx);
}

struct ir *expand_math(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    switch (e->builtin) {
    case BUILTIN_DER: return derivative(w, e, idx);
    case BUILTIN_PRE: return before(w, e, idx);
    case BUILTIN_EDGE:
    case BUILTIN_CHANGE: return edge(w, e, idx);
    case BUILTIN_INITIAL: return ir_other(m, IR_INITIAL, IR_B, 0, NULL, 0);
    case BUILTIN_TERMINAL: return ir_other(m, IR_TERMINAL, IR_B, 0, NULL, 0);
    case BUILTIN_SAMPLE: return two_reals(w, e, idx, IR_SAMPLE);
    case BUILTIN_DELAY: return delayed(w, e, idx);
    case BUILTIN_MU_POW: return two_reals(w, e, idx, IR_POW);
    case BUILTIN_NOEVENT: return quiet(w, e, idx);
    case BUILTIN_SMOOTH: return arg(w, e, 1, idx);
    case BUILTIN_SEMILINEAR: return semi_linear(w, e, idx);
    case BUILTIN_MU_FABS:
    case BUILTIN_ABS: return absolute(w, arg(w, e, 0, idx));
    case BUILTIN_SIGN: return sign(w, arg(w, e, 0, idx), expand_type(e->type));
    case BUILTIN_MIN: return extreme(w, e, idx, IR_MIN);
    case BUILTIN_MAX: return extreme(w, e, idx, IR_MAX);
    case BUILTIN_SUM: return expand_reduce_array(w, e->args[0], IR_SUM);
    case BUILTIN_PRODUCT: return expand_reduce_array(w, e->args[0], IR_PRODUCT);
    case BUILTIN_MOD:
    case BUILTIN_REM:
    case BUILTIN_DIV:
    case BUILTIN_MU_FMOD: return division(w, e, idx);
    case BUILTIN_FLOOR:
    case BUILTIN_CEIL:
    case BUILTIN_INTEGER: return rounded(w, e, idx);
    case BUILTIN_TO_INTEGER: return expand_convert(w->x, arg(w, e, 0, idx), IR_I);
    case BUILTIN_MU_RAND:
    case BUILTIN_MU_RANDOM:
    case BUILTIN_MU_RAND_INT:
    case BUILTIN_MU_UNIFORM:
    case BUILTIN_MU_NORMAL:
    case BUILTIN_MU_EXPONENTIAL:
    case BUILTIN_MU_POISSON: return random(w, e, idx);
    default: return elementary(w, e, idx);
    }
}
