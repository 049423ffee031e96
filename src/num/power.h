/* SPDX-License-Identifier: MIT */
/* power.h - n-th roots of positive numbers for step limits: fast, to about 1e-7, and exactly
 * scaling.
 *
 * root(2^n v) = 2 root(v) to the last bit, so that a run does not depend on the unit of time
 * (pow and cbrt of the C library round differently at different magnitudes). The exponent and
 * mantissa of v, read as one integer, are nearly its logarithm; dividing by n gives the root to
 * a few per cent, and four steps of Newton's method do the rest. */
#ifndef NUM_POWER_H
#define NUM_POWER_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The root of a normal number v from its bits: between 0.98 and 1.062 times the true one, since the
 * bits are below the logarithm by at most 0.0861. */
static inline double power_guess(double v, int n)
{
    int64_t bits;
    double r;
    memcpy(&bits, &v, sizeof bits);
    bits -= 0x3ff0000000000000;
    bits = bits / n - (bits % n < 0) + 0x3ff0000000000000; /* floor: the same on both sides of 1 */
    memcpy(&r, &bits, sizeof r);
    return r;
}

/* v^(1/n), v >= 0, 1 <= n <= 8; infinity gives infinity. Subnormal v give something near 0. */
static inline double power_root(double v, int n)
{
    double r, p;
    if (n == 1 || v == 0 || isinf(v)) return v;
    if (n == 2) return sqrt(v);
    if (n == 4) return sqrt(sqrt(v));
    r = power_guess(v, n);
    for (int turn = 0; turn < 4; turn++) { /* r -= (r^n - v)/(n r^(n-1)) */
        p = r;
        for (int k = 2; k < n; k++) p *= r;
        r += (v / p - r) / n;
    }
    return r;
}

/* Less than power_root(v, n), by at most 8 per cent, without its divisions; for the same n, v > 0
 * and normal. */
static inline double power_below(double v, int n)
{
    return n == 3 ? 0.94 * power_guess(v, n) : 0.94 * power_root(v, n);
}

#endif
