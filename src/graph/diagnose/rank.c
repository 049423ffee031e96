/* SPDX-License-Identifier: MIT */
/* rank.c - which equations depend on each other, whatever their parameters are.
 *
 * Coefficients are computed modulo the prime P = 2^32 - 5: numbers exactly (a double is m*2^e),
 * sums, products and quotients from their parts, and everything else (parameters, modes, states,
 * functions) as a number drawn from the node itself. A combination of rows that is zero here is
 * zero for all values, but for a chance of about 1/P; rounding has no say.
 *
 * Vectors are added to a basis one by one. Positions from `width` on are carried along and never
 * eliminated: with a one of its own there, a vector that turns out to depend on the others is left
 * with the combination that says so. */
#include "graph/diagnose/rank.h"

#include "base/hash.h"

#include <math.h>

static const uint64_t P = 4294967291u;

/* ---- The field ------------------------------------------------------------------------------- */

static uint64_t power(uint64_t a, uint64_t n)
{
    uint64_t r = 1;
    for (; n; n >>= 1, a = a * a % P)
        if (n & 1) r = r * a % P;
    return r;
}

static uint64_t inverse(uint64_t a)
{
    return power(a, P - 2);
}

static uint64_t drawn(uint64_t z)
{
    return 1 + hash_mix((z + 1) * HASH_STEP) % (P - 1);
}

uint64_t rank_number(double v)
{
    int e;
    double m = frexp(fabs(v), &e);
    uint64_t r;
    if (!isfinite(v)) return 1;
    r = (uint64_t)ldexp(m, 53) % P;
    e -= 53;
    r = r * (e >= 0 ? power(2, (uint64_t)e) : inverse(power(2, (uint64_t)-e))) % P;
    return v < 0 && r ? P - r : r;
}

enum { MOST_NODES = 4000, DEEPEST = 200 };

static uint64_t value(const struct ir *e, int depth, int *budget);

static uint64_t binary(const struct ir *e, int depth, int *budget)
{
    uint64_t a = value(e->arg[0], depth + 1, budget), b = value(e->arg[1], depth + 1, budget);
    switch (e->op) {
    case IR_ADD: return (a + b) % P;
    case IR_SUB: return (a + P - b) % P;
    case IR_MUL: return a * b % P;
    default: return b ? a * inverse(b) % P : drawn(e->id);
    }
}

static uint64_t value(const struct ir *e, int depth, int *budget)
{
    double v;
    uint64_t a;
    if (ir_constant(e, &v)) return rank_number(v);
    if (depth > DEEPEST || --*budget < 0) return drawn(e->id);
    switch (e->op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV: return binary(e, depth, budget);
    case IR_NEG: a = value(e->arg[0], depth + 1, budget); return a ? P - a : 0;
    case IR_TO_REAL: return value(e->arg[0], depth + 1, budget);
    default: return drawn(e->id);
    }
}

uint64_t rank_value(const struct ir *e)
{
    int budget = MOST_NODES;
    return value(e, 0, &budget);
}

enum { MOST_ABOVE = 1000, MOST_BELOW = 64 };

bool rank_ratio(uint64_t a, uint64_t b, double *ratio)
{
    uint64_t q = a * inverse(b) % P;
    for (uint64_t d = 1; d <= MOST_BELOW; d++) {
        uint64_t n = q * d % P;
        if (n <= MOST_ABOVE) return *ratio = (double)n / (double)d, true;
        if (P - n <= MOST_ABOVE) return *ratio = -(double)(P - n) / (double)d, true;
    }
    return false;
}

/* ---- Vectors --------------------------------------------------------------------------------- */

struct rank_basis *rank_basis_new(struct arena *a, int32_t width)
{
    struct rank_basis *b = ARENA_NEW(a, struct rank_basis);
    b->arena = a;
    b->width = width;
    b->at = ARENA_ARRAY(a, struct rank_vector *, width + 1);
    return b;
}

void rank_put(struct rank_basis *b, struct rank_vector *v, int32_t position, uint64_t x)
{
    struct rank_entry e = {position, x % P};
    int32_t k = v->n;
    if (!e.value) return;
    for (; k > 0 && v->at[k - 1].position >= position; k--)
        if (v->at[k - 1].position == position) {
            v->at[k - 1].value = (v->at[k - 1].value + e.value) % P;
            return;
        }
    VEC_ADD(b->arena, v, e);
    for (int32_t j = v->n - 1; j > k; j--) v->at[j] = v->at[j - 1];
    v->at[k] = e;
}

/* v - f*w, both sorted by position. */
static struct rank_vector less(struct rank_basis *b, const struct rank_vector *v, uint64_t f,
                               const struct rank_vector *w)
{
    struct rank_vector r = {0};
    int32_t i = 0, j = 0;
    while (i < v->n || j < w->n) {
        struct rank_entry e;
        if (j == w->n || (i < v->n && v->at[i].position < w->at[j].position)) {
            e = v->at[i++];
        } else {
            e = w->at[j++];
            e.value = (P - f * e.value % P) % P;
            if (i < v->n && v->at[i].position == e.position)
                e.value = (e.value + v->at[i++].value) % P;
        }
        if (e.value) VEC_ADD(b->arena, &r, e);
    }
    return r;
}

bool rank_add(struct rank_basis *b, struct rank_vector *v)
{
    int32_t p = 0;
    while (p < v->n && v->at[p].value == 0) p++;
    if (p > 0) *v = less(b, v, 0, v);
    while (v->n > 0 && v->at[0].position < b->width) {
        struct rank_vector *pivot = b->at[v->at[0].position];
        if (!pivot) {
            pivot = ARENA_NEW(b->arena, struct rank_vector);
            *pivot = *v;
            b->at[v->at[0].position] = pivot;
            b->rank++;
            return true;
        }
        *v = less(b, v, v->at[0].value * inverse(pivot->at[0].value) % P, pivot);
    }
    return false;
}
