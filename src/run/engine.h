/* SPDX-License-Identifier: MIT */
/* engine.h - an engine that moves all states together.
 *
 * Quantized states move one by one; step.c and the methods of quant/ are their engine, and struct
 * sim was made for it. Another engine has a vector of all states and makes steps in time. It gets the
 * rest from the same run: values and structure (load.c), the start (start.c), events (event.c,
 * guard.c), sinks. whole.c is the loop around it and the model as it sees it; it calls the five
 * functions below.
 *
 * A model may also bring an engine of its own, which moves it in its own way: see `play`. */
#ifndef SIM_ENGINE_H
#define SIM_ENGINE_H

#include "run/sim.h"

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

    /* An engine that belongs to a model (saltus_model.engine) has open, close and these instead; play.c is around it. open
     * tells of the values at opt.t0, by the functions below. */
    saltus_status (*play)(struct sim *s, double until); /* all events up to and including until  */
    saltus_status (*finish)(struct sim *s);
    /* Output k as a series at t: its degree. closed: in any case; else if what was told grows old, and -1 if not. */
    int (*fresh)(struct sim *s, int32_t k, double t, double c[SALTUS_SERIES], bool closed);
    /* State i is not told (opt.sink is NULL): fills its x, tx in. NULL: all are told. */
    void (*look)(struct sim *s, int32_t i);
    void (*halt)(struct sim *s); /* play is to return STOPPED soon; from a signal handler, too    */
    void (*count)(const struct sim *s, saltus_stats *st); /* what only the engine knows: bytes    */
};

/* What such an engine tells the run. */
void play_state(struct sim *s, int32_t i, double t, const double *poly, int order);
void play_discrete(struct sim *s, int32_t k, double t, double value);
void play_output(struct sim *s, int32_t k, double t, const double *poly, int order);
void play_event(struct sim *s, int32_t guard, double t, int direction);
void play_step(struct sim *s, int32_t i);
void play_clock(struct sim *s);
void play_stop(struct sim *s);

/* For load.c, run.c and value.c. */
void play_check(struct sim *s); /* options that do not fit                                        */
void play_load(struct sim *s);
void play_start(struct sim *s);
saltus_status play_loop(struct sim *s, double until);
double play_value(const struct sim *s, int32_t output, double t);
void play_look(const struct sim *s, int32_t i); /* before the x of a state is read               */
void play_free(struct sim *s);

/* Engines of this library besides the quantized one, NULL last; defined in adams/. */
extern const saltus_engine *const engine_list[];
/* The engine of a method: of this library, or `more`; NULL: none. */
const saltus_engine *engine_find(const saltus_engine *more, const char *method,
                                 const struct engine_method **found);

#endif
