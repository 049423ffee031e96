/* SPDX-License-Identifier: MIT */
/* piece.c - curves of polynomial pieces, or of columns: where they are and how far they reach.
 *
 * Over a piece a..b let u = (t - a)/(b - a) and p(u) = sum_k c[k] u^k. Its extrema are the roots of
 *     p'(u) = sum_k k c[k] u^(k-1)                                                         (1)
 * in 0..1 and the ends, so ranges are exact. Of columns the range is known, and that the curve goes
 * from the first value over both extremes to the last; a part of a column counts as the whole.
 *
 * Values that are not finite leave a gap. */
#include "out/plot/piece.h"

#include "num/poly.h"

#include <math.h>
#include <string.h>

/* ---- One piece ------------------------------------------------------------------------------- */

static int is_finite(const struct piece *p)
{
    for (int k = 0; k <= p->order; k++)
        if (!isfinite(p->c[k])) return 0;
    return isfinite(poly_value(p->c, p->order, 1)) && isfinite(poly_slope(p->c, p->order, 1));
}

int piece_cut(struct piece *p, double t, const double *poly, int order, double a, double b)
{
    double power = 1;
    p->order = order;
    p->a = fmax(t, a);
    p->b = b;
    if (!(p->a < p->b)) return 0;
    memcpy(p->c, poly, ((size_t)order + 1) * sizeof *poly);
    poly_shift(p->c, p->order, p->a - t);
    for (int i = 1; i <= p->order; i++) p->c[i] *= power *= p->b - p->a;
    while (p->order > 0 && p->c[p->order] == 0) p->order--;
    return is_finite(p);
}

int piece_extrema(const struct piece *p, double *u)
{
    double slope[PIECE_MAX_ORDER];
    if (p->order < 2) return 0;
    for (int k = 1; k <= p->order; k++) slope[k - 1] = k * p->c[k]; /* (1) */
    if (p->order == 2 && (slope[0] < 0) == (slope[0] + slope[1] < 0)) return 0;
    return roots_all(slope, p->order - 1, 1, u);
}

static void widen(struct range *r, double v)
{
    r->lo = fmin(r->lo, v);
    r->hi = fmax(r->hi, v);
}

void piece_widen(struct range *r, const struct piece *p)
{
    double at[PIECE_MAX_ORDER];
    int n = piece_extrema(p, at);
    widen(r, p->c[0]);
    widen(r, poly_value(p->c, p->order, 1));
    for (int i = 0; i < n; i++) widen(r, poly_value(p->c, p->order, at[i]));
}

/* ---- Pieces of a curve ----------------------------------------------------------------------- */

size_t piece_count(const struct piece_curve *c)
{
    return c->record ? record_pieces(c->record, c->index) : saltus_traj_segments(c->traj, c->var);
}

static int segment_of(const struct piece_curve *c, size_t k, double *t, const double **poly)
{
    if (c->record) return record_piece(c->record, c->index, k, t, poly);
    return saltus_traj_segment(c->traj, c->var, k, t, poly);
}

double piece_start(const struct piece_curve *c, size_t k)
{
    double t = NAN;
    segment_of(c, k, &t, NULL);
    return t;
}

int piece_orders_fit(const struct piece_curve *c)
{
    size_t n = piece_count(c);
    for (size_t k = 0; k < n; k++)
        if (segment_of(c, k, NULL, NULL) > PIECE_MAX_ORDER) return 0;
    return 1;
}

size_t piece_at(const struct piece_curve *c, double t)
{
    size_t lo = 0, hi = piece_count(c);
    while (hi > lo + 1) {
        size_t mid = lo + (hi - lo) / 2;
        if (piece_start(c, mid) <= t) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return lo;
}

int piece_load(const struct piece_curve *c, size_t k, double t0, double t1, struct piece *p)
{
    double t;
    const double *poly;
    int order = segment_of(c, k, &t, &poly);
    if (order < 0) return 0;
    if (c->record) t1 = fmin(t1, record_last(c->record));
    if (k + 1 < piece_count(c)) t1 = fmin(t1, piece_start(c, k + 1));
    return piece_cut(p, t, poly, order, t0, t1);
}

/* ---- Walking: pieces or columns alike -------------------------------------------------------- */

/* One part of a curve: a piece, or a column with its values. */
struct part {
    int is_piece;
    struct piece piece;
    struct record_column column;
};

struct walk {
    const struct piece_curve *c;
    double t0, t1;
    const struct record_column *column; /* NULL: pieces */
    double width;
    size_t k, n;
};

static struct walk walk_from(const struct piece_curve *c, double t0, double t1)
{
    struct walk w = {.c = c, .t0 = t0, .t1 = t1};
    if (c->record) w.column = record_columns(c->record, c->index, &w.n, &w.width);
    if (!w.column) {
        w.n = piece_count(c);
        w.k = piece_at(c, t0);
        return w;
    }
    double start = record_start(c->record), k = floor((t0 - start) / w.width);
    w.k = k > 0 ? k < (double)w.n ? (size_t)k : w.n : 0;
    return w;
}

/* 0: there are no more. Parts that are not finite or empty are passed over. */
static int next_part(struct walk *w, struct part *p)
{
    p->is_piece = !w->column;
    for (; w->k < w->n; w->k++) {
        if (w->column) {
            if (record_start(w->c->record) + (double)w->k * w->width >= w->t1) return 0;
            p->column = w->column[w->k];
            if (p->column.lo <= p->column.hi) return w->k++, 1;
        } else {
            if (piece_start(w->c, w->k) >= w->t1) return 0;
            if (piece_load(w->c, w->k, w->t0, w->t1, &p->piece)) return w->k++, 1;
        }
    }
    return 0;
}

static struct range part_range(const struct part *p)
{
    struct range r = {INFINITY, -INFINITY};
    if (!p->is_piece) return (struct range){p->column.lo, p->column.hi};
    piece_widen(&r, &p->piece);
    return r;
}

struct range piece_range(const struct piece_curve *c, double t0, double t1)
{
    struct range r = {INFINITY, -INFINITY};
    struct walk w = walk_from(c, t0, t1);
    struct part p;
    while (next_part(&w, &p)) {
        struct range one = part_range(&p);
        widen(&r, one.lo);
        widen(&r, one.hi);
    }
    return r;
}

static void widen_positive(struct range *r, double v, int *others)
{
    if (v > 0) {
        widen(r, v);
    } else {
        *others = 1;
    }
}

struct range piece_positive(const struct piece_curve *c, double t0, double t1, int *others)
{
    struct range r = {INFINITY, -INFINITY};
    struct walk w = walk_from(c, t0, t1);
    struct part p;
    while (next_part(&w, &p)) {
        struct range one = part_range(&p);
        widen_positive(&r, one.lo, others);
        widen_positive(&r, one.hi, others);
        widen_positive(&r, p.is_piece ? p.piece.c[0] : p.column.first, others);
        if (!p.is_piece) widen_positive(&r, p.column.last, others);
    }
    return r;
}

/* ---- Extents --------------------------------------------------------------------------------- */

static void travel(struct piece_extent *e, double y)
{
    if (e->top > e->bottom) e->first = e->last = y;
    e->way += fabs(y - e->last);
    e->top = fmin(e->top, y);
    e->bottom = fmax(e->bottom, y);
    e->last = y;
}

static void travel_piece(struct piece_extent *e, const struct view *w, const struct piece *p)
{
    double at[PIECE_MAX_ORDER];
    int n = piece_extrema(p, at);
    travel(e, view_y(w, p->c[0]));
    for (int i = 0; i < n; i++) travel(e, view_y(w, poly_value(p->c, p->order, at[i])));
    travel(e, view_y(w, poly_value(p->c, p->order, 1)));
}

/* From the first value over both extremes, the nearer one first, to the last. */
static void travel_column(struct piece_extent *e, const struct view *w,
                          const struct record_column *k)
{
    int down = k->first - k->lo < k->hi - k->first;
    travel(e, view_y(w, k->first));
    travel(e, view_y(w, down ? k->lo : k->hi));
    travel(e, view_y(w, down ? k->hi : k->lo));
    travel(e, view_y(w, k->last));
}

struct piece_extent piece_extent(const struct piece_curve *c, const struct view *w, double t0,
                                 double t1)
{
    struct piece_extent e = {.top = INFINITY, .bottom = -INFINITY};
    struct walk walk = walk_from(c, t0, t1);
    struct part p;
    for (; next_part(&walk, &p); e.parts++) {
        if (p.is_piece) {
            travel_piece(&e, w, &p.piece);
        } else {
            travel_column(&e, w, &p.column);
        }
    }
    return e;
}
