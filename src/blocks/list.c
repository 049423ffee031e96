/* SPDX-License-Identifier: MIT */
/* list.c - all blocks in the order of the documentation. */
#include "blocks/blocks.h"
#include <string.h>

static const saltus_atomic *const *const groups[] = {
    blocks_integrators, blocks_delays,  blocks_functions, blocks_hybrid, blocks_vectors,
    blocks_embedded,    blocks_sources, blocks_sinks,     blocks_events, blocks_links};
enum { GROUPS = sizeof groups / sizeof *groups, ROOM = 256 };

/* One list of all groups, put together when it is first asked for. */
size_t saltus_blocks(const saltus_atomic *const **list)
{
    static _Thread_local const saltus_atomic *all[ROOM];
    size_t n = 0;
    for (int g = 0; g < GROUPS; g++)
        for (const saltus_atomic *const *b = groups[g]; *b && n < ROOM; b++) all[n++] = *b;
    if (list) *list = all;
    return n;
}

const saltus_atomic *saltus_block(const char *name)
{
    for (int g = 0; g < GROUPS; g++)
        for (const saltus_atomic *const *b = groups[g]; *b; b++)
            if (!strcmp((*b)->name, name)) return *b;
    return NULL;
}
