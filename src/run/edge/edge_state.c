/* SPDX-License-Identifier: MIT */
/* edge_state.c - what an event means for the fence of its edge. Vocabulary: edge.h.
 *
 *     up --(+1 event)--> fired --(something changed that a derivative reads)--> down --(-1
 *     event)--> up
 *
 * A fired edge whose event has changed nothing goes up again with its way back, or ends the run
 * when x goes on. Counting is not a reaction, nor is a flag that nothing reads: the derivatives
 * would be the same, beyond the edge of what they are defined for. All handlers of one instant
 * react together. */
#include "run/edge/edge.h"
#include "run/engine.h"
#include <math.h>

void edge_fired(struct sim *s, int32_t guard)
{
    struct edge *e = edge_find(s, guard);
    double at_x;
    if (e->side != SALTUS_UNILATERAL) return;
    edge_levels(s, e); /* `back` and `share` are told in them */
    at_x = fmin(edge_distance_x(s, e), 0);
    e->due = NAN;
    if (s->watch[guard].sign > 0) {
        if (e->fence == FENCE_UP) {
            e->fence = FENCE_FIRED;
            e->passed = false;
        }
        e->back = fmax(-2 * at_x, 1);
    } else {
        if (!(e->fence == FENCE_DOWN && e->passed && e->mode == s->fences->modes))
            e->fence = FENCE_UP;
        e->share = fmin(1, -at_x / 2);
    }
}

void edge_reacted(struct sim *s, bool discretes)
{
    struct fences *f = s->fences;
    f->modes += discretes;
    for (int32_t j = 0; j < s->n_edges; j++) {
        struct edge *e = &s->edges[j];
        const struct watch *w = &s->watch[e->guard];
        if (e->fence == FENCE_FIRED && w->fired == s->net.env.t) {
            e->fence = FENCE_DOWN;
            e->mode = discretes ? f->modes : 0;
            e->reacted = s->net.env.t;
        } else if (e->fence == FENCE_DOWN && w->sign < 0 && discretes) {
            e->fence = FENCE_UP;
            e->share = fmin(1, fmax(0, -edge_distance_x(s, e)) / 2);
            fence_rejoin(s, e);
        } else if (e->fence == FENCE_DOWN && w->fired == s->net.env.t) {
            e->reacted = s->net.env.t; /* several handlers of one instant react together */
            if (discretes) e->mode = f->modes;
        }
    }
}

void edge_settled(struct sim *s, int32_t guard)
{
    const struct edge *e = edge_find(s, guard);
    if (e->side == SALTUS_UNILATERAL && e->fence == FENCE_UP) fence_rejoin(s, e);
}

void edge_error(struct sim *s, const struct edge *e)
{
    if (s->status) return;
    sim_fail(s, SALTUS_EMODEL, SALTUS_GUARD, e->guard,
             "the model would go beyond this edge, and its event changes nothing",
             "when it fires, change a mode or a state that a derivative reads, or end the run");
}

/* ---- The start ------------------------------------------------------------------------------- */

/* Sums and delays have no values yet: what reads them is reported with the others. */
bool edge_tell_beyond(struct sim *s)
{
    bool any = false;
    for (int32_t j = 0; j < s->n_edges && s->status >= 0; j++) {
        struct edge *e = &s->edges[j];
        if (e->side != SALTUS_UNILATERAL || e->reads_sum) continue;
        edge_levels(s, e);
        if (!(edge_distance(s, e) > 0)) continue;
        s->watch[e->guard].sign = 1;
        sim_begin(s);
        sim_handle(s, SALTUS_GUARD, e->guard, 1, true);
        if (s->status >= 0) any |= sim_commit(s);
    }
    return any;
}

void edge_begin(struct sim *s, bool reacted)
{
    for (int32_t j = 0; j < s->n_edges && s->status >= 0; j++) {
        struct edge *e = &s->edges[j];
        double zeta;
        if (e->side == SALTUS_BILATERAL) continue;
        edge_levels(s, e);
        zeta = edge_distance(s, e);
        if (e->side != SALTUS_UNILATERAL) continue;
        if (s->watch[e->guard].sign < 0) {
            e->fence = FENCE_UP;
            e->share = fmin(1, fmax(0, -zeta) / 2);
        } else {
            e->fence = zeta > 0 || reacted ? FENCE_DOWN : FENCE_FIRED;
            e->mode = s->fences->modes;
            e->passed = zeta > 0;
        }
    }
}
