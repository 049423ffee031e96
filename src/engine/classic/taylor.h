/* SPDX-License-Identifier: MIT */
/* taylor.h - a step of a multistep method as the Taylor polynomial at its end, state by state. */
#ifndef CLASSIC_TAYLOR_H
#define CLASSIC_TAYLOR_H

#include "engine/classic/classic.h"

bool taylor_open(struct classic *c, int order); /* false: *run->status says why */
void taylor_close(struct classic *c);
void taylor_forget(struct classic *c); /* the integrator has moved */

/* x and x' at t of the states list[0..count-1], at their places; list NULL: of states
 * 0..count-1. */
void taylor_at(struct stepper *p, double t, const int32_t *list, int32_t count, double *x,
               double *f);
int taylor_series(struct stepper *p, int32_t i, double t, double *out);

#endif
