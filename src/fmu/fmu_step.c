/* SPDX-License-Identifier: MIT */
/* fmu_step.c - co-simulation: the quantized engine goes from one point of communication to the next.
 *
 * A step of the importer ends no step of the engine: a run in many steps is the same as a run in one, bit for bit,
 * unless inputs move. Inputs are constants between two steps. An input that is set to the value that it has does not
 * move. */
#include "fmu/fmu.h"
#include "run/engine.h"
#include <math.h>
#include <string.h>

static void no_fresh(void *user, int32_t input)
{
    (void)user, (void)input;
}

static void no_show(void *user, int32_t var, const double *c, int degree)
{
    (void)user, (void)var, (void)c, (void)degree;
}

saltus_status fmu_step_open(struct fmu *f, const saltus_options *given)
{
    saltus_options o = *given;
    saltus_status st;
    o.method = f->about->method;
    st = outside_new(f->about->model, &o, NULL, 0, &f->outside);
    if (st < 0) return st;
    f->sim = f->outside->sim;
    f->outside->fresh = no_fresh;
    f->outside->show = no_show;
    f->outside->user = f;
    for (int32_t i = 0; i < f->n_states; i++) {
        double u = f->set[i];
        if (outside_has(f->outside, i)) outside_give(f->outside, f->start, i, &u, 0, 0, false);
    }
    outside_begin(f->outside, f->start);
    return f->sim->status < 0 ? f->sim->status : SALTUS_OK;
}

void fmu_step_put(struct fmu *f, int32_t i, double value)
{
    outside_give(f->outside, f->t, i, &value, 0, 0, true);
    f->moved = true;
}

/* All that is due up to and including `until`; with `early`, up to the first event. */
static void go(struct fmu *f, double until, bool early)
{
    struct outside *o = f->outside;
    double next;
    if (f->moved) outside_run(o, f->t);
    f->moved = false;
    f->fired = false;
    while (f->sim->status == SALTUS_OK) {
        next = outside_next(o);
        if (!(next <= until)) break;
        if (early && f->fired && next > f->t) return;
        outside_run(o, next);
        set_clear(&o->lines);
        set_clear(&o->stepped);
        if (next > f->t) f->t = next;
    }
    if (f->sim->status == SALTUS_OK && !(early && f->fired)) f->t = until;
}

enum fmu_status fmu_step(struct fmu *f, double t, double step, bool *early)
{
    double far = 1e-9 * (fabs(f->t) + fabs(step)), until = t + step;
    if (!isfinite(t) || !isfinite(step) || !isfinite(until))
        return fmu_say(f, FMU_ERROR, "a step from %g by %g is not finite", t, step);
    if (step < 0) return fmu_say(f, FMU_ERROR, "a step by %g goes back in time", step);
    if (fabs(t - f->t) > far)
        return fmu_say(f, FMU_ERROR, "a step begins at %.17g, but the FMU is at %.17g", t, f->t);
    if (f->terminated) return fmu_say(f, FMU_DISCARD, "the model has ended the simulation");
    f->shown = false;
    if (until < f->t) until = f->t;
    go(f, until, early != NULL);
    if (early) *early = f->fired && f->t < until;
    if (!fmu_fine(f)) return FMU_ERROR;
    if (!f->terminated) return FMU_OK;
    f->t = f->sim->net.env.t;
    return fmu_say(f, FMU_DISCARD, "the model has ended the simulation at t = %.9g", f->t);
}
