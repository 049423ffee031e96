/* SPDX-License-Identifier: MIT */
/* dict.h - texts and a number for each, in an arena.
 *
 * Open addressing; the table doubles when it is half full, and the old one stays behind in the
 * arena. A dict that is all zero is empty. Keys are borrowed. */
#ifndef BASE_DICT_H
#define BASE_DICT_H

#include "base/arena.h"

struct dict_row {
    const char *key; /* NULL: free */
    uint32_t length, hash;
    int32_t value;
};

struct dict {
    struct dict_row *row;
    uint32_t n, room; /* a power of 2 */
};

/* The row of a key; NULL: there is none. Valid until the next dict_add. */
struct dict_row *dict_find(const struct dict *d, const char *key, size_t length);

/* The row of the key: a new one with this value, or the one that is there with the value it has. */
struct dict_row *dict_add(struct arena *a, struct dict *d, const char *key, size_t length,
                          int32_t value);

#endif
