/* SPDX-License-Identifier: MIT */
/* test_diagram_values.c - small diagrams whose results are known: series that were cut off on their way through blocks,
 * parameters by element, crossings at the very instant of a message, and what is refused. */
#include "saltus_diagram.h"
#include "testing.h"
#include <math.h>

static char said[1024];

static void hear(void *user, const saltus_diag *d)
{
    (void)user;
    if (d->status < 0) snprintf(said, sizeof said, "%s (t = %g)", d->text, d->t);
}

/* Opens the diagram with these blocks and wires; ' in the text stands for ". */
static saltus_status open_text(const char *text, saltus_diagram **d, saltus_sim **s)
{
    saltus_diagram_options o = {
        .struct_size = sizeof(saltus_diagram_options), .interpret = 1, .diag = hear};
    saltus_options r = saltus_defaults();
    char json[4096];
    size_t n = 0;
    said[0] = 0;
    *s = NULL;
    for (const char *p = text; *p && n + 1 < sizeof json; p++) json[n++] = *p == '\'' ? '"' : *p;
    json[n] = 0;
    if (saltus_diagram_parse("values.json", json, n, &o, d) != SALTUS_OK) FAIL("%s", said);
    r.diag = hear;
    r.method = "qss2";
    r.rel = 0;
    r.abs = 1e-5;
    return saltus_sim_new(saltus_diagram_model(*d), &r, s);
}

struct expected {
    const char *name;
    double value;
};

static void check_at(const char *text, double stop, const struct expected *e, double within)
{
    saltus_diagram *d;
    saltus_sim *s;
    CHECK(open_text(text, &d, &s) == SALTUS_OK);
    CHECK(saltus_sim_run(s, stop) == SALTUS_OK);
    for (; e->name; e++) {
        int32_t var = saltus_sim_find(s, e->name);
        double v = var < 0 ? NAN : saltus_sim_value(s, var, stop);
        if (!(fabs(v - e->value) <= within)) FAIL("%s is %.9g, not %.9g", e->name, v, e->value);
    }
    saltus_sim_free(s);
    saltus_diagram_free(d);
}

static void refused(const char *text, double stop, saltus_status status, const char *why)
{
    saltus_diagram *d;
    saltus_sim *s;
    saltus_status st = open_text(text, &d, &s);
    if (st == SALTUS_OK) st = saltus_sim_run(s, stop);
    if (st != status || !strstr(said, why)) FAIL("status %d: %s", (int)st, said);
    saltus_sim_free(s);
    saltus_diagram_free(d);
}

/* sin of a ramp is a series that was cut off; so is all that follows from it. */
TEST(cut_off_series_stay_cut_off)
{
    const char *text =
        "{'saltus': 1, 'blocks': {'t': {'block': 'ramp', 'slope': 1}, 's': {'block': 'sin'},"
        "'f': {'block': 'expression', 'inputs': ['u'], 'y': '2*u + time'},"
        "'g': {'block': 'gain', 'k': 3}, 'h': {'block': 'square'},"
        "'xf': {'block': 'integrator'}, 'xg': {'block': 'integrator'}, 'xh': {'block': "
        "'integrator'}, 'sc': {'block': 'scope'}},"
        "'wires': ['t -> s', 's -> f, g, h', 'f -> xf, sc', 'g -> xg', 'h -> xh']}";
    double t = 7, s = sin(t);
    const struct expected e[] = {{"f.y", 2 * s + t},
                                 {"g.y", 3 * s},
                                 {"h.y", s * s},
                                 {"sc", 2 * s + t},
                                 {"xf", 2 * (1 - cos(t)) + t * t / 2},
                                 {"xg", 3 * (1 - cos(t))},
                                 {"xh", t / 2 - sin(2 * t) / 4},
                                 {0}};
    check_at(text, t, e, 1e-4);
}

/* At the zeros of the sine its last coefficients vanish: a scope must not take that for an end. */
TEST(scopes_follow_series_from_their_zeros)
{
    const char *text =
        "{'saltus': 1, 'blocks': {'t': {'block': 'ramp', 'slope': 1}, 's': {'block': 'sin'},"
        "'a': {'block': 'abs'}, 'c': {'block': 'cosh'}, 'sa': {'block': 'scope'}, 'sc': {'block': "
        "'scope'}}, 'wires': ['t -> s', 's -> a, c', 'a -> sa', 'c -> sc']}";
    for (double t = 0.5; t < 10; t += 1.25) {
        const struct expected e[] = {{"sa", fabs(sin(t))}, {"sc", cosh(sin(t))}, {0}};
        check_at(text, t, e, 1e-4);
    }
}

TEST(controllers_have_their_own_gains)
{
    const char *text =
        "{'saltus': 1, 'blocks': {'e': {'block': 'constant', 'value': 1},"
        "'c': {'block': 'pid', 'kp': [1, 2, 3], 'ki': [0.1, 0.2, 0.4], 'start': [0, 1, 2],"
        "      'max': [9, 9, 3], 'tt': 1, 'size': 3}}, 'wires': ['e -> c']}";
    const struct expected e[] = {{"c[1]", 1 + 0.2}, {"c[2]", 2 + 1.4}, {"c[3]", 3}, {0}};
    check_at(text, 2, e, 1e-4);
}

TEST(neurons_have_their_own_resets)
{
    const char *text =
        "{'saltus': 1, 'blocks': {'i': {'block': 'constant', 'value': 1},"
        "'n': {'block': 'integrate_and_fire', 'threshold': [1, 1, 2], 'reset': [0, 0.5, 0],"
        "      'refractory': [0, 0, 0.25], 'size': 3}, 'k': {'block': 'message_counter', 'size': "
        "3}},"
        "'wires': ['i -> n', 'n.spike -> k']}";
    const struct expected e[] = {{"k[1]", 5}, {"k[2]", 9}, {"k[3]", 2}, {"n[3]", 0.75}, {0}};
    check_at(text, 5.25, e, 1e-4);
}

TEST(relays_have_their_own_starts)
{
    const char *text = "{'saltus': 1, 'blocks': {'u': {'block': 'constant', 'value': 0},"
                       "'r': {'block': 'relay', 'off_at': -1, 'on_at': 1, 'size': 3,"
                       "      'start': [true, false, true]}}, 'wires': ['u -> r']}";
    const struct expected e[] = {{"r.y[1]", 1}, {"r.y[2]", 0}, {"r.y[3]", 1}, {0}};
    check_at(text, 1, e, 0);
}

TEST(what_all_elements_share_is_one_number)
{
    refused("{'saltus': 1, 'blocks': {'u': {'block': 'constant', 'value': 0},"
            "'d': {'block': 'unit_delay', 'period': [1, 2], 'size': 2}}, 'wires': ['u -> d']}",
            1, SALTUS_EMODEL, "the same for all elements");
    refused("{'saltus': 1, 'blocks': {'u': {'block': 'constant', 'value': 0},"
            "'d': {'block': 'zero_order_hold', 'period': [1, 2], 'size': 2}}, 'wires': ['u -> d']}",
            1, SALTUS_EMODEL, "the same for all elements");
}

#define DELAYED(lag, more)                                                                         \
    "{'saltus': 1, 'blocks': {'u': {'block': 'sine', 'frequency': 1}, 'lag': " lag                 \
    ", 'v': {'block': 'variable_delay'" more "}}, 'wires': ['lag -> v.lag', 'u -> v.u']}"

/* The lag leads into the first segment at t = 1, when the source sends a new one. */
TEST(a_delay_sees_crossings_at_messages)
{
    const struct expected e[] = {{"v", sin(2 * 3.141592653589793 * (2.9 / 2 - 0.5))}, {0}};
    check_at(DELAYED("{'block': 'ramp', 'slope': 0.5, 'offset': 0.5}", ""), 2.9, e, 1e-4);
}

TEST(a_lag_that_leaves_its_range_ends_the_run)
{
    refused(DELAYED("{'block': 'ramp', 'slope': -1, 'offset': 2}", ""), 3, SALTUS_EMODEL,
            "the lag is not positive (t = 2)");
    refused(DELAYED("{'block': 'ramp', 'slope': 0.5, 'offset': 0.5}", ", 'max': 2"), 4,
            SALTUS_EMODEL, "larger than its maximum (t = 3)");
}

TEST(results_are_named_like_ports)
{
    const char *text = "{'saltus': 1, 'blocks': {'a': {'block': 'constant', 'value': 1},"
                       "'n': {'block': 'atan2'}, 'd': {'block': 'diode', 'Ron': 2, 'Roff': 100},"
                       "'p': {'block': 'switch_pair', 'on': 5, 'off': 7}},"
                       "'wires': ['a -> n.x, n.y, d, p']}";
    const struct expected e[] = {
        {"n.angle", atan(1.0)}, {"d.i", 0.5}, {"p.y1", 5}, {"p.y2", 7}, {0}};
    check_at(text, 1, e, 1e-12);
}

/* In a circle without delay two events become four, and so on. */
TEST(events_that_double_end_the_run)
{
    refused(
        "{'saltus': 1, 'blocks': {'c': {'block': 'clock', 'period': 1}, 'a': {'block': 'merge'},"
        "'b': {'block': 'merge'}}, 'wires': ['c -> a.u1', 'a -> b.u1', 'b -> a.u2, b.u2']}",
        1, SALTUS_EZENO, "more than a million events wait here");
}

TEST(a_sink_has_one_input)
{
    const char *text = "{'saltus': 1, 'blocks': {'c': {'block': 'clock', 'period': 1},"
                       "'p': {'block': 'print', 'file': '/dev/null'}}, 'wires': ['c -> p']}";
    const struct expected nothing[] = {{0}};
    check_at(text, 3, nothing, 0);
}

TEST_MAIN()
