/* SPDX-License-Identifier: MIT */
/* diagram_layout.h - where everything of a diagram is. */
#ifndef OUT_DIAGRAM_LAYOUT_H
#define OUT_DIAGRAM_LAYOUT_H

#include "out/plot/diagram.h"
#include "out/plot/layers.h"

struct diagram_shape { /* of an item; its middle is at (x of the item, y) */
    double y, width, height;
};
struct diagram_ends { /* of an edge: where it leaves the upper node and meets the lower one */
    double from_x, to_x;
};
struct diagram_layout {
    const struct diagram *d;
    struct layers in; /* layer by layer from top to bottom */
    struct diagram_shape *shape;
    struct diagram_ends *ends;
    double width, height;
};

/* Fills in the layout of l->d. */
void diagram_lay_out(struct diagram_layout *l, struct arena *a);

#endif
