/* SPDX-License-Identifier: MIT */
/* start.c - quantized states begin.
 *
 *  1. Values, slopes and sides of guards are found as in every run (run/start.c).
 *  2. BQSS and CQSS aim at their lower levels; those whose f points up turn.
 *  3. Everything gets its next time. Methods that begin with a step (LIQSS of [mbkc13]) make it
 *     now, in order.
 *
 * In the middle of a run, where another engine has brought it, sides of guards are known. */
#include "engine/qss/block.h"
#include "engine/qss/part.h"
#include "run/edge/edge.h"
#include <math.h>
#include <string.h>

/* 2. */
static void aim(struct sim *s)
{
    struct qss *w = qss_of(s);
    for (int32_t i = 0; i < s->net.n; i++) {
        const struct method *m = sim_method(s, i);
        if (!m->target) continue;
        m->target->begin(&s->net.s[i], s->net.env.t);
        if (s->net.inside) fence_hold(s, i, s->net.s[i].x[0], true);
    }
    if (s->n_signals) sim_signals_start(s);
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) {
        w->wish[i] = 0;
        sim_asks(s, SALTUS_STATE, i);
        if (sim_method(s, i)->target) s->model->der.eval(&s->net.env, i, 1, &w->wish[i]);
    }
    for (int32_t i = 0; i < s->net.n; i++) {
        if (!(w->wish[i] > 0)) continue;
        sim_method(s, i)->target->turn(&s->net.s[i], w->wish[i], s->net.env.t);
        if (s->net.inside) fence_hold(s, i, s->net.s[i].x[0], true);
        s->initial[i]++;
    }
    if (s->n_signals) sim_signals_start(s);
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) qss_evaluate(s, i);
}

void qss_start(struct sim *s)
{
    sim_resolve(s);
    if (s->targets && s->status >= 0) aim(s);
    if (s->n_signals && s->status >= 0) sim_signals_begin(s);
    sim_ask_clocks(s);
    if (s->status < 0) return;
    if (qss_of(s)->parts) parts_start(s);
    for (int32_t i = 0; i < s->net.n; i++)
        if (!part_of(s, i)) qss_schedule(s, i, true);
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) sim_guard_first_look(s, k);
    if (qss_of(s)->parts && s->status >= 0) parts_plan(s);
    sim_announce(s);
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++)
        if (sim_method(s, i)->first_step) qss_step(s, i);
    sim_outputs_tell(s);
    s->repeats = 0;
}

static void forget(struct state *x)
{
    double value = x->x[0];
    memset(x->x, 0, sizeof x->x);
    memset(x->aux, 0, sizeof x->aux);
    x->x[0] = value;
    x->a = 0;
}

void qss_restart(struct sim *s)
{
    double t = s->net.env.t;
    for (int32_t i = 0; i < s->net.n; i++) {
        forget(&s->net.s[i]);
        s->net.s[i].tx = t;
        s->net.s[i].dq = net_quantum(&s->net, i);
    }
    if (qss_of(s)->blocks) blocks_resume(s);
    sim_forget_changes(s);
    sim_sweep(s);
    if (s->n_signals && s->status >= 0) sim_signals_begin(s);
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) qss_schedule(s, i, true);
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) sim_guard_look(s, k, false);
    for (int32_t i = 0; s->opt.sink && i < s->net.n && s->status >= 0; i++) sim_segment(s, i);
    sim_outputs_due(s, true);
    if (s->stale.count && s->status >= 0) sim_outputs_tell(s);
    s->repeats = 0;
}
