/* SPDX-License-Identifier: MIT */
/* stepper_pieces.c - the last step as polynomials of degree 5 at most, for sinks, samples and delays.
 *
 * A step of BDF is a polynomial of its order, one of a one-step method that between its ends: they are
 * given out as they are. Adams methods go up to order 12; there the step becomes quintics that have
 * the value and two derivatives of the method's own polynomial at both ends. If in the middle the
 * two come apart by more than a tenth of the tolerance, the step is given out in halves. */
#include "engine/whole/stepper.h"
#include "num/poly.h"
#include <math.h>

enum { PARTS = 8 };

static double *piece_of(const struct stepper *c, int32_t i)
{
    return c->run->piece + (size_t)i * (size_t)c->run->stride;
}

static void clear(struct stepper *c)
{
    for (int32_t i = 0; i < c->run->n; i++)
        for (int k = 0; k <= WHOLE_DEGREE; k++) piece_of(c, i)[k] = 0;
}

/* The polynomial itself, expanded at `from`. */
static void tell_exactly(struct stepper *c, int degree, double from, double to)
{
    double *v = c->run->room_x, scale = 1;
    clear(c);
    for (int k = 0; k <= degree; k++) {
        c->by->at(c, from, k, v);
        if (k > 0) scale /= k;
        for (int32_t i = 0; i < c->run->n; i++) piece_of(c, i)[k] = scale * v[i];
    }
    c->run->call->tell(c->run, from, to);
}

/* x[3..5] so that value and derivatives at h are x1, f1, g1; x[0..2] are those at 0. */
static void close_quintic(double *x, double h, double x1, double f1, double g1)
{
    double a = (x1 - x[0] - h * (x[1] + h * x[2])) / (h * h * h);
    double b = (f1 - x[1] - 2 * h * x[2]) / (h * h), d = (g1 - 2 * x[2]) / h;
    x[3] = 10 * a - 4 * b + d / 2;
    x[4] = (-15 * a + 7 * b - d) / h;
    x[5] = (6 * a - 3 * b + d / 2) / (h * h);
}

static void make_quintic(struct stepper *c, double from, double to)
{
    int32_t n = c->run->n;
    double *v = c->run->room_x, *w = c->run->room_f, *u = c->end;
    clear(c);
    c->by->at(c, from, 0, v);
    c->by->at(c, from, 1, w);
    c->by->at(c, from, 2, u);
    for (int32_t i = 0; i < n; i++) {
        double *x = piece_of(c, i);
        x[0] = v[i], x[1] = w[i], x[2] = u[i] / 2;
    }
    c->by->at(c, to, 0, v);
    c->by->at(c, to, 1, w);
    c->by->at(c, to, 2, u);
    for (int32_t i = 0; i < n; i++) close_quintic(piece_of(c, i), to - from, v[i], w[i], u[i]);
}

/* How far the quintic is from the method's own polynomial in the middle, in tolerances. */
static double deviation(struct stepper *c, double from, double to)
{
    double t = from + (to - from) / 2, worst = 0;
    c->by->at(c, t, 0, c->run->room_x);
    for (int32_t i = 0; i < c->run->n; i++) {
        double x = c->run->room_x[i],
               d = fabs(poly_value(piece_of(c, i), WHOLE_DEGREE, t - from) - x);
        worst = fmax(worst, d / whole_tolerance(c->run, i, x));
    }
    return worst;
}

static void tell_quintics(struct stepper *c, double from, double to, int parts)
{
    double middle = from + (to - from) / 2;
    make_quintic(c, from, to);
    if (parts > 1 && middle > from && middle < to && deviation(c, from, to) > 0.1) {
        tell_quintics(c, from, middle, parts / 2);
        tell_quintics(c, middle, to, parts / 2);
    } else {
        c->run->call->tell(c->run, from, to);
    }
}

static void tell_line(struct stepper *c, double from, double to)
{
    clear(c);
    for (int32_t i = 0; i < c->run->n; i++) {
        piece_of(c, i)[0] = c->y[i];
        piece_of(c, i)[1] = c->yp[i];
    }
    c->run->call->tell(c->run, from, to);
}

void stepper_tell(struct stepper *c)
{
    const struct engine_host *run = c->run;
    bool line = c->straight || run->n == 0;
    int degree = line ? 1 : c->by->degree(c);
    if (line)
        tell_line(c, run->from, run->t);
    else if (degree <= WHOLE_DEGREE)
        tell_exactly(c, degree, run->from, run->t);
    else
        tell_quintics(c, run->from, run->t, PARTS);
}
