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
 * A crossing that is isolated in this way is located by crossing.c; degree 2 is in quadratic.h.
 *
 * Everything compares like with like, so answers scale exactly with powers of two. Coefficients so
 * large or small that products could overflow are first scaled by a power of two: a rare path. */
#include "num/roots.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "num/crossing.h"
#include "num/poly.h"
#include "num/quadratic.h"

/* ---- the ladder of derivatives --------------------------------------------------------------- */

/* A polynomial on its way to the right; the next rung of the ladder, if open, is its derivative.
 * Invariant: p has sign side just after at, and at most left sign changes there; left is exact if
 * it is 0 or 1. */
struct rung {
    double own[CROSS_TERMS];
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
    l->side = cross_sign(c[k]);
    l->left = cross_changes(c, n);
    if (n == 2) {
        l->left = quad_all(c, 0, l->root);
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
 * a later at or a smaller left, or there is nothing more. */
static double rung_next(struct rung *l, double to)
{
    if (l->n == 2) return quadratic_next(l, to);
    while (l->left > 1 || (l->left == 1 && l->side != to)) {
        double y = l->left == 1 ? HUGE_VAL : next_extremum(l), from = l->at, side = l->side;
        double size = 0, v = y < HUGE_VAL ? cross_value(l->c, l->n, y, &size) : l->c[l->n];
        l->at = y;
        if (l->touches && fabs(v) <= quad_touch * size) {
            l->left -= 2;
            return y;
        }
        if (v * side >= 0) {
            if (y == HUGE_VAL) break;
            continue;
        }
        l->left = y < HUGE_VAL ? l->left - 1 : 0;
        l->side = -side;
        if (side != to) return cross_root(l->c, l->n, from, y, side);
    }
    l->left = 0;
    return HUGE_VAL;
}

/* ---- scaling --------------------------------------------------------------------------------- */

/* Within these bounds roots and their products are in range, and values that overflow have the
 * right sign: nothing below needs care. */
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

static bool all_finite(const double *c, int n)
{
    for (int k = 0; k <= n; k++)
        if (!isfinite(c[k])) return false;
    return true;
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
 * normal, or 0. */
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

/* ---- the three questions --------------------------------------------------------------------- */

/* n >= 3, c[0] and c[n] not 0, all moderate. */
static double first_by_ladder(const double *c, int n)
{
    struct rung ladder[ROOTS_MAX_DEGREE - 1];
    int changes = cross_changes(c, n);
    if (changes == 0) return HUGE_VAL;
    if (changes == 1) {
        double s = is_monomial(c, n) ? monomial_root(-c[0] / c[n], n) : -1;
        return s >= 0 ? s : cross_root(c, n, 0, HUGE_VAL, cross_sign(c[0]));
    }
    rung_init(ladder, c, n, true);
    return rung_next(ladder, -ladder->side);
}

double roots_first(const double *c, int n)
{
    assert(n <= ROOTS_MAX_DEGREE);
    if (n == 2) return quad_first(c);
    while (n > 0 && c[n] == 0) n--;
    while (n > 0 && c[0] == 0) c++, n--;
    if (n <= 0) return HUGE_VAL;
    if (n == 1) return -c[0] / c[1] > 0 ? -c[0] / c[1] : HUGE_VAL;
    if (n == 2) return quad_first(c);
    if (all_moderate(c, n)) return first_by_ladder(c, n);
    assert(all_finite(c, n));
    if (!all_finite(c, n)) return HUGE_VAL;
    double scaled[CROSS_TERMS];
    int shift = balanced_shift(c, n, c[0]);
    cross_rescale(c, n, shift, scaled);
    return ldexp(first_by_ladder(scaled, n), shift);
}

/* n >= 3, c[n] not 0, |c[0]| <= band, all moderate: from extremum to extremum until one is out.
 * The edge is taken off c[0] first, which is exact close to it: no small way out is overlooked. */
static double exit_by_ladder(const double *c, int n, double band)
{
    if (is_monomial(c, n)) {
        double s = monomial_root((band - c[0] * cross_sign(c[n])) / fabs(c[n]), n);
        if (s >= 0) return s;
    }
    struct rung ladder[ROOTS_MAX_DEGREE - 1];
    rung_init_derivative(ladder, c, n);
    if (ladder->side * c[0] >= band) return 0;
    double beyond[CROSS_TERMS]; /* p - edge, for the edge it moves to */
    memcpy(beyond, c, ((size_t)n + 1) * sizeof *c);
    for (double at = 0;;) {
        double dir = ladder->side, y = rung_next(ladder, -dir);
        beyond[0] = c[0] - dir * band;
        if (y == HUGE_VAL || dir * poly_value(beyond, n, y) > 0)
            return cross_root(beyond, n, at, y, -dir);
        at = y;
    }
}

double roots_exit(const double *c, int n, double band)
{
    assert(n >= 0 && n <= ROOTS_MAX_DEGREE && band >= 0 && !isnan(c[0]));
    if (!(fabs(c[0]) <= band)) return 0;
    if (n == 2) return quad_exit(c[0], c[1], c[2], band);
    while (n > 0 && c[n] == 0) n--;
    if (n == 0) return HUGE_VAL;
    if (n == 1) return quad_linear_exit(c[0], c[1], band);
    if (n == 2) return quad_exit(c[0], c[1], c[2], band);
    if (moderate(band) && all_moderate(c, n)) return exit_by_ladder(c, n, band);
    assert(all_finite(c, n));
    if (!all_finite(c, n)) return 0;
    double scaled[CROSS_TERMS];
    int shift = balanced_shift(c, n, band), gain = cross_rescale(c, n, shift, scaled);
    return ldexp(exit_by_ladder(scaled, n, ldexp(band, gain)), shift);
}

/* Roots of degree >= 3, ascending; returns their number. */
static int all_by_ladder(const double *c, int n, double limit, double *out)
{
    struct rung ladder[ROOTS_MAX_DEGREE - 1];
    int m = 0;
    if (cross_changes(c, n) <= 1) {
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
    double scaled[CROSS_TERMS], found[ROOTS_MAX_DEGREE];
    int shift = 0, m = 0;
    assert(n <= ROOTS_MAX_DEGREE);
    while (n > 0 && c[n] == 0) n--;
    while (n > 0 && c[0] == 0) c++, n--;
    if (n <= 0) return 0;
    assert(all_finite(c, n));
    if (!all_finite(c, n)) return 0;
    if (n >= 3 && !all_moderate(c, n)) {
        shift = balanced_shift(c, n, c[0]);
        cross_rescale(c, n, shift, scaled);
        c = scaled;
    }
    if (n >= 3)
        m = all_by_ladder(c, n, ldexp(limit, -shift), found);
    else if (n == 2)
        m = quad_all(c, quad_touch, found);
    else if ((found[0] = -c[0] / c[1]) > 0)
        m = 1;
    for (int k = 0; k < m; k++) {
        out[k] = ldexp(found[k], shift);
        if (out[k] > limit || out[k] == HUGE_VAL) return k;
    }
    return m;
}
