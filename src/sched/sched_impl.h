/* SPDX-License-Identifier: MIT */
/* sched_impl.h - what the files of sched/ share.
 *
 * A line is eight doubles that start at a multiple of 64 bytes: what the memory moves at once.
 * time[] belongs to scan and tree, is always up to date, and is padded with +infinity to whole
 * lines; tree.c keeps an index over it. sched_set has already stored the new time when it calls
 * sched_tree_move, and calls it only if the time has changed. The heap keeps the times in its nodes:
 * of slots that are never due it knows no more than that. */
#ifndef SCHED_SCHED_IMPL_H
#define SCHED_SCHED_IMPL_H

#include "sched/sched.h"

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
    int top;
};

struct sched {
    enum sched_kind kind; /* never SCHED_AUTO */
    int32_t slots;
    uint64_t operations;
    double *time; /* [slots, padded]; NULL: heap */
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
    int k = SCHED_LINE - 1;
    for (int j = SCHED_LINE - 2; j >= 0; j--)
        k = v[j] <= m ? j : k; /* == , without asking for NaN */
    return k;
}

/* n doubles, all +infinity, padded to whole lines; NULL: out of memory. */
double *sched_lines(struct alloc *a, int32_t n);

/* init: false if out of memory; free must be called all the same.
 * top: -1 or any slot if none is due. */
bool sched_heap_init(struct sched *q);
void sched_heap_free(struct sched *q);
int32_t sched_heap_top(const struct sched *q, double *t);
double sched_heap_get(const struct sched *q, int32_t slot);
bool sched_heap_set(struct sched *q, int32_t slot, double t); /* has the time changed? */

bool sched_tree_init(struct sched *q);
void sched_tree_free(struct sched *q);
int32_t sched_tree_top(const struct sched *q);
void sched_tree_move(struct sched *q, int32_t slot);

#endif
