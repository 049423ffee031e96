/* SPDX-License-Identifier: MIT */
/* test_not_finite.c - NaN and infinity, wherever they come from, end a run with a message that
 * names the variable and the time; nobody ever computes with them, and nothing hangs. */
#include "quantized.h"
#include "saltus.h"
#include "saltus_jet.h"

#include "heard.h"
#include "all_methods.h"

/* x' = 1, y' = a x; a guard at x = 1 and a clock at t = 1, 2, ... One place at a time is
 * poisoned. */
enum place {
    NOWHERE,
    DERIVATIVE,
    LATE,
    SLOPE,
    PARTIAL,
    GUARD,
    LATE_GUARD,
    CLOCK,
    LATE_CLOCK,
    ASSIGN,
    REINIT,
    START
};
struct poison {
    enum place place;
    double value;
};

SALTUS_INLINE double poison(jet_at e, enum place place, double otherwise)
{
    const struct poison *p = jet_data(e);
    return p->place == place ? p->value : otherwise;
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0), r = jet_const(1);
    if (i == 0) return r;
    r = jet_mul(jet_parameter(e, 0), x);
    r.c[0] += poison(e, DERIVATIVE, 0);
    if (e.env->t > 0.5) r.c[0] += poison(e, LATE, 0);
    if (e.seed < 0) r.c[1] += poison(e, SLOPE, 0);
    if (e.seed >= 0) r.c[1] += poison(e, PARTIAL, 0);
    return r;
}
SALTUS_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    jet r = jet_sub(jet_state(e, 0), 1);
    (void)k;
    r.c[0] += poison(e, GUARD, 0);
    if (e.env->t > 0.5) r.c[0] += poison(e, LATE_GUARD, 0);
    return r;
}
SALTUS_FUNCTION(z)

static double next(const saltus_env *e, int32_t k)
{
    const struct poison *p = e->model->data;
    (void)k;
    if (p->place == CLOCK || (p->place == LATE_CLOCK && e->t >= 1)) return p->value;
    return floor(e->t) + 1;
}

static void handle(saltus_event *ev)
{
    const struct poison *p = ev->env->model->data;
    if (ev->cause == SALTUS_CLOCK) return;
    if (ev->initial) return;
    saltus_event_assign(ev, 0, p->place == ASSIGN ? p->value : 1);
    saltus_event_reinit(ev, 1, p->place == REINIT ? p->value : 1);
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    const struct poison *w = e->model->data;
    (void)given, (void)p, (void)d;
    if (w->place == START) x[1] = w->value;
}

static const saltus_variable states[] = {{.name = "x"}, {.name = "y"}, {.name = NULL}};
static const saltus_variable discretes[] = {{.name = "d"}, {.name = NULL}};
static const saltus_variable parameters[] = {{.name = "a", .start = 1}, {.name = NULL}};
static const saltus_guard guards[] = {{.name = "x > 1"}, {.name = NULL}};
static const saltus_guard clocks[] = {{.name = "tick"}, {.name = NULL}};

static saltus_model model(const struct poison *p)
{
    return (saltus_model){.abi = SALTUS_ABI,
                          .name = "poison",
                          .data = p,
                          .states = states,
                          .discretes = discretes,
                          .parameters = parameters,
                          .guards = guards,
                          .clocks = clocks,
                          .der = SALTUS_FUNCTION_OF(f),
                          .guard = SALTUS_FUNCTION_OF(z),
                          .start = start,
                          .next = next,
                          .handle = handle};
}

/* Runs to t = 3 and says how it ended; the error is returned again and told once. */
static saltus_status run(struct poison p, const char *method, struct heard *h)
{
    saltus_options o = heard_options(h, method);
    saltus_model m = model(&p);
    saltus_sim *s;
    saltus_status st;
    st = saltus_sim_new(&m, &o, &s);
    if (st < 0) {
        CHECK(!s && h->errors == 1);
        return st;
    }
    st = saltus_sim_run(s, 3);
    CHECK_EQ_INT(saltus_sim_run(s, 4) < 0 ? SALTUS_ENAN : SALTUS_OK, st);
    CHECK_EQ_INT(h->errors, st < 0);
    saltus_sim_free(s);
    return st;
}

/* Each value that is not finite, each method: the run ends with ENAN at `var`, between two
 * times. */
static void ends(enum place place, const char *var, double from, double to)
{
    static const double values[] = {NAN, INFINITY, -INFINITY};
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < 3; j++) {
            struct heard h;
            saltus_status st = run((struct poison){place, values[j]}, list[k].name, &h);
            if (place == SLOPE && strcmp(list[k].family, "quantized") != 0) {
                CHECK_EQ_INT(st, SALTUS_OK); /* steps of all states are made from values alone */
                continue;
            }
            if (st != SALTUS_ENAN || h.status != st || strcmp(h.var, var) != 0)
                FAIL("place %d, %s, %g: %s, '%s'", (int)place, list[k].name, values[j],
                     saltus_status_name(st), h.var);
            if (!(h.t >= from - 1e-12 && h.t <= to))
                FAIL("place %d, %s, %g: at %.17g", (int)place, list[k].name, values[j], h.t);
        }
}

TEST(the_model_itself_runs)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    struct heard h;
    for (size_t k = 0; k < n; k++)
        CHECK_EQ_INT(run((struct poison){NOWHERE, 0}, list[k].name, &h), SALTUS_OK);
}

TEST(poison_ends_the_run_where_it_is)
{
    ends(DERIVATIVE, "y", 0, 0);
    ends(LATE, "y", 0.5, 1);
    ends(SLOPE, "y", 0, 0);
    ends(GUARD, "x > 1", 0, 0);
    ends(LATE_GUARD, "x > 1", 0.5, 1.01);
    ends(ASSIGN, "d", 0.99, 1.01);
    ends(REINIT, "y", 0.99, 1.01);
    ends(START, "y", 0, 0);
}

/* A Jacobian entry that is not finite is not used: the last one that was stays. */
TEST(partial_is_ignored)
{
    static const char *const methods[] = {"liqss1", "liqss2",  "liqss3",
                                          "liqss4", "mliqss1", "mliqss2"};
    static const double values[] = {NAN, INFINITY, -INFINITY};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (size_t j = 0; j < 3; j++) {
            struct heard h;
            CHECK_EQ_INT(run((struct poison){PARTIAL, values[j]}, methods[k], &h), SALTUS_OK);
        }
}

TEST(clock)
{
    struct heard h;
    CHECK_EQ_INT(run((struct poison){CLOCK, NAN}, NULL, &h), SALTUS_ENAN);
    CHECK(strcmp(h.var, "tick") == 0 && h.t == 0);
    CHECK_EQ_INT(run((struct poison){LATE_CLOCK, NAN}, NULL, &h), SALTUS_ENAN);
    CHECK(strcmp(h.var, "tick") == 0 && h.t == 1);
    CHECK_EQ_INT(run((struct poison){CLOCK, INFINITY}, NULL, &h), SALTUS_OK); /* never */
    CHECK_EQ_INT(run((struct poison){LATE_CLOCK, INFINITY}, NULL, &h), SALTUS_OK);
}

/* Values from the tables and from options. */
static saltus_status with(double start, double parameter, const saltus_set *set, struct heard *h)
{
    static const struct poison none = {NOWHERE, 0};
    saltus_variable x[] = {{.name = "x"}, {.name = "y", .start = start}, {.name = NULL}};
    saltus_variable p[] = {{.name = "a", .start = parameter}, {.name = NULL}};
    saltus_options o = heard_options(h, NULL);
    saltus_model m = model(&none);
    saltus_sim *s;
    saltus_status st;
    m.states = x;
    m.parameters = p;
    o.sets = set;
    o.n_sets = set != NULL;
    st = saltus_sim_new(&m, &o, &s);
    saltus_sim_free(s);
    return st;
}

TEST(tables_and_options)
{
    static const char *const names[] = {"a", "x", "d"};
    struct heard h;
    CHECK_EQ_INT(with(0, 1, NULL, &h), SALTUS_OK);
    CHECK_EQ_INT(with(NAN, 1, NULL, &h), SALTUS_ENAN);
    CHECK(strcmp(h.var, "y") == 0);
    CHECK_EQ_INT(with(INFINITY, 1, NULL, &h), SALTUS_ENAN);
    CHECK_EQ_INT(with(0, NAN, NULL, &h), SALTUS_ENAN);
    for (size_t k = 0; k < 3; k++) {
        CHECK_EQ_INT(with(0, 1, &(saltus_set){names[k], NAN}, &h), SALTUS_EARG);
        CHECK(strcmp(h.var, names[k]) == 0);
        CHECK_EQ_INT(with(0, 1, &(saltus_set){names[k], -INFINITY}, &h), SALTUS_EARG);
    }
}

/* x' = x^2 explodes at t = 1: the run ends there or just before, whatever the method. */
SALTUS_INLINE jet square(jet_at e, int32_t i)
{
    return jet_sqr(jet_state(e, i));
}
SALTUS_FUNCTION(square)

TEST(explosion)
{
    static const saltus_variable x[] = {{.name = "x", .start = 1}, {.name = NULL}};
    saltus_model m = {.abi = SALTUS_ABI, .states = x, .der = SALTUS_FUNCTION_OF(square)};
    const saltus_method_info *list;
    size_t n = quantized_methods(&list);
    for (size_t k = 0; k < n; k++) {
        struct heard h;
        saltus_options o = heard_options(&h, list[k].name);
        saltus_sim *s;
        saltus_status st;
        o.rel = 1e-2;
        o.max_events = 10000000;
        CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
        st = saltus_sim_run(s, 2);
        if (st != SALTUS_ENAN && st != SALTUS_ESTUCK)
            FAIL("%s: %s", o.method, saltus_status_name(st));
        if (fabs(h.t - 1) > 0.1) FAIL("%s: at %g", o.method, h.t);
        CHECK(strcmp(h.var, "x") == 0 && saltus_sim_run(s, 2) == st);
        saltus_sim_free(s);
    }
}

TEST_MAIN()
