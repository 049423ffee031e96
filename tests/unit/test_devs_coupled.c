/* SPDX-License-Identifier: MIT */
/* test_devs_coupled.c - models are put together from copies; parts, ports and arguments are found by name. */
#include "devs_parts.h"

static const saltus_param many_params[] = {{.name = "k", .kind = SALTUS_REAL, .value = 2.5},
                                           {.name = "m", .kind = SALTUS_REALS},
                                           {.name = "w", .kind = SALTUS_TEXT, .word = "default"},
                                           {.name = "o", .kind = SALTUS_OBJECT},
                                           {.name = NULL}};
static const saltus_port many_in[] = {
    {.name = "a", .type = SALTUS_TYPE_SIGNAL, .optional = 1},
    {.name = "u", .type = SALTUS_TYPE_SIGNAL, .optional = 1, .many = 1},
    {.name = NULL}};
static const saltus_atomic many = {.name = "many",
                                   .inputs = many_in,
                                   .params = many_params,
                                   .struct_size = sizeof(saltus_atomic),
                                   .state_size = sizeof(struct stored),
                                   .delta_ext = store_ext};

TEST(what_is_given_is_copied)
{
    char name[] = "part", word[] = "text", file[] = "f.json", argname[] = "k", from[] = "v",
         port[] = "y";
    double v[3] = {1, 2, 3};
    int object = 7;
    saltus_arg args[] = {{.name = argname, .rows = 3, .cols = 1, .v = v},
                         {.name = "w", .word = word},
                         {.name = "o", .object = &object}};
    saltus_coupled *m = model("m");
    saltus_devs *run;
    add_part(m, "v", &level, 3, "value", 1, NULL, 0);
    saltus_part p = {.name = name,
                     .type = &many,
                     .args = args,
                     .n_args = 3,
                     .size = 3,
                     .at = {.file = file, .line = 7}};
    CHECK(!saltus_coupled_add(m, &p));
    saltus_wire w = {.from = {.part = from, .port = port}, .to = {.part = name, .port = "u2"}};
    CHECK(!saltus_coupled_wire(m, &w));
    memset(name, 'x', 4), memset(word, 'x', 4), memset(file, 'x', 6), memset(argname, 'x', 1);
    memset(from, 'x', 1), memset(port, 'x', 1), memset(v, 0, sizeof v),
        memset(args, 0, sizeof args);
    CHECK_EQ_INT(saltus_devs_new(m, NULL, &run), SALTUS_OK);
    const saltus_cell *c = saltus_devs_cell(run, saltus_devs_find(run, "part"));
    CHECK(c && c->size == 3 && c->inputs == 3 && c->outputs == 0);
    for (int32_t i = 0; i < 3; i++) CHECK(saltus_part_real(c->part, "k", i) == i + 1);
    CHECK(isnan(saltus_part_real(c->part, "k", 3)) && isnan(saltus_part_real(c->part, "k", -1)));
    CHECK(!strcmp(saltus_part_word(c->part, "w"), "text") &&
          saltus_part_object(c->part, "o") == &object);
    CHECK(!strcmp(c->part->at.file, "f.json") && c->part->at.line == 7);
    CHECK(!saltus_devs_run(run, 0) && ((const struct stored *)c->state)->messages == 3);
    saltus_devs_free(run);
    saltus_coupled_free(m);
}

TEST(what_is_not_given_has_its_default)
{
    saltus_part p = {.name = "p", .type = &many};
    int32_t rows, cols;
    CHECK(saltus_part_real(&p, "k", 0) == 2.5 && isnan(saltus_part_real(&p, "nothing", 0)));
    CHECK(!strcmp(saltus_part_word(&p, "w"), "default") && !saltus_part_word(&p, "nothing"));
    CHECK(!saltus_part_reals(&p, "m") && !saltus_part_object(&p, "o"));
    CHECK(saltus_part_count(&p, "m", &rows, &cols) == 0 && rows == 0 && cols == 0);
    double v[6] = {1, 2, 3, 4, 5, 6};
    saltus_arg a = {.name = "m", .rows = 2, .cols = 3, .v = v};
    p.args = &a, p.n_args = 1;
    CHECK(saltus_part_count(&p, "m", &rows, &cols) == 6 && rows == 2 && cols == 3);
    CHECK(saltus_part_reals(&p, "m")[5] == 6);
}

static void port_is(const saltus_devs *run, int32_t id, int way, int port, const char *expected)
{
    char name[100];
    saltus_devs_names(run, id, way, port, name, sizeof name);
    if (strcmp(name, expected) != 0) FAIL("%s, not %s", name, expected);
}

TEST(names_of_parts_and_ports)
{
    saltus_coupled *m = model("m"), *mid = model("mid"), *in = model("in");
    saltus_devs *run;
    add_ports(in, "deep", &many, 1, 3);
    add_part(in, "clock", &tick, 0, "period", 1, NULL, 0);
    saltus_coupled_nest(mid, "b", in, (saltus_loc){0});
    add_part(m, "first", &tick, 0, "period", 1, NULL, 0);
    saltus_coupled_nest(m, "a", mid, (saltus_loc){0});
    add_part(m, "last", &tick, 0, "period", 1, NULL, 0);
    CHECK(!saltus_devs_new(m, NULL, &run));
    CHECK_EQ_INT(saltus_devs_cells(run), 4);
    CHECK(!strcmp(saltus_devs_name(run, 0), "first") &&
          !strcmp(saltus_devs_name(run, 1), "a.b.deep"));
    CHECK(saltus_devs_find(run, "a.b.clock") == 2 && saltus_devs_find(run, "last") == 3);
    CHECK(saltus_devs_find(run, "a.b") == -1 && saltus_devs_find(run, "") == -1);
    CHECK(!saltus_devs_name(run, 4) && !saltus_devs_name(run, -1) && !saltus_devs_cell(run, 99));
    port_is(run, 1, 0, 0, "a");
    port_is(run, 1, 0, 1, "u1");
    port_is(run, 1, 0, 3, "u3");
    port_is(run, 1, 0, 4, "?");
    port_is(run, 0, 1, 0, "y");
    saltus_devs_free(run);
    saltus_coupled_free(m);
    saltus_coupled_free(mid);
    saltus_coupled_free(in);
}

TEST(an_empty_model_runs)
{
    saltus_coupled *m = model("nothing");
    saltus_devs *run;
    CHECK(!saltus_devs_new(m, NULL, &run));
    CHECK(!saltus_devs_run(run, 10) && saltus_devs_time(run) == 10 && isinf(saltus_devs_next(run)));
    saltus_devs_free(run);
    saltus_coupled_free(m);
    saltus_coupled_free(NULL);
    saltus_devs_free(NULL);
    CHECK_EQ_INT(saltus_devs_new(NULL, NULL, &run), SALTUS_EARG);
}

TEST_MAIN()
