/* SPDX-License-Identifier: MIT */
/* sink_event.c - sinks of messages: print them, count them, look at them; and the end of a run. */
#include "blocks/discrete/event.h"
#include "blocks/discrete/queue.h"
#include "blocks/signal.h"
#include "blocks/sink/sink.h"
#include "num/roots.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* ---- print: "time name values" --------------------------------------------------------------- */

struct print {
    FILE *f;
    int32_t failed;
};

static const char *path_of(const saltus_cell *c)
{
    return saltus_part_word(c->part, "file");
}

static void print_fails(saltus_cell *c)
{
    struct print *s = c->state;
    if (!s->failed) sink_file_fails(c, path_of(c), SALTUS_EIO);
    s->failed = 1;
}

static void print_start(saltus_cell *c)
{
    struct print *s = c->state;
    s->f = strcmp(path_of(c), "-") == 0 ? stdout : fopen(path_of(c), "w");
    if (!s->f) print_fails(c);
}

static void print_line(const saltus_cell *c, FILE *f, const saltus_message *m)
{
    char number[EVENT_NUMBER], name[256];
    int32_t column = m->port * c->size + (m->index == SALTUS_ALL ? 0 : m->index);
    sink_name(c, column, name, sizeof name);
    if (m->index == SALTUS_ALL && c->size > 1) name[strcspn(name, "[")] = 0;
    fprintf(f, "%s %s", event_number_text(number, c->t), name);
    for (int k = 0; k <= m->order; k++) fprintf(f, " %s", event_number_text(number, m->c[k]));
    fputc('\n', f);
}

static void print_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct print *s = c->state;
    (void)e;
    for (; n > 0 && s->f && !s->failed; n--, x++) {
        errno = 0;
        print_line(c, s->f, x);
        if (ferror(s->f)) print_fails(c);
    }
}

static void print_stop(saltus_cell *c)
{
    struct print *s = c->state;
    if (!s->f) return;
    errno = 0;
    int bad = s->f == stdout ? fflush(s->f) : fclose(s->f);
    s->f = NULL;
    if (bad) print_fails(c);
}

/* ---- message_counter and event_statistics ---------------------------------------------------- */

static void messages_start(saltus_cell *c)
{
    saltus_cell_store(c, 0, (size_t)c->size * sizeof(double));
    event_show(c, 0, SALTUS_ALL, 0);
}

static void messages_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    double *count = saltus_cell_store(c, 0, (size_t)c->size * sizeof *count);
    (void)e;
    for (; n > 0 && count; n--, x++)
        for (int32_t i = event_first(x); i < event_end(c, x); i++) event_show(c, 0, i, ++count[i]);
}

struct statistics {
    struct moments value, gap;
    double last;
};

static void statistics_show(const saltus_cell *c)
{
    const struct statistics *s = c->state;
    const double v[] = {s->value.n,
                        s->value.mean,
                        s->value.n > 1 ? queue_moments_variance(&s->value) : 0,
                        s->value.min,
                        s->value.max,
                        s->gap.mean,
                        s->gap.n > 1 ? queue_moments_variance(&s->gap) : 0};
    for (int k = 0; k < (int)(sizeof v / sizeof *v); k++) event_show(c, k, 0, v[k]);
}

static void statistics_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct statistics *s = c->state;
    (void)e;
    for (; n > 0; n--, x++) {
        if (s->value.n > 0) queue_moments_add(&s->gap, c->t - s->last);
        queue_moments_add(&s->value, x->c[0]);
        s->last = c->t;
    }
    statistics_show(c);
}

static void statistics_start(saltus_cell *c)
{
    if (!event_is_scalar(c)) return;
    statistics_show(c);
}

static void event_scope_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)e;
    for (; n > 0; n--, x++)
        for (int32_t i = event_first(x); i < event_end(c, x); i++) {
            event_show(c, 0, i, 1);
            event_show(c, 1, i, x->c[0]);
        }
}

/* ---- stop_when
 * ------------------------------------------------------------------------------------
 *
 * p = u - threshold (above), or its opposite (below): the run ends at the first time with p >= 0.
 * Of an open series the first root is looked for by the rules of guards (quant/rules.h). */

struct stopper {
    double due, events;
    int32_t over; /* 1: the run is to end */
};

static double reaches(const saltus_cell *c, const struct signal *u, int32_t i)
{
    double p[SALTUS_SERIES];
    int n = signal_at(u, c->t, p), below = *saltus_part_word(c->part, "direction") == 'b';
    p[0] -= saltus_part_real(c->part, "threshold", i);
    for (int k = 0; k <= n; k++) p[k] = below ? -p[k] : p[k];
    if (p[0] >= 0) return 0;
    return u->open ? rules_look(p, n, roots_first(p, n), c->t).h : roots_first(p, n);
}

static void stopper_plan(saltus_cell *c)
{
    struct stopper *s = c->state;
    struct signal *u = saltus_cell_store(c, 0, (size_t)c->size * sizeof *u);
    s->due = s->over ? c->t : INFINITY;
    for (int32_t i = 0; u && !s->over && i < c->size; i++) {
        if (!u[i].heard) continue;
        signal_fresh(c, 0, i, &u[i]);
        double h = reaches(c, &u[i], i), t = c->t + h;
        if (h == 0) s->over = 1;
        s->due = fmin(s->due, h > 0 && !(t > c->t) ? nextafter(c->t, INFINITY) : t);
    }
}

static void stopper_start(saltus_cell *c)
{
    struct stopper *s = c->state;
    s->due = INFINITY;
    event_numbers_fine(c);
}

static double stopper_due(const saltus_cell *c)
{
    return ((const struct stopper *)c->state)->due;
}

/* At a root that is exact, rounding may leave p just below 0: then the time is as near as it
 * gets. */
static void stopper_int(saltus_cell *c)
{
    struct stopper *s = c->state;
    const char *text = saltus_part_word(c->part, "text");
    double was = s->due;
    if (!s->over) stopper_plan(c);
    if (!s->over && s->due <= was + 4 * (nextafter(was, INFINITY) - was)) s->over = 1;
    if (!s->over) return;
    s->due = INFINITY;
    saltus_cell_end(c, text);
}

static void stopper_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct stopper *s = c->state;
    struct signal *u = saltus_cell_store(c, 0, (size_t)c->size * sizeof *u);
    (void)e;
    for (; n > 0 && u; n--, x++) {
        if (x->port == 1) s->events++;
        for (int32_t i = event_first(x); x->port == 0 && i < event_end(c, x); i++)
            signal_set(&u[i], c->t, x);
    }
    if (s->events >= saltus_part_real(c->part, "count", 0)) s->over = 1;
    stopper_plan(c);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const saltus_port any_many[] = {{"u", SALTUS_TYPE_ANY, 1, 0, "signals or events"}, {0}};
static const saltus_port any[] = {{"u", SALTUS_TYPE_ANY, 0, 0, "signals or events"}, {0}};
static const saltus_port events[] = {{"u", SALTUS_TYPE_EVENT, 0, 0, "the events"}, {0}};
static const saltus_port stop_in[] = {{"u", SALTUS_TYPE_SIGNAL, 0, 1, "a signal to be watched"},
                                      {"event", SALTUS_TYPE_EVENT, 0, 1, "events to be counted"},
                                      {0}};
static const saltus_shown count_shows[] = {{"", SALTUS_DISCRETE, "messages so far"}, {0}};
static const saltus_shown statistics_shows[] = {
    {"count", SALTUS_DISCRETE, "events so far"},
    {"mean", SALTUS_DISCRETE, "mean of their values"},
    {"variance", SALTUS_DISCRETE, "variance of their values"},
    {"min", SALTUS_DISCRETE, "the smallest"},
    {"max", SALTUS_DISCRETE, "the largest"},
    {"gap", SALTUS_DISCRETE, "mean time between events"},
    {"gap_variance", SALTUS_DISCRETE, "variance of that time"},
    {0}};
static const saltus_shown event_shows[] = {
    {"", SALTUS_GUARD, "an event"}, {"value", SALTUS_DISCRETE, "its value"}, {0}};
static const saltus_param print_params[] = {
    TEXT_PARAM("file", "-", "name of the file; -: standard output"),
    TEXT_PARAM("names", "", "a name for each input, separated by commas; default: u1, u2, ..."),
    {0}};
static const saltus_param stop_params[] = {
    CHOICE_PARAM("direction", "above", "above|below",
                 "on which side of the threshold the run ends"),
    REAL_PARAM("threshold", 0, NULL, "the run ends when the signal reaches it"),
    REAL_IN("count", 1, 1, 1e300, NULL, "the run ends with this event"),
    TEXT_PARAM("text", "the condition of the diagram is fulfilled", "what is said then"),
    {0}};

const saltus_atomic sink_print = {
    BLOCK_NAME("print", "sinks", "Prints messages, a line for each"),
    .text = "A line has the time, the name of the input, and the coefficients of the signal about "
            "that time or the values of the event. Numbers read back exactly.",
    BLOCK_TABLES(any_many, NULL, print_params, NULL),
    .rank = 2,
    .struct_size = sizeof(saltus_atomic),
    .state_size = sizeof(struct print),
    .start = print_start,

    .delta_ext = print_ext,
    .stop = print_stop,
    .rigid = 1};
const saltus_atomic sink_messages = {
    .struct_size = sizeof(saltus_atomic),
    BLOCK_NAME("message_counter", "sinks", "Counts messages"),
    .text = "Counts the messages of a signal, whatever they say: the steps of an integrator, for "
            "example; those of a vector element by element.",
    BLOCK_TABLES(any, NULL, NULL, count_shows),
    .rank = 2,
    BLOCK_STEPS(messages_start, NULL, NULL, NULL, messages_ext)};
const saltus_atomic sink_events = {
    BLOCK_NAME("event_statistics", "sinks", "Statistics of events"),
    .text = "Number of events; mean, variance, smallest and largest of their (first) values; mean "
            "and variance of the times between them.",
    BLOCK_TABLES(events, NULL, NULL, statistics_shows),
    .rank = 2,
    .struct_size = sizeof(saltus_atomic),
    .state_size = sizeof(struct statistics),
    BLOCK_STEPS(statistics_start, NULL, NULL, NULL, statistics_ext)};
const saltus_atomic sink_event_scope = {
    .struct_size = sizeof(saltus_atomic),
    BLOCK_NAME("event_scope", "sinks", "Makes events a result of the run"),
    .text = "Shows each event under the name of this block, and its value.",
    BLOCK_TABLES(events, NULL, NULL, event_shows),
    .rank = 2,

    .delta_ext = event_scope_ext};
const saltus_atomic sink_stop_when = {
    BLOCK_NAME("stop_when", "sinks", "Ends the run"),
    .text = "The run ends, as the model wishes, at the instant at which the signal reaches the "
            "threshold (at once if it is beyond it), or at an event. The instant is a root of the "
            "polynomial, not a sample.",
    BLOCK_TABLES(stop_in, NULL, stop_params, NULL),
    .rank = 2,
    .struct_size = sizeof(saltus_atomic),
    .state_size = sizeof(struct stopper),
    BLOCK_STEPS(stopper_start, stopper_due, NULL, stopper_int, stopper_ext)};
