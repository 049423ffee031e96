/* SPDX-License-Identifier: MIT */
/* engine.h - an engine that moves all states together.
 *
 * Quantized states move one by one; step.c and the methods of quant/ are their engine, and struct
 * sim was made for it. Another engine has a vector of all states and makes steps in time. It gets the
 * rest from the same run: values and structure (load.c), the start (start.c), events (event.c,
 * guard.c), sinks. whole.c is the loop around it and the model as it sees it; it calls the five
 * functions below. */
#ifndef SIM_ENGINE_H
#define SIM_ENGINE_H

#include "sim/sim.h"

struct engine_method {
    saltus_method_info info;
    int variant; /* for the engine */
};

struct saltus_engine {
    const struct engine_method *methods; /* the last one has no name                          */
    /* The run stands at whole->t with whole->x. Memory goes to s->engine_data, by s->alloc where it
     * can. Failures by sim_refuse or sim_fail. */
    void (*open)(struct sim *s, int variant);
    void (*close)(struct sim *s); /* also after a failure in open */
    /* One step from whole->t (or less of it, up to the first crossing), not beyond `limit`, which is
     * later. Sets whole->t and whole->x to its end, counts it in s->stats. Returns the guard that is
     * to fire there, -1: none. Failures by sim_fail. */
    int32_t (*step)(struct sim *s, double limit);
    /* The last step, from whole->from to whole->t, as polynomials: one or more pieces in their order,
     * each by filling net.s[i].tx and .x (degree at most WHOLE_DEGREE, the rest 0) and a call of
     * whole_piece. Called after step, at most once, and only if somebody looks. */
    void (*dense)(struct sim *s);
    /* Events have changed something at whole->t: f jumps there, and whole->x may be new. */
    void (*restart)(struct sim *s);
};

/* Engines of this library besides the quantized one, NULL last; defined in adams/. */
extern const saltus_engine *const engine_list[];
/* The engine of a method: of this library, or `more`; NULL: none. */
const saltus_engine *engine_find(const saltus_engine *more, const char *method,
                                 const struct engine_method **found);

#endif
