/* SPDX-License-Identifier: MIT */
/* statement.c - statements of handlers, of the start, and of functions.
 *
 * Assignments to variables of the model take effect as the place demands (ev->assign, d[k] = ...).
 * Those to variables of a function assign series: all levels of the value are computed before the
 * first one is stored if the value reads the variable. Branches and loops look at level 0. */
#include "emit/taylor/taylor.h"

enum { START_P = 1, START_X = 2, START_D = 3 };

static struct code_expr *local(struct taylor *t, int32_t slot)
{
    return code_local(t->code, t->f, slot);
}

static struct code_expr *as_real(struct code_model *m, struct code_expr *x)
{
    return x->type == CODE_I ? code_unary(m, CODE_TO_REAL, x) : x;
}

/* ---- Variables of the model ------------------------------------------------------------------ */

/* The value of an Integer of the model, which is kept as a double: exact up to 2^53. */
static struct code_expr *exact(struct taylor *t, struct code_body *to, const struct ir_var *v,
                               struct code_expr *value)
{
    struct code_model *m = t->code;
    struct code_body bad = {0};
    struct code_expr *most = code_real(m, 0x1p53), *least = code_real(m, -0x1p53), *x;
    int32_t slot;
    if (v->type != IR_I || v->hidden || value->op == CODE_REAL || value->op == CODE_INT)
        return value;
    slot = code_slot_new(m, t->f, "whole", CODE_R, 0);
    code_set(m, to, slot, value);
    x = local(t, slot);
    taylor_fault(t, &bad,
                 arena_format(t->l->arena,
                              "'%s' is beyond 2^53, where Integers are no longer exact", v->name));
    taylor_if(t, to,
              code_binary(m, CODE_OR, code_binary(m, CODE_LT, x, least),
                          code_binary(m, CODE_LT, most, x)),
              &bad, NULL);
    return x;
}

void lower_assign(struct taylor *t, struct code_body *to, const struct ir_var *v,
                  struct code_expr *at, struct code_expr *value)
{
    value = exact(t, to, v, as_real(t->code, value));
    if (t->place == AT_START) {
        int32_t array = v->kind == VAR_STATE      ? START_X
                        : v->kind == VAR_DISCRETE ? START_D
                                                  : START_P;
        code_put(t->code, to, array, at, value);
    } else {
        struct code_stmt *s =
            code_add(t->code, to, v->kind == VAR_STATE ? CODE_REINIT : CODE_ASSIGN);
        s->a = at;
        s->b = value;
    }
}

static void assign_variable(struct taylor *t, struct code_body *to, const struct ir *target,
                            struct ir *value)
{
    const struct ir_var *v = target->var;
    struct code_expr *x = taylor_value(t, to, value);
    lower_assign(t, to, v, taylor_target(t, to, target->arg[0], v->first, v->count, v->name), x);
}

/* ---- Variables of a function ----------------------------------------------------------------- */

static int32_t slot_of(struct taylor *t, const struct ir_var *v)
{
    struct stand_in s = {.var = v, .plain = true};
    for (int32_t k = 0; k < t->stand_ins.n; k++)
        if (t->stand_ins.at[k].var == v) return t->stand_ins.at[k].slot;
    s.slot = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, v->name, -1),
                           v->type == IR_R ? CODE_R : CODE_I, 0);
    VEC_ADD(t->l->arena, &t->stand_ins, s);
    return s.slot;
}

static bool is_plain(const struct taylor *t, const struct ir_var *v)
{
    for (int32_t k = 0; k < t->stand_ins.n; k++)
        if (t->stand_ins.at[k].var == v) return t->stand_ins.at[k].plain;
    return true;
}

static int reads_local(void *user, struct ir *e)
{
    return e->op == IR_LOCAL && e->var == user;
}

struct kept {
    struct taylor *t;
    int32_t slot[SERIES];
};

static void keep_level(void *user, struct code_body *to, int k, struct code_expr *c)
{
    struct kept *kept = user;
    struct code_model *m = kept->t->code;
    code_set(m, to, kept->slot[k], c ? c : code_real(m, 0));
}

/* slot[at + k] := level k of value, none before all are known */
static void store_kept(struct taylor *t, struct code_body *to, struct ir *value, int32_t slot,
                       struct code_expr *at)
{
    struct kept kept = {.t = t};
    for (int k = 0; k < SERIES; k++) kept.slot[k] = code_slot_new(t->code, t->f, "v", CODE_R, 0);
    taylor_nest(t, NULL, NULL, to, value, t->levels, keep_level, &kept);
    for (int k = 0; k < SERIES; k++) {
        struct code_body part = {0};
        bool known = k < taylor_span(t, value);
        code_put(t->code, &part, slot, code_binary(t->code, CODE_ADD, at, code_int(t->code, k)),
                 known ? local(t, kept.slot[k]) : code_real(t->code, 0));
        taylor_if(t, to, known && k ? taylor_wanted(t, k) : code_int(t->code, 1), &part, NULL);
    }
}

static struct code_expr *times_series(struct taylor *t, struct code_expr *at)
{
    return code_binary(t->code, CODE_MUL, at, code_int(t->code, SERIES));
}

static void assign_local(struct taylor *t, struct code_body *to, const struct ir *target,
                         struct ir *value)
{
    struct ir_var *v = target->var;
    int32_t slot = slot_of(t, v), other;
    struct code_expr *at;
    if (!t->f->slots.at[slot].size) {
        code_set(t->code, to, slot, taylor_value(t, to, value));
        return;
    }
    at = taylor_target(t, to, target->arg[0], 0, v->count, v->name);
    if (is_plain(t, v)) {
        code_put(t->code, to, slot, at, as_real(t->code, taylor_value(t, to, value)));
        return;
    }
    if (at->op != CODE_INT) {
        other = code_slot_new(t->code, t->f, "at", CODE_I, 0);
        code_set(t->code, to, other, times_series(t, at));
        at = local(t, other);
    } else {
        at = times_series(t, at);
    }
    if (ir_visit(t->l->m, value, reads_local, v))
        store_kept(t, to, value, slot, at);
    else
        taylor_store(t, NULL, to, value, slot, at);
}

static void assign(struct taylor *t, struct code_body *to, const struct ir *target,
                   struct ir *value)
{
    if (target->op == IR_LOCAL)
        assign_local(t, to, target, value);
    else
        assign_variable(t, to, target, value);
}

/* ---- (a, b) := f(x) -------------------------------------------------------------------------- */

/* Element k of an array of outputs to element `at` of the target. */
static void copy_element(struct taylor *t, struct code_body *to, const struct ir_var *v,
                         bool is_local, struct code_expr *at, const struct ir_var *out,
                         int32_t from, struct code_expr *k)
{
    bool series = out->type == IR_R;
    int32_t slot = is_local ? slot_of(t, v) : 0;
    struct code_model *m = t->code;
    struct code_expr *first = series ? times_series(t, k) : k;
    if (!is_local) {
        lower_assign(t, to, v, code_binary(m, CODE_ADD, at, code_int(m, v->first)),
                     code_item(m, from, first));
    } else if (!t->f->slots.at[slot].size) {
        struct code_expr *x = code_item(m, from, first);
        code_set(m, to, slot,
                 t->f->slots.at[slot].type == CODE_I ? code_unary(m, CODE_TO_INT, x) : x);
    } else if (is_plain(t, v)) {
        code_put(m, to, slot, at, code_item(m, from, first));
    } else {
        for (int j = 0; j < t->levels; j++) {
            struct code_body part = {0};
            struct code_expr *level = code_int(m, j);
            code_put(m, &part, slot, code_binary(m, CODE_ADD, times_series(t, at), level),
                     code_item(m, from, code_binary(m, CODE_ADD, first, level)));
            taylor_if(t, to, j ? taylor_wanted(t, j) : code_int(m, 1), &part, NULL);
        }
    }
}

static void assign_call(struct taylor *t, struct code_body *to, const struct ir_stmt *s)
{
    struct ir *call = s->value;
    const int32_t *outputs = taylor_call(t, to, call);
    for (int32_t j = 0; j < s->n_targets; j++) {
        const struct ir *target = s->targets[j];
        const struct ir_var *out = call->fn->locals.at[call->fn->n_inputs + j];
        struct code_body part = {0};
        struct code_expr *at;
        int32_t k;
        if (!target) continue;
        if (out->rank == 0) {
            at = target->n ? taylor_target(t, to, target->arg[0], 0, target->var->count,
                                           target->var->name)
                           : code_int(t->code, 0);
            copy_element(t, to, target->var, target->op == IR_LOCAL, at, out, outputs[j],
                         code_int(t->code, 0));
            continue;
        }
        k = code_slot_new(t->code, t->f, "k", CODE_I, 0);
        copy_element(t, &part, target->var, target->op == IR_LOCAL, local(t, k), out, outputs[j],
                     local(t, k));
        taylor_loop(t, to, k, 0, (int64_t)out->count - 1, 1, &part);
    }
}

/* ---- Branches and loops ---------------------------------------------------------------------- */

static void branch(struct taylor *t, struct code_body *to, struct ir_stmt *s)
{
    struct code_body yes = {0}, no = {0};
    struct code_expr *cond = taylor_value(t, to, s->cond);
    lower_statements(t, &yes, s->body);
    lower_statements(t, &no, s->other);
    taylor_if(t, to, cond, &yes, &no);
}

static void loop(struct taylor *t, struct code_body *to, struct ir_stmt *s)
{
    const struct ir_iter *it = s->iter;
    struct code_body part = {0};
    int32_t i =
        code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, it->name, -1), CODE_I, 0);
    taylor_bind(t, it, local(t, i), 0, 1);
    lower_statements(t, &part, s->body);
    taylor_unbind(t);
    taylor_loop(t, to, i, it->lo, it->lo + (it->count - 1) * it->step, it->step, &part);
}

static struct code_expr *kept_value(struct taylor *t, struct code_body *to, const char *name,
                                    struct ir *e)
{
    struct code_expr *x = taylor_value(t, to, e);
    int32_t slot;
    if (x->op == CODE_INT) return x;
    slot = code_slot_new(t->code, t->f, name, CODE_I, 0);
    code_set(t->code, to, slot, x);
    return local(t, slot);
}

/* for local in lo:step:hi: a while with its own counter, as the step's sign may not be known */
static void loop_range(struct taylor *t, struct code_body *to, struct ir_stmt *s)
{
    struct code_model *m = t->code;
    struct code_expr *lo = taylor_value(t, to, s->range[0]), *zero = code_int(m, 0), *next, *more;
    struct code_expr *step = s->range[1] ? kept_value(t, to, "step", s->range[1]) : code_int(m, 1);
    struct code_expr *hi = kept_value(t, to, "last", s->range[2]);
    int32_t target = slot_of(t, s->target->var);
    int32_t counter = code_slot_new(m, t->f, "next", CODE_I, 0);
    struct code_stmt *w;
    code_set(m, to, counter, lo);
    next = local(t, counter);
    more = code_cond(m, code_binary(m, CODE_LT, zero, step), code_binary(m, CODE_LE, next, hi),
                     code_binary(m, CODE_AND, code_binary(m, CODE_LT, step, zero),
                                 code_binary(m, CODE_LE, hi, next)));
    w = code_add(m, to, CODE_WHILE);
    w->a = more;
    code_set(m, &w->body, target, next);
    code_set(m, &w->body, counter, code_binary(m, CODE_ADD, next, step));
    lower_statements(t, &w->body, s->body);
}

static void loop_while(struct taylor *t, struct code_body *to, struct ir_stmt *s)
{
    struct code_body test = {0}, out = {0};
    struct code_expr *cond = taylor_value(t, &test, s->cond);
    struct code_stmt *w = code_add(t->code, to, CODE_WHILE);
    w->a = cond;
    if (test.first) {
        w->a = code_int(t->code, 1);
        taylor_attach(&w->body, &test);
        code_add(t->code, &out, CODE_BREAK);
        taylor_if(t, &w->body, code_unary(t->code, CODE_NOT, cond), &out, NULL);
    }
    lower_statements(t, &w->body, s->body);
}

/* ---- Talk ------------------------------------------------------------------------------------ */

void lower_say(struct taylor *t, struct code_body *to, enum code_do op, const char *text)
{
    struct code_stmt *s;
    if (t->place != AT_HANDLE && op == CODE_MESSAGE) return; /* nothing listens there */
    s = code_add(t->code, to, t->place == AT_HANDLE ? op : CODE_FAULT);
    s->text = text;
    s->at = t->at;
}

static void check(struct taylor *t, struct code_body *to, const struct ir_stmt *s)
{
    struct code_body bad = {0};
    struct code_expr *cond = taylor_value(t, to, s->cond);
    lower_say(t, &bad, s->integer == 1 ? CODE_MESSAGE : CODE_FAULT, s->text);
    taylor_if(t, to, code_unary(t->code, CODE_NOT, cond), &bad, NULL);
}

void lower_statements(struct taylor *t, struct code_body *to, struct ir_stmt *s)
{
    for (; s; s = s->next) {
        t->at = s->at;
        switch (s->op) {
        case DO_ASSIGN: assign(t, to, s->target, s->value); break;
        case DO_ASSIGN_CALL: assign_call(t, to, s); break;
        case DO_REINIT: assign_variable(t, to, s->target, s->value); break;
        case DO_IF: branch(t, to, s); break;
        case DO_FOR: loop(t, to, s); break;
        case DO_FOR_RANGE: loop_range(t, to, s); break;
        case DO_WHILE: loop_while(t, to, s); break;
        case DO_BREAK: code_add(t->code, to, CODE_BREAK); break;
        case DO_RETURN: code_add(t->code, to, CODE_RETURN); break;
        case DO_ASSERT: check(t, to, s); break;
        case DO_TERMINATE: lower_say(t, to, CODE_TERMINATE, s->text); break;
        }
    }
}
