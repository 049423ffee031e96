/* SPDX-License-Identifier: MIT */
/* hidden.h - what a derivative does inside a step that the polynomials of the step do not show.
 *
 * An engine judges a step by f at a few points. Between them f may do anything: a pulse in time, a
 * function of a ramp that is flat, steep, and flat again. Here f along the step's own polynomials is
 * compared with their slopes, everywhere, by enclosures. Mathematics: hidden.c. */
#ifndef WHOLE_HIDDEN_H
#define WHOLE_HIDDEN_H

#include "engine/whole/along.h"

struct hidden_function {
    int32_t i;            /* the derivative of this state                                        */
    int32_t first, count; /* what it reads: states, from hidden.input[first] on                  */
    bool wide;            /* it reads sums or delays, too: everything is shown                   */
    bool timed, opaque;
    bool kept;    /* box and r hold ...                                                          */
    bool ahead;   /* a wider box is worth a trial                                                */
    uint8_t wait; /* ... after so many steps                                                     */
    bool calm;    /* smooth at the scale of the step: it can hide nothing                        */
    saltus_span t, r[SALTUS_SERIES]; /* ... for these instants                                   */
};

struct calms;

struct hidden {
    struct along along;
    struct calms *calms;
    int shorter;        /* so often in a row a step has been made shorter to be calm             */
    uint64_t calm_step; /* all functions are calm to the end of this step; 0: none               */
    struct hidden_function *f;
    int32_t n;
    int32_t *input;
    saltus_span *box;  /* beside input: SALTUS_SERIES each                                       */
    int32_t *group;    /* n: of states that act upon each other                                  */
    double *x, *slope; /* n: room for a point                                                    */
};

/* Memory, by s->alloc; a failure is reported by sim_refuse. hidden_close may follow in every
 * case. */
void hidden_open(struct sim *s, struct hidden *k);
void hidden_close(struct sim *s, struct hidden *k);
/* Discretes or states have changed: what is kept does not hold any more. */
void hidden_forget(struct hidden *k);

/* The instant up to which the step from..to may be used; `to`: all of it. Otherwise *part is the
 * length of the part in which something is hidden. `allowed`: how far a state may be off, in
 * tolerances. */
double hidden_first(struct sim *s, struct hidden *k, const struct locate_path *path, double from,
                    double to, double allowed, double *part);

/* hidden_calm.c. Which functions are smooth at the scale of the step (base/calm.h)? Says it in f[..].calm;
 * true: all are. */
void hidden_calm_open(struct sim *s, struct hidden *k);
void hidden_calm_close(struct sim *s, struct hidden *k);
bool hidden_calm_hold(struct sim *s, struct hidden *k, const struct locate_path *path, double from,
                      double to);
/* Not all are calm, and it would cost more to enclose those that read large sums than to make a shorter
 * step. A number of times in a row only: they may be what they are, whatever the step. */
bool hidden_calm_shorten(struct hidden *k);

#endif
