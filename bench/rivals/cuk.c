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
#include "lean.h"
#include <math.h>
#include <stdlib.h>

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

/* ---- The lean loop
 *
 * Taylor series of all stages side by side, from switching to switching. With J = iL1 + iL2, D = iL1 - iL2 two modes are
 * stiff and are eliminated:
 *     switch and diode off:  J = (U - uC2)/Roff,               time constant L/Roff = 1e-9 s        (1)
 *     switch and diode on:   uC1 = Ron (D - tau D'),           tau = 2 Ron C = 2e-9 s               (2)
 * and D of (1) and iL1, iL2 of (2) have their equations as always. In the others
 *     iD RD = a J - b uC1,  iD = (1 - b) J - u uC1:  a = RS RD/(RS + RD), b = RD/(RS + RD), u = 1/(RS + RD). */

struct lean_cuk {
    struct solver_run *r;
    struct lean_orders orders;
    int32_t n, order, stiff;
    double t, h;
    double *a, *b, *u;               /* n, by the mode of a stage, with 1/L, 1/L, 1/C */
    double *s;                       /* (LEAN_ORDER + 2) * 3 n: coefficients of iL1, iL2, uC1 */
    double *end, *x;                 /* 3 n: at the end of the segment; 3 n + 1: a sample */
    double *sign, *rs, *lag;         /* n: sign (J RS - uC1 + lag) stays positive */
    double out[LEAN_ORDER + 2], now; /* uC2; at the start of the segment */
    int32_t *both;                   /* stages that are stiff */
};

/* The values of stage j at the start of the segment go where its mode holds them. */
static void settle(struct lean_cuk *c, int32_t j)
{
    const struct cuk *m = c->r->p->data;
    double *x = c->s + j, *y = x + c->n, *z = y + c->n;
    if (!m->closed[j] && !m->conducts[j]) {
        double d = *x - *y, sum = (U - c->now) / ROFF;
        *x = (sum + d) / 2;
        *y = (sum - d) / 2;
    }
    if (m->closed[j] && m->conducts[j]) *z = RON * (*x - *y);
}

static void set_mode(struct lean_cuk *c, int32_t j)
{
    const struct cuk *m = c->r->p->data;
    double s = rs(m, j), d = rd(m, j);
    c->a[j] = s * d / (s + d) / L;
    c->b[j] = d / (s + d) / L;
    c->u[j] = 1 / (s + d) / C;
    c->rs[j] = s;
    c->lag[j] = m->closed[j] && m->conducts[j] ? RON * 2 * RON * C * U / L : 0; /* (2), D' = U/L */
    c->sign[j] = m->conducts[j] ? 1 : -1;
    settle(c, j);
}

static void find_stiff(struct lean_cuk *c)
{
    const struct cuk *m = c->r->p->data;
    c->stiff = 0;
    for (int32_t j = 0; j < c->n; j++)
        if (m->closed[j] == m->conducts[j]) c->both[c->stiff++] = j;
}

/* Coefficient m + 1 of the stages, and their part of that of uC2; f = h/(m + 1). */
static double expand_stages(struct lean_cuk *c, int m, double f, double given)
{
    int32_t n = c->n;
    const double *restrict x = c->s + 3 * n * m, *restrict y = x + n, *restrict z = y + n;
    const double *restrict a = c->a, *restrict b = c->b, *restrict u = c->u;
    double *restrict x1 = c->s + 3 * n * (m + 1), *restrict y1 = x1 + n, *restrict z1 = y1 + n;
    double out = c->out[m] / L, sum = 0;
    for (int32_t j = 0; j < n; j++) {
        double drop = b[j] * z[j] - a[j] * (x[j] + y[j]);
        x1[j] = f * (given - z[j] / L + drop);
        y1[j] = f * (drop - out);
        z1[j] = f * ((1 / C - b[j] * (L / C)) * (x[j] + y[j]) - u[j] * z[j] - y[j] / C);
        sum += y[j];
    }
    return sum;
}

/* (1) and (2) for coefficient m + 1. */
static void expand_stiff(struct lean_cuk *c, int m, double f, double given)
{
    const struct cuk *k = c->r->p->data;
    int32_t n = c->n;
    for (int32_t i = 0; i < c->stiff; i++) {
        double *x = c->s + 3 * n * m + c->both[i], *y = x + n, *z = y + n;
        double *x1 = x + 3 * n, *y1 = y + 3 * n, *z1 = z + 3 * n;
        if (k->closed[c->both[i]]) {
            *z1 = RON * (*x1 - *y1);
        } else {
            double sum = -c->out[m + 1] / ROFF, d = f * (given - (*z - c->out[m]) / L);
            *x1 = (sum + d) / 2;
            *y1 = (sum - d) / 2;
        }
    }
}

/* The series over h, and the end. 0: h is too long. */
static int expand(struct lean_cuk *c, double h)
{
    int32_t all = 3 * c->n;
    double given = U / L, *restrict end = c->end;
    c->h = h;
    c->order = lean_order(&c->orders, h * sqrt((c->n + 2) / (L * C)));
    if (c->order > LEAN_ORDER) return 0;
    c->out[0] = c->now;
    for (int32_t i = 0; i < all; i++) end[i] = c->s[i];
    for (int m = 0; m < c->order; m++) {
        const double *restrict to = c->s + all * (m + 1);
        double f = h / (m + 1), sum = expand_stages(c, m, f, given);
        c->out[m + 1] = f / C * (sum - c->out[m] / RO);
        expand_stiff(c, m, f, given);
        for (int32_t i = 0; i < all; i++) end[i] += to[i];
        given = 0;
    }
    return 1;
}

/* How many guards have changed their signs at the end of the segment. */
static int count_crossed(const struct lean_cuk *c)
{
    const double *restrict x = c->end, *restrict y = x + c->n, *restrict z = y + c->n;
    const double *restrict sign = c->sign, *restrict rs = c->rs, *restrict lag = c->lag;
    int crossed = 0;
    for (int32_t j = 0; j < c->n; j++)
        crossed += (rs[j] * (x[j] + y[j]) - z[j] + lag[j]) * sign[j] < 0;
    return crossed;
}

/* The first diode that changes in the segment; *part: where. */
static int32_t first_crossed(const struct lean_cuk *c, double *part)
{
    const double *x = c->end, *y = x + c->n, *z = y + c->n;
    double g[LEAN_ORDER + 2];
    int32_t first = -1;
    *part = 1;
    for (int32_t j = 0; j < c->n; j++) {
        const double *s = c->s + j;
        double at;
        if ((c->rs[j] * (x[j] + y[j]) - z[j] + c->lag[j]) * c->sign[j] >= 0) continue;
        for (int m = 0; m <= c->order; m++, s += 3 * c->n)
            g[m] = c->rs[j] * (s[0] + s[c->n]) - s[2 * c->n];
        g[0] += c->lag[j];
        at = g[0] * c->sign[j] <= 0 ? 0 : lean_root(g, c->order, 0, *part);
        if (first >= 0 && at >= *part) continue;
        first = j;
        *part = at;
    }
    return first;
}

/* ---- The run of the lean loop */

static void values_at(struct lean_cuk *c, double part)
{
    int32_t all = 3 * c->n;
    double *restrict end = c->end;
    const double *restrict s = c->s + all * c->order;
    for (int32_t i = 0; i < all; i++) end[i] = s[i];
    for (int m = c->order - 1; m >= 0; m--) {
        s -= all;
        for (int32_t i = 0; i < all; i++) end[i] = end[i] * part + s[i];
    }
}

static void lean_sample(struct lean_cuk *c, double until)
{
    for (double t; c->r->samples && !isnan(t = solver_due(c->r, until));) {
        double part = (t - c->t) / c->h;
        values_at(c, part);
        for (int32_t j = 0; j < c->n; j++)
            for (int k = 0; k < THREE; k++) c->x[THREE * j + k] = c->end[k * c->n + j];
        c->x[THREE * c->n] = lean_value(c->out, 1, c->order, part);
        solver_sample(c->r, c->x);
    }
}

static void arrive_at(struct lean_cuk *c, double part, double t)
{
    lean_sample(c, t);
    if (part < 1 || c->r->samples) values_at(c, part);
    for (int32_t i = 0; i < 3 * c->n; i++) c->s[i] = c->end[i];
    c->now = lean_value(c->out, 1, c->order, part);
    c->t = t;
    c->r->stats->steps++;
}

static int go(struct lean_cuk *c, double until)
{
    struct cuk *m = c->r->p->data;
    while (c->t < until) {
        double part = 1;
        int32_t j = -1;
        if (!expand(c, until - c->t)) return 0;
        if (count_crossed(c)) j = first_crossed(c, &part);
        arrive_at(c, part, j >= 0 ? c->t + part * c->h : until);
        if (j < 0) continue;
        m->conducts[j] = !m->conducts[j];
        set_mode(c, j);
        find_stiff(c);
        c->r->stats->events++;
    }
    return 1;
}

static void lean_turn(struct lean_cuk *c, int32_t j, int closed)
{
    struct cuk *m = c->r->p->data;
    const double *x = c->s + j;
    m->closed[j] = (unsigned char)closed;
    m->conducts[j] = (x[0] + x[c->n]) * rs(m, j) - x[2 * c->n] > 0;
    set_mode(c, j);
}

static void tick(struct lean_cuk *c)
{
    struct cuk *m = c->r->p->data;
    int32_t k = m->tick, n = c->n;
    if (k >= n && (k - n) % 4 == 0) lean_turn(c, (k - n) / 4 % n, 0);
    if (k % 4 == 0) lean_turn(c, k / 4 % n, 1);
    do m->tick++;
    while (!is_change(m, m->tick));
    find_stiff(c);
    c->r->stats->events++;
}

static int lean_run(struct lean_cuk *c)
{
    struct problem *p = c->r->p;
    for (int32_t j = 0; j < c->n; j++) set_mode(c, j);
    find_stiff(c);
    for (;;) {
        double stop = next(p, c->t);
        if (!go(c, fmin(stop, p->stop))) return -1;
        if (stop >= p->stop) return 0;
        tick(c);
    }
}

static int lean(struct solver_run *r)
{
    size_t n = (size_t)((const struct cuk *)r->p->data)->stages,
           all = (3 * (LEAN_ORDER + 2) + 12) * n + 1;
    struct lean_cuk *c = calloc(1, sizeof *c + all * sizeof(double) + n * sizeof(int32_t));
    int status = -1;
    if (!c) return -1;
    c->r = r;
    c->n = (int32_t)n;
    c->s = (double *)(c + 1);
    c->a = c->s + 3 * (LEAN_ORDER + 2) * n;
    c->b = c->a + n;
    c->u = c->b + n;
    c->sign = c->u + n;
    c->rs = c->sign + n;
    c->lag = c->rs + n;
    c->end = c->lag + n;
    c->x = c->end + 3 * n;
    c->both = (int32_t *)(c->x + 3 * n + 1);
    lean_orders_of(&c->orders, r->tol);
    status = lean_run(c);
    free(c);
    return status;
}

/* ---- The problem
 * ------------------------------------------------------------------------------------ */

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
    p->lean = lean;
    return 1;
}
