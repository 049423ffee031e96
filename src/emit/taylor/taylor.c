/* SPDX-License-Identifier: MIT */
/* taylor.c - coefficient k of a sum, a product, a quotient, a choice.
 *
 * Recurrences and the association of their terms are those of saltus_jet.h, so that a model in C
 * with jets and the same model compiled agree to the last bit:
 *     (a + b)_k = a_k + b_k                                                                     (1)
 *     (a b)_k   = sum_i a_i b_(k-i)                                                             (2)
 *     (a a)_k   = 2 sum_(i < k/2) a_i a_(k-i)  (+ a_(k/2)^2 for even k)                         (3)
 *     (a / b)_k = (a_k - sum_(i<k) r_i b_(k-i)) w,   w = 1/b_0,   r = a / b                     (4)
 * Terms with a coefficient that is known to be 0 are left out. Multiplication and division by what
 * is constant between events act on each coefficient alone. */
#include "emit/taylor/taylor.h"

/* ---- Arithmetic in which NULL is 0 ----------------------------------------------------------- */

struct code_expr *taylor_fold(struct taylor *t, enum code_op op, struct code_expr *a,
                              struct code_expr *b)
{
    if (op == CODE_MUL && (!a || !b)) return NULL;
    if (op == CODE_DIV && !a) return NULL;
    if (!b) return a;
    if (!a) return op == CODE_SUB ? code_unary(t->code, CODE_NEG, b) : b;
    return code_binary(t->code, op, a, b);
}

static struct code_expr *twice(struct taylor *t, struct code_expr *x)
{
    return x ? code_binary(t->code, CODE_MUL, code_real(t->code, 2), x) : NULL;
}

static bool trivial(const struct code_expr *x)
{
    return x->op == CODE_REAL || x->op == CODE_INT || x->op == CODE_LOCAL;
}

static int size_of(const struct code_expr *x, int room)
{
    if (!x || room < 0) return room;
    return size_of(x->c, size_of(x->b, size_of(x->a, room - 1)));
}

struct code_expr *taylor_keep(struct region *r, const char *name, struct code_expr *x)
{
    struct taylor *t = r->plan->t;
    int32_t slot;
    if (trivial(x)) return x;
    slot = code_slot_new(t->code, t->f, name, x->type, 0);
    code_set(t->code, r->body, slot, x);
    return code_local(t->code, t->f, slot);
}

/* ---- Recurrences ----------------------------------------------------------------------------- */

/* (2) */
static struct code_expr *product(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *a = s->node->arg[0], *b = s->node->arg[1];
    struct code_expr *sum = NULL;
    for (int i = 0; i <= k; i++) {
        struct code_expr *x = taylor_coef(r, a, i), *y = x ? taylor_coef(r, b, k - i) : NULL;
        sum = taylor_fold(t, CODE_ADD, sum, taylor_fold(t, CODE_MUL, x, y));
    }
    return sum;
}

/* (3) */
static struct code_expr *square(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *a = s->node->arg[0];
    struct code_expr *sum = NULL, *mid = k % 2 == 0 ? taylor_coef(r, a, k / 2) : NULL;
    for (int i = 0; i < k - i; i++)
        sum = taylor_fold(t, CODE_ADD, sum,
                          taylor_fold(t, CODE_MUL, taylor_coef(r, a, i), taylor_coef(r, a, k - i)));
    return taylor_fold(t, CODE_ADD, twice(t, sum), taylor_fold(t, CODE_MUL, mid, mid));
}

/* (4) */
static struct code_expr *quotient(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *a = s->node->arg[0], *b = s->node->arg[1];
    struct code_expr *x = taylor_coef(r, a, k), *b0 = taylor_coef(r, b, 0);
    if (k == 0 || taylor_span(t, b) == 1) return taylor_fold(t, CODE_DIV, x, b0);
    if (!s->aux[0])
        s->aux[0] = taylor_keep(r, "w", code_binary(t->code, CODE_DIV, code_real(t->code, 1), b0));
    for (int i = 0; i < k; i++)
        x = taylor_fold(
            t, CODE_SUB, x,
            taylor_fold(t, CODE_MUL, taylor_coef(r, s->node, i), taylor_coef(r, b, k - i)));
    return taylor_fold(t, CODE_MUL, x, s->aux[0]);
}

/* ---- Choices --------------------------------------------------------------------------------- */

static struct code_expr *zero(struct taylor *t, const struct ir *e)
{
    return e->type == IR_R ? code_real(t->code, 0) : code_int(t->code, 0);
}

struct code_expr *taylor_number(struct region *r, struct ir *e, int k)
{
    struct code_expr *x = taylor_coef(r, e, k);
    return x ? x : zero(r->plan->t, e);
}

static struct code_expr *choose(struct series *s, int k)
{
    struct region *r = s->region;
    struct ir *const *arg = s->node->arg;
    struct code_expr *yes = taylor_coef(r, arg[1], k), *no = taylor_coef(r, arg[2], k);
    if (!yes && !no) return NULL;
    return code_cond(r->plan->t->code, taylor_coef(r, arg[0], 0), taylor_number(r, arg[1], k),
                     taylor_number(r, arg[2], k));
}

static void branch_level(struct series *s, int which, int k, int32_t slot, struct code_body *body)
{
    struct region *b = s->branch[which];
    struct taylor *t = b->plan->t;
    b->body = body;
    taylor_push(b, k);
    code_set(t->code, body, slot, taylor_number(b, b->root, k));
}

/* Level k of a choice whose branches wait: if (condition) { ... slot = } else { ... slot = }. */
static struct code_expr *branch(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_body yes = {0}, no = {0};
    enum code_type type = s->node->type == IR_R ? CODE_R : CODE_I;
    int32_t slot;
    if (k >= taylor_span(t, s->branch[0]->root) && k >= taylor_span(t, s->branch[1]->root))
        return NULL;
    if (!s->aux[0]) s->aux[0] = taylor_keep(r, "which", taylor_coef(r, s->node->arg[0], 0));
    slot = code_slot_new(t->code, t->f, "y", type, 0);
    branch_level(s, 0, k, slot, &yes);
    branch_level(s, 1, k, slot, &no);
    taylor_if(t, r->body, s->aux[0], &yes, &no);
    return code_local(t->code, t->f, slot);
}

/* ---- Truth values and integers --------------------------------------------------------------- */

static struct code_expr *binary_value(struct series *s, enum code_op op)
{
    struct region *r = s->region;
    struct ir *const *arg = s->node->arg;
    return code_binary(r->plan->t->code, op, taylor_number(r, arg[0], 0),
                       taylor_number(r, arg[1], 0));
}

/* The divisor of Integers, which may not be 0. */
static struct code_expr *divisor(struct series *s)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_expr *b = taylor_keep(r, "b", taylor_number(r, s->node->arg[1], 0));
    struct code_body bad = {0};
    if (taylor_nonzero(s->node->arg[1])) return b;
    taylor_fault(t, &bad, "division by zero");
    taylor_if(t, r->body, code_binary(t->code, CODE_EQ, b, code_int(t->code, 0)), &bad, NULL);
    return b;
}

static struct code_expr *integer_quotient(struct series *s)
{
    struct code_expr *a = taylor_number(s->region, s->node->arg[0], 0);
    return code_binary(s->region->plan->t->code, CODE_IDIV, a, divisor(s));
}

/* Is it an integer that is never negative? */
static bool never_negative(const struct ir *e)
{
    int64_t lo, hi;
    return ir_bounds(e, &lo, &hi) && lo >= 0;
}

/* mod(a, b) has the sign of b; % has that of a. */
static struct code_expr *modulo(struct series *s)
{
    struct region *r = s->region;
    struct code_model *m = r->plan->t->code;
    struct code_expr *a = taylor_coef(r, s->node->arg[0], 0), *zero_ = code_int(m, 0);
    struct code_expr *b = divisor(s);
    struct code_expr *rest = code_binary(m, CODE_IMOD, a, b), *differ;
    if (never_negative(s->node->arg[0]) && never_negative(s->node->arg[1])) return rest;
    rest = taylor_keep(r, "rest", rest);
    differ = code_binary(m, CODE_NE, code_binary(m, CODE_LT, rest, zero_),
                         code_binary(m, CODE_LT, b, zero_));
    return code_cond(m, code_binary(m, CODE_AND, code_binary(m, CODE_NE, rest, zero_), differ),
                     code_binary(m, CODE_ADD, rest, b), rest);
}

static struct code_expr *unary_value(struct series *s, enum code_op op)
{
    struct code_expr *a = taylor_number(s->region, s->node->arg[0], 0);
    return code_unary(s->region->plan->t->code, op, a);
}

/* a < b or a <= b. Just after an instant time is greater than it. */
static struct code_expr *relation(struct series *s, bool strict)
{
    if (taylor_just_after(s->region->plan->t)) {
        if (s->node->arg[0]->op == IR_TIME) strict = true;
        if (s->node->arg[1]->op == IR_TIME) strict = false;
    }
    return binary_value(s, strict ? CODE_LT : CODE_LE);
}

static struct code_expr *still_value(struct series *s)
{
    struct region *r = s->region;
    switch (s->node->op) {
    case IR_IDIV: return integer_quotient(s);
    case IR_IMOD: return modulo(s);
    case IR_LT: return relation(s, true);
    case IR_LE: return relation(s, false);
    case IR_EQ: return binary_value(s, CODE_EQ);
    case IR_NE: return binary_value(s, CODE_NE);
    case IR_AND: return binary_value(s, CODE_AND);
    case IR_OR: return binary_value(s, CODE_OR);
    case IR_NOT: return unary_value(s, CODE_NOT);
    case IR_TO_REAL: return unary_value(s, CODE_TO_REAL);
    case IR_TO_INT: return taylor_to_integer(s);
    case IR_FLOOR:
        return code_math(r->plan->t->code, CODE_FLOOR, taylor_number(r, s->node->arg[0], 0), NULL);
    default: return zero(r->plan->t, s->node);
    }
}

/* ---- Any node -------------------------------------------------------------------------------- */

static struct code_expr *compute(struct series *s, int k)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct ir *e = s->node;
    if (taylor_stand_in(t, e)) return taylor_leaf(s, k);
    if (s->anchor) return taylor_bulk(s, k);
    if (s->branch[0]) return branch(s, k);
    switch (e->op) {
    case IR_ADD:
        if (e->type == IR_I) return taylor_integer(s, CODE_ADD);
        return taylor_fold(t, CODE_ADD, taylor_coef(r, e->arg[0], k), taylor_coef(r, e->arg[1], k));
    case IR_SUB:
        if (e->type == IR_I) return taylor_integer(s, CODE_SUB);
        return taylor_fold(t, CODE_SUB, taylor_coef(r, e->arg[0], k), taylor_coef(r, e->arg[1], k));
    case IR_NEG: return taylor_fold(t, CODE_SUB, NULL, taylor_coef(r, e->arg[0], k));
    case IR_MUL:
        if (e->type == IR_I) return taylor_integer(s, CODE_MUL);
        return e->arg[0] == e->arg[1] ? square(s, k) : product(s, k);
    case IR_DIV: return quotient(s, k);
    case IR_POW: return taylor_power(s, k);
    case IR_MATH:
        if (t->by_wave && lower_angle(t->l, e)) return taylor_wave(s, k);
        return taylor_math(s, k);
    case IR_IF: return choose(s, k);
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX:
    case IR_CALL:
    case IR_CALL_AT:
    case IR_SOLVED:
    case IR_RANDOM: return taylor_bulk(s, k);
    case IR_REAL:
    case IR_INT:
    case IR_ITER:
    case IR_TIME:
    case IR_VAR:
    case IR_PRE:
    case IR_LOCAL:
    case IR_SUM_OF:
    case IR_DELAYED:
    case IR_INITIAL:
    case IR_TERMINAL:
    case IR_SAMPLE: return taylor_leaf(s, k);
    default: return still_value(s);
    }
}

static const char *name_of(struct arena *a, const struct ir *e, int k)
{
    const char *name = e->op == IR_VAR || e->op == IR_PRE || e->op == IR_LOCAL ? e->var->name : "v";
    return taylor_identifier(a, name, e->type == IR_R ? k : -1);
}

struct code_expr *taylor_coef(struct region *r, struct ir *e, int k)
{
    struct series *s = taylor_find(r, e);
    struct code_expr *x;
    if (k >= s->span || k >= SERIES) return NULL;
    if (s->done & 1u << k) return s->c[k];
    x = compute(s, k);
    if (x && !trivial(x) && (s->uses > 1 || size_of(x, 30) < 0))
        x = taylor_keep(s->region, name_of(s->region->plan->t->l->arena, e, k), x);
    s->c[k] = x;
    s->done |= 1u << k;
    return x;
}
