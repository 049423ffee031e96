/* SPDX-License-Identifier: MIT */
/* line.c - two problems on a line of cells, two states in each, one after the other: the Brusselator
 * with diffusion, and Medical Akzo Nobel, a substance that penetrates a tissue. Their Jacobians have
 * two bands on each side. */
#include "problem.h"
#include <math.h>

/* Rows of the column of state k: its own kind in the neighbouring cells (not for akzo's second kind),
 * and both kinds in its own cell. Ascending; how many. */
static int rows_of(const struct problem *p, int32_t k, int alone, int32_t *row)
{
    int32_t cell = k - k % 2;
    int count = 0;
    if (!alone && k >= 2) row[count++] = k - 2;
    row[count++] = cell;
    row[count++] = cell + 1;
    if (!alone && k + 2 < p->n) row[count++] = k + 2;
    return count;
}

static int make(struct problem *p, int32_t cells, size_t data, int only_first)
{
    int32_t row[4];
    if (!problem_new(p, 2 * cells, data, 8 * cells)) return 0;
    for (int32_t k = 0; k < p->n; k++) {
        int count = rows_of(p, k, only_first && k % 2, row);
        for (int m = 0; m < count; m++) problem_entry(p, row[m], k);
    }
    p->group[0] = (struct problem_group){"u", 0, cells, 2};
    p->group[1] = (struct problem_group){"v", 1, cells, 2};
    return 1;
}

/* ---- The Brusselator ------------------------------------------------------------------------- */

static double bruss_rate(const struct problem *p)
{
    double n = p->n / 2 + 1;
    return 0.02 * n * n;
}

static void bruss_f(const struct problem *p, double t, const double *restrict x,
                    double *restrict dx)
{
    double w = bruss_rate(p);
    (void)t;
    for (int32_t k = 0; k < p->n; k += 2) {
        double u = x[k], v = x[k + 1], turn = u * u * v;
        double u0 = k > 0 ? x[k - 2] : 1, v0 = k > 0 ? x[k - 1] : 3;
        double u1 = k + 2 < p->n ? x[k + 2] : 1, v1 = k + 2 < p->n ? x[k + 3] : 3;
        dx[k] = 1 + turn - 4 * u + w * (u0 - 2 * u + u1);
        dx[k + 1] = 3 * u - turn + w * (v0 - 2 * v + v1);
    }
}

static void bruss_jacobian(const struct problem *p, double t, const double *x, double *value)
{
    double w = bruss_rate(p);
    (void)t;
    for (int32_t k = 0; k < p->n; k++) {
        int32_t cell = k - k % 2;
        double u = x[cell], v = x[cell + 1];
        if (k >= 2) *value++ = w;
        *value++ = k % 2 ? u * u : 2 * u * v - 4 - 2 * w;
        *value++ = k % 2 ? -u * u - 2 * w : 3 - 2 * u * v;
        if (k + 2 < p->n) *value++ = w;
    }
}

int problem_brusselator(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 500;
    if (!make(p, n, 1, 0)) return 0;
    for (int32_t i = 0; i < n; i++) {
        p->x0[2 * i] = 1 + sin(2 * 3.14159265358979323846 * (i + 1) / (n + 1));
        p->x0[2 * i + 1] = 3;
    }
    p->stop = 10;
    p->explicit = 10 * 4 * bruss_rate(p) / 3.3;
    p->f = bruss_f;
    p->jacobian = bruss_jacobian;
    return 1;
}

/* ---- Medical Akzo Nobel ---------------------------------------------------------------------- */

struct akzo {
    double supply;
};
static const double BINDS = 100, C = 4, SUPPLY_ENDS = 5;

/* Factors of what u of cell j receives from the cells before and behind it. */
static void akzo_factors(const struct problem *p, int32_t j, double *before, double *behind)
{
    double n = p->n / 2, d = 1 / n, left = (j + 1) * d - 1;
    double drift = 2 * left * left * left / (C * C) / (2 * d);
    double spread = left * left * left * left / (C * C) / (d * d);
    *before = spread - drift;
    *behind = spread + drift;
}

static void akzo_f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    const struct akzo *a = p->data;
    (void)t;
    for (int32_t k = 0; k < p->n; k += 2) {
        double bound = BINDS * x[k] * x[k + 1], before, behind;
        dx[k] = dx[k + 1] = -bound;
        if (k + 2 == p->n) continue;
        akzo_factors(p, k / 2, &before, &behind);
        dx[k] += before * ((k > 0 ? x[k - 2] : a->supply) - x[k]) + behind * (x[k + 2] - x[k]);
    }
}

static void akzo_jacobian(const struct problem *p, double t, const double *x, double *value)
{
    (void)t;
    for (int32_t k = 0; k < p->n; k++) {
        int32_t cell = k - k % 2;
        double before = 0, behind = 0, from, to, by = BINDS * x[k % 2 ? cell : cell + 1], unused;
        if (k % 2) {
            *value++ = -by;
            *value++ = -by;
            continue;
        }
        if (cell + 2 < p->n) akzo_factors(p, cell / 2, &before, &behind);
        if (cell >= 2) {
            akzo_factors(p, cell / 2 - 1, &unused, &to);
            *value++ = to;
        }
        *value++ = -before - behind - by;
        *value++ = -by;
        if (cell + 2 == p->n) continue;
        from = 0;
        if (cell + 4 < p->n) akzo_factors(p, cell / 2 + 1, &from, &unused);
        *value++ = from;
    }
}

static double akzo_next(const struct problem *p, double t)
{
    (void)p;
    return t < SUPPLY_ENDS ? SUPPLY_ENDS : INFINITY;
}

static enum problem_change akzo_at_time(struct problem *p, double t, double *x)
{
    (void)t, (void)x;
    ((struct akzo *)p->data)->supply = 0;
    return PROBLEM_KINK;
}

int problem_akzo(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 200;
    if (!make(p, n, sizeof(struct akzo), 1)) return 0;
    ((struct akzo *)p->data)->supply = 2;
    for (int32_t i = 0; i < n; i++) p->x0[2 * i + 1] = 1;
    p->stop = 20;
    p->explicit = 20 * 4.0 * n * n / (C * C) / 3.3;
    p->stops = 1;
    p->f = akzo_f;
    p->jacobian = akzo_jacobian;
    p->next = akzo_next;
    p->at_time = akzo_at_time;
    return 1;
}
