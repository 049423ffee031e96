/* SPDX-License-Identifier: MIT */
/* split.c - the box of a row cut into smaller boxes.
 *
 * Where part of an array is determined in another way than the rest (the first cell of a ladder,
 * the edge of a grid), a row over all of it must be two or three rows. An index that is affine in
 * the iterators is written as subscripts, one *line* per dimension of the array:
 *     subscript = first + step*digit,   digit = 0, 1, ... of one iterator.                      (1)
 * A *rectangle* is a range in each dimension. (1) enters and leaves it at two digits: there the
 * iterator is cut. Where several iterators move one subscript, or the elements of the other set do
 * not lie side by side, no cut is found. */
#include "graph/graph.h"

#include <stdlib.h>

struct line {
    int64_t first, step;
    int32_t iter; /* which one moves it; NONE, SEVERAL */
};
enum { NONE = -1, SEVERAL = -2 };

static bool add_step(struct line *line, const int64_t *stride, const int32_t *size, int32_t rank,
                     int64_t delta, int32_t iter)
{
    int32_t d = 0;
    while (d < rank && (size[d] <= 1 || delta % stride[d] != 0)) d++;
    if (d == rank) return false;
    line[d].iter = line[d].iter == NONE ? iter : SEVERAL;
    line[d].step = delta / stride[d];
    return true;
}

/* index of v as lines over these iterators; false: it is something else, or leaves the array. */
static bool lines_of(const struct ir *index, const struct ir_var *v, struct ir_iter **iters,
                     int32_t n, struct line *line)
{
    int64_t at, c[GRAPH_RANK], stride[CHECK_RANK + 1];
    if (n > GRAPH_RANK || !ir_affine(index, iters, n, &at, c)) return false;
    for (int32_t k = 0; k < n; k++) at += c[k] * iters[k]->lo;
    if (at < 0 || at >= v->count) return false;
    stride[v->rank] = 1;
    for (int32_t d = v->rank - 1; d >= 0; d--) {
        int64_t size = v->size[d] > 0 ? v->size[d] : 1;
        line[d] = (struct line){at / stride[d + 1] % size, 0, NONE};
        stride[d] = stride[d + 1] * size;
    }
    for (int32_t k = 0; k < n; k++)
        if (c[k] != 0 && iters[k]->count > 1 &&
            !add_step(line, stride + 1, v->size, v->rank, c[k] * iters[k]->step, k))
            return false;
    for (int32_t d = 0; d < v->rank; d++) {
        int64_t last = line[d].first;
        if (line[d].iter >= 0) last += line[d].step * (iters[line[d].iter]->count - 1);
        if (last < 0 || last >= v->size[d]) return false;
    }
    return true;
}

struct graph_rect graph_rect_of(struct ir_model *m, struct ir *index, const struct ir_var *v)
{
    struct graph_rect r = {0};
    struct ir_iter *iters[GRAPH_RANK];
    struct line line[CHECK_RANK];
    int32_t n = ir_free_iters(m, index, iters, GRAPH_RANK);
    if (n > GRAPH_RANK || !lines_of(index, v, iters, n, line)) return r;
    for (int32_t d = 0; d < v->rank; d++) {
        int64_t last = line[d].first;
        if (line[d].iter == SEVERAL) return r;
        if (line[d].iter >= 0) {
            if (line[d].step != 1 && line[d].step != -1) return r;
            last += line[d].step * (iters[line[d].iter]->count - 1);
        }
        r.lo[d] = last < line[d].first ? last : line[d].first;
        r.hi[d] = last < line[d].first ? line[d].first : last;
    }
    r.good = true;
    return r;
}

/* ---- Cuts ------------------------------------------------------------------------------------ */

void graph_cut_at(struct ir_model *m, struct graph_cuts *c, int32_t iter, int64_t digit)
{
    for (int32_t k = 0; k < c->of[iter].n; k++)
        if (c->of[iter].at[k] == digit) return;
    VEC_ADD(m->arena, &c->of[iter], digit);
    c->any = true;
}

static void add_cut(struct ir_model *m, struct graph_cuts *c, int32_t iter, int64_t digit,
                    int64_t count)
{
    if (digit > 0 && digit < count) graph_cut_at(m, c, iter, digit);
}

/* First digit at which first + step*digit has reached v, for step > 0; has fallen below v, for
 * step < 0. */
static int64_t digit_at(const struct line *l, int64_t v)
{
    int64_t way = l->step > 0 ? v - l->first : l->first - (v - 1);
    int64_t step = l->step > 0 ? l->step : -l->step;
    return way <= 0 ? 0 : (way + step - 1) / step;
}

bool graph_cut(struct ir_model *m, const struct graph_row *r, const struct ir *access,
               const struct graph_rect *rect, struct graph_cuts *cuts)
{
    struct line line[CHECK_RANK];
    if (!rect->good || !lines_of(access->arg[0], access->var, r->iters, r->n_iters, line))
        return false;
    for (int32_t d = 0; d < access->var->rank; d++) {
        if (line[d].iter == SEVERAL) return false;
        if (line[d].iter == NONE) continue;
        int64_t count = r->iters[line[d].iter]->count;
        add_cut(m, cuts, line[d].iter, digit_at(&line[d], rect->lo[d]), count);
        add_cut(m, cuts, line[d].iter, digit_at(&line[d], rect->hi[d] + 1), count);
    }
    return true;
}

int64_t graph_cut_boxes(const struct graph_row *r, const struct graph_cuts *cuts)
{
    int64_t boxes = 1;
    for (int32_t k = 0; k < r->n_iters; k++) {
        boxes *= cuts->of[k].n + 1;
        if (boxes > INT32_MAX) return boxes;
    }
    return boxes;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int by_digit(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The row over one of the boxes: part[k] of iterator k. */
static struct graph_row part_row(struct graph_system *s, const struct graph_row *r,
                                 const struct graph_cuts *cuts, const int32_t *part)
{
    struct ir_model *m = s->m;
    struct ir_iter **iters = ARENA_ARRAY(m->arena, struct ir_iter *, r->n_iters + 1);
    struct ir *to[GRAPH_RANK], *held = r->match < 0 ? NULL : r->accesses.at[r->match].node;
    struct graph_row row;
    int32_t n = 0;
    for (int32_t k = 0; k < r->n_iters; k++) {
        const struct ir_iter *it = r->iters[k];
        int64_t from = part[k] ? cuts->of[k].at[part[k] - 1] : 0;
        int64_t until = part[k] < cuts->of[k].n ? cuts->of[k].at[part[k]] : it->count;
        struct ir_iter *new = ir_iter_new(m, it->depth, it->lo + it->step * from, it->step,
                                          (int32_t)(until - from), it->name);
        to[k] = ir_iter_value(m, new);
        if (new->count > 1) iters[n++] = new;
    }
    row = graph_row_make(s, iters, n, ir_replace(m, r->lhs, r->iters, to, r->n_iters),
                         ir_replace(m, r->rhs, r->iters, to, r->n_iters), r->at, r->text);
    if (held) held = ir_replace(m, held, r->iters, to, r->n_iters);
    for (int32_t k = 0; held && k < row.accesses.n; k++)
        if (row.accesses.at[k].node == held) row.match = k;
    if (r->below) {
        struct graph_row *below = ARENA_NEW(m->arena, struct graph_row);
        *below = part_row(s, r->below, cuts, part);
        row.below = below;
    }
    row.of_pieces = r->of_pieces;
    return row;
}

void graph_split(struct graph_system *s, const struct graph_row *r, struct graph_cuts *cuts,
                 struct graph_rows *out)
{
    int32_t part[GRAPH_RANK] = {0}, k = 0;
    for (int32_t j = 0; j < r->n_iters; j++)
        if (cuts->of[j].n > 1)
            qsort(cuts->of[j].at, (size_t)cuts->of[j].n, sizeof(int64_t), by_digit);
    while (k >= 0) {
        VEC_ADD(s->m->arena, out, part_row(s, r, cuts, part));
        for (k = r->n_iters - 1; k >= 0 && ++part[k] > cuts->of[k].n; k--) part[k] = 0;
    }
}
