/* SPDX-License-Identifier: MIT */
/* runge.c - the Runge-Kutta methods as an engine. */
#include "engine/runge/runge.h"
#include <math.h>

static void open(struct engine_host *run, int variant)
{
    if (variant == RUNGE_RADAU5)
        radau_open(run);
    else if (variant == RUNGE_RODAS4)
        rodas_open(run);
    else
        rk5_open(run);
}

static void close(struct engine_host *run)
{
    struct stepper *p = run->data;
    if (!p) return;
    run->data = NULL;
    if (p->by == &radau_kind)
        radau_close(p);
    else if (p->by == &rodas_kind)
        rodas_close(p);
    else
        rk5_close(p);
}

double runge_work(const struct engine_host *run)
{
    const struct stepper *p = run->data;
    return p->by == &radau_kind ? radau_work(p) : p->by == &rodas_kind ? rodas_work(p) : 0;
}

double runge_reach(struct engine_host *run)
{
    struct stepper *p = run->data;
    return p->by == &radau_kind   ? radau_reach(p)
           : p->by == &rodas_kind ? rodas_reach(p)
                                  : rk5_reach(p);
}

static const struct runge_path *path_of(struct stepper *p)
{
    return p->by == &radau_kind   ? radau_path(p)
           : p->by == &rodas_kind ? rodas_path(p)
                                  : rk5_path(p);
}

double runge_length(struct engine_host *run)
{
    return path_of(run->data)->h;
}

const double *runge_bend(struct engine_host *run, double *room)
{
    struct stepper *p = run->data;
    const struct runge_path *a = path_of(p);
    double by[6], sign = a->at == p->reached ? -1 : 1;
    for (int k = 2; k <= a->degree; k++) by[k] = k % 2 && sign < 0 ? -k : k;
    for (int32_t i = 0; i < run->n; i++) {
        double sum = 0;
        for (int k = 2; k <= a->degree; k++) sum += by[k] * a->c[k][i];
        room[i] = fabs(sum);
    }
    return room;
}

static const struct engine_method methods[] = {
    {.variant = RUNGE_RADAU5,
     .info = {.name = "radau5",
              .title = "Radau IIA of order 5, implicit, L-stable",
              .cite = "hw96",
              .text = "Smooth stiff models whose states all move, at any accuracy. All states move "
                      "together; Newton's method with the exact sparse Jacobian, whose factors are "
                      "kept as long as they serve.",
              .options = "max_step",
              .order = 5,
              .family = "runge",
              .traits = SALTUS_TRAIT_BLOCKS,
              .page = "radau5",
              .example = "stiff2"}},
    {.variant = RUNGE_RODAS4,
     .info = {.name = "rodas4",
              .title = "Rodas, a Rosenbrock method of order 4(3), L-stable",
              .cite = "hw96",
              .text = "Smooth stiff models whose states all move, at coarse tolerances. All states "
                      "move together; six linear systems with the exact sparse Jacobian for each "
                      "step, and no iteration.",
              .options = "max_step",
              .order = 4,
              .family = "runge",
              .traits = SALTUS_TRAIT_BLOCKS,
              .page = "radau5",
              .example = "stiff2"}},
    {.variant = RUNGE_RK5,
     .info = {.name = "rk5",
              .title = "Dormand-Prince 5(4), explicit",
              .cite = "dp80",
              .text = "Smooth models that are not stiff and whose states all move. All states move "
                      "together, without a matrix.",
              .options = "max_step",
              .order = 5,
              .family = "runge",
              .traits = SALTUS_TRAIT_EXPLICIT,
              .page = "radau5",
              .example = "lotka"}},
    {.info = {.name = NULL}}};

const struct whole_engine runge_engine = {.head = {ENGINE_VERSION, methods, &whole_frame},
                                          .open = open,
                                          .close = close,
                                          .step = stepper_step,
                                          .dense = stepper_dense,
                                          .restart = stepper_restart};
