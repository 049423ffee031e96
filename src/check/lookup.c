/* SPDX-License-Identifier: MIT */
/* lookup.c - what a name means at a place.
 *
 *     iterators around, the innermost first
 *     the class, what it imports by name, what it imports with .*
 *     the class around it, ... , the file
 *     built-in names; in the dialect also those of package math
 *
 * The first part of a.b.c is found this way, the others inside what was found before. A name
 * that is not found may be one of Modelica that is not supported, or misspelt; the message says
 * which.                                                                                        */
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
    return name[0] != '$' && strncmp(name, "math.", 5) != 0 && name_nearer(wanted, name, best);
}

const char *scope_nearest(const char *name, const char *const *list, int32_t n)
{
    const char *found = NULL;
    int best = 1000;
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
    int best = 1000;
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

void scope_say_unknown(struct check *c, const struct ast_part *first, const char *what)
{
    const char *kind = scope_unsupported(first->name);
    if (kind && *kind)
        error_at(c->m, first->at, "%s are not supported: '%s'", kind, first->name);
    else if (kind)
        error_at(c->m, first->at, "'%s' is not supported", first->name);
    for (const struct scope *s = c->in.scope; s; s = s->up)
        if (kind || (s->incomplete && !c->flat)) return;
    error_at(c->m, first->at, "unknown %s '%s'", what, first->name);
    if (c->m->dropped) return;
    suggest(c, nearest_visible(c, first->name));
}

/* ---- Imports --------------------------------------------------------------------------------- */

/* The top-level class of that name: of the file, or of the library. */
static struct symbol *top_level(struct check *c, const char *name)
{
    struct symbol *s = scope_get(c->root, name);
    if (s) return s;
    if (strcmp(name, "Modelica") == 0) scope_read_library(c);
    return scope_get(c->library, name);
}

static struct symbol *member_of(struct check *c, struct symbol *s, const char *name)
{
    struct scope *inside;
    if (s->kind != SYMBOL_CLASS && s->kind != SYMBOL_TYPE && s->kind != SYMBOL_FUNCTION)
        return NULL;
    inside = scope_of(c, s);
    return inside ? scope_get(inside, name) : NULL;
}

static struct symbol *imported_path(struct check *c, const struct ast_element *e)
{
    struct symbol *s = e->n_type_path > 0 ? top_level(c, e->type_path[0].name) : NULL;
    for (int32_t k = 1; s && k < e->n_type_path; k++) s = member_of(c, s, e->type_path[k].name);
    return s;
}

static bool lists(const struct ast_element *e, const char *name)
{
    for (int32_t k = 0; k < e->n_import_names; k++)
        if (e->import_names[k] == name) return true;
    return false;
}

static struct symbol *import_of(struct check *c, const struct ast_element *e, const char *name,
                                bool all)
{
    struct symbol *s;
    if (e->import_all != all || e->n_type_path == 0) return NULL;
    if (all || e->n_import_names > 0) {
        if (!all && !lists(e, name)) return NULL;
        s = imported_path(c, e);
        return s ? member_of(c, s, name) : NULL;
    }
    if (name != (e->name ? e->name : e->type_path[e->n_type_path - 1].name)) return NULL;
    return imported_path(c, e);
}

static struct symbol *imported(struct check *c, const struct scope *s, const char *name)
{
    struct symbol *found = NULL;
    for (int32_t k = 0; k < s->imports.n && !found; k++)
        found = import_of(c, s->imports.at[k], name, false);
    for (int32_t k = 0; k < s->imports.n && !found; k++)
        found = import_of(c, s->imports.at[k], name, true);
    return found;
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
    for (const struct scope *s = c->in.scope; s && s != c->library; s = s->up) {
        if ((found = scope_get(s, name))) return found;
        if ((found = imported(c, s, name))) return found;
    }
    return (found = builtin_name(c, name)) ? found : top_level(c, name);
}

/* math.sin is sin, math.rand is the dialect's. */
static struct symbol *find_math(struct check *c, const struct ast_part *path, int32_t n)
{
    const char *name;
    struct symbol *s;
    if (n != 2 || strcmp(path[0].name, "math") != 0 || scope_get(c->root, path[0].name))
        return NULL;
    name = arena_format(c->arena, "math.%.60s", path[1].name);
    s = scope_get(c->library, names_intern(c->names, name, strlen(name)));
    return s ? s : scope_get(c->library, path[1].name);
}

static void say_no_member(struct check *c, struct symbol *s, const struct ast_part *part)
{
    int best = 1000;
    if (s->kind == SYMBOL_VARIABLE || s->kind == SYMBOL_ITERATOR || s->kind == SYMBOL_LITERAL ||
        s->kind == SYMBOL_BUILTIN) {
        error_at(c->m, part->at, "'%s' is a %s and has no part '%s'", s->name, symbol_word(s),
                 part->name);
        return;
    }
    error_at(c->m, part->at, "there is no '%s' in %s '%s'", part->name, symbol_word(s), s->name);
    if (scope_of(c, s)) suggest(c, nearest_member(scope_of(c, s), part->name, &best));
    if (best > 2 && strcmp(s->name, "Modelica") == 0)
        hint_last(c->m, "built in are Modelica.Constants, Math and Units; parts are in the "
                        "packages Saltus.Electrical, Rotational, Thermal, Blocks");
}

struct symbol *scope_find(struct check *c, const struct ast_part *path, int32_t n, bool absolute,
                          bool quiet)
{
    struct symbol *s = absolute ? top_level(c, path[0].name) : NULL, *next;
    if (!absolute && (s = find_math(c, path, n))) return s;
    if (!absolute) s = find_first(c, path[0].name);
    if (!s && !quiet) scope_say_unknown(c, &path[0], "name");
    for (int32_t k = 1; s && k < n; k++) {
        next = member_of(c, s, path[k].name);
        if (!next && !quiet) say_no_member(c, s, &path[k]);
        s = next;
    }
    return s;
}
