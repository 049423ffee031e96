/* SPDX-License-Identifier: MIT */
/* map.c - index maps: composition, and what becomes of them in a route.
 *
 * Lines a: k -> (s + ds k, d + dd k) and b: m -> (f + df m, t + dt m) meet where
 *     d + dd k = f + df m.                                                                      (1)
 * With g = gcd(dd, df) the solutions are k = k0 + (df/g) r, m = m0 + (dd/g) r, if there is one at
 * all; k0 is among the first |df/g| values of k. Those with both numbers in range are a line again.
 * A list of pairs is tried as a line before it is kept: a shift by an index block is as cheap as a
 * shift by a slice. */
#include "devs/model/map.h"

#include <stdlib.h>
#include <string.h>

struct map map_same(int32_t n)
{
    return (struct map){.n = n, .ds = 1, .dd = 1};
}

void map_free(struct alloc *al, struct map *m)
{
    alloc_free(al, m->pair);
    m->pair = NULL;
    m->n = 0;
}

/* ---- Composition ----------------------------------------------------------------------------- */

/* The m with f + df m = e, -1: none. A line that starts from one element has only m = 0 .. n - 1
 * with the same f. */
static int64_t member(int64_t f, int64_t df, int32_t n, int64_t e)
{
    if (df == 0 || n == 1) return f == e ? 0 : -1;
    int64_t m = (e - f) / df;
    return m >= 0 && m < n && f + df * m == e ? m : -1;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t c = a % b;
        a = b;
        b = c;
    }
    return a < 0 ? -a : a;
}

/* Range of r with 0 <= x + dx r < n, cut from [*lo, *hi]. */
static void cut(int64_t x, int64_t dx, int64_t n, int64_t *lo, int64_t *hi)
{
    int64_t a, b;
    if (dx < 0) { /* mirror */
        x = n - 1 - x;
        dx = -dx;
    }
    a = x >= 0 ? -(x / dx) : (-x + dx - 1) / dx;
    b = n - 1 - x >= 0 ? (n - 1 - x) / dx : -((x - n + dx) / dx);
    if (a > *lo) *lo = a;
    if (b < *hi) *hi = b;
}

static struct map single(int64_t s, const struct map *b, int64_t m)
{
    if (b->ds == 0) /* one to many */
        return (struct map){.n = b->n, .s = (int32_t)s, .d = b->d, .dd = b->dd};
    return (struct map){.n = 1, .s = (int32_t)s, .d = (int32_t)(b->d + b->dd * m)};
}

static struct map meet(const struct map *a, const struct map *b)
{
    int64_t g = gcd(a->dd, b->ds), p = b->ds / g, q = a->dd / g, k0 = 0, m0 = 0,
            tries = p < 0 ? -p : p;
    bool found = false;
    for (; k0 < a->n && k0 < tries && !found; k0++) {
        int64_t x = a->d + a->dd * k0 - b->s;
        found = x % b->ds == 0;
        m0 = x / b->ds;
    }
    if (!found) return (struct map){.n = 0};
    k0--;
    int64_t lo = -((int64_t)1 << 40), hi = -lo;
    cut(k0, p, a->n, &lo, &hi);
    cut(m0, q, b->n, &lo, &hi);
    if (hi < lo) return (struct map){.n = 0};
    int64_t n = hi - lo + 1, k = k0 + p * lo, m = m0 + q * lo;
    struct map out = {.n = (int32_t)n,
                      .s = (int32_t)(a->s + a->ds * k),
                      .ds = (int32_t)(a->ds * p),
                      .d = (int32_t)(b->d + b->dd * m),
                      .dd = (int32_t)(b->dd * q)};
    if (p < 0 && n > 1) { /* sources ascend */
        out.s = (int32_t)(out.s + out.ds * (n - 1));
        out.d = (int32_t)(out.d + out.dd * (n - 1));
        out.ds = -out.ds;
        out.dd = -out.dd;
    }
    return out;
}

static struct map lines(const struct map *a, const struct map *b)
{
    if (a->n == 0 || b->n == 0) return (struct map){.n = 0};
    if (a->n == 1) {
        int64_t m = member(b->s, b->ds, b->n, a->d);
        return m < 0 ? (struct map){.n = 0} : single(a->s, b, m);
    }
    if (b->ds == 0 || b->n == 1) {
        int64_t k = member(a->d, a->dd, a->n, b->s);
        return k < 0 ? (struct map){.n = 0} : single(a->s + a->ds * k, b, 0);
    }
    return meet(a, b);
}

static bool is_line(const int32_t *pair, int32_t n, struct map *out)
{
    int32_t ds = n > 1 ? pair[2] - pair[0] : 0, dd = n > 1 ? pair[3] - pair[1] : 0;
    for (int32_t k = 1; k < n; k++)
        if (pair[2 * k] - pair[2 * k - 2] != ds || pair[2 * k + 1] - pair[2 * k - 1] != dd)
            return false;
    if (n > 1 && (dd == 0 || ds < 0)) return false; /* many to one stays a list */
    *out = (struct map){.n = n, .s = n ? pair[0] : 0, .ds = ds, .d = n ? pair[1] : 0, .dd = dd};
    return true;
}

/* Takes pair. */
static struct map settled(struct alloc *al, int32_t *pair, int32_t n)
{
    struct map out = {.n = n, .pair = pair};
    if (!is_line(pair, n, &out)) return out;
    alloc_free(al, pair);
    return out;
}

static void nth(const struct map *a, int32_t k, int32_t *s, int32_t *d)
{
    *s = a->pair ? a->pair[2 * k] : a->s + a->ds * k;
    *d = a->pair ? a->pair[2 * k + 1] : a->d + a->dd * k;
}

bool map_then(struct alloc *al, const struct map *a, const struct map *b, struct map *out)
{
    if (!a->pair) {
        *out = lines(a, b);
        return true;
    }
    int64_t n = 0;
    for (int32_t k = 0; k < a->n; k++)
        n += member(b->s, b->ds, b->n, a->pair[2 * k + 1]) < 0 ? 0 : b->ds == 0 ? b->n : 1;
    int32_t *pair = n > INT32_MAX / 2 ? NULL : alloc_array(al, (size_t)n, 2 * sizeof *pair);
    if (!pair) return false;
    int32_t *p = pair;
    for (int32_t k = 0; k < a->n; k++) {
        int64_t m = member(b->s, b->ds, b->n, a->pair[2 * k + 1]);
        for (int32_t j = 0; m >= 0 && j < (b->ds == 0 ? b->n : 1); j++) {
            *p++ = a->pair[2 * k];
            *p++ = (int32_t)(b->d + b->dd * (b->ds == 0 ? j : m));
        }
    }
    *out = settled(al, pair, (int32_t)n);
    return true;
}

bool map_through(struct alloc *al, const struct map *a, int32_t (*f)(const void *user, int32_t d),
                 const void *user, struct map *out)
{
    int32_t n = 0, *pair = alloc_array(al, (size_t)a->n, 2 * sizeof *pair);
    if (!pair) return false;
    for (int32_t k = 0; k < a->n; k++) {
        int32_t s, d;
        nth(a, k, &s, &d);
        d = f(user, d);
        if (d < 0) continue;
        pair[2 * n] = s;
        pair[2 * n + 1] = d;
        n++;
    }
    *out = settled(al, pair, n);
    return true;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static int by_source(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

static struct route_map *map_table(struct alloc *al, struct map *m)
{
    qsort(m->pair, (size_t)m->n, 2 * sizeof *m->pair, by_source);
    int32_t first = m->pair[0], n = m->pair[2 * m->n - 2] - first + 1;
    struct route_map *t = alloc_array(al, 1, sizeof *t);
    int32_t *start = alloc_array(al, (size_t)n + 1 + (size_t)m->n, sizeof *start);
    if (!t || !start) {
        alloc_free(al, t);
        alloc_free(al, start);
        return NULL;
    }
    *t = (struct route_map){.first = first, .n = n, .start = start, .item = start + n + 1};
    for (int32_t k = 0; k < m->n; k++) {
        start[m->pair[2 * k] - first + 1]++;
        t->item[k] = m->pair[2 * k + 1];
    }
    for (int32_t k = 0; k < n; k++) start[k + 1] += start[k];
    return t;
}

bool map_route(struct alloc *al, struct map *m, int32_t from_size, int32_t to_size, struct route *r)
{
    bool all = m->n == to_size && (m->n == 1 || m->dd == 1 || m->dd == -1);
    r->first = m->s;
    r->step = m->ds;
    r->target = m->d;
    r->stride = m->dd;
    r->count = m->n;
    r->whole = all && !m->pair;
    r->map = NULL;
    if (m->pair) {
        r->kind = ROUTE_TABLE;
        r->map = m->n ? map_table(al, m) : NULL;
        bool ok = r->map || !m->n;
        map_free(al, m);
        return ok;
    }
    if (all && from_size == to_size && m->s == 0 && m->d == 0 &&
        (m->n == 1 || (m->ds == 1 && m->dd == 1)))
        r->kind = ROUTE_SAME;
    else
        r->kind = m->n == 1 || m->ds == 0 ? ROUTE_SPREAD : ROUTE_LINE;
    return true;
}

void route_free(struct alloc *al, struct route *r)
{
    if (!r->map) return;
    alloc_free(al, r->map->start);
    alloc_free(al, r->map);
    r->map = NULL;
}

void route_pairs(const struct route *r, int32_t size, void (*to)(void *user, int32_t s, int32_t d),
                 void *user)
{
    if (r->kind == ROUTE_SAME)
        for (int32_t k = 0; k < size; k++) to(user, k, k);
    else if (r->kind != ROUTE_TABLE)
        for (int32_t k = 0; k < r->count; k++)
            to(user, r->kind == ROUTE_LINE ? r->first + r->step * k : r->first,
               r->target + r->stride * k);
    else if (r->map)
        for (int32_t e = 0; e < r->map->n; e++)
            for (int32_t k = r->map->start[e]; k < r->map->start[e + 1]; k++)
                to(user, r->map->first + e, r->map->item[k]);
}
