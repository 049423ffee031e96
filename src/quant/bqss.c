/* SPDX-License-Identifier: MIT */
/* bqss.c - BQSS: backward quantization, first order, for stiff systems [mkc12]; derivation:
 * docs/math/bqss.md
 *
 * The state x runs from level to level; q is the level that x is going to reach, not the one it
 * has left:
 *     q = g in {lower, upper},   (g - x) f(q) >= 0.                                            (1)
 * The levels lie one quantum below and above x at its last own step; when x moves away from a
 * level by more than
 *     D + eps,  eps = D/100,                                                                   (2)
 * that level follows by D (hysteresis: it keeps the two apart from x). The next step is due when x
 * reaches g. When a neighbour's step makes f point away from g, the target turns to the other
 * level, which may turn further states: a cascade, in which every state may turn once
 * (engine/qss/targets.c). If f still points away from g then, a value of q between the levels would
 * make f = 0, and x rests:
 *     x' = f(q) if (g - x) f(q) > 0, else 0.                                                   (3)
 * Two rules that the paper does not state are needed. A state that has arrived at g when another
 * event touches it has still its own step to make. And at one instant a target turns once only,
 * also if events follow each other there (a diode and its inductor would turn each other forever);
 * after an own step at that instant only if f, with the q that would follow, points towards the new
 * target. Otherwise the state rests. */
#include "quant/target.h"

static void begin(struct state *s, double t)
{
    target_centre(s, -1);
    s->q[0] = target_of(s);
    s->tq = t;
}

static bool turn(struct state *s, double f, double t)
{
    target_turn(s, f, t);
    s->q[0] = target_of(s);
    s->tq = t;
    return true;
}

static void choose(const struct method *m, struct state *s, double t, const struct tuning *k)
{
    (void)m, (void)k;
    target_arrive(s, t);
    s->q[0] = target_of(s);
    s->tq = t;
}

static const struct method_target target = {begin, target_against, target_other, turn,
                                            target_slope};

const struct method method_bqss = {
    .info = {.name = "bqss",
             .title = "backward quantization, first order",
             .cite = "mkc12",
             .text = "Stiff models, first order: never explicit oscillations, no Jacobian needed. "
                     "The error may include a bias of one quantum (spurious equilibria); cqss is "
                     "more accurate, liqss2 needs far fewer steps.",
             .options = "refresh",
             .order = 1,
             .bound = 1.01,
             .traits = SALTUS_TRAIT_LEVELS | SALTUS_TRAIT_SENDS_INITIAL,
             .page = "bqss",
             .sections = "Equations of `bqss.c`",
             .example = "stiff2"},
    .choose = choose,
    .wait = target_wait,
    .held = target_held,
    .target = &target,
};
