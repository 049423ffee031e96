/* SPDX-License-Identifier: MIT */
/* integrator_element.c - settings of an element, its derivative, its next
 * instant, its step. Equation numbers: engine/qss/step.c. */
#include "blocks/continuous/integrator_element.h"
#include "base/text.h"
#include "num/poly.h"
#include "num/power.h"
#include "num/roots.h"
#include "quant/target.h"
#include <float.h>
#include <math.h>
#include <stdio.h>

static const double inverse[] = {0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6};

/* ---- What is told ------------------------------------------------------------------------------ */

void element_fail(const saltus_cell *c, int32_t i, saltus_status st, const char *text,
                  const char *hint)
{
    char buf[300];
    if (c->size > 1)
        snprintf(buf, sizeof buf, "element %d: %s", i + 1, text);
    else
        snprintf(buf, sizeof buf, "%s", text);
    saltus_cell_fail(c, st, NULL, buf, hint);
}

bool element_repeat(const saltus_cell *c, int32_t i, double *when, uint64_t *count)
{
    if (*when != c->t) *count = 0;
    *when = c->t;
    if (++*count <= saltus_cell_options(c)->max_instant + 4 * (uint64_t)c->size) return true;
    element_fail(c, i, SALTUS_ESTUCK, "its steps have become too small to advance the clock",
                 "a larger absolute quantum, or a method for stiff models "
                 "(liqss2, mliqss2)");
    return false;
}

/* ---- Settings ---------------------------------------------------------------------------------- */

static const struct method *find_method(const saltus_cell *c, const char *name)
{
    const struct method *m = method_find(name);
    char text[160];
    if (m) return m;
    snprintf(text, sizeof text, "'%.60s' is not a method for single states", name);
    saltus_cell_fail(c, SALTUS_EARG, "method", text, "one of " ELEMENT_METHODS);
    return NULL;
}

/* As in run/load.c. */
static void apply_rule(const saltus_cell *c, const saltus_rule *r, const char *name,
                       struct element *e)
{
    if (!e->m || !r->pattern || !text_match(r->pattern, name)) return;
    if (r->method) e->m = find_method(c, r->method);
    if (r->rel > 0 || (r->rel == 0 && r->abs > 0)) e->rel = r->rel;
    if (r->abs > 0) e->abs = r->abs;
    if (isnan(r->rel) || isnan(r->abs)) e->abs = NAN;
}

static void settings(const saltus_cell *c, struct element *e, int32_t i)
{
    const saltus_options *o = saltus_cell_options(c);
    const char *word = saltus_part_word(c->part, "method");
    double rel = saltus_part_real(c->part, "rel", i), abs = saltus_part_real(c->part, "abs", i);
    char name[200];
    e->m = find_method(c, word ? word : o->method);
    e->rel = rel >= 0 ? rel : isnan(rel) ? rel : o->rel;
    e->abs = abs >= 0 ? abs : isnan(abs) ? abs : o->abs;
    if (!o->n_rules) return;
    if (c->size > 1)
        snprintf(name, sizeof name, "%s[%d]", saltus_devs_name(c->run, c->id), i + 1);
    else
        snprintf(name, sizeof name, "%s", saltus_devs_name(c->run, c->id));
    for (size_t k = 0; k < o->n_rules; k++) apply_rule(c, &o->rules[k], name, e);
}

bool element_start(const saltus_cell *c, struct element *e, int32_t i, double start)
{
    settings(c, e, i);
    if (!e->m) return false;
    if (!(e->rel >= 0 && e->abs > 0 && isfinite(e->rel) && isfinite(e->abs))) {
        element_fail(c, i, SALTUS_EARG,
                     "the absolute quantum must be positive, the relative one not negative", NULL);
        return false;
    }
    if (!isfinite(start)) {
        element_fail(c, i, SALTUS_ENAN, "its start value is not finite", NULL);
        return false;
    }
    e->min = -INFINITY;
    e->max = INFINITY;
    e->horizon = INFINITY;
    e->considered = -INFINITY;
    e->s.x[0] = e->s.q[0] = start;
    e->s.tx = e->s.tq = e->u.t = c->t;
    e->s.dq = element_quantum(e);
    return true;
}

struct tuning element_tuning(const saltus_cell *c)
{
    const saltus_options *o = saltus_cell_options(c);
    return (struct tuning){o->theta, o->band, o->contact != 0};
}

/* ---- x and q ----------------------------------------------------------------------------------- */

double element_quantum(const struct element *e)
{
    double r = e->rel * fabs(e->s.x[0]);
    return r > e->abs ? r : e->abs;
}

double element_x(const struct element *e, double t)
{
    return poly_value(e->s.x, element_order(e) + 1, t - e->s.tx);
}

static void advance(struct state *s, int degree, double t)
{
    double h = t - s->tx;
    if (h == 0) return;
    if (degree == 3) {
        s->x[0] += h * (s->x[1] + h * (s->x[2] + h * s->x[3]));
        s->x[1] += h * (2 * s->x[2] + 3 * h * s->x[3]);
        s->x[2] += 3 * h * s->x[3];
    } else {
        poly_shift(s->x, degree, h);
    }
    s->tx = t;
}

void element_advance(struct element *e, double t)
{
    advance(&e->s, element_order(e) + 1, t);
}

void element_assign(struct element *e, double t, double value)
{
    e->s.q[0] = value;
    for (int k = 1; k < SALTUS_SIGNAL; k++) e->s.q[k] = 0;
    e->s.tq = t;
}

void element_say(const struct element *e, double t, saltus_message *m)
{
    int degree = element_order(e) - 1;
    double h = t - e->s.tq;
    m->order = (int16_t)degree;
    for (int k = 0; k <= degree; k++) m->c[k] = e->s.q[k];
    if (h != 0) poly_shift(m->c, degree, h);
}

/* ---- The derivative ---------------------------------------------------------------------------- */

/* sum of |c[k]| h^(k+1)/(k+1), k = from..to */
static double weight(const double *c, int from, int to, double h)
{
    double sum = 0, p = 1;
    for (int k = 0; k <= to; k++) {
        p *= h;
        if (k >= from) sum += fabs(c[k]) * p * inverse[k + 1];
    }
    return sum;
}

/* What the coefficients above c[order] say about the time for which the series
 * may be used. */
static double look_further(const struct element *e, int order, double refresh)
{
    const double *c = e->u.c;
    double most = refresh * e->s.dq, h = INFINITY, share = order < 3 ? 1e-3 : 0.02;
    int last = SALTUS_SERIES - 1, used = order < 3 ? order : 2;
    for (int k = order < last ? order + 1 : last; k <= last; k++)
        if (c[k] != 0) h = fmin(h, power_root(most * (k + 1) / fabs(c[k]), k + 1));
    if (e->u.open != 2) return h;
    if (isinf(h) && c[used + 1] != 0) h = power_root(e->s.dq / fabs(c[used + 1]), used + 2);
    if (isinf(h)) return h;
    for (int tries = 0; tries < 60; tries++, h *= 0.5) { /* (2) */
        double rest = weight(c, used + 1, last, h);
        if (rest <= share * weight(c, 0, used, h) || rest <= 1e-9 * e->s.dq) break;
    }
    return h;
}

/* ---- BQSS and CQSS: as engine/qss/targets.c, where f at another q is f + A_ii (q' -
 * q) ----------------------- */

static double turns_after(const double *c, double dq)
{
    return c[0] * c[1] < 0 ? -c[0] / c[1] + sqrt(0.02 * dq / fabs(c[1])) : INFINITY;
}

static double elsewhere(const saltus_cell *c, const struct element *e, int32_t i,
                        element_self_fn *self)
{
    double a = self(c, i);
    return e->u.c[0] + (isfinite(a) ? a : 0) * (e->m->target->would(&e->s) - e->s.q[0]);
}

static double rests_until(const saltus_cell *c, const struct element *e, int32_t i,
                          element_self_fn *self)
{
    double f[2] = {elsewhere(c, e, i, self), e->u.c[1]};
    if (f[0] * e->s.a < 0) return 0.1 * e->s.dq / fabs(f[0]);
    return turns_after(f, e->s.dq);
}

static void target_x(const saltus_cell *c, struct element *e, int32_t i, element_self_fn *self)
{
    const double *f = e->u.c;
    double slope = e->m->target->slope(&e->s, f[0]), wake = e->horizon;
    e->s.x[1] = slope;
    e->s.x[2] = slope == 0 ? 0 : f[1] / 2;
    wake = fmin(wake, turns_after(f, e->s.dq));
    if (slope == 0 && f[0] != 0 && f[1] != 0) wake = fmin(wake, rests_until(c, e, i, self));
    if (f[0] == 0 && f[1] != 0)
        wake = fmin(wake, sqrt(2 * saltus_cell_options(c)->refresh * e->s.dq / fabs(f[1])));
    e->horizon = wake;
}

static bool may_turn(const saltus_cell *c, const struct element *e, int32_t i, element_self_fn *self)
{
    if (TARGET_TURNED(&e->s) >= c->t) return false;
    if (TARGET_SET(&e->s) < c->t) return true;
    return elsewhere(c, e, i, self) * e->s.a < 0;
}

bool element_turn(const saltus_cell *c, struct element *e, int32_t i, element_self_fn *self,
                  uint64_t cascade)
{
    const struct method_target *target = e->m->target;
    double f = e->u.c[0];
    if (!target || (e->considered == c->t && e->cascade == cascade)) return false;
    e->considered = c->t;
    e->cascade = cascade;
    element_advance(e, c->t);
    if (!target->against(&e->s, f) || !may_turn(c, e, i, self)) return false;
    return target->turn(&e->s, f, c->t);
}

/* ---- x' and the next instant ------------------------------------------------------------------- */

static void rest(struct element *e, double level)
{
    e->s.x[0] = level;
    for (int k = 1; k <= element_order(e) + 1; k++) e->s.x[k] = 0;
    e->horizon = INFINITY;
}

static void not_finite(const saltus_cell *c, const struct element *e, int32_t i)
{
    element_fail(c, i, SALTUS_ENAN,
                 isfinite(e->s.x[0]) ? "its derivative is not finite" : "its value is not finite",
                 "a division by zero, a root or logarithm outside its domain, or "
                 "a model that explodes");
}

void element_take(const saltus_cell *c, struct element *e, int32_t i, element_self_fn *self)
{
    int order = element_order(e);
    const double *f = e->u.c;
    double sum = element_x(e, c->t);
    e->s.x[0] = sum;
    e->s.tx = c->t;
    for (int k = 0; k <= order; k++) {
        e->s.x[k + 1] = f[k] * inverse[k + 1];
        sum += f[k];
    }
    e->horizon = INFINITY;
    if ((e->u.open || e->u.order >= order) && (e->u.open == 2 || f[order] == 0))
        e->horizon = look_further(e, order, saltus_cell_options(c)->refresh);
    if (e->m->target) target_x(c, e, i, self);
    if (!isfinite(sum)) not_finite(c, e, i);
    if (e->flags & ELEMENT_RESTS) rest(e, e->s.x[0]);
}

double element_root(const double *c, int order, int open, double t, bool *sure)
{
    double h = roots_first(c, order), most = INFINITY;
    *sure = true;
    if (!open || order < 1) return h;
    for (int j = order > 1 ? order - 1 : 1; j <= order; j++)
        if (c[j] != 0)
            most = fmin(most, fmax(power_root(fabs(c[0] / c[j]), j),
                                   j > 1 ? 0.5 * power_root(fabs(c[1] / c[j]), j - 1) : 0));
    if (isinf(most)) return h;
    if (h <= most) {
        double rest = fabs(c[order]);
        for (int j = 0; j < order; j++) rest *= h;
        if (!(rest > 1e-10 * (fabs(c[0]) + fabs(c[1] * h))) || t + 0.1 * h == t) return h;
        most = 0.9 * h;
    }
    *sure = false;
    return fmax(most, 4 * DBL_EPSILON * fabs(t) + DBL_MIN);
}

/* The instant at which x leaves the range that it may have, or at which it may
 * move again. */
static double limit_wait(const struct element *e, bool *sure)
{
    double d[SALTUS_SIGNAL + 2], h = INFINITY;
    int n = element_order(e) + 1;
    *sure = true;
    if (e->flags & ELEMENT_RESTS) return element_root(e->u.c, e->u.order, e->u.open, e->s.tx, sure);
    for (int k = 1; k <= n; k++) d[k] = e->s.x[k];
    for (int side = 0; side < 2; side++) {
        double level = side ? e->max : e->min;
        if (isinf(level)) continue;
        d[0] = e->s.x[0] - level;
        h = fmin(h, (side ? d[0] > 0 : d[0] < 0) ? 0 : roots_first(d, n));
    }
    return h;
}

double element_next(const saltus_cell *c, struct element *e, bool own)
{
    struct tuning tune = element_tuning(c);
    int order = element_order(e);
    double h = e->m->wait(e->m, &e->s, &tune, own), top = fabs(e->s.x[order + 1]);
    double most = saltus_cell_options(c)->refresh * e->s.dq, grown = top;
    e->why = ELEMENT_STEP;
    for (int k = 0; k <= order; k++) grown *= h;
    if (grown > most) { /* (1); 0 * infinity is no reason */
        h = power_root(most / top, order + 1);
        e->why = ELEMENT_REFRESH;
    }
    if (e->horizon < h) {
        h = e->horizon;
        e->why = ELEMENT_REFRESH;
    }
    if (e->flags & ELEMENT_LIMITED) {
        bool sure;
        double at = limit_wait(e, &sure);
        if (e->flags & ELEMENT_RESTS) h = INFINITY;
        if (at < h) {
            h = at;
            e->why = !sure                      ? ELEMENT_REFRESH
                     : e->flags & ELEMENT_RESTS ? ELEMENT_FREE
                                                : ELEMENT_LIMIT;
        }
    }
    return c->t + h;
}

/* ---- Steps and events -------------------------------------------------------------------------- */

void element_ready(const saltus_cell *c, const struct element *e, int32_t i, element_self_fn *self,
                   struct state *next)
{
    double r;
    *next = e->s;
    advance(next, element_order(e) + 1, c->t);
    r = e->rel * fabs(next->x[0]);
    next->dq = r > e->abs ? r : e->abs;
    if (e->m->implicit) {
        double a = self(c, i);
        if (isfinite(a)) next->a = a;
    }
}

void element_choose(const saltus_cell *c, const struct element *e, struct state *next)
{
    struct tuning tune = element_tuning(c);
    e->m->choose(e->m, next, c->t, &tune);
}

bool element_freeze(struct element *e, double t)
{
    int n = element_order(e);
    bool sloping = false;
    if (!e->m->implicit || e->flags & ELEMENT_MARKED) return false;
    for (int k = 1; k < n; k++) sloping |= e->s.q[k] != 0;
    if (!sloping) return false;
    element_assign(e, t, poly_value(e->s.q, n - 1, t - e->s.tq));
    return true;
}

bool element_reset(struct element *e, double t, double value)
{
    element_advance(e, t);
    if (e->s.x[0] == value) return false;
    e->s.x[0] = value;
    e->s.dq = element_quantum(e);
    element_assign(e, t, value);
    e->s.aux[0] = 0;
    e->flags &= (uint8_t)~ELEMENT_RESTS;
    if (e->m->target) e->m->target->begin(&e->s, t);
    return true;
}

/* The sign of u from now on. */
static int heading(const struct element *e)
{
    for (int k = 0; k <= e->u.order; k++)
        if (e->u.c[k] != 0) return e->u.c[k] > 0 ? 1 : -1;
    return 0;
}

bool element_outward(const struct element *e)
{
    if (!(e->flags & ELEMENT_LIMITED)) return false;
    return (e->s.x[0] >= e->max && heading(e) > 0) || (e->s.x[0] <= e->min && heading(e) < 0);
}

bool element_stop(struct element *e, double t)
{
    double level = e->s.x[0] >= e->max ? e->max : e->min;
    e->flags |= ELEMENT_RESTS;
    rest(e, level);
    e->s.tx = t;
    if (e->s.q[0] == level && element_order(e) == 1) return false;
    element_assign(e, t, level);
    return true;
}
