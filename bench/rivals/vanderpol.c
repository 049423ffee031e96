/* SPDX-License-Identifier: MIT */
/* vanderpol.c - x1' = x2, x2' = mu (1 - x1^2) x2 - x1, from (2, 0). The parameter is mu = 1000. */
#include "problem.h"
#include <math.h>

static void f(const struct problem *p, double t, const double *x, double *dx)
{
    double mu = *(const double *)p->data;
    (void)t;
    dx[0] = x[1];
    dx[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
}

static void jacobian(const struct problem *p, double t, const double *x, double *value)
{
    double mu = *(const double *)p->data;
    (void)t;
    value[0] = 0;
    value[1] = -2 * mu * x[0] * x[1] - 1;
    value[2] = 1;
    value[3] = mu * (1 - x[0] * x[0]);
}

int problem_vanderpol(struct problem *p, const struct rival_case *c)
{
    double mu = isnan(c->parameter) ? 1000 : c->parameter;
    if (!problem_new(p, 2, sizeof mu, 4)) return 0;
    *(double *)p->data = mu;
    p->scale = problem_scales(2, 1e-3);
    if (!p->scale) return 0;
    p->x0[0] = 2;
    for (int32_t j = 0; j < 2; j++)
        for (int32_t i = 0; i < 2; i++) problem_entry(p, i, j);
    p->stop = 4000;
    p->explicit = 4000 * 3 * mu / 3.3;
    p->group[0] = (struct problem_group){"x1", 0, 1, 1};
    p->group[1] = (struct problem_group){"x2", 1, 1, 1};
    p->f = f;
    p->jacobian = jacobian;
    return 1;
}
