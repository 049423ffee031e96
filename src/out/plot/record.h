/* SPDX-License-Identifier: MIT */
/* record.h - what a picture needs of a run, in bounded memory.
 *
 * Curves are fed with segments in order of time. As long as a curve has few pieces all are kept,
 * exactly; beyond RECORD_PIECES the time is divided into RECORD_COLUMNS columns, and of each are
 * kept the least and the greatest value and the values at its ends, all taken from the polynomials:
 * nothing that a finer picture would show as a peak is lost. Events and steps are counted per
 * column, too (marks, step density).
 *
 * Columns are narrow at first and are merged two by two as time goes on; when a run ends early,
 * what there is of it is shown by at least half as many columns.
 *
 * Memory: RECORD_BYTES for all curves together, and as much again for a moment while a single curve
 * grows. From about 100 curves on each has a smaller share, hence fewer pieces and fewer columns
 * (at 500 curves about 1700 and 2048, at RECORD_CURVES 64 columns). */
#ifndef OUT_RECORD_H
#define OUT_RECORD_H

#include "saltus.h"

enum { RECORD_PIECES = 8192, RECORD_COLUMNS = 4096, RECORD_CURVES = 16384, RECORD_EVENTS = 4096 };
enum { RECORD_BYTES = 40 << 20, RECORD_MAX_ORDER = 9 };

struct record;

/* EARG: t0..t1 is empty or not finite, or there are more than RECORD_CURVES curves. */
saltus_status record_new(double t0, double t1, size_t curves, struct record **out); /* you own */
/* With memory from elsewhere; fn NULL: realloc and free. */
saltus_status record_make(double t0, double t1, size_t curves, saltus_alloc_fn *fn, void *user,
                          struct record **out);
void record_free(struct record *r); /* NULL is fine */

/* From t on the curve is sum_j poly[j] (time - t)^j. A segment that starts where the last one did
 * replaces it. After ENOMEM the record is as it was. */
saltus_status record_segment(struct record *r, size_t curve, double t, const double *poly,
                             int order);
saltus_status record_event(struct record *r, double t);
void record_step(struct record *r, double t); /* any state has made a step: for the density */
/* the curves end here; must be called before they are drawn */
void record_end(struct record *r, double t);

/* ---- What was kept --------------------------------------------------------------------------- */

struct record_column {
    double lo, hi, first, last; /* lo > hi: nothing was there, or nothing finite */
};

double record_start(const struct record *r); /* t0 */
double record_last(const struct record *r);  /* of record_end, else the newest time; at most t1 */
size_t record_bytes(const struct record *r); /* memory in use */

/* Pieces of a curve that is still exact; 0 if it has columns. Of piece k: its start, its
 * coefficients (borrowed), its order; -1: no such piece. */
size_t record_pieces(const struct record *r, size_t curve);
int record_piece(const struct record *r, size_t curve, size_t k, double *t, const double **poly);
/* Column j covers t0 + j * width to t0 + (j + 1) * width; NULL: the curve is exact. */
const struct record_column *record_columns(const struct record *r, size_t curve, size_t *n,
                                           double *width);

/* All instants if they are at most RECORD_EVENTS, else NULL; *n is their number in any case. */
const double *record_events(const struct record *r, uint64_t *n);
/* Counts of column j as above, RECORD_COLUMNS of them. */
const uint32_t *record_event_counts(const struct record *r, double *width);
const uint32_t *record_step_counts(const struct record *r, double *width, uint64_t *total);

#endif
