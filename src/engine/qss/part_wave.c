/* SPDX-License-Identifier: MIT */
/* part_wave.c - sine and cosine of the time as states of an exact part.
 *
 * s = sin(theta), c = cos(theta) with theta = w t + phi obey s' = w c, c' = -w s: a pair of states
 * more. They are taken anew from the angle whenever the derivatives are, so that no phase is lost in
 * any number of periods.
 *
 * Angles of the same w share a pair if they read no discretes. One that is ahead by d needs no states
 * of its own,
 *     sin(theta + d) = cos(d) s + sin(d) c,   cos(theta + d) = cos(d) c - sin(d) s:             (1)
 * the phases of a mains are one pair. */
#include "engine/qss/part.h"
#include <math.h>

/* ---- Which angles ------------------------------------------------------------------------------ */

struct listing { /* of the angles that functions read */
    saltus_reads reads;
    struct csr_builder *to;
    bool failed;
};

static void add(saltus_reads *r, saltus_kind kind, int32_t k)
{
    struct listing *l = (struct listing *)r;
    if (kind == SALTUS_ANGLE && l->to) l->failed |= csr_add(l->to, k) != 0;
}

static const saltus_function *of_kind(const struct sim *s, saltus_kind kind)
{
    return kind == SALTUS_STATE   ? &s->model->der
           : kind == SALTUS_GUARD ? &s->model->guard
                                  : &s->model->output;
}

int part_waving(const struct sim *s, saltus_kind kind, int32_t i)
{
    const saltus_model *m = s->model;
    return m->waves && m->by_wave && of_kind(s, kind)->reads ? m->waves(&s->net.env, kind, i) : 0;
}

static void list(struct sim *s, struct listing *l, saltus_kind kind, int32_t i)
{
    if (part_waving(s, kind, i)) of_kind(s, kind)->reads(&s->net.env, i, &l->reads);
}

/* by[k]: the set of k. Lists of the members of each set: first[set], then next[k], or -1. */
static void chain(const int32_t *by, int32_t n, int32_t sets, int32_t *first, int32_t *next)
{
    for (int32_t i = 0; i < sets; i++) first[i] = -1;
    for (int32_t k = n - 1; k >= 0; k--) {
        if (by[k] < 0) continue;
        next[k] = first[by[k]];
        first[by[k]] = k;
    }
}

/* One row for each set, which is named by its first state. */
static void gather(struct sim *s, const int32_t *set, const int32_t *set_of_guard, struct csr *to)
{
    int32_t n = s->net.n;
    int32_t *first = sim_room(s, n, sizeof *first), *next = sim_room(s, n, sizeof *next);
    int32_t *guard = sim_room(s, n, sizeof *guard),
            *after = sim_room(s, s->n_guards, sizeof *after);
    struct csr_builder b;
    struct listing l = {{add}, &b, false};
    if (s->status >= 0) {
        chain(set, n, n, first, next);
        chain(set_of_guard, s->n_guards, n, guard, after);
        l.failed = csr_begin(&b, to, n, &s->alloc) != 0;
        for (int32_t r = 0; r < n && !l.failed; r++) {
            for (int32_t i = first[r]; i >= 0; i = next[i]) list(s, &l, SALTUS_STATE, i);
            for (int32_t k = guard[r]; k >= 0; k = after[k]) list(s, &l, SALTUS_GUARD, k);
            l.failed |= csr_row(&b) != 0;
        }
        if (l.failed || csr_end(&b) != 0) sim_no_memory(s);
    }
    alloc_free(&s->alloc, first);
    alloc_free(&s->alloc, next);
    alloc_free(&s->alloc, guard);
    alloc_free(&s->alloc, after);
}

/* ---- Pairs ------------------------------------------------------------------------------------- */

struct fixing { /* does an angle read discretes? */
    saltus_reads reads;
    bool moves;
};

static void look(saltus_reads *r, saltus_kind kind, int32_t k)
{
    (void)k;
    ((struct fixing *)r)->moves |= kind == SALTUS_DISCRETE;
}

/* theta = c[0] + c[1] t, if it is known when the model is loaded. */
static bool fixed(struct sim *s, int32_t angle, double c[2])
{
    const saltus_function *f = &s->model->angle;
    struct fixing x = {{look}, !f->reads};
    double t = s->net.env.t, series[SALTUS_SERIES];
    if (f->reads) f->reads(&s->net.env, angle, &x.reads);
    if (x.moves) return false;
    s->net.env.t = 0;
    f->eval(&s->net.env, angle, 2, series);
    s->net.env.t = t;
    c[0] = series[0];
    c[1] = series[1];
    return s->status >= 0;
}

/* Pairs of one set, and the places of its angles in them; how many there are. */
static int32_t pair_up(struct sim *s, struct part_waves *w, int32_t set)
{
    int32_t from = w->angles.start[set], to = w->angles.start[set + 1], pairs = 0;
    for (int32_t k = from; k < to; k++) {
        double c[2], other[2];
        bool known = fixed(s, w->angles.item[k], c);
        w->pair[k] = -1;
        for (int32_t j = from, next = 0; known && j < k && w->pair[k] < 0; j++) {
            if (w->pair[j] != next) continue; /* the first of a pair tells */
            next++;
            if (!fixed(s, w->angles.item[j], other) || other[1] != c[1]) continue;
            w->pair[k] = w->pair[j];
            w->ahead[k] = c[0] - other[0];
        }
        if (w->pair[k] < 0) w->pair[k] = pairs++;
    }
    return pairs;
}

void part_waves_find(struct sim *s, struct part_waves *w, const int32_t *set,
                     const int32_t *set_of_guard)
{
    int32_t n = s->net.n;
    if (!s->model->waves || s->status < 0) return;
    gather(s, set, set_of_guard, &w->angles);
    w->count = sim_room(s, n, sizeof *w->count);
    w->pair = sim_room(s, s->status < 0 ? 0 : w->angles.start[n], sizeof *w->pair);
    w->ahead = sim_room(s, s->status < 0 ? 0 : w->angles.start[n], sizeof *w->ahead);
    for (int32_t r = 0; r < n && s->status >= 0; r++) w->count[r] = pair_up(s, w, r);
}

void part_waves_free(struct sim *s, struct part_waves *w)
{
    csr_free(&w->angles, &s->alloc);
    alloc_free(&s->alloc, w->count);
    alloc_free(&s->alloc, w->pair);
    alloc_free(&s->alloc, w->ahead);
}

/* ---- What a part needs of them ----------------------------------------------------------------- */

static int32_t first_angle(const struct sim *s, const struct part *p)
{
    const struct parts *all = qss_of(s)->parts;
    return all->waves.angles.start[all->member[p->first]];
}

static int32_t end_of_angles(const struct sim *s, const struct part *p)
{
    const struct parts *all = qss_of(s)->parts;
    return all->waves.angles.start[all->member[p->first] + 1];
}

struct asking { /* has the part all angles that an output reads? */
    saltus_reads reads;
    const struct csr *angles;
    int32_t row;
    bool lacks;
};

static void ask(saltus_reads *r, saltus_kind kind, int32_t k)
{
    struct asking *a = (struct asking *)r;
    if (kind == SALTUS_ANGLE) a->lacks |= !csr_has(a->angles, a->row, k);
}

bool part_waves_show(const struct sim *s, const struct part *p, int32_t output)
{
    const struct parts *all = qss_of(s)->parts;
    struct asking a = {{ask}, &all->waves.angles, all->member[p->first], false};
    if (!part_waving(s, SALTUS_OUTPUT, output)) return true;
    s->model->output.reads(&s->net.env, output, &a.reads);
    return !a.lacks;
}

void part_waves_row(const struct sim *s, const struct part *p, saltus_kind kind, int32_t i,
                    double *row)
{
    const struct part_waves *w = &qss_of(s)->parts->waves;
    const saltus_model *m = s->model;
    if (!p->waves || !part_waving(s, kind, i)) return;
    for (int32_t k = first_angle(s, p); k < end_of_angles(s, p); k++) {
        double *to = row + p->count + 2 * w->pair[k], c = cos(w->ahead[k]), d = sin(w->ahead[k]);
        double by_sine = m->by_wave(&s->net.env, kind, i, 2 * w->angles.item[k]);
        double by_cosine = m->by_wave(&s->net.env, kind, i, 2 * w->angles.item[k] + 1);
        to[0] += by_sine * c - by_cosine * d; /* (1) */
        to[1] += by_sine * d + by_cosine * c;
    }
}

/* The angle of each pair and its slope, in order. */
static void each_pair(struct sim *s, const struct part *p,
                      void (*fn)(const struct part *p, int32_t at, double theta, double slope,
                                 double *user),
                      double *user)
{
    const struct part_waves *w = &qss_of(s)->parts->waves;
    int32_t next = 0;
    double c[SALTUS_SERIES];
    for (int32_t k = p->waves ? first_angle(s, p) : 0; next < p->waves; k++) {
        if (w->pair[k] != next) continue;
        s->model->angle.eval(&s->net.env, w->angles.item[k], 2, c);
        fn(p, p->count + 2 * next++, c[0], c[1], user);
    }
}

static void put_slope(const struct part *p, int32_t at, double theta, double slope, double *a)
{
    (void)theta;
    a[at * p->n + at + 1] = slope;
    a[(at + 1) * p->n + at] = -slope;
}

void part_waves_matrix(struct sim *s, const struct part *p, double *a)
{
    each_pair(s, p, put_slope, a);
}

static void put_values(const struct part *p, int32_t at, double theta, double slope, double *user)
{
    (void)user;
    p->y[at] = sin(theta);
    p->y[at + 1] = cos(theta);
    p->v[at] = slope * p->y[at + 1];
    p->v[at + 1] = -slope * p->y[at];
}

void part_waves_begin(struct sim *s, struct part *p)
{
    each_pair(s, p, put_values, NULL);
}
