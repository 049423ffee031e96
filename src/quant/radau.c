/* SPDX-License-Identifier: MIT */
/* radau.c - RLIQSS2: linearly implicit, with x - q a polynomial of Radau; derivation:
 * docs/math/rliqss.md
 *
 * LIQSS2 chooses q so that x, which starts at a distance T, comes to touch it: x - q = T (1 -
 * s/h)^2. This difference has one sign, and f sees it as a bias that adds up from step to step.
 * Here x - q also starts at +-T and ends at 0,
 *     x - q = h^2 r(s/h) x[2],   r = s^2 - 4/3 s + 1/3 = (s - 1)(s - 1/3),                      (1)
 * but its mean vanishes, and for the same T the step is sqrt 3 times as long. Of a state that is
 * alone, or with all others in step, x is what the collocation method of Radau (IIA, two points,
 * order 3, L-stable) gives.
 *
 * With x' = A q + u, u = u0 + u1 s, and q[k] = x[k] - r[k] h^(2-k) x[2] from (1),
 *     x[2] = k/(2 - 4/3 hA + 1/3 h^2 A^2),   k = A (A x + u0) + u1.                             (2)
 * For A <= 0 the distance |x - q[0]| = 1/3 h^2 |x[2]| grows with h, towards |k|/A^2. Either it
 * stays below T forever: h = infinity, and q makes x[2] = 0 (an equilibrium); or it is T for one h,
 *     h = (2 T a + sqrt(T (4 T a^2 + 6 w)))/w,   a = -A,  w = |k| - T a^2.                      (3)
 * A > 0 is taken as 0: there nothing is stiff.
 *
 * The equilibrium of a state that is driven by the time, or by another such state, moves along a
 * curve, u = u0 + u1 s + u2 s^2, and a line leaves it within a fraction of the quantum divided by
 * |A| h. Where the engine lets q have one coefficient more (tuning.bends), q follows the curve:
 *     x' = q' up to s^2:   q[2] = -u2/A,   q[1] = (2 q[2] - u1)/A,   q[0] = (q[1] - u0)/A,      (4)
 * if that q[0] is no further away than T.
 *
 * The next step is due at the end of this one, t + h, or when |x - q| = band dq, whichever comes
 * first; the second happens when other states have bent x. Memory: aux[0] = h, or 0 before the
 * first step; aux[1] is left to whoever steps states together (engine/qss/block.h). */
#include "quant/method.h"
#include "quant/contact.h"
#include "quant/rules.h"
#include <float.h>
#include <math.h>

/* How far from x q may be chosen. Close to the band: a state that has drifted to its edge is not
 * pulled back to x by more than that, which would kick its neighbours. */
static double distance(const struct state *s, const struct tuning *k)
{
    return 0.995 * k->band * s->dq;
}

/* (3) */
static double largest(double k, double a, double T)
{
    double w = k - T * a * a;
    if (!(T * w > DBL_MIN)) return INFINITY; /* also where the root would vanish by underflow */
    return (2 * T * a + sqrt(T * (4 * T * a * a + 6 * w))) / w;
}

/* (4); false: that is too far away. */
static bool follow(struct state *s, double A, double u0, double u1, double u2, double T)
{
    double q2 = -u2 / A, q1 = (2 * q2 - u1) / A, q0 = (q1 - u0) / A;
    if (!(fabs(s->x[0] - q0) <= T) || q2 == 0) return false;
    s->q[0] = q0;
    s->q[1] = q1;
    s->q[2] = q2;
    return true;
}

static void choose(const struct method *m, struct state *s, double t, const struct tuning *tune)
{
    double A = s->a < 0 ? s->a : 0, age = t - s->tq, q2 = s->q[2];
    double q1 = s->q[1] + 2 * age * q2, q0 = s->q[0] + age * (s->q[1] + age * q2);
    double u0 = s->x[1] - A * q0, u1 = 2 * s->x[2] - A * q1, u2 = 3 * s->x[3] - A * q2;
    double x = s->x[0], k = A * (A * x + u0) + u1, h = largest(fabs(k), -A, distance(s, tune));
    (void)m;
    s->q[2] = 0;
    if (isinf(h) && A < 0 && tune->bends && follow(s, A, u0, u1, u2, distance(s, tune))) {
        /* q is chosen */
    } else if (isinf(h)) {
        s->q[0] = A < 0 ? x - k / (A * A) : x;
        s->q[1] = A * s->q[0] + u0;
    } else {
        double T = copysign(distance(s, tune), k);
        s->q[0] = x - T;
        s->q[1] = A * s->q[0] + u0 + 4 * T / h;
    }
    s->aux[0] = h;
    s->tq = t;
}

/* Does a parabola with these control points of Bernstein stay in the band? */
static inline bool inside(double a, double b, double c, double band)
{
    return fabs(a) < band && fabs(b) < band && fabs(c) < band;
}

static double wait(const struct method *m, const struct state *s, const struct tuning *k, bool own)
{
    double age = s->tx - s->tq, d0 = s->x[0] - (s->q[0] + age * (s->q[1] + age * s->q[2]));
    double d1 = s->x[1] - s->q[1] - 2 * age * s->q[2], d2 = s->x[2] - s->q[2];
    double band = k->band * s->dq, h = method_planned(s) - age;
    (void)m, (void)own;
    if (s->aux[0] == -INFINITY) band *= rules_closely;
    if (!(h > 0)) return 0;
    if (inside(d0, d0 + 0.5 * d1 * h, d0 + d1 * h + d2 * h * h, band)) return h;
    return fmin(h, contact_wait(d0, d1, d2, s->dq, band, false));
}

/* After a pull q is a constant, and x leaves it or not. */
static void held(struct state *s)
{
    s->aux[0] = INFINITY;
}

/* (1): r = (s - 1)(s - 1/3); the poles of (2) as a function of hA are 2 +- i sqrt 2. */
static const struct method_couple radau = {.distance = distance,
                                           .at_start = 3,
                                           .slope = 4.0 / 3,
                                           .pole = {2, 1.4142135623730951},
                                           .residue = 3 / 1.4142135623730951};

#define RADAU(symbol, label, heading, when, together, lent, most, knobs, kind, own, model, place)  \
    const struct method method_##symbol = {                                                        \
        .info = {.name = label,                                                                    \
                 .title = heading,                                                                 \
                 .cite = "hw96",                                                                   \
                 .text = when,                                                                     \
                 .options = knobs,                                                                 \
                 .order = 2,                                                                       \
                 .bound = most,                                                                    \
                 .traits = kind,                                                                   \
                 .page = "rliqss",                                                                 \
                 .sections = own,                                                                  \
                 .example = model,                                                                 \
                 .compared = place},                                                               \
        .implicit = true,                                                                          \
        .couple = together,                                                                        \
        .lends = lent,                                                                             \
        .contrary = true,                                                                          \
        .bends = true,                                                                             \
        .choose = choose,                                                                          \
        .wait = wait,                                                                              \
        .held = held,                                                                              \
    };

/* auto: 2 of a state that steps alone; (4) of engine/qss/block.c adds a quarter. */
RADAU(rliqss2, "rliqss2", "linearly implicit method of order 2 with Radau's difference of x and q",
      "As liqss2, with fewer steps and a much smaller error at the same quantum. Each state steps "
      "for itself.",
      NULL, false, 2, "band refresh", SALTUS_TRAIT_DIAGONAL,
      "Why the difference is a bias|Equations of `radau.c`", "inverters", 0)
RADAU(auto, "auto", "linearly implicit method of order 2, with steps of many states together",
      "The default: stiff or not, with and without discontinuities. As rliqss2, but states whose "
      "steps keep being cut short by each other are stepped in blocks, as long as that is cheaper. "
      "Linear parts move exactly, and where everything moves together, rodas4, radau5 or rk5 goes "
      "on.",
      &radau, true, 2.5, "band refresh exact_parts together",
      SALTUS_TRAIT_BLOCKS | SALTUS_TRAIT_ADVISED,
      "Equations of `radau.c`|Equations of `block.c`|Equation of `block_form.c`", "cuk", 1)
