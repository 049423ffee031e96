/* SPDX-License-Identifier: MIT */
/* test_block_linear.c - state_space, transfer_function and pid against closed forms, and against the same system made of
 * integrators. */
#include "block_bench.h"
#include "quantized.h"

static void settings(struct rig *r, const char *method, double quantum)
{
    r->signals.method = method;
    r->signals.rel = 0;
    r->signals.abs = quantum;
}

/* 1/(s + 1)^2 answers a step with 1 - (1 + t) exp(-t). */
TEST(a_transfer_function_answers_a_step)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++) {
        struct rig *r = rig_new();
        settings(r, list[k].name, 1e-4);
        rig_add(r, "one", "constant", 1, "value = 1");
        rig_add(r, "g", "transfer_function", 1, "num = 2; den = 2, 4, 2");
        rig_wire(r, "one.y", "g.u");
        if (!rig_run(r, 10)) FAIL("%s: %s", list[k].name, r->said);
        for (double t = 0; t <= 10; t += 0.5) {
            double off = fabs(rig_value(r, "g", 0, t) - (1 - (1 + t) * exp(-t)));
            if (off > 1e-3) FAIL("%s at %g: %g", list[k].name, t, off);
        }
        rig_free(r);
    }
}

/* (s + 2)/(s + 1) = 1 + 1/(s + 1): feedthrough, of a sine. */
TEST(a_transfer_function_lets_its_input_through)
{
    struct rig *r = rig_new();
    settings(r, "qss3", 1e-5);
    rig_add(r, "s", "sine", 1, "frequency = 0.15915494309189535");
    rig_add(r, "g", "transfer_function", 1, "num = 1, 2; den = 1, 1");
    rig_wire(r, "s.y", "g.u");
    CHECK(rig_run(r, 10));
    for (double t = 0; t <= 10; t += 0.5)
        CHECK_LE(fabs(rig_value(r, "g", 0, t) - (sin(t) + (sin(t) - cos(t) + exp(-t)) / 2)), 1e-4);
    rig_free(r);
}

TEST(copies_of_a_transfer_function_do_not_mix)
{
    struct rig *r = rig_new();
    settings(r, "liqss2", 1e-4);
    rig_add(r, "u", "constant", 3, "value = 1, 2, -5");
    rig_add(r, "g", "transfer_function", 3, "num = 10; den = 1, 10");
    rig_wire(r, "u.y", "g.u");
    CHECK(rig_run(r, 1));
    for (int i = 0; i < 3; i++) {
        double u[] = {1, 2, -5};
        CHECK_LE(fabs(rig_value(r, "g", i, 0.3) - u[i] * (1 - exp(-3))), 1e-3);
    }
    rig_free(r);
}

TEST(a_pure_gain_is_a_transfer_function_too)
{
    struct rig *r = rig_new();
    rig_add(r, "t", "ramp", 1, "slope = 2");
    rig_add(r, "g", "transfer_function", 1, "num = 3; den = 2");
    rig_wire(r, "t.y", "g.u");
    CHECK(rig_run(r, 1));
    CHECK_CLOSE(rig_value(r, "g", 0, 1), 3, 1e-15);
    rig_free(r);
}

TEST(a_numerator_of_higher_degree_is_refused)
{
    struct rig *r = rig_new();
    rig_add(r, "u", "constant", 1, "value = 1");
    rig_add(r, "g", "transfer_function", 1, "num = 1, 0, 0; den = 1, 1");
    rig_wire(r, "u.y", "g.u");
    rig_refuses(r, "higher degree");
    r = rig_new();
    rig_add(r, "u", "constant", 1, "value = 1");
    rig_add(r, "g", "transfer_function", 1, "num = 1; den = 0");
    rig_wire(r, "u.y", "g.u");
    rig_refuses(r, "denominator is 0");
}

/* The stiff system of the papers as one block makes the steps that integrators make. */
TEST(a_state_space_steps_as_integrators_do)
{
    static const char *const methods[] = {"qss1",   "qss2",        "qss3",   "bqss",  "cqss",
                                          "liqss1", "liqss1-2018", "liqss2", "liqss3"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        struct rig *a = rig_new(), *b = rig_new();
        long more = 0;
        settings(a, methods[k], 0.1);
        settings(b, methods[k], 0.1);
        rig_add(a, "u", "constant", 1, "value = 2020");
        rig_add(a, "s", "state_space", 1,
                "A = 0, 0.01 | -100, -100; B = 0 | 1; C = 1, 0 | 0, 1; start = 0, 20");
        rig_wire(a, "u.y", "s.u");
        if (!rig_run(a, 10)) FAIL("%s", a->said);
        rig_add(b, "u", "constant", 1, "value = 2020");
        rig_add(b, "x", "integrator", 2, "start = 0, 20");
        rig_add(b, "slow", "gain", 1, "k = 0.01");
        rig_part(b, (saltus_part){.name = "fast", .inputs = 3}, "sum", "weights = -100, -100, 1");
        rig_wire(b, "x.y[2]", "slow.u");
        rig_wire(b, "slow.y", "x.u[1]");
        rig_wire(b, "x.y[1]", "fast.u1");
        rig_wire(b, "x.y[2]", "fast.u2");
        rig_wire(b, "u.y", "fast.u3");
        rig_wire(b, "fast.y", "x.u[2]");
        if (!rig_run(b, 10)) FAIL("%s", b->said);
        for (size_t j = 0; j < b->n_sent; j++)
            more -= b->sent[j].cell == saltus_devs_find(b->run, "x") && b->sent[j].t > 0;
        for (size_t j = 0; j < a->n_sent; j++)
            more += a->sent[j].cell == saltus_devs_find(a->run, "s") && a->sent[j].t > 0;
        if (more != 0) FAIL("%s: %ld messages more", methods[k], more);
        CHECK_LE(fabs(rig_value(a, "s", 0, 10) - rig_value(b, "x", 0, 10)), 0.02);
        CHECK_LE(fabs(rig_value(a, "s", 1, 10) - rig_value(b, "x", 1, 10)), 0.2);
        rig_free(a);
        rig_free(b);
    }
}

/* A loop closed outside: the block's own partial derivative includes it. */
TEST(a_stiff_loop_outside_is_seen_by_the_block)
{
    struct rig *r = rig_new();
    settings(r, "liqss2", 1e-3);
    rig_add(r, "s", "state_space", 1, "A = 0; B = 1; C = 1; start = 1");
    rig_add(r, "g", "gain", 1, "k = -1000");
    rig_wire(r, "s.y", "g.u");
    rig_wire(r, "g.y", "s.u");
    CHECK(rig_run(r, 100));
    CHECK_LE(fabs(rig_value(r, "s", 0, 100)), 5e-3);
    CHECK_LE((double)rig_count(r, "s", 0), 60);
    rig_free(r);
}

TEST(matrices_that_do_not_fit_are_told)
{
    struct rig *r = rig_new();
    rig_add(r, "u", "constant", 1, "value = 1");
    rig_add(r, "s", "state_space", 1, "A = 1, 2 | 3, 4; B = 1 | 1; C = 1, 0, 0 | 0, 0, 0");
    rig_wire(r, "u.y", "s.u");
    rig_refuses(r, "C is a 2 x 3 matrix, not 2 x 2");
}

/* PI control of 1/(s + 1): with kp = ki it is ki/(s + ki), exactly. */
TEST(a_pi_controller_cancels_a_pole)
{
    struct rig *r = rig_new();
    settings(r, "liqss2", 1e-5);
    rig_add(r, "set", "constant", 1, "value = 1");
    rig_part(r, (saltus_part){.name = "e", .inputs = 2}, "sum", "weights = 1, -1");
    rig_add(r, "c", "pid", 1, "kp = 2; ki = 2");
    rig_add(r, "p", "transfer_function", 1, "num = 1; den = 1, 1");
    rig_wire(r, "set.y", "e.u1");
    rig_wire(r, "p.y", "e.u2");
    rig_wire(r, "e.y", "c.e");
    rig_wire(r, "c.y", "p.u");
    if (!rig_run(r, 5)) FAIL("%s", r->said);
    for (double t = 0; t <= 5; t += 0.25)
        CHECK_LE(fabs(rig_value(r, "p", 0, t) - (1 - exp(-2 * t))), 1e-3);
    rig_free(r);
}

/* The derivative part of a ramp of slope 1 is kd (1 - exp(-t/tf)). */
TEST(a_pid_filters_its_derivative)
{
    struct rig *r = rig_new();
    settings(r, "qss3", 1e-6);
    rig_add(r, "t", "ramp", 1, "slope = 1");
    rig_add(r, "c", "pid", 1, "kp = 1; ki = 0.5; kd = 3; tf = 0.5");
    rig_wire(r, "t.y", "c.e");
    CHECK(rig_run(r, 3));
    for (double t = 0; t <= 3; t += 0.25)
        CHECK_LE(fabs(rig_value(r, "c", 0, t) - (t + t * t / 4 + 3 * (1 - exp(-2 * t)))), 1e-4);
    rig_free(r);
}

/* e = 1 for 2 s, then -1: the output stays at its limit 1, and leaves it at once, not after the integral has come back. */
TEST(a_pid_stops_at_its_limit_and_does_not_wind_up)
{
    struct rig *r = rig_new();
    double left = NAN;
    settings(r, "qss2", 1e-5);
    rig_add(r, "e", "step", 1, "start = 2; low = 1; high = -1");
    rig_add(r, "c", "pid", 1, "kp = 0.5; ki = 1; max = 1; tt = 0.1");
    rig_wire(r, "e.y", "c.e");
    if (!rig_run(r, 4)) FAIL("%s", r->said);
    CHECK_CLOSE(rig_value(r, "c", 0, 0.25), 0.75, 1e-4);
    for (size_t k = 0; rig_sent_at(r, "c", 0, k); k++) {
        const struct rig_message *m = rig_sent_at(r, "c", 0, k);
        CHECK_LE(m->c[0], 1 + 1e-4);
        if (m->t > 0.4 && m->t < 0.6 && m->c[0] == 1 && m->order == 0 && isnan(left)) left = m->t;
    }
    CHECK_CLOSE(left, 0.5, 1e-4); /* 0.5 + t = 1 */
    CHECK_CLOSE(rig_value(r, "c", 0, 1.9), 1, 0);
    CHECK_LE(rig_value(r, "c", 0, 2), 0.7); /* x1 = 0.6 in balance, less 0.5 */
    CHECK_LE(fabs(rig_value(r, "c", 0, 3) - (rig_value(r, "c", 0, 2) - 1)), 1e-3);
    rig_free(r);
}

TEST(a_derivative_without_filter_is_refused)
{
    struct rig *r = rig_new();
    rig_add(r, "t", "ramp", 1, "slope = 1");
    rig_add(r, "c", "pid", 1, "kp = 1; kd = 3");
    rig_wire(r, "t.y", "c.e");
    rig_refuses(r, "needs a filter");
}

TEST_MAIN()
