/* SPDX-License-Identifier: MIT */
/* targets.c - BQSS and CQSS in the engine: which targets turn, and how long a state may rest.
 *
 * A target turns when f points away from it (quant/target.h). With BQSS that changes q, and so
 * the f of others: a cascade. States that read a changed q are considered as a whole, with the q
 * as they are; then those that wish to turn do; and so on from the lowest index, each state being
 * considered once. A state whose f still points away from its target rests, x' = 0, until
 * something that f reads changes, or until f, moved by neighbours of higher order or by time,
 * changes its sign at one of the two levels. */
#include "quant/target.h"
#include "engine/qss/qss.h"
#include "run/edge/edge.h"
#include <math.h>

/* ---- The cascade ----------------------------------------------------------------------------- */

/* Where the q that would follow lies beyond an edge, it is pulled back, and f there decides. */
static bool may_turn(struct sim *s, int32_t b, const struct method_target *target)
{
    const struct state *x = &s->net.s[b];
    enum target_may may = target_may_turn(x, s->net.env.t);
    double keep, f;
    if (may != TARGET_ASKS) return may == TARGET_TURNS;
    if (!net_allowed(&s->net, b, target->would(x))) return true;
    keep = net_try(&s->net, b, target->would(x));
    s->model->der.eval(&s->net.env, b, 1, &f);
    s->stats.evaluations++;
    net_undo(&s->net, b, keep);
    return target_turned_to(x, f);
}

/* What f_b, with the q as they are, asks of b's target. */
static void consider(struct sim *s, int32_t b)
{
    const struct method *m = sim_method(s, b);
    double f;
    qss_of(s)->wish[b] = 0;
    if (!m->target) return;
    sim_asks(s, SALTUS_STATE, b);
    net_advance(&s->net, b);
    s->model->der.eval(&s->net.env, b, 1, &f);
    s->stats.evaluations++;
    if (m->target->against(&s->net.s[b], f) && may_turn(s, b, m->target)) qss_of(s)->wish[b] = f;
}

/* The states that entered `due` from `first` on were considered as a whole; now those that wish
 * turn. */
static void turn(struct sim *s, int32_t first)
{
    for (int32_t k = first; k < qss_of(s)->due.count; k++) {
        int32_t b = qss_of(s)->due.item[k];
        double before = s->net.s[b].q[0];
        if (qss_of(s)->wish[b] == 0) continue;
        if (sim_method(s, b)->target->turn(&s->net.s[b], qss_of(s)->wish[b], s->net.env.t)) {
            s->steps[b]++;
            s->stats.steps++;
            set_add(&s->changed, b);
            if (s->net.inside) fence_hold(s, b, before, false);
            if (s->n_signals) sim_terms_of(s, b);
        }
    }
}

/* Lowest index first among changed[from..]. */
static int32_t next_changed(struct sim *s, int32_t from)
{
    int32_t *it = s->changed.item, best = from, keep;
    for (int32_t k = from + 1; k < s->changed.count; k++)
        if (it[k] < it[best]) best = k;
    keep = it[best];
    it[best] = it[from];
    return it[from] = keep;
}

static void consider_all(struct sim *s, const struct csr *list, int32_t row)
{
    for (const int32_t *b = csr_first(list, row); b < csr_last(list, row); b++)
        if (!set_has(&qss_of(s)->due, *b)) {
            consider(s, *b);
            set_add(&qss_of(s)->due, *b);
        }
}

/* Derivatives that read q_j through a sum. */
static void consider_sums(struct sim *s, int32_t j)
{
    for (const int32_t *f = csr_first(&s->net.inner, j); f < csr_last(&s->net.inner, j); f++)
        if (*f < s->net.n_terms) consider_all(s, &s->shown, net_sum_of(&s->net, *f));
}

/* `due` collects every state that has been considered, and the one whose own step it is: each is
 * considered once. */
void qss_cascade(struct sim *s, int32_t own)
{
    int32_t first;
    if (s->n_signals) sim_terms_changed(s);
    set_clear(&qss_of(s)->due);
    if (own >= 0) set_add(&qss_of(s)->due, own);
    first = qss_of(s)->due.count;
    for (int32_t k = 0; k < s->touched.count; k++) set_add(&qss_of(s)->due, s->touched.item[k]);
    for (int32_t k = first; k < qss_of(s)->due.count; k++) consider(s, qss_of(s)->due.item[k]);
    turn(s, first);
    for (int32_t k = 0; k < s->changed.count; k++) {
        int32_t j = next_changed(s, k);
        first = qss_of(s)->due.count;
        consider_all(s, &s->net.feeds, j);
        if (s->n_signals) consider_sums(s, j);
        turn(s, first);
    }
}

/* ---- x' and rest ----------------------------------------------------------------------------- */

/* How long may it rest, as f at the other level says? */
static double rests_until(struct sim *s, struct state *x, int32_t i,
                          const struct method_target *target)
{
    double c[2], other = target->would(x), keep;
    if (!net_allowed(&s->net, i, other)) other = x->x[0]; /* as far as it could go */
    if (!net_allowed(&s->net, i, other)) return INFINITY;
    keep = net_try(&s->net, i, other);
    s->model->der.eval(&s->net.env, i, 2, c);
    s->stats.evaluations++;
    net_undo(&s->net, i, keep);
    return target_rests_until(x, c);
}

/* x' of a state with a target, which may rest against f; and when it must be looked at again. */
void qss_target_slope(struct sim *s, int32_t i, const double *c)
{
    const struct method_target *target = sim_method(s, i)->target;
    struct state *x = &s->net.s[i];
    bool asks;
    double wake = target_take(x, target, c, s->knobs.refresh, &asks);
    if (sim_series_rest(s->affine[i])) wake = fmin(wake, qss_of(s)->horizon[i]);
    if (asks) wake = fmin(wake, rests_until(s, x, i, target));
    qss_of(s)->horizon[i] = wake;
}
