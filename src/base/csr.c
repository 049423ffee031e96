/* SPDX-License-Identifier: MIT */
/* csr.c - building sparse lists row by row, and their inverse. */
#include "base/csr.h"
#include <stdlib.h>
#include <string.h>

int csr_begin(struct csr_builder *b, struct csr *to, int32_t rows, struct alloc *a)
{
    *b = (struct csr_builder){.to = to, .alloc = a, .room = (size_t)rows + 16};
    *to = (struct csr){.n = rows};
    to->start = alloc_array(a, (size_t)rows + 1, sizeof *to->start);
    to->item = alloc_array(a, b->room, sizeof *to->item);
    return to->start && to->item ? 0 : -1;
}

int csr_add(struct csr_builder *b, int32_t item)
{
    if ((size_t)b->used == b->room) {
        size_t room = b->room * 2;
        int32_t *p = room > INT32_MAX ? NULL : alloc_resize(b->alloc, b->to->item, room, sizeof *p);
        if (!p) return -1;
        b->to->item = p;
        b->room = room;
    }
    b->to->item[b->used++] = item;
    return 0;
}

int csr_ascending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

int csr_row(struct csr_builder *b)
{
    struct csr *c = b->to;
    int32_t first = c->start[b->row], kept = first;
    int32_t *it = c->item;
    if (b->used - first > 1)
        qsort(it + first, (size_t)(b->used - first), sizeof *it, csr_ascending);
    for (int32_t k = first; k < b->used; k++)
        if (k == first || it[k] != it[kept - 1]) it[kept++] = it[k];
    b->used = kept;
    c->start[++b->row] = kept;
    return 0;
}

int csr_end(struct csr_builder *b)
{
    size_t n = b->used ? (size_t)b->used : 1;
    int32_t *p = alloc_resize(b->alloc, b->to->item, n, sizeof *p);
    if (p) b->to->item = p;
    return p ? 0 : -1;
}

int csr_transpose(struct csr *to, const struct csr *from, int32_t rows, struct alloc *a)
{
    int32_t total = from->start[from->n];
    *to = (struct csr){.n = rows};
    to->start = alloc_array(a, (size_t)rows + 2, sizeof *to->start);
    to->item = alloc_array(a, (size_t)total + 1, sizeof *to->item);
    if (!to->start || !to->item) return -1;
    /* start[j+2] counts row j; after the sums, start[j+1] is where row j is filled next. */
    for (int32_t k = 0; k < total; k++) to->start[from->item[k] + 2]++;
    for (int32_t j = 0; j < rows; j++) to->start[j + 2] += to->start[j + 1];
    for (int32_t i = 0; i < from->n; i++)
        for (int32_t k = from->start[i]; k < from->start[i + 1]; k++)
            to->item[to->start[from->item[k] + 1]++] = i;
    return 0;
}

int csr_has(const struct csr *c, int32_t i, int32_t item)
{
    int32_t lo = c->start[i], hi = c->start[i + 1];
    while (lo < hi) {
        int32_t mid = lo + (hi - lo) / 2;
        if (c->item[mid] < item)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < c->start[i + 1] && c->item[lo] == item;
}

void csr_free(struct csr *c, struct alloc *a)
{
    alloc_free(a, c->start);
    alloc_free(a, c->item);
    *c = (struct csr){0};
}
