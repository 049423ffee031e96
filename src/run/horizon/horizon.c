/* SPDX-License-Identifier: MIT */
/* horizon.c - boxes, and the search for how much of a stretch of time is certain.
 *
 * A function is needed for a time h. While its kept box holds for a share of that, and what is kept
 * says that its series does, too, that is all. Otherwise
 *  1. a box ahead is tried, for `ahead` times h. Each signal is followed along x, which knows where
 *     its q will go; slopes are widened by a quarter, values by two quanta. If the series is certain
 *     for that share of h in it, it is kept. `ahead` grows by half when a signal leaves the box, and
 *     falls to a third when the box was too wide.
 *  2. A tight box for h, and if that does not do for a shorter time, until what is certain is a good
 *     part of what is asked for.
 * After a search that came less far than needed the next one begins with four times its reach: a
 * function that rests for very long is looked at in stretches that grow.
 *
 * Where a function is unbounded however short the time, as (v + 55)/(1 - exp(-(v + 55)/10)) is to
 * spans where v passes -55, it is not approached for good: the search ends with the time in which
 * no input moves by more than its quantum.
 *
 * If nothing that it reads moves, and it does not read the time, a function is a constant. */
#include "run/horizon/horizon.h"
#include "base/range.h"
#include "run/engine.h"
#include "run/loop/loop.h"
#include <string.h>

static const double most_ahead = 64;
static const double stuck = 16; /* so many times the soonest next look is no progress          */
/* How far inputs of an opaque function travel between two looks. */
static const double few_quanta = 8, small_part = 2e-3;
enum { TRIES = 60 };

static struct certificate *certificate(const struct sim *s, saltus_kind kind, int32_t i)
{
    const struct horizons *z = s->horizons;
    return &z->certificate[z->of[kind][i]];
}

/* ---- Signals --------------------------------------------------------------------------------- */

/* How many coefficients of its inputs a function sees. */
static inline int width_of(const struct sim *s, const struct certificate *k)
{
    return k->along_x ? SALTUS_SIGNAL : s->net.env.width;
}

/* An input from outside may have a coefficient more than signals have room for; x keeps it. */
static inline bool is_long(const struct sim *s, const struct certificate *k, int32_t j)
{
    return s->outside && !k->along_x && sim_is_input(s, j) && s->net.s[j].x[SALTUS_SIGNAL] != 0;
}

static bool any_long(const struct sim *s, const struct certificate *k)
{
    const struct horizons *z = s->horizons;
    for (int32_t m = k->first; s->outside && m < k->first + k->count; m++)
        if (is_long(s, k, z->input[m])) return true;
    return false;
}

/* Input j of a function about the present: q, or x. Returns how many coefficients it has; c has room
 * for SALTUS_SERIES. */
static inline int expand(const struct sim *s, const struct certificate *k, int32_t j, double *c)
{
    const struct state *x = &s->net.s[j];
    int w = width_of(s, k) + is_long(s, k, j);
    const double *from = k->along_x || w > SALTUS_SIGNAL ? x->x : x->q;
    double h = s->net.env.t - (k->along_x ? x->tx : x->tq);
    for (int n = 0; n < w; n++) c[n] = from[n];
    if (w == 2)
        c[0] += h * c[1];
    else if (w > 1)
        poly_shift(c, w - 1, h);
    return w;
}

static double stays_one(const struct sim *s, const struct certificate *k, int32_t m)
{
    const struct horizons *z = s->horizons;
    const saltus_span *b = z->box + (size_t)m * (size_t)z->stride;
    double c[SALTUS_SERIES];
    if (expand(s, k, z->input[m], c) > width_of(s, k)) return -1;
    return certain_stays(c, b, width_of(s, k));
}

/* How long all inputs stay in the kept box. */
static double stays(const struct sim *s, struct certificate *k)
{
    double h = k->timed ? k->t.hi - s->net.env.t : INFINITY;
    for (int32_t m = k->first; m < k->first + k->count && h >= 0; m++)
        h = fmin(h, stays_one(s, k, m));
    k->until = s->net.env.t + h;
    return h;
}

/* How much of need they do. If only one input has moved, it alone is looked at first. */
static double stay(const struct sim *s, struct certificate *k, double need)
{
    const struct horizons *z = s->horizons;
    double t = s->net.env.t;
    for (int32_t m = k->first; s->mover >= 0 && m < k->first + k->count; m++)
        if (z->input[m] == s->mover) {
            double h = stays_one(s, k, m);
            if (h < need) break;
            k->until = fmin(k->until, t + h);
            if (t + need <= k->until) return need;
            break;
        }
    return fmin(stays(s, k), need);
}

static void fill_tight(struct sim *s, const struct certificate *k, double h)
{
    struct horizons *z = s->horizons;
    double c[SALTUS_SERIES];
    for (int32_t m = k->first; m < k->first + k->count; m++) {
        int32_t j = z->input[m];
        int n = expand(s, k, j, c);
        certain_about(c, n, width_of(s, k), h, z->q + (size_t)j * (size_t)z->stride);
    }
}

static saltus_span hull(saltus_span a, double v)
{
    if (v < a.lo) a.lo = v;
    if (v > a.hi) a.hi = v;
    return a;
}

/* x of signal j about the present, one coefficient more than a signal has. */
static void expand_x(const struct sim *s, int32_t j, int w, double *c)
{
    const struct state *x = &s->net.s[j];
    int last = j < s->net.n ? sim_method(s, j)->info.order + 1 : SALTUS_SIGNAL - 1;
    for (int k = 0; k <= w; k++) c[k] = 0;
    if (last > w) last = w;
    for (int k = 0; k <= last; k++) c[k] = x->x[k];
    poly_shift(c, last, s->net.env.t - x->tx);
}

/* Coefficient k of signal j over a time h, from that of the one above it. */
static void fill_ahead(struct sim *s, const struct certificate *k, double h)
{
    struct horizons *z = s->horizons;
    double c[SALTUS_SERIES], x[SALTUS_SIGNAL + 1];
    int w = width_of(s, k);
    for (int32_t m = k->first; m < k->first + k->count; m++) {
        int32_t j = z->input[m];
        saltus_span *b = z->q + (size_t)j * (size_t)z->stride, above;
        expand(s, k, j, c);
        expand_x(s, j, w, x);
        above = (saltus_span){fmin(x[w], 0), fmax(x[w], 0)};
        for (int n = w - 1; n >= 0; n--) {
            double up = fmax((n + 1) * above.hi * h, 0), down = fmin((n + 1) * above.lo * h, 0);
            double wide = n ? 0.25 * (up - down) + 0.05 * fabs(c[n]) : 2 * s->net.s[j].dq;
            b[n] = hull((saltus_span){c[n] + down, c[n] + up}, x[n] + down);
            b[n] = hull(b[n], x[n] + up);
            if (b[n].lo == 0 && b[n].hi == 0 && n > 0) wide = 0;
            b[n].lo -= wide;
            b[n].hi += wide;
            above = b[n];
        }
    }
}

static void keep_box(struct sim *s, struct certificate *k)
{
    struct horizons *z = s->horizons;
    size_t w = (size_t)z->stride;
    for (int32_t m = k->first; m < k->first + k->count; m++)
        memcpy(z->box + (size_t)m * w, z->q + (size_t)z->input[m] * w, w * sizeof *z->q);
    k->kept = true;
    k->until = -INFINITY; /* not yet known */
}

/* r of function i in the box that has been filled. */
static bool ask(struct sim *s, struct certificate *k, saltus_kind kind, int32_t i, double h,
                int order, saltus_span *r)
{
    const struct horizons *z = s->horizons;
    double t = s->net.env.t;
    saltus_box b = {.t = {t, t + h},
                    .q = z->q,
                    .stride = z->stride,
                    .width = width_of(s, k),
                    .env = &s->net.env,
                    .solve = loop_span,
                    .run = range_run};
    k->t = b.t;
    s->stats.range_evaluations++;
    k->opaque = !s->model->range(&b, kind, i, order, r);
    if (k->opaque) horizon_opaque(s, kind, i);
    if (order > SALTUS_SIGNAL && any_long(s, k)) /* of which the range has seen nothing */
        r[SALTUS_SIGNAL] = (saltus_span){-INFINITY, INFINITY};
    return !k->opaque;
}

/* ---- How long a series lasts ----------------------------------------------------------------- */

/* How long what it reads from outside may be used. What is old now has just been asked for: no one
 * has a newer one. */
static double fresh_for(const struct sim *s, const struct certificate *k)
{
    const struct horizons *z = s->horizons;
    double until = INFINITY, t = s->net.env.t;
    if (!s->outside) return INFINITY;
    for (int32_t m = k->first; m < k->first + k->count; m++)
        if (z->input[m] < s->net.n && s->fresh[z->input[m]] > t)
            until = fmin(until, s->fresh[z->input[m]]);
    return fmax(until - t, rules_soonest(t));
}

/* The time in which some state moves by its quantum; infinite: none does. */
static double soonest_quantum(const struct sim *s)
{
    double h = INFINITY;
    for (int32_t i = 0; i < s->net.n; i++)
        if (s->net.s[i].x[1] != 0) h = fmin(h, fabs(s->net.s[i].dq / s->net.s[i].x[1]));
    return h;
}

/* A time to begin with where only the time itself moves: about as long as the run, or as it has
 * lasted; else that in which some state moves by its quantum; else the shortest there is. It need not
 * be right: stretches grow. No unit of time is in it. */
static double first_time(const struct sim *s)
{
    const saltus_experiment *e = &s->model->experiment;
    double t = s->net.env.t, h;
    if (e->stop > e->start) return 2 * (e->stop - e->start);
    if (t > s->opt.t0) return 2 * (t - s->opt.t0);
    h = soonest_quantum(s);
    return h > 0 && h < INFINITY ? h : rules_soonest(t);
}

/* The time in which an input moves by many quanta; infinite: none moves. */
static double first_stretch(const struct sim *s, const struct certificate *k)
{
    const struct horizons *z = s->horizons;
    double c[SALTUS_SERIES], h = INFINITY;
    for (int32_t m = k->first; m < k->first + k->count; m++) {
        const struct state *x = &s->net.s[z->input[m]];
        expand(s, k, z->input[m], c);
        for (int n = 1; n < width_of(s, k); n++)
            if (c[n] != 0)
                h = fmin(h, power_root(fmax(64 * x->dq, 0.1 * fabs(c[0])) / fabs(c[n]), n));
    }
    if (!k->timed || h < INFINITY) return h > 0 ? h : rules_soonest(s->net.env.t);
    return first_time(s);
}

/* The quantum of signal j where it is now, at v; dq is that of its last step. */
static double quantum_of(const struct sim *s, int32_t j, double v)
{
    const struct quantum *q = j < s->net.n ? &s->net.quanta[j & s->net.each] : NULL;
    double now = q ? rules_quantum(q->rel, q->abs, v) : sim_quantum(s, v);
    return fmax(now, s->net.s[j].dq);
}

/* The time in which no input moves by more than its quantum: what happens within it, no one has asked
 * to see. Time has no quantum; a millionth of the run will do, or of the run so far, if its end is not known,
 * but not less than a millionth of the time in which a state does move by its quantum. */
static double unseen(const struct sim *s, const struct certificate *k)
{
    const saltus_experiment *e = &s->model->experiment;
    const struct horizons *z = s->horizons;
    double c[SALTUS_SERIES], h = INFINITY;
    if (k->timed) {
        double known = e->stop > e->start ? e->stop - e->start : soonest_quantum(s);
        h = 1e-6 * fmax(s->net.env.t - s->opt.t0, known < INFINITY ? known : 0);
    }
    for (int32_t m = k->first; m < k->first + k->count; m++) {
        expand(s, k, z->input[m], c);
        for (int n = 1; n < width_of(s, k); n++)
            if (c[n] != 0)
                h = fmin(h, power_root(quantum_of(s, z->input[m], c[0]) / fabs(c[n]), n));
    }
    return h;
}

/* How long an opaque function is left alone: no input travels further than a few quanta, or, with
 * fine quanta, a small part of its value; where it reads the time, a thousandth of the run, or a
 * tenth of the time that has passed. */
static double travel(const struct sim *s, const struct certificate *k)
{
    const saltus_experiment *e = &s->model->experiment;
    const struct horizons *z = s->horizons;
    double c[SALTUS_SIGNAL], h = INFINITY, most;
    if (k->timed) h = e->stop > e->start ? 1e-3 * (e->stop - e->start) : 0.05 * first_time(s);
    for (int32_t m = k->first; m < k->first + k->count; m++) {
        expand(s, k, z->input[m], c);
        most = fmax(few_quanta * quantum_of(s, z->input[m], c[0]), small_part * fabs(c[0]));
        for (int n = 1; n < width_of(s, k); n++)
            if (c[n] != 0) h = fmin(h, power_root(most / fabs(c[n]), n));
    }
    return fmax(h, stuck * rules_soonest(s->net.env.t));
}

static double stretch(const struct sim *s, const struct certificate *k, double need)
{
    if (k->cut && need > 4 * k->reach) return 4 * k->reach;
    return need < INFINITY ? need : first_stretch(s, k);
}

/* A function whose series is used, and how much of it may be wrong. */
struct use {
    saltus_kind kind;
    int32_t i;
    struct certain_series f;
    double most;
};

static int asked_terms(const struct use *u)
{
    return u->f.order + 2 < SALTUS_SERIES ? u->f.order + 2 : SALTUS_SERIES;
}

/* A series may be renewed before it must be, where no more is certain: few live to see that, since
 * a neighbour moves before, the sooner the more of them there are. Which share of what is needed is
 * enough? */
static double worth(const struct certificate *k)
{
    return k->count > 8 ? 0.125 : k->count > 3 ? 1.0 / k->count : 1;
}

/* 1. How much of need is certain in a box ahead; 0: not enough. */
static double certain_ahead(struct sim *s, struct certificate *k, struct use *u, double need)
{
    for (int tries = 0; tries < 3 && k->ahead > 1; tries++) {
        double h = k->ahead * need, lasts;
        if (!(h < INFINITY) || any_long(s, k)) return 0;
        fill_ahead(s, k, h);
        if (!ask(s, k, u->kind, u->i, h, asked_terms(u), k->r)) return 0;
        u->f.r = k->r;
        lasts = certain_lasts(&u->f, need, u->most);
        if (lasts < need) k->ahead = fmax(1, 0.35 * k->ahead);
        if (lasts < worth(k) * need) continue;
        keep_box(s, k);
        return lasts;
    }
    return 0;
}

/* Where to look after a time h of which only the part `lasts` was certain. */
static double shorter(double h, double lasts)
{
    double root = sqrt(h) * sqrt(lasts);
    return root > 0.5 * h ? 0.5 * h : root < 0.1 * h ? 0.1 * h : root;
}

/* 2. */
static double certain_tight(struct sim *s, struct certificate *k, struct use *u, double need)
{
    saltus_span r[SALTUS_SERIES];
    struct certain_series f = {r, u->f.c, u->f.order, u->f.integral};
    double best = 0, h = need, lasts = 0;
    for (int tries = 0; tries < TRIES; tries++, h = shorter(h, lasts)) {
        fill_tight(s, k, h);
        if (!ask(s, k, u->kind, u->i, h, asked_terms(u), r)) return need;
        lasts = certain_lasts(&f, h, u->most);
        best = fmax(best, lasts);
        if (lasts >= 0.5 * h || h <= 3 * best) break;
        if (!certain_bounded(r[0]) && h <= unseen(s, k)) return fmin(need, unseen(s, k));
    }
    if (best >= need) k->ahead = fmax(k->ahead, 2);
    return best;
}

/* Less than is needed was certain, for h. If the function is asked more often than that, a box for
 * about as long is worth having. */
static void keep_about(struct sim *s, struct certificate *k, struct use *u, double h)
{
    if (any_long(s, k)) return;
    fill_ahead(s, k, h);
    if (!ask(s, k, u->kind, u->i, h, asked_terms(u), k->r)) return;
    u->f.r = k->r;
    if (certain_lasts(&u->f, h, u->most) >= 0.5 * h) keep_box(s, k);
}

/* What a kept box must say to be kept further. */
static inline double least_of(const struct certificate *k, double need)
{
    return worth(k) * (k->cut && k->reach < need ? k->reach : need);
}

/* What the kept box says; 0: it is of no use any more. */
static double certain_in_box(struct sim *s, struct certificate *k, struct use *u, double need)
{
    double least = least_of(k, need), h = stay(s, k, need);
    bool inside = h >= least && h < INFINITY;
    u->f.r = k->r;
    if (inside) h = certain_lasts(&u->f, h, u->most);
    if (inside && h >= least) return h;
    k->kept = false;
    k->ahead = inside ? fmax(1, 0.5 * k->ahead) : fmin(1.5 * k->ahead, most_ahead);
    return 0;
}

/* Nothing has a scale of time yet: the first power of 1024 for which not all is certain. (Steps as
 * short as rounding would lead to where slopes are absurd: those of sqrt(time) just after 0.) */
static double some_stretch(struct sim *s, struct certificate *k, struct use *u, double h)
{
    double last;
    h = fmax(h, rules_soonest(s->net.env.t));
    do {
        last = h;
        h *= 1024;
    } while (h < 1e300 && !k->opaque && certain_tight(s, k, u, last) >= last);
    return last;
}

/* How much of need is certain. */
static double certify(struct sim *s, struct certificate *k, struct use *u, double need)
{
    double h = k->kept ? certain_in_box(s, k, u, need) : 0, wanted = need;
    bool often = s->net.env.t - k->t.lo < 0.5 * k->reach;
    if (h > 0) return h;
    need = stretch(s, k, need);
    if (isinf(need)) return need;
    if (isinf(wanted) && need <= rules_soonest(s->net.env.t)) need = some_stretch(s, k, u, need);
    h = certain_ahead(s, k, u, need);
    if (h == 0 && !k->opaque) h = certain_tight(s, k, u, need);
    if (k->opaque) return fmin(wanted, travel(s, k));
    k->reach = h;
    k->cut = h < wanted;
    if (k->cut && often && !k->kept) keep_about(s, k, u, h);
    return h;
}

/* The usual case, quickly: one input has moved, or none, and it stays in its box as long as the
 * others were found to. 0: look closely. */
static inline __attribute__((always_inline)) double quickly(const struct sim *s,
                                                            const struct certificate *k,
                                                            struct certain_series f, double need,
                                                            double most, const int order,
                                                            const int w)
{
    const struct horizons *z = s->horizons;
    double room = k->until - s->net.env.t, h = room < need ? room : need, least = least_of(k, need);
    int32_t m = k->first, end = m + k->count;
    while (m < end && z->input[m] != s->mover) m++;
    if (!(h >= least && h < INFINITY)) return 0;
    if (m < end) {
        const struct state *x = &s->net.s[s->mover];
        const saltus_span *b = z->box + (size_t)m * (size_t)z->stride;
        double c[SALTUS_SIGNAL], age = s->net.env.t - x->tq;
        if (room > DBL_MAX) room = DBL_MAX;
        for (int n = 0; n < w; n++) c[n] = x->q[n];
        poly_shift(c, w - 1, age);
        if (!certain_within(c, b, w, room)) return 0;
    }
    f.r = k->r;
    f.order = order;
    if (certain_lasts_all(&f, h, most)) return h;
    h = certain_lasts_about(&f, h, most);
    return h >= least ? h : 0;
}

double horizon_state(struct sim *s, int32_t i, double h)
{
    const struct state *x = &s->net.s[i];
    struct certificate *k = certificate(s, SALTUS_STATE, i);
    double c[SALTUS_SERIES], soonest = rules_soonest(s->net.env.t), certain = 0;
    int order = sim_method(s, i)->info.order, w = s->net.env.width;
    struct use u = {SALTUS_STATE, i, {NULL, c, order, 1}, s->knobs.refresh * x->dq};
    if (k->opaque) return fmin(h, travel(s, k));
    if (s->outside) h = fmin(h, fresh_for(s, k));
    if (h <= soonest) return soonest;
    for (int m = 0; m <= order; m++) c[m] = (m + 1) * x->x[m + 1];
    if (k->kept && s->mover >= 0 && !s->outside)
        certain = order == 2 && w == 2   ? quickly(s, k, u.f, h, u.most, 2, 2)
                  : order == 3 && w == 3 ? quickly(s, k, u.f, h, u.most, 3, 3)
                                         : quickly(s, k, u.f, h, u.most, order, w);
    if (!(certain > 0)) certain = certify(s, k, &u, h);
    return certain > soonest ? certain : soonest;
}

double horizon_shown(struct sim *s, saltus_kind kind, int32_t i, const double *c, int order,
                     double h, double most)
{
    struct certificate *k = certificate(s, kind, i);
    struct use u = {kind, i, {NULL, c, order, 0}, most};
    if (k->opaque) return fmin(h, travel(s, k));
    return fmax(certify(s, k, &u, h), rules_soonest(s->net.env.t));
}

double horizon_output(struct sim *s, int32_t i, double t, const double *c, int order, double most)
{
    double now = s->net.env.t, h;
    s->net.env.t = t;
    h = horizon_shown(s, SALTUS_OUTPUT, i, c, order, INFINITY, most);
    s->net.env.t = now;
    return h;
}

double horizon_output_rounding(struct sim *s, int32_t i, double t)
{
    struct certificate *k = certificate(s, SALTUS_OUTPUT, i);
    double now = s->net.env.t;
    saltus_span r;
    bool known;
    s->net.env.t = t;
    fill_tight(s, k, 0);
    known = ask(s, k, SALTUS_OUTPUT, i, 0, 1, &r);
    s->net.env.t = now;
    return known && certain_bounded(r) ? r.hi - r.lo : 0;
}

/* An output on its way to others. */
struct line {
    struct sim *sim;
    struct certificate *k;
    int32_t output;
};

static bool ask_line(void *user, double h, saltus_span *r)
{
    const struct line *l = user;
    fill_tight(l->sim, l->k, h);
    return ask(l->sim, l->k, SALTUS_OUTPUT, l->output, h, SALTUS_SERIES, r);
}

double horizon_told(struct sim *s, int32_t output, const double *c, int order, double *reach)
{
    double t = s->net.env.t;
    struct certain_told f = {.c = c,
                             .order = order,
                             .rel = s->opt.rel * s->knobs.scale,
                             .abs = s->opt.abs * s->knobs.scale};
    if (!horizon_has(s, SALTUS_OUTPUT, output))
        return fmax(rules_shown_lasts(c, order, f.rel > 0 ? 0.1 * f.rel : 1e-6), rules_soonest(t));
    struct line l = {s, certificate(s, SALTUS_OUTPUT, output), output};
    f.ask = ask_line;
    f.user = &l;
    f.first = first_stretch(s, l.k);
    f.unseen = unseen(s, l.k);
    double h = fmin(certain_told(&f, t, reach), fresh_for(s, l.k));
    return l.k->opaque ? fmax(fmin(h, travel(s, l.k)), rules_soonest(t)) : h;
}

/* ---- Guards ---------------------------------------------------------------------------------- */

/* A series, on the side where it is positive. */
struct watched {
    int32_t guard;
    double side, shift;
    double p[SALTUS_SERIES]; /* positive now                                                     */
    int n;                   /* its degree                                                       */
};

/* Spans of the guard become those of what is watched. */
static void turn(const struct watched *z, saltus_span *r)
{
    if (z->shift != 0) {
        double ulps = 2 * DBL_EPSILON * fabs(z->shift);
        r[0] = (saltus_span){r[0].lo + z->shift - ulps, r[0].hi + z->shift + ulps};
    }
    for (int k = 0; z->side < 0 && k <= z->n; k++) r[k] = (saltus_span){-r[k].hi, -r[k].lo};
}

/* The kept box says that it stays positive: until when? 0: not so. */
static double safe_in_box(struct sim *s, struct certificate *k, const struct watched *z)
{
    saltus_span r[SALTUS_SERIES];
    double h = stays(s, k);
    if (!(h > rules_soonest(s->net.env.t))) {
        k->ahead = fmin(1.5 * k->ahead, most_ahead);
        return 0;
    }
    memcpy(r, k->r, sizeof r);
    turn(z, r);
    return certain_crosses(z->p, r, z->n, h).lower >= h ? h : 0;
}

/* A box ahead in which it stays positive. */
static double safe_ahead(struct sim *s, struct certificate *k, const struct watched *z, double need)
{
    double h = k->ahead * need;
    if (k->ahead <= 1 || !(h < INFINITY) || any_long(s, k)) return 0;
    fill_ahead(s, k, h);
    if (!ask(s, k, SALTUS_GUARD, z->guard, h, SALTUS_SERIES, k->r)) return 0;
    keep_box(s, k);
    h = safe_in_box(s, k, z);
    if (h >= need) return h;
    k->kept = false;
    k->ahead = fmax(1, 0.5 * k->ahead);
    return 0;
}

/* A crossing that is sure is where the root of the series is, or nearly so. Guards with equal series
 * cross together then. */
static double instant(const struct certain_crossing *x, const struct watched *z)
{
    double root = rules_crossing(z->p, z->n);
    return fabs(root - x->upper) <= 4 * rules_settled * x->upper ? root : x->upper;
}

/* In tight boxes, from h on: when to look again, or when it crosses. */
static struct rules_sight approach(struct sim *s, struct certificate *k, const struct watched *z,
                                   double h)
{
    double t = s->net.env.t, best = 0;
    for (int tries = 0; tries < TRIES && h > rules_soonest(t); tries++, h *= 0.5) {
        saltus_span r[SALTUS_SERIES];
        struct certain_crossing x;
        fill_tight(s, k, h);
        if (!ask(s, k, SALTUS_GUARD, z->guard, h, z->n + 1, r)) break;
        turn(z, r);
        x = certain_crosses(z->p, r, z->n, h);
        if (certain_instant(&x, t)) return (struct rules_sight){instant(&x, z), true};
        best = fmax(best, x.lower);
        if (best >= 0.5 * fmin(h, x.upper)) break;
        if (!certain_bounded(r[0]) && h <= unseen(s, k)) {
            best = unseen(s, k);
            break;
        }
    }
    if (best >= 0.5 * h) k->ahead = fmin(1.2 * k->ahead, most_ahead);
    k->reach = best;
    return (struct rules_sight){fmax(best, rules_soonest(t)), false};
}

static struct certificate *certificate_of(const struct sim *s, const struct horizon_guard *g)
{
    const struct horizons *z = s->horizons;
    return &z->certificate[(g->along_x ? z->of_x : z->of[SALTUS_GUARD])[g->guard]];
}

/* The time in which the known terms of a guard come to z. */
static double time_to(const struct horizon_guard *g, double z)
{
    double h = INFINITY;
    for (int j = 1; j <= g->n; j++)
        if (g->c[j] != 0) h = fmin(h, power_root(z / fabs(g->c[j]), j));
    return h;
}

/* As the series says, which enclosures do not tell from its zero. Where slopes are missing, since they
 * overflow, it says nothing, nor does it before a jump, which no rounding explains: then it
 * is looked at again long before what it reads has moved by a quantum. */
static struct rules_sight by_series(const struct sim *s, const struct certificate *k,
                                    const struct horizon_guard *g, bool away)
{
    double t = s->net.env.t, most;
    struct rules_sight sight = rules_look(g->c, g->n, g->root, t);
    if (g->n >= SALTUS_SERIES - 1 && !away) return sight;
    most = fmax(1e-3 * unseen(s, k), 4 * stuck * rules_soonest(t));
    return sight.h <= most ? sight : (struct rules_sight){most, false};
}

/* It is within rounding of its zero, or no enclosure gets away from there. If what it reads moves, it
 * may rest there all the same: currents of a bridge without load. So it is taken to be as far from
 * its zero as rounding can be, and followed until it has surely gone over by as much. */
static struct rules_sight resting(struct sim *s, struct certificate *k,
                                  const struct horizon_guard *g, struct watched *z)
{
    double t = s->net.env.t, level = sim_guard_rounding(s, g->guard, g->c[0] - g->shift);
    double h = time_to(g, level);
    struct rules_sight sight;
    if (fabs(g->c[0]) <= level) {
        if (isinf(h)) h = fmax(2 * k->reach, first_stretch(s, k));
        z->shift += g->side * level - g->c[0];
        z->p[0] = level;
        sight = approach(s, k, z, h);
        if (sight.sure && g->side * g->c[1] < 0 && fabs(g->c[1]) * sight.h <= 4 * level)
            sight.h = fmin(sight.h, g->root); /* its slope is no rounding: it crosses here */
        if (sight.sure || sight.h > stuck * rules_soonest(t)) return sight;
    }
    sight = by_series(s, k, g, fabs(g->c[0]) >= level);
    if (!sight.sure) k->reach = sight.h; /* from there on stretches grow again */
    return sight;
}

/* How far to look first. */
static double first_look(const struct sim *s, const struct certificate *k,
                         const struct horizon_guard *g)
{
    double h = k->reach > 0 ? 2 * k->reach : first_stretch(s, k), own;
    if (h > stuck * rules_soonest(s->net.env.t)) return h;
    own = time_to(g, fabs(g->c[0])); /* nothing else has a scale of time yet */
    return own < INFINITY ? own : h;
}

/* Nothing is known but its series. */
static struct rules_sight blindly(const struct sim *s, const struct certificate *k,
                                  const struct horizon_guard *g)
{
    struct rules_sight sight = rules_look(g->c, g->n, g->root, s->net.env.t);
    double most = travel(s, k);
    return sight.h <= most ? sight : (struct rules_sight){most, false};
}

static struct rules_sight sight_of(struct sim *s, const struct horizon_guard *g)
{
    struct certificate *k = certificate_of(s, g);
    struct watched z = {.guard = g->guard, .side = g->side, .shift = g->shift, .n = g->n};
    struct rules_sight sight;
    double h, need;
    if (k->opaque) return blindly(s, k, g);
    for (int m = 0; m <= g->n; m++) z.p[m] = g->side * g->c[m];
    if (k->kept) {
        h = safe_in_box(s, k, &z);
        if (h > 0) return (struct rules_sight){h, false};
        k->kept = false;
    }
    need = first_look(s, k, g);
    if (isinf(need)) return (struct rules_sight){g->root, true}; /* nothing moves */
    if (g->root == 0 || need <= stuck * rules_soonest(s->net.env.t)) return resting(s, k, g, &z);
    need = fmax(fmin(need, 1.25 * g->root), rules_soonest(s->net.env.t));
    if (g->root > need) {
        h = safe_ahead(s, k, &z, need);
        k->reach = need;
        if (h > 0) return (struct rules_sight){h, false};
    }
    if (!k->opaque) sight = approach(s, k, &z, need);
    if (k->opaque) return blindly(s, k, g);
    if (sight.sure || sight.h > stuck * rules_soonest(s->net.env.t)) return sight;
    return resting(s, k, g, &z);
}

struct rules_sight horizon_guard(struct sim *s, const struct horizon_guard *g)
{
    struct rules_sight sight = sight_of(s, g);
    double most = fresh_for(s, certificate_of(s, g));
    return sight.h <= most ? sight : (struct rules_sight){most, false};
}
