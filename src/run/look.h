/* SPDX-License-Identifier: MIT */
/* look.h - the usual look at a guard, inline: after every step of a state it is made once for each
 * guard that reads it. Mathematics and everything unusual: guard.c. */
#ifndef SIM_LOOK_H
#define SIM_LOOK_H

#include "sched/sched_impl.h"
#include "run/sim.h"

/* A line c0 + c1 s on the given side, nothing special about it: when does it change its sign? */
static inline double look_crossing(double side, double c0, double c1)
{
    double p0 = side * c0, p1 = side * c1;
    if (p0 < 0) return 0;
    return p1 < 0 ? -p0 / p1 : INFINITY;
}

/* Looks at guard k if it is a line and has not fired at this instant; false: that was not so, or it
 * is not finite, or a step has carried it over and it comes back, or it stays at 0. */
static inline bool look_line(struct sim *s, int32_t k)
{
    struct watch *w = &s->watch[k];
    double c[2], t = s->net.env.t;
    if (!w->affine || w->fired == t || w->onward) return false;
    sim_asks(s, SALTUS_GUARD, k);
    s->model->guard.eval(&s->net.env, k, 2, c);
    s->stats.guard_evaluations++;
    if (!isfinite(c[0] + c[1])) return false;
    if (!(w->sign * c[0] > 0)) {
        if (s->stepping && c[0] != 0 && w->sign * c[1] > 0) return false;
        if (c[0] == 0 && c[1] == 0 && w->sign > 0) return false;
    }
    w->held = false;
    w->predicted = true;
    w->seen = t;
    sched_put_rare(s->events, slot_guard(s, k), t + look_crossing(w->sign, c[0], c[1]));
    return true;
}

#endif
