/* SPDX-License-Identifier: MIT */
/* diagrams.c - what does a step cost in a diagram? The DEVS engine against the stand-alone one.
 *
 * The inverter chain (500) and advection, diffusion, reaction (1000) with LIQSS2 and 1e-3: as text,
 * compiled, by the stand-alone engine, and as a vector diagram, whose expression block is compiled
 * in the same way, by the DEVS engine. Both are run in turn, and the least CPU time of each counts:
 * the machine's other work can only add to it. Only saltus_sim_run is timed. The steps must be the
 * same, state by state, or the comparison means nothing. The goal is a ratio of at most 3.
 *
 * Usage: diagrams [--csv] [folder that has models/ and diagrams/] */
#include "saltus_compile.h"
#include "saltus_diagram.h"
#include <stdio.h>
#include <string.h>

enum { PROBLEMS = 2, REPEAT = 15 };

static const struct problem {
    const char *name;
    double until;
} problems[PROBLEMS] = {{"inverters", 130}, {"adr", 10}};

static const double tolerance = 1e-3, goal = 3;

struct pair {
    saltus_compiled *text;
    saltus_diagram *diagram;
    saltus_stats alone, drawn;
    int same; /* steps of every state */
};

static saltus_sim *run(const saltus_model *m, double until)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.method = "liqss2";
    o.rel = o.abs = tolerance;
    if (saltus_sim_new(m, &o, &s) != SALTUS_OK) return NULL;
    if (saltus_sim_run(s, until) == SALTUS_OK) return s;
    saltus_sim_free(s);
    return NULL;
}

static int load(struct pair *p, const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/models/%s/%s.mo", folder, name, name);
    if (saltus_compile_file(path, NULL, &p->text) != SALTUS_OK) return 0;
    snprintf(path, sizeof path, "%s/diagrams/%s.json", folder, name);
    return saltus_diagram_load(path, NULL, &p->diagram) == SALTUS_OK;
}

static void keep_least(saltus_stats *least, const saltus_sim *s)
{
    saltus_stats now = saltus_sim_stats(s);
    if (least->cpu_seconds == 0 || now.cpu_seconds < least->cpu_seconds) *least = now;
}

static int same_steps(const saltus_sim *a, const saltus_sim *b)
{
    int32_t n = saltus_sim_count(a, SALTUS_STATE);
    if (n != saltus_sim_count(b, SALTUS_STATE)) return 0;
    for (int32_t i = 0; i < n; i++)
        if (saltus_sim_steps(a, i) != saltus_sim_steps(b, i)) return 0;
    return 1;
}

static int once(struct pair *p, double until)
{
    saltus_sim *alone = run(saltus_compiled_model(p->text), until);
    saltus_sim *drawn = run(saltus_diagram_model(p->diagram), until);
    int ok = alone && drawn;
    if (ok) {
        keep_least(&p->alone, alone);
        keep_least(&p->drawn, drawn);
        p->same = same_steps(alone, drawn);
    }
    saltus_sim_free(alone);
    saltus_sim_free(drawn);
    return ok;
}

static double ns(const saltus_stats *s)
{
    return 1e9 * s->cpu_seconds / (double)s->steps;
}

static void print(const struct problem *p, const struct pair *r, int csv)
{
    double ratio = ns(&r->drawn) / ns(&r->alone);
    printf(csv ? "%s,%.0f,%s,%.3f,%.3f,%.1f,%.1f,%.3f,%g\n"
               : "| %-9s | %7.0f | %-6s | %8.2f | %8.2f | %8.0f | %8.0f | %5.2f | %4g |\n",
           p->name, (double)r->drawn.steps, r->same ? "equal" : "differ",
           1e3 * r->alone.cpu_seconds, 1e3 * r->drawn.cpu_seconds, ns(&r->alone), ns(&r->drawn),
           ratio, goal);
}

static void print_head(int csv)
{
    if (csv) {
        puts("model,steps,per_state,alone_ms,drawn_ms,alone_ns_per_step,drawn_ns_per_step,ratio,"
             "goal");
        return;
    }
    puts(
        "| model     |   steps | states | alone ms | drawn ms | ns alone | ns drawn | ratio | goal "
        "|");
    puts(
        "|-----------|---------|--------|----------|----------|----------|----------|-------|------"
        "|");
}

int main(int argc, char **argv)
{
    int csv = argc > 1 && !strcmp(argv[1], "--csv"), ok = 1;
    const char *folder = argc > 1 + csv ? argv[1 + csv] : ".";
    struct pair p[PROBLEMS] = {0};
    for (int k = 0; k < PROBLEMS; k++) ok &= load(&p[k], folder, problems[k].name);
    for (int j = 0; ok && j < REPEAT; j++)
        for (int k = 0; ok && k < PROBLEMS; k++) ok = once(&p[k], problems[k].until);
    print_head(csv);
    for (int k = 0; ok && k < PROBLEMS; k++) print(&problems[k], &p[k], csv);
    for (int k = 0; k < PROBLEMS; k++) {
        ok &= p[k].same;
        saltus_diagram_free(p[k].diagram);
        saltus_compiled_free(p[k].text);
    }
    if (!ok) fputs("diagrams: a run failed, or its steps differ\n", stderr);
    return !ok;
}
