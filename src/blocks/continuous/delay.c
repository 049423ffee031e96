/* SPDX-License-Identifier: MIT */
/* delay.c - delay: y(t) = u(t - lag), exactly; event_delay: the same for events; unit_delay: one
 * sample.
 *
 * A message that comes at t goes out at t + lag with the same coefficients: a polynomial about one
 * instant is the same polynomial about the other. Series that were cut off are requested again
 * upstream before they are too old, and each new one is a segment of its own. Slots of the queue:
 * element i is due to send; n + i: its input is to be made fresh. */
#include "blocks/continuous/delay_history.h"
#include "blocks/continuous/integrator_blocks.h"
#include "blocks/continuous/integrator_queue.h"
#include <stdio.h>

struct delay {
    int32_t n, leaves;
    int32_t events; /* it is an event_delay                                           */
    int32_t starts; /* elements whose start is to be sent: marks are in said = 1         */
    double t0;
};

enum { UNSAID, WANTED, SAID };

static struct queue queue_of(const saltus_cell *c)
{
    const struct delay *s = c->state;
    return queue_at((void *)(uintptr_t)saltus_cell_stored(c, 2, NULL), s->leaves);
}

static void set_due(const saltus_cell *c, int32_t slot, double t)
{
    struct queue q = queue_of(c);
    queue_set(&q, slot, t);
}

static double lag_of(const saltus_cell *c, int32_t i)
{
    return saltus_part_real(c->part, "lag", i);
}

static void want(struct delay *s, struct lane *lane)
{
    if (lane->said != WANTED) s->starts++;
    lane->said = WANTED;
}

static bool good_lag(saltus_cell *c, int32_t i)
{
    double lag = lag_of(c, i);
    if (lag > 0 && isfinite(lag)) return true;
    saltus_cell_fail(c, SALTUS_EARG, "lag", "the lag must be positive and finite", NULL);
    return false;
}

static void delay_start(saltus_cell *c)
{
    struct delay *s = c->state;
    struct queue q;
    s->n = c->size;
    s->t0 = c->t;
    s->events = c->type == &block_event_delay;
    s->leaves = queue_leaves(2 * s->n);
    if (!history_start(c) || !saltus_cell_store(c, 2, queue_bytes(2 * s->n))) return;
    q = queue_of(c);
    queue_clear(&q);
    for (int32_t i = 0; i < s->n && good_lag(c, i); i++) {
        struct lane *lane = &history_lanes(c)[i];
        if (s->events) continue;
        lane->start = saltus_part_real(c->part, "start", i);
        if (!isnan(lane->start)) want(s, lane);
    }
}

static double delay_due(const saltus_cell *c)
{
    const struct delay *s = c->state;
    struct queue q = queue_of(c);
    return s->starts ? c->t : fmax(q.due[queue_top(&q)], c->t);
}

/* The first segment of element i that waits goes out when its time has come. */
static void set_arrival(const saltus_cell *c, int32_t i)
{
    int32_t k = history_lanes(c)[i].first;
    set_due(c, i, k < 0 ? INFINITY : history_pool(c)->at[k].u.t + lag_of(c, i));
}

static void set_renewal(const saltus_cell *c, int32_t i)
{
    const struct delay *s = c->state;
    const struct signal *u = &history_lanes(c)[i].lag; /* the input as it is now */
    set_due(c, s->n + i, u->t + history_lasts(c, u->c, u->order, u->open));
}

/* Without a start value, the first value of the input is what was there before. */
static void learn_start(saltus_cell *c, struct delay *s, int32_t i, double value)
{
    struct lane *lane = &history_lanes(c)[i];
    if (!isnan(saltus_part_real(c->part, "start", i)) || (lane->said == SAID && c->t > s->t0))
        return;
    if (lane->said != UNSAID && lane->start == value) return;
    lane->start = value;
    want(s, lane);
}

static bool add_event(saltus_cell *c, int32_t i, const saltus_message *m)
{
    struct lane *lane = &history_lanes(c)[i];
    int32_t k = history_new(c);
    struct segment *s;
    if (k < 0) return false;
    s = &history_pool(c)->at[k];
    *s = (struct segment){.prev = lane->last, .next = -1};
    signal_set(&s->u, c->t, m);
    if (lane->last >= 0) history_pool(c)->at[lane->last].next = k;
    if (lane->first < 0) lane->first = k;
    lane->last = k;
    return true;
}

static void delay_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct delay *s = c->state;
    (void)elapsed;
    for (size_t k = 0; k < n; k++) {
        int32_t i, end;
        signal_span(&x[k], s->n, &i, &end);
        for (; i < end; i++) {
            if (!(s->events ? add_event(c, i, &x[k]) : history_add(c, i, &x[k]))) return;
            if (!s->events) {
                learn_start(c, s, i, x[k].c[0]);
                signal_set(&history_lanes(c)[i].lag, c->t, &x[k]);
                set_renewal(c, i);
            }
            set_arrival(c, i);
        }
    }
}

static void say_start(const saltus_cell *c, int32_t i)
{
    const struct lane *lane = &history_lanes(c)[i];
    saltus_cell_out(c, 0, i)->c[0] = lane->start;
    saltus_cell_show(c, 0, i, &lane->start, 0);
}

static void say_first(const saltus_cell *c, const struct delay *s, int32_t i)
{
    const struct segment *k = &history_pool(c)->at[history_lanes(c)[i].first];
    saltus_message *m = saltus_cell_out(c, 0, i);
    signal_say(m, k->u.c, k->u.order, k->u.open);
    if (!s->events) m->jump = (int8_t)k->jump;
    saltus_cell_show(c, 0, i, s->events ? (const double[]){1} : k->u.c, s->events ? 0 : k->u.order);
}

static void delay_lambda(const saltus_cell *c)
{
    const struct delay *s = c->state;
    struct queue q = queue_of(c);
    int32_t i = queue_top(&q);
    if (s->starts) {
        for (i = 0; i < s->n; i++)
            if (history_lanes(c)[i].said == WANTED) say_start(c, i);
    } else if (i < s->n) {
        say_first(c, s, i);
    }
}

/* The input has grown old: if a block upstream knows more, that is a segment. */
static void renew(saltus_cell *c, const struct delay *s, int32_t i)
{
    struct lane *lane = &history_lanes(c)[i];
    if (!history_renew(c, 0, i)) {
        set_due(c, s->n + i, INFINITY);
        return;
    }
    lane->lag = history_pool(c)->at[lane->last].u;
    set_renewal(c, i);
    set_arrival(c, i);
}

static void delay_delta_int(saltus_cell *c)
{
    struct delay *s = c->state;
    struct queue q = queue_of(c);
    int32_t i = queue_top(&q);
    if (s->starts) {
        for (i = 0; i < s->n; i++)
            if (history_lanes(c)[i].said == WANTED) history_lanes(c)[i].said = SAID;
        s->starts = 0;
    } else if (i < s->n) {
        history_drop(c, i);
        set_arrival(c, i);
    } else {
        renew(c, s, i - s->n);
    }
}

/* ---- unit_delay ------------------------------------------------------------------------------ */

struct unit {
    double t0, period;
    uint64_t ticks; /* so far                                                        */
    int32_t said;   /* the start has been sent                                        */
};

struct sample {
    struct signal u;
    double y, next; /* what goes out now, and at the next tick                          */
};

static struct sample *samples(const saltus_cell *c)
{
    return (struct sample *)(uintptr_t)saltus_cell_stored(c, 0, NULL);
}

static void unit_start(saltus_cell *c)
{
    struct unit *s = c->state;
    struct sample *v = saltus_cell_store(c, 0, (size_t)c->size * sizeof *v);
    if (!signal_shared(c, "period")) return;
    s->t0 = c->t;
    s->period = saltus_part_real(c->part, "period", 0);
    if (!(s->period > 0 && isfinite(s->period)))
        saltus_cell_fail(c, SALTUS_EARG, "period", "the period must be positive and finite", NULL);
    for (int32_t i = 0; v && i < c->size; i++)
        v[i].y = v[i].next = saltus_part_real(c->part, "start", i);
}

static double unit_due(const saltus_cell *c)
{
    const struct unit *s = c->state;
    return s->said ? fmax(s->t0 + (double)s->ticks * s->period, c->t) : c->t;
}

static void unit_lambda(const saltus_cell *c)
{
    const struct unit *s = c->state;
    const struct sample *v = samples(c);
    for (int32_t i = 0; i < c->size; i++) {
        saltus_message *m;
        if (s->said && v[i].y == v[i].next) continue;
        m = saltus_cell_out(c, 0, i);
        m->c[0] = v[i].next;
        m->jump = s->said ? 1 : 0;
        saltus_cell_show(c, 0, i, m->c, 0);
    }
}

/* Round 0 sends the start values; tick 0, at the same instant, takes the first sample. */
static void unit_delta_int(saltus_cell *c)
{
    struct unit *s = c->state;
    struct sample *v = samples(c);
    for (int32_t i = 0; i < c->size; i++) {
        v[i].y = v[i].next;
        if (!s->said) continue;
        signal_fresh(c, 0, i, &v[i].u);
        v[i].next = signal_value(&v[i].u, c->t);
    }
    if (s->said) s->ticks++;
    s->said = 1;
}

static void unit_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct unit *s = c->state;
    (void)elapsed;
    for (size_t k = 0; k < n; k++) {
        int32_t i, end;
        signal_span(&x[k], c->size, &i, &end);
        for (; i < end; i++) {
            signal_set(&samples(c)[i].u, c->t, &x[k]);
            if (s->ticks >= 1 && c->t == s->t0 + (double)(s->ticks - 1) * s->period)
                samples(c)[i].next = x[k].c[0]; /* the instant of a tick: it was too early */
        }
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const saltus_shown shows[] = {{"", SALTUS_OUTPUT, "its output"}, {0}};
static const saltus_shown event_shows[] = {{"", SALTUS_GUARD, "an event comes out"}, {0}};
static const saltus_port ins[] = {SIGNAL_PORT("u", "input"), {0}};
static const saltus_port outs[] = {SIGNAL_PORT("y", "the input as it was"), {0}};
static const saltus_port event_ins[] = {EVENT_PORT("u", "events"), {0}};
static const saltus_port event_outs[] = {EVENT_PORT("y", "the same events, later"), {0}};
static const saltus_param params[] = {
    REAL_NEEDED("lag", "s", "how much later; positive"),
    REAL_PARAM("start", NAN, NULL, "the input before the start; not given: its first value"),
    {0}};
static const saltus_param event_params[] = {REAL_NEEDED("lag", "s", "how much later; positive"),
                                            {0}};
static const saltus_param unit_params[] = {
    REAL_NEEDED("period", "s", "time between samples; the same for all elements"),
    REAL_PARAM("start", 0, NULL, "output before the second sample"),
    {0}};

const saltus_atomic block_delay = {
    BLOCK_NAME("delay", "delays", "constant delay of a signal"),
    .text = "$y(t) = u(t - \\text{lag})$. Each piece of the input comes out as it went in, at its "
            "exact instant; the history grows as it must. Until `lag` has passed the output is "
            "`start`, or the first value of the input. A series that was cut off is renewed "
            "upstream before its last term reaches a hundredth of the run's quantum.",
    BLOCK_TABLES(ins, outs, params, shows),
    BLOCK_STATE(struct delay, -1),
    BLOCK_STEPS(delay_start, delay_due, delay_lambda, delay_delta_int, delay_delta_ext),
};

const saltus_atomic block_event_delay = {
    BLOCK_NAME("event_delay", "delays", "constant delay of events"),
    .text = "Each event comes out again after the time `lag`, with its values, in the order in "
            "which they came. Any number may be on their way.",
    BLOCK_TABLES(event_ins, event_outs, event_params, event_shows),
    BLOCK_STATE(struct delay, -1),
    BLOCK_STEPS(delay_start, delay_due, delay_lambda, delay_delta_int, delay_delta_ext),
};

const saltus_atomic block_unit_delay = {
    BLOCK_NAME("unit_delay", "delays", "delay by one sample"),
    .text = "The input is sampled at $t_0, t_0 + T, t_0 + 2T, ...$ with the period $T$; the output "
            "is constant between these instants, and at each takes the sample before: $y_k = "
            "u_{k-1}$, $y_0$ = `start`; $u_k$ is the input after all that happens at that instant. "
            "It is sent only when it changes.",
    BLOCK_TABLES(ins, outs, unit_params, shows),
    BLOCK_STATE(struct unit, -1),
    BLOCK_STEPS(unit_start, unit_due, unit_lambda, unit_delta_int, unit_delta_ext),
};
