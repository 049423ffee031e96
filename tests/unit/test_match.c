/* SPDX-License-Identifier: MIT */
/* test_match.c - who determines whom: explicit and implicit equations, rolled and unrolled,
 * singular ones. */
#include "graph_build.h"

TEST(one_state)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0);
    build_eq(m, build_der(m, x, NULL), ir_unary(m, IR_NEG, build_at(m, x, NULL)));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->n_states, 1);
    CHECK_EQ_INT(m->defs.n, 1);
    CHECK_TEXT(build_value(m, x, true), "-x");
    build_close(m);
}

TEST(either_side_may_be_the_unknown)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0), *y = build_var(m, "y", VAR_ALGEBRAIC, 0);
    build_eq(m, build_at(m, y, NULL), build_der(m, x, NULL));
    build_eq(m, build_mul(m, ir_real(m, 2), build_at(m, x, NULL)), build_at(m, y, NULL));
    CHECK(build_solve(m));
    CHECK_TEXT(build_value(m, x, true), "2*x");
    CHECK_TEXT(build_value(m, y, false), "2*x");
    build_close(m);
}

TEST(linear_equations_are_solved)
{
    struct ir_model *m = build_open();
    struct ir_var *v = build_var(m, "v", VAR_STATE, 0), *i = build_var(m, "i", VAR_ALGEBRAIC, 0);
    struct ir_var *c = build_var(m, "C", VAR_PARAMETER, 0),
                  *r = build_var(m, "R", VAR_PARAMETER, 0);
    build_eq(m, build_mul(m, build_at(m, c, NULL), build_der(m, v, NULL)), build_at(m, i, NULL));
    build_eq(m, ir_real(m, 0),
             build_add(m, build_mul(m, build_at(m, r, NULL), build_at(m, i, NULL)),
                       build_at(m, v, NULL)));
    CHECK(build_solve(m));
    CHECK_TEXT(build_value(m, i, false), "(-v)/R");
    CHECK_TEXT(build_value(m, v, true), "(-v)/R/C");
    CHECK_EQ_INT(m->n_parameters, 2);
    build_close(m);
}

/* A chain: der(w[1]) = .. , der(w[i]) = f(w[i-1]) for i in 2:n */
static uint32_t chain(int32_t n)
{
    struct ir_model *m = build_open();
    struct ir_var *w = build_var(m, "w", VAR_STATE, n), *y = build_var(m, "y", VAR_ALGEBRAIC, n);
    struct ir_iter *i = ir_iter_new(m, 0, 2, 1, n - 1, "i"), *j = ir_iter_new(m, 0, 1, 1, n, "j");
    uint32_t nodes;
    build_eq(m, build_der(m, w, NULL), build_sub(m, ir_real(m, 1), build_at(m, y, NULL)));
    build_eq_in(
        m, &i, 1, build_der(m, w, build_shift(m, i, -1)),
        build_sub(m, build_at(m, y, build_shift(m, i, -2)), build_at(m, y, build_shift(m, i, -1))));
    build_eq_in(m, &j, 1, build_at(m, y, build_shift(m, j, -1)),
                build_mul(m, ir_real(m, 3), build_at(m, w, build_shift(m, j, -1))));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->defs.n, 3);
    CHECK_TEXT(ir_text(m->arena, m->defs.at[1].value), "3*w[i - 1] - 3*w[i]");
    nodes = m->n_nodes;
    build_close(m);
    return nodes;
}

TEST(work_does_not_grow_with_arrays)
{
    CHECK_EQ_INT(chain(1000), chain(1000000));
}

TEST(implicit_rows_stay_rolled)
{
    struct ir_model *m = build_open();
    struct ir_var *v = build_var(m, "v", VAR_STATE, 100),
                  *c = build_var(m, "c", VAR_ALGEBRAIC, 100);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, 100, "i");
    struct ir *k = build_shift(m, i, -1);
    build_eq_in(m, &i, 1, build_mul(m, ir_real(m, 2), build_der(m, v, k)), build_at(m, c, k));
    build_eq_in(m, &i, 1, build_at(m, v, k), build_mul(m, ir_real(m, 5), build_at(m, c, k)));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->defs.n, 2);
    CHECK_TEXT(build_value(m, v, true), "v[i]/5/2");
    build_close(m);
}

TEST(overlapping_pieces_are_unrolled)
{
    struct ir_model *m =
        build_open(); /* y[i] + y[i+1] = x[i] for i in 1:3, y[4] = 1: only scalars fit */
    struct ir_var *x = build_var(m, "x", VAR_STATE, 3), *y = build_var(m, "y", VAR_ALGEBRAIC, 4);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, 3, "i");
    struct ir *k = build_shift(m, i, -1), *next = build_shift(m, i, 0);
    build_eq_in(m, &i, 1, build_der(m, x, k), build_at(m, y, k));
    build_eq_in(m, &i, 1, build_at(m, x, k), build_add(m, build_at(m, y, k), build_at(m, y, next)));
    build_eq(m, build_at(m, y, ir_int(m, 3)), ir_real(m, 1));
    CHECK(build_solve(m));
    CHECK_EQ_INT(build_def_count(m, y, false), 4);
    build_close(m);
}

TEST(two_equations_for_one_unknown)
{
    struct ir_model *m = build_open();
    struct ir_var *y = build_var(m, "y", VAR_ALGEBRAIC, 0),
                  *z = build_var(m, "z", VAR_ALGEBRAIC, 0);
    build_eq(m, build_at(m, y, NULL), ir_real(m, 1));
    build_eq(m, build_at(m, y, NULL), ir_other(m, IR_TIME, IR_R, 0, NULL, 0));
    CHECK(!build_solve(m));
    CHECK_TEXT(build_message(m, 0), "too many equations: 2 equations for 1 unknown: y");
    CHECK_TEXT(build_message(m, 1), "no equation determines 'z'");
    (void)z;
    build_close(m);
}

TEST(a_state_without_derivative)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var(m, "x", VAR_STATE, 4);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, 3, "i");
    build_eq_in(m, &i, 1, build_der(m, x, build_shift(m, i, -1)), ir_real(m, 1));
    CHECK(!build_solve(m));
    CHECK_TEXT(build_message(m, 0), "no equation determines 'der(x[4])'");
    build_close(m);
}

TEST(a_constraint_makes_one_of_two_states_follow)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0), *y = build_var(m, "y", VAR_STATE, 0);
    build_eq(m, build_der(m, x, NULL), build_at(m, y, NULL));
    build_eq(m, build_add(m, build_at(m, x, NULL), build_at(m, y, NULL)), ir_real(m, 1));
    CHECK(build_solve(m));
    CHECK(m->n_states == 1 && x->kind == VAR_STATE && y->kind == VAR_ALGEBRAIC);
    CHECK(m->reduced.n == 2);
    build_close(m);
}

TEST(a_constraint_with_nothing_to_determine_is_refused)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0), *y = build_var(m, "y", VAR_STATE, 0);
    build_eq(m, build_der(m, x, NULL), build_at(m, y, NULL));
    build_eq(m, build_der(m, y, NULL), ir_real(m, 1));
    build_eq(m, build_add(m, build_at(m, x, NULL), build_at(m, y, NULL)), ir_real(m, 1));
    CHECK(!build_solve(m));
    CHECK_TEXT(build_message(m, 0), "the equation binds states only (x, y), and other equations "
                                    "determine these already");
    build_close(m);
}

TEST_MAIN()
