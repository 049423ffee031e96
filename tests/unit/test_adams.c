/* SPDX-License-Identifier: MIT */
/* test_adams.c - the formulas behind abm: predictors and correctors at unequal steps, Milne's constants,
 * first ascents. */
#include "engine/adams/adams.h"
#include "models.h"
#include "num/poly.h"
#include "saltus_compile.h"
#include "testing.h"
#include "all_methods.h"

/* One item over some nodes, without a run. */
struct bench {
    struct abm a;
    double f[ADAMS_POINTS], d[ADAMS_POINTS], g, c[ADAMS_TERMS];
};

static void bench_open(struct bench *b)
{
    memset(b, 0, sizeof *b);
    b->a.x.n = 1;
    for (int j = 0; j < ADAMS_POINTS; j++) {
        b->a.x.f[j] = &b->f[j];
        b->a.x.d[j] = &b->d[j];
    }
    b->a.x.g = &b->g;
    b->a.x.c = b->c;
}

/* Derivatives f(t) = p(t) at the times given, newest last. */
static void bench_fill(struct bench *b, const double *t, int n, const double *p, int degree)
{
    bench_open(b);
    for (int j = 0; j < n; j++) {
        double f = poly_value(p, degree, t[j]);
        adams_push(&b->a, t[j], &f);
    }
    adams_prepare(&b->a, 0);
}

static double integral(const double *p, int degree, double from, double to)
{
    double q[8] = {0};
    for (int k = 0; k <= degree; k++) q[k + 1] = p[k] / (k + 1);
    return poly_value(q, degree + 1, to) - poly_value(q, degree + 1, from);
}

/* A derivative of degree q - 1 is integrated exactly by order q, predictor and corrector alike. */
TEST(order_q_is_exact_for_degree_q)
{
    static const double t[] = {-1.3, -1.1, -0.4, 0.2}, p[] = {2, -1, 3, 0.5};
    for (int q = 1; q <= 4; q++) {
        struct bench b;
        double c[ADAMS_TERMS];
        bench_fill(&b, t, 4, p, q - 1);
        b.c[0] = 7;
        adams_predict(&b.a, &b.a.x, q);
        adams_correct(&b.a, &b.a.x, 0, q, 0.7, poly_value(p, q - 1, 0.9), c);
        for (double h = 0; h < 1; h += 0.1) {
            double is = 7 + integral(p, q - 1, 0.2, 0.2 + h);
            CHECK_CLOSE(poly_value(b.c, ADAMS_ORDER, h), is, 1e-13);
            CHECK_CLOSE(poly_value(c, ADAMS_ORDER, h), is, 1e-13);
        }
    }
}

/* At one degree more both err, and Milne's estimate is exact, also at unequal steps. */
TEST(estimate_is_exact_for_one_degree_more)
{
    static const double t[] = {-1.3, -1.1, -0.4, 0.2}, p[] = {2, -1, 3, 0.5, -1};
    for (int q = 1; q <= 3; q++) {
        struct bench b;
        double c[ADAMS_TERMS], e[ADAMS_POINTS + 1], h = 0.7, is, estimate;
        double end = poly_value(p, q, 0.2 + h);
        bench_fill(&b, t, 4, p, q);
        adams_predict(&b.a, &b.a.x, q);
        adams_correct(&b.a, &b.a.x, 0, q, h, end, c);
        adams_newest(&b.a, &b.a.x, 0, h, end, q, e);
        is = integral(p, q, 0.2, 0.2 + h) - poly_value(c, ADAMS_ORDER, h);
        estimate = fabs(e[q]) * adams_corrector_factor(&b.a, q, h);
        CHECK_CLOSE(fabs(is), estimate, 1e-12);
        CHECK_CLOSE(e[q], p[q], 1e-12); /* its leading coefficient */
    }
}

TEST(milne_at_equal_steps)
{
    static const double t[] = {-3, -2, -1, 0}, p[] = {1, 1, 1, 1, 1};
    for (int q = 1; q <= 3; q++) {
        struct bench b;
        double c[ADAMS_TERMS], off, is;
        bench_fill(&b, t, 4, p, q);
        adams_predict(&b.a, &b.a.x, q);
        adams_correct(&b.a, &b.a.x, 0, q, 1, poly_value(p, q, 1), c);
        off = fabs(poly_value(c, ADAMS_ORDER, 1) - poly_value(b.c, ADAMS_ORDER, 1));
        is = fabs(integral(p, q, 0, 1) - poly_value(c, ADAMS_ORDER, 1));
        CHECK_CLOSE(is, adams_milne(q) * off, 1e-12);
    }
    CHECK_CLOSE(adams_milne(4), 19. / 270, 1e-15);
}

/* The start: one time counts twice, with its second derivative. */
TEST(double_node)
{
    static const double p[] = {2, -1, 3};
    struct bench b;
    double f = poly_value(p, 2, 0.2), later = poly_value(p, 2, 0.5);
    bench_open(&b);
    b.g = poly_slope(p, 2, 0.2);
    adams_push(&b.a, 0.2, &f);
    adams_push(&b.a, 0.2, &f);
    adams_prepare(&b.a, 0.1);
    CHECK_EQ_INT(b.a.points, 2);
    adams_predict(&b.a, &b.a.x, 2);
    CHECK_CLOSE(b.c[1], f, 1e-15);
    CHECK_CLOSE(b.c[2], b.g / 2, 1e-15);
    adams_push(&b.a, 0.5, &later);
    adams_prepare(&b.a, 0.1);
    b.c[0] = 0;
    adams_predict(&b.a, &b.a.x, 3);
    CHECK_CLOSE(poly_value(b.c, ADAMS_ORDER, 0.4), integral(p, 2, 0.5, 0.9), 1e-13);
}

/* A node next to the newest would be magnified by a long step; it goes, the newest stays. */
TEST(nodes_that_are_too_near)
{
    static const double t[] = {0, 1, 2, 2.01}, p[] = {1, 2};
    struct bench b;
    bench_fill(&b, t, 4, p, 1);
    CHECK_EQ_INT(b.a.points, 4);
    adams_prepare(&b.a, 1);
    CHECK_EQ_INT(b.a.points, 3);
    CHECK(b.a.time[0] == 2.01 && b.a.time[1] == 1);
    adams_predict(&b.a, &b.a.x, 2);
    CHECK_CLOSE(poly_value(b.c, ADAMS_ORDER, 1), integral(p, 1, 2.01, 3.01), 1e-13);
}

TEST(ascent)
{
    static const double rising[] = {-1, 1}, touching[] = {-1, 2, -1}, back[] = {0, -1, 1};
    static const double falls[] = {1, -1}, three[] = {-6, 11, -6, 1}, zero[] = {0, 0}, one[] = {-1};
    CHECK_CLOSE(adams_ascent(rising, 1, 3), 1, 1e-15);
    CHECK(isinf(adams_ascent(rising, 1, 0.9)));
    CHECK(isinf(adams_ascent(touching, 2, 9)));
    CHECK_CLOSE(adams_ascent(back, 2, 9), 1, 1e-15); /* leaves 0, comes back */
    CHECK(adams_ascent(falls, 1, 9) == 0);
    CHECK_CLOSE(adams_ascent(three, 3, 9), 1, 1e-12);
    CHECK(isinf(adams_ascent(zero, 1, 9)));
    CHECK(isinf(adams_ascent(one, 0, 9)));
}

/* It is listed like the others. */
TEST(listed)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list), k = 0;
    while (k < n && strcmp(list[k].name, "abm") != 0) k++;
    CHECK(k < n);
    CHECK(strcmp(list[k].family, "adams") == 0 && list[k].order == 4 && !list[k].missing);
}

static void hear(void *user, const saltus_diag *d)
{
    snprintf(user, 200, "%s: %s", d->var ? d->var : "", d->text);
}

TEST(orders_that_do_not_exist)
{
    saltus_options o = saltus_defaults();
    saltus_model *m = models_make("bounce", 0);
    saltus_sim *s = NULL;
    char said[200] = "";
    o.method = "abm";
    saltus_options_set(&o, "max_order", "5");
    o.diag = hear;
    o.user = said;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_EARG);
    CHECK(strstr(said, "max_order") != NULL);
    models_free(m);
}

/* ---- Memory ------------------------------------------------------------------------------------- */

struct memory {
    int64_t left, live; /* requests until one fails; blocks in use */
};

static void *limited(void *user, void *p, size_t n)
{
    struct memory *m = user;
    void *q;
    if (n == 0) {
        m->live -= p != NULL;
        return free(p), NULL;
    }
    if (m->left-- == 0) return NULL;
    q = realloc(p, n);
    m->live += q && !p;
    return q;
}

static void quiet(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static saltus_status attempt(const saltus_model *m, struct memory *mem)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    saltus_status st;
    o.method = "abm";
    o.alloc = limited;
    o.alloc_user = mem;
    o.diag = quiet;
    st = saltus_sim_new(m, &o, &s);
    if (s) st = saltus_sim_run(s, 1);
    saltus_sim_free(s);
    return st;
}

/* The n-th request fails, for all n: an error, and nothing is left behind. */
TEST(memory_is_short)
{
    static const char *const names[] = {"bounce", "robot", "arm"};
    for (int k = 0; k < 3; k++) {
        saltus_model *m = models_make(names[k], 0);
        saltus_status st = SALTUS_ENOMEM;
        int64_t n = 0;
        for (; st == SALTUS_ENOMEM && n < 1000; n++) {
            struct memory mem = {n, 0};
            st = attempt(m, &mem);
            CHECK_EQ_INT(mem.live, 0);
        }
        CHECK(st >= 0);
        CHECK(n > 30);
        models_free(m);
    }
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static int count_events(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    (void)t, (void)kind, (void)index;
    ((int *)user)[direction > 0]++;
    return 0;
}

/* Two states come to rest where a curved edge has fired: its way back is told in the level of that place, not
 * in that of the start. */
TEST(rest_at_a_curved_edge)
{
    static const char text[] =
        "model rest\n"
        "  Real x(start = 1.5, fixed = true), v(start = 0.4, fixed = true);\n"
        "  Boolean d(start = false, fixed = true);\n"
        "equation\n"
        "  der(x) = if d then 0 else -0.5*sqrt(x*x + 0.1*v*v - 0.2);\n"
        "  der(v) = if d then 0 else -v + 0.1*x;\n"
        "  when x^2 + 0.1*v^2 <= 0.2 then d = true; end when annotation(__Saltus_unilateral = "
        "true);\n"
        "end rest;\n";
    saltus_compile_options how = {.struct_size = sizeof(saltus_compile_options),
                                  .backend = SALTUS_INTERPRETED};
    saltus_options o = saltus_defaults();
    saltus_compiled *c = NULL;
    saltus_sim *s = NULL;
    int events[2] = {0, 0};
    CHECK(saltus_compile_text("rest", text, sizeof text - 1, &how, &c) == SALTUS_OK);
    o.method = "abm";
    o.rel = o.abs = 1e-6;
    o.fired = count_events;
    o.user = events;
    CHECK(saltus_sim_new(saltus_compiled_model(c), &o, &s) == SALTUS_OK);
    CHECK(saltus_sim_run(s, 8) == SALTUS_OK);
    CHECK(events[1] == 1 && events[0] == 0);
    saltus_sim_free(s);
    saltus_compiled_free(c);
}

TEST_MAIN()
