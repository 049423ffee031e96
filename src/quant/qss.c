/* SPDX-License-Identifier: MIT */
/* qss.c - QSS_N: explicit quantization of order N = 1..4 [kj01, kof02, kof06]; derivation:
 * docs/math/qss.md
 *
 * Between its own steps, q is the Taylor polynomial of x at the last one, cut off at degree N-1:
 *     q(t) = sum_{k<N} x[k] (t - tq)^k.                                                        (1)
 * The next step is due when the two have come apart by one quantum,
 *     |x(t) - q(t)| = dq,                                                                      (2)
 * a polynomial equation of degree N. Just after a step only its highest term is left,
 *     |x[N]| s^N = dq,                                                                         (3)
 * but a neighbour's step bends x while q stays, and then all coefficients count. */
#include "num/roots.h"
#include "quant/method.h"
#include <math.h>

static void choose(const struct method *m, struct state *s, double t, const struct tuning *k)
{
    (void)k;
    for (int i = 0; i < m->info.order; i++) s->q[i] = s->x[i]; /* (1) */
    s->tq = t;
}

static double wait(const struct method *m, const struct state *s, const struct tuning *k, bool own)
{
    double d[SALTUS_SIGNAL + 1];
    (void)k, (void)own;
    method_difference(s, m->info.order, d);
    return roots_exit(d, m->info.order, s->dq); /* (2) */
}

#define QSS(n, key, place, spare, when)                                                            \
    const struct method method_qss##n = {                                                          \
        .info = {.name = "qss" #n,                                                                 \
                 .title = "explicit quantized-state method of order " #n,                          \
                 .cite = key,                                                                      \
                 .text = when,                                                                     \
                 .options = "refresh",                                                             \
                 .order = n,                                                                       \
                 .bound = 1,                                                                       \
                 .traits =                                                                         \
                     SALTUS_TRAIT_EXPLICIT | SALTUS_TRAIT_ADVISED | SALTUS_TRAIT_SENDS_INITIAL,    \
                 .page = "qss",                                                                    \
                 .sections = "Equations of `qss.c`|How long a series lasts",                       \
                 .example = "lotka",                                                               \
                 .compared = place,                                                                \
                 .reference = spare},                                                              \
        .choose = choose,                                                                          \
        .wait = wait,                                                                              \
    };

QSS(1, "kj01", 0, 0,
    "Non-stiff models at low accuracy; the simplest member of the family and the one to learn it "
    "from. The number of steps grows like 1/quantum.")
QSS(2, "kof02", 0, 0,
    "Non-stiff models with discontinuities, moderate accuracy. Steps grow like quantum^(-1/2). "
    "Stiff models make it oscillate with very many small steps: take liqss2.")
QSS(3, "kof06", 5, 0,
    "Non-stiff models, good accuracy at little cost: steps grow like quantum^(-1/3). The first "
    "choice where nothing is stiff.")
QSS(4, "kof06", 0, 2,
    "Smooth non-stiff models at high accuracy (relative quanta below 1e-6); otherwise qss3 is "
    "cheaper.")
