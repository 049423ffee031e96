/* SPDX-License-Identifier: MIT */
/* diagram_stats.c - what a run of a diagram cost besides steps: transitions, messages, and lateness
 * by the wall clock. */
#include "cli/show/diagrams.h"
#include "saltus_diagram.h"
#include <inttypes.h>

static bool statistics(const saltus_sim *s, saltus_devs_stats *st)
{
    const saltus_devs *run = saltus_diagram_run((saltus_sim *)(uintptr_t)s);
    if (run) *st = saltus_devs_statistics(run);
    return run != NULL;
}

static void put(FILE *f, const char *what, uint64_t n)
{
    fprintf(f, "  %-20s %16" PRIu64 "\n", what, n);
}

void diagrams_stats_table(FILE *f, const saltus_sim *s)
{
    saltus_devs_stats st;
    if (!statistics(s, &st)) return;
    put(f, "transitions", st.internal + st.external + st.confluent);
    put(f, "messages", st.messages);
    if (!(st.latency_max > 0)) return;
    fprintf(f, "  %-20s %13.3g ms   at most %.3g ms; %" PRIu64 " events more than 1 ms late\n",
            "latency", 1e3 * st.latency_mean, 1e3 * st.latency_max, st.late);
}

void diagrams_stats_json(const saltus_sim *s, char *buf, size_t size)
{
    saltus_devs_stats st;
    buf[0] = 0;
    if (!s || !statistics(s, &st)) return;
    snprintf(buf, size,
             ",\n  \"transitions\": %" PRIu64 ",\n  \"messages_sent\": %" PRIu64
             ",\n  \"late_events\": %" PRIu64
             ",\n  \"latency_mean\": %.9g,\n  \"latency_max\": %.9g",
             st.internal + st.external + st.confluent, st.messages, st.late, st.latency_mean,
             st.latency_max);
}
