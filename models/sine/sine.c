/* SPDX-License-Identifier: MIT */
/* sine.c - a function of time alone:
 *
 *     x' = sin(omega t)                          x(0) = 0,   omega = 1
 *
 * x(t) = (1 - cos(omega t))/omega.                                                             */
#include "models.h"
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    (void)i;
    return jet_sin(jet_mul(jet_parameter(e, 0), jet_time(e)));
}
SALTUS_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static const saltus_variable states[] = {
    {.name = "x", .start = 0, .nominal = 1},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "omega", .start = 1},
    {.name = NULL},
};

saltus_model *models_sine(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "sine",
        .states = states,
        .parameters = parameters,
        .experiment = {.stop = 20, .interval = 0.02, .method = "qss3"},
        .der = SALTUS_FUNCTION_OF(f),
        .range = range,
    };
    (void)n;
    return models_copy(&model);
}
