/* SPDX-License-Identifier: MIT */
#include "devs_world.h"

/* What the run does from now until 30, as text. */
static char *rest(struct world *w, saltus_devs *run, double until)
{
    world_listen(w);
    CHECK_EQ_INT(saltus_devs_run(run, until), SALTUS_OK);
    return world_heard(w);
}

static void check_continues(int semantics)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_devs_options o = world_options(&w, semantics);
    saltus_devs *run;
    saltus_snapshot *s;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 7.3), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_snapshot(run, &s), SALTUS_OK);
    saltus_devs_stats before = saltus_devs_statistics(run);
    double t = saltus_devs_time(run);
    char *first = rest(&w, run, 40);
    for (int k = 0; k < 3; k++) {
        CHECK_EQ_INT(saltus_devs_restore(run, s), SALTUS_OK);
        CHECK(saltus_devs_time(run) == t);
        CHECK_EQ_INT(saltus_devs_statistics(run).steps, before.steps);
        CHECK_EQ_INT(saltus_devs_statistics(run).messages, before.messages);
        char *again = rest(&w, run, 40);
        CHECK(strlen(first) > 1000 && strcmp(first, again) == 0);
        free(again);
    }
    free(first);
    saltus_snapshot_free(s);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    world_end(&w);
}

TEST(a_restored_run_goes_on_byte_for_byte_classic)
{
    check_continues(SALTUS_DEVS_CLASSIC);
}

TEST(a_restored_run_goes_on_byte_for_byte_parallel)
{
    check_continues(SALTUS_DEVS_PARALLEL);
}

TEST(snapshots_in_the_middle_of_an_instant)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    saltus_snapshot *s[20];
    char *after[20];
    int done;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    for (int k = 0; k < 20; k++) {
        CHECK_EQ_INT(saltus_devs_snapshot(run, &s[k]), SALTUS_OK);
        CHECK_EQ_INT(saltus_devs_step(run, INFINITY, &done), SALTUS_OK);
    }
    for (int k = 19; k >= 0; k--) {
        CHECK_EQ_INT(saltus_devs_restore(run, s[k]), SALTUS_OK);
        after[k] = rest(&w, run, 12);
        size_t n = strlen(after[k]);
        if (k < 19)
            CHECK(n > strlen(after[k + 1]) &&
                  strcmp(after[k] + n - strlen(after[k + 1]), after[k + 1]) == 0);
    }
    for (int k = 0; k < 20; k++) saltus_snapshot_free(s[k]), free(after[k]);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    world_end(&w);
}

TEST(messages_that_wait_belong_to_a_snapshot)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    saltus_snapshot *s;
    saltus_message x = {.c = {100}};
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_inject(run, "in", 2.5, &x), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_inject(run, "in", 5.5, &x), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 4), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_snapshot(run, &s), SALTUS_OK);
    char *first = rest(&w, run, 8);
    CHECK(strstr(first, "t=5.5"));
    CHECK_EQ_INT(saltus_devs_restore(run, s), SALTUS_OK);
    char *again = rest(&w, run, 8);
    CHECK(strcmp(first, again) == 0);
    /* what was injected after the snapshot is forgotten with what came of it */
    CHECK_EQ_INT(saltus_devs_inject(run, "in", 8.5, &x), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 8.2), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_restore(run, s), SALTUS_OK);
    char *third = rest(&w, run, 10);
    CHECK(!strstr(third, "t=8.5"));
    free(first), free(again), free(third);
    saltus_snapshot_free(s);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    world_end(&w);
}

/* ---- Memory outside S ---- */

struct box {
    double *v; /* lies outside */
    double next;
    int resumed;
};

static void box_start(saltus_cell *c)
{
    struct box *s = c->state;
    s->v = calloc(2, sizeof *s->v);
    s->next = c->t + 1;
}
static double box_due(const saltus_cell *c)
{
    return ((const struct box *)c->state)->next;
}
static void box_out(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = ((const struct box *)c->state)->v[0];
}
static void box_int(saltus_cell *c)
{
    struct box *s = c->state;
    s->v[0] = 3 * s->v[0] + 1;
    s->next++;
}
static void box_stop(saltus_cell *c)
{
    free(((struct box *)c->state)->v);
}
static void box_resume(saltus_cell *c)
{
    ((struct box *)c->state)->resumed = 1;
}
static size_t box_save(const saltus_cell *c, void *to, size_t room)
{
    if (room >= sizeof(double)) memcpy(to, ((const struct box *)c->state)->v, sizeof(double));
    return sizeof(double);
}
static void box_load(saltus_cell *c, const void *from, size_t n)
{
    memcpy(((struct box *)c->state)->v, from, n);
}

static const saltus_atomic box_type = {.name = "box",
                                       .outputs = world_out,
                                       .struct_size = sizeof(saltus_atomic),
                                       .state_size = sizeof(struct box),
                                       .start = box_start,
                                       .due = box_due,
                                       .lambda = box_out,
                                       .delta_int = box_int,
                                       .stop = box_stop,
                                       .resume = box_resume,
                                       .save = box_save,
                                       .load = box_load};

static void check_box(const saltus_atomic *type, const char *state_after)
{
    struct world w = {0};
    saltus_coupled *m = world_new("m");
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    saltus_snapshot *s;
    world_add(m, "box", type);
    world_wire(m, "box", NULL);
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 3), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_snapshot(run, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 6), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_restore(run, s), SALTUS_OK);
    char *again = rest(&w, run, 8);
    CHECK(strncmp(again, state_after, strlen(state_after)) == 0);
    free(again);
    CHECK_EQ_INT(saltus_devs_back(run, 3), SALTUS_OK);
    saltus_snapshot_free(s);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    world_end(&w);
}

TEST(memory_outside_is_saved_and_loaded)
{
    check_box(&box_type, "t=4 n=0  box           lambda     y -> 13\n");
}

TEST(a_rigid_part_keeps_its_memory)
{
    saltus_atomic rigid = box_type;
    rigid.rigid = 1;
    check_box(&rigid, "t=4 n=0  box           lambda     y -> 364\n"); /* its value of t = 7 */
}

TEST(a_snapshot_of_another_run_is_refused)
{
    struct world w = {0};
    saltus_coupled *m = world_bench();
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *a, *b;
    saltus_snapshot *s;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &a), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_new(m, &o, &b), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_snapshot(a, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_restore(b, s), SALTUS_EARG);
    saltus_snapshot_free(s);
    CHECK_EQ_INT(saltus_devs_snapshot(NULL, &s), SALTUS_EARG);
    CHECK(s == NULL);
    saltus_snapshot_free(NULL);
    CHECK_EQ_INT(saltus_devs_snapshot(a, &s), SALTUS_OK);
    saltus_devs_free(a);
    saltus_snapshot_free(s); /* also after its run */
    saltus_devs_free(b);
    saltus_coupled_free(m);
}

TEST_MAIN()
