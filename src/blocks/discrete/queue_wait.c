/* SPDX-License-Identifier: MIT */
/* queue_wait.c - queues: first come first served, last come first served, by priority.
 *
 * All are one heap, sorted by (key, number of arrival): key 0 and rising numbers are a FIFO,
 * falling numbers a LIFO, key -priority a priority queue, equal priorities in the order of their
 * arrival. `owed` jobs have been asked for and could not be sent yet; it is positive only while the
 * queue is empty. A job that is sent waits in the list SENT for the output at this instant; it is
 * no longer counted in the queue. */
#include "blocks/discrete/queue.h"

#include <math.h>
#include <string.h>

enum { WAITING, SENT };
enum { Y, REJECTED };
enum { SHOW_LENGTH, SHOW_MEAN, SHOW_WAIT, SHOW_SERVED, SHOW_REJECTED };

struct queue {
    uint32_t length; /* jobs that wait */
    uint32_t sent;   /* messages to be sent now */
    uint64_t number; /* arrivals so far */
    double owed, capacity;
    double served, rejected;
    double waited; /* sum of the times of all that have left */
    struct average mean;
};

static void show(const saltus_cell *c, double t)
{
    const struct queue *s = c->state;
    event_show(c, SHOW_LENGTH, 0, s->length);
    event_show(c, SHOW_MEAN, 0, t > s->mean.begin ? queue_average_of(&s->mean, t) : s->length);
    event_show(c, SHOW_WAIT, 0, s->served > 0 ? s->waited / s->served : 0);
    event_show(c, SHOW_SERVED, 0, s->served);
    event_show(c, SHOW_REJECTED, 0, s->rejected);
}

static void queue_start(saltus_cell *c)
{
    struct queue *s = c->state;
    if (!event_is_scalar(c) || !event_numbers_fine(c)) return;
    s->capacity = saltus_part_real(c->part, "capacity", 0);
    queue_average_begin(&s->mean, c->t, 0);
    show(c, c->t);
}

static double queue_due(const saltus_cell *c)
{
    const struct queue *s = c->state;
    return s->sent ? c->t : INFINITY;
}

static void queue_lambda(const saltus_cell *c)
{
    const struct queue *s = c->state;
    event_send_held(c, SENT, s->sent);
}

static void queue_int(saltus_cell *c)
{
    struct queue *s = c->state;
    s->sent = 0;
}

static void hand_over(saltus_cell *c, const struct job *j, int port)
{
    struct queue *s = c->state;
    saltus_message m = {.index = 0, .order = (int16_t)(j->n - 1)};
    memcpy(m.c, j->v, sizeof m.c);
    event_hold(c, SENT, &s->sent, &m, port);
    if (port == REJECTED) {
        s->rejected++;
        return;
    }
    s->served++;
    s->waited += c->t - j->since;
}

static void arrive(saltus_cell *c, const saltus_message *m)
{
    struct queue *s = c->state;
    struct job j = queue_job_of(m, c->t);
    const char *order = saltus_part_word(c->part, "order");
    s->number++;
    if (s->owed >= 1) {
        s->owed--;
        hand_over(c, &j, Y);
        return;
    }
    if (s->length >= s->capacity) {
        hand_over(c, &j, REJECTED);
        return;
    }
    j.key = order ? 0 : -j.v[JOB_PRIORITY];
    j.number = order && *order == 'l' ? UINT64_MAX - s->number : s->number;
    queue_heap_push(c, WAITING, &s->length, &j);
}

static void ask(saltus_cell *c, double wanted)
{
    struct queue *s = c->state;
    if (wanted > 0) s->owed += floor(wanted);
    while (s->owed >= 1 && s->length > 0) {
        struct job j = *queue_heap_top(c, WAITING);
        queue_heap_pop(c, WAITING, &s->length);
        s->owed--;
        hand_over(c, &j, Y);
    }
}

static void queue_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct queue *s = c->state;
    (void)e;
    for (; n > 0; n--, x++) {
        if (x->port == 0)
            arrive(c, x);
        else
            ask(c, x->c[0]);
    }
    queue_average_set(&s->mean, c->t, s->length);
    show(c, c->t);
}

/* At the end the mean covers the whole run. */
static void queue_stop(saltus_cell *c)
{
    show(c, event_stop_time(c));
}

static const saltus_port inputs[] = {
    {"u", SALTUS_TYPE_EVENT, 0, 0, "jobs that arrive"},
    {"next", SALTUS_TYPE_EVENT, 0, 0, "so many jobs are wanted: wire it to `next` of a server"},
    {0}};
static const saltus_port outputs[] = {
    {"y", SALTUS_TYPE_EVENT, 0, 0, "jobs that leave, when they are wanted"},
    {"rejected", SALTUS_TYPE_EVENT, 0, 0, "jobs that found the queue full"},
    {0}};
static const saltus_shown shows[] = {
    {"length", SALTUS_DISCRETE, "jobs that wait"},
    {"mean_length", SALTUS_DISCRETE, "mean of the length over the time since the start"},
    {"mean_wait", SALTUS_DISCRETE,
     "mean waiting time of the jobs that have left, also of those that did not wait"},
    {"served", SALTUS_DISCRETE, "jobs that have left"},
    {"lost", SALTUS_DISCRETE, "jobs that were rejected"},
    {0}};

#define CAPACITY                                                                                   \
    REAL_IN("capacity", INFINITY, 0, INFINITY, NULL,                                               \
            "how many jobs can wait; others are rejected. Default: no limit")
static const saltus_param fifo_params[] = {
    CAPACITY,
    CHOICE_PARAM("order", "fifo", "fifo|lifo", "who leaves first: the first or the last that came"),
    {0}};
static const saltus_param priority_params[] = {CAPACITY, {0}};

#define QUEUE                                                                                      \
    .group = "events", .inputs = inputs, .outputs = outputs, .shows = shows,                       \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct queue),                      \
    .start = queue_start, .due = queue_due, .lambda = queue_lambda, .delta_int = queue_int,        \
    .delta_ext = queue_ext, .stop = queue_stop
#define PROTOCOL                                                                                   \
    "Jobs leave when they are asked for at `next`, at once if they are owed "                      \
    "already; a job that finds no room is sent to "                                                \
    "`rejected`. Shows its length, the mean length over time and the mean "                        \
    "waiting time."

const saltus_atomic queue_fifo = {.name = "queue",
                                  .title = "Jobs wait in line",
                                  .text = "First come, first served, or last come. " PROTOCOL,
                                  .params = fifo_params,
                                  QUEUE};
const saltus_atomic queue_priority = {
    .name = "priority_queue",
    .title = "Jobs wait by priority",
    .text = "The job with the largest priority (its third value) leaves first, of equal ones the "
            "first that came. " PROTOCOL,
    .params = priority_params,
    QUEUE};
