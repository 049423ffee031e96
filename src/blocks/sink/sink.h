/* SPDX-License-Identifier: MIT */
/* sink.h - the frame of sinks that record signals: to a file, a picture, or to whoever watches the
 * run.
 *
 * A recorder gets every polynomial of every element of its inputs, in the order of time. Columns
 * are numbered input by input, element by element. A signal that is open is asked for again before
 * its missing terms can be seen: when the last known one, |c_n| h^n, reaches the quantum of the
 * run, max(rel |c_0|, abs). */
#ifndef BLOCKS_SINK_H
#define BLOCKS_SINK_H

#include "blocks/tables.h"

struct sink_type {
    saltus_atomic block;
    void (*open)(saltus_cell *c);
    void (*take)(saltus_cell *c, int32_t column, const double *poly, int order);
    void (*close)(saltus_cell *c);
};

struct sink {
    void *out;    /* what the recorder writes to */
    double begin; /* when it began */
    double due;   /* when an open signal is to be renewed */
    int32_t failed;
    int32_t open; /* elements that are open */
};

enum { SINK_SIGNALS, SINK_OWN }; /* stores */

void sink_start(saltus_cell *c);
double sink_due(const saltus_cell *c);
void sink_int(saltus_cell *c);
void sink_ext(saltus_cell *c, double e, const saltus_message *x, size_t n);
void sink_stop(saltus_cell *c);

#define SINK_FRAME                                                                                 \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct sink), .rank = 2,            \
    .start = sink_start, .due = sink_due, .delta_int = sink_int, .delta_ext = sink_ext,            \
    .stop = sink_stop

/* Name of a column: of the list in parameter `names`, else of the port; with [i] of a vector. */
void sink_name(const saltus_cell *c, int32_t column, char *buf, size_t size);
int32_t sink_columns(const saltus_cell *c);
/* The run fails: this file cannot be written, errno says why. */
void sink_file_fails(const saltus_cell *c, const char *path, saltus_status st);

#endif
