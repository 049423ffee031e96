/* SPDX-License-Identifier: MIT */
/* test_ir.c - nodes of the flat model: interning, folding, sums of integers, replacing. */
#include "ir_eval.h"
#include "testing.h"

static struct ir_world w;

static struct ir *real(double v)
{
    return ir_real(w.m, v);
}
static struct ir *num(int64_t v)
{
    return ir_int(w.m, v);
}
static struct ir *op(enum ir_op o, struct ir *a, struct ir *b)
{
    return ir_binary(w.m, o, a, b);
}
static struct ir *neg(struct ir *a)
{
    return ir_unary(w.m, IR_NEG, a);
}
static struct ir *at(struct ir_var *v, struct ir *index)
{
    return ir_var_at(w.m, IR_VAR, v, index);
}
static struct ir *less(struct ir *a, struct ir *b)
{
    return ir_relation(w.m, IR_LT, a, b, true);
}

static struct ir_iter *i, *j, *k;
static struct ir *I, *J, *K, *X
, *Y;
static struct ir_var *x, *y, *a;

/* i, j, k in 1:4 at depths 0, 1, 2; states x, y; an array a of 40. */
static void open_world(void)
{
    ir_world_open(&w);
    i = ir_iter_new(w.m, 0, 1, 1, 4, "i");
    j = ir_iter_new(w.m, 1, 1, 1, 4, "j");
    k = ir_iter_new(w.m, 2, 1, 1, 4, "k");
    I = ir_iter_value(w.m, i);
    J = ir_iter_value(w.m, j);
    K = ir_iter_value(w.m, k);
    x = ir_world_var(&w, "x", IR_R, VAR_STATE, 1);
    y = ir_world_var(&w, "y", IR_R, VAR_STATE, 1);
    a = ir_world_var(&w, "a", IR_R, VAR_STATE, 40);
    X
    = at(x, num(0));
    Y = at(y, num(0));
}

TEST(equal_nodes_are_the_same_node)
{
    open_world();
    CHECK(op(IR_MUL, X, Y) == op(IR_MUL, X, Y));
    CHECK(op(IR_MUL, X, Y) == op(IR_MUL, Y, X));
    CHECK(op(IR_ADD, X, Y) == op(IR_ADD, Y, X));
    CHECK(op(IR_SUB, X, Y) != op(IR_SUB, Y, X));
    CHECK(op(IR_ADD, op(IR_ADD, X, Y), real(1)) != op(IR_ADD, X, op(IR_ADD, Y, real(1))));
    CHECK(real(0) != real(-0.0));
    CHECK(num(1) != ir_bool(w.m, 1));
    CHECK(less(X, Y) != ir_relation(w.m, IR_LT, X, Y, false));
    CHECK(ir_iter_new(w.m, 0, 1, 1, 4, "n") == i);
    CHECK(ir_iter_new(w.m, 1, 1, 1, 4, "n") == j);
    ir_world_close(&w);
}

TEST(identities_of_reals)
{
    open_world();
    CHECK(op(IR_ADD, X, real(0)) == X);
    CHECK(op(IR_ADD, real(0), X) == X);
    CHECK(op(IR_SUB, X, real(0)) == X);
    CHECK(op(IR_SUB, real(0), X) == neg(X));
    CHECK(op(IR_SUB, X, X) == real(0));
    CHECK(op(IR_MUL, X, real(1)) == X);
    CHECK(op(IR_MUL, real(0), X) == real(0));
    CHECK(op(IR_MUL, X, real(-1)) == neg(X));
    CHECK(op(IR_DIV, X, real(1)) == X);
    CHECK(op(IR_DIV, real(0), X) == real(0));
    CHECK(op(IR_POW, X, real(1)) == X);
    CHECK(op(IR_POW, X, real(0)) == real(1));
    CHECK(op(IR_POW, X, real(2))->op == IR_POW);
    CHECK(neg(neg(X)) == X);
    CHECK(op(IR_ADD, X, neg(Y)) == op(IR_SUB, X, Y));
    CHECK(op(IR_SUB, X, neg(Y)) == op(IR_ADD, X, Y));
    CHECK(op(IR_ADD, X, real(-2)) == op(IR_SUB, X, real(2)));
    CHECK(op(IR_SUB, X, real(-2)) == op(IR_ADD, X, real(2)));
    CHECK(op(IR_ADD, X, num(2)) == op(IR_ADD, X, real(2)));
    ir_world_close(&w);
}

TEST(what_is_not_finite_is_not_folded)
{
    open_world();
    CHECK(op(IR_DIV, real(1), real(0))->op == IR_DIV);
    CHECK(op(IR_DIV, real(0), real(0))->op == IR_DIV);
    CHECK(op(IR_POW, real(-1), real(0.5))->op == IR_POW);
    CHECK(ir_math(w.m, ELEMENTARY_LOG, real(0), NULL)->op == IR_MATH);
    CHECK(op(IR_MUL, real(1e300), real(1e300))->op == IR_MUL);
    CHECK(op(IR_IDIV, num(1), num(0))->op == IR_IDIV);
    CHECK(op(IR_ADD, real(0.1), real(0.2))->number == 0.1 + 0.2);
    CHECK(ir_math(w.m, ELEMENTARY_SIN, real(1), NULL)->number == sin(1));
    ir_world_close(&w);
}

TEST(choices_and_truth)
{
    open_world();
    struct ir *yes = ir_bool(w.m, 1), *no = ir_bool(w.m, 0), *c = less(X, Y);
    struct ir *not_c = ir_unary(w.m, IR_NOT, c);
    CHECK(ir_if(w.m, yes, X, Y) == X);
    CHECK(ir_if(w.m, no, X, Y) == Y);
    CHECK(ir_if(w.m, c, X, X) == X);
    CHECK(ir_if(w.m, not_c, X, Y) == ir_if(w.m, c, Y, X));
    CHECK(ir_if(w.m, c, yes, no) == c);
    CHECK(ir_if(w.m, c, no, yes) == not_c);
    CHECK(ir_unary(w.m, IR_NOT, not_c) == c);
    CHECK(op(IR_AND, c, yes) == c && op(IR_AND, no, c) == no && op(IR_AND, c, c) == c);
    CHECK(op(IR_OR, c, yes) == yes && op(IR_OR, no, c) == c);
    CHECK(less(real(1), real(2)) == yes && less(X, X) == no);
    CHECK(less(num(0), I) == yes); /* i in 1:4 */
    CHECK(less(I, num(4))->op == IR_LT);
    CHECK(ir_relation(w.m, IR_LE, I, num(4), false) == yes);
    CHECK(ir_relation(w.m, IR_EQ, I, num(7), false) == no);
    ir_world_close(&w);
}

TEST(constants_are_numbers)
{
    static const double data[] = {2, 3, 5};
    open_world();
    struct ir_var *c = ir_world_var(&w, "c", IR_R, VAR_CONSTANT, 3);
    struct ir_var *n = ir_world_var(&w, "n", IR_I, VAR_PARAMETER, 3);
    double v;
    c->data = n->data = data;
    CHECK(at(c, num(1)) == real(3));
    CHECK(at(c, num(3))->op == IR_VAR);
    CHECK(at(n, num(2))->op == IR_VAR);
    n->structural = true;
    CHECK(at(n, num(2)) == num(5));
    CHECK(ir_constant(at(c, num(2)), &v) && v == 5);
    CHECK(!ir_constant(X, &v));
    CHECK(ir_var_at(w.m, IR_DER, c, num(0)) == real(0));
    ir_world_close(&w);
}

TEST(reductions_fold_when_they_can)
{
    open_world();
    struct ir_iter *none = ir_iter_new(w.m, 1, 1, 1, 0, "n"),
                   *one = ir_iter_new(w.m, 1, 7, 1, 1, "o");
    struct ir *aj = at(a, J);
    CHECK(ir_reduce(w.m, IR_SUM, none, X) == real(0));
    CHECK(ir_reduce(w.m, IR_PRODUCT, none, X) == real(1));
    CHECK(ir_reduce(w.m, IR_MIN, none, X) == real(DBL_MAX));
    CHECK(ir_iter_value(w.m, one) == num(7));
    CHECK(ir_reduce(w.m, IR_SUM, one, X) == X);
    CHECK(ir_reduce(w.m, IR_SUM, j, real(2)) == real(8));
    CHECK(ir_reduce(w.m, IR_MAX, j, X) == X);
    CHECK(ir_reduce(w.m, IR_SUM, j, X)->op == IR_SUM);
    CHECK(ir_reduce(w.m, IR_SUM, j, aj)->n_free == 0);
    CHECK(!ir_has_iter(w.m, ir_reduce(w.m, IR_SUM, j, aj), j));
    CHECK(ir_has_iter(w.m, ir_reduce(w.m, IR_SUM, j, op(IR_MUL, aj, at(a, I))), i));
    ir_world_close(&w);
}

TEST(sums_of_integers_have_one_form)
{
    int64_t c0, c[2];
    struct ir_iter *both[2];
    open_world();
    both[0] = i;
    both[1] = j;
    struct ir *e = op(IR_SUB, op(IR_ADD, J, op(IR_MUL, I, num(3))), num(1));
    CHECK(e == op(IR_ADD, num(2), op(IR_SUB, op(IR_ADD, op(IR_MUL, num(3), I), J), num(3))));
    CHECK(op(IR_SUB, e, e) == num(0));
    CHECK(op(IR_SUB, op(IR_ADD, I, J), J) == I);
    CHECK(op(IR_MUL, op(IR_ADD, I, num(1)), num(2)) == op(IR_ADD, op(IR_MUL, num(2), I), num(2)));
    CHECK(ir_affine(e, both, 2, &c0, c) && c0 == -1 && c[0] == 3 && c[1] == 1);
    CHECK(!ir_affine(e, both, 1, &c0, c));
    CHECK(ir_affine(num(5), both, 2, &c0, c) && c0 == 5 && c[0] == 0 && c[1] == 0);
    CHECK(!ir_affine(op(IR_MUL, I, J), both, 2, &c0, c));
    ir_world_close(&w);
}

TEST(division_of_flat_indices)
{
    open_world();
    struct ir *row = op(IR_SUB, I, num(1)), *col = op(IR_SUB, J, num(1));
    struct ir *flat = op(IR_ADD, op(IR_MUL, row, num(4)), col);
    CHECK(op(IR_IDIV, flat, num(4)) == row);
    CHECK(op(IR_IMOD, flat, num(4)) == col);
    CHECK(op(IR_IDIV, op(IR_MUL, I, num(6)), num(3)) == op(IR_MUL, num(2), I));
    CHECK(op(IR_IMOD, op(IR_ADD, op(IR_MUL, I, num(6)), num(5)), num(3)) == num(2));
    CHECK(op(IR_IDIV, num(-7), num(2)) == num(-3));
    CHECK(op(IR_IMOD, num(-7), num(2)) == num(1));
    CHECK(op(IR_IMOD, num(7), num(-2)) == num(-1));
    ir_world_close(&w);
}

TEST(positions_in_a_box)
{
    open_world();
    struct ir_iter *odd = ir_iter_new(w.m, 1, 9, -2, 5, "o"), *box[2];
    int64_t n = 0;
    box[0] = i;
    box[1] = odd;
    struct ir *e = ir_position(w.m, box, 2);
    for (w.iter[i->number] = 1; w.iter[i->number] <= 4; w.iter[i->number]++)
        for (int t = 0; t < 5; t++) {
            w.iter[odd->number] = 9 - 2 * t;
            CHECK_EQ_INT(ir_eval_int(&w, e), n++);
        }
    ir_world_close(&w);
}

TEST(no_iterator_is_captured)
{
    open_world();
    struct ir *s = ir_reduce(w.m, IR_SUM, j, op(IR_MUL, at(a, I), at(a, J)));
    struct ir *r = ir_replace(w.m, s, &i, &J, 1);
    CHECK(r->op == IR_SUM && r->iter != j && r->n_free == 1 && r->free[0] == j);
    CHECK(strcmp(r->iter->name, "j") != 0);
    CHECK(ir_replace(w.m, s, &j, &I, 1) == s); /* bound: another j */
    CHECK(ir_replace(w.m, r, &j, &I, 1)->n_free == 1);
    for (int t = 0; t < 40; t++) w.value[a->number][t] = sqrt(t + 1);
    w.iter[i->number] = w.iter[j->number] = 3;
    CHECK_CLOSE(ir_eval(&w, r), ir_eval(&w, s), 1e-15);
    ir_world_close(&w);
}

TEST(no_reduction_contains_one_over_its_own_iterator)
{
    open_world();
    struct ir *inner = ir_reduce(w.m, IR_SUM, j, at(a, J));
    struct ir *outer = ir_reduce(w.m, IR_SUM, j, op(IR_MUL, at(a, op(IR_MUL, num(2), J)), inner));
    CHECK(outer->op == IR_SUM && outer->iter != j && outer->n_free == 0);
    for (int t = 0; t < 40; t++) w.value[a->number][t] = t;
    CHECK(ir_eval(&w, outer) == 20 * 10);
    ir_world_close(&w);
}

TEST(deep_expressions_need_no_stack)
{
    open_world();
    struct ir *e = at(a, I);
    for (int n = 0; n < 100000; n++) e = op(IR_ADD, op(IR_MUL, e, Y), real(n));
    CHECK(ir_continuous(w.m, e));
    CHECK(ir_replace(w.m, e, &i, &J, 1)->free[0] == j);
    CHECK(ir_diff(w.m, e, Y) != NULL);
    CHECK(strlen(ir_text(&w.arena, e)) < 100000);
    ir_world_close(&w);
}

TEST(the_number_of_nodes_is_limited)
{
    open_world();
    volatile int said = 0;
    if (setjmp(w.arena.fail) == 0) {
        struct ir *e = X;
        w.m->node_limit = w.m->n_nodes + 100;
        for (int n = 0; n < 1000; n++) e = op(IR_ADD, e, real(n + 1));
    } else {
        said = w.arena.full;
    }
    CHECK_EQ_INT(said, 1);
    CHECK_EQ_INT(w.messages.errors, 1);
    ir_world_close(&w);
}

TEST(continuous_is_what_changes_between_events)
{
    open_world();
    struct ir_var *d = ir_world_var(&w, "d", IR_R, VAR_DISCRETE, 1);
    struct ir *D = at(d, num(0)), *c = less(X, real(1)), *noev;
    noev = ir_relation(w.m, IR_LT, X, real(1), false);
    CHECK(ir_continuous(w.m, op(IR_ADD, X, D)));
    CHECK(!ir_continuous(w.m, op(IR_ADD, D, real(1))));
    CHECK(!ir_continuous(w.m, ir_if(w.m, c, D, real(2))));
    CHECK(ir_continuous(w.m, ir_if(w.m, noev, D, real(2))));
    CHECK(!ir_continuous(w.m, ir_floor(w.m, X, true)));
    CHECK(ir_continuous(w.m, ir_floor(w.m, X, false)));
    CHECK(ir_continuous(w.m, ir_other(w.m, IR_TIME, IR_R, 0, NULL, 0)));
    CHECK(ir_has_op(w.m, c, IR_LT) && !ir_has_op(w.m, c, IR_LE));
    ir_world_close(&w);
}

static struct ir *swap(void *user, struct ir *e)
{
    (void)user;
    if (e == X) return Y;
    return e == Y ? X : e;
}

TEST(a_map_meets_each_node_once)
{
    open_world();
    struct ir_var *p = ir_world_var(&w, "p", IR_R, VAR_PARAMETER, 1);
    struct ir *P = at(p, num(0)), *e = op(IR_ADD, X, op(IR_MUL, P, Y));
    CHECK(ir_map(w.m, e, swap, NULL) == op(IR_ADD, Y, op(IR_MUL, P, X)));
    CHECK(ir_map(w.m, op(IR_SUB, X, neg(Y)), swap, NULL) == op(IR_ADD, Y, X));
    CHECK(ir_map(w.m, X, swap, NULL) == Y);
    ir_world_close(&w);
}

static int count(void *user, struct ir *e)
{
    int *n = user;
    (void)e;
    return ++*n == 3 ? 7 : 0;
}

TEST(a_visit_can_stop)
{
    open_world();
    int n = 0;
    CHECK_EQ_INT(ir_visit(w.m, op(IR_ADD, op(IR_MUL, X, Y), op(IR_DIV, X, Y)), count, &n), 7);
    CHECK_EQ_INT(n, 3);
    ir_world_close(&w);
}

TEST_MAIN()
