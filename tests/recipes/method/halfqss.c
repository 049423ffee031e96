/* SPDX-License-Identifier: MIT */
/* halfqss.c - a toy: QSS1 [kj01] with half of the quantum.
 *
 * q is x at the last step, and the next one is due when
 *     |x(t) - q| = dq/2.                                                                       (1) */
#include "num/roots.h"
#include "quant/method.h"

static void choose(const struct method *m, struct state *s, double t, const struct tuning *k)
{
    (void)m, (void)k;
    s->q[0] = s->x[0];
    s->tq = t;
}

static double wait(const struct method *m, const struct state *s, const struct tuning *k, bool own)
{
    double d[SALTUS_SIGNAL + 1];
    (void)k, (void)own;
    method_difference(s, m->info.order, d);
    return roots_exit(d, m->info.order, s->dq / 2); /* (1) */
}

const struct method method_halfqss = {
    .info = {.name = "halfqss",
             .title = "QSS1 with half of the quantum",
             .cite = "kj01",
             .text = "For the test of the recipe.",
             .options = "",
             .order = 1,
             .bound = 1,
             .traits = SALTUS_TRAIT_EXPLICIT,
             .example = "lotka"},
    .choose = choose,
    .wait = wait,
};
