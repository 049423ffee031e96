/* SPDX-License-Identifier: MIT */
/* job.c - one run: set up, watched over, ended, counted.
 *
 * A timer interrupts the run ten times a second between two events (a run in pieces equals the run
 * in one) to show progress and to look at the limit of CPU time. Ctrl-C does the same, and then the
 * run is ended as if this had been its final time. */
#include "cli/run/clock.h"
#include "cli/run/feed.h"
#include "cli/run/interrupt.h"
#include "cli/core/names.h"
#include "run/options.h"
#include "fmi/import/fmu.h"
#include "saltus_classic.h"
#include "saltus_diagram.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

void job_settle(const struct job *j, const saltus_model *m, struct outcome *o)
{
    const saltus_experiment *e = &m->experiment;
    saltus_options p = job_run_options(j);
    options_complete(&p, e);
    o->model = m->name;
    o->method = p.method;
    o->rel = p.rel * (j->scale > 0 ? j->scale : 1);
    o->abs = p.abs * (j->scale > 0 ? j->scale : 1);
    o->t_start = p.t0;
    o->t_stop = !isnan(j->stop) ? j->stop : e->stop > 0 ? e->stop : o->t_start + 1;
    o->interval = !isnan(j->interval) && j->interval > 0 ? j->interval
                  : e->interval > 0                      ? e->interval
                                                         : (o->t_stop - o->t_start) / 500;
    o->t_end = o->t_start;
    o->last_step = NAN;
}

/* Without what was built in; a seed is a parameter of models that draw. */
static size_t sets_of_run(const struct job *j, const struct job_model *m, saltus_set *sets)
{
    size_t n = 0;
    for (size_t k = 0; k < j->n_sets; k++)
        if (!job_model_took(m, j->sets[k].name)) sets[n++] = j->sets[k];
    if (!isnan(j->seed) && job_model_draws(m) && !job_diagram_of(m))
        sets[n++] = (saltus_set){"__seed", j->seed};
    return n;
}

saltus_options job_plain_options(const struct job *j, const struct job_model *m,
                                 const struct outcome *o, saltus_set *sets)
{
    saltus_options p = job_run_options(j);
    p.rules = j->rules;
    p.n_rules = j->n_rules;
    p.sets = sets;
    p.n_sets = sets_of_run(j, m, sets);
    p.engine = saltus_classic();
    if (o->interval > 0) p.interval = o->interval;
    return p;
}

static saltus_options engine_options(const struct job *j, const struct job_model *m, struct feed *r,
                                     saltus_set *sets)
{
    const struct job_sink *k = r->sink;
    saltus_options p = job_plain_options(j, m, r->out, sets);
    if (k->segment || k->steps || k->step || j->keep) p.sink = feed_segment;
    if (k->event) p.fired = feed_event;
    if (k->sample && (!j->instants || r->every > 0)) p.sample = feed_sample;
    if (k->segment) {
        p.outputs = r->columns->outputs;
        p.n_outputs = r->columns->n_outputs;
    } else if (j->keep) { /* they are among the columns, if there are any */
        p.outputs = j->keep->outputs;
        p.n_outputs = j->keep->n_outputs;
    }
    if (r->every > 0) p.interval = r->every;
    p.diag = feed_diag;
    p.user = r;
    return p;
}

static bool wants_columns(const struct job_sink *k)
{
    return k->segment || k->event || k->open;
}

/* The file stays open as long as the program runs. */
static saltus_status listen_to(const char *path, saltus_sim *s)
{
    int fd = strcmp(path, "-") == 0 ? 0 : open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) return saltus_devs_listen(saltus_diagram_run(s), fd);
    talk_error("--listen: %s: %s", path, strerror(errno));
    return SALTUS_EIO;
}

static saltus_status begin(const struct job *j, const struct job_model *m, struct feed *r)
{
    saltus_set *sets = calloc(j->n_sets + 1, sizeof *sets);
    double begun = clock_wall();
    saltus_options p;
    saltus_status status = SALTUS_ENOMEM;
    if (sets) {
        p = engine_options(j, m, r, sets);
        status = saltus_sim_new(job_model_of(m), &p, &r->sim);
    }
    free(sets);
    if (status == SALTUS_OK && j->listen) status = listen_to(j->listen, r->sim);
    r->out->load_seconds = clock_wall() - begun;
    if (status < 0) return status;
    if (wants_columns(r->sink) && !columns_describe(r->columns, j, job_model_of(m), r->sim, r->out))
        return SALTUS_ENOMEM;
    if (r->sink->open) feed_keep(r, r->sink->open(r->sink->user, &r->columns->header));
    r->ready = true;
    if (r->sink->step && saltus_sim_all_steps(r->sim) > 0)
        r->sink->step(r->sink->user, r->out->t_start, r->sim);
    feed_drain(r);
    return r->status;
}

/* A pause costs quantized states nothing. A method that moves all states together would end a step
 * there and be measured with steps that it does not choose; if the instants are equidistant, it is
 * asked for them within its steps. The interval that makes them; 0: they are not. */
static double spacing(const struct job *j, const struct outcome *o)
{
    size_t n = j->n_instants;
    double h, last;
    if (!j->instants || methods_quantized(o->method) || n < 2 || j->instants[0] != o->t_start)
        return 0;
    last = fmin(j->instants[n - 1], o->t_stop);
    h = (j->instants[n - 1] - o->t_start) / (double)(n - 1);
    for (size_t k = 0; k < n; k++)
        if (!(fabs(j->instants[k] - o->t_start - (double)k * h) <= 1e-9 * h)) return 0;
    while (h > 0 && o->t_start + (double)(n - 1) * h > last && last == j->instants[n - 1])
        h = nextafter(h, 0);
    return h;
}

/* The next instant of the job, or the end. */
static double next_pause(const struct job *j, const struct feed *r)
{
    double end = r->out->t_stop;
    if (!j->instants || r->every > 0 || r->sampled >= j->n_instants) return end;
    return fmin(j->instants[r->sampled], end);
}

/* False: no instant was left. That time is not in the statistics of the run, so it is not taken off
 * again. */
static bool sample_instant(const struct job *j, struct feed *r)
{
    double sinking = r->sinking;
    if (!j->instants || r->every > 0 || r->sampled == j->n_instants || r->status < 0) return false;
    if (j->instants[r->sampled] > r->out->t_stop) return false;
    (void)feed_sample(r, j->instants[r->sampled], r->sim);
    r->sinking = sinking;
    return true;
}

/* Until the end, in pieces of a tenth of a second if someone watches. */
static saltus_status go_on(const struct job *j, struct feed *r)
{
    struct outcome *o = r->out;
    double begun = clock_cpu();
    bool watched = r->progress.kind != PROGRESS_OFF || j->max_cpu > 0;
    saltus_status status;
    r->sinking = 0;
    interrupt_watch(r->sim, watched);
    for (;;) {
        status = saltus_sim_run(r->sim, next_pause(j, r));
        if (status == SALTUS_OK && sample_instant(j, r)) continue;
        if (status != SALTUS_STOPPED || job_interrupted() || r->status < 0) break;
        progress_show(&r->progress, saltus_sim_time(r->sim), saltus_sim_all_steps(r->sim));
        if (j->max_cpu > 0 && clock_cpu() - begun - r->sinking > j->max_cpu) {
            o->reason = "max_cpu";
            break;
        }
    }
    interrupt_rest();
    o->cpu_seconds = -r->sinking;
    if (status >= 0 && r->status >= 0) {
        saltus_status end = saltus_sim_finish(r->sim);
        if (end < 0) status = end;
    }
    return status;
}

static const char *reason_of(saltus_status s)
{
    switch (s) {
    case SALTUS_OK: return "ok";
    case SALTUS_STOPPED: return "interrupted";
    case SALTUS_TERMINATED: return "terminated";
    case SALTUS_ELIMIT: return "max_events";
    case SALTUS_ENOMEM: return "memory";
    case SALTUS_ENAN: return "nan";
    case SALTUS_EZENO: return "zeno";
    case SALTUS_ESTUCK: return "stuck";
    case SALTUS_EIO: return "write";
    case SALTUS_EARG: return "argument";
    default: return "model";
    }
}

static bool count(struct outcome *o, const saltus_sim *s, bool wants_dependents)
{
    struct rusage usage;
    size_t n, g;
    o->stats = saltus_sim_stats(s);
    o->states = saltus_sim_count(s, SALTUS_STATE);
    o->guards = saltus_sim_count(s, SALTUS_GUARD);
    n = (size_t)o->states + 1;
    g = (size_t)o->guards + 1;
    o->steps_by_state = calloc(n, sizeof(uint64_t));
    o->initial_by_state = calloc(n, sizeof(uint64_t));
    o->dependents = calloc(n, sizeof(int32_t));
    o->events_by_guard = calloc(g, sizeof(uint64_t));
    if (!o->steps_by_state || !o->initial_by_state || !o->dependents || !o->events_by_guard)
        return false;
    for (int32_t i = 0; i < o->states; i++) {
        o->steps_by_state[i] = saltus_sim_steps(s, i);
        o->initial_by_state[i] = saltus_sim_initial(s, i);
        if (wants_dependents) o->dependents[i] = saltus_sim_dependents(s, i);
    }
    for (int32_t k = 0; k < o->guards; k++) o->events_by_guard[k] = saltus_sim_events(s, k);
    o->t_end = saltus_sim_time(s);
    o->peak_bytes = o->stats.bytes;
    if (getrusage(RUSAGE_SELF, &usage) == 0) o->process_bytes = (size_t)usage.ru_maxrss * 1024;
    return true;
}

void outcome_free(struct outcome *o)
{
    free(o->steps_by_state);
    free(o->initial_by_state);
    free(o->dependents);
    free(o->events_by_guard);
    columns_free(&o->columns);
    *o = (struct outcome){0};
}

/* The interval must be one. */
static bool interval_fits(const struct outcome *o)
{
    if (o->t_stop > o->t_start && isfinite(o->t_stop - o->t_start)) return true;
    if (o->t_stop > o->t_start)
        talk_error("from %g to %g is more than a double holds", o->t_start, o->t_stop);
    else
        talk_error("the run would end at %g, which is not after its start at %g", o->t_stop,
                   o->t_start);
    talk_hint("--start and --stop set them");
    return false;
}

/* What is not built is a reason of its own. */
static bool method_fits(const struct job *j, const saltus_model *model, struct outcome *o)
{
    const saltus_method_info *m = methods_find(o->method);
    if (m && m->missing) {
        o->reason = "missing";
        snprintf(o->message, sizeof o->message, "%s", m->missing);
        if (j->hush) return false;
    }
    return job_method_there(j, model);
}

/* Names must be those of the model, methods those of the libraries. */
static bool settings_fit(const struct job *j, const struct job_model *m, struct outcome *o)
{
    const saltus_model *model = job_model_of(m);
    if (o->communicate == 0 && !method_fits(j, model, o)) return false;
    for (size_t k = 0; k < j->n_sets; k++) {
        const char *name = j->sets[k].name;
        if (job_model_took(m, name) || names_has(model, NAMES_SETTABLE, name)) continue;
        talk_error("%s %s has no parameter or start value '%s'",
                   job_diagram_of(m) ? "diagram" : "model", o->model, name);
        if (!names_hint(model, NAMES_SETTABLE, name) && job_diagram_of(m))
            talk_hint(
                "those of blocks are BLOCK.NAME, such as x.start; 'saltus explain' lists them");
        return false;
    }
    return true;
}

int job_run(const struct job *j, struct job_model *m, const struct job_sink *sink,
            struct outcome *out, saltus_sim **sim)
{
    static const struct job_sink nobody;
    struct feed r = {.sink = sink ? sink : &nobody,
                     .out = out,
                     .columns = &out->columns,
                     .keep = j->keep,
                     .hush = j->hush,
                     .diagram = job_diagram_of(m),
                     .last_step = NAN};
    const saltus_model *model = job_model_of(m);
    saltus_status status = SALTUS_EARG;
    *out = (struct outcome){.compile_seconds = job_compile_seconds(m)};
    if (sim) *sim = NULL;
    job_settle(j, model, out);
    if (job_fmu_of(m) && fmu_is_cs(job_fmu_of(m))) {
        out->method = "co-simulation";
        out->communicate = fmu_step(job_fmu_of(m));
    }
    r.n_instants = j->instants ? j->n_instants : SIZE_MAX;
    r.every = spacing(j, out);
    r.progress = progress_new(j->progress, out->t_start, out->t_stop);
    if (interval_fits(out) && settings_fit(j, m, out))
        status = wants_columns(r.sink) || j->n_vars ? columns_select(r.columns, j, m) : SALTUS_OK;
    if (status >= 0) {
        status = begin(j, m, &r);
        if (status >= 0) status = go_on(j, &r);
        if (r.ready) feed_drain(&r); /* else the run did not begin: nothing is open */
    }
    progress_clear(&r.progress);
    if (status == SALTUS_ENOMEM && r.status >= 0 && !*out->message) /* else it has been said */
        talk_error("out of memory");
    if (r.status < 0 && status >= 0) status = r.status;
    out->status = status;
    if (!out->reason) out->reason = reason_of(status);
    out->last_step = r.last_step;
    if (r.sim && !count(out, r.sim, j->dependents)) {
        talk_error("out of memory for the statistics");
        out->status = SALTUS_ENOMEM;
    }
    out->cpu_seconds = fmax(0, out->stats.cpu_seconds + out->cpu_seconds);
    feed_free(&r);
    if (sim)
        *sim = r.sim;
    else
        saltus_sim_free(r.sim);
    if (out->status == SALTUS_EARG) return EXIT_USAGE;
    if (out->status == SALTUS_EMODEL && !r.sim) return EXIT_MODEL;
    return out->status == SALTUS_OK || out->status == SALTUS_TERMINATED ? EXIT_FINE : EXIT_RUN;
}
