/* SPDX-License-Identifier: MIT */
/* tline.c - a line of n sections with a nonlinear load: phi_j' = u_(j-1) - u_j, u_j' = phi_j -
 * phi_(j+1), and at the end u_n' = phi_n - (10000 u_n)^3. In the order phi_1, u_1, phi_2, u_2
 * ... each state sees its two neighbours: tridiagonal. The pulse at the entry ends at t = 10. */
#include "problem.h"
#include <math.h>

static double entry(const struct problem *p)
{
    return *(const double *)p->data;
}

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    int32_t n = p->n;
    double load = 1e4 * x[n - 1];
    (void)t;
    dx[0] = entry(p) - x[1];
    for (int32_t i = 1; i < n - 1; i++) dx[i] = x[i - 1] - x[i + 1];
    dx[n - 1] = x[n - 2] - load * load * load;
}

static void jacobian(const struct problem *p, double t, const double *restrict x,
                     double *restrict value)
{
    int32_t n = p->n;
    (void)t;
    for (int32_t j = 0; j < n; j++) {
        if (j > 0) *value++ = -1;
        *value++ = j == n - 1 ? -3e12 * x[j] * x[j] : 0;
        if (j < n - 1) *value++ = 1;
    }
}

static double next(const struct problem *p, double t)
{
    (void)p;
    return t < 10 ? 10 : INFINITY;
}

static enum problem_change at_time(struct problem *p, double t, double *x)
{
    (void)t, (void)x;
    *(double *)p->data = 0;
    return PROBLEM_KINK;
}

int problem_tline(struct problem *p, const struct rival_case *c)
{
    int32_t sections = c->size > 0 ? c->size : 40, n = 2 * sections;
    if (!problem_new(p, n, sizeof(double), 3 * n)) return 0;
    *(double *)p->data = 10;
    p->scale = problem_scales(n, 1);
    if (!p->scale) return 0;
    p->scale[n - 1] = 1e-3;
    for (int32_t j = 0; j < n; j++) {
        if (j > 0) problem_entry(p, j - 1, j);
        problem_entry(p, j, j);
        if (j < n - 1) problem_entry(p, j + 1, j);
    }
    p->stop = 500;
    p->explicit = 500 * 1e5 / 3.3;
    p->group[0] = (struct problem_group){"phi", 0, sections, 2};
    p->group[1] = (struct problem_group){"u", 1, sections, 2};
    p->f = f;
    p->jacobian = jacobian;
    p->next = next;
    p->at_time = at_time;
    return 1;
}
