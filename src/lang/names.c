/* SPDX-License-Identifier: MIT */
/* names.c - every spelling once.
 *
 * Keywords are interned first, each with its token kind beside it: the lexer then knows a keyword
 * by the same look-up that interns a name. */
#include "lang/lex.h"

#include <string.h>

static struct dict_row *enter(struct names *names, const char *s, size_t n)
{
    struct dict_row *row = dict_find(&names->words, s, n);
    if (row) return row;
    return dict_add(names->arena, &names->words, arena_text(names->arena, s, n), n, TOKEN_IDENT);
}

const char *names_word(struct names *names, const char *s, size_t n, enum token_kind *kind)
{
    const struct dict_row *row = enter(names, s, n);
    *kind = (enum token_kind)row->value;
    return row->key;
}

const char *names_intern(struct names *names, const char *s, size_t n)
{
    return enter(names, s, n)->key;
}

void names_init(struct names *names, struct arena *a)
{
    *names = (struct names){.arena = a};
#define ENTER(kind_, text) enter(names, text, sizeof text - 1)->value = TOKEN_##kind_;
    TOKEN_KEYWORDS(ENTER)
#undef ENTER
}
