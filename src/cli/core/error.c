/* SPDX-License-Identifier: MIT */
/* error.c - see error.h. Sums of squares are kept as scale^2 * sum with the largest |v| so far as
 * scale. */
#include "cli/core/error.h"
#include <math.h>

static void norm_add(struct error_norm *n, double v)
{
    double a = fabs(v);
    if (a == 0) return;
    if (isinf(a)) {
        *n = (struct error_norm){a, 1};
    } else if (a > n->scale) {
        double r = n->scale / a;
        n->sum = 1 + n->sum * r * r;
        n->scale = a;
    } else if (a <= n->scale) {
        n->sum += (a / n->scale) * (a / n->scale);
    } else {
        n->scale = n->sum = NAN;
    }
}

/* The norm of two together. */
static struct error_norm norm_join(struct error_norm a, struct error_norm b)
{
    struct error_norm big = a.scale >= b.scale ? a : b, small = a.scale >= b.scale ? b : a;
    if (isnan(a.scale + b.scale)) return (struct error_norm){NAN, NAN};
    if (small.scale > 0 && !isinf(big.scale)) {
        double r = small.scale / big.scale;
        big.sum += small.sum * r * r;
    }
    return big;
}

/* The greater one, NaN if one is NaN. */
static double greater(double a, double b)
{
    return a > b || isnan(a) ? a : b;
}

void error_add(struct error_sums *e, double x, double q, double r)
{
    double d = fabs(x - r), dq = fabs(q - r);
    if (isnan(r)) return;
    norm_add(&e->difference, d);
    norm_add(&e->reference, r);
    e->total += d;
    e->max = greater(e->max, d);
    e->q_total += dq;
    e->q_max = greater(e->q_max, dq);
    e->n++;
}

/* sqrt(a / b); 0 / 0, a reference that is 0 and was hit, is 0. */
static double ratio(struct error_norm a, struct error_norm b)
{
    if (a.scale == 0) return 0;
    return a.scale / b.scale * sqrt(a.sum / b.sum);
}

struct errors error_of(const struct error_sums *e, size_t variables)
{
    struct errors out = {.max = 0};
    struct error_norm d = {0, 0}, r = {0, 0};
    double total = 0, n;
    for (size_t k = 0; k < variables; k++) {
        if (!e[k].n) continue;
        d = norm_join(d, e[k].difference);
        r = norm_join(r, e[k].reference);
        total += e[k].total;
        out.max = greater(out.max, e[k].max);
        out.q_mean = greater(out.q_mean, e[k].q_total / (double)e[k].n);
        out.q_max = greater(out.q_max, e[k].q_max);
        out.samples += e[k].n;
    }
    if (!out.samples) return (struct errors){NAN, NAN, NAN, NAN, NAN, NAN, 0};
    n = (double)out.samples;
    out.rel = r.scale == 0 && d.scale > 0 ? INFINITY : ratio(d, r);
    out.mean = total / n;
    out.mse = d.scale / n * d.scale * d.sum;
    return out;
}
