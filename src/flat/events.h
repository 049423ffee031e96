/* SPDX-License-Identifier: MIT */
/* events.h - what events.c (where relations stand), events_make.c (what they become) and
 * events_side.c (whole conditions with a side) share. */
#ifndef FLAT_EVENTS_H
#define FLAT_EVENTS_H

#include "base/dict.h"
#include "flat/ir/ir.h"

/* What a node has been made into, by its id: number + 1. */
enum event_kind {
    EVENT_GUARD,
    EVENT_FLOOR,
    EVENT_CLOCK,
    EVENT_CLOCK_STRICT,
    EVENT_UNILATERAL,
    EVENT_MUST_CROSS,
    EVENT_KINDS
};

struct events {
    struct ir_model *m;
    VEC(int32_t) made[EVENT_KINDS];
    struct dict names; /* of modes                                                             */
    struct place at;   /* of the equation at hand                                               */
    int32_t *place;    /* of each clock, in the order in which they fire                         */
};

/* events.c: e with modes for its relations; is one of these relations of Reals that change
 * continuously? e with relations that are evaluated there and then. */
struct ir *events_watch(struct events *v, struct ir *e);
bool events_continuous(struct events *v, const struct ir *e);
struct ir *events_plain(struct events *v, struct ir *e);

/* What takes the place of an event relation (IR_LT, IR_LE) or an event IR_FLOOR of continuous
 * operands, and of an IR_SAMPLE. */
struct ir *events_relation(struct events *v, struct ir *e);
/* ... of an event relation of Integers, Booleans or enumerations that functions make of what is continuous. */
struct ir *events_whole(struct events *v, struct ir *e);
struct ir *events_floor(struct events *v, struct ir *e);
struct ir *events_sample(struct events *v, struct ir *e);
/* What stands for an event relation or floor e where it is evaluated at events only: now, but in the
 * event that e makes elsewhere what e has become. */
struct ir *events_known(struct events *v, struct ir *e, struct ir *now);
/* A new guard with the box of e and a hidden discrete of this name; name NULL: without. */
struct ir_guard *events_guard(struct events *v, struct ir *e, const char *text, const char *name,
                              enum ir_type type);
/* Where it says what e has been made into: 0, or number + 1. */
int32_t *events_made(struct events *v, enum event_kind kind, const struct ir *e);
struct ir *events_mode(struct events *v, const struct ir_guard *g);

/* events_side.c: what takes the place of a condition that is approached from a side; of an
 * assertion: that is never to become false. */
struct ir *events_sided(struct events *v, struct ir *cond, saltus_side side, bool assertion);

#endif
