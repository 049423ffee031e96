/* SPDX-License-Identifier: MIT */
/* power.c - a^p for a p that is known only when the model runs.
 *
 * The value is pow(a, p). The other coefficients come by repeated squaring if p is a whole number,
 * which is right for a <= 0, too, and by the recurrence of taylor_math.c otherwise. One function of
 * the model's code serves all such powers: power(a, p, order, r). */
#include "emit/taylor/taylor.h"

enum { A, P, ORDER, R };

struct build {
    struct code_model *m;
    struct code_fn *f;
    struct taylor t;
};

static struct code_expr *num(struct build *b, double v)
{
    return code_real(b->m, v);
}
static struct code_expr *whole(struct build *b, int64_t v)
{
    return code_int(b->m, v);
}
static struct code_expr *get(struct build *b, int32_t slot)
{
    return code_local(b->m, b->f, slot);
}
static struct code_expr *op(struct build *b, enum code_op o, struct code_expr *x,
                            struct code_expr *y)
{
    return code_binary(b->m, o, x, y);
}
static struct code_expr *real(struct build *b, struct code_expr *x)
{
    return code_unary(b->m, CODE_TO_REAL, x);
}
static int32_t slot(struct build *b, const char *name, enum code_type type, int32_t size)
{
    return code_slot_new(b->m, b->f, name, type, size);
}

/* for (k = from; k <= last; k++) */
static struct code_stmt *loop(struct build *b, struct code_body *to, int32_t k, int64_t from,
                              struct code_expr *last)
{
    struct code_stmt *s = code_add(b->m, to, CODE_FOR);
    s->slot = k;
    s->integer = 1;
    s->a = whole(b, from);
    s->b = last;
    return s;
}

static struct code_expr *before(struct build *b, int32_t k)
{
    return op(b, CODE_SUB, get(b, k), whole(b, 1));
}

/* for (k = from; k < order; k++) */
static struct code_stmt *levels(struct build *b, struct code_body *to, int32_t k, int64_t from)
{
    return loop(b, to, k, from, before(b, ORDER));
}

/* to[k] = sum_(i <= k) x[i] y[k-i], then z := to */
static void multiply(struct build *b, struct code_body *body, int32_t z, int32_t x, int32_t y)
{
    int32_t product = slot(b, "product", CODE_R, SERIES), k = slot(b, "k", CODE_I, 0);
    int32_t i = slot(b, "i", CODE_I, 0);
    struct code_stmt *outer = levels(b, body, k, 0), *inner, *copy;
    code_put(b->m, &outer->body, product, get(b, k), num(b, 0));
    inner = loop(b, &outer->body, i, 0, get(b, k));
    code_put(b->m, &inner->body, product, get(b, k),
             op(b, CODE_ADD, code_item(b->m, product, get(b, k)),
                op(b, CODE_MUL, code_item(b->m, x, get(b, i)),
                   code_item(b->m, y, op(b, CODE_SUB, get(b, k), get(b, i))))));
    copy = levels(b, body, k, 0);
    code_put(b->m, &copy->body, z, get(b, k), code_item(b->m, product, get(b, k)));
}

/* r := 1/r: s_k = -(sum_(i<k) s_i r_(k-i)) / r_0 */
static void invert(struct build *b, struct code_body *body, int32_t r)
{
    int32_t s = slot(b, "inverse", CODE_R, SERIES), k = slot(b, "k", CODE_I, 0);
    int32_t i = slot(b, "i", CODE_I, 0), sum = slot(b, "sum", CODE_R, 0);
    struct code_stmt *outer = levels(b, body, k, 0), *inner, *copy;
    code_set(b->m, &outer->body, sum,
             code_cond(b->m, op(b, CODE_EQ, get(b, k), whole(b, 0)), num(b, 1), num(b, 0)));
    inner = loop(b, &outer->body, i, 0, before(b, k));
    code_set(b->m, &inner->body, sum,
             op(b, CODE_SUB, get(b, sum),
                op(b, CODE_MUL, code_item(b->m, s, get(b, i)),
                   code_item(b->m, r, op(b, CODE_SUB, get(b, k), get(b, i))))));
    code_put(b->m, &outer->body, s, get(b, k),
             op(b, CODE_DIV, get(b, sum), code_item(b->m, r, whole(b, 0))));
    copy = levels(b, body, k, 0);
    code_put(b->m, &copy->body, r, get(b, k), code_item(b->m, s, get(b, k)));
}

static void by_squaring(struct build *b, struct code_body *body)
{
    int32_t n = slot(b, "n", CODE_I, 0), base = slot(b, "base", CODE_R, SERIES);
    int32_t k = slot(b, "k", CODE_I, 0);
    struct code_stmt *loop, *odd, *negative = NULL;
    struct code_stmt *copy = levels(b, body, k, 0);
    struct code_expr *p = code_unary(b->m, CODE_TO_INT, get(b, P));
    code_put(b->m, &copy->body, base, get(b, k), code_item(b->m, A, get(b, k)));
    code_put(b->m, &copy->body, R, get(b, k),
             code_cond(b->m, op(b, CODE_EQ, get(b, k), whole(b, 0)), num(b, 1), num(b, 0)));
    code_set(b->m, body, n,
             code_cond(b->m, op(b, CODE_LT, p, whole(b, 0)), code_unary(b->m, CODE_NEG, p), p));
    loop = code_add(b->m, body, CODE_WHILE);
    loop->a = op(b, CODE_LT, whole(b, 0), get(b, n));
    odd = code_add(b->m, &loop->body, CODE_IF);
    odd->a = op(b, CODE_EQ, op(b, CODE_IMOD, get(b, n), whole(b, 2)), whole(b, 1));
    multiply(b, &odd->body, R, R, base);
    multiply(b, &loop->body, base, base, base);
    code_set(b->m, &loop->body, n, op(b, CODE_IDIV, get(b, n), whole(b, 2)));
    negative = code_add(b->m, body, CODE_IF);
    negative->a = op(b, CODE_LT, p, whole(b, 0));
    invert(b, &negative->body, R);
}

static void by_recurrence(struct build *b, struct code_body *body)
{
    int32_t k = slot(b, "k", CODE_I, 0), i = slot(b, "i", CODE_I, 0),
            sum = slot(b, "sum", CODE_R, 0);
    struct code_stmt *outer = levels(b, body, k, 1), *inner;
    struct code_expr *rest = op(b, CODE_SUB, get(b, k), get(b, i)), *weight;
    code_set(b->m, &outer->body, sum, num(b, 0));
    inner = loop(b, &outer->body, i, 0, before(b, k));
    weight = op(b, CODE_SUB, op(b, CODE_MUL, real(b, rest), get(b, P)), real(b, get(b, i)));
    code_set(b->m, &inner->body, sum,
             op(b, CODE_ADD, get(b, sum),
                op(b, CODE_MUL, weight,
                   op(b, CODE_MUL, code_item(b->m, R, get(b, i)), code_item(b->m, A, rest)))));
    code_put(b->m, &outer->body, R, get(b, k),
             op(b, CODE_DIV, op(b, CODE_DIV, get(b, sum), real(b, get(b, k))),
                code_item(b->m, A, whole(b, 0))));
}

struct code_fn *lower_power(struct lower *l)
{
    struct build b = {.m = l->code};
    struct code_stmt *s;
    struct code_expr *p;
    if (l->power) return l->power;
    b.f = l->power = code_fn_new(l->code, CODE_USER, "power");
    slot(&b, "a", CODE_R, -1);
    slot(&b, "p", CODE_R, 0);
    slot(&b, "order", CODE_I, 0);
    slot(&b, "r", CODE_R, -1);
    b.f->n_params = 4;
    b.f->type = CODE_V;
    b.f->text = "r := a^p";
    p = get(&b, P);
    code_put(b.m, &b.f->body, R, whole(&b, 0),
             code_math(b.m, CODE_POW, code_item(b.m, A, whole(&b, 0)), p));
    s = code_add(b.m, &b.f->body, CODE_IF);
    s->a = op(&b, CODE_AND, op(&b, CODE_EQ, p, code_math(b.m, CODE_FLOOR, p, NULL)),
              op(&b, CODE_LE, code_math(b.m, ELEMENTARY_ABS, p, NULL), num(&b, 1024)));
    by_squaring(&b, &s->body);
    code_put(b.m, &s->body, R, whole(&b, 0),
             code_math(b.m, CODE_POW, code_item(b.m, A, whole(&b, 0)), p));
    by_recurrence(&b, &s->other);
    return b.f;
}
