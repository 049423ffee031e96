/* SPDX-License-Identifier: MIT */
/* events.h - what events.c (where relations stand) and events_make.c (what they become) share. */
#ifndef FLAT_EVENTS_H
#define FLAT_EVENTS_H

#include "flat/ir.h"

/* What a node has been made into, by its id: number + 1. */
enum event_kind { EVENT_GUARD, EVENT_FLOOR, EVENT_CLOCK, EVENT_CLOCK_STRICT, EVENT_KINDS };

struct events {
    struct ir_model *m;
    VEC(int32_t) made[EVENT_KINDS];
    const char **names; /* of modes, a hash table                                                */
    int32_t n_names, room;
    struct place at;   /* of the equation at hand                                               */
    enum ir_side side; /* asked for by it                                                       */
};

/* What takes the place of an event relation (IR_LT, IR_LE) or an event IR_FLOOR of continuous
 * operands, and of an IR_SAMPLE. */
struct ir *events_relation(struct events *v, struct ir *e);
struct ir *events_floor(struct events *v, struct ir *e);
struct ir *events_sample(struct events *v, struct ir *e);

#endif
