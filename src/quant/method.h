/* SPDX-License-Identifier: MIT */
/* method.h - what a quantized-state method is: mathematics on one state, and a table that says so.
 *
 * Functions of one state are pure in the sense that they touch only that state: the stand-alone
 * engine and the DEVS integrator call the same ones. A method whose step involves a second state
 * (mLIQSS) adds a function on the network; one that follows targets (BQSS, CQSS) adds the four
 * rules of struct method_target. */
#ifndef QUANT_METHOD_H
#define QUANT_METHOD_H

#include "quant/state.h"
#include "saltus.h"
#include <math.h>
#include <stdbool.h>

struct net;
struct method;

struct tuning {
    double theta; /* how far from x q may be chosen, in quanta                      */
    double band;  /* how far from x q may drift, in quanta                          */
    bool contact; /* x meeting q is a step even if another state has bent x         */
    bool bends;   /* q may have one coefficient more than the order (struct method) */
};

/* BQSS and CQSS: x runs towards a target level g, and q says so in advance. */
struct method_target {
    void (*begin)(struct state *s, double t);          /* levels about x, target below    */
    bool (*against)(struct state *s, double f);        /* f points away from the target   */
    double (*would)(const struct state *s);            /* q to try the other target with  */
    bool (*turn)(struct state *s, double f, double t); /* other target; has q changed?    */
    double (*slope)(const struct state *s, double f);  /* x' for that f: f, or 0 against  */
};

/* A method of second order by which states that answer each other can step together
 * (engine/qss/block.c, which has the equations). For a step h of all, with d = x[2] during the
 * step,
 *     x - q = h^2/at_start d at its start,   q' = x' + A (new q - q) + slope h d,
 *     d = -residue Im (z I - hA)^-1 k,  z = pole[0] + i pole[1].
 * Such a method keeps in aux[0] the step that was planned at tq, 0 before the first, and leaves
 * aux[1] to the engine. */
struct method_couple {
    /* how far from x q may be chosen */
    double (*distance)(const struct state *s, const struct tuning *k);
    double at_start, slope, pole[2], residue;
};
/* A negative one: x goes to a q that follows a curve (rules.h, 6), by then; infinite: it is there and is
 * to stay. */
static inline double method_planned(const struct state *s) /* infinite before the first */
{
    return s->aux[0] != 0 ? fabs(s->aux[0]) : INFINITY;
}

struct method {
    saltus_method_info info;
    bool implicit; /* wants A_ii before choosing; q is frozen when f jumps (docs/math/events.md) */
    bool first_step; /* every state makes a step at the start                                   */
    bool contrary;   /* q may be chosen on the side that x does not go to                        */
    bool bends;      /* q of a state that follows a curve may have one coefficient more           */
    bool flows; /* it has no step: its states move in exact parts (engine/qss/part.h)         */
    bool lends; /* states that can move in exact parts do so, if that pays                    */

    /* Own step: x is expanded at t (tx == t), dq is new; for implicit methods a = A_ii. Sets q,
     * tq, aux. */
    void (*choose)(const struct method *m, struct state *s, double t, const struct tuning *k);
    /* Time from tx until the next own step, >= 0; x is expanded at the present, q need not be.
     * own: this state has just stepped; otherwise another one has bent its x. */
    double (*wait)(const struct method *m, const struct state *s, const struct tuning *k, bool own);
    /* After choose: a second state j to step together with i, both q chosen again; -1: none.
     * NULL: never. */
    int32_t (*pair)(const struct method *m, struct net *net, int32_t i, const struct state *before);
    /* The q that was chosen has been pulled back, to a constant (run/edge/fence.c): what the method
     * remembers of it follows. NULL: nothing. */
    void (*held)(struct state *s);
    const struct method_target *target; /* NULL: not of that kind */
    const struct method_couple *couple; /* NULL: states never step together (engine/qss/block.h) */
};

/* All methods in the order of the documentation, NULL last. */
extern const struct method *const method_list[];
/* The method of exact parts, which no state can have by itself: not in the list. */
extern const struct method method_exact;
const struct method *method_find(const char *name); /* in the list; NULL: unknown */
/* Any of them: where nothing is integrated, and only events count. */
static inline const struct method *method_any(void)
{
    return method_list[0];
}

/* q of s expanded at tx, and d = x - q to degree N. */
static inline void method_signal(const struct state *s, int order, double *q)
{
    double h = s->tx - s->tq;
    q[0] = s->q[0];
    if (order == 2) {
        q[0] = s->q[0] + h * s->q[1];
        q[1] = s->q[1];
    } else if (order == 3) {
        q[0] = s->q[0] + h * (s->q[1] + h * s->q[2]);
        q[1] = s->q[1] + 2 * h * s->q[2];
        q[2] = s->q[2];
    } else if (order == 4) {
        q[0] = s->q[0] + h * (s->q[1] + h * (s->q[2] + h * s->q[3]));
        q[1] = s->q[1] + h * (2 * s->q[2] + 3 * h * s->q[3]);
        q[2] = s->q[2] + 3 * h * s->q[3];
        q[3] = s->q[3];
    }
}
static inline void method_difference(const struct state *s, int order, double *d)
{
    method_signal(s, order, d);
    for (int k = 0; k < order; k++) d[k] = s->x[k] - d[k];
    d[order] = s->x[order];
}

#endif
