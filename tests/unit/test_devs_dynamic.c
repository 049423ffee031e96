/* SPDX-License-Identifier: MIT */
#include "devs/kernel/run.h"
#include "devs_world.h"

/* A part that does something to the structure at its k-th tick: `act` is given by the test. */
struct boss {
    struct tick tick; /* first: it is a tick */
};
static void (*act)(saltus_cell *c, int64_t k);

static void boss_int(saltus_cell *c)
{
    act(c, ((const struct tick *)c->state)->k);
    tick_int(c);
}

static saltus_atomic boss_type(void)
{
    saltus_atomic a = tick_type;
    a.name = "boss";
    a.delta_int = boss_int;
    a.struct_size = sizeof a;
    a.state_size = sizeof(struct boss);
    return a;
}

struct scene {
    struct world w;
    saltus_atomic boss;
    saltus_coupled *m;
    saltus_devs *run;
};

static void open_scene(struct scene *s, int semantics, void (*what)(saltus_cell *, int64_t))
{
    *s = (struct scene){.boss = boss_type()};
    act = what;
    s->m = world_new("m");
    world_add(s->m, "boss", &s->boss);
    world_add(s->m, "sum", &adder_type);
    world_wire(s->m, "sum", NULL);
    saltus_devs_options o = world_options(&s->w, semantics);
    world_listen(&s->w);
    CHECK_EQ_INT(saltus_devs_new(s->m, &o, &s->run), SALTUS_OK);
}

static void close_scene(struct scene *s)
{
    saltus_devs_free(s->run);
    saltus_coupled_free(s->m);
    world_end(&s->w);
}

static const struct adder *the_sum(const struct scene *s)
{
    return saltus_devs_cell(s->run, saltus_devs_find(s->run, "sum"))->state;
}

static void wire(saltus_cell *c, const char *from, const char *to)
{
    saltus_wire w = world_wire_of(from, to);
    saltus_cell_wire(c, &w);
}

static void unwire(saltus_cell *c, const char *from, const char *to)
{
    saltus_wire w = world_wire_of(from, to);
    saltus_cell_unwire(c, &w);
}

/* ---- Comings and goings ---- */

static void hire_and_fire(saltus_cell *c, int64_t k)
{
    double period = 0.25;
    saltus_part p = {.name = "helper",
                     .type = &tick_type,
                     .n_args = 1,
                     .args = &(saltus_arg){.name = "period", .rows = 1, .cols = 1, .v = &period}};
    if (k == 1) {
        saltus_cell_add(c, &p);
        wire(c, "helper", "sum");
    }
    if (k == 3) saltus_cell_remove(c, "helper");
}

static void check_helper(int semantics)
{
    struct scene s;
    open_scene(&s, semantics, hire_and_fire);
    CHECK_EQ_INT(saltus_devs_run(s.run, 1.9), SALTUS_OK);
    CHECK(saltus_devs_find(s.run, "helper") < 0);
    CHECK_EQ_INT(saltus_devs_run(s.run, 3), SALTUS_OK);
    int32_t id = saltus_devs_find(s.run, "helper");
    CHECK(id >= 0 && strcmp(saltus_devs_name(s.run, id), "helper") == 0);
    CHECK(the_sum(&s)->sum == 0 + 1 + 2 + 3); /* at 2.25, 2.5, 2.75, 3 */
    CHECK_EQ_INT(saltus_devs_run(s.run, 10), SALTUS_OK);
    CHECK(saltus_devs_find(s.run, "helper") < 0);
    CHECK(saltus_devs_cell(s.run, id) == NULL && saltus_devs_name(s.run, id) == NULL);
    fflush(s.w.f);
    CHECK(strstr(s.w.text, "helper        added\n") && strstr(s.w.text, "helper        removed\n"));
    /* at t = 4 the boss comes before its helper, which is gone then; in a round of all, the helper sends, too */
    CHECK(the_sum(&s)->sum ==
          0 + 1 + 2 + 3 + 4 + 5 + 6 + (semantics == SALTUS_DEVS_PARALLEL ? 7 : 0));
    close_scene(&s);
}

TEST(a_part_comes_and_goes)
{
    check_helper(SALTUS_DEVS_CLASSIC);
    check_helper(SALTUS_DEVS_PARALLEL);
}

static void rewire(saltus_cell *c, int64_t k)
{
    if (k == 1) wire(c, "boss", "sum");
    if (k == 4) unwire(c, "boss", "sum");
}

TEST(a_wire_comes_and_goes)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_CLASSIC, rewire);
    CHECK_EQ_INT(saltus_devs_run(s.run, 20), SALTUS_OK);
    CHECK(the_sum(&s)->sum == 2 + 3 + 4); /* of a tick itself the message goes first */
    close_scene(&s);
}

static void resign(saltus_cell *c, int64_t k)
{
    if (k == 2) saltus_cell_remove(c, "boss");
}

TEST(a_part_removes_itself)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_CLASSIC, resign);
    CHECK_EQ_INT(saltus_devs_run(s.run, 20), SALTUS_OK);
    CHECK(saltus_devs_find(s.run, "boss") < 0);
    CHECK(isinf(saltus_devs_next(s.run)));
    close_scene(&s);
}

/* ---- Crowds ---- */

static int stopped;
static void count_stop(saltus_cell *c)
{
    (void)c;
    stopped++;
}

static saltus_atomic guest_type;

static void crowd(saltus_cell *c, int64_t k)
{
    char name[32];
    saltus_part p = {.name = name, .type = &guest_type};
    for (int j = 0; j < 10; j++) {
        snprintf(name, sizeof name, "guest%d", (int)k * 10 + j);
        saltus_cell_add(c, &p);
        wire(c, name, "sum");
    }
    for (int j = 0; j < 10 && k >= 3; j++) {
        snprintf(name, sizeof name, "guest%d", (int)(k - 3) * 10 + j);
        saltus_cell_remove(c, name);
    }
}

TEST(thousands_of_parts_in_bounded_memory)
{
    struct scene s;
    guest_type = tick_type;
    guest_type.stop = count_stop;
    stopped = 0;
    open_scene(&s, SALTUS_DEVS_CLASSIC, crowd);
    CHECK_EQ_INT(saltus_devs_run(s.run, 50), SALTUS_OK);
    size_t bytes = saltus_devs_statistics(s.run).bytes;
    CHECK_EQ_INT(saltus_devs_run(s.run, 400), SALTUS_OK);
    CHECK_LE((double)saltus_devs_statistics(s.run).bytes, 1.05 * (double)bytes);
    CHECK_LE(saltus_devs_cells(s.run), 45);
    CHECK_EQ_INT(stopped, 10 * 397);
    CHECK_EQ_INT(saltus_devs_finish(s.run), SALTUS_OK);
    CHECK_EQ_INT(stopped, 10 * 400);
    close_scene(&s);
}

/* ---- Parts that add parts at their start ---- */

static void egg_start(saltus_cell *c)
{
    char name[32];
    int k;
    tick_start(c);
    if (sscanf(c->part->name, "egg%d", &k) != 1 || k >= 5) return;
    snprintf(name, sizeof name, "egg%d", k + 1);
    saltus_cell_add(c, &(saltus_part){.name = name, .type = c->type});
}

static saltus_atomic egg_type;
static void lay(saltus_cell *c, int64_t k)
{
    if (k == 0) saltus_cell_add(c, &(saltus_part){.name = "egg1", .type = &egg_type});
}

TEST(a_new_part_adds_the_next)
{
    struct scene s;
    egg_type = tick_type;
    egg_type.start = egg_start;
    open_scene(&s, SALTUS_DEVS_CLASSIC, lay);
    CHECK_EQ_INT(saltus_devs_run(s.run, 1), SALTUS_OK);
    CHECK(saltus_devs_find(s.run, "egg5") >= 0 && saltus_devs_find(s.run, "egg6") < 0);
    close_scene(&s);
}

static void endless_start(saltus_cell *c)
{
    char name[32];
    int k;
    tick_start(c);
    if (sscanf(c->part->name, "egg%d", &k) != 1) return;
    snprintf(name, sizeof name, "egg%d", k + 1);
    saltus_cell_add(c, &(saltus_part){.name = name, .type = c->type});
}

TEST(parts_without_end_are_an_error)
{
    struct scene s = {0};
    egg_type = tick_type;
    egg_type.start = endless_start;
    act = lay;
    s.boss = boss_type();
    s.m = world_new("m");
    world_add(s.m, "boss", &s.boss);
    saltus_devs_options o = world_options(&s.w, SALTUS_DEVS_CLASSIC);
    o.max_instant = 50;
    CHECK_EQ_INT(saltus_devs_new(s.m, &o, &s.run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(s.run, 1), SALTUS_EZENO);
    CHECK(strstr(s.w.said, "parts add parts"));
    close_scene(&s);
}

/* ---- Errors ---- */

static void twice(saltus_cell *c, int64_t k)
{
    if (k == 1) saltus_cell_add(c, &(saltus_part){.name = "sum", .type = &adder_type});
}
static void nobody(saltus_cell *c, int64_t k)
{
    if (k == 1) saltus_cell_remove(c, "nobody");
}
static void no_wire(saltus_cell *c, int64_t k)
{
    if (k == 1) unwire(c, "boss", "sum");
}
static void no_port(saltus_cell *c, int64_t k)
{
    saltus_wire w = {.from = {.part = "boss", .port = "z"}, .to = {.part = "sum", .port = "u"}};
    if (k == 1) saltus_cell_wire(c, &w);
}
static void no_part(saltus_cell *c, int64_t k)
{
    if (k == 1) wire(c, "ghost", "sum");
}
static void no_argument(saltus_cell *c, int64_t k)
{
    double v = 1;
    saltus_arg a = {.name = "perod", .rows = 1, .cols = 1, .v = &v};
    if (k == 1)
        saltus_cell_add(c,
                        &(saltus_part){.name = "t", .type = &tick_type, .args = &a, .n_args = 1});
}

TEST(errors_name_the_part)
{
    static const struct {
        void (*what)(saltus_cell *, int64_t);
        const char *says;
    } cases[] = {{twice, "boss: it adds a part 'sum', but there is one"},
                 {nobody, "boss: it removes the part 'nobody'"},
                 {no_wire, "boss: it removes the wire boss.y -> sum.u"},
                 {no_port, "has no output 'z'"},
                 {no_part, "there is no part 'ghost'"},
                 {no_argument, "perod"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct scene s;
        open_scene(&s, SALTUS_DEVS_CLASSIC, cases[k].what);
        CHECK_EQ_INT(saltus_devs_run(s.run, 10), SALTUS_EMODEL);
        if (!strstr(s.w.said, cases[k].says)) FAIL("%s instead of %s", s.w.said, cases[k].says);
        CHECK(saltus_devs_time(s.run) == 2);
        close_scene(&s);
    }
}

/* ---- Static parts: their order is made anew ---- */

static const saltus_port wave_in[] = {{.name = "u", .type = SALTUS_TYPE_SIGNAL, .optional = 1},
                                      {0}};
static const saltus_port wave_out[] = {{.name = "y", .type = SALTUS_TYPE_SIGNAL}, {0}};

struct twice {
    double u;
    int marked;
};
static double twice_due(const saltus_cell *c)
{
    return ((const struct twice *)c->state)->marked ? c->t : INFINITY;
}
static void twice_out(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = 2 * ((const struct twice *)c->state)->u;
}
static void twice_int(saltus_cell *c)
{
    ((struct twice *)c->state)->marked = 0;
}
static void twice_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct twice *s = c->state;
    (void)e;
    s->u = x[n - 1].c[0];
    s->marked = 1;
}
static int twice_through(const saltus_part *p, int in, int out)
{
    (void)p;
    return in == 0 && out == 0;
}
static double twice_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    (void)c, (void)out, (void)i, (void)in, (void)j;
    return 2;
}
static const saltus_atomic twice_type = {.name = "twice",
                                         .inputs = wave_in,
                                         .outputs = wave_out,
                                         .struct_size = sizeof(saltus_atomic),
                                         .state_size = sizeof(struct twice),
                                         .rank = -2,
                                         .due = twice_due,
                                         .lambda = twice_out,
                                         .delta_int = twice_int,
                                         .delta_ext = twice_ext,
                                         .through = twice_through,
                                         .partial = twice_partial};

static void chain(saltus_cell *c, int64_t k)
{
    if (k == 0) {
        saltus_cell_add(c,
                        &(saltus_part){.name = "b", .type = &twice_type}); /* the later one first */
        saltus_cell_add(c, &(saltus_part){.name = "a", .type = &twice_type});
        wire(c, "a", "b");
    }
    if (k == 5) wire(c, "b", "a");
}

TEST(static_parts_are_sorted_and_loops_found)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_CLASSIC, chain);
    CHECK_EQ_INT(saltus_devs_run(s.run, 4), SALTUS_OK);
    const saltus_cell *a = saltus_devs_cell(s.run, saltus_devs_find(s.run, "a"));
    const saltus_cell *b = saltus_devs_cell(s.run, saltus_devs_find(s.run, "b"));
    CHECK(((const struct cell *)a)->slot < ((const struct cell *)b)->slot);
    CHECK_EQ_INT(saltus_devs_run(s.run, 10), SALTUS_EMODEL);
    CHECK(strstr(s.w.said, "loop"));
    close_scene(&s);
}

static void two_wires(saltus_cell *c, int64_t k)
{
    if (k == 0) {
        saltus_cell_add(c, &(saltus_part){.name = "a", .type = &twice_type});
        saltus_cell_add(c, &(saltus_part){.name = "b", .type = &twice_type});
        saltus_cell_add(c, &(saltus_part){.name = "d", .type = &twice_type});
        wire(c, "a", "d");
    }
    if (k == 2) wire(c, "b", "d");
}

TEST(a_signal_input_has_one_wire)
{
    struct scene s;
    open_scene(&s, SALTUS_DEVS_CLASSIC, two_wires);
    CHECK_EQ_INT(saltus_devs_run(s.run, 2), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(s.run, 10), SALTUS_EMODEL);
    CHECK(strstr(s.w.said, "has a wire already, from 'a'"));
    close_scene(&s);
}

/* ---- With snapshots and steps back ---- */

TEST(snapshots_and_steps_back_across_changes)
{
    struct scene s;
    saltus_snapshot *before, *during;
    int done;
    open_scene(&s, SALTUS_DEVS_CLASSIC, hire_and_fire);
    CHECK_EQ_INT(saltus_devs_run(s.run, 1.5), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_snapshot(s.run, &before), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(s.run, 3.1), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_snapshot(s.run, &during), SALTUS_OK);
    world_listen(&s.w);
    CHECK_EQ_INT(saltus_devs_run(s.run, 9), SALTUS_OK);
    char *first = world_heard(&s.w);
    CHECK_EQ_INT(saltus_devs_restore(s.run, during), SALTUS_OK); /* the helper is there again */
    CHECK(saltus_devs_find(s.run, "helper") >= 0);
    world_listen(&s.w);
    CHECK_EQ_INT(saltus_devs_run(s.run, 9), SALTUS_OK);
    fflush(s.w.f);
    CHECK(strcmp(first, s.w.text) == 0);
    CHECK_EQ_INT(saltus_devs_restore(s.run, before), SALTUS_OK);
    CHECK(saltus_devs_find(s.run, "helper") < 0);
    CHECK_EQ_INT(saltus_devs_run(s.run, 9), SALTUS_OK);
    while (saltus_devs_time(s.run) > 3.1) CHECK_EQ_INT(saltus_devs_back(s.run, 1), SALTUS_OK);
    CHECK(saltus_devs_find(s.run, "helper") >= 0);
    world_listen(&s.w);
    while (saltus_devs_next(s.run) <= 9) CHECK_EQ_INT(saltus_devs_step(s.run, 9, &done), SALTUS_OK);
    fflush(s.w.f);
    CHECK(strcmp(first, s.w.text) == 0);
    free(first);
    saltus_snapshot_free(before);
    saltus_snapshot_free(during);
    close_scene(&s);
}

TEST_MAIN()
