/* SPDX-License-Identifier: MIT */
/* delays.c - D(t) = u(t - lag): a queue of polynomials.
 *
 * Whenever something changes that u reads, or its series has grown old (signal.c), u is evaluated
 * and its polynomial goes into the history with the time at which it begins. A lag later it comes
 * out and is the signal of D from there on, about that time: same coefficients. Until the first one
 * does, D has the value of u at the start. u is seen along the q, as a derivative would see it.
 *
 * If the lag changes, changing.c says what comes out when.
 *
 * The history is a ring that doubles when it is full and halves when three quarters are empty.
 *
 * Invariant: segments are in the order of their times, which all differ; the next one comes out at
 * the time of the queue slot. */
#include "run/horizon/horizon.h"
#include "run/signal/past.h"
#include <math.h>
#include <string.h>

enum { LEAST_ROOM = 4 };

static void resize(struct sim *s, struct past *p, int32_t room)
{
    size_t row = (size_t)(1 + s->net.env.width) * sizeof(double);
    double *ring = alloc_resize(&s->alloc, NULL, (size_t)room, row);
    if (!ring) {
        sim_fail(s, SALTUS_ENOMEM, SALTUS_TIME, -1, "out of memory for the history of a delay",
                 NULL);
        return;
    }
    for (int32_t n = 0; n < p->count; n++)
        memcpy((char *)ring + (size_t)n * row, past_segment(s, p, n), row);
    alloc_free(&s->alloc, p->ring);
    p->ring = ring;
    p->room = room;
    p->first = 0;
}

static void schedule(struct sim *s, int32_t k)
{
    const struct past *p = &s->past[k];
    double t = p->count ? past_segment(s, p, 0)[0] + p->lag : INFINITY;
    sched_set(s->signals, slot_arrival(s, k), t);
}

/* Only the last one counts. */
static void forget_all(struct past *p)
{
    p->first = p->count = 0;
}

/* u_k now; later segments of one instant replace earlier ones. */
static void put_in(struct sim *s, int32_t k, const double *c)
{
    struct past *p = &s->past[k];
    double t = s->net.env.t, *to;
    if (p->of >= 0) forget_all(p);
    if (!p->count || past_segment(s, p, p->count - 1)[0] != t) {
        if (p->count == p->room) resize(s, p, p->room ? 2 * p->room : LEAST_ROOM);
        if (s->status < 0) return;
        p->count++;
    }
    to = past_segment(s, p, p->count - 1);
    to[0] = t;
    memcpy(to + 1, c, (size_t)s->net.env.width * sizeof *c);
}

static bool evaluate(struct sim *s, int32_t k, int order, double *c)
{
    sim_asks(s, SALTUS_DELAY, k);
    s->model->delayed.eval(&s->net.env, k, order, c);
    s->stats.term_evaluations++;
    sim_signal_mend(s, SALTUS_DELAY, k, order, c);
    return s->status >= 0;
}

void sim_delay_store(struct sim *s, int32_t k)
{
    int w = s->net.env.width;
    bool bent = s->bent && !sim_ends(s, &s->model->delayed, k, s->width);
    double c[SALTUS_SERIES], quantum, lasts;
    if (!evaluate(s, k, bent ? SALTUS_SERIES : w, c)) return;
    sim_signal_check(s, SALTUS_DELAY, k, c);
    if (s->status >= 0) put_in(s, k, c);
    if (s->status < 0) return;
    if (s->past[k].by >= 0)
        sim_lag_plan(s, k);
    else if (s->past[k].of >= 0)
        sim_lag_stored(s, s->past[k].of);
    else
        schedule(s, k);
    if (!bent || s->status < 0) return;
    quantum = s->past[k].of >= 0 ? sim_lag_quantum(s, k) : sim_quantum(s, c[0]);
    lasts = rules_lasts(c, w, s->knobs.refresh * quantum);
    if (horizon_has(s, SALTUS_DELAY, k))
        lasts = horizon_shown(s, SALTUS_DELAY, k, c, w - 1, lasts, s->knobs.refresh * quantum);
    if (s->net.env.t + lasts == s->net.env.t) sim_repeat(s, SALTUS_DELAY, k);
    sched_set(s->signals, slot_delayed(s, k), s->net.env.t + lasts);
}

bool sim_delay_jumps(struct sim *s, int32_t k)
{
    const struct past *p = &s->past[k];
    const struct state *y = past_signal(s, k);
    double is = poly_value(y->q, SALTUS_SIGNAL - 1, s->net.env.t - y->tq);
    if (!p->count) return false;
    if (p->by >= 0) return fabs(sim_lag_value(s, k) - is) > 4 * sim_quantum(s, is);
    return fabs(past_segment(s, p, 0)[1] - is) > 4 * sim_quantum(s, is);
}

void sim_delay_arrive(struct sim *s, int32_t k)
{
    struct past *p = &s->past[k];
    struct state *y = past_signal(s, k);
    double t = s->net.env.t;
    if (y->tq == t) sim_repeat(s, SALTUS_DELAY, k);
    if (p->by >= 0) {
        sim_lag_follow(s, k);
        return;
    }
    while (p->count && past_segment(s, p, 0)[0] + p->lag <= t) {
        memcpy(y->q, past_segment(s, p, 0) + 1, (size_t)s->net.env.width * sizeof *y->q);
        p->first = p->first + 1 < p->room ? p->first + 1 : 0;
        p->count--;
    }
    y->tq = t;
    if (p->room > LEAST_ROOM && p->count <= p->room / 4) resize(s, p, p->room / 2);
    schedule(s, k);
    set_add(&s->dirty, s->net.n_sums + k);
}

bool sim_delay_constant(struct sim *s, int32_t k)
{
    struct state *y = past_signal(s, k);
    double u, before = y->q[0];
    if (!evaluate(s, k, 1, &u)) return false;
    if (!isfinite(u)) {
        double c[SALTUS_SIGNAL] = {u};
        sim_signal_check(s, SALTUS_DELAY, k, c);
        return false;
    }
    y->q[0] = s->past[k].before = u;
    return u != before;
}
