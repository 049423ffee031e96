/* SPDX-License-Identifier: MIT */
/* test_guards.c - where a crossing lies: guards that bend, that read time, that only touch, that
 * start flat. */
#include "run/sim.h"
#include "world.h"
#include "all_methods.h"

static const saltus_method_info *list;

/* x^2 + x - 6 has its root at x = 2, that is at t = 2. */
static jet quadratic(jet_at e, int32_t k)
{
    jet x = jet_state(e, 0);
    return (void)k, jet_sub(jet_add(jet_sqr(x), x), 6);
}

TEST(quadratic_guard)
{
    struct world w = {ONE_STATE, .z = quadratic, .next = never, .g = {{.name = "g"}}};
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_model m;
        struct call is[10];
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
        CHECK_EQ_INT(crossings(is, 10), 1);
        CHECK_LE(fabs(is[0].t - 2), list[k].order > 1 ? 1e-9 : 1e-2);
        saltus_sim_free(s);
    }
}

SERIES(touches, jet_sqr(jet_sub(jet_time(e), 1)))

TEST(a_guard_that_only_touches_does_not_fire)
{
    struct world w = {ONE_STATE, .z = touches, .next = never, .g = {{.name = "g"}}};
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
        if (saltus_sim_events(s, 0) != 0) FAIL("%s", list[k].name);
        saltus_sim_free(s);
    }
}

/* ---- Guards that read time ------------------------------------------------------------------- */

/* sin t = 1/2 at pi/6 and 5 pi/6 of each turn. */
TEST(sine_of_time_for_100_periods)
{
    static struct call is[1000];
    struct world w = {ONE_STATE, .z = sine_of_time, .next = never, .g = {{.name = "g"}}};
    const double pi = acos(-1);
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, with(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 200 * pi), SALTUS_OK);
        int found = crossings(is, 1000);
        if (found != 200) FAIL("%s: %d crossings", list[k].name, found);
        for (int j = 0; j < 200; j++) {
            double exact = pi * (j / 2 * 2 + (j % 2 ? 5.0 : 1.0) / 6);
            if (fabs(is[j].t - exact) > 1e-9)
                FAIL("%s: crossing %d at %.15g, not %.15g", list[k].name, j, is[j].t, exact);
            CHECK_EQ_INT(is[j].direction, j % 2 ? -1 : 1);
        }
        saltus_sim_free(s);
    }
}

/* Series whose first coefficients vanish at the start must be looked at again. */
SERIES(cube_of_time, jet_sub(jet_powi(jet_time(e), 3), 8))
SERIES(cosine_of_time, jet_sub(jet_cos(jet_time(e)), 0.5))

TEST(a_guard_wakes_though_its_slopes_vanish)
{
    static world_series *const guards[] = {cube_of_time, cosine_of_time};
    static const double exact[] = {2, 1.0471975511965976};
    for (size_t k = 0; k < 2 * all_methods(&list); k++) {
        struct world w = {ONE_STATE, .z = guards[k % 2], .next = never, .g = {{.name = "g"}}};
        saltus_model m;
        struct call is[10];
        saltus_sim *s = start(&w, &m, with(list[k / 2].name));
        CHECK_EQ_INT(saltus_sim_run(s, 3), SALTUS_OK);
        if (crossings(is, 10) != 1)
            FAIL("%s: missed %s", list[k / 2].name, k % 2 ? "cosine" : "cube");
        CHECK_LE(fabs(is[0].t - exact[k % 2]), 1e-9);
        saltus_sim_free(s);
    }
}

/* |c0/c2| underflows: the guard must not be looked at again and again at t = 0. */
SERIES(tiny, jet_add(1e-300, jet_mul(1e100, jet_sqr(jet_time(e)))))

TEST(a_tiny_guard_does_not_stop_the_clock)
{
    struct world w = {ONE_STATE, .z = tiny, .next = never, .g = {{.name = "g"}}};
    for (size_t k = 0; k < all_methods(&list); k++) {
        saltus_model m;
        saltus_options o = with(list[k].name);
        o.abs = o.rel = 0.1; /* few steps of x */
        o.max_events = 1000;
        saltus_sim *s = start(&w, &m, o);
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_events(s, 0), 0);
        saltus_sim_free(s);
    }
}

/* 1 - 8 s^3: of c[3] the cube root, and no root of c[1]. */
TEST(a_short_series_is_trusted_as_far_as_its_last_term_is_small)
{
    double c[5] = {1, 0, 0, -8}, flat[5] = {1}, slope[5] = {0, 1};
    CHECK_CLOSE(rules_trusted(c, 4), 0.5 / 3, 1e-15);
    CHECK(isinf(rules_trusted(flat, 4)));
    CHECK(isinf(rules_trusted(slope, 4)));
}

TEST_MAIN()
