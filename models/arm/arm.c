/* SPDX-License-Identifier: MIT */
/* arm.c - a two-link arm whose hand is led along a straight line p(t) = (x0, y0) + t (vx, vy), out of its reach:
 *
 *     theta' = J(a)^-1 (vx, vy),   a(t) the angles that bring the hand to p(t):
 *     a1 = atan2(py, px) - acos((r^2 + l1^2 - l2^2)/(2 l1 r)),   r = |p|
 *     a2 = atan2(py - l1 sin a1, px - l1 cos a1) - a1
 *
 * theta(0) = a(0); l1 = 1, l2 = 0.6, p(0) = (0.6, 0.3), v = (0.5, 0.3). Beyond r = l1 + l2 the arccosine does not exist, and
 * before it theta' goes to infinity. One guard, unilateral: the reach sqrt(l1^2 + l2^2 + 2 l1 l2 cos theta2) comes to
 * l1 + l2 - margin, margin = 1e-4. Whether an engine keeps to it is counted (arm.h).             */
#include "arm/arm.h"
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { THETA1, THETA2 };
enum { L1, L2, MARGIN, X0, Y0, VX, VY };

struct arm {
    saltus_model model;
    struct models_arm_count count;
};

/* The angles that bring the hand to (px, py). */
SALTUS_INLINE void inverse(double l1, double l2, jet px, jet py, jet *a1, jet *a2)
{
    jet r2 = jet_add(jet_sqr(px), jet_sqr(py)), r = jet_sqrt(r2);
    jet c = jet_div(jet_sub(jet_add(r2, l1 * l1), l2 * l2), jet_mul(2 * l1, r));
    *a1 = jet_sub(jet_atan2(py, px), jet_acos(c));
    *a2 = jet_sub(
        jet_atan2(jet_sub(py, jet_mul(l1, jet_sin(*a1))), jet_sub(px, jet_mul(l1, jet_cos(*a1)))),
        *a1);
}

SALTUS_INLINE jet place(jet_at e, int x0, int v)
{
    return jet_add(jet_parameter(e, x0), jet_mul(jet_parameter(e, v), jet_time(e)));
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    double l1 = jet_parameter(e, L1), l2 = jet_parameter(e, L2);
    double vx = jet_parameter(e, VX), vy = jet_parameter(e, VY);
    jet a1, a2, both, c, s;
    inverse(l1, l2, place(e, X0, VX), place(e, Y0, VY), &a1, &a2);
    both = jet_add(a1, a2);
    c = jet_cos(both);
    s = jet_sin(both);
    if (i == THETA1)
        return jet_div(jet_add(jet_mul(vx, c), jet_mul(vy, s)), jet_mul(l1, jet_sin(a2)));
    c = jet_add(jet_mul(l1, jet_cos(a1)), jet_mul(l2, c));
    s = jet_add(jet_mul(l1, jet_sin(a1)), jet_mul(l2, s));
    return jet_neg(jet_div(jet_add(jet_mul(vx, c), jet_mul(vy, s)), jet_mul(l1 * l2, jet_sin(a2))));
}
SALTUS_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    double l1 = jet_parameter(e, L1), l2 = jet_parameter(e, L2);
    jet r2 = jet_add(l1 * l1 + l2 * l2, jet_mul(2 * l1 * l2, jet_cos(jet_state(e, THETA2))));
    (void)k;
    return jet_sub(jet_sqrt(r2), l1 + l2 - jet_parameter(e, MARGIN));
}
SALTUS_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

static void note(const saltus_env *e)
{
    struct arm *m = (struct arm *)e->model->data;
    const double *p = e->p;
    double x = p[X0] + p[VX] * e->t, y = p[Y0] + p[VY] * e->t, r = sqrt(x * x + y * y);
    m->count.evaluations++;
    m->count.outside += !(fabs((r * r + p[L1] * p[L1] - p[L2] * p[L2]) / (2 * p[L1] * r)) <= 1);
}

static void counted_eval(const saltus_env *e, int32_t i, int order, double *c)
{
    note(e);
    f_eval(e, i, order, c);
}

static double counted_partial(const saltus_env *e, int32_t i, int32_t j)
{
    note(e);
    return f_partial(e, i, j);
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    jet a1, a2;
    (void)given, (void)d;
    inverse(p[L1], p[L2], jet_const(p[X0] + p[VX] * e->t), jet_const(p[Y0] + p[VY] * e->t), &a1,
            &a2);
    x[THETA1] = a1.c[0];
    x[THETA2] = a2.c[0];
}

static void handle(saltus_event *ev)
{
    if (ev->initial || ev->direction < 0 || ev->cause != SALTUS_GUARD) return;
    saltus_event_terminate(ev, "the hand is at the edge of its reach");
}

static const saltus_variable states[] = {
    {.name = "theta1", .unit = "rad"},
    {.name = "theta2", .unit = "rad"},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "l1", .start = 1},        {.name = "l2", .start = 0.6},
    {.name = "margin", .start = 1e-4}, {.name = "x0", .start = 0.6},
    {.name = "y0", .start = 0.3},      {.name = "vx", .start = 0.5},
    {.name = "vy", .start = 0.3},      {.name = NULL},
};
static const saltus_guard guards[] = {
    {.name = "reach >= l1 + l2 - margin", .direction = 1, .side = SALTUS_UNILATERAL},
    {.name = NULL},
};

saltus_model *models_arm(int32_t n)
{
    struct arm *m = calloc(1, sizeof *m);
    (void)n;
    if (!m) return NULL;
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "arm",
        .data = m,
        .states = states,
        .parameters = parameters,
        .guards = guards,
        .experiment = {.stop = 2, .interval = 0.01, .method = "qss3"},
        .der = {counted_eval, counted_partial, f_reads, NULL},
        .guard = SALTUS_FUNCTION_OF(z),
        .range = range,
        .start = start,
        .handle = handle,
    };
    return &m->model;
}

struct models_arm_count models_arm_count(const saltus_model *m)
{
    return ((const struct arm *)m->data)->count;
}
