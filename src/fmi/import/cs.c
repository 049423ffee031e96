/* SPDX-License-Identifier: MIT */
/* cs.c - a co-simulation FMU as the engine of a run (engine/play/play.h).
 *
 * The FMU makes steps from communication point to communication point,
 *     t_k = t0 + k h,    the last one at the end of the run,
 * and says nothing in between: there continuous variables are told as the line from point to point, all others keep
 * their value. After an event at a point (FMI 3.0) what follows begins with the new values. */
#include "engine/play/play.h"
#include "fmi/import/instance.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct cs {
    struct fmu_instance i;
    double from, t; /* the last step                                      */
    uint64_t k;     /* communication points passed since t0               */
    double *before; /* values at `from`, after its events                  */
    bool over;      /* the FMU has ended the simulation                    */
    atomic_int halt;
};

static struct cs *cs_of(const struct sim *s)
{
    return play_of(s)->data;
}

/* ---- What is told ---------------------------------------------------------------------------- */

static bool is_line(const struct fmu *f, const struct fmu_shown *w)
{
    return w->kind == SALTUS_OUTPUT && f->d->variables[w->variable].variability == FMU_CONTINUOUS;
}

static void tell(struct sim *s, const struct fmu_shown *w, int j, double t, const double *c,
                 int order)
{
    if (w->kind == SALTUS_DISCRETE)
        play_discrete(s, w->first + j, t, *c);
    else
        play_output(s, w->first + j, t, c, order);
}

/* Everything keeps its value from t on. */
static void tell_values(struct cs *c, double t, bool all)
{
    const struct fmu *f = c->i.fmu;
    const double *v = c->i.values, *old = c->before;
    for (int k = 0; k < f->n_shown; k++)
        for (int j = 0; j < f->d->variables[f->shown[k].variable].elements; j++, v++, old++)
            if (all || (*v != *old && !is_line(f, &f->shown[k])))
                tell(c->i.sim, &f->shown[k], j, t, v, 0);
}

/* Continuous variables go from `before`, at c->from, to their values at c->t. */
static void tell_lines(struct cs *c)
{
    const struct fmu *f = c->i.fmu;
    const double *v = c->i.values, *old = c->before;
    for (int k = 0; k < f->n_shown; k++)
        for (int j = 0; j < f->d->variables[f->shown[k].variable].elements; j++, v++, old++) {
            double line[2] = {*old, (*v - *old) / (c->t - c->from)};
            if (is_line(f, &f->shown[k])) tell(c->i.sim, &f->shown[k], j, c->from, line, 1);
        }
}

/* All values that are looked at are numbers. */
static bool all_finite(struct cs *c)
{
    const struct fmu *f = c->i.fmu;
    const double *v = c->i.values;
    for (int k = 0; k < f->n_shown; k++)
        for (int j = 0; j < f->d->variables[f->shown[k].variable].elements; j++, v++) {
            const struct fmu_shown *w = &f->shown[k];
            char text[300];
            if (isfinite(*v)) continue;
            if (w->kind == SALTUS_OUTPUT && !play_of(c->i.sim)->outputs[w->first + j].watched)
                continue;
            snprintf(text, sizeof text, "the value of '%.200s' is not finite",
                     f->d->variables[w->variable].name);
            fmu_instance_fail(&c->i, SALTUS_ENAN, text, "--vars leaves out what need not be seen");
            return false;
        }
    return true;
}

static void keep(struct cs *c)
{
    memcpy(c->before, c->i.values, (size_t)c->i.fmu->n_values * sizeof *c->before);
}

/* ---- The engine ------------------------------------------------------------------------------ */

static void cs_open(struct sim *s)
{
    const struct fmu *f = s->model->data;
    struct cs *c = play_of(s)->data = sim_room(s, 1, sizeof *c);
    if (!c) return;
    c->before = sim_room(s, f->n_values, sizeof *c->before);
    c->from = c->t = s->opt.t0;
    if (s->status < 0 || !fmu_instance_open(&c->i, f, s, s->opt.t0)) return;
    link_request(&c->i.link, SERVE_GET);
    if (!fmu_instance_ask(&c->i) || !fmu_instance_values(&c->i) || !all_finite(c)) return;
    keep(c);
    tell_values(c, s->opt.t0, true);
}

static void cs_close(struct sim *s)
{
    struct cs *c = cs_of(s);
    if (!c) return;
    fmu_instance_close(&c->i);
    alloc_free(&s->alloc, c->before);
    alloc_free(&s->alloc, c);
    play_of(s)->data = NULL;
}

/* The next communication point. */
static double next_point(struct cs *c)
{
    const struct fmu *f = c->i.fmu;
    double t0 = c->i.sim->opt.t0, t;
    do t = t0 + (double)++c->k * f->step;
    while (t <= c->t);
    c->k--;
    if (t > f->stop && c->t < f->stop) t = f->stop;
    /* rounding alone leaves no step of its own */
    if (t < f->stop && f->stop - t < 1e-9 * f->step) t = f->stop;
    return t;
}

static bool read_event(struct cs *c)
{
    struct wire *r = &c->i.link.reply;
    c->over |= wire_get(r) != 0;
    play_clock(c->i.sim);
    if (!fmu_instance_values(&c->i) || !all_finite(c)) return false;
    tell_values(c, c->t, false);
    keep(c);
    return true;
}

static bool make_step(struct cs *c)
{
    struct sim *s = c->i.sim;
    double to = next_point(c);
    struct wire *w = link_request(&c->i.link, SERVE_STEP), *r = &c->i.link.reply;
    bool event;
    wire_put_real(w, c->t);
    wire_put_real(w, to - c->t);
    if (!fmu_instance_ask(&c->i)) return false;
    c->from = c->t;
    c->t = wire_get_real(r);
    if (c->t == c->from + (to - c->from)) c->t = to;
    event = wire_get(r) != 0;
    c->over |= wire_get(r) != 0;
    if (!fmu_instance_values(&c->i) || !all_finite(c)) return false;
    if (c->t > c->from) {
        s->stats.steps++;
        s->repeats = 0;
        tell_lines(c);
    } else if (!event && !c->over) {
        fmu_instance_fail(&c->i, SALTUS_ESTUCK, "a step has not advanced the time", NULL);
        return false;
    } else if (++s->repeats > s->opt.max_instant) {
        fmu_instance_fail(&c->i, SALTUS_EZENO, "its events do not settle", NULL);
        return false;
    }
    tell_values(c, c->t, false);
    keep(c);
    return !event || c->over || read_event(c);
}

static saltus_status cs_play(struct sim *s, double until)
{
    struct cs *c = cs_of(s);
    uint64_t most = s->opt.max_events;
    atomic_store(&c->halt, 0);
    while (c->t < until && s->status >= 0 && !c->over) {
        if (atomic_load(&c->halt)) return SALTUS_STOPPED;
        if (!make_step(c)) return s->status;
        if (c->t > s->reached && c->t <= until) s->reached = c->t;
        if (most && s->stats.steps + s->stats.clocks >= most) play_stop(s);
    }
    if (s->status < 0) return s->status;
    if (c->over && c->t <= until) {
        s->reached = s->net.env.t = c->t;
        return s->status = SALTUS_TERMINATED;
    }
    s->net.env.t = until;
    return SALTUS_OK;
}

static saltus_status cs_finish(struct sim *s)
{
    if (s->status < 0) return s->status;
    return fmu_instance_end(&cs_of(s)->i) ? SALTUS_OK : s->status;
}

static int cs_fresh(struct sim *s, int32_t k, double t, double *c, bool closed)
{
    (void)s, (void)k, (void)t, (void)c, (void)closed;
    return -1;
}

static void cs_look(struct sim *s, int32_t i)
{
    (void)s, (void)i;
}

static void cs_halt(struct sim *s)
{
    struct cs *c = cs_of(s);
    if (c) atomic_store(&c->halt, 1);
}

static void cs_count(const struct sim *s, saltus_stats *st)
{
    (void)s, (void)st;
}

static const struct play_engine engine = {.head = {.version = ENGINE_VERSION, .frame = &play_frame},
                                          .open = cs_open,
                                          .close = cs_close,
                                          .play = cs_play,
                                          .finish = cs_finish,
                                          .fresh = cs_fresh,
                                          .look = cs_look,
                                          .halt = cs_halt,
                                          .count = cs_count};

void fmu_cs_model(struct fmu *f)
{
    f->model.engine = &engine.head;
}
