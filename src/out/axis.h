/* SPDX-License-Identifier: MIT */
/* axis.h - the axes of a plot as SVG: grid, frame, ticks, and what their labels say and leave out.
 * Where ticks stand is decided in number.h. */
#ifndef OUT_AXIS_H
#define OUT_AXIS_H

#include "out/number.h"
#include "out/view.h"

#include <stdio.h>

struct axes {
    struct number_axis x, y;
};

/* As many ticks as labels have room beside each other, in pixels. */
struct number_axis axis_of_time(double t0, double t1, double room);

double axis_widest(const struct number_axis *a); /* label, in pixels */
int axis_has_note(const struct number_axis *a);

/* Paths behind the curves. */
void axis_grid(FILE *f, const struct view *w, const struct axes *a);
void axis_frame(FILE *f, const struct view *w, const struct axes *a);

void axis_labels(FILE *f, const struct view *w, const struct axes *a);
/* What the labels of an axis leave out: "x 10^-6 + 1000"; nothing if they leave out nothing. */
void axis_note(FILE *f, const struct number_axis *a, double x, double y, const char *anchor);

#endif
