/* SPDX-License-Identifier: MIT */
/* test_interp.c - the interpreter as a model: groups, events, limits, checks of indices. */
#include "code_models.h"

static struct code_fn *user(struct workshop *w, const char *name, enum code_type type)
{
    struct code_fn *f = code_fn_new(&w->m, CODE_USER, name);
    f->type = type;
    return f;
}

/* A model with one equation c[0] = value of x. */
static struct code_fn *only_equation(struct workshop *w)
{
    struct code_group *g = add_group(w, &w->m.der, 1);
    return g->eval = code_fn_new(&w->m, CODE_EVAL, "x");
}

static double value(struct caller *c)
{
    double x = NAN;
    c->env.model->der.eval(&c->env, 0, 1, &x);
    return x;
}

/* f(n) = if n <= 1 then 1 else n*f(n - 1) */
static struct code_fn *factorial(struct workshop *w, bool ends)
{
    struct code_model *m = &w->m;
    struct code_fn *f = user(w, "factorial", CODE_R);
    struct code_expr *n, **args = ARENA_ARRAY(&w->arena, struct code_expr *, 1);
    code_slot_new(m, f, "n", CODE_R, 0);
    f->n_params = 1;
    n = code_local(m, f, 0);
    args[0] = op2(w, CODE_SUB, n, num(w, 1));
    code_add(m, &f->body, CODE_RETURN)->a =
        code_cond(m, ends ? op2(w, CODE_LE, n, num(w, 1)) : op2(w, CODE_NE, n, n), num(w, 1),
                  op2(w, CODE_MUL, n, code_call(m, f, args)));
    return f;
}

static struct code_expr *call_with(struct workshop *w, struct code_fn *f, double x)
{
    struct code_expr **args = ARENA_ARRAY(&w->arena, struct code_expr *, 1);
    args[0] = num(w, x);
    return code_call(&w->m, f, args);
}

TEST(recursion)
{
    WORKSHOP(w);
    struct code_fn *f = only_equation(w);
    struct caller c;
    code_put(&w->m, &f->body, 2, whole(w, 0), call_with(w, factorial(w, true), 10));
    c = caller_of(code_interpret(&w->m), NULL, NULL, NULL);
    CHECK_CLOSE(value(&c), 3628800, 0);
    CHECK_EQ_INT(c.faults, 0);
    workshop_close(w);
}

TEST(recursion_ends)
{
    WORKSHOP(w);
    struct code_fn *f = only_equation(w);
    struct caller c;
    code_put(&w->m, &f->body, 2, whole(w, 0), call_with(w, factorial(w, false), 10));
    c = caller_of(code_interpret(&w->m), NULL, NULL, NULL);
    value(&c);
    CHECK_EQ_INT(c.faults, 1);
    CHECK(strcmp(c.text, "recursion too deep") == 0);
    workshop_close(w);
}

TEST(depth_999_is_fine_and_1000_is_not)
{
    WORKSHOP(w);
    struct code_fn *f = only_equation(w), *fact = factorial(w, true);
    struct caller c;
    code_put(&w->m, &f->body, 2, whole(w, 0),
             op2(w, CODE_LT, call_with(w, fact, 1000), num(w, 0))->a);
    c = caller_of(code_interpret(&w->m), NULL, NULL, NULL);
    value(&c);
    CHECK_EQ_INT(c.faults, 0);
    f->body = (struct code_body){NULL, NULL};
    code_put(&w->m, &f->body, 2, whole(w, 0), call_with(w, fact, 1001));
    c = caller_of(code_interpret(&w->m), NULL, NULL, NULL);
    value(&c);
    CHECK_EQ_INT(c.faults, 1);
    workshop_close(w);
}

TEST(loops_run_backwards_and_are_left)
{
    WORKSHOP(w);
    struct code_model *m = &w->m;
    struct code_fn *f = only_equation(w);
    int32_t i = code_slot_new(m, f, "i", CODE_I, 0), sum = code_slot_new(m, f, "sum", CODE_R, 0);
    struct code_stmt *loop, *leave;
    struct caller c;
    code_set(m, &f->body, sum, num(w, 0));
    loop = code_add(m, &f->body, CODE_FOR);
    loop->slot = i;
    loop->a = whole(w, 10);
    loop->b = whole(w, 1);
    loop->integer = -2;
    leave = code_add(m, &loop->body, CODE_IF);
    leave->a = op2(w, CODE_LT, code_local(m, f, i), whole(w, 5));
    code_add(m, &leave->body, CODE_BREAK);
    code_set(
        m, &loop->body, sum,
        op2(w, CODE_ADD, code_local(m, f, sum), code_unary(m, CODE_TO_REAL, code_local(m, f, i))));
    code_put(m, &f->body, 2, whole(w, 0), code_local(m, f, sum));
    c = caller_of(code_interpret(m), NULL, NULL, NULL);
    CHECK_CLOSE(value(&c), 10 + 8 + 6, 0);
    workshop_close(w);
}

TEST(wrong_indices_are_found)
{
    WORKSHOP(w);
    struct code_model *m = &w->m;
    struct code_fn *f = only_equation(w);
    int32_t a = code_slot_new(m, f, "a", CODE_R, 3);
    struct caller c;
    code_put(m, &f->body, a, whole(w, 3), num(w, 1));
    code_put(m, &f->body, 2, whole(w, 0), code_leaf(m, CODE_P, 0, whole(w, 0)));
    c = caller_of(code_interpret(m), NULL, NULL, NULL);
    value(&c);
    CHECK_EQ_INT(c.faults, 2);
    CHECK(strstr(c.text, "index outside an array") != NULL);
    workshop_close(w);
}

TEST(large_frames)
{
    WORKSHOP(w);
    struct code_model *m = &w->m;
    struct code_fn *f = only_equation(w);
    int32_t a = code_slot_new(m, f, "a", CODE_R, 100000);
    struct caller c;
    code_put(m, &f->body, a, whole(w, 99999), num(w, 7));
    code_put(m, &f->body, 2, whole(w, 0), code_item(m, a, whole(w, 99999)));
    c = caller_of(code_interpret(m), NULL, NULL, NULL);
    CHECK_CLOSE(value(&c), 7, 0);
    workshop_close(w);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Groups of sizes 1, 4, 2; each gives group + index/10. */
TEST(groups_get_the_index_inside)
{
    WORKSHOP(w);
    static const int sizes[] = {1, 4, 2};
    struct caller c;
    for (int n = 0; n < 3; n++) {
        struct code_group *at = add_group(w, &w->m.output, sizes[n]);
        struct code_fn *f = at->eval = code_fn_new(&w->m, CODE_EVAL, "y");
        struct code_expr *i = code_unary(&w->m, CODE_TO_REAL, code_local(&w->m, f, 0));
        at->affine = n;
        code_put(&w->m, &f->body, 2, whole(w, 0),
                 op2(w, CODE_ADD, num(w, n), op2(w, CODE_MUL, i, num(w, 0.1))));
    }
    c = caller_of(code_interpret(&w->m), NULL, NULL, NULL);
    for (int i = 0; i < 7; i++) {
        static const double want[] = {0, 1, 1.1, 1.2, 1.3, 2, 2.1};
        double y;
        c.env.model->output.eval(&c.env, i, 1, &y);
        CHECK_CLOSE(y, want[i], 1e-15);
        CHECK_EQ_INT(c.env.model->output.affine(&c.env, i), (int)want[i]);
    }
    CHECK(c.env.model->der.eval == NULL && c.env.model->output.partial == NULL);
    workshop_close(w);
}

TEST(places)
{
    WORKSHOP(w);
    const saltus_model *m;
    struct caller c;
    make_vanderpol(w);
    m = code_interpret(&w->m);
    c = caller_of(m, NULL, NULL, NULL);
    CHECK_EQ_INT(m->where(&c.env, SALTUS_STATE, 1)->line, 6);
    CHECK(m->where(&c.env, SALTUS_GUARD, 0) == NULL);
    CHECK(m->states[2].name == NULL && strcmp(m->states[1].name, "x2") == 0);
    workshop_close(w);
}

TEST_MAIN()
