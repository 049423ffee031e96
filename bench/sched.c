/* SPDX-License-Identifier: MIT */
/* sched.c - nanoseconds per event for every kind of scheduler.
 *
 * An event is what an engine does with its scheduler: one sched_top, then sched_set for the slot
 * that was due and for two random others, its neighbours. Three patterns:
 *     all active      every slot fires at about the same rate; neighbours are any slots;
 *     2 % front       a window of n/50 slots (4 at least) fires, the others are due in the far
 *                     future; neighbours are in the window, which moves on by one slot every 16
 *                     events;
 *     75 % infinite   slots n/4 and up are never due, as guards that cannot fire; neighbours are
 *                     any slots, so that half of the sets change nothing.
 * Random numbers come from a table with a fixed seed; reading it is part of the time.
 * Usage: sched [million events per measurement, default 2]; the best of 3 runs counts. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/alloc.h"
#include "sched/sched.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum pattern { ALL_ACTIVE, FRONT, INFINITE, PATTERNS };
enum { DRAWS = 1 << 14, FRONT_EVERY = 16 };

struct draw {
    double delay[3];  /* of the own slot and the neighbours, in [0.5, 1.5) */
    uint32_t pick[2]; /* 32 random bits each */
};

struct load {
    struct sched *q;
    int32_t n, lo, hi; /* lo..hi-1 are active */
};

static struct draw draws[DRAWS];

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13, *s ^= *s >> 7, *s ^= *s << 17;
    return *s * 0x2545F4914F6CDD1Du;
}

static double uniform(uint64_t *s)
{
    return (double)(next_random(s) >> 11) * 0x1p-53;
}

static void fill_draws(uint64_t seed)
{
    for (int i = 0; i < DRAWS; i++) {
        for (int k = 0; k < 3; k++) draws[i].delay[k] = 0.5 + uniform(&seed);
        for (int k = 0; k < 2; k++) draws[i].pick[k] = (uint32_t)(next_random(&seed) >> 32);
    }
}

static int32_t pick(uint32_t bits, int32_t lo, int32_t hi)
{
    return lo + (int32_t)((uint64_t)bits * (uint64_t)(hi - lo) >> 32);
}

static double far_away(int32_t slot)
{
    return 1e9 + (double)(slot % 1009);
}

/* Sets all slots as the pattern wants them at time 0. */
static void prepare(struct load *w, enum pattern p)
{
    uint64_t seed = 88172645463325252u;
    int32_t window = w->n / 50 > 4 ? w->n / 50 : 4;
    w->lo = 0;
    w->hi = p == FRONT ? window : p == INFINITE ? w->n / 4 : w->n;
    for (int32_t i = 0; i < w->n; i++)
        sched_set(w->q, i, i < w->hi ? uniform(&seed) : p == FRONT ? far_away(i) : INFINITY);
}

static void move_front(struct load *w, double t)
{
    if (w->hi == w->n) return;
    sched_set(w->q, w->lo, far_away(w->lo));
    sched_set(w->q, w->hi, t + 1);
    w->lo++, w->hi++;
}

static void run(struct load *w, enum pattern p, long events)
{
    double t;
    for (long e = 0; e < events; e++) {
        /* each round reads the table with another odd stride: in another order */
        const struct draw *d = &draws[(size_t)(e * (2 * (e / DRAWS) + 1)) % DRAWS];
        int32_t own = sched_top(w->q, &t), all = p == FRONT ? w->hi : w->n;
        sched_set(w->q, own, t + d->delay[0]);
        for (int k = 0; k < 2; k++) {
            int32_t i = pick(d->pick[k], w->lo, all);
            sched_set(w->q, i, i < w->hi ? t + d->delay[k + 1] : INFINITY);
        }
        if (p == FRONT && e % FRONT_EVERY == 0) move_front(w, t);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ns per event, best of 3; negative: out of memory. */
static double measure(enum sched_kind kind, int32_t n, enum pattern p, long events)
{
    double best = INFINITY;
    for (int repeat = 0; repeat < 3; repeat++) {
        struct alloc a;
        alloc_init(&a, NULL, NULL);
        struct load w = {.q = sched_new(&a, n, kind), .n = n};
        if (!w.q) return -1;
        prepare(&w, p);
        run(&w, p, events / 4);
        double start = seconds();
        run(&w, p, events);
        best = fmin(best, (seconds() - start) / (double)events * 1e9);
        sched_free(w.q);
    }
    return best;
}

static void print_row(int32_t n, const char *name, enum pattern p, long events)
{
    static const enum sched_kind kinds[] = {SCHED_SCAN, SCHED_HEAP, SCHED_TREE};
    printf("| %8d | %-13s |", (int)n, name);
    for (int k = 0; k < 3; k++) {
        if (kinds[k] == SCHED_SCAN && n > 1000)
            printf("      - |");
        else
            printf(" %6.0f |", measure(kinds[k], n, p, events));
    }
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const char *names[PATTERNS] = {"all active", "2 % front", "75 % infinite"};
    static const int32_t sizes[] = {16, 1000, 100000, 1000000};
    long events = 1000000 * (argc > 1 ? atol(argv[1]) : 2);
    fill_draws(2463534242u);
    printf("|    slots | pattern       |   scan |   heap |   tree |  ns per event\n");
    printf("|---------:|---------------|-------:|-------:|-------:|\n");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int p = 0; p < PATTERNS; p++) print_row(sizes[s], names[p], (enum pattern)p, events);
    return 0;
}
