/* SPDX-License-Identifier: MIT */
/* classic.h - the integrators of SUNDIALS as engines that move all states together.
 *
 * engine.c makes steps of the run out of steps of an integrator: it restarts it after events, finds
 * crossings along its dense output (engine/whole/locate.c), hands out pieces, and deals with points
 * at which f cannot be had. An integrator is a table of functions: cvode.c (BDF and Adams), ida.c,
 * arkode.c (ESDIRK and Dormand-Prince). matrix.c is the exact Jacobian, sparse or dense, as they
 * need it.
 *
 *     run->from ---- run->t ---- reached
 * The integrator has come to `reached`. The run follows its last step in one or more steps of its
 * own: an event that changes nothing costs no work of the integrator. */
#ifndef CLASSIC_CLASSIC_H
#define CLASSIC_CLASSIC_H

#include "engine/whole/host.h"
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

/* Functions that return int give 0, or a negative flag of SUNDIALS. */
struct integrator {
    int (*open)(struct classic *c);
    void (*close)(struct classic *c);
    /* Begins again at run->t with y, and yp = f there; the first step is h. */
    int (*begin)(struct classic *c, double h);
    /* One step, not beyond limit: y is at *reached then. */
    int (*step)(struct classic *c, double limit, double *reached);
    /* The k-th derivative within the last step. */
    void (*at)(struct classic *c, double t, int k, double *out);
    /* x and x' there of the states list[0..count-1], at their places; list NULL: of states
     * 0..count-1. */
    void (*some)(struct classic *c, double t, const int32_t *list, int32_t count, double *x,
                 double *f);
    /* The polynomial of state i there, about t; its degree. */
    int (*series)(struct classic *c, int32_t i, double t, double *out);
    int (*degree)(struct classic *c);  /* of its polynomial there                            */
    double (*next)(struct classic *c); /* length of the step that it would like to make        */
    void (*count)(struct classic *c, long *rejected, long *iterations); /* so far              */
    bool one_step;  /* a step needs no history                            */
    bool own_slope; /* of its polynomial at the beginning, other than f     */
    bool forgets;   /* begin sets its counts to 0                         */
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
    struct engine_host *run;
    const struct integrator *by;
    enum variant variant;
    SUNContext context;
    void *memory;   /* of the integrator                                                     */
    N_Vector y, yp; /* at `reached`; yp: room for a derivative                              */
    N_Vector room;
    SUNNonlinearSolver nonlinear;
    struct matrix matrix;
    struct hermite *hermite; /* of a one-step method ...                                     */
    struct taylor *taylor;   /* ... or of another                                             */
    double *end; /* n: room                                                               */
    double reached;
    bool fresh;     /* begin again before the next step                                      */
    bool first;     /* yp is f at the beginning: the integrator asks for that once more      */
    bool beginning; /* no step has been made since                                            */
    bool straight;  /* the last step was too short for an integrator: y + (t - run->from) yp */
    bool at_edge;   /* the last guard that was due is an edge or a formula                    */
    double event;   /* when a guard has fired last ...                                        */
    uint32_t
        /* 3 for each tiny step that was shortened since f could not be had, -1 for others */
        refused;
    uint32_t crowd; /* ... and how often just before that                                    */
    int settling;   /* steps left after a restart in which a low order gets less error: (4)   */
    double ahead;   /* first step after a part of a step that could not be used; 0: of our choice */
    double wish;    /* step that a one-step method would have made without events; 0: none    */
    long rejected, iterations; /* counted so far since the last begin                       */
    enum whole_answer trouble; /* what was wrong with f last, WHOLE_OK: nothing              */
    char text[200];            /* what SUNDIALS said last                                   */
};

/* The part of the tolerance that a step may use up: (4) of engine.c. */
static inline double classic_share(const struct classic *c)
{
    return c->settling > 0 ? 0.015 : 1;
}

/* matrix.c */
bool matrix_open(struct classic *c); /* false: *run->status says why */
void matrix_close(struct classic *c);
/* m := diagonal * I + scale * J at (t, y); J as it was if `old`. 0; 1: try a shorter step. */
int matrix_fill(struct classic *c, double t, N_Vector y, bool old, double diagonal, double scale,
                SUNMatrix m, bool *renewed);

/* engine.c: what all integrators give to SUNDIALS; user is the struct classic. */
int classic_f(realtype t, N_Vector y, N_Vector f, void *user);
int classic_weights(N_Vector y, N_Vector w, void *user);
void classic_hear(int code, const char *module, const char *function, char *text, void *user);

/* pieces.c: the last step as polynomials */
void pieces_tell(struct classic *c);

#endif
