/* SPDX-License-Identifier: MIT */
/* queue.h - jobs that wait and are served.
 *
 * A job is an event (id, created, priority, payload), see event.h. A generator makes jobs, a queue
 * keeps them, a server works on them, a job_sink looks back at them. Protocol between a queue and
 * what it feeds: whoever wants a job sends an event to the queue's port `next`, its value being how
 * many it wants; the queue owes that many jobs and sends them as soon as it has them, each at the
 * port y. A server asks for as many jobs as it has places at the start and for one whenever a place
 * becomes free. So several servers may share a queue only through one server block with several
 * places. */
#ifndef BLOCKS_QUEUE_H
#define BLOCKS_QUEUE_H

#include "blocks/discrete/event.h"

/* A job in memory, with two numbers to sort by. */
struct job {
    double key;      /* smallest first */
    uint64_t number; /* then by this */
    double since;    /* when it came in */
    double v[SALTUS_SERIES];
    int32_t n, mark; /* values it has */
};

struct job queue_job_of(const saltus_message *m, double now);
void queue_job_send(const saltus_cell *c, int port, const struct job *j);

/* A binary heap of jobs in store `store`, *n of them. */
void queue_heap_push(saltus_cell *c, int store, uint32_t *n, const struct job *j);
void queue_heap_pop(saltus_cell *c, int store, uint32_t *n);
static inline const struct job *queue_heap_top(const saltus_cell *c, int store)
{
    return saltus_cell_stored(c, store, NULL);
}

/* The mean over time of a number that changes at events. */
struct average {
    double area, since, begin, value;
};
void queue_average_begin(struct average *a, double t, double value);
void queue_average_set(struct average *a, double t, double value);
double queue_average_of(const struct average *a, double t); /* NaN: no time has passed */

/* Mean and variance of a sequence of values, by Welford's recurrence. */
struct moments {
    double n, mean, sum2, min, max;
};
void queue_moments_add(struct moments *m, double v);
double queue_moments_variance(const struct moments *m); /* NaN: fewer than two */

#endif
