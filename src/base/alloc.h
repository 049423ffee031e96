/* SPDX-License-Identifier: MIT */
/* alloc.h - all memory of the library goes through here, so that it can be counted, limited
 * and made to fail. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

struct alloc {
    void *(*fn)(void *user, void *p, size_t n); /* as saltus_alloc_fn */
    void *user;
    size_t bytes; /* handed out and not yet freed, without overhead */
};

/* NULL fn: realloc and free. */
void alloc_init(struct alloc *a, void *(*fn)(void *, void *, size_t), void *user);

/* n zeroed items of `size` bytes, aligned to 64 bytes; NULL if it fails or n*size overflows. n = 0
 * gives a pointer that may be freed but not read. */
void *alloc_array(struct alloc *a, size_t n, size_t size);

/* Resizes what alloc_array gave (or NULL) to `to` items, keeping contents; the new part is not
 * zeroed. NULL: failed, p is still valid. */
void *alloc_resize(struct alloc *a, void *p, size_t to, size_t size);

/* Makes room for n items in an array that has *room of them, and for half as many more, so that
 * adding one by one costs little. False: failed, nothing has changed. */
bool alloc_grow(struct alloc *a, void **at, size_t *room, size_t n, size_t size);

void alloc_free(struct alloc *a, void *p); /* NULL is fine */

#endif
