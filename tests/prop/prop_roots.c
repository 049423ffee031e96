/* SPDX-License-Identifier: MIT */
/* prop_roots.c - roots against bisection in long double between critical points.
 *
 * The reference finds every sign change of p by plain bisection between the sign changes of p',
 * recursively. What a double can be asked for depends on the values p(y) at the extrema y beside
 * a root: if both are well above rounding, eps S(y) with S(s) = sum |c_k| s^k, the root is `sure`
 * and must be found, to within rounding times its condition S / (s |p'|). Every other answer must
 * at least be a root within rounding: |p(s)| <= C eps S(s).                                      */
#include "num/roots.h"

#include <float.h>
#include <stdbool.h>

#include "testing.h"

typedef long double real;

enum { MAX = ROOTS_MAX_DEGREE };

/* ---- reference ------------------------------------------------------------------------------ */

static real value(const real *c, int n, real s)
{
    real v = 0;
    for (int k = n; k >= 0; k--) v = v * s + c[k];
    return v;
}

static real size(const real *c, int n, real s)
{
    real v = 0;
    for (int k = n; k >= 0; k--) v = v * s + fabsl(c[k]);
    return v;
}

static void derive(const real *c, int n, real *d)
{
    for (int k = 1; k <= n; k++) d[k - 1] = (real)k * c[k];
}

static bool positive_at_start(const real *c, int n)
{
    int k = 0;
    while (k < n && c[k] == 0) k++;
    return c[k] > 0;
}

/* All positive roots are in (1/far(reversed), far). */
static real far(const real *c, int n, int step)
{
    int lead = step > 0 ? n : 0;
    real most = 0;
    while (c[lead] == 0) lead -= step;
    for (int k = lead - step; k >= 0 && k <= n; k -= step)
        if (c[k] != 0) most = fmaxl(most, powl(fabsl(c[k] / c[lead]), 1 / fabsl((real)(lead - k))));
    return 2.001L * most + LDBL_MIN;
}

static real bisect(const real *c, int n, real lo, real hi, bool positive)
{
    for (int turn = 0; turn < 300; turn++) {
        real s = hi > 2 * lo ? sqrtl(lo) * sqrtl(hi) : (lo + hi) / 2;
        if (!(s > lo && s < hi)) break;
        if ((value(c, n, s) > 0) == positive)
            lo = s;
        else
            hi = s;
    }
    return hi;
}

struct reference {
    int changes;
    bool clear; /* no extremum is a touching root within rounding */
    real root[MAX];
    bool sure[MAX];
};

static bool is_clear(const real *c, int n, real y)
{
    return fabsl(value(c, n, y)) > 64 * DBL_EPSILON * size(c, n, y);
}

static struct reference reference(const real *c, int n)
{
    struct reference of_slope = {0}, r = {.clear = true};
    while (n > 0 && c[n] == 0) n--;
    if (n == 0) return r;
    real d[MAX] = {0}, lo = 1 / far(c, n, -1);
    derive(c, n, d);
    of_slope = reference(d, n - 1);
    bool positive = positive_at_start(c, n), clear = true;
    for (int k = 0; k <= of_slope.changes; k++) {
        bool last = k == of_slope.changes;
        real hi = last ? far(c, n, 1) : of_slope.root[k];
        bool next = last || is_clear(c, n, hi);
        if (hi > lo && (value(c, n, hi) > 0) != positive) {
            r.sure[r.changes] = clear && next;
            r.root[r.changes++] = bisect(c, n, lo, hi, positive);
            positive = !positive;
        }
        clear = next;
        r.clear &= next;
        lo = fmaxl(lo, hi);
    }
    return r;
}

/* The relative error to grant the root s. */
static double tolerance(const real *c, int n, real s)
{
    real d[MAX] = {0};
    derive(c, n, d);
    return (double)(DBL_EPSILON * (4 + 8 * size(c, n, s) / (s * fabsl(value(d, n - 1, s)))));
}

static void widen(const double *c, int n, real *wide)
{
    for (int k = 0; k <= n; k++) wide[k] = c[k];
}

static bool is_root(const real *c, int n, double s)
{
    return fabsl(value(c, n, s)) <= 2 * (n + 2) * DBL_EPSILON * size(c, n, s);
}

/* ---- random polynomials --------------------------------------------------------------------- */

static void times_linear(real *c, int *n, real root)
{
    c[*n + 1] = c[*n];
    for (int k = *n; k > 0; k--) c[k] = c[k - 1] - root * c[k];
    c[0] *= -root;
    ++*n;
}

static void times_pair(real *c, int *n, real re, real im) /* (s - re)^2 + im^2 */
{
    for (int k = *n + 2; k >= 0; k--) {
        real two = k >= 2 ? c[k - 2] : 0, one = k >= 1 && k <= *n + 1 ? c[k - 1] : 0;
        c[k] = two - 2 * re * one + (re * re + im * im) * (k <= *n ? c[k] : 0);
    }
    *n += 2;
}

/* Known roots: spread or alike, positive and negative, nearly double, pairs beside the axis. */
static int from_roots(struct rng *g, double *c, double lo, double hi)
{
    real w[MAX + 1] = {rng_sign(g) * rng_log(g, 1e-3, 1e3)}, root = 1;
    int n = 0, degree = rng_int(g, 1, MAX);
    while (n < degree) {
        int kind = rng_int(g, 0, 5);
        if (kind < 4) root = rng_log(g, lo, hi);
        if (kind == 4) root *= 1 + (real)rng_sign(g) * (real)rng_log(g, 1e-9, 1e-1);
        if (kind < 3 || kind == 4)
            times_linear(w, &n, root);
        else if (kind == 3)
            times_linear(w, &n, -root);
        else if (n + 2 <= degree)
            times_pair(w, &n, root, root * (real)rng_log(g, 1e-9, 1));
    }
    for (int k = 0; k <= n; k++) c[k] = (double)w[k];
    return n;
}

static int from_coefficients(struct rng *g, double *c, double lo, double hi)
{
    int n = rng_int(g, 1, MAX);
    for (int k = 0; k <= n; k++) c[k] = rng_int(g, 0, 9) ? rng_sign(g) * rng_log(g, lo, hi) : 0;
    return n;
}

static int any(struct rng *g, double *c)
{
    int n = MAX, kind = rng_int(g, 0, 4);
    if (kind == 0) return from_roots(g, c, 0.5, 2);
    if (kind == 1) return from_roots(g, c, 1e-8, 1e8);
    if (kind == 2) return from_coefficients(g, c, 1e-30, 1e30);
    n = from_coefficients(g, c, 1e-1, 1e1);
    if (kind == 3) c[n] *= rng_log(g, 1e-30, 1e30);
    return n;
}

/* ---- roots_first and roots_all -------------------------------------------------------------- */

/* s is a root, no sure one is before it, and if there are none at all it may be infinite. */
static void check_first(const double *c, int n, double s)
{
    real w[MAX + 1];
    widen(c, n, w);
    struct reference r = reference(w, n);
    CHECK(s > 0);
    if (s < HUGE_VAL) CHECK(is_root(w, n, s));
    for (int k = 0; k < r.changes; k++)
        if (r.sure[k]) CHECK_LE(s, (double)r.root[k] * (1 + tolerance(w, n, r.root[k])));
    if (r.changes % 2 == 1) CHECK(s < HUGE_VAL);
}

PROP(first_root_of_alike_roots, 4000)
{
    double c[MAX + 1];
    int n = from_roots(g, c, 0.5, 2);
    check_first(c, n, roots_first(c, n));
}

PROP(first_root_of_spread_roots, 4000)
{
    double c[MAX + 1];
    int n = from_roots(g, c, 1e-8, 1e8);
    check_first(c, n, roots_first(c, n));
}

PROP(first_root_of_random_coefficients, 4000)
{
    double c[MAX + 1];
    int n = from_coefficients(g, c, 1e-30, 1e30);
    check_first(c, n, roots_first(c, n));
}

PROP(first_root_with_tiny_or_huge_leading_coefficient, 4000)
{
    double c[MAX + 1];
    int n = from_coefficients(g, c, 1e-2, 1e2);
    c[n] *= rng_log(g, 1e-30, 1e30);
    check_first(c, n, roots_first(c, n));
}

PROP(first_root_is_accurate_when_well_conditioned, 20000)
{
    double c[MAX + 1];
    real w[MAX + 1];
    int n = any(g, c);
    widen(c, n, w);
    struct reference r = reference(w, n);
    double s = roots_first(c, n);
    if (!r.clear) return;
    CHECK_EQ_INT(s<HUGE_VAL, r.changes> 0);
    if (r.changes) CHECK_CLOSE(s, (double)r.root[0], tolerance(w, n, r.root[0]));
}

PROP(all_roots_are_ascending_and_complete, 10000)
{
    double c[MAX + 1], out[MAX];
    real w[MAX + 1];
    int n = any(g, c), m = roots_all(c, n, HUGE_VAL, out);
    widen(c, n, w);
    struct reference r = reference(w, n);
    CHECK(m <= n);
    for (int k = 0; k < m; k++) {
        CHECK(out[k] > (k ? out[k - 1] : 0) && out[k] < HUGE_VAL);
        CHECK(is_root(w, n, out[k]));
    }
    for (int k = 0; k < r.changes; k++) {
        double miss = HUGE_VAL;
        for (int j = 0; j < m; j++) miss = fmin(miss, fabs((double)(out[j] / r.root[k] - 1)));
        if (r.sure[k]) CHECK_LE(miss, tolerance(w, n, r.root[k]));
    }
}

PROP(all_roots_up_to_a_limit_are_the_first_ones, 5000)
{
    double c[MAX + 1], out[MAX], some[MAX], limit = rng_log(g, 1e-2, 1e2);
    int n = any(g, c), m = roots_all(c, n, HUGE_VAL, out), few = roots_all(c, n, limit, some);
    CHECK(few <= m);
    for (int k = 0; k < few; k++) CHECK(some[k] == out[k] && some[k] <= limit);
    if (few < m) CHECK(out[few] > limit);
    if (n != 2) CHECK((m ? out[0] : HUGE_VAL) == roots_first(c, n));
}

PROP(well_separated_roots_are_all_found, 5000)
{
    real w[MAX + 1] = {1};
    double c[MAX + 1], out[MAX], root[MAX], at = rng_log(g, 1e-8, 1e-2);
    int n = 0, degree = rng_int(g, 1, MAX);
    for (int k = 0; k < degree; k++) {
        root[k] = at *= rng_uniform(g, 1.5, 10);
        times_linear(w, &n, at);
    }
    for (int k = 0; k <= n; k++) c[k] = (double)w[k];
    CHECK_EQ_INT(roots_all(c, n, HUGE_VAL, out), n);
    for (int k = 0; k < n; k++) CHECK_CLOSE(out[k], root[k], tolerance(w, n, root[k]));
}

/* ---- scaling -------------------------------------------------------------------------------- */

/* d_k = 2^(a + b k) c_k: times shrink by 2^b, and nothing else changes. */
PROP(powers_of_two_scale_exactly, 20000)
{
    double c[MAX + 1], d[MAX + 1], out[MAX], scaled[MAX], band = rng_log(g, 1e-3, 1e3);
    bool wide = rng_int(g, 0, 1);
    int n = wide ? from_roots(g, c, 0.1, 10) : any(g, c);
    int a = wide ? rng_int(g, -750, 750) : rng_int(g, -100, 100);
    int b = rng_int(g, -12, 12);
    for (int k = 0; k <= n; k++) d[k] = ldexp(c[k], a + b * k);
    CHECK(roots_first(d, n) == ldexp(roots_first(c, n), -b));
    CHECK(roots_exit(d, n, ldexp(band, a)) == ldexp(roots_exit(c, n, band), -b));
    int m = roots_all(c, n, HUGE_VAL, out);
    CHECK_EQ_INT(roots_all(d, n, HUGE_VAL, scaled), m);
    for (int k = 0; k < m; k++) CHECK(scaled[k] == ldexp(out[k], -b));
}

PROP(extreme_scales_of_time, 5000)
{
    double c[MAX + 1], d[MAX + 1], s;
    int n = from_roots(g, c, 0.5, 2), b = rng_int(g, -900 / n, 900 / n);
    for (int k = 0; k <= n; k++) d[k] = ldexp(c[k], b * k);
    s = roots_first(c, n);
    CHECK(roots_first(d, n) == ldexp(s, -b));
}

PROP(the_sign_of_p_does_not_matter, 5000)
{
    double c[MAX + 1], d[MAX + 1], band = rng_log(g, 1e-3, 1e3);
    int n = any(g, c);
    for (int k = 0; k <= n; k++) d[k] = -c[k];
    CHECK(roots_first(d, n) == roots_first(c, n));
    CHECK(roots_exit(d, n, band) == roots_exit(c, n, band));
}

/* ---- roots_exit ----------------------------------------------------------------------------- */

/* Shortens band and c[0] so that c[0] +- band are exact; on one side in four c[0] is the edge. */
static double random_band(struct rng *g, double *c)
{
    double band = (double)(float)rng_log(g, 1e-3, 1e3);
    int where = rng_int(g, 0, 7);
    c[0] = where < 2 ? 0 : where < 4 ? rng_sign(g) * band : rng_int(g, -1023, 1023) / 1024.0 * band;
    return band;
}

static void edge(const double *c, int n, double band, double *out)
{
    memcpy(out, c, ((size_t)n + 1) * sizeof *c);
    out[0] = c[0] - band;
}

static bool moves_outward(const double *c, int n)
{
    for (int k = 1; k <= n; k++)
        if (c[k] != 0) return (c[k] > 0) == (c[0] > 0);
    return false;
}

/* The first sure crossing of the upper (sign > 0) or lower edge, widened by its tolerance. */
static double sure_exit(const double *c, int n, double band)
{
    double first = HUGE_VAL;
    for (int sign = -1; sign <= 1; sign += 2) {
        double d[MAX + 1];
        real w[MAX + 1];
        edge(c, n, sign * band, d);
        widen(d, n, w);
        struct reference r = reference(w, n);
        for (int k = 0; k < r.changes; k++)
            if (r.sure[k])
                first = fmin(first, (double)r.root[k] * (1 + tolerance(w, n, r.root[k])));
    }
    return first;
}

PROP(exit_is_the_first_crossing_of_an_edge, 20000)
{
    double c[MAX + 1], d[MAX + 1];
    real w[MAX + 1];
    int n = any(g, c);
    double band = random_band(g, c), s = roots_exit(c, n, band);
    if (fabs(c[0]) == band && moves_outward(c, n)) {
        CHECK(s == 0);
        return;
    }
    CHECK(s > 0);
    CHECK_LE(s, sure_exit(c, n, band));
    if (s == HUGE_VAL) {
        for (int k = 1; k <= n; k++) CHECK(c[k] == 0);
        return;
    }
    widen(c, n, w);
    edge(c, n, value(w, n, s) > 0 ? band : -band, d);
    widen(d, n, w);
    CHECK(is_root(w, n, s));
}

PROP(exit_agrees_with_first_roots_of_both_edges, 20000)
{
    double c[MAX + 1], up[MAX + 1], down[MAX + 1];
    int n = any(g, c);
    double band = random_band(g, c), s = roots_exit(c, n, band);
    if (fabs(c[0]) == band) return;
    edge(c, n, band, up);
    edge(c, n, -band, down);
    double first = fmin(roots_first(up, n), roots_first(down, n));
    if (testing_close(s, first, 1e-6)) return;
    CHECK_LE(first, s);                 /* a touching edge is passed by, */
    CHECK_LE(s, sure_exit(c, n, band)); /* a crossing one is not */
}

PROP(exit_outside_is_now, 1000)
{
    double c[MAX + 1], band = rng_log(g, 1e-3, 1e3);
    int n = any(g, c);
    c[0] = rng_sign(g) * band * (1 + rng_log(g, 1e-15, 1e3));
    CHECK(roots_exit(c, n, band) == 0);
}

TEST_MAIN()
