/* SPDX-License-Identifier: MIT */
/* rivals.h - classic integrators on right-hand sides written by hand: what a quantized-state run
 * has to beat.
 *
 * A case is a problem at a size (0: its usual one) with a parameter (NAN: its usual one). The
 * rivals share nothing with the engines of Saltus: they call SUNDIALS directly, or are loops of
 * their own; each problem is one C file with derivatives, sparse Jacobian and events, treated as
 * an expert would treat them.
 *
 *     struct rival_case c = {"cuk", 4, NAN, 0};
 *     rival_run(&c, "cvode-klu", 1e-3, NULL, &stats);       time it: nothing is sampled
 *     rival_run(&c, "cvode-klu", 1e-3, &samples, &stats);   the same steps, sampled
 *
 * tol is the relative tolerance; the absolute one of a state is tol times its scale (1 unless
 * the problem knows better). stats.seconds is CPU time of the process from the first step to the
 * last, memory and symbolic analysis being ready, except what a solver does in its first step. */
#ifndef RIVALS_H
#define RIVALS_H

#include <stdint.h>

struct rival_case {
    const char *problem; /* one of rival_problems() */
    int32_t size;        /* cells, stages, sections ...; 0: usual */
    double parameter;    /* adr: d; motor: R; vanderpol: mu; NAN: usual */
    double stop;         /* end of the run; 0: usual */
};

/* Where to look. Columns are named as in the references: w500, C2_7, C2[7], VC, also power,
 * spikes. */
struct rival_samples {
    const double *t; /* rising */
    int rows, columns;
    const char *const *name; /* columns */
    double *value; /* rows * columns, filled by the run; NAN where there is no such column */
};

struct rival_stats {
    double seconds; /* CPU */
    int64_t steps, rejected, evaluations, jacobians, factorizations, events;
    double bytes; /* of the solver's vectors, about; 0: unknown */
};

/* Tables that end with NULL. */
const char *const *rival_problems(void);
const char *const *rival_methods(void);

/* Does it make sense: band where the structure is banded, dense where small, grid where offered,
 * and never where stiffness or events would take minutes (a rough estimate, not a measurement)? */
int rival_fits(const struct rival_case *c, const char *method);
int32_t rival_states(const struct rival_case *c); /* 0: no such problem */
double rival_stop(const struct rival_case *c);    /* end of the usual run */

/* 0: done. Else the solver failed, did not suit the structure, or there was no memory. What would only
 * take too long is run. samples may be NULL. */
int rival_run(const struct rival_case *c, const char *method, double tol,
              const struct rival_samples *samples, struct rival_stats *stats);

#endif
