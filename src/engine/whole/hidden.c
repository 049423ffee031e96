/* SPDX-License-Identifier: MIT */
/* hidden.c - what a derivative does inside a step that the polynomials of the step do not show.
 *
 * Along the step y(t) of an engine g(t) = f_i(y(t), t). What y_i leaves out of it is
 *     D(t) = integral of g from the beginning of the step to t  -  (y_i(t) - y_i(beginning)).      (1)
 * The engine's own error is such a D, too: of about a tolerance. A step is used as far as
 *     |D| <= A tol_i + integral of 2 (A + 1) sum_j |df_i/dx_j| tol_j,                             (2)
 * the sum being over the states that x_i acts upon itself, by way of others or not: what g may be off
 * since y is only known to its tolerances. In a stiff model it is by far the larger term. What comes
 * from elsewhere is followed as it is.
 *
 * g is known as cubics. A part of the step gets the cubic with the values and slopes of g at its
 * ends; it holds if the enclosure of g over the part says so (certain_joins), to a quarter of (2)
 * per length of the step; else it is halved. So nothing between the looks is missed. Parts are
 * halved DEPTH times at most, and RANGES enclosures are made of one function in one step. An opaque
 * function is compared with its cubic in the middle.
 *
 * A box that was a little wider than needed is kept, with the enclosure in it, for the steps that
 * follow. Derivatives that are affine, or polynomials of a low degree, hide nothing. */
#include "engine/whole/hidden.h"
#include "base/strong.h"
#include "engine/whole/whole.h"
#include "num/poly.h"
#include "quant/certain.h"
#include "run/loop/loop.h"
#include <math.h>
#include <string.h>

enum { DEPTH = 24, RANGES = 600, LOW = 4, WAIT = 20 };
static const double SURE = 0.25;

/* ---- Memory ---------------------------------------------------------------------------------- */

struct collector {
    saltus_reads reads;
    struct sim *sim;
    struct hidden *to;
    struct hidden_function *f;
    int32_t room;
};

static void add_input(struct collector *c, int32_t j)
{
    struct hidden *k = c->to;
    struct hidden_function *f = c->f;
    int32_t *more;
    for (int32_t m = f->first; m < f->first + f->count; m++)
        if (k->input[m] == j) return;
    if (f->first + f->count == c->room) {
        c->room = 2 * c->room + 16;
        more = alloc_resize(&c->sim->alloc, k->input, (size_t)c->room, sizeof *more);
        if (!more) {
            sim_no_memory(c->sim);
            c->room = f->first + f->count;
            return;
        }
        k->input = more;
    }
    k->input[f->first + f->count++] = j;
}

static void collect(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct collector *c = (struct collector *)r;
    if (c->sim->status < 0) return;
    if (kind == SALTUS_STATE) add_input(c, j);
    if (kind == SALTUS_SUM || kind == SALTUS_DELAY) c->f->wide = true;
    c->f->timed |= kind == SALTUS_TIME;
}

/* May it hide something? */
static bool needs(const struct sim *s, const struct hidden_function *f)
{
    const saltus_model *m = s->model;
    int affine = m->der.affine ? m->der.affine(&whole_of(s)->env, f->i) : 0, degree;
    if (f->wide && s->bent) return true;
    if (affine == 1 || affine == 2) return false;
    degree = m->degree ? m->degree(&whole_of(s)->env, f->i) : 0;
    return f->timed || degree <= 0 || degree > LOW;
}

static void find_functions(struct sim *s, struct hidden *k)
{
    struct collector c = {.reads = {collect}, .sim = s, .to = k};
    int32_t first = 0;
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) {
        struct hidden_function *f = c.f = &k->f[k->n];
        *f = (struct hidden_function){.i = i, .first = first, .ahead = true};
        f->timed = f->wide = !s->model->der.reads;
        if (s->model->der.reads) s->model->der.reads(&whole_of(s)->env, i, &c.reads);
        if (s->status < 0 || !needs(s, f)) continue;
        f->opaque = (f->wide && k->along.opaque_sum) || along_opaque(s, &k->along, SALTUS_STATE, i);
        first += f->count;
        k->n++;
    }
    k->box = sim_room(s, k->n ? first : 0, SALTUS_SERIES * sizeof *k->box);
}

/* States that act upon each other have the same group. */
static void find_groups(struct sim *s, struct hidden *k)
{
    int32_t n = s->net.n, count, *node = sim_room(s, n, sizeof *node);
    int32_t *first = sim_room(s, n + 1, sizeof *first),
            *room = sim_room(s, n, STRONG_ROOM * sizeof *room);
    k->group = sim_room(s, n, sizeof *k->group);
    if (s->status >= 0) {
        count = strong_components(n, s->net.feeds.start, s->net.feeds.item, room, node, first);
        for (int32_t c = 0; c < count; c++)
            for (int32_t j = first[c]; j < first[c + 1]; j++) k->group[node[j]] = c;
    }
    alloc_free(&s->alloc, node);
    alloc_free(&s->alloc, first);
    alloc_free(&s->alloc, room);
}

void hidden_open(struct sim *s, struct hidden *k)
{
    along_open(s, &k->along);
    k->f = sim_room(s, s->net.n, sizeof *k->f);
    k->x = sim_room(s, s->net.n, sizeof *k->x);
    k->slope = sim_room(s, s->net.n, sizeof *k->slope);
    if (s->status >= 0) find_functions(s, k);
    if (s->status >= 0 && k->n > 0) find_groups(s, k);
    if (s->status >= 0 && k->n > 0) hidden_calm_open(s, k);
}

void hidden_close(struct sim *s, struct hidden *k)
{
    void *arrays[] = {k->f, k->input, k->box, k->group, k->x, k->slope};
    along_close(s, &k->along);
    hidden_calm_close(s, k);
    for (size_t j = 0; j < sizeof arrays / sizeof *arrays; j++) alloc_free(&s->alloc, arrays[j]);
    *k = (struct hidden){.n = 0};
}

void hidden_forget(struct hidden *k)
{
    for (int32_t j = 0; j < k->n; j++) k->f[j].kept = false;
    k->calm_step = 0;
    k->shorter = 0;
}

/* ---- One function at an instant -------------------------------------------------------------- */

/* One function in one step. */
struct probe {
    struct sim *sim;
    struct hidden *k;
    struct hidden_function *f;
    double from, to;
    double share, allowed; /* A and A tol of (2)                                                */
    bool weighed; /* gains are known                                                         */
    bool lost;    /* f cannot be had somewhere: nothing is said of this step                 */
    long ranges;
    double d, explained; /* D and the integral of (2) so far                                    */
    double stop, part;   /* where something is hidden                                           */
};

struct mark {
    double t, g[2]; /* value and slope                                                          */
    double gain;    /* 2 (A + 1) sum |df/dx| tol                                                */
};

static void show(const struct probe *p, double t)
{
    struct sim *s = p->sim;
    struct hidden *k = p->k;
    struct whole *w = whole_of(s);
    const int32_t *list = k->input + p->f->first;
    bool all = p->f->wide || w->n_edges;
    for (int32_t m = 0; m < (all ? s->net.n : p->f->count); m++) {
        int32_t j = all ? m : list[m];
        const double *c;
        int n = along_series(&k->along, j, &c);
        k->x[j] = poly_value(c, n, t - k->along.at);
        k->slope[j] = poly_slope(c, n, t - k->along.at);
    }
    if (all) {
        whole_show(s, t, k->x, k->slope);
        return;
    }
    w->env.t = t;
    w->env.width = 2;
    w->faulted = false;
    for (int32_t m = 0; m < p->f->count; m++) {
        double *to = w->signals + (size_t)list[m] * (1 + SALTUS_SIGNAL);
        to[0] = t;
        to[1] = k->x[list[m]];
        to[2] = k->slope[list[m]];
        to[3] = to[4] = 0;
    }
}

/* 2 (A + 1) sum |df/dx_j| tol_j at the point shown */
static double gain(const struct probe *p)
{
    struct sim *s = p->sim;
    struct whole *w = whole_of(s);
    double sum = 0, c[SALTUS_SERIES], c0[SALTUS_SERIES];
    for (int32_t m = p->f->first; m < p->f->first + p->f->count; m++) {
        int32_t j = p->k->input[m];
        double x = p->k->x[j], tol = 2 * (p->share + 1) * whole_tolerance(&w->host, j, x), *to;
        if (!p->f->wide && p->k->group[j] != p->k->group[p->f->i]) continue;
        if (s->model->der.partial) {
            sum += fabs(s->model->der.partial(&w->env, p->f->i, j)) * tol;
            continue;
        }
        to = w->signals + (size_t)j * (1 + SALTUS_SIGNAL);
        s->model->der.eval(&w->env, p->f->i, 1, c0);
        to[1] = x + tol;
        s->model->der.eval(&w->env, p->f->i, 1, c);
        to[1] = x;
        sum += fabs(c[0] - c0[0]);
    }
    return isfinite(sum) ? sum : 0;
}

static void look(struct probe *p, double t, struct mark *m)
{
    struct sim *s = p->sim;
    struct whole *w = whole_of(s);
    double c[SALTUS_SERIES];
    m->t = t;
    m->gain = 0;
    show(p, t);
    if (w->n_edges && !whole_allowed(s)) {
        p->lost = true;
        return;
    }
    w->env.own = loop_looking(&w->env);
    sim_asks(s, SALTUS_STATE, p->f->i);
    s->model->der.eval(&w->env, p->f->i, 2, c);
    s->stats.evaluations++;
    m->g[0] = c[0];
    m->g[1] = isfinite(c[1]) ? c[1] : 0;
    if (p->weighed) m->gain = gain(p);
    w->env.own = loop_running(&w->env);
    p->lost |= w->faulted || !isfinite(c[0]);
    w->faulted = false;
}

/* ---- Enclosures ------------------------------------------------------------------------------ */

static bool inside(saltus_span a, saltus_span b)
{
    return a.lo >= b.lo && a.hi <= b.hi;
}

/* Is the part inside the kept box? What it reads is shown then. */
static bool in_box(const struct probe *p, double a, double b)
{
    const struct hidden_function *f = p->f;
    struct hidden *k = p->k;
    if (!f->kept || (f->timed && !(a >= f->t.lo && b <= f->t.hi))) return false;
    for (int32_t m = f->first; m < f->first + f->count; m++) {
        const saltus_span *q = k->along.q + (size_t)k->input[m] * SALTUS_SERIES;
        for (int n = 0; n < SALTUS_SERIES; n++)
            if (!inside(q[n], k->box[(size_t)m * SALTUS_SERIES + (size_t)n])) return false;
    }
    return true;
}

/* Wider, for the steps to come, and kept if the part is certain in it. */
static void widen(const struct probe *p, double h)
{
    struct hidden_function *f = p->f;
    struct hidden *k = p->k;
    for (int32_t m = f->first; m < f->first + f->count; m++) {
        saltus_span *q = k->along.q + (size_t)k->input[m] * SALTUS_SERIES;
        for (int n = 0; n < SALTUS_SERIES; n++) {
            double wide = q[n].hi - q[n].lo;
            if (n > 0) wide = fmax(0.25 * wide, 0.25 * fmax(fabs(q[n].lo), fabs(q[n].hi)));
            q[n].lo -= wide;
            q[n].hi += wide;
        }
    }
    k->along.box.t.hi += 2 * h;
}

static void keep(const struct probe *p, const saltus_span *r)
{
    struct hidden_function *f = p->f;
    struct hidden *k = p->k;
    for (int32_t m = f->first; m < f->first + f->count; m++)
        memcpy(k->box + (size_t)m * SALTUS_SERIES, k->along.q + (size_t)k->input[m] * SALTUS_SERIES,
               SALTUS_SERIES * sizeof *k->box);
    f->t = k->along.box.t;
    memcpy(f->r, r, sizeof f->r);
    f->kept = true;
}

static bool ask(struct probe *p, const double *c, double h, double most, saltus_span *r)
{
    struct whole *w = whole_of(p->sim);
    bool known;
    p->ranges++;
    w->env.own = loop_looking(&w->env);
    known = along_range(p->sim, &p->k->along, SALTUS_STATE, p->f->i, SALTUS_SERIES, r);
    w->env.own = loop_running(&w->env);
    return !known || certain_joins(r, c, h, most);
}

/* Only a whole step is worth a box ahead. */
static bool enclosed(struct probe *p, double a, double b, const double *c, double most)
{
    struct hidden_function *f = p->f;
    struct along *along = &p->k->along;
    static const int32_t none = 0;
    const int32_t *list = f->count ? p->k->input + f->first : &none;
    saltus_span r[SALTUS_SERIES];
    bool whole = a == p->from && b == p->to && !f->wide;
    along_show(p->sim, along, a, b, f->wide ? NULL : list, f->count, SALTUS_SERIES);
    if (!f->wide && in_box(p, a, b) && certain_joins(f->r, c, b - a, most)) return true;
    if (whole && f->wait > 0) f->wait--;
    if (whole && f->wait == 0) {
        f->kept = false;
        widen(p, b - a);
        if (ask(p, c, b - a, most, r)) {
            keep(p, r);
            return true;
        }
        f->wait = WAIT;
        along_show(p->sim, along, a, b, list, f->count, SALTUS_SERIES);
    }
    return ask(p, c, b - a, most, r);
}

/* Of an opaque function: is the cubic right in the middle? */
static bool agrees(const double *c, double h, const struct mark *m, double most)
{
    return fabs(poly_value(c, 3, h / 2) - m->g[0]) <= most &&
           fabs(poly_slope(c, 3, h / 2) - m->g[1]) * h / 4 <= most;
}

/* ---- Along the step -------------------------------------------------------------------------- */

/* A part of which g is known: (1), (2). */
static void add(struct probe *p, const struct mark *a, const struct mark *b, const double *c)
{
    const double *y;
    int n = along_series(&p->k->along, p->f->i, &y);
    double h = b->t - a->t, y0 = poly_value(y, n, a->t - p->k->along.at), d = 0;
    double integral[] = {0, c[0], c[1] / 2, c[2] / 3, c[3] / 4};
    double gains = (a->gain + b->gain) / 2;
    for (int q = 1; q <= 4; q++) {
        double s = h * q / 4, t = q < 4 ? a->t + s : b->t;
        d = p->d + poly_value(integral, 4, s) - (poly_value(y, n, t - p->k->along.at) - y0);
        if (fabs(d) <= p->allowed + p->explained + gains * s || p->stop < p->to) continue;
        p->stop = a->t;
        p->part = h;
    }
    p->d = d;
    p->explained += gains * h;
}

/* False: it is not certain without gains. */
static bool follow(struct probe *p, const struct mark *a, const struct mark *b, int depth)
{
    double h = b->t - a->t, t = a->t + h / 2, c[SALTUS_SIGNAL], most;
    bool last = depth == DEPTH || p->ranges >= RANGES || !(t > a->t && t < b->t), opaque, holds;
    struct mark m = {.t = t};
    opaque = p->f->opaque && !last;
    whole_hermite(h, a->g, b->g, c);
    most = SURE * p->allowed / (p->to - p->from) + SURE * (a->gain + b->gain) / 2;
    if (opaque) look(p, t, &m);
    if (p->lost) return true;
    p->ranges += opaque;
    holds = last || (opaque ? agrees(c, h, &m, most) : enclosed(p, a->t, b->t, c, most));
    if (holds) add(p, a, b, c);
    if (holds || !p->weighed) return holds;
    if (!opaque) look(p, t, &m);
    if (!p->lost) follow(p, a, &m, depth + 1);
    if (!p->lost && !(p->stop < p->to)) follow(p, &m, b, depth + 1);
    return true;
}

/* Once without gains, which is all for most steps; if that does not do, with them. */
static void probe(struct probe *p)
{
    struct mark a = {.t = p->from}, b = {.t = p->to};
    for (int turn = 0; turn < 2; turn++) {
        p->weighed = turn > 0;
        p->d = p->explained = 0;
        p->stop = p->to;
        look(p, p->from, &a);
        if (!p->lost) look(p, p->to, &b);
        if (p->lost || (follow(p, &a, &b, 0) && !(p->stop < p->to))) return;
    }
}

double hidden_first(struct sim *s, struct hidden *k, const struct locate_path *path, double from,
                    double to, double allowed, double *part)
{
    double first = to;
    bool calm = path->sampled && k->calms;
    if (k->n == 0 || !(to > from)) return to;
    if (calm && hidden_calm_hold(s, k, path, from, to)) return to;
    if (calm && hidden_calm_shorten(k)) {
        *part = 2 * (to - from);
        return from;
    }
    along_step(s, &k->along, path, from);
    for (int32_t j = 0; j < k->n && s->status >= 0; j++) {
        struct probe p = {.sim = s, .k = k, .f = &k->f[j], .from = from, .to = to};
        const double *c;
        int n = along_series(&k->along, p.f->i, &c);
        double size = fmax(fabs(c[0]), fabs(poly_value(c, n, to - from)));
        if (calm && k->f[j].calm) continue;
        p.share = allowed;
        p.allowed = allowed * whole_tolerance(&whole_of(s)->host, p.f->i, size);
        probe(&p);
        if (p.lost || !(p.stop < first)) continue;
        first = p.stop;
        *part = p.part;
    }
    return first;
}
