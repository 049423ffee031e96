/* SPDX-License-Identifier: MIT */
/* test_roots.c - first roots, exits from a band and all roots, where the answer is known. */
#include "num/roots.h"

#include <float.h>

#include "testing.h"

#define FIRST(...) first((const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / 8)
#define EXIT(band, ...)                                                                            \
    exits(band, (const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / 8)

static double first(const double *c, size_t count)
{
    return roots_first(c, (int)count - 1);
}

static double exits(double band, const double *c, size_t count)
{
    return roots_exit(c, (int)count - 1, band);
}

/* c := (s - r[0]) ... (s - r[n-1]). */
static void from_roots(double *c, int n, const double *r)
{
    c[0] = 1;
    for (int k = 0; k < n; k++) {
        c[k + 1] = c[k];
        for (int j = k; j > 0; j--) c[j] = c[j - 1] - r[k] * c[j];
        c[0] *= -r[k];
    }
}

/* ---- roots_first ---------------------------------------------------------------------------- */

TEST(constants_and_zero_have_no_root)
{
    CHECK(FIRST(3.0) == HUGE_VAL);
    CHECK(FIRST(0.0) == HUGE_VAL);
    CHECK(FIRST(0.0, 0.0, 0.0) == HUGE_VAL);
    CHECK(FIRST(0.0, 0.0, 0.0, 0.0, 0.0) == HUGE_VAL);
    CHECK(FIRST(2.0, 0.0, 0.0, 0.0) == HUGE_VAL);
}

TEST(linear)
{
    CHECK(FIRST(-6.0, 2.0) == 3);
    CHECK(FIRST(6.0, 2.0) == HUGE_VAL);
    CHECK(FIRST(0.0, 2.0) == HUGE_VAL);
    CHECK(FIRST(1e-300, -1e300) == 0 || FIRST(1e-300, -1e300) > 0);
}

TEST(quadratic_takes_the_smaller_positive_root)
{
    CHECK(FIRST(6.0, -5.0, 1.0) == 2);
    CHECK(FIRST(-6.0, 5.0, -1.0) == 2);
    CHECK(FIRST(-6.0, -1.0, 1.0) == 3);
    CHECK(FIRST(-6.0, 1.0, 1.0) == 2);
    CHECK(FIRST(6.0, 5.0, 1.0) == HUGE_VAL);
    CHECK(FIRST(1.0, 0.0, 1.0) == HUGE_VAL);
    CHECK(FIRST(-4.0, 0.0, 1.0) == 2);
}

TEST(quadratic_without_leading_or_last_coefficient)
{
    CHECK(FIRST(-6.0, 2.0, 0.0) == 3);
    CHECK(FIRST(6.0, 0.0, 0.0) == HUGE_VAL);
    CHECK(FIRST(0.0, -6.0, 2.0) == 3);
    CHECK(FIRST(0.0, 6.0, 2.0) == HUGE_VAL);
    CHECK(FIRST(0.0, 0.0, 2.0) == HUGE_VAL);
    CHECK(FIRST(0.0, 1.0, 0.0) == HUGE_VAL);
}

TEST(quadratic_does_not_cancel)
{
    CHECK_CLOSE(FIRST(1.0, -1e9, 1.0), 1e-9, 1e-15);
    CHECK_CLOSE(FIRST(-1.0, 1e9, 1.0), 1e-9, 1e-15);
    CHECK_CLOSE(FIRST(-1.0, -1e9, 1.0), 1e9, 1e-15);
    CHECK_CLOSE(FIRST(-1.0, 1.0, 1e-40), 1.0, 1e-15);
    CHECK_CLOSE(FIRST(1.0, 1.0, -1e-40), 1e40, 1e-15);
}

TEST(quadratic_does_not_overflow_or_underflow)
{
    CHECK_CLOSE(FIRST(-1e-300, 1e-300, 1e-300), 0.6180339887498949, 1e-15);
    CHECK_CLOSE(FIRST(-1e300, 1e300, 1e300), 0.6180339887498949, 1e-15);
    CHECK_CLOSE(FIRST(-1e-200, 0.0, 1e-200), 1.0, 1e-15);
    CHECK_CLOSE(FIRST(-1e-300, 0.0, 1e300), 1e-300, 1e-15);
    CHECK_CLOSE(FIRST(-1e300, 1e-300, 1e-300), 1e300, 1e-15);
    CHECK_CLOSE(FIRST(1e-250, -1e200, 1e300), 0.0, 1.0);
}

TEST(touching_roots_count)
{
    CHECK(FIRST(9.0, -6.0, 1.0) == 3);
    CHECK_CLOSE(FIRST(0.1 * 0.1, -0.2, 1.0), 0.1, 1e-7);
    CHECK_CLOSE(FIRST(9.0, 3.0, -5.0, 1.0), 3.0, 1e-7);        /* (s - 3)^2 (s + 1) */
    CHECK_CLOSE(FIRST(9.0, -6.0, 10.0, -6.0, 1.0), 3.0, 1e-7); /* (s - 3)^2 (s^2 + 1) */
    CHECK_CLOSE(FIRST(1.0, -4.0, 6.0, -4.0, 1.0), 1.0, 1e-3);  /* (s - 1)^4 */
}

TEST(cubic_with_three_two_one_and_no_positive_root)
{
    CHECK_CLOSE(FIRST(-6.0, 11.0, -6.0, 1.0), 1.0, 4e-16);
    CHECK_CLOSE(FIRST(6.0, -5.0, -2.0, 1.0), 1.0, 4e-16);
    CHECK_CLOSE(FIRST(-6.0, -5.0, 2.0, 1.0), 2.0, 4e-16);
    CHECK(FIRST(6.0, 11.0, 6.0, 1.0) == HUGE_VAL);
    CHECK(FIRST(10.0, -1.0, -1.0, 1.0) == HUGE_VAL);
    CHECK_CLOSE(FIRST(-1.0, 3.0, -3.0, 1.0), 1.0, 1e-4); /* (s - 1)^3 */
}

TEST(a_root_at_zero_is_not_counted)
{
    CHECK_CLOSE(FIRST(0.0, 6.0, -5.0, 1.0), 2.0, 4e-16);
    CHECK_CLOSE(FIRST(0.0, 0.0, -6.0, 11.0, -6.0, 1.0), 1.0, 4e-16);
    CHECK(FIRST(0.0, 0.0, 0.0, 1.0) == HUGE_VAL);
}

TEST(leading_zeros_lower_the_degree)
{
    CHECK(FIRST(6.0, -5.0, 1.0, 0.0, 0.0) == 2);
    CHECK(FIRST(-6.0, 2.0, 0.0, 0.0) == 3);
    CHECK(FIRST(0.0, -6.0, 2.0, 0.0, 0.0) == 3);
}

TEST(a_tiny_leading_coefficient_is_a_far_root)
{
    CHECK_CLOSE(FIRST(-6.0, 2.0, 1e-30, 1e-60), 3.0, 4e-16);
    CHECK_CLOSE(FIRST(6.0, 2.0, 1.0, -1e-60), 1e60, 4e-16);
    CHECK_CLOSE(FIRST(1.0, 1.0, 1.0, 1.0, -1e-60), 1e60, 4e-16);
    CHECK_CLOSE(FIRST(1.0, -3.0, 4.0, -1e-60), 4e60, 4e-16);
    CHECK_CLOSE(FIRST(-1.0, 1.0, 1e60, 1e60, 1e60), 1e-30, 4e-16);
}

TEST(monomials)
{
    CHECK(FIRST(-8.0, 0.0, 0.0, 1.0) == 2);
    CHECK(FIRST(16.0, 0.0, 0.0, 0.0, -1.0) == 2);
    CHECK_CLOSE(FIRST(-32.0, 0.0, 0.0, 0.0, 0.0, 1.0), 2.0, 4e-16);
    CHECK_CLOSE(FIRST(-64.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0), 2.0, 4e-16);
    CHECK_CLOSE(FIRST(-128.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0), 2.0, 4e-16);
    CHECK(FIRST(-256.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0) == 2);
    CHECK_CLOSE(FIRST(-1e-300, 0.0, 0.0, 1e300), 1e-200, 4e-16);
    CHECK_CLOSE(FIRST(-1e300, 0.0, 0.0, 0.0, 1e-300), 1e150, 4e-16);
}

TEST(extreme_coefficients_of_high_degree)
{
    CHECK_CLOSE(FIRST(-6e-300, 11e-300, -6e-300, 1e-300), 1.0, 4e-15);
    CHECK_CLOSE(FIRST(-6e300, 11e300, -6e300, 1e300), 1.0, 4e-15);
    CHECK_CLOSE(FIRST(-6e-250, 11e-150, -6e-50, 1e50), 1e-100, 4e-15);
    CHECK_CLOSE(FIRST(6.0, -1.0, -1e-200, -1e-300), 6.0, 4e-16);
}

/* ---- roots_exit ----------------------------------------------------------------------------- */

TEST(outside_already_means_now)
{
    CHECK(EXIT(1.0, 2.0) == 0);
    CHECK(EXIT(1.0, -2.0, 1.0) == 0);
    CHECK(EXIT(1.0, 1.5, -1.0, 0.0) == 0);
    CHECK(EXIT(1.0, -1.5, 1.0, 0.0, 1.0) == 0);
}

TEST(constant_and_linear_exit)
{
    CHECK(EXIT(1.0, 0.5) == HUGE_VAL);
    CHECK(EXIT(1.0, 1.0) == HUGE_VAL);
    CHECK(EXIT(1.0, 0.5, 0.25) == 2);
    CHECK(EXIT(1.0, 0.5, -0.25) == 6);
    CHECK(EXIT(1.0, 0.5, 0.0) == HUGE_VAL);
    CHECK(EXIT(1.0, 0.5, 0.25, 0.0) == 2);
    CHECK(EXIT(1.0, 0.5, -0.25, 0.0, 0.0) == 6);
    CHECK(EXIT(1.0, 0.5, 0.0, 0.0, 0.0) == HUGE_VAL);
}

TEST(quadratic_exit_at_top_bottom_or_top_after_the_minimum)
{
    CHECK_CLOSE(EXIT(1.0, 0.0, 0.0, 1.0), 1.0, 4e-16);
    CHECK_CLOSE(EXIT(1.0, 0.0, 0.0, -4.0), 0.5, 4e-16);
    CHECK_CLOSE(EXIT(1.0, 0.0, -3.0, 2.0), 0.5, 4e-16); /* minimum -9/8: leaves at the bottom */
    CHECK_CLOSE(EXIT(2.0, 0.0, -1.0, 1.0), 2.0, 4e-16); /* minimum -1/4 */
    CHECK_CLOSE(EXIT(2.0, 0.0, 1.0, -1.0), 2.0, 4e-16);
    CHECK_CLOSE(EXIT(1.0, 0.0, -2.0, 1.0), 1 + sqrt(2), 4e-16); /* touches the bottom only */
    CHECK_CLOSE(EXIT(1e-3, 0.0, 1e9, 1e-9), 1e-12, 4e-16);
}

TEST(on_the_edge_moving_outward_means_now)
{
    CHECK(EXIT(1.0, 1.0, 1.0) == 0);
    CHECK(EXIT(1.0, -1.0, -1.0) == 0);
    CHECK(EXIT(1.0, 1.0, 0.0, 1.0) == 0);
    CHECK(EXIT(1.0, 1.0, 1.0, -1.0) == 0);
    CHECK(EXIT(1.0, -1.0, -1.0, 1.0) == 0);
    CHECK(EXIT(1.0, -1.0, 0.0, -1.0) == 0);
    CHECK(EXIT(1.0, 1.0, 0.0, 0.0, 1.0) == 0);
    CHECK(EXIT(1.0, 1.0, 0.0, 1.0, -1.0) == 0);
    CHECK(EXIT(1.0, -1.0, 0.0, 0.0, 0.0, -1.0) == 0);
    CHECK(EXIT(1.0, -1.0, 0.0, -1.0, 0.0, 1.0) == 0);
}

TEST(on_the_edge_moving_inward_leaves_later)
{
    CHECK(EXIT(1.0, 1.0, -1.0) == 2);
    CHECK(EXIT(1.0, 1.0, 0.0) == HUGE_VAL);
    CHECK(EXIT(1.0, 1.0, 0.0, 0.0) == HUGE_VAL);
    CHECK(EXIT(1.0, 1.0, 0.0, 0.0, 0.0) == HUGE_VAL);
    CHECK(EXIT(1.0, 1.0, -1.0, 1.0) == 1);
    CHECK(EXIT(1.0, -1.0, 1.0, -1.0) == 1);
    CHECK_CLOSE(EXIT(1.0, 1.0, 0.0, -1.0), sqrt(2), 4e-16);
    CHECK_CLOSE(EXIT(1.0, -1.0, 0.0, 0.0, 2.0), 1.0, 4e-16);
    CHECK_CLOSE(EXIT(1.0, -1.0, 0.0, 0.0, 0.0, 2.0), 1.0, 4e-16);
    CHECK_CLOSE(EXIT(1.0, -1.0, 0.0, 1.0, -1.0), 1.0, 4e-16); /* back at s^2 (1 - s) = 0 */
}

TEST(cubic_exit_between_extrema)
{
    /* s (s - 3/2)^2, maximum 1/2 at 1/2, minimum 0 at 3/2 */
    CHECK_CLOSE(EXIT(0.4, 0.0, 2.25, -3.0, 1.0), 0.260251052761203, 1e-14);
    CHECK_CLOSE(EXIT(0.5 + 1e-9, 0.0, 2.25, -3.0, 1.0), 2.0, 2e-9);
    CHECK_CLOSE(EXIT(0.75, 0.75, -2.25, 3.0, -1.0), 2.3064439323587722, 1e-14);
    CHECK_CLOSE(EXIT(1.0, 0.0, 0.0, 0.0, 8.0), 0.5, 4e-16);
    CHECK_CLOSE(EXIT(1.0, 0.5, 0.0, 0.0, -12.0), 0.5, 4e-16);
    CHECK_CLOSE(EXIT(1e-300, 0.0, 0.0, 1e-290, 1e-290), 1e-5, 1e-5);
}

/* ---- roots_all ------------------------------------------------------------------------------ */

TEST(all_roots_ascending_up_to_the_limit)
{
    static const double r[] = {5, 1, 8, 3, 2, 7, 4, 6};
    double c[9], out[8];
    from_roots(c, 8, r);
    CHECK_EQ_INT(roots_all(c, 8, HUGE_VAL, out), 8);
    for (int k = 0; k < 8; k++) CHECK_CLOSE(out[k], k + 1, 1e-8);
    CHECK_EQ_INT(roots_all(c, 8, 4.5, out), 4);
    CHECK_EQ_INT(roots_all(c, 8, 0.5, out), 0);
}

TEST(all_roots_of_low_degree)
{
    double out[8];
    CHECK_EQ_INT(roots_all((double[]){7}, 0, HUGE_VAL, out), 0);
    CHECK_EQ_INT(roots_all((double[]){0, 0, 0}, 2, HUGE_VAL, out), 0);
    CHECK_EQ_INT(roots_all((double[]){-6, 2}, 1, 3, out), 1);
    CHECK(out[0] == 3);
    CHECK_EQ_INT(roots_all((double[]){-6, 2}, 1, 2.5, out), 0);
    CHECK_EQ_INT(roots_all((double[]){6, -5, 1, 0}, 3, HUGE_VAL, out), 2);
    CHECK(out[0] == 2 && out[1] == 3);
    CHECK_EQ_INT(roots_all((double[]){9, -6, 1}, 2, HUGE_VAL, out), 1);
    CHECK(out[0] == 3);
    CHECK_EQ_INT(roots_all((double[]){0, 0, -6, 1, 1}, 4, HUGE_VAL, out), 1);
    CHECK(out[0] == 2);
}

TEST(all_roots_name_double_roots_once)
{
    static const double r[] = {1, 2, 2, 3, -1}, far[] = {1e-200, 1, 1e200};
    double c[9], out[8];
    from_roots(c, 5, r);
    CHECK_EQ_INT(roots_all(c, 5, HUGE_VAL, out), 3);
    for (int k = 0; k < 3; k++) CHECK_CLOSE(out[k], k + 1, 1e-7);
    from_roots(c, 3, far);
    CHECK_EQ_INT(roots_all(c, 3, HUGE_VAL, out), 3);
    for (int k = 0; k < 3; k++) CHECK_CLOSE(out[k], far[k], 1e-15);
}

#ifdef NDEBUG
TEST(not_finite_means_now_or_nothing)
{
    static const double bad[] = {HUGE_VAL, -HUGE_VAL};
    double out[8];
    for (int n = 1; n <= 8; n++)
        for (int at = 0; at <= n; at++)
            for (int kind = 0; kind < 3; kind++)
                for (int sign = 0; sign < 2; sign++) {
                    double c[9] = {-0.5, 1, -1, 1, -1, 1, -1, 1, -1};
                    if (sign) c[1] = -1;
                    c[at] = kind < 2 ? bad[kind] : NAN;
                    CHECK(roots_first(c, n) == HUGE_VAL);
                    CHECK(roots_exit(c, n, 1) == 0);
                    CHECK_EQ_INT(roots_all(c, n, HUGE_VAL, out), 0);
                }
}
#endif

TEST_MAIN()
