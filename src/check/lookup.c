/* SPDX-License-Identifier: MIT */
/* lookup.c - what a name of the flat class means.
 *
 *     iterators around, the innermost first
 *     the function, then the flat class
 *     built-in names; in the dialect also those of package math
 *
 * inst has replaced every other name. A name of two parts is a literal of an enumeration, or one of
 * package math. Names that nothing knows are those of annotations, which inst does not look at. */
#include "check/stage.h"
#include "base/text.h"

#include <string.h>

const char *symbol_where(struct check *c, const struct symbol *s)
{
    uint32_t line, col;
    if (s->at.file != c->root_file) return symbol_word(s);
    place_line(c->m, s->at, &line, &col);
    return arena_format(c->arena, "%s, line %u", symbol_word(s), (unsigned)line);
}

/* ---- Suggestions ----------------------------------------------------------------------------- */

static bool nearer(const char *wanted, const char *name, int *best)
{
    return name[0] != '$' && strncmp(name, "math.", 5) != 0 && text_nearer(wanted, name, best);
}

const char *scope_nearest(const char *name, const char *const *list, int32_t n)
{
    const char *found = NULL;
    int best = TEXT_FAR;
    for (int32_t k = 0; k < n; k++)
        if (nearer(name, list[k], &best)) found = list[k];
    return found;
}

static const struct symbol *nearest_member(const struct scope *s, const char *name, int *best)
{
    const struct symbol *found = NULL;
    for (int32_t k = 0; k < s->members.n && k < 10000; k++)
        if (nearer(name, s->members.at[k]->name, best)) found = s->members.at[k];
    return found;
}

static const struct symbol *nearest_visible(struct check *c, const char *name)
{
    const struct symbol *found = NULL, *other;
    int best = TEXT_FAR;
    for (const struct binder *b = c->in.binders; b; b = b->up)
        if (nearer(name, b->symbol->name, &best)) found = b->symbol;
    for (const struct scope *s = c->in.scope; s; s = s->up)
        if ((other = nearest_member(s, name, &best))) found = other;
    return found;
}

static void suggest(struct check *c, const struct symbol *s)
{
    if (s && !c->m->dropped)
        hint_last(c->m, "did you mean '%s' (%s)?", s->name, symbol_where(c, s));
}

/* ---- Names ----------------------------------------------------------------------------------- */

static struct symbol *builtin_name(struct check *c, const char *name)
{
    struct symbol *s = scope_get(c->library, name);
    if (s || !c->out->mu || strlen(name) > 60) return s;
    name = arena_format(c->arena, "math.%s", name);
    return scope_get(c->library, names_intern(c->names, name, strlen(name)));
}

static struct symbol *find_first(struct check *c, const char *name)
{
    struct symbol *found = NULL;
    for (const struct binder *b = c->in.binders; b; b = b->up)
        if (b->symbol->name == name) return b->symbol;
    for (const struct scope *s = c->in.scope; s && s != c->library; s = s->up)
        if ((found = scope_get(s, name))) return found;
    return builtin_name(c, name);
}

/* math.sin is sin, math.rand is the dialect's. */
static struct symbol *find_math(struct check *c, const struct ast_part *path, int32_t n)
{
    const char *name;
    struct symbol *s;
    if (n != 2 || strcmp(path[0].name, "math") != 0) return NULL;
    name = arena_format(c->arena, "math.%.60s", path[1].name);
    s = scope_get(c->library, names_intern(c->names, name, strlen(name)));
    return s ? s : scope_get(c->library, path[1].name);
}

static struct symbol *literal_of(const struct symbol *s, const char *name)
{
    return s->kind == SYMBOL_TYPE && s->scope ? scope_get(s->scope, name) : NULL;
}

struct symbol *scope_find(struct check *c, const struct ast_part *path, int32_t n, bool quiet)
{
    struct symbol *s = find_math(c, path, n), *found;
    if (s) return s;
    s = find_first(c, path[0].name);
    if (!s && !quiet) {
        error_at(c->m, path[0].at, "unknown name '%s'", path[0].name);
        suggest(c, nearest_visible(c, path[0].name));
    }
    if (!s || n == 1) return s;
    found = literal_of(s, path[1].name);
    if (!found && !quiet)
        error_at(c->m, path[1].at, "'%s' is a %s and has no member '%s'", s->name, symbol_word(s),
                 path[1].name);
    return found;
}
