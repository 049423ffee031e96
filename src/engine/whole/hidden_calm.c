/* SPDX-License-Identifier: MIT */
/* hidden_calm.c - functions that can hide nothing in a step.
 *
 * A method that has looked at f inside of its step, at points of which none is farther from the next than
 * half of it, sees what is smooth at the scale of the step, and its own estimate tells how well. So
 * enclosures, which cost a hundred times what f does, are left to functions that are not
 * (base/calm.h). The value of a state lies between those at the ends, but for
 *     sum_k b_k |c_k| h^k,   b_k = max |s^k - s| over [0, 1] = (k - 1) k^(-k/(k - 1)).           (1)
 * Sums that are read are followed term by term, once for all of their readers. */
#include "engine/whole/hidden.h"
#include "base/calm.h"
#include "engine/whole/whole.h"
#include <math.h>

/* Functions, or terms of sums, by their programs: those that follow each other and have the same one go
 * together. */
struct batch {
    struct calm_program *f;
    int32_t n;
};

struct calms {
    struct batch functions, terms; /* beside hidden.f; beside the terms of the model            */
    struct calm_signal *q;         /* n + n_signals                                              */
    double *room;
    bool sums; /* some are read                                                                  */
    bool
        large; /* and have so many terms that each reader takes as long as a step                 */
};

enum { SHORTER = 6, LARGE = 64 };

/* (1), from k = 2 on; what follows is below 1 */
static const double bulge[WHOLE_TERMS] = {0,    0, 0.25, 0.385, 0.4725, 0.535, 0.583,
                                          0.62, 1, 1,    1,     1,      1};

static size_t larger_room(const struct batch *b, size_t most)
{
    for (int32_t j = 0; j < b->n; j++) {
        size_t room = b->f[j].p ? calm_room(&b->f[j]) : 0;
        if (room > most) most = room;
    }
    return most;
}

static void find_terms(struct sim *s, struct hidden *k, struct calms *c)
{
    c->terms.f = sim_room(s, s->net.first_term[s->net.n_sums], sizeof *c->terms.f);
    if (!c->terms.f) return;
    c->terms.n = s->net.first_term[s->net.n_sums];
    c->large = c->terms.n > LARGE && k->n > LARGE;
    for (int32_t j = 0; j < c->terms.n; j++)
        c->terms.f[j] = calm_find(&k->along.box, s->model->range, SALTUS_SUM, j);
}

static bool readable(const struct sim *s, const struct hidden *k, const struct hidden_function *f)
{
    if (f->opaque || !s->model->range) return false;
    return !f->wide || (s->net.n_sums && !s->n_delays && !s->changing && !k->along.opaque_sum);
}

void hidden_calm_open(struct sim *s, struct hidden *k)
{
    size_t room;
    struct calms *c = k->calms = sim_room(s, 1, sizeof *c);
    if (!c) return;
    c->functions.f = sim_room(s, k->n, sizeof *c->functions.f);
    c->q = sim_room(s, s->net.n + s->n_signals, sizeof *c->q);
    if (s->status < 0) return;
    c->functions.n = k->n;
    for (int32_t j = 0; j < k->n; j++) {
        if (!readable(s, k, &k->f[j])) continue;
        c->functions.f[j] = calm_find(&k->along.box, s->model->range, SALTUS_STATE, k->f[j].i);
        c->sums |= k->f[j].wide;
    }
    if (c->sums) find_terms(s, k, c);
    room = larger_room(&c->terms, larger_room(&c->functions, 1));
    c->room = sim_room(s, 1, room * sizeof *c->room);
}

void hidden_calm_close(struct sim *s, struct hidden *k)
{
    struct calms *c = k->calms;
    if (!c) return;
    void *arrays[] = {c->functions.f, c->terms.f, c->q, c->room};
    for (size_t j = 0; j < sizeof arrays / sizeof *arrays; j++) alloc_free(&s->alloc, arrays[j]);
    alloc_free(&s->alloc, c);
    k->calms = NULL;
}

/* How many of them, from j on, go together. */
static int32_t together(const struct batch *b, int32_t j)
{
    int32_t n = 1;
    while (n < CALM_LANES && j + n < b->n && b->f[j + n].p && calm_same(&b->f[j], &b->f[j + n]))
        n++;
    return n;
}

static void show(const struct sim *s, struct calms *c, const struct locate_path *path, double from,
                 double to)
{
    double h = to - from;
    for (int32_t i = 0; i < s->net.n; i++) {
        double p[WHOLE_TERMS], x, end, power = h * h, out = 0;
        int n = path->series(path->user, i, from, p);
        x = p[0];
        end = n > 0 ? p[0] + h * p[1] : x;
        for (int k = 2; k <= n; k++, power *= h) {
            end += p[k] * power;
            out += bulge[k] * fabs(p[k] * power);
        }
        c->q[i] = (struct calm_signal){fmin(x, end) - out, fmax(x, end) + out, 1};
    }
}

static void show_sums(const struct sim *s, struct calms *c, const saltus_box *box)
{
    bool calm[CALM_LANES];
    struct calm_signal v[CALM_LANES], sum;
    for (int32_t k = 0; k < s->net.n_sums; k++) {
        int32_t j = s->net.first_term[k], end = s->net.first_term[k + 1], n;
        sum = (struct calm_signal){0, 0, 0};
        for (; j < end && isfinite(sum.bends); j += n) {
            n = c->terms.f[j].p ? together(&c->terms, j) : 1;
            if (n > end - j) n = end - j;
            if (c->terms.f[j].p) calm_run(box, c->terms.f + j, n, c->q, c->room, calm, v);
            for (int32_t l = 0; l < n; l++) {
                sum.bends = c->terms.f[j].p && calm[l] ? fmax(sum.bends, v[l].bends) : INFINITY;
                sum.lo += v[l].lo;
                sum.hi += v[l].hi;
            }
        }
        if (!isfinite(sum.bends)) sum = (struct calm_signal){-INFINITY, INFINITY, INFINITY};
        c->q[s->net.n + k] = sum;
    }
}

static bool mark(struct sim *s, struct hidden *k, const struct locate_path *path, double from,
                 double to)
{
    struct calms *c = k->calms;
    struct batch *b = &c->functions;
    bool all = true, calm[CALM_LANES];
    saltus_box box = k->along.box;
    box.t = (saltus_span){from, to};
    show(s, c, path, from, to);
    if (c->sums) show_sums(s, c, &box);
    for (int32_t j = 0, n; j < b->n; j += n) {
        n = b->f[j].p ? together(b, j) : 1;
        calm[0] = false;
        if (b->f[j].p) calm_run(&box, b->f + j, n, c->q, c->room, calm, NULL);
        for (int32_t l = 0; l < n; l++) all &= k->f[j + l].calm = calm[l];
    }
    return all;
}

/* The rest of the step at once, if it holds to its end; a run in many pieces asks for it once. */
bool hidden_calm_hold(struct sim *s, struct hidden *k, const struct locate_path *path, double from,
                      double to)
{
    bool whole;
    if (k->calm_step == path->sampled) return true;
    k->calm_step = 0;
    whole = mark(s, k, path, from, path->end > to ? path->end : to);
    if (whole) k->calm_step = path->sampled;
    if (!whole && !(path->end > to && mark(s, k, path, from, to))) return false;
    if (k->shorter < SHORTER) k->shorter = 0;
    return true;
}

bool hidden_calm_shorten(struct hidden *k)
{
    if (!k->calms->large || k->shorter >= SHORTER) return false;
    k->shorter++;
    return true;
}
