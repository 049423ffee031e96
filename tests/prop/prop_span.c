/* SPDX-License-Identifier: MIT */
/* prop_span.c - every operation of saltus_span.h and every row of saltus_elementary.h, on random
 * spans from tiny to huge.
 *
 * Containment: what C computes inside is inside, and so is what it computes with more digits. Where C
 * has no value, the span is unbounded. Tightness: on arguments of ordinary size a span is hardly
 * wider than what samples fill. */
#include "base/elementary.h"
#include "saltus_span.h"
#include "testing.h"

#include <float.h>

#define PI 3.14159265358979323846

/* ---- Random numbers and spans ------------------------------------------------------------------ */

static double any_bits(struct rng *g)
{
    for (;;) {
        uint64_t u = rng_u64(g);
        double v;
        memcpy(&v, &u, sizeof v);
        if (isfinite(v)) return v;
    }
}

/* Numbers where something happens. */
static double special(struct rng *g)
{
    static const double at[] = {0,       1,       2,          0.5,     3,    709,
                                710,     1e15,    5e-324,     DBL_MIN, 1e9,  1e300,
                                DBL_MAX, 1e-290,  1e-9,       PI / 2,  PI,   1.5 * PI,
                                2 * PI,  50 * PI, 2147483647, 745.2,   1e22, 1 - 1e-16};
    double v = rng_sign(g) * at[rng_int(g, 0, (int)(sizeof at / sizeof *at) - 1)];
    for (int n = rng_int(g, 0, 3); n > 0; n--) v = nextafter(v, rng_sign(g) * HUGE_VAL);
    return isfinite(v) ? v : DBL_MAX;
}

static double any_number(struct rng *g)
{
    switch (rng_int(g, 0, 7)) {
    case 0: return any_bits(g);
    case 1: return special(g);
    case 2: return rng_sign(g) * rng_log(g, 1e-320, 1e-300);
    case 3: return rng_sign(g) * rng_log(g, 1e-20, 1e20);
    case 4: return rng_int(g, -5, 5);
    default: return rng_uniform(g, -10, 10);
    }
}

static saltus_span any_span(struct rng *g)
{
    double a = any_number(g), b = a;
    switch (rng_int(g, 0, 9)) {
    case 0: break;
    case 1:
        for (int n = rng_int(g, 1, 5); n > 0; n--) b = nextafter(b, HUGE_VAL);
        break;
    case 2: b = a + rng_log(g, 1e-16, 1e3) * fabs(a); break;
    case 3: b = a + rng_log(g, 1e-10, 10); break;
    case 4: b = a + rng_uniform(g, 0, 7); break;
    case 5: b = HUGE_VAL; break;
    case 6: a = -HUGE_VAL; break;
    default: b = any_number(g);
    }
    if (rng_int(g, 0, 200) == 0) return span_all();
    return span_make(fmin(a, b), fmax(a, b));
}

static double inside(struct rng *g, saltus_span a)
{
    double lo = fmax(a.lo, -DBL_MAX), hi = fmin(a.hi, DBL_MAX), u = rng_uniform(g, 0, 1), v;
    switch (rng_int(g, 0, 6)) {
    case 0: return lo;
    case 1: return hi;
    case 2: v = any_number(g); break;
    case 3: v = nextafter(lo, HUGE_VAL); break;
    case 4: v = lo < 0 && hi > 0 ? 0 : lo + (hi / 2 - lo / 2) * u; break;
    default: v = lo * (1 - u) + hi * u;
    }
    return v < lo || v > hi ? (rng_sign(g) > 0 ? lo : hi) : v;
}

static void is_span(const char *name, saltus_span r)
{
    if (!(r.lo <= r.hi && r.lo <= DBL_MAX && r.hi >= -DBL_MAX))
        FAIL("%s gives [%a, %a]", name, r.lo, r.hi);
}

static void contains(const char *name, saltus_span a, saltus_span b, saltus_span r, double x,
                     double y, double v, long double truth)
{
    is_span(name, r);
    if (isnan(v) ? !span_is_all(r)
                 : !span_has(r, v) || !(isnan(truth) || (truth >= r.lo && truth <= r.hi)))
        FAIL("%s of [%a, %a], [%a, %a] is [%a, %a]: %a, %a gives %a = %La", name, a.lo, a.hi, b.lo,
             b.hi, r.lo, r.hi, x, y, v, truth);
}

/* ---- Operations ------------------------------------------------------------------------------ */

/* name, value, truth, where it is to be tried; X and Y are long double */
#define OPERATIONS(DO)                                                                             \
    DO(add, x + y, X + Y, 1)                                                                       \
    DO(sub, x - y, X - Y, 1)                                                                       \
    DO(mul, x *y, X *Y, 1)                                                                         \
    DO(div, x / y, X / Y, y != 0)                                                                  \
    DO(pow, pow(x, y), powl(X, Y), x != 0 || y >= 0)                                               \
    DO(max, fmax(x, y), fmaxl(X, Y), 1)                                                            \
    DO(min, fmin(x, y), fminl(X, Y), 1)                                                            \
    DO(hull, rng_sign(g) > 0 ? x : y, span_has(a, x) ? X : Y, 1)                                   \
    DO(meet, x, X, span_has(b, x))

PROP(operations_of_two_contain_their_samples, 100000)
{
#define TRY(name, value, truth, where)                                                             \
    {                                                                                              \
        saltus_span a = any_span(g), b = any_span(g), r = span_##name(a, b);                       \
        is_span(#name, r);                                                                         \
        for (int k = 0; k < 10; k++) {                                                             \
            double x = inside(g, a), y = inside(g, b);                                             \
            long double X                                                                          \
            = x, Y = y;                                                                            \
            if (where) contains(#name, a, b, r, x, y, value, truth);                               \
            (void)X                                                                                \
            , (void)Y;                                                                             \
        }                                                                                          \
    }
    OPERATIONS(TRY)
#undef TRY
}

static double repeated(double x, int n)
{
    double r = 1, b = x;
    for (unsigned m = (unsigned)abs(n); m; m >>= 1, b *= b)
        if (m & 1) r *= b;
    return n < 0 ? 1 / r : r;
}

PROP(operations_of_one_contain_their_samples, 100000)
{
    saltus_span a = any_span(g), none = {0, 0};
    double v = any_number(g);
    int n = rng_int(g, 0, 3) ? rng_int(g, -9, 9) : rng_int(g, -2000, 2000);
    for (int k = 0; k < 10; k++) {
        double x = inside(g, a);
        long double X
        = x;
        contains("neg", a, none, span_neg(a), x, 0, -x, -X);
        contains("sqr", a, none, span_sqr(a), x, 0, x * x, X * X);
        contains("scale", a, none, span_scale(a, v), x, v, x * v, X * v);
        contains("floor", a, none, span_floor(a), x, 0, floor(x), floorl(X));
        contains("ceil", a, none, span_ceil(a), x, 0, ceil(x), ceill(X));
        if (x != 0 || n >= 0)
            contains("pow_int", a, none, span_pow_int(a, n), x, n, pow(x, n), powl(X, n));
        /* Repeated squares overflow on the way to 1/r, and underflow: compare where neither happens. */
        if (fabs(log(fabs(x)) * n) < 600)
            contains("pow_int", a, none, span_pow_int(a, n), x, n, repeated(x, n), powl(X, n));
        CHECK(span_abs_max(a) >= fabs(x));
        CHECK(span_width(a) >= x - a.lo && span_width(a) >= a.hi - x);
    }
}

static double elementary_sign(double x)
{
    return (x > 0) - (x < 0);
}

static long double elementary_signl(long double x)
{
    return (x > 0) - (x < 0);
}

PROP(elementary_functions_contain_their_samples, 100000)
{
#define CALL_1(f, s, x, y) f##s(x)
#define CALL_2(f, s, x, y) f##s(x, y)
#define ROW(NAME, name, c, n, ...)                                                                 \
    {                                                                                              \
        saltus_span a = any_span(g), b = any_span(g), r = CALL_##n(span_, name, a, b);             \
        for (int k = 0; k < 10; k++) {                                                             \
            double x = inside(g, a), y = inside(g, b);                                             \
            contains(#name, a, b, r, x, y, CALL_##n(c, , x, y), CALL_##n(c, l, x, y));             \
        }                                                                                          \
    }
    SALTUS_ELEMENTARY(ROW, )
#undef ROW
}

/* ---- Compositions ---------------------------------------------------------------------------- */

enum { DEPTH = 24, ARGUMENTS = 3, OPS = 11 + ELEMENTARY_COUNT };

struct line {
    int op, a, b, n;
};

static saltus_span line_span(const struct line *l, const saltus_span *v)
{
    saltus_span a = v[l->a], b = v[l->b];
    switch (l->op) {
    case 0: return span_add(a, b);
    case 1: return span_sub(a, b);
    case 2: return span_mul(a, b);
    case 3: return span_div(a, b);
    case 4: return span_sqr(a);
    case 5: return span_pow_int(a, l->n);
    case 6: return span_pow(a, b);
    case 7: return span_max(a, b);
    case 8: return span_min(a, b);
    case 9: return span_scale(a, l->n / 8.0);
    case 10: return span_floor(a);
#define ROW(NAME, name, c, n, ...)                                                                 \
    case 11 + ELEMENTARY_##NAME: return CALL_##n(span_, name, a, b);
        SALTUS_ELEMENTARY(ROW, )
#undef ROW
    default: return span_all();
    }
}

/* A NaN, or what a sign of 0 decides: not to be compared. */
static double line_value(const struct line *l, const double *v)
{
    double a = v[l->a], b = v[l->b];
    switch (l->op) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return b == 0 ? NAN : a / b;
    case 4: return a * a;
    case 5: return a == 0 && l->n < 0 ? NAN : pow(a, l->n);
    case 6: return a == 0 && b < 0 ? NAN : pow(a, b);
    case 7: return isnan(a) || isnan(b) ? NAN : fmax(a, b);
    case 8: return isnan(a) || isnan(b) ? NAN : fmin(a, b);
    case 9: return a * (l->n / 8.0);
    case 10: return floor(a);
    case 11 + ELEMENTARY_SIGN: return isnan(a) ? NAN : elementary_sign(a);
    default: return elementary_value((enum elementary)(l->op - 11), a, b);
    }
}

PROP(compositions_contain_their_samples, 60000)
{
    struct line code[DEPTH];
    saltus_span s[ARGUMENTS + DEPTH];
    double v[ARGUMENTS + DEPTH];
    for (int i = 0; i < ARGUMENTS; i++) s[i] = any_span(g);
    for (int i = 0; i < DEPTH; i++) {
        code[i] = (struct line){rng_int(g, 0, 1) ? rng_int(g, 0, 4) : rng_int(g, 0, OPS - 1),
                                rng_int(g, 0, ARGUMENTS + i - 1), rng_int(g, 0, ARGUMENTS + i - 1),
                                rng_int(g, -6, 9)};
        s[ARGUMENTS + i] = line_span(&code[i], s);
        is_span("composition", s[ARGUMENTS + i]);
    }
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < ARGUMENTS; i++) v[i] = inside(g, s[i]);
        for (int i = 0; i < DEPTH; i++) {
            double x = v[ARGUMENTS + i] = line_value(&code[i], v);
            if (!isnan(x) && !span_has(s[ARGUMENTS + i], x))
                FAIL("line %d, operation %d: %a is not in [%a, %a]", i, code[i].op, x,
                     s[ARGUMENTS + i].lo, s[ARGUMENTS + i].hi);
        }
    }
}

/* ---- Tightness ------------------------------------------------------------------------------- */

static void tight(const char *name, saltus_span a, saltus_span b, saltus_span r, double lo,
                  double hi, double size)
{
    if (!(r.hi - r.lo <= 1.05 * (hi - lo) + 64 * DBL_EPSILON * size))
        FAIL("%s of [%g, %g], [%g, %g]: [%a, %a], and samples from %a to %a", name, a.lo, a.hi,
             b.lo, b.hi, r.lo, r.hi, lo, hi);
}

static saltus_span ordinary(struct rng *g, double from, double to)
{
    double a = rng_uniform(g, from, to), b = a + rng_int(g, 0, 1) * (rng_uniform(g, from, to) - a);
    return span_make(fmin(a, b), fmax(a, b));
}

#define FILL(name, r, expression)                                                                  \
    {                                                                                              \
        double low = HUGE_VAL, high = -HUGE_VAL;                                                   \
        for (int i = 0; i <= 60; i++)                                                              \
            for (int j = 0; j <= 60; j++) {                                                        \
                double x = fmin(a.lo + (a.hi - a.lo) * i / 60, a.hi);                              \
                double y = fmin(b.lo + (b.hi - b.lo) * j / 60, b.hi), v = expression;              \
                (void)x, (void)y, low = fmin(low, v), high = fmax(high, v);                        \
            }                                                                                      \
        tight(name, a, b, r, low, high, fmax(1, fmax(fabs(low), fabs(high))));                     \
    }

PROP(spans_are_no_wider_than_needed, 300)
{
    saltus_span a = ordinary(g, -3, 3), b = ordinary(g, 0.5, 3);
    FILL("add", span_add(a, b), x + y)
    FILL("sub", span_sub(a, b), x - y)
    FILL("mul", span_mul(a, b), x * y)
    FILL("div", span_div(a, b), x / y)
    FILL("pow", span_pow(b, a), pow(y, x))
    FILL("sqr", span_sqr(a), x * x)
    FILL("pow_int", span_pow_int(a, 3), x * x * x)
    FILL("max", span_max(a, b), fmax(x, y))
    FILL("scale", span_scale(a, -3), -3 * x)
#define ROW(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, lo, hi, ...)                            \
    {                                                                                              \
        double from = fmax(lo, -1.5), to = fmin(hi, 1.5);                                          \
        a = ordinary(g, from + 0.05, to - 0.05), b = ordinary(g, 0.1, 2);                          \
        FILL(#name, CALL_##n(span_, name, a, b), CALL_##n(c, , x, y))                              \
    }
    SALTUS_ELEMENTARY(ROW, )
#undef ROW
}

/* ---- Rules ----------------------------------------------------------------------------------- */

TEST(what_a_nan_touches_is_unbounded)
{
    const saltus_span bad[] = {{NAN, 1}, {1, NAN}, {NAN, NAN}}, zero = {0, 0}, two = {1, 2};
    CHECK(span_is_all(span_of(NAN)) && span_is_all(span_make(NAN, 1)) &&
          span_is_all(span_make(2, 1)));
    CHECK(span_is_all(span_scale(two, NAN)) && span_is_zero(span_scale(zero, NAN)));
    for (int k = 0; k < 3; k++) {
        saltus_span a = bad[k];
#define TRY(name, value, truth, where)                                                             \
    if (!span_is_all(span_##name(a, two)) || !span_is_all(span_##name(two, a)))                    \
        FAIL("%s, %d", #name, k);
        OPERATIONS(TRY)
#undef TRY
        CHECK(span_is_all(span_sqr(a)) && span_is_all(span_pow_int(a, 3)) &&
              span_is_all(span_neg(a)));
        CHECK(span_abs_max(a) > DBL_MAX && span_width(a) > DBL_MAX && !span_has(a, NAN));
#define ROW(NAME, name, c, n, ...)                                                                 \
    if (!span_is_all(CALL_##n(span_, name, a, two))) FAIL("%s, %d", #name, k);
        SALTUS_ELEMENTARY(ROW, )
#undef ROW
    }
}

TEST(zero_is_exact)
{
    const saltus_span zero = {0, 0}, any = {-3, HUGE_VAL};
    CHECK(span_is_zero(span_mul(zero, span_all())) && span_is_zero(span_mul(any, zero)));
    CHECK(span_is_zero(span_add(zero, zero)) && span_is_zero(span_sub(zero, zero)) &&
          span_is_zero(span_sqr(zero)));
    CHECK(span_is_zero(span_div(zero, span_make(1, HUGE_VAL))) &&
          span_is_zero(span_pow_int(zero, 3)));
    CHECK(span_is_all(span_mul(span_make(0, 1), span_all())) && span_is_all(span_div(zero, zero)));
}

/* At a point a span is as wide as its roundings, also where a function has an extremum. */
TEST(points_stay_narrow)
{
    static const double at[] = {0, -0.0, 5e-324, -1e-300, 1e-9, 0.5, -0.5};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        CHECK_LE(span_width(span_cos(span_of(at[k]))), 1e-14);
        CHECK_LE(span_width(span_sin(span_of(at[k]))), 1e-14);
        CHECK_LE(span_width(span_cosh(span_of(at[k]))), 1e-14);
    }
    CHECK_LE(1 - 1e-14, span_cos(span_make(-1e-9, 0)).lo);
    CHECK_LE(1 - 1e-14, span_cos(span_make(0, 1e-9)).lo);
    CHECK(span_cos(span_make(-1e-9, 1)).hi == 1 && span_cos(span_make(2, 4)).lo == -1);
}

TEST(half_bounded)
{
    saltus_span r = span_div(span_make(1, 2), span_make(0, 4));
    CHECK(r.lo <= 0.25 && r.lo > 0.24 && r.hi > DBL_MAX);
    r = span_div(span_make(1, 2), span_make(-4, 0));
    CHECK(r.hi >= -0.25 && r.hi < -0.24 && r.lo < -DBL_MAX);
    r = span_div(span_of(1),
                 span_add(span_of(1), span_exp(span_make(-1, 1000)))); /* a steep sigmoid */
    CHECK(r.lo >= 0 && r.hi < 0.74);
    r = span_exp(span_make(-1e4, -800));
    CHECK(r.lo == 0 && r.hi < 1e-300);
}

TEST(kinks_and_jumps_are_told)
{
    CHECK_EQ_INT(span_abs_smooth(span_make(-1, 1)), 2);
    CHECK_EQ_INT(span_abs_smooth(span_make(1, 2)), SALTUS_SERIES);
    CHECK_EQ_INT(span_sign_smooth(span_make(-1, 0)), 1);
    CHECK_EQ_INT(span_sin_smooth(span_make(-1, 1)), SALTUS_SERIES);
    CHECK_EQ_INT(span_atan2_smooth(span_make(-1, 1), span_make(-2, -1)), 1);
    CHECK_EQ_INT(span_atan2_smooth(span_make(1, 2), span_make(-2, -1)), SALTUS_SERIES);
    CHECK_EQ_INT(span_atan2_smooth(span_make(-1, 1), span_make(1, 2)), SALTUS_SERIES);
}

TEST_MAIN()
