/* SPDX-License-Identifier: MIT */
/* heap.c - a 4-ary heap of the slots that are due at all, with the key in the node.
 *
 * node[0] is first; the children of node[i] are node[4i+1 .. 4i+4]. Invariants:
 *     no node is before its parent, in the order (key, slot);
 *     node[place[s]].slot = s for each slot s in the heap, and place[s] = -1 for the others;
 *     the key of a slot is at most its time; a slot that is not in the heap is never due;
 *     node[size-1] and its later siblings end with sentinels, later than everything.
 * A slot whose time moves to later keeps its old key, which costs nothing; the heap is put right
 * only when such a slot comes first (sched_heap_settle). A guard that is predicted again at each
 * step of a neighbour, now a little earlier, now a little later, and fires in the far future, so
 * hardly ever moves in the heap. When the key of the first is its time, it is the first: all others
 * have times not before their keys. Four siblings fill one line of memory, hence node + 1 is
 * aligned and a node has 16 bytes. Thanks to the sentinels there are always four, and the least of
 * them is found without a branch. Slots at +infinity cost no time: nodes beyond the most that were
 * ever due are not touched, and an operating system gives pages when they are. A hole is moved, not
 * a pair swapped: x is written once, where it ends up. */
#include "sched/sched_impl.h"

#include "base/alloc.h"

#include <math.h>

enum { ARITY = 4, SHIFT = ARITY - 1 }; /* SHIFT: nodes before the first, for alignment */

static const struct sched_node sentinel = {INFINITY, INT32_MAX};

static inline bool before(const struct sched_node *a, const struct sched_node *b)
{
    return (a->t < b->t) | ((a->t == b->t) & (a->slot < b->slot));
}

bool sched_heap_init(struct sched *q)
{
    struct sched_heap *h = &q->heap;
    size_t n = (size_t)q->slots, nodes = SHIFT + n + ARITY;
    h->block = alloc_resize(q->alloc, NULL, nodes, sizeof *h->block); /* not cleared */
    h->place = alloc_array(q->alloc, n, sizeof *h->place);
    if (!h->block || !h->place) return false;
    h->node = h->block + SHIFT;
    for (size_t i = 0; i < n; i++) h->place[i] = -1;
    return true;
}

void sched_heap_free(struct sched *q)
{
    alloc_free(q->alloc, q->heap.block);
    alloc_free(q->alloc, q->heap.place);
}

static inline void put(struct sched_heap *h, int32_t i, struct sched_node x)
{
    h->node[i] = x;
    h->place[x.slot] = i;
}

/* A hole at i goes up until x fits. */
static void sift_up(struct sched_heap *h, int32_t i, struct sched_node x)
{
    while (i > 0) {
        int32_t parent = (i - 1) / ARITY;
        if (!before(&x, &h->node[parent])) break;
        put(h, i, h->node[parent]);
        i = parent;
    }
    put(h, i, x);
}

/* A hole at i goes down until x fits. */
static void sift_down(struct sched_heap *h, int32_t i, struct sched_node x)
{
    const struct sched_node *node = h->node;
    for (int64_t child; child = (int64_t)ARITY * i + 1, child < h->size;) {
        const struct sched_node *c = node + child;
        const struct sched_node *a = c + before(c + 1, c), *b = c + 2 + before(c + 3, c + 2);
        const struct sched_node *least = before(b, a) ? b : a;
        if (!before(least, &x)) break;
        put(h, i, *least);
        i = (int32_t)(least - node);
    }
    put(h, i, x);
}

/* x replaces what was at i and goes where it belongs. */
static void restore(struct sched_heap *h, int32_t i, struct sched_node x)
{
    if (i > 0 && before(&x, &h->node[(i - 1) / ARITY]))
        sift_up(h, i, x);
    else
        sift_down(h, i, x);
}

static void take_out(struct sched_heap *h, int32_t slot)
{
    int32_t i = h->place[slot], last = --h->size;
    struct sched_node x = h->node[last];
    h->node[last] = sentinel;
    h->place[slot] = -1;
    if (i != last) restore(h, i, x);
}

/* A node more; the first of four siblings brings the other places along. */
static void put_in(struct sched_heap *h, struct sched_node x)
{
    int32_t i = h->size++;
    for (int k = 1; i % ARITY == 1 && k < ARITY; k++) h->node[i + k] = sentinel;
    sift_up(h, i, x);
}

void sched_heap_sooner(struct sched *q, int32_t slot, double t)
{
    struct sched_heap *h = &q->heap;
    struct sched_node x = {t, slot};
    if (h->place[slot] < 0)
        put_in(h, x);
    else
        sift_up(h, h->place[slot], x);
}

void sched_heap_settle(struct sched *q)
{
    struct sched_heap *h = &q->heap;
    while (h->size > 0) {
        struct sched_node x = h->node[0];
        double t = q->time[x.slot];
        if (t == x.t) return;
        x.t = t;
        if (t == INFINITY)
            take_out(h, x.slot);
        else
            sift_down(h, 0, x);
    }
}
