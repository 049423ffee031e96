/* SPDX-License-Identifier: MIT */
/* saltus_span.h - arithmetic of spans: what a formula can be over a whole stretch of its arguments.
 *
 * A span (saltus_model.h) is all numbers from lo to hi. span_f(a, b) contains f(x, y) for every x in
 * a and y in b, and also what C computes for it, with its rounding: each operation moves the ends
 * outward by a few units in the last place. This is safe up to errors of the library of C beyond 8
 * such units; it does not touch the rounding mode, and it is not a formal proof.
 *
 * Rules
 *   - Where nothing can be said, the result is unbounded: a divisor that contains 0 inside, a
 *     logarithm or a root of what may be negative.
 *   - What overflows lies beyond the largest number: hi or lo is infinite, and the other end is not.
 *   - [0, 0] is exact and stays exact: [0, 0] times anything is [0, 0].
 *   - There is never a NaN in a span. From a NaN comes the unbounded span.
 *   - x and x are two numbers here: write span_sqr(a) and not span_mul(a, a). */
#ifndef SALTUS_SPAN_H
#define SALTUS_SPAN_H

#include "saltus_elementary.h"
#include "saltus_model.h"
#include <float.h>
#include <limits.h>
#include <math.h>

/* ---- Making spans ---------------------------------------------------------------------------- */

static inline saltus_span span_all(void)
{
    saltus_span r = {-HUGE_VAL, HUGE_VAL};
    return r;
}

/* From lo to hi; unbounded if these are no numbers with lo <= hi. */
static inline saltus_span span_make(double lo, double hi)
{
    saltus_span r = {lo > DBL_MAX ? DBL_MAX : lo, hi < -DBL_MAX ? -DBL_MAX : hi};
    return lo <= hi ? r : span_all();
}
static inline saltus_span span_of(double v)
{
    return span_make(v, v);
}

/* Moved outward by u times its size and v. */
static inline double span_down_(double x, double u, double v)
{
    return x > DBL_MAX ? DBL_MAX : x - (fabs(x) * u + v);
}
static inline double span_up_(double x, double u, double v)
{
    return x < -DBL_MAX ? -DBL_MAX : x + (fabs(x) * u + v);
}
#define SPAN_ULP_  2.2204460492503131e-16 /* at least one unit in the last place, at most two  */
#define SPAN_TINY_ 4.9406564584124654e-324 /* the least number                                 */

/* Ends that were computed with one rounding that cannot underflow. */
static inline saltus_span span_sum_(double lo, double hi)
{
    saltus_span r = {lo - fabs(lo) * SPAN_ULP_, hi + fabs(hi) * SPAN_ULP_};
    if (r.lo <= r.hi) return r;
    return span_make(span_down_(lo, SPAN_ULP_, 0), span_up_(hi, SPAN_ULP_, 0));
}

/* Values of a function of C, n units in the last place away from the truth and of its sign; -0 is
 * what has underflowed from below. */
static inline saltus_span span_near_(double lo, double hi, double n)
{
    double down = span_down_(lo, n * SPAN_ULP_, SPAN_TINY_);
    double up = span_up_(hi, n * SPAN_ULP_, SPAN_TINY_);
    if (n == 0) return span_make(lo, hi);
    return span_make(copysign(1, lo) > 0 && down < 0 ? 0 : down, copysign(1, hi) < 0 && up > 0 ? 0 : up);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static inline int span_is_all(saltus_span a)
{
    return a.lo < -DBL_MAX && a.hi > DBL_MAX;
}
static inline int span_has(saltus_span a, double v)
{
    return a.lo <= v && v <= a.hi;
}
/* Is it [0, 0]? */
static inline int span_is_zero(saltus_span a)
{
    return a.lo == 0 && a.hi == 0;
}
/* The largest magnitude in it. */
static inline double span_abs_max(saltus_span a)
{
    double l = fabs(a.lo), h = fabs(a.hi);
    return a.lo <= a.hi ? (l > h ? l : h) : HUGE_VAL;
}
/* hi - lo, rounded up. */
static inline double span_width(saltus_span a)
{
    return a.lo <= a.hi ? span_up_(a.hi - a.lo, SPAN_ULP_, 0) : HUGE_VAL;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* The least span that contains both. */
static inline saltus_span span_hull(saltus_span a, saltus_span b)
{
    if (!(a.lo <= a.hi && b.lo <= b.hi)) return span_all();
    return span_make(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
}
/* What is in both; their hull, if nothing is. */
static inline saltus_span span_meet(saltus_span a, saltus_span b)
{
    double lo = a.lo > b.lo ? a.lo : b.lo, hi = a.hi < b.hi ? a.hi : b.hi;
    if (!(a.lo <= a.hi && b.lo <= b.hi && lo <= hi)) return span_hull(a, b);
    return span_make(lo, hi);
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

static inline saltus_span span_neg(saltus_span a)
{
    return span_make(-a.hi, -a.lo);
}
static inline saltus_span span_add(saltus_span a, saltus_span b)
{
    return span_sum_(a.lo + b.lo, a.hi + b.hi);
}
static inline saltus_span span_sub(saltus_span a, saltus_span b)
{
    return span_sum_(a.lo - b.hi, a.hi - b.lo);
}

/* Four finite products or quotients whose extremes have not underflowed become a span; otherwise 0,
 * and r is not set. */
static inline int span_plain_(double p, double q, double s, double t, saltus_span *r)
{
    double lo = p < q ? p : q, hi = p < q ? q : p, lo2 = s < t ? s : t, hi2 = s < t ? t : s;
    lo = lo < lo2 ? lo : lo2;
    hi = hi > hi2 ? hi : hi2;
    if (!(fabs(lo) > 1e-290 && fabs(hi) > 1e-290)) return 0;
    r->lo = lo - fabs(lo) * SPAN_ULP_;
    r->hi = hi + fabs(hi) * SPAN_ULP_;
    return 1;
}

/* A span that holds x y, or x/y, and nothing else: 0 times anything is 0, anything by infinity, too. */
static inline saltus_span span_product_(double x, double y)
{
    double p = x == 0 || y == 0 ? 0 : x * y, v = x == 0 || y == 0 ? 0 : SPAN_TINY_;
    return span_make(span_down_(p, SPAN_ULP_, v), span_up_(p, SPAN_ULP_, v));
}
static inline saltus_span span_quotient_(double x, double y)
{
    double p = x == 0 || fabs(y) > DBL_MAX ? 0 : x / y, v = x == 0 || fabs(y) > DBL_MAX ? 0 : SPAN_TINY_;
    return span_make(span_down_(p, SPAN_ULP_, v), span_up_(p, SPAN_ULP_, v));
}

static inline saltus_span span_mul_ends_(saltus_span a, saltus_span b)
{
    if (!(a.lo <= a.hi && b.lo <= b.hi)) return span_all();
    return span_hull(span_hull(span_product_(a.lo, b.lo), span_product_(a.lo, b.hi)),
                     span_hull(span_product_(a.hi, b.lo), span_product_(a.hi, b.hi)));
}

static inline saltus_span span_mul(saltus_span a, saltus_span b)
{
    double size = (fabs(a.lo) + fabs(a.hi)) * (fabs(b.lo) + fabs(b.hi));
    saltus_span r = {0, 0};
    if (size == 0 && (span_is_zero(a) || span_is_zero(b))) return r;
    if (size < 1e300 && span_plain_(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi, &r)) return r;
    return span_mul_ends_(a, b);
}

/* a by what begins at 0 is bounded on one side, if a has one sign. */
static inline saltus_span span_div_edge_(saltus_span a, saltus_span b)
{
    double far = b.lo == 0 ? b.hi : b.lo;
    if (!(a.lo <= a.hi) || far == 0 || !(b.lo == 0 || b.hi == 0) || (a.lo < 0 && a.hi > 0)) return span_all();
    if ((a.lo >= 0) == (far > 0)) return span_make(span_quotient_(a.lo >= 0 ? a.lo : a.hi, far).lo, HUGE_VAL);
    return span_make(-HUGE_VAL, span_quotient_(a.lo >= 0 ? a.lo : a.hi, far).hi);
}

static inline saltus_span span_div(saltus_span a, saltus_span b)
{
    double size = (fabs(a.lo) + fabs(a.hi)) * (1 / fabs(b.lo) + 1 / fabs(b.hi));
    saltus_span r;
    if (!(b.lo > 0 || b.hi < 0)) return span_div_edge_(a, b);
    if (size < 1e300 && span_plain_(a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi, &r)) return r;
    if (!(a.lo <= a.hi && b.lo <= b.hi)) return span_all();
    return span_hull(span_hull(span_quotient_(a.lo, b.lo), span_quotient_(a.lo, b.hi)),
                     span_hull(span_quotient_(a.hi, b.lo), span_quotient_(a.hi, b.hi)));
}

/* Times a number. */
static inline saltus_span span_scale(saltus_span a, double v)
{
    double p = a.lo * v, q = a.hi * v, size = fabs(p) + fabs(q);
    saltus_span r = {p < q ? p : q, p < q ? q : p};
    if (!(size < 1e300 && fabs(p) > 1e-290 && fabs(q) > 1e-290)) return span_mul(a, span_of(v));
    r.lo -= fabs(r.lo) * SPAN_ULP_;
    r.hi += fabs(r.hi) * SPAN_ULP_;
    return r;
}
/* By a number v >= 1. */
static inline saltus_span span_part(saltus_span a, double v)
{
    double p = a.lo / v, q = a.hi / v;
    saltus_span r = {p - fabs(p) * SPAN_ULP_, q + fabs(q) * SPAN_ULP_};
    if (fabs(p) > 1e-290 && fabs(q) > 1e-290 && a.lo <= a.hi) return r;
    return span_is_zero(a) ? a : span_div(a, span_of(v));
}
static inline saltus_span span_sqr(saltus_span a)
{
    double l = fabs(a.lo), h = fabs(a.hi), far = l > h ? l : h, near = span_has(a, 0) ? 0 : l > h ? h : l;
    if (!(a.lo <= a.hi)) return span_all();
    return span_near_(near * near, far == 0 ? 0 : far * far, far == 0 ? 0 : 1);
}

/* The ends of x^n over a, for x >= 0 or odd n > 0. A power by repeated squares errs by n roundings. */
static inline saltus_span span_power_(saltus_span a, double n)
{
    if (span_is_zero(a)) return a;
    return span_near_(pow(a.lo, n), pow(a.hi, n), 8 + n);
}

/* a^n */
static inline saltus_span span_pow_int(saltus_span a, int n)
{
    double l = fabs(a.lo), h = fabs(a.hi), m = fabs((double)n);
    saltus_span size = span_make(span_has(a, 0) ? 0 : l > h ? h : l, l > h ? l : h), r;
    if (!(a.lo <= a.hi)) return span_all();
    if (n == 0) return span_of(1);
    r = span_power_(n % 2 ? a : size, m);
    return n < 0 ? span_div(span_of(1), r) : r;
}
/* a^b: b a whole number, or a >= 0 */
static inline saltus_span span_pow(saltus_span a, saltus_span b)
{
    if (!(a.lo <= a.hi && b.lo <= b.hi)) return span_all();
    if (b.lo == b.hi && fabs(b.lo) <= INT_MAX && b.lo == floor(b.lo)) return span_pow_int(a, (int)b.lo);
    if (a.lo < 0) return span_all();
    return span_near_(fmin(fmin(pow(a.lo, b.lo), pow(a.lo, b.hi)), fmin(pow(a.hi, b.lo), pow(a.hi, b.hi))),
                      fmax(fmax(pow(a.lo, b.lo), pow(a.lo, b.hi)), fmax(pow(a.hi, b.lo), pow(a.hi, b.hi))), 8);
}

static inline saltus_span span_max(saltus_span a, saltus_span b)
{
    if (!(a.lo <= a.hi && b.lo <= b.hi)) return span_all();
    return span_make(a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
}
static inline saltus_span span_min(saltus_span a, saltus_span b)
{
    if (!(a.lo <= a.hi && b.lo <= b.hi)) return span_all();
    return span_make(a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
}
static inline saltus_span span_floor(saltus_span a)
{
    return span_make(floor(a.lo), floor(a.hi));
}
static inline saltus_span span_ceil(saltus_span a)
{
    return span_make(ceil(a.lo), ceil(a.hi));
}

/* ---- Elementary functions -------------------------------------------------------------------- */

static inline double span_signum_(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : x;
}
static inline int span_on_(saltus_span a, double v, int others)
{
    return a.lo > v || a.hi < v ? SALTUS_SERIES : others;
}

/* Is it short enough to look at the ends of a wave, or to see a pole? */
static inline int span_is_short_(saltus_span a)
{
    return a.hi - a.lo < 3 && a.lo > -1e15 && a.hi < 1e15;
}
static inline saltus_span span_wave_(double lo, double hi, double slope_lo, double slope_hi, double n)
{
    saltus_span one = {-1, 1}, r = span_near_(lo < hi ? lo : hi, lo < hi ? hi : lo, n);
    /* an end without a slope is an extremum itself */
    if (slope_lo > 0 && slope_hi < 0) r.hi = 1;
    if (slope_lo < 0 && slope_hi > 0) r.lo = -1;
    return span_meet(r, one);
}

/* The angle of (b, a): from -pi to pi with the cut inside; otherwise a corner of the box is extreme. */
static inline int span_plane_cut_(saltus_span a, saltus_span b)
{
    return b.lo <= 0 && a.lo <= 0 && a.hi >= 0;
}
static inline double span_lower_(double x, double y)
{
    return x < y || (x == y && copysign(1, x) < 0) ? x : y;
}
static inline saltus_span span_plane_(double p, double q, double s, double t, double n)
{
    return span_near_(span_lower_(span_lower_(p, q), span_lower_(s, t)),
                      -span_lower_(span_lower_(-p, -q), span_lower_(-s, -t)), n);
}

/* How a row becomes a function; n: roundings of the function of C. */
#define SPAN_ROW_A                 x
#define SPAN_ROW_B                 0
#define SPAN_ROW_R                 0
#define SPAN_ROW_NUM(v)            ((double)(v))
#define SPAN_ROW_ADD(x, y)         ((x) + (y))
#define SPAN_ROW_SUB(x, y)         ((x) - (y))
#define SPAN_ROW_MUL(x, y)         ((x) * (y))
#define SPAN_ROW_NEG(x)            (-(x))
#define SPAN_ROW_SQR(x)            ((x) * (x))
#define SPAN_ROW_OF(NAME, name, x) name(x)
#define SPAN_ERROR_SLOPE_          8
#define SPAN_ERROR_SELF_           8
#define SPAN_ERROR_PAIR_           8
#define SPAN_ERROR_ROOT_           1
#define SPAN_ERROR_KINK_           0
#define SPAN_ERROR_JUMP_           0
#define SPAN_SMOOTH_SLOPE_         SALTUS_SERIES
#define SPAN_SMOOTH_SELF_          SALTUS_SERIES
#define SPAN_SMOOTH_PAIR_          SALTUS_SERIES
#define SPAN_SMOOTH_ROOT_          SALTUS_SERIES
#define SPAN_SMOOTH_KINK_          2
#define SPAN_SMOOTH_JUMP_          1

#define SPAN_RISING_(name, f, n, by_a)                                                             \
    static inline saltus_span span_##name(saltus_span a) { return span_near_(f(a.lo), f(a.hi), n); }
#define SPAN_FALLING_(name, f, n, by_a)                                                            \
    static inline saltus_span span_##name(saltus_span a) { return span_near_(f(a.hi), f(a.lo), n); }
#define SPAN_VALLEY_(name, f, n, by_a)                                                             \
    static inline saltus_span span_##name(saltus_span a)                                           \
    {                                                                                              \
        double l = f(a.lo), h = f(a.hi), near = span_has(a, 0) ? f(0.0) : l > h ? h : l;             \
        return a.lo <= a.hi ? span_near_(near, l > h ? l : h, n) : span_all();                     \
    }
#define SPAN_WAVE_(name, f, n, by_a)                                                               \
    static inline double span_##name##_slope_(double x) { return by_a; }                           \
    static inline saltus_span span_##name(saltus_span a)                                           \
    {                                                                                              \
        if (!span_is_short_(a)) return a.lo <= a.hi ? span_make(-1, 1) : span_all();               \
        return span_wave_(f(a.lo), f(a.hi), span_##name##_slope_(a.lo), span_##name##_slope_(a.hi), n); \
    }

/* Rising from pole to pole: past one the end is below the beginning. */
#define SPAN_POLES_(name, f, n, by_a)                                                              \
    static inline saltus_span span_##name(saltus_span a)                                           \
    {                                                                                              \
        return span_is_short_(a) ? span_near_(f(a.lo), f(a.hi), n) : span_all();                   \
    }
#define SPAN_PLANE_(name, f, n, by_a)                                                              \
    static inline saltus_span span_##name(saltus_span a, saltus_span b)                            \
    {                                                                                              \
        if (!(a.lo <= a.hi && b.lo <= b.hi)) return span_all();                                    \
        if (span_plane_cut_(a, b)) return span_near_(-f(0.0, -1.0), f(0.0, -1.0), n);              \
        return span_plane_(f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi), n);         \
    }
#define SPAN_SMOOTH_1_(name, others)                                                               \
    static inline int span_##name##_smooth(saltus_span a) { return span_on_(a, 0, others); }
#define SPAN_SMOOTH_2_(name, others)                                                               \
    static inline int span_##name##_smooth(saltus_span a, saltus_span b)                           \
    {                                                                                              \
        return span_plane_cut_(a, b) ? 1 : SALTUS_SERIES;                                          \
    }
#define SPAN_ROW_(NAME, name, f, n, RESULT, UNIT, RANGE, SERIES, lo, hi, must, by_a, by_b, over,   \
                  title, text)                                                                     \
    SPAN_##RANGE##_(name, f, SPAN_ERROR_##SERIES##_, by_a)                                         \
    SPAN_SMOOTH_##n##_(name, SPAN_SMOOTH_##SERIES##_)

#define elementary_sign span_signum_

/* span_NAME from each row of saltus_elementary.h by its column RANGE, and span_NAME_smooth: how many
 * Taylor coefficients of a function are what its derivatives say, if its arguments may be all
 * these: SALTUS_SERIES; 2 with a kink inside (the slopes are its hull there); 1 with a jump. The
 * others are unbounded. */
SALTUS_ELEMENTARY(SPAN_ROW_, SPAN_ROW)
#undef elementary_sign

#endif
