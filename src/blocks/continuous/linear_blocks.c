/* SPDX-License-Identifier: MIT */
/* linear_blocks.c - state_space, transfer_function and pid: parameters to the matrices of linear.h.
 *
 * A transfer function (num)/(den) with den = s^n + a_1 s^(n-1) + .. + a_n becomes the companion
 * form
 *     x_i' = x_(i+1),  x_n' = u - a_n x_1 - .. - a_1 x_n,   y = c x + D u,                      (1)
 * where D = num_0 if the degrees are equal, and c_i = num_(n-i+1) - D a_(n-i+1).
 *
 * A pid has v = kp e + x_1 + kd (e - x_2)/tf, x_1' = ki e, x_2' = (e - x_2)/tf. At a limit L its
 * output is L, and its integral is drawn back:
 *     x_1' = ki e + (L - v)/tt.                                                              (2) */
#include "blocks/continuous/integrator_blocks.h"
#include "blocks/continuous/linear.h"
#include <math.h>
#include <stdio.h>

#define LINEAR_FUNCTIONS                                                                           \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct linear), .rank = -2,         \
    .due = linear_due, .lambda = linear_lambda, .delta_int = linear_delta_int,                     \
    .delta_ext = linear_delta_ext, .partial = linear_partial, .reach = linear_reach,               \
    .again = linear_again, .shown_size = shown_size

/* ---- state_space ----------------------------------------------------------------------------- */

static int32_t columns(const saltus_part *p, const char *name)
{
    int32_t rows, cols;
    return saltus_part_count(p, name, &rows, &cols) ? cols : 0;
}
static int32_t rows_of(const saltus_part *p, const char *name)
{
    int32_t rows, cols;
    return saltus_part_count(p, name, &rows, &cols) ? rows : 0;
}

static int32_t space_port(const saltus_part *p, int way, int port)
{
    int32_t n = way ? rows_of(p, "C") : columns(p, "B");
    (void)port;
    return n > 0 ? n : 1;
}

static bool fits(saltus_cell *c, const char *name, int32_t rows, int32_t cols)
{
    char text[160];
    int32_t r, k;
    if (!saltus_part_count(c->part, name, &r, &k)) return true;
    if (r == rows && k == cols) return true;
    snprintf(text, sizeof text, "%s is a %d x %d matrix, not %d x %d", name, r, k, rows, cols);
    saltus_cell_fail(c, SALTUS_EARG, name, text,
                     "A: n x n, B: n x m, C: p x n, D: p x m, start: n");
    return false;
}

static void fill(double *to, const saltus_part *p, const char *name)
{
    int32_t n = saltus_part_count(p, name, NULL, NULL);
    const double *v = saltus_part_reals(p, name);
    for (int32_t k = 0; v && k < n; k++) to[k] = v[k];
}

static double space_begins(const saltus_cell *c, int32_t index)
{
    return saltus_part_reals(c->part, "start")[index];
}

static void space_start(saltus_cell *c)
{
    struct linear *s = c->state;
    const saltus_part *p = c->part;
    struct plant m;
    if (c->size != 1) {
        saltus_cell_fail(c, SALTUS_EARG, NULL, "a state space has no size",
                         "its matrices say how many inputs and outputs it has");
        return;
    }
    s->copies = s->modes = 1;
    s->nx = rows_of(p, "A");
    s->nu = columns(p, "B");
    s->ny = rows_of(p, "C");
    if (!fits(c, "A", s->nx, s->nx) || !fits(c, "B", s->nx, s->nu) || !fits(c, "C", s->ny, s->nx) ||
        !fits(c, "D", s->ny, s->nu) || !fits(c, "start", s->nx, 1) || !linear_room(c, s))
        return;
    m = linear_plant(c, s, 0, 0);
    fill(m.A, p, "A");
    fill(m.B, p, "B");
    fill(m.C, p, "C");
    fill(m.D, p, "D");
    linear_begin(c, s, saltus_part_reals(p, "start") ? space_begins : NULL);
}

static int space_through(const saltus_part *p, int in, int out)
{
    int32_t n = saltus_part_count(p, "D", NULL, NULL);
    const double *d = saltus_part_reals(p, "D");
    (void)in, (void)out;
    for (int32_t k = 0; d && k < n; k++)
        if (d[k] != 0) return 1;
    return 0;
}

/* ---- transfer_function ----------------------------------------------------------------------- */

/* Coefficients without leading zeros; returns the degree, -1: all 0. */
static int32_t degree(const saltus_part *p, const char *name, const double **v)
{
    int32_t n = saltus_part_count(p, name, NULL, NULL);
    *v = saltus_part_reals(p, name);
    while (n > 0 && **v == 0) ++*v, n--;
    return n - 1;
}

static void transfer_matrices(struct linear *s, struct plant *m, const double *num, int32_t k,
                              const double *den)
{
    int32_t n = s->nx;
    double lead = den[0], D = k == n ? num[0] / lead : 0;
    m->D[0] = D;
    for (int32_t i = 0; i < n; i++) { /* (1) */
        double a = den[n - i] / lead, b = i <= k ? num[k - i] / lead : 0;
        if (i + 1 < n) m->A[i * n + i + 1] = 1;
        m->A[(n - 1) * n + i] = -a;
        m->C[i] = b - D * a;
    }
    if (n > 0) m->B[n - 1] = 1;
}

static void transfer_start(saltus_cell *c)
{
    struct linear *s = c->state;
    const double *num, *den;
    int32_t k = degree(c->part, "num", &num), n = degree(c->part, "den", &den);
    struct plant m;
    if (n < 0 || k > n) {
        saltus_cell_fail(c, SALTUS_EARG, n < 0 ? "den" : "num",
                         n < 0 ? "the denominator is 0"
                               : "the numerator has a higher degree than the denominator",
                         "coefficients from the highest power of s down to the constant");
        return;
    }
    s->copies = c->size;
    s->modes = s->nu = s->ny = 1;
    s->nx = n;
    if (!linear_room(c, s)) return;
    m = linear_plant(c, s, 0, 0);
    transfer_matrices(s, &m, k < 0 ? (const double[]){0} : num, k < 0 ? 0 : k, den);
    linear_begin(c, s, NULL);
}

static int transfer_through(const saltus_part *p, int in, int out)
{
    const double *num, *den;
    (void)in, (void)out;
    return degree(p, "num", &num) == degree(p, "den", &den);
}

/* ---- pid ------------------------------------------------------------------------------------- */

struct gains {
    double kp, ki, kd, tf, tt, min, max;
};

static int32_t elements_of(const saltus_part *p)
{
    return p->size > 0 ? p->size : 1;
}

/* Has any element a value of this parameter that is neither 0 nor infinite? */
static bool any(const saltus_part *p, const char *name)
{
    for (int32_t i = 0; i < elements_of(p); i++) {
        double v = saltus_part_real(p, name, i);
        if (v != 0 && isfinite(v)) return true;
    }
    return false;
}
static bool limited(const saltus_part *p)
{
    for (int32_t i = 0; i < elements_of(p); i++)
        if (isfinite(saltus_part_real(p, "min", i)) || isfinite(saltus_part_real(p, "max", i)))
            return true;
    return false;
}

static void pid_mode(struct linear *s, struct plant m, const struct gains *g, int mode)
{
    double d = g->kd != 0 ? g->kd / g->tf : 0; /* v = kp e + x1 + d (e - x2) */
    m.B[0] = g->ki;
    if (g->kd != 0) {
        m.B[1] = 1 / g->tf;
        m.A[3] = -1 / g->tf;
    }
    if (mode == 0) {
        m.C[0] = 1;
        if (s->nx == 2) m.C[1] = -d;
        m.D[0] = g->kp + d;
        return;
    }
    m.d[0] = mode == 1 ? g->max : g->min;
    if (g->ki == 0) return;
    m.A[0] = -1 / g->tt; /* (2) */
    if (s->nx == 2) m.A[1] = d / g->tt;
    m.B[0] -= (g->kp + d) / g->tt;
    m.b[0] = m.d[0] / g->tt;
}

static bool pid_gains(saltus_cell *c, int32_t i, struct gains *g)
{
    const saltus_part *p = c->part;
    g->kp = saltus_part_real(p, "kp", i);
    g->ki = saltus_part_real(p, "ki", i);
    g->kd = saltus_part_real(p, "kd", i);
    g->tf = saltus_part_real(p, "tf", i);
    g->tt = saltus_part_real(p, "tt", i);
    g->min = saltus_part_real(p, "min", i);
    g->max = saltus_part_real(p, "max", i);
    if (g->kd != 0 && !(g->tf > 0)) {
        saltus_cell_fail(c, SALTUS_EARG, "tf", "a derivative part needs a filter",
                         "tf: about a tenth of kd/kp");
        return false;
    }
    if (!(g->min < g->max)) {
        saltus_cell_fail(c, SALTUS_EARG, "max", "the limits are not in order", "min < max");
        return false;
    }
    if (!(g->tt > 0))
        g->tt = g->ki == 0 ? 1 : g->kd != 0 ? sqrt(fabs(g->kd / g->ki)) : fabs(g->kp / g->ki);
    if (!(g->tt > 0)) g->tt = 1;
    return true;
}

static double pid_begins(const saltus_cell *c, int32_t index)
{
    const struct linear *s = c->state;
    return index % s->nx == 0 ? saltus_part_real(c->part, "start", index / s->nx) : 0;
}

static void pid_start(saltus_cell *c)
{
    struct linear *s = c->state;
    struct gains g;
    s->copies = c->size;
    s->own = 1;
    s->nu = s->ny = 1;
    s->nx = any(c->part, "kd") ? 2 : 1;
    s->modes = limited(c->part) ? 3 : 1;
    if (!linear_room(c, s)) return;
    for (int32_t i = 0; i < s->copies; i++) {
        if (!pid_gains(c, i, &g)) return;
        for (int k = 0; k < s->modes; k++) pid_mode(s, linear_plant(c, s, i, k), &g, k);
    }
    linear_begin(c, s, pid_begins);
}

static int pid_through(const saltus_part *p, int in, int out)
{
    (void)in, (void)out;
    return any(p, "kp") || any(p, "kd") || limited(p);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* States, outputs, events at limits. */
static int32_t shown_size(const saltus_part *p, int k)
{
    int32_t size = elements_of(p);
    const double *den;
    if (p->type == &block_state_space) return k == 0 ? rows_of(p, "A") : space_port(p, 1, 0);
    if (k > 0) return size;
    if (p->type == &block_pid) return size * (any(p, "kd") ? 2 : 1);
    return size * (degree(p, "den", &den) > 0 ? degree(p, "den", &den) : 0);
}

static const saltus_shown shows[] = {
    {"x", SALTUS_STATE, "its states"}, {"", SALTUS_OUTPUT, "its output"}, {0}};
static const saltus_shown pid_shows[] = {{"x", SALTUS_STATE, "integral and filtered error"},
                                         {"", SALTUS_OUTPUT, "its output"},
                                         {"limit", SALTUS_GUARD, "it reaches or leaves a limit"},
                                         {0}};
static const saltus_port ins[] = {SIGNAL_PORT("u", "input"), {0}};
static const saltus_port outs[] = {SIGNAL_PORT("y", "output"), {0}};
static const saltus_port pid_ins[] = {SIGNAL_PORT("e", "error: set point minus measured value"),
                                      {0}};

static const saltus_param space_params[] = {
    REALS_NEEDED("A", NULL, "n x n"),
    REALS_NEEDED("B", NULL, "n x m"),
    REALS_NEEDED("C", NULL, "p x n"),
    REALS_PARAM("D", NULL, "p x m; not given: 0"),
    REALS_PARAM("start", NULL, "n start values; not given: 0"),
    ELEMENT_PARAMS,
    {0}};
static const saltus_param transfer_params[] = {
    REALS_NEEDED("num", NULL, "numerator, highest power of s first"),
    REALS_NEEDED("den", NULL, "denominator, highest power of s first"),
    ELEMENT_PARAMS,
    {0}};
static const saltus_param pid_params[] = {
    REAL_NEEDED("kp", NULL, "gain of the error"),
    REAL_PARAM("ki", 0, "1/s", "gain of its integral"),
    REAL_PARAM("kd", 0, "s", "gain of its derivative"),
    REAL_PARAM("tf", 0, "s", "time constant of the derivative's filter; needed if kd is not 0"),
    REAL_PARAM("min", -INFINITY, NULL, "lower limit of the output"),
    REAL_PARAM("max", INFINITY, NULL, "upper limit of the output"),
    REAL_PARAM("tt", 0, "s",
               "time constant with which the integral is drawn back at a limit; not given: "
               "sqrt(kd/ki), or kp/ki without derivative part"),
    REAL_PARAM("start", 0, NULL, "start value of the integral part"),
    ELEMENT_PARAMS,
    {0}};

const saltus_atomic block_state_space = {
    BLOCK_NAME("state_space", "integrators", "linear system given by matrices"),
    .text = "$x' = A x + B u$, $y = C x + D u$, with quantized states: the right-hand sides read "
            "the quantized version of $x$. Each state steps by itself, with the method and quanta "
            "of the block; its own partial derivative includes what comes back through the "
            "diagram. Sizes of input and output are those of the matrices. With $D \\ne 0$ the "
            "output follows the input at once.\n\n"
            "`mliqss1` and `mliqss2` make no pair steps inside the block: they are then LIQSS.",
    BLOCK_TABLES(ins, outs, space_params, shows),
    .port_size = space_port,
    .start = space_start,
    .through = space_through,
    LINEAR_FUNCTIONS,
};

const saltus_atomic block_transfer_function = {
    BLOCK_NAME("transfer_function", "integrators", "rational transfer function"),
    .text = "$y = \\frac{b_0 s^m + \\dots + b_m}{a_0 s^n + \\dots + a_n} u$, $m \\le n$, starting "
            "at rest. Inside it is a `state_space` in companion form: states $x_1$ and its "
            "derivatives $x_2 .. x_n$, with $x_1 = u/(s^n + ..)$. Their magnitudes may differ "
            "widely: a relative quantum suits them better than a large absolute one.",
    BLOCK_TABLES(ins, outs, transfer_params, shows),
    .start = transfer_start,
    .through = transfer_through,
    LINEAR_FUNCTIONS,
};

const saltus_atomic block_pid = {
    BLOCK_NAME("pid", "integrators", "PID controller with filter, limits and anti-windup"),
    .text = "$v = k_p e + x_1 + k_d (e - x_2)/t_f$, $x_1' = k_i e$, $x_2' = (e - x_2)/t_f$; the "
            "output $y$ is $v$ between `min` and `max`. The instants at which $v$ reaches or "
            "leaves a limit are found exactly and are events. At a limit $L$ the integral is drawn "
            "back, $x_1' = k_i e + (L - v)/t_t$, so that the controller leaves the limit soon "
            "after the error changes its sign.",
    BLOCK_TABLES(pid_ins, outs, pid_params, pid_shows),
    .start = pid_start,
    .through = pid_through,
    LINEAR_FUNCTIONS,
};
