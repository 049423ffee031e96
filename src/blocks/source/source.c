/* SPDX-License-Identifier: MIT */
/* source.c - the frame of the sources: who is due, what is sent, what comes next.
 *
 * Store SOURCE_PIECES holds, for each element, the piece that will be sent. SOURCE_QUEUE is a
 * binary heap of elements by (time, element), so that a vector of sources costs the logarithm of
 * its size per piece. Both are plain memory, saved and restored with the rest. SOURCE_ACTED is a
 * list for the elements that were sent at one instant: all of them leave the heap before any comes
 * back, since a piece may be followed by another at the same instant. */
#include "blocks/source/source.h"
#include "blocks/discrete/event.h"

#include <math.h>

const saltus_port source_signal_port[] = {{"y", SALTUS_TYPE_SIGNAL, 0, 0, "the signal"}, {0}};
const saltus_port source_event_port[] = {{"y", SALTUS_TYPE_EVENT, 0, 0, "the events"}, {0}};
const saltus_shown source_shows_signal[] = {{"y", SALTUS_OUTPUT, "the signal"}, {0}};
const saltus_shown source_shows_event[] = {{"y", SALTUS_GUARD, "an event"}, {0}};

static const struct source_type *type_of(const saltus_cell *c)
{
    return (const struct source_type *)(const void *)c->type;
}

static struct source_piece *pieces(saltus_cell *c)
{
    const struct source *s = c->state;
    return saltus_cell_store(c, SOURCE_PIECES, (size_t)s->n * sizeof(struct source_piece));
}

static int before(const struct source_piece *p, int32_t a, int32_t b)
{
    return p[a].t < p[b].t || (p[a].t == p[b].t && a < b);
}

static void push(struct source *s, int32_t *heap, const struct source_piece *p, int32_t i)
{
    int32_t at = s->queued++;
    for (int32_t up; at > 0 && before(p, i, heap[up = (at - 1) / 2]); at = up) heap[at] = heap[up];
    heap[at] = i;
}

static int32_t pop(struct source *s, int32_t *heap, const struct source_piece *p)
{
    int32_t top = heap[0], last = heap[--s->queued], at = 0;
    for (int32_t down; (down = 2 * at + 1) < s->queued; at = down) {
        if (down + 1 < s->queued && before(p, heap[down + 1], heap[down])) down++;
        if (!before(p, heap[down], last)) break;
        heap[at] = heap[down];
    }
    heap[at] = last;
    return top;
}

/* Do all elements have the same numbers? */
static int alike(const saltus_cell *c)
{
    if (type_of(c)->each) return c->size == 1;
    for (const saltus_param *p = c->type->params; p && p->name; p++) {
        int32_t rows = 0, cols = 0, n = saltus_part_count(c->part, p->name, &rows, &cols);
        if ((p->kind < SALTUS_REALS && n > 1) || (p->kind == SALTUS_REALS && cols > 1)) return 0;
    }
    return 1;
}

void source_start(saltus_cell *c)
{
    struct source *s = c->state;
    s->n = alike(c) ? 1 : c->size;
    if (!event_numbers_fine(c) || (type_of(c)->ready && !type_of(c)->ready(c))) return;
    struct source_piece *p = pieces(c);
    int32_t *heap = saltus_cell_store(c, SOURCE_QUEUE, (size_t)s->n * sizeof *heap);
    if (!p || !heap) return;
    for (int32_t i = 0; i < s->n; i++) {
        type_of(c)->next(c, i, &p[i]);
        push(s, heap, p, i);
    }
}

double source_due(const saltus_cell *c)
{
    const struct source *s = c->state;
    const struct source_piece *p = saltus_cell_stored(c, SOURCE_PIECES, NULL);
    const int32_t *heap = saltus_cell_stored(c, SOURCE_QUEUE, NULL);
    return s->queued && p && heap ? p[heap[0]].t : INFINITY;
}

static void send(const saltus_cell *c, const struct source *s, const struct source_piece *p,
                 int32_t i)
{
    saltus_message *m = saltus_cell_out(c, 0, s->n < c->size ? SALTUS_ALL : i);
    if (!m) return;
    m->order = (int16_t)p->order;
    m->open = (int8_t)p->open;
    if (p->k > 0 && !p->open && c->type->shows[0].kind != SALTUS_GUARD) m->jump = 1;
    for (int k = 0; k <= p->order; k++) m->c[k] = p->c[k];
}

/* All that are due, from the top of the heap downwards. */
void source_lambda(const saltus_cell *c)
{
    const struct source *s = c->state;
    const struct source_piece *p = saltus_cell_stored(c, SOURCE_PIECES, NULL);
    const int32_t *heap = saltus_cell_stored(c, SOURCE_QUEUE, NULL);
    int32_t stack[64], n = 0;
    if (s->queued) stack[n++] = 0;
    while (n > 0) {
        int32_t at = stack[--n];
        if (p[heap[at]].t > c->t) continue;
        send(c, s, &p[heap[at]], heap[at]);
        for (int32_t down = 2 * at + 2; down > 2 * at; down--)
            if (down < s->queued) stack[n++] = down;
    }
}

static void show(const saltus_cell *c, const struct source *s, const struct source_piece *p,
                 int32_t i)
{
    int32_t end = s->n < c->size ? c->size : i + 1;
    int event = c->type->shows[0].kind == SALTUS_GUARD;
    for (int32_t k = i; k < end; k++) {
        if (event) saltus_cell_count(c, SALTUS_COUNT_CLOCK, 0, k);
        if (event)
            event_show(c, 0, k, 1);
        else
            saltus_cell_show(c, 0, k, p->c, p->order);
    }
}

void source_int(saltus_cell *c)
{
    struct source *s = c->state;
    int32_t *acted = saltus_cell_store(c, SOURCE_ACTED, (size_t)s->n * sizeof *acted);
    int32_t *heap = saltus_cell_store(c, SOURCE_QUEUE, (size_t)s->n * sizeof *heap), n = 0;
    struct source_piece *p = pieces(c);
    if (!acted || !heap || !p) return;
    while (s->queued && p[heap[0]].t <= c->t) acted[n++] = pop(s, heap, p);
    for (int32_t j = 0; j < n; j++) {
        struct source_piece *e = &p[acted[j]];
        show(c, s, e, acted[j]);
        e->k++;
        type_of(c)->next(c, acted[j], e);
        if (e->t < INFINITY) push(s, heap, p, acted[j]);
    }
}
