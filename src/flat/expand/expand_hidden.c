/* SPDX-License-Identifier: MIT */
/* expand_hidden.c - an algorithm as a function that the text does not name.
 *
 * Its inputs are all that the statements read from outside: variables as a whole, values before
 * the event, derivatives, time. Its outputs are the variables that they assign, which begin with
 * their start values (discretes: the values before the event). Each output is one equation, v =
 * f(inputs).
 *
 * Relations inside make no events. So a Boolean or an Integer that follows from what changes
 * continuously has the value of the last event; inside it is right. The compiler warns of it. */
#include "flat/expand/expand.h"

#include <string.h>

struct feed {      /* something from outside, and the local variable that brings it             */
    enum ir_op op; /* IR_REAL: the value before the first assignment                           */
    struct ir_var *var, *local;
};

struct hidden {
    struct expand *x;
    struct place at;
    VEC(struct feed) feeds;
    VEC(struct feed) outputs;
};

/* ---- What comes from where ------------------------------------------------------------------- */

static struct ir_var *local_like(struct expand *x, const struct ir_var *v, const char *name,
                                 enum ir_type type)
{
    struct shape shape = {.rank = 0};
    if (v) shape = expand_var_shape(v);
    return expand_new_var(x, name, type, VAR_LOCAL, &shape);
}

static struct ir_var *output_of(const struct hidden *h, const struct ir_var *v)
{
    for (int32_t k = 0; k < h->outputs.n; k++)
        if (h->outputs.at[k].var == v) return h->outputs.at[k].local;
    return NULL;
}

static struct ir_var *feed(struct hidden *h, enum ir_op op, struct ir_var *v, const char *name,
                           enum ir_type type)
{
    struct feed f = {op, v, NULL};
    for (int32_t k = 0; k < h->feeds.n; k++)
        if (h->feeds.at[k].op == op && h->feeds.at[k].var == v) return h->feeds.at[k].local;
    f.local = local_like(h->x, v, name, type);
    f.local->input = true;
    VEC_ADD(h->x->arena, &h->feeds, f);
    return f.local;
}

static void add_output(void *user, const struct ir_stmt *s, struct ir *target)
{
    struct hidden *h = user;
    struct feed f = {IR_VAR, target->var, NULL};
    (void)s;
    if (target->op != IR_VAR || output_of(h, target->var)) return;
    f.local = local_like(h->x, target->var, target->var->name, target->var->type);
    f.local->output = true;
    VEC_ADD(h->x->arena, &h->outputs, f);
}

static struct ir *inside(void *user, struct ir *e)
{
    struct hidden *h = user;
    struct ir_model *m = h->x->m;
    struct ir_var *v = e->op == IR_VAR ? output_of(h, e->var) : NULL;
    const char *name = e->var ? e->var->name : "time";
    switch (e->op) {
    case IR_VAR:
        if (e->var->kind == VAR_CONSTANT || e->var->data) return e;
        if (!v) v = feed(h, IR_VAR, e->var, name, e->type);
        break;
    case IR_PRE:
        v = feed(h, IR_PRE, e->var, arena_format(h->x->arena, "pre_%s", name), e->type);
        break;
    case IR_DER:
        v = feed(h, IR_DER, e->var, arena_format(h->x->arena, "der_%s", name), e->type);
        break;
    case IR_TIME: return ir_var_at(m, IR_LOCAL, feed(h, IR_TIME, NULL, "time", IR_R), ir_int(m, 0));
    case IR_INITIAL:
    case IR_TERMINAL:
        return ir_var_at(m, IR_LOCAL, feed(h, e->op, NULL, "flag", IR_B), ir_int(m, 0));
    case IR_SAMPLE:
    case IR_DELAY:
        error_at(
            h->x->messages, h->at,
            "sample and delay cannot be used in an algorithm with a while or with loops that vary");
        return e;
    default: return e;
    }
    return ir_var_at(m, IR_LOCAL, v, e->arg[0]);
}

static void check_side(const struct hidden *h, const struct ir_stmt *s)
{
    if (s->op != DO_ASSERT || s->side == SALTUS_BILATERAL) return;
    error_at(h->x->messages, s->at,
             "an algorithm with a while or with loops that vary checks its assertions at each "
             "evaluation, from no side");
    hint_last(h->x->messages, "put the assertion into an equation section");
}

static void move_inside(struct hidden *h, struct ir_stmt *s)
{
    struct ir_model *m = h->x->m;
    for (; s; s = s->next) {
        struct ir **parts[6] = {&s->value,    &s->cond,     &s->target,
                                &s->range[0], &s->range[1], &s->range[2]};
        for (int k = 0; k < 6; k++)
            if (*parts[k]) *parts[k] = ir_map(m, *parts[k], inside, h);
        for (int32_t k = 0; k < s->n_targets; k++)
            if (s->targets[k]) s->targets[k] = ir_map(m, s->targets[k], inside, h);
        check_side(h, s);
        move_inside(h, s->body);
        move_inside(h, s->other);
    }
}

/* ---- What changes continuously --------------------------------------------------------------- */

struct moving {
    struct hidden *h;
    VEC(const struct ir_var *) locals; /* what has such a value at some point of the algorithm */
};

static bool is_moving(const struct moving *m, const struct ir_var *v)
{
    for (int32_t k = 0; k < m->locals.n; k++)
        if (m->locals.at[k] == v) return true;
    return false;
}

static int reads_moving(void *user, struct ir *e)
{
    return e->op == IR_LOCAL && is_moving(user, e->var);
}

static bool has_moving(struct moving *m, struct ir *e)
{
    return e && ir_visit(m->h->x->m, e, reads_moving, m);
}

static bool sets_moving(struct moving *m, const struct ir_stmt *s, struct ir *target)
{
    const struct ir_var *v = target->var, *to = NULL;
    if (is_moving(m, v)) return false;
    VEC_ADD(m->h->x->arena, &m->locals, v);
    for (int32_t k = 0; k < m->h->outputs.n; k++)
        if (m->h->outputs.at[k].local == v) to = m->h->outputs.at[k].var;
    if (to && to->kind == VAR_DISCRETE) {
        warning_at(m->h->x->messages, s->at,
                   "'%s' is set at events only, but depends on what changes continuously: an "
                   "algorithm with a while or with loops that vary makes no events",
                   to->name);
        hint_last(m->h->x->messages, "assign it in a when, or use a Real");
    }
    return true;
}

/* Does what changes continuously decide whether a loop (how: DO_BREAK) or the algorithm is left? */
static bool may_leave(struct moving *m, const struct ir_stmt *s, enum ir_do how, bool inside)
{
    for (; s; s = s->next) {
        bool cond = inside || has_moving(m, s->cond);
        if (inside && (s->op == how || s->op == DO_RETURN)) return true;
        if (may_leave(m, s->body, how, cond) || may_leave(m, s->other, how, cond)) return true;
    }
    return false;
}

/* One pass over the statements; true: another one may find more. */
static bool find_moving(struct moving *m, const struct ir_stmt *s, bool inside)
{
    bool more = false;
    for (; s; s = s->next) {
        bool cond = inside || has_moving(m, s->cond) || may_leave(m, s->body, DO_BREAK, false),
             moves;
        for (int k = 0; k < 3; k++) cond |= has_moving(m, s->range[k]);
        moves = cond || has_moving(m, s->value);
        if (s->target && (moves || has_moving(m, s->target->arg[0])))
            more |= sets_moving(m, s, s->target);
        for (int32_t k = 0; k < s->n_targets; k++)
            if (s->targets[k] && moves) more |= sets_moving(m, s, s->targets[k]);
        more |= find_moving(m, s->body, cond);
        more |= find_moving(m, s->other, cond);
    }
    return more;
}

static void check_moving(struct hidden *h, const struct ir_stmt *list)
{
    struct moving m = {.h = h};
    for (int32_t k = 0; k < h->feeds.n; k++) {
        const struct feed *f = &h->feeds.at[k];
        enum ir_kind kind = f->var ? f->var->kind : VAR_STATE;
        if (f->op == IR_DER || f->op == IR_TIME ||
            (f->op == IR_VAR && (kind == VAR_STATE || kind == VAR_ALGEBRAIC)))
            VEC_ADD(h->x->arena, &m.locals, f->local);
    }
    while (find_moving(&m, list, may_leave(&m, list, DO_RETURN, false))) {
    }
}

/* ---- The function ---------------------------------------------------------------------------- */

static struct ir *flat_of(struct ir_model *m, const struct ir_var *v, struct ir_iter **iters)
{
    struct ir *index = ir_int(m, 0);
    for (int32_t d = 0; d < v->rank; d++) {
        struct ir *at = ir_binary(m, IR_SUB, ir_iter_value(m, iters[d]), ir_int(m, 1));
        index = ir_binary(m, IR_ADD, ir_binary(m, IR_MUL, index, ir_int(m, v->size[d])), at);
    }
    return index;
}

static int is_variable(void *user, struct ir *e)
{
    return (e->op == IR_VAR || e->op == IR_LOCAL) && e->var == user;
}

static bool leaves(const struct ir_stmt *s)
{
    for (; s; s = s->next)
        if (s->op == DO_RETURN || leaves(s->body) || leaves(s->other)) return true;
    return false;
}

static void note(void *user, const struct ir_stmt *s, struct ir *target)
{
    const struct ir_var **v = user;
    (void)s;
    if (target->var == *v) *v = NULL;
}

static bool writes(const struct ir_stmt *s, const struct ir_var *v)
{
    expand_each_target(s, note, &v);
    return v == NULL;
}

/* Is v assigned as a whole before anybody can read it? */
static bool assigned_first(struct hidden *h, const struct ir_stmt *s, struct ir_var *v)
{
    for (; s; s = s->next) {
        if (expand_each_read(h->x->m, s, false, is_variable, v)) return false;
        if (s->op == DO_ASSIGN && s->target->var == v && v->rank == 0) return true;
        for (int32_t k = 0; k < s->n_targets; k++)
            if (s->targets[k] && s->targets[k]->var == v) return true;
        if (s->op == DO_RETURN || leaves(s->body) || leaves(s->other)) return false;
        if (writes(s->body, v) || writes(s->other, v)) return false;
    }
    return false;
}

/* output := its first value, which comes in as an argument. */
static void first_values(struct hidden *h, const struct ir_stmt *list, struct stmt_list *out)
{
    struct ir_model *m = h->x->m;
    for (int32_t k = 0; k < h->outputs.n; k++) {
        struct ir_var *v = h->outputs.at[k].var, *to = h->outputs.at[k].local, *in;
        if (assigned_first(h, list, to)) continue;
        in = feed(h, IR_REAL, v, arena_format(h->x->arena, "first_%s", v->name), v->type);
        struct stmt_list body = {NULL, NULL};
        struct ir *index = flat_of(m, to, to->iters);
        struct ir_stmt *s = expand_add(&body, h->x, DO_ASSIGN, h->at);
        s->target = ir_var_at(m, IR_LOCAL, to, index);
        s->value = ir_var_at(m, IR_LOCAL, in, index);
        for (int32_t d = to->rank - 1; d >= 0; d--) {
            struct stmt_list outer = {NULL, NULL};
            if (to->size[d] == 1) continue;
            s = expand_add(&outer, h->x, DO_FOR, h->at);
            s->iter = to->iters[d];
            s->body = body.first;
            body = outer;
        }
        if (to->count > 0) expand_join(out, &body);
    }
}

static void add_locals(struct hidden *h, struct ir_fn *fn, const struct ir_fn *scratch)
{
    struct arena *a = h->x->arena;
    for (int32_t k = 0; k < h->feeds.n; k++) VEC_ADD(a, &fn->locals, h->feeds.at[k].local);
    for (int32_t k = 0; k < h->outputs.n; k++) VEC_ADD(a, &fn->locals, h->outputs.at[k].local);
    for (int32_t k = 0; k < scratch->locals.n; k++) VEC_ADD(a, &fn->locals, scratch->locals.at[k]);
    for (int32_t k = 0; k < fn->locals.n; k++) fn->locals.at[k]->number = k;
    fn->n_inputs = h->feeds.n;
    fn->n_outputs = h->outputs.n;
}

/* ---- Its call -------------------------------------------------------------------------------- */

static struct ir *fed(struct hidden *h, const struct feed *f, struct ir *index)
{
    if (f->op == IR_REAL) return expand_first_value(h->x, f->var, index);
    return ir_var_at(h->x->m, f->op, f->var, index);
}

static struct ir *argument(struct hidden *h, const struct feed *f)
{
    struct ir_model *m = h->x->m;
    struct ir_iter *iters[CHECK_RANK];
    if (!f->var) return ir_other(m, f->op, f->op == IR_TIME ? IR_R : IR_B, 0, NULL, 0);
    if (f->var->rank == 0) return fed(h, f, ir_int(m, 0));
    for (int32_t d = 0; d < f->var->rank; d++)
        iters[d] = ir_iter_new(m, CHECK_RANK + d, 1, 1, f->var->size[d], "k");
    return ir_build(m, iters, f->var->rank, fed(h, f, flat_of(m, f->var, iters)));
}

static void equations(struct hidden *h, struct frame *f, struct ir_fn *fn)
{
    struct ir_model *m = h->x->m;
    struct ir **args = ARENA_ARRAY(h->x->arena, struct ir *, h->feeds.n + 1);
    for (int32_t k = 0; k < h->feeds.n; k++) args[k] = argument(h, &h->feeds.at[k]);
    for (int32_t k = 0; k < h->outputs.n; k++) {
        struct ir_var *v = h->outputs.at[k].var;
        struct frame in = *f;
        struct ir *index = flat_of(m, v, v->iters);
        const char *text = arena_format(h->x->arena, "%s := ..", v->name);
        if (v->count == 0) continue;
        for (int32_t d = 0; d < v->rank; d++) expand_enter(&in, v->iters[d], NULL);
        expand_add_eq(&in, ir_var_at(m, IR_VAR, v, index),
                      ir_call(m, fn, k, v->rank ? index : NULL, args, h->feeds.n), h->at, text);
    }
}

void expand_hidden(struct frame *f, const struct ast_section *section)
{
    struct expand *x = f->w.x;
    struct hidden h = {.x = x, .at = section->at};
    struct ir_fn *fn = ARENA_NEW(x->arena, struct ir_fn),
                 *scratch = ARENA_NEW(x->arena, struct ir_fn);
    struct site w = {.x = x, .end = -1, .fn = scratch};
    struct stmt_list body = {NULL, NULL}, all = {NULL, NULL};
    expand_stmts(&body, &w, &section->body);
    expand_each_target(body.first, add_output, &h);
    move_inside(&h, body.first);
    check_moving(&h, body.first);
    first_values(&h, body.first, &all);
    expand_join(&all, &body);
    add_locals(&h, fn, scratch);
    fn->name = expand_hidden_name(x, "algorithm");
    fn->at = section->at;
    fn->body = all.first;
    fn->number = x->m->functions.n;
    VEC_ADD(x->arena, &x->m->functions, fn);
    equations(&h, f, fn);
}
