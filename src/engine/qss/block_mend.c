/* SPDX-License-Identifier: MIT */
/* block_mend.c - the planned step of a block, mended by Newton's method.
 *
 * The plan (block.c) takes f as linear. With x' = f(q0 + q1 s) = f0 + f1 s + f2 s^2 as the model really
 * has it, x and q are to meet at h/3 and at h:
 *     F0 = q0 - x0 + h^2/6 f1 + 4/27 h^3 f2 = 0,   F1 = q1 - f0 - 2/3 h f1 - 13/27 h^2 f2 = 0,     (1)
 * for there q - x = F0 + s F1. In a stiff direction x is the integral of f alone: what f lacks, times
 * h, is how far x misses q, and far more than T ends the step early. x is the integral of what f saw,
 * and stays that; so q is moved until f fits:
 *     (2 - 4/3 hA + 1/3 h^2 A^2) dq1 = -2 (F1 + A F0),   dq0 = -F0 - h^2/6 A dq1,                  (2)
 * with the matrix of the plan. Between the two points q is a line and x may be bent; at 2h/3
 *     q - x = F0 + 2/3 h F1 + h^2/18 f1 + 2/27 h^3 f2.                                            (3)
 * Where this leaves the band, where q would get too far from x, or where turns do not help, the step
 * has to be shorter. A look costs an evaluation of each member, so a block that needs none is looked
 * at ever more rarely. */
#include "engine/qss/block.h"
#include "run/loop/loop.h"
#include <math.h>

enum { TURNS = 8, RARELY = 63 };
static const double cut = 1;         /* of T: missing q by more, x would end the step early    */
static const double enough = 0.1;    /* of T, by which x may miss q where that is mended        */
static const double faster = 0.5;    /* what a turn must leave of it at most               */
static const double furthest = 1.25; /* of T: how far from x q may be                    */

/* In the scratch of struct blocks, after what a plan leaves there (struct vectors). */
struct mending {
    double *T, *F0, *F1, *was; /* was: q before a turn, twice n                          */
    double bent; /* the largest |x - q|/T at 2h/3, between two zeros                      */
    struct block_solver solver;
};

static struct mending mending_of(const struct sim *s, const struct block *b)
{
    double *p = qss_of(s)->blocks->work;
    size_t n = (size_t)b->n;
    return (struct mending){.T = p + 3 * n,
                            .F0 = p + 8 * n,
                            .F1 = p + 9 * n,
                            .was = p + 10 * n,
                            .solver = block_solver(s, b)};
}

/* (1); returns the largest |x - q|/T at h/3 and h, infinite if f cannot be had there. */
static double miss(struct sim *s, const struct block *b, struct mending *w)
{
    saltus_env *e = &s->net.env, before = *e;
    double h = b->h, most = 0;
    w->bent = 0;
    e->own = loop_looking(e);
    for (int32_t k = 0; k < b->n; k++) {
        const struct state *x = &s->net.s[b->member[k]];
        double f[SALTUS_SERIES] = {0}, m;
        sim_asks(s, SALTUS_STATE, b->member[k]);
        s->model->der.eval(e, b->member[k], 3, f);
        w->F0[k] = x->q[0] - x->x[0] + h * h * (f[1] / 6 + 4.0 / 27 * h * f[2]);
        w->F1[k] = x->q[1] - f[0] - h * (2.0 / 3 * f[1] + 13.0 / 27 * h * f[2]);
        m = fmax(fabs(w->F0[k] + h / 3 * w->F1[k]), fabs(w->F0[k] + h * w->F1[k])) / w->T[k];
        if (!(m <= most)) most = m; /* NaN stays */
        w->bent =
            fmax(w->bent,
                 fabs(w->F0[k] + h * (2.0 / 3 * w->F1[k] + h * (f[1] / 18 + 2.0 / 27 * h * f[2]))) /
                     w->T[k]);
    }
    *e = before;
    s->stats.evaluations += (uint64_t)b->n;
    return isnan(most) ? INFINITY : most;
}

static void keep_q(const struct sim *s, const struct block *b, double *was)
{
    for (int32_t k = 0; k < b->n; k++) {
        was[k] = s->net.s[b->member[k]].q[0];
        was[b->n + k] = s->net.s[b->member[k]].q[1];
    }
}

static void back(struct sim *s, const struct block *b, const double *was)
{
    for (int32_t k = 0; k < b->n; k++) {
        s->net.s[b->member[k]].q[0] = was[k];
        s->net.s[b->member[k]].q[1] = was[b->n + k];
    }
}

/* (2); false: q would be too far away. */
static bool turn(struct sim *s, const struct block *b, struct mending *w)
{
    double h = b->h, *k = w->solver.k, *d = w->solver.d, *a = w->solver.work;
    block_apply(b, w->F0, a);
    for (int32_t i = 0; i < b->n; i++) k[i] = -2 * (w->F1[i] + a[i]);
    block_solve(b, &w->solver);
    block_apply(b, d, a);
    for (int32_t i = 0; i < b->n; i++) {
        struct state *x = &s->net.s[b->member[i]];
        x->q[0] -= w->F0[i] + h * h / 6 * a[i];
        x->q[1] += d[i];
        if (!(fabs(x->x[0] - x->q[0]) <= furthest * w->T[i])) return false;
    }
    return true;
}

bool block_mend(struct sim *s, struct block *b)
{
    struct mending w = mending_of(s, b);
    double now = miss(s, b, &w), before = now;
    b->vain = now > cut ? 0 : b->vain < RARELY ? 2 * b->vain + 1 : RARELY;
    b->rest = b->vain;
    if (!(now > cut)) return w.bent <= furthest;
    if (isinf(now) || !block_factor(b, &w.solver, b->h)) return false;
    for (int turns = 0; turns < TURNS && now > enough; turns++, before = now) {
        keep_q(s, b, w.was);
        if (turn(s, b, &w) && (now = miss(s, b, &w)) <= faster * before) continue;
        back(s, b, w.was);
        return false;
    }
    return w.bent <= furthest;
}
