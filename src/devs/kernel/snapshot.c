/* SPDX-License-Identifier: MIT */
/* snapshot.c - the state of a run as a piece of bytes.
 *
 *     header, then for every living cell in the order of their numbers: record, S, stores, what
 *     type->save writes
 *
 * Each piece begins at a multiple of 16. Buffers of messages are empty between two steps and need
 * no place. A snapshot that belongs to the user also has copies of the messages that were injected:
 * those that wait, and those that were fed before, because a run whose structure has changed since
 * can only be brought back by being repeated.
 *
 * A rigid part keeps its memory as it is. */
#include "devs/kernel/snapshot.h"
#include "devs/kernel/inbox.h"
#include <string.h>

struct header {
    uint64_t structure;
    double t;
    uint64_t round;
    saltus_devs_stats stats;
    uint64_t epoch; /* how often the run has been repeated from its start */
    int32_t cells;  /* living ones */
};

struct record {
    double t, last, due;
    size_t state, stores[DEVS_STORES], saved;
    int32_t id;
};

/* ---- Writing --------------------------------------------------------------------------------- */

struct writer {
    char *to;
    size_t n, room;
};

static size_t rounded(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

static void put(struct writer *w, const void *p, size_t n)
{
    if (n && w->n + n <= w->room) memcpy(w->to + w->n, p, n);
    w->n += rounded(n);
}

static void put_saved(struct writer *w, const saltus_cell *c, size_t n)
{
    if (n && w->n + n <= w->room) c->type->save(c, w->to + w->n, n);
    w->n += rounded(n);
}

static void put_cell(struct writer *w, const saltus_devs *run, const struct cell *c)
{
    const saltus_atomic *type = c->pub.type;
    struct record r;
    memset(&r, 0, sizeof r);
    r.t = c->pub.t, r.last = c->pub.last, r.id = c->pub.id;
    r.due = sched_get(run->sched, c->slot);
    if (!type->rigid) {
        r.state = type->state_size;
        for (int k = 0; k < DEVS_STORES && c->store; k++) r.stores[k] = c->store[k].bytes;
        r.saved = type->save ? type->save(&c->pub, NULL, 0) : 0;
    }
    put(w, &r, sizeof r);
    put(w, c->pub.state, r.state);
    for (int k = 0; k < DEVS_STORES; k++)
        if (r.stores[k]) put(w, c->store[k].p, r.stores[k]);
    put_saved(w, &c->pub, r.saved);
}

static int32_t living(const saltus_devs *run)
{
    int32_t n = 0;
    for (int32_t k = 0; k < run->n_cells; k++) n += run->cell[k] != NULL;
    return n;
}

size_t devs_save(const saltus_devs *run, void *to, size_t room)
{
    struct writer w = {.to = to, .room = room};
    struct header h;
    memset(&h, 0, sizeof h);
    h.structure = devs_structure(run), h.epoch = devs_epoch(run);
    h.t = run->t, h.round = run->round, h.stats = run->stats;
    h.cells = living(run);
    put(&w, &h, sizeof h);
    for (int32_t k = 0; k < run->n_cells; k++)
        if (run->cell[k]) put_cell(&w, run, run->cell[k]);
    return w.n;
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct reader {
    const char *at;
};

static const void *get(struct reader *r, size_t n)
{
    const void *p = r->at;
    r->at += rounded(n);
    return p;
}

/* What has been asked for since is 0 again. */
static bool get_store(struct reader *from, struct cell *c, int k, size_t n)
{
    if (n == 0 && (!c->store || c->store[k].bytes == 0)) return true;
    char *p = saltus_cell_store(&c->pub, k, n);
    if (n && !p) return false;
    struct store *s = &c->store[k];
    if (n) memcpy(p, get(from, n), n);
    if (s->bytes > n) memset((char *)s->p + n, 0, s->bytes - n);
    s->bytes = n;
    return true;
}

static bool get_cell(struct reader *from, saltus_devs *run)
{
    const struct record *r = get(from, sizeof *r);
    struct cell *c = run->cell[r->id];
    bool rigid = c->pub.type->rigid;
    c->pub.t = r->t, c->pub.last = r->last;
    sched_set(run->sched, c->slot, r->due);
    if (r->state) memcpy(c->pub.state, get(from, r->state), r->state);
    for (int k = 0; k < DEVS_STORES && !rigid; k++)
        if (!get_store(from, c, k, r->stores[k])) return false;
    const void *saved = get(from, r->saved);
    if (c->pub.type->load && !rigid) c->pub.type->load(&c->pub, saved, r->saved);
    return true;
}

/* A part that holds something outside S points there. After a new start that is another place,
 * after stop() nothing. */
static bool is_kept(const saltus_devs *run, const struct header *h)
{
    for (int32_t k = 0; k < run->n_cells; k++) {
        const struct cell *c = run->cell[k];
        if (!c || !(c->pub.type->stop || c->pub.type->save)) continue;
        if (c->flags & CELL_ENDED || h->epoch != devs_epoch(run)) return false;
    }
    return true;
}

/* With the same structure there are the same cells under the same numbers. */
static bool fits(const saltus_devs *run, const struct header *h)
{
    if (!run->cell || h->structure != devs_structure(run) || h->cells != living(run)) return false;
    return is_kept(run, h);
}

/* A run that has ended may have done so in the middle of a step. */
static void leave_step(saltus_devs *run)
{
    run->late = NULL;
    run->out.n = run->n_items = 0;
    run->n_active = 0;
    run->ring_n = 0;
    for (int32_t k = 0; k < run->n_cells; k++) {
        struct cell *c = run->cell[k];
        if (!c) continue;
        c->bag = -1;
        c->flags &= (int16_t) ~(CELL_ACTIVE | CELL_IMMINENT);
    }
}

bool devs_load(saltus_devs *run, const void *from, size_t n)
{
    struct reader r = {.at = from};
    const struct header *h = get(&r, sizeof *h);
    (void)n;
    if (!fits(run, h)) return false;
    run->status = SALTUS_OK;
    for (int32_t k = 0; k < h->cells; k++)
        if (!get_cell(&r, run)) break;
    double cpu = run->stats.cpu_seconds;
    run->t = h->t, run->round = h->round, run->stats = h->stats;
    run->stats.cpu_seconds = cpu;
    leave_step(run);
    for (int32_t k = 0; k < run->n_cells; k++) {
        struct cell *c = run->cell[k];
        if (c && c->pub.type->resume) c->pub.type->resume(&c->pub);
    }
    return true;
}

uint64_t devs_saved_step(const void *from)
{
    return ((const struct header *)from)->stats.steps;
}

bool devs_is_rigid(const saltus_devs *run)
{
    for (int32_t k = 0; k < run->n_cells; k++)
        if (run->cell[k] && run->cell[k]->pub.type->rigid) return true;
    return false;
}

/* ---- Snapshots of the user ------------------------------------------------------------------- */

struct saltus_snapshot {
    const saltus_devs *of;
    struct devs_inbox box; /* only its allocator and its lists `waiting` and `log` */
    size_t n;
    char *bytes;
};

void saltus_snapshot_free(saltus_snapshot *s)
{
    if (!s) return;
    struct alloc a = s->box.alloc;
    devs_injections_cut(&s->box, &s->box.waiting, 0);
    devs_injections_cut(&s->box, &s->box.log, 0);
    alloc_free(&s->box.alloc, s->bytes);
    pthread_mutex_destroy(&s->box.lock);
    alloc_free(&a, s);
}

static bool copy_run(saltus_devs *run, saltus_snapshot *s)
{
    s->n = devs_save(run, NULL, 0);
    s->bytes = alloc_array(&s->box.alloc, s->n, 1);
    if (!s->bytes) return false;
    devs_save(run, s->bytes, s->n);
    return devs_injections_copy(&s->box, &s->box.waiting, &run->inbox->waiting) &&
           devs_injections_copy(&s->box, &s->box.log, &run->inbox->log);
}

saltus_status saltus_devs_snapshot(saltus_devs *run, saltus_snapshot **out)
{
    struct alloc a;
    if (out) *out = NULL;
    if (!run || !out) return SALTUS_EARG;
    if (run->status < 0) return run->status;
    alloc_init(&a, run->opt.alloc, run->opt.alloc_user);
    saltus_snapshot *s = alloc_array(&a, 1, sizeof *s);
    if (!s) return SALTUS_ENOMEM;
    s->box.alloc = a, s->of = run;
    pthread_mutex_init(&s->box.lock, NULL);
    if (!copy_run(run, s)) {
        saltus_snapshot_free(s);
        return SALTUS_ENOMEM;
    }
    *out = s;
    return SALTUS_OK;
}

/* The messages of the run are those of the snapshot; what came later is forgotten. */
static bool put_messages(saltus_devs *run, const saltus_snapshot *s)
{
    struct devs_inbox *b = run->inbox;
    struct injections waiting = {0}, log = {0};
    if (!devs_injections_copy(b, &waiting, &s->box.waiting)) return false;
    if (!devs_injections_copy(b, &log, &s->box.log)) {
        devs_injections_cut(b, &waiting, 0);
        return false;
    }
    devs_injections_cut(b, &b->waiting, 0);
    devs_injections_cut(b, &b->log, 0);
    b->waiting = waiting, b->log = log;
    if (waiting.n) atomic_store(&run->attention, 1);
    return true;
}

saltus_status saltus_devs_restore(saltus_devs *run, const saltus_snapshot *s)
{
    if (!run || !s || s->of != run) return SALTUS_EARG;
    if (!put_messages(run, s)) return SALTUS_ENOMEM;
    devs_back_forget(run, 0);
    if (!devs_load(run, s->bytes, s->n)) devs_repeat(run, devs_saved_step(s->bytes));
    devs_clock_set(run);
    return run->status;
}
