/* SPDX-License-Identifier: MIT */
/* roots.h - first roots of low-order polynomials p(s) = sum_k c[k] s^k, k = 0..n, n <= 8.
 *
 * No result depends on a unit: multiplying all c[k] by a, or c[k] by b^k, scales the answer by
 * 1/b and changes nothing else (exactly, for powers of two). No coefficient is ever dropped by an
 * absolute threshold: a tiny c[n] is just another, far root. A result is +infinity only if there
 * is not a root (or none below the largest double), never because precision was lost.
 *
 * Coefficients must be finite (asserted). Without assertions a non-finite one means "now" to
 * roots_exit, which returns 0, and "nothing" to the others: +infinity, or no roots. Above degree 4,
 * coefficients must not be more than about 40 decades apart. */
#ifndef NUM_ROOTS_H
#define NUM_ROOTS_H

enum { ROOTS_MAX_DEGREE = 8 };

/* The smallest s > 0 with p(s) = 0; +infinity: none. A root at 0 (c[0] == 0) is not counted, one
 * after it is. A touching (double) root counts, too; of a nearly double one it may be decided
 * either way. p == 0: +infinity. */
double roots_first(const double *c, int n);

/* The smallest s >= 0 from which on |p| exceeds band > 0: 0 if |p(0)| > band already, or if
 * |p(0)| == band and p moves outward; +infinity: it never leaves. Touching the edge of the band
 * is not leaving it. */
double roots_exit(const double *c, int n, double band);

/* All roots in (0, limit], ascending, double ones once; returns how many (at most n) are in
 * out[n]. limit may be +infinity. */
int roots_all(const double *c, int n, double limit, double *out);

#endif
