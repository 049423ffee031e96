/* SPDX-License-Identifier: MIT */
/* adr.c - advection, diffusion and reaction along a line of length 10 in N cells, dx = 10/N:
 *
 *     u_i' = -a (u_i - u_(i-1))/dx + d (u_(i+1) - 2 u_i + u_(i-1))/dx^2 + r (u_i^2 - u_i^3)
 *     a = 1, d = 0.001, r = 1000;  u_0 = 1 at the left,  u_(N+1) = u_(N-1) at the right end
 *     u_i(0) = 1 for i <= N/5, else 0
 *
 * With v = a/dx and w = d/dx^2 the linear part is w (u_(i+1) - u_i) - (v + w)(u_i - u_(i-1)): where
 * the line is flat at 0 or 1 the derivative is exactly 0.                                      */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

struct adr {
    saltus_model model;
    saltus_variable states[2];
    int32_t n;
    double forward;  /* d/dx^2        */
    double backward; /* a/dx + d/dx^2 */
    double r;
};

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    const struct adr *m = jet_data(e);
    jet u = jet_state(e, i);
    jet left = i > 0 ? jet_state(e, i - 1) : jet_const(1);
    jet right = i + 1 < m->n ? jet_state(e, i + 1) : left;
    jet linear =
        jet_sub(jet_mul(m->forward, jet_sub(right, u)), jet_mul(m->backward, jet_sub(u, left)));
    return jet_add(linear, jet_mul(jet_mul(m->r, jet_sqr(u)), jet_sub(1, u)));
}
SALTUS_FUNCTION(f)
static int f_degree(const saltus_env *e, int32_t i)
{
    (void)e, (void)i;
    return 3;
}
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    int32_t n = ((const struct adr *)e->model->data)->n;
    (void)given, (void)p, (void)d;
    for (int32_t i = 0; i < n; i++) x[i] = i + 1 <= n / 5 ? 1 : 0;
}

saltus_model *models_adr(int32_t n)
{
    struct adr *m = calloc(1, sizeof *m);
    double a = 1, d = 0.001, dx;
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 1000;
    dx = 10.0 / n;
    m->forward = d / (dx * dx);
    m->backward = a / dx + m->forward;
    m->r = 1000;
    m->states[0] = (saltus_variable){.name = "u", .size = {n}, .nominal = 1};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "adr",
        .data = m,
        .states = m->states,
        .experiment = {.stop = 10, .interval = 0.01},
        .der = SALTUS_FUNCTION_OF(f),
        .range = range,
        .degree = f_degree,
        .start = start,
    };
    return &m->model;
}
