/* SPDX-License-Identifier: MIT */
/* ir_fold.c - constructors that compute what is known.
 *
 * Real arithmetic is folded to the double that the program would compute, and is not rearranged:
 * a + b and b + a are the same, (a + b) + c and a + (b + c) are not. Identities are those that
 * are exact for all finite values, up to the sign of a zero. A result that is not finite is not
 * folded: 1/0 shall fail where and when it is computed, with its equation's name.
 *
 *     a + 0   0 + a   a - 0   0 - a = -a   a - a = 0   a + (-b) = a - b   a - (-b) = a + b
 *     a*0 = 0   a*1   a*(-1) = -a   0/a = 0   a/1   a/(-1) = -a   -(-a)   a^0 = 1   a^1 = a
 *     not not a   a and true ...   if c then a else a = a   if not c then a else b */
#include "flat/ir/ir_node.h"

#include <float.h>
#include <math.h>

static bool is_real(const struct ir *e, double v)
{
    return e->op == IR_REAL && e->number == v;
}

static bool is_int(const struct ir *e, int64_t v)
{
    return e->op == IR_INT && e->integer == v;
}

struct ir *ir_to_real(struct ir_model *m, struct ir *e)
{
    return e->type == IR_R ? e : ir_unary(m, IR_TO_REAL, e);
}

bool ir_constant(const struct ir *e, double *value)
{
    const struct ir_var *v = e->var;
    if (e->op == IR_REAL)
        *value = e->number;
    else if (e->op == IR_INT)
        *value = (double)e->integer;
    else if (e->op == IR_VAR && v->data && (v->kind == VAR_CONSTANT || v->structural) &&
             e->arg[0]->op == IR_INT && e->arg[0]->integer >= 0 && e->arg[0]->integer < v->count)
        *value = v->data[e->arg[0]->integer];
    else
        return false;
    return true;
}

/* ---- One argument ---------------------------------------------------------------------------- */

static struct ir *negate(struct ir_model *m, struct ir *a)
{
    if (a->type != IR_R) return ir_int_sum(m, ir_int(m, 0), a, -1);
    if (a->op == IR_REAL) return ir_real(m, -a->number);
    return a->op == IR_NEG ? a->arg[0] : ir_node1(m, IR_NEG, IR_R, a);
}

static struct ir *make_real(struct ir_model *m, struct ir *a)
{
    if (a->type == IR_R) return a;
    if (a->op == IR_INT) return ir_real(m, (double)a->integer);
    return a->op == IR_TO_INT ? a->arg[0] : ir_node1(m, IR_TO_REAL, IR_R, a);
}

static struct ir *make_int(struct ir_model *m, struct ir *a)
{
    if (a->type == IR_I) return a;
    if (a->op == IR_REAL && a->number == floor(a->number) && fabs(a->number) < 9e18)
        return ir_int(m, (int64_t)a->number);
    if (a->op == IR_TO_REAL && a->arg[0]->type == IR_I) return a->arg[0];
    return ir_node1(m, IR_TO_INT, IR_I, a);
}

static struct ir *make_not(struct ir_model *m, struct ir *a)
{
    if (a->op == IR_INT) return ir_bool(m, !a->integer);
    return a->op == IR_NOT ? a->arg[0] : ir_node1(m, IR_NOT, IR_B, a);
}

struct ir *ir_floor(struct ir_model *m, struct ir *a, bool events)
{
    struct ir e = {.op = IR_FLOOR, .type = IR_R, .number = events, .n = 1};
    a = ir_to_real(m, a);
    if (a->op == IR_REAL) return ir_real(m, floor(a->number));
    if (a->op == IR_TO_REAL || a->op == IR_FLOOR) return a;
    e.arg = &a;
    return ir_intern(m, &e);
}

struct ir *ir_unary(struct ir_model *m, enum ir_op op, struct ir *a)
{
    switch (op) {
    case IR_NEG: return negate(m, a);
    case IR_NOT: return make_not(m, a);
    case IR_TO_REAL: return make_real(m, a);
    case IR_TO_INT: return make_int(m, a);
    case IR_FLOOR: return ir_floor(m, a, false);
    default: return ir_other(m, op, a->type, 0, &a, 1);
    }
}

/* ---- Two arguments, Real --------------------------------------------------------------------- */

static double power(double a, double b)
{
    return b == 2 ? a * a : pow(a, b);
}

static double compute(enum ir_op op, double a, double b)
{
    switch (op) {
    case IR_ADD: return a + b;
    case IR_SUB: return a - b;
    case IR_MUL: return a * b;
    case IR_DIV: return a / b;
    default: return power(a, b);
    }
}

/* a op b, with b op a taken for it where that is the same and there already. */
static struct ir *commuting(struct ir_model *m, enum ir_op op, enum ir_type type, struct ir *a,
                            struct ir *b, int64_t integer)
{
    struct ir *args[2] = {a, b}, *found;
    struct ir like = {.op = op, .type = type, .integer = integer, .n = 2, .arg = args};
    found = ir_find_swapped(m, &like);
    return found ? found : ir_intern(m, &like);
}

static struct ir *sum(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (is_real(a, 0)) return b;
    if (is_real(b, 0)) return a;
    if (b->op == IR_NEG) return ir_binary(m, IR_SUB, a, b->arg[0]);
    if (b->op == IR_REAL && b->number < 0)
        return ir_node2(m, IR_SUB, IR_R, a, ir_real(m, -b->number));
    return commuting(m, IR_ADD, IR_R, a, b, 0);
}

static struct ir *difference(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (a == b) return ir_real(m, 0);
    if (is_real(b, 0)) return a;
    if (is_real(a, 0)) return negate(m, b);
    if (b->op == IR_NEG) return ir_binary(m, IR_ADD, a, b->arg[0]);
    if (b->op == IR_REAL && b->number < 0) return sum(m, a, ir_real(m, -b->number));
    return ir_node2(m, IR_SUB, IR_R, a, b);
}

static struct ir *product(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (is_real(a, 0) || is_real(b, 0)) return ir_real(m, 0);
    if (is_real(a, 1)) return b;
    if (is_real(b, 1)) return a;
    if (is_real(a, -1)) return negate(m, b);
    if (is_real(b, -1)) return negate(m, a);
    return commuting(m, IR_MUL, IR_R, a, b, 0);
}

static struct ir *quotient(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (is_real(b, 1)) return a;
    if (is_real(b, -1)) return negate(m, a);
    if (is_real(a, 0) && !is_real(b, 0)) return a;
    return ir_node2(m, IR_DIV, IR_R, a, b);
}

static struct ir *raised(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (is_real(b, 0)) return ir_real(m, 1);
    return is_real(b, 1) ? a : ir_node2(m, IR_POW, IR_R, a, b);
}

static struct ir *real_binary(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    a = ir_to_real(m, a);
    b = ir_to_real(m, b);
    if (a->op == IR_REAL && b->op == IR_REAL) {
        double v = compute(op, a->number, b->number);
        if (isfinite(v)) return ir_real(m, v);
    }
    switch (op) {
    case IR_ADD: return sum(m, a, b);
    case IR_SUB: return difference(m, a, b);
    case IR_MUL: return product(m, a, b);
    case IR_DIV: return quotient(m, a, b);
    default: return raised(m, a, b);
    }
}

/* ---- Two arguments, Boolean ------------------------------------------------------------------ */

/* The literal `neutral` leaves the other argument, the other literal decides. */
static struct ir *logical(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    int64_t neutral = op == IR_AND;
    if (a == b) return a;
    if (a->op == IR_INT) return a->integer == neutral ? b : a;
    if (b->op == IR_INT) return b->integer == neutral ? a : b;
    return ir_node2(m, op, IR_B, a, b);
}

struct ir *ir_binary(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    bool integers = a->type != IR_R && b->type != IR_R;
    switch (op) {
    case IR_AND:
    case IR_OR: return logical(m, op, a, b);
    case IR_IDIV:
    case IR_IMOD: return ir_int_quotient(m, op, a, b);
    case IR_ADD:
    case IR_SUB:
        if (integers) return ir_int_sum(m, a, b, op == IR_ADD ? 1 : -1);
        return real_binary(m, op, a, b);
    case IR_MUL:
        if (integers) return ir_int_product(m, a, b);
        return real_binary(m, op, a, b);
    case IR_LT:
    case IR_LE:
    case IR_EQ:
    case IR_NE: return ir_relation(m, op, a, b, false);
    default: return real_binary(m, op, a, b);
    }
}

/* Of numbers, or of a - b in [lo, hi] with 0: 1, 0, or -1 if that does not decide. */
static int decide(enum ir_op op, double lo, double hi)
{
    switch (op) {
    case IR_LT: return hi < 0 ? 1 : lo >= 0 ? 0 : -1;
    case IR_LE: return hi <= 0 ? 1 : lo > 0 ? 0 : -1;
    case IR_EQ: return lo == 0 && hi == 0 ? 1 : lo > 0 || hi < 0 ? 0 : -1;
    default: return lo == 0 && hi == 0 ? 0 : lo > 0 || hi < 0 ? 1 : -1;
    }
}

static int known(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    int64_t lo, hi;
    double sign;
    if (a == b) return decide(op, 0, 0);
    if (a->type == IR_R) {
        if (a->op != IR_REAL || b->op != IR_REAL || isnan(a->number) || isnan(b->number)) return -1;
        sign = (a->number > b->number) - (a->number < b->number);
        return decide(op, sign, sign);
    }
    if (a->type == IR_B) {
        if (a->op != IR_INT || b->op != IR_INT) return -1;
        return decide(op, (double)(a->integer - b->integer), (double)(a->integer - b->integer));
    }
    if (!ir_bounds(a, &lo, &hi) || !ir_bounds(b, &lo, &hi)) return -1; /* no sum wraps around */
    if (!ir_bounds(ir_int_sum(m, a, b, -1), &lo, &hi)) return -1;
    return decide(op, (double)lo, (double)hi);
}

struct ir *ir_relation(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b, bool events)
{
    struct ir *args[2];
    int value;
    if (a->type == IR_R || b->type == IR_R) {
        a = ir_to_real(m, a);
        b = ir_to_real(m, b);
    }
    if ((value = known(m, op, a, b)) >= 0) return ir_bool(m, value);
    if (op == IR_EQ || op == IR_NE) {
        if (a->type == IR_B && a->op == IR_INT)
            return a->integer == (op == IR_EQ) ? b : make_not(m, b);
        if (a->type == IR_B && b->op == IR_INT)
            return b->integer == (op == IR_EQ) ? a : make_not(m, a);
        return commuting(m, op, IR_B, a, b, events);
    }
    args[0] = a;
    args[1] = b;
    return ir_intern(m,
                     &(struct ir){.op = op, .type = IR_B, .integer = events, .n = 2, .arg = args});
}

/* ---- Choice, functions, reductions ----------------------------------------------------------- */

struct ir *ir_if(struct ir_model *m, struct ir *c, struct ir *a, struct ir *b)
{
    struct ir *args[3];
    if (a->type == IR_R || b->type == IR_R) {
        a = ir_to_real(m, a);
        b = ir_to_real(m, b);
    }
    if (a == b) return a;
    if (c->op == IR_INT) return c->integer ? a : b;
    if (c->op == IR_NOT) return ir_if(m, c->arg[0], b, a);
    if (a->type == IR_B && a->op == IR_INT && b->op == IR_INT)
        return a->integer ? c : make_not(m, c);
    args[0] = c;
    args[1] = a;
    args[2] = b;
    return ir_intern(m, &(struct ir){.op = IR_IF, .type = a->type, .n = 3, .arg = args});
}

struct ir *ir_math(struct ir_model *m, enum elementary f, struct ir *a, struct ir *b)
{
    struct ir *args[2] = {ir_to_real(m, a), b ? ir_to_real(m, b) : NULL};
    if (args[0]->op == IR_REAL && (!b || args[1]->op == IR_REAL)) {
        double v = elementary_value(f, args[0]->number, b ? args[1]->number : 0);
        if (isfinite(v)) return ir_real(m, v);
    }
    return ir_intern(
        m, &(struct ir){
               .op = IR_MATH, .type = IR_R, .integer = (int64_t)f, .n = b ? 2 : 1, .arg = args});
}

static struct ir *empty(struct ir_model *m, enum ir_op op, enum ir_type type)
{
    double big = op == IR_MIN ? 1 : -1;
    if (op == IR_SUM || op == IR_PRODUCT)
        return type == IR_R ? ir_real(m, op == IR_PRODUCT) : ir_int(m, op == IR_PRODUCT);
    return type == IR_R ? ir_real(m, big * DBL_MAX) : ir_int(m, (int64_t)big * INT32_MAX);
}

/* A reduction whose body does not contain its iterator; NULL: nothing known. */
static struct ir *repeated(struct ir_model *m, enum ir_op op, int32_t count, struct ir *body)
{
    if (count == 1 || op == IR_MIN || op == IR_MAX) return body;
    if (op == IR_PRODUCT) return is_real(body, 1) || is_int(body, 1) ? body : NULL;
    if (body->type == IR_I) return ir_int_product(m, ir_int(m, count), body);
    if (body->op == IR_REAL && body->number == floor(body->number) &&
        fabs(body->number) * count <= 0x1p53)
        return ir_real(m, body->number * count);
    return NULL;
}

struct ir *ir_reduce(struct ir_model *m, enum ir_op op, struct ir_iter *it, struct ir *body)
{
    struct ir like = {.op = op, .type = body->type, .n = 1}, *known_value, *value;
    if (it->count <= 0) return empty(m, op, body->type);
    if (!ir_has_iter(m, body, it) && (known_value = repeated(m, op, it->count, body)) != NULL)
        return known_value;
    if (body->outermost <= it->depth) { /* inside may be a reduction over the same iterator */
        struct ir_iter *deeper =
            ir_iter_new(m, body->deepest + 1, it->lo, it->step, it->count, it->name);
        value = ir_iter_value(m, deeper);
        body = ir_replace(m, body, &it, &value, 1);
        it = deeper;
    }
    like.iter = it;
    like.arg = &body;
    return ir_intern(m, &like);
}
