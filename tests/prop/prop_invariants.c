/* SPDX-License-Identifier: MIT */
/* prop_invariants.c - x is the integral of what f saw: linear invariants of f are those of x.
 *
 * Random networks of reactions A -> B and A + B -> C, with rates over seven decades. Substances have masses,
 * and no reaction makes any, so
 *     sum m_i x_i' = 0 for every q, whatever it is.
 * A method of order 1 or 2 integrates products of two q exactly (docs/math/error-bounds.md), one of a
 * higher order what is linear; so much of a network it gets. What remains is rounding, of what has
 * flown as well. bqss and cqss rest against f, and are not asked. */
#include "all_methods.h"
#include "saltus_jet.h"
#include "testing.h"

enum { SUBSTANCES = 8, REACTIONS = 16 };

struct network {
    int32_t n, reactions, from[REACTIONS], with[REACTIONS], to[REACTIONS]; /* with: -1: none */
    double rate[REACTIONS], mass[SUBSTANCES], start[SUBSTANCES];
    saltus_variable x[2];
    saltus_model model;
};

SALTUS_INLINE jet flow(jet_at e, int32_t r)
{
    const struct network *m = jet_data(e);
    jet v = jet_mul(m->rate[r], jet_state(e, m->from[r]));
    return m->with[r] < 0 ? v : jet_mul(v, jet_state(e, m->with[r]));
}
SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    const struct network *m = jet_data(e);
    jet sum = jet_const(0);
    for (int32_t r = 0; r < m->reactions; r++) {
        double mass = m->mass[m->from[r]] + (m->with[r] < 0 ? 0 : m->mass[m->with[r]]), c = 0;
        c -= (m->from[r] == i) + (m->with[r] == i);
        c += m->to[r] == i ? mass / m->mass[i] : 0;
        if (c != 0) sum = jet_add(sum, jet_mul(c, flow(e, r)));
    }
    return sum;
}
SALTUS_FUNCTION(f)

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    const struct network *m = e->model->data;
    (void)given, (void)p, (void)d;
    for (int32_t i = 0; i < m->n; i++) x[i] = m->start[i];
}

static void draw(struct network *m, struct rng *g, int pairs)
{
    *m = (struct network){.n = rng_int(g, 2, SUBSTANCES)};
    m->reactions = rng_int(g, m->n, REACTIONS);
    for (int32_t i = 0; i < m->n; i++) {
        m->mass[i] = rng_uniform(g, 1, 4);
        m->start[i] = rng_int(g, 0, 1) * rng_uniform(g, 0.2, 1);
    }
    m->start[0] = 1;
    for (int32_t r = 0; r < m->reactions; r++) {
        m->from[r] = rng_int(g, 0, m->n - 1);
        m->with[r] = pairs && rng_int(g, 0, 1) ? rng_int(g, 0, m->n - 1) : -1;
        do m->to[r] = rng_int(g, 0, m->n - 1);
        while (m->to[r] == m->from[r]);
        m->rate[r] = rng_log(g, 1e-4, 1e3);
    }
    m->x[0] = (saltus_variable){.name = "x", .size = {m->n}};
    m->model = (saltus_model){.abi = SALTUS_ABI,
                              .name = "network",
                              .states = m->x,
                              .data = m,
                              .start = start,
                              .der = SALTUS_FUNCTION_OF(f)};
}

static void silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static double mass_of(const struct network *m, const saltus_sim *s, double t)
{
    double sum = 0;
    for (int32_t i = 0; i < m->n; i++) sum += m->mass[i] * saltus_sim_value(s, i, t);
    return sum;
}

/* Returns the steps. */
static uint64_t keeps(const struct network *m, const char *method, double quantum, uint64_t most)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    saltus_status st = SALTUS_OK;
    uint64_t steps;
    double first, t = 1e-3, rates = 0;
    o.method = method;
    o.rel = quantum;
    o.abs = 1e-3 * quantum;
    o.max_events = most;
    o.diag = silent;
    if (most > 100000) CHECK(saltus_options_set(&o, "together", "false") == SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    first = mass_of(m, s, 0);
    for (int32_t r = 0; r < m->reactions; r++) rates += m->rate[r];
    for (; st == SALTUS_OK && t < 300; t *= 3) {
        double off;
        st = saltus_sim_run(s, t);
        if (st == SALTUS_OK) off = mass_of(m, s, t) - first;
        if (st == SALTUS_OK && !(fabs(off) <= (1e-10 + 1e-15 * rates * t) * first))
            FAIL("%s at %g: mass %g of %g appeared until t = %g", method, quantum, off, first, t);
    }
    CHECK(st == SALTUS_OK || st == SALTUS_ELIMIT);
    steps = saltus_sim_stats(s).steps;
    saltus_sim_free(s);
    return steps;
}

static int rests(const saltus_method_info *m)
{
    return strcmp(m->name, "bqss") == 0 || strcmp(m->name, "cqss") == 0;
}

PROP(mass_is_kept_by_every_method, 30)
{
    const saltus_method_info *list;
    size_t count = all_methods(&list);
    double quantum = rng_log(g, 1e-4, 1e-2);
    struct network pairs, single;
    draw(&pairs, g, 1);
    draw(&single, g, 0);
    for (size_t k = 0; k < count; k++) {
        if (rests(&list[k]) || strcmp(list[k].family, "adams") == 0) continue;
        keeps(list[k].order <= 2 ? &pairs : &single, list[k].name, quantum, 20000);
    }
}

PROP(mass_is_kept_by_the_default, 150)
{
    struct network m;
    draw(&m, g, 1);
    keeps(&m, "auto", rng_log(g, 1e-6, 1e-1), 50000);
}

/* A pair that turns into each other, and a catalyst; a small quantum. */
TEST(mass_is_kept_for_a_million_steps)
{
    static const char *const methods[] = {"auto", "rliqss2", "mliqss2", "liqss2", "liqss1"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        struct network m = {.n = 4,
                            .reactions = 5,
                            .from = {0, 1, 1, 2, 3},
                            .with = {-1, 1, 2, -1, -1},
                            .to = {1, 2, 0, 3, 0},
                            .rate = {0.04, 3e3, 1e3, 0.3, 0.2},
                            .mass = {1, 1.5, 3, 2},
                            .start = {1}};
        uint64_t steps;
        m.x[0] = (saltus_variable){.name = "x", .size = {m.n}};
        m.model = (saltus_model){.abi = SALTUS_ABI,
                                 .name = "network",
                                 .states = m.x,
                                 .data = &m,
                                 .start = start,
                                 .der = SALTUS_FUNCTION_OF(f)};
        steps = keeps(&m, methods[k], k < 4 ? 1e-12 : 1e-7, 1000000);
        printf("  %s: %llu steps\n", methods[k], (unsigned long long)steps);
        CHECK(steps >= 900000);
    }
}
TEST_MAIN()
