/* SPDX-License-Identifier: MIT */
/* signal_times.h - the next own event of each element of a vector, and the earliest of all.
 *
 * A tree of minima in one piece of memory: element e is leaf `leaves + e`, node k is the smaller
 * of 2k and 2k + 1, node 1 the earliest of all. So it lies in a store like everything else, and
 * a change costs log2 of the number of elements. */
#ifndef BLOCKS_SIGNAL_TIMES_H
#define BLOCKS_SIGNAL_TIMES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

struct times {
    int32_t leaves, unused;
    double t[];
};

static inline int32_t times_leaves(int32_t n)
{
    int32_t leaves = 1;
    while (leaves < n && leaves < INT32_MAX / 2) leaves *= 2;
    return leaves;
}

static inline size_t times_bytes(int32_t n)
{
    return sizeof(struct times) + 2 * (size_t)times_leaves(n) * sizeof(double);
}

static inline void times_start(struct times *s, int32_t n)
{
    s->leaves = times_leaves(n);
    for (ptrdiff_t k = 0; k < 2 * (ptrdiff_t)s->leaves; k++) s->t[k] = INFINITY;
}

static inline double times_first(const struct times *s)
{
    return s->t[1];
}

static inline void times_set(struct times *s, int32_t e, double t)
{
    ptrdiff_t k = (ptrdiff_t)s->leaves + e;
    s->t[k] = t;
    for (k /= 2; k >= 1; k /= 2) {
        double first = s->t[2 * k] < s->t[2 * k + 1] ? s->t[2 * k] : s->t[2 * k + 1];
        if (s->t[k] == first) return;
        s->t[k] = first;
    }
}

/* The first element after e (-1: of all) with a time <= t; -1: none. */
static inline int32_t times_next(const struct times *s, int32_t e, double t)
{
    ptrdiff_t k = (ptrdiff_t)s->leaves + e;
    if (e < 0) {
        if (s->t[1] > t) return -1;
        k = 1;
    } else { /* up to the first right-hand neighbour that holds one */
        for (; k > 1; k /= 2)
            if (k % 2 == 0 && s->t[k + 1] <= t) break;
        if (k <= 1) return -1;
        k++;
    }
    while (k < s->leaves) k = s->t[2 * k] <= t ? 2 * k : 2 * k + 1;
    return (int32_t)(k - s->leaves);
}

#endif
