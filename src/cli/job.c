/* SPDX-License-Identifier: MIT */
/* job.c - one run: compiled, started, watched over, ended, counted.
 *
 * What a run makes goes through a buffer, so that the time of the simulation and that of writing files and
 * pictures can be told apart. A timer interrupts the run ten times a second between two events (a
 * run in pieces equals the run in one) to show progress and to look at the limit of CPU time. Ctrl-C
 * does the same, and then the run is ended as if this had been its final time. */
#include "cli/clock.h"
#include "cli/job.h"
#include "cli/names.h"
#include "base/text.h"
#include "saltus_classic.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

enum { BATCH = 4096 };

/* ---- Interruption --------------------------------------------------------------------------------- */

static saltus_sim *volatile present;
static volatile sig_atomic_t asked;

static void on_interrupt(int number)
{
    if (asked++) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    if (present) saltus_sim_stop(present);
}

static void on_timer(int number)
{
    (void)number;
    if (present) saltus_sim_stop(present);
}

void job_signals(void)
{
    struct sigaction a = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART | SA_NODEFER};
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
    a.sa_handler = on_timer;
    sigaction(SIGALRM, &a, NULL);
}

bool job_interrupted(void)
{
    return asked != 0;
}

static void tick_every(long microseconds)
{
    struct itimerval v = {{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_REAL, &v, NULL);
}

/* ---- Compilation ---------------------------------------------------------------------------------- */

struct job_model {
    saltus_compiled *compiled;
    char **took;
    size_t n_took;
    double seconds;
};

/* Remembers the names of what was built in. */
static bool remember(struct job_model *m, const struct job *j)
{
    m->took = calloc(j->n_sets + 1, sizeof *m->took);
    for (size_t k = 0; m->took && k < j->n_sets; k++) {
        if (!saltus_compiled_took(m->compiled, k)) continue;
        if (!(m->took[m->n_took] = strdup(j->sets[k].name))) return false;
        m->n_took++;
    }
    return m->took != NULL;
}

int job_compile(const struct job *j, struct job_model **out)
{
    saltus_compile_options o = {.model = j->class_name,
                                .sets = j->sets,
                                .n_sets = j->n_sets,
                                .backend = j->interpret ? SALTUS_INTERPRETED : SALTUS_AUTO};
    struct job_model *m = calloc(1, sizeof *m);
    double begun = clock_wall();
    saltus_status status = SALTUS_ENOMEM;
    *out = NULL;
    if (m) status = saltus_compile_file(j->path, &o, &m->compiled);
    if (status == SALTUS_OK && !remember(m, j)) status = SALTUS_ENOMEM;
    if (status == SALTUS_ENOMEM) talk_error("%s", saltus_status_text(status));
    if (status != SALTUS_OK) {
        job_model_free(m);
        return status == SALTUS_EMODEL || status == SALTUS_ELIMIT ? EXIT_MODEL : EXIT_RUN;
    }
    m->seconds = clock_wall() - begun;
    *out = m;
    return EXIT_FINE;
}

void job_model_free(struct job_model *m)
{
    if (!m) return;
    for (size_t k = 0; k < m->n_took; k++) free(m->took[k]);
    free(m->took);
    saltus_compiled_free(m->compiled);
    free(m);
}

const saltus_model *job_model_of(const struct job_model *m)
{
    return saltus_compiled_model(m->compiled);
}

double job_compile_seconds(const struct job_model *m)
{
    return m->seconds;
}

bool job_model_took(const struct job_model *m, const char *name)
{
    for (size_t k = 0; k < m->n_took; k++)
        if (!strcmp(m->took[k], name)) return true;
    return false;
}

/* ---- From the engine to the sinks ------------------------------------------------------------------ */

struct piece {
    double t, poly[SALTUS_SERIES + 1];
    int32_t what;   /* a column; an event: -1 - mark                                             */
    int32_t order;  /* or direction                                                              */
    uint32_t steps; /* made since the piece before                                              */
};

struct running {
    const struct job_sink *sink;
    struct columns *columns; /* of the outcome */
    struct piece *piece;
    size_t n, room;
    bool ready;       /* the sink is open: what comes may be handed on                           */
    uint64_t steps;   /* noted so far                                                           */
    double last_step; /* when                                                                   */
    double sinking;   /* CPU seconds in sinks                                                   */
    saltus_status status;
    saltus_sim *sim;
    struct progress progress;
    struct outcome *out;
    size_t sampled;    /* so far                                                              */
    size_t n_instants; /* that there are; SIZE_MAX: no end to them                              */
    double every;      /* the instants of the job are these multiples, or 0                     */
    bool hush;
};

static void keep(struct running *r, saltus_status s)
{
    if (s < 0 && r->status >= 0) r->status = s;
}

static void hand_on(struct running *r, const struct piece *p)
{
    const struct job_sink *k = r->sink;
    if (p->steps && k->steps) k->steps(k->user, p->t, p->steps);
    if (p->what >= 0 && k->segment)
        keep(r, k->segment(k->user, p->t, (size_t)p->what, p->poly, p->order));
    if (p->what < 0 && k->event) keep(r, k->event(k->user, p->t, (size_t)(-1 - p->what), p->order));
}

static void drain(struct running *r)
{
    double begun = clock_cpu();
    for (size_t k = 0; k < r->n && r->status >= 0; k++) hand_on(r, &r->piece[k]);
    r->n = 0;
    r->sinking += clock_cpu() - begun;
}

/* Room for one piece; NULL: the run ends. Before the sink is open everything is kept. */
static struct piece *next_piece(struct running *r)
{
    if (r->n == r->room && r->ready) drain(r);
    if (r->n == r->room) {
        size_t room = r->room ? 2 * r->room : BATCH;
        struct piece *p = realloc(r->piece, room * sizeof *p);
        if (!p) {
            keep(r, SALTUS_ENOMEM);
            return NULL;
        }
        r->piece = p;
        r->room = room;
    }
    return r->status < 0 ? NULL : &r->piece[r->n++];
}

static uint32_t note_steps(struct running *r, double t)
{
    uint64_t all = r->sim ? saltus_sim_all_steps(r->sim) : 0, more = all - r->steps;
    if (!more) return 0;
    r->last_step = t;
    r->steps = all;
    return (uint32_t)more;
}

static int on_segment(void *user, double t, int32_t var, const double *poly, int order)
{
    struct running *r = user;
    uint32_t steps = note_steps(r, t);
    int32_t column = r->columns->column_of ? r->columns->column_of[var] : -1;
    struct piece *p;
    if (steps && r->sink->step && r->ready) r->sink->step(r->sink->user, t, r->sim);
    if (column < 0) {
        if (steps && r->sink->steps && r->ready) r->sink->steps(r->sink->user, t, steps);
        return r->status < 0;
    }
    if (!(p = next_piece(r))) return 1;
    p->t = t;
    p->what = column;
    p->order = order;
    p->steps = steps;
    memcpy(p->poly, poly, ((size_t)order + 1) * sizeof *poly);
    return 0;
}

static int on_event(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct running *r = user;
    const struct columns *c = r->columns;
    struct piece *p = next_piece(r);
    if (!p) return 1;
    p->t = t;
    p->what = -1 - c->mark_of[kind == SALTUS_GUARD ? index : c->n_guards + index];
    p->order = direction;
    p->steps = note_steps(r, t);
    return 0;
}

/* Of the interval, or an instant of the job. */
static int on_sample(void *user, double t, const saltus_sim *s)
{
    struct running *r = user;
    double begun;
    if (!r->ready || r->sampled == r->n_instants) return 0;
    r->sampled++;
    drain(r);
    begun = clock_cpu();
    keep(r, r->sink->sample(r->sink->user, t, s));
    r->sinking += clock_cpu() - begun;
    return r->status < 0;
}

static void on_diag(void *user, const saltus_diag *d)
{
    struct running *r = user;
    progress_clear(&r->progress);
    if (!r->hush && (d->status < 0 || !talk_is_quiet())) saltus_diag_print(stderr, d);
    if (d->status >= 0) return;
    snprintf(r->out->message, sizeof r->out->message, "%s%s%s", d->var ? d->var : "",
             d->var ? ": " : "", d->text);
}

/* ---- A run ------------------------------------------------------------------------------------------ */

/* What will be used, as the engine will decide it. */
static void settle(const struct job *j, const saltus_model *m, struct outcome *o)
{
    const saltus_experiment *e = &m->experiment;
    o->model = m->name;
    o->method = job_method(j, m);
    o->rel = j->rel >= 0 ? j->rel : e->rel > 0 || e->abs > 0 ? e->rel : 1e-3;
    o->abs = j->abs >= 0 ? j->abs : e->abs > 0 ? e->abs : o->rel > 0 ? 1e-3 * o->rel : 1e-6;
    o->t_start = isnan(j->start) ? e->start : j->start;
    o->t_stop = !isnan(j->stop) ? j->stop : e->stop > 0 ? e->stop : o->t_start + 1;
    o->interval = !isnan(j->interval) && j->interval > 0 ? j->interval
                  : e->interval > 0                      ? e->interval
                                                         : (o->t_stop - o->t_start) / 500;
    o->t_end = o->t_start;
    o->last_step = NAN;
}

static saltus_options engine_options(const struct job *j, const struct outcome *o,
                                     struct running *r, saltus_set *sets, size_t n_sets)
{
    const struct job_sink *k = r->sink;
    saltus_options p = saltus_defaults();
    p.method = o->method;
    p.rel = o->rel;
    p.abs = o->abs;
    p.t0 = o->t_start;
    p.rules = j->rules;
    p.n_rules = j->n_rules;
    p.sets = sets;
    p.n_sets = n_sets;
    p.engine = saltus_classic();
    if (j->theta > 0) p.theta = j->theta;
    p.max_order = j->max_order;
    p.max_step = j->max_step;
    p.detector = j->detector;
    p.gamma = j->gamma;
    if (k->segment || k->steps || k->step) p.sink = on_segment;
    if (k->event) p.fired = on_event;
    if (k->sample && (!j->instants || r->every > 0)) p.sample = on_sample;
    p.outputs = r->columns->outputs;
    p.n_outputs = k->segment ? r->columns->n_outputs : 0;
    if (o->interval > 0) p.interval = r->every > 0 ? r->every : o->interval;
    p.diag = on_diag;
    p.user = r;
    p.max_events = j->max_events;
    return p;
}

bool job_model_draws(const struct job_model *m)
{
    const saltus_variable *v = job_model_of(m)->parameters;
    while (v && v->name && strcmp(v->name, "__seed") != 0) v++;
    return v && v->name;
}

/* Without what was built in; a seed is a parameter of models that draw. */
static size_t sets_of_run(const struct job *j, const struct job_model *m, saltus_set *sets)
{
    size_t n = 0;
    for (size_t k = 0; k < j->n_sets; k++)
        if (!job_model_took(m, j->sets[k].name)) sets[n++] = j->sets[k];
    if (!isnan(j->seed) && job_model_draws(m)) sets[n++] = (saltus_set){"__seed", j->seed};
    return n;
}

static bool wants_columns(const struct job_sink *k)
{
    return k->segment || k->event || k->open;
}

static saltus_status begin(const struct job *j, const struct job_model *m, struct running *r)
{
    saltus_set *sets = calloc(j->n_sets + 1, sizeof *sets);
    double begun = clock_wall();
    saltus_options p;
    saltus_status status = SALTUS_ENOMEM;
    if (sets) {
        p = engine_options(j, r->out, r, sets, sets_of_run(j, m, sets));
        status = saltus_sim_new(job_model_of(m), &p, &r->sim);
    }
    free(sets);
    r->out->load_seconds = clock_wall() - begun;
    if (status < 0) return status;
    if (wants_columns(r->sink) && !columns_describe(r->columns, j, job_model_of(m), r->sim, r->out))
        return SALTUS_ENOMEM;
    if (r->sink->open) keep(r, r->sink->open(r->sink->user, &r->columns->header));
    r->ready = true;
    if (r->sink->step && saltus_sim_all_steps(r->sim) > 0)
        r->sink->step(r->sink->user, r->out->t_start, r->sim);
    drain(r);
    return r->status;
}

/* A pause costs quantized states nothing. A method that moves all states together would end a step there and be
 * measured with steps that it does not choose; if the instants are equidistant, it is asked for them within its steps.
 * The interval that makes them; 0: they are not. */
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
static double next_pause(const struct job *j, const struct running *r)
{
    double end = r->out->t_stop;
    if (!j->instants || r->every > 0 || r->sampled >= j->n_instants) return end;
    return fmin(j->instants[r->sampled], end);
}

/* False: no instant was left. That time is not in the statistics of the run, so it is not taken off again. */
static bool sample_instant(const struct job *j, struct running *r)
{
    double sinking = r->sinking;
    if (!j->instants || r->every > 0 || r->sampled == j->n_instants || r->status < 0) return false;
    if (j->instants[r->sampled] > r->out->t_stop) return false;
    (void)on_sample(r, j->instants[r->sampled], r->sim);
    r->sinking = sinking;
    return true;
}

/* Until the end, in pieces of a tenth of a second if somebody watches. */
static saltus_status go_on(const struct job *j, struct running *r)
{
    struct outcome *o = r->out;
    double begun = clock_cpu();
    bool watched = r->progress.kind != PROGRESS_OFF || j->max_cpu > 0;
    saltus_status status;
    r->sinking = 0;
    present = r->sim;
    if (asked) saltus_sim_stop(r->sim);
    if (watched) tick_every(100000);
    for (;;) {
        status = saltus_sim_run(r->sim, next_pause(j, r));
        if (status == SALTUS_OK && sample_instant(j, r)) continue;
        if (status != SALTUS_STOPPED || asked || r->status < 0) break;
        progress_show(&r->progress, saltus_sim_time(r->sim), saltus_sim_all_steps(r->sim));
        if (j->max_cpu > 0 && clock_cpu() - begun - r->sinking > j->max_cpu) {
            o->reason = "max_cpu";
            break;
        }
    }
    if (watched) tick_every(0);
    present = NULL;
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
    if (!method_fits(j, model, o)) return false;
    for (size_t k = 0; k < j->n_sets; k++) {
        const char *name = j->sets[k].name;
        if (job_model_took(m, name) || names_has(model, NAMES_SETTABLE, name)) continue;
        talk_error("model %s has no parameter or start value '%s'", o->model, name);
        names_hint(model, NAMES_SETTABLE, name);
        return false;
    }
    return true;
}

int job_run(const struct job *j, struct job_model *m, const struct job_sink *sink,
            struct outcome *out, saltus_sim **sim)
{
    static const struct job_sink nobody;
    struct running r = {.sink = sink ? sink : &nobody,
                        .out = out,
                        .columns = &out->columns,
                        .hush = j->hush,
                        .last_step = NAN};
    const saltus_model *model = job_model_of(m);
    saltus_status status = SALTUS_EARG;
    *out = (struct outcome){.compile_seconds = m->seconds};
    if (sim) *sim = NULL;
    settle(j, model, out);
    r.n_instants = j->instants ? j->n_instants : SIZE_MAX;
    r.every = spacing(j, out);
    r.progress = progress_new(j->progress, out->t_start, out->t_stop);
    if (interval_fits(out) && settings_fit(j, m, out) &&
        ((!wants_columns(r.sink) && !j->n_vars) || columns_select(r.columns, j, model))) {
        status = begin(j, m, &r);
        if (status >= 0) status = go_on(j, &r);
        drain(&r);
    }
    progress_clear(&r.progress);
    if (r.status < 0 && status >= 0) status = r.status;
    out->status = status;
    if (!out->reason) out->reason = reason_of(status);
    out->last_step = r.last_step;
    if (r.sim && !count(out, r.sim, j->dependents)) out->status = SALTUS_ENOMEM;
    out->cpu_seconds = fmax(0, out->stats.cpu_seconds + out->cpu_seconds);
    free(r.piece);
    if (sim)
        *sim = r.sim;
    else
        saltus_sim_free(r.sim);
    if (out->status == SALTUS_EARG) return EXIT_USAGE;
    if (out->status == SALTUS_EMODEL && !r.sim) return EXIT_MODEL;
    return out->status == SALTUS_OK || out->status == SALTUS_TERMINATED ? EXIT_FINE : EXIT_RUN;
}
