/* SPDX-License-Identifier: MIT */
/* test_block_loop.c - which states depend on each other, against reachability by Warshall. */
#include "engine/qss/block.h"

#include "failing.h"
#include "testing.h"

enum { MOST = 24 };

/* A run of which only the structure exists. */
struct bare {
    struct sim s;
    struct qss own; /* follows it in memory */
    struct blocks blocks;
};

static void bare_init(struct bare *b, int32_t n)
{
    memset(b, 0, sizeof *b);
    alloc_init(&b->s.alloc, NULL, NULL);
    b->s.net.n = n;
    qss_of(&b->s)->blocks = &b->blocks;
}

static void bare_free(struct bare *b)
{
    csr_free(&b->s.net.feeds, &b->s.alloc);
    alloc_free(&b->s.alloc, b->blocks.loop);
    CHECK_EQ_INT(b->s.alloc.bytes, 0);
}

static void bare_feeds(struct bare *b, char feeds[MOST][MOST])
{
    struct csr_builder c;
    int32_t n = b->s.net.n;
    CHECK_EQ_INT(csr_begin(&c, &b->s.net.feeds, n, &b->s.alloc), 0);
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++)
            if (feeds[i][j]) CHECK_EQ_INT(csr_add(&c, j), 0);
        CHECK_EQ_INT(csr_row(&c), 0);
    }
    CHECK_EQ_INT(csr_end(&c), 0);
}

PROP(loops_are_what_can_be_reached_both_ways, 2000)
{
    static struct bare b;
    char feeds[MOST][MOST] = {{0}}, reach[MOST][MOST];
    int n = rng_int(g, 1, MOST), sparse = rng_int(g, 1, 2 * n);
    bare_init(&b, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) feeds[i][j] = rng_int(g, 0, sparse) == 0;
    bare_feeds(&b, feeds);
    memcpy(reach, feeds, sizeof reach);
    for (int k = 0; k < n; k++) /* Warshall */
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) reach[i][j] |= (char)(reach[i][k] & reach[k][j]);
    CHECK(block_loops(&b.s));
    for (int i = 0; i < n; i++) {
        CHECK(b.blocks.loop[i] >= 0 && b.blocks.loop[i] < n);
        for (int j = 0; j < n; j++)
            CHECK_EQ_INT(b.blocks.loop[i] == b.blocks.loop[j],
                         i == j || (reach[i][j] && reach[j][i]));
    }
    bare_free(&b);
}

/* A path of so many states would be too deep for recursion; its end may lead back. */
static void long_path(int32_t n, int closed)
{
    static struct bare b;
    struct csr_builder c;
    bare_init(&b, n);
    CHECK_EQ_INT(csr_begin(&c, &b.s.net.feeds, n, &b.s.alloc), 0);
    for (int32_t i = 0; i < n; i++) {
        if (closed || i + 1 < n) CHECK_EQ_INT(csr_add(&c, (i + 1) % n), 0);
        CHECK_EQ_INT(csr_row(&c), 0);
    }
    CHECK_EQ_INT(csr_end(&c), 0);
    CHECK(block_loops(&b.s));
    CHECK_EQ_INT(b.blocks.loop[0] == b.blocks.loop[n - 1], closed);
    CHECK_EQ_INT(b.blocks.loop[n / 2] == b.blocks.loop[n / 2 + 1], closed);
    bare_free(&b);
}

TEST(long_loops)
{
    long_path(300000, 0);
    long_path(300000, 1);
}

TEST(loops_without_memory)
{
    for (int k = 0; k < 2; k++) {
        static struct bare b;
        struct memory mem = {.left = k};
        char feeds[MOST][MOST] = {{0}};
        bare_init(&b, 3);
        bare_feeds(&b, feeds);
        b.s.alloc.fn = limited;
        b.s.alloc.user = &mem;
        CHECK(!block_loops(&b.s));
        CHECK(mem.live == 0 && b.blocks.loop == NULL);
        alloc_init(&b.s.alloc, NULL, NULL);
        csr_free(&b.s.net.feeds, &b.s.alloc);
    }
}

TEST_MAIN()
