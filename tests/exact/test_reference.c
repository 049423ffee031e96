/* SPDX-License-Identifier: MIT */
/* test_reference.c - every model against its reference solution, with every method that is meant
 * for it.
 *
 * The files in tests/data/reference were computed by other solvers with tolerances of 1e-10 and
 * less. The error is
 *     sqrt(sum (x - ref)^2 / sum ref^2)                                          [dmk18, Eq. 20]
 * over all instants and the columns named. It is printed, must stay below a bound (twice what
 * was measured), and must fall when the quantum is divided by ten. How fast it falls depends on
 * the model: a front, a switching edge or a relaxation oscillation displaced in time is a large
 * error at a few instants. */
#include "models.h"
#include "reference.h"
#include "testing.h"

/* ---- The error of one run -------------------------------------------------------------------- */

struct subject {
    const char *model, *reference, *columns; /* columns: prefix of their names, NULL: all      */
    int32_t n;
    double until, scale; /* absolute quantum: scale times the relative one */
    saltus_rule rule;    /* for a state of another size: its abs is a factor, too              */
};

static double error_of(const struct subject *c, const char *method, double tol,
                       const struct reference *ref)
{
    saltus_model *m = models_make(c->model, c->n);
    saltus_options o = saltus_defaults();
    saltus_rule rule = c->rule;
    saltus_sim *s = NULL;
    saltus_stats stats = {0};
    struct reference_error error = {.rel = NAN};
    CHECK(m != NULL);
    o.method = method;
    o.rel = tol;
    o.abs = tol * c->scale;
    o.max_events = 5000000;
    rule.abs *= tol;
    o.rules = &rule;
    o.n_rules = rule.pattern != NULL;
    if (saltus_sim_new(m, &o, &s) == SALTUS_OK) {
        if (reference_compare(s, ref, c->columns, c->until, &error) != SALTUS_OK) error.rel = NAN;
        stats = saltus_sim_stats(s);
    }
    saltus_sim_free(s);
    models_free(m);
    printf("  %-11s %-7g %8llu steps, error %.2g\n", method, tol, (unsigned long long)stats.steps,
           error.rel);
    return error.rel;
}

struct expectation {
    const char *method;
    double tol, coarse, fine; /* bounds of the error with tol and tol/10 */
};

static void check(const struct subject *c, const struct expectation *e, size_t n)
{
    struct reference ref;
    if (!reference_read(&ref, TEST_DATA "/reference", c->reference)) FAIL("%s", c->reference);
    for (size_t k = 0; k < n; k++) {
        double coarse = error_of(c, e[k].method, e[k].tol, &ref);
        double fine = error_of(c, e[k].method, e[k].tol / 10, &ref);
        CHECK_LE(coarse, e[k].coarse);
        CHECK_LE(fine, e[k].fine);
        CHECK_LE(fine, 0.7 * coarse);
    }
    reference_free(&ref);
}
#define CHECK_ALL(subject, list) check(&(subject), list, sizeof(list) / sizeof *(list))

TEST(stiff2)
{
    static const struct subject c = {"stiff2", "lin2", NULL, 0, 1000, 1, {0}};
    static const struct expectation list[] = {
        {"qss1", 0.01, 7.8e-3, 9.6e-4},       {"qss2", 0.01, 9e-3, 8.8e-4},
        {"bqss", 0.01, 1.4e-2, 1.2e-3},       {"cqss", 0.01, 1.3e-2, 7.8e-4},
        {"liqss1", 0.01, 1.4e-2, 1.2e-3},     {"liqss1-2018", 0.01, 2.6e-2, 2.6e-3},
        {"mliqss1", 0.01, 1.8e-2, 2.2e-3},    {"liqss2", 0.001, 2.4e-3, 2.2e-4},
        {"liqss2-2013", 0.001, 2e-3, 1.6e-4}, {"liqss3", 0.001, 2.4e-3, 2.4e-4},
        {"liqss4", 0.001, 2.6e-3, 2.4e-4},    {"mliqss2", 0.001, 6.4e-4, 1e-4},
    };
    CHECK_ALL(c, list);
}

TEST(d4)
{
    static const struct subject c = {"d4", "d4", "x1", 0, 500, 1, {"x3", NULL, 0, 5e-6}};
    static const struct expectation list[] = {
        {"bqss", 0.01, 3e-2, 2.8e-3},         {"cqss", 0.01, 4.2e-3, 1.5e-4},
        {"liqss1", 0.01, 3e-2, 2.8e-3},       {"liqss1-2018", 0.01, 5.4e-2, 5.2e-3},
        {"mliqss1", 0.01, 5.4e-2, 5.2e-3},    {"liqss2", 0.001, 3.8e-3, 3.6e-4},
        {"liqss2-2013", 0.001, 4e-3, 3.6e-4}, {"liqss3", 0.001, 5.6e-3, 4.6e-4},
        {"liqss4", 0.001, 4.4e-3, 4.6e-4},    {"mliqss2", 0.001, 4.2e-3, 4.2e-4},
    };
    CHECK_ALL(c, list);
}

/* Before the quantum is small enough to hit the jumps within an interval, the error says
 * nothing. */
TEST(van_der_pol)
{
    static const struct subject c = {"vanderpol", "vdp", "x1", 0, 4000, 1e-3, {0}};
    static const struct expectation list[] = {
        {"liqss2", 0.0001, 3e-4, 2.6e-5},    {"liqss2-2013", 0.0001, 2.4e-4, 2e-5},
        {"liqss3", 0.0001, 9.2e-4, 7.6e-5},  {"liqss4", 0.0001, 7.4e-4, 9.4e-5},
        {"mliqss2", 0.0001, 1.4e-4, 2.4e-5},
    };
    CHECK_ALL(c, list);
}

TEST(transmission_line)
{
    static const struct subject c = {"tline", "tline", "u", 0, 100, 1, {"u[40]", NULL, 0, 1e-3}};
    static const struct expectation list[] = {
        {"cqss", 0.05, 9.8e-2, 4.4e-3},       {"liqss2", 0.001, 8.8e-2, 8.2e-3},
        {"liqss2-2013", 0.001, 7.8e-2, 8e-3}, {"liqss3", 0.001, 9.4e-2, 9.2e-3},
        {"liqss4", 0.001, 1.1e-1, 1e-2},      {"mliqss2", 0.001, 8.6e-2, 8.2e-3},
    };
    CHECK_ALL(c, list);
}

TEST(buck)
{
    static const struct subject c = {"buck", "buck", NULL, 0, 0.01, 1, {0}};
    static const struct expectation list[] = {
        {"bqss", 0.01, 6.8e-2, 6.2e-3},        {"cqss", 0.01, 1e-3, 6.2e-5},
        {"liqss1-2018", 0.01, 1.2e-2, 7.8e-4}, {"mliqss1", 0.01, 1.2e-2, 7.8e-4},
        {"liqss2", 0.001, 1.4e-3, 1.4e-4},     {"liqss2-2013", 0.001, 1.2e-3, 1.2e-4},
        {"liqss3", 0.001, 1.2e-3, 9.4e-5},     {"liqss4", 0.001, 7.2e-4, 1.5e-4},
        {"mliqss2", 0.001, 1.5e-3, 1.4e-4},
    };
    CHECK_ALL(c, list);
}

TEST(motor)
{
    static const struct subject c = {"motor", "motor", NULL, 0, 0.3, 1, {0}};
    static const struct expectation list[] = {
        {"liqss2", 0.001, 1.2e-3, 1.7e-4}, {"liqss2-2013", 0.001, 2.4e-3, 2.2e-4},
        {"liqss3", 0.001, 9e-4, 4.4e-5},   {"liqss4", 0.001, 1.6e-3, 8.8e-5},
        {"mliqss2", 0.001, 7e-4, 8.4e-5},
    };
    CHECK_ALL(c, list);
}

/* A chain of 100 is the beginning of a chain of 500. First-order methods are left out: with 1e-2
 * none of them carries the pulse to the end, bqss and cqss not even with 1e-3. */
TEST(inverters)
{
    static const struct subject c = {"inverters", "inverter", NULL, 100, 40, 1, {0}};
    static const struct expectation list[] = {
        {"liqss2", 0.001, 3e-2, 2e-3},     {"liqss2-2013", 0.001, 1.6e-2, 1.8e-3},
        {"liqss3", 0.001, 1.6e-2, 6.4e-4}, {"liqss4", 0.001, 1.7e-2, 1.9e-3},
        {"mliqss2", 0.001, 3e-2, 2e-3},
    };
    CHECK_ALL(c, list);
}

TEST(advection_diffusion_reaction)
{
    static const struct subject c = {"adr", "adr", NULL, 0, 10, 1, {0}};
    static const struct expectation list[] = {
        {"liqss2", 0.0001, 2.8e-3, 2.6e-4},  {"liqss2-2013", 0.0001, 3.2e-3, 3e-4},
        {"liqss3", 0.0001, 2.6e-3, 2.6e-4},  {"liqss4", 0.0001, 1.7e-3, 1.1e-4},
        {"mliqss2", 0.0001, 2.8e-3, 2.6e-4},
    };
    CHECK_ALL(c, list);
}

/* The diagonal is not where this model is stiff: it takes pairs. */
TEST(cuk)
{
    static const struct subject c = {"cuk", "cuk", "uC2", 0, 0.02, 1, {0}};
    static const struct expectation list[] = {
        {"mliqss2", 0.001, 5e-3, 4.4e-4},
    };
    CHECK_ALL(c, list);
}

/* The same here: liqss2 takes more than 60 times as many steps as mliqss2. */
TEST(tyson)
{
    static const struct subject c = {"tyson", "tyson", "M_", 0, 50, 0.1, {0}};
    static const struct expectation list[] = {
        {"liqss3", 0.001, 8.2e-2, 9.6e-3},
        {"liqss4", 0.001, 7.4e-2, 9.6e-3},
        {"mliqss2", 0.001, 7.8e-2, 7e-3},
    };
    CHECK_ALL(c, list);
}

/* ---- No stiffness: the closed form 4 cos t of the oscillator --------------------------------- */

static double oscillator_error(const char *method, double tol)
{
    saltus_model *m = models_make("oscillator", 0);
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    double worst = NAN;
    CHECK(m != NULL);
    o.method = method;
    o.rel = 0;
    o.abs = tol;
    if (saltus_sim_new(m, &o, &s) == SALTUS_OK) worst = 0;
    for (int k = 0; k <= 200 && worst >= 0; k++) {
        double t = 0.1 * k;
        if (saltus_sim_run(s, t) != SALTUS_OK) worst = NAN;
        worst = fmax(worst, fabs(saltus_sim_value(s, 0, t) - 4 * cos(t)));
    }
    saltus_sim_free(s);
    models_free(m);
    printf("  %-11s %-7g largest error %.2g\n", method, tol, worst);
    return worst;
}

TEST(oscillator)
{
    static const struct expectation list[] = {
        {"qss1", 0.01, 2.4e-1, 2.4e-2},    {"cqss", 0.01, 4.2e-3, 3e-4},
        {"qss2", 0.001, 1.5e-2, 1.5e-3},   {"qss3", 0.001, 1.2e-2, 1.2e-3},
        {"qss4", 0.001, 1e-2, 9.2e-4},     {"liqss2", 0.001, 3.2e-2, 3e-3},
        {"liqss3", 0.001, 3.6e-2, 3.6e-3}, {"mliqss2", 0.001, 3.2e-2, 3e-3},
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        double coarse = oscillator_error(list[k].method, list[k].tol);
        double fine = oscillator_error(list[k].method, list[k].tol / 10);
        CHECK_LE(coarse, list[k].coarse);
        CHECK_LE(fine, list[k].fine);
        CHECK_LE(fine, 0.3 * coarse);
    }
}

TEST_MAIN()
