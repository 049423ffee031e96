/* SPDX-License-Identifier: MIT */
/* listen.c - injected messages as lines of text, from a pipe, a socket or a file.
 *
 *     line    = time port value { value }      0.5 u 1.25       at t = 0.5
 *     time    = number | "-"                   - u[3] 2 0.1     at once; element 3; a signal 2 + 0.1 s
 *     port    = name [ "[" (number | ":") "]" ]
 *
 * Elements are counted from 1; a vector port without an index means all of them. Empty lines and
 * what follows a # do not count. Several values are the coefficients of a signal, or the values of
 * an event. A line that is none of this is skipped, and the run says so with its number. Numbers
 * have a decimal point in every locale.
 *
 * Lines that are there already are read before saltus_devs_listen returns, of a file all of them;
 * then a thread of its own goes on until the other side closes, or the run is freed. */
#include "devs/kernel/inbox.h"
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 4096, AT_ONCE = 1 << 20 };

struct listener {
    saltus_devs *run;
    struct listener *next;
    pthread_t thread;
    int fd, quit[2]; /* closing quit[1] ends the thread */
    int threaded;
    locale_t plain;
    unsigned long number; /* of the line */
    size_t n;             /* bytes in line; LINE: it is too long, and its rest is left out */
    char line[LINE];
};

/* ---- A line ---------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void complain(struct listener *l, const char *format,
                                                           ...)
{
    char what[300], text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    snprintf(text, sizeof text, "line %lu of the injected messages was skipped: %s", l->number,
             what);
    devs_inbox_complain(l->run, text);
}

static bool number(const char *word, double *v)
{
    char *end;
    *v = strtod(word, &end);
    return *word && *end == 0 && isfinite(*v);
}

static bool read_time(struct listener *l, const char *word, double *t)
{
    *t = NAN;
    if (strcmp(word, "-") == 0 || number(word, t)) return true;
    complain(l, "'%.40s' is not a time; write a number, or - for at once", word);
    return false;
}

/* name, name[3] or name[:]; the bracket is cut off. SALTUS_ALL is also what stands for no index.
 * False: not of this form. */
static bool split_index(char *word, int32_t *index)
{
    char *bracket = strchr(word, '['), *end;
    *index = SALTUS_ALL;
    if (!bracket) return true;
    *bracket++ = 0;
    if (strcmp(bracket, ":]") == 0) return true;
    long k = strtol(bracket, &end, 10);
    if (strcmp(end, "]") != 0 || k < 1 || k > INT32_MAX) return false;
    *index = (int32_t)(k - 1);
    return true;
}

static bool read_port(struct listener *l, char *word, saltus_message *m)
{
    int32_t size;
    const char *type, *best;
    if (!split_index(word, &m->index))
        return complain(l, "'%.40s[' needs an element such as 3, or :, and a ]", word), false;
    m->port = devs_entry_find(l->run, word, &size, &type, &best);
    if (m->port < 0 && best)
        return complain(l, "there is no input '%.40s'; did you mean '%.40s'?", word, best), false;
    if (m->port < 0) return complain(l, "there is no input '%.40s'", word), false;
    if (m->index >= size)
        return complain(l, "'%.40s' has %d element%s", word, size, size == 1 ? "" : "s"), false;
    if (size == 1) m->index = 0;
    return true;
}

static bool read_values(struct listener *l, char **rest, saltus_message *m)
{
    int n = 0;
    for (char *word; (word = strtok_r(NULL, " \t\r", rest)); n++) {
        if (n == SALTUS_SERIES) return complain(l, "more than %d values", SALTUS_SERIES), false;
        if (!number(word, &m->c[n]))
            return complain(l, "'%.40s' is not a finite number", word), false;
    }
    m->order = (int16_t)(n - 1);
    return n > 0 || (complain(l, "a value is missing; a line is 'time port value'"), false);
}

static void read_line(struct listener *l)
{
    saltus_message m = {0};
    char *rest, *hash = strchr(l->line, '#'), *port;
    double t;
    if (hash) *hash = 0;
    char *time = strtok_r(l->line, " \t\r", &rest);
    if (!time || !read_time(l, time, &t)) return;
    port = strtok_r(NULL, " \t\r", &rest);
    if (!port) {
        complain(l, "a port is missing; a line is 'time port value'");
        return;
    }
    char name[LINE];
    if (!read_port(l, strcpy(name, port), &m) || !read_values(l, &rest, &m)) return;
    if (saltus_devs_inject(l->run, name, t, &m) != SALTUS_OK) complain(l, "out of memory");
}

static void end_line(struct listener *l)
{
    locale_t before = uselocale(l->plain);
    l->number++;
    if (l->n < LINE) {
        l->line[l->n] = 0;
        read_line(l);
    } else
        complain(l, "it is longer than %d characters", LINE - 1);
    l->n = 0;
    uselocale(before);
}

static void eat(struct listener *l, const char *s, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (s[k] == '\n')
            end_line(l);
        else if (l->n < LINE)
            l->line[l->n++] = s[k] ? s[k] : '?';
}

/* ---- The stream ------------------------------------------------------------------------------ */

/* One piece, if there is one within so many milliseconds. 1: read, 0: nothing there, -1: the stream
 * has ended. */
static int read_piece(struct listener *l, int milliseconds)
{
    char piece[4096];
    struct pollfd on[2] = {{.fd = l->fd, .events = POLLIN}, {.fd = l->quit[0], .events = POLLIN}};
    int ready = poll(on, 2, milliseconds);
    if (ready == 0 || (ready < 0 && errno == EINTR)) return 0;
    if (ready < 0 || on[1].revents) return -1;
    ssize_t n = read(l->fd, piece, sizeof piece);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
    if (n > 0) return eat(l, piece, (size_t)n), 1;
    if (l->n) end_line(l);
    return -1;
}

static void *listening(void *user)
{
    while (read_piece(user, -1) >= 0) {
    }
    return NULL;
}

/* What is there already; false: the stream has ended. */
static bool read_present(struct listener *l)
{
    struct stat kind;
    bool file = fstat(l->fd, &kind) == 0 && S_ISREG(kind.st_mode);
    int got = 1;
    for (size_t n = 0; got == 1 && (file || n < AT_ONCE); n += 4096) got = read_piece(l, 0);
    return got >= 0;
}

static void close_listener(struct listener *l)
{
    if (l->quit[1] >= 0) close(l->quit[1]);
    if (l->threaded) pthread_join(l->thread, NULL);
    if (l->quit[0] >= 0) close(l->quit[0]);
    if (l->plain) freelocale(l->plain);
}

void devs_listeners_free(saltus_devs *run)
{
    struct devs_inbox *b = run->inbox;
    while (b->listeners) {
        struct listener *l = b->listeners;
        b->listeners = l->next;
        close_listener(l);
        alloc_free(&run->alloc, l);
    }
}

/* Signals are for the program's own threads. */
static bool start_thread(struct listener *l)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    l->threaded = pthread_create(&l->thread, NULL, listening, l) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return l->threaded;
}

saltus_status saltus_devs_listen(saltus_devs *run, int fd)
{
    if (!run || fd < 0) return SALTUS_EARG;
    struct listener *l = alloc_array(&run->alloc, 1, sizeof *l);
    if (!l) return SALTUS_ENOMEM;
    *l = (struct listener){.run = run, .fd = fd, .quit = {-1, -1}};
    l->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    bool ok = l->plain && pipe(l->quit) == 0;
    if (ok && read_present(l)) ok = start_thread(l);
    l->next = run->inbox->listeners;
    run->inbox->listeners = l;
    return ok ? SALTUS_OK : SALTUS_EIO;
}
