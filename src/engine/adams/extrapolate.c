/* SPDX-License-Identifier: MIT */
/* extrapolate.c - how far may the step go? Asked before it is made.
 *
 * Along the predictor a guard is a polynomial G(s) (compose.c). Seen with the sign that makes it
 * rise towards its event, the step ends where G first reaches
 *     v = -level   for an edge: the corrected end then has -2 level <= z <= 0, whatever the corrector
 *                  does, and no derivative is evaluated beyond;                                (9)
 *     v = +level   otherwise: then the zero has surely been crossed, and locate.c finds it within the
 *                  step. Where G has a zero but does not reach +level, the step goes on, and locate.c
 *                  looks whether there was a crossing.                                         (10)
 * An edge nearer than two levels is approached to a quarter of what is left, in steps that have
 * become short and hence exact, until it fires at a fifth of C level, which is what the tolerance
 * itself means for z. With a gain, v = gamma z as long as that is further away ([ek07] (12)).
 *
 * An edge that has fired, and whose event has changed nothing, is still one: it is approached in
 * the same way. If G has a zero in the step although it is as near as a sixteenth of where it
 * fired, the run ends.
 *
 * A guard that must cross is due where z has C level, above what the tolerance can pretend.
 *
 * Guards that cannot get there are sorted out first: those with
 *     sum_{m>0} |c_m| h^m < |z| / 2                                                            (11)
 * for the coefficients of their track. If a track turns out to be wrong by so much, the step is
 * examined again or repeated (locate.c, adams_doubt).
 *
 * A formula of inequalities is decided on the intervals between the roots of its parts
 * (num/formula.c), each shifted by its own level, inwards or outwards according to the number of
 * nots above it. */
#include "engine/adams/adams.h"
#include "num/poly.h"
#include "run/edge/edge.h"
#include <math.h>

bool adams_fenced(const struct sim *s, int32_t k)
{
    const struct abm *a = whole_of(s)->host.data;
    return a->detector == ADAMS_EXTRAPOLATE && a->guard[k].side == SALTUS_UNILATERAL &&
           s->watch[k].sign < 0;
}

/* Of the atom that stands for a guard: how far behind 0 the way back is. */
static double back_of(const struct sim *s, const struct edge *e, int32_t guard)
{
    const struct atom *a = s->fences->atom + e->first_atom;
    for (int32_t j = 0; j < e->n_atoms; j++)
        if (a[j].guard == guard) return e->back * a[j].level;
    return 0;
}

/* An edge that has fired, or was passed, is home again not at 0 but behind the place where it
 * fired. */
static const struct edge *going_back(const struct sim *s, int32_t k)
{
    const struct abm *a = whole_of(s)->host.data;
    bool back = a->guard[k].side == SALTUS_UNILATERAL && s->watch[k].sign > 0;
    return back ? edge_find(s, k) : NULL;
}

/* An edge whose event has changed nothing that a derivative reads. */
static bool unanswered(const struct sim *s, int32_t k)
{
    const struct abm *a = whole_of(s)->host.data;
    const struct edge *e = a->detector == ADAMS_EXTRAPOLATE ? going_back(s, k) : NULL;
    return e && e->fence == FENCE_FIRED;
}

static bool must_cross(const struct sim *s, int32_t k)
{
    const struct abm *a = whole_of(s)->host.data;
    return a->guard[k].side == SALTUS_MUST_CROSS && s->watch[k].sign < 0;
}

double adams_aim(struct sim *s, int32_t k)
{
    const struct edge *e = going_back(s, k);
    double most = 0;
    if (must_cross(s, k)) return adams_of(s)->milne * adams_level(s, k);
    for (int32_t j = 0; e && j < e->n_atoms; j++)
        most = fmax(most, e->back * s->fences->atom[e->first_atom + j].level);
    return most;
}

double adams_ascent(const double *p, int n, double limit)
{
    double root[ROOTS_MAX_DEGREE];
    int count;
    if (formula_atom(p, n)) return 0;
    if (n < 1) return INFINITY;
    count = roots_all(p, n, 2 * limit, root);
    for (int j = 0; j < count && root[j] <= limit; j++) {
        double next = j + 1 < count ? root[j + 1] : 2 * limit;
        if (poly_value(p, n, root[j] / 2 + next / 2) > 0) return root[j];
    }
    return INFINITY;
}

/* ---- Formulas -------------------------------------------------------------------------------- */

/* A formula with its parts numbered 0, 1, ..: one number for each guard and parity of nots. */
struct parts {
    int32_t code[SALTUS_FORMULA], guard[FORMULA_ATOMS];
    int side[FORMULA_ATOMS]; /* +1: under an even number of nots */
    int length, count;
};

static int number(struct parts *f, int32_t guard, int side)
{
    for (int j = 0; j < f->count; j++)
        if (f->guard[j] == guard && f->side[j] == side) return j;
    if (f->count == FORMULA_ATOMS) return -1;
    f->guard[f->count] = guard;
    f->side[f->count] = side;
    return f->count++;
}

/* From the end a postfix list comes as a tree from its root. */
static bool read_formula(struct sim *s, int32_t k, struct parts *f)
{
    int side[SALTUS_FORMULA + 1] = {1}, depth = 1;
    f->count = 0;
    f->length = s->model->formula(&s->net.env, k, f->code);
    for (int j = f->length - 1; j >= 0 && depth > 0; j--) {
        int is = side[--depth];
        if (f->code[j] >= 0) {
            f->code[j] = number(f, f->code[j], is);
            if (f->code[j] < 0) return false;
        } else if (f->code[j] == SALTUS_NOT) {
            side[depth++] = -is;
        } else {
            side[depth++] = is;
            side[depth++] = is;
        }
    }
    return formula_valid(f->code, f->length, f->count);
}

void adams_formula_parts(struct sim *s, int32_t k)
{
    struct parts f;
    if (!read_formula(s, k, &f)) return;
    for (int j = 0; j < f.count; j++) adams_of(s)->guard[f.guard[j]].wanted = true;
}

/* How far the polynomial of a part is lowered: by `shift` levels towards where the formula
 * holds. */
static double lowered(struct sim *s, int32_t k, const struct parts *f, int j, double shift,
                      bool rises)
{
    struct abm *a = adams_of(s);
    const struct adams_guard *g = &a->guard[f->guard[j]];
    const struct edge *back = rises ? NULL : going_back(s, k);
    double level, z = f->side[j] * g->z, gain = a->gamma * g->z;
    if (back) return -f->side[j] * back_of(s, back, f->guard[j]);
    if (shift == 0) return 0;
    level = adams_level(s, f->guard[j]);
    if (a->gamma > 0 && (rises ? z : -z) < -2 * level) return gain;
    if (shift < 0 && z < 0 && z > -2 * level) return g->z / 4;
    return shift * level * f->side[j];
}

/* Where a formula begins to hold (rises), or ends to. */
static double formula_root(struct sim *s, int32_t k, double limit, double shift, bool rises)
{
    struct parts f;
    double p[FORMULA_ATOMS][FORMULA_TERMS];
    int n = 1;
    if (must_cross(s, k)) shift += adams_of(s)->milne;
    if (!read_formula(s, k, &f)) return INFINITY;
    for (int j = 0; j < f.count; j++) {
        const struct adams_guard *g = &adams_of(s)->guard[f.guard[j]];
        int degree = g->wanted ? g->degree : 0;
        for (int m = 0; m < FORMULA_TERMS; m++) p[j][m] = m <= degree ? g->p[m] : 0;
        if (!g->wanted) p[j][0] = g->z;
        p[j][0] -= lowered(s, k, &f, j, rises ? shift : -shift, rises);
        n = degree > n ? degree : n;
    }
    return formula_first(f.code, f.length, (const double(*)[FORMULA_TERMS])p, f.count, n, limit,
                         rises);
}

double adams_formula_root(struct sim *s, int32_t k, double limit, double shift)
{
    return formula_root(s, k, limit, shift, s->watch[k].sign < 0);
}

bool adams_formula_near(struct sim *s, int32_t k, bool end, double band)
{
    struct abm *a = adams_of(s);
    struct parts f;
    uint32_t holds = 0;
    if (!read_formula(s, k, &f)) return false;
    for (int j = 0; j < f.count; j++) {
        const struct adams_guard *g = &a->guard[f.guard[j]];
        double z = end ? g->next : g->z, level = adams_level(s, f.guard[j]);
        holds |= (uint32_t)(z > -band * a->milne * level * f.side[j]) << j;
    }
    return formula_value(f.code, f.length, holds);
}

/* ---- Step sizes ------------------------------------------------------------------------------ */

/* (11); an edge must also stay out of its band. */
static bool is_far(struct sim *s, int32_t k, double h)
{
    struct abm *a = adams_of(s);
    const struct adams_guard *g = &a->guard[k];
    const double *c = a->z.c + (size_t)k * ADAMS_TERMS;
    double bound = 0, z = fabs(g->z);
    for (int m = ADAMS_ORDER; m > 0; m--) bound = (bound + fabs(c[m])) * h;
    if (!(bound < z / 2)) return false;
    return !g->banded || z - bound > 3 * adams_level(s, k);
}

/* Where -sign * p reaches v, u in [0, 1]. At its own zero, and leaving it, it is not there. */
double adams_reaches(const struct adams_guard *g, double sign, double v)
{
    double o[FORMULA_TERMS];
    for (int m = 0; m < FORMULA_TERMS; m++) o[m] = -sign * g->p[m];
    if (v >= 0 && o[0] > 0 && o[1] < 0) o[0] = 0;
    o[0] -= v;
    return adams_ascent(o, g->degree, 1);
}

/* (9) */
static double to_edge(struct sim *s, int32_t k)
{
    struct abm *a = adams_of(s);
    struct adams_guard *g = &a->guard[k];
    double level, v;
    if (g->formula) return formula_root(s, k, 1, -1, true);
    level = adams_level(s, k);
    v = g->z < -2 * level ? -level : g->z / 4;
    return adams_reaches(g, -1, fmin(v, a->gamma * g->z));
}

/* The same for one that has fired in vain: it cannot be reported again. */
static double to_edge_again(struct sim *s, int32_t k)
{
    struct abm *a = adams_of(s);
    struct adams_guard *g = &a->guard[k];
    double band = ADAMS_BAND / 16;
    double u = g->formula ? formula_root(s, k, 1, 0, true) : adams_reaches(g, -1, 0);
    bool near = g->formula ? adams_formula_near(s, k, false, band)
                           : g->z >= -band * a->milne * adams_level(s, k);
    if (!(u <= 1)) return INFINITY;
    if (near) a->unanswered = k;
    return to_edge(s, k);
}

/* (10) */
static double to_crossing(struct sim *s, int32_t k)
{
    struct abm *a = adams_of(s);
    struct adams_guard *g = &a->guard[k];
    double sign = s->watch[k].sign, left = sign * g->z, aim = adams_aim(s, k), v;
    g->root = g->formula ? adams_formula_root(s, k, 1, 0) : adams_reaches(g, sign, aim);
    if (!(g->root <= 1)) return INFINITY;
    if (g->formula) return adams_formula_root(s, k, 1, 1);
    v = aim + adams_level(s, k);
    if (a->gamma > 0 && left > 2 * v) v = -left * a->gamma;
    return adams_reaches(g, sign, v);
}

/* Tracks alone tell how long the interval need be in which guards are composed: twice as long as
 * the way to the first that comes over its zero and its level. Most of many guards are far away
 * then. */
static double shortened(struct sim *s, double h)
{
    struct abm *a = adams_of(s);
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        double sign = s->watch[k].sign, u;
        if (g->side == SALTUS_PART || g->formula || is_far(s, k, h)) continue;
        adams_from_track(a, k, h, false);
        if (!(adams_reaches(g, sign, adams_aim(s, k)) * ADAMS_MORE < 1)) continue;
        u = adams_reaches(g, sign, adams_aim(s, k) + adams_level(s, k));
        if (u > 0 && u * ADAMS_MORE < 1) h *= ADAMS_MORE * u;
    }
    return h;
}

double adams_horizon(struct sim *s, double most)
{
    struct abm *a = adams_of(s);
    double h = shortened(s, most), least = 1;
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        g->far = !g->formula && is_far(s, k, h);
        g->wanted = !g->far && !g->formula;
        g->root = INFINITY;
    }
    adams_compose(s, a->x.c, h);
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        double u;
        if (g->side == SALTUS_PART || g->far) continue;
        u = adams_fenced(s, k) ? to_edge(s, k) : to_crossing(s, k);
        if (unanswered(s, k)) u = fmin(u > 0 ? u : 1, to_edge_again(s, k));
        g->root *= h;
        if (u > 0) least = fmin(least, u);
    }
    return least * h;
}
