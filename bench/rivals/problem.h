/* SPDX-License-Identifier: MIT */
/* problem.h - what a solver sees of a problem: x' = f(t, x) in the present mode, and where modes
 * change.
 *
 * A mode lasts until an instant known beforehand (next) or a guard's change of sign; there the
 * solver calls at_time or at_guard, which say what became of the solution: nothing, a kink, or a
 * jump. The Jacobian has one pattern for all modes, by columns and with the whole diagonal. */
#ifndef RIVALS_PROBLEM_H
#define RIVALS_PROBLEM_H

#include "rivals.h"
#include <stddef.h>

enum problem_change { PROBLEM_SMOOTH, PROBLEM_KINK, PROBLEM_JUMP };
enum { PROBLEM_GROUPS = 7, PROBLEM_READS = 4 };

struct solver_run;

struct problem_group { /* name_k is state first + (k - 1) * stride, k = 1..count */
    const char *name;
    int32_t first, count, stride;
};

struct problem {
    int32_t n;
    double stop;
    int linear;         /* f is affine in x between events */
    double explicit;    /* steps that stability asks of an explicit method, about */
    double stops;       /* events, about: where every solver of all states stops */
    void *data;         /* of the problem: parameters and mode; freed with it */
    double *x0, *scale; /* n; scale of the absolute tolerance, NULL: all 1 */
    struct problem_group group[PROBLEM_GROUPS];
    void (*f)(const struct problem *p, double t, const double *x, double *dx);

    int64_t nonzeros, *column, *row; /* n + 1; nonzeros */
    int lower, upper;                /* bandwidths */
    void (*jacobian)(const struct problem *p, double t, const double *x, double *value);

    int32_t guards;
    void (*all_guards)(const struct problem *p, double t, const double *x, double *g);
    double (*one_guard)(const struct problem *p, double t, const double *x, int32_t k);
    int (*guard_reads)(const struct problem *p, int32_t k, int32_t *i); /* how many; NULL: any */
    enum problem_change (*at_guard)(struct problem *p, double t, double *x, int32_t k, int rises);

    double (*next)(const struct problem *p, double t); /* NULL: never */
    enum problem_change (*at_time)(struct problem *p, double t, double *x);
    double (*observe)(const struct problem *p, const char *name); /* NAN: no such name */

    /* A step of a fixed length, events inside it taken one by one where they belong: how many, < 0:
     * failed. NULL: not offered. */
    int64_t (*grid_step)(struct problem *p, double t, double h, double *x);
    double (*grid_length)(const struct problem *p, double tol);

    /* The whole run by a loop made for this problem alone (lean.h), 0: done. NULL: not offered. */
    int (*lean)(struct solver_run *r);
};

int problem_open(struct problem *p, const struct rival_case *c); /* 0: no such problem, no memory */
void problem_close(struct problem *p);

/* For those who make one: memory, and the pattern of the Jacobian, column after column. */
int problem_new(struct problem *p, int32_t n, size_t data, int64_t nonzeros);
double *problem_scales(int32_t n, double scale); /* all alike; you own them */
void problem_entry(struct problem *p, int32_t row, int32_t column);

int problem_inverters(struct problem *p, const struct rival_case *c);
int problem_adr(struct problem *p, const struct rival_case *c);
int problem_cuk(struct problem *p, const struct rival_case *c);
int problem_tyson(struct problem *p, const struct rival_case *c);
int problem_buck(struct problem *p, const struct rival_case *c);
int problem_buckn(struct problem *p, const struct rival_case *c);
int problem_motor(struct problem *p, const struct rival_case *c);
int problem_tline(struct problem *p, const struct rival_case *c);
int problem_neurons(struct problem *p, const struct rival_case *c);
int problem_airconds(struct problem *p, const struct rival_case *c);
int problem_vanderpol(struct problem *p, const struct rival_case *c);
int problem_hires(struct problem *p, const struct rival_case *c);
int problem_rober(struct problem *p, const struct rival_case *c);
int problem_e5(struct problem *p, const struct rival_case *c);
int problem_orego(struct problem *p, const struct rival_case *c);
int problem_pollu(struct problem *p, const struct rival_case *c);
int problem_ringmodulator(struct problem *p, const struct rival_case *c);
int problem_heat(struct problem *p, const struct rival_case *c);
int problem_bruss2d(struct problem *p, const struct rival_case *c);
int problem_drive(struct problem *p, const struct rival_case *c);
int problem_brusselator(struct problem *p, const struct rival_case *c);
int problem_akzo(struct problem *p, const struct rival_case *c);
int problem_toggles(struct problem *p, const struct rival_case *c);
int problem_kuramoto(struct problem *p, const struct rival_case *c);
int problem_pleiades(struct problem *p, const struct rival_case *c);

#endif
