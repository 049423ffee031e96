/* SPDX-License-Identifier: MIT */
/* solver_ida.c - IDA: BDF of variable coefficients on F = x' - f(t, x) = 0, with dF/dx + c
 * dF/dx' = c I - J. */
#include "solver.h"
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>

struct ida {
    struct solver_run *r;
    SUNContext context;
    N_Vector y, dy, between, scale;
    struct matrix a;
    void *memory;
    int *root;
    double t;
};

static int residual(realtype t, N_Vector y, N_Vector dy, N_Vector out, void *user)
{
    const struct problem *p = ((struct ida *)user)->r->p;
    const double *d = N_VGetArrayPointer(dy);
    double *e = N_VGetArrayPointer(out);
    p->f(p, t, N_VGetArrayPointer(y), e);
    for (int32_t i = 0; i < p->n; i++) e[i] = d[i] - e[i];
    return 0;
}

static int jacobian(realtype t, realtype c, N_Vector y, N_Vector dy, N_Vector e, SUNMatrix m,
                    void *user, N_Vector t1, N_Vector t2, N_Vector t3)
{
    struct ida *s = user;
    (void)dy, (void)e, (void)m, (void)t1, (void)t2, (void)t3;
    matrix_fill(&s->a, t, N_VGetArrayPointer(y), c, -1);
    s->r->stats->jacobians++;
    return 0;
}

static int guards(realtype t, N_Vector y, N_Vector dy, realtype *g, void *user)
{
    const struct problem *p = ((struct ida *)user)->r->p;
    (void)dy;
    p->all_guards(p, t, N_VGetArrayPointer(y), g);
    return 0;
}

static int tolerances(struct ida *c)
{
    const struct problem *p = c->r->p;
    double *s;
    if (!p->scale) return IDASStolerances(c->memory, c->r->tol, c->r->tol);
    c->scale = N_VNew_Serial(p->n, c->context);
    if (!c->scale) return -1;
    s = N_VGetArrayPointer(c->scale);
    for (int32_t i = 0; i < p->n; i++) s[i] = c->r->tol * p->scale[i];
    return IDASVtolerances(c->memory, c->r->tol, c->scale);
}

static void slopes(struct ida *c)
{
    const struct problem *p = c->r->p;
    p->f(p, c->t, N_VGetArrayPointer(c->y), N_VGetArrayPointer(c->dy));
}

static int open_run(struct ida *c)
{
    struct problem *p = c->r->p;
    if (SUNContext_Create(NULL, &c->context)) return -1;
    c->y = N_VMake_Serial(p->n, p->x0, c->context);
    c->dy = N_VNew_Serial(p->n, c->context);
    c->between = N_VNew_Serial(p->n, c->context);
    c->root = calloc((size_t)p->guards + 1, sizeof *c->root);
    c->memory = IDACreate(c->context);
    if (!c->y || !c->dy || !c->between || !c->root || !c->memory) return -1;
    slopes(c);
    if (IDAInit(c->memory, residual, 0, c->y, c->dy) || tolerances(c)) return -1;
    IDASetUserData(c->memory, c);
    IDASetMaxNumSteps(c->memory, -1);
    if (p->guards && IDARootInit(c->memory, p->guards, guards)) return -1;
    if (!matrix_open(&c->a, p, c->r->linear, c->y, c->context)) return -1;
    if (IDASetLinearSolver(c->memory, c->a.solver, c->a.m)) return -1;
    return IDASetJacFn(c->memory, jacobian);
}

static void sample(struct ida *c)
{
    for (double t; !isnan(t = solver_due(c->r, c->t));) {
        IDAGetDky(c->memory, t, 0, c->between);
        solver_sample(c->r, N_VGetArrayPointer(c->between));
    }
}

/* Counters begin anew with a restart. */
static void count(struct ida *c)
{
    struct rival_stats *s = c->r->stats;
    long steps = 0, evaluations = 0, setups = 0, failed = 0, unsolved = 0;
    IDAGetNumSteps(c->memory, &steps);
    IDAGetNumResEvals(c->memory, &evaluations);
    IDAGetNumLinSolvSetups(c->memory, &setups);
    IDAGetNumErrTestFails(c->memory, &failed);
    IDAGetNumNonlinSolvConvFails(c->memory, &unsolved);
    s->steps += steps;
    s->evaluations += evaluations;
    s->factorizations += setups;
    s->rejected += failed + unsolved;
}

static int restart(struct ida *c)
{
    count(c);
    slopes(c);
    return IDAReInit(c->memory, c->t, c->y, c->dy);
}

static int integrate(struct ida *c)
{
    struct problem *p = c->r->p;
    double stop = solver_stop(c->r, 0);
    int status = IDASetStopTime(c->memory, stop);
    while (status >= 0 && c->t < p->stop) {
        enum problem_change change = PROBLEM_SMOOTH;
        status = IDASolve(c->memory, stop, &c->t, c->y, c->dy, IDA_ONE_STEP);
        if (status < 0) break;
        if (c->r->samples) sample(c);
        if (status == IDA_ROOT_RETURN) {
            IDAGetRootInfo(c->memory, c->root);
            change = solver_at_roots(c->r, c->t, N_VGetArrayPointer(c->y), c->root);
        }
        change = solver_at_time(c->r, c->t, stop, N_VGetArrayPointer(c->y), change);
        if (change != PROBLEM_SMOOTH) status = restart(c);
        if (c->t >= stop || change != PROBLEM_SMOOTH)
            IDASetStopTime(c->memory, stop = solver_stop(c->r, c->t));
    }
    count(c);
    return status < 0 ? status : 0;
}

static void close_run(struct ida *c)
{
    if (c->memory) IDAFree(&c->memory);
    matrix_close(&c->a);
    if (c->y) N_VDestroy(c->y);
    if (c->dy) N_VDestroy(c->dy);
    if (c->between) N_VDestroy(c->between);
    if (c->scale) N_VDestroy(c->scale);
    free(c->root);
    SUNContext_Free(&c->context);
}

int solver_ida(struct solver_run *r)
{
    struct ida c = {.r = r};
    int status = open_run(&c);
    long reals = 0, integers = 0;
    double start = solver_clock();
    if (!status) status = integrate(&c);
    r->stats->seconds = solver_clock() - start;
    if (c.memory) IDAGetWorkSpace(c.memory, &reals, &integers);
    r->stats->bytes = 8.0 * (double)(reals + integers);
    close_run(&c);
    return status;
}
