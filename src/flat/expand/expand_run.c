/* SPDX-License-Identifier: MIT */
/* expand_run.c - an algorithm is run once, with expressions for values.
 *
 * A cell is an element of a variable that is assigned; its value is an expression in what the
 * algorithm reads from outside. Loops are unrolled. After `if c` both branches have been run, and
 * a cell that one of them changed is  if c then (its value in one) else (in the other).  A cell
 * that is read before it is assigned has its start value (discretes: the one before the event). At
 * the end every cell is an equation.
 *
 * The values are a hash table by node; `log` has every change, so that a branch can be taken
 * back. */
#include "flat/expand/expand.h"

#include <string.h>

enum { SLOTS = 1 << 15 };

struct slot {
    struct ir *cell, *value;
    const struct ir_stmt *by;
};

struct change {
    int32_t slot;
    struct ir *before;
};

struct run {
    struct expand *x;
    struct slot *slots;
    VEC(struct change) log;
    VEC(struct change) order; /* slots as they were first assigned                                */
    VEC(const struct ir_var *) assigned;
    VEC(struct ir_assert) asserts;
    struct ir_iter *from[EXPAND_BOX];
    struct ir *to[EXPAND_BOX];
    int32_t n; /* loops around */
    struct ir *guard;
    int32_t statements;
    bool failed;
};

static void run_list(struct run *r, const struct ir_stmt *s);

/* ---- Cells ----------------------------------------------------------------------------------- */

static int32_t find(const struct run *r, const struct ir *cell)
{
    uint32_t k = (cell->id * 2654435761u) >> 17;
    while (r->slots[k].cell && r->slots[k].cell != cell) k = (k + 1) % SLOTS;
    return (int32_t)k;
}

static void set(struct run *r, struct ir *cell, struct ir *value, const struct ir_stmt *by)
{
    int32_t k = find(r, cell);
    struct change c = {k, r->slots[k].value};
    if (!r->slots[k].cell) {
        r->slots[k].cell = cell;
        VEC_ADD(r->x->arena, &r->order, c);
    }
    VEC_ADD(r->x->arena, &r->log, c);
    r->slots[k].value = value;
    r->slots[k].by = by;
    if (++r->statements > EXPAND_STATEMENTS) r->failed = true;
}

static bool is_cell(const struct run *r, const struct ir *e)
{
    if (e->op == IR_LOCAL) return true;
    for (int32_t k = 0; e->op == IR_VAR && k < r->assigned.n; k++)
        if (r->assigned.at[k] == e->var) return true;
    return false;
}

/* What an element is before its first assignment. index: any. */
struct ir *expand_first_value(struct expand *x, struct ir_var *v, struct ir *index)
{
    struct ir *to[CHECK_RANK], *one = ir_int(x->m, 1);
    if (v->kind == VAR_DISCRETE) return ir_var_at(x->m, IR_PRE, v, index);
    if (v->kind == VAR_LOCAL || !v->start) return expand_zero(x, v->type);
    for (int32_t d = v->rank - 1; d >= 0; d--) {
        struct ir *size = ir_int(x->m, v->size[d]);
        to[d] = ir_binary(x->m, IR_ADD, ir_binary(x->m, IR_IMOD, index, size), one);
        index = ir_binary(x->m, IR_IDIV, index, size);
    }
    return ir_replace(x->m, v->start, v->iters, to, v->rank);
}

static struct ir *value_of(struct run *r, struct ir *cell)
{
    int32_t k = find(r, cell);
    if (r->slots[k].value) return r->slots[k].value;
    return expand_first_value(r->x, cell->var, cell->arg[0]);
}

static struct ir *look_up(void *user, struct ir *e)
{
    struct run *r = user;
    if ((e->op != IR_VAR && e->op != IR_LOCAL) || !is_cell(r, e)) return e;
    if (e->arg[0]->op == IR_INT) return value_of(r, e);
    r->failed = true;
    return e;
}

/* e with iterators and cells replaced by their values. */
static struct ir *evaluate(struct run *r, struct ir *e)
{
    if (r->n > 0) e = ir_replace(r->x->m, e, r->from, r->to, r->n);
    return ir_map(r->x->m, e, look_up, r);
}

/* ---- Statements ------------------------------------------------------------------------------ */

static void assign(struct run *r, const struct ir_stmt *s, struct ir *target, struct ir *value)
{
    struct ir *index = evaluate(r, target->arg[0]);
    if (index->op != IR_INT || index->integer < 0 || index->integer >= target->var->count)
        r->failed = true;
    else
        set(r, ir_var_at(r->x->m, target->op, target->var, index), value, s);
}

static void assign_call(struct run *r, const struct ir_stmt *s)
{
    struct ir_model *m = r->x->m;
    struct ir *call = evaluate(r, s->value);
    for (int32_t k = 0; k < s->n_targets && !r->failed; k++) {
        struct ir *t = s->targets[k];
        if (!t) continue;
        if (call->op != IR_CALL)
            r->failed = true;
        else if (call->fn->locals.at[call->fn->n_inputs + k]->rank == 0)
            assign(r, s, t, ir_call(m, call->fn, k, NULL, call->arg, call->n));
        else
            for (int32_t j = 0; j < t->var->count && !r->failed; j++)
                set(r, ir_var_at(m, t->op, t->var, ir_int(m, j)),
                    ir_call(m, call->fn, k, ir_int(m, j), call->arg, call->n), s);
    }
}

static void run_for(struct run *r, const struct ir_stmt *s)
{
    if (r->n == EXPAND_BOX || s->iter->count > EXPAND_STATEMENTS) r->failed = true;
    for (int32_t j = 0; j < s->iter->count && !r->failed; j++) {
        r->from[r->n] = s->iter;
        r->to[r->n] = ir_int(r->x->m, s->iter->lo + s->iter->step * j);
        r->n++;
        run_list(r, s->body);
        r->n--;
    }
}

static void run_for_range(struct run *r, const struct ir_stmt *s)
{
    struct ir *lo = evaluate(r, s->range[0]), *by = evaluate(r, s->range[1]),
              *hi = evaluate(r, s->range[2]);
    if (lo->op != IR_INT || by->op != IR_INT || hi->op != IR_INT || by->integer == 0) {
        r->failed = true;
        return;
    }
    for (int64_t v = lo->integer, step = by->integer;
         step > 0 ? v <= hi->integer : v >= hi->integer;) {
        set(r, s->target, ir_int(r->x->m, v), s);
        run_list(r, s->body);
        if (r->failed || (step > 0 ? v > INT64_MAX - step : v < INT64_MIN - step)) break;
        v += step;
    }
}

/* Takes back all changes since `mark`; gives, per slot, the value it had. */
static struct slot *take_back(struct run *r, int32_t mark, int32_t *n)
{
    struct slot *had = ARENA_ARRAY(r->x->arena, struct slot, r->log.n - mark + 1);
    *n = 0;
    while (r->log.n > mark) {
        struct change c = r->log.at[--r->log.n];
        bool known = false;
        for (int32_t k = 0; k < *n; k++) known = known || had[k].cell == r->slots[c.slot].cell;
        if (!known) had[(*n)++] = r->slots[c.slot];
        r->slots[c.slot].value = c.before;
    }
    return had;
}

static struct ir *value_in(struct run *r, const struct slot *had, int32_t n, struct ir *cell)
{
    for (int32_t k = 0; k < n; k++)
        if (had[k].cell == cell) return had[k].value;
    return value_of(r, cell);
}

static struct slot *run_branch(struct run *r, struct ir *guard, const struct ir_stmt *body,
                               int32_t *n)
{
    int32_t mark = r->log.n;
    struct ir *old = r->guard;
    r->guard = old ? ir_binary(r->x->m, IR_AND, old, guard) : guard;
    run_list(r, body);
    r->guard = old;
    return take_back(r, mark, n);
}

static void run_if(struct run *r, const struct ir_stmt *s)
{
    struct ir_model *m = r->x->m;
    struct ir *c = evaluate(r, s->cond);
    struct slot *then, *other;
    int32_t n_then, n_other;
    if (c->op == IR_INT) {
        run_list(r, c->integer ? s->body : s->other);
        return;
    }
    then = run_branch(r, c, s->body, &n_then);
    other = run_branch(r, ir_unary(m, IR_NOT, c), s->other, &n_other);
    for (int32_t k = n_other - 1; k >= 0; k--) { /* the values that `other` alone changed, too */
        struct ir *cell = other[k].cell;
        set(r, cell, ir_if(m, c, value_in(r, then, n_then, cell), other[k].value), other[k].by);
    }
    for (int32_t k = n_then - 1; k >= 0; k--) {
        bool done = false;
        for (int32_t j = 0; j < n_other; j++) done = done || other[j].cell == then[k].cell;
        if (!done)
            set(r, then[k].cell, ir_if(m, c, then[k].value, value_of(r, then[k].cell)), then[k].by);
    }
}

static void run_assert(struct run *r, const struct ir_stmt *s)
{
    struct ir_assert a = {.text = s->text, .warning = s->integer != 0, .at = s->at};
    a.side = s->side;
    a.cond = evaluate(r, s->cond);
    if (r->guard) a.cond = ir_binary(r->x->m, IR_OR, ir_unary(r->x->m, IR_NOT, r->guard), a.cond);
    if (a.cond->op != IR_INT || !a.cond->integer) VEC_ADD(r->x->arena, &r->asserts, a);
}

static void run_list(struct run *r, const struct ir_stmt *s)
{
    for (; s && !r->failed; s = s->next) {
        switch (s->op) {
        case DO_ASSIGN: assign(r, s, s->target, evaluate(r, s->value)); break;
        case DO_ASSIGN_CALL: assign_call(r, s); break;
        case DO_IF: run_if(r, s); break;
        case DO_FOR: run_for(r, s); break;
        case DO_FOR_RANGE: run_for_range(r, s); break;
        case DO_ASSERT: run_assert(r, s); break;
        default: r->failed = true;
        }
    }
}

/* ---- The section ----------------------------------------------------------------------------- */

static void add_assigned(void *user, const struct ir_stmt *s, struct ir *target)
{
    struct run *r = user;
    (void)s;
    if (!is_cell(r, target)) VEC_ADD(r->x->arena, &r->assigned, target->var);
}

bool expand_run(struct frame *f, const struct ir_stmt *list)
{
    struct run r = {.x = f->w.x};
    if (!r.x->slots) r.x->slots = ARENA_ARRAY(r.x->arena, struct slot, SLOTS);
    r.slots = r.x->slots;
    expand_each_target(list, add_assigned, &r);
    run_list(&r, list);
    for (int32_t k = 0; k < r.order.n; k++) {
        struct slot *s = &r.slots[r.order.at[k].slot];
        if (s->cell->op == IR_VAR && s->value && !r.failed)
            expand_add_eq(f, s->cell, s->value, s->by->at, s->by->text);
        *s = (struct slot){NULL, NULL, NULL}; /* the table serves the next section               */
    }
    if (r.failed) return false;
    for (int32_t k = 0; k < r.asserts.n; k++)
        VEC_ADD(r.x->arena, &r.x->m->asserts, r.asserts.at[k]);
    return true;
}
