/* SPDX-License-Identifier: MIT */
/* table.c - the statistics of a run as a table: totals, then the busiest states and guards.
 *
 * "Share" is the part of all steps (or events) that one state (or guard) took: where a run spends
 * its time. States and guards that did nothing are not listed, nor are
 * states that move all together. */
#include "saltus.h"

#include "out/number.h"
#include "out/table.h"

#include <inttypes.h>
#include <string.h>

enum { BUSIEST = 10, NAME = 38 };

typedef uint64_t count_fn(const saltus_sim *s, int32_t i);

struct top { /* the largest counts, descending; equal ones by index */
    int n;
    int32_t index[BUSIEST], active;
    uint64_t count[BUSIEST], all;
};

static void top_add(struct top *top, int32_t index, uint64_t count)
{
    top->all += count;
    top->active += count > 0;
    if (count == 0) return;
    if (top->n == BUSIEST && count <= top->count[BUSIEST - 1]) return;
    int i = top->n < BUSIEST ? top->n++ : BUSIEST - 1;
    for (; i > 0 && top->count[i - 1] < count; i--) {
        top->index[i] = top->index[i - 1];
        top->count[i] = top->count[i - 1];
    }
    top->index[i] = index;
    top->count[i] = count;
}

/* A longer name ends with dots. */
static void put_busy(FILE *out, const char *name, uint64_t count, uint64_t all)
{
    char share[NUMBER_SIZE];
    int room = strlen(name) > NAME ? NAME - 3 : NAME;
    fprintf(out, "  %.*s%s%*s %12" PRIu64 " %6s %%\n", room, name, room < NAME ? "..." : "",
            room < NAME ? 0 : NAME - (int)strlen(name), "", count,
            number_fixed(share, 100 * (double)count / (double)all, 1));
}

void table_busiest(FILE *out, const saltus_sim *s, saltus_kind kind)
{
    count_fn *count = kind == SALTUS_STATE ? saltus_sim_steps : saltus_sim_events;
    int32_t n = saltus_sim_count(s, kind);
    struct top top = {.n = 0};
    char name[512];
    for (int32_t i = 0; i < n; i++) top_add(&top, i, count(s, i));
    if (top.n == 0) return;
    if (kind == SALTUS_STATE && top.all > saltus_sim_all_steps(s)) return; /* all move together */
    fprintf(out, "\n%-*s %12s %8s\n", NAME + 2,
            kind == SALTUS_STATE ? "busiest states" : "busiest guards",
            kind == SALTUS_STATE ? "steps" : "events", "share");
    for (int k = 0; k < top.n; k++) {
        saltus_sim_name(s, kind, top.index[k], name, sizeof name);
        put_busy(out, name, top.count[k], top.all);
    }
    if (top.active > BUSIEST) fprintf(out, "  ... and %d more\n", top.active - BUSIEST);
}

static void put_count(FILE *out, const char *what, uint64_t count)
{
    fprintf(out, "%-20s %12" PRIu64 "\n", what, count);
}

static void put_number(FILE *out, const char *what, double v, int decimals)
{
    char buf[NUMBER_SIZE];
    fprintf(out, "%-20s %12s\n", what, number_fixed(buf, v, decimals));
}

static void put_totals(FILE *out, const saltus_stats *st)
{
    put_count(out, "steps", st->steps);
    put_count(out, "joint steps", st->pair_steps);
    if (st->blocks) put_count(out, "blocks formed", st->blocks);
    if (st->blocks) put_count(out, "largest block", st->largest_block);
    if (st->rejected) put_count(out, "rejected steps", st->rejected);
    if (st->restarts) put_count(out, "restarts", st->restarts);
    put_count(out, "initial assignments", st->initial);
    put_count(out, "evaluations", st->evaluations);
    put_count(out, "guard evaluations", st->guard_evaluations);
    if (st->term_evaluations) put_count(out, "term evaluations", st->term_evaluations);
    put_count(out, "partials", st->partials);
    if (st->iterations) put_count(out, "Newton iterations", st->iterations);
    if (st->factorizations) put_count(out, "factorizations", st->factorizations);
    put_count(out, "refreshes", st->refreshes);
    put_count(out, "events", st->events);
    put_count(out, "time events", st->clocks);
    put_count(out, "queue operations", st->queue_operations);
    put_number(out, "memory, kB", (double)st->bytes / 1000, 1);
    put_number(out, "CPU time, s", st->cpu_seconds, 6);
}

void saltus_stats_print(FILE *out, const saltus_sim *s)
{
    if (!out || !s) return;
    saltus_stats st = saltus_sim_stats(s);
    put_totals(out, &st);
    table_busiest(out, s, SALTUS_STATE);
    table_busiest(out, s, SALTUS_GUARD);
}
