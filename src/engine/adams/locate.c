/* SPDX-License-Identifier: MIT */
/* locate.c - which event lies in the step that was just made, and when?
 *
 * The step is known from both ends: the corrector's polynomials are the states in it. Guards that
 * have changed sign, or were expected to have a zero, are composed with them, and the first place
 * from which on such a polynomial is positive (outwards) is where to look. The true guard along the
 * corrector is then bracketed there, and the bracket shrinks to neighbouring doubles: the event is
 * at its far end, where the sign has changed already.
 *
 * The other detectors, for comparison: "interpolate" looks at all guards in this way after each
 * step and at none before it; "endpoint" only at those with another sign at the end.
 *
 * Events within a few roundings of each other are one instant, the guard with the least index
 * first.
 *
 * An edge fires at the end of a step that comes into its band, moving outwards. */
#include "engine/adams/adams.h"
#include "engine/whole/locate.h"
#include "num/poly.h"
#include <float.h>
#include <math.h>
#include <string.h>

static double ulps(double t, double count)
{
    return count * DBL_EPSILON * fabs(t) + DBL_MIN;
}

/* ---- One guard ------------------------------------------------------------------------------- */

/* Outwards, above its aim. */
static double above(struct sim *s, int32_t k, double t)
{
    double z = adams_guard_at(s, k, adams_of(s)->corrected, t);
    return -s->watch[k].sign * z - adams_of(s)->guard[k].aim;
}

/* above is < 0 at lo and >= 0 at hi: the first double of the latter kind (or nearly). Illinois. */
static double shrink(struct sim *s, int32_t k, double lo, double hi, double at_lo, double at_hi)
{
    for (int turn = 0, side = 0; turn < 100 && hi - lo > ulps(hi, 1); turn++) {
        double mid = hi - at_hi * (hi - lo) / (at_hi - at_lo), v;
        if (turn % 4 == 3 || !(mid > lo && mid < hi)) mid = lo + (hi - lo) / 2;
        if (!(mid > lo && mid < hi)) break;
        v = above(s, k, mid);
        if (v >= 0) {
            hi = mid, at_hi = v;
            if (side > 0) at_lo /= 2;
            side = 1;
        } else {
            lo = mid, at_lo = v;
            if (side < 0) at_hi /= 2;
            side = -1;
        }
    }
    return hi;
}

/* Around a guess, which is right to rounding or to the tolerance; infinite: nothing is crossed
 * there. */
static double around(struct sim *s, int32_t k, double guess, double end)
{
    double t = whole_of(s)->host.from, h = end - t, v = above(s, k, guess), at_hi = v, at_lo = v;
    double lo = guess, hi = guess;
    for (double d = fmax(1e-13 * h, ulps(end, 1)); at_lo >= 0 && lo > t; d *= 8) {
        hi = lo, at_hi = at_lo;
        lo = fmax(guess - d, t);
        at_lo = above(s, k, lo);
    }
    if (at_lo >= 0) return v >= 0 ? guess : INFINITY; /* it starts at its zero */
    for (double d = fmax(1e-13 * h, ulps(end, 1)); at_hi < 0 && hi < end; d *= 8) {
        lo = hi, at_lo = at_hi;
        hi = fmin(guess + d, end);
        at_hi = above(s, k, hi);
    }
    return at_hi >= 0 ? shrink(s, k, lo, hi, at_lo, at_hi) : INFINITY;
}

/* The first change among some places of the step, for a guard of which nothing better is known. */
static double scan(struct sim *s, int32_t k, double h)
{
    double t = whole_of(s)->host.from, lo = t, at_lo = above(s, k, t);
    for (int j = 1; j < FORMULA_TERMS; j++) {
        double hi = t + h * adams_sample_place(j), at_hi = above(s, k, hi);
        if (at_lo < 0 && at_hi >= 0) return shrink(s, k, lo, hi, at_lo, at_hi);
        lo = hi, at_lo = at_hi;
    }
    return INFINITY;
}

static double guess(struct sim *s, int32_t k)
{
    const struct adams_guard *g = &adams_of(s)->guard[k];
    double o[FORMULA_TERMS], sign = s->watch[k].sign;
    if (g->formula) return adams_formula_root(s, k, 1, 0);
    for (int m = 0; m < FORMULA_TERMS; m++) o[m] = -sign * g->p[m];
    o[0] -= g->aim;
    if (o[0] > 0 && g->degree > 0 && o[1] < 0) o[0] = 0;
    return adams_ascent(o, g->degree, 1);
}

/* Its polynomial is an approximation. */
static bool unsure(const struct adams_guard *g)
{
    return !g->formula && !g->linear && !g->composed;
}

/* Nothing but its sign at the end is known: has it crossed before another event, at `first`? */
static bool later(struct sim *s, int32_t k, double first)
{
    return !isinf(first) && above(s, k, first + ulps(first, 8)) < 0;
}

/* When guard k is due in the first part h of the step; infinite: it is not, or not before
 * `first`. */
static double find(struct sim *s, int32_t k, double h, double first)
{
    struct abm *a = adams_of(s);
    struct adams_guard *g = &a->guard[k];
    double t = whole_of(s)->host.from, end = t + h, sign = s->watch[k].sign, u = INFINITY,
           when = INFINITY;
    bool crossed = h == a->step && -sign * g->next > g->aim;
    if (a->detector != ADAMS_ENDPOINT) u = guess(s, k);
    if (u <= 1 && !unsure(g) && t + u * h > first + 1e-3 * h) return INFINITY;
    if (u <= 1) when = around(s, k, fmin(t + u * h, end), end);
    if (when <= end || !(crossed || unsure(g))) return when;
    if (a->detector == ADAMS_ENDPOINT && later(s, k, first)) return INFINITY;
    when = scan(s, k, fmin(h, first - t));
    if (!(when <= end) && crossed) when = -sign * g->z > g->aim ? t : end;
    return when;
}

/* ---- All guards ------------------------------------------------------------------------------ */

/* All tracks become those of the corrector, once in a step. */
static void correct_tracks(struct sim *s)
{
    struct abm *a = adams_of(s);
    double c[ADAMS_TERMS];
    for (int32_t k = 0; k < s->n_guards; k++) {
        adams_correct(a, &a->z, k, a->order, a->step, a->guard[k].turn, c);
        memcpy(a->z.c + (size_t)k * ADAMS_TERMS, c, sizeof c);
    }
    a->tracked = true;
}

/* (11) for the corrector. */
static bool passes_by(struct abm *a, int32_t k, double h)
{
    const double *c = a->z.c + (size_t)k * ADAMS_TERMS;
    double bound = 0;
    for (int m = ADAMS_ORDER; m > 0; m--) bound = (bound + fabs(c[m])) * h;
    return bound < fabs(c[0]) / 2;
}

static bool suspect(struct sim *s, int32_t k, double h)
{
    struct abm *a = adams_of(s);
    struct adams_guard *g = &a->guard[k];
    bool crossed;
    if (g->side == SALTUS_PART || adams_fenced(s, k)) return false;
    g->aim = adams_aim(s, k);
    crossed = h == a->step && -s->watch[k].sign * g->next > g->aim;
    if (!crossed && a->detector == ADAMS_ENDPOINT) return false;
    if (!crossed && a->detector == ADAMS_EXTRAPOLATE && !(g->root <= h)) return false;
    if (!crossed && a->detector == ADAMS_INTERPOLATE && !g->formula && passes_by(a, k, h))
        return false;
    return true;
}

/* Is an edge that is at z < 0 and goes outwards so near that it fires? A part of what the tolerance
 * means for z, or a few roundings of the time. */
static bool near_edge(struct sim *s, int32_t k, double z, double slope, bool end)
{
    struct abm *a = adams_of(s);
    double t = whole_of(s)->host.from;
    if (!adams_fenced(s, k) || !(slope > 0)) return false;
    if (-z <= slope * ulps(t, 4)) return true;
    if (a->guard[k].formula) return adams_formula_near(s, k, end, ADAMS_BAND);
    return z >= -ADAMS_BAND * a->milne * adams_level(s, k);
}

static bool enters(struct sim *s, int32_t k)
{
    const struct adams_guard *g = &adams_of(s)->guard[k];
    return near_edge(s, k, g->next, g->turn, true);
}

bool adams_at_edge(struct sim *s, int32_t k)
{
    const struct adams_guard *g = &adams_of(s)->guard[k];
    return near_edge(s, k, g->z, g->slope, false);
}

/* guard.root := when it is due in the first part h of the step; returns the first of them. */
static double due_times(struct sim *s, double h)
{
    struct abm *a = adams_of(s);
    double end = whole_of(s)->host.from + h, first = INFINITY;
    bool any = false;
    for (int32_t k = 0; k < s->n_guards; k++) a->guard[k].wanted = false;
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        g->far = !suspect(s, k, h);
        if (g->far) continue;
        any = true;
        if (g->formula)
            adams_formula_parts(s, k);
        else
            g->wanted = true;
    }
    if (any && a->detector != ADAMS_ENDPOINT) adams_compose(s, a->corrected, h);
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        g->root = g->far ? INFINITY : find(s, k, h, first);
        if (h == a->step && enters(s, k)) g->root = end;
        first = fmin(first, g->root);
    }
    return first;
}

/* As in extrapolate.c: a part of the step that should be enough. */
static double shortened(struct sim *s)
{
    struct abm *a = adams_of(s);
    double h = a->step;
    if (a->detector == ADAMS_INTERPOLATE) correct_tracks(s);
    for (int32_t k = 0; k < s->n_guards && a->detector == ADAMS_INTERPOLATE; k++) {
        struct adams_guard *g = &a->guard[k];
        double u;
        if (g->side == SALTUS_PART || g->formula || passes_by(a, k, h)) continue;
        adams_from_track(a, k, h, true);
        u = adams_reaches(g, s->watch[k].sign, adams_aim(s, k));
        if (u * h > ulps(whole_of(s)->host.from, 64) && u * ADAMS_MORE < 1) h *= ADAMS_MORE * u;
    }
    return h;
}

int32_t adams_locate(struct sim *s, double *to)
{
    struct abm *a = adams_of(s);
    double h = shortened(s), first = due_times(s, h), last;
    int32_t due = -1;
    while (isinf(first) && h < a->step) first = due_times(s, h = fmin(8 * h, a->step));
    if (isinf(first)) return -1;
    last = first;
    for (int32_t k = s->n_guards - 1; k >= 0; k--)
        if (a->guard[k].root <= first + ulps(first, 8)) {
            last = fmax(last, a->guard[k].root);
            due = k;
        }
    *to = last;
    return due;
}

/* ---- Doubt ----------------------------------------------------------------------------------- */

/* How wrong the prediction of a guard's track was, in what is allowed: the level, or a quarter of
 * the distance to its zero, since only its sign matters. */
static double error_of(struct sim *s, int32_t k)
{
    struct abm *a = adams_of(s);
    const struct adams_guard *g = &a->guard[k];
    double off, allowed = 0.25 * fmin(fabs(g->z), fabs(g->next));
    off = fabs(poly_value(a->z.c + (size_t)k * ADAMS_TERMS, ADAMS_ORDER, a->step) - g->next);
    if (off <= allowed) return 0;
    return off / fmax(allowed, adams_level(s, k));
}

/* Is every crossing in the step found by its ranges, whatever its track says? Then it is no reason to
 * make a step again. It would come nearer and nearer to a zero whose level is but rounding, as that
 * of a function of the time, and never get there. */
static bool searched(const struct sim *s, int32_t k)
{
    const struct abm *a = whole_of(s)->host.data;
    return a->guard[k].side == SALTUS_BILATERAL && !locate_blind(whole_of(s)->locate, k);
}

double adams_doubt(struct sim *s)
{
    struct abm *a = adams_of(s);
    double worst = 0;
    bool any = false;
    if (a->detector == ADAMS_ENDPOINT) return 0;
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        g->wanted = !g->linear && !g->composed && !g->formula && error_of(s, k) > 1;
        any |= g->wanted;
    }
    if (!any) return 0;
    adams_compose(s, a->corrected, a->step);
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        if (!g->wanted) continue;
        if (g->composed)
            g->root = fmin(g->root, a->step); /* to be looked at */
        else
            worst = fmax(worst, searched(s, k) ? fmin(error_of(s, k), 1) : error_of(s, k));
    }
    return worst;
}
