/* SPDX-License-Identifier: MIT */
/* test_horizon.c - functions that are flat now and steep later, by every quantized method.
 *
 *     s' = 1,   x' = d y,   y = 1/(1 + exp(-20 (s - 5))),   guard: y > 0.7
 *
 * x and its first derivatives vanish to 1e-40 at the start, and so does the guard's slope. The
 * range is written by hand, from y' = 20 s' y (1 - y). d is 1, or becomes 1 at a clock. */
#include "quantized.h"
#include "saltus_jet.h"
#include "saltus_span.h"
#include "testing.h"

static const double gain = 20;

SALTUS_INLINE jet sigmoid(jet_at e)
{
    return jet_div(1, jet_add(1, jet_exp(jet_mul(-gain, jet_sub(jet_state(e, 0), 5)))));
}
SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    if (i == 0) return jet_const(1);
    return jet_mul(jet_discrete(e, 0), sigmoid(e));
}
SALTUS_FUNCTION(f)
static int f_affine(const saltus_env *e, int32_t i)
{
    (void)e;
    return i == 0;
}
SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    (void)k;
    return jet_sub(sigmoid(e), 0.7);
}
SALTUS_FUNCTION(z)

static saltus_span logistic(saltus_span u)
{
    saltus_span one = span_of(1);
    return span_div(one, span_add(one, span_exp(span_neg(u))));
}

static int range(const saltus_box *b, saltus_kind kind, int32_t i, int order, saltus_span *r)
{
    saltus_span y[SALTUS_SERIES], p[SALTUS_SERIES];
    if (kind == SALTUS_STATE && i == 0) {
        for (int k = 0; k < order; k++) r[k] = span_of(k == 0);
        return 1;
    }
    y[0] = logistic(span_scale(span_sub(b->q[0], span_of(5)), gain));
    for (int k = 0; k < order; k++) {
        saltus_span sum = span_of(0);
        p[k] = y[k]; /* y (1 - y) */
        for (int j = 0; j <= k; j++) p[k] = span_sub(p[k], span_mul(y[j], y[k - j]));
        for (int j = 0; j <= k && j + 1 < b->width; j++)
            sum = span_add(sum, span_mul(span_scale(b->q[j + 1], j + 1), p[k - j]));
        if (k + 1 < order) y[k + 1] = span_scale(sum, gain / (k + 1));
    }
    for (int k = 0; k < order; k++) r[k] = y[k];
    if (kind == SALTUS_GUARD) r[0] = span_sub(r[0], span_of(0.7));
    for (int k = 0; kind == SALTUS_STATE && k < order; k++) r[k] = span_scale(r[k], b->env->d[0]);
    return 1;
}

/* ---- The same through a sum of three terms, and through a delay by 1 -------------------------- */

SALTUS_INLINE jet third(jet_at e, int32_t j)
{
    (void)j;
    return jet_div(sigmoid(e), 3);
}
SALTUS_FUNCTION(third)
SALTUS_INLINE jet past(jet_at e, int32_t k)
{
    (void)k;
    return sigmoid(e);
}
SALTUS_FUNCTION(past)
SALTUS_INLINE jet g(jet_at e, int32_t i)
{
    if (i == 0) return jet_const(1);
    return jet_mul(jet_discrete(e, 0), i == 1 ? jet_sum(e, 3, 0) : jet_delay(e, 4, 0));
}
SALTUS_FUNCTION(g)
static int g_affine(const saltus_env *e, int32_t i)
{
    (void)e, (void)i;
    return 1;
}
SALTUS_INLINE jet through(jet_at e, int32_t k)
{
    return jet_sub(k ? jet_delay(e, 4, 0) : jet_sum(e, 3, 0), 0.7);
}
SALTUS_FUNCTION(through)

static int range_through(const saltus_box *b, saltus_kind kind, int32_t i, int order,
                         saltus_span *r)
{
    const saltus_span *signal = b->q + (3 + (kind == SALTUS_GUARD ? i : i - 1)) * b->stride;
    if (kind == SALTUS_SUM || kind == SALTUS_DELAY) {
        range(b, SALTUS_OUTPUT, 0, order, r);
        for (int k = 0; kind == SALTUS_SUM && k < order; k++) r[k] = span_scale(r[k], 1.0 / 3);
        return 1;
    }
    if (kind == SALTUS_STATE && i == 0) return range(b, kind, i, order, r);
    for (int k = 0; k < order; k++) {
        r[k] = k < b->width ? signal[k] : span_of(0);
        if (kind == SALTUS_STATE) r[k] = span_scale(r[k], b->env->d[0]);
    }
    if (kind == SALTUS_GUARD) r[0] = span_sub(r[0], span_of(0.7));
    return 1;
}

static int32_t three(const saltus_env *e, int32_t k)
{
    (void)e, (void)k;
    return 3;
}
static double lag(const saltus_env *e, int32_t k)
{
    (void)e, (void)k;
    return 1;
}

static double next(const saltus_env *e, int32_t k)
{
    (void)k;
    return e->d[0] == 0 ? 2 : INFINITY;
}
static void handle(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_assign(ev, 0, 1);
}

static const saltus_variable states[] = {{.name = "s"}, {.name = "x"}, {.name = NULL}};
static const saltus_variable discretes[] = {{.name = "d", .start = 1}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "y > 0.7"}, {.name = NULL}};
static const saltus_guard clocks[] = {{.name = "begin"}, {.name = NULL}};
static const saltus_model model = {.abi = SALTUS_ABI,
                                   .name = "flat",
                                   .states = states,
                                   .discretes = discretes,
                                   .guards = guards,
                                   .clocks = clocks,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                   .guard = SALTUS_FUNCTION_OF(z),
                                   .next = next,
                                   .handle = handle,
                                   .range = range};

static const saltus_variable states3[] = {
    {.name = "s"}, {.name = "x"}, {.name = "w"}, {.name = NULL}};
static const saltus_variable sums[] = {{.name = "S"}, {.name = NULL}};
static const saltus_variable delays[] = {{.name = "D"}, {.name = NULL}};
static const saltus_guard guards2[] = {{.name = "S > 0.7"}, {.name = "D > 0.7"}, {.name = NULL}};
static const saltus_model signals = {.abi = SALTUS_ABI,
                                     .name = "signals",
                                     .states = states3,
                                     .discretes = discretes,
                                     .guards = guards2,
                                     .der = SALTUS_AFFINE_FUNCTION_OF(g),
                                     .guard = SALTUS_FUNCTION_OF(through),
                                     .sums = sums,
                                     .terms = three,
                                     .term = SALTUS_FUNCTION_OF(third),
                                     .delays = delays,
                                     .lag = lag,
                                     .delayed = SALTUS_FUNCTION_OF(past),
                                     .range = range_through};

struct seen {
    int count;
    double t;
};

static int fired(void *user, double t, saltus_kind kind, int32_t k, int direction)
{
    struct seen *seen = user;
    (void)k, (void)direction;
    if (kind != SALTUS_GUARD) return 0;
    seen->count++;
    seen->t = t;
    return 0;
}

static void check(const saltus_method_info *m, double tolerance, double d)
{
    saltus_options o = saltus_defaults();
    saltus_set set = {"d", d};
    struct seen seen = {0, 0};
    saltus_sim *s;
    double x, at = 5 + log(0.7 / 0.3) / gain;
    o.method = m->name;
    o.rel = 0;
    o.abs = tolerance;
    o.sets = &set;
    o.n_sets = 1;
    o.fired = fired;
    o.user = &seen;
    CHECK_EQ_INT(saltus_sim_new(&model, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    x = saltus_sim_value(s, 1, 10);
    saltus_sim_free(s);
    if (!(fabs(x - 5) <= 7 * tolerance))
        FAIL("%s, quantum %g: x(10) = %g instead of 5", m->name, tolerance, x);
    if (seen.count != 1) FAIL("%s, quantum %g: %d events", m->name, tolerance, seen.count);
    if (!(fabs(seen.t - at) <= (m->order > 1 ? 1e-10 : 3 * tolerance)))
        FAIL("%s, quantum %g: event at %.15g, not %.15g", m->name, tolerance, seen.t, at);
}

static void every_method(double d)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++)
        for (double tolerance = 1e-2; tolerance > (list[k].order > 1 ? 5e-7 : 5e-4);
             tolerance /= 10)
            check(&list[k], tolerance, d);
}

TEST(a_flat_beginning_is_not_slept_through)
{
    every_method(1);
}

/* While d is 0 everything is certain forever; that must be forgotten. */
TEST(what_was_certain_is_forgotten_with_a_discrete)
{
    every_method(0);
}

static int fired_at(void *user, double t, saltus_kind kind, int32_t k, int direction)
{
    struct seen *seen = user;
    (void)kind, (void)direction;
    seen[k].count++;
    seen[k].t = t;
    return 0;
}

static void check_signals(const saltus_method_info *m, double tolerance)
{
    saltus_options o = saltus_defaults();
    struct seen seen[2] = {{0, 0}, {0, 0}};
    saltus_sim *s;
    o.method = m->name;
    o.rel = 0;
    o.abs = tolerance;
    o.fired = fired_at;
    o.user = seen;
    CHECK_EQ_INT(saltus_sim_new(&signals, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    for (int k = 0; k < 2; k++) {
        double x = saltus_sim_value(s, 1 + k, 10), at = 5 + k + log(0.7 / 0.3) / gain;
        if (!(fabs(x - 5 + k) <= 7 * tolerance))
            FAIL("%s, quantum %g: %s = %g", m->name, tolerance, k ? "w" : "x", x);
        if (seen[k].count != 1)
            FAIL("%s, quantum %g: guard %d, %d events", m->name, tolerance, k, seen[k].count);
        if (!(fabs(seen[k].t - at) <= 3 * tolerance))
            FAIL("%s, quantum %g: event at %.15g, not %.15g", m->name, tolerance, seen[k].t, at);
    }
    saltus_sim_free(s);
}

TEST(sums_and_delays_are_not_slept_through)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++)
        for (double tolerance = 1e-2; tolerance > (list[k].order > 1 ? 5e-6 : 5e-4);
             tolerance /= 10)
            check_signals(&list[k], tolerance);
}

TEST_MAIN()
