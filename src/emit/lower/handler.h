/* SPDX-License-Identifier: MIT */
/* handler.h - what an event may change, and what follows from that.
 *
 * The discrete part of a model consists of items: equations of discretes, whens, asserts, clocks
 * that can become due again. An event changes one mode; from there on changes spread: an item that
 * reads what has changed is run, and what it writes has changed. Elements of arrays are followed
 * through affine indices, so that an event of element k runs the instances of items that belong to
 * k, and no loops. */
#ifndef EMIT_HANDLER_H
#define EMIT_HANDLER_H

#include "emit/taylor/taylor.h"

struct access { /* what an item reads                                              */
    struct ir_var *var;
    struct ir *index; /* NULL: any element                                               */
    bool pre;
};

enum item_kind { ITEM_DEF, ITEM_WHEN, ITEM_CLOCK, ITEM_ASSERT };

struct item {
    enum item_kind kind;
    int32_t number; /* among its kind                                                  */
    struct ir_iter **iters;
    int32_t n_iters;
    VEC(struct access) reads; /* that make it run                                                */
    VEC(struct access) uses;  /* that it needs when it runs: bodies of whens                     */
    VEC(struct access) writes;
    VEC(struct ir_var *)
    resets; /* states that it reinitialises                                    */
};

struct instance { /* an item at one point, or at all                                 */
    const struct item *item;
    struct ir **to;  /* its iterators over those of the event; NULL: all points          */
    struct ir *test; /* if this holds                                                   */
};

struct change {
    struct ir_var *var;
    struct ir *element; /* over the iterators of the event; NULL: any                      */
};

struct items {
    struct item *at;
    int32_t n, room;
};

struct reaction {
    struct lower *l;
    const struct items *items;
    VEC(struct change) changes;
    VEC(struct instance)
    instances;   /* in the order in which they run                               */
    bool rounds; /* they may have to run again                                      */
};

/* handler_item.c */
struct items handler_items(struct lower *l);
/* handler_plan.c: what follows from a change of element `element` of var */
struct reaction handler_plan(struct lower *l, const struct items *items, struct ir_var *var,
                             struct ir *element);
/* ... from changes of several ones */
struct reaction handler_plan_all(struct lower *l, const struct items *items,
                                 const struct change *changes, int32_t n);
/* does it matter which comes first? */
bool handler_meet(const struct reaction *a, const struct reaction *b);
/* puts instances into an order in which what one needs another one has given before */
void handler_order(struct reaction *r);
/* handler_run.c: code of all that follows, in rounds if need be */
void handler_run(struct taylor *t, struct code_body *to, const struct reaction *r);
/* changed: a slot that is set to 1 if something is assigned; -1: none */
void handler_define(struct taylor *t, struct code_body *to, const struct ir_def *d,
                    int32_t changed);

#endif
