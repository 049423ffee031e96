/* SPDX-License-Identifier: MIT */
/* diagram_svg.c - a diagram as a picture: layers from top to bottom, smooth arrows.
 *
 * Shapes say what a node is: rounded box a state, box a discrete variable, hexagon a guard, double box a
 * clock, ellipse a sum or a delay. Full arrows act all the time, dashed ones at events. What acts on
 * itself has a loop at its right side. */
#include "out/plot/diagram_layout.h"
#include "out/plot/mark.h"
#include "out/number.h"
#include <math.h>

static const struct look {
    saltus_kind kind;
    const char *name, *fill, *line;
} looks[] = {
    {SALTUS_STATE, "state", "#dcebf7", "#0072b2"},
    {SALTUS_DISCRETE, "discrete", "#fbe6d6", "#d55e00"},
    {SALTUS_GUARD, "guard", "#dbf0e8", "#009e73"},
    {SALTUS_CLOCK, "clock", "#f5e3ec", "#b0568a"},
    {SALTUS_SUM, "sum", "#eeeeee", "#555555"},
    {SALTUS_DELAY, "delay", "#fdf3d8", "#b8860b"},
    {SALTUS_OUTPUT, "output", "#ffffff", "#555555"},
};
enum { LOOKS = sizeof looks / sizeof looks[0], LEGEND = 30 };

static const struct look *look_of(saltus_kind kind)
{
    for (int k = 0; k < LOOKS; k++)
        if (looks[k].kind == kind) return &looks[k];
    return &looks[LOOKS - 1];
}

static void put_point(FILE *f, const char *before, double x, double y)
{
    mark_number(f, before, x);
    mark_number(f, " ", y);
}

/* anchor: "start", "middle" or "end" of the text stands at x. */
static void open_text(FILE *f, double x, double y, double size, const char *anchor)
{
    mark_number(f, "<text x=\"", x);
    mark_number(f, "\" y=\"", y);
    mark_number(f, "\" font-size=\"", size);
    fprintf(f, "\" text-anchor=\"%s\">", anchor);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static void put_rectangle(FILE *f, double x, double y, double w, double h, double round)
{
    mark_number(f, "<rect x=\"", x - w / 2);
    mark_number(f, "\" y=\"", y - h / 2);
    mark_number(f, "\" width=\"", w);
    mark_number(f, "\" height=\"", h);
    mark_number(f, "\" rx=\"", round);
    fputs("\"/>\n", f);
}

static void put_hexagon(FILE *f, double x, double y, double w, double h)
{
    double b = h / 3;
    put_point(f, "<path d=\"M", x - w / 2 - b / 2, y);
    put_point(f, "L", x - w / 2 + b / 2, y - h / 2);
    put_point(f, "L", x + w / 2 - b / 2, y - h / 2);
    put_point(f, "L", x + w / 2 + b / 2, y);
    put_point(f, "L", x + w / 2 - b / 2, y + h / 2);
    put_point(f, "L", x - w / 2 + b / 2, y + h / 2);
    fputs("Z\"/>\n", f);
}

static void put_ellipse(FILE *f, double x, double y, double w, double h)
{
    mark_number(f, "<ellipse cx=\"", x);
    mark_number(f, "\" cy=\"", y);
    mark_number(f, "\" rx=\"", w / 2);
    mark_number(f, "\" ry=\"", h / 2);
    fputs("\"/>\n", f);
}

static void put_shape(FILE *f, saltus_kind kind, double x, double y, double w, double h)
{
    const struct look *l = look_of(kind);
    fprintf(f, "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\">", l->fill, l->line);
    if (kind == SALTUS_GUARD)
        put_hexagon(f, x, y, w, h);
    else if (kind == SALTUS_SUM || kind == SALTUS_DELAY)
        put_ellipse(f, x, y, w, h);
    else
        put_rectangle(f, x, y, w, h, kind == SALTUS_STATE ? fmin(9, h / 3) : 1.5);
    if (kind == SALTUS_CLOCK) put_rectangle(f, x, y, w - 6, h - 6, 0);
    fputs("</g>", f);
}

static void put_node(FILE *f, const struct diagram_node *n, const struct layout_item *it)
{
    put_shape(f, n->kind, it->x, it->y, it->width, it->height);
    open_text(f, it->x, it->y + (n->note ? -2 : 4.5), DIAGRAM_LABEL, "middle");
    mark_escaped(f, n->label, DIAGRAM_LETTERS);
    fputs("</text>\n", f);
    if (!n->note) return;
    fputs("<g fill=\"#555\">", f);
    open_text(f, it->x, it->y + 13, DIAGRAM_NOTE, "middle");
    mark_escaped(f, n->note, DIAGRAM_LETTERS + 12);
    fputs("</text></g>\n", f);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* A cubic piece that leaves and arrives upright. */
static void put_bend(FILE *f, double x0, double y0, double x1, double y1)
{
    double h = 0.5 * (y1 - y0);
    put_point(f, "C", x0, y0 + h);
    put_point(f, " ", x1, y1 - h);
    put_point(f, " ", x1, y1);
}

/* Down a chain, or, if turned, up: the arrow is at the end of the path. */
static void put_path(FILE *f, const struct layout *l, int32_t e)
{
    const struct layout_edge *g = &l->edges[e];
    const int32_t *c = l->chain + g->first, n = g->count;
    double x = 0, y = 0;
    for (int32_t i = 0; i < n; i++) {
        int32_t k = g->turned ? n - 1 - i : i;
        const struct layout_item *it = &l->items[c[k]];
        double px = k == 0 ? g->from_x : k == n - 1 ? g->to_x : it->x;
        double py = k == 0 ? it->y + it->height / 2 : k == n - 1 ? it->y - it->height / 2 : it->y;
        if (i == n - 1) py += g->turned ? 5 : -5; /* the arrow's head */
        if (i == 0 && l->d->edges[e].both) py += g->turned ? -5 : 5;
        if (i == 0)
            put_point(f, "M", px, py);
        else
            put_bend(f, x, y, px, py);
        x = px, y = py;
    }
}

static void put_label(FILE *f, const char *label, double x, double y, const char *anchor)
{
    if (!label || !*label) return;
    fputs("<g fill=\"#333\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">", f);
    open_text(f, x, y, DIAGRAM_NOTE, anchor);
    mark_escaped(f, label, DIAGRAM_LETTERS);
    fputs("</text></g>\n", f);
}

/* Beside the lower half of the first piece of the chain. */
static void put_edge_label(FILE *f, const struct layout *l, int32_t e)
{
    const struct layout_edge *g = &l->edges[e];
    const int32_t *c = l->chain + g->first;
    int32_t mid = (g->count - 1) / 2;
    const struct layout_item *a = &l->items[c[mid]], *b = &l->items[c[mid + 1]];
    double xa = mid == 0 ? g->from_x : a->x, xb = mid + 2 == g->count ? g->to_x : b->x;
    double ya = a->y + a->height / 2, yb = b->y - b->height / 2, s = 0.35 + 0.3 * (e % 2);
    double w = s * s * (3 - 2 * s); /* about where the bend is */
    put_label(f, l->d->edges[e].label, xa + w * (xb - xa), ya + s * (yb - ya) + 3, "middle");
}

static void put_loop(FILE *f, const struct layout *l, int32_t e)
{
    const struct layout_item *it = &l->items[l->d->edges[e].from];
    double side = l->d->nodes[it->node].kind == SALTUS_GUARD ? it->height / 6 : 0;
    double x = it->x + it->width / 2 + side * 0.5, y = it->y, h = it->height * 0.26;
    put_point(f, "M", x - side * 0.5, y - h);
    put_point(f, "C", x + 26, y - h - 8);
    put_point(f, " ", x + 26, y + h + 8);
    put_point(f, " ", x + 5 - side * 0.5, y + h + 1);
}

static void put_edges(FILE *f, const struct layout *l)
{
    for (int32_t e = 0; e < l->d->n_edges; e++) {
        bool event = l->d->edges[e].event;
        fprintf(f, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"%s",
                event ? "#a0522d" : "#4a4a4a", event ? " stroke-dasharray=\"5 3\"" : "");
        fprintf(f, " marker-end=\"url(#%s)\"", event ? "e" : "a");
        if (l->d->edges[e].both) fprintf(f, " marker-start=\"url(#%s)\"", event ? "f" : "b");
        fputs(" d=\"", f);
        if (l->edges[e].self)
            put_loop(f, l, e);
        else
            put_path(f, l, e);
        fputs("\"/>\n", f);
    }
}

static void put_labels(FILE *f, const struct layout *l)
{
    for (int32_t e = 0; e < l->d->n_edges; e++) {
        const struct layout_item *it = &l->items[l->d->edges[e].from];
        if (l->edges[e].self)
            put_label(f, l->d->edges[e].label, it->x + it->width / 2 + 24, it->y + 3.5, "start");
        else
            put_edge_label(f, l, e);
    }
}

/* ---- The file -------------------------------------------------------------------------------- */

/* An arrow's head at the end of a line, or, turned round, at its beginning. */
static void put_marker(FILE *f, const char *id, const char *colour, bool start)
{
    fprintf(f, "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"%s\" refY=\"4\" markerWidth=\"7\" ",
            id, start ? "5.4" : "2");
    fprintf(f, "markerHeight=\"7\" orient=\"auto\"><path d=\"%s\" fill=\"%s\"/></marker>\n",
            start ? "M7.4 0.6L0 4L7.4 7.4L5.8 4Z" : "M0 0.6L7.4 4L0 7.4L1.6 4Z", colour);
}

static double legend_width(const struct diagram *d)
{
    double w = 0;
    for (int k = 0; k < LOOKS; k++)
        for (int32_t v = 0; v < d->n_nodes; v++)
            if (d->nodes[v].kind == looks[k].kind) {
                w += 44 + mark_width(looks[k].name, 20, DIAGRAM_NOTE + 1);
                break;
            }
    return w + 24;
}

static void put_legend(FILE *f, const struct diagram *d, double y)
{
    double x = 24;
    for (int k = 0; k < LOOKS; k++) {
        bool used = false;
        for (int32_t v = 0; v < d->n_nodes; v++) used |= d->nodes[v].kind == looks[k].kind;
        if (!used) continue;
        put_shape(f, looks[k].kind, x + 11, y - 4, 20, 13);
        open_text(f, x + 28, y, DIAGRAM_NOTE + 1, "start");
        fprintf(f, "%s</text>\n", looks[k].name);
        x += 44 + mark_width(looks[k].name, 20, DIAGRAM_NOTE + 1);
    }
}

static void put_all(FILE *f, const struct layout *l)
{
    const char *title = l->d->title ? l->d->title : "";
    double width = fmax(l->width, fmax(legend_width(l->d), mark_width(title, 200, 15) + 48));
    double height = l->height + LEGEND;
    mark_number(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    mark_number(f, "\" height=\"", height);
    put_point(f, "\" viewBox=\"0 0 ", width, height);
    fputs("\" font-family=\"Helvetica, Arial, sans-serif\">\n<defs>\n", f);
    put_marker(f, "a", "#4a4a4a", false);
    put_marker(f, "b", "#4a4a4a", true);
    put_marker(f, "e", "#a0522d", false);
    put_marker(f, "f", "#a0522d", true);
    fputs("</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", f);
    open_text(f, width / 2, 27, 15, "middle");
    mark_escaped(f, title, 200);
    fputs("</text>\n", f);
    mark_number(f, "<g transform=\"translate(", (width - l->width) / 2);
    fputs(" 0)\">\n", f);
    put_edges(f, l);
    for (int32_t v = 0; v < l->d->n_nodes; v++) put_node(f, &l->d->nodes[v], &l->items[v]);
    put_labels(f, l);
    fputs("</g>\n", f);
    put_legend(f, l->d, height - 16);
    fputs("</svg>\n", f);
}

saltus_status diagram_svg(const char *path, const struct diagram *d)
{
    struct layout l = {.d = d};
    saltus_status st = SALTUS_ENOMEM;
    if (layout_rank(&l) == 0 && layout_place(&l) == 0) {
        FILE *f = out_open(path);
        st = SALTUS_EIO;
        if (f) {
            put_all(f, &l);
            st = out_close(f);
        }
    }
    layout_free(&l);
    return st;
}
