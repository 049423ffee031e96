/* SPDX-License-Identifier: MIT */
/* package.h - what the files that read packages share: read.c, load.c, modelica.c. */
#ifndef INST_PACKAGE_H
#define INST_PACKAGE_H

#include "inst/inst.h"

struct package_id { /* two paths with the same one are one file */
    uint64_t device, number;
};

bool package_file_exists(const char *path, struct package_id *id); /* id may be NULL */
/* The number of the text, in UTF-8; -1 after an error, which has been reported. */
int32_t package_read(struct messages *m, const char *path);

/* near.c: what lies in a folder. In alphabetical order; one with a name like `name`, or NULL; the
 * package in it, however deep, that has a class `name`, or NULL (depth: 0). */
struct package_names {
    const char **at;
    int32_t n, room;
};
struct package_names package_names(struct arena *a, const char *folder);
const char *package_near(struct arena *a, const char *folder, const char *name);
const char *package_with(struct arena *a, const char *folder, const char *name, int depth);

#endif
