/* SPDX-License-Identifier: MIT */
/* test_unit.c - units: what texts mean, what agrees, how they are written. */
#include "check/unit/unit.h"
#include "lang_test.h"
#include "testing.h"

static int equal(const char *a, const char *b)
{
    struct unit x = unit_parse(a), y = unit_parse(b);
    CHECK(x.known && y.known);
    return unit_agree(x, y);
}

TEST(derived_units_are_products_of_base_units)
{
    CHECK(equal("V", "kg.m2/(s3.A)"));
    CHECK(equal("Ohm", "V/A"));
    CHECK(equal("F", "A.s/V"));
    CHECK(equal("H", "Wb/A"));
    CHECK(equal("W", "J/s"));
    CHECK(equal("N.m", "J"));
    CHECK(equal("m/s2", "m.s-2"));
    CHECK(equal("rad/s", "1/s"));
    CHECK(equal("W/(m2.K)", "W/m2/K"));
    CHECK(!equal("V", "A"));
}

TEST(prefixes_and_multiples)
{
    CHECK(equal("mV", "mV"));
    CHECK(!equal("mV", "V"));
    CHECK(equal("kg", "kg"));
    CHECK(equal("min", "min") && !equal("min", "s"));
    CHECK(equal("daN", "daN") && equal("cm2", "cm2"));
    CHECK(fabs(unit_parse("cm2").factor - 1e-4) < 1e-18);
    CHECK(fabs(unit_parse("kW.h").factor - 3.6e6) < 1e-6);
}

TEST(what_is_no_unit_is_not_known)
{
    static const char *const texts[] = {"",   "foo", "V/", "V..A", "(V",
                                        "V)", "m-",  "2",  "kmin", "/s"};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
        if (unit_parse(texts[k]).known) FAIL("'%s' is taken for a unit", texts[k]);
    CHECK(!unit_parse(NULL).known);
    CHECK(unit_agree(unit_parse("foo"), unit_parse("V")));
}

TEST(arithmetic_and_text)
{
    struct compilation c;
    struct unit v = unit_parse("V"), a = unit_parse("A"), s = unit_parse("s");
    compile_open(&c);
    CHECK(strcmp(unit_text(c.m.arena, unit_times(v, a, 1)), "W") == 0);
    CHECK(strcmp(unit_text(c.m.arena, unit_times(v, a, -1)), "Ohm") == 0);
    CHECK(strcmp(unit_text(c.m.arena, unit_times(v, s, -1)), "m2.kg/(s4.A)") == 0);
    CHECK(strcmp(unit_text(c.m.arena, unit_power(v, 2, 1)), "m4.kg2/(s6.A2)") == 0);
    CHECK(unit_agree(unit_power(unit_power(v, 2, 1), 1, 2), v));
    CHECK(!unit_power(v, 1, 5).known);
    compile_close(&c);
}

TEST_MAIN()
