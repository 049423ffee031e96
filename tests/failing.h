/* SPDX-License-Identifier: MIT */
/* failing.h - memory whose n-th request fails. It counts what is alive, and moves a block at every resize, so that a stale pointer
 * shows. */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct memory {
    int64_t left; /* requests until one fails; negative: never */
    int64_t requests, live;
};

/* A saltus_alloc_fn; user is a struct memory. */
static void *limited(void *user, void *p, size_t n)
{
    struct memory *m = user;
    size_t *block, *old = p ? (size_t *)p - 2 : NULL;
    if (n == 0) {
        m->live -= old != NULL;
        return free(old), NULL;
    }
    m->requests++;
    if (m->left >= 0 && m->left-- == 0) return NULL;
    block = malloc(n + 2 * sizeof *block);
    if (!block) return NULL;
    block[0] = n;
    if (old) memcpy(block + 2, p, old[0] < n ? old[0] : n);
    m->live += old == NULL;
    free(old);
    return block + 2;
}

#endif
