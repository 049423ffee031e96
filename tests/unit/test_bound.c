/* SPDX-License-Identifier: MIT */
/* test_bound.c - global error bounds: the numbers of the papers, random systems of known spectrum, and runs. */
#include "cli/bound/bound_math.h"
#include "linear.h"
#include "all_methods.h"

/* The Jacobian of a model at its start, with this quantum. */
static void linearise(const struct linear *m, const saltus_options *o, struct jacobian *j)
{
    saltus_sim *s;
    int32_t at[2];
    CHECK_EQ_INT(saltus_sim_new(&m->model, o, &s), SALTUS_OK);
    CHECK_EQ_INT(sim_jacobian(s, 1000, j, at), SALTUS_OK);
    saltus_sim_free(s);
}

static enum bound_outcome find(const struct linear *m, double quantum, struct bound *b)
{
    saltus_options o = linear_options("qss1", quantum);
    struct jacobian j;
    enum bound_outcome outcome;
    linearise(m, &o, &j);
    outcome = bound_find(b, &j);
    jacobian_free(&j);
    return outcome;
}

static void two_by_two(struct linear *m, double a, double b, double c, double d)
{
    linear_init(m, 2);
    m->A[0][0] = a, m->A[0][1] = b, m->A[1][0] = c, m->A[1][1] = d;
}

/* x1' = 0.01 x2, x2' = -100 x1 - 100 x2 + 2020: [mkc12] (4); its (42) prints 3.004 (for 3.0004) and 5.001. */
TEST(stiff_example_of_the_papers)
{
    struct linear m;
    struct bound b;
    if (!spectrum_possible()) return;
    two_by_two(&m, 0, 0.01, -100, -100);
    CHECK_EQ_INT(find(&m, 0.1, &b), BOUND_FINE);
    CHECK_CLOSE(b.spectrum.re[0], -0.010001, 1e-4);
    CHECK_CLOSE(b.spectrum.re[1], -99.99, 1e-6);
    CHECK_CLOSE(b.gain[0][0], 1.0004 * 0.1, 1e-4);
    CHECK_CLOSE(b.gain[0][1], 3.0006 * 0.1, 1e-4);
    CHECK_CLOSE(b.gain[1][0], 3.0004 * 0.1, 1e-4);
    CHECK_CLOSE(b.gain[1][1], 5.0010 * 0.1, 1e-4);
    CHECK_CLOSE(b.uniform[0][1], 3.0006, 1e-4);
    CHECK_CLOSE(b.uniform[1][0], 3.0004, 1e-4);
    bound_free(&b);
}

/* One state: |e| <= D whatever its rate; with formula (3), too. */
TEST(one_state)
{
    struct linear m;
    struct bound b;
    if (!spectrum_possible()) return;
    linear_init(&m, 1);
    m.A[0][0] = -7;
    CHECK_EQ_INT(find(&m, 0.25, &b), BOUND_FINE);
    CHECK_CLOSE(b.gain[0][0], 0.25, 1e-12);
    CHECK_CLOSE(b.gain[1][0], 0.25, 1e-12);
    bound_free(&b);
}

/* A damped oscillation -1 +- 3i, normal: |lambda/Re| = sqrt(10), |V||V^-1| = 1s of two columns. */
TEST(damped_oscillation)
{
    struct linear m;
    struct bound b;
    if (!spectrum_possible()) return;
    two_by_two(&m, -1, 3, -3, -1);
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_FINE);
    CHECK_CLOSE(b.gain[0][0], 2 * sqrt(10), 1e-9);
    CHECK_CLOSE(b.gain[0][1], 2 * sqrt(10), 1e-9);
    CHECK_CLOSE(b.spectrum.condition, 2, 1e-9);
    bound_free(&b);
}

TEST(no_bound_without_decay)
{
    struct linear m;
    struct bound b;
    if (!spectrum_possible()) return;
    two_by_two(&m, 0, 1, -1, 0);
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_MARGINAL);
    bound_free(&b);
    two_by_two(&m, -1, 0, 0, 1e-9);
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_UNSTABLE);
    bound_free(&b);
    two_by_two(&m, 0, 1, 0, 0);
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_MARGINAL);
    bound_free(&b);
    two_by_two(&m, -1, 1, 0, -1);
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_DEFECTIVE);
    bound_free(&b);
    two_by_two(&m, 0, 0, 0, 0);
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_MARGINAL);
    bound_free(&b);
}

TEST(without_lapack_it_says_so)
{
    struct linear m;
    struct bound b;
    if (spectrum_possible()) return;
    two_by_two(&m, -1, 0, 0, -1);
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_FAILED);
    CHECK_EQ_INT(b.status, SPECTRUM_NO_LAPACK);
    bound_free(&b);
}

TEST(formulas_of_methods)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n; k++) {
        int targets = strstr(list[k].name, "bqss") || strstr(list[k].name, "cqss");
        CHECK_EQ_INT(bound_formula(&list[k]), targets);
        CHECK_CLOSE(bound_factor(&list[k], true), list[k].bound, 0);
        CHECK_CLOSE(bound_factor(&list[k], false), list[k].bound + 0.5, 0);
    }
}

/* Against the bound from the spectrum from which the system was made. */
PROP(agrees_with_the_known_spectrum, 200)
{
    struct linear m;
    struct bound b;
    double exact[LINEAR_MAX], quantum = rng_log(g, 1e-3, 1);
    if (!spectrum_possible()) return;
    linear_spectral(&m, g, rng_int(g, 1, LINEAR_MAX), rng_log(g, 1, 1e4));
    CHECK_EQ_INT(find(&m, quantum, &b), BOUND_FINE);
    for (int formula = 0; formula < 2; formula++) {
        linear_bounds(&m, formula, quantum, exact);
        for (int32_t i = 0; i < m.n; i++) {
            CHECK_CLOSE(b.gain[formula][i], exact[i], 1e-6);
            CHECK_CLOSE(b.uniform[formula][i], exact[i] / quantum, 1e-6);
        }
    }
    bound_free(&b);
}

/* Other units: x_i in 1/u_i of its unit, the quantum with it. The bound follows, the condition does not change. */
PROP(does_not_depend_on_units, 100)
{
    struct linear m, w;
    struct bound b, c;
    struct jacobian j = {0};
    double u[LINEAR_MAX];
    if (!spectrum_possible()) return;
    linear_spectral(&m, g, rng_int(g, 2, LINEAR_MAX), 100);
    linear_copy(&w, &m);
    for (int32_t i = 0; i < m.n; i++) u[i] = rng_log(g, 1e-6, 1e6);
    for (int32_t i = 0; i < m.n; i++)
        for (int32_t k = 0; k < m.n; k++) w.A[i][k] = m.A[i][k] * u[i] / u[k];
    CHECK_EQ_INT(find(&m, 1, &b), BOUND_FINE);
    saltus_options o = linear_options("qss1", 1);
    linearise(&w, &o, &j);
    for (int32_t i = 0; i < m.n; i++) j.quantum[i] = u[i];
    CHECK_EQ_INT(bound_find(&c, &j), BOUND_FINE);
    CHECK_CLOSE(c.spectrum.condition, b.spectrum.condition, 1e-6);
    for (int32_t i = 0; i < m.n; i++) CHECK_CLOSE(c.gain[0][i], u[i] * b.gain[0][i], 1e-6);
    jacobian_free(&j);
    bound_free(&b);
    bound_free(&c);
}

/* ---- Runs stay below ------------------------------------------------------------------------- */

struct run {
    const struct linear *m;
    struct linear_at at;
    const double *gain;
    double factor, worst;
};

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct run *r = user;
    (void)order;
    r->worst =
        fmax(r->worst, linear_error(r->m, &r->at, t, var, poly[0]) / (r->factor * r->gain[var]));
    return 0;
}

/* Each state has a quantum of its own. */
static double worst_error(const struct linear *m, const saltus_method_info *method, double *quanta)
{
    saltus_rule rules[LINEAR_MAX];
    char names[LINEAR_MAX][16];
    saltus_options o = linear_options(method->name, 1);
    struct jacobian j;
    struct bound b;
    struct run r = {.m = m, .factor = bound_factor(method, true)};
    saltus_sim *s;
    for (int32_t i = 0; i < m->n; i++) {
        snprintf(names[i], sizeof names[i], "x[%d]", i + 1);
        rules[i] = (saltus_rule){names[i], NULL, 0, quanta[i]};
    }
    o.rules = rules;
    o.n_rules = (size_t)m->n;
    linearise(m, &o, &j);
    for (int32_t i = 0; i < m->n; i++) CHECK_CLOSE(j.quantum[i], quanta[i], 0);
    CHECK_EQ_INT(bound_find(&b, &j), BOUND_FINE);
    r.gain = b.gain[bound_formula(method)];
    o.sink = sink;
    o.user = &r;
    o.max_events = 1500;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    saltus_sim_run(s, 100);
    saltus_sim_free(s);
    bound_free(&b);
    jacobian_free(&j);
    return r.worst;
}

PROP(runs_stay_below, 60)
{
    static const char *const names[] = {"qss1", "liqss1", "bqss", "cqss", "liqss2"};
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    struct linear m;
    double quanta[LINEAR_MAX];
    if (!spectrum_possible()) return;
    linear_spectral(&m, g, rng_int(g, 1, LINEAR_MAX), rng_log(g, 1, 1e3));
    for (int32_t i = 0; i < m.n; i++) quanta[i] = rng_log(g, 1e-3, 1);
    for (size_t k = 0; k < n; k++)
        for (size_t w = 0; w < sizeof names / sizeof names[0]; w++)
            if (strcmp(list[k].name, names[w]) == 0)
                CHECK_LE(worst_error(&m, &list[k], quanta), 1 + 1e-6);
}

TEST_MAIN()
