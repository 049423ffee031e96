/* SPDX-License-Identifier: MIT */
/* names.c - see names.h. Arrays are known by their declarations, however many elements they
 * have. */
#include "cli/core/names.h"
#include "base/text.h"
#include "cli/core/grow.h"
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
    return strncmp(name, "__", 2) != 0 && !text_outside_quotes(name, " <>=+-*/(");
}

bool names_is_part(const saltus_model *m, int32_t guard)
{
    const saltus_guard *g = m->guards;
    for (; g && g->name && guard >= text_elements(g->size); g++) guard -= text_elements(g->size);
    return g && g->name && g->side == SALTUS_PART;
}

static bool is_whole(const saltus_variable *v, const char *name)
{
    char whole[512];
    text_whole(whole, sizeof whole, v->name);
    return !strcmp(whole, name);
}

bool names_has(const saltus_model *m, int tables, const char *name)
{
    for (int k = 0; k < TABLES; k++) {
        if (!(tables & 1 << k)) continue;
        for (const saltus_variable *v = table(m, k); v && v->name; v++)
            if (is_whole(v, name) || text_index(name, v->name, v->size) >= 0) return true;
    }
    return false;
}

struct near_names {
    const saltus_variable **of;
    const char **whole; /* stage.c.x */
    size_t n;
};

static void collect(const saltus_model *m, int tables, struct near_names *out)
{
    char whole[512];
    for (int k = 0; k < TABLES; k++)
        for (const saltus_variable *v = table(m, k); tables & 1 << k && v && v->name; v++) {
            if (!names_presentable(v->name)) continue;
            text_whole(whole, sizeof whole, v->name);
            out->of = grow_one(out->of, out->n, sizeof *out->of);
            out->whole = grow_one(out->whole, out->n, sizeof *out->whole);
            out->of[out->n] = v;
            out->whole[out->n++] = grow_text(whole);
        }
}

/* Without its indices: stage[7].c.x is stage.c.x. */
static void strip(char *buf, size_t room, const char *name)
{
    size_t n = 0;
    int depth = 0;
    for (; *name && n + 1 < room; name++) {
        depth += (*name == '[') - (*name == ']');
        if (depth == 0 && *name != ']') buf[n++] = *name;
    }
    buf[n] = 0;
}

static void hint_elements(const saltus_variable *v, const char *whole, const char *name)
{
    char all[512], last[512];
    const char *stars[SALTUS_RANK] = {"*", "*", "*", "*", "*", "*", "*", "*"};
    int rank = 0;
    while (rank < SALTUS_RANK && v->size[rank] > 0) rank++;
    text_subscripted(all, sizeof all, v->name, stars, rank);
    if (strcmp(whole, name) == 0) {
        talk_hint("it is an array; '%s' are all its elements", all);
        return;
    }
    text_element(last, sizeof last, v->name, v->size, text_elements(v->size) - 1);
    talk_hint("'%s' is an array, its last element is '%s'", whole, last);
}

bool names_hint(const saltus_model *m, int tables, const char *name)
{
    struct near_names names = {NULL, NULL, 0};
    const char *near;
    char asked[512];
    size_t k = 0;
    collect(m, tables, &names);
    strip(asked, sizeof asked, name);
    near = talk_nearest(asked, names.whole, names.n);
    while (near && names.whole[k] != near) k++;
    if (near && strcmp(near, asked) == 0 && text_elements(names.of[k]->size) > 0 &&
        names.of[k]->size[0] != 0)
        hint_elements(names.of[k], near, name);
    else if (near)
        talk_hint("did you mean '%s'?", near);
    for (k = 0; k < names.n; k++) free((char *)(uintptr_t)names.whole[k]);
    free(names.whole);
    free(names.of);
    return near != NULL;
}
