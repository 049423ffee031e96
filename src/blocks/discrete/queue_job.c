/* SPDX-License-Identifier: MIT */
/* queue_job.c - jobs in memory, heaps of them, averages. */
#include "blocks/discrete/queue.h"

#include <math.h>
#include <string.h>

struct job queue_job_of(const saltus_message *m, double now)
{
    struct job j = {.since = now, .n = m->order + 1};
    memcpy(j.v, m->c, sizeof j.v);
    return j;
}

void queue_job_send(const saltus_cell *c, int port, const struct job *j)
{
    event_send(c, port, 0, j->v, j->n);
}

static int before(const struct job *a, const struct job *b)
{
    return a->key < b->key || (a->key == b->key && a->number < b->number);
}

void queue_heap_push(saltus_cell *c, int store, uint32_t *n, const struct job *j)
{
    size_t have = 0, need = ((size_t)*n + 1) * sizeof *j;
    saltus_cell_stored(c, store, &have);
    struct job *heap = saltus_cell_store(c, store, need <= have ? have : 2 * need);
    if (!heap) return;
    uint32_t at = (*n)++;
    for (; at > 0 && before(j, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = *j;
}

void queue_heap_pop(saltus_cell *c, int store, uint32_t *n)
{
    struct job *heap = saltus_cell_store(c, store, *n * sizeof *heap);
    if (!heap || *n == 0) return;
    struct job last = heap[--*n];
    uint32_t at = 0;
    for (uint32_t down; (down = 2 * at + 1) < *n; at = down) {
        if (down + 1 < *n && before(&heap[down + 1], &heap[down])) down++;
        if (!before(&heap[down], &last)) break;
        heap[at] = heap[down];
    }
    heap[at] = last;
}

void queue_average_begin(struct average *a, double t, double value)
{
    *a = (struct average){0, t, t, value};
}

void queue_average_set(struct average *a, double t, double value)
{
    a->area += a->value * (t - a->since);
    a->since = t;
    a->value = value;
}

double queue_average_of(const struct average *a, double t)
{
    return t > a->begin ? (a->area + a->value * (t - a->since)) / (t - a->begin) : NAN;
}

void queue_moments_add(struct moments *m, double v)
{
    double d = v - m->mean;
    m->min = m->n > 0 ? fmin(m->min, v) : v;
    m->max = m->n > 0 ? fmax(m->max, v) : v;
    m->n++;
    m->mean += d / m->n;
    m->sum2 += d * (v - m->mean);
}

double queue_moments_variance(const struct moments *m)
{
    return m->n > 1 ? m->sum2 / (m->n - 1) : NAN;
}
