/* SPDX-License-Identifier: MIT */
/* test_block_function.c - static functions: coefficients, degrees, partial derivatives, vectors,
 * values that do not exist. */
#include "base/elementary.h"
#include "block_rig.h"
#include "saltus_jet.h"

static void scalar(struct rig *r, const char *block, const saltus_arg *arg, int inputs)
{
    rig_begin(
        r, &(saltus_part){
               .type = saltus_block(block), .args = arg, .n_args = arg != NULL, .inputs = inputs});
}

/* One message of one block, whose inputs are u[k] of these orders; checked against expected
 * coefficients. */
static void says(const char *block, const saltus_arg *arg, int inputs, const int *order,
                 double u[][SALTUS_SERIES], int want_order, int want_open, const double *want)
{
    struct rig r;
    scalar(&r, block, arg, inputs);
    for (int k = 0; k < inputs; k++) rig_say(&r, k, 1, 0, order[k], u[k]);
    CHECK(rig_run(&r, 2) >= 0);
    if (!want_open) CHECK_EQ_INT(r.n, 1); /* what is open is sent again when it has become wrong */
    CHECK(r.n >= 1 && r.heard[0].t == 1);
    CHECK_EQ_INT(r.heard[0].order, want_order);
    CHECK_EQ_INT(r.heard[0].open, want_open);
    for (int k = 0; k < SALTUS_SERIES; k++)
        CHECK_CLOSE(r.heard[0].c[k], k <= want_order ? want[k] : 0, 1e-14);
    rig_end(&r);
}

static saltus_arg number(const char *name, const double *v)
{
    return (saltus_arg){.name = name, .rows = 1, .cols = 1, .v = v};
}

TEST(a_sum_of_polynomials_is_exact)
{
    double w[] = {2, -1, 0.5}, u[3][SALTUS_SERIES] = {{1, 2}, {3, 0, 4}, {0, 0, 0, 2}};
    says("sum", &(saltus_arg){.name = "weights", .rows = 3, .cols = 1, .v = w}, 3, (int[]){1, 2, 3},
         u, 3, 0, (double[]){-1, 4, -4, 1});
    says("sum", NULL, 3, (int[]){1, 2, 3}, u, 3, 0, (double[]){4, 2, 4, 2});
}

TEST(gain_offset_negate)
{
    double k = 3, u[1][SALTUS_SERIES] = {{1, -2, 5}};
    saltus_arg gain = number("k", &k), b = number("b", &k);
    says("gain", &gain, 1, (int[]){2}, u, 2, 0, (double[]){3, -6, 15});
    says("offset", &b, 1, (int[]){2}, u, 2, 0, (double[]){4, -2, 5});
    says("negate", NULL, 1, (int[]){2}, u, 2, 0, (double[]){-1, 2, -5});
}

TEST(a_product_is_closed_up_to_degree_four)
{
    double u[2][SALTUS_SERIES] = {{1, 2}, {3, -1}}, v[2][SALTUS_SERIES] = {{1, 1, 1}, {1, 0, 1}};
    double w[2][SALTUS_SERIES] = {{1, 0, 1}, {1, 0, 0, 1}};
    says("product", NULL, 2, (int[]){1, 1}, u, 2, 0, (double[]){3, 5, -2});
    says("product", NULL, 2, (int[]){2, 2}, v, 4, 0, (double[]){1, 1, 2, 1, 1});
    says("product", NULL, 2, (int[]){2, 3}, w, 4, 1, (double[]){1, 0, 1, 1, 0});
}

TEST(orders_count_without_zeros_at_their_end)
{
    double u[2][SALTUS_SERIES] = {{2, 0, 0}, {3, 1, 0}};
    says("product", NULL, 2, (int[]){2, 2}, u, 1, 0, (double[]){6, 2});
    says("exp", NULL, 1, (int[]){2}, u, 0, 0, (double[]){exp(2)});
    says("divide", NULL, 2, (int[]){2, 2}, u, 4, 1,
         (double[]){2.0 / 3, -2.0 / 9, 2.0 / 27, -2.0 / 81, 2.0 / 243});
}

TEST(powers_and_polynomials)
{
    double three = 3, half = 0.5, minus = -1, c[] = {1, 0, 2}, u[1][SALTUS_SERIES] = {{4, 1}},
           n[1][SALTUS_SERIES] = {{-2, 1}};
    saltus_arg a = number("exponent", &three), b = number("exponent", &half),
               m = number("exponent", &minus);
    saltus_arg p = {.name = "coefficients", .rows = 3, .cols = 1, .v = c};
    jet root = jet_sqrt((jet){{4, 1}, {0}, 0}), inverse = jet_div_dj(1, (jet){{-2, 1}, {0}, 0});
    says("power", &a, 1, (int[]){1}, n, 3, 0, (double[]){-8, 12, -6, 1});
    says("power", &b, 1, (int[]){1}, u, 4, 1, root.c);
    says("power", &m, 1, (int[]){1}, n, 4, 1, inverse.c);
    says("inverse", NULL, 1, (int[]){1}, n, 4, 1, inverse.c);
    says("sqrt", NULL, 1, (int[]){1}, u, 4, 1, root.c);
    says("square", NULL, 1, (int[]){1}, u, 2, 0, (double[]){16, 8, 1});
    says("polynomial", &p, 1, (int[]){1}, u, 2, 0, (double[]){33, 16, 2});
}

/* Every function of one argument, at a place where all of them exist, against finite sums of its
 * derivatives. */
TEST(transcendental_functions_follow_their_argument)
{
    static const struct {
        const char *name;
        double (*f)(double);
    } list[] = {
#define ROW(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, ...)                                    \
    ELEMENTARY_JET_##SERIES##_##n({#name, c}, )
        SALTUS_ELEMENTARY(ROW, )
#undef ROW
    };
    double u[1][SALTUS_SERIES] = {{0.4, 0.3, -0.2}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        struct rig r;
        scalar(&r, list[k].name, NULL, 0);
        rig_say(&r, 0, 1, 0, 2, u[0]);
        CHECK(rig_run(&r, 2) >= 0);
        CHECK_EQ_INT(r.heard[0].open, 1);
        CHECK_EQ_INT(r.heard[0].order, 4);
        for (double h = 0.01; h > 0.001; h /= 2) { /* an error of order 5 */
            double at = u[0][0] + h * (u[0][1] + h * u[0][2]);
            CHECK_LE(fabs(rig_value(&r, 0, 0, 1 + h) - list[k].f(at)), 1e-15 + 5 * pow(h, 5));
        }
        rig_end(&r);
    }
}

TEST(a_sigmoid_does_not_overflow)
{
    for (double u = -2000; u <= 2000; u += 500) {
        struct rig r;
        scalar(&r, "sigmoid", NULL, 0);
        rig_say(&r, 0, 0, 0, 1, (double[]){u, 1});
        CHECK(rig_run(&r, 1) >= 0);
        CHECK_LE(fabs(r.heard[0].c[0] - (u > 0 ? 1 : u < 0 ? 0 : 0.5)), 1e-15);
        CHECK_LE(fabs(r.heard[0].c[1] - (u == 0 ? 0.25 : 0)), 1e-15);
        rig_end(&r);
    }
}

TEST(inputs_are_moved_to_the_time_of_the_result)
{
    struct rig r;
    scalar(&r, "product", NULL, 2);
    rig_say(&r, 0, 0, 0, 2, (double[]){1, 2, 3});
    rig_say(&r, 1, 0, 0, 0, (double[]){1});
    rig_say(&r, 1, 2, 0, 1, (double[]){1, -1});
    CHECK(rig_run(&r, 5) >= 0);
    CHECK_EQ_INT(r.n, 2);
    for (double t = 2; t < 4; t += 0.25)
        CHECK_CLOSE(rig_value(&r, 0, 0, t), (1 + 2 * t + 3 * t * t) * (1 - (t - 2)), 1e-14);
    rig_end(&r);
}

TEST(nothing_is_said_before_all_inputs_have_spoken)
{
    struct rig r;
    scalar(&r, "divide", NULL, 2);
    rig_say(&r, 0, 0, 0, 0, (double[]){1});
    rig_say(&r, 1, 3, 0, 0, (double[]){2});
    CHECK(rig_run(&r, 5) >= 0);
    CHECK_EQ_INT(r.n, 1);
    CHECK(r.heard[0].t == 3 && r.heard[0].c[0] == 0.5);
    rig_end(&r);
}

TEST(vectors_work_element_by_element)
{
    double k[] = {1, 10, 100};
    saltus_arg a = {.name = "k", .rows = 3, .cols = 1, .v = k};
    struct rig r;
    rig_begin(&r, &(saltus_part){.type = saltus_block("gain"), .args = &a, .n_args = 1, .size = 3});
    rig_say(&r, 0, 0, SALTUS_ALL, 0, (double[]){2});
    rig_say(&r, 0, 1, 1, 1, (double[]){3, 1});
    CHECK(rig_run(&r, 5) >= 0);
    CHECK_EQ_INT(r.n, 4);
    CHECK(rig_value(&r, 0, 0, 2) == 2 && rig_value(&r, 0, 1, 2) == 40 &&
          rig_value(&r, 0, 2, 2) == 200);
    rig_end(&r);
}

TEST(many_inputs)
{
    struct rig r;
    scalar(&r, "sum", NULL, 12);
    for (int k = 0; k < 12; k++) rig_say(&r, k, 0, 0, 1, (double[]){k, 1});
    CHECK(rig_run(&r, 5) >= 0);
    CHECK_EQ_INT(r.n, 1);
    CHECK(r.heard[0].c[0] == 66 && r.heard[0].c[1] == 12);
    rig_end(&r);
}

/* sin after exp: the series of exp is made fresh whenever sin computes. */
TEST(open_series_are_made_fresh)
{
    struct rig r;
    int k = 0;
    scalar(&r, "product", NULL, 2);
    r.through = "exp";
    rig_say(&r, 0, 0, 0, 1, (double[]){0, 1});
    rig_say(&r, 1, 0, 0, 0, (double[]){0});
    rig_say(&r, 1, 3, 0, 0, (double[]){1});
    CHECK(rig_run(&r, 5) >= 0);
    while (k < r.n && r.heard[k].t != 3) k++;
    CHECK(k < r.n);
    CHECK_CLOSE(rig_value(&r, 0, 0, 3), exp(3) * exp(1), 1e-15);
    CHECK_CLOSE(r.heard[k].c[4], exp(4) / 24, 1e-14);
    rig_end(&r);
}

static void partials(const char *block, const saltus_arg *arg, int inputs, const double *u,
                     const double *want)
{
    struct rig r;
    const saltus_cell *c;
    scalar(&r, block, arg, inputs);
    for (int k = 0; k < inputs; k++) rig_say(&r, k, 0, 0, 1, (double[]){u[k], 7});
    CHECK(rig_run(&r, 0) >= 0);
    c = saltus_devs_cell(r.run, saltus_devs_find(r.run, "block"));
    for (int k = 0; k < inputs; k++) CHECK_CLOSE(c->type->partial(c, 0, 0, k, 0), want[k], 1e-15);
    rig_end(&r);
}

TEST(partial_derivatives_are_exact)
{
    double w[] = {2, -3}, e = 2.5, c[] = {1, 1, 1};
    saltus_arg weights = {.name = "weights", .rows = 2, .cols = 1, .v = w},
               p = number("exponent", &e);
    saltus_arg poly = {.name = "coefficients", .rows = 3, .cols = 1, .v = c};
    partials("sum", &weights, 2, (double[]){1, 1}, w);
    partials("product", NULL, 3, (double[]){2, 3, 5}, (double[]){15, 10, 6});
    partials("divide", NULL, 2, (double[]){3, 4}, (double[]){0.25, -3.0 / 16});
    partials("sin", NULL, 1, (double[]){0.3}, (double[]){cos(0.3)});
    partials("power", &p, 1, (double[]){2}, (double[]){2.5 * pow(2, 1.5)});
    partials("polynomial", &poly, 1, (double[]){2}, (double[]){5});
    partials("atan2", NULL, 2, (double[]){1, 2}, (double[]){2.0 / 5, -1.0 / 5});
}

static void refuses(const char *block, const saltus_arg *arg, double u, double slope,
                    const char *text)
{
    struct rig r;
    scalar(&r, block, arg, 1);
    rig_say(&r, 0, 0.5, 0, 1, (double[]){u, slope});
    CHECK_EQ_INT(rig_run(&r, 5), SALTUS_ENAN);
    if (!strstr(r.told, text)) FAIL("'%s' not in '%s'", text, r.told);
    rig_end(&r);
}

TEST(what_does_not_exist_is_told)
{
    double half = 0.5;
    saltus_arg p = number("exponent", &half);
    refuses("log", NULL, -1.5, 0, "-1.5");
    refuses("sqrt", NULL, -2, 0, "-2");
    refuses("inverse", NULL, 0, 0, "must not be 0");
    refuses("asin", NULL, 2, 0, "between -1 and 1");
    refuses("exp", NULL, 1000, 0, "1000");
    refuses("power", &p, -1, 0, "> 0");
}

TEST(a_root_of_a_constant_zero_is_zero)
{
    struct rig r;
    scalar(&r, "sqrt", NULL, 1);
    rig_say(&r, 0, 0, 0, 0, (double[]){0});
    CHECK(rig_run(&r, 1) >= 0);
    CHECK(r.n == 1 && r.heard[0].c[0] == 0 && !r.heard[0].open);
    rig_end(&r);
}

/* Nobody asks, but what is shown stays right: here up to the place where the logarithm ends. */
struct seen {
    double t, c[SALTUS_SERIES];
    int n, order;
    double worst;
};

static void ignore(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static void look(void *user, int32_t cell, int k, int32_t index, double t, const double *poly,
                 int order)
{
    struct seen *s = user;
    double v = 0;
    (void)cell, (void)k, (void)index;
    for (int j = s->order; s->n && j >= 0; j--) v = v * (t - s->t) + s->c[j];
    if (s->n) s->worst = fmax(s->worst, fabs(v - poly[0]) / (fabs(poly[0]) + 1));
    memcpy(s->c, poly, (size_t)(order + 1) * sizeof *poly);
    s->t = t;
    s->order = order;
    s->n++;
}

TEST(what_is_shown_stays_right)
{
    struct rig r;
    struct seen s = {0};
    saltus_devs_options o = saltus_devs_defaults();
    scalar(&r, "log", NULL, 1);
    rig_say(&r, 0, 0, 0, 1, (double[]){2, -1});
    rig_build(&r);
    o.show = look;
    o.user = &s;
    o.diag = ignore;
    CHECK(saltus_devs_new(r.m, &o, &r.run) >= 0);
    CHECK(saltus_devs_run(r.run, 1.9) >= 0);
    CHECK(s.n > 5 && s.n < 200);
    CHECK_LE(s.worst, 1e-3 * 0.1);
    CHECK(r.n > 1 && r.n <= s.n); /* sent again if what was sent has become wrong */
    CHECK_EQ_INT(saltus_devs_run(r.run, 3), SALTUS_ENAN);
    CHECK_LE(fabs(saltus_devs_time(r.run) - 2), 1e-9);
    rig_end(&r);
}

TEST(wrong_arguments_are_told)
{
    double w[] = {1, 2};
    saltus_arg a = {.name = "weights", .rows = 2, .cols = 1, .v = w};
    struct rig r;
    scalar(&r, "sum", &a, 3);
    for (int k = 0; k < 3; k++) rig_say(&r, k, 0, 0, 0, (double[]){1});
    CHECK_EQ_INT(rig_run(&r, 1), SALTUS_EARG);
    CHECK(strstr(r.told, "as many weights as inputs"));
    rig_end(&r);
}

TEST_MAIN()
