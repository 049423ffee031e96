/* SPDX-License-Identifier: MIT */
/* outside_whole.c - steps of all states together, between moves of the inputs. Idea: outside_whole.h. */
#include "engine/whole/outside_whole.h"
#include "num/poly.h"
#include <math.h>
#include <string.h>

enum { SERIES = SALTUS_SERIES - 1 };
static const double FOREVER = 1e100; /* engines want a finite limit */

saltus_status outside_whole_new(struct outside *o)
{
    struct outside_whole *w = alloc_array(&o->alloc, 1, sizeof *w);
    o->whole = w;
    if (!w) return SALTUS_ENOMEM;
    w->now = alloc_array(&o->alloc, (size_t)o->n_lines, sizeof *w->now);
    w->state = alloc_array(&o->alloc, (size_t)o->sim->net.n, sizeof *w->state);
    w->due = -1;
    if (o->sim->n_delays) {
        sim_refuse(o->sim, SALTUS_EARG, o->sim->opt.method,
                   "a model with delays, inside a diagram, cannot be integrated by a method that "
                   "moves all "
                   "states together",
                   "a quantized-state method");
        return SALTUS_EARG;
    }
    return w->now && w->state ? SALTUS_OK : SALTUS_ENOMEM;
}

void outside_whole_free(struct outside *o)
{
    if (!o->whole) return;
    alloc_free(&o->alloc, o->whole->list);
    alloc_free(&o->alloc, o->whole->now);
    alloc_free(&o->alloc, o->whole->state);
    alloc_free(&o->alloc, o->whole);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* From the sink: a polynomial of the step that has just been made. False: it is not of that kind. */
bool outside_collect(struct outside *o, double t, int32_t var, const double *c, int degree)
{
    struct outside_whole *w = o->whole;
    const struct sim *s = o->sim;
    if (!w || !w->collecting || (var >= s->net.n && var < s->net.n + s->n_discretes)) return false;
    if (w->n == w->room) {
        int32_t more = 2 * w->room + 64;
        struct outside_piece *p = alloc_resize(&o->alloc, w->list, (size_t)more, sizeof *p);
        if (!p) {
            sim_fail(o->sim, SALTUS_ENOMEM, SALTUS_TIME, -1,
                     "out of memory for the pieces of a step", NULL);
            return true;
        }
        w->list = p;
        w->room = more;
    }
    w->list[w->n] = (struct outside_piece){.t = t, .var = var, .degree = degree};
    memcpy(w->list[w->n++].c, c, (size_t)(degree + 1) * sizeof *c);
    return true;
}

/* Do those who read a line believe, until `end`, something that is further from p than the tolerance? */
static bool is_news(const struct outside *o, const struct outside_piece *was,
                    const struct outside_piece *p, double end)
{
    const struct sim *s = o->sim;
    struct quantum q = {s->opt.rel, s->opt.abs};
    if (!was->known) return true;
    if (p->var < s->net.n) q = s->quanta[p->var & s->net.each];
    for (int k = 0; k <= 2; k++) {
        double t = p->t + k * 0.5 * (end - p->t), x = poly_value(p->c, p->degree, t - p->t);
        if (!(fabs(x - poly_value(was->c, was->degree, t - was->t)) <= q.rel * fabs(x) + q.abs))
            return true;
    }
    return false;
}

static void becomes_signal(struct outside *o, const struct outside_piece *p, double end)
{
    int32_t k = o->line_of[p->var];
    if (p->var < o->sim->net.n) o->whole->state[p->var] = *p;
    o->show(o->user, p->var, p->c, p->degree);
    if (k < 0 || !is_news(o, &o->whole->now[k], p, end)) return;
    o->whole->now[k] = *p;
    o->whole->now[k].known = true;
    set_add(&o->lines, k);
}

static void deliver(struct outside *o, double t)
{
    struct outside_whole *w = o->whole;
    while (w->done < w->n && w->list[w->done].t <= t)
        becomes_signal(o, &w->list[w->done++], o->sim->whole->t);
}

int outside_whole_line(struct outside *o, int32_t k, double t, double *c, int *open)
{
    const struct outside_piece *p = &o->whole->now[k];
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
        struct outside_piece p = {.t = s->whole->t, .c = {s->whole->x[i]}, .var = i};
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
    struct outside_whole *w = o->whole;
    struct whole *all = s->whole;
    w->n = w->done = 0;
    all->from = all->t;
    all->told = false;
    all->stepping = true;
    w->due = s->engine->step(s, whole_limit(s, FOREVER, next_clock(s)));
    w->collecting = true;
    if (s->status >= 0) s->engine->dense(s);
    w->collecting = false;
    all->stepping = false;
}

/* Events of the instant whole->t. */
static void instant(struct outside *o, bool moved)
{
    struct sim *s = o->sim;
    int32_t due = o->whole->due;
    o->whole->due = -1;
    o->whole->n = o->whole->done = 0;
    moved |= whole_instant(s, due);
    if (s->status) return;
    if (moved) s->engine->restart(s);
    show_instant(o);
}

/* Inputs have moved at t: the states are where they are now. */
static void go_back(struct outside *o, double t)
{
    struct sim *s = o->sim;
    struct outside_whole *w = o->whole;
    s->whole->t = s->whole->from = t;
    for (int32_t i = 0; i < s->net.n; i++) {
        const struct outside_piece *p = &w->state[i];
        s->whole->x[i] = outside_has(o, i)
                             ? poly_value(o->given[i].c, SALTUS_SERIES - 1, t - o->given[i].t)
                             : poly_value(p->c, p->degree, t - p->t);
    }
    w->due = -1;
}

void outside_whole_begin(struct outside *o)
{
    o->sim->whole->begun = true;
    instant(o, true);
}

/* At the end of a step comes the next one, once nothing more happens at that instant. */
void outside_whole_run(struct outside *o, double t)
{
    struct sim *s = o->sim;
    sim_advance(s, t);
    deliver(o, t);
    if (o->moved.count) {
        go_back(o, t);
        outside_moved(o);
        instant(o, true);
    }
    while (s->status >= 0 && s->whole->t <= t) {
        if (o->whole->due >= 0 || next_clock(s) <= t) {
            instant(o, false);
            continue;
        }
        step(o);
        if (s->status >= 0) deliver(o, t);
        if (s->status) return;
    }
}

double outside_whole_next(const struct outside *o)
{
    const struct outside_whole *w = o->whole;
    return w->done < w->n ? fmin(w->list[w->done].t, o->sim->whole->t) : o->sim->whole->t;
}
