/* SPDX-License-Identifier: MIT */
/* part_pays.c - is an exact part cheaper than the same states quantized?
 *
 * An event costs about as much as some steps of quantized states, few where there is a closed form
 * (part_form.c), else more, and the square of the number of states. A quantized state makes a
 * step when x has left its tangent by some quanta: while its slope goes from v to v1 in a time h,
 * about
 *     (h |v1 - v|/(4 dq))^(1/2)                                                                  (1)
 * steps. That is what constant curvature asks for; where the curvature is not constant, it is too
 * many, and MOST is the limit. A state whose derivative an event changes makes one more. Because
 * states cut each other's steps short, there are `others` times as many in the end: 1.3 to 3.6 times
 * in converters and drives.
 *
 * A part that no one has asked for counts both, for some of its events. If it is dearer by more than a
 * quarter, its states are quantized from then on, as at a start. */
#include "engine/qss/part.h"
#include <math.h>

enum { MOST = 16, TRIAL = 64, PAUSE = 15 * TRIAL, RUSH = 40, RUSH_AT_ONCE = 4 };
/* A pause between two events that is short beside the time, and one that the time can hardly tell */
static const double shortest = 0x1p-30, nothing = 0x1p-48;
/* What an event costs, in such steps: measured with converters, drives and populations, of 1 to 13 states */
static const double closed = 5, once = 20, each_square = 1.0 / 15, others = 2.5;
/* So much more may a result cost that is right up to rounding. */
static const double right = 1.25;

/* (1) */
void part_count(struct sim *s, struct part *p, const double *v, double h)
{
    const int32_t *member = qss_of(s)->parts->member + p->first;
    for (int32_t j = 0; j < p->count; j++) {
        double bend = h * fabs(p->v[j] - v[j]) / (4 * net_quantum(&s->net, member[j]));
        p->steps += bend < MOST * MOST ? sqrt(bend) : MOST;
    }
}

static void tell_crowding(struct sim *s, const struct part *p)
{
    const int32_t *guard = qss_of(s)->parts->guard + p->first_guard;
    for (int32_t k = 0; k < p->guards && s->status >= 0; k++)
        if (s->watch[guard[k]].fired == s->net.env.t) sim_guard_crowds(s, guard[k]);
}

/* Events that accumulate, as those of a ball that comes to rest, are left to quantized states, and an
 * instant that does not settle: a quantum is what such a motion needs. A part that was asked to be
 * exact has none. */
static void watch_rush(struct sim *s, struct part *p)
{
    double t = s->net.env.t, pause = t - p->last, least = p->lent ? shortest : nothing;
    p->at_once = pause == 0 ? p->at_once + 1 : 0;
    if (pause != 0) p->rush = pause < least * fabs(t) ? p->rush + 1 : 0;
    p->last = t;
    if (p->lent)
        p->dear |= p->rush >= RUSH || p->at_once > RUSH_AT_ONCE + 2 * p->guards;
    else if (p->rush >= RUSH)
        tell_crowding(s, p);
}

static double price(const struct part *p)
{
    double n = p->n;
    return n <= 2 ? closed : once + n * n * each_square;
}

void part_visited(struct sim *s, struct part *p)
{
    watch_rush(s, p);
    if (!p->lent) return;
    if (p->skip > 0) {
        if (--p->skip == 0) p->steps = 0;
        return;
    }
    if (++p->visits < TRIAL) return;
    p->dear |= TRIAL * price(p) > right * others * p->steps;
    p->visits = 0;
    p->skip = PAUSE;
}

void part_release(struct sim *s, struct part *p)
{
    struct parts *all = qss_of(s)->parts;
    const int32_t *member = all->member + p->first, *guard = all->guard + p->first_guard;
    p->gone = true;
    all->gone++;
    for (int32_t k = 0; k < p->guards; k++) {
        all->of_guard[guard[k]] = -1;
        set_add(&s->looked, guard[k]);
    }
    for (int32_t j = 0; j < p->count; j++) {
        int32_t i = member[j];
        struct state *x = &s->net.s[i];
        all->of[i] = -1;
        s->method_of[i] = all->was[i];
        x->dq = net_quantum(&s->net, i);
        x->aux[0] = x->aux[1] = 0;
        x->a = 0;
        set_add(&s->changed, i);
        set_add(&s->touched, i);
    }
}

void part_give_up(struct sim *s, struct part *p)
{
    part_arrive(s, p);
    qss_begin(s);
    part_release(s, p);
    qss_propagate(s, -1);
}
