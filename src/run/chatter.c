/* SPDX-License-Identifier: MIT */
/* chatter.c - does a guard fire so often because the model slides along it?
 *
 * A relay without hysteresis pushes its state back to where it switches. Exactly, it would switch
 * without end at one instant, and engines that move all states together say so (sim_repeat). To
 * quantized states the quantum is a hysteresis: the run goes on along the surface, with events at
 * the rate speed/quantum, which is right but seldom what was meant. So after every BURST events of
 * a guard the run looks at them. If between two of them, on average, no state that the guard reads
 * moved further than quantization makes it,
 *     |x_i'| (t - t_BURST)/BURST <= 4 dQ_i   for all of them,                                  (1)
 * the guard chatters, and a note says so once. A fast oscillator, with as many events, goes far
 * beyond (1); a guard that reads the time, such as that of pulse width modulation, is paced by it
 * and does not count. */
#include "run/engine.h"
#include <math.h>
#include <stdio.h>

struct reads {
    saltus_reads all;
    struct sim *sim;
    double interval;
    bool slides, moves;
};

static void look(saltus_reads *r, saltus_kind kind, int32_t i)
{
    struct reads *me = (struct reads *)r;
    const struct state *x;
    if (kind == SALTUS_TIME) me->slides = false;
    if (kind != SALTUS_STATE) return;
    x = &me->sim->net.s[i];
    me->slides &= fabs(x->x[1]) * me->interval <= 4 * x->dq;
    me->moves |= x->x[1] != 0;
}

static bool slides(struct sim *s, int32_t k, double interval)
{
    struct reads r = {{look}, s, interval, true, false};
    if (sim_together(s) || !s->model->guard.reads) return false;
    s->model->guard.reads(&s->net.env, k, &r.all);
    return r.slides && r.moves;
}

void sim_chatter(struct sim *s, int32_t k)
{
    double t = s->net.env.t, since;
    char text[160];
    if (!s->bursts) {
        s->bursts = alloc_array(&s->alloc, (size_t)s->n_guards, sizeof *s->bursts);
        if (!s->bursts) return; /* only a remark is lost */
        for (int32_t j = 0; j < s->n_guards; j++) s->bursts[j] = NAN;
    }
    since = s->bursts[k];
    if (isinf(since)) return; /* told */
    s->bursts[k] = t;
    if (isnan(since) || !slides(s, k, (t - since) / SIM_BURST)) return;
    s->bursts[k] = INFINITY;
    snprintf(text, sizeof text,
             "this guard chatters: %d events since t = %.9g, each within a few quanta of its zero",
             SIM_BURST, since);
    sim_note(s, SALTUS_OK, NULL, SALTUS_GUARD, k, text,
             "the model slides along it; hysteresis wider than the quantum, or equations for "
             "sliding, would save these events");
}
