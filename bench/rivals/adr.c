/* SPDX-License-Identifier: MIT */
/* adr.c - advection, diffusion and reaction on N points, u_0 = 1, mirrored at the other end:
 *
 *     u_i' = -a (u_i - u_(i-1))/dx + d (u_(i+1) - 2 u_i + u_(i-1))/dx^2 + r (u_i^2 - u_i^3).
 *
 * Tridiagonal; no events. The parameter is d. */
#include "problem.h"
#include <math.h>

struct adr {
    double left, right; /* a/dx + d/dx^2, d/dx^2 */
};

enum { A = 1, R = 1000 };

static double slope(const struct adr *m, double before, double u, double after)
{
    return m->left * (before - u) + m->right * (after - u) + R * u * u * (1 - u);
}

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    struct adr m = *(const struct adr *)p->data;
    int32_t n = p->n;
    (void)t;
    dx[0] = slope(&m, 1, x[0], x[1]);
    for (int32_t i = 1; i < n - 1; i++) dx[i] = slope(&m, x[i - 1], x[i], x[i + 1]);
    dx[n - 1] = slope(&m, x[n - 2], x[n - 1], x[n - 2]);
}

static void jacobian(const struct problem *p, double t, const double *restrict x,
                     double *restrict value)
{
    struct adr m = *(const struct adr *)p->data;
    int32_t n = p->n;
    (void)t;
    for (int32_t j = 0; j < n; j++) {
        double u = x[j];
        if (j > 0) *value++ = m.right;
        *value++ = -m.left - m.right + R * u * (2 - 3 * u);
        if (j < n - 1) *value++ = j == n - 2 ? m.left + m.right : m.left;
    }
}

int problem_adr(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 1000;
    double d = isnan(c->parameter) ? 0.001 : c->parameter, dx = 10.0 / n;
    if (n < 3 || !problem_new(p, n, sizeof(struct adr), 3 * n)) return 0;
    *(struct adr *)p->data = (struct adr){A / dx + d / (dx * dx), d / (dx * dx)};
    for (int32_t j = 0; j < n; j++) {
        p->x0[j] = j < n / 5;
        if (j > 0) problem_entry(p, j - 1, j);
        problem_entry(p, j, j);
        if (j < n - 1) problem_entry(p, j + 1, j);
    }
    p->stop = 10;
    p->explicit = 10 * (2 * A / dx + 4 * d / (dx * dx) + R) / 3.3;
    p->group[0] = (struct problem_group){"u", 0, n, 1};
    p->f = f;
    p->jacobian = jacobian;
    return 1;
}
