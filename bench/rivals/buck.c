/* SPDX-License-Identifier: MIT */
/* buck.c - N interleaved buck converters on one capacitor; buck is the one with N = 1 and an
 * empty capacitor.
 *
 *     IL_j' = (VD_j - VC)/L     VC' = (sum IL - VC/R)/C
 *     VD_j = RD_j (U - RLL_j IL_j)/(RLL_j + RD_j)
 *
 * States IL_1..IL_N, VC. Stage j closes at ticks 2 j of a period of 2 N ticks and opens N ticks
 * later. A diode whose stage has just been switched takes its mode at once, from the sign of its
 * guard U - RLL IL; only the end of conduction is a root to be found. */
#include "problem.h"
#include <math.h>

static const double U = 24, C = 1e-4, L = 1e-4, RON = 1e-6, ROFF = 1e6, T = 1e-4;

struct buck {
    int32_t stages, tick;
    double load; /* 1/R */
    unsigned char *closed, *conducts;
    unsigned char mode[];
};

static double rs(const struct buck *m, int32_t j)
{
    return m->closed[j] ? RON : ROFF;
}

static double rd(const struct buck *m, int32_t j)
{
    return m->conducts[j] ? RON : ROFF;
}

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    const struct buck *m = p->data;
    int32_t n = m->stages;
    double sum = 0, out = x[n];
    (void)t;
    for (int32_t j = 0; j < n; j++) {
        double s = rs(m, j), d = rd(m, j);
        dx[j] = (d * (U - s * x[j]) / (s + d) - out) / L;
        sum += x[j];
    }
    dx[n] = (sum - out * m->load) / C;
}

/* Column of a stage: itself, VC; the last one: all stages, itself. */
static void jacobian(const struct problem *p, double t, const double *x, double *v)
{
    const struct buck *m = p->data;
    (void)t, (void)x;
    for (int32_t j = 0; j < m->stages; j++) {
        double s = rs(m, j), d = rd(m, j);
        *v++ = -d * s / (s + d) / L;
        *v++ = 1 / C;
    }
    for (int32_t j = 0; j < m->stages; j++) *v++ = -1 / L;
    *v = -m->load / C;
}

static double one_guard(const struct problem *p, double t, const double *x, int32_t k)
{
    (void)t;
    return U - rs(p->data, k) * x[k];
}

static void all_guards(const struct problem *p, double t, const double *x, double *g)
{
    for (int32_t k = 0; k < p->guards; k++) g[k] = one_guard(p, t, x, k);
}

static enum problem_change at_guard(struct problem *p, double t, double *x, int32_t k, int rises)
{
    struct buck *m = p->data;
    (void)t, (void)x;
    if (m->conducts[k] == !rises) return PROBLEM_SMOOTH;
    m->conducts[k] = !rises;
    return PROBLEM_KINK;
}

static double next(const struct problem *p, double t)
{
    const struct buck *m = p->data;
    (void)t;
    return m->tick * (T / (2 * m->stages));
}

static void turn(struct problem *p, const double *x, int32_t j, int closed)
{
    struct buck *m = p->data;
    m->closed[j] = (unsigned char)closed;
    m->conducts[j] = one_guard(p, 0, x, j) <= 0;
}

static int is_change(const struct buck *m, int32_t tick)
{
    return tick % 2 == 0 || (tick >= m->stages && (tick - m->stages) % 2 == 0);
}

static enum problem_change at_time(struct problem *p, double t, double *x)
{
    struct buck *m = p->data;
    int32_t k = m->tick, n = m->stages;
    (void)t;
    if (k >= n && (k - n) % 2 == 0) turn(p, x, (k - n) / 2 % n, 0);
    if (k % 2 == 0) turn(p, x, k / 2 % n, 1);
    do m->tick++;
    while (!is_change(m, m->tick));
    return PROBLEM_KINK;
}

static void start(struct buck *m, int32_t n)
{
    m->stages = n;
    m->load = n / 10.0;
    m->closed = m->mode;
    m->conducts = m->mode + n;
    m->closed[0] = 1;
    for (m->tick = 1; !is_change(m, m->tick);) m->tick++;
}

static int make(struct problem *p, int32_t n, double charge)
{
    if (!problem_new(p, n + 1, sizeof(struct buck) + 2 * (size_t)n, 3 * n + 1)) return 0;
    start(p->data, n);
    for (int32_t j = 0; j < n; j++) {
        problem_entry(p, j, j);
        problem_entry(p, n, j);
    }
    for (int32_t j = 0; j <= n; j++) problem_entry(p, j, n);
    p->x0[n] = charge;
    p->stop = 0.01;
    p->linear = 1;
    p->explicit = INFINITY; /* L/Roff is 1e-9 or 1e-10 s */
    p->stops = 300.0 * n;
    p->group[0] = (struct problem_group){"IL", 0, n, 1};
    p->group[1] = (struct problem_group){"VC", n, 1, 1};
    p->f = f;
    p->jacobian = jacobian;
    p->guards = n;
    p->all_guards = all_guards;
    p->one_guard = one_guard;
    p->at_guard = at_guard;
    p->next = next;
    p->at_time = at_time;
    return 1;
}

int problem_buck(struct problem *p, const struct rival_case *c)
{
    (void)c;
    return make(p, 1, 0);
}

int problem_buckn(struct problem *p, const struct rival_case *c)
{
    return make(p, c->size > 0 ? c->size : 4, 12);
}
