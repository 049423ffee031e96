/* SPDX-License-Identifier: MIT */
/* estimate.c - the error of a run, from a second run with finer tolerances (saltus_estimate.h).
 *
 * Let e(h) be the error of a run whose tolerances are multiplied by h. The errors of quantized
 * states are bounded by a multiple of the quantum, whatever the order of the method
 * (docs/math/error-bounds.md), and measured ones follow it closely; those of methods that control
 * the error of a step fall a little slower than the tolerance. So with r = SALTUS_ESTIMATE_SCALE,
 * e(r) is about r e(1), and
 *     |e(1)| = |x_1 - x_r| / (1 - r)                                                            (1)
 * Where errors do not follow the tolerance, the difference of the two runs is as large as their
 * errors, and (1) says so, too.
 *
 * An accuracy is sought with the same law: the next scale is fine enough if
 * errors follow the scale. If they fall by less than its square root, PATIENCE times in a row, they
 * will not fall: the solution is chaotic, or something else than the tolerances decides. */
#include "saltus_estimate.h"
#include "base/contract.h"
#include "base/text.h"
#include "estimate/distance.h"
#include "num/round.h"
#include "run/sim.h"
#include <math.h>

#define SPARE 0.7   /* part of the accuracy that is aimed at                             */
#define LEAP  1e-2  /* the next scale is at least this times the last one                 */
#define LEAST 1e-13 /* relative tolerance that rounding makes meaningless                  */
enum { ROUNDS = 12, PATIENCE = 2 };

struct estimate {
    const saltus_model *model;
    saltus_options opt; /* completed; without the functions of the program */
    saltus_estimate_options want;
    double t0, stop;
    double base; /* scale of the tolerances that the program has asked for */
    saltus_diag_fn *diag;
    void *user;
    int32_t *outputs; /* among the variables */
    struct alloc alloc;
};

/* ---- One run --------------------------------------------------------------------------------- */

struct run {
    const struct estimate *e;
    saltus_traj *traj; /* NULL: not made */
    saltus_sim *sim;
    double end;
};

static void run_free(struct run *r)
{
    saltus_traj_free(r->traj);
    saltus_sim_free(r->sim);
    *r = (struct run){.e = r->e};
}

static int on_segment(void *user, double t, int32_t var, const double *poly, int order)
{
    return saltus_traj_sink(((struct run *)user)->traj, t, var, poly, order);
}

/* Notes are those of the run that is estimated: they have been told. */
static void on_diag(void *user, const saltus_diag *d)
{
    const struct estimate *e = ((struct run *)user)->e;
    saltus_options o = {.diag = e->diag, .user = e->user};
    if (d->status < 0) sim_tell(&o, d);
}

static int watch(const struct estimate *e, saltus_sim *s)
{
    return e->want.watch ? e->want.watch(e->want.user, s) : 0;
}

static saltus_status go(const struct estimate *e, saltus_sim *s)
{
    saltus_status st = SALTUS_STOPPED;
    while (st == SALTUS_STOPPED && !watch(e, s)) st = saltus_sim_run(s, e->stop);
    return st == SALTUS_TERMINATED ? SALTUS_OK : st;
}

/* Makes the run with all tolerances times scale; run_free it in every case. */
static saltus_status make_run(const struct estimate *e, double scale, struct run *r)
{
    saltus_options o = e->opt;
    saltus_status st = saltus_traj_new(e->want.vars, e->want.n_vars, &r->traj);
    r->e = e;
    o.sink = on_segment;
    o.diag = on_diag;
    o.user = r;
    o.max_events = e->want.max_events;
    if (st == SALTUS_OK) st = saltus_options_set_number(&o, "scale", e->base * scale);
    if (st == SALTUS_OK) st = saltus_sim_new(e->model, &o, &r->sim);
    if (st == SALTUS_OK) st = go(e, r->sim);
    (void)watch(e, NULL);
    if (r->sim) r->end = saltus_sim_time(r->sim);
    return st;
}

/* ---- Two of them ----------------------------------------------------------------------------- */

/* max(rel*size, abs) with the tolerances of the first run. */
static double tolerance(const struct estimate *e, const struct run *r, int32_t var, double size)
{
    const struct sim *s = (const struct sim *)r->sim;
    double back = e->base / s->knobs.scale;
    struct quantum q = {e->base * e->opt.rel, e->base * e->opt.abs};
    if (var < s->net.n && !s->model->engine) { /* the parts of a diagram have their own */
        q = s->quanta[var & s->net.each];
        q.rel *= back, q.abs *= back;
    }
    return fmax(q.rel * size, q.abs);
}

/* r is the finer one. */
static void compare(const struct estimate *e, const saltus_traj *first, double first_end,
                    const struct run *r, saltus_error *out)
{
    double end = fmin(first_end, r->end), part = (end - e->t0) / SALTUS_ESTIMATE_PARTS;
    for (size_t k = 0; k < e->want.n_vars; k++) {
        int32_t var = e->want.vars[k];
        struct distance d =
            estimate_distance(first, r->traj, var, e->t0, end, SALTUS_ESTIMATE_PARTS);
        out[k] = (saltus_error){var,
                                d.size,
                                tolerance(e, r, var, d.size),
                                d.worst / (1 - SALTUS_ESTIMATE_SCALE),
                                e->t0 + d.part * part,
                                e->t0 + (d.part + 1) * part};
    }
}

/* ---- What is asked --------------------------------------------------------------------------- */

static int32_t count(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

/* Outputs are told to a sink only if it asks for them. False: a variable is none. */
static bool choose_outputs(struct estimate *e)
{
    const saltus_model *m = e->model;
    int32_t first = count(m->states) + count(m->discretes), end = first + count(m->outputs);
    size_t n = 0;
    for (size_t k = 0; k < e->want.n_vars; k++) {
        int32_t var = e->want.vars[k];
        if (var < 0 || var >= end) return false;
        if (var >= first) e->outputs[n++] = var;
    }
    e->opt.outputs = e->outputs;
    e->opt.n_outputs = n;
    return true;
}

static bool times_fit(struct estimate *e, const saltus_experiment *x)
{
    e->t0 = e->opt.t0;
    if (e->opt.interval == 0)
        e->opt.interval = x->interval > 0 ? x->interval : (e->stop - e->t0) / 500;
    return e->stop > e->t0 && isfinite(e->stop - e->t0);
}

static saltus_status estimate_open(struct estimate *e, const saltus_model *m,
                                   const saltus_options *o, double stop,
                                   const saltus_estimate_options *p)
{
    *e = (struct estimate){.model = m, .stop = stop};
    if (!m || !p || !options_take(&e->opt, o) || !contract_take(&e->want, sizeof e->want, p))
        return SALTUS_EARG;
    if (!contract_fits(m)) return SALTUS_EMODEL;
    if (e->want.n_vars && !e->want.vars) return SALTUS_EARG;
    options_complete(&e->opt, &m->experiment);
    e->base = options_knobs(&e->opt).scale;
    e->diag = e->opt.diag;
    e->user = e->opt.user;
    e->opt.fired = NULL;
    e->opt.sample = NULL;
    if (!times_fit(e, &m->experiment)) return SALTUS_EARG;
    alloc_init(&e->alloc, e->opt.alloc, e->opt.alloc_user);
    e->outputs = alloc_array(&e->alloc, e->want.n_vars, sizeof *e->outputs);
    if (!e->outputs) return SALTUS_ENOMEM;
    return choose_outputs(e) ? SALTUS_OK : SALTUS_EARG;
}

static void estimate_close(struct estimate *e)
{
    if (e->outputs) alloc_free(&e->alloc, e->outputs);
}

saltus_status saltus_estimate(const saltus_model *m, const saltus_options *o, double stop,
                              const saltus_estimate_options *p, saltus_error *out)
{
    struct estimate e;
    struct run first = {.traj = NULL}, second = {.traj = NULL};
    saltus_status st = estimate_open(&e, m, o, stop, p);
    if (st == SALTUS_OK && !out) st = SALTUS_EARG;
    if (st == SALTUS_OK && !e.want.first) st = make_run(&e, 1, &first);
    if (st == SALTUS_OK) st = make_run(&e, SALTUS_ESTIMATE_SCALE, &second);
    if (st == SALTUS_OK)
        compare(&e, e.want.first ? e.want.first : first.traj,
                e.want.first ? e.want.first_end : first.end, &second, out);
    run_free(&first);
    run_free(&second);
    estimate_close(&e);
    return st;
}

/* ---- An accuracy ----------------------------------------------------------------------------- */

struct search {
    struct estimate e;
    double rel, abs;
    struct run coarse, fine; /* the fine one may be the coarse one of the next round */
    double fine_scale;       /* of it */
    double scale;            /* the last one that was measured */
    saltus_error *out;
};

/* The largest error, in accuracies. */
static double excess(const struct search *s)
{
    double worst = 0;
    for (size_t k = 0; k < s->e.want.n_vars; k++) {
        const saltus_error *e = &s->out[k];
        double ratio = e->error / fmax(s->rel * e->size, s->abs);
        if (!(ratio <= worst)) worst = ratio;
    }
    return worst;
}

static saltus_status measure(struct search *s, double scale, double *ratio)
{
    double finer = scale * SALTUS_ESTIMATE_SCALE;
    saltus_status st = SALTUS_OK;
    run_free(&s->coarse);
    if (s->fine.traj && s->fine_scale == scale) {
        s->coarse = s->fine;
        s->fine = (struct run){.traj = NULL};
    } else {
        run_free(&s->fine);
        st = make_run(&s->e, scale, &s->coarse);
    }
    if (st == SALTUS_OK) st = make_run(&s->e, finer, &s->fine);
    s->fine_scale = finer;
    if (st != SALTUS_OK) return st;
    compare(&s->e, s->coarse.traj, s->coarse.end, &s->fine, s->out);
    *ratio = excess(s);
    return st;
}

static saltus_status look(struct search *s)
{
    double scale = 1, expected = INFINITY, ratio;
    double least = LEAST / (s->e.base * fmax(s->e.opt.rel, s->e.opt.abs));
    int stuck = 0;
    for (int round = 0; round < ROUNDS && stuck < PATIENCE && (scale > least || round == 0);
         round++) {
        saltus_status st = measure(s, scale, &ratio);
        double next;
        if (st != SALTUS_OK) return st;
        s->scale = scale;
        if (ratio <= 1) return SALTUS_OK;
        stuck = ratio > expected ? stuck + 1 : 0;
        next = fmin(fmax(SPARE / ratio, LEAP), SALTUS_ESTIMATE_SCALE);
        expected = ratio * sqrt(next); /* it should fall at least so far */
        scale = round_below(scale * next);
    }
    return SALTUS_ELIMIT;
}

saltus_status saltus_accuracy(const saltus_model *m, const saltus_options *o, double stop,
                              const saltus_estimate_options *p, double rel, double abs,
                              double *scale, saltus_error *out)
{
    struct search s = {.rel = rel, .abs = abs, .scale = 1, .out = out};
    saltus_status st = estimate_open(&s.e, m, o, stop, p);
    if (st == SALTUS_OK && (!scale || !out || !(rel >= 0 && abs > 0))) st = SALTUS_EARG;
    if (st == SALTUS_OK) {
        st = look(&s);
        *scale = s.e.base * s.scale;
    }
    run_free(&s.coarse);
    run_free(&s.fine);
    estimate_close(&s.e);
    return st;
}
