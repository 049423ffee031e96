/* SPDX-License-Identifier: MIT */
/* fuzz_lex.c - tokens of arbitrary bytes: they do not overlap, they end, messages can be printed.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -D_POSIX_C_SOURCE=200809L -Isrc
 *         tests/fuzz/fuzz_lex.c src/lang/[a-z]*.c src/base/arena.c
 *     ./a.out -max_len=512 -max_total_time=180 corpus tests/golden/parse                       */
#include "lang/lex.h"

#include <stdlib.h>
#include <string.h>

static void must(int holds)
{
    if (!holds) abort();
}

static void all_tokens(struct messages *m, struct names *names, int32_t file)
{
    struct lexer lex;
    struct token t;
    uint32_t end = 0, size = m->sources.at[file].size;
    lex_init(&lex, m, names, file);
    do {
        t = lex_next(&lex);
        must(t.at.pos >= end && t.at.pos + t.at.len <= size);
        must(t.at.len > 0 || t.kind == TOKEN_EOF);
        must(t.kind != TOKEN_IDENT || names_intern(names, t.text, strlen(t.text)) == t.text);
        end = t.at.pos + t.at.len;
    } while (t.kind != TOKEN_EOF);
    must(lex_next(&lex).kind == TOKEN_EOF && lex.pos == size);
}

static void print_all(struct messages *m, struct names *names, int32_t file)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out) return;
    lex_dump(out, m, names, file);
    messages_print(out, m);
    fclose(out);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena a;
    struct messages m;
    struct names names;
    char *text = malloc(n + 1); /* exact, so that reading past the end is seen */
    memcpy(text, data, n);
    text[n] = 0;
    arena_init(&a, NULL, NULL, 64 << 20);
    if (setjmp(a.fail) == 0) {
        messages_init(&m, &a);
        names_init(&names, &a);
        m.limit = 10; /* printing messages is slow, and ten are as good as a hundred */
        int32_t file = source_add(&m, "f.mo", text, (uint32_t)n);
        all_tokens(&m, &names, file);
        print_all(&m, &names, file);
    }
    arena_free(&a);
    free(text);
    return 0;
}
