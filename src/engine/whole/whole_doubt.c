/* SPDX-License-Identifier: MIT */
/* whole_doubt.c - the doubts of watched outputs (run/doubt.h), in the middle of pieces. The error of a
 * state is that allowed in a step, or less. */
#include "engine/whole/whole.h"
#include "num/poly.h"
#include "run/doubt.h"
#include <math.h>

void whole_doubts_load(struct sim *s)
{
    struct whole *w = whole_of(s);
    if (!s->doubts) return;
    w->shaken = sim_room(s, s->n_watched, 5 * sizeof *w->shaken);
    w->error = sim_room(s, s->net.n, sizeof *w->error);
    w->shown = sim_room(s, s->n_watched, sizeof *w->shown);
}

/* A state is fast in a piece of length h if A_ii h is above this. */
static const double fast = 20;

/* An error e of a state makes a difference of A_ii e between the slope of its polynomial and its
 * derivative. That can be seen, in the middle of the piece, where the polynomial has not been made
 * for it. What is seen is the error of a fast state, which is at its equilibrium all along the piece;
 * it may be more than the tolerance, which holds at the ends. Of others it is the error if it is less
 * than the tolerance. */
static bool errors(struct sim *s, double t, double h)
{
    struct whole *w = whole_of(s);
    const saltus_function *f = &s->model->der;
    double *f_there = w->error;
    whole_look(s, t);
    if (whole_derivatives(s, t, w->piece, f_there) != WHOLE_OK) return false;
    whole_show(s, t, w->piece, w->slope);
    for (int32_t i = 0; i < s->net.n; i++) {
        double e = whole_tolerance(&w->host, i, w->piece[i]);
        double a = f->partial ? fabs(f->partial(&w->env, i, i)) : 0;
        double seen = fabs(w->slope[i] - f_there[i]);
        w->error[i] = a * h > fast || seen < a * e ? seen / a : e;
    }
    return !w->faulted;
}

/* Slopes of the outputs in the list where the errors of the states lo..hi-1 are their slopes. */
static void shake(struct sim *s, double t, double side, int32_t lo, int32_t hi, const int32_t *list,
                  int32_t n, double *to)
{
    struct whole *w = whole_of(s);
    for (int32_t i = 0; i < s->net.n; i++) {
        const struct state *y = &s->net.s[i];
        w->piece[i] = poly_value(y->x, WHOLE_DEGREE, t - y->tx);
        w->slope[i] = i < lo || i >= hi ? 0 : side * doubt_sign(s, i) * w->error[i];
    }
    whole_look_at(s, t);
    whole_outputs_at(s, list, n, to);
}

static double measure(struct sim *s, int32_t j, double t, int32_t lo, int32_t hi)
{
    double *c = whole_of(s)->shaken, up;
    shake(s, t, 1, lo, hi, &j, 1, c);
    up = c[2 * (size_t)j + 1];
    shake(s, t, -1, lo, hi, &j, 1, c);
    return fabs(up - c[2 * (size_t)j + 1]) / 2;
}

/* Of those that are to be looked at, all at once. */
void whole_doubts(struct sim *s, double from, double to)
{
    double t = from + (to - from) / 2;
    struct whole *w = whole_of(s);
    size_t all = 2 * (size_t)s->n_watched;
    double *up = w->shaken, *down = up + all, *found = down + all;
    int32_t n = 0;
    if (!s->doubts || s->status < 0) return;
    for (int32_t j = 0; j < s->n_watched; j++) w->shown[n++] = j;
    whole_look(s, t);
    whole_outputs_at(s, w->shown, n, up);
    for (int32_t j = n = 0; j < s->n_watched; j++)
        if (doubt_told(s, j, from, to - from, up[2 * (size_t)j])) w->shown[n++] = j;
    if (n == 0 || !errors(s, t, to - from)) return;
    shake(s, t, 1, 0, s->net.n, w->shown, n, up);
    shake(s, t, -1, 0, s->net.n, w->shown, n, down);
    for (int32_t m = 0; m < n; m++) {
        size_t at = 2 * (size_t)w->shown[m] + 1;
        found[m] = fabs(up[at] - down[at]) / 2;
    }
    for (int32_t m = 0; m < n; m++) doubt_found(s, w->shown[m], t, found[m], measure);
    w->faulted = false; /* what is told has been asked for before */
}
