/* SPDX-License-Identifier: MIT */
/* model.c - a ball that bounces, compiled against the frozen headers. */
#include "saltus_jet.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return i == 0 ? jet_state(e, 1) : jet_const(-e.env->p[0]);
}
SALTUS_AFFINE_FUNCTION(f)
SALTUS_INLINE jet ground(jet_at e, int32_t k)
{
    return jet_state(e, k);
}
SALTUS_AFFINE_FUNCTION(ground)

static void bounce(saltus_event *ev)
{
    if (ev->direction < 0 && !ev->initial) saltus_event_reinit(ev, 1, -saltus_event_state(ev, 1));
}

static const saltus_variable states[] = {
    {.name = "h", .start = 1}, {.name = "v", .start = 0}, {.name = NULL}};
static const saltus_variable parameters[] = {{.name = "g", .start = 2}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "h > 0", .direction = -1}, {.name = NULL}};

extern const saltus_model frozen_model;
const saltus_model frozen_model = {.abi = SALTUS_ABI,
                                   .name = "ball",
                                   .states = states,
                                   .parameters = parameters,
                                   .guards = guards,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                   .guard = SALTUS_AFFINE_FUNCTION_OF(ground),
                                   .handle = bounce};
