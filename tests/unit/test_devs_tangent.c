/* SPDX-License-Identifier: MIT */
/* test_devs_tangent.c - exact partials through static parts, who reads whom, and sources. */
#include "devs_parts.h"
#include "devs/kernel/run.h"

static saltus_devs *start(saltus_coupled *m)
{
    saltus_devs *run;
    CHECK_EQ_INT(saltus_devs_new(m, NULL, &run), SALTUS_OK);
    CHECK_EQ_INT(saltus_devs_run(run, 1), SALTUS_OK);
    return run;
}
static void end(saltus_devs *run, saltus_coupled *m)
{
    saltus_devs_free(run);
    saltus_coupled_free(m);
}
static double partial(saltus_devs *run, const char *to, int32_t i, const char *from, int32_t j)
{
    const saltus_cell *c = saltus_devs_cell(run, saltus_devs_find(run, to));
    double d = saltus_cell_partial(c, 0, i, saltus_devs_find(run, from), 0, j);
    CHECK_EQ_INT(saltus_cell_reaches(c, 0, i, saltus_devs_find(run, from), 0, j), d != 0);
    return d;
}

TEST(one_static_part)
{
    saltus_coupled *m = model("m");
    add_part(m, "v", &level, 4, "value", 1, NULL, 0);
    add_ports(m, "f", &linear, 4, 2);
    add_part(m, "s", &store, 4, NULL, 0, NULL, 0);
    wire(m, "v", NULL, "f", "u1");
    wire_range(m, "v", 0, 3, 1, "f", "u2", 1, 3, 1); /* y[i] = v[i] + 2 v[i-1] */
    wire_range(m, "v", 3, 1, 1, "f", "u2", 0, 1, 1);
    wire(m, "f", NULL, "s", NULL);
    saltus_devs *run = start(m);
    for (int32_t i = 0; i < 4; i++)
        for (int32_t j = 0; j < 4; j++)
            CHECK(partial(run, "s", i, "v", j) == (i == j ? 1 : j == (i + 3) % 4 ? 2 : 0));
    CHECK(partial(run, "s", 2, "f", 2) == 1 && partial(run, "s", 2, "f", 1) == 0);
    end(run, m);
}

/* Twenty diamonds one behind the other: two to the twenty ways, twenty parts. */
TEST(ways_multiply_and_work_does_not)
{
    saltus_coupled *m = model("m");
    char name[20], before[20] = "v";
    add_part(m, "v", &level, 1, "value", 1, NULL, 0);
    for (int k = 0; k < 20; k++) {
        snprintf(name, sizeof name, "d%d", k);
        add_ports(m, name, &linear, 1, 2);
        wire(m, before, NULL, name, "u1");
        wire(m, before, NULL, name, "u2");
        strcpy(before, name);
    }
    add_part(m, "s", &store, 1, NULL, 0, NULL, 0);
    wire(m, before, NULL, "s", NULL);
    saltus_devs *run = start(m);
    for (int k = 0; k < 1000; k++) CHECK(partial(run, "s", 0, "v", 0) == 3486784401.0); /* 3^20 */
    end(run, m);
}

TEST(reach_and_spread)
{
    saltus_coupled *m = model("m");
    add_part(m, "v", &level, 3, "value", 1, NULL, 0);
    add_part(m, "t", &total, 3, NULL, 0, NULL, 0);
    add_ports(m, "f", &linear, 3, 2);
    add_part(m, "s", &store, 3, NULL, 0, NULL, 0);
    wire(m, "v", NULL, "t", NULL);
    wire(m, "v", NULL, "f", "u1");
    wire(m, "t", NULL, "f", "u2"); /* y[i] = v[i] + 2 sum v */
    wire(m, "f", NULL, "s", NULL);
    saltus_devs *run = start(m);
    for (int32_t i = 0; i < 3; i++)
        for (int32_t j = 0; j < 3; j++) CHECK(partial(run, "s", i, "v", j) == (i == j) + 2);
    end(run, m);
}

TEST(a_part_that_feeds_its_other_elements)
{
    saltus_coupled *m = model("m");
    add_part(m, "v", &level, 1, "value", 1, NULL, 0);
    add_ports(m, "f", &linear, 5, 2);
    add_part(m, "s", &store, 5, NULL, 0, NULL, 0);
    wire_range(m, "v", 0, 1, 1, "f", "u1", 0, 5, 1);
    wire_range(m, "v", 0, 1, 1, "f", "u2", 0, 1, 1);
    wire_range(m, "f", 0, 4, 1, "f", "u2", 1, 4, 1); /* y1 = 3 v, y[i] = v + 2 y[i-1] */
    wire(m, "f", NULL, "s", NULL);
    saltus_devs *run = start(m);
    double y = 1;
    for (int32_t i = 0; i < 5; i++) {
        y = 1 + 2 * y;
        CHECK(partial(run, "s", i, "v", 0) == y);
    }
    end(run, m);
}

struct found {
    int n;
    int32_t element[8];
};
static void find(void *user, int32_t part, int in, int32_t i)
{
    struct found *f = user;
    (void)part, (void)in;
    if (f->n < 8) f->element[f->n] = i;
    f->n++;
}

TEST(readers_and_sources)
{
    saltus_coupled *m = model("m");
    struct found f = {0};
    add_part(m, "v", &level, 4, "value", 1, NULL, 0);
    add_part(m, "up", &shift, 4, "by", 2, NULL, 0);
    add_part(m, "s", &store, 4, NULL, 0, NULL, 0);
    add_part(m, "w", &store, 2, NULL, 0, NULL, 0);
    wire(m, "v", NULL, "up", NULL);
    wire(m, "up", NULL, "s", NULL);
    wire_range(m, "v", 0, 1, 1, "w", NULL, 0, 0, 0);
    saltus_devs *run = start(m);
    const saltus_cell *v = saltus_devs_cell(run, saltus_devs_find(run, "v"));
    const struct cell *s = devs_find(run, "s");
    saltus_cell_readers(v, 0, 0, find, &f);
    CHECK_EQ_INT(f.n, 3);
    CHECK(f.element[0] == 2 && f.element[1] == 0 && f.element[2] == 1);
    CHECK(devs_source(run, s, 0, 3)->from == devs_find(run, "v") &&
          devs_source(run, s, 0, 3)->element == 1);
    CHECK(!devs_source(run, s, 0, 0)->from);
    end(run, m);
}

TEST_MAIN()
