/* SPDX-License-Identifier: MIT */
/* piece.h - a curve of a plot as polynomial pieces: how far it reaches, and its path. */
#ifndef OUT_PIECE_H
#define OUT_PIECE_H

#include "saltus.h"

#include "num/roots.h"
#include "out/view.h"

#include <stdio.h>

enum { PIECE_MAX_ORDER = ROOTS_MAX_DEGREE + 1 };

/* Are all pieces of at most this order? Only then may the functions below be called. */
int piece_orders_fit(const saltus_curve *c);

/* Least and greatest value in t0..t1, extrema inside of pieces included; empty if nothing finite
 * lies there. */
struct range piece_range(const saltus_curve *c, double t0, double t1);

/* The commands of a path, for the attribute d. */
void piece_path(FILE *f, const struct view *w, const saltus_curve *c);

#endif
