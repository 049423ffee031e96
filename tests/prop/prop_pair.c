/* SPDX-License-Identifier: MIT */
/* prop_pair.c - two states stepped together keep what mLIQSS promises.
 *
 * For a random stable 2x2 matrix: both |q - x| <= T, one of them equal unless nothing limits the
 * step; x and q meet after h, which is checked by integrating x along q, not by the formulas of
 * pair.c; and no longer step would do.                                                         */
#include "testing.h"

#include "quant/pair.h"

/* Eigenvalues with negative real parts: trace < 0 < determinant, rates up to 1e6 apart. */
static void stable(struct pair *p, struct rng *g)
{
    double r = rng_log(g, 1e-3, 1e3), s = rng_log(g, 1e-3, 1e3), skew = rng_log(g, 1e-2, 1e2);
    double w = rng_uniform(g, -1, 1) * (rng_int(g, 0, 1) ? 0.95 : 30) * sqrt(r * s);
    double sign = fabs(w) < 0.95 * sqrt(r * s) ? rng_sign(g) : -1;
    p->A[0][0] = -r;
    p->A[1][1] = -s;
    p->A[0][1] = w * skew;
    p->A[1][0] = sign * w / skew;
    for (int k = 0; k < 2; k++) {
        double rate = fabs(p->A[k][0]) + fabs(p->A[k][1]);
        p->x[k] = rng_uniform(g, -10, 10);
        p->u[k] = rng_uniform(g, -10, 10) * rate;
        p->u1[k] = rng_int(g, 0, 2) ? rng_uniform(g, -10, 10) * rate * rate : 0;
        p->T[k] = rng_log(g, 1e-4, 1);
    }
}

/* Everything that is added up in x(h), for a tolerance. */
static long double along(const struct pair *p, int order, int k, long double h, long double *size)
{
    long double x = p->x[k], f[2] = {p->u[k], order == 2 ? p->u1[k] : 0};
    *size = fabsl(x) + h * fabsl(f[0]) + h * h / 2 * fabsl(f[1]);
    for (int j = 0; j < 2; j++) {
        long double v = (long double)p->A[k][j] * p->q[j];
        long double w = order == 2 ? (long double)p->A[k][j] * p->q1[j] : 0;
        f[0] += v, f[1] += w;
        *size += h * fabsl(v) + h * h / 2 * fabsl(w);
    }
    return x + h * f[0] + h * h / 2 * f[1];
}

/* |q_k - x_k| - T_k <= 0 for both, for a step of length h computed in long double. */
static int allowed(const struct pair *p, int order, long double h)
{
    long double B[2][2], M[2][2], k[2], det, d[2];
    for (int i = 0; i < 2; i++) {
        k[i] = p->u[i];
        for (int j = 0; j < 2; j++) k[i] += (long double)p->A[i][j] * p->x[j];
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            B[i][j] = (long double)p->A[i][0] * p->A[0][j] + (long double)p->A[i][1] * p->A[1][j];
            M[i][j] = (i == j) - h * p->A[i][j] + (order == 2 ? h * h / 2 * B[i][j] : 0);
        }
    if (order == 2) {
        long double e[2] = {k[0], k[1]};
        for (int i = 0; i < 2; i++) k[i] = p->A[i][0] * e[0] + p->A[i][1] * e[1] + p->u1[i];
    }
    det = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    d[0] = (M[1][1] * k[0] - M[0][1] * k[1]) / det;
    d[1] = (M[0][0] * k[1] - M[1][0] * k[0]) / det;
    for (int i = 0; i < 2; i++)
        if ((order == 2 ? h * h / 2 : h) * fabsl(d[i]) > (long double)p->T[i]) return 0;
    return 1;
}

static void check(const struct pair *p, int order)
{
    double d[2] = {fabs(p->q[0] - p->x[0]), fabs(p->q[1] - p->x[1])}, reach;
    for (int k = 0; k < 2; k++) CHECK_LE(d[k], p->T[k] * (1 + 1e-6) + 1e-13 * fabs(p->x[k]));
    if (isinf(p->h)) {
        for (double h = 1e-9; h < 1e9; h *= 1.3)
            CHECK(allowed(p, order, (long double)h * (1 - 1e-6L)));
        return;
    }
    CHECK(p->h > 0);
    reach = fmax(d[0] / p->T[0], d[1] / p->T[1]);
    CHECK_LE(1 - 1e-6, reach + 1e-13 * (fabs(p->x[0]) / p->T[0] + fabs(p->x[1]) / p->T[1]));
    for (int k = 0; k < 2; k++) { /* contact */
        long double size, x = along(p, order, k, p->h, &size);
        long double q = p->q[k] + (order == 2 ? p->h * (long double)p->q1[k] : 0);
        CHECK_LE((double)fabsl(x - q), 1e-11 * (double)size);
    }
    for (int n = 1; n < 32; n++) CHECK(allowed(p, order, (long double)p->h * n / 32));
}

PROP(first_order_pair_meets_at_its_limit, 100000)
{
    struct pair p = {.h = NAN};
    stable(&p, g);
    CHECK(pair_step1(&p));
    check(&p, 1);
}

PROP(second_order_pair_meets_at_its_limit, 100000)
{
    struct pair p = {.h = NAN};
    stable(&p, g);
    CHECK(pair_step2(&p));
    check(&p, 2);
}

/* q = -A^-1 u when that is near enough, whatever the path there. */
PROP(pair_at_its_equilibrium_rests, 20000)
{
    struct pair p = {.h = NAN}, r;
    stable(&p, g);
    for (int k = 0; k < 2; k++) {
        double *row = p.A[k];
        p.u[k] = -(row[0] * p.x[0] + row[1] * p.x[1]);
        p.u1[k] = 0;
    }
    r = p;
    CHECK(pair_step1(&p) && pair_step2(&r));
    for (int k = 0; k < 2; k++) {
        CHECK_LE(fabs(p.q[k] - p.x[k]), 1e-6 * p.T[k] + 1e-9);
        CHECK_LE(fabs(r.q[k] - r.x[k]), 1e-6 * r.T[k] + 1e-9);
    }
}

PROP(significant_is_a_matter_of_ratio, 10000)
{
    double a = rng_sign(g) * rng_log(g, 1e-9, 1e9);
    CHECK(!pair_significant(a, a * rng_uniform(g, 0.34, 2.99)));
    CHECK(pair_significant(a, a * rng_uniform(g, 3.01, 100)));
    CHECK(pair_significant(a, -a * rng_log(g, 1e-6, 1e6)));
    CHECK(pair_significant(a, 0) && !pair_significant(0, 0));
}

TEST_MAIN()
