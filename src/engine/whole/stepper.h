/* SPDX-License-Identifier: MIT */
/* stepper.h - an integrator that chooses its own steps, as an engine that moves all states together.
 *
 * stepper.c makes steps of the run out of steps of an integrator: it restarts it after events, finds
 * crossings along its dense output (locate.c), hands out pieces, and deals with points at which f
 * cannot be had. An integrator is a table of functions. Those of another library reach these functions
 * through the services of the run (host.h).
 *
 *     run->from ---- run->t ---- reached
 * The integrator has come to `reached`. The run follows its last step in one or more steps of its
 * own: an event that changes nothing costs no work of the integrator. */
#ifndef WHOLE_STEPPER_H
#define WHOLE_STEPPER_H

#include "engine/whole/host.h"

struct stepper;

/* Functions that return int give 0, or a negative number. */
struct stepper_kind {
    /* Begins again at run->t with y, and yp = f there; the first step is h. */
    int (*begin)(struct stepper *c, double h);
    /* One step, not beyond limit: y is at `reached` then. */
    int (*step)(struct stepper *c, double limit);
    /* The k-th derivative within the last step. */
    void (*at)(struct stepper *c, double t, int k, double *out);
    /* x and x' there of the states list[0..count-1], at their places; list NULL: of states
     * 0..count-1. */
    void (*some)(struct stepper *c, double t, const int32_t *list, int32_t count, double *x,
                 double *f);
    /* The polynomial of state i there, about t; its degree. */
    int (*series)(struct stepper *c, int32_t i, double t, double *out);
    int (*degree)(struct stepper *c);  /* of its polynomial there                            */
    double (*next)(struct stepper *c); /* length of the step that it would like to make        */
    void (*count)(struct stepper *c, long *rejected, long *iterations); /* so far              */
    bool (*rough)(struct stepper *c);  /* slopes tell nothing about the last step; NULL: never */
    void (*forget)(struct stepper *c); /* f is another function now; NULL: nothing to do       */
    bool one_step;                     /* a step needs no history                            */
    bool own_slope;                    /* of its polynomial at the beginning, other than f     */
    bool forgets;                      /* begin sets its counts to 0                         */
    bool
        overshoots; /* it may step over the limit of the run, up to run->farthest                 */
    bool each;      /* its steps are judged by the worst state, not by a mean over all           */
};

struct stepper {
    struct engine_host *run;
    const struct stepper_kind *by;
    double *y, *yp; /* n: at `reached`; yp: room for a derivative; the integrator's          */
    double *end;    /* n: room                                                            */
    double start;   /* of the run                                                           */
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
    char text[200];            /* what the integrator said last                              */
};

/* The part of the tolerance that a step may use up: (4) of stepper.c. */
static inline double stepper_share(const struct stepper *c)
{
    return c->settling > 0 ? 0.015 : 1;
}

/* The run has come to run->t. A failure is told to the run. run->data begins with a struct stepper,
 * for all of these. */
void stepper_open(struct engine_host *run, struct stepper *c, const struct stepper_kind *by);
void stepper_close(struct stepper *c);

/* As in struct whole_engine. */
int32_t stepper_step(struct engine_host *run, double limit);
void stepper_dense(struct engine_host *run);
void stepper_restart(struct engine_host *run);

/* stepper_pieces.c: the last step as polynomials */
void stepper_tell(struct stepper *c);

#endif
