/* SPDX-License-Identifier: MIT */
/* start.c - everything consistent at t0, before the first step.
 *
 *  1. q = x; slopes of x and q are filled in order by order: one sweep over all f for each. Sums
 *     are added up from all their terms before each sweep; delays have their constant values.
 *  2. Each guard takes the side on which it stands (at 0, up to rounding: the one it is about to
 *     enter) and its handler is told so. If any handler changed anything, go back to 1. Modes that do not settle in a
 *     few passes, each of which may change all of them, do so by the least-index rule: after each change
 *     begin again with the first guard. That ends where a solution is unique, as in circuits
 *     of resistors, sources and diodes [mur74]; else the guards are named that do not settle.
 *  3. BQSS and CQSS aim at their lower levels; those whose f points up turn.
 *  4. Everything gets its next time. Methods that begin with a step (LIQSS of [mbkc13]) make it
 *     now, in order. Engines that move all states together begin from the values found. */
#include "run/edge/edge.h"
#include "engine/whole/whole.h"
#include <math.h>

enum { SWEEPS = 20, WINDOW = 100 };

/* 1. */
void sim_sweep(struct sim *s)
{
    for (int pass = 1; pass <= s->width && s->status >= 0; pass++) {
        if (s->n_signals) sim_signals_start(s);
        for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) sim_evaluate(s, i);
        for (int32_t i = 0; i < s->net.n; i++) {
            struct state *x = &s->net.s[i];
            if (pass < sim_method(s, i)->info.order) x->q[pass] = x->x[pass];
        }
    }
}

static void forget_slopes(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++) sim_assign_q(s, i, s->net.s[i].x[0]);
}

/* A q of order 1 has no slope: a guard at 0 is asked along x where it goes. What keeps changing may be 0
 * up to rounding. */
static int8_t side(struct sim *s, int32_t k, double *c, int n, bool again)
{
    int8_t along_x, before = s->watch[k].sign;
    bool noise = again && c[0] * before < 0 && sim_guard_noise(s, k, c);
    if (noise || (c[0] * c[1] < 0 && sim_guard_zero(s, k, c))) c[0] = 0;
    for (int j = 0; j <= n; j++)
        if (c[j] != 0) return sim_guard_side(c, n);
    if (noise) return before;
    along_x = sim_guard_side_x(s, k);
    return along_x ? along_x : -1;
}

/* 2. Returns the first guard whose handler changed something, or -1. */
static int32_t tell_sides(struct sim *s, int64_t pass)
{
    int32_t culprit = -1;
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) {
        double c[SALTUS_SERIES];
        int n;
        if (s->watch[k].part) continue;
        n = sim_guard_series(s, k, c);
        if (s->status < 0) break;
        s->watch[k].sign = s->watch[k].special ? edge_side(s, k) : side(s, k, c, n, pass > 1);
        sim_begin(s);
        sim_handle(s, SALTUS_GUARD, k, s->watch[k].sign, true);
        if (s->status >= 0 && sim_commit(s) && culprit < 0) culprit = k;
        if (culprit >= 0 && pass >= SWEEPS) break;
    }
    return culprit;
}

static void resolve(struct sim *s)
{
    int64_t most = 100 + 20 * (int64_t)s->n_guards;
    s->alone = 0;
    for (int64_t pass = 0; s->status >= 0; pass++) {
        int32_t k;
        forget_slopes(s);
        if (s->net.inside) edge_tell_beyond(s);
        sim_sweep(s);
        k = tell_sides(s, pass);
        s->alone = pass >= SWEEPS && k >= 0 ? -1 : 0;
        if (k < 0) {
            if (s->fences) edge_begin(s, pass > 0);
            return;
        }
        if (pass >= most) sim_count_flip(s, k, pass == most);
        if (pass == most + WINDOW)
            sim_tell_unsettled(s, k, "the initial events do not settle",
                               "its handler and another one undo each other at the start");
    }
}

/* 3. */
static void aim(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++) {
        const struct method *m = sim_method(s, i);
        if (!m->target) continue;
        m->target->begin(&s->net.s[i], s->net.env.t);
        if (s->net.inside) fence_hold(s, i, s->net.s[i].x[0], true);
    }
    if (s->n_signals) sim_signals_start(s);
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) {
        s->wish[i] = 0;
        sim_asks(s, SALTUS_STATE, i);
        if (sim_method(s, i)->target) s->model->der.eval(&s->net.env, i, 1, &s->wish[i]);
    }
    for (int32_t i = 0; i < s->net.n; i++) {
        if (!(s->wish[i] > 0)) continue;
        sim_method(s, i)->target->turn(&s->net.s[i], s->wish[i], s->net.env.t);
        if (s->net.inside) fence_hold(s, i, s->net.s[i].x[0], true);
        s->initial[i]++;
    }
    if (s->n_signals) sim_signals_start(s);
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) sim_evaluate(s, i);
}

static void announce(struct sim *s)
{
    for (int32_t i = 0; s->opt.sink && i < s->net.n; i++) sim_segment(s, i);
    for (int32_t k = 0; s->opt.sink && k < s->n_discretes; k++)
        if (s->opt.sink(s->opt.user, s->net.env.t, s->net.n + k, &s->discretes[k], 0))
            atomic_store(&s->stop, 1);
    sim_outputs_due(s, true);
    sim_outputs_tell(s);
}

/* A guard that rounding has left on the other side is at 0, as after its own event. */
static void first_look(struct sim *s, int32_t k)
{
    struct watch *w = &s->watch[k];
    if (w->special || w->part) {
        sim_guard_look(s, k, false);
        return;
    }
    w->fired = s->net.env.t;
    sim_guard_look(s, k, true);
    w->fired = -INFINITY;
    w->seen = s->net.env.t;
}

void sim_start(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++) {
        s->net.s[i].dq = net_quantum(&s->net, i);
        s->initial[i] = 1;
    }
    for (int32_t k = 0; k < s->n_guards; k++) s->watch[k].fired = -INFINITY;
    resolve(s);
    s->n_writes = 0;
    if (s->targets && s->status >= 0) aim(s);
    if (s->n_signals && s->status >= 0 && !s->engine) sim_signals_begin(s);
    for (int32_t k = 0; k < s->n_clocks && s->status >= 0; k++) sim_clock_ask(s, k);
    if (s->status < 0) return;
    if (s->engine) {
        announce(s);
        whole_start(s);
        return;
    }
    for (int32_t i = 0; i < s->net.n; i++) sim_schedule(s, i, true);
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) first_look(s, k);
    announce(s);
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++)
        if (sim_method(s, i)->first_step) sim_step(s, i);
    sim_outputs_tell(s);
    s->repeats = 0;
}
