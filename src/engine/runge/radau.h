/* SPDX-License-Identifier: MIT */
/* radau.h - the two matrices of Newton's method for Radau IIA, and their factors. */
#ifndef RUNGE_RADAU_H
#define RUNGE_RADAU_H

#include "engine/runge/runge.h"
#include "num/lu.h"
#include "num/sparse.h"

struct radau_matrix {
    struct engine_pattern j;
    double *entry;           /* the Jacobian, beside j.item                                    */
    struct csr rows, column; /* its places and the diagonal, by rows and by columns          */
    int32_t *place;          /* beside j.item: where it is in `real`; its diagonal is ...       */
    int32_t *diagonal;       /* ... n, there                                                   */
    double *real;            /* the real matrix; sparse: and then its factors                  */
    bool full;               /* small                                                          */
    /* full: */
    struct lu_plan plan;
    struct lu lu;
    double *complex; /* n*n complex numbers, by columns                                        */
    int32_t *row;    /* ... and its pivots                                                     */
    /* otherwise: places of both matrices */
    struct sparse sparse;
    double *work; /* 2 n                                                                        */
};

/* False: *run->status says why. */
bool radau_matrix_open(struct engine_host *run, struct radau_matrix *m);
void radau_matrix_close(struct engine_host *run, struct radau_matrix *m);

/* Factors of gamma I - J and (alpha + i beta) I - J. False: one of them is singular. */
bool radau_matrix_factor(struct engine_host *run, struct radau_matrix *m, double gamma,
                         double alpha, double beta);
void radau_solve_real(const struct radau_matrix *m, double *v);
/* v: n complex numbers */
void radau_solve_complex(struct radau_matrix *m, double *v);
/* Multiplications of one factorisation and of one solution, roughly. */
double radau_matrix_work(const struct radau_matrix *m, bool factor);

#endif
