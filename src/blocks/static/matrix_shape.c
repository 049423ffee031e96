/* SPDX-License-Identifier: MIT */
/* matrix_shape.c - the entries of a matrix from the arguments of its block, checked and sorted. */
#include "blocks/static/matrix.h"
#include "blocks/static/function.h"
#include <math.h>

static int is_sum(const saltus_part *p)
{
    return p->type == &block_sum_over;
}

static int32_t whole(const saltus_part *p, const char *name)
{
    double v = saltus_part_real(p, name, 0);
    return v >= 1 && v <= 2e9 ? (int32_t)v : 0;
}

void matrix_shape(const saltus_part *p, struct matrix_shape *s)
{
    int32_t rows, cols, n = is_sum(p) ? 0 : saltus_part_count(p, "matrix", &rows, &cols);
    if (is_sum(p)) {
        s->rows = 1;
        s->entries = s->cols = p->size > 0 ? p->size : 1;
    } else if (n) {
        s->rows = rows, s->cols = cols, s->entries = n;
    } else {
        s->rows = whole(p, "rows"), s->cols = whole(p, "cols");
        s->entries = saltus_part_count(p, "v", &rows, &cols);
    }
}
/* Entry k as (row, column, value); 0: it is none. */
int matrix_entry(const saltus_part *p, const struct matrix_shape *s, int64_t k, int32_t *i,
                 int32_t *j, double *a)
{
    const double *m = is_sum(p) ? NULL : saltus_part_reals(p, "matrix");
    *i = (int32_t)(k / s->cols);
    *j = (int32_t)(k % s->cols);
    *a = is_sum(p) ? 1 : 0;
    if (is_sum(p)) return 1;
    if (m) {
        *a = m[k];
        return *a != 0;
    }
    *i = (int32_t)saltus_part_reals(p, "i")[k] - 1;
    *j = (int32_t)saltus_part_reals(p, "j")[k] - 1;
    *a = saltus_part_reals(p, "v")[k];
    return 1;
}

static const char *wrong_triplets(const saltus_part *p, const struct matrix_shape *s,
                                  const char **param)
{
    int32_t r, c;
    const double *i = saltus_part_reals(p, "i"), *j = saltus_part_reals(p, "j");
    *param = s->rows && s->entries ? "cols" : s->entries ? "rows" : "matrix";
    if (!s->entries) return "give either 'matrix', or 'i', 'j', 'v', 'rows' and 'cols'";
    if (!s->rows || !s->cols)
        return "the size of a matrix that is given by its entries must be said";
    *param = "v";
    if (saltus_part_count(p, "i", &r, &c) != s->entries ||
        saltus_part_count(p, "j", &r, &c) != s->entries)
        return "there must be as many numbers in 'i' and 'j' as in 'v'";
    for (int64_t k = 0; k < s->entries; k++) {
        *param = i[k] >= 1 && i[k] <= s->rows && i[k] == floor(i[k]) ? "j" : "i";
        if (**param == 'i' || !(j[k] >= 1 && j[k] <= s->cols && j[k] == floor(j[k])))
            return "the numbers must be whole, from 1 to the size of the matrix";
    }
    return NULL;
}

const char *matrix_wrong(const saltus_part *p, const struct matrix_shape *s, const char **param)
{
    const double *v;
    if (is_sum(p)) return NULL;
    v = saltus_part_reals(p, "matrix");
    if (!v) {
        const char *text = wrong_triplets(p, s, param);
        if (text) return text;
        v = saltus_part_reals(p, "v");
    } else if (saltus_part_reals(p, "v")) {
        *param = "v";
        return "'matrix' is given, too";
    }
    *param = saltus_part_reals(p, "matrix") ? "matrix" : "v";
    for (int64_t k = 0; k < s->entries; k++)
        if (!isfinite(v[k])) return "the numbers must be finite";
    return NULL;
}

/* Counting sort of the entries by column (by = 1) or row (0), in the order given. */
void matrix_sort(const saltus_part *p, const struct matrix_shape *s, int by, int64_t *start,
                 struct matrix_entry *to)
{
    int32_t n = by ? s->cols : s->rows, at[2];
    double a;
    for (int64_t k = 0; k < s->entries; k++)
        if (matrix_entry(p, s, k, &at[0], &at[1], &a)) start[at[by] + 1]++;
    for (int32_t j = 0; j < n; j++) start[j + 1] += start[j];
    for (int64_t k = s->entries - 1; k >= 0; k--)
        if (matrix_entry(p, s, k, &at[0], &at[1], &a))
            to[--start[at[by] + 1]] = (struct matrix_entry){.a = a, .index = at[!by]};
    for (int32_t j = 0; j < n; j++) start[j] = start[j + 1];
    start[n] = 0;
    for (int64_t k = 0; k < s->entries; k++) start[n] += matrix_entry(p, s, k, &at[0], &at[1], &a);
}
