/* SPDX-License-Identifier: MIT */
/* test_events.c - what a guard, a clock and a handler promise.
 *
 * Each test is a small world: states x with f, guards with z, clocks with next, one handler;
 * every call of the handler is written down in the log. */
#include "world.h"
#include "all_methods.h"

static const saltus_method_info *list;

/* ---- The start ------------------------------------------------------------------------------- */

static double offset, slope;
SERIES(about_zero, jet_add(offset, jet_mul(slope, jet_time(e))))

TEST(side_at_the_start)
{
    static const double is[][3] = {{1, 0, 1}, {-1, 0, -1}, {1, -5, 1}, {-1, 5, -1},
                                   {0, 1, 1}, {0, -1, -1}, {0, 0, -1}};
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
SERIES(below_five, jet_const(jet_discrete(e, 0) - 4.5))
static void count_up(saltus_event *ev)
{
    if (ev->initial && ev->direction < 0)
        saltus_event_assign(ev, 0, saltus_event_discrete(ev, 0) + 1);
}

TEST(initial_handlers_run_until_nothing_changes)
{
    struct world w = {ONE_STATE,
                      .z = below_five,
                      .handle = count_up,
                      .d = {{.name = "d"}},
                      .g = {{.name = "g"}},
                      .next = never};
    saltus_model m;
    saltus_sim *s = start(&w, &m, with("liqss2"));
    CHECK(count == 6 && calls[5].direction == 1 && calls[4].direction == -1);
    CHECK(saltus_sim_value(s, 1, 0) == 5);
    CHECK_EQ_INT(saltus_sim_stats(s).events, 0);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    CHECK_EQ_INT(count, 6);
    saltus_sim_free(s);
}

/* A handler that sets a state to the same value in each initial pass changes nothing from the
 * second on. */
SERIES(above, jet_add(jet_state(e, 0), 1))
static void set_three(saltus_event *ev)
{
    if (ev->initial) saltus_event_reinit(ev, 0, 3);
}

TEST(initial_reinit_settles)
{
    struct world w = {ONE_STATE, .z = above, .handle = set_three, .g = {{.name = "g"}},
                      .next = never};
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK(saltus_sim_value(s, 0, 0) == 3);
        saltus_sim_free(s);
    }
}

/* ---- Directions, order ----------------------------------------------------------------------- */

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
SERIES(all_at_one, jet_mul(k == 1 ? -3 : 1 + k, jet_sub(jet_time(e), 1)))

TEST(clocks_then_guards_by_index)
{
    struct world w = {ONE_STATE, .z = all_at_one, .next = at_one,
                      .g = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
                      .c = {{.name = "p"}, {.name = "q"}}};
    for (size_t k = 0; k < all_methods(&list); k++) {
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

/* ---- Writes ---------------------------------------------------------------------------------- */

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
SERIES(two_slopes, jet_const(k + 1))

TEST(reads_come_before_writes)
{
    struct world w = {.x = {{.name = "x", .size = {2}}},
                      .d = {{.name = "d", .size = {2}, .start = 7}},
                      .f = two_slopes,
                      .z = about_zero,
                      .next = at_one,
                      .c = {{.name = "c"}},
                      .handle = swap_and_set};
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_CLOSE(saltus_sim_value(s, 0, 1), 2, 1e-12);
        CHECK_CLOSE(saltus_sim_value(s, 1, 1), 101, 1e-12);
        CHECK(saltus_sim_value(s, 2, 1) == 7 && saltus_sim_value(s, 3, 1) == 17);
        if (!strstr("bqss cqss", list[k].name)) /* these choose a level beyond x */
            CHECK(saltus_sim_quantized(s, 0, 1) == saltus_sim_value(s, 0, 1));
        CHECK_EQ_INT(saltus_sim_run(s, 2), SALTUS_OK);
        CHECK_CLOSE(saltus_sim_value(s, 0, 2), 3, 1e-12);
        CHECK_CLOSE(saltus_sim_value(s, 1, 2), 103, 1e-12);
        saltus_sim_free(s);
    }
}

/* At t = 1 a clock sets x to 5, just where the guard stands: it fires if x goes on rising, else
 * not. */
static double direction;
SERIES(up_or_down, jet_const(direction))
SERIES(five, jet_sub(jet_state(e, 0), 5))
static void set_five(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_reinit(ev, 0, 5);
}

TEST(reinit_onto_the_surface_of_a_guard)
{
    struct world w = {.x = {{.name = "x"}},
                      .f = up_or_down,
                      .z = five,
                      .next = at_one,
                      .g = {{.name = "g"}},
                      .c = {{.name = "c"}},
                      .handle = set_five};
    for (direction = -1; direction <= 1; direction++)
        for (size_t k = 0; k < all_methods(&list); k++) {
            saltus_model m;
            saltus_sim *s = start(&w, &m, with(list[k].name));
            CHECK_EQ_INT(saltus_sim_run(s, 3), SALTUS_OK);
            if (saltus_sim_events(s, 0) != (direction > 0)) FAIL("%s, %g", list[k].name, direction);
            if (direction > 0) CHECK_LE(fabs(calls[count - 1].t - 1), 0.02);
            CHECK_CLOSE(saltus_sim_value(s, 0, 3), 5 + 2 * direction, 1e-12);
            saltus_sim_free(s);
        }
}

/* ---- Switches -------------------------------------------------------------------------------- */

/* x' = 2 d - x, switched off at 1.1 and on at 0.9. */
SERIES(room, jet_sub(2 * jet_discrete(e, 0), jet_state(e, k)))
SERIES(limits, jet_sub(jet_state(e, 0), k == 0 ? 1.1 : 0.9))
static void thermostat(saltus_event *ev)
{
    if (ev->index == 0 && ev->direction > 0) saltus_event_assign(ev, 0, 0);
    if (ev->index == 1 && ev->direction < 0) saltus_event_assign(ev, 0, 1);
}

TEST(thermostat_switches_on_time)
{
    struct world w = {.x = {{.name = "x"}},
                      .d = {{.name = "d"}},
                      .f = room,
                      .z = limits,
                      .next = never,
                      .g = {{.name = "hot", .direction = 1}, {.name = "cold", .direction = -1}},
                      .handle = thermostat};
    for (size_t k = 0; k < all_methods(&list); k++) {
        double exact = log(2 / 0.9), on = log(1.1 / 0.9), worst = list[k].order > 1 ? 1e-3 : 0.05;
        struct call is[200];
        saltus_model m;
        saltus_options o = with(list[k].name);
        o.rel = o.abs = list[k].order > 1 ? 1e-6 : 1e-4;
        saltus_sim *s = start(&w, &m, o);
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
        int found = crossings(is, 200);
        for (int j = 0; j < found; j++, exact += on) {
            if (fabs(is[j].t - exact) > worst)
                FAIL("%s: switch %d at %.9g, not %.9g", o.method, j, is[j].t, exact);
            CHECK_EQ_INT(is[j].index, j % 2 == 0 ? 0 : 1);
        }
        if (found != 46) FAIL("%s: %d switches", o.method, found);
        saltus_sim_free(s);
    }
}

static void switch_on(saltus_event *ev)
{
    saltus_event_assign(ev, 0, 1);
}

/* f jumps at t = 1; q does not. */
TEST(q_keeps_its_value_when_f_jumps)
{
    static const char *const methods[] = {"liqss2", "liqss3", "liqss4", "mliqss2"};
    struct world w = {.x = {{.name = "x", .start = 1}},
                      .d = {{.name = "d"}},
                      .f = room,
                      .z = limits,
                      .next = at_one,
                      .c = {{.name = "c"}},
                      .handle = switch_on};
    for (size_t k = 0; k < 4; k++) {
        saltus_model m;
        double before;
        saltus_sim *s = start(&w, &m, with(methods[k]));
        CHECK_EQ_INT(saltus_sim_run(s, nextafter(1, 0)), SALTUS_OK);
        before = saltus_sim_quantized(s, 0, 1);
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_CLOSE(saltus_sim_quantized(s, 0, 1), before, 1e-14);
        CHECK_CLOSE(saltus_sim_quantized(s, 0, 1.5), before, 1e-14); /* and has no slope */
        saltus_sim_free(s);
    }
}

TEST_MAIN()
