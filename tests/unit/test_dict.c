/* SPDX-License-Identifier: MIT */
/* test_dict.c - texts and numbers: every key is found with the value it was first added with. */
#include "base/dict.h"
#include "testing.h"
#include <stdio.h>
#include <string.h>

static struct dict_row *row_of(const struct dict *d, int k)
{
    char key[16];
    return dict_find(d, key, (size_t)snprintf(key, sizeof key, "k%d", k));
}

TEST(dict_finds_every_key_while_it_grows)
{
    enum { KEYS = 3000 };
    struct arena a;
    struct dict d = {0};
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail)) FAIL("no memory");
    CHECK(dict_find(&d, "k0", 2) == NULL);
    for (int k = 0; k < KEYS; k++) {
        const char *key = arena_format(&a, "k%d", k);
        CHECK_EQ_INT(dict_add(&a, &d, key, strlen(key), k)->value, k);
        CHECK(row_of(&d, k + 1) == NULL);
    }
    for (int k = 0; k < KEYS; k++) CHECK_EQ_INT(row_of(&d, k)->value, k);
    CHECK_EQ_INT((int)d.n, KEYS);
    CHECK_EQ_INT(dict_add(&a, &d, "k7", 2, -5)->value, 7);
    CHECK_EQ_INT((int)d.n, KEYS);
    arena_free(&a);
}

TEST(dict_compares_as_many_letters_as_it_is_told)
{
    struct arena a;
    struct dict d = {0};
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail)) FAIL("no memory");
    dict_add(&a, &d, "block.port", 5, 1);
    CHECK_EQ_INT(dict_find(&d, "blocks", 5)->value, 1);
    CHECK(dict_find(&d, "block.port", 10) == NULL);
    CHECK_EQ_INT(dict_add(&a, &d, "", 0, 2)->value, 2);
    CHECK_EQ_INT(dict_find(&d, "x", 0)->value, 2);
    arena_free(&a);
}

TEST_MAIN()
