/* SPDX-License-Identifier: MIT */
/* alloc.c - aligned, counted arrays on top of a realloc-like function.
 *
 * A user's function promises no more alignment than malloc. So we ask it for a little more and put
 * the array at the first multiple of 64 that leaves room for a header just below it:
 *
 *     raw                    p, a multiple of 64
 *      |... gap ...| header |  array, header.bytes long  | rest |
 *      |<- SLACK at most -->|
 *
 * Invariant: a->bytes is the sum of header.bytes over all live arrays; the overhead is not counted.
 * A resized block may have another remainder modulo 64: the array is then moved within it. */
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64 };

struct header {
    void *raw;    /* what the user's function gave */
    size_t bytes; /* of the array */
};

#define SLACK (sizeof(struct header) + ALIGN - 1)

static void *standard_realloc(void *user, void *p, size_t n)
{
    (void)user;
    if (n > 0) return realloc(p, n);
    free(p);
    return NULL;
}

static struct header header_of(const void *p)
{
    struct header h;
    memcpy(&h, (const char *)p - sizeof h, sizeof h);
    return h;
}

static char *place_in(void *raw)
{
    size_t first = sizeof(struct header), past = ((uintptr_t)raw + first) % ALIGN;
    return (char *)raw + first + (past ? ALIGN - past : 0);
}

static void *label(char *p, void *raw, size_t bytes)
{
    struct header h = {raw, bytes};
    memcpy(p - sizeof h, &h, sizeof h);
    return p;
}

/* False if n*size with the slack is too much; PTRDIFF_MAX, so that pointers may be subtracted. */
static int byte_count(size_t n, size_t size, size_t *bytes)
{
    if (size > 0 && n > ((size_t)PTRDIFF_MAX - SLACK) / size) return 0;
    *bytes = n * size;
    return 1;
}

void alloc_init(struct alloc *a, void *(*fn)(void *, void *, size_t), void *user)
{
    a->fn = fn ? fn : standard_realloc;
    a->user = user;
    a->bytes = 0;
}

void *alloc_array(struct alloc *a, size_t n, size_t size)
{
    void *p = alloc_resize(a, NULL, n, size);
    if (p) memset(p, 0, n * size);
    return p;
}

void *alloc_resize(struct alloc *a, void *p, size_t to, size_t size)
{
    struct header old = {NULL, 0};
    size_t bytes, offset = 0;
    if (!byte_count(to, size, &bytes)) return NULL;
    if (p) {
        old = header_of(p);
        offset = (size_t)((char *)p - (char *)old.raw);
    }
    char *raw = a->fn(a->user, old.raw, bytes + SLACK);
    if (!raw) return NULL;
    char *place = place_in(raw);
    memmove(place, raw + offset, old.bytes < bytes ? old.bytes : bytes);
    a->bytes = a->bytes - old.bytes + bytes;
    return label(place, raw, bytes);
}

bool alloc_grow(struct alloc *a, void **at, size_t *room, size_t n, size_t size)
{
    if (n <= *room) return true;
    size_t more = *room + *room / 2, to = more > n ? more : n < 8 ? 8 : n;
    void *p = alloc_resize(a, *at, to, size);
    if (!p) return false;
    *at = p;
    *room = to;
    return true;
}

void alloc_free(struct alloc *a, void *p)
{
    if (!p) return;
    struct header h = header_of(p);
    a->bytes -= h.bytes;
    a->fn(a->user, h.raw, 0);
}
