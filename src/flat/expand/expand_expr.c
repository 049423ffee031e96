/* SPDX-License-Identifier: MIT */
/* expand_expr.c - the element of an expression at given positions, by kind of expression.
 *
 * expand_element(w, e, idx) is the scalar node for element idx of e: as many positions, counted
 * from 0, as e has dimensions. Everything else in these files answers this one question for one
 * kind of e. */
#include "flat/expand/expand.h"

bool expand_literal(const struct ir *e)
{
    return e->op == IR_INT || e->op == IR_REAL;
}

struct ir *expand_zero(struct expand *x, enum ir_type type)
{
    return type == IR_R ? ir_real(x->m, 0) : type == IR_I ? ir_int(x->m, 0) : ir_bool(x->m, 0);
}

struct ir *expand_convert(struct expand *x, struct ir *e, enum ir_type type)
{
    if (e->type == type) return e;
    if (type == IR_R) return ir_unary(x->m, IR_TO_REAL, e);
    if (type == IR_B) return ir_relation(x->m, IR_NE, e, expand_zero(x, e->type), false);
    if (e->type == IR_R) return ir_unary(x->m, IR_TO_INT, e);
    return ir_if(x->m, e, ir_int(x->m, 1), ir_int(x->m, 0));
}

struct ir *expand_scalar(const struct site *w, struct ast_expr *e)
{
    return expand_element(w, e, NULL);
}

struct ir *expand_real(const struct site *w, struct ast_expr *e)
{
    return expand_convert(w->x, expand_scalar(w, e), IR_R);
}

/* The element at literal positions. */
struct ir *expand_at(const struct site *w, struct ast_expr *e, int32_t rank, const int64_t *at)
{
    struct ir *idx[CHECK_RANK];
    for (int32_t d = 0; d < rank; d++) idx[d] = ir_int(w->x->m, at[d]);
    return expand_element(w, e, idx);
}

struct ast_expr *expand_name(struct expand *x, struct symbol *s)
{
    struct ast_expr *e = ARENA_NEW(x->arena, struct ast_expr);
    e->kind = EXPR_NAME;
    e->at = s->at;
    e->type = s->type;
    e->symbol = s;
    e->height = 1;
    e->path = ARENA_NEW(x->arena, struct ast_part);
    e->path->name = s->name;
    e->path->at = s->at;
    e->n_path = 1;
    return e;
}

/* ---- if c1 then a elseif c2 then b else d ---------------------------------------------------- */

/* Branches from k on, a few at a time. Of conditions that are known only the branch that counts is
 * looked at. */
static struct ir *choose(const struct site *w, struct ast_expr *e, int32_t k, struct ir **idx)
{
    enum { FEW = 6 };
    enum ir_type type = expand_type(e->type);
    struct site in = *w;
    struct ir *chosen, *conds[FEW], *values[FEW], *c = NULL;
    int32_t n = 0;
    for (; k + 2 < e->n_args && n < FEW; k += 2) {
        c = expand_scalar(&in, e->args[k]);
        if (c->op == IR_INT && !c->integer) continue;
        if (c->op == IR_INT) break;
        in.conditional = true;
        conds[n] = c;
        values[n++] = expand_convert(w->x, expand_element(&in, e->args[k + 1], idx), type);
    }
    if (k + 2 < e->n_args && n == FEW)
        chosen = choose(&in, e, k, idx);
    else
        chosen = expand_element(&in, e->args[k + 2 < e->n_args ? k + 1 : k], idx);
    chosen = expand_convert(w->x, chosen, type);
    while (n-- > 0) chosen = ir_if(w->x->m, conds[n], values[n], chosen);
    return chosen;
}

static struct ir *range_element(const struct site *w, struct ast_expr *e, struct ir *k)
{
    struct ir_model *m = w->x->m;
    enum ir_type type = expand_type(e->type);
    struct ir *lo = expand_convert(w->x, expand_scalar(w, e->args[0]), type);
    struct ir *by = type == IR_R ? ir_real(m, 1) : ir_int(m, 1);
    if (e->n_args == 3) by = expand_convert(w->x, expand_scalar(w, e->args[1]), type);
    return ir_binary(m, IR_ADD, lo, ir_binary(m, IR_MUL, expand_convert(w->x, k, type), by));
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static bool of_arrays(int builtin)
{
    return (builtin >= BUILTIN_SIZE && builtin <= BUILTIN_TRANSPOSE) ||
           (builtin >= BUILTIN_SCALAR && builtin <= BUILTIN_SKEW);
}

static struct ir *call(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    if (!e->builtin) return expand_call(w, e, 0, idx);
    if (of_arrays(e->builtin)) return expand_array(w, e, idx);
    return expand_math(w, e, idx);
}

static struct ir *by_kind(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir_model *m = w->x->m;
    switch (e->kind) {
    case EXPR_REAL: return ir_real(m, e->number);
    case EXPR_INTEGER: return ir_int(m, e->integer);
    case EXPR_BOOLEAN: return ir_bool(m, e->integer != 0);
    case EXPR_NAME: return expand_ref(w, e, idx, IR_VAR);
    case EXPR_CALL: return call(w, e, idx);
    case EXPR_REDUCE:
        return e->builtin == BUILTIN_ARRAY ? expand_comprehension(w, e, idx) : expand_reduce(w, e);
    case EXPR_UNARY: return expand_unary(w, e, idx);
    case EXPR_BINARY: return expand_binary(w, e, idx);
    case EXPR_IF: return choose(w, e, 0, idx);
    case EXPR_RANGE: return range_element(w, e, idx[0]);
    case EXPR_ARRAY: return expand_constructor(w, e, idx);
    case EXPR_COMPREHENSION: return expand_comprehension(w, e, idx);
    case EXPR_MATRIX: return expand_matrix(w, e, idx);
    case EXPR_END: return ir_int(m, w->end);
    default: return expand_zero(w->x, expand_type(e->type));
    }
}

struct ir *expand_element(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    if (expand_busy(w->x, e->at)) return expand_zero(w->x, expand_type(e->type));
    return by_kind(w, e, idx);
}
