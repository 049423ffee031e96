/* SPDX-License-Identifier: MIT */
/* span.c - which elements of an array an index names, and at which point it names a given one.
 *
 * An index c0 + sum c_k i_k over iterators i_k = lo_k + step_k n_k, 0 <= n_k < N_k, is a number in
 * a mixed radix system: lo + sum s_k digit_k with s_k = |c_k step_k| and digit_k = n_k, or N_k - 1
 * - n_k if c_k step_k < 0. It names no element twice if, in descending order,
 *     s_k > sum_{l > k} s_l (N_l - 1),                                                        (1)
 * and then the digits are found again by division: digit_1 = v div s_1, v := v mod s_1 and so on. A
 * dimension that continues the next one, s_k = s_{k+1} N_{k+1}, is merged with it: equal sets
 * become equal spans, and a whole array is one interval. */
#include "graph/graph.h"

#include <string.h>

int64_t graph_points(struct ir_iter **iters, int32_t n)
{
    int64_t points = 1;
    for (int32_t k = 0; k < n; k++) {
        if (iters[k]->count <= 0) return 0;
        points = points > INT64_MAX / iters[k]->count ? INT64_MAX : points * iters[k]->count;
    }
    return points;
}

struct ir *graph_position(struct ir_model *m, struct ir_iter **iters, int32_t n)
{
    struct ir *p = ir_int(m, 0);
    for (int32_t k = 0; k < n; k++) {
        struct ir_iter *it = iters[k];
        struct ir *i = ir_binary(m, IR_SUB, ir_iter_value(m, it), ir_int(m, it->lo));
        if (it->step != 1) i = ir_binary(m, IR_IDIV, i, ir_int(m, it->step));
        p = ir_binary(m, IR_ADD, ir_binary(m, IR_MUL, p, ir_int(m, it->count)), i);
    }
    return p;
}

void graph_point(struct ir_model *m, struct ir_iter **iters, int32_t n, int64_t p, struct ir **to)
{
    for (int32_t k = n - 1; k >= 0; k--) {
        to[k] = ir_int(m, iters[k]->lo + iters[k]->step * (p % iters[k]->count));
        p /= iters[k]->count;
    }
}

/* ---- Making spans ---------------------------------------------------------------------------- */

struct radix { /* an affine index as digits */
    int32_t n;
    int64_t lo, stride[GRAPH_RANK], count[GRAPH_RANK];
    int32_t iter[GRAPH_RANK]; /* which iterator, -1 - which if it runs backwards */
};

static void put_digit(struct radix *r, int64_t stride, int64_t count, int32_t iter)
{
    int32_t k = r->n++;
    for (; k > 0 && r->stride[k - 1] < stride; k--) {
        r->stride[k] = r->stride[k - 1];
        r->count[k] = r->count[k - 1];
        r->iter[k] = r->iter[k - 1];
    }
    r->stride[k] = stride;
    r->count[k] = count;
    r->iter[k] = iter;
}

static bool small(int64_t v)
{
    return v < (int64_t)1 << 40 && v > -((int64_t)1 << 40);
}

static bool radix_of(const struct ir *index, struct ir_iter **iters, int32_t n, struct radix *r)
{
    int64_t c0, c[GRAPH_RANK];
    r->n = 0;
    if (n > GRAPH_RANK || !ir_affine(index, iters, n, &c0, c)) return false;
    r->lo = c0;
    for (int32_t k = 0; k < n; k++) {
        if (!small(c[k]) || !small(iters[k]->step) || !small(c[k] * iters[k]->step)) return false;
        r->lo += c[k] * iters[k]->lo;
        if (iters[k]->count == 1 || c[k] == 0) continue;
        int64_t s = c[k] * iters[k]->step;
        if (s < 0) r->lo += s * (iters[k]->count - 1);
        put_digit(r, s < 0 ? -s : s, iters[k]->count, s < 0 ? -1 - k : k);
    }
    return small(r->lo);
}

static bool injective(const struct radix *r) /* (1) */
{
    int64_t below = 0;
    for (int32_t k = r->n - 1; k >= 0; k--) {
        if (r->stride[k] <= below || !small(r->stride[k] * r->count[k])) return false;
        below += r->stride[k] * (r->count[k] - 1);
    }
    return true;
}

static void merge(struct graph_span *s)
{
    int32_t n = 0;
    for (int32_t k = 0; k < s->rank; k++) {
        bool joins = n > 0 && s->stride[n - 1] == s->stride[k] * s->count[k];
        if (joins) s->count[n - 1] *= s->count[k], s->stride[n - 1] = s->stride[k];
        if (!joins) s->stride[n] = s->stride[k], s->count[n] = s->count[k], n++;
    }
    s->rank = n;
}

static struct graph_span between(int64_t lo, int64_t hi)
{
    struct graph_span s = {.lo = lo, .hi = hi, .size = hi - lo + 1};
    return s;
}

struct graph_span graph_span_of(struct ir_model *m, struct ir *index, int64_t count)
{
    struct graph_span s = between(0, count - 1);
    struct ir_iter *iters[GRAPH_RANK];
    struct radix r;
    int64_t lo, hi;
    int32_t n = ir_free_iters(m, index, iters, GRAPH_RANK);
    if (ir_bounds(index, &lo, &hi)) s = between(lo, hi);
    if (n > GRAPH_RANK || !radix_of(index, iters, n, &r) || !injective(&r)) return s;
    s.exact = true;
    s.lo = s.hi = r.lo;
    s.size = 1;
    s.rank = r.n;
    if (r.n) s.stride = ARENA_ARRAY(m->arena, int64_t, 2 * r.n), s.count = s.stride + r.n;
    for (int32_t k = 0; k < r.n; k++) {
        s.stride[k] = r.stride[k];
        s.count[k] = r.count[k];
        s.hi += r.stride[k] * (r.count[k] - 1);
        s.size *= r.count[k];
    }
    merge(&s);
    return s;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

bool graph_span_equal(const struct graph_span *a, const struct graph_span *b)
{
    if (a->lo != b->lo || a->hi != b->hi || a->exact != b->exact || a->rank != b->rank)
        return false;
    for (int32_t k = 0; k < a->rank; k++)
        if (a->stride[k] != b->stride[k] || a->count[k] != b->count[k]) return false;
    return true;
}

bool graph_span_has(const struct graph_span *s, int64_t v)
{
    if (v < s->lo || v > s->hi) return false;
    if (!s->exact) return true;
    v -= s->lo;
    for (int32_t k = 0; k < s->rank; v %= s->stride[k], k++)
        if (v / s->stride[k] >= s->count[k]) return false;
    return v == 0;
}

static int64_t element(const struct graph_span *s, int64_t p)
{
    int64_t v = s->lo;
    for (int32_t k = s->rank - 1; k >= 0; p /= s->count[k], k--)
        v += p % s->count[k] * s->stride[k];
    return v;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b ? gcd(b, a % b) : a;
}

/* All strides have a common divisor; if the origins differ by no multiple of it, nothing is
 * shared. */
static bool residues_differ(const struct graph_span *a, const struct graph_span *b)
{
    int64_t g = 0;
    for (int32_t k = 0; k < a->rank; k++) g = gcd(a->stride[k], g);
    for (int32_t k = 0; k < b->rank; k++) g = gcd(b->stride[k], g);
    return g > 1 && (a->lo - b->lo) % g != 0;
}

enum { PATIENCE = 2000000 };

/* Counts elements of a (the smaller set) in b, at most `most`. */
static int64_t common(const struct graph_span *a, const struct graph_span *b, int64_t most)
{
    int64_t n = 0;
    for (int64_t p = 0; p < a->size && n < most; p++) n += graph_span_has(b, element(a, p));
    return n;
}

static bool interval(const struct graph_span *s)
{
    return s->exact && s->size == s->hi - s->lo + 1;
}

bool graph_span_overlap(const struct graph_span *a, const struct graph_span *b)
{
    if (a->hi < b->lo || b->hi < a->lo) return false;
    if (!a->exact || !b->exact || graph_span_equal(a, b)) return true;
    if (interval(a) && interval(b)) return true;
    if (residues_differ(a, b)) return false;
    if (a->size > b->size) return graph_span_overlap(b, a);
    return a->size > PATIENCE || common(a, b, 1) > 0;
}

bool graph_span_within(const struct graph_span *a, const struct graph_span *b)
{
    if (!b->exact || a->lo < b->lo || a->hi > b->hi) return false;
    if (interval(b) || graph_span_equal(a, b)) return true;
    return a->exact && a->size <= PATIENCE && common(a, b, a->size) == a->size;
}

/* ---- Expressions ----------------------------------------------------------------------------- */

/* The multiple of d in rest, whose values lie in lo..hi, if it is always the same one: rest -
 * whole*d must be in 0..top. */
static bool same_multiple(int64_t lo, int64_t hi, int64_t d, int64_t top, int64_t *whole)
{
    int64_t first = lo / d - (lo % d < 0), last = hi / d - (hi % d < 0), found = 0;
    if (last - first > 2) return false;
    for (int64_t w = first; w <= last; w++) {
        if (hi - w * d < 0 || lo - w * d > top) continue;
        if (found++) return false;
        *whole = w;
    }
    return found == 1;
}

/* v = d*q + r with 0 <= r <= top < d, for those v that have such q and r. Affine v: terms whose
 * factors d divides go to q, if the rest can be in one multiple of d only. */
static void divide(struct ir_model *m, struct ir *v, int64_t d, int64_t top, struct ir **q,
                   struct ir **r)
{
    struct ir_iter *iters[GRAPH_RANK];
    int32_t n = ir_free_iters(m, v, iters, GRAPH_RANK);
    int64_t c0, c[GRAPH_RANK], lo, hi, whole;
    struct ir *rest, *quotient = ir_int(m, 0);
    if (n > GRAPH_RANK || !ir_affine(v, iters, n, &c0, c)) goto general;
    rest = ir_int(m, c0);
    for (int32_t k = 0; k < n; k++) {
        struct ir *i = ir_iter_value(m, iters[k]);
        struct ir **to = c[k] % d ? &rest : &quotient;
        int64_t factor = c[k] % d ? c[k] : c[k] / d;
        *to = ir_binary(m, IR_ADD, *to, ir_binary(m, IR_MUL, ir_int(m, factor), i));
    }
    if (!ir_bounds(rest, &lo, &hi) || !same_multiple(lo, hi, d, top, &whole)) goto general;
    *q = ir_binary(m, IR_ADD, quotient, ir_int(m, whole));
    *r = ir_binary(m, IR_SUB, rest, ir_int(m, whole * d));
    return;
general:
    *q = ir_binary(m, IR_IDIV, v, ir_int(m, d));
    *r = ir_binary(m, IR_IMOD, v, ir_int(m, d));
}

/* Largest value of the digits behind digit k. */
static int64_t largest_rest(const int64_t *stride, const int64_t *count, int32_t k, int32_t n)
{
    int64_t sum = 0;
    for (k++; k < n; k++) sum += stride[k] * (count[k] - 1);
    return sum;
}

bool graph_invert(struct ir_model *m, struct ir *map, struct ir_iter **iters, int32_t n,
                  struct ir *index, struct ir **to)
{
    struct radix r;
    struct ir *v, *digit;
    if (!radix_of(map, iters, n, &r) || !injective(&r)) return false;
    for (int32_t k = 0; k < n; k++) to[k] = iters[k]->count == 1 ? ir_int(m, iters[k]->lo) : NULL;
    v = ir_binary(m, IR_SUB, index, ir_int(m, r.lo));
    for (int32_t k = 0; k < r.n; k++) {
        int32_t which = r.iter[k] < 0 ? -1 - r.iter[k] : r.iter[k];
        struct ir_iter *it = iters[which];
        digit = v;
        if (r.stride[k] > 1)
            divide(m, v, r.stride[k], largest_rest(r.stride, r.count, k, r.n), &digit, &v);
        if (r.iter[k] < 0) digit = ir_binary(m, IR_SUB, ir_int(m, it->count - 1), digit);
        to[which] = ir_binary(m, IR_ADD, ir_int(m, it->lo),
                              ir_binary(m, IR_MUL, ir_int(m, it->step), digit));
    }
    for (int32_t k = 0; k < n; k++)
        if (!to[k]) return false;
    return true;
}

static struct ir *at_most(struct ir_model *m, struct ir *a, struct ir *b)
{
    int64_t alo, ahi, blo, bhi;
    if (ir_bounds(a, &alo, &ahi) && ir_bounds(b, &blo, &bhi)) {
        if (ahi <= blo) return ir_bool(m, 1);
        if (alo > bhi) return ir_bool(m, 0);
    }
    return ir_relation(m, IR_LE, a, b, false);
}

struct ir *graph_span_test(struct ir_model *m, const struct graph_span *s, struct ir *index)
{
    struct ir *v = ir_binary(m, IR_SUB, index, ir_int(m, s->lo)), *digit;
    struct ir *test = ir_binary(m, IR_AND, at_most(m, ir_int(m, s->lo), index),
                                at_most(m, index, ir_int(m, s->hi)));
    for (int32_t k = 0; s->exact && k < s->rank; k++) {
        digit = v;
        if (s->stride[k] > 1) divide(m, v, s->stride[k], s->stride[k] - 1, &digit, &v);
        if (k > 0) test = ir_binary(m, IR_AND, test, at_most(m, digit, ir_int(m, s->count[k] - 1)));
        if (k + 1 == s->rank && s->stride[k] > 1)
            test = ir_binary(m, IR_AND, test, ir_relation(m, IR_EQ, v, ir_int(m, 0), false));
    }
    return test;
}
