/* SPDX-License-Identifier: MIT */
/* random.c - random numbers: number n of a run is a function of the seed and of n.
 *
 * The discrete __draws counts, the parameter __seed chooses the sequence. The mixing is that of
 * B. Widynski's "Squares": x := x*x + y (modulo 2^64), halves swapped, five times; the
 * upper halves of the last two rounds make 53 bits of a number u in [0, 1). It needs no operations
 * on bits but these halves.
 *     rand(x) = random(x) = x u,  rand_int(n) = floor(n u),
 *     rand_int(n, k) = floor((n - 1) u), and one more from k on, for 0 <= k < n: any of them but k,
 *     uniform(a, b) = a + (b - a) u,  exponential(m) = -m log(1 - u),
 *     normal(m, s) = m + s sqrt(-2 log(1 - u1)) cos(2 pi u2),  normal(s) = normal(0, s),
 *     poisson(m): how many factors u it takes to bring a product to exp(-m) or below, less 1; for
 *     m >= 500 a rounded normal(m, sqrt(m)). */
#include "emit/taylor/taylor.h"

static void take_numbers(struct lower *l)
{
    if (l->draws >= 0) return;
    l->draws = l->m->n_discretes++;
    l->seed = l->m->n_parameters++;
}

struct mixer {
    struct code_model *m;
    struct code_fn *f;
    int32_t x, y, z, low, high; /* slots */
};

static struct code_expr *get(const struct mixer *r, int32_t slot)
{
    return code_local(r->m, r->f, slot);
}

static struct code_expr *op(const struct mixer *r, enum code_op o, struct code_expr *a,
                            struct code_expr *b)
{
    return code_binary(r->m, o, a, b);
}

static void set(const struct mixer *r, int32_t slot, struct code_expr *value)
{
    code_set(r->m, &r->f->body, slot, value);
}

/* slot := what it has modulo 2^32, from 0 on */
static void wrap(const struct mixer *r, int32_t slot)
{
    struct code_expr *half = code_int(r->m, (int64_t)1 << 32);
    struct code_expr *negative = op(r, CODE_LT, get(r, slot), code_int(r->m, 0));
    set(r, slot, op(r, CODE_IMOD, get(r, slot), half));
    set(r, slot, code_cond(r->m, negative, op(r, CODE_ADD, get(r, slot), half), get(r, slot)));
}

/* x := x*x + add, and its halves into low and high; then these change places in x */
static void round_of(const struct mixer *r, int32_t add)
{
    struct code_expr *half = code_int(r->m, (int64_t)1 << 32);
    set(r, r->x, op(r, CODE_ADD, op(r, CODE_MUL, get(r, r->x), get(r, r->x)), get(r, add)));
    set(r, r->low, get(r, r->x));
    wrap(r, r->low);
    set(r, r->high, op(r, CODE_IDIV, op(r, CODE_SUB, get(r, r->x), get(r, r->low)), half));
    wrap(r, r->high);
    set(r, r->x, op(r, CODE_ADD, op(r, CODE_MUL, get(r, r->low), half), get(r, r->high)));
}

/* y := (n + 1) key, z := y + key with a key made of the seed */
static void begin(const struct mixer *r, int32_t seed)
{
    struct code_expr *key =
        code_unary(r->m, CODE_TO_INT, code_leaf(r->m, CODE_P, 0, code_int(r->m, seed)));
    key = op(r, CODE_ADD, op(r, CODE_MUL, key, code_int(r->m, 2)), code_int(r->m, 1));
    set(r, r->z, op(r, CODE_MUL, key, code_int(r->m, (int64_t)0xd1342543de82ef95u)));
    set(r, r->y, op(r, CODE_MUL, op(r, CODE_ADD, get(r, 0), code_int(r->m, 1)), get(r, r->z)));
    set(r, r->z, op(r, CODE_ADD, get(r, r->y), get(r, r->z)));
    set(r, r->x, get(r, r->y));
}

/* (n) -> number n of this run's sequence, in [0, 1) */
static struct code_fn *uniform(struct lower *l)
{
    struct mixer r = {.m = l->code, .f = l->uniform};
    struct code_expr *upper;
    int32_t keep;
    if (r.f) return r.f;
    r.f = l->uniform = code_fn_new(r.m, CODE_USER, "uniform");
    code_slot_new(r.m, r.f, "n", CODE_I, 0);
    r.f->n_params = 1;
    r.f->text = "random number n of this run, in [0, 1)";
    r.x = code_slot_new(r.m, r.f, "x", CODE_I, 0);
    r.y = code_slot_new(r.m, r.f, "y", CODE_I, 0);
    r.z = code_slot_new(r.m, r.f, "z", CODE_I, 0);
    r.low = code_slot_new(r.m, r.f, "low", CODE_I, 0);
    r.high = code_slot_new(r.m, r.f, "high", CODE_I, 0);
    keep = code_slot_new(r.m, r.f, "first", CODE_I, 0);
    begin(&r, l->seed);
    round_of(&r, r.y);
    round_of(&r, r.z);
    round_of(&r, r.y);
    round_of(&r, r.z);
    set(&r, keep, get(&r, r.high));
    round_of(&r, r.y);
    upper = op(&r, CODE_ADD, op(&r, CODE_MUL, get(&r, keep), code_int(r.m, 1 << 21)),
               op(&r, CODE_IDIV, get(&r, r.high), code_int(r.m, 1 << 11)));
    code_add(r.m, &r.f->body, CODE_RETURN)->a =
        op(&r, CODE_MUL, code_unary(r.m, CODE_TO_REAL, upper), code_real(r.m, 0x1p-53));
    return r.f;
}

static struct code_expr *keep(struct taylor *t, struct code_body *to, struct code_expr *x)
{
    int32_t slot = code_slot_new(t->code, t->f, x->type == CODE_R ? "u" : "n", x->type, 0);
    code_set(t->code, to, slot, x);
    return code_local(t->code, t->f, slot);
}

/* The next number. */
static struct code_expr *draw(struct taylor *t, struct code_body *to)
{
    struct code_model *m = t->code;
    struct code_expr *at = code_int(m, t->l->draws), *n, *more, **args;
    struct ir_var counter = {.kind = VAR_DISCRETE};
    n = keep(t, to, code_unary(m, CODE_TO_INT, code_leaf(m, CODE_D, 0, at)));
    more = code_binary(m, CODE_ADD, n, code_int(m, 1));
    lower_assign(t, to, &counter, at, more);
    args = ARENA_NEW(t->l->arena, struct code_expr *);
    args[0] = n;
    return keep(t, to, code_call(m, uniform(t->l), args));
}

static struct code_expr *minus_log(struct code_model *m, struct code_expr *u)
{
    u = code_binary(m, CODE_SUB, code_real(m, 1), u);
    return code_unary(m, CODE_NEG, code_math(m, ELEMENTARY_LOG, u, NULL));
}

static struct code_expr *normal(struct taylor *t, struct code_body *to, struct code_expr *mean,
                                struct code_expr *deviation)
{
    struct code_model *m = t->code;
    struct code_expr *r = draw(t, to), *angle = draw(t, to);
    r = code_math(m, ELEMENTARY_SQRT, code_binary(m, CODE_MUL, code_real(m, 2), minus_log(m, r)),
                  NULL);
    angle = code_math(m, ELEMENTARY_COS,
                      code_binary(m, CODE_MUL, code_real(m, 6.283185307179586), angle), NULL);
    return code_binary(m, CODE_ADD, mean,
                       code_binary(m, CODE_MUL, deviation, code_binary(m, CODE_MUL, r, angle)));
}

/* count := how many factors it takes, by counting */
static void count_factors(struct taylor *t, struct code_body *to, struct code_expr *mean,
                          int32_t count)
{
    struct code_model *m = t->code;
    int32_t product = code_slot_new(m, t->f, "product", CODE_R, 0);
    struct code_expr *limit = code_math(m, ELEMENTARY_EXP, code_unary(m, CODE_NEG, mean), NULL);
    struct code_stmt *loop;
    limit = keep(t, to, limit);
    code_set(m, to, count, code_real(m, 0));
    code_set(m, to, product, draw(t, to));
    loop = code_add(m, to, CODE_WHILE);
    loop->a = code_binary(m, CODE_LT, limit, code_local(m, t->f, product));
    code_set(m, &loop->body, count,
             code_binary(m, CODE_ADD, code_local(m, t->f, count), code_real(m, 1)));
    code_set(m, &loop->body, product,
             code_binary(m, CODE_MUL, code_local(m, t->f, product), draw(t, &loop->body)));
}

/* Large means: rounded from the normal distribution that it then is. */
static struct code_expr *poisson(struct taylor *t, struct code_body *to, struct code_expr *mean)
{
    struct code_model *m = t->code;
    int32_t count = code_slot_new(m, t->f, "count", CODE_R, 0);
    struct code_body few = {0}, many = {0};
    struct code_expr *x;
    mean = keep(t, to, mean);
    count_factors(t, &few, mean, count);
    x = normal(t, &many, code_binary(m, CODE_ADD, mean, code_real(m, 0.5)),
               code_math(m, ELEMENTARY_SQRT, mean, NULL));
    code_set(m, &many, count, code_math(m, CODE_FLOOR, x, NULL));
    taylor_if(t, to, code_binary(m, CODE_LT, mean, code_real(m, 500)), &few, &many);
    return code_local(m, t->f, count);
}

/* floor(n u), or any of these numbers but `other` */
static struct code_expr *whole(struct taylor *t, struct code_body *to, struct code_expr *n,
                               struct code_expr *other)
{
    struct code_model *m = t->code;
    struct code_expr *none = code_real(m, 0), *one = code_real(m, 1), *among, *x;
    if (!other) return code_math(m, CODE_FLOOR, code_binary(m, CODE_MUL, n, draw(t, to)), NULL);
    n = keep(t, to, n);
    other = keep(t, to, other);
    among = code_cond(m, code_binary(m, CODE_LT, other, n), one, none);
    among = keep(t, to, code_cond(m, code_binary(m, CODE_LT, other, none), none, among));
    n = code_binary(m, CODE_SUB, n, among);
    x = keep(t, to, code_math(m, CODE_FLOOR, code_binary(m, CODE_MUL, n, draw(t, to)), NULL));
    return code_cond(m, code_binary(m, CODE_LT, x, other), x, code_binary(m, CODE_ADD, x, among));
}

static struct code_expr *argument(struct series *s, int32_t k, double otherwise)
{
    struct code_model *m = s->region->plan->t->code;
    struct code_expr *x;
    if (k >= s->node->n) return code_real(m, otherwise);
    x = taylor_number(s->region, s->node->arg[k], 0);
    return x->type == CODE_I ? code_unary(m, CODE_TO_REAL, x) : x;
}

struct code_expr *taylor_random(struct series *s)
{
    struct taylor *t = s->region->plan->t;
    struct code_model *m = t->code;
    struct code_body *to = s->region->body;
    struct code_expr *a, *b, *x;
    if (t->place != AT_HANDLE && t->place != AT_START) {
        error_at(t->l->m->messages, t->at,
                 "random numbers can be drawn in handlers and at the start only");
        return code_real(m, 0);
    }
    take_numbers(t->l);
    a = argument(s, 0, 1);
    b = s->node->n > 1 ? argument(s, 1, 1) : NULL;
    switch (s->node->integer) {
    case BUILTIN_MU_UNIFORM:
        x = code_binary(m, CODE_ADD, a,
                        code_binary(m, CODE_MUL, code_binary(m, CODE_SUB, b, a), draw(t, to)));
        break;
    case BUILTIN_MU_NORMAL: x = normal(t, to, b ? a : code_real(m, 0), b ? b : a); break;
    case BUILTIN_MU_EXPONENTIAL: x = code_binary(m, CODE_MUL, a, minus_log(m, draw(t, to))); break;
    case BUILTIN_MU_POISSON: x = poisson(t, to, a); break;
    case BUILTIN_MU_RAND_INT: x = whole(t, to, a, b); break;
    default: x = code_binary(m, CODE_MUL, a, draw(t, to));
    }
    x = keep(t, to, x);
    return s->node->type == IR_R ? x : code_unary(m, CODE_TO_INT, x);
}
