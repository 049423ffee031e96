/* SPDX-License-Identifier: MIT */
#include "devs_world.h"

/* ---- Traces, part by part: what each part does and when, without the number of the round ---- */

static int by_part(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "part<tab>number of the line<tab>the line without n=", of all parts but `but`, sorted; you own it. */
static char *by_parts(const char *trace, const char *but)
{
    size_t n = 0, room = 1 + strlen(trace), length = 0;
    char **line = calloc(room, sizeof *line), *all = calloc(1, 3 * room + 100),
         *copy = strdup(trace), *rest;
    for (char *s = strtok_r(copy, "\n", &rest); s; s = strtok_r(NULL, "\n", &rest)) {
        char t[64], part[100];
        int at = 0;
        if (sscanf(s, "%63s %*s %99s %n", t, part, &at) < 2 || strcmp(part, but) == 0) continue;
        line[n] = malloc(strlen(s) + 200);
        sprintf(line[n], "%s\t%06zu\t%s %s", part, n, t, s + at);
        n++;
    }
    qsort(line, n, sizeof *line, by_part);
    for (size_t k = 0; k < n; k++) {
        const char *tab = strchr(line[k], '\t');
        length +=
            (size_t)sprintf(all + length, "%.*s %s\n", (int)(tab - line[k]), line[k], tab + 8);
        free(line[k]);
    }
    free(line), free(copy);
    return all;
}

/* ---- The world outside: tick -> box -> last -> box ---- */

static saltus_coupled *outside(const saltus_coupled *inner, const saltus_atomic *closure)
{
    saltus_coupled *m = world_new("outside");
    world_add(m, "tick", &tick_type);
    if (closure)
        world_add(m, "box", closure);
    else
        CHECK_EQ_INT(saltus_coupled_nest(m, "box", inner, (saltus_loc){0}), SALTUS_OK);
    world_add(m, "last", &queue_type);
    saltus_wire w[] = {
        {.from = {.part = "tick", .port = "y"}, .to = {.part = "box", .port = "in"}},
        {.from = {.part = "box", .port = "out"}, .to = {.part = "last", .port = "u"}},
        {.from = {.part = "box", .port = "out"}, .to = {.port = "out"}},
        {.from = {.part = "last", .port = "y"}, .to = {.part = "box", .port = "in"}}};
    for (int k = 0; k < 4; k++) CHECK_EQ_INT(saltus_coupled_wire(m, &w[k]), SALTUS_OK);
    return m;
}

static char *run_trace(const saltus_coupled *m, int semantics, uint64_t *messages)
{
    struct world w = {0};
    saltus_devs_options o = world_options(&w, semantics);
    saltus_devs *run;
    world_listen(&w);
    saltus_status st = saltus_devs_new(m, &o, &run);
    if (st != SALTUS_OK) FAIL("%s", w.said);
    CHECK_EQ_INT(saltus_devs_run(run, 25), SALTUS_OK);
    *messages = saltus_devs_statistics(run).steps;
    saltus_devs_free(run);
    char *text = by_parts((fflush(w.f), w.text), "box");
    world_end(&w);
    return text;
}

static void check_same(int semantics)
{
    saltus_coupled *inner = world_bench();
    saltus_atomic *closure;
    uint64_t n[2];
    CHECK_EQ_INT(saltus_coupled_atomic(inner, semantics, &closure), SALTUS_OK);
    saltus_coupled *a = outside(inner, NULL), *b = outside(NULL, closure);
    char *flat = run_trace(a, semantics, &n[0]), *closed = run_trace(b, semantics, &n[1]);
    CHECK(strlen(flat) > 5000);
    size_t k = 0;
    while (flat[k] && flat[k] == closed[k]) k++;
    if (flat[k] || closed[k])
        FAIL("flat ...%.200s\nclosed ...%.200s", flat + (k > 60 ? k - 60 : 0),
             closed + (k > 60 ? k - 60 : 0));
    CHECK_EQ_INT(n[0], n[1]); /* as many steps, too */
    free(flat), free(closed);
    saltus_coupled_free(a), saltus_coupled_free(b), saltus_coupled_free(inner);
    saltus_coupled_atomic_free(closure);
}

TEST(closed_is_flat_event_for_event_classic)
{
    check_same(SALTUS_DEVS_CLASSIC);
}

TEST(closed_is_flat_event_for_event_parallel)
{
    check_same(SALTUS_DEVS_PARALLEL);
}

/* ---- Signals: x'' = u - x - 0.4 x', with x'' and x' inside, x outside, u = 1 ---- */

static void add_block(saltus_coupled *m, const char *name, const char *block, size_t n,
                      const saltus_arg *args, int inputs)
{
    saltus_part p = {
        .name = name, .type = saltus_block(block), .args = args, .n_args = n, .inputs = inputs};
    CHECK(p.type);
    CHECK_EQ_INT(saltus_coupled_add(m, &p), SALTUS_OK);
}

static void signal_wire(saltus_coupled *m, saltus_end from, saltus_end to)
{
    CHECK_EQ_INT(saltus_coupled_wire(m, &(saltus_wire){.from = from, .to = to}), SALTUS_OK);
}

#define END(p, q) ((saltus_end){.part = (p), .port = (q)})

static saltus_coupled *signals_inside(void)
{
    saltus_coupled *m;
    const double weights[] = {1, -1, -0.4};
    CHECK_EQ_INT(saltus_coupled_new("inside", &m), SALTUS_OK);
    saltus_coupled_port(m, 0, "u", SALTUS_TYPE_SIGNAL, 1, (saltus_loc){0});
    saltus_coupled_port(m, 0, "x", SALTUS_TYPE_SIGNAL, 1, (saltus_loc){0});
    saltus_coupled_port(m, 1, "v", SALTUS_TYPE_SIGNAL, 1, (saltus_loc){0});
    add_block(m, "f", "sum", 1,
              &(saltus_arg){.name = "weights", .rows = 3, .cols = 1, .v = weights}, 3);
    add_block(m, "v", "integrator", 0, NULL, 0);
    signal_wire(m, END(NULL, "u"), END("f", "u1"));
    signal_wire(m, END(NULL, "x"), END("f", "u2"));
    signal_wire(m, END("v", "y"), END("f", "u3"));
    signal_wire(m, END("f", "y"), END("v", "u"));
    signal_wire(m, END("v", "y"), END(NULL, "v"));
    return m;
}

static saltus_coupled *signals_outside(const saltus_coupled *inner, const saltus_atomic *closure)
{
    saltus_coupled *m;
    const double one = 1;
    CHECK_EQ_INT(saltus_coupled_new("outside", &m), SALTUS_OK);
    add_block(m, "one", "constant", 1,
              &(saltus_arg){.name = "value", .rows = 1, .cols = 1, .v = &one}, 0);
    if (closure)
        world_add(m, "box", closure);
    else
        CHECK_EQ_INT(saltus_coupled_nest(m, "box", inner, (saltus_loc){0}), SALTUS_OK);
    add_block(m, "x", "integrator", 0, NULL, 0);
    signal_wire(m, END("one", "y"), END("box", "u"));
    signal_wire(m, END("x", "y"), END("box", "x"));
    signal_wire(m, END("box", "v"), END("x", "u"));
    return m;
}

/* x at t = 15, and how many steps its integrators have made. */
static double last_x(const saltus_coupled *m, int *steps)
{
    struct world w = {0};
    saltus_options signals = saltus_defaults();
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    double x = NAN;
    signals.method = "qss2", signals.rel = 0, signals.abs = 1e-3;
    o.signals = &signals;
    world_listen(&w);
    if (saltus_devs_new(m, &o, &run) != SALTUS_OK) FAIL("%s", w.said);
    CHECK_EQ_INT(saltus_devs_run(run, 15), SALTUS_OK);
    fflush(w.f);
    *steps = 0;
    for (const char *s = w.text; (s = strstr(s, "x             lambda     y -> ")); s++) {
        CHECK_EQ_INT(sscanf(s, "x lambda y -> %lf", &x), 1);
        ++*steps;
    }
    saltus_devs_free(run);
    world_end(&w);
    return x;
}

TEST(signals_through_a_closure)
{
    saltus_coupled *inner = signals_inside();
    saltus_atomic *closure;
    int steps[2];
    CHECK_EQ_INT(saltus_coupled_atomic(inner, SALTUS_DEVS_CLASSIC, &closure), SALTUS_OK);
    saltus_coupled *a = signals_outside(inner, NULL), *b = signals_outside(NULL, closure);
    double flat = last_x(a, &steps[0]), closed = last_x(b, &steps[1]);
    CHECK(steps[0] > 50);
    if (steps[0] != steps[1] || flat != closed)
        FAIL("%d steps to %.17g, %d to %.17g", steps[0], flat, steps[1], closed);
    saltus_coupled_free(a), saltus_coupled_free(b), saltus_coupled_free(inner);
    saltus_coupled_atomic_free(closure);
}

TEST(a_closure_has_the_ports_of_its_model)
{
    saltus_coupled *inner = world_bench();
    saltus_atomic *a;
    CHECK_EQ_INT(saltus_coupled_port(inner, 0, "many", SALTUS_TYPE_SIGNAL, 5, (saltus_loc){0}),
                 SALTUS_OK);
    CHECK_EQ_INT(saltus_coupled_atomic(inner, SALTUS_DEVS_CLASSIC, &a), SALTUS_OK);
    CHECK(strcmp(a->name, "bench") == 0);
    CHECK(strcmp(a->inputs[0].name, "in") == 0 && strcmp(a->inputs[1].name, "many") == 0 &&
          !a->inputs[2].name);
    CHECK(strcmp(a->outputs[0].name, "out") == 0 && !a->outputs[1].name);
    CHECK_EQ_INT(a->port_size(&(saltus_part){.type = a}, 0, 1), 5);
    saltus_coupled_atomic_free(a);
    saltus_coupled_atomic_free(NULL);
    CHECK_EQ_INT(saltus_coupled_atomic(inner, 7, &a), SALTUS_EARG);
    CHECK_EQ_INT(saltus_coupled_atomic(NULL, SALTUS_DEVS_CLASSIC, &a), SALTUS_EARG);
    saltus_coupled_free(inner);
}

TEST(a_closure_in_a_closure_is_saved_and_put_back)
{
    struct world w = {0};
    saltus_coupled *core = world_bench();
    saltus_atomic *first, *second;
    saltus_devs *run;
    saltus_snapshot *s;
    CHECK_EQ_INT(saltus_coupled_atomic(core, SALTUS_DEVS_CLASSIC, &first), SALTUS_OK);
    saltus_coupled *middle = outside(NULL, first);
    CHECK_EQ_INT(saltus_coupled_atomic(middle, SALTUS_DEVS_CLASSIC, &second), SALTUS_OK);
    saltus_coupled *m = outside(NULL, second);
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 6.2), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_snapshot(run, &s), SALTUS_OK);
    world_listen(&w);
    CHECK_EQ_INT(saltus_devs_run(run, 15), SALTUS_OK);
    char *text = world_heard(&w);
    CHECK(strstr(text, "box.box.queue"));
    for (int k = 0; k < 3; k++) {
        if (k == 2)
            CHECK_EQ_INT(saltus_devs_back(run, 1000000), SALTUS_OK); /* all runs inside are new */
        CHECK_EQ_INT(saltus_devs_restore(run, s), SALTUS_OK);
        world_listen(&w);
        CHECK_EQ_INT(saltus_devs_run(run, 15), SALTUS_OK);
        fflush(w.f);
        CHECK(strcmp(text, w.text) == 0);
    }
    free(text);
    saltus_snapshot_free(s);
    saltus_devs_free(run);
    saltus_coupled_free(m), saltus_coupled_free(middle), saltus_coupled_free(core);
    saltus_coupled_atomic_free(first), saltus_coupled_atomic_free(second);
    world_end(&w);
}

/* ---- Errors inside ---- */

static void fails(saltus_cell *c)
{
    tick_int(c);
    if (((const struct tick *)c->state)->k == 3)
        saltus_cell_fail(c, SALTUS_ENAN, NULL, "lost count", NULL);
}

static void finishes(saltus_cell *c)
{
    tick_int(c);
    if (((const struct tick *)c->state)->k == 3) saltus_cell_end(c, "enough");
}

static void check_end(void (*how)(saltus_cell *), saltus_status want, const char *says)
{
    struct world w = {0};
    saltus_coupled *inner = world_new("inner"), *m;
    saltus_atomic bad = tick_type, *closure;
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    bad.delta_int = how;
    world_add(inner, "bad", &bad);
    world_wire(inner, "bad", NULL);
    CHECK_EQ_INT(saltus_coupled_atomic(inner, SALTUS_DEVS_CLASSIC, &closure), SALTUS_OK);
    m = outside(NULL, closure);
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 100), want);
    CHECK(saltus_devs_time(run) == 3);
    if (!strstr(w.said, says)) FAIL("%s", w.said);
    saltus_devs_free(run);
    saltus_coupled_free(m), saltus_coupled_free(inner);
    saltus_coupled_atomic_free(closure);
}

TEST(errors_inside_end_the_run_and_name_the_part)
{
    check_end(fails, SALTUS_ENAN, "box.bad: lost count");
}

TEST(the_model_inside_may_end_the_run)
{
    check_end(finishes, SALTUS_TERMINATED, "enough");
}

TEST(a_model_with_errors_cannot_start)
{
    struct world w = {0};
    saltus_coupled *inner = world_new("inner"), *m;
    saltus_atomic *closure;
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_CLASSIC);
    saltus_devs *run;
    world_add(inner, "sum", &adder_type);
    world_wire(inner, "som", NULL);
    CHECK_EQ_INT(saltus_coupled_atomic(inner, SALTUS_DEVS_CLASSIC, &closure), SALTUS_OK);
    m = outside(NULL, closure);
    CHECK(saltus_devs_new(m, &o, &run) < 0);
    CHECK(run == NULL && strstr(w.said, "som"));
    saltus_coupled_free(m), saltus_coupled_free(inner);
    saltus_coupled_atomic_free(closure);
}

TEST(other_semantics_are_refused)
{
    struct world w = {0};
    saltus_coupled *inner = world_bench(), *m;
    saltus_atomic *closure;
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_PARALLEL);
    saltus_devs *run;
    CHECK_EQ_INT(saltus_coupled_atomic(inner, SALTUS_DEVS_CLASSIC, &closure), SALTUS_OK);
    m = outside(NULL, closure);
    CHECK_EQ_INT(saltus_devs_new(m, &o, &run), SALTUS_EARG);
    CHECK(strstr(w.said, "other semantics"));
    saltus_coupled_free(m), saltus_coupled_free(inner);
    saltus_coupled_atomic_free(closure);
}

TEST_MAIN()
