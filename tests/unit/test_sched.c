/* SPDX-License-Identifier: MIT */
/* test_sched.c - what sched.h promises, one sentence at a time, for each kind; memory failures. */
#include "testing.h"

#include "base/alloc.h"
#include "sched/sched.h"

#include <math.h>
#include <stdlib.h>

enum { KINDS = 3 };
static const enum sched_kind kinds[KINDS] = {SCHED_SCAN, SCHED_HEAP, SCHED_TREE};
static const int32_t sizes[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 63, 64, 65, 512, 513, 1000};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void check_top(struct sched *q, int32_t slot, double t)
{
    double found = NAN;
    CHECK_EQ_INT(sched_top(q, &found), slot);
    CHECK(found == t);
}

TEST(all_slots_start_at_infinity_and_none_is_due)
{
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    for (int k = 0; k < KINDS; k++) {
        for (int s = 0; s < SIZES; s++) {
            struct sched *q = sched_new(&a, sizes[s], kinds[k]);
            CHECK(q != NULL);
            check_top(q, -1, INFINITY);
            for (int32_t i = 0; i < sizes[s]; i++) CHECK(sched_get(q, i) == INFINITY);
            CHECK_EQ_INT(sched_operations(q), 0);
            CHECK_EQ_INT(sched_kind_of(q), kinds[k]);
            sched_free(q);
        }
    }
    CHECK_EQ_INT(a.bytes, 0);
}

TEST(each_slot_can_be_first_and_ties_go_to_the_lowest)
{
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    for (int k = 0; k < KINDS; k++) {
        for (int s = 0; s < SIZES; s++) {
            struct sched *q = sched_new(&a, sizes[s], kinds[k]);
            for (int32_t i = sizes[s] - 1; i >= 0; i--) {
                sched_set(q, i, 2.0);
                check_top(q, i, 2.0);
            }
            for (int32_t i = 0; i < sizes[s]; i++) { /* slots below i are at 3 */
                check_top(q, i, 2.0);
                sched_set(q, i, 3.0);
            }
            for (int32_t i = 0; i < sizes[s]; i++) { /* slots below i are at infinity */
                check_top(q, i, 3.0);
                sched_set(q, i, INFINITY);
            }
            check_top(q, -1, INFINITY);
            sched_free(q);
        }
    }
}

TEST(zeros_of_both_signs_are_a_tie)
{
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    for (int k = 0; k < KINDS; k++) {
        struct sched *q = sched_new(&a, 20, kinds[k]);
        sched_set(q, 3, 0.0);
        sched_set(q, 4, -0.0);
        check_top(q, 3, 0.0);
        sched_set(q, 2, -0.0);
        check_top(q, 2, 0.0);
        sched_set(q, 19, -1.0);
        check_top(q, 19, -1.0);
        sched_free(q);
    }
}

TEST(only_changes_are_counted)
{
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    for (int k = 0; k < KINDS; k++) {
        struct sched *q = sched_new(&a, 100, kinds[k]);
        sched_set(q, 99, INFINITY);
        CHECK_EQ_INT(sched_operations(q), 0);
        sched_set(q, 99, 1.0);
        sched_set(q, 99, 1.0);
        CHECK_EQ_INT(sched_operations(q), 1);
        sched_set(q, 99, INFINITY);
        sched_set(q, 99, INFINITY);
        CHECK_EQ_INT(sched_operations(q), 2);
        sched_free(q);
    }
}

TEST(auto_takes_the_scan_for_few_slots_and_the_tree_for_many)
{
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    struct sched *few = sched_new(&a, 16, SCHED_AUTO), *many = sched_new(&a, 1000, SCHED_AUTO);
    CHECK_EQ_INT(sched_kind_of(few), SCHED_SCAN);
    CHECK_EQ_INT(sched_kind_of(many), SCHED_TREE);
    sched_free(few);
    sched_free(many);
    sched_free(NULL);
    CHECK_EQ_INT(a.bytes, 0);
}

/* A realloc with a budget: the n-th request fails, as do all later ones. */
static void *limited_realloc(void *user, void *p, size_t n)
{
    long *budget = user;
    if (n == 0) {
        free(p);
        return NULL;
    }
    return (*budget)-- > 0 ? realloc(p, n) : NULL;
}

/* Number of requests that sched_new needs; each smaller budget must end in NULL and no leak. */
static long requests_needed(int32_t slots, enum sched_kind kind)
{
    for (long limit = 0;; limit++) {
        long budget = limit;
        struct alloc a;
        alloc_init(&a, limited_realloc, &budget);
        struct sched *q = sched_new(&a, slots, kind);
        if (q && slots > 0) {
            sched_set(q, slots - 1, 1.0);
            check_top(q, slots - 1, 1.0);
        }
        sched_free(q);
        CHECK_EQ_INT(a.bytes, 0);
        if (q) return limit;
    }
}

TEST(every_allocation_may_fail)
{
    for (int s = 0; s < SIZES; s++) {
        CHECK_EQ_INT(requests_needed(sizes[s], SCHED_SCAN), 2);
        CHECK_EQ_INT(requests_needed(sizes[s], SCHED_HEAP), 4);
        CHECK(requests_needed(sizes[s], SCHED_TREE) >= 2);
    }
    CHECK_EQ_INT(requests_needed(1000, SCHED_TREE),
                 8); /* itself, 1000; 125, 16, 2 and their winners */
}

TEST_MAIN()
