/* SPDX-License-Identifier: MIT */
/* horizon.h - how long the series of a function may be used, with certainty.
 *
 * The rule is in quant/certain.h: spans of what a function reads (a *box*) give spans of its
 * coefficients (saltus_model.range), and these say how long its series lasts, or when a guard can
 * cross at the earliest. Here are the boxes. A *tight* box holds the signals as they are, over the
 * time in question. A box *ahead* reaches further and is wider, so that it still holds when signals
 * have made some steps; it is kept, and while all signals stay in it no range is asked for.
 *
 * Every function whose series goes on has a certificate; others cost nothing. Of an *opaque*
 * function nothing is known: it is certified by no one, and the rules of quant/rules.h remain. */
#ifndef SIM_HORIZON_H
#define SIM_HORIZON_H

#include "quant/certain.h"
#include "run/sim.h"

struct keep;

#define HORIZON_AHEAD 4.0 /* certificate.ahead, to begin with */

/* What is certain about one function. */
struct certificate {
    saltus_span r[SALTUS_SERIES]; /* kept: its coefficients in the box                           */
    saltus_span t;                /* kept: the instants that it was asked for                    */
    double until;                 /* kept: when the first input leaves it, or earlier            */
    double ahead;                 /* how far a box ahead reaches, in times of what is needed     */
    double reach;                 /* how far the last search came; 0: there was none             */
    int32_t first, count;         /* inputs, in horizons.input: signals                          */
    bool kept;                    /* there is a box, of spans horizons.box[first * stride]       */
    bool timed;                   /* it reads the time                                           */
    bool along_x;                 /* it sees x, not q: an output                                 */
    bool cut;                     /* the last search came less far than needed                   */
    bool opaque;
};

enum { HORIZON_KINDS = SALTUS_DELAY + 1 };

struct horizons {
    int stride;                 /* spans from one signal to the next in a box                    */
    int32_t *of[HORIZON_KINDS]; /* function of a kind -> certificate, or -1; NULL: none has one  */
    int32_t *of_x;              /* the same for guards of unilateral edges, along x              */
    struct certificate *certificate;
    int32_t n, room;
    int32_t *input, n_input, room_input;
    saltus_span *box; /* n_input times stride: boxes ahead                                       */
    saltus_span *q; /* (states and signals) times stride: what a function is asked with          */
    bool *mark;     /* loading: is a signal already an input?                                   */
};

void horizon_load(struct sim *s); /* after the structure is known; NULL horizons: nothing to do */
void horizon_free(struct sim *s);
void horizon_keep(struct keep *k, struct sim *s);
/* No range is known of function i: it is counted, and the user is told of the first. The engines that
 * move all states together say so here, too. */
void horizon_opaque(struct sim *s, saltus_kind kind, int32_t i);
/* Discrete k has changed: what was certain about its readers is no longer. */
void horizon_forget(struct sim *s, int32_t discrete);

/* x_i is expanded at the present; how much of h, the time to its next action, is certain? */
double horizon_state(struct sim *s, int32_t i, double h);
/* The same for a term or a delayed expression of which c[0..order] are used, and which may be wrong
 * by `most`. */
double horizon_shown(struct sim *s, saltus_kind kind, int32_t i, const double *c, int order,
                     double h, double most);
/* The same for an output that is told at t. */
double horizon_output(struct sim *s, int32_t i, double t, const double *c, int order, double most);
/* What rounding may make of its value at t: the width of its enclosure at a point; 0: not known. */
double horizon_output_rounding(struct sim *s, int32_t i, double t);
/* How long an output of a run with inputs from outside is right as others are told of it now,
 * c[0..order] (certain_told). */
double horizon_told(struct sim *s, int32_t output, const double *c, int order, double *reach);
/* A guard, or an atom of a formula, on one side of 0. */
struct horizon_guard {
    int32_t guard;
    bool along_x;    /* its series is that along x, not q                                        */
    double side;     /* +1, -1                                                                   */
    double shift;    /* what has been added to its value                                         */
    const double *c; /* its series, with shift: c[0..n]                                          */
    int n;
    double root; /* the first one, of side * c                                                   */
};
/* When to look at it: a crossing that is sure, or a time up to which there is none. */
struct rules_sight horizon_guard(struct sim *s, const struct horizon_guard *g);
static inline bool horizon_has(const struct sim *s, saltus_kind kind, int32_t i)
{
    return s->horizons && s->horizons->of[kind] && s->horizons->of[kind][i] >= 0;
}
/* The same for a guard; along_x: has it one along x? */
static inline bool horizon_has_guard(const struct sim *s, int32_t i, bool along_x)
{
    if (!along_x) return horizon_has(s, SALTUS_GUARD, i);
    return s->horizons && s->horizons->of_x && s->horizons->of_x[i] >= 0;
}
/* ... and is not opaque. */
static inline bool horizon_certifies(const struct sim *s, saltus_kind kind, int32_t i)
{
    return horizon_has(s, kind, i) && !s->horizons->certificate[s->horizons->of[kind][i]].opaque;
}

#endif
