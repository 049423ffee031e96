/* SPDX-License-Identifier: MIT */
/* tree.c - an 8-ary tournament of due times: nodes hold the winning time, and beside it who won.
 *
 * level[0] is time[]; level[l+1][i] is the least of line i of level[l], and winner[l+1][i] its
 * place in that line, the first of equals; level[top] is one line, and `first` the place of its
 * least.
 *
 *     level[1]   [ 5 3 8 ]     winner[1]   [ 0 1 0 ]     first 1      (drawn with lines of three)
 *     level[0]   [ 5 9 7 | 4 3 3 | 8 8 . ]
 *
 * Whoever is due first is found by following the winners down, a byte a level. The first place at
 * every level is the lowest slot: the layout settles the ties. A changed slot climbs only while it
 * wins, or was the winner. (That is in sched_impl.h, to be inlined into an engine.) Most of the
 * work is to read a line at each level when the slot that was due goes away. The tree is n times, a
 * seventh more and n/7 bytes, keeps no positions, and each level costs one line of memory. Slots
 * that are never due are leaves that never win. */
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
        w->winner[w->top] = alloc_array(q->alloc, (size_t)n, 1);
        if (!w->level[w->top] || !w->winner[w->top]) return false;
    }
    return true;
}

void sched_tree_free(struct sched *q)
{
    for (int l = 1; l <= q->tree.top; l++) {
        alloc_free(q->alloc, q->tree.level[l]);
        alloc_free(q->alloc, q->tree.winner[l]);
    }
}
