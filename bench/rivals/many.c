/* SPDX-License-Identifier: MIT */
/* many.c - many alike: pairs of genes that repress each other, oscillators that pull each other
 * through two sums (without a Jacobian, which would be full), and seven stars. */
#include "problem.h"
#include <math.h>
#include <string.h>

/* ---- Toggles: the pair i is states 2 i and 2 i + 1 ------------------------------------------- */

static void toggles_f(const struct problem *p, double t, const double *restrict x,
                      double *restrict dx)
{
    int32_t n = p->n / 2;
    double rhythm = 1 + 0.5 * sin(t);
    for (int32_t i = 0; i < n; i++) {
        double u = x[2 * i], v = x[2 * i + 1];
        dx[2 * i] = (4 + 8.0 * (i + 1) / n) * rhythm / (1 + v * v) - u;
        dx[2 * i + 1] = (4 + 8.0 * (n - i) / n) / (1 + u * u) - v;
    }
}

static void toggles_jacobian(const struct problem *p, double t, const double *x, double *value)
{
    int32_t n = p->n / 2;
    double rhythm = 1 + 0.5 * sin(t);
    for (int32_t i = 0; i < n; i++, value += 4) {
        double u = x[2 * i], v = x[2 * i + 1], by_u = 1 + u * u, by_v = 1 + v * v;
        value[0] = value[3] = -1;
        value[1] = -(4 + 8.0 * (n - i) / n) * 2 * u / (by_u * by_u);
        value[2] = -(4 + 8.0 * (i + 1) / n) * rhythm * 2 * v / (by_v * by_v);
    }
}

int problem_toggles(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 1000;
    if (!problem_new(p, 2 * n, 1, 4 * n)) return 0;
    for (int32_t i = 0; i < n; i++) {
        p->x0[2 * i] = 0.1 + 3.0 * (i + 1) / n;
        p->x0[2 * i + 1] = 1;
        for (int32_t k = 0; k < 4; k++) problem_entry(p, 2 * i + k % 2, 2 * i + k / 2);
    }
    p->stop = 40;
    p->explicit = 40 * 10 / 3.3;
    p->group[0] = (struct problem_group){"u", 0, n, 2};
    p->group[1] = (struct problem_group){"v", 1, n, 2};
    p->f = toggles_f;
    p->jacobian = toggles_jacobian;
    return 1;
}

/* ---- Kuramoto's oscillators ------------------------------------------------------------------ */

static void kuramoto_f(const struct problem *p, double t, const double *restrict x,
                       double *restrict dx)
{
    double *wave = p->data, *w = wave + 2 * p->n, s = 0, c = 0, pull = 2.0 / p->n;
    (void)t;
    for (int32_t i = 0; i < p->n; i++) {
        s += wave[2 * i] = sin(x[i]);
        c += wave[2 * i + 1] = cos(x[i]);
    }
    for (int32_t i = 0; i < p->n; i++)
        dx[i] = w[i] + pull * (s * wave[2 * i + 1] - c * wave[2 * i]);
}

int problem_kuramoto(struct problem *p, const struct rival_case *c)
{
    int32_t n = c->size > 0 ? c->size : 1000;
    double *w;
    if (!problem_new(p, n, 3 * (size_t)n * sizeof *w, 1)) return 0;
    w = (double *)p->data + 2 * n;
    for (int32_t i = 0; i < n; i++) {
        double turn = (i + 1) * 0.6180339887498949;
        p->x0[i] = 3 * (turn - floor(turn));
        w[i] = tan(2.2 * ((i + 0.5) / n - 0.5));
    }
    p->stop = 10;
    p->explicit = 100;
    p->group[0] = (struct problem_group){"theta", 0, n, 1};
    p->f = kuramoto_f;
    return 1;
}

/* ---- Seven stars: x, y, x', y' of all --------------------------------------------------------- */

enum { STARS = 7 };

static void stars_f(const struct problem *p, double t, const double *restrict x,
                    double *restrict dx)
{
    const double *y = x + STARS;
    double *ax = dx + 2 * STARS, *ay = ax + STARS;
    (void)p, (void)t;
    memcpy(dx, x + 2 * STARS, 2 * STARS * sizeof *dx);
    memset(ax, 0, 2 * STARS * sizeof *ax);
    for (int i = 0; i < STARS; i++)
        for (int j = 0; j < i; j++) {
            double dist_x = x[j] - x[i], dist_y = y[j] - y[i];
            double square = dist_x * dist_x + dist_y * dist_y, pull = 1 / (square * sqrt(square));
            ax[i] += (j + 1) * pull * dist_x;
            ay[i] += (j + 1) * pull * dist_y;
            ax[j] -= (i + 1) * pull * dist_x;
            ay[j] -= (i + 1) * pull * dist_y;
        }
}

static double *entry(double *v, int i, int j)
{
    return v + j * 4 * STARS + i;
}

static void stars_jacobian(const struct problem *p, double t, const double *x, double *v)
{
    const double *y = x + STARS;
    (void)p, (void)t;
    memset(v, 0, 16 * STARS * STARS * sizeof *v);
    for (int i = 0; i < 2 * STARS; i++) *entry(v, i, 2 * STARS + i) = 1;
    for (int i = 0; i < STARS; i++)
        for (int j = 0; j < STARS; j++) {
            int a = 2 * STARS + i, b = a + STARS;
            double u = x[j] - x[i], w = y[j] - y[i], r = u * u + w * w,
                   cube = (j + 1) / (r * sqrt(r));
            double xx = cube * (1 - 3 * u * u / r), yy = cube * (1 - 3 * w * w / r);
            double xy = -3 * cube * u * w / r;
            if (i == j) continue;
            *entry(v, a, j) += xx, *entry(v, a, i) -= xx;
            *entry(v, b, STARS + j) += yy, *entry(v, b, STARS + i) -= yy;
            *entry(v, a, STARS + j) += xy, *entry(v, a, STARS + i) -= xy;
            *entry(v, b, j) += xy, *entry(v, b, i) -= xy;
        }
}

int problem_pleiades(struct problem *p, const struct rival_case *c)
{
    static const double x0[4 * STARS] = {3, 3, -1, -3, 2, -2,   2,    3, -3, 2, 0,     0, -4, 4,
                                         0, 0, 0,  0,  0, 1.75, -1.5, 0, 0,  0, -1.25, 1, 0,  0};
    static const char *const name[4] = {"x", "y", "vx", "vy"};
    (void)c;
    if (!problem_new(p, 4 * STARS, 1, 16 * STARS * STARS)) return 0;
    memcpy(p->x0, x0, sizeof x0);
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t i = 0; i < p->n; i++) problem_entry(p, i, j);
    for (int k = 0; k < 4; k++) p->group[k] = (struct problem_group){name[k], k * STARS, STARS, 1};
    p->stop = 3;
    p->explicit = 300;
    p->f = stars_f;
    p->jacobian = stars_jacobian;
    return 1;
}
