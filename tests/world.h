/* SPDX-License-Identifier: MIT */
/* world.h - small models made of plain functions: states x with f, guards with z, clocks with
 * next, one handler.
 *
 * Every call of the handler is written down in the log (calls, count). */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"

typedef jet world_series(jet_at e, int32_t i);
struct world {
    world_series *f, *z;
    void (*handle)(saltus_event *ev);
    double (*next)(const saltus_env *e, int32_t k);
    saltus_variable x[2], d[3];
    saltus_guard g[4], c[4];
};

SALTUS_INLINE jet world_f(jet_at e, int32_t i)
{
    return ((const struct world *)jet_data(e))->f(e, i);
}
SALTUS_FUNCTION(world_f)
SALTUS_INLINE jet world_z(jet_at e, int32_t k)
{
    return ((const struct world *)jet_data(e))->z(e, k);
}
SALTUS_FUNCTION(world_z)

struct call {
    double t;
    saltus_kind cause;
    int32_t index;
    int direction, initial;
};
enum { CALLS = 5000 };
static struct call calls[CALLS];
static int count; /* may exceed CALLS: the rest is not written down */

static inline void world_log(saltus_event *ev)
{
    const struct world *w = ev->env->model->data;
    if (count < CALLS)
        calls[count] = (struct call){ev->env->t, ev->cause, ev->index, ev->direction, ev->initial};
    count++;
    if (w->handle) w->handle(ev);
}

static inline double world_next(const saltus_env *e, int32_t k)
{
    return ((const struct world *)e->model->data)->next(e, k);
}

static inline saltus_model world_model(const struct world *w)
{
    return (saltus_model){.abi = SALTUS_ABI,
                          .name = "world",
                          .data = w,
                          .states = w->x,
                          .discretes = w->d,
                          .guards = w->g,
                          .clocks = w->c,
                          .der = SALTUS_FUNCTION_OF(world_f),
                          .guard = SALTUS_FUNCTION_OF(world_z),
                          .next = world_next,
                          .handle = world_log};
}

/* A run of w, with its model in *m; the log begins anew. */
static inline saltus_sim *start(const struct world *w, saltus_model *m, saltus_options o)
{
    saltus_sim *s;
    *m = world_model(w);
    count = 0;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    return s;
}

static inline saltus_options with(const char *method)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    return o;
}

/* Calls of the handler that are not about the start. */
static inline int crossings(struct call *to, int most)
{
    int n = 0;
    for (int k = 0; k < count && k < CALLS; k++)
        if (!calls[k].initial && n < most) to[n++] = calls[k];
    return n;
}

/* Short functions of a world: a series of e and k, the next time of a clock. */
#define SERIES(name, value)                                                                        \
    static inline jet name(jet_at e, int32_t k)                                                    \
    {                                                                                              \
        return (void)e, (void)k, value;                                                            \
    }
#define NEXT(name, value)                                                                          \
    static inline double name(const saltus_env *e, int32_t k)                                      \
    {                                                                                              \
        return (void)e, (void)k, value;                                                            \
    }

SERIES(one, jet_const(1))
SERIES(sine_of_time, jet_sub(jet_sin(jet_time(e)), 0.5))
NEXT(never, INFINITY)
NEXT(at_one, e->t < 1 ? 1 : INFINITY)

#define ONE_STATE .x = {{.name = "x"}}, .f = one

#endif
