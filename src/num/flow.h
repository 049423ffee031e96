/* SPDX-License-Identifier: MIT */
/* flow.h - the exact flow of a linear system with constant coefficients.
 *
 * y' = v and v' = A v (y' = A y + b, whatever b is: v holds it). With
 *     P(h) = e^(Ah) - 1,   G(h) = the integral of e^(As) from 0 to h,
 *     y(h) = y + G(h) v,   v(h) = v + P(h) v.                                                  (1)
 * P and G are kept for steps that double from level to level; derivation: docs/math/exact.md. A
 * time that is no power of two is a sum of such steps, and a rest for a Taylor series. One state, and
 * two whose modes are well apart, need no steps: they have closed forms. Nothing
 * depends on the order in which steps are asked for, nor on units that differ by powers of two. */
#ifndef NUM_FLOW_H
#define NUM_FLOW_H

#include "base/alloc.h"
#include <stdbool.h>
#include <stdint.h>

/* Levels below the base are for who looks closely; a series goes there faster. */
enum {
    FLOW_BASE = 4,
    FLOW_LEVELS = 96,
    FLOW_TIMES = 4,
    FLOW_ALL = FLOW_LEVELS + FLOW_TIMES,
    FLOW_STATES = 40
};

/* Two states whose modes are well apart have a closed form (flow_two.c). */
enum flow_kind { FLOW_NO_FORM, FLOW_REAL, FLOW_COMPLEX };
struct flow_two {
    enum flow_kind kind;
    double rate[2]; /* both eigenvalues, or the real and the imaginary part of one               */
    double e[4], f[4]; /* real: v = e v + f v, its modes; complex: e = (A - rate[0])/rate[1]     */
};

struct flow {
    struct alloc *alloc;
    int n;
    struct flow_two two; /* n = 2                                                                 */
    int first;           /* level 0 has the step 2^first */
    int made;            /* levels that there are */
    int last;            /* the highest one that is finite; FLOW_LEVELS - 1: not known to be less */
    double *a;           /* n*n, by rows, then ...                                              */
    double *rows, *columns; /* ... each row, and each column, up to a multiple of 4              */
    bool loops;             /* some power of A has a diagonal */
    bool failed;            /* there was no memory for a level */
    /* P and G side by side, n rows of both, then n columns of both, 2n numbers up to a multiple of 4 each;
     * NULL: none is made. Those from FLOW_LEVELS on are of the times, and have rows of an eighth, too. */
    double **level;
    double time[FLOW_TIMES]; /* steps that come again and again */
    int times;
};

/* a: n*n, by rows, n <= FLOW_STATES; copied. False: no memory. */
bool flow_open(struct flow *f, struct alloc *alloc, const double *a, int n);
void flow_close(struct flow *f);

/* flow_two.c: e^(rate[0] s) - 1 and its integral, and the same of rate[1]; or, of the real and the
 * imaginary part of e^((rate[0] + i rate[1]) s) - 1 */
struct flow_turn {
    double p[2], g[2];
};
void flow_two_open(const double *a, struct flow_two *w);
struct flow_turn flow_two_turn(const struct flow_two *w, double s);
/* (1), where h is no shorter than level 0: otherwise modes cancel, and a series is better. */
void flow_two_go(const struct flow_two *w, double h, double *y, double *v);

double flow_step(const struct flow *f, int level); /* its length in time                          */
int flow_level(const struct flow *f,
               double h); /* the highest level with a step of at most h, or 0  */

/* One step of this level; false: there is none. */
bool flow_leap(struct flow *f, int level, double *y, double *v);

/* A step of any length may be made a level of its own: the number of the level, -1: there is none of
 * this length, or it was not made. Lengths that differ by no more than rounding of the time are one. */
int flow_time(const struct flow *f, double h);
void flow_make_time(struct flow *f, double h);

/* (1) for any h >= 0, or a small negative one; y and v are overwritten. False: it is not finite. */
bool flow_go(struct flow *f, double h, double *y, double *v);

/* The terms of (1), unit (A unit)^k v/k!, each up to a multiple of 4 numbers: how many there are, 0: more than
 * `most`. With them (1) for h = u unit, |u| <= 1. unit: about the base, or any where there are no loops. */
enum { FLOW_TERMS = FLOW_STATES + 24 };
int flow_series(const struct flow *f, double unit, const double *v, int most, double *term);
void flow_along(const struct flow *f, const double *term, int count, double unit, double u,
                double *y, double *v);

/* How far z = c y can go within a step of this level, which is the base or above:
 *     |z(s) - z(0)| <= the sum of reach[i] |v_i|, 0 <= s <= h.
 * below: the same of the level below, of one's own length that of flow_level; the base needs none. */
bool flow_reach(struct flow *f, int level, const double *c, const double *below, double *reach);

/* How far z = c y is from the cubic of Hermite over a step of this level, as a share of
 *     shape(u) = 16 u^2 (1 - u)^2
 * at u = 1/8 .. 7/8, and a 0: n columns for v, of FLOW_POINTS numbers. */
enum { FLOW_POINTS = 8 };
bool flow_remainder(struct flow *f, int level, const double *c, double *columns);

#endif
