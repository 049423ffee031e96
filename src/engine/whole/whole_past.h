/* SPDX-License-Identifier: MIT */
/* whole_past.h - histories of delayed expressions, for whole_delay.c and whole_lag.c. */
#ifndef SIM_WHOLE_PAST_H
#define SIM_WHOLE_PAST_H

#include "engine/whole/whole.h"
#include <math.h>

enum { WHOLE_ROW = 2 + SALTUS_SIGNAL }; /* time, how it begins, coefficients */
enum {
    WHOLE_JUMP = 1,
    WHOLE_KINK = 2
}; /* how: from another value; with another slope; 0: smoothly */

struct whole_past {
    double before; /* D until the first segment comes out */
    double *row;
    int32_t count, room;
    int32_t first; /* rows before this one are not needed any more */
    int32_t jumps; /* of the others that begin with a jump to come */
    bool begun;    /* there has been a row */
    /* If its lag changes: */
    bool crossed;   /* t - lag has come to the start, where D begins to move */
    double end;     /* rows are known up to here                                               */
    double now[2];  /* u and its slope where the present step begins                            */
    double trusted; /* so long a parabola through these and u at the end of a step is right     */
    double w1;      /* slope of t - lag where the present step begins                           */
    double lo, hi;  /* jumps of u between which t - lag stays until the next event               */
};

static inline double *whole_row(const struct whole_past *p, int32_t k)
{
    return p->row + (size_t)k * WHOLE_ROW;
}

static inline bool whole_jumps(double from, double to)
{
    return fabs(to - from) > 1e-9 * (fabs(to) + fabs(from));
}

/* Is it a delay whose lag changes, or such a lag? */
static inline bool whole_lag_changes(const struct sim *s, int32_t k)
{
    return s->past[k].by >= 0 || s->past[k].of >= 0;
}

/* whole_lag.c */
int32_t whole_lag_used(const struct sim *s, int32_t k); /* the first row that is still needed   */
double whole_lags_reach(struct sim *s); /* how far a step from here may go; 0: one jumps          */
bool whole_lags_jump(struct sim *s); /* does one jump here? Then it is beyond                   */

#endif
