/* SPDX-License-Identifier: MIT */
/* at_once.h - does saltus_model.derivatives give what der.eval gives, bit for bit?
 *
 * Asked at the start of the model and at points around it. Sums and delays are any numbers. Where the
 * model gives up (an index out of range, an equation without solution), both ways must. */
#ifndef AT_ONCE_H
#define AT_ONCE_H

#include "saltus_model.h"
#include "run/loop/loop.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE_STRIDE = 1 + SALTUS_SIGNAL, AT_ONCE_POINTS = 6 };

struct at_once {
    saltus_env env; /* first: faults come with its address */
    struct alloc alloc;
    int faults;
    int32_t n, n_signals;
    double *x, *p, *d, *q, *values, *f;
    uint32_t seed;
};

static inline void at_once_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)at, (void)text;
    ((struct at_once *)(uintptr_t)e)->faults++;
}

/* Their number; their start values into `to`, unless it is NULL. */
static inline int32_t at_once_list(const saltus_variable *v, double *to)
{
    int32_t n = 0;
    for (; v && v->name; v++) {
        int32_t count = 1;
        for (int k = 0; k < SALTUS_RANK && v->size[k]; k++) count *= v->size[k];
        for (; count > 0; count--, n++)
            if (to) to[n] = v->start;
    }
    return n;
}

static inline double *at_once_room(int32_t n)
{
    double *room = calloc((size_t)n + 1, sizeof *room);
    if (!room) abort();
    return room;
}

static inline void at_once_open(struct at_once *a, const saltus_model *m)
{
    int32_t n_p = at_once_list(m->parameters, NULL), n_d = at_once_list(m->discretes, NULL);
    unsigned char *given = calloc((size_t)n_p + 1, 1);
    bool failed;
    alloc_init(&a->alloc, NULL, NULL);
    a->n = at_once_list(m->states, NULL);
    a->n_signals = a->n + at_once_list(m->sums, NULL) + at_once_list(m->delays, NULL);
    a->x = at_once_room(a->n_signals);
    a->p = at_once_room(n_p);
    a->d = at_once_room(n_d);
    a->q = at_once_room(a->n_signals * AT_ONCE_STRIDE);
    a->values = at_once_room(1 + a->n_signals);
    a->f = at_once_room(a->n);
    at_once_list(m->states, a->x);
    at_once_list(m->parameters, a->p);
    at_once_list(m->discretes, a->d);
    a->env = (saltus_env){.q = a->q,
                          .stride = AT_ONCE_STRIDE,
                          .width = 1,
                          .d = a->d,
                          .p = a->p,
                          .model = m,
                          .fault = at_once_fault,
                          .solve = loop_solve};
    a->env.own = loop_memory_new(&a->alloc, m, &failed);
    if (failed) abort();
    if (m->start && given) m->start(&a->env, given, a->p, a->x, a->d);
    free(given);
}

static inline void at_once_close(struct at_once *a)
{
    loop_memory_free(a->env.own);
    double *all[] = {a->x, a->p, a->d, a->q, a->values, a->f};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

static inline void at_once_move(struct at_once *a, int point)
{
    a->env.t = 0.25 * point;
    a->faults = 0;
    for (int32_t j = 0; j < a->n_signals; j++) {
        double *to = a->q + (size_t)j * AT_ONCE_STRIDE, u;
        a->seed = a->seed * 1664525u + 1013904223u;
        u = (a->seed >> 8) / 8388608.0 - 1;
        to[0] = a->env.t;
        to[1] = a->x[j] + 0.05 * point * u * (1 + (a->x[j] < 0 ? -a->x[j] : a->x[j])) + 0.0;
        a->values[1 + j] = to[1];
    }
}

static inline void at_once_ask(struct at_once *a)
{
    a->env.q = a->values;
    a->env.stride = 1;
    a->env.model->derivatives(&a->env, a->f);
    a->env.q = a->q;
    a->env.stride = AT_ONCE_STRIDE;
}

/* NULL: all equal. Otherwise what is not, in `text`. */
static inline const char *at_once_differs(const saltus_model *m, char text[200])
{
    struct at_once a = {.seed = 1};
    text[0] = 0;
    if (!m->derivatives) return NULL;
    at_once_open(&a, m);
    for (int point = 0; point < AT_ONCE_POINTS && !text[0]; point++) {
        int faults;
        at_once_move(&a, point);
        at_once_ask(&a);
        faults = a.faults;
        a.faults = 0;
        for (int32_t i = 0; i < a.n; i++) {
            double c;
            m->der.eval(&a.env, i, 1, &c);
            if (memcmp(&c, &a.f[i], sizeof c) != 0 && !(c != c && a.f[i] != a.f[i]))
                snprintf(text, 200, "derivative %d is %a alone and %a at once", i, c, a.f[i]);
        }
        if (!faults != !a.faults)
            snprintf(text, 200, "faults: %d alone, %d at once", a.faults, faults);
    }
    at_once_close(&a);
    return text[0] ? text : NULL;
}

#endif
