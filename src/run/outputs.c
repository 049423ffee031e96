/* SPDX-License-Identifier: MIT */
/* outputs.c - outputs, computed on demand, or told to the sink when they change.
 *
 * A state itself is shown as x. An output, like a handler, reads of each state its x or, if it is
 * slaved (rules.h, 6), its q. No one in a run reads an output, so it costs nothing unless it is
 * *watched* (saltus_options.outputs). Then its readers are known
 * like those of a derivative: whatever gets a new polynomial makes the watched outputs that read it
 * stale, and when all that happens together is done, the sink gets a new series of each. A series
 * that does not end by itself is cut off after its cubic term. It is renewed before what is cut off
 * matters, if the model has ranges (horizon/), and every `interval`. A quantum of an output is
 *     rel times the largest value told so far, or abs if rel or that is 0,
 * and what is told may be wrong by `refresh` quanta of it, or by rounding, beside what the states
 * are. */
#include "run/doubt.h"
#include "run/engine.h"
#include "run/horizon/horizon.h"
#include "run/loop/loop.h"
#include "run/sim.h"
#include "num/poly.h"
#include <math.h>
#include <string.h>

enum { DEGREE = 3, SIGHT = 1 + SALTUS_SIGNAL };

bool sim_slaved(const struct sim *s, int32_t i)
{
    return s->engine->slaved && s->engine->slaved(s, i);
}

double sim_read(const struct sim *s, int32_t i, double t)
{
    const struct state *x = &s->net.s[i];
    if (sim_slaved(s, i)) return poly_value(x->q, SALTUS_SIGNAL - 1, t - x->tq);
    return poly_value(x->x, sim_method(s, i)->info.order + 1, t - x->tx);
}

void sim_segment(struct sim *s, int32_t i)
{
    int order = sim_method(s, i)->info.order + 1;
    if (s->opt.sink && s->opt.sink(s->opt.user, s->net.env.t, i, s->net.s[i].x, order))
        atomic_store(&s->stop, 1);
    sim_outputs_stale(s, &s->seen_state, i);
}

/* What an output sees, and the run behind it. */
struct sight {
    saltus_env env;
    struct sim *sim;
    int32_t output;
    bool failed;
};

/* A fault in an output ends the run, too, when it is next asked to go on. */
static void output_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    struct sight *look = (struct sight *)(uintptr_t)e;
    double t = look->sim->net.env.t;
    look->failed = true;
    look->sim->net.env.t = e->t; /* the message is about that time */
    sim_fail_at(look->sim, SALTUS_EMODEL, at, SALTUS_OUTPUT, look->output,
                text ? text : "the model cannot go on", NULL);
    look->sim->net.env.t = t;
}

/* Collects what an output reads, as it is shown, if any of it is slaved. */
struct search {
    saltus_reads reads;
    const struct sim *sim;
    double t;   /* for a value at t, which the engine may know better than any record ...      */
    bool value; /* ... and not for a series                                                   */
    bool slaved;
};

static void show(const struct sim *s, int32_t i, const double *signal)
{
    memcpy(s->sight + (size_t)i * SIGHT, signal, SIGHT * sizeof *signal);
}

static void search_add(saltus_reads *r, saltus_kind kind, int32_t i)
{
    struct search *f = (struct search *)r;
    const struct sim *s = f->sim;
    const struct state *x = s->net.s;
    bool delay = kind == SALTUS_DELAY;
    if (kind == SALTUS_STATE && i >= 0 && i < s->net.n && f->value && s->engine->known &&
        s->engine->known(s, i, f->t, s->sight + (size_t)i * SIGHT)) {
        f->slaved = true;
    } else if (kind == SALTUS_STATE && i >= 0 && i < s->net.n) {
        bool slaved = sim_slaved(s, i);
        f->slaved |= slaved;
        show(s, i, slaved ? &x[i].tq : &x[i].tx);
    } else if ((delay || kind == SALTUS_SUM) && i >= 0) {
        int32_t k = s->net.n + i + (delay ? s->net.n_sums : 0);
        if (k < s->net.n + s->n_signals) show(s, k, &x[k].tx);
    }
}

/* Does it read a slaved state, or one that is known better? */
static bool reads_slaved(const struct sim *s, int32_t k, double t, bool value)
{
    struct search f = {.reads = {search_add}, .sim = s, .t = t, .value = value};
    if (!s->sight) return false;
    if (s->model->output.reads) {
        s->model->output.reads(&s->net.env, k, &f.reads);
        return f.slaved;
    }
    for (int32_t i = 0; i < s->net.n; i++) search_add(&f.reads, SALTUS_STATE, i);
    for (int32_t i = 0; i < s->n_signals; i++) search_add(&f.reads, SALTUS_SUM, i);
    return f.slaved;
}

/* x has the layout of a signal, too. What has been solved along x is not taken along the others: a
 * stamp for each. */
static void series(const struct sim *s, int32_t k, double t, const uint64_t stamp[2], int order,
                   double *c)
{
    struct sight look = {.env = s->net.env, .sim = (struct sim *)(uintptr_t)s, .output = k};
    bool slaved = reads_slaved(s, k, t, order == 1);
    look.env.t = t;
    look.env.q = slaved ? s->sight : s->net.s ? &s->net.s->tx : NULL;
    if (slaved) look.env.stride = SIGHT;
    look.env.width = SALTUS_SIGNAL;
    look.env.fault = output_fault;
    look.env.own = loop_looking(&look.env);
    look.env.stamp = stamp[slaved];
    s->model->output.eval(&look.env, k, order, c);
    for (int j = 0; look.failed && j < order; j++) c[j] = j ? 0 : NAN;
}

void sim_output_series(const struct sim *s, int32_t k, double t, int order, double *c)
{
    series(s, k, t, (const uint64_t[2]){0, 0}, order, c);
}

/* ---- Doubts ---------------------------------------------------------------------------------- */

/* Shows what an output reads at t, with the errors of the states lo..hi-1, on one side or the other,
 * as slopes. */
struct shake {
    saltus_reads reads;
    const struct sim *sim;
    double t, side;
    int32_t lo, hi;
};

/* What follows its curve (rules.h, 6) is off by what its slope and its derivative differ by, divided by
 * A_ii: with those the same it is at its equilibrium. With an implicit method f(q) is what the
 * derivative is, so x is off by its distance from q. */
static double error_of(const struct sim *s, int32_t i, double t)
{
    const struct method *m = sim_method(s, i);
    const struct state *x = &s->net.s[i];
    double apart;
    if (m->flows) return 0;
    if (m->bends && x->q[m->info.order] != 0 && sim_slaved(s, i)) {
        apart = poly_slope(x->x, m->info.order + 1, t - x->tx) -
                poly_slope(x->q, SALTUS_SIGNAL - 1, t - x->tq);
        return x->a != 0 ? fmin(fabs(apart / x->a), x->dq) : x->dq;
    }
    if (!m->implicit || m->info.order < 2) return x->dq;
    apart = poly_value(x->x, m->info.order + 1, t - x->tx) -
            poly_value(x->q, SALTUS_SIGNAL - 1, t - x->tq);
    return fmin(fabs(apart), x->dq);
}

static void shake_add(saltus_reads *r, saltus_kind kind, int32_t i)
{
    const struct shake *k = (const struct shake *)r;
    const struct sim *s = k->sim;
    double signal[SIGHT] = {k->t};
    bool delay = kind == SALTUS_DELAY;
    int32_t at = kind == SALTUS_STATE ? i : s->net.n + i + (delay ? s->net.n_sums : 0);
    if ((kind != SALTUS_STATE && kind != SALTUS_SUM && !delay) || i < 0) return;
    if (at >= s->net.n + s->n_signals || (kind == SALTUS_STATE && i >= s->net.n)) return;
    if (kind == SALTUS_STATE) {
        signal[1] = sim_read(s, i, k->t);
        if (i >= k->lo && i < k->hi) signal[2] = k->side * doubt_sign(s, i) * error_of(s, i, k->t);
    } else {
        signal[1] = poly_value(s->net.s[at].x, SALTUS_SIGNAL - 1, k->t - s->net.s[at].tx);
    }
    show(s, at, signal);
}

static double shaken(struct sim *s, int32_t k, struct shake *f, double side)
{
    struct sight look = {.env = s->net.env, .sim = s, .output = k};
    double c[2];
    f->side = side;
    if (s->model->output.reads)
        s->model->output.reads(&s->net.env, k, &f->reads);
    else
        for (int32_t i = 0; i < s->net.n + s->n_signals; i++)
            shake_add(&f->reads, i < s->net.n ? SALTUS_STATE : SALTUS_SUM,
                      i < s->net.n ? i : i - s->net.n);
    look.env.t = f->t;
    look.env.q = s->sight;
    look.env.stride = SIGHT;
    look.env.width = SALTUS_SIGNAL;
    look.env.fault = output_fault;
    look.env.own = loop_looking(&look.env);
    look.env.stamp = 0;
    s->model->output.eval(&look.env, k, 2, c);
    return look.failed ? NAN : c[1];
}

static double measure(struct sim *s, int32_t j, double t, int32_t lo, int32_t hi)
{
    struct shake f = {{shake_add}, s, t, 1, lo, hi};
    double up = shaken(s, s->outputs[j], &f, 1);
    return fabs(up - shaken(s, s->outputs[j], &f, -1)) / 2;
}

/* ---- Watched outputs ------------------------------------------------------------------------- */

void sim_outputs_due(struct sim *s, bool all)
{
    for (int32_t k = 0; k < s->n_watched; k++)
        if (all || s->bent_output[k]) set_add(&s->stale, k);
}

/* The largest value that the series c reaches in the time in which its terms become equal; 0: it is
 * 0. */
static double size_of(const double *c)
{
    double h = INFINITY, size = fabs(c[0]), p = 1;
    for (int k = 2; k <= DEGREE; k++)
        if (c[k] != 0 && c[k - 1] != 0) h = fmin(h, fabs(c[k - 1] / c[k]));
    for (int k = 1; size == 0 && h < INFINITY && k <= DEGREE; k++) {
        p *= h;
        size = fmax(size, fabs(c[k]) * p);
    }
    return size;
}

/* At the edge of a domain a value may have no slopes. */
static void cut_off(double *c)
{
    int k = 1;
    while (k <= DEGREE && isfinite(c[k])) k++;
    for (; k <= DEGREE; k++) c[k] = 0;
}

enum {
    MOST_RENEWALS =
        10000, /* of an output between two samples                                     */
    LOOK = 16  /* after so many one of them is asked whether it is rounding            */
};

double sim_output_error(struct sim *s, int32_t j, const double *c)
{
    double quantum;
    s->size[j] = fmax(s->size[j], size_of(c));
    quantum = s->opt.rel * s->size[j];
    if (!(quantum > 0)) quantum = s->opt.abs;
    return fmax(s->knobs.refresh * quantum, s->rounding[j]);
}

/* What cancels to 0, as the currents into a ground do, is made of rounding: no part of time is so
 * short that it could be bounded better. */
void sim_output_rounds(struct sim *s, int32_t j, double width)
{
    if (width < INFINITY) s->rounding[j] = fmax(s->rounding[j], 4 * width);
}

void sim_output_too_fast(struct sim *s, int32_t j)
{
    if (!s->too_fast)
        sim_note(s, SALTUS_OK, NULL, SALTUS_OUTPUT, s->outputs[j],
                 "it changes too fast to be shown between two samples",
                 "values at samples are right; a smaller interval shows more");
    s->too_fast = true;
}

/* How long what is told of output number j holds. */
static double holds(struct sim *s, int32_t j, double t, const double *c)
{
    double most;
    if (!isfinite(c[0])) return INFINITY; /* until something else happens */
    if (s->renewed % LOOK == LOOK - 1)
        sim_output_rounds(s, j, horizon_output_rounding(s, s->outputs[j], t));
    most = sim_output_error(s, j, c);
    if (s->opt.interval > 0 && s->renewed > (uint64_t)MOST_RENEWALS * (uint64_t)s->n_watched) {
        sim_output_too_fast(s, j);
        return INFINITY;
    }
    return horizon_output(s, s->outputs[j], t, c, DEGREE, most);
}

void sim_outputs_renew(struct sim *s, double t)
{
    double due;
    for (int32_t j = sched_top(s->showing, &due); due <= t && j >= 0;
         j = sched_top(s->showing, &due)) {
        set_add(&s->stale, j);
        s->renewed++;
        sched_set(s->showing, j, INFINITY);
    }
    sim_outputs_tell(s);
}

void sim_outputs_tell(struct sim *s)
{
    double t = fmax(s->reached, s->net.env.t), c[DEGREE + 1];
    const uint64_t stamp[2] = {loop_stamp(&s->net.env), loop_stamp(&s->net.env)};
    for (int32_t j = 0; j < s->stale.count; j++) {
        int32_t k = s->outputs[s->stale.item[j]], degree = DEGREE;
        series(s, k, t, stamp, DEGREE + 1, c);
        cut_off(c);
        if (isfinite(c[0])) s->size[s->stale.item[j]] = fmax(s->size[s->stale.item[j]], fabs(c[0]));
        if (s->doubts && doubt_told(s, s->stale.item[j], t, 0, c[0]) && s->sight)
            doubt_found(s, s->stale.item[j], t, measure(s, s->stale.item[j], t, 0, s->net.n),
                        measure);
        if (s->engine->curve && s->engine->curve(s, s->stale.item[j], t, c)) {
            sim_output_series(s, k, t, 1, c); /* inside a step what is drawn is not what is known */
            if (s->showing) sched_set(s->showing, s->stale.item[j], INFINITY);
        } else if (s->showing && horizon_has(s, SALTUS_OUTPUT, k)) {
            double until = t + holds(s, s->stale.item[j], t, c);
            sched_set(s->showing, s->stale.item[j], until);
            s->attention = fmin(s->attention, until);
        }
        while (degree > 0 && c[degree] == 0) degree--;
        if (s->opt.sink(s->opt.user, t, s->net.n + s->n_discretes + k, c, degree))
            atomic_store(&s->stop, 1);
    }
    set_clear(&s->stale);
}

static bool take_numbers(struct sim *s)
{
    int32_t first = s->net.n + s->n_discretes;
    s->n_watched = (int32_t)s->opt.n_outputs;
    s->outputs = sim_room(s, s->n_watched, sizeof *s->outputs);
    s->bent_output = sim_room(s, s->n_watched, 1);
    s->size = sim_room(s, s->n_watched, sizeof *s->size);
    s->rounding = sim_room(s, s->n_watched, sizeof *s->rounding);
    sim_set_room(s, &s->stale, s->n_watched);
    if (s->status < 0) return false;
    for (int32_t k = 0; k < s->n_watched; k++) {
        s->outputs[k] = s->opt.outputs[k] - first;
        if (s->outputs[k] >= 0 && s->outputs[k] < s->n_outputs) continue;
        sim_refuse(s, SALTUS_EARG, "outputs", "a variable to watch is not an output", NULL);
        return false;
    }
    return true;
}

void sim_outputs_load(struct sim *s)
{
    if (!s->opt.sink || s->opt.n_outputs == 0 || !take_numbers(s)) return;
    sim_outputs_structure(s);
}

void sim_outputs_free(struct sim *s)
{
    alloc_free(&s->alloc, s->outputs);
    alloc_free(&s->alloc, s->bent_output);
    alloc_free(&s->alloc, s->size);
    alloc_free(&s->alloc, s->rounding);
    alloc_free(&s->alloc, s->doubts);
    alloc_free(&s->alloc, s->stale.item);
    alloc_free(&s->alloc, s->stale.mark);
    csr_free(&s->seen_state, &s->alloc);
    csr_free(&s->seen_discrete, &s->alloc);
    csr_free(&s->seen_signal, &s->alloc);
}
