/* SPDX-License-Identifier: MIT */
#include "devs_world.h"

enum { STEPS = 60 };

/* The trace of STEPS steps, each by itself. */
static void all_steps(struct world *w, saltus_devs *run, char **line)
{
    int done;
    for (int k = 0; k < STEPS; k++) {
        world_listen(w);
        CHECK_EQ_INT(saltus_devs_step(run, INFINITY, &done), SALTUS_OK);
        CHECK(done);
        line[k] = world_heard(w);
    }
}

static void check_forward(struct world *w, saltus_devs *run, char **line, int from)
{
    int done;
    for (int k = from; k < STEPS; k++) {
        world_listen(w);
        CHECK_EQ_INT(saltus_devs_step(run, INFINITY, &done), SALTUS_OK);
        fflush(w->f);
        if (strcmp(w->text, line[k]) != 0) FAIL("step %d: %s instead of %s", k, w->text, line[k]);
    }
}

static void inject_some(saltus_devs *run)
{
    saltus_message x = {.c = {100}};
    CHECK_EQ_INT(saltus_devs_inject(run, "in", 2.5, &x), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_inject(run, "in", 4, &x), SALTUS_OK); /* together with a tick */
    CHECK_EQ_INT(saltus_devs_inject(run, "in", 4, &x), SALTUS_OK);
}

/* From every step some steps back, with and without snapshots, and forward again. */
static void check_back(int semantics, uint64_t history, const saltus_atomic *queue)
{
    struct world w = {0};
    saltus_coupled *m = world_new("bench");
    saltus_devs_options o = world_options(&w, semantics);
    saltus_devs *run;
    char *line[STEPS];
    world_add(m, "tick", &tick_type);
    world_add(m, "queue", queue);
    world_wire(m, "tick", "queue");
    world_wire(m, NULL, "queue");
    world_wire(m, "queue", NULL);
    o.history = history;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    inject_some(run);
    all_steps(&w, run, line);
    for (int n = 1; n <= STEPS; n += 7) {
        world_listen(&w);
        CHECK_EQ_INT(saltus_devs_back(run, (uint64_t)n), SALTUS_OK);
        fflush(w.f);
        CHECK(w.n == 0); /* silent */
        CHECK_EQ_INT(saltus_devs_statistics(run).steps, STEPS - n);
        check_forward(&w, run, line, STEPS - n);
    }
    CHECK_EQ_INT(saltus_devs_back(run, 20), SALTUS_OK); /* twice */
    CHECK_EQ_INT(saltus_devs_back(run, 20), SALTUS_OK);
    check_forward(&w, run, line, STEPS - 40);
    CHECK_EQ_INT(saltus_devs_back(run, 1000000), SALTUS_OK); /* the start */
    CHECK(saltus_devs_time(run) == 0);
    check_forward(&w, run, line, 0);
    for (int k = 0; k < STEPS; k++) free(line[k]);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    world_end(&w);
}

TEST(back_by_repeating)
{
    check_back(SALTUS_DEVS_CLASSIC, 0, &queue_type);
    check_back(SALTUS_DEVS_PARALLEL, 0, &queue_type);
}

TEST(back_by_snapshots)
{
    check_back(SALTUS_DEVS_CLASSIC, 16, &queue_type);
    check_back(SALTUS_DEVS_PARALLEL, 16, &queue_type);
    check_back(SALTUS_DEVS_CLASSIC, 1, &queue_type);
    check_back(SALTUS_DEVS_CLASSIC, 1000, &queue_type);
}

TEST(back_with_a_rigid_part)
{
    saltus_atomic rigid = queue_type;
    rigid.rigid = 1;
    check_back(SALTUS_DEVS_CLASSIC, 16, &rigid);
}

static void ends(saltus_cell *c)
{
    tick_int(c);
    if (((const struct tick *)c->state)->k == 5) saltus_cell_end(c, "five");
}

TEST(back_from_the_end_and_from_an_error)
{
    struct world w = {0};
    saltus_coupled *m = world_new("m");
    saltus_atomic five = tick_type;
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    five.delta_int = ends;
    world_add(m, "five", &five);
    world_wire(m, "five", NULL);
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 100), SALTUS_TERMINATED);
    CHECK_EQ_INT(saltus_devs_run(run, 100), SALTUS_TERMINATED);
    CHECK_EQ_INT(saltus_devs_back(run, 2), SALTUS_OK);
    CHECK(saltus_devs_time(run) == 3);
    CHECK_EQ_INT(saltus_devs_run(run, 4), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 100), SALTUS_TERMINATED);
    CHECK_EQ_INT(saltus_devs_back(run, 0), SALTUS_TERMINATED);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

/* Another message after a step back makes another future. */
TEST(another_future)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    saltus_message x = {.c = {1000}};
    int done;
    o.history = 8;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    for (int k = 0; k < 30; k++) saltus_devs_step(run, INFINITY, &done);
    CHECK_EQ_INT(saltus_devs_back(run, 10), SALTUS_OK);
    double t = saltus_devs_time(run);
    CHECK_EQ_INT(saltus_devs_inject(run, "in", t, &x), SALTUS_OK);
    world_listen(&w);
    for (int k = 0; k < 30; k++) saltus_devs_step(run, INFINITY, &done);
    char *first = world_heard(&w);
    CHECK(strstr(first, "u <- 1000"));
    CHECK_EQ_INT(saltus_devs_back(run, 30), SALTUS_OK); /* and is repeated like the other one */
    world_listen(&w);
    for (int k = 0; k < 30; k++) saltus_devs_step(run, INFINITY, &done);
    fflush(w.f);
    CHECK(strcmp(first, w.text) == 0);
    free(first);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    world_end(&w);
}

TEST_MAIN()
