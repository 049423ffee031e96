/* SPDX-License-Identifier: MIT */
/* connect_roll.c - a list of vectors as boxes with constant strides.
 *
 * At first each vector is a box of its own. A pass joins neighbours of equal shape whose starts
 * advance by the same difference into one box with one more loop around: the first pass finds rows,
 * the second makes matrices of them, the third stacks of these. Joining is greedy, with one
 * exception: of x, a, a+s, a+2s .. the first is left alone, else it would take a away from the
 * others. Any two vectors are a row; such a pair is kept only if a later pass can use it, or if
 * there are no others. */
#include "flat/connect.h"

#include <string.h>

struct roll {
    struct arena *arena;
    const int32_t *value;
    int32_t dim, n;
    struct connect_box *at; /* NULL: each vector is a box */
};

static bool same_shape(const struct roll *r, const struct connect_box *a,
                       const struct connect_box *b)
{
    if (a->n != b->n) return false;
    for (int32_t l = 0; l < a->n; l++)
        if (a->count[l] != b->count[l] ||
            memcmp(a->stride[l], b->stride[l], sizeof **a->stride * (size_t)r->dim) != 0)
            return false;
    return true;
}

static struct connect_box box_at(const struct roll *r, int32_t p)
{
    return r->at ? r->at[p] : (struct connect_box){.from = p};
}

static const int32_t *start(const struct roll *r, int32_t p)
{
    return r->value + (int64_t)(r->at ? r->at[p].from : p) * r->dim;
}

/* Is the step from p - 1 to p that from p - 2 to p - 1? */
static bool goes_on(const struct roll *r, int32_t p)
{
    const int32_t *a = start(r, p - 2), *b = start(r, p - 1), *c = start(r, p);
    for (int32_t k = 0; k < r->dim; k++)
        if ((int64_t)b[k] - a[k] != (int64_t)c[k] - b[k]) return false;
    return true;
}

/* How many boxes from p on are one progression? */
static int32_t stretch(const struct roll *r, int32_t p)
{
    int32_t n = 1;
    while (p + n < r->n && (!r->at || same_shape(r, &r->at[p], &r->at[p + n])) &&
           (n == 1 || goes_on(r, p + n)))
        n++;
    return n;
}

static struct connect_box join(const struct roll *r, int32_t p, int32_t n)
{
    struct connect_box b = box_at(r, p);
    int32_t *stride;
    if (n == 1) return b;
    stride = ARENA_ARRAY(r->arena, int32_t, r->dim);
    for (int32_t k = 0; k < r->dim; k++) stride[k] = start(r, p + 1)[k] - start(r, p)[k];
    b.count[b.n] = n;
    b.stride[b.n++] = stride;
    return b;
}

static void one_pass(struct roll *r)
{
    VEC(struct connect_box) out = {NULL, 0, 0};
    for (int32_t p = 0, n; p < r->n; p += n) {
        n = stretch(r, p);
        if (n == 2 && stretch(r, p + 1) > 2) n = 1;
        VEC_ADD(r->arena, &out, join(r, p, n));
    }
    r->at = out.at;
    r->n = out.n;
}

int32_t connect_box_count(const struct connect_box *b)
{
    int32_t n = 1;
    for (int32_t l = 0; l < b->n; l++) n *= b->count[l];
    return n;
}

/* Pairs that are no part of anything. */
static bool is_chance(const struct roll *r, const struct connect_box *b)
{
    return r->n > 1 && b->n == 1 && b->count[0] == 2;
}

static struct connect_boxes without_pairs(const struct roll *r)
{
    struct connect_boxes out = {NULL, 0};
    int32_t extra = 0;
    for (int32_t p = 0; p < r->n; p++) extra += is_chance(r, &r->at[p]);
    out.at = ARENA_ARRAY(r->arena, struct connect_box, r->n + extra + 1);
    for (int32_t p = 0; p < r->n; p++) {
        const struct connect_box *b = &r->at[p];
        if (is_chance(r, b)) {
            out.at[out.n++] = (struct connect_box){.from = b->from};
            out.at[out.n++] = (struct connect_box){.from = b->from + 1};
        } else {
            out.at[out.n++] = *b;
        }
    }
    return out;
}

struct connect_boxes connect_roll(struct arena *a, const int32_t *value, int32_t n, int32_t dim)
{
    struct roll r = {a, value, dim, n, NULL};
    for (int32_t l = 0; l == 0 || (l < CONNECT_LEVELS && r.n > 1); l++) one_pass(&r);
    return without_pairs(&r);
}
