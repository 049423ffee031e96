/* SPDX-License-Identifier: MIT */
/* traj.c - the polynomials of chosen variables, kept in memory.
 *
 * A record holds the history of one variable: segments in ascending order of their start, and one
 * pool in which their coefficients lie one after the other. A segment is valid until the next one
 * begins, the last one forever. A new segment that does not start after the last ones replaces
 * them: at one instant the newest polynomial counts. Hence starts ascend strictly, and a pool ends
 * with the last segment's coefficients.
 *
 * Sinks see all variables and keep few: a hash table with open addressing finds the record of a
 * variable, or that there is none, in constant time. */
#include "saltus.h"

#include "base/alloc.h"
#include "num/poly.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 }; /* a degree above this is a mistake of the caller */

struct record {
    int32_t var;
    saltus_piece *segment;
    double *pool;
    size_t n, room;           /* segments     */
    size_t pooled, pool_room; /* coefficients */
};

struct saltus_traj {
    struct alloc alloc;
    struct record *record;
    size_t n;
    uint32_t *slot; /* 1 + index of a record; 0: free */
    size_t mask;    /* number of slots - 1, all bits set */
};

/* ---- Which record ---------------------------------------------------------------------------- */

/* The slot of var, or the free slot where it belongs. */
static size_t slot_of(const saltus_traj *tr, int32_t var)
{
    size_t i = (size_t)((uint64_t)(uint32_t)var * 0x9e3779b97f4a7c15u >> 32) & tr->mask;
    while (tr->slot[i] && tr->record[tr->slot[i] - 1].var != var) i = (i + 1) & tr->mask;
    return i;
}

static struct record *find(const saltus_traj *tr, int32_t var)
{
    uint32_t k = tr->slot[slot_of(tr, var)];
    return k ? &tr->record[k - 1] : NULL;
}

static void add_record(saltus_traj *tr, int32_t var)
{
    size_t i = slot_of(tr, var);
    if (tr->slot[i]) return; /* asked for twice */
    tr->record[tr->n].var = var;
    tr->slot[i] = (uint32_t)++tr->n;
}

static size_t slots_for(size_t n) /* at most half of them are used */
{
    size_t slots = 8;
    while (slots < 2 * n) slots *= 2;
    return slots;
}

static int all_valid(const int32_t *vars, size_t n)
{
    if (n > 0 && (!vars || n > INT32_MAX)) return 0;
    for (size_t i = 0; i < n; i++)
        if (vars[i] < 0) return 0;
    return 1;
}

saltus_status saltus_traj_new(const int32_t *vars, size_t n, saltus_traj **out)
{
    struct alloc a;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    if (!all_valid(vars, n)) return SALTUS_EARG;
    alloc_init(&a, NULL, NULL);
    saltus_traj *tr = alloc_array(&a, 1, sizeof *tr);
    if (!tr) return SALTUS_ENOMEM;
    tr->alloc = a;
    tr->mask = slots_for(n) - 1;
    tr->record = alloc_array(&tr->alloc, n, sizeof *tr->record);
    tr->slot = alloc_array(&tr->alloc, tr->mask + 1, sizeof *tr->slot);
    if (!tr->record || !tr->slot) {
        saltus_traj_free(tr);
        return SALTUS_ENOMEM;
    }
    for (size_t i = 0; i < n; i++) add_record(tr, vars[i]);
    *out = tr;
    return SALTUS_OK;
}

void saltus_traj_free(saltus_traj *tr)
{
    if (!tr) return;
    struct alloc a = tr->alloc;
    for (size_t i = 0; i < tr->n; i++) {
        alloc_free(&a, tr->record[i].segment);
        alloc_free(&a, tr->record[i].pool);
    }
    alloc_free(&a, tr->record);
    alloc_free(&a, tr->slot);
    alloc_free(&a, tr);
}

/* ---- Adding ---------------------------------------------------------------------------------- */

static int make_room(struct alloc *a, struct record *r, size_t terms)
{
    return alloc_grow(a, (void **)&r->segment, &r->room, r->n + 1, sizeof *r->segment) &&
           alloc_grow(a, (void **)&r->pool, &r->pool_room, r->pooled + terms, sizeof *r->pool);
}

/* A start that is not a number has no place in time: ignored, like variables not asked for and
 * degrees that no polynomial has. */
int saltus_traj_sink(void *traj, double t, int32_t var, const double *poly, int order)
{
    if (!traj || !poly) return 0;
    saltus_traj *tr = traj;
    struct record *r = find(tr, var);
    if (!r || order < 0 || order > MOST || isnan(t)) return 0;
    size_t terms = (size_t)order + 1;
    if (!make_room(&tr->alloc, r, terms)) return 1;
    while (r->n > 0 && r->segment[r->n - 1].t >= t) r->pooled = r->segment[--r->n].at;
    r->segment[r->n++] = (saltus_piece){t, r->pooled, order};
    memcpy(r->pool + r->pooled, poly, terms * sizeof *poly);
    r->pooled += terms;
    return 0;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* How many segments start at or before t. */
static size_t started(const struct record *r, double t)
{
    size_t lo = 0, hi = r->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (r->segment[mid].t <= t) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

double saltus_traj_value(const saltus_traj *tr, int32_t var, double t)
{
    const struct record *r = tr ? find(tr, var) : NULL;
    size_t n = r ? started(r, t) : 0;
    if (n == 0) return NAN;
    const saltus_piece *s = &r->segment[n - 1];
    return poly_value(r->pool + s->at, s->order, t - s->t);
}

size_t saltus_traj_segments(const saltus_traj *tr, int32_t var)
{
    const struct record *r = tr ? find(tr, var) : NULL;
    return r ? r->n : 0;
}

int saltus_traj_segment(const saltus_traj *tr, int32_t var, size_t k, double *t, const double **p)
{
    const struct record *r = tr ? find(tr, var) : NULL;
    if (!r || k >= r->n) return -1;
    const saltus_piece *s = &r->segment[k];
    if (t) *t = s->t;
    if (p) *p = r->pool + s->at;
    return s->order;
}

const saltus_piece *saltus_traj_pieces(const saltus_traj *tr, int32_t var, size_t *n,
                                       const double **poly)
{
    const struct record *r = tr && n && poly ? find(tr, var) : NULL;
    if (n) *n = r ? r->n : 0;
    if (poly) *poly = r && r->n ? r->pool : NULL;
    return r && r->n ? r->segment : NULL;
}
