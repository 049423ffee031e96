/* SPDX-License-Identifier: MIT */
/* arena.c - blocks in a list; a piece is cut from the newest block, or gets a block of its own.
 *
 *     block -> | header | taken | taken | ...   free   |
 *       next -> | header | taken | ...                 |
 *
 * Blocks double in size from 4 KiB to 1 MiB, so that a small compilation stays small and a large
 * one asks seldom. `used` counts what was asked of fn, headers included, and never passes `limit`;
 * a block that would is made just large enough for the piece. A piece is zeroed when it is taken.
 * A growing array that is the last piece of its block grows in place. */
#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = alignof(max_align_t), FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

struct arena_block {
    struct arena_block *next;
    size_t size, taken; /* of data, bytes */
    alignas(max_align_t) char data[];
};

static void *standard_realloc(void *user, void *p, size_t n)
{
    (void)user;
    if (n > 0) return realloc(p, n);
    free(p);
    return NULL;
}

void arena_init(struct arena *a, void *(*fn)(void *, void *, size_t), void *user, size_t limit)
{
    a->fn = fn ? fn : standard_realloc;
    a->user = user;
    a->full = 0;
    a->used = 0;
    a->limit = limit ? limit : SIZE_MAX / 2;
    a->block = NULL;
    a->up = a->scratch = NULL;
}

static struct arena *whole(struct arena *a)
{
    return a->up ? a->up : a;
}

/* Frees the blocks from *list on. */
static void free_blocks(struct arena *a, struct arena_block **list)
{
    while (*list) {
        struct arena_block *next = (*list)->next;
        whole(a)->used -= sizeof **list + (*list)->size;
        a->fn(a->user, *list, 0);
        *list = next;
    }
}

void arena_free(struct arena *a)
{
    if (a->scratch) free_blocks(a->scratch, &a->scratch->block);
    a->scratch = NULL;
    free_blocks(a, &a->block);
    a->used = 0;
}

struct arena *arena_scratch(struct arena *a)
{
    if (a->scratch) return a->scratch;
    a->scratch = ARENA_NEW(a, struct arena);
    arena_init(a->scratch, a->fn, a->user, a->limit);
    a->scratch->up = a;
    return a->scratch;
}

void arena_clear(struct arena *scratch)
{
    if (!scratch->block) return;
    free_blocks(scratch, &scratch->block->next);
    scratch->block->taken = 0;
}

static void fail(struct arena *a, int full)
{
    a = whole(a);
    a->full = full;
    longjmp(a->fail, 1);
}

/* The size of the data of a new block that holds n bytes: the usual one if the limit allows. */
static size_t block_size(struct arena *a, size_t n)
{
    size_t room = whole(a)->limit - whole(a)->used - sizeof(struct arena_block);
    size_t usual = FIRST_BLOCK;
    if (a->block) usual = a->block->size * 2;
    if (usual > LARGEST_BLOCK) usual = LARGEST_BLOCK;
    if (usual < n || usual > room) usual = n;
    return usual;
}

/* Afterwards a block with n bytes free is the newest. A large piece goes behind the newest block,
 * if there is one, whose rest remains in use. */
static struct arena_block *add_block(struct arena *a, size_t n)
{
    const struct arena *all = whole(a);
    size_t room = all->limit > all->used ? all->limit - all->used : 0, size;
    if (room < sizeof(struct arena_block) || room - sizeof(struct arena_block) < n) fail(a, 1);
    size = block_size(a, n);
    struct arena_block *b = a->fn(a->user, NULL, sizeof *b + size), **where = &a->block;
    if (!b) fail(a, 0);
    whole(a)->used += sizeof *b + size;
    if (a->block && n >= LARGEST_BLOCK / 4) where = &a->block->next;
    b->next = *where;
    b->size = size;
    b->taken = 0;
    *where = b;
    return b;
}

static size_t rounded(struct arena *a, size_t n)
{
    if (n > SIZE_MAX / 4) fail(a, 1);
    return (n + UNIT - 1) / UNIT * UNIT;
}

void *arena_take(struct arena *a, size_t n)
{
    struct arena_block *b = a->block;
    size_t whole = rounded(a, n ? n : 1);
    if (!b || b->size - b->taken < whole) b = add_block(a, whole);
    void *p = b->data + b->taken;
    b->taken += whole;
    return memset(p, 0, n);
}

char *arena_text(struct arena *a, const char *s, size_t n)
{
    char *p = arena_take(a, n + 1);
    if (n) memcpy(p, s, n);
    return p;
}

char *arena_formatv(struct arena *a, const char *format, va_list args)
{
    va_list again;
    assert(format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *p = arena_take(a, n > 0 ? (size_t)n + 1 : 1);
    if (n <= 0) return p;
    vsnprintf(p, (size_t)n + 1, format, args);
    return p;
}

char *arena_format(struct arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *p = arena_formatv(a, format, args);
    va_end(args);
    return p;
}

/* Can the piece at p, `from` bytes long, be made `to` bytes long where it is? */
static int extend(struct arena *a, char *p, size_t from, size_t to)
{
    struct arena_block *b = a->block;
    size_t old = rounded(a, from), more = rounded(a, to) - old;
    if (!b || p + old != b->data + b->taken || b->size - b->taken < more) return 0;
    memset(b->data + b->taken, 0, more);
    b->taken += more;
    return 1;
}

void arena_grow_(struct arena *a, void **at, int32_t n, int32_t *room, size_t size)
{
    int32_t to = size < 32 ? (int32_t)(32 / size) : 1;
    if (n < *room) return;
    if (*room > INT32_MAX / 2) fail(a, 1);
    if (*room) to = 2 * *room;
    if (!*room || !extend(a, *at, size * (size_t)*room, size * (size_t)to)) {
        void *p = arena_take(a, size * (size_t)to);
        if (n) memcpy(p, *at, size * (size_t)n);
        *at = p;
    }
    *room = to;
}
