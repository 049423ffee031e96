/* SPDX-License-Identifier: MIT */
/* bounce.c - a ball that falls, bounces off the floor h = 0 and loses speed each time:
 *
 *     h' = v                                     h(0) = 1
 *     v' = -g                                    v(0) = 0,   g = 9.81
 *     when h falls through 0:  h := 0,  v := -e v,           e = 0.8
 *
 * First bounce at t1 = sqrt(2/g); bounces k and k + 1 are 2 e^k t1 apart, so that they pile up at
 * t1 (1 + e)/(1 - e), about 4.06 s.                                                            */
#include "models.h"
#include "saltus_jet.h"

enum { H, V };
enum { G, E };

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return i == H ? jet_state(e, V) : jet_const(-jet_parameter(e, G));
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    (void)k;
    return jet_state(e, H);
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static void handle(saltus_event *ev)
{
    if (ev->initial || ev->direction > 0) return;
    saltus_event_reinit(ev, H, 0);
    saltus_event_reinit(ev, V, -ev->env->p[E] * saltus_event_state(ev, V));
}

static void writes(const saltus_env *e, saltus_kind cause, int32_t k, saltus_reads *r)
{
    (void)e, (void)cause, (void)k;
    r->add(r, SALTUS_STATE, H);
    r->add(r, SALTUS_STATE, V);
}

static const saltus_variable states[] = {
    {.name = "h", .start = 1, .unit = "m", .nominal = 1},
    {.name = "v", .start = 0, .unit = "m/s", .nominal = 1},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "g", .start = 9.81, .unit = "m/s2"},
    {.name = "e", .start = 0.8, .text = "restitution", .max = 1},
    {.name = NULL},
};
static const saltus_guard guards[] = {
    {.name = "h < 0", .direction = -1},
    {.name = NULL},
};

saltus_model *models_bounce(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "bounce",
        .states = states,
        .parameters = parameters,
        .guards = guards,
        .experiment = {.stop = 3, .interval = 0.01, .method = "qss3"},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .handle = handle,
        .handler_writes = writes,
    };
    (void)n;
    return models_copy(&model);
}
