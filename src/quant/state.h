/* SPDX-License-Identifier: MIT */
/* state.h - one quantized state, as all methods see it: two cache lines, everything a step touches.
 *
 *     x(t) = sum_k x[k] (t - tx)^k      the integrated state, k = 0..N+1 for a method of order N
 *     q(t) = sum_k q[k] (t - tq)^k      its quantized version, k = 0..N-1, which everyone else sees
 *                                       (k = 0..N where a method bends it: method.h)
 *     x'   = f(q, t) = sum_k c[k] (t - tx)^k,  x[k+1] = c[k]/(k+1)
 *
 * The papers integrate x to degree N. Where the series of f does not end there (a nonlinear f,
 * explicit time), Saltus carries one coefficient more, x[N+1]: it corrects x, and tells when the
 * series is too old (rules.c). The first five fields are laid out as a signal of
 * saltus_model.h (time, four coefficients), and so are the next five: a model can be shown q or
 * x without copying. */
#ifndef QUANT_STATE_H
#define QUANT_STATE_H

#include "saltus_model.h"

struct state {
    double tq, q[SALTUS_SIGNAL];
    double tx;
    union {
        double x[SALTUS_SIGNAL + 2];
        struct {
            double shown[SALTUS_SIGNAL]; /* x[0..3]                                          */
            double spare[2]; /* more memory of a method of order 1 or 2, whose x ends before  */
        };
    };
    double dq;     /* quantum: max(rel |x|, abs) at its last own step                       */
    double a;      /* A_ii = df_i/dq_i at that time; BQSS, CQSS: the side of the target, +-1 */
    double aux[2]; /* the method's own memory                                              */
};

enum { STATE_STRIDE = sizeof(struct state) / sizeof(double) };

#endif
