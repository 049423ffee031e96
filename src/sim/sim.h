/* SPDX-License-Identifier: MIT */
/* sim.h - one run: the network of states, its events, and the queues of who acts next.
 *
 * The order of simultaneous events is clocks, then guards, then states, each by index. Clocks
 * and guards share one queue, in which most are never due; states have their own. Files: load.c
 * reads the model, structure.c who reads whom in it, start.c makes everything consistent at t0,
 * step.c moves one state, targets.c what BQSS and CQSS add to that, guard.c watches crossings,
 * event.c runs handlers, run.c is the loop. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "base/alloc.h"
#include "quant/net.h"
#include "sched/sched.h"
#include <stdatomic.h>

/* A list of indices without repetition. `mark[i] == epoch` tells membership; a new epoch empties
 * it. */
struct set {
    int32_t *item, count, room;
    uint32_t *mark, epoch;
};

/* A guard during the run. */
struct watch {
    double seen;  /* when it was last looked at                                         */
    double fired; /* when it last fired                                                 */
    uint64_t events;
    int8_t sign;     /* side on which it is: -1 (also exactly 0 for ever), +1               */
    bool jumped;     /* its own handler has changed something that it reads                */
    bool affine;     /* its series ends by itself                                          */
    bool predicted;  /* due because its series says so, not only to be looked at again     */
    double residual; /* |z| when it fired on the side it came from (rounding), else 0       */
};

struct write {
    int32_t index;
    double value;
};

struct sim {
    struct alloc alloc;
    const saltus_model *model;
    saltus_options opt;
    saltus_status status; /* OK, or why the run has ended for good                */
    atomic_int stop;      /* asked from outside                                   */

    struct net net;
    int32_t n_discretes, n_parameters, n_outputs, n_guards, n_clocks;
    double *discretes, *parameters;
    const struct method **methods; /* in use                                              */
    uint8_t *method_of;
    struct quantum *quanta;
    uint8_t *affine; /* n: the series of f_i ends by itself                  */
    uint8_t *timed;  /* n: f_i reads the time                                */
    double *horizon; /* n: how long, from tx, the series of f_i may be used   */
    bool targets;    /* some state is integrated by BQSS or CQSS             */
    int width;       /* highest order in use                                */

    struct csr feeds_guard; /* state    -> guards                                   */
    struct csr drives, drives_guard, drives_clock; /* discrete -> derivatives, guards, clocks */
    struct watch *watch; /* guards                                               */

    struct sched *events; /* clocks, then guards                                  */
    struct sched *queue;  /* states                                               */
    uint8_t *refresh;     /* n: what is due is a new series, not a step           */
    struct set changed, touched,
        looked;     /* states with a new q, derivatives to renew, guards to look at */
    struct set due; /* cascade: states whose q has turned                   */
    struct write *writes, *reinits; /* of the handler that is running                       */
    int32_t n_writes, n_reinits, room_writes, room_reinits;
    double *wish;   /* n, or NULL: f of a state whose target should turn, or 0    */
    double *shadow; /* n, or NULL                                           */

    uint64_t *steps;  /* n                                                    */
    uint8_t *initial; /* n                                                    */
    saltus_stats stats;
    uint64_t repeats; /* actions at this instant of somebody who acted there before */
    double sample;    /* next sample instant; number of samples so far:      */
    uint64_t samples;
    double reached; /* where the run has come                               */
};

/* load.c */
saltus_status sim_load(struct sim *s);
int32_t sim_find_in(const saltus_variable *v, const char *name); /* flat index in one table, or -1  */
/* The model or an option is no good: the first such status stays, and the user is told. what: a
 * name, or NULL. */
void sim_refuse(struct sim *s, saltus_status st, const char *what, const char *text,
                const char *hint);

/* structure.c */
void sim_structure(struct sim *s); /* fills feeds, drives, pairs, timed      */

/* start.c */
void sim_start(struct sim *s);

/* step.c */
void sim_step(struct sim *s, int32_t i);
void sim_renew(struct sim *s, int32_t i);       /* a new series for f_i, no new q        */
void sim_begin(struct sim *s);                  /* nothing has changed yet                */
void sim_propagate(struct sim *s, int32_t own); /* from set changed (and touched)         */
void sim_evaluate(struct sim *s, int32_t i);    /* x_i' at the present, x_i expanded here  */
void sim_schedule(struct sim *s, int32_t i, bool own);
void sim_segment(struct sim *s, int32_t i); /* tells the sink                         */
void sim_assign_q(struct sim *s, int32_t i, double value); /* q := constant                        */

/* targets.c */
void sim_cascade(struct sim *s, int32_t own); /* turns targets, from touched and changed */
void sim_target_slope(struct sim *s, int32_t i, const double *c); /* x_i' for the series c of f_i  */

/* guard.c */
int sim_guard_series(struct sim *s, int32_t k, double *c); /* its degree                            */
int8_t sim_guard_side(const double *c, int n);
void sim_guard_look(struct sim *s, int32_t k, bool own);
bool sim_guard_crosses(struct sim *s, int32_t k); /* it is due: does it, or look again later? */

/* event.c */
void sim_guard_event(struct sim *s, int32_t k);
void sim_clock_event(struct sim *s, int32_t k);
void sim_handle(struct sim *s, saltus_kind cause, int32_t k, int direction, bool initial);
bool sim_commit(struct sim *s); /* writes take effect; did anything change?  */
void sim_clock_ask(struct sim *s, int32_t k);

/* report.c */
void sim_tell(const saltus_options *o,
              const saltus_diag *d); /* to the user's function, or stderr    */
/* The run ends with this status, and the user is told. index < 0: no variable. */
void sim_fail(struct sim *s, saltus_status st, saltus_kind kind, int32_t index, const char *text,
              const char *hint);
void sim_note(struct sim *s, saltus_status st, saltus_kind kind, int32_t index, const char *text,
              const char *hint);
void sim_repeat(struct sim *s, saltus_kind kind, int32_t index); /* acts again at the same instant  */

/* Name of a variable, and where it is declared. */
int sim_name(const saltus_model *m, saltus_kind kind, int32_t index, char *buf, size_t room);
saltus_loc sim_place(const saltus_model *m, saltus_kind kind, int32_t index);

static inline void set_clear(struct set *a)
{
    a->count = 0;
    if (++a->epoch == 0) { /* once in 2^32 turns */
        for (int32_t i = 0; i < a->room; i++) a->mark[i] = 0;
        a->epoch = 1;
    }
}
static inline bool set_has(const struct set *a, int32_t i)
{
    return a->mark[i] == a->epoch;
}
static inline void set_add(struct set *a, int32_t i)
{
    if (a->mark[i] == a->epoch) return;
    a->mark[i] = a->epoch;
    a->item[a->count++] = i;
}

/* Slots of the queue `events`. */
static inline int32_t slot_clock(const struct sim *s, int32_t k)
{
    return (void)s, k;
}
static inline int32_t slot_guard(const struct sim *s, int32_t k)
{
    return s->n_clocks + k;
}
static inline const struct method *sim_method(const struct sim *s, int32_t i)
{
    return s->methods[s->method_of[i]];
}

#endif
