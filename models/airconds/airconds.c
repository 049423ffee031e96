/* SPDX-License-Identifier: MIT */
/* airconds.c - a population of N air conditioners with thermostats, disturbed by sampled noise:
 *
 *     T_i' = ((32 - T_i)/R_i - 14 on_i + noise_i) 60/C_i
 *     on_i := 1 when T_i - reference + on_i - 1/2 rises through 0, 0 when it falls
 *     noise_i: uniform in [-1, 1), all drawn again at t = 0, 1, 2 ...
 *     reference: 20, from t = 100 on 20.5
 *
 * C_i is uniform in [550, 650), R_i in [1.8, 2.2), T_i(0) in [18, 22). Number n of the random numbers is
 * a function of n and of the seed alone, as in compiled models (emit/taylor/random.c).                */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { REFERENCE, NEXT_SAMPLE, NEXT_CHANGE, DRAWS, SCALARS };
enum { SEED = 1 };

struct airconds {
    saltus_model model;
    saltus_variable states[2], discretes[SCALARS + 3], parameters[3];
    saltus_guard guards[2], clocks[3];
    int32_t n;
};

static int32_t rooms(const saltus_env *e)
{
    return ((const struct airconds *)e->model->data)->n;
}

static void mix(uint64_t *x, uint64_t add)
{
    *x = *x * *x + add;
    *x = *x << 32 | *x >> 32;
}

/* Random number n, in [0, 1). */
static double uniform(double n)
{
    uint64_t key = (2 * SEED + 1) * 0xd1342543de82ef95u, y = ((uint64_t)n + 1) * key, z = y + key;
    uint64_t x = y, first;
    mix(&x, y), mix(&x, z), mix(&x, y), mix(&x, z);
    first = x & 0xffffffffu;
    mix(&x, y);
    return (double)((first << 21) + ((x & 0xffffffffu) >> 11)) * 0x1p-53;
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    int32_t n = ((const struct airconds *)jet_data(e))->n;
    jet flow = jet_div(jet_sub(32, jet_state(e, i)), jet_parameter(e, n + i));
    flow = jet_sub(flow, 14 * jet_discrete(e, i));
    return jet_div(jet_mul(jet_add(flow, jet_discrete(e, n + i)), 60), jet_parameter(e, i));
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    int32_t n = ((const struct airconds *)jet_data(e))->n;
    double reference = jet_discrete(e, 2 * n + REFERENCE), on = jet_discrete(e, k);
    return jet_sub(jet_add(jet_sub(jet_state(e, k), reference), on), 0.5);
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    int32_t n = rooms(e);
    double *scalar = d + 2 * n, draws = 0;
    (void)given;
    for (int32_t i = 0; i < n; i++) {
        p[i] = 550 + 100 * uniform(draws++);
        p[n + i] = 1.8 + 0.4 * uniform(draws++);
        x[i] = 18 + 4 * uniform(draws++);
        d[i] = x[i] > 20;
    }
    scalar[REFERENCE] = 20;
    scalar[NEXT_SAMPLE] = 0;
    scalar[NEXT_CHANGE] = 100;
    scalar[DRAWS] = draws;
}

static double next(const saltus_env *e, int32_t k)
{
    return e->d[2 * rooms(e) + (k == 0 ? NEXT_SAMPLE : NEXT_CHANGE)];
}

static void next_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    r->add(r, SALTUS_DISCRETE, 2 * rooms(e) + (k == 0 ? NEXT_SAMPLE : NEXT_CHANGE));
}

static void handle(saltus_event *ev)
{
    int32_t n = rooms(ev->env), first = 2 * n;
    double draws;
    if (ev->cause == SALTUS_GUARD) {
        saltus_event_assign(ev, ev->index, ev->direction > 0);
    } else if (ev->index == 0) {
        saltus_event_assign(ev, first + NEXT_SAMPLE,
                            saltus_event_discrete(ev, first + NEXT_SAMPLE) + 1);
        draws = saltus_event_discrete(ev, first + DRAWS);
        for (int32_t i = 0; i < n; i++) saltus_event_assign(ev, n + i, 2 * uniform(draws++) - 1);
        saltus_event_assign(ev, first + DRAWS, draws);
    } else {
        saltus_event_assign(ev, first + REFERENCE, 20.5);
        saltus_event_assign(ev, first + NEXT_CHANGE, 1e10);
    }
}

saltus_model *models_airconds(int32_t n)
{
    struct airconds *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 1000;
    m->states[0] = (saltus_variable){.name = "T", .size = {n}, .text = "temperatures"};
    m->discretes[0] = (saltus_variable){.name = "on", .size = {n}, .max = 1};
    m->discretes[1] = (saltus_variable){.name = "noise", .size = {n}};
    m->discretes[2 + REFERENCE] = (saltus_variable){.name = "reference"};
    m->discretes[2 + NEXT_SAMPLE] = (saltus_variable){.name = "nextSample"};
    m->discretes[2 + NEXT_CHANGE] = (saltus_variable){.name = "nextChange"};
    m->discretes[2 + DRAWS] = (saltus_variable){.name = "draws"};
    m->parameters[0] = (saltus_variable){.name = "C", .size = {n}, .text = "heat capacities"};
    m->parameters[1] = (saltus_variable){.name = "R", .size = {n}, .text = "thermal resistances"};
    m->guards[0] = (saltus_guard){.name = "too warm", .size = {n}};
    m->clocks[0] = (saltus_guard){.name = "noise"};
    m->clocks[1] = (saltus_guard){.name = "reference"};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "airconds",
        .data = m,
        .states = m->states,
        .discretes = m->discretes,
        .parameters = m->parameters,
        .guards = m->guards,
        .clocks = m->clocks,
        .experiment = {.stop = 300, .rel = 1e-3, .abs = 1e-3, .method = "qss2"},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .start = start,
        .next = next,
        .clock_reads = next_reads,
        .handle = handle,
    };
    return &m->model;
}
