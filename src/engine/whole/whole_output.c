/* SPDX-License-Identifier: MIT */
/* whole_output.c - watched outputs and delayed expressions along a step, as cubics that are certain.
 *
 * What is not affine may do anything between the ends of a step: the states it does not read say how
 * long the step is. A part [a, b] gets the cubic with the right values and slopes at its ends. It
 * holds if the enclosure of the function over the part says so (certain_joins); else it is halved.
 * An opaque function is compared with its cubic in the middle. The cubics of an output are told,
 * those of a delayed expression go into its history.
 *
 * Functions are numbered: watched outputs first, then delayed expressions.
 *
 * Whoever listens hears everything in the order of time: what holds over a part is told at its
 * beginning, and what does not is told half by half after that; samples come between. */
#include "engine/whole/along.h"
#include "engine/whole/whole.h"
#include "num/poly.h"
#include "quant/certain.h"
#include "run/loop/loop.h"
#include <math.h>
#include <string.h>

enum {
    DEPTH = 16, /* a part is halved so often at most ...                                         */
    SHOWN = 10, /* ... for an output                                                             */
    SOME = 3,   /* at this depth it is asked whether it is made of rounding                      */
    ROUGH = 32  /* parts in which a function may fail at that depth: jumps and kinks             */
};

struct whole_outputs {
    struct along along;
    int32_t n;          /* functions                                                           */
    struct csr reads;   /* watched output -> states                                            */
    bool *wide, *blind; /* n: it reads sums or delays, too; it is opaque                        */
    bool any_blind;
    int32_t *bent, n_bent; /* those of which this file speaks ...                                */
    int32_t n_shown;       /* ... outputs among them                                             */
    int32_t *rest;         /* DEPTH times n_bent: what is to be halved                          */
    double *ends;          /* DEPTH + 2 times 2 n: values and slopes                            */
    int32_t *rough;        /* n: failures since the last sample                                 */
    double *size;          /* n_delays: the largest value so far                                */
    bool hurried;          /* the user has been told that one is too fast                       */
};

/* ---- Memory ---------------------------------------------------------------------------------- */

/* What a delayed expression reads is not listed: all is shown. */
static void find_reads(struct sim *s, struct whole_outputs *o)
{
    for (int32_t k = 0; k < s->n_delays; k++) o->wide[s->n_watched + k] = true;
    if (s->n_watched == 0) return;
    if (csr_transpose(&o->reads, &s->seen_state, s->n_watched, &s->alloc)) {
        sim_no_memory(s);
        return;
    }
    for (int32_t j = 0; j < s->n_signals; j++)
        for (const int32_t *k = csr_first(&s->seen_signal, j); k < csr_last(&s->seen_signal, j);
             k++)
            o->wide[*k] = true;
}

bool whole_delay_bent(const struct sim *s, int32_t k)
{
    const saltus_function *f = &s->model->delayed;
    return !f->affine || f->affine(&s->net.env, k) != 1;
}

static bool delayed(const struct sim *s, int32_t k)
{
    return k >= s->n_watched;
}

static bool opaque(struct sim *s, struct whole_outputs *o, int32_t k)
{
    if (o->wide[k] && o->along.opaque_sum) return true;
    return delayed(s, k) ? along_opaque(s, &o->along, SALTUS_DELAY, k - s->n_watched)
                         : along_opaque(s, &o->along, SALTUS_OUTPUT, s->outputs[k]);
}

static bool bent(const struct sim *s, int32_t k)
{
    return delayed(s, k) ? whole_delay_bent(s, k - s->n_watched) : s->bent_output[k];
}

void whole_outputs_load(struct sim *s)
{
    struct whole_outputs *o;
    int32_t n = 0, all = s->n_watched + s->n_delays;
    for (int32_t k = 0; k < all; k++) n += bent(s, k);
    if (n == 0) return;
    o = whole_of(s)->outputs = sim_room(s, 1, sizeof *o);
    if (!o) return;
    along_open(s, &o->along);
    o->n = all;
    o->wide = sim_room(s, all, sizeof *o->wide);
    o->blind = sim_room(s, all, sizeof *o->blind);
    o->bent = sim_room(s, n, sizeof *o->bent);
    o->rest = sim_room(s, n, DEPTH * sizeof *o->rest);
    o->rough = sim_room(s, all, sizeof *o->rough);
    o->ends = sim_room(s, all, (DEPTH + 2) * 2 * sizeof *o->ends);
    o->size = sim_room(s, s->n_delays, sizeof *o->size);
    if (s->status >= 0) find_reads(s, o);
    for (int32_t k = 0; s->status >= 0 && k < all; k++) {
        if (!bent(s, k)) continue;
        o->bent[o->n_bent++] = k;
        o->n_shown += !delayed(s, k);
        o->blind[k] = opaque(s, o, k);
        o->any_blind |= o->blind[k];
    }
}

void whole_outputs_free(struct sim *s)
{
    struct whole_outputs *o = whole_of(s)->outputs;
    if (!o) return;
    along_close(s, &o->along);
    csr_free(&o->reads, &s->alloc);
    void *arrays[] = {o->wide, o->blind, o->bent, o->rest, o->rough, o->ends, o->size, o};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
}

/* ---- Values ---------------------------------------------------------------------------------- */

void whole_look(struct sim *s, double t)
{
    struct whole *w = whole_of(s);
    for (int32_t i = 0; i < s->net.n; i++) {
        const struct state *y = &s->net.s[i];
        w->piece[i] = poly_value(y->x, WHOLE_DEGREE, t - y->tx);
        w->slope[i] = poly_slope(y->x, WHOLE_DEGREE, t - y->tx);
    }
    whole_look_at(s, t);
}

void whole_look_at(struct sim *s, double t)
{
    struct whole *w = whole_of(s);
    w->looking = true;
    w->env.own = loop_looking(&w->env);
    whole_show(s, t, w->piece, w->slope);
    w->looking = false;
    w->env.own = loop_running(&w->env);
}

void whole_outputs_at(struct sim *s, const int32_t *list, int32_t n, double *to)
{
    struct whole *w = whole_of(s);
    double c[SALTUS_SERIES];
    w->env.own = loop_looking(&w->env);
    w->env.stamp = loop_stamp(&w->env);
    for (int32_t j = 0; j < n; j++) {
        int32_t k = list[j], u = k - s->n_watched;
        sim_asks(s, u < 0 ? SALTUS_OUTPUT : SALTUS_DELAY, u < 0 ? s->outputs[k] : u);
        if (u < 0)
            s->model->output.eval(&w->env, s->outputs[k], 2, c);
        else
            s->model->delayed.eval(&w->env, u, 2, c);
        if (u >= 0 && !isfinite(c[0])) sim_beyond(s, &w->env, SALTUS_DELAY, u, 2, c);
        s->stats.term_evaluations += u >= 0;
        memcpy(to + 2 * (size_t)k, c, 2 * sizeof *c);
    }
    w->env.own = loop_running(&w->env);
    w->env.stamp = 0;
}

static void look(struct sim *s, double t, const int32_t *list, int32_t n, double *to)
{
    whole_look(s, t);
    whole_outputs_at(s, list, n, to);
    if (whole_of(s)->faulted) whole_fail(s, WHOLE_FAULT);
}

/* ---- Cubics ---------------------------------------------------------------------------------- */

void whole_hermite(double h, const double *at0, const double *at1, double *c)
{
    double mean = (at1[0] - at0[0]) / h;
    c[0] = at0[0];
    c[1] = at0[1];
    c[2] = (3 * mean - 2 * at0[1] - at1[1]) / h;
    c[3] = (at0[1] + at1[1] - 2 * mean) / (h * h);
}

/* At the edge of a domain a value may have no slope, or none: then the chord, or the value. */
static void cubic(double h, const double *at0, const double *at1, double *c)
{
    whole_hermite(h, at0, at1, c);
    if (isfinite(c[1]) && isfinite(c[2]) && isfinite(c[3])) return;
    c[1] = (at1[0] - at0[0]) / h;
    if (!isfinite(c[1])) c[1] = 0;
    c[2] = c[3] = 0;
}

struct part {
    double a, b;
    const double *at0, *at1, *mid; /* of all watched outputs, two each; mid only of blind ones  */
};

/* Of a blind output: is the cubic right in the middle? */
static bool agrees(const struct part *p, int32_t k, const double *c, double most)
{
    double h = p->b - p->a, m = h / 2;
    const double *mid = p->mid + 2 * (size_t)k;
    if (!(fabs(poly_value(c, 3, m) - mid[0]) <= most)) return !isfinite(mid[0]);
    return !isfinite(mid[1]) || fabs(poly_slope(c, 3, m) - mid[1]) * h / 4 <= most;
}

/* The range of function k over [a, b]; false: it is opaque. */
static bool enclose(struct sim *s, int32_t k, double a, double b, int order, saltus_span *r)
{
    struct whole *w = whole_of(s);
    struct whole_outputs *o = w->outputs;
    static const int32_t none = 0;
    int32_t u = k - s->n_watched, count = o->wide[k] ? 0 : csr_count(&o->reads, k);
    const int32_t *list = count ? csr_first(&o->reads, k) : &none;
    bool known;
    w->env.own = loop_looking(&w->env);
    along_show(s, &o->along, a, b, o->wide[k] ? NULL : list, count, order);
    known = along_range(s, &o->along, u < 0 ? SALTUS_OUTPUT : SALTUS_DELAY,
                        u < 0 ? s->outputs[k] : u, order, r);
    w->env.own = loop_running(&w->env);
    return known;
}

static bool certain(struct sim *s, int32_t k, const struct part *p, const double *c, double most)
{
    saltus_span r[SALTUS_SERIES];
    return !enclose(s, k, p->a, p->b, SALTUS_SERIES, r) || certain_joins(r, c, p->b - p->a, most);
}

/* It has been halved some times: is that because of rounding? */
static void ask_rounding(struct sim *s, int32_t k, double t)
{
    saltus_span r;
    if (delayed(s, k) || whole_of(s)->outputs->blind[k]) return;
    if (enclose(s, k, t, t, 1, &r)) sim_output_rounds(s, k, r.hi - r.lo);
}

/* A tenth of the tolerance, beside the largest value so far. */
static double delay_error(struct sim *s, int32_t u, const double *c, double end)
{
    double *size = &whole_of(s)->outputs->size[u], most;
    *size = fmax(*size, fabs(c[0]));
    if (isfinite(end)) *size = fmax(*size, fabs(end));
    most = s->opt.rel * *size;
    return 0.1 * (most > 0 ? most : s->opt.abs);
}

static double output_error(struct sim *s, int32_t k, const double *c, double end)
{
    if (isfinite(end)) s->size[k] = fmax(s->size[k], fabs(end));
    return sim_output_error(s, k, c);
}

static bool holds(struct sim *s, int32_t k, const struct part *p, const double *c)
{
    double most, end = p->at1[2 * (size_t)k];
    if (!isfinite(c[0])) return true;
    most = delayed(s, k) ? delay_error(s, k - s->n_watched, c, end) : output_error(s, k, c, end);
    return whole_of(s)->outputs->blind[k] ? agrees(p, k, c, most) : certain(s, k, p, c, most);
}

/* It cannot be halved any more. */
static void give_up(struct sim *s, int32_t k)
{
    struct whole_outputs *o = whole_of(s)->outputs;
    if (++o->rough[k] <= ROUGH) return;
    if (!delayed(s, k))
        sim_output_too_fast(s, k);
    else if (!o->hurried)
        sim_note(s, SALTUS_OK, NULL, SALTUS_DELAY, k - s->n_watched,
                 "the delayed expression changes too fast for the steps", "a smaller --max-step");
    o->hurried |= delayed(s, k);
}

/* The function is this cubic from t to `to`. */
static void give(struct sim *s, double t, double to, int32_t k, const double *c)
{
    if (delayed(s, k))
        whole_delay_store(s, k - s->n_watched, t, to, c);
    else
        whole_tell(s, t, s->net.n + s->n_discretes + s->outputs[k], c, SALTUS_SIGNAL - 1);
}

static void tell_part(struct sim *s, int depth, struct part p, const int32_t *list, int32_t n)
{
    struct whole_outputs *o = whole_of(s)->outputs;
    double m = p.a + (p.b - p.a) / 2, *mid = o->ends + (size_t)depth * 2 * (size_t)o->n;
    int32_t *rest = o->rest + (size_t)depth * (size_t)o->n_bent, count = 0;
    bool end = depth == DEPTH || !(m > p.a && m < p.b);
    p.mid = mid;
    if (o->any_blind && !end) look(s, m, list, n, mid);
    for (int32_t j = 0; j < n && s->status >= 0; j++) {
        double c[SALTUS_SIGNAL];
        int32_t k = list[j];
        bool last = end || (depth >= SHOWN && !delayed(s, k));
        cubic(p.b - p.a, p.at0 + 2 * (size_t)k, p.at1 + 2 * (size_t)k, c);
        if (depth == SOME) ask_rounding(s, k, p.a);
        if ((last && o->blind[k]) || !holds(s, k, &p, c)) {
            if (!last) rest[count++] = k;
            if (!last) continue;
            give_up(s, k);
        }
        give(s, p.a, p.b, k, c);
    }
    if (!count || s->status < 0) return;
    if (!o->any_blind) look(s, m, rest, count, mid);
    if (s->status < 0) return;
    tell_part(s, depth + 1, (struct part){p.a, m, p.at0, mid, NULL}, rest, count);
    if (!delayed(s, rest[0])) whole_samples(s, m);
    tell_part(s, depth + 1, (struct part){m, p.b, mid, p.at1, NULL}, rest, count);
}

/* The pieces of the states, as along.h wants them. */
static int series(void *user, int32_t i, double t, double *c)
{
    const struct state *y = &((const struct sim *)user)->net.s[i];
    int n = WHOLE_DEGREE;
    (void)t;
    memcpy(c, y->x, (WHOLE_DEGREE + 1) * sizeof *c);
    while (n > 0 && c[n] == 0) n--;
    return n;
}

void whole_outputs_begin(struct sim *s, double from)
{
    struct whole_outputs *o = whole_of(s)->outputs;
    const struct locate_path path = {.user = s, .series = series};
    if (!o) return;
    along_step(s, &o->along, &path, from);
    look(s, from, o->bent, o->n_bent, o->ends + (size_t)DEPTH * 2 * (size_t)o->n);
}

/* Functions of the list, which are outputs or delayed expressions. */
static void tell_list(struct sim *s, double from, double to, const int32_t *list, int32_t n)
{
    struct whole_outputs *o = whole_of(s)->outputs;
    double *at0 = o->ends + (size_t)DEPTH * 2 * (size_t)o->n, *at1 = at0 + 2 * (size_t)o->n;
    if (n == 0) return;
    look(s, to, list, n, at1);
    memset(o->rough, 0, (size_t)o->n * sizeof *o->rough);
    if (s->status >= 0) tell_part(s, 0, (struct part){from, to, at0, at1, NULL}, list, n);
    for (int32_t j = 0; j < n; j++)
        memcpy(at0 + 2 * (size_t)list[j], at1 + 2 * (size_t)list[j], 2 * sizeof *at0);
}

void whole_outputs_tell(struct sim *s, double from, double to)
{
    tell_list(s, from, to, whole_of(s)->outputs->bent, whole_of(s)->outputs->n_shown);
}

void whole_delays_tell(struct sim *s, double from, double to)
{
    struct whole_outputs *o = whole_of(s)->outputs;
    if (o) tell_list(s, from, to, o->bent + o->n_shown, o->n_bent - o->n_shown);
}

/* ---- From outside ---------------------------------------------------------------------------- */

double whole_value(const struct sim *s, int32_t var, double t)
{
    struct sim *own = (struct sim *)(uintptr_t)s;
    struct whole *w = whole_of(s);
    int32_t k = var - s->net.n - s->n_discretes;
    double y;
    if (k < 0) return poly_value(s->net.s[var].x, WHOLE_DEGREE, t - s->net.s[var].tx);
    whole_look(own, t);
    w->env.own = loop_looking(&w->env);
    sim_asks(own, SALTUS_OUTPUT, k);
    s->model->output.eval(&w->env, k, 1, &y);
    w->env.own = loop_running(&w->env);
    if (!w->faulted) return y;
    whole_fail(own, WHOLE_FAULT);
    return NAN;
}
