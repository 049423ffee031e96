/* SPDX-License-Identifier: MIT */
/* test_ir_diff.c - derivatives: rules by name; functions and random expressions by differences. */
#include "domain.h"
#include "ir_eval.h"
#include "testing.h"

struct dw {
    struct ir_world w;
    struct ir_model *m;
    struct ir_var *x, *y, *p, *a;
    struct ir *X
    , *Y, *P, *T;
};

/* States x and y, parameter p, an array of states a[5]. */
static void open_dw(struct dw *d)
{
    ir_world_open(&d->w);
    d->m = d->w.m;
    d->x = ir_world_var(&d->w, "x", IR_R, VAR_STATE, 1);
    d->y = ir_world_var(&d->w, "y", IR_R, VAR_STATE, 1);
    d->p = ir_world_var(&d->w, "p", IR_R, VAR_PARAMETER, 1);
    d->a = ir_world_var(&d->w, "a", IR_R, VAR_STATE, 5);
    d->X
    = ir_var_at(d->m, IR_VAR, d->x, ir_int(d->m, 0));
    d->Y = ir_var_at(d->m, IR_VAR, d->y, ir_int(d->m, 0));
    d->P = ir_var_at(d->m, IR_VAR, d->p, ir_int(d->m, 0));
    d->T = ir_other(d->m, IR_TIME, IR_R, 0, NULL, 0);
}

static struct ir *op(struct dw *d, enum ir_op o, struct ir *a, struct ir *b)
{
    return ir_binary(d->m, o, a, b);
}

/* Fourth-order central difference of f along a direction: by x, or by time with x' and y'. */
static double moved(struct dw *d, struct ir *e, double h, bool time)
{
    double x = *d->w.value[0], y = *d->w.value[1], t = d->w.time, v;
    *d->w.value[0] += time ? h * *d->w.der[0] : h;
    *d->w.value[1] += time ? h * *d->w.der[1] : 0;
    d->w.time += time ? h : 0;
    v = ir_eval(&d->w, e);
    *d->w.value[0] = x;
    *d->w.value[1] = y;
    d->w.time = t;
    return v;
}

static double difference(struct dw *d, struct ir *e, double h, bool time)
{
    return (8 * (moved(d, e, h, time) - moved(d, e, -h, time)) -
            (moved(d, e, 2 * h, time) - moved(d, e, -2 * h, time))) /
           (12 * h);
}

static int is_large(void *user, struct ir *e)
{
    return !(fabs(ir_eval(user, e)) < 1e6);
}

/* Where numbers on the way are large, or differences do not converge, nothing is said. */
static bool agrees(struct dw *d, struct ir *e, struct ir *de, bool time)
{
    double coarse = difference(d, e, 1e-3, time), fine = difference(d, e, 5e-4, time), v;
    double scale = 1 + fabs(fine) + fabs(ir_eval(&d->w, e));
    bool whole = !ir_has_op(d->m, e, IR_ITER);
    if (whole && ir_visit(d->m, e, is_large, &d->w)) return true;
    if (!isfinite(scale) || fabs(coarse - fine) > 1e-6 * scale) return true;
    v = ir_eval(&d->w, de);
    if (fabs(v - fine) <= 1e-5 * scale) return true;
    printf("# %s\n# %s\n# is %.12g, difference %.12g\n", ir_text(&d->w.arena, e),
           ir_text(&d->w.arena, de), v, fine);
    return false;
}

TEST(rules_give_short_results)
{
    struct dw d;
    open_dw(&d);
    struct ir *two = ir_real(d.m, 2), *zero = ir_real(d.m, 0), *one = ir_real(d.m, 1);
    CHECK(ir_diff(d.m, d.X, d.X) == one);
    CHECK(ir_diff(d.m, d.Y, d.X) == zero);
    CHECK(ir_diff(d.m, op(&d, IR_MUL, d.P, d.X), d.X) == d.P);
    CHECK(ir_diff(d.m, op(&d, IR_POW, d.X, two), d.X) == op(&d, IR_MUL, two, d.X));
    CHECK(ir_diff(d.m, op(&d, IR_DIV, d.X, d.P), d.X) == op(&d, IR_DIV, one, d.P));
    CHECK(ir_diff(d.m, ir_math(d.m, ELEMENTARY_EXP, d.X, NULL), d.X) ==
          ir_math(d.m, ELEMENTARY_EXP, d.X, NULL));
    CHECK(ir_diff(d.m, ir_unary(d.m, IR_NEG, d.Y), d.X) == zero);
    CHECK(ir_diff(d.m, op(&d, IR_POW, d.P, d.Y), d.X) == zero);
    CHECK(ir_diff(d.m, ir_floor(d.m, d.X, true), d.X) == zero);
    ir_world_close(&d.w);
}

TEST(conditions_are_constant)
{
    struct dw d;
    open_dw(&d);
    struct ir *c = ir_relation(d.m, IR_LT, d.X, d.Y, true);
    struct ir *e = ir_if(d.m, c, op(&d, IR_MUL, d.P, d.X), d.Y);
    CHECK(ir_diff(d.m, e, d.X) == ir_if(d.m, c, d.P, ir_real(d.m, 0)));
    ir_world_close(&d.w);
}

TEST(every_function_has_its_derivative)
{
    struct dw d;
    open_dw(&d);
    *d.w.der[0] = 0.7;
    for (int f = 0; f < ELEMENTARY_COUNT; f++)
        for (int k = 0; k <= 9; k++) {
            bool two = elementary_row((enum elementary)f)->arity == 2;
            struct ir *e = ir_math(d.m, (enum elementary)f, d.X, two ? d.Y : NULL);
            double lo, hi;
            domain_of(f, &lo, &hi);
            *d.w.value[0] = lo + (hi - lo) * k / 9;
            *d.w.value[1] = k * k / 9.0 + 0.3;
            *d.w.der[1] = -0.4;
            CHECK(agrees(&d, e, ir_diff(d.m, e, d.X), false));
            CHECK(agrees(&d, e, ir_time_derivative(d.m, e), true));
        }
    ir_world_close(&d.w);
}

TEST(reductions)
{
    struct dw d;
    open_dw(&d);
    struct ir_iter *k = ir_iter_new(d.m, 0, 1, 1, 5, "k");
    struct ir *K = ir_iter_value(d.m, k);
    struct ir *ak = ir_var_at(d.m, IR_VAR, d.a, op(&d, IR_SUB, K, ir_int(d.m, 1)));
    struct ir *f = op(&d, IR_SUB, op(&d, IR_MUL, d.X, ak), d.Y);
    struct ir *sum = ir_reduce(d.m, IR_SUM, k, op(&d, IR_POW, f, ir_real(d.m, 2)));
    struct ir *product = ir_reduce(d.m, IR_PRODUCT, k, f);
    for (int t = 0; t < 5; t++) d.w.value[d.a->number][t] = t - 2, d.w.der[d.a->number][t] = 0;
    *d.w.value[0] = 1.5;
    *d.w.value[1] = 1.5; /* one factor is 0 */
    *d.w.der[0] = 1.25;
    *d.w.der[1] = -0.5;
    CHECK(agrees(&d, sum, ir_diff(d.m, sum, d.X), false));
    CHECK(agrees(&d, product, ir_diff(d.m, product, d.X), false));
    CHECK(agrees(&d, sum, ir_time_derivative(d.m, sum), true));
    CHECK(agrees(&d, product, ir_time_derivative(d.m, product), true));
    CHECK(ir_diff(d.m, sum, ak) == ir_real(d.m, 0)); /* this k is not that k */
    CHECK(ir_diff(d.m, ir_reduce(d.m, IR_MAX, k, f), d.X) == NULL);
    CHECK(ir_diff(d.m, ir_reduce(d.m, IR_MAX, k, ak), d.X) == ir_real(d.m, 0));
    ir_world_close(&d.w);
}

TEST(calls_are_not_differentiated)
{
    struct dw d;
    open_dw(&d);
    struct ir_fn fn = {.name = "f", .n_inputs = 1, .n_outputs = 1};
    struct ir_iter *k = ir_iter_new(d.m, 0, 0, 1, 5, "k");
    struct ir *ak = ir_var_at(d.m, IR_VAR, d.a, ir_iter_value(d.m, k));
    struct ir *array = ir_build(d.m, &k, 1, ak), *call = ir_call(d.m, &fn, 0, NULL, &d.X, 1);
    struct ir *first = ir_var_at(d.m, IR_VAR, d.a, ir_int(d.m, 0));
    CHECK(ir_diff(d.m, op(&d, IR_MUL, call, d.Y), d.X) == NULL);
    CHECK(ir_diff(d.m, op(&d, IR_MUL, call, d.Y), d.Y) == call);
    CHECK(ir_diff(d.m, ir_call(d.m, &fn, 0, NULL, &array, 1), first) == NULL);
    CHECK(ir_diff(d.m, ir_call(d.m, &fn, 0, NULL, &array, 1), d.X) == ir_real(d.m, 0));
    CHECK(ir_time_derivative(d.m, call) == NULL);
    CHECK(ir_time_derivative(d.m, ir_call(d.m, &fn, 0, NULL, &d.P, 1)) == ir_real(d.m, 0));
    ir_world_close(&d.w);
}

TEST(derivatives_by_time)
{
    struct dw d;
    open_dw(&d);
    struct ir *dx = ir_var_at(d.m, IR_DER, d.x, ir_int(d.m, 0)), *args[2], *lagged;
    args[0] = d.X;
    args[1] = d.P;
    lagged = ir_other(d.m, IR_DELAY, IR_R, 0, args, 2);
    args[0] = dx;
    CHECK(ir_time_derivative(d.m, op(&d, IR_MUL, d.P, d.X)) == op(&d, IR_MUL, d.P, dx));
    CHECK(ir_time_derivative(d.m, op(&d, IR_MUL, d.P, d.T)) == d.P);
    CHECK(ir_time_derivative(d.m, lagged) == ir_other(d.m, IR_DELAY, IR_R, 0, args, 2));
    CHECK(ir_time_derivative(d.m, dx) == NULL);
    ir_world_close(&d.w);
}

/* ---- Random expressions ---------------------------------------------------------------------- */

static struct ir *random_leaf(struct dw *d, struct rng *g)
{
    switch (rng_int(g, 0, 5)) {
    case 0: return d->Y;
    case 1: return d->T;
    case 2: return ir_real(d->m, rng_int(g, -2, 3));
    case 3: return d->P;
    default: return d->X;
    }
}

/* Bounded where a function needs it: log(1 + u^2), asin(u/(2 + u^2)) ... */
static struct ir *random_function(struct dw *d, struct rng *g, struct ir *u)
{
    enum elementary f = (enum elementary)rng_int(g, 0, ELEMENTARY_SQRT);
    struct ir *square = op(d, IR_POW, u, ir_real(d->m, 2));
    if (f == ELEMENTARY_LOG || f == ELEMENTARY_LOG10 || f == ELEMENTARY_SQRT)
        u = op(d, IR_ADD, ir_real(d->m, 1), square);
    if (f == ELEMENTARY_ASIN || f == ELEMENTARY_ACOS || f == ELEMENTARY_TAN)
        u = op(d, IR_DIV, u, op(d, IR_ADD, ir_real(d->m, 2), square));
    return ir_math(d->m, f, u, NULL);
}

static struct ir *random_smooth(struct dw *d, struct rng *g, int depth)
{
    struct ir *u, *v, *one = ir_real(d->m, 1);
    if (depth <= 0) return random_leaf(d, g);
    u = random_smooth(d, g, depth - 1);
    if (rng_int(g, 0, 2) == 0) return random_function(d, g, u);
    v = random_smooth(d, g, depth - 1);
    switch (rng_int(g, 0, 6)) {
    case 0: return op(d, IR_SUB, u, v);
    case 1: return op(d, IR_MUL, u, v);
    case 2: return op(d, IR_DIV, u, op(d, IR_ADD, one, op(d, IR_POW, v, ir_real(d->m, 2))));
    case 3: return op(d, IR_POW, op(d, IR_ADD, one, op(d, IR_POW, u, ir_real(d->m, 2))), v);
    case 4: return op(d, IR_POW, u, ir_real(d->m, rng_int(g, 2, 4)));
    case 5: return ir_math(d->m, ELEMENTARY_ATAN2, u, op(d, IR_ADD, one, op(d, IR_MUL, v, v)));
    default: return op(d, IR_ADD, u, v);
    }
}

PROP(derivatives_agree_with_differences, 5000)
{
    struct dw d;
    open_dw(&d);
    struct ir *e = random_smooth(&d, g, rng_int(g, 1, 4)), *by_x, *by_time;
    for (int k = 0; k < 3; k++) *d.w.value[k] = rng_uniform(g, -1.5, 1.5);
    for (int k = 0; k < 2; k++) *d.w.der[k] = rng_uniform(g, -1.5, 1.5);
    d.w.time = rng_uniform(g, 0, 1);
    by_x = ir_diff(d.m, e, d.X);
    by_time = ir_time_derivative(d.m, e);
    bool ok = by_x && by_time && agrees(&d, e, by_x, false) && agrees(&d, e, by_time, true);
    ir_world_close(&d.w);
    CHECK(ok);
}

TEST_MAIN()
