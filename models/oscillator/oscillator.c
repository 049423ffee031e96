/* SPDX-License-Identifier: MIT */
/* oscillator.c - a linear oscillator with eigenvalues alpha +- i omega:
 *
 *     x1' = alpha x1 + omega x2                  x1(0) = 4
 *     x2' = -omega x1 + alpha x2                 x2(0) = 0,   alpha = 0, omega = 1             */
#include "models.h"
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x1 = jet_state(e, 0), x2 = jet_state(e, 1);
    double alpha = jet_parameter(e, 0), omega = jet_parameter(e, 1);
    if (i == 0) return jet_add(jet_mul(alpha, x1), jet_mul(omega, x2));
    return jet_sub(jet_mul(alpha, x2), jet_mul(omega, x1));
}
SALTUS_AFFINE_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static const saltus_variable states[] = {
    {.name = "x1", .start = 4, .nominal = 1},
    {.name = "x2", .start = 0, .nominal = 1},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "alpha", .start = 0},
    {.name = "omega", .start = 1},
    {.name = NULL},
};

saltus_model *models_oscillator(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "oscillator",
        .states = states,
        .parameters = parameters,
        .experiment = {.stop = 200, .interval = 0.2},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
    };
    (void)n;
    return models_copy(&model);
}
