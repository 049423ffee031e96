/* SPDX-License-Identifier: MIT */
/* piece.h - curves as polynomial pieces, or as columns where there were too many: parts, ranges,
 * extents.
 *
 * A curve comes from a trajectory or from a record. A piece is the part of one polynomial over
 * a..b, in u = (t - a)/(b - a): p(u) = sum_k c[k] u^k for u in 0..1. */
#ifndef OUT_PIECE_H
#define OUT_PIECE_H

#include "saltus.h"

#include "num/roots.h"
#include "out/plot/record.h"
#include "out/plot/view.h"

enum { PIECE_MAX_ORDER = ROOTS_MAX_DEGREE + 1 };

struct piece {
    double a, b; /* times */
    int order;
    double c[PIECE_MAX_ORDER + 1]; /* in u */
};

struct piece_curve {
    /* a variable of a trajectory, or a curve of a record; both NULL: an empty curve */
    const saltus_traj *traj;
    int32_t var;
    const struct record *record;
    size_t index;
};

/* The part of a polynomial about t that lies in a..b; 0: there is none, or it is not finite. */
int piece_cut(struct piece *p, double t, const double *poly, int order, double a, double b);
/* Where p has extrema inside of 0..1, ascending; at most order - 1 of them. */
int piece_extrema(const struct piece *p, double *u);
void piece_widen(struct range *r, const struct piece *p); /* by all its values */

/* Are all pieces of at most PIECE_MAX_ORDER? Only then may the functions below be called. */
int piece_orders_fit(const struct piece_curve *c);
size_t piece_count(const struct piece_curve *c); /* 0: none, or there are columns */
double piece_start(const struct piece_curve *c, size_t k);
/* the piece in which t lies; 0: it begins later */
size_t piece_at(const struct piece_curve *c, double t);
/* The part of piece k in t0..t1, 0 as in piece_cut. The last piece of a trajectory has no end. */
int piece_load(const struct piece_curve *c, size_t k, double t0, double t1, struct piece *p);

/* Least and greatest value in t0..t1; empty if nothing finite lies there. */
struct range piece_range(const struct piece_curve *c, double t0, double t1);
/* The same of the values above 0 only; *others: are there values that are not? Between 0 and the
 * least value at the end of a piece a curve that comes from below is not considered. */
struct range piece_positive(const struct piece_curve *c, double t0, double t1, int *others);

/* What is seen of a curve between two times, in pixels of a view; y grows downwards. */
struct piece_extent {
    double top, bottom, first, last; /* top > bottom: nothing */
    double way;                      /* how far a point on it travels up and down */
    size_t parts;                    /* pieces or columns */
};
struct piece_extent piece_extent(const struct piece_curve *c, const struct view *w, double t0,
                                 double t1);

#endif
