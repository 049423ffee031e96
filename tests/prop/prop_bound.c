/* SPDX-License-Identifier: MIT */
/* prop_bound.c - |q - x| <= bound dq, for every method, on one state and in whole runs.
 *
 * One state: x' = a q + u with a random input u that jumps at random times, integrated by calling
 * the functions of a method directly. Runs: random stiff linear systems with a constant quantum,
 * looked at whenever a polynomial is new and at random times. What explicit methods cannot finish
 * is cut off after some thousand steps: the bound holds at all times, also early ones.         */
#include "quantized.h"
#include "linear.h"

#include "num/poly.h"
#include "quant/method.h"

static const struct tuning tune = {.theta = 1.9, .band = 2, .contact = true};

/* ---- One state ------------------------------------------------------------------------------ */

struct cell {
    const struct method *m;
    struct state s;
    double a, u[SALTUS_SIGNAL]; /* x' = a q + u, u expanded at tx */
};

static void new_input(struct cell *c, struct rng *g, double rate)
{
    double size = rng_log(g, 1e-6, 1e3) * rate;
    for (int k = 0; k < SALTUS_SIGNAL; k++) {
        c->u[k] = k < c->m->info.order && rng_int(g, 0, 4) ? rng_uniform(g, -1, 1) * size : 0;
        size *= rate * rng_log(g, 1e-3, 1);
    }
}

/* x' at tx from q and u. */
static void derive(struct cell *c)
{
    int n = c->m->info.order;
    double q[SALTUS_SIGNAL] = {0};
    method_signal(&c->s, n, q);
    for (int k = 0; k < n; k++) c->s.x[k + 1] = (c->a * q[k] + c->u[k]) / (k + 1);
    c->s.x[n + 1] = 0;
    if (c->m->target) c->s.x[1] = c->m->target->slope(&c->s, c->s.x[1]), c->s.x[2] = 0;
}

static void advance(struct cell *c, double h)
{
    int n = c->m->info.order;
    poly_shift(c->s.x, n, h);
    poly_shift(c->u, n - 1, h);
    c->s.tx += h;
}

/* The input has changed: a target may have to turn. */
static void look(struct cell *c)
{
    const struct method_target *target = c->m->target;
    double f = c->a * c->s.q[0] + c->u[0];
    if (target && target->against(&c->s, f)) target->turn(&c->s, f, c->s.tx);
    derive(c);
}

static void begin(struct cell *c, const struct method *m, struct rng *g)
{
    memset(c, 0, sizeof *c);
    c->m = m;
    c->a = rng_int(g, 0, 5) ? -rng_log(g, 1e-3, 1e6) : 0;
    c->s.a = c->a;
    c->s.dq = rng_log(g, 1e-6, 1);
    c->s.x[0] = rng_uniform(g, -1, 1) * rng_log(g, 1e-3, 10);
    c->s.q[0] = c->s.x[0];
    new_input(c, g, fmax(-c->a, 1));
    if (m->target) {
        m->target->begin(&c->s, 0);
        look(c);
        return;
    }
    derive(c);
    m->choose(m, &c->s, 0, &tune);
    derive(c);
}

/* |x - q| in quanta, s after tx. */
static double distance(const struct cell *c, double s)
{
    double d[SALTUS_SIGNAL + 1];
    method_difference(&c->s, c->m->info.order, d);
    return fabs(poly_value(d, c->m->info.order, s)) / c->s.dq;
}

static void live(const struct method *m, struct rng *g)
{
    struct cell c;
    double most = m->info.bound * (1 + 1e-6), input;
    bool own = true;
    begin(&c, m, g);
    input = rng_log(g, 1e-3, 10) / fmax(-c.a, 1);
    for (int step = 0; step < 20; step++) {
        double h = m->wait(m, &c.s, &tune, own), end = fmin(h, input);
        CHECK(h >= 0);
        for (int k = 0; k <= 8; k++)
            if (!(distance(&c, end * k / 8) <= most))
                FAIL("%s: |x - q| = %.17g dq, a = %g, dq = %g", m->info.name,
                     distance(&c, end * k / 8), c.a, c.s.dq);
        advance(&c, end);
        input -= end;
        own = h <= end;
        if (own) {
            m->choose(m, &c.s, c.s.tx, &tune);
            derive(&c);
        } else {
            new_input(&c, g, fmax(-c.a, 1));
            input = rng_log(g, 1e-3, 10) / fmax(-c.a, 1);
            look(&c);
        }
    }
}

PROP(one_state_stays_within_its_bound, 4000)
{
    for (const struct method *const *m = method_list; *m; m++) live(*m, g);
}

/* ---- Whole runs ----------------------------------------------------------------------------- */

struct run {
    const saltus_sim *sim; /* NULL until saltus_sim_new has returned */
    int32_t n;
    double quantum, worst; /* worst: in quanta */
};

static void look_at(struct run *r, double t)
{
    for (int32_t i = 0; r->sim && i < r->n; i++) {
        double d = saltus_sim_value(r->sim, i, t) - saltus_sim_quantized(r->sim, i, t);
        r->worst = fmax(r->worst, fabs(d) / r->quantum);
    }
}

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    (void)var, (void)poly, (void)order;
    look_at(user, t);
    return 0;
}

static double worst_of(const struct linear *m, const char *method, struct rng *g, double quantum)
{
    saltus_options o = linear_options(method, quantum);
    struct run r = {.n = m->n, .quantum = quantum};
    saltus_sim *s;
    saltus_status st = SALTUS_OK;
    double t = 0;
    o.sink = sink;
    o.user = &r;
    o.max_events = 1500;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    r.sim = s;
    for (int k = 0; k < 40 && st == SALTUS_OK; k++) {
        st = saltus_sim_run(s, t);
        if (st == SALTUS_OK) look_at(&r, t);
        t += rng_log(g, 1e-4, 1) * 30;
    }
    saltus_sim_free(s);
    CHECK(st == SALTUS_OK || st == SALTUS_ELIMIT);
    return r.worst;
}

static void every_method(const struct linear *m, struct rng *g)
{
    const saltus_method_info *list;
    size_t count = quantized_methods(&list);
    double quantum = rng_log(g, 1e-5, 1);
    for (size_t k = 0; k < count; k++) {
        double worst = worst_of(m, list[k].name, g, quantum);
        if (!(worst <= list[k].bound * (1 + 1e-6)))
            FAIL("%s: %.17g quanta, n = %d", list[k].name, worst, (int)m->n);
    }
}

PROP(runs_stay_within_the_bound, 120)
{
    struct linear m;
    linear_sparse(&m, g, rng_int(g, 1, LINEAR_MAX), rng_log(g, 1, 1e6));
    every_method(&m, g);
}

PROP(dense_runs_stay_within_the_bound, 60)
{
    struct linear m;
    linear_spectral(&m, g, rng_int(g, 2, LINEAR_MAX), rng_log(g, 1, 1e6));
    every_method(&m, g);
}

TEST_MAIN()
