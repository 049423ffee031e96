/* SPDX-License-Identifier: MIT */
/* pair.c - two states of which each changes the sign of the other's derivative:
 *
 *     x1' = -x1 - x2 + 0.2                       x1(0) = -4
 *     x2' =  x1 - x2 + 1.2                       x2(0) =  4
 *
 * Eigenvalues -1 +- i; it settles at x1 = -0.5, x2 = 0.7.                                      */
#include "models.h"
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x1 = jet_state(e, 0), x2 = jet_state(e, 1);
    if (i == 0) return jet_sub(jet_sub(0.2, x1), x2);
    return jet_add(jet_sub(x1, x2), 1.2);
}
SALTUS_AFFINE_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static const saltus_variable states[] = {
    {.name = "x1", .start = -4, .nominal = 1},
    {.name = "x2", .start = 4, .nominal = 1},
    {.name = NULL},
};

saltus_model *models_pair(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "pair",
        .states = states,
        .experiment = {.stop = 10, .interval = 0.02},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
    };
    (void)n;
    return models_copy(&model);
}
