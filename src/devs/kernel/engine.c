/* SPDX-License-Identifier: MIT */
/* engine.c - the loop, and a step of Classic DEVS.
 *
 * A step at time t, of the part that is first among those due:
 *   1. the clock is at t: a new instant (t, 0), or the next round (t, n + 1);
 *   2. lambda: the part fills in its messages;
 *   3. each message goes along its routes: delta_ext of every receiver, one message at a time;
 *   4. delta_int of the part; then delta_ext for what it has sent to itself;
 *   5. each part that made a transition says when it is due next.
 * Between two transitions of one part in a row nothing looks at when it is due: it is asked after
 * the last of them. */
#include "devs/kernel/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- The clock ------------------------------------------------------------------------------- */

bool devs_advance(saltus_devs *run, double t, const struct cell *c)
{
    run->stats.rounds++;
    if (t > run->t) {
        run->t = t;
        run->round = 0;
        return true;
    }
    if (++run->round <= run->opt.max_instant) return true;
    return !devs_too_long(run, c);
}

static void not_a_time(saltus_devs *run, struct cell *c, double d)
{
    char hint[100];
    snprintf(hint, sizeof hint, "its %s gave %.17g", c->due_kind == 1 ? "due" : "ta", d);
    devs_fail(run, c, SALTUS_EMODEL, hint,
              c->due_kind == 1 ? "the instant of its next event lies in the past or is not a number"
                               : "the time to its next event is negative or not a number");
}

void devs_schedule(saltus_devs *run, struct cell *c)
{
    double d = INFINITY, t = run->t;
    if (run->status < 0) return; /* c may have failed to make what it needs */
    if (c->due_kind == 1) {
        d = c->pub.type->due(&c->pub);
    } else if (c->due_kind == 2) {
        double h = c->pub.type->ta(&c->pub);
        d = t + h;
        if (!(h >= 0)) {
            not_a_time(run, c, h);
            d = INFINITY;
        }
    }
    if (!(d >= t)) {
        not_a_time(run, c, d);
        d = INFINITY;
    }
    sched_set(run->sched, c->slot, d);
}

void devs_trace(saltus_devs *run, saltus_transition kind, const struct cell *c,
                const saltus_message *x, size_t n)
{
    if (!run->opt.trace || run->silent) return;
    saltus_trace tr = {
        .t = run->t, .round = run->round, .kind = kind, .cell = c->pub.id, .x = x, .n = n};
    run->opt.trace(run->opt.user, run, &tr);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static saltus_message *more_room(saltus_devs *run)
{
    if (!devs_grow(run, (void **)&run->out.at, &run->out.room, run->out.n + 1,
                   sizeof *run->out.at)) {
        if (run->out.n) return &run->out.at[--run->out.n]; /* the run is over: anywhere */
        return NULL;
    }
    return &run->out.at[run->out.n];
}

static saltus_message *bad_port(const saltus_cell *c, int port, int32_t index)
{
    saltus_devs *run = c->run;
    const struct cell *cell = devs_cell_of(c);
    if (run->sender != cell)
        devs_fail(run, cell, SALTUS_EMODEL, NULL, "it sends outside lambda");
    else if (port < 0 || port >= c->outputs)
        devs_fail(run, cell, SALTUS_EMODEL, NULL, "it sends on output port %d, but has %d", port,
                  (int)c->outputs);
    else
        devs_fail(run, cell, SALTUS_EMODEL, NULL,
                  "it sends element %ld of output port %d, which has %d", (long)index, port,
                  (int)cell->out[port].size);
    return &run->lost;
}

saltus_message *saltus_cell_out(const saltus_cell *c, int port, int32_t index)
{
    if (!c) return NULL;
    saltus_devs *run = c->run;
    const struct cell *cell = devs_cell_of(c);
    if (run->sender != cell || (uint32_t)port >= (uint32_t)c->outputs ||
        (index != SALTUS_ALL && (uint32_t)index >= (uint32_t)cell->out[port].size))
        return bad_port(c, port, index);
    saltus_message *m = run->out.n < run->out.room ? &run->out.at[run->out.n] : more_room(run);
    if (!m) return &run->lost;
    run->out.n++;
    *m = (saltus_message){.port = port, .index = index};
    return m;
}

bool devs_keep_data(saltus_devs *run, saltus_message *m, size_t n)
{
    size_t bytes = 0;
    for (size_t k = 0; k < n; k++)
        if (m[k].data) bytes += ((size_t)m[k].bytes + 15) / 16 * 16;
    if (!bytes) return true;
    if (!devs_grow(run, (void **)&run->bytes, &run->room_bytes, bytes, 1)) return false;
    bytes = 0;
    for (size_t k = 0; k < n; k++) {
        if (!m[k].data) continue;
        memcpy(run->bytes + bytes, m[k].data, m[k].bytes);
        m[k].data = run->bytes + bytes;
        bytes += ((size_t)m[k].bytes + 15) / 16 * 16;
    }
    return true;
}

static void tell_outside(saltus_devs *run, const struct route *r, saltus_message *m, int32_t index)
{
    m->port = r->port;
    m->index = index;
    run->opt.output(run->opt.user, run->t, r->port, m);
}

void devs_to_outside(saltus_devs *run, const struct route *r, const saltus_message *m)
{
    if (!run->opt.output || run->silent) return;
    saltus_message copy = *m;
    struct devs_targets to;
    for (devs_targets_begin(&to, r, m->index); devs_targets_next(&to);)
        tell_outside(run, r, &copy, to.index);
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* One transition for one message; when `to` is due is asked when another one is at work. */
static inline void external(saltus_devs *run, struct cell *to, saltus_message *m, int port,
                            int32_t index)
{
    double t = run->t;
    if (run->status < 0) return;
    if (run->late != to) {
        if (run->late) devs_schedule(run, run->late);
        run->late = to;
    }
    m->port = port;
    m->index = index;
    to->pub.t = t;
    to->pub.type->delta_ext(&to->pub, t - to->pub.last, m, 1);
    to->pub.last = t;
    run->stats.external++;
    run->stats.messages++;
    if (run->opt.trace) devs_trace(run, SALTUS_EXTERNAL, to, m, 1);
}

static void settle(saltus_devs *run)
{
    struct cell *c = run->late;
    run->late = NULL;
    if (c) devs_schedule(run, c);
}

static void along(saltus_devs *run, const struct route *r, saltus_message *m, int32_t index)
{
    struct devs_targets to;
    for (devs_targets_begin(&to, r, index); devs_targets_next(&to);)
        external(run, r->to, m, r->port, to.index);
}

/* A message along all routes of a fan but those to `but`; true: there were such. */
static inline bool send(saltus_devs *run, const struct fan *f, saltus_message *m,
                        const struct cell *but)
{
    int32_t index = m->index, port = m->port;
    bool self = false;
    for (int32_t k = 0; k < f->n; k++) {
        const struct route *r = &f->at[k];
        if (!r->to)
            devs_to_outside(run, r, m);
        else if (r->to == but)
            self = true;
        else if (r->kind == ROUTE_SAME)
            external(run, r->to, m, r->port, index);
        else
            along(run, r, m, index);
        m->index = index;
        m->port = port;
    }
    return self;
}

static void send_self(saltus_devs *run, struct cell *c)
{
    for (size_t k = 0; k < run->out.n; k++) {
        saltus_message *m = &run->out.at[k];
        const struct fan *f = devs_fan_of(run, c, m);
        int32_t index = m->index;
        for (int32_t j = 0; j < f->n; j++)
            if (f->at[j].to == c) along(run, &f->at[j], m, index);
    }
    settle(run);
}

void devs_step_classic(saltus_devs *run, struct cell *c, double t)
{
    bool self = false;
    if (!devs_advance(run, t, c)) return;
    c->pub.t = t;
    run->out.n = 0;
    run->stats.steps++;
    devs_lambda(run, c);
    if (run->opt.trace) devs_trace(run, SALTUS_LAMBDA, c, run->out.at, run->out.n);
    for (size_t k = 0; k < run->out.n && run->status >= 0; k++) {
        saltus_message *m = &run->out.at[k];
        self |= send(run, devs_fan_of(run, c, m), m, c);
    }
    settle(run);
    if (run->status < 0) return;
    if (self && !devs_keep_data(run, run->out.at, run->out.n)) return;
    c->pub.type->delta_int(&c->pub);
    c->pub.last = t;
    run->stats.internal++;
    if (run->opt.trace) devs_trace(run, SALTUS_INTERNAL, c, NULL, 0);
    devs_schedule(run, c);
    if (self) send_self(run, c);
}

void devs_feed(saltus_devs *run, double t, const saltus_message *x, size_t n, int internal)
{
    if (run->status != SALTUS_OK) return;
    if (run->opt.semantics == SALTUS_DEVS_PARALLEL) {
        devs_feed_parallel(run, t, x, n, internal);
        return;
    }
    if (!devs_advance(run, t, NULL)) return;
    run->stats.steps++;
    for (size_t k = 0; k < n; k++) {
        saltus_message m = x[k];
        if (m.port >= 0 && m.port < run->n_entries) send(run, &run->entry[m.port], &m, NULL);
    }
    settle(run);
}

static void peek(saltus_devs *run, struct cell *c, double t)
{
    c->pub.t = t;
    run->out.n = 0;
    devs_lambda(run, c);
    for (size_t k = 0; k < run->out.n; k++) {
        const saltus_message *m = &run->out.at[k];
        const struct fan *f = devs_fan_of(run, c, m);
        for (int32_t j = 0; j < f->n; j++)
            if (!f->at[j].to) devs_to_outside(run, &f->at[j], m);
    }
    run->out.n = 0;
}

void devs_peek_outputs(saltus_devs *run)
{
    double t, next;
    int32_t slot = sched_top(run->sched, &t);
    if (slot < 0 || run->status != SALTUS_OK) return;
    if (run->opt.semantics == SALTUS_DEVS_CLASSIC) {
        peek(run, run->order[slot], t);
        return;
    }
    run->n_active = 0;
    for (next = t; slot >= 0 && next == t; slot = sched_top(run->sched, &next)) {
        run->active[run->n_active++] = run->order[slot];
        sched_set(run->sched, slot, INFINITY);
    }
    for (int32_t k = 0; k < run->n_active; k++) sched_set(run->sched, run->active[k]->slot, t);
    for (int32_t k = 0; k < run->n_active; k++) peek(run, run->active[k], t);
    run->n_active = 0;
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* What follows a step. False: the run is over. */
static bool after_step(saltus_devs *run)
{
    if (run->changes.n && run->status == SALTUS_OK) devs_apply_changes(run);
    if (run->opt.history && run->status == SALTUS_OK) devs_keep(run);
    if (run->opt.max_events && run->status == SALTUS_OK &&
        run->stats.internal + run->stats.external + run->stats.confluent >= run->opt.max_events)
        devs_fail(run, NULL, SALTUS_ELIMIT, NULL, "more than %llu transitions",
                  (unsigned long long)run->opt.max_events);
    return run->status == SALTUS_OK;
}

static bool act(saltus_devs *run, int32_t slot, double t)
{
    if (run->opt.semantics == SALTUS_DEVS_PARALLEL)
        devs_step_parallel(run, t);
    else
        devs_step_classic(run, run->order[slot], t);
    return after_step(run);
}

/* Steps up to `until`, at most n of them (0: no limit). */
static saltus_status go(saltus_devs *run, double until, uint64_t n, uint64_t *done)
{
    bool look = devs_must_look(run);
    double t;
    *done = 0;
    while (run->status == SALTUS_OK) {
        int32_t slot = sched_top(run->sched, &t);
        if (look || atomic_load_explicit(&run->attention, memory_order_relaxed)) {
            uint64_t before = run->stats.steps;
            if (atomic_exchange(&run->stop, 0)) return SALTUS_STOPPED;
            bool again = devs_before(run, t, until);
            look = devs_must_look(run);
            if (atomic_exchange(&run->stop, 0)) return SALTUS_STOPPED;
            if (run->stats.steps != before) { /* something was fed */
                if (!after_step(run)) break;
                if (++*done == n) break;
            }
            if (again) continue;
        }
        if (slot < 0 || t > until) break;
        if (!act(run, slot, t)) break;
        if (++*done == n) break;
    }
    return run->status;
}

static double seconds(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

saltus_status saltus_devs_run(saltus_devs *run, double until)
{
    if (!run) return SALTUS_EARG;
    uint64_t done;
    double begin = seconds();
    if (isnan(until)) return SALTUS_EARG;
    saltus_status st = go(run, until, 0, &done);
    run->stats.cpu_seconds += seconds() - begin;
    if (st == SALTUS_OK && until > run->t && isfinite(until)) {
        run->t = until;
        run->round = 0;
    }
    return st;
}

saltus_status saltus_devs_step(saltus_devs *run, double until, int *done)
{
    if (!run) return SALTUS_EARG;
    uint64_t n = 0;
    if (isnan(until)) return SALTUS_EARG;
    saltus_status st = go(run, until, 1, &n);
    if (done) *done = n > 0;
    return st;
}

void saltus_devs_stop(saltus_devs *run)
{
    if (!run) return;
    atomic_store(&run->stop, 1);
    atomic_store(&run->attention, 1);
    devs_wake(run);
}
