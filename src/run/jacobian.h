/* SPDX-License-Identifier: MIT */
/* jacobian.h - what a run is like near a point: x' = f(x) with its derivatives there. */
#ifndef SIM_JACOBIAN_H
#define SIM_JACOBIAN_H

#include "base/csr.h"
#include "saltus.h"
#include <stdbool.h>

struct sim;

struct jacobian {
    struct alloc alloc;
    int32_t n;
    struct csr rows; /* i -> states that f_i may read, directly or through a sum           */
    double *entry;   /* df_i/dx_j beside rows.item                                         */
    double *x;       /* n: the point                                                       */
    double *quantum; /* n: dQ_i there                                                      */
    bool affine;     /* every f_i is affine in the states and reads no time                 */
    bool timed;      /* some f_i reads the time                                            */
    bool delayed;    /* some f_i reads a delay: what comes out of it is held constant       */
    bool cut;        /* entries through sums were left out: there are more than `most`      */
};

/* At the present instant of s, with its discretes and parameters. ENOMEM; EMODEL: the model
 * refused; ENAN: an entry is not finite, whose place goes to at[0], at[1]; ELIMIT: more than `most`
 * entries also without sums. Free it in every case. */
saltus_status sim_jacobian(const saltus_sim *s, int64_t most, struct jacobian *out, int32_t at[2]);
void jacobian_free(struct jacobian *j);

/* The same in two parts, for engines that need it at many points. The entries that there may be
 * (rows, cut and what the flags say; no values), asked for with `env`; those through sums are left
 * out if there are more than `most_sums`. */
saltus_status sim_jacobian_pattern(const saltus_sim *s, const saltus_env *env, int64_t most,
                                   int64_t most_sums, struct jacobian *out);
/* Then values, beside rows.item, at a point that is shown in signals. Counts what it asks for. ENAN
 * as above. */
struct jacobian_point {
    const saltus_env *env;
    double *signals;
    bool (*allowed)(struct sim *s); /* may the model be asked at the point shown? NULL: yes */
};
saltus_status sim_jacobian_values(const saltus_sim *s, const struct jacobian *j,
                                  const struct jacobian_point *at_point, double *entry,
                                  int32_t at[2]);

/* a_ij; 0: not there. */
double jacobian_at(const struct jacobian *j, int32_t row, int32_t column);

#endif
