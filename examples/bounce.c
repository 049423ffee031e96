/* SPDX-License-Identifier: MIT */
/* bounce.c - a guard, a handler that sets states, and a run that the model ends.
 *
 *     h' = v,  v' = -g;     when h falls through 0:  v := -e v;  if that is slow, stop         */
#include "saltus.h"
#include "saltus_jet.h"
enum { H, V };       /* states     */
enum { G, E, SLOW }; /* parameters */

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return i == H ? jet_state(e, V) : jet_const(-jet_parameter(e, G));
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    return jet_state(e, H + k); /* k is 0: there is one guard only */
}
SALTUS_AFFINE_FUNCTION(z)

static void handle(saltus_event *ev)
{
    double v = -ev->env->p[E] * saltus_event_state(ev, V);
    if (ev->initial) return; /* the run starts above the floor: nothing has crossed */
    saltus_event_reinit(ev, H, 0);
    saltus_event_reinit(ev, V, v);
    saltus_event_assign(ev, 0, saltus_event_discrete(ev, 0) + 1);
    if (v < ev->env->p[SLOW]) saltus_event_terminate(ev, "the ball is too slow to bounce");
}

static const saltus_variable states[] = {{.name = "h", .start = 1}, {.name = "v"}, {0}};
static const saltus_variable discretes[] = {{.name = "bounces"}, {0}};
static const saltus_variable parameters[] = {
    {.name = "g", .start = 9.81}, {.name = "e", .start = 0.8}, {.name = "slow", .start = 0.1}, {0}};
static const saltus_guard guards[] = {{.name = "h < 0", .direction = -1}, {0}};
static const saltus_model ball = {.abi = SALTUS_ABI,
                                  .name = "ball",
                                  .states = states,
                                  .discretes = discretes,
                                  .parameters = parameters,
                                  .guards = guards,
                                  .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                  .guard = SALTUS_AFFINE_FUNCTION_OF(z),
                                  .handle = handle};

int main(void)
{
    saltus_options o = saltus_defaults();
    const saltus_set sets[] = {{"e", 0.7}}; /* another ball */
    saltus_sim *s;
    o.method = "qss2", o.sets = sets, o.n_sets = 1;
    if (saltus_sim_new(&ball, &o, &s) != SALTUS_OK) return 1;
    saltus_status status = saltus_sim_run(s, 100);
    double t = saltus_sim_time(s), n = saltus_sim_value(s, saltus_sim_find(s, "bounces"), t);
    printf("%s at t = %.6f after %g bounces\n", saltus_status_text(status), t, n);
    saltus_sim_free(s);
    return status == SALTUS_TERMINATED ? 0 : 1;
}
