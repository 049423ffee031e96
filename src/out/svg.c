/* SPDX-License-Identifier: MIT */
/* svg.c - curves of polynomial pieces as a plot.
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
#include "saltus.h"

#include "num/poly.h"
#include "num/roots.h"
#include "out/number.h"

#include <math.h>
#include <string.h>

enum { MAX_ORDER = ROOTS_MAX_DEGREE + 1, DENSE = 4, COLOURS = 7 };
enum {
    SMALL = 12,
    LARGE = 15,
    ROW = 18,
    SAMPLE = 26,
    PAD = 8,
    LABEL_MAX = 32
}; /* pixels; letters */

struct range {
    double lo, hi; /* lo > hi: empty */
};

struct box {
    double left, top, right, bottom; /* pixels */
};

struct figure {
    FILE *f;
    const saltus_plot *p;
    double width, height;
    struct range v; /* values shown */
    struct box box; /* of the curves */
    struct number_axis x, y;
    struct box legend;
    size_t entries, rows; /* labels there are, and lines of the legend */
};

static double within(double v, double limit)
{
    return fmax(-limit, fmin(limit, v));
}

static double pixel_x(const struct figure *g, double t)
{
    return g->box.left + (t - g->p->t0) / (g->p->t1 - g->p->t0) * (g->box.right - g->box.left);
}

static double pixels_per_value(const struct figure *g)
{
    return (g->box.bottom - g->box.top) / (g->v.hi - g->v.lo);
}

static double pixel_y(const struct figure *g, double v)
{
    return g->box.bottom - (v - g->v.lo) * pixels_per_value(g);
}

static double time_at(const struct figure *g, double x)
{
    double part = (x - g->box.left) / (g->box.right - g->box.left);
    return g->p->t0 + part * (g->p->t1 - g->p->t0);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

struct piece {
    double a, b; /* times */
    int order;
    double c[MAX_ORDER + 1]; /* in u = (t - a)/(b - a) */
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

static void widen(struct range *r, double v)
{
    r->lo = fmin(r->lo, v);
    r->hi = fmax(r->hi, v);
}

static void widen_by_piece(struct range *r, const struct piece *p)
{
    double slope[MAX_ORDER], at[MAX_ORDER];
    widen(r, p->c[0]);
    widen(r, poly_value(p->c, p->order, 1));
    if (p->order < 2) return;
    for (int k = 1; k <= p->order; k++) slope[k - 1] = k * p->c[k];
    int n = roots_all(slope, p->order - 1, 1, at);
    for (int i = 0; i < n; i++) widen(r, poly_value(p->c, p->order, at[i]));
}

static struct range range_of(const saltus_curve *c, double t0, double t1)
{
    struct range r = {INFINITY, -INFINITY};
    struct piece p;
    size_t n = pieces_of(c);
    for (size_t k = piece_at(c, t0); k < n && start_of(c, k) < t1; k++)
        if (load_piece(c, k, t0, t1, &p)) widen_by_piece(&r, &p);
    return r;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Length of the UTF-8 sequence at s, 0: it is malformed, or no character of XML. */
static int utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80) return s[0] >= 0x20 || s[0] == '\t' || s[0] == '\n' || s[0] == '\r';
    int n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90)) return 0; /* too long  */
    if ((s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0; /* surrogate */
    return s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : n;
}

static void put_letter(FILE *f, const char *s, int n)
{
    const char *special = "&<>\"'", *at = strchr(special, *s);
    static const char *const name[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    if (n == 0) {
        fputs("\xef\xbf\xbd", f); /* U+FFFD */
    } else if (at) {
        fputs(name[at - special], f);
    } else {
        fwrite(s, 1, (size_t)n, f);
    }
}

/* s, escaped; what is too long ends with an ellipsis. */
static void put_escaped(FILE *f, const char *s, int most)
{
    for (int i = 0; *s; i++) {
        int n = utf8_length((const unsigned char *)s);
        if (i == most - 1 && s[n ? n : 1]) {
            fputs("\xe2\x80\xa6", f);
            return;
        }
        put_letter(f, s, n);
        s += n ? n : 1;
    }
}

static int letters(const char *s)
{
    int n = 0;
    for (; *s; s++) n += (*s & 0xc0) != 0x80;
    return n;
}

/* About what a sans-serif font needs, rather more. */
static double text_width(int n, double size)
{
    return 0.6 * size * n;
}

static int has_text(const char *s)
{
    return s && *s;
}

static void put(FILE *f, const char *before, double v)
{
    char buf[NUMBER_SIZE];
    fputs(before, f);
    fputs(number_short(buf, within(v, 99999), 2), f);
}

static void open_text(FILE *f, double x, double y, double size, const char *anchor)
{
    put(f, "<text x=\"", x);
    put(f, "\" y=\"", y);
    put(f, "\" font-size=\"", size);
    fprintf(f, "\" text-anchor=\"%s\">", anchor);
}

/* A minus sign is as wide as a plus sign; a hyphen is not. */
static void put_signed(FILE *f, const char *number)
{
    fputs(*number == '-' ? "\xe2\x88\x92" : "", f);
    fputs(number + (*number == '-'), f);
}

/* Title and axis labels: as large as wanted, or as the room allows. */
static double fitting(const char *s, double size, double room)
{
    return fmin(size, size * room / fmax(1, text_width(letters(s), size)));
}

/* ---- Axes ------------------------------------------------------------------------------------ */

static void put_line(FILE *f, double x1, double y1, double x2, double y2)
{
    put(f, "M", x1);
    put(f, " ", y1);
    if (x1 == x2) {
        put(f, "V", y2);
    } else {
        put(f, "H", x2);
    }
}

static void put_grid(const struct figure *g)
{
    const struct box *b = &g->box;
    fputs("<path stroke=\"#e4e4e4\" d=\"", g->f);
    for (int64_t k = g->x.first; k <= g->x.last; k++) {
        double x = pixel_x(g, number_axis_tick(&g->x, k));
        put_line(g->f, x, b->top, x, b->bottom);
    }
    for (int64_t k = g->y.first; k <= g->y.last; k++) {
        double y = pixel_y(g, number_axis_tick(&g->y, k));
        put_line(g->f, b->left, y, b->right, y);
    }
    fputs("\"/>\n", g->f);
}

static void put_frame(const struct figure *g)
{
    const struct box *b = &g->box;
    fputs("<path stroke=\"#555\" d=\"", g->f);
    put_line(g->f, b->left, b->bottom, b->right, b->bottom);
    put_line(g->f, b->left, b->top, b->left, b->bottom);
    for (int64_t k = g->x.first; k <= g->x.last; k++) {
        double x = pixel_x(g, number_axis_tick(&g->x, k));
        put_line(g->f, x, b->bottom, x, b->bottom + 5);
    }
    for (int64_t k = g->y.first; k <= g->y.last; k++) {
        double y = pixel_y(g, number_axis_tick(&g->y, k));
        put_line(g->f, b->left - 5, y, b->left, y);
    }
    fputs("\"/>\n", g->f);
}

static void put_tick_labels(const struct figure *g)
{
    char buf[NUMBER_SIZE];
    for (int64_t k = g->x.first; k <= g->x.last; k++) {
        double x = pixel_x(g, number_axis_tick(&g->x, k));
        open_text(g->f, x, g->box.bottom + 20, SMALL, "middle");
        put_signed(g->f, number_axis_label(buf, &g->x, k));
        fputs("</text>\n", g->f);
    }
    for (int64_t k = g->y.first; k <= g->y.last; k++) {
        double y = pixel_y(g, number_axis_tick(&g->y, k));
        open_text(g->f, g->box.left - 9, y + 4, SMALL, "end");
        put_signed(g->f, number_axis_label(buf, &g->y, k));
        fputs("</text>\n", g->f);
    }
}

static int has_note(const struct number_axis *a)
{
    return a->exponent != 0 || a->offset != 0;
}

/* What the labels of an axis leave out: "x 10^-6 + 1000". */
static void put_note(FILE *f, const struct number_axis *a, double x, double y, const char *anchor)
{
    char buf[NUMBER_SIZE];
    if (!has_note(a)) return;
    open_text(f, x, y, SMALL, anchor);
    if (a->exponent != 0) {
        fputs("\xc3\x97 10<tspan dy=\"-4\" font-size=\"9\">", f);
        put_signed(f, number_decimal(buf, a->exponent, 0));
        fputs("</tspan>", f);
    }
    if (a->offset != 0) {
        const char *sign = a->offset < 0 ? "\xe2\x88\x92" : "+";
        fprintf(f, "<tspan dx=\"4\" dy=\"%d\">%s %s</tspan>", a->exponent ? 4 : 0, sign,
                number_exact(buf, fabs(a->offset)));
    }
    fputs("</text>\n", f);
}

static void put_titles(const struct figure *g)
{
    const struct box *b = &g->box;
    double x = (b->left + b->right) / 2, y = (b->top + b->bottom) / 2;
    const char *title = g->p->title, *across = g->p->xlabel, *up = g->p->ylabel;
    if (has_text(title)) {
        open_text(g->f, x, 24, fitting(title, LARGE, 2 * fmin(x, g->width - x)), "middle");
        put_escaped(g->f, title, 200);
        fputs("</text>\n", g->f);
    }
    if (has_text(across)) {
        open_text(g->f, x, b->bottom + 41, fitting(across, SMALL + 1, 0.6 * (b->right - b->left)),
                  "middle");
        put_escaped(g->f, across, 200);
        fputs("</text>\n", g->f);
    }
    if (has_text(up)) {
        put(g->f, "<g transform=\"translate(17 ", y);
        fputs(") rotate(-90)\">", g->f);
        open_text(g->f, 0, 0, fitting(up, SMALL + 1, b->bottom - b->top), "middle");
        put_escaped(g->f, up, 200);
        fputs("</text></g>\n", g->f);
    }
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Colours that most colour-blind people can tell apart (Okabe and Ito); yellow is too light. */
static void put_style(FILE *f, size_t i)
{
    static const char *const colour[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#000000"};
    static const char *const dashes[] = {"", "7 3", "2 2.5", "8 3 2 3"};
    const char *dash = dashes[i / COLOURS % 4];
    fprintf(f, "stroke=\"%s\"", colour[i % COLOURS]);
    if (*dash) fprintf(f, " stroke-dasharray=\"%s\"", dash);
}

struct pen {
    const struct figure *g;
    FILE *f;
    int down;
    double y; /* pixels, where it stands */
};

static void put_point(FILE *f, const char *before, double x, double y)
{
    put(f, before, x);
    put(f, " ", y);
}

/* The pen stands at x already, if it is down: what remains is a jump. */
static void pen_to(struct pen *pen, double x, double y)
{
    if (!pen->down) {
        put_point(pen->f, "\nM", x, y);
    } else if (fabs(y - pen->y) > 0.01) {
        put(pen->f, "\nV", y);
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
    const struct figure *g = pen->g;
    double a = pixel_x(g, p->a), b = pixel_x(g, p->b), third = (b - a) / 3;
    double end = poly_value(p->c, p->order, 1), slope = poly_slope(p->c, p->order, 1);
    pen->y = pixel_y(g, end);
    if (p->order == 0) {
        put(pen->f, "H", b);
    } else if (p->order == 1) {
        put_point(pen->f, "\nL", b, pen->y);
    } else { /* (1) */
        put_point(pen->f, "\nC", a + third, pixel_y(g, p->c[0] + p->c[1] / 3));
        put_point(pen->f, " ", b - third, pixel_y(g, end - slope / 3));
        put_point(pen->f, " ", b, pen->y);
    }
}

static void draw_piece(struct pen *pen, struct piece p, int depth)
{
    pen_to(pen, pixel_x(pen->g, p.a), pixel_y(pen->g, p.c[0]));
    if (depth > 0 && cubic_error(&p) * pixels_per_value(pen->g) > 0.05) {
        struct piece second = halve(&p);
        draw_piece(pen, p, depth - 1);
        draw_piece(pen, second, depth - 1);
    } else {
        put_curve(pen, &p);
    }
}

static int load_visible(const struct pen *pen, const saltus_curve *c, size_t k, struct piece *p)
{
    return load_piece(c, k, pen->g->p->t0, pen->g->p->t1, p);
}

/* From x, y over top and bottom, the nearer one first, to where the pen stands. A column that only
 * climbs or only falls is a straight line: nothing sticks out beyond its ends. */
static void put_stroke(struct pen *pen, double x, double y, double end, double top, double bottom)
{
    if (fmin(y, pen->y) - top > 0.2 || bottom - fmax(y, pen->y) > 0.2) {
        int down = y - top < bottom - y;
        put_point(pen->f, "\nL", (x + end) / 2, down ? top : bottom);
        put(pen->f, "V", down ? bottom : top);
    }
    put_point(pen->f, "\nL", end, pen->y);
}

/* Pieces k..m-1, all in one pixel column: from the first value over both extremes to the last. */
static void draw_dense(struct pen *pen, const saltus_curve *c, size_t k, size_t m)
{
    const struct figure *g = pen->g;
    struct range r = {INFINITY, -INFINITY};
    struct piece p;
    double x = NAN, y = NAN, end = NAN;
    for (; k < m; k++) {
        if (!load_visible(pen, c, k, &p)) continue;
        if (isnan(x)) {
            x = pixel_x(g, p.a);
            y = pixel_y(g, p.c[0]);
            pen_to(pen, x, y);
        }
        widen_by_piece(&r, &p);
        end = pixel_x(g, p.b);
        pen->y = pixel_y(g, poly_value(p.c, p.order, 1));
    }
    if (!isnan(x)) put_stroke(pen, x, y, end, pixel_y(g, r.hi), pixel_y(g, r.lo));
}

/* One past the last piece that begins in the same pixel column as piece k. */
static size_t column_end(const struct figure *g, const saltus_curve *c, size_t k)
{
    size_t n = pieces_of(c);
    double edge = floor(pixel_x(g, fmax(start_of(c, k), g->p->t0))) + 1;
    while (k < n && start_of(c, k) < g->p->t1 && pixel_x(g, start_of(c, k)) < edge) k++;
    return k;
}

static void draw_pieces(struct pen *pen, const saltus_curve *c)
{
    size_t k = piece_at(c, pen->g->p->t0), m;
    struct piece p;
    for (; (m = column_end(pen->g, c, k)) > k; k = m) {
        if (m - k > DENSE) {
            draw_dense(pen, c, k, m - 1);
            k = m - 1;
        }
        for (; k < m; k++) {
            if (load_visible(pen, c, k, &p)) {
                draw_piece(pen, p, 12);
            } else {
                pen->down = 0;
            }
        }
    }
}

static void put_curves(const struct figure *g)
{
    for (size_t i = 0; i < g->p->n; i++) {
        struct range r = range_of(&g->p->curves[i], g->p->t0, g->p->t1);
        struct pen pen = {.g = g, .f = g->f};
        if (r.lo > r.hi) continue; /* nothing to draw */
        fputs("<path ", g->f);
        put_style(g->f, i);
        fputs(" d=\"", g->f);
        draw_pieces(&pen, &g->p->curves[i]);
        fputs("\"/>\n", g->f);
    }
}

/* ---- Legend ---------------------------------------------------------------------------------- */

static double legend_width(const saltus_plot *p)
{
    int most = 0;
    for (size_t i = 0; i < p->n; i++) {
        int n = has_text(p->curves[i].label) ? letters(p->curves[i].label) : 0;
        if (n > most) most = n;
    }
    return SAMPLE + 3 * PAD + text_width(most < LABEL_MAX ? most : LABEL_MAX, SMALL);
}

/* Does no curve pass through b, or near it? */
static int is_free(const struct figure *g, const struct box *b)
{
    double t0 = fmax(g->p->t0, time_at(g, b->left - PAD));
    double t1 = fmin(g->p->t1, time_at(g, b->right + PAD));
    for (size_t i = 0; i < g->p->n; i++) {
        struct range r = range_of(&g->p->curves[i], t0, t1);
        if (pixel_y(g, r.lo) > b->top - PAD && pixel_y(g, r.hi) < b->bottom + PAD) return 0;
    }
    return 1;
}

static int place_in_corner(struct figure *g, double width, double height)
{
    const struct box *b = &g->box;
    if (width > 0.4 * (b->right - b->left) || height > 0.6 * (b->bottom - b->top)) return 0;
    for (int corner = 0; corner < 4; corner++) {
        double x = corner & 1 ? b->left + PAD : b->right - PAD - width;
        double y = corner & 2 ? b->bottom - PAD - height : b->top + PAD;
        g->legend = (struct box){x, y, x + width, y + height};
        if (is_free(g, &g->legend)) return 1;
    }
    return 0;
}

static void place_legend(struct figure *g)
{
    double width = legend_width(g->p), room = g->box.bottom - g->box.top - PAD;
    for (size_t i = 0; i < g->p->n; i++) g->entries += has_text(g->p->curves[i].label) != 0;
    if (g->entries == 0) return;
    g->rows = g->entries;
    if (place_in_corner(g, width, PAD + ROW * (double)g->rows)) return;
    if (ROW * (double)g->rows > room) g->rows = (size_t)fmax(1, room / ROW);
    g->box.right = fmax(g->box.left + 60, g->width - width - PAD);
    g->legend = (struct box){g->box.right + PAD, g->box.top, g->width,
                             g->box.top + PAD + ROW * (double)g->rows};
}

static void put_entry(const struct figure *g, size_t i, double y)
{
    double x = g->legend.left + PAD;
    fputs("<path ", g->f);
    put_style(g->f, i);
    fputs(" d=\"", g->f);
    put_line(g->f, x, y, x + SAMPLE, y);
    fputs("\"/>", g->f);
    open_text(g->f, x + SAMPLE + PAD, y + 4, SMALL, "start");
    put_escaped(g->f, g->p->curves[i].label, LABEL_MAX);
    fputs("</text>\n", g->f);
}

static void put_legend(const struct figure *g)
{
    const struct box *b = &g->legend;
    double y = b->top + PAD / 2 + ROW / 2;
    size_t shown = g->rows < g->entries ? g->rows - 1 : g->rows, done = 0;
    if (g->entries == 0) return;
    put(g->f, "<rect fill=\"#fff\" fill-opacity=\"0.85\" x=\"", b->left);
    put(g->f, "\" y=\"", b->top);
    put(g->f, "\" width=\"", b->right - b->left);
    put(g->f, "\" height=\"", b->bottom - b->top);
    fputs("\"/>\n", g->f);
    for (size_t i = 0; i < g->p->n && done < shown; i++) {
        if (!has_text(g->p->curves[i].label)) continue;
        put_entry(g, i, y);
        y += ROW;
        done++;
    }
    if (shown == g->entries) return;
    open_text(g->f, b->left + PAD, y + 4, SMALL, "start");
    fprintf(g->f, "and %lu more</text>\n", (unsigned long)(g->entries - shown));
}

/* ---- The figure ------------------------------------------------------------------------------ */

static struct range all_values(const saltus_plot *p)
{
    struct range r = {INFINITY, -INFINITY};
    for (size_t i = 0; i < p->n; i++) {
        struct range one = range_of(&p->curves[i], p->t0, p->t1);
        r.lo = fmin(r.lo, one.lo);
        r.hi = fmax(r.hi, one.hi);
    }
    if (r.lo > r.hi) return (struct range){0, 1};
    return (struct range){within(r.lo, 1e300), within(r.hi, 1e300)};
}

/* With a margin. What varies by little more than rounding is shown as the constant it is. */
static struct range values_shown(const saltus_plot *p)
{
    struct range r = all_values(p);
    double size = fmax(fabs(r.lo), fabs(r.hi)), margin = (r.hi - r.lo) / 20;
    if (size < 1e-280) {
        margin = 1;
    } else if (r.hi - r.lo < 1e-12 * size) {
        margin = size / 10;
    }
    return (struct range){r.lo - margin, r.hi + margin};
}

static double widest_label(const struct number_axis *a)
{
    char buf[NUMBER_SIZE];
    size_t most = 0;
    for (int64_t k = a->first; k <= a->last; k++) {
        size_t n = strlen(number_axis_label(buf, a, k));
        if (n > most) most = n;
    }
    return text_width((int)most, SMALL);
}

/* As many ticks as labels have room beside each other. */
static struct number_axis time_axis(double t0, double t1, double room)
{
    struct number_axis a;
    int most = (int)(room / 70) + 1;
    do a = number_axis_of(t0, t1, most);
    while (--most > 0 && (double)(a.last - a.first + 1) * (widest_label(&a) + 16) > room);
    return a;
}

static void lay_out(struct figure *g)
{
    const saltus_plot *p = g->p;
    g->v = values_shown(p);
    g->box.bottom = g->height - (has_text(p->xlabel) ? 52 : 32);
    g->box.top = has_text(p->title) ? 40 : 16;
    double height = g->box.bottom - g->box.top;
    g->y = number_axis_of(g->v.lo, g->v.hi, (int)(height / 45) + 1);
    if (has_note(&g->y)) g->box.top += 16;
    g->box.left = 18 + widest_label(&g->y) + (has_text(p->ylabel) ? 18 : 0);
    g->box.right = fmax(g->box.left + 60, g->width - 24);
    place_legend(g);
    g->x = time_axis(p->t0, p->t1, g->box.right - g->box.left);
}

static void draw(const struct figure *g)
{
    int w = (int)g->width, h = (int)g->height;
    fprintf(g->f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" "
            "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" "
            "fill=\"#222\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<g fill=\"none\">\n",
            w, h, w, h, w, h);
    put_grid(g);
    put_frame(g);
    fputs("</g>\n<g fill=\"none\" stroke-width=\"1.4\" stroke-linejoin=\"round\">\n", g->f);
    put_curves(g);
    fputs("</g>\n", g->f);
    put_tick_labels(g);
    put_note(g->f, &g->y, g->box.left, g->box.top - 8, "start");
    put_note(g->f, &g->x, g->box.right, g->box.bottom + 41, "end");
    put_titles(g);
    fputs("<g stroke-width=\"1.4\">\n", g->f);
    put_legend(g);
    fputs("</g>\n</svg>\n", g->f);
}

static int orders_fit(const saltus_curve *c)
{
    size_t n = pieces_of(c);
    for (size_t k = 0; k < n; k++)
        if (saltus_traj_segment(c->traj, c->var, k, NULL, NULL) > MAX_ORDER) return 0;
    return 1;
}

static saltus_status check(const char *path, const saltus_plot *p)
{
    if (!path || !p || (p->n > 0 && !p->curves)) return SALTUS_EARG;
    if (!(p->t1 - p->t0 > 1e-290 && p->t1 - p->t0 < 1e300)) return SALTUS_EARG;
    if ((p->width && p->width < 200) || (p->height && p->height < 120)) return SALTUS_EARG;
    if (p->width > 32000 || p->height > 32000) return SALTUS_EARG;
    for (size_t i = 0; i < p->n; i++)
        if (!orders_fit(&p->curves[i])) return SALTUS_EARG;
    return SALTUS_OK;
}

saltus_status saltus_plot_svg(const char *path, const saltus_plot *p)
{
    saltus_status status = check(path, p);
    if (status != SALTUS_OK) return status;
    struct figure g = {.p = p};
    g.width = p->width ? p->width : 900;
    g.height = p->height ? p->height : 420;
    g.f = out_open(path);
    if (!g.f) return SALTUS_EIO;
    lay_out(&g);
    draw(&g);
    return out_close(g.f);
}
