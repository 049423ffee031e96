/* SPDX-License-Identifier: MIT */
/* d4.c - a chemical reaction, problem D4 of the stiff test set:
 *
 *     x1' = -0.013 x1 - 1000 x1 x3                               x1(0) = 1
 *     x2' = -2500 x2 x3                                          x2(0) = 1
 *     x3' = -0.013 x1 - 1000 x1 x3 - 2500 x2 x3                  x3(0) = 0
 *
 * x1 + x2 - x3 = 2 for ever; x3 falls at once to about -4e-6 and then follows the others.      */
#include "models.h"
#include "saltus_jet.h"

SALTUS_INLINE jet first(jet_at e, jet x3)
{
    return jet_mul(jet_state(e, 0), jet_sub(-0.013, jet_mul(1000, x3)));
}

SALTUS_INLINE jet second(jet_at e, jet x3)
{
    return jet_mul(jet_mul(-2500, jet_state(e, 1)), x3);
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x3 = jet_state(e, 2);
    if (i == 0) return first(e, x3);
    if (i == 1) return second(e, x3);
    return jet_add(first(e, x3), second(e, x3));
}
SALTUS_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static const saltus_variable states[] = {
    {.name = "x1", .start = 1, .nominal = 1},
    {.name = "x2", .start = 1, .nominal = 1},
    {.name = "x3", .start = 0, .nominal = 5e-6},
    {.name = NULL},
};

saltus_model *models_d4(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "d4",
        .states = states,
        .experiment = {.stop = 500, .interval = 1},
        .der = SALTUS_FUNCTION_OF(f),
        .range = range,
    };
    (void)n;
    return models_copy(&model);
}
