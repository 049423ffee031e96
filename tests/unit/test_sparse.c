/* SPDX-License-Identifier: MIT */
/* test_sparse.c - sparse LU against elimination in a full matrix, on patterns of every kind:
 * nothing, chains, trees, stars, rings, grids, full ones, random ones. */
#include "num/sparse.h"

#include "failing.h"
#include "testing.h"

#include <complex.h>

enum { MOST = 40 };
typedef double complex number;

struct problem {
    int n, edges;
    char near[MOST][MOST]; /* symmetric, without diagonal */
    number M[MOST][MOST];
    struct csr csr;
    struct sparse lu;
};

static struct alloc *plain(struct alloc *a)
{
    alloc_init(a, NULL, NULL);
    return a;
}

/* ---- Patterns -------------------------------------------------------------------------------- */

enum kind { ALONE, CHAIN, TREE, STAR, RING, GRID, FULL, ANY, KINDS };

static void edge(struct problem *p, int i, int j)
{
    if (i == j || p->near[i][j]) return;
    p->near[i][j] = p->near[j][i] = 1;
    p->edges++;
}

static void edges_of(struct problem *p, struct rng *g, enum kind kind, int i)
{
    int width = (int)sqrt(p->n), density = rng_int(g, 2, 10);
    if (kind == CHAIN || kind == RING) edge(p, i, i - 1);
    if (kind == RING && i == p->n - 1) edge(p, i, 0);
    if (kind == TREE) edge(p, i, rng_int(g, 0, i - 1));
    if (kind == STAR) edge(p, i, 0);
    if (kind == GRID && i % width) edge(p, i, i - 1);
    if (kind == GRID && i >= width) edge(p, i, i - width);
    for (int j = 0; j < i; j++)
        if (kind == FULL || (kind == ANY && rng_int(g, 0, density) == 0)) edge(p, i, j);
}

static void build_csr(struct problem *p, struct alloc *a)
{
    struct csr_builder b;
    CHECK_EQ_INT(csr_begin(&b, &p->csr, p->n, a), 0);
    for (int i = 0; i < p->n; i++) {
        for (int j = 0; j < p->n; j++)
            if (p->near[i][j]) CHECK_EQ_INT(csr_add(&b, j), 0);
        CHECK_EQ_INT(csr_row(&b), 0);
    }
    CHECK_EQ_INT(csr_end(&b), 0);
}

static void shuffle(struct rng *g, int n, int *to)
{
    for (int i = 0; i < n; i++) to[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = rng_int(g, 0, i), swap = to[i];
        to[i] = to[j];
        to[j] = swap;
    }
}

/* The pattern, with its rows in any order, and its factors' places. */
static void problem_init(struct problem *p, struct rng *g, enum kind kind, int n, struct alloc *a)
{
    static struct problem tidy;
    int to[MOST];
    memset(&tidy, 0, sizeof tidy);
    memset(p, 0, sizeof *p);
    tidy.n = p->n = n;
    for (int i = 1; i < n; i++) edges_of(&tidy, g, kind, i);
    shuffle(g, n, to);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (tidy.near[i][j]) edge(p, to[i], to[j]);
    CHECK_EQ_INT(p->edges, tidy.edges);
    build_csr(p, a);
    CHECK_EQ_INT(sparse_init(&p->lu, &p->csr, p->csr.n % 2, a), 0);
}

static void problem_free(struct problem *p, struct alloc *a)
{
    csr_free(&p->csr, a);
    sparse_free(&p->lu, a);
    CHECK_EQ_INT(a->bytes, 0);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* M = z I - hA with A dominated by its negative diagonal, or skew: no pivot vanishes. Some places
 * of the pattern stay 0. */
static void random_matrix(struct problem *p, struct rng *g, int skew)
{
    number z = 2 + sqrt(2) * I;
    double h = rng_log(g, 1e-6, 1e6);
    for (int i = 0; i < p->n; i++) {
        double sum = 0;
        for (int j = 0; j < p->n; j++) {
            double a = p->near[i][j] && rng_int(g, 0, 9) ? rng_uniform(g, -1, 1) : 0;
            if (skew && j >= i) continue;
            p->M[i][j] = -h * a;
            if (skew) p->M[j][i] = h * a;
            sum += fabs(a);
        }
        p->M[i][i] = skew ? z : z + h * sum * rng_uniform(g, 1, 2);
    }
}

static void put_values(struct problem *p)
{
    double *value = p->lu.value;
    memset(value, 0, 2 * (size_t)p->lu.values * sizeof *value);
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++) {
            int32_t at = i == j || p->near[i][j] ? sparse_at(&p->lu, i, j) : -1;
            if (at < 0) continue;
            value[2 * at] = creal(p->M[i][j]);
            value[2 * at + 1] = cimag(p->M[i][j]);
        }
}

/* v := M^-1 v, with pivots. */
static void dense_solve(const struct problem *p, number *v)
{
    static number A[MOST][MOST];
    int n = p->n;
    memcpy(A, p->M, sizeof A);
    for (int k = 0; k < n; k++) {
        int best = k;
        number swap;
        for (int i = k; i < n; i++)
            if (cabs(A[i][k]) > cabs(A[best][k])) best = i;
        for (int j = 0; j < n; j++) swap = A[k][j], A[k][j] = A[best][j], A[best][j] = swap;
        swap = v[k], v[k] = v[best], v[best] = swap;
        for (int i = k + 1; i < n; i++) {
            number f = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) A[i][j] -= f * A[k][j];
            v[i] -= f * v[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) v[i] -= A[i][j] * v[j];
        v[i] /= A[i][i];
    }
}

static double norm(const number *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, cabs(v[i]));
    return most;
}

/* b - M v, as a part of what is added up in M v. */
static double residual(const struct problem *p, const number *v, const number *b)
{
    double most = 0, size = 0;
    for (int i = 0; i < p->n; i++) {
        number r = b[i];
        double sum = cabs(b[i]);
        for (int j = 0; j < p->n; j++) {
            r -= p->M[i][j] * v[j];
            sum += cabs(p->M[i][j] * v[j]);
        }
        most = fmax(most, cabs(r));
        size = fmax(size, sum);
    }
    return size > 0 ? most / size : most;
}

/* With a skew A every pivot has a real part of at least 2, also after others: what is eliminated
 * grows to at most |M|^2/2, and rounding with it. */
static void solve_and_compare(struct problem *p, struct rng *g, int skew)
{
    number b[MOST], v[MOST], right[MOST], work[MOST];
    double growth = 0;
    random_matrix(p, g, skew);
    for (int i = 0; skew && i < p->n; i++) growth = fmax(growth, norm(p->M[i], p->n) / 2);
    put_values(p);
    CHECK(sparse_factor(&p->lu));
    for (int again = 0; again < 2; again++) { /* factors are there to be used again */
        for (int i = 0; i < p->n; i++)
            b[i] = v[i] = right[i] = rng_uniform(g, -1, 1) + rng_uniform(g, -1, 1) * I;
        sparse_solve(&p->lu, (double *)v, (double *)work);
        CHECK_LE(residual(p, v, b), 1e-14 * (1 + p->n * growth));
        if (skew) continue; /* badly conditioned: only the residual is small */
        dense_solve(p, right);
        for (int i = 0; i < p->n; i++) CHECK_LE(cabs(v[i] - right[i]), 1e-10 * norm(right, p->n));
    }
}

PROP(solutions_equal_those_of_full_elimination, 600)
{
    static struct problem p;
    struct alloc a;
    problem_init(&p, g, (enum kind)rng_int(g, 0, KINDS - 1), rng_int(g, 1, MOST), plain(&a));
    solve_and_compare(&p, g, 0);
    solve_and_compare(&p, g, 1); /* the same places with other numbers */
    problem_free(&p, &a);
}

/* A real matrix gives what the same matrix gives as a complex one. */
PROP(real_numbers_are_complex_ones_that_lie_on_a_line, 300)
{
    static struct problem p;
    static double real[MOST * MOST];
    number v[MOST], work[MOST];
    double x[MOST], room[MOST];
    struct alloc a;
    problem_init(&p, g, (enum kind)rng_int(g, 0, KINDS - 1), rng_int(g, 1, MOST), plain(&a));
    random_matrix(&p, g, 0);
    for (int i = 0; i < p.n; i++)
        for (int j = 0; j < p.n; j++) p.M[i][j] = creal(p.M[i][j]);
    put_values(&p);
    for (int k = 0; k < p.lu.values; k++) real[k] = p.lu.value[2 * k];
    for (int i = 0; i < p.n; i++) v[i] = x[i] = rng_uniform(g, -1, 1);
    CHECK_EQ_INT(sparse_factor_real(&p.lu, real), sparse_factor(&p.lu));
    sparse_solve_real(&p.lu, real, x, room);
    sparse_solve(&p.lu, (double *)v, (double *)work);
    for (int i = 0; i < p.n; i++) CHECK_LE(fabs(x[i] - creal(v[i])), 1e-10 * norm(v, p.n));
    problem_free(&p, &a);
}

/* ---- Places ---------------------------------------------------------------------------------- */

PROP(every_entry_has_a_place_of_its_own, 200)
{
    static struct problem p;
    struct alloc a;
    char taken[MOST * MOST] = {0};
    problem_init(&p, g, (enum kind)rng_int(g, 0, KINDS - 1), rng_int(g, 1, MOST), plain(&a));
    CHECK_LE(p.lu.values, p.n * p.n);
    for (int i = 0; i < p.n; i++) {
        CHECK_EQ_INT(p.lu.place[p.lu.order[i]], i);
        for (int j = 0; j < p.n; j++) {
            int32_t at = i == j || p.near[i][j] ? sparse_at(&p.lu, i, j) : -1;
            if (at < 0) continue;
            CHECK(at < p.lu.values && (at < p.n) == (i == j));
            CHECK(!taken[at]);
            taken[at] = 1;
        }
    }
    problem_free(&p, &a);
}

PROP(trees_do_not_fill, 200)
{
    static struct problem p;
    struct alloc a;
    problem_init(&p, g, (enum kind)rng_int(g, ALONE, STAR), rng_int(g, 1, MOST), plain(&a));
    CHECK_EQ_INT(p.lu.values, p.n + 2 * p.edges);
    problem_free(&p, &a);
}

/* Each vertex of a ring but the last three fills one place; all of a full one are there anyway. */
PROP(rings_and_full_patterns_fill_as_they_must, 100)
{
    static struct problem p;
    struct alloc a;
    int n = rng_int(g, 3, MOST);
    problem_init(&p, g, RING, n, plain(&a));
    CHECK_EQ_INT(p.lu.values, n + 2 * (n + n - 3));
    problem_free(&p, &a);
    problem_init(&p, g, FULL, n, plain(&a));
    CHECK_EQ_INT(p.lu.values, n * n);
    problem_free(&p, &a);
}

/* A square grid of m rows by bands needs about 2 m^3 places. */
static int32_t grid_places(struct rng *g, int m, struct alloc *a)
{
    struct csr csr;
    struct csr_builder b;
    struct sparse lu;
    int *to = calloc((size_t)(m * m), sizeof *to), *from = calloc((size_t)(m * m), sizeof *from);
    int32_t values;
    CHECK(to && from);
    shuffle(g, m * m, to);
    for (int k = 0; k < m * m; k++) from[to[k]] = k;
    CHECK_EQ_INT(csr_begin(&b, &csr, m * m, a), 0);
    for (int i = 0; i < m * m; i++) {
        int k = from[i], bad = 0;
        if (k % m) bad |= csr_add(&b, to[k - 1]);
        if ((k + 1) % m) bad |= csr_add(&b, to[k + 1]);
        if (k >= m) bad |= csr_add(&b, to[k - m]);
        if (k + m < m * m) bad |= csr_add(&b, to[k + m]);
        CHECK_EQ_INT(bad | csr_row(&b), 0);
    }
    CHECK_EQ_INT(csr_end(&b), 0);
    CHECK_EQ_INT(sparse_init(&lu, &csr, false, a), 0);
    values = lu.values;
    sparse_free(&lu, a);
    csr_free(&csr, a);
    free(to);
    free(from);
    return values;
}

TEST(grids_fill_much_less_than_bands)
{
    struct alloc a;
    CHECK_LE(grid_places(g, 30, plain(&a)), 0.5 * 2 * 30 * 30 * 30);
    CHECK_EQ_INT(a.bytes, 0);
}

/* ---- Known systems, and none ----------------------------------------------------------------- */

/* All of n places, with a matrix from the caller. */
static bool factor_full(struct problem *p, struct rng *g, int n, const number *M, struct alloc *a)
{
    problem_init(p, g, FULL, n, plain(a));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) p->M[i][j] = M[n * i + j];
    put_values(p);
    return sparse_factor(&p->lu);
}

/* (1 + i) x + 2 y = 3 + 5i, i x + 4 y = 6 + 5i: x = 1 + 2i, y = 2 + i. */
TEST(two_equations)
{
    static struct problem p;
    struct alloc a;
    const number M[] = {1 + I, 2, I, 4}, x = 1 + 2 * I, y = 2 + I;
    number v[] = {M[0] * x + M[1] * y, M[2] * x + M[3] * y}, work[2];
    CHECK(factor_full(&p, g, 2, M, &a));
    CHECK(v[0] == 3 + 5 * I && v[1] == 6 + 5 * I);
    sparse_solve(&p.lu, (double *)v, (double *)work);
    CHECK_LE(cabs(v[0] - x) + cabs(v[1] - y), 1e-15);
    problem_free(&p, &a);
}

TEST(no_equation)
{
    static struct problem p;
    struct alloc a;
    problem_init(&p, g, ALONE, 0, plain(&a));
    CHECK(sparse_factor(&p.lu));
    sparse_solve(&p.lu, NULL, NULL);
    problem_free(&p, &a);
}

static void no_factors(struct rng *g, int n, const number *M)
{
    static struct problem p;
    struct alloc a;
    CHECK(!factor_full(&p, g, n, M, &a));
    problem_free(&p, &a);
}

TEST(a_pivot_that_vanishes_is_reported)
{
    const number nothing[] = {0}, same[] = {1, 2, 2, 4}, crossed[] = {0, 1, 1, 0};
    const number huge[] = {INFINITY}, nan_below[] = {1, 0, 0, NAN},
                 later[] = {1, 1, 0, 1, 2, 1, 0, 1, 1};
    no_factors(g, 1, nothing);
    no_factors(g, 2, same);
    no_factors(g, 2, crossed); /* regular, but only with rows exchanged */
    no_factors(g, 1, huge);
    no_factors(g, 2, nan_below);
    no_factors(g, 3, later);
}

TEST(failing_memory_is_reported_and_nothing_is_lost)
{
    static struct problem p;
    struct alloc a;
    int n = 0, bad = -1;
    problem_init(&p, g, GRID, 36, plain(&a));
    for (; bad; n++) {
        struct memory mem = {.left = n};
        struct alloc short_one;
        struct sparse lu;
        alloc_init(&short_one, limited, &mem);
        bad = sparse_init(&lu, &p.csr, true, &short_one);
        CHECK(bad == 0 || bad == -1);
        if (bad) {
            CHECK_EQ_INT(mem.live, 0); /* before anything is freed from here */
            CHECK(!lu.value && !lu.order);
        }
        sparse_free(&lu, &short_one);
        CHECK_EQ_INT(mem.live, 0);
        if (!bad) CHECK_EQ_INT(mem.requests, n);
    }
    CHECK(n > 36);
    problem_free(&p, &a);
}

TEST_MAIN()
