/* SPDX-License-Identifier: MIT */
/* test_alloc.c - alignment, zeroing, counting and failure of arrays.
 *
 * `awkward` is a realloc that moves every block, at another remainder modulo 64 each time, fills
 * new memory with rubbish, and refuses when its budget is used up. */
#include "testing.h"

#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct awkward {
    long live, calls, budget; /* blocks, successful requests, requests that may still succeed */
};

struct prefix {
    size_t bytes, shift;
};

static struct prefix prefix_of(const void *p)
{
    struct prefix f;
    memcpy(&f, (const char *)p - sizeof f, sizeof f);
    return f;
}

static void *awkward_new(struct awkward *w, size_t n)
{
    struct prefix f = {n, sizeof f + (size_t)(w->calls++ % 5) * 16};
    char *block = malloc(f.shift + n);
    if (!block) abort();
    memset(block, 0xA5, f.shift + n);
    memcpy(block + f.shift - sizeof f, &f, sizeof f);
    w->live++;
    w->budget--;
    return block + f.shift;
}

static void awkward_free(struct awkward *w, void *p)
{
    if (!p) return;
    free((char *)p - prefix_of(p).shift);
    w->live--;
}

static void *awkward_realloc(void *user, void *p, size_t n)
{
    struct awkward *w = user;
    if (n > 0 && w->budget == 0) return NULL;
    void *fresh = n > 0 ? awkward_new(w, n) : NULL;
    if (fresh && p) memcpy(fresh, p, n < prefix_of(p).bytes ? n : prefix_of(p).bytes);
    awkward_free(w, p);
    return fresh;
}

static struct alloc awkward_alloc(struct awkward *w)
{
    struct alloc a;
    *w = (struct awkward){.budget = -1}; /* no limit */
    alloc_init(&a, awkward_realloc, w);
    return a;
}

static int all_are(const unsigned char *p, size_t n, unsigned char value)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != value) return 0;
    return 1;
}

TEST(arrays_are_aligned_zeroed_and_counted)
{
    struct awkward w;
    struct alloc a = awkward_alloc(&w);
    unsigned char *p[100];
    size_t sum = 0;
    for (size_t n = 0; n < 100; n++) {
        p[n] = alloc_array(&a, n, 3);
        CHECK(p[n] != NULL);
        CHECK_EQ_INT((uintptr_t)p[n] % 64, 0);
        CHECK(all_are(p[n], 3 * n, 0));
        memset(p[n], (int)n, 3 * n);
        CHECK_EQ_INT(a.bytes, sum += 3 * n);
    }
    for (size_t n = 0; n < 100; n++) {
        CHECK(all_are(p[n], 3 * n, (unsigned char)n)); /* they do not overlap */
        alloc_free(&a, p[n]);
        CHECK_EQ_INT(a.bytes, sum -= 3 * n);
    }
    CHECK_EQ_INT(w.live, 0);
}

TEST(resize_keeps_contents_while_the_block_moves)
{
    static const size_t sizes[] = {1, 2, 64, 65, 1000, 999, 17, 16, 0, 5, 300};
    struct awkward w;
    struct alloc a = awkward_alloc(&w);
    uint32_t *p = NULL;
    size_t before = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        size_t n = sizes[k];
        p = alloc_resize(&a, p, n, sizeof *p);
        CHECK(p != NULL);
        CHECK_EQ_INT((uintptr_t)p % 64, 0);
        CHECK_EQ_INT(a.bytes, n * sizeof *p);
        for (size_t i = 0; i < n && i < before; i++) CHECK_EQ_INT(p[i], i * i);
        for (size_t i = before; i < n; i++) p[i] = (uint32_t)(i * i);
        before = n;
    }
    alloc_free(&a, p);
    CHECK_EQ_INT(a.bytes, 0);
    CHECK_EQ_INT(w.live, 0);
}

TEST(a_failed_resize_leaves_the_array_alone)
{
    struct awkward w;
    struct alloc a = awkward_alloc(&w);
    unsigned char *p = alloc_array(&a, 10, 1);
    memset(p, 7, 10);
    w.budget = 0;
    CHECK(alloc_resize(&a, p, 20, 1) == NULL);
    CHECK(alloc_resize(&a, p, SIZE_MAX, 1) == NULL);
    CHECK(alloc_array(&a, 1, 1) == NULL);
    CHECK(all_are(p, 10, 7));
    CHECK_EQ_INT(a.bytes, 10);
    alloc_free(&a, p);
    CHECK_EQ_INT(a.bytes, 0);
    CHECK_EQ_INT(w.live, 0);
}

TEST(sizes_that_overflow_are_refused_before_the_function_is_called)
{
    struct awkward w;
    struct alloc a = awkward_alloc(&w);
    CHECK(alloc_array(&a, SIZE_MAX, 1) == NULL);
    CHECK(alloc_array(&a, 1, SIZE_MAX) == NULL);
    CHECK(alloc_array(&a, SIZE_MAX / 2 + 1, 2) == NULL);
    CHECK(alloc_array(&a, SIZE_MAX - 100, 1) == NULL);
    CHECK(alloc_array(&a, SIZE_MAX / 8, 8) == NULL);
    CHECK(alloc_resize(&a, NULL, SIZE_MAX / 4, 8) == NULL);
    CHECK_EQ_INT(w.calls, 0);
    CHECK_EQ_INT(a.bytes, 0);
}

TEST(without_a_function_it_is_realloc_and_free)
{
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    double *p = alloc_array(&a, 1000, sizeof *p);
    CHECK(p != NULL && p[999] == 0);
    p[999] = 1.5;
    p = alloc_resize(&a, p, 1000000, sizeof *p);
    CHECK(p != NULL && p[999] == 1.5);
    CHECK_EQ_INT((uintptr_t)p % 64, 0);
    alloc_free(&a, p);
    alloc_free(&a, NULL);
    CHECK_EQ_INT(a.bytes, 0);
}

TEST(growing_keeps_contents_and_seldom_moves)
{
    struct alloc a;
    int *list = NULL, moves = 0;
    size_t room = 0;
    alloc_init(&a, NULL, NULL);
    for (int n = 0; n < 1000; n++) {
        size_t before = room;
        CHECK(alloc_grow(&a, (void **)&list, &room, (size_t)n + 1, sizeof *list));
        moves += room != before;
        list[n] = n;
    }
    for (int n = 0; n < 1000; n++) CHECK_EQ_INT(list[n], n);
    CHECK(moves < 16);
    alloc_free(&a, list);
    CHECK_EQ_INT((int)a.bytes, 0);
}

TEST_MAIN()
