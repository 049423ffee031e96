/* SPDX-License-Identifier: MIT */
/* parallel.c - a round of Parallel DEVS.
 *
 *   1. All parts that are due at t send (lambda), in select order.
 *   2. Their messages go into the bags of the receivers: in the order of the senders, of sending,
 *      of the wires.
 *   3. Each part that is due or has a bag makes its one transition, in select order: delta_int,
 *      delta_ext, or delta_con if both.
 *   4. Each says when it is due next.
 * A bag is a chain of items until its transition, when its messages are put together in one
 * array. */
#include "devs/kernel/run.h"

#include <math.h>
#include <stdlib.h>

static void put(saltus_devs *run, struct cell *to, size_t message, int port, int32_t index)
{
    if (!devs_grow(run, (void **)&run->item, &run->room_items, run->n_items + 1, sizeof *run->item))
        return;
    int32_t k = (int32_t)run->n_items++;
    run->stats.messages++;
    run->item[k] = (struct devs_bag_item){(int32_t)message, port, index, -1};
    if (to->bag < 0)
        to->bag = k;
    else
        run->item[to->bag_end].next = k;
    to->bag_end = k;
    if (!(to->flags & CELL_ACTIVE)) {
        to->flags |= CELL_ACTIVE;
        run->active[run->n_active++] = to;
    }
}

static void into_bags(saltus_devs *run, const struct fan *f, size_t message)
{
    for (int32_t k = 0; k < f->n; k++) {
        const struct route *r = &f->at[k];
        const saltus_message *m = &run->out.at[message];
        struct devs_targets to;
        if (!r->to)
            devs_to_outside(run, r, m);
        else
            for (devs_targets_begin(&to, r, m->index); devs_targets_next(&to);)
                put(run, r->to, message, r->port, to.index);
    }
}

static int by_slot(const void *a, const void *b)
{
    const struct cell *const *x = a, *const *y = b;
    return (*x)->slot < (*y)->slot ? -1 : (*x)->slot > (*y)->slot;
}

/* Few, and mostly in order; or many. */
static void sort_active(saltus_devs *run)
{
    struct cell **a = run->active;
    if (run->n_active > 24)
        qsort(a, (size_t)run->n_active, sizeof(struct cell *), by_slot);
    else
        for (int32_t k = 1; k < run->n_active; k++) {
            struct cell *c = a[k];
            int32_t j = k;
            for (; j > 0 && a[j - 1]->slot > c->slot; j--) a[j] = a[j - 1];
            a[j] = c;
        }
}

static size_t fill_bag(saltus_devs *run, struct cell *c)
{
    size_t n = 0;
    for (int32_t k = c->bag; k >= 0; k = run->item[k].next) {
        if (!devs_grow(run, (void **)&run->bag.at, &run->bag.room, n + 1, sizeof *run->bag.at))
            break;
        saltus_message *m = &run->bag.at[n++];
        *m = run->out.at[run->item[k].message];
        m->port = run->item[k].port;
        m->index = run->item[k].index;
    }
    c->bag = -1;
    return n;
}

static void confluent(struct cell *c, size_t n)
{
    const saltus_atomic *a = c->pub.type;
    saltus_devs *run = c->pub.run;
    if (a->delta_con) {
        a->delta_con(&c->pub, run->bag.at, n);
    } else {
        a->delta_int(&c->pub);
        c->pub.last = run->t;
        a->delta_ext(&c->pub, 0, run->bag.at, n);
    }
    run->stats.confluent++;
}

static void transition(saltus_devs *run, struct cell *c)
{
    size_t n = fill_bag(run, c);
    double t = run->t;
    bool due = c->flags & CELL_IMMINENT;
    c->flags &= (int16_t) ~(CELL_ACTIVE | CELL_IMMINENT);
    c->pub.t = t;
    if (due && n) {
        confluent(c, n);
    } else if (due) {
        c->pub.type->delta_int(&c->pub);
        run->stats.internal++;
    } else {
        c->pub.type->delta_ext(&c->pub, t - c->pub.last, run->bag.at, n);
        run->stats.external++;
    }
    c->pub.last = t;
    devs_trace(run,
               due && n ? SALTUS_CONFLUENT
               : due    ? SALTUS_INTERNAL
                        : SALTUS_EXTERNAL,
               c, run->bag.at, n);
    devs_schedule(run, c);
}

static void forget(struct cell *c)
{
    c->flags &= (int16_t) ~(CELL_ACTIVE | CELL_IMMINENT);
    c->bag = -1;
}

static void take_imminent(saltus_devs *run, double t)
{
    double next;
    int32_t slot = sched_top(run->sched, &next);
    for (; slot >= 0 && next <= t; slot = sched_top(run->sched, &next)) {
        struct cell *c = run->order[slot];
        c->flags |= CELL_ACTIVE | CELL_IMMINENT;
        run->active[run->n_active++] = c;
        sched_set(run->sched, slot, INFINITY);
    }
}

static void send_all(saltus_devs *run, double t, int32_t imminent)
{
    for (int32_t k = 0; k < imminent && run->status >= 0; k++) {
        struct cell *c = run->active[k];
        size_t first = run->out.n;
        c->pub.t = t;
        if (run->round > run->opt.max_instant) devs_ring_add(run, c);
        devs_lambda(run, c);
        devs_trace(run, SALTUS_LAMBDA, c, run->out.n ? run->out.at + first : NULL,
                   run->out.n - first);
        for (size_t m = first; m < run->out.n; m++)
            into_bags(run, devs_fan_of(run, c, &run->out.at[m]), m);
    }
}

static void round_at(saltus_devs *run, double t, const saltus_message *x, size_t n, int internal)
{
    run->out.n = run->n_items = 0;
    run->n_active = 0;
    if (!devs_advance(run, t, NULL)) return;
    run->stats.steps++;
    if (internal) take_imminent(run, t);
    int32_t imminent = run->n_active;
    send_all(run, t, imminent);
    for (size_t k = 0; k < n && run->status >= 0; k++) {
        if (x[k].port < 0 || x[k].port >= run->n_entries) continue;
        if (!devs_grow(run, (void **)&run->out.at, &run->out.room, run->out.n + 1,
                       sizeof *run->out.at))
            break;
        run->out.at[run->out.n++] = x[k];
        into_bags(run, &run->entry[x[k].port], run->out.n - 1);
    }
    if (run->status >= 0) devs_keep_data(run, run->out.at, run->out.n);
    sort_active(run);
    for (int32_t k = 0; k < run->n_active; k++)
        if (run->status >= 0) transition(run, run->active[k]);
        /* a restore may bring the run back */
        else
            forget(run->active[k]);
}

void devs_step_parallel(saltus_devs *run, double t)
{
    round_at(run, t, NULL, 0, 1);
}

void devs_feed_parallel(saltus_devs *run, double t, const saltus_message *x, size_t n, int internal)
{
    round_at(run, t, x, n, internal);
}
