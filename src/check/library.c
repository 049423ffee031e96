/* SPDX-License-Identifier: MIT */
/* library.c - the symbols of built-in names (lang/builtin.h). */
#include "check/stage.h"

#include <string.h>

static struct symbol *put(struct check *c, enum symbol_kind kind, const char *name)
{
    struct symbol *s = symbol_new(c->arena, kind, names_intern(c->names, name, strlen(name)),
                                  (struct place){0, 0, 0});
    scope_put(c->arena, c->library, s);
    return s;
}

void scope_builtins(struct check *c)
{
    static const struct {
        const char *name;
        enum base_type base;
    } types[] = {{"Real", TYPE_REAL},
                 {"Integer", TYPE_INTEGER},
                 {"Boolean", TYPE_BOOLEAN},
                 {"String", TYPE_STRING}};
    c->library = scope_new(c->arena, NULL, NULL);
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        struct symbol *s = put(c, SYMBOL_TYPE, types[k].name);
        s->type = type_scalar(types[k].base);
        if (types[k].base == TYPE_STRING) s->builtin = BUILTIN_STRING;
        if (types[k].base == TYPE_INTEGER) s->builtin = BUILTIN_TO_INTEGER;
    }
    for (int k = 1; k < BUILTIN_COUNT; k++) {
        if (k == BUILTIN_STRING || k == BUILTIN_TO_INTEGER) continue;
        put(c, SYMBOL_BUILTIN, builtin_text(k))->builtin = k;
    }
    struct symbol *time = put(c, SYMBOL_BUILTIN, "time");
    time->type = type_scalar(TYPE_REAL);
    time->variability = VARY_CONTINUOUS;
}
