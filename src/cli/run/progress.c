/* SPDX-License-Identifier: MIT */
/* progress.c - how far a run has come: a bar on a terminal, or lines of JSON for tools. On
 * stderr. */
#include "cli/run/clock.h"
#include "cli/run/job.h"
#include <math.h>
#include <unistd.h>

enum { WIDTH = 30 };

struct progress progress_new(enum job_progress wish, double t0, double t1)
{
    struct progress p = {.kind = wish, .t0 = t0, .t1 = t1, .begun = clock_wall()};
    if (wish == PROGRESS_AUTO) p.kind = isatty(STDERR_FILENO) ? PROGRESS_BAR : PROGRESS_OFF;
    return p;
}

static void bar(const struct progress *p, double part, double t, uint64_t steps)
{
    int full = (int)(part * WIDTH);
    double spent = clock_wall() - p->begun,
           left = part > 1e-6 ? spent * (1 - part) / part : INFINITY;
    fputs("\r[", stderr);
    for (int k = 0; k < WIDTH; k++) fputc(k < full ? '=' : k == full ? '>' : ' ', stderr);
    fprintf(stderr, "] %3.0f %%  t = %.4g  %.3g steps", 100 * part, t, (double)steps);
    if (spent > 1 && left < 360000) fprintf(stderr, "  %.0f s left", left);
    fputs("\033[K", stderr);
}

void progress_show(struct progress *p, double t, uint64_t steps)
{
    double part = (t - p->t0) / (p->t1 - p->t0);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    if (p->kind == PROGRESS_BAR) bar(p, part, t, steps);
    if (p->kind == PROGRESS_JSON)
        fprintf(stderr, "{\"progress\": %.6f, \"t\": %.17g, \"steps\": %llu, \"seconds\": %.3f}\n",
                part, t, (unsigned long long)steps, clock_wall() - p->begun);
    fflush(stderr);
    p->shown = true;
}

void progress_clear(struct progress *p)
{
    if (p->kind == PROGRESS_BAR && p->shown) fputs("\r\033[K", stderr);
    p->shown = false;
}
