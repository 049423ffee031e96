/* SPDX-License-Identifier: MIT */
/* lang_test.h - for tests of the compiler: one compilation, and texts that are printed to memory.
 *
 *     struct compilation c;
 *     compile_open(&c);
 *     if (setjmp(c.arena.fail)) FAIL("memory");
 *     int32_t file = source_add(&c.m, "a.mo", text, strlen(text));
 *     ...
 *     compile_close(&c);
 *
 * Include it first: it asks for POSIX.                                                         */
#ifndef LANG_TEST_H
#define LANG_TEST_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "check/check.h"
#include "inst/inst.h"
#include "lang/lex.h"

#include <stdlib.h>
#include <string.h>

struct compilation {
    struct arena arena;
    struct messages m;
    struct names names;
    FILE *out; /* prints to text, complete after compile_text */
    char *text;
    size_t length;
};

static inline void compile_open(struct compilation *c)
{
    arena_init(&c->arena, NULL, NULL, 0);
    c->text = NULL;
    c->out = open_memstream(&c->text, &c->length);
    if (!c->out || setjmp(c->arena.fail)) abort();
    messages_init(&c->m, &c->arena);
    names_init(&c->names, &c->arena);
}

static inline const char *compile_text(struct compilation *c)
{
    fflush(c->out);
    return c->text;
}

static inline void compile_close(struct compilation *c)
{
    fclose(c->out);
    free(c->text);
    arena_free(&c->arena);
}

static inline int32_t compile_add(struct compilation *c, const char *name, const char *text)
{
    return source_add(&c->m, name, text, (uint32_t)strlen(text));
}

/* From the tree of a file to the checked model (name NULL: the last one); NULL after errors. */
static inline struct checked *compile_check(struct compilation *c, struct ast_file *file,
                                            const char *model, struct check_override *overrides,
                                            int32_t n)
{
    struct inst_model *inst = NULL;
    if (c->m.errors == 0) inst = inst_model(library_new(&c->m, &c->names, NULL, file), file, model);
    return inst ? check_model(&c->m, &c->names, inst, overrides, n) : NULL;
}

#endif
