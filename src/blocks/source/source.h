/* SPDX-License-Identifier: MIT */
/* source.h - the frame of all sources: pieces of a signal, or events, one after the other.
 *
 * A source supplies one function, which gives the next piece of an element: the instant at which it
 * begins, and its polynomial about that instant (or the values of the event). The frame sends it
 * then and asks for the one after. Instants are computed from a count, start + k * period, not
 * added up, so that they do not drift. Elements whose numbers are the same are one element, sent to
 * all. */
#ifndef BLOCKS_SOURCE_H
#define BLOCKS_SOURCE_H

#include "blocks/tables.h"

struct source_piece {
    double t; /* when it is sent; +infinity: no more */
    double c[SALTUS_SERIES];
    uint64_t k;          /* which piece this is, from 0 */
    int64_t turn;        /* for the source: the period it is in */
    int32_t place;       /* for the source: where in that period */
    int32_t order, open; /* as in a message */
};

struct source_type {
    saltus_atomic block; /* the first: a cell's type leads here */
    /* Piece p->k of element i, the last one being in *p. The first (k = 0, the rest 0) holds at
     * c->t or begins later. */
    void (*next)(saltus_cell *c, int32_t i, struct source_piece *p);
    /* checks and prepares; 0: the run has failed; NULL: nothing to do */
    int (*ready)(saltus_cell *c);
    int each; /* 1: elements differ even if their numbers do not (random ones) */
};

struct source {
    int32_t n; /* elements with pieces of their own: 1, or the size of the part */
    int32_t queued;
};

enum {
    SOURCE_PIECES,
    SOURCE_QUEUE,
    SOURCE_ACTED,
    SOURCE_OWN
}; /* stores; from SOURCE_OWN on: free to use */

/* The functions of every source; SOURCE_FRAME is its part of the table. */
void source_start(saltus_cell *c);
double source_due(const saltus_cell *c);
void source_lambda(const saltus_cell *c);
void source_int(saltus_cell *c);

#define SOURCE_FRAME                                                                               \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct source), .rank = -3,         \
    .start = source_start, .due = source_due, .lambda = source_lambda, .delta_int = source_int
/* The whole table; kind_: signal or event. */
#define SOURCE_TABLE(name_, title_, text_, kind_, params_)                                         \
    {                                                                                              \
        BLOCK_NAME(name_, "sources", title_), .text = text_, .outputs = source_##kind_##_port,     \
                                              .params = params_, .shows = source_shows_##kind_,    \
                                              SOURCE_FRAME                                         \
    }

extern const saltus_port source_signal_port[], source_event_port[];
extern const saltus_shown source_shows_signal[], source_shows_event[];

/* ---- Points of a table, for table_source and file_source ------------------------------------- */

struct source_points {
    const double *t, *y; /* y[k * stride] */
    int32_t n, stride;
    int shape; /* 0 hold, 1 linear, 2 cubic */
    int end;   /* 0 hold, 1 repeat, 2 extrapolate */
};
int source_points_fine(const saltus_cell *c, const struct source_points *p, const char *param);
void source_points_next(const saltus_cell *c, const struct source_points *tab,
                        struct source_piece *p);
int source_points_word(const char *word, const char *const *words);

/* A file of comma-separated values into stores SOURCE_OWN (times) and SOURCE_OWN + 1 (values, row
 * by row, one for each element); how many rows; 0: the run has failed. */
int32_t source_file_read(saltus_cell *c);

#endif
