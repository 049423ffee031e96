/* SPDX-License-Identifier: MIT */
/* fuzz_check.c - any text that parses is made flat and checked: with messages or without, in bounded memory.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -DVALUE_STEPS=100000 -Iinclude -Isrc
 *         -D_POSIX_C_SOURCE=200809L tests/fuzz/fuzz_check.c src/check/[a-z]*.c src/inst/[a-z]*.c
 *         src/lang/[a-z]*.c src/base/arena.c src/base/text.c -lm
 *     ./a.out -max_len=4000 -max_total_time=180 corpus tests/golden/check                       */
#include "check/check.h"
#include "inst/inst.h"
#include "lang/lex.h"

#include <stdlib.h>

static void must(int holds)
{
    if (!holds) abort();
}

/* After success all that the next stage relies on is there. */
static void look(struct messages *m, const struct checked *c)
{
    must(c->model && c->model->class_);
    for (int32_t k = 0; k < c->variables.n; k++) {
        struct symbol *s = c->variables.at[k];
        must(s->type && s->type->base != TYPE_ERROR && s->number == k);
        for (int32_t d = 0; d < s->type->rank; d++) must(s->type->size[d] >= 0);
        if (s->binding) must(s->binding->type != NULL);
        if (s->structural) must(s->value != NULL);
        if (s->binding) check_value(m, s->binding);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena a;
    struct messages m;
    struct names names;
    arena_init(&a, NULL, NULL, (size_t)1 << 28);
    if (setjmp(a.fail)) {
        must(a.full);
        goto done;
    }
    messages_init(&m, &a);
    names_init(&names, &a);
    {
        char *text = arena_text(&a, (const char *)data, n);
        struct ast_file *file =
            parse_file(&m, &names, source_add(&m, "fuzz.mo", text, (uint32_t)n));
        if (m.errors > 0) goto done;
        struct check_override override = {"N", 3, false};
        struct library *l = library_new(&m, &names, NULL, file);
        struct inst_model *inst = inst_model(l, file, NULL);
        must(inst || m.errors > 0);
        if (m.errors > 0) goto done;
        struct checked *c = check_model(&m, &names, inst, &override, 1);
        must((c == NULL) == (m.errors > 0));
        if (c) look(&m, c);
    }
done:
    arena_free(&a);
    return 0;
}
