/* SPDX-License-Identifier: MIT */
/* start.c - everything consistent at t0, before the first step.
 *
 *  1. q = x; slopes of x and q are filled in order by order: one sweep over all f for each. Sums
 *     are added up from all their terms before each sweep; delays have their constant values.
 *  2. Each guard takes the side on which it is (at 0, up to rounding: the one it is about to enter)
 *     and its handler is told so. If any handler changed anything, go back to 1. Modes that do not
 *     settle in a few passes, each of which may change all of them, do so by the least-index rule:
 *     after each change begin again with the first guard. If that does not end soon, either, what
 *     rounding leaves of slopes that are 0 is no longer asked (noise.c, (3)). It ends where a solution is unique, as
 *     in circuits of resistors, sources and diodes [mur74]; else the guards are named that do not
 *     settle. What has settled may be an equilibrium that nothing holds, as of an amplifier with
 *     positive feedback; it is left (settle.c).
 *  3. The engine begins from the values found. */
#include "run/edge/edge.h"
#include "run/engine.h"
#include <math.h>

enum { SWEEPS = 20, WINDOW = 100 };
static const double finer = 1e-3, least_noise = 1e-8;

/* 1. */
static void sweep(struct sim *s)
{
    for (int pass = 1; pass <= s->width && s->status >= 0; pass++) {
        if (s->n_signals) sim_signals_start(s);
        for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) s->engine->evaluate(s, i);
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

/* A q of order 1 has no slope: a guard at 0 is asked along x where it goes. What keeps changing may
 * be 0 up to rounding. What stays at 0 is on the side on which the model can go on. */
static int8_t side(struct sim *s, int32_t k, double *c, int n, bool again)
{
    int8_t along_x, before = s->watch[k].sign;
    bool flat = true, noise = again && c[0] * before < 0 && sim_guard_noise(s, k, c);
    if (noise || (c[0] * c[1] < 0 && sim_guard_zero(s, k, c))) c[0] = 0;
    for (int j = 0; j <= n; j++) flat &= c[j] == 0;
    if (!flat && (c[0] != 0 || !s->leading)) return sim_guard_side(c, n);
    if (noise && flat) return before;
    along_x = s->leading ? sim_guard_leaves(s, k) : sim_guard_side_x(s, k);
    s->watch[k].stays = !along_x && s->sought && before > 0;
    if (s->watch[k].stays) return before;
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

/* Away from an equilibrium that nothing holds; false: it is none. */
static bool leave(struct sim *s)
{
    int32_t k = sim_settle_start(s);
    if (k < 0) return false;
    s->watch[k].sign = (int8_t)-s->watch[k].sign;
    sim_begin(s);
    sim_handle(s, SALTUS_GUARD, k, s->watch[k].sign, true);
    return s->status >= 0 && sim_commit(s);
}

void sim_sweep(struct sim *s)
{
    forget_slopes(s);
    sweep(s);
}

static void resolve(struct sim *s)
{
    int64_t most = 100 + 20 * (int64_t)s->n_guards;
    int32_t left = 0;
    bool in_vain = false;
    saltus_status before = s->status;
    s->alone = 0;
    s->leading = s->sought = false;
    s->start_noise = 1;
    for (int64_t pass = 0; s->status >= 0; pass++) {
        int32_t k;
        forget_slopes(s);
        if (s->net.inside) edge_tell_beyond(s);
        s->withholding = !in_vain && sim_settle_may_withhold(s);
        s->withheld = false;
        sweep(s);
        k = tell_sides(s, pass);
        s->withholding = false;
        if (s->withheld) {
            s->status = before;
            s->sought = sim_start_withheld(s, pass == 0);
            in_vain = !s->sought;
            continue;
        }
        s->alone = pass >= SWEEPS && k >= 0 ? -1 : 0;
        s->leading = pass >= 2 * SWEEPS;
        if (k < 0 && s->status >= 0 && left++ < s->n_guards && leave(s)) continue;
        if (k < 0) {
            if (s->fences) edge_begin(s, pass > 0);
            return;
        }
        if (pass == most && s->start_noise > least_noise) {
            s->start_noise *= finer;
            pass = 0;
            continue;
        }
        if (pass >= most) sim_count_flip(s, k, pass == most);
        if (pass == most + WINDOW)
            sim_tell_unsettled(s, k, "the initial events do not settle",
                               "its handler and another one undo each other at the start");
    }
}

void sim_announce(struct sim *s)
{
    for (int32_t i = 0; s->opt.sink && i < s->net.n; i++) sim_segment(s, i);
    for (int32_t k = 0; s->opt.sink && k < s->n_discretes; k++)
        if (s->opt.sink(s->opt.user, s->net.env.t, s->net.n + k, &s->discretes[k], 0))
            atomic_store(&s->stop, 1);
    sim_outputs_due(s, true);
    sim_outputs_tell(s);
}

void sim_ask_clocks(struct sim *s)
{
    for (int32_t k = 0; k < s->n_clocks && s->status >= 0; k++) sim_clock_ask(s, k);
}

void sim_resolve(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++) {
        s->net.s[i].dq = sim_state_quantum(s, i);
        s->initial[i] = 1;
    }
    for (int32_t k = 0; k < s->n_guards; k++) s->watch[k].fired = -INFINITY;
    resolve(s);
    s->n_writes = 0;
}
