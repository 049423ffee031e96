/* SPDX-License-Identifier: MIT */
/* diff.c - derivatives of expressions, exact and as expressions.
 *
 * One walk, arguments first; each node's derivative is made from those of its arguments, and what
 * the node itself computes is used again where it can be: (e^u)' = e^u u'. Discrete things and
 * conditions are constant. NULL is a derivative that is not known; the literal 0 stands for
 * "does not depend", so that a call is differentiated if its arguments are constant.
 *
 *     (u/v)' = (u' - (u/v) v')/v                                                             (1)
 *     (u^v)' = v u^(v-1) u',  v' = 0;   u^v (v' log u + v u'/u) otherwise                     (2)
 *     (prod_k f_k)' = sum_k f_k' prod_j (if j = k then 1 else f_j)                            (3)
 *
 * (3) costs the square of the number of factors, but holds where factors are 0. */
#include "flat/ir/ir_node.h"

struct diff {
    struct ir_model *m;
    const struct ir *with; /* NULL: time                                                         */
    struct ir *zero;
};

static struct ir *op2(const struct diff *d, enum ir_op op, struct ir *a, struct ir *b)
{
    return ir_binary(d->m, op, a, b);
}

static struct ir *number(const struct diff *d, double v)
{
    return ir_real(d->m, v);
}

/* ---- Leaves ---------------------------------------------------------------------------------- */

static struct ir *leaf_by_time(const struct diff *d, struct ir *e)
{
    switch (e->op) {
    case IR_TIME: return number(d, 1);
    case IR_VAR:
        if (e->var->kind == VAR_STATE || e->var->kind == VAR_ALGEBRAIC)
            return ir_var_at(d->m, IR_DER, e->var, e->arg[0]);
        return d->zero;
    case IR_DER:
    case IR_LOCAL:
    case IR_SOLVED:
    case IR_SUM_OF:
    case IR_DELAYED: return NULL;
    default: return d->zero;
    }
}

static struct ir *leaf(const struct diff *d, struct ir *e)
{
    if (!d->with) return leaf_by_time(d, e);
    return e == d->with ? number(d, 1) : d->zero;
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

static struct ir *product(const struct diff *d, struct ir *e, struct ir *da, struct ir *db)
{
    return op2(d, IR_ADD, op2(d, IR_MUL, da, e->arg[1]), op2(d, IR_MUL, e->arg[0], db));
}

/* (1) */
static struct ir *quotient(const struct diff *d, struct ir *e, struct ir *da, struct ir *db)
{
    return op2(d, IR_DIV, op2(d, IR_SUB, da, op2(d, IR_MUL, e, db)), e->arg[1]);
}

/* (2) */
static struct ir *raised(const struct diff *d, struct ir *e, struct ir *da, struct ir *db)
{
    struct ir *u = e->arg[0], *v = e->arg[1], *by_u, *by_v;
    if (db == d->zero) {
        by_u = op2(d, IR_POW, u, op2(d, IR_SUB, v, number(d, 1)));
        return op2(d, IR_MUL, op2(d, IR_MUL, v, by_u), da);
    }
    by_v = op2(d, IR_MUL, db, ir_math(d->m, ELEMENTARY_LOG, u, NULL));
    by_u = op2(d, IR_DIV, op2(d, IR_MUL, v, da), u);
    return op2(d, IR_MUL, e, op2(d, IR_ADD, by_v, by_u));
}

static struct ir *binary(const struct diff *d, struct ir *e, struct ir *da, struct ir *db)
{
    switch (e->op) {
    case IR_MUL: return product(d, e, da, db);
    case IR_DIV: return quotient(d, e, da, db);
    case IR_POW: return raised(d, e, da, db);
    default: return op2(d, e->op, da, db);
    }
}

/* ---- Functions ------------------------------------------------------------------------------- */

/* From the rows of saltus_elementary.h. */
#define SLOPE_A                 e->arg[0]
#define SLOPE_B                 e->arg[1]
#define SLOPE_R                 e
#define SLOPE_NUM(v)            ir_real(m, v)
#define SLOPE_ADD(x, y)         ir_binary(m, IR_ADD, x, y)
#define SLOPE_SUB(x, y)         ir_binary(m, IR_SUB, x, y)
#define SLOPE_MUL(x, y)         ir_binary(m, IR_MUL, x, y)
#define SLOPE_NEG(x)            ir_unary(m, IR_NEG, x)
#define SLOPE_SQR(x)            SLOPE_MUL(x, x)
#define SLOPE_OF(NAME, name, x) ir_math(m, ELEMENTARY_##NAME, x, NULL)

struct ir_slope ir_slope(struct ir_model *m, struct ir *e)
{
    struct ir_slope s = {{NULL, NULL}, NULL};
    switch ((enum elementary)e->integer) {
#define CASE(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, lo, hi, must, by_a, by_b, divisor,     \
             ...)                                                                                  \
    case ELEMENTARY_##NAME:                                                                        \
        s.by[0] = by_a;                                                                            \
        s.by[1] = by_b;                                                                            \
        s.over = divisor;                                                                          \
        break;
        SALTUS_ELEMENTARY(CASE, SLOPE)
#undef CASE
    case ELEMENTARY_COUNT: break;
    }
    return s;
}

static struct ir *function(const struct diff *d, struct ir *e, struct ir *da, struct ir *db)
{
    struct ir_slope s = ir_slope(d->m, e);
    struct ir *up = op2(d, IR_MUL, s.by[0], da), *b = s.by[1];
    if (e->n > 1 && b->op == IR_NEG) up = op2(d, IR_SUB, up, op2(d, IR_MUL, b->arg[0], db));
    if (e->n > 1 && b->op != IR_NEG) up = op2(d, IR_ADD, up, op2(d, IR_MUL, b, db));
    return op2(d, IR_DIV, up, s.over);
}

/* ---- Reductions ------------------------------------------------------------------------------ */

/* (3) */
static struct ir *factors(const struct diff *d, struct ir *e, struct ir *da)
{
    struct ir_iter *k = e->iter, *j;
    struct ir *body = e->arg[0], *value, *same, *others;
    int32_t depth = (body->deepest > da->deepest ? body->deepest : da->deepest) + 1;
    j = ir_iter_new(d->m, depth, k->lo, k->step, k->count, k->name);
    value = ir_iter_value(d->m, j);
    same = ir_relation(d->m, IR_EQ, value, ir_iter_value(d->m, k), false);
    others = ir_if(d->m, same, number(d, 1), ir_replace(d->m, body, &k, &value, 1));
    others = ir_reduce(d->m, IR_PRODUCT, j, others);
    return ir_reduce(d->m, IR_SUM, k, op2(d, IR_MUL, da, others));
}

static struct ir *reduction(const struct diff *d, struct ir *e, struct ir *da)
{
    if (d->with && ir_has_iter(d->m, (struct ir *)(uintptr_t)d->with, e->iter)) return d->zero;
    if (!da || da == d->zero) return da;
    if (e->op == IR_SUM) return ir_reduce(d->m, IR_SUM, e->iter, da);
    return e->op == IR_PRODUCT ? factors(d, e, da) : NULL;
}

/* ---- All ------------------------------------------------------------------------------------- */

static int is_of_variable(void *user, struct ir *e)
{
    const struct ir *with = user;
    return e->op == with->op && e->var == with->var && e->loop == with->loop;
}

/* An array argument: its elements are other leaves than `with`, but the call depends on them. */
static struct ir *array(const struct diff *d, struct ir *e, struct ir *da)
{
    struct ir *with = (struct ir *)(uintptr_t)d->with;
    if (with && ir_visit(d->m, e->arg[0], is_of_variable, with)) return NULL;
    return da == d->zero ? da : NULL;
}

/* The delayed derivative; if the lag changes, by the chain rule, times 1 - lag'. */
static struct ir *delay(const struct diff *d, struct ir *e, struct ir *da, struct ir *db)
{
    struct ir *args[3] = {da, e->arg[1], e->n > 2 ? e->arg[2] : NULL}, *delayed;
    if (d->with) return leaf(d, e);
    if (!da || !db || da == d->zero) return da == d->zero ? da : NULL;
    delayed = ir_other(d->m, IR_DELAY, IR_R, e->integer, args, e->n);
    if (db == d->zero) return delayed;
    return ir_binary(d->m, IR_MUL, delayed, ir_binary(d->m, IR_SUB, ir_real(d->m, 1), db));
}

/* The derivative of e, whose arguments' derivatives are in s. */
static struct ir *derive(const struct diff *d, const struct ir_scratch *s, struct ir *e)
{
    struct ir *da = e->n > 0 ? s->value[e->arg[0]->id] : NULL;
    struct ir *db = e->n > 1 ? s->value[e->arg[1]->id] : NULL;
    bool constant = true, known = true;
    if (e == d->with) return number(d, 1);
    if (e->type != IR_R) return d->zero;
    if (e->op == IR_BUILD) return array(d, e, da);
    for (int32_t k = 0; k < e->n; k++) {
        constant = constant && s->value[e->arg[k]->id] == d->zero;
        known = known && s->value[e->arg[k]->id];
    }
    switch (e->op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_POW:
        if (constant) return d->zero;
        return known ? binary(d, e, da, db) : NULL;
    case IR_NEG: return da ? ir_unary(d->m, IR_NEG, da) : NULL;
    case IR_MATH:
        if (constant) return d->zero;
        return known ? function(d, e, da, db) : NULL;
    case IR_IF: return known ? ir_if(d->m, e->arg[0], db, s->value[e->arg[2]->id]) : NULL;
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: return reduction(d, e, da);
    case IR_CALL:
    case IR_CALL_AT: return constant ? d->zero : NULL;
    case IR_FLOOR:
    case IR_TO_REAL: return d->zero;
    case IR_DELAY: return delay(d, e, da, db);
    default: return leaf(d, e);
    }
}

static struct ir *differentiate(struct ir_model *m, struct ir *e, const struct ir *with)
{
    struct diff d = {m, with, ir_real(m, 0)};
    struct ir_scratch *s = ir_walk_open(m, e, NULL, NULL);
    struct ir *result;
    for (int32_t k = 0; k < s->n; k++) {
        struct ir *by = derive(&d, s, s->list[k]);
        if (by && by->op == IR_REAL && by->number == 0) by = d.zero; /* -0, too */
        s->value[s->list[k]->id] = by;
    }
    result = s->value[e->id];
    ir_walk_close(m, s);
    return result;
}

struct ir *ir_diff(struct ir_model *m, struct ir *e, const struct ir *with)
{
    return differentiate(m, e, with);
}

struct ir *ir_time_derivative(struct ir_model *m, struct ir *e)
{
    return differentiate(m, e, NULL);
}
