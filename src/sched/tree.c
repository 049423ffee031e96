/* SPDX-License-Identifier: MIT */
/* tree.c - an 8-ary tournament of due times; nodes hold the winning time, not the winner.
 *
 * level[0] is time[]; level[l+1][i] is the least of line i of level[l]; level[top] is one line.
 *
 *     level[1]   [ 5 3 8 ]                       (drawn with lines of three)
 *     level[0]   [ 5 9 7 | 4 3 3 | 8 8 . ]
 *
 * sched_top starts from the least of the uppermost line and goes down to the first place that has
 * this value. The first place at every level is the lowest slot: the layout settles the ties.
 * A changed slot climbs only while minima change; one that is not the first of its line, the usual
 * case for a neighbour, touches two lines in all.
 * The tree is n doubles and a seventh more, keeps no positions, and each level costs one line of
 * memory. Infinite slots are leaves that never win. */
#include "sched/sched_impl.h"

#include "base/alloc.h"

#include <assert.h>

bool sched_tree_init(struct sched *q)
{
    struct sched_tree *w = &q->tree;
    w->level[0] = q->time;
    for (int32_t n = q->slots; n > SCHED_LINE;) {
        n = (n - 1) / SCHED_LINE + 1;
        assert(w->top + 1 < SCHED_LEVELS_MAX);
        w->level[++w->top] = sched_lines(q->alloc, n);
        if (!w->level[w->top]) return false;
    }
    return true;
}

void sched_tree_free(struct sched *q)
{
    for (int l = 1; l <= q->tree.top; l++) alloc_free(q->alloc, q->tree.level[l]);
}

int32_t sched_tree_top(const struct sched *q)
{
    const struct sched_tree *w = &q->tree;
    double least = sched_line_min(w->level[w->top]);
    int32_t i = 0; /* which line; after the turn, which place of level l */
    for (int l = w->top; l >= 0; l--) {
        i *= SCHED_LINE;
        i += sched_line_find(w->level[l] + i, least);
    }
    return i;
}

void sched_tree_move(struct sched *q, int32_t slot)
{
    const struct sched_tree *w = &q->tree;
    uint32_t i = (uint32_t)slot;
    for (int l = 0; l < w->top; l++) { /* levels 0..l are right */
        i /= SCHED_LINE;
        double least = sched_line_min(w->level[l] + (size_t)SCHED_LINE * i);
        if (w->level[l + 1][i] == least) return;
        w->level[l + 1][i] = least;
    }
}
