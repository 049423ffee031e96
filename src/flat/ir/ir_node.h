/* SPDX-License-Identifier: MIT */
/* ir_node.h - what the files that make and walk over nodes share: interning, sums, scratch tables.
 *
 * A walk needs a table from nodes to what it found out about them. Nodes have dense numbers, so
 * that table is an array; it is kept in the model and used again by the next walk, which does not
 * have to clear it: an entry counts only if its stamp is that of the walk. Walks nest (a map whose
 * function maps), hence a stack of tables. */
#ifndef FLAT_IR_NODE_H
#define FLAT_IR_NODE_H

#include "flat/ir/ir.h"

/* The node that is equal to *like, whose arg may point anywhere. */
struct ir *ir_intern(struct ir_model *m, const struct ir *like);
struct ir *ir_node1(struct ir_model *m, enum ir_op op, enum ir_type type, struct ir *a);
struct ir *ir_node2(struct ir_model *m, enum ir_op op, enum ir_type t, struct ir *a, struct ir *b);
/* The same node with the arguments swapped, if that exists already. */
struct ir *ir_find_swapped(struct ir_model *m, const struct ir *like);
struct ir *ir_to_real(struct ir_model *m, struct ir *e);

/* ir_int.c */
struct ir *ir_int_sum(struct ir_model *m, struct ir *a, struct ir *b, int64_t factor);
struct ir *ir_int_product(struct ir_model *m, struct ir *a, struct ir *b);
struct ir *ir_int_quotient(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b);

struct ir_scratch {
    uint32_t *stamp;
    struct ir **value;  /* per id: what the walk puts there                                      */
    uint32_t size, now; /* entries; 2*now: entered, 2*now + 1: listed                            */
    struct ir **list;   /* the nodes, arguments first                                            */
    struct ir **stack;
    int32_t n, room, n_stack, stack_room;
};

/* Lists the nodes of e, arguments first. Goes into a node's arguments if enter (NULL: always)
 * says so. Between open and close, ids below the number of nodes at open have a value. */
typedef bool ir_enter_fn(void *user, struct ir *e);
struct ir_scratch *ir_walk_open(struct ir_model *m, struct ir *e, ir_enter_fn *enter, void *user);
void ir_walk_close(struct ir_model *m, struct ir_scratch *s);

#endif
