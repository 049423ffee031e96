/* SPDX-License-Identifier: MIT */
/* Diagrams with functions that are flat now and steep later: no method sleeps through them. */
#include "saltus_diagram.h"
#include "testing.h"

#include <unistd.h>

/* x(10) of x' = y, where s is a ramp from 0 and y what these blocks and wires make of it. */
static double integral(const char *blocks, const char *wires, const char *method)
{
    char path[] = "/tmp/saltus_certainXXXXXX";
    saltus_diagram_options o = saltus_diagram_defaults();
    saltus_options r = saltus_defaults();
    saltus_diagram *d;
    saltus_sim *s;
    double x;
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    CHECK(f != NULL);
    fprintf(f,
            "{\"saltus\": 1, \"blocks\": {\"one\": {\"block\": \"constant\", \"value\": 1}, \"s\": "
            "{\"block\": \"integrator\", \"start\": 0}, \"x\": {\"block\": \"integrator\", "
            "\"start\": 0}, %s}, "
            "\"wires\": [\"one -> s\", %s]}",
            blocks, wires);
    fclose(f);
    CHECK(saltus_diagram_load(path, &o, &d) >= 0);
    unlink(path);
    r.method = method, r.rel = 1e-4, r.abs = 1e-6;
    CHECK(saltus_sim_new(saltus_diagram_model(d), &r, &s) >= 0);
    CHECK(saltus_sim_run(s, 10) >= 0);
    x = saltus_sim_value(s, saltus_sim_find(s, "x"), 10);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    return x;
}

static const char *const methods[] = {"qss1", "qss2", "qss3", "liqss2", "auto"};

static void integrates(const char *blocks, const char *wires, double want)
{
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        double x = integral(blocks, wires, methods[k]);
        if (!(fabs(x - want) <= 0.01 * fmax(1, want / 10)))
            FAIL("%s: %.9g instead of %.9g", methods[k], x, want);
    }
}

TEST(a_steep_sigmoid)
{
    integrates(
        "\"m\": {\"block\": \"offset\", \"b\": -5}, \"y\": {\"block\": \"sigmoid\", \"k\": 20}",
        "\"s -> m\", \"m -> y\", \"y -> x\"", 5);
}

TEST(a_narrow_gauss)
{
    integrates(
        "\"m\": {\"block\": \"offset\", \"b\": -5}, \"g\": {\"block\": \"gain\", \"k\": 2}, \"p\": "
        "{\"block\": \"power\", \"exponent\": 2}, \"n\": {\"block\": \"negate\"}, \"y\": "
        "{\"block\": \"exp\"}",
        "\"s -> m\", \"m -> g\", \"g -> p\", \"p -> n\", \"n -> y\", \"y -> x\"", 0.886226925);
}

TEST(a_tanh_of_a_ramp)
{
    integrates("\"m\": {\"block\": \"offset\", \"b\": -5}, \"g\": {\"block\": \"gain\", \"k\": "
               "30}, \"t\": "
               "{\"block\": \"tanh\"}, \"y\": {\"block\": \"offset\", \"b\": 1}",
               "\"s -> m\", \"m -> g\", \"g -> t\", \"t -> y\", \"y -> x\"", 10);
}

/* ---- Expressions, blocks with modes, embedded models ---------------------------------------- */

#define EXPRESSION(text)                                                                           \
    "\"y\": {\"block\": \"expression\", \"inputs\": [\"u\"], \"y\": \"" text "\"}"
#define INTO_X "\"s -> y.u\", \"y -> x\""

TEST(an_expression_with_a_steep_sigmoid)
{
    integrates(EXPRESSION("1/(1 + exp(-20*(u - 5)))"), INTO_X, 5);
    integrates(EXPRESSION("1/(1 + exp(-1000*(u - 5)))"), INTO_X, 5); /* slopes overflow */
}

TEST(an_expression_with_a_gauss_of_time)
{
    integrates("\"y\": {\"block\": \"expression\", \"y\": \"exp(-((time - 5)/0.05)^2)\"}",
               "\"y -> x\"", 0.0886226925);
}

TEST(an_expression_of_a_diode)
{
    integrates(EXPRESSION("1e-14*(exp(0.08*u/0.025) - 1)"), INTO_X, 1e-14 / 3.2 * (exp(32) - 1));
}

TEST(an_expression_with_a_kink)
{
    integrates(EXPRESSION("noEvent(if u < 5 then 0 else 10*(u - 5))"), INTO_X, 125);
}

TEST(guards_of_expressions)
{
    integrates(EXPRESSION("if u^5 > 1e4 then 1 else 0"), INTO_X, 10 - pow(1e4, 0.2));
    integrates(EXPRESSION("if tanh((u - 5)*50) > 0 then 1 else 0"), INTO_X, 5);
    integrates(EXPRESSION("if atan((u - 5)*1000) > 1 then 1 else 0"), INTO_X, 5);
}

TEST(a_saturation_behind_a_ninth_power)
{
    double a = 10 * pow(0.1, 1.0 / 9), b = 10 * pow(0.5, 1.0 / 9);
    integrates(
        "\"p\": {\"block\": \"power\", \"exponent\": 9}, \"g\": {\"block\": \"gain\", \"k\": "
        "1e-9}, \"y\": {\"block\": \"saturation\", \"low\": 0.1, \"high\": 0.5}",
        "\"s -> p\", \"p -> g\", \"g -> y\", \"y -> x\"",
        0.1 * a + 1e-10 * (pow(b, 10) - pow(a, 10)) + 0.5 * (10 - b));
}

/* Two read the same function; one asks it for newer series all the time. */
TEST(a_reader_that_asks_hides_nothing_from_others)
{
    integrates(
        "\"m\": {\"block\": \"offset\", \"b\": -5}, \"f\": {\"block\": \"sigmoid\", \"k\": 20}, "
        "\"d\": {\"block\": \"delay\", \"lag\": 0.001}, \"z\": {\"block\": \"scope\"}, \"y\": "
        "{\"block\": \"max\"}, \"o\": {\"block\": \"constant\", \"value\": 0}",
        "\"s -> m\", \"m -> f\", \"f -> d\", \"d -> z\", \"f -> y.u1\", \"o -> y.u2\", \"y -> x\"",
        5);
}

/* A current of nanoamperes into a picofarad: far below the absolute tolerance of the run. */
TEST(small_units)
{
    integrates(
        "\"m\": {\"block\": \"offset\", \"b\": -5}, \"f\": {\"block\": \"tanh\"}, \"n\": "
        "{\"block\": "
        "\"gain\", \"k\": 1e-9}, \"q\": {\"block\": \"square\"}, \"c\": {\"block\": \"gain\", "
        "\"k\": 1e18}",
        "\"s -> m\", \"m -> f\", \"f -> n\", \"n -> q\", \"q -> c\", \"c -> x\"", 10 - 2 * tanh(5));
}

/* A square root begins with an infinite slope. */
TEST(a_square_root_from_0)
{
    integrates("\"y\": {\"block\": \"sqrt\"}", "\"s -> y\", \"y -> x\"", 2.0 / 3 * pow(10, 1.5));
}

static double hill(void)
{
    double sum = 0;
    for (int k = 0; k < 100000; k++) {
        double s = (k + 0.5) / 10000, p = pow(s, 5);
        sum += p / (3125 + p) / 10000;
    }
    return sum;
}

TEST(a_hill_function)
{
    integrates("\"p\": {\"block\": \"power\", \"exponent\": 5}, \"q\": {\"block\": \"offset\", "
               "\"b\": 3125}, "
               "\"y\": {\"block\": \"divide\"}",
               "\"s -> p\", \"p -> q\", \"p -> y.u1\", \"q -> y.u2\", \"y -> x\"", hill());
}

TEST_MAIN()
