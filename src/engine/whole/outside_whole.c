/* SPDX-License-Identifier: MIT */
/* outside_whole.c - steps of all states together, between moves of the inputs from outside.
 *
 * A step is made as soon as the one before has come to its end, so its polynomials are known before
 * their time; they wait in a list, and become signals when their time has come. When an input moves
 * before the end of the step, the rest of it is forgotten: the engine starts again from the states
 * at that instant.
 *
 * A line is told only what those who read it do not know yet, up to the tolerance, for the length
 * of the step. So a loop through other parts settles: what comes back moves an input, the step is
 * made again, and goes the old way nearly enough. */
#include "engine/whole/whole.h"
#include "run/outside/keep.h"
#include "run/outside/outside.h"
#include "num/poly.h"
#include <math.h>
#include <string.h>

enum { SERIES = SALTUS_SERIES - 1 };
static const double FOREVER = 1e100; /* engines want a finite limit */

struct piece {
    double t, c[WHOLE_DEGREE + 1];
    int32_t var; /* number of the variable, states before discretes before outputs */
    int32_t degree;
    bool known; /* of a line: someone has been told                                   */
};

struct ahead {
    struct piece *list;    /* of the step, in the order of time                               */
    int32_t n, room, done; /* done: so many are signals already                               */
    struct piece *now;     /* per line: its signal                                            */
    struct piece *state;   /* per state: where it is                                          */
    int32_t due;           /* guard that is to fire at the end of the step, -1: none           */
    bool collecting;
};

static struct ahead *ahead_of(const struct outside *o)
{
    return o->own;
}

static saltus_status open_whole(struct outside *o)
{
    struct ahead *w = alloc_array(&o->alloc, 1, sizeof *w);
    o->own = w;
    if (!w) return SALTUS_ENOMEM;
    w->now = alloc_array(&o->alloc, (size_t)o->n_lines, sizeof *w->now);
    w->state = alloc_array(&o->alloc, (size_t)o->sim->net.n, sizeof *w->state);
    w->due = -1;
    if (o->sim->n_delays) {
        sim_refuse(o->sim, SALTUS_EARG, o->sim->opt.method,
                   "a model with delays, inside a diagram, cannot be integrated by a method that "
                   "moves all states together",
                   "a quantized-state method");
        return SALTUS_EARG;
    }
    return w->now && w->state ? SALTUS_OK : SALTUS_ENOMEM;
}

static void close_whole(struct outside *o)
{
    struct ahead *w = o->own;
    if (!w) return;
    alloc_free(&o->alloc, w->list);
    alloc_free(&o->alloc, w->now);
    alloc_free(&o->alloc, w->state);
    alloc_free(&o->alloc, w);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* From the sink: a polynomial of the step that has just been made. False: it is not of that
 * kind. */
static bool collect(struct outside *o, double t, int32_t var, const double *c, int degree)
{
    struct ahead *w = o->own;
    const struct sim *s = o->sim;
    if (!w || !w->collecting || (var >= s->net.n && var < s->net.n + s->n_discretes)) return false;
    if (w->n == w->room) {
        int32_t more = 2 * w->room + 64;
        struct piece *p = alloc_resize(&o->alloc, w->list, (size_t)more, sizeof *p);
        if (!p) {
            sim_fail(o->sim, SALTUS_ENOMEM, SALTUS_TIME, -1,
                     "out of memory for the pieces of a step", NULL);
            return true;
        }
        w->list = p;
        w->room = more;
    }
    w->list[w->n] = (struct piece){.t = t, .var = var, .degree = degree};
    memcpy(w->list[w->n++].c, c, (size_t)(degree + 1) * sizeof *c);
    return true;
}

/* Do those who read a line believe, until `end`, something that is further from p than the
 * tolerance? */
static bool is_news(const struct outside *o, const struct piece *was, const struct piece *p,
                    double end)
{
    const struct sim *s = o->sim;
    struct quantum q = {s->knobs.scale * s->opt.rel, s->knobs.scale * s->opt.abs};
    if (!was->known) return true;
    if (p->var < s->net.n) q = s->quanta[p->var & s->net.each];
    for (int k = 0; k <= 2; k++) {
        double t = p->t + k * 0.5 * (end - p->t), x = poly_value(p->c, p->degree, t - p->t);
        if (!(fabs(x - poly_value(was->c, was->degree, t - was->t)) <= q.rel * fabs(x) + q.abs))
            return true;
    }
    return false;
}

static void becomes_signal(struct outside *o, const struct piece *p, double end)
{
    int32_t k = o->line_of[p->var];
    if (p->var < o->sim->net.n) ahead_of(o)->state[p->var] = *p;
    o->show(o->user, p->var, p->c, p->degree);
    if (k < 0 || !is_news(o, &ahead_of(o)->now[k], p, end)) return;
    ahead_of(o)->now[k] = *p;
    ahead_of(o)->now[k].known = true;
    set_add(&o->lines, k);
}

static void deliver(struct outside *o, double t)
{
    struct ahead *w = o->own;
    while (w->done < w->n && w->list[w->done].t <= t)
        becomes_signal(o, &w->list[w->done++], whole_of(o->sim)->host.t);
}

static int line(struct outside *o, int32_t k, double t, double *c, int *open)
{
    const struct piece *p = &ahead_of(o)->now[k];
    double q[WHOLE_DEGREE + 1] = {0};
    memcpy(q, p->c, (size_t)(p->degree + 1) * sizeof *q);
    poly_shift(q, WHOLE_DEGREE, t - p->t);
    memcpy(c, q, SALTUS_SERIES * sizeof *c);
    *open = p->degree > SERIES;
    return p->degree > SERIES ? SERIES : p->degree;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Pieces of a line and of all states that are only values, at an instant. */
static void show_instant(struct outside *o)
{
    struct sim *s = o->sim;
    for (int32_t i = 0; i < s->net.n; i++) {
        struct piece p = {.t = whole_of(s)->host.t, .c = {whole_of(s)->host.x[i]}, .var = i};
        becomes_signal(o, &p, p.t);
    }
}

static double next_clock(const struct sim *s)
{
    double t;
    sched_top(s->events, &t);
    return t;
}

static void step(struct outside *o)
{
    struct sim *s = o->sim;
    struct ahead *w = o->own;
    struct whole *all = whole_of(s);
    w->n = w->done = 0;
    all->host.from = all->host.t;
    all->told = false;
    all->stepping = true;
    all->host.farthest = whole_limit(s, FOREVER, next_clock(s));
    w->due = all->by->step(&all->host, all->host.farthest);
    w->collecting = true;
    if (s->status >= 0) all->by->dense(&all->host);
    w->collecting = false;
    all->stepping = false;
}

/* Events of the instant whole->t. */
static void instant(struct outside *o, bool moved)
{
    struct sim *s = o->sim;
    int32_t due = ahead_of(o)->due;
    ahead_of(o)->due = -1;
    ahead_of(o)->n = ahead_of(o)->done = 0;
    moved |= whole_instant(s, due);
    if (s->status) return;
    if (moved) whole_of(s)->by->restart(&whole_of(s)->host);
    show_instant(o);
}

/* Inputs have moved at t: the states are where they are now. */
static void go_back(struct outside *o, double t)
{
    struct sim *s = o->sim;
    struct ahead *w = o->own;
    whole_of(s)->host.t = whole_of(s)->host.from = t;
    for (int32_t i = 0; i < s->net.n; i++) {
        const struct piece *p = &w->state[i];
        whole_of(s)->host.x[i] =
            outside_has(o, i) ? poly_value(o->given[i].c, SALTUS_SERIES - 1, t - o->given[i].t)
                              : poly_value(p->c, p->degree, t - p->t);
    }
    w->due = -1;
}

static void begin(struct outside *o)
{
    if (o->sim->status < 0) return;
    instant(o, true);
}

/* At the end of a step comes the next one, once nothing more happens at that instant. */
static void run(struct outside *o, double t)
{
    struct sim *s = o->sim;
    sim_advance(s, t);
    deliver(o, t);
    if (o->moved.count) {
        go_back(o, t);
        outside_moved(o);
        instant(o, true);
    }
    while (s->status >= 0 && whole_of(s)->host.t <= t) {
        if (ahead_of(o)->due >= 0 || next_clock(s) <= t) {
            instant(o, false);
            continue;
        }
        step(o);
        if (s->status >= 0) deliver(o, t);
        if (s->status) return;
    }
}

static double next(const struct outside *o)
{
    const struct ahead *w = o->own;
    return w->done < w->n ? fmin(w->list[w->done].t, whole_of(o->sim)->host.t)
                          : whole_of(o->sim)->host.t;
}

static void wider(struct outside *o)
{
    whole_of(o->sim)->env.width = o->sim->net.env.width;
}

/* The history of the engine cannot be kept: it starts again from the states as they were, so what
 * follows is the same up to its tolerance. */
static void keep(struct keep *k, struct outside *o)
{
    struct sim *s = o->sim;
    struct ahead *w = o->own;
    double t = s->net.env.t;
    keep_bytes(k, w->now, (size_t)o->n_lines * sizeof *w->now);
    keep_bytes(k, w->state, (size_t)s->net.n * sizeof *w->state);
    if (!k->load || k->failed || !o->begun) return;
    w->n = w->done = 0;
    w->due = -1;
    whole_of(s)->host.t = whole_of(s)->host.from = t;
    for (int32_t i = 0; i < s->net.n; i++)
        whole_of(s)->host.x[i] = poly_value(w->state[i].c, w->state[i].degree, t - w->state[i].t);
    whole_of(s)->by->restart(&whole_of(s)->host);
}

const struct engine_outside whole_outside = {.open = open_whole,
                                             .close = close_whole,
                                             .begin = begin,
                                             .wider = wider,
                                             .run = run,
                                             .next = next,
                                             .line = line,
                                             .collect = collect,
                                             .keep = keep};
