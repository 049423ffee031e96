/* SPDX-License-Identifier: MIT */
/* me.c - a model-exchange FMU as a model with functions, for engines that move all states together.
 *
 * Derivatives and event indicators are those of the FMU at (t, x), asked for all at once and kept until another point is
 * asked for. An FMU knows no Taylor coefficients: the first one is a difference along the line on which the signals
 * are,
 *     z'(t) = (z(t + h, x(t + h)) - z(t, x)) / h,    h a millionth of the time in which some state changes by itself,
 * and all others are not numbers, which such engines understand: they search whole steps. Methods that live on series
 * are refused by name.
 *
 * An indicator that crosses 0 is a guard; at its event, at the FMU's next time event and when the FMU wishes it after a
 * step, the FMU iterates its events, and states and discrete variables are what it has then. */
#include "fmi/import/instance.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct point { /* what the FMU said at (t, x) */
    bool known;
    double t, *x, *der, *z; /* either these two ... */
    double *values;         /* ... or these         */
};

struct me {
    struct fmu_instance i;
    int n, m;               /* states and indicators */
    int slot;               /* among the runs of the FMU */
    struct point at[2];     /* here; a little later  */
    struct point looked[2]; /* the same, of values */
    double *x, *later;      /* room                  */
    double *nominal;
    double next; /* time event                    */
    bool wants, over;
    double h; /* of the present slope             */
};

struct me_runs {
    VEC(struct me *) all;
};

static struct me *me_of(const saltus_env *e)
{
    const struct fmu *f = e->model->data;
    int k = (int)e->p[f->n_parameters] - 1;
    return k >= 0 && k < f->runs->all.n ? f->runs->all.at[k] : NULL;
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* State j at e->t, as signals have it, and its slope. */
static double signal_at(const saltus_env *e, int j, double *slope)
{
    const double *q = e->q + (size_t)j * (size_t)e->stride;
    double s, x;
    *slope = 0;
    if (e->width == 1) return q[1];
    s = e->t - q[0];
    x = q[e->width];
    for (int k = e->width - 1; k >= 1; k--) {
        *slope = *slope * s + x;
        x = x * s + q[k];
    }
    return x;
}

static bool same(const struct me *me, const struct point *p, double t, const double *x)
{
    return p->known && p->t == t && memcmp(p->x, x, (size_t)me->n * sizeof *x) == 0;
}

/* The FMU cannot answer: the step may be shorter, or the run has ended. */
static bool cannot(struct me *me, const saltus_env *e)
{
    char text[900];
    snprintf(text, sizeof text, "FMU %s: %s", me->i.fmu->d->name, me->i.link.text);
    if (me->i.link.ended && me->i.sim->status >= 0)
        fmu_instance_fail(&me->i, SALTUS_EMODEL, me->i.link.text, NULL);
    e->fault(e, NULL, text);
    return false;
}

static struct wire *request(struct me *me, enum serve_action action, double t, const double *x)
{
    struct wire *w = link_request(&me->i.link, action);
    wire_put_real(w, t);
    wire_put_reals(w, x, (size_t)me->n);
    return w;
}

static bool ask_point(struct me *me, const saltus_env *e, struct point *p, double t,
                      const double *x)
{
    struct wire *r = &me->i.link.reply;
    if (same(me, p, t, x)) return true;
    p->known = false;
    request(me, SERVE_POINT, t, x);
    if (link_ask(&me->i.link) != SERVE_FINE) return cannot(me, e);
    wire_get_reals(r, p->der, (size_t)me->n);
    wire_get_reals(r, p->z, (size_t)me->m);
    p->t = t;
    memcpy(p->x, x, (size_t)me->n * sizeof *x);
    return p->known = !r->bad;
}

static bool ask_values(struct me *me, const saltus_env *e, struct point *p, double t,
                       const double *x)
{
    if (same(me, p, t, x)) return true;
    p->known = false;
    request(me, SERVE_LOOK, t, x);
    if (link_ask(&me->i.link) != SERVE_FINE) return cannot(me, e);
    wire_get_reals(&me->i.link.reply, p->values, (size_t)me->i.fmu->n_values);
    p->t = t;
    memcpy(p->x, x, (size_t)me->n * sizeof *x);
    return p->known = !me->i.link.reply.bad;
}

/* The time over which a difference is taken, from a point that is known; away from the next time event. */
static double difference(const struct me *me, const saltus_env *e)
{
    const struct sim *s = me->i.sim;
    double tau = fabs(me->i.fmu->stop - s->opt.t0), h;
    for (int k = 0; k < me->n; k++) {
        double size = fmax(fabs(me->at[0].x[k]), 1e-3 * me->nominal[k]);
        if (fabs(me->at[0].der[k]) * tau > size) tau = size / fabs(me->at[0].der[k]);
    }
    h = fmax(1e-6 * tau, 256 * DBL_EPSILON * fabs(e->t));
    if (!(h > 0)) h = DBL_MIN;
    return e->t + h >= me->next ? -h : h;
}

enum what { DERIVATIVE, INDICATOR, VALUE };

/* The value that is asked for: here, or (j = 1) a little later. */
static bool ask(struct me *me, const saltus_env *e, enum what what, int k, int j, double t,
                const double *x, double *to)
{
    if (what == VALUE) {
        if (!ask_values(me, e, &me->looked[j], t, x)) return false;
        *to = me->looked[j].values[me->i.fmu->of_output[k]];
    } else {
        if (!ask_point(me, e, &me->at[j], t, x)) return false;
        *to = what == DERIVATIVE ? me->at[j].der[k] : me->at[j].z[k];
    }
    return true;
}

static void eval(const saltus_env *e, int k, int order, double *c, enum what what)
{
    struct me *me = me_of(e);
    bool nothing = what == DERIVATIVE && me && me->n == 0; /* the state that is there for others */
    double t = e->t, h, later;
    for (int j = 0; j < order; j++) c[j] = nothing ? 0 : NAN;
    if (!me || nothing || me->i.link.ended) return;
    for (int j = 0; j < me->n; j++) me->x[j] = signal_at(e, j, &me->later[j]);
    if (!ask(me, e, what, k, 0, t, me->x, c) || order == 1 ||
        !ask_point(me, e, &me->at[0], t, me->x))
        return;
    h = difference(me, e);
    for (int j = 0; j < me->n; j++) me->later[j] = me->x[j] + h * me->later[j];
    if (ask(me, e, what, k, 1, t + h, me->later, &later)) c[1] = (later - c[0]) / ((t + h) - t);
}

static void der(const saltus_env *e, int32_t i, int order, double *c)
{
    eval(e, i, order, c, DERIVATIVE);
}

static void indicator(const saltus_env *e, int32_t k, int order, double *c)
{
    eval(e, k, order, c, INDICATOR);
}

static void output(const saltus_env *e, int32_t k, int order, double *c)
{
    eval(e, k, order, c, VALUE);
}

static void derivatives(const saltus_env *e, double *f)
{
    struct me *me = me_of(e);
    if (!me || me->n == 0) {
        f[0] = 0;
        return;
    }
    for (int k = 0; k < me->n; k++) f[k] = NAN;
    if (me->i.link.ended) return;
    for (int j = 0; j < me->n; j++) me->x[j] = e->q[(size_t)j * (size_t)e->stride + 1];
    if (ask_point(me, e, &me->at[0], e->t, me->x))
        memcpy(f, me->at[0].der, (size_t)me->n * sizeof *f);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void forget(struct me *me)
{
    me->at[0].known = me->at[1].known = me->looked[0].known = me->looked[1].known = false;
}

/* Iterates the events of the FMU: me->x has its states then, i.values its values. first: after its initialization */
static bool iterate(struct me *me, bool first, double t)
{
    struct wire *w = link_request(&me->i.link, SERVE_EVENT), *r = &me->i.link.reply;
    bool has_next;
    forget(me);
    me->wants = false;
    wire_put(w, first);
    if (!first) {
        wire_put_real(w, t);
        wire_put_reals(w, me->x, (size_t)me->n);
    }
    if (!fmu_instance_ask(&me->i)) return false;
    me->over |= wire_get(r) != 0;
    has_next = wire_get(r) != 0;
    me->next = wire_get_real(r);
    if (!has_next) me->next = INFINITY;
    (void)wire_get(r); /* states are compared */
    wire_get_reals(r, me->x, (size_t)me->n);
    wire_get_reals(r, me->nominal, (size_t)me->n);
    return fmu_instance_values(&me->i);
}

static void handle(saltus_event *ev)
{
    struct me *me = me_of(ev->env);
    const struct fmu *f = ev->env->model->data;
    double t = ev->env->t;
    if (!me || ev->initial || me->i.link.ended) return;
    if (ev->cause == SALTUS_END) return; /* values may still be asked for */
    if (me->i.sim->trying) {             /* what the FMU would do it does */
        saltus_event_assign(ev, f->n_discretes, NAN);
        return;
    }
    for (int k = 0; k < me->n; k++) me->x[k] = me->later[k] = saltus_event_state(ev, k);
    if (!iterate(me, false, t)) return;
    for (int k = 0; k < me->n; k++)
        if (me->x[k] != me->later[k]) saltus_event_reinit(ev, k, me->x[k]);
    for (int k = 0; k < f->n_discretes; k++) {
        double value = me->i.values[f->of_discrete[k]];
        if (value != ev->env->d[k]) saltus_event_assign(ev, k, value);
    }
    saltus_event_assign(ev, f->n_discretes, ev->env->d[f->n_discretes] + 1);
    if (me->over) saltus_event_terminate(ev, "the FMU has ended the simulation");
}

static double next(const saltus_env *e, int32_t k)
{
    const struct me *me = me_of(e);
    (void)k;
    if (!me) return INFINITY;
    return me->wants ? e->t : me->next;
}

/* A step has come to (t, x). */
static bool stepped(void *user, double t, const double *x)
{
    struct me *me = user;
    struct wire *r = &me->i.link.reply;
    if (me->i.link.ended) return false;
    request(me, SERVE_DONE, t, x);
    if (!fmu_instance_ask(&me->i)) return false;
    me->wants = wire_get(r) != 0;
    me->over |= wire_get(r) != 0;
    me->wants |= me->over;
    return me->wants;
}

/* ---- The start ------------------------------------------------------------------------------- */

static struct sim *sim_of(const saltus_env *e)
{
    size_t offset = offsetof(struct sim, net) + offsetof(struct net, env);
    return (struct sim *)((char *)(uintptr_t)e - offset);
}

static void point_room(struct sim *s, struct point *p, int n, int m, int values)
{
    p->x = sim_room(s, n, sizeof(double));
    p->der = sim_room(s, n, sizeof(double));
    p->z = sim_room(s, m, sizeof(double));
    p->values = sim_room(s, values, sizeof(double));
}

static void free_point(struct alloc *a, struct point *p)
{
    alloc_free(a, p->x);
    alloc_free(a, p->der);
    alloc_free(a, p->z);
    alloc_free(a, p->values);
}

/* The run is freed. What the FMU says to its end concerns no result. */
static void close(void *user)
{
    struct me *me = user;
    struct fmu *f = (struct fmu *)(uintptr_t)me->i.fmu;
    struct alloc *a = &me->i.sim->alloc;
    if (me->i.link.page && !me->i.link.ended) {
        link_request(&me->i.link, SERVE_END);
        me->i.link.log = NULL;
        me->i.link.stop = NULL;
        if (link_ask(&me->i.link) != SERVE_FINE)
            fmu_tell(f, SALTUS_OK, "after the run: ", me->i.link.text);
    }
    fmu_instance_close(&me->i);
    for (int k = 0; k < 2; k++) {
        free_point(a, &me->at[k]);
        free_point(a, &me->looked[k]);
    }
    alloc_free(a, me->x);
    alloc_free(a, me->later);
    alloc_free(a, me->nominal);
    f->runs->all.at[me->slot] = NULL;
    alloc_free(a, me);
}

/* A place among the runs of the FMU. */
static bool enroll(struct fmu *f, struct me *me)
{
    while (me->slot < f->runs->all.n && f->runs->all.at[me->slot]) me->slot++;
    if (me->slot == f->runs->all.n) {
        if (setjmp(f->arena.fail) != 0) return false;
        VEC_ADD(&f->arena, &f->runs->all, NULL);
    }
    f->runs->all.at[me->slot] = me;
    return true;
}

static bool able(struct sim *s)
{
    if (s->chosen && strcmp(s->opt.method, "abm") != 0) return true;
    sim_refuse(s, SALTUS_EARG, s->opt.method,
               "this method needs Taylor series, which an FMU does not have",
               "radau5, rk5, or a method of SUNDIALS such as cvode");
    return false;
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    struct sim *s = sim_of(e);
    struct fmu *f = (struct fmu *)(uintptr_t)e->model->data;
    struct me *me;
    (void)given;
    fmu_parameters(f, p);
    if (!able(s) || !(me = sim_room(s, 1, sizeof *me))) return;
    me->i.fmu = f;
    me->i.sim = s;
    me->i.link.fd = -1;
    if (!enroll(f, me)) {
        alloc_free(&s->alloc, me);
        sim_no_memory(s);
        return;
    }
    s->on_close = close;
    s->on_user = me;
    p[f->n_parameters] = me->slot + 1;
    me->n = f->d->n_states;
    me->m = f->d->n_indicators;
    for (int k = 0; k < 2; k++) {
        point_room(s, &me->at[k], me->n, me->m, 0);
        point_room(s, &me->looked[k], me->n, 0, f->n_values);
    }
    me->x = sim_room(s, me->n, sizeof(double));
    me->later = sim_room(s, me->n, sizeof(double));
    me->nominal = sim_room(s, me->n, sizeof(double));
    if (s->status < 0 || !fmu_instance_open(&me->i, f, s, s->opt.t0) ||
        !iterate(me, true, s->opt.t0))
        return;
    memcpy(x, me->x, (size_t)me->n * sizeof *x);
    for (int k = 0; k < f->n_discretes; k++) d[k] = me->i.values[f->of_discrete[k]];
    if (!f->kind->no_step_calls) s->on_step = stepped;
    /* what an opaque indicator does within a long step is not known */
    if (!(s->knobs.max_step > 0)) s->knobs.max_step = (f->stop - s->opt.t0) / 500;
}

void fmu_me_model(struct fmu *f)
{
    static const saltus_guard time_event[] = {{.name = "time event"}, {.name = NULL}};
    saltus_guard *g = ARENA_ARRAY(&f->arena, saltus_guard, 2);
    f->runs = ARENA_NEW(&f->arena, struct me_runs);
    if (f->d->n_indicators > 0)
        g[0] = (saltus_guard){.name = "indicator", .size = {f->d->n_indicators}};
    f->model.guards = g;
    f->model.clocks = time_event;
    f->model.start = start;
    f->model.der = (saltus_function){.eval = der};
    f->model.guard = (saltus_function){.eval = indicator};
    f->model.output = (saltus_function){.eval = output};
    f->model.derivatives = derivatives;
    f->model.next = next;
    f->model.handle = handle;
    f->model.experiment.method = "radau5";
}
