/* SPDX-License-Identifier: MIT */
/* axis.h - the axes of a plot: ticks, grid, frame, and what their labels say and leave out.
 *
 * A linear axis has the ticks of number.h; a logarithmic one has decades, with 2 and 5 labelled,
 * too, where there are few, and small ticks between; over less than a decade it has round numbers,
 * like a linear one. */
#ifndef OUT_AXIS_H
#define OUT_AXIS_H

#include "out/plot/canvas.h"
#include "out/number.h"
#include "out/plot/view.h"

struct axis {
    double lo, hi;          /* what it covers */
    int decades;            /* 1: ticks as below, else those of `linear` */
    int first, every, fine; /* decade of tick 0; labels at every such decade; 1: at 2 and 5, too */
    int count;
    struct number_axis linear;
    const char *prefix; /* of the unit: the exponent of `linear`; "": none */
};

struct axis_tick {
    double at;
    int major;              /* has a label */
    char text[NUMBER_SIZE]; /* "0.5", or "10" and the exponent below */
    char raised[16];        /* "" or "-3" */
};

/* About `most` labels or fewer; lo < hi as number_axis_of wants them, and positive for
 * logarithms. unit: NULL or "": none; of a unit of SI a prefix takes the place of a power of ten. */
struct axis axis_of(double lo, double hi, int log, int most, const char *unit);
/* As many as have room beside each other, in pixels. */
struct axis axis_across(double lo, double hi, int log, double room, const char *unit);
/* "VC [mV]", "time [ms]", "[A]", or the label alone. plain: letters of ASCII only. */
char *axis_label(char *buf, size_t size, const struct axis *a, const char *label, const char *unit,
                 int plain);
/* Tick k, 0 <= k < count; 0: it lies outside. */
int axis_tick(const struct axis *a, int k, struct axis_tick *t);

double axis_widest(const struct axis *a); /* label, in pixels */
int axis_has_note(const struct axis *a);

/* Behind the curves. */
void axis_grid(struct canvas *c, const struct view *w, const struct axis *x, const struct axis *y);
void axis_frame(struct canvas *c, const struct view *w, const struct axis *x, const struct axis *y);

void axis_labels_x(struct canvas *c, const struct view *w, const struct axis *x);
void axis_labels_y(struct canvas *c, const struct view *w, const struct axis *y);
/* What the labels of an axis leave out: "x 10^-6 + 1000"; nothing if they leave out nothing. */
void axis_note(struct canvas *c, const struct axis *a, double x, double y,
               enum canvas_anchor anchor);

#endif
