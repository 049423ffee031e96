/* SPDX-License-Identifier: MIT */
/* handler_run.c - the code of items.
 *
 * A condition rises if it holds now and did not hold before: the same expression, once over the
 * discretes as they are and once over ev->pre. In rounds, what was true in the last round counts as
 * before. */
#include "emit/lower/handler.h"

enum { ROUNDS = 100 };

static struct code_expr *local(struct taylor *t, int32_t slot)
{
    return code_local(t->code, t->f, slot);
}

static void mark(struct taylor *t, struct code_body *to, int32_t changed)
{
    if (changed >= 0) code_set(t->code, to, changed, code_int(t->code, 1));
}

static struct code_expr *value_before(struct taylor *t, struct code_body *to, struct ir *e)
{
    bool terminal = t->terminal;
    struct code_expr *x;
    t->before = true;
    t->terminal = false;
    x = taylor_value(t, to, e);
    t->before = false;
    t->terminal = terminal;
    return x;
}

static struct code_expr *rises(struct taylor *t, struct code_body *to, struct ir *cond)
{
    struct code_expr *now = taylor_value(t, to, cond);
    if (now->op == CODE_INT && !now->integer) return now;
    return code_binary(t->code, CODE_AND, now,
                       code_unary(t->code, CODE_NOT, value_before(t, to, cond)));
}

/* Rounds of an event, and what conditions were in the last one. */
struct rounds {
    int32_t round, changed;  /* slots                                                           */
    struct code_expr *point; /* of the item at hand, among points                               */
    int64_t points;
};

/* In rounds, pre(x) is what x was in the last round, and so what a condition with pre was then
 * cannot be found out again: it is kept. */
static struct code_expr *rises_again(struct taylor *t, struct code_body *to, struct ir *cond,
                                     const struct rounds *r)
{
    struct code_model *m = t->code;
    int32_t last = code_slot_new(m, t->f, "was", CODE_R, (int32_t)r->points);
    int32_t now = code_slot_new(m, t->f, "now", CODE_I, 0);
    int32_t before = code_slot_new(m, t->f, "before", CODE_I, 0);
    struct code_body first = {0}, later = {0};
    code_set(m, to, now, taylor_value(t, to, cond));
    code_set(m, &first, before, value_before(t, &first, cond));
    code_set(m, &later, before,
             code_binary(m, CODE_NE, code_item(m, last, r->point), code_real(m, 0)));
    taylor_if(t, to, code_binary(m, CODE_EQ, local(t, r->round), code_int(m, 1)), &first, &later);
    code_put(m, to, last, r->point, code_unary(m, CODE_TO_REAL, local(t, now)));
    return code_binary(m, CODE_AND, local(t, now), code_unary(m, CODE_NOT, local(t, before)));
}

static struct code_expr *any_rises(struct taylor *t, struct code_body *to,
                                   const struct ir_branch *b, const struct rounds *r)
{
    struct code_expr *any = code_int(t->code, 0);
    t->at = b->at;
    for (int32_t j = 0; j < b->n_conds; j++) {
        bool again = r && ir_has_op(t->l->m, b->conds[j], IR_PRE);
        any = code_binary(t->code, CODE_OR, any,
                          again ? rises_again(t, to, b->conds[j], r) : rises(t, to, b->conds[j]));
    }
    return any;
}

/* Branches from k on: the first that rises runs. In rounds all are looked at (known) first. */
static void branches(struct taylor *t, struct code_body *to, const struct ir_when *w, int32_t k,
                     const struct rounds *r, struct code_expr **known)
{
    struct code_body yes = {0}, no = {0};
    struct code_expr *any;
    if (k == w->n_branches) return;
    any = known ? known[k] : any_rises(t, to, &w->branches[k], r);
    lower_statements(t, &yes, w->branches[k].body);
    if (r) mark(t, &yes, r->changed);
    branches(t, &no, w, k + 1, r, known);
    taylor_if(t, to, any, &yes, &no);
}

static void when(struct taylor *t, struct code_body *to, const struct ir_when *w,
                 const struct rounds *r)
{
    struct code_expr **known = ARENA_ARRAY(t->l->arena, struct code_expr *, w->n_branches + 1);
    for (int32_t k = 0; r && k < w->n_branches; k++)
        known[k] = any_rises(t, to, &w->branches[k], r);
    branches(t, to, w, 0, r, r ? known : NULL);
}

void handler_define(struct taylor *t, struct code_body *to, const struct ir_def *d, int32_t changed)
{
    struct code_model *m = t->code;
    struct code_expr *x, *at;
    struct code_body other = {0};
    int32_t slot;
    t->at = d->at;
    x = taylor_value(t, to, d->value);
    if (x->type == CODE_I) x = code_unary(m, CODE_TO_REAL, x);
    at = taylor_target(t, to, d->index, d->var->first, d->var->count, d->var->name);
    if (changed >= 0) {
        slot = code_slot_new(m, t->f, "v", CODE_R, 0);
        code_set(m, to, slot, x);
        x = local(t, slot);
        mark(t, &other, changed);
        taylor_if(t, to, code_binary(m, CODE_NE, x, code_leaf(m, CODE_D, 0, at)), &other, NULL);
    }
    lower_assign(t, to, d->var, at, x);
}

/* A clock whose instant has moved into the future can become due again. The handler of a strict
 * clock runs just after its instant: time is beyond it then, and so is an instant that is now. In
 * other handlers an instant that is now is still to come if it has just been moved here; if not,
 * the clock has fired at it. */
static void put_back(struct taylor *t, struct code_body *to, const struct ir_clock *c,
                     int32_t changed)
{
    struct code_model *m = t->code;
    struct ir *at = ir_position(t->l->m, c->iters, c->n_iters);
    struct ir *mode = ir_var_at(t->l->m, IR_VAR, c->mode, at);
    struct code_expr *on = taylor_value(t, to, mode), *due = taylor_value(t, to, c->due);
    struct code_expr *now = code_leaf(m, CODE_TIME, 0, NULL), *later;
    struct code_body part = {0};
    later = code_binary(m, CODE_LT, now, due);
    if (c->strict && !taylor_just_after(t)) {
        struct code_expr *moved = code_binary(m, CODE_NE, due, value_before(t, to, c->due));
        moved = code_binary(m, CODE_AND, code_binary(m, CODE_EQ, now, due), moved);
        later = code_binary(m, CODE_OR, later, moved);
    }
    lower_assign(t, &part, c->mode,
                 taylor_target(t, &part, at, c->mode->first, c->mode->count, c->mode->name),
                 code_int(m, 0));
    mark(t, &part, changed);
    taylor_if(t, to, code_binary(m, CODE_AND, on, later), &part, NULL);
}

static void complain(struct taylor *t, struct code_body *to, const struct ir_assert *a)
{
    struct code_body bad = {0};
    struct code_expr *now, *bad_now;
    t->at = a->at;
    now = taylor_value(t, to, a->cond);
    bad_now = code_unary(t->code, CODE_NOT, now);
    if (a->warning) bad_now = code_binary(t->code, CODE_AND, bad_now, value_before(t, to, a->cond));
    lower_say(t, &bad, a->warning ? CODE_MESSAGE : CODE_FAULT, a->text);
    taylor_if(t, to, bad_now, &bad, NULL);
}

static void run_item(struct taylor *t, struct code_body *to, const struct item *item,
                     const struct rounds *r)
{
    const struct ir_model *m = t->l->m;
    int32_t changed = r ? r->changed : -1;
    switch (item->kind) {
    case ITEM_DEF: handler_define(t, to, &m->discrete_defs.at[item->number], changed); break;
    case ITEM_WHEN: when(t, to, &m->whens.at[item->number], r); break;
    case ITEM_CLOCK: put_back(t, to, &m->clocks.at[item->number], changed); break;
    case ITEM_ASSERT: complain(t, to, &m->asserts.at[item->number]); break;
    }
}

/* ---- Where ----------------------------------------------------------------------------------- */

/* Does each point need what later points write, and none what earlier ones do? a[i] = 2*a[i+1] */
static bool runs_backwards(struct taylor *t, const struct item *item)
{
    bool back = false;
    int64_t lo, hi;
    for (int32_t j = 0; j < item->writes.n; j++)
        for (int32_t k = 0; k < item->uses.n; k++) {
            const struct access *w = &item->writes.at[j], *u = &item->uses.at[k];
            if (u->pre || u->var != w->var || !u->index || !w->index) continue;
            if (!ir_bounds(ir_binary(t->l->m, IR_SUB, u->index, w->index), &lo, &hi)) return false;
            if (item->iters[item->n_iters - 1]->step < 0 ? lo >= 0 : hi <= 0) return false;
            back = item->iters[item->n_iters - 1]->step < 0 ? hi < 0 : lo > 0;
        }
    return back;
}

static void run_loops(struct taylor *t, struct code_body *to, const struct item *item, int32_t k,
                      const struct rounds *r)
{
    const struct ir_iter *it;
    struct code_body part = {0};
    struct rounds inner;
    int32_t i;
    if (k == item->n_iters) {
        run_item(t, to, item, r);
        return;
    }
    it = item->iters[k];
    i = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, it->name, -1), CODE_I, 0);
    taylor_bind(t, it, local(t, i), it->lo, it->step);
    if (r) {
        inner = *r;
        inner.point = code_binary(t->code, CODE_MUL, r->point, code_int(t->code, it->count));
        inner.point = code_binary(t->code, CODE_ADD, inner.point, local(t, i));
    }
    run_loops(t, &part, item, k + 1, r ? &inner : NULL);
    taylor_unbind(t);
    if (item->kind == ITEM_WHEN && t->l->m->whens.at[item->number].equations &&
        runs_backwards(t, item))
        taylor_loop(t, to, i, it->count - 1, 0, -1, &part);
    else
        taylor_loop(t, to, i, 0, it->count - 1, 1, &part);
}

static struct code_expr *kept(struct taylor *t, struct code_body *to, const struct ir_iter *it,
                              struct code_expr *x)
{
    int32_t slot;
    if (x->op == CODE_INT || x->op == CODE_LOCAL) return x;
    slot = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, it->name, -1), CODE_I, 0);
    code_set(t->code, to, slot, x);
    return local(t, slot);
}

static void run_instance(struct taylor *t, struct code_body *to, const struct instance *in,
                         struct rounds *r)
{
    const struct item *item = in->item;
    struct bound *outside = t->bounds;
    struct code_expr *test, **value;
    struct code_body part = {0};
    if (r) r->point = code_int(t->code, 0);
    if (r) r->points = !in->to && item->n_iters ? lower_points(item->iters, item->n_iters) : 1;
    if (!in->to && item->n_iters) {
        run_loops(t, to, item, 0, r);
        return;
    }
    test = taylor_value(t, to, in->test);
    value = ARENA_ARRAY(t->l->arena, struct code_expr *, item->n_iters + 1);
    for (int32_t k = 0; k < item->n_iters; k++)
        value[k] = kept(t, &part, item->iters[k], taylor_value(t, &part, in->to[k]));
    for (int32_t k = 0; k < item->n_iters; k++) taylor_bind(t, item->iters[k], value[k], 0, 1);
    run_item(t, &part, item, r);
    t->bounds = outside;
    taylor_if(t, to, test, &part, NULL);
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static void run_rounds(struct taylor *t, struct code_body *to, const struct reaction *r)
{
    struct code_model *m = t->code;
    struct rounds s = {0};
    struct code_body part = {0}, out = {0};
    s.round = code_slot_new(m, t->f, "round", CODE_I, 0);
    s.changed = code_slot_new(m, t->f, "changed", CODE_I, 0);
    if (t->clock) t->firing = code_binary(m, CODE_EQ, local(t, s.round), code_int(m, 1));
    code_set(m, &part, s.changed, code_int(m, 0));
    for (int32_t k = 0; k < r->instances.n; k++) run_instance(t, &part, &r->instances.at[k], &s);
    code_add(m, &out, CODE_RETURN);
    taylor_if(t, &part, code_unary(m, CODE_NOT, local(t, s.changed)), &out, NULL);
    code_add(m, &part, CODE_ADVANCE);
    taylor_loop(t, to, s.round, 1, ROUNDS, 1, &part);
    taylor_fault(t, to, "the event does not settle: what it changes keeps changing");
}

void handler_run(struct taylor *t, struct code_body *to, const struct reaction *r)
{
    if (r->rounds) {
        run_rounds(t, to, r);
        return;
    }
    for (int32_t k = 0; k < r->instances.n; k++) run_instance(t, to, &r->instances.at[k], NULL);
}
