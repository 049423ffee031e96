/* SPDX-License-Identifier: MIT */
/* roots.c - how long does a root take? Prints nanoseconds per call.
 *
 * Inputs are what a quantized integrator asks: a difference x - q of degree n that has just been
 * requantized (only its last coefficient is not 0), or has been disturbed by a neighbour (all
 * coefficients, |c0| < band); a guard of degree n; and the pair step of mLIQSS2: the largest h with
 *     |h^2/2 n_k(h)| <= T_k det M(h),   n = adj(M) D of degree 2,   M = I - h A + h^2 A^2/2,   (1)
 *     det M = 1 - tr h + tr^2/2 h^2 - tr det/2 h^3 + det^2/4 h^4,
 * that is the smallest positive root of four quartics; against a search on the predicate (1) by
 * doubling and 60 bisections. All inputs come from one fixed seed.                              */
#define _POSIX_C_SOURCE 199309L
#include "num/roots.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "num/poly.h"

enum { INPUTS = 1024, ROUNDS = 500 };

static uint64_t state = 1;

static double uniform(void) /* (-1, 1) */
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 10) * 0x1p-53 - 1;
}

static double wide(void) /* both signs, six decades */
{
    double x = uniform();
    return copysign(pow(10, 3 * uniform()), x);
}

static double now(void) /* ns */
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

struct input {
    double c[5], band;
};

static double call_first(const struct input *in, int n)
{
    return roots_first(in->c, n);
}

static double call_exit(const struct input *in, int n)
{
    return roots_exit(in->c, n, in->band);
}

/* Best of ROUNDS passes over all inputs; the sum keeps the calls alive. */
static void report(const char *what, const struct input *in, int n,
                   double (*call)(const struct input *, int))
{
    double best = HUGE_VAL, sum = 0;
    int roots = 0;
    for (int k = 0; k < INPUTS; k++) roots += call(&in[k], n) < HUGE_VAL;
    for (int r = 0; r < ROUNDS; r++) {
        double start = now();
        for (int k = 0; k < INPUTS; k++) sum += call(&in[k], n);
        best = fmin(best, now() - start);
    }
    printf("%-34s degree %d  %7.1f ns  (%3.0f %% have one)%s\n", what, n, best / INPUTS,
           100.0 * roots / INPUTS, isnan(sum) ? " NaN!" : "");
}

static void report_degree(int n)
{
    static struct input fresh[INPUTS], disturbed[INPUTS], guard[INPUTS];
    for (int k = 0; k < INPUTS; k++) {
        fresh[k] = disturbed[k] = guard[k] = (struct input){.band = pow(10, uniform() - 3)};
        fresh[k].c[n] = wide();
        disturbed[k].c[0] = uniform() * disturbed[k].band;
        for (int j = 1; j <= n; j++) disturbed[k].c[j] = wide();
        for (int j = 0; j <= n; j++) guard[k].c[j] = wide();
    }
    report("roots_exit, just requantized", fresh, n, call_exit);
    report("roots_exit, disturbed", disturbed, n, call_exit);
    report("roots_first, guard", guard, n, call_first);
}

/* ---- the pair step -------------------------------------------------------------------------- */

struct pair {
    double m[5];    /* det M(h) */
    double n[2][3]; /* n_k(h) */
    double t[2];    /* T_k */
};

/* adj(M) D = D - h (tr I - A) D + h^2/2 (tr I - A)^2 D, since adj(I) = I, adj(A) = tr I - A. */
static struct pair random_pair(void)
{
    double a = -fabs(wide()), d = -fabs(wide()), b = wide(), c = -copysign(wide(), b);
    double tr = a + d, det = a * d - b * c, d0 = wide(), d1 = wide();
    double e0 = d * d0 - b * d1, e1 = a * d1 - c * d0; /* adj(A) D */
    struct pair p = {
        .m = {1, -tr, tr * tr / 2, -tr * det / 2, det * det / 4},
        .n = {{d0, -e0, (d * e0 - b * e1) / 2}, {d1, -e1, (a * e1 - c * e0) / 2}},
        .t = {pow(10, uniform() - 3), pow(10, uniform() - 3)},
    };
    return p;
}

static double pair_by_roots(const struct pair *p)
{
    double h = HUGE_VAL;
    for (int k = 0; k < 2; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double c[5];
            for (int j = 0; j <= 4; j++)
                c[j] = sign * p->t[k] * p->m[j] + (j >= 2 ? p->n[k][j - 2] / 2 : 0);
            h = fmin(h, roots_first(c, 4));
        }
    return h;
}

static int pair_holds(const struct pair *p, double h)
{
    double det = poly_value(p->m, 4, h);
    return fabs(h * h / 2 * poly_value(p->n[0], 2, h)) <= p->t[0] * det &&
           fabs(h * h / 2 * poly_value(p->n[1], 2, h)) <= p->t[1] * det;
}

static double pair_by_bisection(const struct pair *p)
{
    double lo = 1e-9, hi;
    while (lo < 1e9 && pair_holds(p, 2 * lo)) lo *= 2;
    if (lo >= 1e9) return HUGE_VAL;
    hi = 2 * lo;
    for (int k = 0; k < 60; k++) {
        double mid = (lo + hi) / 2;
        if (pair_holds(p, mid))
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static double time_pairs(const struct pair *p, double (*solve)(const struct pair *))
{
    double best = HUGE_VAL, sum = 0;
    for (int r = 0; r < ROUNDS / 10; r++) {
        double start = now();
        for (int k = 0; k < INPUTS; k++) sum += fmin(solve(&p[k]), 1);
        best = fmin(best, now() - start);
    }
    return isnan(sum) ? sum : best / INPUTS;
}

/* Doubling may step over a violation between two powers of two, so the root may be the earlier. */
static int report_pairs(void)
{
    static struct pair p[INPUTS];
    int finite = 0, agree = 0, earlier = 0, wrong = 0;
    for (int k = 0; k < INPUTS; k++) {
        p[k] = random_pair();
        double h = pair_by_roots(&p[k]), other = pair_by_bisection(&p[k]);
        finite += h < HUGE_VAL;
        if (h == other || fabs(h - other) <= 1e-9 * h)
            agree++;
        else if (h < other && !pair_holds(&p[k], h * (1 + 1e-6)))
            earlier++;
        else
            wrong++;
    }
    printf("pair step, four quartics by roots_first  %7.1f ns\n", time_pairs(p, pair_by_roots));
    printf("pair step, doubling and 60 bisections    %7.1f ns\n", time_pairs(p, pair_by_bisection));
    printf("%d pairs, %d with a largest h: %d agree, %d earlier than doubling saw, %d wrong\n",
           INPUTS, finite, agree, earlier, wrong);
    return wrong;
}

int main(void)
{
    for (int n = 1; n <= 4; n++) report_degree(n);
    return report_pairs() != 0;
}
