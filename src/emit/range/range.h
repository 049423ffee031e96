/* SPDX-License-Identifier: MIT */
/* range.h - from expressions of the flat model to programs for ranges (base/range.h).
 *
 * Every node becomes one operation, behind those of its arguments, whichever branch needs it:
 * nothing faults there. A node lives in a scope: the function, or a loop over an iterator that
 * occurs in it. A loop of equations and a function of the model are functions of their own, which
 * are called. */
#ifndef EMIT_RANGE_H
#define EMIT_RANGE_H

#include "base/range.h"
#include "emit/lower/lower_group.h"

typedef VEC(int32_t) range_words;

/* Nodes that are known while one iterator has one value. */
struct range_scope {
    struct range_scope *up;
    const struct ir_iter *iter; /* NULL: all of the function, or of a statement */
    struct node_map known;
    struct node_map outputs; /* of calls, and of loops of equations */
};

struct range_bound {
    const struct ir_iter *iter;
    int32_t value; /* its register */
    struct range_bound *up;
};

/* A function of a program while it is made. */
struct range {
    struct lower *l;
    range_words code, whole;
    VEC(double) real;
    int32_t jets, ints;           /* registers so far */
    int32_t more_jets, more_ints; /* of what it calls */
    struct range_scope *scope;
    struct range_bound *bounds;
    const struct ir_fn *fn; /* whose locals are: */
    int32_t *local;         /* by number in fn->locals: their first register */
    const char *opaque;     /* why there is no range; NULL: there is one */
    struct place at;        /* where that is */
};

/* ---- range.c */
struct range range_new(struct lower *l);
/* Sizes of the variables and the program so far; gives its three places. */
void range_finish(struct range *r, int32_t local_jets, int32_t local_ints, int32_t at[3]);
void range_op(struct range *r, int op, int n, const int32_t *operands);
#define RANGE_EMIT(r, op, ...)                                                                     \
    range_op(r, op, (int)(sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t)),                     \
             (int32_t[]){__VA_ARGS__})
int32_t range_jet_new(struct range *r, int32_t n);
int32_t range_int_new(struct range *r, int32_t n);
int32_t range_whole(struct range *r, int64_t v); /* a word */
int32_t range_int(struct range *r, int64_t v);   /* a register with that value */
/* The register of e, with what it needs. */
int32_t range_value(struct range *r, struct ir *e);
/* Is it, whose register was asked for, constant between events? */
bool range_is_still(struct range *r, struct ir *e);
void range_opaque(struct range *r, const char *why);
/* The registers of the outputs of a call, or NULL. */
const int32_t *range_known(const struct range *r, const struct ir *call);
void range_know(struct range *r, const struct ir *call, const int32_t *outputs);
void range_bind(struct range *r, const struct ir_iter *it, int32_t value);
/* Opens a loop over the values of it; gives where its end is to be written. */
int32_t range_loop(struct range *r, const struct ir_iter *it);
void range_loop_end(struct range *r, int32_t at);
int32_t range_here(const struct range *r);

/* ---- range_call.c */
int32_t range_call(struct range *r, struct ir *e);
int32_t range_solved(struct range *r, struct ir *e);
/* Calls fn; gives the registers of its outputs. */
const int32_t *range_outputs(struct range *r, struct ir *call);

/* ---- range_fn.c: the function of the model at its three places; false: it is opaque */
bool range_function(struct range *caller, struct ir_fn *fn, int32_t at[3]);

/* ---- range_group.c */
/* Binds the iterators of a box at the point whose number is in a register. */
void range_enter_box(struct range *r, struct ir_iter **iters, int32_t n, int32_t point);
/* The program of a cluster, or why there is none. */
void range_group(struct lower *l, const struct cluster *c, struct code_group *g);

#endif
