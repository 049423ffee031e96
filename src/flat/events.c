/* SPDX-License-Identifier: MIT */
/* events.c - finds what makes events and puts modes in its place.
 *
 * Between events a model has no relations: they are discretes, modes, which change when a guard or
 * a clock says so. That holds for everything that is watched all the time: equations, assertions,
 * conditions of whens. A relation there is one of these:
 *     of Reals that change continuously      a guard, or a clock if only time does (events_make.c)
 *     of Integers of functions of such Reals guards, too
 *     of what changes at events only         evaluated when something changes; makes no event
 *     in noEvent                             evaluated all the time; makes no event
 * A condition of a when, or an assertion, that is to be approached from a side is taken as a whole
 * (events_side.c).
 *
 * What runs only at events or at the start (bodies of whens, initial sections, values of
 * declarations, functions) evaluates its relations there and then. A guard fires at its zero, up to
 * rounding or a quantum: in the body that it makes run, and in all others of that event, its relation
 * is what it has become: after `when x > 1 then`, x > 1.
 *
 * Arguments come first, so that a relation inside a relation is a mode already when it is asked
 * whether the outer one is continuous. */
#include "flat/events.h"

/* ---- Watched --------------------------------------------------------------------------------- */

static struct ir *without_events(struct events *v, struct ir *e)
{
    return ir_relation(v->m, e->op, e->arg[0], e->arg[1], false);
}

static bool moves(struct events *v, const struct ir *e)
{
    return ir_continuous(v->m, e->arg[0]) || ir_continuous(v->m, e->arg[1]);
}

bool events_continuous(struct events *v, const struct ir *e)
{
    return e->arg[0]->type == IR_R && moves(v, e);
}

static struct ir *equality(struct events *v, struct ir *e)
{
    if (!e->integer) return e;
    if (events_continuous(v, e)) {
        error_at(v->m->messages, v->at, "'%s' compares Reals that change continuously",
                 ir_text(v->m->arena, e));
        hint_last(v->m->messages, "use < or >, or noEvent");
    }
    return without_events(v, e);
}

static struct ir *watch(void *user, struct ir *e)
{
    struct events *v = user;
    bool relation = e->op >= IR_LT && e->op <= IR_NE && e->integer;
    if (relation && e->arg[0]->type != IR_R && moves(v, e)) return events_whole(v, e);
    switch (e->op) {
    case IR_LT:
    case IR_LE:
        if (!e->integer) return e;
        return events_continuous(v, e) ? events_relation(v, e) : without_events(v, e);
    case IR_EQ:
    case IR_NE: return equality(v, e);
    case IR_FLOOR:
        if (e->number == 0) return e;
        return ir_continuous(v->m, e->arg[0]) ? events_floor(v, e)
                                              : ir_floor(v->m, e->arg[0], false);
    case IR_SAMPLE: return events_sample(v, e);
    default: return e;
    }
}

struct ir *events_watch(struct events *v, struct ir *e)
{
    return ir_map(v->m, e, watch, v);
}

static void watch_at(struct events *v, struct ir **e, struct place at)
{
    v->at = v->m->at = at;
    *e = events_watch(v, *e);
}

static void watch_side(struct events *v, struct ir **e, struct place at, saltus_side side,
                       bool assertion)
{
    v->at = v->m->at = at;
    *e = side == SALTUS_BILATERAL ? events_watch(v, *e) : events_sided(v, *e, side, assertion);
}

/* ---- Evaluated there and then ---------------------------------------------------------------- */

static struct ir *plain(void *user, struct ir *e)
{
    struct events *v = user;
    if (e->op >= IR_LT && e->op <= IR_NE && e->integer) return without_events(v, e);
    if (e->op == IR_FLOOR && e->number != 0) return ir_floor(v->m, e->arg[0], false);
    return e;
}

struct ir *events_plain(struct events *v, struct ir *e)
{
    return ir_map(v->m, e, plain, v);
}

static void make_plain(struct events *v, struct ir **e)
{
    if (*e) *e = events_plain(v, *e);
}

static struct ir *plain_or_known(void *user, struct ir *e)
{
    struct events *v = user;
    struct ir *now = plain(user, e);
    return e->op == IR_LT || e->op == IR_LE || e->op == IR_FLOOR ? events_known(v, e, now) : now;
}

static void map_stmts(struct events *v, struct ir_stmt *s, ir_map_fn *fn)
{
    for (; s; s = s->next) {
        struct ir **parts[6] = {&s->target,   &s->value,    &s->cond,
                                &s->range[0], &s->range[1], &s->range[2]};
        for (int k = 0; k < 6; k++)
            if (*parts[k]) *parts[k] = ir_map(v->m, *parts[k], fn, v);
        for (int32_t k = 0; k < s->n_targets; k++)
            if (s->targets[k]) s->targets[k] = ir_map(v->m, s->targets[k], fn, v);
        map_stmts(v, s->body, fn);
        map_stmts(v, s->other, fn);
    }
}

static void plain_var(struct events *v, struct ir_var *x)
{
    v->m->at = x->at;
    make_plain(v, &x->start);
    make_plain(v, &x->binding);
    make_plain(v, &x->min);
    make_plain(v, &x->max);
    make_plain(v, &x->nominal);
}

static void plain_model(struct events *v)
{
    struct ir_model *m = v->m;
    for (int32_t k = 0; k < m->vars.n; k++) plain_var(v, m->vars.at[k]);
    for (int32_t k = 0; k < m->initial_eqs.n; k++) {
        m->at = m->initial_eqs.at[k].at;
        make_plain(v, &m->initial_eqs.at[k].lhs);
        make_plain(v, &m->initial_eqs.at[k].rhs);
    }
    map_stmts(v, m->initial, plain);
    for (int32_t k = 0; k < m->functions.n; k++) {
        m->at = m->functions.at[k]->at;
        map_stmts(v, m->functions.at[k]->body, plain);
    }
}

/* ---- The model ------------------------------------------------------------------------------- */

/* not initial() becomes true when the start is over: that is no event. */
static void refuse_not_initial(struct events *v, struct ir *cond, struct place at)
{
    if (cond->op != IR_NOT || cond->arg[0]->op != IR_INITIAL) return;
    error_at(v->m->messages, at, "a 'when' cannot wait for the end of the start");
    hint_last(v->m->messages, "time > t0, with the time of the start, becomes true just after it");
}

static void watch_when(struct events *v, struct ir_when *w)
{
    for (int32_t k = 0; k < w->n_branches; k++) {
        struct ir_branch *b = &w->branches[k];
        for (int32_t j = 0; j < b->n_conds; j++) refuse_not_initial(v, b->conds[j], b->at);
        for (int32_t j = 0; j < b->n_conds; j++) watch_side(v, &b->conds[j], b->at, w->side, false);
    }
}

static void known_in_when(struct events *v, struct ir_when *w)
{
    for (int32_t k = 0; k < w->n_branches; k++) {
        v->at = v->m->at = w->branches[k].at;
        map_stmts(v, w->branches[k].body, plain_or_known);
    }
}

/* ---- Order of clocks ------------------------------------------------------------------------- */

static struct ir *renumber(void *user, struct ir *e)
{
    struct events *v = user;
    if (e->op != IR_SAMPLE || e->integer <= 0) return e;
    return ir_other(v->m, IR_SAMPLE, IR_B, v->place[e->integer - 1] + 1, e->arg, 2);
}

static void renumber_all(struct events *v)
{
    struct ir_model *m = v->m;
    for (int32_t k = 0; k < m->eqs.n; k++) {
        m->eqs.at[k].lhs = ir_map(m, m->eqs.at[k].lhs, renumber, v);
        m->eqs.at[k].rhs = ir_map(m, m->eqs.at[k].rhs, renumber, v);
    }
    for (int32_t k = 0; k < m->asserts.n; k++)
        m->asserts.at[k].cond = ir_map(m, m->asserts.at[k].cond, renumber, v);
    for (int32_t k = 0; k < m->whens.n; k++)
        for (int32_t j = 0; j < m->whens.at[k].n_branches; j++) {
            struct ir_branch *b = &m->whens.at[k].branches[j];
            for (int32_t i = 0; i < b->n_conds; i++)
                b->conds[i] = ir_map(m, b->conds[i], renumber, v);
        }
}

/* time > due becomes true just after the instant at which time >= due does: at equal times the
 * clock with the smaller number fires first. */
static void strict_last(struct events *v)
{
    struct ir_model *m = v->m;
    int32_t n = m->clocks.n, to = 0;
    struct ir_clock *sorted = ARENA_ARRAY(m->arena, struct ir_clock, n + 1);
    v->place = ARENA_ARRAY(m->arena, int32_t, n + 1);
    for (int strict = 0; strict < 2; strict++)
        for (int32_t k = 0; k < n; k++)
            if (m->clocks.at[k].strict == strict) {
                v->place[k] = to;
                sorted[to++] = m->clocks.at[k];
            }
    for (int32_t k = 0; k < n; k++) m->clocks.at[k] = sorted[k];
    renumber_all(v);
}

bool flat_events(struct ir_model *m)
{
    struct events v = {.m = m};
    int before = m->messages->errors;
    plain_model(&v);
    for (int32_t k = 0; k < m->eqs.n; k++) {
        struct ir_eq *e = &m->eqs.at[k];
        watch_at(&v, &e->lhs, e->at);
        watch_at(&v, &e->rhs, e->at);
    }
    for (int32_t k = 0; k < m->whens.n; k++) watch_when(&v, &m->whens.at[k]);
    for (int32_t k = 0; k < m->asserts.n; k++) {
        struct ir_assert *a = &m->asserts.at[k];
        watch_side(&v, &a->cond, a->at, a->side, true);
    }
    for (int32_t k = 0; k < m->whens.n; k++) known_in_when(&v, &m->whens.at[k]);
    strict_last(&v);
    return m->messages->errors == before;
}
