/* SPDX-License-Identifier: MIT */
/* block_loop.c - which states depend on each other, over however many others: the strongly
 * connected components of the graph "q_i is read by f_j". Tarjan's algorithm, with a stack of its
 * own in place of recursion. Neither partner reads the other in a longer loop; blocks that keep
 * being disturbed may take in such states as well. */
#include "engine/qss/block.h"

struct walk {
    const struct csr *feeds;
    int32_t *loop;       /* result; -1: not yet known                                */
    int32_t *low, *seen; /* earliest state on the stack that can be reached; when seen, from 1 on */
    int32_t *stack, *path; /* visited, in no component yet; from the root to here      */
    int32_t *at;           /* next item of the row to be looked at                    */
    int32_t clock, depth, height, loops;
};

static void enter(struct walk *w, int32_t i)
{
    w->low[i] = w->seen[i] = ++w->clock;
    w->at[i] = w->feeds->start[i];
    w->stack[w->height++] = i;
    w->path[w->depth++] = i;
}

/* All of what i leads to is known. */
static void leave(struct walk *w, int32_t i)
{
    int32_t j;
    w->depth--;
    if (w->depth > 0 && w->low[i] < w->low[w->path[w->depth - 1]])
        w->low[w->path[w->depth - 1]] = w->low[i];
    if (w->low[i] < w->seen[i]) return;
    do {
        j = w->stack[--w->height];
        w->loop[j] = w->loops;
    } while (j != i);
    w->loops++;
}

static void walk_from(struct walk *w, int32_t root)
{
    enter(w, root);
    while (w->depth > 0) {
        int32_t i = w->path[w->depth - 1], j;
        if (w->at[i] == w->feeds->start[i + 1]) {
            leave(w, i);
            continue;
        }
        j = w->feeds->item[w->at[i]++];
        if (!w->seen[j])
            enter(w, j);
        else if (w->loop[j] < 0 && w->seen[j] < w->low[i])
            w->low[i] = w->seen[j];
    }
}

bool block_loops(struct sim *s)
{
    size_t n = (size_t)s->net.n;
    struct walk w = {.feeds = &s->net.feeds};
    int32_t *room = alloc_array(&s->alloc, 5 * n, sizeof *room);
    w.loop = alloc_array(&s->alloc, n, sizeof *w.loop);
    if (!room || !w.loop) {
        alloc_free(&s->alloc, room);
        alloc_free(&s->alloc, w.loop);
        return false;
    }
    w.low = room, w.seen = room + n, w.stack = room + 2 * n, w.path = room + 3 * n,
    w.at = room + 4 * n;
    for (size_t i = 0; i < n; i++) w.loop[i] = -1;
    for (int32_t i = 0; i < s->net.n; i++)
        if (!w.seen[i]) walk_from(&w, i);
    alloc_free(&s->alloc, room);
    qss_of(s)->blocks->loop = w.loop;
    return true;
}
