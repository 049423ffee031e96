/* SPDX-License-Identifier: MIT */
/* run.c - one run of a method of the library: quantized states, or a classic method behind the same contract. */
#include "reference.h"
#include "saltus_classic.h"
#include "suite.h"
#include <string.h>
#include <time.h>

static double cpu(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* The tolerances of c at tol, and its parameter; rules and sets live with the caller. */
static saltus_options options(const struct suite_case *c, const struct contestant *k, double tol,
                              saltus_rule *rules, saltus_set *set)
{
    saltus_options o = saltus_defaults();
    o.method = k->method;
    o.engine = k->family == SUITE_CLASSIC ? saltus_classic() : NULL;
    o.rel = tol;
    o.abs = tol * c->all;
    for (int j = 0; j < c->scales; j++)
        rules[j] =
            (saltus_rule){.pattern = c->scale[j].name, .rel = tol, .abs = tol * c->scale[j].value};
    o.rules = rules;
    o.n_rules = (size_t)c->scales;
    *set = (saltus_set){c->set.name, c->set.value};
    o.sets = set;
    o.n_sets = c->set.name[0] != 0;
    o.diag = silent;
    if (strcmp(k->name, "auto-steps") == 0) saltus_options_set(&o, EXACT_PARTS, "false");
    return o;
}

/* From row to row; a variable that the model does not have is NaN. */
static saltus_status sample(saltus_sim *s, const struct table *b, double *value)
{
    saltus_status st = SALTUS_OK;
    for (int k = 0; k < b->rows; k++) {
        if ((st = saltus_sim_run(s, b->t[k])) != SALTUS_OK) return st;
        for (int j = 0; j < b->columns; j++)
            value[k * b->columns + j] = saltus_sim_value(s, reference_var(s, b->name[j]), b->t[k]);
    }
    return st;
}

void run_library(const struct arena_case *a, const struct contestant *k, double tol, double *value,
                 struct outcome *o)
{
    saltus_rule rules[SUITE_SCALES + 1] = {{0}};
    saltus_set set;
    saltus_options opt = options(a->c, k, tol, rules, &set);
    saltus_status st;
    saltus_stats n;
    saltus_sim *s;
    double before = cpu();
    o->status =
        k->family == SUITE_EXACT ? SUITE_SKIPPED : SUITE_FAILED; /* not every model is linear */
    if (saltus_sim_new(a->model, &opt, &s) != SALTUS_OK) return;
    o->ready = cpu() - before;
    st = value ? sample(s, &a->reference, value) : SALTUS_OK;
    if (st == SALTUS_OK) st = saltus_sim_run(s, a->c->stop);
    n = saltus_sim_stats(s);
    o->status = st == SALTUS_OK ? SUITE_OK : SUITE_FAILED;
    o->seconds = n.cpu_seconds;
    o->steps = (double)n.steps;
    o->evaluations = (double)n.evaluations;
    o->events = (double)(n.events + n.clocks);
    o->bytes = (double)n.bytes;
    saltus_sim_free(s);
}
