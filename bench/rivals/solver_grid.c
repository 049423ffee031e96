/* SPDX-License-Identifier: MIT */
/* solver_grid.c - steps of one length for problems of many nearly independent parts, each of
 * which has events: stopping everything at every event of one part costs (parts) x (events).
 * Instead the problem does a step of all parts at once and treats the events inside it part by
 * part; the length of the step comes from the tolerance. Between grid points samples are read
 * from straight lines. */
#include "solver.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void sample(struct solver_run *r, double t, double h, const double *x, const double *y,
                   double *z)
{
    for (double at; !isnan(at = solver_due(r, t + h * (1 + 1e-12)));) {
        double s = fmin(1, (at - t) / h);
        for (int32_t i = 0; i < r->p->n; i++) z[i] = x[i] + s * (y[i] - x[i]);
        solver_sample(r, z);
    }
}

static int integrate(struct solver_run *r, double *x, double *y, double *z)
{
    struct problem *p = r->p;
    double t = 0, most = p->grid_length(p, r->tol);
    size_t size = sizeof *x * (size_t)p->n;
    while (t < p->stop) {
        double stop = solver_stop(r, t), start = t;
        double steps = fmax(1, ceil((stop - start) / most * (1 - 1e-9)));
        double h = (stop - start) / steps;
        for (double k = 0; k < steps; k++) {
            double next = k + 1 < steps ? start + (k + 1) * h : stop;
            int64_t events;
            int wanted = r->samples && !isnan(solver_due(r, next));
            if (wanted) memcpy(y, x, size);
            events = p->grid_step(p, t, next - t, x);
            if (events < 0) return -1;
            if (wanted) sample(r, t, next - t, y, x, z);
            r->stats->steps++;
            r->stats->events += events;
            t = next;
        }
        solver_at_time(r, t, stop, x, PROBLEM_SMOOTH);
    }
    r->stats->evaluations = r->stats->steps;
    return 0;
}

int solver_grid(struct solver_run *r)
{
    size_t n = (size_t)r->p->n;
    double *x = calloc(3 * n, sizeof *x);
    int status = -1;
    if (x) {
        double start;
        memcpy(x, r->p->x0, n * sizeof *x);
        start = solver_clock();
        status = integrate(r, x, x + n, x + 2 * n);
        r->stats->seconds = solver_clock() - start;
        r->stats->bytes = (double)(3 * n * sizeof *x);
    }
    free(x);
    return status;
}
