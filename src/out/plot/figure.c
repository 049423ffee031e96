/* SPDX-License-Identifier: MIT */
/* figure.c - draws a figure on a canvas, from the back to the front: grids, curves, frames, labels,
 * titles, legends.
 *
 * What goes where has been decided before (layout.c). The time axis has labels at the lowest panel
 * only. */
#include "out/plot/figure.h"

#include "out/plot/layout.h"
#include "out/plot/mark.h"
#include "out/plot/path.h"

#include <math.h>

enum { LARGE = 15, NOTE = 11 };

/* ---- Titles ---------------------------------------------------------------------------------- */

/* As large as wanted, or as the room allows. */
static double fitting(const char *s, double size, double room)
{
    return fmin(size, size * room / fmax(1, mark_width(s, 200, size)));
}

static void put_centred(struct canvas *c, const char *s, double x, double y, double size,
                        double room)
{
    struct canvas_text t = {.x = x, .y = y, .size = fitting(s, size, room)};
    t.anchor = CANVAS_MIDDLE;
    if (size < MARK_SMALL) t.colour = "#666666";
    canvas_write(c, &t, s);
}

static void put_titles(const struct layout *g, struct canvas *c)
{
    const struct box *b = &g->panel[0].view.box;
    double x = (b->left + b->right) / 2, room = 2 * fmin(x, g->width - x) - 8, y = 24;
    char label[256];
    if (layout_has_text(g->f->title)) {
        put_centred(c, g->f->title, x, y, LARGE, room);
        y += 18;
    }
    if (layout_has_text(g->f->note)) put_centred(c, g->f->note, x, y - 1, NOTE, room);
    axis_label(label, sizeof label, &g->x, g->f->xlabel, g->f->xunit, 0);
    if (*label)
        put_centred(c, label, x, g->height - 11, MARK_SMALL + 1, 0.6 * (b->right - b->left));
}

static void put_value_label(const struct layout_panel *p, struct canvas *c)
{
    const struct box *b = &p->view.box;
    struct canvas_text t = {.x = 17, .y = (b->top + b->bottom) / 2, .upright = 1};
    char label[256];
    if (!*axis_label(label, sizeof label, &p->y, p->p->ylabel, p->p->unit, 0)) return;
    t.anchor = CANVAS_MIDDLE;
    t.size = fitting(label, MARK_SMALL + 1, b->bottom - b->top + 8);
    canvas_write(c, &t, label);
}

/* Of a logarithmic axis: that it does not show everything. */
static void put_left_out(const struct layout_panel *p, struct canvas *c)
{
    struct canvas_text t = {.x = p->view.box.left, .y = p->view.box.top - 6, .size = NOTE};
    t.colour = "#666666";
    if (p->left_out) canvas_write(c, &t, "values \xe2\x89\xa4 0 left out");
}

/* ---- Panels ---------------------------------------------------------------------------------- */

static int is_empty(const struct view *w, const struct piece_curve *c)
{
    struct range r = piece_range(c, w->t0, w->t1);
    return r.lo > r.hi;
}

static saltus_status put_curves(const struct layout_panel *p, struct canvas *c)
{
    saltus_status status = SALTUS_OK;
    const struct box *b = &p->view.box;
    struct box clip = {b->left - 1, b->top - 1, b->right + 1, b->bottom + 1};
    c->clip(c, &clip);
    for (size_t i = 0; i < p->p->n && status == SALTUS_OK; i++) {
        struct piece_curve curve = layout_curve(&p->p->curves[i]);
        struct canvas_pen pen = legend_pen(i);
        if (layout_is_points(&p->p->curves[i]) || is_empty(&p->view, &curve)) continue;
        status = path_curve(c, &p->view, &curve, &pen);
    }
    c->clip(c, NULL);
    return status;
}

static saltus_status put_panel(const struct layout *g, size_t k, struct canvas *c)
{
    const struct layout_panel *p = &g->panel[k];
    axis_grid(c, &p->view, &g->x, &p->y);
    saltus_status status = put_curves(p, c);
    axis_frame(c, &p->view, &g->x, &p->y);
    axis_labels_y(c, &p->view, &p->y);
    if (!p->left_out) axis_note(c, &p->y, p->view.box.left, p->view.box.top - 6, CANVAS_START);
    put_left_out(p, c);
    put_value_label(p, c);
    points_draw(c, &p->view, p->p, &p->legend);
    legend_draw(g, k, c);
    return status;
}

/* ---- The figure ------------------------------------------------------------------------------ */

saltus_status figure_size(const struct figure *f, double *width, double *height)
{
    struct layout g;
    saltus_status status = layout_check(f);
    if (status != SALTUS_OK) return status;
    layout_of(&g, f);
    *width = g.width;
    *height = g.height;
    return SALTUS_OK;
}

saltus_status figure_draw(const struct figure *f, struct canvas *c)
{
    struct layout g;
    saltus_status status = layout_check(f);
    if (status != SALTUS_OK) return status;
    layout_of(&g, f);
    for (size_t k = 0; k < g.n; k++) {
        saltus_status one = put_panel(&g, k, c);
        if (status == SALTUS_OK) status = one;
    }
    strip_draw_events(&g, c);
    strip_draw_density(&g, c);
    const struct view *lowest = f->density && f->marks ? &g.density : &g.panel[g.n - 1].view;
    axis_labels_x(c, lowest, &g.x);
    axis_note(c, &g.x, lowest->box.right, lowest->box.bottom + 41, CANVAS_END);
    put_titles(&g, c);
    return status;
}

saltus_status figure_svg(const char *path, const struct figure *f)
{
    struct canvas_svg s;
    double width, height;
    saltus_status status = path ? figure_size(f, &width, &height) : SALTUS_EARG;
    if (status != SALTUS_OK) return status;
    FILE *out = out_open(path);
    if (!out) return SALTUS_EIO;
    canvas_svg_begin(&s, out, width, height);
    status = figure_draw(f, &s.canvas);
    canvas_svg_end(&s);
    saltus_status written = out_close(out);
    return status != SALTUS_OK ? status : written;
}
