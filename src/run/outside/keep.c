/* SPDX-License-Identifier: MIT */
/* keep.c - everything in a run that changes while it runs, listed once, for both directions.
 *
 * What load.c and structure.c make (who reads whom, methods, quanta, parameters) does not change
 * and is not kept. The sets (changed, touched, ...) hold nothing between two events. Schedulers are
 * kept as the times of their slots: their structure follows from those. Tables that grow are made
 * large enough first. */
#include "run/outside/keep.h"
#include "run/edge/edge.h"
#include "run/engine.h"
#include "run/horizon/horizon.h"
#include "run/loop/loop.h"
#include <string.h>

void keep_bytes(struct keep *k, void *p, size_t n)
{
    bool fits = k->at && k->used + n <= k->room;
    if (fits && n) k->load ? memcpy(p, k->at + k->used, n) : memcpy(k->at + k->used, p, n);
    if (k->load && !fits) k->failed = true;
    k->used += n;
}

#define KEEP(k, lvalue) keep_bytes((k), &(lvalue), sizeof(lvalue))

void keep_array(struct keep *k, void *p, int32_t n, size_t size)
{
    if (p) keep_bytes(k, p, (size_t)n * size);
}

/* The same number on both sides, or the bytes belong to another model. */
static void keep_same(struct keep *k, int32_t n)
{
    int32_t was = n;
    KEEP(k, was);
    if (was != n) k->failed = true;
}

void keep_times(struct keep *k, struct sched *q, int32_t slots)
{
    for (int32_t i = 0; q && i < slots && !k->failed; i++) {
        double t = sched_get(q, i);
        KEEP(k, t);
        if (k->load && !k->failed) sched_set(q, i, t);
    }
}

/* A list of items that has grown to n; its room is made large enough. */
static void keep_list(struct keep *k, struct sim *s, void **list, int32_t *n, int32_t *room,
                      size_t size)
{
    KEEP(k, *n);
    if (k->failed || *n < 0) {
        k->failed = true;
        *n = 0;
        return;
    }
    if (*n > *room) {
        void *more = alloc_resize(&s->alloc, *list, (size_t)*n, size);
        if (!more) {
            k->failed = true;
            *n = 0;
            return;
        }
        *list = more;
        *room = *n;
    }
    keep_array(k, *list, *n, size);
}

/* ---- The parts of a run ---------------------------------------------------------------------- */

static void keep_states(struct keep *k, struct sim *s)
{
    int32_t n = s->net.n;
    keep_same(k, n);
    keep_same(k, s->n_signals);
    keep_array(k, s->net.s, n + s->n_signals, sizeof *s->net.s);
    keep_array(k, s->affine, n, sizeof *s->affine);
    keep_array(k, s->steps, n, sizeof *s->steps);
    keep_array(k, s->initial, n, sizeof *s->initial);
    keep_array(k, s->fresh, n, sizeof *s->fresh);
    KEEP(k, s->net.partner);
    KEEP(k, s->net.partials);
    KEEP(k, s->net.env.t);
    KEEP(k, s->net.env.width);
    KEEP(k, s->width);
}

static void keep_bursts(struct keep *k, struct sim *s)
{
    bool any = s->bursts != NULL;
    KEEP(k, any);
    if (k->failed) return;
    if (any && !s->bursts) {
        s->bursts = alloc_array(&s->alloc, (size_t)s->n_guards, sizeof *s->bursts);
        k->failed = !s->bursts;
    }
    if (!any && s->bursts) {
        alloc_free(&s->alloc, s->bursts);
        s->bursts = NULL;
    }
    keep_array(k, s->bursts, s->n_guards, sizeof *s->bursts);
}

static void keep_edges(struct keep *k, struct sim *s)
{
    struct fences *f = s->fences;
    keep_array(k, s->edges, s->n_edges, sizeof *s->edges);
    if (!f) return;
    keep_array(k, f->atom, f->n_atoms, sizeof *f->atom);
    KEEP(k, f->modes);
    KEEP(k, f->factor);
    KEEP(k, f->late);
    keep_list(k, s, (void **)&f->wrote, &f->n_wrote, &f->room_wrote, sizeof *f->wrote);
}

static void keep_events(struct keep *k, struct sim *s)
{
    keep_same(k, s->n_guards);
    keep_same(k, s->n_discretes);
    keep_array(k, s->discretes, s->n_discretes, sizeof *s->discretes);
    keep_array(k, s->pre, s->n_discretes, sizeof *s->pre);
    keep_array(k, s->watch, s->n_guards, sizeof *s->watch);
    KEEP(k, s->n_reinits); /* guard.c asks whether there were any */
    keep_bursts(k, s);
    keep_edges(k, s);
}

static void keep_past(struct keep *k, struct sim *s, struct past *p)
{
    size_t row = (size_t)(1 + s->net.env.width) * sizeof(double);
    int32_t had = p->room;
    KEEP(k, p->room);
    KEEP(k, p->first);
    KEEP(k, p->count);
    KEEP(k, p->before);
    KEEP(k, p->steep);
    if (k->failed || p->room < 0 || p->count > p->room || p->first > p->room) {
        p->room = had;
        p->first = p->count = 0;
        k->failed = true;
        return;
    }
    if (p->room != had) {
        double *ring = alloc_resize(&s->alloc, NULL, (size_t)p->room, row);
        if (!ring) {
            p->room = had;
            k->failed = true;
            return;
        }
        alloc_free(&s->alloc, p->ring);
        p->ring = ring;
    }
    if (p->room) keep_array(k, p->ring, p->room, row);
}

static void keep_signals(struct keep *k, struct sim *s)
{
    size_t row = (size_t)(1 + s->net.env.width) * sizeof(double);
    if (!s->n_signals) return;
    keep_array(k, s->terms, s->net.n_terms, row);
    keep_array(k, s->age, s->net.n_sums, sizeof *s->age);
    for (int32_t d = 0; d < s->n_delays && !k->failed; d++) keep_past(k, s, &s->past[d]);
}

static void keep_run(struct keep *k, struct sim *s)
{
    int32_t terms = s->bent_terms ? s->net.n_terms : 0;
    KEEP(k, s->status);
    KEEP(k, s->stats);
    KEEP(k, s->repeats);
    KEEP(k, s->sample);
    KEEP(k, s->samples);
    KEEP(k, s->attention);
    KEEP(k, s->renewed);
    keep_array(k, s->size, s->n_watched, sizeof *s->size);
    keep_times(k, s->showing, s->n_watched);
    KEEP(k, s->reached);
    KEEP(k, s->asked);
    KEEP(k, s->asked_index);
    KEEP(k, s->finished);
    keep_times(k, s->events, s->n_clocks + s->n_guards);
    keep_times(k, s->signals, 2 * s->n_delays + terms);
}

static void keep_piece(void *user, void *p, size_t bytes)
{
    keep_bytes(user, p, bytes);
}

void keep_sim(struct keep *k, struct sim *s)
{
    keep_states(k, s);
    if (!k->failed && s->engine->keep) s->engine->keep(k, s);
    if (!k->failed) keep_events(k, s);
    if (!k->failed) keep_signals(k, s);
    if (!k->failed) keep_run(k, s);
    if (!k->failed) horizon_keep(k, s);
    if (!k->failed) loop_memory_pieces(&s->net.env, keep_piece, k);
}

/* ---- From outside ---------------------------------------------------------------------------- */

size_t sim_keep(const struct sim *s, void *to, size_t room)
{
    struct keep k = {.at = to, .room = room};
    keep_sim(&k, (struct sim *)(uintptr_t)s);
    return k.used;
}

bool sim_put_back(struct sim *s, const void *from, size_t n)
{
    struct keep k = {.at = (unsigned char *)(uintptr_t)from, .room = n, .load = true};
    keep_sim(&k, s);
    if (!k.failed && k.used == n) return true;
    s->status = SALTUS_EARG;
    return false;
}
