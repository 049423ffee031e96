/* SPDX-License-Identifier: MIT */
/* source_event.c - events by the clock, by a list, by chance; and noise, a random value by the
 * clock.
 *
 * Event k of a clock is at start + k * period, computed again each time. Random numbers of element
 * i of n are those with number i, i + n, i + 2n, ... of the part, so that elements are independent
 * of each other. */
#include "blocks/discrete/event.h"
#include "blocks/source/source.h"

#include <math.h>
#include <string.h>

static double real(const saltus_cell *c, const char *name, int32_t i)
{
    return saltus_part_real(c->part, name, i);
}

/* The first multiple of the period, from `start` on, that is not before t. */
static int64_t first_tick(double t, double start, double period)
{
    double k = fmax(0, ceil((t - start) / period));
    while (k > 0 && start + (k - 1) * period >= t) k--;
    while (start + k * period < t) k++;
    return (int64_t)k;
}

static void tick(const saltus_cell *c, struct source_piece *p, double start, double period)
{
    double last = p->t;
    if (p->k == 0)
        p->turn = first_tick(c->t, start, period);
    else
        p->turn++;
    p->t = p->turn > 0 ? start + (double)p->turn * period : start;
    if (p->k > 0 && !(p->t > last))
        event_fail(c, "period", NULL, "the period %g is below the rounding of the time", period);
}

static void clock_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    tick(c, p, real(c, "start", i), real(c, "period", i));
    double end = real(c, "count", i);
    if ((double)p->turn >= end) p->t = INFINITY;
    p->c[0] = (double)p->turn;
}

/* A constant for each interval; the first holds from the beginning of the run. */
static void noise_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    double start = real(c, "start", i), interval = real(c, "interval", i);
    const char *law = saltus_part_word(c->part, "law");
    uint64_t k = p->k * (uint64_t)c->size + (uint64_t)i;
    if (p->k == 0) {
        p->turn = first_tick(c->t, start, interval) - 1;
        if (start + (double)(p->turn + 1) * interval == c->t) p->turn++;
        p->t = c->t;
    } else {
        tick(c, p, start, interval);
    }
    if (law && !strcmp(law, "uniform"))
        p->c[0] =
            real(c, "min", i) + (real(c, "max", i) - real(c, "min", i)) * saltus_cell_random(c, k);
    else
        p->c[0] = real(c, "mean", i) + real(c, "deviation", i) * event_normal(c, 2 * k);
}

static int noise_ready(saltus_cell *c)
{
    const char *law = saltus_part_word(c->part, "law");
    const char *need = law && !strcmp(law, "uniform") ? "max" : "deviation";
    if (saltus_part_count(c->part, need, NULL, NULL)) return 1;
    event_fail(c, need, NULL, "the law '%s' needs the parameter '%s'", law, need);
    return 0;
}

static void poisson_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    double rate = real(c, "rate", i), from = p->k == 0 ? fmax(c->t, real(c, "start", i)) : p->t;
    uint64_t k = p->k * (uint64_t)c->size + (uint64_t)i;
    p->t = rate > 0 ? from + event_exponential(c, k) / rate : INFINITY;
    p->c[0] = (double)p->k;
}

/* Element i of a list; a vector has the same times for all. */
static void events_at_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    int32_t n = saltus_part_count(c->part, "times", NULL, NULL), cols = 0, rows = 0;
    const double *t = saltus_part_reals(c->part, "times");
    const double *v = saltus_part_reals(c->part, "values");
    saltus_part_count(c->part, "values", &rows, &cols);
    if (p->k > 0) p->place++;
    while (p->place < n && t[p->place] < c->t) p->place++;
    p->t = p->place < n ? t[p->place] : INFINITY;
    p->c[0] = p->place + 1;
    if (v && p->place < n) p->c[0] = cols > 1 ? v[(ptrdiff_t)p->place * cols + i] : v[p->place];
}

static int events_at_ready(saltus_cell *c)
{
    int32_t n = saltus_part_count(c->part, "times", NULL, NULL), cols = 0, rows = 0;
    int32_t m = saltus_part_count(c->part, "values", &rows, &cols);
    const double *t = saltus_part_reals(c->part, "times");
    for (int32_t k = 1; k < n; k++)
        if (t[k] < t[k - 1]) {
            event_fail(c, "times", NULL, "times must not decrease: number %d, %g, comes after %g",
                       k + 1, t[k], t[k - 1]);
            return 0;
        }
    if (m > 0 && (cols > 1 ? rows : m) != n)
        event_fail(c, "values", NULL, "there are %d times and %d values", n, cols > 1 ? rows : m);
    else if (cols > 1 && cols != c->size)
        event_fail(c, "values", NULL, "%d columns for %d elements", cols, c->size);
    else
        return 1;
    return 0;
}

#define START REAL_PARAM("start", 0, "s", "when it begins")

static const saltus_param clock_params[] = {
    REAL_NEEDED_IN("period", 1e-300, 1e300, "s", "time from event to event"),
    START,
    REAL_IN("count", INFINITY, 0, INFINITY, NULL, "how many; default: forever"),
    {0}};
static const saltus_param noise_params[] = {
    CHOICE_PARAM("law", "normal", "normal|uniform", "how the values are distributed"),
    REAL_NEEDED_IN("interval", 1e-300, 1e300, "s", "how long each value holds"),
    REAL_PARAM("mean", 0, NULL, "normal: the mean"),
    REAL_IN("deviation", 0, 0, 1e300, NULL, "normal: the standard deviation; needed for it"),
    REAL_PARAM("min", 0, NULL, "uniform: the smallest value"),
    REAL_PARAM("max", 1, NULL, "uniform: the largest value; needed for it"),
    START,
    {0}};
static const saltus_param poisson_params[] = {
    REAL_NEEDED_IN("rate", 0, 1e300, "1/s", "mean number of events in a second; 0: none"),
    START,
    {0}};
static const saltus_param events_at_params[] = {
    REALS_NEEDED("times", "s", "the times, not decreasing"),
    REALS_PARAM("values", NULL,
                "a value for each; of a vector: a row for each time, a column for each element. "
                "Default: 1, 2, 3, ..."),
    {0}};

const struct source_type source_clock = {
    SOURCE_TABLE(
        "clock", "Events at a fixed period",
        "Event k = 0, 1, ..., with the value k, happens at `start + k period`, without drift.",
        event, clock_params),
    clock_next, NULL, 0};
const struct source_type source_noise = {
    SOURCE_TABLE(
        "noise", "A random signal, constant for an interval",
        "At `start + k interval` a new value is drawn, independent of all others; it holds until "
        "the next one. For a power spectral density S0 (two-sided) in the band below `1 / (2 "
        "interval)` choose `deviation = sqrt(S0 / interval)`. The same seed gives the same values.",
        signal, noise_params),
    noise_next, noise_ready, 1};
const struct source_type source_poisson = {
    SOURCE_TABLE("poisson", "Events at random, independent of each other",
                 "A Poisson process: times between events are exponential with mean `1 / rate`. "
                 "Values count from 0.",
                 event, poisson_params),
    poisson_next, NULL, 1};
const struct source_type source_events_at = {
    SOURCE_TABLE("events_at", "Events at given times",
                 "One event for each time of a list, with its value; those before the beginning of "
                 "the run are left out.",
                 event, events_at_params),
    events_at_next, events_at_ready, 0};
