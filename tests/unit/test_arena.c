/* SPDX-License-Identifier: MIT */
/* test_arena.c - pieces are zeroed, aligned and apart; limits and failures jump; all is freed. */
#include "base/arena.h"

#include "testing.h"

/* An allocator that counts its blocks and can be made to fail. */
struct counter {
    int live, calls, fail_at;
};

static void *counting(void *user, void *p, size_t n)
{
    struct counter *c = user;
    if (n == 0) return c->live--, free(p), NULL;
    if (++c->calls == c->fail_at) return NULL;
    c->live++;
    p = malloc(n);
    if (p) memset(p, 0xaa, n);
    return p;
}

PROP(pieces_are_zeroed_aligned_and_apart, 200)
{
    struct arena a;
    struct counter c = {0, 0, 0};
    unsigned char *piece[100];
    size_t size[100];
    arena_init(&a, counting, &c, 0);
    if (setjmp(a.fail)) FAIL("jumped");
    for (int k = 0; k < 100; k++) {
        size[k] = (size_t)rng_int(g, 0, rng_int(g, 0, 10) ? 200 : 300000);
        piece[k] = arena_take(&a, size[k]);
        CHECK((uintptr_t)piece[k] % sizeof(max_align_t) % 16 == 0);
        for (size_t i = 0; i < size[k]; i++) CHECK(piece[k][i] == 0);
        memset(piece[k], k + 1, size[k]);
    }
    for (int k = 0; k < 100; k++)
        for (size_t i = 0; i < size[k]; i++) CHECK(piece[k][i] == k + 1);
    arena_free(&a);
    CHECK_EQ_INT(c.live, 0);
}

TEST(limit_is_honoured)
{
    struct arena a;
    struct counter c = {0, 0, 0};
    volatile size_t taken = 0;
    arena_init(&a, counting, &c, 100000);
    if (setjmp(a.fail) == 0)
        for (;;) arena_take(&a, 100), taken += 100;
    CHECK_EQ_INT(a.full, 1);
    CHECK(a.used <= 100000 && taken > 80000);
    arena_free(&a);
    CHECK_EQ_INT(c.live, 0);
}

TEST(a_tiny_limit_and_a_huge_piece)
{
    struct arena a;
    volatile int jumps = 0;
    arena_init(&a, NULL, NULL, 10);
    if (setjmp(a.fail) == 0)
        arena_take(&a, 1);
    else
        jumps = jumps + 1;
    arena_free(&a);
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail) == 0)
        arena_take(&a, SIZE_MAX - 8);
    else
        jumps = jumps + 1;
    CHECK_EQ_INT(a.full, 1);
    arena_free(&a);
    CHECK_EQ_INT(jumps, 2);
}

static void check_failure(int n)
{
    struct arena a;
    struct counter c = {0, 0, n};
    volatile int jumped = 0;
    arena_init(&a, counting, &c, 0);
    if (setjmp(a.fail) == 0)
        for (int k = 0; k < 10000; k++) arena_take(&a, 64);
    else
        jumped = 1;
    CHECK(jumped && a.full == 0);
    arena_free(&a);
    CHECK_EQ_INT(c.live, 0);
}

TEST(every_failing_allocation_jumps)
{
    for (int n = 1; n <= 5; n++) check_failure(n);
}

struct wide {
    char text[40];
};

TEST(vectors_grow_and_keep_their_items)
{
    struct arena a;
    VEC(int32_t) v = {0};
    VEC(struct wide) wide = {0};
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail)) FAIL("jumped");
    for (int32_t k = 0; k < 100000; k++) {
        CHECK(*VEC_ADD(&a, &v, k) == k);
        if (k % 1000 == 0) arena_take(&a, 24);
    }
    for (int32_t k = 0; k < v.n; k++) CHECK(v.at[k] == k);
    CHECK_EQ_INT(v.n, 100000);
    for (int k = 0; k < 100; k++) VEC_ADD(&a, &wide, ((struct wide){{(char)k}}));
    for (int k = 0; k < 100; k++) CHECK(wide.at[k].text[0] == k);
    arena_free(&a);
}

TEST(texts)
{
    struct arena a;
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail)) FAIL("jumped");
    CHECK_EQ_INT(strcmp(arena_text(&a, "abcdef", 3), "abc"), 0);
    CHECK_EQ_INT(strcmp(arena_text(&a, "", 0), ""), 0);
    CHECK_EQ_INT(strcmp(arena_format(&a, "%d-%s", 12, "x"), "12-x"), 0);
    CHECK_EQ_INT(strlen(arena_format(&a, "%10000d", 1)), 10000);
    arena_free(&a);
}

TEST(a_scratch_arena_is_used_again_and_goes_with_its_arena)
{
    struct arena a, *scratch;
    size_t used;
    char *p;
    arena_init(&a, NULL, NULL, 1 << 20);
    if (setjmp(a.fail)) {
        CHECK(a.full);
        arena_free(&a);
        return;
    }
    scratch = arena_scratch(&a);
    CHECK(arena_scratch(&a) == scratch);
    for (int k = 0; k < 100; k++) memset(arena_take(scratch, 1000), 1, 1000);
    arena_clear(scratch);
    used = a.used;
    for (int round = 0; round < 1000; round++) {
        p = arena_take(scratch, 500);
        CHECK(p[0] == 0 && p[499] == 0);
        p[0] = p[499] = 1;
        arena_clear(scratch);
    }
    CHECK(a.used == used);
    for (;;) arena_take(scratch, 10000); /* to the limit of a, and to its fail */
}

TEST_MAIN()
