/* SPDX-License-Identifier: MIT */
/* engine.h - what a run asks of an engine: one table of functions.
 *
 * The run has what every engine needs: values, structure, the start, events, guards, sinks,
 * statistics. The engine moves the states. There are three kinds:
 *     engine/qss     quantizes each state by itself, with the methods of quant/
 *     engine/whole   is the frame for engines that move all states together (engine/adams,
 *                    engine/runge, engine/classic)
 *     engine/play    is the frame for a model with an engine of its own (saltus_model.engine: diagrams)
 * Each has private state, which follows struct sim in memory. No one else looks into it, and no one
 * asks which engine a run has. Functions that may be NULL say so. */
#ifndef RUN_ENGINE_H
#define RUN_ENGINE_H

#include "run/given.h"
#include "run/sim.h"

struct keep;
struct outside;

/* A run whose inputs are moved from outside (run/outside/outside.h). */
struct engine_outside {
    saltus_status (*open)(struct outside *o); /* NULL: nothing to do                        */
    void (*close)(struct outside *o);         /* NULL: nothing to do; also after a failure  */
    void (*begin)(struct outside *o);         /* the run has started                        */
    void (*wider)(struct outside *o);         /* signals have more coefficients from now on */
    void (*run)(struct outside *o, double t); /* what follows from moved inputs and is due  */
    double (*next)(const struct outside *o);  /* when something is due                      */
    /* The series of line k, which is not a discrete. */
    int (*line)(struct outside *o, int32_t k, double t, double *c, int *open);
    /* The sink got a polynomial: is it one of the future, which the engine keeps? NULL: never. */
    bool (*collect)(struct outside *o, double t, int32_t var, const double *c, int degree);
    void (*keep)(struct keep *k, struct outside *o); /* after keep_sim                      */
};

struct engine {
    size_t size;                  /* of its private state; cleared when a run is made         */
    const struct method *method;  /* it moves all states together, with records of this kind:
                                    at an event q = x. NULL: each state has its own method      */
    void (*check)(struct sim *s); /* options that do not fit; NULL: all fit                 */
    void (*load)(struct sim *s);  /* sizes, methods and values are known: the rest           */
    void (*start)(struct sim *s); /* everything consistent at t0                             */
    saltus_status (*run)(struct sim *s, double until);
    saltus_status (*finish)(struct sim *s); /* the handler is told that the run ends         */
    void (*close)(struct sim *s);           /* frees its private state, also half of it      */

    /* Only for engines of models with functions (sim_load_functions). */
    void (*begin)(struct sim *s); /* before a handler runs: nothing has changed yet          */
    /* States and discretes have changed (sets changed, touched, looked; writes): what follows. */
    void (*propagate)(struct sim *s);
    void (*look)(struct sim *s, int32_t guard, bool own); /* at a guard that has just fired   */
    void (*evaluate)(struct sim *s, int32_t i);           /* x_i' along q, x_i expanded here  */
    void (*hurry)(struct sim *s, int32_t i); /* state i steps now; NULL: not by itself        */

    /* The record of state i is about to be read or written at the present; NULL: records hold. */
    void (*arrive)(struct sim *s, int32_t i);
    /* Does it know x_i at t better than the record? Then signal gets t, value, slope, and 0s. NULL:
     * never. */
    bool (*known)(const struct sim *s, int32_t i, double t, double *signal);
    /* Has it a better cubic for watched output number j from t on than the series? Then c[1..3] get
     * its coefficients, and it says itself when they no longer hold. NULL: never. */
    bool (*curve)(struct sim *s, int32_t j, double t, double *c);

    /* Do outputs and handlers read q_i, not x_i (rules.h, 6)? NULL: never. */
    bool (*slaved)(const struct sim *s, int32_t i);
    /* Is x_i at its q within a time much shorter than h, whatever others do (rules.h, 6)? NULL: never. */
    bool (*settles)(struct sim *s, int32_t i, double h);
    double (*value)(const struct sim *s, int32_t var, double t); /* states, outputs; NULL: x    */
    void (*count)(const struct sim *s, saltus_stats *st); /* what only it knows; NULL: nothing  */
    /* NULL: it does not share a run with another one (struct engine_change). leave: the records hold
     * all states at the present, as values. resume: it goes on from there; its private state is clear. */
    void (*leave)(struct sim *s);
    void (*resume)(struct sim *s);
    void (*halt)(struct sim *s); /* NULL, or: run is to return soon; from a signal handler, too */
    void (*keep)(struct keep *k, struct sim *s); /* its private state; NULL: it cannot be kept  */
    const struct engine_outside *outside; /* NULL: it takes no inputs from outside            */
};

/* A run may change its engine (engine/change.c). Loops of engines ask for it when the run has made
 * judge_at evaluations, at an instant at which nothing else is due. */
struct engine_change {
    size_t size;                  /* of the private state of each engine, at most              */
    void (*open)(struct sim *s);  /* the run is loaded                                         */
    void (*close)(struct sim *s); /* also half of it                                           */
    bool (*judge)(struct sim *s); /* has the engine changed? Then the loop of the new one goes on */
    bool (*failed)(struct sim *s); /* the engine cannot go on: has another one taken over?      */
    void (*count)(const struct sim *s, saltus_stats *st);
};

/* The choice for a run. */
struct engine_choice {
    const struct engine *engine;
    const struct engine_change *change; /* NULL: the engine is for the whole run              */
    const saltus_engine *given;         /* for a frame: the table behind it                  */
    const struct engine_method *method; /* NULL: the method is one of quant/                 */
};
/* engine/engines.c, the list of all engines. Options are complete. */
struct engine_choice engine_choose(const saltus_model *m, const saltus_options *o);

/* The private state of the engine. */
static inline void *sim_own(const struct sim *s)
{
    return (void *)(uintptr_t)(s + 1);
}
/* Does the engine move all states together? Then q = x at events, and there is no quantum. */
static inline bool sim_together(const struct sim *s)
{
    return s->engine->method != NULL;
}
/* To be asked by loops: is it time to judge, and has the engine changed? */
static inline bool sim_changes(struct sim *s)
{
    return s->stats.evaluations >= s->judge_at && s->changes->judge(s);
}
static inline void sim_begin(struct sim *s)
{
    s->engine->begin(s);
}
static inline void sim_propagate(struct sim *s)
{
    s->engine->propagate(s);
}

#endif
