/* SPDX-License-Identifier: MIT */
/* test_full.c - factors of full matrices, complex and real: random ones, pivots that must be exchanged, singular ones. */
#include "num/full.h"
#include "testing.h"

enum { N = 24 };

/* The largest |A x - b| for the solution x of a random system; shift: what is added to the diagonal. */
static double residual(struct rng *g, int n, double shift)
{
    static double a[2 * N * N], lu[2 * N * N], b[2 * N], x[2 * N];
    int32_t row[N];
    double most = 0;
    for (int k = 0; k < 2 * n * n; k++) lu[k] = a[k] = rng_uniform(g, -1, 1);
    for (int i = 0; i < n; i++)
        lu[2 * (i * n + i)] = a[2 * (i * n + i)] = a[2 * (i * n + i)] * shift;
    for (int i = 0; i < 2 * n; i++) x[i] = b[i] = rng_uniform(g, -1, 1);
    CHECK(full_factor(lu, row, n));
    full_solve(lu, row, n, x);
    for (int i = 0; i < n; i++) {
        double re = -b[2 * i], im = -b[2 * i + 1], size = 0;
        for (int j = 0; j < n; j++) {
            const double *c = a + 2 * (j * n + i), *v = x + 2 * j;
            re += c[0] * v[0] - c[1] * v[1];
            im += c[0] * v[1] + c[1] * v[0];
            size += (fabs(c[0]) + fabs(c[1])) * (fabs(v[0]) + fabs(v[1]));
        }
        most = fmax(most, (fabs(re) + fabs(im)) / (1 + size));
    }
    return most;
}

PROP(solves_random_systems_with_any_diagonal, 300)
{
    int n = 1 + (int)rng_uniform(g, 0, N - 0.001);
    CHECK_LE(residual(g, n, rng_log(g, 1e-14, 1e3)), 1e-12);
}

TEST(a_singular_matrix_is_told)
{
    double zero[2 * 4] = {0}, equal[2 * 4] = {1, 1, 2, 2, 1, 1, 2, 2}, nan[2 * 1] = {NAN, 0};
    int32_t row[2];
    CHECK(!full_factor(zero, row, 2));
    CHECK(!full_factor(equal, row, 2));
    CHECK(!full_factor(nan, row, 1));
}

/* The same for real numbers, in rows of different units. */
static double real_residual(struct rng *g, int n, double shift)
{
    static double a[N * N], lu[N * N], b[N], x[N], unit[N], scale[N];
    int32_t row[N];
    double most = 0;
    for (int i = 0; i < n; i++) unit[i] = rng_log(g, 1e-12, 1e12);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            lu[j * n + i] = a[j * n + i] =
                unit[i] * rng_uniform(g, -1, 1) * (i == j ? shift : 1) / unit[j];
    for (int i = 0; i < n; i++) x[i] = b[i] = unit[i] * rng_uniform(g, -1, 1);
    CHECK(full_factor_real(lu, row, scale, n));
    full_solve_real(lu, row, n, x);
    for (int i = 0; i < n; i++) {
        double left = -b[i], size = 0;
        for (int j = 0; j < n; j++) {
            left += a[j * n + i] * x[j];
            size += fabs(a[j * n + i] * x[j]);
        }
        most = fmax(most, fabs(left) / (unit[i] + size));
    }
    return most;
}

PROP(solves_real_systems_in_any_units, 300)
{
    int n = 1 + (int)rng_uniform(g, 0, N - 0.001);
    CHECK_LE(real_residual(g, n, rng_log(g, 1e-14, 1e3)), 1e-9);
}

TEST(a_singular_real_matrix_is_told)
{
    double zero[4] = {0}, equal[4] = {1, 2, 1, 2}, nan[4] = {1, NAN, 0, 1}, endless[1] = {INFINITY};
    double scale[2];
    int32_t row[2];
    CHECK(!full_factor_real(zero, row, scale, 2));
    CHECK(!full_factor_real(equal, row, scale, 2));
    CHECK(!full_factor_real(nan, row, scale, 2));
    CHECK(!full_factor_real(endless, row, scale, 1));
}

TEST_MAIN()
