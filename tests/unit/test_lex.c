/* SPDX-License-Identifier: MIT */
/* test_lex.c - names are interned; tokens are what Modelica 3.6 says; slips are read as meant. */
#include "lang_test.h"

#include "testing.h"

/* The dump of a text without its places: "kind text|kind text|...". */
static void check_tokens(const char *text, const char *wanted)
{
    struct compilation c;
    char got[2000] = "";
    compile_open(&c);
    lex_dump(c.out, &c.m, &c.names, compile_add(&c, "a.mo", text));
    char *line = strdup(compile_text(&c)), *rest = line, *end;
    for (; (end = strchr(rest, '\n')) != NULL; rest = end + 1) {
        *end = 0;
        strcat(strcat(got, strchr(rest, ' ') + 1), "|");
    }
    free(line);
    int same = strcmp(got, wanted) == 0;
    compile_close(&c);
    if (!same) FAIL("'%s' is %s", text, got);
}

static int errors_in(const char *text)
{
    struct compilation c;
    compile_open(&c);
    lex_dump(c.out, &c.m, &c.names, compile_add(&c, "a.mo", text));
    int errors = c.m.errors;
    compile_close(&c);
    return errors;
}

static struct token first_token(struct compilation *c, const char *text)
{
    struct lexer lex;
    lex_init(&lex, &c->m, &c->names, compile_add(c, "a.mo", text));
    return lex_next(&lex);
}

/* ---- names ----------------------------------------------------------------------------------- */

TEST(equal_names_are_one_pointer)
{
    struct compilation c;
    static const char *kept[5000];
    compile_open(&c);
    for (int k = 0; k < 5000; k++) {
        char name[20];
        kept[k] = names_intern(&c.names, name, (size_t)sprintf(name, "name%d", k));
    }
    for (int k = 0; k < 5000; k++) {
        char name[20];
        size_t n = (size_t)sprintf(name, "name%d", k);
        CHECK(names_intern(&c.names, name, n) == kept[k] && strcmp(kept[k], name) == 0);
    }
    CHECK(names_intern(&c.names, "ab", 1) == names_intern(&c.names, "ac", 1));
    CHECK(names_intern(&c.names, "model", 5) == first_token(&c, "model").text);
    compile_close(&c);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

TEST(names_and_keywords)
{
    check_tokens("x _y1 model Model end",
                 "name x|name _y1|keyword model|name Model|keyword end|end|");
    check_tokens("'a b' '\\'' 'x'", "name 'a b'|name '\\''|name 'x'|end|");
    check_tokens("", "end|");
    check_tokens("  \t\r\n\f\v", "end|");
}

TEST(every_keyword_is_one)
{
    struct compilation c;
    int keywords = 0;
    compile_open(&c);
    for (int k = 0; k < TOKEN_COUNT; k++) {
        if (!lex_is_keyword((enum token_kind)k)) continue;
        CHECK(first_token(&c, lex_text((enum token_kind)k)).kind == (enum token_kind)k);
        keywords++;
    }
    CHECK_EQ_INT(keywords, 59);
    compile_close(&c);
}

TEST(every_sign_is_read)
{
    struct compilation c;
    compile_open(&c);
    for (int k = TOKEN_LPAREN; k < TOKEN_ALGORITHM; k++)
        CHECK(first_token(&c, lex_text((enum token_kind)k)).kind == (enum token_kind)k);
    compile_close(&c);
    check_tokens("a.*b.+c.^d", "name a|sign .*|name b|sign .+|name c|sign .^|name d|end|");
    check_tokens("<=>=<>==:=", "sign <=|sign >=|sign <>|sign ==|sign :=|end|");
    check_tokens("a.b..c", "name a|sign .|name b|sign .|sign .|name c|end|");
}

TEST(numbers)
{
    check_tokens("1 1. 1.5 1e5 1.5E-3 1.e+2",
                 "integer 1|real 1.|real 1.5|real 1e5|real 1.5E-3|real 1.e+2|end|");
    check_tokens("2.*x", "real 2.|sign *|name x|end|");
    check_tokens("2 .*x", "integer 2|sign .*|name x|end|");
    check_tokens("1-2", "integer 1|sign -|integer 2|end|");
    check_tokens("1else", "integer 1|keyword else|end|");
    CHECK_EQ_INT(errors_in("1 1. 1e5 9223372036854775807 1e308 1e-400"), 0);
    CHECK_EQ_INT(errors_in(".5"), 1);
    CHECK_EQ_INT(errors_in("1e"), 1);
    CHECK_EQ_INT(errors_in("9223372036854775808"), 1);
    CHECK_EQ_INT(errors_in("1e309"), 1);
}

TEST(values_of_numbers)
{
    struct compilation c;
    struct token t;
    compile_open(&c);
    t = first_token(&c, "9223372036854775807");
    CHECK(t.kind == TOKEN_INTEGER && t.integer == INT64_MAX);
    t = first_token(&c, "9223372036854775808");
    CHECK(t.kind == TOKEN_REAL && t.number == 9223372036854775808.0);
    t = first_token(&c, "2.5e-3");
    CHECK(t.kind == TOKEN_REAL && t.number == 2.5e-3 && strcmp(t.text, "2.5e-3") == 0);
    t = first_token(&c, ".5");
    CHECK(t.kind == TOKEN_REAL && t.number == 0.5);
    compile_close(&c);
}

TEST(strings)
{
    struct compilation c;
    compile_open(&c);
    CHECK_EQ_INT(strcmp(first_token(&c, "\"a\\n\\\"\\\\\\t\"").text, "a\n\"\\\t"), 0);
    CHECK_EQ_INT(strcmp(first_token(&c, "\"two\nlines\"").text, "two\nlines"), 0);
    CHECK_EQ_INT(strcmp(first_token(&c, "\"\xc3\xa4\"").text, "\xc3\xa4"), 0);
    CHECK_EQ_INT(strcmp(first_token(&c, "\"\"").text, ""), 0);
    CHECK_EQ_INT(c.m.errors, 0);
    CHECK_EQ_INT(first_token(&c, "\"a\\").kind, TOKEN_BAD);
    CHECK_EQ_INT(first_token(&c, "\"").kind, TOKEN_BAD);
    compile_close(&c);
    CHECK_EQ_INT(errors_in("\"\\d\""), 1);
}

TEST(escapes_of_quoted_names)
{
    struct compilation c;
    compile_open(&c);
    const char *a = first_token(&c, "'a\\?b'").text, *b = first_token(&c, "'a?b'").text;
    CHECK(a == b && first_token(&c, "x").text != first_token(&c, "'x'").text);
    CHECK_EQ_INT(c.m.errors, 0);
    compile_close(&c);
    CHECK_EQ_INT(errors_in("'a\nb'"), 2);
    CHECK_EQ_INT(errors_in("''"), 1);
}

TEST(comments_and_byte_order_mark)
{
    check_tokens("\xef\xbb\xbf"
                 "a // b\nc /* d\n * **/ e",
                 "name a|name c|name e|end|");
    check_tokens("a //", "name a|end|");
    check_tokens("/**/ a /***/", "name a|end|");
    CHECK_EQ_INT(errors_in("// \xff\x01 /* \n/* \xff */"), 0);
    CHECK_EQ_INT(errors_in("a /* b"), 1);
    CHECK_EQ_INT(errors_in("/*/"), 1);
}

/* ---- slips ----------------------------------------------------------------------------------- */

TEST(slips_are_reported_and_read_as_meant)
{
    struct compilation c;
    static const struct {
        const char *text;
        enum token_kind kind;
    } slips[] = {{"&&", TOKEN_AND},
                 {"||", TOKEN_OR},
                 {"!=", TOKEN_NE},
                 {"**", TOKEN_CARET},
                 {"!", TOKEN_NOT},
                 {"+=", TOKEN_ASSIGN},
                 {"\xe2\x88\x92", TOKEN_MINUS}};
    compile_open(&c);
    for (size_t k = 0; k < sizeof slips / sizeof *slips; k++) {
        CHECK(first_token(&c, slips[k].text).kind == slips[k].kind);
        CHECK_EQ_INT(c.m.errors, k + 1);
    }
    compile_close(&c);
    check_tokens("x' = 1", "name x|sign =|integer 1|end|");
    check_tokens("Real'x'", "name Real|name 'x'|end|");
    CHECK_EQ_INT(errors_in("x' = y''"), 2);
}

TEST(invalid_bytes_are_reported_once_per_run)
{
    CHECK_EQ_INT(errors_in("\xff\xfe\x01 a"), 1);
    CHECK_EQ_INT(errors_in("\xff a \xff"), 2);
    CHECK_EQ_INT(errors_in("\"\xff\xff\""), 1);
}

TEST(first_on_its_line)
{
    struct compilation c;
    struct lexer lex;
    compile_open(&c);
    lex_init(&lex, &c.m, &c.names, compile_add(&c, "a.mo", "a b\nc /*\n*/ d // e\nf"));
    static const bool first[] = {true, false, true, true, true};
    for (int k = 0; k < 5; k++) CHECK(lex_next(&lex).first == first[k]);
    compile_close(&c);
}

TEST_MAIN()
