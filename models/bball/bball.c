/* SPDX-License-Identifier: MIT */
/* bball.c - a ball that jumps down a stair of steps of height and depth 1:
 *
 *     x' = vx,  vx' = -ba/m vx                   x(0) = 0.575, vx(0) = 0.5
 *     y' = vy,  vy' = -g - ba/m vy - contact     y(0) = 10.5,  vy(0) = 0
 *     contact = b/m vy + k/m (y - s) while y < s,  s = floor(11 - x), the step below the ball
 *
 * m = 1, g = 9.81, k = 1e5, b = 30, ba = 0.1. Guard 0: y < s. Guard 1: 11 - x leaves [s, s + 1). */
#include "models.h"
#include "saltus_jet.h"

enum { X, Y, VX, VY };
enum { CONTACT, STEP };

static const double M = 1, G = 9.81, K = 1e5, B = 30, BA = 0.1, TOP = 11;

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet vy, r;
    double step;
    if (i == X) return jet_state(e, VX);
    if (i == VX) return jet_mul(-(BA / M), jet_state(e, VX));
    vy = jet_state(e, VY);
    if (i == Y) return vy;
    step = jet_discrete(e, STEP);
    r = jet_add(jet_mul(B / M, vy), jet_mul(K / M, jet_sub(jet_state(e, Y), step)));
    r = jet_if(jet_discrete(e, CONTACT) != 0, r, jet_const(0));
    return jet_sub(jet_sub(-G, jet_mul(BA / M, vy)), r);
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    double step = jet_discrete(e, STEP);
    jet a;
    if (k == 0) return jet_sub(step, jet_state(e, Y));
    a = jet_sub(jet_sub(TOP, jet_state(e, X)), step);
    return jet_mul(a, jet_sub(a, 1));
}
SALTUS_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))
static int z_affine(const saltus_env *e, int32_t k)
{
    (void)e;
    return k == 0;
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    (void)e, (void)given, (void)p;
    d[STEP] = floor(TOP - x[X]);
    d[CONTACT] = x[Y] < d[STEP];
}

/* At the edge of a step floor(11 - x) is a matter of rounding; which edge it is, is not. */
static void handle(saltus_event *ev)
{
    double step = saltus_event_discrete(ev, STEP);
    if (ev->index == 0)
        saltus_event_assign(ev, CONTACT, ev->direction > 0);
    else if (!ev->initial && ev->direction > 0)
        saltus_event_assign(ev, STEP,
                            step + (TOP - saltus_event_state(ev, X) < step + 0.5 ? -1 : 1));
}

static const saltus_variable states[] = {
    {.name = "x", .start = 0.575, .unit = "m"},
    {.name = "y", .start = 10.5, .unit = "m"},
    {.name = "vx", .start = 0.5, .unit = "m/s"},
    {.name = "vy", .unit = "m/s"},
    {.name = NULL},
};
static const saltus_variable discretes[] = {
    {.name = "contact", .max = 1},
    {.name = "step", .unit = "m"},
    {.name = NULL},
};
static const saltus_guard guards[] = {
    {.name = "y < step"},
    {.name = "step ends"},
    {.name = NULL},
};

saltus_model *models_bball(int32_t n)
{
    static const saltus_model model = {
        .abi = SALTUS_ABI,
        .name = "bball",
        .states = states,
        .discretes = discretes,
        .guards = guards,
        .experiment = {.stop = 25, .interval = 0.02},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .start = start,
        .handle = handle,
    };
    (void)n;
    return models_copy(&model);
}
