/* SPDX-License-Identifier: MIT */
/* tline.c - a lossless transmission line of n sections with a nonlinear load (n = 40):
 *
 *     phi_j' = u_(j-1) - u_j                     j = 1..n
 *     u_j'   = phi_j - phi_(j+1)                 j = 1..n-1
 *     u_n'   = phi_n - (10000 u_n)^3
 *
 * u_0 = 10 for 0 <= t <= 10, then 0: a discrete and a clock. Everything starts at 0.           */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { U0 };

struct tline {
    saltus_model model;
    saltus_variable states[3];
    int32_t n;
};

static const double pulse_end = 10;

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    int32_t n = ((const struct tline *)jet_data(e))->n, j = i < n ? i : i - n;
    jet load;
    if (i == 0) return jet_sub(jet_discrete(e, U0), jet_state(e, n));
    if (i < n) return jet_sub(jet_state(e, n + j - 1), jet_state(e, n + j));
    if (j < n - 1) return jet_sub(jet_state(e, j), jet_state(e, j + 1));
    load = jet_mul(10000, jet_state(e, n + j));
    return jet_sub(jet_state(e, j), jet_mul(jet_sqr(load), load));
}
SALTUS_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))
static int f_affine(const saltus_env *e, int32_t i)
{
    return i != 2 * ((const struct tline *)e->model->data)->n - 1;
}

static double next(const saltus_env *e, int32_t k)
{
    (void)k;
    return e->d[U0] > 0 ? pulse_end : INFINITY;
}

static void next_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    (void)e, (void)k;
    r->add(r, SALTUS_DISCRETE, U0);
}

static void handle(saltus_event *ev)
{
    saltus_event_assign(ev, U0, 0);
}

static void writes(const saltus_env *e, saltus_kind cause, int32_t k, saltus_reads *r)
{
    (void)cause;
    next_reads(e, k, r);
}

static const saltus_variable discretes[] = {
    {.name = "u0", .start = 10, .text = "voltage fed into the line", .nominal = 10},
    {.name = NULL},
};
static const saltus_guard clocks[] = {
    {.name = "end of the pulse"},
    {.name = NULL},
};

saltus_model *models_tline(int32_t n)
{
    struct tline *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 40;
    m->states[0] = (saltus_variable){.name = "phi", .size = {n}, .nominal = 10};
    m->states[1] = (saltus_variable){.name = "u", .size = {n}, .nominal = 10};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "tline",
        .data = m,
        .states = m->states,
        .discretes = discretes,
        .clocks = clocks,
        .experiment = {.stop = 500, .interval = 0.5},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
        .next = next,
        .clock_reads = next_reads,
        .handle = handle,
        .handler_writes = writes,
    };
    return &m->model;
}
