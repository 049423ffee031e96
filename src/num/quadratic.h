/* SPDX-License-Identifier: MIT */
/* quadratic.h - the closed forms of roots.h: degree 2 and, for roots_exit, degree 1.
 *
 * p = c0 + 2 h s + c2 s^2. With w = sqrt(h^2 - c0 c2) the roots are q/c2 and c0/q, q = -(h +- w)
 * with the sign that adds magnitudes: near a root of either size nothing cancels, and a tiny or
 * vanishing c2 only moves one root far away or to infinity.
 *
 * Vocabulary: the half width w; the near root c0/q and the far root q/c2; the slack, a part of h^2
 * by which the discriminant may be negative and still mean a double root.
 *
 * Invariant: squares and products are formed only where they stay in the range of double; elsewhere
 * mantissas and exponents go apart (a rare path). Answers scale exactly with powers of two.
 *
 * Inline, because most steps of a simulation of order two or less end here. */
#ifndef NUM_QUADRATIC_H
#define NUM_QUADRATIC_H

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

/* sqrt(d), or 0 for -slack <= d < 0, or -1: no real root. */
static inline double quad_width(double d, double slack)
{
    return d >= 0 ? sqrt(d) : d >= -slack ? 0 : -1;
}

/* quad_half_width where a square would leave the range of double: mantissas and exponents apart.
 * The common exponent e is even, so that the root of 2^e is exact. */
static inline double quad_half_width_scaled(double h, double a, double c, double slack)
{
    int eh, ea, ec, e;
    double mh = frexp(h, &eh), ma = frexp(a, &ea), mc = frexp(c, &ec);
    if (!isfinite(h) || !isfinite(a) || !isfinite(c)) return (double)NAN;
    if (mh == 0 && ma * mc == 0) return 0;
    e = mh == 0 ? ea + ec : ma * mc == 0 || 2 * eh > ea + ec ? 2 * eh : ea + ec;
    e += e & 1;
    double hh = ldexp(mh * mh, 2 * eh - e), ac = ldexp(ma * mc, ea + ec - e);
    double w = quad_width(hh - ac, slack * hh);
    return w > 0 ? ldexp(w, e / 2) : w;
}

/* sqrt(h^2 - a c), half the distance of the roots times |c2|; 0 also for a discriminant that is
 * negative by at most slack h^2; -1: no real root; NaN: not finite. */
static inline double quad_half_width(double h, double a, double c, double slack)
{
    double hh = h * h, ac = a * c, size = hh + fabs(ac);
    if (!(size > 0x1p-900 && size < 0x1p1000)) return quad_half_width_scaled(h, a, c, slack);
    return quad_width(hh - ac, slack * hh);
}

/* q of the opening comment. |q| >= |h|, so c0/q is the root nearer to 0; for h = 0 it shall be the
 * positive one. */
static inline double quad_far_end(double c0, double h, double w)
{
    return h > 0 || (h == 0 && c0 < 0) ? -h - w : w - h;
}

/* A discriminant negative by a few roundings still counts as a touching root. */
static const double quad_touch = 2 * DBL_EPSILON;

/* The first positive root; +infinity: none. A root at 0 does not count; c[2] may be 0. */
static inline double quad_first(const double *c)
{
    double h = c[1] / 2, w, q;
    if (c[0] == 0) {
        w = -c[1] / c[2];
        return w > 0 ? w : HUGE_VAL;
    }
    w = quad_half_width(h, c[0], c[2], quad_touch);
    assert(!isnan(w));
    if (!(w >= 0)) return HUGE_VAL;
    q = quad_far_end(c[0], h, w);
    if (q == 0) return HUGE_VAL;
    if ((q > 0) == (c[0] > 0)) return c[0] / q;
    return c[2] != 0 && (q > 0) == (c[2] > 0) ? q / c[2] : HUGE_VAL;
}

/* All positive roots, ascending, a double one once; returns their number. */
static inline int quad_all(const double *c, double slack, double *r)
{
    double w = quad_half_width(c[1] / 2, c[0], c[2], slack), q = quad_far_end(c[0], c[1] / 2, w);
    int m = 0;
    assert(!isnan(w));
    if (!(w >= 0) || q == 0) return 0;
    double near = c[0] / q, far = q / c[2];
    if (near > 0) r[m++] = near;
    if (far > 0 && far < HUGE_VAL && w > 0) r[m++] = far;
    return m;
}

/* |p| leaves the band. With c2 >= 0 (else mirror p) the parabola is convex: rising from the start
 * it leaves at the top; falling it leaves at the bottom if it gets there, else at the top after
 * its minimum. All three in the form without cancellation. */
static inline double quad_exit(double c0, double c1, double c2, double band)
{
    bool mirror = c2 < 0;
    double h = (mirror ? -c1 : c1) / 2, a = fabs(c2), w;
    double up = mirror ? band + c0 : band - c0, down = mirror ? band - c0 : band + c0;
    if (h >= 0) {
        if (h == 0 && a == 0) return HUGE_VAL;
        w = quad_half_width(h, -up, a, 0);
        assert(!isnan(w));
        return w + h > 0 ? up / (w + h) : 0;
    }
    w = quad_half_width(h, down, a, 0);
    if (w > 0) return down / (w - h);
    w = quad_half_width(h, -up, a, 0);
    assert(!isnan(w));
    return w - h > 0 ? (w - h) / a : 0;
}

static inline double quad_linear_exit(double c0, double c1, double band)
{
    assert(isfinite(c1));
    double s = c1 > 0 ? (band - c0) / c1 : c1 < 0 ? (band + c0) / -c1 : HUGE_VAL;
    return c1 == c1 && s >= 0 ? s : 0;
}

#endif
