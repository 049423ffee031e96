/* SPDX-License-Identifier: MIT */
/* prop_ir.c - folding changes nodes, never values.
 *
 * Random expressions are made with the constructors, which fold, and computed alongside in plain
 * C, which does not. Both must agree exactly, except for the sign of zeros, wherever every number
 * on the way is finite. */
#include "ir_eval.h"
#include "testing.h"

enum { ITERS = 3, REALS = 4, COUNT = 5 };

struct gen {
    struct ir_world w;
    struct rng *g;
    struct ir_iter *it[ITERS]; /* 1:5 at depths 0, 1, 2                                          */
    struct ir_var *x, *n;      /* array of Real, array of Integer                                */
};

struct pair {
    struct ir *e;
    double r;
    int64_t i;
    bool bad; /* not finite, or undefined                                                       */
};

static struct pair real_of(struct gen *q, int depth);
static struct pair int_of(struct gen *q, int depth);
static struct pair bool_of(struct gen *q, int depth);

static double nice(struct rng *g)
{
    static const double v[] = {0, 1, -1, 2, -2, 0.5, 3, 1e3, -0.25, 0.1};
    return rng_int(g, 0, 2) ? v[rng_int(g, 0, 9)] : rng_uniform(g, -3, 3);
}

static void open_gen(struct gen *q, struct rng *g)
{
    memset(q, 0, sizeof *q);
    ir_world_open(&q->w);
    q->g = g;
    for (int k = 0; k < ITERS; k++) {
        q->it[k] = ir_iter_new(q->w.m, k, 1, 1, COUNT, "i");
        q->w.iter[q->it[k]->number] = rng_int(g, 1, COUNT);
    }
    q->x = ir_world_var(&q->w, "x", IR_R, VAR_STATE, REALS);
    q->n = ir_world_var(&q->w, "n", IR_I, VAR_DISCRETE, REALS);
    for (int k = 0; k < REALS; k++) {
        q->w.value[0][k] = nice(g);
        q->w.value[1][k] = rng_int(g, -3, 3);
    }
}

static struct pair int_leaf(struct gen *q)
{
    int64_t v = rng_int(q->g, -3, 7);
    int k = rng_int(q->g, 0, ITERS - 1);
    if (rng_int(q->g, 0, 3) == 0) return (struct pair){ir_int(q->w.m, v), 0, v, false};
    if (rng_int(q->g, 0, 3) == 0) {
        struct ir *e = ir_var_at(q->w.m, IR_VAR, q->n, ir_int(q->w.m, k));
        return (struct pair){e, 0, (int64_t)q->w.value[1][k], false};
    }
    return (struct pair){ir_iter_value(q->w.m, q->it[k]), 0, q->w.iter[q->it[k]->number], false};
}

static struct pair int_of(struct gen *q, int depth)
{
    static const enum ir_op ops[] = {IR_ADD,  IR_SUB, IR_MUL, IR_IDIV,
                                     IR_IMOD, IR_ADD, IR_NEG, IR_IF};
    if (depth <= 0) return int_leaf(q);
    enum ir_op op = ops[rng_int(q->g, 0, 7)];
    struct pair a = int_of(q, depth - 1), b = int_of(q, depth - 1), r = {0};
    r.bad = a.bad || b.bad;
    if (op == IR_IF) {
        struct pair c = bool_of(q, depth - 1);
        r.bad = c.bad || (c.i ? a.bad : b.bad);
        r.i = c.i ? a.i : b.i;
        r.e = ir_if(q->w.m, c.e, a.e, b.e);
        return r;
    }
    if (op == IR_NEG) {
        r.e = ir_unary(q->w.m, op, a.e);
        r.i = (int64_t)(0 - (uint64_t)a.i);
        return r;
    }
    if (rng_int(q->g, 0, 1) && (op == IR_IDIV || op == IR_IMOD)) {
        b.i = rng_int(q->g, 1, 6);
        b.e = ir_int(q->w.m, b.i);
    }
    r.e = ir_binary(q->w.m, op, a.e, b.e);
    if (op == IR_ADD) r.i = (int64_t)((uint64_t)a.i + (uint64_t)b.i);
    if (op == IR_SUB) r.i = (int64_t)((uint64_t)a.i - (uint64_t)b.i);
    if (op == IR_MUL) r.i = (int64_t)((uint64_t)a.i * (uint64_t)b.i);
    if (op == IR_IDIV) r.i = ir_eval_div(a.i, b.i), r.bad |= b.i == 0;
    if (op == IR_IMOD) r.i = ir_eval_mod(a.i, b.i), r.bad |= b.i == 0;
    return r;
}

static struct pair compare(struct gen *q, struct pair a, struct pair b, bool reals)
{
    static const enum ir_op ops[] = {IR_LT, IR_LE, IR_EQ, IR_NE};
    int k = rng_int(q->g, 0, 3);
    bool less = reals ? a.r < b.r : a.i < b.i, same = reals ? a.r == b.r : a.i == b.i;
    bool value[] = {less, less || same, same, !same};
    struct ir *e = ir_relation(q->w.m, ops[k], a.e, b.e, rng_int(q->g, 0, 1));
    return (struct pair){e, 0, value[k], a.bad || b.bad};
}

static struct pair bool_of(struct gen *q, int depth)
{
    int kind = depth <= 0 ? rng_int(q->g, 0, 2) : rng_int(q->g, 0, 5);
    if (kind == 0) {
        int v = rng_int(q->g, 0, 1);
        return (struct pair){ir_bool(q->w.m, v), 0, v, false};
    }
    if (kind == 1) return compare(q, int_of(q, depth - 1), int_of(q, depth - 1), false);
    if (kind == 2) return compare(q, real_of(q, depth - 1), real_of(q, depth - 1), true);
    struct pair a = bool_of(q, depth - 1), b, r;
    if (kind == 3) return (struct pair){ir_unary(q->w.m, IR_NOT, a.e), 0, !a.i, a.bad};
    b = bool_of(q, depth - 1);
    r = (struct pair){NULL, 0, kind == 4 ? a.i && b.i : a.i || b.i, a.bad || b.bad};
    r.e = ir_binary(q->w.m, kind == 4 ? IR_AND : IR_OR, a.e, b.e);
    return r;
}

static struct pair real_leaf(struct gen *q)
{
    double v = nice(q->g);
    if (rng_int(q->g, 0, 2) == 0) return (struct pair){ir_real(q->w.m, v), v, 0, false};
    int k = rng_int(q->g, 0, REALS - 1);
    struct ir *e = ir_var_at(q->w.m, IR_VAR, q->x, ir_int(q->w.m, k));
    return (struct pair){e, q->w.value[0][k], 0, false};
}

static struct pair real_unary(struct gen *q, int depth)
{
    struct pair a = real_of(q, depth - 1), r = a;
    int f = rng_int(q->g, 0, ELEMENTARY_COUNT + 2);
    if (f == ELEMENTARY_ATAN2) return r;
    if (f < ELEMENTARY_COUNT) {
        r.e = ir_math(q->w.m, (enum elementary)f, a.e, NULL);
        r.r = elementary_value((enum elementary)f, a.r, 0);
    } else if (f == ELEMENTARY_COUNT) {
        r.e = ir_floor(q->w.m, a.e, false);
        r.r = floor(a.r);
    } else {
        r.e = ir_unary(q->w.m, IR_NEG, a.e);
        r.r = -a.r;
    }
    r.bad = a.bad || !isfinite(r.r);
    return r;
}

static struct pair real_binary(struct gen *q, int depth)
{
    static const enum ir_op ops[] = {IR_ADD, IR_SUB, IR_MUL, IR_DIV, IR_POW};
    struct pair a = real_of(q, depth - 1), b = rng_int(q->g, 0, 7) ? real_of(q, depth - 1) : a,
                r = {0};
    enum ir_op op = ops[rng_int(q->g, 0, 4)];
    double value[] = {a.r + b.r, a.r - b.r, a.r * b.r, a.r / b.r, ir_eval_pow(a.r, b.r)};
    r.r = value[op == IR_ADD ? 0 : op == IR_SUB ? 1 : op == IR_MUL ? 2 : op == IR_DIV ? 3 : 4];
    r.e = ir_binary(q->w.m, op, a.e, b.e);
    r.bad = a.bad || b.bad || !isfinite(r.r);
    return r;
}

static struct pair real_of(struct gen *q, int depth)
{
    int kind = depth <= 0 ? 0 : rng_int(q->g, 0, 9);
    struct pair a, b, c;
    if (kind <= 1) return real_leaf(q);
    if (kind <= 3) return real_unary(q, depth);
    if (kind <= 7) return real_binary(q, depth);
    if (kind == 8) {
        a = int_of(q, depth - 1);
        return (struct pair){ir_unary(q->w.m, IR_TO_REAL, a.e), (double)a.i, 0, a.bad};
    }
    a = real_of(q, depth - 1);
    b = real_of(q, depth - 1);
    c = bool_of(q, depth - 1);
    return (struct pair){ir_if(q->w.m, c.e, a.e, b.e), c.i ? a.r : b.r, 0,
                         c.bad || (c.i ? a.bad : b.bad)};
}

PROP(folding_keeps_reals, 20000)
{
    struct gen q;
    open_gen(&q, g);
    struct pair p = real_of(&q, rng_int(g, 1, 6));
    double v = ir_eval(&q.w, p.e);
    bool same = p.bad || v == p.r;
    if (!same) printf("# %s = %.17g, should be %.17g\n", ir_text(&q.w.arena, p.e), v, p.r);
    ir_world_close(&q.w);
    CHECK(same);
}

PROP(folding_keeps_integers, 20000)
{
    struct gen q;
    open_gen(&q, g);
    struct pair p = int_of(&q, rng_int(g, 1, 6));
    int64_t v = ir_eval_int(&q.w, p.e), lo = 0, hi = 0;
    bool same = p.bad || v == p.i;
    bool inside = p.bad || !ir_bounds(p.e, &lo, &hi) || (lo <= p.i && p.i <= hi);
    if (!same || !inside) printf("# %s\n", ir_text(&q.w.arena, p.e));
    ir_world_close(&q.w);
    CHECK(same);
    CHECK(inside);
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The same terms in two random orders and groupings. */
static struct ir *shuffled(struct gen *q, const int64_t *c, int64_t c0)
{
    struct ir *part[2] = {ir_int(q->w.m, 0), ir_int(q->w.m, 0)};
    int order[ITERS + 1];
    for (int k = 0; k <= ITERS; k++) {
        int to = rng_int(q->g, 0, k);
        order[k] = order[to];
        order[to] = k;
    }
    for (int k = 0; k <= ITERS; k++) {
        int t = order[k], side = rng_int(q->g, 0, 1);
        struct ir *term = ir_int(q->w.m, c0);
        if (t < ITERS)
            term = ir_binary(q->w.m, IR_MUL, ir_iter_value(q->w.m, q->it[t]), ir_int(q->w.m, c[t]));
        if (rng_int(q->g, 0, 1)) {
            term = ir_unary(q->w.m, IR_NEG, term);
            part[side] = ir_binary(q->w.m, IR_SUB, part[side], term);
        } else {
            part[side] = ir_binary(q->w.m, IR_ADD, term, part[side]);
        }
    }
    return ir_binary(q->w.m, IR_ADD, part[0], part[1]);
}

PROP(equal_sums_are_the_same_node, 5000)
{
    struct gen q;
    int64_t c[ITERS], d[ITERS], c0 = rng_int(g, -9, 9), d0, lo, hi, low = c0, high = c0;
    open_gen(&q, g);
    for (int k = 0; k < ITERS; k++) {
        c[k] = rng_int(g, -3, 3);
        low += c[k] * (c[k] > 0 ? 1 : COUNT);
        high += c[k] * (c[k] > 0 ? COUNT : 1);
    }
    struct ir *a = shuffled(&q, c, c0), *b = shuffled(&q, c, c0);
    bool affine = ir_affine(a, q.it, ITERS, &d0, d) && d0 == c0;
    for (int k = 0; k < ITERS; k++) affine = affine && c[k] == d[k];
    bool bounds = ir_bounds(a, &lo, &hi) && lo == low && hi == high;
    ir_world_close(&q.w);
    CHECK(a == b);
    CHECK(affine);
    CHECK(bounds);
}

/* ---- Replacing ------------------------------------------------------------------------------- */

/* An index: an iterator, or its mirror image, which is in its range, too. */
static struct ir *index_of(struct gen *q)
{
    struct ir *e = ir_iter_value(q->w.m, q->it[rng_int(q->g, 0, ITERS - 1)]);
    if (rng_int(q->g, 0, 2)) return e;
    return ir_binary(q->w.m, IR_SUB, ir_int(q->w.m, COUNT + 1), e);
}

static struct ir *nested(struct gen *q, int depth)
{
    static const enum ir_op ops[] = {IR_SUM, IR_PRODUCT, IR_MIN, IR_MAX};
    struct ir *a, *b;
    if (depth <= 0) return ir_var_at(q->w.m, IR_VAR, q->x, index_of(q));
    a = nested(q, depth - 1);
    if (rng_int(q->g, 0, 2) == 0)
        return ir_reduce(q->w.m, ops[rng_int(q->g, 0, 3)], q->it[rng_int(q->g, 0, ITERS - 1)], a);
    b = nested(q, depth - 1);
    return ir_binary(q->w.m, rng_int(q->g, 0, 1) ? IR_ADD : IR_MUL, a, b);
}

static bool shadowed(struct ir *e, struct ir_iter **around, int n)
{
    if (e->iter && e->op != IR_ITER) {
        for (int k = 0; k < n; k++)
            if (around[k] == e->iter) return true;
        around[n++] = e->iter;
    }
    for (int32_t k = 0; k < e->n; k++)
        if (shadowed(e->arg[k], around, n)) return true;
    return false;
}

PROP(replacing_is_evaluating_elsewhere, 10000)
{
    struct gen q;
    struct ir *to[ITERS], *e, *r;
    struct ir_iter *around[64];
    int64_t value[ITERS];
    double before, after;
    open_gen(&q, g);
    for (int k = 0; k < REALS; k++) q.w.value[0][k] = rng_int(g, -2, 2);
    e = nested(&q, rng_int(g, 1, 4));
    for (int k = 0; k < ITERS; k++) {
        to[k] = rng_int(g, 0, 4) ? index_of(&q) : ir_int(q.w.m, rng_int(g, 1, COUNT));
        value[k] = ir_eval_int(&q.w, to[k]);
    }
    r = ir_replace(q.w.m, e, q.it, to, ITERS);
    after = ir_eval(&q.w, r);
    for (int k = 0; k < ITERS; k++) q.w.iter[q.it[k]->number] = value[k];
    before = ir_eval(&q.w, e);
    bool shadow = shadowed(r, around, 0);
    if (before != after) printf("# %s\n# %s\n", ir_text(&q.w.arena, e), ir_text(&q.w.arena, r));
    ir_world_close(&q.w);
    CHECK(before == after);
    CHECK(!shadow);
}

TEST_MAIN()
