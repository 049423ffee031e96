/* SPDX-License-Identifier: MIT */
/* test_collisions.c - robot, arm and bumpercars against reference events (tests/data/reference/NAME_events.csv): the same
 * ones in the same order, at the same times as closely as the quantum allows. Both the text and the C are run. */
#include "arm/arm.h"
#include "models.h"
#include "reference.h"
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "testing.h"
#include <stdbool.h>
#include "all_methods.h"

enum { MOST = 200 };

struct log {
    int n;
    struct {
        double t;
        int32_t guard;
        int direction;
    } at[MOST];
    bool rising; /* falling guards are not written down */
};

static int note(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct log *l = user;
    if (kind != SALTUS_GUARD || (l->rising && direction < 0)) return 0;
    if (l->n == MOST) return 1;
    l->at[l->n].t = t;
    l->at[l->n].guard = index;
    l->at[l->n++].direction = direction;
    return 0;
}

static saltus_status run(const saltus_model *m, const char *method, double quantum, double stop,
                         struct log *l, double *end)
{
    saltus_options o = saltus_defaults();
    saltus_status status;
    saltus_sim *s = NULL;
    o.method = method;
    o.engine = saltus_classic();
    o.rel = 0;
    o.abs = quantum;
    o.fired = note;
    o.user = l;
    status = saltus_sim_new(m, &o, &s);
    if (status == SALTUS_OK) status = saltus_sim_run(s, stop);
    *end = saltus_sim_time(s);
    saltus_sim_free(s);
    return status;
}

static saltus_compiled *text_of(const char *folder, const char *name)
{
    char path[512];
    saltus_compiled *c = NULL;
    snprintf(path, sizeof path, "%s/models/%s/%s.mo", TEST_ROOT, folder, name);
    CHECK_EQ_INT(saltus_compile_file(path, NULL, &c), SALTUS_OK);
    return c;
}

static struct reference events_of(const char *name)
{
    struct reference r;
    CHECK(reference_read(&r, TEST_DATA "/reference", name));
    CHECK_EQ_INT(r.columns, 2);
    return r;
}

/* ---- robot ----------------------------------------------------------------------------------- */

/* Guards of the text and of the C alike: turn, y > 0.5, x > 3.5, y < -0.4, x < 2.8, in this order or that of the
 * text; the reference calls them 0, 1, 2, 3 and does not have the last one. */
static int robot_id(const saltus_model *m, int32_t guard)
{
    static const char *const names[] = {"x > turn", "y > 0.5", "x > 3.5", "y < -0.4", "x < 2.8"};
    for (int k = 0; k < 5; k++)
        if (strcmp(m->guards[guard].name, names[k]) == 0) return k;
    return -1;
}

static void compare_robot(const saltus_model *m, const char *method, double quantum)
{
    struct reference r = events_of("robot_events");
    struct log l = {0};
    double end, worst = 0;
    int k = 0;
    CHECK_EQ_INT(run(m, method, quantum, 4, &l, &end), SALTUS_OK);
    for (int j = 0; j < l.n; j++) {
        int id = robot_id(m, l.at[j].guard);
        if (id == 4) continue;
        CHECK(k < r.rows);
        CHECK_EQ_INT(id, (int)r.value[2 * k]);
        CHECK_EQ_INT(l.at[j].direction, (int)r.value[2 * k + 1]);
        worst = fmax(worst, fabs(l.at[j].t - r.t[k++]));
    }
    CHECK_EQ_INT(k, r.rows);
    printf("    robot by %s, quantum %g: %d events, within %.1e s\n", method, quantum, k, worst);
    CHECK_LE(worst, 300 * quantum); /* the dip is 2.5 mm deep: slopes of 0.03 */
    reference_free(&r);
}

TEST(robot)
{
    saltus_model *hand = models_make("robot", 0);
    saltus_compiled *c = text_of("robot", "robot");
    compare_robot(hand, "qss2", 1e-7);
    compare_robot(hand, "qss3", 1e-10);
    compare_robot(saltus_compiled_model(c), "qss3", 1e-10);
    compare_robot(saltus_compiled_model(c), "liqss2", 1e-7);
    saltus_compiled_free(c);
    models_free(hand);
}

/* The corner as one surface: the first event of the reference that is a wall ends the run. */
TEST(robot_crash)
{
    saltus_compiled *c = text_of("robot", "robot_crash");
    struct reference r = events_of("robot_events");
    struct log l = {0};
    double end;
    CHECK_EQ_INT(run(saltus_compiled_model(c), "qss3", 1e-10, 4, &l, &end), SALTUS_TERMINATED);
    CHECK_LE(fabs(end - r.t[1]), 1e-7);
    reference_free(&r);
    saltus_compiled_free(c);
}

/* ---- arm ------------------------------------------------------------------------------------- */

static void compare_arm(const saltus_model *m, const char *method, double quantum, double tol)
{
    struct reference r = events_of("arm_events");
    struct log l = {0};
    double end = 0;
    CHECK_EQ_INT(run(m, method, quantum, 2, &l, &end), SALTUS_TERMINATED);
    printf("    arm by %s, quantum %g: ends %.1e s from the event\n", method, quantum,
           end - r.t[0]);
    CHECK_LE(fabs(end - r.t[0]), tol);
    CHECK_EQ_INT(l.n, 1);
    reference_free(&r);
}

TEST(arm)
{
    saltus_model *hand = models_make("arm", 0);
    saltus_compiled *c = text_of("arm", "arm");
    compare_arm(saltus_compiled_model(c), "qss3", 1e-8, 1e-7);
    compare_arm(hand, "qss2", 1e-7, 1e-6);
    compare_arm(hand, "qss3", 1e-8, 1e-7);
    compare_arm(hand, "liqss2", 1e-7, 1e-6);
    CHECK(models_arm_count(hand).evaluations > 100);
    CHECK_EQ_INT((int)models_arm_count(hand).outside, 0);
    saltus_compiled_free(c);
    models_free(hand);
}

/* The model counts: of an arm that starts out of reach every evaluation. */
TEST(arm_counts)
{
    saltus_model *m = models_make("arm", 0);
    struct models_arm_count n;
    double p[] = {1, 0.6, 1e-4, 0.6, 0.3, 0.5, 0.3}, q[2 * 8] = {0}, c[2];
    saltus_env e = {.q = q, .stride = 8, .width = 1, .p = p, .model = m};
    m->der.eval(&e, 0, 1, c);
    n = models_arm_count(m);
    CHECK_EQ_INT((int)n.evaluations, 1);
    CHECK_EQ_INT((int)n.outside, 0);
    e.t = 1.6;
    m->der.eval(&e, 0, 1, c);
    (void)m->der.partial(&e, 1, 0);
    n = models_arm_count(m);
    CHECK_EQ_INT((int)n.evaluations, 3);
    CHECK_EQ_INT((int)n.outside, 2);
    models_free(m);
}

/* ---- bumpercars ------------------------------------------------------------------------------ */

/* As the reference says it: a car and -1..-4 for a wall, or the other car. */
static void bumper_id(int32_t guard, int *car, int *what)
{
    int p = guard - 80, i = 0;
    if (guard < 80) {
        *car = guard % 20;
        *what = -1 - guard / 20;
        return;
    }
    while (p >= 19 - i) p -= 19 - i++;
    *car = i;
    *what = i + 1 + p;
}

static void compare_cars(const saltus_model *m, const char *method, double quantum)
{
    struct reference r = events_of("bumper_events");
    struct log l = {.rising = true};
    double end, worst = 0;
    int expected = 0, car, what;
    CHECK_EQ_INT(run(m, method, quantum, 10, &l, &end), SALTUS_OK);
    while (expected < r.rows && r.t[expected] <= 10) expected++;
    CHECK_EQ_INT(l.n, expected);
    for (int k = 0; k < l.n; k++) {
        bumper_id(l.at[k].guard, &car, &what);
        CHECK_EQ_INT(car, (int)r.value[2 * k]);
        CHECK_EQ_INT(what, (int)r.value[2 * k + 1]);
        worst = fmax(worst, fabs(l.at[k].t - r.t[k]));
    }
    printf("    bumpercars by %s: %d events up to t = 10, within %.1e s\n", method, l.n, worst);
    CHECK_LE(worst, 1e-6);
    reference_free(&r);
}

TEST(bumpercars)
{
    saltus_model *hand = models_make("bumpercars", 20);
    saltus_compiled *c = text_of("bumpercars", "bumpercars");
    compare_cars(hand, "qss2", 1e-9);
    compare_cars(hand, "qss3", 1e-10);
    compare_cars(hand, "liqss2", 1e-9);
    compare_cars(saltus_compiled_model(c), "qss3", 1e-10);
    saltus_compiled_free(c);
    models_free(hand);
}

/* ---- Methods that move all states together ---------------------------------------------------- */

static void all_three(const char *method)
{
    saltus_model *robot = models_make("robot", 0), *arm = models_make("arm", 0);
    saltus_model *cars = models_make("bumpercars", 20);
    compare_robot(robot, method, 1e-9);
    compare_arm(arm, method, 1e-9, 1e-6);
    CHECK_EQ_INT((int)models_arm_count(arm).outside, 0);
    compare_cars(cars, method, 1e-11);
    models_free(robot);
    models_free(arm);
    models_free(cars);
}

TEST(together)
{
    const saltus_method_info *list;
    size_t n = all_classic_methods(&list);
    all_three("abm");
    for (size_t k = 0; k < n; k++)
        if (!list[k].missing) all_three(list[k].name);
}

TEST_MAIN()
