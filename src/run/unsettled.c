/* SPDX-License-Identifier: MIT */
/* unsettled.c - which guards alternate at an instant that does not settle?
 *
 * Events at one instant go by the least-index rule: every change of a mode lets the guards that
 * read it be looked at again, and of those on the wrong side the one with the smallest number fires
 * next. Where each choice of the other modes leaves exactly one mode of a guard consistent, as in
 * circuits of resistors, sources and diodes, no choice of modes comes twice, and the rule ends
 * [mur74]. Elsewhere it may go round in a circle. The last events before the limit of an instant
 * are counted guard by guard: those that fire twice or more are in that circle. */
#include "run/sim.h"
#include <stdio.h>
#include <string.h>

enum { WINDOW = 1000, MOST_NAMES = 3, NAME = 100 };

/* Adds "%s'name'", of guard k. */
static void add_name(struct sim *s, char *text, size_t room, const char *before, int32_t k)
{
    char name[NAME];
    size_t used = strlen(text);
    sim_name(s->model, SALTUS_GUARD, k, name, sizeof name);
    snprintf(text + used, room - used, "%s'%s'", before, name);
}

void sim_tell_unsettled(struct sim *s, int32_t guard, const char *what, const char *hint)
{
    char text[512];
    int32_t others = 0;
    size_t used;
    snprintf(text, sizeof text, "%s", what);
    for (int32_t k = 0; s->flips && k < s->n_guards; k++) {
        if (k == guard || s->flips[k] < 2) continue;
        if (others++ < MOST_NAMES)
            add_name(s, text, sizeof text, others == 1 ? ", in turn with " : ", ", k);
    }
    used = strlen(text);
    if (others > MOST_NAMES)
        snprintf(text + used, sizeof text - used, " and %d more", (int)(others - MOST_NAMES));
    sim_fail(s, SALTUS_EZENO, SALTUS_GUARD, guard, text, hint);
}

void sim_count_flip(struct sim *s, int32_t guard, bool first)
{
    if (!s->flips) s->flips = alloc_array(&s->alloc, (size_t)s->n_guards, sizeof *s->flips);
    if (!s->flips) return; /* only names are lost */
    if (first) memset(s->flips, 0, (size_t)s->n_guards * sizeof *s->flips);
    s->flips[guard]++;
}

void sim_unsettled(struct sim *s, int32_t guard, uint64_t left)
{
    if (left >= WINDOW) return;
    sim_count_flip(s, guard, s->flips_at != s->net.env.t);
    s->flips_at = s->net.env.t;
    if (left == 0)
        sim_tell_unsettled(
            s, guard, "this guard fires again and again at one instant",
            "handlers that undo each other; hysteresis between the two conditions helps");
}
