/* SPDX-License-Identifier: MIT */
/* stiff_run.h - runs of random stiff models (stiff_draw.h), and how far they are from the solution.
 *
 * The solution is one by CVODE with 1e-9, or without SUNDIALS by abm. Two measures of the error of a run with tolerance
 * tol, over SAMPLES instants that lie closer together at the start:
 *     worst   max |x - ref| / (tol max |ref| + tol/1000), each state by its own maximum
 *     rel     sqrt(sum (x - ref)^2 / sum ref^2) / tol                              [dmk18, Eq. 20]
 * Where a guard fires, a state that jumps or follows fast is wrong by all of its jump for as long as the event is
 * late. Instants within 1/200 of the run from such an event do not count.
 *
 * How much a model asks for is its condition: how far the states move, in thousandths of their maxima, when all
 * levels and start values are shifted by 1/1000; at least 1. Most models have 1, relays that run free up to 20. Models with
 * more than that, or whose number of events changes, are left out, whatever the methods make of them. */
#ifndef TESTS_STIFF_RUN_H
#define TESTS_STIFF_RUN_H

#include "saltus_classic.h"
#include "stiff_draw.h"

enum { STIFF_SAMPLES = 120, STIFF_EVENTS = 300 };

struct stiff_path {
    saltus_status status;
    saltus_stats stats;
    int events, clocks; /* guards that have fired: may exceed STIFF_EVENTS */
    double event[STIFF_EVENTS];
    double x[STIFF_SAMPLES][STIFF_STATES];
};

struct stiff_error {
    double worst, rel; /* in tolerances */
    int32_t state;     /* the worst, */
    double t;          /* and when   */
};

static inline void stiff_quiet(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static inline int stiff_fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct stiff_path *p = user;
    (void)index, (void)direction;
    if (kind == SALTUS_GUARD && t > 0) {
        if (p->events < STIFF_EVENTS) p->event[p->events] = t;
        p->events++;
    }
    return 0;
}

static inline double stiff_instant(const struct stiff *m, int k)
{
    double part = (k + 1.0) / STIFF_SAMPLES;
    return m->until * part * part;
}

/* limit: of steps and events; 0: none. */
static inline void stiff_solve(const struct stiff *m, const char *method, double tol,
                               uint64_t limit, struct stiff_path *p)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    memset(p, 0, sizeof *p);
    o.method = method;
    o.engine = saltus_classic();
    o.rel = tol;
    o.abs = 1e-3 * tol;
    o.t0 = 0;
    o.fired = stiff_fired;
    o.user = p;
    o.diag = stiff_quiet;
    o.max_events = limit;
    p->status = saltus_sim_new(&m->model, &o, &s);
    for (int k = 0; k < STIFF_SAMPLES && p->status == SALTUS_OK; k++) {
        double t = stiff_instant(m, k);
        p->status = saltus_sim_run(s, t);
        for (int32_t i = 0; i < m->n; i++) p->x[k][i] = saltus_sim_value(s, i, t);
    }
    if (s) p->stats = saltus_sim_stats(s);
    saltus_sim_free(s);
}

static inline double stiff_scale(const struct stiff *m, const struct stiff_path *ref, int32_t i)
{
    double most = fabs(m->start[i]);
    for (int k = 0; k < STIFF_SAMPLES; k++) most = fmax(most, fabs(ref->x[k][i]));
    return most;
}

/* Is there an event of the solution next to sample k? */
static inline int stiff_near_event(const struct stiff *m, const struct stiff_path *ref, int k)
{
    double t = stiff_instant(m, k);
    for (int j = 0; j < ref->events && j < STIFF_EVENTS; j++)
        if (fabs(t - ref->event[j]) < m->until / 200) return 1;
    return 0;
}

static inline struct stiff_error stiff_compare(const struct stiff *m, const struct stiff_path *ref,
                                               const struct stiff_path *p, double tol)
{
    struct stiff_error e = {0};
    double square = 0, size = 0, scale[STIFF_STATES];
    for (int32_t i = 0; i < m->n; i++) scale[i] = stiff_scale(m, ref, i);
    for (int k = 0; k < STIFF_SAMPLES; k++)
        for (int32_t i = 0; i < m->n && !stiff_near_event(m, ref, k); i++) {
            double d = p->x[k][i] - ref->x[k][i], w = fabs(d) / (tol * scale[i] + 1e-3 * tol);
            square += d * d;
            size += ref->x[k][i] * ref->x[k][i];
            if (w <= e.worst) continue;
            e.worst = w; /* also if it is not a number */
            e.state = i;
            e.t = stiff_instant(m, k);
        }
    e.rel = sqrt(square / size) / tol;
    return e;
}

static inline const char *stiff_solver(void)
{
    return saltus_classic_version() ? "cvode" : "abm";
}

/* *ref := the solution. Returns the condition; 0: too large, or too many events. */
static inline double stiff_reference(struct stiff *m, struct stiff_path *ref)
{
    static struct stiff_path moved;
    double tol = saltus_classic_version() ? 1e-9 : 1e-7, shift = 1e-3, condition;
    stiff_solve(m, stiff_solver(), tol, 3000000, ref);
    if (ref->status != SALTUS_OK || ref->events >= STIFF_EVENTS) return 0;
    m->shift = shift;
    stiff_solve(m, stiff_solver(), 1e-6, 1000000, &moved);
    m->shift = 0;
    if (moved.status != SALTUS_OK || moved.events != ref->events) return 0;
    condition = stiff_compare(m, ref, &moved, shift).worst;
    return condition > 20 ? 0 : fmax(condition, 1);
}

/* Methods of order 2 and more that are meant for stiff models: they come first in the list of all. */
static inline int stiff_method(const saltus_method_info *info)
{
    if (strcmp(info->family, "quantized") != 0 || info->missing) return 0;
    if (strcmp(info->name, "auto") == 0) return 1;
    return info->order >= 2 && strncmp(info->name, "qss", 3) != 0;
}

#endif
