/* SPDX-License-Identifier: MIT */
/* ring.c - a ring oscillator: an odd number N of inverters in a circle. Inverter c reads its
 * neighbour u = w_(c-1), the first one the last:
 *
 *     w_c' = 5 - w_c - 100 (max(u - 1, 0)^2 - max(u - w_c - 1, 0)^2)
 *     w_c(0) = 0, 5, 0, 5 ... 0
 *
 * As in inverters.c each max is a mode and a guard, number 2c for u - 1 and 2c + 1 for u - w_c - 1. */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

struct ring {
    saltus_model model;
    saltus_variable states[2], discretes[2];
    saltus_guard guards[2];
    int32_t n;
};

static int32_t cells(const saltus_env *e)
{
    return ((const struct ring *)e->model->data)->n;
}

SALTUS_INLINE jet before(jet_at e, int32_t c)
{
    int32_t n = ((const struct ring *)jet_data(e))->n;
    return jet_state(e, c > 0 ? c - 1 : n - 1);
}

SALTUS_INLINE jet f(jet_at e, int32_t c)
{
    jet u = jet_sub(before(e, c), 1), v = jet_state(e, c), r = jet_sub(5, v);
    double open = jet_discrete(e, 2 * c), linear = jet_discrete(e, 2 * c + 1);
    if (open != 0) r = jet_sub(r, jet_mul(100, jet_sqr(u)));
    if (linear != 0) r = jet_add(r, jet_mul(100, jet_sqr(jet_sub(u, v))));
    return r;
}
SALTUS_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    jet u = jet_sub(before(e, k / 2), 1);
    return k % 2 ? jet_sub(u, jet_state(e, k / 2)) : u;
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    int32_t n = cells(e);
    (void)given, (void)p;
    for (int32_t c = 0; c < n; c++) x[c] = c % 2 ? 5 : 0;
    for (int32_t c = 0; c < n; c++) {
        double u = x[c > 0 ? c - 1 : n - 1];
        d[2 * c] = u > 1, d[2 * c + 1] = u - x[c] > 1;
    }
}

static void handle(saltus_event *ev)
{
    saltus_event_assign(ev, ev->index, ev->direction > 0);
}

saltus_model *models_ring(int32_t n)
{
    struct ring *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 11;
    m->states[0] = (saltus_variable){.name = "w", .size = {n}, .unit = "V", .nominal = 5};
    m->discretes[0] = (saltus_variable){.name = "mode", .size = {n, 2}, .max = 1};
    m->guards[0] = (saltus_guard){.name = "max", .size = {n, 2}};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "ring",
        .data = m,
        .states = m->states,
        .discretes = m->discretes,
        .guards = m->guards,
        .experiment = {.stop = 60, .interval = 0.05},
        .der = SALTUS_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .start = start,
        .handle = handle,
    };
    return &m->model;
}
