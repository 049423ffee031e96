/* SPDX-License-Identifier: MIT */
/* queue_serve.c - generators, servers, stations, and a sink of jobs.
 *
 * A server has `servers` places. A job that comes takes one for a random time; one that comes while
 * all are taken is rejected: that is a loss system, unless a queue before the server sends jobs
 * only when they are asked for. Jobs in service are a heap by (end of service, number of arrival).
 * A station is a server with a place for everyone. */
#include "blocks/discrete/queue.h"

#include <math.h>
#include <string.h>

/* ---- generator ------------------------------------------------------------------------------- */

struct generator {
    struct event_law law;
    double due, count;
    uint64_t made, drawn;
};

static void plan(saltus_cell *c, double from)
{
    struct generator *g = c->state;
    g->due = (double)g->made < g->count
                 ? from + event_law_draw(c, &g->law, g->made, &g->drawn, NULL)
                 : INFINITY;
}

static void generator_start(saltus_cell *c)
{
    struct generator *g = c->state;
    g->due = INFINITY;
    if (!event_is_scalar(c) || !event_numbers_fine(c) || !event_law_read(c, &g->law)) return;
    g->count = saltus_part_real(c->part, "count", 0);
    plan(c, fmax(c->t, saltus_part_real(c->part, "start", 0)));
}

static double generator_due(const saltus_cell *c)
{
    return ((const struct generator *)c->state)->due;
}

static void generator_lambda(const saltus_cell *c)
{
    const struct generator *g = c->state;
    double v[JOB_VALUES];
    v[JOB_ID] = saltus_part_real(c->part, "first", 0) + (double)g->made;
    v[JOB_CREATED] = c->t;
    v[JOB_PRIORITY] = saltus_part_real(c->part, "priority", 0);
    v[JOB_PAYLOAD] = saltus_part_real(c->part, "payload", 0);
    event_send(c, 0, 0, v, JOB_VALUES);
}

static void generator_int(saltus_cell *c)
{
    struct generator *g = c->state;
    event_show(c, 0, 0, 1);
    g->made++;
    plan(c, g->due);
}

/* ---- server and station ---------------------------------------------------------------------- */

enum { BUSY, REFUSED };
enum { Y, NEXT, REJECTED };
enum { SHOW_BUSY, SHOW_MEAN, SHOW_SERVED, SHOW_REJECTED };

struct server {
    struct event_law law;
    double servers; /* +infinity: a station */
    double ask;     /* jobs to be asked for at the next output */
    uint32_t busy, refused;
    uint64_t number, drawn;
    double served, rejected, worked;
    struct average mean;
};

static void server_show(const saltus_cell *c, double t)
{
    const struct server *s = c->state;
    event_show(c, SHOW_BUSY, 0, s->busy);
    event_show(c, SHOW_MEAN, 0, t > s->mean.begin ? queue_average_of(&s->mean, t) : s->busy);
    event_show(c, SHOW_SERVED, 0, s->served);
    if (c->outputs > 1) event_show(c, SHOW_REJECTED, 0, s->rejected);
}

static void server_start(saltus_cell *c)
{
    struct server *s = c->state;
    int station = c->outputs == 1;
    if (!event_is_scalar(c) || !event_numbers_fine(c) || !event_law_read(c, &s->law)) return;
    s->servers = station ? INFINITY : saltus_part_real(c->part, "servers", 0);
    s->ask = station ? 0 : s->servers;
    queue_average_begin(&s->mean, c->t, 0);
    server_show(c, c->t);
}

static double server_due(const saltus_cell *c)
{
    const struct server *s = c->state;
    if (s->ask > 0 || s->refused) return c->t;
    return s->busy ? queue_heap_top(c, BUSY)->key : INFINITY;
}

/* One job ends at a time: of several that end together, the next follows at the same instant. */
static int ends(const saltus_cell *c, const struct server *s)
{
    return s->busy && queue_heap_top(c, BUSY)->key <= c->t;
}

static void server_lambda(const saltus_cell *c)
{
    const struct server *s = c->state;
    int done = ends(c, s);
    double wanted = s->ask + (done && s->servers < INFINITY);
    if (done) queue_job_send(c, Y, queue_heap_top(c, BUSY));
    if (s->refused) event_send_held(c, REFUSED, s->refused);
    if (wanted > 0) event_send(c, NEXT, 0, &wanted, 1);
}

static void server_int(saltus_cell *c)
{
    struct server *s = c->state;
    if (ends(c, s)) {
        s->worked += c->t - queue_heap_top(c, BUSY)->since;
        s->served++;
        queue_heap_pop(c, BUSY, &s->busy);
    }
    s->ask = 0;
    s->refused = 0;
    queue_average_set(&s->mean, c->t, s->busy);
    server_show(c, c->t);
}

static void admit(saltus_cell *c, const saltus_message *m)
{
    struct server *s = c->state;
    struct job j = queue_job_of(m, c->t);
    if (s->busy >= s->servers) {
        s->rejected++;
        event_hold(c, REFUSED, &s->refused, m, REJECTED);
        return;
    }
    double time = event_law_draw(c, &s->law, s->number, &s->drawn, j.v);
    j.key = c->t + time;
    j.number = s->number++;
    if (time >= 0)
        queue_heap_push(c, BUSY, &s->busy, &j);
    else
        saltus_cell_fail(c, SALTUS_EMODEL, NULL,
                         "the payload of a job, its service time, is negative", NULL);
}

static void server_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct server *s = c->state;
    (void)e;
    for (; n > 0; n--, x++) admit(c, x);
    queue_average_set(&s->mean, c->t, s->busy);
    server_show(c, c->t);
}

static void server_stop(saltus_cell *c)
{
    server_show(c, event_stop_time(c));
}

/* ---- job_sink -------------------------------------------------------------------------------- */

struct leaving {
    struct moments sojourn;
};

static void leaving_show(const saltus_cell *c)
{
    const struct leaving *s = c->state;
    event_show(c, 0, 0, s->sojourn.n);
    event_show(c, 1, 0, s->sojourn.mean);
    event_show(c, 2, 0, s->sojourn.n > 1 ? queue_moments_variance(&s->sojourn) : 0);
    event_show(c, 3, 0, s->sojourn.max);
}

static void leaving_start(saltus_cell *c)
{
    if (event_is_scalar(c)) leaving_show(c);
}

static void leaving_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct leaving *s = c->state;
    (void)e;
    for (; n > 0; n--, x++) queue_moments_add(&s->sojourn, c->t - x->c[JOB_CREATED]);
    leaving_show(c);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const saltus_port jobs_in[] = {{"u", SALTUS_TYPE_EVENT, 0, 0, "jobs"}, {0}};
static const saltus_port jobs_out[] = {{"y", SALTUS_TYPE_EVENT, 0, 0, "jobs"}, {0}};
static const saltus_port server_out[] = {
    {"y", SALTUS_TYPE_EVENT, 0, 0, "jobs that are done"},
    {"next", SALTUS_TYPE_EVENT, 0, 0, "so many jobs are wanted: for `next` of a queue"},
    {"rejected", SALTUS_TYPE_EVENT, 0, 0, "jobs that came while all places were taken"},
    {0}};
static const saltus_shown generator_shows[] = {{"y", SALTUS_GUARD, "a job is made"}, {0}};
static const saltus_shown server_shows[] = {
    {"busy", SALTUS_DISCRETE, "jobs in service"},
    {"mean_busy", SALTUS_DISCRETE, "mean of that over the time since the start"},
    {"served", SALTUS_DISCRETE, "jobs that are done"},
    {"lost", SALTUS_DISCRETE, "jobs that were rejected"},
    {0}};
static const saltus_shown station_shows[] = {
    {"busy", SALTUS_DISCRETE, "jobs inside"},
    {"mean_busy", SALTUS_DISCRETE, "mean of that over the time since the start"},
    {"served", SALTUS_DISCRETE, "jobs that have left"},
    {0}};
static const saltus_shown sink_shows[] = {
    {"count", SALTUS_DISCRETE, "jobs that have arrived"},
    {"mean", SALTUS_DISCRETE, "mean time since their creation"},
    {"variance", SALTUS_DISCRETE, "variance of that time"},
    {"max", SALTUS_DISCRETE, "the longest"},
    {0}};

static const saltus_param generator_params[] = {
    EVENT_LAW_PARAMS(EVENT_LAWS, "exponential"),
    REAL_PARAM("start", 0, "s", "the first job comes one interval after this"),
    REAL_IN("count", INFINITY, 0, INFINITY, NULL, "how many jobs; default: forever"),
    REAL_PARAM("first", 1, NULL, "number of the first job"),
    REAL_PARAM("priority", 0, NULL, "third value of its jobs"),
    REAL_PARAM("payload", 0, NULL, "fourth value of its jobs"),
    {0}};
static const saltus_param server_params[] = {
    REAL_IN("servers", 1, 1, 1e9, NULL, "how many jobs are served at the same time"),
    EVENT_LAW_PARAMS(EVENT_LAWS "|payload", "exponential"),
    {0}};
static const saltus_param station_params[] = {EVENT_LAW_PARAMS(EVENT_LAWS "|payload", "constant"),
                                              {0}};

#define SERVER                                                                                     \
    .group = "events", .inputs = jobs_in, .struct_size = sizeof(saltus_atomic),                    \
    .state_size = sizeof(struct server), .start = server_start, .due = server_due,                 \
    .lambda = server_lambda, .delta_int = server_int, .delta_ext = server_ext, .stop = server_stop

const saltus_atomic queue_generator = {
    BLOCK_NAME("generator", "events", "Makes jobs at random intervals"),
    .text = "A job is an event with four values: its number, the time of its creation, its "
            "priority, a payload. The law says how the times between jobs are distributed; a "
            "`list` ends with its last job.",
    BLOCK_TABLES(NULL, jobs_out, generator_params, generator_shows),
    .rank = -1,
    .struct_size = sizeof(saltus_atomic),
    .state_size = sizeof(struct generator),
    BLOCK_STEPS(generator_start, generator_due, generator_lambda, generator_int, NULL)};
const saltus_atomic queue_server = {
    .name = "server",
    .title = "Serves jobs, one or several at a time",
    .text = "A job that comes takes one of `servers` places for a random time (law `payload`: for "
            "the time that is its fourth value) and is sent on then. At the start and whenever a "
            "place becomes free, the server asks for jobs by an event at `next`. Jobs that come "
            "while all places are taken are rejected.",
    .outputs = server_out,
    .params = server_params,
    .shows = server_shows,
    SERVER};
const saltus_atomic queue_station = {
    .name = "delay_station",
    .title = "Keeps each job for a time",
    .text = "A server with a place for everyone: every job leaves after a time of its own.",
    .outputs = jobs_out,
    .params = station_params,
    .shows = station_shows,
    SERVER};
const saltus_atomic queue_sink = {
    BLOCK_NAME("job_sink", "events", "Where jobs end, with statistics"),
    .text =
        "Count, mean, variance and maximum of the time from a job's creation until it comes here.",
    BLOCK_TABLES(jobs_in, NULL, NULL, sink_shows),
    .rank = 2,
    .struct_size = sizeof(saltus_atomic),
    .state_size = sizeof(struct leaving),
    BLOCK_STEPS(leaving_start, NULL, NULL, NULL, leaving_ext)};
