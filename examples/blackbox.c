/* SPDX-License-Identifier: MIT */
/* blackbox.c - a right-hand side in plain C that knows nothing of jets: rhs below may be
 * anything.
 *
 * What is lost: every derivative may read every state (reads NULL), the Jacobian is differenced
 * (partial NULL), and the time derivatives come from differences along the signals. Use jets if
 * you can. */
#include "saltus.h"
#include <math.h>

enum { N = 2 };

static void rhs(double t, const double *x, double *dx) /* Van der Pol, mu = 100 */
{
    (void)t;
    dx[0] = x[1];
    dx[1] = 100 * ((1 - x[0] * x[0]) * x[1] - x[0]);
}

/* f_i at the time t + s, along the signals. */
static double along(const saltus_env *e, int32_t i, double s)
{
    double x[N], dx[N];
    for (int32_t j = 0; j < N; j++) {
        const double *q = e->q + j * e->stride; /* time, then four coefficients */
        double h = e->t + s - q[0];
        x[j] = q[1] + h * (q[2] + h * (q[3] + h * q[4]));
    }
    rhs(e->t + s, x, dx);
    return dx[i];
}

static void eval(const saltus_env *e, int32_t i, int order, double *c)
{
    const double h = 1e-5; /* small against the fastest change of the model */
    double now = along(e, i, 0), after = order > 1 ? along(e, i, h) : 0;
    double before = order > 1 ? along(e, i, -h) : 0;
    for (int k = 3; k < order; k++) c[k] = 0;
    if (order > 2) c[2] = (after - 2 * now + before) / (2 * h * h);
    if (order > 1) c[1] = (after - before) / (2 * h);
    c[0] = now;
}

static const saltus_variable states[] = {{.name = "x", .start = 2}, {.name = "y"}, {0}};
static const saltus_model box = {
    .abi = SALTUS_ABI, .name = "box", .states = states, .der = {.eval = eval}};

int main(void)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.method = "mliqss2", o.rel = 1e-3, o.abs = 1e-5;
    if (saltus_sim_new(&box, &o, &s) != SALTUS_OK) return 1;
    saltus_status status = saltus_sim_run(s, 2);
    if (status == SALTUS_OK)
        printf("x(2) = %.5f after %d steps\n", saltus_sim_value(s, 0, 2),
               (int)saltus_sim_stats(s).steps);
    saltus_sim_free(s);
    return status == SALTUS_OK ? 0 : 1;
}
