/* SPDX-License-Identifier: MIT */
/* radau.h - the two matrices of Newton's method for Radau IIA, and their factors. */
#ifndef RUNGE_RADAU_H
#define RUNGE_RADAU_H

#include "engine/runge/runge.h"
#include "num/sparse.h"

struct radau_matrix {
    struct engine_pattern j;
    bool both;         /* the complex matrix, too                                        */
    double *entry;     /* the Jacobian, beside j.item                                    */
    int32_t *place;    /* beside j.item: where it is in `real`; its diagonal is ...       */
    int32_t *diagonal; /* ... n, there                                                   */
    double *real;      /* `values` places: the real matrix, and then its factors             */
    int32_t values;
    bool full; /* small                                                          */
    /* full: */
    double *complex; /* n*n complex numbers, by columns                                        */
    int32_t *row;    /* 2 n: the pivots of both                                                */
    /* otherwise: places of both matrices */
    struct sparse sparse;
    double *work; /* 2 n                                                                        */
};

/* False: *run->status says why. */
bool radau_matrix_open(struct engine_host *run, struct radau_matrix *m, bool both);
void radau_matrix_close(struct engine_host *run, struct radau_matrix *m);

/* Factors of gamma I - J and (alpha + i beta) I - J. False: one of them is singular. */
bool radau_matrix_factor(struct engine_host *run, struct radau_matrix *m, double gamma,
                         double alpha, double beta);
/* The real one alone. */
bool radau_matrix_factor_real(struct engine_host *run, struct radau_matrix *m, double gamma);
void radau_solve_real(const struct radau_matrix *m, double *v);
/* v: n complex numbers */
void radau_solve_complex(struct radau_matrix *m, double *v);
/* Multiplications of one factorisation and of one solution, roughly. */
double radau_matrix_work(const struct radau_matrix *m, bool factor);
/* The growth of a vector under J, by some powers of it; v, w: room of n. */
double radau_matrix_rate(const struct radau_matrix *m, double *v, double *w);

#endif
