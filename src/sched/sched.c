/* SPDX-License-Identifier: MIT */
/* sched.c - the common half of the scheduler: due times, linear scan, choice of the structure.
 *
 * sched_set first looks whether anything changes at all: an engine reports the next time of each
 * slot it has touched, and most guards stay at +infinity. Only then does it wake the structure.
 * Branches on the kind always go the same way in a run. The scan has no structure: sched_set
 * stores, sched_top reads all times, a line at a time. Up to eight slots are read one by one:
 * reading a line as a whole waits for the time just stored in it. Ties go to the lowest slot: lines
 * are read in order, and a later one must be strictly less. */
#include "sched/sched_impl.h"

#include "base/alloc.h"

#include <assert.h>
#include <math.h>

enum { SCAN_UP_TO = 48 }; /* slots; measured, see docs/scheduler.md */

static enum sched_kind fastest(int32_t slots)
{
    return slots <= SCAN_UP_TO ? SCHED_SCAN : SCHED_TREE;
}

double *sched_lines(struct alloc *a, int32_t n)
{
    size_t padded = n > 0 ? ((size_t)n + SCHED_LINE - 1) / SCHED_LINE * SCHED_LINE : SCHED_LINE;
    double *v = alloc_array(a, padded, sizeof *v);
    for (size_t i = 0; v && i < padded; i++) v[i] = INFINITY;
    return v;
}

struct sched *sched_new(struct alloc *a, int32_t slots, enum sched_kind kind)
{
    assert(slots >= 0);
    struct sched *q = alloc_array(a, 1, sizeof *q);
    if (!q) return NULL;
    q->alloc = a;
    q->slots = slots;
    q->kind = kind == SCHED_AUTO ? fastest(slots) : kind;
    q->time = sched_lines(a, slots);
    bool ok = q->time != NULL;
    if (ok && q->kind == SCHED_HEAP) ok = sched_heap_init(q);
    if (ok && q->kind == SCHED_TREE) ok = sched_tree_init(q);
    if (ok) return q;
    sched_free(q);
    return NULL;
}

void sched_free(struct sched *q)
{
    if (!q) return;
    sched_heap_free(q);
    sched_tree_free(q);
    alloc_free(q->alloc, q->time);
    alloc_free(q->alloc, q);
}

/* Of a single line. */
static int32_t few_top(const struct sched *q)
{
    double least = q->time[0];
    int32_t first = 0;
    for (int32_t i = 1; i < q->slots; i++) {
        double t = q->time[i];
        first = t < least ? i : first;
        least = sched_lesser(least, t);
    }
    return first;
}

int32_t sched_scan_top(const struct sched *q)
{
    const double *time = q->time;
    if (q->slots <= SCHED_LINE) return few_top(q);
    double least = INFINITY;
    ptrdiff_t line = 0;
    for (ptrdiff_t i = 0; i < q->slots; i += SCHED_LINE) { /* least is in line, of those before i */
        double m = sched_line_min(time + i);
        line = m < least ? i : line;
        least = sched_lesser(least, m);
    }
    return (int32_t)line + sched_line_find(time + line, least);
}

int32_t sched_top(struct sched *q, double *t)
{
    return q->kind == SCHED_HEAP ? sched_first_rare(q, t) : sched_first(q, t);
}

void sched_set(struct sched *q, int32_t slot, double t)
{
    assert(slot >= 0 && slot < q->slots && !isnan(t));
    if (q->kind == SCHED_HEAP)
        sched_put_rare(q, slot, t);
    else
        sched_put(q, slot, t);
}

double sched_get(const struct sched *q, int32_t slot)
{
    assert(slot >= 0 && slot < q->slots);
    return q->time[slot];
}

uint64_t sched_operations(const struct sched *q)
{
    return q->operations;
}

enum sched_kind sched_kind_of(const struct sched *q)
{
    return q->kind;
}
