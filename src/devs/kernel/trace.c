/* SPDX-License-Identifier: MIT */
/* trace.c - a transition as a line that people read.
 *
 *     t=1.5 n=2  pump.valve  lambda     y[3] -> 1 + 2 s
 *     t=1.5 n=2  tank        delta_ext  u <- 1 + 2 s, u2[:] <- 0
 *
 * t and n are the superdense time. A signal is a polynomial in s, the time since then; "+ .." says
 * that its series goes on. An event has its values, bytes of one's own their number; @tank is a
 * message straight to a part, without a wire. Elements are counted from 1; [:] is all of them.
 * Numbers have as many digits as they need to be read back. */
#include "devs/kernel/trace.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
    [SALTUS_START] = "start",         [SALTUS_LAMBDA] = "lambda",
    [SALTUS_INTERNAL] = "delta_int",  [SALTUS_EXTERNAL] = "delta_ext",
    [SALTUS_CONFLUENT] = "delta_con", [SALTUS_ADDED] = "added",
    [SALTUS_REMOVED] = "removed"};

const char *devs_number(char buf[DEVS_NUMBER], double v)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buf, DEVS_NUMBER, "%.*g", digits, v);
        if (strtod(buf, NULL) == v) break;
    }
    char *comma = strchr(buf, ','); /* the point of some locales */
    if (comma) *comma = '.';
    return buf;
}

static int is_signal(const saltus_cell *c, int way, int port)
{
    const saltus_port *p = way ? c->type->outputs : c->type->inputs;
    for (int k = 0; p && p->name; p++, k++)
        if (k == port || p->many) return strcmp(p->type, SALTUS_TYPE_SIGNAL) == 0;
    return 0;
}

/* " + 2 s^3", or what comes first without the blank and the plus. */
static void print_term(FILE *f, double c, int power, int first)
{
    char number[DEVS_NUMBER];
    const char *sign = first ? (signbit(c) ? "-" : "") : signbit(c) ? " - " : " + ";
    fprintf(f, "%s%s", sign, devs_number(number, fabs(c)));
    if (power) fputs(" s", f);
    if (power > 1) fprintf(f, "^%d", power);
}

void devs_print_series(FILE *f, const double *c, int order, int open)
{
    int first = 1;
    for (int k = 0; k <= order; k++)
        if (c[k] != 0 || (k == order && first && !open))
            print_term(f, c[k], c[k] != 0 ? k : 0, first), first = 0;
    if (open) fputs(first ? "0 + .." : " + ..", f);
}

static void print_values(FILE *f, const saltus_message *m)
{
    char number[DEVS_NUMBER];
    for (int k = 0; k <= m->order && k < SALTUS_SERIES; k++)
        fprintf(f, "%s%s", k ? " " : "", devs_number(number, m->c[k]));
}

static void print_message(FILE *f, const saltus_devs *run, const saltus_cell *c, int way,
                          const saltus_message *m)
{
    char port[64];
    const char *other = way && m->port < 0 ? saltus_devs_name(run, -1 - m->port) : NULL;
    if (m->port < 0)
        fprintf(f, "@%s", other ? other : "");
    else {
        saltus_devs_names(run, c->id, way, m->port, port, sizeof port);
        fputs(port, f);
    }
    if (m->index == SALTUS_ALL)
        fputs("[:]", f);
    else if (c->size > 1 || m->index > 0)
        fprintf(f, "[%d]", m->index + 1);
    fputs(way ? " -> " : " <- ", f);
    if (m->data)
        fprintf(f, "%u bytes", (unsigned)m->bytes);
    else if (is_signal(c, way, m->port))
        devs_print_series(f, m->c, m->order, m->open);
    else
        print_values(f, m);
}

void devs_trace_print(FILE *f, const saltus_devs *run, const saltus_trace *tr)
{
    char number[DEVS_NUMBER];
    const saltus_cell *c = saltus_devs_cell(run, tr->cell);
    const char *name = saltus_devs_name(run, tr->cell);
    fprintf(f, "t=%s n=%llu  ", devs_number(number, tr->t), (unsigned long long)tr->round);
    fprintf(f, tr->n ? "%-12s  %-9s  " : "%-12s  %s", name ? name : "?", kinds[tr->kind]);
    for (size_t k = 0; k < tr->n && c; k++) {
        if (k) fputs(", ", f);
        print_message(f, run, c, tr->kind == SALTUS_LAMBDA, &tr->x[k]);
    }
    fputc('\n', f);
}
