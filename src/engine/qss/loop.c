/* SPDX-License-Identifier: MIT */
/* loop.c - the loop of quantized states: who is due first, acts. */
#include "engine/qss/part.h"
#include "sched/sched_impl.h"
#include <math.h>

/* At equal times events, then signals. */
static inline int32_t first_due(struct sim *s, enum qss_actor *kind, double *t)
{
    const struct qss *w = qss_of(s);
    double te, ts;
    int32_t i = sched_first(w->queue, t), slot = sched_first_rare(s->events, &te), signal;
    while (i >= 0 && w->due_for[i] == DUE_SOONEST) {
        qss_settle_due(s, i);
        i = sched_first(w->queue, t);
    }
    *kind = QSS_STATE;
    if (!(*t < te)) {
        *kind = QSS_EVENT;
        *t = te;
        i = slot;
    }
    if (!s->signals) return i;
    signal = sched_top(s->signals, &ts);
    if (!(ts < te && ts <= *t)) return i;
    *kind = QSS_SIGNAL;
    *t = ts;
    return signal;
}

static inline void act(struct sim *s, enum qss_actor kind, int32_t i)
{
    if (kind == QSS_EVENT) {
        if (qss_of(s)->parts) parts_event(s, i);
        sim_event(s, i);
    } else if (kind == QSS_SIGNAL)
        sim_signal_event(s, i);
    else if (qss_of(s)->due_for[i] == DUE_PART)
        part_due(s, i);
    else if (qss_of(s)->due_for[i])
        qss_renew(s, i);
    else {
        s->stepping = true;
        qss_step(s, i);
        s->stepping = false;
    }
}

int32_t qss_first_due(struct sim *s, enum qss_actor *kind, double *t)
{
    return first_due(s, kind, t);
}

void qss_act(struct sim *s, enum qss_actor kind, int32_t i)
{
    act(s, kind, i);
}

saltus_status qss_run(struct sim *s, double until)
{
    uint64_t most = s->opt.max_events;
    for (;;) {
        double t;
        enum qss_actor kind;
        int32_t i = first_due(s, &kind, &t);
        if (s->attention < t) sim_attend(s, t, until);
        if (atomic_load_explicit(&s->stop, memory_order_relaxed)) {
            atomic_store(&s->stop, 0);
            return SALTUS_STOPPED;
        }
        if (!(t <= until) || isinf(t)) break;
        sim_advance(s, t);
        act(s, kind, i);
        if (qss_of(s)->parts && qss_of(s)->parts->stale.count) parts_plan(s);
        if (s->stale.count) sim_outputs_tell(s);
        if (s->status) return s->status;
        if (most && s->stats.steps + s->stats.events + s->stats.clocks >= most)
            return sim_limit_reached(s);
        if (sim_changes(s)) return s->status ? s->status : s->engine->run(s, until);
    }
    if (until > s->reached && !isinf(until)) s->reached = until;
    return SALTUS_OK;
}
