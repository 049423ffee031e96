/* SPDX-License-Identifier: MIT */
/* connect.h - from connections to equations: what the files connect*.c share.
 *
 * A connection says that two variables, element by element over a box of iterators, belong
 * together. What is connected directly or through others is one *set*; sets are found by union-find
 * over the elements, with numbers, whatever their pattern is. Of a set
 *
 *     potentials and signals are equal:   v_k = v_1 for all others k,                        (1)
 *     flows into it sum to zero:          sum of inside - sum of outside = 0.                (2)
 *
 * In (1) the right-hand side is the source, if there is one. A flow variable has two *faces*: seen
 * from the model around its part (inside) and from the part itself (outside), and is in one set
 * with each. An inside face that is not connected is a set of its own: its flow is 0.
 *
 * A *node* is an element with its face, numbered variable by variable: first[key] + element with
 * key = 2 variable + face, so that the members of a set, in the order of their numbers, are sorted
 * by key. Equations are written in loops again: equalities between the same two keys whose elements
 * advance in constant strides are one equation, whatever else is in their sets. The flows of a set
 * are written as *items*: one node, or, if there are many in constant strides, a *shape* of them;
 * sets with equal keys and shapes, whose nodes advance in constant strides from set to set, are one
 * equation.
 *
 *     connect.c        nodes and union-find
 *     connect_set.c    sets; signals without a source or with two
 *     connect_right.c  what the others of a set are equal to
 *     connect_roll.c   vectors in constant strides
 *     connect_write.c  equations
 *
 * All that is nearly linear in the number of elements. */
#ifndef FLAT_CONNECT_H
#define FLAT_CONNECT_H

#include "flat/expand/expand.h"

/* ---- From outside ---------------------------------------------------------------------------- */

struct connect_var { /* what a variable is for connections, by its number in the model */
    bool flow;
    struct place pin_of; /* of a flow: the part of the model that has the pin; or nothing */
    bool input, output;  /* of a part */
    bool source;         /* input of the model itself */
    bool given;          /* has its value from an equation or a declaration */
};

struct connect_pair { /* one connection of two variables */
    struct ir_iter **iters;
    int32_t n_iters;
    struct ir *side[2]; /* IR_VAR */
    bool outside[2];
    struct place at;
    const char *text;
};

struct connect_list {
    struct connect_pair *at;
    int32_t n, room;
};

/* Adds the equations to `out`; vars has one entry for each variable of the model. */
void flat_connect(struct ir_model *m, const struct connect_var *vars,
                  const struct connect_list *pairs, struct eq_list *out);

/* ---- Between the files ----------------------------------------------------------------------- */

enum { CONNECT_LEVELS = 3 }; /* loops of a family, and of a shape */
enum { SEEN_INSIDE = 1, SEEN_OUTSIDE = 2 };

struct connect {
    struct ir_model *m;
    struct arena *arena;
    const struct connect_var *vars;
    const struct connect_list *pairs;
    struct eq_list *out;
    int32_t *first; /* node of element 0 by key; -1: the variable is in no connection */
    int32_t *key;   /* by node */
    int32_t *up;    /* union-find: a node of the same set with a smaller number, or itself */
    int32_t *pair;  /* the first connection of a node, -1: none */
    uint8_t *seen;  /* sides on which it was connected */
    int32_t n_nodes;
    int32_t *right; /* by root: the node at the right of (1); -1: there is no such equation */
    VEC(struct connect_item) items;
    VEC(struct connect_set) sets; /* of flows */
};

struct connect_shape { /* start + i0*stride[0] + i1*stride[1] ..., level 0 is the innermost */
    int32_t n, count[CONNECT_LEVELS], stride[CONNECT_LEVELS];
};

struct connect_item {
    int32_t key, start;                /* start: an element */
    const struct connect_shape *shape; /* NULL: one node */
};

struct connect_set {
    int32_t items, n_items; /* from connect.items */
    int32_t next;           /* (connect_write.c) of its group */
};

/* connect.c */
int32_t connect_root(struct connect *c, int32_t node);
struct ir_var *connect_variable(const struct connect *c, int32_t node);
/* Of the element, as results show it. */
const char *connect_name(const struct connect *c, int32_t node);

/* connect_set.c */
void connect_sets(struct connect *c);
void connect_inputs(struct connect *c); /* those that nothing gives a value */

void connect_pins(struct connect *c); /* warns of open ones */

/* connect_right.c: first all sets of potentials and signals are counted; then one is asked for the
 * place of its right-hand side among its members. */
struct connect_right *connect_right_new(struct connect *c);
void connect_right_count(struct connect_right *r, const int32_t *member, int32_t n);
int32_t connect_right_choose(struct connect_right *r, const int32_t *member, int32_t n);

/* connect_write.c */
void connect_write(struct connect *c);

/* connect_roll.c: n vectors of `dim` numbers, one behind the other, as boxes: vector `from` + the
 * place of (i0, i1, ..) in the box, level 0 fastest, is vector `from` + sum of i_l stride[l]. */
struct connect_box {
    int32_t from, n, count[CONNECT_LEVELS];
    const int32_t *stride[CONNECT_LEVELS]; /* dim numbers each */
};
struct connect_boxes {
    struct connect_box *at;
    int32_t n;
};
struct connect_boxes connect_roll(struct arena *a, const int32_t *value, int32_t n, int32_t dim);
int32_t connect_box_count(const struct connect_box *b);

#endif
