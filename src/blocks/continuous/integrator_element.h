/* SPDX-License-Identifier: MIT */
/* integrator_element.h - one quantized state inside a block: what engine/qss/step.c
 * does with a state, for a derivative that comes as messages.
 *
 * Its method is one of quant/; x, q, quantum, A_ii are those of quant/state.h. The derivative is
 * the signal u, kept as it came. Its rules are those of quant/rules.h, as in the engine, so that a
 * diagram makes the steps that the same model makes without it. An element knows nothing of ports:
 * the blocks that hold elements say what has come, ask what is due, and send q. */
#ifndef BLOCKS_INTEGRATOR_ELEMENT_H
#define BLOCKS_INTEGRATOR_ELEMENT_H

#include "base/method_names.h"
#include "blocks/signal.h"
#include "quant/net.h"
#include "saltus_devs.h"

/* What an element is due for. */
enum element_why {
    ELEMENT_STEP,    /* an own step    */
    ELEMENT_REFRESH, /* a new series of its derivative */
    ELEMENT_LIMIT,   /* x reaches one of its limits   */
    ELEMENT_FREE,    /* it rests at a limit, and its derivative changes its sign */
    ELEMENT_OWED     /* it has stepped, and has not heard yet what its derivative is
                   then */
};

/* Flags of an element. */
enum {
    ELEMENT_SELF = 1,    /* its derivative reads its own q ...    */
    ELEMENT_KNOWN = 2,   /* ... that has been found out   */
    ELEMENT_MARKED = 4,  /* its q is to be sent  */
    ELEMENT_LIMITED = 8, /* it has limits */
    ELEMENT_RESTS = 16,  /* it rests at a limit  */
    ELEMENT_STEPPED = 32 /* its next derivative follows from its own step */
};

struct element {
    struct state s;
    struct signal u; /* its derivative */
    double horizon;  /* how long, from tx, that may be used  */
    double rel, abs; /* of its quantum */
    double min, max; /* limits of x */
    const struct method *m;
    double wish;       /* at the start: u, with all targets below */
    double considered; /* BQSS, CQSS: when its target was last thought about ...   */
    uint64_t cascade;  /* ... and in which cascade */
    uint8_t why, flags;
};

/* The parameters of a block for its states, in this order. */
#define ELEMENT_PARAMS                                                                             \
    CHOICE_PARAM("method", NULL, METHOD_NAMES_CHOICES,                                             \
                 "quantized-state method; not given: that of the run"),                            \
        REAL_PARAM("rel", -1, NULL, "relative quantum; not given (or negative): that of the run"), \
        REAL_PARAM("abs", -1, NULL, "absolute quantum; not given (or negative): that of the run")

/* Method and quantum of element i: arguments of the part, those of the run, then the rules of the
 * run for its name; x = q = start. False: the run has failed. */
bool element_start(const saltus_cell *c, struct element *e, int32_t i, double start);

static inline int element_order(const struct element *e)
{
    return e->m->info.order;
}
struct tuning element_tuning(const saltus_cell *c);
double element_quantum(const struct element *e);                /* for its present x */
void element_advance(struct element *e, double t);              /* x is expanded at t */
void element_assign(struct element *e, double t, double value); /* q := constant */

/* u has come, or been made fresh, at c->t: x and its slopes. self: d u / d q of
 * the element itself, asked if needed. */
typedef double element_self_fn(const saltus_cell *c, int32_t i);
void element_take(const saltus_cell *c, struct element *e, int32_t i, element_self_fn *self);
/* The next instant at which it is due; e->why says for what. own: it has just stepped. */
double element_next(const saltus_cell *c, struct element *e, bool own);

/* Its own step at c->t: *next is the element with x expanded there, a new
 * quantum, and A_ii if its method wants that; then the method chooses q. */
void element_ready(const saltus_cell *c, const struct element *e, int32_t i, element_self_fn *self,
                   struct state *next);
void element_choose(const saltus_cell *c, const struct element *e, struct state *next);

/* BQSS and CQSS: u has changed at c->t; must the target turn? True: it has, and q has changed. */
bool element_turn(const saltus_cell *c, struct element *e, int32_t i, element_self_fn *self,
                  uint64_t cascade);

/* An event has moved u: q of an implicit method keeps its value and loses its
 * slope. True: q has changed. */
bool element_freeze(struct element *e, double t);
/* x := value, as an event sets a state. False: it has that value already. */
bool element_reset(struct element *e, double t, double value);

/* Limits. x is at one of them: it rests there as long as u points outwards. True: q has changed. */
bool element_stop(struct element *e, double t);
bool element_outward(const struct element *e); /* is x at a limit and u points out of it?  */

/* The first root after 0 of a signal c, and whether it is one: of a series that goes on it is only
 * looked for as far as that tells the sign; *sure is false where it has to be looked at again then.
 * +infinity: none. */
double element_root(const double *c, int order, int open, double t, bool *sure);

/* q as a message. */
void element_say(const struct element *e, double t, saltus_message *m);
/* The element is named in what is told: its number, if the part has several. */
void element_fail(const saltus_cell *c, int32_t i, saltus_status st, const char *text,
                  const char *hint);
/* Acts once more at an instant where it has acted before; false: too often, the run has failed. */
bool element_repeat(const saltus_cell *c, int32_t i, double *when, uint64_t *count);

#endif
