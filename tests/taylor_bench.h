/* SPDX-License-Identifier: MIT */
/* taylor_bench.h - a small model for tests of the generated code, and jets to compare it with.
 *
 * Three states x[1..3], a parameter p[1..2], a Boolean discrete on, and one output y[k] per
 * expression. jet_of evaluates an expression with saltus_jet.h: an independent way to the same
 * numbers. */
#ifndef TAYLOR_BENCH_H
#define TAYLOR_BENCH_H

#include "emit/lower/lower.h"
#include "saltus_jet.h"
#include "testing.h"

enum { N = 3, STRIDE = 5 };

/* A model of three states x[1..3] with one output per expression. */
struct bench {
    struct arena a;
    struct messages messages;
    struct ir_model *m;
    struct ir_var *x, *p, *y, *d;
    struct ir *state[N], *par[2], *on;
    struct ir_fn *fn; /* (u, v) -> if u < v then u*sin(v) else u + v^2, and u - v */
    const saltus_model *model;
    double q[N * STRIDE], pv[2], dv[1];
    saltus_env env;
    char fault[200];
};

static inline struct ir_var *var_new(struct bench *b, const char *name, enum ir_kind kind,
                                     int32_t count)
{
    struct ir_var *v = ARENA_NEW(&b->a, struct ir_var);
    v->name = name;
    v->kind = kind;
    v->rank = 1;
    v->size[0] = v->count = count;
    v->number = b->m->vars.n;
    VEC_ADD(&b->a, &b->m->vars, v);
    return v;
}

static inline struct ir_var *local_new(struct bench *b, const char *name)
{
    struct ir_var *v = ARENA_NEW(&b->a, struct ir_var);
    *v = (struct ir_var){.name = name, .kind = VAR_LOCAL, .count = 1};
    VEC_ADD(&b->a, &b->fn->locals, v);
    return v;
}

static inline struct ir_stmt *assign_new(struct bench *b, struct ir *target, struct ir *value)
{
    struct ir_stmt *s = ARENA_NEW(&b->a, struct ir_stmt);
    *s = (struct ir_stmt){.op = DO_ASSIGN, .target = target, .value = value};
    return s;
}

static inline void function_new(struct bench *b)
{
    struct ir_model *m = b->m;
    struct ir *l[4], *zero = ir_int(m, 0);
    static const char *const names[] = {"u", "v", "r", "s"};
    struct ir_stmt *choice = ARENA_NEW(&b->a, struct ir_stmt);
    b->fn = ARENA_NEW(&b->a, struct ir_fn);
    b->fn->name = "f";
    b->fn->n_inputs = b->fn->n_outputs = 2;
    for (int k = 0; k < 4; k++) l[k] = ir_var_at(m, IR_LOCAL, local_new(b, names[k]), zero);
    choice->op = DO_IF;
    choice->cond = ir_relation(m, IR_LT, l[0], l[1], false);
    choice->body =
        assign_new(b, l[2], ir_binary(m, IR_MUL, l[0], ir_math(m, ELEMENTARY_SIN, l[1], NULL)));
    choice->other = assign_new(b, l[2], l[0]);
    choice->other->next =
        assign_new(b, l[2], ir_binary(m, IR_ADD, l[2], ir_binary(m, IR_POW, l[1], ir_real(m, 2))));
    choice->next = assign_new(b, l[3], ir_binary(m, IR_SUB, l[0], l[1]));
    b->fn->body = choice;
}

static inline void def_new(struct bench *b, struct ir_var *v, bool der, int64_t index,
                           struct ir *value)
{
    struct ir_def d = {.var = v, .der = der, .index = ir_int(b->m, index), .value = value};
    VEC_ADD(&b->a, &b->m->defs, d);
}

static inline void bench_open(struct bench *b, int outputs)
{
    memset(b, 0, sizeof *b);
    arena_init(&b->a, NULL, NULL, 0);
    messages_init(&b->messages, &b->a);
    b->m = ir_model_new(&b->a, &b->messages);
    b->m->name = "bench";
    function_new(b);
    b->x = var_new(b, "x", VAR_STATE, N);
    b->p = var_new(b, "p", VAR_PARAMETER, 2);
    b->y = var_new(b, "y", VAR_ALGEBRAIC, outputs);
    b->d = var_new(b, "on", VAR_DISCRETE, 1);
    b->d->type = IR_B;
    b->on = ir_var_at(b->m, IR_VAR, b->d, ir_int(b->m, 0));
    b->m->n_discretes = 1;
    b->m->n_states = N;
    b->m->n_parameters = 2;
    b->m->n_outputs = outputs;
    for (int k = 0; k < N; k++) {
        b->state[k] = ir_var_at(b->m, IR_VAR, b->x, ir_int(b->m, k));
        def_new(b, b->x, true, k, b->state[k]);
    }
    for (int k = 0; k < 2; k++) b->par[k] = ir_var_at(b->m, IR_VAR, b->p, ir_int(b->m, k));
}

static inline void on_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    (void)e;
    (void)at;
    FAIL("fault: %s", text);
}

static inline void bench_make(struct bench *b)
{
    struct code_model *code = lower_model(b->m);
    if (!code) {
        messages_print(stderr, &b->messages);
        FAIL("not lowered");
    }
    if (getenv("PRINT_C")) code_print(stdout, code);
    b->model = code_interpret(code);
    b->env = (saltus_env){.t = 0.5,
                          .q = b->q,
                          .stride = STRIDE,
                          .p = b->pv,
                          .d = b->dv,
                          .model = b->model,
                          .fault = on_fault};
}

/* Signals with `width` coefficients; values in (lo, hi). */
static inline void bench_fill(struct bench *b, struct rng *g, int width, double lo, double hi)
{
    b->env.width = width;
    b->env.t = rng_uniform(g, 0, 1);
    for (int j = 0; j < N; j++) {
        double *s = b->q + j * STRIDE;
        s[0] = b->env.t - rng_uniform(g, 0, 0.01);
        s[1] = rng_uniform(g, lo, hi);
        for (int k = 1; k < 4; k++) s[1 + k] = k < width ? rng_uniform(g, -1, 1) : 0;
    }
    for (int k = 0; k < 2; k++) b->pv[k] = rng_uniform(g, 0.5, 1.5);
    b->dv[0] = rng_int(g, 0, 1);
}

static inline void bench_close(struct bench *b)
{
    arena_free(&b->a);
}

/* ---- Jets ------------------------------------------------------------------------------------ */

/* Values of iterators. */
struct bench_iters {
    const struct ir_iter *iter[4];
    int64_t value[4];
    int n;
};

static inline jet bench_jet(const struct bench *b, const struct ir *e, int32_t seed,
                            struct bench_iters *its);

static inline int64_t bench_int(const struct bench *b, const struct ir *e, struct bench_iters *its)
{
    int64_t x, y;
    switch (e->op) {
    case IR_INT: return e->integer;
    case IR_ITER:
        for (int k = its->n - 1; k >= 0; k--)
            if (its->iter[k] == e->iter) return its->value[k];
        FAIL("iterator without value");
    case IR_VAR: return b->dv[0] != 0;
    case IR_NOT: return !bench_int(b, e->arg[0], its);
    case IR_LT:
    case IR_LE:
    case IR_EQ:
        if (e->arg[0]->type == IR_R) {
            double u = bench_jet(b, e->arg[0], -1, its).c[0],
                   v = bench_jet(b, e->arg[1], -1, its).c[0];
            return e->op == IR_LT ? u < v : e->op == IR_LE ? u <= v : u == v;
        }
        x = bench_int(b, e->arg[0], its);
        y = bench_int(b, e->arg[1], its);
        return e->op == IR_LT ? x < y : e->op == IR_LE ? x <= y : x == y;
    default: break;
    }
    x = bench_int(b, e->arg[0], its);
    y = bench_int(b, e->arg[1], its);
    switch (e->op) {
    case IR_ADD: return x + y;
    case IR_MUL: return x * y;
    case IR_IDIV: return x / y;
    case IR_IMOD: return ((x % y) + y) % y;
    case IR_AND: return x && y;
    case IR_OR: return x || y;
    default: FAIL("integer operation %d", (int)e->op);
    }
}

static inline jet bench_abs(jet a)
{
    return a.c[0] < 0 ? jet_neg(a) : a;
}

static inline jet bench_math(enum elementary f, jet a)
{
    switch (f) {
#define CASE(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, ...)                                   \
    ELEMENTARY_JET_##SERIES##_##n(case ELEMENTARY_##NAME : return jet_##name(a);)
        SALTUS_ELEMENTARY(CASE, )
#undef CASE
    case ELEMENTARY_ABS: return bench_abs(a);
    default: return jet_const(a.c[0] > 0 ? 1 : a.c[0] < 0 ? -1 : 0);
    }
}

static inline jet bench_power(const struct bench *b, const struct ir *e, int32_t seed,
                              struct bench_iters *its)
{
    jet a = bench_jet(b, e->arg[0], seed, its), p = bench_jet(b, e->arg[1], seed, its);
    if (e->arg[1]->op == IR_REAL && p.c[0] == floor(p.c[0])) return jet_powi(a, (int)p.c[0]);
    if (p.c[1] == 0 && p.c[2] == 0 && p.c[0] == floor(p.c[0])) return jet_powi(a, (int)p.c[0]);
    if (p.c[1] == 0 && p.c[2] == 0) return jet_pow(a, p.c[0]);
    return jet_exp(jet_mul(p, jet_log(a)));
}

static inline jet bench_reduce(const struct bench *b, const struct ir *e, int32_t seed,
                               struct bench_iters *its)
{
    jet r = jet_const(e->op == IR_PRODUCT ? 1 : 0);
    int at = its->n++;
    its->iter[at] = e->iter;
    for (int32_t k = 0; k < e->iter->count; k++) {
        jet v;
        its->value[at] = e->iter->lo + k * e->iter->step;
        v = bench_jet(b, e->arg[0], seed, its);
        if (e->op == IR_SUM)
            r = jet_add(r, v);
        else if (e->op == IR_PRODUCT)
            r = jet_mul(r, v);
        else if (k == 0 || (e->op == IR_MIN ? v.c[0] < r.c[0] : v.c[0] > r.c[0]))
            r = v;
    }
    its->n--;
    return r;
}

static inline jet bench_call(const struct bench *b, const struct ir *e, int32_t seed,
                             struct bench_iters *its)
{
    jet u = bench_jet(b, e->arg[0], seed, its), v = bench_jet(b, e->arg[1], seed, its);
    if (e->integer == 1) return jet_sub(u, v);
    return u.c[0] < v.c[0] ? jet_mul(u, jet_sin(v)) : jet_add(u, jet_sqr(v));
}

static inline jet bench_var(const struct bench *b, const struct ir *e, int32_t seed,
                            struct bench_iters *its)
{
    jet_at at = {&b->env, b->env.width, seed, NULL, NULL, 0};
    int64_t k = bench_int(b, e->arg[0], its);
    if (e->var == b->x) return jet_state(at, (int32_t)k);
    return jet_const(b->pv[k]);
}

static inline jet bench_jet(const struct bench *b, const struct ir *e, int32_t seed,
                            struct bench_iters *its)
{
    jet_at at = {&b->env, b->env.width, seed, NULL, NULL, 0};
    switch (e->op) {
    case IR_REAL: return jet_const(e->number);
    case IR_TIME: return jet_time(at);
    case IR_VAR: return bench_var(b, e, seed, its);
    case IR_ADD:
        return jet_add(bench_jet(b, e->arg[0], seed, its), bench_jet(b, e->arg[1], seed, its));
    case IR_SUB:
        return jet_sub(bench_jet(b, e->arg[0], seed, its), bench_jet(b, e->arg[1], seed, its));
    case IR_MUL:
        return jet_mul(bench_jet(b, e->arg[0], seed, its), bench_jet(b, e->arg[1], seed, its));
    case IR_DIV:
        return jet_div(bench_jet(b, e->arg[0], seed, its), bench_jet(b, e->arg[1], seed, its));
    case IR_NEG: return jet_neg(bench_jet(b, e->arg[0], seed, its));
    case IR_POW: return bench_power(b, e, seed, its);
    case IR_IF: return bench_jet(b, e->arg[bench_int(b, e->arg[0], its) ? 1 : 2], seed, its);
    case IR_TO_REAL: return jet_const((double)bench_int(b, e->arg[0], its));
    case IR_MATH:
        return bench_math((enum elementary)e->integer, bench_jet(b, e->arg[0], seed, its));
    case IR_CALL: return bench_call(b, e, seed, its);
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: return bench_reduce(b, e, seed, its);
    default: FAIL("operation %d", (int)e->op);
    }
}

/* ---- Random expressions: finite, and smooth where they are evaluated ------------------------- */

struct bench_random {
    struct bench *b;
    struct rng *g;
    struct ir_iter *iter; /* or NULL                                                         */
    bool calm;            /* nothing but what has a symbolic derivative                      */
};

static inline struct ir *bench_leaf(struct bench_random *r)
{
    struct ir_model *m = r->b->m;
    struct ir *i;
    switch (rng_int(r->g, 0, 6)) {
    case 0: return ir_real(m, rng_uniform(r->g, 0.5, 1.5));
    case 1: return r->b->par[rng_int(r->g, 0, 1)];
    case 2: return ir_other(m, IR_TIME, IR_R, 0, NULL, 0);
    case 3:
        if (!r->iter) break;
        i = ir_iter_value(m, r->iter);
        return rng_int(r->g, 0, 2)
                   ? ir_var_at(m, IR_VAR, r->b->x, ir_binary(m, IR_SUB, i, ir_int(m, 1)))
                   : ir_unary(m, IR_TO_REAL, i);
    default: break;
    }
    return r->b->state[rng_int(r->g, 0, 2)];
}

/* Positive and of moderate size. */
static inline struct ir *bench_positive(struct ir_model *m, struct ir *e)
{
    return ir_binary(m, IR_ADD, ir_real(m, 0.5),
                     ir_math(m, ELEMENTARY_EXP, ir_math(m, ELEMENTARY_SIN, e, NULL), NULL));
}

static inline struct ir *bench_expression(struct bench_random *r, int depth);

static inline struct ir *bench_math_of(struct bench_random *r, struct ir *e)
{
    static const enum elementary any[] = {ELEMENTARY_SIN,  ELEMENTARY_COS, ELEMENTARY_ATAN,
                                          ELEMENTARY_TANH, ELEMENTARY_SIN, ELEMENTARY_COS};
    static const enum elementary positive[] = {ELEMENTARY_SQRT, ELEMENTARY_LOG,  ELEMENTARY_LOG10,
                                               ELEMENTARY_EXP,  ELEMENTARY_SINH, ELEMENTARY_COSH};
    struct ir_model *m = r->b->m;
    if (rng_int(r->g, 0, 1)) return ir_math(m, any[rng_int(r->g, 0, 5)], e, NULL);
    return ir_math(m, positive[rng_int(r->g, 0, 5)], bench_positive(m, e), NULL);
}

static inline struct ir *bench_sum(struct bench_random *r, int depth)
{
    static const enum ir_op ops[] = {IR_SUM, IR_SUM, IR_PRODUCT, IR_MIN, IR_MAX};
    struct ir_iter *outer = r->iter;
    struct ir *body;
    r->iter = ir_iter_new(r->b->m, outer ? outer->depth + 1 : 0, 1, 1, 3, "k");
    body = bench_expression(r, depth - 1);
    body = ir_reduce(r->b->m, ops[rng_int(r->g, 0, r->calm ? 1 : 4)], r->iter, body);
    r->iter = outer;
    return body;
}

static inline struct ir *bench_expression(struct bench_random *r, int depth)
{
    static const enum ir_op ops[] = {IR_ADD, IR_SUB, IR_MUL, IR_MUL};
    struct ir_model *m = r->b->m;
    struct ir *a, *b;
    if (depth == 0) return bench_leaf(r);
    a = bench_expression(r, depth - 1);
    switch (rng_int(r->g, 0, r->calm ? 9 : 11)) {
    case 0: return bench_math_of(r, a);
    case 1: return ir_binary(m, IR_DIV, a, bench_positive(m, bench_expression(r, depth - 1)));
    case 2: return ir_binary(m, IR_POW, a, ir_real(m, rng_int(r->g, 2, 4)));
    case 3: return ir_binary(m, IR_POW, bench_positive(m, a), bench_leaf(r));
    case 4: return ir_unary(m, IR_NEG, a);
    case 5:
        b = ir_unary(m, rng_int(r->g, 0, 1) ? IR_NOT : IR_NOT, r->b->on);
        return ir_if(m, rng_int(r->g, 0, 1) ? b : r->b->on, a, bench_expression(r, depth - 1));
    case 6: return r->iter && r->iter->depth > 1 ? a : ir_binary(m, IR_ADD, a, bench_sum(r, depth));
    case 10:
    case 11: {
        struct ir *args[2] = {a, bench_expression(r, depth - 1)}, *call;
        call = ir_call(m, r->b->fn, rng_int(r->g, 0, 1), NULL, args, 2);
        if (rng_int(r->g, 0, 1)) return call;
        args[0] = call;
        call = ir_call(m, r->b->fn, rng_int(r->g, 0, 1), NULL, args, 2);
        return ir_binary(m, IR_ADD, call, ir_math(m, ELEMENTARY_COS, args[0], NULL));
    }
    default: return ir_binary(m, ops[rng_int(r->g, 0, 3)], a, bench_expression(r, depth - 1));
    }
}

#endif
