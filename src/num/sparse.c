/* SPDX-License-Identifier: MIT */
/* sparse.c - elimination in the order of least degree, and what can be known of it in advance.
 *
 * The pattern is a graph. Eliminating a vertex connects all its neighbours with each other; taking
 * the vertex with the fewest neighbours next keeps these new connections, the fill, few. Of several
 * the one that came last is taken, which follows a chain from one end to the other; or, in turn, the
 * one that has waited longest: a chain is eliminated from both its ends, and two rows in a row do not
 * wait for each other. What the
 * neighbours of vertex k were at its turn is row k of U and column k of L, both with one list of
 * places:
 *     value[k]                      diagonal
 *     value[n + 2p], [n + 2p + 1]   for col[p] = j: (k, j) above and (j, k) below the diagonal.
 * Eliminating k subtracts l_i u_j from (i, j) for all pairs of its list. Where these are is
 * looked up once, in `target`, so that factoring is one pass over that list without a search. */
#include "num/sparse.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Order ----------------------------------------------------------------------------------- */

struct list {
    int32_t *item, n;
    size_t room;
};

struct graph {
    struct alloc *alloc;
    int32_t n;
    bool
        in_turn; /* of equal degrees the one that has waited longest is next, not that which came last */
    struct list *near;    /* neighbours that are left, ascending                     */
    int32_t *head, *last; /* of the vertices of each degree, as they came            */
    int32_t *next, *before;
    struct list merged; /* scratch                                                */
};

static void unlink_vertex(struct graph *g, int32_t v)
{
    int32_t d = g->near[v].n;
    if (g->before[v] >= 0)
        g->next[g->before[v]] = g->next[v];
    else
        g->head[d] = g->next[v];
    if (g->next[v] >= 0)
        g->before[g->next[v]] = g->before[v];
    else
        g->last[d] = g->before[v];
}

static void link_vertex(struct graph *g, int32_t v)
{
    int32_t d = g->near[v].n;
    int32_t after = g->in_turn && g->head[d] >= 0 ? g->last[d] : -1;
    g->before[v] = after;
    g->next[v] = after >= 0 ? -1 : g->head[d];
    if (after >= 0)
        g->next[after] = v;
    else
        g->head[d] = v;
    if (g->next[v] >= 0)
        g->before[g->next[v]] = v;
    else
        g->last[d] = v;
}

static int list_room(struct list *l, int32_t n, struct alloc *a)
{
    return alloc_grow(a, (void **)&l->item, &l->room, (size_t)n, sizeof *l->item) ? 0 : -1;
}

/* near[w] := near[w] and near[v], without v and w */
static int connect(struct graph *g, int32_t w, int32_t v)
{
    const struct list *a = &g->near[w], *b = &g->near[v];
    struct list *m = &g->merged, keep;
    int32_t i = 0, j = 0;
    if (list_room(m, a->n + b->n, g->alloc)) return -1;
    m->n = 0;
    while (i < a->n || j < b->n) {
        int32_t x = i < a->n ? a->item[i] : INT32_MAX, y = j < b->n ? b->item[j] : INT32_MAX;
        int32_t u = x < y ? x : y;
        i += x == u;
        j += y == u;
        if (u != v && u != w) m->item[m->n++] = u;
    }
    keep = g->near[w];
    g->near[w] = *m;
    *m = keep;
    return 0;
}

static int eliminate(struct graph *g, int32_t v)
{
    const struct list *l = &g->near[v];
    unlink_vertex(g, v);
    for (int32_t k = 0; k < l->n; k++) {
        unlink_vertex(g, l->item[k]);
        if (connect(g, l->item[k], v)) return -1;
        link_vertex(g, l->item[k]);
    }
    return 0;
}

static int graph_init(struct graph *g, const struct csr *near)
{
    int32_t n = g->n = near->n;
    g->near = alloc_array(g->alloc, (size_t)n, sizeof *g->near);
    g->head = alloc_array(g->alloc, 4 * (size_t)n + 2, sizeof *g->head);
    if (!g->near || !g->head) return -1;
    g->last = g->head + n + 1;
    g->next = g->last + n + 1;
    g->before = g->next + n;
    for (int32_t d = 0; d <= n; d++) g->head[d] = -1;
    for (int32_t k = 0; k < n; k++) {
        int32_t v = g->in_turn ? k : n - 1 - k;
        g->near[v].n = csr_count(near, v);
        if (list_room(&g->near[v], g->near[v].n + 1, g->alloc)) return -1;
        memcpy(g->near[v].item, csr_first(near, v), (size_t)g->near[v].n * sizeof(int32_t));
        link_vertex(g, v);
    }
    return 0;
}

static void graph_free(struct graph *g)
{
    for (int32_t v = 0; g->near && v < g->n; v++) alloc_free(g->alloc, g->near[v].item);
    alloc_free(g->alloc, g->merged.item);
    alloc_free(g->alloc, g->near);
    alloc_free(g->alloc, g->head);
}

/* Fills order and place; near[v] is then what v had left at its turn. */
static int find_order(struct sparse *m, struct graph *g)
{
    int32_t least = 0;
    for (int32_t k = 0; k < m->n; k++) {
        int32_t v;
        while (g->head[least] < 0) least++;
        v = g->head[least];
        m->order[k] = v;
        m->place[v] = k;
        if (eliminate(g, v)) return -1;
        if (least > 0) least--; /* a neighbour lost one */
    }
    return 0;
}

/* ---- Places ---------------------------------------------------------------------------------- */

static int rows(struct sparse *m, const struct graph *g, struct alloc *a)
{
    int64_t all = 0, pairs = 0;
    for (int32_t k = 0; k < m->n; k++) {
        int64_t d = g->near[m->order[k]].n;
        all += d;
        pairs += d * d;
    }
    if (2 * all + m->n > INT32_MAX / 2 || pairs > INT32_MAX) return -1;
    m->values = (int32_t)(m->n + 2 * all);
    m->col = alloc_array(a, (size_t)all, sizeof *m->col);
    m->target = alloc_array(a, (size_t)pairs, sizeof *m->target);
    m->value = alloc_array(a, 2 * (size_t)m->values, sizeof *m->value);
    if (!m->col || !m->target || !m->value) return -1;
    for (int32_t k = 0, p = 0; k < m->n; k++) {
        const struct list *l = &g->near[m->order[k]];
        m->first[k] = p;
        for (int32_t i = 0; i < l->n; i++) m->col[p++] = m->place[l->item[i]];
        qsort(m->col + m->first[k], (size_t)l->n, sizeof *m->col, csr_ascending);
        m->first[k + 1] = p;
    }
    return 0;
}

/* Places i, j in the order of elimination. */
static int32_t index_of(const struct sparse *m, int32_t i, int32_t j)
{
    int32_t low = i < j ? i : j, high = i < j ? j : i, from, to;
    if (i == j) return i;
    from = m->first[low];
    to = m->first[low + 1] - 1;
    while (from < to) {
        int32_t mid = from + (to - from) / 2;
        if (m->col[mid] < high)
            from = mid + 1;
        else
            to = mid;
    }
    return m->n + 2 * from + (i > j);
}

/* For k and an i of its list: what of row i are the places behind i in the list of k? Both ascend, and
 * those of k are among those of i. */
static void targets_of(struct sparse *m, int32_t k, int32_t p, int32_t *t)
{
    int32_t from = m->first[k], count = m->first[k + 1] - from, i = m->col[p];
    int32_t at = m->first[i];
    t[(p - from) * (int64_t)count + p - from] = 2 * i;
    for (int32_t q = p + 1; q < m->first[k + 1]; q++, at++) {
        while (m->col[at] < m->col[q]) at++;
        t[(p - from) * (int64_t)count + q - from] = 2 * (m->n + 2 * at);
        t[(q - from) * (int64_t)count + p - from] = 2 * (m->n + 2 * at + 1);
    }
}

static void targets(struct sparse *m)
{
    int32_t *t = m->target;
    for (int32_t k = 0; k < m->n; k++) {
        int64_t count = m->first[k + 1] - m->first[k];
        for (int32_t p = m->first[k]; p < m->first[k + 1]; p++) targets_of(m, k, p, t);
        t += count * count;
    }
}

int sparse_init(struct sparse *m, const struct csr *near, bool in_turn, struct alloc *a)
{
    struct graph g = {.alloc = a, .in_turn = in_turn};
    size_t n = (size_t)near->n;
    int bad;
    *m = (struct sparse){.n = near->n};
    m->order = alloc_array(a, n, sizeof *m->order);
    m->place = alloc_array(a, n, sizeof *m->place);
    m->first = alloc_array(a, n + 1, sizeof *m->first);
    bad = !m->order || !m->place || !m->first || graph_init(&g, near) || find_order(m, &g) ||
          rows(m, &g, a);
    graph_free(&g);
    if (bad) {
        sparse_free(m, a);
        return -1;
    }
    targets(m);
    return 0;
}

void sparse_free(struct sparse *m, struct alloc *a)
{
    alloc_free(a, m->order);
    alloc_free(a, m->place);
    alloc_free(a, m->first);
    alloc_free(a, m->col);
    alloc_free(a, m->target);
    alloc_free(a, m->value);
    *m = (struct sparse){0};
}

int32_t sparse_at(const struct sparse *m, int32_t i, int32_t j)
{
    return index_of(m, m->place[i], m->place[j]);
}

/* ---- Complex numbers ------------------------------------------------------------------------- */

/* to -= a b */
static inline void subtract(double *to, const double *a, const double *b)
{
    double re = a[0] * b[0] - a[1] * b[1], im = a[0] * b[1] + a[1] * b[0];
    to[0] -= re;
    to[1] -= im;
}

static inline void multiply(double *to, const double *by)
{
    double re = to[0] * by[0] - to[1] * by[1];
    to[1] = to[0] * by[1] + to[1] * by[0];
    to[0] = re;
}

/* Diagonals are left inverted. */
bool sparse_factor(struct sparse *m)
{
    const int32_t *t = m->target;
    double *value = m->value, *off = value + 2 * (size_t)m->n;
    for (int32_t k = 0; k < m->n; k++) {
        double *d = value + 2 * (size_t)k, size = d[0] * d[0] + d[1] * d[1];
        int32_t from = m->first[k], to = m->first[k + 1];
        if (!(size > 1e-280 && size < 1e280)) return false;
        d[0] /= size;
        d[1] /= -size;
        for (int32_t p = from; p < to; p++) {
            double *l = off + 4 * (size_t)p + 2, by[2];
            multiply(l, d);
            by[0] = l[0]; /* not in the array that is written to */
            by[1] = l[1];
            for (int32_t q = from; q < to; q++) subtract(value + *t++, by, off + 4 * (size_t)q);
        }
    }
    return true;
}

/* Sums are kept out of the array, so that no product waits for it. */
void sparse_solve(const struct sparse *m, double *v, double *restrict work)
{
    const double *off = m->value + 2 * (size_t)m->n;
    const int32_t *col = m->col, *first = m->first;
    for (int32_t k = 0; k < m->n; k++) memcpy(work + 2 * k, v + 2 * m->order[k], 2 * sizeof *v);
    for (int32_t k = 0; k < m->n; k++) {
        double u[2] = {work[2 * k], work[2 * k + 1]};
        for (int32_t p = first[k]; p < first[k + 1]; p++)
            subtract(work + 2 * col[p], off + 4 * (size_t)p + 2, u);
    }
    for (int32_t k = m->n - 1; k >= 0; k--) {
        double u[2] = {work[2 * k], work[2 * k + 1]};
        for (int32_t p = first[k]; p < first[k + 1]; p++)
            subtract(u, off + 4 * (size_t)p, work + 2 * col[p]);
        multiply(u, m->value + 2 * (size_t)k);
        memcpy(work + 2 * k, u, sizeof u);
        memcpy(v + 2 * m->order[k], u, sizeof u);
    }
}

/* ---- Real numbers: the same with half of the places -------------------------------------------- */

bool sparse_factor_real(const struct sparse *m, double *value)
{
    const int32_t *t = m->target;
    double *off = value + m->n;
    for (int32_t k = 0; k < m->n; k++) {
        int32_t from = m->first[k], to = m->first[k + 1];
        if (!(fabs(value[k]) > 1e-140 && fabs(value[k]) < 1e140)) return false;
        value[k] = 1 / value[k];
        for (int32_t p = from; p < to; p++) {
            double l = off[2 * p + 1] *= value[k];
            for (int32_t q = from; q < to; q++) value[*t++ / 2] -= l * off[2 * q];
        }
    }
    return true;
}

void sparse_solve_real(const struct sparse *m, const double *value, double *v,
                       double *restrict work)
{
    const double *off = value + m->n;
    const int32_t *col = m->col, *first = m->first;
    for (int32_t k = 0; k < m->n; k++) work[k] = v[m->order[k]];
    for (int32_t k = 0; k < m->n; k++) {
        double u = work[k];
        for (int32_t p = first[k]; p < first[k + 1]; p++) work[col[p]] -= off[2 * p + 1] * u;
    }
    for (int32_t k = m->n - 1; k >= 0; k--) {
        double u = work[k];
        for (int32_t p = first[k]; p < first[k + 1]; p++) u -= off[2 * p] * work[col[p]];
        v[m->order[k]] = work[k] = u * value[k];
    }
}
