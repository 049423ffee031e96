/* SPDX-License-Identifier: MIT */
/* test_distance.c - the distance of two trajectories (estimate/distance.h). */
#include "estimate/distance.h"
#include "testing.h"

enum { PARTS = 20 };

static saltus_traj *one(void)
{
    int32_t var = 7;
    saltus_traj *t;
    CHECK_EQ_INT(saltus_traj_new(&var, 1, &t), SALTUS_OK);
    return t;
}

static void add(saltus_traj *t, double at, double c0, double c1)
{
    double poly[2] = {c0, c1};
    CHECK_EQ_INT(saltus_traj_sink(t, at, 7, poly, 1), 0);
}

static struct distance between(saltus_traj *a, saltus_traj *b, double t1)
{
    struct distance d = estimate_distance(a, b, 7, 0, t1, PARTS);
    saltus_traj_free(a);
    saltus_traj_free(b);
    return d;
}

TEST(a_constant_difference_is_the_distance)
{
    saltus_traj *a = one(), *b = one();
    add(a, 0, 1, 2), add(a, 0.3, 1.6, 2);
    add(b, 0, 1.5, 2), add(b, 0.7, 2.9, 2);
    struct distance d = between(a, b, 1);
    CHECK_CLOSE(d.worst, 0.5, 1e-12);
    CHECK_CLOSE(d.size, 3, 1e-12);
}

/* 1 in the last tenth of the run: not a tenth of it. */
TEST(a_short_difference_is_not_averaged_away)
{
    saltus_traj *a = one(), *b = one();
    add(a, 0, 0, 0), add(a, 9, 1, 0);
    add(b, 0, 0, 0);
    struct distance d = between(a, b, 10);
    CHECK_CLOSE(d.worst, 1, 1e-12);
    CHECK_EQ_INT(d.part, 18);
}

TEST(a_jump_counts_by_how_late_it_is)
{
    for (double late = 1e-1; late > 1e-9; late /= 10) {
        saltus_traj *a = one(), *b = one();
        add(a, 0, 0, 0), add(a, 5.1, 4, 0);
        add(b, 0, 0, 0), add(b, 5.1 + late, 4, 0);
        struct distance d = between(a, b, 10);
        CHECK_CLOSE(d.worst, 4 * late * PARTS / 10, 1e-6);
        CHECK_EQ_INT(d.part, 10);
    }
}

/* As near a pole: a mean over the last part would hide it. */
TEST(an_error_that_grows_at_the_end_counts)
{
    saltus_traj *a = one(), *b = one();
    add(a, 0, 0, 0), add(a, 0.98, 1, 100);
    add(b, 0, 0, 0);
    struct distance d = between(a, b, 1);
    CHECK(d.worst > 2.7 && d.worst < 3); /* 1 + 100 (0.9975 - 0.98) is the smallest at the end */
    CHECK_EQ_INT(d.part, PARTS - 1);
}

TEST(a_jump_near_the_end_is_not_the_error_there)
{
    saltus_traj *a = one(), *b = one();
    add(a, 0, 0, 0), add(a, 0.999, 4, 0);
    add(b, 0, 0, 0), add(b, 0.9995, 4, 0);
    struct distance d = between(a, b, 1);
    CHECK_CLOSE(d.worst, 4 * 0.0005 * PARTS, 1e-6);
}

TEST(a_zero_within_a_piece_does_not_cancel)
{
    saltus_traj *a = one(), *b = one();
    add(a, 0, -1, 2), add(a, 0.99, 0, 0);
    add(b, 0, 0, 0);
    struct distance d = estimate_distance(a, b, 7, 0, 1, 1);
    saltus_traj_free(a);
    saltus_traj_free(b);
    CHECK(d.worst > 0.4 && d.worst < 0.6); /* 0.5, up to the rule of three points */
}

TEST(values_that_are_not_finite)
{
    saltus_traj *a = one(), *b = one();
    add(a, 0, 1, 0), add(a, 1, INFINITY, 0), add(a, 2, 1, 0);
    add(b, 0, 1, 0), add(b, 1, -INFINITY, 0), add(b, 2, 1, 0);
    struct distance d = between(a, b, 10);
    CHECK(d.worst == 0 && d.size == 1); /* neither has a value there */
    a = one(), b = one();
    add(a, 0, 1, 0), add(a, 1, NAN, 0), add(a, 2, 1, 0);
    add(b, 0, 1, 0);
    CHECK(isinf(between(a, b, 10).worst));
}

TEST(nothing_is_known)
{
    saltus_traj *a = one(), *b = one();
    struct distance d = between(a, b, 1);
    CHECK(d.worst == 0 && d.size == 0);
    a = one(), b = one();
    add(a, 0, 1, 0);
    CHECK(estimate_distance(a, b, 7, 0, 0, PARTS).worst == 0); /* no time passes */
    CHECK(isinf(between(a, b, 1).worst));
}

TEST_MAIN()
