/* SPDX-License-Identifier: MIT */
/* locate.h - the first crossing within a step that an engine has made, along its dense output. */
#ifndef SIM_LOCATE_H
#define SIM_LOCATE_H

#include "engine/whole/along.h"

struct locate_value {
    double z, slope;
};

/* What is known of a guard within a step. */
enum locate_kind {
    LOCATE_POLYNOMIAL, /* all: it is affine, and so a polynomial like the states                   */
    LOCATE_RANGED,     /* its range over every part of the step                                   */
    LOCATE_OPAQUE      /* what it is where one looks                                              */
};

struct locate {
    double *x, *f;                    /* n: the last point looked at                            */
    struct locate_value *start, *end; /* n_guards: at the two ends of the step                  */
    double known;                     /* `start` belongs to this instant; NaN: to none           */
    double *rest;  /* n_guards: |z| within which it is at the zero where it rests; -1: unasked */
    double *level; /* n_guards: the same in the modes of this step                           */
    bool rests;    /* some of them are not 0                                                 */
    int32_t *suspects; /* n_guards: those that may cross in this step                            */
    int32_t *formulas; /* guards that are formulas of others, n_formulas of them                  */
    int32_t n_formulas;
    struct csr reads; /* guard -> states                                                        */
    bool *wide;       /* n_guards: it reads sums or delays, too                                  */
    uint8_t *kind;    /* n_guards: enum locate_kind                                             */
    double *poly;     /* n_guards times WHOLE_TERMS: of those that are affine, about l->along.at */
    int degree;       /* of all of them in this step                                            */
    bool ranged;      /* there are guards of which ranges are known                             */
    struct along along;
};

/* Memory, by s->alloc; a failure is reported by sim_refuse. locate_close may follow in every
 * case. */
void locate_open(struct sim *s, struct locate *l);
void locate_close(struct sim *s, struct locate *l);

/* Are only values known of guard k within a step? l may be NULL. */
static inline bool locate_blind(const struct locate *l, int32_t k)
{
    return !l || l->kind[k] == LOCATE_OPAQUE;
}

/* Guard k rests at its zero, from now on: it crosses when it has left it by more than rounding. */
void locate_rest(struct locate *l, int32_t k);

/* A new beginning: guards at (t, x), with x' = f. */
void locate_begin(struct sim *s, struct locate *l, double t, const double *x, const double *f);

/* The first guard that crosses in (from, to], and when; -1: none. The instant lies on the far side
 * of the crossing, of an edge on the near side, where it may be `from` itself. path->at must answer
 * in [from, to]. A guard that is not finite ends the run. */
int32_t locate_first(struct sim *s, struct locate *l, const struct locate_path *path, double from,
                     double to, double *when);

#endif
