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
#include "lean.h"
#include <math.h>
#include <stdlib.h>

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

/* ---- The lean loop
 *
 * A stage carries current through its switch (ON) or its diode (FREE), with the same resistance; if neither conducts
 * (OFF), its current follows the voltage at once (time constant 1e-10 s): IL = 2 (U/2 - VC)/Roff. Of the k that carry
 * current only the sum S matters to the load:
 *     S' = sum u_j - a S - k VC/L,   C VC' = S + off (U - 2 VC)/Roff - VC/R,   a = Ron Roff/(Ron + Roff)/L
 * and a stage differs from S/k by d_j, d_j' = u_j - sum u/k - a d_j. So a segment between two switchings costs one series
 * of two unknowns and a product per stage. VC > 0 makes the current of a diode fall: it ends at most once. */

enum lean_mode { ON, FREE, OFF };

struct lean_buck {
    struct solver_run *r;
    struct lean_orders orders;
    int32_t n, carry, order;     /* carry: k */
    double decay, given[2];      /* a; u of ON and of FREE */
    double t, vc, sum, drive, h; /* drive: sum u_j; h: the segment */
    double s[LEAN_ORDER + 2], v[LEAN_ORDER + 2];
    double *il, *to, *u,
        *least; /* n; to: at the end; least: current at which the diode ends, -1e9: not FREE */
    double *x;  /* n + 1: a sample */
    unsigned char *mode;
};

static void set_mode(struct lean_buck *b, int32_t j, enum lean_mode mode)
{
    int before = b->mode[j] != OFF, now = mode != OFF;
    if (before) b->drive -= b->u[j];
    if (before && !now) b->sum -= b->il[j];
    if (!before && now) b->sum += b->il[j];
    b->carry += now - before;
    b->u[j] = now ? b->given[mode] : 0;
    b->least[j] = mode == FREE ? U / ROFF : -1e9;
    if (now) b->drive += b->u[j];
    b->mode[j] = (unsigned char)mode;
}

static double rest_current(double vc)
{
    return (U - 2 * vc) / ROFF;
}

/* The series of S and VC over h. 0: h is too long. */
static int expand(struct lean_buck *b, double h)
{
    const struct buck *m = b->r->p->data;
    double off = b->n - b->carry, k = b->carry, *s = b->s, *v = b->v,
           load = m->load + 2 * off / ROFF;
    double given = b->drive * h, offset = off * U / ROFF * h / C;
    b->h = h;
    b->order = lean_order(&b->orders, h * sqrt((k + 1) / (L * C)));
    if (b->order > LEAN_ORDER) return 0;
    s[0] = b->sum;
    v[0] = b->vc;
    for (int i = 0; i < b->order; i++) {
        double f = h / (i + 1);
        s[i + 1] = given - f * (b->decay * s[i] + k / L * v[i]);
        v[i + 1] = offset + f / C * (s[i] - v[i] * load);
        given = offset = 0;
    }
    return 1;
}

/* Currents at the part s of the segment. How many diodes have ended before. */
static int currents(struct lean_buck *b, double s)
{
    double z = b->decay * b->h * s, keep = 1 - z + z * z / 2, span = b->h * s * (1 - z / 2), c = 0;
    double *restrict to = b->to;
    const double *restrict il = b->il, *restrict u = b->u, *restrict least = b->least;
    int ended = 0;
    if (b->carry)
        c = (lean_value(b->s, 1, b->order, s) - keep * b->sum - span * b->drive) / b->carry;
    for (int32_t j = 0; j < b->n; j++) {
        to[j] = keep * il[j] + c + span * u[j];
        ended += to[j] < least[j];
    }
    return ended;
}

/* The first diode that ends in the segment; *part: where. */
static int32_t first_end(const struct lean_buck *b, double *part)
{
    double c[LEAN_ORDER + 2];
    int32_t first = -1;
    *part = 1;
    for (int32_t j = 0; j < b->n; j++) {
        double k = b->carry, d = b->il[j] - b->sum / k, w = b->u[j] - b->drive / k - b->decay * d,
               s;
        if (!(b->to[j] < b->least[j])) continue;
        for (int i = 0; i <= b->order; i++) c[i] = b->s[i] / k;
        c[0] += d - b->least[j];
        c[1] += w * b->h;
        c[2] -= w * b->h * b->decay * b->h / 2;
        s = lean_root(c, b->order, 0, *part);
        if (first >= 0 && s >= *part) continue;
        first = j;
        *part = s;
    }
    return first;
}

static void lean_sample(struct lean_buck *b, double until)
{
    double *x = b->x;
    for (double t; b->r->samples && !isnan(t = solver_due(b->r, until));) {
        double s = (t - b->t) / b->h;
        currents(b, s);
        x[b->n] = lean_value(b->v, 1, b->order, s);
        for (int32_t j = 0; j < b->n; j++)
            x[j] = b->mode[j] == OFF ? rest_current(x[b->n]) : b->to[j];
        solver_sample(b->r, x);
    }
}

static void arrive_at(struct lean_buck *b, double part, double t)
{
    double *swap = b->il;
    lean_sample(b, t);
    currents(b, part);
    b->sum = lean_value(b->s, 1, b->order, part);
    b->vc = lean_value(b->v, 1, b->order, part);
    b->il = b->to;
    b->to = swap;
    b->t = t;
    b->r->stats->steps++;
}

/* Up to the next switching, diode after diode. 0: failed. */
static int go(struct lean_buck *b, double until)
{
    while (b->t < until) {
        double part = 1;
        int32_t ended = -1;
        if (!expand(b, until - b->t)) return 0;
        if (currents(b, 1)) ended = first_end(b, &part);
        arrive_at(b, part, ended >= 0 ? b->t + part * b->h : until);
        if (b->vc < 0) return 0;
        if (ended < 0) continue;
        set_mode(b, ended, OFF);
        b->r->stats->events++;
    }
    return 1;
}

static void close_and_open(struct lean_buck *b, struct buck *m)
{
    int32_t k = m->tick, n = b->n, opens = k >= n && (k - n) % 2 == 0 ? (k - n) / 2 % n : -1;
    int32_t closes = k % 2 == 0 ? k / 2 % n : -1;
    if (opens >= 0) set_mode(b, opens, b->il[opens] >= U / ROFF ? FREE : OFF);
    if (closes >= 0) {
        if (b->mode[closes] == OFF) b->il[closes] = rest_current(b->vc);
        set_mode(b, closes, ON);
    }
    do m->tick++;
    while (!is_change(m, m->tick));
    b->r->stats->events++;
}

static int lean_run(struct lean_buck *b)
{
    struct problem *p = b->r->p;
    struct buck *m = p->data;
    b->vc = p->x0[b->n];
    for (int32_t j = 0; j < b->n; j++) {
        b->mode[j] = OFF;
        set_mode(b, j, m->closed[j] ? ON : OFF);
    }
    for (;;) {
        double stop = next(p, b->t);
        if (!go(b, fmin(stop, p->stop))) return -1;
        if (stop >= p->stop) return 0;
        close_and_open(b, m);
    }
}

static int lean(struct solver_run *r)
{
    int32_t n = r->p->n - 1;
    struct lean_buck *b = calloc(1, sizeof *b + (size_t)(5 * n + 1) * sizeof(double) + (size_t)n);
    int status = -1;
    if (!b) return -1;
    b->r = r;
    b->n = n;
    b->il = (double *)(b + 1);
    b->u = b->il + n;
    b->least = b->u + n;
    b->to = b->least + n;
    b->x = b->to + n;
    b->mode = (unsigned char *)(b->x + n + 1);
    b->decay = RON * ROFF / (RON + ROFF) / L;
    b->given[ON] = U * ROFF / (RON + ROFF) / L;
    b->given[FREE] = U * RON / (RON + ROFF) / L;
    lean_orders_of(&b->orders, r->tol);
    status = lean_run(b);
    free(b);
    return status;
}

/* ---- The problem
 * ------------------------------------------------------------------------------------ */

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
    p->lean = lean;
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
