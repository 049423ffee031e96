/* SPDX-License-Identifier: MIT */
/* integrator_ring.h - all blocks with quantized states begin together.
 *
 * At its start the stand-alone engine sweeps over all states, once for each order, before anything
 * moves (run/start.c). In a diagram the states lie in many parts, and a part that is imminent acts
 * at once. So they take turns: a token goes from part to part, in the order of their numbers, round
 * after round. A part that holds it does what the round asks for, sends, and hands it on; static
 * parts, which come first in select order, have then followed. The
 * rounds are VALUES   q = x, without slope; SLOPES   the next coefficient of q,
 * from the derivative (one round for each order above the first); AIM BQSS,
 * CQSS: levels about x, targets below; TURN     those whose derivative points
 * up turn to the upper level; GO       everyone gets its next instant; FIRST
 * methods that begin with a step make it. Rounds that nothing needs are left
 * out. A part that is added later goes through them alone. */
#ifndef BLOCKS_INTEGRATOR_RING_H
#define BLOCKS_INTEGRATOR_RING_H

#include "saltus_devs.h"
#include <stdbool.h>

enum ring_phase { RING_VALUES, RING_SLOPES, RING_AIM, RING_TURN, RING_GO, RING_FIRST, RING_RUN };
enum { RING_AIMS = 1, RING_STEPS = 2 }; /* wants: some state has a target, begins with a step */

/* The first member of the state of every such block. */
struct ring {
    int8_t phase;         /* the last round that it has begun */
    int8_t token;         /* 0: not here; 1: it has come; 2: the round's work has begun */
    int8_t wants, width;  /* of its own states: what rounds they need, their highest order */
    int8_t all, most;     /* on the token: of all that it has met     */
    int8_t pass;          /* SLOPES: which coefficient          */
    int8_t done;          /* it has been told everything: RING_RUN          */
    int32_t leader, next; /* who begins a round; who comes after this part */
    uint64_t cascades;    /* of the leader: steps so far that may turn targets of
                           others         */
};

void ring_start(const saltus_cell *c, struct ring *r); /* wants and width are filled in */
/* A message without data on port -1. */
void ring_take(struct ring *r, const saltus_message *m);
/* lambda: the token goes on, if there is another part and another round. */
void ring_pass(const saltus_cell *c, const struct ring *r);
/* delta_int after that; a part that is alone has the token of the next round again. */
void ring_passed(const saltus_cell *c, struct ring *r);

/* The ring of the part that leads, as it is now. */
struct ring *ring_leader(const saltus_cell *c, struct ring *r);
/* Is it a block with quantized states that keep to these rules? */
bool ring_member(const saltus_atomic *type);

#endif
