/* SPDX-License-Identifier: MIT */
/* test_devs_engine.c - the loops: order, messages and their indices, superdense time, limits, what parts may call. */
#include "devs_parts.h"
#include "devs/kernel/run.h"

static struct log a, b;

static const struct stored *stored(const saltus_devs *run, const char *name)
{
    const saltus_cell *c = saltus_devs_cell(run, saltus_devs_find(run, name));
    CHECK(c);
    return c->state;
}

static saltus_devs *begin(saltus_coupled *m, saltus_semantics semantics)
{
    saltus_devs_options o = log_options(&a, semantics);
    saltus_devs *run;
    saltus_status st = saltus_devs_new(m, &o, &run);
    if (st) FAIL("%s", a.first);
    return run;
}

/* ---- Classic --------------------------------------------------------------------------------------- */

TEST(a_chain_of_relays_in_superdense_time)
{
    saltus_coupled *m = model("m");
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "r", &relay, 0, NULL, 0, NULL, 0);
    add_part(m, "late", &relay, 0, "lag", 0.5, NULL, 0);
    wire(m, "clock", NULL, "r", NULL);
    wire(m, "r", NULL, "late", NULL);
    CHECK_EQ_INT(log_run(m, SALTUS_DEVS_CLASSIC, 1.5, &a, 0), SALTUS_OK);
    const char *expected = "0 start clock #0\n0 start r #0\n0 start late #0\n"
                           "1 lambda clock #0 0[0]=0\n1 ext r #0 0[0]=0\n1 int clock #0\n"
                           "1 lambda r #1 0[0]=1\n1 ext late #1 0[0]=1\n1 int r #1\n"
                           "1.5 lambda late #0 0[0]=2\n1.5 int late #0\n";
    if (strcmp(a.text, expected) != 0) FAIL("%s", a.text);
    saltus_coupled_free(m);
}

TEST(a_part_wired_to_itself_hears_itself_last)
{
    saltus_coupled *m = model("m");
    add_part(m, "clock", &tick, 0, "period", 10, NULL, 0);
    add_part(m, "r", &relay, 0, "lag", 2, NULL, 0);
    wire(m, "clock", NULL, "r", NULL);
    wire(m, "r", NULL, "r", NULL);
    CHECK_EQ_INT(log_run(m, SALTUS_DEVS_CLASSIC, 5, &a, 1), SALTUS_OK);
    const char *expected = "1 lambda clock 0[0]=0\n1 ext r 0[0]=0\n1 int clock\n"
                           "3 lambda r 0[0]=1\n3 int r\n3 ext r 0[0]=1\n"
                           "5 lambda r 0[0]=2\n5 int r\n5 ext r 0[0]=2\n";
    if (strcmp(a.text, expected) != 0) FAIL("%s", a.text);
    saltus_coupled_free(m);
}

TEST(select_order_goes_by_rank_priority_and_place)
{
    saltus_coupled *m = model("m");
    saltus_atomic first = tick, last = tick;
    first.rank = -1;
    last.rank = 1;
    double one = 1;
    saltus_arg arg = {.name = "period", .rows = 1, .cols = 1, .v = &one};
    saltus_part p = {.args = &arg, .n_args = 1};
    const struct {
        const char *name;
        const saltus_atomic *type;
        int32_t priority;
    } parts[] = {
        {"z", &last, 0}, {"m2", &tick, 0}, {"m3", &tick, 0}, {"m1", &tick, -5}, {"a", &first, 7}};
    for (int k = 0; k < 5; k++) {
        p.name = parts[k].name, p.type = parts[k].type, p.priority = parts[k].priority;
        CHECK(!saltus_coupled_add(m, &p));
    }
    CHECK_EQ_INT(log_run(m, SALTUS_DEVS_CLASSIC, 1, &a, 1), SALTUS_OK);
    const char *expected =
        "1 lambda a 0[0]=0\n1 int a\n1 lambda m1 0[0]=0\n1 int m1\n1 lambda m2 0[0]=0\n1 int m2\n"
        "1 lambda m3 0[0]=0\n1 int m3\n1 lambda z 0[0]=0\n1 int z\n";
    if (strcmp(a.text, expected) != 0) FAIL("%s", a.text);
    saltus_coupled_free(m);
}

/* A diamond of static parts, declared in the worst order: each acts once. */
TEST(static_parts_act_once_after_all_that_feeds_them)
{
    saltus_coupled *m = model("m");
    add_ports(m, "end", &linear, 1, 2);
    add_ports(m, "right", &linear, 1, 1);
    add_ports(m, "left", &linear, 1, 1);
    add_ports(m, "top", &linear, 1, 1);
    add_part(m, "v", &level, 1, "value", 5, NULL, 0);
    add_part(m, "s", &store, 1, NULL, 0, NULL, 0);
    wire(m, "v", NULL, "top", "u");
    wire(m, "top", NULL, "left", "u");
    wire(m, "top", NULL, "right", "u");
    wire(m, "left", NULL, "end", "u1");
    wire(m, "right", NULL, "end", "u2");
    wire(m, "end", NULL, "s", NULL);
    saltus_devs *run = begin(m, SALTUS_DEVS_CLASSIC);
    CHECK_EQ_INT(saltus_devs_run(run, 1), SALTUS_OK);
    CHECK_EQ_INT(stored(run, "s")->messages, 1);
    CHECK(stored(run, "s")->value[0] == 15);
    CHECK_EQ_INT(saltus_devs_statistics(run).steps, 5);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

/* ---- Indices ------------------------------------------------------------------------------------------ */

static void check_indices(saltus_coupled *m, int n, const int32_t *index, const double *value)
{
    saltus_devs *run = begin(m, SALTUS_DEVS_CLASSIC);
    CHECK_EQ_INT(saltus_devs_run(run, 1), SALTUS_OK);
    const struct stored *s = stored(run, "s");
    CHECK_EQ_INT(s->messages, n);
    for (int k = 0; k < n; k++)
        if (s->index[k] != index[k] || s->value[k] != value[k])
            FAIL("message %d: [%d] = %g, not [%d] = %g", k, (int)s->index[k], s->value[k],
                 (int)index[k], value[k]);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

static saltus_coupled *vector(int32_t from, int32_t to)
{
    saltus_coupled *m = model("m");
    add_part(m, "v", &level, from, "value", 1, NULL, 0);
    add_part(m, "s", &store, to, NULL, 0, NULL, 0);
    return m;
}

TEST(slices_strides_and_single_elements)
{
    saltus_coupled *m = vector(6, 3);
    wire_range(m, "v", 1, 3, 2, "s", NULL, 2, 3, -1);
    check_indices(m, 3, (int32_t[]){2, 1, 0}, (double[]){2, 4, 6});
    m = vector(3, 4);
    wire_range(m, "v", 1, 1, 0, "s", NULL, 0, 0, 0);
    check_indices(m, 1, (int32_t[]){SALTUS_ALL}, (double[]){2});
    m = vector(3, 4);
    wire_range(m, "v", 1, 1, 0, "s", NULL, 1, 2, 0);
    check_indices(m, 2, (int32_t[]){1, 2}, (double[]){2, 2});
    m = vector(3, 3);
    wire(m, "v", NULL, "s", NULL);
    check_indices(m, 3, (int32_t[]){0, 1, 2}, (double[]){1, 2, 3});
}

TEST(through_nested_models_and_index_blocks)
{
    saltus_coupled *m = vector(5, 5), *inner = model("inner");
    saltus_coupled_port(inner, 0, "a", "signal", 5, (saltus_loc){0});
    saltus_coupled_port(inner, 1, "b", "signal", 3, (saltus_loc){0});
    saltus_wire w = {.from = {.port = "a", .first = 1, .count = 3},
                     .to = {.port = "b"}}; /* straight through */
    CHECK(!saltus_coupled_wire(inner, &w));
    saltus_coupled_nest(m, "i", inner, (saltus_loc){0});
    add_part(m, "up", &shift, 3, "by", 1, NULL, 0);
    wire(m, "v", NULL, "i", NULL);
    wire(m, "i", NULL, "up", NULL);
    wire_range(m, "up", 0, 0, 0, "s", NULL, 2, 3, 1);
    check_indices(m, 2, (int32_t[]){3, 4}, (double[]){2, 3});
    saltus_coupled_free(inner);
}

/* ---- Parallel ------------------------------------------------------------------------------------------- */

TEST(bags_are_ordered_by_sender)
{
    saltus_coupled *m = model("m");
    add_part(m, "s", &store, 0, NULL, 0, NULL, 0);
    add_part(m, "b", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "a", &tick, 0, "period", 0.5, NULL, 0);
    wire(m, "a", NULL, "s", NULL);
    wire(m, "b", NULL, "s", NULL);
    CHECK_EQ_INT(log_run(m, SALTUS_DEVS_PARALLEL, 1, &a, 1), SALTUS_OK);
    const char *expected =
        "1 lambda b 0[0]=0\n1 lambda a 0[0]=0\n1 ext s 0[0]=0 0[0]=0\n1 int b\n1 int a\n";
    if (strcmp(a.text, expected) != 0) FAIL("%s", a.text);
    saltus_coupled_free(m);
}

TEST(confluent_by_default_internal_first)
{
    saltus_coupled *m = model("m");
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "r", &relay, 0, "lag", 1, NULL, 0);
    wire(m, "clock", NULL, "r", NULL);
    saltus_devs *run = begin(m, SALTUS_DEVS_PARALLEL);
    CHECK_EQ_INT(saltus_devs_run(run, 4), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_statistics(run).confluent, 3);
    CHECK_EQ_INT(saltus_devs_statistics(run).internal, 4);
    CHECK_EQ_INT(saltus_devs_statistics(run).external, 1);
    CHECK(saltus_devs_next(run) == 5);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

/* ---- The run -------------------------------------------------------------------------------------------- */

TEST(steps_and_pieces_equal_the_whole)
{
    saltus_coupled *m = model("m");
    int done;
    add_part(m, "clock", &tick, 0, "period", 0.1, NULL, 0);
    add_part(m, "r", &relay, 0, "lag", 0.25, NULL, 0);
    wire(m, "clock", NULL, "r", NULL);
    for (int sem = 0; sem < 2; sem++) {
        CHECK_EQ_INT(log_run(m, (saltus_semantics)sem, 3, &b, 0), SALTUS_OK);
        saltus_devs *run = begin(m, (saltus_semantics)sem);
        for (int k = 0; k < 30; k++) CHECK_EQ_INT(saltus_devs_run(run, 0.1 * k), SALTUS_OK);
        CHECK_EQ_INT(saltus_devs_run(run, 3), SALTUS_OK);
        CHECK(saltus_devs_time(run) == 3);
        saltus_devs_free(run);
        CHECK(!strcmp(a.text, b.text));
        run = begin(m, (saltus_semantics)sem);
        do CHECK_EQ_INT(saltus_devs_step(run, 3, &done), SALTUS_OK);
        while (done);
        saltus_devs_free(run);
        CHECK(!strcmp(a.text, b.text));
    }
    saltus_coupled_free(m);
}

TEST(stop_limits_and_options)
{
    saltus_coupled *m = model("m");
    saltus_devs *run;
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    saltus_devs_options o = log_options(&a, SALTUS_DEVS_CLASSIC);
    o.max_events = 10;
    CHECK(!saltus_devs_new(m, &o, &run));
    CHECK_EQ_INT(saltus_devs_run(run, 1000), SALTUS_ELIMIT);
    CHECK_EQ_INT(saltus_devs_run(run, 1000), SALTUS_ELIMIT);
    CHECK_EQ_INT(a.errors, 1);
    saltus_devs_free(run);
    o.max_events = 0;
    CHECK(!saltus_devs_new(m, &o, &run));
    saltus_devs_stop(run);
    CHECK_EQ_INT(saltus_devs_run(run, 3), SALTUS_STOPPED);
    CHECK_EQ_INT(saltus_devs_run(run, 3), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_statistics(run).steps, 3);
    CHECK_EQ_INT(saltus_devs_run(run, NAN), SALTUS_EARG);
    CHECK_EQ_INT(saltus_devs_finish(run), SALTUS_OK);
    saltus_devs_free(run);
    o.t0 = NAN;
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_EARG);
    CHECK(!run);
    saltus_coupled_free(m);
}

/* ---- Parts that misbehave --------------------------------------------------------------------------------- */

static double past(const saltus_cell *c)
{
    return c->t > 0 ? c->t - 1 : 1;
}
static double not_a_number(const saltus_cell *c)
{
    return c->t > 0 ? NAN : 1;
}
static void wrong_port(const saltus_cell *c)
{
    saltus_cell_out(c, 3, 0)->c[0] = 1;
}
static void wrong_element(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 7)->c[0] = 1;
}
static void gives_up(saltus_cell *c)
{
    saltus_cell_fail(c, SALTUS_ENAN, "period", "too bad", "try again");
}

static void sends_too_late(saltus_cell *c)
{
    tick_next(c);
    saltus_cell_out(c, 0, 0)->c[0] = 1;
}

static void misbehaves(const saltus_atomic *t, saltus_status expected, const char *words)
{
    for (int sem = 0; sem < 2; sem++) {
        saltus_coupled *m = model("m");
        add_part(m, "x", t, 0, "period", 1, NULL, 0);
        CHECK_EQ_INT(log_run(m, (saltus_semantics)sem, 5, &a, 1), expected);
        CHECK_EQ_INT(a.errors, 1);
        CHECK_HAS(&a, words);
        saltus_coupled_free(m);
    }
}

TEST(parts_that_misbehave_are_named)
{
    saltus_atomic t = tick;
    t.due = past;
    misbehaves(&t, SALTUS_EMODEL, "x: the instant of its next event lies in the past");
    t.due = NULL, t.ta = not_a_number;
    misbehaves(&t, SALTUS_EMODEL,
               "x: the time to its next event is negative or not a number | its ta gave nan");
    t = tick, t.lambda = wrong_port;
    misbehaves(&t, SALTUS_EMODEL, "x: it sends on output port 3, but has 1");
    t = tick, t.lambda = wrong_element;
    misbehaves(&t, SALTUS_EMODEL, "x: it sends element 7 of output port 0, which has 1");
    t = tick, t.delta_int = sends_too_late;
    misbehaves(&t, SALTUS_EMODEL, "x: it sends outside lambda");
    t = tick, t.delta_int = gives_up;
    misbehaves(&t, SALTUS_ENAN, "x: parameter 'period': too bad | try again");
}

static void last_word(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    store_ext(c, e, x, n);
    saltus_cell_end(c, "that is all");
}

/* A part may end the run: the step is finished, and nothing follows. */
TEST(a_part_ends_the_run)
{
    saltus_atomic t = store;
    t.delta_ext = last_word;
    for (int sem = 0; sem < 2; sem++) {
        saltus_coupled *m = model("m");
        add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
        add_part(m, "s", &t, 0, NULL, 0, NULL, 0);
        add_part(m, "z", &store, 0, NULL, 0, NULL, 0);
        wire(m, "clock", NULL, "s", NULL);
        wire(m, "clock", NULL, "z", NULL);
        saltus_devs *run = begin(m, (saltus_semantics)sem);
        CHECK_EQ_INT(saltus_devs_run(run, 5), SALTUS_TERMINATED);
        CHECK_EQ_INT(saltus_devs_run(run, 5), SALTUS_TERMINATED);
        CHECK(saltus_devs_time(run) == 1 && a.status == SALTUS_TERMINATED);
        CHECK_EQ_INT(saltus_devs_statistics(run).internal, 1);
        CHECK_EQ_INT(stored(run, "z")->messages, 1);
        CHECK_EQ_INT(saltus_devs_finish(run), SALTUS_OK);
        saltus_devs_free(run);
        saltus_coupled_free(m);
    }
}

TEST(loops_in_no_time_are_named)
{
    for (int sem = 0; sem < 2; sem++) {
        saltus_coupled *m = model("m");
        add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
        for (int k = 0; k < 3; k++)
            add_part(m, (const char *[]){"p", "q", "r"}[k], &relay, 0, NULL, 0, NULL, 0);
        wire(m, "clock", NULL, "p", NULL);
        wire(m, "p", NULL, "q", NULL);
        wire(m, "q", NULL, "r", NULL);
        wire(m, "r", NULL, "p", NULL);
        saltus_devs_options o = log_options(&a, (saltus_semantics)sem);
        saltus_devs *run;
        o.max_instant = 1000;
        o.trace = NULL;
        CHECK(!saltus_devs_new(m, &o, &run));
        CHECK_EQ_INT(saltus_devs_run(run, 5), SALTUS_EZENO);
        CHECK(saltus_devs_time(run) == 1);
        saltus_devs_free(run);
        saltus_coupled_free(m);
        CHECK_EQ_INT(a.errors, 1);
        CHECK_HAS(&a, "time does not go on");
        CHECK(strstr(a.first, "p -> q -> r -> p") || strstr(a.first, "q -> r -> p -> q") ||
              strstr(a.first, "r -> p -> q -> r"));
    }
}

/* Ten thousand parts that act once each at one instant are no loop, whatever max_instant is. */
TEST(many_parts_at_one_instant_are_no_loop)
{
    saltus_coupled *m = model("m");
    char name[20];
    for (int k = 0; k < 10000; k++) {
        snprintf(name, sizeof name, "c%d", k);
        add_part(m, name, &tick, 0, "period", 1, NULL, 0);
    }
    saltus_devs_options o = saltus_devs_defaults();
    saltus_devs *run;
    o.max_instant = 100;
    CHECK(!saltus_devs_new(m, &o, &run));
    CHECK_EQ_INT(saltus_devs_run(run, 3), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_statistics(run).steps, 30000);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

/* ---- What parts may call ------------------------------------------------------------------------------------ */

TEST(random_numbers_depend_on_seed_name_and_count_alone)
{
    saltus_coupled *m = model("m");
    saltus_devs *run, *again;
    double sum = 0, squares = 0;
    add_part(m, "a", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "b", &tick, 0, "period", 1, NULL, 0);
    saltus_devs_options o = saltus_devs_defaults();
    CHECK(!saltus_devs_new(m, &o, &run));
    o.seed = 2;
    CHECK(!saltus_devs_new(m, &o, &again));
    const saltus_cell *x = saltus_devs_cell(run, 0), *y = saltus_devs_cell(run, 1),
                      *z = saltus_devs_cell(again, 0);
    for (uint64_t k = 0; k < 100000; k++) {
        double u = saltus_cell_random(x, k);
        CHECK(u >= 0 && u < 1 && u == saltus_cell_random(x, k));
        CHECK(u != saltus_cell_random(y, k) && u != saltus_cell_random(z, k));
        sum += u;
        squares += u * u;
    }
    CHECK_LE(fabs(sum / 1e5 - 0.5), 0.004);
    CHECK_LE(fabs(squares / 1e5 - 1.0 / 3), 0.004);
    saltus_devs_free(run);
    saltus_devs_free(again);
    saltus_coupled_free(m);
}

TEST(stores_grow_and_keep)
{
    saltus_coupled *m = model("m");
    saltus_devs *run;
    size_t n;
    add_part(m, "a", &tick, 0, "period", 1, NULL, 0);
    CHECK(!saltus_devs_new(m, NULL, &run));
    saltus_cell *c = (saltus_cell *)saltus_devs_cell(run, 0);
    CHECK(!saltus_cell_stored(c, 3, &n) && n == 0);
    char *p = saltus_cell_store(c, 3, 10);
    for (int k = 0; k < 10; k++) {
        CHECK(p[k] == 0);
        p[k] = 'x';
    }
    p = saltus_cell_store(c, 3, 100000);
    CHECK(p[9] == 'x' && p[10] == 0 && p[99999] == 0);
    CHECK(saltus_cell_store(c, 3, 5) == p && saltus_cell_stored(c, 3, &n) == p && n == 100000);
    CHECK(saltus_cell_options(c)->rel == 1e-3 && saltus_cell_options(c)->abs == 1e-6);
    CHECK(!strcmp(saltus_cell_options(c)->method, SALTUS_METHOD));
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

TEST_MAIN()
