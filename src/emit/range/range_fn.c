/* SPDX-License-Identifier: MIT */
/* range_fn.c - functions of the model, over series of spans.
 *
 * Its variables are its first registers, in the order of fn->locals: Reals are series, the others
 * integers. Statements follow each other as written; each has a scope of its own, since it may
 * change what the next one reads. A branch may be undecided (base/range.c); a loop must not be: one
 * that goes on as long as Reals say so makes the function opaque. */
#include "emit/range/range.h"

static void statements(struct range *r, struct ir_stmt *s);

/* ---- Variables ------------------------------------------------------------------------------- */

static int32_t register_of(const struct range *r, const struct ir_var *v)
{
    for (int32_t k = 0; k < r->fn->locals.n; k++)
        if (r->fn->locals.at[k] == v) return r->local[k];
    return -1;
}

static void lay_out(struct range *r, int32_t count[2])
{
    r->local = ARENA_ARRAY(r->l->scratch, int32_t, r->fn->locals.n + 1);
    for (int32_t k = 0; k < r->fn->locals.n; k++) {
        const struct ir_var *v = r->fn->locals.at[k];
        int whole = v->type != IR_R;
        r->local[k] = whole ? range_int_new(r, v->count) : range_jet_new(r, v->count);
        count[whole] += v->count;
    }
    for (int32_t k = r->fn->n_inputs; k < r->fn->locals.n; k++) {
        const struct ir_var *v = r->fn->locals.at[k];
        RANGE_EMIT(r, v->type == IR_R ? RANGE_CLEAR : RANGE_CLEAR_INT, r->local[k], v->count);
    }
}

/* ---- Assignments ----------------------------------------------------------------------------- */

static void put(struct range *r, const struct ir *target, int32_t from)
{
    const struct ir_var *v = target->var;
    int32_t to = register_of(r, v), at;
    bool real = v->type == IR_R;
    struct ir *index = target->n ? target->arg[0] : NULL;
    if (to < 0 || target->op != IR_LOCAL) {
        range_opaque(r, "a function assigns to what is not its own");
        return;
    }
    if (!index || (index->op == IR_INT && index->integer >= 0 && index->integer < v->count)) {
        at = to + (index ? (int32_t)index->integer : 0);
        RANGE_EMIT(r, real ? RANGE_COPY : RANGE_COPY_INT, at, from, 1);
        return;
    }
    at = range_value(r, index);
    RANGE_EMIT(r, real ? RANGE_PUT : RANGE_PUT_INT, to, from, at, v->count);
}

static void assign_call(struct range *r, const struct ir_stmt *s)
{
    struct ir *call = s->value;
    const int32_t *outputs = range_outputs(r, call);
    for (int32_t k = 0; k < s->n_targets && !r->opaque; k++) {
        const struct ir *to = s->targets[k];
        const struct ir_var *out = call->fn->locals.at[call->fn->n_inputs + k];
        if (!to) continue;
        if (out->rank == 0)
            put(r, to, outputs[k]);
        else if (register_of(r, to->var) < 0)
            range_opaque(r, "a function assigns to what is not its own");
        else
            RANGE_EMIT(r, out->type == IR_R ? RANGE_COPY : RANGE_COPY_INT, register_of(r, to->var),
                       outputs[k], out->count);
    }
}

/* ---- Branches and loops ---------------------------------------------------------------------- */

static void branch(struct range *r, struct ir_stmt *s)
{
    int32_t at, cond = range_value(r, s->cond);
    RANGE_EMIT(r, RANGE_IF, cond, 0, 0);
    at = range_here(r) - 2;
    statements(r, s->body);
    r->code.at[at] = range_here(r);
    statements(r, s->other);
    r->code.at[at + 1] = range_here(r);
}

static void loop(struct range *r, struct ir_stmt *s)
{
    int32_t end = range_loop(r, s->iter);
    statements(r, s->body);
    range_loop_end(r, end);
}

static int compares_reals(void *user, struct ir *e)
{
    (void)user;
    return e->op >= IR_LT && e->op <= IR_NE && e->arg[0]->type == IR_R;
}

/* Opens a while; gives where the ends of its condition and of its body are to be written. */
static int32_t open_while(struct range *r)
{
    RANGE_EMIT(r, RANGE_WHILE, 0, 0, 0);
    return range_here(r) - 3;
}

static void loop_while(struct range *r, struct ir_stmt *s)
{
    int32_t at;
    if (ir_visit(r->l->m, s->cond, compares_reals, NULL)) {
        range_opaque(r, "a loop in a function ends when Reals say so");
        return;
    }
    at = open_while(r);
    r->code.at[at] = range_value(r, s->cond);
    r->code.at[at + 1] = range_here(r);
    statements(r, s->body);
    r->code.at[at + 2] = range_here(r);
}

/* for v in lo:step:hi, as statement.c has it */
static void loop_range(struct range *r, struct ir_stmt *s)
{
    int32_t next = range_int_new(r, 1), up = range_int_new(r, 1), down = range_int_new(r, 1);
    int32_t below = range_int_new(r, 1), above = range_int_new(r, 1), more = range_int_new(r, 1);
    int32_t target = register_of(r, s->target->var), at, zero = range_int(r, 0);
    int32_t step = s->range[1] ? range_value(r, s->range[1]) : range_int(r, 1);
    int32_t hi = range_int_new(r, 1), kept = range_int_new(r, 1);
    RANGE_EMIT(r, RANGE_COPY_INT, next, range_value(r, s->range[0]), 1);
    RANGE_EMIT(r, RANGE_COPY_INT, hi, range_value(r, s->range[2]), 1);
    RANGE_EMIT(r, RANGE_COPY_INT, kept, step, 1);
    RANGE_EMIT(r, RANGE_INT_LT, up, zero, kept);
    RANGE_EMIT(r, RANGE_INT_LT, down, kept, zero);
    at = open_while(r);
    RANGE_EMIT(r, RANGE_INT_LE, below, next, hi);
    RANGE_EMIT(r, RANGE_INT_LE, above, hi, next);
    RANGE_EMIT(r, RANGE_AND, below, below, up);
    RANGE_EMIT(r, RANGE_AND, above, above, down);
    RANGE_EMIT(r, RANGE_OR, more, below, above);
    r->code.at[at] = more;
    r->code.at[at + 1] = range_here(r);
    RANGE_EMIT(r, RANGE_COPY_INT, target, next, 1);
    RANGE_EMIT(r, RANGE_INT_ADD, next, next, kept);
    statements(r, s->body);
    r->code.at[at + 2] = range_here(r);
}

static void statement(struct range *r, struct ir_stmt *s)
{
    struct range_scope scope = {0};
    struct range_scope *outside = r->scope;
    r->scope = &scope;
    r->l->m->at = s->at;
    switch (s->op) {
    case DO_ASSIGN: put(r, s->target, range_value(r, s->value)); break;
    case DO_ASSIGN_CALL: assign_call(r, s); break;
    case DO_IF: branch(r, s); break;
    case DO_FOR: loop(r, s); break;
    case DO_FOR_RANGE: loop_range(r, s); break;
    case DO_WHILE: loop_while(r, s); break;
    case DO_BREAK: range_op(r, RANGE_BREAK, 0, NULL); break;
    case DO_RETURN: range_op(r, RANGE_RETURN, 0, NULL); break;
    case DO_ASSERT: /* what it forbids ends the run */
    case DO_TERMINATE: break;
    case DO_REINIT: range_opaque(r, "a function changes a state"); break;
    }
    r->scope = outside;
}

static void statements(struct range *r, struct ir_stmt *s)
{
    for (; s && !r->opaque; s = s->next) statement(r, s);
}

/* ---- The function ---------------------------------------------------------------------------- */

static struct lower_range *find(struct lower *l, const struct ir_fn *fn)
{
    for (int32_t k = 0; k < l->ranges.n; k++)
        if (l->ranges.at[k].fn == fn) return &l->ranges.at[k];
    return NULL;
}

static void make(struct lower *l, struct ir_fn *fn)
{
    struct range r = range_new(l);
    struct lower_range *to;
    struct place at = l->m->at;
    int32_t count[2] = {0, 0};
    r.fn = fn;
    lay_out(&r, count);
    statements(&r, fn->body);
    range_op(&r, RANGE_RETURN, 0, NULL);
    to = find(l, fn);
    to->made = true;
    to->opaque = r.opaque;
    to->opaque_at = r.at;
    if (!r.opaque) range_finish(&r, count[0], count[1], to->at);
    l->m->at = at;
}

bool range_function(struct range *caller, struct ir_fn *fn, int32_t at[3])
{
    struct lower *l = caller->l;
    struct lower_range *known = find(l, fn), fresh = {.fn = fn};
    if (fn->external) {
        range_opaque(caller, arena_format(l->arena, "external function '%s'", fn->name));
        return false;
    }
    if (!known) {
        VEC_ADD(l->arena, &l->ranges, fresh);
        make(l, fn);
        known = find(l, fn);
    }
    if (!known->made) {
        range_opaque(caller, "a function calls itself");
        return false;
    }
    if (known->opaque) {
        caller->opaque = known->opaque;
        caller->at = known->opaque_at;
        return false;
    }
    for (int k = 0; k < 3; k++) at[k] = known->at[k];
    return true;
}
