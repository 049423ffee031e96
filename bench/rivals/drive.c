/* SPDX-License-Identifier: MIT */
/* drive.c - a permanent-magnet machine on a three-phase inverter with space-vector modulation: four
 * states, a sampled controller, and each switch turned at instants that it knows beforehand. */
#include "problem.h"
#include <math.h>

enum { ID, IQ, W, THETA, STATES };

static const double R = 0.5, L = 5e-3, PSI = 0.175, J = 2e-3, B = 1e-3, U = 300, P = 4;
static const double T = 1e-4, WANTED = 100, LOAD = 5, LATE = 0.1;
static const double KP = 10, KI = 1000, KW = 0.6, KV = 12;

struct drive {
    double on[3], close[3], open[3]; /* switches of the phases */
    double xd, xq, xw, load;         /* integrals */
    long sample;                     /* number of the next one */
};

static void f(const struct problem *p, double t, const double *x, double *dx)
{
    const struct drive *d = p->data;
    double a = U * (2 * d->on[0] - d->on[1] - d->on[2]) / 3,
           b = U * (d->on[1] - d->on[2]) / sqrt(3);
    double c = cos(x[THETA]), s = sin(x[THETA]), turn = P * x[W];
    (void)t;
    dx[ID] = (a * c + b * s - R * x[ID]) / L + turn * x[IQ];
    dx[IQ] = (b * c - a * s - R * x[IQ] - turn * PSI) / L - turn * x[ID];
    dx[W] = (1.5 * P * PSI * x[IQ] - B * x[W] - d->load) / J;
    dx[THETA] = turn;
}

static void jacobian(const struct problem *p, double t, const double *x, double *v)
{
    const struct drive *d = p->data;
    double a = U * (2 * d->on[0] - d->on[1] - d->on[2]) / 3,
           b = U * (d->on[1] - d->on[2]) / sqrt(3);
    double c = cos(x[THETA]), s = sin(x[THETA]), turn = P * x[W];
    (void)t;
    v[0] = -R / L, v[1] = -turn, v[2] = 0, v[3] = 0;
    v[4] = turn, v[5] = -R / L, v[6] = 1.5 * P * PSI / J, v[7] = 0;
    v[8] = P * x[IQ], v[9] = -P * (x[ID] + PSI / L), v[10] = -B / J, v[11] = P;
    v[12] = (b * c - a * s) / L, v[13] = -(a * c + b * s) / L, v[14] = v[15] = 0;
}

static double limit(double x, double least, double most)
{
    return fmax(least, fmin(most, x));
}

/* The controllers, and when the switches turn in this period. */
static void control(struct drive *d, double t, const double *x)
{
    double ref, vd, vq, a, b, u[3], zero;
    d->xw += T * KV * (WANTED - x[W]);
    ref = limit(KW * (WANTED - x[W]) + d->xw, -15, 15);
    d->xd -= T * KI * x[ID];
    d->xq += T * KI * (ref - x[IQ]);
    vd = d->xd - KP * x[ID];
    vq = d->xq + KP * (ref - x[IQ]);
    a = vd * cos(x[THETA]) - vq * sin(x[THETA]);
    b = sqrt(3) * (vd * sin(x[THETA]) + vq * cos(x[THETA]));
    u[0] = a;
    u[1] = (b - a) / 2;
    u[2] = -(b + a) / 2;
    zero = (fmax(u[0], fmax(u[1], u[2])) + fmin(u[0], fmin(u[1], u[2]))) / 2;
    for (int k = 0; k < 3; k++) {
        double share = limit(0.5 + (u[k] - zero) / U, 0.01, 0.99);
        d->close[k] = t + T * (1 - share) / 2;
        d->open[k] = d->close[k] + T * share;
    }
}

static double next(const struct problem *p, double t)
{
    const struct drive *d = p->data;
    double first = (double)d->sample * T;
    if (d->load == 0) first = fmin(first, LATE);
    for (int k = 0; k < 3; k++) {
        if (d->close[k] > t) first = fmin(first, d->close[k]);
        if (d->open[k] > t) first = fmin(first, d->open[k]);
    }
    return first;
}

static enum problem_change at_time(struct problem *p, double t, double *x)
{
    struct drive *d = p->data;
    enum problem_change change = PROBLEM_SMOOTH;
    if (t >= (double)d->sample * T) {
        control(d, t, x);
        d->sample++;
    }
    if (d->load == 0 && t >= LATE) {
        d->load = LOAD;
        change = PROBLEM_KINK;
    }
    for (int k = 0; k < 3; k++) {
        double on = t >= d->close[k] && t < d->open[k];
        if (on != d->on[k]) change = PROBLEM_KINK;
        d->on[k] = on;
    }
    return change;
}

int problem_drive(struct problem *p, const struct rival_case *c)
{
    static const char *const name[STATES] = {"id", "iq", "w", "theta"};
    struct drive *d;
    (void)c;
    if (!problem_new(p, STATES, sizeof *d, STATES * STATES)) return 0;
    for (int32_t j = 0; j < STATES; j++)
        for (int32_t i = 0; i < STATES; i++) problem_entry(p, i, j);
    for (int k = 0; k < STATES; k++) p->group[k] = (struct problem_group){name[k], k, 1, 1};
    d = p->data;
    control(d, 0, p->x0);
    d->sample = 1;
    p->stop = 0.2;
    p->explicit = 0.2 * 1e3;
    p->stops = 14000;
    p->f = f;
    p->jacobian = jacobian;
    p->next = next;
    p->at_time = at_time;
    return 1;
}
