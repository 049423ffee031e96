/* SPDX-License-Identifier: MIT */
/* small.c - stiff problems of a few states from the literature (bench/classics): HIRES, Robertson's
 * reaction, E5, the Oregonator. Their Jacobians are treated as full; entries are by columns. */
#include "problem.h"
#include <string.h>

/* n states called y1 .. yn, a full Jacobian, and how small the states are that matter. */
static int make(struct problem *p, int32_t n, const double *x0, double scale, double stop,
                double explicit)
{
    if (!problem_new(p, n, 1, n * n)) return 0;
    p->scale = problem_scales(n, scale);
    if (!p->scale) return 0;
    memcpy(p->x0, x0, (size_t)n * sizeof *x0);
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < n; i++) problem_entry(p, i, j);
    p->stop = stop;
    p->explicit = explicit;
    p->group[0] = (struct problem_group){"y", 0, n, 1};
    return 1;
}

/* ---- HIRES ----------------------------------------------------------------------------------- */

static void hires_f(const struct problem *p, double t, const double *y, double *d)
{
    double bind = 280 * y[5] * y[7], release = 1.81 * y[6];
    (void)p, (void)t;
    d[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    d[1] = 1.71 * y[0] - 8.75 * y[1];
    d[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    d[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    d[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
    d[5] = -bind + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    d[6] = bind - release;
    d[7] = release - bind;
}

static void hires_jacobian(const struct problem *p, double t, const double *y, double *v)
{
    static const double rest[64] = {
        -1.71, 1.71,  0,      0,     0,      0,     0,     0,    /* y1 */
        0.43,  -8.75, 0,      8.32,  0,      0,     0,     0,    /* y2 */
        8.32,  0,     -10.03, 1.71,  0,      0,     0,     0,    /* y3 */
        0,     0,     0.43,   -1.12, 0,      0.69,  0,     0,    /* y4 */
        0,     0,     0.035,  0,     -1.745, 1.71,  0,     0,    /* y5 */
        0,     0,     0,      0,     0.43,   -0.43, 0,     0,    /* y6 */
        0,     0,     0,      0,     0.43,   0.69,  -1.81, 1.81, /* y7 */
        0,     0,     0,      0,     0,      0,     0,     0};   /* y8 */
    double by6 = 280 * y[7], by8 = 280 * y[5];
    (void)p, (void)t;
    memcpy(v, rest, sizeof rest);
    v[45] -= by6, v[46] = by6, v[47] = -by6;
    v[61] = -by8, v[62] = by8, v[63] = -by8;
}

int problem_hires(struct problem *p, const struct rival_case *c)
{
    static const double x0[8] = {1, 0, 0, 0, 0, 0, 0, 0.0057};
    (void)c;
    if (!make(p, 8, x0, 1e-3, 321.8122, 321.8122 * 280 / 3.3)) return 0;
    p->f = hires_f;
    p->jacobian = hires_jacobian;
    return 1;
}

/* ---- Robertson's reaction -------------------------------------------------------------------- */

static void rober_f(const struct problem *p, double t, const double *y, double *d)
{
    double decay = 0.04 * y[0], back = 1e4 * y[1] * y[2], pair = 3e7 * y[1] * y[1];
    (void)p, (void)t;
    d[0] = back - decay;
    d[1] = decay - back - pair;
    d[2] = pair;
}

static void rober_jacobian(const struct problem *p, double t, const double *y, double *v)
{
    double by2 = 1e4 * y[2], by3 = 1e4 * y[1], pair = 6e7 * y[1];
    (void)p, (void)t;
    v[0] = -0.04, v[1] = 0.04, v[2] = 0;
    v[3] = by2, v[4] = -by2 - pair, v[5] = pair;
    v[6] = by3, v[7] = -by3, v[8] = 0;
}

int problem_rober(struct problem *p, const struct rival_case *c)
{
    static const double x0[3] = {1, 0, 0};
    (void)c;
    if (!make(p, 3, x0, 1e-12, 1e11, 1e15)) return 0;
    p->f = rober_f;
    p->jacobian = rober_jacobian;
    return 1;
}

/* ---- E5 -------------------------------------------------------------------------------------- */

static const double A = 7.89e-10, B = 1.1e7, MC = 1.13e9, C = 1.13e3;

static void e5_f(const struct problem *p, double t, const double *y, double *d)
{
    double first = A * y[0], second = B * y[0] * y[2], third = MC * y[1] * y[2], last = C * y[3];
    (void)p, (void)t;
    d[0] = -first - second;
    d[1] = first - third;
    d[3] = second - last;
    d[2] = d[1] - d[3];
}

static void e5_jacobian(const struct problem *p, double t, const double *y, double *v)
{
    double by1 = B * y[2], by3 = B * y[0], third2 = MC * y[2], third3 = MC * y[1];
    (void)p, (void)t;
    v[0] = -A - by1, v[1] = A, v[2] = A - by1, v[3] = by1;
    v[4] = 0, v[5] = -third2, v[6] = -third2, v[7] = 0;
    v[8] = -by3, v[9] = -third3, v[10] = -by3 - third3, v[11] = by3;
    v[12] = 0, v[13] = 0, v[14] = C, v[15] = -C;
}

int problem_e5(struct problem *p, const struct rival_case *c)
{
    static const double x0[4] = {1.76e-3, 0, 0, 0};
    (void)c;
    if (!make(p, 4, x0, 1e-20, 1e11, 2e15)) return 0;
    p->f = e5_f;
    p->jacobian = e5_jacobian;
    return 1;
}

/* ---- The Oregonator -------------------------------------------------------------------------- */

static const double S = 77.27, Q = 8.375e-6, W = 0.161;

static void orego_f(const struct problem *p, double t, const double *y, double *d)
{
    (void)p, (void)t;
    d[0] = S * (y[1] + y[0] * (1 - Q * y[0] - y[1]));
    d[1] = (y[2] - (1 + y[0]) * y[1]) / S;
    d[2] = W * (y[0] - y[2]);
}

static void orego_jacobian(const struct problem *p, double t, const double *y, double *v)
{
    (void)p, (void)t;
    v[0] = S * (1 - 2 * Q * y[0] - y[1]), v[1] = -y[1] / S, v[2] = W;
    v[3] = S * (1 - y[0]), v[4] = -(1 + y[0]) / S, v[5] = 0;
    v[6] = 0, v[7] = 1 / S, v[8] = -W;
}

int problem_orego(struct problem *p, const struct rival_case *c)
{
    static const double x0[3] = {1, 2, 3};
    (void)c;
    if (!make(p, 3, x0, 1e-6, 360, 360 * 1e5 / 3.3)) return 0;
    p->f = orego_f;
    p->jacobian = orego_jacobian;
    return 1;
}
