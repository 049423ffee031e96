/* SPDX-License-Identifier: MIT */
/* linear.h - random models for property tests, and what a run of one looks like.
 *
 * A model is linear, with an optional bounded bend and explicit time, in any unit of time and
 * value:
 *     x_i' = unit ( sum_j A_ij x_j + b_i + size (c_i sin(x_p(i)/size) + d_i sin(unit t + i)) ).
 * Made from its spectrum, A = V L V^-1, it has a solution in closed form and the error bound of
 * the papers. Rows that are 0 stay 0: the structure is sparse, and the engine sees that. */
#ifndef LINEAR_H
#define LINEAR_H

#include "saltus.h"
#include "saltus_jet.h"
#include "testing.h"

enum { LINEAR_MAX = 12 };

struct linear {
    saltus_model model;
    saltus_variable states[2];
    int32_t n;
    double A[LINEAR_MAX][LINEAR_MAX], b[LINEAR_MAX], start[LINEAR_MAX];
    double c[LINEAR_MAX], d[LINEAR_MAX], phase[LINEAR_MAX]; /* bend, explicit time */
    int32_t p[LINEAR_MAX];
    double unit, size;
    /* A = V L W, W = V^-1; a pair of complex eigenvalues re +- i im fills two columns of V. */
    long double V[LINEAR_MAX][LINEAR_MAX], W[LINEAR_MAX][LINEAR_MAX];
    long double re[LINEAR_MAX], im[LINEAR_MAX], rest[LINEAR_MAX]; /* rest: the equilibrium */
};

SALTUS_INLINE jet linear_f(jet_at e, int32_t i)
{
    const struct linear *m = jet_data(e);
    jet r = jet_const(m->b[i]);
    for (int32_t j = 0; j < m->n; j++)
        if (m->A[i][j] != 0) r = jet_add(r, jet_mul(m->A[i][j], jet_state(e, j)));
    if (m->c[i] != 0) {
        jet s = jet_sin(jet_div(jet_state(e, m->p[i]), m->size));
        r = jet_add(r, jet_mul(m->size * m->c[i], s));
    }
    if (m->d[i] != 0) {
        jet s = jet_sin(jet_add(jet_mul(m->unit, jet_time(e)), m->phase[i]));
        r = jet_add(r, jet_mul(m->size * m->d[i], s));
    }
    return jet_mul(m->unit, r);
}
SALTUS_FUNCTION(linear_f)
static inline int linear_f_affine(const saltus_env *e, int32_t i)
{
    const struct linear *m = e->model->data;
    return m->c[i] == 0 && m->d[i] == 0;
}

static inline void linear_start(const saltus_env *e, const unsigned char *given, double *p,
                                double *x, double *d)
{
    const struct linear *m = e->model->data;
    (void)given, (void)p, (void)d;
    for (int32_t i = 0; i < m->n; i++) x[i] = m->start[i];
}

/* n states, everything 0. The model points into *m: do not move it. */
static inline void linear_init(struct linear *m, int32_t n)
{
    memset(m, 0, sizeof *m);
    m->n = n;
    m->unit = m->size = 1;
    m->states[0] = (saltus_variable){.name = "x", .size = {n}};
    m->model =
        (saltus_model){.abi = SALTUS_ABI,
                       .name = "linear",
                       .data = m,
                       .states = m->states,
                       .der = {linear_f_eval, linear_f_partial, linear_f_reads, linear_f_affine},
                       .start = linear_start};
}

/* A copy, with its own model. */
static inline void linear_copy(struct linear *to, const struct linear *from)
{
    *to = *from;
    to->model.data = to;
    to->model.states = to->states;
}

/* Sparse and diagonally dominant, rates from 1/spread to 1: Hurwitz by Gershgorin. */
static inline void linear_sparse(struct linear *m, struct rng *g, int32_t n, double spread)
{
    linear_init(m, n);
    for (int32_t i = 0; i < n; i++) {
        double rate = rng_log(g, 1 / spread, 1), left = 0.95;
        m->A[i][i] = -rate;
        for (int k = rng_int(g, 0, 3); k > 0 && n > 1; k--) {
            int32_t j = rng_int(g, 0, n - 1);
            double w = rng_uniform(g, -1, 1) * left;
            if (j == i || m->A[i][j] != 0) continue;
            m->A[i][j] = rate * w;
            left -= fabs(w);
        }
        m->b[i] = rate * rng_uniform(g, -3, 3);
        m->start[i] = rng_uniform(g, -3, 3);
    }
}

/* A bend and explicit time for about half of the states each. */
static inline void linear_bend(struct linear *m, struct rng *g)
{
    for (int32_t i = 0; i < m->n; i++) {
        m->p[i] = rng_int(g, 0, m->n - 1);
        m->phase[i] = rng_uniform(g, 0, 6);
        if (rng_int(g, 0, 1)) m->c[i] = 0.3 * rng_uniform(g, -1, 1) * m->A[i][i];
        if (rng_int(g, 0, 1)) m->d[i] = 0.3 * rng_uniform(g, -1, 1) * m->A[i][i];
    }
}

/* ---- From the spectrum ---------------------------------------------------------------------- */

/* W := V^-1 by Gauss and Jordan, with pivots. */
static inline void linear_invert(struct linear *m)
{
    long double M[LINEAR_MAX][LINEAR_MAX];
    int32_t n = m->n;
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < n; j++) M[i][j] = m->V[i][j], m->W[i][j] = i == j;
    for (int32_t k = 0; k < n; k++) {
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++)
            if (fabsl(M[i][k]) > fabsl(M[best][k])) best = i;
        for (int32_t j = 0; j < n; j++) {
            long double u = M[k][j], v = m->W[k][j];
            M[k][j] = M[best][j], M[best][j] = u;
            m->W[k][j] = m->W[best][j], m->W[best][j] = v;
        }
        for (int32_t i = 0; i < n; i++) {
            long double f = i == k ? 1 - 1 / M[k][k] : M[i][k] / M[k][k];
            for (int32_t j = 0; j < n; j++) {
                M[i][j] -= f * M[k][j];
                m->W[i][j] -= f * m->W[k][j];
            }
        }
    }
}

/* L v in place. */
static inline void linear_spectrum_apply(const struct linear *m, long double *v)
{
    for (int32_t k = 0; k < m->n; k++) {
        long double u = v[k];
        v[k] = m->re[k] * u;
        if (m->im[k] == 0) continue;
        v[k] += m->im[k] * v[k + 1];
        v[k + 1] = m->re[k] * v[k + 1] - m->im[k] * u;
        k++;
    }
}

/* Rates from 1/spread to 1, some of them complex pairs; eigenvectors near a random diagonal. */
static inline void linear_spectral(struct linear *m, struct rng *g, int32_t n, double spread)
{
    linear_init(m, n);
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++)
            m->V[i][j] = (i == j) + (long double)rng_uniform(g, -1, 1) / (2 * n);
        m->rest[i] = (long double)rng_uniform(g, -3, 3);
        m->start[i] = rng_uniform(g, -3, 3);
    }
    for (int32_t k = 0; k < n; k++) {
        m->re[k] = -(long double)rng_log(g, 1 / spread, 1);
        if (k + 1 == n || rng_int(g, 0, 2)) continue;
        m->im[k] = m->re[k] * (long double)rng_uniform(g, 0.1, 3);
        m->re[k + 1] = m->re[k];
        m->im[k + 1] = -m->im[k];
        k++;
    }
    linear_invert(m);
    for (int32_t j = 0; j < n; j++) {
        long double v[LINEAR_MAX];
        for (int32_t k = 0; k < n; k++) v[k] = m->W[k][j];
        linear_spectrum_apply(m, v);
        for (int32_t i = 0; i < n; i++) {
            long double sum = 0;
            for (int32_t k = 0; k < n; k++) sum += m->V[i][k] * v[k];
            m->A[i][j] = (double)sum;
        }
    }
    for (int32_t i = 0; i < n; i++) {
        long double sum = 0;
        for (int32_t j = 0; j < n; j++) sum -= (long double)m->A[i][j] * m->rest[j];
        m->b[i] = (double)sum;
    }
}

/* exp(L t) W (start - rest): the solution in the coordinates of V. */
static inline void linear_modes(const struct linear *m, long double t, long double *z)
{
    for (int32_t k = 0; k < m->n; k++) {
        z[k] = 0;
        for (int32_t j = 0; j < m->n; j++)
            z[k] += m->W[k][j] * ((long double)m->start[j] - m->rest[j]);
    }
    for (int32_t k = 0; k < m->n; k++) {
        long double grow = expl(m->re[k] * t), u = z[k], c, s;
        z[k] = grow * u;
        if (m->im[k] == 0) continue;
        c = cosl(m->im[k] * t), s = sinl(m->im[k] * t);
        z[k] = grow * (c * u + s * z[k + 1]);
        z[k + 1] = grow * (c * z[k + 1] - s * u);
        k++;
    }
}

static inline double linear_exact(const struct linear *m, int32_t i, const long double *z)
{
    long double x = m->rest[i];
    for (int32_t k = 0; k < m->n; k++) x += m->V[i][k] * z[k];
    return (double)x;
}

/* The modes at one instant, of one run; all 0 at first. A step tells of several states: exponentials are computed once. */
struct linear_at {
    int known;
    double t;
    long double z[LINEAR_MAX];
};

/* |value - x_i(t)|, less 1e-9 for the rounding of A. */
static inline double linear_error(const struct linear *m, struct linear_at *at, double t, int32_t i,
                                  double value)
{
    if (!at->known || at->t != t) linear_modes(m, (long double)t, at->z);
    at->known = 1;
    at->t = t;
    return fabs(value - linear_exact(m, i, at->z)) - 1e-9;
}

/* |V|_ik and |V^-1|_ki of the complex eigenvectors v_k +- i v_(k+1). */
static inline long double linear_right(const struct linear *m, int32_t i, int32_t k)
{
    int32_t first = k > 0 && m->im[k] != 0 && m->im[k] == -m->im[k - 1] && m->re[k] == m->re[k - 1];
    if (m->im[k] == 0) return fabsl(m->V[i][k]);
    return first ? hypotl(m->V[i][k - 1], m->V[i][k]) : hypotl(m->V[i][k], m->V[i][k + 1]);
}
static inline long double linear_left(const struct linear *m, int32_t k, int32_t i)
{
    int32_t first = k > 0 && m->im[k] != 0 && m->im[k] == -m->im[k - 1] && m->re[k] == m->re[k - 1];
    if (m->im[k] == 0) return fabsl(m->W[k][i]);
    return (first ? hypotl(m->W[k - 1][i], m->W[k][i]) : hypotl(m->W[k][i], m->W[k + 1][i])) / 2;
}

/* Global error bounds for |q - x| <= dq in every state:
 *     out = |V| |Re(L)^-1 L| |V^-1| dq;     with targets  out = |V| |Re(L)^-1 V^-1| |A| dq.    */
static inline void linear_bounds(const struct linear *m, int targets, double dq, double *out)
{
    long double z[LINEAR_MAX];
    for (int32_t k = 0; k < m->n; k++) {
        long double gain = targets ? 1 : hypotl(m->re[k], m->im[k]);
        z[k] = 0;
        for (int32_t j = 0; j < m->n; j++) {
            long double d = targets ? 0 : 1;
            for (int32_t l = 0; targets && l < m->n; l++) d += fabsl((long double)m->A[j][l]);
            z[k] += linear_left(m, k, j) * d * gain / fabsl(m->re[k]);
        }
    }
    for (int32_t i = 0; i < m->n; i++) {
        long double sum = 0;
        for (int32_t k = 0; k < m->n; k++) sum += linear_right(m, i, k) * z[k];
        out[i] = (double)sum * dq;
    }
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static inline void linear_silent(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* A constant quantum, no messages. */
static inline saltus_options linear_options(const char *method, double quantum)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    o.rel = 0;
    o.abs = quantum;
    o.t0 = 0;
    o.diag = linear_silent;
    saltus_options_set(&o, "exact_parts", "false"); /* else there is nothing to quantize */
    saltus_options_set(&o, "together", "false");
    return o;
}

/* FNV-1a over bytes. */
static inline uint64_t linear_hash(uint64_t h, const void *data, size_t n)
{
    const unsigned char *p = data;
    while (n--) h = (h ^ *p++) * 0x100000001b3u;
    return h;
}

#endif
