/* SPDX-License-Identifier: MIT */
/* compose.c - a guard along polynomials of the states, as a polynomial.
 *
 * For u = s/h in [0, 1] a guard z(X(s), t + s) is one of three kinds:
 *   linear in the states and time: its own track is that polynomial, because the integral of a
 *   linear
 *     combination is the combination of the integrals;
 *   composed: a polynomial of degree 2, 4 or 8, as a quadratic z along X of degree 4 is. It is
 *   taken
 *     through three, five or nine values and compared with all of eleven; it counts if it is right
 *     to a thousandth of the guard's level (or to rounding). What passes need not be a polynomial:
 *     it is one as far as anybody can see on this interval;
 *   neither: the guard is integrated as if it were a state, z' = dz/dx f + dz/dt ([ek07] (3)), and
 *   the
 *     polynomial of its track, which starts at the true z, is an approximation of the same order as
 *     the states'. z' comes exactly from the guard's own Taylor series.
 * Only guards are evaluated here, never derivatives: that is allowed on either side of an edge. */
#include "engine/adams/adams.h"
#include "num/poly.h"
#include <math.h>

enum { FIT = FORMULA_TERMS };

/* Chebyshev-Lobatto points, then two others. */
double adams_sample_place(int j)
{
    static const double place[ADAMS_SAMPLES] = {0,
                                                0.03806023374435663,
                                                0.14644660940672624,
                                                0.3086582838174551,
                                                0.5,
                                                0.6913417161825449,
                                                0.8535533905932737,
                                                0.9619397662556434,
                                                1,
                                                0.0185,
                                                0.593};
    return place[j];
}

/* The states at t into a->at, and the model shown there. */
static void show(struct sim *s, const double *poly, double t)
{
    struct abm *a = adams_of(s);
    double h = t - whole_of(s)->host.from;
    for (int32_t i = 0; i < s->net.n; i++)
        a->at[i] = poly_value(poly + (size_t)i * ADAMS_TERMS, ADAMS_ORDER, h);
    whole_show(s, t, a->at, NULL);
}

double adams_guard_at(struct sim *s, int32_t k, const double *poly, double t)
{
    double z;
    show(s, poly, t);
    whole_guard(s, k, 1, &z);
    return z;
}

/* samples[m][j]: guard list[m] at place j. */
static void sample(struct sim *s, const double *poly, double h, const int32_t *list, int32_t count)
{
    struct abm *a = adams_of(s);
    for (int j = 0; j < ADAMS_SAMPLES; j++) {
        show(s, poly, whole_of(s)->host.from + h * adams_sample_place(j));
        for (int32_t m = 0; m < count; m++)
            whole_guard(s, list[m], 1, &a->samples[(size_t)m * ADAMS_SAMPLES + (size_t)j]);
    }
}

/* p of degree n, 2, 4 or 8, through values at equal distances among the first nine. */
static void interpolate(const double *v, int n, double *p)
{
    double d[FIT], u[FIT];
    for (int j = 0; j <= n; j++) {
        d[j] = v[j * ((FIT - 1) / n)];
        u[j] = adams_sample_place(j * ((FIT - 1) / n));
    }
    for (int level = 1; level <= n; level++)
        for (int j = n; j >= level; j--) d[j] = (d[j] - d[j - 1]) / (u[j] - u[j - level]);
    for (int j = 0; j < FIT; j++) p[j] = 0;
    for (int j = n; j >= 0; j--) { /* p := p (u - u_j) + d_j */
        for (int k = n; k > 0; k--) p[k] = p[k - 1] - u[j] * p[k];
        p[0] = d[j] - u[j] * p[0];
    }
}

/* How far it is from the other values. */
static double miss(const double *v, const double *p, int n)
{
    double off = 0;
    for (int j = 0; j < ADAMS_SAMPLES; j++)
        off = fmax(off, fabs(poly_value(p, n, adams_sample_place(j)) - v[j]));
    return off;
}

static int trim(const double *p, int n)
{
    double sum = 0;
    for (int j = 0; j <= n; j++) sum += fabs(p[j]);
    while (n > 1 && fabs(p[n]) <= 1e-15 * sum) n--;
    return n;
}

/* Is guard k a polynomial there? Then p is it, of the least degree. */
static bool fits(struct sim *s, int32_t k, const double *v)
{
    struct adams_guard *g = &adams_of(s)->guard[k];
    double p[FIT], scale = 0, sum = 0, off = 0;
    int n = 1;
    for (int j = 0; j < ADAMS_SAMPLES; j++) {
        sum += v[j];
        scale = fmax(scale, fabs(v[j]));
    }
    if (!isfinite(sum)) return false;
    do {
        interpolate(v, n *= 2, p);
        off = miss(v, p, n);
    } while (off > 1e-13 * scale && n < FIT - 1);
    if (off > 1e-13 * scale && off > 1e-3 * adams_level(s, k)) return false;
    g->degree = trim(p, n);
    for (int j = 0; j < FIT; j++) g->p[j] = j <= g->degree ? p[j] : 0;
    return true;
}

/* The track's polynomial; corrected if the end of the step is known. */
void adams_from_track(struct abm *a, int32_t k, double h, bool corrected)
{
    struct adams_guard *g = &a->guard[k];
    double c[ADAMS_TERMS], power = 1;
    if (corrected && !a->tracked)
        adams_correct(a, &a->z, k, a->order, a->step, g->turn, c);
    else
        for (int j = 0; j < ADAMS_TERMS; j++) c[j] = a->z.c[(size_t)k * ADAMS_TERMS + (size_t)j];
    for (int j = 0; j < FIT; j++, power *= h) g->p[j] = j < ADAMS_TERMS ? c[j] * power : 0;
    g->degree = trim(g->p, ADAMS_ORDER);
}

void adams_compose(struct sim *s, const double *poly, double h)
{
    struct abm *a = adams_of(s);
    bool corrected = poly == a->corrected;
    int32_t count = 0;
    for (int32_t k = 0; k < s->n_guards; k++) {
        struct adams_guard *g = &a->guard[k];
        g->composed = false;
        if (!g->wanted || g->formula) continue;
        adams_from_track(a, k, h, corrected);
        if (!g->linear) a->list[count++] = k;
    }
    for (int32_t first = 0; first < count; first += ADAMS_BATCH) {
        int32_t some = count - first < ADAMS_BATCH ? count - first : ADAMS_BATCH;
        sample(s, poly, h, a->list + first, some);
        for (int32_t m = 0; m < some; m++) {
            int32_t k = a->list[first + m];
            a->guard[k].composed = fits(s, k, a->samples + (size_t)m * ADAMS_SAMPLES);
        }
    }
}
