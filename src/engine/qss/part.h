/* SPDX-License-Identifier: MIT */
/* part.h - exact parts: states that go from event to event by the flow of their linear equations.
 *
 * A part is a set of states whose derivatives are affine in the states of the part, with
 * coefficients that change only at events, in the time, and in sines and cosines of the time. No one outside reads them but guards,
 * handlers and outputs. Between events the part needs no quantum: num/flow.h gives its states at any
 * time. Mathematics and limits: docs/math/exact.md.
 *
 *     part_find.c   which states form parts, and why one does not
 *     part.c        coefficients at hand, states brought to the present, what an event does
 *     part_wave.c   sines and cosines of the time as states
 *     part_plan.c   how far the flow is known to meet no guard; where it meets one
 *     part_judge.c  whether a guard that is close to a cubic crosses
 *     part_meet.c   where exactly
 *     part_form.c   the same of one or two states in closed form
 *     part_pays.c   is it cheaper than quantized states? If not, it is given up
 *
 * Vocabulary
 *   setting   coefficients of a part, and of the guards and outputs that read it, as the discretes
 *             have them now: kept, because modes come again
 *   row       a guard, an output or a state as a linear function of the part: z = c y + ...
 *   step      the stretch from `t` to `end`, certified: no guard changes its sign inside; and, if
 *             someone is shown the states, cubics are close enough
 *
 * Behind the `count` states of the model come two for each wave (part_wave.c), then, if it reads the
 * time, the time itself. */
#ifndef QSS_PART_H
#define QSS_PART_H

#include "engine/qss/qss.h"
#include "num/flow.h"

enum {
    PART_STATES = 30,
    PART_SETTINGS = 64,
    PART_LENGTHS = 2,
    PART_OFTEN = 4,
    PART_GUARDS = 64,
    PART_AGE = 8
};

/* The flow of some coefficients, for all parts that have the same, to the bit. */
struct part_flow {
    struct part_flow *next;
    uint64_t hash;
    int32_t uses;
    struct flow flow;
};

struct part_setting {
    struct part_setting *next;
    double *key;  /* discretes                                                        */
    double *rows; /* c of each row, n each                                            */
    double **rho; /* NULL, or by level, rows*n (flow_remainder), or NULL; then (flow_reach)  */
    struct part_flow *flow;
    int level; /* where the last search for a step by (2), (3) ended, beside a guard at its zero ... */
    int short_level; /* ... and the last one that had to go down; -1: none                      */
    double
        lasted[PART_LENGTHS]; /* how long it has lasted: times that come again, ...             */
    int often[PART_LENGTHS];  /* ... and how often                                              */
};

struct part {
    int32_t count, guards, outputs, discretes; /* and where their lists begin:            */
    int32_t first, first_guard, first_output, first_discrete;
    int32_t n;            /* states of the flow                                                */
    bool timed;           /* ... with the time                                                 */
    int32_t waves;        /* ... with so many pairs of sine and cosine                         */
    bool lent;            /* no one has asked for it: it is given up where it does not pay       */
    bool dear;            /* it does not                                                        */
    bool gone;            /* it has been given up                                              */
    int32_t visits, skip; /* events counted, those before the next is counted            */
    int32_t rush;         /* events in a row that came as fast as time can hardly tell          */
    int32_t at_once;      /* events at one instant                                           */
    double last;          /* when the last event was                                         */
    uint32_t jumped;      /* derivatives that an event has changed, by bits                   */
    int32_t age;          /* how often others have been kept as the flow has them          */
    double steps;         /* about how many steps its states would have made meanwhile    */
    int32_t rows;         /* guards, then, if they are shown, outputs, then states               */
    double shown;         /* who is shown it has cubics up to this time                          */
    double t, end;        /* y and v are of t; y1 and v1, if end is not infinite, of end         */
    double want; /* a step that would be long enough: half as long again as it is left alone */
    double *y, *v, *y1, *v1; /* n each                                                  */
    struct part_setting *now, *settings; /* the last used one is the first of the list     */
    int32_t kept;                        /* settings in the list                           */
};

/* Of sets of states that may be parts; a set is named by its first state, and has a row of angles. */
struct part_waves {
    struct csr angles;
    int32_t *count; /* of each set: its pairs                                           */
    int32_t *pair;  /* of each entry of the rows: in which pair of its set it is ...      */
    double *ahead;  /* ... and how far it is ahead of the pair's first angle              */
};

struct parts {
    int32_t n;
    struct part *part;
    int32_t *of, *of_guard, *of_output; /* the part of a state, a guard, a watched output; -1   */
    int32_t *member, *guard, *output, *discrete; /* lists of all parts                        */
    uint8_t *was;                                /* number of the method that a state had       */
    int32_t *place, *place_guard, *place_output; /* where a state, a guard, a watched output is
                                                    in the list of its part                    */
    struct part_waves waves;
    struct part_flow **flows; /* by hash                                                      */
    uint64_t buckets;         /* a power of 2                                                 */
    double *scratch;          /* rows and coefficients of the largest part                    */
    struct set stale; /* parts whose step is to be planned                                    */
    struct set moved; /* parts that an event has changed                                      */
    double *memory;   /* of the parts                                                      */
    double *room;     /* y, v for who only looks ...                                       */
    const struct part *looked; /* ... of this part, NULL: of none, ...                           */
    double looked_at;          /* ... at this time                                              */
    uint64_t modes;            /* flows made so far */
    int32_t gone;              /* parts that have been given up */
};

/* The part of state i; NULL: it is quantized. */
static inline struct part *part_of(const struct sim *s, int32_t i)
{
    const struct parts *p = qss_of(s)->parts;
    return p && p->of[i] >= 0 ? &p->part[p->of[i]] : NULL;
}

static inline int32_t part_number(const struct sim *s, const struct part *p)
{
    return (int32_t)(p - qss_of(s)->parts->part);
}

/* Is this guard left to the plan of its part? All that it need not decide at its zero. */
static inline bool parts_look(const struct sim *s, int32_t guard)
{
    const struct parts *p = qss_of(s)->parts;
    return p && p->of_guard[guard] >= 0 && s->watch[guard].fired != s->net.env.t;
}

/* part_find.c */
void parts_load(struct sim *s);
void parts_free(struct sim *s);
void part_forget(struct sim *s, struct part_setting *k);

/* part.c */
void parts_start(struct sim *s);
void part_no_memory(struct sim *s);
void part_arrive(struct sim *s, struct part *p); /* records and y are of the present         */
bool part_known(const struct sim *s, int32_t i, double t, double *signal);
/* A cubic for watched output j that reads waves: from now to the end of the step. */
bool part_curve(struct sim *s, int32_t j, double t, double *c);
/* Something it reads, or a state, has changed: derivatives that `jumped` has, or all, are new. */
void part_touch(struct sim *s, struct part *p, bool all);
void parts_follow(struct sim *s); /* after an event: new slopes of all parts that it has moved   */
void parts_event(struct sim *s, int32_t slot); /* a clock or a guard is due: who it reads arrives */
void part_due(struct sim *s, int32_t i); /* its step has ended; i is its first state             */

/* part_wave.c: saltus_model.waves of a function; 0 if its waves are not known */
int part_waving(const struct sim *s, saltus_kind kind, int32_t i);
/* set: of each state; set_of_guard: of each guard, or -1 */
void part_waves_find(struct sim *s, struct part_waves *w, const int32_t *set,
                     const int32_t *set_of_guard);
void part_waves_free(struct sim *s, struct part_waves *w);
/* Are all waves of this output waves of the part? */
bool part_waves_show(const struct sim *s, const struct part *p, int32_t output);
/* row: the coefficients of a function; those of its waves are added */
void part_waves_row(const struct sim *s, const struct part *p, saltus_kind kind, int32_t i,
                    double *row);
void part_waves_matrix(struct sim *s, const struct part *p,
                       double *a);                    /* n*n: how waves go on     */
void part_waves_begin(struct sim *s, struct part *p); /* y and v of all waves    */

/* part_pays.c */
/* It has gone on for h, and v are its slopes of before. */
void part_count(struct sim *s, struct part *p, const double *v, double h);
void part_visited(struct sim *s, struct part *p); /* an event has moved it                      */
/* The records of its states are of the present; they are in `changed` and `touched` then. */
void part_release(struct sim *s, struct part *p);
void part_give_up(struct sim *s, struct part *p); /* its states are quantized from now on      */
/* Is what it does counted at present? */
static inline bool part_counts(const struct part *p)
{
    return p->lent && p->skip == 0;
}

/* part_plan.c */
void parts_plan(struct sim *s); /* those that are stale                                        */

#endif
