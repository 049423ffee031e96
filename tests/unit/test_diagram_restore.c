/* SPDX-License-Identifier: MIT */
/* test_diagram_restore.c - blocks of the library are put back by snapshots and steps back, with all their memory: what a
 * run does afterwards is what it did the first time, transition for transition. */
#include "devs_world.h"
#include "saltus_diagram.h"

static const char *const diagrams[] = {
    /* integrators of several kinds, static blocks, an expression */
    "{\"saltus\": 1, \"blocks\": {"
    "\"x\": {\"block\": \"integrator\", \"start\": 1}, \"v\": {\"block\": \"integrator\", "
    "\"start\": 0},"
    "\"f\": {\"block\": \"expression\", \"inputs\": [\"x\", \"v\"], \"y\": \"(1 - x^2)*v - "
    "sin(x)\"},"
    "\"fire\": {\"block\": \"integrate_and_fire\", \"threshold\": 0.7, \"start\": 0},"
    "\"a\": {\"block\": \"abs\"}, \"p\": {\"block\": \"pure_integrator\"}},"
    "\"wires\": [\"v -> x\", \"x -> f.x\", \"v -> f.v\", \"f -> v\", \"x -> a\", \"a -> fire.u\", "
    "\"x -> p.u\"],"
    "\"experiment\": {\"stop\": 10}}",
    /* delays with history */
    "{\"saltus\": 1, \"blocks\": {"
    "\"x\": {\"block\": \"integrator\", \"start\": 1}, \"d\": {\"block\": \"delay\", \"lag\": 1},"
    "\"g\": {\"block\": \"gain\", \"k\": -1}},"
    "\"wires\": [\"x -> d.u\", \"d -> g\", \"g -> x\"], \"experiment\": {\"stop\": 20}}",
    /* random sources, jobs */
    "{\"saltus\": 1, \"blocks\": {"
    "\"g\": {\"block\": \"generator\", \"mean\": 1}, \"q\": {\"block\": \"queue\"},"
    "\"s\": {\"block\": \"server\", \"mean\": 0.8}, \"out\": {\"block\": \"job_sink\"},"
    "\"n\": {\"block\": \"noise\", \"interval\": 0.3, \"deviation\": 1}, \"x\": {\"block\": "
    "\"integrator\", "
    "\"start\": 0}},"
    "\"wires\": [\"g.y -> q.u\", \"s.next -> q.next\", \"q.y -> s.u\", \"s.y -> out.u\", \"n -> "
    "x\"],"
    "\"experiment\": {\"stop\": 30}}",
    /* a loop of control: systems, a limit, samples */
    "{\"saltus\": 1, \"blocks\": {"
    "\"ref\": {\"block\": \"square_wave\", \"period\": 4}, \"e\": {\"block\": \"sum\", "
    "\"weights\": [1, -1]},"
    "\"c\": {\"block\": \"pid\", \"kp\": 2, \"ki\": 1, \"kd\": 0.1, \"tf\": 0.05, \"max\": 1.5, "
    "\"min\": -1.5},"
    "\"p\": {\"block\": \"transfer_function\", \"num\": [1], \"den\": [1, 1, 1]},"
    "\"h\": {\"block\": \"zero_order_hold\", \"period\": 0.5}, \"u\": {\"block\": \"unit_delay\", "
    "\"period\": 0.7},"
    "\"r\": {\"block\": \"relay\", \"off_at\": -0.1, \"on_at\": 0.1}},"
    "\"wires\": [\"ref -> e.u1\", \"p -> e.u2\", \"e -> c\", \"c -> p\", \"p -> h\", \"h -> u.u\", "
    "\"e -> r\"],"
    "\"experiment\": {\"stop\": 12}}",
    /* vectors */
    "{\"saltus\": 1, \"blocks\": {"
    "\"w\": {\"block\": \"integrator\", \"size\": 5, \"start\": [1, 2, 3, 4, 5]},"
    "\"m\": {\"block\": \"matrix_gain\", \"matrix\": "
    "[[-1,0,0,0,0],[1,-1,0,0,0],[0,1,-1,0,0],[0,0,1,-1,0],[0,0,0,1,-1]]},"
    "\"s\": {\"block\": \"saturation\", \"size\": 5, \"low\": -1, \"high\": 2},"
    "\"z\": {\"block\": \"zero_order_hold\", \"period\": 0.37, \"size\": 5}},"
    "\"wires\": [\"w -> m\", \"m -> w\", \"w -> s\", \"w -> z\"], \"experiment\": {\"stop\": 5}}",
};

struct tape {
    saltus_diagram *d;
    struct world w;
    saltus_devs *run;
};

static void open_tape(struct tape *t, const char *text, uint64_t history)
{
    *t = (struct tape){0};
    saltus_diagram_options how = {.struct_size = sizeof(saltus_diagram_options),
                                  .interpret = 1,
                                  .diag = world_said,
                                  .user = &t->w};
    if (saltus_diagram_parse("d.json", text, strlen(text), &how, &t->d) != SALTUS_OK)
        FAIL("%s", t->w.said);
    saltus_devs_options o = world_options(&t->w, SALTUS_DEVS_CLASSIC);
    o.history = history;
    if (saltus_devs_new(saltus_diagram_coupled(t->d), &o, &t->run) != SALTUS_OK)
        FAIL("%s", t->w.said);
}

static void close_tape(struct tape *t)
{
    saltus_devs_free(t->run);
    saltus_diagram_free(t->d);
    world_end(&t->w);
}

static char *on_to(struct tape *t, double until)
{
    world_listen(&t->w);
    if (saltus_devs_run(t->run, until) != SALTUS_OK) FAIL("%s", t->w.said);
    return world_heard(&t->w);
}

static void same(const char *what, int which, char *a, char *b)
{
    size_t k = 0;
    while (a[k] && a[k] == b[k]) k++;
    if (a[k] || b[k]) {
        while (k > 0 && a[k - 1] != '\n') k--;
        FAIL("diagram %d, %s:\n%.150s\ninstead of\n%.150s", which, what, b + k, a + k);
    }
    free(b);
}

TEST(blocks_go_on_after_a_restore)
{
    for (int k = 0; k < (int)(sizeof diagrams / sizeof *diagrams); k++) {
        struct tape t;
        saltus_snapshot *s;
        open_tape(&t, diagrams[k], 0);
        double stop = saltus_diagram_model(t.d)->experiment.stop;
        char *head = on_to(&t, 0.4 * stop);
        CHECK_EQ_INT(saltus_devs_snapshot(t.run, &s), SALTUS_OK);
        char *tail = on_to(&t, stop);
        CHECK(strlen(head) > 500 && strlen(tail) > 500);
        for (int n = 0; n < 2; n++) {
            CHECK_EQ_INT(saltus_devs_restore(t.run, s), SALTUS_OK);
            same("restored", k, tail, on_to(&t, stop));
        }
        free(head), free(tail);
        saltus_snapshot_free(s);
        close_tape(&t);
    }
}

static void check_back(uint64_t history)
{
    for (int k = 0; k < (int)(sizeof diagrams / sizeof *diagrams); k++) {
        struct tape t;
        int done;
        open_tape(&t, diagrams[k], history);
        double stop = saltus_diagram_model(t.d)->experiment.stop;
        free(on_to(&t, 0.3 * stop));
        world_listen(&t.w);
        for (int n = 0; n < 40; n++)
            CHECK_EQ_INT(saltus_devs_step(t.run, INFINITY, &done), SALTUS_OK);
        char *first = world_heard(&t.w);
        if (saltus_devs_back(t.run, 40) != SALTUS_OK) FAIL("diagram %d: %s", k, t.w.said);
        world_listen(&t.w);
        for (int n = 0; n < 40; n++)
            CHECK_EQ_INT(saltus_devs_step(t.run, INFINITY, &done), SALTUS_OK);
        same("repeated", k, first, world_heard(&t.w));
        free(first);
        close_tape(&t);
    }
}

TEST(blocks_go_on_after_steps_back)
{
    check_back(0);
    check_back(64);
}

/* Models of the gallery as blocks: their engine is memory of the block. */
TEST(whole_models_go_on)
{
    static const char *const models[] = {"thermostat", "buck", "vanderpol"};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        struct tape t;
        saltus_snapshot *s;
        char text[1000];
        snprintf(text, sizeof text,
                 "{\"saltus\": 1, \"blocks\": {\"m\": {\"block\": \"model\", \"file\": "
                 "\"%s/models/%s/%s.mo\"},"
                 "\"c\": {\"block\": \"clock\", \"period\": 0.01}}, \"experiment\": {\"stop\": 1}}",
                 TEST_ROOT, models[k], models[k]);
        open_tape(&t, text, 32);
        free(on_to(&t, 0.02));
        CHECK_EQ_INT(saltus_devs_snapshot(t.run, &s), SALTUS_OK);
        char *tail = on_to(&t, 0.04);
        CHECK_EQ_INT(saltus_devs_restore(t.run, s), SALTUS_OK);
        same("restored", (int)k, tail, on_to(&t, 0.04));
        CHECK_EQ_INT(saltus_devs_back(t.run, 1000000),
                     SALTUS_OK); /* from the start: the engine is a new one */
        CHECK_EQ_INT(saltus_devs_restore(t.run, s), SALTUS_OK);
        same("restored after a new start", (int)k, tail, on_to(&t, 0.04));
        free(tail);
        saltus_snapshot_free(s);
        close_tape(&t);
    }
}

TEST_MAIN()
