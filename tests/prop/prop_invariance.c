/* SPDX-License-Identifier: MIT */
/* prop_invariance.c - what must not matter does not: the numbering of the states, the origin and
 * the unit of time, the unit of the values, and how often one asks.
 *
 * A power of two as unit leaves no trace at all. Other changes show up in rounding, to which
 * methods answer differently. The instant of an ordinary step moves by some 1e-13 of its length.
 * The second-order methods of 2018 wait for a tangential contact, where rounding enters under a
 * square root: 1e-16 of a value of 1 and a quantum of 1e-3 make sqrt(1e-13) = 3e-7 of a step,
 * and neighbours pass that on. After a pair step both partners reach their contact at one
 * instant, by design; which of them is served first is up to rounding, and the runs part, each
 * within its bound. */
#include "linear.h"
#include "all_methods.h"

enum { SAMPLES = 50 };

struct result {
    uint64_t steps, pairs, bits; /* bits: hash of the sink, times in units of model time */
    double x[SAMPLES][LINEAR_MAX];
};

struct run {
    double t0, unit, size;
    uint64_t bits;
};

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct run *r = user;
    double v[8] = {(t - r->t0) * r->unit, var}, scale = 1 / r->size;
    for (int k = 0; k <= order; k++, scale /= r->unit) v[k + 2] = poly[k] * scale + 0.0;
    r->bits = linear_hash(r->bits, v, sizeof v);
    return 0;
}

/* until: in the model's own unit. */
static struct result simulate(const struct linear *m, const char *method, double quantum, double t0,
                              double until)
{
    saltus_options o = linear_options(method, quantum * m->size);
    struct run user = {t0, m->unit, m->size, 1};
    struct result r = {.steps = 0};
    saltus_sim *s;
    o.t0 = t0;
    o.sink = sink;
    o.user = &user;
    o.max_events = 200000;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    for (int k = 0; k < SAMPLES; k++) {
        double t = t0 + until * (k + 1) / SAMPLES / m->unit;
        CHECK_EQ_INT(saltus_sim_run(s, t), SALTUS_OK);
        for (int32_t i = 0; i < m->n; i++) r.x[k][i] = saltus_sim_value(s, i, t) / m->size;
    }
    r.steps = saltus_sim_stats(s).steps;
    r.pairs = saltus_sim_stats(s).pair_steps;
    r.bits = user.bits;
    saltus_sim_free(s);
    return r;
}

/* Largest difference; state i of a is map[i] of b. */
static double difference(const struct result *a, const struct result *b, int32_t n,
                         const int32_t *map)
{
    double most = 0;
    for (int k = 0; k < SAMPLES; k++)
        for (int32_t i = 0; i < n; i++)
            most = fmax(most, fabs(a->x[k][i] - b->x[k][map ? map[i] : i]));
    return most;
}

static void alike(const char *method, const struct result *a, const struct result *b, int32_t n,
                  const int32_t *map, double quantum)
{
    double d = difference(a, b, n, map) / quantum, steps = (double)a->steps;
    double apart = fabs(steps - (double)b->steps);
    double rounding = strstr(method, "liqss2") ? 1e-2 : 1e-6;
    if (a->pairs > 0) rounding = 4;
    if (apart > 2 + 0.01 * steps) FAIL("%s: %g steps, then %g", method, steps, (double)b->steps);
    /* Where no step changes places, only rounding is left; else one step may be exchanged. */
    if (d > (apart == 0 ? rounding : fmax(rounding, 1)))
        FAIL("%s: %g quanta apart, n = %d, steps %g and %g", method, d, (int)n, steps,
             (double)b->steps);
}

static void same(const char *method, const struct result *a, const struct result *b)
{
    if (a->steps != b->steps || a->bits != b->bits || memcmp(a->x, b->x, sizeof a->x) != 0)
        FAIL("%s: %g steps, then %g; %g apart", method, (double)a->steps, (double)b->steps,
             difference(a, b, LINEAR_MAX, NULL));
}

/* ---- Numbering ------------------------------------------------------------------------------ */

/* State i of m becomes map[i] of to. */
static void permute(struct linear *to, const struct linear *m, const int32_t *map)
{
    linear_copy(to, m);
    for (int32_t i = 0; i < m->n; i++) {
        int32_t k = map[i];
        for (int32_t j = 0; j < m->n; j++) to->A[k][map[j]] = m->A[i][j];
        to->b[k] = m->b[i];
        to->c[k] = m->c[i];
        to->d[k] = m->d[i];
        to->phase[k] = m->phase[i];
        to->p[k] = map[m->p[i]];
        to->start[k] = m->start[i];
    }
}

static void shuffle(struct rng *g, int32_t *map, int32_t n)
{
    for (int32_t i = 0; i < n; i++) map[i] = i;
    for (int32_t i = n - 1; i > 0; i--) {
        int32_t j = rng_int(g, 0, i), keep = map[i];
        map[i] = map[j], map[j] = keep;
    }
}

static void draw(struct linear *m, struct rng *g, double spread)
{
    linear_sparse(m, g, rng_int(g, 2, LINEAR_MAX), spread);
    if (rng_int(g, 0, 1)) linear_bend(m, g);
}

PROP(numbering_does_not_matter, 100)
{
    static const char *const methods[] = {"qss2", "qss3", "liqss1-2018", "liqss2", "mliqss2"};
    struct linear m, p;
    int32_t map[LINEAR_MAX];
    draw(&m, g, 100);
    shuffle(g, map, m.n);
    permute(&p, &m, map);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        struct result a = simulate(&m, methods[k], 1e-3, 0, 5);
        struct result b = simulate(&p, methods[k], 1e-3, 0, 5);
        alike(methods[k], &a, &b, m.n, map, 1e-3);
    }
}

/* ---- Time ----------------------------------------------------------------------------------- */

PROP(origin_of_time_does_not_matter, 40)
{
    struct linear m;
    const saltus_method_info *list;
    size_t count = all_methods(&list);
    draw(&m, g, 100);
    for (int32_t i = 0; i < m.n; i++) m.d[i] = 0; /* autonomous */
    for (size_t k = 0; k < count; k++) {
        struct result a = simulate(&m, list[k].name, 1e-3, 0, 10);
        struct result b = simulate(&m, list[k].name, 1e-3, rng_sign(g) * rng_log(g, 1, 1000), 10);
        alike(list[k].name, &a, &b, m.n, NULL, 1e-3);
    }
}

static void in_another_unit(struct rng *g, double unit, int bits)
{
    struct linear m;
    const saltus_method_info *list;
    size_t count = all_methods(&list);
    draw(&m, g, 100);
    for (size_t k = 0; k < count; k++) {
        struct result a = simulate(&m, list[k].name, 1e-3, 0, 10), b;
        m.unit = rng_int(g, 0, 1) ? unit : 1 / unit;
        b = simulate(&m, list[k].name, 1e-3, 0, 10);
        m.unit = 1;
        if (bits)
            same(list[k].name, &a, &b);
        else
            alike(list[k].name, &a, &b, m.n, NULL, 1e-3);
    }
}

PROP(unit_of_time_does_not_matter, 40)
{
    in_another_unit(g, 1e6, 0);
}
PROP(binary_unit_of_time_leaves_no_trace, 40)
{
    in_another_unit(g, 0x1p20, 1);
}

/* ---- Values --------------------------------------------------------------------------------- */

PROP(binary_unit_of_value_leaves_no_trace, 40)
{
    struct linear m, v;
    const saltus_method_info *list;
    size_t count = all_methods(&list);
    draw(&m, g, 100);
    for (size_t k = 0; k < count; k++) {
        struct result a = simulate(&m, list[k].name, 1e-3, 0, 10), b;
        linear_copy(&v, &m);
        v.size = ldexp(1, rng_int(g, -200, 200));
        for (int32_t i = 0; i < v.n; i++) v.b[i] *= v.size, v.start[i] *= v.size;
        b = simulate(&v, list[k].name, 1e-3, 0, 10);
        same(list[k].name, &a, &b);
    }
}

PROP(two_runs_are_one, 20)
{
    struct linear m;
    const saltus_method_info *list;
    size_t count = all_methods(&list);
    draw(&m, g, 1000);
    for (size_t k = 0; k < count; k++) {
        struct result a = simulate(&m, list[k].name, 1e-3, 0, 5);
        struct result b = simulate(&m, list[k].name, 1e-3, 0, 5);
        same(list[k].name, &a, &b);
    }
}

TEST_MAIN()
