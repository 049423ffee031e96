/* SPDX-License-Identifier: MIT */
/* prop_sweep.c - a few of the random stiff models of bench/sweep.c, by every method that is meant for such.
 *
 * Whoever comes to the end has solved the equations: each state within MISS tolerances of the solution, times the
 * condition of the model. Not every method comes to the end; SHARE of the models is the least that is expected of
 * each, and `auto` has to end on all. The models do not read what they do not declare. */
#include "stiff_run.h"
#include "all_methods.h"

#if defined(__SANITIZE_ADDRESS__) /* several times as slow, and looks for something else */
enum { MODELS = 8 };
#else
enum { MODELS = 30 };
#endif
enum { LIMIT = 30000, PATIENT = 1000000, MISS = 20 };

static const double TOL = 1e-3, SHARE = 0.3;

static struct stiff model;
static struct stiff_path solution, path;

/* 1: the run has come to its end, and is right. */
static int solved(const char *method, uint64_t seed, uint64_t limit, double condition)
{
    struct stiff_error e;
    stiff_solve(&model, method, TOL, limit, &path);
    if (path.status == SALTUS_ELIMIT) return 0;
    if (path.status != SALTUS_OK)
        FAIL("%s, seed %d: %s", method, (int)seed, saltus_status_text(path.status));
    e = stiff_compare(&model, &solution, &path, TOL);
    if (!(e.worst <= MISS * condition))
        FAIL("%s, seed %d: error %g tolerances, by (20) %g; %s", method, (int)seed, e.worst, e.rel,
             model.text);
    return 1;
}

TEST(random_stiff_models_are_solved)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    int count[64] = {0}, found = 0;
    CHECK(n <= 64);
    if (!saltus_classic_version()) {
        puts("  left out: the solutions take SUNDIALS");
        return;
    }
    for (uint64_t seed = 1; found < MODELS; seed++) {
        double condition;
        stiff_draw(&model, seed);
        condition = stiff_reference(&model, &solution);
        if (condition == 0) continue;
        found++;
        for (size_t k = 0; k < n; k++) {
            int patient = strcmp(list[k].name, "auto") == 0;
            if (stiff_method(&list[k]))
                count[k] += solved(list[k].name, seed, patient ? PATIENT : LIMIT, condition);
        }
    }
    for (size_t k = 0; k < n; k++) {
        double least = strcmp(list[k].name, "auto") == 0 ? 1 : SHARE;
        if (!stiff_method(&list[k])) continue;
        printf("  %-12s ends on %d of %d\n", list[k].name, count[k], MODELS);
        if (count[k] < (int)(least * MODELS))
            FAIL("%s ends on %d of %d", list[k].name, count[k], MODELS);
    }
}

static saltus_status in_the_shadow(uint64_t seed)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    saltus_status st;
    stiff_draw(&model, seed);
    o.method = "liqss2";
    o.shadow = 1;
    o.max_events = 300;
    o.diag = stiff_quiet;
    st = saltus_sim_new(&model.model, &o, &s);
    if (st == SALTUS_OK) st = saltus_sim_run(s, model.until);
    saltus_sim_free(s);
    return st;
}

TEST(their_reads_are_declared)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        saltus_status st = in_the_shadow(seed);
        if (st != SALTUS_OK && st != SALTUS_ELIMIT)
            FAIL("seed %d: %s; %s", (int)seed, saltus_status_text(st), model.text);
    }
}

TEST_MAIN()
