/* SPDX-License-Identifier: MIT */
/* library.c - where packages are looked for: --library, then SALTUS_PATH, then the library that
 * came with the program.
 *
 * The last one lies, seen from the folder of the program, in ../share/saltus/lib (installed),
 * ../models/lib (in the source tree) or models/lib (in a build folder elsewhere). The result is one
 * text, folders separated by ':'. */
#include "cli/core/cli.h"
#include "cli/show/gallery.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path, size_t n)
{
    struct stat st;
    char folder[GALLERY_PATH];
    if (n == 0 || n >= sizeof folder) return false;
    memcpy(folder, path, n);
    folder[n] = 0;
    return stat(folder, &st) == 0 && S_ISDIR(st.st_mode);
}

/* All folders of a list that was given must be there. */
static bool all_there(const char *list)
{
    for (size_t n; *list; list += list[n] ? n + 1 : n) {
        n = strcspn(list, ":");
        if (is_folder(list, n) || n == 0) continue;
        talk_error("--library: there is no folder '%.*s'", (int)n, list);
        return false;
    }
    return true;
}

/* Appends; false: no memory. */
static bool append(char **path, const char *list)
{
    size_t used = *path ? strlen(*path) : 0, more = strlen(list);
    char *longer = realloc(*path, used + more + 2);
    if (!longer) return false;
    snprintf(longer + used, more + 2, "%s%s", used && more ? ":" : "", list);
    *path = longer;
    return true;
}

bool cli_library(const struct cli *c, char **out)
{
    const char *list, *ours = getenv("SALTUS_PATH");
    char folder[GALLERY_PATH];
    bool fine = true, memory = true;
    *out = NULL;
    for (size_t k = 0; fine && memory && (list = cli_value(c, "library", k)); k++)
        if ((fine = all_there(list))) memory = append(out, list);
    if (fine && memory && ours) memory = append(out, ours);
    if (fine && memory && gallery_library(folder, sizeof folder)) memory = append(out, folder);
    if (!memory) talk_error("out of memory");
    if (fine && memory) return true;
    free(*out);
    *out = NULL;
    return false;
}
