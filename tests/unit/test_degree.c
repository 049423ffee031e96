/* SPDX-License-Identifier: MIT */
/* test_degree.c - what the compiler says of the degree of a derivative, and what becomes of it in a run: a
 * series that ends is not looked at twice, and the run is the same to the last bit. */
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"
#include <string.h>

static const char text[] = "model m\n"
                           "  parameter Real k = 2;\n"
                           "  Real a(start = 1), b(start = 0.5), c, d, e, f, g;\n"
                           "equation\n"
                           "  der(a) = a*b - k*b;\n"
                           "  der(b) = -b^3;\n"
                           "  der(c) = sin(a) - c;\n"
                           "  der(d) = time*a - d;\n"
                           "  der(e) = a/k - e;\n"
                           "  der(f) = if a > 0 then a*a*b - f else b - f;\n"
                           "  der(g) = a/(1 + b*b) - (1 + a*a)^0.5;\n"
                           "end m;\n";
enum { STATES = 7 };
/* e is affine, and that says more; of the others: 0, not a polynomial, or it reads the time. */
static const int degree[STATES] = {2, 3, 0, 0, 0, 3, 0};

static saltus_compiled *compiled(saltus_backend backend)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options), .backend = backend};
    saltus_compiled *c = NULL;
    CHECK_EQ_INT(saltus_compile_text("m", text, strlen(text), &o, &c), SALTUS_OK);
    return c;
}

TEST(the_compiler_knows_polynomials)
{
    for (int k = 0; k < 2; k++) {
        saltus_compiled *c = compiled(k ? SALTUS_AUTO : SALTUS_INTERPRETED);
        const saltus_model *m = saltus_compiled_model(c);
        saltus_env e = {.model = m};
        CHECK(m->degree);
        for (int32_t i = 0; m->degree && i < STATES; i++) CHECK_EQ_INT(m->degree(&e, i), degree[i]);
        saltus_compiled_free(c);
    }
}

struct story {
    double sum;
    uint64_t segments;
};
static int tell(void *user, double t, int32_t i, const double *c, int order)
{
    struct story *s = user;
    for (int k = 0; k <= order; k++) s->sum = 0.75 * s->sum + c[k] * (i + 1) + t;
    s->segments++;
    return 0;
}

static struct story run(const saltus_model *m, const char *method, saltus_stats *st)
{
    struct story s = {0};
    saltus_options o = saltus_defaults();
    saltus_sim *sim = NULL;
    o.method = method;
    o.sink = tell;
    o.user = &s;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &sim), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(sim, 3), SALTUS_OK);
    *st = saltus_sim_stats(sim);
    saltus_sim_free(sim);
    return s;
}

TEST(a_run_does_not_depend_on_it)
{
    static const char *const methods[] = {"qss1", "qss2", "qss3", "liqss2", "mliqss2", "liqss3"};
    saltus_compiled *c = compiled(SALTUS_INTERPRETED);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        saltus_model silent = *saltus_compiled_model(c);
        saltus_stats a, b;
        struct story x = run(&silent, methods[k], &a), y;
        silent.degree = NULL;
        y = run(&silent, methods[k], &b);
        CHECK(x.segments == y.segments && x.sum == y.sum);
        CHECK(a.steps == b.steps && a.steps > 20 && a.refreshes == b.refreshes);
    }
    saltus_compiled_free(c);
}

TEST_MAIN()
