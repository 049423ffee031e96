/* SPDX-License-Identifier: MIT */
/* test_last_event.c - an event at the very instant at which a run stops: what is told last, and what
 * is asked for, are states, discretes and outputs after the event, by every method. A run that goes on
 * from there goes on with them. */
#include "saltus.h"
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "testing.h"

static const char *const methods[] = {"auto",  "liqss1",   "liqss2",   "qss1",   "qss2",
                                      "qss3",  "abm",      "radau5",   "rodas4", "rk5",
                                      "cvode", "esdirk32", "esdirk43", "dopri5", "ida"};
enum { METHODS = sizeof methods / sizeof *methods, FIRST_CLASSIC = 10 };

static const char text[] = "model m\n"
                           "  Real x(start = 0, fixed = true), z(start = 0, fixed = true), y;\n"
                           "  discrete Real d(start = 0, fixed = true);\n"
                           "equation\n"
                           "  der(x) = 1;\n"
                           "  der(z) = x;\n"
                           "  y = x + 10*d;\n"
                           "  when %s then d = pre(d) + 1; reinit(x, 5); end when;\n"
                           "end m;\n";

struct last {
    int32_t x, d, y;
    double of_x, of_d, of_y;
};

static int sink(void *user, double t, int32_t var, const double *c, int order)
{
    struct last *l = user;
    (void)t, (void)order;
    if (var == l->x) l->of_x = c[0];
    if (var == l->d) l->of_d = c[0];
    if (var == l->y) l->of_y = c[0];
    return 0;
}

static void check(const saltus_compiled *c, const char *method)
{
    const saltus_model *m = saltus_compiled_model(c);
    struct last l = {
        saltus_model_find(m, "x"), saltus_model_find(m, "d"), saltus_model_find(m, "y"), 0, 0, 0};
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.engine = saltus_classic();
    o.method = method;
    o.sink = sink;
    o.user = &l;
    o.outputs = &l.y;
    o.n_outputs = 1;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
    CHECK_CLOSE(l.of_x, 5, 1e-12);
    CHECK_CLOSE(l.of_d, 1, 1e-12);
    CHECK_CLOSE(l.of_y, 15, 1e-12);
    CHECK_CLOSE(saltus_sim_value(s, l.x, 1), 5, 1e-12);
    CHECK_CLOSE(saltus_sim_value(s, l.y, 1), 15, 1e-12);
    CHECK_EQ_INT(saltus_sim_run(s, 1.5), SALTUS_OK);
    CHECK_CLOSE(saltus_sim_value(s, l.x, 1.5), 5.5, 1e-2);
    CHECK_EQ_INT(saltus_sim_finish(s), SALTUS_OK);
    saltus_sim_free(s);
}

TEST(last_event_is_told)
{
    static const char *const when[] = {"time >= 1", "sample(1, 1)"};
    for (int j = 0; j < 2; j++) {
        char model[500];
        saltus_compile_options o = saltus_compile_defaults();
        saltus_compiled *c = NULL;
        o.backend = SALTUS_INTERPRETED;
        snprintf(model, sizeof model, text, when[j]);
        CHECK_EQ_INT(saltus_compile_text("m.mo", model, strlen(model), &o, &c), SALTUS_OK);
        for (int k = 0; k < METHODS; k++)
            if (k < FIRST_CLASSIC || saltus_classic_version()) check(c, methods[k]);
        saltus_compiled_free(c);
    }
}

TEST_MAIN()
