/* SPDX-License-Identifier: MIT */
/* strip.c - when events happened, and how dense steps are.
 *
 * Both are counted in bins of equal width on the paper. Where a record has only counts per column,
 * a column is divided among the bins that it meets. Events are marks as long as these can be
 * distinguished; beyond that, the darker the more. Steps are a panel of their own: their number per
 * time, logarithmic if it varies a lot. */
#include "out/plot/layout.h"

#include "out/plot/mark.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARK_ROOM = 4, SHADES = 8 }; /* pixels per mark */

/* ---- Counting -------------------------------------------------------------------------------- */

static double edge_time(const struct view *w, int i, int bins)
{
    double x = w->box.left + (w->box.right - w->box.left) * i / bins;
    return i == 0 ? w->t0 : i == bins ? w->t1 : view_time(w, x);
}

/* How many of the counts lie in a..b, by parts of columns. */
static double count_between(const uint32_t *n, double start, double width, double a, double b)
{
    double sum = 0, first = floor((a - start) / width), last = floor((b - start) / width);
    first = fmax(0, fmin(RECORD_COLUMNS, first));
    last = fmin(RECORD_COLUMNS - 1, last);
    for (double j = first; j <= last; j++) {
        double from = start + j * width, to = start + (j + 1) * width;
        double part = (fmin(b, to) - fmax(a, from)) / width;
        if (part > 0) sum += fmin(1, part) * n[(int)j];
    }
    return sum;
}

static void count_columns(struct strip *s, const uint32_t *n, const struct record *r, double width,
                          const struct view *w)
{
    for (int i = 0; i < s->n; i++)
        s->v[i] = count_between(n, record_start(r), width, edge_time(w, i, s->n),
                                edge_time(w, i + 1, s->n));
}

static struct strip empty_strip(int bins)
{
    return (struct strip){.n = bins < 1 ? 1 : bins < STRIP_BINS ? bins : STRIP_BINS};
}

void strip_events(struct strip *s, const struct record *r, const struct view *w, int bins)
{
    uint64_t n;
    double width;
    const double *t = record_events(r, &n);
    const uint32_t *counts = record_event_counts(r, &width);
    *s = empty_strip(bins);
    if (!t) count_columns(s, counts, r, width, w);
    for (uint64_t k = 0; t && k < n; k++) {
        double part = (view_x(w, t[k]) - w->box.left) / (w->box.right - w->box.left);
        if (t[k] >= w->t0 && t[k] <= w->t1) s->v[(int)fmin(s->n - 1, part * s->n)]++;
    }
}

void strip_steps(struct strip *s, const struct record *r, const struct view *w, int bins)
{
    double width;
    const uint32_t *counts = record_step_counts(r, &width, NULL);
    *s = empty_strip(bins);
    count_columns(s, counts, r, width, w);
    for (int i = 0; i < s->n; i++) s->v[i] /= edge_time(w, i + 1, s->n) - edge_time(w, i, s->n);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void draw_marks(const struct layout *g, struct canvas *c, const double *t, uint64_t n)
{
    static const struct canvas_pen pen = {.stroke = "#8a4b08", .width = 0.9};
    const struct view *w = &g->panel[0].view;
    c->path(c, &pen);
    for (uint64_t k = 0; k < n; k++)
        if (t[k] >= w->t0 && t[k] <= w->t1)
            canvas_segment(c, view_x(w, t[k]), g->strip.top, view_x(w, t[k]), g->strip.bottom);
    c->path_done(c);
}

static int shade(const struct strip *s, int i, double most)
{
    return s->v[i] > 0 ? (int)ceil(SHADES * sqrt(s->v[i] / most)) : 0;
}

static void draw_shades(const struct layout *g, struct canvas *c, const struct strip *s,
                        double most)
{
    double width = (g->strip.right - g->strip.left) / s->n;
    for (int i = 0, m; i < s->n; i = m) {
        int depth = shade(s, i, most);
        for (m = i + 1; m < s->n && shade(s, m, most) == depth; m++) continue;
        if (depth == 0) continue;
        struct canvas_pen pen = {.fill = "#8a4b08", .opacity = 0.1 + 0.8 * depth / SHADES};
        struct box b = {g->strip.left + i * width, g->strip.top, g->strip.left + m * width,
                        g->strip.bottom};
        c->path(c, &pen);
        canvas_rectangle(c, &b);
        c->path_done(c);
    }
}

void strip_draw_events(const struct layout *g, struct canvas *c)
{
    struct strip s;
    uint64_t n;
    double sum = 0, most = 0, width = g->strip.right - g->strip.left;
    if (!(g->strip.bottom > g->strip.top)) return;
    const double *t = record_events(g->f->marks, &n);
    strip_events(&s, g->f->marks, &g->panel[0].view, (int)(width / 4));
    for (int i = 0; i < s.n; i++) {
        sum += s.v[i];
        most = fmax(most, s.v[i]);
    }
    if (t && sum <= width / MARK_ROOM) {
        draw_marks(g, c, t, n);
    } else {
        draw_shades(g, c, &s, most);
    }
    struct canvas_text text = {.x = g->strip.left - 9, .y = g->strip.bottom, .size = 11};
    text.anchor = CANVAS_END;
    text.colour = "#666666";
    canvas_write(c, &text, "events");
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static int density_bins(const struct layout *g)
{
    return (int)((g->density.box.right - g->density.box.left) / 4);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the bins with steps lies far below the greatest: then logarithmic. */
void strip_density_scale(struct layout *g)
{
    struct strip s;
    int zeros = 0;
    strip_steps(&s, g->f->marks, &g->density, density_bins(g));
    qsort(s.v, (size_t)s.n, sizeof *s.v, by_value);
    while (zeros < s.n && !(s.v[zeros] > 0)) zeros++;
    double most = s.v[s.n - 1], least = zeros < s.n ? s.v[zeros] : 0;
    double median = zeros < s.n ? s.v[(zeros + s.n) / 2] : 0;
    g->density.log_y = zeros < s.n && most > 30 * median && most > 100 * least;
    g->density.v = (struct range){0, most > 0 ? 1.08 * most : 1};
    if (g->density.log_y) g->density.v = (struct range){least / 2, most * 1.5};
    g->density_y = axis_of(g->density.v.lo, g->density.v.hi, g->density.log_y, 3, NULL);
}

/* The unit in "time / s", "t (ms)", "time [h]"; of seconds if there is none. */
static void unit_of_time(const char *label, char *buf, size_t size)
{
    const char *from = label ? strpbrk(label, "/([") : NULL;
    size_t n = 0;
    if (from) from += 1 + strspn(from + 1, " ");
    while (from && from[n] && !strchr(" )]", from[n]) && n + 1 < size) n++;
    if (n == 0) {
        from = "s";
        n = 1;
    }
    memcpy(buf, from, n);
    buf[n] = '\0';
}

static void put_bars(const struct view *w, const struct strip *s, struct canvas *c)
{
    static const struct canvas_pen pen = {
        .stroke = "#5f6b76", .width = 0.8, .fill = "#5f6b76", .opacity = 0.35};
    const struct box *b = &w->box;
    double width = (b->right - b->left) / s->n;
    c->path(c, &pen);
    c->move(c, b->left, b->bottom);
    for (int i = 0; i < s->n; i++) {
        double y = fmin(b->bottom, view_y(w, s->v[i]));
        c->line(c, b->left + i * width, y);
        c->line(c, b->left + (i + 1) * width, y);
    }
    c->line(c, b->right, b->bottom);
    c->close(c);
    c->path_done(c);
}

void strip_draw_density(const struct layout *g, struct canvas *c)
{
    char unit[24], label[40];
    struct strip s;
    const struct view *w = &g->density;
    if (!g->f->density || !g->f->marks) return;
    axis_grid(c, w, &g->x, &g->density_y);
    strip_steps(&s, g->f->marks, w, density_bins(g));
    put_bars(w, &s, c);
    axis_frame(c, w, &g->x, &g->density_y);
    axis_labels_y(c, w, &g->density_y);
    unit_of_time(g->f->xlabel, unit, sizeof unit);
    snprintf(label, sizeof label, "steps / %s", unit);
    struct canvas_text t = {.x = 17, .y = (w->box.top + w->box.bottom) / 2, .size = 11};
    t.anchor = CANVAS_MIDDLE;
    t.upright = 1;
    canvas_write(c, &t, label);
    axis_note(c, &g->density_y, w->box.left, w->box.top - 5, CANVAS_START);
}
