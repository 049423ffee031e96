/* SPDX-License-Identifier: MIT */
/* prop_sched.c - every kind of scheduler is a sorted list.
 *
 * The oracle is an array of (time, slot), sorted after each change. Times come from few values, so
 * that ties, changes back to the same time, and infinities are common. */
#include "testing.h"

#include "base/alloc.h"
#include "sched/sched_impl.h"

#include <math.h>

enum { KINDS = 4, SLOTS_MAX = 1000 };
static const enum sched_kind kinds[KINDS] = {SCHED_AUTO, SCHED_SCAN, SCHED_HEAP, SCHED_TREE};

struct entry {
    double t;
    int32_t slot;
};

struct list {
    struct entry entry[SLOTS_MAX]; /* sorted by (t, slot) */
    int32_t n;
    uint64_t changes;
};

static int entry_before(struct entry a, struct entry b)
{
    return a.t != b.t ? a.t < b.t : a.slot < b.slot;
}

static void list_init(struct list *l, int32_t n)
{
    l->n = n;
    l->changes = 0;
    for (int32_t i = 0; i < n; i++) l->entry[i] = (struct entry){INFINITY, i};
}

/* Takes the entry of the slot out and puts it in where it belongs. */
static void list_set(struct list *l, int32_t slot, double t)
{
    struct entry x = {t, slot}, *e = l->entry;
    int32_t i = 0;
    while (e[i].slot != slot) i++;
    l->changes += e[i].t != t;
    for (; i > 0 && entry_before(x, e[i - 1]); i--) e[i] = e[i - 1];
    for (; i < l->n - 1 && entry_before(e[i + 1], x); i++) e[i] = e[i + 1];
    e[i] = x;
}

static int32_t some_size(struct rng *g)
{
    static const int32_t sizes[] = {1,  2,  3,  7,  8,  9,  15, 16,  17,
                                    18, 48, 49, 63, 64, 65, 66, 129, SLOTS_MAX};
    return sizes[rng_u64(g) % (sizeof sizes / sizeof *sizes)];
}

/* One of `values` times about 0 or, with probability p, +infinity. */
static double some_time(struct rng *g, double p, int values)
{
    if (rng_uniform(g, 0, 1) < p) return INFINITY;
    return 0.25 * rng_int(g, -values / 2, (values - 1) / 2);
}

static int agrees(struct sched *q, const struct list *l)
{
    double t = NAN;
    int32_t slot = sched_top(q, &t);
    struct entry first = l->entry[0];
    return t == first.t && slot == (t < INFINITY ? first.slot : -1) &&
           sched_operations(q) == l->changes;
}

static void free_all(struct sched *q[KINDS])
{
    for (int k = 0; k < KINDS; k++) sched_free(q[k]);
}

PROP(every_kind_is_a_sorted_list, 400)
{
    static struct list l;
    struct alloc a;
    struct sched *q[KINDS];
    int32_t n = some_size(g);
    int values = rng_int(g, 0, 1) ? 5 : 1000000;
    double p = rng_uniform(g, 0, 1);
    alloc_init(&a, NULL, NULL);
    list_init(&l, n);
    for (int k = 0; k < KINDS; k++) q[k] = sched_new(&a, n, kinds[k]);
    for (int step = 0; step < 4 * n + 20; step++) {
        int32_t slot = rng_int(g, 0, 2) ? rng_int(g, 0, n - 1) : l.entry[0].slot;
        double t = some_time(g, p, values);
        list_set(&l, slot, t);
        for (int k = 0; k < KINDS; k++) {
            sched_set(q[k], slot, t);
            CHECK(sched_get(q[k], slot) == t);
            CHECK(agrees(q[k], &l));
        }
    }
    free_all(q);
    CHECK_EQ_INT(a.bytes, 0);
}

/* As an engine does it: the first acts and leaves, others move, it comes back; only then is anybody asked. */
PROP(who_was_taken_comes_back_with_its_next_time, 400)
{
    static struct list l;
    struct alloc a;
    struct sched *q[KINDS];
    int32_t n = some_size(g);
    int values = rng_int(g, 0, 1) ? 5 : 1000000;
    double p = rng_uniform(g, 0, 1);
    alloc_init(&a, NULL, NULL);
    list_init(&l, n);
    for (int k = 0; k < KINDS; k++) q[k] = sched_new(&a, n, kinds[k]);
    for (int step = 0; step < 2 * n + 20; step++) {
        int32_t slot = l.entry[0].slot;
        for (int k = 0; k < KINDS; k++)
            if (kinds[k] != SCHED_HEAP) sched_take(q[k], slot);
        for (int moved = rng_int(g, 0, 3); moved >= 0; moved--) {
            int32_t other = moved ? rng_int(g, 0, n - 1) : slot;
            double t = some_time(g, p, values);
            if (moved && other == slot) continue;
            list_set(&l, other, t);
            for (int k = 0; k < KINDS; k++) sched_set(q[k], other, t);
        }
        for (int k = 0; k < KINDS; k++) {
            double t;
            CHECK_EQ_INT(sched_top(q[k], &t), l.entry[0].t < INFINITY ? l.entry[0].slot : -1);
            CHECK(t == l.entry[0].t);
        }
    }
    free_all(q);
    CHECK_EQ_INT(a.bytes, 0);
}

PROP(draining_gives_the_slots_in_order, 400)
{
    static struct list l;
    struct alloc a;
    struct sched *q[KINDS];
    int32_t n = some_size(g);
    int values = rng_int(g, 0, 1) ? 5 : 1000000;
    alloc_init(&a, NULL, NULL);
    list_init(&l, n);
    for (int k = 0; k < KINDS; k++) q[k] = sched_new(&a, n, kinds[k]);
    for (int32_t i = 0; i < n; i++) {
        double t = some_time(g, 0.2, values);
        list_set(&l, i, t);
        for (int k = 0; k < KINDS; k++) sched_set(q[k], i, t);
    }
    for (int32_t i = 0; i < n; i++) {
        for (int k = 0; k < KINDS; k++) {
            double t, due = l.entry[i].t;
            CHECK_EQ_INT(sched_top(q[k], &t), due < INFINITY ? l.entry[i].slot : -1);
            CHECK(t == due);
            sched_set(q[k], l.entry[i].slot, INFINITY);
        }
    }
    free_all(q);
    CHECK_EQ_INT(a.bytes, 0);
}

TEST_MAIN()
