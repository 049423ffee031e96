/* SPDX-License-Identifier: MIT */
/* engine.c - which engine has a method; the list of all methods of the library. */
#include "run/engine.h"
#include <string.h>

static const struct engine_method *find_in(const saltus_engine *e, const char *method)
{
    for (const struct engine_method *m = e->methods; m->info.name; m++)
        if (strcmp(m->info.name, method) == 0) return m;
    return NULL;
}

const saltus_engine *engine_find(const saltus_engine *more, const char *method,
                                 const struct engine_method **found)
{
    for (int k = 0; engine_list[k]; k++)
        if ((*found = find_in(engine_list[k], method))) return engine_list[k];
    *found = more ? find_in(more, method) : NULL;
    return *found ? more : NULL;
}

/* ---- The public view: the info of each table, side by side ----------------------------------- */

enum { MOST = 64 };

static size_t collect(saltus_method_info *to)
{
    size_t n = 0;
    for (int k = 0; method_list[k] && n < MOST; k++) {
        to[n] = method_list[k]->info;
        to[n++].family = "quantized";
    }
    for (int k = 0; engine_list[k]; k++)
        for (const struct engine_method *m = engine_list[k]->methods; m->info.name && n < MOST; m++)
            to[n++] = m->info;
    return n;
}

size_t saltus_methods(const saltus_method_info **list)
{
    static saltus_method_info copy[MOST];
    static atomic_size_t made;
    size_t n = atomic_load(&made);
    if (!n) atomic_store(&made, n = collect(copy));
    if (list) *list = copy;
    return n;
}
