/* SPDX-License-Identifier: MIT */
/* lu.c - A = L U with rows exchanged, column by column.
 *
 * Pivots. Rows are compared after scaling each by its largest entry, so that the choice does not
 * depend on the units of an equation. Of a sparse column, a row within 1/10 of the best is good
 * enough, and the one with the fewest entries is taken: it makes the least fill.
 *
 * Sparse [gp88]: with columns 0..k-1 done, column k of the factors is x = L^-1 a. The entries of x
 * that can differ from 0 are those that can be reached from the entries of a through the columns of
 * L that are done (row r, if it is pivot j, leads to the rows of L's column j); a depth-first
 * search finds them in an order in which they can be computed. What follows costs as much as there
 * are operations on numbers.
 *
 * The order of the columns is found once, from the pattern alone: a column is eliminated when the
 * rows it is in have the fewest entries between them; as rows may be exchanged, all those rows then
 * become one that has the entries of all (minimum degree of A'A, counted from above [dgln04]). */
#include "num/lu.h"
#include <math.h>
#include <string.h>

static const double GOOD_ENOUGH = 0.1;

/* ---- The order of the columns ---------------------------------------------------------------- */

/* Rows as sets of columns, while they melt together; -1 in `size`: gone. */
struct melting {
    const struct lu_plan *p;
    struct alloc *a;
    int32_t **set, *size; /* by row */
    int32_t *row_of;      /* by place of the pattern: the row that has it now */
    int64_t *score;       /* by column; -1: eliminated */
    int32_t *mark, turn;
    bool failed;
};

static void melt_new(struct melting *m)
{
    const struct lu_plan *p = m->p;
    int32_t n = p->n, *fill;
    size_t places = (size_t)p->first[n];
    m->set = alloc_array(m->a, (size_t)n, sizeof *m->set);
    m->size = alloc_array(m->a, (size_t)n, sizeof *m->size);
    m->row_of = alloc_array(m->a, places, sizeof *m->row_of);
    m->score = alloc_array(m->a, (size_t)n, sizeof *m->score);
    m->mark = alloc_array(m->a, (size_t)n, sizeof *m->mark);
    fill = m->size;
    m->failed = !m->set || !m->size || !m->row_of || !m->score || !m->mark;
    for (int32_t r = 0; r < n && !m->failed; r++) {
        m->set[r] = alloc_array(m->a, (size_t)p->count[r], sizeof **m->set);
        m->failed = !m->set[r];
    }
    for (int32_t j = 0; j < n && !m->failed; j++)
        for (int32_t k = p->first[j]; k < p->first[j + 1]; k++) {
            int32_t r = m->row_of[k] = p->row[k];
            m->set[r][fill[r]++] = j;
        }
}

static void melt_free(struct melting *m)
{
    for (int32_t r = 0; m->set && r < m->p->n; r++) alloc_free(m->a, m->set[r]);
    alloc_free(m->a, m->set);
    alloc_free(m->a, m->size);
    alloc_free(m->a, m->row_of);
    alloc_free(m->a, m->score);
    alloc_free(m->a, m->mark);
}

/* How many entries the rows of column j have, each row counted once. */
static void melt_score(struct melting *m, int32_t j)
{
    int64_t sum = 0;
    m->turn++;
    for (int32_t k = m->p->first[j]; k < m->p->first[j + 1]; k++) {
        int32_t r = m->row_of[k];
        if (r < 0 || m->mark[r] == m->turn) continue;
        m->mark[r] = m->turn;
        sum += m->size[r] - 1;
    }
    m->score[j] = sum;
}

/* The union of the rows of column j, without it, goes to the first of them; its size, or -1. */
static int32_t melt_rows(struct melting *m, int32_t j)
{
    const struct lu_plan *p = m->p;
    int32_t into = -1, n = 0, room = (int32_t)m->score[j] + 1, *set;
    if (room > p->n) room = p->n;
    set = alloc_array(m->a, (size_t)room, sizeof *set);
    m->failed = !set;
    if (m->failed) return -1;
    m->turn++;
    for (int32_t k = p->first[j]; k < p->first[j + 1]; k++) {
        int32_t r = m->row_of[k];
        if (r < 0 || m->size[r] < 0 || r == into) continue;
        if (into < 0) into = r;
        for (int32_t i = 0; i < m->size[r]; i++) {
            int32_t c = m->set[r][i];
            if (c == j || m->mark[c] == m->turn) continue;
            m->mark[c] = m->turn;
            set[n++] = c;
        }
        alloc_free(m->a, m->set[r]);
        m->set[r] = NULL;
        m->size[r] = -1;
    }
    if (into < 0) {
        alloc_free(m->a, set);
        return -1;
    }
    m->set[into] = set;
    m->size[into] = n;
    return into;
}

static void melt_column(struct melting *m, int32_t j)
{
    const struct lu_plan *p = m->p;
    int32_t into = melt_rows(m, j);
    m->score[j] = -1;
    if (into < 0) return;
    for (int32_t i = 0; i < m->size[into]; i++) {
        int32_t c = m->set[into][i];
        for (int32_t k = p->first[c]; k < p->first[c + 1]; k++) {
            int32_t r = m->row_of[k];
            if (r >= 0 && m->size[r] < 0) m->row_of[k] = into;
        }
        melt_score(m, c);
    }
}

static bool find_order(struct lu_plan *p, struct alloc *a)
{
    struct melting m = {.p = p, .a = a};
    melt_new(&m);
    for (int32_t j = 0; j < p->n && !m.failed; j++) melt_score(&m, j);
    for (int32_t k = 0; k < p->n && !m.failed; k++) {
        int32_t best = -1;
        for (int32_t j = 0; j < p->n; j++)
            if (m.score[j] >= 0 && (best < 0 || m.score[j] < m.score[best])) best = j;
        p->order[k] = best;
        melt_column(&m, best);
    }
    melt_free(&m);
    return !m.failed;
}

bool lu_plan_init(struct lu_plan *p, int32_t n, const int32_t *first, const int32_t *row,
                  struct alloc *a)
{
    size_t size = (size_t)n;
    *p = (struct lu_plan){.n = n, .first = first, .row = row, .dense = n <= LU_DENSE};
    p->order = alloc_array(a, size, sizeof *p->order);
    p->count = alloc_array(a, size, sizeof *p->count);
    p->mark = alloc_array(a, size, sizeof *p->mark);
    p->stack = alloc_array(a, size, sizeof *p->stack);
    p->at = alloc_array(a, size, sizeof *p->at);
    p->x = alloc_array(a, size, sizeof *p->x);
    p->scale = alloc_array(a, size, sizeof *p->scale);
    if (!p->order || !p->count || !p->mark || !p->stack || !p->at || !p->x || !p->scale)
        return false;
    for (int32_t k = 0; k < first[n]; k++) p->count[row[k]]++;
    return p->dense || find_order(p, a);
}

void lu_plan_free(struct lu_plan *p, struct alloc *a)
{
    alloc_free(a, p->order);
    alloc_free(a, p->count);
    alloc_free(a, p->mark);
    alloc_free(a, p->stack);
    alloc_free(a, p->at);
    alloc_free(a, p->x);
    alloc_free(a, p->scale);
    *p = (struct lu_plan){0};
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static bool lu_room(const struct lu_plan *p, struct lu *f, struct alloc *a)
{
    size_t n = (size_t)p->n;
    if (f->taken) return true;
    f->taken = alloc_array(a, n, sizeof *f->taken);
    if (p->dense) {
        f->full = alloc_array(a, n * n, sizeof *f->full);
        return f->taken && f->full;
    }
    f->place = alloc_array(a, n, sizeof *f->place);
    f->pivot = alloc_array(a, n, sizeof *f->pivot);
    f->lower.first = alloc_array(a, n + 1, sizeof *f->lower.first);
    f->upper.first = alloc_array(a, n + 1, sizeof *f->upper.first);
    return f->taken && f->place && f->pivot && f->lower.first && f->upper.first;
}

static void part_free(struct lu_part *p, struct alloc *a)
{
    alloc_free(a, p->first);
    alloc_free(a, p->index);
    alloc_free(a, p->value);
}

void lu_free(struct lu *f, struct alloc *a)
{
    alloc_free(a, f->full);
    part_free(&f->lower, a);
    part_free(&f->upper, a);
    alloc_free(a, f->pivot);
    alloc_free(a, f->taken);
    alloc_free(a, f->place);
    *f = (struct lu){0};
}

/* Room for `more` entries behind `used`. */
static bool part_grow(struct lu_part *p, int32_t used, int32_t more, struct alloc *a)
{
    int64_t room = (int64_t)used + more;
    int32_t *index;
    double *value;
    if (room <= p->room) return true;
    room += room / 2;
    if (room > INT32_MAX) return false;
    index = alloc_resize(a, p->index, (size_t)room, sizeof *index);
    if (index) p->index = index;
    value = alloc_resize(a, p->value, (size_t)room, sizeof *value);
    if (value) p->value = value;
    if (!index || !value) return false;
    p->room = (int32_t)room;
    return true;
}

/* scale[r] := 1/max |a[r, ...]|; a row of zeros will not find a pivot. */
static void find_scale(struct lu_plan *p, const double *value)
{
    for (int32_t r = 0; r < p->n; r++) p->scale[r] = 0;
    for (int32_t k = 0; k < p->first[p->n]; k++)
        p->scale[p->row[k]] = fmax(p->scale[p->row[k]], fabs(value[k]));
    for (int32_t r = 0; r < p->n; r++) p->scale[r] = p->scale[r] > 0 ? 1 / p->scale[r] : 0;
}

/* ---- Dense ----------------------------------------------------------------------------------- */

static int32_t dense_pivot(const struct lu_plan *p, const double *column, int32_t k)
{
    double most = 0;
    int32_t best = -1;
    for (int32_t r = k; r < p->n; r++) {
        double size = fabs(column[r]) * p->scale[r];
        if (size > most && isfinite(size)) most = size, best = r;
    }
    return best;
}

static void dense_swap(struct lu_plan *p, double *a, int32_t k, int32_t r)
{
    double keep = p->scale[k];
    p->scale[k] = p->scale[r];
    p->scale[r] = keep;
    for (int32_t j = 0; j < p->n; j++) {
        double *column = a + (size_t)j * (size_t)p->n;
        keep = column[k];
        column[k] = column[r];
        column[r] = keep;
    }
}

static bool dense_factor(struct lu_plan *p, struct lu *f, const double *value)
{
    int32_t n = p->n;
    double *a = f->full;
    memset(a, 0, (size_t)n * (size_t)n * sizeof *a);
    for (int32_t j = 0; j < n; j++)
        for (int32_t k = p->first[j]; k < p->first[j + 1]; k++) a[j * n + p->row[k]] += value[k];
    for (int32_t k = 0; k < n; k++) {
        double *pivot = a + (size_t)k * (size_t)n;
        int32_t r = dense_pivot(p, pivot, k);
        if (r < 0) return f->bad = k, false;
        f->taken[k] = r;
        if (r != k) dense_swap(p, a, k, r);
        for (int32_t i = k + 1; i < n; i++) pivot[i] /= pivot[k];
        for (int32_t j = k + 1; j < n; j++) {
            double *column = a + (size_t)j * (size_t)n, u = column[k];
            if (u == 0) continue;
            for (int32_t i = k + 1; i < n; i++) column[i] -= pivot[i] * u;
        }
    }
    return true;
}

static void dense_solve(const struct lu_plan *p, const struct lu *f, double *b)
{
    int32_t n = p->n;
    for (int32_t k = 0; k < n; k++) {
        double keep = b[f->taken[k]];
        b[f->taken[k]] = b[k];
        b[k] = keep;
    }
    for (int32_t k = 0; k < n; k++) {
        const double *column = f->full + (size_t)k * (size_t)n;
        if (b[k] == 0) continue;
        for (int32_t i = k + 1; i < n; i++) b[i] -= column[i] * b[k];
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        const double *column = f->full + (size_t)k * (size_t)n;
        b[k] /= column[k];
        if (b[k] == 0) continue;
        for (int32_t i = 0; i < k; i++) b[i] -= column[i] * b[k];
    }
}

/* ---- Sparse ---------------------------------------------------------------------------------- */

struct column { /* the one that is being made */
    struct lu_plan *p;
    struct lu *f;
    /* stack[top .. n-1]: rows that can differ from 0, in the order to compute them */
    int32_t k, top;
};

/* Everything that row r leads to, behind it in the order. The path lies at the bottom of the stack;
 * it and the result never meet, as each row is on one of them. */
static void reach(struct column *c, int32_t r)
{
    struct lu_plan *p = c->p;
    const struct lu *f = c->f;
    int32_t depth = 0;
    p->stack[0] = r;
    p->mark[r] = c->k + 1;
    p->at[0] = f->place[r] < 0 ? 0 : f->lower.first[f->place[r]];
    while (depth >= 0) {
        int32_t row = p->stack[depth], j = f->place[row], end = j < 0 ? 0 : f->lower.first[j + 1];
        while (p->at[depth] < end && p->mark[f->lower.index[p->at[depth]]] == c->k + 1)
            p->at[depth]++;
        if (p->at[depth] >= end) {
            depth--;
            p->stack[--c->top] = row;
            continue;
        }
        r = f->lower.index[p->at[depth]++];
        p->mark[r] = c->k + 1;
        p->stack[++depth] = r;
        p->at[depth] = f->place[r] < 0 ? 0 : f->lower.first[f->place[r]];
    }
}

/* x := L^-1 (column k of the matrix) */
static void make_column(struct column *c, const double *value)
{
    struct lu_plan *p = c->p;
    const struct lu *f = c->f;
    int32_t j = p->order[c->k];
    c->top = p->n;
    for (int32_t k = p->first[j]; k < p->first[j + 1]; k++)
        if (value[k] != 0 && p->mark[p->row[k]] != c->k + 1) reach(c, p->row[k]);
    for (int32_t i = c->top; i < p->n; i++) p->x[p->stack[i]] = 0;
    for (int32_t k = p->first[j]; k < p->first[j + 1]; k++)
        if (value[k] != 0) p->x[p->row[k]] += value[k];
    for (int32_t i = c->top; i < p->n; i++) {
        int32_t at = f->place[p->stack[i]];
        double x = p->x[p->stack[i]];
        if (at < 0 || x == 0) continue;
        for (int32_t k = f->lower.first[at]; k < f->lower.first[at + 1]; k++)
            p->x[f->lower.index[k]] -= f->lower.value[k] * x;
    }
}

/* Of the rows within a tenth of the best, the one with the fewest entries; -1: none. */
static int32_t choose_pivot(const struct column *c)
{
    const struct lu_plan *p = c->p;
    double most = 0;
    int32_t best = -1;
    for (int32_t i = c->top; i < p->n; i++) {
        int32_t r = p->stack[i];
        double size = fabs(p->x[r]) * p->scale[r];
        if (c->f->place[r] >= 0) continue;
        if (!isfinite(size)) return -1;
        most = fmax(most, size);
    }
    for (int32_t i = c->top; i < p->n && most > 0; i++) {
        int32_t r = p->stack[i];
        if (c->f->place[r] >= 0 || fabs(p->x[r]) * p->scale[r] < GOOD_ENOUGH * most) continue;
        if (best < 0 || p->count[r] < p->count[best] || (p->count[r] == p->count[best] && r < best))
            best = r;
    }
    return best;
}

static void take_column(struct column *c, int32_t pivot)
{
    struct lu_plan *p = c->p;
    struct lu *f = c->f;
    int32_t low = f->lower.first[c->k], up = f->upper.first[c->k];
    f->pivot[c->k] = p->x[pivot];
    f->taken[c->k] = pivot;
    for (int32_t i = c->top; i < p->n; i++) {
        int32_t r = p->stack[i];
        if (r == pivot || p->x[r] == 0) continue;
        if (f->place[r] >= 0) {
            f->upper.index[up] = f->place[r];
            f->upper.value[up++] = p->x[r];
        } else {
            f->lower.index[low] = r;
            f->lower.value[low++] = p->x[r] / p->x[pivot];
        }
    }
    f->place[pivot] = c->k;
    f->lower.first[c->k + 1] = low;
    f->upper.first[c->k + 1] = up;
}

static bool sparse_columns(struct lu_plan *p, struct lu *f, const double *value, struct alloc *a)
{
    struct column c = {p, f, 0, 0};
    for (int32_t r = 0; r < p->n; r++) f->place[r] = -1, p->mark[r] = 0;
    for (; c.k < p->n; c.k++) {
        int32_t pivot, more;
        make_column(&c, value);
        pivot = choose_pivot(&c);
        more = p->n - c.top;
        if (pivot < 0) return f->bad = p->order[c.k], false;
        f->bad = -1;
        if (!part_grow(&f->lower, f->lower.first[c.k], more, a)) return false;
        if (!part_grow(&f->upper, f->upper.first[c.k], more, a)) return false;
        take_column(&c, pivot);
    }
    return true;
}

static void sparse_back(const struct lu_plan *p, const struct lu *f, double *b)
{
    for (int32_t k = 0; k < p->n; k++) {
        double x = p->x[k] = b[f->taken[k]];
        if (x == 0) continue;
        for (int32_t i = f->lower.first[k]; i < f->lower.first[k + 1]; i++)
            b[f->lower.index[i]] -= f->lower.value[i] * x;
    }
    for (int32_t k = p->n - 1; k >= 0; k--) {
        double x = b[p->order[k]] = p->x[k] / f->pivot[k];
        if (x == 0) continue;
        for (int32_t i = f->upper.first[k]; i < f->upper.first[k + 1]; i++)
            p->x[f->upper.index[i]] -= f->upper.value[i] * x;
    }
}

/* ---- Both ------------------------------------------------------------------------------------ */

bool lu_factor(struct lu_plan *p, struct lu *f, const double *value, struct alloc *a)
{
    f->bad = -1;
    if (!lu_room(p, f, a)) return lu_free(f, a), f->bad = -1, false;
    find_scale(p, value);
    return p->dense ? dense_factor(p, f, value) : sparse_columns(p, f, value, a);
}

void lu_solve(const struct lu_plan *p, const struct lu *f, double *b)
{
    p->dense ? dense_solve(p, f, b) : sparse_back(p, f, b);
}
