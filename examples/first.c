/* SPDX-License-Identifier: MIT */
/* first.c - the shortest complete program: two states, one of them fast.
 *
 *     x1' = 0.01 x2                              x1(0) = 0
 *     x2' = -100 x1 - 100 x2 + 2020              x2(0) = 20                                    */
#include "saltus.h"
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x2 = jet_state(e, 1);
    if (i == 0) return jet_mul(0.01, x2);
    return jet_sub(2020, jet_mul(100, jet_add(jet_state(e, 0), x2)));
}
SALTUS_AFFINE_FUNCTION(f)

static const saltus_variable states[] = {{.name = "x1"}, {.name = "x2", .start = 20}, {0}};
static const saltus_model stiff = {
    .abi = SALTUS_ABI, .name = "stiff", .states = states, .der = SALTUS_AFFINE_FUNCTION_OF(f)};

int main(void)
{
    saltus_sim *s;
    if (saltus_sim_new(&stiff, NULL, &s) != SALTUS_OK) return 1;
    if (saltus_sim_run(s, 500) == SALTUS_OK)
        printf("x1(500) = %.4f after %d steps\n", saltus_sim_value(s, 0, 500),
               (int)saltus_sim_stats(s).steps);
    saltus_sim_free(s);
    return 0;
}
