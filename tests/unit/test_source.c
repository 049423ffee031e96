/* SPDX-License-Identifier: MIT */
/* test_source.c - lines and columns, and messages as people see them. */
#include "lang_test.h"

#include "base/utf8.h"

#include "testing.h"

static void check_line(struct compilation *c, int32_t file, uint32_t pos, uint32_t line,
                       uint32_t col)
{
    uint32_t l, k;
    place_line(&c->m, (struct place){file, pos, 1}, &l, &k);
    if (l != line || k != col) FAIL("byte %u is at %u:%u, not %u:%u", pos, l, k, line, col);
}

TEST(columns_count_characters)
{
    struct compilation c;
    compile_open(&c);
    int32_t file = compile_add(&c, "a.mo",
                               "a\xc3\xa4"
                               "b\n\tc\n\nd\xff"
                               "e");
    check_line(&c, file, 0, 1, 1);
    check_line(&c, file, 1, 1, 2);
    check_line(&c, file, 3, 1, 3);
    check_line(&c, file, 5, 2, 1);
    check_line(&c, file, 6, 2, 2);
    check_line(&c, file, 8, 3, 1);
    check_line(&c, file, 9, 4, 1);
    check_line(&c, file, 11, 4, 3);
    check_line(&c, file, 1000, 4, 4);
    check_line(&c, 0, 5, 0, 0);
    check_line(&c, 99, 5, 0, 0);
    compile_close(&c);
}

/* Against counting from the beginning, in texts longer than the distance of two marks. */
PROP(lines_and_columns_are_counted, 300)
{
    static const char *const pieces[] = {
        "a", "\n", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff", "\xc3"};
    struct compilation c;
    char text[4000] = "";
    uint32_t line = 1, col = 1, size;
    compile_open(&c);
    for (size_t n = 0; n < 3900; n = strlen(text)) {
        int most = rng_int(g, 1, 300);
        for (int k = 0; k < most && n + 5 < 3990; k++) n += strlen(strcat(text + n, "x"));
        strcat(text, pieces[rng_int(g, 0, 6)]);
    }
    size = (uint32_t)strlen(text);
    int32_t file = source_add(&c.m, "a.mo", text, size);
    for (uint32_t pos = 0; pos < size;) {
        int n = utf8_length(text + pos, size - pos);
        check_line(&c, file, pos, line, col);
        col++;
        if (text[pos] == '\n') line++, col = 1;
        pos += n ? (uint32_t)n : 1;
    }
    compile_close(&c);
}

static void check_text(struct compilation *c, const char *wanted)
{
    const char *text = compile_text(c);
    if (strcmp(text, wanted) != 0) FAIL("got\n%s\nnot\n%s", text, wanted);
}

TEST(message_with_carets_and_hint)
{
    struct compilation c;
    compile_open(&c);
    int32_t file = compile_add(&c, "name.mo", "model M\n  der(v) = -g + dragg*v;\nend M;\n");
    error_at(&c.m, (struct place){file, 24, 5}, "unknown name '%s'", "dragg");
    hint_last(&c.m, "did you mean '%s'?", "drag");
    hint_last(&c.m, "or else");
    messages_print(c.out, &c.m);
    check_text(&c, "name.mo:2:17: error: unknown name 'dragg'\n"
                   "    2 |   der(v) = -g + dragg*v;\n"
                   "      |                 ^^^^^\n"
                   "      = hint: did you mean 'drag'?\n"
                   "      = hint: or else\n");
    compile_close(&c);
}

TEST(messages_are_ordered_by_place)
{
    struct compilation c;
    compile_open(&c);
    int32_t a = compile_add(&c, "a.mo", "xyz"), b = compile_add(&c, "b.mo", "uvw");
    warning_at(&c.m, (struct place){b, 0, 1}, "four");
    error_at(&c.m, (struct place){a, 2, 1}, "three");
    error_at(&c.m, (struct place){a, 0, 2}, "two");
    error_at(&c.m, (struct place){0, 0, 0}, "one");
    messages_print(c.out, &c.m);
    check_text(&c, "error: one\n"
                   "a.mo:1:1: error: two\n    1 | xyz\n      | ^^\n"
                   "a.mo:1:3: error: three\n    1 | xyz\n      |   ^\n"
                   "b.mo:1:1: warning: four\n    1 | uvw\n      | ^\n");
    CHECK_EQ_INT(c.m.errors, 3);
    CHECK_EQ_INT(c.m.warnings, 1);
    compile_close(&c);
}

TEST(odd_characters_do_not_move_carets)
{
    struct compilation c;
    compile_open(&c);
    int32_t file = compile_add(&c, "a.mo",
                               "\xef\xbb\xbf\ta\x01\xff\xc3\xa4"
                               "b\r\nnext");
    error_at(&c.m, (struct place){file, 9, 100}, "several lines");
    error_at(&c.m, (struct place){file, 10, 1}, "at the end of a line");
    messages_print(c.out, &c.m);
    check_text(&c, "a.mo:1:6: error: several lines\n    1 |  a??\xc3\xa4"
                   "b\n      |      ^\n"
                   "a.mo:1:7: error: at the end of a line\n    1 |  a??\xc3\xa4"
                   "b\n      |       ^\n");
    compile_close(&c);
}

TEST(long_lines_are_cut)
{
    struct compilation c;
    char text[401];
    compile_open(&c);
    for (int k = 0; k < 400; k++) text[k] = (char)('a' + k % 26);
    text[400] = 0;
    int32_t file = compile_add(&c, "a.mo", text);
    error_at(&c.m, (struct place){file, 200, 300}, "middle");
    messages_print(c.out, &c.m);
    const char *shown = compile_text(&c), *carets = strstr(shown, "\n      | ");
    CHECK(strstr(shown, " | ...") && strstr(shown, "...\n") && carets);
    CHECK(strchr(carets, '^') - carets - 9 == 3 + 50);
    const char *line = strstr(shown, "| ...");
    CHECK(line[2 + 3 + 50] == text[200]);
    compile_close(&c);
}

TEST(repeated_messages_are_dropped_and_many_are_counted)
{
    struct compilation c;
    compile_open(&c);
    int32_t file = compile_add(&c, "a.mo", "x");
    error_at(&c.m, (struct place){file, 0, 1}, "once");
    error_at(&c.m, (struct place){file, 0, 1}, "once");
    hint_last(&c.m, "for the dropped one");
    CHECK(c.m.list.n == 1 && c.m.errors == 1 && !c.m.list.at[0].hint);
    for (int k = 0; k < 300; k++) error_at(&c.m, (struct place){file, 0, 1}, "number %d", k);
    CHECK_EQ_INT(c.m.errors, 301);
    CHECK_EQ_INT(c.m.list.n, 100);
    messages_print(c.out, &c.m);
    CHECK(strstr(compile_text(&c), "... and 201 more errors\n"));
    compile_close(&c);
}

TEST(places_join)
{
    struct place j = place_join((struct place){1, 5, 2}, (struct place){1, 9, 3});
    CHECK(j.file == 1 && j.pos == 5 && j.len == 7);
    j = place_join((struct place){1, 5, 2}, (struct place){2, 9, 3});
    CHECK(j.file == 1 && j.pos == 5 && j.len == 2);
}

TEST_MAIN()
