/* SPDX-License-Identifier: MIT */
/* test_diagrams.c - the diagrams of the papers make the steps that the same models make alone.
 *
 * diagrams/<name>.json is run by the DEVS engine and models/<name>/<name>.mo by the stand-alone
 * engine, with one method and one quantum, side by side: the steps of every state must be equal,
 * and so must the trajectories, up to rounding. (buck and motor: the twin in C, whose guard of the
 * diode is the one that is drawn.) Counts that the papers print, where they come out exactly, are
 * checked as well. Where counts differ, docs/diagrams-vs-engine.md says why, and the difference is
 * bounded here. */
#include "models.h"
#include "saltus_compile.h"
#include "saltus_diagram.h"
#include "testing.h"
#include <stdbool.h>

#define ROOT TEST_DATA "/../../"

/* ---- A diagram and its twin ------------------------------------------------------------------ */

struct name { /* of a state, alone and in the diagram */
    const char *alone, *drawn;
};

struct setup {
    const char *name;
    bool in_c; /* the twin is written in C */
    int32_t n; /* its length, N alone and m in the diagram; 0: as they are */
    double stop;
    const char *methods; /* with a space behind each */
    double rel, abs;
    const char *rule; /* a state with a quantum of its own */
    double rule_abs;
    double apart;                    /* how much rounding becomes in its trajectories; 0: 1e-9 */
    const struct name *names;        /* those that differ, up to one without a name; NULL: none */
    const char *old[2], *instead[2]; /* pieces of the diagram's text, and what is put there */
};

struct both {
    saltus_model *in_c, plain;
    saltus_compiled *text;
    saltus_diagram *diagram;
    saltus_sim *alone, *drawn;
    int32_t n;
    double apart; /* largest difference of a state, relative to 1 + |x| */
};

enum { ROOM = 100000, MORE = 1000 };

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, ROOM + MORE);
    if (!f || !text) FAIL("%s cannot be read", path);
    CHECK(fread(text, 1, ROOM - 1, f) > 0);
    fclose(f);
    return text;
}

static void replace(char *text, const char *old, const char *instead)
{
    char *at = strstr(text, old);
    if (!at) FAIL("the diagram has no '%s'", old);
    memmove(at + strlen(instead), at + strlen(old), strlen(at + strlen(old)) + 1);
    memcpy(at, instead, strlen(instead));
}

static void open_drawn(struct both *b, const struct setup *s)
{
    char path[512], *text;
    saltus_set m = {.name = "m", .value = s->n};
    saltus_diagram_options d = {.struct_size = sizeof(saltus_diagram_options),
                                .sets = &m,
                                .n_sets = s->n > 0,
                                .interpret = 1};
    snprintf(path, sizeof path, ROOT "diagrams/%s.json", s->name);
    text = read_file(path);
    for (int k = 0; k < 2 && s->old[k]; k++) replace(text, s->old[k], s->instead[k]);
    CHECK_EQ_INT(saltus_diagram_parse(path, text, strlen(text), &d, &b->diagram), SALTUS_OK);
    free(text);
}

/* A diagram knows neither ranges nor degrees: without them both follow the same rules. */
static const saltus_model *plain(struct both *b, const saltus_model *m)
{
    b->plain = *m;
    b->plain.range = NULL;
    b->plain.degree = NULL;
    return &b->plain;
}

static const saltus_model *open_alone(struct both *b, const struct setup *s)
{
    char path[512];
    saltus_set n = {.name = "N", .value = s->n};
    saltus_compile_options c = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED,
                                .sets = &n,
                                .n_sets = s->n > 0};
    if (s->in_c) {
        b->in_c = models_make(s->name, s->n);
        CHECK(b->in_c != NULL);
        return plain(b, b->in_c);
    }
    snprintf(path, sizeof path, ROOT "models/%s/%s.mo", s->name, s->name);
    CHECK_EQ_INT(saltus_compile_file(path, &c, &b->text), SALTUS_OK);
    return plain(b, saltus_compiled_model(b->text));
}

static void silence(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static void open_both(struct both *b, const struct setup *s, const char *method)
{
    saltus_rule rule = {s->rule, NULL, 0, s->rule_abs};
    saltus_options o = saltus_defaults();
    *b = (struct both){.n = 0};
    o.method = method;
    o.rel = s->rel;
    o.abs = s->abs;
    o.rules = &rule;
    o.n_rules = s->rule != NULL;
    o.diag = silence; /* notes of guards that chatter */
    CHECK_EQ_INT(saltus_sim_new(open_alone(b, s), &o, &b->alone), SALTUS_OK);
    open_drawn(b, s);
    CHECK_EQ_INT(saltus_sim_new(saltus_diagram_model(b->diagram), &o, &b->drawn), SALTUS_OK);
    b->n = saltus_sim_count(b->alone, SALTUS_STATE);
    CHECK_EQ_INT(b->n, saltus_sim_count(b->drawn, SALTUS_STATE));
}

static void close_both(struct both *b)
{
    saltus_sim_free(b->alone);
    saltus_sim_free(b->drawn);
    saltus_diagram_free(b->diagram);
    saltus_compiled_free(b->text);
    models_free(b->in_c);
}

/* The state of the diagram that is state i of the model. */
static int32_t twin(const struct both *b, const struct setup *s, int32_t i)
{
    char name[80];
    const char *drawn = name;
    int32_t k;
    saltus_sim_name(b->alone, SALTUS_STATE, i, name, sizeof name);
    for (const struct name *p = s->names; p && p->alone; p++)
        if (strcmp(p->alone, name) == 0) drawn = p->drawn;
    k = saltus_sim_find(b->drawn, drawn);
    if (k < 0 || k >= b->n) FAIL("the diagram has no state '%s'", drawn);
    return k;
}

static void compare(struct both *b, const struct setup *s, double t)
{
    for (int32_t i = 0; i < b->n; i++) {
        double x = saltus_sim_value(b->alone, i, t);
        double y = saltus_sim_value(b->drawn, twin(b, s, i), t);
        b->apart = fmax(b->apart, fabs(x - y) / (1 + fabs(x)));
        if (isnan(x - y)) b->apart = INFINITY;
    }
}

static void run_both(struct both *b, const struct setup *s)
{
    enum { PIECES = 20 };
    for (int k = 0; k <= PIECES; k++) {
        double t = k < PIECES ? s->stop * k / PIECES : s->stop;
        CHECK_EQ_INT(saltus_sim_run(b->alone, t), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(b->drawn, t), SALTUS_OK);
        compare(b, s, t);
    }
}

/* How many steps differ, added up over the states; initial values must not. */
static uint64_t difference(const struct both *b, const struct setup *s)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < b->n; i++) {
        int32_t k = twin(b, s, i);
        uint64_t x = saltus_sim_steps(b->alone, i), y = saltus_sim_steps(b->drawn, k);
        sum += x > y ? x - y : y - x;
        CHECK_EQ_INT(saltus_sim_initial(b->alone, i), saltus_sim_initial(b->drawn, k));
    }
    return sum;
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

static void one_method(const struct setup *s, const char *method, double share, double apart)
{
    struct both b;
    uint64_t alone, drawn, differ;
    open_both(&b, s, method);
    run_both(&b, s);
    alone = saltus_sim_all_steps(b.alone);
    drawn = saltus_sim_all_steps(b.drawn);
    differ = difference(&b, s);
    printf("  %-10s %-11s alone %7.0f, drawn %7.0f, differ %5.0f, apart %.2g\n", s->name, method,
           (double)alone, (double)drawn, (double)differ, b.apart);
    CHECK(alone > 0);
    CHECK_LE((double)differ, share * (double)alone);
    CHECK_LE(b.apart, apart);
    close_both(&b);
}

static void all_methods(const struct setup *s, double share, double apart)
{
    char method[20];
    int used;
    for (const char *at = s->methods; sscanf(at, "%19s%n", method, &used) == 1; at += used)
        one_method(s, method, share, apart);
}

/* Steps equal, state by state; trajectories up to rounding (and what a model makes of it). */
static void equal(struct setup s)
{
    all_methods(&s, 0, s.apart > 0 ? s.apart : 1e-9);
}

/* Steps differ by this share at most, trajectories by a few quanta. */
static void alike(struct setup s, double share)
{
    all_methods(&s, share, 5 * fmax(s.rel, s.abs));
}

#define IMPLICIT "liqss1 liqss2 liqss2-2013 liqss3 liqss4 mliqss1 mliqss2 "
#define EXPLICIT "qss1 qss2 qss3 qss4 "

TEST(the_stiff_system_is_equal_by_all_methods)
{
    struct setup s = {.name = "stiff2", .stop = 500, .abs = 1};
    s.methods = "qss1 liqss1-2018 bqss cqss " IMPLICIT;
    equal(s);
    s.stop = 20;
    s.methods = EXPLICIT;
    equal(s);
}

TEST(the_oscillator_is_equal_by_all_methods)
{
    equal((struct setup){.name = "oscillator",
                         .stop = 100,
                         .methods = EXPLICIT IMPLICIT "liqss1-2018 bqss cqss ",
                         .abs = 0.1});
}

TEST(d4_is_equal_by_all_methods)
{
    struct setup s = {.name = "d4", .stop = 500, .methods = IMPLICIT "bqss cqss ", .abs = 0.01};
    s.rule = "x3";
    s.rule_abs = 5e-8;
    equal(s);
    s.stop = 0.01;
    s.methods = EXPLICIT;
    equal(s);
}

/* mu (1 - x1^2) x2 - x1 as blocks rounds in its own way as soon as q has slopes; the same as one
 * expression does not. */
TEST(van_der_pol_differs_by_rounding_only)
{
    struct setup s = {
        .name = "vanderpol", .stop = 900, .methods = "liqss1 mliqss1 ", .rel = 1e-3, .abs = 1e-3};
    equal(s);
    s.methods = "liqss2 liqss3 mliqss2 ";
    alike(s, 0.05);
    s.old[0] = "{\"block\": \"sum\", \"weights\": [1, -1],";
    s.instead[0] = "{\"block\": \"expression\", \"inputs\": [\"u1\", \"u2\"], "
                   "\"y\": \"mu*(1 - u2^2)*u1 - u2\",";
    s.old[1] = "force -> f2.u1";
    s.instead[1] = "x2 -> f2.u1";
    s.methods = "liqss1 liqss2 liqss2-2013 mliqss1 mliqss2 ";
    equal(s);
    s.methods = "liqss3 liqss4 "; /* series are sent again, to be certain */
    alike(s, 0.12);
}

TEST(the_transmission_line_is_equal)
{
    struct setup s = {
        .name = "tline", .n = 10, .stop = 12, .methods = "bqss cqss mliqss1 liqss2 ", .abs = 0.1};
    s.rule = "u[10]";
    s.rule_abs = 1e-4;
    equal(s);
}

TEST(the_buck_converter_is_equal)
{
    struct setup s = {.name = "buck", .in_c = true, .stop = 0.01, .abs = 0.1, .apart = 1e-6};
    s.methods = "cqss liqss1 liqss2 liqss2-2013 liqss3 liqss4 ";
    equal(s);
    s.methods = "bqss mliqss1 mliqss2 ";
    alike(s, 0.02);
}

static const struct name motor_names[] = {{"Ia", "motor.armature"},
                                          {"omega", "motor.rotor"},
                                          {"VC", "converter.VC"},
                                          {"IL", "converter.IL"},
                                          {"int_ew", "speed.i"},
                                          {"int_ev", "voltage.i"},
                                          {NULL, NULL}};

/* A q step that carries a guard over its zero, and a slope that brings it back, are an event for blocks, and none for the
 * engine: a step more or less. */
TEST(the_motor_drive_is_equal)
{
    struct setup s = {.name = "motor", .in_c = true, .stop = 0.0005, .rel = 1e-3, .abs = 1e-3};
    s.names = motor_names;
    s.methods = "bqss cqss ";
    equal(s);
    /* A step of first order that carries a guard over its zero is one event for the engine, and two
     * for blocks. */
    s.methods = "liqss1 mliqss1 ";
    alike(s, 1.2);
    s.stop = 0.004;
    s.methods = "liqss2 liqss2-2013 liqss3 liqss4 ";
    alike(s, 0.002);
    s.methods = "mliqss2 ";
    alike(s, 0.05);
}

/* Alone, the first derivative reads the time; drawn, it reads lines, which end by themselves: its
 * series are renewed less often, which a few steps of some methods notice. */
TEST(the_inverter_chain_is_equal)
{
    struct setup s = {.name = "inverters", .n = 12, .stop = 25, .rel = 1e-3, .abs = 1e-3};
    s.methods = "liqss2 liqss2-2013 mliqss2 ";
    alike(s, 0.002);
    s.methods = "liqss3 liqss4 "; /* series are sent again, to be certain */
    alike(s, 0.12);
    s.stop = 8;
    s.methods = "liqss1 mliqss1 bqss cqss ";
    alike(s, 0.001);
}

TEST(a_longer_chain_is_equal)
{
    struct setup s = {
        .name = "inverters", .n = 100, .stop = 50, .methods = "liqss2 ", .rel = 1e-3, .abs = 1e-3};
    alike(s, 0.001);
}

TEST(advection_diffusion_reaction_is_equal)
{
    struct setup s = {.name = "adr", .n = 50, .stop = 1, .rel = 1e-3, .abs = 1e-3};
    s.methods = "liqss1 liqss2 liqss2-2013 mliqss1 mliqss2 ";
    equal(s);
    s.methods = "liqss3 liqss4 "; /* series are sent again, to be certain; a front moves a little */
    all_methods(&s, 0.25, 0.08);
    s.methods = "cqss ";
    alike(s, 0);
}

/* ---- Numbers of the papers ------------------------------------------------------------------- */

struct counts {
    double messages[3], evaluations;
};

/* The diagram alone: steps and initial values of each state, as the papers count messages, and
 * one evaluation for each message and each derivative that reads it. */
static struct counts count(const char *name, const char *method, double quantum, double x3,
                           double stop)
{
    struct setup s = {.name = name, .stop = stop, .abs = quantum};
    struct counts r = {0};
    struct both b;
    s.rule = x3 > 0 ? "x3" : NULL;
    s.rule_abs = x3;
    open_both(&b, &s, method);
    CHECK_LE(b.n, 3);
    CHECK_EQ_INT(saltus_sim_run(b.drawn, stop), SALTUS_OK);
    for (int32_t i = 0; i < b.n; i++) {
        r.messages[i] = (double)(saltus_sim_steps(b.drawn, i) + saltus_sim_initial(b.drawn, i));
        r.evaluations += r.messages[i] * saltus_sim_dependents(b.alone, i);
    }
    close_both(&b);
    return r;
}

static void printed(struct counts c, double x1, double x2, double x3, double evaluations)
{
    CHECK_EQ_INT(c.messages[0], x1);
    CHECK_EQ_INT(c.messages[1], x2);
    CHECK_EQ_INT(c.messages[2], x3);
    CHECK_EQ_INT(c.evaluations, evaluations);
}

TEST(qss1_sends_21_and_15995_messages)
{
    printed(count("stiff2", "qss1", 1, 0, 500), 21, 15995, 0, 21 + 2 * 15995);
}

TEST(bqss_sends_43_408_and_4060_messages)
{
    printed(count("stiff2", "bqss", 1, 0, 1000), 21, 22, 0, 65);
    printed(count("stiff2", "bqss", 0.1, 0, 1000), 204, 204, 0, 612);
    printed(count("stiff2", "bqss", 0.01, 0, 1000), 2022, 2038, 0, 6098);
}

TEST(d4_takes_517_4953_and_522_messages)
{
    struct counts c = count("d4", "bqss", 0.001, 5e-9, 500);
    printed(count("d4", "bqss", 0.01, 5e-8, 500), 100, 102, 315, 1349);
    printed(count("d4", "cqss", 0.01, 5e-8, 500), 100, 103, 319, 1363);
    CHECK_EQ_INT(c.messages[0] + c.messages[1] + c.messages[2], 4953);
    CHECK_EQ_INT(c.evaluations, 12860);
}

TEST_MAIN()
