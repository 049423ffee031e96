/* SPDX-License-Identifier: MIT */
/* block_loop.c - which states depend on each other, over however many others: the strongly
 * connected components of the graph "q_i is read by f_j". Neither partner reads the other in a longer loop; blocks that keep
 * being disturbed may take in such states as well. */
#include "base/strong.h"
#include "engine/qss/block.h"

bool block_loops(struct sim *s)
{
    const struct csr *feeds = &s->net.feeds;
    size_t n = (size_t)s->net.n;
    int32_t *room = alloc_array(&s->alloc, (STRONG_ROOM + 2) * n + 1, sizeof *room), count;
    int32_t *loop = alloc_array(&s->alloc, n, sizeof *loop);
    if (!room || !loop) {
        alloc_free(&s->alloc, room);
        alloc_free(&s->alloc, loop);
        return false;
    }
    int32_t *node = room + STRONG_ROOM * n, *first = node + n;
    count = strong_components(s->net.n, feeds->start, feeds->item, room, node, first);
    for (int32_t k = 0; k < count; k++)
        for (int32_t j = first[k]; j < first[k + 1]; j++) loop[node[j]] = k;
    alloc_free(&s->alloc, room);
    qss_of(s)->blocks->loop = loop;
    return true;
}
