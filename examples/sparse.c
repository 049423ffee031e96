/* SPDX-License-Identifier: MIT */
/* sparse.c - a ring of N cells; each reads itself and two neighbours. Settings for single states.
 *
 *     u_i' = c (u_(i-1) - u_i) + d (u_(i-1) - 2 u_i + u_(i+1)) + r u_i^2 (1 - u_i)             */
#include "saltus.h"
#include "saltus_jet.h"

enum { N = 1000 };
enum { C, D, R };

SALTUS_INLINE jet f(jet_at e, int32_t i) /* the same lines for every cell: no table of size N */
{
    double c = jet_parameter(e, C), d = jet_parameter(e, D), r = jet_parameter(e, R);
    jet left = jet_state(e, i > 0 ? i - 1 : N - 1), u = jet_state(e, i);
    jet right = jet_state(e, i < N - 1 ? i + 1 : 0);
    jet flow = jet_add(jet_mul(c + d, jet_sub(left, u)), jet_mul(d, jet_sub(right, u)));
    return jet_add(flow, jet_mul(r, jet_mul(jet_sqr(u), jet_sub(1, u))));
}
SALTUS_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    (void)e, (void)given, (void)p, (void)d;
    for (int i = 0; i < N / 10; i++) x[i] = 1; /* the others: 0, as the table says */
}

static const saltus_variable states[] = {{.name = "u", .size = {N}}, {0}}; /* u[1] .. u[1000] */
static const saltus_variable parameters[] = {
    {.name = "c", .start = 100}, {.name = "d", .start = 10}, {.name = "r", .start = 1000}, {0}};
static const saltus_model ring = {.abi = SALTUS_ABI,
                                  .name = "ring",
                                  .states = states,
                                  .parameters = parameters,
                                  .der = SALTUS_FUNCTION_OF(f),
                                  .range = range,
                                  .start = start};

int main(void)
{
    saltus_options o = saltus_defaults();
    saltus_rule rules[] = {{"u[9??]", "liqss3", 0, 0},    /* another method; quanta as they are  */
                           {"u[500]", NULL, 1e-5, 1e-7}}; /* one cell watched more closely       */
    saltus_sim *s;
    o.method = "liqss2", o.rel = 1e-3, o.abs = 1e-4, o.rules = rules, o.n_rules = 2;
    if (saltus_sim_new(&ring, &o, &s) != SALTUS_OK) return 1;
    if (saltus_sim_run(s, 3) == SALTUS_OK) {
        int32_t i = saltus_sim_find(s, "u[500]");
        saltus_stats st = saltus_sim_stats(s);
        printf("u[500] = %.6f; %d steps in all, %d of u[499], %d of u[500]\n",
               saltus_sim_value(s, i, 3), (int)st.steps, (int)saltus_sim_steps(s, i - 1),
               (int)saltus_sim_steps(s, i));
        printf("%d bytes per state, %.2f evaluations per step\n", (int)st.bytes / N,
               (double)st.evaluations / (double)st.steps);
    }
    saltus_sim_free(s);
    return 0;
}
