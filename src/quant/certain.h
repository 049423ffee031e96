/* SPDX-License-Identifier: MIT */
/* certain.h - what is certain about a function along known polynomials, by enclosure.
 *
 * rules.h judges a series by its last known terms. Here spans (saltus_model.range) enclose the
 * coefficients about *every* instant of a stretch of time, so that nothing between two looks can be
 * missed. Mathematics: certain.c; derivation: docs/math/certainty.md.
 *
 * Time is counted from the instant about which a series is expanded. */
#ifndef QUANT_CERTAIN_H
#define QUANT_CERTAIN_H

#include "saltus_model.h"
#include <math.h>
#include <stdbool.h>

/* r[0..n-1]: spans of the coefficients of c[0..m-1], m >= n, about every instant of [0, h]: (1). */
void certain_about(const double *c, int m, int n, double h, saltus_span *r);

/* How long the polynomial c[0..w-1] surely stays in the box b[0..w-1]; negative: it is outside. */
double certain_stays(const double *c, const saltus_span *b, int w);
/* Does it for so long, h < infinity? */
static inline bool certain_within(const double *c, const saltus_span *b, const int w, double h)
{
    int top = w - 1;
    for (; top > 0 && c[top] == 0; top--)
        if (!(b[top].lo <= 0 && b[top].hi >= 0)) return false;
    if (!(c[top] >= b[top].lo && c[top] <= b[top].hi)) return false;
    for (int k = top - 1; k >= 0; k--) {
        double down = (k + 1) * (k == top - 1 ? c[top] : b[k + 1].lo) * h;
        double up = (k + 1) * (k == top - 1 ? c[top] : b[k + 1].hi) * h;
        if (!(c[k] >= b[k].lo && c[k] <= b[k].hi)) return false;
        if (!(c[k] + down >= b[k].lo && c[k] + up <= b[k].hi)) return false;
    }
    return true;
}

/* F is carried as c[0] + .. + c[order] s^order; r[0..order+1], if there are so many
 * (SALTUS_SERIES), enclose its coefficients on [0, h], h < infinity. */
struct certain_series {
    const saltus_span *r;
    const double *c;
    int order;
    int integral; /* 1: F is x', and x must be right; 0: F itself must be                      */
};
/* The largest s <= h up to which it is wrong by at most `most`: (2); or, without a root that is
 * exact, a little less. */
double certain_lasts(const struct certain_series *f, double h, double most);
static inline int certain_last(const int order)
{
    return order + 1 < SALTUS_SERIES ? order + 1 : SALTUS_SERIES - 1;
}
/* Is it all of h, by the two highest coefficients? They decide most of the time, and (1) of the
 * first of them is a constant. */
static inline bool certain_lasts_all(const struct certain_series *f, double h, double most)
{
    const int n = f->order, last = certain_last(n), power = n + f->integral;
    double p = 1, up = f->r[n].hi - f->c[n], down = f->c[n] - f->r[n].lo, share = most;
    for (int k = 0; k < power; k++) p *= h;
    if (f->integral) share *= power;
    if ((up > down ? up : down) * p <= share) return true;
    if (f->integral) share += most;
    up = f->r[last].hi, down = -f->r[last].lo;
    return last > n && (up > down ? up : down) * p * h <= share;
}
/* The same as certain_lasts, from the two highest coefficients alone: perhaps less, sooner. */
double certain_lasts_about(const struct certain_series *f, double h, double most);
/* F as others are told of it, c[0..order], about t. */
struct certain_told {
    bool (*ask)(void *user, double h,
                saltus_span *r); /* F on [0, h]; false: it is opaque           */
    void *user;
    const double *c;
    int order;
    double rel, abs; /* by how much it may be wrong: rules_signal_error                           */
    double first;    /* where to begin the search: a time in which its inputs move by their size  */
    double unseen;   /* where F is unbounded to spans: no input moves by its error within that    */
};
/* How long that is right. *reach: what the last search found, 0: there was none. */
double certain_told(const struct certain_told *f, double t, double *reach);
/* The time in which the polynomial c[0..n] moves by `size`. */
double certain_moves(const double *c, int n, double size);
/* Is F, enclosed by r[0..4], within `most` of the cubic c with its values and slopes at 0 and h: (4)? */
bool certain_joins(const saltus_span *r, const double *c, double h, double most);
/* Where c[0] + .. + c[n] s^n + ..., positive now, becomes negative in [0, h]: not before `lower`
 * (h: nowhere), and surely at `upper` (+infinity: perhaps never): (3). r[0..n] enclose its
 * coefficients. */
struct certain_crossing {
    double lower, upper;
};
struct certain_crossing certain_crosses(const double *c, const saltus_span *r, int n, double h);

/* Are the two the same instant, t + lower? */
bool certain_instant(const struct certain_crossing *x, double t);

static inline bool certain_bounded(saltus_span a)
{
    return a.lo > -INFINITY && a.hi < INFINITY;
}

#endif
