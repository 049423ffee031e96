/* SPDX-License-Identifier: MIT */
/* domain.h - arguments for tests of all elementary functions. */
#ifndef DOMAIN_H
#define DOMAIN_H

#include "base/elementary.h"
#include <math.h>

/* The part of its domain between -1.5 and 1.5, without a twentieth at either end. */
static inline void domain_of(int f, double *lo, double *hi)
{
    const struct elementary_row *row = elementary_row((enum elementary)f);
    double from = fmax(row->lo, -1.5), to = fmin(row->hi, 1.5), edge = (to - from) / 20;
    *lo = from + edge;
    *hi = to - edge;
}

#endif
