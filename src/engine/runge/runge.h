/* SPDX-License-Identifier: MIT */
/* runge.h - Runge-Kutta methods of order 5, steppers of the library itself (engine/whole/stepper.h):
 * Radau IIA for stiff models (radau.c, radau_matrix.c), Dormand-Prince for others (rk5.c). runge.c
 * is the engine. */
#ifndef RUNGE_RUNGE_H
#define RUNGE_RUNGE_H

#include "engine/whole/stepper.h"
#include "engine/whole/whole.h"

enum runge_variant { RUNGE_RADAU5, RUNGE_RK5, RUNGE_RODAS4 };

extern const struct whole_engine runge_engine;

/* The steppers; open and close their memory, a failure is told to the run. */
extern const struct stepper_kind radau_kind, rk5_kind, rodas_kind;
struct stepper *radau_open(struct engine_host *run);
void radau_close(struct stepper *p);
struct stepper *rodas_open(struct engine_host *run);
void rodas_close(struct stepper *p);
struct stepper *rk5_open(struct engine_host *run);
void rk5_close(struct stepper *p);

/* For whoever decides which of them is to go on (engine/change.c). Work: multiplications with matrices so
 * far. Reach: the length of the next step, times the fastest rate of the model, roughly. */
double runge_work(const struct engine_host *run);
double runge_reach(struct engine_host *run);
/* h |x'(end) - x'(beginning)| of each state, along the last step: in room of n, or 0s before it */
const double *runge_bend(struct engine_host *run, double *room);
double runge_length(struct engine_host *run); /* of that step                                */
const struct runge_path *radau_path(struct stepper *p);
const struct runge_path *rodas_path(struct stepper *p);
const struct runge_path *rk5_path(struct stepper *p);
double radau_work(const struct stepper *p);
double rodas_work(const struct stepper *p);
double rodas_reach(struct stepper *p);
double radau_reach(struct stepper *p);
double rk5_reach(struct stepper *p);

/* From t with a step h, not beyond limit, and not with a tiny rest. */
static inline double runge_fit(double t, double h, double limit)
{
    double left = limit - t;
    return h * 1.0001 >= left ? left : h > left / 2 ? left / 2 : h;
}

/* The largest |v_i| in what is allowed there. */
static inline double runge_norm(const double *v, const double *allowed, int32_t n)
{
    double most = 0;
    for (int32_t i = 0; i < n; i++) {
        double e = v[i] < 0 ? -v[i] / allowed[i] : v[i] / allowed[i];
        if (!(e <= most)) most = e; /* also not a number */
    }
    return most;
}

static inline void runge_allowed(const struct engine_host *run, const double *x, double *to)
{
    for (int32_t i = 0; i < run->n; i++) to[i] = whole_tolerance(run, i, x[i]);
}

/* A polynomial for each state, s = (t - at)/h: x = c[0] + c[1] s + .., c[k] + i of state i. */
struct runge_path {
    double at, h;
    int32_t n;
    int degree;
    double *c[6];
};
void runge_path_at(const struct runge_path *p, double t, int k, double *out);
void runge_path_some(const struct runge_path *p, double t, const int32_t *list, int32_t count,
                     double *x, double *f);
int runge_path_series(const struct runge_path *p, int32_t i, double t, double *out);

#endif
