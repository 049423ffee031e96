/* SPDX-License-Identifier: MIT */
/* certain.c - horizons and crossings that are certain; derivation: docs/math/certainty.md.
 *
 * The coefficients of a polynomial about an instant s of [0, h] are
 *     a_k(s) = sum_{j>=k} binom(j, k) c[j] s^(j-k),                                            (1)
 * and Horner's scheme with [0, h] in place of s encloses them all. Fed with such spans of the
 * signals that it reads, a function gives spans R_k that contain its own coefficients about every
 * instant.
 *
 * A derivative. With F = x' and P = sum_{k<=N} c[k] s^k, what x carries of it, e = F - P vanishes
 * at 0 with its first N derivatives. By Taylor's theorem, for each K <= N + 1,
 *     |integral of e from 0 to s| <= s^(K+1)/(K+1) max |R_K - P_K|,                            (2)
 * where P_K is the span (1) of P. The best K decides. Where F itself is shown, e is bounded, by s^K
 * in place of s^(K+1)/(K+1). K = N + 1 is the plain rest of the series;
 * K = 0 and 1 hold where higher coefficients are huge or unbounded: steep functions, kinks, jumps.
 *
 * A guard. For each K
 *     sum_{k<K} c[k] s^k + min R_K s^K <= z(s) <= sum_{k<K} c[k] s^k + max R_K s^K,            (3)
 * so z cannot become negative before the left side does for all K, and has become so where the
 * right side has for any.
 *
 * A cubic between two instants, with the values and slopes of F at both: (2) holds for it, too, since
 * e vanishes at 0 with its slope, and at h, and for K = 4
 *     |e(s)| = |R_4| s^2 (h - s)^2 <= max |R_4| h^4/16.                                        (4)
 *
 * Spans are widened outward by some ulps per operation. */
#include "quant/certain.h"
#include "num/power.h"
#include "quant/rules.h"
#include <float.h>

static const double ulps = 4 * DBL_EPSILON;

/* Of numbers, without a call. */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

void certain_about(const double *c, int m, int n, double h, saltus_span *r)
{
    static const double binomial[SALTUS_SERIES + 1][SALTUS_SERIES + 1] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}};
    while (m > 1 && c[m - 1] == 0) m--;
    for (int k = n - 1; k >= 0; k--) {
        double lo = 0, hi = 0, size = 0;
        for (int j = m - 1; j >= k; j--) { /* (1) */
            double b = binomial[j][k] * c[j];
            if (j < m - 1) {
                lo = smaller(lo * h, 0);
                hi = larger(hi * h, 0);
                size *= h;
            }
            lo += b;
            hi += b;
            size += fabs(b);
        }
        r[k] = (saltus_span){lo - ulps * size, hi + ulps * size};
        if (k == m - 1) r[k] = (saltus_span){c[k], c[k]};
    }
}

/* How long v stays in b if its rate is in rate. */
static double stays(double v, saltus_span b, saltus_span rate)
{
    double h = INFINITY;
    if (!(v >= b.lo && v <= b.hi)) return -1;
    if (rate.hi > 0) h = (b.hi - v) / rate.hi;
    if (rate.lo < 0) h = smaller((b.lo - v) / rate.lo, h);
    return h;
}

double certain_stays(const double *c, const saltus_span *b, int w)
{
    double h = INFINITY;
    int top = w - 1;
    for (; top > 0 && c[top] == 0; top--)
        if (!(b[top].lo <= 0 && b[top].hi >= 0)) return -1;
    if (!(c[top] >= b[top].lo && c[top] <= b[top].hi)) return -1;
    for (int k = top - 1; k >= 0; k--) {
        saltus_span rate = {(k + 1) * b[k + 1].lo, (k + 1) * b[k + 1].hi};
        if (k == top - 1) rate.lo = rate.hi = (k + 1) * c[top];
        h = smaller(stays(c[k], b[k], rate), h);
    }
    return h;
}

/* ---- Derivatives ----------------------------------------------------------------------------- */

/* max |R_K - P_K| of (2) */
static double distance(const saltus_span *r, const saltus_span *p)
{
    return larger(r->hi - p->lo, p->hi - r->lo);
}

static const double rough = 0.94; /* times power_guess: below the root */

/* The largest s with d s^K <= most, or with d s^(K+1)/(K+1) <= most, or, where that is a root, a
 * number that is up to 8 per cent below it. */
static double reach(double d, int k, int integral, double most)
{
    double v = most / d;
    if (!(d < INFINITY)) return 0;
    if (integral) v *= ++k;
    if (k == 0) return d <= most ? INFINITY : 0;
    if (!(d > 0)) return INFINITY;
    return k > 1 && v >= DBL_MIN && v <= DBL_MAX ? rough * power_guess(v, k) : power_root(v, k);
}

double certain_lasts_about(const struct certain_series *f, double h, double most)
{
    int n = f->order, last = certain_last(f->order);
    double best, other;
    if (certain_lasts_all(f, h, most)) return h;
    best = reach(larger(f->r[n].hi - f->c[n], f->c[n] - f->r[n].lo), n, f->integral, most);
    if (last == n) return smaller(best, h);
    other = reach(larger(f->r[last].hi, -f->r[last].lo), last, f->integral, most);
    return smaller(larger(best, other), h);
}

double certain_lasts(const struct certain_series *f, double h, double most)
{
    saltus_span p[SALTUS_SERIES];
    double best = 0;
    int last = certain_last(f->order);
    if (certain_lasts_all(f, h, most)) return h;
    certain_about(f->c, f->order + 1, last + 1, h, p);
    for (int k = last; k >= 0 && best < h; k--)
        best = larger(reach(distance(&f->r[k], &p[k]), k, f->integral, most), best);
    return best < h ? best : h;
}

double certain_moves(const double *c, int n, double size)
{
    double h = INFINITY;
    for (int k = 1; k <= n; k++)
        if (c[k] != 0) h = fmin(h, power_root(size / fabs(c[k]), k));
    return h;
}

/* The search begins with four times what the last one found, so that a function at rest is looked at
 * in stretches that grow, and halves the time until a good part of it is certain. What is allowed
 * follows from how large F becomes in that time. */
double certain_told(const struct certain_told *f, double t, double *reach)
{
    enum { TRIES = 60 };
    saltus_span r[SALTUS_SERIES];
    const struct certain_series y = {r, f->c, f->order, 0};
    double h = *reach > 0 ? 4 * *reach : f->first, best = 0, least = rules_soonest(t);
    if (!(h < INFINITY)) return h;
    for (int tries = 0; tries < TRIES && h > least; tries++, h *= 0.5) {
        double size = fabs(f->c[0]), lasts;
        if (!f->ask(f->user, h, r))
            return fmax(rules_shown_lasts(f->c, f->order, f->rel > 0 ? 0.1 * f->rel : 1e-6), least);
        if (certain_bounded(r[0]))
            size = fmax(fabs(r[0].lo), fabs(r[0].hi));
        else if (h <= f->unseen)
            best = h;
        lasts = certain_lasts(&y, h, rules_signal_error(f->rel, f->abs, size));
        best = fmax(best, lasts);
        if (best >= 0.5 * h || h <= 3 * best) break;
    }
    return *reach = fmax(best, least);
}

bool certain_joins(const saltus_span *r, const double *c, double h, double most)
{
    const struct certain_series f = {r, c, 3, 0};
    double top = fmax(r[4].hi, -r[4].lo);
    return top * (h * h) * (h * h) <= 16 * most || certain_lasts(&f, h, most) >= h;
}

/* ---- Guards ---------------------------------------------------------------------------------- */

/* The first root of (3), with this last coefficient. */
static double root_with(const double *c, int k, double last)
{
    double p[SALTUS_SERIES];
    for (int j = 0; j < k; j++) p[j] = c[j];
    p[k] = last;
    return rules_crossing(p, k);
}

struct certain_crossing certain_crosses(const double *c, const saltus_span *r, int n, double h)
{
    struct certain_crossing x = {0, INFINITY};
    for (int k = 0; k <= n && x.lower < h; k++)
        if (r[k].lo > -INFINITY) x.lower = fmax(x.lower, root_with(c, k, r[k].lo));
    if (!(x.lower < h)) return (struct certain_crossing){h, INFINITY};
    for (int k = 0; k <= n; k++)
        if (r[k].hi < INFINITY) x.upper = fmin(x.upper, root_with(c, k, r[k].hi));
    if (x.upper > h) x.upper = INFINITY;
    if (x.upper < x.lower) x.upper = x.lower; /* rounding */
    return x;
}

bool certain_instant(const struct certain_crossing *x, double t)
{
    double apart = x->upper - x->lower;
    return apart <= rules_settled * x->lower || apart <= rules_soonest(t);
}
