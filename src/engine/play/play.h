/* SPDX-License-Identifier: MIT */
/* play.h - the frame for a model that brings its own engine (saltus_model.engine), such as a
 * diagram.
 *
 * Such a model has names but no functions. Its engine moves it, and tells the run of every new
 * polynomial, event and count by the functions below; values, sinks, samples and statistics are
 * then those of every run. */
#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include "run/engine.h"

struct play_engine {
    saltus_engine head;
    void (*open)(struct sim *s);  /* tells of the values at opt.t0; memory goes to play->data  */
    void (*close)(struct sim *s); /* also after a failure in open, or without it               */
    saltus_status (*play)(struct sim *s, double until); /* all events up to and including until */
    saltus_status (*finish)(struct sim *s);
    /* Output k as a series at t: its degree. closed: in any case; else if what was told grows old,
     * and -1 if not. */
    int (*fresh)(struct sim *s, int32_t k, double t, double c[SALTUS_SERIES], bool closed);
    /* state i is not told (opt.sink is NULL): fills its x, tx in */
    void (*look)(struct sim *s, int32_t i);
    void (*halt)(struct sim *s); /* play is to return STOPPED soon; from a signal handler, too */
    void (*count)(const struct sim *s, saltus_stats *st); /* what only the engine knows: bytes  */
};

/* An output: what was told last. */
struct played {
    double t, c[SALTUS_SERIES];
    int8_t order;
    bool watched; /* the sink is told                                                  */
    bool asked;   /* not told, but asked for by those who look (fresh)                 */
};

struct play {
    const struct play_engine *by;
    void *data;             /* of the engine      */
    struct played *outputs; /* n_outputs          */
};

static inline struct play *play_of(const struct sim *s)
{
    return sim_own(s);
}

extern const struct engine play_frame;

/* What such an engine tells the run. */
void play_state(struct sim *s, int32_t i, double t, const double *poly, int order);
void play_discrete(struct sim *s, int32_t k, double t, double value);
void play_output(struct sim *s, int32_t k, double t, const double *poly, int order);
void play_event(struct sim *s, int32_t guard, double t, int direction);
void play_step(struct sim *s, int32_t i);
void play_clock(struct sim *s);
void play_stop(struct sim *s);

#endif
