/* SPDX-License-Identifier: MIT */
/* survey.c - numbers for the choice of a method, from a short pilot run.
 *
 * What makes a problem stiff is not an eigenvalue but that accuracy would allow steps far longer
 * than the time constants of the model. So a run is made with mliqss2, which takes steps as long as
 * accuracy allows, for a limited number of steps; meanwhile the Jacobian is looked at in many
 * points, at intervals that grow, so that several modes of a switched model are seen. Then, with
 * h_i the mean step of state i and a the largest values that were met,
 *     stiff = max_i |a_ii| h_i            for a_ii < 0,                                        (1)
 *     pair  = max_ij sqrt|a_ij a_ji| min(h_i, h_j)   where |a_ij a_ji| >= 1/2 |a_ii a_jj|       (2)
 * say how much longer the steps are than an explicit method could make them: about 1 for a problem
 * that is not stiff. (2) counts pairs in which no single state can be treated as implicit by
 * itself. */
#include "cli/explain/survey.h"
#include "cli/core/grow.h"
#include "cli/bound/spectrum.h"
#include "run/jacobian.h"
#include <math.h>

enum { STEPS = 20000, PIECES = 2000000, EIGEN = 300 };
static const double FIRST = 1e-6, RATIO = 1.27, ENTRIES = 4e6;

struct looking {
    struct survey *s;
    saltus_sim *sim;
    double *rate; /* by state: largest -a_ii */
    struct pair {
        int32_t i, j;
        double rate, coupling;
    } * pairs; /* with the largest rates */
    int n_pairs;
    int64_t pieces; /* new polynomials so far: the work of the run, whatever the machine */
};

enum { PAIRS = 256 };

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct looking *l = user;
    (void)t, (void)var, (void)poly, (void)order;
    return ++l->pieces > PIECES;
}

static void silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* ---- One point ------------------------------------------------------------------------------- */

static void add_pair(struct looking *l, int32_t i, int32_t j, double rate, double coupling)
{
    struct pair *worst = &l->pairs[0];
    for (int k = 0; k < l->n_pairs; k++) {
        struct pair *p = &l->pairs[k];
        if (p->i == i && p->j == j) {
            if (rate > p->rate) p->rate = rate, p->coupling = coupling;
            return;
        }
        if (p->rate < worst->rate) worst = p;
    }
    if (l->n_pairs < PAIRS)
        worst = &l->pairs[l->n_pairs++];
    else if (rate <= worst->rate)
        return;
    *worst = (struct pair){i, j, rate, coupling};
}

static void look_at_row(struct looking *l, const struct jacobian *j, int32_t i)
{
    double own = jacobian_at(j, i, i);
    l->rate[i] = fmax(l->rate[i], -own);
    l->s->fast = fmax(l->s->fast, -own);
    for (int32_t k = j->rows.start[i]; k < j->rows.start[i + 1]; k++) {
        int32_t c = j->rows.item[k];
        double both, alone;
        if (c <= i || j->entry[k] == 0) continue;
        both = fabs(j->entry[k] * jacobian_at(j, c, i));
        alone = fabs(own * jacobian_at(j, c, c));
        if (both > 0 && both >= 0.5 * alone)
            add_pair(l, i, c, sqrt(both), alone > 0 ? both / alone : INFINITY);
    }
}

static void find_spectrum(struct survey *s, const struct jacobian *j)
{
    size_t n = (size_t)j->n;
    double *a = grow_zero(n * n, sizeof *a);
    struct spectrum e;
    for (int32_t i = 0; i < j->n; i++)
        for (int32_t k = j->rows.start[i]; k < j->rows.start[i + 1]; k++)
            a[(size_t)i * n + (size_t)j->rows.item[k]] = j->entry[k];
    s->spectrum = spectrum_find(&e, a, j->n, false) == SPECTRUM_FINE;
    s->slowest = INFINITY;
    s->growth = -INFINITY;
    for (int32_t k = 0; s->spectrum && k < e.n; k++) {
        s->growth = fmax(s->growth, e.re[k]);
        s->swing = fmax(s->swing, fabs(e.im[k]));
        if (e.re[k] < 0) s->fastest = fmax(s->fastest, -e.re[k]);
        if (e.re[k] < 0) s->slowest = fmin(s->slowest, -e.re[k]);
    }
    spectrum_free(&e);
    free(a);
}

static saltus_status look(struct looking *l, int32_t at[2], int64_t *entries)
{
    struct jacobian j;
    saltus_status st = sim_jacobian(l->sim, (int64_t)ENTRIES + 16 * (int64_t)l->s->n, &j, at);
    if (st == SALTUS_OK) {
        for (int32_t i = 0; i < j.n; i++) look_at_row(l, &j, i);
        if (l->s->points++ == 0) {
            l->s->affine = j.affine;
            l->s->timed = j.timed;
            l->s->delayed = j.delayed;
            *entries = j.rows.start[j.n];
            if (j.n) l->s->density = (double)*entries / ((double)j.n * j.n);
            if (j.n <= EIGEN && j.n > 0) find_spectrum(l->s, &j);
        }
    }
    jacobian_free(&j);
    return st;
}

/* ---- The pilot run --------------------------------------------------------------------------- */

static void pilot(struct looking *l, double t0, int64_t entries)
{
    struct survey *s = l->s;
    int32_t at[2];
    int64_t points = (int64_t)(ENTRIES / (double)(entries + 1)) + 2;
    for (double part = FIRST; s->reached < s->until; part *= RATIO) {
        double t = t0 + (part < 1 ? part : 1) * s->until;
        saltus_status st = saltus_sim_run(l->sim, t);
        s->reached = saltus_sim_time(l->sim) - t0;
        if (st != SALTUS_OK || part >= 1) break;
        if (s->points < points && look(l, at, &entries) != SALTUS_OK) break;
    }
    if (s->points < 2) look(l, at, &entries);
}

/* (1) and (2) */
static void judge(struct looking *l)
{
    struct survey *s = l->s;
    for (int32_t i = 0; i < s->n; i++) {
        double h = s->reached / (1 + (double)saltus_sim_steps(l->sim, i));
        if (l->rate[i] * h <= s->stiff) continue;
        s->stiff = l->rate[i] * h;
        s->stiff_state = i;
    }
    for (int k = 0; k < l->n_pairs; k++) {
        const struct pair *p = &l->pairs[k];
        uint64_t a = saltus_sim_steps(l->sim, p->i), b = saltus_sim_steps(l->sim, p->j);
        double h = s->reached / (1 + (double)(a > b ? a : b));
        if (p->rate * h <= s->pair) continue;
        s->pair = p->rate * h;
        s->pair_states[0] = p->i;
        s->pair_states[1] = p->j;
        s->pair_coupling = p->coupling;
    }
}

/* Evaluations that steps do not explain. */
static double disturbance(const saltus_sim *sim, const saltus_stats *stats)
{
    double own = (double)stats->refreshes, all = (double)stats->evaluations;
    for (int32_t i = 0; i < saltus_sim_count(sim, SALTUS_STATE); i++)
        own += (double)saltus_sim_steps(sim, i) * fmax(1, saltus_sim_dependents(sim, i));
    return all > own ? 1 - own / all : 0;
}

static double duration(const struct point *p, double t0)
{
    double stop = isnan(p->job.stop) ? p->model->experiment.stop : p->job.stop;
    return stop > t0 ? stop - t0 : 1;
}

static bool survey_run(const struct point *p, struct looking *l, char *why, size_t size)
{
    struct survey *s = l->s;
    double t0 = saltus_sim_time(l->sim);
    int64_t entries = 0;
    int32_t at[2];
    char name[300];
    saltus_status st;
    s->n = saltus_sim_count(l->sim, SALTUS_STATE);
    s->guards = saltus_sim_count(l->sim, SALTUS_GUARD);
    s->clocks = saltus_sim_count(l->sim, SALTUS_CLOCK);
    s->until = duration(p, t0);
    l->rate = grow_zero((size_t)s->n, sizeof *l->rate);
    l->pairs = grow_zero(PAIRS, sizeof *l->pairs);
    st = look(l, at, &entries);
    if (st == SALTUS_OK) {
        saltus_stats stats;
        pilot(l, t0, entries);
        judge(l);
        stats = saltus_sim_stats(l->sim);
        s->steps = stats.steps;
        s->events = stats.events + stats.clocks;
        s->disturbed = disturbance(l->sim, &stats);
    } else if (st == SALTUS_ENAN) {
        point_name_entry(l->sim, at, name, sizeof name);
        snprintf(why, size, "the derivative of %s is not finite at the start", name);
    } else {
        snprintf(why, size, "the model cannot be linearised at the start: %s",
                 saltus_status_text(st));
    }
    free(l->rate);
    free(l->pairs);
    return st == SALTUS_OK;
}

bool survey_make(const struct point *p, struct survey *s, char *why, size_t size)
{
    saltus_options o = point_options(p);
    struct looking l = {.s = s};
    bool good = false;
    memset(s, 0, sizeof *s);
    o.method = methods_advised(SALTUS_TRAIT_PAIRS, 2);
    o.diag = silent;
    o.sink = sink;
    o.user = &l;
    o.max_events = STEPS;
    if (saltus_sim_new(p->model, &o, &l.sim) < 0)
        snprintf(why, size, "a pilot run could not be started");
    else
        good = survey_run(p, &l, why, size);
    saltus_sim_free(l.sim);
    return good;
}
