/* SPDX-License-Identifier: MIT */
/* qss.h - the engine of quantized states: each state steps when its x has left its q.
 *
 * A queue names the state that is due next, either for a step (a new q) or for a new series of its
 * derivative. Files: qss.c makes and frees the private state, start.c gives everything its first
 * time, loop.c takes who is due first, step.c moves one state and what follows, targets.c is what
 * BQSS and CQSS add to that, block*.c step several states together, outside_qss.c moves inputs from
 * outside. */
#ifndef QSS_QSS_H
#define QSS_QSS_H

#include "run/engine.h"

/* What a state is due for: a step; a new series; a new series, but not before that time; the next
 * step of the exact part whose first state it is. */
enum sim_due { DUE_STEP, DUE_REFRESH, DUE_SOONEST, DUE_PART };

struct qss {
    struct sched *queue;   /* states                                                        */
    uint8_t *due_for;      /* n: enum sim_due                                               */
    double *since;         /* n: DUE_SOONEST: from when the time of the new series counts   */
    double *horizon;       /* n: how long, from tx, the series of f_i may be used           */
    struct blocks *blocks; /* states that step together (block.h); NULL: none yet           */
    struct parts *parts;   /* states that move exactly (part.h); NULL: none                 */
    struct set due;        /* cascade: states whose q has turned                            */
    double *wish;          /* n, or NULL: f of a state whose target should turn, or 0       */
    double *shadow;        /* derivatives, terms, delayed expressions; or NULL              */
};

static inline struct qss *qss_of(const struct sim *s)
{
    return sim_own(s);
}

extern const struct engine qss_engine;

/* start.c */
void qss_start(struct sim *s);
void qss_restart(struct sim *s); /* in the middle of a run, from x; its memory is there       */

/* loop.c */
saltus_status qss_run(struct sim *s, double until);
/* Who is due first, and when (+infinity: no one): a clock or a guard, a sum or delay, a state. */
enum qss_actor { QSS_EVENT, QSS_SIGNAL, QSS_STATE };
int32_t qss_first_due(struct sim *s, enum qss_actor *kind, double *t);
void qss_act(struct sim *s, enum qss_actor kind, int32_t i); /* it acts, at the present           */

/* step.c */
void qss_settle_due(struct sim *s, int32_t i); /* DUE_SOONEST becomes DUE_REFRESH, at its time */
void qss_step(struct sim *s, int32_t i);
void qss_renew(struct sim *s, int32_t i); /* a new series for f_i, no new q                   */
void qss_begin(struct sim *s);            /* before a handler or a new q: nothing has changed */
void qss_propagate(struct sim *s, int32_t own); /* from set changed (and touched)               */
void qss_evaluate(struct sim *s, int32_t i);    /* x_i' at the present, x_i expanded here       */
void qss_schedule(struct sim *s, int32_t i, bool own);
bool qss_settles(struct sim *s, int32_t i, double h); /* as engine.settles                      */
void qss_wider(struct sim *s); /* signals have more coefficients: series that ended may go on    */

/* targets.c */
void qss_cascade(struct sim *s, int32_t own); /* turns targets, from touched and changed        */
void qss_target_slope(struct sim *s, int32_t i, const double *c); /* x_i' for the series c of f_i */

/* outside_qss.c */
extern const struct engine_outside qss_outside;

#endif
