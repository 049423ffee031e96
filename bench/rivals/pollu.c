/* SPDX-License-Identifier: MIT */
/* pollu.c - the chemistry of air pollution: 20 reactants, 25 reactions of one or two of them. The
 * table says what a reaction takes and makes; derivatives and Jacobian follow from it. */
#include "problem.h"
#include <string.h>

enum { N = 20, REACTIONS = 25, SIDES = 5 };

/* rate = k y[a] y[b]; b = 0: k y[a]. change: pairs of reactant and how many, 0 ends. */
static const struct reaction {
    double k;
    signed char a, b, change[2 * SIDES];
} reaction[REACTIONS] = {{0.35, 1, 0, {1, -1, 2, 1, 3, 1}},
                         {26.6, 2, 4, {1, 1, 2, -1, 4, -1}},
                         {1.23e4, 5, 2, {1, 1, 2, -1, 5, -1, 6, 1}},
                         {8.6e-4, 7, 0, {5, 2, 7, -1, 8, 1}},
                         {8.2e-4, 7, 0, {7, -1, 8, 1}},
                         {1.5e4, 7, 6, {5, 1, 6, -1, 7, -1, 8, 1}},
                         {1.3e-4, 9, 0, {5, 1, 8, 1, 9, -1, 10, 1}},
                         {2.4e4, 9, 6, {6, -1, 9, -1, 11, 1}},
                         {1.65e4, 11, 2, {1, 1, 2, -1, 10, 1, 11, -1, 12, 1}},
                         {9e3, 11, 1, {1, -1, 11, -1, 13, 1}},
                         {0.022, 13, 0, {1, 1, 11, 1, 13, -1}},
                         {1.2e4, 10, 2, {1, 1, 2, -1, 10, -1, 14, 1}},
                         {1.88, 14, 0, {5, 1, 7, 1, 14, -1}},
                         {1.63e4, 1, 6, {1, -1, 6, -1, 15, 1}},
                         {4.8e6, 3, 0, {3, -1, 4, 1}},
                         {3.5e-4, 4, 0, {4, -1, 16, 1}},
                         {0.0175, 4, 0, {3, 1, 4, -1}},
                         {1e8, 16, 0, {6, 2, 16, -1}},
                         {4.44e11, 16, 0, {3, 1, 16, -1}},
                         {1.24e3, 17, 6, {5, 1, 6, -1, 17, -1, 18, 1}},
                         {2.1, 19, 0, {2, 1, 19, -1}},
                         {5.78, 19, 0, {1, 1, 3, 1, 19, -1}},
                         {0.0474, 1, 4, {1, -1, 4, -1, 19, 1}},
                         {1.78e3, 19, 1, {1, -1, 19, -1, 20, 1}},
                         {3.12, 20, 0, {1, 1, 19, 1, 20, -1}}};

static void add(const struct reaction *r, double amount, double *to)
{
    for (int k = 0; k < 2 * SIDES && r->change[k]; k += 2)
        to[r->change[k] - 1] += r->change[k + 1] * amount;
}

static void f(const struct problem *p, double t, const double *y, double *d)
{
    (void)p, (void)t;
    memset(d, 0, N * sizeof *d);
    for (int k = 0; k < REACTIONS; k++) {
        const struct reaction *r = &reaction[k];
        add(r, r->k * y[r->a - 1] * (r->b ? y[r->b - 1] : 1), d);
    }
}

static void jacobian(const struct problem *p, double t, const double *y, double *v)
{
    (void)p, (void)t;
    memset(v, 0, N * N * sizeof *v);
    for (int k = 0; k < REACTIONS; k++) {
        const struct reaction *r = &reaction[k];
        add(r, r->k * (r->b ? y[r->b - 1] : 1), v + N * (r->a - 1));
        if (r->b) add(r, r->k * y[r->a - 1], v + N * (r->b - 1));
    }
}

int problem_pollu(struct problem *p, const struct rival_case *c)
{
    (void)c;
    if (!problem_new(p, N, 1, N * N)) return 0;
    p->scale = problem_scales(N, 1e-6);
    if (!p->scale) return 0;
    for (int32_t j = 0; j < N; j++)
        for (int32_t i = 0; i < N; i++) problem_entry(p, i, j);
    p->x0[1] = 0.2, p->x0[3] = 0.04, p->x0[6] = 0.1, p->x0[7] = 0.3, p->x0[8] = 0.01;
    p->x0[16] = 0.007;
    p->stop = 60;
    p->explicit = 60 * 4.44e11;
    p->group[0] = (struct problem_group){"y", 0, N, 1};
    p->f = f;
    p->jacobian = jacobian;
    return 1;
}
