/* SPDX-License-Identifier: MIT */
/* piecewise_look.c - when does a guard z(s) = sum z_k s^k, now >= 0, become negative?
 *
 * At its first root from which on z < 0; touching 0 is not passing it. If z is 0 now, its first
 * coefficient that is not 0 decides.
 *
 * An open series ends after z_n, and a root of the known part is only a hint. As long as its
 * last terms matter there,
 *     |z_(n-1)| h^(n-1) + |z_n| h^n > 1e-10 (|z_0| + |z_1| h),                                 (1)
 * the guard is looked at again at 0.9 h, with fresh inputs: each look brings the root ten times
 * nearer, from the right side. Where no root is in sight, the series is trusted while its last
 * terms are no larger than its value or its slope:
 *     |z_k| (2h)^k <= |z_0|  or  |z_k| (4h)^(k-1) <= |z_1|,   k = n-1, n                          (2)
 * (or, if it starts with a higher power, than its first term). As for the guards of a model in
 * the stand-alone engine, but twice as careful: an input here may be any function. What none of
 * its known terms tells, such as 1 - cos(s^3) at s = 0, is seen at the next look, and may be
 * late. */
#include "blocks/hybrid/piecewise.h"
#include "num/poly.h"
#include "num/power.h"
#include "num/roots.h"
#include <float.h>

/* z_0 is 0: does it leave to the negative side? */
static int falls(const double *z, int n)
{
    for (int k = 1; k <= n; k++)
        if (z[k] != 0) return z[k] < 0;
    return 0;
}

double piecewise_crossing(const double *z, int n)
{
    double root[SALTUS_SERIES];
    int count;
    if (z[0] < 0 || (z[0] == 0 && falls(z, n))) return 0;
    if (isinf(z[0])) return INFINITY; /* a limit that is none */
    while (n > 0 && z[n] == 0) n--;
    if (n == 0) return INFINITY;
    if (n == 1) return z[1] < 0 ? -z[0] / z[1] : INFINITY;
    count = roots_all(z, n, INFINITY, root);
    for (int k = 0; k < count; k++) {
        double next = k + 1 < count ? (root[k] + root[k + 1]) / 2 : root[k] * 2;
        if (poly_value(z, n, next) < 0) return root[k];
    }
    return INFINITY;
}

/* (2) */
static double trusted(const double *z, int n)
{
    double h = INFINITY;
    int first = 0;
    while (first < n && z[first] == 0) first++;
    for (int k = n > 1 ? n - 1 : 1; k <= n; k++) {
        if (z[k] == 0 || k == first) continue;
        if (first > 1) { /* it starts like z_first s^first */
            h = fmin(h, 0.25 * power_root(fabs(z[first] / z[k]), k - first));
            continue;
        }
        double value = 0.5 * power_root(fabs(z[0] / z[k]), k);
        h = fmin(h, k > 1 ? fmax(value, 0.25 * power_root(fabs(z[1] / z[k]), k - 1)) : value);
    }
    return h;
}

/* (1) */
static int matters(const double *z, int n, double h)
{
    double power = 1;
    for (int k = 1; k < n; k++) power *= h;
    return (fabs(z[n - 1]) + fabs(z[n]) * h) * power > 1e-10 * (fabs(z[0]) + fabs(z[1] * h));
}

struct sight piecewise_sight(const jet *z, int order, int low, double t)
{
    struct sight s = {piecewise_crossing(z->c, order), 1};
    double most;
    if (low >= SALTUS_SERIES || order == 0 || s.h == 0) return s;
    most = trusted(z->c, order);
    if (isinf(most)) return s;
    if (s.h <= most && (!matters(z->c, order, s.h) || t + 0.1 * s.h == t)) return s;
    most = fmin(most, 0.9 * s.h);
    s.h = fmax(most, fmax(4 * DBL_EPSILON * fabs(t), DBL_MIN));
    s.sure = 0;
    return s;
}
