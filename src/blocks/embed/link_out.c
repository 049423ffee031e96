/* SPDX-License-Identifier: MIT */
/* link_out.c - signals and events as lines, for another program (format: link.h).
 *
 * Whenever a signal changes, a line with the values of all elements at that time is written, after
 * all others have acted at this instant (rank 2); with an interval, also at its multiples. An event
 * is a line of its own. Each line is written at once: a reader sees it before time advances. */
#include "blocks/discrete/event.h"
#include "blocks/embed/link.h"
#include "blocks/signal.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALS, LINE };

struct output {
    int fd;                 /* plus 1; 0: none */
    int32_t changed, heard; /* a signal has changed; elements that have a value */
    double begin, interval;
    uint64_t k; /* the next multiple */
};

static const char *name_of(const saltus_cell *c)
{
    const char *path = saltus_part_word(c->part, "file");
    return path ? path : saltus_part_word(c->part, "address");
}

static void write_line(saltus_cell *c, const double *v, int32_t n)
{
    struct output *s = c->state;
    char *text = saltus_cell_store(c, LINE, ((size_t)n + 1) * EVENT_NUMBER);
    if (!text || s->fd <= 0) return;
    size_t at = strlen(event_number_text(text, c->t));
    for (int32_t k = 0; k < n; k++) {
        text[at++] = ' ';
        at += strlen(event_number_text(text + at, v[k]));
    }
    text[at++] = '\n';
    if (link_write(s->fd - 1, text, at)) return;
    char what[512];
    snprintf(what, sizeof what, "cannot write to %s: %s", name_of(c), strerror(errno));
    saltus_cell_fail(c, SALTUS_EIO, NULL, what, NULL);
}

static void begin(saltus_cell *c, int fd)
{
    struct output *s = c->state;
    s->fd = fd + 1;
    s->begin = c->t;
    s->k = 1;
    s->interval = saltus_part_real(c->part, "interval", 0);
}

static void pipe_start(saltus_cell *c)
{
    if (event_numbers_fine(c)) begin(c, link_open_file(c, 1));
}

static void socket_start(saltus_cell *c)
{
    if (event_numbers_fine(c)) begin(c, link_open_socket(c));
}

static double output_due(const saltus_cell *c)
{
    const struct output *s = c->state;
    if (s->changed) return c->t;
    if (!(s->interval < INFINITY) || s->heard < c->size || s->fd <= 0) return INFINITY;
    return fmax(c->t, s->begin + (double)s->k * s->interval);
}

/* Values of all elements, as text; nothing before all have one. */
static void write_values(saltus_cell *c)
{
    struct output *s = c->state;
    struct signal *u =
        saltus_cell_store(c, SIGNALS, (size_t)c->size * (sizeof *u + sizeof(double)));
    if (!u || s->heard < c->size) return;
    double *v = (double *)(u + c->size);
    for (int32_t i = 0; i < c->size; i++) {
        signal_fresh(c, 0, i, &u[i]);
        v[i] = signal_value(&u[i], c->t);
    }
    write_line(c, v, c->size);
}

static void output_int(saltus_cell *c)
{
    struct output *s = c->state;
    s->changed = 0;
    write_values(c);
    while (s->begin + (double)s->k * s->interval <= c->t) s->k++;
}

static void output_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct output *s = c->state;
    struct signal *u =
        saltus_cell_store(c, SIGNALS, (size_t)c->size * (sizeof *u + sizeof(double)));
    (void)e;
    for (; n > 0 && u; n--, x++) {
        if (x->port == 1) {
            write_line(c, x->c, x->order + 1);
            continue;
        }
        for (int32_t i = event_first(x); i < event_end(c, x); i++) {
            s->heard += !u[i].heard;
            signal_set(&u[i], c->t, x);
        }
        s->changed = s->heard == c->size;
    }
}

static void output_stop(saltus_cell *c)
{
    struct output *s = c->state;
    if (s->fd > 0 && close(s->fd - 1) != 0)
        saltus_cell_fail(c, SALTUS_EIO, NULL, strerror(errno), NULL);
    s->fd = 0;
}

static int32_t output_port_size(const saltus_part *p, int way, int port)
{
    return way == 0 && port == 1 ? 1 : p->size > 0 ? p->size : 1;
}

static const saltus_port inputs[] = {
    {"u", SALTUS_TYPE_SIGNAL, 0, 1, "a signal"}, {"event", SALTUS_TYPE_EVENT, 0, 1, "events"}, {0}};
#define INTERVAL                                                                                   \
    REAL_IN("interval", INFINITY, 1e-300, INFINITY, "s",                                           \
            "also a line at its multiples, for signals that are not constant; default: none")
static const saltus_param pipe_params[] = {
    TEXT_NEEDED("file", "name of the pipe or file; -: standard output"), INTERVAL, {0}};
static const saltus_param socket_params[] = {LINK_SOCKET, INTERVAL, {0}};

#define OUTPUT                                                                                     \
    .group = "links", .inputs = inputs, .rank = 2, .struct_size = sizeof(saltus_atomic),           \
    .state_size = sizeof(struct output), .port_size = output_port_size, .due = output_due,         \
    .delta_int = output_int, .delta_ext = output_ext, .stop = output_stop, .rigid = 1
#define LINES                                                                                      \
    "Whenever the signal changes, a line `time value value ...` with the values of all elements; " \
    "for an event, a line with its values. Numbers read back exactly. A reader that has gone is "  \
    "an error of the run."

const saltus_atomic link_pipe_out = {.name = "pipe_out",
                                     .title = "A signal to a pipe or file",
                                     .text = LINES,
                                     .params = pipe_params,
                                     .start = pipe_start,
                                     OUTPUT};
const saltus_atomic link_socket_out = {.name = "socket_out",
                                       .title = "A signal to a socket",
                                       .text = LINES,
                                       .params = socket_params,
                                       .start = socket_start,
                                       OUTPUT};
