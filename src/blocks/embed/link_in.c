/* SPDX-License-Identifier: MIT */
/* link_in.c - signals and events from lines (format and rules: link.h).
 *
 * Store BUFFER holds bytes that have been read and not yet used, VALUES the numbers of the line
 * that is to be sent. */
#include "blocks/discrete/event.h"
#include "blocks/embed/link.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER, VALUES };
enum { Y, EVENT };
enum { CHUNK = 4096 };

struct input {
    int fd;                    /* plus 1; 0: none */
    int32_t live, ended, have; /* have 1: a line waits to be sent */
    int32_t begun;             /* 1: it is the value at the start, no line */
    int32_t count;             /* values of that line */
    size_t first, end;         /* unused bytes of the buffer */
    uint64_t line;
    double last; /* time of the line before */
    double due, poll;
};

static void wrong(saltus_cell *c, const char *what)
{
    struct input *s = c->state;
    char text[256];
    snprintf(text, sizeof text, "line %llu: %s", (unsigned long long)s->line, what);
    saltus_cell_fail(c, SALTUS_EIO, NULL, text, "a line is: time value value ...");
    s->ended = 1;
    s->due = INFINITY;
}

static int32_t most(const saltus_cell *c)
{
    return c->size > SALTUS_SERIES ? c->size : SALTUS_SERIES;
}

/* More bytes: 1: some came; 0: none now; -1: no more, or the run has failed. */
static int refill(saltus_cell *c)
{
    struct input *s = c->state;
    struct pollfd p = {.fd = s->fd - 1, .events = POLLIN};
    char *buffer = saltus_cell_store(c, BUFFER, s->end + CHUNK);
    ssize_t n;
    if (!buffer) return -1;
    if (s->live && poll(&p, 1, 0) <= 0) return 0;
    do n = read(s->fd - 1, buffer + s->end, CHUNK);
    while (n < 0 && errno == EINTR);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
    if (n < 0) wrong(c, strerror(errno));
    if (n <= 0) return -1;
    s->end += (size_t)n;
    return 1;
}

/* Bytes that have been used make room. */
static void pack(saltus_cell *c)
{
    struct input *s = c->state;
    char *buffer = saltus_cell_store(c, BUFFER, s->end);
    if (!buffer || s->first == 0) return;
    memmove(buffer, buffer + s->first, s->end - s->first);
    s->end -= s->first;
    s->first = 0;
}

/* The next line, ended by 0; *status as of refill if there is none. At the end of the input a last
 * line without a newline counts, too. */
static char *next_line(saltus_cell *c, int *status)
{
    struct input *s = c->state;
    size_t seen = 0;
    for (;;) {
        char *buffer = saltus_cell_store(c, BUFFER, s->end + 1);
        if (!buffer) return *status = -1, NULL;
        char *at = s->end > s->first + seen
                       ? memchr(buffer + s->first + seen, '\n', s->end - s->first - seen)
                       : NULL;
        if (at) {
            char *line = buffer + s->first;
            *at = 0;
            s->first = (size_t)(at - buffer) + 1;
            s->line++;
            return line;
        }
        pack(c);
        seen = s->end - s->first;
        *status = refill(c);
        if (*status < 0 && s->end > s->first && !s->ended) {
            buffer = saltus_cell_store(c, BUFFER, s->end + 1);
            if (!buffer) return NULL;
            buffer[s->end++] = '\n';
            seen = 0;
            *status = 1;
        }
        if (*status <= 0) return NULL;
    }
}

/* 1: a line with numbers; 0: an empty one, or a comment. */
static int take_line(saltus_cell *c, const char *p)
{
    struct input *s = c->state;
    double *v = saltus_cell_store(c, VALUES, (size_t)most(c) * sizeof *v), t;
    p += strspn(p, " \t\r");
    if (!*p || *p == '#' || !v) return 0;
    int now = *p == '-' && (p[1] == ' ' || p[1] == '\t') && s->live;
    const char *q = now ? p + 1 : event_number_read(p, &t);
    if (now) t = c->t;
    if (!q || !isfinite(t)) return wrong(c, "it does not begin with a time"), 0;
    for (s->count = 0; q[strspn(q, " \t\r,")]; s->count++) {
        double u;
        q = event_number_read(q + strspn(q, " \t\r,"), &u);
        if (!q || !isfinite(u)) return wrong(c, "a value is not a finite number"), 0;
        if (s->count == most(c)) return wrong(c, "there are too many values"), 0;
        v[s->count] = u;
    }
    if (s->count < c->size) return wrong(c, "there are too few values"), 0;
    if (!s->live && t < s->last) return wrong(c, "the time decreases"), 0;
    s->last = t;
    s->due = fmax(t, c->t);
    return 1;
}

static void at_end(saltus_cell *c)
{
    struct input *s = c->state;
    if (!s->ended && *saltus_part_word(c->part, "end") == 's')
        saltus_cell_end(c, "the input has ended");
    s->ended = 1;
    s->due = INFINITY;
}

/* Reads until there is a line to be sent, or nothing to be read. */
static void read_on(saltus_cell *c)
{
    struct input *s = c->state;
    int status = 1;
    s->have = s->begun = 0;
    while (!s->ended) {
        const char *line = next_line(c, &status);
        if (!line) break;
        if ((s->have = take_line(c, line))) return;
    }
    if (status < 0)
        at_end(c);
    else
        s->due = s->ended ? INFINITY : c->t + s->poll;
}

static void begin(saltus_cell *c, int fd)
{
    struct input *s = c->state;
    double *v = saltus_cell_store(c, VALUES, (size_t)most(c) * sizeof *v);
    s->due = INFINITY;
    if (fd < 0 || !v) return;
    s->fd = fd + 1;
    s->live = *saltus_part_word(c->part, "time") == 'l';
    s->poll = saltus_part_real(c->part, "poll", 0);
    s->last = -INFINITY;
    read_on(c);
    s->begun = !s->have || s->due > c->t; /* then the values at the start come first */
}

static void pipe_start(saltus_cell *c)
{
    struct input *s = c->state;
    s->due = INFINITY;
    if (event_numbers_fine(c)) begin(c, link_open_file(c, 0));
}

static void socket_start(saltus_cell *c)
{
    struct input *s = c->state;
    s->due = INFINITY;
    if (event_numbers_fine(c)) begin(c, link_open_socket(c));
}

static double input_due(const saltus_cell *c)
{
    const struct input *s = c->state;
    return s->begun ? c->t : s->due;
}

static void input_lambda(const saltus_cell *c)
{
    const struct input *s = c->state;
    const double *v = saltus_cell_stored(c, VALUES, NULL);
    if (!s->begun && !s->have) return;
    for (int32_t i = 0; i < c->size; i++) {
        saltus_message *m = saltus_cell_out(c, Y, i);
        if (!m) return;
        m->c[0] = s->begun ? saltus_part_real(c->part, "start", i) : v[i];
        if (!s->begun) m->jump = 1;
    }
    int n = s->count < SALTUS_SERIES ? s->count : SALTUS_SERIES;
    if (!s->begun) event_send(c, EVENT, SALTUS_ALL, v, n);
}

static void input_int(saltus_cell *c)
{
    struct input *s = c->state;
    const double *v = saltus_cell_stored(c, VALUES, NULL);
    for (int32_t i = 0; i < c->size; i++) {
        if (s->begun)
            event_show(c, 0, i, saltus_part_real(c->part, "start", i));
        else if (s->have)
            event_show(c, 0, i, v[i]);
    }
    if (s->begun)
        s->begun = 0;
    else
        read_on(c);
}

static void input_stop(saltus_cell *c)
{
    struct input *s = c->state;
    if (s->fd > 0) close(s->fd - 1);
    s->fd = 0;
}

static int32_t input_port_size(const saltus_part *p, int way, int port)
{
    return way == 1 && port == EVENT ? 1 : p->size > 0 ? p->size : 1;
}

static const saltus_port outputs[] = {
    {"y", SALTUS_TYPE_SIGNAL, 0, 0, "element i: value i of the last line"},
    {"event", SALTUS_TYPE_EVENT, 0, 0,
     "an event for each line, with its first values, five at most"},
    {0}};
static const saltus_shown shows[] = {{"y", SALTUS_DISCRETE, "values of the last line"}, {0}};

#define RULES                                                                                      \
    CHOICE_PARAM("time", "virtual", "virtual|live",                                                \
                 "virtual: waits for the next line, so that runs repeat; live: never waits"),      \
        REAL_IN("poll", 0.01, 1e-9, 1e300, "s", "live: how often it looks for lines"),             \
        REAL_PARAM("start", 0, NULL, "the values before the first line"),                          \
        CHOICE_PARAM("end", "hold", "hold|stop",                                                   \
                     "when there are no more lines: the last values stay; or the run ends")

static const saltus_param pipe_params[] = {
    TEXT_NEEDED("file", "name of the pipe or file; -: standard input"), RULES, {0}};
static const saltus_param socket_params[] = {LINK_SOCKET, RULES, {0}};

#define INPUT                                                                                      \
    .group = "links", .outputs = outputs, .shows = shows, .rank = -1,                              \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct input),                      \
    .port_size = input_port_size, .due = input_due, .lambda = input_lambda,                        \
    .delta_int = input_int, .stop = input_stop, .rigid = 1
#define LINES                                                                                      \
    "A line is `time value value ...`, one value for each element; times must not decrease. "      \
    "Lines that are empty or begin with # are skipped. Values hold until the next line. By "       \
    "virtual time the block waits for a line when it needs it, so that a run is the same however " \
    "slow the lines come; live it looks for lines every `poll` and takes those whose time has "    \
    "passed, or is `-`, as of now. What is wrong with a line is reported with its number."

const saltus_atomic link_pipe_in = {.name = "pipe_in",
                                    .title = "A signal from a pipe or file",
                                    .text = LINES,
                                    .params = pipe_params,
                                    .start = pipe_start,
                                    INPUT};
const saltus_atomic link_socket_in = {.name = "socket_in",
                                      .title = "A signal from a socket",
                                      .text = LINES,
                                      .params = socket_params,
                                      .start = socket_start,
                                      INPUT};
