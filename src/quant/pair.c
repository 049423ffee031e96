/* SPDX-License-Identifier: MIT */
/* pair.c - the largest implicit step of two coupled states. Equation numbers: mliqss1.c, mliqss2.c.
 *
 * In both orders q - x = (numerator of degree <= 2 in h, times h or h^2/2)/(determinant), so
 * that |q_k - x_k| = T_k is a quadratic or a quartic in h for each k and each sign, with value
 * -T_k or T_k at h = 0. The smallest positive root of the four is the h at which the first of
 * the two reaches its limit; if there is none, there is no limit. */
#include "quant/pair.h"
#include "num/roots.h"
#include <math.h>

/* v := M^-1 v; false if the result is not finite. */
static bool solve(double M[2][2], double v[2])
{
    double det = M[0][0] * M[1][1] - M[0][1] * M[1][0];
    double v0 = (M[1][1] * v[0] - M[0][1] * v[1]) / det;
    double v1 = (M[0][0] * v[1] - M[1][0] * v[0]) / det;
    v[0] = v0;
    v[1] = v1;
    return isfinite(v0) && isfinite(v1);
}

static void apply(double A[2][2], const double v[2], double out[2])
{
    out[0] = A[0][0] * v[0] + A[0][1] * v[1];
    out[1] = A[1][0] * v[0] + A[1][1] * v[1];
}

/* c[0] < 0. Is the quartic surely negative all the way to h? It lies in the hull of its
 * coefficients in Bernstein's form on [0, h]. */
static inline bool stays_negative(const double *c, double h)
{
    double a1 = c[1] * h, a2 = c[2] * (h * h), a3 = c[3] * (h * h * h),
           a4 = c[4] * (h * h) * (h * h);
    double b1 = a1 / 4, b2 = a1 / 2 + a2 / 6, b3 = 0.75 * a1 + a2 / 2 + a3 / 4,
           b4 = a1 + a2 + a3 + a4;
    double most = -0.999999 * c[0]; /* with room for rounding; no infinity passes */
    return b1 < most && b2 < most && b3 < most && b4 < most;
}

/* Smallest positive h with numer_k(h) = +-T_k denom(h), over k and signs; +infinity: none. The one
 * that looks most urgent is solved first; of the others, most are seen to have no root before that
 * one. */
static double first_limit(double numer[2][5], const double *denom, const double *T, int degree)
{
    double h = INFINITY, c[5] = {0};
    int lead = degree / 2;
    bool second = fabs(numer[1][lead]) * T[0] > fabs(numer[0][lead]) * T[1];
    for (int turn = 0; turn < 4; turn++) {
        int k = (turn & 1) ^ second;
        double sign = (turn < 2 ? 1 : -1) * copysign(1, numer[k][lead]);
        for (int i = 0; i <= degree; i++) c[i] = sign * numer[k][i] - T[k] * denom[i];
        if (turn == 0 || !stays_negative(c, h)) h = fmin(h, roots_first(c, degree));
    }
    return h;
}

/* A nearly singular A makes the equilibrium a matter of rounding. */
static bool within(const struct pair *p)
{
    return fabs(p->q[0] - p->x[0]) <= 1.001 * p->T[0] && fabs(p->q[1] - p->x[1]) <= 1.001 * p->T[1];
}

/* q1 = (I - hA)^-1 (A q + u + h u1), or its limit -A^-1 u1. */
static bool touch(struct pair *p)
{
    double M[2][2], v[2], h = p->h;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) M[i][j] = isinf(h) ? -p->A[i][j] : (i == j) - h * p->A[i][j];
    apply(p->A, p->q, v);
    for (int i = 0; i < 2; i++) p->q1[i] = isinf(h) ? p->u1[i] : v[i] + p->u[i] + h * p->u1[i];
    return solve(M, p->q1);
}

bool pair_step1(struct pair *p)
{
    double(*A)[2] = p->A, e[2], numer[2][5], M[2][2];
    double tr = A[0][0] + A[1][1], det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
    double denom[3] = {1, -tr, det};
    apply(A, p->x, e);
    for (int k = 0; k < 2; k++) e[k] += p->u[k];
    for (int k = 0; k < 2; k++) { /* h (e + h (A - tr I) e), componentwise: mliqss1 (2) */
        numer[k][0] = 0;
        numer[k][1] = e[k];
        numer[k][2] = A[k][0] * e[0] + A[k][1] * e[1] - tr * e[k];
    }
    p->h = first_limit(numer, denom, p->T, 2);
    for (int i = 0; i < 2; i++) {
        p->q[i] = isinf(p->h) ? e[i] : p->h * e[i];
        for (int j = 0; j < 2; j++) M[i][j] = isinf(p->h) ? -A[i][j] : (i == j) - p->h * A[i][j];
    }
    p->q1[0] = p->q1[1] = 0;
    if (!solve(M, p->q)) return false;
    for (int i = 0; i < 2; i++) p->q[i] += p->x[i];
    return within(p);
}

bool pair_step2(struct pair *p)
{
    double(*A)[2] = p->A, B[2][2], v[2], k[2], numer[2][5], M[2][2], h;
    double tr = A[0][0] + A[1][1], det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
    double denom[5] = {1, -tr, tr * tr / 2, -tr * det / 2, det * det / 4}, trB;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) B[i][j] = A[i][0] * A[0][j] + A[i][1] * A[1][j]; /* A^2 */
    trB = B[0][0] + B[1][1];
    apply(A, p->x, v);
    for (int i = 0; i < 2; i++) v[i] += p->u[i];
    apply(A, v, k);
    for (int i = 0; i < 2; i++) k[i] += p->u1[i]; /* A (A x + u) + u1 */
    for (int i = 0; i < 2; i++) {                 /* (h^2/2) adj(M) k: mliqss2 (3) */
        numer[i][0] = numer[i][1] = 0;
        numer[i][2] = k[i] / 2;
        numer[i][3] = (A[i][0] * k[0] + A[i][1] * k[1] - tr * k[i]) / 2;
        numer[i][4] = (trB * k[i] - B[i][0] * k[0] - B[i][1] * k[1]) / 4;
    }
    h = p->h = first_limit(numer, denom, p->T, 4);
    for (int i = 0; i < 2; i++) {
        p->q[i] = isinf(h) ? k[i] : h * h / 2 * k[i];
        for (int j = 0; j < 2; j++)
            M[i][j] = isinf(h) ? B[i][j] : (i == j) - h * A[i][j] + h * h / 2 * B[i][j];
    }
    if (!solve(M, p->q)) return false;
    for (int i = 0; i < 2; i++) p->q[i] = p->x[i] - p->q[i];
    return within(p) && touch(p);
}
