/* SPDX-License-Identifier: MIT */
/* whole_delay.c - D(t) = u(t - lag) for engines that move all states together.
 *
 * The history is the one of delays.c: a queue of polynomials with the times at which they begin.
 * Here a point (t, x) asks for D at any t of the present step, so it is searched, and what no later
 * point can ask for is dropped. A step is no longer than the shortest lag: D never asks for the
 * step that is being made.
 *
 * Where an event made u jump, D jumps a lag later: a step ends there, sees D from the left, and the
 * next one begins with the new value. Delays whose lags change: whole_lag.c. */
#include "num/poly.h"
#include "engine/whole/along.h"
#include "engine/whole/whole_past.h"
#include <math.h>
#include <string.h>

enum { LEAST_ROOM = 16 };

void whole_delays_load(struct sim *s)
{
    whole_of(s)->past = sim_room(s, s->n_delays, sizeof *whole_of(s)->past);
    if (s->changing) whole_of(s)->lag_slope = sim_room(s, s->net.n, sizeof(double));
}

void whole_delays_free(struct sim *s)
{
    for (int32_t k = 0; whole_of(s)->past && k < s->n_delays; k++)
        alloc_free(&s->alloc, whole_of(s)->past[k].row);
    alloc_free(&s->alloc, whole_of(s)->past);
    alloc_free(&s->alloc, whole_of(s)->lag_slope);
}

void whole_delays_start(struct sim *s)
{
    for (int32_t k = 0; k < s->n_delays; k++) {
        struct whole_past *p = &whole_of(s)->past[k];
        p->before = s->net.s[s->net.n + s->net.n_sums + k].q[0];
        p->end = whole_of(s)->host.t;
        p->lo = -INFINITY;
        p->hi = INFINITY;
    }
}

/* Has segment j of p come out at t? One that begins with a jump is seen from the left during a
 * step. */
static bool out(const struct sim *s, const struct whole_past *p, int32_t k, int32_t j, double t)
{
    const double *r = whole_row(p, j);
    double at = r[0] + s->past[k].lag;
    return whole_of(s)->stepping && r[1] != 0 ? at < t : at <= t;
}

/* The last segment that has come out at t, or -1. */
static int32_t find(const struct sim *s, int32_t k, double t)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    int32_t lo = p->first, hi = p->count; /* lo - 1 is out, hi is not */
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (out(s, p, k, mid, t))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo - 1 >= p->first ? lo - 1 : -1;
}

void whole_delay_at(struct sim *s, int32_t k, double t, double *c)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    int32_t j = find(s, k, t);
    memset(c, 0, SALTUS_SIGNAL * sizeof *c);
    c[0] = p->before;
    if (j < 0) return;
    memcpy(c, whole_row(p, j) + 2, SALTUS_SIGNAL * sizeof *c);
    poly_shift(c, SALTUS_SIGNAL - 1, t - (whole_row(p, j)[0] + s->past[k].lag));
}

/* Of one segment, or before the first (j < 0), within from..to. */
static void add_spans(const struct sim *s, int32_t k, int32_t j, double from, double to, int width,
                      saltus_span *out)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    double before[] = {p->before}, begin = j < 0 ? from : whole_row(p, j)[0] + s->past[k].lag;
    saltus_span r[SALTUS_SERIES];
    if (j + 1 < p->count) to = fmin(to, whole_row(p, j + 1)[0] + s->past[k].lag);
    along_spans(j < 0 ? before : whole_row(p, j) + 2, j < 0 ? 0 : SALTUS_SIGNAL - 1,
                fmax(from - begin, 0), fmax(to - begin, 0), width, r);
    for (int m = 0; m < width; m++) {
        out[m].lo = fmin(out[m].lo, r[m].lo);
        out[m].hi = fmax(out[m].hi, r[m].hi);
    }
}

void whole_delay_spans(struct sim *s, int32_t k, double from, double to, int width,
                       saltus_span *out)
{
    int32_t first = find(s, k, from), last = find(s, k, to);
    bool smooth; /* one cubic; between two the second derivative jumps */
    for (int m = 0; m < width; m++) out[m] = (saltus_span){INFINITY, -INFINITY};
    if (first < whole_of(s)->past[k].first) first = -1;
    smooth = first >= last;
    for (int32_t j = first; j <= last; j++)
        if (j < 0 || j >= whole_of(s)->past[k].first) add_spans(s, k, j, from, to, width, out);
    for (int m = 3; !smooth && m < width; m++) out[m] = (saltus_span){-INFINITY, INFINITY};
}

/* Room for one more: rows that have served move out, or there is more room. */
static void make_room(struct sim *s, int32_t k, struct whole_past *p)
{
    int32_t used = s->past[k].by >= 0 ? whole_lag_used(s, k) : find(s, k, whole_of(s)->host.from);
    int32_t room;
    double *row;
    if (used > p->first) p->first = used;
    if (p->count < p->room) return;
    if (p->first > p->room / 2) {
        memmove(p->row, whole_row(p, p->first),
                (size_t)(p->count - p->first) * WHOLE_ROW * sizeof *row);
        p->count -= p->first;
        p->first = 0;
        return;
    }
    room = p->room ? 2 * p->room : LEAST_ROOM;
    row = alloc_resize(&s->alloc, p->row, (size_t)room, WHOLE_ROW * sizeof *row);
    if (!row) {
        sim_fail(s, SALTUS_ENOMEM, SALTUS_TIME, -1, "out of memory for the history of a delay",
                 NULL);
        return;
    }
    p->row = row;
    p->room = room;
}

static double end_of(const struct whole_past *p, double t)
{
    const double *r;
    if (!p->count) return p->before;
    r = whole_row(p, p->count - 1);
    return poly_value(r + 2, SALTUS_SIGNAL - 1, t - r[0]);
}

void whole_delay_store(struct sim *s, int32_t k, double from, double to, const double *c)
{
    struct whole_past *p = &whole_of(s)->past[k];
    double before = end_of(p, from), *r;
    bool begins = p->end == from && !p->begun;
    if (s->past[k].of >= 0) return; /* nothing is delayed by it */
    make_room(s, k, p);
    if (s->status < 0) return;
    r = whole_row(p, p->count++);
    r[0] = from;
    r[1] = whole_jumps(before, c[0]) ? WHOLE_JUMP : begins && s->past[k].by >= 0 ? WHOLE_KINK : 0;
    p->end = to;
    p->begun = true;
    p->jumps += r[1] != 0;
    memcpy(r + 2, c, SALTUS_SIGNAL * sizeof *c);
}

/* The first jump that has not been handled. */
static const double *next_jump(const struct whole_past *p)
{
    for (int32_t j = p->first; p->jumps && j < p->count; j++)
        if (whole_row(p, j)[1] != 0) return whole_row(p, j);
    return NULL;
}

double whole_delays_next(struct sim *s, double t)
{
    double next = s->changing ? t + whole_lags_reach(s) : INFINITY;
    for (int32_t k = 0; k < s->n_delays; k++) {
        const double *r = next_jump(&whole_of(s)->past[k]);
        if (whole_lag_changes(s, k)) continue;
        next = fmin(next, t + s->past[k].lag);
        if (r) next = fmin(next, r[0] + s->past[k].lag);
    }
    return next;
}

bool whole_delays_jump(struct sim *s, double t)
{
    bool any = s->changing && whole_lags_jump(s);
    for (int32_t k = 0; k < s->n_delays; k++) {
        struct whole_past *p = &whole_of(s)->past[k];
        if (whole_lag_changes(s, k)) continue;
        for (int32_t j = p->first; p->jumps && j < p->count; j++) {
            double *r = whole_row(p, j);
            if (r[1] == 0 || r[0] + s->past[k].lag > t) continue;
            r[1] = 0;
            p->jumps--;
            any = true;
        }
    }
    return any;
}
