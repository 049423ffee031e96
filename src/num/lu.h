/* SPDX-License-Identifier: MIT */
/* lu.h - LU factors of real matrices of one pattern, with exchanges of rows; dense where the matrix
 * is small, sparse beyond. Which pivots are taken depends on the numbers, so that a matrix may have
 * zeros wherever its mode puts them. Mathematics: lu.c. */
#ifndef NUM_LU_H
#define NUM_LU_H

#include "base/alloc.h"
#include <stdbool.h>
#include <stdint.h>

enum { LU_DENSE = 24 }; /* the largest matrix that is treated as a full one */

/* What all matrices of a pattern share. */
struct lu_plan {
    int32_t n;
    /* the pattern by columns: rows row[first[j] .. first[j+1]-1]; borrowed */
    const int32_t *first, *row;
    bool dense;
    int32_t *order;             /* n: column that is eliminated as k-th */
    int32_t *count;             /* n: entries of a row */
    int32_t *mark, *stack, *at; /* n each: work of a sparse factorisation */
    double *x, *scale;          /* n each: work */
};

struct lu_part { /* columns of one factor, without its diagonal */
    int32_t *first, *index;
    double *value;
    int32_t room;
};

struct lu {
    double *full;                /* dense: n*n by columns; the rest is for sparse ones */
    struct lu_part lower, upper; /* rows of the matrix; places k of pivots */
    double *pivot;               /* n */
    int32_t *taken;              /* n: row of pivot k */
    int32_t *place;              /* n: which pivot a row is; -1 while it is none */
    int32_t bad; /* after a failure: the column without a pivot; -1: out of memory */
};

/* false: out of memory; lu_plan_free is due all the same. */
bool lu_plan_init(struct lu_plan *p, int32_t n, const int32_t *first, const int32_t *row,
                  struct alloc *a);
void lu_plan_free(struct lu_plan *p, struct alloc *a);

/* f, zeroed or used before, := factors of the matrix with these values, one per place of the
 * pattern. false: singular, or not finite (f->bad). */
bool lu_factor(struct lu_plan *p, struct lu *f, const double *value, struct alloc *a);
void lu_free(struct lu *f, struct alloc *a);

/* b := A^-1 b */
void lu_solve(const struct lu_plan *p, const struct lu *f, double *b);

#endif
