/* SPDX-License-Identifier: MIT */
/* fmu_state.c - an instance as bytes, and back.
 *
 *     words: magic, length of all, hash of what follows, hash of the token, kind, phase, is there a run
 *     t, start, tolerance, what was set, then the run (run/outside/keep.h)
 *
 * Going on from a state gives the same bits as going on without. Bytes that are damaged, or of another model, are
 * refused. */
#include "engine/whole/whole.h"
#include "fmu/fmu.h"
#include "run/outside/keep.h"
#include <stdlib.h>
#include <string.h>

struct head {
    uint64_t magic, n, sum, token, kind, phase, run;
};
static const uint64_t magic = 0x314d465373746c61u;

static uint64_t hash(const void *p, size_t n)
{
    const unsigned char *c = p;
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t k = 0; k < n; k++) h = (h ^ c[k]) * 0x100000001b3u;
    return h;
}

static void keep_exchange(struct keep *k, struct fmu *f)
{
    struct whole *w;
    keep_sim(k, f->sim);
    if (f->sim->engine != &whole_frame || k->failed) return;
    w = whole_of(f->sim);
    keep_bytes(k, w->host.x, (size_t)f->n_states * sizeof *w->host.x);
    keep_bytes(k, &w->host.t, sizeof w->host.t);
    keep_bytes(k, &w->host.from, sizeof w->host.from);
    keep_bytes(k, &w->begun, sizeof w->begun);
    keep_bytes(k, &w->slopes, sizeof w->slopes);
}

static void keep_all(struct keep *k, struct fmu *f, const struct head *h)
{
    keep_bytes(k, &f->t, sizeof f->t);
    keep_bytes(k, &f->start, sizeof f->start);
    keep_bytes(k, &f->tolerance, sizeof f->tolerance);
    keep_bytes(k, f->set, (size_t)f->n_vars * sizeof *f->set);
    keep_bytes(k, f->given, (size_t)f->n_vars);
    keep_bytes(k, &f->moved, sizeof f->moved);
    keep_bytes(k, &f->terminated, sizeof f->terminated);
    if (!h->run) return;
    if (k->load) { /* a run with these values, of which the rest is then replaced */
        double t = f->t;
        bool moved = f->moved, terminated = f->terminated;
        fmu_close_run(f);
        if (k->failed || !fmu_ready(f)) {
            k->failed = true;
            return;
        }
        f->t = t;
        f->moved = moved;
        f->terminated = terminated;
    }
    if (f->exchange)
        keep_exchange(k, f);
    else
        outside_keep(k, f->outside);
}

enum fmu_status fmu_keep(struct fmu *f, struct fmu_state **state)
{
    struct head h = {
        magic,         0, 0, hash(f->about->token, strlen(f->about->token)), f->exchange, f->phase,
        f->sim != NULL};
    struct keep count = {0};
    struct fmu_state *s = NULL;
    if (!state) return fmu_say(f, FMU_ERROR, "there is no place for the state");
    keep_all(&count, f, &h);
    h.n = sizeof h + count.used;
    s = calloc(1, sizeof *s + h.n);
    if (!s) return fmu_say(f, FMU_ERROR, "out of memory for a state of %zu bytes", (size_t)h.n);
    struct keep k = {.at = s->bytes + sizeof h, .room = count.used};
    keep_all(&k, f, &h);
    s->n = h.n;
    h.sum = hash(s->bytes + sizeof h, count.used);
    memcpy(s->bytes, &h, sizeof h);
    free(*state);
    *state = s;
    return FMU_OK;
}

static bool is_ours(struct fmu *f, const unsigned char *bytes, size_t n)
{
    struct head h;
    if (!bytes || n < sizeof h) return false;
    memcpy(&h, bytes, sizeof h);
    return h.magic == magic && h.n == n && h.kind == (uint64_t)f->exchange &&
           h.token == hash(f->about->token, strlen(f->about->token)) && h.phase <= FMU_TERMINATED &&
           h.sum == hash(bytes + sizeof h, n - sizeof h);
}

enum fmu_status fmu_put_back(struct fmu *f, const struct fmu_state *state)
{
    struct head h;
    if (!state || !is_ours(f, state->bytes, state->n))
        return fmu_say(f, FMU_ERROR, "this is not a state of this FMU");
    memcpy(&h, state->bytes, sizeof h);
    struct keep k = {.at = (unsigned char *)(uintptr_t)(state->bytes + sizeof h),
                     .room = state->n - sizeof h,
                     .load = true};
    fmu_close_run(f);
    keep_all(&k, f, &h);
    f->phase = (enum fmu_phase)h.phase;
    f->shown = false;
    if (!k.failed && k.used == k.room) return FMU_OK;
    f->phase = FMU_BROKEN;
    return fmu_say(f, FMU_ERROR, "the state could not be put back: memory is short");
}

enum fmu_status fmu_state_read(struct fmu *f, const void *bytes, size_t n, struct fmu_state **state)
{
    struct fmu_state *s;
    if (!state || !is_ours(f, bytes, n))
        return fmu_say(f, FMU_ERROR, "these bytes are no state of this FMU");
    s = malloc(sizeof *s + n);
    if (!s) return fmu_say(f, FMU_ERROR, "out of memory for a state of %zu bytes", n);
    s->n = n;
    memcpy(s->bytes, bytes, n);
    *state = s;
    return FMU_OK;
}
