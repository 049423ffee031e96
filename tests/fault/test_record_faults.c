/* SPDX-License-Identifier: MIT */
/* test_record_faults.c - records when memory ends: an error, nothing leaked, and what was kept is still there. */
#include "testing.h"

#include "out/plot/record.h"

struct memory {
    int64_t left; /* requests until one fails; negative: never */
    int64_t live;
};

static void *limited(void *user, void *p, size_t n)
{
    struct memory *m = user;
    if (n == 0) {
        m->live -= p != NULL;
        return free(p), NULL;
    }
    if (m->left >= 0 && m->left-- == 0) return NULL;
    m->live += p == NULL;
    return realloc(p, n);
}

enum { N = 3 * RECORD_PIECES };

static double wave(int k)
{
    return k % 5 - 2;
}

/* Feeds N pieces; where one is refused it is given again. Returns how often that was. */
static int feed(struct record *r)
{
    int refused = 0;
    for (int k = 0; k < N; k++) {
        double c[2] = {wave(k), 0.25};
        saltus_status status = record_segment(r, 0, k, c, 1);
        if (status == SALTUS_ENOMEM) {
            refused++;
            status = record_segment(r, 0, k, c, 1);
        }
        CHECK_EQ_INT(status, SALTUS_OK);
    }
    record_end(r, N);
    return refused;
}

static void check_columns(const struct record *r)
{
    size_t n;
    double width;
    const struct record_column *c = record_columns(r, 0, &n, &width);
    CHECK(c);
    CHECK(width >= 5);
    for (size_t j = 0; j < n; j++) CHECK(c[j].lo == -2 && c[j].hi == 2.25);
}

TEST(every_allocation_may_fail)
{
    struct record *r;
    int refused = 1;
    for (int64_t n = 0; refused; n++) {
        struct memory m = {.left = n};
        saltus_status status = record_make(0, N, 1, limited, &m, &r);
        if (status != SALTUS_OK) {
            CHECK_EQ_INT(status, SALTUS_ENOMEM);
            CHECK(!r);
        } else {
            refused = feed(r);
            CHECK(refused <= 1);
            check_columns(r);
            record_free(r);
        }
        CHECK_EQ_INT(m.live, 0);
        CHECK(n < 1000);
    }
}

TEST_MAIN()
