/* SPDX-License-Identifier: MIT */
/* changing.c - D(t) = u(w(t)), w(t) = t - lag(t): a delay whose lag changes.
 *
 * u is a chain of segments, each a polynomial about its time t_k and valid up to t_{k+1}; the lag
 * is a polynomial as well, since it is an expression of the model that is kept like u (delays.c).
 * While w is in segment k,
 *     D(t + s) = u_k(w(t + s) - t_k) = sum over m of c[m] s^m,                                 (1)
 * a polynomial of which all coefficients are known. A signal has `width` of them, and is renewed
 * before the rest counts: with `more` terms left, each is at most a part of the limit,
 *     |c[m]| h^m <= refresh quantum / more,  m >= width.                                       (2)
 * The next instant is the first of these: (2), w reaches t_{k+1} or, where the lag grows faster than
 * the time, t_k, the lag becomes 0 or leaves its range. Nothing is guessed: given u and lag, D is right
 * up to (2). The lag itself is as exact as u is steep (sim_lag_quantum).
 *
 * The lag stays in 0 .. lag; by some quanta it may be beyond, as anything that depends on quantized
 * states: below 0 it counts as 0. Further beyond, the run ends. */
#include "num/poly.h"
#include "num/roots.h"
#include "run/signal/past.h"
#include <math.h>
#include <string.h>

enum { ROOM = (SALTUS_SIGNAL - 1) * (SALTUS_SIGNAL - 1) + 1, SLACK = 4 };

/* Where D_k stands. */
struct place_in {
    double lag[SALTUS_SIGNAL]; /* about now                                                     */
    double w[SALTUS_SIGNAL];   /* ... too                                                       */
    double near, slack;        /* what rounding leaves open; how far the lag may be out of range */
    bool none;                 /* the lag counts as 0                                          */
    int32_t at;                /* segment; -1: before the first                                */
};

static int degree_of(const struct sim *s)
{
    int n = s->net.env.width - 1;
    return n > 1 ? n : 1;
}

/* Which way a polynomial goes from now on: the sign of its first coefficient that moves it. */
static int heading(const struct sim *s, const double *c)
{
    for (int m = 1; m <= degree_of(s); m++)
        if (c[m] != 0) return c[m] > 0 ? 1 : -1;
    return 0;
}

/* The last segment that begins at w or before it; at a boundary the one that w enters. */
static int32_t find(const struct sim *s, const struct past *p, const struct place_in *at)
{
    double w = at->w[0] + (heading(s, at->w) >= 0 ? at->near : -at->near);
    int32_t lo = 0, hi = p->count; /* lo - 1 has begun, hi has not */
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (past_segment(s, p, mid)[0] <= w)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo - 1;
}

static void locate(const struct sim *s, int32_t k, struct place_in *at)
{
    const struct past *p = &s->past[k], *by = &s->past[p->by];
    const double *lag = past_segment(s, by, 0);
    double t = s->net.env.t;
    int n = s->net.env.width;
    *at = (struct place_in){.near = 1e-13 * (fabs(t) + p->lag)};
    memcpy(at->lag, lag + 1, (size_t)n * sizeof *lag);
    poly_shift(at->lag, n - 1, t - lag[0]);
    at->slack = SLACK * sim_quantum(s, p->lag);
    at->none = at->lag[0] <= -at->near || (at->lag[0] <= at->near && heading(s, at->lag) <= 0);
    for (int m = 0; m < n && !at->none; m++) at->w[m] = -at->lag[m];
    at->w[0] += t;
    at->w[1] += 1;
    at->at = find(s, p, at);
}

/* Of a lag that has left its range. */
static bool in_range(struct sim *s, int32_t k, const struct place_in *at)
{
    const struct past *p = &s->past[k];
    if (at->lag[0] < -at->slack)
        sim_fail(s, SALTUS_EMODEL, SALTUS_DELAY, p->by, "this lag is negative",
                 "a lag that stays at 0 or above: max(0, ...)");
    else if (at->lag[0] > p->lag + at->slack)
        sim_fail(s, SALTUS_EMODEL, SALTUS_DELAY, p->by,
                 "this lag is larger than the largest that its delay allows",
                 "a larger third argument of delay");
    return s->status >= 0;
}

/* (1), all of it; its degree. */
static int compose(const struct sim *s, int32_t k, const struct place_in *at, double *c)
{
    const struct past *p = &s->past[k];
    int n = s->net.env.width - 1, d = at->none ? 1 : degree_of(s);
    const double *u;
    double w[SALTUS_SIGNAL];
    memset(c, 0, ROOM * sizeof *c);
    c[0] = p->before;
    if (at->at < 0) return 0;
    u = past_segment(s, p, at->at);
    memcpy(w, at->w, sizeof w);
    w[0] -= u[0];
    poly_compose(u + 1, n, w, d, c, n * d);
    return n * d;
}

double sim_lag_value(struct sim *s, int32_t k)
{
    struct place_in at;
    double c[ROOM];
    locate(s, k, &at);
    compose(s, k, &at, c);
    return c[0];
}

/* How long until the polynomial is `level`, again if it is there now. */
static double reaches(const double *c, int n, double level, double near)
{
    double d[SALTUS_SIGNAL];
    memcpy(d, c, sizeof d);
    d[0] -= level;
    if (fabs(d[0]) <= near) d[0] = 0;
    return roots_first(d, n);
}

/* (2) */
static double lasts(const struct sim *s, const double *c, int degree)
{
    int width = s->net.env.width, more = degree - width + 1;
    double most = s->knobs.refresh * sim_quantum(s, c[0]), h = INFINITY;
    for (int m = width; m <= degree; m++)
        if (c[m] != 0) h = fmin(h, pow(most / (more * fabs(c[m])), 1.0 / m));
    return h;
}

/* When D_k is another polynomial. */
static double next(const struct sim *s, int32_t k, const struct place_in *at, const double *c,
                   int degree)
{
    const struct past *p = &s->past[k];
    int n = degree_of(s);
    double h = lasts(s, c, degree);
    h = fmin(h, reaches(at->lag, n, 0, at->near));
    h = fmin(h, reaches(at->lag, n, p->lag + 1.5 * at->slack, 0));
    if (at->none) return fmin(h, reaches(at->lag, n, -1.5 * at->slack, 0));
    if (at->at + 1 < p->count)
        h = fmin(h, reaches(at->w, n, past_segment(s, p, at->at + 1)[0], at->near));
    if (at->at >= 0) h = fmin(h, reaches(at->w, n, past_segment(s, p, at->at)[0], at->near));
    return h;
}

/* What no lag asks for any more. */
static void forget(struct sim *s, struct past *p, const struct place_in *at)
{
    double first = s->net.env.t - p->lag - 2 * at->slack;
    while (p->count > 1 && past_segment(s, p, 1)[0] < first) past_drop(p);
}

void sim_lag_follow(struct sim *s, int32_t k)
{
    struct past *p = &s->past[k];
    struct state *y = past_signal(s, k);
    struct place_in at;
    double c[ROOM], h, t = s->net.env.t;
    int degree;
    locate(s, k, &at);
    if (!in_range(s, k, &at)) return;
    degree = compose(s, k, &at, c);
    h = next(s, k, &at, c, degree);
    memcpy(y->q, c, (size_t)s->net.env.width * sizeof *c);
    y->tq = t;
    forget(s, p, &at);
    sched_set(s->signals, slot_arrival(s, k), t + h > t ? t + h : nextafter(t, INFINITY));
    set_add(&s->dirty, s->net.n_sums + k);
}

void sim_lag_stored(struct sim *s, int32_t k)
{
    sched_set(s->signals, slot_arrival(s, k), s->net.env.t);
}

/* If D_k reads the new segment it is another one at once. Otherwise it is what it was, and w comes
 * to the new segment later. A steeper u needs a finer lag. */
void sim_lag_plan(struct sim *s, int32_t k)
{
    struct past *p = &s->past[k];
    struct place_in at;
    double t = s->net.env.t, due = sched_get(s->signals, slot_arrival(s, k)), steep;
    if (!s->past[p->by].count) return; /* the start: its lag follows */
    steep = s->net.env.width > 1 ? fabs(past_segment(s, p, p->count - 1)[2]) : 0;
    if (steep > 2 * p->steep) {
        p->steep = steep;
        if (isfinite(sched_get(s->signals, slot_delayed(s, p->by)))) /* a series that is cut off */
            sched_set(s->signals, slot_delayed(s, p->by), t);
    }
    locate(s, k, &at);
    if (at.none || at.at == p->count - 1) {
        due = t;
    } else if (at.at == p->count - 2) {
        double h = reaches(at.w, degree_of(s), past_segment(s, p, p->count - 1)[0], at.near);
        due = fmin(due, t + h);
    }
    sched_set(s->signals, slot_arrival(s, k), fmax(due, t));
}

/* u may be wrong by its quantum, so the lag by that divided by the slope of u. */
double sim_lag_quantum(struct sim *s, int32_t j)
{
    const struct past *of = &s->past[s->past[j].of];
    double own = sim_quantum(s, past_segment(s, &s->past[j], 0)[1]);
    double value = past_signal(s, s->past[j].of)->q[0];
    return of->steep > 0 ? fmin(own, sim_quantum(s, value) / of->steep) : own;
}
