/* SPDX-License-Identifier: MIT */
/* test_poly.c - values, slopes and shifts of small polynomials, in numbers that are exact. */
#include "num/poly.h"

#include "testing.h"

static const double c[] = {5, -3, 2, 7, -1}; /* 5 - 3 s + 2 s^2 + 7 s^3 - s^4 */

TEST(value_of_a_constant_is_the_constant)
{
    CHECK(poly_value(c, 0, 1e300) == 5);
    CHECK(poly_slope(c, 0, 1e300) == 0);
}

TEST(value_at_zero_is_the_first_coefficient)
{
    for (int n = 0; n <= 4; n++) CHECK(poly_value(c, n, 0) == 5);
}

TEST(value_agrees_with_the_sum_of_powers)
{
    CHECK(poly_value(c, 4, 1) == 10);
    CHECK(poly_value(c, 4, 2) == 5 - 6 + 8 + 56 - 16);
    CHECK(poly_value(c, 4, -2) == 5 + 6 + 8 - 56 - 16);
    CHECK(poly_value(c, 3, 0.5) == 5 - 1.5 + 0.5 + 0.875);
}

TEST(slope_agrees_with_the_derivative)
{
    CHECK(poly_slope(c, 1, 9) == -3);
    CHECK(poly_slope(c, 4, 0) == -3);
    CHECK(poly_slope(c, 4, 2) == -3 + 8 + 84 - 32);
    CHECK(poly_slope(c, 4, -1) == -3 - 4 + 21 + 4);
}

TEST(shift_by_zero_changes_nothing)
{
    double d[5];
    memcpy(d, c, sizeof d);
    poly_shift(d, 4, 0);
    CHECK(memcmp(d, c, sizeof d) == 0);
}

TEST(shift_gives_taylor_coefficients)
{
    double d[5];
    memcpy(d, c, sizeof d);
    poly_shift(d, 4, 2);
    CHECK(d[0] == poly_value(c, 4, 2));
    CHECK(d[1] == poly_slope(c, 4, 2));
    CHECK(d[2] == 2 + 21 * 2 - 6 * 4); /* p''/2 */
    CHECK(d[3] == 7 - 4 * 2);          /* p'''/6 */
    CHECK(d[4] == -1);
}

TEST(shift_forth_and_back_restores)
{
    double d[5];
    memcpy(d, c, sizeof d);
    poly_shift(d, 4, 3);
    poly_shift(d, 4, -3);
    CHECK(memcmp(d, c, sizeof d) == 0);
}

PROP(shifted_value_is_the_value_at_the_shifted_time, 2000)
{
    double a[9], b[9], size = 0, h = rng_uniform(g, 0, 2), s = rng_uniform(g, 0, 2);
    int n = rng_int(g, 0, 8);
    for (int k = 0; k <= n; k++) {
        a[k] = b[k] = rng_sign(g) * rng_log(g, 1e-6, 1e6);
        size += fabs(a[k]) * pow(h + s, k);
    }
    poly_shift(b, n, h);
    CHECK_LE(fabs(poly_value(b, n, s) - poly_value(a, n, h + s)), 1e-14 * size);
}

TEST_MAIN()
