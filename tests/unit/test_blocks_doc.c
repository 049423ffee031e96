/* SPDX-License-Identifier: MIT */
/* test_blocks_doc.c - every block of the library is documented in its table, and tested somewhere. */
#include "base/elementary.h"
#include "diagram/blocks_doc.h"
#include "testing.h"
#include <dirent.h>
#include <stdbool.h>

TEST(every_block_port_and_parameter_has_a_text)
{
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list);
    int bad = 0;
    CHECK(n > 50);
    for (size_t k = 0; k < n; k++) {
        char buf[200];
        const char *missing = blocks_doc_missing(list[k], buf, sizeof buf);
        if (missing) printf("# %s has no %s\n", list[k]->name, missing), bad++;
    }
    CHECK_EQ_INT(bad, 0);
}

TEST(names_are_unique_and_found)
{
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list);
    for (size_t k = 0; k < n; k++) {
        if (saltus_block(list[k]->name) != list[k])
            printf("# two blocks are called %s\n", list[k]->name);
        CHECK(saltus_block(list[k]->name) == list[k]);
    }
    CHECK(saltus_block("no such block") == NULL);
}

TEST(groups_are_known_and_stand_together)
{
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list);
    for (size_t k = 0; k < n; k++) {
        const char *name = blocks_doc_group(list[k]->group);
        if (strcmp(name, list[k]->group) == 0 && strcmp(name, "Delays") != 0)
            printf("# %s: group %s has no name\n", list[k]->name, name);
        CHECK(strcmp(name, list[k]->group) != 0);
        for (size_t j = 0; j + 1 < k; j++)
            if (strcmp(list[j]->group, list[k]->group) == 0)
                CHECK(strcmp(list[k - 1]->group, list[k]->group) == 0);
    }
}

/* ---- Is it mentioned in a test? ---------------------------------------------------------------------- */

static char *tests_text; /* all tests, one after the other */
static size_t tests_size;

static void append_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    long n;
    if (!f) return;
    fseek(f, 0, SEEK_END);
    n = ftell(f);
    rewind(f);
    tests_text = realloc(tests_text, tests_size + (size_t)n + 2);
    tests_size += fread(tests_text + tests_size, 1, (size_t)n, f);
    tests_text[tests_size++] = '\n';
    tests_text[tests_size] = 0;
    fclose(f);
}

static void append_folder(const char *folder)
{
    char path[512];
    DIR *d;
    struct dirent *e;
    snprintf(path, sizeof path, TEST_ROOT "/tests/%s", folder);
    d = opendir(path);
    while (d && (e = readdir(d))) {
        size_t n = strlen(e->d_name);
        if (n < 3 || strcmp(e->d_name + n - 2, ".c") != 0) continue;
        snprintf(path, sizeof path, TEST_ROOT "/tests/%s/%.200s", folder, e->d_name);
        append_file(path);
    }
    if (d) closedir(d);
}

/* As a word: "saturation", or in a text of a diagram, \"saturation\", or "saturation low=1". */
static bool mentioned(const char *name)
{
    size_t n = strlen(name);
    for (const char *s = tests_text; (s = strstr(s, name)); s += n) {
        bool before = s == tests_text || strchr("\" (=_,", s[-1]);
        bool after = strchr("\"\\ ,)_;", s[n]) && s[n];
        if (before && after) return true;
    }
    return false;
}

/* Of the elementary functions test_block_function.c tests all. */
TEST(every_block_is_mentioned_in_a_test)
{
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list);
    int missing = 0;
    append_folder("unit");
    append_folder("exact");
    append_folder("prop");
    CHECK(tests_size > 100000);
    for (size_t k = 0; k < n; k++)
        if (!mentioned(list[k]->name) && elementary_find(list[k]->name) < 0)
            printf("# no test mentions %s\n", list[k]->name), missing++;
    free(tests_text);
    CHECK_EQ_INT(missing, 0);
}

/* ---- The pieces ---------------------------------------------------------------------------------------- */

static void range_is(double min, double max, const char *text)
{
    char buf[800];
    blocks_doc_range(&(saltus_param){.name = "p", .min = min, .max = max}, buf, sizeof buf);
    if (strcmp(buf, text) != 0) printf("# %s, not %s\n", buf, text);
    CHECK(strcmp(buf, text) == 0);
}

TEST(ranges_and_defaults_as_text)
{
    char buf[400];
    range_is(0, 0, "");
    range_is(0, 1, "0 .. 1");
    range_is(0, INFINITY, ">= 0");
    range_is(1e-300, 1e300, "> 0");
    range_is(-INFINITY, 5, "<= 5");
    range_is(1e-300, 5, "> 0, <= 5");
    blocks_doc_default(&(saltus_param){.name = "p", .needed = 1}, buf, sizeof buf);
    CHECK(strcmp(buf, "required") == 0);
    blocks_doc_default(&(saltus_param){.name = "p", .value = 0.1}, buf, sizeof buf);
    CHECK(strcmp(buf, "0.1") == 0);
    blocks_doc_default(&(saltus_param){.name = "p", .kind = SALTUS_CHOICE, .word = "hold"}, buf,
                       sizeof buf);
    CHECK(strcmp(buf, "hold") == 0);
    blocks_doc_kind(&(saltus_param){.name = "p", .kind = SALTUS_CHOICE, .choices = "a|b|c"}, buf,
                    sizeof buf);
    CHECK(strcmp(buf, "one of a, b, c") == 0);
}

TEST(the_page_has_every_block_once)
{
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list), size;
    char *page = NULL;
    FILE *f = open_memstream(&page, &size);
    blocks_doc_markdown(f);
    fclose(f);
    for (size_t k = 0; k < n; k++) {
        char heading[100];
        const char *at;
        snprintf(heading, sizeof heading, "\n### %s\n", list[k]->name);
        at = strstr(page, heading);
        CHECK(at && !strstr(at + 1, heading));
    }
    free(page);
}

TEST_MAIN()
