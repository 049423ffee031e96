/* SPDX-License-Identifier: MIT */
/* diagram_layout.h - where everything of a diagram stands.
 *
 * An *item* is a node, or the place where an edge passes a layer between its ends. The *chain* of an edge
 * are its items from the upper end to the lower one; an edge that would go up is *turned*: its chain
 * begins where its arrow is. */
#ifndef OUT_DIAGRAM_LAYOUT_H
#define OUT_DIAGRAM_LAYOUT_H

#include "out/plot/diagram.h"

enum { DIAGRAM_LABEL = 13, DIAGRAM_NOTE = 10 }; /* pixels: size of text */

struct layout_item {
    int32_t node; /* -1: an edge passes                                                       */
    int32_t layer, order;
    double x, y; /* of its middle                                                            */
    double width, height;
    double before, after; /* from x to where the neighbours may begin                          */
};

struct layout_edge {
    bool turned, self;
    int32_t first, count; /* its chain in layout.chain                                         */
    double from_x, to_x;  /* where it leaves the upper end and meets the lower one              */
};

struct layout {
    const struct diagram *d;
    struct layout_item *items; /* nodes first, by number                                        */
    int32_t n_items;
    struct layout_edge *edges;
    int32_t *chain;
    int32_t *layer; /* items by layer and order; layer k begins at start[k]                     */
    int32_t *start, n_layers;
    double width, height;
};

/* diagram_rank.c: layers and chains. 0: fine, -1: out of memory. */
int layout_rank(struct layout *l);
/* diagram_order.c: order inside layers, coordinates. */
int layout_place(struct layout *l);
void layout_free(struct layout *l);

/* Texts are cut after this many letters. */
enum { DIAGRAM_LETTERS = 40 };

#endif
