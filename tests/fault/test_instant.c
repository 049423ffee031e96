/* SPDX-License-Identifier: MIT */
/* test_instant.c - too much at one instant: what settles runs on, what does not ends with a
 * message that names it, and steps that no longer move the clock are noticed. */
#include "quantized.h"
#include "models.h"
#include "saltus.h"
#include "saltus_jet.h"

#include "heard.h"
#include "all_methods.h"

static saltus_status run(const saltus_model *m, saltus_options o, double until, struct heard *h,
                         saltus_stats *stats)
{
    saltus_sim *s;
    saltus_status st;
    *h = (struct heard){.t = -1};
    o.diag = hear;
    o.user = h;
    st = saltus_sim_new(m, &o, &s);
    if (st < 0) return st;
    st = saltus_sim_run(s, until);
    CHECK_EQ_INT(saltus_sim_run(s, until), st); /* again, without another message */
    if (!strstr(h->text, "chatters")) CHECK_EQ_INT(h->errors, st < 0);
    if (st < 0) CHECK(h->status == st);
    if (stats) *stats = saltus_sim_stats(s);
    saltus_sim_free(s);
    return st;
}

/* ---- Handlers that undo each other ----------------------------------------------------------- */

/* A clock arms the guards at t = 1. */
enum { SIDE, COUNT, ARMED };

SALTUS_INLINE jet one(jet_at e, int32_t i)
{
    return (void)e, (void)i, jet_const(1);
}
SALTUS_AFFINE_FUNCTION(one)

static double once(const saltus_env *e, int32_t k)
{
    return (void)k, e->t < 1 ? 1 : INFINITY;
}

static const saltus_variable x_only[] = {{.name = "x"}, {.name = NULL}};
static const saltus_variable side_count[] = {
    {.name = "side"}, {.name = "count"}, {.name = "armed"}, {.name = NULL}};
static const saltus_variable limit[] = {{.name = "limit", .start = 1e6}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "ping"}, {.name = "pong"}, {.name = NULL}};
static const saltus_guard arm[] = {{.name = "arm"}, {.name = NULL}};

static saltus_model toggles(saltus_function guard, const saltus_guard *names,
                            void (*handle)(saltus_event *))
{
    return (saltus_model){.abi = SALTUS_ABI,
                          .name = "toggles",
                          .states = x_only,
                          .discretes = side_count,
                          .parameters = limit,
                          .guards = names,
                          .clocks = arm,
                          .der = SALTUS_AFFINE_FUNCTION_OF(one),
                          .guard = guard,
                          .next = once,
                          .handle = handle};
}

static saltus_options with_limit(const char *method, const saltus_set *set)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    o.sets = set;
    o.n_sets = 1;
    return o;
}

/* Positive while armed and side is 0. Alone, its own handler flips side: rising makes it 1,
 * falling 0, `limit` times. */
SALTUS_INLINE jet own(jet_at e, int32_t k)
{
    double side = jet_discrete(e, SIDE), armed = jet_discrete(e, ARMED);
    return (void)k, jet_const(armed != 0 && side == 0 ? 1 : -1);
}
SALTUS_AFFINE_FUNCTION(own)

static void flip(saltus_event *ev)
{
    double n = saltus_event_discrete(ev, COUNT) + 1;
    if (ev->cause == SALTUS_CLOCK) saltus_event_assign(ev, ARMED, 1);
    if (ev->cause == SALTUS_CLOCK || ev->initial) return;
    saltus_event_assign(ev, COUNT, n);
    if (n < ev->env->p[0]) saltus_event_assign(ev, SIDE, ev->direction > 0);
}

TEST(a_guard_that_undoes_itself_does_not_settle)
{
    saltus_model m = toggles((saltus_function)SALTUS_AFFINE_FUNCTION_OF(own), guards + 1, flip);
    const saltus_method_info *list;
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_options o = saltus_defaults();
        struct heard h;
        saltus_status st;
        o.method = list[k].name;
        st = run(&m, o, 3, &h, NULL);
        if (st != SALTUS_EZENO) FAIL("%s: %s", o.method, saltus_status_name(st));
        CHECK(strcmp(h.var, "pong") == 0 && h.t == 1);
    }
}

TEST(a_chain_that_settles)
{
    saltus_model m = toggles((saltus_function)SALTUS_AFFINE_FUNCTION_OF(own), guards + 1, flip);
    const saltus_method_info *list;
    saltus_set set = {"limit", 1000};
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_options o = with_limit(list[k].name, &set);
        struct heard h;
        saltus_stats stats;
        set.value = 1000;
        CHECK_EQ_INT(run(&m, o, 3, &h, &stats), SALTUS_OK);
        CHECK_EQ_INT(stats.events, 1000);
        o.max_instant = 100;
        CHECK_EQ_INT(run(&m, o, 3, &h, NULL), SALTUS_EZENO);
        CHECK(strcmp(h.var, "pong") == 0 && h.t == 1);
        set.value = 50;
        CHECK_EQ_INT(run(&m, o, 3, &h, &stats), SALTUS_OK);
        CHECK_EQ_INT(stats.events, 50);
    }
}

/* Limits are what the options say, and a million events at one instant are no burden. */
TEST(a_million_events_at_one_instant)
{
    saltus_model m = toggles((saltus_function)SALTUS_AFFINE_FUNCTION_OF(own), guards + 1, flip);
    saltus_set set = {"limit", 1e6};
    saltus_options o = with_limit("liqss2", &set);
    struct heard h;
    saltus_stats stats;
    o.max_instant = 2000000;
    CHECK_EQ_INT(run(&m, o, 3, &h, &stats), SALTUS_OK);
    CHECK_EQ_INT(stats.events, 1000000);
    o.max_instant = 500000;
    CHECK_EQ_INT(run(&m, o, 3, &h, NULL), SALTUS_EZENO);
}

/* Two guards due together: they take their turns by index, and the second, whose crossing the
 * handler of the first has taken back, does not fire. */
static void take_back(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_assign(ev, ARMED, 1);
    if (ev->initial || ev->cause == SALTUS_CLOCK) return;
    CHECK_EQ_INT(ev->index, 0);
    saltus_event_assign(ev, SIDE, 1);
    saltus_event_assign(ev, COUNT, saltus_event_discrete(ev, COUNT) + 1);
}

/* The number of events is between these, whatever the method. */
static void settles(saltus_model m, uint64_t least, uint64_t most)
{
    const saltus_method_info *list;
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_options o = saltus_defaults();
        struct heard h;
        saltus_stats stats;
        o.method = list[k].name;
        CHECK_EQ_INT(run(&m, o, 3, &h, &stats), SALTUS_OK);
        CHECK(stats.events >= least && stats.events <= most);
    }
}

TEST(a_crossing_that_was_taken_back_does_not_fire)
{
    saltus_function z = SALTUS_AFFINE_FUNCTION_OF(own);
    settles(toggles(z, guards, take_back), 2, 2); /* ping rises, and falls */
}

/* Guard 0 is positive while side is 0 and sets it, guard 1 while it is 1 and clears it: each
 * takes back the crossing of the other before its turn comes, so that the two come to rest. */
SALTUS_INLINE jet each_other(jet_at e, int32_t k)
{
    double side = jet_discrete(e, SIDE), armed = jet_discrete(e, ARMED);
    return jet_const(armed != 0 && (k == 0) == (side == 0) ? 1 : -1);
}
SALTUS_AFFINE_FUNCTION(each_other)

static void undo(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_assign(ev, ARMED, 1);
    if (!ev->initial && ev->direction > 0) saltus_event_assign(ev, SIDE, ev->index == 0);
}

TEST(guards_that_undo_each_other_come_to_rest)
{
    saltus_function z = SALTUS_AFFINE_FUNCTION_OF(each_other);
    settles(toggles(z, guards, undo), 1, 10);
}

/* ---- The start ------------------------------------------------------------------------------- */

/* Two handlers that never agree, and one that needs a few passes. */
SALTUS_INLINE jet constant(jet_at e, int32_t k)
{
    double d = jet_discrete(e, SIDE);
    return jet_const(k == 0 ? d - 0.5 : 0.5 - d);
}
SALTUS_AFFINE_FUNCTION(constant)

static void disagree(saltus_event *ev)
{
    double d = saltus_event_discrete(ev, SIDE), n = saltus_event_discrete(ev, COUNT);
    if (ev->index != 0 || n >= ev->env->p[0]) return;
    saltus_event_assign(ev, SIDE, 1 - d);
    saltus_event_assign(ev, COUNT, n + 1);
}

TEST(initial_events_that_do_not_settle)
{
    saltus_set set = {"limit", 20};
    saltus_model m =
        toggles((saltus_function)SALTUS_AFFINE_FUNCTION_OF(constant), guards, disagree);
    struct heard h;
    CHECK_EQ_INT(run(&m, saltus_defaults(), 3, &h, NULL), SALTUS_EZENO);
    CHECK(h.count == 1 && strcmp(h.var, "ping") == 0 && h.t == 0);
    CHECK_EQ_INT(run(&m, with_limit(NULL, &set), 3, &h, NULL), SALTUS_OK);
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

static double stands_still(const saltus_env *e, int32_t k)
{
    return (void)k, e->t < 1 ? 1 : e->t;
}
static double runs_back(const saltus_env *e, int32_t k)
{
    return (void)k, e->t < 1 ? 1 : -INFINITY;
}
static double slows_down(const saltus_env *e, int32_t k) /* 1/2, 3/4, ...: accumulates at 1 */
{
    return (void)k, e->t + (1 - e->t) / 2;
}

TEST(clocks_that_do_not_advance)
{
    static double (*const next[])(const saltus_env *, int32_t) = {stands_still, runs_back,
                                                                  slows_down};
    static const saltus_guard clocks[] = {{.name = "good"}, {.name = "bad"}, {.name = NULL}};
    for (int k = 0; k < 3; k++) {
        saltus_model m = {.abi = SALTUS_ABI, .clocks = clocks + 1, .next = next[k]};
        struct heard h;
        CHECK_EQ_INT(run(&m, saltus_defaults(), 3, &h, NULL), SALTUS_EZENO);
        CHECK(strcmp(h.var, "bad") == 0 && fabs(h.t - 1) < 1e-9);
    }
}

static double tenths(const saltus_env *e, int32_t k)
{
    return (void)k, (e->d[0] + 1) * 0.1;
}
static void tick(saltus_event *ev)
{
    double n = saltus_event_discrete(ev, 0) + 1;
    CHECK(ev->env->t == n * 0.1); /* the same bits */
    saltus_event_assign(ev, 0, n);
}

TEST(clocks_at_exact_multiples)
{
    static const saltus_guard clock[] = {{.name = "tick"}, {.name = NULL}};
    saltus_model m = {.abi = SALTUS_ABI,
                      .discretes = side_count,
                      .clocks = clock,
                      .next = tenths,
                      .handle = tick};
    saltus_stats stats;
    struct heard h;
    CHECK_EQ_INT(run(&m, saltus_defaults(), 100, &h, &stats), SALTUS_OK);
    CHECK_EQ_INT(stats.clocks, 1000);
}

/* ---- A ball that comes to rest --------------------------------------------------------------- */

/* The first bounces, for every method that sees slopes; and no event at the floor that is not a
 * bounce. */
TEST(bouncing_ball)
{
    saltus_model *m = models_make("bounce", 0);
    const saltus_method_info *list;
    CHECK(m);
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_options o = saltus_defaults();
        double t1 = sqrt(2 / 9.81), bounce = t1, gap = 2 * 0.8 * t1;
        saltus_sim *s;
        if (list[k].order < 2) continue;
        o.method = list[k].name;
        o.rel = 1e-6, o.abs = 1e-8;
        CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
        for (int j = 0; j < 6; j++, bounce += gap, gap *= 0.8) {
            CHECK_EQ_INT(saltus_sim_run(s, bounce - 1e-4), SALTUS_OK);
            CHECK_LE(saltus_sim_value(s, 1, bounce - 1e-4), 0); /* it still falls */
            CHECK_EQ_INT(saltus_sim_run(s, bounce + 1e-4), SALTUS_OK);
            if (!(saltus_sim_value(s, 1, bounce + 1e-4) > 0)) FAIL("%s: bounce %d", o.method, j);
            CHECK(saltus_sim_events(s, 0) == 2 * (uint64_t)j + 1 ||
                  saltus_sim_events(s, 0) == 2 * (uint64_t)j + 2);
        }
        saltus_sim_free(s);
    }
    models_free(m);
}

/* The bounces pile up at t = 4.06. Where they are lower than a quantum, the ball goes on by tiny jumps, or
 * q no longer leaves the floor and the guard sees no more crossings: the run goes on, without an error
 * and without a hang. */
TEST(zeno_ball)
{
    saltus_model *m = models_make("bounce", 0);
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    CHECK(m);
    for (size_t k = 0; k < n; k++) {
        saltus_options o = saltus_defaults();
        saltus_stats stats;
        struct heard h;
        saltus_status st;
        o.method = list[k].name;
        o.rel = 1e-3;
        o.abs = 1e-4;
        st = run(m, o, 6, &h, &stats);
        if (st != SALTUS_OK) FAIL("%s: %s", o.method, saltus_status_name(st));
        CHECK(stats.events > 20 && stats.events < 200000);
    }
    models_free(m);
}

/* ---- Lost progress --------------------------------------------------------------------------- */

SALTUS_INLINE jet fast(jet_at e, int32_t i)
{
    return (void)i, jet_mul(1e30, jet_state(e, 0));
}
SALTUS_AFFINE_FUNCTION(fast)

SALTUS_INLINE jet steep(jet_at e, int32_t i)
{
    return (void)i, jet_add(1e30, jet_mul(1e-3, jet_time(e)));
}
SALTUS_FUNCTION(steep)

TEST(steps_too_small_for_the_clock)
{
    static const saltus_variable named[] = {{.name = "slow.x", .start = 1}, {.name = NULL}};
    const saltus_function functions[] = {SALTUS_AFFINE_FUNCTION_OF(fast),
                                         SALTUS_FUNCTION_OF(steep)};
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++)
        for (int j = 0; j < 2; j++) {
            saltus_model m = {.abi = SALTUS_ABI, .states = named, .der = functions[j]};
            saltus_options o = saltus_defaults();
            struct heard h;
            saltus_status st;
            if (j == 1 && list[k].order > 1) continue; /* a straight line needs no second step */
            o.method = list[k].name;
            saltus_options_set(&o, "exact_parts", "false"); /* they make no steps */
            o.t0 = 1e9;
            o.rel = 0;
            o.abs = 1e-9;
            st = run(&m, o, 2e9, &h, NULL);
            if (st != SALTUS_ESTUCK || strcmp(h.var, "slow.x") != 0)
                FAIL("%s, %d: %s, '%s'", o.method, j, saltus_status_name(st), h.var);
            CHECK_CLOSE(h.t, 1e9, 1e-9);
        }
}

TEST_MAIN()
