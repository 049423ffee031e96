/* SPDX-License-Identifier: MIT */
/* feed.h - what a run makes, on its way from the engine to the sink of a job.
 *
 * It goes through a buffer, so that the time of the simulation and that of writing files and
 * pictures can be distinguished. Before the sink is open everything is kept: the engine makes its
 * first segments while a run is set up. The first error of a sink ends the run. */
#ifndef CLI_FEED_H
#define CLI_FEED_H

#include "cli/run/job.h"

struct piece;

struct feed {
    const struct job_sink *sink;
    struct columns *columns; /* of the outcome */
    struct piece *piece;
    size_t n, room;
    bool ready;       /* the sink is open: what comes may be handed on                           */
    uint64_t steps;   /* noted so far                                                           */
    double last_step; /* when                                                                   */
    double sinking;   /* CPU seconds in sinks                                                   */
    saltus_status status;
    saltus_sim *sim;
    struct progress progress;
    struct outcome *out;
    size_t sampled;    /* so far                                                              */
    size_t n_instants; /* that there are; SIZE_MAX: no end to them                              */
    double every;      /* the instants of the job are these multiples, or 0                     */
    struct job_keep *keep; /* NULL: nothing                                                     */
    bool hush;
    const struct saltus_diagram *diagram; /* NULL: a model as text                                */
};

void feed_keep(struct feed *r, saltus_status s); /* the first error counts */
void feed_drain(struct feed *r);                 /* hands on what is in the buffer */
void feed_free(struct feed *r);

/* Functions of saltus_options; user is the feed. A sample is one of the interval, or an instant of
 * the job. */
int feed_segment(void *user, double t, int32_t var, const double *poly, int order);
int feed_event(void *user, double t, saltus_kind kind, int32_t index, int direction);
int feed_sample(void *user, double t, const saltus_sim *s);
void feed_diag(void *user, const saltus_diag *d);

#endif
