/* SPDX-License-Identifier: MIT */
/* target.h - levels and targets, which BQSS and CQSS share. Mathematics: bqss.c, equations (1)-(3).
 *
 * Where a state keeps them: aux[0] lower level, aux[1] upper level, a = -1 or +1 the side of the
 * target; spare[0] and spare[1] the instants of its last own step and last turn. */
#ifndef QUANT_TARGET_H
#define QUANT_TARGET_H

#include "num/roots.h"
#include "quant/method.h"
#include <math.h>

#define TARGET_SET(s)    ((s)->spare[0])
#define TARGET_TURNED(s) ((s)->spare[1])

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

/* At one instant a target turns once only. One that was set by an own step at that instant may turn
 * only if f, with the q that would follow, points towards the new target: otherwise there is an
 * equilibrium between the two. */
enum target_may { TARGET_STAYS, TARGET_TURNS, TARGET_ASKS };
static inline enum target_may target_may_turn(const struct state *s, double t)
{
    return TARGET_TURNED(s) >= t ? TARGET_STAYS : TARGET_SET(s) < t ? TARGET_TURNS : TARGET_ASKS;
}
static inline bool target_turned_to(const struct state *s,
                                    double f) /* f: with the q that would follow */
{
    return f * s->a < 0;
}

/* When f = c[0] + c[1] s has changed its sign, and x has gone a hundredth of a quantum since: not
 * at the very root, where rounding would decide. */
static inline double target_turns_after(const double *c, double dq)
{
    return c[0] * c[1] < 0 ? -c[0] / c[1] + sqrt(0.02 * dq / fabs(c[1])) : INFINITY;
}

/* A state rests between two levels because f points to the inside at both. How long, if others or
 * the time move f? Until it changes its sign at one of them; c: f at the other one. */
static inline double target_rests_until(const struct state *s, const double *c)
{
    if (target_turned_to(s, c[0]))
        return 0.1 * s->dq / fabs(c[0]); /* it need not have rested: soon */
    return target_turns_after(c, s->dq);
}

/* x' for f = c[0] + c[1] s, which may be a rest. Returns when it must be looked at again. *asks:
 * not later than target_rests_until, either. */
static inline double target_take(struct state *s, const struct method_target *m, const double *c,
                                 double refresh, bool *asks)
{
    double f = m->slope(s, c[0]), wake = target_turns_after(c, s->dq);
    s->x[1] = f;
    s->x[2] = f == 0 ? 0 : c[1] / 2;
    *asks = f == 0 && c[0] != 0 && c[1] != 0;
    if (c[0] == 0 && c[1] != 0) wake = fmin(wake, sqrt(2 * refresh * s->dq / fabs(c[1])));
    return wake;
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
