/* SPDX-License-Identifier: MIT */
/* roots.c - positive roots by closed forms (n <= 2) and, above, by a ladder of derivatives.
 *
 * Between two neighbouring extrema a polynomial crosses zero at most once, and its extrema are
 * the sign changes of its derivative, a polynomial of lower degree: so the roots of p are found
 * from left to right, asking the next rung (p', p'', ... down to a quadratic) for one extremum at
 * a time and only as far as needed. Two facts keep the ladder short:
 *   - Descartes: p has at most as many positive roots as its coefficients change sign, and the
 *     difference is even. No change: no root. One change left: one root, no extremum needed.
 *   - While p > 0 only its minima matter (its maxima while p < 0): every other extremum is
 *     stepped over without being located.
 * A crossing is bracketed by the balance of coefficients (1), (2) and refined by a
 * third-order iteration (3), which bisection guards: the number of steps is bounded.
 *
 * Everything compares like with like; sums, products, square roots and the integer logarithms of
 * (1) commute with powers of two, so answers scale exactly. Coefficients so large or small that
 * products could overflow are first scaled by a power of two: a rare path.                      */
#include "num/roots.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "num/poly.h"

enum { TERMS = ROOTS_MAX_DEGREE + 1 };

static bool all_finite(const double *c, int n)
{
    for (int k = 0; k <= n; k++)
        if (!isfinite(c[k])) return false;
    return true;
}

static double sign_of(double x)
{
    return x > 0 ? 1 : -1;
}

/* ---- degree 2: c0 + 2 h s + c2 s^2 --------------------------------------------------------- */

/* sqrt(d), or 0 for -slack <= d < 0, or -1: no real root. */
static double width_of(double d, double slack)
{
    return d >= 0 ? sqrt(d) : d >= -slack ? 0 : -1;
}

/* half_width where a square would leave the range of double: with mantissas, and exponents apart.
 * The common exponent e is even, so that the root of 2^e is exact.                              */
static double half_width_scaled(double h, double a, double c, double slack)
{
    int eh, ea, ec, e;
    double mh = frexp(h, &eh), ma = frexp(a, &ea), mc = frexp(c, &ec);
    if (!isfinite(h) || !isfinite(a) || !isfinite(c)) return (double)NAN;
    if (mh == 0 && ma * mc == 0) return 0;
    e = mh == 0 ? ea + ec : ma * mc == 0 || 2 * eh > ea + ec ? 2 * eh : ea + ec;
    e += e & 1;
    double hh = ldexp(mh * mh, 2 * eh - e), ac = ldexp(ma * mc, ea + ec - e);
    double w = width_of(hh - ac, slack * hh);
    return w > 0 ? ldexp(w, e / 2) : w;
}

/* sqrt(h^2 - a c), half the distance of the roots times |c2|; 0 also for a discriminant that is
 * negative by at most slack h^2; -1: no real root; NaN: not finite.                             */
static inline double half_width(double h, double a, double c, double slack)
{
    double hh = h * h, ac = a * c, size = hh + fabs(ac);
    if (!(size > 0x1p-900 && size < 0x1p1000)) return half_width_scaled(h, a, c, slack);
    return width_of(hh - ac, slack * hh);
}

/* The roots are q/c2 and c0/q, q = -(h +- w) with the sign that adds magnitudes: no cancellation.
 * |q| >= |h|, so c0/q is the one nearer to 0; for h = 0 it shall be the positive one.           */
static inline double far_end(double c0, double h, double w)
{
    return h > 0 || (h == 0 && c0 < 0) ? -h - w : w - h;
}

/* A discriminant negative by a few roundings still counts as a touching root. */
static const double touch = 2 * DBL_EPSILON;

static double quadratic_first(const double *c)
{
    double h = c[1] / 2, w, q;
    if (c[0] == 0) {
        w = -c[1] / c[2];
        return w > 0 ? w : HUGE_VAL;
    }
    w = half_width(h, c[0], c[2], touch);
    assert(!isnan(w));
    if (!(w >= 0)) return HUGE_VAL;
    q = far_end(c[0], h, w);
    if (q == 0) return HUGE_VAL;
    if ((q > 0) == (c[0] > 0)) return c[0] / q;
    return c[2] != 0 && (q > 0) == (c[2] > 0) ? q / c[2] : HUGE_VAL;
}

/* All positive roots, ascending, a double one once; returns their number. */
static int quadratic_all(const double *c, double slack, double *r)
{
    double w = half_width(c[1] / 2, c[0], c[2], slack), q = far_end(c[0], c[1] / 2, w);
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
 * its minimum. All three in the form without cancellation.                                      */
static double quadratic_exit(double c0, double c1, double c2, double band)
{
    bool mirror = c2 < 0;
    double h = (mirror ? -c1 : c1) / 2, a = fabs(c2), w;
    double up = mirror ? band + c0 : band - c0, down = mirror ? band - c0 : band + c0;
    if (h >= 0) {
        if (h == 0 && a == 0) return HUGE_VAL;
        w = half_width(h, -up, a, 0);
        assert(!isnan(w));
        return w + h > 0 ? up / (w + h) : 0;
    }
    w = half_width(h, down, a, 0);
    if (w > 0) return down / (w - h);
    w = half_width(h, -up, a, 0);
    assert(!isnan(w));
    return w - h > 0 ? (w - h) / a : 0;
}

static double linear_exit(double c0, double c1, double band)
{
    assert(isfinite(c1));
    double s = c1 > 0 ? (band - c0) / c1 : c1 < 0 ? (band + c0) / -c1 : HUGE_VAL;
    return c1 == c1 && s >= 0 ? s : 0;
}

/* ---- where a root can be: the balance of coefficients ---------------------------------------
 *
 * Terms i < j of opposite sign cancel at s_ij = |c_i / c_j|^(1/(j-i)). With f = sign of p at 0+,
 *     g = min over j, sign -f, of max over i < j, sign f, of s_ij:   first root >= g/4,      (1)
 * because for s <= g/4 every term of sign -f is at most 4^-(j-i) of one of sign f. If there is
 * only one change of sign, the only root is <= 4 g by the same argument. Backwards, f = sign(c_n):
 *     u = max over i, sign -f, of min over j > i, sign f, of s_ij:   last root <= 4 u.       (2)
 * Logarithms here are the leading bits of the doubles themselves: log2 to within 0.09, free, and
 * exact under powers of two. The factor 4 covers their error (at worst a factor 1.13).          */
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
    static const uint64_t inverse[TERMS] = {
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
    int64_t log[TERMS], best = INT64_MAX;
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
    double f = sign_of(c[n]);
    int64_t log[TERMS], best = INT64_MIN;
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

static int sign_changes(const double *c, int n)
{
    int changes = 0, last = 0;
    for (int k = 0; k <= n; k++) {
        int sign = (c[k] > 0) - (c[k] < 0);
        changes += sign * last < 0;
        last = sign ? sign : last;
    }
    return changes;
}

/* ---- one crossing, refined ------------------------------------------------------------------ */

/* *size = sum |c_k| s^k: a value below a few DBL_EPSILON of it cannot be told from 0. Where powers
 * of s overflow, both are divided by s^n.                                                       */
static double value_and_size(const double *c, int n, double s, double *size)
{
    double v = c[n], a = fabs(c[n]);
    for (int k = n - 1; k >= 0; k--) {
        v = v * s + c[k];
        a = a * s + fabs(c[k]);
    }
    if (!(a < HUGE_VAL)) {
        v = c[0];
        a = fabs(c[0]);
        for (int k = 1; k <= n; k++) {
            v = v / s + c[k];
            a = a / s + fabs(c[k]);
        }
    }
    *size = a;
    return v;
}

static bool is_noise(const double *c, int n, double s)
{
    double size, v = value_and_size(c, n, s, &size);
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
 * values turn to noise before steps become short: stop there.                                   */
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

/* out(s) = 2^gain p(2^shift s), gain such that the largest coefficient is about 1; returns gain. */
static int rescale(const double *c, int n, int shift, double *out)
{
    int e, most = INT_MIN;
    for (int k = 0; k <= n; k++)
        if (frexp(c[k], &e) != 0 && e + k * shift > most) most = e + k * shift;
    for (int k = 0; k <= n; k++) out[k] = ldexp(c[k], k * shift - most);
    return -most;
}

/* Times whose powers stay in range together with moderate coefficients. At others the polynomial is
 * first scaled to the size of the time, so that what over- or underflows does so in all units.   */
static bool plain(double lo, double hi)
{
    return lo > 0x1p-80 && hi < 0x1p80;
}

static double refine_scaled(const double *c, int n, double lo, double hi, double side, double s)
{
    double scaled[TERMS];
    int e;
    (void)frexp(s, &e);
    rescale(c, n, e, scaled);
    s = refine(scaled, n, ldexp(lo, -e), ldexp(hi, -e), side, ldexp(s, -e));
    return ldexp(s, e);
}

/* The balance g of (1) counted from at; -1 if p(at) is but rounding, which would attract (3). */
static double balance_after(const double *c, int n, double at, double side)
{
    double moved[TERMS], size, v = value_and_size(c, n, at, &size);
    int e = 0;
    if (v * side <= 64 * DBL_EPSILON * size) return -1;
    if (plain(at, at)) {
        memcpy(moved, c, ((size_t)n + 1) * sizeof *c);
    } else {
        at = frexp(at, &e);
        rescale(c, n, e, moved);
    }
    poly_shift(moved, n, at);
    return ldexp(balance_first(moved, n, side), e);
}

/* The only root in (at, hi), hi possibly infinite, p having sign side just after at: a bracket and
 * a start from (1) and (2), about 0 or, for the last root of all, about at.                      */
static double cross(const double *c, int n, double at, double hi, double side)
{
    double lo = at, start = 0;
    if (at == 0) {
        start = balance_first(c, n, side);
        lo = start / 4;
        if (hi == HUGE_VAL) hi = 4 * (sign_changes(c, n) == 1 ? start : balance_last(c, n));
    } else if (hi == HUGE_VAL) {
        double last = balance_last(c, n), way = balance_after(c, n, at, side);
        start = way < 0 ? last : at + way;
        hi = 4 * last;
    }
    if (!(start > lo && start < hi)) start = middle(lo, hi);
    return (plain(lo, hi) ? refine : refine_scaled)(c, n, lo, hi, side, start);
}

/* ---- the ladder of derivatives -------------------------------------------------------------- */

/* A polynomial on its way to the right; the next rung of the ladder, if open, is its derivative.
 * Invariant: p has sign side just after at, and at most left sign changes there; left is exact if
 * it is 0 or 1.                                                                                 */
struct rung {
    double own[TERMS];
    const double *c;
    int n, left;
    bool open, touches; /* touches: double roots count, too */
    double at, side;
    double root[2]; /* n == 2: all sign changes, the last left ones to come */
};

static void rung_init(struct rung *l, const double *c, int n, bool touches)
{
    int k = 0;
    while (c[k] == 0) k++;
    l->c = c;
    l->n = n;
    l->open = false;
    l->touches = touches;
    l->at = 0;
    l->side = sign_of(c[k]);
    l->left = sign_changes(c, n);
    if (n == 2) {
        l->left = quadratic_all(c, 0, l->root);
        if (l->left == 1 && l->side * c[2] > 0) l->left = 0; /* a double root changes no sign */
        if (l->left == 1) l->root[1] = l->root[0];
    }
}

static void rung_init_derivative(struct rung *l, const double *c, int n)
{
    for (int k = 1; k <= n; k++) l->own[k - 1] = k * c[k];
    rung_init(l, l->own, n - 1, false);
}

static double quadratic_next(struct rung *l, double to)
{
    while (l->left > 0) {
        l->side = -l->side;
        double r = l->root[2 - l->left--];
        if (l->side == to) return r;
    }
    return HUGE_VAL;
}

static double rung_next(struct rung *l, double to);

/* The next extremum that is a minimum of side * p; +infinity: none. */
static double next_extremum(struct rung *l)
{
    if (!l->open) rung_init_derivative(l + 1, l->c, l->n);
    l->open = true;
    return rung_next(l + 1, l->side);
}

/* The next sign change of p to sign `to`, stepping over one to the other sign without locating it;
 * or the next touching root, if these count. After each turn of the loop the invariant holds for
 * a later at or a smaller left, or there is nothing more.                                       */
static double rung_next(struct rung *l, double to)
{
    if (l->n == 2) return quadratic_next(l, to);
    while (l->left > 1 || (l->left == 1 && l->side != to)) {
        double y = l->left == 1 ? HUGE_VAL : next_extremum(l), from = l->at, side = l->side;
        double size = 0, v = y < HUGE_VAL ? value_and_size(l->c, l->n, y, &size) : l->c[l->n];
        l->at = y;
        if (l->touches && fabs(v) <= touch * size) {
            l->left -= 2;
            return y;
        }
        if (v * side >= 0) {
            if (y == HUGE_VAL) break;
            continue;
        }
        l->left = y < HUGE_VAL ? l->left - 1 : 0;
        l->side = -side;
        if (side != to) return cross(l->c, l->n, from, y, side);
    }
    l->left = 0;
    return HUGE_VAL;
}

/* ---- scaling -------------------------------------------------------------------------------- */

/* Within these bounds roots and their products are in range, and values that overflow have the
 * right sign: nothing below needs care.                                                         */
static inline bool moderate(double x)
{
    return (fabs(x) > 0x1p-240 && fabs(x) < 0x1p240) || x == 0;
}

static bool all_moderate(const double *c, int n)
{
    bool yes = true;
    for (int k = 0; k <= n; k++) yes &= moderate(c[k]);
    return yes;
}

/* The shift of time after which c[n] is about as large as c[0], taken as first. */
static int balanced_shift(const double *c, int n, double first)
{
    int e0, en;
    (void)frexp(first, &e0);
    (void)frexp(c[n], &en);
    return (e0 - en >= 0 ? e0 - en : e0 - en - n + 1) / n;
}

/* cbrt on [1, 8), the rest of the exponent apart: a library's cbrt need not commute with 2^3k. x is
 * normal, or 0.                                                                                 */
static double cube_root(double x)
{
    uint64_t bits, third;
    memcpy(&bits, &x, sizeof bits);
    if (bits == 0) return 0;
    third = (bits >> 52) / 3 - 341;
    bits -= 3 * third << 52;
    memcpy(&x, &bits, sizeof x);
    x = cbrt(x);
    memcpy(&bits, &x, sizeof bits);
    bits += third << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* |c0 / cn|^(1/n) for the degrees where square and cube roots do it; else -1. */
static double monomial_root(double ratio, int n)
{
    switch (n) {
    case 3: return cube_root(ratio);
    case 4: return sqrt(sqrt(ratio));
    case 6: return sqrt(cube_root(ratio));
    case 8: return sqrt(sqrt(sqrt(ratio)));
    default: return -1;
    }
}

static bool is_monomial(const double *c, int n)
{
    for (int k = 1; k < n; k++)
        if (c[k] != 0) return false;
    return true;
}

/* ---- the three questions -------------------------------------------------------------------- */

/* n >= 3, c[0] and c[n] not 0, all moderate. */
static double first_by_ladder(const double *c, int n)
{
    struct rung ladder[ROOTS_MAX_DEGREE - 1];
    int changes = sign_changes(c, n);
    if (changes == 0) return HUGE_VAL;
    if (changes == 1) {
        double s = is_monomial(c, n) ? monomial_root(-c[0] / c[n], n) : -1;
        return s >= 0 ? s : cross(c, n, 0, HUGE_VAL, sign_of(c[0]));
    }
    rung_init(ladder, c, n, true);
    return rung_next(ladder, -ladder->side);
}

double roots_first(const double *c, int n)
{
    assert(n <= ROOTS_MAX_DEGREE);
    if (n == 2) return quadratic_first(c);
    while (n > 0 && c[n] == 0) n--;
    while (n > 0 && c[0] == 0) c++, n--;
    if (n <= 0) return HUGE_VAL;
    if (n == 1) return -c[0] / c[1] > 0 ? -c[0] / c[1] : HUGE_VAL;
    if (n == 2) return quadratic_first(c);
    if (all_moderate(c, n)) return first_by_ladder(c, n);
    assert(all_finite(c, n));
    if (!all_finite(c, n)) return HUGE_VAL;
    double scaled[TERMS];
    int shift = balanced_shift(c, n, c[0]);
    rescale(c, n, shift, scaled);
    return ldexp(first_by_ladder(scaled, n), shift);
}

/* n >= 3, c[n] not 0, |c[0]| <= band, all moderate: from extremum to extremum until one is out.
 * The edge is taken off c[0] first, which is exact close to it: no small way out is overlooked.  */
static double exit_by_ladder(const double *c, int n, double band)
{
    if (is_monomial(c, n)) {
        double s = monomial_root((band - c[0] * sign_of(c[n])) / fabs(c[n]), n);
        if (s >= 0) return s;
    }
    struct rung ladder[ROOTS_MAX_DEGREE - 1];
    rung_init_derivative(ladder, c, n);
    if (ladder->side * c[0] >= band) return 0;
    double beyond[TERMS]; /* p - edge, for the edge it moves to */
    memcpy(beyond, c, ((size_t)n + 1) * sizeof *c);
    for (double at = 0;;) {
        double dir = ladder->side, y = rung_next(ladder, -dir);
        beyond[0] = c[0] - dir * band;
        if (y == HUGE_VAL || dir * poly_value(beyond, n, y) > 0)
            return cross(beyond, n, at, y, -dir);
        at = y;
    }
}

double roots_exit(const double *c, int n, double band)
{
    assert(n >= 0 && n <= ROOTS_MAX_DEGREE && band >= 0 && !isnan(c[0]));
    if (!(fabs(c[0]) <= band)) return 0;
    if (n == 2) return quadratic_exit(c[0], c[1], c[2], band);
    while (n > 0 && c[n] == 0) n--;
    if (n == 0) return HUGE_VAL;
    if (n == 1) return linear_exit(c[0], c[1], band);
    if (n == 2) return quadratic_exit(c[0], c[1], c[2], band);
    if (moderate(band) && all_moderate(c, n)) return exit_by_ladder(c, n, band);
    assert(all_finite(c, n));
    if (!all_finite(c, n)) return 0;
    double scaled[TERMS];
    int shift = balanced_shift(c, n, band), gain = rescale(c, n, shift, scaled);
    return ldexp(exit_by_ladder(scaled, n, ldexp(band, gain)), shift);
}

/* Roots of degree >= 3, ascending; returns their number. */
static int all_by_ladder(const double *c, int n, double limit, double *out)
{
    struct rung ladder[ROOTS_MAX_DEGREE - 1];
    int m = 0;
    if (sign_changes(c, n) <= 1) {
        out[0] = first_by_ladder(c, n);
        return out[0] < HUGE_VAL;
    }
    rung_init(ladder, c, n, true);
    while (m < n) {
        double s = rung_next(ladder, -ladder->side);
        if (s == HUGE_VAL || s > limit) break;
        if (m == 0 || s > out[m - 1]) out[m++] = s;
    }
    return m;
}

int roots_all(const double *c, int n, double limit, double *out)
{
    double scaled[TERMS], found[ROOTS_MAX_DEGREE];
    int shift = 0, m = 0;
    assert(n <= ROOTS_MAX_DEGREE);
    while (n > 0 && c[n] == 0) n--;
    while (n > 0 && c[0] == 0) c++, n--;
    if (n <= 0) return 0;
    assert(all_finite(c, n));
    if (!all_finite(c, n)) return 0;
    if (n >= 3 && !all_moderate(c, n)) {
        shift = balanced_shift(c, n, c[0]);
        rescale(c, n, shift, scaled);
        c = scaled;
    }
    if (n >= 3)
        m = all_by_ladder(c, n, ldexp(limit, -shift), found);
    else if (n == 2)
        m = quadratic_all(c, touch, found);
    else if ((found[0] = -c[0] / c[1]) > 0)
        m = 1;
    for (int k = 0; k < m; k++) {
        out[k] = ldexp(found[k], shift);
        if (out[k] > limit || out[k] == HUGE_VAL) return k;
    }
    return m;
}
