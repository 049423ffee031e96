/* SPDX-License-Identifier: MIT */
/* isolate.c - the value of an unknown from one equation that is linear in it.
 *
 * As one does it by hand: while the unknown is on one side only and in one place, the
 * operations around it are undone on the other side:
 *     a + u = b  =>  u = b - a,    a*u = b  =>  u = b/a,    u/a = b  =>  u = b*a,  ...
 * Where that ends, lhs - rhs = r0 + a u with a = d(lhs - rhs)/du, r0 = (lhs - rhs) at u = 0, gives
 *     u = -r0/a. */
#include "graph/graph.h"

struct ir *graph_coefficient(struct ir_model *m, struct ir *lhs, struct ir *rhs, struct ir *u)
{
    struct ir *a = ir_diff(m, ir_binary(m, IR_SUB, lhs, rhs), u);
    return a && !graph_contains(m, a, u) ? a : NULL;
}

/* -a if that is simpler than a, else NULL. */
static struct ir *negated(struct ir_model *m, struct ir *a)
{
    struct ir *x, *y;
    if (a->op == IR_NEG) return a->arg[0];
    if (a->op == IR_REAL && a->number < 0) return ir_real(m, -a->number);
    if (a->op == IR_SUB) {
        if ((x = negated(m, a->arg[0]))) return ir_binary(m, IR_ADD, x, a->arg[1]);
        return ir_binary(m, IR_SUB, a->arg[1], a->arg[0]);
    }
    if (a->op == IR_MUL || a->op == IR_DIV) {
        if ((x = negated(m, a->arg[0]))) return ir_binary(m, a->op, x, a->arg[1]);
        if ((x = negated(m, a->arg[1])) && a->op == IR_MUL)
            return ir_binary(m, IR_MUL, a->arg[0], x);
    }
    if (a->op == IR_ADD && (x = negated(m, a->arg[0])) && (y = negated(m, a->arg[1])))
        return ir_binary(m, IR_ADD, x, y);
    if (a->op == IR_IF && (x = negated(m, a->arg[1])) && (y = negated(m, a->arg[2])))
        return ir_if(m, a->arg[0], x, y);
    return NULL;
}

struct ir *graph_minus_quotient(struct ir_model *m, struct ir *a, struct ir *b)
{
    bool plain = b->op == IR_SUB && !negated(m, b->arg[0]); /* p - q is no better as q - p */
    struct ir *x = plain ? NULL : negated(m, b);
    if (x) return ir_binary(m, IR_DIV, a, x);
    if ((x = negated(m, a))) return ir_binary(m, IR_DIV, x, b);
    return ir_unary(m, IR_NEG, ir_binary(m, IR_DIV, a, b));
}

struct ir *graph_minus(struct ir_model *m, struct ir *a)
{
    struct ir *x = negated(m, a);
    return x ? x : ir_unary(m, IR_NEG, a);
}

struct ir *graph_plus(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (b->op == IR_NEG) return ir_binary(m, IR_SUB, a, b->arg[0]);
    if (a->op == IR_NEG) return ir_binary(m, IR_SUB, b, a->arg[0]);
    return ir_binary(m, IR_ADD, a, b);
}

struct ir *graph_times(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (a->op == IR_NEG) return graph_minus(m, graph_times(m, a->arg[0], b));
    if (b->op == IR_NEG) return graph_minus(m, graph_times(m, a, b->arg[0]));
    return ir_binary(m, IR_MUL, a, b);
}

static struct ir *by_coefficient(struct ir_model *m, struct ir *lhs, struct ir *rhs, struct ir *u)
{
    struct ir *a = graph_coefficient(m, lhs, rhs, u), *r0;
    double value;
    if (!a || (ir_constant(a, &value) && value == 0)) return NULL;
    r0 = ir_binary(m, IR_SUB, graph_substitute(m, lhs, u, ir_real(m, 0)),
                   graph_substitute(m, rhs, u, ir_real(m, 0)));
    return graph_minus_quotient(m, r0, a);
}

static struct ir *in_branches(struct ir_model *m, struct ir *e, struct ir *rhs, struct ir *u)
{
    struct ir *a, *b;
    if (graph_contains(m, e->arg[0], u)) return NULL;
    if (!graph_contains(m, e->arg[1], u) || !graph_contains(m, e->arg[2], u)) return NULL;
    a = graph_isolate(m, e->arg[1], rhs, u);
    b = graph_isolate(m, e->arg[2], rhs, u);
    return a && b ? ir_if(m, e->arg[0], a, b) : NULL;
}

/* Undoes the outermost operation of *lhs, which contains u in argument `in` only. */
static bool undo(struct ir_model *m, struct ir **lhs, struct ir **rhs, int in)
{
    struct ir *e = *lhs, *other = e->n == 2 ? e->arg[1 - in] : NULL;
    switch (e->op) {
    case IR_ADD: *rhs = ir_binary(m, IR_SUB, *rhs, other); break;
    case IR_SUB:
        *rhs = in ? ir_binary(m, IR_SUB, other, *rhs) : ir_binary(m, IR_ADD, *rhs, other);
        break;
    case IR_MUL: *rhs = ir_binary(m, IR_DIV, *rhs, other); break;
    case IR_DIV:
        if (in) return false;
        *rhs = ir_binary(m, IR_MUL, *rhs, other);
        break;
    case IR_NEG: *rhs = ir_unary(m, IR_NEG, *rhs); break;
    default: return false;
    }
    *lhs = e->arg[in];
    return true;
}

struct ir *graph_isolate(struct ir_model *m, struct ir *lhs, struct ir *rhs, struct ir *u)
{
    struct ir *value;
    if (graph_contains(m, rhs, u)) {
        struct ir *old = lhs;
        if (graph_contains(m, lhs, u)) return by_coefficient(m, lhs, rhs, u);
        lhs = rhs;
        rhs = old;
    }
    while (lhs != u) {
        bool second = lhs->n == 2 && graph_contains(m, lhs->arg[1], u);
        if (lhs->n == 2 && second && graph_contains(m, lhs->arg[0], u)) break;
        if (!undo(m, &lhs, &rhs, second)) break;
    }
    if (lhs == u) return rhs;
    value = lhs->op == IR_IF ? in_branches(m, lhs, rhs, u) : NULL;
    return value ? value : by_coefficient(m, lhs, rhs, u);
}
