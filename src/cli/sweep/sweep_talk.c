/* SPDX-License-Identifier: MIT */
/* sweep_talk.c - what a sweep says on stderr: progress, cells that failed, and what it all cost. */
#include "cli/run/clock.h"
#include "cli/core/grow.h"
#include "cli/sweep/sweep.h"
#include <math.h>
#include <sys/resource.h>

enum { FAILURES = 10 }; /* that are reported one by one */

char *sweep_cell_text(const struct sweep *s, size_t cell, char *buf, size_t size)
{
    size_t n = 0;
    *buf = 0;
    for (size_t k = 0; k < s->study.n_names && n < size; k++) {
        int more = snprintf(buf + n, size - n, "%s%s=%.6g", k ? ", " : "", s->study.name[k],
                            study_value(&s->study, cell, k));
        n += more > 0 ? (size_t)more : 0;
    }
    return buf;
}

/* ---- Progress -------------------------------------------------------------------------------- */

static void show_bar(const struct sweep *s, double rate, double left)
{
    fprintf(stderr, "\r\033[Ksweep: %zu of %zu", s->earlier + s->finished, s->wanted);
    if (s->failed) fprintf(stderr, ", %zu failed", s->failed);
    if (s->finished) fprintf(stderr, ", %.3g/s, %.0f s left", rate, ceil(left));
    if (job_interrupted()) fprintf(stderr, "; ends after the runs that are on");
    fflush(stderr);
}

static void show_json(const struct sweep *s, double rate, double left)
{
    fprintf(stderr, "{\"cells\": %zu, \"done\": %zu, \"failed\": %zu, \"per_second\": %.6g, ",
            s->wanted, s->earlier + s->finished, s->failed, rate);
    if (isfinite(left))
        fprintf(stderr, "\"seconds_left\": %.6g}\n", left);
    else
        fprintf(stderr, "\"seconds_left\": null}\n");
    fflush(stderr);
}

void sweep_progress(const struct sweep *s, bool last)
{
    static double shown; /* the clock, at the last time */
    double t = clock_wall(), rate = (double)s->finished / fmax(t - s->begun, 1e-9);
    double left = (double)(s->wanted - s->earlier - s->finished) / rate;
    if (!s->progress_bar && !s->progress_json) return;
    if (last && s->progress_bar) fprintf(stderr, "\r\033[K");
    if (s->progress_json && (last || t - shown > 0.5)) show_json(s, rate, left), shown = t;
    if (s->progress_bar && !last && t - shown > 0.1) show_bar(s, rate, left), shown = t;
}

/* ---- Failures -------------------------------------------------------------------------------- */

/* One line each; all of them are in the table. */
void sweep_failure(struct sweep *s, size_t cell, const char *row)
{
    char text[200], outcome[64], t_end[40], message[300];
    size_t k = sweep_outcome_column(s);
    if (s->failed > FAILURES) return;
    if (s->progress_bar) fprintf(stderr, "\r\033[K");
    sweep_field(row, k, outcome, sizeof outcome);
    sweep_field(row, k + 1, t_end, sizeof t_end);
    sweep_field(row, k + 6 + s->seen.n, message, sizeof message);
    sweep_cell_text(s, cell, text, sizeof text);
    fprintf(stderr, "cell %zu (%s) failed: %s", cell, text, outcome);
    if (*t_end) fprintf(stderr, " at t = %.6g", strtod(t_end, NULL));
    if (*message && strncmp(outcome, "max_", 4) != 0) fprintf(stderr, ": %s", message);
    fputc('\n', stderr);
    if (s->failed == FAILURES) fprintf(stderr, "further ones are only listed in %s\n", s->output);
}

/* ---- The end --------------------------------------------------------------------------------- */

static double cpu_of(int who)
{
    struct rusage u;
    if (getrusage(who, &u) != 0) return 0;
    return (double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec +
           (double)u.ru_stime.tv_sec + 1e-6 * (double)u.ru_stime.tv_usec;
}

void sweep_summary(const struct sweep *s)
{
    double t = clock_wall() - s->begun, cpu = cpu_of(RUSAGE_CHILDREN);
    char before[64] = "";
    if (s->earlier) snprintf(before, sizeof before, ", %zu done before", s->earlier);
    talk_note("%zu run%s, %zu failed%s; %.2f s, CPU %.2f s on %zu process%s; %s", s->finished,
              s->finished == 1 ? "" : "s", s->failed, before, t, cpu, s->workers,
              s->workers == 1 ? "" : "es", s->output);
}
