/* SPDX-License-Identifier: MIT */
/* crossing.h - one crossing of a polynomial p(s) = sum_k c[k] s^k, found once it is isolated; and
 * what the ladder of roots.c needs to isolate it.
 *
 * Everywhere n <= ROOTS_MAX_DEGREE, and coefficients are finite, at most 2^240 in magnitude;
 * cross_rescale, which makes them so, takes any finite ones. */
#ifndef NUM_CROSSING_H
#define NUM_CROSSING_H

#include <math.h>

#include "num/roots.h"

enum { CROSS_TERMS = ROOTS_MAX_DEGREE + 1 };

/* The only root in (at, hi), hi possibly infinite, p having sign side just after at. */
double cross_root(const double *c, int n, double at, double hi, double side);

/* out(s) = 2^gain p(2^shift s), gain such that the largest coefficient is about 1; returns gain. */
int cross_rescale(const double *c, int n, int shift, double *out);

static inline double cross_sign(double x)
{
    return x > 0 ? 1 : -1;
}

/* By Descartes there are at most so many positive roots, and the difference is even. */
static inline int cross_changes(const double *c, int n)
{
    int changes = 0, last = 0;
    for (int k = 0; k <= n; k++) {
        int sign = (c[k] > 0) - (c[k] < 0);
        changes += sign * last < 0;
        last = sign ? sign : last;
    }
    return changes;
}

/* p(s), and *size = sum |c_k| s^k: a value below a few DBL_EPSILON of it cannot be distinguished
 * from 0. Where powers of s overflow, both are divided by s^n. */
static inline double cross_value(const double *c, int n, double s, double *size)
{
    double v = c[n], a = fabs(c[n]);
    for (int k = n - 1; k >= 0; k--) {
        v = v * s + c[k];
        a = a * s + fabs(c[k]);
    }
    if (!(a < HUGE_VAL)) {
        v = c[0];
        a = fabs(c[0]);
        for (int k = 1; k <= n; k++) {
            v = v / s + c[k];
            a = a / s + fabs(c[k]);
        }
    }
    *size = a;
    return v;
}

#endif
