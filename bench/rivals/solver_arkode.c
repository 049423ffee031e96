/* SPDX-License-Identifier: MIT */
/* solver_arkode.c - ARKODE: stiffly accurate ESDIRK methods of Kennedy and Carpenter, 3(2) and
 * 4(3) (the variant is the order), with an analytic Jacobian. One-step methods: after an event
 * they go on with the step they had.
 *
 * Only for problems without guards. At a root ARKODE returns its interpolant, Hermite's cubic,
 * and where some parts are stiff (a converter whose switch and diode are both off) that starts
 * the next mode with errors which set off other guards: on cuk it chatters without end. There
 * solver_esdirk.c takes its place. */
#include "solver.h"
#include <arkode/arkode_arkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>

struct ark {
    struct solver_run *r;
    SUNContext context;
    N_Vector y, between, scale;
    struct matrix a;
    void *memory;
    double t;
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
    ARKStepSetUserData(c->memory, c);
    ARKStepSetMaxNumSteps(c->memory, -1);
    ARKStepSetMaxHnilWarns(c->memory, -1);
    ARKStepSetMaxErrTestFails(c->memory, 100);
    ARKStepSetMaxConvFails(c->memory, 100);
    ARKStepSetDeduceImplicitRhs(c->memory, SUNTRUE);
    if (c->r->p->linear) ARKStepSetLinear(c->memory, 0);
    return ARKStepSetTableNum(c->memory, table, ARKODE_ERK_NONE);
}

static int open_run(struct ark *c)
{
    struct problem *p = c->r->p;
    if (SUNContext_Create(NULL, &c->context)) return -1;
    c->y = N_VMake_Serial(p->n, p->x0, c->context);
    c->between = N_VNew_Serial(p->n, c->context);
    if (!c->y || !c->between) return -1;
    c->memory = ARKStepCreate(NULL, derivative, 0, c->y, c->context);
    if (!c->memory || tolerances(c)) return -1;
    if (!matrix_open(&c->a, p, c->r->linear, c->y, c->context)) return -1;
    if (ARKStepSetLinearSolver(c->memory, c->a.solver, c->a.m)) return -1;
    if (ARKStepSetLinSysFn(c->memory, linear_system)) return -1;
    return options(c);
}

static void sample(struct ark *c)
{
    for (double t; !isnan(t = solver_due(c->r, c->t));) {
        ARKStepGetDky(c->memory, t, 0, c->between);
        solver_sample(c->r, N_VGetArrayPointer(c->between));
    }
}

static int integrate(struct ark *c)
{
    struct problem *p = c->r->p;
    double stop = solver_stop(c->r, 0);
    int status = ARKStepSetStopTime(c->memory, stop);
    while (status >= 0 && c->t < p->stop) {
        enum problem_change change;
        status = ARKStepEvolve(c->memory, stop, c->y, &c->t, ARK_ONE_STEP);
        if (status < 0) break;
        if (c->r->samples) sample(c);
        change = solver_at_time(c->r, c->t, stop, N_VGetArrayPointer(c->y), PROBLEM_SMOOTH);
        if (change != PROBLEM_SMOOTH) status = ARKStepReset(c->memory, c->t, c->y);
        if (c->t >= stop || change != PROBLEM_SMOOTH)
            ARKStepSetStopTime(c->memory, stop = solver_stop(c->r, c->t));
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
    s->evaluations = implicit;
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
