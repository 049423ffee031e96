/* SPDX-License-Identifier: MIT */
/* withheld.c - what follows from an event, where the model cannot go on in the modes that it leads to.
 *
 * A switch without resistance closes while a diode beside it conducts: now both short-circuit a
 * source, until the diode blocks, which it does at the same instant. Modes that last no time need not
 * have a solution. So failures are withheld while derivatives and guards follow an event. If there is
 * one, modes are searched in which no guard fires (settle.c), and what follows from the event follows
 * with these. If there are none, all is done again, and the failure is told.
 *
 * A guard that is 0 to stay there, such as that of a diode without voltage, is on the side on which the
 * model can go on.
 *
 * This may be done again because nothing but the present is computed from the present: derivatives of
 * which the sets of the event know, and looks at guards. Engines that move all states together compute
 * no derivatives here; those that the event touches are asked whether they are finite. */
#include "run/engine.h"
#include <math.h>

/* Are the derivatives that the event touches numbers, and the guards? */
static void ask(struct sim *s)
{
    double z = 0;
    for (int32_t j = 0; j < s->touched.count && s->status >= 0 && isfinite(z); j++) {
        sim_asks(s, SALTUS_STATE, s->touched.item[j]);
        s->model->der.eval(&s->net.env, s->touched.item[j], 1, &z);
        s->stats.evaluations++;
    }
    for (int32_t j = 0; j < s->looked.count && s->status >= 0 && isfinite(z); j++) {
        sim_asks(s, SALTUS_GUARD, s->looked.item[j]);
        s->model->guard.eval(&s->net.env, s->looked.item[j], 1, &z);
        s->stats.guard_evaluations++;
    }
    s->withheld |= !isfinite(z);
}

/* guard: that has fired, or -1. */
static void react(struct sim *s, int32_t guard)
{
    sim_propagate(s);
    if (guard < 0) return;
    s->alone = guard + 1;
    s->engine->look(s, guard, !s->watch[guard].jumped);
    s->alone = 0;
}

/* Modes that fit become true. */
static int32_t turn(struct sim *s, const int32_t *guard, uint32_t turned)
{
    int32_t writes = 0;
    for (int j = 0; turned >> j && s->status >= 0; j++)
        if (turned >> j & 1) writes += sim_guard_turn(s, guard[j]);
    return writes;
}

void sim_follow(struct sim *s, int32_t guard)
{
    int32_t group[SIM_GROUP], writes = s->n_writes;
    saltus_status before = s->status;
    uint32_t turned;
    s->withholding = s->n_writes > 0 && sim_settle_may_withhold(s);
    s->withheld = false;
    react(s, guard);
    if (s->withholding && s->status >= 0 && sim_together(s)) ask(s);
    s->withholding = false;
    if (!s->withheld) return;
    s->status = before;
    turned = sim_settle_withheld(s, false, group);
    if (s->status < 0) return;
    s->n_writes = writes + turn(s, group, turned);
    react(s, guard);
    for (int j = 0; turned >> j && s->status >= 0; j++) {
        if (!(turned >> j & 1)) continue;
        s->watch[group[j]].stays = group[j] == guard;
        s->engine->look(s, group[j], !s->watch[group[j]].jumped);
    }
}

/* The start tells a guard its side; do others follow? */
static void tell(struct sim *s, int32_t k, int sign)
{
    s->watch[k].sign = (int8_t)sign;
    sim_begin(s);
    sim_handle(s, SALTUS_GUARD, k, sign, true);
    if (s->status >= 0) sim_commit(s);
}

bool sim_start_withheld(struct sim *s, bool first)
{
    int32_t group[SIM_GROUP];
    uint32_t turned;
    for (int32_t k = 0; first && k < s->n_guards && s->status >= 0; k++)
        if (!s->watch[k].part && !s->watch[k].special) tell(s, k, -1);
    if (s->status < 0) return false;
    turned = sim_settle_withheld(s, true, group);
    for (int j = 0; turned >> j && s->status >= 0; j++)
        if (turned >> j & 1) tell(s, group[j], -s->watch[group[j]].sign);
    return turned && s->status >= 0;
}
