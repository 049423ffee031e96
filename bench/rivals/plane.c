/* SPDX-License-Identifier: MIT */
/* plane.c - two problems on a square of N by N cells (bench/classics): a heated plate with a
 * thermostat, insulated at two sides, and the Brusselator with periodic sides. Cell (i, j) has the
 * number i N + j; the Brusselator has two states in each. */
#include "problem.h"
#include <math.h>

struct plane {
    int32_t side;
    double on;
};

static struct plane *plane_of(const struct problem *p)
{
    return p->data;
}

/* ---- The plate ------------------------------------------------------------------------------- */

static const double LOSS = 2, POWER = 4, LOW = 0.45, HIGH = 0.5;

/* How many neighbours a cell has, and what it loses. */
static double rate(const struct plane *d, int32_t i, int32_t j)
{
    int32_t n = d->side;
    double neighbours = (i > 0) + (i < n - 1) + (j > 0) + (j < n - 1);
    return -neighbours * n * n - (j == n - 1 ? LOSS * n : 0);
}

static void heat_f(const struct problem *p, double t, const double *restrict u, double *restrict du)
{
    const struct plane *d = plane_of(p);
    int32_t n = d->side;
    double c = (double)n * n, heat = n * POWER * d->on;
    (void)t;
    for (int32_t i = 0; i < n; i++) {
        const double *m = u + i * n, *above = i > 0 ? m - n : m, *below = i < n - 1 ? m + n : m;
        double *dm = du + i * n;
        for (int32_t j = 1; j < n - 1; j++)
            dm[j] = c * (m[j - 1] + m[j + 1] + above[j] + below[j] - 4 * m[j]);
        dm[0] = c * (m[1] + above[0] + below[0] - 3 * m[0]) + heat;
        dm[n - 1] =
            c * (m[n - 2] + above[n - 1] + below[n - 1] - 3 * m[n - 1]) - n * LOSS * m[n - 1];
    }
}

/* The rows of a column, ascending, into row; how many. */
static int neighbours(const struct plane *d, int32_t i, int32_t j, int32_t *row)
{
    int32_t n = d->side, k = i * n + j;
    int count = 0;
    if (i > 0) row[count++] = k - n;
    if (j > 0) row[count++] = k - 1;
    row[count++] = k;
    if (j < n - 1) row[count++] = k + 1;
    if (i < n - 1) row[count++] = k + n;
    return count;
}

static void heat_jacobian(const struct problem *p, double t, const double *x, double *value)
{
    const struct plane *d = plane_of(p);
    double c = (double)d->side * d->side;
    (void)t, (void)x;
    for (int32_t i = 0; i < d->side; i++)
        for (int32_t j = 0; j < d->side; j++) {
            int32_t row[5];
            int count = neighbours(d, i, j, row);
            for (int k = 0; k < count; k++)
                *value++ = row[k] == i * d->side + j ? rate(d, i, j) : c;
        }
}

static int32_t sensor(const struct plane *d)
{
    int32_t middle = d->side / 2 - 1;
    return middle * d->side + middle;
}

static double heat_guard(const struct problem *p, double t, const double *x, int32_t k)
{
    const struct plane *d = plane_of(p);
    (void)t;
    return x[sensor(d)] - (k ? LOW : HIGH);
}

static void heat_guards(const struct problem *p, double t, const double *x, double *g)
{
    for (int32_t k = 0; k < 2; k++) g[k] = heat_guard(p, t, x, k);
}

static int heat_reads(const struct problem *p, int32_t k, int32_t *i)
{
    (void)k;
    *i = sensor(plane_of(p));
    return 1;
}

static enum problem_change heat_switch(struct problem *p, double t, double *x, int32_t k, int rises)
{
    struct plane *d = p->data;
    double was = d->on;
    (void)t, (void)x;
    if (k == 0 && rises) d->on = 0;
    if (k == 1 && !rises) d->on = 1;
    return d->on == was ? PROBLEM_SMOOTH : PROBLEM_KINK;
}

int problem_heat(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 100, row[5];
    if (!problem_new(p, n * n, sizeof(struct plane), 5 * n * n)) return 0;
    p->scale = problem_scales(n * n, 1e-3);
    if (!p->scale) return 0;
    *plane_of(p) = (struct plane){n, 1};
    for (int32_t k = 0; k < n * n; k++) {
        int count = neighbours(plane_of(p), k / n, k % n, row);
        for (int m = 0; m < count; m++) problem_entry(p, row[m], k);
    }
    p->linear = 1;
    p->stop = 2;
    p->explicit = 2 * 8.0 * n * n / 3.3;
    p->stops = 20;
    p->group[0] = (struct problem_group){"near", sensor(plane_of(p)) - n / 2 + 1, 1, 1};
    p->group[1] = (struct problem_group){"middle", sensor(plane_of(p)), 1, 1};
    p->group[2] = (struct problem_group){"far", sensor(plane_of(p)) + n - n / 2, 1, 1};
    p->f = heat_f;
    p->jacobian = heat_jacobian;
    p->guards = 2;
    p->all_guards = heat_guards;
    p->one_guard = heat_guard;
    p->guard_reads = heat_reads;
    p->at_guard = heat_switch;
    return 1;
}

/* ---- The Brusselator ------------------------------------------------------------------------- */

static const double DIFFUSIVITY = 0.1;

static int32_t wrap(int32_t k, int32_t n)
{
    return k < 0 ? k + n : k >= n ? k - n : k;
}

static double inside(int32_t i, int32_t j, int32_t n)
{
    double x = (double)i / n - 0.3, y = (double)j / n - 0.6;
    return x * x + y * y <= 0.01 ? 5 : 0;
}

static void bruss_f(const struct problem *p, double t, const double *restrict x,
                    double *restrict dx)
{
    const struct plane *d = plane_of(p);
    int32_t n = d->side;
    double c = DIFFUSIVITY * n * n;
    (void)t;
    for (int32_t i = 0; i < n; i++) {
        const double *m = x + 2 * i * n, *up = x + 2 * wrap(i - 1, n) * n,
                     *low = x + 2 * wrap(i + 1, n) * n;
        double *dm = dx + 2 * i * n;
        for (int32_t j = 0; j < n; j++) {
            int32_t l = 2 * wrap(j - 1, n), r = 2 * wrap(j + 1, n), k = 2 * j;
            double u = m[k], v = m[k + 1], turn = u * u * v;
            dm[k] = 1 + turn - 4.4 * u + c * (m[l] + m[r] + up[k] + low[k] - 4 * u);
            dm[k + 1] = 3.4 * u - turn + c * (m[l + 1] + m[r + 1] + up[k + 1] + low[k + 1] - 4 * v);
            if (d->on > 0) dm[k] += d->on * inside(i, j, n);
        }
    }
}

/* Of the column of u or v of a cell: rows of the same kind in the cell and its neighbours, and the
 * other row of the cell. Ascending. */
static int bruss_rows(const struct plane *d, int32_t cell, int kind, int32_t *row)
{
    int32_t n = d->side, i = cell / n, j = cell % n;
    int32_t list[6] = {2 * (wrap(i - 1, n) * n + j) + kind,
                       2 * (wrap(i + 1, n) * n + j) + kind,
                       2 * (i * n + wrap(j - 1, n)) + kind,
                       2 * (i * n + wrap(j + 1, n)) + kind,
                       2 * cell,
                       2 * cell + 1};
    for (int a = 0; a < 6; a++) {
        int b = a;
        for (; b > 0 && row[b - 1] > list[a]; b--) row[b] = row[b - 1];
        row[b] = list[a];
    }
    return 6;
}

static void bruss_jacobian(const struct problem *p, double t, const double *x, double *value)
{
    const struct plane *d = plane_of(p);
    double c = DIFFUSIVITY * d->side * d->side;
    int32_t row[6];
    (void)t;
    for (int32_t k = 0; k < p->n; k++) {
        int32_t cell = k / 2;
        int kind = k % 2;
        double u = x[2 * cell], v = x[2 * cell + 1];
        bruss_rows(d, cell, kind, row);
        for (int m = 0; m < 6; m++) {
            double entry = c;
            if (row[m] == 2 * cell) entry = kind ? u * u : 2 * u * v - 4.4 - 4 * c;
            if (row[m] == 2 * cell + 1) entry = kind ? -u * u - 4 * c : 3.4 - 2 * u * v;
            *value++ = entry;
        }
    }
}

static double bruss_next(const struct problem *p, double t)
{
    (void)p;
    return t < 1.1 ? 1.1 : INFINITY;
}

static enum problem_change bruss_disturb(struct problem *p, double t, double *x)
{
    (void)t, (void)x;
    plane_of(p)->on = 1;
    return PROBLEM_KINK;
}

int problem_bruss2d(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 32, middle = (n / 2 - 1) * (n + 1), row[6];
    if (!problem_new(p, 2 * n * n, sizeof(struct plane), 12 * n * n)) return 0;
    *plane_of(p) = (struct plane){n, 0};
    for (int32_t k = 0; k < p->n; k++) {
        int32_t cell = k / 2;
        double y = (double)(cell % n) / n, z = (double)(cell / n) / n;
        p->x0[k] = k % 2 ? 27 * z * pow(1 - z, 1.5) : 22 * y * pow(1 - y, 1.5);
        bruss_rows(plane_of(p), cell, k % 2, row);
        for (int m = 0; m < 6; m++) problem_entry(p, row[m], k);
    }
    p->stop = 11.5;
    p->explicit = 11.5 * 8 * DIFFUSIVITY * n * n / 3.3;
    p->stops = 1;
    p->group[0] = (struct problem_group){"u1", 0, 1, 1};
    p->group[1] = (struct problem_group){"v1", 1, 1, 1};
    p->group[2] = (struct problem_group){"u2", 2 * middle, 1, 1};
    p->group[3] = (struct problem_group){"v2", 2 * middle + 1, 1, 1};
    p->f = bruss_f;
    p->jacobian = bruss_jacobian;
    p->next = bruss_next;
    p->at_time = bruss_disturb;
    return 1;
}
