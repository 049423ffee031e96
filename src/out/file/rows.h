/* SPDX-License-Identifier: MIT */
/* rows.h - segments to rows of values, for the formats that are tables.
 *
 * With an interval, a row at t0, t0 + interval, ... holds the values after all that happens at that
 * instant, and one more row is at the end. Without, there is a row at every instant at which a
 * column gets a new segment, and before it one with the limits from the left if one of them differs
 * from the new value by more than rounding. */
#ifndef OUT_ROWS_H
#define OUT_ROWS_H

#include "saltus_result.h"

#include "base/alloc.h"
#include "num/grid.h"

typedef saltus_status rows_emit_fn(void *user, double t, const double *row);

struct rows_piece { /* a column now */
    double t, c[SALTUS_SERIES + 1];
    int order; /* -1: nothing known yet */
};

/* What a column does between two rows: how far it leaves the values of both. */
struct rows_gap {
    double lo, hi;    /* since the last row                                              */
    double missed;    /* the farthest so far beyond the rows before and after it          */
    double low, high; /* of the whole column                                             */
};

struct rows {
    struct alloc *alloc;
    rows_emit_fn *emit;
    void *user;
    size_t n;      /* values of a row: the columns that are not parameters              */
    size_t *place; /* by column: which of them                                     */
    struct rows_piece *piece; /* by value, as the next three                                  */
    /* left, slack: of those that are new at the present instant */
    double *row, *left, *slack;
    struct rows_gap *gap; /* by value; with an interval                          */
    struct grid grid;     /* interval 0: a row at every change */
    double t1;
    uint64_t k;     /* of the next multiple of the interval                         */
    double instant; /* not yet emitted; -infinity: none                             */
    double last;    /* time of the last row; -infinity: none                        */
};

saltus_status rows_init(struct rows *r, struct alloc *a, const saltus_header *h, rows_emit_fn *emit,
                        void *user);
void rows_free(struct rows *r);
saltus_status rows_segment(struct rows *r, double t, size_t column, const double *poly, int order);
saltus_status rows_close(struct rows *r, double t_end);

/* By how much a column leaves the rows around an instant, and which part of its range that is; 0:
 * linear interpolation of the rows shows all. */
double rows_missed(const struct rows *r, size_t column, double *part);
/* The largest |value| of a column so far. */
double rows_size(const struct rows *r, size_t column);

#endif
