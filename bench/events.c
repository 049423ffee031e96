/* SPDX-License-Identifier: MIT */
/* events.c - events next to edges: the three experiments of Esposito and Kumar, with all three detectors of abm, and with
 * quantized states beside them. Usage: events MODELS [RUNS]
 *
 *  1. robot: a hundred starts around the given one whose arc, by the closed form, dips into the lower wall and comes
 *     out again. How many dips does a detector find? The same with all walls as one unilateral surface, beyond which
 *     nothing may be evaluated: only detectors that look ahead can work then.
 *  2. arm: a hundred lines that lead out of reach. How many runs end at the edge, and how many derivatives were asked for
 *     beyond, where there are none?
 *  3. bumpercars: a hundred boxes of 20 cars for 100 s. What does looking ahead cost against looking back? And
 *     with steps so short that most of them have no event?
 *
 * Everything is drawn from one fixed seed. Tolerance 1e-4, as there.                             */
#include "arm/arm.h"
#include "models.h"
#include "saltus.h"
#include "saltus_compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../tests/all_methods.h"

static const double PI = 3.14159265358979323846;

struct way { /* of finding events */
    const char *method, *detector;
    double longest; /* step; 0: no limit */
};
static const struct way ways[] = {{"abm", "extrapolate", 0}, {"abm", "interpolate", 0},
                                  {"abm", "endpoint", 0},    {"qss2", NULL, 0},
                                  {"qss3", NULL, 0},         {"liqss2", NULL, 0}};
enum { WAYS = sizeof ways / sizeof ways[0] };

struct outcome {
    saltus_status status;
    double end;
    saltus_stats stats;
};

static double draw(uint64_t *s, double lo, double hi)
{
    uint64_t z = *s += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return lo + (hi - lo) * ((double)((z ^ z >> 31) >> 11) * 0x1p-53);
}

static void quiet(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static struct outcome simulate(const saltus_model *m, const struct way *w, const saltus_set *sets,
                               size_t n, double stop, saltus_fired_fn *fired, void *user)
{
    struct outcome r = {0};
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.method = w->method;
    if (w->detector) saltus_options_set(&o, "detector", w->detector);
    if (w->longest > 0) saltus_options_set_number(&o, "max_step", w->longest);
    o.rel = 1e-4;
    o.abs = 1e-6;
    o.sets = sets;
    o.n_sets = n;
    o.diag = quiet;
    o.max_events = 1000000;
    o.fired = fired;
    o.user = user;
    r.status = saltus_sim_new(m, &o, &s);
    if (r.status == SALTUS_OK) r.status = saltus_sim_run(s, stop);
    if (s) r.end = saltus_sim_time(s), r.stats = saltus_sim_stats(s);
    saltus_sim_free(s);
    return r;
}

static int exists(const struct way *w)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n; k++)
        if (strcmp(list[k].name, w->method) == 0 && !list[k].missing) return 1;
    return 0;
}

static const char *name_of(const struct way *w)
{
    return w->detector ? w->detector : "";
}

/* ---- 1 --------------------------------------------------------------------------------------- */

struct dip {
    saltus_set start[3];
    double in, out; /* of the lower wall */
};

/* Straight to x = 1.75, then along a circle of radius 5: is there a dip below y = -0.4, not deeper than 1 cm and not so
 * flat that the tolerance decides, that ends before the wall does? */
static int dips(struct dip *d)
{
    double x = d->start[0].value, y = d->start[1].value, theta = d->start[2].value;
    double t = (1.75 - x) / cos(theta), bottom, half;
    y += t * sin(theta);
    bottom = y + 5 * (cos(theta) - 1);
    if (theta >= 0 || y <= -0.4 || bottom < -0.41 || bottom > -0.4001) return 0;
    half = acos(cos(theta) + (y + 0.4) / 5);
    d->in = t + (-half - theta) / 0.2;
    d->out = t + (half - theta) / 0.2;
    return 1.75 + 5 * (sin(half) - sin(theta)) < 2.8;
}

static struct dip draw_dip(uint64_t *s)
{
    static const char *const names[] = {"x", "y", "theta"};
    static const double center[] = {0, -0.03, -0.17};
    struct dip d;
    do {
        double r[3], size = 1;
        while (size >= 1) {
            size = 0;
            for (int k = 0; k < 3; k++) r[k] = draw(s, -1, 1), size += r[k] * r[k];
        }
        for (int k = 0; k < 3; k++) d.start[k] = (saltus_set){names[k], center[k] + 0.05 * r[k]};
    } while (!dips(&d));
    return d;
}

/* The first wall that a run tells of. */
struct wall {
    const saltus_model *model;
    double t;
};

static int note_wall(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct wall *w = user;
    const char *name = w->model->guards[index].name;
    if (kind == SALTUS_GUARD && direction > 0 && t < w->t && strstr(name, "-0.4")) w->t = t;
    return 0;
}

static void robots(const saltus_model *m, const char *title, int runs, int first, int step)
{
    printf("%s: dips into the wall that are found, of %d\n", title, runs);
    printf("%-8s %-12s %7s %10s %12s %14s\n", "method", "detector", "found", "steps", "evaluations",
           "of the guards");
    for (int w = first; w < WAYS; w += w == first ? step : 1) {
        uint64_t seed = 1, steps = 0, evaluations = 0, guards = 0;
        int found = 0;
        for (int k = 0; k < runs && exists(&ways[w]); k++) {
            struct dip d = draw_dip(&seed);
            struct wall wall = {m, INFINITY};
            struct outcome r = simulate(m, &ways[w], d.start, 3, 4, note_wall, &wall);
            found += wall.t > d.in - 0.05 && wall.t < d.out;
            steps += r.stats.steps;
            evaluations += r.stats.evaluations;
            guards += r.stats.guard_evaluations;
        }
        if (exists(&ways[w]))
            printf("%-8s %-12s %6.0f%% %10.1f %12.1f %14.1f\n", ways[w].method, name_of(&ways[w]),
                   100.0 * found / runs, (double)steps / runs, (double)evaluations / runs,
                   (double)guards / runs);
    }
}

/* ---- 2 --------------------------------------------------------------------------------------- */

struct line {
    saltus_set start[4];
    double edge; /* when it comes to the edge of the reach */
};

/* From inside, never nearer to the shoulder than 0.5: there is a hole of radius 0.4. */
static struct line draw_line(uint64_t *s)
{
    static const char *const names[] = {"x0", "y0", "vx", "vy"};
    double r, a, b, v, along, nearest, reach = 1.6 - 1e-4;
    struct line l;
    do {
        r = draw(s, 0.5, 1.3);
        a = draw(s, -PI, PI);
        b = draw(s, -PI, PI);
        v = draw(s, 0.3, 1);
        along = r * cos(a - b);
        nearest = along >= 0 ? r : fabs(r * sin(a - b));
    } while (nearest < 0.5);
    double value[] = {r * cos(a), r * sin(a), v * cos(b), v * sin(b)};
    for (int k = 0; k < 4; k++) l.start[k] = (saltus_set){names[k], value[k]};
    l.edge = (-along + sqrt(along * along - r * r + reach * reach)) / v;
    return l;
}

static void arms(int runs)
{
    printf("\narm: runs that end at the edge, of %d\n", runs);
    printf("%-8s %-12s %7s %12s %10s %12s\n", "method", "detector", "ended", "evaluations",
           "beyond", "worst, s");
    for (int w = 0; w < WAYS; w++) {
        uint64_t seed = 2, evaluations = 0, beyond = 0;
        double worst = 0;
        int ended = 0;
        for (int k = 0; k < runs && exists(&ways[w]); k++) {
            struct line l = draw_line(&seed);
            saltus_model *m = models_make("arm", 0);
            struct outcome r;
            if (!m) break;
            r = simulate(m, &ways[w], l.start, 4, 2 * l.edge, NULL, NULL);
            ended += r.status == SALTUS_TERMINATED;
            if (r.status == SALTUS_TERMINATED) worst = fmax(worst, fabs(r.end - l.edge));
            evaluations += models_arm_count(m).evaluations;
            beyond += models_arm_count(m).outside;
            models_free(m);
        }
        if (exists(&ways[w]))
            printf("%-8s %-12s %6.0f%% %12.1f %10llu %12.1e\n", ways[w].method, name_of(&ways[w]),
                   100.0 * ended / runs, (double)evaluations / runs, (unsigned long long)beyond,
                   worst);
    }
}

/* ---- 3 --------------------------------------------------------------------------------------- */

/* longest > 0: with such steps, and only methods that make them. */
static void cars(const saltus_model *m, int runs, double longest)
{
    double first = 0;
    printf("\nbumpercars: %d runs of 100 s", runs);
    if (longest > 0) printf(", steps of at most %g s", longest);
    printf("\n");
    printf("%-8s %-12s %10s %10s %14s %10s %8s\n", "method", "detector", "events", "steps",
           "of the guards", "ms", "ratio");
    for (int w = 0; w < WAYS; w++) {
        double seconds = 0;
        uint64_t steps = 0, guards = 0, events = 0;
        struct way way = {ways[w].method, ways[w].detector, longest};
        int bad = 0;
        if (longest > 0 && !way.detector) continue;
        for (int k = 0; k < runs && exists(&way); k++) {
            saltus_set seed = {"seed", 1000 + k};
            struct outcome r = simulate(m, &way, &seed, 1, 100, NULL, NULL);
            bad += r.status != SALTUS_OK;
            seconds += r.stats.cpu_seconds;
            steps += r.stats.steps;
            guards += r.stats.guard_evaluations;
            events += r.stats.events;
        }
        if (!exists(&ways[w])) continue;
        if (first == 0) first = seconds;
        printf("%-8s %-12s %10.1f %10.1f %14.1f %10.3f %8.3f", ways[w].method, name_of(&ways[w]),
               (double)events / runs, (double)steps / runs, (double)guards / runs,
               1e3 * seconds / runs, seconds / first);
        if (bad) printf("   %d runs failed", bad);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    int runs = argc > 2 ? atoi(argv[2]) : 100;
    saltus_compiled *robot = NULL;
    saltus_model *walls = models_make("robot", 0), *box = models_make("bumpercars", 20);
    char path[1024];
    if (argc < 2 || runs < 1) {
        fprintf(stderr, "usage: events MODELS [RUNS]\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/robot/robot_crash.mo", argv[1]);
    if (!walls || !box || saltus_compile_file(path, NULL, &robot) != SALTUS_OK) return 1;
    robots(walls, "robot, ordinary guards", runs, 0, 1);
    robots(saltus_compiled_model(robot), "\nrobot, one unilateral surface", runs, 0, 3);
    arms(runs);
    cars(box, runs, 0);
    cars(box, (runs + 9) / 10, 0.01);
    saltus_compiled_free(robot);
    models_free(walls);
    models_free(box);
    return 0;
}
