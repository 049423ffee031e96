/* SPDX-License-Identifier: MIT */
/* piece.c - curves of polynomial pieces: their ranges, and their paths.
 *
 * Over a piece a..b let u = (t - a)/(b - a) and p(u) = sum_k c[k] u^k. In the Bernstein basis a
 * cubic has the control values
 *     p(0),  p(0) + p'(0)/3,  p(1) - p'(1)/3,  p(1)                                        (1)
 * and time, being linear, has a, a + (b-a)/3, b - (b-a)/3, b: one Bezier curve draws it exactly.
 * For a higher degree (1) is the cubic with the same ends and slopes, which is off by at most
 *     max |p''''| / 384  <=  sum_k k(k-1)(k-2)(k-3) |c[k]| / 384;                          (2)
 * such a piece is halved until (2) is invisible.
 *
 * Where more than DENSE pieces begin in one pixel column, those that also end there are drawn as a
 * stroke from their minimum to their maximum, found from the roots of p'.
 *
 * The last piece of a trajectory has no end: it is drawn up to the end of the plot. Values that are
 * not finite leave a gap.                                                                        */
#include "out/piece.h"

#include "num/poly.h"
#include "out/mark.h"

#include <math.h>
#include <string.h>

enum { DENSE = 4 };

struct piece {
    double a, b; /* times */
    int order;
    double c[PIECE_MAX_ORDER + 1]; /* in u = (t - a)/(b - a) */
};

static size_t pieces_of(const saltus_curve *c)
{
    return saltus_traj_segments(c->traj, c->var);
}

static double start_of(const saltus_curve *c, size_t k)
{
    double t = NAN;
    saltus_traj_segment(c->traj, c->var, k, &t, NULL);
    return t;
}

int piece_orders_fit(const saltus_curve *c)
{
    size_t n = pieces_of(c);
    for (size_t k = 0; k < n; k++)
        if (saltus_traj_segment(c->traj, c->var, k, NULL, NULL) > PIECE_MAX_ORDER) return 0;
    return 1;
}

/* The piece in which t lies; 0 if the curve begins later. */
static size_t piece_at(const saltus_curve *c, double t)
{
    size_t lo = 0, hi = pieces_of(c);
    while (hi > lo + 1) {
        size_t mid = lo + (hi - lo) / 2;
        if (start_of(c, mid) <= t) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return lo;
}

static int is_finite(const struct piece *p)
{
    for (int k = 0; k <= p->order; k++)
        if (!isfinite(p->c[k])) return 0;
    return isfinite(poly_value(p->c, p->order, 1)) && isfinite(poly_slope(p->c, p->order, 1));
}

/* The part of piece k that lies in t0..t1; 0: there is none, or it is not finite. */
static int load_piece(const saltus_curve *c, size_t k, double t0, double t1, struct piece *p)
{
    double t, power = 1;
    const double *poly;
    p->order = saltus_traj_segment(c->traj, c->var, k, &t, &poly);
    if (p->order < 0) return 0;
    p->a = fmax(t, t0);
    p->b = k + 1 < pieces_of(c) ? fmin(start_of(c, k + 1), t1) : t1;
    if (!(p->a < p->b)) return 0;
    memcpy(p->c, poly, ((size_t)p->order + 1) * sizeof *poly);
    poly_shift(p->c, p->order, p->a - t);
    for (int i = 1; i <= p->order; i++) p->c[i] *= power *= p->b - p->a;
    while (p->order > 0 && p->c[p->order] == 0) p->order--;
    return is_finite(p);
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static void widen(struct range *r, double v)
{
    r->lo = fmin(r->lo, v);
    r->hi = fmax(r->hi, v);
}

static void widen_by_piece(struct range *r, const struct piece *p)
{
    double slope[PIECE_MAX_ORDER], at[PIECE_MAX_ORDER];
    widen(r, p->c[0]);
    widen(r, poly_value(p->c, p->order, 1));
    if (p->order < 2) return;
    for (int k = 1; k <= p->order; k++) slope[k - 1] = k * p->c[k];
    int n = roots_all(slope, p->order - 1, 1, at);
    for (int i = 0; i < n; i++) widen(r, poly_value(p->c, p->order, at[i]));
}

struct range piece_range(const saltus_curve *c, double t0, double t1)
{
    struct range r = {INFINITY, -INFINITY};
    struct piece p;
    size_t n = pieces_of(c);
    for (size_t k = piece_at(c, t0); k < n && start_of(c, k) < t1; k++)
        if (load_piece(c, k, t0, t1, &p)) widen_by_piece(&r, &p);
    return r;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

struct pen {
    const struct view *w;
    FILE *f;
    int down;
    double y; /* pixels, where it stands */
};

/* The pen stands at x already, if it is down: what remains is a jump. */
static void pen_to(struct pen *pen, double x, double y)
{
    if (!pen->down) {
        mark_point(pen->f, "\nM", x, y);
    } else if (fabs(y - pen->y) > 0.01) {
        mark_number(pen->f, "\nV", y);
    }
    pen->down = 1;
    pen->y = y;
}

static double cubic_error(const struct piece *p) /* (2) */
{
    double sum = 0;
    for (int k = 4; k <= p->order; k++) sum += k * (k - 1) * (k - 2) * (k - 3) * fabs(p->c[k]);
    return sum / 384;
}

/* p becomes its first half; the second half is returned. */
static struct piece halve(struct piece *p)
{
    double power = 1;
    for (int k = 1; k <= p->order; k++) p->c[k] *= power /= 2;
    struct piece second = *p;
    poly_shift(second.c, p->order, 1);
    second.a = p->b = p->a + (p->b - p->a) / 2;
    return second;
}

static void put_curve(struct pen *pen, const struct piece *p)
{
    const struct view *w = pen->w;
    double a = view_x(w, p->a), b = view_x(w, p->b), third = (b - a) / 3;
    double end = poly_value(p->c, p->order, 1), slope = poly_slope(p->c, p->order, 1);
    pen->y = view_y(w, end);
    if (p->order == 0) {
        mark_number(pen->f, "H", b);
    } else if (p->order == 1) {
        mark_point(pen->f, "\nL", b, pen->y);
    } else { /* (1) */
        mark_point(pen->f, "\nC", a + third, view_y(w, p->c[0] + p->c[1] / 3));
        mark_point(pen->f, " ", b - third, view_y(w, end - slope / 3));
        mark_point(pen->f, " ", b, pen->y);
    }
}

static void draw_piece(struct pen *pen, struct piece p, int depth)
{
    pen_to(pen, view_x(pen->w, p.a), view_y(pen->w, p.c[0]));
    if (depth > 0 && cubic_error(&p) * view_scale(pen->w) > 0.05) {
        struct piece second = halve(&p);
        draw_piece(pen, p, depth - 1);
        draw_piece(pen, second, depth - 1);
    } else {
        put_curve(pen, &p);
    }
}

static int load_visible(const struct pen *pen, const saltus_curve *c, size_t k, struct piece *p)
{
    return load_piece(c, k, pen->w->t0, pen->w->t1, p);
}

/* From x, y over top and bottom, the nearer one first, to where the pen stands. A column that only
 * climbs or only falls is a straight line: nothing sticks out beyond its ends. */
static void put_stroke(struct pen *pen, double x, double y, double end, double top, double bottom)
{
    if (fmin(y, pen->y) - top > 0.2 || bottom - fmax(y, pen->y) > 0.2) {
        int down = y - top < bottom - y;
        mark_point(pen->f, "\nL", (x + end) / 2, down ? top : bottom);
        mark_number(pen->f, "V", down ? bottom : top);
    }
    mark_point(pen->f, "\nL", end, pen->y);
}

/* Pieces k..m-1, all in one pixel column: from the first value over both extremes to the last. */
static void draw_dense(struct pen *pen, const saltus_curve *c, size_t k, size_t m)
{
    const struct view *w = pen->w;
    struct range r = {INFINITY, -INFINITY};
    struct piece p;
    double x = NAN, y = NAN, end = NAN;
    for (; k < m; k++) {
        if (!load_visible(pen, c, k, &p)) continue;
        if (isnan(x)) {
            x = view_x(w, p.a);
            y = view_y(w, p.c[0]);
            pen_to(pen, x, y);
        }
        widen_by_piece(&r, &p);
        end = view_x(w, p.b);
        pen->y = view_y(w, poly_value(p.c, p.order, 1));
    }
    if (!isnan(x)) put_stroke(pen, x, y, end, view_y(w, r.hi), view_y(w, r.lo));
}

/* One past the last piece that begins in the same pixel column as piece k. */
static size_t column_end(const struct view *w, const saltus_curve *c, size_t k)
{
    size_t n = pieces_of(c);
    double edge = floor(view_x(w, fmax(start_of(c, k), w->t0))) + 1;
    while (k < n && start_of(c, k) < w->t1 && view_x(w, start_of(c, k)) < edge) k++;
    return k;
}

void piece_path(FILE *f, const struct view *w, const saltus_curve *c)
{
    struct pen pen = {.w = w, .f = f};
    size_t k = piece_at(c, w->t0), m;
    struct piece p;
    for (; (m = column_end(w, c, k)) > k; k = m) {
        if (m - k > DENSE) {
            draw_dense(&pen, c, k, m - 1);
            k = m - 1;
        }
        for (; k < m; k++) {
            if (load_visible(&pen, c, k, &p)) {
                draw_piece(&pen, p, 12);
            } else {
                pen.down = 0;
            }
        }
    }
}
