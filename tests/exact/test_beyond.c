/* SPDX-License-Identifier: MIT */
/* test_beyond.c - a branch that has no value beyond its relation: `if h > 0 then sqrt(h) else 0` and
 * its relatives, by every method, from derivatives, guards, sums and delayed expressions. A step may
 * pass the zero before its event is handled; the run goes on all the same. */
#include "saltus.h"
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "testing.h"

static const char *const methods[] = {
    "auto", "rliqss2", "liqss1",      "liqss2", "liqss3",   "liqss4",   "mliqss2", "qss1",
    "qss2", "qss3",    "qss4",        "bqss",   "cqss",     "abm",      "radau5",  "rodas4",
    "rk5",  "cvode",   "cvode-adams", "ida",    "esdirk32", "esdirk43", "dopri5"};
enum { METHODS = sizeof methods / sizeof *methods, FIRST_CLASSIC = 17 };

/* Model, when, variable, value. */
struct fall {
    const char *text;
    double t;
    const char *name;
    double value;
};

#define H "model m Real h(start = 1, fixed = true); "

static const struct fall falls[] = {
    {H "equation der(h) = -(if h > 0 then sqrt(h) else 0); end m;", 1.5, "h", 0.0625},
    {H "equation der(h) = -(if h > 0 then sqrt(h) else 0); end m;", 8, "h", 0},
    /* sqrt(h) = 1 - (t + 0.1 (1 - cos t))/2 until it is 0, at 1.87 */
    {H "equation der(h) = -(if h > 0 then sqrt(h) else 0)*(1 + 0.1*sin(time)); end m;", 1, "h",
     0.22754342},
    {H "equation der(h) = -(if h > 0 then sqrt(h) else 0)*(1 + 0.1*sin(time)); end m;", 8, "h", 0},
    {H "equation der(h) = -sqrt(max(h, 0))*(1 + 0.1*sin(time)); end m;", 8, "h", 0},
    /* empty after 2 (1 - 0.3 log(1.3/0.3)) */
    {H "equation der(h) = -0.3 - (if h <= 0 then 0 else sqrt(h)); end m;", 8, "h", -2.0639405},
    /* h^(3/2) = 1 - 1.5 t */
    {H "equation der(h) = if h > 0 then -1/sqrt(h) else -1; end m;", 2, "h", -4.0 / 3},
    /* through 0, to where sqrt(-h) = 0.5 */
    {H "equation der(h) = -sign(h)*sqrt(abs(h)) - 0.5; end m;", 12, "h", -0.25},
    /* a guard behind the root: it is 0.3 when t + 0.1 (1 - cos t) = 1.4 */
    {"model m Real h(start = 1, fixed = true), d(start = 0, fixed = true); "
     "equation der(h) = -sqrt(max(h, 0))*(1 + 0.1*sin(time)); "
     "when sqrt(if h > 0 then h else 0) < 0.3 then d = time; end when; end m;",
     8, "d", 1.3243919},
    /* what has flowed comes half a unit later */
    {"model m Real h(start = 1, fixed = true), y(start = 0, fixed = true); "
     "equation der(h) = -sqrt(max(h, 0)); der(y) = delay(sqrt(max(h, 0)), 0.5); end m;",
     8, "y", 1.5},
    /* a sum of 20: the rows i empty at 2 sqrt(i/20), and all that they had is in y */
    {"model m Real u[20](start = {i/20 for i in 1:20}, each fixed = true), y(start = 0, fixed = "
     "true); equation for i in 1:20 loop der(u[i]) = -(if u[i] > 0 then sqrt(u[i]) else 0); end "
     "for; "
     "der(y) = sum(if u[i] > 0 then sqrt(u[i]) else 0 for i in 1:20); end m;",
     3, "y", 10.5},
};
enum { FALLS = sizeof falls / sizeof *falls };

static void ignore(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static double run(const saltus_model *m, const char *method, const struct fall *f)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    saltus_status status;
    double value = NAN;
    o.engine = saltus_classic();
    o.method = method;
    o.diag = ignore;
    o.rel = 1e-4;
    o.abs = 1e-6;
    status = saltus_sim_new(m, &o, &s);
    if (status == SALTUS_OK) status = saltus_sim_run(s, f->t);
    if (status == SALTUS_OK) value = saltus_sim_value(s, saltus_sim_find(s, f->name), f->t);
    saltus_sim_free(s);
    return value;
}

TEST(beyond_relations)
{
    saltus_compile_options o = saltus_compile_defaults();
    o.backend = SALTUS_INTERPRETED;
    for (int j = 0; j < FALLS; j++) {
        const struct fall *f = &falls[j];
        saltus_compiled *c = NULL;
        CHECK_EQ_INT(saltus_compile_text("m.mo", f->text, strlen(f->text), &o, &c), SALTUS_OK);
        for (int k = 0; k < METHODS; k++) {
            double v;
            if (k >= FIRST_CLASSIC && !saltus_classic_version()) break;
            v = run(saltus_compiled_model(c), methods[k], f);
            if (!(fabs(v - f->value) <= 3e-3 * fmax(1, fabs(f->value))))
                printf("  model %d, %s: %s is %.9g, not %.9g\n", j, methods[k], f->name, v,
                       f->value);
            CHECK_LE(fabs(v - f->value), 3e-3 * fmax(1, fabs(f->value)));
        }
        saltus_compiled_free(c);
    }
}

/* What has no value on either side is an error, as before. */
TEST(beyond_nothing)
{
    static const char text[] =
        H "equation der(h) = -1 - (if h > 0 then sqrt(h) else log(h)); end m;";
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    o.backend = SALTUS_INTERPRETED;
    CHECK_EQ_INT(saltus_compile_text("m.mo", text, strlen(text), &o, &c), SALTUS_OK);
    for (int k = 0; k < METHODS; k++) {
        saltus_options so = saltus_defaults();
        saltus_sim *s = NULL;
        if (k >= FIRST_CLASSIC && !saltus_classic_version()) break;
        so.engine = saltus_classic();
        so.method = methods[k];
        so.diag = ignore;
        CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &so, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 4), SALTUS_ENAN);
        saltus_sim_free(s);
    }
    saltus_compiled_free(c);
}

TEST_MAIN()
