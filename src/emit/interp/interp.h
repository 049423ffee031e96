/* SPDX-License-Identifier: MIT */
/* interp.h - inside the interpreter: interp.c walks over functions, interp_model.c is the model. */
#ifndef EMIT_INTERP_H
#define EMIT_INTERP_H

#include "emit/back.h"

struct interp {
    saltus_model model;
    const struct code_model *code;
    int32_t n_signals, n_discretes, n_parameters, n_states;
    const saltus_loc **where[CODE_KINDS + 1]; /* per group; last: clocks */
    saltus_program program;                   /* for ranges */
    VEC(int32_t) sum_first;                   /* scalar index of the first element of each entry */
};

struct cell {
    union {
        double r;
        int64_t i;
        double *at;                 /* an array */
        const unsigned char *bytes; /* `given` */
    } v;
    int64_t n; /* elements of an array */
};

struct frame {
    const struct interp *in;
    const struct code_fn *fn;
    const saltus_env *e;
    saltus_event *ev;
    saltus_reads *reads;
    struct cell *cells;
    struct cell result;
    const int64_t *row_i;
    const double *row_r;
    int64_t *turns; /* left, for all that this evaluation calls */
    int depth;
};

/* Runs fn on its parameters, with that row of numbers; f has what else it sees: e, and ev or
 * reads. Gives the result, if it is a double. */
double code_evaluate(struct frame *f, const struct code_fn *fn, int32_t row,
                     const struct cell *params);

#endif
