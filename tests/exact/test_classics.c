/* SPDX-License-Identifier: MIT */
/* test_classics.c - stiff problems from the literature (bench/classics) by the method that is chosen if none
 * is: each comes to its end, keeps its linear invariant to rounding, and has an error that falls with the
 * tolerance. Solutions: the test set for IVP solvers (bench/classics/README.md). */
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

enum { MOST = 8, TOLERANCES = 3 };

static const struct classic {
    const char *name;
    double until, abs;
    int n;
    double invariant[MOST], value; /* weights of the states, and what they give    */
    double solution[MOST];
    double error[TOLERANCES]; /* relative, at 1e-2, 1e-3, 1e-4 */
    uint64_t steps;           /* at 1e-4 */
} classics[] = {
    {.name = "hires",
     .until = 321.8122,
     .abs = 1e-3, /* times the relative one */
     .n = 8,
     .invariant = {0, 0, 0, 0, 0, 0, 1, 1},
     .value = 0.0057,
     .solution = {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4,
                  0.1175651343283149e-2, 0.2386356198831331e-2, 0.6238968252742796e-2,
                  0.2849998395185769e-2, 0.2850001604814231e-2},
     .error = {1e-1, 2e-2, 1e-3},
     .steps = 10000},
    {.name = "rober",
     .until = 1e11,
     .abs = 1e-12,
     .n = 3,
     .invariant = {1, 1, 1},
     .value = 1,
     .solution = {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050},
     .error = {1e-2, 1e-3, 1e-4},
     .steps = 400000},
    {.name = "e5",
     .until = 1e13,
     .abs = 1e-21,
     .n = 4,
     .invariant = {0, 1, -1, -1},
     .steps = 2000000},
};

static double run(const struct classic *p, const saltus_compiled *c, double tol, uint64_t *steps)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    double worst = 0;
    o.method = "auto";
    o.rel = tol;
    o.abs = tol * p->abs;
    o.max_events = 5000000;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
    for (double t = p->until / 1024; t <= p->until; t *= 2) {
        double sum = -p->value;
        if (saltus_sim_run(s, t) != SALTUS_OK)
            FAIL("%s at %g: did not come to t = %g", p->name, tol, t);
        for (int i = 0; i < p->n; i++) sum += p->invariant[i] * saltus_sim_value(s, i, t);
        if (!(fabs(sum) <= 1e-12))
            FAIL("%s at %g: invariant off by %g at %g", p->name, tol, sum, t);
    }
    for (int i = 0; i < p->n; i++) {
        double x = saltus_sim_value(s, i, p->until);
        if (p->solution[0] != 0) worst = fmax(worst, fabs(x / p->solution[i] - 1));
    }
    *steps = saltus_sim_stats(s).steps;
    saltus_sim_free(s);
    return worst;
}

TEST(classics_end_and_are_right)
{
    static const double tolerance[TOLERANCES] = {1e-2, 1e-3, 1e-4};
    for (size_t k = 0; k < sizeof classics / sizeof *classics; k++) {
        const struct classic *p = &classics[k];
        saltus_compile_options co = saltus_compile_defaults();
        saltus_compiled *c = NULL;
        char file[512];
        uint64_t steps = 0;
        co.backend = SALTUS_INTERPRETED;
        snprintf(file, sizeof file, "%s/bench/classics/%s/%s.mo", TEST_ROOT, p->name, p->name);
        CHECK_EQ_INT(saltus_compile_file(file, &co, &c), SALTUS_OK);
        for (int j = 0; j < TOLERANCES; j++) {
            double off = run(p, c, tolerance[j], &steps);
            printf("  %-6s %5.0e: error %.1e, %llu steps\n", p->name, tolerance[j], off,
                   (unsigned long long)steps);
            CHECK_LE(off, p->solution[0] != 0 ? p->error[j] : 1);
        }
        CHECK(steps <= p->steps);
        saltus_compiled_free(c);
    }
}
TEST_MAIN()
