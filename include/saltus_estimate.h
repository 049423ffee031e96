/* SPDX-License-Identifier: MIT */
/* saltus_estimate.h - how far a run is from the solution, estimated by a second run.
 *
 *     int32_t vars[] = {0, 1};
 *     saltus_error e[2];
 *     saltus_estimate_options p = saltus_estimate_defaults();
 *     p.vars = vars; p.n_vars = 2;
 *     if (saltus_estimate(&model, &options, 10, &p, e) == SALTUS_OK)
 *         printf("%g, %g tolerances\n", e[0].error, e[0].error / e[0].tolerance);
 *
 * The second run has finer tolerances. Errors are about proportional to them, so the distance of
 * the two tells the error of the first. docs/trust.md says how far to trust it. Nothing depends on
 * the clock: the same input gives the same estimate. */
#ifndef SALTUS_ESTIMATE_H
#define SALTUS_ESTIMATE_H

#include "saltus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of one variable. Instants where both runs have no finite value do not count. */
typedef struct saltus_error {
    int32_t var;
    double size;      /* the largest |x| of the run                                              */
    double tolerance; /* max(rel*size, abs), with rel and abs of the variable if it has its own  */
    /* the run is divided into SALTUS_ESTIMATE_PARTS equal parts; in each the mean of |difference|
     * is taken; the largest of these means, extrapolated. An event that comes a little earlier or later counts
     * by how long the runs differ. */
    double error;
    double from, to;  /* the part where it is the largest                                        */
} saltus_error;

#define SALTUS_ESTIMATE_PARTS 20
/* The tolerances of the second run are those of the first times this. */
#define SALTUS_ESTIMATE_SCALE 0.25
/* Errors above so many tolerances deserve a warning; the command gives one. */
#define SALTUS_ESTIMATE_ALARM 10.0

/* A run of the estimate begins (s is it), was stopped by saltus_sim_stop (s is it again; it goes
 * on), or has ended (s is NULL). Nonzero gives up: SALTUS_STOPPED. */
typedef int saltus_estimate_watch_fn(void *user, saltus_sim *s);

typedef struct saltus_estimate_options {
    size_t struct_size;    /* start from saltus_estimate_defaults(), in which all is unset       */
    const int32_t *vars;   /* whose errors are wanted                                            */
    size_t n_vars;
    /* The first run, if it has been made: the polynomials of these variables, and where it has
     * ended. Unset: it is made here. */
    const saltus_traj *first;
    double first_end;
    uint64_t max_events;   /* steps and events of a run that is made here; unset: no limit        */
    saltus_estimate_watch_fn *watch;
    void *user;            /* handed to it                                                       */
} saltus_estimate_options;

static inline saltus_estimate_options saltus_estimate_defaults(void)
{
    saltus_estimate_options p;
    memset(&p, 0, sizeof p);
    p.struct_size = sizeof p;
    return p;
}

/* Estimates the error of the run from its start to `stop` that the model and o describe; out[k] is that of p->vars[k]. Of
 * the functions of o only diag and alloc are called; diag is told what ends a run with an error.
 * If a run fails, its status is returned and out is not changed. */
SALTUS_API saltus_status saltus_estimate(const saltus_model *m, const saltus_options *o,
                                         double stop, const saltus_estimate_options *p,
                                         saltus_error *out);

/* Is a run of so many states so short that an estimate is made without being asked for? Decided by what it
 * has counted, never by the clock: the same run gets one everywhere. segments: that its `first`
 * would keep; diagram: 1: of a diagram, whose blocks cost more. */
SALTUS_API int saltus_estimate_is_short(const saltus_stats *s, int32_t states, uint64_t segments,
                                        int diagram);
#define SALTUS_ESTIMATE_SEGMENTS 2000000 /* more are never short */
/* The steps and events that the second run may make (max_events): many times those of the first. */
SALTUS_API uint64_t saltus_estimate_limit(const saltus_stats *s);

/* Looks for the scale of all tolerances (the option "scale") with which the estimates stay within
 * max(rel*size, abs), and writes it to *scale; out is what is estimated with it. p->first is not
 * used. ELIMIT: there is none, because the errors do not fall with the tolerances; *scale and out
 * are then the last that was tried. */
SALTUS_API saltus_status saltus_accuracy(const saltus_model *m, const saltus_options *o,
                                         double stop, const saltus_estimate_options *p, double rel,
                                         double abs, double *scale, saltus_error *out);

#ifdef __cplusplus
}
#endif
#endif
