/* SPDX-License-Identifier: MIT */
/* thermostat.c - two guards make a hysteresis, a clock lowers the set point at night.
 *
 *     T' = (outside - T)/8 + 4 on     T in degrees, time in hours
 *     on := 1 when T falls through set - 1/2,  on := 0 when T rises through set + 1/2
 *     set := 21 at 6 o'clock, 17 at 22 o'clock, every day                                      */
#include "saltus.h"
#include "saltus_jet.h"
enum { ON, SET }; /* discretes */

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet outside = jet_add(4, jet_mul(6, jet_sin(jet_mul(2 * 3.14159265 / 24, jet_time(e)))));
    return jet_add(jet_div(jet_sub(outside, jet_state(e, i)), 8), 4 * jet_discrete(e, ON));
}
SALTUS_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k) /* 0: warmer than the lower limit, 1: than the upper */
{
    return jet_sub(jet_state(e, 0), jet_discrete(e, SET) + (k == 0 ? -0.5 : 0.5));
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static double next(const saltus_env *e, int32_t k) /* 0: morning, 1: evening */
{
    double hour = k == 0 ? 6 : 22, days = floor((e->t - hour) / 24); /* -1 on the first day */
    return hour + 24 * (days + 1);
}

static void handle(saltus_event *ev) /* right at the start, too: sides are told as directions */
{
    if (ev->cause == SALTUS_CLOCK)
        saltus_event_assign(ev, SET, ev->index == 0 ? 21 : 17);
    else if (ev->index == 0 ? ev->direction < 0 : ev->direction > 0)
        saltus_event_assign(ev, ON, ev->index == 0);
}

static const saltus_variable states[] = {{.name = "T", .start = 15}, {0}};
static const saltus_variable discretes[] = {{.name = "on"}, {.name = "set", .start = 17}, {0}};
static const saltus_guard guards[] = {{.name = "T > set - 1/2"}, {.name = "T > set + 1/2"}, {0}};
static const saltus_guard clocks[] = {{.name = "morning"}, {.name = "evening"}, {0}};
static const saltus_model house = {.abi = SALTUS_ABI,
                                   .name = "house",
                                   .states = states,
                                   .discretes = discretes,
                                   .guards = guards,
                                   .clocks = clocks,
                                   .der = SALTUS_FUNCTION_OF(f),
                                   .guard = SALTUS_AFFINE_FUNCTION_OF(z),
                                   .range = range,
                                   .next = next,
                                   .handle = handle};

int main(void)
{
    saltus_sim *s;
    if (saltus_sim_new(&house, NULL, &s) || saltus_sim_run(s, 48)) return 1;
    saltus_stats_print(stdout, s);
    saltus_sim_free(s);
}
