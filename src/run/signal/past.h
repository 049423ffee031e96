/* SPDX-License-Identifier: MIT */
/* past.h - the histories of delayed expressions (struct past), for the files of this folder. */
#ifndef SIM_PAST_H
#define SIM_PAST_H

#include "run/sim.h"

static inline struct state *past_signal(struct sim *s, int32_t k) /* D_k */
{
    return &s->net.s[s->net.n + s->net.n_sums + k];
}

/* Its n-th segment, from 0: a time, and coefficients about it. */
static inline double *past_segment(const struct sim *s, const struct past *p, int32_t n)
{
    int32_t at = p->first + n < p->room ? p->first + n : p->first + n - p->room;
    return p->ring + (size_t)at * (size_t)(1 + s->net.env.width);
}

static inline void past_drop(struct past *p) /* the first */
{
    p->first = p->first + 1 < p->room ? p->first + 1 : 0;
    p->count--;
}

#endif
