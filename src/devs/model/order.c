/* SPDX-License-Identifier: MIT */
/* order.c - select order: who acts first of all that are due at one instant.
 *
 * Static parts come first, sorted so that none is before one that feeds it: at one instant each
 * then acts once, after all that it reads. (Before them are only parts of a rank below -2: sources,
 * which read nothing, so that several that jump at one instant are followed once.) Among those that
 * are free, as among all other parts, the order is (rank, priority, depth-first order). Static
 * parts that feed each other in a circle are knots: they are last of the static ones, and loops.c
 * looks whether the circle is one element by element. A part in a circle that holds its output
 * between events (`through` 2) opens it: it comes before those that feed it, and is due again at the
 * same instant if they move it. It must speak first (cell_opens). */
#include "devs/kernel/run.h"

#include <math.h>
#include <stdlib.h>

struct key {
    int32_t late, rank, priority, place;
    struct cell *c;
};

static struct key key_of(struct cell *c, int32_t place)
{
    if (!c->is_static && (c->flags & CELL_ADDED))
        return (struct key){.late = 2, .place = place, .c = c};
    return (struct key){.late = c->is_static             ? 0
                                : c->pub.type->rank < -2 ? -1
                                                         : 1,
                        .rank = c->pub.type->rank,
                        .priority = c->pub.part->priority,
                        .place = place,
                        .c = c};
}

static int compare(const void *x, const void *y)
{
    const struct key *a = x, *b = y;
    if (a->late != b->late) return a->late < b->late ? -1 : 1;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->priority != b->priority) return a->priority < b->priority ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

/* ---- Static parts ---------------------------------------------------------------------------- */

static bool passes(const struct cell *c, int in)
{
    for (int out = 0; out < c->pub.outputs; out++)
        if (c->pub.type->through(c->pub.part, in, out)) return true;
    return false;
}

static bool holds(const struct cell *c)
{
    for (int in = 0; in < c->pub.inputs; in++)
        for (int out = 0; out < c->pub.outputs; out++)
            if (c->pub.type->through(c->pub.part, in, out) == 2) return true;
    return false;
}

/* Calls f for every static part that reads c at once, as often as there are routes. */
static void each_follower(struct cell *c, void (*f)(void *user, struct cell *c), void *user)
{
    for (int out = 0; out < c->pub.outputs; out++)
        for (int32_t k = 0; k < c->out[out].n; k++) {
            struct cell *to = c->out[out].at[k].to;
            if (to && to->is_static && to != c && passes(to, c->out[out].at[k].port)) f(user, to);
        }
}

struct topology {
    int32_t *waits; /* by place in the list: routes from static parts that have not been placed */
    struct cell **heap; /* those that wait for nothing; the least place first */
    int32_t n;
};

static void waits_for(void *user, struct cell *c)
{
    struct topology *t = user;
    t->waits[c->slot]++;
    c->is_shallow = 0;
}

static void push(struct topology *t, struct cell *c)
{
    int32_t k = t->n++;
    for (; k && t->heap[(k - 1) / 2]->slot > c->slot; k = (k - 1) / 2)
        t->heap[k] = t->heap[(k - 1) / 2];
    t->heap[k] = c;
}

static struct cell *pop(struct topology *t)
{
    struct cell *first = t->heap[0], *last = t->heap[--t->n];
    int32_t k = 0;
    for (;;) {
        int32_t j = 2 * k + 1;
        if (j >= t->n) break;
        if (j + 1 < t->n && t->heap[j + 1]->slot < t->heap[j]->slot) j++;
        if (t->heap[j]->slot >= last->slot) break;
        t->heap[k] = t->heap[j];
        k = j;
    }
    t->heap[k] = last;
    return first;
}

static void freed(void *user, struct cell *c)
{
    struct topology *t = user;
    if (!c->opens && --t->waits[c->slot] == 0) push(t, c);
}

/* All that are left are in circles, or behind one: the first that can opens one. */
static bool open_one(struct topology *t, struct key *list, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        struct cell *c = list[k].c;
        if (!t->waits[k] || !holds(c)) continue;
        c->opens = 1;
        t->waits[k] = 0;
        push(t, c);
        return true;
    }
    return false;
}

/* list[0 .. n-1], static and sorted by key, each with its place in `slot`, into `sorted`. False: no
 * memory. */
static bool sort_static(saltus_devs *run, struct key *list, int32_t n, struct cell **sorted)
{
    struct topology t = {.waits = alloc_array(&run->alloc, (size_t)n, sizeof *t.waits),
                         .heap = alloc_array(&run->alloc, (size_t)n, sizeof(struct cell *))};
    int32_t done = 0;
    bool ok = t.waits && t.heap;
    for (int32_t k = 0; ok && k < n; k++) {
        list[k].c->slot = k;
        list[k].c->is_shallow = 1;
        list[k].c->opens = 0;
    }
    for (int32_t k = 0; ok && k < n; k++) each_follower(list[k].c, waits_for, &t);
    for (int32_t k = 0; ok && k < n; k++)
        if (!t.waits[k]) push(&t, list[k].c);
    while (ok && (t.n || open_one(&t, list, n))) {
        struct cell *c = sorted[done++] = pop(&t);
        each_follower(c, freed, &t);
    }
    run->n_knots = n - done;
    for (int32_t k = 0; ok && k < n; k++) {
        struct cell *c = list[k].c;
        if (t.waits[k]) sorted[done++] = c;
        for (int out = 0; out < c->pub.outputs; out++) /* one wired to itself may be a knot, too */
            for (int32_t j = 0; j < c->out[out].n; j++)
                if (c->out[out].at[j].to == c) run->n_knots++, c->is_shallow = 0;
    }
    alloc_free(&run->alloc, t.waits);
    alloc_free(&run->alloc, t.heap);
    return ok;
}

/* ---- Slots ----------------------------------------------------------------------------------- */

/* All parts by key; static ones are list[n_early .. n_early + n_static - 1]. */
static struct key *sorted_keys(saltus_devs *run, int32_t *n_early, int32_t *n_static)
{
    struct key *list = alloc_array(&run->alloc, (size_t)run->n_slots, sizeof *list);
    bool sorted = true;
    *n_early = *n_static = 0;
    for (int32_t k = 0; list && k < run->n_slots; k++) {
        list[k] = key_of(run->order[k], k);
        *n_early += list[k].late < 0;
        sorted = sorted && (k == 0 || compare(&list[k - 1], &list[k]) <= 0);
        *n_static += run->order[k]->is_static;
    }
    if (list && !sorted) qsort(list, (size_t)run->n_slots, sizeof *list, compare);
    return list;
}

static bool new_sched(saltus_devs *run, const double *due)
{
    int32_t room = run->room_slots > run->n_slots ? run->room_slots : run->n_slots;
    struct sched *s = sched_new(&run->alloc, room, SCHED_AUTO);
    struct cell **active = alloc_resize(&run->alloc, run->active, (size_t)room, sizeof *active);
    if (active) run->active = active;
    if (!s || !active) {
        sched_free(s);
        return false;
    }
    for (int32_t k = 0; k < run->n_slots; k++) sched_set(s, k, due[k]);
    sched_free(run->sched);
    run->sched = s;
    run->room_slots = room;
    return true;
}

bool devs_select_order(saltus_devs *run)
{
    int32_t n = run->n_slots, n_early = 0, n_static = 0;
    struct key *list = sorted_keys(run, &n_early, &n_static);
    double *due = alloc_array(&run->alloc, (size_t)n, sizeof *due);
    double *by_place = alloc_array(&run->alloc, (size_t)n, sizeof *due);
    struct cell **order = alloc_array(
        &run->alloc, (size_t)(n > run->room_slots ? n : run->room_slots), sizeof *order);
    bool ok = list && due && by_place && order;
    for (int32_t k = 0; ok && k < n; k++) { /* due times by cell, since slots change below */
        struct cell *c = list[k].c;
        by_place[k] =
            run->sched && c->slot >= 0 ? sched_get(run->sched, c->slot) : (double)INFINITY;
        order[k] = c;
    }
    run->n_knots = 0;
    if (ok && n_static) ok = sort_static(run, list + n_early, n_static, order + n_early);
    for (int32_t k = 0; ok && k < n; k++) {
        bool moved = k >= n_early && k < n_early + n_static;
        due[k] =
            by_place[moved ? n_early + order[k]->slot : k]; /* of a static part slot is its place */
    }
    for (int32_t k = 0; ok && k < n; k++) order[k]->slot = k;
    if (ok) ok = new_sched(run, due);
    if (ok) {
        alloc_free(&run->alloc, run->order);
        run->order = order;
        order = NULL;
    }
    alloc_free(&run->alloc, order);
    alloc_free(&run->alloc, by_place);
    alloc_free(&run->alloc, due);
    alloc_free(&run->alloc, list);
    if (!ok) devs_no_memory(run);
    return ok;
}
