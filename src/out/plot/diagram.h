/* SPDX-License-Identifier: MIT */
/* diagram.h - who acts on whom: boxes and arrows, as DOT for Graphviz or as a picture of our
 * own. */
#ifndef OUT_DIAGRAM_H
#define OUT_DIAGRAM_H

#include "saltus_base.h"
#include <stdbool.h>

struct diagram_node {
    const char *label;
    const char *note; /* small, below the label; NULL: none                                     */
    saltus_kind kind; /* shape and colour: STATE, DISCRETE, GUARD, CLOCK, SUM, DELAY, OUTPUT      */
};

struct diagram_edge {
    int32_t from, to;
    const char *label; /* NULL: none                                                           */
    bool event;        /* dashed: acts at events only                                          */
    bool both;         /* also in the other direction: one line, two arrows                     */
};

struct diagram {
    const char *title;
    const struct diagram_node *nodes;
    int32_t n_nodes;
    const struct diagram_edge *edges; /* also from a node to itself                             */
    int32_t n_edges;
};

/* To a file; "-": standard output. EIO, ENOMEM. */
saltus_status diagram_dot(const char *path, const struct diagram *d);
saltus_status diagram_svg(const char *path, const struct diagram *d);

#endif
