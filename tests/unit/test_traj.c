/* SPDX-License-Identifier: MIT */
/* test_traj.c - kept polynomials: values, replacement at one instant, variables not asked for. */
#include "testing.h"

#include "saltus.h"

static saltus_traj *traj_of(const int32_t *vars, size_t n)
{
    saltus_traj *tr;
    CHECK_EQ_INT(saltus_traj_new(vars, n, &tr), SALTUS_OK);
    return tr;
}

static void add(saltus_traj *tr, double t, int32_t var, double c0, double c1)
{
    double c[2] = {c0, c1};
    CHECK_EQ_INT(saltus_traj_sink(tr, t, var, c, 1), 0);
}

TEST(value_is_that_of_the_piece_in_force)
{
    saltus_traj *tr = traj_of((int32_t[]){3, 7}, 2);
    add(tr, 0, 3, 1, 2);
    add(tr, 1, 7, 50, 0);
    add(tr, 2, 3, 10, -1);
    CHECK_CLOSE(saltus_traj_value(tr, 3, 0), 1, 0);
    CHECK_CLOSE(saltus_traj_value(tr, 3, 1.5), 4, 0);
    CHECK_CLOSE(saltus_traj_value(tr, 3, 2), 10, 0);
    CHECK_CLOSE(saltus_traj_value(tr, 3, 5), 7, 0); /* the last one has no end */
    CHECK_CLOSE(saltus_traj_value(tr, 7, 3), 50, 0);
    CHECK(isnan(saltus_traj_value(tr, 3, -1)));
    CHECK(isnan(saltus_traj_value(tr, 7, 0.5)));
    CHECK(isnan(saltus_traj_value(tr, 3, NAN)));
    saltus_traj_free(tr);
}

TEST(later_piece_at_one_instant_replaces)
{
    const double *poly;
    double t, cubic[4] = {5, 6, 7, 8};
    saltus_traj *tr = traj_of((int32_t[]){0}, 1);
    add(tr, 0, 0, 1, 0);
    add(tr, 1, 0, 2, 0);
    add(tr, 1, 0, 3, 0);
    CHECK_EQ_INT(saltus_traj_segments(tr, 0), 2);
    CHECK_CLOSE(saltus_traj_value(tr, 0, 1), 3, 0);
    saltus_traj_sink(tr, 1, 0, cubic, 3); /* also if it is longer */
    add(tr, 2, 0, 9, 0);
    CHECK_EQ_INT(saltus_traj_segments(tr, 0), 3);
    CHECK_EQ_INT(saltus_traj_segment(tr, 0, 1, &t, &poly), 3);
    CHECK(t == 1 && memcmp(poly, cubic, sizeof cubic) == 0);
    add(tr, 0.5, 0, 4, 0); /* back in time: what came later is gone */
    CHECK_EQ_INT(saltus_traj_segments(tr, 0), 2);
    CHECK_CLOSE(saltus_traj_value(tr, 0, 3), 4, 0);
    saltus_traj_free(tr);
}

TEST(segments_can_be_asked_for_one_by_one)
{
    const double *poly;
    double t;
    saltus_traj *tr = traj_of((int32_t[]){5}, 1);
    CHECK_EQ_INT(saltus_traj_segments(tr, 5), 0);
    CHECK_EQ_INT(saltus_traj_segment(tr, 5, 0, &t, &poly), -1);
    add(tr, 0.25, 5, 1, 2);
    CHECK_EQ_INT(saltus_traj_segment(tr, 5, 0, &t, &poly), 1);
    CHECK(t == 0.25 && poly[0] == 1 && poly[1] == 2);
    CHECK_EQ_INT(saltus_traj_segment(tr, 5, 0, NULL, NULL), 1);
    CHECK_EQ_INT(saltus_traj_segment(tr, 5, 1, &t, &poly), -1);
    saltus_traj_free(tr);
}

TEST(variables_not_asked_for_are_ignored)
{
    saltus_traj *tr = traj_of((int32_t[]){2, 2, 1000000000}, 3); /* one of them twice */
    for (int32_t var = 0; var < 100; var++) add(tr, 0, var, var, 0);
    add(tr, 0, INT32_MAX, 1, 0);
    add(tr, 0, -1, 1, 0);
    add(tr, 0, 1000000000, 8, 0);
    CHECK_EQ_INT(saltus_traj_segments(tr, 2), 1);
    CHECK_EQ_INT(saltus_traj_segments(tr, 3), 0);
    CHECK_EQ_INT(saltus_traj_segments(tr, -1), 0);
    CHECK_CLOSE(saltus_traj_value(tr, 1000000000, 0), 8, 0);
    CHECK(isnan(saltus_traj_value(tr, 3, 0)));
    saltus_traj_free(tr);
}

TEST(nothing_may_be_kept)
{
    saltus_traj *tr = traj_of(NULL, 0);
    add(tr, 0, 0, 1, 0);
    CHECK(isnan(saltus_traj_value(tr, 0, 0)));
    saltus_traj_free(tr);
    saltus_traj_free(NULL);
}

TEST(wrong_arguments_are_refused)
{
    saltus_traj *tr;
    double one = 1;
    CHECK_EQ_INT(saltus_traj_new(NULL, 1, &tr), SALTUS_EARG);
    CHECK(!tr);
    CHECK_EQ_INT(saltus_traj_new((int32_t[]){0, -1}, 2, &tr), SALTUS_EARG);
    CHECK_EQ_INT(saltus_traj_new(NULL, 0, NULL), SALTUS_EARG);
    CHECK(isnan(saltus_traj_value(NULL, 0, 0)));
    tr = traj_of((int32_t[]){0}, 1);
    CHECK_EQ_INT(saltus_traj_sink(tr, NAN, 0, &one, 0), 0);
    CHECK_EQ_INT(saltus_traj_sink(tr, 0, 0, &one, -1), 0);
    CHECK_EQ_INT(saltus_traj_segments(tr, 0), 0);
    saltus_traj_free(tr);
}

/* Many variables with many pieces each, against the formula that made them. */
PROP(values_come_back, 20)
{
    enum { VARS = 200, PIECES = 300 };
    int32_t vars[VARS];
    for (int32_t i = 0; i < VARS; i++) vars[i] = 17 * i;
    saltus_traj *tr = traj_of(vars, VARS);
    for (int k = 0; k < PIECES; k++)
        for (int32_t i = 0; i < VARS; i++) add(tr, k, vars[i], k * i, i);
    for (int n = 0; n < 1000; n++) {
        int32_t i = rng_int(g, 0, VARS - 1);
        double t = rng_uniform(g, 0, PIECES);
        CHECK_CLOSE(saltus_traj_value(tr, vars[i], t), i * t, 1e-12);
    }
    saltus_traj_free(tr);
}

TEST(segments_come_as_arrays)
{
    size_t n = 7;
    const double *poly;
    saltus_traj *tr = traj_of((int32_t[]){4}, 1);
    CHECK(!saltus_traj_pieces(tr, 4, &n, &poly) && n == 0);
    add(tr, 0, 4, 1, 2);
    add(tr, 1, 4, 3, 4);
    const saltus_piece *p = saltus_traj_pieces(tr, 4, &n, &poly);
    CHECK(p && n == 2 && p[1].t == 1 && p[1].order == 1 && poly[p[1].at] == 3);
    CHECK(!saltus_traj_pieces(tr, 5, &n, &poly) && n == 0);
    saltus_traj_free(tr);
}

TEST_MAIN()
