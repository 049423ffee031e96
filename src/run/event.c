/* SPDX-License-Identifier: MIT */
/* event.c - a guard or a clock fires: its handler runs, and its writes take effect together.
 *
 *  1. The handler reads the states before the event and notes which ones it wants to set. The
 *     discretes it assigns at once; `pre` keeps what they were.
 *  2. All values change: what follows from discretes that differ from before; states that are set
 *     again (x := value, q := value without slope).
 *  3. Derivatives that read a changed discrete have jumped. The q of implicit methods were
 *     chosen for the old f: each keeps its value, so that no guard is crossed by it, and loses
 *     its slope ("freeze"), unless it is slaved (rules.h, 6): then the slope is that of the
 *     equilibrium that it follows, and without it the current of every diode beside it would run
 *     away by the slope over the resistance. A_ii is taken again at its next step.
 *  4. As after a step: derivatives, next times, guards; the guard that fired last of all; clocks
 *     whose discretes changed.
 *
 * Between events pre[k] has the bits of d[k] for all k. During a handler they differ only for k in
 * the list `writes`, which has one entry (k, value of d[k] at the time) at least for each k that
 * was assigned another value since the handler began or advanced: so an event costs what it writes,
 * however many discretes there are. */
#include "base/text.h"
#include "num/poly.h"
#include "run/edge/edge.h"
#include "run/engine.h"
#include "run/horizon/horizon.h"
#include <math.h>
#include <string.h>

/* Events of one guard in a row, and of guards that have fired at this instant before, after which other
 * modes are tried. */
enum { CIRCLE = 3, ROUND = 64 };

/* The event as the handler gets it, and the run behind it. */
struct call {
    saltus_event ev;
    struct sim *sim;
};

static double call_state(const saltus_event *ev, int32_t i)
{
    struct sim *s = ((const struct call *)ev)->sim;
    if (i < 0 || i >= s->net.n) return NAN;
    if (s->engine->arrive) s->engine->arrive(s, i);
    return sim_read(s, i, s->net.env.t);
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

void sim_note_write(struct sim *s, int32_t k)
{
    note_write(s, &s->writes, &s->n_writes, &s->room_writes, k, s->discretes[k]);
}

void sim_nudge_keep(struct sim *s, int32_t i, double value)
{
    note_write(s, &s->nudged, &s->n_nudged, &s->room_nudged, i, value);
}

/* Where the handler is; NULL: not known. */
static const saltus_loc *handler_at(struct call *c, saltus_loc *at)
{
    if (c->ev.cause == SALTUS_END) return NULL;
    *at = sim_place(c->sim, c->ev.cause, c->ev.index);
    return at->line ? at : NULL;
}

static bool same(double a, double b) /* to the bit */
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void call_assign(saltus_event *ev, int32_t k, double value)
{
    struct sim *s = ((struct call *)ev)->sim;
    saltus_loc at;
    if (k < 0 || k >= s->n_discretes) {
        sim_fail(s, SALTUS_EMODEL, ev->cause, ev->index,
                 "a handler assigns a discrete that does not exist", NULL);
        return;
    }
    if (!isfinite(value) && s->trying) {
        s->tried_in_vain = true;
        return;
    }
    if (!isfinite(value)) {
        sim_fail_at(s, SALTUS_ENAN, handler_at((struct call *)ev, &at), SALTUS_DISCRETE, k,
                    "a handler assigns a value that is not finite", NULL);
        return;
    }
    if (s->discretes[k] == value) return;
    if (same(s->discretes[k], s->pre[k]))
        note_write(s, &s->writes, &s->n_writes, &s->room_writes, k, s->discretes[k]);
    if (s->status >= 0) s->discretes[k] = value;
}

/* Entries stay: the first one of a discrete has its value before the handler. */
static void call_advance(saltus_event *ev)
{
    struct sim *s = ((struct call *)ev)->sim;
    for (int32_t k = 0; k < s->n_writes; k++)
        s->pre[s->writes[k].index] = s->discretes[s->writes[k].index];
}

static void call_reinit(saltus_event *ev, int32_t i, double value)
{
    struct sim *s = ((struct call *)ev)->sim;
    saltus_loc at;
    if (s->trying) return;
    if (i < 0 || i >= s->net.n)
        sim_fail(s, SALTUS_EMODEL, ev->cause, ev->index,
                 "a handler sets a state that does not exist", NULL);
    else if (!isfinite(value))
        sim_fail_at(s, SALTUS_ENAN, handler_at((struct call *)ev, &at), SALTUS_STATE, i,
                    "a handler sets it to a value that is not finite", NULL);
    else
        note_write(s, &s->reinits, &s->n_reinits, &s->room_reinits, i, value);
}

static void call_message(saltus_event *ev, const char *text)
{
    struct sim *s = ((struct call *)ev)->sim;
    if (!s->trying) sim_note(s, SALTUS_OK, NULL, ev->cause, ev->index, text, NULL);
}

static void call_terminate(saltus_event *ev, const char *text)
{
    struct sim *s = ((struct call *)ev)->sim;
    if (s->status || s->trying) return;
    s->status = SALTUS_TERMINATED;
    sim_note(s, SALTUS_TERMINATED, NULL, ev->cause, ev->index, text ? text : "terminated", NULL);
}

void sim_forget_changes(struct sim *s)
{
    set_clear(&s->changed);
    set_clear(&s->touched);
    set_clear(&s->looked);
    if (!s->n_signals) return;
    set_clear(&s->dirty);
    set_clear(&s->input);
}

void sim_handle(struct sim *s, saltus_kind cause, int32_t k, int direction, bool initial)
{
    struct call c = {.ev = {.env = &s->net.env,
                            .pre = s->pre,
                            .cause = cause,
                            .index = k,
                            .direction = direction,
                            .initial = initial,
                            .state = call_state,
                            .assign = call_assign,
                            .reinit = call_reinit,
                            .message = call_message,
                            .terminate = call_terminate,
                            .advance = call_advance},
                     .sim = s};
    s->n_writes = s->n_reinits = 0;
    sim_asks(s, cause, k);
    if (s->model->handle) s->model->handle(&c.ev);
}

/* ---- Writes take effect ---------------------------------------------------------------------- */

/* moved: what it reads has not only been switched on or off. */
static void look_at(struct sim *s, int32_t guard, bool moved)
{
    set_add(&s->looked, guard);
    s->watch[guard].jumped = true;
    s->watch[guard].moved |= moved;
}

static void look_at_all(struct sim *s, const struct csr *list, int32_t row)
{
    for (const int32_t *g = csr_first(list, row); g < csr_last(list, row); g++)
        look_at(s, *g, true);
}

/* A term will jump, and what reads its sum with it. derivatives: note them, too. */
static void sum_jumps(struct sim *s, int32_t term, bool derivatives)
{
    int32_t k = net_sum_of(&s->net, term);
    if (derivatives)
        for (const int32_t *f = csr_first(&s->shown, k); f < csr_last(&s->shown, k); f++)
            set_add(&s->touched, *f);
    look_at_all(s, &s->shown_guard, k);
}

/* One reader of a discrete that has changed, as numbered in `drives`. */
static void drive(struct sim *s, int32_t reader, bool moved)
{
    int32_t guard = reader - s->net.n, clock = guard - s->n_guards, term = clock - s->n_clocks;
    if (guard < 0)
        set_add(&s->touched, reader);
    else if (clock < 0)
        look_at(s, guard, moved);
    else if (term < 0)
        sim_clock_ask(s, clock);
    else if (term < s->net.n_terms)
        sum_jumps(s, term, true);
}

static bool is_switch(double value)
{
    return value == 0 || value == 1;
}

static void write_discrete(struct sim *s, int32_t k, double before)
{
    const struct csr *list = &s->drives;
    bool moved = !is_switch(before) || !is_switch(s->discretes[k]);
    for (const int32_t *f = csr_first(list, k); f < csr_last(list, k); f++) drive(s, *f, moved);
    if (s->horizons) horizon_forget(s, k);
    sim_outputs_stale(s, &s->seen_discrete, k);
    if (s->opt.sink && s->opt.sink(s->opt.user, s->net.env.t, s->net.n + k, &s->discretes[k], 0))
        atomic_store(&s->stop, 1);
}

/* Leaves in `writes` one entry for each discrete that differs from before the handler, with what it
 * was. */
static void sort_out_writes(struct sim *s)
{
    int32_t changed = 0;
    for (int32_t k = s->n_writes - 1; k >= 0; k--) s->pre[s->writes[k].index] = s->writes[k].value;
    for (int32_t k = 0; k < s->n_writes; k++) {
        int32_t j = s->writes[k].index;
        if (s->pre[j] != s->discretes[j]) s->writes[changed++] = (struct write){j, s->pre[j]};
        s->pre[j] = s->discretes[j];
    }
    s->n_writes = changed;
}

static bool write_state(struct sim *s, const struct write *w)
{
    struct state *x = &s->net.s[w->index];
    const struct method *m = sim_method(s, w->index);
    if (s->engine->arrive) s->engine->arrive(s, w->index);
    net_advance(&s->net, w->index);
    if (x->x[0] == w->value) return false;
    x->x[0] = w->value;
    x->dq = sim_state_quantum(s, w->index);
    sim_assign_q(s, w->index, w->value);
    x->aux[0] = 0;
    if (m->target) m->target->begin(x, s->net.env.t);
    set_add(&s->changed, w->index);
    set_add(&s->touched, w->index);
    look_at_all(s, &s->feeds_guard, w->index);
    if (s->net.n_terms)
        for (const int32_t *f = csr_first(&s->net.inner, w->index);
             f < csr_last(&s->net.inner, w->index) && *f < s->net.n_terms; f++)
            sum_jumps(s, *f, false);
    return true;
}

static void ignore(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e, (void)at, (void)text;
}

/* In modes without a solution no partial derivative tells; the derivative will. */
static bool follows_curve(struct sim *s, int32_t i)
{
    void (*fault)(const saltus_env *, const saltus_loc *, const char *) = s->net.env.fault;
    bool so;
    s->net.env.fault = ignore;
    so = sim_slaved(s, i);
    s->net.env.fault = fault;
    return so;
}

/* 3. */
void sim_freeze(struct sim *s, int32_t i)
{
    struct state *x = &s->net.s[i];
    bool sloping = false;
    if (!sim_method(s, i)->implicit || set_has(&s->changed, i)) return;
    if (sim_method(s, i)->bends && follows_curve(s, i)) return;
    for (int k = 1; k < SALTUS_SIGNAL; k++) sloping |= x->q[k] != 0;
    if (!sloping) return;
    sim_assign_q(s, i, poly_value(x->q, SALTUS_SIGNAL - 1, s->net.env.t - x->tq));
    set_add(&s->changed, i);
}

/* Does a derivative read discrete k, perhaps through a sum? */
static bool steers(const struct sim *s, int32_t k)
{
    int32_t first_term = s->net.n + s->n_guards + s->n_clocks;
    for (const int32_t *f = csr_first(&s->drives, k); f < csr_last(&s->drives, k); f++) {
        int32_t term = *f - first_term;
        if (*f < s->net.n) return true;
        if (term >= 0 && term < s->net.n_terms &&
            csr_count(&s->shown, net_sum_of(&s->net, term)) > 0)
            return true;
    }
    return false;
}

bool sim_commit(struct sim *s)
{
    bool change, moved = false, steered = false;
    int32_t jumped;
    sort_out_writes(s);
    change = s->n_writes > 0;
    for (int32_t k = 0; k < s->n_writes; k++)
        write_discrete(s, s->writes[k].index, s->writes[k].value);
    for (int32_t k = 0; s->fences && k < s->n_writes; k++) steered |= steers(s, s->writes[k].index);
    jumped = s->touched.count;
    for (int32_t k = 0; k < s->n_reinits; k++) moved |= write_state(s, &s->reinits[k]);
    for (int32_t k = 0; k < jumped; k++) sim_freeze(s, s->touched.item[k]);
    if (s->fences && (steered || moved)) edge_reacted(s, steered);
    return change || moved;
}

/* ---- The three kinds of events --------------------------------------------------------------- */

void sim_clock_ask(struct sim *s, int32_t k)
{
    double t;
    sim_asks(s, SALTUS_CLOCK, k);
    t = s->model->next(&s->net.env, k);
    if (s->status < 0) return;
    if (isnan(t)) {
        sim_fail(s, SALTUS_ENAN, SALTUS_CLOCK, k, "its next instant is not a number", NULL);
        return;
    }
    sched_set(s->events, slot_clock(s, k), fmax(t, s->net.env.t));
}

static void tell_fired(struct sim *s, saltus_kind kind, int32_t k, int direction)
{
    if (s->opt.fired && s->opt.fired(s->opt.user, s->net.env.t, kind, k, direction))
        atomic_store(&s->stop, 1);
}

void sim_end_event(struct sim *s)
{
    sim_begin(s);
    sim_handle(s, SALTUS_END, 0, 0, false);
    if (s->status < 0) return;
    sim_commit(s);
    sim_propagate(s);
}

void sim_clock_event(struct sim *s, int32_t k)
{
    double t = s->net.env.t;
    s->stats.clocks++;
    tell_fired(s, SALTUS_CLOCK, k, 0);
    sim_begin(s);
    sim_handle(s, SALTUS_CLOCK, k, 0, false);
    if (s->status < 0) return;
    sim_commit(s);
    sim_follow(s, -1);
    sim_clock_ask(s, k);
    if (sched_get(s->events, slot_clock(s, k)) <= t) sim_repeat(s, SALTUS_CLOCK, k);
}

int sim_guard_wanted(const saltus_model *m, int32_t k)
{
    const saltus_guard *g = m->guards;
    for (;; g++) {
        int32_t n = text_elements(g->size);
        if (k < n) return g->direction;
        k -= n;
    }
}

int32_t sim_guard_turn(struct sim *s, int32_t k)
{
    struct watch *w = &s->watch[k];
    int wanted = sim_guard_wanted(s->model, k);
    w->fired = s->net.env.t;
    w->sign = (int8_t)-w->sign;
    if (w->special) edge_fired(s, k);
    if (++w->events == 0) w->more++;
    s->stats.events++;
    tell_fired(s, SALTUS_GUARD, k, w->sign);
    w->jumped = w->moved = false;
    if (w->events % SIM_BURST == 0) sim_chatter(s, k);
    s->n_writes = s->n_reinits = 0;
    if (wanted == 0 || wanted == w->sign) sim_handle(s, SALTUS_GUARD, k, w->sign, false);
    if (s->status >= 0) sim_commit(s);
    return s->n_writes;
}

/* How often guard k has now fired at this instant, with nothing else in between. */
static int32_t in_a_row(struct sim *s, int32_t k)
{
    if (s->watch[k].fired != s->net.env.t || s->row_of != k) s->row = 0;
    s->row_of = k;
    return ++s->row;
}

/* How often guards have now fired again at this instant, in whatever turn. */
static int32_t in_turn(struct sim *s)
{
    if (s->turn_at != s->net.env.t) s->turn = 0;
    s->turn_at = s->net.env.t;
    return ++s->turn;
}

void sim_guard_event(struct sim *s, int32_t k)
{
    struct watch *w = &s->watch[k];
    bool again = w->fired == s->net.env.t;
    if (in_a_row(s, k) % CIRCLE == 0 && sim_settle(s, k)) return;
    if (again && in_turn(s) % ROUND == 0 && sim_settle(s, k)) return;
    if (again) sim_repeat(s, SALTUS_GUARD, k);
    sim_begin(s);
    sim_guard_turn(s, k);
    if (s->status < 0) return;
    if (w->special) edge_settled(s, k);
    sim_follow(s, k);
}
