/* SPDX-License-Identifier: MIT */
/* delay_history.h - what has come to a block and is still needed: for each element a chain of
 * segments, in the order of their times, all in one pool that grows as it must and is used again.
 * Links are numbers, so that the pool may move and be saved.
 *
 * Store 0: a lane for each element. Store 1: the pool. */
#ifndef BLOCKS_DELAY_HISTORY_H
#define BLOCKS_DELAY_HISTORY_H

#include "blocks/signal.h"
#include <math.h>
#include <stdbool.h>

struct segment {
    struct signal u;
    uint32_t jump;      /* its message said so                                            */
    int32_t prev, next; /* -1: none                                                      */
};

struct lane {
    int32_t first, last; /* of its chain; -1: it is empty                                  */
    int32_t now;         /* variable_delay: the one that is being played; -1: what was before all */
    int32_t said;        /* the start has been sent                                        */
    double start;        /* value before the first segment                                */
    struct signal lag;   /* variable_delay: the lag; delay: the input as it is now           */
};

/* Head of the pool. */
struct pool {
    int32_t used, free; /* segments ever used; first of those that are free, -1: none      */
    struct segment at[];
};

static inline struct lane *history_lanes(const saltus_cell *c)
{
    return (struct lane *)(uintptr_t)saltus_cell_stored(c, 0, NULL);
}
static inline struct pool *history_pool(const saltus_cell *c)
{
    return (struct pool *)(uintptr_t)saltus_cell_stored(c, 1, NULL);
}

static inline bool history_start(saltus_cell *c)
{
    struct lane *lane = saltus_cell_store(c, 0, (size_t)c->size * sizeof *lane);
    struct pool *pool = saltus_cell_store(c, 1, sizeof *pool);
    if (!lane || !pool) return false;
    pool->free = -1;
    for (int32_t i = 0; i < c->size; i++) lane[i].first = lane[i].last = lane[i].now = -1;
    return true;
}

static inline int32_t history_new(saltus_cell *c)
{
    struct pool *pool = history_pool(c);
    int32_t k = pool->free;
    if (k >= 0) {
        pool->free = pool->at[k].next;
        return k;
    }
    k = pool->used;
    pool = saltus_cell_store(c, 1, sizeof *pool + ((size_t)k + 1) * sizeof *pool->at);
    if (!pool) return -1;
    pool->used++;
    return k;
}

/* A signal that has come at now; one that came at the same instant before is replaced. False: no
 * memory. */
static inline bool history_add(saltus_cell *c, int32_t i, const saltus_message *m)
{
    struct lane *lane = &history_lanes(c)[i];
    struct segment *s;
    int32_t k = lane->last;
    if (k < 0 || history_pool(c)->at[k].u.t != c->t) {
        k = history_new(c);
        if (k < 0) return false;
        s = &history_pool(c)->at[k];
        s->prev = lane->last;
        s->next = -1;
        s->jump = 0;
        if (lane->last >= 0) history_pool(c)->at[lane->last].next = k;
        if (lane->first < 0) lane->first = k;
        lane->last = k;
    }
    s = &history_pool(c)->at[k];
    signal_set(&s->u, c->t, m);
    if (m->jump != 0) s->jump = 1;
    return true;
}

static inline void history_drop(saltus_cell *c, int32_t i) /* the first */
{
    struct lane *lane = &history_lanes(c)[i];
    struct pool *pool = history_pool(c);
    int32_t k = lane->first;
    lane->first = pool->at[k].next;
    if (lane->first < 0)
        lane->last = -1;
    else
        pool->at[lane->first].prev = -1;
    pool->at[k].next = pool->free;
    pool->free = k;
}

/* How long, from its time, a series that was cut off may be used: until its last terms are a
 * hundredth of a quantum. */
static inline double history_lasts(const saltus_cell *c, const double *u, int order, int open)
{
    return signal_lasts(c, u, order, open, 0.01);
}

/* A fresh series for the input, if a block upstream has one; it becomes a segment. */
static inline bool history_renew(saltus_cell *c, int in, int32_t i)
{
    saltus_message m;
    return saltus_cell_renew(c, in, i, &m) && history_add(c, i, &m);
}

#endif
