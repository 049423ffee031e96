/* SPDX-License-Identifier: MIT */
/* picture_place.c - where the boxes of a diagram are.
 *
 * If the file says where all boxes are, they stay there, drawn apart until none overlaps.
 * Otherwise those without a place are put into layers from left to right (out/plot/layers.h).
 * Heights follow the neighbours' ports, so that wires are straight where they can be. */
#include "diagram/picture/picture.h"
#include "out/plot/layers.h"
#include "out/plot/mark.h"
#include <math.h>

enum { GAP = 4, BETWEEN = 5, PASS = 2, TRIES = 16, FARTHEST = 1000 }; /* cells */

static int32_t cells(double pixels)
{
    return (int32_t)ceil(pixels / PICTURE_GRID);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static double widest(const struct picture_port *port, int32_t n)
{
    double w = 0;
    for (int32_t k = 0; k < n; k++) w = fmax(w, mark_width(port[k].name, 12, 9));
    return w;
}

static void measure(struct picture_box *b)
{
    int32_t rows = b->n_in > b->n_out ? b->n_in : b->n_out;
    double sides = widest(b->in, b->n_in) + widest(b->out, b->n_out);
    double middle = fmax(mark_width(b->symbol, 28, mark_letters(b->symbol) > 3 ? 11 : 17),
                         b->note ? mark_width(b->note, 28, 9) : 0);
    if (b->shape == PICTURE_INPUT || b->shape == PICTURE_OUTPUT) {
        b->w = cells(mark_width(b->name, 20, 11) + 18);
        b->h = 2;
        b->label = 0;
        return;
    }
    if (b->icon) {
        b->w = b->h = PICTURE_ICON;
        b->label = cells(mark_width(b->name, 30, 11));
        return;
    }
    b->w = cells(fmax(46, middle + sides + (sides > 0 ? 18 : 12)));
    b->h = rows > 2 ? 2 * rows : 4;
    if (b->note && b->h < 6) b->h = 6;
    b->label = cells(mark_width(b->name, 30, 11));
}

static int32_t breadth(const struct picture_box *b)
{
    return b->label > b->w ? b->label : b->w;
}

static int32_t room_below(const struct picture_box *b)
{
    return b->label ? 2 : 0;
}

struct picture_point picture_port_at(const struct picture_box *b, int way, int32_t port)
{
    int32_t n = way ? b->n_out : b->n_in;
    if (b->icon)
        return (struct picture_point){way ? b->x + b->w : b->x,
                                      b->y + (way ? b->out : b->in)[port].row};
    return (struct picture_point){way ? b->x + b->w : b->x, b->y + b->h / 2 - (n - 1) + 2 * port};
}

/* ---- As the file says ------------------------------------------------------------------------ */

static bool clash(const struct picture_box *a, const struct picture_box *b)
{
    return a->x - GAP < b->x + breadth(b) && b->x - GAP < a->x + breadth(a) &&
           a->y - GAP + 1 < b->y + b->h + room_below(b) &&
           b->y - GAP + 1 < a->y + a->h + room_below(a);
}

static void put_at(struct picture *p, double scale)
{
    for (int32_t k = 0; k < p->boxes.n; k++) {
        struct picture_box *b = &p->boxes.at[k];
        if (!b->placed) continue;
        b->x = (int32_t)lrint(b->at[0] * scale / PICTURE_GRID);
        b->y = (int32_t)lrint(b->at[1] * scale / PICTURE_GRID);
    }
}

/* Are they within a drawing of reasonable size? */
static bool all_near(const struct picture *p)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t k = 0; k < p->boxes.n; k++)
        for (int i = 0; i < 2 && p->boxes.at[k].placed; i++) {
            low[i] = fmin(low[i], p->boxes.at[k].at[i]);
            high[i] = fmax(high[i], p->boxes.at[k].at[i]);
        }
    return fabs(low[0]) < 1e6 && fabs(low[1]) < 1e6 && high[0] - low[0] < FARTHEST * PICTURE_GRID &&
           high[1] - low[1] < FARTHEST * PICTURE_GRID;
}

static bool all_apart(const struct picture *p)
{
    for (int32_t i = 0; i < p->boxes.n; i++)
        for (int32_t j = 0; j < i; j++)
            if (p->boxes.at[i].placed && p->boxes.at[j].placed &&
                clash(&p->boxes.at[i], &p->boxes.at[j]))
                return false;
    return true;
}

/* Scales the places until nothing overlaps; false: that does not help (two boxes at one place), or
 * they are too far from each other. */
static bool place_as_said(struct picture *p)
{
    double scale = 1;
    if (!all_near(p)) return false;
    for (int k = 0; k < TRIES; k++, scale *= 1.08) {
        put_at(p, scale);
        if (all_apart(p)) return true;
    }
    return false;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static bool loose(const struct picture *p, const struct picture_wire *w)
{
    return !p->boxes.at[w->from].placed && !p->boxes.at[w->to].placed;
}

/* Cells between a column and the next: room for the nets that turn there, and for labels at
 * their ends. */
static int32_t channel(const struct picture *p, int32_t layer)
{
    int32_t nets = 0, text = 0, last = -1, port = -1;
    for (int32_t w = 0; w < p->wires.n; w++) {
        const struct picture_wire *e = &p->wires.at[w];
        int32_t a = p->boxes.at[e->from].layer, b = p->boxes.at[e->to].layer;
        if (!loose(p, e)) continue;
        if ((a <= layer && b > layer) || (a > layer && b <= layer + 1) || a == layer) {
            nets += e->from != last || e->out != port;
            last = e->from, port = e->out;
        }
        if (e->label && b == layer + 1 && cells(mark_width(e->label, 40, 9)) > text)
            text = cells(mark_width(e->label, 40, 9));
    }
    return BETWEEN + (nets > 10 ? 10 : nets) + text;
}

static int32_t tall(const struct picture_box *b)
{
    return b->h + room_below(b) + GAP - 1;
}

/* The boxes without a place, and the wires between them. What is x in layers.h is y here, of the
 * top of a box. */
static void fill_graph(struct picture *p, struct layers *g, const int32_t *node)
{
    int32_t n = 0;
    for (int32_t k = 0; k < p->boxes.n; k++)
        if (!p->boxes.at[k].placed) g->items[node[k]].first = p->boxes.at[k].shape == PICTURE_INPUT;
    for (int32_t w = 0; w < p->wires.n; w++) {
        const struct picture_wire *e = &p->wires.at[w];
        if (!loose(p, e)) continue;
        const struct picture_box *from = &p->boxes.at[e->from], *to = &p->boxes.at[e->to];
        g->edges[n++] = (struct layers_edge){.from = node[e->from],
                                             .to = node[e->to],
                                             .at = {picture_port_at(from, 1, e->out).y - from->y,
                                                    picture_port_at(to, 0, e->in).y - to->y}};
    }
}

/* A wire that is almost straight becomes so, if there is room: of each box the first that
 * reaches it. */
static void straighten(struct picture *p, const struct layers *g, const int32_t *box, int32_t layer)
{
    const int32_t *list = g->layer + g->start[layer], n = g->start[layer + 1] - g->start[layer];
    for (int32_t i = 0; i < n; i++) {
        if (list[i] >= g->n_nodes) continue;
        struct picture_box *b = &p->boxes.at[box[list[i]]];
        int32_t low = INT32_MIN, high = INT32_MAX; /* of its top */
        for (int32_t j = 0; j < n; j++) {
            if (list[j] >= g->n_nodes || j == i) continue;
            const struct picture_box *other = &p->boxes.at[box[list[j]]];
            if (j < i) low = other->y + tall(other);
            if (j > i && high == INT32_MAX) high = other->y - tall(b);
        }
        for (int32_t w = 0; w < p->wires.n; w++) {
            const struct picture_wire *e = &p->wires.at[w];
            const struct picture_box *from = &p->boxes.at[e->from];
            if (!loose(p, e) || e->to != box[list[i]] || from->layer >= b->layer) continue;
            int32_t lift = picture_port_at(from, 1, e->out).y - picture_port_at(b, 0, e->in).y;
            if (lift > 3 || lift < -3 || b->y + lift < low || b->y + lift > high) continue;
            b->y += lift;
            break;
        }
    }
}

static void place_layers(struct picture *p, int32_t top)
{
    struct layers g;
    int32_t n = 0, wires = 0, x = 0, lowest = INT32_MAX;
    int32_t *node = ARENA_ARRAY(p->arena, int32_t, p->boxes.n + 1),
            *box = ARENA_ARRAY(p->arena, int32_t, p->boxes.n + 1);
    for (int32_t k = 0; k < p->boxes.n; k++)
        if (!p->boxes.at[k].placed) node[k] = n, box[n++] = k;
    for (int32_t w = 0; w < p->wires.n; w++) wires += loose(p, &p->wires.at[w]);
    layers_init(&g, p->arena, n, wires);
    g.forward = true;
    fill_graph(p, &g, node);
    layers_rank(&g);
    for (int32_t i = 0; i < g.n_items; i++)
        g.items[i].after = i < n ? tall(&p->boxes.at[box[i]]) : PASS;
    layers_place(&g);
    for (int32_t i = 0; i < n; i++) {
        p->boxes.at[box[i]].layer = g.items[i].layer;
        p->boxes.at[box[i]].y = (int32_t)floor(g.items[i].x + 0.5);
    }
    for (int32_t k = 0; k < g.n_layers; k++) {
        int32_t w = 0;
        for (int32_t i = 0; i < n; i++)
            if (g.items[i].layer == k && breadth(&p->boxes.at[box[i]]) > w)
                w = breadth(&p->boxes.at[box[i]]);
        for (int32_t i = 0; i < n; i++)
            if (g.items[i].layer == k) p->boxes.at[box[i]].x = x + (w - p->boxes.at[box[i]].w) / 2;
        x += w + channel(p, k);
        straighten(p, &g, box, k);
    }
    for (int32_t i = 0; i < n; i++)
        if (p->boxes.at[box[i]].y < lowest) lowest = p->boxes.at[box[i]].y;
    for (int32_t i = 0; i < n; i++) p->boxes.at[box[i]].y += top - lowest;
}

/* ---- All
 * -------------------------------------------------------------------------------------------- */

/* The upper left corner becomes the margin, which has room for wires that go round everything. */
static void frame(struct picture *p)
{
    int32_t margin = PICTURE_MARGIN + (p->wires.n < 20 ? p->wires.n : 20);
    int32_t left = INT32_MAX, top = INT32_MAX, right = 0, bottom = 0;
    for (int32_t k = 0; k < p->boxes.n; k++) {
        const struct picture_box *b = &p->boxes.at[k];
        int32_t out = (breadth(b) - b->w + 1) / 2;
        if (b->x - out < left) left = b->x - out;
        if (b->y < top) top = b->y;
    }
    for (int32_t k = 0; k < p->boxes.n; k++) {
        struct picture_box *b = &p->boxes.at[k];
        b->x += margin - left;
        b->y += margin - top;
        if (b->x + breadth(b) > right) right = b->x + breadth(b);
        if (b->y + b->h + room_below(b) > bottom) bottom = b->y + b->h + room_below(b);
    }
    p->width = right + margin;
    p->height = bottom + margin;
}

void picture_place(struct picture *p)
{
    int32_t bottom = 0, placed = 0;
    for (int32_t k = 0; k < p->boxes.n; k++) {
        measure(&p->boxes.at[k]);
        placed += p->boxes.at[k].placed;
    }
    if (placed && !place_as_said(p)) {
        for (int32_t k = 0; k < p->boxes.n; k++) p->boxes.at[k].placed = false;
        placed = 0;
    }
    for (int32_t k = 0; k < p->boxes.n; k++) {
        const struct picture_box *b = &p->boxes.at[k];
        if (b->placed && b->y + b->h + room_below(b) + GAP > bottom)
            bottom = b->y + b->h + room_below(b) + GAP;
    }
    if (placed < p->boxes.n) place_layers(p, bottom);
    frame(p);
}
