/* SPDX-License-Identifier: MIT */
/* grid.h - the instants t0, t0 + interval, t0 + 2 interval ..., the same for everyone who asks.
 *
 * Times are not summed up. Most intervals are decimal fractions p/10^j; then t0 + k p / 10^j has one
 * rounding, so that the third multiple of 0.1 is 0.3 and prints as such. */
#ifndef NUM_GRID_H
#define NUM_GRID_H

#include <math.h>
#include <stdint.h>

struct grid {
    double t0, interval;
    double p, q; /* interval is p / q, both integers, if q > 0 */
};

static inline struct grid grid_of(double t0, double interval)
{
    struct grid g = {t0, interval, 0, 0};
    double q = 1;
    for (int j = 0; interval > 0 && j <= 15; j++, q *= 10) {
        double p = round(interval * q);
        if (p >= 1 && p < 0x1p53 && p / q == interval) {
            g.p = p;
            g.q = q;
            break;
        }
    }
    return g;
}

static inline double grid_at(const struct grid *g, uint64_t k)
{
    double n = (double)k;
    if (k == 0) return g->t0;
    return g->t0 + (g->q > 0 ? n * g->p / g->q : n * g->interval);
}

/* Is the instant t of the grid `end`, but for rounding? */
static inline int grid_meets(const struct grid *g, double t, double end)
{
    return fabs(t - end) <= 1e-9 * g->interval;
}

#endif
