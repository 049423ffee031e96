/* SPDX-License-Identifier: MIT */
/* hermite.h - a step of a one-step method as a polynomial between its ends. */
#ifndef CLASSIC_HERMITE_H
#define CLASSIC_HERMITE_H

#include "engine/classic/classic.h"

bool hermite_open(struct classic *c, bool quintic); /* false: *run->status says why */
void hermite_close(struct classic *c);

/* The first step begins at (t, x) with x' = f; then each new end. */
void hermite_begin(struct classic *c, double t, const double *x, const double *f);
void hermite_end(struct classic *c, double t, const double *x, const double *f);

void hermite_at(struct stepper *p, double t, int k, double *out); /* k-th derivative */
/* x and x' at t of the states list[0..count-1], at their places; list NULL: of states
 * 0..count-1. */
void hermite_some(struct stepper *p, double t, const int32_t *list, int32_t count, double *x,
                  double *f);
/* the polynomial of state i about t; its degree */
int hermite_series(struct stepper *p, int32_t i, double t, double *out);
int hermite_degree(struct stepper *p);
/* the slopes of some state tell nothing about it: (2) */
bool hermite_rough(struct stepper *p);

#endif
