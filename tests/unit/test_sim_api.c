/* SPDX-License-Identifier: MIT */
/* test_sim_api.c - a run seen from outside: names, values, outputs, samples, sinks, stopping,
 * limits, statistics. */
#include "quantized.h"
#include "models.h"
#include "saltus.h"
#include "saltus_jet.h"

#include "testing.h"
#include "all_methods.h"

/* A harmonic oscillator (x, v) beside arrays of rank 1 to 3 that decay; on = 1 while x > 0; a
 * tick each second. */
enum { X, V, A, B = A + 3, C = B + 4, STATES = C + 12 };
enum { ON, TICKS };

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    if (i == X) return jet_state(e, V);
    if (i == V) return jet_neg(jet_state(e, X));
    return jet_mul(-0.1, jet_state(e, i));
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    return (void)k, jet_state(e, X);
}
SALTUS_AFFINE_FUNCTION(z)

SALTUS_INLINE jet y(jet_at e, int32_t k)
{
    jet x = jet_state(e, X), v = jet_state(e, V);
    if (k == 0) return jet_add(jet_sqr(x), jet_sqr(v));
    return jet_add(jet_mul(k, x), jet_add(jet_time(e), jet_discrete(e, TICKS)));
}
SALTUS_FUNCTION(y)

static double next(const saltus_env *e, int32_t k)
{
    return (void)k, e->d[TICKS] + 1;
}

static void handle(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD)
        saltus_event_assign(ev, ON, ev->direction > 0);
    else
        saltus_event_assign(ev, TICKS, saltus_event_discrete(ev, TICKS) + 1);
}

static const saltus_variable states[] = {{.name = "x", .start = 1},
                                         {.name = "v"},
                                         {.name = "a", .size = {3}, .start = 1},
                                         {.name = "b", .size = {2, 2}, .start = 2},
                                         {.name = "c", .size = {2, 3, 2}, .start = 3},
                                         {.name = NULL}};
static const saltus_variable discretes[] = {{.name = "on"}, {.name = "ticks"}, {.name = NULL}};
static const saltus_variable parameters[] = {{.name = "p"}, {.name = NULL}};
static const saltus_variable outputs[] = {
    {.name = "energy"}, {.name = "w", .size = {2}}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "x > 0"}, {.name = NULL}};
static const saltus_guard clocks[] = {{.name = "tick"}, {.name = NULL}};
static const saltus_model model = {.abi = SALTUS_ABI,
                                   .name = "api",
                                   .states = states,
                                   .discretes = discretes,
                                   .parameters = parameters,
                                   .outputs = outputs,
                                   .guards = guards,
                                   .clocks = clocks,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                   .guard = SALTUS_AFFINE_FUNCTION_OF(z),
                                   .output = SALTUS_FUNCTION_OF(y),
                                   .next = next,
                                   .handle = handle};

static saltus_sim *start(saltus_options o)
{
    saltus_sim *s;
    CHECK_EQ_INT(saltus_sim_new(&model, &o, &s), SALTUS_OK);
    return s;
}

static void silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* ---- Names and values ------------------------------------------------------------------------ */

TEST(counts_and_numbers_of_variables)
{
    saltus_sim *s = start(saltus_defaults());
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_STATE), STATES);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_DISCRETE), 2);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_PARAMETER), 1);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_OUTPUT), 3);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_GUARD), 1);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_CLOCK), 1);
    CHECK_EQ_INT(saltus_sim_count(s, SALTUS_TIME), 0);
    CHECK_EQ_INT(saltus_sim_var(s, SALTUS_STATE, 3), 3);
    CHECK_EQ_INT(saltus_sim_var(s, SALTUS_DISCRETE, 1), STATES + 1);
    CHECK_EQ_INT(saltus_sim_var(s, SALTUS_OUTPUT, 2), STATES + 4);
    CHECK_EQ_INT(saltus_sim_var(s, SALTUS_OUTPUT, 3), -1);
    CHECK_EQ_INT(saltus_sim_var(s, SALTUS_STATE, -1), -1);
    CHECK_EQ_INT(saltus_sim_var(s, SALTUS_GUARD, 0), -1);
    saltus_sim_free(s);
}

TEST(names_and_finding_are_inverse)
{
    static const saltus_kind kinds[] = {SALTUS_STATE, SALTUS_DISCRETE, SALTUS_OUTPUT};
    saltus_sim *s = start(saltus_defaults());
    char name[30];
    for (int k = 0; k < 3; k++)
        for (int32_t i = 0; i < saltus_sim_count(s, kinds[k]); i++) {
            CHECK_EQ_INT(saltus_sim_name(s, kinds[k], i, name, sizeof name), strlen(name));
            CHECK_EQ_INT(saltus_sim_find(s, name), saltus_sim_var(s, kinds[k], i));
        }
    CHECK_EQ_INT(saltus_sim_find(s, "a[3]"), A + 2);
    CHECK_EQ_INT(saltus_sim_find(s, "b[2,1]"), B + 2);
    CHECK_EQ_INT(saltus_sim_find(s, "c[2,3,2]"), C + 11);
    CHECK_EQ_INT(saltus_sim_find(s, "c[2,3]"), -1);
    CHECK_EQ_INT(saltus_sim_find(s, "a"), -1);
    CHECK_EQ_INT(saltus_sim_find(s, "p"), -1); /* no variable */
    CHECK_EQ_INT(saltus_sim_find(s, "a[ 1]"), -1);
    CHECK_EQ_INT(saltus_sim_find(s, "a[+1]"), -1);
    CHECK_EQ_INT(saltus_sim_find(s, "a[01]"), -1);
    saltus_sim_name(s, SALTUS_GUARD, 0, name, sizeof name);
    CHECK(strcmp(name, "x > 0") == 0);
    saltus_sim_name(s, SALTUS_CLOCK, 0, name, sizeof name);
    CHECK(strcmp(name, "tick") == 0);
    CHECK(saltus_sim_name(s, SALTUS_STATE, C, name, 4) == 8 && strcmp(name, "c[1") == 0);
    saltus_sim_name(s, SALTUS_STATE, -1, name, sizeof name);
    CHECK(strcmp(name, "?") == 0);
    saltus_sim_free(s);
}

/* Without a run, and the same numbers. */
TEST(a_model_finds_its_variables)
{
    saltus_sim *s = start(saltus_defaults());
    static const char *const names[] = {
        "x", "v",     "a[1]", "a[3]", "b[2,1]", "c[2,3,2]", "on", "ticks", "energy", "w[2]",
        "p", "x > 0", "tick", "a",    "a[0]",   "a[4]",     "",   "w",     "c[2,3]", "a[ 1]"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        CHECK_EQ_INT(saltus_model_find(&model, names[k]), saltus_sim_find(s, names[k]));
    CHECK_EQ_INT(saltus_model_find(&model, "x"), X);
    CHECK_EQ_INT(saltus_model_find(&model, "c[1,2,1]"), C + 2);
    CHECK_EQ_INT(saltus_model_find(&model, "ticks"), STATES + TICKS);
    CHECK_EQ_INT(saltus_model_find(&model, "w[1]"), STATES + 3);
    CHECK_EQ_INT(saltus_model_find(&model, "p"), -1);
    CHECK_EQ_INT(saltus_model_find(&(saltus_model){.abi = SALTUS_ABI}, "x"), -1);
    saltus_sim_free(s);
}

TEST(values_and_outputs)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.rel = 1e-6, o.abs = 1e-8;
    s = start(o);
    CHECK_EQ_INT(saltus_sim_run(s, 2.5), SALTUS_OK);
    CHECK(saltus_sim_time(s) == 2.5);
    CHECK_CLOSE(saltus_sim_value(s, X, 2.5), cos(2.5), 1e-4);
    CHECK_LE(fabs(saltus_sim_value(s, V, 2.5) - saltus_sim_quantized(s, V, 2.5)), 1e-5);
    CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "energy"), 2.5), 1, 1e-4);
    CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "w[1]"), 2.5), cos(2.5) + 4.5, 1e-4);
    CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "w[2]"), 2.5), 2 * cos(2.5) + 4.5, 1e-4);
    CHECK(saltus_sim_value(s, STATES + TICKS, 2.5) == 2 &&
          saltus_sim_value(s, STATES + ON, 2.5) == 0);
    CHECK(isnan(saltus_sim_value(s, -1, 2)) && isnan(saltus_sim_value(s, STATES + 5, 2)));
    CHECK(isnan(saltus_sim_quantized(s, -1, 2)) && isnan(saltus_sim_quantized(s, STATES, 2)));
    saltus_sim_free(s);
}

/* ---- Samples and sinks ----------------------------------------------------------------------- */

struct seen {
    int samples, discretes, stop_at;
    double worst, last[2];
    saltus_traj *traj;
};

static int sample(void *user, double t, const saltus_sim *s)
{
    struct seen *w = user;
    CHECK(t == 0.125 + w->samples * 1.0 / 10); /* the same bits */
    CHECK(saltus_sim_time(s) >= t);
    w->worst = fmax(w->worst, fabs(saltus_sim_value(s, X, t) - cos(t - 0.125)));
    w->worst = fmax(w->worst, fabs(saltus_sim_value(s, saltus_sim_find(s, "energy"), t) - 1));
    return ++w->samples == w->stop_at;
}

static saltus_options sampled(struct seen *w)
{
    saltus_options o = saltus_defaults();
    o.method = "liqss3";
    o.rel = 1e-5, o.abs = 1e-7;
    o.t0 = 0.125;
    o.sample = sample;
    o.interval = 0.1;
    o.user = w;
    o.diag = silent;
    return o;
}

TEST(samples_come_at_exact_instants)
{
    struct seen w = {0};
    saltus_sim *s = start(sampled(&w));
    CHECK_EQ_INT(w.samples, 0);
    CHECK_EQ_INT(saltus_sim_run(s, 0.125), SALTUS_OK);
    CHECK_EQ_INT(w.samples, 1);
    CHECK_EQ_INT(saltus_sim_run(s, 5), SALTUS_OK);
    CHECK_EQ_INT(w.samples, 49);
    CHECK_EQ_INT(saltus_sim_run(s, 0.125 + 100 * 0.1), SALTUS_OK);
    CHECK_EQ_INT(w.samples, 101);
    CHECK_LE(w.worst, 1e-3);
    saltus_sim_free(s);
}

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct seen *w = user;
    CHECK(var >= 0 && var < STATES + 2 && order >= 0 && order <= 5 && isfinite(poly[0]));
    if (var >= STATES) {
        CHECK(order == 0);
        w->discretes++;
        w->last[var - STATES] = poly[0];
    }
    return w->traj ? saltus_traj_sink(w->traj, t, var, poly, order) : ++w->samples == w->stop_at;
}

TEST(sink_receives_states_and_discretes)
{
    int32_t vars[] = { X, STATES + TICKS };
    struct seen w = {0};
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.rel = 1e-5, o.abs = 1e-7;
    o.sink = sink;
    o.user = &w;
    CHECK_EQ_INT(saltus_traj_new(vars, 2, &w.traj), SALTUS_OK);
    s = start(o);
    CHECK_EQ_INT(saltus_sim_run(s, 10.5), SALTUS_OK);
    CHECK(w.last[TICKS] == 10 && w.last[ON] == saltus_sim_value(s, STATES + ON, 10.5));
    for (double t = 0; t < 10.5; t += 0.25) {
        CHECK_LE(fabs(saltus_traj_value(w.traj, X, t) - cos(t)), 1e-3);
        CHECK(saltus_traj_value(w.traj, STATES + TICKS, t) == floor(t));
    }
    CHECK_EQ_INT(w.discretes, 2 + 1 + 10 + 3); /* start (on changes once there), ticks, x = 0 */
    saltus_traj_free(w.traj);
    saltus_sim_free(s);
}

/* ---- Stopping, pieces, limits ---------------------------------------------------------------- */

static void same_end(const saltus_sim *a, const saltus_sim *b, double t)
{
    saltus_stats p = saltus_sim_stats(a), q = saltus_sim_stats(b);
    for (int32_t k = 0; k < STATES + 5; k++)
        CHECK(saltus_sim_value(a, k, t) == saltus_sim_value(b, k, t));
    CHECK(p.steps == q.steps && p.events == q.events && p.clocks == q.clocks);
    CHECK(p.evaluations == q.evaluations && p.queue_operations == q.queue_operations);
}

TEST(a_run_in_pieces_equals_the_run_in_one)
{
    struct seen w = {0}, v = {.stop_at = 7};
    saltus_sim *whole = start(sampled(&w)), *pieces = start(sampled(&v));
    CHECK_EQ_INT(saltus_sim_run(whole, 10), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(pieces, 10), SALTUS_STOPPED);
    CHECK_EQ_INT(v.samples, 7);
    CHECK(saltus_sim_time(pieces) < 0.8);
    for (double t = 1; t < 9; t += 0.7) CHECK_EQ_INT(saltus_sim_run(pieces, t), SALTUS_OK);
    saltus_sim_stop(pieces);
    CHECK_EQ_INT(saltus_sim_run(pieces, 10), SALTUS_STOPPED);
    CHECK_EQ_INT(saltus_sim_run(pieces, 10), SALTUS_OK);
    same_end(whole, pieces, 10);
    CHECK_EQ_INT(v.samples, w.samples);
    saltus_sim_free(whole);
    saltus_sim_free(pieces);
}

TEST(a_sink_stops_the_run)
{
    struct seen w = {.stop_at = 500}, v = {0};
    saltus_options o = saltus_defaults();
    saltus_sim *s, *whole;
    o.sink = sink;
    o.user = &w;
    s = start(o);
    o.user = &v;
    whole = start(o);
    CHECK_EQ_INT(saltus_sim_run(whole, 50), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 50), SALTUS_STOPPED);
    CHECK(w.samples >= 500 && w.samples < 520); /* the current event is finished */
    CHECK_EQ_INT(saltus_sim_run(s, 50), SALTUS_OK);
    same_end(whole, s, 50);
    CHECK_EQ_INT(v.samples, w.samples);
    saltus_sim_free(s);
    saltus_sim_free(whole);
}

TEST(two_runs_are_equal_bit_for_bit)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n; k++) {
        saltus_options o = saltus_defaults();
        o.method = list[k].name;
        saltus_sim *a = start(o), *b = start(o);
        CHECK_EQ_INT(saltus_sim_run(a, 5), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(b, 5), SALTUS_OK);
        same_end(a, b, 5);
        saltus_sim_free(a);
        saltus_sim_free(b);
    }
}

TEST(max_events)
{
    saltus_options o = saltus_defaults();
    saltus_stats st;
    saltus_sim *s;
    o.max_events = 100;
    o.diag = silent;
    s = start(o);
    CHECK_EQ_INT(saltus_sim_run(s, 100), SALTUS_ELIMIT);
    st = saltus_sim_stats(s);
    CHECK(st.steps + st.events + st.clocks >= 100 && st.steps + st.events + st.clocks <= 101);
    CHECK_EQ_INT(saltus_sim_run(s, 100), SALTUS_ELIMIT);
    saltus_sim_free(s);
}

/* Nothing is ever due: a run to infinity returns at once. */
SALTUS_INLINE jet zero(jet_at e, int32_t i)
{
    return (void)e, (void)i, jet_const(0);
}
SALTUS_AFFINE_FUNCTION(zero)

TEST(a_quiet_model_runs_for_ever)
{
    saltus_model quiet = {
        .abi = SALTUS_ABI, .states = states, .der = SALTUS_AFFINE_FUNCTION_OF(zero)};
    const saltus_method_info *list;
    for (size_t k = 0; k < quantized_methods(&list); k++) {
        saltus_options o = saltus_defaults();
        saltus_sim *s;
        o.method = list[k].name;
        o.max_events = 1000;
        CHECK_EQ_INT(saltus_sim_new(&quiet, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, INFINITY), SALTUS_OK);
        CHECK(saltus_sim_value(s, X, 1e9) == 1);
        saltus_sim_free(s);
    }
}

/* ---- Statistics ------------------------------------------------------------------------------ */

TEST(statistics_add_up)
{
    static const char *const names[] = {"stiff2", "pair", "buck", "cuk", "tline", "inverters"};
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < 6 * n; k++) {
        saltus_model *m = models_make(names[k % 6], names[k % 6][0] == 'c' ? 2 : 10);
        saltus_options o = saltus_defaults();
        uint64_t steps = 0, initial = 0, events = 0;
        saltus_stats st;
        saltus_sim *s;
        o.method = list[k / 6].name;
        o.rel = o.abs = 1e-2;
        o.max_events = 20000;
        o.diag = silent;
        CHECK(m && saltus_sim_new(m, &o, &s) == SALTUS_OK);
        (void)saltus_sim_run(s, m->experiment.stop / 20);
        st = saltus_sim_stats(s);
        for (int32_t i = 0; i < saltus_sim_count(s, SALTUS_STATE); i++) {
            steps += saltus_sim_steps(s, i);
            initial += saltus_sim_initial(s, i);
            CHECK(saltus_sim_dependents(s, i) >= 0);
        }
        for (int32_t i = 0; i < saltus_sim_count(s, SALTUS_GUARD); i++)
            events += saltus_sim_events(s, i);
        steps -= st.together * (uint64_t)(saltus_sim_count(s, SALTUS_STATE) - 1);
        CHECK(steps == st.steps && initial == st.initial && events == st.events);
        CHECK(st.bytes > 0 && st.cpu_seconds >= 0 && 2 * st.pair_steps <= st.steps);
        saltus_sim_free(s);
        models_free(m);
    }
}

TEST_MAIN()
