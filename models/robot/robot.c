/* SPDX-License-Identifier: MIT */
/* robot.c - a robot in a corridor that drives straight, then along an arc, and grazes a corner:
 *
 *     x' = cos theta,  y' = sin theta             x(0) = 0, y(0) = -0.03
 *     theta' = rate where x > turn, else 0        theta(0) = -0.17,  turn = 1.75, rate = 0.2
 *
 * Walls: y > 0.5, x > 3.5, and y < -0.4 as far as x < 2.8. The arc dips 2.5 mm into the last one, near its end,
 * and comes out again 0.31 s later: whoever looks only at the ends of steps may not see it. Walls run into are
 * counted, and have no other effect.                                                            */
#include "models.h"
#include "saltus_jet.h"
#include <stdbool.h>

enum { X, Y, THETA };
enum { TURN, RATE };
enum { TURNED, HIGH, END, LOW, LEFT, SIDE, HIT, HITS }; /* the first five are the guards, too */

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    if (i == THETA) return jet_const(jet_discrete(e, TURNED) != 0 ? jet_parameter(e, RATE) : 0);
    return i == X
    ? jet_cos(jet_state(e, THETA)) : jet_sin(jet_state(e, THETA));
}
SALTUS_FUNCTION(f)
static int f_affine(const saltus_env *e, int32_t i)
{
    (void)e;
    return i == THETA;
}

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    switch (k) {
    case TURNED: return jet_sub(jet_state(e, X), jet_parameter(e, TURN));
    case HIGH: return jet_sub(jet_state(e, Y), 0.5);
    case END: return jet_sub(jet_state(e, X), 3.5);
    case LOW: return jet_sub(-0.4, jet_state(e, Y));
    default: return jet_sub(2.8, jet_state(e, X));
    }
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static void handle(saltus_event *ev)
{
    const double *d = ev->env->d;
    bool hit;
    if (ev->cause != SALTUS_GUARD) return;
    saltus_event_assign(ev, ev->index, ev->direction > 0);
    saltus_event_assign(ev, SIDE, d[LOW] != 0 && d[LEFT] != 0);
    hit = d[HIGH] != 0 || d[END] != 0 || d[SIDE] != 0;
    if (hit && d[HIT] == 0 && !ev->initial) saltus_event_assign(ev, HITS, d[HITS] + 1);
    saltus_event_assign(ev, HIT, hit);
}

static const saltus_variable states[] = {
    {.name = "x", .unit = "m"},
    {.name = "y", .start = -0.03, .unit = "m"},
    {.name = "theta", .start = -0.17, .unit = "rad", .text = "heading"},
    {.name = NULL},
};
static const saltus_variable discretes[] = {
    {.name = "turned", .max = 1},
    {.name = "high", .max = 1},
    {.name = "end", .max = 1},
    {.name = "low", .max = 1},
    {.name = "left", .max = 1},
    {.name = "side", .max = 1, .text = "in the lower wall"},
    {.name = "hit", .max = 1, .text = "in some wall"},
    {.name = "hits", .text = "walls run into"},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "turn", .start = 1.75, .text = "where it begins to steer, m"},
    {.name = "rate", .start = 0.2, .text = "of its turn, rad/s"},
    {.name = NULL},
};
static const saltus_guard guards[] = {
    {.name = "x > turn"}, {.name = "y > 0.5"}, {.name = "x > 3.5"},
    {.name = "y < -0.4"}, {.name = "x < 2.8"}, {.name = NULL},
};

saltus_model *models_robot(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "robot",
        .states = states,
        .discretes = discretes,
        .parameters = parameters,
        .guards = guards,
        .experiment = {.stop = 4, .interval = 0.01, .method = "liqss2"},
        .der = {f_eval, f_partial, f_reads, f_affine},
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .handle = handle,
    };
    (void)n;
    return models_copy(&model);
}
