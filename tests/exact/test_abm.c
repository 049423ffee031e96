/* SPDX-License-Identifier: MIT */
/* test_abm.c - the Adams method: its orders, its tolerance, and its events against closed forms.
 *
 * The models are made here. A world counts what a model is asked for: `outside` is how often a
 * derivative was wanted where its domain has ended. */
#include "models.h"
#include "reference.h"
#include "saltus_jet.h"
#include "testing.h"

struct world {
    int32_t outside;
};

/* ---- A run and what happened in it ------------------------------------------------------------ */

enum { MOST = 4000 };

struct log {
    int count;
    double t[MOST];
    int32_t guard[MOST];
    int direction[MOST];
    saltus_status status;
    saltus_stats stats;
    double x[4];
    char said[400];
};

static int fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct log *l = user;
    if (kind != SALTUS_GUARD || l->count == MOST) return 0;
    l->t[l->count] = t;
    l->guard[l->count] = index;
    l->direction[l->count++] = direction;
    return 0;
}

static void hear(void *user, const saltus_diag *d)
{
    struct log *l = user;
    snprintf(l->said, sizeof l->said, "%s: %s (%s)", d->var ? d->var : "", d->text ? d->text : "",
             d->hint ? d->hint : "");
}

static saltus_options options(double tol)
{
    saltus_options o = saltus_defaults();
    o.method = "abm";
    o.rel = o.abs = tol;
    o.max_events = 2000000;
    return o;
}

static struct log run(const saltus_model *m, saltus_options o, double until)
{
    struct log l = {0};
    saltus_sim *s = NULL;
    o.fired = fired;
    o.diag = hear;
    o.user = &l;
    l.status = saltus_sim_new(m, &o, &s);
    if (l.status == SALTUS_OK) {
        l.status = saltus_sim_run(s, until);
        l.stats = saltus_sim_stats(s);
        for (int32_t i = 0; i < 4 && i < saltus_sim_count(s, SALTUS_STATE); i++)
            l.x[i] = saltus_sim_value(s, i, until);
    }
    saltus_sim_free(s);
    return l;
}

/* ---- Smooth: x1' = x2, x2' = -x1 --------------------------------------------------------------- */

SALTUS_INLINE jet turn(jet_at e, int32_t i)
{
    return i == 0 ? jet_state(e, 1) : jet_neg(jet_state(e, 0));
}
SALTUS_AFFINE_FUNCTION(turn)

static const saltus_variable two[] = {{.name = "x1", .start = 1}, {.name = "x2"}, {.name = NULL}};
static const saltus_model circle = {
    .abi = SALTUS_ABI, .name = "circle", .states = two, .der = SALTUS_AFFINE_FUNCTION_OF(turn)};

static double circle_error(saltus_options o, double until)
{
    struct log l = run(&circle, o, until);
    CHECK_EQ_INT(l.status, SALTUS_OK);
    return hypot(l.x[0] - cos(until), l.x[1] + sin(until));
}

/* Steps of one length (the tolerance says nothing): the error falls as h^order. */
TEST(orders)
{
    for (int order = 1; order <= 4; order++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            saltus_options o = options(1e3);
            saltus_options_set_number(&o, "max_order", order);
            saltus_options_set_number(&o, "max_step", 0.04 / (1 << k));
            error[k] = circle_error(o, 4);
        }
        printf("  order %d: %.3g, %.3g, observed order %.2f\n", order, error[0], error[1],
               log2(error[0] / error[1]));
        CHECK_LE(fabs(log2(error[0] / error[1]) - order), 0.25);
    }
}

TEST(tolerance)
{
    double before = 1;
    for (double tol = 1e-3; tol > 1e-11; tol /= 10) {
        double error = circle_error(options(tol), 20);
        struct log l = run(&circle, options(tol), 20);
        printf("  tol %.0e: error %.2e, %llu steps, %llu rejected, %llu evaluations\n", tol, error,
               (unsigned long long)l.stats.steps, (unsigned long long)l.stats.rejected,
               (unsigned long long)l.stats.evaluations);
        CHECK_LE(error, 0.5 * before);
        before = error;
    }
}

/* ---- One state x' = 1 and a guard along it ------------------------------------------------------ */

SALTUS_INLINE jet one(jet_at e, int32_t i)
{
    (void)e, (void)i;
    return jet_const(1);
}
SALTUS_AFFINE_FUNCTION(one)

/* Three zeros: 1, 1.1 and 1.2. */
SALTUS_INLINE jet cubic(jet_at e, int32_t k)
{
    jet x = jet_state(e, 0);
    (void)k;
    return jet_mul(jet_mul(jet_sub(x, 1), jet_sub(x, 1.1)), jet_sub(x, 1.2));
}
SALTUS_FUNCTION(cubic)

SALTUS_INLINE jet touching(jet_at e, int32_t k)
{
    (void)k;
    return jet_sqr(jet_sub(jet_state(e, 0), 1));
}
SALTUS_FUNCTION(touching)

SALTUS_INLINE jet waves(jet_at e, int32_t k)
{
    (void)k;
    return jet_sin(jet_mul(20, jet_state(e, 0)));
}
SALTUS_FUNCTION(waves)

static const saltus_variable line_state[] = {{.name = "x"}, {.name = NULL}};
static const saltus_guard plain[] = {{.name = "z > 0"}, {.name = NULL}};
#define LINE_MODEL(guards_, z)                                                                     \
    {                                                                                              \
        .abi = SALTUS_ABI, .name = "line", .states = line_state, .guards = guards_,                \
        .der = SALTUS_AFFINE_FUNCTION_OF(one), .guard = SALTUS_FUNCTION_OF(z)                      \
    }

TEST(three_roots_in_one_step)
{
    static const saltus_model m = LINE_MODEL(plain, cubic);
    static const char *const detectors[] = {"extrapolate", "interpolate"};
    saltus_options o = options(1e-6);
    struct log l;
    for (int k = 0; k < 2; k++) {
        saltus_options_set(&o, "detector", detectors[k]);
        l = run(&m, o, 4);
        CHECK_EQ_INT(l.status, SALTUS_OK);
        CHECK_EQ_INT(l.count, 3);
        for (int j = 0; j < 3; j++) {
            CHECK_CLOSE(l.t[j], 1 + 0.1 * j, 1e-12);
            CHECK_EQ_INT(l.direction[j], j == 1 ? -1 : 1);
        }
    }
    saltus_options_set(&o, "detector", "endpoint"); /* and the naive way misses two of them */
    l = run(&m, o, 4);
    CHECK_EQ_INT(l.count, 1);
}

TEST(touching_is_no_event)
{
    static const saltus_model m = LINE_MODEL(plain, touching);
    CHECK_EQ_INT(run(&m, options(1e-6), 4).count, 0);
}

/* Neither linear nor a polynomial, and the state alone would allow steps of any length. */
TEST(a_guard_that_moves_faster_than_the_state)
{
    static const saltus_model m = LINE_MODEL(plain, waves);
    struct log l = run(&m, options(1e-4), 10);
    printf("  %d events, %llu steps, %llu rejected\n", l.count, (unsigned long long)l.stats.steps,
           (unsigned long long)l.stats.rejected);
    CHECK_EQ_INT(l.status, SALTUS_OK);
    CHECK_EQ_INT(l.count, 63);
    for (int k = 0; k < l.count; k++) CHECK_CLOSE(l.t[k], (k + 1) * acos(-1) / 20, 1e-11);
}

/* ---- A ball ------------------------------------------------------------------------------------ */

TEST(ball)
{
    saltus_model *m = models_make("bounce", 0);
    struct log l = run(m, options(1e-8), 3);
    double t = sqrt(2 / 9.81), flight = 2 * t * 0.8;
    CHECK_EQ_INT(l.status, SALTUS_OK);
    for (int k = 0; k < l.count; k++) {
        if (l.direction[k] > 0) continue;
        CHECK_CLOSE(l.t[k], t, 1e-7);
        t += flight;
        flight *= 0.8;
    }
    CHECK_LE(3, t);
    printf("  %llu steps, %llu rejected, %llu restarts, %llu evaluations, %d events\n",
           (unsigned long long)l.stats.steps, (unsigned long long)l.stats.rejected,
           (unsigned long long)l.stats.restarts, (unsigned long long)l.stats.evaluations, l.count);
    models_free(m);
}

/* ---- An edge: x' = -sqrt(x) while d = 0 --------------------------------------------------------- */

SALTUS_INLINE jet fall(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0);
    double d = jet_discrete(e, 0);
    (void)i;
    return d != 0 ? jet_const(0) : jet_neg(jet_sqrt(x));
}
SALTUS_FUNCTION(fall)

static void fall_counted(const saltus_env *e, int32_t i, int order, double *c)
{
    struct world *w = (struct world *)(uintptr_t)e->model->data;
    w->outside += e->d[0] == 0 && e->q[1] < 0;
    fall_eval(e, i, order, c);
}

SALTUS_INLINE jet minus(jet_at e, int32_t k)
{
    (void)k;
    return jet_neg(jet_state(e, 0));
}
SALTUS_AFFINE_FUNCTION(minus)

static void stop_there(saltus_event *ev)
{
    if (ev->direction > 0) saltus_event_assign(ev, 0, 1);
}

static const saltus_variable fall_state[] = {{.name = "x", .start = 1}, {.name = NULL}};
static const saltus_variable mode[] = {{.name = "d"}, {.name = NULL}};
static const saltus_guard unilateral[] = {
    {.name = "x < 0", .direction = 1, .side = SALTUS_UNILATERAL}, {.name = NULL}};

static saltus_model falling(struct world *w)
{
    saltus_model m = {.abi = SALTUS_ABI,
                      .name = "falling",
                      .data = w,
                      .states = fall_state,
                      .discretes = mode,
                      .guards = unilateral,
                      .der = SALTUS_FUNCTION_OF(fall),
                      .guard = SALTUS_AFFINE_FUNCTION_OF(minus),
                      .handle = stop_there};
    m.der.eval = fall_counted;
    return m;
}

TEST(edge_of_a_square_root)
{
    for (double tol = 1e-3; tol > 1e-9; tol /= 10) {
        struct world w = {0};
        saltus_model m = falling(&w);
        struct log l = run(&m, options(tol), 4);
        printf("  tol %.0e: fired at 2 %+.2e, x = %.2e, %llu steps, %llu rejected\n", tol,
               l.t[0] - 2, l.x[0], (unsigned long long)l.stats.steps,
               (unsigned long long)l.stats.rejected);
        CHECK_EQ_INT(l.status, SALTUS_OK);
        CHECK_EQ_INT(w.outside, 0);
        CHECK_EQ_INT(l.count, 1);
        CHECK(l.x[0] >= 0);
        CHECK_LE(l.x[0], 0.2 * tol * 1.01); /* the band */
        CHECK_LE(fabs(l.t[0] - 2), 2 * sqrt(l.x[0]) + 100 * tol);
    }
}

TEST(looking_afterwards_fails_at_an_edge)
{
    static const char *const detectors[] = {"interpolate", "endpoint"};
    for (int k = 0; k < 2; k++) {
        struct world w = {0};
        saltus_model m = falling(&w);
        saltus_options o = options(1e-4);
        struct log l;
        saltus_options_set(&o, "detector", detectors[k]);
        l = run(&m, o, 4);
        CHECK_EQ_INT(l.status, SALTUS_EMODEL);
        CHECK(strstr(l.said, "beyond this edge") != NULL);
        CHECK(strstr(l.said, "extrapolate") != NULL);
        CHECK_EQ_INT(w.outside, 0);
    }
}

/* Nothing reacts: the run ends before the edge, and says why. */
TEST(an_edge_without_reaction)
{
    struct world w = {0};
    saltus_model m = falling(&w);
    struct log l;
    m.handle = NULL;
    l = run(&m, options(1e-4), 4);
    CHECK_EQ_INT(l.status, SALTUS_EMODEL);
    CHECK(strstr(l.said, "changes nothing") != NULL);
    CHECK_EQ_INT(w.outside, 0);
}

/* A gain: each step leaves that share of the way. */
TEST(gain)
{
    struct world w = {0};
    saltus_model m = falling(&w);
    saltus_options o = options(1e-6);
    uint64_t before = 0;
    for (int k = 0; k < 3; k++) {
        struct log l;
        saltus_options_set_number(&o, "gamma", 0.4 * k);
        l = run(&m, o, 4);
        printf("  gamma %.1f: %llu steps\n", 0.4 * k, (unsigned long long)l.stats.steps);
        CHECK_EQ_INT(l.status, SALTUS_OK);
        CHECK_EQ_INT(l.count, 1);
        CHECK_EQ_INT(w.outside, 0);
        CHECK(l.stats.steps >= before);
        before = l.stats.steps;
    }
}

/* ---- Must cross --------------------------------------------------------------------------------- */

SALTUS_INLINE jet first(jet_at e, int32_t k)
{
    (void)k;
    return jet_neg(jet_state(e, 0));
}
SALTUS_AFFINE_FUNCTION(first)

TEST(must_cross)
{
    static const saltus_guard sure[] = {{.name = "x1 < 0", .side = SALTUS_MUST_CROSS},
                                        {.name = NULL}};
    saltus_model m = circle;
    double pi = acos(-1), tol = 1e-6;
    struct log l;
    m.guards = sure;
    m.guard = (saltus_function)SALTUS_AFFINE_FUNCTION_OF(first);
    l = run(&m, options(tol), 20);
    CHECK_EQ_INT(l.status, SALTUS_OK);
    CHECK_EQ_INT(l.count, 6);
    for (int k = 0; k < l.count; k++) {
        double late = l.t[k] - (k + 0.5) * pi;
        CHECK_EQ_INT(l.direction[k], k % 2 ? -1 : 1);
        CHECK_LE(fabs(late), 1e-3);
    }
}

/* ---- The robot of [ek07]: walls as a formula ----------------------------------------------------- */

SALTUS_INLINE jet drive(jet_at e, int32_t i)
{
    if (i == 2) return jet_const(jet_discrete(e, 0));
    return i == 0 ? jet_cos(jet_state(e, 2)) : jet_sin(jet_state(e, 2));
}
SALTUS_FUNCTION(drive)

/* 0: the turn; 1: the walls; their parts: 2, 3 and the wedge 4, 5. */
SALTUS_INLINE jet walls(jet_at e, int32_t k)
{
    jet x = jet_state(e, 0), y = jet_state(e, 1);
    jet top = jet_sub(y, 0.5), front = jet_sub(x, 3.5), low = jet_sub(-0.4, y),
        near = jet_sub(2.8, x);
    jet wedge = jet_if(low.c[0] < near.c[0], low, near),
        far = jet_if(top.c[0] > front.c[0], top, front);
    switch (k) {
    case 0: return jet_sub(x, 1.75);
    case 1: return jet_if(wedge.c[0] > far.c[0], wedge, far);
    case 2: return top;
    case 3: return front;
    case 4: return low;
    default: return near;
    }
}
SALTUS_FUNCTION(walls)

static int walls_affine(const saltus_env *e, int32_t k)
{
    (void)e;
    return k != 1;
}

static int walls_formula(const saltus_env *e, int32_t k, int32_t *code)
{
    static const int32_t is[] = {2, 3, SALTUS_OR, 4, 5, SALTUS_AND, SALTUS_OR};
    (void)e;
    if (k != 1) return 0;
    memcpy(code, is, sizeof is);
    return 7;
}

static void robot_handle(saltus_event *ev)
{
    if (ev->cause != SALTUS_GUARD || ev->initial) return;
    if (ev->index == 0 && ev->direction > 0) saltus_event_assign(ev, 0, 0.2);
    if (ev->index == 1 && ev->direction > 0) saltus_event_terminate(ev, "a wall");
}

static const saltus_variable robot_states[] = {{.name = "x"},
                                               {.name = "y", .start = -0.03},
                                               {.name = "theta", .start = -0.17},
                                               {.name = NULL}};
static const saltus_guard robot_guards[] = {{.name = "x > 1.75"},
                                            {.name = "wall"},
                                            {.name = "top", .side = SALTUS_PART},
                                            {.name = "front", .side = SALTUS_PART},
                                            {.name = "low", .side = SALTUS_PART},
                                            {.name = "near", .side = SALTUS_PART},
                                            {.name = NULL}};
static const saltus_model robot = {.abi = SALTUS_ABI,
                                   .name = "robot",
                                   .states = robot_states,
                                   .discretes = mode,
                                   .guards = robot_guards,
                                   .der = SALTUS_FUNCTION_OF(drive),
                                   .guard = {.eval = walls_eval,
                                             .partial = walls_partial,
                                             .reads = walls_reads,
                                             .affine = walls_affine},
                                   .formula = walls_formula,
                                   .handle = robot_handle};

TEST(robot_meets_the_wedge)
{
    struct log l = run(&robot, options(1e-8), 5);
    CHECK_EQ_INT(l.status, SALTUS_TERMINATED);
    CHECK_EQ_INT(l.count, 2);
    CHECK_EQ_INT(l.guard[0], 0);
    CHECK_CLOSE(l.t[0], 1.775595624805942, 1e-8);
    CHECK_EQ_INT(l.guard[1], 1);
    printf("  wall at %.12f, %llu steps\n", l.t[1], (unsigned long long)l.stats.steps);
    CHECK_CLOSE(l.t[1], 2.468248601823733, 1e-7);
}

/* The gain of the paper's figure: the same wall, in more steps. */
TEST(robot_comes_slowly)
{
    saltus_options o = options(1e-8);
    struct log fast = run(&robot, o, 5), slow;
    saltus_options_set_number(&o, "gamma", 0.5);
    slow = run(&robot, o, 5);
    CHECK_EQ_INT(slow.status, SALTUS_TERMINATED);
    CHECK_EQ_INT(slow.count, 2);
    CHECK_CLOSE(slow.t[1], fast.t[1], 1e-6);
    printf("  %llu steps instead of %llu\n", (unsigned long long)slow.stats.steps,
           (unsigned long long)fast.stats.steps);
    CHECK(slow.stats.steps > fast.stats.steps + 10);
}

static void drive_counted(const saltus_env *e, int32_t i, int order, double *c)
{
    struct world *w = (struct world *)(uintptr_t)e->model->data;
    double z;
    walls_eval(e, 1, 1, &z);
    w->outside += z > 0;
    drive_eval(e, i, order, c);
}

/* The walls as an edge: a formula that is approached from one side, in a corner as elsewhere. */
TEST(robot_stops_before_the_wedge)
{
    for (double tol = 1e-3; tol > 1e-8; tol /= 10) {
        struct world w = {0};
        saltus_guard guards[7];
        saltus_model m = robot;
        struct log l;
        memcpy(guards, robot_guards, sizeof guards);
        guards[1].side = SALTUS_UNILATERAL;
        m.guards = guards;
        m.data = &w;
        m.der.eval = drive_counted;
        l = run(&m, options(tol), 5);
        printf("  tol %.0e: %.9f, %llu steps, %llu rejected\n", tol, l.t[1],
               (unsigned long long)l.stats.steps, (unsigned long long)l.stats.rejected);
        CHECK_EQ_INT(l.status, SALTUS_TERMINATED);
        CHECK_EQ_INT(w.outside, 0);
        CHECK_EQ_INT(l.count, 2);
        CHECK_LE(fabs(l.t[1] - 2.468248601823733), 200 * tol);
    }
}

/* ---- Against references of other solvers, computed to 1e-10 and less ----------------------------- */

struct subject {
    const char *model, *reference, *columns;
    int32_t n;
    double until, first; /* tolerance to begin with; three more follow, each a tenth */
    double bound;        /* of the relative error, in tolerances */
};

static double distance(const struct subject *c, double tol, const struct reference *ref)
{
    saltus_model *m = models_make(c->model, c->n);
    saltus_options o = options(tol);
    struct reference_error error = {.rel = NAN};
    saltus_sim *s = NULL;
    CHECK(m != NULL);
    if (saltus_sim_new(m, &o, &s) == SALTUS_OK) {
        saltus_stats stats;
        if (reference_compare(s, ref, c->columns, c->until, &error) != SALTUS_OK) error.rel = NAN;
        stats = saltus_sim_stats(s);
        printf("  %-10s tol %.0e: error %.1e, %llu steps, %llu rejected\n", c->model, tol,
               error.rel, (unsigned long long)stats.steps, (unsigned long long)stats.rejected);
    }
    saltus_sim_free(s);
    models_free(m);
    return error.rel;
}

/* Errors follow the tolerance down. Steps are limited by stability in the stiff ones: those are short. */
TEST(references)
{
    static const struct subject list[] = {{"stiff2", "lin2", NULL, 0, 20, 1e-4, 20},
                                          {"vanderpol", "vdp", "x1", 0, 20, 1e-4, 20},
                                          {"d4", "d4", "x1", 0, 3, 1e-4, 20}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        struct reference ref;
        double tol = list[k].first, before = INFINITY;
        if (!reference_read(&ref, TEST_DATA "/reference", list[k].reference)) FAIL("no reference");
        for (int j = 0; j < 4; j++, tol /= 10) {
            double error = distance(&list[k], tol, &ref);
            CHECK_LE(error, list[k].bound * tol + 2e-10);
            CHECK_LE(error, 0.5 * before + 2e-10);
            before = error;
        }
        reference_free(&ref);
    }
}

/* Every run repeats bit for bit. */
TEST(repeats)
{
    struct log a = run(&robot, options(1e-6), 5), b = run(&robot, options(1e-6), 5);
    CHECK_EQ_INT(a.count, b.count);
    CHECK(memcmp(a.t, b.t, sizeof a.t) == 0 && memcmp(a.x, b.x, sizeof a.x) == 0);
    CHECK(a.stats.steps == b.stats.steps && a.stats.guard_evaluations == b.stats.guard_evaluations);
}

TEST_MAIN()
