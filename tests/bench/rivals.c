/* SPDX-License-Identifier: MIT */
/* rivals.c - do the rivals of the benchmarks solve the same problem? The loops for one model alone, and ARKODE with
 * events, against solvers that share nothing with them but the equations and events of the problem: the same events, and the
 * same values up to what the tolerance promises. That problems are those of the models, tests/bench/suite.py asks. */
#include "problem.h"
#include "testing.h"

enum { ROWS = 101, COLUMNS = 8 };

struct outcome {
    struct rival_stats stats;
    double value[ROWS * COLUMNS];
    int columns;
};

/* Columns by blanks; rows at odd instants up to the end, so that none meets an event. */
static int run(const struct rival_case *c, const char *method, double tol, const char *columns,
               struct outcome *o)
{
    static char text[200];
    const char *name[COLUMNS];
    double t[ROWS];
    struct rival_samples s = {t, ROWS, 0, name, o->value};
    snprintf(text, sizeof text, "%s", columns);
    for (char *p = strtok(text, " "); p && s.columns < COLUMNS; p = strtok(NULL, " "))
        name[s.columns++] = p;
    for (int k = 0; k < ROWS; k++) t[k] = rival_stop(c) * (k + 0.137) / ROWS;
    o->columns = s.columns;
    return rival_run(c, method, tol, &s, &o->stats) == 0;
}

/* The largest distance, in units of the largest value of its column. */
static double distance(const struct outcome *a, const struct outcome *b)
{
    double worst = 0;
    for (int j = 0; j < a->columns; j++) {
        double most = 0, scale = 0;
        for (int k = 0; k < ROWS; k++) {
            double x = a->value[k * a->columns + j], y = b->value[k * a->columns + j];
            if (!(isfinite(x) && isfinite(y))) return INFINITY;
            most = fmax(most, fabs(x - y));
            scale = fmax(scale, fabs(y));
        }
        worst = fmax(worst, most / fmax(scale, 1e-300));
    }
    return worst;
}

static const struct {
    struct rival_case c;
    const char *columns, *method; /* of the other */
    double tol, near;
} pairs[] = {
    {{"buck", 0, NAN, 0}, "VC IL", "esdirk43-dense", 1e-8, 1e-5},
    {{"buckn", 4, NAN, 0}, "VC IL1 IL2 IL4", "esdirk43-klu", 1e-7, 1e-4},
    {{"buckn", 7, NAN, 0}, "VC IL1 IL5 IL7", "cvode-dense", 1e-7, 1e-4},
    {{"cuk", 4, NAN, 0}, "uC2 iL1_1 iL2_3 uC1_4", "cvode-klu", 1e-7, 1e-3},
    {{"cuk", 5, NAN, 0}, "uC2 iL1_1 iL2_3 uC1_5", "cvode-dense", 1e-7, 1e-3},
    {{"motor", 0, NAN, 0}, "omega Ia VC int_ew int_ev", "esdirk43-dense", 1e-5, 1e-4},
    {{"motor", 0, 15, 0}, "omega Ia VC int_ew int_ev", "esdirk43-klu", 1e-5, 1e-3},
    {{"neurons", 120, NAN, 0}, "v_1 g_2 v_77 v_120 spikes", "dopri5", 1e-11, 1e-8},
    {{"airconds", 60, NAN, 0}, "T_1 T_2 T_33 T_60 power", "dopri5", 1e-11, 1e-8},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

TEST(loops_for_one_model_are_right_up_to_rounding)
{
    static struct outcome lean, other;
    for (int k = 0; k < PAIRS; k++) {
        CHECK(run(&pairs[k].c, "lean", 1e-12, pairs[k].columns, &lean));
        CHECK(run(&pairs[k].c, pairs[k].method, pairs[k].tol, pairs[k].columns, &other));
        CHECK_EQ_INT(lean.stats.events, other.stats.events);
        CHECK_LE(distance(&lean, &other), pairs[k].near);
    }
}

TEST(loops_for_one_model_keep_the_tolerance)
{
    static struct outcome coarse, fine;
    for (int k = 0; k < PAIRS; k++) {
        CHECK(run(&pairs[k].c, "lean", 1e-12, pairs[k].columns, &fine));
        for (double tol = 1e-2; tol > 1e-9; tol /= 100) {
            CHECK(run(&pairs[k].c, "lean", tol, pairs[k].columns, &coarse));
            CHECK_EQ_INT(coarse.stats.events, fine.stats.events);
            CHECK_LE(distance(&coarse, &fine), 0.1 * tol);
        }
    }
}

/* An event more may be one at the start of cuk, where a diode that conducts 0.2 mA is in doubt. */
TEST(arkode_finds_the_same_events)
{
    static const char *const method[] = {"arkode32-klu", "arkode43-dense"};
    static struct outcome lean, ark;
    for (int k = 0; k < 6; k++)
        for (int m = 0; m < 2; m++) {
            CHECK(run(&pairs[k].c, "lean", 1e-12, pairs[k].columns, &lean));
            CHECK(run(&pairs[k].c, method[m], 1e-6, pairs[k].columns, &ark));
            CHECK_LE(fabs((double)(ark.stats.events - lean.stats.events)), 1);
            CHECK_LE(distance(&ark, &lean), 5e-3);
        }
}

TEST(explicit_arkode_finds_spikes)
{
    static struct outcome lean, ark;
    const struct rival_case c = {"neurons", 50, NAN, 0};
    CHECK(run(&c, "lean", 1e-12, "v_1 g_2 spikes", &lean));
    CHECK(run(&c, "arkode54", 1e-9, "v_1 g_2 spikes", &ark));
    CHECK_EQ_INT(ark.stats.events, lean.stats.events);
    CHECK_LE(distance(&ark, &lean), 1e-5);
}

/* A Jacobian is what f does when one state moves, in the mode of the start: by differences that are exact for
 * products of two states, beside the start, where nothing is 0. */
static void check_jacobian(const char *name, const struct problem *p)
{
    size_t n = (size_t)p->n;
    double *x = calloc(4 * n + (size_t)p->nonzeros, sizeof *x);
    double *up = x + n, *down = up + n, *slope = down + n, *value = slope + n;
    CHECK(x);
    for (size_t i = 0; i < n; i++)
        x[i] = p->x0[i] + (p->scale ? p->scale[i] : 1) * 1e-3 * (1 + (double)(i % 7));
    p->jacobian(p, 0.1 * p->stop, x, value);
    for (int32_t j = 0; j<p->n; j += p->n> 50 ? 17 : 1) {
        double at = x[j], h = 1e-5 * fabs(at), most = 0;
        x[j] = at + h;
        p->f(p, 0.1 * p->stop, x, up);
        x[j] = at - h;
        p->f(p, 0.1 * p->stop, x, down);
        x[j] = at;
        for (size_t i = 0; i < n; i++) {
            double larger = fmax(fabs(up[i]), fabs(down[i]));
            slope[i] = (up[i] - down[i]) / (2 * h);
            most = fmax(most, fmax(fabs(slope[i]), 1e-7 * larger / h)); /* rounding */
        }
        for (int64_t k = p->column[j]; k < p->column[j + 1]; k++) slope[p->row[k]] -= value[k];
        for (size_t i = 0; i < n; i++)
            if (!(fabs(slope[i]) <= 1e-4 * most))
                FAIL("%s: d f%zu/d x%d is off by %g", name, i, (int)j, slope[i]);
    }
    free(x);
}

TEST(jacobians_are_exact)
{
    for (const char *const *name = rival_problems(); *name; name++) {
        const struct rival_case c = {*name, 0, NAN, 0};
        struct problem p;
        CHECK(problem_open(&p, &c));
        if (p.jacobian) check_jacobian(*name, &p);
        problem_close(&p);
    }
}

TEST_MAIN()
