/* SPDX-License-Identifier: MIT */
/* devstone.c - the DEVStone benchmark of DEVS engines [gw05, rmfzh17]: events per second, counts checked.
 *
 * A model of depth d nests one of depth d - 1 beside w - 1 atomic parts; the innermost holds a single part. A part that gets a
 * message is due at once and sends one. Four families:
 *     LI     every part gets what comes in;
 *     HI     and each sends to the next one beside it;
 *     HO     and to an output of its model; messages come by a second input;
 *     HOmod  w layers of parts, which all send towards the first one, and that to the nested model.
 * With one event from outside, Parallel DEVS makes as many internal and as many external transitions as these formulas say
 * (a confluent one is both):
 *     LI           (w-1)(d-1) + 1                                                                          (1)
 *     HI, HO       (d-1) w(w-1)/2 + 1                                                                      (2)
 *     HOmod        1 + sum_{i=1}^{d-1} ( n_i w(w-1)/2 + (w-1)(n_i + w-1) ),   n_i = 1 + (i-1)(w-1)           (3)
 * Classic DEVS lets each part act once, since the parts are added in the order in which messages pass them (HOmod: the nested
 * model last; were it first, it would act for every single message, and events would grow like w^d). The internal transitions
 * are the parts, the external ones the messages:
 *     LI           (w-1)(d-1) + 1;   HI, HO   (d-1)(2w-3) + 1                                              (4)
 *     HOmod        1 + sum_{i=1}^{d-1} ( 2 k_i (w-1) + (w-1)^2 + (w-1)(w-2)/2 ),   k_1 = 1, k_i = w-1      (5)
 * A wrong count is an error. Usage: devstone [--csv]. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "saltus_devs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum family { LI, HI, HO, HOMOD };
static const char *const family_name[] = {"LI", "HI", "HO", "HOmod"};

/* ---- Parts ------------------------------------------------------------------------------------------- */

static const saltus_port in[] = {{.name = "in", .type = SALTUS_TYPE_EVENT}, {.name = NULL}};
static const saltus_port out[] = {{.name = "out", .type = SALTUS_TYPE_EVENT}, {.name = NULL}};

struct stone {
    double due;
};
static void stone_start(saltus_cell *c)
{
    ((struct stone *)c->state)->due = INFINITY;
}
static double stone_due(const saltus_cell *c)
{
    return ((const struct stone *)c->state)->due;
}
static void stone_out(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = 1;
}
static void stone_int(saltus_cell *c)
{
    ((struct stone *)c->state)->due = INFINITY;
}
static void stone_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)e, (void)x, (void)n;
    ((struct stone *)c->state)->due = c->t;
}
static const saltus_atomic stone = {.name = "stone",
                                    .inputs = in,
                                    .outputs = out,
                                    .struct_size = sizeof(saltus_atomic),
                                    .state_size = sizeof(struct stone),
                                    .start = stone_start,
                                    .due = stone_due,
                                    .lambda = stone_out,
                                    .delta_int = stone_int,
                                    .delta_ext = stone_ext};

static double generator_due(const saltus_cell *c)
{
    return ((const struct stone *)c->state)->due + 1;
}
static void generator_int(saltus_cell *c)
{
    ((struct stone *)c->state)->due = c->t;
}
static const saltus_atomic generator = {.name = "generator",
                                        .outputs = out,
                                        .struct_size = sizeof(saltus_atomic),
                                        .state_size = sizeof(struct stone),
                                        .due = generator_due,
                                        .lambda = stone_out,
                                        .delta_int = generator_int};

/* ---- Models -------------------------------------------------------------------------------------------- */

static void must(saltus_status st)
{
    if (st == SALTUS_OK) return;
    fprintf(stderr, "devstone: %s\n", saltus_status_text(st));
    exit(1);
}

static void add(saltus_coupled *m, const char *name)
{
    must(saltus_coupled_add(m, &(saltus_part){.name = name, .type = &stone}));
}

static void wire(saltus_coupled *m, const char *a, const char *ap, const char *b, const char *bp)
{
    must(saltus_coupled_wire(
        m, &(saltus_wire){.from = {.part = a, .port = ap}, .to = {.part = b, .port = bp}}));
}

static void add_ports(saltus_coupled *m, enum family f)
{
    saltus_loc nowhere = {0};
    must(saltus_coupled_port(m, 0, "in", "event", 1, nowhere));
    must(saltus_coupled_port(m, 1, "out", "event", 1, nowhere));
    if (f == HO || f == HOMOD) must(saltus_coupled_port(m, 0, "in2", "event", 1, nowhere));
    if (f == HO) must(saltus_coupled_port(m, 1, "out2", "event", 1, nowhere));
}

static void row(saltus_coupled *m, enum family f, int width) /* LI, HI, HO */
{
    char name[20], before[20] = "";
    for (int k = 1; k < width; k++, strcpy(before, name)) {
        snprintf(name, sizeof name, "a%d", k);
        add(m, name);
        wire(m, NULL, f == HO ? "in2" : "in", name, "in");
        if (f != LI && k > 1) wire(m, before, "out", name, "in");
        if (f == HO) wire(m, name, "out", NULL, "out2");
    }
}

static void layers(saltus_coupled *m, int width) /* HOmod: part k of layer j is called aj_k */
{
    char name[30], to[30];
    for (int j = width; j >= 1; j--)
        for (int k = 1, n = j == 1 ? width - 1 : width + 1 - j; k <= n; k++) {
            snprintf(name, sizeof name, "a%d_%d", j, k);
            add(m, name);
            if (j == 1 || k == 1) wire(m, NULL, "in2", name, "in");
            if (j == 1) wire(m, name, "out", "inner", "in2");
            for (int i = 1; j == 2 && i < width; i++) {
                snprintf(to, sizeof to, "a1_%d", i);
                wire(m, name, "out", to, "in");
            }
            snprintf(to, sizeof to, "a%d_%d", j - 1, k + 1);
            if (j > 2) wire(m, name, "out", to, "in");
        }
}

static saltus_coupled *level(enum family f, int width, int depth, const saltus_coupled *inner)
{
    saltus_coupled *m;
    must(saltus_coupled_new("level", &m));
    add_ports(m, f);
    if (depth == 1) {
        add(m, "a");
        wire(m, NULL, "in", "a", "in");
        wire(m, "a", "out", NULL, "out");
        return m;
    }
    if (f == HOMOD)
        layers(m, width);
    else
        row(m, f, width);
    must(saltus_coupled_nest(m, "inner", inner, (saltus_loc){0}));
    wire(m, NULL, "in", "inner", "in");
    wire(m, "inner", "out", NULL, "out");
    if (f == HO) wire(m, NULL, "in", "inner", "in2");
    return m;
}

/* m[0 .. depth]: the levels from inside, then the top with its generator. */
static saltus_coupled **build(enum family f, int width, int depth)
{
    saltus_coupled **m = malloc(((size_t)depth + 1) * sizeof(saltus_coupled *));
    if (!m) must(SALTUS_ENOMEM);
    for (int k = 0; k < depth; k++) m[k] = level(f, width, k + 1, k ? m[k - 1] : NULL);
    must(saltus_coupled_new("top", &m[depth]));
    must(saltus_coupled_add(m[depth], &(saltus_part){.name = "generator", .type = &generator}));
    must(saltus_coupled_nest(m[depth], "stone", m[depth - 1], (saltus_loc){0}));
    wire(m[depth], "generator", "out", "stone", "in");
    if (f == HO || f == HOMOD) wire(m[depth], "generator", "out", "stone", "in2");
    return m;
}

/* ---- Counts ----------------------------------------------------------------------------------------------- */

static double transitions(enum family f, double w, double d)
{
    double n = 1;
    if (f == LI) return (w - 1) * (d - 1) + 1;            /* (1) */
    if (f != HOMOD) return (d - 1) * w * (w - 1) / 2 + 1; /* (2) */
    for (double i = 1; i < d; i++) {                      /* (3) */
        double inputs = 1 + (i - 1) * (w - 1);
        n += inputs * w * (w - 1) / 2 + (w - 1) * (inputs + w - 1);
    }
    return n;
}

static double messages(enum family f, double w, double d)
{
    double n = 1;
    if (f == LI) return transitions(LI, w, d);
    if (f != HOMOD) return (d - 1) * (2 * w - 3) + 1; /* (4) */
    for (double i = 1; i < d; i++)                    /* (5) */
        n += 2 * (i == 1 ? 1 : w - 1) * (w - 1) + (w - 1) * (w - 1) + (w - 1) * (w - 2) / 2;
    return n;
}

/* What one event must cause. */
static void expected(enum family f, double w, double d, saltus_semantics sem, double *internal,
                     double *external)
{
    *internal = *external = transitions(f, w, d);
    if (sem == SALTUS_DEVS_PARALLEL) return;
    *internal = f == HOMOD ? (d - 1) * (w - 1) * (1 + w / 2) + 1 : transitions(LI, w, d);
    *external = messages(f, w, d);
}

/* ---- Measurement ------------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns 1 if a count is wrong. */
static int measure(enum family f, int w, int d, saltus_semantics sem, int csv)
{
    saltus_devs_options o = saltus_devs_defaults();
    saltus_devs *run;
    double internal, external, begin = now(), events = 0, built;
    saltus_coupled **m = build(f, w, d);
    o.semantics = sem;
    must(saltus_devs_new(m[d], &o, &run));
    built = now() - begin;
    begin = now();
    do must(saltus_devs_run(run, ++events + 0.5));
    while (now() - begin < 0.15);
    double seconds = now() - begin;
    saltus_devs_stats s = saltus_devs_statistics(run);
    double got_int = (double)(s.internal + s.confluent) - events,
           got_ext = (double)(s.external + s.confluent);
    expected(f, w, d, sem, &internal, &external);
    int bad = got_int != internal * events || got_ext != external * events;
    printf(csv ? "%s,%d,%d,%s,%d,%.0f,%.0f,%.4f,%.2f,%s\n"
               : "| %-5s | %3d x %-3d | %-8s | %7d | %10.0f | %10.0f | %7.3f | %7.2f | %s\n",
           family_name[f], w, d, sem ? "parallel" : "classic", (int)saltus_devs_cells(run) - 1,
           got_int / events, got_ext / events, built, (got_int + got_ext) / seconds * 1e-6,
           bad ? "WRONG" : "exact");
    fflush(stdout);
    saltus_devs_free(run);
    for (int k = 0; k <= d; k++) saltus_coupled_free(m[k]);
    free(m);
    return bad;
}

int main(int argc, char **argv)
{
    static const struct {
        enum family f;
        int width, depth;
    } table[] = {{LI, 10, 10},    {LI, 200, 200},  {HI, 10, 10},   {HI, 200, 40},
                 {HI, 200, 200},  {HO, 10, 10},    {HO, 200, 200}, {HOMOD, 10, 10},
                 {HOMOD, 30, 30}, {HOMOD, 200, 3}, {HOMOD, 3, 200}};
    int csv = argc > 1 && !strcmp(argv[1], "--csv"), bad = 0;
    if (csv)
        printf(
            "model,width,depth,semantics,parts,internal,external,build_s,million_per_s,counts\n");
    else {
        printf("| model |     w x d | semantics |   parts |   internal |   external | build s | "
               "M/s     | counts\n");
        printf("|-------|----------:|-----------|--------:|-----------:|-----------:|--------:|----"
               "----:|--------\n");
    }
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        for (int sem = 0; sem < 2; sem++)
            bad |= measure(table[k].f, table[k].width, table[k].depth, (saltus_semantics)sem, csv);
    if (!csv)
        printf("internal, external: transitions per event from outside; M/s: millions of them per "
               "second\n");
    return bad;
}
