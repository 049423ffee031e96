/* SPDX-License-Identifier: MIT */
/* liqss1_2018.c - LIQSS1 as restated in 2018 [dmk18, Algorithm 3]; derivation: docs/math/liqss2.md
 *
 * With x' = A q + u, let x meet q after the time h: q = x + h (A q + u), that is
 *     q - x = h e/(1 - h A),   e = A x + u.                                                    (1)
 * For A <= 0 the distance |q - x| grows with h towards |e/A|; the largest h that keeps it within
 * T = theta dq is
 *     A < 0 and |e| <= -A T:   h = infinity,        q = x - e/A   (equilibrium, x' = 0),       (2)
 *     otherwise:               h = T/(|e| + A T),   q = x + sign(e) T.                         (3)
 * A > 0 is taken as 0. The next step is due when x meets q or |x - q| = band dq (contact.h). */
#include "quant/contact.h"
#include "quant/single.h"

void single_choose1(const struct method *m, struct state *s, double t, const struct tuning *k)
{
    double a = s->a < 0 ? s->a : 0, T = k->theta * s->dq;
    double e = s->x[1] + a * (s->x[0] - s->q[0]);
    (void)m;
    if (a < 0 && fabs(e) <= -a * T) {
        s->q[0] = s->x[0] - e / a; /* (2) */
        s->aux[0] = INFINITY;
    } else if (e != 0) {
        s->q[0] = s->x[0] + copysign(T, e); /* (3) */
        s->aux[0] = T / (fabs(e) + a * T);
    } else {
        s->q[0] = s->x[0];
        s->aux[0] = INFINITY;
    }
    s->tq = t;
}

double single_wait1(const struct method *m, const struct state *s, const struct tuning *k, bool own)
{
    (void)m;
    return contact_wait(s->x[0] - s->q[0], s->x[1], 0, s->dq, k->band * s->dq, own || k->contact);
}

const struct method method_liqss1_2018 = {
    .info = {.name = "liqss1-2018",
             .title = "linearly implicit method of order 1, restated in 2018",
             .cite = "dmk18",
             .text =
                 "As liqss1, with steps when x meets q and a free choice of the acceptance radius.",
             .options = "theta band contact refresh",
             .order = 1,
             .bound = 2,
             .traits = SALTUS_TRAIT_DIAGONAL,
             .page = "liqss2",
             .sections = "Equations of `liqss1_2018.c`|Equation of `contact.h`",
             .example = "stiff2"},
    .implicit = true,
    .choose = single_choose1,
    .wait = single_wait1,
    .held = single_held,
};
