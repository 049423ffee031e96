/* SPDX-License-Identifier: MIT */
/* neurons.c - a network of N spiking neurons, each with 10 synapses that decay:
 *
 *     20 v_i' = drive_i - v_i + g_i              v_i(0) = ((29 i) mod 97)/97
 *      5 g_i' = -g_i                             g_i(0) = 0
 *     when v_i > 1:  v_i := 0,  g_j += weight_i for the 10 neurons j that i drives
 *
 * for i = 1..N: drive_i = 0.95 + 0.15 ((17 i) mod 101)/100; weight_i = -0.2 for every fifth, else 0.06;
 * neuron i drives (i (37 + 12 k) + 101 k) mod N + 1, k = 1..10. States: all v, then all g.       */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { SYNAPSES = 10 };

struct neurons {
    saltus_model model;
    saltus_variable states[3], discretes[2];
    saltus_guard guards[2];
    int32_t n;
};

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    int32_t n = ((const struct neurons *)jet_data(e))->n;
    double drive;
    if (i >= n) return jet_div(jet_neg(jet_state(e, i)), 5.0);
    drive = 0.95 + 0.15 * (double)((int64_t)(i + 1) * 17 % 101) / 100;
    return jet_div(jet_add(jet_sub(drive, jet_state(e, i)), jet_state(e, n + i)), 20.0);
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    return jet_sub(jet_state(e, k), 1);
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    int32_t n = ((const struct neurons *)e->model->data)->n;
    (void)given, (void)p, (void)d;
    for (int64_t i = 0; i < n; i++) x[i] = (double)((i + 1) * 29 % 97) / 97;
}

static void handle(saltus_event *ev)
{
    int32_t n = ((const struct neurons *)ev->env->model->data)->n;
    int64_t i = ev->index + 1;
    double weight = i % 5 == 0 ? -0.2 : 0.06;
    if (ev->initial || ev->direction < 0) return;
    saltus_event_reinit(ev, ev->index, 0);
    saltus_event_assign(ev, 0, saltus_event_discrete(ev, 0) + 1);
    for (int64_t k = 1; k <= SYNAPSES; k++) {
        int32_t j = (int32_t)(n + (i * (37 + 12 * k) + 101 * k) % n);
        saltus_event_reinit(ev, j, saltus_event_state(ev, j) + weight);
    }
}

saltus_model *models_neurons(int32_t n)
{
    struct neurons *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 1000;
    m->states[0] = (saltus_variable){.name = "v", .size = {n}, .text = "membranes"};
    m->states[1] = (saltus_variable){.name = "g", .size = {n}, .text = "synaptic currents"};
    m->discretes[0] = (saltus_variable){.name = "spikes", .text = "so far"};
    m->guards[0] = (saltus_guard){.name = "v > threshold", .size = {n}, .direction = 1};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "neurons",
        .data = m,
        .states = m->states,
        .discretes = m->discretes,
        .guards = m->guards,
        .experiment = {.stop = 200, .interval = 0.5, .method = "qss2"},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .start = start,
        .handle = handle,
    };
    return &m->model;
}
