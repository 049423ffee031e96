/* SPDX-License-Identifier: MIT */
/* tri.c - tridiagonal systems as a linear solver of SUNDIALS: elimination without pivoting,
 * which is safe for I - gamma J of diffusion, advection and chains that feed forward, and needs
 * no row exchanges:
 *
 *     d_j := d_j - l_j u_(j-1) / d_(j-1). */
#include "solver.h"
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunmatrix/sunmatrix_band.h>

struct tri {
    int64_t n;
    double *inverse, *ratio, *upper; /* 1/d_j, l_j/d_(j-1), u_j */
};

static SUNLinearSolver_Type tri_type(SUNLinearSolver s)
{
    (void)s;
    return SUNLINEARSOLVER_DIRECT;
}

static int tri_setup(SUNLinearSolver s, SUNMatrix m)
{
    struct tri *a = s->content;
    const double *data = SUNBandMatrix_Data(m);
    int64_t stride = SM_LDIM_B(m), middle = SM_SUBAND_B(m), n = a->n;
    double inverse = 1 / data[middle];
    a->inverse[0] = inverse;
    for (int64_t j = 1; j < n; j++) {
        const double *left = data + (j - 1) * stride + middle, *here = left + stride;
        double ratio = left[1] * inverse;
        a->ratio[j] = ratio;
        a->upper[j - 1] = here[-1];
        inverse = 1 / (here[0] - ratio * here[-1]);
        a->inverse[j] = inverse;
    }
    return SUNLS_SUCCESS;
}

static int tri_solve(SUNLinearSolver s, SUNMatrix m, N_Vector vx, N_Vector vb, realtype tol)
{
    const struct tri *a = s->content;
    double *x = N_VGetArrayPointer(vx), *b = N_VGetArrayPointer(vb);
    int64_t n = a->n;
    (void)m, (void)tol;
    x[0] = b[0];
    for (int64_t j = 1; j < n; j++) x[j] = b[j] - a->ratio[j] * x[j - 1];
    x[n - 1] *= a->inverse[n - 1];
    for (int64_t j = n - 2; j >= 0; j--) x[j] = (x[j] - a->upper[j] * x[j + 1]) * a->inverse[j];
    return SUNLS_SUCCESS;
}

static int tri_initialize(SUNLinearSolver s)
{
    (void)s;
    return SUNLS_SUCCESS;
}

static int tri_free(SUNLinearSolver s)
{
    struct tri *a = s->content;
    if (a) {
        free(a->inverse);
        free(a->ratio);
        free(a->upper);
    }
    free(a);
    s->content = NULL;
    SUNLinSolFreeEmpty(s);
    return SUNLS_SUCCESS;
}

SUNLinearSolver tri_new(N_Vector y, SUNContext context)
{
    SUNLinearSolver s = SUNLinSolNewEmpty(context);
    struct tri *a = calloc(1, sizeof *a);
    if (!s || !a) return NULL;
    a->n = N_VGetLength(y);
    a->inverse = calloc((size_t)a->n, sizeof *a->inverse);
    a->ratio = calloc((size_t)a->n, sizeof *a->ratio);
    a->upper = calloc((size_t)a->n, sizeof *a->upper);
    s->content = a;
    s->ops->gettype = tri_type;
    s->ops->initialize = tri_initialize;
    s->ops->setup = tri_setup;
    s->ops->solve = tri_solve;
    s->ops->free = tri_free;
    if (a->inverse && a->ratio && a->upper) return s;
    tri_free(s);
    return NULL;
}
