/* SPDX-License-Identifier: MIT */
/* lean.h - what the lean loops share: loops for one model each, as an expert would write them who needs that model and
 * no simulator. Between events they sum the Taylor series of the linear equations, or use a closed form; the two stiff
 * modes of the circuits are eliminated by hand.
 *
 * A series runs over a whole segment: coefficients c_m belong to (s/h)^m, so that the end of the segment is their sum. */
#ifndef RIVALS_LEAN_H
#define RIVALS_LEAN_H

#include "solver.h"

enum { LEAN_ORDER = 24 };

/* most[m]: how far a series of order m reaches, in radians of the fastest oscillation, with a remainder below the
 * tolerance: reach^m/m! <= tol/1000, but no less than rounding. */
struct lean_orders {
    double most[LEAN_ORDER + 1];
};

void lean_orders_of(struct lean_orders *o, double tol);

/* The least order that will do. LEAN_ORDER + 1: the segment is too long. */
static inline int lean_order(const struct lean_orders *o, double reach)
{
    int m = 2;
    while (m <= LEAN_ORDER && reach > o->most[m]) m++;
    return m;
}

/* At the part s of the segment; stride: from one coefficient to the next. */
static inline double lean_value(const double *c, int stride, int order, double s)
{
    double y = c[order * stride];
    for (int m = order - 1; m >= 0; m--) y = y * s + c[m * stride];
    return y;
}

/* Where a series changes its sign, which it does once in [a, b]: Newton's method, bisection where that leaves [a, b]. */
double lean_root(const double *c, int order, double a, double b);

#endif
