/* SPDX-License-Identifier: MIT */
/* layout.c - what a figure shows, and what goes where on the paper.
 *
 * From top to bottom: title, note, a strip of event marks, the panels, the density of steps, the
 * time axis. All panels share their left and right edges: the widest label of any value axis
 * decides the left one, legends that find no room in or above their panel the right one. A legend
 * inside needs a place that no curve passes, which depends on the box of its panel; so boxes are
 * made once without legends, legends choose their kind, and boxes are made again.
 *
 * Invariant: layout_of alone changes a layout; all that draw only read it. */
#include "out/plot/layout.h"

#include "out/plot/mark.h"

#include <math.h>

enum { WIDTH = 900, HEIGHT = 420, PANEL = 200, LEAST = 50, DENSITY = 60, STRIP = 9, GAP = 14 };

int layout_has_text(const char *s)
{
    return s && *s;
}

/* ---- What is shown --------------------------------------------------------------------------- */

int layout_is_points(const struct figure_curve *c)
{
    return c->x && c->y;
}

struct piece_curve layout_curve(const struct figure_curve *c)
{
    return (struct piece_curve){c->record ? NULL : c->traj, c->var, c->record, c->index};
}

const struct figure_panel *layout_panels(const struct figure *f, size_t *n)
{
    static const struct figure_panel none;
    *n = f->n ? f->n : 1;
    return f->n ? f->panels : &none;
}

static saltus_status check_curve(const struct figure_curve *c)
{
    struct piece_curve curve = layout_curve(c);
    if (layout_is_points(c)) return c->n > INT32_MAX ? SALTUS_EARG : SALTUS_OK;
    return piece_orders_fit(&curve) ? SALTUS_OK : SALTUS_EARG;
}

static int is_interval(double t0, double t1)
{
    return (isnan(t0) && isnan(t1)) || (t1 - t0 > 1e-290 && t1 - t0 < 1e300);
}

saltus_status layout_check(const struct figure *f)
{
    if (!f || (f->n > 0 && !f->panels) || f->n > FIGURE_PANELS) return SALTUS_EARG;
    if (!is_interval(f->t0, f->t1) || (f->log_x && f->t1 <= 0)) return SALTUS_EARG;
    if ((f->width && f->width < 200) || (f->height && f->height < 120)) return SALTUS_EARG;
    if (f->width > 32000 || f->height > 32000) return SALTUS_EARG;
    for (size_t k = 0; k < f->n; k++) {
        const struct figure_panel *p = &f->panels[k];
        if (p->n > 0 && !p->curves) return SALTUS_EARG;
        for (size_t i = 0; i < p->n; i++)
            if (check_curve(&p->curves[i]) != SALTUS_OK) return SALTUS_EARG;
    }
    return SALTUS_OK;
}

static void widen(struct range *r, double v)
{
    if (!isfinite(v)) return;
    r->lo = fmin(r->lo, v);
    r->hi = fmax(r->hi, v);
}

/* The least positive time at which anything changes, so that a logarithmic axis has a beginning. */
static double first_time(const struct figure_curve *c, double t1)
{
    struct piece_curve curve = layout_curve(c);
    size_t n = piece_count(&curve), columns;
    double width, first = t1;
    if (c->record && record_columns(c->record, c->index, &columns, &width)) return fmin(t1, width);
    for (size_t k = 0; k < n && first == t1; k++)
        if (piece_start(&curve, k) > 0) first = fmin(t1, piece_start(&curve, k));
    return first;
}

static void widen_times(struct range *r, const struct figure_curve *c, int log)
{
    if (layout_is_points(c)) {
        for (size_t i = 0; i < c->n; i++)
            if (!log || c->x[i] > 0) widen(r, c->x[i]);
    } else if (c->record) {
        widen(r, record_start(c->record));
        widen(r, record_last(c->record));
    }
}

/* With a margin. What varies by little more than rounding is shown as the constant it is. */
static struct range shown(struct range r, int log)
{
    double limit = log ? 1e290 : 1e300;
    if (r.lo > r.hi) return log ? (struct range){1, 10} : (struct range){0, 1};
    r = (struct range){mark_within(r.lo, limit), mark_within(r.hi, limit)};
    if (log) {
        double lo = fmax(fmax(r.lo, 1e-290), r.hi * 1e-15), hi = fmax(r.hi, 1e-290);
        double margin = hi / lo < 1.0001 ? 2 : pow(hi / lo, 0.05);
        return (struct range){lo / margin, hi * margin};
    }
    double size = fmax(fabs(r.lo), fabs(r.hi)), margin = (r.hi / 2 - r.lo / 2) / 10;
    if (size < 1e-280) {
        margin = 1;
    } else if (r.hi / 2 - r.lo / 2 < 1e-12 * size) {
        margin = size / 10;
    }
    return (struct range){r.lo - margin, r.hi + margin};
}

struct range layout_times(const struct figure *f)
{
    struct range r = {INFINITY, -INFINITY};
    int points = 0;
    if (!isnan(f->t0)) {
        r = (struct range){f->t0, f->t1};
        if (!f->log_x || r.lo > 0) return r;
    }
    double first = isnan(f->t0) ? INFINITY : f->t1;
    for (size_t k = 0; k < f->n; k++)
        for (size_t i = 0; i < f->panels[k].n; i++) {
            const struct figure_curve *c = &f->panels[k].curves[i];
            if (isnan(f->t0)) widen_times(&r, c, f->log_x);
            points |= layout_is_points(c);
            if (!layout_is_points(c)) first = fmin(first, first_time(c, r.hi));
        }
    if (points || !(r.lo < r.hi) || (f->log_x && !(r.hi > 0))) return shown(r, f->log_x);
    if (f->log_x && !(r.lo > 0)) r.lo = fmax(r.hi * 1e-9, fmin(first, r.hi / 10));
    return r;
}

static struct range points_range(const struct figure_curve *c, struct range x, int log_y, int *left)
{
    struct range r = {INFINITY, -INFINITY};
    for (size_t i = 0; i < c->n; i++) {
        if (!(c->x[i] >= x.lo && c->x[i] <= x.hi) || !isfinite(c->y[i])) continue;
        if (log_y && !(c->y[i] > 0)) {
            *left = 1;
        } else {
            widen(&r, c->y[i]);
        }
    }
    return r;
}

struct range layout_values(const struct figure_panel *p, struct range x, int log_x, int *left_out)
{
    struct range r = {INFINITY, -INFINITY}, one;
    *left_out = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct figure_curve *c = &p->curves[i];
        struct piece_curve curve = layout_curve(c);
        if (layout_is_points(c)) {
            one = points_range(c, x, p->log_y, left_out);
            for (size_t k = 0; log_x && k < c->n; k++) *left_out |= c->x[k] <= 0;
        } else if (p->log_y) {
            one = piece_positive(&curve, x.lo, x.hi, left_out);
        } else {
            one = piece_range(&curve, x.lo, x.hi);
        }
        widen(&r, one.lo);
        widen(&r, one.hi);
    }
    return shown(r, p->log_y);
}

/* ---- Where ----------------------------------------------------------------------------------- */

static int has_strip(const struct figure *f)
{
    uint64_t n = 0;
    if (f->marks) record_events(f->marks, &n);
    return n > 0;
}

static double room_above(const struct layout_panel *p) /* the box of a panel: note, legend */
{
    if (p->place == LEGEND_ABOVE) return 18; /* on one line with the note */
    return axis_has_note(&p->y) || p->left_out ? 16 : 0;
}

static double head_of(const struct figure *f)
{
    double head = layout_has_text(f->title) ? 40 : 16;
    if (layout_has_text(f->note)) head += layout_has_text(f->title) ? 15 : 12;
    return head;
}

static double foot_of(const struct figure *f)
{
    return layout_has_text(f->xlabel) || layout_has_text(f->xunit) ? 52 : 32;
}

static double density_gap(const struct layout *g)
{
    return axis_has_note(&g->density_y) ? 2 * GAP : GAP;
}

/* Everything but the boxes of the panels. */
static double fixed_height(const struct layout *g)
{
    double sum = head_of(g->f) + foot_of(g->f) + (double)(g->n - 1) * GAP;
    if (has_strip(g->f)) sum += STRIP + 6;
    if (g->f->density && g->f->marks) sum += density_gap(g) + DENSITY;
    for (size_t k = 0; k < g->n; k++) sum += room_above(&g->panel[k]);
    return sum;
}

static void choose_height(struct layout *g)
{
    double fixed = fixed_height(g), n = (double)g->n;
    double wish = g->f->height ? g->f->height : g->n == 1 ? HEIGHT : fixed + n * PANEL;
    if (!g->f->height && g->n == 1 && g->f->density && g->f->marks) wish += DENSITY;
    g->height = ceil(fmax(wish, fixed + n * LEAST));
}

/* From top to bottom. */
static void stack_boxes(struct layout *g)
{
    double y = head_of(g->f), each = (g->height - fixed_height(g)) / (double)g->n;
    if (has_strip(g->f)) {
        g->strip.top = y;
        g->strip.bottom = y + STRIP;
        y += STRIP + 6;
    }
    for (size_t k = 0; k < g->n; k++) {
        struct layout_panel *p = &g->panel[k];
        p->view.box.top = y + room_above(p);
        p->view.box.bottom = y = p->view.box.top + each;
        p->y = axis_of(p->view.v.lo, p->view.v.hi, p->view.log_y, (int)(each / 45) + 1, p->p->unit);
        y += GAP;
    }
    if (g->f->density && g->f->marks) {
        g->density.box.bottom = g->height - foot_of(g->f);
        g->density.box.top = g->density.box.bottom - DENSITY;
    }
}

static void set_edges(struct layout *g)
{
    double widest = g->f->density && g->f->marks ? axis_widest(&g->density_y) : 0, beside = 0;
    int labelled = g->f->density && g->f->marks;
    if (has_strip(g->f)) widest = fmax(widest, mark_width("events", 99, 11));
    for (size_t k = 0; k < g->n; k++) {
        widest = fmax(widest, axis_widest(&g->panel[k].y));
        labelled |= layout_has_text(g->panel[k].p->ylabel) || layout_has_text(g->panel[k].p->unit);
        if (g->panel[k].place == LEGEND_BESIDE)
            beside = fmax(beside, legend_width(g->panel[k].p, g->letters));
    }
    double left = 18 + widest + (labelled ? 18 : 0);
    double right = fmax(left + 60, g->width - (beside > 0 ? beside + 8 : 24));
    for (size_t k = 0; k < g->n; k++) {
        g->panel[k].view.box.left = left;
        g->panel[k].view.box.right = right;
    }
    g->strip.left = g->density.box.left = left;
    g->strip.right = g->density.box.right = right;
}

static void make_boxes(struct layout *g)
{
    choose_height(g);
    stack_boxes(g);
    stack_boxes(g); /* the first time told whether the axes have notes */
    set_edges(g);
}

void layout_of(struct layout *g, const struct figure *f)
{
    struct range times = layout_times(f);
    *g = (struct layout){.f = f, .width = f->width ? f->width : WIDTH};
    const struct figure_panel *panels = layout_panels(f, &g->n);
    for (size_t k = 0; k < g->n; k++) {
        struct layout_panel *p = &g->panel[k];
        p->p = &panels[k];
        p->view = (struct view){.t0 = times.lo, .t1 = times.hi, .log_x = f->log_x};
        p->view.log_y = p->p->log_y;
        p->view.v = layout_values(p->p, times, f->log_x, &p->left_out);
    }
    g->density = g->panel[0].view;
    g->letters = legend_letters(g);
    make_boxes(g);
    if (f->density && f->marks) strip_density_scale(g);
    make_boxes(g);
    for (size_t k = 0; k < g->n; k++) legend_place(g, k);
    make_boxes(g);
    for (size_t k = 0; k < g->n; k++) legend_settle(g, k);
    const struct box *b = &g->panel[0].view.box;
    g->x = axis_across(times.lo, times.hi, f->log_x, b->right - b->left, f->xunit);
}
