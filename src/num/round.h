/* SPDX-License-Identifier: MIT */
/* round.h - round numbers. */
#ifndef NUM_ROUND_H
#define NUM_ROUND_H

#include <math.h>

/* The greatest of 1, 2, 5 times a power of 10 that is not above x > 0, up to rounding. */
static inline double round_below(double x)
{
    double ten = pow(10, floor(log10(x) + 1e-9)), first = x / ten * (1 + 1e-9);
    return ten * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
}

#endif
