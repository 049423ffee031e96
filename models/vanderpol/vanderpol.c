/* SPDX-License-Identifier: MIT */
/* vanderpol.c - the Van der Pol oscillator, stiff for large mu:
 *
 *     x1' = x2                                   x1(0) = 2
 *     x2' = mu (1 - x1^2) x2 - x1                x2(0) = 0,   mu = 1000                        */
#include "models.h"
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x2 = jet_state(e, 1), x1;
    if (i == 0) return x2;
    x1 = jet_state(e, 0);
    return jet_sub(jet_mul(jet_mul(jet_parameter(e, 0), jet_sub(1, jet_sqr(x1))), x2), x1);
}
SALTUS_FUNCTION(f)
static int f_degree(const saltus_env *e, int32_t i)
{
    (void)e, (void)i;
    return 3;
}
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))
static int f_affine(const saltus_env *e, int32_t i)
{
    (void)e;
    return i == 0;
}

static const saltus_variable states[] = {
    {.name = "x1", .start = 2, .nominal = 1},
    {.name = "x2", .start = 0, .nominal = 1e-3},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "mu", .start = 1000},
    {.name = NULL},
};

saltus_model *models_vanderpol(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "vanderpol",
        .states = states,
        .parameters = parameters,
        .experiment = {.stop = 4000, .interval = 4},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
        .degree = f_degree,
    };
    (void)n;
    return models_copy(&model);
}
