/* SPDX-License-Identifier: MIT */
/* test_share.c - functions equal up to literals become one with rows, and compute the same. */
#include "code_models.h"

/* x_i' = k1 x_j - k2 x_i^2 (+ 3 if odd): two shapes. */
static void add_equation(struct workshop *w, int i, int n)
{
    struct code_model *m = &w->m;
    const char *name = arena_format(&w->arena, "x%d", i + 1);
    struct code_fn *f = code_fn_new(m, CODE_EVAL, name);
    struct code_group *g;
    int32_t a[5], b[5];
    load_signal(w, f, (i + 7) % n, "xj", a);
    load_signal(w, f, i, "xi", b);
    for (int k = 0; k < 5; k++) {
        struct code_expr *x =
            op2(w, CODE_SUB, op2(w, CODE_MUL, num(w, 1.05 + 0.1 * i), code_local(m, f, a[k])),
                op2(w, CODE_MUL, num(w, 2 + 0.25 * i), product(w, f, b, b, k)));
        if (i % 2 && k == 0) x = op2(w, CODE_ADD, x, num(w, 3));
        put_from_order(w, f, k, x);
    }
    add_state(w, name, 1);
    g = add_group(w, &m->der, 1);
    g->eval = f;
    g->partial = code_fn_new(m, CODE_PARTIAL, name);
    code_add(m, &g->partial->body, CODE_RETURN)->a =
        code_cond(m, op2(w, CODE_EQ, code_local(m, g->partial, 1), whole(w, (i + 7) % n)),
                  num(w, 1.05 + 0.1 * i), num(w, -0.5 * i));
    g->reads = reads_states(w, name, i, i);
}

static int used_functions(const struct workshop *w)
{
    int n = 0;
    code_prepare(&w->m);
    for (int32_t k = 0; k < w->m.functions.n; k++) n += w->m.functions.at[k]->used;
    return n;
}

static void fill(struct rng *g, double *q, int n)
{
    for (int k = 0; k < n; k++) q[k] = rng_uniform(g, -2, 2);
}

static void check_equal(struct rng *g, const saltus_model *a, const saltus_model *b, int n)
{
    double *q = calloc((size_t)n, 5 * sizeof *q);
    struct caller ca = caller_of(a, q, NULL, NULL), cb = caller_of(b, q, NULL, NULL);
    fill(g, q, 5 * n);
    for (int i = 0; i < n; i++) {
        double x[5], y[5];
        a->der.eval(&ca.env, i, 5, x);
        b->der.eval(&cb.env, i, 5, y);
        for (int k = 0; k < 5; k++) CHECK(same_bits(x[k], y[k]));
        for (int j = 0; j < n; j += 7) {
            CHECK(same_bits(a->der.partial(&ca.env, i, j), b->der.partial(&cb.env, i, j)));
        }
    }
    free(q);
}

TEST(equal_shapes_become_one_function)
{
    WORKSHOP(w);
    for (int i = 0; i < 20; i++) add_equation(w, i, 20);
    CHECK_EQ_INT(used_functions(w), 60);
    code_share(&w->m);
    CHECK_EQ_INT(used_functions(w), 4); /* two shapes of eval, one of partial, one of reads */
    CHECK_EQ_INT(w->m.der.groups.at[0].eval->rows.n, 10);
    CHECK(w->m.der.groups.at[0].eval == w->m.der.groups.at[2].eval);
    CHECK(w->m.der.groups.at[0].eval != w->m.der.groups.at[1].eval);
    CHECK_EQ_INT(w->m.der.groups.at[4].eval_row, 2);
    workshop_close(w);
}

TEST(one_literal_used_many_times_is_one_column)
{
    WORKSHOP(w);
    for (int i = 0; i < 4; i += 2) add_equation(w, i, 20);
    code_share(&w->m);
    CHECK_EQ_INT(w->m.der.groups.at[0].eval->rows.n_i, 2); /* i and j, though used ten times */
    CHECK_EQ_INT(w->m.der.groups.at[0].eval->rows.n_r, 2);
    workshop_close(w);
}

TEST(identical_functions_need_no_row)
{
    WORKSHOP(w);
    for (int k = 0; k < 3; k++) {
        struct code_group *at = add_group(w, &w->m.der, 1);
        at->eval = code_fn_new(&w->m, CODE_EVAL, "zero");
        code_put(&w->m, &at->eval->body, 2, whole(w, 0), num(w, 0));
    }
    code_share(&w->m);
    CHECK(w->m.der.groups.at[0].eval == w->m.der.groups.at[2].eval);
    CHECK_EQ_INT(w->m.der.groups.at[0].eval->rows.n, 0);
    workshop_close(w);
}

TEST(messages_are_part_of_the_shape)
{
    WORKSHOP(w);
    for (int k = 0; k < 2; k++) {
        struct code_group *at = add_group(w, &w->m.der, 1);
        at->eval = code_fn_new(&w->m, CODE_EVAL, "f");
        code_add(&w->m, &at->eval->body, CODE_FAULT)->text = k ? "one" : "other";
    }
    code_share(&w->m);
    CHECK(w->m.der.groups.at[0].eval != w->m.der.groups.at[1].eval);
    workshop_close(w);
}

TEST(sharing_twice_changes_nothing)
{
    WORKSHOP(w);
    char *once, *twice;
    for (int i = 0; i < 20; i++) add_equation(w, i, 20);
    code_share(&w->m);
    once = printed(w);
    code_share(&w->m);
    twice = printed(w);
    CHECK(strcmp(once, twice) == 0);
    free(once);
    free(twice);
    workshop_close(w);
}

/* few groups are compared, many single ones are tables, many of different sizes are searched */
PROP(shared_or_not_interpreted_or_native_all_agree, 3)
{
    int n = (int[]){5, 12, 200}[rng_int(g, 0, 2)];
    struct native *native = NULL;
    const char *why = NULL;
    WORKSHOP(one);
    WORKSHOP(two);
    own_cache();
    for (int i = 0; i < n; i++) add_equation(one, i, n);
    for (int i = 0; i < n; i++) add_equation(two, i, n);
    code_share(&two->m);
    check_equal(g, code_interpret(&one->m), code_interpret(&two->m), n);
    if (native_load(&two->m, &native, &why) != SALTUS_OK) FAIL("%s", why);
    check_equal(g, code_interpret(&one->m), native_model(native), n);
    native_free(native);
    workshop_close(one);
    workshop_close(two);
}

TEST(a_thousand_equations_compile_in_less_than_a_second)
{
    struct native *native = NULL;
    const char *why = NULL;
    WORKSHOP(w);
    own_cache();
    for (int i = 0; i < 1000; i++) add_equation(w, i, 1000);
    code_share(&w->m);
    if (native_load(&w->m, &native, &why) != SALTUS_OK) FAIL("%s", why);
    if (getenv("SALTUS_VERBOSE"))
        printf("# %.0f ms %s\n", native_compile_ms(native), native_source(native));
    CHECK_LE(native_compile_ms(native), 10000); /* 150 ms on an idle machine */
    native_free(native);
    workshop_close(w);
}

TEST_MAIN()
