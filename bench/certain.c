/* SPDX-License-Identifier: MIT */
/* certain.c - what do certificates cost? For models of the gallery, how many enclosures were asked
 * for beside the evaluations of derivatives (docs/math/certainty.md), and the least CPU time of
 * some runs. Counts are the same on every machine.
 * Usage: certain [tolerance] */
#include "models.h"
#include "saltus.h"
#include <stdio.h>
#include <stdlib.h>

enum { REPEAT = 3, MOST = 300000 };

static const struct problem {
    const char *model;
    double until;
} problems[] = {{"inverters", 130}, {"adr", 10},       {"cuk", 0.02},   {"tyson", 50},
                {"vanderpol", 100}, {"lotka", 20},     {"neurons", 50}, {"airconds", 100},
                {"buck", 0.01},     {"oscillator", 10}};
static const char *const methods[] = {"liqss2", "mliqss2", "rliqss2", "qss3", "auto"};

static int run(const saltus_model *m, const struct problem *p, const char *method, double tol,
               saltus_stats *least)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    int ok;
    o.method = method;
    o.rel = tol;
    o.abs = 1e-3 * tol;
    o.max_events = MOST; /* explicit methods on stiff models */
    if (saltus_sim_new(m, &o, &s) != SALTUS_OK) return 0;
    ok = saltus_sim_run(s, p->until) == SALTUS_OK;
    if (ok) {
        saltus_stats st = saltus_sim_stats(s);
        if (least->steps == 0 || st.cpu_seconds < least->cpu_seconds) *least = st;
    }
    saltus_sim_free(s);
    return ok;
}

int main(int argc, char **argv)
{
    double tol = argc > 1 ? atof(argv[1]) : 1e-3;
    puts("model       method      steps    evals   ranges      ms");
    for (size_t p = 0; p < sizeof problems / sizeof *problems; p++) {
        saltus_model *m = models_make(problems[p].model, 0);
        if (!m) return 1;
        for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
            saltus_stats st = {0};
            int ok = 1;
            for (int turn = 0; ok && turn < REPEAT; turn++)
                ok = run(m, &problems[p], methods[k], tol, &st);
            if (ok)
                printf("%-11s %-8s %8.0f %8.0f %8.0f %7.2f\n", problems[p].model, methods[k],
                       (double)st.steps, (double)st.evaluations, (double)st.range_evaluations,
                       1e3 * st.cpu_seconds);
            else
                printf("%-11s %-8s does not end\n", problems[p].model, methods[k]);
        }
        models_free(m);
        fflush(stdout);
    }
    return 0;
}
