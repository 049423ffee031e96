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

#endif
