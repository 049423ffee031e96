/* SPDX-License-Identifier: MIT */
/* names.c - see names.h. Arrays are known by their declarations, however many elements they have. */
#include "cli/names.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

enum { TABLES = 4 };

static const saltus_variable *table(const saltus_model *m, int k)
{
    const saltus_variable *const all[TABLES] = {m->parameters, m->states, m->discretes, m->outputs};
    return all[k];
}

bool names_presentable(const char *name)
{
    if (*name == '\'') return true;
    return strncmp(name, "__", 2) != 0 && !strpbrk(name, " <>=+-*/(");
}

bool names_is_part(const saltus_model *m, int32_t guard)
{
    const saltus_guard *g = m->guards;
    for (; g && g->name && guard >= text_elements(g->size); g++) guard -= text_elements(g->size);
    return g && g->name && g->side == SALTUS_PART;
}

bool names_has(const saltus_model *m, int tables, const char *name)
{
    for (int k = 0; k < TABLES; k++) {
        if (!(tables & 1 << k)) continue;
        for (const saltus_variable *v = table(m, k); v && v->name; v++)
            if (!strcmp(v->name, name) || text_index(name, v->name, v->size) >= 0) return true;
    }
    return false;
}

static size_t collect(const saltus_model *m, int tables, const char **names)
{
    size_t n = 0;
    for (int k = 0; k < TABLES; k++) {
        if (!(tables & 1 << k)) continue;
        for (const saltus_variable *v = table(m, k); v && v->name; v++) {
            if (!names_presentable(v->name)) continue;
            if (names) names[n] = v->name;
            n++;
        }
    }
    return n;
}

bool names_hint(const saltus_model *m, int tables, const char *name)
{
    const char **names = calloc(collect(m, tables, NULL) + 1, sizeof *names), *near;
    if (!names) return false;
    near = talk_nearest(name, names, collect(m, tables, names));
    if (near && !strcmp(near, name))
        talk_hint("it is an array; '%s[*]' are all its elements", near);
    else if (near)
        talk_hint("did you mean '%s'?", near);
    free(names);
    return near != NULL;
}
