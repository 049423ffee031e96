/* SPDX-License-Identifier: MIT */
/* builtin.c - built-in names, and names of Modelica that are not supported. */
#include "base/text.h"
#include "lang/builtin.h"
#include "lang/lang.h"

#include <stddef.h>
#include <string.h>

static const char *const types[] = {"Real", "Integer", "Boolean", "String"};
static const char *const variables[] = {"time", "AssertionLevel", "math"};
#define NAME_(NAME, text)            text,
#define ELEMENTARY_(NAME, name, ...) #name,
static const char *const functions[] = {BUILTIN_MAP(NAME_) SALTUS_ELEMENTARY(ELEMENTARY_, )};
#undef ELEMENTARY_
#undef NAME_

const char *builtin_text(int builtin)
{
    return functions[builtin - 1];
}

static bool in_list(const char *const *list, size_t n, const char *name)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(list[k], name) == 0) return true;
    return false;
}

bool builtin_is_type(const char *name)
{
    return in_list(types, sizeof types / sizeof *types, name);
}

bool builtin_is_name(const char *name)
{
    return builtin_is_type(name) ||
           in_list(variables, sizeof variables / sizeof *variables, name) ||
           in_list(functions, sizeof functions / sizeof *functions, name);
}

bool builtin_is_elementary(const char *name)
{
    size_t n = sizeof functions / sizeof *functions;
    return in_list(functions + (BUILTIN_COUNT - ELEMENTARY_COUNT - 1),
                   n - (BUILTIN_COUNT - ELEMENTARY_COUNT - 1), name);
}

bool builtin_is_math(const char *name)
{
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        if (strncmp(functions[k], "math.", 5) == 0 && strcmp(functions[k] + 5, name) == 0)
            return true;
    return false;
}

const char *builtin_nearest(const char *name, bool types_only)
{
    const char *found = NULL;
    int best = TEXT_FAR;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (text_nearer(name, types[k], &best)) found = types[k];
    for (size_t k = 0; !types_only && k < sizeof functions / sizeof *functions; k++)
        if (!strchr(functions[k], '.') && functions[k][0] != '$' &&
            text_nearer(name, functions[k], &best))
            found = functions[k];
    return found;
}

const char *builtin_unsupported(const char *name)
{
    static const struct {
        const char *names, *kind;
    } known[] = {
        {" Clock previous hold subSample superSample shiftSample backSample noClock firstTick "
         "interval ",
         "synchronous operators"},
        {" transition initialState activeState ticksInState timeInState ", "state machines"},
        {" inStream actualStream ", "`stream` connectors"},
        {" spatialDistribution cardinality ", ""},
        {" Connections rooted ", "overdetermined connectors"},
        {" ExternalObject ", "external objects"},
        {" Complex ", "complex numbers"},
    };
    size_t n = strlen(name);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const char *at = known[k].names;
        while ((at = strstr(at, name))) {
            if (at[-1] == ' ' && at[n] == ' ') return known[k].kind;
            at += n;
        }
    }
    return NULL;
}
