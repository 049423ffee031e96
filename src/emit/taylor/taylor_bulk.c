/* SPDX-License-Identifier: MIT */
/* taylor_bulk.c - reductions, calls and solved unknowns: all their levels come at once.
 *
 * A reduction is a loop; its body is a plan of its own, whose levels are computed and added up at
 * each point. The arguments of a call are plans of their own, too: their coefficients go into
 * arrays, SERIES per element, and so do the results. Calls of one function with the same arguments
 * are one call, whichever of its outputs is asked for; the same holds for the unknowns of a
 * loop. */
#include "emit/lower/newton.h"

static struct code_expr *local(struct taylor *t, int32_t slot)
{
    return code_local(t->code, t->f, slot);
}

static int32_t new_slot(struct taylor *t, const char *name, enum code_type type, int64_t size)
{
    return code_slot_new(t->code, t->f, name, type, (int32_t)size);
}

static int levels_of(const struct series *s)
{
    int levels = s->moving ? s->region->plan->levels : 1;
    return levels < s->span ? levels : s->span;
}

/* How many levels a call is asked for. */
static struct code_expr *order_for(struct series *s)
{
    struct taylor *t = s->region->plan->t;
    int levels = levels_of(s);
    if (levels == 1 || t->order < 0) return code_int(t->code, levels);
    return local(t, t->order);
}

/* ---- Reductions ------------------------------------------------------------------------------ */

struct fold {
    struct taylor *t;
    const struct series *s;
    int32_t v[SERIES]; /* the body at one point                                           */
};

static void add_up(void *user, struct code_body *to, int k, struct code_expr *c)
{
    struct fold *f = user;
    int32_t slot = f->s->slots[k];
    if (c) code_set(f->t->code, to, slot, code_binary(f->t->code, CODE_ADD, local(f->t, slot), c));
}

static void note(void *user, struct code_body *to, int k, struct code_expr *c)
{
    struct fold *f = user;
    bool real = f->s->node->type == IR_R;
    f->v[k] = new_slot(f->t, "v", real ? CODE_R : CODE_I, 0);
    if (!c) c = real ? code_real(f->t->code, 0) : code_int(f->t->code, 0);
    code_set(f->t->code, to, f->v[k], c);
}

/* r_k := sum r_i v_(k-i), from the highest level down so that each finds the old ones below it. */
static void multiply(struct fold *f, struct code_body *to, int levels, int spans)
{
    struct taylor *t = f->t;
    for (int k = levels - 1; k >= 0; k--) {
        struct code_expr *sum = NULL;
        struct code_body part = {0};
        for (int i = 0; i <= k; i++) {
            if (k - i >= spans) continue;
            sum = taylor_fold(
                t, CODE_ADD, sum,
                code_binary(t->code, CODE_MUL, local(t, f->s->slots[i]), local(t, f->v[k - i])));
        }
        code_set(t->code, &part, f->s->slots[k], sum);
        taylor_if(t, to, k ? taylor_wanted(t, k) : code_int(t->code, 1), &part, NULL);
    }
}

static void take_extreme(struct fold *f, struct code_body *to, int levels)
{
    struct taylor *t = f->t;
    bool min = f->s->node->op == IR_MIN;
    struct code_expr *v = local(t, f->v[0]), *r = local(t, f->s->slots[0]);
    struct code_expr *better = code_binary(t->code, CODE_LT, min ? v : r, min ? r : v);
    struct code_body yes = {0};
    for (int k = 0; k < levels; k++) {
        struct code_body part = {0};
        code_set(t->code, &part, f->s->slots[k], local(t, f->v[k]));
        taylor_if(t, &yes, k ? taylor_wanted(t, k) : code_int(t->code, 1), &part, NULL);
    }
    taylor_if(t, to, better, &yes, NULL);
}

static struct code_expr *neutral(struct code_model *m, const struct ir *e, int k)
{
    bool one = e->op == IR_PRODUCT && k == 0;
    double big = e->op == IR_MIN ? 0x1.fffffffffffffp1023 : -0x1.fffffffffffffp1023;
    bool extreme = (e->op == IR_MIN || e->op == IR_MAX) && k == 0;
    if (e->type != IR_R)
        return code_int(m, extreme ? (e->op == IR_MIN ? INT64_MAX : INT64_MIN + 1) : one);
    return code_real(m, extreme ? big : one);
}

static void reduce(struct series *s)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *e = s->node;
    const struct ir_iter *it = e->iter;
    struct fold f = {.t = t, .s = s};
    int levels = levels_of(s);
    int32_t slot = new_slot(t, taylor_identifier(t->l->arena, it->name, -1), CODE_I, 0);
    struct code_body body = {0};
    for (int k = 0; k < levels; k++) {
        s->slots[k] = new_slot(t, "sum", e->type == IR_R ? CODE_R : CODE_I, 0);
        code_set(t->code, r->body, s->slots[k], neutral(t->code, e, k));
    }
    taylor_bind(t, it, local(t, slot), 0, 1);
    taylor_nest(t, r, it, &body, e->arg[0], levels, e->op == IR_SUM ? add_up : note, &f);
    if (e->op == IR_PRODUCT) multiply(&f, &body, levels, taylor_span(t, e->arg[0]));
    if (e->op == IR_MIN || e->op == IR_MAX) take_extreme(&f, &body, levels);
    taylor_unbind(t);
    taylor_loop(t, r->body, slot, it->lo, it->lo + (it->count - 1) * it->step, it->step, &body);
}

static struct code_expr *reduction(struct series *s, int k)
{
    if (!s->aux[SERIES]) {
        reduce(s);
        s->aux[SERIES] = local(s->region->plan->t, s->slots[0]);
    }
    return k < levels_of(s) ? local(s->region->plan->t, s->slots[k]) : NULL;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Fills an array with the elements of an IR_BUILD. */
static void build_array(struct series *s, struct code_body *to, struct ir *e, int32_t k,
                        int32_t slot, struct code_expr *point)
{
    struct taylor *t = s->region->plan->t;
    struct code_model *m = t->code;
    struct code_body body = {0};
    int32_t i;
    if (k == e->n_iters) {
        if (e->arg[0]->type == IR_R) {
            taylor_store(t, NULL, to, e->arg[0], slot,
                         code_binary(m, CODE_MUL, point, code_int(m, SERIES)));
        } else {
            struct code_expr *x = taylor_value(t, to, e->arg[0]);
            code_put(m, to, slot, point, code_unary(m, CODE_TO_REAL, x));
        }
        return;
    }
    i = new_slot(t, taylor_identifier(t->l->arena, e->iters[k]->name, -1), CODE_I, 0);
    taylor_bind(t, e->iters[k], local(t, i), e->iters[k]->lo, e->iters[k]->step);
    point = code_binary(
        m, CODE_ADD, code_binary(m, CODE_MUL, point, code_int(m, e->iters[k]->count)), local(t, i));
    build_array(s, &body, e, k + 1, slot, point);
    taylor_unbind(t);
    taylor_loop(t, to, i, 0, e->iters[k]->count - 1, 1, &body);
}

static struct code_expr *argument(struct series *s, const struct ir_var *input, struct ir *e)
{
    struct taylor *t = s->region->plan->t;
    struct code_body *to = s->region->body;
    int64_t each = input->type == IR_R ? SERIES : 1;
    const char *name = taylor_identifier(t->l->arena, input->name, -1);
    int32_t slot;
    if (e->op != IR_BUILD && input->type != IR_R) {
        slot = new_slot(t, name, CODE_I, 0);
        code_set(t->code, to, slot, taylor_value(t, to, e));
        return local(t, slot);
    }
    slot = new_slot(t, name, CODE_R, each * (input->count ? input->count : 1));
    if (e->op == IR_BUILD)
        build_array(s, to, e, 0, slot, code_int(t->code, 0));
    else
        taylor_store(t, s->region, to, e, slot, code_int(t->code, 0));
    return local(t, slot);
}

/* Calls the function: inputs, then arrays for the outputs. */
static void call(struct series *s, struct ir **arg)
{
    struct taylor *t = s->region->plan->t;
    struct ir_fn *fn = s->node->fn;
    struct code_fn *f = lower_function(t->l, fn);
    int32_t n = fn->n_inputs;
    struct code_expr **args = ARENA_ARRAY(t->l->arena, struct code_expr *, 1 + n + fn->n_outputs);
    s->outputs = ARENA_ARRAY(t->l->scratch, int32_t, fn->n_outputs + 1);
    if (s->moving) taylor_turns(t, fn, arg);
    args[0] = order_for(s);
    for (int32_t k = 0; k < n; k++) args[1 + k] = argument(s, fn->locals.at[k], arg[k]);
    for (int32_t k = 0; k < fn->n_outputs; k++) {
        const struct ir_var *out = fn->locals.at[n + k];
        int64_t size = (out->type == IR_R ? SERIES : 1) * (out->count ? out->count : 1);
        s->outputs[k] = new_slot(t, taylor_identifier(t->l->arena, out->name, -1), CODE_R, size);
        args[1 + n + k] = local(t, s->outputs[k]);
    }
    code_add(t->code, s->region->body, CODE_DO)->a = code_call(t->code, f, args);
}

const int32_t *taylor_call(struct taylor *t, struct code_body *to, struct ir *e)
{
    struct ir *all = ir_call(t->l->m, e->fn, e->fn->n_outputs, NULL, e->arg, e->n);
    struct plan *p = taylor_plan(t, NULL, NULL, t->levels, all);
    struct series *c = taylor_find(p->top, all);
    p->top->body = to;
    c->span = t->levels;
    c->moving = true;
    call(c, all->arg);
    return c->outputs;
}

static struct code_expr *output_item(struct series *s, const struct ir_var *out, int32_t slot,
                                     struct code_expr *at, int k)
{
    struct code_model *m = s->region->plan->t->code;
    struct code_expr *x;
    if (out->type == IR_R)
        at = code_binary(m, CODE_ADD, code_binary(m, CODE_MUL, at, code_int(m, SERIES)),
                         code_int(m, k));
    x = code_item(m, slot, at);
    return out->type == IR_R ? x : code_unary(m, CODE_TO_INT, x);
}

static struct code_expr *call_output(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *e = s->node;
    bool at = e->op == IR_CALL_AT;
    const struct ir_var *out = e->fn->locals.at[e->fn->n_inputs + e->integer];
    struct ir *all = ir_call(t->l->m, e->fn, e->fn->n_outputs, NULL, e->arg + at, e->n - at);
    struct series *c = taylor_find(r, all);
    c->span = s->span;
    c->moving = s->moving;
    if (!c->outputs) call(c, all->arg);
    if (!s->aux[0])
        s->aux[0] =
            !at ? code_int(t->code, 0)
                : taylor_keep(r, "at", taylor_element(r, e->arg[0], 0, out->count, out->name));
    return output_item(s, out, c->outputs[e->integer], s->aux[0], k);
}

/* ---- Solved unknowns ------------------------------------------------------------------------- */

struct ir *taylor_input(struct ir_model *m, struct ir *input, const struct ir *e)
{
    return taylor_at_point(m, input, e->loop->iters, e->loop->n_iters, e->arg[0]);
}

/* What the loop is fed with depends on what happens here. */
static void solve_here(struct series *s, struct lower_loop *loop)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_model *m = t->code;
    struct code_expr **args = ARENA_ARRAY(t->l->arena, struct code_expr *, 7);
    int32_t u = new_slot(t, "in", CODE_R, SERIES * (loop->inputs.n + 1));
    int32_t v = new_slot(t, "values", CODE_R, loop->values.n + 1);
    args[0] = taylor_value(t, r->body, s->node->arg[0]);
    for (int32_t k = 0; k < loop->inputs.n; k++)
        taylor_store(t, r, r->body, taylor_input(t->l->m, loop->inputs.at[k], s->node), u,
                     code_int(m, SERIES * (int64_t)k));
    for (int32_t k = 0; k < loop->values.n; k++)
        code_put(m, r->body, v, code_int(m, k),
                 taylor_number(r, taylor_input(t->l->m, loop->values.at[k], s->node), 0));
    args[1] = code_int(m, 1);
    args[2] = local(t, u);
    args[3] = local(t, v);
    args[4] = code_int(m, 0);
    args[5] = code_int(m, loop->of->n);
    args[6] = local(t, s->outputs[0]);
    code_add(m, r->body, CODE_DO)->a = code_call(m, loop->solve, args);
}

/* No more levels than differ from 0. */
static struct code_expr *levels_to_solve(struct series *s)
{
    struct taylor *t = s->region->plan->t;
    struct code_expr *order = order_for(s), *most = code_int(t->code, s->span);
    if (order->op == CODE_INT || s->span >= SERIES) return order;
    return code_cond(t->code, code_binary(t->code, CODE_LT, order, most), order, most);
}

/* Unknowns first .. first+count-1 into an array. */
static void solve(struct series *s, int32_t first, int32_t count)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct lower_loop *loop = lower_loop(t->l, s->node->loop);
    s->span = taylor_span(t, s->node);
    s->outputs = ARENA_NEW(t->l->scratch, int32_t);
    s->outputs[0] = new_slot(t, "solution", CODE_R, SERIES * count);
    if (newton_shared(t, loop))
        newton_call(t, r->body, loop, taylor_value(t, r->body, s->node->arg[0]), levels_to_solve(s),
                    first, count, s->outputs[0]);
    else
        solve_here(s, loop);
}

static struct code_expr *unknown(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *e = s->node;
    struct series *c = s;
    bool all = e->loop->n <= NEWTON_COPY || !newton_shared(t, lower_loop(t->l, e->loop));
    if (all) c = taylor_find(r, ir_solved(t->l->m, e->loop, -1, e->arg[0]));
    if (all) c->moving |= s->moving;
    if (!c->outputs) solve(c, all ? 0 : (int32_t)e->integer, all ? e->loop->n : 1);
    if (k >= s->span) return NULL;
    return code_item(t->code, c->outputs[0],
                     code_int(t->code, SERIES * (all ? e->integer : 0) + k));
}

/* ---- a^p with a p that is known only when the model runs ------------------------------------- */

static struct code_expr *power(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_expr **args = ARENA_ARRAY(t->l->arena, struct code_expr *, 4);
    if (!s->outputs) {
        s->outputs = ARENA_ARRAY(t->l->scratch, int32_t, 2);
        s->outputs[0] = new_slot(t, "power", CODE_R, SERIES);
        s->outputs[1] = new_slot(t, "base", CODE_R, SERIES);
        taylor_store(t, r, r->body, s->node->arg[0], s->outputs[1], code_int(t->code, 0));
        args[0] = local(t, s->outputs[1]);
        args[1] = taylor_number(r, s->node->arg[1], 0);
        args[2] = order_for(s);
        args[3] = local(t, s->outputs[0]);
        code_add(t->code, r->body, CODE_DO)->a = code_call(t->code, lower_power(t->l), args);
    }
    return code_item(t->code, s->outputs[0], code_int(t->code, k));
}

/* ---- Anchors --------------------------------------------------------------------------------- */

static struct code_expr *anchor(struct series *s, int k)
{
    struct taylor *t = s->region->plan->t;
    if (!s->outputs) {
        s->outputs = ARENA_NEW(t->l->scratch, int32_t);
        s->outputs[0] = new_slot(t, "series", CODE_R, SERIES);
        t->whole = s->node;
        taylor_store(t, s->region, s->region->body, s->node, s->outputs[0], code_int(t->code, 0));
    }
    return code_item(t->code, s->outputs[0], code_int(t->code, k));
}

struct code_expr *taylor_bulk(struct series *s, int k)
{
    if (s->anchor) return anchor(s, k);
    switch (s->node->op) {
    case IR_CALL:
    case IR_CALL_AT: return call_output(s, k);
    case IR_SOLVED: return unknown(s, k);
    case IR_POW: return power(s, k);
    case IR_RANDOM: return taylor_random(s);
    default: return reduction(s, k);
    }
}
