/* SPDX-License-Identifier: MIT */
/* near.c - what there is in the folders of packages, for hints: a name like that which was not
 * found, and where a class is that was named without its package.
 *
 * Classes of a package that no one asked for have not been read; their names are those of files.
 * Folders that cannot be read have no names. */
#include "base/text.h"
#include "inst/package.h"
#include "lang/lang.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3 };

/* Resistor of Resistor.mo; Electrical of a folder; NULL: no class. */
static const char *class_name(struct arena *a, const char *entry)
{
    size_t n = strlen(entry);
    if (*entry == '.' || strcmp(entry, "package.mo") == 0) return NULL;
    if (n > 3 && strcmp(entry + n - 3, ".mo") == 0) return arena_text(a, entry, n - 3);
    return strchr(entry, '.') ? NULL : arena_text(a, entry, n);
}

struct package_names package_names(struct arena *a, const char *folder)
{
    struct package_names list = {0};
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, NULL, alphasort);
    for (int k = 0; k < n; k++) {
        const char *name = class_name(a, entries[k]->d_name);
        if (name) VEC_ADD(a, &list, name);
        free(entries[k]);
    }
    free(entries);
    return list;
}

const char *package_near(struct arena *a, const char *folder, const char *name)
{
    struct package_names list = package_names(a, folder);
    const char *found = NULL;
    int best = TEXT_FAR;
    for (int32_t k = 0; k < list.n; k++)
        if (text_nearer(name, list.at[k], &best)) found = list.at[k];
    return found;
}

static bool has_class(struct arena *a, const char *folder, const char *name)
{
    return package_file_exists(arena_format(a, "%s/%s.mo", folder, name), NULL) ||
           package_file_exists(arena_format(a, "%s/%s/package.mo", folder, name), NULL);
}

/* The name of the package inside `folder` that has a class `name`, or NULL. */
const char *package_with(struct arena *a, const char *folder, const char *name, int depth)
{
    struct package_names list = package_names(a, folder);
    for (int32_t k = 0; k < list.n; k++) {
        const char *inside = arena_format(a, "%s/%s", folder, list.at[k]), *deeper;
        if (!package_file_exists(arena_format(a, "%s/package.mo", inside), NULL)) continue;
        if (has_class(a, inside, name)) return list.at[k];
        if (depth >= DEEPEST) continue;
        if ((deeper = package_with(a, inside, name, depth + 1)))
            return arena_format(a, "%s.%s", list.at[k], deeper);
    }
    return NULL;
}
