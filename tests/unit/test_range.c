/* SPDX-License-Identifier: MIT */
/* test_range.c - ranges of single expressions: how much of a series is known at kinks and jumps, how
 * tight it is, and what is opaque. */
#include "ranges.h"

static struct ranges r;
static saltus_compiled *c;
static saltus_span s[SALTUS_SERIES];
static saltus_kind asked = SALTUS_OUTPUT;

static void ignore(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* The range of y = text for x in [lo, hi], x' = [1, 1]; functions: f of the text. */
static int range_of(const char *functions, const char *text, double lo, double hi)
{
    saltus_compile_options o = saltus_compile_defaults();
    char model[4096];
    int known;
    snprintf(model, sizeof model,
             "model m\n%s  parameter Real p = 2;\n  Real x(start = 1), y;\nequation\n"
             "  der(x) = 1;\n  y = %s;\nend m;\n",
             functions, text);
    o.backend = SALTUS_INTERPRETED;
    o.diag = ignore;
    if (saltus_compile_text("m.mo", model, strlen(model), &o, &c) != SALTUS_OK)
        FAIL("does not compile:\n%s", model);
    ranges_open(&r, saltus_compiled_model(c));
    r.box.width = 2;
    r.box.t = span_make(0, 1);
    r.spans[0] = span_make(lo, hi);
    r.spans[1] = span_of(1);
    known = r.m->range(&r.box, asked, 0, SALTUS_SERIES, s);
    ranges_close(&r);
    saltus_compiled_free(c);
    return known;
}

/* So many leading coefficients are bounded, and no more. */
static void bounded(const char *text, double lo, double hi, int n)
{
    CHECK(range_of("", text, lo, hi));
    for (int k = 0; k < SALTUS_SERIES; k++)
        if (span_is_all(s[k]) != (k >= n))
            FAIL("%s: coefficient %d is [%g, %g]", text, k, s[k].lo, s[k].hi);
}

TEST(kinks_keep_the_slope)
{
    bounded("noEvent(abs(x))", -1, 2, 2);
    CHECK(s[0].lo == 0 && s[0].hi == 2 && s[1].lo == -1 && s[1].hi == 1);
    bounded("noEvent(abs(x))", 0, 2, 5);
    bounded("noEvent(max(x, 1))", 0, 2, 2);
    CHECK(s[0].lo == 1 && s[0].hi == 2 && s[1].lo == 0 && s[1].hi == 1);
    bounded("noEvent(min(x, p))", 0, 3, 2);
    bounded("noEvent(if x > 1 then 1 else x)", 0, 2, 2);
    bounded("noEvent(if x < 0 then 0 else p*x)", -1, 2, 2);
    bounded("noEvent(if x < 0 then x^2 else 3*x)", -1, 2, 2);
    bounded("noEvent(if x < 0 then x^2 else 3*x)", 1, 2, 5);
}

TEST(jumps_keep_the_value)
{
    bounded("noEvent(sign(x))", -1, 2, 1);
    bounded("noEvent(if x < 0 then 1 else 2)", -1, 2, 1);
    CHECK(s[0].lo == 1 && s[0].hi == 2);
    bounded("noEvent(floor(x))", 0.5, 1.5, 1);
    bounded("noEvent(floor(x))", 0.5, 0.75, 5);
    bounded("noEvent(if x < 0 then 1 else 2)*x^2", -1, 2, 1);
}

/* The guard of floor adds a tiny number where x is on its upper edge. */
TEST(a_single_instant_is_no_jump)
{
    CHECK(range_of("", "floor(x)", 0.5, 1.5));
    CHECK(s[0].lo == 0 && s[0].hi == 0);
    asked = SALTUS_GUARD;
    bounded("floor(x)", 0.5, 1.5, 5);
    CHECK(s[2].lo <= 1 && 1 <= s[2].hi && span_width(s[2]) < 1e-12);
    asked = SALTUS_OUTPUT;
}

TEST(powers_are_tight)
{
    CHECK(range_of("", "x^2", -1, 2) && s[0].lo == 0 && s[0].hi < 4.00001);
    CHECK(range_of("", "x^4", -2, 1) && s[0].lo == 0 && s[0].hi < 16.00001);
    CHECK(s[2].lo == 0 && s[2].hi < 24.00001);
    CHECK(range_of("", "x^3", -2, 1) && s[1].lo == 0 && s[1].hi < 12.00001);
    CHECK(range_of("", "x^(-2)", 1, 2) && s[0].lo > 0.2499 && s[0].hi < 1.00001);
    bounded("x^p", -1, 2, 5);
    bounded("1/x", -1, 2, 0);
}

/* From one infinity to the other: a slope of one sign would say that it never comes back. */
TEST(poles_are_jumps)
{
    bounded("tan(x)", 1, 2, 0);
    bounded("-tan(x)", 1, 2, 0);
    bounded("x^(-1)", -1, 2, 0);
    bounded("x^(-3)", -1, 2, 0);
    bounded("1/x", -1, 2, 0);
    bounded("1/sin(x)", -1, 2, 0);
    bounded("tan(x)", 0, 1, 5);
}

TEST(what_ends_is_zero_behind)
{
    CHECK(range_of("", "3*x + p", 0, 1));
    for (int k = 2; k < SALTUS_SERIES; k++) CHECK(span_is_zero(s[k]));
    CHECK(s[1].lo <= 3 && s[1].hi >= 3 && span_width(s[1]) < 1e-14);
}

TEST(functions_are_run_both_ways)
{
    const char *f = "function f input Real u; output Real y; algorithm y := u;\n"
                    "if u > 1 then y := 3; return; end if; y := 2*y; end f;\n";
    CHECK(range_of(f, "f(x)", 0, 0.5) && s[0].hi < 1.00001 && s[1].hi < 2.00001);
    CHECK(range_of(f, "f(x)", 2, 3) && s[0].lo == 3 && s[0].hi == 3 && span_is_zero(s[1]));
    CHECK(range_of(f, "f(x)", 0, 2) && s[0].hi < 4.00001 && span_is_all(s[1]));
}

TEST(opaque_ones_say_so)
{
    CHECK(!range_of("function f input Real u; output Real y; algorithm y := u;\n"
                    "while y*y > u loop y := y/2; end while; end f;\n",
                    "f(x)", 0, 2));
    CHECK(!range_of("function f input Real u; input Integer n; output Real y; algorithm y := u;\n"
                    "if n > 1 then y := u*f(u, n - 1); end if; end f;\n",
                    "f(x, 3)", 0, 2));
}

TEST_MAIN()
