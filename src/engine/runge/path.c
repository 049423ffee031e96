/* SPDX-License-Identifier: MIT */
/* path.c - a step as one polynomial for each state. */
#include "engine/runge/runge.h"
#include "num/poly.h"

/* The k-th derivative of sum c[j] s^j with respect to t. */
static void factors(const struct runge_path *p, double t, int k, double *by)
{
    double s = (t - p->at) / p->h, power = 1;
    for (int j = 0; j < k; j++) by[j] = 0, power /= p->h;
    for (int j = k; j <= p->degree; j++, power *= s) {
        by[j] = power;
        for (int m = 0; m < k; m++) by[j] *= j - m;
    }
}

void runge_path_at(const struct runge_path *p, double t, int k, double *out)
{
    double by[6];
    factors(p, t, k, by);
    for (int32_t i = 0; i < p->n; i++) {
        double sum = 0;
        for (int j = p->degree; j >= k; j--) sum += by[j] * p->c[j][i];
        out[i] = sum;
    }
}

void runge_path_some(const struct runge_path *p, double t, const int32_t *list, int32_t count,
                     double *x, double *f)
{
    double value[6], slope[6];
    factors(p, t, 0, value);
    factors(p, t, 1, slope);
    for (int32_t j = 0; j < count; j++) {
        int32_t i = list ? list[j] : j;
        double v = 0, d = 0;
        for (int m = p->degree; m >= 0; m--) {
            v += value[m] * p->c[m][i];
            d += slope[m] * p->c[m][i];
        }
        x[i] = v;
        f[i] = d;
    }
}

int runge_path_series(const struct runge_path *p, int32_t i, double t, double *out)
{
    double power = 1;
    for (int k = 0; k <= p->degree; k++, power /= p->h) out[k] = power * p->c[k][i];
    if (t != p->at) poly_shift(out, p->degree, t - p->at);
    return p->degree;
}
