/* SPDX-License-Identifier: MIT */
/* prop_wake.c - traps: states that rest, or whose first derivatives vanish, while something
 * begins to move.
 *
 * A method of order N that looks at N derivatives only sleeps through the start of t^3, of 1 -
 * cos t, of an inverter whose input has just reached its threshold: its error then does not fall
 * with the quantum. The engine looks again, and must keep the error at a few quanta, also where
 * the quantum is far too large to see anything at all. */
#include "quantized.h"
#include "models.h"
#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"

/* ---- x' = u(t), y' = x - y ------------------------------------------------------------------ */

enum shape { SINE, COSINE, RISE, CUBE };
enum { SHAPE, RATE, DELAY };

SALTUS_INLINE jet input(jet_at e)
{
    double rate = jet_parameter(e, RATE);
    jet s = jet_mul(rate, jet_sub(jet_time(e), jet_parameter(e, DELAY)));
    switch ((int)jet_parameter(e, SHAPE)) {
    case SINE: return jet_sin(s);
    case COSINE: return jet_cos(s);
    case RISE: return jet_sub(1, jet_cos(s));
    default: return jet_powi(s, 3);
    }
}
SALTUS_INLINE jet driven(jet_at e, int32_t i)
{
    return i == 0 ? input(e) : jet_sub(jet_state(e, 0), jet_state(e, 1));
}
SALTUS_FUNCTION(driven)

static const saltus_variable states[] = {{.name = "x"}, {.name = "y"}, {.name = NULL}};
static const saltus_variable parameters[] = {
    {.name = "shape"}, {.name = "rate", .start = 1}, {.name = "delay"}, {.name = NULL}};
static const saltus_model model = {.abi = SALTUS_ABI,
                                   .name = "driven",
                                   .states = states,
                                   .parameters = parameters,
                                   .der = SALTUS_FUNCTION_OF(driven)};

/* x(t) in closed form, with delay 0. */
static long double x_exact(int shape, long double w, long double t)
{
    switch (shape) {
    case SINE: return (1 - cosl(w * t)) / w;
    case COSINE: return sinl(w * t) / w;
    case RISE: return t - sinl(w * t) / w;
    default: return w * w * w * t * t * t * t / 4;
    }
}

/* y(t) = int_0^t e^(s-t) x(s) ds, by Simpson's rule. */
static long double y_exact(int shape, long double w, long double t)
{
    enum { PARTS = 400 };
    long double sum = 0, h = t / PARTS;
    for (int k = 0; k <= PARTS; k++) {
        long double weight = k == 0 || k == PARTS ? 1 : k % 2 ? 4 : 2;
        sum += weight * expl(k * h - t) * x_exact(shape, w, k * h);
    }
    return sum * h / 3;
}

/* Largest error at 20 times up to until, in quanta. */
static double worst_of(const char *method, int shape, double rate, double quantum, double until,
                       int32_t n)
{
    saltus_options o = saltus_defaults();
    saltus_set sets[] = {{"shape", shape}, {"rate", rate}};
    saltus_sim *s;
    double worst = 0;
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    o.t0 = 0;
    o.sets = sets;
    o.n_sets = 2;
    CHECK_EQ_INT(saltus_options_set(&o, "together", "false"), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_new(&model, &o, &s), SALTUS_OK);
    for (int k = 1; k <= 20; k++) {
        double t = until * k / 20;
        CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
        for (int32_t i = 0; i < n; i++) {
            long double x = i ? y_exact(shape, rate, t) : x_exact(shape, rate, t);
            worst =
                fmax(worst, (double)fabsl((long double)saltus_sim_value(s, i, t) - x) / quantum);
        }
    }
    saltus_sim_free(s);
    return worst;
}

static void every_method(int shape, double rate, double quantum, double until, int32_t n,
                         double most)
{
    const saltus_method_info *list;
    size_t count = quantized_methods(&list);
    for (size_t k = 0; k < count; k++) {
        double worst = worst_of(list[k].name, shape, rate, quantum, until, n);
        if (!(worst <= most))
            FAIL("%s, shape %d, rate %g, quantum %g: error %g quanta", list[k].name, shape, rate,
                 quantum, worst);
    }
}

TEST(inputs_that_start_slowly_are_followed)
{
    for (int shape = SINE; shape <= CUBE; shape++)
        for (double quantum = 1e-1; quantum > 5e-5; quantum /= 10)
            every_method(shape, 1, quantum, shape == CUBE ? 2 : 10, 2, 5);
}

/* The integral of an input of amplitude 1 has the amplitude 1/rate. */
TEST(fast_inputs_are_followed)
{
    for (int shape = SINE; shape <= COSINE; shape++)
        for (double rate = 10; rate <= 1000; rate *= 10)
            for (double part = 1e-1; part > 5e-4; part /= 10)
                every_method(shape, rate, part / rate, 100 / rate, 1, 5);
}

TEST(huge_quanta_keep_their_bound)
{
    for (int shape = SINE; shape <= COSINE; shape++)
        for (double rate = 1; rate <= 100; rate *= 10)
            for (double quantum = 0.1; quantum < 200; quantum *= 10)
                every_method(shape, rate, quantum, fmin(10 * quantum, 5000 / rate), 1, 5);
}

/* ---- Inverters driven by an exact ramp ------------------------------------------------------ */

enum { CELLS = 3, SAMPLES = 30 };

static long double ramp(long double t)
{
    if (t < 5 || t > 17) return 0;
    return t < 10 ? t - 5 : t < 15 ? 5 : 5 - 2.5L * (t - 15);
}

static void slopes(long double t, const long double *w, long double *f)
{
    for (int j = 0; j < CELLS; j++) {
        long double u = j ? w[j - 1] : ramp(t), a = fmaxl(u - 1, 0), b = fmaxl(u - w[j] - 1, 0);
        f[j] = 5 - w[j] - 100 * (a * a - b * b);
    }
}

/* The chain by the classical Runge-Kutta method with 1e-4: exact to 1e-9 here. */
static void reference(double until, double out[SAMPLES][CELLS])
{
    long double w[CELLS] = {6.247e-3L, 5, 6.247e-3L}, k[4][CELLS], v[CELLS], h;
    int each = 8000;
    h = (long double)until / SAMPLES / each;
    for (long n = 0; n < (long)SAMPLES * each; n++) {
        static const long double part[] = {0, 0.5L, 0.5L, 1};
        for (int s = 0; s < 4; s++) {
            for (int j = 0; j < CELLS; j++) v[j] = w[j] + (s ? part[s] * h * k[s - 1][j] : 0);
            slopes((long double)n * h + part[s] * h, v, k[s]);
        }
        for (int j = 0; j < CELLS; j++)
            w[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
        for (int j = 0; (n + 1) % each == 0 && j < CELLS; j++) out[n / each][j] = (double)w[j];
    }
}

static double inverter_error(const saltus_model *m, const char *method, double quantum,
                             double until, double ref[SAMPLES][CELLS])
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    double worst = 0;
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    for (int k = 0; k < SAMPLES; k++) {
        double t = until * (k + 1) / SAMPLES;
        CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
        for (int j = 0; j < CELLS; j++)
            worst = fmax(worst, fabs(saltus_sim_value(s, j, t) - ref[k][j]));
    }
    saltus_sim_free(s);
    return worst;
}

TEST(inverters_on_a_ramp_converge)
{
    const saltus_method_info *list;
    size_t count = quantized_methods(&list);
    saltus_model *m = models_make("inverters", CELLS);
    double ref[SAMPLES][CELLS];
    reference(24, ref);
    for (size_t k = 0; k < count; k++)
        for (double quantum = 1e-2; quantum > (list[k].order > 1 ? 5e-7 : 5e-4); quantum /= 10) {
            double error = inverter_error(m, list[k].name, quantum, 24, ref);
            if (!(error <= 5 * quantum))
                FAIL("%s, quantum %g: error %g", list[k].name, quantum, error);
        }
    models_free(m);
}

TEST_MAIN()
