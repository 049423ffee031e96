/* SPDX-License-Identifier: MIT */
/* delay_variable.c - y(t) = u(w(t)), w(t) = t - lag(t), the lag being a signal.
 *
 * u is a chain of segments, each a polynomial about its own time t_k and valid up to t_{k+1}. While
 * w is in segment k,
 *     y(t + s) = sum_j c_kj (w(t + s) - t_k)^j,                                                (1)
 * which is put together by Horner's rule on polynomials in s; what lies above the last coefficient
 * is cut off, and y is then renewed before that counts. The next instant is the first root of w(s)
 * = t_{k+1} or w(s) = t_k: where the lag grows faster than the time, the past is played backwards.
 * A lag that jumps is followed to wherever it leads. Nothing is forgotten unless the largest lag is
 * given. Slots of the queue: element i, n + i as in delay.c. */
#include "blocks/continuous/delay_history.h"
#include "blocks/continuous/integrator_blocks.h"
#include "blocks/continuous/integrator_queue.h"
#include "num/poly.h"
#include "num/roots.h"

enum { U, LAG };
enum { ASLEEP, SEND }; /* lane.said: is y of this element to be sent? */

struct variable {
    int32_t n, leaves;
    int32_t marked;
    double most; /* largest lag                                                    */
};

static struct queue queue_of(const saltus_cell *c)
{
    const struct variable *s = c->state;
    return queue_at((void *)(uintptr_t)saltus_cell_stored(c, 2, NULL), s->leaves);
}
static void set_due(const saltus_cell *c, int32_t slot, double t)
{
    struct queue q = queue_of(c);
    queue_set(&q, slot, t);
}

static void variable_start(saltus_cell *c)
{
    struct variable *s = c->state;
    struct queue q;
    s->n = c->size;
    s->leaves = queue_leaves(2 * s->n);
    s->most = saltus_part_real(c->part, "max", 0);
    if (!signal_shared(c, "max")) return;
    if (!history_start(c) || !saltus_cell_store(c, 2, queue_bytes(2 * s->n))) return;
    q = queue_of(c);
    queue_clear(&q);
}

static void mark(struct variable *s, struct lane *lane)
{
    if (lane->said != SEND) s->marked++;
    lane->said = SEND;
}

/* w about now; returns its degree. */
static int position(const saltus_cell *c, struct lane *lane, int32_t i, double *w)
{
    int order;
    signal_fresh(c, LAG, i, &lane->lag);
    order = signal_at(&lane->lag, c->t, w);
    for (int k = 0; k < SALTUS_SERIES; k++) w[k] = -w[k];
    w[0] += c->t;
    w[1] += 1;
    return order > 1 ? order : 1;
}

/* As near to a boundary as rounding can tell. */
static double tie(const saltus_cell *c, const double *w)
{
    return 1e-12 * (fabs(c->t) + fabs(w[0]) + 1e-3);
}

/* At a limit it depends on where the lag goes. */
static bool good_lag(const saltus_cell *c, const struct variable *s, const double *w, double near)
{
    double lag = c->t - w[0];
    if (w[1] > 1 && lag <= near) lag = 0;
    if (w[1] < 1 && fabs(lag - s->most) <= near) lag = INFINITY;
    if (lag > 0 && lag <= s->most) return true;
    if (lag > s->most)
        saltus_cell_fail(c, SALTUS_EARG, "max", "the lag is larger than its maximum",
                         "a larger `max`, or none: then all of the past is kept");
    else
        saltus_cell_fail(c, SALTUS_EARG, NULL, "the lag is not positive",
                         "a lag that stays above 0: saturation");
    return false;
}

/* The segment in which w[0] lies; at a boundary the one that w enters. */
static void find_segment(const saltus_cell *c, struct lane *lane, const double *w, double near)
{
    const struct segment *at = history_pool(c)->at;
    if (lane->now < 0 && lane->first >= 0 && w[0] + near >= at[lane->first].u.t)
        lane->now = lane->first;
    while (lane->now >= 0 && at[lane->now].next >= 0 && w[0] + near >= at[at[lane->now].next].u.t)
        lane->now = at[lane->now].next;
    while (lane->now >= 0 && w[0] + near < at[lane->now].u.t) lane->now = at[lane->now].prev;
}

/* (1); returns the order. */
static int compose(const struct segment *k, const double *w, int degree, double *y, int *open)
{
    double p[SALTUS_SERIES];
    int lost = k->u.order * degree >= SALTUS_SERIES && k->u.order > 0;
    for (int j = 0; j < SALTUS_SERIES; j++) p[j] = w[j];
    p[0] -= k->u.t;
    poly_compose(k->u.c, k->u.order, p, SALTUS_SERIES - 1, y, SALTUS_SERIES - 1);
    if (k->u.open > *open) *open = k->u.open;
    if (lost && !*open) *open = 1;
    return *open ? SALTUS_SERIES - 1 : signal_degree(y, SALTUS_SERIES - 1);
}

static int output(const saltus_cell *c, struct lane *lane, int32_t i, double *y, int *open)
{
    double w[SALTUS_SERIES];
    int degree = position(c, lane, i, w);
    *open = lane->lag.open;
    if (lane->now < 0) {
        y[0] = lane->start;
        for (int k = 1; k < SALTUS_SERIES; k++) y[k] = 0;
        *open = 0;
        return 0;
    }
    return compose(&history_pool(c)->at[lane->now], w, degree, y, open);
}

/* How long until w reaches the time `edge` of a boundary, again if it is there now. */
static double reaches(const saltus_cell *c, const double *w, int degree, double edge)
{
    double d[SALTUS_SERIES];
    memcpy(d, w, sizeof d);
    d[0] = w[0] - edge;
    if (fabs(d[0]) <= tie(c, w)) d[0] = 0;
    return roots_first(d, degree);
}

/* How long until the lag is 0, or larger than the largest. */
static double limit_after(const saltus_cell *c, const double *w, int degree)
{
    const struct variable *s = c->state;
    double d[SALTUS_SERIES], h;
    for (int k = 0; k < SALTUS_SERIES; k++) d[k] = -w[k];
    d[0] += c->t;
    d[1] += 1;
    h = roots_first(d, degree);
    d[0] -= s->most;
    return isinf(s->most) ? h : fmin(h, roots_first(d, degree));
}

/* When w leaves its segment, or y or the lag has to be expanded again. */
static double leaves_at(const saltus_cell *c, struct lane *lane, int32_t i)
{
    double w[SALTUS_SERIES], y[SALTUS_SERIES], h = INFINITY;
    int degree = position(c, lane, i, w), open, order = output(c, lane, i, y, &open);
    const struct segment *at = history_pool(c)->at;
    int32_t next = lane->now < 0 ? lane->first : at[lane->now].next;
    if (next >= 0) h = fmin(h, reaches(c, w, degree, at[next].u.t));
    if (lane->now >= 0) h = fmin(h, reaches(c, w, degree, at[lane->now].u.t));
    h = fmin(h, limit_after(c, w, degree));
    h = fmin(h, history_lasts(c, y, order, open));
    if (lane->lag.open) h = fmin(h, history_lasts(c, lane->lag.c, lane->lag.order, 1));
    return c->t + h;
}

/* Where are we, and what follows? */
static void look(saltus_cell *c, struct variable *s, int32_t i)
{
    struct lane *lane = &history_lanes(c)[i];
    double w[SALTUS_SERIES];
    if (!lane->lag.heard || lane->first < 0) return;
    position(c, lane, i, w);
    if (!good_lag(c, s, w, tie(c, w))) return;
    find_segment(c, lane, w, copysign(tie(c, w), w[1]));
    mark(s, lane);
    set_due(c, i, leaves_at(c, lane, i));
}

/* The chain has grown: when does w leave its segment? If it was to leave it now, it does so. */
static void plan(saltus_cell *c, struct variable *s, int32_t i)
{
    struct lane *lane = &history_lanes(c)[i];
    struct queue q = queue_of(c);
    double w[SALTUS_SERIES];
    position(c, lane, i, w);
    if (q.due[i] <= c->t + 2 * tie(c, w) / fmax(fabs(w[1]), 1e-3))
        look(c, s, i);
    else
        set_due(c, i, leaves_at(c, lane, i));
}

/* Segments that ended before the largest lag are dropped. */
static void forget(saltus_cell *c, const struct variable *s, int32_t i)
{
    struct lane *lane = &history_lanes(c)[i];
    for (;;) {
        const struct segment *at = history_pool(c)->at;
        int32_t next = at[lane->first].next;
        if (lane->first == lane->now || next < 0 || at[next].u.t > c->t - s->most) return;
        lane->start = NAN; /* what was before is never asked for again */
        history_drop(c, i);
    }
}

static void hear(saltus_cell *c, struct variable *s, int32_t i, const saltus_message *m)
{
    struct lane *lane = &history_lanes(c)[i];
    const struct segment *k;
    if (m->port == LAG) {
        signal_set(&lane->lag, c->t, m);
        look(c, s, i);
        return;
    }
    if (lane->first < 0) {
        double start = saltus_part_real(c->part, "start", i);
        lane->start = isnan(start) ? m->c[0] : start;
    }
    if (!history_add(c, i, m)) return;
    k = &history_pool(c)->at[lane->last];
    set_due(c, s->n + i, c->t + history_lasts(c, k->u.c, k->u.order, k->u.open));
    if (!lane->lag.heard) return;
    if (lane->first == lane->last)
        look(c, s, i);
    else
        plan(c, s, i);
    if (!isinf(s->most)) forget(c, s, i);
}

static void variable_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct variable *s = c->state;
    (void)elapsed;
    for (size_t k = 0; k < n; k++) {
        int32_t i, end;
        signal_span(&x[k], s->n, &i, &end);
        for (; i < end; i++) hear(c, s, i, &x[k]);
    }
}

static double variable_due(const saltus_cell *c)
{
    const struct variable *s = c->state;
    struct queue q = queue_of(c);
    return s->marked ? c->t : fmax(q.due[queue_top(&q)], c->t);
}

static void variable_lambda(const saltus_cell *c)
{
    const struct variable *s = c->state;
    for (int32_t i = 0; s->marked && i < s->n; i++) {
        struct lane *lane = &history_lanes(c)[i];
        double y[SALTUS_SERIES];
        int open, order;
        saltus_message *m;
        if (lane->said != SEND) continue;
        order = output(c, lane, i, y, &open);
        m = saltus_cell_out(c, 0, i);
        signal_say(m, y, order, open);
        if (lane->now >= 0) m->jump = (int8_t)history_pool(c)->at[lane->now].jump;
        saltus_cell_show(c, 0, i, y, order);
    }
}

static void variable_delta_int(saltus_cell *c)
{
    struct variable *s = c->state;
    struct queue q = queue_of(c);
    int32_t i = queue_top(&q);
    if (s->marked) {
        for (i = 0; i < s->n; i++) history_lanes(c)[i].said = ASLEEP;
        s->marked = 0;
    } else if (i < s->n) {
        look(c, s, i);
    } else {
        const struct signal *u;
        i -= s->n;
        if (!history_renew(c, U, i)) {
            set_due(c, s->n + i, INFINITY);
            return;
        }
        u = &history_pool(c)->at[history_lanes(c)[i].last].u;
        set_due(c, s->n + i, c->t + history_lasts(c, u->c, u->order, u->open));
        plan(c, s, i);
    }
}

static const saltus_shown shows[] = {{"", SALTUS_OUTPUT, "its output"}, {0}};
static const saltus_port ins[] = {
    SIGNAL_PORT("u", "input"), SIGNAL_PORT("lag", "how much later; positive at all times"), {0}};
static const saltus_port outs[] = {SIGNAL_PORT("y", "the input as it was"), {0}};
static const saltus_param params[] = {
    REAL_PARAM("start", NAN, NULL, "the input before the start; not given: its first value"),
    REAL_PARAM("max", INFINITY, "s",
               "largest lag; older segments are forgotten. Not given: none is"),
    {0}};

const saltus_atomic block_variable_delay = {
    BLOCK_NAME("variable_delay", "delays", "delay of a signal by a signal"),
    .text = "$y(t) = u(t - \\text{lag}(t))$, where the lag may change in any way as long as it is "
            "positive: grow, shrink, jump, even faster than the time. Polynomials are composed: "
            "exactly while the result has a degree below 5, otherwise cut off and renewed in time. "
            "Before the first segment of the input the output is `start`, or the first value of "
            "the input.",
    BLOCK_TABLES(ins, outs, params, shows),
    BLOCK_STATE(struct variable, -1),
    BLOCK_STEPS(variable_start, variable_due, variable_lambda, variable_delta_int,
                variable_delta_ext),
};
