/* SPDX-License-Identifier: MIT */
/* event.c - a guard or a clock fires: its handler runs, and its writes take effect together.
 *
 *  1. The handler reads the state of affairs before the event and notes what it wants to write.
 *  2. All values change: discretes; states that are set anew (x := value, q := value without
 *     slope).
 *  3. Derivatives that read a changed discrete have jumped. The q of implicit methods were
 *     chosen for the old f: each keeps its value, so that no guard is crossed by it, and loses
 *     its slope ("freeze"). A_ii is taken anew at its next step.
 *  4. As after a step: derivatives, next times, guards; the guard that fired last of all; clocks
 *     whose discretes changed. */
#include "base/text.h"
#include "num/poly.h"
#include "sim/sim.h"
#include <math.h>
#include <string.h>

/* The event as the handler gets it, and the run behind it. */
struct call {
    saltus_event ev;
    struct sim *sim;
};

static double call_state(const saltus_event *ev, int32_t i)
{
    const struct sim *s = ((const struct call *)ev)->sim;
    const struct state *x;
    if (i < 0 || i >= s->net.n) return NAN;
    x = &s->net.s[i];
    return poly_value(x->x, sim_method(s, i)->info.order + 1, s->net.env.t - x->tx);
}

static void note_write(struct sim *s, struct write **list, int32_t *count, int32_t *room, int32_t k,
                       double value)
{
    if (*count == *room) {
        int32_t more = *room * 2 + 16;
        struct write *p = alloc_resize(&s->alloc, *list, (size_t)more, sizeof *p);
        if (!p) {
            sim_fail(s, SALTUS_ENOMEM, SALTUS_TIME, -1, "out of memory in an event", NULL);
            return;
        }
        *list = p;
        *room = more;
    }
    (*list)[(*count)++] = (struct write){k, value};
}

static void call_assign(saltus_event *ev, int32_t k, double value)
{
    struct sim *s = ((struct call *)ev)->sim;
    if (k < 0 || k >= s->n_discretes)
        sim_fail(s, SALTUS_EMODEL, ev->cause, ev->index,
                 "a handler assigns a discrete that does not exist", NULL);
    else if (!isfinite(value))
        sim_fail(s, SALTUS_ENAN, SALTUS_DISCRETE, k, "a handler assigns a value that is not finite",
                 NULL);
    else
        note_write(s, &s->writes, &s->n_writes, &s->room_writes, k, value);
}

static void call_reinit(saltus_event *ev, int32_t i, double value)
{
    struct sim *s = ((struct call *)ev)->sim;
    if (i < 0 || i >= s->net.n)
        sim_fail(s, SALTUS_EMODEL, ev->cause, ev->index,
                 "a handler sets a state that does not exist", NULL);
    else if (!isfinite(value))
        sim_fail(s, SALTUS_ENAN, SALTUS_STATE, i, "a handler sets it to a value that is not finite",
                 NULL);
    else
        note_write(s, &s->reinits, &s->n_reinits, &s->room_reinits, i, value);
}

static void call_message(saltus_event *ev, const char *text)
{
    sim_note(((struct call *)ev)->sim, SALTUS_OK, ev->cause, ev->index, text, NULL);
}

static void call_terminate(saltus_event *ev, const char *text)
{
    struct sim *s = ((struct call *)ev)->sim;
    if (s->status) return;
    s->status = SALTUS_TERMINATED;
    sim_note(s, SALTUS_TERMINATED, ev->cause, ev->index, text ? text : "terminated", NULL);
}

void sim_handle(struct sim *s, saltus_kind cause, int32_t k, int direction, bool initial)
{
    struct call c = {.ev = {.env = &s->net.env,
                            .cause = cause,
                            .index = k,
                            .direction = direction,
                            .initial = initial,
                            .state = call_state,
                            .assign = call_assign,
                            .reinit = call_reinit,
                            .message = call_message,
                            .terminate = call_terminate},
                     .sim = s};
    s->n_writes = s->n_reinits = 0;
    if (s->model->handle) s->model->handle(&c.ev);
}

/* ---- Writes take effect ---------------------------------------------------------------------- */

static void look_at(struct sim *s, const struct csr *list, int32_t row)
{
    for (const int32_t *g = csr_first(list, row); g < csr_last(list, row); g++) {
        set_add(&s->looked, *g);
        s->watch[*g].jumped = true;
    }
}

static bool write_discrete(struct sim *s, const struct write *w)
{
    int32_t k = w->index;
    if (s->discretes[k] == w->value) return false;
    s->discretes[k] = w->value;
    for (const int32_t *f = csr_first(&s->drives, k); f < csr_last(&s->drives, k); f++)
        set_add(&s->touched, *f);
    look_at(s, &s->drives_guard, k);
    for (const int32_t *c = csr_first(&s->drives_clock, k); c < csr_last(&s->drives_clock, k); c++)
        sim_clock_ask(s, *c);
    if (s->opt.sink && s->opt.sink(s->opt.user, s->net.env.t, s->net.n + k, &w->value, 0))
        atomic_store(&s->stop, 1);
    return true;
}

static bool write_state(struct sim *s, const struct write *w)
{
    struct state *x = &s->net.s[w->index];
    const struct method *m = sim_method(s, w->index);
    net_advance(&s->net, w->index);
    if (x->x[0] == w->value) return false;
    x->x[0] = w->value;
    x->dq = net_quantum(&s->net, w->index);
    sim_assign_q(s, w->index, w->value);
    x->aux[0] = 0;
    if (m->target) m->target->begin(x, s->net.env.t);
    set_add(&s->changed, w->index);
    set_add(&s->touched, w->index);
    look_at(s, &s->feeds_guard, w->index);
    return true;
}

/* 3. */
static void freeze(struct sim *s, int32_t i)
{
    struct state *x = &s->net.s[i];
    const struct method *m = sim_method(s, i);
    int n = m->info.order;
    bool sloping = false;
    if (!m->implicit || set_has(&s->changed, i)) return;
    for (int k = 1; k < n; k++) sloping |= x->q[k] != 0;
    if (!sloping) return;
    sim_assign_q(s, i, poly_value(x->q, n - 1, s->net.env.t - x->tq));
    set_add(&s->changed, i);
}

bool sim_commit(struct sim *s)
{
    bool change = false;
    int32_t jumped;
    sim_begin(s);
    for (int32_t k = 0; k < s->n_writes; k++) change |= write_discrete(s, &s->writes[k]);
    jumped = s->touched.count;
    for (int32_t k = 0; k < s->n_reinits; k++) change |= write_state(s, &s->reinits[k]);
    for (int32_t k = 0; k < jumped; k++) freeze(s, s->touched.item[k]);
    return change;
}

/* ---- The two kinds of events ----------------------------------------------------------------- */

void sim_clock_ask(struct sim *s, int32_t k)
{
    double t = s->model->next(&s->net.env, k);
    if (isnan(t)) {
        sim_fail(s, SALTUS_ENAN, SALTUS_CLOCK, k, "its next instant is not a number", NULL);
        return;
    }
    sched_set(s->events, slot_clock(s, k), fmax(t, s->net.env.t));
}

void sim_clock_event(struct sim *s, int32_t k)
{
    double t = s->net.env.t;
    s->stats.clocks++;
    sim_handle(s, SALTUS_CLOCK, k, 0, false);
    if (s->status < 0) return;
    sim_commit(s);
    sim_propagate(s, -1);
    sim_clock_ask(s, k);
    if (sched_get(s->events, slot_clock(s, k)) <= t) sim_repeat(s, SALTUS_CLOCK, k);
}

static int direction_of(const saltus_model *m, int32_t k)
{
    const saltus_guard *g = m->guards;
    for (;; g++) {
        int32_t n = text_elements(g->size);
        if (k < n) return g->direction;
        k -= n;
    }
}

void sim_guard_event(struct sim *s, int32_t k)
{
    struct watch *w = &s->watch[k];
    int wanted = direction_of(s->model, k);
    if (w->fired == s->net.env.t) sim_repeat(s, SALTUS_GUARD, k);
    w->fired = s->net.env.t;
    w->sign = (int8_t)-w->sign;
    w->events++;
    s->stats.events++;
    w->jumped = false;
    s->n_writes = s->n_reinits = 0;
    if (wanted == 0 || wanted == w->sign) sim_handle(s, SALTUS_GUARD, k, w->sign, false);
    if (s->status < 0) return;
    sim_commit(s);
    sim_propagate(s, -1);
    sim_guard_look(s, k, !w->jumped);
}
