/* SPDX-License-Identifier: MIT */
/* ida.c - IDA [hbg05]: BDF of orders 1 to 5 for implicit systems, here x' - f(t, x) = 0.
 *
 * The start is consistent by itself: x' = f. */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/sundials.h"
#include <ida/ida.h>

static int residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *user)
{
    int answer = classic_f(t, y, r, user);
    if (answer) return answer;
    N_VLinearSum(1, yp, -1, r, r);
    return 0;
}

static int jacobian(realtype t, realtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix a,
                    void *user, N_Vector t1, N_Vector t2, N_Vector t3)
{
    bool renewed;
    (void)yp, (void)r, (void)t1, (void)t2, (void)t3;
    return matrix_fill(user, t, y, false, cj, -1, a, &renewed);
}

static int settle(struct classic *c)
{
    const struct engine_host *o = c->base.run;
    int r = 0;
    IDASetUserData(c->memory, c);
    IDASetMaxNumSteps(c->memory, -1);
    IDASetMaxConvFails(c->memory, FAILURES);
    IDASetMaxErrTestFails(c->memory, FAILURES);
    if (o->max_order > 0 && o->max_order < 5) r = IDASetMaxOrd(c->memory, o->max_order);
    if (!r && o->max_step > 0) r = IDASetMaxStep(c->memory, o->max_step);
    return r;
}

static int open(struct classic *c)
{
    int r;
    if (!matrix_open(c)) return IDA_MEM_FAIL;
    c->memory = IDACreate(c->context);
    if (!c->memory) return IDA_MEM_FAIL;
    IDASetErrHandlerFn(c->memory, classic_hear, c);
    N_VConst(0, c->yp);
    if ((r = IDAInit(c->memory, residual, c->base.run->t, c->y, c->yp))) return r;
    if ((r = IDAWFtolerances(c->memory, classic_weights))) return r;
    if ((r = IDASetLinearSolver(c->memory, c->matrix.solver, c->matrix.m))) return r;
    if ((r = IDASetJacFn(c->memory, jacobian))) return r;
    if ((r = settle(c))) return r;
    return taylor_open(c, 5) ? 0 : IDA_MEM_FAIL;
}

static int begin(struct stepper *p, double h)
{
    struct classic *c = classic_of(p);
    int r;
    taylor_forget(c);
    r = IDAReInit(c->memory, c->base.run->t, c->y, c->yp);
    return r ? r : IDASetInitStep(c->memory, h);
}

static int step(struct stepper *p, double limit)
{
    struct classic *c = classic_of(p);
    int r = IDASetStopTime(c->memory, limit);
    taylor_forget(c);
    c->base.first = false; /* yp is overwritten */
    return r ? r : IDASolve(c->memory, limit, &p->reached, c->y, c->yp, IDA_ONE_STEP);
}

DEFINE_MULTISTEP(IDA)
DEFINE_COUNT(count, IDA, true)

const struct integrator classic_ida = MULTISTEP_TABLE;
#endif
