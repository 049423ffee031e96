/* SPDX-License-Identifier: MIT */
/* compare_tight.c - a reference that the tool makes itself.
 *
 * Errors of quantized-state methods are proportional to the quantum, so a run with a hundredth of the tightest quantum
 * in the comparison is a reference for it. Which method? Steps grow with (1/quantum)^(1/order), the more the lower the
 * order, and explicit methods crawl on stiff models; so each candidate makes a trial with the tightest tolerance of
 * the comparison, and the one for which this law predicts the fewest steps is taken.
 *
 * A reference is not to be believed blindly: a second run with ten times its quantum is compared with it. If errors
 * follow the quantum, their difference is ten times the reference's own error; if they do not (chaos, a
 * missed event), the difference is large and says so. */
#include "cli/compare.h"
#include "cli/grow.h"
#include <math.h>

#define TIGHTER 1e-2 /* than the tightest row */
#define LOOSER  10.0 /* second run, than the reference */
enum { TRIAL_EVENTS = 2000000 };

static const char *const candidates[] = {"liqss3", "qss4", "mliqss2", "liqss2"};
enum { CANDIDATES = sizeof candidates / sizeof *candidates };

/* ---- Jobs with another quantum --------------------------------------------------------------------------- */

/* What row r has, times f, everywhere: also in the rules of the command line and of the model. */
struct scaled {
    struct job job;
    saltus_rule *rules;
};

static saltus_rule scaled_rule(const saltus_rule *r, double f)
{
    saltus_rule out = {.pattern = r->pattern, .rel = r->rel, .abs = r->abs};
    if (out.rel > 0) out.rel *= f;
    if (out.abs > 0) out.abs *= f;
    return out;
}

static struct scaled scale_job(const struct comparison *c, const char *method, struct tolerance t,
                               double f)
{
    const saltus_rule *own = job_model_of(c->model)->experiment.rules;
    struct scaled s = {.job = c->job};
    size_t n = 0;
    while (own && own[n].pattern) n++;
    s.rules = grow(NULL, n + c->job.n_rules, sizeof *s.rules);
    for (size_t k = 0; k < n; k++) s.rules[k] = scaled_rule(&own[k], f);
    for (size_t k = 0; k < c->job.n_rules; k++) s.rules[n + k] = scaled_rule(&c->job.rules[k], f);
    s.job.rules = s.rules;
    s.job.n_rules = n + c->job.n_rules;
    s.job.method = method;
    s.job.rel = t.rel * f;
    s.job.abs = t.abs * f;
    s.job.vars = (const char **)&c->ref.targets[0].name;
    s.job.n_vars = 1;
    s.job.progress = c->progress ? PROGRESS_BAR : PROGRESS_OFF;
    s.job.max_cpu = 0;
    return s;
}

/* ---- Which method ----------------------------------------------------------------------------------------- */

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
static void try_method(struct comparison *c, const char *method, struct tolerance t, struct trial *p)
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
    for (size_t k = 0; k < CANDIDATES && !p.hopeless && !job_interrupted(); k++)
        try_method(c, candidates[k], t, &p);
    if (p.method || job_interrupted()) return p;
    if (p.hopeless) { /* without a message: it has been said */
        if (*p.why) talk_error("%s", p.why);
    } else {
        talk_error("no method came to the end of a run for the reference; the last one: %s", p.why);
        talk_hint("--reference gives one, --stop ends earlier");
    }
    return p;
}

/* ---- The runs ------------------------------------------------------------------------------------------------ */

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
    outcome_free(&o);
    return exit_status;
}

static int make_values(struct comparison *c, const char *method, struct tolerance t)
{
    struct scaled s = scale_job(c, method, t, 1);
    struct keeper p = {.ref = &c->ref};
    int exit_status;
    c->ref.value = grow(NULL, c->ref.n * c->ref.n_targets, sizeof *c->ref.value);
    s.job.max_events = 0;
    exit_status = run_along(c, &s, &p);
    c->ref.n = p.next; /* the model may have ended the run */
    free(s.rules);
    return exit_status;
}

static void estimate_error(struct comparison *c, const char *method, struct tolerance t)
{
    struct scaled s = scale_job(c, method, t, LOOSER);
    struct keeper p = {.ref = &c->ref, .sums = grow_zero(c->ref.n_targets, sizeof *p.sums)};
    if (run_along(c, &s, &p) == EXIT_FINE)
        c->ref.error = error_of(p.sums, c->ref.n_targets).rel / LOOSER;
    free(p.sums);
    free(s.rules);
}

int compare_tight(struct comparison *c)
{
    struct tolerance t = tightest(c);
    const char *method = try_all(c, t).method;
    char tol[64];
    int exit_status;
    if (!method) return EXIT_RUN;
    t = (struct tolerance){t.rel * TIGHTER, t.abs * TIGHTER};
    compare_tolerance(tol, sizeof tol, t.rel, t.abs);
    snprintf(c->ref.text, sizeof c->ref.text, "%s, %s", method, tol);
    if ((exit_status = make_values(c, method, t)) != EXIT_FINE) return exit_status;
    estimate_error(c, method, t);
    return EXIT_FINE;
}
