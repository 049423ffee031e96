/* SPDX-License-Identifier: MIT */
/* expect.c - reads NAME.events (expect.h). */
#include "expect.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int read_name(char *name, const char *from)
{
    size_t n;
    while (*from == ' ') from++;
    n = strcspn(from, "\r\n");
    while (n > 0 && from[n - 1] == ' ') n--;
    if (n == 0 || n >= NAME_SIZE) return 0;
    memcpy(name, from, n);
    name[n] = 0;
    return 1;
}

static int read_event(struct expect *x, const char *line)
{
    struct expected *e = &x->event[x->n_events];
    char sign;
    int used = 0;
    if (x->n_events == MOST_EVENTS || x->n_free > 0) return 0;
    e->with_last = line[0] == '~';
    if (e->with_last) line++;
    if (sscanf(line, "%lf %c %n", &e->t, &sign, &used) != 2 || used == 0) return 0;
    if (!strchr("+-.", sign) || !read_name(e->name, line + used)) return 0;
    e->direction = sign == '+' ? 1 : sign == '-' ? -1 : 0;
    x->n_events++;
    return 1;
}

static int read_end(struct expect *x, const char *line)
{
    int n = sscanf(line, "ends %31s %lf %lf", x->ends, &x->end, &x->end_tol);
    return n >= 1;
}

static int read_value(struct expect *x, const char *line)
{
    struct expected_value *v = &x->value[x->n_values];
    if (x->n_values == MOST_VALUES) return 0;
    v->gain = 0;
    x->n_values++;
    return sscanf(line, "value %95s %lf %lf", v->name, &v->value, &v->gain) >= 2;
}

static int read_line(struct expect *x, const char *line)
{
    if (line[0] == '#' || line[strspn(line, " \t\r\n")] == 0) return 1;
    if (strncmp(line, "...", 3) == 0)
        return x->n_free < MOST_FREE && read_name(x->free[x->n_free++], line + 3);
    if (strncmp(line, "says ", 5) == 0) return sscanf(line, "says %159[^\r\n]", x->says) == 1;
    if (strncmp(line, "ends ", 5) == 0) return read_end(x, line);
    if (strncmp(line, "value ", 6) == 0) return read_value(x, line);
    if (sscanf(line, "stop %lf", &x->stop) == 1) return 1;
    if (sscanf(line, "scale %lf", &x->scale) == 1) return 1;
    if (sscanf(line, "gain %lf", &x->gain) == 1) return 1;
    if (sscanf(line, "power %lf", &x->power) == 1) return 1;
    return read_event(x, line);
}

int expect_read(struct expect *x, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[256];
    int good = in != NULL;
    memset(x, 0, sizeof *x);
    x->scale = x->power = 1;
    x->gain = 10;
    x->end = x->end_tol = x->stop = NAN;
    strcpy(x->ends, "OK");
    if (!in) printf("    there is no file %s\n", path);
    for (int number = 1; good && fgets(line, sizeof line, in); number++) {
        good = read_line(x, line);
        if (!good) printf("    %s:%d: not understood\n", path, number);
    }
    if (in) fclose(in);
    if (good && isnan(x->stop)) printf("    %s does not say when to stop\n", path), good = 0;
    return good;
}

double expect_tolerance(const struct expect *x, double t, int clock, double quantum)
{
    double rounding = 1e-12 * fmax(1, fabs(t));
    return clock ? rounding : rounding + x->gain * pow(quantum, x->power);
}
