/* SPDX-License-Identifier: MIT */
/* expand_op.c - operators on scalars and arrays.
 *
 * Element-wise operators hand the positions on, to scalars none. Products of matrices are sums
 * over a fresh iterator; with i the row and j the column asked for,
 *     a*b = sum_k a[k]*b[k],  (A*b)[i] = sum_k A[i,k]*b[k],  (A*B)[i,j] = sum_k A[i,k]*B[k,j]. (1) */
#include "flat/expand/expand.h"

static struct ir *operand(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    return expand_element(w, e, e->type && e->type->rank ? idx : NULL);
}

/* a op b, as Reals if one of them is. */
struct ir *expand_arith(struct expand *x, enum ir_op op, struct ir *a, struct ir *b)
{
    bool real = a->type == IR_R || b->type == IR_R || op == IR_DIV || op == IR_POW;
    enum ir_type type = real ? IR_R : IR_I;
    return ir_binary(x->m, op, expand_convert(x, a, type), expand_convert(x, b, type));
}

struct ir *expand_unary(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *a = expand_element(w, e->args[0], idx);
    if (e->op == OP_NOT) return ir_unary(w->x->m, IR_NOT, expand_convert(w->x, a, IR_B));
    if (e->op != OP_SUB && e->op != OP_ESUB) return a;
    return ir_unary(w->x->m, IR_NEG, a->type == IR_B ? expand_convert(w->x, a, IR_I) : a);
}

/* ---- Products (1) ---------------------------------------------------------------------------- */

struct product {
    struct ast_expr *a, *b;
    struct ir **ia, **ib; /* row of a, if it is a matrix; column of b */
    enum ir_type type;
};

static struct ir *term(void *user, const struct site *w, struct ir *k)
{
    struct product *p = user;
    struct ir *ia[2] = {p->a->type->rank == 2 ? *p->ia : k, k};
    struct ir *ib[2] = {k, p->b->type->rank == 2 ? *p->ib : NULL};
    struct ir *a = expand_convert(w->x, expand_element(w, p->a, ia), p->type);
    return ir_binary(w->x->m, IR_MUL, a,
                     expand_convert(w->x, expand_element(w, p->b, ib), p->type));
}

static struct ir *product(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct product p = {e->args[0], e->args[1], idx, idx, expand_type(e->type)};
    struct shape shape = expand_shape(w, p.b);
    bool literal = expand_prefers_literal(p.a) || expand_prefers_literal(p.b);
    if (p.a->type->rank == 2) p.ib = idx + 1;
    return expand_fold(w, IR_SUM, shape.size[0], literal, p.type, term, &p);
}

/* ---- Relations ------------------------------------------------------------------------------- */

/* Reals make events, and what functions make of Reals; of other Integers, enumerations and Booleans the
 * comparison is exact. */
static struct ir *relation(const struct site *w, enum ir_op op, struct ir *a, struct ir *b)
{
    bool real = a->type == IR_R || b->type == IR_R;
    enum ir_type type = real ? IR_R : IR_I;
    if (a->type == IR_B && b->type == IR_B && (op == IR_EQ || op == IR_NE))
        return ir_relation(w->x->m, op, a, b, false);
    a = expand_convert(w->x, a, type);
    b = expand_convert(w->x, b, type);
    return ir_relation(w->x->m, op, a, b,
                       w->events &&
                           (real || ir_continuous(w->x->m, a) || ir_continuous(w->x->m, b)));
}

static struct ir *compare(const struct site *w, enum expr_op op, struct ir *a, struct ir *b)
{
    switch (op) {
    case OP_LT: return relation(w, IR_LT, a, b);
    case OP_LE: return relation(w, IR_LE, a, b);
    case OP_GT: return relation(w, IR_LT, b, a);
    case OP_GE: return relation(w, IR_LE, b, a);
    case OP_EQ: return relation(w, IR_EQ, a, b);
    default: return relation(w, IR_NE, a, b);
    }
}

/* Texts are not there in a run: their comparisons are decided now. */
static struct ir *compare_texts(const struct site *w, struct ast_expr *e)
{
    int errors = w->x->messages->errors;
    struct value *v = check_value(w->x->messages, e);
    if (v && v->number && v->count == 1) return ir_bool(w->x->m, v->number[0] != 0);
    if (w->x->messages->errors == errors)
        error_at(w->x->messages, e->at,
                 "texts can be compared only if both are known at compile time");
    return ir_bool(w->x->m, false);
}

/* In `i > 1 and x[i - 1] > 0` the second is looked at only if the first does not decide. */
static struct ir *logical(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *a = expand_convert(w->x, operand(w, e->args[0], idx), IR_B), *b;
    struct site in = *w;
    if (a->op == IR_INT && (a->integer != 0) == (e->op == OP_OR)) return a;
    in.conditional = in.conditional || a->op != IR_INT;
    b = expand_convert(w->x, operand(&in, e->args[1], idx), IR_B);
    return ir_binary(w->x->m, e->op == OP_AND ? IR_AND : IR_OR, a, b);
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* Integer a/b: only where the dialect means div. */
static struct ir *quotient(const struct site *w, struct ast_expr *e, struct ir *a, struct ir *b)
{
    if (e->type && e->type->base == TYPE_INTEGER && a->type == IR_I && b->type == IR_I)
        return ir_binary(w->x->m, IR_IDIV, a, b);
    return expand_arith(w->x, IR_DIV, a, b);
}

static struct ir *elementwise(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    struct ir *a, *b;
    if (e->args[0]->type && e->args[0]->type->base == TYPE_STRING) return compare_texts(w, e);
    a = operand(w, e->args[0], idx);
    b = operand(w, e->args[1], idx);
    switch (e->op) {
    case OP_ADD:
    case OP_EADD: return expand_arith(w->x, IR_ADD, a, b);
    case OP_SUB:
    case OP_ESUB: return expand_arith(w->x, IR_SUB, a, b);
    case OP_MUL:
    case OP_EMUL: return expand_arith(w->x, IR_MUL, a, b);
    case OP_DIV:
    case OP_EDIV: return quotient(w, e, a, b);
    case OP_POW:
    case OP_EPOW: return expand_arith(w->x, IR_POW, a, b);
    default: return compare(w, e->op, a, b);
    }
}

struct ir *expand_binary(const struct site *w, struct ast_expr *e, struct ir **idx)
{
    const struct type *a = e->args[0]->type, *b = e->args[1]->type;
    if (e->op == OP_AND || e->op == OP_OR) return logical(w, e, idx);
    if (e->op == OP_MUL && a && b && a->rank && b->rank) return product(w, e, idx);
    return elementwise(w, e, idx);
}
