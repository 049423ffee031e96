/* SPDX-License-Identifier: MIT */
/* layout.h - what a figure shows, and what goes where on the paper. */
#ifndef OUT_LAYOUT_H
#define OUT_LAYOUT_H

#include "out/plot/axis.h"
#include "out/plot/figure.h"
#include "out/plot/piece.h"
#include "out/plot/view.h"

enum legend_place { LEGEND_NONE, LEGEND_INSIDE, LEGEND_ABOVE, LEGEND_BESIDE };

struct layout_panel {
    const struct figure_panel *p;
    struct view view;
    struct axis y;
    int left_out; /* values that a logarithmic axis cannot show */
    enum legend_place place;
    struct box legend;
    size_t entries, rows; /* labels there are, and lines of the legend */
};

struct layout {
    const struct figure *f;
    double width, height;
    int letters; /* at most, of a label in a legend */
    size_t n;
    struct layout_panel panel[FIGURE_PANELS];
    struct axis x;
    struct box strip;    /* of event marks; empty: none */
    struct view density; /* of steps; an empty box: none */
    struct axis density_y;
};

/* ---- What is shown: also for terminals ------------------------------------------------------- */

int layout_is_points(const struct figure_curve *c);
struct piece_curve layout_curve(const struct figure_curve *c);
/* EARG: see figure.h. */
saltus_status layout_check(const struct figure *f);
struct range layout_times(const struct figure *f);
/* With a margin. *left_out: values that a logarithmic axis cannot show. */
struct range layout_values(const struct figure_panel *p, struct range times, int log_x,
                           int *left_out);
/* Panels of f, or one that is empty if there are none. */
const struct figure_panel *layout_panels(const struct figure *f, size_t *n);
int layout_has_text(const char *s);

/* ---- Where ----------------------------------------------------------------------------------- */

/* f has passed layout_check. */
void layout_of(struct layout *g, const struct figure *f);

/* legend.c: how the i-th curve of a panel looks; where the legend of panel k goes. */
struct canvas_pen legend_pen(size_t i);
void legend_marker(struct canvas *c, size_t i, double x, double y);
void legend_place(struct layout *g, size_t k);  /* chooses; may fail to find room inside      */
void legend_settle(struct layout *g, size_t k); /* after the boxes have got their places      */
int legend_letters(const struct layout *g); /* of a label: not more than the paper has room for */
/* as a list */
double legend_width(const struct figure_panel *p, int letters);
void legend_draw(const struct layout *g, size_t k, struct canvas *c);

/* strip.c: events and steps. Rates: steps per time in n equal parts of the interval shown (of its
 * pixels). */
enum { STRIP_BINS = 400 };
struct strip {
    int n;
    double v[STRIP_BINS];
};
/* counts */
void strip_events(struct strip *s, const struct record *r, const struct view *w, int bins);
/* rates */
void strip_steps(struct strip *s, const struct record *r, const struct view *w, int bins);
void strip_density_scale(struct layout *g);
void strip_draw_events(const struct layout *g, struct canvas *c);
void strip_draw_density(const struct layout *g, struct canvas *c);

/* points.c */
void points_draw(struct canvas *c, const struct view *w, const struct figure_panel *p,
                 const struct box *avoid);

#endif
