/* SPDX-License-Identifier: MIT */
/* Taylor code against saltus_jet.h: the same recurrences, the same bits. */
#include "taylor_bench.h"

/* ---- Each operation -------------------------------------------------------------------------- */

static jet jet_of(struct bench *b, int k)
{
    jet_at at = {&b->env, b->env.width, -1, NULL, NULL, 0};
    return jet_state(at, k);
}

TEST(arithmetic_equals_jets_bit_for_bit)
{
    struct bench b;
    struct ir *x, *y;
    bench_open(&b, 12);
    x = b.state[0];
    y = b.state[1];
#define OP(op, a, b_) ir_binary(b.m, op, a, b_)
#define NUM(v)        ir_real(b.m, v)
    def_new(&b, b.y, false, 0, OP(IR_ADD, x, y));
    def_new(&b, b.y, false, 1, OP(IR_SUB, NUM(1), OP(IR_MUL, x, y)));
    def_new(&b, b.y, false, 2, OP(IR_MUL, x, x));
    def_new(&b, b.y, false, 3, OP(IR_DIV, x, y));
    def_new(&b, b.y, false, 4, OP(IR_DIV, NUM(2), y));
    def_new(&b, b.y, false, 5, OP(IR_DIV, x, b.par[0]));
    def_new(&b, b.y, false, 6, OP(IR_POW, x, NUM(3)));
    def_new(&b, b.y, false, 7, OP(IR_POW, x, NUM(-5)));
    def_new(&b, b.y, false, 8, OP(IR_POW, x, NUM(1.7)));
    def_new(&b, b.y, false, 9, OP(IR_MUL, OP(IR_SUB, NUM(1), OP(IR_POW, x, NUM(2))), y));
    def_new(&b, b.y, false, 10,
            OP(IR_MUL, b.par[0], OP(IR_SUB, ir_unary(b.m, IR_NEG, x), b.par[1])));
    def_new(&b, b.y, false, 11, OP(IR_MUL, ir_other(b.m, IR_TIME, IR_R, 0, NULL, 0), x));
    bench_make(&b);
    for (int width = 1; width <= 4; width++)
        for (int order = 1; order <= 5; order++) {
            jet jx, jy, r[12], t = {{0, 1}, {0}, 0};
            double p, p2;
            bench_fill(&b, g, width, 0.5, 2);
            jx = jet_of(&b, 0), jy = jet_of(&b, 1), p = b.pv[0], p2 = b.pv[1];
            t.c[0] = b.env.t;
            r[0] = jet_add(jx, jy);
            r[1] = jet_sub(1, jet_mul(jx, jy));
            r[2] = jet_sqr(jx);
            r[3] = jet_div(jx, jy);
            r[4] = jet_div(2, jy);
            r[5] = jet_div(jx, p);
            r[6] = jet_powi(jx, 3);
            r[7] = jet_powi(jx, -5);
            r[8] = jet_pow(jx, 1.7);
            r[9] = jet_mul(jet_sub(1, jet_sqr(jx)), jy);
            r[10] = jet_mul(p, jet_sub(jet_neg(jx), p2));
            r[11] = jet_mul(t, jx);
            for (int k = 0; k < 12; k++) {
                double c[5];
                b.model->output.eval(&b.env, k, order, c);
                for (int i = 0; i < order; i++)
                    if (c[i] != r[k].c[i])
                        FAIL("case %d width %d order %d: c[%d] = %.17g, jet %.17g", k, width, order,
                             i, c[i], r[k].c[i]);
            }
        }
    bench_close(&b);
}

/* ---- Any expression -------------------------------------------------------------------------- */

/* Differences of rounding grow with what they are made of. */
static bool tame(const jet *r)
{
    double size = 0;
    for (int i = 0; i < 5; i++) size += fabs(r->c[i]);
    return size < 1e5;
}

PROP(random_expressions_agree_with_jets, 300)
{
    struct bench b;
    struct ir *e;
    bench_open(&b, 1);
    e = bench_expression(&(struct bench_random){&b, g, NULL, false}, rng_int(g, 1, 4));
    def_new(&b, b.y, false, 0, e);
    bench_make(&b);
    for (int width = 1; width <= 4; width++) {
        struct bench_iters its = {.n = 0};
        double c[5];
        jet r;
        bench_fill(&b, g, width, 0.1, 0.9);
        r = bench_jet(&b, e, -1, &its);
        b.model->output.eval(&b.env, 0, 5, c);
        if (!tame(&r)) continue;
        for (int i = 0; i < 5; i++)
            if (!(fabs(c[i] - r.c[i]) <= 1e-9 * (1 + fabs(r.c[i]) + fabs(r.c[0]))))
                FAIL("%s: width %d c[%d] = %.17g, jet %.17g", ir_text(&b.a, e), width, i, c[i],
                     r.c[i]);
        for (int order = 1; order < 5; order++) {
            double d[5];
            b.model->output.eval(&b.env, 0, order, d);
            for (int i = 0; i < order; i++) CHECK(d[i] == c[i] || isnan(c[i]));
        }
    }
    bench_close(&b);
}

PROP(partials_agree_with_seeds, 300)
{
    struct bench b;
    struct ir *e;
    bench_open(&b, 0);
    e = bench_expression(&(struct bench_random){&b, g, NULL, rng_int(g, 0, 1)}, rng_int(g, 1, 4));
    b.m->defs.at[0].value = e;
    bench_make(&b);
    for (int32_t j = 0; j < N; j++) {
        struct bench_iters its = {.n = 0};
        double d, want;
        jet r;
        bench_fill(&b, g, rng_int(g, 1, 4), 0.1, 0.9);
        r = bench_jet(&b, e, j, &its);
        want = r.c[1];
        if (!tame(&r)) continue;
        d = b.model->der.partial(&b.env, 0, j);
        if (!(fabs(d - want) <= 1e-9 * (1 + fabs(want))))
            FAIL("%s by x[%d]: %.17g, jet %.17g", ir_text(&b.a, e), j + 1, d, want);
    }
    bench_close(&b);
}

TEST_MAIN()
