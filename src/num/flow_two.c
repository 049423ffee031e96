/* SPDX-License-Identifier: MIT */
/* flow_two.c - the flow of two states in closed form.
 *
 *     A = [a b; c d],   m = (a + d)/2,   k = (a - d)/2,   D = k^2 + b c.
 * D > 0: two real modes r = m +- sqrt(D), and v = e v + f v with the projectors
 *     e = (A - r1)/(r0 - r1),   f = (r0 - A)/(r0 - r1);
 * each part of v grows by e^(r s). D < 0: with o = sqrt(-D) and e = (A - m)/o,
 *     e^(As) = e^(ms) (cos(os) + e sin(os)).
 * What would cancel is written otherwise: the eigenvalue of less size is det A over the other one,
 * and of the two numbers k +- sqrt(D), whose product is -b c, the less one comes from the other.
 * Where projectors are large, because modes are nearly one, there is no closed form: levels know no
 * such case. */
#include "num/flow.h"
#include <math.h>
#include <string.h>

/* Entries of projectors are no larger than this, up to the units of the states. */
static const double most = 8;
/* Real modes are this far apart at least, as a share of their size. */
static const double apart = 0.125;

/* a b + c d, each product without rounding. */
static double sum_of_products(double a, double b, double c, double d)
{
    double p = a * b, q = c * d;
    return p + q + (fma(a, b, -p) + fma(c, d, -q));
}

static void real_modes(const double *a, double m, double k, double root, struct flow_two *w)
{
    double det = sum_of_products(a[0], a[3], -a[1], a[2]), far = m >= 0 ? m + root : m - root;
    double near = det / far, by = 1 / (2 * root);
    double plus = k >= 0 ? k + root : a[1] * a[2] / (root - k);  /* k + root: a - r of the less r */
    double minus = k >= 0 ? a[1] * a[2] / (k + root) : root - k; /* root - k */
    w->rate[0] = m >= 0 ? far : near;                            /* m + root */
    w->rate[1] = m >= 0 ? near : far;
    w->e[0] = w->f[3] = plus * by;
    w->e[3] = w->f[0] = minus * by;
    w->e[1] = a[1] * by;
    w->e[2] = a[2] * by;
    w->f[1] = -w->e[1];
    w->f[2] = -w->e[2];
}

void flow_two_open(const double *a, struct flow_two *w)
{
    double m = 0.5 * a[0] + 0.5 * a[3], k = 0.5 * a[0] - 0.5 * a[3];
    double d = sum_of_products(k, k, a[1], a[2]), root = sqrt(fabs(d));
    memset(w, 0, sizeof *w);
    if (!(root > 1e-140 && root < 1e140)) return;
    if (!(fabs(k) <= most * root && fabs(a[1]) * fabs(a[2]) <= most * most * root * root)) return;
    if (d > 0 && root < apart * fabs(m)) return;
    if (d > 0) {
        w->kind = FLOW_REAL;
        real_modes(a, m, k, root, w);
        return;
    }
    w->kind = FLOW_COMPLEX;
    w->rate[0] = m;
    w->rate[1] = root;
    w->e[0] = k / root;
    w->e[1] = a[1] / root;
    w->e[2] = a[2] / root;
    w->e[3] = -k / root;
}

/* e^x - 1 of both; where x is a large negative number, -1 */
static void two_real(const struct flow_two *w, double s, struct flow_turn *t)
{
    for (int i = 0; i < 2; i++) {
        double r = w->rate[i], x = r * s;
        t->p[i] = x < -40 ? -1 : expm1(x);
        t->g[i] = r != 0 ? t->p[i] / r : s;
    }
}

/* cos - 1 = -2 sin^2 of the half: nothing cancels in short steps. */
static void two_complex(const struct flow_two *w, double s, struct flow_turn *t)
{
    double m = w->rate[0], o = w->rate[1], size = m * m + o * o;
    double half = 0.5 * o * s, sine = sin(half), cosine = cos(half);
    double grown = m != 0 ? expm1(m * s) : 0;
    t->p[0] = grown - (1 + grown) * (2 * sine * sine);
    t->p[1] = (1 + grown) * (2 * sine * cosine);
    t->g[0] = (m * t->p[0] + o * t->p[1]) / size;
    t->g[1] = (m * t->p[1] - o * t->p[0]) / size;
}

struct flow_turn flow_two_turn(const struct flow_two *w, double s)
{
    struct flow_turn t;
    if (w->kind == FLOW_REAL)
        two_real(w, s, &t);
    else
        two_complex(w, s, &t);
    return t;
}

void flow_two_go(const struct flow_two *w, double h, double *y, double *v)
{
    struct flow_turn t = flow_two_turn(w, h);
    double e0 = w->e[0] * v[0] + w->e[1] * v[1], e1 = w->e[2] * v[0] + w->e[3] * v[1];
    double f0 = v[0], f1 = v[1];
    if (w->kind == FLOW_REAL) {
        f0 = w->f[0] * v[0] + w->f[1] * v[1];
        f1 = w->f[2] * v[0] + w->f[3] * v[1];
        y[0] += t.g[0] * e0 + t.g[1] * f0;
        y[1] += t.g[0] * e1 + t.g[1] * f1;
        v[0] += t.p[0] * e0 + t.p[1] * f0;
        v[1] += t.p[0] * e1 + t.p[1] * f1;
        return;
    }
    y[0] += t.g[0] * f0 + t.g[1] * e0;
    y[1] += t.g[0] * f1 + t.g[1] * e1;
    v[0] += t.p[0] * f0 + t.p[1] * e0;
    v[1] += t.p[0] * f1 + t.p[1] * e1;
}
