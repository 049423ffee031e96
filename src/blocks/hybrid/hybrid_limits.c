/* SPDX-License-Identifier: MIT */
/* hybrid_limits.c - absolute value, sign, extremes and limits: continuous functions with kinks,
 * and the sign. */
#include "blocks/hybrid/piecewise.h"

/* ---- abs, sign: mode 1 above 0, -1 below; the sign of a constant 0 is 0 ---------------------- */

static int32_t side_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    double u = in->u[0].c[0];
    (void)a;
    return u > 0 ? 1 : u < 0 ? -1 : m->started ? m->now : 1;
}

static int32_t side_guards(const struct args *a, int32_t mode)
{
    (void)a, (void)mode;
    return 1;
}

static jet side_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                      int32_t k)
{
    (void)a, (void)k;
    return jet_mul(in->u[0], (double)m->now);
}

static int32_t side_next(const struct args *a, int32_t mode, int32_t k)
{
    (void)a, (void)k;
    return -mode;
}

static struct result abs_value(const struct args *a, const struct inputs *in, const struct mode *m,
                               int out)
{
    (void)a, (void)out;
    return piecewise_affine(in, 0, m->now, 0);
}

const struct piecewise block_abs = {
    .atomic = PIECEWISE_ATOMIC("abs", "hybrid", "absolute value of its input",
                               "y = |u|. An event when u changes its sign, at exactly that time.",
                               function_one, function_output, NULL),
    PIECEWISE_RULES(side_mode, side_guards, side_guard, side_next, abs_value)};

static struct result sign_value(const struct args *a, const struct inputs *in, const struct mode *m,
                                int out)
{
    (void)a, (void)out;
    return piecewise_constant(in->u[0].c[0] == 0 && in->degree[0] == 0 && !in->open[0] ? 0
                                                                                       : m->now);
}

/* Its slope is 0, also where seeds are. */
const struct piecewise block_sign = {
    .atomic = PIECEWISE_ATOMIC("sign", "hybrid", "sign of its input",
                               "y = 1 for u > 0, -1 for u < 0, and 0 while u stays at 0. An event "
                               "when u changes its sign.",
                               function_one, function_output, NULL),
    PIECEWISE_RULES(side_mode, side_guards, side_guard, side_next, sign_value)};

/* ---- min, max: the mode is the number of the input that wins --------------------------------- */

static int32_t winner(const struct args *a, const struct inputs *in, const struct mode *m,
                      double way)
{
    int32_t best = m->started ? m->now : 0;
    for (int32_t k = 0; k < a->inputs; k++)
        if (way * (in->u[k].c[0] - in->u[best].c[0]) > 0) best = k;
    return best;
}

static int32_t max_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    return winner(a, in, m, 1);
}

static int32_t min_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    return winner(a, in, m, -1);
}

static int32_t others(const struct args *a, int32_t mode)
{
    (void)mode;
    return a->inputs - 1;
}

/* Guard k belongs to the k-th of the others. */
static int32_t other(const struct args *a, int32_t mode, int32_t k)
{
    (void)a;
    return k < mode ? k : k + 1;
}

static jet max_guard(const struct args *a, const struct inputs *in, const struct mode *m, int32_t k)
{
    return jet_sub(in->u[m->now], in->u[other(a, m->now, k)]);
}

static jet min_guard(const struct args *a, const struct inputs *in, const struct mode *m, int32_t k)
{
    return jet_sub(in->u[other(a, m->now, k)], in->u[m->now]);
}

static struct result winner_value(const struct args *a, const struct inputs *in,
                                  const struct mode *m, int out)
{
    (void)a, (void)out;
    return piecewise_affine(in, m->now, 1, 0);
}

const struct piecewise block_max = {
    .atomic =
        PIECEWISE_ATOMIC("max", "hybrid", "largest of its inputs",
                         "y = max(u1, u2, ...). An event when another input becomes the largest. "
                         "`\"inputs\": n` says how many inputs there are (2 if it is left out).",
                         function_many, function_output, NULL),
    PIECEWISE_RULES(max_mode, others, max_guard, other, winner_value)};

const struct piecewise block_min = {
    .atomic =
        PIECEWISE_ATOMIC("min", "hybrid", "smallest of its inputs",
                         "y = min(u1, u2, ...). An event when another input becomes the smallest. "
                         "`\"inputs\": n` says how many inputs there are (2 if it is left out).",
                         function_many, function_output, NULL),
    PIECEWISE_RULES(min_mode, others, min_guard, other, winner_value)};

/* ---- saturation, dead zone: mode -1 below p[0], 1 above p[1], 0 between them ----------------- */

static int32_t band_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    double u = in->u[0].c[0];
    (void)m;
    return u < a->p[0] ? -1 : u > a->p[1] ? 1 : 0;
}

static int32_t band_guards(const struct args *a, int32_t mode)
{
    (void)a;
    return mode ? 1 : 2;
}

static jet band_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                      int32_t k)
{
    if (m->now > 0) return piecewise_above(in, 0, a->p[1]);
    if (m->now < 0) return piecewise_below(in, 0, a->p[0]);
    return k == 0 ? piecewise_above(in, 0, a->p[0]) : piecewise_below(in, 0, a->p[1]);
}

/* A band without width has nothing between its ends. */
static int32_t band_next(const struct args *a, int32_t mode, int32_t k)
{
    if (mode) return a->p[0] == a->p[1] ? -mode : 0;
    return k == 0 ? -1 : 1;
}

static const char *band_check(const struct args *a, const char **param)
{
    *param = "high";
    return a->p[0] <= a->p[1] ? NULL : "'high' must not be below 'low'";
}

static const saltus_param band_params[] = {
    REAL_NEEDED("low", NULL, "lower limit; -infinity is fine"),
    REAL_NEEDED("high", NULL, "upper limit; +infinity is fine"),
    {0}};

static struct result saturation_value(const struct args *a, const struct inputs *in,
                                      const struct mode *m, int out)
{
    (void)out;
    if (m->now) return piecewise_constant(a->p[m->now > 0]);
    return piecewise_affine(in, 0, 1, 0);
}

const struct piecewise block_saturation = {
    .atomic = PIECEWISE_ATOMIC(
        "saturation", "hybrid", "its input, limited",
        "y = u between `low` and `high`, else the limit. Events when u passes a limit.",
        function_one, function_output, band_params),
    PIECEWISE_RULES(band_mode, band_guards, band_guard, band_next, saturation_value),
    .check = band_check};

static struct result dead_zone_value(const struct args *a, const struct inputs *in,
                                     const struct mode *m, int out)
{
    (void)out;
    if (!m->now) return piecewise_constant(0);
    return piecewise_affine(in, 0, 1, -a->p[m->now > 0]);
}

const struct piecewise block_dead_zone = {
    .atomic = PIECEWISE_ATOMIC("dead_zone", "hybrid", "nothing for small inputs",
                               "y = 0 between `low` and `high`, u - high above, u - low below. "
                               "Events when u passes a limit.",
                               function_one, function_output, band_params),
    PIECEWISE_RULES(band_mode, band_guards, band_guard, band_next, dead_zone_value),
    .check = band_check};
