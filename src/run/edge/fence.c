/* SPDX-License-Identifier: MIT */
/* fence.c - quantized states stay inside: no derivative is evaluated beyond a fence that is up.
 *
 * Between steps q moves as a polynomial, and the edge is due before it gets there (edge_event.c).
 * What remains are jumps of q.
 *
 *  1. A step (also a turn of BQSS, one of a pair). The edges that read the q_i that has been chosen
 *     are evaluated; guards may be asked anywhere. If one is beyond, q_i is pulled back on the
 *     straight line from a place inside, x_i or else what q_i was before, to
 *         -2 share <= zeta <= -share,                                                          (4)
 *     and loses its slopes. If x_i has itself come so near, or has passed, and goes outward, the
 *     edge's event is due now, with q_i pulled to -share < zeta < 0. So a q that runs ahead of x
 *     waits at the edge until x comes, and an x that turns before it gets there makes no event. If
 *     q_i has no room because another q waits there, that one goes back to its x.
 *  2. A jump: a handler sets a state or a discrete, a segment comes out of a delay. There is no way
 *     between. If an edge is beyond, its event comes first: all that has changed waits in its sets
 *     until the handler has told what is true there.
 *  3. A trial: what would f be with another q_i? It is not made beyond an edge.
 *
 * The terms of a sum that the edge itself reads count as part of the edge. */
#include "run/edge/edge.h"
#include "run/engine.h"
#include "num/poly.h"
#include <math.h>
#include <stddef.h>

enum { PASSES = 6, HALVINGS = 80, BENT = 16 };

/* ---- 1. Steps -------------------------------------------------------------------------------- */

/* An attempt to move one state. */
struct move {
    struct sim *sim;
    int32_t i;
    double before;
    bool sums;  /* sums follow each attempt                      */
    bool quiet; /* no event, only a q that is allowed            */
    bool held;
};

static double limit_of(const struct edge *e)
{
    return e->fence == FENCE_FIRED ? -e->share / 16 : -e->share;
}

static double distance_at(const struct move *m, const struct edge *e, double value)
{
    sim_assign_q(m->sim, m->i, value);
    if (m->sums) sim_terms_of(m->sim, m->i);
    return edge_distance(m->sim, e);
}

/* On the line from `inside` (zeta <= most) to `wish` (zeta > most), a place with least <= zeta <=
 * most, as far as rounding lets it. */
static double pulled(const struct move *m, const struct edge *e, double inside, double wish,
                     double least, double most)
{
    double zeta = distance_at(m, e, inside);
    if (!(zeta < least)) return inside;
    for (int k = 0; k < HALVINGS && m->sim->status >= 0; k++) {
        double middle = inside + (wish - inside) / 2;
        if (middle == inside || middle == wish) break;
        zeta = distance_at(m, e, middle);
        if (zeta <= most)
            inside = middle;
        else
            wish = middle;
        if (zeta >= least && zeta <= most) break;
    }
    return inside;
}

static void make_due(struct sim *s, struct edge *e)
{
    e->due = s->net.env.t;
    sched_set(s->events, slot_guard(s, e->guard), e->due);
}

static void put(const struct move *m, double value)
{
    sim_assign_q(m->sim, m->i, value);
    if (m->sums) sim_terms_of(m->sim, m->i);
}

/* Pulled back to where it is, would the state step again before x has moved by a hundredth of its
 * quantum, or, with BQSS and CQSS, have its target behind it? */
static bool stuck(const struct move *m, double wish)
{
    struct state *x = &m->sim->net.s[m->i], keep = *x;
    const struct method *method = sim_method(m->sim, m->i);
    double wait;
    bool is;
    if (method->held) method->held(x);
    wait = method->wait(method, x, &m->sim->net.tune, true);
    is = !isinf(wait) && !(wait * fabs(x->x[1]) >= 0.01 * x->dq);
    if (method->target && (keep.q[0] - x->x[0]) * (wish - x->x[0]) <= 0) is = true;
    if (method->target) *x = keep; /* it goes on to its level, if there is an event first */
    return is;
}

/* All q that e reads, but that of one state, go to their x. */
static void back_to_x(struct sim *s, const struct edge *e, int32_t but, bool sums)
{
    for (int32_t j = 0; j < e->n_atoms; j++) {
        const struct atom *a = &s->fences->atom[e->first_atom + j];
        for (int32_t k = a->first; k < a->first + a->count; k++) {
            int32_t i = s->fences->state[k];
            struct state *x = &s->net.s[i];
            if (i == but || i >= s->net.n) continue;
            net_advance(&s->net, i);
            sim_assign_q(s, i, x->x[0]);
            if (sim_method(s, i)->held) sim_method(s, i)->held(x);
            set_add(&s->changed, i);
            if (sums) sim_terms_of(s, i);
        }
    }
}

void fence_rejoin(struct sim *s, const struct edge *e)
{
    if (!sim_together(s) && edge_distance(s, e) > -e->share) back_to_x(s, e, -1, false);
}

bool fence_renew(struct sim *s, const struct edge *e)
{
    bool old = false;
    for (int32_t j = 0; j < e->n_atoms; j++) {
        const struct atom *a = &s->fences->atom[e->first_atom + j];
        for (int32_t k = a->first; k < a->first + a->count; k++)
            old |= s->net.s[s->fences->state[k]].tq < s->net.env.t;
    }
    if (!old || s->fences->late) return false;
    sim_begin(s);
    back_to_x(s, e, -1, false);
    sim_propagate(s);
    return true;
}

/* q_i has no room. BQSS and CQSS go on to their level with it: x will bring the event. Otherwise,
 * if x as a whole is inside, another q has run ahead to the edge: the others go back to their x,
 * and q_i gets half of the way. If that does not help, there is no way but out. */
static void get_out(struct move *m, struct edge *e, double wish, double at_x)
{
    struct sim *s = m->sim;
    struct state *x = &s->net.s[m->i];
    double most = limit_of(e);
    if (sim_method(s, m->i)->target && !e->reads_sum) return;
    if (at_x <= most) {
        back_to_x(s, e, m->i, m->sums);
        put(m, pulled(m, e, x->x[0], wish, 0.6 * at_x, fmin(0.4 * at_x, most)));
        if (!stuck(m, wish)) return;
    }
    if (e->fence == FENCE_UP)
        make_due(s, e);
    else
        edge_error(s, e);
}

/* q_i as wished lies beyond e. */
static void pull(struct move *m, struct edge *e)
{
    struct sim *s = m->sim;
    struct state *x = &s->net.s[m->i];
    const struct method *method = sim_method(s, m->i);
    double wish = x->q[0], share = e->share, most = limit_of(e), value;
    double zx = distance_at(m, e, x->x[0]), start = zx <= most ? x->x[0] : m->before;
    double at_x = e->reads_sum ? zx : edge_distance_x(s, e);
    bool arrived = e->fence == FENCE_UP && !(at_x < -2 * share) && edge_outward(s, e);
    value = pulled(m, e, start, wish, share > 0 ? -2 * share : -1, most);
    put(m, value);
    m->held = true;
    if (arrived && !m->quiet) {
        put(m, pulled(m, e, value, wish, -0.9 * share, -0.1 * share));
        make_due(s, e);
    } else if (stuck(m, wish)) {
        if (!m->quiet) get_out(m, e, wish, at_x);
    } else if (method->target) {
        method->held(x);
    }
    if (method->held && !method->target) method->held(x);
}

/* Is the edge of this guard, if it is one, beyond its limit? Then q_i is pulled back. */
static bool hold_guard(struct move *m, int32_t guard)
{
    struct sim *s = m->sim;
    struct edge *e;
    double zeta;
    if (!s->watch[guard].special || s->status < 0) return false;
    e = edge_find(s, guard);
    if (!edge_up(s, e)) return false;
    zeta = edge_distance(s, e);
    if (zeta <= limit_of(e) || (e->due == s->net.env.t && zeta <= 0)) return false;
    pull(m, e);
    return true;
}

static bool hold_row(struct move *m, const struct csr *list, int32_t row)
{
    bool any = false;
    for (const int32_t *g = csr_first(list, row); g < csr_last(list, row); g++)
        any |= hold_guard(m, *g);
    return any;
}

static bool hold_sums(struct move *m)
{
    const struct net *net = &m->sim->net;
    bool any = false;
    for (const int32_t *f = csr_first(&net->inner, m->i); f < csr_last(&net->inner, m->i); f++)
        if (*f < net->n_terms) any |= hold_row(m, &m->sim->shown_guard, net_sum_of(net, *f));
    return any;
}

static void hold(struct move *m)
{
    struct sim *s = m->sim;
    int pass = 0;
    while (hold_row(m, &s->feeds_guard, m->i) && s->status >= 0 && ++pass < PASSES) {
    }
    if (!s->fences->sums || !csr_count(&s->net.inner, m->i)) return;
    m->sums = true;
    sim_terms_of(s, m->i);
    for (pass = 0; s->status >= 0 && pass < PASSES; pass++) {
        bool direct = hold_row(m, &s->feeds_guard, m->i);
        if (!hold_sums(m) && !direct) return;
    }
}

bool fence_hold(struct sim *s, int32_t i, double before, bool quiet)
{
    struct move m = {.sim = s, .i = i, .before = before, .quiet = quiet};
    hold(&m);
    return m.held;
}

/* ---- 3. Trials ------------------------------------------------------------------------------- */

static bool row_inside(struct sim *s, const struct csr *list, int32_t row)
{
    for (const int32_t *g = csr_first(list, row); g < csr_last(list, row); g++) {
        const struct edge *e = s->watch[*g].special ? edge_find(s, *g) : NULL;
        if (e && edge_up(s, e) && !(edge_distance(s, e) <= 0)) return false;
    }
    return true;
}

bool fence_inside(const struct net *net, int32_t i)
{
    struct sim *s = (struct sim *)(uintptr_t)((const char *)net - offsetof(struct sim, net));
    if (!row_inside(s, &s->feeds_guard, i)) return false;
    if (!s->fences->sums) return true;
    for (const int32_t *f = csr_first(&net->inner, i); f < csr_last(&net->inner, i); f++)
        if (*f < net->n_terms && !row_inside(s, &s->shown_guard, net_sum_of(net, *f))) return false;
    return true;
}

/* ---- 2. Jumps -------------------------------------------------------------------------------- */

/* States of BQSS and CQSS that were set again aim beside their x: not so at an edge. */
static void rest_on_x(struct sim *s, const struct edge *e)
{
    for (int32_t j = 0; j < e->n_atoms; j++) {
        const struct atom *a = &s->fences->atom[e->first_atom + j];
        for (int32_t k = a->first; k < a->first + a->count; k++) {
            int32_t i = s->fences->state[k];
            if (i >= s->net.n || !sim_method(s, i)->target || !set_has(&s->changed, i)) continue;
            sim_assign_q(s, i, s->net.s[i].x[0]);
            sim_method(s, i)->held(&s->net.s[i]);
        }
    }
}

/* Has its event, just now, put states back inside, and changed no mode? */
static bool set_back(struct sim *s, const struct edge *e)
{
    return e->reacted == s->net.env.t && e->mode == 0 && edge_distance_x(s, e) <= 0;
}

static bool jumped_beyond(struct sim *s, int32_t guard)
{
    struct edge *e;
    if (!s->watch[guard].special || s->status < 0) return false;
    e = edge_find(s, guard);
    if (e->side != SALTUS_UNILATERAL || edge_distance(s, e) <= 0) return false;
    if (s->targets && (edge_up(s, e) || set_back(s, e))) rest_on_x(s, e);
    if (!edge_up(s, e) || edge_distance(s, e) <= 0) return false;
    if (e->fence == FENCE_FIRED)
        edge_error(s, e);
    else
        make_due(s, e);
    return true;
}

static bool row_beyond(struct sim *s, const struct csr *list, int32_t row)
{
    bool any = false;
    for (const int32_t *g = csr_first(list, row); g < csr_last(list, row); g++)
        any |= jumped_beyond(s, *g);
    return any;
}

/* Edges whose series do not end are asked each time, if they are few. */
static bool bent_beyond(struct sim *s)
{
    bool any = false;
    int32_t asked = 0;
    for (int32_t j = 0; j < s->n_edges && s->n_edges <= 4 * BENT; j++) {
        const struct edge *e = &s->edges[j];
        if (!edge_up(s, e) || s->fences->atom[e->first_atom].affine) continue;
        if (++asked > BENT) break;
        any |= jumped_beyond(s, e->guard);
    }
    return any;
}

static bool any_beyond(struct sim *s)
{
    bool any = bent_beyond(s);
    for (int32_t k = 0; k < s->looked.count; k++) any |= jumped_beyond(s, s->looked.item[k]);
    for (int32_t k = 0; k < s->changed.count; k++)
        any |= row_beyond(s, &s->feeds_guard, s->changed.item[k]);
    if (any || !s->fences->sums || s->status < 0) return any;
    sim_terms_changed(s);
    for (int32_t k = 0; k < s->dirty.count; k++)
        any |= row_beyond(s, &s->shown_guard, s->dirty.item[k]);
    return any;
}

/* Discretes whose readers among terms and delayed expressions have not been told. */
static void keep_writes(struct sim *s)
{
    struct fences *f = s->fences;
    if (f->room_wrote < s->n_writes) {
        struct write *p = alloc_resize(&s->alloc, f->wrote, (size_t)s->n_writes, sizeof *p);
        if (!p) {
            sim_fail(s, SALTUS_ENOMEM, SALTUS_TIME, -1, "out of memory in an event", NULL);
            return;
        }
        f->wrote = p;
        f->room_wrote = s->n_writes;
    }
    for (int32_t k = 0; k < s->n_writes; k++) f->wrote[k] = s->writes[k];
    f->n_wrote = s->n_writes;
}

bool fence_late(struct sim *s)
{
    struct fences *f = s->fences;
    for (int32_t k = 0; k < f->n_wrote; k++) sim_note_write(s, f->wrote[k].index);
    f->n_wrote = 0;
    f->late = false;
    if (s->status < 0 || !any_beyond(s) || s->status < 0) return false;
    f->late = true;
    keep_writes(s);
    return true;
}
