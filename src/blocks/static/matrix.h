/* SPDX-License-Identifier: MIT */
/* matrix.h - the entries of a matrix that is an argument: all of them row by row, or a list of
 * those that are not 0; or ones, of a sum. */
#ifndef BLOCKS_MATRIX_H
#define BLOCKS_MATRIX_H

#include "saltus_devs.h"

struct matrix_shape {
    int32_t rows, cols;
    int64_t entries; /* that are given, zeros counted */
};
struct matrix_entry {
    double a;
    int32_t index, unused; /* its row, or its column */
};

/* What the arguments say, right or wrong. */
void matrix_shape(const saltus_part *p, struct matrix_shape *s);
/* What is wrong with them, and *param which; NULL: nothing. */
const char *matrix_wrong(const saltus_part *p, const struct matrix_shape *s, const char **param);
/* Entry k as row, column, value; 0: it is a zero. */
int matrix_entry(const saltus_part *p, const struct matrix_shape *s, int64_t k, int32_t *i,
                 int32_t *j, double *a);
/* Entries by columns (by = 1) or rows (0), in the order given: those of j are to[start[j]] ..
 * to[start[j + 1] - 1]. start is all 0 before. */
void matrix_sort(const saltus_part *p, const struct matrix_shape *s, int by, int64_t *start,
                 struct matrix_entry *to);

extern const saltus_atomic block_sum_over; /* a matrix with one row of ones */

#endif
