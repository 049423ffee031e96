/* SPDX-License-Identifier: MIT */
/* test_code.c - what the constructors fold, and what they must not. */
#include "code_models.h"

static struct workshop *w;
static struct code_fn *f;
static struct code_expr *x, *i; /* a real and an integer variable */

static void begin(void)
{
    w = workshop_open();
    f = code_fn_new(&w->m, CODE_USER, "f");
    x = code_local(&w->m, f, code_slot_new(&w->m, f, "x", CODE_R, 0));
    i = code_local(&w->m, f, code_slot_new(&w->m, f, "i", CODE_I, 0));
}

static void end(void)
{
    workshop_close(w);
}

static int is_number(const struct code_expr *y, double v)
{
    return y->op == CODE_REAL && same_bits(y->number, v);
}

static int is_whole(const struct code_expr *y, int64_t v)
{
    return y->op == CODE_INT && y->integer == v;
}

TEST(real_literals_fold_as_computed)
{
    begin();
    CHECK(is_number(op2(w, CODE_ADD, num(w, 0.1), num(w, 0.2)), 0.1 + 0.2));
    CHECK(is_number(op2(w, CODE_DIV, num(w, 1), num(w, 3)), 1.0 / 3.0));
    CHECK(is_number(op2(w, CODE_DIV, num(w, 1), num(w, -0.0)), -INFINITY));
    CHECK(is_number(op2(w, CODE_MUL, num(w, 0), num(w, INFINITY)), NAN));
    CHECK(is_number(code_unary(&w->m, CODE_NEG, num(w, 0)), -0.0));
    CHECK(is_number(code_math(&w->m, ELEMENTARY_SIN, num(w, 0.5), NULL), sin(0.5)));
    CHECK(is_number(code_math(&w->m, ELEMENTARY_ATAN2, num(w, 1), num(w, -2)), atan2(1, -2)));
    CHECK(is_whole(op2(w, CODE_LT, num(w, NAN), num(w, 1)), 0));
    CHECK(is_whole(op2(w, CODE_NE, num(w, NAN), num(w, NAN)), 1));
    end();
}

TEST(real_identities_hold_for_every_value)
{
    begin();
    CHECK(op2(w, CODE_MUL, x, num(w, 1)) == x);
    CHECK(op2(w, CODE_MUL, num(w, 1), x) == x);
    CHECK(op2(w, CODE_DIV, x, num(w, 1)) == x);
    CHECK(op2(w, CODE_SUB, x, num(w, 0)) == x);
    CHECK(op2(w, CODE_ADD, x, num(w, -0.0)) == x);
    CHECK(code_unary(&w->m, CODE_NEG, code_unary(&w->m, CODE_NEG, x)) == x);
    CHECK_EQ_INT(op2(w, CODE_ADD, x, num(w, 0))->op, CODE_ADD);
    CHECK_EQ_INT(op2(w, CODE_SUB, x, num(w, -0.0))->op, CODE_SUB);
    CHECK_EQ_INT(op2(w, CODE_MUL, x, num(w, 0))->op, CODE_MUL);
    CHECK_EQ_INT(op2(w, CODE_SUB, x, x)->op, CODE_SUB);
    CHECK_EQ_INT(op2(w, CODE_SUB, num(w, 0), x)->op, CODE_SUB);
    end();
}

TEST(integers_wrap_around)
{
    begin();
    CHECK(is_whole(op2(w, CODE_ADD, whole(w, INT64_MAX), whole(w, 1)), INT64_MIN));
    CHECK(is_whole(op2(w, CODE_MUL, whole(w, INT64_MAX), whole(w, 2)), -2));
    CHECK(is_whole(code_unary(&w->m, CODE_NEG, whole(w, INT64_MIN)), INT64_MIN));
    CHECK(is_whole(op2(w, CODE_IDIV, whole(w, INT64_MIN), whole(w, -1)), INT64_MIN));
    CHECK(is_whole(op2(w, CODE_IMOD, whole(w, INT64_MIN), whole(w, -1)), 0));
    CHECK(is_whole(op2(w, CODE_IDIV, whole(w, 7), whole(w, 0)), 0));
    CHECK(is_whole(op2(w, CODE_IDIV, whole(w, -7), whole(w, 2)), -3));
    CHECK(is_whole(op2(w, CODE_IMOD, whole(w, -7), whole(w, 2)), -1));
    end();
}

TEST(integer_algebra)
{
    struct code_expr *y;
    begin();
    CHECK(op2(w, CODE_ADD, i, whole(w, 0)) == i);
    CHECK(op2(w, CODE_ADD, whole(w, 0), i) == i);
    CHECK(op2(w, CODE_MUL, whole(w, 1), i) == i);
    CHECK(op2(w, CODE_IDIV, i, whole(w, 1)) == i);
    CHECK(is_whole(op2(w, CODE_MUL, i, whole(w, 0)), 0));
    CHECK(is_whole(op2(w, CODE_IMOD, i, whole(w, 1)), 0));
    y = op2(w, CODE_SUB, op2(w, CODE_ADD, i, whole(w, 3)), whole(w, 1));
    CHECK(y->op == CODE_ADD && y->a == i && is_whole(y->b, 2));
    y = op2(w, CODE_SUB, op2(w, CODE_ADD, whole(w, 1), i), whole(w, 1));
    CHECK(y == i);
    y = op2(w, CODE_ADD, op2(w, CODE_SUB, i, whole(w, 5)), whole(w, 2));
    CHECK(y->op == CODE_SUB && y->a == i && is_whole(y->b, 3));
    y = op2(w, CODE_MUL, whole(w, 2), op2(w, CODE_MUL, i, whole(w, 3)));
    CHECK(y->op == CODE_MUL && y->a == i && is_whole(y->b, 6));
    end();
}

TEST(calls_are_not_lost)
{
    struct code_expr *call;
    begin();
    f->n_params = 0;
    f->type = CODE_I;
    call = code_call(&w->m, f, NULL);
    CHECK_EQ_INT(op2(w, CODE_MUL, call, whole(w, 0))->op, CODE_MUL);
    CHECK_EQ_INT(op2(w, CODE_IMOD, call, whole(w, 1))->op, CODE_IMOD);
    CHECK_EQ_INT(op2(w, CODE_AND, call, whole(w, 0))->op, CODE_AND);
    CHECK(is_whole(op2(w, CODE_AND, whole(w, 0), call), 0)); /* never evaluated */
    end();
}

TEST(truth)
{
    struct code_expr *y;
    begin();
    y = op2(w, CODE_LT, x, num(w, 1));
    CHECK(op2(w, CODE_AND, whole(w, 1), y) == y);
    CHECK(op2(w, CODE_OR, y, whole(w, 0)) == y);
    CHECK(is_whole(op2(w, CODE_OR, whole(w, 5), y), 1));
    CHECK(op2(w, CODE_AND, whole(w, 7), i)->op == CODE_NE); /* i need not be 0 or 1 */
    CHECK(code_unary(&w->m, CODE_NOT, code_unary(&w->m, CODE_NOT, y)) == y);
    CHECK(is_whole(code_unary(&w->m, CODE_NOT, whole(w, 3)), 0));
    CHECK(code_cond(&w->m, whole(w, 1), x, y) == x);
    end();
}

TEST(conversions)
{
    begin();
    CHECK(is_whole(code_unary(&w->m, CODE_TO_INT, num(w, -2.9)), -2));
    CHECK(is_whole(code_unary(&w->m, CODE_TO_INT, num(w, NAN)), 0));
    CHECK(is_whole(code_unary(&w->m, CODE_TO_INT, num(w, 0x1p63)), 0));
    CHECK(is_whole(code_unary(&w->m, CODE_TO_INT, num(w, -0x1p63)), INT64_MIN));
    CHECK(is_number(code_unary(&w->m, CODE_TO_REAL, whole(w, INT64_MAX)), 0x1p63));
    end();
}

TEST(roles_bring_their_parameters)
{
    begin();
    CHECK_EQ_INT(code_fn_new(&w->m, CODE_EVAL, "f")->n_params, 3);
    CHECK_EQ_INT(code_fn_new(&w->m, CODE_PARTIAL, "f")->type, CODE_R);
    CHECK_EQ_INT(code_fn_new(&w->m, CODE_HANDLE, "f")->n_params, 3);
    CHECK_EQ_INT(code_fn_new(&w->m, CODE_START, "f")->slots.at[3].size, -1);
    CHECK_EQ_INT(w->m.functions.n, 5);
    end();
}

/* f calls g calls f; h has a loop; k calls h; p is plain */
TEST(functions_without_bound_are_counted)
{
    struct code_fn *fn[5];
    struct code_group *at;
    struct code_fn *root;
    begin();
    for (int k = 0; k < 5; k++) {
        fn[k] = code_fn_new(&w->m, CODE_USER, "g");
        fn[k]->n_params = 0;
    }
    code_set(&w->m, &f->body, 0, code_call(&w->m, fn[0], NULL));
    f->n_params = 0;
    code_slot_new(&w->m, fn[0], "y", CODE_R, 0);
    code_set(&w->m, &fn[0]->body, 0, code_call(&w->m, f, NULL));
    code_add(&w->m, &fn[1]->body, CODE_WHILE)->a = whole(w, 0);
    code_slot_new(&w->m, fn[2], "y", CODE_R, 0);
    code_set(&w->m, &fn[2]->body, 0, code_call(&w->m, fn[1], NULL));
    at = add_group(w, &w->m.der, 1);
    at->eval = root = code_fn_new(&w->m, CODE_EVAL, "root");
    code_add(&w->m, &root->body, CODE_DO)->a = code_call(&w->m, f, NULL);
    code_add(&w->m, &root->body, CODE_DO)->a = code_call(&w->m, fn[2], NULL);
    code_add(&w->m, &root->body, CODE_DO)->a = code_call(&w->m, fn[3], NULL);
    code_prepare(&w->m);
    CHECK(f->counted && fn[0]->counted && fn[1]->counted && fn[2]->counted && root->counted);
    CHECK(!fn[3]->counted && fn[3]->used && !fn[4]->used);
    end();
}

TEST_MAIN()
