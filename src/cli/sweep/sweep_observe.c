/* SPDX-License-Identifier: MIT */
/* sweep_observe.c - what is kept of a run that nothing looks at: final, least, greatest and mean
 * values, counts.
 *
 * Least, greatest and mean are those of the polynomials, not of samples: of each piece the ends and
 * the zeros of its slope are looked at, and it is integrated in closed form. */
#include "base/text.h"
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include "cli/sweep/sweep.h"
#include "num/poly.h"
#include "num/roots.h"
#include <math.h>

enum { USUAL = 20 }; /* final values if nothing is asked for */

static const char *const kinds[] = {"final", "min", "max", "mean", "steps", "events", "stat"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Names of numbers as in `run --stats`. */
#define STATS(X)                                                                                   \
    X(states, o->states)                                                                           \
    X(initial, o->stats.initial)                                                                   \
    X(crossing_evaluations, o->stats.guard_evaluations)                                            \
    X(term_evaluations, o->stats.term_evaluations)                                                 \
    X(partials, o->stats.partials)                                                                 \
    X(time_events, o->stats.clocks)                                                                \
    X(block_steps, o->stats.pair_steps)                                                            \
    X(refreshes, o->stats.refreshes)                                                               \
    X(queue_operations, o->stats.queue_operations)                                                 \
    X(peak_bytes, o->peak_bytes)                                                                   \
    X(load_seconds, o->load_seconds)

#define STAT_NAME(name, value) #name,
static const char *const stats[] = {STATS(STAT_NAME)};
enum { N_STATS = sizeof stats / sizeof *stats };

static double stat_of(const struct outcome *o, const char *name)
{
#define STAT_VALUE(word, value)                                                                    \
    if (!strcmp(name, #word)) return (double)(value);
    STATS(STAT_VALUE)
    return NAN;
}

/* ---- What is asked for ----------------------------------------------------------------------- */

static void add(struct sweep *s, enum observed kind, const char *name)
{
    char title[600];
    snprintf(title, sizeof title, "%s(%s)", kinds[kind], name);
    for (size_t k = 0; k < s->n_seen; k++)
        if (!strcmp(s->seen[k].title, title)) return;
    s->seen = grow_one(s->seen, s->n_seen, sizeof *s->seen);
    s->seen[s->n_seen++] = (struct observation){kind, grow_text(name), grow_text(title)};
}

static bool add_stat(struct sweep *s, const char *name)
{
    const char *near = talk_nearest(name, stats, N_STATS);
    if (!isnan(stat_of(&(struct outcome){0}, name))) return add(s, OBSERVE_STAT, name), true;
    talk_error("--observe: there is no number '%s'", name);
    if (near) talk_hint("did you mean '%s'?", near);
    return false;
}

static bool add_variables(struct sweep *s, enum observed kind, const char *pattern)
{
    const saltus_model *m = job_model_of(s->model);
    struct reference found = {.error = NAN};
    bool fine = compare_select(m, "--observe", &pattern, 1, &found);
    for (size_t k = 0; fine && k < found.n_targets; k++) add(s, kind, found.targets[k].name);
    compare_reference_free(&found);
    return fine;
}

static bool fits_a_guard(const saltus_model *m, const char *pattern)
{
    char name[512];
    for (const saltus_guard *g = m->guards; g && g->name; g++)
        for (int32_t i = 0; i < text_elements(g->size); i++) {
            text_element(name, sizeof name, g->name, g->size, i);
            if (text_match(pattern, name)) return true;
        }
    return !strcmp(pattern, "*"); /* of none: 0 */
}

static bool add_events(struct sweep *s, const char *pattern)
{
    const saltus_model *m = job_model_of(s->model);
    if (fits_a_guard(m, pattern)) return add(s, OBSERVE_EVENTS, pattern), true;
    talk_error("--observe: no guard of %s fits '%s'", m->name, pattern);
    talk_hint("'saltus explain %s' lists them", s->job.model);
    return false;
}

static bool add_observation(struct sweep *s, enum observed kind, const char *name)
{
    if (kind == OBSERVE_STAT) return add_stat(s, name);
    if (kind == OBSERVE_EVENTS) return add_events(s, name);
    return add_variables(s, kind, name);
}

/* "max(IL)"; a name alone is a final value. */
static bool read_observation(struct sweep *s, const char *text)
{
    size_t open = strcspn(text, "("), n = strlen(text);
    char *name;
    bool fine;
    if (text[open] != '(') return add_variables(s, OBSERVE_FINAL, text);
    for (size_t k = 0; k < KINDS; k++) {
        if (strlen(kinds[k]) != open || strncmp(kinds[k], text, open) != 0) continue;
        if (text[n - 1] != ')' || n < open + 3) break;
        name = grow_text(text + open + 1);
        name[n - open - 2] = 0;
        fine = add_observation(s, (enum observed)k, name);
        free(name);
        return fine;
    }
    talk_error("--observe: '%s' is not final(X), min(X), max(X), mean(X), steps(X), events(GUARD), "
               "stat(NAME) or the name of a variable",
               text);
    return false;
}

static void add_usual(struct sweep *s)
{
    struct reference found = {.error = NAN};
    compare_watched(job_model_of(s->model), &found);
    for (size_t k = 0; k < found.n_targets && k < USUAL; k++)
        add(s, OBSERVE_FINAL, found.targets[k].name);
    if (found.n_targets > USUAL)
        talk_note(
            "the final values of the first %d of %zu variables are kept; --observe chooses others",
            USUAL, found.n_targets);
    compare_reference_free(&found);
}

bool observe_choose(struct sweep *s)
{
    for (size_t k = 0; k < s->study.n_observe; k++)
        if (!read_observation(s, s->study.observe[k])) return false;
    if (!s->study.n_observe) add_usual(s);
    return true;
}

void observe_free(struct sweep *s)
{
    for (size_t k = 0; k < s->n_seen; k++) {
        free(s->seen[k].name);
        free(s->seen[k].title);
    }
    free(s->seen);
}

/* ---- Along a run ----------------------------------------------------------------------------- */

struct track { /* of one variable */
    double t, poly[SALTUS_SERIES + 1];
    int order; /* -1: nothing yet */
    double begun, min, max, area;
};

struct observer {
    const struct sweep *s;
    struct track *track; /* by column */
    size_t columns;
    size_t *column; /* by observation; SIZE_MAX: none */
};

struct observer *observer_new(const struct sweep *s)
{
    struct observer *o = grow_zero(1, sizeof *o);
    o->s = s;
    o->column = grow(NULL, s->n_seen, sizeof *o->column);
    for (size_t k = 0; k < s->n_seen; k++) o->column[k] = SIZE_MAX;
    return o;
}

void observer_free(struct observer *o)
{
    free(o->track);
    free(o->column);
    free(o);
}

static saltus_status on_open(void *user, const saltus_header *h)
{
    struct observer *o = user;
    o->columns = h->n_columns;
    o->track = grow_zero(o->columns, sizeof *o->track);
    for (size_t c = 0; c < o->columns; c++) {
        o->track[c].order = -1;
        for (size_t k = 0; k < o->s->n_seen; k++)
            if (!strcmp(o->s->seen[k].name, h->columns[c].name)) o->column[k] = c;
    }
    return SALTUS_OK;
}

static void widen(struct track *r, double v)
{
    if (isnan(v) || isnan(r->min)) {
        r->min = r->max = NAN;
        return;
    }
    r->min = fmin(r->min, v);
    r->max = fmax(r->max, v);
}

/* The piece from r->t to t has come to its end. */
static void close_piece(struct track *r, double t)
{
    double slope[SALTUS_SERIES + 1], root[SALTUS_SERIES + 1], h = t - r->t, area = 0;
    int n;
    if (r->order < 0) return;
    widen(r, r->poly[0]);
    if (!(h > 0)) return;
    widen(r, poly_value(r->poly, r->order, h));
    for (int k = 1; k <= r->order; k++) slope[k - 1] = k * r->poly[k];
    n = r->order >= 2 ? roots_all(slope, r->order - 1, h, root) : 0;
    for (int k = 0; k < n; k++) widen(r, poly_value(r->poly, r->order, root[k]));
    for (int k = r->order; k >= 0; k--) area = area * h + r->poly[k] / (k + 1);
    r->area += area * h;
}

static saltus_status on_segment(void *user, double t, size_t column, const double *poly, int order)
{
    struct observer *o = user;
    struct track *r;
    if (column >= o->columns) return SALTUS_OK;
    r = &o->track[column];
    if (r->order < 0) {
        r->begun = t;
        r->min = INFINITY;
        r->max = -INFINITY;
    }
    close_piece(r, t);
    r->t = t;
    r->order = order;
    memcpy(r->poly, poly, ((size_t)order + 1) * sizeof *poly);
    return SALTUS_OK;
}

/* Only what looks at whole trajectories needs them. */
void observer_sink(struct observer *o, struct job_sink *sink)
{
    sink->user = o;
    for (size_t k = 0; k < o->s->n_seen; k++) {
        enum observed kind = o->s->seen[k].kind;
        if (kind < OBSERVE_MIN || kind > OBSERVE_MEAN) continue;
        sink->open = on_open;
        sink->segment = on_segment;
    }
}

static double events_of(const struct outcome *o, const saltus_sim *sim, const char *pattern)
{
    double n = 0;
    char name[512];
    for (int32_t k = 0; k < o->guards; k++) {
        saltus_sim_name(sim, SALTUS_GUARD, k, name, sizeof name);
        if (text_match(pattern, name)) n += (double)o->events_by_guard[k];
    }
    return n;
}

static double of_track(const struct track *r, enum observed kind, double end)
{
    if (r->order < 0) return NAN;
    if (kind == OBSERVE_MIN) return r->min;
    if (kind == OBSERVE_MAX) return r->max;
    return end > r->begun ? r->area / (end - r->begun) : r->poly[0];
}

static double observed_value(const struct observer *p, size_t k, const struct outcome *o,
                             const saltus_sim *sim)
{
    const struct observation *b = &p->s->seen[k];
    int32_t var = saltus_sim_find(sim, b->name);
    switch (b->kind) {
    case OBSERVE_FINAL: return saltus_sim_value(sim, var, o->t_end);
    case OBSERVE_STEPS: return var >= 0 && var < o->states ? (double)o->steps_by_state[var] : NAN;
    case OBSERVE_EVENTS: return events_of(o, sim, b->name);
    case OBSERVE_STAT: return stat_of(o, b->name);
    default:
        return p->column[k] < p->columns ? of_track(&p->track[p->column[k]], b->kind, o->t_end)
                                         : NAN;
    }
}

void observer_finish(struct observer *p, const struct outcome *o, const saltus_sim *sim,
                     double *value)
{
    for (size_t c = 0; c < p->columns; c++) close_piece(&p->track[c], o->t_end);
    for (size_t k = 0; k < p->s->n_seen; k++) value[k] = sim ? observed_value(p, k, o, sim) : NAN;
}
