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

/* y[0..m] := coefficients of p(r(s)), p = c[0..n], r = d[0..k], by Horner's rule on polynomials;
 * what lies above y[m] is cut off: nothing if m >= n k. */
static inline void poly_compose(const double *c, int n, const double *d, int k, double *y, int m)
{
    for (int a = 0; a <= m; a++) y[a] = 0;
    for (int j = n; j >= 0; j--) {
        for (int a = m; a >= 0; a--) { /* y := y r, from above: what is below is still needed */
            double sum = 0;
            for (int b = a < k ? a : k; b >= 0; b--) sum += y[a - b] * d[b];
            y[a] = sum;
        }
        y[0] += c[j];
    }
}

#endif
