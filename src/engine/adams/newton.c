/* SPDX-License-Identifier: MIT */
/* newton.c - polynomials through derivatives at unequal steps.
 *
 * Nodes s_0 = 0 > s_1 > s_2 ..., derivatives f_j there. Newton's form through the newest q of them,
 *     P(s) = sum_{j<q} f[s_0 .. s_j] N_j(s),     N_j(s) = prod_{m<j} (s - s_m),                (1)
 * integrated, is the predictor of order q:
 *     X(s) = x + sum_{j<q} f[s_0 .. s_j] M_j(s),                                              (2)
 *     M_j(s) = int_0^s N_j.                                                                   (3)
 * Its last term with the derivative at the predicted end h in place of the oldest one is the
 * corrector,
 *     X_c(s) = X(s) + (f[s_0 .. s_(q-2), h] - f[s_0 .. s_(q-1)]) M_(q-1)(s).                   (4)
 * Both errors are the same divided difference e_q = f[s_0 .. s_(q-1), h] times
 *     I_p = int_0^h N_q > 0     and     I_c = int_0^h N_(q-1) (s - h) ds = -int_0^h M_(q-1) < 0,  (5)
 * so that the error of the corrector is C |X_c(h) - X(h)|,
 *     C = |I_c| / (I_p + |I_c|) = 1/2, 1/6, 1/10, 19/270 for q = 1..4 at equal steps: Milne.    (6)
 * It is |e_q| |I_c|, whatever the steps, if f is smooth over all nodes. A step much shorter than
 * those before it makes C very small; where f has just become rough, that is a false promise. So
 * the estimate is never less than with C at equal steps:
 *     Err = |e_q| max(|I_c|, C (I_p + |I_c|)).                                                (7)
 * At the start the second derivatives are known as well: the first node counts twice, s_1 = s_0,
 * with f[s_0, s_0] = f', and the method starts with order 2.
 *
 * Coefficients are computed again in each step; no formula for equal steps is ever used. */
#include "engine/adams/adams.h"
#include "num/poly.h"
#include <math.h>
#include <string.h>

double adams_milne(int q)
{
    static const double c[] = {1, 1. / 2, 1. / 6, 1. / 10, 19. / 270};
    return c[q];
}

static void rotate(struct adams_track *k)
{
    double *oldest = k->f[ADAMS_POINTS - 1];
    for (int j = ADAMS_POINTS - 1; j > 0; j--) k->f[j] = k->f[j - 1];
    k->f[0] = oldest;
}

void adams_push(struct abm *a, double t, const double *f)
{
    rotate(&a->x);
    rotate(&a->z);
    for (int j = ADAMS_POINTS - 1; j > 0; j--) a->time[j] = a->time[j - 1];
    a->time[0] = t;
    if (a->x.n) memcpy(a->x.f[0], f, (size_t)a->x.n * sizeof *f);
    if (a->points < ADAMS_POINTS) a->points++;
}

/* Node 1 goes. */
static void drop(struct abm *a)
{
    struct adams_track *both[] = {&a->x, &a->z};
    for (int k = 0; k < 2; k++) {
        double *gone = both[k]->f[1];
        for (int j = 1; j + 1 < ADAMS_POINTS; j++) both[k]->f[j] = both[k]->f[j + 1];
        both[k]->f[ADAMS_POINTS - 1] = gone;
    }
    for (int j = 1; j + 1 < ADAMS_POINTS; j++) a->time[j] = a->time[j + 1];
    a->points--;
}

static void differences(struct abm *a, struct adams_track *k)
{
    for (int j = 0; j < a->points && k->n; j++)
        memcpy(k->d[j], k->f[j], (size_t)k->n * sizeof(double));
    for (int level = 1; level < a->points; level++)
        for (int j = a->points - 1; j >= level; j--) {
            double gap = a->node[j] - a->node[j - level];
            for (int32_t i = 0; i < k->n; i++)
                k->d[j][i] = gap != 0 ? (k->d[j][i] - k->d[j - 1][i]) / gap : k->g[i];
        }
}

/* (3) from (1). */
static void integrals(struct abm *a)
{
    double n[ADAMS_POINTS + 1] = {1};
    for (int j = 0; j < a->points; j++) {
        a->integral[j][0] = 0;
        for (int k = 0; k <= j; k++) a->integral[j][k + 1] = n[k] / (k + 1);
        for (int k = j + 1; k > 0; k--) n[k] = n[k - 1] - a->node[j] * n[k];
        n[0] *= -a->node[j];
    }
}

/* Not a double node, but one so near to the newest that a step of h would magnify their
 * difference. */
static bool too_near(const struct abm *a, double h)
{
    double gap = a->time[0] - a->time[1];
    return a->points > 1 && gap > 0 && gap < h / 16;
}

void adams_prepare(struct abm *a, double h)
{
    while (too_near(a, h)) drop(a);
    for (int j = 0; j < a->points; j++) a->node[j] = a->time[j] - a->time[0];
    integrals(a);
    differences(a, &a->x);
    differences(a, &a->z);
}

/* (2); c[0] is the caller's. */
void adams_predict(const struct abm *a, struct adams_track *k, int q)
{
    for (int32_t i = 0; i < k->n; i++) {
        double *c = k->c + (size_t)i * ADAMS_TERMS;
        for (int m = 1; m < ADAMS_TERMS; m++) c[m] = 0;
        for (int j = 0; j < q; j++)
            for (int m = 1; m <= j + 1; m++) c[m] += k->d[j][i] * a->integral[j][m];
    }
}

void adams_newest(const struct abm *a, const struct adams_track *k, int32_t i, double h, double f,
                  int most, double *e)
{
    e[0] = f;
    for (int j = 1; j <= most; j++) e[j] = (e[j - 1] - k->d[j - 1][i]) / (h - a->node[j - 1]);
}

/* (4) */
void adams_correct(const struct abm *a, const struct adams_track *k, int32_t i, int q, double h,
                   double f, double *c)
{
    const double *p = k->c + (size_t)i * ADAMS_TERMS;
    double e[ADAMS_POINTS + 1], more;
    adams_newest(a, k, i, h, f, q - 1, e);
    more = e[q - 1] - k->d[q - 1][i];
    c[0] = p[0];
    for (int m = 1; m < ADAMS_TERMS; m++) c[m] = p[m] + (m <= q ? more * a->integral[q - 1][m] : 0);
}

/* (5) */
double adams_corrector_factor(const struct abm *a, int q, double h)
{
    double c[ADAMS_POINTS + 2] = {0};
    for (int m = 1; m <= q; m++) c[m + 1] = a->integral[q - 1][m] / (m + 1);
    return fabs(poly_value(c, q + 1, h));
}

/* (7) */
double adams_error_factor(const struct abm *a, int q, double h)
{
    double apart = (h - a->node[q - 1]) * poly_value(a->integral[q - 1], q, h); /* I_p + |I_c| */
    return fmax(adams_corrector_factor(a, q, h), adams_milne(q) * fabs(apart));
}
