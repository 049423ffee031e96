/* SPDX-License-Identifier: MIT */
/* picture.h - a block diagram as boxes and wires on a grid, and from there as SVG.
 *
 *     picture.c        a level of a diagram -> boxes and wires
 *     picture_sign.c   what a box shows of its block
 *     picture_place.c  where the boxes are: as the file says, or in layers from left to right
 *     picture_route.c  how the wires go: along the grid, around boxes
 *     picture_svg.c    the drawing
 *
 * Everything is on a grid of 10 pixels. Inputs are at the left side of a box, outputs at the right.
 * Wires that come from one port are a net: they may share their way, and a dot shows where they
 * part. */
#ifndef DIAGRAM_PICTURE_H
#define DIAGRAM_PICTURE_H

#include "base/arena.h"
#include <stdbool.h>
#include <stdio.h>

enum { PICTURE_ICON = 6 }; /* cells: an icon is so wide and high                                */
enum { PICTURE_GRID = 10, PICTURE_MARGIN = 4 }; /* pixels; cells around the boxes for wires       */

enum picture_shape { PICTURE_BLOCK, PICTURE_NESTED, PICTURE_INPUT, PICTURE_OUTPUT };

struct picture_port {
    const char *name; /* "" : not shown                                                        */
    bool event;
    int32_t base;      /* number of the port in the table of the block                           */
    const char *slice; /* the elements of it that are meant, "[2:9]"; "": all                    */
    int32_t row;       /* of a box with an icon: cells below its top                             */
    double at[2];      /* of a box with an icon: where its connector is, 0 .. 100                 */
    bool ground;       /* a symbol of ground is here, no wire                                    */
};

struct picture_box {
    const char *name;   /* below the box; of an input or output: inside                          */
    const char *symbol; /* in the middle                                                        */
    const char *note;   /* small, below the symbol; NULL: none                                   */
    const char *fill, *line; /* colours                                                          */
    enum picture_shape shape;
    struct picture_port *in, *out;
    int32_t n_in, n_out;
    const char *icon;   /* SVG of 100 x 100, in place of symbol and frame; NULL: none            */
    const char *colour; /* of the icon                                                          */
    bool mirrored;      /* left and right of the icon are exchanged                              */
    bool vector; /* drawn with a shadow                                                         */
    bool placed; /* at: its upper left corner in pixels                                          */
    double at[2];
    int32_t x, y, w, h; /* cells; picture_place.c                                               */
    int32_t label;      /* width of the name below it, cells                                    */
    int32_t layer;
};

struct picture_point {
    int32_t x, y;
};

struct picture_wire {
    int32_t from, out, to, in; /* boxes and their ports                                          */
    const char *label;         /* at its end; NULL: none                                         */
    bool thick, event;
    bool plain; /* no arrow: a wire of a circuit                                                 */
    VEC(struct picture_point) path; /* corners, from port to port; picture_route.c                */
};

struct picture {
    struct arena *arena;
    const char *title;
    VEC(struct picture_box) boxes;
    VEC(struct picture_wire) wires;
    VEC(struct picture_point) dots;
    int32_t width, height; /* cells                                                             */
    int32_t left_out;      /* boxes that would be too many                                       */
};

/* Sizes and places of all boxes; width and height. */
void picture_place(struct picture *p);
/* Corners of all wires, dots. */
void picture_route(struct picture *p);
/* Where a port is: the cell on the side of the box. */
struct picture_point picture_port_at(const struct picture_box *b, int way, int32_t port);

/* picture_sign.c: symbol, note and colours of a block; colours of a group of blocks (NULL: none);
 * the weight of input k of a sum. */
struct diagram_block;
void picture_sign(struct arena *a, struct picture_box *b, const struct diagram_block *block);
void picture_paint(struct picture_box *b, const char *group);
const char *picture_weight(struct arena *a, const struct diagram_block *block, int32_t k);

/* n drawings, one below the other, as one file. */
void picture_svg(struct picture *const *list, int32_t n, FILE *out);

#endif
