/* SPDX-License-Identifier: MIT */
/* run.c - a run from its options to its end.
 *
 * devs_build makes all that follows from the model and starts the parts; devs_clear undoes it, so
 * that a run can be repeated from its start under the same handle. What the options point to is
 * copied. */
#include "base/contract.h"
#include "devs/model/coupled.h"
#include "devs/kernel/inbox.h"
#include "devs/model/map.h"
#include "devs/kernel/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Options --------------------------------------------------------------------------------- */

static size_t bytes_of(const char *s)
{
    return s ? strlen(s) + 1 : 0;
}

static const char *copy_text(char **at, const char *s)
{
    char *to = *at;
    if (!s) return NULL;
    size_t n = strlen(s) + 1;
    memcpy(to, s, n);
    *at += n;
    return to;
}

/* The texts of the signal options, one behind the other: method, detector, rules, sets. */
static size_t option_bytes(const saltus_options *o)
{
    size_t n = o->n_rules * sizeof *o->rules + o->n_sets * sizeof *o->sets + bytes_of(o->method);
    for (size_t k = 0; k < o->n_rules; k++)
        n += bytes_of(o->rules[k].pattern) + bytes_of(o->rules[k].method);
    for (size_t k = 0; k < o->n_sets; k++) n += bytes_of(o->sets[k].name);
    return n;
}

static void place_options(saltus_options *to, const saltus_options *o, char *memory)
{
    saltus_rule *rules = (saltus_rule *)memory;
    saltus_set *sets = (saltus_set *)(rules + o->n_rules);
    char *at = (char *)(sets + o->n_sets);
    *to = *o;
    to->method = copy_text(&at, o->method);
    for (size_t k = 0; k < o->n_rules; k++) {
        rules[k] = o->rules[k];
        rules[k].pattern = copy_text(&at, o->rules[k].pattern);
        rules[k].method = copy_text(&at, o->rules[k].method);
    }
    for (size_t k = 0; k < o->n_sets; k++)
        sets[k] = (saltus_set){copy_text(&at, o->sets[k].name), o->sets[k].value};
    to->rules = o->n_rules ? rules : NULL;
    to->sets = o->n_sets ? sets : NULL;
}

static bool copy_signals(saltus_devs *run, saltus_options o)
{
    if (!o.alloc) o.alloc = run->opt.alloc, o.alloc_user = run->opt.alloc_user;
    run->signal_texts = alloc_array(&run->alloc, option_bytes(&o), 1);
    if (!run->signal_texts) return false;
    place_options(&run->signals, &o, run->signal_texts);
    options_start(&run->signals, run->opt.t0);
    run->knobs = options_knobs(&run->signals);
    run->opt.signals = &run->signals;
    return true;
}

static const char *option_fault(const saltus_devs_options *o, saltus_options *signals)
{
    if (!options_take(signals, o->signals)) return "signals are of another version";
    options_complete(signals, &(saltus_experiment){.start = o->t0});
    if (options_wrong(signals)) return options_wrong(signals);
    if (!isfinite(o->t0)) return "t0 is not finite";
    if (!(o->speed >= 0) || !isfinite(o->speed)) return "speed is negative or not finite";
    if (o->semantics != SALTUS_DEVS_CLASSIC && o->semantics != SALTUS_DEVS_PARALLEL)
        return "semantics: there is no such value";
    return NULL;
}

/* ---- Start and end --------------------------------------------------------------------------- */

void devs_start_cell(saltus_devs *run, struct cell *c)
{
    c->pub.t = c->pub.last = run->t;
    c->flags |= CELL_STARTED;
    if (c->pub.type->start) c->pub.type->start(&c->pub);
    devs_trace(run, SALTUS_START, c, NULL, 0);
    if (run->status == SALTUS_OK) devs_schedule(run, c);
}

void devs_stop_cell(struct cell *c)
{
    if (!(c->flags & CELL_STARTED) || (c->flags & CELL_ENDED)) return;
    c->flags |= CELL_ENDED;
    if (c->pub.run && c->pub.t < c->pub.run->t) c->pub.t = c->pub.run->t; /* it ends now */
    if (c->pub.type->stop) c->pub.type->stop(&c->pub);
}

saltus_status devs_build(saltus_devs *run)
{
    run->status = SALTUS_OK;
    run->t = run->opt.t0;
    run->round = 0;
    if (!devs_flatten(run) || !devs_select_order(run)) return run->status;
    run->started = true;
    for (int32_t k = 0; k < run->n_slots && run->status == SALTUS_OK; k++)
        devs_start_cell(run, run->order[k]);
    if (run->status == SALTUS_OK && run->n_knots) devs_check_loops(run);
    if (run->status == SALTUS_OK && run->changes.n) devs_apply_changes(run);
    return run->status;
}

static void stop_all(saltus_devs *run)
{
    for (int32_t k = 0; k < run->n_cells; k++)
        if (run->cell[k]) devs_stop_cell(run->cell[k]);
}

static void free_cells(saltus_devs *run)
{
    for (int32_t k = 0; k < run->n_cells; k++)
        if (run->cell[k]) devs_cell_free(run, run->cell[k]);
    for (int32_t q = 0; run->entry && q < run->n_entries; q++) {
        for (int32_t k = 0; k < run->entry[q].n; k++) route_free(&run->alloc, &run->entry[q].at[k]);
        if (run->entry[q].room) alloc_free(&run->alloc, run->entry[q].at);
    }
}

void devs_clear(saltus_devs *run)
{
    struct alloc *a = &run->alloc;
    stop_all(run);
    devs_changes_free(run);
    devs_rewired(run);
    if (run->routed) free_cells(run);
    void *blocks[] = {run->cells,  run->cell,   run->order, run->names,  run->fans,
                      run->routes, run->states, run->texts, run->out.at, run->bag.at,
                      run->item,   run->active, run->bytes, run->ring,   run->acts};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) alloc_free(a, blocks[k]);
    sched_free(run->sched);
    saltus_devs keep = {.alloc = *a,
                        .model = run->model,
                        .opt = run->opt,
                        .signals = run->signals,
                        .knobs = run->knobs,
                        .signal_texts = run->signal_texts,
                        .silent = run->silent,
                        .inbox = run->inbox,
                        .clock = run->clock,
                        .back = run->back};
    atomic_init(&keep.attention, atomic_load(&run->attention));
    atomic_init(&keep.stop, atomic_load(&run->stop));
    *run = keep;
}

/* start false: nothing but the flattened model. */
static saltus_status make_run(const saltus_coupled *m, const saltus_devs_options *o, bool start,
                              saltus_devs **out)
{
    struct alloc a;
    saltus_devs_options opt, plain = saltus_devs_defaults();
    if (!out) return SALTUS_EARG;
    *out = NULL;
    if (!m || !contract_take(&opt, sizeof opt, o ? o : &plain)) return SALTUS_EARG;
    if (!opt.seed) opt.seed = 1;
    if (!opt.max_instant) opt.max_instant = 100000;
    alloc_init(&a, opt.alloc, opt.alloc_user);
    saltus_devs *run = alloc_array(&a, 1, sizeof *run);
    if (!run) return SALTUS_ENOMEM;
    run->alloc = a;
    run->model = m;
    run->opt = opt;
    run->t = (double)NAN;
    atomic_init(&run->attention, 0);
    atomic_init(&run->stop, 0);
    saltus_options signals;
    const char *fault = option_fault(&opt, &signals);
    if (fault)
        devs_fail(run, NULL, SALTUS_EARG, NULL, "options of the run: %s", fault);
    else if (!copy_signals(run, signals))
        devs_no_memory(run);
    else if (!devs_inbox_new(run))
        devs_no_memory(run);
    else if (start)
        devs_build(run);
    else if (devs_flatten(run))
        devs_select_order(run);
    saltus_status st = run->status;
    if (st < 0)
        saltus_devs_free(run);
    else
        *out = run;
    return st < 0 ? st : SALTUS_OK;
}

saltus_status saltus_devs_new(const saltus_coupled *m, const saltus_devs_options *o,
                              saltus_devs **out)
{
    return make_run(m, o, true, out);
}

saltus_status devs_check(const saltus_coupled *m, const saltus_devs_options *o, saltus_devs **out)
{
    return make_run(m, o, false, out);
}

saltus_status saltus_devs_finish(saltus_devs *run)
{
    if (!run) return SALTUS_EARG;
    stop_all(run);
    if (run->status == SALTUS_OK) run->status = SALTUS_TERMINATED;
    return run->status < 0 ? run->status : SALTUS_OK;
}

void saltus_devs_free(saltus_devs *run)
{
    if (!run) return;
    run->silent = true; /* whoever listened may be gone */
    run->opt.show = NULL;
    devs_inbox_free(run);
    devs_clock_free(run);
    devs_clear(run);
    devs_back_free(run);
    alloc_free(&run->alloc, run->signal_texts);
    struct alloc a = run->alloc;
    alloc_free(&a, run);
}

/* ---- What can be seen ------------------------------------------------------------------------ */

double saltus_devs_time(const saltus_devs *run)
{
    if (!run) return (double)NAN;
    return run->t;
}

double saltus_devs_next(const saltus_devs *run)
{
    if (!run) return (double)NAN;
    double t = INFINITY;
    if (run->sched) sched_top(run->sched, &t);
    return t;
}

uint64_t saltus_devs_round(const saltus_devs *run)
{
    if (!run) return 0;
    return run->round;
}

saltus_status saltus_devs_get_stats(const saltus_devs *run, saltus_devs_stats *out)
{
    saltus_devs_stats s;
    if (!run || !out) return SALTUS_EARG;
    s = run->stats;
    s.bytes = run->alloc.bytes;
    return contract_give(out, &s, sizeof s) ? SALTUS_OK : SALTUS_EARG;
}
