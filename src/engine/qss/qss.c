/* SPDX-License-Identifier: MIT */
/* qss.c - the engine of quantized states as a table, and its private state. */
#include "engine/qss/qss.h"
#include "engine/qss/block.h"
#include "engine/qss/part.h"
#include "run/outside/keep.h"
#include <math.h>

static void load_own(struct sim *s)
{
    struct qss *w = qss_of(s);
    int32_t n = s->net.n;
    w->due_for = sim_room(s, n, 1);
    w->since = sim_room(s, n, sizeof *w->since);
    w->horizon = sim_room(s, n, sizeof *w->horizon);
    if (s->targets) {
        sim_set_room(s, &w->due, n);
        w->wish = sim_room(s, n, sizeof *w->wish);
    }
    if (s->opt.shadow) w->shadow = sim_room(s, n + s->net.n_terms + s->n_delays, sizeof *w->shadow);
    if (s->status < 0) return;
    for (int32_t i = 0; i < n; i++) w->horizon[i] = INFINITY;
    w->queue = sched_new(&s->alloc, n, SCHED_AUTO);
    if (!w->queue) sim_no_memory(s);
}

static void load(struct sim *s)
{
    sim_load_functions(s);
    load_own(s);
    if (s->status >= 0) parts_load(s);
}

/* ---- Another engine goes on, or has ---------------------------------------------------------- */

static void leave(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n; i++) net_advance(&s->net, i);
}

static void resume(struct sim *s)
{
    load_own(s);
    if (s->status >= 0) qss_restart(s);
}

static void close(struct sim *s)
{
    struct qss *w = qss_of(s);
    void *arrays[] = {w->due_for,  w->since,    w->horizon, w->wish,
                      w->due.item, w->due.mark, w->shadow};
    blocks_free(s);
    parts_free(s);
    sched_free(w->queue);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
}

static saltus_status finish(struct sim *s)
{
    const struct parts *p = qss_of(s)->parts;
    sim_advance(s, s->reached);
    for (int32_t k = 0; p && k < p->n && s->status >= 0; k++)
        if (!p->part[k].gone) part_arrive(s, &p->part[k]); /* is it finite to the end? */
    if (s->status < 0) return s->status;
    sim_end_event(s);
    if (qss_of(s)->parts && s->status >= 0)
        parts_plan(s);         /* the sink is told what the end has set */
    sim_outputs_due(s, false); /* a last row is not extrapolated */
    if (s->stale.count) sim_outputs_tell(s);
    return s->status < 0 ? s->status : SALTUS_OK;
}

static void propagate(struct sim *s)
{
    qss_propagate(s, -1);
}

/* A guard that has fired: where its part meets it again is for the plan. */
static void look(struct sim *s, int32_t k, bool own)
{
    struct parts *p = qss_of(s)->parts;
    sim_guard_look(s, k, own);
    if (p && p->of_guard[k] >= 0) set_add(&p->stale, p->of_guard[k]);
}

static void arrive(struct sim *s, int32_t i)
{
    struct part *p = part_of(s, i);
    if (p) part_arrive(s, p);
}

static void hurry(struct sim *s, int32_t i)
{
    qss_of(s)->due_for[i] = DUE_STEP;
    sched_set(qss_of(s)->queue, i, s->net.env.t);
}

/* A q of order 1 is ahead of x, even at rest. A frozen q has lost its slopes, and A_ii is that
 * before the event until the next step. */
static bool slaved(const struct sim *s, int32_t i)
{
    const struct state *x = &s->net.s[i];
    const saltus_function *f = &s->model->der;
    double a = x->a;
    if (!sim_method(s, i)->implicit || sim_method(s, i)->info.order < 2 || s->net.inside)
        return false;
    if (x->q[1] == 0 && f->partial) a = f->partial(&s->net.env, i, i);
    return rules_slaved(a, sched_get(qss_of(s)->queue, i) - x->tq);
}

static void count(const struct sim *s, saltus_stats *st)
{
    const struct qss *w = qss_of(s);
    st->queue_operations += sched_operations(w->queue);
    if (w->parts) {
        st->exact_parts = (uint64_t)(w->parts->n - w->parts->gone);
        st->exact_modes = w->parts->modes;
    }
    if (!w->blocks) return;
    st->blocks += (uint64_t)w->blocks->formed;
    if (st->largest_block < (uint64_t)w->blocks->largest)
        st->largest_block = (uint64_t)w->blocks->largest;
}

static void keep(struct keep *k, struct sim *s)
{
    struct qss *w = qss_of(s);
    int32_t n = s->net.n;
    keep_array(k, w->horizon, n, sizeof *w->horizon);
    keep_array(k, w->due_for, n, sizeof *w->due_for);
    keep_array(k, w->since, n, sizeof *w->since);
    keep_array(k, w->wish, n, sizeof *w->wish);
    keep_times(k, w->queue, n);
    if (!k->failed) blocks_keep(k, s);
}

const struct engine qss_engine = {.size = sizeof(struct qss),
                                  .load = load,
                                  .start = qss_start,
                                  .run = qss_run,
                                  .finish = finish,
                                  .close = close,
                                  .begin = qss_begin,
                                  .propagate = propagate,
                                  .look = look,
                                  .evaluate = qss_evaluate,
                                  .hurry = hurry,
                                  .arrive = arrive,
                                  .known = part_known,
                                  .curve = part_curve,
                                  .slaved = slaved,
                                  .settles = qss_settles,
                                  .count = count,
                                  .leave = leave,
                                  .resume = resume,
                                  .keep = keep,
                                  .outside = &qss_outside};
