/* SPDX-License-Identifier: MIT */
/* bound_math.c - the global error bound of a stable linear system.
 *
 * With |q - x| <= beta D component by component and A = V L V^-1, all Re(L) < 0
 * (docs/math/error-bounds.md):
 *     |e(t)| <= beta |V| |Re(L)^-1 L| |V^-1| D                   QSS, LIQSS, mLIQSS  [mbkc13]   (2)
 *     |e(t)| <= beta |V| |Re(L)^-1 V^-1| |A| D                   BQSS, CQSS          [mkc12]    (3)
 *
 * States are measured in their quanta: with S = diag(D), A_s = S^-1 A S has the same eigenvalues,
 * and in these units D is 1. So neither the bound nor the condition of V depends on units. The sums
 * over j are taken twice, with D and with the same quantum everywhere. */
#include "cli/bound/bound_math.h"
#include "run/options.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DEFECTIVE = 1e14; /* condition of V from which on its inverse is noise */

int bound_formula(const saltus_method_info *m)
{
    return (m->traits & SALTUS_TRAIT_LEVELS) != 0;
}

double bound_factor(const saltus_method_info *m, bool affine)
{
    const saltus_options plain = saltus_defaults();
    return m->bound + (affine ? 0 : options_knobs(&plain).refresh);
}

/* A in units of the quanta, row-major. */
static double *scaled(const struct jacobian *j)
{
    size_t n = (size_t)j->n;
    double *a = calloc(n * n + 1, sizeof *a);
    for (int32_t i = 0; a && i < j->n; i++)
        for (int32_t k = j->rows.start[i]; k < j->rows.start[i + 1]; k++) {
            int32_t c = j->rows.item[k];
            a[(size_t)i * n + (size_t)c] = j->entry[k] * (j->quantum[c] / j->quantum[i]);
        }
    return a;
}

/* What rounding may do to a real part: a few units of the last place of the largest eigenvalue. */
static double rounding(const struct spectrum *s)
{
    double most = 0;
    for (int32_t k = 0; k < s->n; k++) most = fmax(most, hypot(s->re[k], s->im[k]));
    return 4 * DBL_EPSILON * s->n * most;
}

static enum bound_outcome judge(const struct bound *b)
{
    const struct spectrum *s = &b->spectrum;
    if (s->n > 0 && s->re[0] > b->zero) return BOUND_UNSTABLE;
    if (s->n > 0 && s->re[0] >= -b->zero) return BOUND_MARGINAL;
    return s->condition > DEFECTIVE ? BOUND_DEFECTIVE : BOUND_FINE;
}

/* out = |V| (rate |V^-1| u) in units of the quanta, then in those of the states. */
static void expand(const struct bound *b, const struct jacobian *j, const double *u, bool weigh,
                   double *mode, double *out)
{
    const struct spectrum *s = &b->spectrum;
    size_t n = (size_t)b->n;
    for (size_t k = 0; k < n; k++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += s->w[k * n + i] * u[i];
        mode[k] = sum / fabs(s->re[k]) * (weigh ? hypot(s->re[k], s->im[k]) : 1);
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) sum += s->v[i * n + k] * mode[k];
        out[i] = sum * j->quantum[i];
    }
}

/* |A| u */
static void apply(const double *a, size_t n, const double *u, double *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t k = 0; k < n; k++) out[i] += fabs(a[i * n + k]) * u[k];
    }
}

static bool gains(struct bound *b, const struct jacobian *j, const double *a)
{
    size_t n = (size_t)b->n;
    double *u = calloc(3 * n + 1, sizeof *u), *au = u + n, *mode = u + 2 * n;
    bool good = u != NULL;
    for (int k = 0; k < 2; k++) {
        good &= (b->gain[k] = calloc(n + 1, sizeof(double))) != NULL;
        good &= (b->uniform[k] = calloc(n + 1, sizeof(double))) != NULL;
    }
    for (int same = 0; good && same < 2; same++) {
        for (size_t i = 0; i < n; i++) u[i] = same ? 1 / j->quantum[i] : 1;
        expand(b, j, u, true, mode, same ? b->uniform[0] : b->gain[0]); /* (2) */
        apply(a, n, u, au);
        expand(b, j, au, false, mode, same ? b->uniform[1] : b->gain[1]); /* (3) */
    }
    free(u);
    return good;
}

enum bound_outcome bound_find(struct bound *b, const struct jacobian *j)
{
    enum bound_outcome outcome = BOUND_FAILED;
    double *a = scaled(j);
    memset(b, 0, sizeof *b);
    b->n = j->n;
    b->status = SPECTRUM_NO_MEMORY;
    if (a) b->status = spectrum_find(&b->spectrum, a, j->n, true);
    if (b->status == SPECTRUM_FINE) {
        b->zero = rounding(&b->spectrum);
        outcome = judge(b);
        if (outcome == BOUND_FINE && !gains(b, j, a)) {
            b->status = SPECTRUM_NO_MEMORY;
            outcome = BOUND_FAILED;
        }
    }
    free(a);
    return outcome;
}

void bound_free(struct bound *b)
{
    spectrum_free(&b->spectrum);
    for (int k = 0; k < 2; k++) {
        free(b->gain[k]);
        free(b->uniform[k]);
    }
    memset(b, 0, sizeof *b);
}
