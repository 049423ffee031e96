/* SPDX-License-Identifier: MIT */
/* measure.c - measurements along a trajectory.
 *
 * A call gets its signal piece by piece, as the variables change. What sums can answer is summed at
 * once, in constant memory. What needs to know the end first (settling, harmonics, windows that
 * count from the end) keeps its pieces and looks at them again; of a window that counts from the
 * end, only those that can still lie in it. A call that would keep more than MOST_KEPT numbers gives
 * up and says so.
 *
 * Sums over many pieces are compensated, so that a million pieces cost no digits. */
#include "out/measure/program.h"

#include "num/poly.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NOT_FINITE "a value is not finite, or a divisor is not constant"

enum { MOST_KEPT = 16 << 20, HARMONICS = 40 }; /* numbers; harmonics unless n= says otherwise */

/* ---- Sums ------------------------------------------------------------------------------------ */

static void add(double *sum, double *lost, double v)
{
    double next = *sum + v;
    *lost += fabs(*sum) >= fabs(v) ? (*sum - next) + v : (v - next) + *sum;
    *sum = next;
}

static double integral(const double *c, int n)
{
    double v = 0;
    for (int k = n; k >= 0; k--) v += c[k] / (k + 1);
    return v;
}

static double square_integral(const double *c, int n)
{
    double v = 0;
    for (int i = n; i >= 0; i--)
        for (int j = n; j >= 0; j--) v += c[i] * c[j] / (i + j + 1);
    return v;
}

static void sum_piece(void *user, const struct signal_piece *p)
{
    struct program_sums *s = user;
    double lo, hi;
    signal_range(p, &lo, &hi);
    if (!s->any) {
        *s = (struct program_sums){.any = true, .from = p->a, .min = lo, .max = hi};
        s->first = p->c[0];
    }
    s->broken |= !isfinite(lo) || !isfinite(hi);
    s->min = fmin(s->min, lo);
    s->max = fmax(s->max, hi);
    s->last = signal_at(p, 1);
    s->to = p->a + p->h;
    add(&s->area, &s->area_lost, p->h * integral(p->c, p->n));
    add(&s->square, &s->square_lost, p->h * square_integral(p->c, p->n));
}

/* ---- Along the trajectory -------------------------------------------------------------------- */

static double window_length(const struct program_call *c) /* NaN: it does not count from the end */
{
    if (!isnan(c->option[OPTION_LAST])) return c->option[OPTION_LAST];
    return c->option[OPTION_PERIODS] / c->option[OPTION_F0];
}

static bool keeps(const struct program_call *c)
{
    return program_info[c->kind].keeps || !isnan(window_length(c));
}

/* What has left a window that counts from the end is forgotten. */
static void forget(struct program_call *c, double now)
{
    double length = window_length(c);
    while (c->head < c->n && c->kept[c->head] + c->kept[c->head + 1] < now - 1.01 * length)
        c->head += 3 + (size_t)c->kept[c->head + 2] + 1;
    if (c->head > c->n / 2 && c->head > 1024) {
        memmove(c->kept, c->kept + c->head, (c->n - c->head) * sizeof *c->kept);
        c->n -= c->head;
        c->head = 0;
    }
}

struct along {
    struct measure *m;
    struct program_call *c;
};

static void keep_piece(struct measure *m, struct program_call *c, const struct signal_piece *p)
{
    size_t n = 4 + (size_t)p->n;
    void *at = c->kept;
    forget(c, p->a + p->h);
    if (c->full || c->n + n > MOST_KEPT ||
        !alloc_grow(&m->alloc, &at, &c->room, c->n + n, sizeof(double))) {
        c->full = true;
        return;
    }
    c->kept = at;
    c->kept[c->n] = p->a;
    c->kept[c->n + 1] = p->h;
    c->kept[c->n + 2] = p->n;
    memcpy(c->kept + c->n + 3, p->c, ((size_t)p->n + 1) * sizeof(double));
    c->n += n;
}

static void take_piece(void *user, const struct signal_piece *p)
{
    const struct along *w = user;
    struct program_call *c = w->c;
    double from = c->option[OPTION_FROM], to = c->option[OPTION_TO];
    double a = fmax(p->a, from), b = fmin(p->a + p->h, to); /* NaN: no limit */
    struct signal_piece part;
    if (!(b > a)) return;
    part = signal_part(p, a, b);
    if (keeps(c))
        keep_piece(w->m, c, &part);
    else
        sum_piece(&c->sums, &part);
}

static bool counts(const struct program_call *c)
{
    return c->kind >= KIND_STEPS;
}

/* Up to t nothing else changes. */
static void go_on(struct measure *m, struct program_call *c, double t)
{
    struct along w = {m, c};
    if (isnan(c->since)) return;
    if (c->kind == KIND_AT && c->since <= c->option[OPTION_T] && t > c->option[OPTION_T])
        c->value = signal_value(&c->signal, m->variable, c->option[OPTION_T]);
    if (c->kind == KIND_XY)
        program_path_along(m, c, c->since, t);
    else if (c->kind != KIND_AT && c->kind != KIND_FINAL && t > c->since)
        signal_along(&c->signal, m->variable, c->since, t, take_piece, &w);
    c->since = t;
}

static bool all_known(const struct measure *m, unsigned reads)
{
    for (size_t k = 0; k < m->n_names; k++)
        if (reads & 1u << k && m->variable[k].order < 0) return false;
    return true;
}

void measure_segment(struct measure *m, size_t k, double t, const double *poly, int order)
{
    struct signal_variable *v = &m->variable[k];
    if (k >= m->n_names || order < 0 || order > SALTUS_SERIES) return;
    if (isnan(m->begun)) m->begun = t;
    for (size_t i = 0; i < m->n_calls; i++)
        if (m->call[i].signal.reads & 1u << k) go_on(m, &m->call[i], t);
    v->t = t;
    v->order = order;
    memcpy(v->poly, poly, ((size_t)order + 1) * sizeof *poly);
    for (size_t i = 0; i < m->n_calls; i++)
        if (m->call[i].signal.reads & 1u << k && isnan(m->call[i].since) &&
            all_known(m, m->call[i].signal.reads))
            m->call[i].since = t;
}

void measure_end(struct measure *m, double t)
{
    m->end = t;
    for (size_t i = 0; i < m->n_calls; i++) {
        struct program_call *c = &m->call[i];
        if (counts(c)) continue;
        go_on(m, c, t);
        if (c->kind == KIND_FINAL ||
            (c->kind == KIND_AT && c->option[OPTION_T] == t && !isnan(c->since)))
            c->value = signal_value(&c->signal, m->variable, t);
    }
}

void program_kept(const struct program_call *c, double from, double to, signal_fn *fn, void *user)
{
    struct signal_piece p;
    for (size_t k = c->head; k < c->n; k += 4 + (size_t)p.n) {
        p.a = c->kept[k];
        p.h = c->kept[k + 1];
        p.n = (int)c->kept[k + 2];
        memcpy(p.c, c->kept + k + 3, ((size_t)p.n + 1) * sizeof *p.c);
        double a = fmax(p.a, from), b = fmin(p.a + p.h, to);
        if (!(b > a)) continue;
        struct signal_piece part = signal_part(&p, a, b);
        fn(user, &part);
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

static double unknown(struct measure *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static double unknown(struct measure *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!*m->why) vsnprintf(m->why, sizeof m->why, format, arguments);
    va_end(arguments);
    return NAN;
}

/* What the call looks at; false: the trajectory does not have it. */
static bool window(struct measure *m, struct program_call *c)
{
    double length = window_length(c), slack = 1e-9 * (m->end - m->begun);
    const char *kind = program_info[c->kind].name;
    c->from = isnan(c->option[OPTION_FROM]) ? m->begun : c->option[OPTION_FROM];
    c->to = isnan(c->option[OPTION_TO]) ? m->end : c->option[OPTION_TO];
    if (!isnan(length)) c->from = m->end - length;
    if (isnan(m->begun) || !all_known(m, c->signal.reads))
        return unknown(m, "%s: there is no trajectory", kind), false;
    if (c->full)
        return unknown(m, "%s: there are too many pieces to look at; last= or from= limits them",
                       kind),
               false;
    if (c->to > m->end + slack)
        return unknown(m, "%s: to=%g is after the end, %g", kind, c->to, m->end), false;
    if (c->from < m->begun - slack)
        return unknown(m, "%s: the window begins at %g, before the start, %g", kind, c->from,
                       m->begun),
               false;
    if (!(c->to > c->from))
        return unknown(m, "%s: the window from %g to %g is empty", kind, c->from, c->to), false;
    c->from = fmax(c->from, m->begun);
    c->to = fmin(c->to, m->end);
    return true;
}

/* The middle of a part between two crossings tells on which side it is. */
struct walk {
    double level[2];
    int n;
    void (*part)(struct walk *w, double a, double b, double v);
    double final, band;   /* settling */
    double last_out, end; /* when it was outside for the last time */
    bool armed;           /* frequency, rise */
    double first, latest, crossings, low_at, high_at;
};

static void ascending(double *u, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && u[k - 1] > u[k]; k--) {
            double v = u[k];
            u[k] = u[k - 1];
            u[k - 1] = v;
        }
}

static void walk_piece(void *user, const struct signal_piece *p)
{
    struct walk *w = user;
    double u[2 * SIGNAL_ORDER + 2] = {0};
    int n = 1;
    for (int k = 0; k < w->n; k++) n += signal_crossings(p, w->level[k], u + n);
    u[n++] = 1;
    ascending(u, n);
    for (int k = 0; k + 1 < n; k++)
        if (u[k + 1] > u[k])
            w->part(w, p->a + u[k] * p->h, p->a + u[k + 1] * p->h,
                    signal_at(p, (u[k] + u[k + 1]) / 2));
}

static void settling_part(struct walk *w, double a, double b, double v)
{
    (void)a;
    if (fabs(v - w->final) > w->band) w->last_out = b;
}

static double settling(struct measure *m, struct program_call *c, const struct program_sums *s)
{
    double final = isnan(c->option[OPTION_LEVEL]) ? s->last : c->option[OPTION_LEVEL];
    double band = isnan(c->option[OPTION_BAND]) ? 0.02 : c->option[OPTION_BAND];
    struct walk w = {.n = 2, .part = settling_part, .final = final, .last_out = c->from};
    w.band = band * fabs(final - s->first);
    if (!(w.band > 0)) return unknown(m, "settling: it ends where it begins, at %g", final);
    w.level[0] = final - w.band;
    w.level[1] = final + w.band;
    program_kept(c, c->from, c->to, walk_piece, &w);
    if (w.last_out >= c->to) return unknown(m, "settling: it has not settled at the end");
    return w.last_out - c->from;
}

/* Upwards through level, having been below the band since the last time. */
static void frequency_part(struct walk *w, double a, double b, double v)
{
    (void)b;
    if (v < w->level[0]) w->armed = true;
    if (v <= w->level[1] || !w->armed) return;
    w->armed = false;
    if (w->crossings == 0) w->first = a;
    w->latest = a;
    w->crossings++;
}

static double frequency(struct measure *m, struct program_call *c, const struct program_sums *s)
{
    struct walk w = {.n = 2, .part = frequency_part};
    w.level[1] = isnan(c->option[OPTION_LEVEL]) ? (s->min + s->max) / 2 : c->option[OPTION_LEVEL];
    w.level[0] = w.level[1] - 0.05 * (s->max - s->min);
    program_kept(c, c->from, c->to, walk_piece, &w);
    if (w.crossings < 2)
        return unknown(m, "frequency: it does not pass %g upwards twice", w.level[1]);
    return (w.crossings - 1) / (w.latest - w.first);
}

/* In units of the whole way: when has it left 10 %, when has it reached 90 %? */
static void rise_part(struct walk *w, double a, double b, double v)
{
    (void)b;
    double way = (v - w->first) / (w->final - w->first);
    if (way > 0.1 && isnan(w->low_at)) w->low_at = a;
    if (way > 0.9 && isnan(w->high_at)) w->high_at = a;
}

static double rise(struct measure *m, struct program_call *c, const struct program_sums *s)
{
    double final = isnan(c->option[OPTION_LEVEL]) ? s->last : c->option[OPTION_LEVEL];
    struct walk w = {.n = 2, .part = rise_part, .final = final, .low_at = NAN, .high_at = NAN};
    w.first = s->first;
    if (final == s->first) return unknown(m, "rise: it ends where it begins, at %g", final);
    w.level[0] = s->first + 0.1 * (final - s->first);
    w.level[1] = s->first + 0.9 * (final - s->first);
    program_kept(c, c->from, c->to, walk_piece, &w);
    if (isnan(w.high_at)) return unknown(m, "rise: it does not reach 90 %% of the way");
    return w.high_at - w.low_at;
}

static double overshoot(struct measure *m, struct program_call *c, const struct program_sums *s)
{
    double final = isnan(c->option[OPTION_LEVEL]) ? s->last : c->option[OPTION_LEVEL];
    double way = final - s->first, beyond = way > 0 ? s->max - final : final - s->min;
    if (way == 0) return unknown(m, "overshoot: it ends where it begins, at %g", final);
    return fmax(0, beyond) / fabs(way);
}

/* ---- Harmonics ------------------------------------------------------------------------------- */

struct fourier {
    double f0;
    int n;
    double *a, *b;
};

static void fourier_piece(void *user, const struct signal_piece *p)
{
    const struct fourier *f = user;
    program_fourier(p, f->f0, f->n, f->a, f->b);
}

/* The last whole periods of the window. */
static bool whole_periods(struct measure *m, struct program_call *c, double *periods)
{
    double f0 = c->option[OPTION_F0];
    *periods = floor((c->to - c->from) * f0 * (1 + 1e-9));
    if (*periods < 1)
        return unknown(m, "%s: the window from %g to %g is shorter than a period of %g",
                       program_info[c->kind].name, c->from, c->to, 1 / f0),
               false;
    c->from = fmax(c->to - *periods / f0, m->begun);
    return true;
}

static bool make_harmonics(struct measure *m, struct program_call *c, int n)
{
    struct measure_harmonics *h = &m->harmonics;
    struct fourier f;
    struct program_sums s = {0};
    if (!whole_periods(m, c, &h->periods)) return false;
    alloc_free(&m->alloc, h->a);
    alloc_free(&m->alloc, h->b);
    h->a = alloc_array(&m->alloc, (size_t)n + 1, sizeof *h->a);
    h->b = alloc_array(&m->alloc, (size_t)n + 1, sizeof *h->b);
    if (!h->a || !h->b) return unknown(m, "out of memory"), false;
    f = (struct fourier){c->option[OPTION_F0], n, h->a, h->b};
    program_kept(c, c->from, c->to, fourier_piece, &f);
    program_kept(c, c->from, c->to, sum_piece, &s);
    h->f0 = f.f0;
    h->from = c->from;
    h->to = c->to;
    h->n = n;
    h->mean = (s.area + s.area_lost) / (c->to - c->from);
    h->rms = sqrt(fmax(0, (s.square + s.square_lost) / (c->to - c->from)));
    for (int k = 1; k <= n; k++) {
        h->a[k] *= 2 / (c->to - c->from);
        h->b[k] *= 2 / (c->to - c->from);
    }
    if (s.broken) return unknown(m, NOT_FINITE), false;
    return true;
}

static int harmonics_of(const struct program_call *c)
{
    if (c->kind == KIND_THD && isnan(c->option[OPTION_N])) return 1;
    return isnan(c->option[OPTION_N]) ? HARMONICS : (int)c->option[OPTION_N];
}

static double harmonic_value(struct measure *m, struct program_call *c)
{
    const struct measure_harmonics *h = &m->harmonics;
    int n = harmonics_of(c);
    double first, rest;
    if (!make_harmonics(m, c, n)) return NAN;
    if (c->kind == KIND_HARMONICS) return n;
    if (c->kind == KIND_HARMONIC) return hypot(h->a[n], h->b[n]);
    if (c->kind == KIND_PHASE) return atan2(-h->b[n], h->a[n]) * (180 / acos(-1));
    first = (h->a[1] * h->a[1] + h->b[1] * h->b[1]) / 2;
    rest = h->rms * h->rms - h->mean * h->mean - first;
    if (n > 1) {
        rest = 0;
        for (int k = 2; k <= n; k++) rest += (h->a[k] * h->a[k] + h->b[k] * h->b[k]) / 2;
    }
    if (!(first > 1e-24 * h->rms * h->rms))
        return unknown(m, "thd: there is no fundamental of %g Hz", h->f0);
    return sqrt(fmax(0, rest) / first);
}

const struct measure_harmonics *measure_harmonics(struct measure *m)
{
    for (size_t k = 0; k < m->n_calls; k++)
        if (m->call[k].kind == KIND_HARMONICS)
            return window(m, &m->call[k]) && !isnan(harmonic_value(m, &m->call[k])) ? &m->harmonics
                                                                                    : NULL;
    return NULL;
}

/* ---- From outside ---------------------------------------------------------------------------- */

static double of_sums(struct measure *m, struct program_call *c, const struct program_sums *s)
{
    double length = c->to - c->from, area = s->area + s->area_lost,
           square = s->square + s->square_lost, mean = area / length;
    /* what is left of values that cancel is rounding */
    if (fabs(mean) < 1e-15 * sqrt(fmax(0, square / length))) mean = area = 0;
    switch (c->kind) {
    case KIND_MIN: return s->min;
    case KIND_MAX: return s->max;
    case KIND_MEAN: return mean;
    case KIND_RMS: return sqrt(fmax(0, square / length));
    case KIND_AC: return sqrt(fmax(0, square / length - mean * mean));
    case KIND_RIPPLE: return s->max - s->min;
    case KIND_INTEGRAL: return area;
    case KIND_OVERSHOOT: return overshoot(m, c, s);
    case KIND_SETTLING: return settling(m, c, s);
    case KIND_RISE: return rise(m, c, s);
    default: return frequency(m, c, s);
    }
}

static double call_value(struct measure *m, struct program_call *c, measure_count_fn *count,
                         void *user)
{
    struct program_sums s = c->sums;
    if (counts(c)) {
        if (!count) return unknown(m, "%s is known of runs only", program_info[c->kind].name);
        return count(user, (enum measure_count)(c->kind - KIND_STEPS), c->name);
    }
    c->from = c->to = NAN;
    if (c->kind == KIND_FINAL || c->kind == KIND_AT) {
        if (isnan(c->since)) return unknown(m, "there is no trajectory");
        if (c->kind == KIND_AT &&
            !(c->option[OPTION_T] >= m->begun && c->option[OPTION_T] <= m->end))
            return unknown(m, "at: %g does not lie between %g and %g", c->option[OPTION_T],
                           m->begun, m->end);
        c->from = c->to = c->kind == KIND_AT ? c->option[OPTION_T] : m->end;
        return c->value;
    }
    if (!window(m, c)) return NAN;
    if (c->kind == KIND_XY) return (double)(c->n / 2);
    if (c->kind >= KIND_THD) return harmonic_value(m, c);
    if (keeps(c)) {
        s = (struct program_sums){0};
        program_kept(c, c->from, c->to, sum_piece, &s);
    }
    if (!s.any) return unknown(m, "nothing lies in the window from %g to %g", c->from, c->to);
    if (s.broken) return unknown(m, NOT_FINITE);
    return of_sums(m, c, &s);
}

double measure_value(struct measure *m, measure_count_fn *count, void *user)
{
    double stack[PROGRAM_OPERATIONS] = {0};
    int top = -1;
    *m->why = '\0';
    for (int i = 0; i < m->n; i++) {
        const struct formula_operation *o = &m->at[i];
        bool two = o->code >= FORMULA_ADD && o->code <= FORMULA_POWER;
        double b = two ? stack[top--] : 0,
               *a = o->code <= FORMULA_CALL ? &stack[++top] : &stack[top];
        switch (o->code) {
        case FORMULA_NUMBER: *a = o->number; break;
        case FORMULA_CALL: *a = call_value(m, &m->call[o->index], count, user); break;
        case FORMULA_ADD: *a += b; break;
        case FORMULA_SUBTRACT: *a -= b; break;
        case FORMULA_MULTIPLY: *a *= b; break;
        case FORMULA_DIVIDE:
            if (b == 0) unknown(m, "a division by 0");
            *a = b == 0 ? NAN : *a / b;
            break;
        case FORMULA_POWER: *a = pow(*a, b); break;
        case FORMULA_NEGATE: *a = -*a; break;
        case FORMULA_ABS: *a = fabs(*a); break;
        case FORMULA_SQRT: *a = sqrt(*a); break;
        }
    }
    if (!isfinite(stack[0])) return unknown(m, "the result is not a finite number");
    return stack[0];
}

const char *measure_why(const struct measure *m)
{
    return m->why;
}

void measure_window(const struct measure *m, double *from, double *to)
{
    bool any = false;
    *from = *to = NAN;
    for (size_t k = 0; k < m->n_calls; k++) {
        const struct program_call *c = &m->call[k];
        if (counts(c)) continue;
        if (any && (c->from != *from || c->to != *to)) {
            *from = *to = NAN;
            return;
        }
        *from = c->from;
        *to = c->to;
        any = true;
    }
}

const char *measure_name(const struct measure *m, size_t k, size_t *at)
{
    if (k >= m->n_names) return NULL;
    if (at) *at = m->name_at[k];
    return m->name[k];
}

const char *measure_counted(const struct measure *m, size_t k, enum measure_count *kind, size_t *at)
{
    for (size_t i = 0; i < m->n_calls; i++) {
        if (!counts(&m->call[i]) || k-- > 0) continue;
        *kind = (enum measure_count)(m->call[i].kind - KIND_STEPS);
        *at = m->call[i].at;
        return m->call[i].name;
    }
    return NULL;
}

bool measure_looks(const struct measure *m)
{
    for (size_t k = 0; k < m->n_calls; k++)
        if (!counts(&m->call[k]) && m->call[k].kind != KIND_FINAL) return true;
    return false;
}

enum measure_unit measure_unit(const struct measure *m, size_t *variable)
{
    const struct signal *s = &m->call[0].signal;
    enum measure_unit u;
    *variable = 0;
    if (m->n != 1 || m->n_calls != 1) return MEASURE_PLAIN;
    u = program_info[m->call[0].kind].unit;
    if (u != MEASURE_AS_VARIABLE) return u;
    if (s->n != 1 || s->at[0].code != SIGNAL_VARIABLE) return MEASURE_PLAIN;
    *variable = s->at[0].index;
    return u;
}

void measure_free(struct measure *m)
{
    struct alloc a;
    if (!m) return;
    a = m->alloc;
    for (size_t k = 0; k < m->n_calls; k++) alloc_free(&a, m->call[k].kept);
    alloc_free(&a, m->harmonics.a);
    alloc_free(&a, m->harmonics.b);
    alloc_free(&a, m);
}
