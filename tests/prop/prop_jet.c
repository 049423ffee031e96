/* SPDX-License-Identifier: MIT */
/* prop_jet.c - every function of saltus_jet.h, all coefficients.
 *
 * Two kinds of evidence. Identities, which tie functions to multiplication: exp(log a) = a,
 * sqrt(a)^2 = a, sin^2 + cos^2 = 1. And the definition: the coefficients of f(a(s)), taken from
 * values of f in long double at points of a circle about 0 would need complex numbers; a
 * polynomial of degree 12 through 13 points on a short interval needs none and leaves an error
 * below 1e-8. */
#include "saltus_jet.h"
#include "testing.h"

enum { ORDER = SALTUS_SERIES };

/* Value in [lo, hi], slopes up to 1. */
static jet draw(struct rng *g, double lo, double hi)
{
    jet a = jet_const(rng_uniform(g, lo, hi));
    for (int k = 1; k < ORDER; k++) a.c[k] = rng_int(g, 0, 4) ? rng_uniform(g, -1, 1) : 0;
    return a;
}

static void same(const char *what, jet a, jet b, double tolerance)
{
    double size = 1;
    for (int k = 0; k < ORDER; k++) size = fmax(size, fmax(fabs(a.c[k]), fabs(b.c[k])));
    for (int k = 0; k < ORDER; k++)
        if (!(fabs(a.c[k] - b.c[k]) <= tolerance * size))
            FAIL("%s: coefficient %d is %.17g, not %.17g", what, k, a.c[k], b.c[k]);
}

/* ---- By definition -------------------------------------------------------------------------- */

typedef long double plain_fn(long double x);

static long double value(jet a, long double s)
{
    long double v = 0;
    for (int k = ORDER - 1; k >= 0; k--) v = v * s + (long double)a.c[k];
    return v;
}

/* Taylor coefficients at 0 of the polynomial through f(a(s)) at 13 equidistant points (Newton). */
static jet interpolated(plain_fn *f, jet a)
{
    enum { POINTS = 13 };
    long double s[POINTS], d[POINTS], c[POINTS] = {0}, h = 0.008L;
    jet r;
    for (int i = 0; i < POINTS; i++) {
        s[i] = h * (i - POINTS / 2);
        d[i] = f(value(a, s[i]));
    }
    for (int j = 1; j < POINTS; j++)
        for (int i = POINTS - 1; i >= j; i--) d[i] = (d[i] - d[i - 1]) / (s[i] - s[i - j]);
    for (int i = POINTS - 1; i >= 0; i--) { /* c := c (s - s_i) + d_i */
        for (int k = POINTS - 1; k > 0; k--) c[k] = c[k - 1] - s[i] * c[k];
        c[0] = d[i] - s[i] * c[0];
    }
    for (int k = 0; k < ORDER; k++) r.c[k] = (double)c[k];
    return r;
}

static long double inverse(long double x)
{
    return 1 / x;
}
static long double square(long double x)
{
    return x * x;
}
static long double power(long double x)
{
    return powl(x, 2.7L);
}
static long double seventh(long double x)
{
    return powl(x, -7);
}

PROP(functions_have_the_series_of_their_definition, 5000)
{
    jet a = draw(g, -3, 3), b = draw(g, 0.5, 3), c = draw(g, -0.7, 0.7), d = draw(g, -1.2, 1.2);
    same("exp", jet_exp(a), interpolated(expl, a), 1e-8);
    same("sin", jet_sin(a), interpolated(sinl, a), 1e-8);
    same("cos", jet_cos(a), interpolated(cosl, a), 1e-8);
    same("sinh", jet_sinh(a), interpolated(sinhl, a), 1e-8);
    same("cosh", jet_cosh(a), interpolated(coshl, a), 1e-8);
    same("tanh", jet_tanh(a), interpolated(tanhl, a), 1e-8);
    same("atan", jet_atan(a), interpolated(atanl, a), 1e-8);
    same("sqr", jet_sqr(a), interpolated(square, a), 1e-8);
    same("tan", jet_tan(d), interpolated(tanl, d), 1e-7);
    same("asin", jet_asin(c), interpolated(asinl, c), 1e-7);
    same("acos", jet_acos(c), interpolated(acosl, c), 1e-7);
    same("sqrt", jet_sqrt(b), interpolated(sqrtl, b), 1e-7);
    same("log", jet_log(b), interpolated(logl, b), 1e-7);
    same("div", jet_div(1, b), interpolated(inverse, b), 1e-7);
    same("pow", jet_pow(b, 2.7), interpolated(power, b), 1e-7);
    same("powi", jet_powi(b, -7), interpolated(seventh, b), 1e-6);
}

/* ---- Identities ----------------------------------------------------------------------------- */

PROP(arithmetic_is_a_ring, 20000)
{
    jet a = draw(g, -3, 3), b = draw(g, -3, 3), c = draw(g, -3, 3), d = draw(g, 0.1, 3);
    double v = rng_uniform(g, -3, 3);
    same("a + b - b", jet_sub(jet_add(a, b), b), a, 1e-15);
    same("a b = b a", jet_mul(a, b), jet_mul(b, a), 1e-15);
    same("(a b) c", jet_mul(jet_mul(a, b), c), jet_mul(a, jet_mul(b, c)), 1e-13);
    same("a (b + c)", jet_mul(a, jet_add(b, c)), jet_add(jet_mul(a, b), jet_mul(a, c)), 1e-14);
    same("a^2", jet_sqr(a), jet_mul(a, a), 1e-15);
    same("(a/d) d", jet_mul(jet_div(a, d), d), a, 1e-10);
    same("-a", jet_neg(a), jet_sub(0, a), 0);
    same("a + v", jet_add(a, v), jet_add(a, jet_const(v)), 0);
    same("v + a", jet_add(v, a), jet_add(jet_const(v), a), 0);
    same("a - v", jet_sub(a, v), jet_sub(a, jet_const(v)), 0);
    same("v - a", jet_sub(v, a), jet_sub(jet_const(v), a), 0);
    same("a v", jet_mul(a, v), jet_mul(a, jet_const(v)), 0);
    same("v a", jet_mul(v, a), jet_mul(jet_const(v), a), 0);
    same("a/v", jet_div(a, v + 4), jet_div(a, jet_const(v + 4)), 1e-15);
    same("v/d", jet_div(v, d), jet_div(jet_const(v), d), 0);
    CHECK(jet_add(v, 1) == v + 1 && jet_sub(v, 1) == v - 1);
    CHECK(jet_mul(v, 2) == 2 * v && jet_div(v, 2) == v / 2);
    same("if", jet_if(1, a, b), a, 0);
    same("if not", jet_if(0, a, b), b, 0);
}

PROP(inverse_functions_undo_each_other, 20000)
{
    jet a = draw(g, 0.3, 3), b = draw(g, -1.4, 1.4), c = draw(g, -0.9, 0.9);
    same("exp log", jet_exp(jet_log(a)), a, 1e-11);
    same("log exp", jet_log(jet_exp(b)), b, 1e-11);
    same("sqrt^2", jet_sqr(jet_sqrt(a)), a, 1e-12);
    same("tan atan", jet_tan(jet_atan(a)), a, 1e-10);
    same("atan tan", jet_atan(jet_tan(b)), b, 1e-8);
    same("sin asin", jet_sin(jet_asin(c)), c, 1e-10);
    same("cos acos", jet_cos(jet_acos(c)), c, 1e-10);
    same("asin + acos", jet_add(jet_asin(c), jet_acos(c)), jet_const(acos(0)), 1e-13);
}

PROP(circular_and_hyperbolic_identities, 20000)
{
    jet a = draw(g, -3, 3), b = draw(g, -1.4, 1.4), one = jet_const(1), s = jet_sin(a),
        c = jet_cos(a);
    jet sh = jet_sinh(a), ch = jet_cosh(a);
    same("sin^2 + cos^2", jet_add(jet_sqr(s), jet_sqr(c)), one, 1e-13);
    same("cosh^2 - sinh^2", jet_sub(jet_sqr(ch), jet_sqr(sh)), one, 1e-10);
    same("cosh + sinh", jet_add(ch, sh), jet_exp(a), 1e-12);
    same("tan", jet_mul(jet_tan(b), jet_cos(b)), jet_sin(b), 1e-10);
    same("tanh", jet_mul(jet_tanh(a), ch), sh, 1e-11);
    same("sin 2a", jet_sin(jet_mul(2, a)), jet_mul(2, jet_mul(s, c)), 1e-12);
}

PROP(powers_agree, 20000)
{
    jet a = draw(g, 0.3, 3), b = draw(g, -3, 3);
    int n = rng_int(g, -6, 6);
    double p = rng_uniform(g, -3, 3);
    same("pow, powi", jet_pow(a, n), jet_powi(a, n), 1e-10);
    same("pow, exp log", jet_pow(a, p), jet_exp(jet_mul(p, jet_log(a))), 1e-10);
    same("a^p a^-p", jet_mul(jet_pow(a, p), jet_pow(a, -p)), jet_const(1), 1e-9);
    same("pow 1/2", jet_pow(a, 0.5), jet_sqrt(a), 1e-11);
    same("powi 0", jet_powi(b, 0), jet_const(1), 0);
    same("powi 3", jet_powi(b, 3), jet_mul(b, jet_mul(b, b)), 1e-14);
}

/* ---- Access --------------------------------------------------------------------------------- */

PROP(a_signal_is_read_at_now, 20000)
{
    double q[2][1 + SALTUS_SIGNAL] = {{0}}, t = rng_uniform(g, -5, 5);
    saltus_env env = {.t = t, .q = q[0], .stride = 1 + SALTUS_SIGNAL};
    int width = env.width = rng_int(g, 1, SALTUS_SIGNAL);
    jet_at e = {&env, width, -1, NULL, NULL, 0};
    jet r;
    q[1][0] = t - rng_uniform(g, 0, 1);
    for (int k = 0; k < width; k++) q[1][k + 1] = rng_uniform(g, -1, 1);
    r = jet_state(e, 1);
    for (int n = -4; n <= 4; n++) {
        long double s = n / 8.0L, h = (long double)t - (long double)q[1][0] + s, v = 0;
        for (int k = width; k >= 1; k--) v = v * h + (long double)q[1][k];
        CHECK_LE((double)fabsl(v - value(r, s)), 1e-14);
    }
    e.seed = 1;
    r = jet_state(e, 1);
    CHECK(r.c[1] == 1 && r.c[2] == 0 && r.c[3] == 0 && jet_state(e, 0).c[1] == 0);
    CHECK(jet_time(e).c[0] == t && jet_time(e).c[1] == 0);
    e.seed = -1;
    CHECK(jet_time(e).c[1] == 1);
}

TEST_MAIN()
