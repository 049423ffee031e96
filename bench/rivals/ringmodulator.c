/* SPDX-License-Identifier: MIT */
/* ringmodulator.c - the ring modulator: 15 states, four diodes as exponentials. y[0] .. y[6] are
 * voltages, y[7] .. y[14] currents. What does not change of the Jacobian is kept. */
#include "problem.h"
#include <math.h>
#include <string.h>

enum { N = 15, DIODES = 4 };

static const double C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, Lh = 4.45, Ls1 = 2e-3, Ls2 = 5e-4,
                    Ls3 = 5e-4;
static const double R = 25e3, Rp = 50, Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600;
static const double gain = 40.67286402e-9, delta = 17.7493332, pi = 3.14159265358979323846;

struct ring {
    double fixed[N * N]; /* by columns */
};

/* The currents of the diodes, and their slopes if `slope` is not NULL. */
static void diodes(double t, const double *y, double *i, double *slope)
{
    double u = 2 * sin(20000 * pi * t), v = y[6] + u;
    const double across[DIODES] = {y[2] - y[4] - v, y[5] - y[3] - v, y[3] + y[4] + v,
                                   v - y[2] - y[5]};
    for (int k = 0; k < DIODES; k++) {
        double e = gain * exp(delta * across[k]);
        i[k] = e - gain;
        if (slope) slope[k] = delta * e;
    }
}

static void f(const struct problem *p, double t, const double *y, double *d)
{
    double i[DIODES];
    (void)p;
    diodes(t, y, i, NULL);
    d[0] = (y[7] - 0.5 * y[9] + 0.5 * y[10] + y[13] - y[0] / R) / C;
    d[1] = (y[8] - 0.5 * y[11] + 0.5 * y[12] + y[14] - y[1] / R) / C;
    d[2] = (y[9] - i[0] + i[3]) / Cs;
    d[3] = (-y[10] + i[1] - i[2]) / Cs;
    d[4] = (y[11] + i[0] - i[2]) / Cs;
    d[5] = (-y[12] - i[1] + i[3]) / Cs;
    d[6] = (-y[6] / Rp + i[0] + i[1] - i[2] - i[3]) / Cp;
    d[7] = -y[0] / Lh;
    d[8] = -y[1] / Lh;
    d[9] = (0.5 * y[0] - y[2] - Rg2 * y[9]) / Ls2;
    d[10] = (-0.5 * y[0] + y[3] - Rg3 * y[10]) / Ls3;
    d[11] = (0.5 * y[1] - y[4] - Rg2 * y[11]) / Ls2;
    d[12] = (-0.5 * y[1] + y[5] - Rg3 * y[12]) / Ls3;
    d[13] = (-y[0] + 0.5 * sin(2000 * pi * t) - (Ri + Rg1) * y[13]) / Ls1;
    d[14] = (-y[1] - (Rc + Rg1) * y[14]) / Ls1;
}

static double *at(double *v, int i, int j)
{
    return v + j * N + i;
}

static void fill_fixed(double *v)
{
    static const struct {
        int i, j;
        double sign;
    } drop[] = {{9, 0, 0.5},  {9, 2, -1},  {10, 0, -0.5}, {10, 3, 1},
                {11, 1, 0.5}, {11, 4, -1}, {12, 1, -0.5}, {12, 5, 1}};
    for (int k = 0; k < 2; k++) {
        *at(v, k, k) = -1 / (R * C);
        *at(v, k, 7 + k) = *at(v, k, 13 + k) = 1 / C;
        *at(v, k, 9 + 2 * k) = -0.5 / C;
        *at(v, k, 10 + 2 * k) = 0.5 / C;
        *at(v, 7 + k, k) = -1 / Lh;
        *at(v, 13 + k, k) = -1 / Ls1;
    }
    for (int k = 0; k < 4; k++) *at(v, 2 + k, 9 + k) = (k & 1 ? -1 : 1) / Cs;
    for (size_t k = 0; k < sizeof drop / sizeof *drop; k++)
        *at(v, drop[k].i, drop[k].j) = drop[k].sign / (drop[k].i & 1 ? Ls2 : Ls3);
    for (int k = 9; k < 13; k++) *at(v, k, k) = k & 1 ? -Rg2 / Ls2 : -Rg3 / Ls3;
    *at(v, 13, 13) = -(Ri + Rg1) / Ls1;
    *at(v, 14, 14) = -(Rc + Rg1) / Ls1;
    *at(v, 6, 6) = -1 / (Rp * Cp);
}

static void jacobian(const struct problem *p, double t, const double *y, double *v)
{
    /* who a diode's current flows into, over which capacity, and which voltages it reads */
    static const signed char into[DIODES][7] = {{0, 0, -1, 0, 1, 0, 1},
                                                {0, 0, 0, 1, 0, -1, 1},
                                                {0, 0, 0, -1, -1, 0, -1},
                                                {0, 0, 1, 0, 0, 1, -1}};
    static const signed char reads[DIODES][7] = {{0, 0, 1, 0, -1, 0, -1},
                                                 {0, 0, 0, -1, 0, 1, -1},
                                                 {0, 0, 0, 1, 1, 0, 1},
                                                 {0, 0, -1, 0, 0, -1, 1}};
    double current[DIODES], slope[DIODES];
    memcpy(v, ((const struct ring *)p->data)->fixed, sizeof(double) * N * N);
    diodes(t, y, current, slope);
    for (int k = 0; k < DIODES; k++)
        for (int i = 2; i < 7; i++)
            for (int j = 2; j < 7; j++)
                if (into[k][i] && reads[k][j])
                    *at(v, i, j) += into[k][i] * reads[k][j] * slope[k] / (i == 6 ? Cp : Cs);
}

int problem_ringmodulator(struct problem *p, const struct rival_case *c)
{
    (void)c;
    if (!problem_new(p, N, sizeof(struct ring), N * N)) return 0;
    p->scale = problem_scales(N, 1e-3);
    if (!p->scale) return 0;
    for (int32_t j = 0; j < N; j++)
        for (int32_t i = 0; i < N; i++) problem_entry(p, i, j);
    fill_fixed(((struct ring *)p->data)->fixed);
    p->stop = 1e-3;
    p->explicit = 1e-3 * 1e9;
    p->group[0] = (struct problem_group){"y", 0, N, 1};
    p->f = f;
    p->jacobian = jacobian;
    return 1;
}
