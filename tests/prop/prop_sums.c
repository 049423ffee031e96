/* SPDX-License-Identifier: MIT */
/* prop_sums.c - random models with sums and delays give what the same models give without sums.
 *
 *     x_i' = -r_i x_i + d b_i + sum of w_ik S_k + v_i D_i,   S_k = sum of terms T_j,
 *     T_j = c_j d_j g_j(x_a) h_j(x_b),     D_i = u_i(t - lag_i),  u_i = S_k or x_i
 * with one to three sums of zero to eight terms, modes d toggled by a clock and by a guard on a
 * sum, and states that are set anew. */
#include "saltus.h"
#include "saltus_jet.h"

#include "testing.h"

enum { STATES = 6, MANY = 24, SUMS = 3, TERMS = 8, DELAYS = 2, MODES = 3 };

struct web {
    int direct, bent;
    int32_t n, sums, delays, first[SUMS + 1];
    struct {
        double c;
        int32_t a, b, mode;
    } term[SUMS * TERMS];
    double r[MANY], b[MANY], w[MANY][SUMS], v[MANY], start[MANY], lag[DELAYS], level;
    int32_t u[DELAYS]; /* < 0: x of this delay; otherwise a sum */
    saltus_variable x[2], d[2], s[2], y[2];
    saltus_guard g[2], clocks[2];
    saltus_model model;
};

SALTUS_INLINE const struct web *web(jet_at e)
{
    return jet_data(e);
}
SALTUS_INLINE jet term(jet_at e, int32_t j)
{
    const struct web *m = web(e);
    jet a = jet_state(e, m->term[j].a), r;
    double mode = jet_discrete(e, m->term[j].mode);
    if (m->bent)
        r = jet_mul(jet_sin(a), jet_state(e, m->term[j].b));
    else
        r = jet_add(a, jet_mul(0.5, jet_state(e, m->term[j].b)));
    return jet_mul(m->term[j].c * mode, r);
}
SALTUS_FUNCTION(term)

SALTUS_INLINE jet sum(jet_at e, int32_t k)
{
    const struct web *m = web(e);
    jet s = jet_const(0);
    if (!m->direct) return jet_sum(e, m->n, k);
    for (int32_t j = m->first[k]; j < m->first[k + 1]; j++) s = jet_add(s, term(e, j));
    return s;
}
static inline jet f(jet_at e, int32_t i)
{
    const struct web *m = web(e);
    jet r = jet_sub(m->b[i] * jet_discrete(e, 2), jet_mul(m->r[i], jet_state(e, i)));
    for (int32_t k = 0; k < m->sums; k++)
        if (m->w[i][k] != 0) r = jet_add(r, jet_mul(m->w[i][k], sum(e, k)));
    if (i < m->delays)
        r = jet_add(r, jet_mul(m->v[i], jet_delay(e, m->n + (m->direct ? 0 : m->sums), i)));
    return r;
}
SALTUS_FUNCTION(f)
static inline jet u(jet_at e, int32_t k)
{
    return web(e)->u[k] < 0 ? jet_state(e, k) : sum(e, web(e)->u[k]);
}
SALTUS_FUNCTION(u)
static inline jet z(jet_at e, int32_t k)
{
    return (void)k, jet_sub(sum(e, 0), web(e)->level);
}
SALTUS_FUNCTION(z)
static inline jet y(jet_at e, int32_t k)
{
    return sum(e, k);
}
SALTUS_FUNCTION(y)

static const struct web *of(const saltus_env *e)
{
    return e->model->data;
}
static int affine(const saltus_env *e, int32_t i)
{
    return (void)i, !of(e)->bent;
}
static double full(const saltus_env *e, int32_t i, int32_t j)
{
    const struct web *m = of(e);
    double r = f_partial(e, i, j);
    for (int32_t k = 0; !m->direct && k < m->sums; k++)
        for (int32_t l = m->first[k]; l < m->first[k + 1]; l++)
            if (m->term[l].a == j || m->term[l].b == j)
                r += f_partial(e, i, m->n + k) * term_partial(e, l, j);
    return r;
}
static int32_t terms(const saltus_env *e, int32_t k)
{
    return of(e)->first[k + 1] - of(e)->first[k];
}
static double lag(const saltus_env *e, int32_t k)
{
    return of(e)->lag[k];
}
static void begin(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    (void)given, (void)p;
    for (int32_t i = 0; i < of(e)->n; i++) x[i] = of(e)->start[i];
    for (int32_t k = 0; k < MODES; k++) d[k] = 1;
}
static double next(const saltus_env *e, int32_t k)
{
    return (void)k, floor(e->t / 0.37 + 1.5) * 0.37;
}
static void handle(saltus_event *ev)
{
    int32_t round = (int32_t)(ev->env->t / 0.37 + 0.5);
    if (ev->cause == SALTUS_GUARD) {
        saltus_event_assign(ev, 2, ev->direction > 0 ? 0.75 : 1);
        return;
    }
    saltus_event_assign(ev, round % 2, 1.5 - ev->env->d[round % 2]);
    if (round % 3 == 0) saltus_event_reinit(ev, round % of(ev->env)->n, 0.25);
}

static void web_make(struct web *m, struct rng *g, int bent, int direct)
{
    memset(m, 0, sizeof *m);
    m->direct = direct, m->bent = bent;
    m->n = rng_int(g, 2, STATES), m->sums = rng_int(g, 1, SUMS), m->delays = rng_int(g, 0, DELAYS);
    for (int32_t k = 0; k < m->sums; k++) m->first[k + 1] = m->first[k] + rng_int(g, 0, TERMS);
    for (int32_t j = 0; j < m->first[m->sums]; j++) {
        m->term[j].a = rng_int(g, 0, m->n - 1), m->term[j].b = rng_int(g, 0, m->n - 1);
        m->term[j].mode = rng_int(g, 0, 1);
        m->term[j].c = rng_uniform(g, -0.1, 0.1);
    }
    for (int32_t i = 0; i < m->n; i++) {
        m->r[i] = rng_uniform(g, 1, 3), m->b[i] = rng_uniform(g, -1, 1);
        m->start[i] = rng_uniform(g, -1, 1), m->v[i] = rng_uniform(g, -0.5, 0.5);
        for (int32_t k = 0; k < m->sums; k++) m->w[i][k] = rng_int(g, 0, 1) * rng_uniform(g, -1, 1);
    }
    for (int32_t k = 0; k < DELAYS; k++)
        m->u[k] = rng_int(g, -1, m->sums - 1), m->lag[k] = rng_uniform(g, 0.05, 1.5);
    m->level = rng_uniform(g, -0.3, 0.3);
    m->x[0] = (saltus_variable){.name = "x", .size = {m->n}};
    m->d[0] = (saltus_variable){.name = "d", .size = {MODES}};
    m->s[0] = (saltus_variable){.name = "S", .size = {m->sums}};
    m->y[0] = (saltus_variable){.name = "D", .size = {m->delays}};
    m->g[0] = (saltus_guard){.name = "S > level"};
    m->clocks[0] = (saltus_guard){.name = "clock"};
    m->model = (saltus_model){.abi = SALTUS_ABI,
                              .name = "web",
                              .data = m,
                              .states = m->x,
                              .discretes = m->d,
                              .outputs = m->s,
                              .guards = m->g,
                              .clocks = m->clocks,
                              .der = {f_eval, full, f_reads, affine},
                              .guard = {z_eval, NULL, z_reads, affine},
                              .output = {y_eval, NULL, NULL, NULL},
                              .start = begin,
                              .next = next,
                              .handle = handle,
                              .sums = direct ? NULL : m->s,
                              .terms = terms,
                              .term = {term_eval, term_partial, term_reads, affine},
                              .delays = m->delays ? m->y : NULL,
                              .lag = lag,
                              .delayed = {u_eval, NULL, u_reads, affine}};
}

/* All states read all sums, of TERMS terms each; neither the guard nor a delay reads them. */
static void crowd(struct web *m, struct rng *g)
{
    m->n = rng_int(g, 17, MANY);
    m->sums = rng_int(g, 1, SUMS);
    m->delays = 0;
    m->model.delays = NULL;
    m->model.guards = NULL;
    m->x[0].size[0] = m->n;
    m->s[0].size[0] = m->sums;
    for (int32_t k = 0; k < m->sums; k++) m->first[k + 1] = m->first[k] + TERMS;
    for (int32_t j = 0; j < m->first[m->sums]; j++) {
        m->term[j].a = rng_int(g, 0, m->n - 1), m->term[j].b = rng_int(g, 0, m->n - 1);
        m->term[j].mode = rng_int(g, 0, 1);
        m->term[j].c = rng_uniform(g, -0.1, 0.1);
    }
    for (int32_t i = 0; i < m->n; i++) {
        m->r[i] = rng_uniform(g, 1, 3), m->b[i] = rng_uniform(g, -1, 1);
        m->start[i] = rng_uniform(g, -1, 1);
        for (int32_t k = 0; k < m->sums; k++) m->w[i][k] = rng_uniform(g, -1, 1);
    }
}

/* The same random web twice, with and without sums. */
static void webs(struct rng *g, int bent, struct web w[2])
{
    struct rng again = *g;
    web_make(&w[0], g, bent, 0);
    web_make(&w[1], &again, bent, 1);
}

static saltus_sim *run(const struct web *m, const char *method, double dq, double until, int shadow)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    saltus_status st;
    o.method = method;
    o.rel = 0, o.abs = dq, o.shadow = shadow;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    st = saltus_sim_run(s, until);
    if (st != SALTUS_OK) FAIL("%s: %s", method, saltus_status_name(st));
    return s;
}

/* Affine models: the same number of steps and the same values, up to rounding. Rounding may decide
 * at which side of an event's instant a step falls, so not to the last bit. */
PROP(sums_change_rounding_only, 300)
{
    static const char *const methods[] = {"qss1",   "qss2", "qss3", "liqss1",
                                          "liqss2", "bqss", "cqss"};
    const char *method = methods[rng_int(g, 0, 6)];
    struct web w[2];
    saltus_sim *s[2];
    double until = 3;
    webs(g, 0, w);
    for (int k = 0; k < 2; k++) s[k] = run(&w[k], method, 1e-3, until, k == 0);
    for (int32_t i = 0; i < w[0].n; i++) {
        double a = saltus_sim_value(s[0], i, until), b = saltus_sim_value(s[1], i, until);
        double p = (double)saltus_sim_steps(s[0], i), q = (double)saltus_sim_steps(s[1], i);
        if (fabs(a - b) > 4e-3) FAIL("%s: x[%d] is %.12g and %.12g", method, (int)i + 1, a, b);
        if (fabs(p - q) > 8 + 0.1 * (p + q)) FAIL("%s: %g and %g steps", method, p, q);
    }
    for (int k = 0; k < 2; k++) saltus_sim_free(s[k]);
}

/* Bent ones: within a few quanta, whatever the quantum. */
PROP(bent_sums_stay_within_the_quantum, 100)
{
    static const char *const methods[] = {"qss2", "qss3", "qss4", "liqss2", "mliqss2"};
    const char *method = methods[rng_int(g, 0, 4)];
    struct web w[2];
    saltus_sim *exact, *s;
    double dq = rng_log(g, 1e-6, 1e-3), until = 1.3;
    webs(g, 1, w);
    w[0].level = w[1].level = 100; /* no guard: its instant would move by more than values do */
    exact = run(&w[1], "qss4", 1e-9, until, 0);
    s = run(&w[0], method, dq, until, 1);
    for (int32_t i = 0; i < w[0].n; i++) {
        double error = saltus_sim_value(s, i, until) - saltus_sim_value(exact, i, until);
        if (fabs(error) > 8 * dq) FAIL("%s: off by %g quanta", method, error / dq);
    }
    for (int32_t k = 0; k < w[0].sums; k++) {
        int32_t var = w[0].n + MODES + k;
        double error = saltus_sim_value(s, var, until) - saltus_sim_value(exact, var, until);
        if (fabs(error) > 12 * dq) FAIL("%s: S is off by %g quanta", method, error / dq);
    }
    saltus_sim_free(s);
    saltus_sim_free(exact);
}

/* Where many read a sum, they see it within a band: off by no more than without it. */
PROP(crowds_stay_within_the_quantum, 30)
{
    static const char *const methods[] = {"qss1",   "qss2",    "qss3", "qss4",
                                          "liqss2", "mliqss2", "auto"};
    const char *method = methods[rng_int(g, 0, 6)];
    double dq = strcmp(method, "qss1") ? rng_log(g, 1e-6, 1e-3) : 1e-3, until = 1.3;
    int bent = rng_int(g, 0, 1);
    struct web w[2];
    saltus_sim *exact, *s;
    struct rng again;
    webs(g, bent, w);
    again = *g;
    crowd(&w[0], g);
    crowd(&w[1], &again);
    exact = run(&w[1], "qss4", 1e-8, until, 0);
    s = run(&w[0], method, dq, until, 1);
    for (int32_t i = 0; i < w[0].n; i++) {
        double error = saltus_sim_value(s, i, until) - saltus_sim_value(exact, i, until);
        if (fabs(error) > 8 * dq) FAIL("%s: off by %g quanta", method, error / dq);
    }
    CHECK(saltus_sim_stats(s).term_evaluations > 0);
    saltus_sim_free(s);
    saltus_sim_free(exact);
}

/* The same input gives the same output, to the bit, in one run and in pieces. */
static uint64_t hash;
static int mix(void *user, double t, int32_t var, const double *poly, int order)
{
    const unsigned char *p = (const unsigned char *)poly;
    (void)user;
    hash = (hash ^ (uint64_t)var) * 0x100000001b3u;
    for (size_t k = 0; k < sizeof(double) * (size_t)(order + 1); k++)
        hash = (hash ^ p[k]) * 0x100000001b3u;
    p = (const unsigned char *)&t;
    for (size_t k = 0; k < sizeof t; k++) hash = (hash ^ p[k]) * 0x100000001b3u;
    return 0;
}

PROP(runs_repeat_bit_for_bit, 50)
{
    struct web w[2];
    uint64_t first = 0;
    webs(g, rng_int(g, 0, 1), w);
    for (int k = 0; k < 2; k++) {
        saltus_options o = saltus_defaults();
        saltus_sim *s;
        o.method = "qss2", o.rel = 0, o.abs = 1e-3, o.sink = mix;
        hash = 0xcbf29ce484222325u;
        CHECK_EQ_INT(saltus_sim_new(&w[0].model, &o, &s), SALTUS_OK);
        for (int j = k ? 1 : 10; j <= 10; j++) CHECK_EQ_INT(saltus_sim_run(s, 0.3 * j), SALTUS_OK);
        saltus_sim_free(s);
        if (k == 0) first = hash;
    }
    CHECK(hash == first);
}

TEST_MAIN()
