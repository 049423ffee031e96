/* SPDX-License-Identifier: MIT */
/* fuzz_flat.c - arbitrary text through parser, checker, expansion and events: no crash, bounded work.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc
 *         tests/fuzz/fuzz_flat.c src/flat/[a-z]*.c src/check/[a-z]*.c src/inst/[a-z]*.c src/lang/[a-z]*.c
 *         src/base/arena.c src/base/text.c -lm
 *     ./a.out -max_len=4096 -timeout=20 -max_total_time=180 corpus tests/golden/flat               */
#include "flat/ir/ir.h"
#include "inst/inst.h"
#include "lang/lex.h"

#include <stdlib.h>
#include <string.h>

static void run(struct arena *a, const char *text, size_t n)
{
    struct messages m;
    struct names names;
    struct inst_model *inst = NULL;
    struct checked *checked = NULL;
    struct ir_model *flat = NULL;
    messages_init(&m, a);
    names_init(&names, a);
    struct ast_file *tree = parse_file(&m, &names, source_add(&m, "f.mo", text, (uint32_t)n));
    if (m.errors == 0) inst = inst_model(library_new(&m, &names, NULL, tree), tree, NULL);
    if (m.errors == 0 && inst) checked = check_model(&m, &names, inst, NULL, 0);
    if (checked) flat = flat_expand(&m, checked);
    if (checked && (flat != NULL) != (m.errors == 0)) abort();
    if (!flat) return;
    char *dump = NULL;
    size_t length;
    FILE *out = open_memstream(&dump, &length);
    if (!out) abort();
    ir_dump(out, flat);
    fclose(out);
    free(dump);
    flat_events(flat);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena a;
    char *text = malloc(n + 1); /* exact, so that reading past the end is seen */
    if (!text) return 0;
    memcpy(text, data, n);
    text[n] = 0;
    arena_init(&a, NULL, NULL, 256 << 20);
    if (setjmp(a.fail) == 0) run(&a, text, n);
    arena_free(&a);
    free(text);
    return 0;
}
