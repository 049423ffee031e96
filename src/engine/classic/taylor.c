/* SPDX-License-Identifier: MIT */
/* taylor.c - a step of a multistep method as the Taylor polynomial at its end, state by state.
 *
 * CVODE and IDA evaluate the polynomial of their last step for all states together. Who searches
 * for a crossing asks for a few states at many instants. So at the first question inside a step all
 * derivatives at its end are taken from the integrator,
 *     x_i(t) = sum over k of c[i][k] (t - reached)^k,   c[i][k] = x_i^(k)(reached) / k!,        (1)
 * and from then on every evaluation inside this step uses them: all see the same bits. */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/taylor.h"
#include "num/poly.h"

struct taylor {
    double *c;  /* n times width                  */
    int width;  /* highest order, and one         */
    int degree; /* of this step; -1: not taken yet */
    double at;  /* `reached` then                 */
};

bool taylor_open(struct classic *c, int order)
{
    struct engine_host *run = c->base.run;
    struct taylor *y = c->taylor = run->call->room(run, 1, sizeof *y);
    if (*run->status < 0) return false;
    y->width = order + 1;
    y->degree = -1;
    y->c = run->call->room(run, run->n, (size_t)y->width * sizeof *y->c);
    return *run->status >= 0;
}

void taylor_close(struct classic *c)
{
    if (c->taylor) c->base.run->call->give_back(c->base.run, c->taylor->c);
    c->base.run->call->give_back(c->base.run, c->taylor);
    c->taylor = NULL;
}

void taylor_forget(struct classic *c)
{
    if (c->taylor) c->taylor->degree = -1;
}

/* (1) */
static void take(struct classic *c)
{
    struct taylor *y = c->taylor;
    double *v = c->base.end, scale = 1;
    y->degree = c->by->kind.degree(&c->base);
    y->at = c->base.reached;
    for (int k = 0; k <= y->degree; k++) {
        if (k > 0) scale /= k;
        c->by->kind.at(&c->base, y->at, k, v);
        for (int32_t i = 0; i < c->base.run->n; i++)
            y->c[i * (ptrdiff_t)y->width + k] = scale * v[i];
    }
}

void taylor_at(struct stepper *p, double t, const int32_t *list, int32_t count, double *x,
               double *f)
{
    struct classic *c = classic_of(p);
    const struct taylor *y = c->taylor;
    double s;
    if (y->degree < 0 && !list && t == c->base.reached) {
        c->by->kind.at(&c->base, t, 0, x);
        c->by->kind.at(&c->base, t, 1, f);
        return;
    }
    if (y->degree < 0) take(c);
    s = t - y->at;
    for (int32_t j = 0; j < count; j++) {
        int32_t i = list ? list[j] : j;
        const double *a = y->c + i * (ptrdiff_t)y->width;
        double value = a[y->degree], slope = 0;
        for (int k = y->degree - 1; k >= 0; k--) {
            slope = slope * s + value;
            value = value * s + a[k];
        }
        x[i] = value;
        f[i] = slope;
    }
}

int taylor_series(struct stepper *p, int32_t i, double t, double *out)
{
    struct classic *c = classic_of(p);
    const struct taylor *y = c->taylor;
    if (y->degree < 0) take(c);
    for (int k = 0; k <= y->degree; k++) out[k] = y->c[i * (ptrdiff_t)y->width + k];
    if (t != y->at) poly_shift(out, y->degree, t - y->at);
    return y->degree;
}
#endif
