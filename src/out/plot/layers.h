/* SPDX-License-Identifier: MIT */
/* layers.h - a graph in layers: edges lead from one layer to a later one, cross seldom and are
 * nearly straight.
 *
 * An *item* is a node, or the place where an edge passes a layer between its ends. The *chain* of
 * an edge is its items from the earlier layer to the later one; an edge that would lead back is
 * *turned*: its chain begins at its end. x is the coordinate along a layer; the distance between
 * layers is up to the caller, who fills in what is marked `given`. */
#ifndef OUT_LAYERS_H
#define OUT_LAYERS_H

#include "base/arena.h"
#include <stdbool.h>

struct layers_item {
    int32_t node; /* -1: an edge passes                                               */
    bool first;   /* given: stays in the first layer                                  */
    int32_t layer, order;
    double x;
    double before, after; /* given before layers_place: from x to where neighbours may begin   */
    int32_t links[2];     /* first link to the layer before, to the layer behind; -1: none     */
};

struct layers_edge {
    int32_t from, to; /* given                                                            */
    double at[2];     /* given: where it meets `from` and `to`, relative to their x       */
    bool turned, self;
    int32_t first, count; /* its chain in layers.chain; empty if it leads from a node to itself */
};

struct layers_link { /* two items of adjacent layers */
    int32_t item[2], next[2];
    double at[2];
    bool turned;
};

struct layers {
    struct arena *arena;
    bool forward;              /* given: short edges come first, turned edges move no node     */
    struct layers_item *items; /* nodes first, by number                                       */
    struct layers_edge *edges;
    struct layers_link *links;
    int32_t n_nodes, n_edges, n_items, n_layers;
    int32_t *chain;
    int32_t *layer, *start; /* items by layer and order; layer k begins at start[k]         */
    int32_t *first_link;    /* links by the layer that they leave                           */
};

/* Memory for so many nodes and edges, all zero. */
void layers_init(struct layers *l, struct arena *a, int32_t nodes, int32_t edges);
/* layers_rank.c: layers and chains. */
void layers_rank(struct layers *l);
/* layers_place.c: the order inside each layer, and x. */
void layers_place(struct layers *l);

#endif
