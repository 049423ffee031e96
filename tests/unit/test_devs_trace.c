/* SPDX-License-Identifier: MIT */
#include "devs_world.h"

static void check_series(const char *want, const double *c, int order, int open)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    devs_print_series(f, c, order, open);
    fclose(f);
    if (strcmp(text, want) != 0) FAIL("'%s' instead of '%s'", text, want);
    free(text);
}

TEST(series_as_people_write_them)
{
    check_series("0", (double[]){0}, 0, 0);
    check_series("0", (double[]){0, 0, 0}, 2, 0);
    check_series("1.5", (double[]){1.5, 0}, 1, 0);
    check_series("-2 + 3 s", (double[]){-2, 3}, 1, 0);
    check_series("4 s^2", (double[]){0, 0, 4}, 2, 0);
    check_series("-1 s", (double[]){0, -1}, 1, 0);
    check_series("1 - 2 s - 3 s^3", (double[]){1, -2, 0, -3}, 3, 0);
    check_series("1 + 2 s + ..", (double[]){1, 2}, 1, 1);
    check_series("0 + ..", (double[]){0, 0}, 1, 1);
    check_series("inf", (double[]){INFINITY}, 0, 0);
    check_series("nan", (double[]){NAN}, 0, 0);
}

PROP(numbers_can_be_read_back, 2000)
{
    char buf[DEVS_NUMBER];
    double v = rng_sign(g) * rng_log(g, 1e-300, 1e300);
    CHECK(strtod(devs_number(buf, v), NULL) == v);
    CHECK(strlen(buf) < DEVS_NUMBER);
    v = rng_int(g, -1000, 1000) / 8.0; /* short ones stay short */
    CHECK(strtod(devs_number(buf, v), NULL) == v && strlen(buf) <= 8);
}

/* ---- Lines: a part with a vector of signals, and one with bytes ---- */

static const saltus_port both_out[] = {{.name = "wave", .type = SALTUS_TYPE_SIGNAL},
                                       {.name = "note", .type = "text"},
                                       {.name = "tick", .type = SALTUS_TYPE_EVENT},
                                       {0}};
static const saltus_port both_in[] = {{.name = "u", .type = SALTUS_TYPE_ANY, .many = 1}, {0}};

static double once(const saltus_cell *c)
{
    return *(const int *)c->state ? INFINITY : 1;
}
static void speak(const saltus_cell *c)
{
    saltus_message *m = saltus_cell_out(c, 0, 2);
    m->c[0] = 1, m->c[1] = 0.5, m->order = 1;
    m = saltus_cell_out(c, 0, SALTUS_ALL);
    m->c[0] = 3, m->open = 1;
    m = saltus_cell_out(c, 1, 0);
    m->data = "hello", m->bytes = 5;
    m = saltus_cell_out(c, 2, 1);
    m->c[0] = 7, m->c[1] = 8, m->order = 1;
}
static void fall_silent(saltus_cell *c)
{
    *(int *)c->state = 1;
}
static void hear(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)c, (void)e, (void)x, (void)n;
}
static const saltus_atomic speaker = {.name = "speaker",
                                      .outputs = both_out,
                                      .struct_size = sizeof(saltus_atomic),
                                      .state_size = sizeof(int),
                                      .ta = once,
                                      .lambda = speak,
                                      .delta_int = fall_silent};
static const saltus_atomic hearer = {.name = "hearer",
                                     .inputs = both_in,
                                     .struct_size = sizeof(saltus_atomic),
                                     .state_size = 1,
                                     .delta_ext = hear};

TEST(lines_of_all_kinds)
{
    struct world w = {0};
    saltus_coupled *m = world_new("m");
    saltus_devs *run;
    CHECK_EQ_INT(saltus_coupled_add(m, &(saltus_part){.name = "a", .type = &speaker, .size = 3}),
                 SALTUS_OK);
    CHECK_EQ_INT(
        saltus_coupled_add(m, &(saltus_part){.name = "b", .type = &hearer, .size = 3, .inputs = 2}),
        SALTUS_OK);
    saltus_wire wires[] = {
        {.from = {.part = "a", .port = "note"}, .to = {.part = "b", .port = "u1"}},
        {.from = {.part = "a", .port = "tick"}, .to = {.part = "b", .port = "u2"}}};
    for (int k = 0; k < 2; k++) CHECK_EQ_INT(saltus_coupled_wire(m, &wires[k]), SALTUS_OK);
    saltus_devs_options o = world_options(&w, SALTUS_DEVS_PARALLEL);
    world_listen(&w);
    if (saltus_devs_new(m, &o, &run) != SALTUS_OK) FAIL("%s", w.said);
    CHECK_EQ_INT(saltus_devs_run(run, 2), SALTUS_OK);
    fflush(w.f);
    const char *want = "t=0 n=0  a             start\n"
                       "t=0 n=0  b             start\n"
                       "t=1 n=0  a             lambda     wave[3] -> 1 + 0.5 s, wave[:] -> 3 + .., "
                       "note[1] -> 5 bytes, tick[2] -> 7 8\n"
                       "t=1 n=0  a             delta_int\n"
                       "t=1 n=0  b             delta_ext  u1[1] <- 5 bytes, u2[2] <- 7 8\n";
    if (strcmp(w.text, want) != 0) FAIL("%s", w.text);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    world_end(&w);
}

TEST_MAIN()
