/* SPDX-License-Identifier: MIT */
/* lower_piece.c - which equation defines function number i, and at which point?
 *
 * An equation in loops defines elements whose numbers are an affine function of the digits of its
 * points,
 *     number = lo + sum stride[k] digit[k].                                                     (1)
 * Sorted by descending stride, the digits follow from the number by division and remainder, as long
 * as each stride is larger than all that the smaller ones can reach. Mostly the strides are those
 * of row-major order, and the number is the point. Equations whose ranges overlap (odd and even
 * elements, rows and columns) make one cluster: its functions ask which of them is meant. */
#include "emit/lower/lower_group.h"
#include <stdlib.h>

int64_t lower_points(struct ir_iter **iters, int32_t n)
{
    int64_t points = 1;
    for (int32_t k = 0; k < n; k++) points *= iters[k]->count;
    return points;
}

static void row_major(struct piece *p, int64_t first)
{
    int64_t stride = 1;
    for (int32_t k = p->n_iters - 1; k >= 0; k--) {
        p->stride[k] = stride;
        stride *= p->iters[k]->count;
    }
    p->lo = first;
    p->hi = first + stride - 1;
    p->dense = true;
}

static bool affine_strides(struct piece *p, int64_t first, struct ir *index)
{
    int64_t c0;
    if (!ir_affine(index, p->iters, p->n_iters, &c0, p->stride)) return false;
    p->lo = p->hi = first + c0;
    for (int32_t k = 0; k < p->n_iters; k++) {
        int64_t reach, c = p->stride[k];
        p->lo += c * p->iters[k]->lo;
        p->hi += c * p->iters[k]->lo;
        p->stride[k] = c *= p->iters[k]->step;
        reach = c * (p->iters[k]->count - 1);
        *(reach < 0 ? &p->lo : &p->hi) += reach;
    }
    p->dense = p->hi - p->lo + 1 == lower_points(p->iters, p->n_iters);
    return true;
}

static int64_t size_of(int64_t x)
{
    return x < 0 ? -x : x;
}

/* Iterators by descending stride into order[]; those with one value are left out. */
static int32_t descending(const struct piece *p, int32_t *order)
{
    int32_t n = 0;
    for (int32_t k = 0; k < p->n_iters; k++) {
        int32_t j = n;
        if (p->iters[k]->count <= 1) continue;
        for (; j > 0 && size_of(p->stride[order[j - 1]]) < size_of(p->stride[k]); j--)
            order[j] = order[j - 1];
        order[j] = k;
        n++;
    }
    return n;
}

static bool separable(struct lower *l, const struct piece *p)
{
    int32_t *order = ARENA_ARRAY(l->arena, int32_t, p->n_iters + 1), n = descending(p, order);
    int64_t reach = 0;
    for (int32_t j = n - 1; j >= 0; j--) {
        int64_t stride = size_of(p->stride[order[j]]);
        if (stride <= reach) return false;
        reach += stride * (p->iters[order[j]]->count - 1);
    }
    return true;
}

bool lower_piece(struct lower *l, struct pieces *to, struct piece p, int64_t first,
                 struct ir *index)
{
    p.number = to->n;
    p.stride = ARENA_ARRAY(l->arena, int64_t, p.n_iters + 1);
    if (lower_points(p.iters, p.n_iters) == 0) return true;
    if (!index) {
        row_major(&p, first);
    } else if (!affine_strides(&p, first, index) || !separable(l, &p)) {
        error_at(l->m->messages, p.at,
                 "the elements of %s that this equation defines are too irregular", p.name);
        return false;
    }
    VEC_ADD(l->arena, to, p);
    return true;
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const struct piece *p = a, *q = b;
    if (p->lo != q->lo) return p->lo < q->lo ? -1 : 1;
    return p->number < q->number ? -1 : p->number > q->number;
}

void lower_clusters(struct lower *l, struct pieces *p, int64_t count, const char *kind,
                    lower_cluster_fn *make, void *user)
{
    int64_t next = 0;
    if (p->n) qsort(p->at, (size_t)p->n, sizeof *p->at, by_number);
    for (int32_t k = 0; k < p->n;) {
        struct cluster c = {&p->at[k], 1, p->at[k].lo, p->at[k].hi};
        while (k + c.n < p->n && p->at[k + c.n].lo <= c.hi) {
            if (p->at[k + c.n].hi > c.hi) c.hi = p->at[k + c.n].hi;
            c.n++;
        }
        if (c.lo != next)
            error_at(l->m->messages, p->at[k].at, "internal error: %s %lld has no equation", kind,
                     (long long)next);
        next = c.hi + 1;
        make(l, user, &c);
        k += c.n;
    }
    if (next != count)
        error_at(l->m->messages, (struct place){0}, "internal error: %s %lld has no equation", kind,
                 (long long)next);
}

/* ---- From the number to the point ------------------------------------------------------------ */

static struct code_expr *both(struct code_model *m, struct code_expr *a, struct code_expr *b)
{
    return a ? code_binary(m, CODE_AND, a, b) : b;
}

static struct code_expr *keep(struct taylor *t, struct code_body *to, const char *name,
                              struct code_expr *x)
{
    int32_t slot;
    if (x->op == CODE_LOCAL || x->op == CODE_INT) return x;
    slot = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, name, -1), CODE_I, 0);
    code_set(t->code, to, slot, x);
    return code_local(t->code, t->f, slot);
}

struct code_expr *lower_enter(struct taylor *t, struct code_body *to, const struct cluster *c,
                              const struct piece *p, struct code_expr *i)
{
    struct code_model *m = t->code;
    int32_t *order = ARENA_ARRAY(t->l->arena, int32_t, p->n_iters + 1), n = descending(p, order);
    struct code_expr *rest = i, *member = NULL;
    int64_t stride = 0;
    for (int32_t k = 0; k < p->n_iters; k++)
        if (p->iters[k]->count == 1)
            taylor_bind(t, p->iters[k], code_int(m, 0), p->iters[k]->lo, p->iters[k]->step);
    if (p->lo > c->lo) {
        rest = keep(t, to, "rest", code_binary(m, CODE_SUB, i, code_int(m, p->lo - c->lo)));
        member = code_binary(m, CODE_LE, code_int(m, 0), rest);
    }
    if (p->hi < c->hi)
        member = both(m, member, code_binary(m, CODE_LE, rest, code_int(m, p->hi - p->lo)));
    for (int32_t j = 0; j < n; j++) {
        const struct ir_iter *it = p->iters[order[j]];
        struct code_expr *digit, *size;
        stride = size_of(p->stride[order[j]]);
        size = code_int(m, stride);
        digit = stride == 1 ? rest : keep(t, to, it->name, code_binary(m, CODE_IDIV, rest, size));
        if (!p->dense)
            member = both(m, member, code_binary(m, CODE_LT, digit, code_int(m, it->count)));
        if (stride != 1) rest = keep(t, to, "rest", code_binary(m, CODE_IMOD, rest, size));
        if (p->stride[order[j]] > 0)
            taylor_bind(t, it, digit, it->lo, it->step);
        else
            taylor_bind(t, it, digit, it->lo + it->step * (it->count - 1), -it->step);
    }
    if (!p->dense && stride != 1)
        member = both(m, member, code_binary(m, CODE_EQ, rest, code_int(m, 0)));
    if (n == 0 && c->n > 1) member = code_binary(m, CODE_EQ, rest, code_int(m, 0));
    return member;
}
