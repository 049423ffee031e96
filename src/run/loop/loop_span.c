/* SPDX-License-Identifier: MIT */
/* loop_span.c - unknowns of a linear loop over spans of its inputs.
 *
 * A y + b = 0 with A and b in spans. With R, nearly the inverse of the middle of A,
 *     y = z + C y,   z = -R b,   C = 1 - R A.                                                   (1)
 * Any spans Y with z + C Y inside Y contain y: C is small, and a Y that is a little wider than z
 * does. Rounding of R only makes C larger, so nothing is lost by it. In z every input counts once,
 * with its own column of R times where it occurs:
 *     R b = R c + sum_i (R w_i) u_i.                                                            (2)
 * Levels above 0 as in loop_solve.c (1). Of a matrix that changes only at events R, C and (2) are
 * kept for the values that they were made from.
 *
 * Numbers times values are the doubles with which loop_solve.c computes, too. */
#include "run/loop/loop.h"
#include "saltus_span.h"
#include <string.h>

enum { MOST_STILL = 256, MOST_MOVING = 64, ROUNDS = 12 };

/* What is asked, and room for the way there. */
struct asked {
    struct loop *l;
    struct loops *all;
    const saltus_span *u;
    const double *v;
    int order;
    struct loop_spans *with;
    saltus_span *y; /* all unknowns */
};

/* ---- Memory ---------------------------------------------------------------------------------- */

void loop_spans_free(struct loop_spans *s, struct alloc *a)
{
    alloc_free(a, s->key);
    alloc_free(a, s->r);
    alloc_free(a, s->c);
    alloc_free(a, s->g);
    memset(s, 0, sizeof *s);
}

static bool spans_new(struct loop_spans *s, const saltus_loop *of, struct alloc *a)
{
    size_t n = (size_t)of->n, columns = (size_t)of->inputs + 1;
    if (!s->key) s->key = alloc_array(a, (size_t)of->values + 1, sizeof *s->key);
    if (!s->r) s->r = alloc_array(a, n * n, sizeof *s->r);
    if (!s->c) s->c = alloc_array(a, n * n, sizeof *s->c);
    if (!s->g) s->g = alloc_array(a, n * columns, sizeof *s->g);
    return s->key && s->r && s->c && s->g;
}

/* ---- Entries --------------------------------------------------------------------------------- */

static saltus_span input(const struct asked *q, int32_t from, int level)
{
    return q->u[(size_t)(-from - 1) * LOOP_SERIES + (size_t)level];
}

/* Level m of an entry. */
static saltus_span entry(const struct asked *q, const saltus_entry *x, int m)
{
    if (x->from < 0) return span_scale(input(q, x->from, m), x->number);
    if (m > 0) return span_of(0);
    return span_of(x->from > 0 ? x->number * q->v[x->from - 1] : x->number);
}

static double middle(saltus_span s)
{
    return 0.5 * s.lo + 0.5 * s.hi;
}

/* ---- R, C and (2) ---------------------------------------------------------------------------- */

/* r := the inverse of the middle of the matrix, by columns */
static bool invert(const struct asked *q)
{
    struct loop *l = q->l;
    struct lu lu = {0};
    size_t n = (size_t)l->of->n;
    bool done;
    for (int32_t k = 0; k < l->of->entries; k++) l->a[k] = middle(entry(q, &l->of->entry[k], 0));
    done = lu_factor(&l->plan, &lu, l->a, q->all->alloc);
    for (size_t j = 0; done && j < n; j++) {
        double *column = q->with->r + j * n;
        memset(column, 0, n * sizeof *column);
        column[j] = 1;
        lu_solve(&l->plan, &lu, column);
        for (size_t i = 0; i < n; i++) done = done && isfinite(column[i]);
    }
    lu_free(&lu, q->all->alloc);
    return done;
}

/* column j of C, by columns */
static void defect(const struct asked *q)
{
    const saltus_loop *of = q->l->of;
    size_t n = (size_t)of->n;
    struct loop_spans *s = q->with;
    for (size_t i = 0; i < n * n; i++) s->c[i] = span_of(i % (n + 1) == 0);
    for (int32_t k = 0; k < of->entries; k++) {
        const saltus_entry *x = &of->entry[k];
        saltus_span a = entry(q, x, 0), *column = s->c + (size_t)x->column * n;
        const double *r = s->r + (size_t)x->row * n;
        for (size_t i = 0; i < n; i++)
            if (r[i] != 0) column[i] = span_sub(column[i], span_scale(a, r[i]));
    }
}

/* Columns of -R w_i, and last that of -R c. */
static void weights(const struct asked *q)
{
    const saltus_loop *of = q->l->of;
    size_t n = (size_t)of->n;
    struct loop_spans *s = q->with;
    for (size_t i = 0; i < n * ((size_t)of->inputs + 1); i++) s->g[i] = span_of(0);
    for (int32_t k = 0; k < of->rights; k++) {
        const saltus_entry *x = &of->right[k];
        size_t at = x->from < 0 ? (size_t)(-x->from - 1) : (size_t)of->inputs;
        saltus_span w = x->from < 0 ? span_of(x->number) : entry(q, x, 0);
        const double *r = s->r + (size_t)x->row * n;
        for (size_t i = 0; i < n; i++)
            if (r[i] != 0) s->g[at * n + i] = span_sub(s->g[at * n + i], span_scale(w, r[i]));
    }
}

/* Kept ones for these values, or the place for new ones. */
static struct loop_spans *spans_for(struct loop *l, const double *v, bool *found)
{
    size_t bytes = (size_t)l->of->values * sizeof *v;
    for (int w = 0; w < LOOP_WAYS && l->still; w++) {
        struct loop_spans *s = &l->spans[w];
        *found = s->key && s->good && memcmp(s->key, v, bytes) == 0;
        if (*found) return s;
    }
    *found = false;
    return &l->spans[l->still ? l->spans_turn++ % LOOP_WAYS : 0];
}

static bool prepare(struct asked *q)
{
    bool found;
    q->with = spans_for(q->l, q->v, &found);
    if (found) return true;
    q->with->good = false;
    if (!spans_new(q->with, q->l->of, q->all->alloc) || !invert(q)) return false;
    defect(q);
    weights(q);
    memcpy(q->with->key, q->v, (size_t)q->l->of->values * sizeof *q->v);
    q->with->good = true;
    return true;
}

/* ---- (1) ------------------------------------------------------------------------------------- */

static saltus_span *at(const struct asked *q, int32_t unknown, int level)
{
    return q->y + (size_t)unknown * LOOP_SERIES + (size_t)level;
}

/* z of level k */
static void right_side(const struct asked *q, int k, saltus_span *z)
{
    const saltus_loop *of = q->l->of;
    const struct loop_spans *s = q->with;
    size_t n = (size_t)of->n;
    for (size_t i = 0; i < n; i++) z[i] = k ? span_of(0) : s->g[(size_t)of->inputs * n + i];
    for (int32_t j = 0; j < of->inputs; j++) {
        saltus_span u = q->u[(size_t)j * LOOP_SERIES + (size_t)k];
        if (span_is_zero(u)) continue;
        for (size_t i = 0; i < n; i++) z[i] = span_add(z[i], span_mul(s->g[(size_t)j * n + i], u));
    }
    for (int32_t j = 0; j < of->entries && !q->l->still; j++) {
        const saltus_entry *x = &of->entry[j];
        const double *r = s->r + (size_t)x->row * n;
        for (int m = 1; x->from < 0 && m <= k; m++) {
            saltus_span b = span_mul(entry(q, x, m), *at(q, x->column, k - m));
            for (size_t i = 0; i < n; i++)
                if (r[i] != 0) z[i] = span_sub(z[i], span_scale(b, r[i]));
        }
    }
}

static saltus_span wider(saltus_span s)
{
    double more = 0.1 * span_width(s) + 1e-15 * span_abs_max(s) + 1e-300;
    return span_make(s.lo - more, s.hi + more);
}

static bool all_zero(const saltus_span *z, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!span_is_zero(z[i])) return false;
    return true;
}

/* x := z + C y; is it inside y? */
static bool improve(const struct asked *q, const saltus_span *z, const saltus_span *y,
                    saltus_span *x)
{
    size_t n = (size_t)q->l->of->n;
    bool inside = true;
    memcpy(x, z, n * sizeof *x);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            saltus_span c = q->with->c[j * n + i];
            if (!span_is_zero(c)) x[i] = span_add(x[i], span_mul(c, y[j]));
        }
    for (size_t i = 0; i < n; i++) inside = inside && y[i].lo < x[i].lo && x[i].hi < y[i].hi;
    return inside;
}

/* Level k; x, y, z: room for n spans each. What cannot be enclosed is unbounded. */
static void level(const struct asked *q, int k, saltus_span *x, saltus_span *y, saltus_span *z)
{
    size_t n = (size_t)q->l->of->n;
    bool inside = false;
    right_side(q, k, z);
    memcpy(x, z, n * sizeof *x);
    if (!all_zero(z, n)) {
        for (int round = 0; round < ROUNDS && !inside; round++) {
            for (size_t i = 0; i < n; i++) y[i] = wider(x[i]);
            inside = improve(q, z, y, x);
        }
        for (size_t i = 0; i < n && !inside; i++) x[i] = span_all();
    }
    for (size_t i = 0; i < n; i++) *at(q, (int32_t)i, k) = x[i];
}

static void unbounded(int order, int32_t count, saltus_span *y)
{
    for (int32_t j = 0; j < count; j++)
        for (int k = 0; k < order; k++) y[(size_t)j * LOOP_SERIES + (size_t)k] = span_all();
}

int loop_span(const saltus_box *b, int32_t k, int32_t point, int order, const saltus_span *u,
              const double *v, int32_t first, int32_t count, saltus_span *y)
{
    struct loops *all = b->env->own ? b->env->own->loops : NULL;
    struct loop *l = all ? &all->loop[k] : NULL;
    struct asked q = {.l = l, .all = all, .u = u, .v = v, .order = order};
    size_t n;
    saltus_span *room;
    (void)point;
    if (!l || l->of->residual || l->of->n > (l->still ? MOST_STILL : MOST_MOVING)) return 0;
    n = (size_t)l->of->n;
    room = alloc_array(all->alloc, n * (3 + LOOP_SERIES), sizeof *room);
    if (!room || !prepare(&q)) {
        alloc_free(all->alloc, room);
        unbounded(order, count, y);
        return 1;
    }
    q.y = room + 3 * n;
    for (int m = 0; m < order; m++) level(&q, m, room, room + n, room + 2 * n);
    for (int32_t j = 0; j < count; j++)
        memcpy(y + (size_t)j * LOOP_SERIES, at(&q, first + j, 0), (size_t)order * sizeof *y);
    alloc_free(all->alloc, room);
    return 1;
}
