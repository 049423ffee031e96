/* SPDX-License-Identifier: MIT */
/* solver_lean.c - runs the lean loop of a problem (lean.h), and what such loops share. */
#include "lean.h"
#include <math.h>

enum { TURNS = 60 };

void lean_orders_of(struct lean_orders *o, double tol)
{
    double enough = fmax(1e-15, 1e-3 * tol), factorial = 1;
    o->most[0] = 0;
    for (int m = 1; m <= LEAN_ORDER; m++) {
        factorial *= m;
        o->most[m] = pow(enough * factorial, 1.0 / m);
    }
}

double lean_root(const double *c, int order, double a, double b)
{
    double left = lean_value(c, 1, order, a), s = b;
    for (int turn = 0; turn < TURNS; turn++) {
        double g = c[order], slope = 0, to;
        for (int m = order - 1; m >= 0; m--) {
            slope = slope * s + g;
            g = g * s + c[m];
        }
        if ((g > 0) == (left > 0))
            a = s;
        else
            b = s;
        to = s - g / slope;
        if (!(to > a && to < b)) to = fabs(to - s) < 1e-15 ? s : (a + b) / 2;
        if (fabs(to - s) < 1e-15) return to;
        s = to;
    }
    return s;
}

int solver_lean(struct solver_run *r)
{
    double start = solver_clock();
    int status = r->p->lean(r);
    r->stats->seconds = solver_clock() - start;
    r->stats->evaluations = r->stats->steps;
    return status;
}
