/* SPDX-License-Identifier: MIT */
/* test_classic_engine.c - the engine around the integrators of SUNDIALS: what it lists, models of strange sizes,
 * polynomials that it gives out, counts, memory that runs out, faults of the model. */
#include "saltus_classic.h"
#include "heard.h"
#include "models.h"
#include "world.h"
#include "all_methods.h"

static const saltus_method_info *list;
static struct heard h;

static int built(void)
{
    all_classic_methods(&list);
    return saltus_classic_version() != NULL;
}

static saltus_options by(const char *method)
{
    saltus_options o = with(method);
    o.engine = saltus_classic();
    return o;
}

TEST(six_methods_are_listed_in_every_build)
{
    static const char *const names[] = {"cvode",    "cvode-adams", "ida",
                                        "esdirk32", "esdirk43",    "dopri5"};
    CHECK_EQ_INT(all_classic_methods(&list), 6);
    for (int k = 0; k < 6; k++) {
        CHECK(strcmp(list[k].name, names[k]) == 0);
        CHECK(strcmp(list[k].family, "classic") == 0);
        CHECK(list[k].title && list[k].cite && list[k].text && list[k].options);
        CHECK_EQ_INT(list[k].missing == NULL, saltus_classic_version() != NULL);
    }
}

TEST(a_method_that_is_not_built_is_refused)
{
    struct world w = {ONE_STATE, .z = one, .next = never};
    saltus_model m = world_model(&w);
    saltus_options o = by("cvode");
    saltus_sim *s = NULL;
    if (built()) return;
    h = (struct heard){.t = -1};
    o.diag = hear;
    o.user = &h;
    CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_EARG);
    CHECK(strstr(h.text, "make sundials") || strstr(h.hint, "make sundials"));
    saltus_sim_free(s);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static double every_third(const saltus_env *e, int32_t k)
{
    return (void)k, (floor(e->t * 3 + 0.5) + 1) / 3;
}

TEST(a_model_of_clocks_only)
{
    struct world w = {
        .z = sine_of_time, .next = every_third, .c = {{.name = "c"}}, .g = {{.name = "g"}}};
    if (!built()) return;
    for (int k = 0; k < 6; k++) {
        saltus_model m;
        saltus_sim *s = start(&w, &m, by(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_stats(s).clocks, 30);
        CHECK_EQ_INT(saltus_sim_stats(s).events, 4);
        saltus_sim_free(s);
    }
}

/* A dense matrix for this chain would take 80 gigabytes. */
TEST(a_hundred_thousand_states)
{
    saltus_model *m;
    if (!built()) return;
    m = models_make("inverters", 100000);
    CHECK(m != NULL);
    for (int k = 0; k < 6; k += 2) {
        saltus_options o = by(list[k].name);
        saltus_sim *s = NULL;
        CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 1e-3), SALTUS_OK);
        CHECK(saltus_sim_stats(s).steps > 0);
        saltus_sim_free(s);
    }
    models_free(m);
}

/* ---- What it gives out ----------------------------------------------------------------------- */

struct joints {
    double end, poly[8], worst;
    int order, pieces;
};

static double value(const double *c, int order, double s)
{
    double v = 0;
    for (int k = order; k >= 0; k--) v = v * s + c[k];
    return v;
}

static int join(void *user, double t, int32_t var, const double *poly, int order)
{
    struct joints *j = user;
    if (var != 0) return 0;
    if (j->pieces++)
        j->worst = fmax(j->worst, fabs(value(j->poly, j->order, t - j->end) - poly[0]));
    j->end = t;
    j->order = order;
    memcpy(j->poly, poly, sizeof *poly * (size_t)(order + 1));
    return order > 5;
}

/* Pieces fit together, and have the degree that was promised. */
TEST(pieces_are_continuous)
{
    saltus_model *m;
    if (!built()) return;
    m = models_make("oscillator", 0);
    for (int k = 0; k < 6; k++) {
        struct joints j = {.worst = 0};
        saltus_options o = by(list[k].name);
        saltus_sim *s = NULL;
        o.rel = 0;
        o.abs = 1e-8;
        o.sink = join;
        o.user = &j;
        CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 20), SALTUS_OK);
        CHECK(j.pieces > 50);
        if (!(j.worst <= 1e-9)) FAIL("%s: a gap of %g", list[k].name, j.worst);
        saltus_sim_free(s);
    }
    models_free(m);
}

/* The same run twice is the same to the bit; in two parts it is the same within the tolerance. */
TEST(runs_repeat)
{
    saltus_model *m;
    if (!built()) return;
    m = models_make("bounce", 0);
    for (int k = 0; k < 6; k++) {
        double is[3];
        for (int j = 0; j < 3; j++) {
            saltus_options o = by(list[k].name);
            saltus_sim *s = NULL;
            o.rel = o.abs = 1e-8;
            CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
            if (j == 2) CHECK_EQ_INT(saltus_sim_run(s, 1.2345), SALTUS_OK);
            CHECK_EQ_INT(saltus_sim_run(s, 2), SALTUS_OK);
            is[j] = saltus_sim_value(s, 0, 2);
            saltus_sim_free(s);
        }
        CHECK(memcmp(&is[0], &is[1], sizeof is[0]) == 0);
        CHECK_LE(fabs(is[0] - is[2]), 1e-5);
    }
    models_free(m);
}

TEST(counts)
{
    saltus_model *m;
    if (!built()) return;
    m = models_make("vanderpol", 0);
    for (int k = 0; k < 6; k++) {
        saltus_options o = by(list[k].name);
        saltus_sim *s = NULL;
        saltus_stats n;
        int implicit = k != 1 && k != 5;
        CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        n = saltus_sim_stats(s);
        CHECK(n.steps > 0 && n.evaluations >= 2 * n.steps && n.evaluations % 2 == 0);
        CHECK_EQ_INT(n.restarts, 0);
        CHECK_EQ_INT(n.iterations > 0, implicit);
        CHECK_EQ_INT(n.factorizations > 0, implicit);
        CHECK_EQ_INT(n.partials > 0, implicit);
        saltus_sim_free(s);
    }
    models_free(m);
}

/* ---- What goes wrong ------------------------------------------------------------------------- */

static int left;

static void *scarce(void *user, void *p, size_t n)
{
    (void)user;
    if (n == 0) {
        free(p);
        return NULL;
    }
    return left-- > 0 ? realloc(p, n) : NULL;
}

TEST(memory_that_runs_out)
{
    saltus_model *m;
    if (!built()) return;
    m = models_make("cuk", 4);
    for (int k = 0; k < 6; k++) {
        saltus_status st = SALTUS_ENOMEM;
        for (int most = 0; st == SALTUS_ENOMEM; most++) {
            saltus_options o = by(list[k].name);
            saltus_sim *s = NULL;
            o.diag = hear;
            o.user = &h;
            o.alloc = scarce;
            left = most;
            st = saltus_sim_new(m, &o, &s);
            left = 1 << 20;
            if (st == SALTUS_OK) CHECK_EQ_INT(saltus_sim_run(s, 1e-9), SALTUS_OK);
            saltus_sim_free(s);
        }
        CHECK_EQ_INT(st, SALTUS_OK);
    }
    models_free(m);
}

/* x' = 1 + x^2 explodes at t = pi/2; x' = 1 + sqrt(1 - x) has no value beyond 1, where x comes at 2 - 2 log 2. */
static jet explodes(jet_at e, int32_t i)
{
    return (void)i, jet_add(1, jet_sqr(jet_state(e, 0)));
}
static jet ends(jet_at e, int32_t i)
{
    return (void)i, jet_add(1, jet_sqrt(jet_sub(1, jet_state(e, 0))));
}

TEST(where_no_solution_is_the_run_ends_with_an_error)
{
    struct world w[2] = {{.x = {{.name = "x"}}, .f = explodes, .z = one, .next = never},
                         {.x = {{.name = "x"}}, .f = ends, .z = one, .next = never}};
    if (!built()) return;
    for (int k = 0; k < 6; k++)
        for (int j = 0; j < 2; j++) {
            saltus_model m = world_model(&w[j]);
            saltus_options o = by(list[k].name);
            saltus_sim *s = NULL;
            saltus_status st;
            o.diag = hear;
            o.user = &h;
            o.max_events = 100000;
            CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
            st = saltus_sim_run(s, 3);
            if (!(st < 0 && saltus_sim_time(s) < 1.6))
                FAIL("%s, model %d: status %d at %g", list[k].name, j, st, saltus_sim_time(s));
            saltus_sim_free(s);
        }
}

/* ---- Crossings that the model agrees with ---------------------------------------------------- */

/* A ball, a jump of half the speed at each impact. However small the jumps: it strikes the floor on its way
 * down, and where the clock cannot tell the impacts apart the run ends. */
static jet falls(jet_at e, int32_t i)
{
    return i == 0 ? jet_state(e, 1) : jet_const(-10);
}
static jet below(jet_at e, int32_t k)
{
    return (void)k, jet_neg(jet_state(e, 0));
}
static int upwards; /* impacts of a ball that rises */
static void jump(saltus_event *ev)
{
    double v = ev->state(ev, 1);
    if (ev->initial || ev->direction < 0) return;
    upwards += v > 0;
    ev->reinit(ev, 0, 0);
    ev->reinit(ev, 1, -v / 2);
}

TEST(a_ball_strikes_the_floor_on_its_way_down)
{
    const double pile = (1 + sqrt(21)) / 10 + sqrt(21) / 5; /* h = v = 1 at the start */
    struct world w = {.x = {{.name = "x", .size = {2}, .start = 1}},
                      .f = falls,
                      .z = below,
                      .next = never,
                      .handle = jump,
                      .g = {{.name = "h < 0"}}};
    if (!built()) return;
    for (int k = 0; k < 6; k++)
        for (double tol = 1e-2; tol > 1e-7; tol /= 10) {
            saltus_options o = by(list[k].name);
            saltus_model m;
            saltus_sim *s;
            saltus_status st;
            o.rel = o.abs = tol;
            o.diag = hear;
            o.user = &h;
            o.max_events = 1000000;
            upwards = 0;
            s = start(&w, &m, o);
            st = saltus_sim_run(s, 2);
            if (st != SALTUS_EZENO || upwards || fabs(saltus_sim_time(s) - pile) > 3 * sqrt(tol))
                FAIL("%s, %g: status %d at %.9g, %d times upwards", list[k].name, tol, st,
                     saltus_sim_time(s), upwards);
            saltus_sim_free(s);
        }
}

/* A diode that blocks: a state that relaxes in a nanosecond to 5e-6 beside the guard, far below the tolerance.
 * One event when it gets there, and none after it. */
static jet relaxes(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0), stiff = jet_mul(1e4, jet_sub(1, jet_mul(2e5, x)));
    return (void)i, jet_discrete(e, 0) > 0 ? stiff : jet_const(1e5);
}
static void block(saltus_event *ev)
{
    if (!ev->initial) ev->assign(ev, 0, ev->direction > 0);
}
static jet itself(jet_at e, int32_t k)
{
    return (void)k, jet_state(e, 0);
}

TEST(a_crossing_inside_the_tolerance_is_believed_only_if_f_agrees)
{
    struct world w = {.x = {{.name = "x", .start = -1}},
                      .f = relaxes,
                      .z = itself,
                      .next = never,
                      .handle = block,
                      .d = {{.name = "blocks"}},
                      .g = {{.name = "x > 0"}}};
    if (!built()) return;
    for (int k = 0; k < 6; k++) {
        saltus_options o = by(list[k].name);
        saltus_model m;
        saltus_sim *s;
        o.rel = o.abs = 1e-3;
        s = start(&w, &m, o);
        CHECK_EQ_INT(saltus_sim_run(s, 2e-5), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_stats(s).events, 1);
        saltus_sim_free(s);
    }
}

/* At the instant a guard stands at 0 and its side must be told from slopes, while those of sqrt(x) at 0 do
 * not exist: the first is enough. */
static jet root(jet_at e, int32_t i)
{
    return i == 0 ? jet_const(1) : jet_neg(jet_sqrt(jet_state(e, 1)));
}
static void reset(saltus_event *ev)
{
    if (ev->cause != SALTUS_CLOCK) return;
    ev->reinit(ev, 0, 4.5);
    ev->reinit(ev, 1, 0);
}
static jet passes(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_state(e, 0), 4.5);
}

TEST(slopes_that_do_not_exist_end_no_run)
{
    struct world w = {.x = {{.name = "x", .size = {2}, .start = 4}},
                      .f = root,
                      .z = passes,
                      .next = at_one,
                      .handle = reset,
                      .g = {{.name = "x[1] > 4.5"}},
                      .c = {{.name = "c"}}};
    if (!built()) return;
    for (int k = 1; k < 6;
         k += 4) { /* the two that need no Jacobian, which does not exist, either */
        saltus_model m;
        saltus_sim *s = start(&w, &m, by(list[k].name));
        CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 1.5), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_stats(s).events, 1);
        saltus_sim_free(s);
    }
}

TEST_MAIN()
