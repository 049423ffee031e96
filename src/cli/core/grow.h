/* SPDX-License-Identifier: MIT */
/* grow.h - memory for the commands: an array that has room for n elements, or the end of the
 * program.
 *
 * The library reports that memory is short; a command that cannot even keep its own lists has
 * nothing better to do than to say so and leave. */
#ifndef CLI_GROW_H
#define CLI_GROW_H

#include "cli/core/cli.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Resizes p (NULL: new) to n elements; new ones are not set. */
static inline void *grow(void *p, size_t n, size_t size)
{
    void *q = n > SIZE_MAX / size ? NULL : realloc(p, n ? n * size : 1);
    if (q) return q;
    talk_error("out of memory");
    exit(EXIT_RUN);
}

/* The same, by doubling: room for element n (0, 1, 2, ... in turn). */
static inline void *grow_one(void *p, size_t n, size_t size)
{
    return n & (n - 1) ? p : grow(p, n ? 2 * n : 1, size);
}

/* All zero. */
static inline void *grow_zero(size_t n, size_t size)
{
    void *p = grow(NULL, n, size);
    return memset(p, 0, n * size);
}

static inline char *grow_text(const char *text)
{
    size_t n = strlen(text) + 1;
    return memcpy(grow(NULL, n, 1), text, n);
}

#endif
