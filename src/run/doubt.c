/* SPDX-License-Identifier: MIT */
/* doubt.c - doubts are collected during a run, and told at its end. */
#include "run/doubt.h"
#include "run/engine.h"
#include <math.h>
#include <stdio.h>

/* A doubt of so many tolerances is worth a word. */
static const double many = 10;
/* A peak of so many times the mean is believed. */
static const double few = 10;
/* A piece that is longer than so much of the time that has passed is looked at: one long step of a
 * stiff model may be half of the run. */
static const double part_of_run = 1.0 / 256;
enum { ALL = 64, PART = 7, PARTS = 20 };

void doubt_load(struct sim *s)
{
    if (s->n_watched == 0 || s->outside || s->net.n == 0) return;
    s->doubts = sim_room(s, s->n_watched, sizeof *s->doubts);
    for (int32_t j = 0; s->doubts && j < s->n_watched; j++)
        s->doubts[j] = (struct doubt){.since = s->opt.t0, .begun = s->opt.t0, .state = -1};
}

/* The parts of the run, as far as it is known how long it is to be. */
static double part_length(const struct sim *s)
{
    return (s->goal - s->opt.t0) / PARTS;
}

/* A part of the run ends. If it has become too long, as with a long step, its mean counts. */
static void end_part(const struct sim *s, struct doubt *k)
{
    double h = k->since - k->begun, most = part_length(s);
    k->worst = fmax(k->worst, h > most ? k->part * (most / h) : k->part);
    k->part = 0;
    k->begun = k->since;
}

/* The integrals go on to t. */
static void go_on(const struct sim *s, struct doubt *k, double t)
{
    double h = t - k->since;
    if (!(h > 0)) return;
    k->sum += h * k->held;
    k->part += h * k->held;
    k->mean += h * k->value;
    k->level += h * fabs(k->value);
    k->since = t;
    if (t - k->begun >= part_length(s)) end_part(s, k);
}

bool doubt_told(struct sim *s, int32_t j, double t, double length, double y)
{
    struct doubt *k = &s->doubts[j];
    go_on(s, k, t);
    if (!isfinite(y)) return false;
    k->value = y;
    k->size = fmax(k->size, fabs(y));
    return k->told++ < ALL || k->told % PART == 0 || length > (t - s->opt.t0) * part_of_run;
}

static double tolerance(const struct sim *s, double size)
{
    return fmax(s->opt.rel * size, s->opt.abs);
}

/* The one of lo..hi-1 that contributes most. In each turn the half that does more. */
static int32_t reason(struct sim *s, int32_t j, double t, doubt_measure *measure)
{
    int32_t lo = 0, hi = s->net.n;
    while (hi - lo > 1) {
        int32_t m = lo + (hi - lo) / 2;
        if (measure(s, j, t, lo, m) >= measure(s, j, t, m, hi))
            hi = m;
        else
            lo = m;
    }
    return lo;
}

void doubt_found(struct sim *s, int32_t j, double t, double d, doubt_measure *measure)
{
    struct doubt *k = &s->doubts[j];
    s->doubts_found++;
    k->held = 0;
    if (!isfinite(d) || !(d > many * tolerance(s, fabs(k->value)))) return;
    k->held = d;
    if (!(d > 2 * k->peak)) return;
    k->peak = d;
    if (d > many * tolerance(s, k->size)) k->state = reason(s, j, t, measure);
}

/* The size by which an output is judged: the largest value, but if it is small for most of the time,
 * that may be an error itself. */
static double size_of(const struct sim *s, const struct doubt *k)
{
    return fmin(k->size, few * k->level / (k->since - s->opt.t0));
}

/* Its mean over the part of the run where it is the largest. */
static double loudest(const struct sim *s, const struct doubt *k)
{
    return fmax(k->sum, k->worst * PARTS) / (k->since - s->opt.t0);
}

/* ... in tolerances of its size. */
static double doubtful(const struct sim *s, const struct doubt *k)
{
    bool some = k->since > s->opt.t0 && k->state >= 0;
    return some ? loudest(s, k) / tolerance(s, size_of(s, k)) : 0;
}

/* The tolerance with which it would not be told, if doubts follow the tolerance. Where most of what
 * is shown is doubt, its mean, in which errors cancel, is all that is known of its size. */
static double would_do(const struct sim *s, const struct doubt *k)
{
    double t = k->since - s->opt.t0;
    double size = k->sum > k->level / few ? fabs(k->mean / t) : size_of(s, k);
    double part = many * tolerance(s, fmin(size, size_of(s, k))) / loudest(s, k);
    return s->opt.rel * fmin(part, 1);
}

/* Two digits are enough, rounded down. */
static void name_tolerance(char *to, size_t room, double v)
{
    double unit = pow(10, floor(log10(v)) - 1);
    if (v > 0 && unit > 0)
        snprintf(to, room, "--tol %.2g", floor(v / unit) * unit);
    else
        snprintf(to, room, "a tolerance that is smaller by far");
}

static void tell(struct sim *s, int32_t j, int32_t others)
{
    const struct doubt *k = &s->doubts[j];
    bool partly = loudest(s, k) > 2 * k->sum / (k->since - s->opt.t0);
    char state[200], text[640], hint[300], more[64] = "", finer[40], other[220] = "";
    sim_name(s->model, SALTUS_STATE, k->state, state, sizeof state);
    name_tolerance(finer, sizeof finer, would_do(s, k));
    if (others) snprintf(more, sizeof more, "; %d more outputs alike", (int)others);
    snprintf(text, sizeof text,
             "it reads %s through a large gain, and is uncertain by %.2g in the mean%s, %.3g "
             "tolerances of its size%s",
             state, loudest(s, k), partly ? " of a part of the run" : "", doubtful(s, k), more);
    if ((sim_together(s) && !s->changes) || !s->methods[0]->couple)
        snprintf(other, sizeof other, ", or the method auto, if %.150s is a fast state", state);
    snprintf(hint, sizeof hint, "it needs %s or finer%s", finer, other);
    sim_note(s, SALTUS_OK, NULL, SALTUS_OUTPUT, s->outputs[j], text, hint);
}

void doubt_end(struct sim *s)
{
    int32_t worst = -1, n = 0;
    for (int32_t j = 0; s->doubts && j < s->n_watched; j++) {
        struct doubt *k = &s->doubts[j];
        go_on(s, k, s->reached);
        end_part(s, k);
        if (!(doubtful(s, k) > many)) continue;
        n++;
        if (worst < 0 || doubtful(s, k) > doubtful(s, &s->doubts[worst])) worst = j;
    }
    s->stats.uncertain = (uint64_t)n;
    if (worst >= 0) tell(s, worst, n - 1);
}
