/* SPDX-License-Identifier: MIT */
/* outside_keep.c - a run with inputs as bytes, and back.
 *
 * Of an engine that moves all states together, its history cannot be kept: it
 * starts anew from the states as they were, so what follows is the same up to
 * its tolerance. */
#include "num/poly.h"
#include "run/outside/keep.h"
#include "engine/whole/outside_whole.h"

static void keep_set(struct keep *k, struct set *a, int32_t most)
{
    int32_t count = a->count;
    if (k->load) set_clear(a);
    keep_bytes(k, &count, sizeof count);
    if (count < 0 || count > most) k->failed = true;
    for (int32_t j = 0; j < count && !k->failed; j++) {
        int32_t i = k->load ? 0 : a->item[j];
        keep_bytes(k, &i, sizeof i);
        if (i < 0 || i >= most) k->failed = true;
        if (k->load && !k->failed) set_add(a, i);
    }
}

static void keep_whole(struct keep *k, struct outside *o)
{
    struct sim *s = o->sim;
    struct outside_whole *w = o->whole;
    double t = s->net.env.t;
    keep_bytes(k, w->now, (size_t)o->n_lines * sizeof *w->now);
    keep_bytes(k, w->state, (size_t)s->net.n * sizeof *w->state);
    if (!k->load || k->failed || !o->begun) return;
    w->n = w->done = 0;
    w->due = -1;
    s->whole->t = s->whole->from = t;
    for (int32_t i = 0; i < s->net.n; i++)
        s->whole->x[i] = poly_value(w->state[i].c, w->state[i].degree, t - w->state[i].t);
    s->engine->restart(s);
}

void outside_keep(struct keep *k, struct outside *o)
{
    int32_t n = o->sim->net.n;
    keep_bytes(k, o->given, (size_t)n * sizeof *o->given);
    keep_bytes(k, o->still_at, (size_t)n * sizeof *o->still_at);
    keep_set(k, &o->moved, n);
    keep_set(k, &o->cut, n);
    keep_set(k, &o->lines, o->n_lines);
    keep_bytes(k, o->jumped, (size_t)o->n_lines * sizeof *o->jumped);
    keep_bytes(k, &o->begun, sizeof o->begun);
    keep_sim(k, o->sim);
    if (k->load && !k->failed) outside_plan(o);
    if (o->whole) keep_whole(k, o);
}
