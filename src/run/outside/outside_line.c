/* SPDX-License-Identifier: MIT */
/* outside_line.c - the series of a line, as many coefficients as are right, and its partial
 * derivatives.
 *
 * A line that is affine in what it reads is a polynomial, as long as its inputs are; where one of
 * them was cut off, so is the line. Of any other there are SALTUS_SERIES coefficients, unless an
 * input was cut off before that; it is open: who needs it for longer asks again. */
#include "num/poly.h"
#include "run/engine.h"
#include "run/horizon/horizon.h"
#include "run/outside/outside.h"
#include <math.h>
#include <string.h>

static int state_series(const struct outside *o, int32_t i, double t, double *c)
{
    const struct sim *s = o->sim;
    const struct state *x = &s->net.s[i];
    int n = sim_method(s, i)->info.order;
    memcpy(c, x->q, (size_t)n * sizeof *c);
    poly_shift(c, n - 1, t - x->tq);
    return n - 1;
}

/* What the inputs of a line tell about its series. */
struct sight {
    int known;     /* coefficients that are right: SALTUS_SERIES: all of them           */
    int order;     /* the highest of an input                                          */
    int open;      /* what it is if it does not end: 1, or 2 if it follows the time      */
    int cut;       /* as in a message: the most that an input is open                    */
    bool constant; /* it reads nothing but inputs, and all of them are constants         */
};

static struct sight look_at_inputs(struct outside *o, int32_t k, double t)
{
    struct sight v = {SALTUS_SERIES, 0, o->timed[k] ? 2 : 1, 0, o->still && !o->timed[k]};
    if (!o->cut.count) { /* nothing has ever been cut off */
        const int32_t *i = csr_first(&o->reads, k), *end = csr_last(&o->reads, k);
        while (v.constant && i < end) v.constant = o->still_at[*i++];
        return v;
    }
    for (const int32_t *i = csr_first(&o->reads, k); i < csr_last(&o->reads, k); i++) {
        const struct outside_signal *g = &o->given[*i];
        if (!outside_has(o, *i)) continue;
        if (outside_cut_off(g, t)) outside_bring(o, *i, t);
        if (g->known < v.known) v.known = g->known;
        if (g->order > v.order) v.order = g->order;
        if (g->open > v.cut) v.cut = g->open;
        if (g->open == 2) v.open = 2;
        v.constant &= o->still_at[*i];
    }
    return v;
}

/* The last coefficient of a function is affine in the last ones of what it reads, which signals
 * have no room for:
 *     y = f(u, ...)  =>  y[4] = (y[4] without them) + sum over inputs of df/du u[4]. */
static double last_coefficient(struct outside *o, int32_t k, double t)
{
    double sum = 0;
    for (const int32_t *i = csr_first(&o->reads, k); i < csr_last(&o->reads, k); i++)
        if (outside_has(o, *i) && o->given[*i].c[OUTSIDE_LAST] != 0)
            sum += outside_partial(o, k, *i, t) * o->given[*i].c[OUTSIDE_LAST];
    return sum;
}

static void not_finite(struct outside *o, int32_t output)
{
    sim_fail(
        o->sim, SALTUS_ENAN, SALTUS_OUTPUT, output, "its value is not finite",
        "a division by zero, a root or logarithm outside its domain, or a model that explodes");
}

/* How many coefficients line k has; *open: 0: there are no more. */
static int coefficients(const struct outside *o, int32_t k, const struct sight *v, int *open)
{
    int width = o->sim->net.env.width;
    *open = 0;
    if (v->constant) return 1;
    if (o->ends[k] && !v->cut) {
        int n = o->ends[k] > width ? o->ends[k] : width;
        return v->order + 1 > n ? v->order + 1 : n;
    }
    *open = o->ends[k] ? v->cut : v->open;
    return v->known;
}

/* A value without slopes, where they overflow, is told alone; the certificate says for how long. */
static int finite_terms(struct outside *o, int32_t k, int n, const double *c, int *open)
{
    int32_t output = o->line[k].index;
    int finite = 0;
    while (finite < n && isfinite(c[finite])) finite++;
    if (finite == n) return n;
    if (finite == 0 || !horizon_certifies(o->sim, SALTUS_OUTPUT, output)) not_finite(o, output);
    if (!*open) *open = 1;
    return finite > 0 ? finite : 1;
}

static int output_series(struct outside *o, int32_t k, double t, double *c, int *open)
{
    struct sim *s = o->sim;
    struct sight v = look_at_inputs(o, k, t);
    int n = coefficients(o, k, &v, open);
    s->net.env.t = t;
    sim_asks(s, SALTUS_OUTPUT, o->line[k].index);
    s->model->output.eval(&s->net.env, o->line[k].index, n, c);
    if (n > OUTSIDE_LAST && v.order == OUTSIDE_LAST) c[OUTSIDE_LAST] += last_coefficient(o, k, t);
    return finite_terms(o, k, n, c, open) - 1;
}

int outside_series(struct outside *o, int32_t k, double t, double *c, int *open)
{
    const struct outside_line *l = &o->line[k];
    if (l->kind == SALTUS_STATE) return state_series(o, l->index, t, c);
    return output_series(o, k, t, c, open);
}

int outside_line(struct outside *o, int32_t k, double t, double *c, int *open)
{
    const struct outside_line *l = &o->line[k];
    *open = 0;
    if (l->kind != SALTUS_DISCRETE) return o->sim->engine->outside->line(o, k, t, c, open);
    c[0] = o->sim->discretes[l->index];
    return 0;
}

/* The signals of all states at t as constants, but state j has slope 1: the coefficient of order 1
 * of a function is then its derivative, if it does not read the time. */
static double seeded(struct outside *o, int32_t output, int32_t j, double t, double slope)
{
    struct sim *s = o->sim;
    saltus_env *e = &s->net.env, before = *e;
    double c[2];
    enum { STRIDE = 1 + SALTUS_SIGNAL };
    for (int32_t i = 0; i < s->net.n + s->n_signals; i++) {
        double *to = o->seeds + (size_t)i * STRIDE;
        to[0] = t;
        to[1] = poly_value(s->net.s[i].q, SALTUS_SIGNAL - 1, t - s->net.s[i].tq);
        to[2] = i == j ? slope : 0;
        to[3] = to[4] = 0;
    }
    e->q = o->seeds;
    e->stride = STRIDE;
    e->width = 2;
    e->t = t;
    s->model->output.eval(e, output, 2, c);
    *e = before;
    return c[1];
}

double outside_partial(struct outside *o, int32_t k, int32_t j, double t)
{
    struct sim *s = o->sim;
    const struct outside_line *l = &o->line[k];
    if (l->kind != SALTUS_OUTPUT || !o->begun) return 0;
    sim_asks(s, SALTUS_OUTPUT, l->index);
    if (!s->model->output.partial)
        return seeded(o, l->index, j, t, 1) - (o->timed[k] ? seeded(o, l->index, j, t, 0) : 0);
    s->net.env.t = t;
    return s->model->output.partial(&s->net.env, l->index, j);
}
