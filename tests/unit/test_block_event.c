/* SPDX-License-Identifier: MIT */
/* test_block_event.c - gates by their truth tables, flip-flops, counters, and events that are passed on. */
#include "block_bench.h"

/* Two Boolean signals that go through all four combinations: 00, 01, 10, 11 at t = 0, 1, 2, 3. */
static struct rig *gate(const char *block)
{
    struct rig *r = rig_new();
    rig_add(r, "a", "table_source", 1, "times = 0, 2; values = 0, 1; shape = hold");
    rig_add(r, "b", "table_source", 1, "times = 0, 1, 2, 3; values = 0, 1, 0, 1; shape = hold");
    rig_add(r, "g", block, 1, "");
    rig_wire(r, "a.y", "g.u1");
    rig_wire(r, "b.y", "g.u2");
    CHECK(rig_run(r, 4));
    return r;
}

TEST(truth_tables)
{
    static const struct {
        const char *block;
        int want[4];
    } table[] = {{"and", {0, 0, 0, 1}},
                 {"or", {0, 1, 1, 1}},
                 {"xor", {0, 1, 1, 0}},
                 {"nand", {1, 1, 1, 0}},
                 {"nor", {1, 0, 0, 0}}};
    for (size_t k = 0; k < 5; k++) {
        struct rig *r = gate(table[k].block);
        for (int t = 0; t < 4; t++)
            if (rig_value(r, "g", 0, t + 0.5) != table[k].want[t])
                FAIL("%s at %d", table[k].block, t);
        rig_free(r);
    }
}

/* s and not s: both change at the same instant, and the gate behind them acts after both. */
TEST(gates_have_no_glitches)
{
    struct rig *r = rig_new();
    rig_add(r, "both", "and", 1, "");
    rig_add(r, "n", "not", 1, "");
    rig_add(r, "s", "square_wave", 1, "period = 1");
    rig_wire(r, "s.y", "both.u1");
    rig_wire(r, "n.y", "both.u2");
    rig_wire(r, "s.y", "n.u");
    CHECK(rig_run(r, 10));
    CHECK_EQ_INT(rig_count(r, "both", 0), 1); /* 0, at the start */
    rig_free(r);
}

TEST(not_and_vectors)
{
    struct rig *r = rig_new();
    rig_add(r, "s", "square_wave", 3, "period = 1, 2, 4");
    rig_add(r, "n", "not", 3, "");
    rig_add(r, "o", "or", 3, "");
    rig_wire(r, "s.y", "n.u");
    rig_wire(r, "s.y", "o.u1");
    rig_wire(r, "n.y", "o.u2");
    CHECK(rig_run(r, 8));
    for (double t = 0.1; t < 8; t += 0.25)
        for (int i = 0; i < 3; i++) {
            CHECK(rig_value(r, "n", i, t) == 1 - rig_value(r, "s", i, t));
            CHECK(rig_value(r, "o", i, t) == 1);
        }
    CHECK_EQ_INT(rig_count(r, "o", 0), 3); /* once for each element: it never changes */
    rig_free(r);
}

TEST(a_signal_that_is_not_boolean_is_refused)
{
    struct rig *r = rig_new();
    rig_add(r, "s", "ramp", 1, "slope = 1");
    rig_add(r, "n", "not", 1, "");
    rig_wire(r, "s.y", "n.u");
    rig_refuses(r, "not Boolean");
}

TEST(flip_flops)
{
    struct rig *r = rig_new();
    rig_add(r, "a", "table_source", 1,
            "times = 0, 1, 2, 5, 6; values = 0, 1, 0, 1, 0; shape = hold");
    rig_add(r, "b", "table_source", 1,
            "times = 0, 3, 4, 5, 6; values = 0, 1, 0, 1, 0; shape = hold");
    rig_add(r, "clock", "clock", 1, "period = 1; start = 0.5");
    rig_add(r, "sr", "sr_flip_flop", 1, "");
    rig_add(r, "d", "d_flip_flop", 1, "start = 1");
    rig_add(r, "jk", "jk_flip_flop", 1, "");
    rig_add(r, "t", "t_flip_flop", 1, "");
    rig_wire(r, "a.y", "sr.s");
    rig_wire(r, "b.y", "sr.r");
    rig_wire(r, "a.y", "d.d");
    rig_wire(r, "clock.y", "d.clock");
    rig_wire(r, "a.y", "jk.j");
    rig_wire(r, "b.y", "jk.k");
    rig_wire(r, "clock.y", "jk.clock");
    rig_wire(r, "clock.y", "t.u");
    CHECK(rig_run(r, 8));
    static const int sr[] = {0, 1, 1, 0, 0, 0, 0}, d[] = {1, 0, 1, 0, 0, 0, 1},
                     jk[] = {0, 0, 1, 1, 0, 0, 1};
    for (int k = 0; k < 7; k++) {
        CHECK(rig_value(r, "sr", 0, k + 0.25) == sr[k]);
        CHECK(rig_value(r, "d", 0, k + 0.25) == d[k]);
        CHECK(rig_value(r, "jk", 0, k + 0.25) == jk[k]);
        CHECK(rig_value(r, "t", 0, k + 0.25) == k % 2);
    }
    CHECK(rig_sent(r, "sr", 1, 0)->c[0] == 1); /* not_y */
    rig_free(r);
}

/* Three D flip-flops with one clock: each takes what its predecessor had. */
TEST(shift_register)
{
    struct rig *r = rig_new();
    rig_add(r, "in", "pulse", 1, "start = 0.5; width = 1");
    rig_add(r, "clock", "clock", 1, "period = 1; start = 1");
    for (int k = 3; k >= 1; k--)
        rig_add(r, (char[]){'d', (char)('0' + k), 0}, "d_flip_flop", 1, "");
    rig_wire(r, "in.y", "d1.d");
    rig_wire(r, "d1.y", "d2.d");
    rig_wire(r, "d2.y", "d3.d");
    rig_wire(r, "clock.y", "d1.clock");
    rig_wire(r, "clock.y", "d2.clock");
    rig_wire(r, "clock.y", "d3.clock");
    CHECK(rig_run(r, 6));
    for (int t = 0; t < 6; t++) {
        CHECK(rig_value(r, "d1", 0, t + 0.5) == (t == 1));
        CHECK(rig_value(r, "d2", 0, t + 0.5) == (t == 2));
        CHECK(rig_value(r, "d3", 0, t + 0.5) == (t == 3));
    }
    rig_free(r);
}

TEST(counter_wraps_and_carries)
{
    struct rig *r = rig_new();
    rig_add(r, "up", "clock", 1, "period = 1; start = 1");
    rig_add(r, "down", "events_at", 1, "times = 7.5, 7.6, 7.7");
    rig_add(r, "reset", "events_at", 1, "times = 9.5");
    rig_add(r, "n", "counter", 1, "modulo = 3");
    rig_wire(r, "up.y", "n.up");
    rig_wire(r, "down.y", "n.down");
    rig_wire(r, "reset.y", "n.reset");
    CHECK(rig_run(r, 10.5));
    static const double t[] = {0.5, 1.5, 2.5, 3.5, 6.5, 7.2, 7.55, 7.65, 7.75, 8.5, 9.2, 9.7, 10.2};
    static const int want[] = {0, 1, 2, 0, 0, 1, 0, 2, 1, 2, 0, 0, 1};
    for (size_t k = 0; k < sizeof want / sizeof *want; k++)
        CHECK(rig_value(r, "n", 0, t[k]) == want[k]);
    CHECK_EQ_INT(rig_count(r, "n", 1), 4); /* at 3, 6, 9 and downwards at 7.6 */
    CHECK(rig_sent(r, "n", 1, 2)->c[0] == -1);
    rig_free(r);
}

TEST(monostable_makes_pulses)
{
    for (int again = 0; again < 2; again++) {
        struct rig *r = rig_new();
        rig_add(r, "e", "events_at", 1, "times = 1, 2, 5");
        rig_add(r, "m", "monostable", 1,
                again ? "duration = 1.5; retrigger = 1" : "duration = 1.5");
        rig_wire(r, "e.y", "m.u");
        CHECK(rig_run(r, 10));
        CHECK_EQ_INT(rig_count(r, "m", 0), 5);
        static const double end[2][4] = {{1, 2.5, 5, 6.5}, {1, 3.5, 5, 6.5}};
        for (size_t k = 0; k < 4; k++) CHECK(rig_sent(r, "m", 0, k + 1)->t == end[again][k]);
        rig_free(r);
    }
}

TEST(between_signals_and_events)
{
    struct rig *r = rig_new();
    rig_add(r, "s", "square_wave", 1, "period = 2; start = 1");
    rig_add(r, "up", "edge", 1, "");
    rig_add(r, "down", "edge", 1, "direction = falling");
    rig_add(r, "both", "edge", 1, "direction = both");
    rig_add(r, "change", "signal_to_event", 1, "first = 1");
    rig_add(r, "hold", "event_to_signal", 1, "start = 4");
    rig_wire(r, "s.y", "up.u");
    rig_wire(r, "s.y", "down.u");
    rig_wire(r, "s.y", "both.u");
    rig_wire(r, "s.y", "change.u");
    rig_wire(r, "both.y", "hold.u");
    CHECK(rig_run(r, 4.5)); /* low until 1, high until 2, low until 3, high until 4 */
    CHECK_EQ_INT(rig_count(r, "up", 0), 2);
    CHECK_EQ_INT(rig_count(r, "down", 0), 2);
    CHECK_EQ_INT(rig_count(r, "both", 0), 4);
    CHECK_EQ_INT(rig_count(r, "change", 0), 5);
    CHECK(rig_sent(r, "down", 0, 0)->t == 2);
    CHECK(rig_value(r, "hold", 0, 0.5) == 4);
    CHECK(rig_value(r, "hold", 0, 1.5) == 1);
    CHECK(rig_value(r, "hold", 0, 2.5) == -1);
    rig_free(r);
}

TEST(merge_and_gate)
{
    struct rig *r = rig_new();
    rig_add(r, "a", "events_at", 1, "times = 1, 2, 3; values = 10, 20, 30");
    rig_add(r, "b", "events_at", 1, "times = 2, 2.5; values = 7, 8");
    rig_add(r, "open", "pulse", 1, "start = 1.5; width = 1.2");
    rig_add(r, "m", "merge", 1, "");
    rig_add(r, "g", "gate", 1, "");
    rig_wire(r, "a.y", "m.u1");
    rig_wire(r, "b.y", "m.u2");
    rig_wire(r, "m.y", "g.u");
    rig_wire(r, "open.y", "g.open");
    CHECK(rig_run(r, 5));
    static const double t[] = {1, 2, 2, 2.5, 3}, v[] = {10, 20, 7, 8, 30};
    CHECK_EQ_INT(rig_count(r, "m", 0), 5);
    CHECK_EQ_INT(rig_count(r, "g", 0), 3);
    for (size_t k = 0; k < 5; k++)
        CHECK(rig_sent(r, "m", 0, k)->t == t[k] && rig_sent(r, "m", 0, k)->c[0] == v[k]);
    for (size_t k = 0; k < 3; k++) CHECK(rig_sent(r, "g", 0, k)->c[0] == v[k + 1]);
    rig_free(r);
}

static struct rig *router(const char *args, double until)
{
    struct rig *r = rig_new();
    rig_add(r, "c", "clock", 1, "period = 1; start = 1");
    rig_part(r, (saltus_part){.name = "r", .outputs = 3}, "router", args);
    rig_wire(r, "c.y", "r.u");
    rig_run(r, until);
    return r;
}

TEST(router)
{
    struct rig *r = router("by = turn", 9);
    for (size_t k = 0; k < 9; k++) CHECK(rig_sent(r, "r", -1, k)->port == (int)(k % 3));
    rig_free(r);
    r = router("weights = 1, 0, 3", 8000);
    double first = 0;
    for (size_t k = 0; k < r->n_sent; k++) {
        if (r->sent[k].cell != saltus_devs_find(r->run, "r")) continue;
        CHECK(r->sent[k].port != 1);
        first += r->sent[k].port == 0;
    }
    CHECK(fabs(first - 2000) < 4 * sqrt(8000 * 0.25 * 0.75));
    rig_free(r);
    r = router("by = value", 9); /* values 0, 1, 2, ...: the first is no output */
    CHECK(r->status == SALTUS_EMODEL &&
          strstr(r->said, "is not the number of one of the 3 outputs"));
    rig_free(r);
    r = router("weights = 1, 2", 9);
    CHECK(strstr(r->said, "2 weights for 3 outputs"));
    rig_free(r);
}

TEST_MAIN()
