/* SPDX-License-Identifier: MIT */
/* history.c - see saltus_history.h. Curves are a saltus_traj; messages are copied, each in one block
 * of memory with its texts behind it. */
#include "saltus_history.h"

#include "base/alloc.h"

#include <math.h>
#include <string.h>

struct message {
    saltus_diag diag;
    char texts[];
};

struct saltus_history {
    struct alloc alloc;
    saltus_traj *traj;
    uint64_t segments; /* that have come */
    saltus_firing *firing;
    size_t n_firings, firing_room;
    struct message *message[SALTUS_HISTORY_MESSAGES + 1];
    size_t n_messages; /* that have come */
};

saltus_status saltus_history_new(const int32_t *vars, size_t n, saltus_history **out)
{
    struct alloc a;
    saltus_status status;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    alloc_init(&a, NULL, NULL);
    saltus_history *h = alloc_array(&a, 1, sizeof *h);
    if (!h) return SALTUS_ENOMEM;
    h->alloc = a;
    status = saltus_traj_new(vars, n, &h->traj);
    if (status == SALTUS_OK)
        *out = h;
    else
        saltus_history_free(h);
    return status;
}

void saltus_history_free(saltus_history *h)
{
    if (!h) return;
    struct alloc a = h->alloc;
    saltus_traj_free(h->traj);
    for (size_t k = 0; k <= SALTUS_HISTORY_MESSAGES; k++) alloc_free(&a, h->message[k]);
    alloc_free(&a, h->firing);
    alloc_free(&a, h);
}

/* ---- While it runs --------------------------------------------------------------------------- */

static int on_segment(void *user, double t, int32_t var, const double *poly, int order)
{
    saltus_history *h = user;
    h->segments++;
    return saltus_traj_sink(h->traj, t, var, poly, order);
}

static int on_event(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    saltus_history *h = user;
    if (!alloc_grow(&h->alloc, (void **)&h->firing, &h->firing_room, h->n_firings + 1,
                    sizeof *h->firing))
        return 1;
    h->firing[h->n_firings++] = (saltus_firing){t, (int32_t)kind, index, direction};
    return 0;
}

static size_t length(const char *s)
{
    return s ? strlen(s) + 1 : 0;
}

static const char *put(char **at, const char *s)
{
    char *begin = *at;
    if (!s) return NULL;
    memcpy(begin, s, length(s));
    *at += length(s);
    return begin;
}

/* A message that does not fit into memory is lost; the run goes on, and its status tells. */
static void on_diag(void *user, const saltus_diag *d)
{
    saltus_history *h = user;
    size_t texts = length(d->at.file) + length(d->var) + length(d->text) + length(d->hint);
    struct message *m = alloc_array(&h->alloc, 1, sizeof *m + texts), **place;
    char *at;
    size_t k = h->n_messages++;
    if (!m) return;
    at = m->texts;
    m->diag = *d;
    m->diag.at.file = put(&at, d->at.file);
    m->diag.var = put(&at, d->var);
    m->diag.text = put(&at, d->text);
    m->diag.hint = put(&at, d->hint);
    place = &h->message[k < SALTUS_HISTORY_MESSAGES ? k : SALTUS_HISTORY_MESSAGES];
    alloc_free(&h->alloc, *place);
    *place = m;
}

saltus_status saltus_history_keep(saltus_history *h, saltus_options *o)
{
    if (!h || !o) return SALTUS_EARG;
    o->sink = on_segment;
    o->fired = on_event;
    o->diag = on_diag;
    o->user = h;
    return SALTUS_OK;
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

const saltus_traj *saltus_history_traj(const saltus_history *h)
{
    return h ? h->traj : NULL;
}

uint64_t saltus_history_segments(const saltus_history *h)
{
    return h ? h->segments : 0;
}

const saltus_firing *saltus_history_firings(const saltus_history *h, size_t *n)
{
    if (n) *n = h ? h->n_firings : 0;
    return h && n && h->n_firings ? h->firing : NULL;
}

const saltus_diag *saltus_history_message(const saltus_history *h, size_t k)
{
    return h && k <= SALTUS_HISTORY_MESSAGES && h->message[k] ? &h->message[k]->diag : NULL;
}

size_t saltus_history_messages(const saltus_history *h)
{
    return h ? h->n_messages : 0;
}

/* ---- Files ----------------------------------------------------------------------------------- */

saltus_status saltus_history_read(saltus_history *h, saltus_result *r)
{
    saltus_status status = h && r ? SALTUS_OK : SALTUS_EARG;
    saltus_record rec = {.kind = SALTUS_RECORD_SEGMENT};
    while (status == SALTUS_OK) {
        int full = 0;
        status = saltus_result_next(r, &rec);
        if (status != SALTUS_OK || rec.kind == SALTUS_RECORD_END) break;
        if (rec.kind == SALTUS_RECORD_SEGMENT)
            full = on_segment(h, rec.t, (int32_t)rec.k, rec.poly, rec.order);
        else
            full = on_event(h, rec.t, SALTUS_GUARD, (int32_t)rec.k, rec.order);
        if (full) status = SALTUS_ENOMEM;
    }
    return status;
}

/* What is written next of one column. */
struct cursor {
    const saltus_piece *piece;
    const double *poly;
    size_t n;
    size_t column;
};

static double next_time(const struct cursor *c)
{
    return c->piece[0].t;
}

static int is_before(const struct cursor *a, const struct cursor *b)
{
    if (next_time(a) != next_time(b)) return next_time(a) < next_time(b);
    return a->column < b->column;
}

/* A heap: its root is the column whose next segment comes first. */
static void sink_down(struct cursor *heap, size_t n, size_t k)
{
    for (;;) {
        size_t least = k;
        for (size_t child = 2 * k + 1; child <= 2 * k + 2 && child < n; child++)
            if (is_before(&heap[child], &heap[least])) least = child;
        if (least == k) return;
        struct cursor c = heap[k];
        heap[k] = heap[least];
        heap[least] = c;
        k = least;
    }
}

/* Events up to t, which come before what they change. */
static saltus_status write_firings(const saltus_history *h, saltus_writer *w, double t,
                                   int32_t guards, size_t *next)
{
    saltus_status status = SALTUS_OK;
    for (; *next < h->n_firings && status == SALTUS_OK; ++*next) {
        const saltus_firing *f = &h->firing[*next];
        if (f->t > t) break;
        status = saltus_writer_event(
            w, f->t, (size_t)(f->kind == SALTUS_GUARD ? f->index : guards + f->index),
            f->direction);
    }
    return status;
}

static saltus_status write_all(const saltus_history *h, saltus_writer *w, struct cursor *heap,
                               size_t n, int32_t guards)
{
    saltus_status status = SALTUS_OK;
    size_t next = 0;
    for (size_t k = n; k-- > 0;) sink_down(heap, n, k);
    while (n > 0 && status == SALTUS_OK) {
        struct cursor *c = heap;
        status = write_firings(h, w, next_time(c), guards, &next);
        if (status == SALTUS_OK)
            status = saltus_writer_segment(w, next_time(c), c->column, c->poly + c->piece->at,
                                           c->piece->order);
        c->piece++;
        if (--c->n == 0) *c = heap[--n];
        sink_down(heap, n, 0);
    }
    if (status == SALTUS_OK) status = write_firings(h, w, INFINITY, guards, &next);
    return status;
}

saltus_status saltus_history_write(const saltus_history *h, saltus_writer *w, const int32_t *vars,
                                   size_t n, int32_t guards)
{
    struct alloc a;
    struct cursor *heap;
    saltus_status status;
    size_t columns = 0;
    if (!h || !w || (n > 0 && !vars) || guards < 0) return SALTUS_EARG;
    alloc_init(&a, NULL, NULL);
    if (!(heap = alloc_array(&a, n, sizeof *heap))) return SALTUS_ENOMEM;
    for (size_t k = 0; k < n; k++) {
        struct cursor c = {.column = k};
        c.piece = saltus_traj_pieces(h->traj, vars[k], &c.n, &c.poly);
        if (c.piece) heap[columns++] = c;
    }
    status = write_all(h, w, heap, columns, guards);
    alloc_free(&a, heap);
    return status;
}
