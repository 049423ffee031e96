/* SPDX-License-Identifier: MIT */
/* target.h - levels and targets, which BQSS and CQSS share. Mathematics: bqss.c, equations
 * (1)-(3).
 *
 * Where a state keeps them: aux[0] lower level, aux[1] upper level, a = -1 or +1 the side of the
 * target; and in the last two coefficients of x, which a first-order state does not need, the
 * instants of its last own step and last turn. */
#ifndef QUANT_TARGET_H
#define QUANT_TARGET_H

#include "num/roots.h"
#include "quant/method.h"
#include <math.h>

#define TARGET_SET(s)    ((s)->x[SALTUS_SIGNAL])
#define TARGET_TURNED(s) ((s)->x[SALTUS_SIGNAL + 1])

static inline double target_of(const struct state *s)
{
    return s->a > 0 ? s->aux[1] : s->aux[0];
}

static inline double target_other(const struct state *s)
{
    return s->a > 0 ? s->aux[0] : s->aux[1];
}

/* Levels one quantum about x, target on the given side; free to turn. */
static inline void target_centre(struct state *s, double side)
{
    s->aux[0] = s->x[0] - s->dq;
    s->aux[1] = s->x[0] + s->dq;
    s->a = side;
    TARGET_SET(s) = TARGET_TURNED(s) = -INFINITY;
}

/* Has x reached its target, up to rounding? */
static inline bool target_reached(const struct state *s)
{
    return fabs(target_of(s) - s->x[0]) <= 1e-11 * s->dq;
}

/* (2); and where a curved x has come back beyond the level that it left, that level is put
 * behind it again. */
static inline void target_levels(struct state *s)
{
    double most = 1.01 * s->dq;
    while (s->x[0] - s->aux[0] >= most) s->aux[0] += s->dq;
    while (s->aux[1] - s->x[0] >= most) s->aux[1] -= s->dq;
    if (s->a > 0 && s->aux[0] >= s->x[0]) s->aux[0] = s->x[0] - s->dq;
    if (s->a < 0 && s->aux[1] <= s->x[0]) s->aux[1] = s->x[0] + s->dq;
}

/* Does f point away from the target, so that it has to turn? */
static inline bool target_against(struct state *s, double f)
{
    target_levels(s);
    return f * (target_of(s) - s->x[0]) < 0 && !target_reached(s);
}

static inline void target_turn(struct state *s, double f, double t)
{
    s->a = f > 0 ? 1 : -1;
    TARGET_TURNED(s) = t;
}

/* (3) */
static inline double target_slope(const struct state *s, double f)
{
    return f * (target_of(s) - s->x[0]) > 0 || target_reached(s) ? f : 0;
}

/* Own step: x is on its target; the next one lies a quantum further. */
static inline void target_arrive(struct state *s, double t)
{
    double side = s->x[1] > 0 ? 1 : s->x[1] < 0 ? -1 : s->a;
    s->x[0] = target_of(s);
    target_centre(s, side);
    TARGET_SET(s) = t;
}

/* q was pulled back: x goes as far, and no further. */
static inline void target_held(struct state *s)
{
    s->aux[s->a > 0] = s->q[0];
}

static inline double target_wait(const struct method *m, const struct state *s,
                                 const struct tuning *k, bool own)
{
    double c[3] = {s->x[0] - target_of(s), s->x[1], s->x[2]};
    (void)m, (void)k, (void)own;
    if (s->x[1] == 0 && s->x[2] == 0) return INFINITY;
    return target_reached(s) ? 0 : roots_first(c, 2);
}

#endif
