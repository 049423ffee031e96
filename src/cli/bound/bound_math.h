/* SPDX-License-Identifier: MIT */
/* bound_math.h - from the linear model of a run to the global error bound of each method. */
#ifndef CLI_BOUND_MATH_H
#define CLI_BOUND_MATH_H

#include "cli/bound/spectrum.h"
#include "saltus.h"
#include "run/jacobian.h"

enum bound_outcome {
    BOUND_FINE,
    BOUND_UNSTABLE,  /* an eigenvalue with positive real part                                    */
    BOUND_MARGINAL,  /* ... whose real part is 0, as far as rounding can tell                    */
    BOUND_DEFECTIVE, /* A cannot be diagonalised                                                 */
    BOUND_FAILED     /* see bound.status                                                         */
};

struct bound {
    int32_t n;
    struct spectrum spectrum; /* of A in units of the quanta: no result depends on units        */
    enum spectrum_status status;
    double zero; /* real parts up to this are no different from 0                              */
    /* Error of state i per unit of a method's factor: [0] formula (2), for methods in which f sees
     * a q near x; [1] formula (3), for BQSS and CQSS. */
    double *gain[2];    /* n: with the quanta of the point                                       */
    double *uniform[2]; /* n: with quantum 1 in all states                                       */
};

/* Free it in every case. */
enum bound_outcome bound_find(struct bound *b, const struct jacobian *j);
void bound_free(struct bound *b);

/* Which formula, and which factor: bound, and what truncated series may add. */
int bound_formula(const saltus_method_info *m);
double bound_factor(const saltus_method_info *m, bool affine);

#endif
