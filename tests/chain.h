/* SPDX-License-Identifier: MIT */
/* chain.h - diffusion between the cells of a chain, with the spectrum that linear.h wants for the
 * exact solution.
 *
 *     C_i x_i' = K_(i-1) (x_(i-1) - x_i) + K_i (x_(i+1) - x_i) + L_i (b_i - x_i):
 * symmetric in the variables sqrt(C_i) x_i, whose matrix is diagonalized by Jacobi's rotations. */
#ifndef TESTS_CHAIN_H
#define TESTS_CHAIN_H

#include "linear.h"

struct chain {
    int32_t n;
    double C[LINEAR_MAX], K[LINEAR_MAX], L[LINEAR_MAX]; /* K[n - 1] is not used */
};

/* S := R' S R, V := V R, with the rotation in the plane p, q that makes S_pq = 0. */
static inline void chain_rotate(long double S[][LINEAR_MAX], long double V[][LINEAR_MAX], int32_t n,
                                int32_t p, int32_t q)
{
    long double theta, t, c, s;
    if (S[p][q] == 0) return;
    theta = (S[q][q] - S[p][p]) / (2 * S[p][q]);
    t = copysignl(1, theta) / (fabsl(theta) + hypotl(theta, 1));
    c = 1 / hypotl(t, 1);
    s = t * c;
    for (int32_t k = 0; k < n; k++) {
        long double u = S[k][p], w = S[k][q];
        S[k][p] = c * u - s * w, S[k][q] = s * u + c * w;
        u = V[k][p], w = V[k][q];
        V[k][p] = c * u - s * w, V[k][q] = s * u + c * w;
    }
    for (int32_t k = 0; k < n; k++) {
        long double u = S[p][k], w = S[q][k];
        S[p][k] = c * u - s * w, S[q][k] = s * u + c * w;
    }
}

/* re, V and W of m from its A, with weights C. */
static inline void chain_spectrum(struct linear *m, const struct chain *c)
{
    long double S[LINEAR_MAX][LINEAR_MAX];
    for (int32_t i = 0; i < m->n; i++)
        for (int32_t j = 0; j < m->n; j++) {
            S[i][j] = (long double)m->A[i][j] * sqrtl((long double)c->C[i] / (long double)c->C[j]);
            if (j < i) S[i][j] = S[j][i];
            m->V[i][j] = i == j;
        }
    for (int sweep = 0; sweep < 30; sweep++)
        for (int32_t p = 0; p < m->n; p++)
            for (int32_t q = p + 1; q < m->n; q++) chain_rotate(S, m->V, m->n, p, q);
    for (int32_t k = 0; k < m->n; k++) {
        m->re[k] = S[k][k];
        for (int32_t i = 0; i < m->n; i++) {
            long double root = sqrtl((long double)c->C[i]), v = m->V[i][k];
            m->W[k][i] = v * root;
            m->V[i][k] = v / root;
        }
    }
}

/* From `start` to `rest`, both random. */
static inline void chain_model(struct linear *m, struct rng *g, const struct chain *c)
{
    linear_init(m, c->n);
    for (int32_t i = 0; i + 1 < c->n; i++) {
        m->A[i][i + 1] = c->K[i] / c->C[i];
        m->A[i + 1][i] = c->K[i] / c->C[i + 1];
        m->A[i][i] -= m->A[i][i + 1];
        m->A[i + 1][i + 1] -= m->A[i + 1][i];
    }
    for (int32_t i = 0; i < c->n; i++) {
        m->A[i][i] -= c->L[i] / c->C[i];
        m->start[i] = rng_uniform(g, -3, 3);
        m->rest[i] = (long double)rng_uniform(g, -3, 3);
    }
    for (int32_t i = 0; i < c->n; i++) {
        long double sum = 0;
        for (int32_t j = 0; j < c->n; j++) sum -= (long double)m->A[i][j] * m->rest[j];
        m->b[i] = (double)sum;
    }
    chain_spectrum(m, c);
}

/* Conductances over many decades, cells from 1 to 3, a slow loss at the ends: fast pieces in a slow
 * whole. */
static inline void chain_stiff(struct linear *m, struct rng *g, int32_t n, double spread)
{
    struct chain c = {.n = n};
    for (int32_t i = 0; i < n; i++) {
        c.C[i] = rng_uniform(g, 1, 3);
        c.K[i] = rng_log(g, 1, spread);
    }
    c.L[0] = c.L[n - 1] = 1;
    chain_model(m, g, &c);
}

#endif
