/* SPDX-License-Identifier: MIT */
/* test_events.c - what a guard, a clock and a handler promise.
 *
 * Each test is a small world: states x with f, guards with z, clocks with next, one handler; every call of the handler is
 * written down in the log.                                                                       */
#include "models.h"
#include "saltus.h"
#include "saltus_jet.h"

#include "testing.h"

typedef jet series(jet_at e, int32_t i);
struct world {
    series *f, *z;
    void (*handle)(saltus_event *ev);
    double (*next)(const saltus_env *e, int32_t k);
    saltus_variable x[2], d[2];
    saltus_guard g[4], c[4];
};

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return ((const struct world *)jet_data(e))->f(e, i);
}
SALTUS_FUNCTION(f)
SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    return ((const struct world *)jet_data(e))->z(e, k);
}
SALTUS_FUNCTION(z)

struct call {
    double t, t0;
    saltus_kind cause;
    int32_t index;
    int direction, initial;
};
static struct call calls[5000];
static int count;

static void logged(saltus_event *ev)
{
    const struct world *w = ev->env->model->data;
    if (count < 5000)
        calls[count] = (struct call){ev->env->t, 0, ev->cause, ev->index, ev->direction, ev->initial};
    count++;
    if (w->handle) w->handle(ev);
}

static double clocks(const saltus_env *e, int32_t k)
{
    return ((const struct world *)e->model->data)->next(e, k);
}

/* Runs w with n states, d discretes, guards and clocks as named in w; the log begins anew. */
static saltus_sim *start(const struct world *w, saltus_model *m, saltus_options o)
{
    saltus_sim *s;
    *m = (saltus_model){.abi = SALTUS_ABI,
                        .name = "world",
                        .data = w,
                        .states = w->x,
                        .discretes = w->d,
                        .guards = w->g,
                        .clocks = w->c,
                        .der = SALTUS_FUNCTION_OF(f),
                        .guard = SALTUS_FUNCTION_OF(z),
                        .next = clocks,
                        .handle = logged};
    count = 0;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    return s;
}

static saltus_options with(const char *method)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    return o;
}

static jet one(jet_at e, int32_t i) { return (void)e, (void)i, jet_const(1); }
static double never(const saltus_env *e, int32_t k) { return (void)e, (void)k, INFINITY; }

/* Calls of the handler that are not about the start. */
static int crossings(struct call *to, int most)
{
    int n = 0;
    for (int k = 0; k < count; k++)
        if (!calls[k].initial && n < most) to[n++] = calls[k];
    return n;
}

#define ONE_STATE .x = {{.name = "x"}}, .f = one

/* ---- The start ----------------------------------------------------------------------------------- */

static double offset, slope;
static jet about_zero(jet_at e, int32_t k)
{
    return (void)k, jet_add(offset, jet_mul(slope, jet_time(e)));
}

TEST(side_at_the_start)
{
    static const double is[][3] = {{1, 0, 1},  {-1, 0, -1}, {1, -5, 1},  {-1, 5, -1},
                                   {0, 1, 1},  {0, -1, -1}, {0, 0, -1}};
    struct world w = {ONE_STATE, .z = about_zero, .g = {{.name = "g"}}, .next = never};
    for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
        saltus_model m;
        offset = is[k][0], slope = is[k][1];
        saltus_sim *s = start(&w, &m, with("liqss2"));
        CHECK(count == 1 && calls[0].initial == 1 && calls[0].direction == (int)is[k][2]);
        CHECK(calls[0].cause == SALTUS_GUARD && calls[0].index == 0 && calls[0].t == 0);
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_events(s, 0), is[k][0] * is[k][1] < 0);
        saltus_sim_free(s);
    }
}

/* d goes up by one in each pass until it is 5; the other guard hears the last side. */
static jet below_five(jet_at e, int32_t k)
{
    return (void)k, jet_const(jet_discrete(e, 0) - 4.5);
}
static void count_up(saltus_event *ev)
{
    if (ev->initial && ev->direction < 0)
        saltus_event_assign(ev, 0, saltus_event_discrete(ev, 0) + 1);
}

TEST(initial_handlers_run_until_nothing_changes)
{
    struct world w = {ONE_STATE, .z = below_five, .handle = count_up, .d = {{.name = "d"}},
                      .g = {{.name = "g"}}, .next = never};
    saltus_model m;
    saltus_sim *s = start(&w, &m, with("liqss2"));
    CHECK(count == 6 && calls[5].direction == 1 && calls[4].direction == -1);
    CHECK(saltus_sim_value(s, 1, 0) == 5);
    CHECK_EQ_INT(saltus_sim_stats(s).events, 0);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    CHECK_EQ_INT(count, 6);
    saltus_sim_free(s);
}

/* ---- Directions, order --------------------------------------------------------------------------- */

static jet sine_of_time(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_sin(jet_time(e)), 0.5);
}

TEST(direction_filter)
{
    static const int directions[] = {1, -1, 0};
    for (int k = 0; k < 3; k++) {
        struct world w = {ONE_STATE, .z = sine_of_time, .next = never,
                          .g = {{.name = "g", .direction = directions[k]}}};
        struct call is[100];
        saltus_model m;
        saltus_sim *s = start(&w, &m, with("qss3"));
        CHECK_EQ_INT(saltus_sim_run(s, 20), SALTUS_OK);
        int n = crossings(is, 100);
        CHECK_EQ_INT(n, directions[k] ? (directions[k] > 0 ? 4 : 3) : 7);
        for (int j = 0; j < n; j++) {
            int wanted = directions[k] ? directions[k] : j % 2 ? -1 : 1;
            CHECK_EQ_INT(is[j].direction, wanted);
        }
        saltus_sim_free(s);
    }
}

/* Guard 2 is due with guards 0 and 1 and two clocks, all at t = 1. */
static jet all_at_one(jet_at e, int32_t k)
{
    return jet_mul(k == 1 ? -3 : 1 + k, jet_sub(jet_time(e), 1));
}
static double at_one(const saltus_env *e, int32_t k) { return (void)k, e->t < 1 ? 1 : INFINITY; }

TEST(clocks_then_guards_by_index)
{
    struct world w = {ONE_STATE, .z = all_at_one, .next = at_one,
                      .g = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
                      .c = {{.name = "p"}, {.name = "q"}}};
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    for (size_t k = 0; k < n; k++) {
        struct call is[10];
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK); /* up to and including */
        CHECK_EQ_INT(crossings(is, 10), 5);
        for (int j = 0; j < 5; j++) {
            CHECK(is[j].t == 1 && is[j].cause == (j < 2 ? SALTUS_CLOCK : SALTUS_GUARD));
            CHECK_EQ_INT(is[j].index, j < 2 ? j : j - 2);
        }
        CHECK(is[2].direction == 1 && is[3].direction == -1 && is[4].direction == 1);
        saltus_sim_free(s);
    }
}

/* ---- Writes -------------------------------------------------------------------------------------- */

static void swap_and_set(saltus_event *ev)
{
    double x = saltus_event_state(ev, 0), y = saltus_event_state(ev, 1);
    double a = saltus_event_discrete(ev, 0), b = saltus_event_discrete(ev, 1);
    if (ev->cause != SALTUS_CLOCK) return;
    saltus_event_assign(ev, 0, b);
    saltus_event_assign(ev, 1, a + 10);
    saltus_event_reinit(ev, 0, y);
    CHECK(saltus_event_state(ev, 0) == x && saltus_event_discrete(ev, 0) == a);
    saltus_event_reinit(ev, 1, x + 100);
    CHECK(isnan(saltus_event_state(ev, 2)) && isnan(saltus_event_state(ev, -1)));
}
static jet two_slopes(jet_at e, int32_t i) { return (void)e, jet_const(i + 1); }

TEST(reads_come_before_writes)
{
    struct world w = {.x = {{.name = "x", .size = {2}}}, .d = {{.name = "d", .size = {2}, .start = 7}},
                      .f = two_slopes, .z = about_zero, .next = at_one, .c = {{.name = "c"}},
                      .handle = swap_and_set};
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    for (size_t k = 0; k < n; k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_CLOSE(saltus_sim_value(s, 0, 1), 2, 1e-12);
        CHECK_CLOSE(saltus_sim_value(s, 1, 1), 101, 1e-12);
        CHECK(saltus_sim_value(s, 2, 1) == 7 && saltus_sim_value(s, 3, 1) == 17);
        if (!strstr(list[k].name, "bqss") && !strstr(list[k].name, "cqss"))
            CHECK(saltus_sim_quantized(s, 0, 1) == saltus_sim_value(s, 0, 1));
        CHECK_EQ_INT(saltus_sim_run(s, 2), SALTUS_OK);
        CHECK_CLOSE(saltus_sim_value(s, 0, 2), 3, 1e-12);
        CHECK_CLOSE(saltus_sim_value(s, 1, 2), 103, 1e-12);
        saltus_sim_free(s);
    }
}

/* At t = 1 a clock sets x to 5, just where the guard stands: it fires if x goes on rising, else not. */
static double direction;
static jet up_or_down(jet_at e, int32_t i) { return (void)e, (void)i, jet_const(direction); }
static jet five(jet_at e, int32_t k) { return (void)k, jet_sub(jet_state(e, 0), 5); }
static void set_five(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_reinit(ev, 0, 5);
}

TEST(reinit_onto_the_surface_of_a_guard)
{
    struct world w = {.x = {{.name = "x"}}, .f = up_or_down, .z = five, .next = at_one,
                      .g = {{.name = "g"}}, .c = {{.name = "c"}}, .handle = set_five};
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    for (direction = -1; direction <= 1; direction++)
        for (size_t k = 0; k < n; k++) {
            saltus_model m;
            saltus_sim *s = start(&w, &m, with(list[k].name));
            CHECK_EQ_INT(saltus_sim_run(s, 3), SALTUS_OK);
            if (saltus_sim_events(s, 0) != (direction > 0)) FAIL("%s, %g", list[k].name, direction);
            if (direction > 0) CHECK_LE(fabs(calls[count - 1].t - 1), 0.02);
            CHECK_CLOSE(saltus_sim_value(s, 0, 3), 5 + 2 * direction, 1e-12);
            saltus_sim_free(s);
        }
}

/* ---- Where a crossing lies ------------------------------------------------------------------------ */

/* The first bounces, for every method that sees slopes; and no event at the floor that is not a bounce. */
TEST(bouncing_ball)
{
    saltus_model *m = models_make("bball", 0);
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    CHECK(m);
    for (size_t k = 0; k < n; k++) {
        saltus_options o = with(list[k].name);
        double t1 = sqrt(2 / 9.81), bounce = t1, gap = 2 * 0.8 * t1;
        saltus_sim *s;
        if (list[k].order < 2) continue;
        o.rel = 1e-6, o.abs = 1e-8;
        CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
        for (int j = 0; j < 6; j++, bounce += gap, gap *= 0.8) {
            CHECK_EQ_INT(saltus_sim_run(s, bounce - 1e-4), SALTUS_OK);
            CHECK_LE(saltus_sim_value(s, 1, bounce - 1e-4), 0); /* it still falls */
            CHECK_EQ_INT(saltus_sim_run(s, bounce + 1e-4), SALTUS_OK);
            if (!(saltus_sim_value(s, 1, bounce + 1e-4) > 0)) FAIL("%s: bounce %d", o.method, j);
            CHECK(saltus_sim_events(s, 0) == 2 * (uint64_t)j + 1 || saltus_sim_events(s, 0) == 2 * (uint64_t)j + 2);
        }
        saltus_sim_free(s);
    }
    models_free(m);
}

/* x^2 + x - 6 has its root at x = 2, that is at t = 2. */
static jet quadratic(jet_at e, int32_t k)
{
    jet x = jet_state(e, 0);
    return (void)k, jet_sub(jet_add(jet_sqr(x), x), 6);
}

TEST(quadratic_guard)
{
    struct world w = {ONE_STATE, .z = quadratic, .next = never, .g = {{.name = "g"}}};
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    for (size_t k = 0; k < n; k++) {
        saltus_model m;
        struct call is[10];
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
        CHECK_EQ_INT(crossings(is, 10), 1);
        CHECK_LE(fabs(is[0].t - 2), list[k].order > 1 ? 1e-9 : 1e-2);
        saltus_sim_free(s);
    }
}

/* sin t = 1/2 at pi/6 and 5 pi/6 of each turn. */
TEST(sine_of_time_for_100_periods)
{
    static struct call is[1000];
    struct world w = {ONE_STATE, .z = sine_of_time, .next = never, .g = {{.name = "g"}}};
    const double pi = acos(-1);
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    for (size_t k = 0; k < n; k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 200 * pi), SALTUS_OK);
        int found = crossings(is, 1000);
        if (found != 200) FAIL("%s: %d crossings", list[k].name, found);
        for (int j = 0; j < 200; j++) {
            double exact = pi * (j / 2 * 2 + (j % 2 ? 5.0 : 1.0) / 6);
            if (fabs(is[j].t - exact) > 1e-9)
                FAIL("%s: crossing %d at %.15g, not %.15g", list[k].name, j, is[j].t, exact);
            CHECK_EQ_INT(is[j].direction, j % 2 ? -1 : 1);
        }
        saltus_sim_free(s);
    }
}

/* Series whose first coefficients vanish at the start must be looked at again. */
static jet cube_of_time(jet_at e, int32_t k) { return (void)k, jet_sub(jet_powi(jet_time(e), 3), 8); }
static jet cosine_of_time(jet_at e, int32_t k) { return (void)k, jet_sub(jet_cos(jet_time(e)), 0.5); }

TEST(a_guard_wakes_though_its_slopes_vanish)
{
    static series *const guards[] = {cube_of_time, cosine_of_time};
    static const double exact[] = {2, 1.0471975511965976};
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    for (size_t k = 0; k < 2 * n; k++) {
        struct world w = {ONE_STATE, .z = guards[k % 2], .next = never, .g = {{.name = "g"}}};
        saltus_model m;
        struct call is[10];
        saltus_sim *s = start(&w, &m, with(list[k / 2].name));
        CHECK_EQ_INT(saltus_sim_run(s, 3), SALTUS_OK);
        if (crossings(is, 10) != 1) FAIL("%s: missed %s", list[k / 2].name, k % 2 ? "cosine" : "cube");
        CHECK_LE(fabs(is[0].t - exact[k % 2]), 1e-9);
        saltus_sim_free(s);
    }
}

static jet touches(jet_at e, int32_t k)
{
    return (void)k, jet_sqr(jet_sub(jet_time(e), 1));
}

TEST(a_guard_that_only_touches_does_not_fire)
{
    struct world w = {ONE_STATE, .z = touches, .next = never, .g = {{.name = "g"}}};
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    for (size_t k = 0; k < n; k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
        if (saltus_sim_events(s, 0) != 0) FAIL("%s", list[k].name);
        saltus_sim_free(s);
    }
}

TEST_MAIN()
