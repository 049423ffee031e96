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
        if (!(fabs(x - want) <= 0.01)) FAIL("%s: %.9g instead of %.9g", methods[k], x, want);
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
