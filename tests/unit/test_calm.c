/* SPDX-License-Identifier: MIT */
/* test_calm.c - which functions are smooth at the scale of a box, and which are not. */
#include "base/calm.h"
#include "ranges.h"

static void ignore(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* y = text, n times, for x of each between lo and hi: how many are calm? */
static int calm_of(const char *text, int n, double lo, double hi, double from, double to)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c;
    char model[2000];
    struct calm_program f[CALM_LANES];
    struct calm_signal q[CALM_LANES];
    saltus_box box = {.t = {from, to}};
    saltus_env env = {.t = from};
    bool calm[CALM_LANES];
    double p[8] = {2, 2, 2, 2, 2, 2, 2, 2}, *room;
    int count = 0;
    snprintf(model, sizeof model,
             "model m\n  parameter Real p = 2;\n  Real x[%d](each start = 1), y[%d];\nequation\n"
             "  for i in 1:%d loop\n    der(x[i]) = 1;\n    y[i] = %s;\n  end for;\nend m;\n",
             n, n, n, text);
    o.backend = SALTUS_INTERPRETED;
    o.diag = ignore;
    if (saltus_compile_text("m.mo", model, strlen(model), &o, &c) != SALTUS_OK)
        FAIL("does not compile:\n%s", model);
    env.p = p;
    env.model = saltus_compiled_model(c);
    box.env = &env;
    for (int k = 0; k < n; k++) {
        f[k] = calm_find(&box, env.model->range, SALTUS_OUTPUT, k);
        CHECK(f[k].p != NULL && calm_same(&f[0], &f[k]));
        q[k] = (struct calm_signal){lo, hi, 1};
    }
    room = calloc(calm_room(&f[0]) + 1, sizeof *room);
    calm_run(&box, f, n, q, room, calm, NULL);
    for (int k = 0; k < n; k++) count += calm[k];
    free(room);
    saltus_compiled_free(c);
    return count;
}

static void is_calm(const char *text, double lo, double hi, bool expected)
{
    for (int n = 1; n <= 5; n += 2) {
        int calm = calm_of(text, n, lo, hi, 0, 1);
        if (calm != (expected ? n : 0))
            FAIL("%s over [%g, %g]: %d of %d are calm", text, lo, hi, calm, n);
    }
}

TEST(what_is_smooth_over_the_box)
{
    is_calm("3*x[i] - x[i]^2", -100, 100, true);
    is_calm("sin(x[i])", 0, 3, true);
    is_calm("1/(1 + x[i]^2)", 1, 2, true);
    is_calm("sqrt(x[i])*x[i]", 1, 2, true);
    is_calm("exp(-x[i])", 5, 6, true);
    is_calm("x[i]^p", 1, 1.5, true);
    is_calm("1/(1 + sin(time)/2)", 0, 0, true);
    is_calm("sin(1e6*i)", 0, 100, true);
}

TEST(what_may_be_sharp_there)
{
    is_calm("sin(10*x[i])", 0, 3, false);
    is_calm("sin(x[i])*cos(x[i])*sin(2*x[i])", 0, 2.5, false);
    is_calm("1/(1 + (20*(x[i] - 5))^2)", 0, 10, false);
    is_calm("exp(-((time - 0.5)/0.01)^2)", 0, 0, false);
    is_calm("1/x[i]", -1, 1, false);
    is_calm("sqrt(x[i])", 0, 1, false);
    is_calm("tanh(50*(x[i] - 1))", 0, 2, false);
    is_calm("x[i]^40", 0.1, 2, false);
    is_calm("1/(1 + exp(-20*(x[i] - 5)))", 0, 10, false);
    is_calm("noEvent(if x[i] > 1 then 1 else 0)", 0, 2, false);
    is_calm("noEvent(abs(x[i] - 1))", 0, 2, false);
    is_calm("noEvent(max(x[i], 1))", 0, 2, false);
}

TEST(a_relation_that_holds_throughout)
{
    is_calm("noEvent(if x[i] > 1 then x[i] else 0)", 2, 3, true);
    is_calm("noEvent(abs(x[i] - 1))", 2, 3, true);
    is_calm("noEvent(max(x[i], 1))", 2, 3, true);
}

TEST_MAIN()
