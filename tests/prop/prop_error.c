/* SPDX-License-Identifier: MIT */
/* prop_error.c - the global error of a linear time-invariant run stays below the bound of the
 * papers.
 *
 * With A = V L V^-1 Hurwitz and |q - x| <= dQ,
 *     |e(t)| <= |V| |Re(L)^-1 L| |V^-1| dQ              QSS, LIQSS, mLIQSS; dQ = bound quanta,
 *     |e(t)| <= |V| |Re(L)^-1 V^-1| |A| (dQ + eps)      BQSS [mkc12, (26)], CQSS,
 * component by component, at all times. The systems are made from V and L, so that the bound and
 * the exact solution need no eigenvalue solver. Rounding of A to double is allowed 1e-9. */
#include "quantized.h"
#include "linear.h"

struct run {
    const struct linear *m;
    struct linear_at at;
    const double *bound;
    double worst; /* error over bound */
};

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct run *r = user;
    (void)order;
    r->worst = fmax(r->worst, linear_error(r->m, &r->at, t, var, poly[0]) / r->bound[var]);
    return 0;
}

static double worst_of(const struct linear *m, const saltus_method_info *info, double quantum,
                       uint64_t steps)
{
    saltus_options o = linear_options(info->name, quantum);
    double bound[LINEAR_MAX];
    struct run r = {.m = m, .bound = bound};
    saltus_sim *s;
    saltus_status st;
    linear_bounds(m, strstr(info->name, "bqss") || strstr(info->name, "cqss"),
                  info->bound * quantum, bound);
    o.sink = sink;
    o.user = &r;
    o.max_events = steps;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    st = saltus_sim_run(s, 100);
    saltus_sim_free(s);
    CHECK(st == SALTUS_OK || st == SALTUS_ELIMIT);
    return r.worst;
}

static void every_method(const struct linear *m, double quantum, uint64_t steps)
{
    const saltus_method_info *list;
    size_t count = quantized_methods(&list);
    for (size_t k = 0; k < count; k++) {
        double worst = worst_of(m, &list[k], quantum, steps);
        if (!(worst <= 1 + 1e-6))
            FAIL("%s: error %g times its bound, n = %d, quantum %g", list[k].name, worst, (int)m->n,
                 quantum);
    }
}

PROP(spectral_systems_solve_their_equation, 200)
{
    struct linear m;
    long double z[LINEAR_MAX], h = 1e-5L;
    double t = rng_uniform(g, 0, 3);
    linear_spectral(&m, g, rng_int(g, 2, LINEAR_MAX), 100);
    for (int32_t i = 0; i < m.n; i++) {
        double slope, f = m.b[i];
        linear_modes(&m, t + h, z);
        slope = linear_exact(&m, i, z);
        linear_modes(&m, t - h, z);
        slope = (slope - linear_exact(&m, i, z)) / (double)(2 * h);
        linear_modes(&m, t, z);
        for (int32_t j = 0; j < m.n; j++) f += m.A[i][j] * linear_exact(&m, j, z);
        CHECK_LE(fabs(slope - f), 1e-8);
    }
}

PROP(error_stays_below_the_bound, 100)
{
    struct linear m;
    linear_spectral(&m, g, rng_int(g, 2, LINEAR_MAX), rng_log(g, 1, 1e3));
    every_method(&m, rng_log(g, 1e-3, 1), 2000);
}

PROP(error_stays_below_the_bound_of_one_or_two_states, 200)
{
    struct linear m;
    linear_spectral(&m, g, rng_int(g, 1, 2), rng_log(g, 1, 1e6));
    every_method(&m, rng_log(g, 1e-3, 1), 1000);
}

TEST_MAIN()
