/* SPDX-License-Identifier: MIT */
/* test_block_table.c - lookup tables: values, exact times at the points, monotone curves, edges. */
#include "block_rig.h"

static const double xs[] = {0, 1, 3, 4}, ys[] = {2, 4, 0, 0};

/* A table with a ramp u = from + slope t. */
static void ramp(struct rig *r, const char *kind, const char *outside, double from, double slope,
                 double until)
{
    saltus_arg args[] = {{.name = "x", .rows = 4, .cols = 1, .v = xs},
                         {.name = "y", .rows = 4, .cols = 1, .v = ys},
                         {.name = "kind", .word = kind},
                         {.name = "outside", .word = outside}};
    rig_begin(r, &(saltus_part){.type = saltus_block("table1"), .args = args, .n_args = 4});
    rig_say(r, 0, 0, 0, 1, (double[]){from, slope});
    rig_run(r, until);
}

static double linear(double u)
{
    for (int k = 0; k < 3; k++)
        if (u <= xs[k + 1]) return ys[k] + (ys[k + 1] - ys[k]) / (xs[k + 1] - xs[k]) * (u - xs[k]);
    return ys[3];
}

TEST(straight_lines)
{
    for (int way = -1; way <= 1; way += 2) {
        struct rig r;
        ramp(&r, "linear", "hold", way > 0 ? -1 : 5, way, 6);
        CHECK(r.status >= 0);
        CHECK_EQ_INT(r.guards, 4);
        for (int k = 0; k < 4; k++) CHECK(r.guard[k].t == (way > 0 ? xs[k] + 1 : 5 - xs[3 - k]));
        for (double t = 0; t < 6; t += 0.1) {
            double u = fmin(4, fmax(0, way > 0 ? t - 1 : 5 - t));
            CHECK_LE(fabs(rig_value(&r, 0, 0, t) - linear(u)), 1e-14);
        }
        rig_end(&r);
    }
}

TEST(lines_go_on_outside)
{
    struct rig r;
    ramp(&r, "linear", "linear", -2, 1, 8);
    CHECK_LE(fabs(rig_value(&r, 0, 0, 0) - -2), 1e-15);
    CHECK_LE(fabs(rig_value(&r, 0, 0, 7.5)), 1e-15);
    rig_end(&r);
}

TEST(leaving_the_table_is_told)
{
    struct rig r;
    ramp(&r, "linear", "fail", 3, 1, 8);
    CHECK_EQ_INT(r.status, SALTUS_ENAN);
    CHECK(strstr(r.told, "has left the table"));
    rig_end(&r);
    ramp(&r, "linear", "fail", 3, 0.25, 3.9); /* up to the end is fine */
    CHECK(r.status >= 0);
    rig_end(&r);
}

TEST(steps)
{
    struct rig r;
    ramp(&r, "hold", "hold", -1, 1, 8);
    CHECK(rig_value(&r, 0, 0, 0.5) == 2 && rig_value(&r, 0, 0, 1.5) == 2 &&
          rig_value(&r, 0, 0, 2) == 4);
    CHECK(rig_value(&r, 0, 0, 3.9) == 4 && rig_value(&r, 0, 0, 4) == 0 &&
          rig_value(&r, 0, 0, 7) == 0);
    rig_end(&r);
}

TEST(cubic_curves_are_monotone_and_smooth)
{
    struct rig r;
    double last = 2;
    ramp(&r, "cubic", "hold", 0, 1, 5);
    CHECK(r.status >= 0 && r.heard[0].order == 3 && !r.heard[0].open);
    for (int k = 0; k < 4; k++) CHECK_LE(fabs(rig_value(&r, 0, 0, xs[k]) - ys[k]), 1e-14);
    for (double t = 0.01; t < 4; t += 0.01) {
        double y = rig_value(&r, 0, 0, t);
        CHECK(t < 1.005 ? y >= last - 1e-14 : y <= last + 1e-14);
        CHECK_LE(fabs(y - last), 0.05);
        last = y;
    }
    for (int k = 1; k < r.n - 1; k++) { /* no jump of the slope */
        const struct heard *a = &r.heard[k - 1], *b = &r.heard[k];
        double h = b->t - a->t;
        CHECK_LE(fabs(a->c[1] + h * (2 * a->c[2] + 3 * h * a->c[3]) - b->c[1]), 1e-12);
    }
    rig_end(&r);
}

TEST(a_parabola_passes_the_points_at_its_times)
{
    saltus_arg args[] = {{.name = "x", .rows = 4, .cols = 1, .v = xs},
                         {.name = "y", .rows = 4, .cols = 1, .v = ys},
                         {.name = "kind", .word = "cubic"},
                         {.name = "outside", .word = "hold"}};
    struct rig r;
    rig_begin(&r, &(saltus_part){.type = saltus_block("table1"), .args = args, .n_args = 4});
    rig_say(&r, 0, 0, 0, 2, (double[]){0.5, 0, 0.5});
    CHECK(rig_run(&r, 5) >= 0);
    CHECK_EQ_INT(r.guards, 3);
    CHECK_LE(fabs(r.guard[0].t - 1), 1e-15);
    CHECK_LE(fabs(r.guard[1].t - sqrt(5)), 1e-14);
    CHECK_LE(fabs(r.guard[2].t - sqrt(7)), 1e-14);
    CHECK(r.heard[0].open && r.heard[0].order == 4); /* degree 6 */
    rig_end(&r);
}

static void grid(struct rig *r, const char *outside)
{
    static const double x[] = {0, 1, 3}, y[] = {0, 2}, z[] = {1, 3, 2, 8, 0, -4};
    saltus_arg args[] = {{.name = "x", .rows = 3, .cols = 1, .v = x},
                         {.name = "y", .rows = 2, .cols = 1, .v = y},
                         {.name = "z", .rows = 3, .cols = 2, .v = z},
                         {.name = "outside", .word = outside}};
    rig_begin(r, &(saltus_part){.type = saltus_block("table2"), .args = args, .n_args = 4});
}

static double bilinear(double x, double y)
{
    double s, low, high;
    x = fmin(3, fmax(0, x)), y = fmin(2, fmax(0, y)) / 2;
    s = x <= 1 ? x : (x - 1) / 2;
    low = x <= 1 ? 1 + 2 * y : 2 + 6 * y;
    high = x <= 1 ? 2 + 6 * y : -4 * y;
    return low + s * (high - low);
}

TEST(two_dimensions)
{
    struct rig r;
    grid(&r, "hold");
    rig_say(&r, 0, 0, 0, 1, (double[]){-1, 1});
    rig_say(&r, 1, 0, 0, 1, (double[]){3, -0.8});
    CHECK(rig_run(&r, 6) >= 0);
    CHECK_EQ_INT(r.guards, 5);
    for (double t = 0; t < 6; t += 0.05)
        CHECK_LE(fabs(rig_value(&r, 0, 0, t) - bilinear(t - 1, 3 - 0.8 * t)), 1e-13);
    rig_end(&r);
}

TEST(partials_of_tables)
{
    struct rig r;
    const saltus_cell *c;
    grid(&r, "hold");
    rig_say(&r, 0, 0, 0, 1, (double[]){0.5, 1});
    rig_say(&r, 1, 0, 0, 1, (double[]){1, 1});
    CHECK(rig_run(&r, 0) >= 0);
    c = saltus_devs_cell(r.run, saltus_devs_find(r.run, "block"));
    CHECK_CLOSE(c->type->partial(c, 0, 0, 0, 0), 5 - 2, 1e-15);
    CHECK_CLOSE(c->type->partial(c, 0, 0, 1, 0), 2, 1e-15);
    rig_end(&r);
}

static void refuses(const double *x, int n, const double *y, int m, const char *text)
{
    saltus_arg args[] = {{.name = "x", .rows = n, .cols = 1, .v = x},
                         {.name = "y", .rows = m, .cols = 1, .v = y}};
    struct rig r;
    rig_begin(&r, &(saltus_part){.type = saltus_block("table1"), .args = args, .n_args = 2});
    rig_say(&r, 0, 0, 0, 0, (double[]){0.5});
    CHECK_EQ_INT(rig_run(&r, 1), SALTUS_EARG);
    if (!strstr(r.told, text)) FAIL("'%s' not in '%s'", text, r.told);
    rig_end(&r);
}

TEST(wrong_tables_are_told)
{
    refuses((double[]){0, 1, 1}, 3, ys, 3, "increase");
    refuses((double[]){0, 1, 2}, 3, ys, 2, "as many values");
    refuses((double[]){0}, 1, ys, 1, "at least two");
}

TEST_MAIN()
