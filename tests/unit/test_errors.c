/* SPDX-License-Identifier: MIT */
/* test_errors.c - the measures of src/cli/core/error.h, against their definitions. */
#include "cli/core/error.h"
#include "testing.h"

TEST(nothing_compared_is_not_a_number)
{
    struct error_sums none = {.n = 0};
    struct errors e = error_of(&none, 1);
    CHECK(isnan(e.rel) && isnan(e.mean) && isnan(e.max) && isnan(e.mse) && isnan(e.q_mean));
    CHECK_EQ_INT(e.samples, 0);
    CHECK(isnan(error_of(NULL, 0).rel));
}

TEST(two_variables_by_hand)
{
    struct error_sums v[2] = {{.n = 0}};
    struct errors e;
    error_add(&v[0], 3.5, 3, 3); /* differences 0.5 and 0; of q 0 and 1 */
    error_add(&v[0], 4, 5, 4);
    error_add(&v[1], 0, -2, 0); /* 0 and 1; of q 2 and 0 */
    error_add(&v[1], 1, 2, 2);
    e = error_of(v, 2);
    CHECK_CLOSE(e.rel, sqrt((0.25 + 1) / (9 + 16 + 4)), 1e-15);
    CHECK_CLOSE(e.mean, 1.5 / 4, 1e-15);
    CHECK_CLOSE(e.max, 1, 0);
    CHECK_CLOSE(e.mse, 1.25 / 4, 1e-15);
    CHECK_CLOSE(e.q_mean, 1, 0); /* of the worse variable */
    CHECK_CLOSE(e.q_max, 2, 0);
    CHECK_EQ_INT(e.samples, 4);
}

TEST(samples_without_a_reference_do_not_count)
{
    struct error_sums v = {.n = 0};
    error_add(&v, 1, 1, 2);
    error_add(&v, 7, 7, NAN);
    CHECK_CLOSE(error_of(&v, 1).rel, 0.5, 1e-15);
    CHECK_EQ_INT(error_of(&v, 1).samples, 1);
}

TEST(a_value_that_is_not_a_number_is_not_overlooked)
{
    struct error_sums v[2] = {{.n = 0}};
    struct errors e;
    error_add(&v[0], 1, 1, 1);
    error_add(&v[1], NAN, NAN, 1);
    error_add(&v[1], 1, 1, 1);
    e = error_of(v, 2);
    CHECK(isnan(e.rel) && isnan(e.mean) && isnan(e.max) && isnan(e.mse) && isnan(e.q_max));
}

TEST(infinite_errors_stay_infinite)
{
    struct error_sums v = {.n = 0};
    error_add(&v, INFINITY, 1, 1);
    error_add(&v, -INFINITY, 1, 1);
    error_add(&v, 1, 1, 1);
    CHECK(isinf(error_of(&v, 1).rel) && isinf(error_of(&v, 1).max) && isinf(error_of(&v, 1).mse));
}

TEST(a_reference_of_zero)
{
    struct error_sums hit = {.n = 0}, missed = {.n = 0};
    error_add(&hit, 0, 0, 0);
    error_add(&missed, 1, 1, 0);
    CHECK_CLOSE(error_of(&hit, 1).rel, 0, 0);
    CHECK(isinf(error_of(&missed, 1).rel));
}

/* The relative error does not depend on the unit, however large or small. */
PROP(relative_error_is_free_of_scale, 2000)
{
    double unit = ldexp(1, rng_int(g, -1000, 1000));
    struct error_sums v[3] = {{.n = 0}}, w[3] = {{.n = 0}};
    double square = 0, scale = 0;
    for (int k = 0; k < 30; k++) {
        double r = rng_uniform(g, -5, 5), x = r + rng_uniform(g, -1, 1);
        error_add(&v[k % 3], x, x, r);
        error_add(&w[k % 3], x * unit, x * unit, r * unit);
        square += (x - r) * (x - r);
        scale += r * r;
    }
    CHECK_CLOSE(error_of(v, 3).rel, sqrt(square / scale), 1e-13);
    CHECK_CLOSE(error_of(w, 3).rel, error_of(v, 3).rel, 1e-12);
}

TEST_MAIN()
