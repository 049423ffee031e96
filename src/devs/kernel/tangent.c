/* SPDX-License-Identifier: MIT */
/* tangent.c - how an input depends on an output far away: a forward sweep through the static parts
 * between them.
 *
 * The output element gets the tangent 1. What reaches a static part waits there until its turn in
 * select order, so that all that it reads has come: then each of its outputs gets the sum of
 * partial * tangent, and passes it on. Every output element is handled once, however many ways lead
 * to it. (Parts that feed themselves with other elements may have several turns: each passes on
 * only what has come since.) Work space is made once; between two sweeps all values are 0 and all
 * lists empty.
 *
 * Most inputs are fed by a part that no static part feeds: then the sum over the direct wires is
 * all. */
#include "devs/kernel/run.h"

#include <stddef.h>
#include <math.h>

struct waiting {
    double v;
    int32_t in, j, next;
};

struct touched {
    int32_t out, i;
};

struct tangent {
    size_t *first; /* [n_cells] of value: the outputs of a static cell */
    double *value;
    unsigned char *mark;
    int32_t *head; /* [room_slots] list of what waits at a slot; -1: nothing */
    int32_t *heap; /* slots at which something waits, the least first */
    int32_t n_heap;
    struct waiting *wait;
    size_t n_wait, room_wait;
    struct touched *touch;
    size_t n_touch, room_touch;
};

struct sweep {
    saltus_devs *run;
    struct tangent *w;
    bool values; /* with partials; else only whether there is a way */
    const struct cell *target;
    int in;
    int32_t i;
    double sum;
    bool hit;
    void (*found)(void *user, int32_t part, int in, int32_t i);
    void *user;
    struct cell *at; /* the part whose turn it is */
    struct waiting now;
    int out;
};

void devs_tangent_free(saltus_devs *run)
{
    struct tangent *w = run->tangent;
    if (!w) return;
    void *blocks[] = {w->first, w->value, w->mark, w->head, w->heap, w->wait, w->touch, w};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) alloc_free(&run->alloc, blocks[k]);
    run->tangent = NULL;
}

static size_t output_elements(const struct cell *c)
{
    size_t n = 0;
    for (int q = 0; q < c->pub.outputs; q++) n += (size_t)c->out[q].size;
    return n;
}

static struct tangent *work_space(saltus_devs *run)
{
    if (run->tangent) return run->tangent;
    struct tangent *w = run->tangent = alloc_array(&run->alloc, 1, sizeof *w);
    size_t n = 0;
    if (w) w->first = alloc_array(&run->alloc, (size_t)run->n_cells, sizeof *w->first);
    for (int32_t k = 0; w && w->first && k < run->n_cells; k++) {
        w->first[k] = n;
        if (run->cell[k] && run->cell[k]->is_static) n += output_elements(run->cell[k]);
    }
    if (w) {
        w->value = alloc_array(&run->alloc, n, sizeof *w->value);
        w->mark = alloc_array(&run->alloc, n, 1);
        w->head = alloc_array(&run->alloc, (size_t)run->room_slots, sizeof *w->head);
        w->heap = alloc_array(&run->alloc, (size_t)run->room_slots, sizeof *w->heap);
    }
    if (w && w->first && w->value && w->mark && w->head && w->heap) {
        for (int32_t k = 0; k < run->room_slots; k++) w->head[k] = -1;
        return w;
    }
    devs_tangent_free(run);
    devs_no_memory(run);
    return NULL;
}

/* ---- Slots at which something waits ---------------------------------------------------------- */

static void heap_push(struct tangent *w, int32_t slot)
{
    int32_t k = w->n_heap++;
    for (; k && w->heap[(k - 1) / 2] > slot; k = (k - 1) / 2) w->heap[k] = w->heap[(k - 1) / 2];
    w->heap[k] = slot;
}

static int32_t heap_pop(struct tangent *w)
{
    int32_t first = w->heap[0], last = w->heap[--w->n_heap], k = 0;
    for (;;) {
        int32_t j = 2 * k + 1;
        if (j >= w->n_heap) break;
        if (j + 1 < w->n_heap && w->heap[j + 1] < w->heap[j]) j++;
        if (w->heap[j] >= last) break;
        w->heap[k] = w->heap[j];
        k = j;
    }
    w->heap[k] = last;
    return first;
}

static void wait_at(struct sweep *s, const struct cell *c, int in, int32_t j, double v)
{
    struct tangent *w = s->w;
    if (!devs_grow(s->run, (void **)&w->wait, &w->room_wait, w->n_wait + 1, sizeof *w->wait))
        return;
    if (w->head[c->slot] < 0) heap_push(w, c->slot);
    w->wait[w->n_wait] = (struct waiting){.v = v, .in = in, .j = j, .next = w->head[c->slot]};
    w->head[c->slot] = (int32_t)w->n_wait++;
}

/* ---- The sweep ------------------------------------------------------------------------------- */

static void arrive(struct sweep *s, const struct cell *c, int in, int32_t j, double v)
{
    if (c == s->target && in == s->in && (j == s->i || j == SALTUS_ALL)) {
        s->sum += v;
        s->hit = true;
    }
    if (s->found && !c->is_static) s->found(s->user, c->pub.id, in, j);
    if (c->is_static) wait_at(s, c, in, j, v);
}

/* Element by element: a message to all of a port is many arrivals. */
static void pass_on(struct sweep *s, const struct fan *f, int32_t i, double v)
{
    for (int32_t k = 0; k < f->n; k++) {
        const struct route *r = &f->at[k];
        struct devs_targets to;
        if (!r->to) continue;
        for (devs_targets_begin(&to, r, i); devs_targets_next(&to);) {
            if (to.index != SALTUS_ALL)
                arrive(s, r->to, r->port, to.index, v);
            else
                for (int32_t d = 0; d < r->count; d++) arrive(s, r->to, r->port, d, v);
        }
    }
}

static size_t place_of(const struct tangent *w, const struct cell *c, int out, int32_t i)
{
    size_t at = w->first[c->pub.id] + (size_t)i;
    for (int q = 0; q < out; q++) at += (size_t)c->out[q].size;
    return at;
}

static void add_to(void *user, int32_t i)
{
    struct sweep *s = user;
    struct tangent *w = s->w;
    const saltus_atomic *a = s->at->pub.type;
    double d = 1;
    if (i < 0 || i >= s->at->out[s->out].size) return;
    if (s->values) d = a->partial ? a->partial(&s->at->pub, s->out, i, s->now.in, s->now.j) : 0;
    if (d == 0) return;
    size_t at = place_of(w, s->at, s->out, i);
    if (!w->mark[at]) {
        if (!devs_grow(s->run, (void **)&w->touch, &w->room_touch, w->n_touch + 1,
                       sizeof *w->touch))
            return;
        w->mark[at] = 1;
        w->touch[w->n_touch++] = (struct touched){s->out, i};
    }
    w->value[at] += d * s->now.v;
}

static void through_part(struct sweep *s)
{
    const saltus_atomic *a = s->at->pub.type;
    for (s->out = 0; s->out < s->at->pub.outputs; s->out++) {
        if (a->through(s->at->pub.part, s->now.in, s->out) != 1) continue;
        if (a->reach)
            a->reach(&s->at->pub, s->now.in, s->now.j, s->out, add_to, s);
        else
            add_to(s, s->now.j);
    }
}

static void turn(struct sweep *s, int32_t slot)
{
    struct tangent *w = s->w;
    int32_t k = w->head[slot];
    w->head[slot] = -1;
    w->n_touch = 0;
    s->at = s->run->order[slot];
    s->at->pub.t = s->run->t;
    for (; k >= 0; k = s->now.next) {
        s->now = w->wait[k];
        through_part(s);
    }
    for (size_t n = 0; n < w->n_touch; n++) {
        struct touched e = w->touch[n];
        size_t at = place_of(w, s->at, e.out, e.i);
        double v = w->value[at];
        w->value[at] = 0;
        w->mark[at] = 0;
        if (s->run->status == SALTUS_OK) pass_on(s, &s->at->out[e.out], e.i, v);
    }
}

static void sweep(struct sweep *s, const struct cell *from, int out, int32_t j)
{
    s->w = work_space(s->run);
    if (!s->w || out < 0 || out >= from->pub.outputs) return;
    s->w->n_wait = 0;
    pass_on(s, &from->out[out], j, 1);
    while (s->w->n_heap) turn(s, heap_pop(s->w));
}

/* ---- Questions ------------------------------------------------------------------------------- */

/* The sum over the wires from element j of `out` straight to part p, whose output element feeds the
 * input in question. */
static double direct(saltus_devs *run, struct cell *p, const struct source *s,
                     const struct cell *from, int out, int32_t j)
{
    const saltus_atomic *a = p->pub.type;
    double sum = 0;
    p->pub.t = run->t;
    for (int32_t k = 0; k < from->out[out].n; k++) {
        const struct route *r = &from->out[out].at[k];
        struct devs_targets to;
        if (r->to != p || a->through(p->pub.part, r->port, s->port) != 1) continue;
        for (devs_targets_begin(&to, r, j); devs_targets_next(&to);) {
            if (to.index != SALTUS_ALL) {
                if (a->reach || to.index == s->element)
                    sum += a->partial(&p->pub, s->port, s->element, r->port, to.index);
            } else if (!a->reach) {
                sum += a->partial(&p->pub, s->port, s->element, r->port, s->element);
            } else {
                for (int32_t d = 0; d < r->count; d++)
                    sum += a->partial(&p->pub, s->port, s->element, r->port, d);
            }
        }
    }
    return sum;
}

double saltus_cell_partial(const saltus_cell *c, int in, int32_t i, int32_t from, int out,
                           int32_t j)
{
    if (!c) return (double)NAN;
    saltus_devs *run = c->run;
    const struct cell *cell = devs_cell_of(c),
                      *sender = from >= 0 && from < run->n_cells ? run->cell[from] : NULL;
    if (!sender || in < 0 || in >= c->inputs || out < 0 || out >= sender->pub.outputs) return 0;
    const struct source *s = devs_source(run, cell, in, i);
    if (!s || !s->from) return 0;
    if (s->from == sender && s->port == out && s->element == j) return 1;
    if (!s->from->is_static || !s->from->pub.type->partial) return 0;
    if (s->from->is_shallow) return direct(run, run->cell[s->from->pub.id], s, sender, out, j);
    struct sweep w = {.run = run, .values = true, .target = cell, .in = in, .i = i};
    sweep(&w, sender, out, j);
    return w.sum;
}

int saltus_cell_reaches(const saltus_cell *c, int in, int32_t i, int32_t from, int out, int32_t j)
{
    if (!c) return 0;
    saltus_devs *run = c->run;
    const struct cell *sender = from >= 0 && from < run->n_cells ? run->cell[from] : NULL;
    struct sweep w = {.run = run, .target = devs_cell_of(c), .in = in, .i = i};
    if (sender) sweep(&w, sender, out, j);
    return w.hit;
}

void saltus_cell_readers(const saltus_cell *c, int out, int32_t j,
                         void (*found)(void *user, int32_t part, int in, int32_t i), void *user)
{
    if (!c) return;
    struct sweep w = {.run = c->run, .found = found, .user = user};
    sweep(&w, devs_cell_of(c), out, j);
}
