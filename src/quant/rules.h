/* SPDX-License-Identifier: MIT */
/* rules.h - the rules of a quantized state and of the series around it. Each is stated here and
 * nowhere else: the engine, the integrators of diagrams, blocks with modes, delays and sinks all
 * ask here. Mathematics of 3 to 5: rules.c.
 *
 *   1. The quantum of a state.
 *   2. How x advances, and how it takes the series of its derivative.
 *   3. How long the series of a derivative lasts: when a state wakes though nothing has happened.
 *   4. How long the series of a signal lasts.
 *   5. When a guard crosses, and how far ahead its series tells.
 *   6. Whether outputs and handlers read x or q of a state.
 *
 * Time is always counted from the instant about which a series is expanded. A rule that bounds the
 * rest of a series, instead of guessing it from the last known terms, belongs into rules_horizon
 * (3) and rules_trusted (5); all callers follow. */
#ifndef QUANT_RULES_H
#define QUANT_RULES_H

#include "num/poly.h"
#include "num/power.h"
#include "quant/state.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>

#define RULES_INLINE static inline __attribute__((always_inline))

/* The constants. tests/prop/prop_rules.c compares what engine and blocks do with what these say. */
static const double rules_value_ahead =
    3; /* (6): terms at so many times h are below the value ...   */
static const double rules_slope_ahead =
    4; /* ... or at so many times h below the slope               */
static const double rules_settled =
    1e-10;                           /* (5), (7): a share that is nothing                       */
static const double rules_fast = 10; /* a step, over a time constant, of a slaved state  */
static const double rules_closely =
    0.05; /* the part of its band in which a state stays that was set to its curve */
static const double rules_closer = 0.9; /* how much of the way to a doubtful root to look again */

/* ---- 1. The quantum -------------------------------------------------------------------------- */

static inline double rules_quantum(double rel, double abs, double x)
{
    double r = rel * (x < 0 ? -x : x);
    return r > abs ? r : abs;
}

/* ---- 2. How x advances ----------------------------------------------------------------------- */

/* x, of a method of the given order, is expanded at t. Second order is the common case,
 * unrolled. */
static inline void rules_advance(struct state *s, int order, double t)
{
    double h = t - s->tx;
    if (h == 0) return;
    if (order == 2) {
        s->x[0] += h * (s->x[1] + h * (s->x[2] + h * s->x[3]));
        s->x[1] += h * (2 * s->x[2] + 3 * h * s->x[3]);
        s->x[2] += 3 * h * s->x[3];
    } else {
        poly_shift(s->x, order + 1, h);
    }
    s->tx = t;
}

/* Only its value; the slopes follow by rules_slopes. */
RULES_INLINE void rules_arrive(struct state *s, const int order, double t)
{
    s->x[0] = poly_value(s->x, order + 1, t - s->tx);
    s->tx = t;
}

/* x' = sum c[k] s^k, k = 0..order. Returns a sum that is finite if x and all of them are. */
RULES_INLINE double rules_slopes(struct state *s, const int order, const double *c)
{
    static const double inverse[] = {0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5};
    double sum = s->x[0];
    for (int k = 0; k <= order; k++) {
        s->x[k + 1] = c[k] * inverse[k + 1];
        sum += c[k];
    }
    return sum;
}

/* ---- 3. How long the series of a derivative lasts -------------------------------------------- */

/* Has the last term of x outgrown its share after h? (1); 0 * infinity is not a reason. */
RULES_INLINE bool rules_outgrown(const struct state *s, const int order, double refresh, double h)
{
    double grown = fabs(s->x[order + 1]);
    for (int k = 0; k <= order; k++) grown *= h;
    return grown > refresh * s->dq;
}

/* When it has. */
RULES_INLINE double rules_age(const struct state *s, const int order, double refresh)
{
    return power_root(refresh * s->dq / fabs(s->x[order + 1]), order + 1);
}

/* A time that is a little earlier, without a root; 0: that cannot be said. */
RULES_INLINE double rules_age_below(const struct state *s, const int order, double refresh)
{
    double v = refresh * s->dq / fabs(s->x[order + 1]);
    return v >= DBL_MIN && v < INFINITY ? power_below(v, order + 1) : 0;
}

/* Do coefficients above c[order] decide, too? timed: it follows the time itself. */
RULES_INLINE bool rules_looks_further(const double *c, const int order, bool timed)
{
    return timed || c[order] == 0;
}
/* What they say, of a series c[0..SALTUS_SERIES-1] that goes on: (2), (3). */
double rules_horizon(const double *c, int order, double dq, double refresh, bool timed);

/* The same of a series that ends with c[last]: what is not used is known, and so is its end. */
double rules_terms_last(const double *c, int order, int last, double most);
RULES_INLINE double rules_rest_lasts(const double *c, const int order, int last, double most)
{
    if (last != order + 1 || last >= SALTUS_SERIES) return rules_terms_last(c, order, last, most);
    return c[last] != 0 ? power_root(most * (order + 2) / fabs(c[last]), order + 2) : INFINITY;
}

/* ---- 4. How long the series of a signal lasts ------------------------------------------------ */

/* Until what is cut off from c[width] on reaches most: (4). */
double rules_lasts(const double *c, int width, double most);
/* The same for a signal of a diagram, c[0..order], of which nothing is left over to look at: until
 * the error reaches q. */
double rules_signal_lasts(const double *c, int order, double q);
/* Until c[j] s^j reaches this share of the value or the slope. */
double rules_outgrows(const double *c, int j, double share);
/* Until a result c[0..order] that is only shown differs from what it stands for by this share. */
double rules_shown_lasts(const double *c, int order, double share);
/* How much a signal between blocks, with values up to size, may be wrong. It has no quantum, and may
 * be in any unit: a tenth of rel, of its own size. Below 1e-12 abs nothing is looked at. */
double rules_signal_error(double rel, double abs, double size);
/* How long one who reads c[0..order], which goes on, may use it, by what it says itself, in its own
 * size: then it asks for a new one. A series that says nothing (flat, or a value alone) lasts forever:
 * whoever sends it knows better (rules_believed). */
double rules_open_lasts(const double *c, int order, double rel, double abs);
/* All who read it were told c[0..n], `age` ago; it is now[0..n], and will be looked at again after h
 * (infinite is fine). May they go on believing it? That one of them has asked for a newer one in the
 * meantime changes nothing for the others, and its newer one may be flatter still. */
bool rules_believed(const double *c, int n, double age, const double *now, double h, double rel,
                    double abs);

/* ---- 5. Guards ------------------------------------------------------------------------------- */

/* A time after t that differs from it. */
static inline double rules_soonest(double t)
{
    return fmax(4 * DBL_EPSILON * fabs(t), DBL_MIN);
}

/* The first time from which c[0] + .. + c[n] s^n < 0; 0: at once. Touching 0 is not crossing it. */
double rules_crossing(const double *c, int n);

/* How far the series c[0..n], which goes on, tells the sign: (6). */
double rules_trusted(const double *c, int n);
/* Do its last terms matter at h? (5) */
bool rules_matters(const double *c, int n, double h);

/* A root at h, or none (+infinity), of a series about t that goes on: when to look, and is that the
 * root? */
struct rules_sight {
    double h;
    bool sure;
};
struct rules_sight rules_look(const double *c, int n, double h, double t);
/* The same where several series decide together: most is the least rules_trusted, matters whether
 * any does at h. */
struct rules_sight rules_look_within(double most, bool matters, double h, double t);

/* The crossing was predicted at `seen` for t, and is now predicted for t + h: is it there? (7) */
static inline bool rules_arrived(double h, double t, double seen)
{
    return h <= rules_settled * (t - seen) || t + h == t;
}

/* ---- 6. What outputs and handlers read ------------------------------------------------------- */

/* x' = A q + u, so x - y, where y' = A y + u, is x - q behind a lag of 1/|A|: in a step that is much
 * shorter y is x, in one that is much longer y is q. A fast state is *slaved*: q is where it is, and
 * x is anywhere in its band. Where 1/|A| is one over a small resistance, a current that is computed
 * from x is off by the quantum divided by that resistance. */
/* Where q of a slaved state follows a curve, x may be set to it. From then on x' - q' is a current
 * that is not there, and the state steps long before x is at the edge of its band
 * (rules_closely). */
static inline bool rules_slaved(double a, double step)
{
    return -a * step > rules_fast;
}

#endif
