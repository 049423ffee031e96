/* SPDX-License-Identifier: MIT */
/* test_delays.c - delays against solutions by the method of steps.
 *
 *     x' = -x(t - 1), x = 1 before 0:   x = sum over k >= 0, k < t + 1, of (-1)^k (t - k + 1)^k / k! */
#include "heard.h"
#include "saltus_jet.h"

static saltus_options options(const char *method, double quantum)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    return o;
}

static saltus_sim *run(const saltus_model *m, const char *method, double quantum, double until)
{
    saltus_options o = options(method, quantum);
    saltus_sim *s;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, until), SALTUS_OK);
    return s;
}

/* ---- x' = -x(t - 1) --------------------------------------------------------------------------- */

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return (void)i, jet_neg(jet_delay(e, 1, 0));
}
SALTUS_AFFINE_FUNCTION(f)
SALTUS_INLINE jet u(jet_at e, int32_t k)
{
    return jet_state(e, k);
}
SALTUS_AFFINE_FUNCTION(u)
SALTUS_INLINE jet y(jet_at e, int32_t k)
{
    return (void)k, jet_delay(e, 1, 0);
}
SALTUS_FUNCTION(y)
static double lag(const saltus_env *e, int32_t k)
{
    return e->p[k];
}

static const saltus_variable x1[] = {{.name = "x", .start = 1}, {.name = NULL}};
static const saltus_variable lags[] = {{.name = "lag", .start = 1}, {.name = NULL}};
static const saltus_variable one[] = {{.name = "D"}, {.name = NULL}};
static const saltus_model steps = {.abi = SALTUS_ABI,
                                   .name = "steps",
                                   .states = x1,
                                   .parameters = lags,
                                   .outputs = one,
                                   .delays = one,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                   .output = SALTUS_FUNCTION_OF(y),
                                   .lag = lag,
                                   .delayed = SALTUS_AFFINE_FUNCTION_OF(u)};

static double solution(double t)
{
    double sum = 0, factorial = 1;
    if (t < 0) return 1;
    for (int k = 0; k < t + 1; k++) {
        if (k > 0) factorial *= k;
        sum += pow(-1, k) * pow(t - k + 1, k) / factorial;
    }
    return sum;
}

TEST(method_of_steps)
{
    static const char *const methods[] = {"qss1",   "qss2",   "qss3",   "qss4",
                                          "liqss2", "liqss3", "mliqss2"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (double dq = 1e-2; dq > 1e-7; dq /= 10) {
            saltus_options o = options(methods[k], dq);
            saltus_sim *s;
            double t = 0;
            if (k == 0 && dq < 1e-4) break;
            CHECK_EQ_INT(saltus_sim_new(&steps, &o, &s), SALTUS_OK);
            for (int j = 1; j <= 40; j++) {
                CHECK_EQ_INT(saltus_sim_run(s, t = 0.2 * j), SALTUS_OK);
                double error = saltus_sim_value(s, 0, t) - solution(t);
                double delayed = saltus_sim_value(s, 1, t) - solution(t - 1);
                if (fabs(error) > 6 * dq || fabs(delayed) > 8 * dq)
                    FAIL("%s, %g: off by %g and %g quanta at %g", methods[k], dq, error / dq,
                         delayed / dq, t);
            }
            saltus_sim_free(s);
        }
}

/* Steps of the state enter and leave the history; its memory does not grow with the run. */
TEST(history_is_forgotten)
{
    saltus_sim *s = run(&steps, "qss2", 1e-5, 3);
    size_t bytes = saltus_sim_stats(s).bytes;
    CHECK_EQ_INT(saltus_sim_run(s, 300), SALTUS_OK); /* the oscillation dies away */
    CHECK(saltus_sim_stats(s).bytes <= bytes);
    saltus_sim_free(s);
}

TEST(pieces_equal_one_run)
{
    saltus_sim *a = run(&steps, "qss2", 1e-4, 5), *b = run(&steps, "qss2", 1e-4, 0.3);
    for (int k = 1; k <= 50; k++) CHECK_EQ_INT(saltus_sim_run(b, fmax(0.3, 0.1 * k)), SALTUS_OK);
    CHECK(saltus_sim_value(a, 0, 5) == saltus_sim_value(b, 0, 5));
    CHECK_EQ_INT(saltus_sim_stats(a).steps, saltus_sim_stats(b).steps);
    saltus_sim_free(a);
    saltus_sim_free(b);
}

TEST(lags_that_are_none)
{
    static const double bad[] = {0, -1, INFINITY, NAN};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        saltus_variable p[] = {{.name = "lag", .start = 1}, {.name = NULL}};
        saltus_model m = steps;
        struct heard h;
        saltus_options o = heard_options(&h, "qss2");
        saltus_sim *s;
        saltus_set set = {"lag", bad[k]};
        m.parameters = p;
        if (isfinite(bad[k])) o.sets = &set, o.n_sets = 1;
        p[0].start = bad[k];
        CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), isfinite(bad[k]) ? SALTUS_EMODEL : SALTUS_ENAN);
        CHECK(h.count == 1 && strcmp(h.var, isfinite(bad[k]) ? "D" : "lag") == 0);
        CHECK((h.hint[0] != 0) == (bad[k] == 0));
    }
}

/* A lag that does not advance the clock ends the run. */
SALTUS_INLINE jet faster(jet_at e, int32_t i)
{
    return (void)i, jet_add(1, jet_delay(e, 1, 0));
}
SALTUS_AFFINE_FUNCTION(faster)
SALTUS_INLINE jet back(jet_at e, int32_t k)
{
    return (void)k, jet_delay(e, 1, 0);
}
SALTUS_AFFINE_FUNCTION(back)

TEST(a_lag_below_rounding)
{
    saltus_model m = steps;
    struct heard h;
    saltus_options o = heard_options(&h, "qss2");
    saltus_set set = {"lag", 1e-14};
    saltus_sim *s;
    o.t0 = 1000;
    o.sets = &set, o.n_sets = 1;
    m.delayed = (saltus_function)SALTUS_AFFINE_FUNCTION_OF(back);
    m.der = (saltus_function)SALTUS_AFFINE_FUNCTION_OF(faster);
    CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 2000), SALTUS_ESTUCK);
    CHECK(strcmp(h.var, "D") == 0 && h.hint[0]);
    saltus_sim_free(s);
}

/* ---- A chain of delays, of time, of a sum, seen by a guard ------------------------------------ */

/* D0 = sin t delayed by 0.5; D1 = D0 squared, delayed by 0.25; D2 = S = x1 + x2, delayed by 2;
 * x1' = D0, x2' = D1, x3' = D2. Signals: three states, one sum, three delays. */
SALTUS_INLINE jet chain_f(jet_at e, int32_t i)
{
    return jet_delay(e, 4, i);
}
SALTUS_AFFINE_FUNCTION(chain_f)
SALTUS_INLINE jet chain_u(jet_at e, int32_t k)
{
    if (k == 0) return jet_sin(jet_time(e));
    if (k == 1) return jet_sqr(jet_delay(e, 4, 0));
    return jet_sum(e, 3, 0);
}
SALTUS_FUNCTION(chain_u)
static int chain_affine(const saltus_env *e, int32_t k)
{
    return (void)e, k == 2;
}
SALTUS_INLINE jet chain_term(jet_at e, int32_t j)
{
    return jet_state(e, j);
}
SALTUS_AFFINE_FUNCTION(chain_term)
SALTUS_INLINE jet chain_z(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_delay(e, 4, 0), 0.5);
}
SALTUS_AFFINE_FUNCTION(chain_z)
static double chain_lag(const saltus_env *e, int32_t k)
{
    static const double is[] = {0.5, 0.25, 2};
    return (void)e, is[k];
}
static int32_t two(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 2;
}
static double crossed[10];
static int crossings;
static void chain_handle(saltus_event *ev)
{
    if (!ev->initial && crossings < 10) crossed[crossings++] = ev->env->t;
}

/* Integrals of sin and sin^2, 0 before 0. */
static double integral1(double t)
{
    return t < 0 ? 0 : 1 - cos(t);
}
static double integral2(double t)
{
    return t < 0 ? 0 : t / 2 - sin(2 * t) / 4;
}
static double third(double t) /* integral of both, from 0 to t */
{
    double a = t - 0.5, b = t - 0.75;
    return (a < 0 ? 0 : a - sin(a)) + (b < 0 ? 0 : b * b / 4 + cos(2 * b) / 8 - 1.0 / 8);
}

TEST(chains)
{
    static const char *const methods[] = {"qss2", "qss3", "qss4", "liqss2"};
    static const saltus_variable x[] = {{.name = "x", .size = {3}}, {.name = NULL}};
    static const saltus_variable d[] = {{.name = "D", .size = {3}}, {.name = NULL}};
    static const saltus_guard guards[] = {{.name = "D[1] > 0.5"}, {.name = NULL}};
    static const saltus_model m = {
        .abi = SALTUS_ABI,
        .name = "chain",
        .states = x,
        .sums = one,
        .delays = d,
        .guards = guards,
        .der = SALTUS_AFFINE_FUNCTION_OF(chain_f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(chain_z),
        .handle = chain_handle,
        .terms = two,
        .term = SALTUS_AFFINE_FUNCTION_OF(chain_term),
        .lag = chain_lag,
        .delayed = {chain_u_eval, chain_u_partial, chain_u_reads, chain_affine}};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (double dq = 1e-3; dq > 1e-8; dq /= 100) {
            double t = 8, pi = acos(-1);
            crossings = 0;
            saltus_sim *s = run(&m, methods[k], dq, t);
            double e1 = saltus_sim_value(s, 0, t) - integral1(t - 0.5);
            double e2 = saltus_sim_value(s, 1, t) - integral2(t - 0.75);
            double e3 = saltus_sim_value(s, 2, t) - third(t - 2);
            if (fabs(e1) > 10 * dq || fabs(e2) > 20 * dq || fabs(e3) > 40 * dq)
                FAIL("%s, %g: off by %g, %g, %g quanta", methods[k], dq, e1 / dq, e2 / dq, e3 / dq);
            CHECK_EQ_INT(crossings, 3);
            CHECK(fabs(crossed[0] - pi / 6 - 0.5) < 4 * dq);
            CHECK(fabs(crossed[1] - 5 * pi / 6 - 0.5) < 4 * dq);
            CHECK(fabs(crossed[2] - 13 * pi / 6 - 0.5) < 4 * dq);
            saltus_sim_free(s);
        }
}

TEST_MAIN()
