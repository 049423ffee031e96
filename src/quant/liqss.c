/* SPDX-License-Identifier: MIT */
/* liqss.c - LIQSS_N: linearly implicit quantization of order N = 1..4 [mbkc13]; derivation:
 * docs/math/liqss.md
 *
 * Seen from state i alone, with A = A_ii and u the rest of f_i as a series,
 *     x'(s) = A q(s) + u(s),   u(s) = x'(s) - A q(s).                                          (1)
 * If q followed x from the value q, the N-th derivative of x would be
 *     E(q) = A^N q + A^(N-1) u + A^(N-2) u' + ... + u^(N-1).                                   (2)
 * q should lie on the side of x that x is going to: compare E at both ends of the quantum,
 *     both > 0:  q[0] = x + dq,     both < 0:  q[0] = x - dq,     q[k] = x[k] for k >= 1.      (3)
 * If the signs differ, x has an equilibrium (of its N-th derivative) between them; take q there,
 * so that x' is met by a polynomial q with A q' ... exactly: q' = A q + u as a series, from the
 * top down,
 *     q[N-1] = -u[N-1]/A,   q[k] = ((k+1) q[k+1] - u[k])/A.                                    (4)
 * The next step is due when x has left its way by one quantum,
 *     |d(t) - d(tq)| = dq,   d = x - q,                                                        (5)
 * or, after (3), when E(q(t), t) vanishes, since then the side was wrong. Hence |x - q| <= 2 dq.
 *
 * Steps 3-5 of section 3.4 of the paper test one side only; for even N that is wrong, and (3), its
 * equation (8), is what works. For N = 2 it is the curvature that (3) looks at: of a thrown ball, q
 * lies below x also on the way up. A >= 0 is not stiff and is treated as 0. Memory of a state:
 * aux[0] = d(tq), aux[1] = 1 after (4). */
#include "num/roots.h"
#include "quant/method.h"
#include <math.h>

static double implicit_part(const struct state *s)
{
    return s->a < 0 ? s->a : 0;
}

/* Coefficient j of the series E(q(s), s); (2) is the case j = 0. f accumulates (j+k)!/j!. */
static double estimate(int n, double a, const double *u, double q, int j)
{
    double e = q, f = 1;
    for (int k = 0; k < n; k++) {
        e *= a;
        if (j + k < n) e += f * u[j + k];
        f *= j + k + 1;
    }
    return e;
}

static void rest(const struct state *s, int n, double a, const double *q, double *u)
{
    for (int k = 0; k < n; k++) u[k] = (k + 1) * s->x[k + 1] - a * q[k]; /* (1) */
}

static void choose(const struct method *m, struct state *s, double t, const struct tuning *k)
{
    int n = m->info.order;
    double a = implicit_part(s), q[SALTUS_SIGNAL], u[SALTUS_SIGNAL], up, down;
    (void)k;
    method_signal(s, n, q);
    rest(s, n, a, q, u);
    up = estimate(n, a, u, s->x[0] + s->dq, 0);
    down = estimate(n, a, u, s->x[0] - s->dq, 0);
    s->aux[1] = 0;
    for (int i = 0; i < n; i++) s->q[i] = s->x[i];
    if (up > 0 && down > 0) {
        s->q[0] += s->dq; /* (3) */
    } else if (up < 0 && down < 0) {
        s->q[0] -= s->dq;
    } else if (a != 0) {
        s->q[n - 1] = -u[n - 1] / a; /* (4) */
        for (int i = n - 2; i >= 0; i--) s->q[i] = ((i + 1) * s->q[i + 1] - u[i]) / a;
        s->aux[1] = 1;
    }
    s->aux[0] = s->x[0] - s->q[0];
    s->tq = t;
}

static double wait(const struct method *m, const struct state *s, const struct tuning *k, bool own)
{
    int n = m->info.order;
    double a = implicit_part(s), q[SALTUS_SIGNAL], u[SALTUS_SIGNAL], e[SALTUS_SIGNAL];
    double d[SALTUS_SIGNAL + 1], h;
    (void)k, (void)own;
    method_difference(s, n, d);
    d[0] -= s->aux[0];
    h = roots_exit(d, n, s->dq); /* (5) */
    if (n == 1 || a == 0 || s->aux[1] != 0) return h;
    method_signal(s, n, q);
    rest(s, n, a, q, u);
    for (int j = 0; j < n; j++) e[j] = estimate(n, a, u, q[j], j);
    return fmin(h, roots_first(e, n - 1));
}

/* The side does not count: only that x comes to q, or leaves it. */
static void held(struct state *s)
{
    s->aux[0] = s->x[0] - s->q[0];
    s->aux[1] = 1;
}

#define LIQSS(symbol, label, n, advised, place, spare, when)                                       \
    const struct method method_##symbol = {                                                        \
        .info = {.name = label,                                                                    \
                 .title = "linearly implicit quantized-state method of order " #n,                 \
                 .cite = "mbkc13",                                                                 \
                 .text = when,                                                                     \
                 .options = "refresh",                                                             \
                 .order = n,                                                                       \
                 .bound = 2,                                                                       \
                 .traits = SALTUS_TRAIT_DIAGONAL | (advised),                                      \
                 .page = "liqss",                                                                  \
                 .sections = "Equations of `liqss.c`",                                             \
                 .example = "stiff2",                                                              \
                 .compared = place,                                                                \
                 .reference = spare},                                                              \
        .implicit = true,                                                                          \
        .first_step = true,                                                                        \
        .contrary = n == 2,                                                                        \
        .choose = choose,                                                                          \
        .wait = wait,                                                                              \
        .held = held,                                                                              \
    };

LIQSS(liqss1, "liqss1", 1, SALTUS_TRAIT_ADVISED, 0, 0,
      "Stiff models at low accuracy where the stiffness sits on the diagonal of the Jacobian.")
LIQSS(liqss2_2013, "liqss2-2013", 2, 0, 0, 0,
      "The original second-order method, kept for comparison with the literature; liqss2 "
      "supersedes it.")
LIQSS(liqss3, "liqss3", 3, SALTUS_TRAIT_ADVISED, 3, 1,
      "Stiff models at high accuracy, stiffness on the diagonal of the Jacobian.")
LIQSS(liqss4, "liqss4", 4, SALTUS_TRAIT_ADVISED, 0, 0,
      "Stiff smooth models at very high accuracy. Beyond the paper, which stops at order 3.")
