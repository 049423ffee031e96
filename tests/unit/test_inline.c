/* SPDX-License-Identifier: MIT */
/* test_inline.c - definitions in place of algebraics: index maps, choices, sums, delays, start
 * values. */
#include "graph_build.h"

static struct ir *now(struct ir_model *m)
{
    return ir_other(m, IR_TIME, IR_R, 0, NULL, 0);
}

/* y[1] = time, y[i] = 2*x[i] for i in 2:n; der(x[i]) = y[i] */
TEST(two_definitions_cut_what_reads_them)
{
    struct ir_model *m = build_open();
    int32_t n = 10;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n), *y = build_var(m, "y", VAR_ALGEBRAIC, n);
    struct ir_iter *i = ir_iter_new(m, 0, 2, 1, n - 1, "i"), *j = ir_iter_new(m, 0, 1, 1, n, "j");
    struct ir *k = build_shift(m, i, -1);
    build_eq(m, build_at(m, y, NULL), now(m));
    build_eq_in(m, &i, 1, build_at(m, y, k), build_mul(m, ir_real(m, 2), build_at(m, x, k)));
    build_eq_in(m, &j, 1, build_der(m, x, build_shift(m, j, -1)),
                build_at(m, y, build_shift(m, j, -1)));
    CHECK(build_solve(m));
    CHECK_EQ_INT(build_def_count(m, x, true), 2);
    CHECK_TEXT(build_value(m, x, true), "time");
    build_close(m);
}

TEST(bounds_decide_where_they_can)
{
    struct ir_model *m = build_open();
    int32_t n = 10;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n), *y = build_var(m, "y", VAR_ALGEBRAIC, n);
    struct ir_iter *i = ir_iter_new(m, 0, 2, 1, n - 1, "i");
    struct ir *k = build_shift(m, i, -1);
    build_eq(m, build_at(m, y, NULL), now(m));
    build_eq_in(m, &i, 1, build_at(m, y, k), build_mul(m, ir_real(m, 2), build_at(m, x, k)));
    build_eq_in(m, &i, 1, build_der(m, x, k), build_at(m, y, k));
    build_eq(m, build_der(m, x, NULL), build_at(m, y, NULL));
    CHECK(build_solve(m));
    CHECK_TEXT(build_value(m, x, true), "time");
    CHECK_TEXT(ir_text(m->arena, m->defs.at[1].value), "2*x[i]");
    build_close(m);
}

/* y[i, j] = x[i, j] with loops in the other order, read transposed */
TEST(two_dimensions_are_inverted)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var2(m, "x", VAR_STATE, 3, 4),
                  *y = build_var2(m, "y", VAR_ALGEBRAIC, 4, 3);
    struct ir_iter *box[2] = {ir_iter_new(m, 0, 1, 1, 4, "i"), ir_iter_new(m, 1, 1, 1, 3, "j")};
    struct ir_iter *swapped[2] = {ir_iter_new(m, 0, 1, 1, 3, "i"), ir_iter_new(m, 1, 1, 1, 4, "j")};
    struct ir *i = build_shift(m, box[0], -1), *j = build_shift(m, box[1], -1);
    struct ir *p = build_shift(m, swapped[0], -1), *q = build_shift(m, swapped[1], -1);
    struct ir *yij = build_add(m, build_mul(m, i, ir_int(m, 3)), j);
    struct ir *xji = build_add(m, build_mul(m, j, ir_int(m, 4)), i);
    struct ir *xpq = build_add(m, build_mul(m, p, ir_int(m, 4)), q);
    struct ir *yqp = build_add(m, build_mul(m, q, ir_int(m, 3)), p);
    build_eq_in(m, box, 2, build_at(m, y, yij), build_mul(m, ir_real(m, 2), build_at(m, x, xji)));
    build_eq_in(m, swapped, 2, build_der(m, x, xpq), build_at(m, y, yqp));
    CHECK(build_solve(m));
    CHECK_TEXT(build_value(m, x, true), "2*x[i, i_2]");
    build_close(m);
}

/* y[2*i - 1] = x[i], y[2*i] = -x[i]; der(x[i]) = y[2*i - 1] + y[2*i]; z[k] = y[k] */
TEST(interleaved_definitions)
{
    struct ir_model *m = build_open();
    int32_t n = 5;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n),
                  *y = build_var(m, "y", VAR_ALGEBRAIC, 2 * n);
    struct ir_var *z = build_var(m, "z", VAR_ALGEBRAIC, 2 * n);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, n, "i"), *k = ir_iter_new(m, 0, 1, 1, 2 * n, "k");
    struct ir *xi = build_at(m, x, build_shift(m, i, -1)), *two = ir_int(m, 2);
    struct ir *odd = build_sub(m, build_mul(m, two, ir_iter_value(m, i)), two);
    struct ir *even = build_add(m, odd, ir_int(m, 1)), *zk = build_shift(m, k, -1);
    build_eq_in(m, &i, 1, build_at(m, y, odd), xi);
    build_eq_in(m, &i, 1, build_at(m, y, even), ir_unary(m, IR_NEG, xi));
    build_eq_in(m, &i, 1, build_der(m, x, build_shift(m, i, -1)),
                build_mul(m, build_at(m, y, odd), build_at(m, y, even)));
    build_eq_in(m, &k, 1, build_at(m, z, zk), build_at(m, y, zk));
    CHECK(build_solve(m));
    CHECK_TEXT(build_value(m, x, true), "x[i]*(-x[i])");
    CHECK_EQ_INT(m->defs.n, 4);
    build_close(m);
}

/* s = sum(3*x[j]); der(x[i]) = s - x[i] */
TEST(sums_over_states_are_kept)
{
    struct ir_model *m = build_open();
    int32_t n = 1000;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n), *s = build_var(m, "s", VAR_ALGEBRAIC, 0);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, n, "i");
    struct ir *xi = build_at(m, x, build_shift(m, i, -1));
    build_eq(m, build_at(m, s, NULL), ir_reduce(m, IR_SUM, i, build_mul(m, ir_real(m, 3), xi)));
    build_eq_in(m, &i, 1, build_der(m, x, build_shift(m, i, -1)),
                build_sub(m, build_at(m, s, NULL), xi));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->sums.n, 1);
    CHECK_EQ_INT(m->n_terms, 1000);
    CHECK_TEXT(build_value(m, x, true), "3*sum#0{0} - x[i]");
    build_close(m);
}

TEST(all_to_all_coupling_stays_a_loop)
{
    struct ir_model *m = build_open();
    int32_t n = 50;
    struct ir_var *x = build_var(m, "x", VAR_STATE, n);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, n, "i"), *j = ir_iter_new(m, 1, 1, 1, n, "j");
    struct ir *xi = build_at(m, x, build_shift(m, i, -1)),
              *xj = build_at(m, x, build_shift(m, j, -1));
    build_eq_in(m, &i, 1, build_der(m, x, build_shift(m, i, -1)),
                ir_reduce(m, IR_SUM, j, ir_math(m, ELEMENTARY_SIN, build_sub(m, xj, xi), NULL)));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->sums.n, 0);
    build_close(m);
}

TEST(row_sums_are_kept)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var2(m, "x", VAR_STATE, 5, 20),
                  *r = build_var(m, "r", VAR_ALGEBRAIC, 5);
    struct ir_iter *i = ir_iter_new(m, 0, 1, 1, 5, "i"), *j = ir_iter_new(m, 1, 1, 1, 20, "j");
    struct ir_iter *box[2] = {i, j};
    struct ir *at =
        build_add(m, build_mul(m, build_shift(m, i, -1), ir_int(m, 20)), build_shift(m, j, -1));
    build_eq_in(m, &i, 1, build_at(m, r, build_shift(m, i, -1)),
                ir_reduce(m, IR_SUM, j, build_at(m, x, at)));
    build_eq_in(m, box, 2, build_der(m, x, at), build_at(m, r, build_shift(m, i, -1)));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->sums.n, 1);
    CHECK_EQ_INT(m->n_sums, 5);
    CHECK_EQ_INT(m->n_terms, 100);
    build_close(m);
}

TEST(delays_break_cycles)
{
    struct ir_model *m = build_open(); /* y = delay(y, 1) + x */
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0), *y = build_var(m, "y", VAR_ALGEBRAIC, 0);
    struct ir *args[2] = {build_at(m, y, NULL), ir_real(m, 1)};
    build_eq(m, build_at(m, y, NULL),
             build_add(m, ir_other(m, IR_DELAY, IR_R, 0, args, 2), build_at(m, x, NULL)));
    build_eq(m, build_der(m, x, NULL), build_at(m, y, NULL));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->delays.n, 1);
    CHECK_EQ_INT(m->n_delays, 1);
    CHECK_TEXT(build_value(m, x, true), "delay#0{0} + x");
    CHECK_TEXT(ir_text(m->arena, m->delays.at[0].value), "delay#0{0} + x");
    build_close(m);
}

/* ---- Discretes ------------------------------------------------------------------------------- */

static struct ir_var *boolean(struct ir_model *m, const char *name)
{
    struct ir_var *v = build_var(m, name, VAR_DISCRETE, 0);
    v->type = IR_B;
    return v;
}

TEST(discretes_are_ordered)
{
    struct ir_model *m = build_open();
    struct ir_var *a = boolean(m, "a"), *b = boolean(m, "b"), *c = boolean(m, "c");
    build_eq(m, build_at(m, a, NULL), ir_unary(m, IR_NOT, build_at(m, b, NULL)));
    build_eq(m, build_at(m, b, NULL),
             ir_binary(m, IR_AND, build_at(m, c, NULL), ir_var_at(m, IR_PRE, a, ir_int(m, 0))));
    build_eq(m, build_at(m, c, NULL), ir_bool(m, 1));
    CHECK(build_solve(m));
    CHECK_EQ_INT(m->discrete_defs.n, 3);
    CHECK(m->discrete_defs.at[0].var == c && m->discrete_defs.at[1].var == b);
    build_close(m);
}

TEST(discretes_must_not_be_cyclic)
{
    struct ir_model *m = build_open();
    struct ir_var *a = boolean(m, "a"), *b = boolean(m, "b");
    build_eq(m, build_at(m, a, NULL), ir_unary(m, IR_NOT, build_at(m, b, NULL)));
    build_eq(m, build_at(m, b, NULL), ir_unary(m, IR_NOT, build_at(m, a, NULL)));
    CHECK(!build_solve(m));
    CHECK_TEXT(build_message(m, 0), "the discrete variables a, b depend on each other");
    build_close(m);
}

TEST(discretes_need_an_equation)
{
    struct ir_model *m = build_open();
    boolean(m, "a");
    CHECK(!build_solve(m));
    CHECK_TEXT(build_message(m, 0), "no equation determines 'a'");
    build_close(m);
}

/* ---- Start ----------------------------------------------------------------------------------- */

static struct ir_def *start_of(struct ir_model *m, struct ir_var *v)
{
    struct ir_def *last = NULL;
    for (int32_t k = 0; k < m->start_defs.n; k++)
        if (m->start_defs.at[k].var == v) last = &m->start_defs.at[k];
    return last;
}

TEST(parameters_are_ordered)
{
    struct ir_model *m = build_open();
    struct ir_var *a = build_var(m, "a", VAR_PARAMETER, 0),
                  *b = build_var(m, "b", VAR_PARAMETER, 0);
    a->binding = build_mul(m, ir_real(m, 2), build_at(m, b, NULL));
    b->binding = ir_real(m, 3);
    CHECK(build_solve(m));
    CHECK(m->start_defs.at[0].var == b && m->start_defs.at[1].var == a);
    build_close(m);
    m = build_open();
    a = build_var(m, "a", VAR_PARAMETER, 0);
    b = build_var(m, "b", VAR_PARAMETER, 0);
    a->binding = build_at(m, b, NULL);
    b->binding = build_mul(m, ir_real(m, 2), build_at(m, a, NULL));
    CHECK(!build_solve(m));
    CHECK_TEXT(build_message(m, 0), "the parameters a, b depend on each other");
    build_close(m);
}

static void initial(struct ir_model *m, struct ir *lhs, struct ir *rhs)
{
    struct ir_eq e = {.lhs = lhs, .rhs = rhs, .text = "initial"};
    VEC_ADD(m->arena, &m->initial_eqs, e);
}

TEST(steady_state)
{
    struct ir_model *m = build_open(); /* der(x) = 6 - 2*x, initially der(x) = 0: x = 3 */
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0), *y = build_var(m, "y", VAR_STATE, 0);
    build_eq(m, build_der(m, x, NULL),
             build_sub(m, ir_real(m, 6), build_mul(m, ir_real(m, 2), build_at(m, x, NULL))));
    build_eq(m, build_der(m, y, NULL), ir_real(m, 1));
    y->start = ir_real(m, 7);
    initial(m, build_der(m, x, NULL), ir_real(m, 0));
    CHECK(build_solve(m));
    CHECK_TEXT(ir_text(m->arena, start_of(m, x)->value), "3");
    CHECK_TEXT(ir_text(m->arena, start_of(m, y)->value), "7");
    build_close(m);
}

TEST(too_many_initial_equations)
{
    struct ir_model *m = build_open();
    struct ir_var *x = build_var(m, "x", VAR_STATE, 0);
    build_eq(m, build_der(m, x, NULL), ir_real(m, 1));
    initial(m, build_at(m, x, NULL), ir_real(m, 0));
    initial(m, build_at(m, x, NULL), ir_real(m, 1));
    CHECK(!build_solve(m));
    CHECK_TEXT(build_message(m, 0), "too many equations: 2 equations for 1 unknown: x");
    build_close(m);
}

TEST_MAIN()
