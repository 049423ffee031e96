/* SPDX-License-Identifier: MIT */
/* test_clock.c - long runs and late ones: nothing is lost when the clock is large, and what is
 * conserved stays.
 *
 * A clock at T resolves T 2^-53. Where a mean step is 1e-9 T, a step is placed to 1e-7 of its
 * length, and values differ by the way a state makes in that time. Allowed are 1e-2 quanta and,
 * as roundings add up at random, sqrt(steps) such ways; 1 % of the steps, as some nearly
 * coincide. After a pair step of mLIQSS both partners reach their contact at one instant; which
 * is served first is up to rounding, and the runs part: there only the error bound of both
 * remains. */
#include "models.h"
#include "saltus.h"
#include "testing.h"

#define RADIUS hypot(3.9137, 0.01234) /* of the oscillator */

static saltus_sim *open_run(const saltus_model *m, const char *method, double quantum, double t0)
{
    saltus_options o = saltus_defaults();
    saltus_set off[] = {{"x1", 3.9137}, {"x2", 0.01234}}; /* no symmetry, no ties */
    saltus_sim *s = NULL;
    o.sets = off;
    o.n_sets = strcmp(m->name, "oscillator") == 0 ? 2 : 0;
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    o.t0 = t0;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    return s;
}

/* ---- Late starts ---------------------------------------------------------------------------- */

struct late {
    const char *model, *method;
    double quantum, until;
};

enum { SPEED = 4 }; /* of the oscillator, the fastest to move here */

/* The clock starts at 1e9 mean steps, a power of two, so that both runs stop at the same
 * instants. */
static void check_late(const struct late *c)
{
    saltus_model *m = models_make(c->model, 0);
    saltus_sim *a = open_run(m, c->method, c->quantum, 0), *b;
    int32_t n = saltus_sim_count(a, SALTUS_STATE);
    int pairs = strstr(c->method, "mliqss") != NULL;
    double mean, t0, steps, late;
    CHECK_EQ_INT(saltus_sim_run(a, c->until), SALTUS_OK);
    steps = (double)saltus_sim_stats(a).steps;
    mean = c->until / (steps / n);
    t0 = ldexp(1, (int)ceil(log2(1e9 * mean)));
    saltus_sim_free(a);
    a = open_run(m, c->method, c->quantum, 0);
    b = open_run(m, c->method, c->quantum, t0);
    for (int k = 1; k <= 64; k++) {
        double t = c->until * k / 64;
        CHECK_EQ_INT(saltus_sim_run(a, t), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(b, t0 + t), SALTUS_OK);
        for (int32_t i = 0; i < n; i++) {
            double d = saltus_sim_value(a, i, t) - saltus_sim_value(b, i, t0 + t);
            if (!(fabs(d) <= (pairs ? 4 : 1e-2) * c->quantum + sqrt(steps) * SPEED * t0 * 0x1p-53))
                FAIL("%s, %s: %g quanta apart at %g", c->model, c->method, d / c->quantum, t);
        }
    }
    late = (double)saltus_sim_stats(b).steps;
    if (!pairs && fabs(late - steps) > 2 + 1e-2 * steps)
        FAIL("%s, %s: %g steps, late %g", c->model, c->method, steps, late);
    saltus_sim_free(a);
    saltus_sim_free(b);
    models_free(m);
}

TEST(a_late_start_loses_nothing)
{
    static const struct late cases[] = {
        {"stiff2", "liqss1", 1e-2, 256},         {"stiff2", "liqss2", 1e-3, 256},
        {"stiff2", "mliqss2", 1e-3, 256},        {"stiff2", "liqss3", 1e-3, 256},
        {"stiff2", "bqss", 1e-2, 256},           {"oscillator", "qss1", 1e-2, 64},
        {"oscillator", "qss2", 1e-4, 64},        {"oscillator", "qss3", 1e-5, 64},
        {"oscillator", "qss4", 1e-6, 64},        {"oscillator", "cqss", 1e-2, 64},
        {"oscillator", "liqss1-2018", 1e-2, 64}, {"pair", "mliqss1", 1e-2, 16},
        {"appendix_a", "liqss4", 1e-6, 16},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check_late(&cases[k]);
}

/* The extreme: steps of a few units in the last place of the clock still end. */
TEST(the_clock_goes_on_to_the_last_place)
{
    saltus_model *m = models_make("oscillator", 0);
    saltus_sim *s = open_run(m, "qss2", 1e-4, 0x1p40); /* steps of 0.01, resolution 2.4e-4 */
    double t = 0x1p40 + 64, r;
    CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
    r = hypot(saltus_sim_value(s, 0, t), saltus_sim_value(s, 1, t));
    CHECK_LE(fabs(r - RADIUS), 0.05);
    saltus_sim_free(s);
    models_free(m);
}

/* ---- What is conserved ---------------------------------------------------------------------- */

/* CQSS [mkc12, sect. 5]: between levels the energy of the oscillator returns; what it loses
 * where a state turns has no sign. 10^6 steps, 1/quantum = 100: some 600 turns a second; within
 * two quanta all the time. */
TEST(cqss_keeps_the_amplitude_over_a_million_steps)
{
    saltus_model *m = models_make("oscillator", 0);
    saltus_sim *s = open_run(m, "cqss", 1e-2, 0);
    double worst = 0, t = 0;
    while (saltus_sim_stats(s).steps < 1000000) {
        t += 0.37;
        CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
        worst =
            fmax(worst, fabs(hypot(saltus_sim_value(s, 0, t), saltus_sim_value(s, 1, t)) - RADIUS));
    }
    CHECK_LE(worst, 2e-2);
    saltus_sim_free(s);
    models_free(m);
}

/* x1 + x2 - x3 = 2: its derivative vanishes for whatever q the three derivatives see. */
TEST(d4_keeps_its_sum)
{
    static const char *const methods[] = {"qss2",    "liqss1", "liqss2",
                                          "mliqss2", "liqss3", "liqss4"};
    saltus_model *m = models_make("d4", 0);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        saltus_sim *s = open_run(m, methods[k], 1e-6, 0);
        for (double t = 1; t <= 20; t++) {
            double sum;
            CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
            sum = saltus_sim_value(s, 0, t) + saltus_sim_value(s, 1, t) - saltus_sim_value(s, 2, t);
            if (!(fabs(sum - 2) <= 4e-6)) FAIL("%s: %.17g at %g", methods[k], sum, t);
        }
        saltus_sim_free(s);
    }
    models_free(m);
}

/* C2 + CP + pM + M = 1 in each cell. */
TEST(tyson_keeps_its_total)
{
    static const char *const methods[] = {"liqss2", "mliqss2", "mliqss1"};
    saltus_model *m = models_make("tyson", 3);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        double quantum = k == 2 ? 1e-4 : 1e-5;
        saltus_sim *s = open_run(m, methods[k], quantum, 0);
        for (double t = 1; t <= 40; t++) {
            CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
            for (int32_t c = 0; c < 3; c++) {
                double sum = 0;
                for (int32_t j = 0; j < 4; j++) sum += saltus_sim_value(s, 3 * j + c, t);
                if (!(fabs(sum - 1) <= 4 * quantum)) FAIL("%s: %.17g at %g", methods[k], sum, t);
            }
        }
        saltus_sim_free(s);
    }
    models_free(m);
}

TEST_MAIN()
