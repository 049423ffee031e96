/* SPDX-License-Identifier: MIT */
/* test_block_vector.c - other indices, sums over elements, matrices: values, structure, no
 * growing error. */
#include "block_rig.h"

static saltus_arg number(const char *name, const double *v)
{
    return (saltus_arg){.name = name, .rows = 1, .cols = 1, .v = v};
}

static void begin(struct rig *r, const char *block, const saltus_arg *args, size_t n, int32_t size)
{
    rig_begin(r,
              &(saltus_part){.type = saltus_block(block), .args = args, .n_args = n, .size = size});
}

static void ramps(struct rig *r, int n)
{
    for (int k = 0; k < n; k++) rig_say(r, 0, 0, k, 1, (double[]){k + 1, 10 * (k + 1)});
}

TEST(index_shift_moves_elements)
{
    double by = 2, wrap = 1;
    saltus_arg args[] = {number("by", &by), number("wrap", &wrap)};
    struct rig r;
    begin(&r, "index_shift", args, 2, 5);
    ramps(&r, 5);
    CHECK(rig_run(&r, 1) >= 0);
    CHECK_EQ_INT(r.n, 5);
    for (int k = 0; k < 5; k++) CHECK(rig_value(&r, 0, (k + 2) % 5, 0) == k + 1);
    rig_end(&r);
}

/* Without a ring the first elements have no source; the others are wired as a slice. */
TEST(index_shift_and_slices)
{
    double by = 1, k = 10;
    saltus_arg shift = number("by", &by), gain = number("k", &k);
    struct rig r = {.heard = calloc(RIG_ROOM, sizeof *r.heard)};
    saltus_arg source = {.name = "script", .object = &r.script[0]},
               sink = {.name = "rig", .object = &r};
    saltus_part parts[] = {
        {.name = "in", .type = &signal_script, .args = &source, .n_args = 1, .size = 5},
        {.name = "shift",
         .type = saltus_block("index_shift"),
         .args = &shift,
         .n_args = 1,
         .size = 5},
        {.name = "gain", .type = saltus_block("gain"), .args = &gain, .n_args = 1, .size = 4},
        {.name = "end", .type = &record, .args = &sink, .n_args = 1, .size = 4}};
    saltus_wire wires[] = {
        {.from = {.part = "in", .port = "y"}, .to = {.part = "shift", .port = "u"}},
        {.from = {.part = "shift", .port = "y", .first = 1, .count = 4},
         .to = {.part = "gain", .port = "u"}},
        {.from = {.part = "gain", .port = "y"}, .to = {.part = "end", .port = "u"}}};
    for (int e = 0; e < 5; e++)
        r.script[0].line[r.script[0].n++] = (struct line){.index = e, .c = {e + 1}};
    CHECK(saltus_coupled_new("slices", &r.m) == 0);
    for (int p = 0; p < 4; p++) CHECK(saltus_coupled_add(r.m, &parts[p]) == 0);
    for (int w = 0; w < 3; w++) CHECK(saltus_coupled_wire(r.m, &wires[w]) == 0);
    CHECK(saltus_devs_new(r.m, NULL, &r.run) >= 0 && saltus_devs_run(r.run, 1) >= 0);
    CHECK_EQ_INT(r.n, 4);
    for (int e = 0; e < 4; e++) CHECK(rig_value(&r, 0, e, 0) == 10 * (e + 1));
    CHECK_EQ_INT(saltus_devs_find(r.run, "shift"), -1); /* it is not there any more */
    rig_end(&r);
}

TEST(index_select_takes_some)
{
    double first = 2, step = 2;
    saltus_arg args[] = {number("first", &first), number("step", &step)};
    struct rig r;
    begin(&r, "index_select", args, 2, 7);
    ramps(&r, 7);
    CHECK(rig_run(&r, 1) >= 0);
    CHECK_EQ_INT(r.n, 3);
    for (int k = 0; k < 3; k++) CHECK(rig_value(&r, 0, k, 0) == 2 * k + 2);
    rig_end(&r);
}

TEST(index_map_takes_any)
{
    double map[] = {3, 1, 3, 2, 3, 1};
    saltus_arg arg = {.name = "map", .rows = 6, .cols = 1, .v = map};
    struct rig r;
    const saltus_cell *c;
    begin(&r, "index_map", &arg, 1, 4);
    ramps(&r, 4);
    CHECK(rig_run(&r, 1) >= 0);
    CHECK_EQ_INT(r.n, 6);
    c = saltus_devs_cell(r.run, saltus_devs_find(r.run, "block"));
    for (int k = 0; k < 6; k++) {
        CHECK(rig_value(&r, 0, k, 0) == map[k]);
        for (int j = 0; j < 4; j++) CHECK(c->type->partial(c, 0, k, 0, j) == (map[k] == j + 1));
    }
    rig_end(&r);
    map[2] = 5;
    begin(&r, "index_map", &arg, 1, 4);
    ramps(&r, 4);
    CHECK_EQ_INT(rig_run(&r, 1), SALTUS_EARG);
    rig_end(&r);
}

TEST(scalars_and_vectors)
{
    double index = 3;
    saltus_arg arg = number("index", &index);
    struct rig r;
    begin(&r, "scalar_to_vector", NULL, 0, 4);
    rig_say(&r, 0, 0, 0, 1, (double[]){1, 2});
    CHECK(rig_run(&r, 1) >= 0);
    for (int k = 0; k < 4; k++) CHECK(rig_value(&r, 0, k, 1) == 3);
    rig_end(&r);
    begin(&r, "vector_to_scalar", &arg, 1, 4);
    ramps(&r, 4);
    CHECK(rig_run(&r, 1) >= 0);
    CHECK(r.n == 1 && r.heard[0].c[0] == 3);
    rig_end(&r);
}

TEST(mux_and_demux)
{
    struct rig r;
    rig_begin(&r, &(saltus_part){.type = saltus_block("mux"), .inputs = 3});
    for (int k = 0; k < 3; k++) rig_say(&r, k, 0, 0, 0, (double[]){k + 1});
    CHECK(rig_run(&r, 1) >= 0);
    for (int k = 0; k < 3; k++) CHECK(rig_value(&r, 0, k, 1) == k + 1);
    rig_end(&r);
    rig_begin(&r, &(saltus_part){.type = saltus_block("demux"), .outputs = 3});
    ramps(&r, 3);
    CHECK(rig_run(&r, 1) >= 0);
    for (int k = 0; k < 3; k++) CHECK(rig_value(&r, k, 0, 0) == k + 1);
    rig_end(&r);
}

TEST(a_sum_waits_for_all_and_follows_each)
{
    struct rig r;
    begin(&r, "sum_over", NULL, 0, 4);
    ramps(&r, 3);
    rig_say(&r, 0, 0.5, 3, 2, (double[]){1, 0, 1});
    rig_say(&r, 0, 1, 0, 0, (double[]){-1});
    CHECK(rig_run(&r, 5) >= 0);
    CHECK_EQ_INT(r.n, 2);
    CHECK(r.heard[0].t == 0.5 && r.heard[0].order == 2);
    CHECK_CLOSE(rig_value(&r, 0, 0, 0.75), 6 + 60 * 0.75 + 1 + 0.0625, 1e-15);
    CHECK_CLOSE(rig_value(&r, 0, 0, 2), -1 + 5 + 50 * 2 + 1 + 2.25, 1e-15);
    rig_end(&r);
}

/* Large numbers that come and go leave nothing behind. */
TEST(errors_of_a_sum_do_not_grow)
{
    static double c[2] = {0, 0};
    struct rig r;
    begin(&r, "sum_over", NULL, 0, 2);
    rig_say(&r, 0, 0, 1, 0, (double[]){0.1});
    for (int k = 0; k < 60; k++) {
        c[0] = k < 59 ? 1e9 / (k + 3) : 0.2;
        c[1] = k < 59 ? 1e7 * k : 0;
        rig_say(&r, 0, k * 0.37, 0, 1, c);
    }
    CHECK(rig_run(&r, 100) >= 0);
    CHECK_LE(fabs(rig_value(&r, 0, 0, 60) - 0.3), 1e-5); /* 60 exchanges of 1e9 */
    rig_end(&r);
}

TEST(a_matrix_dense_and_sparse)
{
    double a[] = {1, 2, 0, 0, -1, 4}, i[] = {1, 2, 1, 2, 2}, j[] = {1, 2, 2, 3, 3},
           v[] = {1, -1, 2, 3, 1}, rows = 2, cols = 3;
    saltus_arg dense = {.name = "matrix", .rows = 2, .cols = 3, .v = a};
    saltus_arg sparse[] = {{.name = "i", .rows = 5, .cols = 1, .v = i},
                           {.name = "j", .rows = 5, .cols = 1, .v = j},
                           {.name = "v", .rows = 5, .cols = 1, .v = v},
                           number("rows", &rows),
                           number("cols", &cols)};
    for (int k = 0; k < 2; k++) {
        struct rig r;
        const saltus_cell *c;
        begin(&r, "matrix_gain", k ? sparse : &dense, k ? 5 : 1, 0);
        rig_say(&r, 0, 0, 0, 1, (double[]){1, 1});
        rig_say(&r, 0, 0, 1, 2, (double[]){2, 0, 1});
        rig_say(&r, 0, 1, 2, 0, (double[]){3});
        rig_say(&r, 0, 2, 0, 0, (double[]){7});
        CHECK(rig_run(&r, 9) >= 0);
        CHECK_EQ_INT(r.n, 3); /* row 1 at 0, row 2 at 1, row 1 at 2 */
        CHECK_CLOSE(rig_value(&r, 0, 0, 1.5), 2.5 + 2 * (2 + 2.25), 1e-15);
        CHECK_CLOSE(rig_value(&r, 0, 0, 3), 7 + 2 * 11, 1e-15);
        CHECK_CLOSE(rig_value(&r, 0, 1, 3), -11 + 12, 1e-15);
        c = saltus_devs_cell(r.run, saltus_devs_find(r.run, "block"));
        for (int p = 0; p < 6; p++) CHECK(c->type->partial(c, 0, p / 3, 0, p % 3) == a[p]);
        rig_end(&r);
    }
}

TEST(an_empty_row_is_zero)
{
    double a[] = {1, 1, 0, 0};
    saltus_arg dense = {.name = "matrix", .rows = 2, .cols = 2, .v = a};
    struct rig r;
    begin(&r, "matrix_gain", &dense, 1, 0);
    CHECK(rig_run(&r, 9) >= 0);
    CHECK(r.n == 1 && r.heard[0].index == 1 && r.heard[0].c[0] == 0);
    rig_end(&r);
}

/* Series that are cut off: the sum of exp t and exp(-t), which nobody asks for, stays right by
 * itself. */
TEST(open_terms_stay_fresh)
{
    struct rig r;
    begin(&r, "sum_over", NULL, 0, 2);
    r.through = "exp";
    rig_say(&r, 0, 0, 0, 1, (double[]){0, 1});
    rig_say(&r, 0, 0, 1, 1, (double[]){0, -1});
    CHECK(rig_run(&r, 10) >= 0);
    CHECK(r.n > 5 && r.n < 1000 && r.heard[0].open);
    for (double t = 0; t < 10; t += 0.01)
        CHECK_LE(fabs(rig_value(&r, 0, 0, t) / (2 * cosh(t)) - 1), 1e-3 * 1e-3);
    rig_end(&r);
}

static void refuses(const saltus_arg *args, size_t n, const char *text)
{
    struct rig r;
    begin(&r, "matrix_gain", args, n, 0);
    CHECK_EQ_INT(rig_run(&r, 1), SALTUS_EARG);
    if (!strstr(r.told, text)) FAIL("'%s' not in '%s'", text, r.told);
    rig_end(&r);
}

TEST(wrong_matrices_are_told)
{
    double i[] = {1, 3}, j[] = {1, 1}, v[] = {1, 2}, rows = 2, cols = 1;
    saltus_arg a[] = {{.name = "i", .rows = 2, .cols = 1, .v = i},
                      {.name = "j", .rows = 2, .cols = 1, .v = j},
                      {.name = "v", .rows = 2, .cols = 1, .v = v},
                      number("rows", &rows),
                      number("cols", &cols)};
    refuses(a, 0, "either 'matrix'");
    refuses(a, 3, "must be said");
    refuses(a, 5, "from 1 to the size");
    i[1] = 2;
    a[0].rows = 1;
    refuses(a, 5, "as many numbers");
}

TEST_MAIN()
