/* SPDX-License-Identifier: MIT */
/* prop_elementary.c - every row of saltus_elementary.h, on random arguments.
 *
 * The rows are one rule with many readers. Here each reader is compared with another: jets with the definition, compiled
 * series with jets, symbolic derivatives with series, C with the interpreter. A new row is tested without a new line. */
#include "code_models.h"
#include "domain.h"
#include "saltus_compile.h"
#include "taylor_bench.h"

#include <stdio.h>

static bool close_to(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * fmax(1, fmax(fabs(a), fabs(b)));
}

/* ---- Jets, by definition --------------------------------------------------------------------- */

typedef long double plain_fn(long double x);

/* Taylor coefficients at 0 of the polynomial through f(a(s)) at 13 points (Newton). */
static jet interpolated(plain_fn *f, jet a)
{
    enum { POINTS = 13 };
    long double s[POINTS], d[POINTS], c[POINTS] = {0}, h = 0.002L;
    jet r;
    for (int i = 0; i < POINTS; i++) {
        s[i] = h * (i - POINTS / 2);
        d[i] = f(a.c[0] + s[i] * (a.c[1] + s[i] * (a.c[2] + s[i] * (a.c[3] + s[i] * a.c[4]))));
    }
    for (int j = 1; j < POINTS; j++)
        for (int i = POINTS - 1; i >= j; i--) d[i] = (d[i] - d[i - 1]) / (s[i] - s[i - j]);
    for (int i = POINTS - 1; i >= 0; i--) { /* c := c (s - s_i) + d_i */
        for (int k = POINTS - 1; k > 0; k--) c[k] = c[k - 1] - s[i] * c[k];
        c[0] = d[i] - s[i] * c[0];
    }
    for (int k = 0; k < SALTUS_SERIES; k++) r.c[k] = (double)c[k];
    return r;
}

static jet draw(struct rng *g, int f)
{
    double lo, hi;
    jet a;
    domain_of(f, &lo, &hi);
    a = jet_const(rng_uniform(g, lo, hi));
    for (int k = 1; k < SALTUS_SERIES; k++) a.c[k] = rng_int(g, 0, 4) ? rng_uniform(g, -1, 1) : 0;
    return a;
}

static void same(const char *name, jet a, jet b)
{
    double size = 1;
    for (int k = 0; k < SALTUS_SERIES; k++) size = fmax(size, fabs(b.c[k]));
    for (int k = 0; k < SALTUS_SERIES; k++)
        if (!(fabs(a.c[k] - b.c[k]) <= 1e-6 * size))
            FAIL("%s: coefficient %d is %.17g, not %.17g", name, k, a.c[k], b.c[k]);
}

PROP(jets_are_the_series_of_the_function_of_c, 3000)
{
#define ROW(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, ...)                                    \
    ELEMENTARY_JET_##SERIES##_##n({                                                                \
        jet a = draw(g, ELEMENTARY_##NAME);                                                        \
        same(#name, jet_##name(a), interpolated(c##l, a));                                         \
    })
    SALTUS_ELEMENTARY(ROW, )
#undef ROW
}

/* ---- Range on an interval --------------------------------------------------------------------- */

/* Is this how f goes from a to b > a? Up to the last digits. */
static bool goes(const struct elementary_row *row, double a, double b, double fa, double fb)
{
    double some = 1e-15 * fmax(fabs(fa), fabs(fb));
    switch (row->range) {
    case ELEMENTARY_RISING: return fa <= fb + some;
    case ELEMENTARY_FALLING: return fb <= fa + some;
    case ELEMENTARY_VALLEY: return a >= 0 ? fa <= fb + some : b <= 0 ? fb <= fa + some : true;
    case ELEMENTARY_WAVE: return fabs(fa) <= 1 && fabs(fb) <= 1;
    default: return true; /* poles, planes: nothing is said */
    }
}

PROP(ranges_are_as_the_row_says, 5000)
{
    for (int f = 0; f < ELEMENTARY_COUNT; f++) {
        const struct elementary_row *row = elementary_row((enum elementary)f);
        double lo = fmax(row->lo, -700), hi = fmin(row->hi, 700), a = rng_uniform(g, lo, hi),
               b = rng_uniform(g, lo, hi), from = fmin(a, b), to = fmax(a, b);
        if (!goes(row, from, to, elementary_value((enum elementary)f, from, 1),
                  elementary_value((enum elementary)f, to, 1)))
            FAIL("%s from %.17g to %.17g", row->name, from, to);
    }
}

/* ---- Series of the compiler, symbolic derivatives -------------------------------------------- */

/* f of the states 1 and 2. */
static struct ir *of_states(struct bench *b, int f)
{
    bool two = elementary_row((enum elementary)f)->arity == 2;
    return ir_math(b->m, (enum elementary)f, b->state[0], two ? b->state[1] : NULL);
}

static jet signal(struct bench *b, int k)
{
    return jet_state((jet_at){&b->env, b->env.width, -1, NULL, NULL, 0}, k);
}

/* Of two arguments, the jet rounds in its own way. */
static void compare_series(struct bench *b, int f, int order)
{
    const struct elementary_row *row = elementary_row((enum elementary)f);
    jet a = signal(b, 0), r = bench_math((enum elementary)f, a);
    double c[5] = {9, 9, 9, 9, 9};
#define ROW(NAME, name, c_, n, ...)                                                                \
    TWO_##n(if (f == ELEMENTARY_##NAME) r = jet_##name(a, signal(b, 1));)
#define TWO_1(...)
#define TWO_2(...) __VA_ARGS__
    SALTUS_ELEMENTARY(ROW, )
#undef ROW
    b->model->output.eval(&b->env, f, order, c);
    for (int i = 0; i < 5; i++)
        if (i >= order        ? c[i] != 9
            : row->arity == 1 ? c[i] != r.c[i]
                              : !close_to(c[i], r.c[i], 1e-12))
            FAIL("%s width %d order %d: c[%d] = %.17g, jet %.17g", row->name, b->env.width, order,
                 i, c[i], r.c[i]);
}

PROP(compiled_series_are_the_jets, 100)
{
    struct bench b;
    bench_open(&b, ELEMENTARY_COUNT);
    for (int f = 0; f < ELEMENTARY_COUNT; f++) def_new(&b, b.y, false, f, of_states(&b, f));
    bench_make(&b);
    for (int f = 0; f < ELEMENTARY_COUNT; f++)
        for (int width = 1; width <= 4; width++)
            for (int order = 1; order <= 5; order++) {
                double lo, hi;
                domain_of(f, &lo, &hi);
                bench_fill(&b, g, width, lo, hi);
                compare_series(&b, f, order);
            }
    bench_close(&b);
}

/* Outputs of a row: f, and its derivatives with respect to its arguments. */
PROP(symbolic_derivatives_are_the_slopes_of_the_series, 300)
{
    struct bench b;
    bench_open(&b, 3 * ELEMENTARY_COUNT);
    for (int f = 0; f < ELEMENTARY_COUNT; f++) {
        struct ir *e = of_states(&b, f);
        def_new(&b, b.y, false, 3 * f, e);
        for (int k = 0; k < 2; k++)
            def_new(&b, b.y, false, 3 * f + 1 + k, ir_diff(b.m, e, b.state[k]));
    }
    bench_make(&b);
    for (int f = 0; f < ELEMENTARY_COUNT; f++) {
        double lo, hi, series[2], by[2], value;
        jet a, z;
        domain_of(f, &lo, &hi);
        bench_fill(&b, g, 2, lo, hi);
        a = signal(&b, 0), z = signal(&b, 1);
        b.model->output.eval(&b.env, 3 * f, 2, series);
        for (int k = 0; k < 2; k++) b.model->output.eval(&b.env, 3 * f + 1 + k, 1, &by[k]);
        value = elementary_value((enum elementary)f, a.c[0], z.c[0]);
        if (series[0] != value || !close_to(series[1], by[0] * a.c[1] + by[1] * z.c[1], 1e-12))
            FAIL("%s at %g: value %.17g, not %.17g; slope %.17g, not %.17g",
                 elementary_row((enum elementary)f)->name, a.c[0], series[0], value, series[1],
                 by[0] * a.c[1] + by[1] * z.c[1]);
    }
    bench_close(&b);
}

/* ---- Text to C and to the interpreter --------------------------------------------------------- */

enum { STATES = 2 + ELEMENTARY_COUNT };

/* der(y) = f(an argument in its domain, for x and z in (0, 1)), and the time derivative of that as an output. */
static char *text_of_all(void)
{
    static char text[STATES * 400];
    size_t n = (size_t)snprintf(text, sizeof text, "model M Real x, z;\n");
    for (int f = 0; f < ELEMENTARY_COUNT; f++)
        n += (size_t)snprintf(text + n, sizeof text - n, "Real y%d, d%d;\n", f, f);
    n += (size_t)snprintf(text + n, sizeof text - n, "equation der(x) = z; der(z) = -x;\n");
    for (int f = 0; f < ELEMENTARY_COUNT; f++) {
        const struct elementary_row *row = elementary_row((enum elementary)f);
        bool steady = row->series == ELEMENTARY_SERIES_JUMP;
        char call[200];
        double lo, hi;
        domain_of(f, &lo, &hi);
        snprintf(call, sizeof call, "noEvent(%s(%.17g + %.17g*x%s))", row->name, lo, hi - lo,
                 row->arity == 2 ? ", 2 - z" : "");
        n += (size_t)snprintf(text + n, sizeof text - n, "der(y%d) = %s; d%d = %s(%s);\n", f, call,
                              f, steady ? "" : "der", call);
    }
    snprintf(text + n, sizeof text - n, "end M;\n");
    return text;
}

static saltus_compiled *compile(saltus_backend backend)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    const char *text = text_of_all();
    o.backend = backend;
    own_cache();
    if (saltus_compile_text("all.mo", text, strlen(text), &o, &c)) FAIL("not compiled:\n%s", text);
    return c;
}

/* Signals about now; the slopes of x and z are their derivatives. */
static void fill(double *q, struct rng *g)
{
    double x = rng_uniform(g, 0, 1), z = rng_uniform(g, 0, 1);
    for (int k = 0; k < 5 * STATES; k++) q[k] = k % 5 > 2 ? rng_uniform(g, -1, 1) : 0;
    q[1] = x, q[2] = z;
    q[6] = z, q[7] = -x;
}

static void compare(const saltus_model *const m[2], double *q, int f)
{
    const struct elementary_row *row = elementary_row((enum elementary)f);
    double der[2][5] = {{0}}, out[2][5] = {{0}}, by[2];
    for (int k = 0; k < 2; k++) {
        saltus_env e = {.q = q, .stride = 5, .width = 4, .model = m[k], .fault = on_fault};
        m[k]->der.eval(&e, 2 + f, 5, der[k]);
        m[k]->output.eval(&e, f, 5, out[k]);
        by[k] = m[k]->der.partial(&e, 2 + f, 0);
    }
    if (memcmp(der[0], der[1], sizeof der[0]) != 0 || memcmp(out[0], out[1], sizeof out[0]) != 0 ||
        by[0] != by[1])
        FAIL("%s: C and interpreter differ: %.17g %.17g", row->name, der[0][1], der[1][1]);
    if (row->series != ELEMENTARY_SERIES_JUMP && !close_to(der[0][1], out[0][0], 1e-12))
        FAIL("%s: slope of the series %.17g, derivative %.17g", row->name, der[0][1], out[0][0]);
}

TEST(native_code_is_the_interpreter_bit_for_bit)
{
    saltus_compiled *c[2] = {compile(SALTUS_NATIVE), compile(SALTUS_INTERPRETED)};
    const saltus_model *const m[2] = {saltus_compiled_model(c[0]), saltus_compiled_model(c[1])};
    double q[5 * STATES];
    for (int turn = 0; turn < 200; turn++) {
        fill(q, g);
        for (int i = 0; i < ELEMENTARY_COUNT; i++) compare(m, q, i);
    }
    for (int k = 0; k < 2; k++) saltus_compiled_free(c[k]);
}

TEST_MAIN()
