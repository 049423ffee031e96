/* SPDX-License-Identifier: MIT */
/* solver_arkode.c - ARKODE: stiffly accurate ESDIRK methods of Kennedy and Carpenter, 3(2) and
 * 4(3) (the variant is the order), with an analytic Jacobian; and Dormand and Prince's explicit
 * method 5(4) (variant 5). One-step methods: after an event they go on with the step they had.
 *
 * ARKODE's own search for roots is not used. It returns the interpolant there, and where some parts are
 * stiff (a converter whose switch and diode are both off) that starts the next mode with errors
 * which set off other guards: cuk chatters without end. Here a step in which a guard changes its
 * sign is taken back (ARKStepReset) and done again up to the root of the interpolant, once more
 * if the guard is not yet small. The stop time is set only for the step that reaches it: ARKODE
 * would forget how long a step it had meant to take. */
#include "solver.h"
#include <arkode/arkode_arkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>

struct ark {
    struct solver_run *r;
    SUNContext context;
    N_Vector y, between, scale;
    struct matrix a;
    void *memory;
    double t, keep; /* keep: step to go on with */
    double from, *start, *d0, *d1, *g0,
        *g1; /* the last step began there; guards there and at its end */
    int *sign;
};

static int derivative(realtype t, N_Vector y, N_Vector dy, void *user)
{
    const struct problem *p = ((struct ark *)user)->r->p;
    p->f(p, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
    return 0;
}

static int linear_system(realtype t, N_Vector y, N_Vector fy, SUNMatrix m, SUNMatrix mass,
                         booleantype jok, booleantype *jcur, realtype gamma, void *user,
                         N_Vector t1, N_Vector t2, N_Vector t3)
{
    struct ark *c = user;
    (void)fy, (void)m, (void)mass, (void)jok, (void)t1, (void)t2, (void)t3;
    matrix_fill(&c->a, t, N_VGetArrayPointer(y), 1, -gamma);
    c->r->stats->jacobians++;
    *jcur = SUNTRUE;
    return 0;
}

static int tolerances(struct ark *c)
{
    const struct problem *p = c->r->p;
    double *s;
    if (!p->scale) return ARKStepSStolerances(c->memory, c->r->tol, c->r->tol);
    c->scale = N_VNew_Serial(p->n, c->context);
    if (!c->scale) return -1;
    s = N_VGetArrayPointer(c->scale);
    for (int32_t i = 0; i < p->n; i++) s[i] = c->r->tol * p->scale[i];
    return ARKStepSVtolerances(c->memory, c->r->tol, c->scale);
}

static int options(struct ark *c)
{
    int table = c->r->variant == 3 ? ARKODE_ESDIRK324L2SA_4_2_3 : ARKODE_ESDIRK436L2SA_6_3_4;
    int explicit = c->r->linear == SOLVER_NONE;
    ARKStepSetUserData(c->memory, c);
    if (c->r->p->guards) ARKStepSetInterpolantDegree(c->memory, 1); /* not used */
    ARKStepSetMaxNumSteps(c->memory, -1);
    ARKStepSetMaxHnilWarns(c->memory, -1);
    ARKStepSetMaxErrTestFails(c->memory, 100);
    ARKStepSetMaxConvFails(c->memory, 100);
    if (explicit)
        return ARKStepSetTableNum(c->memory, ARKODE_DIRK_NONE, ARKODE_DORMAND_PRINCE_7_4_5);
    ARKStepSetDeduceImplicitRhs(c->memory, SUNTRUE);
    if (c->r->p->linear) ARKStepSetLinear(c->memory, 0);
    return ARKStepSetTableNum(c->memory, table, ARKODE_ERK_NONE);
}

static int open_solver(struct ark *c)
{
    if (c->r->linear == SOLVER_NONE) return 0;
    if (!matrix_open(&c->a, c->r->p, c->r->linear, c->y, c->context)) return -1;
    if (ARKStepSetLinearSolver(c->memory, c->a.solver, c->a.m)) return -1;
    return ARKStepSetLinSysFn(c->memory, linear_system);
}

static int open_run(struct ark *c)
{
    struct problem *p = c->r->p;
    int explicit = c->r->linear == SOLVER_NONE;
    size_t n = (size_t)p->n, guards = (size_t)p->guards;
    if (SUNContext_Create(NULL, &c->context)) return -1;
    c->y = N_VMake_Serial(p->n, p->x0, c->context);
    c->between = N_VNew_Serial(p->n, c->context);
    c->start = calloc(3 * n + 2 * guards, sizeof *c->start);
    c->sign = calloc(guards + 1, sizeof *c->sign);
    if (!c->y || !c->between || !c->start || !c->sign) return -1;
    c->d0 = c->start + n;
    c->d1 = c->d0 + n;
    c->g0 = c->d1 + n;
    c->g1 = c->g0 + guards;
    c->memory = ARKStepCreate(explicit ? derivative : NULL, explicit ? NULL : derivative, 0, c->y,
                              c->context);
    if (!c->memory || tolerances(c) || open_solver(c)) return -1;
    return options(c);
}

/* One step, or what is left of it to `stop`. */
static int step(struct ark *c, double stop)
{
    double h = c->keep, end = c->t;
    int status;
    memcpy(c->start, N_VGetArrayPointer(c->y), sizeof(double) * (size_t)c->r->p->n);
    c->from = c->t;
    if (h > 0 && 1.01 * h >= stop - c->t) ARKStepSetStopTime(c->memory, stop);
    status = ARKStepEvolve(c->memory, stop, c->y, &c->t, ARK_ONE_STEP);
    if (status < 0) return status;
    ARKStepGetLastStep(c->memory, &h);
    if (c->t < stop)
        ARKStepGetCurrentStep(c->memory, &c->keep);
    else if (h > 0.9 * c->keep)
        c->keep = 1.5 * h;
    return c->t > end ? 0 : -1;
}

/* y and t are new, or the mode is: begin there, with the step as it was. */
static int restart(struct ark *c, double h)
{
    int status = ARKStepReset(c->memory, c->t, c->y);
    return status < 0 ? status : ARKStepSetInitStep(c->memory, h);
}

/* Takes the step back and does it again up to t. */
static int again(struct ark *c, double t)
{
    int status;
    memcpy(N_VGetArrayPointer(c->y), c->start, sizeof(double) * (size_t)c->r->p->n);
    c->t = c->from;
    status = restart(c, t - c->from);
    if (!status) status = ARKStepSetStopTime(c->memory, t);
    while (status >= 0 && c->t < t) status = ARKStepEvolve(c->memory, t, c->y, &c->t, ARK_ONE_STEP);
    return status < 0 ? status : 0;
}

/* Rows within the last step. Where modes change its interpolant is Hermite's cubic through a slope that
 * lasts for a nanosecond: the step is done again up to each row instead. Only runs that are not timed
 * sample. */
static int sample(struct ark *c, double until)
{
    double *y = N_VGetArrayPointer(c->y), *x = N_VGetArrayPointer(c->between), end = c->t;
    size_t size = sizeof *y * (size_t)c->r->p->n;
    double *last = NULL;
    int status = 0;
    for (double t; c->r->samples && !isnan(t = solver_due(c->r, until)) && !status;) {
        if (!c->r->p->guards) {
            ARKStepGetDky(c->memory, t, 0, c->between);
            solver_sample(c->r, x);
            continue;
        }
        if (!last) {
            last = malloc(size);
            if (!last) return -1;
            memcpy(last, y, size);
        }
        if (t < end) status = again(c, t);
        solver_sample(c->r, t < end ? y : last);
    }
    if (last) {
        memcpy(y, last, size);
        c->t = end;
        if (!status) status = restart(c, c->keep);
        free(last);
    }
    return status;
}

/* ---- Guards
 * ------------------------------------------------------------------------------------- */

/* State i at the part s of the last step by Hermite's cubic; the values of ARKODE's own interpolant are of whole vectors. */
static double between(const struct ark *c, double s, int32_t i)
{
    double x = c->start[i], h = c->t - c->from, way = N_VGetArrayPointer(c->y)[i] - x, r = 1 - s;
    return x + s * way + s * r * (r * (h * c->d0[i] - way) - s * (h * c->d1[i] - way));
}

static double guard_at(struct ark *c, int32_t k, double s)
{
    const struct problem *p = c->r->p;
    double *x = N_VGetArrayPointer(c->between);
    int32_t only[PROBLEM_READS], n = p->guard_reads ? p->guard_reads(p, k, only) : p->n;
    for (int32_t j = 0; j < n; j++) {
        int32_t i = p->guard_reads ? only[j] : j;
        x[i] = between(c, s, i);
    }
    return p->one_guard(p, c->from + s * (c->t - c->from), x, k);
}

/* The part at which guard k changes its sign in the interpolant, by bisection and false position in turn. */
static double root_of(struct ark *c, int32_t k)
{
    double a = 0, b = 1, ga = c->g0[k], gb = c->g1[k];
    int before = ga > 0;
    for (int turn = 0; turn < 40 && b - a > 1e-4 * c->r->tol; turn++) {
        double s = b - gb * (b - a) / (gb - ga), g;
        if (turn % 3 == 2 || !(s > a && s < b)) s = (a + b) / 2;
        g = guard_at(c, k, s);
        if (fabs(g) < 1e-12 * fabs(c->g1[k] - c->g0[k])) return s;
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

/* The guard that changes first in this step, -1: none; *at: when. */
static int32_t first_event(struct ark *c, double *at)
{
    struct problem *p = c->r->p;
    int32_t first = -1;
    if (p->guards) p->all_guards(p, c->t, N_VGetArrayPointer(c->y), c->g1);
    for (int32_t k = 0; k < p->guards; k++) {
        double t;
        if ((c->g0[k] > 0) == (c->g1[k] > 0)) continue;
        if (first < 0) {
            p->f(p, c->from, c->start, c->d0);
            p->f(p, c->t, N_VGetArrayPointer(c->y), c->d1);
        }
        t = c->from + root_of(c, k) * (c->t - c->from);
        if (first >= 0 && t >= *at) continue;
        *at = t;
        first = k;
    }
    return first;
}

/* The same, so that guard k is 0 there: one or two corrections by the values that it really has. */
static int end_at(struct ark *c, int32_t k, double t)
{
    double whole = c->t - c->from, least = 1e-9 * whole, enough = 0.01 * c->r->tol * whole;
    double h = fmax(least, t - c->from);
    for (int turn = 0;; turn++) {
        double g, away;
        int status = again(c, c->from + h);
        if (status) return status;
        g = c->r->p->one_guard(c->r->p, c->t, N_VGetArrayPointer(c->y), k);
        away = g * h / (c->g0[k] - g);
        if (turn == 2 || !(fabs(away) > enough)) return 0;
        h = fmin(whole, fmax(least, h + fmin(h, fmax(-h / 2, away))));
    }
}

/* ---- The run
 * ------------------------------------------------------------------------------------ */

/* Guards at the start of a step. The one that fired has passed, whatever rounding says. */
static void renew(struct ark *c, int32_t fired, int rises)
{
    struct problem *p = c->r->p;
    if (!p->guards) return;
    p->all_guards(p, c->t, N_VGetArrayPointer(c->y), c->g0);
    if (fired >= 0 && fabs(c->g0[fired]) < 1e-3 * fabs(c->g1[fired]) && (c->g0[fired] > 0) != rises)
        c->g0[fired] = rises ? 1e-300 : -1e-300;
}

/* What happens at the end of a step. */
static int arrive(struct ark *c, double stop, int32_t fired)
{
    enum problem_change change = PROBLEM_SMOOTH;
    double *x = N_VGetArrayPointer(c->y);
    int rises = fired >= 0 && c->g1[fired] > 0;
    if (fired >= 0) {
        c->sign[fired] = rises ? 1 : -1;
        change = solver_at_roots(c->r, c->t, x, c->sign);
        c->sign[fired] = 0;
    }
    change = solver_at_time(c->r, c->t, stop, x, change);
    renew(c, fired, rises);
    return fired >= 0 || change != PROBLEM_SMOOTH ? restart(c, c->keep) : 0;
}

static int integrate(struct ark *c)
{
    struct problem *p = c->r->p;
    int status = 0;
    renew(c, -1, 0);
    while (status >= 0 && c->t < p->stop) {
        double stop = solver_stop(c->r, c->t), at = 0;
        int32_t fired;
        status = step(c, stop);
        if (status < 0) break;
        fired = first_event(c, &at);
        if (fired >= 0) status = end_at(c, fired, at);
        if (status >= 0) status = sample(c, c->t);
        if (status >= 0) status = arrive(c, stop, fired);
    }
    return status < 0 ? status : 0;
}

static void count(struct ark *c)
{
    struct rival_stats *s = c->r->stats;
    long steps = 0, tried = 0, explicit_ones = 0, implicit = 0, setups = 0, reals = 0, integers = 0;
    ARKStepGetNumSteps(c->memory, &steps);
    ARKStepGetNumStepAttempts(c->memory, &tried);
    ARKStepGetNumRhsEvals(c->memory, &explicit_ones, &implicit);
    ARKStepGetNumLinSolvSetups(c->memory, &setups);
    ARKStepGetWorkSpace(c->memory, &reals, &integers);
    s->steps = steps;
    s->rejected = tried - steps;
    s->evaluations = explicit_ones + implicit;
    s->factorizations = setups;
    s->bytes = 8.0 * (double)(reals + integers);
}

static void close_run(struct ark *c)
{
    if (c->memory) ARKStepFree(&c->memory);
    matrix_close(&c->a);
    if (c->y) N_VDestroy(c->y);
    if (c->between) N_VDestroy(c->between);
    if (c->scale) N_VDestroy(c->scale);
    free(c->start);
    free(c->sign);
    SUNContext_Free(&c->context);
}

int solver_arkode(struct solver_run *r)
{
    struct ark c = {.r = r};
    int status = open_run(&c);
    double start = solver_clock();
    if (!status) status = integrate(&c);
    r->stats->seconds = solver_clock() - start;
    if (c.memory) count(&c);
    close_run(&c);
    return status;
}
