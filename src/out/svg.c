/* SPDX-License-Identifier: MIT */
/* svg.c - curves as a plot: what goes where on the paper, and the file.
 *
 * A figure is laid out first and written after that: the values shown decide the labels of the
 * value axis, these the left edge of the box, the legend its right edge, and the width that is left
 * the time axis. The legend stands in a corner of the box that no curve passes; if there is none,
 * beside the box, and what has no room there is counted in its last line.
 *
 * Invariant: lay_out alone changes a figure; all after it only writes, from the back to the front:
 * grid and frame, curves (piece.c), labels (axis.c), titles, legend.                             */
#include "saltus.h"

#include "out/axis.h"
#include "out/mark.h"
#include "out/number.h"
#include "out/piece.h"
#include "out/view.h"

#include <math.h>

enum { COLOURS = 7 };
enum { LARGE = 15, ROW = 18, SAMPLE = 26, PAD = 8, LABEL_MAX = 32 }; /* pixels; letters */

struct figure {
    FILE *f;
    const saltus_plot *p;
    double width, height;
    struct view view;
    struct axes axes;
    struct box legend;
    size_t entries, rows; /* labels there are, and lines of the legend */
};

/* ---- Titles ---------------------------------------------------------------------------------- */

static int has_text(const char *s)
{
    return s && *s;
}

/* Title and axis labels: as large as wanted, or as the room allows. */
static double fitting(const char *s, double size, double room)
{
    return fmin(size, size * room / fmax(1, mark_width(mark_letters(s), size)));
}

static void put_titles(const struct figure *g)
{
    const struct box *b = &g->view.box;
    double x = (b->left + b->right) / 2, y = (b->top + b->bottom) / 2;
    const char *title = g->p->title, *across = g->p->xlabel, *up = g->p->ylabel;
    if (has_text(title)) {
        mark_text(g->f, x, 24, fitting(title, LARGE, 2 * fmin(x, g->width - x)), "middle");
        mark_escaped(g->f, title, 200);
        fputs("</text>\n", g->f);
    }
    if (has_text(across)) {
        mark_text(g->f, x, b->bottom + 41,
                  fitting(across, MARK_SMALL + 1, 0.6 * (b->right - b->left)), "middle");
        mark_escaped(g->f, across, 200);
        fputs("</text>\n", g->f);
    }
    if (has_text(up)) {
        mark_number(g->f, "<g transform=\"translate(17 ", y);
        fputs(") rotate(-90)\">", g->f);
        mark_text(g->f, 0, 0, fitting(up, MARK_SMALL + 1, b->bottom - b->top), "middle");
        mark_escaped(g->f, up, 200);
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

static void put_curves(const struct figure *g)
{
    for (size_t i = 0; i < g->p->n; i++) {
        struct range r = piece_range(&g->p->curves[i], g->p->t0, g->p->t1);
        if (r.lo > r.hi) continue; /* nothing to draw */
        fputs("<path ", g->f);
        put_style(g->f, i);
        fputs(" d=\"", g->f);
        piece_path(g->f, &g->view, &g->p->curves[i]);
        fputs("\"/>\n", g->f);
    }
}

/* ---- Legend ---------------------------------------------------------------------------------- */

static double legend_width(const saltus_plot *p)
{
    int most = 0;
    for (size_t i = 0; i < p->n; i++) {
        int n = has_text(p->curves[i].label) ? mark_letters(p->curves[i].label) : 0;
        if (n > most) most = n;
    }
    return SAMPLE + 3 * PAD + mark_width(most < LABEL_MAX ? most : LABEL_MAX, MARK_SMALL);
}

/* Does no curve pass through b, or near it? */
static int is_free(const struct figure *g, const struct box *b)
{
    double t0 = fmax(g->p->t0, view_time(&g->view, b->left - PAD));
    double t1 = fmin(g->p->t1, view_time(&g->view, b->right + PAD));
    for (size_t i = 0; i < g->p->n; i++) {
        struct range r = piece_range(&g->p->curves[i], t0, t1);
        if (view_y(&g->view, r.lo) > b->top - PAD && view_y(&g->view, r.hi) < b->bottom + PAD)
            return 0;
    }
    return 1;
}

static int place_in_corner(struct figure *g, double width, double height)
{
    const struct box *b = &g->view.box;
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
    double width = legend_width(g->p), room = g->view.box.bottom - g->view.box.top - PAD;
    for (size_t i = 0; i < g->p->n; i++) g->entries += has_text(g->p->curves[i].label) != 0;
    if (g->entries == 0) return;
    g->rows = g->entries;
    if (place_in_corner(g, width, PAD + ROW * (double)g->rows)) return;
    if (ROW * (double)g->rows > room) g->rows = (size_t)fmax(1, room / ROW);
    g->view.box.right = fmax(g->view.box.left + 60, g->width - width - PAD);
    g->legend = (struct box){g->view.box.right + PAD, g->view.box.top, g->width,
                             g->view.box.top + PAD + ROW * (double)g->rows};
}

static void put_entry(const struct figure *g, size_t i, double y)
{
    double x = g->legend.left + PAD;
    fputs("<path ", g->f);
    put_style(g->f, i);
    fputs(" d=\"", g->f);
    mark_line(g->f, x, y, x + SAMPLE, y);
    fputs("\"/>", g->f);
    mark_text(g->f, x + SAMPLE + PAD, y + 4, MARK_SMALL, "start");
    mark_escaped(g->f, g->p->curves[i].label, LABEL_MAX);
    fputs("</text>\n", g->f);
}

static void put_legend(const struct figure *g)
{
    const struct box *b = &g->legend;
    double y = b->top + PAD / 2 + ROW / 2;
    size_t shown = g->rows < g->entries ? g->rows - 1 : g->rows, done = 0;
    if (g->entries == 0) return;
    mark_number(g->f, "<rect fill=\"#fff\" fill-opacity=\"0.85\" x=\"", b->left);
    mark_number(g->f, "\" y=\"", b->top);
    mark_number(g->f, "\" width=\"", b->right - b->left);
    mark_number(g->f, "\" height=\"", b->bottom - b->top);
    fputs("\"/>\n", g->f);
    for (size_t i = 0; i < g->p->n && done < shown; i++) {
        if (!has_text(g->p->curves[i].label)) continue;
        put_entry(g, i, y);
        y += ROW;
        done++;
    }
    if (shown == g->entries) return;
    mark_text(g->f, b->left + PAD, y + 4, MARK_SMALL, "start");
    fprintf(g->f, "and %lu more</text>\n", (unsigned long)(g->entries - shown));
}

/* ---- The figure ------------------------------------------------------------------------------ */

static struct range all_values(const saltus_plot *p)
{
    struct range r = {INFINITY, -INFINITY};
    for (size_t i = 0; i < p->n; i++) {
        struct range one = piece_range(&p->curves[i], p->t0, p->t1);
        r.lo = fmin(r.lo, one.lo);
        r.hi = fmax(r.hi, one.hi);
    }
    if (r.lo > r.hi) return (struct range){0, 1};
    return (struct range){mark_within(r.lo, 1e300), mark_within(r.hi, 1e300)};
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

static void lay_out(struct figure *g)
{
    const saltus_plot *p = g->p;
    g->view.v = values_shown(p);
    g->view.box.bottom = g->height - (has_text(p->xlabel) ? 52 : 32);
    g->view.box.top = has_text(p->title) ? 40 : 16;
    double height = g->view.box.bottom - g->view.box.top;
    g->axes.y = number_axis_of(g->view.v.lo, g->view.v.hi, (int)(height / 45) + 1);
    if (axis_has_note(&g->axes.y)) g->view.box.top += 16;
    g->view.box.left = 18 + axis_widest(&g->axes.y) + (has_text(p->ylabel) ? 18 : 0);
    g->view.box.right = fmax(g->view.box.left + 60, g->width - 24);
    place_legend(g);
    g->axes.x = axis_of_time(p->t0, p->t1, g->view.box.right - g->view.box.left);
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
    axis_grid(g->f, &g->view, &g->axes);
    axis_frame(g->f, &g->view, &g->axes);
    fputs("</g>\n<g fill=\"none\" stroke-width=\"1.4\" stroke-linejoin=\"round\">\n", g->f);
    put_curves(g);
    fputs("</g>\n", g->f);
    axis_labels(g->f, &g->view, &g->axes);
    axis_note(g->f, &g->axes.y, g->view.box.left, g->view.box.top - 8, "start");
    axis_note(g->f, &g->axes.x, g->view.box.right, g->view.box.bottom + 41, "end");
    put_titles(g);
    fputs("<g stroke-width=\"1.4\">\n", g->f);
    put_legend(g);
    fputs("</g>\n</svg>\n", g->f);
}

static saltus_status check(const char *path, const saltus_plot *p)
{
    if (!path || !p || (p->n > 0 && !p->curves)) return SALTUS_EARG;
    if (!(p->t1 - p->t0 > 1e-290 && p->t1 - p->t0 < 1e300)) return SALTUS_EARG;
    if ((p->width && p->width < 200) || (p->height && p->height < 120)) return SALTUS_EARG;
    if (p->width > 32000 || p->height > 32000) return SALTUS_EARG;
    for (size_t i = 0; i < p->n; i++)
        if (!piece_orders_fit(&p->curves[i])) return SALTUS_EARG;
    return SALTUS_OK;
}

saltus_status saltus_plot_svg(const char *path, const saltus_plot *p)
{
    saltus_status status = check(path, p);
    if (status != SALTUS_OK) return status;
    struct figure g = {.p = p, .view = {.t0 = p->t0, .t1 = p->t1}};
    g.width = p->width ? p->width : 900;
    g.height = p->height ? p->height : 420;
    g.f = out_open(path);
    if (!g.f) return SALTUS_EIO;
    lay_out(&g);
    draw(&g);
    return out_close(g.f);
}
