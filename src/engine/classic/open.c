/* SPDX-License-Identifier: MIT */
/* open.c - memory of a run by a classic method, and what its integrator asks back. */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/classic.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- What SUNDIALS asks for ------------------------------------------------------------------ */

/* The first question after a beginning has been answered already. */
static bool asked_before(struct classic *c, double t, const double *y)
{
    const struct engine_host *run = c->base.run;
    bool same = c->base.first && t == run->t && memcmp(y, run->x, (size_t)run->n * sizeof *y) == 0;
    c->base.first = false;
    return same;
}

int classic_f(realtype t, N_Vector y, N_Vector f, void *user)
{
    struct classic *c = user;
    const double *x = N_VGetArrayPointer(y);
    enum whole_answer answer;
    if (c->base.first && asked_before(c, t, x)) {
        N_VScale(1, c->yp, f);
        return 0;
    }
    answer = c->base.run->call->derivatives(c->base.run, t, x, N_VGetArrayPointer(f));
    if (answer != WHOLE_OK) c->base.trouble = answer;
    return answer != WHOLE_OK;
}

int classic_weights(N_Vector y, N_Vector weights, void *user)
{
    const struct classic *c = user;
    const struct engine_host *run = c->base.run;
    const double *x = N_VGetArrayPointer(y);
    double *to = N_VGetArrayPointer(weights), share = stepper_share(&c->base);
    for (int32_t i = 0; i < run->n; i++) to[i] = 1 / (share * whole_tolerance(run, i, x[i]));
    return 0;
}

void classic_hear(int code, const char *module, const char *function, char *text, void *user)
{
    struct classic *c = user;
    (void)module, (void)function;
    if (code < 0) snprintf(c->base.text, sizeof c->base.text, "%s", text);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static const struct integrator *integrator_of(int variant)
{
    switch ((enum variant)variant) {
    case CLASSIC_BDF:
    case CLASSIC_ADAMS: return &classic_cvode;
    case CLASSIC_IDA: return &classic_ida;
    case CLASSIC_ESDIRK32:
    case CLASSIC_ESDIRK43: return &classic_arkode;
    case CLASSIC_DOPRI5: return &classic_erk;
    }
    return NULL;
}

static bool make_vectors(struct classic *c)
{
    int32_t n = c->base.run->n;
    if (SUNContext_Create(NULL, &c->context)) return false;
    c->y = N_VNew_Serial(n, c->context);
    c->yp = N_VNew_Serial(n, c->context);
    c->room = N_VNewEmpty_Serial(n, c->context);
    if (!c->y || !c->yp || !c->room) return false;
    memcpy(N_VGetArrayPointer(c->y), c->base.run->x, (size_t)n * sizeof(double));
    N_VConst(0, c->yp);
    c->base.y = N_VGetArrayPointer(c->y);
    c->base.yp = N_VGetArrayPointer(c->yp);
    return true;
}

/* Is the highest order that was asked for one that the method has? */
static void check_order(struct engine_host *run)
{
    const saltus_method_info *m;
    char text[100];
    for (size_t k = 0; (m = saltus_classic_method(k)); k++) {
        if (strcmp(m->name, run->method) != 0 || !strstr(m->options, "max_order")) continue;
        if (run->max_order <= m->order) return;
        snprintf(text, sizeof text, "%s has the orders 1 to %d", m->name, m->order);
        run->call->refuse(run, SALTUS_EARG, "max_order", text, "0 stands for all");
    }
}

void classic_open(struct engine_host *run, int variant)
{
    struct classic *c = run->data = run->call->room(run, 1, sizeof *c);
    if (!c) return;
    c->by = integrator_of(variant);
    c->variant = (enum variant)variant;
    run->call->stepper_open(run, &c->base, &c->by->kind);
    check_order(run);
    if (*run->status < 0 || run->n == 0) return;
    if ((!make_vectors(c) || c->by->open(c)) && *run->status >= 0)
        run->call->refuse(run, SALTUS_ENOMEM, run->method,
                          c->base.text[0] ? c->base.text : "out of memory for the integrator",
                          NULL);
}

void classic_close(struct engine_host *run)
{
    struct classic *c = run->data;
    if (!c) return;
    if (c->by) c->by->close(c);
    if (c->nonlinear) SUNNonlinSolFree(c->nonlinear);
    matrix_close(c);
    if (c->y) N_VDestroy(c->y);
    if (c->yp) N_VDestroy(c->yp);
    if (c->room) N_VDestroy(c->room);
    if (c->context) SUNContext_Free(&c->context);
    run->call->stepper_close(&c->base);
    run->call->give_back(run, c);
    run->data = NULL;
}

void classic_forget(struct stepper *p)
{
    classic_of(p)->matrix.known = false;
}
#endif
