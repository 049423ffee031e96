/* SPDX-License-Identifier: MIT */
/* cqss.c - CQSS: centred quantization, first order [mkc12]; derivation: docs/math/cqss.md
 *
 * As BQSS (bqss.c), with levels, a target g and turns; but what the others see is the middle of
 * the way,
 *     q = (x + g)/2   at an own step.                                                          (1)
 * It is to BQSS what the trapezoidal rule is to backward Euler: the error of many models falls
 * faster than the quantum, and undamped oscillations keep their amplitude. A turn changes g
 * only; q keeps its value, so a turn is not a step and starts no cascade. */
#include "quant/target.h"

static void begin(struct state *s, double t)
{
    target_centre(s, -1);
    s->q[0] = s->x[0] - s->dq / 2;
    s->tq = t;
}

static bool turn(struct state *s, double f, double t)
{
    target_turn(s, f, t);
    return false;
}

static void choose(const struct method *m, struct state *s, double t, const struct tuning *k)
{
    (void)m, (void)k;
    target_arrive(s, t);
    s->q[0] = (s->x[0] + target_of(s)) / 2; /* (1) */
    s->tq = t;
}

static const struct method_target target = {begin, target_against, target_other, turn,
                                            target_slope};

const struct method method_cqss = {
    .info = {.name = "cqss",
             .title = "centred quantization, first order",
             .cite = "mkc12",
             .text = "Marginally stable and stiff models at first order: lossless lines and "
                     "oscillators keep their energy. The number of steps grows like 1/quantum.",
             .options = "refresh",
             .order = 1,
             .bound = 1.51,
             .traits = SALTUS_TRAIT_LEVELS | SALTUS_TRAIT_SENDS_INITIAL,
             .page = "cqss",
             .sections = "Equation of `cqss.c`",
             .example = "oscillator"},
    .choose = choose,
    .wait = target_wait,
    .held = target_held,
    .target = &target,
};
