/* SPDX-License-Identifier: MIT */
/* piecewise.c - the frame of blocks with modes.
 *
 * An element acts when an input has come (it is marked), or when its own next event is due:
 *   1. its inputs are taken at now, open ones made fresh;
 *   2. its mode is settled: a guard that was to become negative now does (next mode); a guard that
 *      an input has made negative leads to the mode for the present values; a guard that is 0 and
 *      falls leads to the next mode; again, until none does;
 *   3. if it was marked, or has another mode, its outputs are sent, else only shown again;
 *   4. its guards are looked at for their next event.
 * 1 to 3 are what is sent; the state is then changed in the same way, and 4 follows.
 *
 * Just after its own event a guard is at 0 up to rounding. As long as time stands still
 * there, guards that are negative by no more than that are taken as 0, and the first coefficient
 * that is not 0 decides: an event does not fire twice, and its reverse not at all unless the
 * inputs turn round.
 *
 * Rank -2, like all static blocks: inputs and own events of one instant are dealt with in the
 * order of the signals. */
#include "blocks/hybrid/piecewise.h"
#include "blocks/signal_times.h"
#include "quant/rules.h"
#include <float.h>

enum { STORE_MODES = STORE_FREE, STORE_TOLD };

const saltus_shown piecewise_shows[] = {{"y", SALTUS_OUTPUT, "result"}, PIECEWISE_EVENT, {0}};

/* One element at work. */
struct work {
    const saltus_cell *c;
    const struct piecewise *b;
    int32_t e;
    struct args a;
    struct inputs in;
    struct mode m; /* as it will be                                                   */
};

static struct mode *modes(const saltus_cell *c)
{
    return (struct mode *)saltus_cell_stored(c, STORE_MODES, NULL);
}

/* ---- Results and guards ---------------------------------------------------------------------- */

struct result piecewise_constant(double v)
{
    struct result r = {jet_const(v), 0, 0};
    return r;
}

struct result piecewise_affine(const struct inputs *in, int32_t k, double factor, double constant)
{
    struct result r = {jet_add(jet_mul(in->u[k], factor), constant), in->order[k], in->open[k]};
    return r;
}

struct result piecewise_line(const struct inputs *in, int32_t k, double slope, double x, double y)
{
    struct result r = {jet_add(jet_mul(jet_sub(in->u[k], x), slope), y), in->order[k], in->open[k]};
    return r;
}

struct result piecewise_series(const struct inputs *in, jet y, int degree)
{
    struct result r = {y, 0, 0};
    frame_order(in, degree, &r.order, &r.open);
    return r;
}

jet piecewise_above(const struct inputs *in, int32_t k, double level)
{
    return jet_sub(in->u[k], level);
}

jet piecewise_below(const struct inputs *in, int32_t k, double level)
{
    return jet_sub(level, in->u[k]);
}

/* ---- Settling -------------------------------------------------------------------------------- */

/* Rounding errors of the guards at an own event. */
static double tolerance(const struct work *w)
{
    double size = 0;
    if (w->m.fired != w->c->t || !w->m.started) return 0;
    for (int32_t k = 0; k < w->in.n; k++) size += fabs(w->in.u[k].c[0]);
    return 2 * w->m.rest + 16 * DBL_EPSILON * size;
}

static jet guard(const struct work *w, int32_t k)
{
    jet z = w->b->guard(&w->a, &w->in, &w->m, k);
    if (z.c[0] < 0 && z.c[0] >= -tolerance(w)) z.c[0] = 0;
    return z;
}

/* The known coefficients of a guard end there. */
static int order_of(const struct work *w)
{
    int order;
    if (w->in.low < SALTUS_SERIES) return w->in.low;
    order = function_linear(&w->a, w->in.degree);
    return w->b->end && order < 1 ? 1 : order;
}

static void enter(struct work *w, int32_t mode)
{
    int32_t old = w->m.now;
    w->m.now = mode;
    if (w->b->hold) w->m.held = w->b->hold(&w->a, &w->in, &w->m, old);
}

/* Does the guard that was to become negative now do so, with the inputs as they are? */
static int crosses(struct work *w)
{
    double t = w->c->t, h;
    jet z;
    if (w->m.at != t || w->m.guard < 0) return 0;
    z = w->b->guard(&w->a, &w->in, &w->m, w->m.guard);
    h = rules_crossing(z.c, order_of(w));
    if (!rules_arrived(h, t, w->m.seen)) return 0;
    w->m.fired = t;
    w->m.rest = fabs(z.c[0]);
    return 1;
}

/* One change of mode; 0: there is none. */
static int pass(struct work *w)
{
    int32_t n = w->b->guards(&w->a, w->m.now), falling = -1;
    int order = order_of(w);
    for (int32_t k = 0; k < n; k++) {
        jet z = guard(w, k);
        if (z.c[0] < 0) {
            int32_t mode = w->b->mode(&w->a, &w->in, &w->m);
            if (mode == w->m.now) continue;
            enter(w, mode);
            return 1;
        }
        if (falling < 0 && rules_crossing(z.c, order) == 0) falling = k;
    }
    if (falling < 0) return 0;
    enter(w, w->b->next(&w->a, w->m.now, falling));
    return 1;
}

/* The piece of its clock that holds now. */
static void tick(struct work *w)
{
    if (!w->m.started) w->m.ticks = w->b->piece(&w->a);
    while (w->b->end(&w->a, w->m.ticks) <= w->c->t) w->m.ticks++;
}

/* It speaks before its inputs have. */
static int is_early(const struct work *w)
{
    return w->b->before_all && !w->m.started && !frame_signal(w->c, 0, w->e)->heard;
}

static void settle(struct work *w)
{
    int passes = 0;
    if (is_early(w)) {
        w->m.now = w->b->before_all(&w->a);
        return;
    }
    if (w->b->piece) tick(w);
    if (!w->m.started) {
        w->m.now = w->b->mode(&w->a, &w->in, &w->m);
        w->m.fired = NAN;
        enter(w, w->m.now);
    } else if (crosses(w)) {
        enter(w, w->b->next(&w->a, w->m.now, w->m.guard));
    }
    while (passes++ < 8 && pass(w)) {
    }
    w->m.started = 1;
}

/* ---- Certainty: outputs that were cut off ---------------------------------------------------- */

/* What was told of output `out` of an element. */
static struct told *told(const struct work *w, int out)
{
    struct told *t = (struct told *)saltus_cell_stored(w->c, STORE_TOLD, NULL);
    return t + (ptrdiff_t)out * w->c->size + w->e;
}

struct asked {
    const struct work *w;
    int out;
};

/* In its mode the value is a smooth function of the inputs, which `value` encloses; one that is
 * affine is a polynomial as they are, for as long as they are told to be. */
static bool ask(void *user, double h, saltus_span *r)
{
    const struct asked *q = user;
    struct inputs in = q->w->in;
    jet few[8], y;
    in.u = in.n > 8 ? frame_spare(q->w->c) : few;
    for (int32_t k = 0; k < in.n; k++) frame_range(q->w->in.u[k].c, h, &in.u[k]);
    y = q->w->b->value(&q->w->a, &in, &q->w->m, q->out).y;
    for (int n = 0; n < SALTUS_SERIES; n++) r[n] = jet_span(y, n);
    return true;
}

static struct result value(const struct work *w, int out, struct told **t)
{
    struct result r = w->b->value(&w->a, &w->in, &w->m, out);
    struct asked q = {w, out};
    *t = told(w, out);
    frame_certify(w->c, &w->in, r.y.c, r.order, r.open, ask, &q, *t);
    return r;
}

/* An output that was cut off is looked at again before it is wrong. */
static void look_again(struct work *w)
{
    for (int out = 0; out < w->c->outputs; out++) {
        double at = told(w, out)->next;
        if (at >= w->m.at) continue;
        w->m.at = at;
        w->m.guard = MODE_LOOK;
    }
}

/* 4 */
static void look(struct work *w)
{
    int32_t n = w->b->guards(&w->a, w->m.now);
    int order = order_of(w);
    double t = w->c->t;
    w->m.at = INFINITY;
    w->m.guard = MODE_LOOK;
    w->m.seen = t;
    if (is_early(w)) return;
    for (int32_t k = 0; k < n; k++) {
        jet z = guard(w, k);
        struct rules_sight s = {rules_crossing(z.c, order), true};
        if (w->in.fresh < SALTUS_SERIES) s = rules_look(z.c, order, s.h, t);
        if (t + s.h >= w->m.at) continue;
        w->m.at = t + s.h;
        w->m.guard = s.sure ? k : MODE_LOOK;
    }
    if (!w->b->emit) look_again(w);
    saltus_cell_count(w->c, SALTUS_COUNT_GUARD_EVALUATION, w->b->emit ? 0 : 1, w->e);
    if (!w->b->end) return;
    t = w->b->end(&w->a, w->m.ticks); /* what comes just before it is rounding */
    if (t - w->m.at > 4 * DBL_EPSILON * fabs(t)) return;
    w->m.at = t;
    w->m.guard = MODE_TICK;
}

static void begin(struct work *w, const saltus_cell *c, int32_t e, int fresh)
{
    w->c = c;
    w->b = (const struct piecewise *)c->type;
    w->e = e;
    w->m = modes(c)[e];
    args_of(c, STORE_ARGS, e, &w->a);
    frame_inputs(c, e, fresh, &w->in);
}

/* ---- The functions of the table -------------------------------------------------------------- */

void piecewise_start(saltus_cell *c)
{
    const struct piecewise *b = (const struct piecewise *)c->type;
    if (frame_start(c, b->check) &&
        saltus_cell_store(c, STORE_MODES, (size_t)c->size * sizeof(struct mode)))
        saltus_cell_store(c, STORE_TOLD, (size_t)(c->size * c->outputs) * sizeof(struct told));
    for (int32_t e = 0; b->before_all && cell_opens(c) && e < c->size; e++) frame_touch(c, e);
}

static void take_event(saltus_cell *c, const saltus_message *x)
{
    const struct piecewise *b = (const struct piecewise *)c->type;
    int32_t first, end;
    signal_span(x, c->size, &first, &end);
    for (int32_t e = first; e < end; e++) {
        struct mode *m = modes(c) + e;
        int began = m->started;
        b->event(c, m, x);
        if (!began) continue;
        frame_touch(c, e);
        marks_flags(frame_marks(c))[e] |= MARKED_JUMP;
    }
}

void piecewise_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    const struct piecewise *b = (const struct piecewise *)c->type;
    const struct function_state *s = c->state;
    int32_t first, end;
    (void)elapsed;
    for (; n > 0; n--, x++) {
        if (x->port >= s->ports) {
            take_event(c, x);
            continue;
        }
        signal_span(x, c->size, &first, &end);
        for (int32_t e = first; b->before && e < end; e++)
            b->before(c, modes(c) + e, frame_signal(c, x->port, e));
        frame_take(c, x, 1, frame_touch);
    }
}

/* Output 0, if all outputs are constants. */
static int is_flat(const struct work *w, double *y)
{
    for (int out = w->c->outputs - 1; out >= 0; out--) {
        struct result r = w->b->value(&w->a, &w->in, &w->m, out);
        if (r.order > 0 || r.open) return 0;
        *y = r.y.c[0];
    }
    return 1;
}

/* In the same mode the same constants: whoever reads them knows them. */
static int is_known(const struct work *w)
{
    double y;
    return w->m.flat && is_flat(w, &y) && y == w->m.said;
}

/* 3. 0: the run has failed. */
static int send(const struct work *w, int silent, int jump)
{
    const saltus_cell *c = w->c;
    saltus_message *m;
    for (int out = 0; out < c->outputs; out++) {
        struct told *t;
        struct result r = value(w, out, &t);
        if (!frame_finite(&r.y, &r.order, &r.open)) {
            frame_fail(c, w->e, &w->in, w->b->hint);
            return 0;
        }
        saltus_cell_show(c, out == 0 ? 0 : 2, w->e, r.y.c, r.order);
        if (silent && !frame_drifted(c, t, r.y.c, r.open)) continue;
        m = saltus_cell_out(c, out, w->e);
        signal_say(m, r.y.c, r.order, r.open);
        signal_set(&t->sent, c->t, m);
        if (jump) m->jump = 1;
    }
    return 1;
}

static int act(const saltus_cell *c, int32_t e, int marked)
{
    const struct mode *before = modes(c) + e;
    struct work w;
    int changed, first = !before->started;
    double way;
    begin(&w, c, e, 1);
    settle(&w);
    changed = !first && w.m.now != before->now;
    way = w.m.now > before->now ? 1 : -1;
    if (changed && !w.b->emit) saltus_cell_show(c, 1, e, &way, 0);
    if (w.b->emit) {
        if (changed) w.b->emit(c, e, &w.in, before->now, w.m.now);
        return 1;
    }
    if (!first && !changed && is_known(&w)) return 1;
    return send(&w, !marked && !changed, changed || (marked & MARKED_JUMP));
}

/* Marked elements first, then those whose own event is due. */
void piecewise_lambda(const saltus_cell *c)
{
    struct marks *m = frame_marks(c);
    const unsigned char *flag = marks_flags(m);
    for (int32_t k = 0; k < m->n; k++)
        if (!act(c, m->item[k], flag[m->item[k]])) return;
    for (int32_t e = times_next(frame_times(c), -1, c->t); e >= 0;
         e = times_next(frame_times(c), e, c->t))
        if (!flag[e] && !act(c, e, 0)) return;
}

static void commit(saltus_cell *c, int32_t e)
{
    struct work w;
    begin(&w, c, e, 1);
    settle(&w);
    look(&w);
    w.m.flat = !w.b->emit && is_flat(&w, &w.m.said);
    modes(c)[e] = w.m;
    times_set(frame_times(c), e, w.m.at);
}

void piecewise_int(saltus_cell *c)
{
    struct function_state *s = c->state;
    struct marks *m = frame_marks(c);
    for (int32_t e = times_next(frame_times(c), -1, c->t); e >= 0;
         e = times_next(frame_times(c), e, c->t))
        marks_add(m, e);
    for (int32_t k = 0; k < m->n; k++) commit(c, m->item[k]);
    marks_clear(m);
    s->marked = 0;
}

int piecewise_through(const saltus_part *p, int in, int out)
{
    const saltus_port *port = p->type->inputs;
    (void)out;
    while (port[1].name && !port->many && in > 0) port++, in--;
    return !strcmp(port->type, SALTUS_TYPE_SIGNAL);
}

int piecewise_holds(const saltus_part *p, int in, int out)
{
    return piecewise_through(p, in, out) ? 2 : 0;
}

double piecewise_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    struct work w;
    if (i != j || !modes(c)[i].started) return 0;
    begin(&w, c, i, 0);
    frame_seed(&w.in, in);
    return w.b->value(&w.a, &w.in, &w.m, out).y.c[1];
}

void piecewise_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    struct work w;
    struct result r;
    begin(&w, c, i, 1);
    r = w.b->value(&w.a, &w.in, &w.m, out);
    if (frame_finite(&r.y, &r.order, &r.open))
        signal_say(m, r.y.c, r.order, r.open);
    else
        frame_fail(c, i, &w.in, w.b->hint);
}
