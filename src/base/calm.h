/* SPDX-License-Identifier: MIT */
/* calm.h - is a function smooth at the scale of a box? Told from its program for ranges (range.h),
 * of many functions with the same program at once; mathematics: calm.c. */
#ifndef BASE_CALM_H
#define BASE_CALM_H

#include "base/range.h"
#include <stdbool.h>

enum { CALM_LANES = 16 };

/* A function as a program: what a model hands to saltus_box.run. */
struct calm_program {
    const saltus_program *p; /* NULL: it has none                                              */
    int32_t at[3];
    int32_t i;
};

/* How many words of memory, of 8 bytes, calm_run needs for it. */
size_t calm_room(const struct calm_program *f);
bool calm_same(const struct calm_program *a, const struct calm_program *b);

/* The program of a function of a model, as its range function names it. */
struct calm_program calm_find(const saltus_box *b,
                              int (*range)(const saltus_box *b, saltus_kind kind, int32_t i,
                                           int order, saltus_span *r),
                              saltus_kind kind, int32_t i);

/* Of each signal: its first and last value over the box, and how quickly it bends (calm.c). */
struct calm_signal {
    double lo, hi, bends;
};

/* Functions f[0..count-1] with the same program, count <= CALM_LANES, of these signals: calm[k], and their
 * spans and bends in value[k], if that is not NULL. The box has times, discretes and parameters. */
void calm_run(const saltus_box *b, const struct calm_program *f, int32_t count,
              const struct calm_signal *q, double *room, bool *calm, struct calm_signal *value);

#endif
