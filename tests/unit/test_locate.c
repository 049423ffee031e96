/* SPDX-License-Identifier: MIT */
/* test_locate.c - the first crossing along a path that is given: many roots, none, edges, rounding. */
#include "engine/whole/locate.h"
#include "engine/whole/whole.h"
#include "num/poly.h"
#include "world.h"

/* A run of some engine that has the guards; the path is x(t) = t, or what a test says. */
struct bench {
    struct sim *s;
    struct locate l;
    struct locate_path path;
    int looks;
};

static void straight(void *user, double t, double *x, double *f)
{
    ((struct bench *)user)->looks++;
    x[0] = t;
    f[0] = 1;
}

static int straight_line(void *user, int32_t i, double t, double *c)
{
    (void)user, (void)i;
    c[0] = t;
    c[1] = 1;
    return 1;
}

static void setup_model(struct bench *b, const saltus_model *m)
{
    saltus_options o = with("abm");
    saltus_sim *s = NULL;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    *b = (struct bench){.s = (struct sim *)s};
    b->path = (struct locate_path){.user = b, .at = straight, .series = straight_line};
    locate_open(b->s, &b->l);
}

static void setup(struct bench *b, const struct world *w, saltus_model *m)
{
    *m = world_model(w);
    setup_model(b, m);
}

static void teardown(struct bench *b)
{
    locate_close(b->s, &b->l);
    saltus_sim_free((saltus_sim *)b->s);
}

static int32_t first(struct bench *b, double from, double to, double *when)
{
    return locate_first(b->s, &b->l, &b->path, from, to, when);
}

/* ---- One guard ------------------------------------------------------------------------------- */

static double roots[3];

static jet three_roots(jet_at e, int32_t k)
{
    jet x = jet_state(e, 0);
    (void)k;
    return jet_mul(jet_mul(jet_sub(x, roots[0]), jet_sub(x, roots[1])), jet_sub(x, roots[2]));
}

/* All three are found one after the other in one step, each just behind the root. */
PROP(three_roots_in_one_step, 300)
{
    struct world w = {ONE_STATE, .z = three_roots, .next = never, .g = {{.name = "g"}}};
    saltus_model m;
    struct bench b;
    double from = 0, when;
    roots[0] = rng_uniform(g, 0.05, 3);
    roots[1] = roots[0] + rng_uniform(g, 0.3, 3);
    roots[2] = roots[1] + rng_uniform(g, 0.3, 3);
    setup(&b, &w, &m);
    for (int j = 0; j < 3; j++) {
        double z;
        CHECK_EQ_INT(first(&b, from, 10, &when), 0);
        CHECK_LE(fabs(when - roots[j]), 1e-14 * 10);
        whole_show(b.s, when, &when, NULL);
        whole_guard(b.s, 0, 1, &z);
        CHECK_LE(b.s->watch[0].sign * z, 0);
        b.s->watch[0].sign = (int8_t)-b.s->watch[0].sign;
        from = when;
    }
    CHECK_EQ_INT(first(&b, from, 10, &when), -1);
    CHECK(when == 10);
    teardown(&b);
}

static jet parabola(jet_at e, int32_t k)
{
    return (void)k, jet_add(jet_sqr(jet_sub(jet_state(e, 0), 1)), roots[0]);
}

TEST(two_roots_are_seen_and_touching_is_not)
{
    static const double depth[] = {-0.2, -1e-6, -1e-12, 0, 1e-12, 0.1};
    struct world w = {ONE_STATE, .z = parabola, .next = never, .g = {{.name = "g"}}};
    for (int j = 0; j < 6; j++) {
        saltus_model m;
        struct bench b;
        double when;
        roots[0] = depth[j];
        setup(&b, &w, &m);
        CHECK_EQ_INT(first(&b, 0, 7, &when), depth[j] < 0 ? 0 : -1);
        if (depth[j] < 0) CHECK_LE(fabs(when - (1 - sqrt(-depth[j]))), 1e-9);
        teardown(&b);
    }
}

/* z = sin(3x) - 0.9, far from a cubic over one step of 1: both crossings of one wave. */
static jet wave(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_sin(jet_mul(3, jet_state(e, 0))), 0.9);
}

TEST(a_wave_within_a_step)
{
    struct world w = {ONE_STATE, .z = wave, .next = never, .g = {{.name = "g"}}};
    saltus_model m;
    struct bench b;
    double when, up = asin(0.9) / 3, down = (acos(-1) - asin(0.9)) / 3;
    setup(&b, &w, &m);
    CHECK_EQ_INT(first(&b, 0, 1, &when), 0);
    CHECK_LE(fabs(when - up), 1e-14);
    b.s->watch[0].sign = 1;
    CHECK_EQ_INT(first(&b, when, 1, &when), 0);
    CHECK_LE(fabs(when - down), 1e-14);
    teardown(&b);
}

/* ---- Ranges and polynomials ------------------------------------------------------------------ */

static jet many_waves(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_sin(jet_mul(10, jet_state(e, 0))), 0.5);
}

static int ranges;

/* sin and cos of [lo, hi]: the largest value is 1 if a quarter + n turns lies inside. */
static saltus_span wave_span(double lo, double hi, double top)
{
    double turn = 2 * acos(-1), a = sin(lo + turn / 4 - top), b = sin(hi + turn / 4 - top);
    saltus_span r = {fmin(a, b) - 1e-15, fmax(a, b) + 1e-15};
    if (ceil((lo - top) / turn) <= (hi - top) / turn) r.hi = 1;
    if (ceil((lo - top) / turn - 0.5) <= (hi - top) / turn - 0.5) r.lo = -1;
    return r;
}

static int waves_range(const saltus_box *b, saltus_kind kind, int32_t i, int order, saltus_span *r)
{
    double turn = 2 * acos(-1);
    saltus_span x = b->q[0], c;
    if (kind != SALTUS_GUARD) return 0;
    (void)i;
    ranges++;
    r[0] = wave_span(10 * x.lo, 10 * x.hi, turn / 4);
    r[0].lo -= 0.5, r[0].hi -= 0.5;
    if (order < 2) return 1;
    c = wave_span(10 * x.lo, 10 * x.hi, 0);
    r[1] = (saltus_span){10 * c.lo - 1e-14, 10 * c.hi + 1e-14};
    if (order < 3) return 1;
    r[2] = (saltus_span){-50 * (r[0].hi + 0.5) - 1e-13, -50 * (r[0].lo + 0.5) + 1e-13};
    return order == 3;
}

/* sin(10 x) > 0.5 in one step of length 2 pi: ten edges up and ten down, each by a few ranges. */
TEST(every_crossing_of_a_guard_with_ranges)
{
    struct world w = {ONE_STATE, .z = many_waves, .next = never, .g = {{.name = "g"}}};
    saltus_model m;
    struct bench b;
    double when = 0, pi = acos(-1);
    int found = 0;
    m = world_model(&w);
    m.range = waves_range;
    setup_model(&b, &m);
    ranges = 0;
    while (first(&b, when, 2 * pi, &when) == 0) {
        double turn = 2 * pi * (found / 2), up = asin(0.5);
        CHECK_LE(fabs(when - (turn + (found % 2 ? pi - up : up)) / 10), 1e-14);
        b.s->watch[0].sign = (int8_t)-b.s->watch[0].sign;
        found++;
    }
    CHECK_EQ_INT(found, 20);
    CHECK_LE(ranges, 20 * 20);
    teardown(&b);
}

static double degree_twelve[13];

static jet own_state_0(jet_at e, int32_t k)
{
    return (void)k, jet_state(e, 0);
}

static int of_degree_twelve(void *user, int32_t i, double t, double *c)
{
    (void)user, (void)i;
    memcpy(c, degree_twelve, sizeof degree_twelve);
    poly_shift(c, 12, t);
    return 12;
}
static void at_degree_twelve(void *user, double t, double *x, double *f)
{
    (void)user;
    x[0] = poly_value(degree_twelve, 12, t);
    f[0] = poly_slope(degree_twelve, 12, t);
}

/* x = product of (t - root), an affine guard x > 0 without any range: all roots, pairs included. */
TEST(an_affine_guard_is_a_polynomial)
{
    struct world w = {ONE_STATE, .z = own_state_0, .next = never, .g = {{.name = "g"}}};
    saltus_model m;
    struct bench b;
    double when = 0;
    memset(degree_twelve, 0, sizeof degree_twelve);
    degree_twelve[0] = 1;
    for (int k = 0; k < 12; k++) {
        double root = 0.04 + 0.08 * k + (k % 2 ? -0.075 : 0);
        for (int j = k + 1; j > 0; j--)
            degree_twelve[j] = degree_twelve[j - 1] - root * degree_twelve[j];
        degree_twelve[0] *= -root;
    }
    setup(&b, &w, &m);
    b.path = (struct locate_path){.user = &b, .at = at_degree_twelve, .series = of_degree_twelve};
    b.s->watch[0].sign = 1;
    for (int k = 0; k < 12; k++) {
        CHECK_EQ_INT(first(&b, when, 1, &when), 0);
        CHECK_LE(fabs(when - (0.04 + 0.08 * k + (k % 2 ? -0.075 : 0))), 1e-4);
        b.s->watch[0].sign = (int8_t)-b.s->watch[0].sign;
    }
    CHECK_EQ_INT(first(&b, when, 1, &when), -1);
    teardown(&b);
}

/* ---- Several guards -------------------------------------------------------------------------- */

static jet several(jet_at e, int32_t k)
{
    return jet_sub(jet_state(e, 0), roots[k]);
}

PROP(the_earliest_of_several, 300)
{
    struct world w = {ONE_STATE, .z = several, .next = never,
                      .g = {{.name = "a"}, {.name = "b"}, {.name = "c"}}};
    saltus_model m;
    struct bench b;
    double when, least = INFINITY;
    int32_t which = -1;
    for (int32_t k = 0; k < 3; k++) {
        roots[k] = rng_uniform(g, 0.1, 2);
        if (roots[k] <= 1 && roots[k] < least) least = roots[k], which = k;
    }
    setup(&b, &w, &m);
    CHECK_EQ_INT(first(&b, 0, 1, &when), which);
    CHECK(which < 0 ? when == 1 : when >= least && when - least <= 1e-15 * 8);
    CHECK_LE(b.looks, 40);
    teardown(&b);
}

static int asked; /* states, by `some` */

static void wave_of_all(void *user, double t, double *x, double *f)
{
    ((struct bench *)user)->looks++;
    for (int i = 0; i < 50; i++) x[i] = t - 0.1 - i, f[i] = 1;
}
static void wave_of_some(void *user, double t, const int32_t *list, int32_t n, double *x, double *f)
{
    (void)user;
    asked += n;
    for (int32_t j = 0; j < n; j++) x[list[j]] = t - 0.1 - list[j], f[list[j]] = 1;
}
static int wave_itself(void *user, int32_t i, double t, double *c)
{
    (void)user;
    c[0] = t - 0.1 - i;
    c[1] = 1;
    return 1;
}
static jet own_state(jet_at e, int32_t k)
{
    return jet_state(e, k);
}

/* Fifty states, a guard for each. All of them cross in the step: the first is found, by looks at a state each. */
TEST(a_look_costs_what_the_guard_reads)
{
    struct world w = {.x = {{.name = "x", .size = {50}}},
                      .f = one,
                      .z = own_state,
                      .next = never,
                      .g = {{.name = "g", .size = {50}}}};
    saltus_model m;
    struct bench b;
    double when;
    setup(&b, &w, &m);
    b.path = (struct locate_path){
        .user = &b, .at = wave_of_all, .some = wave_of_some, .series = wave_itself};
    for (int k = 0; k < 50; k++) b.s->watch[k].sign = -1;
    asked = 0;
    CHECK_EQ_INT(first(&b, 0, 50, &when), 0);
    CHECK_LE(fabs(when - 0.1), 1e-15);
    CHECK_EQ_INT(b.looks, 2);
    CHECK_LE(asked, 49 + 20);
    CHECK(asked > 0);
    teardown(&b);
}

/* A guard that is nowhere near costs one look at each end of the step, and one end is that of the last. */
TEST(quiet_guards_cost_one_look_each)
{
    struct world w = {ONE_STATE, .z = several, .next = never, .g = {{.name = "a"}, {.name = "b"}}};
    saltus_model m;
    struct bench b;
    double when;
    roots[0] = roots[1] = 100;
    setup(&b, &w, &m);
    for (int j = 0; j < 10; j++) CHECK_EQ_INT(first(&b, j, j + 1, &when), -1);
    CHECK_EQ_INT(b.looks, 11);
    teardown(&b);
}

/* ---- Sides ----------------------------------------------------------------------------------- */

/* An edge is met from inside: z < 0 at the instant, by its level, which is less than the quantum. */
PROP(an_edge_is_met_from_inside, 200)
{
    struct world w = {ONE_STATE, .z = several, .next = never,
                      .g = {{.name = "a", .side = SALTUS_UNILATERAL}}};
    saltus_model m;
    struct bench b;
    double when;
    roots[0] = rng_uniform(g, 0.1, 0.9);
    setup(&b, &w, &m);
    CHECK_EQ_INT(first(&b, 0, 1, &when), 0);
    CHECK(when < roots[0]);
    CHECK_LE(roots[0] - when, 1e-3 * roots[0]); /* the quantum there */
    teardown(&b);
}

static jet not_there(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_sqrt(jet_sub(roots[0], jet_state(e, 0))), -1);
}

TEST(a_guard_that_is_not_finite_ends_the_run)
{
    struct world w = {ONE_STATE, .z = not_there, .next = never, .g = {{.name = "a"}}};
    saltus_model m;
    struct bench b;
    double when;
    roots[0] = 0.5;
    setup(&b, &w, &m);
    first(&b, 0, 1, &when);
    CHECK_EQ_INT(b.s->status, SALTUS_ENAN);
    teardown(&b);
}

/* Just after its event a guard stands on the wrong side by rounding, and goes on to the right one. */
TEST(a_rest_of_rounding_is_no_crossing)
{
    struct world w = {ONE_STATE, .z = several, .next = never, .g = {{.name = "a"}}};
    saltus_model m;
    struct bench b;
    double when;
    roots[0] = 0.5;
    setup(&b, &w, &m);
    b.s->watch[0].sign = 1;
    CHECK_EQ_INT(first(&b, 0.5 - 1e-16, 1, &when), -1);
    CHECK_EQ_INT(first(&b, 1, 2, &when), -1);
    teardown(&b);
}

TEST_MAIN()
