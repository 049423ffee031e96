/* SPDX-License-Identifier: MIT */
/* names.c - every spelling once, in a hash table with open addressing.
 *
 * Keywords are interned first, each with its token kind beside it: the lexer then knows a keyword
 * by the same look-up that interns a name. The table doubles when it is half full; the slots of the
 * old one stay behind in the arena. The hash is FNV-1a.                                       */
#include "lang/lex.h"

#include <string.h>

struct name_slot {
    const char *name; /* NULL: free */
    uint32_t length, hash;
    enum token_kind kind;
};

static uint32_t hash_of(const char *s, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t k = 0; k < n; k++) h = (h ^ (unsigned char)s[k]) * 0x100000001b3u;
    return (uint32_t)(h ^ h >> 32);
}

/* Where the name is, or belongs. */
static struct name_slot *find(const struct names *names, const char *s, size_t n, uint32_t hash)
{
    for (uint32_t k = hash;; k++) {
        struct name_slot *slot = &names->slots[k & (names->room - 1)];
        if (!slot->name) return slot;
        if (slot->hash == hash && slot->length == n && memcmp(slot->name, s, n) == 0) return slot;
    }
}

static void grow(struct names *names)
{
    struct names bigger = *names;
    bigger.room = names->room * 2;
    bigger.slots = ARENA_ARRAY(names->arena, struct name_slot, bigger.room);
    for (uint32_t k = 0; k < names->room; k++) {
        const struct name_slot *old = &names->slots[k];
        if (old->name) *find(&bigger, old->name, old->length, old->hash) = *old;
    }
    *names = bigger;
}

static struct name_slot *enter(struct names *names, const char *s, size_t n)
{
    uint32_t hash = hash_of(s, n);
    struct name_slot *slot = find(names, s, n, hash);
    if (slot->name) return slot;
    if (names->n >= names->room / 2) {
        grow(names);
        slot = find(names, s, n, hash);
    }
    *slot = (struct name_slot){arena_text(names->arena, s, n), (uint32_t)n, hash, TOKEN_IDENT};
    names->n++;
    return slot;
}

const char *names_word(struct names *names, const char *s, size_t n, enum token_kind *kind)
{
    struct name_slot *slot = enter(names, s, n);
    *kind = slot->kind;
    return slot->name;
}

const char *names_intern(struct names *names, const char *s, size_t n)
{
    return enter(names, s, n)->name;
}

void names_init(struct names *names, struct arena *a)
{
    *names = (struct names){.arena = a, .room = 256};
    names->slots = ARENA_ARRAY(a, struct name_slot, names->room);
#define ENTER(kind_, text) enter(names, text, sizeof text - 1)->kind = TOKEN_##kind_;
    TOKEN_KEYWORDS(ENTER)
#undef ENTER
}
