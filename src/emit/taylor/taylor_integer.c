/* SPDX-License-Identifier: MIT */
/* taylor_integer.c - arithmetic of Integers that cannot leave their range unnoticed.
 *
 * Values are 64 bits wide while they are computed. Variables are kept as doubles, and exact up to
 * 2^53 in size (lower_assign refuses more). So how many bits a result can have is mostly known: n + m
 * of a product, one more than the larger one of a sum. Where that is more than 62, the operation is
 * made with doubles, too, and a result near the limit is a fault. */
#include "emit/taylor/taylor.h"
#include <math.h>

enum { BITS_OF_VARIABLE = 53, BITS_OF_INTEGER = 63, SAFE_BITS = 62, DEPTH = 40 };

static int more(int a, int b)
{
    return a > b ? a : b;
}

static int bits_of_number(int64_t x)
{
    int bits = 0;
    for (double size = fabs((double)x); size >= 1; size /= 2) bits++;
    return bits;
}

/* |e| < 2^bits */
static int bits(const struct ir *e, int depth)
{
    int64_t lo, hi;
    if (depth > DEPTH || e->type == IR_R) return BITS_OF_INTEGER;
    if (ir_bounds(e, &lo, &hi)) return more(bits_of_number(lo), bits_of_number(hi));
    switch (e->op) {
    case IR_VAR:
    case IR_PRE: return BITS_OF_VARIABLE;
    case IR_NEG:
    case IR_IDIV: return bits(e->arg[0], depth + 1);
    case IR_IMOD: return bits(e->arg[1], depth + 1);
    case IR_IF: return more(bits(e->arg[1], depth + 1), bits(e->arg[2], depth + 1));
    case IR_ADD:
    case IR_SUB: return 1 + more(bits(e->arg[0], depth + 1), bits(e->arg[1], depth + 1));
    case IR_MUL: return bits(e->arg[0], depth + 1) + bits(e->arg[1], depth + 1);
    default: return BITS_OF_INTEGER;
    }
}

/* Is a double not one of the 64-bit integers, with room to spare? */
static struct code_expr *too_large(struct code_model *m, struct code_expr *x)
{
    struct code_expr *most = code_real(m, 9.2e18), *least = code_real(m, -9.2e18);
    return code_unary(m, CODE_NOT,
                      code_binary(m, CODE_AND, code_binary(m, CODE_LT, least, x),
                                  code_binary(m, CODE_LT, x, most)));
}

static void refuse(struct series *s, struct code_expr *x)
{
    struct region *r = s->region;
    struct taylor *t = r->plan->t;
    struct code_body bad = {0};
    taylor_fault(t, &bad,
                 arena_format(t->l->arena, "%s is beyond the range of Integers",
                              ir_text(t->l->arena, s->node)));
    taylor_if(t, r->body, too_large(t->code, x), &bad, NULL);
}

struct code_expr *taylor_integer(struct series *s, enum code_op op)
{
    struct region *r = s->region;
    struct code_model *m = r->plan->t->code;
    struct code_expr *a = taylor_number(r, s->node->arg[0], 0);
    struct code_expr *b = taylor_number(r, s->node->arg[1], 0);
    if (bits(s->node, 0) > SAFE_BITS) {
        a = taylor_keep(r, "a", a);
        b = taylor_keep(r, "b", b);
        refuse(s, taylor_keep(r, "size",
                              code_binary(m, op, code_unary(m, CODE_TO_REAL, a),
                                          code_unary(m, CODE_TO_REAL, b))));
    }
    return code_binary(m, op, a, b);
}

struct code_expr *taylor_to_integer(struct series *s)
{
    struct region *r = s->region;
    struct code_model *m = r->plan->t->code;
    struct code_expr *a = taylor_keep(r, "a", taylor_number(r, s->node->arg[0], 0));
    if (a->op != CODE_REAL || fabs(a->number) > 9e18) refuse(s, a);
    return code_unary(m, CODE_TO_INT, a);
}
