/* SPDX-License-Identifier: MIT */
/* test_utf8.c - characters in UTF-8. */
#include "base/utf8.h"
#include "testing.h"
#include <string.h>

TEST(utf8_is_checked)
{
    static const struct {
        const char *text;
        int length;
    } cases[] = {{"a", 1},
                 {"\xc3\xa4", 2},
                 {"\xc3", 0},
                 {"\xe2\x82\xac", 3},
                 {"\xe2\x82", 0},
                 {"\xf0\x9f\x98\x80", 4},
                 {"\x80", 0},
                 {"\xc0\x80", 0},
                 {"\xe0\x80\x80", 0},
                 {"\xed\xa0\x80", 0},
                 {"\xf4\x90\x80\x80", 0},
                 {"\xff", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        CHECK_EQ_INT(utf8_length(cases[k].text, strlen(cases[k].text)), cases[k].length);
}

TEST(utf8_put_writes_what_length_accepts)
{
    static const unsigned codes[] = {1,      0x7f,   0x80,   0x7ff,   0x800,
                                     0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};
    static const int lengths[] = {1, 1, 2, 2, 3, 3, 3, 3, 4, 4};
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) {
        char text[5] = "";
        CHECK_EQ_INT((int)(utf8_put(text, codes[k]) - text), lengths[k]);
        CHECK_EQ_INT(utf8_length(text, 4), lengths[k]);
        CHECK_EQ_INT(utf8_count(text, (size_t)lengths[k]), 1);
    }
    char euro[4] = "";
    utf8_put(euro, 0x20ac);
    CHECK(strcmp(euro, "\xe2\x82\xac") == 0);
    CHECK_EQ_INT(utf8_count("a\xc3\xa4\xe2\x82\xac", 6), 3);
}

TEST_MAIN()
