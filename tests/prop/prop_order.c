/* SPDX-License-Identifier: MIT */
/* prop_order.c - a method of order N takes steps like dQ^(-1/N) and errs like dQ.
 *
 * The problem has a limit cycle and a solution in closed form; with u = 1 - x^2 - y^2,
 *     x' = x u - y,   y' = y u + x,   z' = -K (z - x y) + (x y)'                                (1)
 *     r^2 = 1/(1 + (1/r0^2 - 1) e^(-2t)),   x = r cos t,  y = r sin t,  z = x y + (z0 - x0 y0) e^(-K t).
 * K = 2 is not stiff, K = 1000 is. Slopes are least squares in logarithms over three decades of
 * the quantum and more. With K = 1000 only the steps of x and y are counted: z has to answer
 * each of them until the quantum is fine enough for its rate, and reaches the law late; with K =
 * 30 all steps are. CQSS may err less: only a lower limit holds. */
#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"

SALTUS_INLINE jet cycle(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0), y = jet_state(e, 1);
    jet u = jet_sub(1, jet_add(jet_sqr(x), jet_sqr(y)));
    jet dx = jet_sub(jet_mul(x, u), y), dy = jet_add(jet_mul(y, u), x);
    if (i == 0) return dx;
    if (i == 1) return dy;
    return jet_add(jet_mul(-jet_parameter(e, 0), jet_sub(jet_state(e, 2), jet_mul(x, y))),
                   jet_add(jet_mul(dx, y), jet_mul(x, dy)));
}
SALTUS_FUNCTION(cycle)

static const saltus_variable states[] = {
    {.name = "x", .start = 0.5},
    {.name = "y", .start = 0},
    {.name = "z", .start = 0.5},
    {.name = NULL},
};
static const saltus_variable parameters[] = {{.name = "K", .start = 2}, {.name = NULL}};
static const saltus_model model = {.abi = SALTUS_ABI,
                                   .name = "cycle",
                                   .states = states,
                                   .parameters = parameters,
                                   .der = SALTUS_FUNCTION_OF(cycle)};

static double exact(double K, int32_t i, double t)
{
    long double r = 1 / sqrtl(1 + 3 * expl(-2 * (long double)t));
    long double x = r * cosl((long double)t), y = r * sinl((long double)t);
    if (i < 2) return (double)(i ? y : x);
    return (double)(x * y + 0.5L * expl(-(long double)K * t));
}

struct run {
    double K, worst;
};

static int sample(void *user, double t, const saltus_sim *s)
{
    struct run *r = user;
    for (int32_t i = 0; i < 3; i++)
        r->worst = fmax(r->worst, fabs(saltus_sim_value(s, i, t) - exact(r->K, i, t)));
    return 0;
}

static double simulate(const char *method, double K, double quantum, double *steps)
{
    saltus_options o = saltus_defaults();
    saltus_set set = {"K", K};
    struct run r = {.K = K};
    saltus_sim *s;
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    o.sets = &set;
    o.n_sets = 1;
    o.sample = sample;
    o.interval = 0.01;
    o.user = &r;
    CHECK_EQ_INT(saltus_sim_new(&model, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
    *steps = (double)(saltus_sim_steps(s, 0) + saltus_sim_steps(s, 1));
    if (K < 100) *steps += (double)saltus_sim_steps(s, 2);
    saltus_sim_free(s);
    return r.worst;
}

/* Slope of the line through (x, y). */
static double slope(const double *x, const double *y, int n)
{
    double mx = 0, my = 0, xy = 0, xx = 0;
    for (int i = 0; i < n; i++) mx += x[i] / n, my += y[i] / n;
    for (int i = 0; i < n; i++) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) * (x[i] - mx);
    }
    return xy / xx;
}

/* The coarsest quantum, and the factor between quanta, of which there are seven. */
struct range {
    double coarse, factor;
};
static const struct range range_of[] = {{0, 0}, {1e-2, 3.2}, {1e-4, 4}, {1e-6, 4}, {1e-6, 6}};
enum { QUANTA = 7 };

static void study(const char *method, int order, double K, double *steps, double *error)
{
    double x[QUANTA], n[QUANTA], e[QUANTA], quantum = range_of[order].coarse;
    for (int k = 0; k < QUANTA; k++) {
        double count;
        e[k] = log(simulate(method, K, quantum, &count));
        n[k] = log(count);
        x[k] = log(quantum);
        quantum /= range_of[order].factor;
    }
    *steps = slope(x, n, QUANTA);
    *error = slope(x, e, QUANTA);
    if (getenv("SALTUS_SHOW"))
        fprintf(stderr, "%-12s K %5g: steps %.3f error %.3f; %g steps, error %g quanta\n", method,
                K, *steps, *error, exp(n[QUANTA - 1]), exp(e[QUANTA - 1] - x[QUANTA - 1]));
}

static void check(const char *method, int order, double K)
{
    double steps, error;
    study(method, order, K, &steps, &error);
    if (fabs(steps + 1.0 / order) > 0.08) FAIL("%s: steps like dQ^%g", method, steps);
    if (error < 0.85) FAIL("%s: error like dQ^%g", method, error);
    if (error > 1.2 && strcmp(method, "cqss") != 0) FAIL("%s: error like dQ^%g", method, error);
}

#define ORDER(test, method, order, K)                                                              \
    TEST(test)                                                                                     \
    {                                                                                              \
        check(method, order, K);                                                                   \
    }
#define STIFF(test, method, order)                                                                 \
    ORDER(order_of_##test, method, order, 30)                                                      \
    ORDER(order_of_stiff_##test, method, order, 1000)

ORDER(order_of_qss1, "qss1", 1, 2)
ORDER(order_of_qss2, "qss2", 2, 2)
ORDER(order_of_qss3, "qss3", 3, 2)
ORDER(order_of_qss4, "qss4", 4, 2)
STIFF(bqss, "bqss", 1)
STIFF(cqss, "cqss", 1)
STIFF(liqss1, "liqss1", 1)
STIFF(liqss1_2018, "liqss1-2018", 1)
STIFF(mliqss1, "mliqss1", 1)
STIFF(liqss2_2013, "liqss2-2013", 2)
STIFF(liqss2, "liqss2", 2)
STIFF(mliqss2, "mliqss2", 2)
STIFF(liqss3, "liqss3", 3)
STIFF(liqss4, "liqss4", 4)

TEST_MAIN()
