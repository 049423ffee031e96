/* SPDX-License-Identifier: MIT */
/* whole_lag.c - D(t) = u(w), w = t - lag(t), a lag that changes, for engines that move all states
 * together.
 *
 * The history of u is that of whole_delay.c. The lag is evaluated at each point that is shown, and D
 * is the polynomial of u at w, composed with t - lag.
 *
 * A short lag asks for the step that is being made: w > end. There u is the parabola
 *     p(end) = u(end), p'(end) = u'(end), p(t) = u at the point shown,                          (1)
 * whose error is at most 4/27 |c| h^3, h = t - end, c the cubic coefficient of u. With that of the
 * last segment this says how long a step may be (`trusted`); a longer one is refused and tried
 * again. A lag of 0 is u at the point shown, whatever the step.
 *
 * Where u jumps, D jumps as w comes there, on its way forth or back. Such jumps are fences (lo, hi):
 * within a step w does not pass them, segments are continued beyond. A step that passes one by more
 * than a trifle is refused; one ends where the slope of w says that it will come there. The beginning
 * of u, where D gets a slope, ends a step as well, once. */
#include "num/poly.h"
#include "engine/whole/along.h"
#include "engine/whole/whole_past.h"
#include "saltus_span.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SLACK = 4 };

/* How far the lag may be out of its range; how far w may be beyond a jump. */
static double slack(const struct sim *s, int32_t k)
{
    return SLACK * sim_quantum(s, s->past[k].lag);
}
static double near(const struct sim *s, int32_t k, double t)
{
    double part = 1e-2 * s->opt.rel * s->knobs.scale;
    return fmin(1e-7, part > 0 ? part : 1) * s->past[k].lag + 1e-13 * fabs(t);
}

/* The step is too long, or no step is short enough. */
static void refuse(struct sim *s, int32_t k, const char *text)
{
    struct whole *w = whole_of(s);
    const saltus_loc *at = s->model->where ? s->model->where(&s->net.env, SALTUS_DELAY, k) : NULL;
    if (w->faulted) return;
    w->faulted = true;
    w->fault_at = at ? *at : (saltus_loc){0};
    w->fault_kind = SALTUS_DELAY;
    w->fault_index = k;
    snprintf(w->fault_text, sizeof w->fault_text, "%s", text);
}

/* ---- The history ----------------------------------------------------------------------------- */

/* The last row that begins at w or before it and is not beyond a fence; -1: none. */
static int32_t find(const struct whole_past *p, double w)
{
    int32_t lo = p->first, hi = p->count;
    w = fmax(w, p->lo);
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (whole_row(p, mid)[0] <= w && whole_row(p, mid)[0] < p->hi)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo > p->first ? lo - 1 : -1;
}

int32_t whole_lag_used(const struct sim *s, int32_t k)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    double last = whole_of(s)->host.from - s->past[k].lag - 2 * slack(s, k);
    int32_t j = p->first;
    while (j + 1 < p->count && whole_row(p, j + 1)[0] < last) j++;
    return j;
}

/* u at the end of the history, as it says. */
static double at_last(const struct whole_past *p)
{
    const double *r = p->count ? whole_row(p, p->count - 1) : NULL;
    return r ? poly_value(r + 2, SALTUS_SIGNAL - 1, p->end - r[0]) : p->before;
}

/* u and its slope where the present step begins, or as far as it is known. */
static void at_end(const struct sim *s, const struct whole_past *p, double *c)
{
    const double *r = p->count ? whole_row(p, p->count - 1) : NULL;
    c[0] = p->now[0];
    c[1] = p->now[1];
    if (!r || r[0] < whole_of(s)->host.from)
        return; /* the present step has not begun to be known */
    c[0] = poly_value(r + 2, SALTUS_SIGNAL - 1, p->end - r[0]);
    c[1] = poly_slope(r + 2, SALTUS_SIGNAL - 1, p->end - r[0]);
}

/* (1) about `end`; its degree. */
static int parabola(struct sim *s, int32_t k, const saltus_env *e, double *c)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    double h = e->t - p->end, u[SALTUS_SERIES];
    at_end(s, p, c);
    if (!(h > 0)) return 1;
    sim_asks(s, SALTUS_DELAY, k);
    s->model->delayed.eval(e, k, 1, u);
    s->stats.term_evaluations++;
    c[2] = (u[0] - c[0] - c[1] * h) / (h * h);
    return 2;
}

/* u at w: a polynomial about *at; its degree. */
static int piece(struct sim *s, int32_t k, const saltus_env *e, double w, double *c, double *at)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    int32_t j;
    if (w > p->end && p->hi > p->end) {
        *at = p->end;
        return parabola(s, k, e, c);
    }
    j = find(p, w);
    *at = w;
    c[0] = p->before;
    if (j < 0) return 0;
    *at = whole_row(p, j)[0];
    memcpy(c, whole_row(p, j) + 2, SALTUS_SIGNAL * sizeof *c);
    return SALTUS_SIGNAL - 1;
}

/* ---- At a point ------------------------------------------------------------------------------ */

/* May a step that is being tried come here? */
static void check(struct sim *s, int32_t k, const saltus_env *e, double lag)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    double w = e->t - lag, hi = p->crossed ? p->hi : s->opt.t0;
    int32_t by = s->past[k].by;
    if (lag < -slack(s, k))
        refuse(s, by, "this lag is negative");
    else if (lag > s->past[k].lag + slack(s, k))
        refuse(s, by, "this lag is larger than the largest that its delay allows");
    else if (w > hi + near(s, k, w) || w < p->lo - near(s, k, w))
        refuse(s, by, "this lag leads beyond a jump, however short the steps are");
    else if (lag > 0 && w > p->end && p->hi > p->end && e->t - p->end > 1.001 * p->trusted)
        refuse(s, by, "this lag is too short for any step");
}

static void show(struct sim *s, const saltus_env *e, int32_t k, double *d)
{
    double lag[SALTUS_SERIES] = {0}, w[SALTUS_SIGNAL], c[SALTUS_SIGNAL] = {0}, at;
    int n;
    sim_asks(s, SALTUS_DELAY, s->past[k].by);
    s->model->delayed.eval(e, s->past[k].by, SALTUS_SIGNAL, lag);
    s->stats.term_evaluations++;
    if (whole_of(s)->trying) check(s, k, e, lag[0]);
    if (lag[0] <= 0) { /* the present */
        sim_asks(s, SALTUS_DELAY, k);
        s->model->delayed.eval(e, k, SALTUS_SIGNAL, lag);
        s->stats.term_evaluations++;
        memcpy(d, lag, SALTUS_SIGNAL * sizeof *d);
        return;
    }
    for (int m = 0; m < SALTUS_SIGNAL; m++) w[m] = -lag[m];
    w[0] += e->t;
    w[1] += 1;
    n = piece(s, k, e, w[0], c, &at);
    w[0] -= at;
    poly_compose(c, n, w, SALTUS_SIGNAL - 1, d, SALTUS_SIGNAL - 1);
}

/* A lag may read another delay: once more while one has changed. */
void whole_lags_show(struct sim *s, const saltus_env *e, double *d, size_t stride)
{
    bool again = true;
    for (int32_t pass = 0; again && pass <= s->n_delays; pass++) {
        again = false;
        for (int32_t k = 0; k < s->n_delays; k++) {
            double *to = d + (size_t)k * stride, was = to[0];
            if (s->past[k].by < 0) continue;
            show(s, e, k, to);
            again |= to[0] != was && isfinite(to[0]);
        }
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* How long (1) may be trusted. Four segments make a step, and it grows by no more than four. */
static double trusted(const struct sim *s, int32_t k)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    double most = 0.1 * sim_quantum(s, p->now[0]);
    const double *r;
    if (!p->count) return 0.1 * sqrt(fmin(s->opt.rel * s->knobs.scale, 1e-2)) * s->past[k].lag;
    r = whole_row(p, p->count - 1);
    return fmin(cbrt(most * 27 / (4 * fabs(r[2 + 3]))), 16 * (p->end - r[0]));
}

/* Jumps before and after w, which moves upwards or not. One of u here is not stored yet. */
static void set_fences(const struct sim *s, int32_t k, struct whole_past *p, double w, bool up)
{
    double tie = near(s, k, w);
    p->lo = -INFINITY;
    p->hi = INFINITY;
    for (int32_t j = p->first; j < p->count; j++) {
        double at = whole_row(p, j)[0];
        if (whole_row(p, j)[1] != WHOLE_JUMP) continue;
        if (up ? at <= w + tie : at < w - tie)
            p->lo = at;
        else
            p->hi = fmin(p->hi, at);
    }
    if (isinf(p->hi) && whole_jumps(at_last(p), p->now[0]) && w < p->end - tie) p->hi = p->end;
}

static double crosses(double a, double b) /* after how long a + b h is 0 */
{
    return a * b < 0 ? -a / b : INFINITY;
}

/* From the point where a step begins: how far may it go? */
static double reach(struct sim *s, int32_t k)
{
    struct whole *w = whole_of(s);
    struct whole_past *p = &w->past[k];
    double lag[SALTUS_SERIES], u[SALTUS_SERIES], t = w->host.t, tie = near(s, k, t), at, h;
    s->model->delayed.eval(&w->env, s->past[k].by, 2, lag);
    s->model->delayed.eval(&w->env, k, 2, u);
    s->stats.term_evaluations += 2;
    if (!isfinite(u[0] + u[1] + lag[0] + lag[1])) return INFINITY;
    p->now[0] = u[0];
    p->now[1] = u[1];
    p->trusted = fmax(trusted(s, k), 1e-14 * (fabs(t) + s->past[k].lag));
    p->w1 = 1 - lag[1];
    at = t - fmax(lag[0], 0);
    if (isinf(p->hi)) set_fences(s, k, p, at, p->w1 > 0);
    if (at >= p->hi - tie && (at > p->hi + tie || p->w1 > 0)) return 0;
    if (at <= p->lo + tie && (at < p->lo - tie || p->w1 < 0)) return 0;
    h = p->w1 > 0 ? 0.9 * fmax(lag[0], 0) / p->w1 : INFINITY; /* w comes to the present */
    h = fmax(h, p->trusted);
    h = fmin(h, crosses(at - p->hi, p->w1));
    h = fmin(h, crosses(at - p->lo, p->w1));
    p->crossed = p->crossed || at >= s->opt.t0 - tie;
    if (!p->crossed) h = fmin(h, crosses(at - s->opt.t0, p->w1));
    return fmax(h, tie);
}

double whole_lags_reach(struct sim *s)
{
    struct whole *w = whole_of(s);
    double least = INFINITY;
    enum whole_answer answer;
    w->asking = true;
    answer = whole_derivatives(s, w->host.t, w->host.x, w->lag_slope);
    if (answer == WHOLE_OK) whole_show(s, w->host.t, w->host.x, w->lag_slope);
    w->asking = false;
    for (int32_t k = 0; answer == WHOLE_OK && k < s->n_delays; k++)
        if (s->past[k].by >= 0) least = fmin(least, reach(s, k));
    return least;
}

bool whole_lags_jump(struct sim *s)
{
    struct whole *w = whole_of(s);
    bool any = false;
    for (int32_t k = 0; k < s->n_delays && s->status >= 0; k++) {
        struct whole_past *p = &w->past[k];
        double lag[SALTUS_SERIES], at, tie = near(s, k, w->host.t);
        if (s->past[k].by < 0) continue;
        sim_asks(s, SALTUS_DELAY, s->past[k].by);
        s->model->delayed.eval(&s->net.env, s->past[k].by, 1, lag);
        at = w->host.t - fmax(lag[0], 0);
        if (at < p->hi - tie && at > p->lo + tie) continue;
        if (at <= p->lo + tie && at >= p->lo - tie && p->w1 >= 0) continue;
        if (at >= p->hi - tie && at <= p->hi + tie && p->w1 <= 0) continue;
        sim_repeat(s, SALTUS_DELAY, k);
        set_fences(s, k, p, at, p->w1 > 0);
        any = true;
    }
    return any;
}

/* ---- Along a step ---------------------------------------------------------------------------- */

/* all is inf .. -inf to begin with. */
static void hull(saltus_span *all, const saltus_span *one, int width)
{
    for (int m = 0; m < width; m++) {
        all[m].lo = fmin(all[m].lo, one[m].lo);
        all[m].hi = fmax(all[m].hi, one[m].hi);
    }
}

/* The first row that ends after w. */
static int32_t first_after(const struct whole_past *p, double w)
{
    int32_t lo = p->first, hi = p->count > p->first ? p->count - 1 : p->first;
    while (lo < hi) { /* rows before lo end before w */
        int32_t mid = lo + (hi - lo) / 2;
        if (whole_row(p, mid + 1)[0] < w)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Coefficients of u about all instants of `at`. Between two cubics the second derivative jumps; at
 * its beginning there is a kink. What the history does not have yet is asked for. */
static void history_spans(struct sim *s, struct along *a, int32_t k, saltus_span at, int width,
                          saltus_span *u)
{
    const struct whole_past *p = &whole_of(s)->past[k];
    saltus_span r[SALTUS_SERIES];
    int32_t parts = 0;
    int bounded = SALTUS_SERIES; /* coefficients that are */
    for (int m = 0; m < width; m++) u[m] = (saltus_span){INFINITY, -INFINITY};
    if (!p->count || at.lo < whole_row(p, p->first)[0]) {
        for (int m = 0; m < width; m++) r[m] = span_of(m == 0 ? p->before : 0);
        hull(u, r, width);
        bounded = 2;
        parts++;
    }
    for (int32_t j = first_after(p, at.lo); j < p->count && whole_row(p, j)[0] <= at.hi; j++) {
        const double *row = whole_row(p, j);
        double end = j + 1 < p->count ? whole_row(p, j + 1)[0] : p->end;
        if (end < at.lo) continue;
        along_spans(row + 2, SALTUS_SIGNAL - 1, fmax(at.lo, row[0]) - row[0],
                    fmin(at.hi, end) - row[0], width, r);
        hull(u, r, width);
        if (parts++ > 0) bounded = (int)fmin(bounded, row[1] == 0 ? 3 : row[1]);
    }
    if (at.hi > p->end) {
        if (!along_range(s, a, SALTUS_DELAY, k, width, r))
            for (int m = 0; m < width; m++) r[m] = span_all();
        hull(u, r, width);
        if (parts > 0 && bounded > 3) bounded = 3;
        if (whole_jumps(p->now[0], at_last(p)) && parts > 0) bounded = 1;
    } else if (parts == 1 && bounded == 2) {
        bounded = SALTUS_SERIES; /* all of it before the beginning */
    }
    for (int m = bounded; m < width; m++) u[m] = span_all();
}

/* Coefficients of u(w) from those of u and of w. */
static void compose(const saltus_span *u, const saltus_span *w, int width, saltus_span *d)
{
    for (int m = 0; m < width; m++) d[m] = span_of(0);
    for (int j = width - 1; j >= 0; j--) {
        for (int m = width - 1; m >= 0; m--) { /* d := d (w - w[0]) */
            saltus_span sum = span_of(0);
            for (int b = 1; b <= m; b++) sum = span_add(sum, span_mul(d[m - b], w[b]));
            d[m] = sum;
        }
        d[0] = span_add(d[0], u[j]);
    }
}

void whole_lags_spans(struct sim *s, struct along *a, double from, double to, int width)
{
    for (int32_t k = 0; k < s->n_delays; k++) {
        saltus_span lag[SALTUS_SERIES], u[SALTUS_SERIES], at;
        double tie;
        saltus_span *d = a->q + (size_t)(s->net.n + s->net.n_sums + k) * SALTUS_SERIES;
        if (s->past[k].by < 0 || !along_range(s, a, SALTUS_DELAY, s->past[k].by, width, lag))
            continue;
        /* a part ends where u does: rounding does not count */
        tie = 1e-13 * (fabs(to) + s->past[k].lag);
        at = (saltus_span){from - lag[0].hi + tie, fmin(to, to - lag[0].lo) - tie};
        if (isnan(at.lo + at.hi)) continue;
        if (at.lo > at.hi) at.lo = at.hi = at.lo / 2 + at.hi / 2;
        history_spans(s, a, k, at, width, u);
        for (int m = 0; m < width; m++) lag[m] = span_neg(lag[m]);
        if (width > 1) lag[1] = span_add(lag[1], span_of(1));
        compose(u, lag, width, d);
    }
}
