/* SPDX-License-Identifier: MIT */
/* stats.c - the numbers of a run: JSON, CSV, and a table for people.
 *
 * The names in JSON and CSV are part of the interface and stay as they are. All numbers read back
 * exactly; what is not a number is null in JSON and empty in CSV. */
#include "cli/run/estimate.h"
#include "cli/show/diagrams.h"
#include "cli/core/names.h"
#include "out/number.h"
#include "out/table.h"
#include "run/sim.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- One list for both ----------------------------------------------------------------------- */

/* X(name, kind, value): t a text, n a number, u a count. In the order in which they are printed. */
#define SCALARS(X)                                                                                 \
    X(model, t, o->model)                                                                          \
    X(method, t, o->method)                                                                        \
    X(rel, n, o->rel)                                                                              \
    X(abs, n, o->abs)                                                                              \
    X(t_start, n, o->t_start)                                                                      \
    X(t_stop, n, o->t_stop)                                                                        \
    X(t_end, n, o->t_end)                                                                          \
    X(outcome, t, o->reason)                                                                       \
    X(message, t, o->message)                                                                      \
    X(states, u, (uint64_t)o->states)                                                              \
    X(steps, u, o->stats.steps)                                                                    \
    X(initial, u, o->stats.initial)                                                                \
    X(evaluations, u, o->stats.evaluations)                                                        \
    X(crossing_evaluations, u, o->stats.guard_evaluations)                                         \
    X(term_evaluations, u, o->stats.term_evaluations)                                              \
    X(range_evaluations, u, o->stats.range_evaluations)                                            \
    X(partials, u, o->stats.partials)                                                              \
    X(events, u, o->stats.events)                                                                  \
    X(time_events, u, o->stats.clocks)                                                             \
    X(block_steps, u, o->stats.pair_steps)                                                         \
    X(refreshes, u, o->stats.refreshes)                                                            \
    X(uncertified, u, o->stats.uncertified)                                                        \
    X(uncertain, u, o->stats.uncertain)                                                            \
    X(exact_parts, u, o->stats.exact_parts)                                                        \
    X(exact_modes, u, o->stats.exact_modes)                                                        \
    X(together_steps, u, o->stats.together)                                                        \
    X(together_from, n, o->stats.changes ? o->stats.together_from : (double)NAN)                   \
    X(changes, u, o->stats.changes)                                                                \
    X(rejected, u, o->stats.rejected)                                                              \
    X(restarts, u, o->stats.restarts)                                                              \
    X(iterations, u, o->stats.iterations)                                                          \
    X(factorizations, u, o->stats.factorizations)                                                  \
    X(queue_operations, u, o->stats.queue_operations)                                              \
    X(last_step, n, o->last_step)                                                                  \
    X(cpu_seconds, n, o->cpu_seconds)                                                              \
    X(compile_seconds, n, o->compile_seconds)                                                      \
    X(load_seconds, n, o->load_seconds)                                                            \
    X(peak_bytes, u, (uint64_t)o->peak_bytes)                                                      \
    X(process_bytes, u, (uint64_t)o->process_bytes)

void stats_json_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            fprintf(f, "\\%c", *s);
        else if ((unsigned char)*s < 32)
            fprintf(f, "\\u%04x", (unsigned)*s);
        else
            fputc(*s, f);
    }
    fputc('"', f);
}

static void json_t(FILE *f, const char *s)
{
    stats_json_string(f, s ? s : "");
}
static void json_n(FILE *f, double v)
{
    char buf[NUMBER_SIZE];
    fputs(isfinite(v) ? number_exact(buf, v) : "null", f);
}
static void json_u(FILE *f, uint64_t v)
{
    fprintf(f, "%" PRIu64, v);
}

/* Parts of formulas make no events. */
static bool is_told(const saltus_sim *s, saltus_kind kind, int32_t i)
{
    const struct sim *sim = (const struct sim *)s;
    return kind != SALTUS_GUARD || !names_is_part(sim->model, i);
}

/* Which of the counts are listed: those above `least`, and of those equal to it the first ones. */
struct head {
    uint64_t least;
    int equal;
};

static struct head head_of(const uint64_t *count, int32_t n)
{
    uint64_t top[STATS_HEAD] = {0}; /* descending */
    struct head h = {0, STATS_HEAD};
    if (n <= STATS_HEAD) return h;
    for (int32_t i = 0; i < n; i++) {
        int k = STATS_HEAD - 1;
        if (count[i] <= top[k]) continue;
        for (; k > 0 && top[k - 1] < count[i]; k--) top[k] = top[k - 1];
        top[k] = count[i];
    }
    h.least = top[STATS_HEAD - 1];
    for (int k = 0; k < STATS_HEAD && top[k] > h.least; k++) h.equal--;
    return h;
}

/* name -> count, of a state or a guard; the busiest, or all */
static void json_counts(FILE *f, const char *key, const saltus_sim *s, saltus_kind kind,
                        const uint64_t *count, int32_t n, bool all)
{
    struct head head = all || !count ? (struct head){0, INT32_MAX} : head_of(count, n);
    const char *before = "";
    char name[512];
    fprintf(f, ",\n  \"%s\": {", key);
    for (int32_t i = 0; s && count && i < n; i++) {
        if (!is_told(s, kind, i)) continue;
        if (count[i] < head.least || (count[i] == head.least && head.equal-- <= 0)) continue;
        saltus_sim_name(s, kind, i, name, sizeof name);
        fputs(before, f);
        before = ", ";
        stats_json_string(f, name);
        fprintf(f, ": %" PRIu64, count[i]);
    }
    fputc('}', f);
}

void stats_json(FILE *f, const struct outcome *o, const saltus_sim *s, bool all, const char *more,
                const struct estimate *e)
{
    const char *before = "{";
#define JSON(name, kind, value)                                                                    \
    fprintf(f, "%s\n  \"%s\": ", before, #name);                                                   \
    json_##kind(f, value);                                                                         \
    before = ",";
    SCALARS(JSON)
    json_counts(f, "steps_by_state", s, SALTUS_STATE, o->steps_by_state,
                methods_quantized(o->method) ? o->states : 0, all);
    json_counts(f, "events_by_guard", s, SALTUS_GUARD, o->events_by_guard, o->guards, all);
    fputs(more, f);
    if (e) estimate_json(f, e);
    fputs("\n}", f);
}

static void csv_t(FILE *f, const char *s)
{
    if (s) out_csv_text(f, "", s);
}
static void csv_n(FILE *f, double v)
{
    char buf[NUMBER_SIZE];
    if (isfinite(v)) fputs(number_exact(buf, v), f);
}
static void csv_u(FILE *f, uint64_t v)
{
    json_u(f, v);
}

void stats_csv_header(FILE *f, const char *more)
{
    const char *before = "";
#define NAME(name, kind, value)                                                                    \
    fprintf(f, "%s%s", before, #name);                                                             \
    before = ",";
    SCALARS(NAME)
    fprintf(f, "%s\n", more);
}

void stats_csv_row(FILE *f, const struct outcome *o, const char *more)
{
    const char *before = "";
#define VALUE(name, kind, value)                                                                   \
    fputs(before, f);                                                                              \
    csv_##kind(f, value);                                                                          \
    before = ",";
    SCALARS(VALUE)
    fprintf(f, "%s\n", more);
}

/* ---- The table ------------------------------------------------------------------------------- */

static void put(FILE *f, const char *what, uint64_t n, const char *remark)
{
    fprintf(f, "  %-22s %14" PRIu64 "%s%s\n", what, n, *remark ? "   " : "", remark);
}

static void put_seconds(FILE *f, const char *what, double s, const char *remark)
{
    if (s < 1e-3)
        fprintf(f, "  %-22s %11.1f µs%s%s\n", what, 1e6 * s, *remark ? "   " : "", remark);
    else if (s < 1)
        fprintf(f, "  %-22s %11.1f ms%s%s\n", what, 1e3 * s, *remark ? "   " : "", remark);
    else
        fprintf(f, "  %-22s %11.2f s %s%s\n", what, s, *remark ? "   " : "", remark);
}

static void put_times(FILE *f, const struct outcome *o)
{
    char remark[64] = "";
    if (o->stats.steps)
        snprintf(remark, sizeof remark, "%.0f ns per step",
                 1e9 * o->cpu_seconds / (double)o->stats.steps);
    put_seconds(f, "CPU time", o->cpu_seconds, remark);
    put_seconds(f, "compiling", o->compile_seconds, "");
    put_seconds(f, "loading", o->load_seconds, "");
    fprintf(f, "  %-22s %11.1f kB\n", "memory of the run", (double)o->peak_bytes / 1000);
}

/* States move one by one. */
static void remark_single(const struct outcome *o, char *steps, char *evaluations, size_t size)
{
    double n = (double)o->stats.steps;
    if (o->states > 1) snprintf(steps, size, "%.1f per state", n / (double)o->states);
    if (n > 0) snprintf(evaluations, size, "%.2f per step", (double)o->stats.evaluations / n);
}

/* A step is one of all states, and all derivatives are evaluated at once. */
static void remark_together(const struct outcome *o, char *steps, char *evaluations, size_t size)
{
    double all = (double)o->stats.steps * (double)o->states;
    if (o->states > 1) snprintf(steps, size, "of all states together");
    if (all > 0)
        snprintf(evaluations, size, "%.2f of each derivative per step",
                 (double)o->stats.evaluations / all);
}

static void put_totals(FILE *f, const struct outcome *o)
{
    const saltus_stats *s = &o->stats;
    char of_steps[64] = "", of_evaluations[64] = "", of_blocks[96], of_parts[64], of_changes[96];
    snprintf(of_blocks, sizeof of_blocks, "of up to %llu states that cut each other's steps short",
             (unsigned long long)s->largest_block);
    snprintf(of_parts, sizeof of_parts, "with %llu sets of coefficients",
             (unsigned long long)s->exact_modes);
    snprintf(of_changes, sizeof of_changes,
             "steps, first at t = %g, by rodas4, radau5 or rk5, %llu change%s", s->together_from,
             (unsigned long long)s->changes, s->changes == 1 ? "" : "s");
    put(f, "states", (uint64_t)o->states, "");
    if (methods_quantized(o->method))
        remark_single(o, of_steps, of_evaluations, sizeof of_steps);
    else
        remark_together(o, of_steps, of_evaluations, sizeof of_steps);
    put(f, "steps", s->steps, of_steps);
    if (s->pair_steps) put(f, "joint steps", s->pair_steps, "of several states, which all count");
    if (s->blocks) put(f, "blocks formed", s->blocks, of_blocks);
    if (s->exact_parts) put(f, "exact parts", s->exact_parts, of_parts);
    if (s->changes) put(f, "of all together", s->together, of_changes);
    if (s->rejected) put(f, "rejected", s->rejected, "");
    if (s->restarts) put(f, "restarts", s->restarts, "after events");
    put(f, "evaluations", s->evaluations, of_evaluations);
    if (s->guard_evaluations) put(f, "of crossings", s->guard_evaluations, "");
    if (s->term_evaluations) put(f, "of terms of sums", s->term_evaluations, "");
    if (s->partials) put(f, "partial derivatives", s->partials, "");
    if (s->iterations) put(f, "Newton iterations", s->iterations, "");
    if (s->factorizations) put(f, "factorizations", s->factorizations, "");
    if (s->refreshes) put(f, "refreshed series", s->refreshes, "");
    if (s->uncertified) put(f, "functions not certified", s->uncertified, "");
    if (s->uncertain) put(f, "outputs uncertain", s->uncertain, "");
    if (o->guards || s->events) put(f, "events", s->events, "");
    if (s->clocks) put(f, "time events", s->clocks, "");
}

void stats_table(FILE *f, const struct outcome *o, const saltus_sim *s, const saltus_model *m,
                 const struct estimate *e)
{
    char advice[600];
    const char *text = m->experiment.text;
    bool quantized = methods_quantized(o->method);
    fprintf(f, "%s%s%s\n", o->model, text && *text ? ": " : "", text ? text : "");
    if (o->communicate > 0)
        fprintf(f, "co-simulation, communication interval %g", o->communicate);
    else
        fprintf(f, quantized ? "%s, quantum max(%g |x|, %g)" : "%s, tolerance %g |x| + %g",
                o->method, o->rel, o->abs);
    fprintf(f, ", t = %g .. %g", o->t_start, o->t_end);
    if (strcmp(o->reason, "ok") != 0) fprintf(f, " of %g: %s", o->t_stop, o->reason);
    fputs("\n\n", f);
    put_totals(f, o);
    if (s) diagrams_stats_table(f, s);
    put_times(f, o);
    if (quantized) table_busiest(f, s, SALTUS_STATE);
    table_busiest(f, s, SALTUS_GUARD);
    if (e) estimate_table(f, e);
    advice_text(o, s, m, advice, sizeof advice);
    if (*advice) fprintf(f, "\nTo try: %s\n", advice);
}
