/* SPDX-License-Identifier: MIT */
/* full.c - Gaussian elimination, column by column, the largest pivot first. Diagonals are left
 * inverted. */
#include "num/full.h"
#include <math.h>

static inline void subtract(double *to, const double *a, const double *b)
{
    to[0] -= a[0] * b[0] - a[1] * b[1];
    to[1] -= a[0] * b[1] + a[1] * b[0];
}

static inline void multiply(double *to, const double *by)
{
    double re = to[0] * by[0] - to[1] * by[1];
    to[1] = to[0] * by[1] + to[1] * by[0];
    to[0] = re;
}

static inline void swap(double *a, double *b)
{
    for (int k = 0; k < 2; k++) {
        double keep = a[k];
        a[k] = b[k];
        b[k] = keep;
    }
}

bool full_factor(double *a, int32_t *row, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        double *c = a + 2 * (size_t)k * (size_t)n, best = -1, size;
        for (int32_t i = k; i < n; i++) {
            double s = fabs(c[2 * i]) + fabs(c[2 * i + 1]);
            if (s > best) best = s, row[k] = i;
        }
        if (!(best > 1e-140 && best < 1e140)) return false;
        for (int32_t j = 0; j < n && row[k] != k; j++) {
            double *d = a + 2 * (size_t)j * (size_t)n;
            swap(d + 2 * k, d + 2 * row[k]);
        }
        size = c[2 * k] * c[2 * k] + c[2 * k + 1] * c[2 * k + 1];
        c[2 * k] /= size;
        c[2 * k + 1] /= -size;
        for (int32_t i = k + 1; i < n; i++) multiply(c + 2 * i, c + 2 * k);
        for (int32_t j = k + 1; j < n; j++) {
            double *d = a + 2 * (size_t)j * (size_t)n, *u = d + 2 * k;
            if (u[0] == 0 && u[1] == 0) continue;
            for (int32_t i = k + 1; i < n; i++) subtract(d + 2 * i, c + 2 * i, u);
        }
    }
    return true;
}

void full_solve(const double *a, const int32_t *row, int32_t n, double *v)
{
    for (int32_t k = 0; k < n; k++)
        if (row[k] != k) swap(v + 2 * k, v + 2 * row[k]);
    for (int32_t k = 0; k < n; k++) {
        const double *c = a + 2 * (size_t)k * (size_t)n;
        for (int32_t i = k + 1; i < n; i++) subtract(v + 2 * i, c + 2 * i, v + 2 * k);
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        const double *c = a + 2 * (size_t)k * (size_t)n;
        multiply(v + 2 * k, c + 2 * k);
        for (int32_t i = 0; i < k; i++) subtract(v + 2 * i, c + 2 * i, v + 2 * k);
    }
}

/* ---- Real numbers ---------------------------------------------------------------------------- */

static inline void exchange(double *a, double *b)
{
    double keep = *a;
    *a = *b;
    *b = keep;
}

/* scale[r] := 1/max |a[r, ...]|; a row of zeros will not be a pivot. False: not finite. */
static bool find_scale(const double *a, double *scale, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) scale[i] = 0;
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < n; i++) {
            double size = fabs(a[(size_t)j * (size_t)n + (size_t)i]);
            if (size > scale[i]) scale[i] = size;
            sum += size;
        }
    for (int32_t i = 0; i < n; i++) scale[i] = scale[i] > 0 ? 1 / scale[i] : 0;
    return isfinite(sum);
}

bool full_factor_real(double *a, int32_t *row, double *scale, int32_t n)
{
    if (!find_scale(a, scale, n)) return false;
    for (int32_t k = 0; k < n; k++) {
        double *c = a + (size_t)k * (size_t)n, best = 0;
        for (int32_t i = k; i < n; i++) {
            double s = fabs(c[i]) * scale[i];
            if (s > best) best = s, row[k] = i;
        }
        if (!(best > 0 && isfinite(1 / c[row[k]]))) return false;
        if (row[k] != k) {
            exchange(scale + k, scale + row[k]);
            for (int32_t j = 0; j < n; j++)
                exchange(a + (size_t)j * (size_t)n + k, a + (size_t)j * (size_t)n + row[k]);
        }
        c[k] = 1 / c[k];
        for (int32_t i = k + 1; i < n; i++) c[i] *= c[k];
        for (int32_t j = k + 1; j < n; j++) {
            double *restrict d = a + (size_t)j * (size_t)n, u = d[k];
            const double *restrict l = c;
            if (u == 0) continue;
            for (int32_t i = k + 1; i < n; i++) d[i] -= l[i] * u;
        }
    }
    return true;
}

void full_solve_real(const double *a, const int32_t *row, int32_t n, double *v)
{
    for (int32_t k = 0; k < n; k++)
        if (row[k] != k) exchange(v + k, v + row[k]);
    for (int32_t k = 0; k < n; k++) {
        const double *restrict c = a + (size_t)k * (size_t)n;
        double u = v[k];
        for (int32_t i = k + 1; i < n; i++) v[i] -= c[i] * u;
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        const double *restrict c = a + (size_t)k * (size_t)n;
        double u = v[k] *= c[k];
        for (int32_t i = 0; i < k; i++) v[i] -= c[i] * u;
    }
}
