/* SPDX-License-Identifier: MIT */
/* run_spice.c - one run of ngspice on a problem's netlist.
 *
 * The netlist is a template: a line that begins with "%" is written once for each stage, without it; @j is the stage from 0, @k
 * the next one, @d the one below it if they form a square, @n how many, @tol the tolerance, @method trap or gear, @raw the
 * file it writes. ngspice tells how long the transient analysis was, in milliseconds that pass; if the CPU time of the whole
 * process is less, because the machine is busy, that counts. Samples are interpolated linearly between its points. */
#define _DEFAULT_SOURCE
#include "suite.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct words { /* what stands for @ in a template */
    int stage, n;
    double tol;
    const char *method, *raw;
};

int spice_present(void)
{
    return system("command -v ngspice >/dev/null 2>&1") == 0;
}

static int is(const char *p, const char *word, size_t *length)
{
    *length = strlen(word);
    return strncmp(p, word, *length) == 0;
}

static void expand(FILE *out, const char *p, const struct words *w)
{
    while (*p) {
        size_t n = 1;
        if (is(p, "@tol", &n))
            fprintf(out, "%g", w->tol);
        else if (is(p, "@method", &n))
            fputs(w->method, out);
        else if (is(p, "@raw", &n))
            fputs(w->raw, out);
        else if (is(p, "@j", &n))
            fprintf(out, "%d", w->stage);
        else if (is(p, "@k", &n))
            fprintf(out, "%d", w->stage + 1);
        else if (is(p, "@d", &n))
            fprintf(out, "%d", w->stage + (int)(sqrt(w->n) + 0.5));
        else if (is(p, "@n", &n))
            fprintf(out, "%d", w->n);
        else
            fputc(*p, out), n = 1;
        p += n;
    }
}

static int instantiate(const char *from, const char *to, struct words w)
{
    char line[1000];
    FILE *in = fopen(from, "r"), *out = in ? fopen(to, "w") : NULL;
    while (out && fgets(line, sizeof line, in)) {
        if (line[0] != '%')
            expand(out, line, &w);
        else
            for (w.stage = 0; w.stage < w.n; w.stage++) expand(out, line + 1, &w);
    }
    if (in) fclose(in);
    return out && fclose(out) == 0;
}

/* Was it ended by the limit of CPU time, itself or as the child of timeout, or by timeout? */
static int ended(int status)
{
    enum { ENDED_BY_TIMEOUT = 124, ENDED_BY_SIGNAL = 128 };
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL;
    return WEXITSTATUS(status) == ENDED_BY_TIMEOUT ||
           WEXITSTATUS(status) == ENDED_BY_SIGNAL + SIGXCPU ||
           WEXITSTATUS(status) == ENDED_BY_SIGNAL + SIGKILL;
}

/* CPU seconds of the processes that have ended, which are those of ngspice. */
static double used(void)
{
    struct rusage u = {0};
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* Runs it and reads what it says of itself. The limit is of CPU time; one of the time that passes is there if it hangs. */
static enum suite_status execute(const char *netlist, double limit, struct outcome *o)
{
    char command[600], line[500];
    FILE *f;
    int told = 0, status;
    double before = used();
    snprintf(command, sizeof command, "ulimit -t %d; exec timeout %g ngspice -b %s 2>&1",
             (int)ceil(limit), 50 * limit, netlist);
    f = popen(command, "r");
    while (f && fgets(line, sizeof line, f)) {
        told |= sscanf(line, "Transient analysis time = %lf", &o->seconds) == 1;
        sscanf(line, "Transient timepoints = %lf", &o->steps);
        sscanf(line, "Transient iterations = %lf", &o->evaluations);
    }
    status = f ? pclose(f) : -1;
    o->seconds = fmin(o->seconds, used() - before);
    if (status != -1 && ended(status)) return SUITE_LIMIT;
    return status == 0 && told ? SUITE_OK : SUITE_FAILED;
}

/* Is it the name of a column? ngspice writes v(vc), i(il). */
static int means(const char *name, const char *column)
{
    size_t n = strlen(column);
    const char *p = strchr(name, '(');
    p = p ? p + 1 : name;
    return strncasecmp(p, column, n) == 0 && (!p[n] || p[n] == ')');
}

/* What the netlist calls column j. */
static const char *called(const struct suite_case *c, const struct table *b, int j,
                          char name[SUITE_NAME])
{
    const char *p = c->spice;
    if (!*p) return b->name[j];
    for (; j > 0 && *p; j--) p += strcspn(p, ",") + (strchr(p, ',') != NULL);
    snprintf(name, SUITE_NAME, "%.*s", (int)strcspn(p, ","), p);
    return name;
}

/* The head of a raw file: places[k] is the column of the file with the name of column k, or -1. */
static int head(FILE *f, const struct suite_case *c, const struct table *b, int *places,
                int *variables, int *points)
{
    char column[SUITE_NAME];
    char line[500], name[100];
    int index;
    for (int j = 0; j < b->columns; j++) places[j] = -1;
    *variables = *points = 0;
    while (fgets(line, sizeof line, f) && strcmp(line, "Binary:\n") != 0) {
        sscanf(line, "No. Variables: %d", variables);
        sscanf(line, "No. Points: %d", points);
        if (sscanf(line, " %d %99s", &index, name) == 2 && line[0] == '\t')
            for (int j = 0; j < b->columns; j++)
                if (means(name, called(c, b, j, column))) places[j] = index;
    }
    return *variables > 1 && *points > 1;
}

static void interpolate(const struct table *b, const double *data, const int *places, int n,
                        int points, double *value)
{
    int at = 0;
    for (int k = 0; k < b->rows; k++) {
        const double *p, *q;
        double share;
        while (at < points - 2 && data[(at + 1) * n] < b->t[k]) at++;
        p = &data[at * n], q = p + n;
        share = fmin(fmax((b->t[k] - p[0]) / (q[0] - p[0]), 0), 1);
        for (int j = 0; j < b->columns; j++)
            value[k * b->columns + j] =
                places[j] < 0 ? NAN : p[places[j]] + share * (q[places[j]] - p[places[j]]);
    }
}

/* Also looks whether it came to the end: ngspice is content with itself when its steps have become too small. */
static int read_raw(const char *path, const struct suite_case *c, const struct table *b,
                    double *value)
{
    int places[64], n, points, ok = 0;
    double *data = NULL;
    FILE *f = fopen(path, "rb");
    if (f && b->columns <= 64 && head(f, c, b, places, &n, &points)) {
        size_t all = (size_t)n * (size_t)points;
        data = malloc(all * sizeof *data);
        ok = data && fread(data, sizeof *data, all, f) == all &&
             data[all - (size_t)n] > b->t[b->rows - 1] * (1 - 1e-6);
        if (ok) interpolate(b, data, places, n, points, value);
    }
    if (f) fclose(f);
    free(data);
    return ok;
}

void run_spice(const struct arena_case *a, const char *method, double tol, double *value,
               struct outcome *o)
{
    char from[500], netlist[64], raw[64];
    int stages = a->c->stages > 0 ? a->c->stages : a->c->size;
    struct words w = {.n = stages > 0 ? stages : 1, .tol = tol, .method = method};
    snprintf(from, sizeof from, "%s/%s/%s", a->folder, a->c->problem, a->c->netlist);
    snprintf(netlist, sizeof netlist, "/tmp/suite-%ld.cir", (long)getpid());
    snprintf(raw, sizeof raw, "/tmp/suite-%ld.raw", (long)getpid());
    w.raw = raw;
    o->status = instantiate(from, netlist, w) ? execute(netlist, a->c->limit, o) : SUITE_FAILED;
    if (o->status == SUITE_OK && value && !read_raw(raw, a->c, &a->reference, value))
        o->status = SUITE_FAILED;
    remove(netlist);
    remove(raw);
}
