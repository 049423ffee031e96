/* SPDX-License-Identifier: MIT */
/* inverters.c - a chain of N logic inverters; inverter j = 1..N reads w_(j-1), the first the input:
 *
 *     w_j' = U - w_j - S g(w_(j-1), w_j),        U = 5, S = 100,  w_0 = u_in(t)
 *     g(u, v) = max(u - 1, 0)^2 - max(u - v - 1, 0)^2
 *     w_j(0) = 6.247e-3 (odd j), 5 (even j)
 *
 * u_in is 0 until t = 5, rises to 5 at t = 10, stays until 15, falls to 0 at t = 17 and stays.
 *
 * With cells counted from c = j - 1 = 0, each max is a mode, a discrete that is 1 where its
 * argument is positive, and a guard that tells it so, both with the number 2c for u - 1 and 2c + 1
 * for u - v - 1. The input is a straight line: discrete 2N is its level at the instant 2N + 2 where
 * it began, 2N + 1 its slope; 2N + 3 counts the corners passed.                               */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { LEVEL, SLOPE, SINCE, CORNERS, INPUTS };

static const struct corner {
    double t, level, slope; /* of u_in from t on */
} corner[] = {{5, 0, 1}, {10, 5, 0}, {15, 5, -2.5}, {17, 0, 0}};
enum { N_CORNERS = sizeof corner / sizeof corner[0] };

struct inverters {
    saltus_model model;
    saltus_variable states[2], discretes[6], outputs[2];
    saltus_guard guards[2], clocks[2];
    int32_t n;
};

SALTUS_INLINE const struct inverters *self(jet_at e)
{
    return jet_data(e);
}

SALTUS_INLINE jet input(jet_at e)
{
    int32_t k = 2 * self(e)->n;
    double level = jet_discrete(e, k + LEVEL), slope = jet_discrete(e, k + SLOPE);
    double since = jet_discrete(e, k + SINCE);
    return jet_add(level, jet_mul(slope, jet_sub(jet_time(e), since)));
}

/* w_(c-1), what cell c reads */
SALTUS_INLINE jet before(jet_at e, int32_t c)
{
    return c > 0 ? jet_state(e, c - 1) : input(e);
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
static int f_degree(const saltus_env *e, int32_t c)
{
    (void)e;
    return c > 0 ? 2 : 0; /* the first reads the time */
}

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    jet u = jet_sub(before(e, k / 2), 1);
    return k % 2 ? jet_sub(u, jet_state(e, k / 2)) : u;
}
SALTUS_FUNCTION(z)
static int z_affine(const saltus_env *e, int32_t k)
{
    (void)e;
    return k >= 2;
}

SALTUS_INLINE jet y(jet_at e, int32_t k)
{
    (void)k;
    return input(e);
}
SALTUS_FUNCTION(y)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z) SALTUS_RANGE_OF(OUTPUT, y))

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    int32_t n = ((const struct inverters *)e->model->data)->n;
    (void)given, (void)p;
    for (int32_t c = 0; c < n; c++) {
        x[c] = c % 2 ? 5 : 6.247e-3;
        d[2 * c] = d[2 * c + 1] = 0;
        if (c > 0) d[2 * c] = x[c - 1] > 1, d[2 * c + 1] = x[c - 1] - x[c] > 1;
    }
}

static double next(const saltus_env *e, int32_t k)
{
    double passed = e->d[2 * ((const struct inverters *)e->model->data)->n + CORNERS];
    (void)k;
    return passed < N_CORNERS ? corner[(int)passed].t : INFINITY;
}

static void next_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    (void)k;
    r->add(r, SALTUS_DISCRETE, 2 * ((const struct inverters *)e->model->data)->n + CORNERS);
}

static void handle(saltus_event *ev)
{
    int32_t k = 2 * ((const struct inverters *)ev->env->model->data)->n;
    if (ev->cause == SALTUS_GUARD) {
        saltus_event_assign(ev, ev->index, ev->direction > 0);
    } else {
        int passed = (int)saltus_event_discrete(ev, k + CORNERS);
        saltus_event_assign(ev, k + LEVEL, corner[passed].level);
        saltus_event_assign(ev, k + SLOPE, corner[passed].slope);
        saltus_event_assign(ev, k + SINCE, corner[passed].t);
        saltus_event_assign(ev, k + CORNERS, passed + 1);
    }
}

static void writes(const saltus_env *e, saltus_kind cause, int32_t k, saltus_reads *r)
{
    int32_t first = 2 * ((const struct inverters *)e->model->data)->n;
    if (cause == SALTUS_GUARD) {
        r->add(r, SALTUS_DISCRETE, k);
        return;
    }
    for (int32_t i = 0; i < INPUTS; i++) r->add(r, SALTUS_DISCRETE, first + i);
}

saltus_model *models_inverters(int32_t n)
{
    struct inverters *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 500;
    m->states[0] = (saltus_variable){.name = "w", .size = {n}, .unit = "V", .nominal = 5};
    m->discretes[0] = (saltus_variable){.name = "mode", .size = {n, 2}, .max = 1};
    m->discretes[1] = (saltus_variable){.name = "level", .unit = "V"};
    m->discretes[2] = (saltus_variable){.name = "slope", .unit = "V/s"};
    m->discretes[3] = (saltus_variable){.name = "since", .unit = "s"};
    m->discretes[4] = (saltus_variable){.name = "corners"};
    m->outputs[0] = (saltus_variable){.name = "u_in", .unit = "V"};
    m->guards[0] = (saltus_guard){.name = "max", .size = {n, 2}};
    m->clocks[0] = (saltus_guard){.name = "corner of u_in"};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "inverters",
        .data = m,
        .states = m->states,
        .discretes = m->discretes,
        .outputs = m->outputs,
        .guards = m->guards,
        .clocks = m->clocks,
        .experiment = {.stop = 130, .interval = 0.1},
        .der = SALTUS_FUNCTION_OF(f),
        .degree = f_degree,
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .output = SALTUS_FUNCTION_OF(y),
        .range = range,
        .start = start,
        .next = next,
        .clock_reads = next_reads,
        .handle = handle,
        .handler_writes = writes,
    };
    return &m->model;
}
