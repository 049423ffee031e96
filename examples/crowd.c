/* SPDX-License-Identifier: MIT */
/* crowd.c - a sum over all states and a delay: N people resist the mood of the crowd, a while ago.
 *
 *     x_i' = a_i - x_i - 3 D,     D(t) = S(t - 1),     S = (x_1 + ... + x_N)/N                 */
#include "saltus.h"
#include "saltus_jet.h"
enum { N = 1000 };
enum { SUMS = N, DELAYS = N + 1 }; /* where their signals begin: behind the states, in this order */

SALTUS_INLINE jet term(jet_at e, int32_t j) /* of the sum: there are N, and each reads one state */
{
    return jet_div(jet_state(e, j), N);
}
SALTUS_AFFINE_FUNCTION(term)
SALTUS_INLINE jet u(jet_at e, int32_t k) /* what is delayed */
{
    return jet_sum(e, SUMS, k);
}
SALTUS_AFFINE_FUNCTION(u)
SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return jet_sub(jet_sub(1 + i % 7, jet_state(e, i)), jet_mul(3, jet_delay(e, DELAYS, 0)));
}
SALTUS_AFFINE_FUNCTION(f)

static int32_t terms(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, N;
}
static double lag(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 1;
}

static const saltus_variable states[] = {{.name = "x", .size = {N}}, {0}};
static const saltus_variable sums[] = {{.name = "S"}, {0}}, delays[] = {{.name = "D"}, {0}};
static const saltus_model crowd = {.abi = SALTUS_ABI,
                                   .name = "crowd",
                                   .states = states,
                                   .sums = sums,
                                   .delays = delays,
                                   .outputs = sums,
                                   .terms = terms,
                                   .lag = lag,
                                   .term = SALTUS_AFFINE_FUNCTION_OF(term),
                                   .delayed = SALTUS_AFFINE_FUNCTION_OF(u),
                                   .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                   .output = SALTUS_AFFINE_FUNCTION_OF(u)};

int main(void)
{
    saltus_sim *s;
    if (saltus_sim_new(&crowd, NULL, &s) || saltus_sim_run(s, 5)) return 1;
    saltus_stats st = saltus_sim_stats(s);
    printf("x[1] = %.5f, S = %.5f\n", saltus_sim_value(s, 0, 5), saltus_sim_value(s, N, 5));
    printf("%.2f terms per step\n", (double)st.term_evaluations / (double)st.steps);
    saltus_sim_free(s);
}
