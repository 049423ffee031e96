/* SPDX-License-Identifier: MIT */
/* steps.c - what does a step cost? Nanoseconds per step on the four large examples of the
 * papers.
 *
 * Each problem is run REPEAT times at each tolerance, all problems in turn, and the least CPU
 * time of each counts: the machine's other work can only add to it. Only saltus_sim_run is
 * timed. The error, in a run of its own, is relative (equation 20 of the mLIQSS paper) against
 * tests/data/reference. The goal is the time of a kernel written by hand for each problem alone,
 * on one machine: 110, 140, 300 and 310 ns. Usage: steps [folder of references]
 *        steps --once model tolerance     one run, only the number of steps (tools/profile.sh) */
#include "models.h"
#include "reference.h"
#include "saltus.h"

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

enum { PROBLEMS = 4, TOLERANCES = 2, REPEAT = 15 };

static const struct problem {
    const char *model, *method, *reference, *columns;
    double until, goal;
} problems[PROBLEMS] = {
    {"inverters", "liqss2", "inverter", "w500", 130, 110},
    {"adr", "liqss2", "adr", NULL, 10, 140},
    {"cuk", "mliqss2", "cuk", "uC2", 0.02, 300},
    {"tyson", "mliqss2", "tyson", "M_", 50, 310},
};
static const double tolerances[TOLERANCES] = {1e-3, 1e-5};

struct result {
    saltus_stats stats;
    double seconds, error;
};

static saltus_sim *open_run(const saltus_model *m, const struct problem *p, double tol)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.method = p->method;
    o.rel = o.abs = tol;
    return saltus_sim_new(m, &o, &s) == SALTUS_OK ? s : NULL;
}

static int once(const saltus_model *m, const struct problem *p, double tol, struct result *r)
{
    saltus_sim *s = open_run(m, p, tol);
    if (!s || saltus_sim_run(s, p->until) != SALTUS_OK) return 0;
    r->stats = saltus_sim_stats(s);
    if (r->seconds == 0 || r->stats.cpu_seconds < r->seconds) r->seconds = r->stats.cpu_seconds;
    saltus_sim_free(s);
    return 1;
}

static int error_of(const saltus_model *m, const struct problem *p, double tol, const char *folder,
                    struct result *r)
{
    struct reference ref;
    struct reference_error e;
    saltus_sim *s = open_run(m, p, tol);
    int ok = s && reference_read(&ref, folder, p->reference) &&
             reference_compare(s, &ref, p->columns, p->until, &e) == SALTUS_OK;
    if (ok) {
        r->error = e.rel;
        reference_free(&ref);
    }
    saltus_sim_free(s);
    return ok;
}

static void print(const struct problem *p, double tol, const struct result *r)
{
    double n = (double)r->stats.steps;
    printf(
        "| %-9s | %-7s | %5.0e | %8.0f | %8.0f | %6.0f | %8.1e | %7.2f | %5.0f | %5.0f | %5.2f |\n",
        p->model, p->method, tol, n, (double)r->stats.evaluations, (double)r->stats.events,
        r->error, 1e3 * r->seconds, 1e9 * r->seconds / n, p->goal, 1e9 * r->seconds / n / p->goal);
}

static int one_run(const char *model, double tol)
{
    for (int p = 0; p < PROBLEMS; p++) {
        struct result r = {0};
        saltus_model *m;
        int ok;
        if (strcmp(problems[p].model, model) != 0) continue;
        m = models_make(model, 0);
        ok = m && once(m, &problems[p], tol, &r);
        if (ok) printf("%.0f\n", (double)r.stats.steps);
        models_free(m);
        return !ok;
    }
    return 1;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : TEST_DATA "/reference";
    struct result r[PROBLEMS][TOLERANCES] = {0};
    saltus_model *m[PROBLEMS];
    int ok = 1;
    if (argc == 4 && strcmp(argv[1], "--once") == 0) return one_run(argv[2], atof(argv[3]));
    for (int p = 0; p < PROBLEMS; p++) ok &= (m[p] = models_make(problems[p].model, 0)) != NULL;
    for (int k = 0; ok && k < REPEAT; k++)
        for (int p = 0; p < PROBLEMS; p++)
            for (int j = 0; j < TOLERANCES; j++)
                ok &= once(m[p], &problems[p], tolerances[j], &r[p][j]);
    for (int p = 0; ok && p < PROBLEMS; p++)
        for (int j = 0; j < TOLERANCES; j++)
            ok &= error_of(m[p], &problems[p], tolerances[j], folder, &r[p][j]);
    puts("| model     | method  |  tol  |    steps |    evals | events |    error |      ms | "
         "ns/st |  goal | ratio |");
    puts("|-----------|---------|-------|----------|----------|--------|----------|---------|------"
         "-|-------|-------|");
    for (int p = 0; ok && p < PROBLEMS; p++)
        for (int j = 0; j < TOLERANCES; j++) print(&problems[p], tolerances[j], &r[p][j]);
    for (int p = 0; p < PROBLEMS; p++) models_free(m[p]);
    if (!ok) fputs("steps: a run failed, or a reference could not be read\n", stderr);
    return !ok;
}
