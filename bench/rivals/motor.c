/* SPDX-License-Identifier: MIT */
/* motor.c - a DC drive: buck converter, motor, two PI controllers, pulse-width modulation. The
 * parameter is R.
 *
 * The switch compares the clamped control with a triangle. Between two changes only the flank
 * that comes next matters: the guard is the distance to that straight line, so the corners of
 * the triangle are no events, and a step that passes a corner misses nothing. The diode takes
 * its mode with the switch; only the end of conduction is sought as a root. */
#include "lean.h"
#include <math.h>

enum { IA, OMEGA, VC, IL, EW, EV, SIX };
enum { DIODE, SWITCH, GUARDS };

static const double U = 24, C = 1e-4, L = 1e-4, RON = 1e-6, ROFF = 1e6, T = 1e-4, PEAK = 1.1;
static const double RA = 1.73, LA = 2.54e-3, J = 1.62e-5, KM = 0.0551, B = 1.12e-5;

struct motor {
    double load; /* 1/R */
    int closed, conducts, ramp;
    double period; /* the flank is that of period number .. */
};

static double reference(const struct motor *m, double t)
{
    return m->ramp ? 54.2 * t : 108.4;
}

static double voltage(const struct motor *m, double t, const double *x)
{
    return 1.5 * (reference(m, t) - x[OMEGA]) + 5 * x[EW];
}

static double rs(const struct motor *m)
{
    return m->closed ? RON : ROFF;
}

static double rd(const struct motor *m)
{
    return m->conducts ? RON : ROFF;
}

static void f(const struct problem *p, double t, const double *restrict x, double *restrict dx)
{
    const struct motor *m = p->data;
    double s = rs(m), d = rd(m);
    dx[IA] = (x[VC] - RA * x[IA] - KM * x[OMEGA]) / LA;
    dx[OMEGA] = (KM * x[IA] - B * x[OMEGA]) / J;
    dx[VC] = (x[IL] - x[VC] * m->load - x[IA]) / C;
    dx[IL] = (d * (U - s * x[IL]) / (s + d) - x[VC]) / L;
    dx[EW] = reference(m, t) - x[OMEGA];
    dx[EV] = voltage(m, t, x) - x[VC];
}

static void jacobian(const struct problem *p, double t, const double *x, double *v)
{
    const struct motor *m = p->data;
    double s = rs(m), d = rd(m);
    (void)t, (void)x;
    v[0] = -RA / LA, v[1] = KM / J, v[2] = -1 / C;                 /* IA: IA OMEGA VC */
    v[3] = -KM / LA, v[4] = -B / J, v[5] = -1, v[6] = -1.5;        /* OMEGA: IA OMEGA EW EV */
    v[7] = 1 / LA, v[8] = -m->load / C, v[9] = -1 / L, v[10] = -1; /* VC: IA VC IL EV */
    v[11] = 1 / C, v[12] = -d * s / (s + d) / L;                   /* IL: VC IL */
    v[13] = 0, v[14] = 5;                                          /* EW: EW EV */
    v[15] = 0;                                                     /* EV: EV */
}

/* The flank that comes next: rising while the switch is closed, falling while it is open. */
static double flank(const struct motor *m, double t)
{
    double since = t / T - m->period;
    return m->closed ? PEAK * (4 * since - 1) : PEAK * (3 - 4 * since);
}

static double one_guard(const struct problem *p, double t, const double *x, int32_t k)
{
    const struct motor *m = p->data;
    double control;
    if (k == DIODE) return U - rs(m) * x[IL];
    control = 0.5 * (voltage(m, t, x) - x[VC]) + 0.5 * x[EV];
    return fmin(1, fmax(-1, control)) - flank(m, t);
}

static void all_guards(const struct problem *p, double t, const double *x, double *g)
{
    g[DIODE] = one_guard(p, t, x, DIODE);
    g[SWITCH] = one_guard(p, t, x, SWITCH);
}

static enum problem_change at_guard(struct problem *p, double t, double *x, int32_t k, int rises)
{
    struct motor *m = p->data;
    int before = m->conducts;
    if (k == SWITCH) {
        m->closed = rises;
        m->period += rises;
        m->conducts = one_guard(p, t, x, DIODE) <= 0;
        return PROBLEM_KINK;
    }
    m->conducts = !rises;
    return m->conducts == before ? PROBLEM_SMOOTH : PROBLEM_KINK;
}

static double next(const struct problem *p, double t)
{
    (void)p;
    return t < 2 ? 2 : INFINITY;
}

static enum problem_change at_time(struct problem *p, double t, double *x)
{
    (void)t, (void)x;
    ((struct motor *)p->data)->ramp = 0;
    return PROBLEM_KINK;
}

/* ---- The lean loop
 *
 * One series for each mode, up to where the next flank has left the range [-1, 1] of the control: the switch changes on
 * the way there, at the latest there (the control is clamped), and not before the flank has come into the range. The
 * current of the diode falls, since VC > 0. If neither conducts, IL = 2 (U/2 - VC)/Roff at once (time constant 1e-10 s). */

struct lean_motor {
    struct solver_run *r;
    struct lean_orders orders;
    int order;
    double t, h, x[SIX], s[SIX][LEAN_ORDER + 2], control[LEAN_ORDER + 2];
};

enum { PIECES = 8 };

/* The series of all states over h, and of the control before it is clamped. 0: h is too long. */
static int expand(struct lean_motor *c, const struct motor *m, double h)
{
    double s = rs(m), d = rd(m), drop = d * s / (s + d), given = U * d / (s + d);
    double ref = reference(m, c->t), rise = m->ramp ? 54.2 * h : 0, supply = U;
    double *ia = c->s[IA], *w = c->s[OMEGA], *v = c->s[VC], *il = c->s[IL], *ew = c->s[EW],
           *ev = c->s[EV];
    int off = !m->closed && !m->conducts;
    c->h = h;
    c->order = lean_order(&c->orders, 1.2 * h / sqrt(L * C));
    if (c->order > LEAN_ORDER) return 0;
    for (int i = 0; i < SIX; i++) c->s[i][0] = c->x[i];
    for (int k = 0; k <= c->order; k++) {
        double f = h / (k + 1), volts = 1.5 * (ref - w[k]) + 5 * ew[k];
        if (off) il[k] = (supply - 2 * v[k]) / ROFF;
        c->control[k] = 0.5 * (volts - v[k]) + 0.5 * ev[k];
        ia[k + 1] = f / LA * (v[k] - RA * ia[k] - KM * w[k]);
        w[k + 1] = f / J * (KM * ia[k] - B * w[k]);
        v[k + 1] = f / C * (il[k] - v[k] * m->load - ia[k]);
        il[k + 1] = f / L * (given - drop * il[k] - v[k]);
        ew[k + 1] = f * (ref - w[k]);
        ev[k + 1] = f * (volts - v[k]);
        ref = rise;
        rise = given = supply = 0;
    }
    return 1;
}

/* The instant at which the next flank has this value. */
static double flank_at(const struct motor *m, double value)
{
    return T * (m->period + (m->closed ? 1 + value / PEAK : 3 - value / PEAK) / 4);
}

/* The part at which the switch changes within (0, part], 2: not there. A guard of steady slope has one root; else it is
 * looked for piece by piece. */
static double switch_in(const struct lean_motor *c, const struct motor *m, double part)
{
    double g[LEAN_ORDER + 2], way = m->closed ? 1 : -1, bound = 0, from, a, b;
    double in = (flank_at(m, -way) - c->t) / c->h, out = (flank_at(m, way) - c->t) / c->h;
    int pieces;
    if (in > part) return 2;
    from = fmax(0, in);
    for (int k = 0; k <= c->order; k++) g[k] = way * c->control[k]; /* stays above the flank */
    g[0] -= way * flank(m, c->t);
    g[1] -= 4 * PEAK * c->h / T;
    for (int k = 2; k <= c->order; k++) bound += k * fabs(g[k]);
    pieces = g[1] + bound < 0 ? 1 : PIECES;
    if (lean_value(g, 1, c->order, from) <= 0) return from;
    a = from;
    for (int k = 1; k <= pieces; k++, a = b) {
        b = from + (fmin(part, out) - from) * k / pieces;
        if (lean_value(g, 1, c->order, b) <= 0) return lean_root(g, c->order, a, b);
    }
    return out <= part + 1e-9 ? fmin(out, part)
                              : 2; /* rounding must not leave a segment of no length */
}

/* The part at which the diode ends, 2: not in the segment. */
static double diode_in(const struct lean_motor *c, const struct motor *m)
{
    double g[LEAN_ORDER + 2];
    if (!m->conducts) return 2;
    for (int k = 0; k <= c->order; k++) g[k] = c->s[IL][k];
    g[0] -= U / ROFF;
    return lean_value(g, 1, c->order, 1) < 0 ? lean_root(g, c->order, 0, 1) : 2;
}

static void lean_sample(struct lean_motor *c, double until)
{
    double x[SIX];
    for (double t; c->r->samples && !isnan(t = solver_due(c->r, until));) {
        for (int i = 0; i < SIX; i++) x[i] = lean_value(c->s[i], 1, c->order, (t - c->t) / c->h);
        solver_sample(c->r, x);
    }
}

static void arrive_at(struct lean_motor *c, double part, double t)
{
    lean_sample(c, t);
    for (int i = 0; i < SIX; i++) c->x[i] = lean_value(c->s[i], 1, c->order, part);
    c->t = t;
    c->r->stats->steps++;
}

/* A segment: up to the switch, the end of the diode's current, or the stop. 0: failed. */
static int segment(struct lean_motor *c, double stop)
{
    struct motor *m = c->r->p->data;
    double until = fmin(stop, flank_at(m, m->closed ? 1 : -1)), diode, turn;
    if (until <= c->t) { /* the diode ended there */
        c->r->stats->events++;
        return at_guard(c->r->p, c->t, c->x, SWITCH, !m->closed) != PROBLEM_SMOOTH;
    }
    if (!expand(c, m, until - c->t)) return 0;
    diode = diode_in(c, m);
    turn = switch_in(c, m, fmin(1, diode));
    if (turn <= 1)
        arrive_at(c, turn, c->t + turn * c->h);
    else if (diode <= 1)
        arrive_at(c, diode, c->t + diode * c->h);
    else
        arrive_at(c, 1, until);
    if (turn <= 1 || diode <= 1) c->r->stats->events++;
    if (turn <= 1)
        at_guard(c->r->p, c->t, c->x, SWITCH, !m->closed);
    else if (diode <= 1)
        at_guard(c->r->p, c->t, c->x, DIODE, 1);
    return c->x[VC] >= 0 || c->t < T;
}

static int lean(struct solver_run *r)
{
    struct problem *p = r->p;
    struct lean_motor c = {.r = r};
    lean_orders_of(&c.orders, r->tol);
    for (int i = 0; i < SIX; i++) c.x[i] = p->x0[i];
    while (c.t < p->stop) {
        double stop = fmin(p->stop, next(p, c.t));
        while (c.t < stop)
            if (!segment(&c, stop)) return -1;
        if (c.t >= p->stop) break;
        at_time(p, c.t, c.x);
        r->stats->events++;
    }
    return 0;
}

/* ---- The problem
 * ------------------------------------------------------------------------------------ */

static void pattern(struct problem *p)
{
    static const signed char rows[SIX][5] = {{IA, OMEGA, VC, -1},  {IA, OMEGA, EW, EV, -1},
                                             {IA, VC, IL, EV, -1}, {VC, IL, -1},
                                             {EW, EV, -1},         {EV, -1}};
    for (int32_t j = 0; j < SIX; j++)
        for (const signed char *r = rows[j]; *r >= 0; r++) problem_entry(p, *r, j);
}

int problem_motor(struct problem *p, const struct rival_case *c)
{
    static const char *const name[SIX] = {"Ia", "omega", "VC", "IL", "int_ew", "int_ev"};
    double r = isnan(c->parameter) ? 10 : c->parameter;
    if (!problem_new(p, SIX, sizeof(struct motor), 16)) return 0;
    *(struct motor *)p->data = (struct motor){.load = 1 / r, .closed = 1, .ramp = 1};
    pattern(p);
    for (int k = 0; k < SIX; k++) p->group[k] = (struct problem_group){name[k], k, 1, 1};
    p->stop = 3;
    p->linear = 1;
    p->explicit = INFINITY; /* L/Roff is 1e-9 or 1e-10 s */
    p->stops = 9e4;
    p->f = f;
    p->jacobian = jacobian;
    p->guards = GUARDS;
    p->all_guards = all_guards;
    p->one_guard = one_guard;
    p->at_guard = at_guard;
    p->next = next;
    p->at_time = at_time;
    p->lean = lean;
    return 1;
}
