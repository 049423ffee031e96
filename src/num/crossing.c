/* SPDX-License-Identifier: MIT */
/* crossing.c - the only root in an interval: bracketed by the balance of coefficients, refined by
 * an iteration of order three, which bisection guards. The number of steps is bounded.
 *
 * Terms i < j of opposite sign cancel at s_ij = |c_i / c_j|^(1/(j-i)). With f = sign of p at 0+,
 *     g = min over j, sign -f, of max over i < j, sign f, of s_ij:   first root >= g/4,      (1)
 * because for s <= g/4 every term of sign -f is at most 4^-(j-i) of one of sign f. If there is
 * only one change of sign, the only root is <= 4 g by the same argument. Backwards, f = sign(c_n):
 *     u = max over i, sign -f, of min over j > i, sign f, of s_ij:   last root <= 4 u.       (2)
 *
 * Vocabulary: side is the sign of p at the lower end lo of a bracket; p has the other at hi.
 *
 * Sums, products, square roots and the integer logarithms of (1) and (2) commute with powers of
 * two, so answers scale exactly. */
#include "num/crossing.h"

#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "num/poly.h"

/* ---- where a root can be: the balance of coefficients ---------------------------------------- */

/* Logarithms are the leading bits of the doubles themselves: log2 to within 0.09, free, and exact
 * under powers of two. The factor 4 of (1) and (2) covers their error (at worst a factor 1.13). */
enum { LOG_ONE = 1 << 12, LOG_BIAS = 1 << 23 };

static int64_t log_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int64_t)(bits << 1 >> 41);
}

static double exp_of(int64_t l)
{
    l += 1023 * LOG_ONE;
    if (l < LOG_ONE) l = LOG_ONE;
    if (l > 2046 * LOG_ONE) l = 2046 * LOG_ONE;
    uint64_t bits = (uint64_t)l << 40;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* log s_ij = floor((log c_i - log c_j) / (j - i)), the division by multiplication; exact. */
static inline int64_t log_ratio(int64_t i, int64_t j, int k)
{
    static const uint64_t inverse[CROSS_TERMS] = {
        0,
        (1ULL << 32) + 1,
        (1ULL << 32) / 2 + 1,
        (1ULL << 32) / 3 + 1,
        (1ULL << 32) / 4 + 1,
        (1ULL << 32) / 5 + 1,
        (1ULL << 32) / 6 + 1,
        (1ULL << 32) / 7 + 1,
        (1ULL << 32) / 8 + 1,
    };
    return (int64_t)((uint64_t)(i - j + (int64_t)k * LOG_BIAS) * inverse[k] >> 32) - LOG_BIAS;
}

/* g of (1); +infinity: no term of sign -f. */
static double balance_first(const double *c, int n, double f)
{
    int64_t log[CROSS_TERMS], best = INT64_MAX;
    for (int j = 0; j <= n; j++) {
        int64_t most = INT64_MIN;
        log[j] = log_of(c[j]);
        if (!(c[j] * f < 0)) continue;
        for (int i = 0; i < j; i++) {
            int64_t l = c[i] * f > 0 ? log_ratio(log[i], log[j], j - i) : INT64_MIN;
            if (l > most) most = l;
        }
        if (most < best) best = most;
    }
    return best == INT64_MAX ? HUGE_VAL : best == INT64_MIN ? DBL_MIN : exp_of(best);
}

/* u of (2). */
static double balance_last(const double *c, int n)
{
    double f = cross_sign(c[n]);
    int64_t log[CROSS_TERMS], best = INT64_MIN;
    for (int i = n; i >= 0; i--) {
        int64_t least = INT64_MAX;
        log[i] = log_of(c[i]);
        if (!(c[i] * f < 0)) continue;
        for (int j = i + 1; j <= n; j++) {
            int64_t l = c[j] * f > 0 ? log_ratio(log[i], log[j], j - i) : INT64_MAX;
            if (l < least) least = l;
        }
        if (least > best) best = least;
    }
    return best == INT64_MIN ? DBL_MIN : exp_of(best);
}

/* ---- one crossing, refined ------------------------------------------------------------------- */

static bool is_noise(const double *c, int n, double s)
{
    double size, v = cross_value(c, n, s, &size);
    return fabs(v) <= DBL_EPSILON / 2 * size;
}

/* Halves a narrow bracket, halves the exponent of a wide one. */
static double middle(double lo, double hi)
{
    double product = lo * hi;
    if (lo > 0 && hi > 4 * lo && product > DBL_MIN && product < DBL_MAX) return sqrt(product);
    return lo / 2 + hi / 2;
}

/* The root in (lo, hi), where p has sign side at lo and -side at hi, by iterations of order three:
 * with Newton's step w = p/p' and its bend q = w p''/2p',
 *     s := s - w (1 + q)    (Chebyshev; for larger q, Halley's w / (1 - q)).                 (3)
 * After a step of relative size x the error is of order x max(x, q)^2: both below 2^-18 means
 * rounding level, without another evaluation. A step out of the bracket or longer than half the
 * one before is replaced by bisection, as is every step after the 40th. Near a multiple root
 * values turn to noise before steps become short: stop there. */
static double refine(const double *c, int n, double lo, double hi, double side, double s)
{
    double before = HUGE_VAL;
    for (int turn = 0; turn < 120; turn++) {
        double p = c[n], d = 0, e = 0;
        for (int k = n - 1; k >= 0; k--) {
            e = e * s + d;
            d = d * s + p;
            p = p * s + c[k];
        }
        if (p == 0) return s;
        if (p * side > 0)
            lo = s;
        else
            hi = s;
        double w = p / d, q = w * (e / d), next = s - (fabs(q) < 0.25 ? w + w * q : w / (1 - q));
        if (fabs(w) * n <= 0x1p-18 * s && fabs(q) <= 0x1p-18)
            return next < lo ? lo : next > hi ? hi : next;
        if (turn >= 5 && is_noise(c, n, s)) return s;
        if (!(next > lo && next < hi && fabs(next - s) <= before / 2) || turn > 40) {
            next = middle(lo, hi);
            if (!(next > lo && next < hi)) return hi;
        }
        before = fabs(next - s);
        s = next;
    }
    return s;
}

int cross_rescale(const double *c, int n, int shift, double *out)
{
    int e, most = INT_MIN;
    for (int k = 0; k <= n; k++)
        if (frexp(c[k], &e) != 0 && e + k * shift > most) most = e + k * shift;
    for (int k = 0; k <= n; k++) out[k] = ldexp(c[k], k * shift - most);
    return -most;
}

/* Times whose powers stay in range together with moderate coefficients. At others the polynomial is
 * first scaled to the size of the time, so that what over- or underflows does so in all units. */
static bool plain(double lo, double hi)
{
    return lo > 0x1p-80 && hi < 0x1p80;
}

static bool lost(const double *c, const double *scaled, int n)
{
    for (int k = 0; k <= n; k++)
        if (c[k] != 0 && fabs(scaled[k]) < DBL_MIN) return true;
    return false;
}

/* Far from the scale of its start, the polynomial has lost coefficients to underflow, and what
 * was found there is only the start of another turn. */
static double refine_scaled(const double *c, int n, double lo, double hi, double side, double s)
{
    double scaled[CROSS_TERMS];
    for (int turn = 0; turn < 12; turn++) {
        int before, after;
        (void)frexp(s, &before);
        cross_rescale(c, n, before, scaled);
        s = refine(scaled, n, ldexp(lo, -before), ldexp(hi, -before), side, ldexp(s, -before));
        s = ldexp(s, before);
        (void)frexp(s, &after);
        if (after == before || !lost(c, scaled, n)) break;
    }
    return s;
}

/* The balance g of (1) counted from at; -1 if p(at) is but rounding, which would attract (3). */
static double balance_after(const double *c, int n, double at, double side)
{
    double moved[CROSS_TERMS], size, v = cross_value(c, n, at, &size);
    int e = 0;
    if (v * side <= 64 * DBL_EPSILON * size) return -1;
    if (plain(at, at)) {
        memcpy(moved, c, ((size_t)n + 1) * sizeof *c);
    } else {
        at = frexp(at, &e);
        cross_rescale(c, n, e, moved);
    }
    poly_shift(moved, n, at);
    return ldexp(balance_first(moved, n, side), e);
}

/* A bracket and a start come from (1) and (2), about 0 or, for the last root of all, about at. */
double cross_root(const double *c, int n, double at, double hi, double side)
{
    double lo = at, start = 0;
    if (at == 0) {
        start = balance_first(c, n, side);
        lo = start / 4;
        if (hi == HUGE_VAL) hi = 4 * (cross_changes(c, n) == 1 ? start : balance_last(c, n));
    } else if (hi == HUGE_VAL) {
        double last = balance_last(c, n), way = balance_after(c, n, at, side);
        start = way < 0 ? last : at + way;
        hi = 4 * last;
    }
    if (!(start > lo && start < hi)) start = middle(lo, hi);
    return (plain(lo, hi) ? refine : refine_scaled)(c, n, lo, hi, side, start);
}
