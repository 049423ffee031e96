/* SPDX-License-Identifier: MIT */
/* classic.h - the integrators of SUNDIALS as steppers (engine/whole/stepper.h): cvode.c (BDF and
 * Adams), ida.c, arkode.c (ESDIRK and Dormand-Prince). matrix.c is the exact Jacobian, sparse or
 * dense, as they need it. */
#ifndef CLASSIC_CLASSIC_H
#define CLASSIC_CLASSIC_H

#include "engine/whole/stepper.h"
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

enum variant {
    CLASSIC_BDF,
    CLASSIC_ADAMS,
    CLASSIC_IDA,
    CLASSIC_ESDIRK32,
    CLASSIC_ESDIRK43,
    CLASSIC_DOPRI5
};

struct classic;

/* A stepper (engine/whole/stepper.h) with its memory. */
struct integrator {
    struct stepper_kind kind;
    int (*open)(struct classic *c); /* 0, or a negative flag of SUNDIALS */
    void (*close)(struct classic *c);
};

extern const struct integrator classic_cvode, classic_ida, classic_arkode, classic_erk;

/* The Jacobian, and the matrix diagonal * I + scale * J that Newton's method needs. */
struct matrix {
    struct engine_pattern jacobian;
    double *entry; /* its values ...                                            */
    bool known;    /* ... are there                                             */
    bool dense;
    int32_t *place;    /* beside entry: where it is in the columns of the sparse matrix     */
    int32_t *diagonal; /* n: where the diagonal is                                          */
    SUNMatrix m;
    SUNLinearSolver solver;
};

struct classic {
    struct stepper base; /* first */
    const struct integrator *by;
    enum variant variant;
    SUNContext context;
    void *memory;   /* of the integrator                                                     */
    N_Vector y, yp; /* base.y, base.yp                                                       */
    N_Vector room;
    SUNNonlinearSolver nonlinear;
    struct matrix matrix;
    struct hermite *hermite; /* of a one-step method ...                                     */
    struct taylor *taylor;   /* ... or of another                                             */
};

static inline struct classic *classic_of(struct stepper *p)
{
    return (struct classic *)(void *)p;
}

/* matrix.c */
bool matrix_open(struct classic *c); /* false: *run->status says why */
void matrix_close(struct classic *c);
/* m := diagonal * I + scale * J at (t, y); J as it was if `old`. 0; 1: try a shorter step. */
int matrix_fill(struct classic *c, double t, N_Vector y, bool old, double diagonal, double scale,
                SUNMatrix m, bool *renewed);

/* open.c: memory of a run, and what all integrators give to SUNDIALS; user is the struct classic. */
void classic_open(struct engine_host *run, int variant);
void classic_close(struct engine_host *run);
void classic_forget(struct stepper *p);
int classic_f(realtype t, N_Vector y, N_Vector f, void *user);
int classic_weights(N_Vector y, N_Vector w, void *user);
void classic_hear(int code, const char *module, const char *function, char *text, void *user);

#endif
