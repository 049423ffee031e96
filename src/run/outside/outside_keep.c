/* SPDX-License-Identifier: MIT */
/* outside_keep.c - a run with inputs as bytes, and back. */
#include "run/outside/keep.h"
#include "run/engine.h"
#include "run/outside/outside.h"

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

void outside_keep(struct keep *k, struct outside *o)
{
    int32_t n = o->sim->net.n;
    keep_bytes(k, o->given, (size_t)n * sizeof *o->given);
    keep_bytes(k, o->still_at, (size_t)n * sizeof *o->still_at);
    keep_set(k, &o->moved, n);
    keep_set(k, &o->cut, n);
    keep_set(k, &o->lines, o->n_lines);
    keep_bytes(k, o->jumped, (size_t)o->n_lines * sizeof *o->jumped);
    keep_array(k, o->told, o->n_lines, sizeof *o->told);
    if (o->told) keep_times(k, o->telling, o->n_lines);
    keep_bytes(k, &o->begun, sizeof o->begun);
    keep_sim(k, o->sim);
    o->sim->engine->outside->keep(k, o);
}
