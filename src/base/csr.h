/* SPDX-License-Identifier: MIT */
/* csr.h - sparse lists of lists: row i holds item[start[i]] .. item[start[i+1]-1], ascending. */
#ifndef BASE_CSR_H
#define BASE_CSR_H

#include "base/alloc.h"
#include <stdint.h>

struct csr {
    int32_t n;      /* rows                            */
    int32_t *start; /* n+1, start[n] = number of items */
    int32_t *item;
};

/* Rows are appended one after the other: csr_begin, then for each row any number of csr_add and
 * one csr_row; csr_end trims. Items of a row may come in any order and repeatedly; csr_row sorts
 * them and drops repetitions. All but csr_free return 0, or -1 if memory is short or the number
 * of items passes 2^31 - 1; the csr can then only be freed. */
struct csr_builder {
    struct csr *to;
    struct alloc *alloc;
    int32_t row, used;
    size_t room;
};
int csr_begin(struct csr_builder *b, struct csr *to, int32_t rows, struct alloc *a);
int csr_add(struct csr_builder *b, int32_t item);
int csr_row(struct csr_builder *b);
int csr_end(struct csr_builder *b);

/* to := the inverse of from: row j of `to` (0 <= j < rows) lists the rows of `from` that contain
 * j. */
int csr_transpose(struct csr *to, const struct csr *from, int32_t rows, struct alloc *a);

/* Does row i contain item? */
int csr_has(const struct csr *c, int32_t i, int32_t item);

/* leaves an empty csr; fine for one that is all zero */
void csr_free(struct csr *c, struct alloc *a);

/* For qsort: int32_t, ascending. */
int csr_ascending(const void *a, const void *b);

static inline const int32_t *csr_first(const struct csr *c, int32_t i)
{
    return c->item + c->start[i];
}
static inline const int32_t *csr_last(const struct csr *c, int32_t i) /* one past */
{
    return c->item + c->start[i + 1];
}
static inline int32_t csr_count(const struct csr *c, int32_t i)
{
    return c->start[i + 1] - c->start[i];
}

#endif
