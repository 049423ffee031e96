/* SPDX-License-Identifier: MIT */
/* play.c - a run of a model that brings its own engine. Idea: play.h. */
#include "engine/play/play.h"
#include "num/poly.h"
#include <math.h>
#include <string.h>

/* ---- What the engine tells ------------------------------------------------------------------- */

static void give(struct sim *s, double t, int32_t var, const double *poly, int order)
{
    if (s->opt.sink && s->opt.sink(s->opt.user, t, var, poly, order)) play_stop(s);
}

void play_stop(struct sim *s)
{
    atomic_store(&s->stop, 1);
    play_of(s)->by->halt(s);
}

/* poly of degree n, and zeros up to `size` coefficients */
static inline void fill(double *to, int size, const double *poly, int n)
{
    int k = 0;
    for (; k <= n; k++) to[k] = poly[k];
    for (; k < size; k++) to[k] = 0;
}

void play_state(struct sim *s, int32_t i, double t, const double *poly, int order)
{
    struct state *x = &s->net.s[i];
    int n = order < SALTUS_SIGNAL + 1 ? order : SALTUS_SIGNAL + 1;
    fill(x->x, SALTUS_SIGNAL + 2, poly, n);
    x->tx = s->net.env.t = t;
    give(s, t, i, poly, n);
}

void play_discrete(struct sim *s, int32_t k, double t, double value)
{
    s->net.env.t = t;
    s->discretes[k] = value;
    give(s, t, s->net.n + k, &value, 0);
}

void play_output(struct sim *s, int32_t k, double t, const double *poly, int order)
{
    struct played *y = &play_of(s)->outputs[k];
    int n = order < SALTUS_SERIES - 1 ? order : SALTUS_SERIES - 1;
    s->net.env.t = t;
    y->t = t;
    y->order = (int8_t)n;
    fill(y->c, SALTUS_SERIES, poly, n);
    if (y->watched) give(s, t, s->net.n + s->n_discretes + k, poly, n);
}

/* Enough of steps and events? Then the run is to end. */
static void limit(struct sim *s)
{
    uint64_t most = s->opt.max_events;
    if (most && s->stats.steps + s->stats.events + s->stats.clocks >= most) play_stop(s);
}

void play_event(struct sim *s, int32_t k, double t, int direction)
{
    struct watch *w = &s->watch[k];
    s->net.env.t = t;
    w->fired = t;
    if (++w->events == 0) w->more++;
    s->stats.events++;
    if (s->opt.fired && s->opt.fired(s->opt.user, t, SALTUS_GUARD, k, direction)) play_stop(s);
    limit(s);
}

void play_step(struct sim *s, int32_t i)
{
    s->steps[i]++;
    s->stats.steps++;
    limit(s);
}

void play_clock(struct sim *s)
{
    s->stats.clocks++;
    limit(s);
}

/* A series that may have been cut off is requested again. */
static int fresh(const struct sim *s, int32_t k, double t, double *c)
{
    const struct played *y = &play_of(s)->outputs[k];
    if (!y->asked && (y->order < 2 || t == y->t || s->status < 0)) return -1;
    return play_of(s)->by->fresh((struct sim *)(uintptr_t)s, k, t, c, y->asked);
}

static double state_value(const struct sim *s, int32_t i, double t)
{
    const struct state *x = &s->net.s[i];
    if (!s->opt.sink) play_of(s)->by->look((struct sim *)(uintptr_t)s, i);
    return poly_value(x->x, SALTUS_SIGNAL + 1, t - x->tx);
}

static double value(const struct sim *s, int32_t var, double t)
{
    int32_t k = var - s->net.n - s->n_discretes;
    const struct played *y;
    double c[SALTUS_SERIES];
    if (var < s->net.n) return state_value(s, var, t);
    y = &play_of(s)->outputs[k];
    if (fresh(s, k, t, c) >= 0) return c[0];
    return poly_value(y->c, SALTUS_SERIES - 1, t - y->t);
}

static void renew_outputs(struct sim *s, double t)
{
    double c[SALTUS_SERIES];
    for (int32_t k = 0; k < s->n_outputs; k++) {
        int order = play_of(s)->outputs[k].watched ? fresh(s, k, t, c) : -1;
        if (order >= 0) play_output(s, k, t, c, order);
    }
}

/* ---- The run --------------------------------------------------------------------------------- */

static void watch_outputs(struct sim *s)
{
    int32_t first = s->net.n + s->n_discretes;
    for (size_t k = 0; k < s->opt.n_outputs && s->status >= 0; k++) {
        int32_t i = s->opt.outputs[k] - first;
        if (i < 0 || i >= s->n_outputs)
            sim_refuse(s, SALTUS_EARG, "outputs", "a variable to watch is not an output", NULL);
        else
            play_of(s)->outputs[i].watched = true;
    }
}

/* Of a method that moves all states together there is none here: parts move by themselves. */
static void check_method(struct sim *s)
{
    if (s->net.n == 0 || !s->chosen) return;
    sim_refuse(s, SALTUS_EARG, s->opt.method,
               "this method moves all states together, but the blocks of a diagram move one by one",
               "a quantized-state method; only a block that is a whole model can have this one");
}

static void check_sets(struct sim *s)
{
    for (size_t k = 0; k < s->opt.n_sets; k++)
        sim_refuse(s, SALTUS_EARG, s->opt.sets[k].name,
                   "values of a diagram are built in when it is loaded", NULL);
}

static void check(struct sim *s)
{
    check_method(s);
    if (s->status >= 0) check_sets(s);
}

static void load(struct sim *s)
{
    play_of(s)->by = (const struct play_engine *)(const void *)s->given;
    play_of(s)->outputs = sim_room(s, s->n_outputs, sizeof *play_of(s)->outputs);
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) s->watch[k].fired = -INFINITY;
    if (s->status >= 0) watch_outputs(s);
}

static void start(struct sim *s)
{
    play_of(s)->by->open(s);
}

static saltus_status pause(struct sim *s)
{
    uint64_t most = s->opt.max_events;
    atomic_store(&s->stop, 0);
    if (most && s->stats.steps + s->stats.events + s->stats.clocks >= most)
        return sim_limit_reached(s);
    return SALTUS_STOPPED;
}

/* From sample to sample; those at an instant with events come after them. */
static saltus_status run(struct sim *s, double until)
{
    for (;;) {
        bool looks = s->opt.interval > 0 && (s->opt.sample || (s->opt.sink && s->opt.n_outputs));
        double to = looks && s->sample < until ? s->sample : until;
        saltus_status st;
        if (atomic_load(&s->stop)) play_of(s)->by->halt(s);
        st = play_of(s)->by->play(s, to);
        if (s->status) return s->status;
        if (st == SALTUS_STOPPED) return pause(s);
        if (st) return s->status = st;
        if (!isinf(to) && to > s->reached) s->reached = to;
        if (looks && s->sample <= to && !isinf(to)) {
            renew_outputs(s, to);
            sim_take_samples(s, INFINITY, to);
        }
        if (to >= until) return atomic_load(&s->stop) ? pause(s) : SALTUS_OK;
    }
}

static saltus_status finish(struct sim *s)
{
    return play_of(s)->by->finish(s);
}

static void close(struct sim *s)
{
    struct play *p = play_of(s);
    if (p->by) p->by->close(s);
    alloc_free(&s->alloc, p->outputs);
}

static void count(const struct sim *s, saltus_stats *st)
{
    play_of(s)->by->count(s, st);
}

static void halt(struct sim *s)
{
    play_of(s)->by->halt(s);
}

const struct engine play_frame = {.size = sizeof(struct play),
                                  .check = check,
                                  .load = load,
                                  .start = start,
                                  .run = run,
                                  .finish = finish,
                                  .close = close,
                                  .value = value,
                                  .count = count,
                                  .halt = halt};
