/* SPDX-License-Identifier: MIT */
/* interp.h - inside the interpreter: assemble.c makes programs of functions, machine.c runs them,
 * interp_model.c is the model. */
#ifndef EMIT_INTERP_H
#define EMIT_INTERP_H

#include "emit/interp/machine.h"
#include <stdatomic.h>

struct interp {
    saltus_model model;
    const struct code_model *code;
    const struct machine_program *programs;
    int32_t n_signals, n_discretes, n_parameters, n_states;
    const saltus_loc **where[CODE_KINDS + 1]; /* per group; last: clocks */
    saltus_program program;                   /* for ranges */
    native_ready native;                      /* the same model as machine code, once it is there */
    VEC(int32_t) sum_first;                   /* scalar index of the first element of each entry */
};

/* A parameter: a value, or an array of n elements. */
struct cell {
    union word v;
    int64_t n;
};

/* What a function sees beside its parameters. */
struct sight {
    const saltus_env *e;
    saltus_event *ev;
    saltus_reads *reads;
};

/* Runs fn on its parameters, with that row of numbers. Gives the result, if it is a double. */
double code_evaluate(const struct sight *sight, const struct code_fn *fn, int32_t row,
                     const struct cell *params);

#endif
