/* SPDX-License-Identifier: MIT */
/* sched_impl.h - what the files of sched/ share.
 *
 * A line is eight doubles that start at a multiple of 64 bytes: what the memory moves at once.
 * time[] is always up to date and is padded with +infinity to whole lines; tree.c keeps an index
 * over it, heap.c another. sched_set has already stored the new time when it calls sched_tree_move
 * or sched_heap_sooner, and calls them only if the time has changed. */
#ifndef SCHED_SCHED_IMPL_H
#define SCHED_SCHED_IMPL_H

#include "sched/sched.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { SCHED_LINE = 8, SCHED_LEVELS_MAX = 12 }; /* 8^11 > 2^31 */

struct sched_node {
    double t;
    int32_t slot;
};

struct sched_heap {
    struct sched_node *node;  /* [size], sentinels up to a line; node + 1 starts a line */
    struct sched_node *block; /* the allocation that node points into */
    int32_t *place;           /* [slots] index into node; -1: not in the heap */
    int32_t size;
};

struct sched_tree {
    double *level[SCHED_LEVELS_MAX]; /* level[0] is time, level[top] is a single line */
    /* [l][i]: whose time level[l][i] is, place in line i below */
    uint8_t *winner[SCHED_LEVELS_MAX];
    int top;
    int first; /* place of the least in level[top] */
};

struct sched {
    enum sched_kind kind; /* never SCHED_AUTO */
    int32_t slots;
    uint64_t operations;
    double *time; /* [slots, padded] */
    struct sched_heap heap;
    struct sched_tree tree;
    struct alloc *alloc;
};

static inline double sched_lesser(double a, double b)
{
    return b < a ? b : a;
}

/* The least of a line, and the first place of a value m that is known to be in it. Both without a
 * branch: the answers are random, and one wrong guess costs more than eight comparisons. */
static inline double sched_line_min(const double *v)
{
    double a = sched_lesser(v[0], v[1]), b = sched_lesser(v[2], v[3]);
    double c = sched_lesser(v[4], v[5]), d = sched_lesser(v[6], v[7]);
    return sched_lesser(sched_lesser(a, b), sched_lesser(c, d));
}

static inline int sched_line_find(const double *v, double m)
{
    int k = v[6] <= m ? 6 : 7; /* <= says ==, without asking for NaN */
    k = v[5] <= m ? 5 : k;
    k = v[4] <= m ? 4 : k;
    k = v[3] <= m ? 3 : k;
    k = v[2] <= m ? 2 : k;
    k = v[1] <= m ? 1 : k;
    return v[0] <= m ? 0 : k;
}

/* n doubles, all +infinity, padded to whole lines; NULL: out of memory. */
double *sched_lines(struct alloc *a, int32_t n);

/* init: false if out of memory; free must be called all the same.
 * top: -1 or any slot if none is due. */
bool sched_heap_init(struct sched *q);
void sched_heap_free(struct sched *q);
/* than its key says, if it has one */
void sched_heap_sooner(struct sched *q, int32_t slot, double t);
void sched_heap_settle(struct sched *q); /* the key of the first is its time */

bool sched_tree_init(struct sched *q);
void sched_tree_free(struct sched *q);

static inline int32_t sched_tree_top(const struct sched *q)
{
    const struct sched_tree *w = &q->tree;
    int32_t i = w->first;
    for (int l = w->top; l > 0; l--) i = SCHED_LINE * i + w->winner[l][i];
    return i;
}

static inline void sched_tree_first(struct sched_tree *w)
{
    const double *line = w->level[w->top];
    w->first = sched_line_find(line, sched_line_min(line));
}

/* Slot is due at t. One that neither was the first of its line nor becomes it, the usual case for a
 * neighbour, reads one time; where the first goes away, the line is read. */
static inline void sched_tree_move(struct sched *q, int32_t slot, double t)
{
    struct sched_tree *w = &q->tree;
    uint32_t i = (uint32_t)slot;
    for (int l = 0; l < w->top; l++) { /* levels 0..l are right; level l has t at i */
        const double *line = w->level[l] + (i & ~(SCHED_LINE - 1u));
        int place = (int)(i % SCHED_LINE);
        i /= SCHED_LINE;
        double *least = &w->level[l + 1][i];
        uint8_t *winner = &w->winner[l + 1][i];
        if (t < *least || (t == *least && place < *winner)) {
            *winner = (uint8_t)place;
        } else {
            if (place != *winner) return;
            t = sched_line_min(line);
            *winner = (uint8_t)sched_line_find(line, t);
        }
        *least = t;
    }
    sched_tree_first(w);
}

/* sched_set and sched_top where the queue is known not to be a heap, for the loop of an engine. */
static inline void sched_put(struct sched *q, int32_t slot, double t)
{
    if (q->time[slot] == t) return;
    q->time[slot] = t;
    q->operations++;
    if (q->kind == SCHED_TREE) sched_tree_move(q, slot, t);
}
int32_t sched_scan_top(const struct sched *q);
static inline int32_t sched_first(const struct sched *q, double *t)
{
    int32_t i = q->kind == SCHED_TREE ? sched_tree_top(q) : sched_scan_top(q);
    *t = q->time[i];
    return *t < INFINITY ? i : -1;
}

/* The slot that was due acts, and will be put again. It leaves the tree at once: the processor does
 * that while it computes the new times, and knows who comes next. */
static inline void sched_take(struct sched *q, int32_t slot)
{
    struct sched_tree *w = &q->tree;
    uint32_t i = (uint32_t)slot;
    if (q->kind != SCHED_TREE) return;
    q->time[slot] = INFINITY;
    for (int l = 0; l < w->top; l++) {
        const double *line = w->level[l] + (i & ~(SCHED_LINE - 1u));
        double t = sched_line_min(line);
        i /= SCHED_LINE;
        w->winner[l + 1][i] = (uint8_t)sched_line_find(line, t);
        w->level[l + 1][i] = t;
    }
    sched_tree_first(w);
}

/* sched_set and sched_top where it is a heap, in which most are never due. */
static inline void sched_put_rare(struct sched *q, int32_t slot, double t)
{
    int32_t i;
    if (q->time[slot] == t) return;
    q->time[slot] = t;
    q->operations++;
    i = q->heap.place[slot];
    if (i < 0 || t < q->heap.node[i].t) sched_heap_sooner(q, slot, t);
}
static inline int32_t sched_first_rare(struct sched *q, double *t)
{
    const struct sched_node *first = q->heap.node;
    if (q->heap.size > 0 && first->t != q->time[first->slot]) sched_heap_settle(q);
    *t = q->heap.size > 0 ? first->t : INFINITY;
    return q->heap.size > 0 ? first->slot : -1;
}

#endif
