/* SPDX-License-Identifier: MIT */
/* edge_event.c - when is an edge due? Vocabulary: edge.h.
 *
 * Each atom is a series z(s); the event is where the formula of the atoms
 *     z_j(s) + w polarity_j level_j > 0                                                        (5)
 * gets another value (num/formula.h). For a bilateral formula w = 0, for a must-cross edge -1 and,
 * on the way back, 0, and the series are those along the q, as in guard.c.
 *
 * The events of a unilateral edge follow x, which is continuous, not q, which jumps: w = share on
 * the way out, `back` on the way back. Along the q it is due, too, while the fence is up: but then
 * only to stop them. The states that it reads make a step, and fence.c sees to it that their new q
 * stay inside, until x has come, or turned.
 *
 * Series that go on have certificates (run/horizon): no atom crosses its zero, shifted as in (5),
 * before the first instant at which its enclosure allows it. Until then the formula keeps its value.
 * A crossing that is sure is the event, if the formula says so; otherwise it is passed, and all is
 * looked at again behind it. Without a certificate the rules of guard.c hold; on the way to a fence
 * only until the last terms are a tenth of the distance. */
#include "num/poly.h"
#include "run/edge/edge.h"
#include "run/engine.h"
#include "run/horizon/horizon.h"
#include <float.h>
#include <math.h>

typedef double terms[FORMULA_TERMS];

enum { DEGREE = SALTUS_SERIES - 1 };

/* An edge at the present: its atoms' series and its distance. */
struct sight {
    struct edge *e;
    struct watch *w;
    const int32_t *code;
    terms c[FORMULA_ATOMS], x[FORMULA_ATOMS]; /* along q; unilateral: along x               */
    int n[FORMULA_ATOMS], nx[FORMULA_ATOMS];  /* degrees up to which they are known          */
    double zeta, at_x;                        /* distances                                  */
};

static struct atom *atom_of(const struct sim *s, const struct edge *e, int32_t j)
{
    return &s->fences->atom[e->first_atom + j];
}

/* Gives its degree. */
static int atom_series(struct sim *s, const struct atom *a, double *c)
{
    int degree = a->affine ? s->width - 1 : DEGREE;
    double sum = 0;
    for (int k = 0; k < FORMULA_TERMS; k++) c[k] = 0;
    sim_asks(s, SALTUS_GUARD, a->guard);
    s->model->guard.eval(&s->net.env, a->guard, degree + 1, c);
    s->stats.guard_evaluations++;
    for (int k = 0; k <= degree; k++) sum += c[k];
    if (isfinite(sum)) return DEGREE;
    if (isfinite(c[0]) && sim_guard_without_slopes(s, a->guard)) return sim_guard_finite(c, degree);
    sim_fail(s, SALTUS_ENAN, SALTUS_GUARD, a->guard, "the guard is not finite", NULL);
    return 0;
}

/* The events of a unilateral edge are where x comes to it. x has the layout of a signal, too, but
 * for its last coefficients: so it is expanded at the present first. */
static void see_x(struct sim *s, struct sight *v)
{
    saltus_env *env = &s->net.env, keep = *env;
    double z[FORMULA_ATOMS];
    edge_advance(s, v->e);
    env->q = &s->net.s->tx;
    env->width = SALTUS_SIGNAL;
    for (int32_t j = 0; j < v->e->n_atoms && s->status >= 0; j++) {
        for (int k = 0; k < FORMULA_TERMS; k++) v->x[j][k] = 0;
        sim_asks(s, SALTUS_GUARD, atom_of(s, v->e, j)->guard);
        s->model->guard.eval(env, atom_of(s, v->e, j)->guard, DEGREE + 1, v->x[j]);
        s->stats.guard_evaluations++;
        z[j] = v->x[j][0];
        v->nx[j] = DEGREE;
        for (int k = 0; k <= DEGREE; k++)
            if (!isfinite(v->x[j][k])) v->x[j][k] = 0, z[j] = NAN, v->nx[j] = -1;
    }
    *env = keep;
    v->at_x = edge_combine(s, v->e, z);
}

/* False: the run has failed. */
static bool see(struct sim *s, int32_t guard, struct sight *v)
{
    double z[FORMULA_ATOMS];
    v->e = edge_find(s, guard);
    v->w = &s->watch[guard];
    v->code = s->fences->code + v->e->first_code;
    for (int32_t j = 0; j < v->e->n_atoms && s->status >= 0; j++) {
        v->n[j] = atom_series(s, atom_of(s, v->e, j), v->c[j]);
        z[j] = v->c[j][0];
    }
    if (s->status < 0) return false;
    v->zeta = edge_combine(s, v->e, z);
    if (v->e->side == SALTUS_UNILATERAL) see_x(s, v);
    return s->status >= 0;
}

/* When the formula of (5) gets the value `wanted`, with that w and series c. p: its atoms. */
static double when_of(const struct sim *s, const struct sight *v, const terms *c, double w,
                      bool wanted, terms *p)
{
    for (int32_t j = 0; j < v->e->n_atoms; j++) {
        const struct atom *a = atom_of(s, v->e, j);
        for (int k = 0; k < FORMULA_TERMS; k++) p[j][k] = c[j][k];
        if (w != 0) p[j][0] += w * a->polarity * a->level; /* (5) */
    }
    return formula_first(v->code, v->e->n_code, (const terms *)p, v->e->n_atoms, DEGREE, INFINITY,
                         wanted);
}

static double when(const struct sim *s, const struct sight *v, double w, bool wanted, terms *p)
{
    return when_of(s, v, (const terms *)v->c, w, wanted, p);
}

static double when_x(const struct sim *s, const struct sight *v, double w, bool wanted, terms *p)
{
    return when_of(s, v, (const terms *)v->x, w, wanted, p);
}

/* Where q must stop. */
static double stop_of(const struct edge *e)
{
    return e->fence == FENCE_FIRED ? e->share / 16 : e->share;
}

/* ---- Looking --------------------------------------------------------------------------------- */

/* What decides when to look. */
struct careful {
    double w;     /* the shift of (5)                                                            */
    double h;     /* when the series say that the formula changes                                */
    double until; /* no certified atom crosses before ...                                        */
    bool sure;    /* ... and one does so then ...                                                */
    bool meant;   /* ... which is what the series say                                            */
    bool other;   /* they speak of an atom without a certificate                                 */
    double most;  /* least rules_trusted of those without, ...                                   */
    bool matters; /* ... of which one matters at h                                               */
};

static bool same_instant(double a, double b, double t)
{
    return fabs(a - b) <= 1e-9 * fmin(a, b) + rules_soonest(t);
}

/* The first time at which p leaves the side on which it is. */
static double leaves(const double *p, double side)
{
    double turned[FORMULA_TERMS];
    for (int k = 0; k <= DEGREE; k++) turned[k] = side * p[k];
    return rules_crossing(turned, DEGREE);
}

static void consider(struct sim *s, const struct sight *v, int32_t j, const double *p, bool along_x,
                     struct careful *to)
{
    const struct atom *a = atom_of(s, v->e, j);
    struct horizon_guard g = {.guard = a->guard,
                              .along_x = along_x,
                              .side = formula_atom(p, DEGREE) ? 1 : -1,
                              .shift = to->w * a->polarity * a->level,
                              .c = p,
                              .n = along_x ? v->nx[j] : v->n[j]};
    double t = s->net.env.t;
    struct rules_sight sight;
    g.root = leaves(p, g.side);
    if (!horizon_has_guard(s, a->guard, along_x) || g.n < 0 || g.root == 0) {
        to->most = fmin(to->most, rules_trusted(p, DEGREE));
        to->matters |= rules_matters(p, DEGREE, to->h);
        to->other |= same_instant(g.root, to->h, t);
        return;
    }
    sight = horizon_guard(s, &g);
    if (sight.h >= to->until) return;
    to->until = sight.h;
    to->sure = sight.sure;
    to->meant = same_instant(g.root, to->h, t);
}

/* When to look; is that the event? */
static struct rules_sight weigh(const struct sim *s, const struct sight *v, const struct careful *f)
{
    double t = s->net.env.t;
    struct rules_sight old = rules_look_within(f->most * (edge_up(s, v->e) ? 0.46 : 1), f->matters,
                                               f->h, t); /* the cube of 0.46 is a tenth */
    if (isinf(f->until)) return old;
    if (f->sure && f->meant) {
        if (!old.sure) return (struct rules_sight){fmin(old.h, f->until), false};
        return (struct rules_sight){fmax(f->h, f->until), true};
    }
    if (old.h < f->until && (f->other || !old.sure)) return old;
    return (struct rules_sight){f->until + (f->sure ? rules_soonest(t) : 0), false};
}

/* When to look, if the series p, shifted by w, say h; is that the event? */
static double careful(struct sim *s, const struct sight *v, const terms *p, double w, double h,
                      bool along_x)
{
    struct careful f = {.w = w, .h = h, .until = INFINITY, .most = INFINITY};
    bool ends =
        !along_x || s->width <= 2; /* x of higher orders has more terms than a signal shows */
    struct rules_sight sight;
    for (int32_t j = 0; j < v->e->n_atoms; j++) {
        if (!ends || !atom_of(s, v->e, j)->affine)
            consider(s, v, j, p[j], along_x, &f);
        else
            f.other |=
                same_instant(leaves(p[j], formula_atom(p[j], DEGREE) ? 1 : -1), h, s->net.env.t);
    }
    sight = weigh(s, v, &f);
    if (!sight.sure) v->w->predicted = false;
    return sight.h;
}

/* Just after the event of a formula its atoms are at 0 up to rounding. */
static void clear_rests(const struct sim *s, struct sight *v, bool own)
{
    for (int32_t j = 0; j < v->e->n_atoms; j++) {
        const struct atom *a = atom_of(s, v->e, j);
        double *c = v->c[j], most = 2 * fmax(a->rest, a->rest_s * fabs(c[1]));
        if (fabs(c[0]) <= most || (own && a->rest > 0)) c[0] = 0;
    }
}

/* Along the q, but for unilateral edges: the shift of (5), and when. */
static double ordinary_shift(const struct sight *v)
{
    return v->w->sign < 0 && v->e->side == SALTUS_MUST_CROSS ? -1 : 0;
}

static double ordinary(struct sim *s, const struct sight *v, terms *p)
{
    return when(s, v, ordinary_shift(v), v->w->sign < 0, p);
}

/* The model has just reacted, at this instant: has that turned it back? */
static bool turned_back(struct sim *s, const struct sight *v)
{
    return v->e->reacted == s->net.env.t && v->w->fired == s->net.env.t && v->at_x <= 0 &&
           v->at_x >= -v->e->back && edge_direction(s, v->e) < 0;
}

/* x is nearer than where its event is told, but goes inward: that is not an event. */
static bool leaving(struct sim *s, const struct sight *v)
{
    return v->w->sign < 0 && v->e->due != s->net.env.t && v->at_x > -v->e->share &&
           !edge_outward(s, v->e);
}

/* When the formula, shifted by w, gets the value `wanted` along x, as far as that is sure. */
static double follow(struct sim *s, const struct sight *v, double w, bool wanted)
{
    terms p[FORMULA_ATOMS];
    double h = when_x(s, v, w, wanted, p);
    return h > 0 ? careful(s, v, (const terms *)p, w, h, true) : h;
}

/* On the far side: when x comes back, or, where nothing has reacted, goes on. */
static double follow_back(struct sim *s, const struct sight *v)
{
    const struct edge *e = v->e;
    double h, on;
    bool predicted;
    if (turned_back(s, v)) return 0;
    h = follow(s, v, e->back, false);
    if (e->fence != FENCE_FIRED) return h;
    predicted = v->w->predicted;
    v->w->predicted = true;
    on = follow(s, v, stop_of(e), true);
    if (h < on) v->w->predicted = predicted;
    return fmin(h, on);
}

static double look_at_x(struct sim *s, const struct sight *v)
{
    if (leaving(s, v)) { /* look again when it has left */
        double h = follow(s, v, v->e->share, false);
        v->w->predicted = false;
        return fmax(1.001 * h, 4 * DBL_EPSILON * fabs(s->net.env.t));
    }
    if (v->w->sign > 0) return follow_back(s, v);
    return v->e->due == s->net.env.t ? 0 : follow(s, v, v->e->share, true);
}

static double look_at_q(struct sim *s, const struct sight *v)
{
    terms p[FORMULA_ATOMS];
    bool unilateral = v->e->side == SALTUS_UNILATERAL;
    double w = unilateral ? stop_of(v->e) : ordinary_shift(v);
    double h = unilateral ? when(s, v, w, true, p) : ordinary(s, v, p);
    return h > 0 ? careful(s, v, (const terms *)p, w, h, false) : h;
}

void edge_look(struct sim *s, int32_t guard, bool own)
{
    struct sight v;
    struct edge *e = edge_find(s, guard);
    double t = s->net.env.t, h = INFINITY, hx = INFINITY;
    bool predicted = true;
    if (e->side != SALTUS_BILATERAL) edge_levels(s, e);
    if (!see(s, guard, &v)) return;
    v.w->predicted = true;
    if (e->side == SALTUS_UNILATERAL) {
        if (v.w->sign < 0 && v.zeta <= -2 && v.at_x <= -2) e->share = 1;
        if (e->fence == FENCE_DOWN && v.at_x > 0) e->passed = true;
        hx = look_at_x(s, &v);
        predicted = v.w->predicted;
        v.w->predicted = true;
    } else if (v.w->fired == t) {
        clear_rests(s, &v, own);
    }
    if (hx > 0 && (e->side != SALTUS_UNILATERAL || edge_up(s, e))) h = look_at_q(s, &v);
    if (hx <= h) v.w->predicted = predicted;
    v.w->seen = t;
    sched_set(s->events, slot_guard(s, guard), t + fmin(h, hx));
}

/* ---- Due ------------------------------------------------------------------------------------- */

/* States whose q have not followed x up to now make a step; does any? BQSS and CQSS cannot: their x
 * are not where their next step is. */
static bool steps_first(struct sim *s, const struct edge *e)
{
    double t = s->net.env.t;
    bool any = false;
    for (int32_t j = 0; s->engine->hurry && j < e->n_atoms; j++) {
        const struct atom *a = atom_of(s, e, j);
        for (int32_t k = a->first; k < a->first + a->count; k++) {
            int32_t i = s->fences->state[k];
            if (i >= s->net.n || s->net.s[i].tq == t || sim_method(s, i)->target) continue;
            s->engine->hurry(s, i);
            any = true;
        }
    }
    if (any) sched_set(s->events, slot_guard(s, e->guard), INFINITY);
    return any;
}

/* Has it waited just now, some roundings of the time ago? A step may change when another one is
 * due, so that this one is never made: then all go to their x together. */
static bool creeps(struct sim *s, struct edge *e)
{
    double t = s->net.env.t, past = t - e->waited;
    e->waited = t;
    return !sim_together(s) && !s->targets && past <= 64 * DBL_EPSILON * fabs(t);
}

/* q is at the edge, but x is not, or goes inward. When no one can step, q may come nearer. */
static bool waits(struct sim *s, const struct sight *v)
{
    struct edge *e = v->e;
    if (creeps(s, e) && fence_renew(s, e)) return true;
    if (steps_first(s, e)) return true;
    if (!(v->zeta < 0 && e->share > 1e-3)) return false;
    e->share = fmin(e->share, -v->zeta) / 2;
    return true;
}

/* Is h no time at all? */
static bool now(const struct sim *s, const struct watch *w, double h)
{
    double t = s->net.env.t;
    return h == 0 || (w->predicted && rules_arrived(h, t, w->seen));
}

/* Distances are rounded: a millionth of a level is nothing. */
static bool reached(double zeta, double where)
{
    return zeta >= -where - 1e-6 * fabs(where);
}

/* Must q stop here, and cannot? */
static bool cornered(struct sim *s, struct sight *v, terms *p)
{
    double stop = stop_of(v->e);
    if (!edge_up(s, v->e)) return false;
    if (!reached(v->zeta, stop) && !now(s, v->w, when(s, v, stop, true, p))) return false;
    return !waits(s, v);
}

/* x has come as far as this, and goes outward. */
static bool x_arrives(struct sim *s, const struct sight *v, double where, terms *p)
{
    if (reached(v->at_x, where)) return edge_outward(s, v->e);
    return now(s, v->w, when_x(s, v, where, true, p));
}

/* x is at the edge, but q goes away from it: have the series of f, next to a singularity, held for
 * so long? f is asked again where x is. */
static bool astray(struct sim *s, const struct sight *v, terms *p)
{
    bool moves = false;
    if (sim_together(s) || s->targets || v->e->reads_sum ||
        !isinf(when(s, v, stop_of(v->e), true, p)))
        return false;
    for (int32_t j = 0; j < v->e->n_atoms; j++) moves |= v->c[j][1] != 0;
    return moves && fence_renew(s, v->e) && !edge_outward(s, v->e);
}

static bool x_is_back(struct sim *s, const struct sight *v, terms *p)
{
    double where = v->e->back;
    return turned_back(s, v) || !reached(v->at_x, where * (1 - 1e-5)) ||
           now(s, v->w, when_x(s, v, where, false, p));
}

static bool unilateral_crosses(struct sim *s, struct sight *v, terms *p)
{
    struct edge *e = v->e;
    if (v->w->sign < 0) {
        if (e->due == s->net.env.t) return true;
        if (x_arrives(s, v, e->share, p)) return !astray(s, v, p);
        return cornered(s, v, p);
    }
    if (x_is_back(s, v, p)) return true;
    if (e->fence != FENCE_FIRED) return false;
    if (x_arrives(s, v, stop_of(e), p) ? !astray(s, v, p) : cornered(s, v, p)) edge_error(s, e);
    return false;
}

static void keep_rests(struct sim *s, const struct sight *v)
{
    double past = s->net.env.t - v->w->seen;
    for (int32_t j = 0; j < v->e->n_atoms; j++) {
        struct atom *a = atom_of(s, v->e, j);
        const double *c = v->c[j];
        bool small = fabs(c[0]) <= 4e-10 * fabs(c[1]) * past + 64 * DBL_EPSILON * fabs(c[0]);
        a->rest = small ? fabs(c[0]) : 0;
        a->rest_s = small && c[1] != 0 ? fabs(c[0] / c[1]) : 0;
    }
}

static bool ordinary_crosses(struct sim *s, struct sight *v, terms *p)
{
    if (v->w->fired == s->net.env.t) clear_rests(s, v, false);
    if (!(v->w->predicted && v->w->seen == s->net.env.t) && !now(s, v->w, ordinary(s, v, p)))
        return false;
    keep_rests(s, v);
    return true;
}

bool edge_crosses(struct sim *s, int32_t guard)
{
    struct sight v;
    terms p[FORMULA_ATOMS];
    double before = sched_get(s->events, slot_guard(s, guard));
    if (!see(s, guard, &v)) return false;
    if (sim_together(s) && v.w->predicted && v.w->seen == s->net.env.t) return true;
    if (v.e->side == SALTUS_UNILATERAL ? unilateral_crosses(s, &v, p) : ordinary_crosses(s, &v, p))
        return true;
    if (s->status >= 0 && sched_get(s->events, slot_guard(s, guard)) == before)
        edge_look(s, guard, false);
    return false;
}

/* At the start: on which side is it? */
int8_t edge_side(struct sim *s, int32_t guard)
{
    struct sight v;
    uint32_t holds = 0;
    if (!see(s, guard, &v)) return -1;
    for (int32_t j = 0; j < v.e->n_atoms; j++) holds |= (uint32_t)formula_atom(v.c[j], DEGREE) << j;
    return formula_value(v.code, v.e->n_code, holds) ? 1 : -1;
}
