/* SPDX-License-Identifier: MIT */
/* models_plain.h - the equations of the hand-written models once more, as plain arithmetic on
 * numbers, with resistances and maxima taken from the modes as the papers print them. Part of
 * test_models.c.                                                                              */
#ifndef MODELS_PLAIN_H
#define MODELS_PLAIN_H

#include <math.h>
#include <stdint.h>
#include <string.h>

struct at {
    int32_t n; /* cells */
    const double *x, *d, *p;
    double t;
};
typedef double plain_fn(const struct at *a, int32_t i);

/* ---- The equations once more -------------------------------------------------------------- */

static double stiff2_f(const struct at *a, int32_t i)
{
    double x1 = a->x[0], x2 = a->x[1];
    return i == 0 ? 0.01 * x2 : -100 * x1 - 100 * x2 + 2020;
}

static double appendix_a_f(const struct at *a, int32_t i)
{
    return i == 0 ? -a->x[0] + 1 : NAN;
}

static double pair_f(const struct at *a, int32_t i)
{
    double x1 = a->x[0], x2 = a->x[1];
    return i == 0 ? -x1 - x2 + 0.2 : x1 - x2 + 1.2;
}

static double oscillator_f(const struct at *a, int32_t i)
{
    double x1 = a->x[0], x2 = a->x[1], alpha = a->p[0], omega = a->p[1];
    return i == 0 ? alpha * x1 + omega * x2 : -omega * x1 + alpha * x2;
}

static double vanderpol_f(const struct at *a, int32_t i)
{
    double x1 = a->x[0], x2 = a->x[1];
    return i == 0 ? x2 : a->p[0] * (1 - x1 * x1) * x2 - x1;
}

static double d4_f(const struct at *a, int32_t i)
{
    double x1 = a->x[0], x2 = a->x[1], x3 = a->x[2];
    if (i == 0) return -0.013 * x1 - 1000 * x1 * x3;
    if (i == 1) return -2500 * x2 * x3;
    return -0.013 * x1 - 1000 * x1 * x3 - 2500 * x2 * x3;
}

static double tline_f(const struct at *a, int32_t i)
{
    int32_t n = a->n, j = i % n;
    const double *phi = a->x, *u = a->x + n;
    if (i < n) return (j == 0 ? a->d[0] : u[j - 1]) - u[j];
    return j < n - 1 ? phi[j] - phi[j + 1] : phi[j] - pow(10000 * u[j], 3);
}

/* VD = RD (U - RLL IL)/(RLL + RD) */
static double diode_voltage(double closed, double conducts, double il)
{
    double rll = closed != 0 ? 1e-6 : 1e6, rd = conducts != 0 ? 1e-6 : 1e6;
    return rd * (24 - rll * il) / (rll + rd);
}

static double buck_f(const struct at *a, int32_t i)
{
    double vc = a->x[0], il = a->x[1];
    if (i == 0) return (il - vc / a->p[0]) / 1e-4;
    return (diode_voltage(a->d[0], a->d[1], il) - vc) / 1e-4;
}

static double buck_z(const struct at *a, int32_t i)
{
    return i == 0 ? 24 - (a->d[0] != 0 ? 1e-6 : 1e6) * a->x[1] : NAN;
}

static double motor_wref(const struct at *a)
{
    return a->d[6] != 0 ? 54.2 * a->t : 108.4;
}

static double motor_vref(const struct at *a)
{
    return 1.5 * (motor_wref(a) - a->x[1]) + 5 * a->x[4];
}

static double motor_f(const struct at *a, int32_t i)
{
    double ia = a->x[0], w = a->x[1], vc = a->x[2], il = a->x[3];
    switch (i) {
    case 0: return (vc - 1.73 * ia - 0.0551 * w) / 2.54e-3;
    case 1: return (0.0551 * ia - 1.12e-5 * w) / 1.62e-5;
    case 2: return (il - vc / a->p[0] - ia) / 1e-4;
    case 3: return (diode_voltage(a->d[0], a->d[1], il) - vc) / 1e-4;
    case 4: return motor_wref(a) - w;
    default: return motor_vref(a) - vc;
    }
}

static double motor_z(const struct at *a, int32_t k)
{
    double x = 0.5 * (motor_vref(a) - a->x[2]) + 0.5 * a->x[5], since = a->d[4] * 0.5e-4;
    double triangle = (a->d[5] > 0 ? -1.1 : 1.1) + a->d[5] * (a->t - since);
    if (k == 0) return 24 - (a->d[0] != 0 ? 1e-6 : 1e6) * a->x[3];
    if (k == 1) return x - 1;
    if (k == 2) return x + 1;
    return (a->d[2] != 0 ? 1 : a->d[3] != 0 ? -1 : x) - triangle;
}

static double inverters_u(const struct at *a, int32_t c)
{
    const double *in = a->d + 2 * a->n;
    return c > 0 ? a->x[c - 1] : in[0] + in[1] * (a->t - in[2]);
}

static double inverters_f(const struct at *a, int32_t c)
{
    double u = inverters_u(a, c), v = a->x[c];
    double g = (a->d[2 * c] != 0 ? (u - 1) * (u - 1) : 0) -
               (a->d[2 * c + 1] != 0 ? (u - v - 1) * (u - v - 1) : 0);
    return 5 - v - 100 * g;
}

static double inverters_z(const struct at *a, int32_t k)
{
    double u = inverters_u(a, k / 2);
    return k % 2 ? u - a->x[k / 2] - 1 : u - 1;
}

static double adr_f(const struct at *a, int32_t i)
{
    const double *u = a->x;
    double dx = 10.0 / a->n, left = i > 0 ? u[i - 1] : 1;
    double right = i < a->n - 1 ? u[i + 1] : left;
    return -(u[i] - left) / dx + 0.001 * (right - 2 * u[i] + left) / (dx * dx) +
           1000 * (u[i] * u[i] - u[i] * u[i] * u[i]);
}

static double cuk_f(const struct at *a, int32_t i)
{
    int32_t n = a->n, j = i % n;
    double uc2 = a->x[3 * n], sum = 0, rs, rd, id;
    if (i == 3 * n) {
        for (j = 0; j < n; j++) sum += a->x[n + j];
        return (sum - uc2 / 10) / 1e-4;
    }
    rs = a->d[j] != 0 ? 1e-5 : 1e5;
    rd = a->d[n + j] != 0 ? 1e-5 : 1e5;
    id = ((a->x[j] + a->x[n + j]) * rs - a->x[2 * n + j]) / (rs + rd);
    if (i < n) return (24 - a->x[2 * n + j] - id * rd) / 1e-4;
    if (i < 2 * n) return (-uc2 - id * rd) / 1e-4;
    return (id - a->x[n + j]) / 1e-4;
}

static double cuk_z(const struct at *a, int32_t j)
{
    return (a->x[j] + a->x[a->n + j]) * (a->d[j] != 0 ? 1e-5 : 1e5) - a->x[2 * a->n + j];
}

static double buckn_f(const struct at *a, int32_t i)
{
    int32_t n = a->n;
    double vc = a->x[n], sum = 0;
    if (i < n) return (diode_voltage(a->d[i], a->d[n + i], a->x[i]) - vc) / 1e-4;
    for (int32_t j = 0; j < n; j++) sum += a->x[j];
    return (sum - vc / (10.0 / n)) / 1e-4;
}

static double buckn_z(const struct at *a, int32_t j)
{
    return 24 - (a->d[j] != 0 ? 1e-6 : 1e6) * a->x[j];
}

static double tyson_f(const struct at *a, int32_t i)
{
    int32_t n = a->n, c = i % n;
    double c2 = a->x[c], cp = a->x[n + c], pm = a->x[2 * n + c], m = a->x[3 * n + c];
    double y = a->x[4 * n + c], yp = a->x[5 * n + c], f = 0.018 + 180 * m * m;
    switch (i / n) {
    case 0: return m - 1e6 * c2 + 1e3 * cp;
    case 1: return -200 * cp * y + 1e6 * c2 - 1e3 * cp;
    case 2: return 200 * cp * y - pm * f;
    case 3: return pm * f - m;
    case 4: return 0.015 - 200 * cp * y;
    default: return m - 0.6 * yp;
    }
}

static double bounce_f(const struct at *a, int32_t i)
{
    return i == 0 ? a->x[1] : -a->p[0];
}

static double bounce_z(const struct at *a, int32_t i)
{
    return i == 0 ? a->x[0] : NAN;
}

static double sine_f(const struct at *a, int32_t i)
{
    return i == 0 ? sin(a->p[0] * a->t) : NAN;
}

static double bball_f(const struct at *a, int32_t i)
{
    double vx = a->x[2], vy = a->x[3], contact = 30 * vy + 1e5 * (a->x[1] - a->d[1]);
    if (i == 0) return vx;
    if (i == 1) return vy;
    if (i == 2) return -0.1 * vx;
    return -9.81 - 0.1 * vy - a->d[0] * contact;
}

static double bball_z(const struct at *a, int32_t k)
{
    double over = 11 - a->x[0] - a->d[1];
    return k == 0 ? a->d[1] - a->x[1] : over * (over - 1);
}

static double neurons_f(const struct at *a, int32_t i)
{
    int32_t n = a->n;
    double drive = 0.95 + 0.15 * ((i + 1) * 17 % 101) / 100;
    return i >= n ? -a->x[i] / 5 : (drive - a->x[i] + a->x[n + i]) / 20;
}

static double neurons_z(const struct at *a, int32_t k)
{
    return a->x[k] - 1;
}

static double airconds_f(const struct at *a, int32_t i)
{
    int32_t n = a->n;
    return ((32 - a->x[i]) / a->p[n + i] - 14 * a->d[i] + a->d[n + i]) * 60 / a->p[i];
}

static double airconds_z(const struct at *a, int32_t k)
{
    return a->x[k] - a->d[2 * a->n] + a->d[k] - 0.5;
}

static double thermostat_f(const struct at *a, int32_t i)
{
    const double *p = a->p;
    return (p[2] - a->x[i] + a->d[0] * p[4]) / p[3];
}

static double thermostat_z(const struct at *a, int32_t k)
{
    return k == 0 ? a->x[0] - a->p[1] : a->p[0] - a->x[0];
}

static double lotka_f(const struct at *a, int32_t i)
{
    const double *p = a->p;
    double prey = a->x[0], predators = a->x[1];
    return i == 0 ? prey * (p[0] - p[1] * predators) : predators * (p[3] * prey - p[2]);
}

static double hybrid_pi_f(const struct at *a, int32_t i)
{
    return i == 1 ? a->d[0] - a->x[1] : 2 * (a->x[1] - a->x[0]);
}

static double ring_u(const struct at *a, int32_t c)
{
    return a->x[c > 0 ? c - 1 : a->n - 1] - 1;
}

static double ring_f(const struct at *a, int32_t c)
{
    double u = ring_u(a, c), v = a->x[c];
    return 5 - v - 100 * (a->d[2 * c] * u * u - a->d[2 * c + 1] * (u - v) * (u - v));
}

static double ring_z(const struct at *a, int32_t k)
{
    return k % 2 ? ring_u(a, k / 2) - a->x[k / 2] : ring_u(a, k / 2);
}

static double robot_f(const struct at *a, int32_t i)
{
    if (i == 2) return a->d[0] != 0 ? a->p[1] : 0;
    return i == 0 ? cos(a->x[2]) : sin(a->x[2]);
}

static double robot_z(const struct at *a, int32_t k)
{
    const double z[] = {a->x[0] - a->p[0], a->x[1] - 0.5, a->x[0] - 3.5, -0.4 - a->x[1],
                        2.8 - a->x[0]};
    return z[k];
}

/* The elbow by the law of cosines, the rates by solving J rates = v. */
static double arm_f(const struct at *a, int32_t i)
{
    double l1 = a->p[0], l2 = a->p[1], px = a->p[3] + a->t * a->p[5], py = a->p[4] + a->t * a->p[6];
    double a2 = acos((px * px + py * py - l1 * l1 - l2 * l2) / (2 * l1 * l2));
    double a1 = atan2(py, px) - atan2(l2 * sin(a2), l1 + l2 * cos(a2));
    double x2 = l2 * cos(a1 + a2), y2 = l2 * sin(a1 + a2), x1 = l1 * cos(a1), y1 = l1 * sin(a1);
    double j[2][2] = {{-y1 - y2, -y2}, {x1 + x2, x2}}, det = j[0][0] * j[1][1] - j[0][1] * j[1][0];
    if (i == 0) return (a->p[5] * j[1][1] - j[0][1] * a->p[6]) / det;
    return (j[0][0] * a->p[6] - a->p[5] * j[1][0]) / det;
}

static double arm_z(const struct at *a, int32_t k)
{
    double l1 = a->p[0], l2 = a->p[1];
    double x = l1 + l2 * cos(a->x[1]), y = l2 * sin(a->x[1]);
    return (void)k, hypot(x, y) - (l1 + l2 - a->p[2]);
}

static double bumpercars_f(const struct at *a, int32_t i)
{
    double theta = a->x[2 * a->n + i % a->n], v = a->d[i % a->n];
    return i < a->n ? v * cos(theta) : i < 2 * a->n ? v * sin(theta) : 0;
}

static double bumpercars_z(const struct at *a, int32_t k)
{
    int32_t n = a->n, i = 0, j = 1;
    const double *x = a->x, *y = a->x + n;
    double r = a->p[0], side = a->p[1];
    if (k < n) return r - x[k];
    if (k < 2 * n) return x[k - n] - (side - r);
    if (k < 3 * n) return r - y[k - 2 * n];
    if (k < 4 * n) return y[k - 3 * n] - (side - r);
    for (k -= 4 * n; k > 0; k--)
        if (++j == n) i++, j = i + 1;
    return 4 * r * r - (x[i] - x[j]) * (x[i] - x[j]) - (y[i] - y[j]) * (y[i] - y[j]);
}

/* bits: that many discretes, from the first on, are modes 0 or 1. curved: no polynomial of degree 10 is
 * the plain form, and the points tell its coefficients less well. */
static const struct subject {
    const char *name;
    int32_t n, states, discretes, guards, clocks, bits;
    plain_fn *f, *z;
    int curved;
} subject[] = {
    {"stiff2", 0, 2, 0, 0, 0, 0, stiff2_f, NULL, 0},
    {"appendix_a", 0, 1, 0, 0, 0, 0, appendix_a_f, NULL, 0},
    {"pair", 0, 2, 0, 0, 0, 0, pair_f, NULL, 0},
    {"oscillator", 0, 2, 0, 0, 0, 0, oscillator_f, NULL, 0},
    {"vanderpol", 0, 2, 0, 0, 0, 0, vanderpol_f, NULL, 0},
    {"d4", 0, 3, 0, 0, 0, 0, d4_f, NULL, 0},
    {"tline", 5, 10, 1, 0, 1, 0, tline_f, NULL, 0},
    {"buck", 0, 2, 3, 1, 1, 2, buck_f, buck_z, 0},
    {"buckn", 3, 4, 9, 3, 3, 6, buckn_f, buckn_z, 0},
    {"motor", 0, 6, 7, 4, 2, 4, motor_f, motor_z, 0},
    {"inverters", 7, 7, 18, 14, 1, 14, inverters_f, inverters_z, 0},
    {"adr", 10, 10, 0, 0, 0, 0, adr_f, NULL, 0},
    {"adr", 1, 1, 0, 0, 0, 0, adr_f, NULL, 0},
    {"cuk", 3, 10, 9, 3, 3, 6, cuk_f, cuk_z, 0},
    {"tyson", 4, 24, 0, 0, 0, 0, tyson_f, NULL, 0},
    {"bounce", 0, 2, 0, 1, 0, 0, bounce_f, bounce_z, 0},
    {"sine", 0, 1, 0, 0, 0, 0, sine_f, NULL, 0},
    {"bball", 0, 4, 2, 2, 0, 1, bball_f, bball_z, 0},
    {"neurons", 13, 26, 1, 13, 0, 0, neurons_f, neurons_z, 0},
    {"airconds", 4, 4, 12, 4, 2, 4, airconds_f, airconds_z, 0},
    {"thermostat", 0, 1, 1, 2, 0, 1, thermostat_f, thermostat_z, 0},
    {"lotka", 0, 2, 0, 0, 0, 0, lotka_f, NULL, 0},
    {"hybrid_pi", 0, 2, 3, 0, 1, 0, hybrid_pi_f, NULL, 0},
    {"ring", 5, 5, 10, 10, 0, 10, ring_f, ring_z, 0},
    {"robot", 0, 3, 8, 5, 0, 5, robot_f, robot_z, 1},
    {"arm", 0, 2, 0, 1, 0, 0, arm_f, arm_z, 1},
    {"bumpercars", 4, 12, 7, 22, 0, 0, bumpercars_f, bumpercars_z, 1},
};
enum { SUBJECTS = sizeof subject / sizeof subject[0], MAX = 64, MODES = 64 };

static const struct subject *named(const char *name)
{
    int k = 0;
    while (strcmp(subject[k].name, name) != 0) k++;
    return &subject[k];
}

#endif
