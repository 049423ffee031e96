/* SPDX-License-Identifier: MIT */
/* path.c - a curve on a canvas.
 *
 * Over a piece (piece.h) p(u), u in 0..1, a cubic has in the Bernstein basis the control values
 *     p(0),  p(0) + p'(0)/3,  p(1) - p'(1)/3,  p(1)                                        (1)
 * and time, being linear, has a, a + (b-a)/3, b - (b-a)/3, b: one Bezier curve draws it exactly.
 * For a higher degree (1) is the cubic with the same ends and slopes, which is off by at most
 *     max |p''''| / 384  <=  sum_k k(k-1)(k-2)(k-3) |c[k]| / 384;                          (2)
 * such a piece is halved until (2) is invisible. On logarithmic axes a piece is halved until it is
 * straight.
 *
 * The paper is divided into cells CELL pixels wide. Where a curve goes up and down more than once
 * within a cell, lines would only blacken the paper: a run of such cells is drawn as a band from
 * the least to the greatest value. Elsewhere pixel columns with more than DENSE pieces, and those
 * of curves that have only columns left, are a stroke from the first value over both extremes to
 * the last. */
#include "out/plot/path.h"

#include "base/alloc.h"
#include "num/poly.h"

#include <math.h>
#include <string.h>

enum { DENSE = 4, CELL = 3 };

struct pen {
    struct canvas *to;
    const struct view *w;
    int down;
    double x, y; /* pixels, where it is */
};

/* A jump is drawn upright; the pen is at x already, if it is down. */
static void pen_to(struct pen *pen, double x, double y)
{
    if (!pen->down) {
        pen->to->move(pen->to, x, y);
    } else if (fabs(y - pen->y) > 0.01) {
        pen->to->line(pen->to, x, y);
    }
    pen->down = 1;
    pen->x = x;
    pen->y = y;
}

static void line_to(struct pen *pen, double x, double y)
{
    pen->to->line(pen->to, x, y);
    pen->x = x;
    pen->y = y;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

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
    double y = view_y(w, end);
    if (p->order < 2) {
        line_to(pen, b, y);
        return;
    }
    double z[6] = {a + third, view_y(w, p->c[0] + p->c[1] / 3), /* (1) */
                   b - third, view_y(w, end - slope / 3),       b, y};
    pen->to->cubic(pen->to, z);
    pen->x = b;
    pen->y = y;
}

/* On logarithmic axes: how far p is from the straight line between its ends, in pixels. */
static double bend(const struct view *w, const struct piece *p)
{
    double xa = view_x(w, p->a), ya = view_y(w, p->c[0]);
    double xb = view_x(w, p->b), yb = view_y(w, poly_value(p->c, p->order, 1)), most = 0;
    if (fmin(ya, yb) > w->box.bottom + 2) { /* both ends are outside: is anything of it inside? */
        struct range r = {INFINITY, -INFINITY};
        piece_widen(&r, p);
        return view_y(w, r.hi) > w->box.bottom + 2 ? 0 : INFINITY;
    }
    for (int i = 1; i < 8; i++) {
        double u = i / 8.0, x = view_x(w, p->a + u * (p->b - p->a));
        double y = view_y(w, poly_value(p->c, p->order, u));
        double on_line = xb > xa ? ya + (yb - ya) * (x - xa) / (xb - xa) : ya;
        most = fmax(most, fabs(y - on_line));
    }
    return most;
}

static void draw_piece(struct pen *pen, struct piece p, int depth)
{
    const struct view *w = pen->w;
    int curved = w->log_x || w->log_y;
    pen_to(pen, view_x(w, p.a), view_y(w, p.c[0]));
    double error = curved ? bend(w, &p) / 3 : cubic_error(&p) * view_scale(w);
    if (depth > 0 && error > 0.05) {
        struct piece second = halve(&p);
        draw_piece(pen, p, depth - 1);
        draw_piece(pen, second, depth - 1);
    } else if (curved) {
        line_to(pen, view_x(w, p.b), view_y(w, poly_value(p.c, p.order, 1)));
    } else {
        put_curve(pen, &p);
    }
}

/* ---- Strokes --------------------------------------------------------------------------------- */

/* From x over top and bottom, the nearer one first, to the last value at end. A part that only
 * climbs or only falls is a straight line: nothing sticks out beyond its ends. */
static void put_stroke(struct pen *pen, double x, double end, const struct piece_extent *e)
{
    if (e->top > e->bottom) {
        pen->down = 0;
        return;
    }
    pen_to(pen, x, e->first);
    if (fmin(e->first, e->last) - e->top > 0.2 || e->bottom - fmax(e->first, e->last) > 0.2) {
        int down = e->first - e->top < e->bottom - e->first;
        line_to(pen, (x + end) / 2, down ? e->top : e->bottom);
        line_to(pen, (x + end) / 2, down ? e->bottom : e->top);
    }
    line_to(pen, end, e->last);
}

/* One past the last piece that begins in the same pixel column as piece k. */
static size_t column_end(const struct view *w, const struct piece_curve *c, size_t k, double t0,
                         double t1)
{
    size_t n = piece_count(c);
    if (k >= n) return k;
    double edge = floor(view_x(w, fmax(piece_start(c, k), t0))) + 1;
    while (k < n && piece_start(c, k) < t1 && view_x(w, piece_start(c, k)) < edge) k++;
    return k;
}

static void draw_pieces(struct pen *pen, const struct piece_curve *c, double t0, double t1)
{
    const struct view *w = pen->w;
    size_t k = piece_at(c, t0), m;
    struct piece p;
    for (; (m = column_end(w, c, k, t0, t1)) > k; k = m) {
        if (m - k > DENSE) {
            double a = fmax(t0, piece_start(c, k)), b = piece_start(c, m - 1);
            struct piece_extent e = piece_extent(c, w, a, b);
            put_stroke(pen, view_x(w, a), view_x(w, b), &e);
            k = m - 1;
        }
        for (; k < m; k++) {
            if (piece_load(c, k, t0, t1, &p)) {
                draw_piece(pen, p, 12);
            } else if (piece_start(c, k) < t1) {
                pen->down = 0;
            }
        }
    }
}

/* Strokes as wide as a pixel or a column, whatever is more. */
static void draw_columns(struct pen *pen, const struct piece_curve *c, double t0, double t1,
                         double width)
{
    const struct view *w = pen->w;
    double start = record_start(c->record), last = fmin(t1, record_last(c->record));
    for (double t = fmax(t0, start); t < last;) {
        double next = fmax(view_time(w, view_x(w, t) + 1), t + width);
        next = start + ceil((next - start) / width - 1e-6) * width; /* an edge of columns */
        next = fmin(next, last);
        if (!(next > t)) return;
        struct piece_extent e = piece_extent(c, w, t, next - width / 1000);
        put_stroke(pen, view_x(w, t), view_x(w, next), &e);
        t = next;
    }
}

static double column_width(const struct piece_curve *c) /* 0: it has pieces */
{
    size_t n;
    double width = 0;
    if (!c->record || !record_columns(c->record, c->index, &n, &width)) return 0;
    return width;
}

static void draw_lines(struct pen *pen, const struct piece_curve *c, double t0, double t1)
{
    double width = column_width(c);
    if (width > 0) {
        draw_columns(pen, c, t0, t1, width);
    } else {
        draw_pieces(pen, c, t0, t1);
    }
}

/* ---- Bands ----------------------------------------------------------------------------------- */

struct cells {
    int n;
    double left, width; /* pixels, of the first and of each */
    double *top, *bottom;
    unsigned char *band; /* 1: swings too fast for lines */
};

static double edge_of(const struct cells *s, int i)
{
    return s->left + i * s->width;
}

/* Up and down at least one and a half times. Of columns wider than a cell nothing more is known
 * than how far the curve reached. */
static int swings(const struct piece_extent *e, int coarse)
{
    double height = e->bottom - e->top;
    return height > 2.5 && (coarse || e->way > 3 * height);
}

static void survey(struct cells *s, const struct view *w, const struct piece_curve *c)
{
    double width = column_width(c);
    for (int i = 0; i < s->n; i++) {
        double a = fmax(w->t0, view_time(w, edge_of(s, i)));
        double b = fmin(w->t1, view_time(w, edge_of(s, i + 1)));
        struct piece_extent e = piece_extent(c, w, a, b);
        s->top[i] = e.top;
        s->bottom[i] = e.bottom;
        s->band[i] = (unsigned char)swings(&e, 2 * width > b - a);
    }
}

/* Runs of at most `longest` cells of one kind between two of the other change their kind. */
static void join(struct cells *s, unsigned char kind, int longest)
{
    for (int i = 0, m; i < s->n; i = m) {
        int filled = 1;
        for (m = i; m < s->n && s->band[m] == s->band[i]; m++) filled &= s->top[m] <= s->bottom[m];
        int inside = i > 0 && m < s->n;
        if (s->band[i] != kind || m - i > longest || (kind == 0 && !(inside && filled))) continue;
        memset(s->band + i, !kind, (size_t)(m - i));
    }
}

/* Few changes between lines and bands: short gaps are closed, then short bands are given up. */
static void smooth(struct cells *s)
{
    join(s, 0, 4);
    join(s, 1, 2);
}

/* One past the last cell of the kind of cell i. */
static int run_end(const struct cells *s, int i)
{
    int k = i;
    while (k < s->n && s->band[k] == s->band[i]) k++;
    return k;
}

/* The points i..m-1 of an edge, those on a level left out. */
static void put_edge(struct canvas *to, const struct cells *s, const double *y, int i, int m)
{
    int step = i < m ? 1 : -1;
    for (int k = i; k != m; k += step) {
        int inner = k != i && k + step != m;
        if (inner && fabs(y[k] - y[k - step]) < 0.05 && fabs(y[k] - y[k + step]) < 0.05) continue;
        to->line(to, edge_of(s, k) + s->width / 2, y[k]);
    }
}

static void put_band(struct canvas *to, const struct cells *s, int i, int m)
{
    double left = edge_of(s, i), right = edge_of(s, m);
    to->move(to, left, s->top[i]);
    put_edge(to, s, s->top, i, m);
    to->line(to, right, s->top[m - 1]);
    to->line(to, right, s->bottom[m - 1]);
    put_edge(to, s, s->bottom, m - 1, i - 1);
    to->line(to, left, s->bottom[i]);
    to->close(to);
}

static void draw_bands(struct canvas *to, const struct cells *s, const struct canvas_pen *pen)
{
    struct canvas_pen band = *pen;
    band.width = fmin(1, pen->width);
    band.dash = NULL;
    for (int i = 0, m; i < s->n; i = m) {
        m = run_end(s, i);
        if (!s->band[i]) continue;
        to->path(to, &band);
        put_band(to, s, i, m);
        to->path_done(to);
    }
}

static void draw_rest(struct canvas *to, const struct cells *s, const struct view *w,
                      const struct piece_curve *c, const struct canvas_pen *line)
{
    struct pen pen = {.to = to, .w = w};
    to->path(to, line);
    for (int i = 0, m; i < s->n; i = m) {
        m = run_end(s, i);
        pen.down = 0;
        if (s->band[i]) continue;
        double a = i == 0 ? w->t0 : view_time(w, edge_of(s, i));
        double b = m == s->n ? w->t1 : view_time(w, edge_of(s, m));
        draw_lines(&pen, c, a, b);
    }
    to->path_done(to);
}

/* ---- The curve ------------------------------------------------------------------------------- */

saltus_status path_curve(struct canvas *to, const struct view *w, const struct piece_curve *c,
                         const struct canvas_pen *pen)
{
    struct alloc a;
    struct canvas_pen line = *pen;
    double width = w->box.right - w->box.left;
    struct cells s = {.n = (int)ceil(width / CELL), .left = w->box.left};
    s.width = width / s.n;
    alloc_init(&a, NULL, NULL);
    s.top = alloc_array(&a, (size_t)s.n * 2, sizeof *s.top);
    s.band = alloc_array(&a, (size_t)s.n, 1);
    saltus_status status = s.top && s.band ? SALTUS_OK : SALTUS_ENOMEM;
    if (status == SALTUS_OK) {
        s.bottom = s.top + s.n;
        line.fill = NULL;
        survey(&s, w, c);
        smooth(&s);
        draw_bands(to, &s, pen);
        draw_rest(to, &s, w, c, &line);
    }
    alloc_free(&a, s.top);
    alloc_free(&a, s.band);
    return status;
}
