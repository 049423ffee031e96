/* SPDX-License-Identifier: MIT */
/* solver_esdirk.c - the ESDIRK methods 3(2) and 4(3) of Kennedy and Carpenter (the variant is
 * the order) in a lean loop of its own, for circuits that switch: hundreds of events between
 * which few steps lie.
 *
 *     z_i = x + h sum_(j<=i) a_ij f(z_j),   z_1 = x,   y = z_s,
 *
 * each stage by Newton's method with M = I - h gamma J, one solution of a linear system if f is
 * affine. The error, h sum (b_j - d_j) f(z_j), is damped by M^-1. An event found between the
 * ends of a step is not read from the interpolant, which would carry errors of stiff parts into
 * the next mode: the step is done again up to there, and once more if the guard is not yet
 * small. The interpolant is Hermite's cubic; where that misses a stage in the middle (a fast
 * transient) it gives way to the cubic through that stage. */
#include "solver.h"
#include <arkode/arkode_butcher.h>
#include <arkode/arkode_butcher_dirk.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 6, NEWTON = 7 };

struct esdirk {
    struct solver_run *r;
    struct problem *p;
    int32_t n;
    ARKodeButcherTable b;
    int stages, middle;          /* middle: the stage that the interpolant looks at */
    double t, h, step, factored; /* factored: h gamma of M, 0: out of date */
    double most;                 /* length of step where Newton's method has failed of late */
    int again;                   /* the step before was rejected */
    double *x, *y, *z, *rhs, *k[STAGES], *scale, *g0, *g1;
    int *sign;
    double *memory;
    SUNContext context;
    N_Vector right, change;
    struct matrix a;
};

static double norm(const struct esdirk *d, const double *restrict e)
{
    const double *restrict x = d->x, *restrict w = d->scale;
    double sum = 0;
    for (int32_t i = 0; i < d->n; i++) {
        double part = e[i] / (w[i] + fabs(x[i]));
        sum += part * part;
    }
    return sqrt(sum / d->n) / d->r->tol;
}

static void add(int32_t n, double *restrict y, double a, const double *restrict k)
{
    for (int32_t i = 0; i < n; i++) y[i] += a * k[i];
}

static int factor(struct esdirk *d, double gamma)
{
    if (d->factored == gamma) return 0;
    matrix_fill(&d->a, d->t, d->x, 1, -gamma);
    d->r->stats->jacobians++;
    d->r->stats->factorizations++;
    d->factored = gamma;
    return SUNLinSolSetup(d->a.solver, d->a.m);
}

/* One correction of z; its size in tolerances. */
static double correct(struct esdirk *d, double t, double gamma)
{
    double *restrict e = N_VGetArrayPointer(d->right), *c = N_VGetArrayPointer(d->change);
    double *restrict z = d->z;
    d->p->f(d->p, t, z, e);
    d->r->stats->evaluations++;
    for (int32_t i = 0; i < d->n; i++) e[i] = d->rhs[i] + gamma * e[i] - z[i];
    if (SUNLinSolSolve(d->a.solver, d->a.m, d->change, d->right, 0)) return INFINITY;
    add(d->n, z, 1, c);
    return d->p->linear ? 0 : norm(d, c);
}

/* Stage i, z being its first guess. 0: no convergence. */
static int solve(struct esdirk *d, double t, double gamma)
{
    double before = 0;
    for (int turn = 0; turn < NEWTON; turn++) {
        double size = correct(d, t, gamma), rate = turn > 0 ? size / before : 0.5;
        if (!(size < 1e10) || rate > 2) return 0;
        if (size * fmin(1, rate / fmax(1e-3, 1 - rate)) < 0.03) return 1;
        if (rate >= 1 && turn > 1) return 0;
        before = size;
    }
    return 0;
}

static double error_of(struct esdirk *d, double h)
{
    double *e = N_VGetArrayPointer(d->right);
    memset(e, 0, sizeof *e * (size_t)d->n);
    for (int j = 0; j < d->stages; j++) add(d->n, e, h * (d->b->b[j] - d->b->d[j]), d->k[j]);
    if (SUNLinSolSolve(d->a.solver, d->a.m, d->change, d->right, 0)) return INFINITY;
    return norm(d, N_VGetArrayPointer(d->change));
}

/* A step of length h to y; its error in tolerances, INFINITY if Newton's method failed. */
static double attempt(struct esdirk *d, double h)
{
    double gamma = h * d->b->A[1][1];
    size_t size = sizeof *d->x * (size_t)d->n;
    d->step = h;
    if (factor(d, gamma)) return INFINITY;
    for (int s = 1; s < d->stages; s++) {
        double *restrict k = d->k[s];
        memcpy(d->rhs, d->x, size);
        for (int j = 0; j < s; j++)
            if (d->b->A[s][j] != 0) add(d->n, d->rhs, h * d->b->A[s][j], d->k[j]);
        memcpy(d->z, d->rhs, size);
        if (!d->p->linear) add(d->n, d->z, gamma, d->k[s - 1]);
        if (!solve(d, d->t + d->b->c[s] * h, gamma)) return INFINITY;
        for (int32_t i = 0; i < d->n; i++) k[i] = (d->z[i] - d->rhs[i]) / gamma;
    }
    memcpy(d->y, d->z, size);
    return error_of(d, h);
}

/* State i at the part s of the step. */
static double between(const struct esdirk *d, double s, int32_t i)
{
    double h = d->step, c = d->b->c[d->middle], r = 1 - c, z = d->x[i], way, first, last, miss;
    for (int j = 0; j <= d->middle; j++) z += h * d->b->A[d->middle][j] * d->k[j][i];
    way = d->y[i] - d->x[i];
    first = h * d->k[0][i];
    last = h * d->k[d->stages - 1][i];
    miss = z - (d->x[i] + c * way + c * r * (r * (first - way) - c * (last - way)));
    if (fabs(miss) > 10 * d->r->tol * (d->scale[i] + fabs(z))) first += miss / (c * r * r);
    r = 1 - s;
    return d->x[i] + s * way + s * r * (r * (first - way) - s * (last - way));
}

static void sample(struct esdirk *d, double until)
{
    for (double t; !isnan(t = solver_due(d->r, until));) {
        for (int j = 0; j < d->r->samples->columns; j++)
            if (d->r->state[j] >= 0)
                d->z[d->r->state[j]] = between(d, (t - d->t) / d->step, d->r->state[j]);
        solver_sample(d->r, d->z);
    }
}

/* ---- Guards
 * ------------------------------------------------------------------------------------- */

static double guard_at(struct esdirk *d, int32_t k, double s)
{
    for (int32_t i = 0; i < d->n; i++) d->z[i] = between(d, s, i);
    return d->p->one_guard(d->p, d->t + s * d->step, d->z, k);
}

/* Where guard k changes its sign in the interpolant, by bisection and false position in turn. */
static double root_of(struct esdirk *d, int32_t k)
{
    double a = 0, b = 1, ga = d->g0[k], gb = d->g1[k];
    int before = ga > 0;
    for (int turn = 0; turn < 40 && b - a > 1e-4 * d->r->tol; turn++) {
        double s = b - gb * (b - a) / (gb - ga), g;
        if (turn % 3 == 2 || !(s > a && s < b)) s = (a + b) / 2;
        g = guard_at(d, k, s);
        if (fabs(g) < 1e-12 * fabs(d->g1[k] - d->g0[k])) return s;
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

/* The guard that changes first in this step, -1: none; *part: where. */
static int32_t first_event(struct esdirk *d, double *part)
{
    int32_t first = -1;
    *part = 2;
    d->p->all_guards(d->p, d->t + d->step, d->y, d->g1);
    for (int32_t k = 0; k < d->p->guards; k++) {
        double s;
        if ((d->g0[k] > 0) == (d->g1[k] > 0)) continue;
        s = root_of(d, k);
        if (s >= *part) continue;
        *part = s;
        first = k;
    }
    return first;
}

/* Does the step again so that it ends where guard k is 0: the interpolant's root first, then one
 * or two corrections by the values that the guard really has. 0: failed. */
static int end_at(struct esdirk *d, int32_t k, double part)
{
    double g0 = d->g0[k], whole = d->step, h = fmax(part, 1e-9) * whole;
    double enough = 0.01 * d->r->tol * whole;
    for (int turn = 0; turn < 3; turn++) {
        double g, away;
        if (!(attempt(d, h) < INFINITY)) return 0;
        g = d->p->one_guard(d->p, d->t + h, d->y, k);
        away = g * h / (g0 - g);
        if (turn == 2 || !(fabs(away) > enough)) break;
        h = fmin(whole, fmax(1e-9 * whole, h + fmin(h, fmax(-h / 2, away))));
    }
    return 1;
}

/* ---- The run
 * ------------------------------------------------------------------------------------ */

/* x, slopes and guards after a change. The guard that fired has passed, whatever rounding says. */
static void renew(struct esdirk *d, int32_t fired, int rises)
{
    d->factored = 0;
    d->p->f(d->p, d->t, d->x, d->k[0]);
    d->r->stats->evaluations++;
    if (!d->p->guards) return;
    d->p->all_guards(d->p, d->t, d->x, d->g0);
    if (fired >= 0 && fabs(d->g0[fired]) < 1e-3 * fabs(d->g1[fired]) && (d->g0[fired] > 0) != rises)
        d->g0[fired] = rises ? 1e-300 : -1e-300;
}

static void swap(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

static void arrive(struct esdirk *d, double t, double stop, int32_t fired)
{
    enum problem_change change = PROBLEM_SMOOTH;
    int rises = fired >= 0 && d->g1[fired] > 0;
    if (d->r->samples) sample(d, t);
    swap(&d->x, &d->y);
    d->t = t;
    if (fired >= 0) {
        d->sign[fired] = rises ? 1 : -1;
        change = solver_at_roots(d->r, t, d->x, d->sign);
        d->sign[fired] = 0;
    }
    change = solver_at_time(d->r, t, stop, d->x, change);
    if (fired >= 0 || change != PROBLEM_SMOOTH) {
        renew(d, fired, rises);
        return;
    }
    swap(&d->k[0], &d->k[d->stages - 1]);
    if (d->p->guards) swap(&d->g0, &d->g1);
    if (!d->p->linear) d->factored = 0;
}

/* How long to step: h, or up to the stop, or half of the way if that is less than two steps. */
static double choose(const struct esdirk *d, double stop)
{
    double rest = stop - d->t;
    if (d->h * 1.01 >= rest) return rest;
    return d->h * 1.8 >= rest ? rest / 2 : d->h;
}

/* By how much the next step may be longer: not after a rejection, and slowly where Newton's
 * method failed. */
static double growth(struct esdirk *d, double error)
{
    double grow = 0.9 * pow(fmax(error, 1e-10), -1.0 / d->r->variant);
    grow = fmin(d->again ? 1 : 5, fmax(0.2, grow));
    if (d->step * grow > d->most) grow = fmax(fmin(grow, 1), fmin(grow, d->most / d->step));
    d->most *= 1.2;
    return grow > 1 && grow < 1.2 ? 1 : grow;
}

static int advance(struct esdirk *d, double *stop)
{
    double h = choose(d, *stop), error = attempt(d, h), part, order = d->r->variant;
    int last = h >= *stop - d->t;
    int32_t fired = -1;
    if (!(error <= 1)) {
        d->h = h * (error < INFINITY ? fmax(0.1, 0.9 * pow(error, -1 / order)) : 0.25);
        d->r->stats->rejected++;
        d->again = 1;
        if (!(error < INFINITY)) d->most = 0.9 * h;
        return d->t + d->h > d->t ? 0 : -1;
    }
    d->r->stats->steps++;
    if (d->p->guards) fired = first_event(d, &part);
    if (h < d->h || fired >= 0)
        d->h = fmax(h, d->h); /* cut: it tells nothing about longer ones */
    else
        d->h = h * growth(d, error);
    d->again = 0;
    if (fired >= 0 && !end_at(d, fired, part)) return -1;
    arrive(d, last && fired < 0 ? *stop : d->t + d->step, *stop, fired);
    *stop = solver_stop(d->r, d->t);
    return 0;
}

static int integrate(struct esdirk *d)
{
    double stop = solver_stop(d->r, 0), slope;
    renew(d, -1, 0);
    d->most = INFINITY;
    slope = norm(d, d->k[0]) * d->r->tol;
    d->h = fmin(d->p->stop / 100, slope > 0 ? 0.01 / slope : 1);
    while (d->t < d->p->stop)
        if (advance(d, &stop)) return -1;
    return 0;
}

static int open_vectors(struct esdirk *d)
{
    size_t n = (size_t)d->n, guards = (size_t)d->p->guards + 1, all = n * (STAGES + 5) + 2 * guards;
    double *m = d->memory = calloc(all, sizeof *m);
    d->sign = calloc(guards, sizeof *d->sign);
    if (!m || !d->sign) return 0;
    for (int s = 0; s < STAGES; s++, m += n) d->k[s] = m;
    d->x = m;
    d->y = m + n;
    d->z = m + 2 * n;
    d->rhs = m + 3 * n;
    d->scale = m + 4 * n;
    d->g0 = m + 5 * n;
    d->g1 = d->g0 + guards;
    memcpy(d->x, d->p->x0, n * sizeof *m);
    for (size_t i = 0; i < n; i++) d->scale[i] = d->p->scale ? d->p->scale[i] : 1;
    d->r->stats->bytes = (double)(all * sizeof *m);
    return 1;
}

static int open_run(struct esdirk *d)
{
    int third = d->r->variant == 3;
    if (!open_vectors(d) || SUNContext_Create(NULL, &d->context)) return 0;
    d->b = ARKodeButcherTable_LoadDIRK(third ? ARKODE_ARK324L2SA_DIRK_4_2_3
                                             : ARKODE_ARK436L2SA_DIRK_6_3_4);
    d->right = N_VNew_Serial(d->n, d->context);
    d->change = N_VNew_Serial(d->n, d->context);
    if (!d->b || !d->right || !d->change) return 0;
    d->stages = d->b->stages;
    d->middle = third ? 2 : 3;
    return matrix_open(&d->a, d->p, d->r->linear, d->right, d->context);
}

static void close_run(struct esdirk *d)
{
    matrix_close(&d->a);
    if (d->right) N_VDestroy(d->right);
    if (d->change) N_VDestroy(d->change);
    if (d->b) ARKodeButcherTable_Free(d->b);
    if (d->context) SUNContext_Free(&d->context);
    free(d->memory);
    free(d->sign);
}

int solver_esdirk(struct solver_run *r)
{
    struct esdirk d = {.r = r, .p = r->p, .n = r->p->n};
    int status = -1;
    if (open_run(&d)) {
        double start = solver_clock();
        status = integrate(&d);
        r->stats->seconds = solver_clock() - start;
    }
    close_run(&d);
    return status;
}
