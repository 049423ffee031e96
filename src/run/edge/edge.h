/* SPDX-License-Identifier: MIT */
/* edge.h - guards with a side, and formulas: where an engine may go, and when their events are;
 * equations: docs/math/events.md.
 *
 * An *edge* is the record of a guard that is unilateral, must-cross, or a Boolean formula; a model
 * without any has none, and pays nothing. It consists of *atoms*: one for a guard of its own, one
 * for each mention of a part in a formula, with the sign in which it counts (under an odd number of
 * nots: -1).
 *
 * Level. How near is at the edge? In units of z, for each atom,
 *     level = factor * sum over i of |dz/dx_i| dQ_i,   and at least some ulps of what z is made of. (3)
 * An engine without quanta takes the tolerances of the states for dQ_i.
 * Distances of an edge are measured in levels: zeta = z/level, and for a formula the smallest of an
 * and, the largest of an or, the negative of a not. zeta > 0: beyond.
 *
 * Fence. A unilateral edge has a fence: while it is up, no derivative is evaluated where zeta > 0.
 *     up      home, sign -1. Fires when zeta reaches -share (1, or less if it starts nearer).
 *     fired   its event was told, sign +1, and nothing that a derivative reads has changed since: if it
 *             goes beyond 0 now, the run ends with an error.
 *     down    something has changed at that instant: the model has reacted, and may go beyond.
 * The way back is at zeta = -back, behind the place where it fired: no chattering. Or at once, at
 * the same instant, if the event has turned it back. Then the fence is up again, unless it has been
 * beyond and no discrete that a derivative reads has changed since it fired: then the derivatives
 * are still those with which it was allowed to go there.
 *
 * Must-cross: fires at zeta = +1; the way back is at 0. */
#ifndef SIM_EDGE_H
#define SIM_EDGE_H

#include "num/formula.h"
#include "run/sim.h"

struct atom {
    int32_t guard;
    /* in fences.state: states that level (3) is made of; from n on: signals */
    int32_t first, count;
    int8_t polarity;     /* +1, or -1: the formula needs its negation                    */
    bool affine;         /* its series ends by itself                                    */
    double level;        /* (3), as of the last look                                     */
    double rest, rest_s; /* bilateral: |z| left when it fired, and in time               */
};

enum fence { FENCE_UP, FENCE_FIRED, FENCE_DOWN };

struct edge {
    int32_t guard;
    int32_t first_atom, n_atoms, first_code, n_code;
    uint8_t side;   /* saltus_side; bilateral: a formula                            */
    uint8_t fence;  /* unilateral: enum fence                                       */
    bool reads_sum; /* or a delay                                                  */
    bool passed;    /* down: it has been beyond                                     */
    uint64_t mode;  /* down: fences.modes at that time; 0: discretes had no part in it       */
    double share;   /* of its level: where it fires                                 */
    double back;    /* levels: where the way back is                                */
    double reacted; /* down: when the model reacted                                  */
    double waited;  /* when q came here before x                                     */
    double due;     /* x has come to the edge at this instant                       */
};

/* What all edges of a run share. */
struct fences {
    struct atom *atom;
    int32_t *code, *state; /* formulas in numbers of atoms; lists of states           */
    int32_t n_atoms, n_code, n_state;
    uint64_t modes;      /* how often discretes that derivatives read have changed, + 1      */
    double factor;       /* of (3): 0.01, or as an engine says                      */
    bool unilateral;     /* there is one                                            */
    bool sums;           /* ... that reads a sum or a delay                         */
    bool late;           /* derivatives wait for the event of an edge that was passed by a jump */
    struct write *wrote; /* ... and so do these discretes                            */
    int32_t n_wrote, room_wrote;
};

/* edge.c: records and distances */
void edge_load(struct sim *s);
void edge_free(struct sim *s);
struct edge *edge_find(const struct sim *s, int32_t guard); /* NULL: an ordinary one */
void edge_levels(struct sim *s, struct edge *e); /* (3), at the present q and dQ         */
void edge_levels_along(struct sim *s, struct edge *e,
                       const saltus_env *at); /* ... at these signals */
/* zeta at the present q; not finite: inf */
double edge_distance(struct sim *s, const struct edge *e);
double edge_distance_x(struct sim *s, const struct edge *e); /* along x                         */
void edge_advance(struct sim *s, const struct edge *e); /* its states' x are expanded here      */
/* The same for atoms whose z the caller has; z[j] for atom first_atom + j. */
double edge_combine(const struct sim *s, const struct edge *e, const double *z);
/* Where does x, not q, go from a place at the edge? +1 outward (beyond), -1 inward, 0 nowhere. */
int edge_direction(struct sim *s, const struct edge *e);
/* Outward, as far as one can see: of sums and delays only the q are known. */
static inline bool edge_outward(struct sim *s, const struct edge *e)
{
    return edge_direction(s, e) > (e->reads_sum ? -1 : 0);
}

/* May the engine not go beyond now? */
static inline bool edge_up(const struct sim *s, const struct edge *e)
{
    return (void)s, e->side == SALTUS_UNILATERAL && e->fence != FENCE_DOWN;
}

/* edge_event.c: looks, for guard.c and start.c; edge_state.c: fences, for event.c and start.c */
int8_t edge_side(struct sim *s, int32_t guard); /* at the start                                  */
void edge_begin(struct sim *s, bool reacted);   /* all sides are known                           */
bool edge_tell_beyond(struct sim *s);           /* before anything is evaluated: initial events  */
void edge_look(struct sim *s, int32_t guard, bool own);
bool edge_crosses(struct sim *s, int32_t guard);
void edge_fired(struct sim *s, int32_t guard);   /* its sign has just changed                     */
void edge_settled(struct sim *s, int32_t guard); /* its handler has run */
/* Something that derivatives read has changed; discretes among it? */
void edge_reacted(struct sim *s, bool discretes);
void edge_error(struct sim *s, const struct edge *e); /* it goes beyond, and nothing has changed */

/* fence.c: quantized states stay inside */
/* q_i has been chosen again, before it was `before`. If that is beyond an edge, q_i is pulled back,
 * and if x_i has come to it, the edge's event is due (not so if quiet). Has it been pulled? */
bool fence_hold(struct sim *s, int32_t i, double before, bool quiet);
bool fence_inside(const struct net *net, int32_t i); /* for trials with q_i: net.inside */
/* The fence of e has come up: if some q is not inside, all that e reads go back to their x, which
 * are. */
void fence_rejoin(struct sim *s, const struct edge *e);
/* All q that e reads go to their x, and f is asked there; false: they have been chosen at this
 * instant. */
bool fence_renew(struct sim *s, const struct edge *e);
/* Has a jump carried something beyond an edge? Then its event is due first, and derivatives
 * wait. */
bool fence_late(struct sim *s);

#endif
