/* SPDX-License-Identifier: MIT */
/* test_block_integrator.c - integrators in small diagrams with known solutions: accuracy, events, limits, and what they say
 * when something is wrong. That they make the steps of the stand-alone engine: tests/exact/test_devs_counts.c. */
#include "block_bench.h"
#include "blocks/continuous/integrator_queue.h"
#include "quantized.h"

static const double pi = 3.14159265358979323846;

static void settings(struct rig *r, const char *method, double quantum)
{
    r->signals.method = method;
    r->signals.rel = 0;
    r->signals.abs = quantum;
}

/* x' = -a x, x(0) = 1 as two parts. */
static struct rig *decay(const char *method, double quantum, const char *gain)
{
    struct rig *r = rig_new();
    settings(r, method, quantum);
    rig_add(r, "x", "integrator", 1, "start = 1");
    rig_add(r, "g", "gain", 1, gain);
    rig_wire(r, "x.y", "g.u");
    rig_wire(r, "g.y", "x.u");
    return r;
}

TEST(every_method_decays_within_its_bound)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++) {
        struct rig *r = decay(list[k].name, 1e-3, "k = -1");
        CHECK(rig_run(r, 5));
        for (double t = 0; t <= 5; t += 0.25)
            CHECK_LE(fabs(rig_value(r, "x", 0, t) - exp(-t)), 2.02e-3 * list[k].bound);
        rig_free(r);
    }
}

/* As the parameter of a block: the same steps. */
TEST(a_block_may_ask_for_every_method)
{
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++) {
        struct rig *run = decay(list[k].name, 1e-3, "k = -1"), *own = rig_new();
        char args[80];
        settings(own, "qss1", 1e-3);
        snprintf(args, sizeof args, "start = 1; method = %s", list[k].name);
        rig_add(own, "x", "integrator", 1, args);
        rig_add(own, "g", "gain", 1, "k = -1");
        rig_wire(own, "x.y", "g.u");
        rig_wire(own, "g.y", "x.u");
        CHECK(rig_run(run, 5));
        if (!rig_run(own, 5)) FAIL("%s: %s", list[k].name, own->said);
        CHECK_CLOSE(rig_value(own, "x", 0, 5), rig_value(run, "x", 0, 5), 0);
        rig_free(run);
        rig_free(own);
    }
}

/* q has the slope of x from the first: order by order at t0. */
TEST(the_start_fills_in_all_slopes)
{
    struct rig *r = rig_new();
    const struct rig_message *last = NULL;
    settings(r, "qss4", 1e-6);
    rig_add(r, "v", "integrator", 1, "start = 0");
    rig_add(r, "x", "integrator", 1, "start = 1");
    rig_add(r, "g", "gain", 1, "k = -1");
    rig_wire(r, "v.y", "x.u");
    rig_wire(r, "x.y", "g.u");
    rig_wire(r, "g.y", "v.u");
    CHECK(rig_run(r, 0));
    for (size_t k = 0; rig_sent_at(r, "x", 0, k); k++) last = rig_sent_at(r, "x", 0, k);
    CHECK_EQ_INT(last->order, 3); /* the cosine */
    CHECK_CLOSE(last->c[0], 1, 0);
    CHECK_CLOSE(last->c[1], 0, 0);
    CHECK_CLOSE(last->c[2], -0.5, 0);
    CHECK_CLOSE(last->c[3], 0, 0);
    for (size_t k = 0; rig_sent_at(r, "v", 0, k); k++) last = rig_sent_at(r, "v", 0, k);
    CHECK_CLOSE(last->c[1], -1, 0);
    CHECK_CLOSE(last->c[3], 1.0 / 6, 1e-15);
    rig_free(r);
}

TEST(a_vector_is_as_many_scalars)
{
    struct rig *r = rig_new();
    settings(r, "liqss2", 1e-4);
    rig_add(r, "x", "integrator", 3, "start = 1, 2, 3");
    rig_add(r, "g", "gain", 3, "k = -1, -2, -100");
    rig_wire(r, "x.y", "g.u");
    rig_wire(r, "g.y", "x.u");
    CHECK(rig_run(r, 2));
    for (double t = 0; t <= 2; t += 0.125) {
        CHECK_LE(fabs(rig_value(r, "x", 0, t) - exp(-t)), 1e-3);
        CHECK_LE(fabs(rig_value(r, "x", 1, t) - 2 * exp(-2 * t)), 1e-3);
        CHECK_LE(fabs(rig_value(r, "x", 2, t) - 3 * exp(-100 * t)), 1e-3);
    }
    rig_free(r);
}

TEST(an_open_series_is_renewed_in_time)
{
    static const char *const methods[] = {"qss2", "qss3", "liqss2", "qss1"};
    for (size_t k = 0; k < 4; k++) {
        struct rig *r = rig_new();
        settings(r, methods[k], 1e-4);
        rig_add(r, "t", "ramp", 1, "slope = 1");
        rig_add(r, "sin", "sin", 1, "");
        rig_add(r, "x", "integrator", 1, "");
        rig_wire(r, "t.y", "sin.u");
        rig_wire(r, "sin.y", "x.u");
        CHECK(rig_run(r, 20));
        for (double t = 0; t <= 20; t += 0.5)
            CHECK_LE(fabs(rig_value(r, "x", 0, t) - (1 - cos(t))), 1e-3);
        rig_free(r);
    }
}

TEST(a_sine_source_is_integrated)
{
    struct rig *r = rig_new();
    settings(r, "qss3", 1e-5);
    rig_add(r, "s", "sine", 1, "frequency = 0.15915494309189535");
    rig_add(r, "x", "integrator", 1, "");
    rig_wire(r, "s.y", "x.u");
    CHECK(rig_run(r, 20));
    for (double t = 0; t <= 20; t += 0.5)
        CHECK_LE(fabs(rig_value(r, "x", 0, t) - (1 - cos(t))), 1e-4);
    rig_free(r);
}

TEST(reset_sets_the_state)
{
    struct rig *r = rig_new();
    double last = NAN;
    settings(r, "qss2", 1e-3);
    rig_add(r, "one", "constant", 1, "value = 1");
    rig_add(r, "e", "events_at", 1, "times = 1, 3; values = 10, -5");
    rig_add(r, "x", "integrator", 1, "start = 2");
    rig_wire(r, "one.y", "x.u");
    rig_wire(r, "e.y", "x.reset");
    CHECK(rig_run(r, 4));
    CHECK_CLOSE(rig_value(r, "x", 0, 0.5), 2.5, 1e-12);
    CHECK_CLOSE(rig_value(r, "x", 0, 2), 11, 1e-3);
    CHECK_CLOSE(rig_value(r, "x", 0, 4), -4, 1e-3);
    for (size_t k = 0; k < r->n_shown; k++) /* results, too, though u says nothing new */
        if (r->shown[k].cell == saltus_devs_find(r->run, "x") && r->shown[k].t == 3)
            last = r->shown[k].value;
    CHECK(last == -5);
    rig_free(r);
}

TEST(a_bouncing_ball_by_reset)
{
    struct rig *r = rig_new();
    settings(r, "qss2", 1e-4);
    rig_add(r, "g", "constant", 1, "value = -10");
    rig_add(r, "v", "integrator", 1, "");
    rig_add(r, "h", "integrator", 1, "start = 5");
    rig_add(r, "hit", "cross_detector", 1, "direction = down");
    rig_add(r, "back", "gain", 1, "k = -0.8");
    rig_add(r, "at", "triggered_sampler", 1, "");
    rig_wire(r, "g.y", "v.u");
    rig_wire(r, "v.y", "h.u");
    rig_wire(r, "h.y", "hit.u");
    rig_wire(r, "v.y", "back.u");
    rig_wire(r, "back.y", "at.u");
    rig_wire(r, "hit.y", "at.sample");
    rig_wire(r, "at.y", "v.reset");
    if (!rig_run(r, 1.8)) FAIL("%s", r->said);
    CHECK_LE(fabs(rig_value(r, "v", 0, 1.8)), 0.01); /* lands at t = 1 with -10, leaves with 8 */
    CHECK_CLOSE(rig_value(r, "h", 0, 1.8), 3.2, 0.01);
    rig_free(r);
}

/* x' = sin t stays at 0.5 from pi/3 until pi, where sin changes its sign. */
TEST(limits_hold_exactly_as_long_as_the_derivative_points_out)
{
    static const char *const methods[] = {"qss1", "qss2", "qss3", "liqss2", "bqss"};
    for (size_t k = 0; k < 5; k++) {
        struct rig *r = rig_new();
        double held = NAN;
        settings(r, methods[k], 1e-4);
        rig_add(r, "s", "sine", 1, "frequency = 0.15915494309189535");
        rig_add(r, "x", "integrator", 1, "max = 0.5");
        rig_wire(r, "s.y", "x.u");
        if (!rig_run(r, 5)) FAIL("%s: %s", methods[k], r->said);
        for (size_t j = 0; j < r->n_shown; j++) {
            CHECK_LE(r->shown[j].cell == 1 ? r->shown[j].value : 0, 0.5);
            if (r->shown[j].cell == 1 && r->shown[j].value == 0.5 && isnan(held))
                held = r->shown[j].t;
        }
        CHECK_LE(fabs(held - pi / 3), 1e-3);
        CHECK_CLOSE(rig_value(r, "x", 0, 2), 0.5, 3e-4);
        CHECK_CLOSE(rig_value(r, "x", 0, 3.1), 0.5, 3e-4);
        CHECK_LE(fabs(rig_value(r, "x", 0, 5) - (0.5 - 1 - cos(5))), 2e-3);
        rig_free(r);
    }
}

TEST(integrate_and_fire_keeps_its_rhythm)
{
    struct rig *r = rig_new();
    settings(r, "qss2", 1e-2);
    rig_add(r, "u", "constant", 1, "value = 2");
    rig_add(r, "n", "integrate_and_fire", 1, "threshold = 1; reset = -0.5; refractory = 0.25");
    rig_add(r, "c", "event_statistics", 1, "");
    rig_wire(r, "u.y", "n.u");
    rig_wire(r, "n.spike", "c.u");
    CHECK(rig_run(r, 10));
    CHECK_EQ_INT(rig_count(r, "n", 1), 10); /* 0.5, then every 0.75 + 0.25 */
    for (size_t k = 0; k < 10; k++) CHECK_CLOSE(rig_sent(r, "n", 1, k)->t, 0.5 + (double)k, 1e-9);
    rig_free(r);
}

TEST(pure_integrator_is_exact)
{
    struct rig *r = rig_new();
    rig_add(r, "t", "ramp", 1, "slope = 3; offset = 1");
    rig_add(r, "s", "square", 1, "");
    rig_add(r, "y", "pure_integrator", 1, "start = -2");
    rig_wire(r, "t.y", "s.u");
    rig_wire(r, "s.y", "y.u");
    CHECK(rig_run(r, 10));
    CHECK_EQ_INT(rig_count(r, "y", 0), 1);
    CHECK_EQ_INT(rig_sent(r, "y", 0, 0)->order, 3);
    CHECK_EQ_INT(rig_sent(r, "y", 0, 0)->open, 0);
    CHECK_CLOSE(rig_value(r, "y", 0, 2), -2 + (343.0 - 1) / 9, 1e-13);
    rig_free(r);
}

TEST(a_loop_through_a_pure_integrator_is_refused)
{
    struct rig *r = rig_new();
    rig_add(r, "y", "pure_integrator", 1, "");
    rig_add(r, "g", "gain", 1, "k = -1");
    rig_wire(r, "y.y", "g.u");
    rig_wire(r, "g.y", "y.u");
    rig_refuses(r, "loop");
}

/* A jump of the input takes the slope of q, and only there. */
TEST(an_event_freezes_the_q_of_an_implicit_method)
{
    struct rig *r = decay("liqss2", 1e-3, "k = -1");
    int frozen = 0;
    rig_add(r, "p", "step", 1, "start = 1; low = 0; high = 3");
    rig_part(r, (saltus_part){.name = "sum", .inputs = 2}, "sum", "");
    rig_add(r, "z", "integrator", 1, "start = 1");
    rig_add(r, "h", "gain", 1, "k = -1");
    rig_wire(r, "z.y", "h.u");
    rig_wire(r, "h.y", "sum.u1");
    rig_wire(r, "p.y", "sum.u2");
    rig_wire(r, "sum.y", "z.u");
    CHECK(rig_run(r, 2));
    for (size_t k = 0; rig_sent_at(r, "z", 0, k); k++) {
        const struct rig_message *m = rig_sent_at(r, "z", 0, k);
        if (m->t == 1 && m->c[1] == 0) frozen++;
    }
    CHECK_EQ_INT(frozen, 1);
    for (size_t k = 0; rig_sent_at(r, "x", 0, k); k++) CHECK(rig_sent_at(r, "x", 0, k)->t != 1);
    CHECK_LE(fabs(rig_value(r, "z", 0, 2) - (3 + (exp(-1) - 3) * exp(-1))), 5e-3);
    rig_free(r);
}

TEST(parallel_semantics_gives_the_same_solution)
{
    struct rig *r = rig_new();
    settings(r, "qss3", 1e-5);
    r->o.semantics = SALTUS_DEVS_PARALLEL;
    rig_add(r, "v", "integrator", 1, "start = 0");
    rig_add(r, "x", "integrator", 1, "start = 1");
    rig_add(r, "g", "gain", 1, "k = -1");
    rig_wire(r, "v.y", "x.u");
    rig_wire(r, "x.y", "g.u");
    rig_wire(r, "g.y", "v.u");
    CHECK(rig_run(r, 6));
    for (double t = 0; t <= 6; t += 0.5) CHECK_LE(fabs(rig_value(r, "x", 0, t) - cos(t)), 1e-3);
    rig_free(r);
}

TEST(a_restored_run_goes_on_as_before)
{
    struct rig *r = decay("mliqss2", 1e-4, "k = -3");
    saltus_snapshot *s;
    double first[2];
    rig_add(r, "w", "integrator", 4, "start = 1, 2, 3, 4");
    rig_add(r, "h", "gain", 4, "k = -1");
    rig_wire(r, "w.y", "h.u");
    rig_wire(r, "h.y", "w.u");
    CHECK(rig_run(r, 0.5));
    CHECK_EQ_INT(saltus_devs_snapshot(r->run, &s), SALTUS_OK);
    for (int k = 0; k < 2; k++) {
        CHECK(rig_run(r, 2));
        first[k] = rig_sent(r, "w", 0, rig_count(r, "w", 0) - 1)->c[0];
        if (k == 0) CHECK_EQ_INT(saltus_devs_restore(r->run, s), SALTUS_OK);
    }
    CHECK_CLOSE(first[1], first[0], 0);
    saltus_snapshot_free(s);
    rig_free(r);
}

TEST(wrong_arguments_are_named)
{
    struct rig *r = rig_new();
    rig_add(r, "one", "constant", 1, "value = 1");
    rig_add(r, "x", "integrator", 1, "start = 3; max = 2");
    rig_wire(r, "one.y", "x.u");
    rig_refuses(r, "does not lie between its limits");
    r = rig_new();
    rig_add(r, "one", "constant", 1, "value = 1");
    rig_add(r, "x", "integrator", 1, "abs = 0");
    rig_wire(r, "one.y", "x.u");
    rig_refuses(r, "absolute quantum must be positive");
    r = rig_new();
    r->signals.method = "euler";
    rig_add(r, "one", "constant", 1, "value = 1");
    rig_add(r, "x", "integrator", 1, "");
    rig_wire(r, "one.y", "x.u");
    rig_refuses(r, "is not a method for single states");
}

TEST(an_explosion_is_told)
{
    struct rig *r = rig_new();
    settings(r, "qss2", 1); /* a smaller quantum takes many more steps to infinity */
    rig_add(r, "x", "integrator", 1, "start = 1");
    rig_add(r, "s", "square", 1, "");
    rig_wire(r, "x.y", "s.u");
    rig_wire(r, "s.y", "x.u");
    CHECK(!rig_run(r, 10)); /* x = 1/(1 - t) */
    CHECK(r->status == SALTUS_ESTUCK || r->status == SALTUS_ENAN || r->status == SALTUS_EZENO);
    CHECK(strstr(r->said, "x") != NULL);
    rig_free(r);
}

/* The queue of a vector against a search, with many ties. */
PROP(the_first_element_is_the_one_a_search_finds, 200)
{
    int32_t n = 1 + (int32_t)(rng_u64(g) % 70), leaves = queue_leaves(n);
    void *memory = malloc(queue_bytes(n));
    struct queue q = queue_at(memory, leaves);
    queue_clear(&q);
    for (int turn = 0; turn < 100; turn++) {
        int32_t best = 0;
        queue_set(&q, (int32_t)(rng_u64(g) % (uint64_t)n),
                  rng_u64(g) % 9 ? (double)(rng_u64(g) % 20) : INFINITY);
        for (int32_t i = 1; i < n; i++)
            if (q.due[i] < q.due[best]) best = i;
        CHECK_EQ_INT(queue_top(&q), best);
    }
    free(memory);
}

TEST_MAIN()
