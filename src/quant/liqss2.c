/* SPDX-License-Identifier: MIT */
/* liqss2.c - the improved LIQSS2 [dmk18, Algorithm 5], with its step in closed form; derivation:
 * docs/math/liqss2.md
 *
 * With s the time since now, state i obeys, seen alone,
 *     x'(s) = A q(s) + u0 + u1 s,     q(s) = q0 + q1 s.                                        (1)
 * Choose the line q that touches the parabola x at s = h, the later the better:
 *     q(h) = x(h),  q1 = x'(h).                                                                (2)
 * Solving (2), with k = A (A x + u0) + u1, what x'' would be if q were x:
 *     q0 - x = -(h^2/2) k/(1 - hA + h^2 A^2/2),     q1 = (A q0 + u0 + h u1)/(1 - hA).          (3)
 * For A <= 0 the factor of k grows with h towards 1/A^2. The largest h that keeps |q0 - x| <= T
 * = theta dq is
 *     A < 0 and |k| <= T A^2:  h = infinity,  q0 = x - k/A^2,  q1 = -u1/A   (equilibrium),     (4)
 *     otherwise, with a = -A and w = |k| - T a^2:
 *         h = (T a + sqrt(T (T a^2 + 2 w)))/w,   q0 = x - sign(k) T.                           (5)
 * k = 0 = A: q follows x. A > 0 is taken as 0: there the factor of k is not monotone, and
 * nothing is stiff. The next step is due when x meets q or |x - q| = band dq (contact.h).
 *
 * The paper has T = dq and band = 2. A radius T close to the band (theta = 1.9) ends the limit
 * cycles in which a state that has drifted 2 dq away is pulled back by one quantum only, and
 * kicks its neighbours. */
#include "quant/contact.h"
#include "quant/single.h"

void single_choose2(const struct method *m, struct state *s, double t, const struct tuning *tune)
{
    double A = s->a < 0 ? s->a : 0, T = tune->theta * s->dq, elapsed = t - s->tq;
    double x = s->x[0], q1 = s->q[1], q0 = s->q[0] + elapsed * q1;
    double u0 = s->x[1] - A * q0, u1 = 2 * s->x[2] - A * q1; /* (1) */
    double k = A * (A * x + u0) + u1, w = fabs(k) - T * A * A, h;
    (void)m;
    if (w > 0) {
        h = sqrt(T * (fabs(k) + w)) - T * A; /* (5), times w: T a^2 + 2 w = |k| + w */
        s->q[0] = x - copysign(T, k);
        s->q[1] = (w * (A * s->q[0] + u0) + h * u1) / (w - h * A); /* (3), extended by w */
        h /= w;
    } else if (A < 0) {
        h = INFINITY;
        s->q[0] = x - k / (A * A); /* (4) */
        s->q[1] = -u1 / A;
    } else {
        h = INFINITY;
        s->q[0] = x;
        s->q[1] = u0;
    }
    s->aux[0] = h;
    s->aux[1] = 0; /* that x meets q counts */
    s->tq = t;
}

double single_wait2(const struct method *m, const struct state *s, const struct tuning *k, bool own)
{
    double d0 = s->x[0] - (s->q[0] + (s->tx - s->tq) * s->q[1]), d1 = s->x[1] - s->q[1];
    (void)m;
    return contact_wait(d0, d1, s->x[2], s->dq, k->band * s->dq,
                        s->aux[1] == 0 && (own || k->contact));
}

const struct method method_liqss2 = {
    .info = {.name = "liqss2",
             .title = "improved linearly implicit method of order 2",
             .cite = "dmk18",
             .text = "Stiff models with discontinuities at moderate accuracy, where each stiff "
                     "mode belongs to one state. Two states that drive each other need mliqss2; "
                     "rliqss2 is more accurate at the same quantum.",
             .options = "theta band contact refresh",
             .order = 2,
             .bound = 2,
             .traits = SALTUS_TRAIT_DIAGONAL | SALTUS_TRAIT_ADVISED,
             .page = "liqss2",
             .sections = "Equations of `liqss2.c`|Equation of `contact.h`",
             .example = "inverters",
             .compared = 2,
             .reference = 4},
    .implicit = true,
    .choose = single_choose2,
    .wait = single_wait2,
    .held = single_held,
};
