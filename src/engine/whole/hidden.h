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
    saltus_span t, r[SALTUS_SERIES]; /* ... for these instants                                   */
};

struct hidden {
    struct along along;
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

#endif
