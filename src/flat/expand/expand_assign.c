/* SPDX-License-Identifier: MIT */
/* expand_assign.c - a := b, (a, b) := f(x), and reinit(a, b), which has the same shape.
 *
 * Arrays are assigned in a loop over their elements. If the right side reads the variable
 * elsewhere than where the loop just writes (x := A*x), the values go through a temporary first. A
 * call with an array as result is one call, which writes whole variables; where only part of a
 * variable is meant, again a temporary. */
#include "flat/expand/expand.h"

static void put(struct stmt_list *out, const struct site *w, enum ir_do op, struct ir *target,
                struct ir *value, struct place at)
{
    struct ir_stmt *s;
    if (target->op != IR_VAR && target->op != IR_LOCAL) {
        if (!w->x->messages->errors) error_at(w->x->messages, at, "this cannot be assigned");
        return;
    }
    s = expand_add(out, w->x, op, at);
    s->target = target;
    s->value = expand_convert(w->x, value, target->type);
}

/* ---- Loops over elements --------------------------------------------------------------------- */

struct loops {
    struct ir_iter *it[CHECK_RANK];
    struct ir *idx[CHECK_RANK];
    int32_t n;
};

static struct loops over(const struct site *w, const struct shape *shape)
{
    struct ir_model *m = w->x->m;
    struct loops l = {.n = shape->rank};
    for (int32_t d = 0; d < shape->rank; d++) {
        l.it[d] = ir_iter_new(m, w->depth + d, 1, 1, shape->size[d], "k");
        l.idx[d] = ir_binary(m, IR_SUB, ir_iter_value(m, l.it[d]), ir_int(m, 1));
    }
    return l;
}

static void close_loops(struct stmt_list *out, const struct site *w, const struct loops *l,
                        struct stmt_list *body, struct place at)
{
    for (int32_t d = l->n - 1; d >= 0; d--) {
        struct stmt_list outer = {NULL, NULL};
        struct ir_stmt *s;
        if (l->it[d]->count == 1) continue;
        s = expand_add(&outer, w->x, DO_FOR, at);
        s->iter = l->it[d];
        s->body = body->first;
        *body = outer;
    }
    expand_join(out, body);
}

static struct ir *element_of(const struct site *w, struct ir_var *v, enum ir_op op, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    struct ir *index = ir_int(m, 0);
    for (int32_t d = 0; d < v->rank; d++)
        index = ir_binary(m, IR_ADD, ir_binary(m, IR_MUL, index, ir_int(m, v->size[d])), idx[d]);
    return ir_var_at(m, op, v, index);
}

/* lhs := v, all elements. */
static void copy(struct stmt_list *out, const struct site *w, enum ir_do op, struct ast_expr *lhs,
                 struct ir_var *v, const struct shape *shape, struct place at)
{
    struct loops l = over(w, shape);
    struct site in = *w;
    struct stmt_list body = {NULL, NULL};
    in.depth += l.n;
    put(&body, &in, op, expand_element(&in, lhs, l.idx), element_of(&in, v, IR_LOCAL, l.idx), at);
    close_loops(out, w, &l, &body, at);
}

static int reads_elsewhere(void *user, struct ir *e)
{
    const struct ir *target = user;
    return e->op == target->op && e->var == target->var && e != target;
}

static void rolled(struct stmt_list *out, const struct site *w, enum ir_do op, struct ast_expr *lhs,
                   struct ast_expr *rhs, const struct shape *shape, struct place at)
{
    struct loops l = over(w, shape);
    struct stmt_list body = {NULL, NULL};
    struct site in = *w;
    struct ir *target, *value;
    struct ir_var *v = NULL;
    in.depth += l.n;
    if (w->before) in.before = &body;
    target = expand_element(&in, lhs, l.idx);
    value = expand_element(&in, rhs, rhs->type && rhs->type->rank ? l.idx : NULL);
    if (ir_visit(w->x->m, value, reads_elsewhere, target)) {
        v = expand_temporary(w, target->type, shape);
        put(&body, &in, DO_ASSIGN, element_of(&in, v, IR_LOCAL, l.idx), value, at);
    } else
        put(&body, &in, op, target, value, at);
    close_loops(out, w, &l, &body, at);
    if (v) copy(out, w, op, lhs, v, shape, at);
}

/* ---- Element by element ---------------------------------------------------------------------- */

static void unflatten(const struct shape *s, int64_t k, int64_t *at)
{
    for (int32_t d = s->rank - 1; d >= 0; k /= s->size[d--]) at[d] = k % s->size[d];
}

static void written_out(struct stmt_list *out, const struct site *w, enum ir_do op,
                        struct ast_expr *lhs, struct ast_expr *rhs, const struct shape *shape,
                        struct place at)
{
    int64_t n = expand_count(shape), pos[CHECK_RANK];
    struct ir_var *v = NULL;
    struct ir **value = ARENA_ARRAY(w->x->arena, struct ir *, n), *target = NULL;
    bool again = false;
    for (int64_t k = 0; k < n; k++) {
        unflatten(shape, k, pos);
        target = expand_at(w, lhs, shape->rank, pos);
        value[k] = expand_at(w, rhs, shape->rank, pos);
        again = again || ir_visit(w->x->m, value[k], reads_elsewhere, target);
    }
    if (again) v = expand_temporary(w, target->type, shape);
    for (int64_t k = 0; k < n; k++) {
        unflatten(shape, k, pos);
        target = v ? ir_var_at(w->x->m, IR_LOCAL, v, ir_int(w->x->m, k))
                   : expand_at(w, lhs, shape->rank, pos);
        put(out, w, v ? DO_ASSIGN : op, target, value[k], at);
    }
    if (v) copy(out, w, op, lhs, v, shape, at);
}

/* op: DO_ASSIGN or DO_REINIT, element by element. */
void expand_store(struct stmt_list *out, const struct site *w, enum ir_do op, struct ast_expr *lhs,
                  struct ast_expr *rhs, struct place at)
{
    struct shape shape;
    if (!lhs->type || lhs->type->rank == 0) {
        struct ir *target = expand_scalar(w, lhs);
        put(out, w, op, target, expand_scalar(w, rhs), at);
        return;
    }
    shape = expand_shape(w, lhs);
    if (expand_count(&shape) == 0) return;
    if (expand_prefers_literal(rhs) && rhs->type->rank == shape.rank &&
        expand_count(&shape) <= EXPAND_LITERAL)
        written_out(out, w, op, lhs, rhs, &shape, at);
    else
        rolled(out, w, op, lhs, rhs, &shape, at);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static bool is_whole(const struct ast_expr *e)
{
    return e->kind == EXPR_NAME && (e->n_path == 0 || e->path[e->n_path - 1].n_sub == 0);
}

/* Where an output goes; *through: the temporary it goes through, or NULL. */
static struct ir *call_target(const struct site *w, struct ast_expr *lhs, const struct ir_var *out,
                              struct ir_var **through)
{
    struct ir *zero[CHECK_RANK], *target = NULL;
    struct shape shape = expand_var_shape(out);
    for (int32_t d = 0; d < CHECK_RANK; d++) zero[d] = ir_int(w->x->m, 0);
    *through = NULL;
    if (expand_count(&shape) == 0) return NULL;
    if (out->rank == 0 || is_whole(lhs)) target = expand_element(w, lhs, zero);
    if (target && target->type == out->type) return target;
    *through = expand_temporary(w, out->type, &shape);
    return ir_var_at(w->x->m, IR_LOCAL, *through, zero[0]);
}

/* (lhs[0], lhs[1], ...) := call */
static void assign_call(struct stmt_list *out, const struct site *w, struct ast_expr **lhs,
                        int32_t n, struct ast_expr *call, struct place at)
{
    struct ir_fn *fn;
    struct ir *value = expand_call_node(w, call, &fn);
    struct ir_var **through = ARENA_ARRAY(w->x->arena, struct ir_var *, n + 1);
    struct ir_stmt *s;
    if (!value) {
        if (!w->x->stopped)
            error_at(w->x->messages, call->at, "several results of a call element by element");
        return;
    }
    s = expand_add(out, w->x, DO_ASSIGN_CALL, at);
    s->value = value;
    s->n_targets = fn->n_outputs;
    s->targets = ARENA_ARRAY(w->x->arena, struct ir *, fn->n_outputs + 1);
    for (int32_t k = 0; k < n && k < fn->n_outputs; k++)
        if (lhs[k])
            s->targets[k] = call_target(w, lhs[k], fn->locals.at[fn->n_inputs + k], &through[k]);
    for (int32_t k = 0; k < n && k < fn->n_outputs; k++) {
        struct shape shape = expand_var_shape(fn->locals.at[fn->n_inputs + k]);
        if (through[k]) copy(out, w, DO_ASSIGN, lhs[k], through[k], &shape, at);
    }
}

static bool is_array_call(const struct site *w, struct ast_expr *e)
{
    struct shape extra;
    return e->kind == EXPR_CALL && !e->builtin && e->type && e->type->rank > 0 &&
           expand_extra(w, e, &extra) == 0;
}

void expand_assign(struct stmt_list *out, const struct site *w, struct ast_expr *lhs,
                   struct ast_expr *rhs, struct place at)
{
    if (lhs->kind == EXPR_TUPLE && rhs->kind == EXPR_CALL && !rhs->builtin)
        assign_call(out, w, lhs->args, lhs->n_args, rhs, at);
    else if (lhs->kind == EXPR_TUPLE)
        error_at(w->x->messages, at, "only a call has several results");
    else if (is_array_call(w, rhs))
        assign_call(out, w, &lhs, 1, rhs, at);
    else
        expand_store(out, w, DO_ASSIGN, lhs, rhs, at);
}
