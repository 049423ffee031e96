/* SPDX-License-Identifier: MIT */
/* value_op.c - values of operators, on scalars, arrays and texts.
 *
 * The operands lie on the stack one above the other; the result takes their place. Integers are
 * kept in doubles and must stay within 2^53, where doubles are exact. */
#include "check/value/value.h"

#include <math.h>
#include <string.h>

static const double LARGEST_INTEGER = 9007199254740992.0; /* 2^53 */

bool value_finite(struct evaluator *v, const struct ast_expr *e, int64_t base, int64_t n)
{
    bool integer = e->type->base == TYPE_INTEGER;
    for (int64_t k = 0; k < n; k++) {
        double x = v->stack[base + k].number;
        if (integer && !(fabs(x) <= LARGEST_INTEGER))
            return value_wrong(v, e->at, "Integer overflow: the value is about %.3g", x);
        if (!isfinite(x)) return value_wrong(v, e->at, "the value is not a finite number");
    }
    return true;
}

bool value_unary(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    int64_t base = v->n;
    if (!value_eval(v, e->args[0], out)) return false;
    for (int64_t k = base; k < v->n; k++) {
        double *x = &v->stack[k].number;
        if (e->op == OP_SUB || e->op == OP_ESUB) *x = -*x;
        if (e->op == OP_NOT) *x = *x == 0;
    }
    return true;
}

static double apply(enum expr_op op, double a, double b)
{
    switch (op) {
    case OP_ADD:
    case OP_EADD: return a + b;
    case OP_SUB:
    case OP_ESUB: return a - b;
    case OP_MUL:
    case OP_EMUL: return a * b;
    case OP_DIV:
    case OP_EDIV: return a / b;
    case OP_POW:
    case OP_EPOW: return pow(a, b);
    case OP_LT: return a < b;
    case OP_LE: return a <= b;
    case OP_GT: return a > b;
    case OP_GE: return a >= b;
    case OP_EQ: return a == b;
    case OP_NE: return a != b;
    case OP_AND: return a != 0 && b != 0;
    case OP_OR: return a != 0 || b != 0;
    default: return NAN;
    }
}

static bool divides(enum expr_op op)
{
    return op == OP_DIV || op == OP_EDIV;
}

/* Element by element; na or nb may be 1. */
static bool elementwise(struct evaluator *v, struct ast_expr *e, int64_t base, int64_t na,
                        int64_t nb)
{
    int64_t n = na == 1 ? nb : na;
    if (!value_reserve(v, n, e->at)) return false;
    for (int64_t k = 0; k < n; k++) {
        double a = v->stack[base + (na == 1 ? 0 : k)].number;
        double b = v->stack[base + na + (nb == 1 ? 0 : k)].number;
        if (b == 0 && divides(e->op)) return value_wrong(v, e->at, "division by zero");
        v->stack[v->n++].number = apply(e->op, a, b);
    }
    value_settle(v, base, n);
    return value_finite(v, e, base, n);
}

/* rows x inner times inner x cols */
static bool product(struct evaluator *v, struct ast_expr *e, int64_t base, const int64_t size[3])
{
    int64_t na = size[0] * size[1], n = size[0] * size[2];
    if (!value_reserve(v, n, e->at)) return false;
    for (int64_t i = 0; i < size[0]; i++) {
        for (int64_t j = 0; j < size[2]; j++) {
            double sum = 0;
            if ((v->steps += size[1]) > VALUE_STEPS) return value_step(v, e->at);
            for (int64_t k = 0; k < size[1]; k++)
                sum += v->stack[base + i * size[1] + k].number *
                       v->stack[base + na + k * size[2] + j].number;
            v->stack[v->n++].number = sum;
        }
    }
    value_settle(v, base, n);
    return value_finite(v, e, base, n);
}

static bool multiply(struct evaluator *v, struct ast_expr *e, int64_t base, const struct shape *a,
                     const struct shape *b, struct shape *out)
{
    bool ma = a->rank == 2, mb = b->rank == 2;
    int64_t size[3] = {ma ? a->size[0] : 1, a->size[a->rank - 1], mb ? b->size[1] : 1};
    if (a->rank > 2 || b->rank > 2 || size[1] != b->size[0])
        return value_wrong(v, e->at, "the sizes do not fit");
    out->base = e->type->base;
    out->rank = 0;
    if (ma) out->size[out->rank++] = (int32_t)size[0];
    if (mb) out->size[out->rank++] = (int32_t)size[2];
    return product(v, e, base, size);
}

static bool fits(const struct shape *a, const struct shape *b)
{
    return a->rank == b->rank && memcmp(a->size, b->size, sizeof *a->size * (size_t)a->rank) == 0;
}

static bool texts(struct evaluator *v, struct ast_expr *e, int64_t base, struct shape *out)
{
    const char *a = v->stack[base].text, *b = v->stack[base + 1].text;
    v->n = base + 1;
    out->base = e->type->base;
    out->rank = 0;
    if (e->op == OP_ADD && strlen(a) + strlen(b) > 100000)
        return value_wrong(v, e->at, "this text is too long");
    if (e->op == OP_ADD)
        v->stack[base].text = arena_format(v->arena, "%s%s", a, b);
    else
        v->stack[base].number = apply(e->op, strcmp(a, b), 0);
    return true;
}

/* The left operand of and, or decides alone? */
static bool decided(const struct evaluator *v, const struct ast_expr *e, const struct shape *a)
{
    bool left = v->stack[v->n - 1].number != 0;
    return a->rank == 0 && ((e->op == OP_AND && !left) || (e->op == OP_OR && left));
}

bool value_binary(struct evaluator *v, struct ast_expr *e, struct shape *out)
{
    struct shape b;
    int64_t base = v->n, na;
    if (!value_eval(v, e->args[0], out)) return false;
    na = v->n - base;
    if (e->op >= OP_AND && na == 1 && decided(v, e, out)) return true;
    if (!value_eval(v, e->args[1], &b)) return false;
    if (out->base == TYPE_STRING && b.base == TYPE_STRING && !out->rank && !b.rank)
        return texts(v, e, base, out);
    if (e->op == OP_MUL && out->rank > 0 && b.rank > 0) {
        struct shape a = *out;
        return multiply(v, e, base, &a, &b, out);
    }
    if (out->rank > 0 && b.rank > 0 && !fits(out, &b))
        return value_wrong(v, e->at, "the sizes do not fit");
    if (out->rank == 0 && b.rank > 0) *out = b;
    out->base = e->type->base;
    return elementwise(v, e, base, na, v->n - base - na);
}
