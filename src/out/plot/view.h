/* SPDX-License-Identifier: MIT */
/* view.h - what part of the plane a plot shows, and where on the paper.
 *
 * Times (or other abscissae) t0..t1 and values v.lo..v.hi fill the box, linearly or by their
 * logarithms; y grows downwards, as in SVG. What lies outside is mapped by the same rule and falls
 * outside the box; on a logarithmic scale what is not positive lies VIEW_BELOW pixels outside.
 *
 * Invariant from the first use of a map on: t0 < t1, v.lo < v.hi, both positive where logarithms
 * are taken, and the box is not empty. */
#ifndef OUT_VIEW_H
#define OUT_VIEW_H

#include <math.h>

enum { VIEW_BELOW = 2000 };

struct range {
    double lo, hi; /* lo > hi: empty */
};

struct box {
    double left, top, right, bottom; /* pixels */
};

struct view {
    double t0, t1;
    struct range v; /* values shown */
    struct box box; /* of the curves */
    int log_x, log_y;
};

/* Where v lies between lo (0) and hi (1). Halves: hi - lo may be larger than the largest double. */
static inline double view_part(double lo, double hi, int log, double v)
{
    if (!log) return (v / 2 - lo / 2) / (hi / 2 - lo / 2);
    return log10(v / lo) / log10(hi / lo);
}

static inline double view_x(const struct view *w, double t)
{
    if (w->log_x && !(t > 0)) return w->box.left - VIEW_BELOW;
    return w->box.left + view_part(w->t0, w->t1, w->log_x, t) * (w->box.right - w->box.left);
}

static inline double view_y(const struct view *w, double v)
{
    double below = w->box.bottom + VIEW_BELOW;
    if (w->log_y && !(v > 0)) return below;
    double y =
        w->box.bottom - view_part(w->v.lo, w->v.hi, w->log_y, v) * (w->box.bottom - w->box.top);
    return w->log_y ? fmin(y, below) : y;
}

/* Pixels per unit of value; linear scales only. */
static inline double view_scale(const struct view *w)
{
    return (w->box.bottom - w->box.top) / 2 / (w->v.hi / 2 - w->v.lo / 2);
}

/* The time at x: the inverse of view_x. */
static inline double view_time(const struct view *w, double x)
{
    double part = (x - w->box.left) / (w->box.right - w->box.left);
    if (w->log_x) return w->t0 * pow(w->t1 / w->t0, part);
    return w->t0 + part * (w->t1 - w->t0);
}

#endif
