/* SPDX-License-Identifier: MIT */
/* radau.h - RLIQSS2 (radau.c), also for blocks (engine/qss/block.c). */
#ifndef QUANT_RADAU_H
#define QUANT_RADAU_H

#include "quant/method.h"
#include <math.h>

extern const struct method method_rliqss2, method_auto;

/* How far from x q may be chosen. Close to the band: a state that has drifted to its edge is not pulled back to x by
 * more than that, which would kick its neighbours. */
static inline double radau_distance(const struct state *s, const struct tuning *k)
{
    return 0.995 * k->band * s->dq;
}

/* The step that was planned at tq; infinite before the first one. */
static inline double radau_plan(const struct state *s)
{
    return s->aux[0] > 0 ? s->aux[0] : INFINITY;
}

#endif
