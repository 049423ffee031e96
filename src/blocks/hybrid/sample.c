/* SPDX-License-Identifier: MIT */
/* sample.c - values of a signal at instants: by a clock of the block's own, or when an event asks.
 *
 * What is sampled is the input at that instant, an open one made fresh; static blocks have
 * settled by then (rank -1), steps of integrators at the same instant come later. If nothing has
 * come yet on an input that is to be sampled, it is sampled when its first message comes. The
 * instants of the clock are start + n period, computed again for each n. */
#include "blocks/hybrid/piecewise.h"

struct sampler {
    saltus_atomic atomic; /* first: a part's type is one of these */
    int clocked;          /* it has a clock of its own            */
    int events;           /* it sends events                      */
};

struct sample_state {
    struct function_state f;
    int64_t n;               /* the next instant of the clock                                   */
    int32_t initial, unused; /* 1: the initial value is to be sent                              */
};
struct held {
    int32_t wait, known; /* it is to be sampled as soon as it can be; an input has come          */
    int32_t sent;        /* something has been sent                                              */
};
enum { STORE_HELD = STORE_FREE };

static struct held *helds(const saltus_cell *c)
{
    return (struct held *)saltus_cell_stored(c, STORE_HELD, NULL);
}

static int clocked(const saltus_cell *c)
{
    return ((const struct sampler *)c->type)->clocked;
}

static int sends_events(const saltus_cell *c)
{
    return ((const struct sampler *)c->type)->events;
}

static double instant(const saltus_cell *c)
{
    const struct sample_state *s = c->state;
    struct args a;
    if (!clocked(c)) return INFINITY;
    args_of(c, STORE_ARGS, 0, &a);
    return a.p[1] + (double)s->n * a.p[0];
}

/* The first instant that is not past; `about` is its number, up to rounding. */
static void first_instant(saltus_cell *c, double about)
{
    struct sample_state *s = c->state;
    if (about > 9e15) {
        saltus_cell_fail(c, SALTUS_EARG, "period", "it is too short for times like these", NULL);
        return;
    }
    s->n = (int64_t)fmax(0, ceil(about) - 1);
    while (instant(c) < c->t) s->n++;
}

static void sample_start(saltus_cell *c)
{
    struct sample_state *s = c->state;
    struct args a;
    if (!frame_start(c, NULL) ||
        !saltus_cell_store(c, STORE_HELD, (size_t)c->size * sizeof(struct held)))
        return;
    args_of(c, STORE_ARGS, 0, &a);
    if (clocked(c) && (!signal_shared(c, "period") || !signal_shared(c, "start"))) return;
    if (clocked(c) && !(a.p[0] > 0 && isfinite(a.p[0]) && isfinite(a.p[1]))) {
        saltus_cell_fail(c, SALTUS_EARG, a.p[0] > 0 ? "start" : "period",
                         "it must be finite, and the period > 0", NULL);
        return;
    }
    if (clocked(c)) first_instant(c, (c->t - a.p[1]) / a.p[0]);
    s->initial = !sends_events(c) && instant(c) > c->t;
}

static double sample_due(const saltus_cell *c)
{
    const struct sample_state *s = c->state;
    return s->f.marked || s->initial ? c->t : instant(c);
}

static void ask(saltus_cell *c, int32_t e)
{
    struct sample_state *s = c->state;
    struct held *h = helds(c) + e;
    h->wait = !h->known;
    if (h->wait) return;
    marks_add(frame_marks(c), e);
    s->f.marked = 1;
}

static void touched(saltus_cell *c, int32_t e)
{
    helds(c)[e].known = 1;
    if (helds(c)[e].wait) ask(c, e);
}

static void sample_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    const struct sample_state *s = c->state;
    int32_t first, end;
    (void)elapsed;
    for (; n > 0; n--, x++) {
        if (x->port < s->f.ports) {
            frame_take(c, x, 1, touched);
            continue;
        }
        signal_span(x, c->size, &first, &end);
        for (int32_t e = first; e < end; e++) ask(c, e);
    }
}

/* The input now. */
static double sampled(const saltus_cell *c, int32_t e)
{
    struct signal *s = frame_signal(c, 0, e);
    signal_fresh(c, 0, e, s);
    return signal_value(s, c->t);
}

static void send(const saltus_cell *c, int32_t e, double v)
{
    saltus_message *m = saltus_cell_out(c, 0, e);
    m->c[0] = v;
    if (helds(c)[e].sent && !sends_events(c)) m->jump = 1;
    saltus_cell_show(c, 0, e, &v, 0);
}

static void sample_lambda(const saltus_cell *c)
{
    const struct sample_state *s = c->state;
    struct marks *m = frame_marks(c);
    const unsigned char *flag = marks_flags(m);
    int tick = instant(c) <= c->t;
    struct args a;
    for (int32_t k = 0; k < m->n; k++) send(c, m->item[k], sampled(c, m->item[k]));
    for (int32_t e = 0; (tick || s->initial) && e < c->size; e++) {
        if (flag[e]) continue;
        args_of(c, STORE_ARGS, e, &a);
        if (tick && helds(c)[e].known)
            send(c, e, sampled(c, e));
        else if (s->initial)
            send(c, e, a.p[clocked(c) ? 2 : 0]);
    }
}

static void sample_int(saltus_cell *c)
{
    struct sample_state *s = c->state;
    struct held *h = helds(c);
    struct marks *m = frame_marks(c);
    int tick = instant(c) <= c->t;
    for (int32_t k = 0; k < m->n; k++) h[m->item[k]].sent = 1;
    for (int32_t e = 0; (tick || s->initial) && e < c->size; e++) {
        if (tick) h[e].wait = !h[e].known;
        if (h[e].known || s->initial) h[e].sent = 1;
    }
    if (tick) s->n++;
    marks_clear(m);
    s->f.marked = s->initial = 0;
}

static const saltus_port sample_inputs[] = {
    SIGNAL_PORT("u", "signal"), EVENT_PORT("sample", "an event: u is sampled now"), {0}};
static const saltus_port event_outputs[] = {EVENT_PORT("y", "an event with the value of u"), {0}};
static const saltus_param clocked_params[] = {
    REAL_NEEDED("period", "s", "time between two samples; the same for all elements"),
    REAL_PARAM("start", 0, "s", "time of the first sample; the same for all elements"),
    REAL_PARAM("initial", 0, NULL, "y before the first sample"),
    {0}};
static const saltus_param sample_params[] = {
    REAL_PARAM("initial", 0, NULL, "y before the first sample"), {0}};

#define SAMPLE_ATOMIC(name_, title_, text_, inputs_, outputs_, params_)                            \
    {                                                                                              \
        .name = name_, .group = "hybrid", .title = title_, .text = text_, .inputs = inputs_,       \
        .outputs = outputs_, .params = params_, .shows = function_shows,                           \
        .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct sample_state),           \
        .rank = -1, .start = sample_start, .due = sample_due, .lambda = sample_lambda,             \
        .delta_int = sample_int, .delta_ext = sample_ext                                           \
    }

const struct sampler block_zero_order_hold = {
    .atomic = SAMPLE_ATOMIC("zero_order_hold", "samples of its input, each held for a period",
                            "y = u(start + n period) until the next sample. Instants before the "
                            "run begins do not count.",
                            function_one, function_output, clocked_params),
    .clocked = 1};

const struct sampler block_sample_and_hold = {
    .atomic = SAMPLE_ATOMIC(
        "sample_and_hold", "its input at the last event",
        "y = u at the time of the last event on `sample`, whose value does not matter; `initial` "
        "before the first. Connect a `clock` for periodic samples, or a `cross_detector`.",
        sample_inputs, function_output, sample_params)};

const struct sampler block_triggered_sampler = {
    .atomic = SAMPLE_ATOMIC("triggered_sampler", "an event with the value of its input, when asked",
                            "For each event on `sample` one on y, whose value is u at that time.",
                            sample_inputs, event_outputs, NULL),
    .events = 1};
