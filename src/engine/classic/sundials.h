/* SPDX-License-Identifier: MIT */
/* sundials.h - what the packages of SUNDIALS offer alike, under names that differ in the prefix.
 *
 * Each macro defines a function of struct integrator (classic.h) or its stepper. */
#ifndef CLASSIC_SUNDIALS_H
#define CLASSIC_SUNDIALS_H

#include "engine/classic/hermite.h"
#include "engine/classic/taylor.h"

enum { FAILURES = 60 };

#define DEFINE_NEXT(name, prefix)                                                                  \
    static double name(struct stepper *p)                                                          \
    {                                                                                              \
        struct classic *c = classic_of(p);                                                         \
        double h = 0;                                                                              \
        prefix##GetCurrentStep(c->memory, &h);                                                     \
        return h;                                                                                  \
    }

/* With Newton's method or, if `newton` is false, without. */
#define DEFINE_COUNT(name, prefix, newton)                                                         \
    static void name(struct stepper *p, long *rejected, long *iterations)                          \
    {                                                                                              \
        struct classic *c = classic_of(p);                                                         \
        long errors = 0, failures = 0;                                                             \
        *iterations = 0;                                                                           \
        prefix##GetNumErrTestFails(c->memory, &errors);                                            \
        prefix##GetNumStepSolveFails(c->memory, &failures);                                        \
        if (newton) prefix##GetNumNonlinSolvIters(c->memory, iterations);                          \
        *rejected = errors + failures;                                                             \
    }

/* Multistep methods: the step as a Taylor polynomial. */
#define DEFINE_MULTISTEP(prefix)                                                                   \
    static void close(struct classic *c)                                                           \
    {                                                                                              \
        if (c->memory) prefix##Free(&c->memory);                                                   \
        taylor_close(c);                                                                           \
    }                                                                                              \
    static void at(struct stepper *p, double t, int k, double *out)                                \
    {                                                                                              \
        struct classic *c = classic_of(p);                                                         \
        N_VSetArrayPointer(out, c->room);                                                          \
        prefix##GetDky(c->memory, t, k, c->room);                                                  \
    }                                                                                              \
    static int degree(struct stepper *p)                                                           \
    {                                                                                              \
        struct classic *c = classic_of(p);                                                         \
        int q = 0;                                                                                 \
        prefix##GetLastOrder(c->memory, &q);                                                       \
        return q;                                                                                  \
    }                                                                                              \
    DEFINE_NEXT(next, prefix)

/* One-step methods: the step as a polynomial between its ends. */
#define DEFINE_ONE_STEP(name, prefix)                                                              \
    static void name##_close(struct classic *c)                                                    \
    {                                                                                              \
        if (c->memory) prefix##Free(&c->memory);                                                   \
        hermite_close(c);                                                                          \
    }                                                                                              \
    static int name##_begin(struct stepper *p, double h)                                           \
    {                                                                                              \
        struct classic *c = classic_of(p);                                                         \
        double t = c->base.run->t;                                                                 \
        int r = prefix##Reset(c->memory, t, c->y);                                                 \
        hermite_begin(c, t, N_VGetArrayPointer(c->y), N_VGetArrayPointer(c->yp));                  \
        return r ? r : prefix##SetInitStep(c->memory, h);                                          \
    }                                                                                              \
    static int name##_step(struct stepper *p, double limit)                                        \
    {                                                                                              \
        struct classic *c = classic_of(p);                                                         \
        int r = prefix##SetStopTime(c->memory, limit);                                             \
        if (!r) r = prefix##Evolve(c->memory, limit, c->y, &p->reached, ARK_ONE_STEP);             \
        if (r < 0) return r;                                                                       \
        r = prefix##GetDky(c->memory, p->reached, 1, c->yp);                                       \
        hermite_end(c, p->reached, N_VGetArrayPointer(c->y), N_VGetArrayPointer(c->yp));           \
        return r;                                                                                  \
    }                                                                                              \
    DEFINE_NEXT(name##_next, prefix)

#define MULTISTEP_TABLE                                                                            \
    {                                                                                              \
        .open = open, .close = close, .kind = {                                                    \
            .begin = begin,                                                                        \
            .step = step,                                                                          \
            .at = at,                                                                              \
            .some = taylor_at,                                                                     \
            .series = taylor_series,                                                               \
            .degree = degree,                                                                      \
            .next = next,                                                                          \
            .count = count,                                                                        \
            .forget = classic_forget,                                                              \
            .forgets = true                                                                        \
        }                                                                                          \
    }

#define ONE_STEP_TABLE(name, own_slope_)                                                           \
    {                                                                                              \
        .open = name##_open, .close = name##_close, .kind = {                                      \
            .begin = name##_begin,                                                                 \
            .step = name##_step,                                                                   \
            .at = hermite_at,                                                                      \
            .some = hermite_some,                                                                  \
            .series = hermite_series,                                                              \
            .degree = hermite_degree,                                                              \
            .next = name##_next,                                                                   \
            .count = name##_count,                                                                 \
            .rough = hermite_rough,                                                                \
            .forget = classic_forget,                                                              \
            .one_step = true,                                                                      \
            .own_slope = own_slope_                                                                \
        }                                                                                          \
    }

#endif
