/* SPDX-License-Identifier: MIT */
/* whole.c - the model at a point (t, x), and the instants at which something happens.
 *
 * Invariant: between instants net.s[i] holds the pieces that the engine gave out (whole_step.c); at
 * an instant it holds the values of whole->x with q = x, without slopes unless `slopes` says so. */
#include "engine/whole/hidden.h"
#include "engine/whole/whole.h"
#include "run/edge/edge.h"
#include "base/text.h"
#include "quant/rules.h"
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { STRIDE = 1 + SALTUS_SIGNAL };

/* Records of the run are read as polynomials only. */
static const struct method whole_method = {.info = {.name = "", .order = SALTUS_SIGNAL}};

/* ---- The model at a point -------------------------------------------------------------------- */

static void remember_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    struct whole *w = (struct whole *)((uintptr_t)e - offsetof(struct whole, env));
    if (w->faulted) return;
    w->faulted = true;
    w->fault_at = at ? *at : (saltus_loc){0};
    w->fault_kind = w->sim->asked;
    w->fault_index = w->sim->asked_index;
    snprintf(w->fault_text, sizeof w->fault_text, "%s", text ? text : "the model cannot go on");
}

static double *signal_of(struct whole *w, int32_t k)
{
    return w->signals + (size_t)k * STRIDE;
}

/* Does only an output read sum k? */
static bool idle(const struct sim *s, int32_t k)
{
    return !csr_count(&s->shown, k) && !csr_count(&s->shown_guard, k) &&
           !csr_count(&s->shown_delay, k);
}

static void show_sums(struct sim *s, struct whole *w)
{
    const struct net *net = &s->net;
    int order = w->env.width;
    for (int32_t k = 0; k < net->n_sums; k++) {
        double *to = signal_of(w, net->n + k), c[SALTUS_SERIES];
        if (!w->looking && idle(s, k)) continue;
        memset(to, 0, STRIDE * sizeof *to);
        to[0] = w->env.t;
        sim_asks(s, SALTUS_SUM, k);
        for (int32_t j = net->first_term[k]; j < net->first_term[k + 1]; j++) {
            s->model->term.eval(&w->env, j, order, c);
            if (!isfinite(c[0])) sim_beyond(s, &w->env, SALTUS_SUM, j, order, c);
            for (int m = 0; m < order; m++) to[1 + m] += c[m];
        }
        s->stats.term_evaluations += (uint64_t)(net->first_term[k + 1] - net->first_term[k]);
    }
}

void whole_show(struct sim *s, double t, const double *x, const double *f)
{
    struct whole *w = whole_of(s);
    w->env.t = t;
    w->env.width = f ? 2 : 1;
    w->faulted = false;
    for (int32_t i = 0; i < s->net.n; i++) {
        double *to = signal_of(w, i);
        to[0] = t;
        to[1] = x[i];
        to[2] = f ? f[i] : 0;
        to[3] = to[4] = 0;
    }
    for (int32_t k = 0; k < s->n_delays; k++) {
        double *to = signal_of(w, s->net.n + s->net.n_sums + k);
        to[0] = t;
        if (s->past[k].by < 0) whole_delay_at(s, k, t, to + 1);
    }
    if (s->net.n_sums) show_sums(s, w);
    if (s->changing)
        whole_lags_show(s, &w->env, signal_of(w, s->net.n + s->net.n_sums) + 1, STRIDE);
}

void whole_guard(struct sim *s, int32_t k, int order, double *c)
{
    sim_asks(s, SALTUS_GUARD, k);
    s->model->guard.eval(&whole_of(s)->env, k, order, c);
    if (!isfinite(c[0])) sim_beyond(s, &whole_of(s)->env, SALTUS_GUARD, k, order, c);
    sim_guard_unmark(c, order - 1);
    s->stats.guard_evaluations++;
}

bool whole_allowed(struct sim *s)
{
    for (int32_t j = 0; j < s->n_edges; j++) {
        double z;
        int32_t k = s->edges[j].guard;
        if (!edge_up(s, &s->edges[j])) continue;
        whole_guard(s, k, 1, &z);
        if (z <= 0) continue;
        whole_of(s)->host.beyond = k;
        return false;
    }
    return true;
}

/* x - x is 0, or not a number: four sums of it, none of which waits for another. */
static bool all_finite(const double *x, int32_t n)
{
    double sum[4] = {0};
    int32_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += x[i + k] - x[i + k];
    for (; i < n; i++) sum[0] += x[i] - x[i];
    return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

/* What f[0..n-1], coefficients `which` at the point shown, are worth. One that is beyond a relation has
 * the value that it has there. */
static enum whole_answer judge(struct sim *s, int which, double *f)
{
    struct whole *w = whole_of(s);
    double c[SALTUS_SERIES];
    s->stats.evaluations += (uint64_t)s->net.n;
    if (w->faulted) return WHOLE_FAULT;
    if (all_finite(f, s->net.n)) return WHOLE_OK;
    for (int32_t i = 0; i < s->net.n; i++) {
        if (isfinite(f[i])) continue;
        w->host.not_finite = i;
        if (!sim_beyond(s, &w->env, SALTUS_STATE, i, which + 1, c)) return WHOLE_NAN;
        if (w->faulted) return WHOLE_FAULT;
        if (!isfinite(f[i] = c[which])) return WHOLE_NAN;
    }
    return WHOLE_OK;
}

/* All f at the point shown, which is allowed; out: coefficient `which` of each. */
static void ask_each(struct sim *s, int which, double *out)
{
    double c[SALTUS_SERIES];
    for (int32_t i = 0; i < s->net.n; i++) {
        sim_asks(s, SALTUS_STATE, i);
        s->model->der.eval(&whole_of(s)->env, i, which + 1, c);
        out[i] = c[which];
    }
}

/* As signals have it, -0 is 0. */
static void gather(struct sim *s, const double *x)
{
    struct whole *w = whole_of(s);
    for (int32_t i = 0; i < s->net.n; i++) w->values[1 + i] = x[i] + 0.0;
    for (int32_t k = s->net.n; k < s->net.n + s->n_signals; k++)
        w->values[1 + k] = signal_of(w, k)[1] + 0.0;
}

/* All f at (t, x) in one call, f. False: the model gave up. */
static bool ask_at_once(struct sim *s, double t, const double *x, double *f)
{
    struct whole *w = whole_of(s);
    gather(s, x);
    w->env.t = t;
    w->env.q = w->values;
    w->env.stride = w->env.width = 1;
    w->faulted = false;
    s->model->derivatives(&w->env, f);
    w->env.q = w->signals;
    w->env.stride = STRIDE;
    return !w->faulted;
}

/* A point of a step that may be too long for lags that change. */
static void try_show(struct sim *s, double t, const double *x, const double *f)
{
    struct whole *w = whole_of(s);
    w->trying = !w->asking;
    whole_show(s, t, x, f);
    w->trying = false;
}

/* Signals are shown where they are read: by sums, by edges, and by a model that has no function for
 * all. After a fault each is asked again, to know which it was. */
enum whole_answer whole_derivatives(struct sim *s, double t, const double *x, double *f)
{
    struct whole *w = whole_of(s);
    bool at_once = s->model->derivatives != NULL;
    if (!at_once || s->n_signals || w->n_edges) try_show(s, t, x, NULL);
    if (s->changing && w->faulted) return WHOLE_FAULT;
    if (w->n_edges && !whole_allowed(s)) return WHOLE_BEYOND;
    if (at_once && ask_at_once(s, t, x, f)) {
        if (all_finite(f, s->net.n)) return judge(s, 0, f);
        whole_show(s, t, x, NULL);
        return judge(s, 0, f);
    }
    if (at_once) whole_show(s, t, x, NULL);
    ask_each(s, 0, f);
    return judge(s, 0, f);
}

enum whole_answer whole_second(struct sim *s, double t, const double *x, const double *f,
                               double *second)
{
    try_show(s, t, x, f);
    if (s->changing && whole_of(s)->faulted) return WHOLE_FAULT;
    if (whole_of(s)->n_edges && !whole_allowed(s)) return WHOLE_BEYOND;
    ask_each(s, 1, second);
    return judge(s, 1, second);
}

void whole_fail(struct sim *s, enum whole_answer why)
{
    struct whole *w = whole_of(s);
    s->net.env.t = fmax(s->net.env.t, w->host.t);
    if (why == WHOLE_BEYOND)
        sim_fail(s, SALTUS_EMODEL, SALTUS_GUARD, w->host.beyond,
                 "the run cannot go on without evaluating the model beyond this edge",
                 "a looser tolerance, or an event that reacts to it");
    else if (why == WHOLE_NAN)
        sim_not_finite(s, w->host.not_finite);
    else if (why == WHOLE_FAULT)
        sim_fail_at(s, SALTUS_EMODEL, w->fault_at.line ? &w->fault_at : NULL, w->fault_kind,
                    w->fault_index, w->fault_text, NULL);
}

/* ---- An instant ------------------------------------------------------------------------------ */

/* Sums and delays in the records of the run. */
static void bring_signals(struct sim *s)
{
    for (int32_t k = 0; k < s->n_delays; k++) {
        struct state *y = &s->net.s[s->net.n + s->net.n_sums + k];
        y->tq = s->net.env.t;
        if (s->past[k].by < 0) whole_delay_at(s, k, y->tq, y->q);
    }
    if (s->net.n_sums) sim_terms_start(s);
    if (s->changing)
        whole_lags_show(s, &s->net.env, s->net.s[s->net.n + s->net.n_sums].q,
                        sizeof *s->net.s / sizeof(double));
    for (int32_t k = 0; k < s->n_signals; k++) sim_signal_show(s, k);
}

static void flatten(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++) {
        struct state *x = &s->net.s[i];
        double value = x->x[0];
        memset(x->x, 0, sizeof x->x);
        x->x[0] = value;
        x->tx = s->net.env.t;
        sim_assign_q(s, i, value);
    }
    whole_of(s)->slopes = false;
    if (s->n_signals) bring_signals(s);
}

void whole_bring(struct sim *s)
{
    struct whole *w = whole_of(s);
    if (w->host.t > s->net.env.t) {
        s->repeats = 0;
        s->net.env.t = w->host.t;
    }
    s->reached = w->host.t;
    for (int32_t i = 0; i < s->net.n; i++) s->net.s[i].x[0] = w->host.x[i];
    flatten(s);
}

/* Coefficient m of x_i, m > 0, from f along q; false: one of them is not finite, they stay 0. */
static bool ask_coefficient(struct sim *s, int m)
{
    struct state *x = s->net.s;
    double c[SALTUS_SERIES], sum = 0;
    for (int32_t i = 0; i < s->net.n; i++) {
        sim_asks(s, SALTUS_STATE, i);
        s->model->der.eval(&s->net.env, i, m, c);
        if (!isfinite(c[m - 1])) sim_beyond(s, &s->net.env, SALTUS_STATE, i, m, c);
        sum += x[i].x[m] = c[m - 1] / m;
    }
    s->stats.evaluations += (uint64_t)s->net.n;
    for (int32_t i = 0; !isfinite(sum) && i < s->net.n; i++) x[i].x[m] = 0;
    return isfinite(sum);
}

/* Has no jump carried the run beyond an edge whose fence is up? */
static bool inside(struct sim *s)
{
    for (int32_t j = 0; j < s->n_edges; j++) {
        double z;
        if (!edge_up(s, &s->edges[j])) continue;
        sim_asks(s, SALTUS_GUARD, s->edges[j].guard);
        s->model->guard.eval(&s->net.env, s->edges[j].guard, 1, &z);
        s->stats.guard_evaluations++;
        if (!(z <= 0)) return false;
    }
    return true;
}

/* Passed by a jump: its event comes before anything is evaluated. */
static bool passed(const struct sim *s, int32_t k, double z)
{
    const struct edge *e = edge_find(s, k);
    return e && edge_up(s, e) && z > 0;
}

/* Slopes of x and q at the instant, order by order. At the edge of a root or a logarithm there may
 * be none: then they are not known from some order on, and it is for the engine to say whether it
 * can go on. */
static void find_slopes(struct sim *s)
{
    whole_of(s)->slopes = true;
    if (s->n_edges && !inside(s)) return;
    for (int m = 1; m <= s->width && s->status >= 0 && ask_coefficient(s, m); m++) {
        for (int32_t i = 0; m < SALTUS_SIGNAL && i < s->net.n; i++)
            s->net.s[i].q[m] = s->net.s[i].x[m];
        if (s->n_signals) bring_signals(s);
    }
}

/* Slopes are asked for only where the value alone does not tell the side. */
static void look(struct sim *s, int32_t k, bool own)
{
    struct watch *g = &s->watch[k];
    double z, t = s->net.env.t;
    if (g->part) return;
    sim_asks(s, SALTUS_GUARD, k);
    s->model->guard.eval(&s->net.env, k, 1, &z);
    s->stats.guard_evaluations++;
    if (g->sign * z > 0 && !sim_guard_lands(s, k)) {
        sched_set(s->events, slot_guard(s, k), INFINITY);
        return;
    }
    if (g->sign * z < 0 && g->fired != t && (!g->special || passed(s, k, z)) &&
        z != SALTUS_AT_EDGE) {
        g->predicted = true;
        g->seen = t;
        sched_set(s->events, slot_guard(s, k), t);
        return;
    }
    if (!whole_of(s)->slopes) find_slopes(s);
    if (s->status >= 0) sim_guard_look(s, k, own);
    if (sched_get(s->events, slot_guard(s, k)) > t)
        sched_set(s->events, slot_guard(s, k), INFINITY);
}

static void propagate(struct sim *s)
{
    bool any = s->n_writes || s->changed.count;
    s->n_writes = 0;
    if (!any) return;
    whole_of(s)->changed = true;
    flatten(s);
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) look(s, k, false);
}

/* The engine has found guard k at its zero: it fires, whatever rounding says. */
static void force(struct sim *s, int32_t k)
{
    s->watch[k].predicted = true;
    if (s->watch[k].fired != s->net.env.t) s->watch[k].seen = s->net.env.t;
    sched_set(s->events, slot_guard(s, k), s->net.env.t);
}

/* The engine has found guard k at its zero, or just beyond: no slopes are needed to tell that it
 * fires. */
static bool clearly(struct sim *s, int32_t k)
{
    double z;
    if (s->watch[k].special) return false;
    sim_asks(s, SALTUS_GUARD, k);
    s->model->guard.eval(&s->net.env, k, 1, &z);
    s->stats.guard_evaluations++;
    return s->watch[k].sign * z <= 0;
}

/* Guards are found by the engine: only what is due now stays in the queue. */
static bool next_now(struct sim *s, int32_t *slot)
{
    double t;
    for (;;) {
        *slot = sched_top(s->events, &t);
        if (t <= s->net.env.t) return true;
        if (*slot < s->n_clocks || isinf(t)) return false;
        sched_set(s->events, *slot, INFINITY);
    }
}

bool whole_instant(struct sim *s, int32_t due)
{
    struct whole *w = whole_of(s);
    int32_t slot;
    bool first = !w->begun;
    w->begun = true;
    whole_bring(s);
    w->stepping = false;
    w->changed = false;
    if (s->n_delays && whole_delays_jump(s, w->host.t)) {
        w->changed = true;
        bring_signals(s);
    }
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++) {
        if (first)
            sim_guard_first_look(s, k);
        else if (k != due || !clearly(s, k))
            look(s, k, false);
    }
    if (due >= 0 && s->status >= 0) force(s, due);
    while (s->status >= 0 && next_now(s, &slot)) {
        sim_event(s, slot);
        if (s->status) break;
    }
    w->jumped |= w->changed;
    if (w->changed && w->hidden) hidden_forget(w->hidden);
    if (w->changed)
        for (int32_t i = 0; i < s->net.n; i++) w->host.x[i] = s->net.s[i].x[0];
    return w->changed;
}

/* ---- Memory, the start ----------------------------------------------------------------------- */

static void note_time(saltus_reads *r, saltus_kind kind, int32_t k)
{
    struct {
        saltus_reads reads;
        bool timed;
    } *me = (void *)r;
    (void)k;
    me->timed |= kind == SALTUS_TIME;
}

static void find_timed(struct sim *s, struct whole *w)
{
    const saltus_function *g = &s->model->guard;
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct {
            saltus_reads reads;
            bool timed;
        } me = {{note_time}, !g->reads};
        if (g->reads) g->reads(&s->net.env, k, &me.reads);
        if (me.timed) w->timed[w->n_timed++] = k;
    }
}

static void find_edges(struct sim *s, struct whole *w)
{
    int32_t k = 0;
    for (const saltus_guard *g = s->model->guards; g && g->name; g++)
        for (int32_t n = text_elements(g->size); n > 0; n--, k++)
            if (g->side == SALTUS_UNILATERAL) w->edges[w->n_edges++] = k;
}

static void open_host(struct sim *s, struct whole *w)
{
    struct engine_host *h = &w->host;
    h->call = &whole_services;
    h->status = &s->status;
    h->model = s->model->name;
    h->method = s->opt.method;
    h->max_order = (int)s->knobs.max_order;
    h->max_step = s->knobs.max_step;
    h->max_instant = s->opt.max_instant;
    h->n = s->net.n;
    h->n_guards = s->n_guards;
    h->rel = w->tolerance_rel;
    h->abs = w->tolerance_abs;
    h->piece = s->net.s->x;
    h->stride = (int32_t)(sizeof *s->net.s / sizeof(double));
    h->room_x = w->piece;
    h->room_f = w->slope;
    h->steps = &s->stats.steps;
    h->rejected = &s->stats.rejected;
    h->iterations = &s->stats.iterations;
    h->restarts = &s->stats.restarts;
    h->factorizations = &s->stats.factorizations;
}

static void load_own(struct sim *s)
{
    int32_t n = s->net.n;
    struct whole *w = whole_of(s);
    w->sim = s;
    w->by = (const struct whole_engine *)(const void *)s->given;
    w->host.x = sim_room(s, n, sizeof(double));
    w->piece = sim_room(s, n, sizeof(double));
    w->slope = sim_room(s, n, sizeof(double));
    w->n_ends = s->n_watched + s->n_signals + s->n_delays;
    w->ends = sim_room(s, w->n_ends, 4 * sizeof(double));
    w->plain = sim_room(s, s->n_watched, sizeof *w->plain);
    w->tolerance_rel = sim_room(s, n, sizeof(double));
    w->tolerance_abs = sim_room(s, n, sizeof(double));
    w->signals = sim_room(s, n + s->n_signals, STRIDE * sizeof(double));
    if (s->model->derivatives) w->values = sim_room(s, n + s->n_signals + 1, sizeof(double));
    w->timed = sim_room(s, s->n_guards, sizeof *w->timed);
    w->edges = sim_room(s, s->n_guards, sizeof *w->edges);
    if (s->n_delays) whole_delays_load(s);
    if (s->status < 0) return;
    for (int32_t i = 0; i < n; i++) {
        const struct quantum *q = &s->quanta[i & s->net.each];
        w->tolerance_rel[i] = q->rel;
        w->tolerance_abs[i] = q->abs;
    }
    open_host(s, w);
    w->env = s->net.env;
    w->env.q = w->signals;
    w->env.stride = STRIDE;
    w->env.fault = remember_fault;
    find_timed(s, w);
    find_edges(s, w);
    for (int32_t k = 0; k < s->n_watched; k++)
        if (!s->bent_output[k]) w->plain[w->n_plain++] = k;
    whole_outputs_load(s);
    whole_doubts_load(s);
    w->host.n_edges = w->n_edges;
}

static void load(struct sim *s)
{
    sim_load_functions(s);
    if (s->status >= 0) load_own(s);
}

/* Here: in the middle of a run, where another engine has brought it. */
static void open_here(struct sim *s)
{
    struct whole *w = whole_of(s);
    w->host.t = w->host.from = s->net.env.t;
    for (int32_t i = 0; i < s->net.n; i++) w->host.x[i] = s->net.s[i].x[0];
    if (s->n_delays) whole_delays_start(s);
    if (s->status >= 0) w->by->open(&w->host, s->chosen->variant);
}

/* Guards that q has held on one side may be on the other one along x: they fire now. */
static void resume(struct sim *s)
{
    struct whole *w = whole_of(s);
    load_own(s);
    if (s->status < 0) return;
    w->begun = w->told = true;
    w->lent = true;
    w->host.t = s->net.env.t;
    for (int32_t i = 0; i < s->net.n; i++) w->host.x[i] = s->net.s[i].x[0];
    whole_instant(s, -1);
    if (s->status >= 0) open_here(s);
}

static void start(struct sim *s)
{
    sim_resolve(s);
    sim_ask_clocks(s);
    if (s->status < 0) return;
    sim_announce(s);
    open_here(s);
}

static void free_whole(struct sim *s)
{
    struct whole *w = whole_of(s);
    if (!w->by) return;
    w->by->close(&w->host);
    whole_services_close(s);
    whole_outputs_free(s);
    if (s->n_delays) whole_delays_free(s);
    void *arrays[] = {w->host.x,        w->piece,         w->slope,   w->ends,   w->timed,
                      w->tolerance_rel, w->tolerance_abs, w->signals, w->values, w->edges,
                      w->plain,         w->shaken,        w->error,   w->shown};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
}

/* ---- The table ------------------------------------------------------------------------------- */

/* At the edge of a domain f may have a value without slopes: they are left out, since no step is made
 * with them. */
static bool cut_off(struct state *x, const double *c)
{
    int k = 0;
    while (k <= SALTUS_SIGNAL && isfinite(c[k])) k++;
    if (k == 0 || !isfinite(x->x[0])) return false;
    for (; k <= SALTUS_SIGNAL; k++) x->x[k + 1] = 0;
    return true;
}

/* x and x' along q, at the start. */
static void evaluate(struct sim *s, int32_t i)
{
    struct state *x = &s->net.s[i];
    double c[SALTUS_SERIES] = {0};
    rules_arrive(x, SALTUS_SIGNAL, s->net.env.t);
    sim_asks(s, SALTUS_STATE, i);
    s->model->der.eval(&s->net.env, i, SALTUS_SIGNAL + (s->affine[i] != SERIES_ENDS), c);
    s->stats.evaluations++;
    if (!isfinite(c[0])) sim_beyond(s, &s->net.env, SALTUS_STATE, i, SALTUS_SERIES, c);
    if (!isfinite(rules_slopes(x, SALTUS_SIGNAL, c)) && !cut_off(x, c)) sim_not_finite(s, i);
}

/* No step will tell what the handler has changed. */
static saltus_status finish(struct sim *s)
{
    sim_advance(s, s->reached);
    whole_bring(s);
    sim_end_event(s);
    for (int32_t k = 0; s->status >= 0 && k < s->changed.count; k++)
        sim_segment(s, s->changed.item[k]);
    if (s->stale.count) sim_outputs_tell(s);
    return s->status < 0 ? s->status : SALTUS_OK;
}

const struct engine whole_frame = {.size = sizeof(struct whole),
                                   .method = &whole_method,
                                   .load = load,
                                   .start = start,
                                   .run = whole_run,
                                   .leave = whole_bring,
                                   .resume = resume,
                                   .finish = finish,
                                   .close = free_whole,
                                   .begin = sim_forget_changes,
                                   .propagate = propagate,
                                   .look = look,
                                   .value = whole_value,
                                   .evaluate = evaluate,
                                   .outside = &whole_outside};
