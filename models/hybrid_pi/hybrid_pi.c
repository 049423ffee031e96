/* SPDX-License-Identifier: MIT */
/* hybrid_pi.c - a plant of second order under a sampled PI controller:
 *
 *     z' = u - z                                 z(0) = 0
 *     0.5 y' = z - y                             y(0) = 0
 *
 * and every Ts = 0.1, from t = 0 on, with e = reference - y:
 *     integral += Ts/Ti e unless the last u was at its limit
 *     u = Kp (e + integral), between -2 and 2,   Kp = 1.2, Ti = 0.8
 *
 * The reference is 0 before t = 1, then 1, from t = 10 on 0.5; a change at an instant of a sample comes
 * first.                                                                                       */
#include "models.h"
#include "saltus_jet.h"

enum { Y, Z };
enum { U, INTEGRAL, SAMPLES };

static const double KP = 1.2, TI = 0.8, TS = 0.1, UMAX = 2;

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet z = jet_state(e, Z);
    if (i == Z) return jet_sub(jet_discrete(e, U), z);
    return jet_div(jet_sub(z, jet_state(e, Y)), 0.5);
}
SALTUS_AFFINE_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static double next(const saltus_env *e, int32_t k)
{
    (void)k;
    return 0 + e->d[SAMPLES] * TS;
}

static void next_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    (void)e, (void)k;
    r->add(r, SALTUS_DISCRETE, SAMPLES);
}

static void handle(saltus_event *ev)
{
    const double *d = ev->env->d;
    double t = ev->env->t, reference = t < 1 ? 0 : t < 10 ? 1 : 0.5;
    double error = reference - saltus_event_state(ev, Y), integral = d[INTEGRAL];
    if (fabs(d[U]) < UMAX) integral = integral + TS / TI * error;
    saltus_event_assign(ev, INTEGRAL, integral);
    saltus_event_assign(ev, U, fmin(fmax(KP * (error + integral), -UMAX), UMAX));
    saltus_event_assign(ev, SAMPLES, d[SAMPLES] + 1);
}

static const saltus_variable states[] = {
    {.name = "y", .text = "controlled"},
    {.name = "z", .text = "inner state of the plant"},
    {.name = NULL},
};
static const saltus_variable discretes[] = {
    {.name = "u", .text = "command, held between samples"},
    {.name = "integral"},
    {.name = "samples"},
    {.name = NULL},
};
static const saltus_guard clocks[] = {
    {.name = "sample"},
    {.name = NULL},
};

saltus_model *models_hybrid_pi(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "hybrid_pi",
        .states = states,
        .discretes = discretes,
        .clocks = clocks,
        .experiment = {.stop = 20, .interval = 0.02},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
        .next = next,
        .clock_reads = next_reads,
        .handle = handle,
    };
    (void)n;
    return models_copy(&model);
}
