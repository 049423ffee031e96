/* SPDX-License-Identifier: MIT */
/* rows_in.h - rows of values to linear segments, for the formats that are tables.
 *
 * Between two rows a column is a line; of two rows at the same time the second is what holds from
 * there on. The last row gives constants. */
#ifndef OUT_ROWS_IN_H
#define OUT_ROWS_IN_H

#include "out/file/result.h"

/* The next row: 1; 0: there is no more; negative: a saltus_status, and the reason is said. Times
 * never decrease. */
typedef int rows_fetch_fn(saltus_result *r, double *t, double *row);

struct rows_in {
    rows_fetch_fn *fetch;
    size_t n;      /* values of a row                                                         */
    double *a, *b; /* the present row, and the one after it                                   */
    double ta, tb;
    size_t i; /* next value of the present row to hand out                               */
    enum { ROWS_START, ROWS_GO, ROWS_LAST, ROWS_END } stage; /* LAST: there is no row after it  */
};

saltus_status rows_in_init(struct rows_in *in, struct alloc *a, size_t n, rows_fetch_fn *fetch);
void rows_in_free(struct rows_in *in, struct alloc *a);
void rows_in_restart(struct rows_in *in); /* after the source has gone back to its first row */
/* Reads the first row if that is still to be done: its time is in->tb, unless stage is ROWS_END. */
saltus_status rows_in_start(saltus_result *r, struct rows_in *in);
/* column[i]: of value i; NULL: i. Sets r->end. */
saltus_status rows_in_next(saltus_result *r, struct rows_in *in, const size_t *column,
                           saltus_record *rec);

#endif
