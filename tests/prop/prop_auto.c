/* SPDX-License-Identifier: MIT */
/* prop_auto.c - the method that is chosen if none is: on random linear models, stiff ones above
 * all, every run ends, after a number of steps that hardly depends on how stiff they are, and the
 * error stays within the bound of prop_error.c:
 *     |e(t)| <= |V| |Re(L)^-1 L| |V^-1| dQ,   dQ = bound quanta.
 * q of states that step together may be a quarter further from x than that of those that step alone
 * (engine/qss/block.c, (4)), which is in the bound of the method. */
#include "chain.h"
#include "all_methods.h"

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

static double bound_of(const char *method)
{
    const saltus_method_info *list;
    size_t count = all_methods(&list);
    for (size_t k = 0; k < count; k++)
        if (strcmp(list[k].name, method) == 0) return list[k].bound;
    FAIL("there is no method %s", method);
}

/* To `until`, after `most` steps at most. */
static saltus_stats check_run(const struct linear *m, double quantum, double until, uint64_t most)
{
    saltus_options o = linear_options("auto", quantum);
    double bound[LINEAR_MAX];
    struct run r = {.m = m, .bound = bound};
    saltus_sim *s;
    saltus_stats stats;
    saltus_status st;
    linear_bounds(m, 0, bound_of("auto") * quantum, bound);
    o.sink = sink;
    o.user = &r;
    o.max_events = most;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    st = saltus_sim_run(s, until);
    stats = saltus_sim_stats(s);
    if (st != SALTUS_OK)
        FAIL("%s at t = %g of %g: n = %d, quantum %g, %llu blocks", saltus_status_name(st),
             saltus_sim_time(s), until, (int)m->n, quantum, (unsigned long long)stats.blocks);
    saltus_sim_free(s);
    if (!(r.worst <= 1))
        FAIL("error %g times its bound, n = %d, quantum %g", r.worst, (int)m->n, quantum);
    return stats;
}

/* Eigenvectors of any kind, complex pairs among them; the slowest mode has died out at the end. */
PROP(models_of_any_spectrum, 150)
{
    struct linear m;
    double spread = rng_log(g, 1, 1e3);
    linear_spectral(&m, g, rng_int(g, 2, LINEAR_MAX), spread);
    check_run(&m, rng_log(g, 1e-3, 1), 10 * spread, 40000);
}

PROP(few_states_of_very_different_pace, 300)
{
    struct linear m;
    double spread = rng_log(g, 1, 1e6);
    linear_spectral(&m, g, rng_int(g, 1, 4), spread);
    check_run(&m, rng_log(g, 1e-3, 1), 10 * spread, 10000);
}

/* Fast pieces in a slow whole. */
PROP(diffusion_in_chains, 150)
{
    struct linear m;
    chain_stiff(&m, g, rng_int(g, 2, LINEAR_MAX), rng_log(g, 1, 1e8));
    check_run(&m, rng_log(g, 1e-3, 1), 5, 20000);
}

/* All as fast as can be, next to nothing slow: time has no unit. */
PROP(the_unit_of_time_does_not_matter, 50)
{
    struct linear m, fast;
    double quantum = rng_log(g, 1e-3, 1e-1), factor = ldexp(1, rng_int(g, 10, 20));
    saltus_stats a, b;
    chain_stiff(&m, g, rng_int(g, 2, 6), 1e3);
    linear_copy(&fast, &m);
    fast.unit = factor;
    for (int32_t k = 0; k < m.n; k++) fast.re[k] *= (long double)factor;
    a = check_run(&m, quantum, 5, 20000);
    b = check_run(&fast, quantum, 5 / factor, 20000);
    CHECK_EQ_INT(a.steps, b.steps);
    CHECK_EQ_INT(a.blocks, b.blocks);
}

/* A hundred times faster inside, the same outside: no more steps than a few more. */
PROP(stiffness_costs_little, 20)
{
    struct linear m;
    uint64_t mild, stiff;
    struct rng same = *g;
    chain_stiff(&m, g, 8, 1e2);
    mild = check_run(&m, 1e-2, 5, 20000).steps;
    chain_stiff(&m, &same, 8, 1e6);
    stiff = check_run(&m, 1e-2, 5, 20000).steps;
    if (stiff > 10 * mild)
        FAIL("%llu steps, %llu if less stiff", (unsigned long long)stiff, (unsigned long long)mild);
}

TEST_MAIN()
