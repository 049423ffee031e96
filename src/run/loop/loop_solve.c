/* SPDX-License-Identifier: MIT */
/* loop_solve.c - the levels of the unknowns of a loop, one after the other.
 *
 * Linear: A(t) y(t) + b(t) = 0, hence with the factors of A_0 alone
 *     A_0 y_k = -b_k - sum over m = 1..k of A_m y_(k-m).                                        (1)
 * A that changes only at events has A_m = 0 for m > 0.
 *
 * Otherwise r(u(t), y(t)) = 0. Level 0 by Newton's method, y := y - J^-1 r, with steps that are
 * halved as long as the residual grows. It has converged when a step no longer matters, or when
 * short steps no longer become shorter: rounding is reached. Unknowns that hardly matter (a
 * potential between diodes that all block) may go on to move: enough if the residual is nothing but
 * rounding. It starts from the last answer; if that leads nowhere, from the start values; then from
 * those with steps of an eighth at first. Level k is linear in y_k:
 *     r_k(y_k) = r_k(0) + J y_k   =>   y_k = -J^-1 r_k(0).                                   (2) */
#include "run/loop/loop.h"
#include <math.h>
#include <string.h>

enum { TURNS = 50, SLOW_TURNS = 200, ALL_TURNS = 2000, STUCK = 10, HALVINGS = 60 };

static double *at(double *series, int32_t k)
{
    return series + (size_t)k * LOOP_SERIES;
}

/* ---- Linear ---------------------------------------------------------------------------------- */

/* Level m of an entry. */
static double entry_level(const saltus_entry *x, const struct loop_answer *in, int m)
{
    if (x->from < 0) return x->number * in->u[(size_t)(-x->from - 1) * LOOP_SERIES + (size_t)m];
    if (m > 0) return 0;
    return x->from > 0 ? x->number * in->v[x->from - 1] : x->number;
}

static bool factor_linear(const struct loop_call *c, struct lu *lu)
{
    struct loop *l = c->loop;
    for (int32_t k = 0; k < l->of->entries; k++) l->a[k] = entry_level(&l->of->entry[k], c->to, 0);
    c->all->factored++;
    return lu_factor(&l->plan, lu, l->a, c->all->alloc);
}

static uint64_t hash(const double *v, int32_t n)
{
    uint64_t h = 0x9e3779b97f4a7c15u, bits;
    for (int32_t k = 0; k < n; k++) {
        memcpy(&bits, &v[k], sizeof bits);
        h = (h ^ bits) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

/* The factors of this mode, from memory or made now; NULL: there are none, and that has been
 * said. */
static struct lu *factors_of_mode(const struct loop_call *c)
{
    struct loop *l = c->loop;
    size_t bytes = (size_t)l->of->values * sizeof(double);
    struct loop_mode *set, *m;
    set = &l->mode[(int32_t)(hash(c->to->v, l->of->values) % (uint64_t)l->sets) * LOOP_WAYS];
    for (int w = 0; w < LOOP_WAYS; w++)
        if (set[w].key && memcmp(set[w].key, c->to->v, bytes) == 0) return &set[w].lu;
    m = NULL;
    for (int w = 0; w < LOOP_WAYS && !m; w++)
        if (!set[w].key) m = &set[w];
    if (!m) m = &set[l->turn++ % LOOP_WAYS];
    if (!m->key) m->key = alloc_array(c->all->alloc, (size_t)l->of->values, sizeof *m->key);
    if (m->key && factor_linear(c, &m->lu)) {
        memcpy(m->key, c->to->v, bytes);
        return &m->lu;
    }
    if (!m->key) m->lu.bad = -1;
    loop_say(c, &m->lu);
    alloc_free(c->all->alloc, m->key);
    m->key = NULL;
    return NULL;
}

static struct lu *factors_of_matrix(const struct loop_call *c)
{
    struct loop *l = c->loop;
    if (l->own_of == c->to) return &l->own;
    l->own_of = NULL;
    if (!factor_linear(c, &l->own)) {
        loop_say(c, &l->own);
        return NULL;
    }
    l->own_of = c->to;
    return &l->own;
}

/* b := the right side of (1) */
static void right_side(const struct loop_call *c, int k)
{
    struct loop *l = c->loop;
    memset(l->b, 0, (size_t)l->of->n * sizeof *l->b);
    for (int32_t j = 0; j < l->of->rights; j++)
        l->b[l->of->right[j].row] -= entry_level(&l->of->right[j], c->to, k);
    if (l->still) return;
    for (int32_t j = 0; j < l->of->entries; j++) {
        const saltus_entry *x = &l->of->entry[j];
        const double *y = at(c->to->y, x->column);
        for (int m = 1; x->from < 0 && m <= k; m++)
            l->b[x->row] -= entry_level(x, c->to, m) * y[k - m];
    }
}

static bool complete_linear(struct loop_call *c)
{
    struct loop *l = c->loop;
    const struct lu *lu = l->still ? factors_of_mode(c) : factors_of_matrix(c);
    if (!lu) return false;
    for (int k = c->to->levels; k < c->order; k++) {
        right_side(c, k);
        lu_solve(&l->plan, lu, l->b);
        for (int32_t j = 0; j < l->of->n; j++) at(c->to->y, j)[k] = l->b[j];
    }
    return true;
}

/* ---- Residuals and their derivatives --------------------------------------------------------- */

static void residual(const struct loop_call *c, const double *u, const double *y, int order)
{
    const saltus_loop *of = c->loop->of;
    of->residual(c->env, c->loop->number, u, c->to->v, y, order, c->loop->r);
}

/* Without a jacobian: column j is the slope of the residuals along y_j. Spoils r. */
static void slopes(const struct loop_call *c)
{
    struct loop *l = c->loop;
    for (int32_t k = 0; k < l->of->inputs; k++) {
        at(l->u, k)[0] = at(c->to->u, k)[0];
        at(l->u, k)[1] = 0;
    }
    for (int32_t j = 0; j < l->of->n; j++) {
        for (int32_t k = 0; k < l->of->n; k++) {
            at(l->y, k)[0] = at(c->to->y, k)[0];
            at(l->y, k)[1] = k == j;
        }
        residual(c, l->u, l->y, 2);
        for (int32_t k = l->first[j]; k < l->first[j + 1]; k++) l->a[k] = at(l->r, l->row[k])[1];
    }
}

/* own := factors of dr/dy at y */
static bool factor_jacobian(const struct loop_call *c)
{
    struct loop *l = c->loop;
    if (!l->of->jacobian) {
        slopes(c);
    } else {
        for (int32_t k = 0; k < l->of->entries; k++) l->a[k] = l->of->entry[k].number;
        l->of->jacobian(c->env, l->number, c->to->u, c->to->v, c->to->y, l->a);
    }
    c->all->factored++;
    l->own_of = NULL;
    return lu_factor(&l->plan, &l->own, l->a, c->all->alloc);
}

/* ---- Newton's method ------------------------------------------------------------------------- */

static double size_of_residual(const struct loop_call *c)
{
    double sum = 0;
    residual(c, c->to->u, c->to->y, 1);
    for (int32_t k = 0; k < c->loop->of->n; k++) sum += fabs(at(c->loop->r, k)[0]);
    return sum;
}

/* max |step|/(|y| + 1e-6); not a number counts as large */
static double size_of_step(const struct loop_call *c)
{
    double size = 0;
    for (int32_t k = 0; k < c->loop->of->n; k++) {
        double x = fabs(c->loop->step[k]) / (fabs(at(c->to->y, k)[0]) + 1e-6);
        if (!(x <= size)) size = x;
    }
    return size;
}

static void go(const struct loop_call *c, double factor)
{
    for (int32_t k = 0; k < c->loop->of->n; k++)
        at(c->to->y, k)[0] = c->loop->before[k] - factor * c->loop->step[k];
}

/* Halves a step while the residual is larger after it than before; short steps are taken as they
 * are. */
static void dampen(const struct loop_call *c, double norm, double size, double factor)
{
    if (size <= 1e-6) return;
    for (int k = 0; k < HALVINGS && !(size_of_residual(c) <= norm); k++) go(c, factor /= 2);
}

/* 1 + sum of |y| */
static double size_of_unknowns(const struct loop_call *c)
{
    double sum = 1;
    for (int32_t k = 0; k < c->loop->of->n; k++) sum += fabs(at(c->to->y, k)[0]);
    return sum;
}

/* Newton's method from y, the first steps by `factor`. 1: converged; 0: not; -1: singular. */
static int newton(const struct loop_call *c, double factor, int turns)
{
    struct loop *l = c->loop;
    double last = 1e300, least = 1e300;
    for (int turn = 0, all = 0; turn < turns && all < ALL_TURNS; turn++, all++) {
        double norm = size_of_residual(c), size;
        if (norm < 0.5 * least) turn = 0; /* slow, but on its way: down an exponential function */
        least = fmin(least, norm);
        if (turn >= STUCK && norm <= 1e-18 * size_of_unknowns(c)) return 1;
        for (int32_t k = 0; k < l->of->n; k++) l->step[k] = at(l->r, k)[0];
        if (!factor_jacobian(c)) return -1;
        lu_solve(&l->plan, &l->own, l->step);
        size = size_of_step(c);
        for (int32_t k = 0; k < l->of->n; k++) l->before[k] = at(c->to->y, k)[0];
        go(c, factor);
        c->all->turns++;
        if (size <= 1e-15 || (size < 1e-6 && !(size < 0.9 * last))) return 1;
        dampen(c, norm, size, factor);
        last = size;
        if (factor < 1 && turn % 8 == 7) factor *= 2;
    }
    return 0;
}

static void from_start(const struct loop_call *c)
{
    for (int32_t k = 0; k < c->loop->of->n; k++) at(c->to->y, k)[0] = c->to->v[k];
}

static bool solve_level_0(const struct loop_call *c)
{
    int done = 0;
    if (c->to->known) done = newton(c, 1, TURNS);
    if (done != 1) {
        from_start(c);
        done = newton(c, 1, TURNS);
    }
    if (done != 1) {
        from_start(c);
        done = newton(c, 0.125, SLOW_TURNS);
    }
    if (done == 1) return true;
    if (!isfinite(size_of_residual(c))) { /* what has no value says nothing: where it began */
        from_start(c);
        size_of_residual(c);
    }
    loop_say(c, done < 0 ? &c->loop->own : NULL);
    return false;
}

static bool complete_newton(struct loop_call *c)
{
    struct loop *l = c->loop;
    if (c->to->levels == 0) {
        if (!solve_level_0(c)) return false;
        c->to->levels = c->to->known = 1;
        l->own_of = NULL;
    }
    if (c->to->levels < c->order && l->own_of != c->to) {
        if (!factor_jacobian(c)) {
            size_of_residual(c);
            loop_say(c, &l->own);
            return false;
        }
        l->own_of = c->to;
    }
    for (int k = c->to->levels; k < c->order; k++) {
        for (int32_t j = 0; j < l->of->n; j++) at(c->to->y, j)[k] = 0;
        residual(c, c->to->u, c->to->y, k + 1);
        for (int32_t j = 0; j < l->of->n; j++) l->b[j] = at(l->r, j)[k];
        lu_solve(&l->plan, &l->own, l->b);
        for (int32_t j = 0; j < l->of->n; j++) at(c->to->y, j)[k] = -l->b[j];
    }
    return true;
}

bool loop_complete(struct loop_call *c)
{
    return c->loop->of->residual ? complete_newton(c) : complete_linear(c);
}
