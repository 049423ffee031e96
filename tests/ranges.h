/* SPDX-License-Identifier: MIT */
/* ranges.h - checks the ranges of a compiled model (saltus_model.range) against its own series: for
 * random boxes, the coefficients at random points inside must lie inside. */
#ifndef RANGES_H
#define RANGES_H

#include "base/range.h"
#include "base/range_jet.h"
#include "run/loop/loop.h"
#include "saltus_compile.h"
#include "testing.h"

/* One point of evaluation, and a box around it. */
struct ranges {
    const saltus_model *m;
    int n, n_d, n_p;           /* signals, discretes, parameters */
    double *q, *d, *p, *start; /* start: of the states */
    struct alloc alloc;
    saltus_span *spans;
    saltus_env env;
    saltus_box box;
    long samples, bounded, faults;
};

static inline int ranges_scalars(const saltus_variable *v)
{
    int n = 0;
    for (; v && v->name; v++) {
        int elements = 1;
        for (int k = 0; k < SALTUS_RANK && v->size[k] > 0; k++) elements *= v->size[k];
        n += elements;
    }
    return n;
}

static inline void ranges_start(const saltus_variable *v, double *to)
{
    for (; v && v->name; v++) {
        int elements = 1;
        for (int k = 0; k < SALTUS_RANK && v->size[k] > 0; k++) elements *= v->size[k];
        while (elements--) *to++ = v->start;
    }
}

static struct ranges *ranges_faulting;

static inline void ranges_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e, (void)at, (void)text;
    ranges_faulting->faults++;
}

static inline void ranges_open(struct ranges *r, const saltus_model *m)
{
    bool failed;
    memset(r, 0, sizeof *r);
    r->m = m;
    r->n = ranges_scalars(m->states) + ranges_scalars(m->sums) + ranges_scalars(m->delays);
    r->n_d = ranges_scalars(m->discretes);
    r->n_p = ranges_scalars(m->parameters);
    r->q = calloc((size_t)r->n + 1, (SALTUS_SIGNAL + 1) * sizeof *r->q);
    r->d = calloc((size_t)r->n_d + 1, sizeof *r->d);
    r->p = calloc((size_t)r->n_p + 1, sizeof *r->p);
    r->spans = calloc((size_t)r->n + 1, SALTUS_SIGNAL * sizeof *r->spans);
    r->start = calloc((size_t)r->n + 1, sizeof *r->start);
    if (!r->q || !r->d || !r->p || !r->spans || !r->start) FAIL("out of memory");
    ranges_start(m->states, r->start);
    ranges_start(m->parameters, r->p);
    ranges_start(m->discretes, r->d);
    r->env = (saltus_env){.q = r->q,
                          .stride = SALTUS_SIGNAL + 1,
                          .width = SALTUS_SIGNAL,
                          .d = r->d,
                          .p = r->p,
                          .model = m,
                          .fault = ranges_fault,
                          .solve = loop_solve,
                          .known = loop_known};
    alloc_init(&r->alloc, NULL, NULL);
    r->env.own = loop_memory_new(&r->alloc, m, &failed);
    if (failed) FAIL("out of memory");
    r->box = (saltus_box){
        .q = r->spans, .stride = SALTUS_SIGNAL, .width = SALTUS_SIGNAL, .env = &r->env};
    r->box.solve = loop_span;
    r->box.run = range_run;
    ranges_faulting = r;
}

/* Parameters, discretes and states as the model starts. 0: it does not. */
static inline int ranges_begin(struct ranges *r)
{
    unsigned char *given = calloc((size_t)r->n_p + 1, 1);
    if (!given) FAIL("out of memory");
    if (r->m->start) r->m->start(&r->env, given, r->p, r->start, r->d);
    free(given);
    for (int k = 0; k < r->n; k++)
        if (!isfinite(r->start[k])) return 0;
    return !r->faults;
}

static inline void ranges_close(struct ranges *r)
{
    free(r->q);
    free(r->d);
    free(r->p);
    free(r->spans);
    free(r->start);
    loop_memory_free(r->env.own);
}

static inline saltus_span ranges_span(struct rng *g, double middle, double size)
{
    double w = rng_int(g, 0, 5) ? size * rng_uniform(g, 0, 1) : 0;
    return span_make(middle - w * rng_uniform(g, 0, 1), middle + w * rng_uniform(g, 0, 1));
}

static inline double ranges_inside(struct rng *g, saltus_span s)
{
    double v;
    switch (rng_int(g, 0, 7)) {
    case 0: return s.lo;
    case 1: return s.hi;
    default: v = s.lo + (s.hi - s.lo) * rng_uniform(g, 0, 1);
    }
    return v < s.lo ? s.lo : v > s.hi ? s.hi : v;
}

/* A box of this width around values[j] (NULL: random ones). */
static inline void ranges_box(struct ranges *r, struct rng *g, double t, const double *values,
                              double size)
{
    int width = rng_int(g, 1, SALTUS_SIGNAL);
    r->box.width = width;
    r->box.t = ranges_span(g, t, size);
    for (int j = 0; j < r->n; j++)
        for (int k = 0; k < SALTUS_SIGNAL; k++) {
            double middle = k == 0 && values ? values[j] : rng_uniform(g, -2, 2);
            r->spans[j * SALTUS_SIGNAL + k] = k < width ? ranges_span(g, middle, size) : span_of(0);
        }
}

/* A point inside. */
static inline void ranges_point(struct ranges *r, struct rng *g)
{
    r->env.t = ranges_inside(g, r->box.t);
    for (int j = 0; j < r->n; j++) {
        r->q[j * (SALTUS_SIGNAL + 1)] = r->env.t;
        for (int k = 0; k < SALTUS_SIGNAL; k++)
            r->q[j * (SALTUS_SIGNAL + 1) + 1 + k] =
                ranges_inside(g, r->spans[j * SALTUS_SIGNAL + k]);
    }
}

static inline const saltus_function *ranges_kind(const saltus_model *m, saltus_kind kind)
{
    return kind == SALTUS_STATE    ? &m->der
           : kind == SALTUS_GUARD  ? &m->guard
           : kind == SALTUS_OUTPUT ? &m->output
           : kind == SALTUS_SUM    ? &m->term
                                   : &m->delayed;
}

/* Rounding of the model's own series: relative to what its terms may have been. */
static inline int ranges_has(saltus_span s, double v, double slack)
{
    double room =
        slack * (fabs(v) + (isfinite(s.lo) ? fabs(s.lo) : 0) + (isfinite(s.hi) ? fabs(s.hi) : 0));
    return s.lo - room <= v && v <= s.hi + room;
}

/* The range of function i contains its series at `points` points of the box. Gives 0 if it is
 * opaque. */
static inline int ranges_check(struct ranges *r, struct rng *g, saltus_kind kind, int i, int points,
                               double slack)
{
    int order = rng_int(g, 1, SALTUS_SERIES);
    saltus_span s[SALTUS_SERIES];
    double c[SALTUS_SERIES];
    if (!r->m->range || !r->m->range(&r->box, kind, i, order, s)) return 0;
    for (int k = 0; k < order; k++) {
        if (!(s[k].lo <= s[k].hi)) FAIL("kind %d function %d: no span at %d", (int)kind, i, k);
        r->bounded += !span_is_all(s[k]);
    }
    for (int n = 0; n < points; n++) {
        ranges_point(r, g);
        r->faults = 0;
        ranges_kind(r->m, kind)->eval(&r->env, i, order, c);
        if (r->faults) continue;
        for (int k = 0; k < order; k++) {
            if (!isfinite(c[k])) break;
            r->samples++;
            if (!ranges_has(s[k], c[k], slack))
                FAIL("kind %d function %d of %s: coefficient %d of %d is %.17g, not in [%.17g, "
                     "%.17g]",
                     (int)kind, i, r->m->name, k, order, c[k], s[k].lo, s[k].hi);
        }
    }
    return 1;
}

#endif
