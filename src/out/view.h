/* SPDX-License-Identifier: MIT */
/* view.h - what part of the plane a plot shows, and where on the paper.
 *
 * Times t0..t1 and values v.lo..v.hi fill the box, linearly; y grows downwards, as in SVG. What
 * lies outside is mapped by the same rule and falls outside the box.
 *
 * Invariant from the first use of a map on: t0 < t1, v.lo < v.hi, and the box is not empty.     */
#ifndef OUT_VIEW_H
#define OUT_VIEW_H

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
};

static inline double view_x(const struct view *w, double t)
{
    return w->box.left + (t - w->t0) / (w->t1 - w->t0) * (w->box.right - w->box.left);
}

/* Pixels per unit of value. */
static inline double view_scale(const struct view *w)
{
    return (w->box.bottom - w->box.top) / (w->v.hi - w->v.lo);
}

static inline double view_y(const struct view *w, double v)
{
    return w->box.bottom - (v - w->v.lo) * view_scale(w);
}

/* The time at x: the inverse of view_x. */
static inline double view_time(const struct view *w, double x)
{
    double part = (x - w->box.left) / (w->box.right - w->box.left);
    return w->t0 + part * (w->t1 - w->t0);
}

#endif
