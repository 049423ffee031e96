/* SPDX-License-Identifier: MIT */
/* hybrid_hold.c - blocks with a memory or a clock: largest and smallest value so far, pulse
 * width modulation. */
#include "blocks/hybrid/piecewise.h"

/* ---- max_hold, min_hold: mode 1 follows the input, mode 0 holds; `way` turns one into the
 * other ---- */

static int falls(const struct inputs *in, double way)
{
    for (int k = 1; k <= in->degree[0]; k++)
        if (in->u[0].c[k] != 0) return way * in->u[0].c[k] < 0;
    return 0;
}

static int32_t peak_mode(const struct inputs *in, const struct mode *m, double way)
{
    double over = way * (in->u[0].c[0] - m->held);
    if (!m->started) return 1;
    return m->now ? over >= 0 && !falls(in, way) : over > 0;
}

static int32_t peak_guards(const struct args *a, int32_t mode)
{
    (void)a;
    return mode ? 2 : 1;
}

/* While it follows: the slope, and no jump below what it has been. While it holds: the distance.
 * Just after its own event the slope is 0 up to rounding. */
static jet peak_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                      int32_t k, double way)
{
    jet z = jet_const(0);
    if (m->now && k == 0) {
        for (int j = 0; j + 1 < SALTUS_SERIES; j++) z.c[j] = way * (j + 1) * in->u[0].c[j + 1];
        return z;
    }
    z = jet_mul(jet_sub(in->u[0], m->held), m->now ? way : -way);
    if (m->fired == a->t && fabs(z.c[1]) <= 2 * m->rest) z.c[1] = 0;
    return z;
}

static int32_t peak_next(const struct args *a, int32_t mode, int32_t k)
{
    (void)a, (void)k;
    return !mode;
}

static struct result peak_value(const struct args *a, const struct inputs *in, const struct mode *m,
                                int out)
{
    (void)a, (void)out;
    return m->now ? piecewise_affine(in, 0, 1, 0) : piecewise_constant(m->held);
}

/* Where it was just before the input jumps; what came and goes at one instant does not count. */
static void peak_before(saltus_cell *c, struct mode *m, const struct signal *old)
{
    if (m->started && m->now && old->t < c->t) m->held = signal_value(old, c->t);
}

/* As if it began here. */
static void peak_event(saltus_cell *c, struct mode *m, const saltus_message *x)
{
    (void)c, (void)x;
    m->started = 0;
}

static int32_t max_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    (void)a;
    return peak_mode(in, m, 1);
}

static jet max_guard(const struct args *a, const struct inputs *in, const struct mode *m, int32_t k)
{
    return peak_guard(a, in, m, k, 1);
}

static double max_of(const struct args *a, const struct inputs *in, const struct mode *m,
                     int32_t old)
{
    (void)a, (void)old;
    return m->started ? fmax(m->held, in->u[0].c[0]) : in->u[0].c[0];
}

static int32_t min_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    (void)a;
    return peak_mode(in, m, -1);
}

static jet min_guard(const struct args *a, const struct inputs *in, const struct mode *m, int32_t k)
{
    return peak_guard(a, in, m, k, -1);
}

static double min_of(const struct args *a, const struct inputs *in, const struct mode *m,
                     int32_t old)
{
    (void)a, (void)old;
    return m->started ? fmin(m->held, in->u[0].c[0]) : in->u[0].c[0];
}

static const saltus_port peak_inputs[] = {
    SIGNAL_PORT("u", "signal"),
    OPTIONAL_PORT(EVENT, "reset", "starts again with the present value"),
    {0}};

const struct piecewise block_max_hold = {
    .atomic =
        PIECEWISE_ATOMIC("max_hold", "hybrid", "largest value so far",
                         "y(t) = largest u since the start or the last `reset`. It follows u while "
                         "u rises above what it was, and holds otherwise; peaks are found exactly.",
                         peak_inputs, function_output, NULL),
    PIECEWISE_RULES(max_mode, peak_guards, max_guard, peak_next, peak_value),
    .hold = max_of,
    .before = peak_before,
    .event = peak_event};

const struct piecewise block_min_hold = {
    .atomic = PIECEWISE_ATOMIC(
        "min_hold", "hybrid", "smallest value so far",
        "y(t) = smallest u since the start or the last `reset`. It follows u while u falls below "
        "what it was, and holds otherwise; minima are found exactly.",
        peak_inputs, function_output, NULL),
    PIECEWISE_RULES(min_mode, peak_guards, min_guard, peak_next, peak_value),
    .hold = min_of,
    .before = peak_before,
    .event = peak_event};

/* ---- pwm: p = period, carrier (saw, triangle), start; mode 1 is on ----
 *
 * Piece n of the carrier goes from 0 to 1, of a triangle with odd n from 1 to 0. It begins at
 * start + n * length: computed again for each n, so that nothing adds up. */

static double length(const struct args *a)
{
    return a->p[1] == 0 ? a->p[0] : a->p[0] / 2;
}

static int64_t pwm_piece(const struct args *a)
{
    return (int64_t)floor((a->t - a->p[2]) / length(a));
}

static double pwm_end(const struct args *a, int64_t n)
{
    return a->p[2] + (double)(n + 1) * length(a);
}

static jet carrier(const struct args *a, int64_t n)
{
    jet c = {{(a->t - pwm_end(a, n - 1)) / length(a), 1 / length(a)}, {0}, 0};
    return a->p[1] == 0 || n % 2 == 0 ? c : jet_sub(1.0, c);
}

static jet pwm_guard(const struct args *a, const struct inputs *in, const struct mode *m, int32_t k)
{
    jet z = jet_sub(in->u[0], carrier(a, m->ticks));
    (void)k;
    return m->now ? z : jet_neg(z);
}

static int32_t pwm_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    double over = in->u[0].c[0] - carrier(a, m->ticks).c[0];
    return over > 0 ? 1 : over < 0 ? 0 : m->started ? m->now : 0;
}

static int32_t pwm_guards(const struct args *a, int32_t mode)
{
    (void)a, (void)mode;
    return 1;
}

static struct result pwm_value(const struct args *a, const struct inputs *in, const struct mode *m,
                               int out)
{
    (void)a, (void)in, (void)out;
    return piecewise_constant(m->now);
}

static const char *pwm_check(const struct args *a, const char **param)
{
    *param = "period";
    if (!(a->p[0] > 0 && isfinite(a->p[0]))) return "it must be > 0";
    return fabs((a->t - a->p[2]) / a->p[0]) < 1e15 ? NULL : "it is too short for times like these";
}

static const saltus_port pwm_inputs[] = {
    SIGNAL_PORT("duty", "share of the period during which y is 1, from 0 to 1"), {0}};
static const saltus_param pwm_params[] = {
    REAL_NEEDED("period", "s", "of the carrier"),
    CHOICE_PARAM("carrier", "saw", "saw|triangle",
                 "saw: from 0 to 1, then back at once; triangle: up and down"),
    REAL_PARAM("start", 0, "s", "a time at which the carrier begins its period at 0"),
    {0}};
const struct piecewise block_pwm = {
    .atomic =
        PIECEWISE_ATOMIC("pwm", "hybrid", "pulse width modulation",
                         "y = 1 while duty is above the carrier, else 0 (natural sampling: duty is "
                         "compared at every instant, and the times when they meet are exact). For "
                         "a duty that is sampled once per period, put a `zero_order_hold` before "
                         "it. With duty <= 0 y stays 0, with duty >= 1 it stays 1.",
                         pwm_inputs, function_output, pwm_params),
    PIECEWISE_RULES(pwm_mode, pwm_guards, pwm_guard, peak_next, pwm_value),
    .piece = pwm_piece,
    .end = pwm_end,
    .check = pwm_check};
