/* SPDX-License-Identifier: MIT */
/* Loops of static blocks through one with hysteresis: they settle, and are no algebraic loops. */
#include "saltus_diagram.h"
#include "testing.h"

#include <unistd.h>

/* A chopper from 24 V with two switches of Ron and Roff. The second is a diode: a hysteresis follows
 * its current while it conducts, and minus its voltage while it blocks, and says which. */
static const char chopper[] =
    "{\"saltus\": 1, \"parameters\": {\"Ron\": 1e-5, \"Roff\": 1e5, \"L\": 1e-4, \"C\": 1e-4, "
    "\"R\": %g}, \"blocks\": {"
    "\"pwm\": {\"block\": \"square_wave\", \"period\": 1e-4, \"duty\": 0.5, \"low\": 0, \"high\": "
    "1}, \"on\": {\"block\": \"constant\", \"value\": \"Ron\"}, \"off\": {\"block\": "
    "\"constant\", \"value\": \"Roff\"}, \"Rs\": {\"block\": \"switch\"}, \"Rd\": {\"block\": "
    "\"switch\", \"threshold\": 0}, "
    "\"v\": {\"block\": \"expression\", \"inputs\": [\"il\", \"Rs\", \"Rd\"], \"y\": \"Rd*(24 - "
    "Rs*il)/(Rs + Rd)\"}, "
    "\"id\": {\"block\": \"expression\", \"inputs\": [\"v\", \"Rd\"], \"y\": \"-v/Rd\"}, "
    "\"nv\": {\"block\": \"negate\"}, \"seen\": {\"block\": \"switch\", \"threshold\": 0}, "
    "\"h\": {\"block\": \"relay\", \"off_at\": %g, \"on_at\": 1e-6, \"off\": -1, \"on\": 1}, "
    "\"fi\": {\"block\": \"sum\", \"weights\": [\"1/L\", \"-1/L\"]}, \"fu\": {\"block\": \"sum\", "
    "\"weights\": [\"1/C\", \"-1/(R*C)\"]}, "
    "\"i\": {\"block\": \"integrator\", \"start\": 0}, \"u\": {\"block\": \"integrator\", "
    "\"start\": 0}}, "
    "\"wires\": [\"on -> Rs.u1\", \"off -> Rs.u2\", \"pwm -> Rs.control\", \"on -> Rd.u1\", \"off "
    "-> Rd.u2\", \"h -> Rd.control\", \"i -> v.il\", \"Rs -> v.Rs\", \"Rd -> v.Rd\", \"v -> "
    "id.v\", \"Rd -> id.Rd\", \"v -> nv\", \"id -> seen.u1\", \"nv -> seen.u2\", \"h -> "
    "seen.control\", \"seen -> h\", \"v -> fi.u1\", \"u -> fi.u2\", \"i -> fu.u1\", \"u -> "
    "fu.u2\", \"fi -> i\", \"fu -> u\"]}";

static void quiet(void *user, const saltus_diag *d)
{
    snprintf(user, 400, "%s", d->text);
}

static saltus_status run(double load, double off_at, const char *method, double *u, char *said)
{
    char path[] = "/tmp/saltus_loopXXXXXX";
    saltus_diagram_options o = saltus_diagram_defaults();
    saltus_options r = saltus_defaults();
    saltus_diagram *d;
    saltus_sim *s = NULL;
    saltus_status st;
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    CHECK(f != NULL);
    fprintf(f, chopper, load, off_at);
    fclose(f);
    o.diag = quiet, o.user = said;
    st = saltus_diagram_load(path, &o, &d);
    unlink(path);
    if (st < 0) return st;
    r.method = method, r.rel = 1e-4, r.abs = 1e-5, r.max_events = 10000000;
    r.diag = quiet, r.user = said;
    st = saltus_sim_new(saltus_diagram_model(d), &r, &s);
    if (st >= 0) st = saltus_sim_run(s, 0.005);
    if (st >= 0) *u = saltus_sim_value(s, saltus_sim_find(s, "u"), 0.005);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    return st;
}

/* The same with an ideal diode, in short steps. */
static double reference(double load)
{
    double i = 0, u = 0, h = 1e-9;
    for (long k = 0; k < 5000000; k++) {
        double v = k % 100000 < 50000 ? 24 : 0, di, du;
        if (v == 0 && i <= 0 && u > 0) i = 0, v = u; /* both block */
        di = h / 1e-4 * (v - u);
        du = h / 1e-4 * (i + di / 2 - (u + h / 2e-4 * (i - u / load)) / load);
        i += di;
        u += du;
        if (v == 0 && i < 0) i = 0;
    }
    return u;
}

TEST(a_chopper_with_a_diode_by_hysteresis)
{
    static const char *const methods[] = {"auto", "liqss2", "mliqss2"};
    const double load[] = {10, 200}; /* with 200 Ohm the current is interrupted */
    char said[400] = "";
    for (int k = 0; k < 2; k++) {
        double want = reference(load[k]), u;
        for (int m = 0; m < 3; m++) {
            CHECK_EQ_INT(run(load[k], -1e-6, methods[m], &u, said), SALTUS_OK);
            if (!(fabs(u - want) <= 0.02)) FAIL("%s: %.9g, not %.9g", methods[m], u, want);
        }
    }
}

TEST(without_hysteresis_it_is_an_algebraic_loop)
{
    char said[400] = "";
    double u;
    CHECK_EQ_INT(run(10, 1e-6, "liqss2", &u, said), SALTUS_EMODEL);
    CHECK(strstr(said, "algebraic loop"));
}

TEST_MAIN()
