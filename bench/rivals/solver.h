/* SPDX-License-Identifier: MIT */
/* solver.h - what all solvers share: the run, its sampling, and the matrices M = a I + b J for
 * SUNDIALS. */
#ifndef RIVALS_SOLVER_H
#define RIVALS_SOLVER_H

#include "problem.h"
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

enum solver_linear { SOLVER_NONE, SOLVER_KLU, SOLVER_BAND, SOLVER_TRI, SOLVER_DENSE };

struct solver_run {
    struct problem *p;
    struct rival_stats *stats;
    const struct rival_samples *samples; /* NULL: none */
    int32_t *state;                      /* of each column; -1: observed or missing */
    int row;                             /* the next one */
    int variant;
    enum solver_linear linear;
    double tol, start; /* start: CPU clock */
};

double solver_clock(void);
/* The instant of the next row up to t, or NAN; then what the solution is there. */
double solver_due(const struct solver_run *r, double t);
void solver_sample(struct solver_run *r, const double *x);

/* How a solver stops next: at the next instant of the problem, or at its end. */
double solver_stop(const struct solver_run *r, double t);

/* What happens where it stopped: at roots (not 0: of this guard, > 0: it rises), and at the
 * instant `stop` if t is it. Both return the worst change of the solution. */
enum problem_change solver_at_roots(struct solver_run *r, double t, double *x, const int *root);
enum problem_change solver_at_time(struct solver_run *r, double t, double stop, double *x,
                                   enum problem_change before);

struct matrix {
    const struct problem *p;
    enum solver_linear kind;
    SUNMatrix m;
    SUNLinearSolver solver;
    double *value;  /* of the Jacobian, nonzeros */
    int64_t *place; /* of each in the data of m */
    int64_t *diagonal;
};

int matrix_open(struct matrix *a, const struct problem *p, enum solver_linear kind, N_Vector y,
                SUNContext context);
void matrix_close(struct matrix *a);
void matrix_fill(struct matrix *a, double t, const double *x, double unit, double factor);

/* A tridiagonal system without pivoting, on a band matrix of widths 1 and 1. */
SUNLinearSolver tri_new(N_Vector y, SUNContext context);

int solver_cvode(struct solver_run *r);
int solver_arkode(struct solver_run *r);
int solver_esdirk(struct solver_run *r);
int solver_ida(struct solver_run *r);
int solver_dopri(struct solver_run *r);
int solver_grid(struct solver_run *r);
int solver_lean(struct solver_run *r);

#endif
