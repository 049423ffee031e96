/* SPDX-License-Identifier: MIT */
/* noise.c - is a guard at its zero, up to rounding?
 *
 * A diode that stops to conduct is at the zero of its guard before and after: its current there,
 * its voltage here. What rounding leaves of that zero says nothing about the side. How large can it
 * be? By how much does the guard move if everything it reads is moved by a little,
 *     dz = max |z(y_i + e_i max(|y_i|, dQ_i)) - z(y)|,   e_i = +-2^-20,                        (1)
 * the maximum over some choices of signs? z is taken as 0 if
 *     |z| <= r 2^20 dz + u |z' t|,                                                             (2)
 * a part r of the terms that it is made of, whatever their units, or what rounding of the time does
 * to it (u = 1e-12; at the start, where nothing has been added to the time, 1e-15). There 0.01 dQ_i/r
 * replaces dQ_i: no one asked for better.
 *
 * If a handler has moved what the guard reads, such as the next level of a counter, r = 1e-10. If
 * it only has switched something on or off, r = 1e-5: where a circuit goes from 1e-5 to 1e5 Ohm,
 * rounding is enlarged by their ratio, and no switch should take its own condition back by so
 * little. (For a diode it never does: by Cramer's rule the sign of its variable is the same in both
 * of its modes.) Whole numbers among the discretes, which may be indices, stay as they are.
 *
 * Where z is not affine and what it reads has been moved (the counter of a floor), a part of a
 * quantum may be all of the way to its next zero: then dQ_i = 0.
 *
 * At the start r = 1e-13, with 1e-6 dQ: there nothing has been integrated, and what is given may be
 * meant. Where a current of nothing but Goff is a state, a quantum may be all of the voltages beside it;
 * then the start does not settle. It begins again with a thousandth of these parts of a quantum, and
 * so on.
 *
 * The same holds for the slopes of a guard that is 0. A circuit at rest, where all currents, voltages
 * and slopes of a bridge are 0, leaves 1e-11 V/s from terms of 1e5 V/s, and what decides is the
 * coefficient of t^2. So the coefficient counts that is first to take the guard beyond (2),
 *     the one with the least t = (2)^(1/j) / |c_j|^(1/j),                                      (3)
 * of those whose enclosures do not contain 0. (All current of a circuit may come back by itself: a diode
 * to the ground then has nothing but rounding, whatever its coefficient.)
 *
 * A guard that rests on its zero while what it reads moves, such as that of a diode of a bridge
 * without load, is followed only to where it has left (2) with the values of the start
 * (horizon_guard).
 *
 * Constants of the model cannot be moved. So where a guard takes back its own switching, nothing
 * else having changed, and (2) does not say why, 1e-12 of the largest |z| or |z' t| of a guard is
 * rounding, too; at a start that does not settle the same. */
#include "base/range.h"
#include "num/poly.h"
#include "run/loop/loop.h"
#include "run/sim.h"
#include <math.h>

enum { CHOICES = 3 };
static const double unit = 1048576, moved_share = 1e-10, switched_share = 1e-5, start_share = 1e-13;

struct nudge {
    saltus_reads all;
    struct sim *sim;
    uint32_t signs; /* the next choices, one bit each */
    double quanta;  /* that count as much as the value of a state */
};

static double moved(struct nudge *n, double value, double least)
{
    double by = fmax(fabs(value), least) / unit;
    n->signs = n->signs * 1664525u + 1013904223u;
    return n->signs >> 31 ? value + by : value - by;
}

static void nudge_signal(struct nudge *n, int32_t i)
{
    struct state *x = &n->sim->net.s[i];
    sim_nudge_keep(n->sim, i, x->q[0]);
    x->q[0] = moved(n, x->q[0], i < n->sim->net.n ? n->quanta * x->dq : 0);
}

static void nudge(saltus_reads *r, saltus_kind kind, int32_t i)
{
    struct nudge *n = (struct nudge *)r;
    struct sim *s = n->sim;
    if (s->status < 0) return;
    if (kind == SALTUS_STATE) nudge_signal(n, i);
    if (kind == SALTUS_SUM) nudge_signal(n, s->net.n + i);
    if (kind == SALTUS_DELAY) nudge_signal(n, s->net.n + s->net.n_sums + i);
    if (kind == SALTUS_DISCRETE && s->discretes[i] != floor(s->discretes[i])) {
        sim_nudge_keep(s, -1 - i, s->discretes[i]);
        s->discretes[i] = moved(n, s->discretes[i], 0);
    }
}

static void ignore(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e, (void)at, (void)text;
}

/* What was kept last was there first. */
static void restore(struct sim *s)
{
    for (int32_t k = s->n_nudged - 1; k >= 0; k--) {
        int32_t i = s->nudged[k].index;
        if (i >= 0)
            s->net.s[i].q[0] = s->nudged[k].value;
        else
            s->discretes[-1 - i] = s->nudged[k].value;
    }
    s->n_nudged = 0;
}

/* z, with everything moved by one choice of signs. */
static double elsewhere(struct sim *s, int32_t k, uint32_t seed, double quanta)
{
    struct nudge n = {{nudge}, s, seed, quanta};
    saltus_env *e = &s->net.env, before = *e;
    double z = NAN;
    e->fault = ignore;
    e->own = loop_looking(e);
    s->model->guard.reads(e, k, &n.all);
    if (s->status >= 0) s->model->guard.eval(e, k, 1, &z);
    s->stats.guard_evaluations++;
    restore(s);
    *e = before;
    return z;
}

static bool beside_largest(struct sim *s, double z)
{
    double c[SALTUS_SERIES], most = 0;
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) {
        if (s->watch[k].part) continue;
        sim_asks(s, SALTUS_GUARD, k);
        s->model->guard.eval(&s->net.env, k, 2, c);
        s->stats.guard_evaluations++;
        most = fmax(most, fmax(fabs(c[0]), fabs(c[1] * s->net.env.t)));
    }
    return fabs(z) <= 1e-12 * most;
}

/* The first term of (2), with the given part of a quantum. */
static double rounding(struct sim *s, int32_t k, double z, double share, double of_quantum)
{
    double dz = 0;
    if (s->net.env.t == s->opt.t0) of_quantum *= s->start_noise;
    for (uint32_t choice = 1; choice <= CHOICES && s->status >= 0; choice++) {
        double d = fabs(elsewhere(s, k, choice * 2654435769u, of_quantum / share) - z);
        if (d > dz) dz = d;
    }
    return share * unit * dz;
}

/* (2) */
static bool is_zero(struct sim *s, int32_t k, const double *c, double share, double of_quantum,
                    double of_time)
{
    if (!s->model->guard.reads) return false;
    return fabs(c[0]) <=
           rounding(s, k, c[0], share, of_quantum) + of_time * fabs(c[1] * s->net.env.t);
}

double sim_guard_rounding(struct sim *s, int32_t k, double z)
{
    return s->model->guard.reads ? rounding(s, k, z, start_share, 1e-6) : 0;
}

/* Enclosures of its coefficients along x, where rounding of its formulas is all that makes them wide;
 * false: it has none. Signals other than states are not asked for here. */
static bool enclose(struct sim *s, int32_t k, saltus_span *r)
{
    saltus_box b = {.t = {s->net.env.t, s->net.env.t},
                    .stride = SALTUS_SERIES,
                    .width = SALTUS_SIGNAL,
                    .env = &s->net.env,
                    .solve = loop_span,
                    .run = range_run};
    saltus_span *q;
    bool known;
    if (!s->model->range || s->n_signals) return false;
    q = alloc_array(&s->alloc, (size_t)s->net.n + 1, SALTUS_SERIES * sizeof *q);
    if (!q) return false;
    for (int32_t i = 0; i < s->net.n; i++)
        for (int j = 0; j < SALTUS_SIGNAL; j++) {
            const struct state *x = &s->net.s[i];
            double c = x->x[j], h = s->net.env.t - x->tx;
            if (h > 0 && j == 0) c = poly_value(x->x, SALTUS_SIGNAL - 1, h);
            if (h > 0 && j == 1) c = poly_slope(x->x, SALTUS_SIGNAL - 1, h);
            q[(size_t)i * SALTUS_SERIES + (size_t)j] = (saltus_span){c, c};
        }
    b.q = q;
    known = s->model->range(&b, SALTUS_GUARD, k, SALTUS_SERIES, r);
    s->stats.range_evaluations++;
    alloc_free(&s->alloc, q);
    return known;
}

bool sim_guard_unknown(struct sim *s, int32_t k)
{
    saltus_span r[SALTUS_SERIES];
    return enclose(s, k, r) && r[0].lo <= 0 && r[0].hi >= 0 && r[1].lo <= 0 && r[1].hi >= 0;
}

int sim_guard_leading(struct sim *s, int32_t k, double z, const double *c, int n)
{
    saltus_span r[SALTUS_SERIES];
    bool known = s->net.env.t == s->opt.t0 && enclose(s, k, r);
    double least = INFINITY, level = 0;
    int first = n + 1;
    level = sim_guard_rounding(s, k, z);
    for (int j = 1; j <= n; j++) {
        double t = c[j] != 0 ? pow(level / fabs(c[j]), 1.0 / j) : INFINITY; /* (3) */
        if (!(t < least) || (known && r[j].lo <= 0 && r[j].hi >= 0)) continue;
        least = t;
        first = j;
    }
    return first;
}

bool sim_guard_noise(struct sim *s, int32_t k, const double *c)
{
    bool moved = s->watch[k].moved;
    double of_quantum = moved && !s->watch[k].affine ? 0 : 0.01;
    if (is_zero(s, k, c, moved ? moved_share : switched_share, of_quantum, 1e-12)) return true;
    return (s->alone == k + 1 || s->alone < 0) && !moved && s->model->guard.reads &&
           beside_largest(s, c[0]);
}

bool sim_guard_zero(struct sim *s, int32_t k, const double *c)
{
    return is_zero(s, k, c, start_share, 1e-6, 1e-15);
}
