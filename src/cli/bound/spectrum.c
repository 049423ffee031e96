/* SPDX-License-Identifier: MIT */
/* spectrum.c - A = V diag(lambda) V^-1 by LAPACK's dgeev (QR algorithm on the balanced Hessenberg
 * form).
 *
 * dgeev gives real columns: of a complex pair re +- i im the real and the imaginary part of one
 * eigenvector are in two columns; its conjugate belongs to the other. V^-1 comes from zgesv with
 * the unit matrix. Only moduli are kept: no bound needs more. If V is singular to working
 * precision, A cannot be diagonalised, and the condition is infinite.
 *
 * LAPACK is Fortran: matrices by columns, everything by reference, lengths of texts behind. */
#include "cli/bound/spectrum.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef SALTUS_LAPACK

void dgeev_(const char *left, const char *right, const int *n, double *a, const int *lda,
            double *re, double *im, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info, size_t l1, size_t l2);
void zgesv_(const int *n, const int *columns, double complex *a, const int *lda, int *pivot,
            double complex *b, const int *ldb, int *info);

bool spectrum_possible(void)
{
    return true;
}

/* Eigenvalues to s, real columns of V to vr (or NULL). a is by columns and is destroyed. */
static enum spectrum_status eigen(struct spectrum *s, double *a, double *vr)
{
    int n = s->n, ld = n > 0 ? n : 1, one = 1, size = -1, info = 0;
    double wish = 0, dummy = 0, *work;
    const char *right = vr ? "V" : "N";
    dgeev_("N", right, &n, a, &ld, s->re, s->im, &dummy, &one, vr ? vr : &dummy, vr ? &ld : &one,
           &wish, &size, &info, 1, 1);
    if (info) return SPECTRUM_FAILED;
    size = (int)wish;
    work = malloc((size_t)size * sizeof *work);
    if (!work) return SPECTRUM_NO_MEMORY;
    dgeev_("N", right, &n, a, &ld, s->re, s->im, &dummy, &one, vr ? vr : &dummy, vr ? &ld : &one,
           work, &size, &info, 1, 1);
    free(work);
    return info ? SPECTRUM_FAILED : SPECTRUM_FINE;
}

/* By columns. */
static void make_complex(const struct spectrum *s, const double *vr, double complex *v)
{
    size_t n = (size_t)s->n;
    for (size_t k = 0; k < n; k++) {
        bool pair = s->im[k] > 0 && k + 1 < n;
        for (size_t i = 0; i < n; i++) v[k * n + i] = vr[k * n + i];
        for (size_t i = 0; pair && i < n; i++) {
            double complex z = vr[k * n + i] + I * vr[(k + 1) * n + i];
            v[k * n + i] = z;
            v[(k + 1) * n + i] = conj(z);
        }
        k += pair;
    }
}

static double row_norm(const double *a, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) sum += a[i * n + j];
        most = fmax(most, sum);
    }
    return most;
}

static enum spectrum_status invert(struct spectrum *s, const double *vr)
{
    size_t n = (size_t)s->n;
    double complex *v = malloc((n * n + 1) * sizeof *v), *w = calloc(n * n + 1, sizeof *w);
    int *pivot = malloc((n + 1) * sizeof *pivot), info = 0;
    enum spectrum_status st = SPECTRUM_NO_MEMORY;
    if (v && w && pivot) {
        make_complex(s, vr, v);
        for (size_t i = 0; i < n; i++) {
            w[i * n + i] = 1;
            for (size_t k = 0; k < n; k++) s->v[i * n + k] = cabs(v[k * n + i]);
        }
        zgesv_(&s->n, &s->n, v, &s->n, pivot, w, &s->n, &info);
        for (size_t k = 0; k < n; k++)
            for (size_t i = 0; i < n; i++) s->w[k * n + i] = cabs(w[i * n + k]);
        s->condition = info ? INFINITY : row_norm(s->v, n) * row_norm(s->w, n);
        if (!isfinite(s->condition)) s->condition = INFINITY;
        st = SPECTRUM_FINE;
    }
    free(v);
    free(w);
    free(pivot);
    return st;
}

/* ---- By real part ---------------------------------------------------------------------------- */

struct place {
    double re, im;
    int32_t from;
};

static int by_rate(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->re != y->re) return x->re > y->re ? -1 : 1;
    if (fabs(x->im) != fabs(y->im)) return fabs(x->im) < fabs(y->im) ? -1 : 1;
    return x->from < y->from ? -1 : 1;
}

/* Row k of w and column k of v go with eigenvalue k. */
static bool permute(struct spectrum *s, const struct place *p)
{
    size_t n = (size_t)s->n;
    double *t = malloc((n * n + 1) * sizeof *t);
    if (!t) return false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) t[i * n + k] = s->v[i * n + (size_t)p[k].from];
    memcpy(s->v, t, n * n * sizeof *t);
    for (size_t k = 0; k < n; k++) memcpy(t + k * n, s->w + (size_t)p[k].from * n, n * sizeof *t);
    memcpy(s->w, t, n * n * sizeof *t);
    free(t);
    return true;
}

static enum spectrum_status sort(struct spectrum *s)
{
    struct place *p = malloc(((size_t)s->n + 1) * sizeof *p);
    bool good;
    if (!p) return SPECTRUM_NO_MEMORY;
    for (int32_t k = 0; k < s->n; k++) p[k] = (struct place){s->re[k], s->im[k], k};
    qsort(p, (size_t)s->n, sizeof *p, by_rate);
    for (int32_t k = 0; k < s->n; k++) s->re[k] = p[k].re, s->im[k] = p[k].im;
    good = !s->v || permute(s, p);
    free(p);
    return good ? SPECTRUM_FINE : SPECTRUM_NO_MEMORY;
}

enum spectrum_status spectrum_find(struct spectrum *s, const double *a, int32_t n, bool vectors)
{
    size_t m = (size_t)n;
    double *columns = malloc((m * m + 1) * sizeof *columns), *vr = NULL;
    enum spectrum_status st = SPECTRUM_NO_MEMORY;
    *s = (struct spectrum){.n = n, .condition = 1};
    s->re = calloc(m + 1, sizeof *s->re);
    s->im = calloc(m + 1, sizeof *s->im);
    if (vectors) {
        vr = malloc((m * m + 1) * sizeof *vr);
        s->v = malloc((m * m + 1) * sizeof *s->v);
        s->w = malloc((m * m + 1) * sizeof *s->w);
    }
    if (columns && s->re && s->im && (!vectors || (vr && s->v && s->w))) {
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < m; j++) columns[j * m + i] = a[i * m + j];
        st = n ? eigen(s, columns, vr) : SPECTRUM_FINE;
        if (st == SPECTRUM_FINE && vectors && n) st = invert(s, vr);
        if (st == SPECTRUM_FINE && n) st = sort(s);
    }
    free(columns);
    free(vr);
    return st;
}

#else

bool spectrum_possible(void)
{
    return false;
}

enum spectrum_status spectrum_find(struct spectrum *s, const double *a, int32_t n, bool vectors)
{
    (void)a, (void)n, (void)vectors;
    memset(s, 0, sizeof *s);
    return SPECTRUM_NO_LAPACK;
}

#endif

void spectrum_free(struct spectrum *s)
{
    free(s->re);
    free(s->im);
    free(s->v);
    free(s->w);
    memset(s, 0, sizeof *s);
}
