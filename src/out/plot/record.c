/* SPDX-License-Identifier: MIT */
/* record.c - curves, events and steps of a run, for pictures.
 *
 * A curve starts as a list of segments, like a trajectory. When the list is full, every piece is
 * folded into columns and the list is given back; from then on only the newest segment is kept,
 * because where it ends is known when the next one comes. Folding is exact: a piece adds to each
 * column it meets its values at the ends and at the roots of its slope in between.
 *
 * Column j of width w covers t0 + j w .. t0 + (j+1) w. When time passes the last column, columns 2j
 * and 2j+1 become column j and w doubles; since doubling is exact, edges of the new columns are
 * edges of the old ones.
 *
 * Invariants: starts ascend strictly; a curve has either a list or columns; the list and the
 * columns of a curve each fit into its share of RECORD_BYTES. */
#include "out/plot/record.h"

#include "base/alloc.h"
#include "num/poly.h"
#include "out/plot/piece.h"

#include <math.h>
#include <string.h>

_Static_assert((int)RECORD_MAX_ORDER == (int)PIECE_MAX_ORDER, "what can be kept can be drawn");

struct segment {
    double t;
    uint32_t at; /* of its first coefficient in the pool */
    int32_t order;
};

struct curve {
    struct segment *segment; /* the list ... */
    double *pool;
    size_t n, room, pooled, pool_room;
    struct record_column *column; /* ... or columns and the newest segment */
    double width, t;
    int order; /* -1: none yet */
    double poly[RECORD_MAX_ORDER + 1];
};

struct counter {
    uint32_t *n;
    double width;
    uint64_t total;
};

struct record {
    struct alloc alloc;
    double t0, t1, end, newest; /* end: NaN before record_end */
    struct curve *curve;
    size_t curves, columns, share; /* columns of each curve, bytes of its list */
    struct counter events, steps;
    double *event;
};

/* ---- Making ---------------------------------------------------------------------------------- */

static size_t columns_for(size_t share)
{
    size_t n = RECORD_COLUMNS;
    while (n > 64 && n * sizeof(struct record_column) > share) n /= 2;
    return n;
}

/* Columns so narrow that a picture of a run that ends at once would still have some. */
static int counter_init(struct record *r, struct counter *c)
{
    c->n = alloc_array(&r->alloc, RECORD_COLUMNS, sizeof *c->n);
    c->width = (r->t1 - r->t0) / RECORD_COLUMNS * 0x1p-40;
    return c->n != NULL;
}

static int make_parts(struct record *r)
{
    r->curve = alloc_array(&r->alloc, r->curves, sizeof *r->curve);
    r->event = alloc_array(&r->alloc, RECORD_EVENTS, sizeof *r->event);
    if (!r->curve || !r->event) return 0;
    for (size_t i = 0; i < r->curves; i++) r->curve[i].order = -1;
    return counter_init(r, &r->events) && counter_init(r, &r->steps);
}

saltus_status record_make(double t0, double t1, size_t curves, saltus_alloc_fn *fn, void *user,
                          struct record **out)
{
    struct alloc a;
    *out = NULL;
    if (!(t1 - t0 > 1e-290 && t1 - t0 < 1e300) || curves > RECORD_CURVES) return SALTUS_EARG;
    alloc_init(&a, fn, user);
    struct record *r = alloc_array(&a, 1, sizeof *r);
    if (!r) return SALTUS_ENOMEM;
    *r = (struct record){.alloc = a, .t0 = t0, .t1 = t1, .end = NAN, .newest = t0};
    r->curves = curves;
    r->share = (size_t)RECORD_BYTES / (curves ? curves : 1);
    r->columns = columns_for(r->share);
    if (!make_parts(r)) {
        record_free(r);
        return SALTUS_ENOMEM;
    }
    *out = r;
    return SALTUS_OK;
}

saltus_status record_new(double t0, double t1, size_t curves, struct record **out)
{
    return record_make(t0, t1, curves, NULL, NULL, out);
}

void record_free(struct record *r)
{
    if (!r) return;
    struct alloc a = r->alloc;
    for (size_t i = 0; r->curve && i < r->curves; i++) {
        alloc_free(&a, r->curve[i].segment);
        alloc_free(&a, r->curve[i].pool);
        alloc_free(&a, r->curve[i].column);
    }
    alloc_free(&a, r->curve);
    alloc_free(&a, r->event);
    alloc_free(&a, r->events.n);
    alloc_free(&a, r->steps.n);
    alloc_free(&a, r);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static const struct record_column empty = {INFINITY, -INFINITY, NAN, NAN};

static struct record_column merged(const struct record_column *a, const struct record_column *b)
{
    if (a->lo > a->hi) return *b;
    if (b->lo > b->hi) return *a;
    return (struct record_column){fmin(a->lo, b->lo), fmax(a->hi, b->hi), a->first, b->last};
}

/* Until t lies in a column. */
static void widen_columns(const struct record *r, struct curve *c, double t)
{
    while (t > r->t0 + (double)r->columns * c->width * (1 + 1e-12)) {
        size_t half = r->columns / 2;
        for (size_t j = 0; j < half; j++)
            c->column[j] = merged(&c->column[2 * j], &c->column[2 * j + 1]);
        for (size_t j = half; j < r->columns; j++) c->column[j] = empty;
        c->width *= 2;
    }
}

static size_t column_of(const struct record *r, double width, size_t n, double t)
{
    double j = floor((t - r->t0) / width);
    return !(j > 0) ? 0 : j < (double)(n - 1) ? (size_t)j : n - 1;
}

static void widen_value(struct record_column *k, double v)
{
    k->lo = fmin(k->lo, v);
    k->hi = fmax(k->hi, v);
}

/* The part from u0 to u1 of a piece with these extrema. */
static void fold_part(struct record_column *k, const struct piece *p, double u0, double u1,
                      const double *extremum, int n)
{
    double v0 = poly_value(p->c, p->order, u0), v1 = poly_value(p->c, p->order, u1);
    if (k->lo > k->hi) k->first = v0;
    k->last = v1;
    widen_value(k, v0);
    widen_value(k, v1);
    for (int i = 0; i < n; i++)
        if (extremum[i] > u0 && extremum[i] < u1)
            widen_value(k, poly_value(p->c, p->order, extremum[i]));
}

/* Does p stay between values that are there already? Then its extrema need not be found. */
static int is_inside(const struct record_column *k, const struct piece *p)
{
    double reach = 0;
    for (int i = 1; i <= p->order; i++) reach += fabs(p->c[i]);
    return p->c[0] - reach >= k->lo && p->c[0] + reach <= k->hi;
}

static void fold(const struct record *r, struct curve *c, const struct piece *p)
{
    double u0 = 0, extremum[PIECE_MAX_ORDER], length = p->b - p->a;
    widen_columns(r, c, p->b);
    size_t j = column_of(r, c->width, r->columns, p->a);
    size_t m = column_of(r, c->width, r->columns, p->b);
    int n = j == m && is_inside(&c->column[j], p) ? 0 : piece_extrema(p, extremum);
    for (; j <= m; j++) {
        double edge = r->t0 + (double)(j + 1) * c->width;
        double u1 = j == m ? 1 : fmax(u0, fmin(1, (edge - p->a) / length));
        if (u1 > u0) fold_part(&c->column[j], p, u0, u1, extremum, n);
        u0 = u1;
    }
}

/* The newest segment of a curve with columns is over at t. */
static void fold_newest(const struct record *r, struct curve *c, double t)
{
    struct piece p;
    double a = fmax(c->t, r->t0), b = fmin(t, r->t1);
    if (c->order >= 0 && piece_cut(&p, c->t, c->poly, c->order, a, b)) fold(r, c, &p);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void keep_newest(struct curve *c, double t, const double *poly, int order)
{
    c->t = t;
    c->order = order;
    memcpy(c->poly, poly, ((size_t)order + 1) * sizeof *poly);
}

static saltus_status to_columns(struct record *r, struct curve *c)
{
    c->column = alloc_array(&r->alloc, r->columns, sizeof *c->column);
    if (!c->column) return SALTUS_ENOMEM;
    for (size_t j = 0; j < r->columns; j++) c->column[j] = empty;
    c->width = (r->t1 - r->t0) / (double)r->columns * 0x1p-40;
    for (size_t k = 0; k < c->n; k++) {
        const struct segment *s = &c->segment[k];
        if (k > 0) fold_newest(r, c, s->t);
        keep_newest(c, s->t, c->pool + s->at, s->order);
    }
    alloc_free(&r->alloc, c->segment);
    alloc_free(&r->alloc, c->pool);
    c->segment = NULL;
    c->pool = NULL;
    c->n = c->room = c->pooled = c->pool_room = 0;
    return SALTUS_OK;
}

/* How large lists become: twice as large as they were, but not beyond the share. 0: they are
 * full. */
static int next_room(const struct record *r, const struct curve *c, size_t terms, size_t *segments,
                     size_t *coefficients)
{
    size_t bytes;
    *segments = c->n < c->room ? c->room : c->room ? 2 * c->room : 16;
    *coefficients = c->pool_room ? c->pool_room : 64;
    while (*coefficients < c->pooled + terms) *coefficients *= 2;
    bytes = *segments * sizeof *c->segment + *coefficients * sizeof *c->pool;
    return c->n < RECORD_PIECES && bytes <= r->share;
}

static saltus_status grow(struct record *r, struct curve *c, size_t segments, size_t coefficients)
{
    if (segments > c->room) {
        void *p = alloc_resize(&r->alloc, c->segment, segments, sizeof *c->segment);
        if (!p) return SALTUS_ENOMEM;
        c->segment = p;
        c->room = segments;
    }
    if (coefficients > c->pool_room) {
        void *p = alloc_resize(&r->alloc, c->pool, coefficients, sizeof *c->pool);
        if (!p) return SALTUS_ENOMEM;
        c->pool = p;
        c->pool_room = coefficients;
    }
    return SALTUS_OK;
}

static void append(struct curve *c, double t, const double *poly, int order)
{
    size_t terms = (size_t)order + 1;
    while (c->n > 0 && c->segment[c->n - 1].t >= t) c->pooled = c->segment[--c->n].at;
    c->segment[c->n++] = (struct segment){t, (uint32_t)c->pooled, order};
    memcpy(c->pool + c->pooled, poly, terms * sizeof *poly);
    c->pooled += terms;
}

saltus_status record_segment(struct record *r, size_t curve, double t, const double *poly,
                             int order)
{
    size_t segments, coefficients;
    saltus_status status = SALTUS_OK;
    if (curve >= r->curves || order < 0 || order > RECORD_MAX_ORDER || isnan(t)) return SALTUS_EARG;
    struct curve *c = &r->curve[curve];
    if (!c->column) {
        if (next_room(r, c, (size_t)order + 1, &segments, &coefficients)) {
            status = grow(r, c, segments, coefficients);
            if (status == SALTUS_OK) append(c, t, poly, order);
        } else {
            status = to_columns(r, c);
        }
        if (status != SALTUS_OK) return status;
    }
    if (c->column) {
        t = fmax(t, c->t); /* what has been folded stays */
        fold_newest(r, c, t);
        keep_newest(c, t, poly, order);
    }
    r->newest = fmax(r->newest, t);
    return SALTUS_OK;
}

void record_end(struct record *r, double t)
{
    if (isnan(t)) return;
    for (size_t i = 0; i < r->curves; i++) {
        struct curve *c = &r->curve[i];
        if (!c->column || c->order < 0 || !(t > c->t)) continue;
        double late = fmin(t, r->t1) - c->t;
        fold_newest(r, c, t);
        if (!(late > 0)) continue;
        poly_shift(c->poly, c->order, late);
        c->t += late;
    }
    r->end = t;
}

/* ---- Counts ---------------------------------------------------------------------------------- */

static void count(const struct record *r, struct counter *c, double t)
{
    if (!(t >= r->t0 && t <= r->t1)) return;
    while (t > r->t0 + RECORD_COLUMNS * c->width * (1 + 1e-12)) {
        for (size_t j = 0; j < RECORD_COLUMNS / 2; j++) c->n[j] = c->n[2 * j] + c->n[2 * j + 1];
        memset(c->n + RECORD_COLUMNS / 2, 0, RECORD_COLUMNS / 2 * sizeof *c->n);
        c->width *= 2;
    }
    uint32_t *n = &c->n[column_of(r, c->width, RECORD_COLUMNS, t)];
    if (*n < UINT32_MAX / 2) ++*n;
    c->total++;
}

saltus_status record_event(struct record *r, double t)
{
    if (isnan(t)) return SALTUS_EARG;
    uint64_t k = r->events.total;
    count(r, &r->events, t);
    if (r->events.total > k && k < RECORD_EVENTS) r->event[k] = t;
    r->newest = fmax(r->newest, t);
    return SALTUS_OK;
}

void record_step(struct record *r, double t)
{
    count(r, &r->steps, t);
    r->newest = fmax(r->newest, t);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

double record_start(const struct record *r)
{
    return r->t0;
}

double record_last(const struct record *r)
{
    return fmin(r->t1, isnan(r->end) ? r->newest : r->end);
}

size_t record_bytes(const struct record *r)
{
    return r->alloc.bytes;
}

size_t record_pieces(const struct record *r, size_t curve)
{
    return curve < r->curves ? r->curve[curve].n : 0;
}

int record_piece(const struct record *r, size_t curve, size_t k, double *t, const double **poly)
{
    if (k >= record_pieces(r, curve)) return -1;
    const struct segment *s = &r->curve[curve].segment[k];
    if (t) *t = s->t;
    if (poly) *poly = r->curve[curve].pool + s->at;
    return s->order;
}

const struct record_column *record_columns(const struct record *r, size_t curve, size_t *n,
                                           double *width)
{
    if (curve >= r->curves || !r->curve[curve].column) return NULL;
    *n = r->columns;
    *width = r->curve[curve].width;
    return r->curve[curve].column;
}

const double *record_events(const struct record *r, uint64_t *n)
{
    *n = r->events.total;
    return *n <= RECORD_EVENTS ? r->event : NULL;
}

const uint32_t *record_event_counts(const struct record *r, double *width)
{
    *width = r->events.width;
    return r->events.n;
}

const uint32_t *record_step_counts(const struct record *r, double *width, uint64_t *total)
{
    *width = r->steps.width;
    if (total) *total = r->steps.total;
    return r->steps.n;
}
