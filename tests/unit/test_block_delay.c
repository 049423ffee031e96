/* SPDX-License-Identifier: MIT */
/* test_block_delay.c - delays: exact coefficients, delay differential equations with known solutions, growing histories. */
#include "block_bench.h"

static void settings(struct rig *r, const char *method, double quantum)
{
    r->signals.method = method;
    r->signals.rel = 0;
    r->signals.abs = quantum;
}

TEST(a_delay_sends_what_came_at_the_exact_instant)
{
    struct rig *r = rig_new();
    rig_add(r, "s", "step", 1, "start = 1; low = 2; high = 5");
    rig_add(r, "d", "delay", 1, "lag = 0.3");
    rig_wire(r, "s.y", "d.u");
    CHECK(rig_run(r, 3));
    CHECK_CLOSE(rig_sent(r, "d", 0, 0)->c[0], 2, 0);
    CHECK_CLOSE(rig_sent(r, "d", 0, 0)->t, 0, 0);
    CHECK_CLOSE(rig_sent(r, "d", 0, 1)->t, 0.3, 0);
    CHECK_CLOSE(rig_sent(r, "d", 0, 2)->t, 1.3, 0);
    CHECK_CLOSE(rig_sent(r, "d", 0, 2)->c[0], 5, 0);
    CHECK_EQ_INT(rig_count(r, "d", 0), 3);
    rig_free(r);
}

TEST(a_delay_has_its_start_value_first)
{
    struct rig *r = rig_new();
    rig_add(r, "t", "ramp", 2, "slope = 1, 2");
    rig_add(r, "d", "delay", 2, "lag = 1, 2; start = -7");
    rig_wire(r, "t.y", "d.u");
    CHECK(rig_run(r, 5));
    CHECK_CLOSE(rig_value(r, "d", 0, 0.5), -7, 0);
    CHECK_CLOSE(rig_value(r, "d", 1, 1.5), -7, 0);
    CHECK_CLOSE(rig_value(r, "d", 0, 4), 3, 1e-15);
    CHECK_CLOSE(rig_value(r, "d", 1, 4), 4, 1e-15);
    rig_free(r);
}

TEST(an_open_series_is_renewed_while_it_waits)
{
    struct rig *r = rig_new();
    settings(r, "qss2", 1e-5);
    rig_add(r, "t", "ramp", 1, "slope = 1");
    rig_add(r, "sin", "sin", 1, "");
    rig_add(r, "d", "delay", 1, "lag = 2");
    rig_wire(r, "t.y", "sin.u");
    rig_wire(r, "sin.y", "d.u");
    CHECK(rig_run(r, 12));
    for (double t = 2; t <= 12; t += 0.25)
        CHECK_LE(fabs(rig_value(r, "d", 0, t) - sin(t - 2)), 1e-5);
    rig_free(r);
}

/* x' = -x(t - 1), x = 1 before: 1 - t on [0, 1], then 1 - t + (t - 1)^2/2 on [1, 2], less (t - 2)^3/6 on [2, 3]. */
TEST(a_delay_differential_equation)
{
    static const char *const methods[] = {"qss2", "qss3", "liqss2", "qss4"};
    for (size_t k = 0; k < 4; k++) {
        struct rig *r = rig_new();
        settings(r, methods[k], 1e-5);
        rig_add(r, "x", "integrator", 1, "start = 1");
        rig_add(r, "d", "delay", 1, "lag = 1");
        rig_add(r, "g", "gain", 1, "k = -1");
        rig_wire(r, "x.y", "d.u");
        rig_wire(r, "d.y", "g.u");
        rig_wire(r, "g.y", "x.u");
        if (!rig_run(r, 3)) FAIL("%s", r->said);
        CHECK_LE(fabs(rig_value(r, "x", 0, 0.5) - 0.5), 1e-4);
        CHECK_LE(fabs(rig_value(r, "x", 0, 1.5) + 0.375), 1e-4);
        CHECK_LE(fabs(rig_value(r, "x", 0, 3) - (1 - 3 + 2 - 1.0 / 6)), 1e-4);
        rig_free(r);
    }
}

TEST(a_lag_must_be_positive)
{
    struct rig *r = rig_new();
    rig_add(r, "t", "ramp", 1, "slope = 1");
    rig_add(r, "d", "delay", 1, "lag = 0");
    rig_wire(r, "t.y", "d.u");
    rig_refuses(r, "lag must be positive");
}

/* ---- variable_delay ------------------------------------------------------------------------------------- */

static struct rig *variable(const char *source, const char *source_args, const char *lag,
                            const char *lag_args, const char *args)
{
    struct rig *r = rig_new();
    settings(r, "qss2", 1e-6);
    rig_add(r, "u", source, 1, source_args);
    rig_add(r, "lag", lag, 1, lag_args);
    rig_add(r, "d", "variable_delay", 1, args);
    rig_wire(r, "u.y", "d.u");
    rig_wire(r, "lag.y", "d.lag");
    return r;
}

TEST(a_constant_lag_is_a_delay)
{
    struct rig *r = variable("triangle", "period = 1", "constant", "value = 0.7", "");
    if (!rig_run(r, 6)) FAIL("%s", r->said);
    for (double t = 0.8; t <= 5; t += 0.05)
        CHECK_LE(fabs(rig_value(r, "d", 0, t + 0.7) - rig_value(r, "u", 0, t)), 1e-9);
    CHECK_CLOSE(rig_value(r, "d", 0, 0.3), rig_value(r, "u", 0, 0), 1e-12);
    rig_free(r);
}

/* lag = 1 + t/2: w = t/2 - 1. Slower than the time, and at the exact instants. */
TEST(a_lag_that_grows_plays_slowly)
{
    struct rig *r =
        variable("step", "start = 1; low = 2; high = 5", "ramp", "slope = 0.5; offset = 1", "");
    if (!rig_run(r, 6)) FAIL("%s", r->said);
    CHECK_CLOSE(rig_value(r, "d", 0, 3.999999), 2, 0);
    CHECK_CLOSE(rig_value(r, "d", 0, 4.000001), 5, 0);
    rig_free(r);
    r = variable("ramp", "slope = 3", "ramp", "slope = 0.5; offset = 1", "start = 9");
    if (!rig_run(r, 6)) FAIL("%s", r->said);
    CHECK_CLOSE(rig_value(r, "d", 0, 1), 9, 0);
    CHECK_CLOSE(rig_value(r, "d", 0, 5), 4.5, 1e-12);
    rig_free(r);
}

/* lag = 2 t + 0.1: w = -t - 0.1 goes back before everything; lag = 3 - ..., then back through the segments. */
TEST(a_lag_that_outruns_the_time_plays_backwards)
{
    struct rig *r = variable("triangle", "period = 2", "table_source",
                             "times = 0, 4, 6; values = 0.5, 0.5, 4.5; shape = linear", "");
    if (!rig_run(r, 6)) FAIL("%s", r->said);
    for (double t = 4.1; t < 6; t += 0.1) { /* lag = 0.5 + 2 (t - 4): w = 7.5 - t */
        double w = 7.5 - t;
        CHECK_LE(fabs(rig_value(r, "d", 0, t) - rig_value(r, "u", 0, w)), 1e-9);
    }
    rig_free(r);
}

/* u = sin, lag = 1 + sin(t)/2: composed series, renewed in time. */
TEST(composed_series_stay_accurate)
{
    struct rig *r = rig_new();
    settings(r, "qss2", 1e-6);
    rig_add(r, "t", "ramp", 1, "slope = 1");
    rig_add(r, "sin", "sin", 1, "");
    rig_add(r, "half", "gain", 1, "k = 0.5");
    rig_add(r, "lag", "offset", 1, "b = 1");
    rig_add(r, "d", "variable_delay", 1, "max = 1.6");
    rig_wire(r, "t.y", "sin.u");
    rig_wire(r, "sin.y", "half.u");
    rig_wire(r, "half.y", "lag.u");
    rig_wire(r, "sin.y", "d.u");
    rig_wire(r, "lag.y", "d.lag");
    if (!rig_run(r, 10)) FAIL("%s", r->said);
    for (double t = 2; t <= 10; t += 0.125)
        CHECK_LE(fabs(rig_value(r, "d", 0, t) - sin(t - 1 - sin(t) / 2)), 1e-5);
    rig_free(r);
}

TEST(a_lag_that_is_no_lag_is_told)
{
    struct rig *r = variable("ramp", "slope = 1", "constant", "value = -1", "");
    rig_refuses(r, "the lag is not positive");
    r = variable("ramp", "slope = 1", "constant", "value = 3", "max = 2");
    rig_refuses(r, "larger than its maximum");
}

/* ---- unit_delay, event_delay -------------------------------------------------------------------------------- */

TEST(a_unit_delay_is_one_sample_behind)
{
    struct rig *r = rig_new();
    rig_add(r, "t", "ramp", 1, "slope = 1; offset = 10");
    rig_add(r, "z", "unit_delay", 1, "period = 0.5; start = -1");
    rig_wire(r, "t.y", "z.u");
    CHECK(rig_run(r, 2.2));
    CHECK_CLOSE(rig_value(r, "z", 0, 0.25), -1, 0);
    CHECK_CLOSE(rig_value(r, "z", 0, 0.75), 10, 0);
    CHECK_CLOSE(rig_value(r, "z", 0, 1.25), 10.5, 0);
    CHECK_CLOSE(rig_value(r, "z", 0, 2.2), 11.5, 0);
    rig_free(r);
}

/* x_{k+1} = x_k + u_k, u being sampled at the same instants, by a block before and by one after it in select order. */
TEST(a_unit_delay_sees_all_that_happens_at_its_instants)
{
    for (int after = 0; after < 2; after++) {
        struct rig *r = rig_new();
        rig_add(r, "t", "ramp", 1, "slope = 1; offset = 0");
        if (!after) rig_add(r, "s", "zero_order_hold", 1, "period = 0.5");
        rig_add(r, "x", "unit_delay", 1, "period = 0.5; start = 0");
        if (after) rig_add(r, "s", "zero_order_hold", 1, "period = 0.5");
        rig_add(r, "sum", "sum", 1, "");
        rig_wire(r, "t.y", "s.u");
        rig_wire(r, "s.y", "sum.u1");
        rig_wire(r, "x.y", "sum.u2");
        rig_wire(r, "sum.y", "x.u");
        CHECK(rig_run(r, 10.1));
        for (int k = 0; k <= 20; k++)
            CHECK_CLOSE(rig_value(r, "x", 0, 0.5 * k + 0.05), 0.25 * k * (k - 1), 1e-12);
        rig_free(r);
    }
}

TEST(ten_thousand_events_are_on_their_way)
{
    struct rig *r = rig_new();
    rig_add(r, "c", "clock", 1, "period = 0.001");
    rig_add(r, "d", "event_delay", 1, "lag = 10");
    rig_wire(r, "c.y", "d.u");
    CHECK(rig_run(r, 20));
    size_t left = 0;
    for (size_t k = 0; k < r->n_sent; k++) left += r->sent[k].cell == saltus_devs_find(r->run, "d");
    CHECK(left >= 9999 && left <= 10002);
    rig_free(r);
}

TEST_MAIN()
