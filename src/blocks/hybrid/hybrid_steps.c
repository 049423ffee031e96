/* SPDX-License-Identifier: MIT */
/* hybrid_steps.c - functions with infinitely many pieces: quantizer and wrap, whose mode is the
 * number of the piece; and the angle of a point, which jumps by 2 pi. */
#include "blocks/hybrid/piecewise.h"

/* The number of a piece must fit. */
static int32_t whole(double n)
{
    return n >= 2e9 ? 2000000000 : n <= -2e9 ? -2000000000 : (int32_t)n;
}

static int32_t two_guards(const struct args *a, int32_t mode)
{
    (void)a, (void)mode;
    return 2;
}

static int32_t up_or_down(const struct args *a, int32_t mode, int32_t k)
{
    (void)a;
    return k == 0 ? mode - 1 : mode + 1;
}

/* ---- quantizer: p = step, hysteresis, kind (round, floor, ceil) ------------------------------ */

/* Level n holds for u from (n - shift) step to (n + 1 - shift) step, wider by half the
 * hysteresis on both sides. */
static double shift(const struct args *a)
{
    return 0.5 * (a->p[2] == 0) + (a->p[2] == 2);
}

static int32_t quantizer_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    double n = floor(in->u[0].c[0] / a->p[0] + shift(a)), over = in->u[0].c[0];
    if (m->started && over >= ((double)m->now - shift(a)) * a->p[0] - a->p[1] / 2 &&
        over <= ((double)m->now + 1 - shift(a)) * a->p[0] + a->p[1] / 2)
        return m->now;
    return whole(n);
}

static jet quantizer_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                           int32_t k)
{
    double low = ((double)m->now - shift(a)) * a->p[0],
           high = ((double)m->now + 1 - shift(a)) * a->p[0];
    return k == 0 ? piecewise_above(in, 0, low - a->p[1] / 2)
                  : piecewise_below(in, 0, high + a->p[1] / 2);
}

static struct result quantizer_value(const struct args *a, const struct inputs *in,
                                     const struct mode *m, int out)
{
    (void)in, (void)out;
    if (m->now >= 2000000000 || m->now <= -2000000000) return piecewise_constant(NAN);
    return piecewise_constant((double)m->now * a->p[0]);
}

static const char *quantizer_check(const struct args *a, const char **param)
{
    *param = a->p[0] > 0 ? "hysteresis" : "step";
    if (!(a->p[0] > 0)) return "it must be > 0";
    return a->p[1] >= 0 && a->p[1] < a->p[0] ? NULL : "it must be >= 0 and smaller than 'step'";
}

static const saltus_param quantizer_params[] = {
    REAL_NEEDED("step", NULL, "distance of the levels"),
    REAL_PARAM("hysteresis", 0, NULL, "width of the band round each threshold"),
    CHOICE_PARAM("kind", "round", "round|floor|ceil", "nearest level, level below, level above"),
    {0}};
const struct piecewise block_quantizer = {
    .atomic = PIECEWISE_ATOMIC(
        "quantizer", "hybrid", "its input in whole steps",
        "y = step * n, n being u/step rounded (or its floor or ceiling). A level is left when u "
        "passes its threshold by half the hysteresis, which keeps noise near a threshold from "
        "firing again and again. An event at each change.",
        function_one, function_output, quantizer_params),
    PIECEWISE_RULES(quantizer_mode, two_guards, quantizer_guard, up_or_down, quantizer_value),
    .check = quantizer_check,
    .hint = "the input is more than 2e9 steps away from 0"};

/* ---- wrap: p = low, high --------------------------------------------------------------------- */

static int32_t wrap_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    (void)m;
    return whole(floor((in->u[0].c[0] - a->p[0]) / (a->p[1] - a->p[0])));
}

static double turn(const struct args *a, const struct mode *m)
{
    return (double)m->now * (a->p[1] - a->p[0]);
}

static jet wrap_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                      int32_t k)
{
    return k == 0 ? piecewise_above(in, 0, a->p[0] + turn(a, m))
                  : piecewise_below(in, 0, a->p[1] + turn(a, m));
}

static struct result wrap_value(const struct args *a, const struct inputs *in, const struct mode *m,
                                int out)
{
    (void)out;
    if (m->now >= 2000000000 || m->now <= -2000000000) return piecewise_constant(NAN);
    return piecewise_affine(in, 0, 1, -turn(a, m));
}

static const char *wrap_check(const struct args *a, const char **param)
{
    *param = "high";
    return a->p[1] > a->p[0] && isfinite(a->p[1] - a->p[0]) ? NULL : "it must be above 'low'";
}

static const saltus_param wrap_params[] = {
    REAL_PARAM("low", 0, NULL, "where the range begins"),
    REAL_NEEDED("high", NULL, "where it ends: the period is high - low"),
    {0}};
const struct piecewise block_wrap = {
    .atomic =
        PIECEWISE_ATOMIC("wrap", "hybrid", "its input modulo a period",
                         "y = u - n (high - low), n whole, such that low <= y <= high: an angle in "
                         "one turn. An event when y jumps from one end of the range to the other.",
                         function_one, function_output, wrap_params),
    PIECEWISE_RULES(wrap_mode, two_guards, wrap_guard, up_or_down, wrap_value),
    .check = wrap_check,
    .hint = "the input is more than 2e9 periods away from the range"};

/* ---- atan2: mode 1 above the x axis, -1 below ------------------------------------------------ */

static int32_t atan2_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    double y = in->u[0].c[0];
    (void)a;
    return y > 0 ? 1 : y < 0 ? -1 : m->started ? m->now : 1;
}

static int32_t atan2_guards(const struct args *a, int32_t mode)
{
    (void)a, (void)mode;
    return 1;
}

static jet atan2_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                       int32_t k)
{
    (void)a, (void)k;
    return jet_mul(in->u[0], (double)m->now);
}

static int32_t atan2_next(const struct args *a, int32_t mode, int32_t k)
{
    (void)a, (void)k;
    return -mode;
}

/* The value from its half plane, whatever rounding says at the axis. */
static struct result atan2_value(const struct args *a, const struct inputs *in,
                                 const struct mode *m, int out)
{
    jet r = jet_atan2(in->u[0], in->u[1]);
    int flat = in->degree[0] == 0 && in->degree[1] == 0;
    (void)a, (void)out;
    if (!r.range) r.c[0] = (double)m->now * fabs(r.c[0]);
    return piecewise_series(in, r, flat ? 0 : FUNCTION_SERIES);
}

static const saltus_port atan2_inputs[] = {
    SIGNAL_PORT("y", "ordinate"), SIGNAL_PORT("x", "abscissa"), {0}};
static const saltus_port atan2_output[] = {SIGNAL_PORT("angle", "in radians, from -pi to pi"), {0}};
static const saltus_shown atan2_shows[] = {
    {"angle", SALTUS_OUTPUT, "the angle"}, PIECEWISE_EVENT, {0}};
const struct piecewise block_atan2 = {
    .atomic = PIECEWISE_SHOWN(
        "atan2", "functions", "angle of a point",
        "The angle of the point (x, y), from -pi to pi. An event when y changes its sign; if x is "
        "negative there, the angle jumps by 2 pi at exactly this time. At x = y = 0 there is no "
        "angle: a moving point that comes there ends the run with a message.",
        atan2_inputs, atan2_output, NULL, atan2_shows),
    PIECEWISE_RULES(atan2_mode, atan2_guards, atan2_guard, atan2_next, atan2_value),
    .hint = "x and y must not both be 0"};
