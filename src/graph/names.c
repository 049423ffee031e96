/* SPDX-License-Identifier: MIT */
/* names.c - lists of names in messages: each once, in quotes if wished, the first few of many. */
#include "graph/graph.h"

#include <string.h>

enum { MOST_NAMES = 8 };

static void put(struct ir_model *m, struct graph_names *n, const char *name, const char *shown)
{
    if (n->seen.n == MOST_NAMES) n->list = arena_format(m->arena, "%s, ...", n->list);
    if (n->seen.n < MOST_NAMES)
        n->list = n->list ? arena_format(m->arena, "%s, %s", n->list, shown) : shown;
    VEC_ADD(m->arena, &n->seen, name);
}

void graph_names_add(struct ir_model *m, struct graph_names *n, const char *name, size_t length)
{
    const char *copy;
    for (int32_t k = 0; k < n->seen.n; k++)
        if (strlen(n->seen.at[k]) == length && !strncmp(n->seen.at[k], name, length)) return;
    copy = arena_format(m->arena, "%.*s", (int)length, name);
    put(m, n, copy, n->plain ? copy : arena_format(m->arena, "'%s'", copy));
}

const char *graph_part_of(struct ir_model *m, const char *name)
{
    size_t n;
    while (strncmp(name, "der(", 4) == 0) name += 4;
    if (*name == '\'') name++;
    n = strcspn(name, ".");
    if (name[n] == 0) return NULL;
    n = strcspn(name, ".[");
    return arena_format(m->arena, "%.*s", (int)n, name);
}
