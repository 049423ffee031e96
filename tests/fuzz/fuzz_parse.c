/* SPDX-License-Identifier: MIT */
/* fuzz_parse.c - trees of arbitrary text; of a text without errors, parse(print(tree)) = tree.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -D_POSIX_C_SOURCE=200809L -Isrc
 *         tests/fuzz/fuzz_parse.c src/lang/[a-z]*.c src/base/arena.c
 *     ./a.out -max_len=512 -max_total_time=180 corpus tests/golden/parse                       */
#include "lang/lang.h"
#include "lang/lex.h"

#include <stdlib.h>
#include <string.h>

static void must(int holds)
{
    if (!holds) abort();
}

/* The tree as printed by one of the two; to be freed. */
static char *text_of(const struct messages *m, const struct ast_file *f, int dump, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out) abort();
    if (dump) {
        ast_dump(out, m, f);
        messages_print(out, m);
    } else
        print_file(out, f);
    fclose(out);
    return text;
}

static void there_and_back(struct messages *m, struct names *names, const struct ast_file *tree)
{
    size_t length;
    char *text = text_of(m, tree, 0, &length);
    int32_t file = source_add(m, "again.mo", text, (uint32_t)length);
    const struct ast_file *again = parse_file(m, names, file);
    if (m->errors) fputs(text, stderr), messages_print(stderr, m);
    must(m->errors == 0 && ast_equal(tree, again));
    free(text);
}

static void check(struct arena *a, const char *text, size_t n)
{
    struct messages m;
    struct names names;
    size_t length;
    messages_init(&m, a);
    names_init(&names, a);
    m.limit = 10; /* printing messages is slow, and ten are as good as a hundred */
    int32_t file = source_add(&m, "f.mo", text, (uint32_t)n);
    const struct ast_file *tree = parse_file(&m, &names, file);
    must(ast_equal(tree, tree));
    free(text_of(&m, tree, 1, &length));
    if (m.errors == 0)
        there_and_back(&m, &names, tree);
    else
        free(text_of(&m, tree, 0, &length));
    (void)parse_expression(&m, &names, file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena a;
    char *text = malloc(n + 1); /* exact, so that reading past the end is seen */
    memcpy(text, data, n);
    text[n] = 0;
    arena_init(&a, NULL, NULL, 256 << 20);
    if (setjmp(a.fail) == 0) check(&a, text, n);
    arena_free(&a);
    free(text);
    return 0;
}
