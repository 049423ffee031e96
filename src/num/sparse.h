/* SPDX-License-Identifier: MIT */
/* sparse.h - LU factors of a sparse matrix, complex or real, without exchanging rows: for matrices
 * such as z I - h A, whose diagonal is strong enough. The order of elimination and the places that fill are
 * found once; the same pattern is then factored again and again. Mathematics and layout:
 * sparse.c. */
#ifndef NUM_SPARSE_H
#define NUM_SPARSE_H

#include "base/csr.h"
#include <stdbool.h>

struct sparse {
    int32_t n;
    int32_t *order;  /* n: row of the matrix that is eliminated as k-th              */
    int32_t *place;  /* n: and when a row is eliminated                             */
    int32_t *first;  /* n + 1: what row k holds to the right of its diagonal ...     */
    int32_t *col;    /* ... : columns, by place, ascending                           */
    int32_t *target; /* values that row k changes, in the order in which it does so  */
    double *value;   /* complex: n diagonals, then above and below the diagonal for each col */
    int32_t values;
};

/* near: symmetric, row i lists the j != i with a place (i, j) or (j, i). in_turn: chains are
 * eliminated from both ends, which is faster, but other rows stay to the end. 0, or -1: out of memory
 * or too much fill. */
int sparse_init(struct sparse *m, const struct csr *near, bool in_turn, struct alloc *a);
void sparse_free(struct sparse *m, struct alloc *a);

/* Index of the value of (i, j), which must be in the pattern. */
int32_t sparse_at(const struct sparse *m, int32_t i, int32_t j);

/* From value[] as filled by the caller (2 doubles each) to factors; false: a pivot vanished. */
bool sparse_factor(struct sparse *m);

/* v := M^-1 v; v and work: n complex numbers. */
void sparse_solve(const struct sparse *m, double *v, double *work);

/* The same for a real matrix: `values` doubles of your own, one for each place. */
bool sparse_factor_real(const struct sparse *m, double *value);
void sparse_solve_real(const struct sparse *m, const double *value, double *v, double *work);

#endif
