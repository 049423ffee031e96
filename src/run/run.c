/* SPDX-License-Identifier: MIT */
/* run.c - the public face of a run: it is made, goes on, ends. */
#include "base/contract.h"
#include "base/text.h"
#include "run/doubt.h"
#include "run/edge/edge.h"
#include "run/horizon/horizon.h"
#include "run/loop/loop.h"
#include "run/engine.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static saltus_status load_sim(struct sim *s, const saltus_model *m)
{
    const char *wrong = options_wrong(&s->opt);
    s->model = contract_complete(m, &s->completed);
    s->net.env.t = s->opt.t0;
    if (wrong) {
        saltus_diag d = {.status = SALTUS_EARG,
                         .t = NAN,
                         .var = wrong,
                         .text = "this option is outside its range (see saltus.h)"};
        sim_tell(&s->opt, &d);
        return SALTUS_EARG;
    }
    if (sim_load(s) < 0) return s->status;
    s->reached = s->sample = s->opt.t0;
    s->mover = s->stepped = -1;
    s->grid = grid_of(s->opt.t0, s->opt.interval);
    s->attention = s->opt.interval > 0 || s->showing ? s->opt.t0 : INFINITY;
    return s->status;
}

saltus_status sim_open(const saltus_model *m, const saltus_options *o, bool outside,
                       struct sim **out)
{
    struct alloc a;
    struct sim *s;
    saltus_options opt = *o;
    struct engine_choice choice;
    saltus_status st;
    size_t size;
    if (!contract_fits(m)) {
        saltus_diag d = {.status = SALTUS_EMODEL,
                         .t = NAN,
                         .var = m->name,
                         .text = "the model was made for another version of Saltus",
                         .hint = "compile it again"};
        sim_tell(o, &d);
        return SALTUS_EMODEL;
    }
    options_complete(&opt, &m->experiment);
    choice = engine_choose(m, &opt);
    alloc_init(&a, o->alloc, o->alloc_user);
    size = choice.change ? choice.change->size : choice.engine->size;
    s = alloc_array(&a, 1, sizeof *s + size);
    if (!s) return SALTUS_ENOMEM;
    s->alloc = a;
    s->opt = opt;
    s->knobs = options_knobs(&opt);
    s->engine = choice.engine;
    s->given = choice.given;
    s->chosen = choice.method;
    s->changes = choice.change;
    s->judge_at = UINT64_MAX;
    s->outside = outside;
    st = load_sim(s, m);
    if (st >= 0 && s->changes) {
        s->changes->open(s);
        st = s->status;
    }
    if (st < 0)
        saltus_sim_free((saltus_sim *)s);
    else
        *out = s;
    return st < 0 ? st : SALTUS_OK;
}

saltus_status saltus_sim_new(const saltus_model *m, const saltus_options *o, saltus_sim **out)
{
    struct sim *s;
    saltus_options taken;
    saltus_status st;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    if (!m || !options_take(&taken, o)) return SALTUS_EARG;
    st = sim_open(m, &taken, false, &s);
    if (st < 0) return st;
    s->engine->start(s);
    st = s->status;
    if (st < 0)
        saltus_sim_free((saltus_sim *)s);
    else
        *out = (saltus_sim *)s;
    return st < 0 ? st : SALTUS_OK;
}

static void free_set(struct sim *s, struct set *a)
{
    alloc_free(&s->alloc, a->item);
    alloc_free(&s->alloc, a->mark);
}

void saltus_sim_free(saltus_sim *handle)
{
    struct sim *s = (struct sim *)handle;
    struct alloc a;
    if (!s) return;
    void *arrays[] = {
        s->methods, s->net.s,  s->discretes, s->parameters, s->pre,   s->method_of, s->quanta,
        s->affine,  s->timed,  s->fresh,     s->initial,    s->steps, s->watch,     s->writes,
        s->reinits, s->bursts, s->nudged,    s->flips,      s->sight, s->relation,  s->kept};
    struct csr *lists[] = {&s->net.feeds, &s->net.pairs, &s->feeds_guard, &s->drives};
    if (s->on_close) s->on_close(s->on_user);
    s->engine->close(s);
    if (s->changes) s->changes->close(s);
    sim_signals_free(s);
    sim_outputs_free(s);
    edge_free(s);
    horizon_free(s);
    loop_memory_free(s->net.env.own);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) csr_free(lists[k], &s->alloc);
    free_set(s, &s->changed);
    free_set(s, &s->touched);
    free_set(s, &s->looked);
    free_set(s, &s->dirty);
    free_set(s, &s->input);
    sched_free(s->events);
    sched_free(s->signals);
    sched_free(s->showing);
    a = s->alloc;
    alloc_free(&a, s);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* A clock or a guard is due. */
void sim_event(struct sim *s, int32_t slot)
{
    int32_t guard = slot - s->n_clocks;
    if (guard < 0)
        sim_clock_event(s, slot);
    else if (sim_guard_crosses(s, guard))
        sim_guard_event(s, guard);
}

/* Samples that lie before the next event, at t, and not after until. One that misses until by
 * rounding is there. */
void sim_take_samples(struct sim *s, double t, double until)
{
    while (s->sample < t && !atomic_load(&s->stop)) {
        if (s->samples > 0 && grid_meets(&s->grid, s->sample, until)) s->sample = until;
        if (!(s->sample <= until)) return;
        s->reached = fmax(s->reached, s->sample);
        if (s->n_watched) sim_outputs_due(s, false);
        if (s->stale.count) sim_outputs_tell(s);
        if (s->opt.sample && s->opt.sample(s->opt.user, s->sample, (saltus_sim *)s))
            atomic_store(&s->stop, 1);
        s->renewed = 0;
        s->samples++;
        s->sample = grid_at(&s->grid, s->samples);
    }
}

/* Both in the order of their times. */
void sim_attend(struct sim *s, double t, double until)
{
    for (;;) {
        double due = INFINITY;
        if (s->showing) sched_top(s->showing, &due);
        if (s->opt.interval > 0) sim_take_samples(s, fmin(t, due), until);
        s->attention = s->opt.interval > 0 ? fmin(due, s->sample) : due;
        if (!(due < t && due <= until) || atomic_load(&s->stop) || s->status) return;
        s->reached = fmax(s->reached, due);
        sim_outputs_renew(s, due);
    }
}

saltus_status sim_limit_reached(struct sim *s)
{
    sim_fail(s, SALTUS_ELIMIT, SALTUS_TIME, -1, "max_events steps and events have been made", NULL);
    return s->status;
}

void sim_advance(struct sim *s, double t)
{
    if (t > s->net.env.t) {
        s->repeats = 0;
        s->net.env.t = t;
    }
    s->reached = t;
}

saltus_status saltus_sim_run(saltus_sim *handle, double until)
{
    struct sim *s = (struct sim *)handle;
    clock_t before = clock();
    saltus_status st;
    if (!s) return SALTUS_EARG;
    if (s->status) return s->status;
    if (isnan(until) || until < s->reached) {
        saltus_diag d = {.status = SALTUS_EARG,
                         .t = s->reached,
                         .var = "until",
                         .text = "the final time lies before the time reached, or is not a number"};
        sim_tell(&s->opt, &d);
        return SALTUS_EARG;
    }
    s->goal = until;
    st = s->engine->run(s, until);
    s->stats.cpu_seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
    return st;
}

saltus_status saltus_sim_finish(saltus_sim *handle)
{
    struct sim *s = (struct sim *)handle;
    if (!s) return SALTUS_EARG;
    if (s->status >= 0 && !s->finished) {
        saltus_status st;
        s->finished = true;
        st = s->engine->finish(s);
        if (st >= 0) doubt_end(s);
        return st;
    }
    return s->status < 0 ? s->status : SALTUS_OK;
}

void saltus_sim_stop(saltus_sim *s)
{
    struct sim *run = (struct sim *)s;
    if (!s) return;
    atomic_store(&run->stop, 1);
    if (run->engine->halt) run->engine->halt(run);
}
