/* SPDX-License-Identifier: MIT */
/* test_lu.c - LU with exchanges of rows, dense and sparse: against products with known solutions, on patterns without a
 * diagonal, with zeros that the pattern does not know, singular ones, and without memory. */
#include "num/lu.h"

#include "failing.h"
#include "testing.h"

enum { MOST = 60, PLACES = MOST * MOST };

struct problem {
    int32_t n, first[MOST + 1], row[PLACES];
    double value[PLACES], x[MOST], b[MOST];
};

/* A random matrix with about `fill` places in a column; one place of each row and column is there and large. */
static void problem_init(struct problem *p, struct rng *g, int n, int fill)
{
    int other[MOST], k = 0;
    p->n = n;
    for (int i = 0; i < n; i++) other[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = rng_int(g, 0, i), keep = other[i];
        other[i] = other[j];
        other[j] = keep;
    }
    for (int j = 0; j < n; j++) {
        p->first[j] = k;
        for (int i = 0; i < n; i++) {
            if (i != other[j] && rng_int(g, 0, n - 1) >= fill) continue;
            p->row[k] = i;
            p->value[k] = i == other[j]           ? rng_sign(g) * rng_uniform(g, 2, 4)
                          : rng_int(g, 0, 4) == 0 ? 0
                                                  : rng_uniform(g, -1, 1);
            k++;
        }
    }
    p->first[n] = k;
}

static void right_side(struct problem *p, struct rng *g)
{
    memset(p->b, 0, sizeof p->b);
    for (int j = 0; j < p->n; j++) {
        p->x[j] = rng_uniform(g, -1, 1);
        for (int k = p->first[j]; k < p->first[j + 1]; k++)
            p->b[p->row[k]] += p->value[k] * p->x[j];
    }
}

static double residual(const struct problem *p, const double *x, const double *b)
{
    double r[MOST], most = 0;
    memcpy(r, b, sizeof r);
    for (int j = 0; j < p->n; j++)
        for (int k = p->first[j]; k < p->first[j + 1]; k++) r[p->row[k]] -= p->value[k] * x[j];
    for (int i = 0; i < p->n; i++) most = fmax(most, fabs(r[i]));
    return most;
}

PROP(solves_what_was_multiplied, 300)
{
    struct problem p;
    struct alloc a;
    struct lu_plan plan;
    struct lu f = {0};
    double b[MOST];
    problem_init(&p, g, rng_int(g, 1, MOST), rng_int(g, 0, 5));
    alloc_init(&a, NULL, NULL);
    CHECK(lu_plan_init(&plan, p.n, p.first, p.row, &a));
    for (int turn = 0; turn < 2; turn++) { /* factors are made again in the same memory */
        if (!lu_factor(&plan, &f, p.value, &a)) {
            CHECK(f.bad >= 0 && f.bad < p.n); /* the random part may cancel; it hardly ever does */
            break;
        }
        right_side(&p, g);
        memcpy(b, p.b, sizeof b);
        lu_solve(&plan, &f, b);
        CHECK_LE(residual(&p, b, p.b), 1e-9);
        for (int k = 0; k < p.first[p.n]; k++) p.value[k] *= 3;
    }
    lu_free(&f, &a);
    lu_plan_free(&plan, &a);
    CHECK_EQ_INT((int)a.bytes, 0);
}

/* A ring of n unknowns: row i has columns i and i + 1, and no other. */
static void ring(struct problem *p, int n, double last)
{
    int k = 0;
    p->n = n;
    for (int j = 0; j < n; j++) {
        int above = (j + n - 1) % n;
        p->first[j] = k;
        p->row[k] = above < j ? above : j;
        p->value[k++] = above < j ? -1 : 1;
        p->row[k] = above < j ? j : above;
        p->value[k++] = above < j ? 1 : last;
    }
    p->first[n] = k;
}

static void check_ring(int n)
{
    struct problem p;
    struct alloc a;
    struct lu_plan plan;
    struct lu f = {0};
    double b[MOST] = {0};
    alloc_init(&a, NULL, NULL);
    ring(&p, n, -0.5); /* x_i - x_(i+1) = 0, x_n - x_1/2 = 1: all are 2 */
    CHECK(lu_plan_init(&plan, n, p.first, p.row, &a));
    CHECK(lu_factor(&plan, &f, p.value, &a));
    b[n - 1] = 1;
    lu_solve(&plan, &f, b);
    for (int k = 0; k < n; k++) CHECK_CLOSE(b[k], 2, 1e-13);
    ring(&p, n, -1); /* nothing says how large they are */
    CHECK(!lu_factor(&plan, &f, p.value, &a));
    CHECK(f.bad >= 0 && f.bad < n);
    p.value[0] = NAN;
    CHECK(!lu_factor(&plan, &f, p.value, &a));
    lu_free(&f, &a);
    lu_plan_free(&plan, &a);
}

TEST(singular_matrices_are_found)
{
    check_ring(5);
    check_ring(50);
}

TEST(units_of_an_equation_do_not_decide_its_pivot)
{
    /* 1e-20 x + y = 1, x + y = 2; the first equation in a unit in which it looks large */
    static const int32_t first[] = {0, 2, 4}, row[] = {0, 1, 0, 1};
    static const double value[] = {1, 1, 1e20, 1};
    struct alloc a;
    struct lu_plan plan;
    struct lu f = {0};
    double b[] = {1e20, 2};
    alloc_init(&a, NULL, NULL);
    CHECK(lu_plan_init(&plan, 2, first, row, &a));
    CHECK(lu_factor(&plan, &f, value, &a));
    lu_solve(&plan, &f, b);
    CHECK_CLOSE(b[0], 1, 1e-14);
    CHECK_CLOSE(b[1], 1, 1e-14);
    lu_free(&f, &a);
    lu_plan_free(&plan, &a);
}

TEST(failing_memory_is_reported_and_nothing_is_lost)
{
    struct problem p;
    struct rng seed = {1};
    bool good = false;
    int n = 0;
    problem_init(&p, &seed, 40, 3);
    for (; !good; n++) {
        struct memory mem = {.left = n};
        struct alloc a;
        struct lu_plan plan;
        struct lu f = {0};
        alloc_init(&a, limited, &mem);
        good = lu_plan_init(&plan, p.n, p.first, p.row, &a);
        if (good) good = lu_factor(&plan, &f, p.value, &a);
        CHECK(good || f.bad <= 0);
        lu_free(&f, &a);
        lu_plan_free(&plan, &a);
        CHECK_EQ_INT(mem.live, 0);
    }
    CHECK(n > 50);
}

TEST_MAIN()
