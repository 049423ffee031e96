/* SPDX-License-Identifier: MIT */
/* mliqss2.c - mLIQSS2: LIQSS2 that steps two states together when they would swing [dmk18];
 * docs/math/mliqss.md
 *
 * Single steps are those of liqss2.c. When the step of i would set i and j swinging (mliqss.c),
 * both lines q are chosen so that both parabolas x touch their q after the same time h. With A
 * the 2x2 part of the Jacobian,
 *     q - x = -(h^2/2) M^-1 k,   M = I - hA + h^2 A^2/2,   k = A (A x + u) + u1,               (1)
 *     q1 = (I - hA)^-1 (A q + u + h u1).                                                       (2)
 * M^-1 k = adj(M) k/det M with
 *     adj(M) k = k + h (A - tr I) k + (h^2/2)(tr(A^2) I - A^2) k,                              (3)
 *     det M = 1 - tr h + (tr^2/2) h^2 - (tr det/2) h^3 + (det^2/4) h^4 > 0.                    (4)
 * The largest h with |q_k - x_k| <= T_k is the smallest positive root of the four quartics
 *     (h^2/2) (adj(M) k)_k = +-T_k det M,   k = 1, 2;                                          (5)
 * if there is none, h = infinity, q = x - A^-2 k and q1 = -A^-1 u1. The paper iterates for some
 * h that is large enough; the exact largest one takes fewer steps, and the quartics cost less
 * than the iterations (bench/roots.c).
 *
 * That x meets q is a step only if q was chosen for it: in an equilibrium (h = infinity) x
 * wanders about q within a fraction of the quantum. The paper counts these meetings; without
 * them the Cuk converter needs half the steps. */
#include "quant/mliqss.h"
#include "quant/single.h"
#include <math.h>

static int32_t together(const struct method *m, struct net *net, int32_t i, const struct state *was)
{
    struct pair p;
    int32_t j = mliqss_partner(m, net, i, was, &p);
    net->s[i].aux[1] = isinf(net->s[i].aux[0]);
    if (j < 0 || !pair_step2(&p)) return -1;
    mliqss_accept(net, i, j, &p);
    return j;
}

const struct method method_mliqss2 = {
    .info = {.name = "mliqss2",
             .title = "modified linearly implicit method of order 2",
             .cite = "dmk18",
             .text = "Stiff models in which pairs of states drive each other: switched converters, "
                     "reaction networks. As liqss2 where there are no such pairs, at slightly "
                     "higher cost per step.",
             .options = "theta band contact refresh",
             .order = 2,
             .bound = 2,
             .traits = SALTUS_TRAIT_PAIRS | SALTUS_TRAIT_ADVISED,
             .page = "mliqss",
             .sections = "Equations of `mliqss.c`|Equations of `mliqss2.c`",
             .example = "tyson",
             .compared = 4,
             .reference = 3},
    .implicit = true,
    .choose = single_choose2,
    .wait = single_wait2,
    .pair = together,
    .held = single_held,
};
