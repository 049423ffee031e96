/* SPDX-License-Identifier: MIT */
/* test_golden_check.c - the messages of the checker for every file of tests/golden/check.
 *
 * NAME.mo is parsed, without errors, and checked; its messages are compared with NAME.err
 * (empty: there are none). BLESS=1 rewrites the .err files.                                     */
#include "lang_test.h"

#include "check/check.h"
#include "golden_files.h"

#define FOLDER TEST_DATA "/../golden/check/"

static void check_file(const char *path, const char *name)
{
    struct compilation c;
    char err[1200];
    size_t n;
    char *text = golden_read(path, &n);
    CHECK(text != NULL);
    compile_open(&c);
    struct ast_file *tree = parse_file(&c.m, &c.names, source_add(&c.m, name, text, (uint32_t)n));
    int good = c.m.errors == 0;
    struct checked *checked = compile_check(&c, tree, NULL, NULL, 0);
    messages_print(c.out, &c.m);
    snprintf(err, sizeof err, "%.*serr", (int)strlen(path) - 2, path);
    if (!good) FAIL("%s belongs to tests/golden/parse:\n%s", name, compile_text(&c));
    golden_compare(err, compile_text(&c));
    if ((checked != NULL) != (c.m.errors == 0)) FAIL("%s: errors and no result do not agree", name);
    compile_close(&c);
    free(text);
}

TEST(messages_are_as_recorded)
{
    CHECK(golden_walk(FOLDER, ".mo", check_file) >= 80);
}

TEST_MAIN()
