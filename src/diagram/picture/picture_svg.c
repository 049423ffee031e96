/* SPDX-License-Identifier: MIT */
/* picture_svg.c - boxes and wires as SVG.
 *
 * The drawing is like the other pictures: dark lines and pale boxes on white. A thick wire carries
 * a vector, a dashed one events; a box with a shadow is a vector block, one with a double line a
 * nested diagram, which has a drawing of its own further down. */
#include "diagram/picture/picture.h"
#include "out/plot/mark.h"
#include <math.h>
#include <stdlib.h>

enum {
    HEAD = 34,
    APART = 16,
    SIDE = 12
}; /* pixels: a title; between drawings; left and right      */

static double px(int32_t cells)
{
    return (double)cells * PICTURE_GRID;
}

static void put_text(FILE *f, double x, double y, double size, const char *anchor, const char *more,
                     const char *s, int most)
{
    mark_number(f, "<text x=\"", x);
    mark_number(f, "\" y=\"", y);
    mark_number(f, "\" font-size=\"", size);
    fprintf(f, "\" text-anchor=\"%s\"%s>", anchor, more);
    mark_escaped(f, s, most);
    fputs("</text>\n", f);
}

static void put_rect(FILE *f, double x, double y, double w, double h, double round,
                     const char *more)
{
    mark_number(f, "<rect x=\"", x);
    mark_number(f, "\" y=\"", y);
    mark_number(f, "\" width=\"", w);
    mark_number(f, "\" height=\"", h);
    mark_number(f, "\" rx=\"", round);
    fprintf(f, "\"%s/>\n", more);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* A tag with a point at its right side. */
static void put_tag(FILE *f, const struct picture_box *b)
{
    double x = px(b->x), y = px(b->y), w = px(b->w), h = px(b->h);
    mark_number(f, "<path d=\"M", x);
    mark_number(f, " ", y);
    mark_number(f, "H", x + w - 8);
    mark_number(f, "L", x + w);
    mark_number(f, " ", y + h / 2);
    mark_number(f, "L", x + w - 8);
    mark_number(f, " ", y + h);
    mark_number(f, "H", x);
    fputs("Z\"/>\n", f);
}

static void put_shape(FILE *f, const struct picture_box *b)
{
    double x = px(b->x), y = px(b->y), w = px(b->w), h = px(b->h);
    fprintf(f, "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"1.4\">\n", b->fill, b->line);
    if (b->shape == PICTURE_INPUT || b->shape == PICTURE_OUTPUT) {
        put_tag(f, b);
    } else {
        if (b->vector) put_rect(f, x + 4, y - 4, w, h, 3, "");
        put_rect(f, x, y, w, h, 3, "");
        if (b->shape == PICTURE_NESTED)
            put_rect(f, x + 3, y + 3, w - 6, h - 6, 2, " stroke-width=\"0.8\"");
    }
    fputs("</g>\n", f);
}

static void put_ports(FILE *f, const struct picture_box *b, int way)
{
    const struct picture_port *port = way ? b->out : b->in;
    for (int32_t k = 0; k < (way ? b->n_out : b->n_in); k++) {
        struct picture_point at = picture_port_at(b, way, k);
        if (!port[k].name[0]) continue;
        put_text(f, px(at.x) + (way ? -6 : 6), px(at.y) + 3, 9, way ? "end" : "start",
                 " fill=\"#555555\"", port[k].name, 12);
    }
}

static double side_width(const struct picture_port *port, int32_t n)
{
    double w = 0;
    for (int32_t k = 0; k < n; k++) w = fmax(w, mark_width(port[k].name, 12, 9));
    return w;
}

/* From the side of the box to the connector of the icon, and a ground where there is one. */
static void put_pins(FILE *f, const struct picture_box *b, int way)
{
    const struct picture_port *port = way ? b->out : b->in;
    for (int32_t k = 0; k < (way ? b->n_out : b->n_in); k++) {
        struct picture_point at = picture_port_at(b, way, k);
        double x = px(at.x), y = px(at.y), side = way ? 1 : -1;
        if (b->icon) {
            double to = port[k].at[0] * PICTURE_ICON * PICTURE_GRID / 100;
            mark_number(f, "<path fill=\"none\" stroke=\"#4a4a4a\" stroke-width=\"1.2\" d=\"M", x);
            mark_number(f, " ", y);
            mark_number(f, "H", px(b->x) + (b->mirrored ? px(b->w) - to : to));
            mark_number(f, "V", px(b->y) + port[k].at[1] * PICTURE_ICON * PICTURE_GRID / 100);
            fputs("\"/>\n", f);
        }
        if (!port[k].ground) continue;
        mark_number(f, "<path fill=\"none\" stroke=\"#4a4a4a\" stroke-width=\"1.4\" d=\"M", x);
        mark_number(f, " ", y);
        mark_number(f, "h", side * 10);
        fputs("v10m-8 0h16m-13 4h10m-7 4h4\"/>\n", f);
    }
}

static void put_icon(FILE *f, const struct picture_box *b)
{
    double scale = PICTURE_ICON * PICTURE_GRID / 100.0;
    mark_number(f, "<g transform=\"translate(", px(b->mirrored ? b->x + b->w : b->x));
    mark_number(f, " ", px(b->y));
    mark_number(f, ") scale(", b->mirrored ? -scale : scale);
    mark_number(f, " ", scale);
    fprintf(f, ")\" color=\"%s\">", b->colour);
    if (b->vector) fprintf(f, "<g opacity=\"0.3\" transform=\"translate(7 -7)\">%s</g>", b->icon);
    fprintf(f, "%s</g>\n", b->icon);
    put_text(f, px(b->x) + px(b->w) / 2, px(b->y) + px(b->h) + 12, 11, "middle", "", b->name, 30);
}

static void put_box(FILE *f, const struct picture_box *b)
{
    put_pins(f, b, 0);
    put_pins(f, b, 1);
    if (b->icon) {
        put_icon(f, b);
        return;
    }
    double x = px(b->x), y = px(b->y), w = px(b->w), h = px(b->h);
    double left = side_width(b->in, b->n_in), right = side_width(b->out, b->n_out);
    double middle = x + (left + w - right) / 2, size = mark_letters(b->symbol) > 3 ? 11 : 17;
    put_shape(f, b);
    if (b->shape == PICTURE_INPUT || b->shape == PICTURE_OUTPUT) {
        put_text(f, x + (w - 6) / 2, y + h / 2 + 4, 11, "middle", "", b->name, 20);
        return;
    }
    put_text(f, middle, y + h / 2 + (b->note ? -3 : size * 0.36), size, "middle", "", b->symbol,
             28);
    if (b->note) put_text(f, middle, y + h / 2 + 13, 9, "middle", " fill=\"#555555\"", b->note, 28);
    put_ports(f, b, 0);
    put_ports(f, b, 1);
    put_text(f, x + w / 2, y + h + 14, 11, "middle", "", b->name, 30);
}

/* ---- Wires ----------------------------------------------------------------------------------- */

/* How far two wires of one net go together: corners of w that both have, and the point where they
 * part. */
static int32_t parting(const struct picture_wire *w, const struct picture_wire *other,
                       struct picture_point *at)
{
    int32_t k = 0;
    while (k < w->path.n && k < other->path.n && w->path.at[k].x == other->path.at[k].x &&
           w->path.at[k].y == other->path.at[k].y)
        k++;
    if (k == 0) return 0;
    *at = w->path.at[k - 1];
    if (k == w->path.n || k == other->path.n) return k;
    struct picture_point a = w->path.at[k], b = other->path.at[k];
    bool across = a.y == at->y && b.y == at->y && (a.x > at->x) == (b.x > at->x);
    bool upright = a.x == at->x && b.x == at->x && (a.y > at->y) == (b.y > at->y);
    if (across) at->x = abs(a.x - at->x) < abs(b.x - at->x) ? a.x : b.x;
    if (upright) at->y = abs(a.y - at->y) < abs(b.y - at->y) ? a.y : b.y;
    return k;
}

/* Where the wire leaves what has been drawn of its net; a thick one is not hidden by a thin one. */
static int32_t begin(const struct picture *p, int32_t wire, struct picture_point *from)
{
    const struct picture_wire *w = &p->wires.at[wire];
    int32_t most = 1;
    *from = w->path.at[0];
    for (int32_t k = 0; k < wire; k++) {
        const struct picture_wire *o = &p->wires.at[k];
        struct picture_point at = *from;
        int32_t n;
        if (o->from != w->from || o->out != w->out || (w->thick && !o->thick)) continue;
        n = parting(w, o, &at);
        if (n < most || n >= w->path.n) continue;
        struct picture_point last = w->path.at[n - 1];
        if (n == most && abs(at.x - last.x) + abs(at.y - last.y) <=
                             abs(from->x - last.x) + abs(from->y - last.y))
            continue;
        most = n;
        *from = at;
    }
    return most;
}

static void put_wire(FILE *f, const struct picture *p, int32_t wire)
{
    const struct picture_wire *w = &p->wires.at[wire];
    const char *colour = w->event ? "#a0522d" : "#4a4a4a";
    struct picture_point from;
    int32_t next = w->path.n ? begin(p, wire, &from) : 0;
    if (!next) return;
    fprintf(f, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s", colour,
            w->thick ? "2.4" : "1.2", w->event ? " stroke-dasharray=\"5 3\"" : "");
    if (!w->plain) fprintf(f, " marker-end=\"url(#%s)\"", w->event ? "e" : "a");
    mark_number(f, " d=\"M", px(from.x));
    mark_number(f, " ", px(from.y));
    for (int32_t k = next; k < w->path.n; k++) {
        mark_number(f, "L", px(w->path.at[k].x) - (k == w->path.n - 1 && !w->plain ? 5 : 0));
        mark_number(f, " ", px(w->path.at[k].y));
    }
    fputs("\"/>\n", f);
}

/* Above the last piece of the wire. */
static void put_label(FILE *f, const struct picture_wire *w)
{
    struct picture_point end;
    if (!w->label || w->path.n == 0) return;
    end = w->path.at[w->path.n - 1];
    put_text(f, px(end.x) - 8, px(end.y) - 5, 9, "end",
             " fill=\"#333333\" stroke=\"#ffffff\" stroke-width=\"2\" paint-order=\"stroke\"",
             w->label, 40);
}

static void put_dot(FILE *f, struct picture_point at)
{
    mark_number(f, "<circle cx=\"", px(at.x));
    mark_number(f, "\" cy=\"", px(at.y));
    fputs("\" r=\"2.8\" fill=\"#4a4a4a\"/>\n", f);
}

/* ---- The file -------------------------------------------------------------------------------- */

static void put_drawing(FILE *f, const struct picture *p, double y)
{
    char more[64];
    put_text(f, SIDE + 6, y + 21, 14, "start", " font-weight=\"bold\"", p->title, 120);
    mark_number(f, "<g transform=\"translate(", SIDE);
    mark_number(f, " ", y + HEAD);
    fputs(")\">\n", f);
    for (int32_t k = 0; k < p->wires.n; k++) put_wire(f, p, k);
    for (int32_t k = 0; k < p->dots.n; k++) put_dot(f, p->dots.at[k]);
    for (int32_t k = 0; k < p->boxes.n; k++) put_box(f, &p->boxes.at[k]);
    for (int32_t k = 0; k < p->wires.n; k++) put_label(f, &p->wires.at[k]);
    snprintf(more, sizeof more, "and %d more blocks that are not drawn", p->left_out);
    if (p->left_out) put_text(f, 10, px(p->height) - 4, 12, "start", " fill=\"#a0522d\"", more, 60);
    fputs("</g>\n", f);
}

static double width_of(const struct picture *p)
{
    return fmax(px(p->width), mark_width(p->title, 120, 15.5)) + 2 * SIDE;
}

static void put_marker(FILE *f, const char *id, const char *colour)
{
    fprintf(f,
            "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"2\" refY=\"4\" markerWidth=\"8\" "
            "markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 "
            "0.6L7.4 4L0 7.4L1.6 4Z\" fill=\"%s\"/></marker>\n",
            id, colour);
}

void picture_svg(struct picture *const *list, int32_t n, FILE *out)
{
    double width = 200, height = SIDE, y = SIDE / 2.0;
    for (int32_t k = 0; k < n; k++) {
        width = fmax(width, width_of(list[k]));
        height += HEAD + px(list[k]->height) + APART;
    }
    mark_number(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    mark_number(out, "\" height=\"", height);
    mark_number(out, "\" viewBox=\"0 0 ", width);
    mark_number(out, " ", height);
    fputs("\" font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" "
          "fill=\"#222222\">\n<defs>\n",
          out);
    put_marker(out, "a", "#4a4a4a");
    put_marker(out, "e", "#a0522d");
    fputs("</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", out);
    for (int32_t k = 0; k < n; k++) {
        double h = HEAD + px(list[k]->height);
        if (n > 1)
            put_rect(out, SIDE / 2.0, y, width - SIDE, h, 6, " fill=\"none\" stroke=\"#bbbbbb\"");
        put_drawing(out, list[k], y);
        y += h + APART;
    }
    fputs("</svg>\n", out);
}
