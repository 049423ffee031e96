/* SPDX-License-Identifier: MIT */
/* solver_dopri.c - the method of Dormand and Prince, 5(4), in plain loops over all states.
 *
 * Seven stages, the last being the first of the next step; error in the root mean square of
 * tolerances; steps by a PI controller; between steps the continuous extension of order 4
 * (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.6), which also
 * gives the roots of guards: signs are compared at the ends of a step, roots are sought in the
 * few states that a guard reads, and the step is cut at the first. Being a one-step method it
 * goes on from there with one evaluation. */
#include "solver.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 7 };

struct dopri {
    struct solver_run *r;
    struct problem *p;
    int32_t n;
    double t, h, last;      /* last: error of the step before, for the controller */
    double step;            /* that is done, from t */
    double *x, *y, *z;      /* start and end of the step; scratch */
    double *k[STAGES];      /* slopes */
    double *weight;         /* 1/(tol scale), of the absolute tolerance */
    double *g0, *g1, *root; /* guards at both ends; where they are 0 */
    int *sign;              /* of guards that change here */
    double *memory;
};

static void stage2(int32_t n, double *restrict y, const double *restrict x, double a,
                   const double *restrict k1)
{
    for (int32_t i = 0; i < n; i++) y[i] = x[i] + a * k1[i];
}

static void stage3(int32_t n, double *restrict y, const double *restrict x, const double *a,
                   double *const *k)
{
    const double *restrict k1 = k[0], *restrict k2 = k[1];
    double a1 = a[0], a2 = a[1];
    for (int32_t i = 0; i < n; i++) y[i] = x[i] + (a1 * k1[i] + a2 * k2[i]);
}

static void stage4(int32_t n, double *restrict y, const double *restrict x, const double *a,
                   double *const *k)
{
    const double *restrict k1 = k[0], *restrict k2 = k[1], *restrict k3 = k[2];
    double a1 = a[0], a2 = a[1], a3 = a[2];
    for (int32_t i = 0; i < n; i++) y[i] = x[i] + (a1 * k1[i] + a2 * k2[i] + a3 * k3[i]);
}

static void stage5(int32_t n, double *restrict y, const double *restrict x, const double *a,
                   double *const *k)
{
    const double *restrict k1 = k[0], *restrict k2 = k[1], *restrict k3 = k[2], *restrict k4 = k[3];
    double a1 = a[0], a2 = a[1], a3 = a[2], a4 = a[3];
    for (int32_t i = 0; i < n; i++)
        y[i] = x[i] + (a1 * k1[i] + a2 * k2[i] + a3 * k3[i] + a4 * k4[i]);
}

static void stage6(int32_t n, double *restrict y, const double *restrict x, const double *a,
                   double *const *k)
{
    const double *restrict k1 = k[0], *restrict k2 = k[1], *restrict k3 = k[2], *restrict k4 = k[3];
    const double *restrict k5 = k[4];
    double a1 = a[0], a2 = a[1], a3 = a[2], a4 = a[3], a5 = a[4];
    for (int32_t i = 0; i < n; i++)
        y[i] = x[i] + (a1 * k1[i] + a2 * k2[i] + a3 * k3[i] + a4 * k4[i] + a5 * k5[i]);
}

/* The end of the step; the second slope does not count. */
static void stage7(int32_t n, double *restrict y, const double *restrict x, const double *b,
                   double *const *k)
{
    const double *restrict k1 = k[0], *restrict k3 = k[2], *restrict k4 = k[3], *restrict k5 = k[4];
    const double *restrict k6 = k[5];
    double b1 = b[0], b3 = b[2], b4 = b[3], b5 = b[4], b6 = b[5];
    for (int32_t i = 0; i < n; i++)
        y[i] = x[i] + (b1 * k1[i] + b3 * k3[i] + b4 * k4[i] + b5 * k5[i] + b6 * k6[i]);
}

/* Root mean square of error over tolerance tol (scale + |x|), at the larger end. */
static double error_of(const struct dopri *d, const double *e)
{
    const double *restrict k1 = d->k[0], *restrict k3 = d->k[2], *restrict k4 = d->k[3];
    const double *restrict k5 = d->k[4], *restrict k6 = d->k[5], *restrict k7 = d->k[6];
    const double *restrict x = d->x, *restrict y = d->y, *restrict w = d->weight;
    double sum = 0, e1 = e[0], e3 = e[2], e4 = e[3], e5 = e[4], e6 = e[5], e7 = e[6];
    for (int32_t i = 0; i < d->n; i++) {
        double error = e1 * k1[i] + e3 * k3[i] + e4 * k4[i] + e5 * k5[i] + e6 * k6[i] + e7 * k7[i];
        double a = fabs(x[i]), b = fabs(y[i]), part = error / (w[i] + (a > b ? a : b));
        sum += part * part;
    }
    return sqrt(sum / d->n) / d->r->tol;
}

static double attempt(struct dopri *d, double h)
{
    static const double c[] = {0, 1 / 5.0, 3 / 10.0, 4 / 5.0, 8 / 9.0, 1, 1};
    static const double a[STAGES][6] = {
        {0},
        {1 / 5.0},
        {3 / 40.0, 9 / 40.0},
        {44 / 45.0, -56 / 15.0, 32 / 9.0},
        {19372 / 6561.0, -25360 / 2187.0, 64448 / 6561.0, -212 / 729.0},
        {9017 / 3168.0, -355 / 33.0, 46732 / 5247.0, 49 / 176.0, -5103 / 18656.0},
        {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0},
    };
    static const double e[STAGES] = {71 / 57600.0,      0,          -71 / 16695.0, 71 / 1920.0,
                                     -17253 / 339200.0, 22 / 525.0, -1 / 40.0};
    double b[STAGES][STAGES];
    double *const *k = d->k, *y = d->y;
    const struct problem *p = d->p;
    for (int s = 1; s < STAGES; s++)
        for (int j = 0; j < s; j++) b[s][j] = h * a[s][j];
    for (int j = 0; j < STAGES; j++) b[0][j] = h * e[j];
    stage2(d->n, y, d->x, b[1][0], k[0]);
    p->f(p, d->t + c[1] * h, y, k[1]);
    stage3(d->n, y, d->x, b[2], k);
    p->f(p, d->t + c[2] * h, y, k[2]);
    stage4(d->n, y, d->x, b[3], k);
    p->f(p, d->t + c[3] * h, y, k[3]);
    stage5(d->n, y, d->x, b[4], k);
    p->f(p, d->t + c[4] * h, y, k[4]);
    stage6(d->n, y, d->x, b[5], k);
    p->f(p, d->t + h, y, k[5]);
    stage7(d->n, y, d->x, b[6], k);
    p->f(p, d->t + h, y, k[6]);
    d->r->stats->evaluations += 6;
    return error_of(d, b[0]);
}

/* States i0..i1-1 at the part s of the step. */
static void between(const struct dopri *d, double s, int32_t i0, int32_t i1, double *restrict out)
{
    static const double c[STAGES] = {-12715105075.0 / 11282082432.0,  0,
                                     87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                     701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                     69997945.0 / 29380423.0};
    const double *restrict k1 = d->k[0], *restrict k3 = d->k[2], *restrict k4 = d->k[3];
    const double *restrict k5 = d->k[4], *restrict k6 = d->k[5], *restrict k7 = d->k[6];
    double h = d->step, r = 1 - s;
    for (int32_t i = i0; i < i1; i++) {
        double whole = d->y[i] - d->x[i], first = h * k1[i] - whole;
        double last = whole - h * k7[i] - first;
        double fifth = h * (c[0] * k1[i] + c[2] * k3[i] + c[3] * k4[i] + c[4] * k5[i] +
                            c[5] * k6[i] + c[6] * k7[i]);
        out[i] = d->x[i] + s * (whole + r * (first + s * (last + r * fifth)));
    }
}

static void sample(struct dopri *d, double until)
{
    for (double t; !isnan(t = solver_due(d->r, until));) {
        between(d, (t - d->t) / d->step, 0, d->n, d->z);
        solver_sample(d->r, d->z);
    }
}

/* ---- Guards
 * ------------------------------------------------------------------------------------- */

static double guard_at(struct dopri *d, int32_t k, double s)
{
    struct problem *p = d->p;
    int32_t reads[PROBLEM_READS];
    int count = p->guard_reads ? p->guard_reads(p, k, reads) : 0;
    if (!count) between(d, s, 0, d->n, d->z);
    for (int j = 0; j < count; j++) between(d, s, reads[j], reads[j] + 1, d->z);
    return p->one_guard(p, d->t + s * d->step, d->z, k);
}

/* Where guard k has just changed its sign, by bisection and false position in turn (Illinois). */
static double root_of(struct dopri *d, int32_t k)
{
    double a = 0, b = 1, ga = d->g0[k], gb = d->g1[k];
    int before = ga > 0;
    for (int turn = 0; turn < 60 && (b - a) * d->step > 4e-16 * (d->t + d->step); turn++) {
        double s = b - gb * (b - a) / (gb - ga), g;
        double least = 1e-14 + 1e-9 * (b - a);
        if (turn % 4 == 3 || !(s > a && s < b)) s = (a + b) / 2;
        if (s - a < least) s = a + least;
        if (b - s < least) s = b - least;
        if (!(s > a && s < b)) break;
        g = guard_at(d, k, s);
        if ((g > 0) == before) {
            a = s;
            ga = g;
        } else {
            b = s;
            gb = g;
        }
    }
    return b;
}

static int any_change(const struct dopri *d)
{
    const double *restrict a = d->g0, *restrict b = d->g1;
    int changes = 0;
    for (int32_t k = 0; k < d->p->guards; k++) changes |= (a[k] > 0) != (b[k] > 0);
    return changes;
}

/* The part of the step before the first event, 1 if there is none; sign tells who crosses there. */
static double first_event(struct dopri *d)
{
    double first = 2;
    d->p->all_guards(d->p, d->t + d->step, d->y, d->g1);
    if (!any_change(d)) return first;
    for (int32_t k = 0; k < d->p->guards; k++) {
        int change = (d->g0[k] > 0) != (d->g1[k] > 0);
        d->root[k] = 2;
        if (!change) continue;
        if (first < 2 && (guard_at(d, k, first) > 0) == (d->g0[k] > 0)) continue; /* later */
        d->root[k] = root_of(d, k);
        first = fmin(first, d->root[k]);
    }
    for (int32_t k = 0; k < d->p->guards; k++)
        d->sign[k] = d->root[k] > first + 1e-13 ? 0 : d->g1[k] > 0 ? 1 : -1;
    return first;
}

/* ---- The run
 * ------------------------------------------------------------------------------------ */

static void swap(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

/* The step is done up to part s of it: samples, then the state there, then what happens there. */
static void arrive(struct dopri *d, double s, double stop, int last)
{
    enum problem_change change = PROBLEM_SMOOTH;
    double t = s < 1 ? d->t + s * d->step : last ? stop : d->t + d->step;
    if (d->r->samples) sample(d, t);
    if (s < 1) between(d, s, 0, d->n, d->z);
    swap(&d->x, s < 1 ? &d->z : &d->y);
    if (s <= 1) change = solver_at_roots(d->r, t, d->x, d->sign);
    d->t = t;
    change = solver_at_time(d->r, t, stop, d->x, change);
    if (s > 1 && change == PROBLEM_SMOOTH) {
        swap(&d->k[0], &d->k[6]);
        if (d->p->guards) swap(&d->g0, &d->g1);
        return;
    }
    d->p->f(d->p, t, d->x, d->k[0]);
    d->r->stats->evaluations++;
    if (d->p->guards) d->p->all_guards(d->p, t, d->x, d->g0);
}

/* The first step: a hundredth of the time in which the slope would move the state by its size. */
static double first_step(const struct dopri *d)
{
    double size = 0, slope = 0;
    for (int32_t i = 0; i < d->n; i++) {
        double w = 1 / (d->weight[i] + fabs(d->x[i])), a = d->x[i] * w, b = d->k[0][i] * w;
        size += a * a;
        slope += b * b;
    }
    size = sqrt(size / d->n);
    slope = sqrt(slope / d->n);
    if (size < 1e-5 || slope < 1e-5) return fmin(1e-6, d->p->stop * 1e-6);
    return fmin(0.01 * size / slope, d->p->stop / 10);
}

static int integrate(struct dopri *d)
{
    double stop = solver_stop(d->r, 0), full;
    d->p->f(d->p, 0, d->x, d->k[0]);
    if (d->p->guards) d->p->all_guards(d->p, 0, d->x, d->g0);
    d->h = first_step(d);
    while (d->t < d->p->stop) {
        int last = d->t + 1.001 * d->h >= stop;
        double error, factor, s = 2;
        full = d->h;
        d->step = last ? stop - d->t : d->h;
        error = attempt(d, d->step);
        if (!(error <= 1)) {
            d->h = d->step * (error < 1e10 ? fmax(0.2, 0.9 * pow(error, -0.2)) : 0.1);
            d->r->stats->rejected++;
            if (d->t + 0.01 * d->h <= d->t) return -1;
            continue;
        }
        error = fmax(error, 1e-8);
        factor = 0.9 * pow(error, -0.17) * pow(d->last, 0.04);
        d->h = d->step * fmin(10, fmax(0.2, factor));
        d->last = fmax(error, 1e-4);
        d->r->stats->steps++;
        if (d->p->guards) s = first_event(d);
        if (last || s <= 1) d->h = fmax(d->h, full);
        arrive(d, s, stop, last && s > 1);
        stop = solver_stop(d->r, d->t);
    }
    return 0;
}

static int open_run(struct dopri *d)
{
    size_t n = (size_t)d->n, guards = (size_t)d->p->guards + 1, line = (n + 7) / 8 * 8 + 8;
    double *m = d->memory = calloc(line * (STAGES + 4) + 3 * guards, sizeof *m);
    d->sign = calloc(guards, sizeof *d->sign);
    if (!m || !d->sign) return 0;
    for (int s = 0; s < STAGES; s++, m += line) d->k[s] = m;
    d->x = m;
    d->y = m + line;
    d->z = m + 2 * line;
    d->weight = m + 3 * line;
    d->g0 = m + 4 * line;
    d->g1 = d->g0 + guards;
    d->root = d->g1 + guards;
    memcpy(d->x, d->p->x0, n * sizeof *d->x);
    for (size_t i = 0; i < n; i++) d->weight[i] = d->p->scale ? d->p->scale[i] : 1;
    d->last = 1e-4;
    d->r->stats->bytes = (double)(sizeof *m * (line * (STAGES + 4) + 3 * guards));
    return 1;
}

int solver_dopri(struct solver_run *r)
{
    struct dopri d = {.r = r, .p = r->p, .n = r->p->n};
    int status = -1;
    if (open_run(&d)) {
        double start = solver_clock();
        status = integrate(&d);
        r->stats->seconds = solver_clock() - start;
    }
    free(d.memory);
    free(d.sign);
    return status;
}
