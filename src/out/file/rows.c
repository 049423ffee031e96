/* SPDX-License-Identifier: MIT */
/* rows.c - segments to rows of values.
 *
 * With an interval the rows are at the instants of num/grid.h, where the run, too, asks for what
 * grows old; one that misses t1 by rounding is t1.
 *
 * Without an interval the row of an instant waits until time goes on, as several segments may share
 * the instant. The limit of a column from the left is what its old polynomial gives there, with a
 * rounding error of about 2^-53 times the sum of the sizes of its terms; a difference of 2^-40
 * times that sum counts as a jump.
 *
 * With an interval, what happens between two rows is lost: ripple, pulses. Where segments begin and
 * end the values are noted, so that a result can say how much it does not show. */
#include "out/file/rows.h"

#include "num/poly.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static double multiple(const struct rows *r)
{
    double t = grid_at(&r->grid, r->k);
    return r->k > 0 && grid_meets(&r->grid, t, r->t1) ? r->t1 : t;
}

static saltus_status allocate(struct rows *r, size_t columns)
{
    r->place = alloc_array(r->alloc, columns, sizeof *r->place);
    r->piece = alloc_array(r->alloc, r->n, sizeof *r->piece);
    r->row = alloc_array(r->alloc, r->n, sizeof *r->row);
    r->left = alloc_array(r->alloc, r->n, sizeof *r->left);
    r->slack = alloc_array(r->alloc, r->n, sizeof *r->slack);
    r->gap = alloc_array(r->alloc, r->n, sizeof *r->gap);
    int fine = r->place && r->piece && r->row && r->left && r->slack && r->gap;
    if (!fine) rows_free(r);
    return fine ? SALTUS_OK : SALTUS_ENOMEM;
}

saltus_status rows_init(struct rows *r, struct alloc *a, const saltus_header *h, rows_emit_fn *emit,
                        void *user)
{
    *r = (struct rows){.alloc = a, .emit = emit, .user = user, .t1 = h->t1};
    r->grid = grid_of(h->t0, h->interval);
    r->instant = r->last = -INFINITY;
    for (size_t k = 0; k < h->n_columns; k++) r->n += h->columns[k].kind != SALTUS_PARAMETER;
    saltus_status status = allocate(r, h->n_columns);
    if (status != SALTUS_OK) return status;
    for (size_t k = 0, i = 0; k < h->n_columns; k++)
        if (h->columns[k].kind != SALTUS_PARAMETER) r->place[k] = i++;
    for (size_t i = 0; i < r->n; i++)
        r->piece[i] = (struct rows_piece){.t = -INFINITY, .order = -1};
    for (size_t i = 0; i < r->n; i++)
        r->gap[i] = (struct rows_gap){INFINITY, -INFINITY, 0, INFINITY, -INFINITY};
    return SALTUS_OK;
}

void rows_free(struct rows *r)
{
    if (!r->alloc) return;
    alloc_free(r->alloc, r->place);
    alloc_free(r->alloc, r->piece);
    alloc_free(r->alloc, r->row);
    alloc_free(r->alloc, r->left);
    alloc_free(r->alloc, r->slack);
    alloc_free(r->alloc, r->gap);
    *r = (struct rows){0};
}

static double value(const struct rows_piece *p, double t)
{
    if (p->order < 0) return NAN;
    return t == p->t ? p->c[0] : poly_value(p->c, p->order, t - p->t);
}

static double size_of_terms(const struct rows_piece *p, double t)
{
    double v = 0, s = t - p->t;
    for (int j = p->order; j >= 0; j--) v = v * s + fabs(p->c[j]);
    return v;
}

static saltus_status emit_row(struct rows *r, double t)
{
    r->last = t;
    return r->emit(r->user, t, r->row);
}

/* ---- With an interval ------------------------------------------------------------------------ */

static void gap_add(struct rows_gap *g, double v)
{
    g->lo = fmin(g->lo, v);
    g->hi = fmax(g->hi, v);
}

/* A row with the value v; before is that of the last one. */
static void gap_end(struct rows_gap *g, double before, double v)
{
    g->missed = fmax(g->missed, fmax(g->hi - fmax(before, v), fmin(before, v) - g->lo));
    gap_add(g, v);
    g->low = fmin(g->low, g->lo);
    g->high = fmax(g->high, g->hi);
    g->lo = g->hi = v;
}

static saltus_status emit_at(struct rows *r, double t)
{
    bool first = isinf(r->last);
    for (size_t i = 0; i < r->n; i++) {
        double v = value(&r->piece[i], t);
        gap_end(&r->gap[i], first ? v : r->row[i], v);
        r->row[i] = v;
    }
    return emit_row(r, t);
}

double rows_missed(const struct rows *r, size_t column, double *part)
{
    const struct rows_gap *g = &r->gap[r->place[column]];
    *part = g->missed > 0 && r->grid.interval > 0 ? g->missed / (g->high - g->low) : 0;
    return *part > 0 ? g->missed : 0;
}

double rows_size(const struct rows *r, size_t column)
{
    const struct rows_gap *g = &r->gap[r->place[column]];
    return fmax(fabs(g->low), fabs(g->high));
}

static saltus_status emit_multiples(struct rows *r, double end, int with_end)
{
    saltus_status status = SALTUS_OK;
    for (double t = multiple(r); status == SALTUS_OK && (t < end || (with_end && t == end));
         t = multiple(r)) {
        if (t <= r->last || r->k >= (uint64_t)1 << 53) return SALTUS_ELIMIT; /* below rounding */
        status = emit_at(r, t);
        r->k++;
    }
    return status;
}

/* ---- At every change ------------------------------------------------------------------------- */

static int jumps(const struct rows *r, size_t i)
{
    return r->piece[i].t == r->instant && !isnan(r->left[i]) &&
           !(fabs(r->row[i] - r->left[i]) <= r->slack[i]) && r->row[i] != r->left[i];
}

static saltus_status emit_instant(struct rows *r)
{
    double t = r->instant;
    int jump = 0;
    for (size_t i = 0; i < r->n; i++) {
        r->row[i] = value(&r->piece[i], t);
        jump |= jumps(r, i);
    }
    r->instant = -INFINITY;
    if (jump) {
        for (size_t i = 0; i < r->n; i++)
            if (r->piece[i].t != t) r->left[i] = r->row[i];
        saltus_status status = r->emit(r->user, t, r->left);
        if (status != SALTUS_OK) return status;
    }
    return emit_row(r, t);
}

/* Before column i changes at t: goes on to t, and keeps what the column was. */
static saltus_status enter_instant(struct rows *r, double t, size_t i)
{
    const struct rows_piece *p = &r->piece[i];
    saltus_status status = SALTUS_OK;
    if (t > r->instant && !isinf(r->instant)) status = emit_instant(r);
    if (p->t < t) {
        r->left[i] = value(p, t);
        r->slack[i] = p->order < 0 ? 0 : 0x1p-40 * size_of_terms(p, t);
    }
    r->instant = t;
    return status;
}

/* ---- Both ------------------------------------------------------------------------------------ */

saltus_status rows_segment(struct rows *r, double t, size_t column, const double *poly, int order)
{
    size_t i = r->place[column];
    saltus_status status = r->grid.interval > 0 ? emit_multiples(r, t, 0) : enter_instant(r, t, i);
    struct rows_piece *p = &r->piece[i];
    if (r->grid.interval > 0 && t > r->last &&
        !isinf(r->last)) { /* before the first row nothing is lost */
        if (p->order >= 0) gap_add(&r->gap[i], value(p, t));
        if (p->order >= 0 && p->t < t) gap_add(&r->gap[i], poly[0]);
    }
    p->t = t;
    p->order = order;
    memcpy(p->c, poly, ((size_t)order + 1) * sizeof *poly);
    return status;
}

saltus_status rows_close(struct rows *r, double t_end)
{
    saltus_status status = SALTUS_OK;
    if (isinf(t_end)) return SALTUS_OK; /* nothing has come */
    if (r->grid.interval > 0)
        status = emit_multiples(r, t_end, 1);
    else if (!isinf(r->instant))
        status = emit_instant(r);
    if (status == SALTUS_OK && r->last < t_end) status = emit_at(r, t_end);
    return status;
}
