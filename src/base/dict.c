/* SPDX-License-Identifier: MIT */
/* dict.c - a hash table of texts. */
#include "base/dict.h"

#include "base/hash.h"

#include <string.h>

static uint32_t hash_of(const char *key, size_t length)
{
    uint64_t h = hash_bytes(HASH_START, key, length);
    return (uint32_t)(h ^ h >> 32);
}

/* The row of the key, or the free one where it belongs. */
static struct dict_row *seek(const struct dict *d, const char *key, size_t length, uint32_t hash)
{
    for (uint32_t k = hash;; k++) {
        struct dict_row *r = &d->row[k & (d->room - 1)];
        if (!r->key) return r;
        if (r->hash == hash && r->length == length && memcmp(r->key, key, length) == 0) return r;
    }
}

struct dict_row *dict_find(const struct dict *d, const char *key, size_t length)
{
    struct dict_row *r = d->room ? seek(d, key, length, hash_of(key, length)) : NULL;
    return r && r->key ? r : NULL;
}

static void grow(struct arena *a, struct dict *d)
{
    struct dict old = *d;
    d->room = old.room ? 2 * old.room : 16;
    d->row = ARENA_ARRAY(a, struct dict_row, d->room);
    for (uint32_t k = 0; k < old.room; k++) {
        const struct dict_row *r = &old.row[k];
        if (r->key) *seek(d, r->key, r->length, r->hash) = *r;
    }
}

struct dict_row *dict_add(struct arena *a, struct dict *d, const char *key, size_t length,
                          int32_t value)
{
    uint32_t hash = hash_of(key, length);
    if (2 * d->n >= d->room) grow(a, d);
    struct dict_row *r = seek(d, key, length, hash);
    if (r->key) return r;
    *r = (struct dict_row){key, (uint32_t)length, hash, value};
    d->n++;
    return r;
}
