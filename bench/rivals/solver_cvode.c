/* SPDX-License-Identifier: MIT */
/* solver_cvode.c - CVODE: BDF with an analytic Jacobian, or Adams with functional iteration
 * (variant 1).
 *
 * It steps freely; rows of samples are read from the interpolant. It stops at instants that the
 * problem knows and at roots of guards, and begins anew with order 1 where the solution has a
 * kink or jump. */
#include "solver.h"
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

struct cvode {
    struct solver_run *r;
    SUNContext context;
    N_Vector y, between, scale;
    struct matrix a;
    SUNNonlinearSolver iteration;
    void *memory;
    int *root;
    double t;
};

static int derivative(realtype t, N_Vector y, N_Vector dy, void *user)
{
    const struct problem *p = ((struct cvode *)user)->r->p;
    p->f(p, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
    return 0;
}

static int linear_system(realtype t, N_Vector y, N_Vector fy, SUNMatrix m, booleantype jok,
                         booleantype *jcur, realtype gamma, void *user, N_Vector t1, N_Vector t2,
                         N_Vector t3)
{
    struct cvode *c = user;
    (void)fy, (void)m, (void)jok, (void)t1, (void)t2, (void)t3;
    matrix_fill(&c->a, t, N_VGetArrayPointer(y), 1, -gamma);
    c->r->stats->jacobians++;
    *jcur = SUNTRUE;
    return 0;
}

static int guards(realtype t, N_Vector y, realtype *g, void *user)
{
    const struct problem *p = ((struct cvode *)user)->r->p;
    p->all_guards(p, t, N_VGetArrayPointer(y), g);
    return 0;
}

static int open_solver(struct cvode *c)
{
    if (c->r->linear == SOLVER_NONE) {
        c->iteration = SUNNonlinSol_FixedPoint(c->y, 0, c->context);
        return c->iteration ? CVodeSetNonlinearSolver(c->memory, c->iteration) : -1;
    }
    if (!matrix_open(&c->a, c->r->p, c->r->linear, c->y, c->context)) return -1;
    if (CVodeSetLinearSolver(c->memory, c->a.solver, c->a.m)) return -1;
    return CVodeSetLinSysFn(c->memory, linear_system);
}

static int tolerances(struct cvode *c)
{
    const struct problem *p = c->r->p;
    double *s;
    if (!p->scale) return CVodeSStolerances(c->memory, c->r->tol, c->r->tol);
    c->scale = N_VNew_Serial(p->n, c->context);
    if (!c->scale) return -1;
    s = N_VGetArrayPointer(c->scale);
    for (int32_t i = 0; i < p->n; i++) s[i] = c->r->tol * p->scale[i];
    return CVodeSVtolerances(c->memory, c->r->tol, c->scale);
}

static int open_run(struct cvode *c)
{
    struct problem *p = c->r->p;
    if (SUNContext_Create(NULL, &c->context)) return -1;
    c->y = N_VMake_Serial(p->n, p->x0, c->context);
    c->between = N_VNew_Serial(p->n, c->context);
    c->root = calloc((size_t)p->guards + 1, sizeof *c->root);
    c->memory = CVodeCreate(c->r->variant ? CV_ADAMS : CV_BDF, c->context);
    if (!c->y || !c->between || !c->root || !c->memory) return -1;
    if (CVodeInit(c->memory, derivative, 0, c->y) || tolerances(c)) return -1;
    CVodeSetUserData(c->memory, c);
    CVodeSetMaxNumSteps(c->memory, -1);
    CVodeSetMaxHnilWarns(c->memory, -1);
    if (p->guards && CVodeRootInit(c->memory, p->guards, guards)) return -1;
    return open_solver(c);
}

static void sample(struct cvode *c)
{
    for (double t; !isnan(t = solver_due(c->r, c->t));) {
        CVodeGetDky(c->memory, t, 0, c->between);
        solver_sample(c->r, N_VGetArrayPointer(c->between));
    }
}

/* A restart: counters begin anew with it. */
static void count(struct cvode *c)
{
    struct rival_stats *s = c->r->stats;
    long steps = 0, evaluations = 0, setups = 0, failed = 0, unsolved = 0;
    CVodeGetNumSteps(c->memory, &steps);
    CVodeGetNumRhsEvals(c->memory, &evaluations);
    CVodeGetNumLinSolvSetups(c->memory, &setups);
    CVodeGetNumErrTestFails(c->memory, &failed);
    CVodeGetNumNonlinSolvConvFails(c->memory, &unsolved);
    s->steps += steps;
    s->evaluations += evaluations;
    s->factorizations += setups;
    s->rejected += failed + unsolved;
}

static int restart(struct cvode *c)
{
    count(c);
    return CVodeReInit(c->memory, c->t, c->y);
}

static int integrate(struct cvode *c)
{
    struct problem *p = c->r->p;
    double stop = solver_stop(c->r, 0);
    int status = CVodeSetStopTime(c->memory, stop);
    while (status >= 0 && c->t < p->stop) {
        enum problem_change change = PROBLEM_SMOOTH;
        status = CVode(c->memory, stop, c->y, &c->t, CV_ONE_STEP);
        if (status < 0) break;
        if (c->r->samples) sample(c);
        if (status == CV_ROOT_RETURN) {
            CVodeGetRootInfo(c->memory, c->root);
            change = solver_at_roots(c->r, c->t, N_VGetArrayPointer(c->y), c->root);
        }
        change = solver_at_time(c->r, c->t, stop, N_VGetArrayPointer(c->y), change);
        if (change != PROBLEM_SMOOTH) status = restart(c);
        if (c->t >= stop || change != PROBLEM_SMOOTH)
            CVodeSetStopTime(c->memory, stop = solver_stop(c->r, c->t));
    }
    count(c);
    return status < 0 ? status : 0;
}

static void close_run(struct cvode *c)
{
    CVodeFree(&c->memory);
    if (c->iteration) SUNNonlinSolFree(c->iteration);
    matrix_close(&c->a);
    if (c->y) N_VDestroy(c->y);
    if (c->between) N_VDestroy(c->between);
    if (c->scale) N_VDestroy(c->scale);
    free(c->root);
    SUNContext_Free(&c->context);
}

int solver_cvode(struct solver_run *r)
{
    struct cvode c = {.r = r};
    int status = open_run(&c);
    long reals = 0, integers = 0;
    double start = solver_clock();
    if (!status) status = integrate(&c);
    r->stats->seconds = solver_clock() - start;
    if (c.memory) CVodeGetWorkSpace(c.memory, &reals, &integers);
    r->stats->bytes = 8.0 * (double)(reals + integers);
    close_run(&c);
    return status;
}
