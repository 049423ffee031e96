/* SPDX-License-Identifier: MIT */
/* poly.h - polynomials in time, p(s) = sum_k c[k] s^k, k = 0..n; pure functions, n small and
 * known. */
#ifndef NUM_POLY_H
#define NUM_POLY_H

/* p(s) by Horner's rule. */
static inline double poly_value(const double *c, int n, double s)
{
    double v = c[n];
    for (int k = n - 1; k >= 0; k--) v = v * s + c[k];
    return v;
}

/* p'(s). */
static inline double poly_slope(const double *c, int n, double s)
{
    double v = 0;
    for (int k = n; k >= 1; k--) v = v * s + k * c[k];
    return v;
}

/* c := coefficients of p(s + h), in place (repeated synthetic division). */
static inline void poly_shift(double *c, int n, double h)
{
    for (int j = 0; j < n; j++)
        for (int k = n - 1; k >= j; k--) c[k] += h * c[k + 1];
}

#endif
