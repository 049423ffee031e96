/* SPDX-License-Identifier: MIT */
/* harmonics.c - Fourier integrals of polynomials in closed form.
 *
 * Over a piece p(u), u = (t - a)/h in 0..1, with w = 2 pi k f0 and x = w h,
 *     integral p e^(-jwt) dt = h e^(-jwa) sum_m c[m] M_m(x),   M_m(x) = integral_0^1 u^m e^(-jxu) du. (1)
 * Integration by parts gives
 *     M_0 = (1 - e^(-jx))/(jx),   M_m = (m M_(m-1) - e^(-jx))/(jx),                             (2)
 * which loses about m!/x^m of its digits, so it is used for x > LARGE only. Below, the series
 *     M_m = sum_i (-jx)^i / (i! (m + i + 1))                                                      (3)
 * loses at most e^LARGE. wa is reduced by whole turns before its sine is taken. */
#include "out/measure/program.h"

#include <math.h>

#define TURN  6.283185307179586476925286766559
#define LARGE 5.0

struct pair {
    double re, im;
};

static struct pair by_series(int m, double x)
{
    struct pair sum = {0, 0};
    double term = 1; /* x^i/i! */
    for (int i = 0; i < 60; i++) {
        double v = term / (m + i + 1);
        switch (i % 4) { /* (-j)^i */
        case 0: sum.re += v; break;
        case 1: sum.im -= v; break;
        case 2: sum.re -= v; break;
        default: sum.im += v; break;
        }
        term *= x / (i + 1);
        if (i > x && term < 1e-19) break;
    }
    return sum;
}

/* sum_m c[m] M_m(x) */
static struct pair moments(const double *c, int n, double x)
{
    struct pair sum = {0, 0}, m = {0, 0};
    double cosine = cos(x), sine = sin(x);
    for (int k = 0; k <= n; k++) {
        if (x <= LARGE) {
            m = by_series(k, x);
        } else if (k == 0) {
            m = (struct pair){sine / x, (cosine - 1) / x};
        } else { /* (2): a division by jx turns (re, im) into (im, -re)/x */
            double re = k * m.re - cosine, im = k * m.im + sine;
            m = (struct pair){im / x, -re / x};
        }
        sum.re += c[k] * m.re;
        sum.im += c[k] * m.im;
    }
    return sum;
}

void program_fourier(const struct signal_piece *p, double f0, int n, double *a, double *b)
{
    for (int k = 1; k <= n; k++) {
        double turns = fmod(k * f0 * p->a, 1), x = TURN * k * f0 * p->h;
        double cosine = cos(TURN * turns), sine = sin(TURN * turns);
        struct pair s = moments(p->c, p->n, x);
        /* e^(-jwa) times s: its real part is the integral of p cos, its imaginary part minus that of
         * p sin */
        a[k] += p->h * (cosine * s.re + sine * s.im);
        b[k] -= p->h * (cosine * s.im - sine * s.re);
    }
}
