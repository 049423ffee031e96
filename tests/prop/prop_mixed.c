/* SPDX-License-Identifier: MIT */
/* prop_mixed.c - several methods in one run, chosen state by state with rules.
 *
 * On a system with known spectrum the error bound holds with the quantum and the bound of each
 * state's own method: every method promises |q_i - x_i| <= bound_i quantum_i, and nothing else
 * enters the proof. Rules: later ones win, "negative" and NULL leave things as they are. */
#include "quantized.h"
#include "linear.h"

struct run {
    const struct linear *m;
    struct linear_at at;
    const saltus_sim *sim;
    const double *bound, *radius;
    double worst, drift; /* error over bound; |q - x| over radius */
    uint64_t steps;
};

static const double REFRESH = 0.5; /* the default of the option */

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct run *r = user;
    (void)order;
    r->worst = fmax(r->worst, linear_error(r->m, &r->at, t, var, poly[0]) / r->bound[var]);
    if (r->sim)
        r->drift =
            fmax(r->drift, fabs(poly[0] - saltus_sim_quantized(r->sim, var, t)) / r->radius[var]);
    return 0;
}

static void simulate(const struct linear *m, const saltus_rule *rules, size_t n, struct run *r)
{
    saltus_options o = linear_options("qss2", 1e-2);
    saltus_sim *s;
    saltus_status st;
    r->m = m;
    o.rules = rules;
    o.n_rules = n;
    o.sink = sink;
    o.user = r;
    o.max_events = 5000;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    r->sim = s;
    st = saltus_sim_run(s, 30);
    r->steps = saltus_sim_stats(s).steps;
    saltus_sim_free(s);
    CHECK(st == SALTUS_OK || st == SALTUS_ELIMIT);
}

/* A method and a quantum for each state, as rules "x[1]", "x[2]" ...; the radius that follows. */
static void draw_rules(struct rng *g, const char *const *methods, int count, int32_t n,
                       double refresh, char names[][16], saltus_rule *rules, double *radius)
{
    const saltus_method_info *list;
    size_t total = quantized_methods(&list);
    for (int32_t i = 0; i < n; i++) {
        const char *method = methods[rng_int(g, 0, count - 1)];
        double quantum = rng_log(g, 1e-4, 1e-1);
        snprintf(names[i], 16, "x[%d]", (int)i + 1);
        rules[i] = (saltus_rule){names[i], method, 0, quantum};
        for (size_t k = 0; k < total; k++)
            if (!strcmp(list[k].name, method)) radius[i] = (list[k].bound + refresh) * quantum;
    }
}

/* linear_bounds with a radius for each state: the bound is linear in it. */
static void bounds(const struct linear *m, int targets, const double *radius, double *out)
{
    for (int32_t i = 0; i < m->n; i++) out[i] = 0;
    for (int32_t k = 0; k < m->n; k++) {
        long double z = 0, gain = targets ? 1 : hypotl(m->re[k], m->im[k]);
        for (int32_t j = 0; j < m->n; j++) {
            long double d = targets ? 0 : (long double)radius[j];
            for (int32_t l = 0; targets && l < m->n; l++)
                d += fabsl((long double)m->A[j][l]) * (long double)radius[l];
            z += linear_left(m, k, j) * d * gain / fabsl(m->re[k]);
        }
        for (int32_t i = 0; i < m->n; i++) out[i] += (double)(linear_right(m, i, k) * z);
    }
}

/* orders: of several orders, where a q may be `refresh` quanta farther from x. */
static void mixed(struct rng *g, const char *const *methods, int count, int targets, int orders)
{
    struct linear m;
    double radius[LINEAR_MAX], bound[LINEAR_MAX];
    char names[LINEAR_MAX][16];
    saltus_rule rules[LINEAR_MAX];
    struct run r = {.bound = bound, .radius = radius};
    linear_spectral(&m, g, rng_int(g, 2, LINEAR_MAX), rng_log(g, 1, 100));
    draw_rules(g, methods, count, m.n, orders ? REFRESH : 0, names, rules, radius);
    bounds(&m, targets, radius, bound);
    simulate(&m, rules, (size_t)m.n, &r);
    CHECK_LE(r.worst, 1 + 1e-6);
    CHECK_LE(r.drift, 1 + 1e-6);
}

PROP(first_order_methods_mix, 80)
{
    static const char *const methods[] = {"bqss", "qss1", "liqss1", "liqss1-2018"};
    mixed(g, methods, sizeof methods / sizeof *methods, 1, 0);
}

PROP(second_order_methods_mix, 80)
{
    static const char *const methods[] = {"qss2", "liqss2", "liqss2-2013"};
    mixed(g, methods, sizeof methods / sizeof *methods, 0, 0);
}

PROP(third_order_methods_mix, 80)
{
    static const char *const methods[] = {"qss3", "liqss3"};
    mixed(g, methods, sizeof methods / sizeof *methods, 0, 0);
}

PROP(orders_mix, 100)
{
    static const char *const methods[] = {"qss1", "qss3", "liqss2", "mliqss2", "liqss3", "qss4"};
    mixed(g, methods, sizeof methods / sizeof *methods, 0, 1);
}

PROP(backward_mixes_with_others, 100)
{
    static const char *const methods[] = {"bqss", "qss3", "liqss2"};
    mixed(g, methods, sizeof methods / sizeof *methods, 1, 1);
}

PROP(pairs_mix_with_others, 100)
{
    static const char *const methods[] = {"mliqss2", "mliqss2",     "mliqss1",
                                          "qss2",    "liqss2-2013", "bqss"};
    mixed(g, methods, sizeof methods / sizeof *methods, 1, 1);
}

/* One fast state that follows slow ones, by an implicit method, and the slow ones by qss3, take
 * a few hundred steps; qss3 alone would take as many in each of the 30 time units that go by. */
PROP(a_fast_state_may_have_its_own_method, 60)
{
    struct linear m;
    double bound[LINEAR_MAX], radius[LINEAR_MAX];
    static const char *const methods[] = {"liqss3", "liqss2", "mliqss2", "bqss"};
    saltus_rule rules[] = {{"x[*]", "qss3", 0, 1e-3},
                           {"x[1]", methods[rng_int(g, 0, 3)], 0, 0},
                           {"x[?]", NULL, 0, 1e-2}};
    struct run r = {.bound = bound, .radius = radius};
    linear_init(&m, rng_int(g, 2, 6));
    for (int32_t i = 0; i < m.n; i++) {
        double weight = rng_uniform(g, -1, 1);
        m.V[i][i] = 1;
        m.re[i] = i ? -(long double)rng_log(g, 0.1, 1) : -1e4L;
        m.A[i][i] = (double)m.re[i];
        if (i) m.A[0][i] = 1e4 * weight, m.V[0][i] = 1e4L * weight / (1e4L + m.re[i]);
        m.start[i] = rng_uniform(g, 1, 3);
        radius[i] = (i ? 1 : 2.5) * 1e-2;
    }
    linear_invert(&m);
    bounds(&m, 1, radius, bound);
    simulate(&m, rules, 3, &r);
    CHECK_LE(r.worst, 1 + 1e-6);
    CHECK_LE(r.drift, 1 + 1e-6);
    CHECK_LE((double)r.steps, 2500);
}

/* x' = y - x by one method, y' = -y by qss3, whose q is a parabola: x(t) = t exp(-t). */
TEST(every_method_follows_a_parabola)
{
    struct linear m;
    const saltus_method_info *list;
    linear_init(&m, 2);
    m.A[0][0] = m.A[1][1] = -1, m.A[0][1] = m.start[1] = 1;
    for (size_t k = 0; k < quantized_methods(&list); k++) {
        saltus_rule rule = {"x[1]", list[k].name, 0, 0};
        saltus_options o = linear_options("qss3", 1e-3);
        saltus_sim *s;
        o.rules = &rule;
        o.n_rules = 1;
        CHECK_EQ_INT(saltus_sim_new(&m.model, &o, &s), SALTUS_OK);
        for (double t = 0.05; t < 5; t += 0.05) {
            double error;
            CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
            error = fabs(saltus_sim_value(s, 0, t) - t * exp(-t)) / 1e-3;
            if (error > list[k].bound + REFRESH + 1) FAIL("%s: %g quanta", list[k].name, error);
        }
        saltus_sim_free(s);
    }
}

/* The pair of [dmk18], x1 by mliqss2 and x2 by another method: no pair may be made of it. */
TEST(a_partner_keeps_its_own_method)
{
    static const char *const methods[] = {"qss2",   "liqss2-2013", "qss1", "qss3",
                                          "liqss2", "bqss",        "cqss"};
    struct linear m;
    linear_init(&m, 2);
    m.A[0][0] = -1, m.A[0][1] = -1, m.A[1][0] = 1, m.A[1][1] = -1;
    m.b[0] = 0.2, m.b[1] = 1.2; /* rests at -0.5, 0.7 */
    m.start[0] = -4, m.start[1] = 4;
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        saltus_rule rule = {"x[2]", methods[k], 0, 0};
        saltus_options o = linear_options("mliqss2", 1e-2);
        saltus_sim *s;
        o.rules = &rule;
        o.n_rules = 1;
        CHECK_EQ_INT(saltus_sim_new(&m.model, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 20), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_stats(s).pair_steps, 0);
        CHECK_LE(fabs(saltus_sim_value(s, 0, 20) + 0.5), 0.06);
        CHECK_LE(fabs(saltus_sim_value(s, 1, 20) - 0.7), 0.06);
        saltus_sim_free(s);
    }
}

TEST_MAIN()
