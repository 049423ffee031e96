/* SPDX-License-Identifier: MIT */
/* compare_rows.c - the runs of a comparison.
 *
 * The first run of a row is measured: its errors, its counts, when states step. Others of it only
 * give their time, and the least time counts. Repetitions are interleaved, all rows once, then all
 * rows again, so that a busy moment of the machine does not fall on one method alone. */
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include <math.h>
#include <unistd.h>

enum { SHORT_REPEAT = 3 }; /* runs of a row that takes less than SHORT_RUN seconds */
/* A method that no one asked for ends after so many times the work of the best row of its
 * tolerance, but not before ALWAYS_FINE. A step of all n states is the work of n steps of one
 * state, but it may well be the better bargain: such methods get WIDER limits, and RESTART steps
 * for each event. What their steps cost is only known by the clock: a row that no one asked for
 * ends, too, after SLOWER times the CPU time of the fastest one, but not before PATIENCE
 * seconds. */
enum { FAR_MORE = 10, ALWAYS_FINE = 100000, WIDER = 10, RESTART = 40, SLOWER = 30 };
#define SHORT_RUN 0.5
#define PATIENCE  5.0

/* ---- What a run is asked while it goes on ---------------------------------------------------- */

struct look {
    const struct reference *ref;
    struct row *row;
    size_t next; /* instant */
};

static double quantized(const saltus_sim *s, int32_t var, double t)
{
    return var < saltus_sim_count(s, SALTUS_STATE) ? saltus_sim_quantized(s, var, t)
                                                   : saltus_sim_value(s, var, t);
}

static saltus_status on_sample(void *user, double t, const saltus_sim *s)
{
    struct look *l = user;
    size_t n = l->ref->n_targets;
    const double *value = &l->ref->value[l->next * n];
    if (l->next == l->ref->n) return SALTUS_OK;
    for (size_t k = 0; k < n; k++) {
        int32_t var = l->ref->targets[k].var;
        error_add(&l->row->by_target[k], saltus_sim_value(s, var, t), quantized(s, var, t),
                  value[k]);
    }
    l->next++;
    return SALTUS_OK;
}

static void on_step(void *user, double t, const saltus_sim *s)
{
    struct look *l = user;
    struct row *r = l->row;
    for (size_t k = 0; k < l->ref->n_targets; k++) {
        int32_t var = l->ref->targets[k].var;
        if (!isnan(r->first[k]) || var >= saltus_sim_count(s, SALTUS_STATE)) continue;
        if (saltus_sim_steps(s, var) > 0) r->first[k] = t;
    }
}

/* ---- One run --------------------------------------------------------------------------------- */

static uint64_t all_events(const struct row *r)
{
    return r->out.stats.events + r->out.stats.clocks;
}

/* Steps of single states, and events. */
static uint64_t work_of(const struct row *r)
{
    uint64_t each = methods_quantized(r->method) ? 1 : (uint64_t)r->out.states;
    return r->out.stats.steps * each + all_events(r);
}

/* Did o come to its end, before r and with the same tolerance? */
static bool went_before(const struct row *o, const struct row *r)
{
    return o < r && o->done && o->exit == EXIT_FINE && o->tol.rel == r->tol.rel &&
           o->tol.abs == r->tol.abs;
}

/* The row with the least work among those before it; NULL: there is none yet. */
static const struct row *least_work(const struct comparison *c, const struct row *r)
{
    const struct row *least = NULL;
    for (const struct row *o = c->rows; o < r; o++)
        if (went_before(o, r) && (!least || work_of(o) < work_of(least))) least = o;
    return least;
}

static void limit_time(const struct comparison *c, const struct row *r, struct job *j)
{
    double least = INFINITY;
    if (!r->limited || j->max_cpu > 0) return;
    for (const struct row *o = c->rows; o < r; o++)
        if (went_before(o, r)) least = fmin(least, o->out.cpu_seconds);
    if (least < INFINITY) j->max_cpu = fmax(SLOWER * least, PATIENCE);
}

static void limit_work(const struct comparison *c, const struct row *r, struct job *j)
{
    const struct row *least = least_work(c, r);
    uint64_t most, fine = ALWAYS_FINE;
    if (!r->limited || !least || j->max_events) return;
    most = FAR_MORE * work_of(least);
    if (!methods_quantized(r->method)) {
        uint64_t n = least->out.states > 0 ? (uint64_t)least->out.states : 1;
        most = WIDER * most / n + RESTART * all_events(least);
        fine /= 10;
    }
    j->max_events = most > fine ? most : fine;
}

static struct job job_of(const struct comparison *c, const struct row *r)
{
    struct job j = c->job;
    limit_work(c, r, &j);
    limit_time(c, r, &j);
    j.method = r->method;
    j.rel = r->tol.rel;
    j.abs = r->tol.abs;
    j.vars = (const char **)&c->ref.targets[0].name; /* nothing is recorded */
    j.n_vars = 1;
    j.dependents = true;
    j.instants = c->ref.t;
    j.n_instants = c->ref.n;
    j.progress = PROGRESS_OFF;
    j.hush = true; /* reported with the name of the method, once */
    return j;
}

static void look_at_end(struct row *r, const struct reference *ref, const saltus_sim *s)
{
    double t = saltus_sim_time(s);
    for (size_t k = 0; k < ref->n_targets; k++) {
        r->x[k] = saltus_sim_value(s, ref->targets[k].var, t);
        r->q[k] = quantized(s, ref->targets[k].var, t);
    }
}

static void prepare(struct row *r, size_t n)
{
    r->by_target = grow_zero(n, sizeof *r->by_target);
    r->first = grow(NULL, n, sizeof *r->first);
    r->x = grow(NULL, n, sizeof *r->x);
    r->q = grow(NULL, n, sizeof *r->q);
    for (size_t k = 0; k < n; k++) r->first[k] = r->x[k] = r->q[k] = NAN;
}

/* Limits, interrupts and what is not built are in the table; what went wrong is reported here,
 * too. */
static void tell_failure(const struct comparison *c, const struct row *r)
{
    char tol[64];
    if (r->exit == EXIT_FINE || !*r->out.message || !strncmp(r->out.reason, "max_", 4)) return;
    if (!strcmp(r->out.reason, "missing")) return; /* reported below the table */
    if (c->progress) fprintf(stderr, "\r\033[K");
    talk_error("%s, %s: %s (t = %g)", r->method,
               compare_tolerance(tol, sizeof tol, r->tol.rel, r->tol.abs), r->out.message,
               r->out.t_end);
}

static void measure(struct comparison *c, struct row *r)
{
    struct look l = {.ref = &c->ref, .row = r};
    struct job_sink sink = {.user = &l, .sample = on_sample, .step = c->details ? on_step : NULL};
    struct job j = job_of(c, r);
    saltus_sim *s;
    prepare(r, c->ref.n_targets);
    r->exit = job_run(&j, c->model, &sink, &r->out, &s);
    r->done = true;
    tell_failure(c, r);
    r->errors = error_of(r->by_target, r->exit == EXIT_FINE ? c->ref.n_targets : 0);
    if (s) look_at_end(r, &c->ref, s);
    r->sim = c->keep_sims ? s : NULL;
    if (!c->keep_sims) saltus_sim_free(s);
}

static void again(struct comparison *c, struct row *r)
{
    struct job j = job_of(c, r);
    struct outcome o;
    j.instants = NULL;
    if (job_run(&j, c->model, NULL, &o, NULL) == EXIT_FINE)
        r->out.cpu_seconds = fmin(r->out.cpu_seconds, o.cpu_seconds);
    outcome_free(&o);
}

void compare_row_free(struct row *r)
{
    if (r->done) outcome_free(&r->out);
    saltus_sim_free(r->sim);
    free(r->by_target);
    free(r->first);
    free(r->x);
    free(r->q);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void show(const struct comparison *c, size_t k, long round)
{
    char tol[64];
    const struct row *r = &c->rows[k];
    if (!c->progress) return;
    compare_tolerance(tol, sizeof tol, r->tol.rel, r->tol.abs);
    fprintf(stderr, "\r\033[Kcompare: %zu of %zu, %s, %s", k + 1, c->n_rows, r->method, tol);
    if (round > 1) fprintf(stderr, ", again");
    fflush(stderr);
}

static bool worth_repeating(const struct comparison *c, const struct row *r, long round)
{
    if (r->exit != EXIT_FINE) return false;
    if (c->repeat > 0) return round <= c->repeat;
    return r->out.cpu_seconds < SHORT_RUN && round <= SHORT_REPEAT;
}

static void one_round(struct comparison *c, long round)
{
    for (size_t k = 0; k < c->n_rows && !job_interrupted(); k++) {
        struct row *r = &c->rows[k];
        if (round > 1 && !worth_repeating(c, r, round)) continue;
        show(c, k, round);
        if (round == 1)
            measure(c, r);
        else
            again(c, r);
    }
}

void compare_rows(struct comparison *c)
{
    long rounds = c->repeat > 0 ? c->repeat : SHORT_REPEAT;
    for (long round = 1; round <= rounds && !job_interrupted(); round++) one_round(c, round);
    if (c->progress) fprintf(stderr, "\r\033[K");
}

/* ---- Counting as papers do ------------------------------------------------------------------- */

static bool sends_initial(const char *method)
{
    const saltus_method_info *m = methods_find(method);
    return m && m->traits & SALTUS_TRAIT_SENDS_INITIAL;
}

uint64_t compare_messages(const struct outcome *o, int32_t state)
{
    return o->steps_by_state[state] + (sends_initial(o->method) ? o->initial_by_state[state] : 0);
}

uint64_t compare_all_messages(const struct outcome *o, bool evaluations)
{
    uint64_t sum = 0;
    if (!methods_quantized(o->method)) return evaluations ? o->stats.evaluations : o->stats.steps;
    for (int32_t i = 0; i < o->states; i++)
        sum += compare_messages(o, i) * (evaluations ? (uint64_t)o->dependents[i] : 1);
    return sum;
}

int compare_order(const char *method)
{
    const saltus_method_info *m = methods_find(method);
    return m ? m->order : 0;
}
