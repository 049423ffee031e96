/* SPDX-License-Identifier: MIT */
/* flow.h - the exact flow of a linear system with constant coefficients.
 *
 * y' = v and v' = A v (y' = A y + b, whatever b is: v holds it). With
 *     P(h) = e^(Ah) - 1,   G(h) = the integral of e^(As) from 0 to h,
 *     y(h) = y + G(h) v,   v(h) = v + P(h) v.                                                  (1)
 * P and G are kept for steps that double from level to level; derivation: docs/math/exact.md. A
 * time that is no power of two is a sum of such steps, and a rest for a Taylor series. Nothing
 * depends on the order in which steps are asked for, nor on units that differ by powers of two. */
#ifndef NUM_FLOW_H
#define NUM_FLOW_H

#include "base/alloc.h"
#include <stdbool.h>
#include <stdint.h>

enum { FLOW_LEVELS = 96, FLOW_STATES = 40 };

struct flow_entry {
    int row, column;
    double a;
};

struct flow {
    struct alloc *alloc;
    int n;
    int first; /* level 0 has the step 2^first */
    int made;  /* levels that there are */
    int last;  /* the highest one that is finite; FLOW_LEVELS - 1: not known to be less */
    double *a; /* n*n, by rows */
    struct flow_entry *entry; /* those that are not 0, by rows */
    int entries;
    bool loops;     /* some power of A has a diagonal */
    bool failed;    /* there was no memory for a level */
    double **level; /* P, then G, n*n each; NULL: none is made */
};

/* a: n*n, by rows, n <= FLOW_STATES; copied. False: no memory. */
bool flow_open(struct flow *f, struct alloc *alloc, const double *a, int n);
void flow_close(struct flow *f);

double flow_step(const struct flow *f, int level); /* its length in time                          */
int flow_level(const struct flow *f,
               double h); /* the highest level with a step of at most h, or 0  */
/* P and G of a level; false: there are none that are finite, or no memory. */
bool flow_matrices(struct flow *f, int level, const double **p, const double **g);

/* (1) for any h >= 0, or a small negative one; y and v are overwritten. False: it is not finite. */
bool flow_go(struct flow *f, double h, double *y, double *v);

/* How far z = c y can go within a step of this level:
 *     |z(s) - z(0)| <= the sum of reach[i] |v_i|, 0 <= s <= h.
 * below: the same of the level below; level 0 needs none. */
bool flow_reach(struct flow *f, int level, const double *c, const double *below, double *reach);

/* How far z = c y is from the cubic of Hermite over a step of this level, as a share of
 *     shape(u) = 16 u^2 (1 - u)^2
 * at u = 1/8 .. 7/8: rows of n numbers for v, FLOW_POINTS of them. */
enum { FLOW_POINTS = 7 };
bool flow_remainder(struct flow *f, int level, const double *c, double *rows);

#endif
