/* SPDX-License-Identifier: MIT */
/* signal.c - what is between states and derivatives: sums and delays.
 *
 * Each is a signal behind those of the states: a time and coefficients, in a record s[n + k] of the
 * net, which functions read as they read a q. When something has changed,
 *
 *  1. terms that read it are evaluated, and their sums follow by the difference (sums.c);
 *  2. whoever reads a sum that changed, or a delay from which a new segment has come, is marked:
 *     derivatives, guards, delayed expressions; derivatives that read a sum with a band only if it has
 *     left that (bands.c);
 *  3. delayed expressions are evaluated and go into their histories (delays.c).
 *
 * How long a series lasts. A signal has `width` coefficients, as many as a q. If a term or a
 * delayed expression is bent (not affine in what it reads), its series goes on, and one more is
 * kept, so that the signal is as good as the derivative that reads it (step.c); the rest r(s), (4)
 * of quant/rules.c, must stay below a limit, after which the function is evaluated again. For a
 * delayed expression that is `refresh` times the quantum it would have as a state with the settings
 * of the run. A term may be any part of a sum, large or small, so the states that it reads set the
 * scale: with tau the time in which the first of them moves by its quantum,
 *     r(s) <= refresh sum over k >= 1 of |c[k]| tau^k,                                         (1)
 * no more than a part of what quantization may change anyway. */
#include "run/engine.h"
#include "base/text.h"
#include "run/horizon/horizon.h"
#include <math.h>

enum { PASSES = 100 };

void sim_signal_check(struct sim *s, saltus_kind kind, int32_t k, const double *c)
{
    double sum = 0;
    for (int j = 0; j < s->net.env.width; j++) sum += c[j];
    if (!isfinite(sum))
        sim_fail(
            s, SALTUS_ENAN, kind, k,
            kind == SALTUS_SUM ? "a term of this sum is not finite"
                               : "the delayed expression is not finite",
            "a division by zero, a root or logarithm outside its domain, or a model that explodes");
}

/* Not finite: beyond a relation it has the value that it has there; at the edge of a domain it may have a
 * value without slopes, which are left out if no step is made with them, or if the certificate says how long that
 * will do. */
void sim_signal_mend(struct sim *s, saltus_kind kind, int32_t i, int order, double *c)
{
    int n = 0;
    while (n < order && isfinite(c[n])) n++;
    if (n == order) return;
    if (n == 0 && !sim_beyond(s, &s->net.env, kind, i, order, c)) return;
    for (n = 1; n < order && isfinite(c[n]);) n++;
    if (!sim_together(s) && !horizon_has(s, kind, i)) return;
    for (; n < order; n++) c[n] = 0;
}

void sim_signal_show(struct sim *s, int32_t k)
{
    struct state *y = &s->net.s[s->net.n + k];
    y->tx = y->tq;
    for (int j = 0; j < SALTUS_SIGNAL; j++) y->x[j] = y->q[j];
    sim_outputs_stale(s, &s->seen_signal, k);
}

/* ---- The start ------------------------------------------------------------------------------- */

static void count_terms(struct sim *s)
{
    struct net *net = &s->net;
    int64_t total = 0, others = (int64_t)net->n + s->n_guards + s->n_clocks + s->n_delays;
    net->first_term = sim_room(s, net->n_sums + 1, sizeof *net->first_term);
    for (int32_t k = 0; k < net->n_sums && s->status >= 0; k++) {
        int32_t n;
        sim_asks(s, SALTUS_SUM, k);
        n = s->model->terms(&net->env, k);
        if (n < 0 || total + n + others > INT32_MAX) {
            sim_fail(s, SALTUS_EMODEL, SALTUS_SUM, k,
                     "its number of terms is negative or too large", NULL);
            return;
        }
        net->first_term[k + 1] = (int32_t)(total += n);
    }
    net->n_terms = (int32_t)total;
}

/* Which delays have lags that change, and which expressions are these. */
static void pair_lags(struct sim *s)
{
    const saltus_variable *list = s->model->delays;
    int32_t first = 0;
    for (int32_t k = 0; k < s->n_delays; k++) s->past[k].by = s->past[k].of = -1;
    for (const saltus_variable *v = list; v && v->name; v++) {
        int32_t n = text_elements(v->size), j = 0;
        for (int32_t m = 0; m < v->input - 1 && list[m].name; m++) j += text_elements(list[m].size);
        for (int32_t i = 0; v->input > 0 && i < n; i++) {
            if (j + i >= s->n_delays || s->past[j + i].of >= 0) {
                sim_fail(s, SALTUS_EMODEL, SALTUS_DELAY, first + i,
                         "its lag is no expression of this model", NULL);
                return;
            }
            s->past[first + i].by = j + i;
            s->past[j + i].of = first + i;
            s->changing = true;
        }
        first += n;
    }
}

static void ask_lags(struct sim *s)
{
    s->past = sim_room(s, s->n_delays, sizeof *s->past);
    if (s->status >= 0) pair_lags(s);
    for (int32_t k = 0; k < s->n_delays && s->status >= 0; k++) {
        sim_asks(s, SALTUS_DELAY, k);
        s->past[k].lag = s->model->lag(&s->net.env, k);
        if (!(s->past[k].lag > 0 && isfinite(s->past[k].lag)))
            sim_fail(s, SALTUS_EMODEL, SALTUS_DELAY, k,
                     s->past[k].by >= 0 ? "its largest lag is not positive and finite"
                                        : "its lag is not positive and finite",
                     s->past[k].lag == 0 ? "a delay by 0 is the expression itself: write that"
                                         : NULL);
    }
}

static bool bent(const struct sim *s, const saltus_function *f, int32_t i)
{
    return !sim_ends(s, f, i, s->width);
}

void sim_signals_load(struct sim *s)
{
    struct net *net = &s->net;
    size_t row;
    if (s->status < 0) return;
    count_terms(s);
    ask_lags(s);
    for (int32_t j = 0; j < net->n_terms && s->status >= 0; j++)
        s->bent_terms |= bent(s, &s->model->term, j);
    s->bent = s->bent_terms || s->changing;
    for (int32_t k = 0; k < s->n_delays && s->status >= 0; k++)
        s->bent |= bent(s, &s->model->delayed, k);
    if (s->bent && net->env.width < SALTUS_SIGNAL) net->env.width++;
    row = (size_t)(1 + net->env.width) * sizeof(double);
    s->terms = sim_room(s, net->n_terms, row);
    s->age = sim_room(s, net->n_sums, sizeof *s->age);
    sim_set_room(s, &s->dirty, s->n_signals);
    sim_set_room(s, &s->input, s->n_delays);
    if (s->n_delays || s->bent_terms) {
        int32_t slots = 2 * s->n_delays + (s->bent_terms ? net->n_terms : 0);
        s->signals = s->status < 0 ? NULL : sched_new(&s->alloc, slots, SCHED_AUTO);
        if (!s->signals) sim_no_memory(s);
    }
    for (int32_t k = 0; k < s->n_signals && s->status >= 0; k++)
        net->s[net->n + k].tq = net->s[net->n + k].tx = s->opt.t0;
}

/* Delayed expressions may read delays: once more while one has changed. */
void sim_signals_start(struct sim *s)
{
    int32_t culprit = 0;
    sim_terms_start(s);
    for (int pass = 0; pass < PASSES && culprit >= 0; pass++) {
        culprit = -1;
        for (int32_t k = 0; k < s->n_delays && s->status >= 0; k++)
            if (sim_delay_constant(s, k)) culprit = k;
    }
    if (culprit >= 0 && s->n_delays)
        sim_fail(s, SALTUS_EMODEL, SALTUS_DELAY, culprit,
                 "its value at the start depends on itself and does not settle", NULL);
    for (int32_t k = 0; k < s->n_signals; k++) sim_signal_show(s, k);
}

void sim_signals_begin(struct sim *s)
{
    sim_terms_begin(s);
    for (int32_t k = 0; k < s->n_delays && s->status >= 0; k++) sim_delay_store(s, k);
}

void sim_signals_free(struct sim *s)
{
    struct csr *lists[] = {&s->net.inner, &s->shown, &s->shown_guard, &s->shown_delay, &s->moves};
    for (int32_t k = 0; s->past && k < s->n_delays; k++) alloc_free(&s->alloc, s->past[k].ring);
    alloc_free(&s->alloc, s->past);
    alloc_free(&s->alloc, s->terms);
    alloc_free(&s->alloc, s->age);
    alloc_free(&s->alloc, s->bands);
    alloc_free(&s->alloc, s->spread);
    alloc_free(&s->alloc, s->net.first_term);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) csr_free(lists[k], &s->alloc);
}

/* ---- The run --------------------------------------------------------------------------------- */

static void add_row(struct set *to, const struct csr *list, int32_t row)
{
    for (const int32_t *i = csr_first(list, row); i < csr_last(list, row); i++) set_add(to, *i);
}

/* 2. */
static void tell_readers(struct sim *s, int32_t k)
{
    add_row(&s->touched, &s->shown, k);
    add_row(&s->looked, &s->shown_guard, k);
    add_row(&s->input, &s->shown_delay, k);
}

/* Delayed expressions that read what has changed. */
static void gather_input(struct sim *s)
{
    int32_t terms = s->net.n_terms, first = s->net.n + s->n_guards + s->n_clocks + terms;
    for (int32_t k = 0; k < s->changed.count; k++) {
        int32_t j = s->changed.item[k];
        const int32_t *f = csr_last(&s->net.inner, j);
        while (f > csr_first(&s->net.inner, j) && *--f >= terms) set_add(&s->input, *f - terms);
    }
    for (int32_t k = 0; k < s->n_writes; k++) {
        int32_t j = s->writes[k].index;
        const int32_t *f = csr_last(&s->drives, j);
        while (f > csr_first(&s->drives, j) && *--f >= first) set_add(&s->input, *f - first);
    }
}

void sim_signals_changed(struct sim *s)
{
    sim_terms_changed(s);
    for (int32_t k = 0; k < s->dirty.count && s->status >= 0; k++) {
        int32_t y = s->dirty.item[k];
        if (y < s->net.n_sums) sim_sum_settle(s, y);
        if (y < s->net.n_sums && sim_banded(s, y)) {
            sim_outputs_stale(s, &s->seen_signal, y);
            if (sim_band_holds(s, y) || s->status < 0) continue;
            sim_band_renew(s, y);
        } else {
            sim_signal_show(s, y);
        }
        tell_readers(s, y);
    }
    if (s->n_delays && s->status >= 0) gather_input(s);
    for (int32_t k = 0; k < s->input.count && s->status >= 0; k++)
        sim_delay_store(s, s->input.item[k]);
}

/* ---- Option shadow --------------------------------------------------------------------------- */

void sim_signals_shadow(struct sim *s, double *is)
{
    const saltus_model *m = s->model;
    for (int32_t j = 0; j < s->net.n_terms; j++) m->term.eval(&s->net.env, j, 1, is++);
    for (int32_t k = 0; k < s->n_delays; k++) m->delayed.eval(&s->net.env, k, 1, is++);
}

static bool differs(const saltus_function *f, const struct sim *s, int32_t i, double was)
{
    double is;
    f->eval(&s->net.env, i, 1, &is);
    return is != was && !(isnan(is) && isnan(was));
}

void sim_signals_compare(struct sim *s, const double *was)
{
    static const char text[] =
        "it changed although nothing changed that its expression is said to read";
    static const char hint[] =
        "read all operands before a branch, use jet_if, or declare the reads by hand";
    const saltus_model *m = s->model;
    for (int32_t j = 0; j < s->net.n_terms; j++, was++)
        if (sim_term_kept(s, j)[0] != s->net.env.t && differs(&m->term, s, j, *was))
            sim_fail(s, SALTUS_EMODEL, SALTUS_SUM, net_sum_of(&s->net, j), text, hint);
    for (int32_t k = 0; k < s->n_delays; k++, was++)
        if (!set_has(&s->input, k) && differs(&m->delayed, s, k, *was))
            sim_fail(s, SALTUS_EMODEL, SALTUS_DELAY, k, text, hint);
}

/* ---- What is due ----------------------------------------------------------------------------- */

/* A segment comes out of a delay, or a series has grown old. A guard that this carries over its zero
 * by some quanta may come back by itself, as after a step. */
void sim_signal_event(struct sim *s, int32_t slot)
{
    int32_t k = slot - s->n_delays, j = k - s->n_delays, sum = slot - slot_band(s, 0);
    if (sum >= 0 && !sim_band_due(s, sum)) return;
    s->stepping = k >= 0 || !sim_delay_jumps(s, slot);
    sim_begin(s);
    if (k < 0) {
        sim_delay_arrive(s, slot);
    } else {
        s->stats.refreshes++;
        if (j < 0)
            set_add(&s->input, k);
        else if (sum >= 0)
            set_add(&s->dirty, sum);
        else
            sim_term_refresh(s, j);
    }
    if (s->status >= 0) sim_propagate(s);
    s->stepping = false;
}
