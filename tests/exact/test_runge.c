/* SPDX-License-Identifier: MIT */
/* test_runge.c - the Runge-Kutta methods and Rodas: their orders, stiff problems of the literature, events,
 * runs in pieces, places where f does not exist. Solutions: closed forms, and the test set for IVP solvers
 * (bench/classics/README.md). */
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

static const char *const methods[] = {"radau5", "rk5", "rodas4"};
enum { METHODS = 3 };

static saltus_compiled *compiled(const char *text)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    o.backend = SALTUS_INTERPRETED;
    CHECK_EQ_INT(saltus_compile_text("m.mo", text, strlen(text), &o, &c), SALTUS_OK);
    return c;
}

static saltus_compiled *classic(const char *name)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_compiled *c = NULL;
    char path[200];
    snprintf(path, sizeof path, "%s/bench/classics/%s/%s.mo", TEST_ROOT, name, name);
    o.backend = SALTUS_INTERPRETED;
    CHECK_EQ_INT(saltus_compile_file(path, &o, &c), SALTUS_OK);
    return c;
}

static saltus_sim *begun(const saltus_compiled *c, const char *method, double rel, double abs,
                         double max_step)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.method = method;
    o.rel = rel;
    o.abs = abs;
    if (max_step > 0) CHECK_EQ_INT(saltus_options_set_number(&o, "max_step", max_step), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
    return s;
}

static double value(const saltus_sim *s, const char *name)
{
    int32_t k = saltus_sim_find(s, name);
    CHECK(k >= 0);
    return saltus_sim_value(s, k, saltus_sim_time(s));
}

/* ---- Orders ---------------------------------------------------------------------------------- */

static const char circle[] = "model m\n"
                             "  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
                             "equation\n"
                             "  der(x) = y;\n"
                             "  der(y) = -x;\n"
                             "end m;\n";

/* The same solution, by an equation that is bent in x and reads the time. */
static const char forced[] =
    "model m\n"
    "  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = -sin(time) - sinh(x - cos(time))*exp(y)*(2 + cos(7*time));\n"
    "  der(y) = -cos(time) - sin(x - cos(time))*cos(3*time) - sinh(y + sin(time))*(x - 2);\n"
    "end m;\n";

/* The error at t = 2 with steps of h, and in the middle of steps on the way. */
static double error_of(const saltus_compiled *c, const char *method, double h, double *within)
{
    saltus_sim *s = begun(c, method, 0, 1e3, h);
    double e;
    CHECK_EQ_INT(saltus_sim_run(s, 4 * h), SALTUS_OK); /* it chooses its first step as it likes */
    *within = 0;
    for (double t = 1 + 0.5 * h; t < 2; t += h) {
        CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
        *within = fmax(*within, fabs(value(s, "x") - cos(t)));
    }
    CHECK_EQ_INT(saltus_sim_run(s, 2), SALTUS_OK);
    e = hypot(value(s, "x") - cos(2), value(s, "y") + sin(2));
    saltus_sim_free(s);
    return e;
}

/* Of methods[from ..]. */
static void check_orders(const char *text, double h, int from)
{
    static const double order[METHODS] = {5, 5, 4}, within_order[METHODS] = {4, 5, 4};
    saltus_compiled *c = compiled(text);
    for (int k = from; k < METHODS; k++) {
        double inside, finer, coarse = error_of(c, methods[k], h, &inside);
        double fine = error_of(c, methods[k], h / 2, &finer);
        printf("  %s: %.2g, %.2g, order %.2f; within steps %.2g, %.2g, order %.2f\n", methods[k],
               coarse, fine, log2(coarse / fine), inside, finer, log2(inside / finer));
        CHECK(log2(coarse / fine) > order[k] - 0.5);
        CHECK(log2(inside / finer) > within_order[k] - 0.6);
    }
    saltus_compiled_free(c);
}

TEST(orders_and_those_of_the_dense_output)
{
    check_orders(circle, 0.2, 0);
}

/* radau5 would end its iteration early at a tolerance at which the length of steps is ours. */
TEST(orders_where_f_reads_the_time)
{
    check_orders(forced, 0.1, 1);
}

/* ---- Stiff problems -------------------------------------------------------------------------- */

static void check_stiff(const char *method)
{
    static const struct {
        const char *name;
        double until, abs, solution[3], weight[8], sum;
        uint64_t steps;
    } p[] = {{"rober",
              1e11,
              1e-12,
              {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050},
              {1, 1, 1},
              1,
              400},
             {"hires",
              321.8122,
              1e-3,
              {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4},
              {0, 0, 0, 0, 0, 0, 1, 1},
              0.0057,
              150}};
    for (size_t j = 0; j < sizeof p / sizeof *p; j++) {
        saltus_compiled *c = classic(p[j].name);
        for (double tol = 1e-2; tol > 1e-7; tol /= 100) {
            saltus_sim *s = begun(c, method, tol, tol * p[j].abs, 0);
            double worst = 0, sum = -p[j].sum;
            CHECK_EQ_INT(saltus_sim_run(s, p[j].until), SALTUS_OK);
            for (int i = 0; i < 3; i++)
                worst =
                    fmax(worst, fabs(saltus_sim_value(s, i, p[j].until) / p[j].solution[i] - 1));
            for (int i = 0; i < 8 && i < (j ? 8 : 3); i++)
                sum += p[j].weight[i] * saltus_sim_value(s, i, p[j].until);
            printf("  %s at %g: %llu steps, error %.2g, sum off by %.2g\n", p[j].name, tol,
                   (unsigned long long)saltus_sim_stats(s).steps, worst, sum);
            CHECK_LE(worst, 10 * tol);
            CHECK_LE(fabs(sum), 1e-13);
            if (tol > 5e-5) CHECK(saltus_sim_stats(s).steps < p[j].steps);
            saltus_sim_free(s);
        }
        saltus_compiled_free(c);
    }
}

TEST(robertson_and_hires_with_few_steps_and_their_invariants)
{
    check_stiff("radau5");
    check_stiff("rodas4");
}

/* 60 states with a sparse matrix: a chain of cells whose flow is stiff. */
static const char chain[] = "model m\n"
                            "  constant Integer N = 60;\n"
                            "  Real u[N](each start = 0, each fixed = true);\n"
                            "equation\n"
                            "  der(u[1]) = 1e4*(1 - 2*u[1] + u[2]);\n"
                            "  for i in 2:N - 1 loop\n"
                            "    der(u[i]) = 1e4*(u[i - 1] - 2*u[i] + u[i + 1]) - u[i]^3;\n"
                            "  end for;\n"
                            "  der(u[N]) = 1e4*(u[N - 1] - 2*u[N]);\n"
                            "end m;\n";

static void check_sparse(const char *method)
{
    saltus_compiled *c = compiled(chain);
    saltus_sim *tight = begun(c, "radau5", 1e-10, 1e-12, 0);
    CHECK_EQ_INT(saltus_sim_run(tight, 0.3), SALTUS_OK);
    for (double tol = 1e-2; tol > 1e-7; tol /= 10) {
        saltus_sim *s = begun(c, method, tol, tol, 0);
        double worst = 0;
        CHECK_EQ_INT(saltus_sim_run(s, 0.3), SALTUS_OK);
        for (int i = 0; i < 60; i++)
            worst =
                fmax(worst, fabs(saltus_sim_value(s, i, 0.3) - saltus_sim_value(tight, i, 0.3)));
        CHECK_LE(worst, tol);
        saltus_sim_free(s);
    }
    saltus_sim_free(tight);
    saltus_compiled_free(c);
}

TEST(a_sparse_matrix_gives_what_a_tight_run_gives)
{
    check_sparse("radau5");
    check_sparse("rodas4");
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void check_pieces(const char *method)
{
    saltus_compiled *c = classic("hires");
    saltus_sim *one = begun(c, method, 1e-4, 1e-7, 0), *many = begun(c, method, 1e-4, 1e-7, 0);
    CHECK_EQ_INT(saltus_sim_run(one, 320), SALTUS_OK);
    for (int k = 1; k <= 3200; k++) {
        CHECK_EQ_INT(saltus_sim_run(many, 0.1 * k), SALTUS_OK);
        CHECK_LE(fabs(saltus_sim_time(many) - (0.1 * k)), 0);
    }
    for (int i = 0; i < 8; i++)
        CHECK_LE(fabs(saltus_sim_value(one, i, 320) - saltus_sim_value(many, i, 320)), 1e-6);
    CHECK(saltus_sim_stats(many).steps <= saltus_sim_stats(one).steps + 10);
    saltus_sim_free(one);
    saltus_sim_free(many);
    saltus_compiled_free(c);
}

TEST(a_run_in_many_pieces_costs_no_more_steps)
{
    check_pieces("radau5");
    check_pieces("rodas4");
}

static const char ball[] = "model m\n"
                           "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                           "  discrete Integer n(start = 0, fixed = true);\n"
                           "equation\n"
                           "  der(h) = v;\n"
                           "  der(v) = -9.81;\n"
                           "  when h < 0 then\n"
                           "    reinit(h, 0);\n"
                           "    reinit(v, -0.8*pre(v));\n"
                           "    n = pre(n) + 1;\n"
                           "  end when;\n"
                           "end m;\n";

TEST(events_are_where_they_must_be)
{
    saltus_compiled *c = compiled(ball);
    double t = sqrt(2 / 9.81), v = 9.81 * t, until = 2.5, h = 0;
    int bounces = 0;
    while (t <= until) {
        v *= 0.8;
        bounces++;
        h = v * (until - t) - 9.81 / 2 * (until - t) * (until - t);
        t += 2 * v / 9.81;
    }
    for (int k = 0; k < METHODS; k++) {
        saltus_sim *s = begun(c, methods[k], 1e-6, 1e-8, 0);
        CHECK_EQ_INT(saltus_sim_run(s, until), SALTUS_OK);
        CHECK_LE(fabs(value(s, "n") - (bounces)), 0);
        CHECK_LE(fabs(value(s, "h") - (h)), 1e-6);
        saltus_sim_free(s);
    }
    saltus_compiled_free(c);
}

/* f does not exist beyond t = 1, where the run ends; and within the run. */
static const char root[] = "model m\n"
                           "  Real x(start = 0, fixed = true);\n"
                           "equation\n"
                           "  der(x) = sqrt(1 - time) - 1e3*(x - time);\n"
                           "end m;\n";

TEST(what_cannot_be_evaluated_beyond_the_end_does_no_harm)
{
    saltus_compiled *c = compiled(root);
    for (int k = 0; k < METHODS; k++) {
        saltus_sim *s = begun(c, methods[k], 1e-5, 1e-8, 0);
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_LE(fabs(value(s, "x") - (1 - 1e-3)), 1e-4);
        saltus_sim_free(s);
    }
    saltus_compiled_free(c);
}

static void hear(void *user, const saltus_diag *d)
{
    if (d->status < 0) *(double *)user = d->t;
}

TEST(a_solution_that_ends_is_told)
{
    saltus_compiled *c = compiled("model m\n"
                                  "  Real x(start = 1, fixed = true);\n"
                                  "equation\n"
                                  "  der(x) = x*x;\n"
                                  "end m;\n");
    for (int k = 0; k < METHODS; k++) {
        saltus_options o = saltus_defaults();
        saltus_sim *s = NULL;
        double told = NAN;
        o.method = methods[k];
        o.diag = hear;
        o.user = &told;
        CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(c), &o, &s), SALTUS_OK);
        CHECK(saltus_sim_run(s, 2) < 0);
        CHECK_LE(fabs(told - 1), 1e-2);
        CHECK_LE(fabs(saltus_sim_time(s) - (1)), 1e-2);
        saltus_sim_free(s);
    }
    saltus_compiled_free(c);
}

TEST_MAIN()
