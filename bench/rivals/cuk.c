/* SPDX-License-Identifier: MIT */
/* cuk.c - N interleaved Cuk converters on one load; a stage is iL1, iL2, uC1, and uC2 comes last
 * (an arrow).
 *
 *     iL1' = (U - uC1 - iD RD)/L1     iL2' = (-uC2 - iD RD)/L2     uC1' = (iD - iL2)/C1
 *     iD = ((iL1 + iL2) RS - uC1)/(RS + RD)                         uC2' = (sum iL2 - uC2/Ro)/C2
 *
 * Switches change at instants known beforehand: stage j closes at tick 4 j and opens at tick 4 j
 * + N of a period of 4 N ticks. A diode whose stage has just been switched takes its new mode at
 * once, from the sign of its guard, so that only the end of conduction is left for root finding. */
#include "problem.h"
#include <math.h>

enum { IL1, IL2, UC1, THREE };

static const double U = 24, C = 1e-4, L = 1e-4, RO = 10, RON = 1e-5, ROFF = 1e5, T = 1e-4;

struct cuk {
    int32_t stages, tick; /* tick: of the next change */
    unsigned char *closed, *conducts;
    unsigned char mode[]; /* both */
};

static double rs(const struct cuk *m, int32_t j)
{
    return m->closed[j] ? RON : ROFF;
}

static double rd(const struct cuk *m, int32_t j)
{
    return m->conducts[j] ? RON : ROFF;
}

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    const struct cuk *m = p->data;
    int32_t end = THREE * m->stages;
    double sum = 0, out = x[end];
    (void)t;
    for (int32_t j = 0; j < m->stages; j++, x += THREE, dx += THREE) {
        double s = rs(m, j), d = rd(m, j), i = ((x[IL1] + x[IL2]) * s - x[UC1]) / (s + d);
        dx[IL1] = (U - x[UC1] - i * d) / L;
        dx[IL2] = (-out - i * d) / L;
        dx[UC1] = (i - x[IL2]) / C;
        sum += x[IL2];
    }
    dx[0] = (sum - out / RO) / C;
}

/* Columns of a stage: iL1 (3 rows), iL2 (3 and uC2), uC1 (3); the last column: all iL2, itself. */
static void jacobian(const struct problem *p, double t, const double *x, double *value)
{
    const struct cuk *m = p->data;
    double *v = value;
    (void)t, (void)x;
    for (int32_t j = 0; j < m->stages; j++, v += 10) {
        double s = rs(m, j), d = rd(m, j), part = s / (s + d), u = 1 / (s + d);
        v[0] = v[1] = v[3] = v[4] = -part * d / L;
        v[2] = part / C;
        v[5] = -(d / (s + d)) / C; /* (part - 1)/C */
        v[6] = 1 / C;
        v[7] = -part / L; /* (-1 + u d)/L */
        v[8] = u * d / L;
        v[9] = -u / C;
    }
    for (int32_t j = 0; j < m->stages; j++) *v++ = -1 / L;
    *v = -1 / (RO * C);
}

static void pattern(struct problem *p, int32_t stages)
{
    int32_t end = THREE * stages;
    for (int32_t j = 0; j < end; j++) {
        for (int32_t i = 0; i < THREE; i++) problem_entry(p, j - j % THREE + i, j);
        if (j % THREE == IL2) problem_entry(p, end, j);
    }
    for (int32_t j = 0; j < stages; j++) problem_entry(p, THREE * j + IL2, end);
    problem_entry(p, end, end);
}

static double one_guard(const struct problem *p, double t, const double *x, int32_t k)
{
    const double *s = x + THREE * k;
    (void)t;
    return (s[IL1] + s[IL2]) * rs(p->data, k) - s[UC1];
}

static void all_guards(const struct problem *p, double t, const double *x, double *g)
{
    for (int32_t k = 0; k < p->guards; k++) g[k] = one_guard(p, t, x, k);
}

static enum problem_change at_guard(struct problem *p, double t, double *x, int32_t k, int rises)
{
    struct cuk *m = p->data;
    (void)t, (void)x;
    if (m->conducts[k] == rises) return PROBLEM_SMOOTH;
    m->conducts[k] = (unsigned char)rises;
    return PROBLEM_KINK;
}

static double next(const struct problem *p, double t)
{
    const struct cuk *m = p->data;
    (void)t;
    return m->tick * (T / (4 * m->stages));
}

static void turn(struct problem *p, const double *x, int32_t j, int closed)
{
    struct cuk *m = p->data;
    m->closed[j] = (unsigned char)closed;
    m->conducts[j] = one_guard(p, 0, x, j) > 0;
}

static int is_change(const struct cuk *m, int32_t tick)
{
    return tick % 4 == 0 || (tick >= m->stages && (tick - m->stages) % 4 == 0);
}

static enum problem_change at_time(struct problem *p, double t, double *x)
{
    struct cuk *m = p->data;
    int32_t k = m->tick, n = m->stages;
    (void)t;
    if (k >= n && (k - n) % 4 == 0) turn(p, x, (k - n) / 4 % n, 0);
    if (k % 4 == 0) turn(p, x, k / 4 % n, 1);
    do m->tick++;
    while (!is_change(m, m->tick));
    return PROBLEM_KINK;
}

static void start(struct cuk *m, int32_t n)
{
    m->stages = n;
    m->closed = m->mode;
    m->conducts = m->mode + n;
    m->closed[0] = 1;
    for (int32_t j = 0; j < n; j++) m->conducts[j] = 1;
    for (m->tick = 1; !is_change(m, m->tick);) m->tick++;
}

int problem_cuk(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 4;
    if (!problem_new(p, THREE * n + 1, sizeof(struct cuk) + 2 * (size_t)n, 11 * n + 1)) return 0;
    start(p->data, n);
    pattern(p, n);
    p->stop = 0.02;
    p->linear = 1;
    p->explicit = INFINITY; /* L/Roff is 1e-9 or 1e-10 s */
    p->stops = 600.0 * n;
    p->group[0] = (struct problem_group){"iL1", IL1, n, THREE};
    p->group[1] = (struct problem_group){"iL2", IL2, n, THREE};
    p->group[2] = (struct problem_group){"uC1", UC1, n, THREE};
    p->group[3] = (struct problem_group){"uC2", THREE * n, 1, 1};
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
