/* SPDX-License-Identifier: MIT */
/* fmu_exchange.c - model exchange: the importer integrates, the run has the events.
 *
 * The run is one by an engine of the frame engine/whole that never makes a step. Where such an engine would say how
 * far it has come (host.t, host.x), the importer does. An instant of the run is an iteration of events: clocks that
 * are due, guards that have another sign than before, and whatever follows.
 *
 * Guards that are approached from one side (edges) are events before their zero: nothing is evaluated beyond. A
 * derivative there is discarded, so that the importer makes a smaller step, and the end of a step that has come
 * within the tolerance of an edge is an event. */
#include "base/text.h"
#include "engine/whole/whole.h"
#include "fmu/fmu.h"
#include "run/edge/edge.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- The engine ------------------------------------------------------------------------------ */

static void engine_open(struct engine_host *h, int variant)
{
    (void)h, (void)variant;
}

static void engine_close(struct engine_host *h)
{
    (void)h;
}

/* No one asks for a step. */
static int32_t engine_step(struct engine_host *h, double limit)
{
    (void)limit;
    h->call->fail(h, SALTUS_EMODEL, SALTUS_TIME, -1, "an FMU for model exchange makes no steps",
                  NULL);
    return -1;
}

static const struct engine_method methods[] = {
    {.info = {.name = "importer", .title = "the importer of an FMU integrates"}},
    {.info = {.name = NULL}}};

static const struct whole_engine engine = {.head = {ENGINE_VERSION, methods, &whole_frame},
                                           .open = engine_open,
                                           .close = engine_close,
                                           .step = engine_step,
                                           .dense = engine_close,
                                           .restart = engine_close};

saltus_status fmu_exchange_open(struct fmu *f, const saltus_options *given)
{
    saltus_options o = *given;
    saltus_sim *s = NULL;
    saltus_status st;
    o.engine = &engine.head;
    o.method = methods[0].info.name;
    st = saltus_sim_new(f->about->model, &o, &s);
    f->sim = (struct sim *)s;
    return st;
}

/* A model without states is moved by events alone: then there is no frame, and no vector. */
static bool framed(const struct fmu *f)
{
    return f->sim->engine == &whole_frame;
}

double fmu_exchange_state(const struct fmu *f, int32_t i)
{
    return framed(f) ? whole_of(f->sim)->host.x[i] : f->sim->net.s[i].x[0];
}

void fmu_exchange_put(struct fmu *f, int32_t i, double value)
{
    if (framed(f)) whole_of(f->sim)->host.x[i] = value;
}

/* ---- Values ---------------------------------------------------------------------------------- */

enum fmu_status fmu_exchange_time(struct fmu *f, double t)
{
    if (!isfinite(t)) return fmu_say(f, FMU_ERROR, "the time %g is not finite", t);
    f->t = t;
    f->shown = false;
    return FMU_OK;
}

static enum fmu_status wrong_length(struct fmu *f, const char *what, size_t n, int32_t is)
{
    return fmu_say(f, FMU_ERROR, "there are %d %s, not %zu", (int)is, what, n);
}

enum fmu_status fmu_exchange_states(struct fmu *f, const double *x, size_t n)
{
    if (n != (size_t)f->n_continuous || (n && !x))
        return wrong_length(f, "continuous states", n, f->n_continuous);
    for (size_t k = 0; k < n; k++)
        if (!isfinite(x[k]))
            return fmu_say(f, FMU_ERROR, "continuous state %zu is set to %g", k, x[k]);
    if (!fmu_ready(f)) return FMU_ERROR;
    for (size_t k = 0; k < n; k++) fmu_exchange_put(f, f->continuous[k], x[k]);
    f->shown = false;
    return FMU_OK;
}

/* Why there are no derivatives at this point. */
static enum fmu_status refused(struct fmu *f, enum whole_answer why)
{
    struct whole *w = whole_of(f->sim);
    char name[256] = "";
    if (why == WHOLE_FAULT) return fmu_say(f, FMU_DISCARD, "%s at t = %.9g", w->fault_text, f->t);
    sim_name(f->sim->model, why == WHOLE_NAN ? SALTUS_STATE : SALTUS_GUARD,
             why == WHOLE_NAN ? w->host.not_finite : w->host.beyond, name, sizeof name);
    return fmu_say(f, FMU_DISCARD,
                   why == WHOLE_NAN ? "the derivative of %s is not finite at t = %.9g"
                                    : "the edge %s has been passed at t = %.9g",
                   name, f->t);
}

/* f->f at the point; false: it is said. */
static enum fmu_status find_derivatives(struct fmu *f)
{
    enum whole_answer a = WHOLE_OK;
    if (!fmu_ready(f)) return FMU_ERROR;
    if (framed(f)) a = whole_derivatives(f->sim, f->t, whole_of(f->sim)->host.x, f->f);
    return a == WHOLE_OK ? FMU_OK : refused(f, a);
}

enum fmu_status fmu_exchange_derivatives(struct fmu *f, double *to, size_t n)
{
    enum fmu_status st;
    if (n != (size_t)f->n_continuous || (n && !to))
        return wrong_length(f, "continuous states", n, f->n_continuous);
    st = find_derivatives(f);
    for (size_t k = 0; k < n && st == FMU_OK; k++) to[k] = f->f[f->continuous[k]];
    return st;
}

/* At an edge the event comes first: its indicator is 0 where an event is due. */
enum fmu_status fmu_exchange_indicators(struct fmu *f, double *to, size_t n)
{
    if (n != (size_t)f->n_indicators || (n && !to))
        return wrong_length(f, "event indicators", n, f->n_indicators);
    if (!fmu_ready(f)) return FMU_ERROR;
    if (framed(f)) whole_show(f->sim, f->t, whole_of(f->sim)->host.x, NULL);
    for (size_t k = 0; k < n; k++) {
        double c[SALTUS_SERIES] = {0};
        if (framed(f)) whole_guard(f->sim, f->indicator[k], 1, c);
        to[k] = c[0];
    }
    if (framed(f) && whole_of(f->sim)->faulted) return refused(f, WHOLE_FAULT);
    for (size_t k = 0; k < n; k++)
        if (!isfinite(to[k]))
            return fmu_say(f, FMU_DISCARD, "event indicator %zu is not finite at t = %.9g", k,
                           f->t);
    return FMU_OK;
}

enum fmu_status fmu_exchange_nominals(struct fmu *f, double *to, size_t n)
{
    int32_t i = 0;
    size_t k = 0;
    if (n != (size_t)f->n_continuous || (n && !to))
        return wrong_length(f, "continuous states", n, f->n_continuous);
    for (const saltus_variable *v = f->about->model->states; v && v->name; v++)
        for (int32_t j = text_elements(v->size); j > 0; j--, i++)
            if (!v->input) to[k++] = v->nominal > 0 ? v->nominal : 1;
    return FMU_OK;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static double next_clock(const struct sim *s)
{
    double t = INFINITY;
    for (int32_t k = 0; k < s->n_clocks; k++) t = fmin(t, sched_get(s->events, slot_clock(s, k)));
    return t;
}

/* How much z of guard k moves within a tenth of the tolerances of the states. */
static double level(struct fmu *f, int32_t k)
{
    struct whole *w = whole_of(f->sim);
    double sum = 0, base[SALTUS_SERIES] = {0}, z[SALTUS_SERIES] = {0};
    memset(f->f, 0, (size_t)f->n_states * sizeof *f->f);
    whole_show(f->sim, f->t, w->host.x, f->f);
    whole_guard(f->sim, k, 2, base);
    for (int32_t i = 0; i < f->n_states; i++) {
        f->f[i] = 1;
        whole_show(f->sim, f->t, w->host.x, f->f);
        whole_guard(f->sim, k, 2, z);
        sum += fabs(z[1] - base[1]) * whole_tolerance(&w->host, i, w->host.x[i]);
        f->f[i] = 0;
    }
    return fmax(0.1 * sum, 64 * DBL_EPSILON * fabs(base[0]));
}

/* An edge to which the point comes nearer, and has come within the tolerance; -1: none. */
static int32_t near(struct fmu *f)
{
    struct whole *w = whole_of(f->sim);
    for (int32_t j = 0; j < w->n_edges; j++) {
        int32_t k = w->edges[j];
        double z[SALTUS_SERIES] = {0};
        if (f->sim->watch[k].sign > 0 || find_derivatives(f) != FMU_OK) continue;
        whole_show(f->sim, f->t, w->host.x, f->f);
        whole_guard(f->sim, k, 2, z);
        if (z[0] <= 0 && z[1] >= 0 && z[0] >= -level(f, k)) return k;
    }
    return -1;
}

static void instant(struct fmu *f)
{
    struct whole *w = whole_of(f->sim);
    int32_t edge = near(f);
    w->host.t = f->t;
    whole_instant(f->sim, -1);
    if (edge >= 0 && f->sim->status == SALTUS_OK) whole_instant(f->sim, edge);
}

enum fmu_status fmu_exchange_instant(struct fmu *f, struct fmu_events *e)
{
    bool changed = false;
    if (!fmu_ready(f)) return FMU_ERROR;
    if (f->t < f->sim->net.env.t)
        return fmu_say(f, FMU_ERROR, "an event at %.17g lies before the last one at %.17g", f->t,
                       f->sim->net.env.t);
    f->shown = false;
    if (framed(f)) {
        double *x = f->signals; /* which are not in use */
        memcpy(x, whole_of(f->sim)->host.x, (size_t)f->n_states * sizeof *x);
        instant(f);
        for (int32_t i = 0; i < f->n_states; i++) changed |= whole_of(f->sim)->host.x[i] != x[i];
    } else {
        f->sim->status = f->sim->engine->run(f->sim, f->t);
    }
    if (!fmu_fine(f)) return FMU_ERROR;
    e->terminate = f->terminated;
    e->states_changed = changed;
    e->next = next_clock(f->sim);
    e->next_defined = e->next < INFINITY;
    return FMU_OK;
}

enum fmu_status fmu_exchange_stepped(struct fmu *f, bool *event)
{
    *event = false;
    if (!fmu_ready(f)) return FMU_ERROR;
    if (framed(f)) *event = near(f) >= 0;
    return fmu_fine(f) ? FMU_OK : FMU_ERROR;
}
