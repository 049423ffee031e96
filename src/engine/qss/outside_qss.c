/* SPDX-License-Identifier: MIT */
/* outside_qss.c - inputs of quantized states move from outside, and what follows in the run.
 *
 *  1. All that reads a moved input follows, as after a step (step.c): sums, derivatives, guards. In
 *     the quick way, of a model without states of its own, these are guards alone.
 *  2. Whatever is due now acts: guards, clocks, states; lines that read what has changed are
 *     noted. */
#include "engine/qss/qss.h"
#include "run/outside/keep.h"
#include "run/outside/outside.h"

static void note_q(struct outside *o, int32_t i)
{
    if (outside_has(o, i) || o->sim->net.s[i].tq != o->sim->net.env.t) return;
    set_add(&o->stepped, i);
    outside_note(o, i, false);
}

/* What an action of state i (-1: of something else) has changed. */
static void note_changes(struct outside *o, int32_t i)
{
    struct sim *s = o->sim;
    if (i >= 0) note_q(o, i);
    for (int32_t k = 0; k < s->changed.count; k++) note_q(o, s->changed.item[k]);
    for (int32_t k = 0; s->n_signals && k < s->dirty.count; k++)
        outside_note_watched(o, &s->seen_signal, s->dirty.item[k], false);
}

/* 1., the quick way. */
static void look(struct outside *o)
{
    struct sim *s = o->sim;
    set_clear(&s->looked);
    s->n_reinits = 0;
    for (int32_t k = 0; k < o->moved.count; k++) {
        int32_t i = o->moved.item[k];
        for (const int32_t *g = csr_first(&s->feeds_guard, i); g < csr_last(&s->feeds_guard, i);
             g++)
            set_add(&s->looked, *g);
    }
    for (int32_t k = 0; k < s->looked.count && s->status >= 0; k++)
        sim_guard_look(s, s->looked.item[k], false);
}

static void propagate(struct outside *o)
{
    struct sim *s = o->sim;
    qss_begin(s);
    s->n_writes = s->n_reinits = 0;
    for (int32_t k = 0; k < o->moved.count; k++) {
        int32_t i = o->moved.item[k];
        set_add(&s->changed, i);
        if (!o->given[i].jumped) continue;
        for (const int32_t *f = csr_first(&s->net.feeds, i); f < csr_last(&s->net.feeds, i); f++)
            sim_freeze(s, *f);
    }
    qss_propagate(s, -1);
    note_changes(o, -1);
}

/* 1. */
static void settle(struct outside *o)
{
    if (!o->plain)
        propagate(o);
    else if (o->sim->n_guards)
        look(o);
    outside_moved(o);
}

/* Inputs that were cut off, among those that the row `of` of a list of readers contains: fresh
 * ones. */
static void freshen(struct outside *o, const struct csr *feeds, int32_t of_)
{
    double t = o->sim->net.env.t;
    for (int32_t k = 0; k < o->cut.count; k++) {
        int32_t i = o->cut.item[k];
        if (outside_cut_off(&o->given[i], t) && csr_has(feeds, i, of_)) outside_bring(o, i, t);
    }
}

/* 2. */
static void act(struct outside *o, enum qss_actor kind, int32_t i)
{
    struct sim *s = o->sim;
    if (o->cut.count && kind == QSS_EVENT && i >= s->n_clocks)
        freshen(o, &s->feeds_guard, i - s->n_clocks);
    if (o->cut.count && kind == QSS_STATE) freshen(o, &s->net.feeds, i);
    qss_act(s, kind, i);
    note_changes(o, kind == QSS_STATE ? i : -1);
}

/* Of a model without states of its own only guards are ever due. */
static int32_t first_due(const struct outside *o, enum qss_actor *kind, double *t)
{
    if (!o->plain) return qss_first_due(o->sim, kind, t);
    *kind = QSS_EVENT;
    return sched_top(o->sim->events, t);
}

static void run(struct outside *o, double t)
{
    struct sim *s = o->sim;
    enum qss_actor kind;
    double due;
    sim_advance(s, t);
    if (o->moved.count) settle(o);
    if (o->plain && !s->n_guards) return;
    for (;;) {
        int32_t i = first_due(o, &kind, &due);
        o->next = due;
        if (!(due <= t) || s->status) return;
        act(o, kind, i);
    }
}

static void plan(struct outside *o)
{
    enum qss_actor kind;
    first_due(o, &kind, &o->next);
}

static double next(const struct outside *o)
{
    return o->next;
}

static void wider(struct outside *o)
{
    qss_wider(o->sim);
}

static void keep(struct keep *k, struct outside *o)
{
    if (k->load && !k->failed) plan(o);
}

const struct engine_outside qss_outside = {
    .begin = plan, .wider = wider, .run = run, .next = next, .line = outside_series, .keep = keep};
