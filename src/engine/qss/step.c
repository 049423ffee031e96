/* SPDX-License-Identifier: MIT */
/* step.c - one state moves, and what follows.
 *
 *  1. x_i is expanded at the present t; its quantum is taken anew.
 *  2. The method chooses q_i (and perhaps q_j of a partner, or turns further targets: a
 *     cascade).
 *  3. All values are in place; now the sums with a term that reads a changed q follow (signal.c),
 *     and every derivative that reads a changed q or sum is renewed: x_k is expanded at t, and its
 *     slopes are the series of f_k along the q.
 *  4. Each of these states, and i, gets its next time. Then the guards that read a changed q are
 *     looked at.
 *
 * How long a series lasts: quant/rules.c, (1) to (3). Few states live to see their time of (1): a
 * neighbour moves before. So its root is not computed at first; the queue gets a time that is a
 * little earlier, and the true one when that is due. */
#include "engine/qss/block.h"
#include "engine/qss/part.h"
#include "run/edge/edge.h"
#include "run/horizon/horizon.h"
#include "run/look.h"
#include <math.h>

/* g_ij g_ji from which two fast states may have a slow mode; how much nearer to x q is chosen if it
 * would pass a guard, and how often that is tried */
static const double tie = 0.01, nearer = 0.1;
enum { NEARER = 4 };

static double look_further(struct sim *s, const struct state *x, int32_t i, int order)
{
    double c[SALTUS_SERIES];
    s->model->der.eval(&s->net.env, i, SALTUS_SERIES, c);
    return rules_horizon(c, order, x->dq, s->knobs.refresh, s->timed[i]);
}

/* What is certified needs no look at the next terms, unless what is cut off adds up. */
static inline bool looks_further(const struct sim *s, int32_t i, const double *c, int order)
{
    if (horizon_certifies(s, SALTUS_STATE, i)) return s->timed[i];
    return rules_looks_further(c, order, s->timed[i]);
}

/* A value without slopes: at the edge of a domain, or where they overflow. What is not finite is
 * left out, and the certificate says how long that will do; false: there is none. Along constants
 * there are no slopes, and none is needed, if the model tells ranges. */
static bool cut_off(struct sim *s, struct state *x, int32_t i, const double *c, int order)
{
    int k = 0;
    while (k <= order && isfinite(c[k])) k++;
    if (k == 0 || !isfinite(x->x[0])) return false;
    if (!horizon_certifies(s, SALTUS_STATE, i) && (!s->model->range || s->width > 1 || s->timed[i]))
        return false;
    for (; k <= order; k++) x->x[k + 1] = 0;
    qss_of(s)->horizon[i] = INFINITY;
    return true;
}

/* x and x' of a state whose method is of the given order; inlined for each order, so that the
 * loops unroll. */
static inline __attribute__((always_inline)) void evaluate(struct sim *s, struct state *x,
                                                           int32_t i, const int order)
{
    double c[SALTUS_SERIES], sum;
    uint8_t kind = s->affine[i];
    rules_arrive(x, order, s->net.env.t);
    c[order] = 0;
    sim_asks(s, SALTUS_STATE, i);
    s->model->der.eval(&s->net.env, i, order + (kind & SERIES_MASK), c);
    s->stats.evaluations++;
    sum = rules_slopes(x, order, c);
    if (kind == SERIES_GOES_ON)
        qss_of(s)->horizon[i] =
            looks_further(s, i, c, order) ? look_further(s, x, i, order) : INFINITY;
    else if (sim_series_rest(kind))
        qss_of(s)->horizon[i] =
            rules_rest_lasts(c, order, order + kind - SERIES_ENDS_NEXT, s->knobs.refresh * x->dq);
    if (order == 1 && s->targets && sim_method(s, i)->target) qss_target_slope(s, i, c);
    if (isfinite(sum)) return;
    if (!isfinite(c[0]) && sim_beyond(s, &s->net.env, SALTUS_STATE, i, order + 1, c))
        sum = rules_slopes(x, order, c);
    if (!isfinite(sum) && !cut_off(s, x, i, c, order)) sim_not_finite(s, i);
}

/* A time that may be settled later is up to 9 per cent short. */
static const double short_of = 1.09;

/* h, limited by the age of the series and by the horizon. */
static inline __attribute__((always_inline)) double limited(struct sim *s, const struct state *x,
                                                            int32_t i, double h, const int order)
{
    double end = order == 1 || sim_series_rest(s->affine[i]) ? qss_of(s)->horizon[i] : INFINITY;
    if (rules_outgrown(x, order, s->knobs.refresh, h)) {
        double soonest = order == 2 ? rules_age_below(x, order, s->knobs.refresh) : 0;
        if (soonest > 0 && short_of * soonest <= end) {
            qss_of(s)->due_for[i] = DUE_SOONEST;
            qss_of(s)->since[i] = s->net.env.t;
            return soonest;
        }
        h = rules_age(x, order, s->knobs.refresh);
        qss_of(s)->due_for[i] = DUE_REFRESH;
    }
    if (!(end < h)) return h;
    qss_of(s)->due_for[i] = DUE_REFRESH;
    return end;
}

/* h, limited to what is certain. */
static double certified(struct sim *s, int32_t i, double h)
{
    double need = qss_of(s)->due_for[i] == DUE_SOONEST ? short_of * h : h;
    double certain = horizon_state(s, i, need);
    if (certain >= need) return h;
    qss_of(s)->due_for[i] = DUE_REFRESH;
    return certain;
}

static inline __attribute__((always_inline)) void schedule(struct sim *s, const struct state *x,
                                                           const struct method *m, int32_t i,
                                                           bool own, const int order)
{
    double h = m->wait(m, x, &s->net.tune, own);
    qss_of(s)->due_for[i] = DUE_STEP;
    if (rules_outgrown(x, order, s->knobs.refresh, h) ||
        ((order == 1 || sim_series_rest(s->affine[i])) && qss_of(s)->horizon[i] < h))
        h = limited(s, x, i, h, order);
    if (s->affine[i] == SERIES_GOES_ON && horizon_has(s, SALTUS_STATE, i)) h = certified(s, i, h);
    sched_put(qss_of(s)->queue, i, s->net.env.t + h);
}

void qss_settle_due(struct sim *s, int32_t i)
{
    const struct state *x = &s->net.s[i];
    qss_of(s)->due_for[i] = DUE_REFRESH;
    sched_put(qss_of(s)->queue, i,
              qss_of(s)->since[i] + rules_age(x, sim_method(s, i)->info.order, s->knobs.refresh));
}

void qss_evaluate(struct sim *s, int32_t i)
{
    struct state *x = &s->net.s[i];
    switch (sim_method(s, i)->info.order) {
    case 1: evaluate(s, x, i, 1); break;
    case 2: evaluate(s, x, i, 2); break;
    case 3: evaluate(s, x, i, 3); break;
    default: evaluate(s, x, i, 4);
    }
}

void qss_schedule(struct sim *s, int32_t i, bool own)
{
    const struct method *m = sim_method(s, i);
    const struct state *x = &s->net.s[i];
    switch (m->info.order) {
    case 1: schedule(s, x, m, i, own, 1); break;
    case 2: schedule(s, x, m, i, own, 2); break;
    case 3: schedule(s, x, m, i, own, 3); break;
    default: schedule(s, x, m, i, own, 4);
    }
}

/* Both, one after the other: what most steps do most of the time. */
static void update(struct sim *s, int32_t i, bool own)
{
    const struct method *m = sim_method(s, i);
    struct state *x = &s->net.s[i];
    if (m->info.order == 2) {
        evaluate(s, x, i, 2);
        if (s->status >= 0) schedule(s, x, m, i, own, 2);
    } else {
        qss_evaluate(s, i);
        if (s->status >= 0) qss_schedule(s, i, own);
    }
}

/* ---- Propagation ----------------------------------------------------------------------------- */

/* What does not read a changed q must not change: the check behind option `shadow`. */
static void shadow_before(struct sim *s)
{
    for (int32_t k = 0; k < s->net.n; k++)
        s->model->der.eval(&s->net.env, k, 1, &qss_of(s)->shadow[k]);
    if (s->n_signals) sim_signals_shadow(s, qss_of(s)->shadow + s->net.n);
}
static void shadow_after(struct sim *s)
{
    if (s->n_signals) sim_signals_compare(s, qss_of(s)->shadow + s->net.n);
    for (int32_t k = 0; k < s->net.n; k++) {
        double f;
        if (set_has(&s->touched, k)) continue;
        s->model->der.eval(&s->net.env, k, 1, &f);
        if (f == qss_of(s)->shadow[k] || (isnan(f) && isnan(qss_of(s)->shadow[k]))) continue;
        sim_fail(s, SALTUS_EMODEL, SALTUS_STATE, k,
                 "its derivative changed although nothing changed that it is said to read",
                 "read all operands before a branch, use jet_if, or declare the reads by hand");
        return;
    }
}

/* Unilateral edges follow x, too: where it has a new slope, they are looked at. */
static void look_at_edges(struct sim *s)
{
    for (int32_t k = 0; k < s->touched.count; k++) {
        int32_t j = s->touched.item[k];
        for (const int32_t *g = csr_first(&s->feeds_guard, j); g < csr_last(&s->feeds_guard, j);
             g++)
            if (s->watch[*g].special) set_add(&s->looked, *g);
    }
}

void qss_propagate(struct sim *s, int32_t own)
{
    if (s->net.inside && fence_late(s)) return;
    if (s->targets) qss_cascade(s, own);
    if (s->n_signals) sim_signals_changed(s);
    s->n_writes = 0;
    if (qss_of(s)->parts && s->status >= 0) parts_follow(s);
    if (s->status < 0) return;
    for (int32_t k = 0; k < s->changed.count; k++) {
        int32_t j = s->changed.item[k];
        for (const int32_t *f = csr_first(&s->net.feeds, j); f < csr_last(&s->net.feeds, j); f++)
            set_add(&s->touched, *f);
        for (const int32_t *g = csr_first(&s->feeds_guard, j); g < csr_last(&s->feeds_guard, j);
             g++)
            set_add(&s->looked, *g);
    }
    for (int32_t k = 0; k < s->touched.count; k++)
        if (!part_of(s, s->touched.item[k])) qss_evaluate(s, s->touched.item[k]);
    for (int32_t k = 0; k < s->changed.count; k++) {
        int32_t j = s->changed.item[k];
        if (set_has(&s->touched, j) || part_of(s, j)) continue;
        net_advance(&s->net, j);
        if (s->affine[j] != SERIES_ENDS || sim_method(s, j)->target) qss_evaluate(s, j);
        set_add(&s->touched, j);
    }
    if (s->status < 0) return;
    if (s->net.inside) look_at_edges(s);
    for (int32_t k = 0; k < s->touched.count; k++) {
        int32_t j = s->touched.item[k];
        if (part_of(s, j)) continue; /* its step is planned when all has happened */
        qss_schedule(s, j, j == own || set_has(&s->changed, j));
        if (s->opt.sink) sim_segment(s, j);
    }
    for (int32_t k = 0; k < s->looked.count; k++)
        if (!parts_look(s, s->looked.item[k])) sim_guard_look(s, s->looked.item[k], false);
    if (qss_of(s)->shadow) shadow_after(s);
}

void qss_begin(struct sim *s)
{
    if (s->net.inside && s->fences->late) return;
    if (qss_of(s)->shadow) shadow_before(s);
    sim_forget_changes(s);
}

/* Does anything read q_i that stands between states and derivatives? */
static bool goes_further(const struct sim *s, int32_t i)
{
    return s->n_signals && csr_count(&s->net.inner, i) > 0;
}

/* The state that has stepped, where its derivative does not read it. */
static void own_alone(struct sim *s, int32_t i)
{
    if (s->affine[i] != SERIES_ENDS) qss_evaluate(s, i);
    if (s->status < 0) return;
    qss_schedule(s, i, true);
    if (s->opt.sink && s->affine[i] != SERIES_ENDS) sim_segment(s, i);
}

/* The common case of 3. and 4.: only q_i has changed, nothing can cascade, no sum follows. */
static void propagate_one(struct sim *s, int32_t i)
{
    bool self = false, lines = s->width == 2;
    s->mover = i;
    for (const int32_t *k = csr_first(&s->net.feeds, i); k < csr_last(&s->net.feeds, i); k++) {
        update(s, *k, *k == i);
        if (s->status < 0) break;
        if (s->opt.sink) sim_segment(s, *k);
        self |= *k == i;
    }
    if (!self && s->status >= 0) own_alone(s, i);
    s->mover = -1;
    if (s->status < 0) return;
    s->stepped = i;
    for (const int32_t *g = csr_first(&s->feeds_guard, i); g < csr_last(&s->feeds_guard, i); g++)
        if (!lines || !look_line(s, *g)) sim_guard_look(s, *g, false);
    s->stepped = -1;
}

void qss_wider(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++)
        if (s->affine[i] != SERIES_GOES_ON) s->affine[i] = sim_series_kind(s, i);
}

/* May q_i have a coefficient more? Rows of sums and delays do not grow; an edge sees lines. */
static bool may_bend(const struct sim *s, const struct method *m, int32_t i)
{
    return m->bends && (s->timed[i] || s->width > 2) && !s->n_signals && !s->outside &&
           !s->net.inside;
}

/* The first q that is bent makes signals wider, for the rest of the run. */
static void note_bend(struct sim *s, const struct method *m, const struct state *x)
{
    int width = m->info.order + 1;
    if (!m->bends || s->width >= width || x->q[width - 1] == 0) return;
    s->width = s->net.env.width = width;
    qss_wider(s);
}

/* Has i a partner with which it has a slow mode, though each of them is fast? Where no one has asked
 * for pairs, that is not known. */
static bool tied(struct net *net, int32_t i)
{
    if (!net->pairs.start) return true;
    for (const int32_t *j = csr_first(&net->pairs, i); j < csr_last(&net->pairs, i); j++) {
        double there, back, own;
        if (*j == i) continue;
        there = net_partial(net, i, *j);
        back = there != 0 ? net_partial(net, *j, i) : 0;
        own = back != 0 ? net_partial(net, *j, *j) : 0;
        if (fabs(there * back) > tie * fabs(net->s[i].a * own)) return true;
    }
    return false;
}

bool qss_settles(struct sim *s, int32_t i, double h)
{
    return sim_method(s, i)->bends && rules_slaved(s->net.s[i].a, h) && !tied(&s->net, i);
}

/* Does a derivative other than its own read q_i? If none does, x_i is in no linear invariant: with w'A
 * = 0 and column i of A empty but for A_ii, w_i = 0. */
static bool heard(const struct sim *s, int32_t i)
{
    for (const int32_t *f = csr_first(&s->net.feeds, i); f < csr_last(&s->net.feeds, i); f++)
        if (*f != i) return true;
    return goes_further(s, i);
}

/* A slaved state that follows a curve has been at its q, and x is what rounding of the step has
 * left of that (rules.h, 6): it goes there, so that it need not be found at the edge of its band by
 * the next step or event. Where others read it, x must stay the integral of what f saw: there it gets
 * as long as the last step took, driven by a q that is a little nearer to x: x' - q' = A (q - curve).
 * age: of the q before. */
static void arrive(struct sim *s, int32_t i, double age)
{
    struct state *x = &s->net.s[i];
    double off = x->x[0] - x->q[0], close = rules_closely * s->net.tune.band * x->dq;
    if (!s->net.tune.bends || x->q[2] == 0 || !rules_slaved(x->a, age) || tied(&s->net, i)) return;
    x->aux[0] = -INFINITY;
    if (!heard(s, i)) {
        x->x[0] = x->q[0];
        return;
    }
    x->q[0] -= off / (x->a * age);
    if (fabs(off) > close) x->aux[0] = -2 * age;
}

/* 2. Returns the partner, or -1. */
static int32_t choose(struct sim *s, int32_t i, const struct method *m)
{
    struct net *net = &s->net;
    struct state *x = &net->s[i], was;
    double age = net->env.t - x->tq;
    if (m->implicit) {
        double a = net_partial(net, i, i);
        if (isfinite(a)) x->a = a;
    }
    if (!m->pair) {
        net->tune.bends = may_bend(s, m, i);
        m->choose(m, x, net->env.t, &net->tune);
        note_bend(s, m, x);
        if (m->bends) arrive(s, i, age);
        return -1;
    }
    was = *x;
    m->choose(m, x, net->env.t, &net->tune);
    return m->pair(m, net, i, &was);
}

static double q_now(const struct sim *s, const struct state *x)
{
    return poly_value(x->q, SALTUS_SIGNAL - 1, s->net.env.t - x->tq);
}

static void put_q(struct state *x, const struct state *from)
{
    x->tq = from->tq;
    for (int k = 0; k < SALTUS_SIGNAL; k++) x->q[k] = from->q[k];
}

/* 2. where there are edges: no trial and no new q beyond one. Both of a pair are held one after the
 * other. */
static int32_t choose_inside(struct sim *s, int32_t i, const struct method *m)
{
    struct net *net = &s->net;
    struct state *x = &net->s[i], was = *x, wished;
    double before = q_now(s, x);
    int32_t j;
    if (m->implicit) {
        double a = net_partial(net, i, i);
        if (isfinite(a)) was.a = x->a = a;
    }
    m->choose(m, x, net->env.t, &net->tune);
    if (fence_hold(s, i, before, false) || !m->pair || s->status < 0) return -1;
    j = m->pair(m, net, i, &was);
    if (j < 0) return -1;
    wished = net->s[j];
    put_q(&net->s[j], &net->partner);
    fence_hold(s, i, before, false);
    before = q_now(s, &net->s[j]);
    put_q(&net->s[j], &wished);
    fence_hold(s, j, before, false);
    return j;
}

/* Has the step just made carried a guard over its zero, on whose old side x is? */
static bool overshoots(struct sim *s, int32_t i)
{
    double t = s->net.env.t;
    for (const int32_t *g = csr_first(&s->feeds_guard, i); g < csr_last(&s->feeds_guard, i); g++)
        if (!s->watch[*g].special && !s->watch[*g].part &&
            sched_get(s->events, slot_guard(s, *g)) <= t &&
            sim_guard_side_x(s, *g) == s->watch[*g].sign)
            return true;
    return false;
}

/* q that is nearer to x, until no guard is passed that x has not passed. */
static void come_nearer(struct sim *s, int32_t i, const struct method *m)
{
    struct tuning *k = &s->net.tune, was = *k;
    double share = 1;
    for (int tries = 0; tries < NEARER && s->status >= 0 && overshoots(s, i); tries++) {
        share *= nearer;
        k->theta = share * was.theta;
        k->band = share * was.band;
        choose(s, i, m);
        *k = was;
        propagate_one(s, i);
    }
}

void qss_step(struct sim *s, int32_t i)
{
    const struct method *m = sim_method(s, i);
    struct state *x = &s->net.s[i];
    int32_t partner;
    bool edges = s->net.inside != NULL;
    if (x->tq == s->net.env.t) sim_repeat(s, SALTUS_STATE, i);
    if (!edges) sched_take(qss_of(s)->queue, i);
    if (qss_of(s)->shadow || edges) qss_begin(s);
    sim_asks(s, SALTUS_STATE, i);
    net_advance(&s->net, i);
    x->dq = net_quantum(&s->net, i);
    if (m->couple && !edges && block_together(s, i)) {
        qss_propagate(s, i);
        return;
    }
    partner = edges ? choose_inside(s, i, m) : choose(s, i, m);
    s->steps[i]++;
    s->stats.steps++;
    if (s->status < 0) return;
    if (partner < 0 && !s->targets && !qss_of(s)->shadow && !edges && !goes_further(s, i)) {
        propagate_one(s, i);
        if (m->bends) come_nearer(s, i, m);
        return;
    }
    if (!qss_of(s)->shadow && !edges) qss_begin(s);
    set_add(&s->changed, i);
    if (partner >= 0) {
        s->steps[partner]++;
        s->stats.steps++;
        s->stats.pair_steps++;
        set_add(&s->changed, partner);
    }
    qss_propagate(s, i);
}

void qss_renew(struct sim *s, int32_t i)
{
    if (s->net.s[i].tx == s->net.env.t) sim_repeat(s, SALTUS_STATE, i);
    s->stats.refreshes++;
    qss_begin(s);
    set_add(&s->touched, i);
    if (!s->targets && !s->n_signals && !s->net.inside) s->mover = i; /* or rather: none */
    qss_propagate(s, -1);
    s->mover = -1;
}
