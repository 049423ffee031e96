/* SPDX-License-Identifier: MIT */
/* pair.h - q of two states chosen together [dmk18]. Mathematics: mliqss1.c and mliqss2.c. */
#ifndef QUANT_PAIR_H
#define QUANT_PAIR_H

#include <stdbool.h>

/* Two states as seen by each other: x' = A q + u + u1 s, everything else being in u and u1. */
struct pair {
    double A[2][2];
    double x[2], u[2], u1[2];
    double T[2];        /* how far q may be chosen from x */
    double q[2], q1[2]; /* result */
    double h;           /* result: time to the contact, +infinity: equilibrium */
};

/* The largest h with |q_k - x_k| <= T_k for both, and q there; false: none that is finite in all
 * numbers. */
bool pair_step1(struct pair *p);
bool pair_step2(struct pair *p);

/* Of two derivatives before and after, is the second a different thing? */
static inline bool pair_significant(double a, double b)
{
    double change = a - b, sum = a + b;
    return (change < 0 ? -change : change) > (sum < 0 ? -sum : sum) / 2;
}

#endif
