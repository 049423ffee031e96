/* SPDX-License-Identifier: MIT */
/* outside.c - inputs move, and what follows in the run.
 *
 *  1. outside_give stores a signal: q and x of the input. Several inputs may move at one instant;
 *     nothing is evaluated before all have done so.
 *  2. outside_run: all that reads a moved input follows, and whatever is due now acts; lines that
 *     read what has changed are noted. How, is the business of the engine
 *     (engine/qss/outside_qss.c, engine/whole/outside_whole.c).
 *
 * An input that comes as a series that was cut off is not trusted: derivatives and guards that read
 * it count as not affine, so that they look again in time, and before they do so they ask for a
 * fresh one.
 *
 * Signals have as many coefficients as the inputs have had so far (`width`): most are constants or
 * lines, and models are quicker with those. */
#include "run/outside/outside.h"
#include "num/poly.h"
#include "run/engine.h"
#include "run/horizon/horizon.h"
#include <math.h>
#include <string.h>

/* ---- Inputs ---------------------------------------------------------------------------------- */

/* Signals have w coefficients from now on: series that ended there may go on. */
static void widen(struct outside *o, int w)
{
    struct sim *s = o->sim;
    if (w <= s->net.env.width) return;
    s->width = s->net.env.width = w;
    s->engine->outside->wider(o);
}

/* From now on what reads input i looks again. */
static void distrust(struct outside *o, int32_t i)
{
    struct sim *s = o->sim;
    if (set_has(&o->cut, i)) return;
    set_add(&o->cut, i);
    for (const int32_t *g = csr_first(&s->feeds_guard, i); g < csr_last(&s->feeds_guard, i); g++)
        s->watch[*g].affine = false;
    for (const int32_t *f = csr_first(&s->net.feeds, i); f < csr_last(&s->net.feeds, i); f++)
        s->affine[*f] = SERIES_GOES_ON;
}

void outside_put(struct outside *o, double t, int32_t i, const double *c, int order, int open)
{
    struct outside_signal *g = &o->given[i];
    struct state *x = &o->sim->net.s[i];
    double rel = o->sim->opt.rel * o->sim->knobs.scale, abs = o->sim->opt.abs * o->sim->knobs.scale;
    g->t = t;
    for (int k = 0; k < SALTUS_SERIES; k++) g->c[k] = k <= order ? c[k] : 0;
    g->order = (uint8_t)order;
    g->open = (uint8_t)open;
    g->known = (uint8_t)(open ? order + 1 : SALTUS_SERIES);
    o->still_at[i] = order == 0 && !open;
    o->sim->fresh[i] = open ? t + rules_open_lasts(g->c, order, rel, abs) : INFINITY;
    if (open || g->c[OUTSIDE_LAST] != 0) distrust(o, i);
    widen(o, order < OUTSIDE_LAST ? order + 1 : OUTSIDE_LAST);
    x->tq = x->tx = t;
    memcpy(x->q, g->c, sizeof x->q);
    memcpy(x->x, g->c, sizeof g->c);
}

void outside_bring(struct outside *o, int32_t i, double t)
{
    struct outside_signal *g = &o->given[i];
    double c[SALTUS_SERIES];
    if (g->open) o->fresh(o->user, i);
    if (g->t == t || g->c[OUTSIDE_LAST] == 0) return;
    memcpy(c, g->c, sizeof c);
    poly_shift(c, OUTSIDE_LAST, t - g->t);
    outside_put(o, t, i, c, g->order, g->open);
}

void outside_give(struct outside *o, double t, int32_t i, const double *c, int order, int open,
                  bool jumped)
{
    outside_put(o, t, i, c, order, open);
    o->given[i].jumped |= jumped;
    set_add(&o->moved, i);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void note_line(struct outside *o, int32_t k, bool jumped)
{
    set_add(&o->lines, k);
    o->jumped[k] |= jumped;
}

void outside_note(struct outside *o, int32_t i, bool jumped)
{
    for (const int32_t *k = csr_first(&o->reach, i); k < csr_last(&o->reach, i); k++)
        note_line(o, *k, jumped);
}

void outside_note_watched(struct outside *o, const struct csr *seen, int32_t row, bool jumped)
{
    const struct sim *s = o->sim;
    if (!s->n_watched) return;
    for (const int32_t *w = csr_first(seen, row); w < csr_last(seen, row); w++)
        note_line(o, o->line_of[s->net.n + s->n_discretes + s->outputs[*w]], jumped);
}

void outside_written(struct outside *o, int32_t discrete)
{
    int32_t k = o->line_of[o->sim->net.n + discrete];
    if (k >= 0) note_line(o, k, true);
    outside_note_watched(o, &o->sim->seen_discrete, discrete, true);
}

/* ---- The run --------------------------------------------------------------------------------- */

void outside_moved(struct outside *o)
{
    for (int32_t k = 0; k < o->moved.count; k++) {
        struct outside_signal *g = &o->given[o->moved.item[k]];
        outside_note(o, o->moved.item[k], g->jumped);
        g->jumped = false;
    }
    set_clear(&o->moved);
}

/* ---- Certainty ------------------------------------------------------------------------------- */

/* Outputs of a model with states are also shown, with fewer coefficients. */
static int told_order(const struct outside *o, int order)
{
    return o->still || order < SALTUS_SIGNAL ? order : SALTUS_SIGNAL - 1;
}

static void certify(struct outside *o, int32_t k, double t, const double *c, int order)
{
    double h = horizon_told(o->sim, o->line[k].index, c, told_order(o, order), &o->told[k].reach);
    sched_set(o->telling, k, t + h);
}

void outside_tell(struct outside *o, int32_t k, double t, const double *c, int order, int open)
{
    if (!o->told || o->line[k].kind != SALTUS_OUTPUT) return;
    o->told[k].t = t;
    o->told[k].order = order;
    for (int j = 0; j < SALTUS_SERIES; j++) o->told[k].c[j] = j <= order ? c[j] : 0;
    if (open && !o->ends[k])
        certify(o, k, t, c, order);
    else
        sched_set(o->telling, k, INFINITY);
}

/* Line k is due: is what was told still right? */
static void look_at(struct outside *o, int32_t k, double t)
{
    struct sim *s = o->sim;
    const struct outside_told *was = &o->told[k];
    double c[SALTUS_SERIES] = {0};
    int open = 0, order;
    sched_set(o->telling, k, INFINITY);
    if (set_has(&o->lines, k)) return;
    order = outside_line(o, k, t, c, &open);
    if (s->status < 0) return;
    certify(o, k, t, c, order);
    if (o->still)
        o->show(o->user, s->net.n + s->n_discretes + o->line[k].index, c, order);
    else
        set_add(&s->stale, o->told[k].watched); /* which is seen along x */
    if (!rules_believed(was->c, was->order, t - was->t, c, sched_get(o->telling, k) - t,
                        s->opt.rel * s->knobs.scale, s->opt.abs * s->knobs.scale))
        note_line(o, k, false);
}

void outside_run(struct outside *o, double t)
{
    double due;
    if (!o->begun || o->sim->status) return;
    o->sim->engine->outside->run(o, t);
    if (!o->told) return;
    for (int32_t k = sched_top(o->telling, &due); k >= 0 && due <= t && o->sim->status >= 0;
         k = sched_top(o->telling, &due))
        look_at(o, k, t);
}

double outside_next(const struct outside *o)
{
    double told = INFINITY;
    if (!o->begun || o->sim->status) return INFINITY;
    if (o->moved.count) return o->sim->net.env.t;
    if (o->told) sched_top(o->telling, &told);
    return fmin(told, o->sim->engine->outside->next(o));
}

bool outside_collect(struct outside *o, double t, int32_t var, const double *c, int degree)
{
    const struct engine_outside *e = o->sim->engine->outside;
    return e->collect && e->collect(o, t, var, c, degree);
}

void outside_begin(struct outside *o, double t)
{
    struct sim *s = o->sim;
    sim_advance(s, t);
    for (int32_t i = 0; i < s->net.n; i++) {
        if (outside_has(o, i)) {
            s->net.s[i].x[0] = poly_value(o->given[i].c, OUTSIDE_LAST, t - o->given[i].t);
        }
        s->net.s[i].tx = s->net.s[i].tq = t;
    }
    for (int32_t k = 0; k < s->n_signals; k++)
        s->net.s[s->net.n + k].tq = s->net.s[s->net.n + k].tx = t;
    s->engine->start(s);
    set_clear(&s->stale);
    set_clear(&o->moved);
    o->begun = true;
    s->engine->outside->begin(o);
    for (int32_t k = 0; k < o->n_lines; k++) {
        note_line(o, k, false);
        o->jumped[k] = false;
    }
}
