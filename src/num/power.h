/* SPDX-License-Identifier: MIT */
/* power.h - n-th roots of positive numbers that scale exactly: root(2^n v) = 2 root(v), so that a run does not depend on the
 * unit of time. (pow and some cbrt round differently at different magnitudes.)                 */
#ifndef NUM_POWER_H
#define NUM_POWER_H

#include <math.h>

/* v^(1/n), v >= 0, n >= 1; infinity gives infinity. */
static inline double power_root(double v, int n)
{
    int e, k;
    double m;
    if (n == 1 || v == 0 || isinf(v)) return v;
    if (n == 2) return sqrt(v);
    if (n == 4) return sqrt(sqrt(v));
    m = frexp(v, &e);
    k = e / n - (e % n < 0); /* floor */
    m = ldexp(m, e - k * n); /* in [1/2, 2^(n-1)) */
    return ldexp(n == 3 ? cbrt(m) : pow(m, 1.0 / n), k);
}

#endif
