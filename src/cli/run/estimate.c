/* SPDX-License-Identifier: MIT */
/* estimate.c - the second run behind an estimate, and the search for an accuracy (estimate.h). */
#include "cli/run/estimate.h"
#include "cli/core/grow.h"
#include "cli/run/clock.h"
#include "cli/run/interrupt.h"
#include "base/text.h"
#include <math.h>

enum { ENOUGH = 200 }; /* variables */

/* ---- Which variables ------------------------------------------------------------------------- */

static int32_t count(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

/* Why there is nothing to estimate; NULL: there is. */
static const char *pointless(const struct job *j, const saltus_model *m, const struct estimate *e)
{
    if (count(m->states) == 0) return "no state depends on the tolerance";
    if (e->which.n_targets == 0) return "no variable is looked at";
    if (j->listen) return "messages from outside do not come twice";
    if (j->speed > 0) return "the run goes by the wall clock";
    if (j->trace) return "the trace is that of one run";
    return NULL;
}

static void choose_outputs(struct estimate *e, const saltus_model *m)
{
    int32_t first = count(m->states) + count(m->discretes);
    for (size_t k = 0; k < e->which.n_targets; k++) {
        e->vars[k] = e->which.targets[k].var;
        if (e->vars[k] >= first) e->outputs[e->keep.n_outputs++] = e->vars[k];
    }
    e->keep.outputs = e->outputs;
}

bool estimate_open(struct estimate *e, struct job *j, const saltus_model *m,
                   enum estimate_wish wish)
{
    const char *why;
    *e = (struct estimate){.which = {.error = NAN}, .asked = wish == ESTIMATE_ALWAYS};
    if (wish == ESTIMATE_NEVER) return true;
    if (j->n_vars)
        compare_select(m, NULL, (const char *const *)j->vars, j->n_vars, &e->which);
    else
        compare_watched(m, &e->which);
    compare_thin(&e->which, ENOUGH);
    if ((why = pointless(j, m, e))) {
        snprintf(e->why, sizeof e->why, "%s", why);
        e->pointless = true;
        e->exact = count(m->states) == 0;
        return true;
    }
    e->vars = grow(NULL, e->which.n_targets, sizeof *e->vars);
    e->outputs = grow(NULL, e->which.n_targets, sizeof *e->outputs);
    e->errors = grow_zero(e->which.n_targets, sizeof *e->errors);
    choose_outputs(e, m);
    if (j->accuracy.abs > 0) return true; /* the runs of the search are enough */
    e->keep.most = wish == ESTIMATE_ALWAYS ? UINT64_MAX : SALTUS_ESTIMATE_SEGMENTS;
    j->keep = &e->keep;
    return saltus_traj_new(e->vars, e->which.n_targets, &e->keep.traj) == SALTUS_OK;
}

void estimate_close(struct estimate *e, struct job *j)
{
    j->keep = NULL;
    saltus_traj_free(e->keep.traj);
    compare_reference_free(&e->which);
    free(e->vars);
    free(e->outputs);
    free(e->errors);
    *e = (struct estimate){.made = false};
}

/* ---- The runs -------------------------------------------------------------------------------- */

struct watching {
    double begun, max_cpu;
    char message[200]; /* of the run that has failed */
};

/* Ctrl-C and --max-cpu hold for the runs of an estimate, too. */
static int watch(void *user, saltus_sim *s)
{
    const struct watching *w = user;
    interrupt_rest();
    if (!s) return 0;
    if (job_interrupted()) return 1;
    if (w->max_cpu > 0 && clock_cpu() - w->begun > w->max_cpu) return 1;
    interrupt_watch(s, w->max_cpu > 0);
    return 0;
}

static void on_diag(void *user, const saltus_diag *d)
{
    struct watching *w = user;
    snprintf(w->message, sizeof w->message, "%s%s%s", d->var ? d->var : "", d->var ? ": " : "",
             d->text);
}

static saltus_estimate_options wanted(const struct estimate *e, struct watching *w)
{
    saltus_estimate_options p = saltus_estimate_defaults();
    p.vars = e->vars;
    p.n_vars = e->which.n_targets;
    p.watch = watch;
    p.user = w;
    return p;
}

static const char *given_up(void)
{
    return job_interrupted() ? "interrupted" : "--max-cpu reached";
}

/* Why the second run is not made; NULL: it is. */
static const char *refuses(const struct estimate *e, const struct outcome *o, bool blocks)
{
    if (o->status != SALTUS_OK && o->status != SALTUS_TERMINATED) return "";
    if (e->asked) return NULL;
    if (!saltus_estimate_is_short(&o->stats, o->states, e->keep.seen, blocks))
        return "the run was long; --estimate makes one";
    return NULL;
}

static void second_run(struct estimate *e, const struct job *j, struct job_model *m,
                       const struct outcome *o)
{
    struct watching w = {.begun = clock_cpu(), .max_cpu = j->max_cpu};
    saltus_set *sets = grow_zero(j->n_sets + 1, sizeof *sets);
    saltus_options run = job_plain_options(j, m, o, sets);
    saltus_estimate_options p = wanted(e, &w);
    saltus_status st;
    run.diag = on_diag;
    run.user = &w;
    p.first = e->keep.traj;
    p.first_end = o->t_end;
    p.max_events = saltus_estimate_limit(&o->stats);
    st = saltus_estimate(job_model_of(m), &run, o->t_stop, &p, e->errors);
    e->made = st == SALTUS_OK;
    e->failed = !e->made && st != SALTUS_STOPPED && st != SALTUS_ELIMIT && st != SALTUS_ENOMEM;
    if (st == SALTUS_STOPPED)
        snprintf(e->why, sizeof e->why, "%s", given_up());
    else if (!e->made)
        snprintf(e->why, sizeof e->why, "a run with %g of the tolerances failed: %s",
                 SALTUS_ESTIMATE_SCALE, *w.message ? w.message : saltus_status_text(st));
    free(sets);
}

void estimate_make(struct estimate *e, const struct job *j, struct job_model *m,
                   const struct outcome *o)
{
    const char *why;
    if (!e->vars || e->made) return;
    why = o->communicate > 0 ? "the FMU makes its own steps" : refuses(e, o, job_diagram_of(m));
    if (why)
        snprintf(e->why, sizeof e->why, "%s", why);
    else
        second_run(e, j, m, o);
}

/* ---- An accuracy ----------------------------------------------------------------------------- */

/* The variable that is furthest from what was asked for. */
static size_t worst_of(const struct estimate *e, const struct job *j)
{
    size_t worst = 0;
    double most = -1;
    for (size_t k = 0; k < e->which.n_targets; k++) {
        const saltus_error *x = &e->errors[k];
        double ratio = x->error / fmax(j->accuracy.rel * x->size, j->accuracy.abs);
        if (ratio > most) most = ratio, worst = k;
    }
    return worst;
}

static void say_not_reached(const struct estimate *e, const struct job *j, double rel)
{
    size_t k = worst_of(e, j);
    const saltus_error *x = &e->errors[k];
    talk_error(
        "the accuracy %g is not reached: with the tolerance %.2g the error of %s is still %.2g "
        "of %.3g",
        j->accuracy.rel, rel, e->which.targets[k].name, x->error, x->size);
    talk_hint(
        "errors do not fall with the tolerance: the solution may be chaotic, or an event hangs "
        "by a hair; --tol runs without an accuracy");
}

static int accuracy_failed(const struct estimate *e, const struct job *j, saltus_status st,
                           const struct watching *w, double rel)
{
    if (st == SALTUS_STOPPED)
        talk_error("%s before the accuracy was reached", given_up());
    else if (st == SALTUS_ELIMIT)
        say_not_reached(e, j, rel);
    else
        talk_error("a run for the accuracy failed: %s",
                   *w->message ? w->message : saltus_status_text(st));
    return st == SALTUS_EARG ? EXIT_USAGE : EXIT_RUN;
}

int estimate_accuracy(struct estimate *e, struct job *j, struct job_model *m)
{
    struct watching w = {.begun = clock_cpu(), .max_cpu = j->max_cpu};
    struct outcome o;
    saltus_set *sets;
    saltus_estimate_options p;
    saltus_options run;
    saltus_status st;
    double scale = 1;
    j->rel = j->accuracy.rel;
    j->abs = j->accuracy.abs;
    if (!e->vars && (e->exact || (j->n_vars && !e->which.n_targets)))
        return EXIT_FINE; /* or the run says that --vars fits nothing */
    if (!e->vars) {
        talk_error("--accuracy: %s", e->why);
        return EXIT_USAGE;
    }
    job_settle(j, job_model_of(m), &o);
    sets = grow_zero(j->n_sets + 1, sizeof *sets);
    run = job_plain_options(j, m, &o, sets);
    run.diag = on_diag;
    run.user = &w;
    p = wanted(e, &w);
    st = saltus_accuracy(job_model_of(m), &run, o.t_stop, &p, j->accuracy.rel, j->accuracy.abs,
                         &scale, e->errors);
    free(sets);
    j->scale = scale;
    e->made = e->sought = st == SALTUS_OK;
    return e->made ? EXIT_FINE : accuracy_failed(e, j, st, &w, scale * j->rel);
}
