/* SPDX-License-Identifier: MIT */
/* test_csr.c - sparse lists against a plain table of yes and no. */
#include "base/csr.h"

#include "testing.h"

enum { MOST = 24 };

/* A random relation; its rows are added in random order and with repetitions. */
struct table {
    int rows, columns;
    char has[MOST][MOST];
};

static void random_table(struct rng *g, struct table *t)
{
    int density = rng_int(g, 0, 4);
    memset(t, 0, sizeof *t);
    t->rows = rng_int(g, 0, MOST);
    t->columns = rng_int(g, 0, MOST);
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->columns; j++) t->has[i][j] = rng_int(g, 0, 3) < density;
}

static void add_row(struct rng *g, struct csr_builder *b, const struct table *t, int i)
{
    int from = t->columns ? rng_int(g, 0, t->columns - 1) : 0;
    for (int k = 0; k < t->columns; k++) {
        int j = rng_u64(g) & 1 ? (from + k) % t->columns : (from + t->columns - k) % t->columns;
        for (int again = rng_int(g, 0, 2); again > 0 && t->has[i][j]; again--)
            CHECK_EQ_INT(csr_add(b, j), 0);
    }
    for (int j = 0; j < t->columns; j++)
        if (t->has[i][j]) CHECK_EQ_INT(csr_add(b, j), 0);
}

static void build(struct rng *g, struct csr *c, const struct table *t, struct alloc *a)
{
    struct csr_builder b;
    CHECK_EQ_INT(csr_begin(&b, c, t->rows, a), 0);
    for (int i = 0; i < t->rows; i++) {
        add_row(g, &b, t, i);
        CHECK_EQ_INT(csr_row(&b), 0);
    }
    CHECK_EQ_INT(csr_end(&b), 0);
}

/* Row i of c lists, ascending, the j with has(i, j); across: has(j, i). */
static void compare(const struct csr *c, const struct table *t, int across)
{
    int rows = across ? t->columns : t->rows, columns = across ? t->rows : t->columns;
    CHECK_EQ_INT(c->n, rows);
    for (int i = 0; i < rows; i++) {
        const int32_t *p = csr_first(c, i);
        for (int j = 0; j < columns; j++) {
            int has = across ? t->has[j][i] : t->has[i][j];
            CHECK_EQ_INT(csr_has(c, i, j), has);
            if (has) CHECK(p < csr_last(c, i) && *p++ == j);
        }
        CHECK(p == csr_last(c, i));
        CHECK_EQ_INT(csr_count(c, i), csr_last(c, i) - csr_first(c, i));
        CHECK(!csr_has(c, i, -1) && !csr_has(c, i, columns));
    }
    CHECK_EQ_INT(c->start[0], 0);
}

PROP(rows_and_their_inverse_equal_the_table, 2000)
{
    struct alloc a;
    struct table t;
    struct csr c, inverse, twice;
    alloc_init(&a, NULL, NULL);
    random_table(g, &t);
    build(g, &c, &t, &a);
    compare(&c, &t, 0);
    CHECK_EQ_INT(csr_transpose(&inverse, &c, t.columns, &a), 0);
    compare(&inverse, &t, 1);
    CHECK_EQ_INT(csr_transpose(&twice, &inverse, t.rows, &a), 0);
    compare(&twice, &t, 0);
    csr_free(&c, &a);
    csr_free(&inverse, &a);
    csr_free(&twice, &a);
    CHECK_EQ_INT(a.bytes, 0);
}

TEST(a_free_csr_can_be_freed_again)
{
    struct alloc a;
    struct csr c = {0};
    alloc_init(&a, NULL, NULL);
    csr_free(&c, &a);
    csr_free(&c, &a);
    CHECK(!c.start && !c.item && c.n == 0);
}

/* Fails from the n-th request on; frees always work. */
static void *failing(void *user, void *p, size_t n)
{
    int *left = user;
    if (n == 0) return free(p), NULL;
    return (*left)-- > 0 ? realloc(p, n) : NULL;
}

static int build_long_row(struct csr *c, struct csr *inverse, struct alloc *a)
{
    struct csr_builder b;
    if (csr_begin(&b, c, 1, a)) return -1;
    for (int32_t j = 0; j < 1000; j++)
        if (csr_add(&b, j)) return -1;
    if (csr_row(&b) || csr_end(&b)) return -1;
    return csr_transpose(inverse, c, 1000, a);
}

TEST(failing_memory_is_reported_and_nothing_is_lost)
{
    int failed = 0;
    for (int n = 0;; n++) {
        struct alloc a;
        struct csr c = {0}, inverse = {0};
        int left = n, result;
        alloc_init(&a, failing, &left);
        result = build_long_row(&c, &inverse, &a);
        if (result == 0) CHECK_EQ_INT(csr_count(&inverse, 999), 1);
        csr_free(&c, &a);
        csr_free(&inverse, &a);
        CHECK_EQ_INT(a.bytes, 0);
        if (result == 0) break;
        failed++;
    }
    CHECK(failed >= 4);
}

TEST_MAIN()
