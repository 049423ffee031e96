/* SPDX-License-Identifier: MIT */
/* compare_tight.c - a reference that the tool makes itself.
 *
 * First by cvode with a hundred thousandth of the tightest tolerance in the comparison: its steps
 * grow slowly with the accuracy. If it is not built, does not come to the end, or is not accurate
 * enough (below), quantized states do it. Their errors are proportional to the quantum, so a run
 * with a hundredth of the tightest quantum is a reference. Which method? Steps grow with
 * (1/quantum)^(1/order), the more the lower the order, and explicit methods crawl on stiff models;
 * so each candidate makes a trial with the tightest tolerance of the comparison, and the one for
 * which this law predicts the fewest steps is taken. Of the two references the one with the smaller
 * error of its own counts.
 *
 * A reference is not to be believed blindly: a second run with ten times its tolerance is compared
 * with it. If errors follow the tolerance, their difference is ten times the reference's own error
 * (of cvode, where they follow a little less, five times); if they do not (chaos, a missed event),
 * the difference is large and says so. */
#include "base/text.h"
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include <math.h>

#define TIGHTER         1e-2 /* than the tightest row */
#define LOOSER          10.0 /* second run, than the reference */
#define CLASSIC_TIGHTER 1e-5
#define CLASSIC_LEAST   1e-12 /* relative tolerance; rounding is not far */
#define CLASSIC_FOLLOWS 5.0   /* its error, if the tolerance is LOOSER times larger */
#define TRIAL_SECONDS   10.0  /* that it may take */
#define ACCURATE        1e-2  /* error of a reference, in tolerances, that needs no second one */
enum {
    TRIAL_EVENTS = 2000000,
    TRIAL_WORK = 40000000,
    TRIAL_LEAST = 1000
}; /* cvode: steps times states */

/* ---- Jobs with another quantum --------------------------------------------------------------- */

/* The job with another method, and with all tolerances times f: those of the command line, of the
 * model and of blocks, too. Single states keep their tolerances, but not their methods. */
struct scaled {
    struct job job;
    saltus_rule *rules;
};

static struct scaled scale_job(const struct comparison *c, const char *method, struct tolerance t,
                               double f)
{
    struct scaled s = {.job = c->job};
    s.rules = grow(NULL, c->job.n_rules, sizeof *s.rules);
    for (size_t k = 0; k < c->job.n_rules; k++) {
        s.rules[k] = c->job.rules[k];
        s.rules[k].method = NULL;
    }
    s.job.rules = s.rules;
    s.job.method = method;
    s.job.rel = t.rel;
    s.job.abs = t.abs;
    s.job.scale = f;
    s.job.vars = (const char **)&c->ref.targets[0].name;
    s.job.n_vars = 1;
    s.job.progress = c->progress ? PROGRESS_BAR : PROGRESS_OFF;
    s.job.max_cpu = 0;
    return s;
}

/* ---- Which method ---------------------------------------------------------------------------- */

/* The tightest of all rows. */
static struct tolerance tightest(const struct comparison *c)
{
    struct tolerance t = {INFINITY, INFINITY};
    for (size_t k = 0; k < c->n_rows; k++) {
        t.rel = fmin(t.rel, c->rows[k].tol.rel);
        t.abs = fmin(t.abs, c->rows[k].tol.abs);
    }
    return t;
}

struct trial {
    double best;        /* predicted steps */
    const char *method; /* NULL: no candidate came to the end ... */
    char why[640];      /* ... and what the last one said */
    bool hopeless;      /* no other method will do better */
};

/* Steps that the method would take with the tolerance of the reference. */
static void try_method(struct comparison *c, const char *method, struct tolerance t,
                       struct trial *p)
{
    struct scaled s = scale_job(c, method, t, 1);
    double growth = pow(1 / TIGHTER, 1.0 / compare_order(method)), steps;
    struct outcome o;
    s.job.max_events = isinf(p->best) ? TRIAL_EVENTS : (uint64_t)(p->best / growth) + 1;
    s.job.progress = PROGRESS_OFF;
    s.job.hush = true;
    if (job_run(&s.job, c->model, NULL, &o, NULL) == EXIT_FINE) {
        steps = growth * (double)(o.stats.steps + o.stats.events);
        if (steps < p->best) p->best = steps, p->method = method;
    } else if (!p->method) {
        snprintf(p->why, sizeof p->why, "%s, %s at t = %g%s%s", method, o.reason, o.t_end,
                 *o.message ? ": " : "", o.message);
        p->hopeless = o.status == SALTUS_EARG;
        if (p->hopeless) snprintf(p->why, sizeof p->why, "%s", o.message);
    }
    outcome_free(&o);
    free(s.rules);
}

static struct trial try_all(struct comparison *c, struct tolerance t)
{
    struct trial p = {.best = INFINITY};
    const saltus_method_info *m;
    for (int k = 0; (m = methods_reference(true, k)) && !p.hopeless && !job_interrupted(); k++)
        try_method(c, m->name, t, &p);
    if (p.method || job_interrupted()) return p;
    if (p.hopeless) { /* without a message: it has been said */
        if (*p.why) talk_error("%s", p.why);
    } else {
        talk_error("no method came to the end of a run for the reference; the last one: %s", p.why);
        talk_hint("--reference gives one, --stop ends earlier");
    }
    return p;
}

/* ---- The runs -------------------------------------------------------------------------------- */

struct keeper {
    struct reference *ref;
    struct error_sums *sums; /* NULL: keep the values, else compare with them */
    size_t next;
};

static saltus_status on_sample(void *user, double t, const saltus_sim *s)
{
    struct keeper *p = user;
    size_t n = p->ref->n_targets;
    double *row = &p->ref->value[p->next * n];
    for (size_t k = 0; k < n; k++) {
        double x = saltus_sim_value(s, p->ref->targets[k].var, t);
        if (p->sums)
            error_add(&p->sums[k], x, x, row[k]);
        else
            row[k] = x;
    }
    p->next++;
    return SALTUS_OK;
}

static int run_along(struct comparison *c, struct scaled *s, struct keeper *p)
{
    struct job_sink sink = {.user = p, .sample = on_sample};
    struct outcome o;
    int exit_status;
    s->job.instants = c->ref.t;
    s->job.n_instants = c->ref.n;
    exit_status = job_run(&s->job, c->model, &sink, &o, NULL);
    if (o.status == SALTUS_EARG && *o.message) exit_status = EXIT_RUN; /* else it has been said */
    outcome_free(&o);
    return exit_status;
}

static int make_values(struct comparison *c, const char *method, struct tolerance t, double f,
                       uint64_t most)
{
    struct scaled s = scale_job(c, method, t, f);
    struct keeper p = {.ref = &c->ref};
    int exit_status;
    c->ref.value = grow(NULL, c->ref.n * c->ref.n_targets, sizeof *c->ref.value);
    s.job.max_events = most;
    s.job.hush = most > 0;
    s.job.max_cpu = most > 0 ? TRIAL_SECONDS : 0;
    exit_status = run_along(c, &s, &p);
    c->ref.n = p.next; /* the model may have ended the run */
    free(s.rules);
    return exit_status;
}

static void estimate_error(struct comparison *c, const char *method, struct tolerance t, double f,
                           double follows)
{
    struct scaled s = scale_job(c, method, t, LOOSER * f);
    struct keeper p = {.ref = &c->ref, .sums = grow_zero(c->ref.n_targets, sizeof *p.sums)};
    c->ref.error = NAN;
    s.job.hush = true; /* it has nothing to tell that the run before has not told */
    if (run_along(c, &s, &p) == EXIT_FINE)
        c->ref.error = error_of(p.sums, c->ref.n_targets).rel / follows;
    else if (follows == LOOSER && !job_interrupted())
        talk_warning(
            "how far to trust the reference is not known: a run with ten times its tolerance "
            "did not come to its end");
    free(p.sums);
    free(s.rules);
}

static void name_reference(struct comparison *c, const char *method, struct tolerance t, double f)
{
    char tol[64];
    snprintf(c->ref.text, sizeof c->ref.text, "%s, %s", method,
             compare_tolerance(tol, sizeof tol, f * t.rel, f * t.abs));
}

static int32_t states_of(const saltus_model *m)
{
    int32_t n = 0;
    for (const saltus_variable *v = m->states; v && v->name; v++) n += text_elements(v->size);
    return n;
}

/* Steps and events in which it is worth while: a step of many states is long. */
static uint64_t worth_while(const struct comparison *c)
{
    int32_t n = states_of(job_model_of(c->model));
    int32_t most = TRIAL_WORK / (n > 0 ? n : 1);
    most = most < TRIAL_EVENTS ? most : TRIAL_EVENTS;
    return (uint64_t)(most > TRIAL_LEAST ? most : TRIAL_LEAST);
}

/* EXIT_USAGE: what is wrong has been said. EXIT_RUN: there is none of this kind. */
static int by_classic(struct comparison *c, struct tolerance t)
{
    const saltus_method_info *m = methods_reference(false, 0);
    double f = t.rel > 0 ? fmax(CLASSIC_TIGHTER, CLASSIC_LEAST / t.rel) : CLASSIC_TIGHTER;
    int exit_status;
    for (size_t k = 0; k < c->job.n_rules; k++)
        if (c->job.rules[k].method) return EXIT_RUN;
    if (!m || m->missing) return EXIT_RUN;
    name_reference(c, m->name, t, f);
    exit_status = make_values(c, m->name, t, f, worth_while(c));
    if (exit_status != EXIT_FINE) return exit_status;
    estimate_error(c, m->name, t, f, CLASSIC_FOLLOWS);
    return isnan(c->ref.error) ? EXIT_RUN : EXIT_FINE;
}

static int by_quantized(struct comparison *c, struct tolerance t)
{
    const char *method = try_all(c, t).method;
    int exit_status;
    if (!method) return EXIT_RUN;
    name_reference(c, method, t, TIGHTER);
    if ((exit_status = make_values(c, method, t, TIGHTER, 0)) != EXIT_FINE) return exit_status;
    estimate_error(c, method, t, TIGHTER, LOOSER);
    return EXIT_FINE;
}

int compare_tight(struct comparison *c)
{
    struct tolerance t = tightest(c);
    struct reference first;
    size_t n = c->ref.n;
    int exit_status = by_classic(c, t);
    bool have = exit_status == EXIT_FINE;
    if (job_interrupted()) return EXIT_RUN;
    if (exit_status == EXIT_USAGE) return EXIT_RUN;
    if (have && c->ref.error <= ACCURATE * t.rel) return EXIT_FINE;
    first = c->ref;
    c->ref.n = n;
    c->ref.value = NULL;
    exit_status = by_quantized(c, t);
    if (have && (exit_status != EXIT_FINE || !(c->ref.error < first.error))) {
        free(c->ref.value);
        c->ref = first;
        return EXIT_FINE;
    }
    free(first.value);
    return exit_status;
}
