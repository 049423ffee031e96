/* SPDX-License-Identifier: MIT */
/* single.h - choosing q of one state as of [dmk18]; LIQSS1 and LIQSS2 are this, mLIQSS starts
 * from it. */
#ifndef QUANT_SINGLE_H
#define QUANT_SINGLE_H

#include "quant/method.h"
#include <math.h>

/* Both set q and tq, and leave in aux[0] the time h until the contact of x and q that they aimed
 * at (+infinity: none, an equilibrium), in aux[1] of second order 0: it counts when they meet.
 * Mathematics: liqss1_2018.c and liqss2.c. */
void single_choose1(const struct method *m, struct state *s, double t, const struct tuning *k);
void single_choose2(const struct method *m, struct state *s, double t, const struct tuning *k);
/* After a pull: x has to meet q as it is. */
static inline void single_held(struct state *s)
{
    s->aux[0] = INFINITY;
    s->aux[1] = 0;
}
double single_wait1(const struct method *m, const struct state *s, const struct tuning *k,
                    bool own);
double single_wait2(const struct method *m, const struct state *s, const struct tuning *k,
                    bool own);

#endif
