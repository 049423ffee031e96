/* SPDX-License-Identifier: MIT */
/* open.c - memory of a run by a classic method, and what its integrator asks back. */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/engine.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- What SUNDIALS asks for ------------------------------------------------------------------ */

/* The first question after a beginning has been answered already. */
static bool asked_before(struct classic *c, double t, const double *y)
{
    const struct whole *w = whole_of(c->sim);
    bool same = c->first && t == w->t && memcmp(y, w->x, (size_t)c->sim->net.n * sizeof *y) == 0;
    c->first = false;
    return same;
}

int classic_f(realtype t, N_Vector y, N_Vector f, void *user)
{
    struct classic *c = user;
    const double *x = N_VGetArrayPointer(y);
    enum whole_answer answer;
    if (c->first && asked_before(c, t, x)) {
        N_VScale(1, c->yp, f);
        return 0;
    }
    answer = whole_derivatives(c->sim, t, x, N_VGetArrayPointer(f));
    if (answer != WHOLE_OK) c->trouble = answer;
    return answer != WHOLE_OK;
}

int classic_weights(N_Vector y, N_Vector weights, void *user)
{
    const struct classic *c = user;
    const struct whole *w = whole_of(c->sim);
    const double *x = N_VGetArrayPointer(y);
    double *to = N_VGetArrayPointer(weights);
    for (int32_t i = 0; i < c->sim->net.n; i++) to[i] = 1 / whole_tolerance(w, i, x[i]);
    return 0;
}

void classic_hear(int code, const char *module, const char *function, char *text, void *user)
{
    struct classic *c = user;
    (void)module, (void)function;
    if (code < 0) snprintf(c->text, sizeof c->text, "%s", text);
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
    int32_t n = c->sim->net.n;
    if (SUNContext_Create(NULL, &c->context)) return false;
    c->y = N_VNew_Serial(n, c->context);
    c->yp = N_VNew_Serial(n, c->context);
    c->room = N_VNewEmpty_Serial(n, c->context);
    if (!c->y || !c->yp || !c->room) return false;
    memcpy(N_VGetArrayPointer(c->y), whole_of(c->sim)->x, (size_t)n * sizeof(double));
    N_VConst(0, c->yp);
    return true;
}

/* Is the highest order that was asked for one that the method has? */
static void check_order(struct sim *s)
{
    const saltus_method_info *list;
    size_t n = saltus_classic_methods(&list);
    char text[100];
    for (size_t k = 0; k < n; k++) {
        if (strcmp(list[k].name, s->opt.method) != 0 || !strstr(list[k].options, "max_order"))
            continue;
        if (s->opt.max_order <= list[k].order) return;
        snprintf(text, sizeof text, "%s has the orders 1 to %d", list[k].name, list[k].order);
        sim_refuse(s, SALTUS_EARG, "max_order", text, "0 stands for all");
    }
}

void classic_open(struct sim *s, int variant)
{
    struct classic *c = whole_of(s)->data = sim_room(s, 1, sizeof *c);
    if (!c) return;
    c->sim = s;
    c->by = integrator_of(variant);
    c->variant = (enum variant)variant;
    c->fresh = true;
    c->reached = whole_of(s)->t;
    c->event = -INFINITY;
    c->end = sim_room(s, s->net.n, sizeof *c->end);
    locate_open(s, &c->locate);
    check_order(s);
    if (s->status < 0 || s->net.n == 0) return;
    if ((!make_vectors(c) || c->by->open(c)) && s->status >= 0)
        sim_refuse(s, SALTUS_ENOMEM, s->opt.method,
                   c->text[0] ? c->text : "out of memory for the integrator", NULL);
}

void classic_close(struct sim *s)
{
    struct classic *c = whole_of(s)->data;
    if (!c) return;
    if (c->by) c->by->close(c);
    if (c->nonlinear) SUNNonlinSolFree(c->nonlinear);
    matrix_close(c);
    if (c->y) N_VDestroy(c->y);
    if (c->yp) N_VDestroy(c->yp);
    if (c->room) N_VDestroy(c->room);
    if (c->context) SUNContext_Free(&c->context);
    locate_close(s, &c->locate);
    alloc_free(&s->alloc, c->end);
    alloc_free(&s->alloc, c);
    whole_of(s)->data = NULL;
}
#endif
