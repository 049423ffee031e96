/* SPDX-License-Identifier: MIT */
/* test_circuits.c - the circuits of models/circuits, which are made of the library's parts.
 *
 * Twins: where the gallery has the same circuit written by hand as equations, both take the same steps but for a few (the compiler
 * finds the same equations, up to rounding), make the same events and give the same curves. References: the others, quantized
 * at 1e-4, stay near a run of esdirk43 at 1e-10 (tests/data/circuits, made by bench/suite --folder bench/circuits). And
 * what must hold in each circuit: the powers of its parts add up to zero (Tellegen), voltages have the means that textbooks give. */
#include "reference.h"
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

enum { NAME = 64 };

enum { TEXT = 4096 };

struct rig {
    saltus_compiled *c;
    saltus_sim *s;
};

static struct rig rig_open(const char *path, int32_t n, double rel, double abs)
{
    char file[512];
    saltus_set set = {"N", n};
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .sets = &set,
                                 .n_sets = n > 0,
                                 .library = TEST_ROOT "/models/lib",
                                 .backend = SALTUS_INTERPRETED};
    saltus_options o = saltus_defaults();
    struct rig r = {NULL, NULL};
    snprintf(file, sizeof file, "%s/models/%s.mo", TEST_ROOT, path);
    CHECK_EQ_INT(saltus_compile_file(file, &co, &r.c), SALTUS_OK);
    o.method = "auto";
    o.rel = rel;
    o.abs = abs;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(r.c), &o, &r.s), SALTUS_OK);
    return r;
}

static void rig_close(struct rig *r)
{
    saltus_sim_free(r->s);
    saltus_compiled_free(r->c);
}

static double value_of(const struct rig *r, const char *name, double t)
{
    int32_t var = saltus_sim_find(r->s, name);
    if (var < 0) FAIL("there is no variable %s", name);
    return saltus_sim_value(r->s, var, t);
}

static void run_to(const struct rig *r, double t)
{
    CHECK_EQ_INT(saltus_sim_run(r->s, t), SALTUS_OK);
}

/* Mean of a variable from now on, by the trapezoidal rule with n intervals. */
static double mean_of(const struct rig *r, const char *name, double from, double to, int n)
{
    double sum = 0;
    for (int k = 0; k <= n; k++) {
        double t = from + (to - from) * k / n;
        run_to(r, t);
        sum += value_of(r, name, t) * (k == 0 || k == n ? 0.5 : 1);
    }
    return sum / n;
}

/* ---- Twins ---------------------------------------------------------------------------------------- */

struct twin {
    const char *parts,
        *equations; /* paths without suffix                                         */
    int32_t n;
    double stop;
    double
        steps; /* allowed difference of their number, relative                                  */
    const char *pairs[5][2];
};

/* Largest distance at equal instants, in quanta of 1e-5 of the largest value that was seen. */
static double distance(const struct rig *a, const struct rig *b, const struct twin *w)
{
    double far[5] = {0}, large[5] = {0}, worst = 0;
    for (int k = 0; k <= 50; k++) {
        double t = w->stop * k / 50;
        run_to(a, t), run_to(b, t);
        for (int j = 0; j < 5 && w->pairs[j][0]; j++) {
            double x = value_of(a, w->pairs[j][0], t), y = value_of(b, w->pairs[j][1], t);
            far[j] = fmax(far[j], fabs(x - y));
            large[j] = fmax(large[j], fabs(y));
        }
    }
    for (int j = 0; j < 5 && w->pairs[j][0]; j++) worst = fmax(worst, far[j] / (1e-5 * large[j]));
    return worst;
}

static void twins(const struct twin *w)
{
    struct rig a = rig_open(w->parts, w->n, 1e-5, 1e-5);
    struct rig b = rig_open(w->equations, w->n, 1e-5, 1e-5);
    double worst = distance(&a, &b, w), apart;
    saltus_stats p = saltus_sim_stats(a.s), q = saltus_sim_stats(b.s);
    apart = fabs((double)p.steps - (double)q.steps); /* an exact part makes hardly any */
    printf("    %-18s %7llu steps, as equations %7llu; events %llu, %llu; %.2g quanta apart\n",
           w->parts, (unsigned long long)p.steps, (unsigned long long)q.steps,
           (unsigned long long)p.events, (unsigned long long)q.events, worst);
    rig_close(&a);
    rig_close(&b);
    CHECK_EQ_INT((int)p.events, (int)q.events);
    if (!(apart <= 2 + w->steps * (double)q.steps))
        FAIL("%s: number of steps differs by %g", w->parts, apart);
    if (!(worst <= 10)) FAIL("%s: the curves are %g quanta apart", w->parts, worst);
}

TEST(buck_as_its_equations)
{
    static const struct twin w = {
        "circuits/Buck", "buck/buck", 0, 0.005, 0, {{"capacitor.v", "VC"}, {"coil.i", "IL"}}};
    twins(&w);
}

TEST(bucks_as_their_equations)
{
    static const struct twin w = {"circuits/Bucks",
                                  "buckn/buckn",
                                  4,
                                  0.005,
                                  0,
                                  {{"capacitor.v", "VC"},
                                   {"stage[1].coil.i", "IL[1]"},
                                   {"stage[2].coil.i", "IL[2]"},
                                   {"stage[3].coil.i", "IL[3]"},
                                   {"stage[4].coil.i", "IL[4]"}}};
    twins(&w);
}

TEST(cuk_as_its_equations)
{
    static const struct twin w = {"circuits/Cuk",
                                  "cuk/cuk",
                                  3,
                                  0.002,
                                  0.001,
                                  {{"capacitor.v", "uC2"},
                                   {"stage[1].coil1.i", "iL1[1]"},
                                   {"stage[2].coil2.i", "iL2[2]"},
                                   {"stage[3].capacitor.v", "uC1[3]"},
                                   {"stage[3].coil1.i", "iL1[3]"}}};
    twins(&w);
}

/* The integrals of the two controllers are states with another scale than in the equations. */
TEST(drive_as_its_equations)
{
    static const struct twin w = {"circuits/Drive",
                                  "motor/motor",
                                  0,
                                  0.01,
                                  0.1,
                                  {{"capacitor.v", "VC"},
                                   {"coil.i", "IL"},
                                   {"motor.i", "Ia"},
                                   {"speed.w", "omega"},
                                   {"speedControl.y", "Vref"}}};
    twins(&w);
}

/* ---- References ----------------------------------------------------------------------------------- */

/* Mean distance from the reference, in units of its range; of the worst column. Stands at its end then. */
static double off_reference(const struct rig *r, const struct reference *b)
{
    double worst = 0;
    double sum[8] = {0}, low[8], high[8];
    CHECK(b->columns <= 8);
    for (int k = 0; k < b->rows; k++) {
        run_to(r, b->t[k]);
        for (int j = 0; j < b->columns; j++) {
            double y = b->value[k * b->columns + j];
            low[j] = k ? fmin(low[j], y) : y, high[j] = k ? fmax(high[j], y) : y;
            sum[j] += fabs(value_of(r, b->name[j], b->t[k]) - y) / b->rows;
        }
    }
    for (int j = 0; j < b->columns; j++) worst = fmax(worst, sum[j] / (high[j] - low[j]));
    return worst;
}

/* Opens a circuit and runs it along its reference. The end of the reference. */
static double follow(struct rig *r, const char *name, double rel, double allowed)
{
    char path[NAME];
    struct reference b;
    double off, end;
    if (!reference_read(&b, TEST_ROOT "/tests/data/circuits", name)) FAIL("no reference %s", name);
    snprintf(path, sizeof path, "circuits/%s", name);
    *r = rig_open(path, 0, rel, rel);
    off = off_reference(r, &b);
    end = b.t[b.rows - 1];
    reference_free(&b);
    printf("    %-12s %.1e of the range from its reference\n", name, off);
    if (!(off <= allowed)) FAIL("%s: %g of the range from its reference", name, off);
    return end;
}

/* The powers v i that the parts take add up to zero; compared with the largest. (A slaved state is
 * shown as x and read as q by outputs, which differ by a share of its quantum.) */
static void check_powers(const struct rig *r, double t, const char *const *parts)
{
    char name[NAME];
    double sum = 0, largest = 0;
    for (; *parts; parts++) {
        double v, i;
        snprintf(name, sizeof name, "%s.v", *parts), v = value_of(r, name, t);
        snprintf(name, sizeof name, "%s.i", *parts), i = value_of(r, name, t);
        sum += v * i;
        largest = fmax(largest, fabs(v * i));
    }
    if (!(largest > 0 && fabs(sum) <= 1e-6 * largest))
        FAIL("powers add up to %g, the largest is %g", sum, largest);
}

TEST(boost)
{
    static const char *const parts[] = {"supply",    "coil", "switch", "diode",
                                        "capacitor", "load", NULL};
    struct rig r;
    double t = follow(&r, "Boost", 1e-4, 1e-3);
    check_powers(&r, t, parts);
    CHECK_CLOSE(mean_of(&r, "load.v", t, t + 2e-5, 20), 24, 0.01);
    rig_close(&r);
}

TEST(buck_boost)
{
    static const char *const parts[] = {"supply",    "coil", "switch", "diode",
                                        "capacitor", "load", NULL};
    struct rig r;
    double t = follow(&r, "BuckBoost", 1e-4, 1e-3);
    check_powers(&r, t, parts);
    /* The energy V^2 t^2/(2 L) that each period hands over, a load R: v^2 = V^2 t^2 R/(2 L T). */
    CHECK_CLOSE(mean_of(&r, "load.v", t, t + 4e-5, 40), 24 * 12e-6 * sqrt(50 / (2 * 5e-5 * 4e-5)),
                0.01);
    rig_close(&r);
}

TEST(rectifier)
{
    static const char *const parts[] = {"source", "line",      "d1",   "d2", "d3",
                                        "d4",     "capacitor", "load", NULL};
    struct rig r;
    double t = follow(&r, "Rectifier", 1e-4, 1e-3);
    check_powers(&r, t, parts);
    run_to(&r, 0.1143); /* near the peak of a charging pulse */
    check_powers(&r, 0.1143, parts);
    CHECK(value_of(&r, "line.i", 0.1143) < -20);
    rig_close(&r);
}

/* 3 sqrt(3) V/pi, less the commutation in the lines, 3 w L i/pi, less two wires. */
TEST(six_pulses)
{
    static const char *const parts[] = {
        "source[1]", "source[2]", "source[3]", "wire[1]",  "wire[2]",  "wire[3]",
        "line[1]",   "line[2]",   "line[3]",   "upper[1]", "upper[2]", "upper[3]",
        "lower[1]",  "lower[2]",  "lower[3]",  "coil",     "load",     NULL};
    const double pi = 3.14159265358979324, ideal = 3 * sqrt(3) * 325 / pi;
    struct rig r;
    double t = follow(&r, "SixPulse", 1e-4, 1e-3), v;
    check_powers(&r, t, parts);
    v = mean_of(&r, "load.v", t, t + 0.02, 600);
    CHECK_CLOSE(v, ideal - (3 * 100 * pi * 1e-4 / pi + 0.2) * v / 20, 1e-3);
    rig_close(&r);
}

/* 2 V/pi cos(alpha), shared by load and wire. */
TEST(thyristors)
{
    static const char *const parts[] = {"source", "wire", "t1",   "t2", "t3",
                                        "t4",     "coil", "load", NULL};
    const double pi = 3.14159265358979324;
    struct rig r;
    double t = follow(&r, "ScrBridge", 1e-4, 1e-3);
    check_powers(&r, t, parts);
    CHECK_CLOSE(mean_of(&r, "load.v", t, t + 0.02, 400), 650 / pi * cos(1) * 10 / 10.1, 2e-3);
    rig_close(&r);
}

TEST(inverter)
{
    const double pi = 3.14159265358979324, peak = 240 / hypot(10, 100 * pi * 5e-3);
    struct rig r;
    double t = follow(&r, "Inverter", 1e-4, 1e-3);
    CHECK(fabs(value_of(&r, "coil[1].i", t) + value_of(&r, "coil[2].i", t) +
               value_of(&r, "coil[3].i", t)) < 1e-12 * peak);
    CHECK_CLOSE(mean_of(&r, "coil[1].i", t + 0.00549, t + 0.00559, 20), peak, 0.02);
    rig_close(&r);
}

TEST(bridge_turns_the_motor)
{
    struct rig r;
    double t = follow(&r, "HBridge", 1e-4, 1e-3);
    CHECK_CLOSE(value_of(&r, "speed.w", t), -200, 0.06);
    rig_close(&r);
}

/* Once warm, each room stays between the limits of its thermostat, up to a few quanta of 3 mK (rooms that lose their heat
 * faster than their neighbours heat them cool down below Tlow only while the heater is already on). */
TEST(rooms)
{
    char name[NAME];
    struct rig r;
    double t = follow(&r, "ThermalGrid", 1e-6, 1e-3), low = 1e9, high = 0;
    for (int i = 1; i <= 10; i++)
        for (int j = 1; j <= 10; j++) {
            snprintf(name, sizeof name, "room[%d,%d].T", i, j);
            low = fmin(low, value_of(&r, name, t));
            high = fmax(high, value_of(&r, name, t));
        }
    if (!(low > 292.7 && high < 295.3)) FAIL("rooms between %g and %g K", low, high);
    rig_close(&r);
}

/* All lines trip, one after the other, and none closes again; the load's current is that of the lines before. */
TEST(breakers)
{
    char name[NAME];
    struct rig r = rig_open("circuits/Breakers", 20, 1e-4, 1e-5);
    double i = 0;
    run_to(&r, 0.08);
    for (int j = 1; j <= 20; j++) {
        snprintf(name, sizeof name, "line[%d].i", j);
        i += value_of(&r, name, 0.08);
    }
    CHECK_CLOSE(i, 20 * 12 * 0.8, 0.01);
    CHECK_EQ_INT((int)saltus_sim_stats(r.s).events, 0);
    run_to(&r, 0.15);
    for (int j = 1; j <= 20; j++) {
        snprintf(name, sizeof name, "breaker[%d].closed", j);
        CHECK_EQ_INT((int)value_of(&r, name, 0.15), 0);
    }
    CHECK_CLOSE(value_of(&r, "clamp.i", 0.15), 20 * 12, 0.01);
    rig_close(&r);
}

/* ---- Capacitors behind ideal diodes --------------------------------------------------------------- */

static struct rig rig_text(const char *text, const char *method, double rel, double abs)
{
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .library = TEST_ROOT "/models/lib",
                                 .backend = SALTUS_INTERPRETED};
    saltus_options o = saltus_defaults();
    struct rig r = {NULL, NULL};
    CHECK_EQ_INT(saltus_compile_text("net.mo", text, strlen(text), &co, &r.c), SALTUS_OK);
    o.method = method;
    o.rel = rel;
    o.abs = abs;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(r.c), &o, &r.s), SALTUS_OK);
    return r;
}

#define SOURCE(V, f)                                                                               \
    "  SineVoltage src(V = " V ", f = " f "); Ground g; equation connect(src.n, g.p);"

/* Five periods, from rest: the diode conducts five times, and has an event at each end. */
TEST(a_rectifier_switches_twice_a_period)
{
    static const char text[] =
        "model N import Saltus.Electrical.*; IdealDiode d; Capacitor c(C = 1e-3);"
        "  Resistor load(R = 100);" SOURCE(
            "10", "50") "  connect(src.p, d.p); connect(d.n, c.p); connect(c.n, g.p);"
                        "  connect(load.p, c.p); connect(load.n, g.p); end N;";
    struct rig r = rig_text(text, "auto", 1e-3, 1e-6);
    run_to(&r, 0.1);
    CHECK_EQ_INT((int)saltus_sim_stats(r.s).events, 9);
    CHECK(saltus_sim_stats(r.s).steps < 1000);
    rig_close(&r);
}

TEST(a_bridge_without_resistance_switches_as_often_as_it_must)
{
    static const char text[] =
        "model N import Saltus.Electrical.*; IdealDiode d1, d2, d3, d4; Capacitor c(C = 1e-3);"
        "  Resistor load(R = 100); SineVoltage src(V = 325, f = 50); Ground g;"
        "equation connect(src.p, d1.p); connect(src.p, d3.n); connect(src.n, d2.p);"
        "  connect(src.n, d4.n); connect(d1.n, c.p); connect(d2.n, c.p); connect(d3.p, c.n);"
        "  connect(d4.p, c.n); connect(load.p, c.p); connect(load.n, c.n); connect(c.n, g.p);"
        "end N;";
    struct rig r = rig_text(text, "auto", 1e-3, 1e-6);
    run_to(&r, 0.1);
    CHECK_EQ_INT((int)saltus_sim_stats(r.s).events, 38); /* as esdirk43 at 1e-7 */
    rig_close(&r);
}

/* Fast states with slow modes among them: each capacitor alone would follow the source, but the
 * charge is that of all three. Values by esdirk43 at 1e-7. */
TEST(capacitors_in_series_share_what_the_diode_lets_through)
{
    static const char text[] =
        "model N import Saltus.Electrical.*; IdealDiode d; Capacitor c1(C = 1e-6), c2(C = 3e-6),"
        "  c3(C = 2e-6); Resistor r1(R = 1e4), r2(R = 1e4), r3(R = 1e4);" SOURCE(
            "10", "1000") "  connect(src.p, d.p); connect(d.n, c1.p); connect(c1.n, c2.p); "
                          "connect(c2.n, c3.p);"
                          "  connect(c3.n, g.p); connect(r1.p, c1.p); connect(r1.n, c1.n); "
                          "connect(r2.p, c2.p);"
                          "  connect(r2.n, c2.n); connect(r3.p, c3.p); connect(r3.n, c3.n); end N;";
    struct rig r = rig_text(text, "auto", 1e-3, 1e-6);
    run_to(&r, 0.05);
    CHECK_CLOSE(value_of(&r, "c1.v", 0.05), 3.166736, 8e-3);
    CHECK_CLOSE(value_of(&r, "c2.v", 0.05), 3.009906, 8e-3);
    CHECK_CLOSE(value_of(&r, "c3.v", 0.05), 3.208334, 8e-3);
    rig_close(&r);
}

TEST_MAIN()
