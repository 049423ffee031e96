/* SPDX-License-Identifier: MIT */
/* inverters.c - the chain of inverters: w_j' = 5 - w_j - 100 (max(u - 1, 0)^2 - max(u - w_j - 1,
 * 0)^2), u = w_(j-1).
 *
 * Squares of maxima are smooth enough (their slopes have kinks, themselves they do not) to be
 * integrated across: no guards. Solvers stop only at the four corners of the input. The Jacobian
 * is lower bidiagonal. */
#include "problem.h"
#include <math.h>

static const double corner[] = {5, 10, 15, 17};

static double input(double t)
{
    if (t < 5) return 0;
    if (t < 10) return t - 5;
    if (t < 15) return 5;
    return t < 17 ? 2.5 * (17 - t) : 0;
}

static double slope(double u, double v)
{
    double a = u - 1, b = u - v - 1;
    a = a > 0 ? a : 0;
    b = b > 0 ? b : 0;
    return 5 - v - 100 * (a * a - b * b);
}

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    int32_t n = p->n;
    dx[0] = slope(input(t), x[0]);
    for (int32_t j = 1; j < n; j++) dx[j] = slope(x[j - 1], x[j]);
}

/* Column j: its own row, then that of the next cell. */
static void jacobian(const struct problem *p, double t, const double *restrict x,
                     double *restrict value)
{
    double u = input(t);
    for (int32_t j = 0; j < p->n; j++) {
        double v = x[j], b = fmax(u - v - 1, 0);
        value[2 * j] = -1 - 200 * b;
        if (j > 0) value[2 * j - 1] = -200 * (fmax(u - 1, 0) - b);
        u = v;
    }
}

static double next(const struct problem *p, double t)
{
    (void)p;
    for (int k = 0; k < 4; k++)
        if (t < corner[k]) return corner[k];
    return INFINITY;
}

static enum problem_change at_time(struct problem *p, double t, double *x)
{
    (void)p, (void)t, (void)x;
    return PROBLEM_KINK;
}

int problem_inverters(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 500;
    if (!problem_new(p, n, 1, 2 * n)) return 0;
    for (int32_t j = 0; j < n; j++) {
        p->x0[j] = j % 2 ? 5 : 6.247e-3;
        problem_entry(p, j, j);
        if (j + 1 < n) problem_entry(p, j + 1, j);
    }
    p->stop = 130;
    p->explicit = 130 * 800 / 3.3;
    p->group[0] = (struct problem_group){"w", 0, n, 1};
    p->f = f;
    p->jacobian = jacobian;
    p->next = next;
    p->at_time = at_time;
    return 1;
}
