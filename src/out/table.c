/* SPDX-License-Identifier: MIT */
/* table.c - the statistics of a run as a table: totals, then the busiest states and guards.
 *
 * "Share" is the part of all steps (or events) that one state (or guard) took: where a run spends
 * its time. States and guards that did nothing are not listed. */
#include "saltus.h"

#include "out/number.h"

#include <inttypes.h>

enum { BUSIEST = 10 };

typedef uint64_t count_fn(const saltus_sim *s, int32_t i);

struct top { /* the largest counts, descending; equal ones by index */
    int n;
    int32_t index[BUSIEST];
    uint64_t count[BUSIEST];
};

static void top_add(struct top *top, int32_t index, uint64_t count)
{
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

static struct top busiest(const saltus_sim *s, saltus_kind kind, count_fn *count)
{
    struct top top = {.n = 0};
    int32_t n = saltus_sim_count(s, kind);
    for (int32_t i = 0; i < n; i++) top_add(&top, i, count(s, i));
    return top;
}

static void put_busiest(FILE *out, const saltus_sim *s, saltus_kind kind, const struct top *top,
                        uint64_t all)
{
    char name[128], share[NUMBER_SIZE];
    for (int i = 0; i < top->n; i++) {
        double percent = all ? 100 * (double)top->count[i] / (double)all : 0;
        saltus_sim_name(s, kind, top->index[i], name, sizeof name);
        fprintf(out, "  %14" PRIu64 " %8s %%  %s\n", top->count[i], number_fixed(share, percent, 1),
                name);
    }
}

static void put_states(FILE *out, const saltus_sim *s, uint64_t all)
{
    struct top top = busiest(s, SALTUS_STATE, saltus_sim_steps);
    if (top.n == 0) return;
    fprintf(out, "\nbusiest states\n  %14s %10s  %s\n", "steps", "share", "name");
    put_busiest(out, s, SALTUS_STATE, &top, all);
}

static void put_guards(FILE *out, const saltus_sim *s, uint64_t all)
{
    struct top top = busiest(s, SALTUS_GUARD, saltus_sim_events);
    if (top.n == 0) return;
    fprintf(out, "\nbusiest guards\n  %14s %10s  %s\n", "events", "share", "name");
    put_busiest(out, s, SALTUS_GUARD, &top, all);
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
    put_count(out, "paired steps", st->pair_steps);
    put_count(out, "initial assignments", st->initial);
    put_count(out, "evaluations", st->evaluations);
    put_count(out, "guard evaluations", st->guard_evaluations);
    if (st->term_evaluations) put_count(out, "term evaluations", st->term_evaluations);
    put_count(out, "partials", st->partials);
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
    put_states(out, s, st.steps);
    put_guards(out, s, st.events);
}
