/* SPDX-License-Identifier: MIT */
/* guard.c - when does a guard change its sign?
 *
 * A guard z_k is a series along the q, z(s) = sum c[j] s^j, and has a side: the sign it had last.
 * It is due when side * z becomes negative: at the first root of that kind, or at once if a step of
 * q has carried it over. It is looked at whenever a q or a discrete that it reads changes.
 *
 * If z is not affine, its series does not end. How far it tells the sign, and when a root of the
 * part that is known is the crossing: quant/rules.c, (5) to (7).
 *
 * Just after its own event a guard is at 0 up to rounding. If rounding has left it on the side that
 * it came from, and the handler did not change anything it reads, or only its scale or its slope
 * (noise.c), it is taken as exactly 0, and its first derivative that is not 0 decides. A q that a
 * handler has set has no slope; then x is asked where it goes.
 *
 * A step moves q by some quanta, perhaps over the zero of a guard that goes the other way: it has
 * just fired, and q jumps back, or it comes near and turns. If its slope brings it back, it is held
 * where it is and does not fire; whenever something that it reads changes, this is decided again. But a
 * fast state that has arrived at its equilibrium does not swing: it stays there until its inputs bring
 * the guard back, much later than its own time constant. That fires.
 * What a handler moves over its zero fires at once. (With that, a diode that stops to conduct makes
 * one event, not three.)
 *
 * A handler that bends a state takes the slope from its q, if its method is implicit (sim_freeze). If the
 * guard then falls back along q, but not along x, it goes on: it does not fire until that q has
 * moved, or x turns back, too.
 *
 * What a handler has set exactly to 0 is on the side -1, as at the start: z > 0 does not hold. If it
 * rises from there, it fires again. (A ball that was set on the floor and sinks strikes it once
 * more; if it counted as below all the time, it would fall through.)
 *
 * Guards with a side and formulas are the business of edge_event.c; parts are never looked at. */
#include "num/roots.h"
#include "run/edge/edge.h"
#include "run/engine.h"
#include "run/horizon/horizon.h"
#include "run/look.h"
#include "run/loop/loop.h"
#include <math.h>

int sim_guard_finite(double *c, int degree)
{
    int n = 0;
    while (n < degree && isfinite(c[n + 1])) n++;
    for (int j = n + 1; j <= degree; j++) c[j] = 0;
    return n;
}

void sim_guard_unmark(double *c, int degree)
{
    for (int j = 1; j <= degree && c[0] == SALTUS_AT_EDGE; j++) {
        if (c[j] < 0) c[0] = 0;
        if (c[j] > 0) return;
    }
}

bool sim_guard_without_slopes(const struct sim *s, int32_t k)
{
    return sim_together(s) || horizon_certifies(s, SALTUS_GUARD, k);
}

/* Rounding of a guard, as a part of what its square term makes of it as long as its series tells. */
static const double rounded = 1e-14;

static bool is_finite(const double *c, int degree)
{
    double sum = 0;
    for (int j = 0; j <= degree; j++) sum += c[j];
    return isfinite(sum);
}

int sim_guard_series(struct sim *s, int32_t k, double *c)
{
    int degree = s->watch[k].affine ? s->width - 1 : SALTUS_SERIES - 1;
    sim_asks(s, SALTUS_GUARD, k);
    s->model->guard.eval(&s->net.env, k, degree + 1, c);
    s->stats.guard_evaluations++;
    if (degree == 0) c[1] = 0;
    sim_guard_unmark(c, degree);
    if (is_finite(c, degree)) return degree;
    if (!isfinite(c[0]) && sim_beyond(s, &s->net.env, SALTUS_GUARD, k, degree + 1, c) &&
        is_finite(c, degree))
        return degree;
    if (isfinite(c[0]) && sim_guard_without_slopes(s, k)) return sim_guard_finite(c, degree);
    sim_fail(s, SALTUS_ENAN, SALTUS_GUARD, k, "the guard is not finite", NULL);
    return degree;
}

int8_t sim_guard_side(const double *c, int n)
{
    for (int j = 0; j <= n; j++)
        if (c[j] != 0) return c[j] > 0 ? 1 : -1;
    return -1;
}

bool sim_guard_lands(const struct sim *s, int32_t k)
{
    const struct watch *w = &s->watch[k];
    return w->sign > 0 && w->fired == s->net.env.t && w->jumped && !w->affine &&
           sim_guard_wanted(s->model, k) > 0;
}

static double crossing(double side, const double *c, int n)
{
    double p[SALTUS_SERIES] = {0};
    for (int j = 0; j <= n; j++) p[j] = side * c[j];
    return rules_crossing(p, n);
}

/* What a guard that fires has left to go. */
static void keep_rest(struct watch *w, const double *c)
{
    bool beyond = w->sign * c[0] < 0;
    w->rest.z = beyond ? 0 : (float)fabs(c[0]);
    w->rest.s = beyond || c[1] == 0 ? 0 : (float)fabs(c[0] / c[1]);
}

/* Is c[0], after a handler that changed what the guard reads, still that rest? A change of scale (a
 * diode that stops to conduct) keeps the time to the zero, a change of slope the value. */
static bool is_rest(const struct watch *w, const double *c)
{
    return fabs(c[0]) <= 2 * fmax((double)w->rest.z, (double)w->rest.s * fabs(c[1]));
}

/* Its series along x. */
static void series_x(struct sim *s, int32_t k, double *c)
{
    saltus_env *e = &s->net.env, before = *e;
    e->q = s->net.s ? &s->net.s->tx : NULL;
    e->width = SALTUS_SIGNAL;
    s->model->guard.eval(e, k, SALTUS_SERIES, c);
    s->stats.guard_evaluations++;
    *e = before;
}

int8_t sim_guard_side_x(struct sim *s, int32_t k)
{
    double c[SALTUS_SERIES];
    bool flat = true;
    series_x(s, k, c);
    for (int j = 0; j < SALTUS_SERIES; j++) flat &= c[j] == 0;
    return flat ? 0 : sim_guard_side(c, SALTUS_SERIES - 1);
}

int8_t sim_guard_leaves(struct sim *s, int32_t k)
{
    double c[SALTUS_SERIES];
    int first;
    series_x(s, k, c);
    first = sim_guard_leading(s, k, c[0], c, SALTUS_SERIES - 1);
    if (first == SALTUS_SERIES) return 0;
    return c[first] > 0 ? 1 : -1;
}

/* Has the last handler set a state that it reads? If to the value that it had, q keeps its slopes,
 * and they decide. States that are exact have no slopes of their own. */
static bool set(const struct sim *s, int32_t k)
{
    bool slopes = !sim_together(s) && s->width > 1;
    if (slopes && s->n_reinits && s->watch[k].jumped) return true;
    for (int32_t j = 0; j < s->n_reinits; j++) {
        int32_t i = s->reinits[j].index;
        if (slopes && !sim_method(s, i)->flows) continue;
        if (csr_has(&s->feeds_guard, i, k)) return true;
    }
    return false;
}

/* ... so that it is exactly 0, along x if methods choose another q at once. */
static bool set_to_zero(struct sim *s, int32_t k, double z)
{
    double c[SALTUS_SERIES];
    if (!set(s, k)) return false;
    if (z == 0 || sim_together(s)) return z == 0;
    series_x(s, k, c);
    return c[0] == 0;
}

/* A handler has set the q that it reads to its zero, without slopes. Does x go back? (A q that is
 * then chosen against that way would cross it again.) */
static bool turned(struct sim *s, int32_t k, const double *c, int n)
{
    for (int j = 0; j <= n; j++)
        if (c[j] != 0) return false;
    return s->n_reinits && s->watch[k].jumped && !s->contrary &&
           sim_guard_side_x(s, k) == -s->watch[k].sign;
}

/* A floor moves to the next one in its own event. If that has put it at the edge of what is inside
 * now, up to rounding, it is inside, wherever it goes from there. */
static bool landed(struct sim *s, int32_t k, const double *c)
{
    return sim_guard_lands(s, k) &&
           (c[0] == 0 || (c[0] > 0 && c[1] >= 0 && sim_guard_noise(s, k, c)));
}

/* On the side +1, has it come to 0 to stay there? (withheld.c may know that it must.) */
static bool rests(struct sim *s, int32_t k, const double *c, int n)
{
    for (int j = 0; j <= n; j++)
        if (c[j] != 0) return s->watch[k].stays = false;
    return s->watch[k].sign > 0 && !s->watch[k].stays && sim_guard_side_x(s, k) == 0;
}

/* At its zero, where q has lost its slopes: if that of the guard is nothing beside its slope along
 * x, it is what rounding has left, and so are the coefficients after it; true: some were. At a start that
 * had to be settled by those that take guards away from 0, the same holds for those before it. */
static bool flatten(struct sim *s, int32_t k, double *c, int n)
{
    double along_x[SALTUS_SERIES];
    int last = n;
    if (sim_together(s) && !(s->leading && s->net.env.t == s->opt.t0)) return false;
    series_x(s, k, along_x);
    if (fabs(c[1]) > 1e-6 * fabs(along_x[1])) {
        int first = 1;
        if (s->leading && s->net.env.t == s->opt.t0)
            first = sim_guard_leading(s, k, along_x[0], along_x, SALTUS_SERIES - 1);
        if (first <= n) last = first - 1;
    }
    for (int j = 1; j <= last; j++) c[j] = 0;
    return last > 0;
}

/* The guard, where state i has settled, which takes much less than h; 0: it does not settle. */
static double settled(struct sim *s, int32_t k, int32_t i, double h)
{
    saltus_env *e = &s->net.env, before = *e;
    struct state *x = &s->net.s[i];
    double q = x->q[0], z = 0;
    if (!s->engine->settles || !s->engine->settles(s, i, h)) return 0;
    e->own = loop_looking(e);
    x->q[0] -= x->x[1] / x->a;
    s->model->guard.eval(e, k, 1, &z);
    s->stats.guard_evaluations++;
    x->q[0] = q;
    *e = before;
    return z;
}

/* A fast state has just stepped: will it have settled beyond the zero long before the guard is back?
 * Then it does not swing about it. */
static bool stays_beyond(struct sim *s, int32_t k, double h)
{
    int32_t only = s->stepped;
    for (int32_t j = 0; only < 0 && j < s->changed.count; j++) {
        int32_t i = s->changed.item[j];
        if (i < s->net.n && csr_has(&s->feeds_guard, i, k)) only = i;
    }
    return only >= 0 && s->watch[k].sign * settled(s, k, only, h) < 0;
}

/* A step of q has carried the guard over its zero. Does it come back by itself? If q has no slopes,
 * x knows. Affine guards of such a q fire all the same: with diodes that are held back a stiff
 * circuit makes steps without end. So do those without whose event a function has no value. */
static bool comes_back(struct sim *s, int32_t k, const double *c)
{
    struct watch *w = &s->watch[k];
    double along_x[SALTUS_SERIES];
    w->needed &= w->sign * c[0] < 0;
    if (!(s->stepping || w->held) || !(w->sign * c[0] < 0) || w->needed) return false;
    if (s->width > 1) return w->sign * c[1] > 0 && !stays_beyond(s, k, fabs(c[0] / c[1]));
    if (w->affine) return false;
    series_x(s, k, along_x);
    return w->sign * along_x[1] > 0;
}

/* Has an event of this instant taken its slope from the q of a state that guard k reads (sim_freeze)?
 * A q of order 1 never has one. */
struct slopes {
    saltus_reads reads;
    const struct sim *sim;
    bool lost;
};

static void note_slope(saltus_reads *r, saltus_kind kind, int32_t i)
{
    struct slopes *l = (struct slopes *)r;
    const struct sim *s = l->sim;
    const struct state *x;
    if (kind != SALTUS_STATE || !sim_method(s, i)->implicit) return;
    x = &s->net.s[i];
    l->lost |= (x->tq == s->net.env.t || s->width == 1) && x->q[1] == 0 && x->x[1] != 0;
}

static bool frozen(const struct sim *s, int32_t k)
{
    struct slopes l = {.reads = {note_slope}, .sim = s};
    if (s->model->guard.reads) s->model->guard.reads(&s->net.env, k, &l.reads);
    return l.lost;
}

/* It has fired, and its series along q falls back at once. If its handler has taken the slope from the
 * q of a state that carries it on, x knows better, until that q moves. *h: look again after that time. */
static bool goes_on(struct sim *s, int32_t k, const double *c, double *h)
{
    struct watch *w = &s->watch[k];
    double x[SALTUS_SERIES];
    bool beyond = w->sign * c[0] < 0,
         falls =
             beyond ? w->onward : w->fired == s->net.env.t && w->sign * c[1] < 0 && frozen(s, k);
    if (!falls || sim_together(s) || (w->affine && s->width < 2)) return w->onward = false;
    series_x(s, k, x);
    w->onward = is_finite(x, SALTUS_SERIES - 1) && w->sign * x[1] > 0;
    if (!w->onward) return false;
    *h = rules_trusted(x, SALTUS_SERIES - 1);
    if (w->sign * x[0] > 0) *h = fmin(*h, crossing(w->sign, x, SALTUS_SERIES - 1));
    *h = fmax(*h, rules_soonest(s->net.env.t));
    w->predicted = false;
    return true;
}

/* When it is back. A line stays on that side then. */
static double back(struct watch *w, const double *c, int n, double t)
{
    double root[SALTUS_SERIES], h = INFINITY;
    w->held = true;
    w->predicted = false;
    if (n < 2) return h;
    if (roots_all(c, n, INFINITY, root) > 0) h = root[0];
    if (!w->affine) h = fmin(h, rules_trusted(c, n));
    return fmax(h, rules_soonest(t));
}

void sim_guard_look(struct sim *s, int32_t k, bool own)
{
    struct watch *w = &s->watch[k];
    double c[SALTUS_SERIES], h, t = s->net.env.t, z;
    bool flat = false, zero;
    int n;
    if (s->width == 2 && look_line(s, k)) return;
    if (w->part) return;
    if (w->special) {
        edge_look(s, k, own);
        return;
    }
    n = sim_guard_series(s, k, c);
    if (s->status < 0) return;
    z = c[0];
    zero = w->fired == t && set_to_zero(s, k, c[0]);
    if (zero && w->sign < 0 && c[0] > 0) { /* only q */
        w->predicted = w->held = false;
        sched_set(s->events, slot_guard(s, k), INFINITY);
        return;
    }
    if (w->fired == t && w->sign * c[0] < 0 && (own || is_rest(w, c) || sim_guard_noise(s, k, c)))
        c[0] = 0;
    if (w->fired == t && c[0] == 0 && crossing(w->sign, c, n) == 0) flat = flatten(s, k, c, n);
    if (goes_on(s, k, c, &h)) {
        sched_set(s->events, slot_guard(s, k), t + h);
        return;
    }
    if (comes_back(s, k, c)) {
        sched_set(s->events, slot_guard(s, k), t + back(w, c, n, t));
        return;
    }
    w->held = false;
    h = crossing(w->sign, c, n);
    w->predicted = true;
    if ((zero && w->sign > 0) || (w->fired == t && turned(s, k, c, n)) || landed(s, k, c) ||
        rests(s, k, c, n))
        h = 0;
    else if (!w->affine) {
        const struct horizon_guard g = {
            .guard = k, .side = w->sign, .shift = c[0] - z, .c = c, .n = flat ? 0 : n, .root = h};
        bool certain = horizon_has(s, SALTUS_GUARD, k) && (h > 0 || w->fired != t);
        struct rules_sight sight = certain ? horizon_guard(s, &g) : rules_look(c, n, h, t);
        h = sight.h;
        w->predicted = sight.sure;
    }
    if (w->fired != t) w->seen = t;
    sched_set(s->events, slot_guard(s, k), t + h);
    if (w->fired == t && c[0] == 0 && h > 0 && t + h == t && sim_together(s))
        sim_guard_crowds(s, k);
}

/* It has fired at this instant, and what follows is over before the clock can move. */
void sim_guard_crowds(struct sim *s, int32_t k)
{
    sim_fail(s, SALTUS_EZENO, SALTUS_GUARD, k,
             "this guard fires again and again, as fast as the clock can tell",
             "a hysteresis, or an event that ends the motion");
}

void sim_guard_first_look(struct sim *s, int32_t k)
{
    struct watch *w = &s->watch[k];
    if (w->special || w->part) {
        s->engine->look(s, k, false);
        return;
    }
    w->fired = s->net.env.t;
    s->engine->look(s, k, true);
    w->fired = -INFINITY;
    w->seen = s->net.env.t;
}

/* It only touches its zero: it turns there, within rounding of it. (floor(3*sin(x)) comes to -3 and
 * does not pass.) Then it has surely left its zero again a time *h later. */
static bool touches(struct sim *s, int32_t k, const double *c, int n, double *h)
{
    const struct watch *w = &s->watch[k];
    double p0 = w->sign * c[0], p1 = w->sign * c[1], p2 = n < 2 ? 0 : w->sign * c[2], known, level;
    if (w->affine || sim_together(s) || w->fired == s->net.env.t || !(p2 > 0)) return false;
    known = rules_trusted(c, n);
    level = fmax(sim_guard_rounding(s, k, c[0]), rounded * p2 * known * known);
    if (!(p1 * p1 / (4 * p2) - p0 <= level)) return false;
    *h = fmax(-p1 / (2 * p2), 0) + 10 * sqrt((level + fabs(p0)) / p2);
    return known > *h && rules_soonest(s->net.env.t) < *h;
}

bool sim_guard_crosses(struct sim *s, int32_t k)
{
    struct watch *w = &s->watch[k];
    double c[SALTUS_SERIES], h, t = s->net.env.t, seen = w->fired == t ? t : w->seen;
    int n;
    bool crosses;
    if (w->special) return edge_crosses(s, k);
    n = sim_guard_series(s, k, c);
    if (s->status < 0) return false;
    if ((w->held && comes_back(s, k, c)) || (w->onward && goes_on(s, k, c, &h))) {
        sim_guard_look(s, k, false);
        return false;
    }
    crosses = w->sign * c[0] < 0;
    if (crosses && !w->predicted && horizon_certifies(s, SALTUS_GUARD, k)) {
        sim_guard_look(s, k, false); /* is it only rounding? */
        return false;
    }
    if (!crosses && w->predicted) {
        h = crossing(w->sign, c, n);
        crosses = seen == t || rules_arrived(h, t, seen) ||
                  (w->affine && h < INFINITY && h > 0.5 * (t - seen)); /* it only rounds */
    }
    if (crosses && touches(s, k, c, n, &h)) {
        w->predicted = false;
        sched_set(s->events, slot_guard(s, k), t + h);
        return false;
    }
    if (crosses || w->fired == t) keep_rest(w, c);
    if (!crosses) sim_guard_look(s, k, false);
    return crosses;
}
