/* SPDX-License-Identifier: MIT */
/* whole_step.c - the loop of an engine that moves all states together, and what it gives out.
 *
 * A step goes from event to event at most: clocks, jumps of delays, and the end of the run limit it
 * from outside; the engine itself ends it where a guard fires. An opaque guard that reads the time
 * could turn many times within a long step in which no state moves. Its Taylor series at the
 * beginning, the states held still, says how far it can be overlooked, and the step goes no
 * further.
 *
 * Whoever looks gets pieces: the states as the engine has them, polynomials of degree 5 at most;
 * affine outputs, sums and affine delayed expressions as cubics that have the right values and
 * slopes at the ends of quarters of the piece; other outputs and delayed expressions as many as they
 * need (whole_output.c). */
#include "num/poly.h"
#include "run/loop/loop.h"
#include "engine/whole/locate.h"
#include "engine/whole/whole.h"
#include <math.h>
#include <string.h>

enum { PARTS = 4 };

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Affine outputs, sums, delayed expressions: value and slope of each at the point shown. */
static void values_there(struct sim *s, double *to)
{
    struct whole *w = whole_of(s);
    double c[SALTUS_SERIES];
    whole_outputs_at(s, w->plain, w->n_plain, to);
    to += 2 * (size_t)s->n_watched;
    for (int32_t k = 0; k < s->n_signals; k++, to += 2)
        memcpy(to, w->signals + (size_t)(s->net.n + k) * (1 + SALTUS_SIGNAL) + 1, 2 * sizeof *c);
    for (int32_t k = 0; k < s->n_delays; k++, to += 2) {
        if (whole_delay_bent(s, k)) continue;
        sim_asks(s, SALTUS_DELAY, k);
        s->model->delayed.eval(&w->env, k, 2, c);
        memcpy(to, c, 2 * sizeof *c);
        s->stats.term_evaluations++;
    }
    if (w->faulted) whole_fail(s, WHOLE_FAULT);
}

void whole_tell(struct sim *s, double t, int32_t var, const double *c, int degree)
{
    while (degree > 0 && c[degree] == 0) degree--;
    if (s->opt.sink && s->opt.sink(s->opt.user, t, var, c, degree)) atomic_store(&s->stop, 1);
}

/* One part of a piece: what was at its beginning, what is at its end. */
static void tell_part(struct sim *s, double from, double h, const double *at0, const double *at1)
{
    double c[SALTUS_SIGNAL];
    const struct whole *w = whole_of(s);
    for (int32_t j = 0; j < w->n_plain; j++) {
        int32_t k = w->plain[j];
        whole_hermite(h, at0 + 2 * (size_t)k, at1 + 2 * (size_t)k, c);
        whole_tell(s, from, s->net.n + s->n_discretes + s->outputs[k], c, SALTUS_SIGNAL - 1);
    }
    at0 += 2 * (size_t)s->n_watched;
    at1 += 2 * (size_t)s->n_watched;
    for (int32_t k = 0; k < s->n_signals; k++, at0 += 2, at1 += 2) {
        struct state *y = &s->net.s[s->net.n + k];
        whole_hermite(h, at0, at1, y->x);
        y->tx = from;
    }
    for (int32_t k = 0; k < s->n_delays; k++, at0 += 2, at1 += 2) {
        if (whole_delay_bent(s, k)) continue;
        whole_hermite(h, at0, at1, c);
        whole_delay_store(s, k, from, from + h, c);
    }
}

void whole_samples(struct sim *s, double before)
{
    while (s->opt.interval > 0 && s->sample < before && !atomic_load(&s->stop)) {
        s->reached = fmax(s->reached, s->sample);
        if (s->opt.sample && s->opt.sample(s->opt.user, s->sample, (saltus_sim *)s))
            atomic_store(&s->stop, 1);
        s->samples++;
        s->sample = grid_at(&s->grid, s->samples);
    }
}

/* Samples up to `to`, and the other outputs, cut at each: a row is right to the last digit. */
static void tell_bent(struct sim *s, double from, double to)
{
    while (whole_of(s)->outputs && from < to && s->status >= 0) {
        double next = to;
        if (s->opt.interval > 0)
            next = s->sample > from ? s->sample : grid_at(&s->grid, s->samples + 1);
        if (!(next > from && next < to)) next = to;
        whole_outputs_tell(s, from, next);
        whole_samples(s, next);
        from = next;
    }
    whole_samples(s, to);
}

void whole_piece(struct sim *s, double from, double to)
{
    struct whole *w = whole_of(s);
    double *at0 = w->ends, *at1 = w->ends + 2 * (size_t)w->n_ends;
    w->told = true;
    w->jumped = false;
    for (int32_t i = 0; s->opt.sink && i < s->net.n; i++)
        whole_tell(s, from, i, s->net.s[i].x, WHOLE_DEGREE);
    if (w->n_ends == 0 || !(to > from)) {
        whole_samples(s, to);
        return;
    }
    whole_look(s, from);
    values_there(s, at0);
    whole_outputs_begin(s, from);
    for (int part = 0; part < PARTS && s->status >= 0; part++) {
        double a = from + (to - from) * part / PARTS, b = from + (to - from) * (part + 1) / PARTS;
        double *swap;
        if (part + 1 == PARTS) b = to;
        if (!(b > a)) continue;
        whole_look(s, b);
        values_there(s, at1);
        if (s->status >= 0) tell_part(s, a, b - a, at0, at1);
        if (s->status >= 0) whole_delays_tell(s, a, b);
        tell_bent(s, a, b);
        swap = at0, at0 = at1, at1 = swap;
    }
    whole_doubts(s, from, to);
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* How far guards that read the time let a step go from here. */
static double timed_limit(struct sim *s)
{
    struct whole *w = whole_of(s);
    double most = INFINITY, c[SALTUS_SERIES];
    if (!w->n_timed) return most;
    whole_show(s, w->host.t, w->host.x, NULL);
    for (int32_t j = 0; j < w->n_timed; j++) {
        double sum = 0, h;
        if (!locate_blind(w->locate, w->timed[j])) continue;
        whole_guard(s, w->timed[j], SALTUS_SERIES, c);
        for (int k = 0; k < SALTUS_SERIES; k++) sum += c[k];
        h = isfinite(sum) ? rules_trusted(c, SALTUS_SERIES - 1) : INFINITY;
        if (w->host.t + h > w->host.t) most = fmin(most, h);
    }
    return most;
}

double whole_limit(struct sim *s, double until, double clock)
{
    double t = whole_of(s)->host.t, most = fmin(until, clock), h = timed_limit(s);
    if (s->n_delays) most = fmin(most, whole_delays_next(s, t));
    if (s->knobs.max_step > 0) h = fmin(h, s->knobs.max_step);
    return t + h < most && t + h > t ? t + h : most;
}

static bool somebody_looks(const struct sim *s)
{
    return s->opt.sink || s->n_delays || (s->opt.interval > 0 && s->sample < whole_of(s)->host.t);
}

/* Whoever wants to know of steps may have moved a clock to the present. */
static void tell_step(struct sim *s)
{
    struct whole *w = whole_of(s);
    if (!s->on_step || s->status < 0 || !s->on_step(s->on_user, w->host.t, w->host.x)) return;
    whole_bring(s);
    for (int32_t k = 0; k < s->n_clocks && s->status >= 0; k++) sim_clock_ask(s, k);
}

static void step(struct sim *s, double limit)
{
    struct whole *w = whole_of(s);
    int32_t due;
    w->host.from = w->host.t;
    w->told = false;
    w->stepping = true;
    due = whole_of(s)->by->step(&whole_of(s)->host, limit);
    if (s->status >= 0 && somebody_looks(s)) whole_of(s)->by->dense(&whole_of(s)->host);
    s->reached = w->host.t;
    w->stepping = false;
    tell_step(s);
    if (s->status >= 0 && due >= 0 && whole_instant(s, due) && !s->status)
        whole_of(s)->by->restart(&whole_of(s)->host);
}

/* The first clock; guards are in the queue only during an instant. */
static double next_clock(const struct sim *s)
{
    double t;
    sched_top(s->events, &t);
    return t;
}

static bool stopped(struct sim *s)
{
    return atomic_load(&s->stop) && (atomic_store(&s->stop, 0), true);
}

/* At its end the records hold the last step, for whoever asks for values. What an event has changed at
 * this very instant is told, since no piece will. */
static saltus_status end(struct sim *s, double until)
{
    struct whole *w = whole_of(s);
    if (!w->told && w->host.t > w->host.from) w->by->dense(&w->host);
    for (int32_t i = 0; w->jumped && i < s->net.n; i++)
        whole_tell(s, w->host.t, i, s->net.s[i].x, 0);
    if (w->jumped && s->n_watched) {
        sim_outputs_due(s, true);
        sim_outputs_tell(s);
    }
    w->jumped = false;
    whole_samples(s, nextafter(until, INFINITY));
    return s->status;
}

/* The engine that has lent the run goes on from the last step. */
static saltus_status give_back(struct sim *s, double until)
{
    if (whole_of(s)->lost) s->status = SALTUS_OK;
    if (!s->changes->failed(s) || s->status < 0) return s->status;
    return s->engine->run(s, until);
}

saltus_status whole_run(struct sim *s, double until)
{
    struct whole *w = whole_of(s);
    if (isinf(until) && w->lent) return give_back(s, until);
    if (isinf(until)) {
        sim_fail(s, SALTUS_EARG, SALTUS_TIME, -1, "this method needs a finite final time", NULL);
        return s->status;
    }
    for (;;) {
        double clock = next_clock(s);
        if (stopped(s)) return SALTUS_STOPPED;
        if (!w->begun || clock <= w->host.t ||
            (s->n_delays && whole_delays_next(s, w->host.t) <= w->host.t)) {
            if (whole_instant(s, -1) && !s->status) whole_of(s)->by->restart(&whole_of(s)->host);
            w->told = true;
            if (s->status) return s->status;
            continue;
        }
        if (!(w->host.t < until)) return end(s, until);
        w->host.farthest = whole_limit(s, INFINITY, clock);
        step(s, fmin(until, w->host.farthest));
        if (w->lost) return give_back(s, until);
        if (s->status) return s->status;
        if (s->opt.max_events &&
            s->stats.steps + s->stats.events + s->stats.clocks >= s->opt.max_events) {
            s->net.env.t = fmax(s->net.env.t, w->host.t); /* for the message */
            return sim_limit_reached(s);
        }
        if (sim_changes(s)) return s->status ? s->status : s->engine->run(s, until);
    }
}
