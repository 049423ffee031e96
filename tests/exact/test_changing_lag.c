/* SPDX-License-Identifier: MIT */
/* test_changing_lag.c - delay(u, lag, most) with a lag that changes, for every kind of method: models as
 * text, solutions in closed form, computed beside them: e is how far y is off. */
#include "saltus.h"
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "testing.h"
#include <stdbool.h>

static const char *const methods[] = {"qss1",   "qss2",   "qss3",        "qss4",    "liqss1",
                                      "liqss2", "liqss3", "auto",        "mliqss2", "abm",
                                      "radau5", "rodas4", "rk5",         "rliqss2", "cvode",
                                      "dopri5", "ida",    "cvode-adams", "esdirk43"};
enum { METHODS = sizeof methods / sizeof *methods };

static bool is_classic(const char *method)
{
    return !strstr(method, "qss") && strcmp(method, "auto") != 0 && strcmp(method, "abm") != 0;
}

static saltus_compiled *compiled(const char *text)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    o.backend = SALTUS_INTERPRETED;
    CHECK_EQ_INT(saltus_compile_text("m.mo", text, strlen(text), &o, &c), SALTUS_OK);
    return c;
}

static char said[1000];

static void hear(void *user, const saltus_diag *d)
{
    (void)user;
    snprintf(said, sizeof said, "%s:%u %s: %s (t = %g)", d->at.file ? d->at.file : "?", d->at.line,
             d->var ? d->var : "?", d->text, d->t);
}

static saltus_sim *begin(const saltus_compiled *c, const char *method, double tol)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    if (is_classic(method) && !saltus_classic_version()) return NULL;
    o.engine = saltus_classic();
    o.method = method;
    o.rel = tol;
    o.abs = 1e-3 * tol;
    o.diag = hear;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
    return s;
}

static double value(const saltus_sim *s, const char *name)
{
    int32_t k = saltus_sim_find(s, name);
    CHECK(k >= 0);
    return saltus_sim_value(s, k, saltus_sim_time(s));
}

/* The largest |e| at 400 instants, in tolerances. */
static void follow(const char *text, double until, double tol, double most)
{
    saltus_compiled *c = compiled(text);
    for (int k = 0; k < METHODS; k++) {
        saltus_sim *s = begin(c, methods[k], tol);
        double worst = 0, at = 0;
        for (int n = 1; s && n <= 400; n++) {
            CHECK_EQ_INT(saltus_sim_run(s, until * n / 400), SALTUS_OK);
            if (fabs(value(s, "e")) <= worst) continue;
            worst = fabs(value(s, "e"));
            at = saltus_sim_time(s);
        }
        if (s) printf("  %-11s e = %.2g at %g\n", methods[k], worst, at);
        CHECK_LE(worst, most * tol);
        saltus_sim_free(s);
    }
    saltus_compiled_free(c);
}

/* Smooth; later than the time itself moves at some instants: the past is played backwards. */
TEST(lag_of_time)
{
    follow(
        "model m\n  Real x(start = 0, fixed = true), y, e, lag;\nequation\n  der(x) = cos(time);\n"
        "  lag = 2 + 1.9*sin(3*time);\n  y = delay(x, lag, 4);\n"
        "  e = y - (if time <= lag then 0 else sin(time - lag));\nend m;\n",
        8, 1e-4, 20);
}

/* The lag touches 0. */
TEST(lag_that_vanishes)
{
    follow(
        "model m\n  Real x(start = 0, fixed = true), y, e, lag;\nequation\n  der(x) = cos(time);\n"
        "  lag = 1 + sin(time);\n  y = delay(x, lag, 2);\n"
        "  e = y - (if time <= lag then 0 else sin(time - lag));\nend m;\n",
        8, 1e-4, 20);
}

/* x' = -x(t/2): x = sum of (-t)^n/(n! 2^(n(n-1)/2)). The lag is 0 at the start. */
TEST(lag_in_a_loop)
{
    follow("model m\n  Real x(start = 1, fixed = true), e;\nequation\n"
           "  der(x) = -delay(x, time/2, 3);\n"
           "  e = x - (1 - time + time^2/4 - time^3/48 + time^4/1536 - time^5/122880"
           " + time^6/23592960 - time^7/(5040*2^21) + time^8/(40320*2^28));\nend m;\n",
           4, 1e-4, 20);
}

/* x' = x x(t - log x): with x = exp(t) what is delayed stays at the start, at a kink. */
TEST(lag_of_a_state)
{
    follow("model m\n  Real x(start = 1, fixed = true), e;\nequation\n"
           "  der(x) = x*delay(x, log(x), 3);\n  e = (x - exp(time))/exp(time);\nend m;\n",
           2.5, 1e-4, 30);
}

/* A lag that begins to grow from 0 without a slope. */
TEST(lag_that_leaves_0)
{
    follow("model m\n  Real x(start = 0, fixed = true), e;\nequation\n  der(x) = 2*time;\n"
           "  e = delay(x, x/9, 5) - (time - x/9)^2;\nend m;\n",
           3, 1e-4, 40);
}

/* The lag jumps; it is a discrete variable. */
TEST(lag_that_jumps)
{
    follow("model m\n  discrete Real T(start = 0.5, fixed = true);\n"
           "  Real x(start = 0, fixed = true), y, e;\nequation\n  der(x) = cos(time);\n"
           "  when time >= 2 then T = 1.5; elsewhen time >= 4 then T = 0.2; end when;\n"
           "  y = delay(x, T, 2);\n  e = y - (if time <= T then 0 else sin(time - T));\nend m;\n",
           8, 1e-4, 20);
}

/* A square wave, forth and back over its jumps. */
TEST(lag_over_jumps)
{
    follow(
        "model m\n  Real x[3](each start = 0, each fixed = true), y[3], lag[3], d[3], e;\n"
        "  Boolean b;\nequation\n  b = sin(2*time) > 0;\n  for i in 1:3 loop\n"
        "    lag[i] = 1 + 0.8*sin(i*1.7*time);\n"
        "    y[i] = delay(if b then 1.0 else 0.0, lag[i], 2);\n    der(x[i]) = y[i];\n"
        "    d[i] = y[i] - (if time - lag[i] <= 0 then 1 else if sin(2*(time - lag[i])) > 0 then 1 "
        "else 0);\n  end for;\n  e = abs(d[1]) + abs(d[2]) + abs(d[3]);\nend m;\n",
        8, 1e-4, 1);
}

/* A lag that reads a delay whose lag changes, and an expression that is bent. */
TEST(lag_of_a_delay)
{
    follow("model m\n  Real x(start = 0, fixed = true), y, l, e, r, w;\nequation\n  der(x) = 1;\n"
           "  r = 0.5 + 0.1*sin(time);\n  l = delay(0.5 + 0.3*sin(x), r, 1);\n"
           "  y = delay(sin(3*x), l, 1);\n"
           "  w = 0.5 + 0.3*(if time <= r then 0 else sin(time - r));\n"
           "  e = y - (if time <= w then 0 else sin(3*(time - w)));\nend m;\n",
           8, 1e-4, 30);
}

/* Events of what is delayed: each method counts them and finds the last one. */
TEST(events_behind_a_lag)
{
    saltus_compiled *c =
        compiled("model m\n  Real x(start = 0, fixed = true), y, lag;\n  Integer n(start = 0, "
                 "fixed = true);\n"
                 "  discrete Real last(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                 "  lag = 0.5 + 0.2*sin(5*time);\n  y = delay(sin(4*x), lag, 1);\n"
                 "  when y > 0.5 then n = pre(n) + 1; last = time; end when;\nend m;\n");
    for (int k = 0; k < METHODS; k++) {
        saltus_sim *s = begin(c, methods[k], 1e-4);
        double w;
        if (!s) continue;
        CHECK_EQ_INT(saltus_sim_run(s, 8), SALTUS_OK);
        CHECK(value(s, "n") == 5);
        w = value(s, "last") - 0.5 - 0.2 * sin(5 * value(s, "last"));
        CHECK_LE(fabs(sin(4 * w) - 0.5), 2e-3);
        saltus_sim_free(s);
    }
    saltus_compiled_free(c);
}

/* Out of its range: an error that names the lag, the place and the time. */
TEST(lag_out_of_range)
{
    static const char *const lags[] = {"1 - 0.25*time", "1 + 0.25*x"};
    static const char *const says[] = {"m.mo:5 lag_1: this lag is negative (t = 4",
                                       "m.mo:5 lag_1: this lag is larger than"};
    for (int n = 0; n < 2; n++) {
        char text[400];
        snprintf(text, sizeof text,
                 "model m\n  Real x(start = 0, fixed = true), y;\nequation\n  der(x) = 1;\n"
                 "  y = delay(x, %s, 2);\nend m;\n",
                 lags[n]);
        saltus_compiled *c = compiled(text);
        for (int k = 0; k < METHODS; k++) {
            saltus_sim *s = begin(c, methods[k], 1e-4);
            if (!s) continue;
            CHECK_EQ_INT(saltus_sim_run(s, 8), SALTUS_EMODEL);
            CHECK(strncmp(said, says[n], strlen(says[n])) == 0);
            CHECK_LE(fabs(saltus_sim_time(s) - 4), 0.01);
            saltus_sim_free(s);
        }
        saltus_compiled_free(c);
    }
}

TEST_MAIN()
