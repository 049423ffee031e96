/* SPDX-License-Identifier: MIT */
/* scaled.h - a model in other units: time runs in units of 1/time, states in units of 1/size.
 *
 *     t = time t',  x = size x':   x' = f(x, t)  becomes  dx/dt = size/time f(x/size, t/time).
 *
 * The model underneath sees its own units: signals are converted before each call, and what it returns afterwards. Guards,
 * discretes, sums and delays keep their values. With powers of two nothing is rounded, and a run differs
 * from that of the model itself in no bit, unless the engine has a unit of its own. */
#ifndef TESTS_SCALED_H
#define TESTS_SCALED_H

#include "saltus.h"
#include "saltus_model.h"
#include "testing.h"

struct scaled {
    saltus_model model;
    const saltus_model *inner;
    double time, size;
    int32_t states, signals;
    double *q; /* the signals in inner units */
};

struct scaled_event {
    saltus_event event;
    saltus_event *outer;
};

static inline const struct scaled *scaled_of(const saltus_env *e)
{
    return e->model->data;
}

static inline void scaled_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e, (void)at;
    FAIL("the model cannot go on: %s", text);
}

/* What the model underneath sees. */
static inline saltus_env scaled_env(const saltus_env *e)
{
    const struct scaled *m = scaled_of(e);
    saltus_env in = *e;
    in.t = e->t / m->time;
    in.model = m->inner;
    in.fault = scaled_fault;
    in.q = m->q;
    in.stride = SALTUS_SIGNAL + 1;
    for (int32_t j = 0; e->q && j < m->signals; j++) {
        const double *from = e->q + (ptrdiff_t)j * e->stride;
        double *to = m->q + (ptrdiff_t)j * in.stride, unit = j < m->states ? 1 / m->size : 1;
        to[0] = from[0] / m->time;
        for (int k = 1; k <= e->width; k++, unit *= m->time) to[k] = from[k] * unit;
        for (int k = e->width + 1; k <= SALTUS_SIGNAL; k++) to[k] = 0;
    }
    return in;
}

static inline void scaled_series(const struct scaled *m, double unit, int order, double *c)
{
    for (int k = 0; k < order; k++, unit /= m->time) c[k] *= unit;
}

#define SCALED_FUNCTION(kind, unit, slope)                                                         \
    static inline void scaled_##kind##_eval(const saltus_env *e, int32_t i, int order, double *c)  \
    {                                                                                              \
        const struct scaled *m = scaled_of(e);                                                     \
        saltus_env in = scaled_env(e);                                                             \
        m->inner->kind.eval(&in, i, order, c);                                                     \
        scaled_series(m, unit, order, c);                                                          \
    }                                                                                              \
    static inline double scaled_##kind##_partial(const saltus_env *e, int32_t i, int32_t j)        \
    {                                                                                              \
        const struct scaled *m = scaled_of(e);                                                     \
        saltus_env in = scaled_env(e);                                                             \
        return m->inner->kind.partial(&in, i, j) * (slope);                                        \
    }                                                                                              \
    static inline void scaled_##kind##_reads(const saltus_env *e, int32_t i, saltus_reads *r)      \
    {                                                                                              \
        saltus_env in = scaled_env(e);                                                             \
        in.model->kind.reads(&in, i, r);                                                           \
    }                                                                                              \
    static inline int scaled_##kind##_affine(const saltus_env *e, int32_t i)                       \
    {                                                                                              \
        saltus_env in = scaled_env(e);                                                             \
        return in.model->kind.affine(&in, i);                                                      \
    }                                                                                              \
    static inline saltus_function scaled_##kind(const saltus_function *f)                          \
    {                                                                                              \
        return (saltus_function){                                                                  \
            f->eval ? scaled_##kind##_eval : NULL, f->partial ? scaled_##kind##_partial : NULL,    \
            f->reads ? scaled_##kind##_reads : NULL, f->affine ? scaled_##kind##_affine : NULL};   \
    }
SCALED_FUNCTION(der, m->size / m->time, 1 / m->time)
SCALED_FUNCTION(guard, 1, 1 / m->size)

static inline int scaled_degree(const saltus_env *e, int32_t i)
{
    saltus_env in = scaled_env(e);
    return in.model->degree(&in, i);
}

/* A power of two rounds nothing, so that the spans are the same, too. */
static inline int scaled_range(const saltus_box *b, saltus_kind kind, int32_t i, int order,
                               saltus_span *r)
{
    const struct scaled *m = scaled_of(b->env);
    saltus_env env = *b->env;
    saltus_box in = *b;
    saltus_span *q = calloc((size_t)m->signals * (size_t)b->stride + 1, sizeof *q);
    double unit = kind == SALTUS_STATE ? m->size / m->time : 1;
    int known;
    env.model = m->inner;
    in.env = &env;
    in.q = q;
    in.t = (saltus_span){b->t.lo / m->time, b->t.hi / m->time};
    for (int32_t j = 0; j < m->signals; j++) {
        double to = j < m->states ? 1 / m->size : 1;
        for (int k = 0; k < b->width; k++, to *= m->time) {
            saltus_span from = b->q[j * b->stride + k];
            q[j * b->stride + k] = (saltus_span){from.lo * to, from.hi * to};
        }
    }
    known = m->inner->range(&in, kind, i, order, r);
    for (int k = 0; known && k < order; k++, unit /= m->time)
        r[k] = (saltus_span){r[k].lo * unit, r[k].hi * unit};
    free(q);
    return known;
}

/* ---- Start, clocks, events ------------------------------------------------------------------- */

static inline void scaled_start(const saltus_env *e, const unsigned char *given, double *p,
                                double *x, double *d)
{
    const struct scaled *m = scaled_of(e);
    saltus_env in = scaled_env(e);
    if (m->inner->start) m->inner->start(&in, given, p, x, d);
    for (int32_t i = 0; i < m->states; i++) x[i] *= m->size;
}

static inline double scaled_next(const saltus_env *e, int32_t k)
{
    saltus_env in = scaled_env(e);
    return in.model->next(&in, k) * scaled_of(e)->time;
}

static inline void scaled_clock_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    saltus_env in = scaled_env(e);
    in.model->clock_reads(&in, k, r);
}

static inline double scaled_state(const saltus_event *ev, int32_t i)
{
    saltus_event *out = ((const struct scaled_event *)(const void *)ev)->outer;
    return out->state(out, i) / scaled_of(out->env)->size;
}

static inline void scaled_assign(saltus_event *ev, int32_t k, double value)
{
    saltus_event *out = ((struct scaled_event *)(void *)ev)->outer;
    out->assign(out, k, value);
}

static inline void scaled_reinit(saltus_event *ev, int32_t i, double value)
{
    saltus_event *out = ((struct scaled_event *)(void *)ev)->outer;
    out->reinit(out, i, value * scaled_of(out->env)->size);
}

static inline void scaled_advance(saltus_event *ev)
{
    saltus_event *out = ((struct scaled_event *)(void *)ev)->outer;
    out->advance(out);
}

static inline void scaled_handle(saltus_event *ev)
{
    saltus_env in = scaled_env(ev->env);
    struct scaled_event inner = {.event = *ev, .outer = ev};
    inner.event.env = &in;
    inner.event.state = scaled_state;
    inner.event.assign = scaled_assign;
    inner.event.reinit = scaled_reinit;
    inner.event.advance = scaled_advance;
    in.model->handle(&inner.event);
}

/* ---- The model ------------------------------------------------------------------------------- */

static inline int32_t scaled_count(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) {
        int32_t size = 1;
        for (int k = 0; k < SALTUS_RANK && v->size[k]; k++) size *= v->size[k];
        n += size;
    }
    return n;
}

/* Start values in the tables stay as they are: scaled_start converts them. */
static inline void scaled_open(struct scaled *m, const saltus_model *inner, double time,
                               double size)
{
    memset(m, 0, sizeof *m);
    m->inner = inner;
    m->time = time;
    m->size = size;
    m->states = scaled_count(inner->states);
    m->signals = m->states + scaled_count(inner->sums) + scaled_count(inner->delays);
    m->q = calloc((size_t)m->signals * (SALTUS_SIGNAL + 1) + 1, sizeof *m->q);
    m->model = *inner;
    m->model.data = m;
    m->model.range = inner->range ? scaled_range : NULL;
    m->model.degree = inner->degree ? scaled_degree : NULL;
    m->model.der = scaled_der(&inner->der);
    m->model.guard = scaled_guard(&inner->guard);
    m->model.derivatives = NULL;
    m->model.start = scaled_start;
    m->model.next = inner->next ? scaled_next : NULL;
    m->model.clock_reads = inner->clock_reads ? scaled_clock_reads : NULL;
    m->model.handle = inner->handle ? scaled_handle : NULL;
    m->model.experiment.start *= time;
    m->model.experiment.stop *= time;
    m->model.outputs = NULL;
    m->model.output = (saltus_function){0};
    m->model.handler_writes = NULL;
    m->model.where = NULL;
}

static inline void scaled_close(struct scaled *m)
{
    free(m->q);
}

#endif
