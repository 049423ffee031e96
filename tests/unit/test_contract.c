/* SPDX-License-Identifier: MIT */
/* test_contract.c - what the engine promises a model beyond series: start values and parameters,
 * faults, the two views of the discretes in a handler, the end of a run, places in the text. */
#include "heard.h"
#include "saltus_jet.h"

/* ---- Start -------------------------------------------------------------------------------------- */

static const saltus_variable x2[] = {{.name = "x", .start = 1}, {.name = "y", .start = 2}, {0}};
static const saltus_variable d2[] = {{.name = "d", .start = 3}, {.name = "m", .start = 4}, {0}};
static const saltus_variable p3[] = {
    {.name = "a", .start = 5}, {.name = "b", .size = {2}, .start = 6}, {0}};
static int calls;
static double seen[7];
static unsigned char was_given[3];

/* b[1] := 2 a unless it is given; x and d follow the parameters. */
static void derive(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    double now[] = {p[0], p[1], p[2], x[0], x[1], d[0], d[1]};
    calls++;
    memcpy(seen, now, sizeof seen);
    memcpy(was_given, given, sizeof was_given);
    CHECK(e->p == p && e->d == d);
    if (!given[1]) p[1] = 2 * p[0];
    x[0] = x[1] = 10 * p[1];
    d[0] = d[1] = 100 * p[1];
}

SALTUS_INLINE jet rate(jet_at e, int32_t i)
{
    (void)i;
    return jet_const(jet_parameter(e, 1) + 0 * jet_discrete(e, 0));
}
SALTUS_AFFINE_FUNCTION(rate)

static const saltus_model started = {.abi = SALTUS_ABI,
                                     .name = "started",
                                     .states = x2,
                                     .discretes = d2,
                                     .parameters = p3,
                                     .der = SALTUS_AFFINE_FUNCTION_OF(rate),
                                     .start = derive};

TEST(start_sees_and_sets_parameters)
{
    saltus_options o = saltus_defaults();
    saltus_set sets[] = {{"a", 7}, {"y", -1}, {"m", -2}};
    saltus_sim *s;
    o.sets = sets, o.n_sets = 3;
    calls = 0;
    CHECK_EQ_INT(saltus_sim_new(&started, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(calls, 1);
    CHECK(seen[0] == 7 && seen[1] == 6 && seen[2] == 6);
    CHECK(seen[3] == 1 && seen[4] == -1 && seen[5] == 3 && seen[6] == -2);
    CHECK(was_given[0] == 1 && was_given[1] == 0 && was_given[2] == 0);
    CHECK(saltus_sim_value(s, 0, 0) == 140 && saltus_sim_value(s, 1, 0) == -1);
    CHECK(saltus_sim_value(s, 2, 0) == 1400 && saltus_sim_value(s, 3, 0) == -2);
    CHECK_EQ_INT(saltus_sim_run(s, 1), SALTUS_OK);
    CHECK_CLOSE(saltus_sim_value(s, 0, 1), 154, 1e-12); /* the parameter as start has set it */
    saltus_sim_free(s);
}

TEST(a_given_parameter_is_left_alone)
{
    saltus_options o = saltus_defaults();
    saltus_set sets[] = {{"b[1]", 3}};
    saltus_sim *s;
    o.sets = sets, o.n_sets = 1;
    CHECK_EQ_INT(saltus_sim_new(&started, &o, &s), SALTUS_OK);
    CHECK(was_given[0] == 0 && was_given[1] == 1 && saltus_sim_value(s, 0, 0) == 30);
    saltus_sim_free(s);
}

static void spoil(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    (void)e, (void)given, (void)x, (void)d;
    p[2] = NAN;
}

TEST(parameters_must_be_finite)
{
    saltus_model m = started;
    struct heard h;
    saltus_options o = heard_options(&h, NULL);
    saltus_sim *s;
    m.start = spoil;
    CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_ENAN);
    CHECK(h.count == 1 && strcmp(h.var, "b[2]") == 0);
}

/* ---- Faults and places -------------------------------------------------------------------------- */

enum place { NOWHERE, DER, GUARD, HANDLER, START, CLOCK, OUTPUT, TERM, DELAYED, PARTIAL, PLACES };
static enum place place;
static int with_place;
static double from; /* faults are made from this time on */

static void fault(const saltus_env *e, enum place here)
{
    static const saltus_loc at = {"model.mo", 12, 3, 4};
    char text[] = "index 7 is out of range"; /* on the stack: must be copied or told at once */
    if (here != place || e->t < from) return;
    e->fault(e, with_place ? &at : NULL, text);
    e->fault(e, NULL, "a second one");
    memset(text, 'x', sizeof text - 1);
}

static void w_der(const saltus_env *e, int32_t i, int order, double *c)
{
    memset(c, 0, (size_t)order * sizeof *c);
    c[0] = i == 0 ? 1 : e->q[3 * e->stride + 1] - e->q[1 * e->stride + 1]; /* D - y */
    if (i == 1) fault(e, DER);
    if (i == 1 && place == DER && e->t >= from) c[0] = NAN;
}
static double w_partial(const saltus_env *e, int32_t i, int32_t j)
{
    fault(e, PARTIAL);
    return i == 1 && j == 1 ? -1 : 0;
}
static void line(const saltus_env *e, int order, double *c) /* q_0 */
{
    const double *q = e->q;
    memset(c, 0, (size_t)order * sizeof *c);
    c[0] = q[1] + (e->t - q[0]) * q[2];
    if (order > 1) c[1] = q[2];
}
static void w_guard(const saltus_env *e, int32_t k, int order, double *c)
{
    (void)k;
    line(e, order, c);
    c[0] -= 1;
    fault(e, GUARD);
}
static void w_output(const saltus_env *e, int32_t k, int order, double *c)
{
    (void)k;
    line(e, order, c);
    fault(e, OUTPUT);
}
static void w_term(const saltus_env *e, int32_t j, int order, double *c)
{
    (void)j;
    line(e, order, c);
    fault(e, TERM);
}
static void w_delayed(const saltus_env *e, int32_t k, int order, double *c)
{
    (void)k;
    line(e, order, c);
    fault(e, DELAYED);
}
static double w_next(const saltus_env *e, int32_t k)
{
    (void)k;
    fault(e, CLOCK);
    return floor(e->t / 0.1 + 1.5) * 0.1;
}
static void w_handle(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD) fault(ev->env, HANDLER);
}
static void w_start(const saltus_env *e, const unsigned char *given, double *p, double *x,
                    double *d)
{
    (void)given, (void)p, (void)x, (void)d;
    fault(e, START);
}
static int32_t w_terms(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 1;
}
static double w_lag(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 0.3;
}
static int w_affine(const saltus_env *e, int32_t i)
{
    return (void)e, (void)i, 1;
}

/* Equations stand at line 100 and following; guards and delays have only declarations. */
static const saltus_loc *w_where(const saltus_env *e, saltus_kind kind, int32_t i)
{
    static const saltus_loc at[] = {{"model.mo", 100, 1, 1}, {"model.mo", 101, 1, 1}};
    static const saltus_loc sum = {"model.mo", 110, 1, 1}, clock = {"model.mo", 120, 1, 1};
    (void)e;
    if (kind == SALTUS_STATE) return &at[i];
    return kind == SALTUS_SUM ? &sum : kind == SALTUS_CLOCK ? &clock : NULL;
}

static const saltus_variable wx[] = {
    {.name = "x", .at = {"model.mo", 1, 1, 1}}, {.name = "y", .at = {"model.mo", 2, 1, 1}}, {0}};
static const saltus_variable wout[] = {{.name = "out", .at = {"model.mo", 3, 1, 1}}, {0}};
static const saltus_variable wsum[] = {{.name = "S", .at = {"model.mo", 4, 1, 1}}, {0}};
static const saltus_variable wdelay[] = {{.name = "D", .at = {"model.mo", 5, 1, 1}}, {0}};
static const saltus_guard wguard[] = {{.name = "x > 1", .at = {"model.mo", 6, 1, 1}}, {0}};
static const saltus_guard wclock[] = {{.name = "tick", .at = {"model.mo", 7, 1, 1}}, {0}};
static const saltus_model fragile = {.abi = SALTUS_ABI,
                                     .name = "fragile",
                                     .states = wx,
                                     .outputs = wout,
                                     .sums = wsum,
                                     .delays = wdelay,
                                     .guards = wguard,
                                     .clocks = wclock,
                                     .der = {w_der, w_partial, NULL, w_affine},
                                     .guard = {w_guard, NULL, NULL, w_affine},
                                     .output = {w_output, NULL, NULL, NULL},
                                     .term = {w_term, NULL, NULL, w_affine},
                                     .delayed = {w_delayed, NULL, NULL, w_affine},
                                     .terms = w_terms,
                                     .lag = w_lag,
                                     .start = w_start,
                                     .next = w_next,
                                     .handle = w_handle,
                                     .where = w_where};

struct told {
    struct heard h;
    unsigned line;
    char first[200];
};
static void tell(void *user, const saltus_diag *d)
{
    struct told *t = user;
    hear(&t->h, d);
    t->line = d->at.line;
    if (t->h.count == 1) snprintf(t->first, sizeof t->first, "%s", d->text);
}

/* One run in which something goes wrong at `here`; its status, and what was told. */
static saltus_status break_at(enum place here, double when, struct told *told)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    saltus_status st;
    place = here;
    from = when;
    *told = (struct told){.h.t = -1};
    o.method = "liqss2";
    o.abs = 1e-3;
    o.diag = tell;
    o.user = told;
    st = saltus_sim_new(&fragile, &o, &s);
    if (st == SALTUS_OK) {
        st = saltus_sim_run(s, 2);
        if (here == OUTPUT && st == SALTUS_OK) {
            CHECK(isnan(saltus_sim_value(s, 2, 2)));
            st = saltus_sim_run(s, 3);
        }
        CHECK_EQ_INT(saltus_sim_run(s, 3), st);
        CHECK_EQ_INT(saltus_sim_finish(s), st);
        saltus_sim_free(s);
    }
    return st;
}

TEST(a_fault_ends_the_run)
{
    static const char *const var[PLACES] = {
        [DER] = "y",      [GUARD] = "x > 1", [HANDLER] = "x > 1", [START] = "",   [CLOCK] = "tick",
        [OUTPUT] = "out", [TERM] = "S",      [DELAYED] = "D",     [PARTIAL] = "y"};
    static const unsigned line[PLACES] = {
        [DER] = 101,  [GUARD] = 6,  [HANDLER] = 6, [CLOCK] = 120,
        [OUTPUT] = 3, [TERM] = 110, [DELAYED] = 5, [PARTIAL] = 101};
    struct told told;
    CHECK_EQ_INT(break_at(NOWHERE, 0, &told), SALTUS_OK);
    for (int late = 0; late < 2; late++)
        for (with_place = 0; with_place < 2; with_place++)
            for (int k = DER; k < PLACES; k++) {
                double when = late ? 0.5 : -1;
                if (k == START && late) continue;
                if (break_at((enum place)k, when, &told) != SALTUS_EMODEL) FAIL("place %d", k);
                CHECK_EQ_INT(told.h.count, 1);
                CHECK(strcmp(told.first, "index 7 is out of range") == 0);
                if (strcmp(told.h.var, var[k]) != 0 && k != PARTIAL)
                    FAIL("place %d: about '%s'", k, told.h.var);
                if (k != PARTIAL) CHECK_EQ_INT(told.line, with_place ? 12 : line[k]);
                CHECK(told.h.t >= (late ? 0.5 : 0));
            }
    place = NOWHERE;
}

/* Not finite: the place of the equation, or of the declaration. */
static void bad_eval(const saltus_env *e, int32_t i, int order, double *c)
{
    (void)i;
    memset(c, 0, (size_t)order * sizeof *c);
    c[0] = e->t > 0.4 ? NAN : 1;
}

TEST(places_of_what_is_not_finite)
{
    for (int k = 0; k < 4; k++) {
        static const unsigned line[] = {100, 6, 110, 5};
        saltus_model m = fragile;
        struct told told = {.h.t = -1};
        saltus_options o = saltus_defaults();
        saltus_sim *s;
        saltus_function *f[] = {&m.der, &m.guard, &m.term, &m.delayed};
        f[k]->eval = bad_eval;
        f[k]->affine = NULL;
        place = NOWHERE;
        o.method = "qss2", o.abs = 1e-3, o.diag = tell, o.user = &told;
        CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 2), SALTUS_ENAN);
        CHECK_EQ_INT(told.line, line[k]);
        saltus_sim_free(s);
    }
}

/* ---- Handlers ----------------------------------------------------------------------------------- */

enum { N = 5 };
static const saltus_variable dn[] = {{.name = "d", .size = {N}}, {0}};
static const saltus_guard tick[] = {{.name = "tick"}, {0}};
static int script, ends;

static double each_second(const saltus_env *e, int32_t k)
{
    return (void)k, floor(e->t) + 1;
}

static void play(saltus_event *ev)
{
    const double *d = ev->env->d, *pre = ev->pre;
    if (ev->cause == SALTUS_END) {
        ends++;
        CHECK(ev->index == 0 && ev->direction == 0 && !ev->initial && ev->env->t == 3.5);
        saltus_event_assign(ev, 4, 99);
        saltus_event_reinit(ev, 0, -7);
        return;
    }
    for (int k = 0; k < N; k++) CHECK(d[k] == pre[k]);
    if (script == 0) { /* immediate; pre stays; back and forth is no change */
        saltus_event_assign(ev, 0, d[0] + 1);
        CHECK(d[0] == pre[0] + 1 && saltus_event_discrete(ev, 0) == d[0]);
        saltus_event_assign(ev, 0, d[0] + 1);
        CHECK(d[0] == pre[0] + 2);
        saltus_event_assign(ev, 1, 5);
        saltus_event_assign(ev, 1, pre[1]);
        CHECK(d[1] == pre[1]);
        saltus_event_assign(ev, 1, 6);
        saltus_event_assign(ev, 1, pre[1]);
    } else { /* rounds: pre follows; what counts is the value before all of them */
        double before = d[0];
        saltus_event_assign(ev, 0, before + 1);
        saltus_event_assign(ev, 1, 8);
        saltus_event_advance(ev);
        CHECK(pre[0] == before + 1 && pre[1] == 8 && d[0] == before + 1);
        saltus_event_assign(ev, 1, 0);
        saltus_event_assign(ev, 0, before + 2);
        saltus_event_assign(ev, 2, before);
        CHECK(pre[0] == before + 1 && pre[2] != d[2] + 1);
        saltus_event_advance(ev);
        saltus_event_advance(ev);
        CHECK(pre[0] == before + 2);
    }
}

static int told_segments[N + 1];
static double last_value[N + 1];
static int note(void *user, double t, int32_t var, const double *poly, int order)
{
    (void)user, (void)order;
    if (t > 0) told_segments[var]++;
    last_value[var] = poly[0];
    return 0;
}

static const saltus_variable x1[] = {{.name = "x"}, {0}};
static const saltus_model scripted = {.abi = SALTUS_ABI,
                                      .name = "scripted",
                                      .states = x1,
                                      .discretes = dn,
                                      .clocks = tick,
                                      .der = SALTUS_AFFINE_FUNCTION_OF(rate),
                                      .parameters = p3,
                                      .next = each_second,
                                      .handle = play};

TEST(discretes_in_a_handler)
{
    for (script = 0; script < 2; script++) {
        saltus_options o = saltus_defaults();
        saltus_sim *s;
        o.sink = note;
        memset(told_segments, 0, sizeof told_segments);
        CHECK_EQ_INT(saltus_sim_new(&scripted, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 3.5), SALTUS_OK);
        CHECK(saltus_sim_value(s, 1, 3.5) == 6 && saltus_sim_value(s, 2, 3.5) == 0);
        CHECK_EQ_INT(told_segments[1], 3); /* once for each event, the last value */
        CHECK_EQ_INT(told_segments[2], 0);
        CHECK_EQ_INT(told_segments[3], script ? 2 : 0); /* 0 0 2 4 */
        saltus_sim_free(s);
    }
}

TEST(the_end_is_told_once)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    script = ends = 0;
    o.sink = note;
    CHECK_EQ_INT(saltus_sim_finish(NULL), SALTUS_EARG);
    CHECK_EQ_INT(saltus_sim_new(&scripted, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, 3.5), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_finish(s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_finish(s), SALTUS_OK);
    CHECK_EQ_INT(ends, 1);
    CHECK(saltus_sim_value(s, 5, 3.5) == 99 && saltus_sim_value(s, 0, 3.5) == -7);
    CHECK(last_value[5] == 99 && last_value[0] == -7 && saltus_sim_time(s) == 3.5);
    saltus_sim_free(s);
}

/* ---- Rules of the model ------------------------------------------------------------------------- */

static void first_quantum(saltus_options o, const saltus_model *m, double quantum)
{
    saltus_sim *s;
    double most = 0;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    for (int k = 1; k <= 1000; k++) {
        CHECK_EQ_INT(saltus_sim_run(s, k * 1e-3), SALTUS_OK);
        most = fmax(most,
                    fabs(saltus_sim_value(s, 0, k * 1e-3) - saltus_sim_quantized(s, 0, k * 1e-3)));
    }
    CHECK(most <= quantum * (1 + 1e-9) && most > 0.5 * quantum);
    saltus_sim_free(s);
}

TEST(rules_of_the_experiment_come_before_those_of_the_user)
{
    static const saltus_rule suggested[] = {{"nobody", NULL, 0, 1}, {"x", "qss1", 0, 0.125}, {0}};
    static const saltus_rule mine[] = {{"x", NULL, 0, 0.25}};
    saltus_model m = started;
    saltus_options o = saltus_defaults();
    m.start = NULL;
    m.experiment.rules = suggested;
    o.method = "qss2", o.rel = 0, o.abs = 1e-3;
    first_quantum(o, &m, 0.125);
    o.rules = mine, o.n_rules = 1;
    first_quantum(o, &m, 0.25);
}

TEST_MAIN()
