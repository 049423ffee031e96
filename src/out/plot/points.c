/* SPDX-License-Identifier: MIT */
/* points.c - points in a plane, joined by lines, each with a marker and perhaps a note.
 *
 * A note is beside its point where nothing else is: of eight places around it the first that meets
 * no point, no other note, no legend and not the edge is taken, lines avoided where that costs
 * nothing. Where all places are taken, the note is left out. */
#include "out/plot/layout.h"

#include "out/plot/mark.h"

#include <math.h>

enum {
    NOTES = 256,
    LETTERS = 24,
    SIZE = 10,
    TAKEN = 40
}; /* notes at most; letters; pixels; cost */

struct notes {
    const struct view *w;
    const struct figure_panel *p;
    const struct box *avoid;
    struct box placed[NOTES];
    int n;
};

static int is_shown(const struct view *w, double x, double y)
{
    if (!isfinite(x) || !isfinite(y) || (w->log_x && x <= 0) || (w->log_y && y <= 0)) return 0;
    return x >= w->t0 && x <= w->t1;
}

static void draw_line(struct canvas *c, const struct view *w, const struct figure_curve *curve,
                      size_t i)
{
    struct canvas_pen pen = legend_pen(i);
    int down = 0, stems = curve->look == FIGURE_STEMS;
    double ground = w->log_y ? w->box.bottom : view_y(w, 0);
    pen.fill = NULL;
    if (stems) pen.width = 2.4;
    c->path(c, &pen);
    for (size_t k = 0; k < curve->n; k++) {
        double x = view_x(w, curve->x[k]), y = view_y(w, curve->y[k]);
        int seen = is_shown(w, curve->x[k], curve->y[k]);
        if (seen && stems) {
            canvas_segment(c, x, ground, x, y);
        } else if (seen && down) {
            c->line(c, x, y);
        } else if (seen) {
            c->move(c, x, y);
        }
        down = seen;
    }
    c->path_done(c);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static double overlap(const struct box *a, const struct box *b)
{
    double x = fmin(a->right, b->right) - fmax(a->left, b->left);
    double y = fmin(a->bottom, b->bottom) - fmax(a->top, b->top);
    return x > 0 && y > 0 ? x * y : 0;
}

/* How much of the line from point k - 1 to point k runs through b. */
static double crossing(const struct notes *s, const struct box *b, const struct figure_curve *c,
                       size_t k)
{
    double x0 = view_x(s->w, c->x[k - 1]), y0 = view_y(s->w, c->y[k - 1]), inside = 0;
    double x1 = view_x(s->w, c->x[k]), y1 = view_y(s->w, c->y[k]);
    if (fmax(x0, x1) < b->left || fmin(x0, x1) > b->right) return 0;
    for (int i = 0; i <= 32; i++) {
        double x = x0 + (x1 - x0) * i / 32, y = y0 + (y1 - y0) * i / 32;
        inside += x > b->left && x < b->right && y > b->top && y < b->bottom;
    }
    return inside;
}

static double cost(const struct notes *s, const struct box *b)
{
    const struct box *in = &s->w->box;
    double sum = overlap(b, s->avoid) * 4;
    if (b->left < in->left || b->right > in->right) sum += 1e4;
    if (b->top < in->top || b->bottom > in->bottom) sum += 1e4;
    for (int i = 0; i < s->n; i++) sum += 2 * overlap(b, &s->placed[i]);
    for (size_t i = 0; i < s->p->n; i++) {
        const struct figure_curve *c = &s->p->curves[i];
        for (size_t k = 0; layout_is_points(c) && k < c->n; k++) {
            double x = view_x(s->w, c->x[k]), y = view_y(s->w, c->y[k]);
            sum += 2 * overlap(b, &(struct box){x - 4, y - 4, x + 4, y + 4});
            if (k > 0) sum += crossing(s, b, c, k);
        }
    }
    return sum;
}

/* 0: all places are taken. */
static int place_note(const struct notes *s, double x, double y, double width, struct box *best)
{
    static const double across[] = {1, 1, 1, 0, 0, -1, -1, -1}, up[] = {-1, 1, 0, -1, 1, -1, 1, 0};
    double least = INFINITY;
    for (int i = 0; i < 8; i++) {
        double cx = x + across[i] * (width / 2 + (up[i] == 0 ? 8 : 5));
        double cy = y + up[i] * (across[i] == 0 ? 12 : 9);
        struct box b = {cx - width / 2, cy - SIZE / 2.0, cx + width / 2, cy + SIZE / 2.0};
        double price = cost(s, &b);
        if (price < least) {
            least = price;
            *best = b;
        }
    }
    return least < TAKEN;
}

static void draw_notes(struct canvas *c, struct notes *s, const struct figure_curve *curve,
                       size_t i)
{
    for (size_t k = 0; k < curve->n && s->n < NOTES; k++) {
        if (!curve->notes || !layout_has_text(curve->notes[k])) continue;
        if (!is_shown(s->w, curve->x[k], curve->y[k])) continue;
        double width = mark_width(curve->notes[k], LETTERS, SIZE);
        double x = view_x(s->w, curve->x[k]), y = view_y(s->w, curve->y[k]);
        struct box b;
        if (!place_note(s, x, y, width, &b)) continue;
        struct canvas_text t = {.x = (b.left + b.right) / 2, .y = b.bottom - 1.5, .size = SIZE};
        t.anchor = CANVAS_MIDDLE;
        t.colour = legend_pen(i).stroke;
        c->text(c, &t);
        c->run(c, curve->notes[k], LETTERS, 0);
        c->text_done(c);
        s->placed[s->n++] = b;
    }
}

void points_draw(struct canvas *c, const struct view *w, const struct figure_panel *p,
                 const struct box *avoid)
{
    struct notes s = {.w = w, .p = p, .avoid = avoid};
    for (size_t i = 0; i < p->n; i++)
        if (layout_is_points(&p->curves[i])) draw_line(c, w, &p->curves[i], i);
    for (size_t i = 0; i < p->n; i++) {
        const struct figure_curve *curve = &p->curves[i];
        if (curve->look == FIGURE_LINE) continue;
        for (size_t k = 0; layout_is_points(curve) && k < curve->n; k++)
            if (is_shown(w, curve->x[k], curve->y[k]))
                legend_marker(c, i, view_x(w, curve->x[k]), view_y(w, curve->y[k]));
    }
    for (size_t i = 0; i < p->n; i++)
        if (layout_is_points(&p->curves[i])) draw_notes(c, &s, &p->curves[i], i);
}
