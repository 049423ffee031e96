/* SPDX-License-Identifier: MIT */
/* block.c - one step of many states: a method that couples (struct method_couple) with a matrix in
 * place of A. The numbers are those of RLIQSS2 (quant/radau.c).
 *
 * All q of a block are chosen for the same h: with A its part of the Jacobian, and x[k], q[k] the
 * coefficients at the present, before the step, as vectors,
 *     k = 2 x[2] + A (x[1] - q[1] + A (x[0] - q[0])),
 *     (2 - 4/3 hA + 1/3 h^2 A^2) d = k;                                                         (1)
 * d is x[2] during the step, and
 *     new q[0] = x[0] - h^2/3 d,   new q[1] = x[1] + A (new q[0] - q[0]) + 4/3 h d.             (2)
 * In partial fractions (1) needs only a matrix with the pattern of A, a complex one:
 *     d = -3/sqrt 2 Im (z I - hA)^-1 k,   z = 2 + i sqrt 2.                                     (3)
 * h is to be as large as |x - q[0]| <= T allows in all components. It is looked for from the last
 * one on, by the power law that holds where nothing is stiff, and faster if that does not help; a
 * third of what would be possible is good enough.
 *
 * A fast state that nonlinear terms have left a little further from its equilibrium than T cannot
 * be reached by a shorter step, except by one as short as its time constant, after which it would
 * be where its equilibrium is. So where the distance hardly depends on h, q may be further from x
 * for this step, and the quantum of such a state grows with it until its next one:
 *     dq := dq |x[0] - q[0]|/T  where |x[0] - q[0]| > T,   if no such distance is above 5/4 T.  (4)
 * x is never moved: it is the integral of what f saw, so linear invariants of f are those of x.
 *
 * What f has besides A is left to block_mend.c, which also says when a step has to be shorter. */
#include "engine/qss/block.h"
#include <math.h>
#include <string.h>

enum { TRIES = 20, SHORTER = 8 };
static const double shorter = 0.4; /* part of a step that f was too bent for */
static const double most_over = 1.25;
static const double soon = 10; /* steps, over time constants, that make a state fast */

/* Vectors of a step, in the scratch of struct blocks. */
struct vectors {
    const struct method_couple *m;
    /* right-hand side; solution for one h, and for the best so far; limits */
    double *k, *d, *kept, *T;
    double *c, *work; /* complex                                                              */
    double *old, *last, *right; /* q before the step: now, and as it was chosen; k            */
};

static struct vectors vectors_of(const struct sim *s, const struct block *b)
{
    double *p = qss_of(s)->blocks->work;
    size_t n = (size_t)b->n;
    return (struct vectors){sim_method(s, b->member[0])->couple,
                            p,
                            p + n,
                            p + 2 * n,
                            p + 3 * n,
                            p + 4 * n,
                            p + 6 * n,
                            p + 12 * n,
                            p + 13 * n,
                            p + 14 * n};
}

/* out = A in */
void block_apply(const struct block *b, const double *in, double *out)
{
    for (int32_t i = 0; i < b->n; i++) out[i] = b->a[i] * in[i];
    for (int32_t e = b->n; e < b->entries; e++) out[b->row[e]] += b->a[e] * in[b->col[e]];
}

struct block_solver block_solver(const struct sim *s, const struct block *b)
{
    struct vectors w = vectors_of(s, b);
    return (struct block_solver){w.m, w.k, w.d, w.c, w.work};
}

void block_forget(struct block *b)
{
    b->factored = b->other_factored = NAN;
}

static void swap_factors(struct block *b)
{
    double *value = b->lu.value, h = b->factored;
    b->lu.value = b->other;
    b->other = value;
    b->factored = b->other_factored;
    b->other_factored = h;
}

/* The matrix of (3). Factors for the step last planned are kept beside those of another trial. */
bool block_factor(struct block *b, const struct block_solver *w, double h)
{
    double *value;
    if (h == b->factored) return true;
    if (h == b->other_factored || (b->other && b->factored == b->h)) swap_factors(b);
    if (h == b->factored) return true;
    b->factored = NAN;
    value = b->lu.value;
    memset(value, 0, 2 * (size_t)b->lu.values * sizeof *value);
    for (int32_t e = 0; e < b->entries; e++) value[2 * b->at[e]] = -h * b->a[e];
    for (int32_t i = 0; i < b->n; i++) {
        value[2 * b->at[i]] += w->m->pole[0];
        value[2 * b->at[i] + 1] = w->m->pole[1];
    }
    if (!sparse_factor(&b->lu)) return false;
    b->factored = h;
    return true;
}

/* (3) */
void block_solve(const struct block *b, struct block_solver *w)
{
    for (int32_t i = 0; i < b->n; i++) {
        w->c[2 * i] = w->k[i];
        w->c[2 * i + 1] = 0;
    }
    sparse_solve(&b->lu, w->c, w->work);
    for (int32_t i = 0; i < b->n; i++) w->d[i] = -w->m->residue * w->c[2 * i + 1];
}

/* (3); returns max |x - q|/T, infinite if there is no solution. */
static double attempt(struct block *b, struct vectors *w, double h)
{
    struct block_solver v = {w->m, w->k, w->d, w->c, w->work};
    double most = 0;
    if (!block_factor(b, &v, h)) return INFINITY;
    block_solve(b, &v);
    for (int32_t i = 0; i < b->n; i++) {
        double r = fabs(h * h / w->m->at_start * w->d[i]) / w->T[i];
        if (!(r <= most)) most = r; /* NaN stays */
    }
    return isnan(most) ? INFINITY : most;
}

static void keep_solution(struct vectors *w)
{
    double *swap = w->kept;
    w->kept = w->d;
    w->d = swap;
}

/* Would what is too far away come back by itself, soon? Not if it is a slow mode of fast states. */
static bool all_decay(const struct block *b, const struct vectors *w, double h)
{
    double *beyond = w->c, *slope = w->work;
    for (int32_t i = 0; i < b->n; i++) {
        double distance = h * h / w->m->at_start * w->d[i];
        beyond[i] = copysign(fmax(fabs(distance) - w->T[i], 0), distance);
    }
    block_apply(b, beyond, slope);
    for (int32_t i = 0; i < b->n; i++)
        if (beyond[i] != 0 && !(h * slope[i] / beyond[i] < -soon)) return false;
    return true;
}

/* Is it too far away by little only, and would that decay? Then (4) may be the answer. */
static bool hardly_too_far(const struct block *b, const struct vectors *w, double h, double r)
{
    return r > 1 && r < most_over && all_decay(b, w, h);
}

/* What to try after h, where max |x - q|/T was r; good: the largest h that is allowed so far (0:
 * none), bad: the smallest that is not (infinite: none). */
static double next_h(double good, double bad, double h, double r, int tries)
{
    double guess = h * fmin(r > 0 ? 0.97 / sqrt(r) : 8, 8); /* r grows with h^2 */
    if (good > 0) return isfinite(bad) ? sqrt(good * bad) : guess;
    return tries < 2 ? fmax(guess, 0.05 * h) : fmin(guess, 0.2 * h);
}

/* A large h that is allowed, with its d in w->kept; 0: there is none. *over: see (4). */
static double search(struct block *b, struct vectors *w, double h, double *over)
{
    double good = 0, bad = INFINITY,
           first = 0; /* first: r of the first h, if (4) may be the answer */
    *over = 1;
    for (int tries = 0; tries < TRIES && h > 0 && h < 1e300; tries++) {
        double r = attempt(b, w, h);
        if (tries == 1 && first > 0 && r > 0.7 * first) { /* the distance hardly depends on h */
            *over = first;
            return bad;
        }
        if (r <= 1) {
            keep_solution(w);
            good = h;
            if (r > 0.25 || (tries > 0 && isinf(bad))) break;
        } else {
            bad = h;
        }
        if (good > 0 && bad <= 3 * good) break;
        if (tries == 0 && hardly_too_far(b, w, h, r)) {
            keep_solution(w);
            first = r;
            h *= 0.25;
        } else {
            double next = fmin(next_h(good, bad, h, r, tries), b->most);
            if (next == h) break;
            h = next;
        }
    }
    return good;
}

/* q may have been bent (quant/radau.c) before the state joined. */
static double q_now(const struct state *x)
{
    return x->q[0] + (x->tx - x->tq) * (x->q[1] + (x->tx - x->tq) * x->q[2]);
}
static double q_slope(const struct state *x)
{
    return x->q[1] + 2 * (x->tx - x->tq) * x->q[2];
}

static bool jacobian(struct sim *s, struct block *b)
{
    double sum = 0;
    bool same = true;
    for (int32_t e = 0; e < b->entries; e++) {
        double a = net_partial(&s->net, b->member[b->row[e]], b->member[b->col[e]]);
        same &= a == b->a[e];
        b->a[e] = a;
        sum += a;
    }
    if (!isfinite(sum)) return false;
    if (!same) block_forget(b);
    for (int32_t i = 0; i < b->n; i++) s->net.s[b->member[i]].a = b->a[i];
    return true;
}

/* k of (1). */
static void right_side(const struct sim *s, const struct block *b, struct vectors *w)
{
    double *v = w->c, *av = w->work;
    for (int32_t i = 0; i < b->n; i++) {
        const struct state *x = &s->net.s[b->member[i]];
        v[i] = x->x[0] - q_now(x);
    }
    block_apply(b, v, av);
    for (int32_t i = 0; i < b->n; i++) {
        const struct state *x = &s->net.s[b->member[i]];
        v[i] = x->x[1] - q_slope(x) + av[i];
    }
    block_apply(b, v, w->k);
    for (int32_t i = 0; i < b->n; i++) w->k[i] += 2 * s->net.s[b->member[i]].x[2];
}

bool block_plan(struct sim *s, struct block *b, double first)
{
    struct vectors w = vectors_of(s, b);
    double h;
    for (int32_t i = 0; i < b->n; i++) {
        int32_t j = b->member[i];
        net_advance(&s->net, j);
        s->net.s[j].dq = net_quantum(&s->net, j);
        w.T[i] = w.m->distance(&s->net.s[j], &s->net.tune);
    }
    if (!jacobian(s, b)) return false;
    right_side(s, b, &w);
    h = search(b, &w, fmin(first, b->most), &b->over);
    if (!(h > 0)) return false;
    if (w.kept != vectors_of(s, b).kept) /* they have changed places */
        memcpy(vectors_of(s, b).kept, w.kept, (size_t)b->n * sizeof *w.kept);
    b->h = h;
    return true;
}

/* (2), with the q from before the step in `old`. */
static void set_q(struct sim *s, struct block *b, struct vectors *w)
{
    double t = s->net.env.t, h = b->h, *q = w->k, *moved = w->c, *a = w->work;
    b->idlers = 0;
    for (int32_t i = 0; i < b->n; i++) {
        double distance = h * h / w->m->at_start * w->kept[i];
        q[i] = s->net.s[b->member[i]].x[0] - distance;
        moved[i] = q[i] - w->old[i];
        b->idle[i] = fabs(distance) < 0.02 * w->T[i];
        b->idlers += b->idle[i];
    }
    block_apply(b, moved, a);
    for (int32_t i = 0; i < b->n; i++) {
        struct state *x = &s->net.s[b->member[i]];
        x->q[0] = q[i];
        x->q[1] = x->x[1] + a[i] + w->m->slope * h * w->kept[i];
        x->q[2] = 0;
        x->tq = t;
        x->aux[0] = h;
    }
}

/* The step that was planned, and shorter ones if f is too bent for it. */
static void mended(struct sim *s, struct block *b, struct vectors *w)
{
    bool mends = b->smooth && b->rest-- <= 0;
    if (mends) memcpy(w->right, w->k, (size_t)b->n * sizeof *w->k);
    set_q(s, b, w);
    for (int tries = 0; mends && !block_mend(s, b) && tries < SHORTER; tries++) {
        b->h *= shorter;
        b->most = 2 * b->h;
        memcpy(w->k, w->right, (size_t)b->n * sizeof *w->k);
        if (!isfinite(attempt(b, w, b->h))) break;
        keep_solution(w);
        set_q(s, b, w);
    }
}

void block_accept(struct sim *s, struct block *b)
{
    struct vectors w = vectors_of(s, b);
    double most = 0;
    b->most *= 2;
    for (int32_t i = 0; i < b->n; i++) w.old[i] = q_now(&s->net.s[b->member[i]]);
    for (int32_t i = 0; i < b->n; i++) w.last[i] = s->net.s[b->member[i]].q[0];
    mended(s, b, &w);
    for (int32_t i = 0; i < b->n; i++) { /* (4) */
        struct state *x = &s->net.s[b->member[i]];
        most = fmax(most, fabs(x->q[0] - w.last[i]) / w.T[i]); /* since the last step */
        x->dq *= fmax(fabs(x->x[0] - x->q[0]) / w.T[i], 1);
    }
    b->path += most;
}
