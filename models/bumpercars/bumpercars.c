/* SPDX-License-Identifier: MIT */
/* bumpercars.c - N cars in a box of side L that bump into each other and into the walls:
 *
 *     x_i' = v_i cos theta_i,   y_i' = v_i sin theta_i,   theta_i' = 0
 *
 * A car is a disk of radius r = 0.1 and mass 1; L = 10. Whatever touches is pushed apart along the normal, where the
 * relative speed comes back with the factor e = 0.9; the other component is kept. Speeds are discretes, headings
 * states that jump. Places, speeds and headings at the start come from a linear congruential generator.
 *
 * Guards: x_i < r, x_i > L - r, y_i < r, y_i > L - r, then the pairs i < j in order: 4 r^2 - |p_i - p_j|^2. */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { R, SIDE, E, SEED };
enum { PUSH = 0, BUMPS = 1, HITS = 2, COUNTS = 3 }; /* discretes behind the speeds */
enum { LEFT, RIGHT, BOTTOM, TOP, WALLS };
enum { MOST = 5000 };

struct cars {
    saltus_model model;
    saltus_variable states[4], discretes[5];
    saltus_guard guards[6];
    int32_t n;
    int32_t pair[][2];
};

static const struct cars *cars_of(const saltus_env *e)
{
    return e->model->data;
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    int32_t n = ((const struct cars *)jet_data(e))->n, car = i % n;
    jet theta;
    double v;
    if (i >= 2 * n) return jet_const(0);
    theta = jet_state(e, 2 * n + car);
    v = jet_discrete(e, car);
    return jet_mul(v, i < n ? jet_cos(theta) : jet_sin(theta));
}
SALTUS_FUNCTION(f)
static int f_affine(const saltus_env *e, int32_t i)
{
    return i >= 2 * cars_of(e)->n;
}

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    const struct cars *m = jet_data(e);
    int32_t n = m->n, i = k % n, j;
    double r = jet_parameter(e, R), far = jet_parameter(e, SIDE) - r;
    jet dx, dy;
    switch (k / n) {
    case LEFT: return jet_sub(r, jet_state(e, i));
    case RIGHT: return jet_sub(jet_state(e, i), far);
    case BOTTOM: return jet_sub(r, jet_state(e, n + i));
    case TOP: return jet_sub(jet_state(e, n + i), far);
    default: break;
    }
    i = m->pair[k - WALLS * n][0];
    j = m->pair[k - WALLS * n][1];
    dx = jet_sub(jet_state(e, i), jet_state(e, j));
    dy = jet_sub(jet_state(e, n + i), jet_state(e, n + j));
    return jet_sub(4 * r * r, jet_add(jet_sqr(dx), jet_sqr(dy)));
}
SALTUS_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))
static int z_affine(const saltus_env *e, int32_t k)
{
    return k < WALLS * cars_of(e)->n;
}

/* ---- Collisions ------------------------------------------------------------------------------ */

static double along(const saltus_event *ev, int32_t i, double nx, double ny)
{
    double theta = saltus_event_state(ev, 2 * cars_of(ev->env)->n + i);
    return saltus_event_discrete(ev, i) * (nx * cos(theta) + ny * sin(theta));
}

/* Car i gets the velocity (dx, dy) on top of its own. */
static void push(saltus_event *ev, int32_t i, double dx, double dy)
{
    double vx = along(ev, i, 1, 0) + dx, vy = along(ev, i, 0, 1) + dy;
    saltus_event_reinit(ev, 2 * cars_of(ev->env)->n + i, atan2(vy, vx));
    saltus_event_assign(ev, i, sqrt(vx * vx + vy * vy));
}

static void count(saltus_event *ev, int32_t what, double strength)
{
    int32_t first = cars_of(ev->env)->n;
    saltus_event_assign(ev, first + PUSH, strength);
    saltus_event_assign(ev, first + what, saltus_event_discrete(ev, first + what) + 1);
}

static void hit(saltus_event *ev, int32_t i, int wall)
{
    double nx = wall < BOTTOM, ny = 1 - nx, k = -(1 + ev->env->p[E]) * along(ev, i, nx, ny);
    count(ev, HITS, k);
    push(ev, i, k * nx, k * ny);
}

static void bump(saltus_event *ev, int32_t i, int32_t j)
{
    int32_t n = cars_of(ev->env)->n;
    double dx = saltus_event_state(ev, i) - saltus_event_state(ev, j);
    double dy = saltus_event_state(ev, n + i) - saltus_event_state(ev, n + j);
    double r = ev->env->p[R], nearer = along(ev, i, dx, dy) - along(ev, j, dx, dy);
    double k = -(1 + ev->env->p[E]) / 2 / (4 * r * r) * nearer;
    count(ev, BUMPS, k);
    push(ev, i, k * dx, k * dy);
    push(ev, j, -k * dx, -k * dy);
}

static void handle(saltus_event *ev)
{
    const struct cars *m = cars_of(ev->env);
    int32_t k = ev->index;
    if (ev->cause != SALTUS_GUARD || ev->initial || ev->direction < 0) return;
    if (k < WALLS * m->n)
        hit(ev, k % m->n, k / m->n);
    else
        bump(ev, m->pair[k - WALLS * m->n][0], m->pair[k - WALLS * m->n][1]);
}

/* ---- The start ------------------------------------------------------------------------------- */

static double draw(uint64_t *s)
{
    *s = (1103515245 * *s + 12345) & 0x7fffffff;
    return (double)*s / 2147483648.0;
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    int32_t n = cars_of(e)->n, row = (int32_t)ceil(sqrt(n));
    double w = p[SIDE] / row;
    uint64_t s = p[SEED] >= 0 && p[SEED] < 2147483648.0 ? (uint64_t)p[SEED] : 0;
    (void)given;
    for (int32_t i = 0; i < n; i++) {
        x[i] = w * (i % row + 0.5) + w / 2 * (draw(&s) - 0.5);
        x[n + i] = w * (i / row + 0.5) + w / 2 * (draw(&s) - 0.5);
        d[i] = 0.5 + draw(&s);
        x[2 * n + i] = 3.14159265358979323846 * (2 * draw(&s) - 1);
    }
}

static const saltus_variable parameters[] = {
    {.name = "r", .start = 0.1, .text = "radius of a car"},
    {.name = "L", .start = 10, .text = "side of the box"},
    {.name = "e", .start = 0.9, .text = "restitution"},
    {.name = "seed", .start = 2024, .text = "of places and speeds at the start"},
    {.name = NULL},
};

static void describe(struct cars *m)
{
    int32_t n = m->n, pairs = n * (n - 1) / 2, p = 0;
    static const char *const walls[] = {"x < r", "x > L - r", "y < r", "y > L - r"};
    m->states[0] = (saltus_variable){.name = "x", .size = {n}};
    m->states[1] = (saltus_variable){.name = "y", .size = {n}};
    m->states[2] = (saltus_variable){.name = "theta", .size = {n}, .text = "headings"};
    m->discretes[0] = (saltus_variable){.name = "v", .size = {n}, .text = "speeds"};
    m->discretes[1] = (saltus_variable){.name = "push", .text = "of the last collision"};
    m->discretes[2] = (saltus_variable){.name = "bumps", .text = "car against car"};
    m->discretes[3] = (saltus_variable){.name = "hits", .text = "car against wall"};
    for (int k = 0; k < WALLS; k++) m->guards[k] = (saltus_guard){.name = walls[k], .size = {n}};
    if (pairs > 0) m->guards[WALLS] = (saltus_guard){.name = "cars touch", .size = {pairs}};
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = i + 1; j < n; j++, p++) m->pair[p][0] = i, m->pair[p][1] = j;
}

saltus_model *models_bumpercars(int32_t n)
{
    int32_t cars = n > 0 ? n : 20;
    size_t pairs = (size_t)cars * (size_t)(cars - 1) / 2;
    struct cars *m = cars <= MOST ? calloc(1, sizeof *m + pairs * sizeof m->pair[0]) : NULL;
    if (!m) return NULL;
    m->n = cars;
    describe(m);
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "bumpercars",
        .data = m,
        .states = m->states,
        .discretes = m->discretes,
        .parameters = parameters,
        .guards = m->guards,
        .experiment = {.stop = 100, .interval = 0.25, .method = "qss2"},
        .der = {f_eval, f_partial, f_reads, f_affine},
        .guard = {z_eval, z_partial, z_reads, z_affine},
        .range = range,
        .start = start,
        .handle = handle,
    };
    return &m->model;
}
