/* SPDX-License-Identifier: MIT */
/* cvode.c - CVODE [hbg05]: variable-order multistep methods, BDF with Newton's method (orders 1 to
 * 5) and Adams-Moulton with functional iteration (orders 1 to 12). */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/sundials.h"
#include <cvode/cvode.h>
#include <stdlib.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { ANDERSON = 0 };

static int linear_system(realtype t, N_Vector y, N_Vector fy, SUNMatrix a, booleantype jok,
                         booleantype *jcur, realtype gamma, void *user, N_Vector t1, N_Vector t2,
                         N_Vector t3)
{
    bool renewed;
    int r = matrix_fill(user, t, y, jok, 1, -gamma, a, &renewed);
    (void)fy, (void)t1, (void)t2, (void)t3;
    *jcur = renewed || !jok;
    return r;
}

static int open_newton(struct classic *c)
{
    int r = CVodeSetLinearSolver(c->memory, c->matrix.solver, c->matrix.m);
    return r ? r : CVodeSetLinSysFn(c->memory, linear_system);
}

static int open_iteration(struct classic *c)
{
    c->nonlinear = SUNNonlinSol_FixedPoint(c->y, ANDERSON, c->context);
    return c->nonlinear ? CVodeSetNonlinearSolver(c->memory, c->nonlinear) : CV_MEM_FAIL;
}

static int settle(struct classic *c)
{
    const struct engine_host *o = c->base.run;
    int most = c->variant == CLASSIC_BDF ? 5 : 12, r = 0;
    CVodeSetErrHandlerFn(c->memory, classic_hear, c);
    CVodeSetUserData(c->memory, c);
    CVodeSetMaxNumSteps(c->memory, -1);
    CVodeSetMaxHnilWarns(c->memory, -1);
    CVodeSetMaxConvFails(c->memory, FAILURES);
    CVodeSetMaxErrTestFails(c->memory, FAILURES);
    if (o->max_order > 0 && o->max_order < most) r = CVodeSetMaxOrd(c->memory, o->max_order);
    if (!r && o->max_step > 0) r = CVodeSetMaxStep(c->memory, o->max_step);
    return r;
}

static int open(struct classic *c)
{
    int r;
    if (c->variant == CLASSIC_BDF && !matrix_open(c)) return CV_MEM_FAIL;
    c->memory = CVodeCreate(c->variant == CLASSIC_BDF ? CV_BDF : CV_ADAMS, c->context);
    if (!c->memory) return CV_MEM_FAIL;
    CVodeSetErrHandlerFn(c->memory, classic_hear, c);
    if ((r = CVodeInit(c->memory, classic_f, c->base.run->t, c->y))) return r;
    if ((r = CVodeWFtolerances(c->memory, classic_weights))) return r;
    if ((r = c->variant == CLASSIC_BDF ? open_newton(c) : open_iteration(c))) return r;
    if ((r = settle(c))) return r;
    return taylor_open(c, c->variant == CLASSIC_BDF ? 5 : 12) ? 0 : CV_MEM_FAIL;
}

static int begin(struct stepper *p, double h)
{
    struct classic *c = classic_of(p);
    int r;
    taylor_forget(c);
    r = CVodeReInit(c->memory, c->base.run->t, c->y);
    return r ? r : CVodeSetInitStep(c->memory, h);
}

static int step(struct stepper *p, double limit)
{
    struct classic *c = classic_of(p);
    int r = CVodeSetStopTime(c->memory, limit);
    taylor_forget(c);
    return r ? r : CVode(c->memory, limit, c->y, &p->reached, CV_ONE_STEP);
}

DEFINE_MULTISTEP(CVode)
DEFINE_COUNT(count, CVode, c->variant == CLASSIC_BDF)

const struct integrator classic_cvode = MULTISTEP_TABLE;
#endif
