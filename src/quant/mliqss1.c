/* SPDX-License-Identifier: MIT */
/* mliqss1.c - mLIQSS1: LIQSS1 that steps two states together when they would swing [dmk18];
 * docs/math/mliqss.md
 *
 * Single steps are those of liqss1_2018.c. When the step of i would set i and j swinging
 * (mliqss.c), both q are chosen so that both x meet their q after the same time h. With A the
 * 2x2 part of the Jacobian and vectors x, u, q,
 *     q = x + h (A q + u)   <=>   q - x = h (I - hA)^-1 e,   e = A x + u,                      (1)
 *     (I - hA)^-1 e = (e + h (A - tr I) e)/(1 - tr h + det h^2).                               (2)
 * The largest h with |q_k - x_k| <= T_k is the smallest positive root of the four quadratics
 *     h (e_k + h ((A - tr I) e)_k) = +-T_k (1 - tr h + det h^2),   k = 1, 2;                   (3)
 * if there is none, h = infinity and q = -A^-1 u, the equilibrium of the two. */
#include "quant/mliqss.h"
#include "quant/single.h"

static int32_t together(const struct method *m, struct net *net, int32_t i, const struct state *was)
{
    struct pair p;
    int32_t j = mliqss_partner(m, net, i, was, &p);
    if (j < 0 || !pair_step1(&p)) return -1;
    mliqss_accept(net, i, j, &p);
    return j;
}

const struct method method_mliqss1 = {
    .info = {.name = "mliqss1",
             .title = "modified linearly implicit method of order 1",
             .cite = "dmk18",
             .text = "As liqss1-2018, for models in which pairs of states drive each other "
                     "(off-diagonal stiffness), at low accuracy.",
             .options = "theta band contact refresh",
             .order = 1,
             .bound = 2,
             .traits = SALTUS_TRAIT_PAIRS | SALTUS_TRAIT_ADVISED,
             .page = "mliqss",
             .sections = "Equations of `mliqss.c`|Equations of `mliqss1.c`",
             .example = "tyson"},
    .implicit = true,
    .choose = single_choose1,
    .wait = single_wait1,
    .pair = together,
    .held = single_held,
};
