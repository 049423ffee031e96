/* SPDX-License-Identifier: MIT */
/* test_diagram_model.c - a diagram as a model: its tables, and that a run of it is a run like any other. */
#include "saltus_compile.h"
#include "saltus_diagram.h"
#include "testing.h"
#include <stdbool.h>

static char said[4096];

static void hear(void *user, const saltus_diag *d)
{
    (void)user;
    if (d->status < 0)
        snprintf(said, sizeof said, "%s%s%s", d->var ? d->var : "", d->var ? ": " : "", d->text);
}

static saltus_diagram *load_with(const char *text, const saltus_set *sets, size_t n)
{
    saltus_diagram_options o = {.struct_size = sizeof(saltus_diagram_options),
                                .interpret = 1,
                                .diag = hear,
                                .sets = sets,
                                .n_sets = n};
    saltus_diagram *d = NULL;
    said[0] = 0;
    if (saltus_diagram_parse("test.json", text, strlen(text), &o, &d) != SALTUS_OK)
        FAIL("%s", said);
    return d;
}

static saltus_diagram *load(const char *text)
{
    return load_with(text, NULL, 0);
}

static saltus_options quiet(void)
{
    saltus_options o = saltus_defaults();
    o.diag = hear;
    return o;
}

static saltus_sim *begin(const saltus_diagram *d, const saltus_options *o)
{
    saltus_sim *s = NULL;
    if (saltus_sim_new(saltus_diagram_model(d), o, &s) != SALTUS_OK) FAIL("%s", said);
    return s;
}

static const char swing[] =
    "{\"saltus\": 1, \"name\": \"swing\", \"blocks\": {"
    " \"x\": {\"block\": \"integrator\", \"start\": 0},"
    " \"v\": {\"block\": \"integrator\", \"start\": 0},"
    " \"one\": {\"block\": \"constant\", \"value\": 1},"
    " \"f\": {\"block\": \"sum\", \"inputs\": 3, \"weights\": [1, -1, -0.2]}},"
    "\"wires\": [\"v -> x\", \"one -> f.u1\", \"x -> f.u2\", \"v -> f.u3\", \"f -> v\"],"
    "\"experiment\": {\"stop\": 20, \"method\": \"qss2\", \"abs\": 1e-3, \"rel\": 0}}";

static const char swing_text[] =
    "model swing Real x(start = 0); Real v(start = 0); equation der(x) = v; "
    "der(v) = 1 - x - 0.2*v; end swing;";

/* ---- Tables ------------------------------------------------------------------------------------------------ */

static const char nested[] =
    "{\"saltus\": 1, \"parameters\": {\"m\": 3, \"k\": \"{j/2 for j in 1:m}\"}, \"blocks\": {"
    " \"c\": {\"block\": \"constant\", \"value\": 1},"
    " \"w\": {\"block\": \"integrator\", \"start\": \"k\", \"size\": \"m\"},"
    " \"a\": {\"diagram\": \"lag\", \"T\": 2}, \"b\": {\"diagram\": \"lag\"}},"
    "\"wires\": [\"c -> w\", \"w[2] -> a\", \"a -> b.u\"],"
    "\"diagrams\": {\"lag\": {\"parameters\": {\"T\": 1}, \"inputs\": [\"u\"], \"outputs\": "
    "[\"y\"], "
    "  \"blocks\": {\"x\": {\"block\": \"integrator\", \"start\": 0},"
    "               \"e\": {\"block\": \"sum\", \"weights\": [\"1/T\", \"-1/T\"]}},"
    "  \"wires\": [\"u -> e.u1\", \"x -> e.u2\", \"e -> x\", \"x -> y\"]}}}";

static bool has(const saltus_sim *s, const char *name)
{
    return saltus_sim_find(s, name) >= 0;
}

TEST(variables_are_named_after_blocks)
{
    saltus_diagram *d = load(nested);
    saltus_options o = quiet();
    saltus_sim *s = begin(d, &o);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_STATE), 5);
    CHECK(has(s, "w[1]") && has(s, "w[3]") && !has(s, "w[4]") && !has(s, "w"));
    CHECK(has(s, "a.x") && has(s, "b.x") && has(s, "a.e.y") && has(s, "c.y"));
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_PARAMETER), 4);
    CHECK(saltus_sim_parameter(s, 0) == 3 && saltus_sim_parameter(s, 3) == 1.5);
    CHECK(saltus_sim_value(s, saltus_sim_find(s, "w[3]"), 0) == 1.5);
    CHECK(saltus_sim_value(s, saltus_sim_find(s, "a.e.y"), 0) == 0.5); /* (w[2] - 0)/2 */
    CHECK(saltus_diagram_run(s) != NULL);
    saltus_sim_free(s);
    saltus_diagram_free(d);
}

TEST(settings_reach_parameters_blocks_and_start_values)
{
    const saltus_set sets[] = {{"m", 2}, {"b.T", 4}, {"a.x", 7}, {"c.value", 3}, {"nobody", 1}};
    saltus_diagram *d = load_with(nested, sets, 5);
    saltus_options o = quiet();
    saltus_sim *s = begin(d, &o);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_STATE), 4);
    CHECK(saltus_sim_value(s, saltus_sim_find(s, "c.y"), 0) == 3);
    CHECK(saltus_sim_value(s, saltus_sim_find(s, "a.x"), 0) == 7);
    CHECK(saltus_sim_value(s, saltus_sim_find(s, "b.x"), 0) == 0);
    CHECK(saltus_sim_value(s, saltus_sim_find(s, "b.e.y"), 0) == 7.0 / 4);
    CHECK(saltus_diagram_took(d, "m") && saltus_diagram_took(d, "b.T") &&
          saltus_diagram_took(d, "k"));
    CHECK(!saltus_diagram_took(d, "nobody"));
    saltus_sim_free(s);
    saltus_diagram_free(d);
}

/* ---- Runs --------------------------------------------------------------------------------------------------- */

TEST(steps_and_values_are_those_of_the_same_model_as_text)
{
    static const char *const methods[] = {"qss1", "qss2", "qss3", "liqss1", "liqss2"};
    saltus_diagram *d = load(swing);
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED};
    saltus_compiled *c = NULL;
    CHECK(saltus_compile_text("swing.mo", swing_text, strlen(swing_text), &co, &c) == SALTUS_OK);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        saltus_options o = quiet();
        saltus_sim *a, *b = NULL;
        o.method = methods[k];
        o.rel = 0;
        o.abs = 1e-3;
        a = begin(d, &o);
        CHECK(saltus_sim_new(saltus_compiled_model(c), &o, &b) == SALTUS_OK);
        CHECK(saltus_sim_run(a, 20) == SALTUS_OK && saltus_sim_run(b, 20) == SALTUS_OK);
        for (int32_t i = 0; i < 2; i++) {
            CHECK_EQ_INT(saltus_sim_steps(a, i), saltus_sim_steps(b, i));
            CHECK_CLOSE(saltus_sim_value(a, i, 20), saltus_sim_value(b, i, 20), 1e-14);
        }
        CHECK(saltus_sim_all_steps(a) > 20 && saltus_sim_stats(a).bytes > 0);
        saltus_sim_free(a);
        saltus_sim_free(b);
    }
    saltus_compiled_free(c);
    saltus_diagram_free(d);
}

struct log {
    int segments[8], samples, stop_at;
    double last[8], sum;
};

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct log *l = user;
    (void)t, (void)order;
    l->segments[var]++;
    l->last[var] = poly[0];
    return l->stop_at && l->segments[var] == l->stop_at;
}

static int sample(void *user, double t, const saltus_sim *s)
{
    struct log *l = user;
    l->samples++;
    l->sum += saltus_sim_value(s, 0, t) + saltus_sim_value(s, 3, t);
    return 0;
}

TEST(a_run_in_pieces_equals_the_run_in_one)
{
    saltus_diagram *d = load(swing);
    saltus_options o = quiet();
    struct log one = {.samples = 0}, many = {.samples = 0};
    saltus_sim *a, *b;
    int32_t outputs[] = {3};
    o.sink = sink;
    o.sample = sample;
    o.interval = 0.25;
    o.outputs = outputs;
    o.n_outputs = 1;
    o.user = &one;
    a = begin(d, &o);
    o.user = &many;
    b = begin(d, &o);
    CHECK(saltus_sim_run(a, 20) == SALTUS_OK);
    for (int k = 1; k <= 137; k++) CHECK(saltus_sim_run(b, k * 20.0 / 137) == SALTUS_OK);
    CHECK(memcmp(&one, &many, sizeof one) == 0);
    CHECK_EQ_INT(one.samples, 81);
    CHECK(one.segments[0] > 100 && one.segments[2] == 0 && one.segments[3] > 100);
    CHECK(saltus_sim_time(a) == 20 && saltus_sim_run(a, 10) == SALTUS_EARG);
    CHECK(saltus_sim_finish(a) == SALTUS_OK && saltus_sim_finish(a) == SALTUS_OK);
    saltus_sim_free(a);
    saltus_sim_free(b);
    saltus_diagram_free(d);
}

TEST(a_sink_stops_a_run_which_goes_on_later)
{
    saltus_diagram *d = load(swing);
    saltus_options o = quiet();
    struct log l = {.stop_at = 10}, all = {.samples = 0};
    saltus_sim *s, *w;
    o.sink = sink;
    o.user = &l;
    s = begin(d, &o);
    CHECK(saltus_sim_run(s, 20) == SALTUS_STOPPED);
    CHECK(saltus_sim_time(s) > 0 && saltus_sim_time(s) < 20);
    saltus_sim_stop(s);
    l.stop_at = 0;
    CHECK(saltus_sim_run(s, 20) == SALTUS_STOPPED);
    CHECK(saltus_sim_run(s, 20) == SALTUS_OK);
    o.user = &all;
    w = begin(d, &o);
    CHECK(saltus_sim_run(w, 20) == SALTUS_OK);
    CHECK(memcmp(l.segments, all.segments, sizeof l.segments) == 0 && l.last[0] == all.last[0]);
    saltus_sim_free(s);
    saltus_sim_free(w);
    saltus_diagram_free(d);
}

TEST(the_limit_of_events_ends_a_run)
{
    saltus_diagram *d = load(swing);
    saltus_options o = quiet();
    saltus_sim *s;
    o.max_events = 30;
    s = begin(d, &o);
    CHECK(saltus_sim_run(s, 20) == SALTUS_ELIMIT);
    CHECK_EQ_INT(saltus_sim_all_steps(s), 30);
    CHECK(saltus_sim_run(s, 20) == SALTUS_ELIMIT);
    saltus_sim_free(s);
    saltus_diagram_free(d);
}

/* A queue shows its means when it is stopped. */
static const char line_of_jobs[] =
    "{\"saltus\": 1, \"blocks\": {"
    " \"jobs\": {\"block\": \"generator\", \"mean\": 1},"
    " \"line\": {\"block\": \"queue\"}, \"desk\": {\"block\": \"server\", \"mean\": 1}},"
    "\"wires\": [\"jobs -> line.u\", \"line.y -> desk\", \"desk.next -> line.next\"]}";

static int count_call(void *user, double t, int32_t var, const double *poly, int order)
{
    (void)t, (void)var, (void)poly, (void)order;
    ++*(int *)user;
    return 0;
}

TEST(a_run_that_is_freed_calls_no_sink)
{
    saltus_diagram *d = load(line_of_jobs);
    saltus_options o = quiet();
    int calls = 0, before;
    saltus_sim *s;
    o.sink = count_call;
    o.user = &calls;
    o.max_events = 5;
    s = begin(d, &o);
    CHECK(saltus_sim_run(s, 20) == SALTUS_ELIMIT);
    before = calls;
    saltus_sim_free(s);
    CHECK(before > 0 && calls == before);

    o.max_events = 0;
    s = begin(d, &o);
    CHECK(saltus_sim_run(s, 20) == SALTUS_OK);
    before = calls;
    CHECK(saltus_sim_finish(s) == SALTUS_OK);
    CHECK(calls > before); /* it would have something to say */
    before = calls;
    saltus_sim_free(s);
    CHECK_EQ_INT(calls, before);
    saltus_diagram_free(d);
}

TEST(outputs_with_series_that_were_cut_off_stay_young)
{
    saltus_diagram *d =
        load("{\"saltus\": 1, \"blocks\": {"
             " \"r\": {\"block\": \"ramp\", \"slope\": 1},"
             " \"f\": {\"block\": \"sin\"}, \"g\": {\"block\": \"gain\", \"k\": 2}},"
             " \"wires\": [\"r -> f\", \"f -> g\"]}");
    saltus_options o = quiet();
    struct log l = {.samples = 0};
    int32_t outputs[2];
    saltus_sim *s = begin(d, &o);
    outputs[0] = saltus_sim_find(s, "f.y");
    outputs[1] = saltus_sim_find(s, "g.y");
    CHECK(saltus_sim_run(s, 10) == SALTUS_OK);
    CHECK_CLOSE(saltus_sim_value(s, outputs[0], 10), sin(10), 1e-12);
    CHECK_CLOSE(saltus_sim_value(s, outputs[1], 10), 2 * sin(10), 1e-12);
    saltus_sim_free(s);
    o.sink = sink;
    o.interval = 0.5;
    o.outputs = outputs;
    o.n_outputs = 2;
    o.user = &l;
    s = begin(d, &o);
    CHECK(saltus_sim_run(s, 10) == SALTUS_OK);
    CHECK(l.segments[outputs[0]] >= 21);
    CHECK_CLOSE(l.last[outputs[1]], 2 * sin(10), 1e-12);
    saltus_sim_free(s);
    saltus_diagram_free(d);
}

static int fired_count, fired_sum;

static int fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    (void)user, (void)t;
    fired_count += kind == SALTUS_GUARD && index == 0;
    fired_sum += direction;
    return 0;
}

TEST(what_blocks_show_as_events_is_told_and_counted)
{
    saltus_diagram *d = load("{\"saltus\": 1, \"blocks\": {"
                             " \"s\": {\"block\": \"sine\", \"amplitude\": 1, \"frequency\": 1},"
                             " \"c\": {\"block\": \"cross_detector\"}}, \"wires\": [\"s -> c\"]}");
    saltus_options o = quiet();
    saltus_sim *s;
    o.fired = fired;
    s = begin(d, &o);
    fired_count = fired_sum = 0;
    CHECK(saltus_sim_run(s, 2.9) == SALTUS_OK);
    CHECK_EQ_INT(fired_count, 5);
    CHECK_EQ_INT(saltus_sim_events(s, 0), 5);
    CHECK(saltus_sim_stats(s).events == 5);
    saltus_sim_free(s);
    saltus_diagram_free(d);
}

static void refused(const saltus_diagram *d, const saltus_options *o, const char *words)
{
    saltus_sim *s = NULL;
    said[0] = 0;
    CHECK(saltus_sim_new(saltus_diagram_model(d), o, &s) == SALTUS_EARG);
    if (!s && strstr(said, words)) return;
    FAIL("said: %s", said);
}

TEST(options_that_do_not_fit_are_refused)
{
    saltus_diagram *d = load(swing);
    saltus_options o = quiet();
    const saltus_set set = {"x", 1};
    const saltus_rule rule = {.pattern = "zz*", .abs = 1};
    o.method = "abm";
    refused(d, &o, "one by one");
    o.method = "qss9";
    refused(d, &o, "no method");
    o = quiet();
    o.sets = &set;
    o.n_sets = 1;
    refused(d, &o, "built in");
    o = quiet();
    o.rules = &rule;
    o.n_rules = 1;
    refused(d, &o, "no state");
    saltus_diagram_free(d);
}

TEST(a_rule_gives_one_block_another_quantum)
{
    saltus_diagram *d = load(swing);
    saltus_options o = quiet();
    const saltus_rule rule = {.pattern = "v", .abs = 1e-5};
    saltus_sim *a = begin(d, &o), *b;
    o.rules = &rule;
    o.n_rules = 1;
    b = begin(d, &o);
    CHECK(saltus_sim_run(a, 5) == SALTUS_OK && saltus_sim_run(b, 5) == SALTUS_OK);
    CHECK(saltus_sim_steps(b, 1) > 3 * saltus_sim_steps(a, 1));
    saltus_sim_free(a);
    saltus_sim_free(b);
    saltus_diagram_free(d);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

struct purse {
    long left, held;
};

static void *pay(void *user, void *p, size_t n)
{
    struct purse *w = user;
    void *q;
    if (n == 0) {
        w->held -= p != NULL;
        free(p);
        return NULL;
    }
    if (w->left-- <= 0) return NULL;
    q = realloc(p, n);
    w->held += !p && q;
    return q;
}

TEST(a_diagram_without_memory_says_so_and_leaves_nothing)
{
    for (long n = 0;; n++) {
        struct purse w = {.left = n};
        saltus_diagram_options o = {.struct_size = sizeof(saltus_diagram_options),
                                    .interpret = 1,
                                    .diag = hear,
                                    .alloc = pay,
                                    .alloc_user = &w};
        saltus_diagram *d = NULL;
        saltus_status st = saltus_diagram_parse("test.json", nested, strlen(nested), &o, &d);
        CHECK(st == SALTUS_OK || st == SALTUS_ENOMEM);
        CHECK((d == NULL) == (st < 0));
        saltus_diagram_free(d);
        CHECK_EQ_INT(w.held, 0);
        if (st == SALTUS_OK) {
            CHECK(n > 10);
            break;
        }
    }
}

TEST(a_file_that_is_not_there_cannot_be_read)
{
    saltus_diagram_options o = {.struct_size = sizeof(saltus_diagram_options), .diag = hear};
    saltus_diagram *d = NULL;
    CHECK(saltus_diagram_load("/nowhere/x.json", &o, &d) == SALTUS_EIO && !d);
    CHECK(strstr(said, "cannot read /nowhere/x.json"));
    CHECK(saltus_diagram_load("/", &o, &d) == SALTUS_EIO && strstr(said, "directory"));
    CHECK(saltus_diagram_load(NULL, &o, &d) == SALTUS_EARG);
}

TEST(a_run_without_memory_says_so_and_leaves_nothing)
{
    saltus_diagram *d = load(nested);
    for (long n = 0;; n++) {
        struct purse w = {.left = n};
        saltus_options o = quiet();
        saltus_sim *s = NULL;
        saltus_status st;
        o.alloc = pay;
        o.alloc_user = &w;
        st = saltus_sim_new(saltus_diagram_model(d), &o, &s);
        if (st == SALTUS_OK) st = saltus_sim_run(s, 1);
        CHECK(st == SALTUS_OK || st == SALTUS_ENOMEM);
        saltus_sim_free(s);
        CHECK_EQ_INT(w.held, 0);
        if (st == SALTUS_OK) {
            CHECK(n > 20);
            break;
        }
    }
    saltus_diagram_free(d);
}

TEST_MAIN()
