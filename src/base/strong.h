/* SPDX-License-Identifier: MIT */
/* strong.h - strongly connected components of a graph: nodes that can be reached from each
 * other. */
#ifndef BASE_STRONG_H
#define BASE_STRONG_H

#include <stddef.h>
#include <stdint.h>

enum { STRONG_ROOM = 5 }; /* numbers of scratch for each node */

/* The graph has n nodes; edges of node k lead to to[start[k]] .. to[start[k+1]-1]. Writes all nodes
 * to node[0..n-1], component by component, and where component c begins to first[c]; first[result]
 * is n, so that first needs room for n + 1 numbers. No component leads to a later one. Returns how
 * many there are. room: STRONG_ROOM * n numbers, all 0. */
int32_t strong_components(int32_t n, const int32_t *start, const int32_t *to, int32_t *room,
                          int32_t *node, int32_t *first);

#endif
