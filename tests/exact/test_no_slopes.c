/* SPDX-License-Identifier: MIT */
/* test_no_slopes.c - at the edge of its domain a function may have a value and no slopes: a root of
 * the time, or of a state, where it is 0. A run begins there by every method. */
#include "saltus.h"
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "testing.h"

static const char *const methods[] = {"auto", "liqss1",   "liqss2",   "liqss3", "mliqss2",
                                      "qss1", "qss2",     "qss3",     "qss4",   "rliqss2",
                                      "abm",  "radau5",   "rodas4",   "rk5",    "cvode",
                                      "ida",  "esdirk32", "esdirk43", "dopri5", "cvode-adams"};
enum { METHODS = sizeof methods / sizeof *methods, FIRST_CLASSIC = 14 };

struct model {
    const char *states, *equations;
    double x; /* after 1 */
};

static const struct model models[] = {
    {"", "der(x) = sqrt(time);", 2. / 3},
    {"", "der(x) = time^1.5;", 0.4},
    {"", "der(x) = -x*sqrt(time) + sqrt(time);", 0.486582880967408},
    {"Real s(start = 0, fixed = true);", "der(s) = 1; der(x) = sqrt(s);", 2. / 3},
    {"Real s(start = 0, fixed = true);", "der(s) = 1; der(x) = time^1.5 + abs(s)^0.5;",
     0.4 + 2. / 3},
    {"discrete Real k(start = 0, fixed = true);",
     "der(x) = sqrt(time); when x > 0.3 then k = 1; end when;", 2. / 3}};

static saltus_compiled *compiled(const struct model *m)
{
    char text[400];
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    o.backend = SALTUS_INTERPRETED;
    snprintf(text, sizeof text,
             "model m\n  Real x(start = 0, fixed = true);\n  %s\nequation\n  %s\nend m;\n",
             m->states, m->equations);
    CHECK_EQ_INT(saltus_compile_text("m.mo", text, strlen(text), &o, &c), SALTUS_OK);
    return c;
}

TEST(no_slopes_at_the_start)
{
    for (size_t j = 0; j < sizeof models / sizeof *models; j++) {
        saltus_compiled *c = compiled(&models[j]);
        for (int k = 0; k < METHODS; k++) {
            saltus_options o = saltus_defaults();
            saltus_sim *s = NULL;
            double x;
            if (k >= FIRST_CLASSIC && !saltus_classic_version()) break;
            o.engine = saltus_classic();
            o.method = methods[k];
            o.max_events = 1000000;
            CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
            CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
            x = saltus_sim_value(s, saltus_sim_find(s, "x"), 1);
            if (!(fabs(x - models[j].x) < 5e-3)) printf("  %s, model %zu: %g\n", methods[k], j, x);
            CHECK_LE(fabs(x - models[j].x), 5e-3);
            saltus_sim_free(s);
        }
        saltus_compiled_free(c);
    }
}

TEST_MAIN()
