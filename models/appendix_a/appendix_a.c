/* SPDX-License-Identifier: MIT */
/* appendix_a.c - the first-order system that is worked by hand:
 *
 *     x' = 1 - x                                 x(0) = 0
 *
 * LIQSS1 with quantum 0.4 takes q = 0.4, 0.8, 1 at t = 0, 2/3, 8/3 and then rests.             */
#include "models.h"
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    (void)i;
    return jet_sub(1, jet_state(e, 0));
}
SALTUS_AFFINE_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static const saltus_variable states[] = {
    {.name = "x", .start = 0, .nominal = 1},
    {.name = NULL},
};

saltus_model *models_appendix_a(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "appendix_a",
        .states = states,
        .experiment = {.stop = 10, .interval = 0.02},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
    };
    (void)n;
    return models_copy(&model);
}
