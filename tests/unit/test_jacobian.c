/* SPDX-License-Identifier: MIT */
/* test_jacobian.c - the linear model of a run: entries, sums, delays, limits, refusals. */
#include "linear.h"
#include "saltus_compile.h"
#include "run/jacobian.h"

static saltus_status jacobian_of(const saltus_model *model, double until, int64_t most,
                                 struct jacobian *j, int32_t at[2])
{
    saltus_options o = linear_options(until > 0 ? "liqss2" : "qss1", 1e-3);
    saltus_sim *s;
    saltus_status st;
    CHECK_EQ_INT(saltus_sim_new(model, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, until), SALTUS_OK);
    st = sim_jacobian(s, most, j, at);
    for (int32_t i = 0; st == SALTUS_OK && i < j->n; i++)
        CHECK_CLOSE(j->x[i], saltus_sim_value(s, i, saltus_sim_time(s)), 0);
    saltus_sim_free(s);
    return st;
}

static saltus_compiled *compile(const char *text)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    saltus_compiled *c;
    CHECK_EQ_INT(saltus_compile_text("test.mo", text, strlen(text), &o, &c), SALTUS_OK);
    return c;
}

PROP(entries_of_linear_models, 100)
{
    struct linear m;
    struct jacobian j;
    int32_t at[2];
    double difference = rng_int(g, 0, 1);
    linear_sparse(&m, g, rng_int(g, 1, LINEAR_MAX), 1e4);
    if (difference > 0) m.model.der.partial = NULL;
    CHECK_EQ_INT(jacobian_of(&m.model, 0.5, 1000, &j, at), SALTUS_OK);
    CHECK(j.affine && !j.timed && !j.delayed && !j.cut);
    for (int32_t i = 0; i < m.n; i++)
        for (int32_t k = 0; k < m.n; k++)
            CHECK_CLOSE(jacobian_at(&j, i, k), m.A[i][k], difference * 1e-6);
    jacobian_free(&j);
}

/* d/dx_k of x_i*S with S = sum of x^2: S + 2 x_i^2 on the diagonal, 2 x_i x_k elsewhere. */
static const char *const sums =
    "model s\n  Real x[20](start = {0.1*i for i in 1:20}, each fixed = true);\n"
    "  Real S = sum(x[k]^2 for k in 1:20);\nequation\n"
    "  for i in 1:20 loop\n    der(x[i]) = -x[i]*S;\n  end for;\nend s;\n";

TEST(through_sums)
{
    saltus_compiled *c = compile(sums);
    struct jacobian j;
    int32_t at[2];
    double S = 0;
    CHECK(saltus_compiled_model(c)->sums != NULL);
    CHECK_EQ_INT(jacobian_of(saltus_compiled_model(c), 0.01, 1000, &j, at), SALTUS_OK);
    CHECK(!j.affine && !j.cut);
    for (int32_t i = 0; i < 20; i++) S += j.x[i] * j.x[i];
    for (int32_t i = 0; i < 20; i++)
        for (int32_t k = 0; k < 20; k++)
            CHECK_CLOSE(jacobian_at(&j, i, k), -2 * j.x[i] * j.x[k] - (i == k ? S : 0), 1e-9);
    jacobian_free(&j);
    saltus_compiled_free(c);
}

TEST(too_many_entries)
{
    saltus_compiled *c = compile(sums);
    struct jacobian j;
    int32_t at[2];
    CHECK_EQ_INT(jacobian_of(saltus_compiled_model(c), 0, 100, &j, at), SALTUS_OK);
    CHECK(j.cut);
    CHECK_EQ_INT(j.rows.start[20], 20); /* what is read directly */
    jacobian_free(&j);
    CHECK_EQ_INT(jacobian_of(saltus_compiled_model(c), 0, 10, &j, at), SALTUS_ELIMIT);
    jacobian_free(&j);
    saltus_compiled_free(c);
}

TEST(time_and_delays_are_noticed)
{
    saltus_compiled *c =
        compile("model d\n  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
                "equation\n  der(x) = -delay(x, 0.5) + y;\n  der(y) = sin(time) - 3*y;\nend d;\n");
    struct jacobian j;
    int32_t at[2];
    CHECK_EQ_INT(jacobian_of(saltus_compiled_model(c), 0.1, 100, &j, at), SALTUS_OK);
    CHECK(j.timed && j.delayed && !j.affine);
    CHECK_CLOSE(jacobian_at(&j, 0, 0), 0, 0);
    CHECK_CLOSE(jacobian_at(&j, 0, 1), 1, 0);
    CHECK_CLOSE(jacobian_at(&j, 1, 1), -3, 0);
    jacobian_free(&j);
    saltus_compiled_free(c);
}

/* x' = 0, y' = sqrt(x) with x = 0: the value is fine, the derivative is not. */
static void root_eval(const saltus_env *e, int32_t i, int order, double *c)
{
    for (int k = 0; k < order; k++) c[k] = 0;
    if (i == 1) c[0] = sqrt(e->q[1]);
}
static double root_partial(const saltus_env *e, int32_t i, int32_t j)
{
    return i == 1 && j == 0 ? 0.5 / sqrt(e->q[1]) : 0;
}

TEST(not_finite)
{
    static const saltus_variable states[] = {{.name = "x"}, {.name = "y"}, {0}};
    static const saltus_model root = {.abi = SALTUS_ABI,
                                      .name = "root",
                                      .states = states,
                                      .der = {root_eval, root_partial, NULL, NULL}};
    struct jacobian j;
    int32_t at[2];
    CHECK_EQ_INT(jacobian_of(&root, 0, 100, &j, at), SALTUS_ENAN);
    CHECK_EQ_INT(at[0], 1);
    CHECK_EQ_INT(at[1], 0);
    jacobian_free(&j);
}

/* A model that refuses is heard. */
static double no_partial(const saltus_env *e, int32_t i, int32_t j)
{
    (void)i, (void)j;
    e->fault(e, NULL, "no");
    return 0;
}

TEST(refusals)
{
    static const saltus_variable states[] = {{.name = "x"}, {.name = "y"}, {0}};
    static const saltus_model model = {.abi = SALTUS_ABI,
                                       .name = "root",
                                       .states = states,
                                       .der = {root_eval, no_partial, NULL, NULL}};
    struct jacobian j;
    int32_t at[2];
    CHECK_EQ_INT(jacobian_of(&model, 0, 100, &j, at), SALTUS_EMODEL);
    jacobian_free(&j);
}

TEST_MAIN()
