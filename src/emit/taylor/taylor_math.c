/* SPDX-License-Identifier: MIT */
/* taylor_math.c - coefficient k of an elementary function.
 *
 * With r = f(a) and g = f'(a), r' = a' g, hence
 *     r_k = (a_1 g_(k-1) + 2 a_2 g_(k-2) + ... + k a_k g_0) / k.                                (1)
 * g is an expression of its own, of a or of r itself; level k of r asks for its levels below k
 * only, so that sin and cos, or tan and 1 + tan^2, can stand for each other's derivatives.
 *
 * Roots and constant powers have recurrences of their own:
 *     r r = a       r_k = (a_k - 2 sum_(0<i<k/2) r_i r_(k-i) - r_(k/2)^2) w,   w = 1/(2 r_0)    (2)
 *     r' a = p r a' r_k = sum_(i<k) ((k-i) p - i) r_i a_(k-i) / k w,           w = 1/a_0        (3)
 * Association as in saltus_jet.h. */
#include "emit/taylor/taylor.h"
#include <math.h>

static struct ir *one_over(struct ir_model *m, double one, struct ir *a)
{
    return ir_binary(m, IR_DIV, ir_real(m, one), a);
}

static struct code_expr *times(struct taylor *t, double n, struct code_expr *x)
{
    return x && n != 1 ? code_binary(t->code, CODE_MUL, code_real(t->code, n), x) : x;
}

static struct code_expr *over(struct taylor *t, struct code_expr *x, double n)
{
    return x && n != 1 ? code_binary(t->code, CODE_DIV, x, code_real(t->code, n)) : x;
}

/* (1) */
static struct code_expr *chain(struct region *r, struct ir *a, struct ir *g, int k)
{
    struct taylor *t = r->plan->t;
    struct code_expr *sum = NULL;
    for (int i = 1; i <= k; i++) {
        struct code_expr *x = taylor_coef(r, a, i), *y = x ? taylor_coef(r, g, k - i) : NULL;
        sum = taylor_fold(t, CODE_ADD, sum, times(t, i, taylor_fold(t, CODE_MUL, x, y)));
    }
    return over(t, sum, k);
}

/* (2) */
static struct code_expr *root(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_expr *x = taylor_coef(r, s->node->arg[0], k), *y;
    if (!s->aux[0])
        s->aux[0] = taylor_keep(
            r, "w",
            code_binary(t->code, CODE_DIV, code_real(t->code, 0.5), taylor_coef(r, s->node, 0)));
    for (int i = 1; i < k - i; i++) {
        y = taylor_fold(t, CODE_MUL, taylor_coef(r, s->node, i), taylor_coef(r, s->node, k - i));
        x = taylor_fold(t, CODE_SUB, x, times(t, 2, y));
    }
    y = k % 2 == 0 ? taylor_coef(r, s->node, k / 2) : NULL;
    x = taylor_fold(t, CODE_SUB, x, taylor_fold(t, CODE_MUL, y, y));
    return taylor_fold(t, CODE_MUL, x, s->aux[0]);
}

static struct ir *slope(struct ir_model *m, struct ir *by, struct ir *over)
{
    return ir_binary(m, IR_DIV, by, over);
}

/* (1); of two arguments, what each of them brings. */
static struct code_expr *chains(struct series *s, int k)
{
    struct region *r = s->region;
    struct ir_model *m = r->plan->t->l->m;
    struct ir_slope f = ir_slope(m, s->node);
    struct ir *b = f.by[1];
    bool minus = b->op == IR_NEG;
    struct code_expr *x = chain(r, s->node->arg[0], slope(m, f.by[0], f.over), k);
    if (s->node->n == 1) return x;
    return taylor_fold(r->plan->t, minus ? CODE_SUB : CODE_ADD, x,
                       chain(r, s->node->arg[1], slope(m, minus ? b->arg[0] : b, f.over), k));
}

static struct code_expr *sign(struct code_model *m, struct code_expr *a)
{
    struct code_expr *zero = code_real(m, 0), *one = code_real(m, 1), *minus = code_real(m, -1);
    return code_cond(m, code_binary(m, CODE_LT, zero, a), one,
                     code_cond(m, code_binary(m, CODE_LT, a, zero), minus, zero));
}

static struct code_expr *magnitude(struct series *s, int k)
{
    struct region *r = s->region;
    struct code_model *m = r->plan->t->code;
    struct code_expr *x = taylor_coef(r, s->node->arg[0], k);
    if (!x) return NULL;
    if (!s->aux[0])
        s->aux[0] = taylor_keep(
            r, "below",
            code_binary(m, CODE_LT, taylor_coef(r, s->node->arg[0], 0), code_real(m, 0)));
    x = taylor_keep(r, "v", x);
    return code_cond(m, s->aux[0], code_unary(m, CODE_NEG, x), x);
}

static struct code_expr *value(struct series *s)
{
    struct region *r = s->region;
    struct code_model *m = r->plan->t->code;
    struct code_expr *a = taylor_number(r, s->node->arg[0], 0);
    if (taylor_rule(s->node) == ELEMENTARY_SERIES_JUMP) return sign(m, a);
    return code_math(m, (int)s->node->integer, a,
                     s->node->n > 1 ? taylor_number(r, s->node->arg[1], 0) : NULL);
}

struct code_expr *taylor_math(struct series *s, int k)
{
    if (k == 0) return value(s);
    switch (taylor_rule(s->node)) {
    case ELEMENTARY_SERIES_ROOT: return root(s, k);
    case ELEMENTARY_SERIES_KINK: return magnitude(s, k);
    case ELEMENTARY_SERIES_JUMP: return NULL;
    default: return chains(s, k);
    }
}

/* ---- Powers ---------------------------------------------------------------------------------- */

/* a^n for a whole number, by squaring: right for a <= 0, too */
static struct ir *whole_power(struct ir_model *m, struct ir *a, int n)
{
    struct ir *r = NULL, *b = a;
    for (int k = n < 0 ? -n : n; k; k >>= 1) {
        if (k & 1) r = r ? ir_binary(m, IR_MUL, r, b) : b;
        if (k > 1) b = ir_binary(m, IR_MUL, b, b);
    }
    if (!r) return ir_real(m, 1);
    return n < 0 ? one_over(m, 1, r) : r;
}

struct ir *taylor_whole_power(struct ir_model *m, struct ir *e)
{
    const struct ir *p = e->arg[1];
    bool whole = p->op == IR_REAL && fabs(p->number) <= 1024 && p->number == floor(p->number);
    return whole ? whole_power(m, e->arg[0], (int)p->number) : NULL;
}

/* (k - i) p - i */
static struct code_expr *weight(struct taylor *t, struct code_expr *p, int k, int i)
{
    struct code_expr *x = times(t, k - i, p);
    return i ? code_binary(t->code, CODE_SUB, x, code_real(t->code, i)) : x;
}

/* (3) */
static struct code_expr *constant_power(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *a = s->node->arg[0];
    struct code_expr *p = taylor_coef(r, s->node->arg[1], 0), *sum = NULL;
    if (!s->aux[0])
        s->aux[0] = taylor_keep(
            r, "w", code_binary(t->code, CODE_DIV, code_real(t->code, 1), taylor_coef(r, a, 0)));
    for (int i = 0; i < k; i++) {
        struct code_expr *x = taylor_coef(r, a, k - i);
        if (x) x = taylor_fold(t, CODE_MUL, taylor_coef(r, s->node, i), x);
        sum = taylor_fold(t, CODE_ADD, sum, taylor_fold(t, CODE_MUL, weight(t, p, k, i), x));
    }
    return taylor_fold(t, CODE_MUL, over(t, sum, k), s->aux[0]);
}

struct code_expr *taylor_power(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir_model *m = t->l->m;
    struct ir *a = s->node->arg[0], *p = s->node->arg[1], *whole = taylor_whole_power(m, s->node);
    bool literal = p->op == IR_REAL;
    if (whole) return taylor_coef(r, whole, k);
    if (r->plan->levels > 1 && taylor_variable_power(t, s->node)) return taylor_bulk(s, k);
    if (k == 0) return code_math(t->code, CODE_POW, taylor_number(r, a, 0), taylor_number(r, p, 0));
    if (literal) return constant_power(s, k);
    /* a^p */
    return chain(r, ir_binary(m, IR_MUL, p, ir_math(m, ELEMENTARY_LOG, a, NULL)), s->node, k);
}
