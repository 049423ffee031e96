/* SPDX-License-Identifier: MIT */
/* levels.c - what the tolerance of the states means for a guard.
 *
 * A step is accepted if C |x_i^p - x_i^c| <= tol_i for every i, so that predicted and corrected end
 * differ by tol_i / C at most, and a guard there by
 *     level = sum_i |dz/dx_i| tol_i / C                                                        (8)
 * to first order: the dual norm of the one in which the error is measured, hence as small as it can
 * be. ([ek07] has Euclidean norms on both sides, which fit only if the error is measured so.) C is
 * taken at equal steps: the level does not depend on the step. It is at least a few roundings of z.
 *
 * A guard that reads sums depends on the states through their terms as well. */
#include "engine/adams/adams.h"
#include "base/text.h"
#include <float.h>
#include <math.h>

/* ---- What guards read ------------------------------------------------------------------------ */

struct gather {
    saltus_reads reads;
    struct csr_builder *states, *sums;
    int32_t n, n_sums;
    bool failed;
};

static void gather_add(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct gather *g = (struct gather *)r;
    if (kind == SALTUS_STATE && j >= 0 && j < g->n)
        g->failed |= csr_add(g->states, j) != 0;
    else if (kind == SALTUS_SUM && g->sums && j >= 0 && j < g->n_sums)
        g->failed |= csr_add(g->sums, j) != 0;
}

static void gather_row(struct sim *s, struct gather *g, const saltus_function *f, int32_t k)
{
    if (f->reads) {
        f->reads(&s->net.env, k, &g->reads);
    } else {
        for (int32_t j = 0; j < g->n; j++) gather_add(&g->reads, SALTUS_STATE, j);
        for (int32_t j = 0; j < g->n_sums; j++) gather_add(&g->reads, SALTUS_SUM, j);
    }
    g->failed |= csr_row(g->states) != 0;
    if (g->sums) g->failed |= csr_row(g->sums) != 0;
}

/* Rows of states (and of sums) for functions 0..rows-1. */
static void read_lists(struct sim *s, const saltus_function *f, int32_t rows, struct csr *states,
                       struct csr *sums)
{
    struct csr_builder b, c;
    struct gather g = {{gather_add}, &b, sums ? &c : NULL, s->net.n, s->net.n_sums, false};
    g.failed = csr_begin(&b, states, rows, &s->alloc) != 0;
    if (!g.failed && sums) g.failed = csr_begin(&c, sums, rows, &s->alloc) != 0;
    for (int32_t k = 0; k < rows && !g.failed; k++) gather_row(s, &g, f, k);
    if (!g.failed) g.failed = csr_end(&b) != 0;
    if (!g.failed && sums) g.failed = csr_end(&c) != 0;
    if (g.failed) sim_refuse(s, SALTUS_ENOMEM, NULL, "out of memory", NULL);
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static void mark_parts(struct sim *s, int32_t k)
{
    struct abm *a = adams_of(s);
    int32_t code[SALTUS_FORMULA];
    int n = s->model->formula ? s->model->formula(&s->net.env, k, code) : 0;
    a->guard[k].formula = n > 0;
    for (int j = 0; j < n; j++)
        if (code[j] >= 0 && a->guard[k].banded) a->guard[code[j]].banded = true;
}

void adams_sides(struct sim *s)
{
    struct abm *a = adams_of(s);
    const saltus_function *f = &s->model->guard;
    int32_t k = 0;
    for (const saltus_guard *g = s->model->guards; g && g->name; g++)
        for (int32_t m = text_elements(g->size); m > 0; m--, k++) {
            a->guard[k].side = g->side;
            a->guard[k].banded = g->side == SALTUS_UNILATERAL || g->side == SALTUS_MUST_CROSS;
        }
    read_lists(s, f, s->n_guards, &a->reads, &a->reads_sum);
    if (s->net.n_sums && s->status >= 0)
        read_lists(s, &s->model->term, s->net.n_terms, &a->term_reads, NULL);
    if (s->status < 0) return;
    for (k = 0; k < s->n_guards; k++) {
        bool signals = csr_count(&a->reads_sum, k) > 0 || s->n_delays > 0;
        a->guard[k].linear = !signals && f->affine && f->affine(&s->net.env, k) != 0;
        mark_parts(s, k);
    }
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* Of a function at the point shown, by a difference of the size of the tolerance. */
static double difference(struct sim *s, const saltus_function *f, int32_t k, int32_t j)
{
    struct abm *a = adams_of(s);
    double *x = whole_of(s)->signals + (size_t)j * (1 + SALTUS_SIGNAL) + 1;
    double keep = *x, base, moved, width;
    f->eval(&whole_of(s)->env, k, 1, &base);
    *x = keep + fmax(a->tol[j], 1e-7 * fabs(keep));
    width = *x - keep;
    f->eval(&whole_of(s)->env, k, 1, &moved);
    *x = keep;
    return (moved - base) / width;
}

static double partial(struct sim *s, const saltus_function *f, int32_t k, int32_t j)
{
    double v = f->partial ? f->partial(&whole_of(s)->env, k, j) : difference(s, f, k, j);
    return fabs(v);
}

/* sum |dz/dx_i| (tol_i / C + rounding of x_i), by the lists of one function. */
static double through(struct sim *s, const saltus_function *f, const struct csr *reads, int32_t k)
{
    struct abm *a = adams_of(s);
    double sum = 0;
    for (const int32_t *j = csr_first(reads, k); j < csr_last(reads, k); j++) {
        double width = a->tol[*j] / a->milne + 8 * DBL_EPSILON * fabs(whole_of(s)->host.x[*j]);
        sum += partial(s, f, k, *j) * width;
    }
    return sum;
}

static double through_sums(struct sim *s, int32_t k)
{
    struct abm *a = adams_of(s);
    double sum = 0;
    for (const int32_t *m = csr_first(&a->reads_sum, k); m < csr_last(&a->reads_sum, k); m++) {
        double one = 0;
        for (int32_t j = s->net.first_term[*m]; j < s->net.first_term[*m + 1]; j++)
            one += through(s, &s->model->term, &a->term_reads, j);
        sum += one * partial(s, &s->model->guard, k, s->net.n + *m);
    }
    return sum;
}

double adams_level(struct sim *s, int32_t k)
{
    struct abm *a = adams_of(s);
    struct adams_guard *g = &a->guard[k];
    double t = whole_of(s)->host.from;
    if (!isnan(g->level)) return g->level;
    whole_show(s, t, whole_of(s)->host.x, NULL);
    sim_asks(s, SALTUS_GUARD, k);
    g->level = through(s, &s->model->guard, &a->reads, k); /* (8) */
    if (s->net.n_sums) g->level += through_sums(s, k);
    if (!isfinite(g->level)) g->level = 0;
    g->level += 8 * DBL_EPSILON * (fabs(g->z) + fabs(g->slope * t));
    return g->level;
}
