/* SPDX-License-Identifier: MIT */
/* integrator.c - the quantized integrator: y is the quantized version q of the state x, x' = u.
 *
 *  1. An element is due for its own step: lambda chooses q with the method of
 * the element and sends it; delta_int puts it in place. If u follows from that q, the message with
 * the new u comes at the same instant, before anybody else steps (static parts are first in select
 * order); otherwise the series that is there is expanded again.
 *  2. A message with u: x is expanded at now, its slopes are those of u; the
 * next instant is asked of the method. BQSS and CQSS may turn their targets;
 * where that changes q, it is marked and sent at the same instant.
 *  3. A refresh: u is requested again from upstream; nothing is sent.
 *  4. Events: `reset` sets x; a u that jumps because of an event takes the
 * slope of q from linearly implicit methods; x that reaches a limit stays there
 * until u points inwards. They mark q, too. Marked elements are sent before
 * anything else is done. The start is described in integrator_ring.h.
 *
 * A vector has one element for each state and a queue of its own. Ties: the lowest number. */
#include "blocks/continuous/integrator_blocks.h"
#include "blocks/continuous/integrator_cell.h"
#include "num/poly.h"
#include <math.h>

enum { U, RESET };
enum { Y, SPIKE };

/* ---- Elements, marks, next instants ---------------------------------------------------------- */

static struct queue queue_of(const saltus_cell *c, struct integrator *s)
{
    if (s->n == 1) return (struct queue){1, &s->due, NULL};
    return queue_at(devs_stored(c, 1), s->leaves);
}

static void set_due(const saltus_cell *c, struct integrator *s, int32_t i, double t)
{
    struct queue q;
    if (s->n == 1) {
        s->due = t;
        return;
    }
    q = queue_of(c, s);
    queue_set(&q, i, t);
}

static int32_t next_due(const saltus_cell *c, struct integrator *s, double *t)
{
    struct queue q;
    int32_t i;
    if (s->n == 1) {
        *t = s->due;
        return 0;
    }
    q = queue_of(c, s);
    i = queue_top(&q);
    *t = q.due[i];
    return i;
}

static int32_t *marks_of(const saltus_cell *c, struct integrator *s, int32_t *one)
{
    *one = 0;
    return s->n == 1 ? one : devs_stored(c, 2);
}

/* q of element i has changed: it is to be sent. */
static void mark(const saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    int32_t one;
    if (e->flags & ELEMENT_MARKED) return;
    e->flags |= ELEMENT_MARKED | ELEMENT_STEPPED;
    marks_of(c, s, &one)[s->marked++] = i;
}

static void show(const saltus_cell *c, const struct element *e, int32_t i)
{
    saltus_cell_show(c, 0, i, e->s.x, element_order(e) + 1);
}

double integrator_self(const saltus_cell *c, int32_t i)
{
    saltus_cell_count(c, SALTUS_COUNT_PARTIAL, 0, i);
    return saltus_cell_partial(c, U, i, c->id, Y, i);
}

static void schedule(const saltus_cell *c, struct integrator *s, struct element *e, int32_t i,
                     bool own)
{
    if (s->fires && e->flags & ELEMENT_RESTS) return; /* it knows until when */
    set_due(c, s, i, element_next(c, e, own));
}

/* ---- The derivative -------------------------------------------------------------------------- */

/* x and its slopes from u; where x is at a limit, it stays or goes. */
static void take(const saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    if (e->flags & ELEMENT_RESTS && !s->fires && !element_outward(e))
        e->flags &= (uint8_t)~ELEMENT_RESTS;
    element_take(c, e, i, integrator_self);
    if (e->flags & ELEMENT_LIMITED && !s->fires && !(e->flags & ELEMENT_RESTS) &&
        element_outward(e) && element_stop(e, c->t))
        mark(c, s, e, i);
}

/* A target turns where u points away from it. */
static void turn(const saltus_cell *c, struct integrator *s, struct element *e, int32_t i,
                 bool jump)
{
    if (!e->m->target) return;
    if (jump) e->considered = -INFINITY;
    if (!element_turn(c, e, i, integrator_self, ring_leader(c, &s->ring)->cascades)) return;
    saltus_cell_count(c, SALTUS_COUNT_STEP, 0, i);
    mark(c, s, e, i);
}

/* Before anything has moved, slopes of q follow those of x. */
static void slopes(const saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    bool changed = false;
    if (e->m->first_step || e->m->target || e->flags & ELEMENT_RESTS) return;
    for (int k = 1; k < element_order(e); k++) {
        changed |= e->s.q[k] != e->s.x[k];
        e->s.q[k] = e->s.x[k];
    }
    if (changed) mark(c, s, e, i);
}

/* During the rounds of the start: as they are in the ring. */
static void hear_early(const saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    const struct ring *lead = ring_leader(c, &s->ring);
    if (lead->phase < RING_TURN || (lead->phase == RING_TURN && lead->token == 1))
        e->wish = e->u.c[0];
    take(c, s, e, i);
    if (s->ring.phase > RING_GO || (s->ring.phase == RING_GO && s->ring.token != 1))
        schedule(c, s, e, i, e->flags & ELEMENT_STEPPED);
    e->flags &= (uint8_t)~ELEMENT_STEPPED;
    show(c, e, i);
}

static void hear(const saltus_cell *c, struct integrator *s, struct element *e, int32_t i,
                 const saltus_message *m)
{
    bool own = e->flags & ELEMENT_STEPPED && e->s.tq == c->t, jump = m->jump != 0;
    if (!e->u.heard) s->unheard--;
    signal_set(&e->u, c->t, m);
    saltus_cell_count(c, SALTUS_COUNT_EVALUATION, 0, i);
    if (!s->ring.done) {
        hear_early(c, s, e, i);
        return;
    }
    e->flags &= (uint8_t)~ELEMENT_STEPPED;
    if (jump && element_freeze(e, c->t)) mark(c, s, e, i);
    if (!own) turn(c, s, e, i, jump);
    take(c, s, e, i);
    if (c->t == s->t0 && s->plan.i < 0) slopes(c, s, e, i);
    schedule(c, s, e, i, own || e->flags & ELEMENT_MARKED);
    show(c, e, i);
}

/* The series of u again at now: from upstream if it is open, else as it goes on. */
static void refresh(saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    saltus_message m;
    double u[SALTUS_SERIES];
    if (e->u.open && e->u.t != c->t && saltus_cell_renew(c, U, i, &m)) {
        signal_set(&e->u, c->t, &m);
    } else {
        signal_at(&e->u, c->t, u);
        memcpy(e->u.c, u, sizeof u);
        e->u.t = c->t;
    }
    saltus_cell_count(c, SALTUS_COUNT_EVALUATION, 0, i);
    turn(c, s, e, i, false);
    take(c, s, e, i);
    show(c, e, i);
}

static bool reads_itself(const saltus_cell *c, struct element *e, int32_t i)
{
    if (!(e->flags & ELEMENT_KNOWN)) {
        e->flags |= ELEMENT_KNOWN;
        if (saltus_cell_reaches(c, U, i, c->id, Y, i)) e->flags |= ELEMENT_SELF;
    }
    return e->flags & ELEMENT_SELF;
}

/* Does x get new slopes at each of its steps? */
static bool renews(const struct element *e)
{
    return e->u.open || e->u.order >= element_order(e) || e->m->target ||
           e->flags & ELEMENT_LIMITED;
}

/* q of element i has changed. The u that follows is on its way, or it is the old one. */
static void follow(saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    if (reads_itself(c, e, i)) {
        e->flags |= ELEMENT_STEPPED;
        e->why = ELEMENT_OWED;
        set_due(c, s, i, c->t);
        return;
    }
    if (renews(e)) refresh(c, s, e, i);
    schedule(c, s, e, i, true);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void reset(saltus_cell *c, struct integrator *s, struct element *e, int32_t i, double value)
{
    if (!isfinite(value)) {
        element_fail(c, i, SALTUS_ENAN, "it is set to a value that is not finite", NULL);
        return;
    }
    if (!(value >= e->min && value <= e->max)) {
        element_fail(c, i, SALTUS_EARG, "it is set to a value outside its limits",
                     "limits that hold what `reset` brings");
        return;
    }
    if (!element_reset(e, c->t, value)) return;
    mark(c, s, e, i);
    if (!s->ring.done) return;
    e->considered = -INFINITY;
    follow(c, s, e, i);
    if (!renews(e)) show(c, e, i);
    if (e->m->target) e->flags &= (uint8_t)~ELEMENT_STEPPED; /* what comes may turn it */
}

/* Another state has stepped, and this one with it. */
static void step_along(saltus_cell *c, struct integrator *s, struct element *e, int32_t i,
                       const saltus_message *m)
{
    struct state with;
    memcpy(&with, m->data, sizeof with);
    element_advance(e, c->t);
    integrator_put_q(e, &with);
    saltus_cell_count(c, SALTUS_COUNT_STEP, 0, i);
    mark(c, s, e, i);
    follow(c, s, e, i);
}

static void message(saltus_cell *c, struct integrator *s, const saltus_message *m)
{
    struct element *e = integrator_elements(c);
    int32_t i, end;
    signal_span(m, s->n, &i, &end);
    if (m->port == -1 && !m->data) {
        ring_take(&s->ring, m);
        return;
    }
    for (; i < end; i++) {
        if (m->port == U)
            hear(c, s, &e[i], i, m);
        else if (m->port == RESET)
            reset(c, s, &e[i], i, m->c[0]);
        else
            step_along(c, s, &e[i], i, m);
    }
}

void integrator_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct integrator *s = c->state;
    (void)elapsed;
    if (!s->plan.placed) s->plan.t = NAN;
    for (size_t k = 0; k < n; k++) message(c, s, &x[k]);
}

/* ---- What is due ----------------------------------------------------------------------------- */

/* An element of mLIQSS has stepped, and its partners are to be thought about. */
static bool pairing(const saltus_cell *c, const struct integrator *s)
{
    return s->plan.waits && s->plan.t == c->t && s->plan.placed;
}

double integrator_due(const saltus_cell *c)
{
    struct integrator *s = c->state;
    double t;
    if (s->ring.token == 1 && s->ring.phase > RING_VALUES && s->ring.next == c->id && s->unheard)
        return s->marked ? c->t : nextafter(c->t, INFINITY); /* alone: u may come at this instant */
    if (s->marked || s->ring.token || pairing(c, s)) return c->t;
    if (!s->ring.done) return INFINITY;
    next_due(c, s, &t);
    return t;
}

static void plan(const saltus_cell *c, struct integrator *s, int32_t i)
{
    const struct element *e = &integrator_elements(c)[i];
    struct planned *p = &s->plan;
    if (p->t == c->t && p->i == i) return;
    p->t = c->t;
    p->i = i;
    p->waits = p->placed = 0;
    element_ready(c, e, i, integrator_self, &p->own);
    p->was = p->own;
    element_choose(c, e, &p->own);
    if (e->m->pair) p->waits = integrator_gather(c, s);
}

static void say_planned(const saltus_cell *c, int32_t i, const struct state *q, int order)
{
    saltus_message *m = saltus_cell_out(c, Y, i);
    m->order = (int16_t)(order - 1);
    for (int k = 0; k < order; k++) m->c[k] = q->q[k];
}

/* 1. */
static void lambda_step(const saltus_cell *c, struct integrator *s, int32_t i)
{
    plan(c, s, i);
    say_planned(c, i, &s->plan.own, element_order(&integrator_elements(c)[i]));
}

/* A second state steps along, of this part or of another one. */
static void lambda_pair(const saltus_cell *c, struct integrator *s)
{
    struct planned *p = &s->plan;
    int order = element_order(&integrator_elements(c)[p->i]);
    if (!integrator_pair(c, s)) return;
    say_planned(c, p->i, &p->both, order);
    if (p->part == c->id) {
        say_planned(c, p->element, &p->other, order);
    } else {
        saltus_message *m = saltus_cell_send(c, p->part, p->element);
        m->data = &p->other;
        m->bytes = sizeof p->other;
    }
}

static void lambda_marked(const saltus_cell *c, struct integrator *s)
{
    const struct element *e = integrator_elements(c);
    int32_t one, *list = marks_of(c, s, &one);
    for (int32_t k = 0; k < s->marked; k++)
        element_say(&e[list[k]], c->t, saltus_cell_out(c, Y, list[k]));
}

/* FIRST: the next element that begins with a step; n: none. */
static int32_t first_stepper(const saltus_cell *c, const struct integrator *s)
{
    const struct element *e = integrator_elements(c);
    int32_t i = s->first;
    while (i < s->n && !e[i].m->first_step) i++;
    return i;
}

static void lambda_start(const saltus_cell *c, struct integrator *s)
{
    if (s->ring.token != 2) return;
    if (s->ring.phase == RING_FIRST) {
        int32_t i = first_stepper(c, s);
        if (i < s->n) {
            lambda_step(c, s, i);
            return;
        }
    }
    ring_pass(c, &s->ring);
}

void integrator_lambda(const saltus_cell *c)
{
    struct integrator *s = c->state;
    const struct element *e;
    double t;
    int32_t i;
    if (pairing(c, s)) {
        lambda_pair(c, s);
        return;
    }
    if (s->marked) lambda_marked(c, s);
    if (!s->ring.done) {
        lambda_start(c, s);
        return;
    }
    if (s->marked) return;
    i = next_due(c, s, &t);
    e = &integrator_elements(c)[i];
    if (e->why == ELEMENT_STEP)
        lambda_step(c, s, i);
    else if (e->why == ELEMENT_LIMIT && s->fires)
        saltus_cell_out(c, SPIKE, i)->c[0] = 1;
}

/* ---- Transitions of its own ------------------------------------------------------------------ */

static void count_cascade(saltus_cell *c, struct integrator *s, struct element *e)
{
    struct ring *lead;
    if (!e->m->target) return;
    lead = ring_leader(c, &s->ring);
    e->considered = c->t;
    e->cascade = ++lead->cascades;
}

static void install(saltus_cell *c, struct integrator *s, int32_t i)
{
    struct element *e = &integrator_elements(c)[i];
    if (e->s.tq == c->t && s->ring.done && !element_repeat(c, i, &s->when, &s->repeats)) return;
    plan(c, s, i); /* done already, but for a lambda that was not called */
    e->s = s->plan.own;
    count_cascade(c, s, e);
    saltus_cell_count(c, SALTUS_COUNT_STEP, 0, i);
    follow(c, s, e, i);
    s->plan.placed = 1;
    if (!s->plan.waits) s->plan.t = NAN;
}

static void install_pair(saltus_cell *c, struct integrator *s)
{
    struct planned *p = &s->plan;
    struct element *e = integrator_elements(c);
    bool found = integrator_pair(c, s);
    integrator_put_q(&e[p->i], &p->both);
    if (found) {
        saltus_cell_count(c, SALTUS_COUNT_PAIR, 0, p->i);
        follow(c, s, &e[p->i], p->i);
    } else {
        schedule(c, s, &e[p->i], p->i, true);
    }
    if (found && p->part == c->id) {
        element_advance(&e[p->element], c->t);
        integrator_put_q(&e[p->element], &p->other);
        saltus_cell_count(c, SALTUS_COUNT_STEP, 0, p->element);
        follow(c, s, &e[p->element], p->element);
    }
    p->t = NAN;
    p->waits = 0;
}

/* x has reached a limit, exactly. */
static void reach_limit(saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    double x;
    element_advance(e, c->t);
    x = e->s.x[0];
    e->s.x[0] = fabs(x - e->max) < fabs(x - e->min) ? e->max : e->min;
    if (s->fires) {
        double pause = saltus_part_real(c->part, "refractory", i);
        element_reset(e, c->t, saltus_part_real(c->part, "reset", i));
        if (pause > 0) e->flags |= ELEMENT_RESTS;
        mark(c, s, e, i);
        saltus_cell_show(c, 1, i, (const double[]){1}, 0);
        refresh(c, s, e, i);
        if (pause > 0) {
            e->why = ELEMENT_FREE;
            set_due(c, s, i, c->t + pause);
            return;
        }
    } else {
        refresh(c, s, e, i);
    }
    schedule(c, s, e, i, true);
}

/* u has changed its sign at now, or the rest after an event is over. */
static void leave_limit(saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    if (s->fires) {
        e->flags &= (uint8_t)~ELEMENT_RESTS;
        refresh(c, s, e, i);
    } else {
        refresh(c, s, e, i);
        if (e->flags & ELEMENT_RESTS && e->u.order > 0) {
            e->u.c[0] = 0; /* its root, whatever rounding has left of it */
            take(c, s, e, i);
        }
    }
    schedule(c, s, e, i, true);
}

static void act(saltus_cell *c, struct integrator *s)
{
    double t;
    int32_t i = next_due(c, s, &t);
    struct element *e = &integrator_elements(c)[i];
    switch (e->why) {
    case ELEMENT_STEP: install(c, s, i); return;
    case ELEMENT_REFRESH:
        if (e->s.tx == c->t && !element_repeat(c, i, &s->when, &s->repeats)) return;
        saltus_cell_count(c, SALTUS_COUNT_REFRESH, 0, i);
        if (e->m->target) count_cascade(c, s, e), e->considered = -INFINITY;
        refresh(c, s, e, i);
        break;
    case ELEMENT_LIMIT: reach_limit(c, s, e, i); return;
    case ELEMENT_FREE: leave_limit(c, s, e, i); return;
    default: e->flags &= (uint8_t)~ELEMENT_STEPPED; /* OWED, and nothing has come */
    }
    schedule(c, s, e, i, e->why == ELEMENT_OWED || e->flags & ELEMENT_MARKED);
}

/* ---- The start ------------------------------------------------------------------------------- */

static void begin_element(saltus_cell *c, struct integrator *s, struct element *e, int32_t i)
{
    int k = s->ring.pass;
    switch (s->ring.phase) {
    case RING_VALUES: mark(c, s, e, i); break;
    case RING_SLOPES:
        if (k >= element_order(e) || e->flags & ELEMENT_RESTS) return;
        e->s.q[k] = e->s.x[k];
        mark(c, s, e, i);
        break;
    case RING_AIM:
        if (!e->m->target) return;
        e->m->target->begin(&e->s, c->t);
        mark(c, s, e, i);
        break;
    case RING_TURN:
        if (!e->m->target) return;
        if (e->wish > 0) {
            if (e->m->target->turn(&e->s, e->wish, c->t)) mark(c, s, e, i);
            saltus_cell_count(c, SALTUS_COUNT_INITIAL, 0, i);
        }
        take(c, s, e, i);
        break;
    case RING_GO:
        e->flags &= (uint8_t)~ELEMENT_STEPPED;
        schedule(c, s, e, i, true);
        break;
    default: break;
    }
}

/* What this round asks for. */
static void begin_round(saltus_cell *c, struct integrator *s)
{
    struct element *e = integrator_elements(c);
    s->ring.token = 2;
    for (int32_t i = 0; i < s->n; i++) begin_element(c, s, &e[i], i);
}

static void act_early(saltus_cell *c, struct integrator *s)
{
    int32_t i;
    if (s->ring.token == 1) {
        begin_round(c, s);
        return;
    }
    if (s->ring.token != 2) return;
    i = s->ring.phase == RING_FIRST ? first_stepper(c, s) : s->n;
    if (i < s->n) {
        s->first = i + 1;
        install(c, s, i);
    } else {
        ring_passed(c, &s->ring);
    }
}

void integrator_delta_int(saltus_cell *c)
{
    struct integrator *s = c->state;
    struct element *e = integrator_elements(c);
    int32_t one, *list = marks_of(c, s, &one), sent = s->marked;
    if (pairing(c, s)) {
        install_pair(c, s);
        return;
    }
    for (int32_t k = 0; k < sent; k++) e[list[k]].flags &= (uint8_t)~ELEMENT_MARKED;
    s->marked = 0;
    if (!s->ring.done)
        act_early(c, s);
    else if (!sent)
        act(c, s);
}

/* x as it is. */
int integrator_look(const saltus_cell *c, int k, int32_t i, double *t, double *poly)
{
    const struct element *e = &integrator_elements(c)[i];
    int order = element_order(e) + 1;
    if (k != 0) return -1;
    *t = e->s.tx;
    for (int j = 0; j <= order; j++) poly[j] = e->s.x[j];
    return order;
}
