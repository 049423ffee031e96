/* SPDX-License-Identifier: MIT */
/* sums.c - S = sum of terms, kept up to date one term at a time.
 *
 * Of every term j the engine keeps the series that is in its sum, T_j(t) about a time t_j. When a
 * state or a discrete changes that the term reads, the term is evaluated, and at the present t
 *     S := S + (T_new - T_old),                                                                (1)
 * the two old polynomials being expanded at t first. So a step costs as many terms as read its
 * state, whatever the length of the sum.
 *
 * (1) rounds each time. After as many exchanges as the sum has terms, and not before 64, it is
 * added up from the series kept, which makes no evaluation and costs one addition per exchange: the
 * error is that of a few plain summations, however long the run.
 *
 * Invariant, after sim_signals_changed: S is the sum of the polynomials kept, up to that error, and
 * the polynomial of a term is its series along the present q and d, cut off at `width`. */
#include "run/horizon/horizon.h"
#include <math.h>
#include <string.h>

enum { LEAST_AGE = 64 };

static struct state *sum_of(struct sim *s, int32_t k)
{
    return &s->net.s[s->net.n + k];
}

double *sim_term_kept(struct sim *s, int32_t j)
{
    return s->terms + (size_t)j * (size_t)(1 + s->net.env.width);
}

/* c[0..width-1], and up to the last one if the series of terms may go on. */
static void evaluate(struct sim *s, int32_t j, int32_t k, double *c)
{
    int order = s->bent_terms ? SALTUS_SERIES : s->net.env.width;
    sim_asks(s, SALTUS_SUM, k);
    s->model->term.eval(&s->net.env, j, order, c);
    s->stats.term_evaluations++;
    sim_signal_mend(s, SALTUS_SUM, j, order, c);
    sim_signal_check(s, SALTUS_SUM, k, c);
}

/* ---- How long the series of a bent term lasts: (1) of signal.c ------------------------------- */

/* The time in which q_i moves by its quantum. */
static double quantum_time(const struct sim *s, int32_t i)
{
    const struct state *x = &s->net.s[i];
    double q[SALTUS_SIGNAL], tau = INFINITY;
    memcpy(q, x->q, sizeof q);
    poly_shift(q, SALTUS_SIGNAL - 1, s->net.env.t - x->tq);
    for (int k = 1; k < SALTUS_SIGNAL; k++)
        if (q[k] != 0) tau = fmin(tau, power_root(x->dq / fabs(q[k]), k));
    return tau;
}

/* What no one sees of term j: its part of a quantum of the sum. */
static double least(struct sim *s, int32_t j)
{
    int32_t k = net_sum_of(&s->net, j);
    int32_t terms = s->net.first_term[k + 1] - s->net.first_term[k];
    return sim_quantum(s, sum_of(s, k)->q[0]) / terms;
}

/* change: while the first of its states moves by its quantum. */
static void schedule(struct sim *s, int32_t j, const double *c, double change)
{
    double lasts = rules_lasts(c, s->net.env.width, s->knobs.refresh * change);
    if (horizon_has(s, SALTUS_SUM, j))
        lasts = horizon_shown(s, SALTUS_SUM, j, c, s->net.env.width - 1, lasts,
                              s->knobs.refresh * fmax(change, least(s, j)));
    sched_set(s->signals, slot_term(s, j), s->net.env.t + lasts);
}

/* What follows from the new series of term j: how long it lasts, and what quanta of its states change
 * in the sum. */
static void follow(struct sim *s, int32_t j, int32_t k, const double *c)
{
    int last = s->bent_terms ? SALTUS_SERIES : s->net.env.width;
    double tau = INFINITY, change = 0, p = 1;
    if (!s->bent_terms && !sim_banded(s, k)) return;
    for (const int32_t *i = csr_first(&s->moves, j); i < csr_last(&s->moves, j); i++)
        tau = fmin(tau, quantum_time(s, *i));
    if (isinf(tau)) { /* nothing moves */
        if (s->bent_terms) sched_set(s->signals, slot_term(s, j), INFINITY);
        if (sim_banded(s, k)) sim_band_spread(s, k, j, sim_band_by_partials(s, j));
        return;
    }
    for (int m = 1; m < last; m++) {
        p *= tau;
        change += fabs(c[m]) * p;
    }
    if (s->bent_terms) schedule(s, j, c, change);
    if (sim_banded(s, k)) sim_band_spread(s, k, j, change);
}

/* ---- The run --------------------------------------------------------------------------------- */

/* The sum about the present. */
static double *sum_now(struct sim *s, int32_t k)
{
    struct state *y = sum_of(s, k);
    if (sim_banded(s, k)) return sim_band_arrive(s, k);
    poly_shift(y->q, s->net.env.width - 1, s->net.env.t - y->tq);
    y->tq = s->net.env.t;
    return y->q;
}

void sim_term_renew(struct sim *s, int32_t j)
{
    int w = s->net.env.width;
    int32_t k = net_sum_of(&s->net, j);
    double t = s->net.env.t, *is = sim_term_kept(s, j), *sum;
    double c[SALTUS_SERIES], old[SALTUS_SIGNAL] = {0};
    evaluate(s, j, k, c);
    if (s->status < 0) return;
    for (int m = 0; m < w; m++) old[m] = is[1 + m];
    poly_shift(old, w - 1, t - is[0]);
    follow(s, j, k, c);
    if (memcmp(old, c, (size_t)w * sizeof *c) == 0) return;
    sum = sum_now(s, k);
    is[0] = t;
    for (int m = 0; m < w; m++) {
        sum[m] += c[m] - old[m]; /* (1) */
        is[1 + m] = c[m];
    }
    s->age[k]++;
    set_add(&s->dirty, k);
}

void sim_term_refresh(struct sim *s, int32_t j)
{
    int32_t k = net_sum_of(&s->net, j);
    sim_term_renew(s, j);
    if (sched_get(s->signals, slot_term(s, j)) <= s->net.env.t) sim_repeat(s, SALTUS_SUM, k);
}

void sim_terms_of(struct sim *s, int32_t i)
{
    for (const int32_t *f = csr_first(&s->net.inner, i); f < csr_last(&s->net.inner, i); f++) {
        if (*f >= s->net.n_terms || s->status < 0) return;
        sim_term_renew(s, *f);
    }
}

/* Terms among the readers of discrete k. */
static void terms_driven(struct sim *s, int32_t k)
{
    int32_t first = s->net.n + s->n_guards + s->n_clocks;
    const int32_t *begin = csr_first(&s->drives, k);
    for (const int32_t *f = csr_last(&s->drives, k); f > begin && f[-1] >= first; f--)
        if (f[-1] - first < s->net.n_terms && s->status >= 0) sim_term_renew(s, f[-1] - first);
}

void sim_terms_changed(struct sim *s)
{
    if (!s->net.n_terms) return;
    for (int32_t k = 0; k < s->n_writes; k++) terms_driven(s, s->writes[k].index);
    for (int32_t k = 0; k < s->changed.count; k++) sim_terms_of(s, s->changed.item[k]);
}

static void add_up(struct sim *s, int32_t k)
{
    int w = s->net.env.width;
    double t = s->net.env.t, *sum = sum_now(s, k);
    memset(sum, 0, SALTUS_SIGNAL * sizeof *sum);
    s->age[k] = 0;
    for (int32_t j = s->net.first_term[k]; j < s->net.first_term[k + 1]; j++) {
        double c[SALTUS_SIGNAL], *is = sim_term_kept(s, j);
        memcpy(c, is + 1, (size_t)w * sizeof *c);
        poly_shift(c, w - 1, t - is[0]);
        for (int m = 0; m < w; m++) sum[m] += c[m];
    }
}

void sim_sum_settle(struct sim *s, int32_t k)
{
    int32_t terms = s->net.first_term[k + 1] - s->net.first_term[k];
    if (s->age[k] >= (terms > LEAST_AGE ? terms : LEAST_AGE)) {
        add_up(s, k);
        if (sim_banded(s, k)) sim_band_add_up(s, k);
    }
    sim_signal_check(s, SALTUS_SUM, k, sim_banded(s, k) ? sum_of(s, k)->x : sum_of(s, k)->q);
}

/* ---- The start ------------------------------------------------------------------------------- */

void sim_terms_start(struct sim *s)
{
    for (int32_t k = 0; k < s->net.n_sums && s->status >= 0; k++) {
        for (int32_t j = s->net.first_term[k]; j < s->net.first_term[k + 1]; j++) {
            double c[SALTUS_SERIES], *is = sim_term_kept(s, j);
            evaluate(s, j, k, c);
            if (s->status < 0) return;
            is[0] = s->net.env.t;
            memcpy(is + 1, c, (size_t)s->net.env.width * sizeof *c);
        }
        add_up(s, k);
        if (sim_banded(s, k)) {
            sum_of(s, k)->tq = s->net.env.t;
            memcpy(sum_of(s, k)->q, sum_of(s, k)->x, sizeof sum_of(s, k)->q);
        }
    }
}

void sim_terms_begin(struct sim *s)
{
    sim_bands_begin(s);
    for (int32_t j = 0; s->bent_terms && j < s->net.n_terms && s->status >= 0; j++) {
        double c[SALTUS_SERIES];
        int32_t k = net_sum_of(&s->net, j);
        evaluate(s, j, k, c);
        if (s->status >= 0) follow(s, j, k, c);
    }
}
