/* SPDX-License-Identifier: MIT */
/* integrator_element.c - settings of an element, its derivative, its next
 * instant, its step. The rules of all that: quant/rules.h. */
#include "blocks/continuous/integrator_element.h"
#include "base/text.h"
#include "devs/kernel/run.h"
#include "num/roots.h"
#include "quant/target.h"
#include <math.h>
#include <stdio.h>

/* ---- What is told ---------------------------------------------------------------------------- */

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
                 "a larger absolute quantum, or a method for stiff models (liqss2, mliqss2)");
    return false;
}

/* ---- Settings -------------------------------------------------------------------------------- */

static const struct method *find_method(const saltus_cell *c, const char *name)
{
    const struct method *m = method_find(name);
    char text[160];
    if (m) return m;
    snprintf(text, sizeof text, "'%.60s' is not a method for single states", name);
    saltus_cell_fail(c, SALTUS_EARG, "method", text, "one of " METHOD_NAMES_CHOICES);
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
    if (!(r->rel >= 0 && r->abs >= 0)) e->abs = NAN;
}

static void rules_of_run(const saltus_cell *c, struct element *e, int32_t i)
{
    const saltus_options *o = saltus_cell_options(c);
    char name[200];
    if (!o->n_rules) return;
    if (c->size > 1)
        snprintf(name, sizeof name, "%s[%d]", saltus_devs_name(c->run, c->id), i + 1);
    else
        snprintf(name, sizeof name, "%s", saltus_devs_name(c->run, c->id));
    for (size_t k = 0; k < o->n_rules; k++) apply_rule(c, &o->rules[k], name, e);
}

static void settings(const saltus_cell *c, struct element *e, int32_t i)
{
    const saltus_options *o = saltus_cell_options(c);
    const char *word = saltus_part_word(c->part, "method");
    double rel = saltus_part_real(c->part, "rel", i), abs = saltus_part_real(c->part, "abs", i);
    e->m = find_method(c, word ? word : o->method);
    e->rel = rel >= 0 ? rel : isnan(rel) ? rel : o->rel;
    e->abs = abs >= 0 ? abs : isnan(abs) ? abs : o->abs;
    rules_of_run(c, e, i);
    e->rel *= c->run->knobs.scale;
    e->abs *= c->run->knobs.scale;
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
    const struct knobs *k = &c->run->knobs;
    return (struct tuning){.theta = k->theta, .band = k->band, .contact = k->contact != 0};
}

/* ---- x and q --------------------------------------------------------------------------------- */

double element_quantum(const struct element *e)
{
    return rules_quantum(e->rel, e->abs, e->s.x[0]);
}

void element_advance(struct element *e, double t)
{
    rules_advance(&e->s, element_order(e), t);
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

/* ---- Targets: as engine/qss/targets.c, where f at another q is f + A_ii (q' - q) ------------- */

static double elsewhere(const saltus_cell *c, const struct element *e, int32_t i,
                        element_self_fn *self)
{
    double a = self(c, i);
    return e->u.c[0] + (isfinite(a) ? a : 0) * (e->m->target->would(&e->s) - e->s.q[0]);
}

static void target_x(const saltus_cell *c, struct element *e, int32_t i, element_self_fn *self)
{
    bool asks;
    double wake = target_take(&e->s, e->m->target, e->u.c, c->run->knobs.refresh, &asks);
    if (asks) {
        double f[2] = {elsewhere(c, e, i, self), e->u.c[1]};
        wake = fmin(wake, target_rests_until(&e->s, f));
    }
    e->horizon = fmin(e->horizon, wake);
}

static bool may_turn(const saltus_cell *c, const struct element *e, int32_t i,
                     element_self_fn *self)
{
    enum target_may may = target_may_turn(&e->s, c->t);
    return may == TARGET_ASKS ? target_turned_to(&e->s, elsewhere(c, e, i, self))
                              : may == TARGET_TURNS;
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

/* ---- x' and the next instant ----------------------------------------------------------------- */

static void rest(struct element *e, double level)
{
    e->s.x[0] = level;
    for (int k = 1; k <= element_order(e) + 1; k++) e->s.x[k] = 0;
    e->horizon = INFINITY;
}

static void not_finite(const saltus_cell *c, const struct element *e, int32_t i)
{
    element_fail(
        c, i, SALTUS_ENAN,
        isfinite(e->s.x[0]) ? "its derivative is not finite" : "its value is not finite",
        "a division by zero, a root or logarithm outside its domain, or a model that explodes");
}

void element_take(const saltus_cell *c, struct element *e, int32_t i, element_self_fn *self)
{
    int order = element_order(e);
    const double *f = e->u.c;
    double sum;
    bool timed = e->u.open == 2;
    rules_arrive(&e->s, order, c->t);
    sum = rules_slopes(&e->s, order, f);
    e->horizon = INFINITY;
    if ((e->u.open || e->u.order >= order) && rules_looks_further(f, order, timed))
        e->horizon = rules_horizon(f, order, e->s.dq, c->run->knobs.refresh, timed);
    if (e->m->target) target_x(c, e, i, self);
    if (!isfinite(sum)) not_finite(c, e, i);
    if (e->flags & ELEMENT_RESTS) rest(e, e->s.x[0]);
}

double element_root(const double *c, int order, int open, double t, bool *sure)
{
    struct rules_sight s = {roots_first(c, order), true};
    if (open) s = rules_look(c, order, s.h, t);
    *sure = s.sure;
    return s.h;
}

/* The instant at which x leaves the range that it may have, or at which it may move again. */
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
    double h = e->m->wait(e->m, &e->s, &tune, own), refresh = c->run->knobs.refresh;
    e->why = ELEMENT_STEP;
    if (rules_outgrown(&e->s, order, refresh, h)) {
        h = rules_age(&e->s, order, refresh);
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

/* ---- Steps and events ------------------------------------------------------------------------ */

void element_ready(const saltus_cell *c, const struct element *e, int32_t i, element_self_fn *self,
                   struct state *next)
{
    *next = e->s;
    rules_advance(next, element_order(e), c->t);
    next->dq = rules_quantum(e->rel, e->abs, next->x[0]);
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
