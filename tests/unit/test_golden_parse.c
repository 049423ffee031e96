/* SPDX-License-Identifier: MIT */
/* test_golden_parse.c - the messages of the parser for every file of tests/golden/parse.
 *
 * NAME.mo is parsed and its messages are compared with NAME.err (empty: there are none). A file
 * without errors must also survive parse(print(tree)) = tree. BLESS=1 rewrites the .err files. */
#include "lang_test.h"

#include "testing.h"

#include <dirent.h>

#define FOLDER TEST_DATA "/../golden/parse/"

/* The whole file with a zero behind it, to be freed; NULL if there is none. */
static char *read_whole(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    if (!f) return NULL;
    size_t room = 1 << 16;
    for (*n = 0; (text = realloc(text, room + 1)) != NULL; room *= 2) {
        *n += fread(text + *n, 1, room - *n, f);
        if (*n < room) break;
    }
    fclose(f);
    if (text) text[*n] = 0;
    return text;
}

static void compare(const char *path, const char *got)
{
    size_t n;
    char *wanted = getenv("BLESS") ? NULL : read_whole(path, &n);
    if (getenv("BLESS")) {
        FILE *f = fopen(path, "wb");
        if (!f) FAIL("cannot write %s", path);
        fputs(got, f);
        fclose(f);
        return;
    }
    int same = wanted && strcmp(wanted, got) == 0;
    free(wanted);
    if (!same) printf("%s should be\n%s", path, got);
    if (!same) FAIL("%s differs; BLESS=1 rewrites it", path);
}

/* Of a tree without errors. */
static int survives_print(struct compilation *c, const struct ast_file *tree)
{
    struct compilation again;
    compile_open(&again);
    print_file(c->out, tree);
    int32_t file = compile_add(&again, "again.mo", compile_text(c));
    struct ast_file *second = parse_file(&again.m, &again.names, file);
    int same = again.m.errors == 0 && ast_equal(tree, second);
    compile_close(&again);
    return same;
}

static void check_file(const char *name)
{
    struct compilation c;
    char path[1200];
    size_t n;
    snprintf(path, sizeof path, FOLDER "%s", name);
    char *text = read_whole(path, &n);
    CHECK(text != NULL);
    compile_open(&c);
    struct ast_file *tree = parse_file(&c.m, &c.names, source_add(&c.m, name, text, (uint32_t)n));
    messages_print(c.out, &c.m);
    strcpy(path + strlen(path) - 2, "err");
    compare(path, compile_text(&c));
    if (c.m.errors == 0 && !survives_print(&c, tree))
        FAIL("%s: print is not the inverse of parse", name);
    compile_close(&c);
    free(text);
}

static int is_model(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 3 && strcmp(e->d_name + n - 3, ".mo") == 0;
}

TEST(messages_are_as_recorded)
{
    struct dirent **list;
    int n = scandir(FOLDER, &list, is_model, alphasort);
    CHECK(n >= 40);
    for (int k = 0; k < n; k++) {
        check_file(list[k]->d_name);
        free(list[k]);
    }
    free(list);
}

TEST_MAIN()
