/* SPDX-License-Identifier: MIT */
/* test_loops.c - equations that need each other: blocks, tearing, Cramer's rule, Newton, chains. */
#include "graph_build.h"

/* A hidden mode: a Boolean discrete. */
static struct ir_var *mode(struct ir_model *m, const char *name, int32_t n)
{
    struct ir_var *v = build_var(m, name, VAR_DISCRETE, n);
    v->type = IR_B;
    v->hidden = true;
    return v;
}

static struct ir *par(struct ir_model *m, const char *name)
{
    struct ir_var *v = build_var(m, name, VAR_PARAMETER, 0);
    v->binding = ir_real(m, 1);
    return build_at(m, v, NULL);
}

TEST(diode_loop_of_the_buck_converter)
{
    struct ir_model *m = build_open();
    struct ir_var *il = build_var(m, "IL", VAR_STATE, 0);
    struct ir_var *vd = build_var(m, "VD", VAR_ALGEBRAIC, 0),
                  *is = build_var(m, "iS", VAR_ALGEBRAIC, 0);
    struct ir_var *id = build_var(m, "iD", VAR_ALGEBRAIC, 0),
                  *rd = build_var(m, "RD", VAR_ALGEBRAIC, 0);
    struct ir *u = par(m, "U"), *rll = par(m, "RLL"), *on = par(m, "Ron"), *off = par(m, "Roff");
    struct ir *mo = build_at(m, mode(m, "off", 0), NULL);
    build_eq(m, build_at(m, is, NULL), build_div(m, build_sub(m, u, build_at(m, vd, NULL)), rll));
    build_eq(m, build_at(m, id, NULL), build_div(m, build_at(m, vd, NULL), build_at(m, rd, NULL)));
    build_eq(m, build_sub(m, build_at(m, is, NULL), build_at(m, id, NULL)), build_at(m, il, NULL));
    build_eq(m, build_at(m, rd, NULL), ir_if(m, mo, off, on));
    build_eq(m, build_der(m, il, NULL), build_at(m, vd, NULL));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->loops.n, 0);
    CHECK_EQ_INT(m->defs.n, 5);
    build_close(m);
}

TEST(rolled_block_per_point)
{
    struct ir_model *m = build_open();
    int32_t n = 1000;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n), *v = build_var(m, "v", VAR_ALGEBRAIC, n);
    struct ir_var *c = build_var(m, "c", VAR_ALGEBRAIC, n);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, n, "i"), *k = ir_iter_new(m, 0, 0, 1, n, "k");
    struct ir *ci = build_at(m, c, build_shift(m, i, -1)),
              *vi = build_at(m, v, build_shift(m, i, -1));
    struct ir *xi = build_at(m, x, build_shift(m, i, -1));
    struct ir *ck = build_at(m, c, build_shift(m, k, 0)),
              *vk = build_at(m, v, build_shift(m, k, 0));
    build_eq_in(m, &i, 1, build_der(m, x, build_shift(m, i, -1)), vi);
    build_eq_in(m, &i, 1, vi, build_sub(m, xi, build_mul(m, ir_real(m, 2), ci)));
    build_eq_in(m, &k, 1, ck, build_mul(m, ir_real(m, 3), vk));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->defs.n, 3);
    CHECK_EQ_INT(build_def_count(m, v, false), 1);
    build_close(m);
}

TEST(nonlinear_equation_is_solved_by_newton)
{
    struct ir_model *m = build_open();
    int32_t n = 50;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n), *y = build_var(m, "y", VAR_ALGEBRAIC, n);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, n, "i");
    struct ir *k = build_shift(m, i, -1), *yi = build_at(m, y, k);
    y->start = ir_iter_value(m, y->iters[0]);
    y->start = ir_unary(m, IR_TO_REAL, y->start);
    build_eq_in(m, &i, 1, build_add(m, ir_math(m, ELEMENTARY_EXP, yi, NULL), yi),
                build_at(m, x, k));
    build_eq_in(m, &i, 1, build_der(m, x, k), ir_unary(m, IR_NEG, yi));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->loops.n, 1);
    CHECK_EQ_INT(m->loops.at[0]->n, 1);
    CHECK(!m->loops.at[0]->linear);
    build_close(m);
}

TEST(tearing_leaves_one_unknown)
{
    struct ir_model *m =
        build_open(); /* a = x - b; b = tanh(c); c = 2*a: one unknown is iterated */
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0), *a = build_var(m, "a", VAR_ALGEBRAIC, 0);
    struct ir_var *b = build_var(m, "b", VAR_ALGEBRAIC, 0),
                  *c = build_var(m, "c", VAR_ALGEBRAIC, 0);
    build_eq(m, build_at(m, a, NULL), build_sub(m, build_at(m, x, NULL), build_at(m, b, NULL)));
    build_eq(m, build_at(m, b, NULL), ir_math(m, ELEMENTARY_TANH, build_at(m, c, NULL), NULL));
    build_eq(m, build_at(m, c, NULL), build_mul(m, ir_real(m, 2), build_at(m, a, NULL)));
    build_eq(m, build_der(m, x, NULL), build_at(m, b, NULL));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->loops.n, 1);
    CHECK_EQ_INT(m->loops.at[0]->n, 1);
    build_close(m);
}

TEST(large_linear_loop_goes_to_the_run_time)
{
    struct ir_model *m = build_open(); /* sum_j a_ij y_j = x, coefficients time-dependent */
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0), *y[5];
    struct ir *t = ir_other(m, IR_TIME, IR_R, 0, NULL, 0);
    const char *names[] = {"y1", "y2", "y3", "y4", "y5"};
    for (int k = 0; k < 5; k++) y[k] = build_var(m, names[k], VAR_ALGEBRAIC, 0);
    for (int k = 0; k < 5; k++) {
        struct ir *sum = ir_real(m, 0);
        for (int j = 0; j < 5; j++) {
            struct ir *a = build_add(m, t, ir_real(m, 1 + (k * 7 + j * j * 3) % 11));
            sum = build_add(m, sum, build_mul(m, a, build_at(m, y[j], NULL)));
        }
        build_eq(m, sum, build_at(m, x, NULL));
    }
    build_eq(m, build_der(m, x, NULL), build_at(m, y[0], NULL));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->loops.n, 1);
    CHECK_EQ_INT(m->loops.at[0]->n, 5);
    CHECK(m->loops.at[0]->linear);
    build_close(m);
}

TEST(recursion_becomes_a_chain)
{
    struct ir_model *m = build_open();
    int32_t n = 6;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n), *y = build_var(m, "y", VAR_ALGEBRAIC, n);
    struct ir_iter *i = ir_iter_new(m, 0, 2, 1, n - 1, "i"), *j = ir_iter_new(m, 0, 1, 1, n, "j");
    struct ir *k = build_shift(m, i, -1), *before = build_shift(m, i, -2);
    build_eq_in(m, &i, 1, build_at(m, y, k),
                build_add(m, build_at(m, y, before), build_at(m, x, k)));
    build_eq(m, build_at(m, y, NULL), build_at(m, x, NULL));
    build_eq_in(m, &j, 1, build_der(m, x, build_shift(m, j, -1)),
                build_at(m, y, build_shift(m, j, -1)));
    CHECK(build_solve(m));
    CHECK_EQ_INT(build_def_count(m, y, false), 6);
    build_close(m);
}

TEST(recursion_has_a_limit)
{
    struct ir_model *m = build_open();
    int32_t n = 60000;
    struct ir_var *y = build_var(m, "y", VAR_ALGEBRAIC, n);
    struct ir_iter *i = ir_iter_new(m, 0, 2, 1, n - 1, "i");
    build_eq_in(m, &i, 1, build_at(m, y, build_shift(m, i, -1)),
                build_add(m, build_at(m, y, build_shift(m, i, -2)), ir_real(m, 1)));
    build_eq(m, build_at(m, y, NULL), ir_real(m, 1));
    CHECK(!build_solve(m));
    CHECK(strstr(build_message(m, 0), "'y' refers to its own other elements"));
    build_close(m);
}

TEST(loop_through_a_sum)
{
    struct ir_model *m = build_open(); /* y[i] = x[i] - s, s = sum(y): s = sum(x)/(1 + n) */
    int32_t n = 20;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n), *y = build_var(m, "y", VAR_ALGEBRAIC, n);
    struct ir_var *s = build_var(m, "s", VAR_ALGEBRAIC, 0);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, n, "i"), *j = ir_iter_new(m, 1, 1, 1, n, "j");
    struct ir *k = build_shift(m, i, -1);
    build_eq_in(m, &i, 1, build_at(m, y, k), build_sub(m, build_at(m, x, k), build_at(m, s, NULL)));
    build_eq(m, build_at(m, s, NULL),
             ir_reduce(m, IR_SUM, j, build_at(m, y, build_shift(m, j, -1))));
    build_eq_in(m, &i, 1, build_der(m, x, k), build_at(m, y, k));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->loops.n, 0);
    CHECK_EQ_INT(m->defs.n, 3);
    CHECK_TEXT(build_value(m, s, false), "sum#0{0}/21");
    build_close(m);
}

/* Many branches at one node: i[k] = (v - e[k])/R[k], sum(i) = 0. */
TEST(current_law_over_an_array)
{
    struct ir_model *m = build_open();
    int32_t n = 100000;
    struct ir_var *e = build_var(m, "e", VAR_STATE, n), *c = build_var(m, "i", VAR_ALGEBRAIC, n);
    struct ir_var *v = build_var(m, "v", VAR_ALGEBRAIC, 0),
                  *r = build_var(m, "R", VAR_PARAMETER, n);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, n, "i"), *j = ir_iter_new(m, 1, 1, 1, n, "j");
    struct ir *k = build_shift(m, i, -1);
    build_eq_in(
        m, &i, 1, build_at(m, c, k),
        build_div(m, build_sub(m, build_at(m, v, NULL), build_at(m, e, k)), build_at(m, r, k)));
    build_eq(m, ir_reduce(m, IR_SUM, j, build_at(m, c, build_shift(m, j, -1))), ir_real(m, 0));
    build_eq_in(m, &i, 1, build_der(m, e, k), build_at(m, c, k));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->defs.n, 3);
    build_close(m);
}

TEST(dependent_equations_of_a_loop)
{
    struct ir_model *m = build_open();
    struct ir_var *a = build_var(m, "a", VAR_ALGEBRAIC, 0),
                  *b = build_var(m, "b", VAR_ALGEBRAIC, 0);
    build_eq(m, build_add(m, build_at(m, a, NULL), build_at(m, b, NULL)), ir_real(m, 1));
    build_eq(m, build_add(m, build_at(m, a, NULL), build_at(m, b, NULL)), ir_real(m, 2));
    CHECK(!build_solve(m));
    CHECK(strstr(build_message(m, 0), "do not determine"));
    build_close(m);
}

TEST_MAIN()
