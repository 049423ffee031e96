/* SPDX-License-Identifier: MIT */
/* integrator_queue.h - which element of a vector block is due first? A tournament in plain memory,
 * so that it is saved and restored with the part. Ties: the lowest number.
 *
 * due[i] is the instant of element i, +infinity: never; leaves is n rounded up
 * to a power of two. win[k] is the winner among the children 2k and 2k + 1 of
 * node k; nodes from `leaves` on are the elements themselves. */
#ifndef BLOCKS_INTEGRATOR_QUEUE_H
#define BLOCKS_INTEGRATOR_QUEUE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

struct queue {
    int32_t leaves;
    double *due;
    int32_t *win;
};

static inline int32_t queue_leaves(int32_t n)
{
    int32_t leaves = 1;
    while (leaves < n) leaves *= 2;
    return leaves;
}
static inline size_t queue_bytes(int32_t n)
{
    return (size_t)queue_leaves(n) * (sizeof(double) + sizeof(int32_t));
}
static inline struct queue queue_at(void *memory, int32_t leaves)
{
    return (struct queue){leaves, memory, (int32_t *)((double *)memory + leaves)};
}

static inline int32_t queue_winner(const struct queue *q, int32_t node)
{
    return node >= q->leaves ? node - q->leaves : q->win[node];
}

static inline void queue_clear(struct queue *q)
{
    for (int32_t k = 0; k < q->leaves; k++) q->due[k] = INFINITY;
    for (int32_t k = q->leaves - 1; k >= 1; k--) q->win[k] = queue_winner(q, 2 * k);
}

static inline int32_t queue_top(const struct queue *q)
{
    return q->leaves > 1 ? q->win[1] : 0;
}

static inline void queue_set(struct queue *q, int32_t i, double t)
{
    double *due = q->due, first = t; /* that of w, the winner so far */
    int32_t *win = q->win, w = i, other = i ^ 1;
    if (due[i] == t) return;
    due[i] = t;
    if (q->leaves == 1) return;
    for (int32_t k = (i + q->leaves) >> 1; k >= 1; other = win[k ^ 1], k >>= 1) {
        double rival = due[other];
        if (rival < first || (rival == first && other < w)) {
            w = other;
            first = rival;
        }
        if (win[k] == w && w != i) return; /* it was not first here, and is not now */
        win[k] = w;
    }
}

#endif
