/* SPDX-License-Identifier: MIT */
/* lotka.c - predators and prey:
 *
 *     prey'      = prey (a - b predators)        prey(0) = 1,       a = 1.5, b = 1
 *     predators' = predators (d prey - c)        predators(0) = 1,  d = 1, c = 3
 *
 * d prey - c log(prey) + b predators - a log(predators) never changes.                         */
#include "models.h"
#include "saltus_jet.h"

enum { PREY, PREDATORS };
enum { A, B, C, D };

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet prey = jet_state(e, PREY), predators = jet_state(e, PREDATORS);
    if (i == PREY)
        return jet_mul(prey, jet_sub(jet_parameter(e, A), jet_mul(jet_parameter(e, B), predators)));
    return jet_mul(predators, jet_sub(jet_mul(jet_parameter(e, D), prey), jet_parameter(e, C)));
}
SALTUS_FUNCTION(f)
static int f_degree(const saltus_env *e, int32_t i)
{
    (void)e, (void)i;
    return 2;
}
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static const saltus_variable states[] = {
    {.name = "prey", .start = 1},
    {.name = "predators", .start = 1},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "a", .start = 1.5, .text = "births of prey"},
    {.name = "b", .start = 1, .text = "catches"},
    {.name = "c", .start = 3, .text = "deaths of predators"},
    {.name = "d", .start = 1, .text = "births of predators"},
    {.name = NULL},
};

saltus_model *models_lotka(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "lotka",
        .states = states,
        .parameters = parameters,
        .experiment = {.stop = 20, .interval = 0.02},
        .der = SALTUS_FUNCTION_OF(f),
        .range = range,
        .degree = f_degree,
    };
    (void)n;
    return models_copy(&model);
}
