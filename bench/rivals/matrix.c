/* SPDX-License-Identifier: MIT */
/* matrix.c - M = unit I + factor J in the matrices of SUNDIALS, and their solvers.
 *
 * Where each nonzero lies in the data of M is found once, so that filling is one pass over them.
 * KLU keeps its symbolic analysis over restarts: an integrator that begins anew initializes its
 * linear solver, which would forget it; the pattern never changes, so that call is made to do
 * nothing. */
#include "solver.h"
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { AMD = 0 }; /* nearly symmetric patterns, arrows among them: no fill-in */

static int keep(SUNLinearSolver s)
{
    (void)s;
    return SUNLS_SUCCESS;
}

static void set_pattern(struct matrix *a)
{
    const struct problem *p = a->p;
    memcpy(SUNSparseMatrix_IndexPointers(a->m), p->column, sizeof(int64_t) * (size_t)(p->n + 1));
    memcpy(SUNSparseMatrix_IndexValues(a->m), p->row, sizeof(int64_t) * (size_t)p->nonzeros);
}

static int open_klu(struct matrix *a, N_Vector y, SUNContext context)
{
    const struct problem *p = a->p;
    a->m = SUNSparseMatrix(p->n, p->n, p->nonzeros, CSC_MAT, context);
    if (!a->m) return 0;
    set_pattern(a);
    a->solver = SUNLinSol_KLU(y, a->m, context);
    if (!a->solver || SUNLinSol_KLUSetOrdering(a->solver, AMD)) return 0;
    a->solver->ops->initialize = keep;
    return 1;
}

static int open_other(struct matrix *a, N_Vector y, SUNContext context)
{
    const struct problem *p = a->p;
    int band = a->kind == SOLVER_BAND;
    if (a->kind == SOLVER_DENSE)
        a->m = SUNDenseMatrix(p->n, p->n, context);
    else
        a->m = SUNBandMatrix(p->n, band ? p->upper : 1, band ? p->lower : 1, context);
    if (!a->m) return 0;
    if (a->kind == SOLVER_DENSE)
        a->solver = SUNLinSol_Dense(y, a->m, context);
    else
        a->solver = band ? SUNLinSol_Band(y, a->m, context) : tri_new(y, context);
    return a->solver != NULL;
}

static double *data_of(const struct matrix *a)
{
    switch (a->kind) {
    case SOLVER_KLU: return SUNSparseMatrix_Data(a->m);
    case SOLVER_DENSE: return SUNDenseMatrix_Data(a->m);
    default: return SUNBandMatrix_Data(a->m);
    }
}

static int64_t place_of(const struct matrix *a, int64_t k, int64_t row, int64_t column)
{
    switch (a->kind) {
    case SOLVER_KLU: return k;
    case SOLVER_DENSE: return column * a->p->n + row;
    default: return column * SM_LDIM_B(a->m) + row - column + SM_SUBAND_B(a->m);
    }
}

static void find_places(struct matrix *a)
{
    const struct problem *p = a->p;
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t k = p->column[j]; k < p->column[j + 1]; k++) {
            a->place[k] = place_of(a, k, p->row[k], j);
            if (p->row[k] == j) a->diagonal[j] = a->place[k];
        }
}

int matrix_open(struct matrix *a, const struct problem *p, enum solver_linear kind, N_Vector y,
                SUNContext context)
{
    *a = (struct matrix){.p = p, .kind = kind};
    if (!(kind == SOLVER_KLU ? open_klu : open_other)(a, y, context)) return 0;
    a->value = calloc((size_t)p->nonzeros, sizeof *a->value);
    a->place = calloc((size_t)p->nonzeros, sizeof *a->place);
    a->diagonal = calloc((size_t)p->n, sizeof *a->diagonal);
    if (!a->value || !a->place || !a->diagonal) return 0;
    find_places(a);
    return 1;
}

void matrix_close(struct matrix *a)
{
    if (a->solver) SUNLinSolFree(a->solver);
    if (a->m) SUNMatDestroy(a->m);
    free(a->value);
    free(a->place);
    free(a->diagonal);
}

void matrix_fill(struct matrix *a, double t, const double *x, double unit, double factor)
{
    const struct problem *p = a->p;
    double *data = data_of(a);
    p->jacobian(p, t, x, a->value);
    if (a->kind == SOLVER_KLU) {
        if (SUNSparseMatrix_IndexPointers(a->m)[p->n] == 0) set_pattern(a); /* IDA wipes it */
        for (int64_t k = 0; k < p->nonzeros; k++) data[k] = factor * a->value[k];
    } else {
        SUNMatZero(a->m); /* fill-in of the last factorization */
        for (int64_t k = 0; k < p->nonzeros; k++) data[a->place[k]] = factor * a->value[k];
    }
    for (int64_t j = 0; j < p->n; j++) data[a->diagonal[j]] += unit;
}
