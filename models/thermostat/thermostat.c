/* SPDX-License-Identifier: MIT */
/* thermostat.c - a room whose heater a thermostat switches:
 *
 *     tau T' = outside - T + (gain while the heater is on)        T(0) = 15
 *     on from 19 degrees downwards, off from 21 upwards; on at the start
 *
 * outside = 5, gain = 30, tau = 3600. Two guards: T - high, whose rise switches off, and low - T, whose
 * rise switches on.                                                                            */
#include "models.h"
#include "saltus_jet.h"

enum { LOW, HIGH, OUTSIDE, TAU, GAIN };

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    double heat = jet_discrete(e, 0) != 0 ? jet_parameter(e, GAIN) : 0;
    (void)i;
    return jet_div(jet_add(jet_sub(jet_parameter(e, OUTSIDE), jet_state(e, 0)), heat),
                   jet_parameter(e, TAU));
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    jet t = jet_state(e, 0);
    return k == 0 ? jet_sub(t, jet_parameter(e, HIGH)) : jet_sub(jet_parameter(e, LOW), t);
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static void handle(saltus_event *ev)
{
    if (!ev->initial && ev->direction > 0) saltus_event_assign(ev, 0, ev->index == 1);
}

static const saltus_variable states[] = {
    {.name = "T", .start = 15, .text = "of the room"},
    {.name = NULL},
};
static const saltus_variable discretes[] = {
    {.name = "on", .start = 1, .max = 1},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "low", .start = 19},   {.name = "high", .start = 21}, {.name = "outside", .start = 5},
    {.name = "tau", .start = 3600}, {.name = "gain", .start = 30}, {.name = NULL},
};
static const saltus_guard guards[] = {
    {.name = "T > high", .direction = 1},
    {.name = "T < low", .direction = 1},
    {.name = NULL},
};

saltus_model *models_thermostat(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "thermostat",
        .states = states,
        .discretes = discretes,
        .parameters = parameters,
        .guards = guards,
        .experiment = {.stop = 20000, .interval = 20},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .handle = handle,
    };
    (void)n;
    return models_copy(&model);
}
