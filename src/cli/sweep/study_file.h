/* SPDX-License-Identifier: MIT */
/* study_file.h - what the two halves of the reader of study files share: study_file.c has settings
 * and messages, study_values.c the values that parameters run through. */
#ifndef CLI_STUDY_FILE_H
#define CLI_STUDY_FILE_H

#include "cli/sweep/study.h"
#include <jansson.h>

struct reading {
    const char *path;
    struct study *s;
    size_t samples; /* of random parameters */
    uint64_t seed;
    bool wrong;
};

/* "PATH: WHERE: ..." on stderr; the study is wrong from now on. */
void study_complain(struct reading *r, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* true and false are 1 and 0. */
void study_number(struct reading *r, const char *where, const json_t *v, double *out);
/* Every key of an object must be one of these words. */
void study_keys(struct reading *r, const char *where, const json_t *object,
                const char *const *words, size_t n);

void study_read_sets(struct reading *r, const json_t *sets);
void study_read_cells(struct reading *r, const json_t *cells);

#endif
