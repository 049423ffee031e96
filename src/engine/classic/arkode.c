/* SPDX-License-Identifier: MIT */
/* arkode.c - one-step methods of ARKODE [rgb23]: ESDIRK 3(2) and 4(3) of Kennedy and Carpenter,
 * which are L-stable and stiffly accurate, and Dormand-Prince 5(4).
 *
 * The step size survives events: it says something about the model, not about its past. f of a
 * stage is taken from the solved stage, and that of the last one serves as f at the end of the
 * step. Stages are predicted from the last step, steps chosen by a PI controller: both make a
 * difference of two on the models of the papers. Where all derivatives are affine, Newton's method
 * needs one iteration, with a matrix that belongs to the present step; with an old one a stiff
 * state seems to have converged before it has. */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/sundials.h"
#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>

enum { EXTRAPOLATE = 1 };

/* ---- ESDIRK ---------------------------------------------------------------------------------- */

static int linear_system(realtype t, N_Vector y, N_Vector fy, SUNMatrix a, SUNMatrix mass,
                         booleantype jok, booleantype *jcur, realtype gamma, void *user,
                         N_Vector t1, N_Vector t2, N_Vector t3)
{
    bool renewed;
    int r = matrix_fill(user, t, y, jok, 1, -gamma, a, &renewed);
    (void)fy, (void)mass, (void)t1, (void)t2, (void)t3;
    *jcur = renewed || !jok;
    return r;
}

static int settle(struct classic *c)
{
    void *m = c->memory;
    int r = ARKStepSetTableNum(
        m, c->variant == CLASSIC_ESDIRK32 ? ARKODE_ESDIRK324L2SA_4_2_3 : ARKODE_ESDIRK436L2SA_6_3_4,
        ARKODE_ERK_NONE);
    ARKStepSetUserData(m, c);
    ARKStepSetDeduceImplicitRhs(m, SUNTRUE);
    ARKStepSetPredictorMethod(m, EXTRAPOLATE);
    ARKStepSetAdaptivityMethod(m, ARK_ADAPT_PI, 1, 0, NULL);
    if (c->matrix.jacobian.constant) ARKStepSetLinear(m, 0);
    ARKStepSetInterpolantDegree(m, 3);
    ARKStepSetMaxNumSteps(m, -1);
    ARKStepSetMaxHnilWarns(m, -1);
    ARKStepSetMaxConvFails(m, FAILURES);
    ARKStepSetMaxErrTestFails(m, FAILURES);
    if (!r && c->base.run->max_step > 0) r = ARKStepSetMaxStep(m, c->base.run->max_step);
    return r;
}

static int ark_open(struct classic *c)
{
    int r;
    if (!matrix_open(c) || !hermite_open(c, false)) return ARK_MEM_FAIL;
    c->memory = ARKStepCreate(NULL, classic_f, c->base.run->t, c->y, c->context);
    if (!c->memory) return ARK_MEM_FAIL;
    ARKStepSetErrHandlerFn(c->memory, classic_hear, c);
    if ((r = ARKStepWFtolerances(c->memory, classic_weights))) return r;
    if ((r = settle(c))) return r;
    if ((r = ARKStepSetLinearSolver(c->memory, c->matrix.solver, c->matrix.m))) return r;
    return ARKStepSetLinSysFn(c->memory, linear_system);
}

DEFINE_ONE_STEP(ark, ARKStep)
DEFINE_COUNT(ark_count, ARKStep, true)

const struct integrator classic_arkode = ONE_STEP_TABLE(ark, true);

/* ---- Dormand-Prince -------------------------------------------------------------------------- */

static int erk_open(struct classic *c)
{
    int r;
    if (!hermite_open(c, true)) return ARK_MEM_FAIL;
    c->memory = ERKStepCreate(classic_f, c->base.run->t, c->y, c->context);
    if (!c->memory) return ARK_MEM_FAIL;
    ERKStepSetErrHandlerFn(c->memory, classic_hear, c);
    if ((r = ERKStepWFtolerances(c->memory, classic_weights))) return r;
    if ((r = ERKStepSetTableNum(c->memory, ARKODE_DORMAND_PRINCE_7_4_5))) return r;
    ERKStepSetUserData(c->memory, c);
    ERKStepSetInterpolantDegree(c->memory, 3);
    ERKStepSetMaxNumSteps(c->memory, -1);
    ERKStepSetMaxHnilWarns(c->memory, -1);
    ERKStepSetMaxErrTestFails(c->memory, FAILURES);
    return c->base.run->max_step > 0 ? ERKStepSetMaxStep(c->memory, c->base.run->max_step) : 0;
}

static void erk_count(struct stepper *p, long *rejected, long *iterations)
{
    struct classic *c = classic_of(p);
    *iterations = 0;
    *rejected = 0;
    ERKStepGetNumErrTestFails(c->memory, rejected);
}

DEFINE_ONE_STEP(erk, ERKStep)

const struct integrator classic_erk = ONE_STEP_TABLE(erk, false);
#endif
