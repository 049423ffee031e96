/* SPDX-License-Identifier: MIT */
/* test_edge.c - guards with a side, formulas and their parts: what fires, when, and where no derivative
 * is ever asked for. Every test runs with all quantized methods. */
#include "heard.h"
#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"
#include <stdbool.h>

static const char *const methods[] = {"qss1",   "qss2",   "qss3",    "qss4",        "bqss",
                                      "cqss",   "liqss1", "liqss2",  "liqss1-2018", "liqss2-2013",
                                      "liqss3", "liqss4", "mliqss1", "mliqss2"};
#define EACH_METHOD(m)                                                                             \
    for (size_t m##_ = 0; m##_ < sizeof methods / sizeof *methods; m##_++)                         \
        for (const char *m = methods[m##_]; m; m = NULL)

static bool first_order(const char *method)
{
    return strstr(method, "ss1") || !strcmp(method, "bqss") || !strcmp(method, "cqss");
}

/* ---- A small model made of plain functions --------------------------------------------------- */

typedef jet series(jet_at e, int32_t i);

struct land {
    series *f, *z;
    void (*handle)(saltus_event *ev);
    double (*next)(const saltus_env *e, int32_t k);
    int (*formula)(const saltus_env *e, int32_t k, int32_t *code);
    saltus_variable x[4], d[3];
    saltus_guard g[5], c[2];
    bool (*forbidden)(const saltus_env *e); /* where no derivative may be asked for */
};

static struct {
    double t[100], x[100];
    int direction[100], guard[100], n;
    long outside;
} seen;

SALTUS_INLINE jet land_f(jet_at e, int32_t i)
{
    return ((const struct land *)jet_data(e))->f(e, i);
}
SALTUS_FUNCTION(land_f)
SALTUS_INLINE jet land_z(jet_at e, int32_t k)
{
    return ((const struct land *)jet_data(e))->z(e, k);
}
SALTUS_FUNCTION(land_z)

static void watch(const saltus_env *e)
{
    const struct land *l = e->model->data;
    if (l->forbidden && l->forbidden(e)) seen.outside++;
}
static void asked_eval(const saltus_env *e, int32_t i, int order, double *c)
{
    watch(e);
    land_f_eval(e, i, order, c);
}
static double asked_partial(const saltus_env *e, int32_t i, int32_t j)
{
    watch(e);
    return land_f_partial(e, i, j);
}
static void on_event(saltus_event *ev)
{
    const struct land *l = ev->env->model->data;
    if (!ev->initial && ev->cause == SALTUS_GUARD && seen.n < 100) {
        seen.t[seen.n] = ev->env->t;
        seen.x[seen.n] = saltus_event_state(ev, 0);
        seen.guard[seen.n] = ev->index;
        seen.direction[seen.n++] = ev->direction;
    }
    if (l->handle) l->handle(ev);
}
static double on_next(const saltus_env *e, int32_t k)
{
    return ((const struct land *)e->model->data)->next(e, k);
}

static saltus_model model_of(const struct land *l)
{
    return (saltus_model){.abi = SALTUS_ABI,
                          .name = "land",
                          .data = l,
                          .states = l->x,
                          .discretes = l->d,
                          .guards = l->g,
                          .clocks = l->c,
                          .der = {asked_eval, asked_partial, land_f_reads, NULL},
                          .guard = SALTUS_FUNCTION_OF(land_z),
                          .next = on_next,
                          .formula = l->formula,
                          .handle = on_event};
}

/* Runs it with an absolute quantum; what was told is in `seen` and h. */
static saltus_status run(const struct land *l, const char *method, double quantum, double until,
                         struct heard *h)
{
    saltus_model m = model_of(l);
    saltus_options o = heard_options(h, method);
    saltus_sim *s;
    saltus_status st;
    o.rel = 0;
    o.abs = quantum;
    memset(&seen, 0, sizeof seen);
    st = saltus_sim_new(&m, &o, &s);
    if (st < 0) return st;
    st = saltus_sim_run(s, until);
    saltus_sim_free(s);
    return st;
}

static double q0(const saltus_env *e, int32_t j) /* signal j at e->t */
{
    const double *c = e->q + (ptrdiff_t)j * e->stride;
    double h = e->t - c[0];
    return c[1] + h * (c[2] + h * (c[3] + h * c[4]));
}

#define SIDE(what)                                                                                 \
    {                                                                                              \
        {                                                                                          \
            .name = "edge", .side = what                                                           \
        }                                                                                          \
    }
#define SERIES(name, value)                                                                        \
    static jet name(jet_at e, int32_t i)                                                           \
    {                                                                                              \
        return (void)e, (void)i, value;                                                            \
    }

SERIES(rises, jet_const(1))
SERIES(below_zero, jet_neg(jet_state(e, 0)))

/* ---- Formulas -------------------------------------------------------------------------------- */

/* Parts: x > 1, x < 3, x > 2; x runs with the time. */
static jet three_parts(jet_at e, int32_t k)
{
    jet x = jet_state(e, 0), a = jet_sub(x, 1), b = jet_sub(3, x), c = jet_sub(x, 2);
    jet both, z;
    if (k < 3) return k == 0 ? a : k == 1 ? b : c;
    both = jet_if(a.c[0] < b.c[0], a, b);
    z = jet_neg(c);
    return jet_if(both.c[0] < z.c[0], both, z);
}
static int window(const saltus_env *e, int32_t k, int32_t *code)
{
    const int32_t is[] = {0, 1, SALTUS_AND, 2, SALTUS_NOT, SALTUS_AND}; /* 1 < x < 3, not x > 2 */
    (void)e;
    if (k == 3) memcpy(code, is, sizeof is);
    return k == 3 ? 6 : 0;
}
#define PARTS                                                                                      \
    {.name = "a", .side = SALTUS_PART}, {.name = "b", .side = SALTUS_PART},                        \
    {                                                                                              \
        .name = "c", .side = SALTUS_PART                                                           \
    }

TEST(a_formula_fires_and_its_parts_do_not)
{
    struct land l = {.f = rises,
                     .z = three_parts,
                     .formula = window,
                     .x = {{.name = "x"}},
                     .g = {PARTS, {.name = "w"}}};
    struct heard h;
    EACH_METHOD(m)
    {
        CHECK_EQ_INT(run(&l, m, 1e-3, 5, &h), SALTUS_OK);
        if (seen.n != 2) FAIL("%s: %d events", m, seen.n);
        CHECK_EQ_INT(seen.guard[0], 3);
        CHECK_EQ_INT(seen.direction[0], 1);
        CHECK_EQ_INT(seen.direction[1], -1);
        CHECK_LE(fabs(seen.t[0] - 1), first_order(m) ? 5e-3 : 1e-9);
        CHECK_LE(fabs(seen.t[1] - 2), first_order(m) ? 5e-3 : 1e-9);
    }
}

static int broken(const saltus_env *e, int32_t k, int32_t *code)
{
    (void)e;
    code[0] = 0;
    code[1] = SALTUS_AND;
    return k == 3 ? 2 : 0;
}
static int of_itself(const saltus_env *e, int32_t k, int32_t *code)
{
    (void)e;
    code[0] = 3;
    code[1] = SALTUS_NOT;
    return k == 3 ? 2 : 0;
}

TEST(what_is_no_formula_is_refused)
{
    struct land l = {.f = rises,
                     .z = three_parts,
                     .formula = broken,
                     .x = {{.name = "x"}},
                     .g = {PARTS, {.name = "w"}}};
    struct heard h;
    CHECK_EQ_INT(run(&l, "qss2", 1e-3, 5, &h), SALTUS_EMODEL);
    CHECK(!strcmp(h.var, "w"));
    l.formula = of_itself;
    CHECK_EQ_INT(run(&l, "qss2", 1e-3, 5, &h), SALTUS_EMODEL);
}

/* ---- Must-cross ------------------------------------------------------------------------------ */

SERIES(swings, i == 0 ? jet_state(e, 1) : jet_neg(jet_state(e, 0)))
SERIES(above_half, jet_sub(jet_state(e, 0), 0.5))

/* x = sin t: surely above 1/2 soon after pi/6, back at 5 pi/6. */
TEST(must_cross_fires_beyond)
{
    struct land l = {.f = swings,
                     .z = above_half,
                     .x = {{.name = "x"}, {.name = "v", .start = 1}},
                     .g = SIDE(SALTUS_MUST_CROSS)};
    struct heard h;
    const double pi = acos(-1);
    EACH_METHOD(m)
    {
        double quantum = 1e-3, near = first_order(m) ? 0.05 : 0.02;
        CHECK_EQ_INT(run(&l, m, quantum, 6, &h), SALTUS_OK);
        if (seen.n != 2) FAIL("%s: %d events", m, seen.n);
        CHECK_EQ_INT(seen.direction[0], 1);
        CHECK_EQ_INT(seen.direction[1], -1);
        if (!(fabs(seen.t[0] - pi / 6) < near && fabs(seen.t[1] - 5 * pi / 6) < near))
            FAIL("%s: %g %g", m, seen.t[0], seen.t[1]);
    }
}

/* Where q is x, to the last digit: above, by a hundredth of the quantum. */
TEST(must_cross_of_a_line)
{
    struct land l = {
        .f = rises, .z = above_half, .x = {{.name = "x"}}, .g = SIDE(SALTUS_MUST_CROSS)};
    struct heard h;
    EACH_METHOD(m)
    {
        if (first_order(m)) continue;
        CHECK_EQ_INT(run(&l, m, 1e-3, 1, &h), SALTUS_OK);
        CHECK_EQ_INT(seen.n, 1);
        if (!(seen.x[0] > 0.5 && seen.x[0] < 0.5 + 1e-4)) FAIL("%s: %.9g", m, seen.x[0]);
    }
}

/* ---- Unilateral ------------------------------------------------------------------------------ */

static bool negative_unless_mode(const saltus_env *e)
{
    return e->d[0] == 0 && !(q0(e, 0) >= 0);
}
/* x' = -1 in mode 0, 0 otherwise; y' = sqrt(x), softened at 0. */
static jet drains(jet_at e, int32_t i)
{
    double mode = jet_discrete(e, 0);
    jet x = jet_state(e, 0);
    if (i == 0) return jet_const(mode == 0 ? -1 : 0);
    return mode == 0 ? jet_sqrt(jet_add(x, 1e-12)) : jet_const(0);
}
static void set_mode(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD && ev->direction > 0) saltus_event_assign(ev, 0, 1);
}
#define TANK                                                                                       \
    .f = drains, .z = below_zero, .x = {{.name = "x", .start = 1}, {.name = "y"}},                 \
    .d = {{.name = "mode"}}, .g = SIDE(SALTUS_UNILATERAL), .forbidden = negative_unless_mode

TEST(fires_just_before)
{
    struct land l = {TANK, .handle = set_mode};
    struct heard h;
    EACH_METHOD(m)
    {
        CHECK_EQ_INT(run(&l, m, 1e-3, 3, &h), SALTUS_OK);
        if (seen.n != 1 || seen.outside)
            FAIL("%s: %d events, %ld outside", m, seen.n, seen.outside);
        if (!(fabs(seen.t[0] - 1) <= 1e-3)) FAIL("%s: %g", m, seen.t[0]);
    }
}

TEST(an_event_that_changes_nothing_ends_the_run)
{
    struct land l = {TANK};
    struct heard h;
    EACH_METHOD(m)
    {
        saltus_status st = run(&l, m, 1e-3, 3, &h);
        if (st != SALTUS_EMODEL || seen.outside)
            FAIL("%s: %d, %ld outside", m, (int)st, seen.outside);
        CHECK(!strcmp(h.var, "edge"));
        CHECK(strstr(h.text, "changes nothing"));
        CHECK_LE(fabs(h.t - 1), 2e-3);
    }
}

/* A discrete that no derivative reads is no reaction. */
static void count_only(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD && ev->direction > 0)
        saltus_event_assign(ev, 1, saltus_event_discrete(ev, 1) + 1);
}

TEST(counting_is_no_reaction)
{
    struct land l = {TANK, .handle = count_only};
    struct heard h;
    l.d[1].name = "n";
    EACH_METHOD(m)
    {
        CHECK_EQ_INT(run(&l, m, 1e-3, 3, &h), SALTUS_EMODEL);
        CHECK_EQ_INT(seen.outside, 0);
    }
}

/* The first derivative is asked for after the handler has been told. */
TEST(a_start_beyond)
{
    struct land l = {TANK, .handle = set_mode};
    struct heard h;
    l.x[0].start = -1;
    EACH_METHOD(m)
    {
        CHECK_EQ_INT(run(&l, m, 1e-3, 3, &h), SALTUS_OK);
        CHECK_EQ_INT(seen.outside, 0);
        CHECK_EQ_INT(seen.n, 0);
    }
}

/* Starts at the edge, or nearer than a level, and leaves it. */
static jet fills(jet_at e, int32_t i)
{
    return i == 0 ? jet_const(1) : jet_sqrt(jet_add(jet_state(e, 0), 1e-12));
}
static bool below(const saltus_env *e)
{
    return !(q0(e, 0) >= 0);
}

TEST(a_start_at_the_edge_inward)
{
    struct land l = {.f = fills,
                     .z = below_zero,
                     .x = {{.name = "x"}, {.name = "y"}},
                     .g = SIDE(SALTUS_UNILATERAL),
                     .forbidden = below};
    struct heard h;
    EACH_METHOD(m)
    {
        for (int k = 0; k < 3; k++) {
            l.x[0].start = k * 4e-6;
            if (run(&l, m, 1e-3, 1, &h) != SALTUS_OK || seen.n || seen.outside)
                FAIL("%s: %d events, %ld outside, %s", m, seen.n, seen.outside, h.text);
        }
    }
}

TEST(a_start_at_the_edge_outward)
{
    struct land l = {TANK, .handle = set_mode};
    struct heard h;
    l.x[0].start = 0;
    EACH_METHOD(m)
    {
        if (run(&l, m, 1e-3, 3, &h) != SALTUS_OK || seen.outside)
            FAIL("%s: %ld outside, %s", m, seen.outside, h.text);
    }
}

/* ---- Jumps ----------------------------------------------------------------------------------- */

static double at_half(const saltus_env *e, int32_t k)
{
    return (void)k, e->t < 0.5 ? 0.5 : INFINITY;
}
static void knocks(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_reinit(ev, 0, -0.25);
    set_mode(ev);
}

TEST(a_jump_beyond_fires_before_anything_is_evaluated)
{
    struct land l = {TANK, .handle = knocks, .next = at_half, .c = {{.name = "knock"}}};
    struct heard h;
    EACH_METHOD(m)
    {
        if (run(&l, m, 1e-3, 3, &h) != SALTUS_OK || seen.outside || seen.n != 1)
            FAIL("%s: %d events, %ld outside, %s", m, seen.n, seen.outside, h.text);
        CHECK(seen.t[0] == 0.5);
        CHECK(seen.x[0] == -0.25);
    }
}

/* The edge comes to the state: x < d[1], which jumps. */
static jet below_bar(jet_at e, int32_t k)
{
    return (void)k, jet_sub(jet_discrete(e, 1), jet_state(e, 0));
}
static bool under_bar(const saltus_env *e)
{
    return e->d[0] == 0 && !(q0(e, 0) >= e->d[1]);
}
static void raises_bar(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_assign(ev, 1, 0.75);
    set_mode(ev);
}

TEST(an_edge_that_jumps)
{
    struct land l = {TANK, .handle = raises_bar, .next = at_half, .c = {{.name = "raise"}}};
    struct heard h;
    l.d[1].name = "bar";
    l.z = below_bar;
    l.forbidden = under_bar;
    EACH_METHOD(m)
    {
        if (run(&l, m, 1e-3, 3, &h) != SALTUS_OK || seen.outside || seen.n != 1)
            FAIL("%s: %d events, %ld outside, %s", m, seen.n, seen.outside, h.text);
        CHECK(seen.t[0] == 0.5);
    }
}

/* ---- Reactions ------------------------------------------------------------------------------- */

static jet falls(jet_at e, int32_t i)
{
    if (i == 0) return jet_state(e, 1);
    return i == 1 ? jet_const(-1) : jet_sqrt(jet_add(jet_state(e, 0), 1e-12));
}
static void bounces(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD && ev->direction > 0 && !ev->initial)
        saltus_event_reinit(ev, 1, -0.5 * saltus_event_state(ev, 1));
}

/* From 1/2: contacts at 1, 2, 2.5. Each event has its way back at the same instant. */
TEST(a_ball_is_never_below_the_floor)
{
    struct land l = {.f = falls,
                     .z = below_zero,
                     .handle = bounces,
                     .x = {{.name = "h", .start = 0.5}, {.name = "v"}, {.name = "y"}},
                     .g = SIDE(SALTUS_UNILATERAL),
                     .forbidden = below};
    struct heard h;
    const double is[] = {1, 2, 2.5};
    EACH_METHOD(m)
    {
        double quantum = first_order(m) ? 1e-3 : 1e-4;
        saltus_status st = run(&l, m, quantum, 2.6, &h);
        if (st != SALTUS_OK || seen.outside) FAIL("%s: %d, %ld outside", m, (int)st, seen.outside);
        if (seen.n != 6) FAIL("%s: %d events", m, seen.n);
        for (int k = 0; k < 6; k++) {
            CHECK_EQ_INT(seen.direction[k], k % 2 ? -1 : 1);
            if (!(fabs(seen.t[k] - is[k / 2]) < 50 * quantum)) FAIL("%s: %g", m, seen.t[k]);
        }
    }
}

/* A wedge is forbidden: x < 0 while y < 1. x goes below 0 when y is 2 already. */
static jet wedge(jet_at e, int32_t k)
{
    jet a = jet_neg(jet_state(e, 0)), b = jet_sub(1, jet_state(e, 1));
    return k == 0 ? a : k == 1 ? b : jet_if(a.c[0] < b.c[0], a, b);
}
static int both(const saltus_env *e, int32_t k, int32_t *code)
{
    (void)e;
    code[0] = 0;
    code[1] = 1;
    code[2] = SALTUS_AND;
    return k == 2 ? 3 : 0;
}
static bool in_wedge(const saltus_env *e)
{
    return q0(e, 0) < 0 && q0(e, 1) < 1;
}
static jet passes(jet_at e, int32_t i) /* x = 1 - t; y = 2t, or turned round by the handler */
{
    double back = jet_discrete(e, 0);
    return jet_const(i == 0 ? (back == 0 ? -1 : 1) : i == 1 ? jet_discrete(e, 1) : 0);
}
static void turns(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD && ev->direction > 0) saltus_event_assign(ev, 0, 1);
}

TEST(a_unilateral_formula)
{
    struct land l = {.f = passes,
                     .z = wedge,
                     .handle = turns,
                     .formula = both,
                     .x = {{.name = "x", .start = 1}, {.name = "y"}},
                     .d = {{.name = "back"}, {.name = "speed", .start = 2}},
                     .g = {{.name = "a", .side = SALTUS_PART},
                           {.name = "b", .side = SALTUS_PART},
                           {.name = "wedge", .side = SALTUS_UNILATERAL}},
                     .forbidden = in_wedge};
    struct heard h;
    EACH_METHOD(m)
    {
        CHECK_EQ_INT(run(&l, m, 1e-3, 3, &h), SALTUS_OK);
        CHECK_EQ_INT(seen.n, 0);
        l.d[1].start = 0.5;
        CHECK_EQ_INT(run(&l, m, 1e-3, 1.5, &h), SALTUS_OK);
        if (seen.n != 2 || seen.outside)
            FAIL("%s: %d events, %ld outside", m, seen.n, seen.outside);
        if (!(fabs(seen.t[0] - 1) < 2e-3)) FAIL("%s: %g", m, seen.t[0]);
        l.d[1].start = 2;
    }
}

/* ---- Through sums and delays ----------------------------------------------------------------- */

/* x_i' = 1 + i/4 + sqrt(4 - S) in mode 0, S = x_1 + x_2 + x_3: never beyond S = 4. */
SERIES(terms_of, jet_state(e, i))
static jet crowd(jet_at e, int32_t i)
{
    double mode = jet_discrete(e, 0);
    jet s = jet_sum(e, 3, 0);
    return mode == 0 ? jet_add(1 + 0.25 * i, jet_sqrt(jet_add(jet_sub(4, s), 1e-12)))
                     : jet_const(-1);
}
SERIES(above_four, jet_sub(jet_sum(e, 3, 0), 4))
static bool crowded(const saltus_env *e)
{
    return e->d[0] == 0 && q0(e, 3) > 4;
}
static jet land_term(jet_at e, int32_t i)
{
    return terms_of(e, i);
}
SALTUS_FUNCTION(land_term)
static int32_t three(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 3;
}
static double no_partial_through_sums(const saltus_env *e, int32_t i, int32_t j)
{
    watch(e);
    return land_f_partial(e, i, j) + land_f_partial(e, i, 3);
}

TEST(an_edge_that_reads_a_sum)
{
    struct land l = {.f = crowd,
                     .z = above_four,
                     .handle = set_mode,
                     .x = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
                     .d = {{.name = "mode"}},
                     .g = SIDE(SALTUS_UNILATERAL),
                     .forbidden = crowded};
    const saltus_variable sums[] = {{.name = "S"}, {.name = NULL}};
    EACH_METHOD(m)
    {
        saltus_model model = model_of(&l);
        struct heard h;
        saltus_options o = heard_options(&h, m);
        saltus_sim *s;
        memset(&seen, 0, sizeof seen);
        model.sums = sums;
        model.terms = three;
        model.term = (saltus_function)SALTUS_FUNCTION_OF(land_term);
        model.der.partial = no_partial_through_sums;
        o.abs = o.rel = 1e-3;
        CHECK_EQ_INT(saltus_sim_new(&model, &o, &s), SALTUS_OK);
        if (saltus_sim_run(s, 1) < 0) FAIL("%s: %s", m, h.text);
        if (seen.outside || seen.n < 1) FAIL("%s: %ld outside, %d events", m, seen.outside, seen.n);
        if (!(fabs(seen.t[0] - 0.53707) < 5e-3)) FAIL("%s: %.9g", m, seen.t[0]);
        saltus_sim_free(s);
    }
}

/* y' = sqrt(1 - D), D(t) = x(t - 1/2), x' = 1: the edge is at t = 3/2. What comes out of a delay jumps with
 * methods of first order, and cannot be pulled back: the event comes first. */
static jet late(jet_at e, int32_t i)
{
    double mode = jet_discrete(e, 0);
    if (i == 0) return jet_const(1);
    return mode == 0 ? jet_sqrt(jet_add(jet_sub(1, jet_delay(e, 2, 0)), 1e-12)) : jet_const(0);
}
SERIES(above_one, jet_sub(jet_delay(e, 2, 0), 1))
static bool too_late(const saltus_env *e)
{
    return e->d[0] == 0 && q0(e, 2) > 1;
}
static jet land_u(jet_at e, int32_t k)
{
    return (void)k, jet_state(e, 0);
}
SALTUS_FUNCTION(land_u)
static double half(const saltus_env *e, int32_t k)
{
    return (void)e, (void)k, 0.5;
}

TEST(an_edge_that_reads_a_delay)
{
    struct land l = {.f = late,
                     .z = above_one,
                     .handle = set_mode,
                     .x = {{.name = "x"}, {.name = "y"}},
                     .d = {{.name = "mode"}},
                     .g = SIDE(SALTUS_UNILATERAL),
                     .forbidden = too_late};
    const saltus_variable delays[] = {{.name = "D"}, {.name = NULL}};
    EACH_METHOD(m)
    {
        saltus_model model = model_of(&l);
        struct heard h;
        saltus_options o = heard_options(&h, m);
        saltus_sim *s;
        memset(&seen, 0, sizeof seen);
        model.delays = delays;
        model.lag = half;
        model.delayed = (saltus_function)SALTUS_FUNCTION_OF(land_u);
        o.abs = o.rel = 1e-3;
        CHECK_EQ_INT(saltus_sim_new(&model, &o, &s), SALTUS_OK);
        if (saltus_sim_run(s, 2) < 0) FAIL("%s: %s", m, h.text);
        if (seen.outside || seen.n < 1) FAIL("%s: %ld outside, %d events", m, seen.outside, seen.n);
        if (!(fabs(seen.t[0] - 1.5) < 0.01)) FAIL("%s: %.9g", m, seen.t[0]);
        saltus_sim_free(s);
    }
}

TEST_MAIN()
