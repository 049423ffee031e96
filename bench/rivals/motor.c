/* SPDX-License-Identifier: MIT */
/* motor.c - a DC drive: buck converter, motor, two PI controllers, pulse-width modulation. The
 * parameter is R.
 *
 * The switch compares the clamped control with a triangle. Between two changes only the flank
 * that comes next matters: the guard is the distance to that straight line, so the corners of
 * the triangle are no events, and a step that passes a corner misses nothing. The diode takes
 * its mode with the switch; only the end of conduction is sought as a root. */
#include "problem.h"
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
    return 1;
}
