/* SPDX-License-Identifier: MIT */
/* diagram_svg.c - a diagram as a picture: layers from top to bottom, smooth arrows.
 *
 * Shapes say what a node is: rounded box a state, box a discrete variable, hexagon a guard, double
 * box a clock, ellipse a sum or a delay. Full arrows act all the time, dashed ones at events. A
 * node that acts on itself has a loop at its right side. */
#include "base/arena.h"
#include "out/number.h"
#include "out/plot/diagram_layout.h"
#include "out/plot/mark.h"
#include <math.h>
#include <stdlib.h>

enum { LABEL = 13, NOTE = 10, LETTERS = 40 }; /* pixels; texts are cut after so many letters */
enum { GAP = 28, PASS = 14, MARGIN = 24, ABOVE = 54, BETWEEN = 58, LOOP = 30 };

/* ---- Sizes ----------------------------------------------------------------------------------- */

static double text_width(const char *s, double size)
{
    return s ? mark_width(s, LETTERS, size) : 0;
}

static double loop_label(const struct diagram *d, int32_t node)
{
    double most = -1;
    for (int32_t e = 0; e < d->n_edges; e++)
        if (d->edges[e].from == node && d->edges[e].to == node)
            most = fmax(most, text_width(d->edges[e].label, NOTE));
    return most;
}

static void measure(struct diagram_layout *g)
{
    for (int32_t k = 0; k < g->in.n_items; k++) {
        struct layers_item *it = &g->in.items[k];
        struct diagram_shape *shape = &g->shape[k];
        it->before = it->after = PASS;
        if (it->node < 0) continue;
        const struct diagram_node *n = &g->d->nodes[it->node];
        double loop = loop_label(g->d, it->node);
        shape->width = fmax(56, fmax(text_width(n->label, LABEL), text_width(n->note, NOTE)) + 26);
        shape->height = n->note ? 44 : 32;
        it->before = it->after = shape->width / 2 + GAP / 2.0;
        if (loop >= 0) it->after += LOOP + loop;
    }
}

/* Everything into the picture. */
static void find_y(struct diagram_layout *g)
{
    struct layers *l = &g->in;
    double left = 0, right = 0, y = ABOVE;
    for (int32_t k = 0; k < l->n_items; k++) {
        const struct layers_item *it = &l->items[k];
        left = fmin(k ? left : INFINITY, it->x - it->before);
        right = fmax(k ? right : -INFINITY, it->x + it->after);
    }
    for (int32_t k = 0; k < l->n_layers; k++) {
        double high = 0;
        int32_t links = l->start[k + 1] - l->start[k];
        for (int32_t i = l->start[k]; i < l->start[k + 1]; i++)
            high = fmax(high, g->shape[l->layer[i]].height);
        for (int32_t i = l->start[k]; i < l->start[k + 1]; i++) {
            l->items[l->layer[i]].x += MARGIN - left;
            g->shape[l->layer[i]].y = y + high / 2;
        }
        y += high + BETWEEN + fmin(40, 2 * links);
    }
    g->width = right - left + 2 * MARGIN;
    g->height = y - BETWEEN + MARGIN;
}

/* ---- Ports: where edges touch their nodes ---------------------------------------------------- */

struct port {
    double at; /* x of the next item of the chain */
    int32_t edge;
};

static int by_place(const void *a, const void *b)
{
    const struct port *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static void spread(struct diagram_layout *g, int32_t node, bool below, struct port *ports)
{
    const struct layers *l = &g->in;
    int32_t n = 0;
    for (int32_t e = 0; e < l->n_edges; e++) {
        const int32_t *c = l->chain + l->edges[e].first, last = l->edges[e].count - 1;
        if (l->edges[e].self || c[below ? 0 : last] != node) continue;
        ports[n++] = (struct port){l->items[c[below ? 1 : last - 1]].x, e};
    }
    qsort(ports, (size_t)n, sizeof *ports, by_place);
    for (int32_t k = 0; k < n; k++) {
        double room = fmin(g->shape[node].width - 20, 22.0 * (n - 1));
        double x = l->items[node].x + (n > 1 ? room * (k / (n - 1.0) - 0.5) : 0);
        if (below)
            g->ends[ports[k].edge].from_x = x;
        else
            g->ends[ports[k].edge].to_x = x;
    }
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

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

/* anchor: "start", "middle" or "end" of the text is at x. */
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

static void put_node(FILE *f, const struct diagram_layout *g, int32_t v)
{
    const struct diagram_node *n = &g->d->nodes[v];
    const struct diagram_shape *shape = &g->shape[v];
    double x = g->in.items[v].x;
    put_shape(f, n->kind, x, shape->y, shape->width, shape->height);
    open_text(f, x, shape->y + (n->note ? -2 : 4.5), LABEL, "middle");
    mark_escaped(f, n->label, LETTERS);
    fputs("</text>\n", f);
    if (!n->note) return;
    fputs("<g fill=\"#555\">", f);
    open_text(f, x, shape->y + 13, NOTE, "middle");
    mark_escaped(f, n->note, LETTERS + 12);
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
static void put_path(FILE *f, const struct diagram_layout *g, int32_t e)
{
    const struct layers_edge *edge = &g->in.edges[e];
    const int32_t *c = g->in.chain + edge->first, n = edge->count;
    double x = 0, y = 0;
    for (int32_t i = 0; i < n; i++) {
        int32_t k = edge->turned ? n - 1 - i : i;
        const struct diagram_shape *s = &g->shape[c[k]];
        double px = k == 0 ? g->ends[e].from_x : k == n - 1 ? g->ends[e].to_x : g->in.items[c[k]].x;
        double py = k == 0 ? s->y + s->height / 2 : k == n - 1 ? s->y - s->height / 2 : s->y;
        if (i == n - 1) py += edge->turned ? 5 : -5; /* the arrow's head */
        if (i == 0 && g->d->edges[e].both) py += edge->turned ? -5 : 5;
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
    open_text(f, x, y, NOTE, anchor);
    mark_escaped(f, label, LETTERS);
    fputs("</text></g>\n", f);
}

/* Beside the lower half of the first piece of the chain. */
static void put_edge_label(FILE *f, const struct diagram_layout *g, int32_t e)
{
    const struct layers_edge *edge = &g->in.edges[e];
    int32_t mid = (edge->count - 1) / 2;
    const int32_t *c = g->in.chain + edge->first + mid;
    const struct diagram_shape *a = &g->shape[c[0]], *b = &g->shape[c[1]];
    double xa = mid == 0 ? g->ends[e].from_x : g->in.items[c[0]].x;
    double xb = mid + 2 == edge->count ? g->ends[e].to_x : g->in.items[c[1]].x;
    double ya = a->y + a->height / 2, yb = b->y - b->height / 2, s = 0.35 + 0.3 * (e % 2);
    double w = s * s * (3 - 2 * s); /* about where the bend is */
    put_label(f, g->d->edges[e].label, xa + w * (xb - xa), ya + s * (yb - ya) + 3, "middle");
}

static void put_loop(FILE *f, const struct diagram_layout *g, int32_t e)
{
    int32_t v = g->d->edges[e].from;
    const struct diagram_shape *s = &g->shape[v];
    double side = g->d->nodes[v].kind == SALTUS_GUARD ? s->height / 6 : 0;
    double x = g->in.items[v].x + s->width / 2 + side * 0.5, y = s->y, h = s->height * 0.26;
    put_point(f, "M", x - side * 0.5, y - h);
    put_point(f, "C", x + 26, y - h - 8);
    put_point(f, " ", x + 26, y + h + 8);
    put_point(f, " ", x + 5 - side * 0.5, y + h + 1);
}

static void put_edges(FILE *f, const struct diagram_layout *g)
{
    for (int32_t e = 0; e < g->d->n_edges; e++) {
        bool event = g->d->edges[e].event;
        fprintf(f, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"%s",
                event ? "#a0522d" : "#4a4a4a", event ? " stroke-dasharray=\"5 3\"" : "");
        fprintf(f, " marker-end=\"url(#%s)\"", event ? "e" : "a");
        if (g->d->edges[e].both) fprintf(f, " marker-start=\"url(#%s)\"", event ? "f" : "b");
        fputs(" d=\"", f);
        if (g->in.edges[e].self)
            put_loop(f, g, e);
        else
            put_path(f, g, e);
        fputs("\"/>\n", f);
    }
}

static void put_labels(FILE *f, const struct diagram_layout *g)
{
    for (int32_t e = 0; e < g->d->n_edges; e++) {
        int32_t v = g->d->edges[e].from;
        if (g->in.edges[e].self)
            put_label(f, g->d->edges[e].label, g->in.items[v].x + g->shape[v].width / 2 + 24,
                      g->shape[v].y + 3.5, "start");
        else
            put_edge_label(f, g, e);
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
                w += 44 + mark_width(looks[k].name, 20, NOTE + 1);
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
        open_text(f, x + 28, y, NOTE + 1, "start");
        fprintf(f, "%s</text>\n", looks[k].name);
        x += 44 + mark_width(looks[k].name, 20, NOTE + 1);
    }
}

static void put_all(FILE *f, const struct diagram_layout *g)
{
    const char *title = g->d->title ? g->d->title : "";
    double width = fmax(g->width, fmax(legend_width(g->d), mark_width(title, 200, 15) + 48));
    double height = g->height + LEGEND;
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
    mark_number(f, "<g transform=\"translate(", (width - g->width) / 2);
    fputs(" 0)\">\n", f);
    put_edges(f, g);
    for (int32_t v = 0; v < g->d->n_nodes; v++) put_node(f, g, v);
    put_labels(f, g);
    fputs("</g>\n", f);
    put_legend(f, g->d, height - 16);
    fputs("</svg>\n", f);
}

void diagram_lay_out(struct diagram_layout *g, struct arena *a)
{
    struct layers *l = &g->in;
    layers_init(l, a, g->d->n_nodes, g->d->n_edges);
    for (int32_t e = 0; e < l->n_edges; e++) {
        l->edges[e].from = g->d->edges[e].from;
        l->edges[e].to = g->d->edges[e].to;
    }
    layers_rank(l);
    g->shape = ARENA_ARRAY(a, struct diagram_shape, l->n_items + 1);
    g->ends = ARENA_ARRAY(a, struct diagram_ends, l->n_edges + 1);
    measure(g);
    layers_place(l);
    find_y(g);
    struct port *ports = ARENA_ARRAY(a, struct port, l->n_edges + 1);
    for (int32_t v = 0; v < l->n_nodes; v++) {
        spread(g, v, true, ports);
        spread(g, v, false, ports);
    }
}

saltus_status diagram_svg(const char *path, const struct diagram *d)
{
    struct diagram_layout g = {.d = d};
    struct arena a;
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail)) {
        arena_free(&a);
        return SALTUS_ENOMEM;
    }
    diagram_lay_out(&g, &a);
    FILE *f = out_open(path);
    if (f) put_all(f, &g);
    arena_free(&a);
    return f ? out_close(f) : SALTUS_EIO;
}
