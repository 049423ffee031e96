/* SPDX-License-Identifier: MIT */
/* bernstein.h - ranges and sign changes of polynomials of any degree over 0..1.
 *
 * p(u) = sum_k c[k] u^k, k = 0..n, n <= BERNSTEIN_DEGREE. In the basis of Bernstein p lies between
 * the least and the greatest of its coefficients and changes its sign at most as often as they do;
 * halves of an interval have coefficients of their own, which are closer to p. roots.h does the
 * same for low degrees in closed form; this is for products of polynomials. */
#ifndef NUM_BERNSTEIN_H
#define NUM_BERNSTEIN_H

enum { BERNSTEIN_DEGREE = 40 };

/* The least and the greatest value over 0..1, up to rounding. */
void bernstein_range(const double *c, int n, double *lo, double *hi);

/* Where p changes its sign inside of 0..1, ascending; at most `most` of them, how many. Where p only
 * touches 0 it does not change its sign. */
int bernstein_crossings(const double *c, int n, double *out, int most);

#endif
