/* SPDX-License-Identifier: MIT */
/* legend.c - how curves look, and where a panel says which is which.
 *
 * A legend is a list inside the box of its panel if a place is free that no curve passes; else a
 * row above the box, if all labels fit beside each other; else a list beside the box, and what has
 * no room there is counted in its last line. */
#include "out/plot/layout.h"

#include "out/plot/mark.h"

#include <math.h>

enum {
    COLOURS = 7,
    ROW = 18,
    SAMPLE = 26,
    PAD = 8,
    LABEL_MAX = 32,
    SLICES = 6
}; /* pixels; letters */

/* ---- Looks ----------------------------------------------------------------------------------- */

/* Colours that most colour-blind people can distinguish (Okabe and Ito); yellow is too light. */
struct canvas_pen legend_pen(size_t i)
{
    static const char *const colour[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#000000"};
    static const char *const dashes[] = {"", "7 3", "2 2.5", "8 3 2 3"};
    const char *c = colour[i % COLOURS];
    return (struct canvas_pen){c, 1.4, dashes[i / COLOURS % 4], c, 0.28};
}

static void circle(struct canvas *c, double x, double y, double r)
{
    double k = 0.5523 * r; /* a quarter of a circle as a cubic */
    c->move(c, x + r, y);
    c->cubic(c, (double[6]){x + r, y + k, x + k, y + r, x, y + r});
    c->cubic(c, (double[6]){x - k, y + r, x - r, y + k, x - r, y});
    c->cubic(c, (double[6]){x - r, y - k, x - k, y - r, x, y - r});
    c->cubic(c, (double[6]){x + k, y - r, x + r, y - k, x + r, y});
    c->close(c);
}

static void polygon(struct canvas *c, double x, double y, const double *z, int n)
{
    for (int i = 0; i < n; i++) {
        if (i == 0) {
            c->move(c, x + z[0], y + z[1]);
        } else {
            c->line(c, x + z[2 * i], y + z[2 * i + 1]);
        }
    }
    c->close(c);
}

void legend_marker(struct canvas *c, size_t i, double x, double y)
{
    static const double square[] = {-3.3, -3.3, 3.3, -3.3, 3.3, 3.3, -3.3, 3.3};
    static const double triangle[] = {0, -4.4, 4, 3, -4, 3};
    static const double diamond[] = {0, -4.6, 4.6, 0, 0, 4.6, -4.6, 0};
    static const double turned[] = {0, 4.4, 4, -3, -4, -3};
    struct canvas_pen pen = legend_pen(i);
    pen.opacity = 1;
    pen.stroke = "#ffffff";
    pen.width = 0.8;
    pen.dash = NULL;
    c->path(c, &pen);
    switch (i % 5) {
    case 0: circle(c, x, y, 3.8); break;
    case 1: polygon(c, x, y, square, 4); break;
    case 2: polygon(c, x, y, triangle, 3); break;
    case 3: polygon(c, x, y, diamond, 4); break;
    default: polygon(c, x, y, turned, 3); break;
    }
    c->path_done(c);
}

/* ---- Is there room? -------------------------------------------------------------------------- */

static double entry_width(const struct figure_curve *c, int letters)
{
    return SAMPLE + PAD + mark_width(c->label, letters, MARK_SMALL);
}

double legend_width(const struct figure_panel *p, int letters)
{
    double most = 0;
    for (size_t i = 0; i < p->n; i++)
        if (layout_has_text(p->curves[i].label))
            most = fmax(most, entry_width(&p->curves[i], letters));
    return most + 2 * PAD;
}

static double row_width(const struct figure_panel *p, int letters)
{
    double sum = 0;
    for (size_t i = 0; i < p->n; i++)
        if (layout_has_text(p->curves[i].label))
            sum += entry_width(&p->curves[i], letters) + 2 * PAD;
    return sum;
}

static int meets(const struct box *b, double x0, double x1, double top, double bottom)
{
    return x1 > b->left - PAD && x0 < b->right + PAD && bottom > b->top - PAD &&
           top < b->bottom + PAD;
}

/* In slices, so that a curve which passes above and below is not taken for one that passes
 * through. */
static int curve_meets(const struct view *w, const struct figure_curve *c, const struct box *b)
{
    struct piece_curve curve = layout_curve(c);
    double left = fmax(w->box.left, b->left - PAD), right = fmin(w->box.right, b->right + PAD);
    for (int i = 0; i < SLICES; i++) {
        double x0 = left + (right - left) * i / SLICES,
               x1 = left + (right - left) * (i + 1) / SLICES;
        struct piece_extent e = piece_extent(&curve, w, view_time(w, x0), view_time(w, x1));
        if (meets(b, x0, x1, e.top, e.bottom)) return 1;
    }
    return 0;
}

static int points_meet(const struct view *w, const struct figure_curve *c, const struct box *b)
{
    double room = c->notes ? 12 : 0; /* for the notes */
    for (size_t i = 0; i < c->n; i++) {
        double x = view_x(w, c->x[i]), y = view_y(w, c->y[i]);
        if (meets(b, x - room, x + 3 * room, y - room, y + room)) return 1;
        for (int k = 1; i > 0 && k < 16; k++) {
            double px = view_x(w, c->x[i - 1]), py = view_y(w, c->y[i - 1]), u = k / 16.0;
            double mx = px + u * (x - px), my = py + u * (y - py);
            if (meets(b, mx, mx, my, my)) return 1;
        }
    }
    return 0;
}

static int is_free(const struct layout_panel *p, const struct box *b)
{
    for (size_t i = 0; i < p->p->n; i++) {
        const struct figure_curve *c = &p->p->curves[i];
        if (layout_is_points(c) ? points_meet(&p->view, c, b) : curve_meets(&p->view, c, b))
            return 0;
    }
    return 1;
}

/* The corners, then the middles of the edges. */
static int place_inside(struct layout_panel *p, double width, double height)
{
    static const double across[] = {1, 0, 1, 0, 0.5, 0.5, 1, 0},
                        down[] = {0, 0, 1, 1, 0, 1, 0.5, 0.5};
    const struct box *b = &p->view.box;
    double room_x = b->right - b->left - 2 * PAD - width;
    double room_y = b->bottom - b->top - 2 * PAD - height;
    if (width > 0.4 * (b->right - b->left) || height > 0.7 * (b->bottom - b->top) || room_y < 0)
        return 0;
    for (int i = 0; i < 8; i++) {
        double x = b->left + PAD + across[i] * room_x, y = b->top + PAD + down[i] * room_y;
        p->legend = (struct box){x, y, x + width, y + height};
        if (is_free(p, &p->legend)) return 1;
    }
    return 0;
}

int legend_letters(const struct layout *g)
{
    int most = LABEL_MAX;
    for (size_t k = 0; k < g->n; k++)
        while (most > 4 && legend_width(g->panel[k].p, most) > 0.45 * g->width) most--;
    return most;
}

/* ---- Places ---------------------------------------------------------------------------------- */

void legend_place(struct layout *g, size_t k)
{
    struct layout_panel *p = &g->panel[k];
    p->entries = 0;
    for (size_t i = 0; i < p->p->n; i++) p->entries += layout_has_text(p->p->curves[i].label) != 0;
    p->rows = p->entries;
    p->place = LEGEND_NONE;
    if (p->entries == 0) return;
    if (place_inside(p, legend_width(p->p, g->letters), PAD + ROW * (double)p->rows)) {
        p->place = LEGEND_INSIDE;
    } else {
        double room = p->view.box.right - p->view.box.left;
        if (axis_has_note(&p->y) || p->left_out) room -= 160; /* it is on the same line */
        p->place = row_width(p->p, g->letters) <= room ? LEGEND_ABOVE : LEGEND_BESIDE;
    }
}

void legend_settle(struct layout *g, size_t k)
{
    struct layout_panel *p = &g->panel[k];
    const struct box *b = &p->view.box;
    double room = b->bottom - b->top - PAD;
    if (p->place ==
        LEGEND_INSIDE) /* boxes have moved a little: the last place stays if there is none */
        place_inside(p, legend_width(p->p, g->letters), PAD + ROW * (double)p->rows);
    if (p->place == LEGEND_ABOVE) {
        p->rows = 1;
        p->legend = (struct box){b->right - row_width(p->p, g->letters) + PAD, b->top - 20,
                                 b->right, b->top - 2};
    } else if (p->place == LEGEND_BESIDE) {
        if (ROW * (double)p->rows > room) p->rows = (size_t)fmax(1, room / ROW);
        p->legend =
            (struct box){b->right + PAD, b->top, g->width, b->top + PAD + ROW * (double)p->rows};
    }
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void put_entry(struct canvas *c, const struct figure_curve *curve, size_t i, int letters,
                      double x, double y)
{
    struct canvas_pen pen = legend_pen(i);
    struct canvas_text t = {.x = x + SAMPLE + PAD, .y = y + 4, .size = MARK_SMALL};
    pen.fill = NULL;
    c->path(c, &pen);
    canvas_segment(c, x, y, x + SAMPLE, y);
    c->path_done(c);
    if (layout_is_points(curve) && curve->look != FIGURE_LINE)
        legend_marker(c, i, x + SAMPLE / 2, y);
    c->text(c, &t);
    c->run(c, curve->label, letters, 0);
    c->text_done(c);
}

static void put_more(struct canvas *c, const struct layout_panel *p, double y)
{
    char text[64];
    size_t shown = p->rows - 1;
    struct canvas_text t = {.x = p->legend.left + PAD, .y = y + 4, .size = MARK_SMALL};
    snprintf(text, sizeof text, "and %lu more", (unsigned long)(p->entries - shown));
    canvas_write(c, &t, text);
}

static void put_ground(struct canvas *c, const struct box *b)
{
    static const struct canvas_pen white = {.fill = "#ffffff", .opacity = 0.85};
    c->path(c, &white);
    canvas_rectangle(c, b);
    c->path_done(c);
}

void legend_draw(const struct layout *g, size_t k, struct canvas *c)
{
    const struct layout_panel *p = &g->panel[k];
    double x = p->legend.left + PAD, y = p->legend.top + PAD / 2 + ROW / 2;
    size_t cut = p->place == LEGEND_BESIDE && p->rows < p->entries, done = 0;
    size_t shown = cut ? p->rows - 1 : p->entries;
    if (p->place == LEGEND_NONE) return;
    if (p->place == LEGEND_INSIDE) put_ground(c, &p->legend);
    if (p->place == LEGEND_ABOVE) y = p->legend.top + 9;
    for (size_t i = 0; i < p->p->n && done < shown; i++) {
        const struct figure_curve *curve = &p->p->curves[i];
        if (!layout_has_text(curve->label)) continue;
        put_entry(c, curve, i, g->letters, x, y);
        if (p->place == LEGEND_ABOVE) {
            x += entry_width(curve, g->letters) + 2 * PAD;
        } else {
            y += ROW;
        }
        done++;
    }
    if (cut) put_more(c, p, y);
}
