/* SPDX-License-Identifier: MIT */
/* test_power.c - n-th roots: to 1e-7 (n = 7 and 8: 1e-6), scaling exactly, and sane at the ends
 * of the range. */
#include "num/power.h"

#include "testing.h"
#include <float.h>

enum { ORDERS = 8 };

static double accuracy(int n)
{
    return n > 6 ? 1e-6 : 1e-7;
}

PROP(roots_are_accurate, 20000)
{
    double v = rng_log(g, 1e-300, 1e300);
    for (int n = 1; n <= ORDERS; n++) CHECK_CLOSE(power_root(v, n), pow(v, 1.0 / n), accuracy(n));
}

/* The whole of one period of the first guess: every mantissa region, every remainder of the
 * exponent. */
TEST(roots_are_accurate_between_the_powers_of_two)
{
    for (int n = 1; n <= ORDERS; n++)
        for (int k = -n; k <= n; k++)
            for (int j = 0; j < 1000; j++) {
                double v = ldexp(1 + j / 1000.0, k);
                CHECK_CLOSE(power_root(v, n), pow(v, 1.0 / n), accuracy(n));
            }
}

PROP(roots_scale_exactly, 20000)
{
    double v = rng_log(g, 1e-3, 1e3);
    for (int n = 1; n <= ORDERS; n++) {
        int k = rng_int(g, -1000 / n, 1000 / n);
        CHECK(power_root(ldexp(v, n * k), n) == ldexp(power_root(v, n), k));
    }
}

TEST(powers_of_two)
{
    for (int n = 1; n <= ORDERS; n++)
        for (int k = -1000 / n; k <= 1000 / n; k++)
            CHECK_CLOSE(power_root(ldexp(1, n * k), n), ldexp(1, k), accuracy(n));
}

TEST(ends_of_the_range)
{
    for (int n = 1; n <= ORDERS; n++) {
        CHECK(power_root(0, n) == 0);
        CHECK(power_root(INFINITY, n) == INFINITY);
        CHECK_CLOSE(power_root(DBL_MAX, n), pow(DBL_MAX, 1.0 / n), accuracy(n));
        CHECK_CLOSE(power_root(DBL_MIN, n), pow(DBL_MIN, 1.0 / n), accuracy(n));
    }
}

/* Near 0, positive or 0, and finite: a step limit that is never missed because it became NaN. */
PROP(subnormal_numbers_stay_small, 5000)
{
    double v = ldexp(1, -1074) * floor(rng_log(g, 1, 0x1p51));
    for (int n = 1; n <= ORDERS; n++) {
        double r = power_root(v, n);
        CHECK(isfinite(r) && r >= 0 && r <= 2 * pow(DBL_MIN, 1.0 / n));
    }
}

TEST_MAIN()
