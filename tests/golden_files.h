/* SPDX-License-Identifier: MIT */
/* golden_files.h - texts that are compared with recorded ones, for all files of a folder.
 *
 *     golden_walk(FOLDER, ".mo", one_file);           calls one_file(path, name) in order of names
 *     golden_compare(path, got);                      BLESS=1 writes instead                    */
#ifndef GOLDEN_FILES_H
#define GOLDEN_FILES_H

#include "testing.h"

#include <dirent.h>

/* The whole file with a zero behind it, to be freed; NULL if there is none. */
static inline char *golden_read(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t room = 1 << 16;
    if (!f) return NULL;
    for (*n = 0; (text = realloc(text, room + 1)) != NULL; room *= 2) {
        *n += fread(text + *n, 1, room - *n, f);
        if (*n < room) break;
    }
    fclose(f);
    if (text) text[*n] = 0;
    return text;
}

static inline void golden_write(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    if (!f) FAIL("cannot write %s", path);
    fputs(text, f);
    fclose(f);
}

static inline void golden_compare(const char *path, const char *got)
{
    size_t n;
    if (getenv("BLESS")) {
        golden_write(path, got);
        return;
    }
    char *wanted = golden_read(path, &n);
    int same = wanted && strcmp(wanted, got) == 0;
    free(wanted);
    if (!same) printf("%s should be\n%s", path, got);
    if (!same) FAIL("%s differs; BLESS=1 rewrites it", path);
}

typedef void golden_fn(const char *path, const char *name);

/* Gives the number of files whose names end with `ending`. */
static inline int golden_walk(const char *folder, const char *ending, golden_fn *fn)
{
    struct dirent **list;
    int n = scandir(folder, &list, NULL, alphasort), count = 0;
    if (n < 0) FAIL("cannot read %s", folder);
    for (int k = 0; k < n; k++) {
        size_t length = strlen(list[k]->d_name), tail = strlen(ending);
        char path[1200];
        if (length > tail && strcmp(list[k]->d_name + length - tail, ending) == 0) {
            snprintf(path, sizeof path, "%s%s", folder, list[k]->d_name);
            fn(path, list[k]->d_name);
            count++;
        }
        free(list[k]);
    }
    free(list);
    return count;
}

#endif
