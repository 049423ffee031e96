/* SPDX-License-Identifier: MIT */
/* lookup.c - which definitions, or rows, may give the elements that an index names.
 *
 * The definitions of an unknown are sorted by the first element that they define; reach[k] is the
 * last element that the first k + 1 of them define. Those that meet an interval are found by
 * bisection and a walk back that ends where reach falls short. */
#include "graph/graph.h"

#include <stdlib.h>

struct sortable {
    int32_t unknown, def;
    int64_t lo;
};

static int by_lo(const void *a, const void *b)
{
    const struct sortable *x = a, *y = b;
    if (x->lo != y->lo) return x->lo < y->lo ? -1 : 1;
    return (x->def > y->def) - (x->def < y->def);
}

static int32_t unknown_of(const struct graph_system *s, const struct ir_def *d)
{
    return s->number[d->der ? 1 : 0][d->var->number];
}

void graph_defs_index(struct graph_system *s)
{
    struct sortable *list = ARENA_ARRAY(s->m->arena, struct sortable, s->defs.n + 1);
    s->by_unknown = ARENA_ARRAY(s->m->arena, struct graph_defs, s->unknowns.n + 1);
    for (int32_t k = 0; k < s->defs.n; k++)
        list[k] = (struct sortable){unknown_of(s, &s->defs.at[k].def), k, s->defs.at[k].span.lo};
    if (s->defs.n) qsort(list, (size_t)s->defs.n, sizeof *list, by_lo);
    for (int32_t k = 0; k < s->defs.n; k++)
        VEC_ADD(s->m->arena, &s->by_unknown[list[k].unknown].at, list[k].def);
    for (int32_t u = 0; u < s->unknowns.n; u++) {
        struct graph_defs *d = &s->by_unknown[u];
        d->reach = ARENA_ARRAY(s->m->arena, int64_t, d->at.n + 1);
        for (int32_t k = 0; k < d->at.n; k++) {
            int64_t hi = s->defs.at[d->at.at[k]].span.hi;
            d->reach[k] = k && d->reach[k - 1] > hi ? d->reach[k - 1] : hi;
        }
    }
}

int32_t graph_defs_find(const struct graph_system *s, int32_t u, const struct graph_span *span,
                        int32_t *out, int32_t room)
{
    const struct graph_defs *d = &s->by_unknown[u];
    int32_t a = 0, b = d->at.n, n = 0;
    while (a < b) {
        int32_t mid = a + (b - a) / 2;
        if (s->defs.at[d->at.at[mid]].span.lo <= span->hi)
            a = mid + 1;
        else
            b = mid;
    }
    for (int32_t k = a - 1; k >= 0 && d->reach[k] >= span->lo; k--) {
        if (!graph_span_overlap(&s->defs.at[d->at.at[k]].span, span)) continue;
        if (n < room) out[n] = d->at.at[k];
        n++;
    }
    for (int32_t k = 0; k < n / 2 && n <= room; k++) { /* ascending */
        int32_t last = out[n - 1 - k];
        out[n - 1 - k] = out[k];
        out[k] = last;
    }
    return n;
}

/* ---- While they are made --------------------------------------------------------------------- */

struct graph_made {
    int32_t seen, n_unknowns; /* definitions that are in the lists */
    struct graph_ends *of;    /* by unknown */
};

void graph_defs_watch(struct graph_system *s)
{
    s->made = ARENA_NEW(s->m->arena, struct graph_made);
    s->made->n_unknowns = s->unknowns.n;
    s->made->of = ARENA_ARRAY(s->m->arena, struct graph_ends, s->unknowns.n + 1);
}

int32_t graph_defs_meet(struct graph_system *s, const struct graph_access *a, int32_t *out,
                        int32_t room)
{
    struct graph_made *made = s->made;
    int32_t n = 0;
    if (!made || a->unknown >= made->n_unknowns) return 0;
    for (; made->seen < s->defs.n; made->seen++) {
        int32_t u = unknown_of(s, &s->defs.at[made->seen].def);
        if (u >= 0 && u < made->n_unknowns) VEC_ADD(s->m->arena, &made->of[u], made->seen);
    }
    for (int32_t k = 0; k < made->of[a->unknown].n && n <= room; k++) {
        int32_t d = made->of[a->unknown].at[k];
        if (!graph_span_overlap(&s->defs.at[d].span, &a->span)) continue;
        if (n < room) out[n] = d;
        n++;
    }
    return n;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct holder {
    int32_t unknown, node;
    int64_t lo, hi;
};

struct graph_holders {
    struct graph_system *s;
    const int32_t *rows;
    struct holder *at; /* sorted */
    int64_t *reach;
    int32_t n;
};

static int by_place(const void *a, const void *b)
{
    const struct holder *x = a, *y = b;
    if (x->unknown != y->unknown) return x->unknown < y->unknown ? -1 : 1;
    if (x->lo != y->lo) return x->lo < y->lo ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

struct graph_holders *graph_holders_new(struct graph_system *s, const int32_t *rows, int32_t n)
{
    struct graph_holders *h = ARENA_NEW(s->m->arena, struct graph_holders);
    *h = (struct graph_holders){.s = s, .rows = rows};
    h->at = ARENA_ARRAY(s->m->arena, struct holder, n + 1);
    h->reach = ARENA_ARRAY(s->m->arena, int64_t, n + 1);
    for (int32_t k = 0; k < n; k++) {
        struct graph_row *r = &s->rows.at[rows[k]];
        if (r->match < 0) continue;
        struct graph_access *a = &r->accesses.at[r->match];
        h->at[h->n++] = (struct holder){a->unknown, k, a->span.lo, a->span.hi};
    }
    if (h->n) qsort(h->at, (size_t)h->n, sizeof *h->at, by_place);
    for (int32_t k = 0; k < h->n; k++) {
        bool first = k == 0 || h->at[k - 1].unknown != h->at[k].unknown;
        h->reach[k] = h->at[k].hi;
        if (!first && h->reach[k - 1] > h->reach[k]) h->reach[k] = h->reach[k - 1];
    }
    return h;
}

/* Number of holders that are before (unknown, lo). */
static int32_t count_before(const struct graph_holders *h, int32_t unknown, int64_t lo)
{
    int32_t a = 0, b = h->n;
    while (a < b) {
        int32_t mid = a + (b - a) / 2;
        const struct holder *at = &h->at[mid];
        if (at->unknown < unknown || (at->unknown == unknown && at->lo < lo))
            a = mid + 1;
        else
            b = mid;
    }
    return a;
}

void graph_holders_find(const struct graph_holders *h, const struct graph_access *a,
                        struct graph_ends *out)
{
    for (int32_t k = count_before(h, a->unknown, a->span.hi + 1) - 1; k >= 0; k--) {
        struct graph_row *r = &h->s->rows.at[h->rows[h->at[k].node]];
        if (h->at[k].unknown != a->unknown || h->reach[k] < a->span.lo) break;
        if (graph_span_overlap(&r->accesses.at[r->match].span, &a->span))
            VEC_ADD(h->s->m->arena, out, h->at[k].node);
    }
}
