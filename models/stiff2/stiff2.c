/* SPDX-License-Identifier: MIT */
/* stiff2.c - the introductory stiff system:
 *
 *     x1' = 0.01 x2                              x1(0) = 0
 *     x2' = -100 x1 - 100 x2 + 2020              x2(0) = 20
 *
 * Eigenvalues about -0.01 and -99.99; it settles at x1 = 20.2, x2 = 0.                         */
#include "models.h"
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x2 = jet_state(e, 1);
    if (i == 0) return jet_mul(0.01, x2);
    return jet_sub(jet_sub(2020, jet_mul(100, jet_state(e, 0))), jet_mul(100, x2));
}
SALTUS_AFFINE_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static const saltus_variable states[] = {
    {.name = "x1", .start = 0, .nominal = 10},
    {.name = "x2", .start = 20, .nominal = 10},
    {.name = NULL},
};

saltus_model *models_stiff2(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "stiff2",
        .states = states,
        .experiment = {.stop = 1000, .interval = 2},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
    };
    (void)n;
    return models_copy(&model);
}
